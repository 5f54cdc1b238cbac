//! The last moments of a table that is over: what happened, and the table as everybody saw it then.
//!
//! Each moment has its line right above its picture, so a phone shows both at once.

use super::super::custom_id::Boards;
use super::super::limits::{self, fit};
use super::super::payload::{Page, Payload, Picture};
use super::drawn::{At, drawn, picture, sketch};
use super::notice::notice;
use super::panel::told;
use super::table::{forfeited, why_cancelled};
use super::voice::{Voice, apart, board_text, heading, small};
use super::{concede, match_end};
use crate::referee::recording::Wrong;
use crate::referee::{Denied, Moment, Phase, Table, TableSnapshot};
use crate::rules::{Phrase, Viewer};
use crate::words::Words;

/// How many moments are shown.
const MOMENTS: usize = 3;

/// The room for all moments together, and for what happened at one.
const ROOM: usize = limits::TEXT * 7 / 8;
const TOLD: usize = ROOM / MOMENTS;

/// The last moments of a table that is over; a notice says why there are none.
pub fn replay(words: &Words, locale: &str, snapshot: &TableSnapshot, boards: Boards) -> Payload {
    let table = &snapshot.table;
    let none = |phrase: &Phrase| notice(words, locale, phrase, &**table);
    let moments = match table.last_moments(MOMENTS) {
        Ok(moments) => moments,
        Err(error) if matches!(*error.wrong, Wrong::Edition { .. }) => return none(&Phrase::new("replay-outdated")),
        Err(_) => {
            // What is wrong may name choices, which no log does.
            tracing::error!(table = table.id, "a table's last moments could not be computed");
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
    above.extend(forfeited(&voice, table));
    let shots: Vec<Shot<'_>> = moments
        .iter()
        .map(|moment| Shot {
            end: end(&voice, table, &moment.table, boards),
            ..shot(&voice, moment)
        })
        .collect();
    Payload {
        above: above.join("\n"),
        pages: pages(&voice, &shots, boards),
        ..Payload::default()
    }
}

/// A table that is over as everybody saw it at its end, without a word beside its picture or its board; `None` where nothing was
/// to be seen, or is to be seen any more.
pub fn ending(words: &Words, locale: &str, table: &Table, boards: Boards) -> Option<Page> {
    let moments = table.last_moments(1).ok()?;
    let last = moments.last()?;
    let voice = Voice::at(words, locale, table);
    let whole = match_end::sketch(&voice, table);
    // A board in letters shows the last game alone.
    let told = whole.as_ref().and_then(|_| match_end::standings(&voice, table));
    let told = told.map(|standings| format!("\n{standings}"));
    let end = whole.and_then(|sketch| drawn(&voice, sketch, boards));
    let shot = Shot {
        table: &last.table,
        viewer: Viewer::Table,
        told: told.filter(|_| end.is_none()).unwrap_or_default(),
        end,
    };
    pages(&voice, &[shot], boards).pop()
}

/// A moment as somebody saw it.
pub(super) struct Shot<'t> {
    /// The table as it stood.
    pub(super) table: &'t Table,
    /// Who saw it.
    pub(super) viewer: Viewer,
    /// What is said of it.
    pub(super) told: String,
    /// The picture that is shown of it in the place of the game's own.
    pub(super) end: Option<Picture>,
}

/// A moment as everybody saw it, with what happened there.
fn shot<'m>(voice: &Voice<'_>, moment: &'m Moment) -> Shot<'m> {
    let mut told = voice.lines(&moment.told);
    let round = moment.table.rounds.last();
    told.extend(round.and_then(|round| concede::ended(voice, round)));
    Shot {
        table: &moment.table,
        viewer: Viewer::Table,
        told: told.join("\n"),
        end: None,
    }
}

/// The picture of the whole match, where its last game ended at this moment and somebody is last for leaving the match: the
/// game's own picture crowns whoever has the most points, also if that is they.
fn end(voice: &Voice<'_>, over: &Table, moment: &Table, boards: Boards) -> Option<Picture> {
    let is_last = moment.rounds.len() == over.rounds.len() && moment.phase == Phase::Between;
    if !is_last || over.forfeiters().is_empty() {
        return None;
    }
    drawn(voice, match_end::sketch(voice, over)?, boards)
}

/// A page for each of a few moments. Where the boards in letters are too long together, the last moments have theirs.
pub(super) fn pages(voice: &Voice<'_>, shots: &[Shot<'_>], boards: Boards) -> Vec<Page> {
    let mut pages: Vec<Page> = shots.iter().map(|shot| page(voice, shot, boards)).collect();
    let mut room = ROOM - pages.iter().map(|page| limits::length(&page.text)).sum::<usize>();
    for (page, shot) in pages.iter_mut().zip(shots).rev() {
        let scene = shot.table.scene(shot.viewer).unwrap_or_default();
        let board = match page.picture {
            Some(_) => String::new(),
            None => format!(
                "\n{}",
                board_text(&scene).unwrap_or_else(|| apart(told(voice, shot.table, &scene)))
            ),
        };
        let Some(left) = room.checked_sub(limits::length(&board)) else {
            break;
        };
        room = left;
        page.text.push_str(&board);
    }
    pages
}

/// What is said of a moment, with its picture.
fn page(voice: &Voice<'_>, shot: &Shot<'_>, boards: Boards) -> Page {
    let told = fit(&shot.told, TOLD);
    let drawn = || {
        let sketch = sketch(shot.table, shot.viewer, At::default(), boards)?;
        Some(picture(voice, shot.table, sketch, (&told, &[]), boards))
    };
    Page {
        picture: shot.end.clone().or_else(drawn),
        text: told,
    }
}
