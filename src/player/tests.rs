//! Strength, honesty and legality of computer players, at every game of the catalogue.

use super::greedy::*;
use super::luck::Luck;
use super::value::worth;
use crate::games::testing::revisable_choice_game::REVISABLE_CHOICE_GAME;
use crate::games::{CATALOGUE, DynGame, GameEntry, Options};
use crate::rules::{Awaits, By, MatchLength, OptionKind, Outcome, Seat, Source, Viewer, places_by_score};

/// Fewer worlds than computer players search by default: more make them stronger, but these tests longer.
const WORLDS: u32 = 4;

/// A way to sit down at a game.
pub(super) struct Case {
    pub(super) entry: &'static GameEntry,
    options: Options,
    pub(super) seats: u8,
}

impl Case {
    pub(super) fn start(&self) -> Box<dyn DynGame> {
        self.entry.start(&self.options, self.seats).unwrap()
    }
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let options = serde_json::Value::Object(self.options.clone());
        write!(f, "{} with {} seats and {options}", self.entry.slug, self.seats)
    }
}

/// One to four people at every game of the catalogue, and every size that it has.
pub(super) fn cases() -> Vec<Case> {
    let sized = |entry: &'static GameEntry| {
        let sizes = (entry.options)().iter().filter_map(|spec| match spec.kind {
            OptionKind::OneOf(values) => Some(values.iter().map(|value| (spec.name.to_owned(), (*value).into()))),
            _ => None,
        });
        let mut all: Vec<Options> = sizes.flatten().map(|option| Options::from_iter([option])).collect();
        if all.is_empty() {
            all.push(Options::new());
        }
        // The length of a match makes no other game.
        let people = (*entry.people.start()).max(2);
        let length = |options: &Options| {
            let (options, seats) = entry.fit_to_players(options, people).ok()?;
            Some(entry.start(&options, seats).ok()?.match_length())
        };
        all.retain(|options| length(options) == length(&Options::new()));
        all.into_iter().map(move |options| (entry, options))
    };
    let people = |(entry, options): (&'static GameEntry, Options)| {
        let few = (1..=4).filter(|people| entry.people.contains(people));
        few.filter_map(move |people| {
            let (options, seats) = entry.fit_to_players(&options, people).ok()?;
            Some(Case { entry, options, seats })
        })
    };
    CATALOGUE.iter().flat_map(sized).flat_map(people).collect()
}

fn decide(play: &dyn DynGame, seat: Seat, source: &mut dyn Source, worlds: u32) -> String {
    let imagine = |source: &mut dyn Source| play.imagine(Viewer::Seat(seat), source);
    choose(seat, imagine, source, worlds, 0).expect("a seat that is asked has a choice")
}

/// Plays a game to its end; `decides` says what a seat chooses.
pub(super) fn play(
    case: &Case,
    luck: &mut Luck,
    mut decides: impl FnMut(&dyn DynGame, Seat, &mut Luck) -> String,
) -> Outcome {
    let mut play = case.start();
    loop {
        let (by, what) = match play.awaits() {
            Awaits::Nobody(outcome) => return outcome,
            Awaits::Chance => (By::Chance, play.draw(luck)),
            Awaits::Seats(seats) => {
                let seat = seats.iter().nth(luck.below(seats.len() as u32) as usize).unwrap();
                (By::Seat(seat), decides(&*play, seat, luck))
            }
        };
        if let Err(refusal) = play.apply(by, &what) {
            panic!("{case}: {by:?} {what} is refused: {refusal}");
        }
    }
}

pub(super) fn any(play: &dyn DynGame, seat: Seat, source: &mut dyn Source) -> String {
    play.random_choice(seat, source).unwrap()
}

/// Plays a match to points to its end, any other game once: the places.
fn play_match(
    case: &Case,
    luck: &mut Luck,
    mut decides: impl FnMut(&dyn DynGame, Seat, &mut Luck) -> String,
) -> Option<Vec<u8>> {
    let MatchLength::Points(to @ 1..) = case.start().match_length() else {
        return play(case, luck, decides).places;
    };
    let mut totals = vec![0_i64; case.seats.into()];
    while totals.iter().all(|total| *total < to) {
        let scores = play(case, luck, &mut decides).scores?;
        totals.iter_mut().zip(scores).for_each(|(total, score)| *total += score);
    }
    Some(places_by_score(&totals))
}

/// Of `games` (matches, where these are played to points) the ones in which the only team that thinks is first, and nobody
/// else; `thinks` says which seat's team that is in which game. Where everybody sits for themselves, that is one seat. Games
/// among several that nobody wins are played besides and do not count; who plays alone loses them.
fn won(case: &Case, games: u64, thinks: impl Fn(u64) -> Seat) -> u64 {
    let (mut won, mut void, mut decided) = (0, 0, 0);
    let table = case.start();
    for number in 0.. {
        if decided == games {
            break;
        }
        let mut luck = Luck::seeded(number);
        let team = table.team(thinks(number));
        let places = play_match(case, &mut luck, |play, seat, luck| match play.team(seat) == team {
            true => decide(play, seat, luck, WORLDS),
            false => any(play, seat, luck),
        });
        if places.is_none() && case.seats > 1 {
            void += 1;
            assert!(void < 8 * games, "{case}: most games are won by somebody");
            continue;
        }
        let places = places.unwrap_or_default();
        let mut first = (0..)
            .map(Seat)
            .zip(&places)
            .filter(|(_, place)| **place == 1)
            .peekable();
        won += u64::from(first.peek().is_some() && first.all(|(seat, _)| table.team(seat) == team));
        decided += 1;
    }
    won
}

/// How many teams there are at a table.
fn teams(case: &Case) -> u64 {
    let table = case.start();
    let mut teams: Vec<u8> = (0..case.seats).map(|seat| table.team(Seat(seat))).collect();
    teams.sort_unstable();
    teams.dedup();
    teams.len() as u64
}

#[test]
fn a_computer_beats_random_players() {
    const GAMES: u64 = 25;
    for case in cases() {
        // In each game another seat thinks, with its teammates. Alone: three games of four. Against one team: four of five.
        // Against more: twice as many as would be its share.
        let won = won(&case, GAMES, |number| Seat((number % u64::from(case.seats)) as u8));
        let wanted = match teams(&case) {
            1 => (GAMES * 3).div_ceil(4),
            2 => GAMES * 4 / 5,
            teams => (GAMES * 2).div_ceil(teams),
        };
        assert!(won >= wanted, "{case}: {won} of {GAMES} games, and {wanted} are wanted");
    }
}

#[test]
fn a_computer_holds_either_side_of_binmat_against_random_players() {
    const GAMES: u64 = 20;
    let mut tables = cases();
    tables.retain(|case| case.entry.slug == "binmat");
    assert!(!tables.is_empty());
    for case in &tables {
        // Seat 0 defends, and the last one attacks.
        for seat in [0, case.seats - 1] {
            let won = won(case, GAMES, |_| Seat(seat));
            assert!(won >= GAMES * 4 / 5, "{case}, seat {seat}: {won} of {GAMES} games");
        }
    }
}

/// Calls `look` for every seat that is asked at about one moment in `seldom` of a random game.
pub(super) fn at_moments(case: &Case, seldom: u32, mut look: impl FnMut(&dyn DynGame, Seat, u64)) {
    let mut moment = 0;
    play(case, &mut Luck::seeded(7), |play, seat, luck| {
        moment += 1;
        if luck.below(seldom) == 0 {
            look(play, seat, moment);
        }
        any(play, seat, luck)
    });
}

#[test]
fn every_choice_is_legal_and_the_same_source_gives_the_same_one() {
    for case in cases() {
        at_moments(&case, 4, |play, seat, moment| {
            for worlds in [0, 1, WORLDS] {
                let [one, same] = [(); 2].map(|()| decide(play, seat, &mut Luck::seeded(moment), worlds));
                assert_eq!(one, same, "{case}: {seat} with {worlds} worlds");
                let taken = play.copy().apply(By::Seat(seat), &one);
                assert_eq!(taken.map(|happened| happened.what), Ok(one), "{case}: {seat}");
            }
        });
    }
}

#[test]
fn a_seat_that_is_not_asked_gets_no_choice() {
    for case in cases() {
        let begun = case.start();
        assert!(!begun.may_choose(Seat(0)), "{case}: chance comes first");
        let imagine = |source: &mut dyn Source| begun.imagine(Viewer::Seat(Seat(0)), source);
        for worlds in [0, WORLDS] {
            assert_eq!(
                choose(Seat(0), imagine, &mut Luck::seeded(1), worlds, 0),
                None,
                "{case}"
            );
        }
    }
}

/// How often a choice in one world differs from the choice in another that the seat cannot tell from it, at about one moment
/// in `seldom`.
pub(super) fn differences(how: fn(&dyn DynGame, Seat, &mut dyn Source) -> String, seldom: u32) -> (u32, u32) {
    let (mut compared, mut differ) = (0, 0);
    for case in cases() {
        at_moments(&case, seldom, |play, seat, moment| {
            let other = play.imagine(Viewer::Seat(seat), &mut Luck::seeded(!moment));
            if other.state() != play.state() {
                let [one, same] = [play, &*other].map(|world| how(world, seat, &mut Luck::seeded(moment)));
                compared += 1;
                differ += u32::from(one != same);
            }
        });
    }
    (compared, differ)
}

#[test]
fn what_is_hidden_from_a_seat_does_not_change_its_choice() {
    let (compared, differ) = differences(|world, seat, source| decide(world, seat, source, WORLDS), 2);
    assert!(compared > 50, "{compared} pairs of worlds");
    assert_eq!(differ, 0);
    // One that is handed the real world does give it away: so the comparison could have failed.
    let peeking = |world: &dyn DynGame, seat: Seat, source: &mut dyn Source| {
        choose(seat, |_: &mut dyn Source| world.copy(), source, WORLDS, 0).unwrap()
    };
    assert!(differences(peeking, 2).1 > 0);
}

#[test]
fn a_game_without_opinions_is_played_out() {
    let mut play = REVISABLE_CHOICE_GAME.start(&Options::new(), 2).unwrap();
    let mut source = Luck::seeded(3);
    play.apply(By::Seat(Seat(0)), "pledge 1").unwrap();
    assert_eq!(decide(&*play, Seat(1), &mut source, WORLDS), "pledge 3");
    play.apply(By::Seat(Seat(1)), "pledge 2").unwrap();
    // Ahead or not, more is better.
    assert_eq!(decide(&*play, Seat(0), &mut source, WORLDS), "pledge 3");
    assert_eq!(decide(&*play, Seat(1), &mut source, WORLDS), "pledge 3");
}

#[test]
fn without_worlds_any_legal_choice_is_made() {
    let play = REVISABLE_CHOICE_GAME.start(&Options::new(), 2).unwrap();
    let mut made: Vec<String> = (0..60)
        .map(|seed| decide(&*play, Seat(0), &mut Luck::seeded(seed), 0))
        .collect();
    made.sort();
    made.dedup();
    assert_eq!(made, ["pledge 1", "pledge 2", "pledge 3"]);
}

#[test]
fn first_place_is_worth_more_than_any_lead_and_a_lead_more_than_none() {
    let outcome = |places: Option<[u8; 3]>, scores: Option<[i64; 3]>| Outcome {
        places: places.map(Vec::from),
        scores: scores.map(Vec::from),
    };
    let of_first = |outcome: &Outcome| worth(outcome, Seat(0));
    let won = outcome(Some([1, 2, 3]), Some([7, 6, 1]));
    let won_by_much = outcome(Some([1, 2, 3]), Some([9, 6, 1]));
    let second = outcome(Some([2, 1, 3]), Some([6, 7, 1]));
    let third = outcome(Some([3, 2, 1]), Some([6, 7, 9]));
    let order = [&won_by_much, &won, &second, &third].map(of_first);
    assert!(order.is_sorted_by(|better, worse| better > worse), "{order:?}");
    let unscored = [[1, 2, 2], [2, 1, 3], [3, 1, 2]].map(|places| of_first(&outcome(Some(places), None)));
    assert!(unscored.is_sorted_by(|better, worse| better > worse), "{unscored:?}");
    assert_eq!(of_first(&outcome(None, None)), 0);
}
