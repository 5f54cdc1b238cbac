//! The scheduler: it finds the tables with something due, and leaves some of them alone for now.
//!
//! Timers are data in the store; the scheduler only polls them. A table has one tick at a time, however long its computer
//! players think. A table whose tick failed rests for a while. So neither crowds out the other tables. While nobody can be
//! heard the scheduler ticks, and does nothing else.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::{Denied, Referee, Registry};

/// How often the store is told that the bot is alive, in milliseconds.
const ALIVE_MS: i64 = 2000;
/// How many tables one poll of the store finds, besides the busy ones.
const AT_ONCE: u32 = 256;
/// How long a table rests after a failed tick.
const REST: Duration = Duration::from_secs(10);

/// Tables with a tick in progress (`None`), and tables that rest until some moment. No task tracker: a table has one tick at a
/// time, and the others are counted.
#[derive(Default)]
struct Ticks(Mutex<HashMap<u64, Option<Instant>>>);

impl Ticks {
    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Option<Instant>>> {
        // Nothing panics while the lock is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many tables must not be asked at `now`.
    fn busy(&self, now: Instant) -> usize {
        let mut ticks = self.lock();
        ticks.retain(|_, rests| rests.is_none_or(|until| until > now));
        ticks.len()
    }

    /// Reserves a table for a tick, unless it is reserved already or rests.
    fn take(&self, table: u64) -> bool {
        let mut ticks = self.lock();
        let free = !ticks.contains_key(&table);
        if free {
            ticks.insert(table, None);
        }
        free
    }

    /// Whether a table rests.
    fn rests(&self, table: u64) -> bool {
        matches!(self.lock().get(&table), Some(Some(_)))
    }

    fn put_back(&self, table: u64) {
        self.lock().remove(&table);
    }

    fn let_rest(&self, table: u64, until: Instant) {
        self.lock().insert(table, Some(until));
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
                if let Err(error) = store.alive(now).await {
                    tracing::warn!(%error, "could not note that the bot is alive");
                }
            }
            let busy = u32::try_from(ticks.busy(Instant::now())).unwrap_or(u32::MAX);
            match store.due(now, AT_ONCE.saturating_add(busy)).await {
                Ok(due) => {
                    let first = due.iter().find(|(table, _)| !ticks.rests(*table));
                    punctual_until(first.map_or(now, |(_, at)| *at));
                    due.into_iter().for_each(|(table, _)| self.see_to(table, &ticks));
                }
                Err(error) => tracing::warn!(%error, "could not look at the clocks"),
            }
        }
        self.registry.downtime.stop();
    }

    fn see_to(&self, table: u64, ticks: &Arc<Ticks>) {
        if !ticks.take(table) {
            return;
        }
        let (referee, ticks) = (self.clone(), Arc::clone(ticks));
        tokio::spawn(async move {
            match referee.tick(table).await {
                Ok(()) => ticks.put_back(table),
                Err(Denied::Newer) => {
                    referee.registry.put_off(table).await;
                    ticks.let_rest(table, Instant::now() + REST);
                }
                Err(denied) => {
                    tracing::warn!(table, %denied, "what is due at a table could not be done");
                    ticks.let_rest(table, Instant::now() + REST);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_table_is_taken_once_and_rests_after_a_failure() {
        let ticks = Ticks::default();
        assert!(ticks.take(1) && ticks.take(2));
        assert!(!ticks.take(1), "in hand already");
        ticks.put_back(1);
        assert!(ticks.take(1));
        ticks.let_rest(2, Instant::now() + REST);
        assert!(!ticks.take(2), "it rests");
        assert!(ticks.rests(2) && !ticks.rests(1) && !ticks.rests(3));
        assert_eq!(ticks.busy(Instant::now()), 2);
        tokio::time::advance(REST).await;
        assert_eq!(ticks.busy(Instant::now()), 1, "the one in hand stays");
        assert!(ticks.take(2) && !ticks.take(1));
    }
}
