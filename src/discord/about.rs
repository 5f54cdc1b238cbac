//! Which table a command is about, if the command does not say so itself.

use futures_util::future::join_all;

use super::app::App;
use crate::store::{Store, StoreError};

/// How many tables are checked for a missing channel: each check is a request.
const ASKED: usize = 5;

/// The table that was named, or the channel's, or else all at which the person sits. With `past`, the channel's last table counts
/// if none is live. A name that is no number names no table.
///
/// # Errors
/// When the store fails.
pub(super) async fn tables(
    store: &Store,
    channel: u64,
    person: u64,
    named: Option<&str>,
    past: bool,
) -> Result<Vec<u64>, StoreError> {
    if let Some(named) = named {
        return Ok(named.trim().parse::<u64>().into_iter().collect());
    }
    if let Some(table) = store.table_at(channel).await? {
        return Ok(vec![table]);
    }
    if past && let Some(table) = store.last_table_at(channel).await? {
        return Ok(vec![table]);
    }
    store.seated(person).await
}

/// The first of some tables whose channel is gone: such a table cannot be shown from any other place.
pub(super) async fn without_a_channel(app: &App, tables: &[u64]) -> Option<u64> {
    let gone = tables.iter().take(ASKED).map(|table| async {
        let snapshot = app.newest(*table).await?;
        app.api.is_gone(snapshot.table.channel).await.then_some(*table)
    });
    join_all(gone).await.into_iter().flatten().next()
}
