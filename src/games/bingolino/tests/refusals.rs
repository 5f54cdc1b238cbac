//! What somebody reads whose typed choice is not taken, what is understood, and what is offered to those who type.

use super::support::{EDGAR, Table};
use crate::games::DynGame;
use crate::rules::{Game, Seat};
use crate::words::tests::refusals;
use crate::words::{ENGLISH, Numbered, Words};

/// A table at which these dice lie.
fn rolled(table: Table, dice: &str) -> super::super::Bingolino {
    let mut table = table;
    table.roll(dice);
    table.0
}

#[test]
fn every_refusal_gives_the_reason_and_the_rule() {
    let dealt = Table::dealt(2).0;
    let laid = Table::laid(2).0;
    let mut rolling = Table::laid(2);
    rolling.choose(0, "roll 3");
    let rolling = rolling.0;
    let many = rolled(Table::laid(2), "6,6,5,4");
    let back = rolled(Table::laid(2).with(0, "A2 D2 A3"), "6,6,5");
    let none = rolled(Table::laid(2), "5,6");
    let can = rolled(Table::laid(2).with(0, "D4"), "3");
    let others = rolled(Table::laid(2).with(1, "B1"), "6,5,3");
    let one = rolled(Table::laid(2), "4");
    let twice = rolled(Table::laid(2).with(0, "A1 B2"), "1");
    let mut apart = Table::laid(3);
    apart.0.playing.remove(Seat(1));
    let apart = apart.0;
    let mut over = Table::laid(2);
    over.0.phase = super::super::Phase::Over;
    over.0.waiting = crate::rules::SeatSet::EMPTY;
    let over = over.0;
    let rows: &[refusals::Row<'_>] = &[
        (&over, 0, "roll 2", "This game is over."),
        (&rolling, 0, "4", "Wait a moment: there is nothing to choose just now."),
        (
            &dealt,
            0,
            "roll 2",
            "Tiles are laid out before anybody rolls: press Ready, or type `layout` and your sixteen numbers row by row. (Rules: Before the first roll)",
        ),
        (
            &laid,
            0,
            &format!("layout {EDGAR}"),
            "Tiles stay where they lie once everybody is ready. (Rules: Before the first roll)",
        ),
        (
            &dealt,
            0,
            "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
            "There is no 1 among your tiles. Lay out exactly the sixteen that you have. (Rules: Before the first roll)",
        ),
        (&laid, 1, "roll 2", "It is Seat 1's turn. (Rules: A turn)"),
        (
            &apart,
            1,
            "roll 1",
            "This is a play-off: only those who tied with four stars roll and turn over tiles. (Rules: The end)",
        ),
        (
            &laid,
            0,
            "b3",
            "You roll first: 1 to 5 dice, such as `roll 4`. (Rules: A turn)",
        ),
        (
            &many,
            0,
            "roll 2",
            "You have rolled already, and now you choose a tile. (Rules: A turn)",
        ),
        (
            &others,
            1,
            "roll 3",
            "Seat 1 has rolled, not you, and now you choose a tile. (Rules: A turn)",
        ),
        (
            &twice,
            1,
            "1",
            "Nobody rolls now, and several tiles that you may turn show 1: name the place, such as B1. (Rules: A turn)",
        ),
        (
            &back,
            1,
            "flip A1",
            "None of your open tiles shows 17, so you have nothing to choose; only the roller may leave a die out. (Rules: A turn)",
        ),
        (
            &none,
            0,
            "flip A1",
            "None of your tiles fits and none is turned over, so there is nothing to do. (Rules: When nothing fits)",
        ),
        (
            &back,
            0,
            "flip A2",
            "A2 is turned over already; choose an open tile. (Rules: A turn)",
        ),
        (&many, 0, "A1", "A1 shows 3, but you need a 21. (Rules: A turn)"),
        (
            &others,
            1,
            "C3 without the 3",
            "Only the roller may leave a die out; for everybody else the total counts. (Rules: A turn)",
        ),
        (
            &one,
            0,
            "A4 -4",
            "With a single die there is none to leave out. (Rules: A turn)",
        ),
        (
            &many,
            0,
            "B1 -1",
            "No die shows 1; you may leave out one that was rolled. (Rules: A turn)",
        ),
        (
            &back,
            0,
            "pass",
            "You can turn over nothing, not even without a die, so you must turn a tile back. (Rules: When nothing fits)",
        ),
        (
            &twice,
            0,
            "pass",
            "You can turn over nothing, so you must turn a tile back. (Rules: When nothing fits)",
        ),
        (
            &others,
            1,
            "back B1",
            "Only the roller ever turns a tile back. (Rules: When nothing fits)",
        ),
        (
            &can,
            0,
            "back D4",
            "A tile is turned back only when nothing can be turned over, and you can: choose a tile, or decline. (Rules: When nothing fits)",
        ),
        (
            &back,
            0,
            "back A1",
            "A1 lies open, and only a tile that is turned over can be turned back. (Rules: When nothing fits)",
        ),
        (
            &laid,
            0,
            "roll nine",
            "That is not how a move is written in this game. Use the buttons, or write it as the rules say. (Rules: Typing a move)",
        ),
    ];
    refusals::proves("bingolino", rows, &["refused-draw", "refused-seat"]);
}

#[test]
fn a_tile_that_can_only_be_meant_one_way_needs_no_more_than_its_place_or_number() {
    // The roller has 21 at B1 and D3, 17 (without the 4) at A2 and D2, 16 (without the 5) at D1, 15 (without a 6) at C3.
    let many = rolled(Table::laid(2), "6,6,5,4");
    let read = |game: &super::super::Bingolino, seat: u8, typed: &str| {
        Game::read(game, Seat(seat), typed).map(|choice| choice.to_string())
    };
    for (typed, meant) in [
        ("b1", "flip B1"),
        ("c3", "flip C3 -6"),
        ("flip c3", "flip C3 -6"),
        ("15", "flip C3 -6"),
        ("the 16", "flip D1 -5"),
        ("turn 16", "flip D1 -5"),
        ("d2", "flip D2 -4"),
    ] {
        assert_eq!(read(&many, 0, typed).as_deref(), Ok(meant), "{typed}");
    }
    assert_eq!(read(&many, 0, "17"), Err(crate::rules::Malformed), "there are two");
    assert_eq!(read(&many, 1, "21").as_deref(), Ok("flip A1"));
    let back = rolled(Table::laid(2).with(0, "A2 D2 A3"), "6,6,5");
    assert_eq!(read(&back, 0, "a3").as_deref(), Ok("back A3"));
    assert_eq!(read(&back, 0, "back 12").as_deref(), Ok("back A3"));
    assert_eq!(read(&back, 0, "back 17").as_deref(), Err(&crate::rules::Malformed));
    assert_eq!(read(&back, 0, "flip a3").as_deref(), Ok("flip A3"), "which is refused");
    let laid = Table::laid(2).0;
    assert_eq!(
        read(&laid, 0, "4").as_deref(),
        Ok("roll 4"),
        "before the roll a number is a number of dice"
    );
}

#[test]
fn who_types_is_offered_what_they_may_turn_over() {
    let words = Words::embedded().unwrap();
    let many = rolled(Table::laid(2), "6,6,5,4");
    let said = |game: &super::super::Bingolino, seat: u8, typed: &str| -> Vec<String> {
        let offered = game.suggest(Seat(seat), typed, 25).into_iter();
        let said = offered.map(|offer| format!("{}: {}", offer.what, words.text(ENGLISH, &offer.phrase, &Numbered)));
        said.collect()
    };
    assert_eq!(
        said(&many, 0, "flip d"),
        [
            "flip D3: turn over the 21",
            "flip D2 -4: leave out the 4 and turn over the 17",
            "flip D1 -5: leave out the 5 and turn over the 16"
        ]
    );
    assert_eq!(
        said(&many, 0, "c3"),
        ["flip C3 -6: leave out the 6 and turn over the 15"]
    );
    assert_eq!(
        said(&many, 0, "15"),
        ["flip C3 -6: leave out the 6 and turn over the 15"]
    );
    assert_eq!(said(&many, 0, "dec"), ["decline: turn nothing over"]);
    assert_eq!(said(&many, 1, "c3"), [""; 0]);
    let dealt = Table::dealt(2).0;
    let mut other: Vec<&str> = EDGAR.split(',').collect();
    other.swap(0, 15);
    let other = format!("layout {}", other.join(","));
    assert_eq!(said(&dealt, 0, "lay").len(), 2);
    assert_eq!(
        said(&dealt, 0, &other)[0],
        format!("{other}: lay your tiles out like this")
    );
    assert_eq!(said(&dealt, 1, &other), [""; 0], "those are not their tiles");
}
