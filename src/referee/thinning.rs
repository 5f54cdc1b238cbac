//! Thinning: the logs of matches that were over long ago are deleted, if whoever runs the bot wants that.
//!
//! What a match counted stays, and so does a hash of the file of its record: whoever kept that file can show that it is the
//! one. Before the log is deleted, every draw is computed again, and the outcome of that is kept as well.
//!
//! The work is done in small steps with pauses, one table at a time and the oldest first. A table in play is left alone, however
//! old it is, and so is one that only a newer version can follow.

use std::convert::Infallible;
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::action::Denied;
use super::edition;
use super::table::BrokenLog;
use super::{Referee, Registry, unavailable};
use crate::store::{StoreError, Stored, Thinned};

/// How long the bot does something else between two tables.
const PAUSE: Duration = Duration::from_millis(100);
/// How long it is until tables are looked for again.
const EVERY: Duration = Duration::from_secs(3600);
/// How many tables one look finds.
const PAGE: u32 = 64;

impl Referee {
    /// Thins what is old again and again, until the caller stops waiting.
    pub async fn keep_thinning(&self) -> Infallible {
        let Some(keep) = self.registry.settings.keep_ms else {
            return std::future::pending().await;
        };
        loop {
            let before = (self.registry.settings.now)().saturating_sub(keep);
            match self.thin(before, PAUSE).await {
                Ok(0) => {}
                Ok(tables) => tracing::info!(tables, "the records of old matches are no longer kept"),
                Err(error) => tracing::warn!(%error, "old matches could not be thinned"),
            }
            tokio::time::sleep(EVERY).await;
        }
    }

    /// Thins every table to which nothing has been appended from the moment `before` on, and returns how many that were.
    pub(super) async fn thin(&self, before: i64, pause: Duration) -> Result<usize, StoreError> {
        let store = &self.registry.store;
        let (mut thinned, mut after) = (0, (i64::MIN, 0));
        loop {
            let page = store.old(after, before, PAGE).await?;
            let Some(last) = page.last() else {
                return Ok(thinned);
            };
            after = *last;
            for (_, table) in page {
                tokio::time::sleep(pause).await;
                thinned += usize::from(self.thin_one(table, before).await?);
            }
        }
    }

    async fn thin_one(&self, table: u64, before: i64) -> Result<bool, StoreError> {
        let store = &self.registry.store;
        let Some(stored) = store.load(table).await? else {
            return Ok(false);
        };
        let Some(last) = stored
            .entries
            .last()
            .filter(|last| last.at < before)
            .map(|last| last.seq)
        else {
            return Ok(false);
        };
        // Other work must not wait while a long match is computed again.
        match tokio::task::spawn_blocking(move || what_is_left(&stored)).await {
            Ok(Some(left)) => store.thin(table, last, left).await,
            Ok(None) | Err(_) => Ok(false),
        }
    }
}

/// What is left of a table when its log is deleted; `None` if a newer version may still want the log.
fn what_is_left(stored: &Stored) -> Option<Thinned> {
    let table = match edition::follow(stored) {
        Ok(followed) => followed.table,
        // Nobody has got a record of it for long.
        Err(BrokenLog::Outdated(_)) => {
            return Some(Thinned {
                digest: None,
                draws: None,
            });
        }
        // A newer version may follow it, or one without a fault of this one.
        Err(_) => return None,
    };
    let file = table.record_file().ok().filter(|file| !file.is_empty());
    let digest = file.map(|file| hex::encode(Sha256::digest(file)));
    let draws = table.prove().ok().flatten();
    Some(Thinned {
        digest,
        draws: draws.and_then(|draws| draws.try_into().ok()),
    })
}

impl Registry {
    /// The denial for a table of which nothing but the hash of its record is left.
    pub(super) async fn thinned(&self, table: u64) -> Denied {
        match self.store.thinned(table).await {
            Ok(Some(Thinned { digest, draws })) => Denied::Thinned { digest, draws },
            Ok(None) => Denied::Over,
            Err(error) => unavailable(error),
        }
    }
}
