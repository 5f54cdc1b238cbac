//! Play: it ends, offered means accepted, the rest is refused, and the same events lead to the same game.

use std::collections::BTreeSet;

use whistle::games::{CATALOGUE, DynGame, FactNotice};
use whistle::referee::fair::SeededSource;
use whistle::referee::recording;
use whistle::rules::{Awaits, By, Listing, Outcome, Record, Scoring, Seat, Source, Viewer, places_by_score};
use whistle::words::{ENGLISH, Words};

use crate::tables::{Case, any_event, cases, events, pick, play_through, pool};

/// Everything that anybody sees of a game.
fn all_views(play: &dyn DynGame) -> Vec<serde_json::Value> {
    let seats = (0..play.seats()).map(|seat| Viewer::Seat(Seat(seat)));
    std::iter::once(Viewer::Table)
        .chain(seats)
        .map(|viewer| play.view(viewer))
        .collect()
}

#[test]
fn random_play_ends_with_places_for_all_seats() {
    for case in CATALOGUE.iter().flat_map(cases) {
        for seed in 0..3 {
            let mut source = SeededSource::new(seed);
            let outcome = play_through(case.start(), &mut source, |_, _, _, _| {});
            let seats = usize::from(case.seats);
            if let Some(places) = &outcome.places {
                assert_eq!(places.len(), seats, "{case}");
                assert!(places.contains(&1), "{case}: somebody is first");
                // 1, 1, 3: a place is one more than how many are better.
                let turned: Vec<i64> = places.iter().map(|place| -i64::from(*place)).collect();
                match case.entry.sides {
                    None => assert_eq!(*places, places_by_score(&turned), "{case}"),
                    // One side is first and the other second, however many they are.
                    Some(_) => {
                        let play = case.start();
                        let of = |seat: u8| (places[usize::from(seat)] - 1) ^ (places[0] - 1);
                        let split = (0..case.seats).all(|seat| of(seat) == play.team(Seat(seat)));
                        assert!(split && places.contains(&2), "{case}: {places:?}");
                    }
                }
            }
            if let Some(scores) = &outcome.scores {
                assert_eq!(scores.len(), seats, "{case}");
            }
            let (made, end) = case.start().play_out(&mut SeededSource::new(seed));
            assert!(made > 0 && end.is_some(), "{case}: play_out comes to an end");
        }
    }
}

/// Whether the places of a finished game fit its scores by this way of counting: nobody with better points has a worse place.
fn counted_so(scoring: Scoring, outcome: &Outcome) -> bool {
    let Some(scores) = &outcome.scores else {
        return scoring == Scoring::None;
    };
    let (Some(by_scores), Some(places)) = (scoring.places(scores), &outcome.places) else {
        return false;
    };
    let better = |places: &[u8], one: usize, other: usize| places[one] < places[other];
    let seats = || 0..places.len();
    seats().all(|one| seats().all(|other| !(better(&by_scores, one, other) && better(places, other, one))))
}

#[test]
fn points_count_in_finished_games_as_every_game_says() {
    for entry in CATALOGUE {
        let mut fits = [0, 0];
        let mut games = 0;
        for case in cases(entry) {
            for seed in 0..6 {
                let (_, outcome) = case.start().play_out(&mut SeededSource::new(seed));
                let outcome = outcome.unwrap_or_else(|| panic!("{case}: it comes to its end"));
                assert!(
                    counted_so(entry.scoring, &outcome),
                    "{case}: {:?}: {outcome:?}",
                    entry.scoring
                );
                games += 1;
                for (fits, scoring) in fits.iter_mut().zip([Scoring::Most, Scoring::Fewest]) {
                    *fits += u32::from(counted_so(scoring, &outcome));
                }
            }
        }
        // What a game does not say of itself is plainly untrue of it.
        let [most, fewest] = fits;
        match entry.scoring {
            Scoring::Most => assert!(fewest < games / 2, "{}: {fewest} of {games}", entry.slug),
            Scoring::Fewest => assert!(most < games / 2, "{}: {most} of {games}", entry.slug),
            Scoring::None => assert_eq!(fits, [0, 0], "{}", entry.slug),
        }
    }
}

#[test]
fn a_game_has_a_word_for_draws_where_it_knows_them() {
    let words = Words::embedded().expect("the language files");
    for entry in CATALOGUE {
        let says = words.message(ENGLISH, &format!("{}-level", entry.slug)).is_some();
        assert_eq!(says, entry.draws, "{}", entry.slug);
        if cases(entry).iter().any(|case| case.start().may_concede()) {
            assert!(entry.draws, "{}: a draw may be agreed on", entry.slug);
            assert_ne!(
                entry.scoring,
                Scoring::Fewest,
                "{}: no points would be the best",
                entry.slug
            );
        }
    }
}

/// One seat at one moment: its choices and what is made of them.
fn check_offer(case: &Case, play: &dyn DynGame, seat: Seat, source: &mut SeededSource) {
    let (choices, listing) = play.choices(seat);
    let distinct: BTreeSet<&String> = choices.iter().collect();
    assert_eq!(distinct.len(), choices.len(), "{case}: choices are listed once");
    if !play.may_choose(seat) {
        assert!(choices.is_empty(), "{case}: {seat} is not asked");
        assert!(play.candidates(seat).is_empty(), "{case}: {seat} is not asked");
        assert_eq!(play.random_choice(seat, source), None);
        assert_eq!(play.timeout_choice(seat, source), None);
        return;
    }
    assert!(!choices.is_empty(), "{case}: a seat that is asked has a choice");
    if let Some((_, only)) = play.forced().filter(|(forced, _)| *forced == seat) {
        let offered = (choices.as_slice(), listing);
        assert_eq!(
            offered,
            ([only].as_slice(), Listing::Complete),
            "{case}: it has no other"
        );
    }
    for choice in [play.random_choice(seat, source), play.timeout_choice(seat, source)] {
        let choice = choice.unwrap_or_else(|| panic!("{case}: {seat} can choose"));
        let taken = play.copy().apply(By::Seat(seat), &choice);
        assert_eq!(taken.map(|happened| happened.what), Ok(choice.clone()), "{case}");
        assert!(
            listing == Listing::Partial || distinct.contains(&choice),
            "{case}: {choice}"
        );
    }
    let tried = play.candidates(seat);
    let differ: BTreeSet<&String> = tried.iter().collect();
    assert_eq!(differ.len(), tried.len(), "{case}: candidates are listed once");
    assert!(!tried.is_empty(), "{case}: a seat that is asked has something to try");
    for choice in &tried {
        let legal = match listing {
            Listing::Complete => distinct.contains(choice),
            Listing::Partial => play.copy().apply(By::Seat(seat), choice).is_ok(),
        };
        assert!(legal, "{case}: {choice} is no legal choice to try");
        assert!(
            play.try_out(seat, choice, source).is_some(),
            "{case}: {choice} leads to something"
        );
    }
    for choice in &choices {
        let happened = play.copy().apply(By::Seat(seat), choice);
        let happened = happened.unwrap_or_else(|refusal| panic!("{case}: {choice} was offered: {refusal}"));
        assert_eq!(
            &happened.what, choice,
            "{case}: choices are offered in their one notation"
        );
        assert_eq!(
            play.read(seat, choice).as_ref(),
            Ok(choice),
            "{case}: notation is read as such"
        );
        if let (Some(of), Listing::Complete) = (happened.choice_count, listing) {
            assert_eq!(of as usize, choices.len(), "{case}: `of` counts the choices");
        }
    }
}

/// Texts that a seat, or chance, is not offered now are refused and change nothing.
fn check_refusals(case: &Case, play: &dyn DynGame, texts: &[String], source: &mut SeededSource) {
    let before = play.state();
    let chance = play.awaits() == Awaits::Chance;
    for by in (0..=play.seats())
        .map(|seat| By::Seat(Seat(seat)))
        .chain([By::Chance, By::Seat(Seat(200))])
    {
        let (offered, listing) = match by {
            By::Seat(seat) if play.may_choose(seat) => play.choices(seat),
            _ => (Vec::new(), Listing::Complete),
        };
        let mut tried = play.copy();
        for _ in 0..30 {
            let Some(text) = pick(texts, source) else {
                continue;
            };
            match tried.apply(by, text) {
                Ok(happened) => {
                    assert_eq!(&happened.what, text, "{case}: only the one notation is taken");
                    let free = matches!(by, By::Chance if chance) || listing == Listing::Partial;
                    assert!(free || offered.contains(text), "{case}: {by:?} {text} was not offered");
                    tried = play.copy();
                }
                Err(_) => assert!(!offered.contains(text), "{case}: {by:?} {text} was offered"),
            }
        }
        assert_eq!(tried.state(), before, "{case}: a refusal changes nothing");
    }
}

#[test]
fn what_is_offered_is_accepted_and_nothing_else() {
    for (index, case) in CATALOGUE.iter().flat_map(cases).enumerate() {
        let texts = pool(&case, index as u64);
        let mut source = SeededSource::numbered(1, index as u64);
        play_through(case.start(), &mut source, |play, _, _, source| {
            if source.below(10) == 0 {
                for seat in 0..play.seats() {
                    check_offer(&case, play, Seat(seat), source);
                }
                check_refusals(&case, play, &texts, source);
            }
        });
    }
}

#[test]
fn a_game_that_is_over_takes_nothing() {
    for case in CATALOGUE.iter().flat_map(cases) {
        let mut play = case.start();
        for (by, what) in events(&case, 2) {
            play.apply(by, &what).unwrap();
        }
        let texts = pool(&case, 2);
        check_refusals(&case, &*play, &texts, &mut SeededSource::new(2));
        for text in &texts {
            assert!(play.copy().apply(By::Chance, text).is_err(), "{case}: {text}");
        }
        for seat in 0..play.seats() {
            assert!(!play.may_choose(Seat(seat)));
            assert!(play.choices(Seat(seat)).0.is_empty());
            assert!(play.menu(Seat(seat), &[]).is_none());
        }
    }
}

#[test]
fn chance_takes_its_one_notation_and_is_drawn_without_changing_the_game() {
    for (index, case) in CATALOGUE.iter().flat_map(cases).enumerate() {
        let mut source = SeededSource::numbered(3, index as u64);
        play_through(case.start(), &mut source, |play, by, what, source| {
            if by == By::Chance {
                let before = play.state();
                let other = play.draw(source);
                assert_eq!(play.state(), before, "{case}");
                for what in [what, other.as_str()] {
                    let taken = play.copy().apply(By::Chance, what);
                    assert_eq!(taken.map(|happened| happened.what).as_deref(), Ok(what), "{case}");
                }
            } else {
                assert!(
                    play.copy().apply(By::Chance, what).is_err(),
                    "{case}: nothing is drawn now"
                );
            }
        });
    }
}

#[test]
fn the_same_events_lead_to_the_same_game() {
    // Every state is written out here, so one table in three must do.
    for (index, case) in CATALOGUE.iter().flat_map(cases).enumerate().step_by(3) {
        let mut first = case.start();
        let mut source = SeededSource::numbered(4, index as u64);
        let mut log = Vec::new();
        while let Some((by, what)) = any_event(&*first, &mut source) {
            let happened = first.apply(by, &what).unwrap();
            log.push((by, what, happened, first.state(), all_views(&*first)));
        }
        let mut second = case.start();
        for (by, what, happened, state, views) in log {
            assert_eq!(second.apply(by, &what).unwrap(), happened, "{case}: the same facts");
            assert_eq!(second.state(), state, "{case}: the same state after {what}");
            assert_eq!(all_views(&*second), views, "{case}: the same views after {what}");
        }
        assert_eq!(second.awaits(), first.awaits());
    }
}

/// Applies one choice of each waiting seat in this order: the state at the end and what was told on the way.
fn in_order(case: &Case, play: &dyn DynGame, choices: &[(Seat, String)]) -> (String, Vec<FactNotice>, Awaits) {
    let mut play = play.copy();
    let mut told = Vec::new();
    for (seat, choice) in choices {
        let happened = play.apply(By::Seat(*seat), choice);
        told.extend(
            happened
                .unwrap_or_else(|refusal| panic!("{case}: {choice} of {seat}: {refusal}"))
                .told,
        );
    }
    (play.state(), told, play.awaits())
}

#[test]
fn the_order_in_which_simultaneous_choices_arrive_does_not_matter() {
    for (index, case) in CATALOGUE.iter().flat_map(cases).enumerate() {
        let mut source = SeededSource::numbered(5, index as u64);
        play_through(case.start(), &mut source, |play, _, _, source| {
            let Awaits::Seats(seats) = play.awaits() else {
                return;
            };
            if seats.len() < 2 || source.below(5) != 0 {
                return;
            }
            let choose = |seat| (seat, play.random_choice(seat, source).unwrap());
            let mut choices: Vec<(Seat, String)> = seats.iter().map(choose).collect();
            let straight = in_order(&case, play, &choices);
            choices.reverse();
            assert_eq!(in_order(&case, play, &choices), straight, "{case}");
            (source as &mut dyn Source).shuffle(&mut choices);
            assert_eq!(in_order(&case, play, &choices), straight, "{case}");
        });
    }
}

/// The same moment after `choices` in this order, and with words before the last one of each seat: while the last seat is
/// waited for, every other seat chooses again.
fn after_all(
    case: &Case,
    play: &dyn DynGame,
    choices: &[(Seat, String)],
    source: &mut SeededSource,
) -> [(String, Awaits); 2] {
    let [mut straight, mut changed] = [play.copy(), play.copy()];
    let Some((last, others)) = choices.split_last() else {
        panic!("{case}: several are asked")
    };
    let views = |play: &dyn DynGame, seat: Seat| {
        let viewers = (0..play.seats())
            .map(Seat)
            .filter(|other| *other != seat)
            .map(Viewer::Seat);
        viewers
            .chain([Viewer::Table])
            .map(|viewer| play.view(viewer))
            .collect::<Vec<_>>()
    };
    for (seat, what) in others {
        straight.apply(By::Seat(*seat), what).unwrap();
        let other = changed.random_choice(*seat, source).unwrap();
        changed.apply(By::Seat(*seat), &other).unwrap();
    }
    for (seat, what) in others {
        let (seen, awaits) = (views(&*changed, *seat), changed.awaits());
        let again = changed.apply(By::Seat(*seat), what);
        let again = again.unwrap_or_else(|refusal| panic!("{case}: {seat} may choose {what} again: {refusal}"));
        assert_eq!(again.told, [], "{case}: nothing follows before all have chosen");
        assert_eq!(
            views(&*changed, *seat),
            seen,
            "{case}: nobody sees that {seat} chose again"
        );
        assert_eq!(changed.awaits(), awaits, "{case}");
    }
    [straight, changed].map(|mut play| {
        play.apply(By::Seat(last.0), &last.1).unwrap();
        (play.state(), play.awaits())
    })
}

#[test]
fn a_changed_choice_leaves_the_game_as_if_it_had_been_the_first() {
    for (index, case) in CATALOGUE.iter().flat_map(cases).enumerate() {
        let mut source = SeededSource::numbered(11, index as u64);
        play_through(case.start(), &mut source, |play, _, _, source| {
            let Awaits::Seats(seats) = play.awaits() else {
                return;
            };
            if seats.len() < 2 || source.below(5) != 0 {
                return;
            }
            let choose = |seat| (seat, play.random_choice(seat, source).unwrap());
            let choices: Vec<(Seat, String)> = seats.iter().map(choose).collect();
            let [straight, changed] = after_all(&case, play, &choices, source);
            assert_eq!(changed, straight, "{case}");
        });
    }
}

#[test]
fn a_record_holds_the_last_word_of_a_changed_choice() {
    let mut changed = BTreeSet::new();
    for (index, case) in CATALOGUE.iter().flat_map(cases).enumerate() {
        let mut source = SeededSource::numbered(12, index as u64);
        let mut play = case.start();
        let (mut said, mut kept) = (Vec::new(), Vec::<(By, String)>::new());
        while let Some((by, what)) = any_event(&*play, &mut source) {
            let awaited = |seat: &Seat| matches!(play.awaits(), Awaits::Seats(seats) if seats.contains(*seat));
            let chosen = (0..play.seats())
                .map(Seat)
                .find(|seat| play.may_choose(*seat) && !awaited(seat));
            let (by, what) = match chosen.filter(|_| source.below(3) == 0) {
                Some(seat) => {
                    changed.insert(case.entry.slug);
                    let earlier = kept.iter().rposition(|(by, _)| *by == By::Seat(seat));
                    kept.remove(earlier.expect("it has chosen"));
                    (
                        By::Seat(seat),
                        play.random_choice(seat, &mut source).expect("it may choose"),
                    )
                }
                None => (by, what),
            };
            play.apply(by, &what).unwrap();
            said.push((by, what.clone()));
            kept.push((by, what));
        }
        let record = |events: &[(By, String)]| {
            let events = events.iter().map(|(by, what)| (*by, what, false));
            recording::record(case.entry, &case.options, case.seats, events).unwrap()
        };
        let whole = record(&said);
        assert_eq!(whole, record(&kept), "{case}");
        recording::verify(&whole).unwrap_or_else(|error| panic!("{case}: {error}"));
    }
    assert_eq!(Vec::from_iter(changed), ["bingolino", "binmat", "binome"]);
}

#[test]
fn records_are_read_back_and_verified() {
    for (index, case) in CATALOGUE.iter().flat_map(cases).enumerate() {
        let events = events(&case, index as u64);
        for length in [events.len(), events.len() / 2, 0] {
            let happened = events[..length].iter().map(|(by, what)| (*by, what, false));
            let record = recording::record(case.entry, &case.options, case.seats, happened).unwrap();
            assert_eq!(record.result.is_some(), length == events.len(), "{case}");
            let line = record.to_line();
            assert!(!line.contains('\n'));
            assert_eq!(Record::from_line(&line).unwrap(), record, "{case}");
            recording::verify(&record).unwrap_or_else(|error| panic!("{case}: {error}"));
            assert_eq!(record.options, case.start().options());
            // The effective options set up the same game again.
            assert_eq!(
                case.entry.start(&record.options, case.seats).unwrap().state(),
                case.start().state()
            );
        }
    }
}
