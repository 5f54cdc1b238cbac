//! What the scene, the picture and its sentences say alike.

use super::super::{Tiles, menus};
use super::Dominup;
use super::notation::{Choice, Fact};
use super::position::Position;
use super::view::{Placed, SeatView, Stage, View};
use crate::rules::{Phrase, Presentation, Seat, joined};

pub(super) fn phase(view: &View) -> Phrase {
    match (view.stage, view.turn) {
        (Stage::Opening, Some(seat)) => Phrase::new("dominup-phase-opening").with("seat", seat),
        (Stage::Play, Some(seat)) => Phrase::new("dominup-phase-play").with("seat", seat),
        (Stage::Over, _) => Phrase::new("dominup-phase-over"),
        _ => Phrase::new("dominup-phase-deal"),
    }
}

/// Tiles one by one, for a list.
pub(super) fn named(tiles: Tiles) -> String {
    joined(tiles.iter(), " ")
}

/// What the viewer may do now; `None` when it is not the viewer's turn.
pub(super) fn may(view: &View, position: &Position) -> Option<Phrase> {
    if !position.may {
        return None;
    }
    Some(Phrase::new(match view.stage {
        Stage::Opening => "dominup-may-open",
        _ if position.able().is_empty() => "dominup-may-expand",
        _ => "dominup-may-climb",
    }))
}

/// The tiles that could climb, whoever holds them. That none could is not said where the viewer hears that none of theirs can.
pub(super) fn steps(view: &View, position: &Position) -> Option<Phrase> {
    let steps = position.steps();
    match view.stage {
        Stage::Play if steps.is_empty() && position.may => None,
        Stage::Play if steps.is_empty() => Some(Phrase::new("dominup-steps-none")),
        Stage::Play => Some(Phrase::new("dominup-steps").with("tiles", named(steps))),
        _ => None,
    }
}

/// The viewer's hand: first the tiles that can climb, then the others.
pub(super) fn hand(view: &View, position: &Position) -> Vec<Phrase> {
    let (hand, able) = (position.hand, position.able());
    if view.own.is_none() || matches!(view.stage, Stage::Deal | Stage::Over) {
        return Vec::new();
    }
    let others = hand.without(able);
    let mut lines = Vec::new();
    if !able.is_empty() {
        lines.push(Phrase::new("dominup-own-able").with("tiles", named(able)));
    }
    if !others.is_empty() {
        let key = if able.is_empty() {
            "dominup-own"
        } else {
            "dominup-own-others"
        };
        lines.push(Phrase::new(key).with("tiles", named(others)));
    }
    if hand.is_empty() {
        lines.push(Phrase::new("dominup-own-none"));
    }
    lines
}

/// A placement and the seat that made it.
fn placed(placed: &Placed) -> Phrase {
    let key = match placed.choice {
        Choice::Climb(_) => "dominup-recent-climb",
        Choice::Expand(_) => "dominup-recent-expand",
    };
    let phrase = menus::on_cells(key, placed.choice.placement()).with("seat", placed.seat);
    match placed.choice {
        Choice::Climb(_) => phrase.with("level", 1 + placed.level),
        Choice::Expand(_) => phrase,
    }
}

/// How many tiles were laid in the last turn, or so far in this turn.
pub(super) fn last_turn(view: &View) -> usize {
    let seat = view.placed.last().map(|placed| placed.seat);
    let backwards = view.placed.iter().rev();
    backwards.take_while(|placed| Some(placed.seat) == seat).count()
}

/// All that was laid in the last turn, or in this one so far.
pub(super) fn laid(view: &View) -> Vec<Phrase> {
    let from = view.placed.len() - last_turn(view);
    view.placed[from..].iter().map(placed).collect()
}

/// A seat without tiles, and what that means.
pub(super) fn ran_out(view: &View, seat: Seat) -> Phrase {
    match view.options.misere {
        true => Phrase::new("dominup-lost").with("seat", seat),
        false => Dominup::fact(&Fact::Out(seat)),
    }
}

/// Who ran out first: the winner, or in misère the loser. Nothing before the end.
pub(super) fn decided(view: &View) -> Option<Phrase> {
    let first = |seen: &SeatView| seen.tiles == 0 && (view.options.misere || seen.place == Some(1));
    let first = view
        .seats
        .iter()
        .position(first)
        .filter(|_| view.stage == Stage::Over)?;
    Some(ran_out(view, Seat(first as u8)))
}
