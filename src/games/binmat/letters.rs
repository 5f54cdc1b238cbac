//! The table in letters of one width: two lines a lane, and one for the attackers' deck.
//!
//! `3 12[a!] x 4 7%` is lane 3: twelve cards in its deck with `a!` open on top, four in its discard pile with `7%` on top.
//! Below, `D2u 4& @^` and `A3d` are the stacks: how many cards, face up or down, and those that the viewer may see, the
//! oldest first.

use super::card::Card;
use super::view::{LaneView, StackView, Stage, View};
use crate::rules::joined;

/// Columns that are sure to be shown.
const COLUMNS: usize = 36;

/// Where the attackers' stack begins, if there is room.
const MIDDLE: usize = 19;

/// The table in letters; nothing before all lanes are dealt.
pub(super) fn board(view: &View) -> Vec<String> {
    if view.stage == Stage::Deal {
        return Vec::new();
    }
    let mut lines = Vec::new();
    for (number, lane) in view.lanes.iter().enumerate() {
        lines.push(piles(&number.to_string(), lane.deck, lane.top, &lane.discard));
        lines.push(stacks(lane));
    }
    lines.push(piles("a", view.attacker_deck, None, &view.attacker_discard));
    lines
}

fn piles(name: &str, deck: u8, top: Option<Card>, discard: &[Card]) -> String {
    let top = top.map_or_else(|| "    ".to_owned(), |card| format!("[{card}]"));
    let newest = discard.last().map(|card| format!(" {card}")).unwrap_or_default();
    format!("{name} {deck:2}{top} x{:2}{newest}", discard.len())
}

fn stacks(lane: &LaneView) -> String {
    let whole = |stack: &StackView, letter: char| match (&stack.cards, stack.size) {
        (_, 0) => format!("{letter}0"),
        (Some(cards), _) => format!("{} {}", head(stack, letter), joined(cards, " ")),
        (None, _) => head(stack, letter),
    };
    let [defenders, attackers] =
        [(&lane.defenders, 'D'), (&lane.attackers, 'A')].map(|(stack, letter)| whole(stack, letter));
    let line = format!("  {defenders:width$} {attackers}", width = MIDDLE - 3);
    if line.len() <= COLUMNS {
        return line;
    }
    // Where there is less room, each stack shows its newest cards.
    let shortest = defenders.len().min(attackers.len()).min(MIDDLE - 3);
    let room = COLUMNS - 3;
    let (left, right) = match defenders.len() <= attackers.len() {
        true => (shortest, room - shortest),
        false => (room - shortest, shortest),
    };
    let cut = |text: String, stack: &StackView, letter: char, room: usize| match text.len() <= room {
        true => text,
        false => newest(stack, letter, room),
    };
    let defenders = cut(defenders, &lane.defenders, 'D', left);
    let attackers = cut(attackers, &lane.attackers, 'A', right);
    format!("  {defenders} {attackers}")
}

fn head(stack: &StackView, letter: char) -> String {
    let facing = if stack.face_up { 'u' } else { 'd' };
    format!("{letter}{}{facing}", stack.size)
}

/// As many of the newest cards as have room, behind two dots.
fn newest(stack: &StackView, letter: char, room: usize) -> String {
    let head = head(stack, letter);
    let cards = stack.cards.as_deref().unwrap_or_default();
    let shown = room.saturating_sub(head.len() + 3) / 3;
    let from = cards.len().saturating_sub(shown);
    let cards = cards.get(from..).unwrap_or_default();
    format!("{head} ..{}", joined(cards, " "))
}
