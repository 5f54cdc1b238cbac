//! The scheduler: it finds the tables with something due, and leaves some of them alone for now.
//!
//! Timers are data in the store; the scheduler only polls them. A table has one tick at a time, which lasts for as long as its
//! computer players think. A table whose tick failed rests for a while, also if a computer player could not think. So neither
//! crowds out the other tables. A table whose tick failed is counted as failing until a tick succeeds there, and no other timer
//! counts as late because of it. While nobody can be heard the scheduler ticks, and does nothing else.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

use super::{Denied, Referee, Registry};

/// How often the store is told that the bot is alive, in milliseconds.
const ALIVE_MS: i64 = 2000;
/// How many tables one poll of the store finds, besides the busy ones.
const AT_ONCE: u32 = 256;

/// Where a table stands that was asked to do what is due.
#[derive(Clone, Copy)]
enum Tick {
    /// A first tick is in progress.
    Running,
    /// The last tick failed, and another one is in progress.
    Again,
    /// The last tick failed. The table rests until this moment.
    Failed(Instant),
}

/// Tables with a tick in progress, and tables whose last tick failed. No task tracker: a table has one tick at a time, and the
/// others are counted.
#[derive(Default)]
struct Ticks(Mutex<HashMap<u64, Tick>>);

impl Ticks {
    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Tick>> {
        // Nothing panics while the lock is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many tables are known: at so many due timers nobody has to be asked anew.
    fn len(&self) -> usize {
        self.lock().len()
    }

    /// Reserves a table for a tick at `now`, unless it is reserved already or rests.
    fn take(&self, table: u64, now: Instant) -> bool {
        match self.lock().entry(table) {
            Entry::Vacant(free) => {
                free.insert(Tick::Running);
                true
            }
            Entry::Occupied(mut tick) => match *tick.get() {
                Tick::Failed(until) if until <= now => {
                    tick.insert(Tick::Again);
                    true
                }
                _ => false,
            },
        }
    }

    /// Whether the last tick of a table failed. A later tick that is in progress changes nothing about that.
    fn is_failing(&self, table: u64) -> bool {
        matches!(self.lock().get(&table), Some(Tick::Again | Tick::Failed(_)))
    }

    /// Forgets failed tables other than these, for nothing is due there any more. Returns how many are left.
    fn keep_failed(&self, due: &[(u64, i64)]) -> usize {
        let mut ticks = self.lock();
        ticks.retain(|table, tick| !matches!(tick, Tick::Failed(_)) || due.iter().any(|(known, _)| known == table));
        ticks.values().filter(|tick| !matches!(tick, Tick::Running)).count()
    }

    fn put_back(&self, table: u64) {
        self.lock().remove(&table);
    }

    fn let_rest(&self, table: u64, until: Instant) {
        self.lock().insert(table, Tick::Failed(until));
    }
}

impl Referee {
    /// Keeps the clocks until `stop` resolves.
    pub async fn keep_clocks(&self, stop: impl Future<Output = ()>) {
        let Registry { store, settings, .. } = &*self.registry;
        let ticks = Arc::new(Ticks::default());
        let mut interval = tokio::time::interval(settings.tick);
        interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut alive_at = (settings.now)();
        tokio::pin!(stop);
        self.registry.downtime.tick(alive_at);
        let punctual_until = |until| self.registry.punctual_until.store(until, Ordering::Relaxed);
        punctual_until(alive_at);
        loop {
            tokio::select! {
                biased;
                () = &mut stop => break,
                _ = interval.tick() => {}
            }
            let now = (settings.now)();
            if let Err(error) = self.mind_the_gap(now).await {
                tracing::warn!(%error, "could not give back the time in which the machine stood still");
                continue;
            }
            self.registry.downtime.tick(now);
            if self.are_clocks_suspended().await {
                // No heartbeat either: after a restart the store must tell when the downtime began.
                punctual_until(now);
                continue;
            }
            if now - alive_at >= ALIVE_MS {
                alive_at = now;
                let noted = store.alive(now).await;
                self.registry.store_fails.store(noted.is_err(), Ordering::Relaxed);
                if let Err(error) = noted {
                    tracing::warn!(%error, "could not note that the bot is alive");
                }
            }
            let limit = AT_ONCE.saturating_add(u32::try_from(ticks.len()).unwrap_or(u32::MAX));
            match store.due(now, limit).await {
                Ok(due) => {
                    // A page that is full may lack tables at which something is due.
                    if due.len() < limit as usize {
                        let failing = ticks.keep_failed(&due);
                        self.registry.failing.store(failing, Ordering::Relaxed);
                    }
                    let first = due.iter().find(|(table, _)| !ticks.is_failing(*table));
                    punctual_until(first.map_or(now, |(_, at)| *at));
                    due.into_iter().for_each(|(table, _)| self.see_to(table, &ticks));
                }
                Err(error) => tracing::warn!(%error, "could not look at the clocks"),
            }
        }
        self.registry.downtime.stop();
    }

    fn see_to(&self, table: u64, ticks: &Arc<Ticks>) {
        if !ticks.take(table, Instant::now()) {
            return;
        }
        let (referee, ticks, rest) = (self.clone(), Arc::clone(ticks), self.registry.settings.rest);
        tokio::spawn(async move {
            match referee.tick(table).await {
                Ok(()) => ticks.put_back(table),
                Err(Denied::Newer) => {
                    referee.registry.put_off(table).await;
                    ticks.let_rest(table, Instant::now() + rest);
                }
                Err(denied) => {
                    tracing::warn!(table, %denied, "what is due at a table could not be done");
                    ticks.let_rest(table, Instant::now() + rest);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const REST: Duration = Duration::from_secs(10);

    #[tokio::test(start_paused = true)]
    async fn a_table_is_taken_once_and_rests_after_a_failure() {
        let ticks = Ticks::default();
        let take = |table| ticks.take(table, Instant::now());
        assert!(take(1) && take(2));
        assert!(!take(1), "in hand already");
        ticks.put_back(1);
        assert!(take(1));
        ticks.let_rest(2, Instant::now() + REST);
        assert!(!take(2), "it rests");
        assert_eq!(ticks.len(), 2);
        tokio::time::advance(REST).await;
        assert!(take(2) && !take(1));
    }

    #[tokio::test(start_paused = true)]
    async fn a_table_fails_until_a_tick_succeeds_or_nothing_is_due_there() {
        let ticks = Ticks::default();
        let take = |table| ticks.take(table, Instant::now());
        assert!(take(1) && take(2) && take(3));
        [1, 2]
            .into_iter()
            .for_each(|table| ticks.let_rest(table, Instant::now() + REST));
        let failing = || [1, 2, 3].map(|table| ticks.is_failing(table));
        assert_eq!(failing(), [true, true, false]);
        tokio::time::advance(REST).await;
        assert_eq!(
            failing(),
            [true, true, false],
            "the rest is over, and nothing was mended"
        );
        assert!(take(1), "it is tried again");
        assert_eq!(failing(), [true, true, false], "and is not better for that alone");
        assert_eq!(ticks.keep_failed(&[(1, 0), (2, 0)]), 2);
        assert_eq!(ticks.keep_failed(&[(1, 0)]), 1, "somebody closed the second");
        ticks.put_back(1);
        assert_eq!(failing(), [false; 3]);
        assert_eq!((ticks.keep_failed(&[]), ticks.len()), (0, 1), "the third is in hand");
    }
}
