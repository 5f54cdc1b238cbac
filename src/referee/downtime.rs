//! Time that does not count: while nobody can be heard no clock strikes, and what was lost is given back.
//!
//! People can be out of hearing in three ways, and all three end in the same accounts:
//!
//! * The bot was not running. The store knows when it was last alive ([`Referee::give_back`], before anything else).
//! * It runs, but whoever listens for it hears nobody: the listener says so and says when that is over
//!   ([`Referee::suspend_clocks`], [`Referee::resume_clocks`]). How one listens is no business of this room.
//! * The machine stood still. Nobody says so; the scheduler sees that far more time lies between two of its ticks than
//!   it waited.
//!
//! Until the accounts are settled every table stands still: clocks do not strike however long they are over, and
//! computer players do not choose either, so that nobody misses what they do. Then everything that is due to a person is
//! put off by as long as that took, also at tables that sleep, and the store's heartbeat rests at the beginning of it
//! all the while: a crash in the middle loses none of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use tokio::sync::{RwLock, RwLockReadGuard};

use super::{Change, Referee, Registry};
use crate::store::StoreError;

/// The accounts of lost time.
pub(super) struct Downtime {
    ledger: RwLock<Ledger>,
    /// When the scheduler ticked last, in milliseconds since the epoch; or [`NEVER`], or [`NO_MORE`].
    ticked: AtomicI64,
    /// How much time may lie between two ticks before it counts as an absence.
    longest: i64,
}

/// No tick yet.
const NEVER: i64 = i64::MIN;

/// The last tick has been: the file is about to be closed.
const NO_MORE: i64 = i64::MAX;

/// What the accounts say. Whoever decides or stores anything about a table's time holds it to read all the while, so that
/// no timers of before are stored after they were put off.
pub(super) struct Ledger {
    /// Since when nobody is heard, in milliseconds since the epoch.
    suspended_since: Option<i64>,
    /// How many milliseconds this referee has given back so far: a table in hand catches up by it.
    pub(super) given: i64,
    /// Up to when all is settled: nothing earlier is given back again.
    pub(super) settled: i64,
}

impl Downtime {
    /// Accounts without an entry; [`Settings::stood_still_ms`](super::Settings).
    pub(super) fn new(stood_still_ms: i64) -> Downtime {
        Downtime {
            ledger: RwLock::new(Ledger {
                suspended_since: None,
                given: 0,
                settled: i64::MIN,
            }),
            ticked: AtomicI64::new(NEVER),
            longest: stood_still_ms,
        }
    }

    /// The accounts, which do not change while they are read.
    pub(super) async fn read(&self) -> RwLockReadGuard<'_, Ledger> {
        self.ledger.read().await
    }

    /// Whether nothing may strike at `now`: nobody is heard, the machine stood still and the scheduler has not seen to that
    /// yet, or the bot is about to go.
    pub(super) fn stands_still(&self, ledger: &Ledger, now: i64) -> bool {
        ledger.suspended_since.is_some() || self.gap(now).is_some() || self.ticked.load(Ordering::Acquire) == NO_MORE
    }

    /// The last tick of the scheduler, if the machine has stood still since.
    pub(super) fn gap(&self, now: i64) -> Option<i64> {
        let ticked = self.ticked.load(Ordering::Acquire);
        (![NEVER, NO_MORE].contains(&ticked) && now.saturating_sub(ticked) > self.longest).then_some(ticked)
    }

    /// The scheduler ticks.
    pub(super) fn tick(&self, now: i64) {
        self.ticked.store(now, Ordering::Release);
    }

    /// The scheduler is no longer kept.
    pub(super) fn stop(&self) {
        self.ticked.store(NO_MORE, Ordering::Release);
    }
}

impl Referee {
    /// Gives back the time that the bot was not running. Comes before everything else; no [`Change`] tells of it, for whoever
    /// shows tables has to look at all of them at a start.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn give_back(&self) -> Result<(), StoreError> {
        let mut ledger = self.registry.downtime.ledger.write().await;
        self.registry.settle(&mut ledger).await.map(drop)
    }

    /// Says that nobody has been heard since `since` (milliseconds since the epoch): from now on no clock strikes. Said
    /// again before it is over, only an earlier moment changes anything.
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
        let since = since
            .max(ledger.settled)
            .min(ledger.suspended_since.unwrap_or(i64::MAX));
        if ledger.suspended_since != Some(since) {
            ledger.suspended_since = Some(since);
            self.registry.rest_heart(since).await;
        }
    }

    /// Says that people are heard (again): what was lost is given back, and clocks strike. Nothing happens if they were
    /// heard all the time.
    ///
    /// # Errors
    /// When the store fails; everything still stands still then, and it can be said again.
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

    /// Gives back a time in which the machine stood still, if it did.
    pub(super) async fn mind_the_gap(&self, now: i64) -> Result<(), StoreError> {
        let Some(ticked) = self.registry.downtime.gap(now) else {
            return Ok(());
        };
        let mut ledger = self.registry.downtime.ledger.write().await;
        if ledger.suspended_since.is_some() {
            // It is part of an absence that is not over.
            return Ok(());
        }
        tracing::warn!(ms = now - ticked, "the machine stood still");
        ledger.suspended_since = Some(ticked.max(ledger.settled));
        let lost = self.registry.settle(&mut ledger).await?;
        drop(ledger);
        self.tell_of_times(lost).await;
        Ok(())
    }

    /// Announces every table whose times have moved, if any was lost: messages say until when there is time. A store that
    /// fails then is asked until it does not: it is not said again.
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
    /// Announces every table at which something is due. The most pressing come first. A few are announced at once, the others
    /// one after another: whoever shows them loads them, and those in play come first.
    async fn announce_all(&self) -> Result<(), StoreError> {
        const AT_ONCE: usize = 64;
        const PACE: Duration = Duration::from_millis(5);
        let due = self.store.due(i64::MAX, u32::MAX).await?;
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

    /// Lets the heartbeat in the store rest at the beginning of an absence.
    async fn rest_heart(&self, since: i64) {
        if let Err(error) = self.store.alive(since).await {
            tracing::warn!(%error, "could not note since when nobody is heard");
        }
    }

    /// Whether the time up to `now` was given back although that is said to have failed: it may have been the word of it that
    /// was lost. As long as nobody knows, no table may be loaded or stored, for its timers would be off by that time: so this
    /// asks until it is told, and the accounts are held all the while.
    async fn was_given(&self, now: i64) -> bool {
        /// A file that cannot be read now is no use to anybody.
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

    /// Puts off everything that is due to people by the time since the heart last beat, and gives how long that is.
    async fn settle(&self, ledger: &mut Ledger) -> Result<i64, StoreError> {
        if let Some(since) = ledger.suspended_since {
            self.store.alive(since).await?;
        }
        let now = (self.settings.now)();
        let lost = match (self.store.give_back(now).await, ledger.suspended_since) {
            (Err(_), Some(since)) if self.was_given(now).await => now.saturating_sub(since).max(0),
            (lost, _) => lost?,
        };
        ledger.given += lost;
        ledger.settled = now;
        ledger.suspended_since = None;
        Ok(lost)
    }
}
