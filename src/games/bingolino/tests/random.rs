//! Properties of games that are played at random.

use proptest::prelude::*;

use super::super::*;
use super::support::Chances;
use crate::rules::{Event, Observe, Viewer, Visibility};

fn start(seats: u8) -> Bingolino {
    Bingolino::setup(&Options {}, seats).unwrap()
}

/// Something that can happen next.
fn any_event(game: &Bingolino, source: &mut Chances) -> Option<Event<Chance, Choice>> {
    match game.awaits() {
        Awaits::Nobody(_) => None,
        Awaits::Chance => Some(Event::Chance(game.draw(source))),
        Awaits::Seats(seats) => {
            let seat = seats.iter().nth(source.below(seats.len() as u32) as usize).unwrap();
            Some(Event::Choice(seat, game.random_choice(seat, source).unwrap()))
        }
    }
}

/// Everything that can be written down for a roll.
fn all_choices() -> Vec<Choice> {
    let flips = Place::all().flat_map(|place| {
        let without = (1..=6).map(move |die| Choice::Flip(place, Some(die)));
        without.chain([Choice::Flip(place, None), Choice::Back(place)])
    });
    let rolls = (1..=MAX_DICE).map(Choice::Roll);
    flips.chain(rolls).chain([Choice::Decline]).collect()
}

/// What is offered is taken and nothing else is, for every seat.
fn check_offers(game: &Bingolino, all: &[Choice]) {
    let mut offered = Vec::new();
    for seat in (0..4).map(Seat) {
        let listing = game.choices(seat, &mut offered);
        assert_eq!(game.count(seat), offered.len());
        assert_eq!(offered.is_empty(), !game.may_choose(seat));
        for choice in &offered {
            assert!(game.clone().apply(&Event::Choice(seat, *choice)).is_ok(), "{choice}");
        }
        if listing == Listing::Complete {
            for choice in all.iter().filter(|choice| !offered.contains(choice)) {
                assert!(
                    game.clone().apply(&Event::Choice(seat, *choice)).is_err(),
                    "{seat} {choice}"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_play_ends_and_its_result_fits(seats in 2_u8..=4, seed: u64) {
        let mut source = Chances(seed);
        let mut game = start(seats);
        let mut told = [0_u8; 4];
        let mut events = 0;
        while let Some(event) = any_event(&game, &mut source) {
            for note in game.apply(&event).unwrap() {
                let Fact::Star(seat, _) = note.fact;
                told[seat.index()] += 1;
            }
            events += 1;
            prop_assert!(events < 20_000);
        }
        let Awaits::Nobody(outcome) = game.awaits() else { panic!("the game is over") };
        let (places, scores) = (outcome.places.unwrap(), outcome.scores.unwrap());
        for (seat, score) in scores.iter().enumerate() {
            prop_assert_eq!(*score, i64::from(told[seat]), "every star was told");
        }
        let best = scores.iter().max().unwrap();
        prop_assert!(*best >= 4);
        prop_assert_eq!(places.iter().filter(|place| **place == 1).count(), game.winners.len());
        for (place, score) in places.iter().zip(&scores) {
            prop_assert!(*place != 1 || *score >= i64::from(game.goal));
        }
    }

    #[test]
    fn offered_means_accepted(seats in 2_u8..=4, seed: u64) {
        let mut source = Chances(seed);
        let mut game = start(seats);
        let all = all_choices();
        while let Some(event) = any_event(&game, &mut source) {
            if source.below(12) == 0 {
                check_offers(&game, &all);
            }
            game.apply(&event).unwrap();
        }
        check_offers(&game, &all);
    }

    #[test]
    fn the_order_of_arrival_does_not_matter(seats in 2_u8..=4, seed: u64) {
        let mut source = Chances(seed);
        let mut game = start(seats);
        while let Some(event) = any_event(&game, &mut source) {
            if let Awaits::Seats(waiting) = game.awaits() && waiting.len() > 1 {
                let mut choices: Vec<_> = waiting
                    .iter()
                    .map(|seat| Event::Choice(seat, game.random_choice(seat, &mut source).unwrap()))
                    .collect();
                let mut ends = Vec::new();
                for _ in 0..choices.len() {
                    let mut world = game.clone();
                    let told: Vec<_> = choices.iter().flat_map(|choice| world.apply(choice).unwrap()).collect();
                    ends.push(format!("{told:?} {world:?}"));
                    choices.rotate_left(1);
                }
                choices.reverse();
                let mut world = game.clone();
                let told: Vec<_> = choices.iter().flat_map(|choice| world.apply(choice).unwrap()).collect();
                ends.push(format!("{told:?} {world:?}"));
                ends.dedup();
                prop_assert_eq!(ends.len(), 1);
            }
            game.apply(&event).unwrap();
        }
    }

    #[test]
    fn sealed_choices_show_to_nobody_else(seats in 2_u8..=4, seed: u64) {
        let mut source = Chances(seed);
        let mut game = start(seats);
        while let Some(event) = any_event(&game, &mut source) {
            if let (Event::Choice(seat, chosen), Awaits::Seats(waiting)) = (&event, game.awaits())
                && waiting.len() > 1
            {
                let other = Event::Choice(*seat, game.random_choice(*seat, &mut source).unwrap());
                let mut worlds = [game.clone(), game.clone()];
                worlds[0].apply(&event).unwrap();
                worlds[1].apply(&other).unwrap();
                let others = (0..seats).map(Seat).filter(|viewer| viewer != seat).map(Viewer::Seat);
                for viewer in others.chain([Viewer::Table]) {
                    prop_assert_eq!(worlds[0].view(viewer), worlds[1].view(viewer));
                    prop_assert_eq!(game.visibility(viewer, &event), Visibility::Hidden);
                    let scenes = [&worlds[0], &worlds[1]]
                        .map(|world| <Bingolino as crate::rules::Presentation>::scene(&world.view(viewer)));
                    prop_assert_eq!(&scenes[0], &scenes[1]);
                }
                let own = worlds[0].view(Viewer::Seat(*seat)).own.unwrap();
                prop_assert_eq!(own.chosen, Some(chosen.to_string()));
            }
            game.apply(&event).unwrap();
        }
    }

    #[test]
    fn a_random_choice_is_one_of_those_offered(seats in 2_u8..=4, seed: u64) {
        let mut source = Chances(seed);
        let mut game = start(seats);
        let mut offered = Vec::new();
        while let Some(event) = any_event(&game, &mut source) {
            if let Event::Choice(seat, choice) = &event
                && game.choices(*seat, &mut offered) == Listing::Complete
            {
                prop_assert!(offered.contains(choice));
                let lapse = game.timeout_choice(*seat, &mut source).unwrap();
                prop_assert!(offered.contains(&lapse));
            }
            game.apply(&event).unwrap();
        }
    }
}
