//! Decides who may send next. This is the governor without a clock and without tasks: every call is told the time.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::time::Duration;

use tokio::time::Instant;

use super::bucket::{Bucket, Quota};
use super::figures::Figures;
use super::global::{Bad, Global};
use super::request::{BY_TOKEN, CLASSES, Came, Leave, Ticket, Wait};
use super::route::{self, Key};
use super::window::Opens;

/// How often a class is passed over before its turn comes. So the lowest class gets a fifth of the requests.
const PATIENCE: u32 = 4;
/// From this many buckets on, idle ones are forgotten.
const TIDY: usize = 1024;

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// Whoever holds this ticket may send.
    Go(Ticket, Leave),
    /// Nobody may send before this moment.
    At(Instant),
    /// Nobody may send before the governor learns something new.
    Nobody,
}

/// What the limits of all requests have left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Left {
    /// How many requests the global limit has room for.
    pub(super) global: usize,
    /// How many bad responses there may still be before the bot only answers interactions.
    pub(super) bad: usize,
}

/// See the module.
#[derive(Default)]
pub(super) struct Core {
    buckets: HashMap<Key, Bucket>,
    tidy_at: usize,
    /// The quotas of routes, as far as responses have told.
    quotas: HashMap<u64, Quota>,
    /// For each of Discord's limit names the first route that had it (`names`), and for each further route with that name the
    /// first one (`same`).
    names: HashMap<u64, u64>,
    same: HashMap<u64, u64>,
    waiters: HashMap<Ticket, Leave>,
    tickets: Ticket,
    /// The buckets in which somebody of a class waits, in the order of their turns.
    rings: [VecDeque<Key>; CLASSES],
    passed_over: [u32; CLASSES],
    wakes: BinaryHeap<Reverse<(Instant, Key)>>,
    pub(super) global: Global,
    pub(super) bad: Bad,
    pub(super) figures: Figures,
}

impl Core {
    pub(super) fn new() -> Core {
        Core {
            tidy_at: TIDY,
            ..Core::default()
        }
    }

    /// Somebody wants to send a request, and has wanted to since `since`.
    pub(super) fn ask(&mut self, now: Instant, key: Key, class: usize, since: Instant) -> Ticket {
        self.tickets += 1;
        let key = Key {
            route: self.same.get(&key.route).copied().unwrap_or(key.route),
            ..key
        };
        self.waiters.insert(self.tickets, Leave { key, class, since });
        self.tidy(now);
        let bucket = self.buckets.entry(key).or_default();
        bucket.waiting[class].push_back(self.tickets);
        if bucket.wakes.is_none() {
            self.ring(key);
        }
        self.tickets
    }

    /// Somebody stops waiting.
    pub(super) fn cancel(&mut self, ticket: Ticket) {
        // The queues pass over a ticket without a waiter.
        self.waiters.remove(&ticket);
    }

    /// Who may send now.
    pub(super) fn next(&mut self, now: Instant) -> Decision {
        self.wake(now);
        while let Some(key) = self.rings[BY_TOKEN].pop_front() {
            if let Some(ticket) = self.turn(now, key, BY_TOKEN) {
                return self.go(ticket);
            }
        }
        // If responses tell no limit even for the message route, which certainly has one, there is no limit at all.
        let lifted = self.quotas.get(&route::messages()) == Some(&Quota::NONE);
        let opens = self.bad.opens(now).later(self.global.opens(now, lifted));
        if opens != Opens::Now {
            let at = if let Opens::At(at) = opens { Some(at) } else { None };
            return self.first_of(at.filter(|_| self.rings.iter().any(|ring| !ring.is_empty())));
        }
        while let Some(class) = self.class() {
            let Some(key) = self.rings[class].pop_front() else {
                break;
            };
            if let Some(ticket) = self.turn(now, key, class) {
                self.pass_over(class);
                self.global.take(now);
                return self.go(ticket);
            }
        }
        self.first_of(None)
    }

    fn go(&mut self, ticket: Ticket) -> Decision {
        self.waiters
            .remove(&ticket)
            .map_or(Decision::Nobody, |leave| Decision::Go(ticket, leave))
    }

    fn first_of(&self, other: Option<Instant>) -> Decision {
        let wake = self.wakes.peek().map(|Reverse((at, _))| *at);
        let first = wake.into_iter().chain(other).min();
        first.map_or(Decision::Nobody, Decision::At)
    }

    /// The class whose turn it is: the highest, unless another has been passed over for long.
    fn class(&self) -> Option<usize> {
        let wants = |class: &usize| !self.rings[*class].is_empty();
        let mut all = (BY_TOKEN + 1..CLASSES).filter(wants);
        let late = all.clone().filter(|class| self.passed_over[*class] >= PATIENCE);
        late.max_by_key(|class| self.passed_over[*class]).or_else(|| all.next())
    }

    fn pass_over(&mut self, for_this: usize) {
        for class in BY_TOKEN + 1..CLASSES {
            let wants = class != for_this && !self.rings[class].is_empty();
            self.passed_over[class] = if wants { self.passed_over[class] + 1 } else { 0 };
        }
    }

    /// Gives a bucket its turn, and returns who may send. A bucket that takes no request now leaves the rings until it does.
    fn turn(&mut self, now: Instant, key: Key, class: usize) -> Option<Ticket> {
        let quota = self.quota(key);
        let bucket = self.buckets.get_mut(&key)?;
        bucket.ringed[class] = false;
        let opens = bucket.opens(now, quota);
        let waiting = &mut bucket.waiting[class];
        while waiting.front().is_some_and(|ticket| !self.waiters.contains_key(ticket)) {
            waiting.pop_front();
        }
        let ticket = *waiting.front()?;
        match opens {
            Opens::Now => {
                waiting.pop_front();
                if !waiting.is_empty() {
                    bucket.ringed[class] = true;
                    self.rings[class].push_back(key);
                }
                bucket.take();
                return Some(ticket);
            }
            Opens::At(at) => {
                if bucket.wakes.is_none_or(|known| at < known) {
                    bucket.wakes = Some(at);
                    self.wakes.push(Reverse((at, key)));
                }
            }
            Opens::Later => {}
        }
        None
    }

    /// Looks again at buckets whose time has come.
    fn wake(&mut self, now: Instant) {
        while let Some(Reverse((at, key))) = self.wakes.peek().copied()
            && at <= now
        {
            self.wakes.pop();
            if let Some(bucket) = self.buckets.get_mut(&key).filter(|bucket| bucket.wakes == Some(at)) {
                bucket.wakes = None;
                self.ring(key);
            }
        }
    }

    /// Puts a bucket into the rings of the classes that wait in it.
    fn ring(&mut self, key: Key) {
        let Some(bucket) = self.buckets.get_mut(&key) else {
            return;
        };
        for class in 0..CLASSES {
            if !bucket.waiting[class].is_empty() && !std::mem::replace(&mut bucket.ringed[class], true) {
                self.rings[class].push_back(key);
            }
        }
    }

    fn quota(&self, key: Key) -> Quota {
        self.quotas.get(&key.route).copied().unwrap_or(Quota::CAREFUL)
    }

    /// The moment of sending. If the request may not be sent any more, because of news since leave was given, the leave is
    /// taken back; the caller has to ask again.
    pub(super) fn send(&mut self, now: Instant, leave: Leave) -> bool {
        let asked_to_wait = |bucket: &Bucket| bucket.window.paused(now).is_some();
        let held_up = self.buckets.get(&leave.key).is_some_and(asked_to_wait)
            || (leave.class != BY_TOKEN
                && (self.global.window.paused(now).is_some() || self.bad.opens(now) != Opens::Now));
        if held_up {
            self.give_back(leave);
            return false;
        }
        self.figures
            .waited(leave.class, now.saturating_duration_since(leave.since));
        true
    }

    /// Leave was given and is not needed.
    pub(super) fn give_back(&mut self, leave: Leave) {
        if leave.class != BY_TOKEN {
            self.global.give_back();
        }
        if let Some(bucket) = self.buckets.get_mut(&leave.key) {
            bucket.give_back();
        }
        self.stir(leave.key);
    }

    /// A request got no response: nobody knows whether it counts.
    pub(super) fn lost(&mut self, now: Instant, leave: Leave) {
        if leave.class != BY_TOKEN {
            self.global.window.answered(now);
        }
        let quota = self.quota(leave.key);
        if let Some(bucket) = self.buckets.get_mut(&leave.key) {
            bucket.answered(now, quota, None);
        }
        self.stir(leave.key);
    }

    /// A request was answered. `spread` is the prolongation of a pause, as a fraction of the pause.
    pub(super) fn answered(&mut self, now: Instant, leave: Option<Leave>, came: Came, spread: f64) {
        self.bad.count(now, came);
        let pause = came
            .wait
            .map(|wait| (wait, now + wait.after + wait.after.mul_f64(spread)));
        if let Some((Wait { global: true, .. }, until)) = pause {
            self.global.window.pause(until);
        }
        let Some(leave) = leave else { return };
        if leave.class != BY_TOKEN {
            self.global.window.answered(now);
        }
        let route = leave.key.route;
        if let Some(standing) = came.standing {
            let name = *self.names.entry(standing.name).or_insert(route);
            if name != route {
                self.same.insert(route, name);
            }
            let known = self.quotas.get(&route).copied();
            self.quotas.insert(route, Quota::learned(known, standing));
        } else if (200..300).contains(&came.status) {
            self.quotas.insert(route, Quota::NONE);
        }
        let quota = self.quota(leave.key);
        if let Some(bucket) = self.buckets.get_mut(&leave.key) {
            bucket.answered(now, quota, came.standing);
            // A follow-up to an answer also counts against a shared limit of its channel. The token itself stays usable: the
            // panel that it edits must not wait for a minute because one message beside the panel was too many.
            let of_channel = |wait: Wait| wait.shared && leave.class == BY_TOKEN;
            if let Some((_, until)) = pause.filter(|(wait, _)| !wait.global && !of_channel(*wait)) {
                bucket.window.pause(until);
            }
        }
        self.stir(leave.key);
    }

    /// A bucket may take more, or fewer, requests than was thought.
    fn stir(&mut self, key: Key) {
        if let Some(bucket) = self.buckets.get_mut(&key) {
            bucket.wakes = None;
        }
        self.ring(key);
    }

    fn tidy(&mut self, now: Instant) {
        if self.buckets.len() >= self.tidy_at {
            let quota = |key: &Key| self.quotas.get(&key.route).copied().unwrap_or(Quota::CAREFUL);
            self.buckets.retain(|key, bucket| !bucket.is_idle(now, quota(key)));
            self.tidy_at = TIDY.max(2 * self.buckets.len());
        }
    }

    /// What the limits of all requests have left.
    pub(super) fn left(&mut self, now: Instant) -> Left {
        Left {
            global: self.global.left(now),
            bad: self.bad.left(now),
        }
    }

    /// For each class how many wait, and how long the one who waits longest has waited.
    pub(super) fn waits(&self, now: Instant) -> [(usize, Duration); CLASSES] {
        let mut waits = [(0, Duration::ZERO); CLASSES];
        for leave in self.waiters.values() {
            let (count, oldest) = &mut waits[leave.class];
            *count += 1;
            *oldest = (*oldest).max(now.saturating_duration_since(leave.since));
        }
        waits
    }

    /// How many waiters there are.
    #[cfg(test)]
    pub(super) fn waiting(&self) -> usize {
        self.waiters.len()
    }

    /// How many buckets are known.
    #[cfg(test)]
    pub(super) fn buckets(&self) -> usize {
        self.buckets.len()
    }
}
