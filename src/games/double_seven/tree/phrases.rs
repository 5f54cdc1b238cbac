//! What the scene, the picture and its sentences say alike.

use super::super::{Placement, Tiles, names};
use super::Tree;
use super::notation::Fact;
use super::view::{Move, Stage, View};
use crate::rules::{Arg, Phrase, Presentation, Seat};

pub(super) fn phase(view: &View) -> Phrase {
    let Some(seat) = view.turn else {
        return Phrase::new(match view.stage {
            Stage::Deal => "tree-phase-deal",
            Stage::Blocked => "tree-phase-blocked",
            _ => "tree-phase-over",
        });
    };
    let key = if view.extra {
        "tree-phase-extra"
    } else {
        "tree-phase-turn"
    };
    Phrase::new(key).with("seat", seat)
}

/// Tiles in notation, for a list.
pub(super) fn listed(tiles: Tiles) -> Arg {
    tiles.iter().map(|tile| tile.to_string()).collect()
}

/// How many tiles can still be drawn.
pub(super) fn supply(view: &View) -> Phrase {
    Phrase::new("tree-supply").with("count", view.supply)
}

/// The viewer's hand, and which of its tiles fit.
pub(super) fn own(view: &View) -> Vec<Phrase> {
    let Some(own) = &view.own else {
        return Vec::new();
    };
    if own.hand.is_empty() {
        return vec![Phrase::new("tree-own-out")];
    }
    let mut lines = Vec::new();
    if !own.drew.is_empty() {
        lines.push(Phrase::new("tree-own-drew").with("tiles", listed(own.drew)));
    }
    lines.push(
        Phrase::new("tree-own-hand")
            .with("count", own.hand.len() as u32)
            .with("tiles", listed(own.hand)),
    );
    if view.turn.is_some() {
        lines.push(fitting(own.hand, own.playable));
    }
    lines
}

/// Which tiles of a hand fit somewhere.
fn fitting(hand: Tiles, playable: Tiles) -> Phrase {
    if playable.is_empty() {
        return Phrase::new("tree-own-none");
    }
    if playable == hand && hand.len() > 1 {
        return Phrase::new("tree-own-all");
    }
    Phrase::new("tree-own-fit").with("tiles", listed(playable))
}

/// A message about a placement: its tile as it lies, its row and its columns.
pub(super) fn about(key: &'static str, placement: Placement) -> Phrase {
    let [left, right] = placement.halves();
    Phrase::new(key)
        .with("tile", format!("{}-{}", left.symbol, right.symbol))
        .with("row", names::row(left.cell.row))
        .with("left", names::column(left.cell.column))
        .with("right", names::column(right.cell.column))
}

/// What a seat did.
pub(super) fn did(made: &Move) -> Phrase {
    match *made {
        Move::Placed { seat, placement, extra } => {
            let key = if extra {
                "tree-did-place-extra"
            } else {
                "tree-did-place"
            };
            about(key, placement).with("seat", seat)
        }
        Move::Drew { seat, count } => Phrase::new("tree-did-draw").with("seat", seat).with("count", count),
        Move::Passed { seat } => Phrase::new("tree-did-pass").with("seat", seat),
    }
}

/// How the winners have won; empty before the end, and where nobody wins.
pub(super) fn decided(view: &View) -> Vec<Phrase> {
    if !matches!(view.stage, Stage::Over | Stage::Blocked) {
        return Vec::new();
    }
    let seats = (0..).map(Seat).zip(&view.seats);
    let won = seats.filter(|(_, seen)| seen.place == Some(1)).map(|(seat, _)| seat);
    let says = |seat| match view.seats.len() {
        1 => Phrase::new("tree-alone-stands"),
        _ => Tree::fact(&Fact::Out(seat)),
    };
    won.map(says).collect()
}
