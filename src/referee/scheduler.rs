//! The scheduler: it finds the tables with something due, and leaves some of them alone for now.
//!
//! Timers are data in the store; the scheduler only polls them. A table has one tick at a time, however long its computer
//! players think. A table whose tick failed rests for a while. So neither crowds out the other tables. While nobody can be
//! heard the scheduler ticks, and does nothing else.

use std::collections::HashMap;
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

/// Tables with a tick in progress (`None`), and tables that rest until some moment.
#[derive(Default)]
struct Hands(Mutex<HashMap<u64, Option<Instant>>>);

impl Hands {
    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Option<Instant>>> {
        // Nothing panics while the lock is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many tables must not be asked at `now`.
    fn busy(&self, now: Instant) -> usize {
        let mut hands = self.lock();
        hands.retain(|_, rests| rests.is_none_or(|until| until > now));
        hands.len()
    }

    /// Reserves a table for a tick, unless it is reserved already or rests.
    fn take(&self, table: u64) -> bool {
        let mut hands = self.lock();
        let free = !hands.contains_key(&table);
        if free {
            hands.insert(table, None);
        }
        free
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
        let hands = Arc::new(Hands::default());
        let mut interval = tokio::time::interval(settings.tick);
        interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut alive_at = (settings.now)();
        tokio::pin!(stop);
        self.registry.downtime.tick(alive_at);
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
                continue;
            }
            if now - alive_at >= ALIVE_MS {
                alive_at = now;
                if let Err(error) = store.alive(now).await {
                    tracing::warn!(%error, "could not note that the bot is alive");
                }
            }
            let busy = u32::try_from(hands.busy(Instant::now())).unwrap_or(u32::MAX);
            match store.due(now, AT_ONCE.saturating_add(busy)).await {
                Ok(due) => due.into_iter().for_each(|(table, _)| self.see_to(table, &hands)),
                Err(error) => tracing::warn!(%error, "could not look at the clocks"),
            }
        }
        self.registry.downtime.stop();
    }

    fn see_to(&self, table: u64, hands: &Arc<Hands>) {
        if !hands.take(table) {
            return;
        }
        let (referee, hands) = (self.clone(), Arc::clone(hands));
        tokio::spawn(async move {
            match referee.tick(table).await {
                Ok(()) => hands.put_back(table),
                Err(Denied::Newer) => {
                    referee.registry.put_off(table).await;
                    hands.let_rest(table, Instant::now() + REST);
                }
                Err(denied) => {
                    tracing::warn!(table, %denied, "what is due at a table could not be done");
                    hands.let_rest(table, Instant::now() + REST);
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
        let hands = Hands::default();
        assert!(hands.take(1) && hands.take(2));
        assert!(!hands.take(1), "in hand already");
        hands.put_back(1);
        assert!(hands.take(1));
        hands.let_rest(2, Instant::now() + REST);
        assert!(!hands.take(2), "it rests");
        assert_eq!(hands.busy(Instant::now()), 2);
        tokio::time::advance(REST).await;
        assert_eq!(hands.busy(Instant::now()), 1, "the one in hand stays");
        assert!(hands.take(2) && !hands.take(1));
    }
}
