//! The end: four stars, ties, and the play-off for a fifth.

use super::super::*;
use super::support::{Chances, Table, place};
use crate::rules::{Event, Observe, Presentation, Preview, Viewer};
use crate::words::{ENGLISH, Numbered, Words};

/// A grid with a 1 at A1 and a 2 at D4, the other tiles out of reach.
const SHORT: &str = "1,20,20,20,19,21,21,21,19,22,22,22,19,18,18,2";

/// What is turned over for so many stars: rows 2 and 3 and the diagonal from D1. A1 then completes column A, D4 column D
/// and (with A1) the other diagonal.
fn turned(stars: u8) -> &'static str {
    match stars {
        0 => "",
        1 => "A2 B2 C2 D2",
        2 => "A2 B2 C2 D2 A3 B3 C3 D3",
        _ => "A2 B2 C2 D2 A3 B3 C3 D3 D1 A4",
    }
}

/// Seats with so many stars each, all with the same tiles, seat 0 about to roll.
fn table(stars: &[u8]) -> Table {
    let mut table = Table::laid(stars.len() as u8);
    for (seat, stars) in stars.iter().enumerate() {
        table.0.grids[seat] = Grid::lay(SHORT.parse().unwrap());
        turn(&mut table, seat, turned(*stars));
        assert_eq!(table.0.grids[seat].stars(), *stars, "seat {seat}");
    }
    table
}

/// Turns tiles over before the game goes on.
fn turn(table: &mut Table, seat: usize, places: &str) {
    for text in places.split_whitespace() {
        table.0.grids[seat].turn(place(text));
    }
}

/// Everybody who is asked turns over A1 (or does nothing) for a rolled 1.
fn one(table: &mut Table, flips: &[u8]) -> Vec<String> {
    let mut facts = table.roll("1");
    for seat in table.waiting() {
        let what = if flips.contains(&seat) { "flip A1" } else { "decline" };
        facts = table.choose(seat, what);
    }
    facts
}

#[test]
fn the_game_ends_with_the_fourth_star() {
    let mut table = table(&[3, 1]);
    assert_eq!(one(&mut table, &[0]), ["star 0 cA"]);
    assert_eq!(table.outcome(), Some((vec![1, 2], vec![4, 1])));
    assert_eq!(table.try_choose(0, "roll 1"), Err("refused-over"));
    assert_eq!(table.try_chance("dice 1"), Err("refused-draw"));
    assert!(table.waiting().is_empty());
}

#[test]
fn three_stars_are_not_the_end() {
    let mut table = table(&[2, 1]);
    turn(&mut table, 0, "A4");
    assert_eq!(one(&mut table, &[0]), ["star 0 cA"]);
    assert_eq!((table.outcome(), table.stars(0).as_str()), (None, "r2 r3 cA"));
}

#[test]
fn the_roller_has_no_advantage() {
    let mut table = table(&[1, 3, 0]);
    assert_eq!(one(&mut table, &[1]), ["star 1 cA"]);
    assert_eq!(table.outcome(), Some((vec![2, 1, 3], vec![1, 4, 0])));
}

#[test]
fn more_than_four_at_once_count() {
    let mut table = table(&[3, 3]);
    turn(&mut table, 0, "B1 C1");
    let facts = one(&mut table, &[0]);
    assert_eq!(facts, ["star 0 r1", "star 0 cA"]);
    assert_eq!(table.outcome(), Some((vec![1, 2], vec![5, 3])));
}

#[test]
fn five_at_once_beat_four() {
    let mut table = table(&[3, 3, 2]);
    turn(&mut table, 1, "B1 C1");
    let facts = one(&mut table, &[0, 1]);
    assert_eq!(facts, ["star 0 cA", "star 1 r1", "star 1 cA"]);
    assert_eq!(table.outcome(), Some((vec![2, 1, 3], vec![4, 5, 2])));
}

#[test]
fn several_with_five_win_jointly() {
    let mut table = table(&[3, 3, 3, 3]);
    turn(&mut table, 1, "B1 C1");
    turn(&mut table, 3, "B1 C1");
    one(&mut table, &[0, 1, 3]);
    assert_eq!(table.outcome(), Some((vec![3, 1, 4, 1], vec![4, 5, 3, 5])));
}

#[test]
fn several_with_four_play_on_among_themselves() {
    let mut table = table(&[3, 2, 3]);
    assert_eq!(one(&mut table, &[0, 2]), ["star 0 cA", "star 2 cA"]);
    assert_eq!(table.outcome(), None);
    assert_eq!(
        table.waiting(),
        [2],
        "after seat 0 the next of them, and seat 1 is passed over"
    );
    // The others neither roll nor flip.
    assert_eq!(table.try_choose(1, "roll 1"), Err("bingolino-refused-play-off"));
    table.roll("1");
    assert_eq!(
        table.waiting(),
        [2],
        "seat 1 has an open 1 and is not asked; seat 2 must turn one back"
    );
    assert_eq!(table.try_choose(1, "flip A1"), Err("bingolino-refused-play-off"));
    table.choose(2, "back A2");
    assert_eq!(table.waiting(), [0]);
    assert_eq!(table.stars(2), "r2 r3 cA d2", "the star stays");
}

#[test]
fn the_fifth_star_decides_the_play_off() {
    let mut table = table(&[3, 3, 0]);
    one(&mut table, &[0, 1]);
    assert_eq!((table.outcome(), table.waiting()), (None, vec![1]));
    turn(&mut table, 0, "B4 C4");
    table.roll("2");
    assert_eq!(table.waiting(), [0, 1]);
    table.choose(1, "flip D4");
    assert_eq!(
        table.choose(0, "flip D4"),
        ["star 0 r4", "star 0 cD", "star 0 d1", "star 1 cD", "star 1 d1"]
    );
    assert_eq!(
        table.outcome(),
        Some((vec![1, 1, 3], vec![7, 6, 0])),
        "several at once win jointly"
    );
}

#[test]
fn who_loses_the_play_off_ranks_by_stars() {
    let mut table = table(&[3, 3, 2]);
    one(&mut table, &[0, 1]);
    table.roll("2");
    table.choose(0, "flip D4");
    assert_eq!(table.choose(1, "decline"), ["star 0 cD", "star 0 d1"]);
    assert_eq!(table.outcome(), Some((vec![1, 2, 3], vec![6, 4, 2])));
}

#[test]
fn all_seats_may_be_in_the_play_off() {
    let mut table = table(&[3, 3]);
    one(&mut table, &[0, 1]);
    assert_eq!(table.0.goal, 5);
    assert_eq!((table.outcome(), table.waiting()), (None, vec![1]));
    // A roll without a star ends nothing.
    table.roll("6,6");
    table.choose(1, "back A1");
    assert_eq!((table.outcome(), table.waiting()), (None, vec![0]));
}

#[test]
fn the_roller_may_be_out_of_the_play_off() {
    let mut table = table(&[0, 3, 1, 3]);
    assert_eq!(one(&mut table, &[1, 3]), ["star 1 cA", "star 3 cA"]);
    assert_eq!(table.waiting(), [1], "the next of them after seat 0");
    table.roll("6,6");
    table.choose(1, "back A1");
    assert_eq!(table.waiting(), [3]);
    table.roll("6,6");
    table.choose(3, "back A1");
    assert_eq!(table.waiting(), [1]);
}

#[test]
fn equal_stars_share_a_place() {
    let mut table = table(&[3, 2, 2, 1]);
    one(&mut table, &[0]);
    assert_eq!(table.outcome(), Some((vec![1, 2, 2, 4], vec![4, 2, 2, 1])));
}

#[test]
fn a_game_that_is_over_draws_nothing_more() {
    let mut table = table(&[3, 1]);
    one(&mut table, &[0]);
    let chance = table.0.draw(&mut Chances(1));
    assert!(table.0.apply(&Event::Chance(chance)).is_err());
}

/// What the table is told of what decided; nothing before the end.
fn decided(table: &Table) -> Vec<String> {
    let words = Words::embedded().unwrap();
    let said = |phrase: &Phrase| words.text(ENGLISH, phrase, &Numbered);
    let scene = table.scene(Viewer::Table);
    let sketch = Bingolino::picture(&table.0.view(Viewer::Table), Preview::Nothing).unwrap();
    assert!(scene.decided.iter().all(|phrase| sketch.alt.contains(phrase)));
    scene.decided.iter().map(said).collect()
}

#[test]
fn an_end_says_what_decided_between_seats_that_got_there_together() {
    let nothing = [""; 0];
    let mut plain = table(&[3, 1]);
    one(&mut plain, &[0]);
    assert_eq!(decided(&plain), nothing, "the fourth star alone");
    let mut five = table(&[3, 3, 2]);
    turn(&mut five, 1, "B1 C1");
    one(&mut five, &[0, 1]);
    assert_eq!(
        decided(&five),
        ["Seat 1 got to four stars with the same roll, but Seat 2 got to five or more, and five beat four."]
    );
    let mut joint = table(&[3, 3]);
    turn(&mut joint, 0, "B1 C1");
    turn(&mut joint, 1, "B1 C1");
    one(&mut joint, &[0, 1]);
    assert_eq!(
        decided(&joint),
        ["Seat 1 and Seat 2 got to five stars with the same roll, so they win together."]
    );
    let level = "Seat 1 and Seat 2 got to four stars with the same roll, so a play-off decided:";
    let mut play_off = table(&[3, 3, 2]);
    one(&mut play_off, &[0, 1]);
    assert_eq!(decided(&play_off), nothing, "it is not over");
    play_off.roll("2");
    play_off.choose(0, "flip D4");
    play_off.choose(1, "decline");
    assert_eq!(
        decided(&play_off),
        [format!("{level} Seat 1 was the first with a fifth.")]
    );
    let mut shared = table(&[3, 3, 0]);
    one(&mut shared, &[0, 1]);
    shared.roll("2");
    shared.choose(1, "flip D4");
    shared.choose(0, "flip D4");
    assert_eq!(
        decided(&shared),
        [format!(
            "{level} Seat 1 and Seat 2 got a fifth with the same roll and win together."
        )]
    );
}
