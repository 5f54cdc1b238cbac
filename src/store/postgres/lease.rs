//! The number by which commits are let through.
//!
//! The database holds one number. Whoever claims the database counts it up. Each commit looks, under a lock on its row,
//! whether the number is still its own. So after another bot's claim nothing more of this bot's is written, whatever this
//! bot knows by then.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, Ordering};

use tokio_util::sync::CancellationToken;

use super::address::Address;
use crate::store::error::StoreError;

/// The number of this store, and whether it is still the database's.
#[derive(Debug)]
pub(super) struct Lease {
    address: Address,
    number: AtomicI64,
    /// What told the database from any other one when it was claimed.
    mark: OnceLock<i64>,
    /// Why the number is no longer the database's.
    why: OnceLock<&'static str>,
    gone: CancellationToken,
}

/// Makes the number another's. A number below zero says that all data was moved to another database.
pub(super) const COUNT_UP: &str = "UPDATE lease SET number = number + 1 WHERE number >= 0 RETURNING number";

/// Somebody else has claimed the database.
pub(super) const CLAIMED: &str = "was claimed by another bot, which serves it now";
/// A standby has taken over, or the server goes on from an earlier moment.
pub(super) const ELSEWHERE: &str = "goes on at another server or from another moment: start the bot again, and every table in \
    play gets a new secret";

impl Lease {
    /// The number that was found at the opening. A claim replaces it.
    pub(super) fn found(address: &Address, number: i64) -> Lease {
        Lease {
            address: address.clone(),
            number: AtomicI64::new(number),
            mark: OnceLock::new(),
            why: OnceLock::new(),
            gone: CancellationToken::new(),
        }
    }

    pub(super) fn number(&self) -> i64 {
        self.number.load(Ordering::SeqCst)
    }

    /// Takes the number of a new claim.
    pub(super) fn hold(&self, number: i64) {
        self.number.store(number, Ordering::SeqCst);
    }

    /// Remembers the mark of the claimed database.
    pub(super) fn remember(&self, mark: i64) {
        let _ = self.mark.set(mark);
    }

    pub(super) fn mark(&self) -> Option<i64> {
        self.mark.get().copied()
    }

    /// The database is no longer this bot's: that is for good.
    pub(super) fn lose(&self, why: &'static str) {
        let _ = self.why.set(why);
        self.gone.cancel();
    }

    pub(super) fn is_lost(&self) -> bool {
        self.gone.is_cancelled()
    }

    /// What is to be said when the number is another's.
    pub(super) fn error(&self) -> StoreError {
        let path = PathBuf::from(self.address.to_string());
        let reason = self.why.get().copied().unwrap_or(CLAIMED);
        StoreError::Gone { path, reason }
    }

    /// Resolves when the number is another's.
    pub(super) async fn gone(&self) -> StoreError {
        self.gone.cancelled().await;
        self.error()
    }
}
