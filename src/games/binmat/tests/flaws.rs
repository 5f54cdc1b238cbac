//! Why an order is invalid, in the words that its giver reads before it is resolved and after, with the rule behind it.

use std::collections::BTreeSet;

use super::super::*;
use super::support::{ATTACKERS, Board, DEFENDERS};
use crate::games;
use crate::rules::Presentation;
use crate::words::{ENGLISH, Numbered, Words};

/// An order on a table where it is invalid, and what its giver reads of it.
struct Row {
    /// The stacks of the own side in lane 0 and of the defenders in lane 1, and the hand.
    side: Side,
    stack: &'static str,
    guard: &'static str,
    hand: &'static str,
    order: &'static str,
    flaw: Flaw,
    why: &'static str,
    rule: &'static str,
}

const DRAW: &str = "Drawing and discarding";
const PLAY: &str = "Playing a card";
const COMBAT: &str = "Combat";
const NOT_HELD: &str = "you do not hold that card";
const FIGHT: &str = "only attackers order combat; a defender begins it by playing a BREAK face up";
const DECK: &str = "that deck and its discard pile are for attackers alone";
const EMPTY: &str = "no card is left there, neither in the deck nor in its discard pile";
const UP: &str = "your team's stack there lies face up, and the card would lie face down";
const DOWN: &str = "your team's stack there lies face down (as an empty one does), and the card would lie face up";
const FIRST: &str = "a BREAK needs a card beneath it";
const TWICE: &str = "a BREAK lies face up in that stack already";

#[rustfmt::skip]
const ROWS: [Row; 25] = [
    Row { side: DEFENDERS, stack: "", guard: "", hand: "8!", order: "p8&0", flaw: Flaw::NotHeld, why: NOT_HELD, rule: PLAY },
    Row { side: DEFENDERS, stack: "2&u", guard: "", hand: "8!", order: "u8&0", flaw: Flaw::NotHeld, why: NOT_HELD, rule: PLAY },
    Row { side: ATTACKERS, stack: "", guard: "", hand: "", order: "x8&a", flaw: Flaw::NotHeld, why: NOT_HELD, rule: DRAW },
    Row { side: DEFENDERS, stack: "", guard: "", hand: "", order: "x8&5", flaw: Flaw::NotHeld, why: NOT_HELD, rule: DRAW },
    Row { side: DEFENDERS, stack: "2&", guard: "", hand: "", order: "c0", flaw: Flaw::AttackersOnly, why: FIGHT, rule: COMBAT },
    Row { side: DEFENDERS, stack: "", guard: "", hand: "", order: "da", flaw: Flaw::AttackersOnly, why: DECK, rule: DRAW },
    Row { side: DEFENDERS, stack: "", guard: "", hand: "8!", order: "x8!a", flaw: Flaw::AttackersOnly, why: DECK, rule: DRAW },
    Row { side: ATTACKERS, stack: "", guard: "", hand: "8!", order: "x8!3", flaw: Flaw::DefendersOnly, why: "only defenders discard to a lane", rule: DRAW },
    Row { side: ATTACKERS, stack: "", guard: "3%", hand: "", order: "d1", flaw: Flaw::Guarded, why: "the defenders have a stack in that lane", rule: DRAW },
    Row { side: ATTACKERS, stack: "", guard: "", hand: "", order: "da", flaw: Flaw::NoCards, why: EMPTY, rule: DRAW },
    Row { side: ATTACKERS, stack: "", guard: "", hand: "8!", order: "x8!a", flaw: Flaw::NoCards, why: EMPTY, rule: DRAW },
    Row { side: DEFENDERS, stack: "", guard: "", hand: "", order: "d2", flaw: Flaw::NoCards, why: EMPTY, rule: DRAW },
    Row { side: ATTACKERS, stack: "", guard: "", hand: "8!", order: "c0", flaw: Flaw::NoStack, why: "your team has no stack in that lane", rule: COMBAT },
    Row { side: ATTACKERS, stack: "", guard: "3%", hand: "8!", order: "c1", flaw: Flaw::NoStack, why: "your team has no stack in that lane", rule: COMBAT },
    Row { side: DEFENDERS, stack: "2&u", guard: "", hand: "8!", order: "p8!0", flaw: Flaw::FaceUp, why: UP, rule: PLAY },
    Row { side: DEFENDERS, stack: "2&u", guard: "", hand: ">!", order: "p>!0", flaw: Flaw::FaceUp, why: UP, rule: PLAY },
    Row { side: DEFENDERS, stack: "2&", guard: "", hand: "8!", order: "u8!0", flaw: Flaw::FaceDown, why: DOWN, rule: PLAY },
    Row { side: DEFENDERS, stack: "", guard: "", hand: "?!", order: "u?!0", flaw: Flaw::FaceDown, why: DOWN, rule: PLAY },
    Row { side: ATTACKERS, stack: "2&", guard: "", hand: "?!", order: "u?!0", flaw: Flaw::FaceDown, why: DOWN, rule: PLAY },
    Row { side: ATTACKERS, stack: "", guard: "", hand: "*!", order: "u*!0", flaw: Flaw::FaceDown, why: DOWN, rule: PLAY },
    Row { side: DEFENDERS, stack: "", guard: "", hand: ">!", order: "p>!0", flaw: Flaw::BreakFirst, why: FIRST, rule: PLAY },
    Row { side: DEFENDERS, stack: "", guard: "", hand: ">!", order: "u>!0", flaw: Flaw::BreakFirst, why: FIRST, rule: PLAY },
    Row { side: ATTACKERS, stack: "", guard: "", hand: ">!", order: "p>!0", flaw: Flaw::BreakFirst, why: FIRST, rule: PLAY },
    Row { side: ATTACKERS, stack: "", guard: "", hand: ">!", order: "u>!0", flaw: Flaw::BreakFirst, why: FIRST, rule: PLAY },
    Row { side: DEFENDERS, stack: "2&u >&u", guard: "", hand: ">!", order: "u>!0", flaw: Flaw::BreakTwice, why: TWICE, rule: PLAY },
];

impl Row {
    /// Two of the side, of whom the second has yet to order; the first gives the order.
    fn board(&self) -> Board {
        let (attackers, defenders) = match self.side {
            Side::Defenders => (1, 2),
            Side::Attackers => (2, 1),
        };
        Board::of(attackers, defenders, self.side)
            .stack(self.side, 0, self.stack)
            .stack(DEFENDERS, 1, self.guard)
            .hand(self.seat(), self.hand)
            .deck("2", "")
            .ready()
    }

    const fn seat(&self) -> u8 {
        match self.side {
            Side::Defenders => 0,
            Side::Attackers => 1,
        }
    }
}

fn read(phrases: &[crate::rules::Phrase]) -> Vec<String> {
    let words = Words::embedded().unwrap();
    let read = phrases
        .iter()
        .map(|phrase| words.plain(ENGLISH, phrase, &Numbered).replace('\u{200b}', ""));
    read.collect()
}

fn scene(board: &Board, seat: u8) -> crate::rules::Scene {
    Binmat::scene(&board.view(seat))
}

#[test]
fn every_reason_is_told_before_the_turn_ends_and_after_it_with_its_rule() {
    for row in ROWS {
        let (order, seat) = (row.order, row.seat());
        let mut board = row.board();
        assert_eq!(board.flaw(seat, order), Some(row.flaw), "{order}");
        let asked = games::DynGame::consequences(&board.game, Seat(seat), order);
        let warned = format!(
            "As things stand, that would be invalid: {}. (Rules: {})",
            row.why, row.rule
        );
        assert_eq!(read(&asked), [warned.as_str()], "{order}: what the answer to it says");
        // It is taken all the same, the panel says it again, and it may be changed.
        assert_eq!(board.order(seat, order), [""; 0]);
        let own = read(&scene(&board, seat).own);
        assert_eq!(own.last(), Some(&warned), "{order}");
        assert!(board.game.may_choose(Seat(seat)));
        // Nobody else reads of it, neither before nor after.
        let others: Vec<u8> = (0..3).filter(|other| *other != seat).collect();
        for other in &others {
            let read = read(&scene(&board, *other).own).join("\n");
            assert!(!read.contains("invalid"), "{order}: {read}");
        }
        let turn = board.game.turn + 1;
        assert_eq!(board.order(seat + 1, "d4"), [format!("invalid {seat}")], "{order}");
        let told = format!(
            "Turn {turn} – Your {order} was invalid: {}. (Rules: {})",
            row.why, row.rule
        );
        let recent = read(&scene(&board, seat).recent);
        assert!(recent.contains(&told), "{order}: {recent:?}");
        for other in others {
            let read = read(&scene(&board, other).recent).join("\n");
            assert!(
                read.contains("gave an invalid order") && !read.contains("Your order") && !read.contains(row.why),
                "{order}: {read}"
            );
        }
    }
}

#[test]
fn that_a_teammate_was_there_first_is_told_afterwards_for_nobody_knows_it_before() {
    let mut board = Board::of(1, 2, DEFENDERS).ready();
    board.order(1, "d3");
    let own = read(&scene(&board, 1).own);
    assert!(!own.join("\n").contains("invalid"), "{own:?}");
    board.order(0, "d3");
    let recent = read(&scene(&board, 1).recent);
    let told = "Turn 41 – Your d3 was invalid: a teammate drew there first. (Rules: Drawing and discarding)";
    assert!(recent.iter().any(|line| line == told), "{recent:?}");
}

#[test]
fn a_pass_is_warned_of_and_so_is_what_a_second_invalid_order_costs() {
    let mut board = Board::of(1, 2, DEFENDERS).hand(0, "8!").ready();
    let passed = "A pass counts as an invalid order. (Rules: Invalid orders)";
    let costs = "It would be the second in a row and cost you your whole hand.";
    board.order(0, "--");
    assert_eq!(read(&scene(&board, 0).own).last().unwrap(), passed);
    board.order(1, "d0");
    let told = "Turn 41 – You passed, an invalid order. (Rules: Invalid orders)".to_owned();
    assert!(read(&scene(&board, 0).recent).contains(&told));
    board.team("d0");
    let own = read(&scene(&board, 0).own);
    assert_eq!(
        own.last().unwrap(),
        "Your last order was invalid. A second one in a row costs you your whole hand."
    );
    board.order(0, "--");
    assert_eq!(
        read(&scene(&board, 0).own).last().unwrap(),
        "That is another invalid order: you lose your hand. (Rules: Invalid orders)"
    );
    board.order(0, "p>!0");
    assert_eq!(read(&scene(&board, 0).own).last().unwrap(), costs);
    // Who holds nothing has nothing to lose.
    let mut board = Board::of(1, 2, DEFENDERS).ready();
    board.team("-- d0");
    board.team("d0");
    board.order(0, "--");
    assert_eq!(read(&scene(&board, 0).own).last().unwrap(), passed);
}

#[test]
fn every_reason_is_tried_here_and_every_rule_that_is_named_is_one() {
    let mut tried: BTreeSet<Flaw> = ROWS.iter().map(|row| row.flaw).collect();
    tried.extend([Flaw::Pass, Flaw::Taken]);
    assert_eq!(tried.len(), Flaw::BreakTwice as usize + 1, "{tried:?}");
    let rules = read(&Binmat::rules(&Options::default())).join("\n");
    for rule in ROWS.iter().map(|row| row.rule).chain(["Invalid orders"]) {
        assert!(rules.contains(&format!("{rule}. ")), "{rule}: {rules}");
    }
}
