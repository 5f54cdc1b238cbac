//! How promising positions look to computer players, and how strong that makes them.

use super::super::*;
use super::support::{Chances, Table, options};
use crate::games::DynGame;
use crate::player::{self, Level};
use crate::rules::{Search, Viewer};

const LAID: [&str; 2] = ["7@0,0 7@1,0", "3@0,1 5@0,2"];

fn score(table: &Table, seat: u8) -> i64 {
    table.0.evaluate(Seat(seat)).expect("Dominup always has an opinion")
}

/// How promising the table looks to a seat after its choice.
fn after(table: &Table, seat: u8, what: &str) -> i64 {
    let mut tried = table.clone();
    tried.choose(seat, what);
    score(&tried, seat)
}

fn candidates(table: &Table, seat: u8) -> Vec<String> {
    let mut choices = Vec::new();
    Search::candidates(&table.0, Seat(seat), &mut choices);
    choices.iter().map(ToString::to_string).collect()
}

#[test]
fn a_step_for_the_own_hand_is_better_than_none_and_one_for_the_other_is_worse() {
    let table = Table::at("{}", &LAID, &["1-2 1-7 4-4", "2-7 5-5 0-0"], 0);
    // 1 beside 7 makes a step for 1-7, 2 beside 7 one for 2-7.
    let (own, none, others) = ("expand 1@2,0 2@3,0", "expand 1@1,2 2@1,3", "expand 2@2,0 1@3,0");
    assert!(after(&table, 0, own) > after(&table, 0, none));
    assert!(after(&table, 0, none) > after(&table, 0, others));
    let misere = Table::at(r#"{"misere":true}"#, &LAID, &["1-2 1-7 4-4", "2-7 5-5 0-0"], 0);
    assert!(after(&misere, 0, own) < after(&misere, 0, none));
    assert!(after(&misere, 0, none) < after(&misere, 0, others));
}

#[test]
fn places_count_more_than_any_lead() {
    let ahead = Table::at(
        "{}",
        &LAID,
        &["1-2", "0-0 0-1 0-2 0-3 0-4 0-5 0-6 1-1 1-3 1-4", "2-2 2-3"],
        0,
    );
    let mut first = Table::at("{}", &LAID, &["1-2", "0-0", "2-2 2-3"], 0);
    first.choose(0, "expand 1@2,0 2@3,0");
    assert!(score(&first, 0) > score(&ahead, 0));
    first.choose(1, "expand 0@4,0 0@5,0");
    assert_eq!(first.places(), Some(vec![1, 2, 3]));
    let [one, two, three] = [0, 1, 2].map(|seat| score(&first, seat));
    assert!(one > two && two > three && score(&ahead, 1) > three);
    let mut lost = Table::at(r#"{"misere":true}"#, &LAID, &["1-2", "0-0", "2-2 2-3"], 0);
    let before = score(&lost, 0);
    lost.choose(0, "expand 1@2,0 2@3,0");
    assert!(score(&lost, 0) < before && score(&lost, 1) > score(&ahead, 0));
}

#[test]
fn every_climb_is_tried_and_of_many_expands_the_promising_ones() {
    let laid = ["7@0,0 7@1,0", "3@0,1 5@0,2", "6@1,1 5@1,2"];
    let climbing = Table::at("{}", &laid, &["3-6 3-7 6-7 0-0", "0-1"], 0);
    assert_eq!(candidates(&climbing, 0), climbing.choices(0));
    let hand = "1-2 1-3 1-4 1-7 2-4 2-6 4-4 4-6 0-4 0-6";
    let many = Table::at("{}", &laid, &[hand, "2-7 0-0"], 0);
    let tried = candidates(&many, 0);
    let all = many.choices(0);
    assert!(all.len() > 300 && tried.len() == 48, "{} of {}", tried.len(), all.len());
    assert!(tried.iter().all(|choice| all.contains(choice)));
    assert!(tried.contains(&"expand 1@2,0 2@3,0".to_owned()));
    assert!(
        !tried.contains(&"expand 2@2,0 4@3,0".to_owned()),
        "that is a step for 2-7"
    );
    assert_eq!(candidates(&many, 1), [""; 0]);
}

/// Games won of so many against players that choose at random, each seat thinking in its turn.
fn won(json: &str, seats: u8, games: u64) -> u64 {
    let wins = |game: &u64| {
        let mut dice = Chances(*game);
        let thinks = Seat((game % u64::from(seats)) as u8);
        let mut play: Box<dyn DynGame> = Box::new(Dominup::setup(&options(json), seats).unwrap());
        loop {
            let (by, what) = match play.awaits() {
                Awaits::Nobody(outcome) => return outcome.places.unwrap()[thinks.index()] == 1,
                Awaits::Chance => (crate::rules::By::Chance, play.draw(&mut dice)),
                Awaits::Seats(waiting) => {
                    let seat = waiting.iter().next().unwrap();
                    let imagine = |source: &mut dyn Source| play.imagine(Viewer::Seat(seat), source);
                    let choice = match seat == thinks {
                        true => player::choose(Level::default().strategy(&*play), seat, imagine, &mut dice),
                        false => play.random_choice(seat, &mut dice),
                    };
                    (crate::rules::By::Seat(seat), choice.unwrap())
                }
            };
            play.apply(by, &what).unwrap();
        }
    };
    (0..games).filter(wins).count() as u64
}

#[test]
fn a_computer_wins_four_of_five_against_one_that_plays_at_random() {
    let won = won("{}", 2, 25);
    assert!(won >= 20, "{won} of 25");
}

#[test]
fn a_computer_wins_four_of_five_in_misere_too() {
    let won = won(r#"{"misere":true}"#, 2, 25);
    assert!(won >= 20, "{won} of 25");
}
