//! A simulated database that several bots share: each has some of the shards, by numbers that every claim counts up.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::paper::Paper;
use super::{Disk, Hand, Pages};
use crate::store::change::Change;
use crate::store::shards::shard_of;
use crate::store::{Append, Shown, Store, StoreError};

/// As `store/postgres/cluster.rs` has them.
const PATIENCE: Duration = Duration::from_millis(1200);
const LOOK: Duration = Duration::from_secs(1);
const LATE: Duration = Duration::from_secs(3);

/// What all bots share beside the pages.
struct Common {
    /// The number of each shard.
    numbers: Mutex<Vec<i64>>,
    /// The interactions that lie there for another bot, each with its shard, its JSON and when it was put there.
    handed: Mutex<BTreeMap<u64, (i64, String, i64)>>,
    rung: Notify,
    now: Box<dyn Fn() -> i64 + Send + Sync>,
    /// A planted fault: no number is asked for.
    lets_all_through: AtomicBool,
}

/// A database that several bots share. Clones are the same.
#[derive(Clone)]
pub(crate) struct SharedPaper {
    paper: Paper,
    common: Arc<Common>,
}

/// The shards of one bot. Clones are the same bot's.
#[derive(Clone)]
pub struct SimulatedShards {
    common: Arc<Common>,
    own: Arc<Mutex<BTreeMap<i64, i64>>>,
    gone: CancellationToken,
    paper: Arc<Paper>,
    hand: Arc<dyn Hand>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SharedPaper {
    /// An empty database of so many shards, with a clock in milliseconds since the epoch.
    pub(crate) fn new(of: usize, now: impl Fn() -> i64 + Send + Sync + 'static) -> SharedPaper {
        SharedPaper {
            paper: Paper::default(),
            common: Arc::new(Common {
                numbers: Mutex::new(vec![0; of]),
                handed: Mutex::default(),
                rung: Notify::new(),
                now: Box::new(now),
                lets_all_through: AtomicBool::new(false),
            }),
        }
    }

    /// A planted fault: no commit asks for a number.
    pub(crate) fn let_all_through(&self) {
        self.common.lets_all_through.store(true, Ordering::Relaxed);
    }

    /// All of it, as whoever looks from outside sees it.
    pub(crate) fn whole(&self, hand: Arc<dyn Hand>) -> Disk {
        Disk::of(Arc::new(self.paper.clone()), hand)
    }

    /// Claims a shard for a new bot, whose disk is in this hand.
    pub(crate) fn claim(&self, shard: i64, hand: Arc<dyn Hand>) -> (Store, SimulatedShards) {
        let number = {
            let mut numbers = lock(&self.common.numbers);
            let number = &mut numbers[shard as usize];
            *number += 1;
            *number
        };
        let shards = SimulatedShards {
            common: Arc::clone(&self.common),
            own: Arc::new(Mutex::new(BTreeMap::from([(shard, number)]))),
            gone: CancellationToken::new(),
            paper: Arc::new(self.paper.clone()),
            hand: Arc::clone(&hand),
        };
        let paper = self.paper.of_bot(shards.clone());
        let disk = Disk {
            shards: Some(shards.clone()),
            ..Disk::of(Arc::new(paper), hand)
        };
        let store = Store::simulated(&disk);
        store.recent.close();
        (store, shards)
    }
}

impl SimulatedShards {
    fn of(&self) -> i64 {
        lock(&self.common.numbers).len() as i64
    }

    /// Whether the tables of a server are this bot's, as far as it knows.
    pub(in crate::store) fn keeps(&self, guild: Option<u64>) -> bool {
        lock(&self.own).contains_key(&shard_of(guild, self.of()))
    }

    /// The shards whose numbers are still this bot's. It forgets the others, and ends without any.
    pub(in crate::store) fn held(&self) -> Vec<i64> {
        let (numbers, mut own) = (lock(&self.common.numbers), lock(&self.own));
        let all = self.common.lets_all_through.load(Ordering::Relaxed);
        own.retain(|shard, number| all || numbers[*shard as usize] == *number);
        if own.is_empty() {
            self.gone.cancel();
        }
        own.keys().copied().collect()
    }

    /// Whether all of its shards are this bot's still. It does not learn so.
    pub(crate) fn is_current(&self) -> bool {
        let (numbers, own) = (lock(&self.common.numbers), lock(&self.own));
        !own.is_empty() && own.iter().all(|(shard, number)| numbers[*shard as usize] == *number)
    }

    /// Whether any shard is this bot's still, which it learns by this question.
    pub(crate) fn are_ours(&self) -> bool {
        !self.held().is_empty()
    }

    /// Refuses a change to another bot's table, and every change where no shard is held. A table that is there already has a server
    /// of Discord.
    pub(super) fn let_through(
        &self,
        held: &[i64],
        change: &Change,
        guild_of: impl Fn(u64) -> Option<Option<u64>>,
    ) -> Result<(), StoreError> {
        if held.is_empty() {
            return Err(Self::error());
        }
        let guild = match change {
            Change::Append(Append { create: Some(new), .. }) => Some(new.guild),
            Change::Append(Append { table, .. })
            | Change::SetShown(Shown { table, .. })
            | Change::ClearShown { table, .. }
            | Change::Thin { table, .. } => guild_of(*table),
            _ => None,
        };
        match guild {
            Some(guild) if !held.contains(&shard_of(guild, self.of())) => Err(StoreError::Elsewhere),
            _ => Ok(()),
        }
    }

    fn error() -> StoreError {
        StoreError::Gone {
            path: "simulated".into(),
            reason: "was claimed by another bot",
        }
    }

    pub(in crate::store) async fn gone(&self) -> StoreError {
        self.gone.cancelled().await;
        Self::error()
    }

    pub(in crate::store::testing) fn share(&self) -> (usize, usize) {
        (lock(&self.own).len().max(1), self.of() as usize)
    }

    pub(in crate::store::testing) fn other_shard(&self, guild: Option<u64>) -> Option<i64> {
        (!self.keeps(guild)).then(|| shard_of(guild, self.of()))
    }

    pub(in crate::store::testing) async fn other_shard_of(&self, table: u64) -> Result<Option<i64>, StoreError> {
        self.hand.read().await.map_or(Ok(()), Err)?;
        let stored = self.paper.load(table)?;
        Ok(stored.and_then(|stored| self.other_shard(stored.guild)))
    }

    pub(in crate::store::testing) async fn part(
        &self,
        person: u64,
        tables: &[u64],
        gone_at: Option<i64>,
    ) -> Result<(), StoreError> {
        self.hand.read().await.map_or(Ok(()), Err)?;
        self.paper.part(person, tables, gone_at);
        Ok(())
    }

    pub(in crate::store::testing) async fn is_parting(&self, person: u64) -> Result<bool, StoreError> {
        self.hand.read().await.map_or(Ok(()), Err)?;
        Ok(self.paper.is_parting(person))
    }

    pub(in crate::store::testing) async fn hand_over(
        &self,
        id: u64,
        shard: i64,
        interaction: &str,
    ) -> Result<bool, StoreError> {
        self.hand.read().await.map_or(Ok(()), Err)?;
        let at = (self.common.now)();
        let handed = (shard, interaction.to_owned(), at);
        lock(&self.common.handed).entry(id).or_insert(handed);
        self.common.rung.notify_waiters();
        sleep(PATIENCE).await;
        Ok(lock(&self.common.handed).remove(&id).is_none())
    }

    pub(in crate::store::testing) async fn take_over(&self, taken: impl Fn(String)) {
        loop {
            if self.hand.read().await.is_none() {
                self.take(&taken);
            }
            let _ = timeout(LOOK, self.common.rung.notified()).await;
        }
    }

    /// Takes what lies there for this bot's shards, as far as it knows them.
    fn take(&self, taken: &impl Fn(String)) {
        let own: Vec<i64> = lock(&self.own).keys().copied().collect();
        let late = (self.common.now)() - LATE.as_millis() as i64;
        let mut handed = lock(&self.common.handed);
        for (_, (_, interaction, at)) in handed.extract_if(.., |_, (shard, ..)| own.contains(shard)) {
            if at > late {
                taken(interaction);
            }
        }
    }
}
