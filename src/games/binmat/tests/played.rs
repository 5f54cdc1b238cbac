//! 20 combats of seven games that others played with the original, as facts: what lay in the stacks, and what came of it.
//!
//! The records that they were taken from tell of 25: one of the games was recorded from both seats, as 2781746 and as
//! e24412f, and its five combats stand here once.
//!
//! Where the original differs from the rulebook, the rulebook wins. That is so in three things:
//!
//! * In the fight over lane 0 of game 5968450 the attackers had no stack: by the rulebook no combat can be begun then.
//! * Attackers of the original lay cards face up (`7^u`, `@%u`). Here they lie so only in this table; the combat is the same.
//! * Game a6ed5ac was still fought over in its turn 111, when by the rulebook the defenders have won. The combat is played
//!   in a turn that there is.

use super::support::{ATTACKERS, Board, DEFENDERS};

/// A combat. Stacks are written the oldest card first, with `u` behind a card that lay face up before.
struct Row {
    game: &'static str,
    order: &'static str,
    attackers: &'static str,
    defenders: &'static str,
    facts: &'static str,
    /// What was left of the defenders' stack.
    left: &'static str,
    /// What was then in the lane's discard pile and in that of the attackers, besides what was there before.
    lane: &'static str,
    pile: &'static str,
    /// How many cards the attacker drew.
    drawn: usize,
}

#[rustfmt::skip]
const ROWS: [Row; 19] = [
    Row { game: "2781746 29", order: "c2", attackers: "8^", defenders: "", facts: "combat 2 3 0 4", left: "", lane: "", pile: "8^", drawn: 4 },
    Row { game: "2781746 35", order: "c0", attackers: "8&", defenders: "", facts: "combat 0 3 0 4", left: "", lane: "", pile: "8&", drawn: 4 },
    Row { game: "2781746 41", order: "c2", attackers: "8#", defenders: "", facts: "combat 2 3 0 4", left: "", lane: "", pile: "8#", drawn: 4 },
    Row { game: "2781746 75", order: "c1", attackers: "@# @%u", defenders: "7& 4!", facts: "trap 1 4!; bounce 1; combat 1 0 0 0", left: "7&u", lane: "", pile: "4! @% @#", drawn: 0 },
    Row { game: "2781746 91", order: "c1", attackers: "8+", defenders: "7&u", facts: "combat 1 3 0 4", left: "", lane: "", pile: "8+ 7&", drawn: 3 },
    Row { game: "534b4b4 15", order: "c1", attackers: "3# 7^u *^", defenders: "", facts: "combat 1 4 0 5", left: "", lane: "", pile: "*^ 7^ 3#", drawn: 5 },
    Row { game: "5c593fe 49", order: "c5", attackers: "5^ 3#", defenders: "", facts: "combat 5 3 0 4", left: "", lane: "", pile: "3# 5^", drawn: 4 },
    Row { game: "5c593fe 79", order: "c4", attackers: "4%", defenders: "", facts: "combat 4 2 0 3", left: "", lane: "", pile: "4%", drawn: 3 },
    Row { game: "5c593fe 83", order: "c4", attackers: "8&", defenders: "", facts: "combat 4 3 0 4", left: "", lane: "", pile: "8&", drawn: 4 },
    Row { game: "5c593fe 87", order: "c3", attackers: "8+", defenders: "", facts: "combat 3 3 0 4", left: "", lane: "", pile: "8+", drawn: 4 },
    Row { game: "5c593fe 91", order: "c2", attackers: "8%", defenders: "", facts: "combat 2 3 0 4", left: "", lane: "", pile: "8%", drawn: 4 },
    Row { game: "6dec467 13", order: "c4", attackers: "4!", defenders: "", facts: "combat 4 2 0 3", left: "", lane: "", pile: "4!", drawn: 3 },
    Row { game: "a6ed5ac 27", order: "c0", attackers: "2# ?&", defenders: "", facts: "bounce 0; combat 0 0 0 0", left: "", lane: "?&", pile: "2#", drawn: 0 },
    Row { game: "a6ed5ac 87", order: "u>%4", attackers: "4^", defenders: "8^", facts: "combat 4 2 3 -", left: "8^u", lane: ">% 4^", pile: "", drawn: 0 },
    Row { game: "a6ed5ac 111", order: "c1", attackers: "?+", defenders: "?^ >!", facts: "bounce 1; combat 1 0 0 0", left: ">!u", lane: "?+", pile: "?^", drawn: 0 },
    Row { game: "d846d2a 35", order: "c1", attackers: "8%", defenders: "7! *&", facts: "combat 1 3 3 1", left: "7!u", lane: "", pile: "8% *&", drawn: 0 },
    Row { game: "d846d2a 39", order: "c1", attackers: "8&", defenders: "7!u", facts: "combat 1 3 0 4", left: "", lane: "", pile: "8& 7!", drawn: 3 },
    Row { game: "d846d2a 63", order: "c5", attackers: "a& 6^", defenders: "", facts: "combat 5 4 0 5", left: "", lane: "", pile: "6^ a&", drawn: 5 },
    // The attackers' last one: see below.
    Row { game: "d846d2a 67", order: "c5", attackers: "4&", defenders: "", facts: "combat 5 2 0 3", left: "", lane: "", pile: "4&", drawn: 3 },
];

/// Cards in some order: the original puts those of a stack on a pile in another one.
fn sorted(cards: &str) -> Vec<&str> {
    let mut cards: Vec<&str> = cards.split_whitespace().collect();
    cards.sort_unstable();
    cards
}

#[test]
fn combats_of_played_games_end_as_they_did() {
    for row in ROWS {
        let hand = if row.order.starts_with('u') { ">%" } else { "" };
        let (_, number) = row.order.split_at(row.order.len() - 1);
        let mut board = Board::duel(ATTACKERS)
            .stack(ATTACKERS, number.parse().unwrap(), row.attackers)
            .stack(DEFENDERS, number.parse().unwrap(), row.defenders)
            .hand(1, hand)
            .ready();
        assert_eq!(board.team(row.order).join("; "), row.facts, "{}", row.game);
        let number: u8 = number.parse().unwrap();
        assert_eq!(board.stacked(ATTACKERS, number), "", "{}", row.game);
        assert_eq!(board.stacked(DEFENDERS, number), row.left, "{}", row.game);
        assert_eq!(
            sorted(&board.discarded(&number.to_string())),
            sorted(row.lane),
            "{}",
            row.game
        );
        assert_eq!(sorted(&board.discarded("a")), sorted(row.pile), "{}", row.game);
        assert_eq!(board.held(1).split_whitespace().count(), row.drawn, "{}", row.game);
    }
}

/// The 20th of them.
#[test]
fn the_original_let_combat_begin_without_a_stack_and_the_rulebook_does_not() {
    let mut board = Board::duel(ATTACKERS).stack(DEFENDERS, 0, "?%").ready();
    assert_eq!(board.team("c0"), ["invalid 1"]);
    assert_eq!(board.stacked(DEFENDERS, 0), "?%");
}

/// The end of game d846d2a: one card was left in lane 5 when three were to be drawn.
#[test]
fn the_last_combat_of_a_game_that_the_attackers_won() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 5, "4&")
        .deck("5", "")
        .discard("5", "6#")
        .discard("a", "6^ a&")
        .ready();
    assert_eq!(board.team("c5"), ["combat 5 2 0 3"]);
    board.chance("reshuffle 5 6#");
    assert_eq!(board.held(1), "6#");
    assert_eq!(board.winner(), Some(ATTACKERS));
}

/// Lane 5 in game 5c593fe: its deck ran out in the middle of the damage, and its discard pile came in.
#[test]
fn the_damage_of_a_played_combat_went_through_a_shuffle() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 5, "5^ 3#")
        .deck("5", "8+")
        .discard("5", "5% >& a# 6#")
        .ready();
    assert_eq!(board.team("c5"), ["combat 5 3 0 4"]);
    board.chance("reshuffle 5 5%,>&,a#,6#");
    assert_eq!(board.held(1), "8+ 5% >& a#");
    assert_eq!(board.left("5"), "6#");
}
