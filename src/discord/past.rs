//! Matches that are over, for those who played them: found by an option of the commands that show a table, check it and give
//! its records, whatever has become of its channel.
//!
//! What is said of one is what was public there, and goes to its player alone: who reads in the channel where they ask need
//! not be who read in the channel of the match.

use super::app::{App, Asker};
use super::payload::Completion;
use super::show;
use crate::referee::{Denied, TableSnapshot};
use crate::rules::Phrase;

/// The option that says which match.
pub(super) const MATCH: &str = "match";

/// How many are offered. Each is played again from its log before anything can be said of it.
const OFFERED: u32 = 10;

/// Whether this is a match that is over and that the asker has played.
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

/// The match that was named, or why it cannot be had. Whether there is a table of that number is nobody's business who
/// does not sit there.
pub(super) async fn named(app: &App, asker: &Asker, named: &str) -> Result<TableSnapshot, Phrase> {
    let unknown = || Phrase::new("match-unknown");
    let table = named.trim().parse().map_err(|_| unknown())?;
    match app.referee.snapshot(table).await {
        Ok(Some(snapshot)) if is_of(asker, &snapshot) => Ok(snapshot),
        Err(denied @ Denied::Unavailable) => Err(denied.phrase()),
        Ok(_) | Err(_) => Err(unknown()),
    }
}
