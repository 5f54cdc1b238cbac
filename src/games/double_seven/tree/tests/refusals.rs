//! What somebody reads whose typed choice is not taken, and what is offered to those who type.

use super::support::Table;
use crate::games::DynGame;
use crate::rules::Seat;
use crate::words::tests::refusals;
use crate::words::{ENGLISH, Numbered, Words};

#[test]
fn every_refusal_gives_the_reason_and_the_rule() {
    let deal = Table::new("{}", 2).0;
    let hand = "0-1 0-3 1-1 2-5 3-5 4-7 5-6 0-7";
    // A 3 at 2,1 and a 7 at -1,1 reach out from row 1.
    let table = Table::at(&[hand, "1-7", ""], "2-2", "1@1,1 3@2,1; 7@-1,1 4@0,1").0;
    // Over the gap at 2,2 hangs a 6; below it lies a 1.
    let gap = Table::at(&["1-3 2-5 6-6 1-4"; 2], "2-2", "1@1,1 1@2,1; 0@0,2 3@1,2; 7@1,3 6@2,3").0;
    let bare = Table::at(&["1-3 3-5", "1-4"], "2-2", "1@1,1 1@2,1; 0@0,2 3@1,2; 7@1,3 0@2,3").0;
    // Over the gap at 2,2 hangs a 3; below it lies a 0.
    let low = Table::at(&["0-4 3-5", "1-4"], "2-2", "1@1,1 0@2,1; 0@0,2 3@1,2; 7@1,3 3@2,3").0;
    // What lies at 1,3 has nothing below it, and above it this symbol.
    let under = |symbol: &str| {
        let tree = "0@-1,1 4@0,1; 2@1,1 0@2,1; 6@-2,2 1@-1,2; 4@2,2 7@3,2; 3@-1,3 0@0,3; 1@0,4 ".to_owned();
        Table::at(&["4-6 5-6", "1-1"], "2-2", &(tree + symbol + "@1,4")).0
    };
    let (four, five, seven) = (under("4"), under("5"), under("7"));
    let stuck = Table::at(&["3-5", "1-4"], "2-2", "").0;
    let empty = Table::at(&["3-5", "1-4"], "", "").0;
    let mut over = Table::at(&["1-5", "1-4"], "", "");
    over.choose(0, "1@1,1 5@2,1");
    let over = over.0;
    let rows: &[refusals::Row<'_>] = &[
        (&deal, 0, "draw", "Wait a moment: there is nothing to choose just now."),
        (&over, 1, "pass", "This game is over."),
        (
            &table,
            2,
            "pass",
            "You are out of tiles, so you have your place already. (Rules: The end)",
        ),
        (&table, 1, "1-7 2,2", "It is Seat 1's turn. (Rules: A turn)"),
        (
            &table,
            0,
            "draw",
            "One of your tiles fits, such as 5-3 at M77: you draw or pass only when nothing does. (Rules: When nothing fits)",
        ),
        (
            &empty,
            0,
            "draw",
            "The supply is empty, so you pass. (Rules: When nothing fits)",
        ),
        (
            &stuck,
            0,
            "pass",
            "There are tiles in the supply, so you draw one. (Rules: When nothing fits)",
        ),
        (&table, 0, "6-7 2,2", "You do not have 6-7. (Rules: A turn)"),
        (&table, 0, "3-1 2,2", "1-3 lies in the tree already. (Rules: A turn)"),
        (
            &table,
            0,
            "5@2,2 3@2,3",
            "Tiles lie across: both halves in the same row, in columns side by side. (Rules: A turn)",
        ),
        (
            &table,
            0,
            "1-1 2,0",
            "Only the double blank lies on the ground; your tiles go in row 76 or higher. (Rules: A turn)",
        ),
        (&table, 0, "5-3 0,1", "There is a tile on M76 already. (Rules: A turn)"),
        (
            &table,
            0,
            "5-3 7,1",
            "Neither half would lie directly above a tile, and one at least must. (Rules: A turn)",
        ),
        (
            &table,
            0,
            "3-0 -2,2",
            "The 7 at L76 has all three rings, so neither 0 nor anything else can lie above it at L77. (Rules: One ring more)",
        ),
        (
            &table,
            0,
            "3-5 2,2",
            "The 3 at O77 would lie above another 3 at O76 and add no ring: only 7 can lie there. (Rules: One ring more)",
        ),
        (
            &table,
            0,
            "7-4 0,2",
            "The 7 at M77 would add the pip and the small circle to the 4 below it at M76, and exactly one ring is added: only 5 or 6 can lie there. (Rules: One ring more)",
        ),
        (
            &table,
            0,
            "5-2 2,2",
            "The 5 at O77 lacks the small circle of the 3 below it at O76, and every ring must be there again, with one more: only 7 can lie there. (Rules: One ring more)",
        ),
        (
            &bare,
            0,
            "3-1 2,2",
            "The 0 at O78 has no ring, so neither 3 nor anything else can lie below it at O77. (Rules: One ring more)",
        ),
        (
            &four,
            0,
            "5-6 1,3",
            "The 4 at N79 lacks the pip of the 5 inserted below it at N78: only 0 can lie there. (Rules: One ring more)",
        ),
        (
            &low,
            0,
            "4-0 2,2",
            "The 3 at O78 lacks the large circle of the 4 inserted below it at O77: only 1 or 2 can lie there. (Rules: One ring more)",
        ),
        (
            &low,
            0,
            "3-5 2,2",
            "The 3 at O77 would add the pip and the small circle to the 0 below it at O76, and exactly one ring is added: only 1 or 2 can lie there. (Rules: One ring more)",
        ),
        (
            &gap,
            0,
            "3-1 2,2",
            "Nothing can lie at O77, between the 1 at O76 and the 6 at O78: no symbol has exactly one ring more than the one below and exactly one less than the one above. (Rules: One ring more)",
        ),
        (
            &seven,
            0,
            "4-6 1,3",
            "The 7 at N79 would add the pip and the small circle to the 4 inserted below it at N78, and exactly one ring is added: only 3, 5 or 6 can lie there. (Rules: One ring more)",
        ),
        (
            &five,
            0,
            "5-6 1,3",
            "The 5 at N78 would lie below another 5 at N79, which then adds no ring: only 1 or 4 can lie there. (Rules: One ring more)",
        ),
    ];
    refusals::proves("tree", rows, &["refused-draw", "refused-seat"]);
}

#[test]
fn those_who_type_are_offered_what_fits() {
    let words = Words::embedded().expect("the words are sound");
    let table = Table::at(&["1-2 3-5", "1-4"], "2-2", "").0;
    let offered: Vec<(String, String)> = table
        .suggest(Seat(0), "1@0,1", 2)
        .into_iter()
        .map(|suggestion| (suggestion.what, words.text(ENGLISH, &suggestion.phrase, &Numbered)))
        .collect();
    let row = |what: &str, said: &str| (what.to_owned(), said.to_owned());
    assert_eq!(
        offered,
        [
            row("1@0,1 2@1,1", "place 1-2 in row 76 and play an extra turn"),
            row("2@-1,1 1@0,1", "place 2-1 in row 76"),
        ]
    );
    assert_eq!(
        table.suggest(Seat(0), "2-1 0,1", 1)[0].what,
        "2@0,1 1@1,1",
        "as it lies"
    );
    assert!(table.suggest(Seat(1), "", 9).is_empty());
}
