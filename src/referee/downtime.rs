//! Downtime: time in which the bot could not hear people does not count. No clock strikes meanwhile, and the lost time is
//! given back afterwards.
//!
//! There are three kinds of downtime, and one ledger records them all:
//!
//! * The bot was not running. The store knows when it was last alive ([`Referee::give_back`], before anything else).
//! * The bot runs, but its listener hears nobody. The listener reports the beginning and the end
//!   ([`Referee::suspend_clocks`], [`Referee::resume_clocks`]). How it listens is no business of this room.
//! * The machine stood still. Nobody reports that: the scheduler sees that far more time lies between two of its ticks than
//!   it waited.
//!
//! Until the ledger is settled the clocks of every table are suspended: they do not strike, however long they are overdue.
//! Computer players do not choose either, so people do not miss what they do. Settling delays every timer of a person by
//! the lost time, also at tables that sleep. Meanwhile the store's heartbeat stays at the beginning of the downtime, so a
//! crash in between loses none of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use tokio::sync::{RwLock, RwLockReadGuard};

use super::timers::NEVER_MS;
use super::{Change, Referee, Registry};
use crate::store::StoreError;

/// The ledger of lost time, and the last tick of the scheduler.
pub(super) struct Downtime {
    ledger: RwLock<Ledger>,
    /// When the scheduler ticked last, in milliseconds since the epoch; or [`NEVER`], or [`NO_MORE`].
    ticked: AtomicI64,
    /// How much time may lie between two ticks before it counts as downtime.
    longest: i64,
}

/// No tick yet.
const NEVER: i64 = i64::MIN;

/// The scheduler has stopped: the file is about to be closed.
const NO_MORE: i64 = i64::MAX;

/// What the ledger records. Whoever decides or stores anything about a table's time holds the read lock throughout. So
/// nobody stores timers from before a settlement after it.
pub(super) struct Ledger {
    /// Since when nobody is heard, in milliseconds since the epoch; `None` while people are heard.
    suspended_since: Option<i64>,
    /// Whether giving back was tried since then. Perhaps it was done, and its answer was lost.
    tried: bool,
    /// How many milliseconds this referee has given back so far; sessions catch up with this number.
    pub(super) given: i64,
    /// Up to when all is settled: no earlier time is given back again.
    pub(super) settled: i64,
}

impl Downtime {
    /// A ledger without an entry; [`Settings::stood_still_ms`](super::Settings).
    pub(super) fn new(stood_still_ms: i64) -> Downtime {
        Downtime {
            ledger: RwLock::new(Ledger {
                suspended_since: None,
                tried: false,
                given: 0,
                settled: i64::MIN,
            }),
            ticked: AtomicI64::new(NEVER),
            longest: stood_still_ms,
        }
    }

    /// The ledger under a read lock.
    pub(super) async fn read(&self) -> RwLockReadGuard<'_, Ledger> {
        self.ledger.read().await
    }

    /// Whether no clock may strike at `now`: nobody is heard, or the scheduler has not yet handled that the machine stood
    /// still, or the bot is about to stop.
    pub(super) fn stands_still(&self, ledger: &Ledger, now: i64) -> bool {
        ledger.suspended_since.is_some() || self.gap(now).is_some() || self.ticked.load(Ordering::Acquire) == NO_MORE
    }

    /// The last tick of the scheduler, if the machine has stood still since.
    pub(super) fn gap(&self, now: i64) -> Option<i64> {
        let ticked = self.ticked.load(Ordering::Acquire);
        (![NEVER, NO_MORE].contains(&ticked) && now.saturating_sub(ticked) > self.longest).then_some(ticked)
    }

    /// Records a tick of the scheduler.
    pub(super) fn tick(&self, now: i64) {
        self.ticked.store(now, Ordering::Release);
    }

    /// Records that the scheduler has stopped.
    pub(super) fn stop(&self) {
        self.ticked.store(NO_MORE, Ordering::Release);
    }
}

impl Referee {
    /// Gives back the time in which the bot was not running. This comes before everything else. It sends no [`Change`],
    /// because whoever shows tables checks all of them at a start.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn give_back(&self) -> Result<(), StoreError> {
        let mut ledger = self.registry.downtime.ledger.write().await;
        self.registry.settle(&mut ledger).await.map(drop)
    }

    /// Reports that nobody has been heard since `since` (milliseconds since the epoch): from now on no clock strikes. A
    /// further report during the same downtime only counts if it names an earlier moment.
    pub async fn suspend_clocks(&self, since: i64) {
        if self
            .registry
            .downtime
            .read()
            .await
            .suspended_since
            .is_some_and(|known| known <= since)
        {
            return;
        }
        let mut ledger = self.registry.downtime.ledger.write().await;
        if ledger.tried {
            // The heartbeat may be where the time is settled, and must not be set back.
            return;
        }
        let since = since
            .max(ledger.settled)
            .min(ledger.suspended_since.unwrap_or(i64::MAX));
        if ledger.suspended_since != Some(since) {
            ledger.suspended_since = Some(since);
            self.registry.rest_heart(since).await;
        }
    }

    /// Reports that people are heard again: the lost time is given back, and clocks strike. Nothing happens if people were
    /// heard all the time.
    ///
    /// # Errors
    /// When the store fails. The clocks stay suspended then, and the call can be repeated.
    pub async fn resume_clocks(&self) -> Result<(), StoreError> {
        if self.registry.downtime.read().await.suspended_since.is_none() {
            return Ok(());
        }
        let mut ledger = self.registry.downtime.ledger.write().await;
        let lost = self.registry.settle(&mut ledger).await?;
        drop(ledger);
        self.tell_of_times(lost).await;
        Ok(())
    }

    /// Whether nobody is heard now.
    pub async fn are_clocks_suspended(&self) -> bool {
        self.registry.downtime.read().await.suspended_since.is_some()
    }

    /// Gives back the time in which the machine stood still, if it did.
    pub(super) async fn mind_the_gap(&self, now: i64) -> Result<(), StoreError> {
        let Some(ticked) = self.registry.downtime.gap(now) else {
            return Ok(());
        };
        let mut ledger = self.registry.downtime.ledger.write().await;
        if ledger.suspended_since.is_some() {
            // The gap is part of a downtime that is not over.
            return Ok(());
        }
        tracing::warn!(ms = now - ticked, "the machine stood still");
        ledger.suspended_since = Some(ticked.max(ledger.settled));
        let lost = self.registry.settle(&mut ledger).await?;
        drop(ledger);
        self.tell_of_times(lost).await;
        Ok(())
    }

    /// Announces every table whose times have moved, if any time was lost, because messages show deadlines. If the store
    /// fails, this retries until it works: nobody announces the change a second time.
    async fn tell_of_times(&self, lost: i64) {
        const AGAIN: Duration = Duration::from_secs(1);
        if lost == 0 {
            return;
        }
        let registry = Arc::clone(&self.registry);
        let Err(error) = registry.announce_all().await else {
            return;
        };
        tracing::warn!(%error, "could not announce times that were given back");
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(AGAIN).await;
                if matches!(registry.announce_all().await, Ok(()) | Err(StoreError::Closed)) {
                    return;
                }
            }
        });
    }
}

impl Registry {
    /// Announces every table with a timer that comes, the most urgent first. The first few go out at once, the others one after
    /// another: whoever shows a table loads it, and tables in play come first.
    async fn announce_all(&self) -> Result<(), StoreError> {
        const AT_ONCE: usize = 64;
        const PACE: Duration = Duration::from_millis(5);
        let ever = (self.settings.now)().saturating_add(NEVER_MS / 2);
        let due = self.store.due(ever, u32::MAX).await?;
        let mut tables = due.into_iter().map(|(table, _)| Change { table, seq: 0 });
        for change in tables.by_ref().take(AT_ONCE) {
            let _ = self.changes.send(change);
        }
        if tables.len() == 0 {
            return Ok(());
        }
        let changes = self.changes.clone();
        tokio::spawn(async move {
            for change in tables {
                tokio::time::sleep(PACE).await;
                if changes.send(change).is_err() {
                    return;
                }
            }
        });
        Ok(())
    }

    /// Sets the heartbeat in the store to the beginning of a downtime.
    async fn rest_heart(&self, since: i64) {
        if let Err(error) = self.store.alive(since).await {
            tracing::warn!(%error, "could not note since when nobody is heard");
        }
    }

    /// Whether the time up to `now` was given back although the store reported a failure: perhaps only its answer was lost.
    /// Until that is known no table may be loaded or stored, because its timers would be off by that time. So this retries
    /// until the store answers, and the caller holds the ledger's write lock meanwhile.
    async fn was_given(&self, now: i64) -> bool {
        /// The pause between two tries. A file that cannot be read now is of no use to anybody.
        const AGAIN: Duration = Duration::from_millis(100);
        loop {
            match self.store.last_alive().await {
                Ok(last) => return last == Some(now),
                Err(StoreError::Closed) => return false,
                Err(error) => tracing::warn!(%error, "nobody knows whether lost time was given back"),
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// Delays everything that is due to people by the time since the last heartbeat, and returns that time.
    ///
    /// The store gives back what lies between its heartbeat and now, and moves the heartbeat in the same step. So once that
    /// was tried, the heartbeat is not set back: whether the try was written, is written later, or never, the next one gives
    /// back the rest.
    async fn settle(&self, ledger: &mut Ledger) -> Result<i64, StoreError> {
        if let Some(since) = ledger.suspended_since.filter(|_| !ledger.tried) {
            self.store.alive(since).await?;
        }
        ledger.tried = ledger.suspended_since.is_some();
        let now = (self.settings.now)();
        let given = self.store.give_back(now).await;
        let lost = match (given, ledger.suspended_since) {
            (Err(error), Some(_)) if !self.was_given(now).await => return Err(error),
            // With what an earlier try may have given back.
            (_, Some(since)) => now.saturating_sub(since).max(0),
            (given, None) => given?,
        };
        ledger.given += lost;
        ledger.settled = now;
        (ledger.suspended_since, ledger.tried) = (None, false);
        Ok(lost)
    }
}
