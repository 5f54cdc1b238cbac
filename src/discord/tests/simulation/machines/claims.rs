//! Claims of shards, as `store/postgres/claim.rs` makes them: whoever has the lock of a shard counts its number up, and the lock is
//! free as soon as the server knows that the session has ended.

use super::{Machines, Serving, Stage};

/// How long a shard must have been free before a bot that stands by takes it, in milliseconds.
const FREE_FOR: i64 = 2000;
/// How long a bot may not notice that its session with the database is lost.
const NOTICE: i64 = 6000;

/// The locks.
pub(super) struct Claims {
    /// Who has the lock of each shard.
    locks: Vec<Option<usize>>,
    /// When locks of sessions that have ended become free.
    freed: Vec<(i64, usize, usize)>,
}

impl Claims {
    pub(super) fn new(shards: usize) -> Claims {
        Claims {
            locks: vec![None; shards],
            freed: Vec::new(),
        }
    }

    /// The session of a bot has ended, as the server knows at that moment.
    pub(super) fn release(&mut self, bot: usize, shard: usize, at: i64) {
        self.freed.push((at, bot, shard));
    }

    fn free(&mut self, now: i64) {
        for (_, bot, shard) in self.freed.extract_if(.., |(at, ..)| *at <= now) {
            self.locks[shard].take_if(|whose| *whose == bot);
        }
    }
}

impl Machines {
    /// Bots claim what is free, and notice what is not theirs any more.
    pub(super) fn claim(&mut self) {
        let now = self.world.lock().now();
        self.claims.free(now);
        for bot in 0..self.bots.len() {
            let shard = match &mut self.bots[bot] {
                Stage::Away(until) if *until <= now => {
                    self.bots[bot] = Stage::StandsBy(vec![None; self.sessions.len()]);
                    None
                }
                Stage::Away(_) => None,
                Stage::StandsBy(free) => free_shard(free, &self.claims.locks, now),
                Stage::Serves(serving) => {
                    claim_again(serving, bot, &mut self.claims, now);
                    None
                }
            };
            if let Some(shard) = shard {
                self.claims.locks[shard] = Some(bot);
                self.begins(bot, shard);
            }
        }
    }

    /// The session of a bot with the database is cut.
    pub(super) fn cut(&mut self, bot: usize) {
        let Stage::Serves(serving) = &mut self.bots[bot] else {
            return;
        };
        let mut state = self.world.lock();
        let now = state.now();
        state.tell(|| format!("the claim of bot {bot} is cut"));
        state.count("claims cut");
        serving.cut = Some(now + state.network.between(0, NOTICE));
        let unnoticed = if state.network.chance(700) { 0 } else { 4000 };
        self.claims.release(bot, serving.shard, now + unnoticed);
    }
}

/// A shard that has been free for long enough.
fn free_shard(free: &mut [Option<i64>], locks: &[Option<usize>], now: i64) -> Option<usize> {
    for (since, lock) in free.iter_mut().zip(locks) {
        match lock {
            Some(_) => *since = None,
            None => drop(since.get_or_insert(now)),
        }
    }
    free.iter()
        .position(|since| since.is_some_and(|since| now - since >= FREE_FOR))
}

/// A bot that has noticed that its session is lost looks whether the shard is still its own.
fn claim_again(serving: &mut Serving, bot: usize, claims: &mut Claims, now: i64) {
    if !serving.is_doubted(now) {
        return;
    }
    let lock = &mut claims.locks[serving.shard];
    if serving.shards.are_ours() && lock.is_none_or(|whose| whose == bot) {
        // What the server does not know yet of the old session ends nothing of the new one.
        claims.freed.retain(|(_, whose, _)| *whose != bot);
        *lock = Some(bot);
        serving.cut = None;
    }
}

impl Serving {
    /// Whether the bot knows that the shard may be another's by now.
    pub(super) fn is_doubted(&self, now: i64) -> bool {
        self.cut.is_some_and(|noticed| noticed <= now)
    }
}
