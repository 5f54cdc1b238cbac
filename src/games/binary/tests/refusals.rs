//! What somebody reads whose typed choice is not taken, and what is offered to those who type.

use super::support::Table;
use crate::games::DynGame;
use crate::rules::Seat;
use crate::words::tests::refusals;
use crate::words::{ENGLISH, Numbered, Words};

#[test]
fn every_refusal_gives_the_reason_and_the_rule() {
    let drawn = Table::new("{}").0;
    let opening = Table::begun("{}").0;
    let middle = Table::at(8, ["a1 c1", "a2"], [15, 15], 0).0;
    let last = Table::at(8, ["a1", "b1"], [1, 5], 0).0;
    let alone = Table::at(8, ["a1", "a2"], [0, 4], 1).0;
    let mut over = Table::at(8, ["a1", "a2"], [1, 0], 0);
    over.choose(0, "c1");
    let over = over.0;
    refusals::proves(
        "binary",
        &[
            (&drawn, 0, "c1", "Wait a moment: there is nothing to choose just now."),
            (&over, 1, "c3", "This game is over."),
            (&middle, 1, "E4", "It is Seat 1's turn. (Rules: A turn)"),
            (
                &alone,
                0,
                "c3",
                "All your pieces are placed, so Seat 2 places the rest alone. (Rules: The end)",
            ),
            (
                &middle,
                0,
                "i9",
                "i9 is not on this board, which ends at h8. (Rules: The board)",
            ),
            (
                &middle,
                0,
                "e5, c1",
                "There is a piece on c1 already, and pieces go on empty squares. (Rules: A turn)",
            ),
            (
                &opening,
                0,
                "a1 c1",
                "The game begins with a single piece, on a dark square outside the centre. (Rules: A turn)",
            ),
            (
                &opening,
                0,
                "A2",
                "a2 is light, and the first piece goes on a dark square outside the centre. (Rules: A turn)",
            ),
            (
                &opening,
                0,
                "d4",
                "d4 is in the centre, and the first piece goes on a dark square outside it. (Rules: A turn)",
            ),
            (
                &last,
                0,
                "e4",
                "e4 is a centre square of the other colour: it costs a second piece, and you have only one left. (Rules: The centre)",
            ),
            (
                &middle,
                0,
                "e1 f1",
                "f1 is not of your colour, and two pieces at once go on squares of your own colour. (Rules: A turn)",
            ),
            (
                &middle,
                0,
                "d4 g1",
                "d4 is in the centre, and a piece on your own colour there is the only one of its turn. (Rules: The centre)",
            ),
            (
                &last,
                0,
                "c1 e1",
                "You have only one piece left, so choose one square. (Rules: A turn)",
            ),
            (
                &middle,
                0,
                "knight to f3",
                "That is not how a move is written in this game. Use the buttons, or write it as the rules say. (Rules: Typing a move)",
            ),
        ],
        &["refused-draw", "refused-seat"],
    );
    assert_eq!(middle.near(Seat(0), "e1 f1", 3), ["e1 f2", "e1 f4", "e1 f6"]);
    assert_eq!(middle.near(Seat(1), "e1", 3), [""; 0], "nothing is offered out of turn");
}

#[test]
fn who_types_is_offered_their_own_legal_placements() {
    let words = Words::embedded().unwrap();
    let middle = Table::at(8, ["a1 c1", "a2"], [15, 15], 0).0;
    let offers = |seat: u8, typed: &str| -> Vec<String> {
        let offered = middle.suggest(Seat(seat), typed, 3).into_iter();
        let said = offered.map(|offer| format!("{}: {}", offer.what, words.text(ENGLISH, &offer.phrase, &Numbered)));
        said.collect()
    };
    assert_eq!(
        offers(0, "f4"),
        [
            "f4: place on f4",
            "f4 f6: place on f4 and f6",
            "f4 f8: place on f4 and f8"
        ]
    );
    assert_eq!(offers(0, "e4"), ["e4: place on e4 in the centre and give up a piece"]);
    assert_eq!(offers(0, "G5 b2")[0], "b2 g5: place on b2 and g5");
    assert_eq!(offers(0, "c2"), ["c2: place on c2, a light square"]);
    assert_eq!(offers(0, "c1"), [""; 0], "a piece stands there");
    assert_eq!(offers(1, "f3"), [""; 0], "it is not their turn");
}
