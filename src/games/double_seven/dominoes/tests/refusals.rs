//! What somebody reads whose typed choice is not taken, and what is offered to those who type.

use super::support::Table;
use crate::games::DynGame;
use crate::rules::Seat;
use crate::words::tests::refusals;

const DEALT: [&str; 2] = [
    "3-3 0-1 0-2 0-3 0-4 0-5 0-6 0-7 1-2",
    "0-0 1-1 1-3 1-4 1-5 1-6 1-7 2-3 2-4",
];

const SINGLES: [&str; 2] = [
    "4-7 0-1 0-2 0-3 0-4 0-5 0-6 0-7 1-2",
    "5-6 1-3 1-4 1-5 1-6 1-7 2-3 2-4 2-5",
];

#[test]
fn every_refusal_gives_the_reason_and_the_rule() {
    let waiting = Table::new("{}", 2).0;
    let opening = Table::dealt("{}", &DEALT, "").0;
    let heaviest = Table::dealt("{}", &SINGLES, "").0;
    let playing = Table::middle("{}", "3-5", &["3-4 3-5 5-5 0-0", "0-1"], "2-2", 0).0;
    let drawing = Table::middle("{}", "3-5", &["0-0 1-1", "0-1"], "2-2", 0).0;
    let passing = Table::middle("{}", "3-5", &["0-0 1-1", "0-1"], "", 0).0;
    let blocking = Table::middle(r#"{"block":true}"#, "3-5", &["0-0 1-1", "0-1"], "2-2", 0).0;
    let mut over = Table::middle("{}", "3-5", &["3-4", "0-1"], "", 0);
    over.choose(0, "3-4 L");
    let over = over.0;
    refusals::proves(
        "dominoes",
        &[
            (
                &waiting,
                0,
                "7-7",
                "Wait a moment: there is nothing to choose just now.",
            ),
            (&playing, 2, "pass", "There is no such seat at this table."),
            (&over, 1, "0-1 L", "This game is over."),
            (&playing, 1, "0-1 L", "It is Seat 1's turn. (Rules: A turn)"),
            (
                &playing,
                0,
                "6-7 left",
                "You do not have 6-7 in your hand. (Rules: A turn)",
            ),
            (&opening, 0, "7-7", "You do not have 7-7 in your hand. (Rules: A turn)"),
            (
                &playing,
                0,
                "0-0",
                "0-0 fits neither end: the left one shows 3, the right one 5. (Rules: A turn)",
            ),
            (
                &playing,
                0,
                "5-5 L",
                "5-5 does not fit on the left, where the line shows 3. (Rules: A turn)",
            ),
            (
                &playing,
                0,
                "34 R",
                "3-4 does not fit on the right, where the line shows 5. (Rules: A turn)",
            ),
            (
                &playing,
                0,
                "3-5",
                "Say to which end 3-5 goes: `3-5 L` is left, `3-5 R` is right. (Rules: A turn)",
            ),
            (
                &opening,
                0,
                "0-7",
                "The highest double that anybody holds opens, and that is your 3-3. (Rules: The first tile)",
            ),
            (
                &opening,
                0,
                "draw",
                "The highest double that anybody holds opens, and that is your 3-3. (Rules: The first tile)",
            ),
            (
                &heaviest,
                0,
                "0-7",
                "Nobody holds a double, so the heaviest tile opens, and that is your 4-7. (Rules: The first tile)",
            ),
            (
                &playing,
                0,
                "draw",
                "You can play a tile; you draw only when you cannot. (Rules: A turn)",
            ),
            (
                &passing,
                0,
                "draw",
                "The supply is empty; you cannot play, so you pass. (Rules: A turn)",
            ),
            (
                &blocking,
                0,
                "draw",
                "Nobody draws at this table; you cannot play, so you pass. (Rules: A turn)",
            ),
            (
                &playing,
                0,
                "pass",
                "You can play a tile, so you may not pass. (Rules: A turn)",
            ),
            (
                &drawing,
                0,
                "pass",
                "You may not pass while there are tiles to draw. (Rules: A turn)",
            ),
        ],
        &["refused-draw"],
    );
}

#[test]
fn who_types_is_offered_tiles_with_their_ends() {
    let playing = Table::middle("{}", "3-5", &["3-4 3-5 5-5 0-0", "0-1"], "2-2", 0).0;
    let offered = |text: &str| -> Vec<String> {
        let offered = playing.suggest(Seat(0), text, 9).into_iter();
        offered.map(|suggestion| suggestion.what).collect()
    };
    assert_eq!(offered(""), ["3-4 L", "3-5 L", "3-5 R", "5-5 R"]);
    assert_eq!(offered("34"), ["3-4 L"], "the end goes without saying");
    assert_eq!(offered("3-5"), ["3-5 L", "3-5 R"]);
    assert_eq!(offered("right 5-3"), ["3-5 R"]);
    assert!(playing.suggest(Seat(1), "", 9).is_empty(), "it is not their turn");
}
