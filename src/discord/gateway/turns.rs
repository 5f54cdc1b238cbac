//! Turns: Discord lets so many shards begin a session at once, and no more for some seconds.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::time::sleep;

use crate::discord::lock::lock;
use crate::store::KeptSessions;

/// For how long after an IDENTIFY no other may be sent that takes turns with it: Discord's time, and a second for the way
/// (docs/DISCORD.md, "Gateway").
pub(super) const TURN: Duration = Duration::from_secs(6);
/// How often a shard looks whether it is sure whose it is.
const LOOK: Duration = Duration::from_millis(100);

/// Where the shards of a bot take turns. Clones are the same place.
#[derive(Clone, Default)]
pub(in crate::discord) struct Turns(Arc<TurnState>);

#[derive(Default)]
struct TurnState {
    /// How many shards may identify at once, if that is known: those of one number modulo that take turns.
    at_once: AtomicU32,
    /// Where all bots over one database take turns.
    shared: OnceLock<KeptSessions>,
    /// The turns of a bot that is the only one.
    own: Mutex<BTreeMap<u32, Arc<tokio::sync::Mutex<()>>>>,
    /// The shards that wait.
    queued: Mutex<BTreeSet<u32>>,
}

impl Turns {
    /// From now on so many shards may identify at once.
    pub(super) fn allow(&self, at_once: u32) {
        self.0.at_once.store(at_once, Ordering::SeqCst);
    }

    /// From now on shards take turns with those of all bots over the same database.
    pub(super) fn share(&self, kept: KeptSessions) {
        let _ = self.0.shared.set(kept);
    }

    /// Whether other bots have shards, too.
    pub(super) fn are_shared(&self) -> bool {
        self.0.shared.get().is_some_and(|kept| !kept.is_alone())
    }

    /// Whether another bot may have this one's shards by now.
    pub(super) fn are_doubted(&self) -> bool {
        self.0.shared.get().is_some_and(KeptSessions::is_doubted)
    }

    /// Whether a shard waits for its turn.
    pub(super) fn is_queued(&self, shard: u32) -> bool {
        lock(&self.0.queued).contains(&shard)
    }

    /// Resolves when it is sure that the shards are this bot's. If they are another's, this bot ends.
    pub(super) fn sure(&self) -> BoxFuture<'static, ()> {
        let turns = self.clone();
        Box::pin(async move {
            while turns.are_doubted() {
                sleep(LOOK).await;
            }
        })
    }

    /// Resolves when it is a shard's turn. Whoever drops this waits no longer.
    pub(super) fn wait(&self, shard: u32) -> BoxFuture<'static, ()> {
        let queued = Queued::of(&self.0, shard);
        Box::pin(async move {
            let turn = shard % queued.turns.at_once.load(Ordering::SeqCst).max(1);
            match queued.turns.shared.get() {
                Some(kept) => kept.take_turn(turn, TURN).await,
                None => {
                    let own = lock(&queued.turns.own).entry(turn).or_default().clone();
                    let turn = own.lock_owned().await;
                    tokio::spawn(async move {
                        sleep(TURN).await;
                        drop(turn);
                    });
                }
            }
        })
    }
}

/// A shard that waits, until it is dropped.
struct Queued {
    turns: Arc<TurnState>,
    shard: u32,
}

impl Queued {
    fn of(turns: &Arc<TurnState>, shard: u32) -> Queued {
        lock(&turns.queued).insert(shard);
        Queued {
            turns: Arc::clone(turns),
            shard,
        }
    }
}

impl Drop for Queued {
    fn drop(&mut self) {
        lock(&self.turns.queued).remove(&self.shard);
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::{Instant, timeout};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn shards_identify_one_after_another_and_who_gives_up_is_passed_over() {
        let turns = Turns::default();
        let begun = Instant::now();
        turns.wait(0).await;
        assert_eq!(begun.elapsed(), Duration::ZERO);
        let (second, third) = (turns.wait(1), turns.wait(2));
        assert!(!turns.is_queued(0) && turns.is_queued(1) && turns.is_queued(2));
        assert!(timeout(Duration::from_secs(5), second).await.is_err());
        assert!(!turns.is_queued(1), "nobody waits");
        third.await;
        assert!(begun.elapsed() >= TURN && begun.elapsed() < TURN + Duration::from_millis(10));
        assert!(!turns.is_queued(2));
    }

    #[tokio::test(start_paused = true)]
    async fn as_many_identify_at_once_as_discord_lets() {
        let turns = Turns::default();
        turns.allow(16);
        let begun = Instant::now();
        for shard in 3..19 {
            turns.wait(shard).await;
        }
        assert_eq!(begun.elapsed(), Duration::ZERO);
        turns.wait(19).await;
        assert!(begun.elapsed() >= TURN);
    }
}
