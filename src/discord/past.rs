//! Finished matches, for those who played them. The commands that show a table, check it and give its records find such a
//! match by an option, even if its channel is gone.
//!
//! The answer tells what was public at the match, and goes to its player alone: the people in the asker's channel need not be
//! those who could read the match's channel.

use super::app::{App, Asker};
use super::payload::Completion;
use super::show;
use crate::referee::{Denied, TableSnapshot};
use crate::rules::Phrase;

/// The option for the match.
pub(super) const MATCH: &str = "match";

/// The parts of `/table` that are about the channel's last match if none is in play there.
pub(super) const PARTS: [&str; 4] = ["show", "verify", "record", "review"];

/// How many matches are offered. Each has to be replayed from its log before anything can be said about it.
const OFFERED: u32 = 10;

/// Whether a table is a finished match that the asker has played.
pub(super) fn is_of(asker: &Asker, snapshot: &TableSnapshot) -> bool {
    snapshot.table.is_over() && snapshot.table.seat_of(asker.person.id).is_some()
}

/// The asker's last matches in the server, or anywhere if they ask in private.
pub(super) async fn offered(app: &App, asker: &Asker, typed: &str) -> Vec<Completion> {
    let store = app.referee.store();
    let tables = store.matches(asker.person.id, asker.guild, OFFERED).await;
    let mut past = Vec::new();
    for table in tables.unwrap_or_default() {
        let snapshot = app.referee.snapshot(table).await;
        past.extend(snapshot.ok().flatten().filter(|snapshot| is_of(asker, snapshot)));
    }
    show::matches(&app.words, &asker.locale, &past, typed)
}

/// The named match, or why the asker cannot have it. Whether such a table exists is nobody's business who did not sit there.
pub(super) async fn named(app: &App, asker: &Asker, named: &str) -> Result<TableSnapshot, Phrase> {
    let unknown = || Phrase::new("match-unknown");
    let table = named.trim().parse().map_err(|_| unknown())?;
    match app.referee.snapshot(table).await {
        Ok(Some(snapshot)) if is_of(asker, &snapshot) => Ok(snapshot),
        Err(denied @ Denied::Unavailable) => Err(denied.phrase()),
        // The results still tell who played.
        Err(denied @ Denied::Thinned { .. }) if played(app, asker, table).await => Err(denied.phrase()),
        Ok(_) | Err(_) => Err(unknown()),
    }
}

/// Why a match that the asker has played cannot be shown, if its log is gone.
pub(super) async fn thinned(app: &App, asker: &Asker, table: u64) -> Option<Phrase> {
    match app.referee.snapshot(table).await {
        Err(denied @ Denied::Thinned { .. }) if played(app, asker, table).await => Some(denied.phrase()),
        _ => None,
    }
}

/// Whether the asker has played a match of which the log is gone.
async fn played(app: &App, asker: &Asker, table: u64) -> bool {
    let all = app.referee.store().matches(asker.person.id, None, u32::MAX).await;
    all.is_ok_and(|all| all.contains(&table))
}
