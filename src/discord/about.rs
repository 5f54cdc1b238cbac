//! Which table a command is about, where it does not say so itself.

use futures_util::future::join_all;

use super::house::{Asker, House};
use crate::store::StoreError;

/// The table of the asker's channel, or else the only one at which they sit, or of several one whose channel is gone.
/// `past` takes the channel's last one when none is live.
///
/// # Errors
/// When the store fails.
pub(super) async fn table(house: &House, asker: &Asker, past: bool) -> Result<Option<u64>, StoreError> {
    let store = house.referee.store();
    if let Some(table) = store.table_at(asker.channel).await? {
        return Ok(Some(table));
    }
    if past && let Some(table) = store.last_table_at(asker.channel).await? {
        return Ok(Some(table));
    }
    match store.seated(asker.person.id).await?.as_slice() {
        [only] => Ok(Some(*only)),
        several => Ok(nowhere(house, several).await),
    }
}

/// The first of some tables whose channel is gone: it can be asked for nowhere else.
async fn nowhere(house: &House, tables: &[u64]) -> Option<u64> {
    let gone = tables.iter().map(|table| async {
        let look = house.referee.look(*table).await.ok().flatten()?;
        house.api().is_gone(look.table.place).await.then_some(*table)
    });
    join_all(gone).await.into_iter().flatten().next()
}
