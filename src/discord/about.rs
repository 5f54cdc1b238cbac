//! Which table a command is about, if the command does not say so itself.

use futures_util::future::join_all;

use super::app::{App, Asker};
use crate::referee::Denied;
use crate::rules::Phrase;
use crate::store::StoreError;

/// How many tables are checked for a missing channel: each check is a request.
const ASKED: usize = 5;

/// Why the table is not clear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unclear {
    /// The channel has no table, and the asker sits at none.
    Nowhere,
    /// The channel has no table, and the asker sits at several.
    Several(Vec<u64>),
    /// The table cannot be determined now, or the named table is none of theirs.
    Denied(Denied),
}

impl Unclear {
    /// The notice for the asker.
    pub(super) fn phrase(&self) -> Phrase {
        match self {
            Unclear::Nowhere => Denied::NoTable.phrase(),
            Unclear::Several(_) => Phrase::new("public-several"),
            Unclear::Denied(denied) => denied.phrase(),
        }
    }
}

impl From<StoreError> for Unclear {
    fn from(error: StoreError) -> Unclear {
        tracing::error!(%error, "the store failed");
        Unclear::Denied(Denied::Unavailable)
    }
}

/// The table that was named, or the channel's, or else the only one at which the asker sits. With `past`, the channel's last
/// table counts if none is live.
///
/// # Errors
/// Why the table is not clear.
pub(super) async fn table(app: &App, asker: &Asker, named: Option<&str>, past: bool) -> Result<u64, Unclear> {
    if let Some(named) = named {
        let table = named.trim().parse().map_err(|_| Unclear::Denied(Denied::NoTable))?;
        return match app.snapshot(asker, table).await {
            Err(denied @ (Denied::NoTable | Denied::Unavailable)) => Err(Unclear::Denied(denied)),
            // A table that cannot be followed is still theirs, and can be closed.
            Ok(_) | Err(_) => Ok(table),
        };
    }
    let store = app.referee.store();
    if let Some(table) = store.table_at(asker.channel).await? {
        return Ok(table);
    }
    if past && let Some(table) = store.last_table_at(asker.channel).await? {
        return Ok(table);
    }
    match store.seated(asker.person.id).await?.as_slice() {
        [] => Err(Unclear::Nowhere),
        [only] => Ok(*only),
        several => Err(Unclear::Several(several.to_vec())),
    }
}

/// The first of some tables whose channel is gone: such a table cannot be shown from any other place.
pub(super) async fn without_a_channel(app: &App, tables: &[u64]) -> Option<u64> {
    let gone = tables.iter().take(ASKED).map(|table| async {
        let snapshot = app.newest(*table).await?;
        app.api.is_gone(snapshot.table.channel).await.then_some(*table)
    });
    join_all(gone).await.into_iter().flatten().next()
}
