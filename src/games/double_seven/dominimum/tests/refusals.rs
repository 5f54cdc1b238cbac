//! What somebody reads whose typed choice is not taken.

use super::support::Table;
use crate::games::double_seven::tests::support::Chances;
use crate::words::tests::refusals;

#[test]
fn every_refusal_gives_the_reason_and_the_rule() {
    let new = Table::new("{}", 2).0;
    let begun = Table::dealt(2, 0, &["3-4", "0-1", "5-5"]).0;
    let mut placed = Table::dealt(2, 0, &["3-4", "0-1", "5-5"]);
    placed.place("3@0,0 4@1,0");
    let placed = placed.0;
    let mut over = Table::dealt(2, 0, &[]);
    over.play_out(&mut Chances(1));
    let over = over.0;
    let rows: &[refusals::Row<'_>] = &[
        (
            &new,
            0,
            "3@0,0 4@1,0",
            "Wait a moment: there is nothing to choose just now.",
        ),
        (&over, 0, "3@0,0 4@1,0", "This game is over."),
        (&begun, 1, "0@0,0 1@1,0", "It is Seat 1's turn. (Rules: A turn)"),
        (
            &begun,
            0,
            "0-1 0,0 1,0",
            "You hold 3-4, not 0-1, and you place the tile that you hold. (Rules: A turn)",
        ),
        (
            &begun,
            0,
            "3@0,0 4@0,1",
            "The first tile lies on M75 and N75 with its lower symbol first. (Rules: A turn)",
        ),
        (
            &placed,
            1,
            "0@1,0 1@1,1",
            "There is a tile on N75 already, and both halves go on free cells. (Rules: A turn)",
        ),
        (
            &placed,
            1,
            "1@1,2 0@2,2",
            "Nothing lies beside that place: one half at least must be beside a tile. (Rules: A turn)",
        ),
    ];
    let untyped = ["refused-draw", "refused-seat"];
    refusals::proves("dominimum", rows, &untyped);
}
