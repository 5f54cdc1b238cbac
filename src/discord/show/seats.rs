//! The seats at a table, a line each.

use super::voice::Voice;
use crate::referee::{Phase, Table};
use crate::rules::{Phrase, SeatLine, Viewer};

/// With more seats than this, only the text of the public message names them all.
pub(super) const CROWD: usize = 8;

/// The public line of every seat, at a table that is not crowded.
pub(super) fn others(voice: &Voice<'_>, table: &Table) -> Vec<String> {
    let scene = table.scene(Viewer::Table).unwrap_or_default();
    if scene.seats.len() > CROWD {
        return Vec::new();
    }
    seat_lines(voice, table, &scene.seats)
}

/// The seats with their public facts, one line each.
pub(super) fn seat_lines(voice: &Voice<'_>, table: &Table, lines: &[SeatLine]) -> Vec<String> {
    let totals = table.totals().filter(|_| table.rounds.len() > 1);
    let line = |line: &SeatLine| {
        let stand_in = table.holder(line.seat).is_some_and(|holder| holder.stand_in.is_some());
        let who = Phrase::new(if stand_in { "name-stand-in" } else { "name-only" }).with("seat", line.seat);
        let before = totals.as_ref().and_then(|totals| totals.get(line.seat.index()));
        let points = match (line.score, before) {
            // The totals include a finished game already.
            (Some(score), Some(before)) if table.phase == Phase::Playing => Some(
                Phrase::new("public-points-match")
                    .with("points", score)
                    .with("total", before + score),
            ),
            (Some(score), _) => Some((table.game.points)(score)),
            (None, _) => None,
        };
        let marks = points.into_iter().chain(line.marks.iter().cloned());
        let listed = marks.reduce(|list, item| Phrase::new("list-next").with("list", list).with("item", item));
        match listed {
            Some(marks) => voice.say(&Phrase::new("public-line").with("who", who).with("marks", marks)),
            None => voice.say(&who),
        }
    };
    lines.iter().map(line).collect()
}
