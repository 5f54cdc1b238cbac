//! The number by which commits are let through.
//!
//! The database holds one number. Whoever claims the database counts it up. Each commit looks, under a lock on its row,
//! whether the number is still its own. So after another bot's claim nothing more of this bot's is written, whatever this
//! bot knows by then.

use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, Ordering};

use tokio_util::sync::CancellationToken;

use super::address::Address;
use crate::store::error::StoreError;

/// The number of this store, and whether it is still the database's.
#[derive(Debug)]
pub(super) struct Lease {
    address: Address,
    number: AtomicI64,
    gone: CancellationToken,
}

impl Lease {
    /// The number that was found at the opening. A claim replaces it.
    pub(super) fn found(address: &Address, number: i64) -> Lease {
        let (address, number, gone) = (address.clone(), AtomicI64::new(number), CancellationToken::new());
        Lease { address, number, gone }
    }

    pub(super) fn number(&self) -> i64 {
        self.number.load(Ordering::SeqCst)
    }

    /// Takes the number of a new claim.
    pub(super) fn hold(&self, number: i64) {
        self.number.store(number, Ordering::SeqCst);
    }

    /// Somebody else has claimed the database: that is for good.
    pub(super) fn lose(&self) {
        self.gone.cancel();
    }

    pub(super) fn is_lost(&self) -> bool {
        self.gone.is_cancelled()
    }

    /// What is to be said when the number is another's.
    pub(super) fn error(&self) -> StoreError {
        let path = PathBuf::from(self.address.to_string());
        let reason = "was claimed by another bot, which serves it now";
        StoreError::Gone { path, reason }
    }

    /// Resolves when the number is another's.
    pub(super) async fn gone(&self) -> StoreError {
        self.gone.cancelled().await;
        self.error()
    }
}
