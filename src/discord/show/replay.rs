//! The last moments of a table that is over: what happened, and the table as everybody saw it then.
//!
//! Each moment has its line right above its picture, so a phone shows both at once. The picture's description begins with
//! the line.

use super::super::custom_id::Boards;
use super::super::limits::{self, fit};
use super::super::payload::{Page, Payload, Picture};
use super::concede;
use super::drawn::{At, picture};
use super::notice::notice;
use super::table::why_cancelled;
use super::voice::{Voice, board_text, heading, small};
use crate::referee::recording::Wrong;
use crate::referee::{Denied, Moment, Phase, TableSnapshot};
use crate::rules::{Phrase, Viewer};
use crate::words::{Words, plain};

/// How many moments are shown.
const MOMENTS: usize = 3;

/// The room for what happened at a moment, and beside a board in letters.
const TOLD: usize = limits::TEXT / 4;
const TOLD_BESIDE_BOARD: usize = limits::TEXT / 8;

/// The last moments of a table that is over; a notice says why there are none.
pub fn replay(words: &Words, locale: &str, snapshot: &TableSnapshot, boards: Boards) -> Payload {
    let table = &snapshot.table;
    let none = |phrase: &Phrase| notice(words, locale, phrase, &**table);
    let moments = match table.last_moments(MOMENTS) {
        Ok(moments) => moments,
        Err(error) if matches!(*error.wrong, Wrong::Edition { .. }) => return none(&Phrase::new("replay-outdated")),
        Err(error) => {
            tracing::error!(table = table.id, %error, "a table's last moments could not be computed");
            return none(&Denied::Unavailable.phrase());
        }
    };
    let Some(last) = moments.last() else {
        let key = if table.is_over() { "replay-none" } else { "replay-later" };
        return none(&Phrase::new(key));
    };
    let voice = Voice::at(words, locale, table);
    let mut above = vec![heading(&voice.label("replay-title")), small(&voice.title(&last.table))];
    if table.phase == Phase::Cancelled {
        above.push(voice.label(why_cancelled(table)));
    }
    Payload {
        above: above.join("\n"),
        pages: moments.iter().map(|moment| page(&voice, moment, boards)).collect(),
        ..Payload::default()
    }
}

fn page(voice: &Voice<'_>, moment: &Moment, boards: Boards) -> Page {
    let mut told = voice.lines(&moment.told);
    let round = moment.table.rounds.last();
    told.extend(round.and_then(|round| concede::ended(voice, round)));
    let told = told.join("\n");
    let drawn = picture(voice, &moment.table, Viewer::Table, At::default(), boards);
    let scene = moment.table.scene(Viewer::Table).unwrap_or_default();
    let board = board_text(&scene).filter(|_| drawn.is_none());
    let text = match board {
        Some(board) => format!("{}\n{board}", fit(&told, TOLD_BESIDE_BOARD)),
        None => fit(&told, TOLD),
    };
    let introduced = |drawn: Picture| drawn.introduced(&plain(&told));
    Page {
        text,
        picture: drawn.map(introduced),
    }
}
