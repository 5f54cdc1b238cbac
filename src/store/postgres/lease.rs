//! The numbers by which commits are let through.
//!
//! The database holds a number for each shard. Whoever claims a shard counts its number up. Each commit looks, under a lock on
//! the rows, which numbers are still its own, and writes nothing about tables of other shards. So after another bot's claim
//! nothing more of this bot's is written there, whatever this bot knows by then.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use sqlx::{PgConnection, PgPool};
use tokio_util::sync::CancellationToken;

use super::address::Address;
use crate::store::error::StoreError;
use crate::store::shards::shard_of;
use crate::store::sql::Sql;

const NUMBERS: &str = "SELECT shard, number FROM lease";

/// The number of each shard.
pub(super) async fn numbers(connection: &mut PgConnection) -> Sql<Numbers> {
    let rows: Vec<(i64, i64)> = sqlx::query_as(NUMBERS).fetch_all(connection).await?;
    Ok(rows.into_iter().collect())
}

/// Numbers by their shards.
pub(super) type Numbers = BTreeMap<i64, i64>;

/// The numbers of this store, and whether they are still the database's.
#[derive(Debug)]
pub(super) struct Lease {
    address: Address,
    own: Mutex<Numbers>,
    /// How many shards there are.
    of: AtomicI64,
    /// What told the database from any other one when it was claimed.
    mark: OnceLock<i64>,
    /// Whether the session that claims is lost at present, so that another bot may have the shards by now.
    doubted: AtomicBool,
    /// Why no number is the database's any more.
    why: OnceLock<&'static str>,
    gone: CancellationToken,
}

/// Somebody else has claimed the database, or all shards that this bot had.
pub(super) const CLAIMED: &str = "was claimed by another bot, which serves it now";
/// A standby has taken over, or the server goes on from an earlier moment.
pub(super) const ELSEWHERE: &str = "goes on at another server or from another moment: start the bot again, and every table in \
    play gets a new secret";

impl Lease {
    /// The numbers that were found at the opening. A claim replaces them.
    pub(super) fn found(address: &Address, numbers: Numbers) -> Lease {
        Lease {
            address: address.clone(),
            of: AtomicI64::new(numbers.len() as i64),
            own: Mutex::new(numbers),
            mark: OnceLock::new(),
            doubted: AtomicBool::new(false),
            why: OnceLock::new(),
            gone: CancellationToken::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Numbers> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The numbers of the shards that are this bot's, as far as it knows.
    pub(super) fn own(&self) -> Numbers {
        self.lock().clone()
    }

    /// The shards that are this bot's, as far as it knows.
    pub(super) fn shards(&self) -> Vec<i64> {
        self.lock().keys().copied().collect()
    }

    /// Whether the tables of a server of Discord, or of private chats, are this bot's, as far as it knows.
    pub(super) fn keeps(&self, guild: Option<u64>) -> bool {
        self.lock().contains_key(&shard_of(guild, self.of()))
    }

    /// How many shards there are.
    pub(super) fn of(&self) -> i64 {
        self.of.load(Ordering::SeqCst)
    }

    /// Takes the numbers of a new claim.
    pub(super) fn hold(&self, numbers: Numbers, of: i64) {
        self.of.store(of, Ordering::SeqCst);
        *self.lock() = numbers;
    }

    /// Remembers the mark of the claimed database.
    pub(super) fn remember(&self, mark: i64) {
        let _ = self.mark.set(mark);
    }

    pub(super) fn mark(&self) -> Option<i64> {
        self.mark.get().copied()
    }

    /// Of some numbers that were this bot's, those were found in the database whose shards are `held`. The others are another
    /// bot's.
    pub(super) fn keep(&self, asked: &Numbers, held: &[i64]) {
        let mut own = self.lock();
        for (shard, number) in asked.iter().filter(|(shard, _)| !held.contains(shard)) {
            if own.get(shard) == Some(number) {
                own.remove(shard);
                tracing::warn!(shard, "another bot has claimed a shard");
            }
        }
        if own.is_empty() {
            self.lose(CLAIMED);
        }
    }

    /// The session that claims was lost, or is there again.
    pub(super) fn doubt(&self, doubted: bool) {
        self.doubted.store(doubted, Ordering::SeqCst);
    }

    pub(super) fn is_doubted(&self) -> bool {
        self.doubted.load(Ordering::SeqCst)
    }

    /// The database is no longer this bot's: that is for good.
    pub(super) fn lose(&self, why: &'static str) {
        let _ = self.why.set(why);
        self.gone.cancel();
    }

    pub(super) fn is_lost(&self) -> bool {
        self.gone.is_cancelled()
    }

    /// What is to be said when the numbers are another's.
    pub(super) fn error(&self) -> StoreError {
        let path = PathBuf::from(self.address.to_string());
        let reason = self.why.get().copied().unwrap_or(CLAIMED);
        StoreError::Gone { path, reason }
    }

    /// Resolves when all numbers are another's.
    pub(super) async fn gone(&self) -> StoreError {
        self.gone.cancelled().await;
        self.error()
    }
}

/// The connections for reads, and whose tables are looked for where a question is about all tables.
#[derive(Clone)]
pub(in crate::store) struct ServerReaders {
    pub(super) pool: PgPool,
    pub(super) lease: Arc<Lease>,
}

impl ServerReaders {
    /// The shards that are this bot's, as far as it knows.
    pub(in crate::store) fn shards(&self) -> Vec<i64> {
        self.lease.shards()
    }
}

impl Deref for ServerReaders {
    type Target = PgPool;

    fn deref(&self) -> &PgPool {
        &self.pool
    }
}
