//! What the scene, the picture and its sentences say alike.

use super::grid::{Line, LineKind};
use super::phase::Phase;
use super::view::View;
use super::{GOAL, PLAY_OFF_GOAL};
use crate::rules::{Arg, Phrase, Seat};

pub(super) fn phase(view: &View) -> Phrase {
    match (view.stage, view.roller) {
        (Phase::Tiles, _) => Phrase::new("bingolino-phase-tiles"),
        (Phase::Layout, _) => Phrase::new("bingolino-phase-layout"),
        (Phase::Over, _) => Phrase::new("bingolino-phase-over"),
        (Phase::Flip, Some(seat)) => Phrase::new("bingolino-phase-flip").with("seat", seat),
        (_, Some(seat)) => Phrase::new("bingolino-phase-roll").with("seat", seat),
        (_, None) => Phrase::new("bingolino-phase-first"),
    }
}

/// What dice show: `6, 6, 5 and 4`.
pub(super) fn shown(dice: &[u8]) -> Arg {
    dice.iter().copied().collect()
}

pub(super) fn summary(view: &View) -> Vec<Phrase> {
    let mut lines = Vec::new();
    if view.goal == PLAY_OFF_GOAL && view.stage != Phase::Over {
        let seats: Arg = view.playing.iter().copied().collect();
        lines.push(Phrase::new("bingolino-play-off").with("seats", seats));
    }
    if !view.dice.is_empty() {
        lines.push(
            Phrase::new("bingolino-rolled")
                .with("count", view.dice.len() as u32)
                .with("dice", shown(&view.dice))
                .with("total", view.total()),
        );
    }
    lines
}

pub(super) fn line_name(line: Line) -> Phrase {
    match line.kind() {
        LineKind::Row(row) => Phrase::new("bingolino-line-row").with("row", row),
        LineKind::Column(column) => Phrase::new("bingolino-line-column").with("column", column.to_string()),
        LineKind::Falling => Phrase::new("bingolino-line-falling"),
        LineKind::Rising => Phrase::new("bingolino-line-rising"),
    }
}

/// What decided when several seats reached four stars with the same roll; empty before the end.
pub(super) fn decided(view: &View) -> Vec<Phrase> {
    if view.stage != Phase::Over {
        return Vec::new();
    }
    let told = |key: &'static str| {
        Phrase::new(key)
            .with("count", view.winners.len() as u32)
            .with("winners", view.winners.iter().copied().collect::<Arg>())
    };
    if view.goal == PLAY_OFF_GOAL {
        let seats: Arg = view.playing.iter().copied().collect();
        return vec![told("bingolino-tie-play-off").with("seats", seats)];
    }
    let seats = (0..).map(Seat).zip(&view.seats);
    let level = seats.filter(|(seat, seen)| seen.stars.len() >= GOAL.into() && !view.winners.contains(seat));
    let level: Vec<Seat> = level.map(|(seat, _)| seat).collect();
    if !level.is_empty() {
        let seats: Arg = level.into_iter().collect();
        return vec![told("bingolino-tie-five").with("seats", seats)];
    }
    match view.winners.len() {
        0 | 1 => Vec::new(),
        _ => vec![told("bingolino-tie-together")],
    }
}

/// Who won.
pub(super) fn won(view: &View) -> Phrase {
    Phrase::new("bingolino-sketch-won")
        .with("count", view.winners.len() as u32)
        .with("seats", view.winners.iter().copied().collect::<Arg>())
}
