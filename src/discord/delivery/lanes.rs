//! Lanes: which slots are to be looked at, one after another in each lane, and what a failure means for the lane.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::Instant;

use super::bring::Step;
use super::recall::Known;
use super::{
    Delivery, Lane, Marked, Memory, Note, Parked, Planned, Planning, Priority, Slot, Transport, Way, Wishes, lock,
};
use crate::store::Shown;

/// Whether a message shows the table up to its step `version`, and nothing is left to do about it. One that is noted to show
/// a later one is looked at: an earlier version of the program counted other steps.
fn is_newest(row: &Shown, version: u64) -> bool {
    let newest = row.version == version || row.version >= Shown::SETTLED;
    row.message != 0 && newest && Note::read(&row.note).is_settled()
}

impl<T: Transport, W: Wishes, M: Memory> Delivery<T, W, M> {
    /// A table has moved on: its slots are looked at, but for those whose messages were brought up to date meanwhile.
    pub(in crate::discord) fn moved(&self, table: u64) {
        self.look_at(table, false);
    }

    /// Something about a table has changed: all its slots are looked at, whatever they are noted to show.
    pub(in crate::discord) fn changed(&self, table: u64) {
        self.look_at(table, true);
    }

    fn look_at(&self, table: u64, all: bool) {
        {
            let mut traffic = lock(&self.inner.traffic);
            if let Some(planning) = traffic.planning.get_mut(&table) {
                planning.again = true;
                planning.all |= all;
                return;
            }
            traffic.planning.insert(table, Planning { again: false, all });
        }
        let delivery = self.clone();
        self.inner.tasks.spawn(async move {
            let mut attempt = 0;
            loop {
                tokio::time::sleep(delivery.until_beat(table)).await;
                let all = lock(&delivery.inner.traffic)
                    .planning
                    .get_mut(&table)
                    .is_some_and(|planning| std::mem::take(&mut planning.all));
                if !delivery.plan(table, all).await {
                    if all && let Some(planning) = lock(&delivery.inner.traffic).planning.get_mut(&table) {
                        planning.all = true;
                    }
                    tokio::time::sleep(delivery.backoff(table, Slot::Table, attempt)).await;
                    attempt = attempt.saturating_add(1);
                    continue;
                }
                attempt = 0;
                let mut traffic = lock(&delivery.inner.traffic);
                match traffic.planning.get_mut(&table) {
                    Some(planning) if planning.again => planning.again = false,
                    _ => {
                        traffic.planning.remove(&table);
                        break;
                    }
                }
            }
            delivery.inner.quiet.notify_waiters();
        });
    }

    /// How long it is until the slots of a table are looked at. That is at fixed moments: were it some time after a change,
    /// what somebody changes in private would bring forward what others are shown, and they could tell. Every table has
    /// moments of its own, so that they do not all want something at once.
    fn until_beat(&self, table: u64) -> Duration {
        let every = i64::try_from(self.inner.manner.gather.as_millis()).unwrap_or(1).max(1);
        let mut hasher = DefaultHasher::new();
        table.hash(&mut hasher);
        let own = (hasher.finish() % every.unsigned_abs()).cast_signed();
        let since = (self.inner.clock)().wrapping_add(own).rem_euclid(every);
        Duration::from_millis((every - since).unsigned_abs())
    }

    /// Looks which slots of a table are to be marked; whether that could be done.
    async fn plan(&self, table: u64, all: bool) -> bool {
        let Ok(slots) = self.inner.wishes.slots(table).await else {
            return false;
        };
        let Ok(Known { rows, unsure }) = self.inner.store.known(table).await else {
            return false;
        };
        let public = slots.iter().find(|planned| planned.slot == Slot::Table);
        let public = public.map(|planned| planned.lane);
        let mut due = Vec::new();
        for planned in slots {
            let name = planned.slot.to_string();
            let row = rows.iter().find(|row| row.slot == name);
            let stands = row.is_some() || unsure.contains(&name);
            // A ping is due by time, not by the log.
            let by_log = !all && !matches!(planned.slot, Slot::Ping(_));
            let newest = by_log && row.is_some_and(|row| is_newest(row, planned.version));
            let at_work = lock(&self.inner.traffic).at_work.contains_key(&(table, planned.slot));
            let lane = self.lane_of(&planned, row, public);
            if (planned.wanted || stands || at_work) && !newest {
                due.push((lane, planned.slot, by_log.then_some(planned.version)));
            }
            if let Some(again) = planned.again {
                self.look_again(table, planned.slot, again);
            }
        }
        if !due.is_empty() {
            self.mark_after_a_breath(table, due);
        }
        true
    }

    /// Marks slots, but for those whose messages show their version by then. Which slots these are is settled before: what
    /// changes meanwhile is looked at when its own time comes.
    fn mark_after_a_breath(&self, table: u64, due: Vec<(Lane, Slot, Option<u64>)>) {
        lock(&self.inner.traffic).breathing += 1;
        let delivery = self.clone();
        self.inner.tasks.spawn(async move {
            tokio::time::sleep(delivery.inner.manner.breath).await;
            for (lane, slot, version) in due {
                let row = match version {
                    Some(_) => delivery.inner.store.row(table, &slot.to_string()).await.ok().flatten(),
                    None => None,
                };
                if !row.zip(version).is_some_and(|(row, version)| is_newest(&row, version)) {
                    delivery.mark(lane, table, slot);
                }
            }
            lock(&delivery.inner.traffic).breathing -= 1;
            delivery.inner.quiet.notify_waiters();
        });
    }

    /// The lane of a slot. A reminder that everybody sees comes and goes with what else is `public`: behind its person's panel,
    /// its time would tell whether that had changed.
    pub(super) fn lane_of(&self, planned: &Planned, row: Option<&Shown>, public: Option<Lane>) -> Lane {
        let (Slot::Ping(_), Lane::Person(person), Some(Lane::Place(place))) = (planned.slot, planned.lane, public)
        else {
            return planned.lane;
        };
        let seen_by_all = match row {
            Some(row) => row.channel == place,
            None => lock(&self.inner.closed).contains_key(&person),
        };
        if seen_by_all { Lane::Place(place) } else { planned.lane }
    }

    /// Looks at a table again when one of its slots may have become due. One such wait a slot is enough, the shortest: the
    /// decision may be another one by then, and the table is asked anew when to look.
    pub(super) fn look_again(&self, table: u64, slot: Slot, after: Duration) {
        let due = Instant::now() + after;
        match lock(&self.inner.traffic).later.entry((table, slot)) {
            Entry::Occupied(known) if *known.get() <= due => return,
            entry => drop(entry.insert_entry(due)),
        }
        let delivery = self.clone();
        self.inner.tasks.spawn(async move {
            tokio::time::sleep_until(due).await;
            let mut traffic = lock(&delivery.inner.traffic);
            if traffic.later.get(&(table, slot)) != Some(&due) {
                return;
            }
            traffic.later.remove(&(table, slot));
            drop(traffic);
            delivery.changed(table);
        });
    }

    /// Marks a slot: its lane looks at it when it gets there.
    pub(in crate::discord) fn mark(&self, lane: Lane, table: u64, slot: Slot) {
        {
            let mut parked = lock(&self.inner.parked);
            match parked.get(&(table, slot)) {
                Some(waits) if waits.lane == lane => return,
                // It is to go elsewhere by now, where nothing has to be waited for.
                _ => parked.remove(&(table, slot)),
            };
        }
        let since = Instant::now();
        let marked = Marked { table, slot, since };
        let mut traffic = lock(&self.inner.traffic);
        if let Some(waiting) = traffic.lanes.get_mut(&lane) {
            if !waiting
                .iter()
                .any(|marked| (marked.table, marked.slot) == (table, slot))
            {
                waiting.push_back(marked);
            }
            return;
        }
        traffic.lanes.insert(lane, [marked].into());
        drop(traffic);
        let delivery = self.clone();
        self.inner.tasks.spawn(async move { delivery.run(lane).await });
    }

    /// Serves a lane until nothing is marked in it.
    async fn run(self, lane: Lane) {
        let mut attempts: HashMap<(u64, Slot), u32> = HashMap::new();
        while let Some(Marked { table, slot, since }) = self.next(lane) {
            self.wait_for_all().await;
            *lock(&self.inner.traffic).at_work.entry((table, slot)).or_default() += 1;
            let wakes = self.inner.wakes.load(Ordering::Acquire);
            let step = self.serve(table, slot, since).await;
            self.rests(table, slot);
            match step {
                // The threads end, and so does every lane.
                None => return,
                Some(Step::Done | Step::Queue(_)) => drop(attempts.remove(&(table, slot))),
                Some(Step::Rest(rest)) => {
                    attempts.remove(&(table, slot));
                    tokio::time::sleep(rest).await;
                }
                Some(Step::Again) => self.mark(lane, table, slot),
                Some(Step::Pause { after, global }) => {
                    tracing::info!(table, slot = %slot.in_log(), ?after, global, "Discord asks to wait");
                    self.mark(lane, table, slot);
                    if global {
                        self.pause(after);
                    } else {
                        tokio::time::sleep(after).await;
                    }
                }
                Some(Step::Retry) => {
                    let attempt = attempts.entry((table, slot)).or_default();
                    let wait = self.backoff(table, slot, *attempt);
                    *attempt = attempt.saturating_add(1);
                    self.mark(lane, table, slot);
                    tokio::time::sleep(wait).await;
                }
                Some(Step::Park { place, hall }) => {
                    attempts.remove(&(table, slot));
                    lock(&self.inner.parked).insert((table, slot), Parked { lane, place, hall });
                    if self.inner.wakes.load(Ordering::Acquire) != wakes {
                        // There may have been access again before this was known to wait for it.
                        lock(&self.inner.parked).remove(&(table, slot));
                        self.mark(lane, table, slot);
                    }
                }
            }
        }
        self.inner.quiet.notify_waiters();
    }

    /// Brings a slot up to date. Where Discord takes nothing more for now that waits for its turn, and then looks anew. Nothing
    /// when the threads end.
    async fn serve(&self, table: u64, slot: Slot, since: Instant) -> Option<Step> {
        let mut leave = None;
        loop {
            let (bringing, with) = (self.clone(), leave.take());
            // In a task of its own, so that a fault of ours costs one message and not the lane.
            let bring = async move { bringing.bring(table, slot, since, with).await };
            match self.inner.tasks.spawn(bring).await {
                Ok(Step::Queue(way)) => {
                    let pass = self
                        .inner
                        .transport
                        .pass(way, self.priority(table, slot, way), since)
                        .await;
                    leave = Some((way, pass));
                }
                Ok(step) => return Some(step),
                Err(error) if error.is_cancelled() => return None,
                Err(_) => {
                    tracing::error!(table, slot = %slot.in_log(), "a message could not be brought up to date");
                    return Some(Step::Done);
                }
            }
        }
    }

    /// What a request for the message of a slot comes before.
    pub(super) fn priority(&self, table: u64, slot: Slot, way: Way) -> Priority {
        match (way, slot) {
            // It can wait: what it says is out of date, and what stands beside it is not.
            (Way::Delete(_), _) => Priority::Rest,
            _ if lock(&self.inner.wanted).contains_key(&(table, slot)) => Priority::Pressed,
            (_, Slot::Table | Slot::Ping(_)) => Priority::Turn,
            (_, Slot::Seat(_) | Slot::Here(_)) => Priority::Rest,
        }
    }

    /// A lane has done what it could for a slot.
    fn rests(&self, table: u64, slot: Slot) {
        let at_work = &mut lock(&self.inner.traffic).at_work;
        if let Some(lanes) = at_work.get_mut(&(table, slot)) {
            *lanes -= 1;
            if *lanes == 0 {
                at_work.remove(&(table, slot));
            }
        }
    }

    /// The next marked slot; without one the lane is closed.
    fn next(&self, lane: Lane) -> Option<Marked> {
        let mut traffic = lock(&self.inner.traffic);
        let next = traffic.lanes.get_mut(&lane).and_then(VecDeque::pop_front);
        if next.is_none() {
            traffic.lanes.remove(&lane);
        }
        next
    }

    /// Lets every lane wait.
    fn pause(&self, after: Duration) {
        let until = Instant::now() + after;
        let mut traffic = lock(&self.inner.traffic);
        traffic.paused_until = Some(traffic.paused_until.map_or(until, |before| before.max(until)));
    }

    async fn wait_for_all(&self) {
        loop {
            let until = lock(&self.inner.traffic)
                .paused_until
                .filter(|until| *until > Instant::now());
            match until {
                Some(until) => tokio::time::sleep_until(until).await,
                None => return,
            }
        }
    }

    /// Whether a reminder was held back, and is no longer.
    pub(super) fn called(&self, table: u64, slot: Slot) -> bool {
        match lock(&self.inner.called).entry((table, slot)) {
            Entry::Occupied(due) if *due.get() <= Instant::now() => {
                due.remove();
                true
            }
            _ => false,
        }
    }

    /// Holds a reminder back that goes to the channel ([`Manner::knock`](super::Manner::knock)), since it was wanted.
    pub(super) fn call_later(&self, table: u64, slot: Slot, place: u64, since: Instant) {
        let due = since + self.inner.manner.knock;
        if let Entry::Vacant(called) = lock(&self.inner.called).entry((table, slot)) {
            called.insert(due);
            let delivery = self.clone();
            self.inner.tasks.spawn(async move {
                tokio::time::sleep_until(due).await;
                delivery.mark(Lane::Place(place), table, slot);
                delivery.inner.quiet.notify_waiters();
            });
        }
    }

    /// How long to wait before repetition `attempt` of what is done for a slot: doubling, up to a most, and a part less, so
    /// that many failures at once do not come back at once. The part is another one for every slot and in every run, and no
    /// lot is drawn for it, which would depend on how many others have drawn.
    pub(super) fn backoff(&self, table: u64, slot: Slot, attempt: u32) -> Duration {
        let manner = &self.inner.manner;
        let whole = manner
            .retry_first
            .saturating_mul(1 << attempt.min(16))
            .min(manner.retry_most);
        let mut hasher = DefaultHasher::new();
        (self.inner.run, table, slot, attempt).hash(&mut hasher);
        let less = hasher.finish() as f64 / u64::MAX as f64;
        let wait = whole.mul_f64(1.0 - less / 2.0);
        #[cfg(test)]
        let wait = crate::discord::tests::planted::patience(wait);
        wait
    }

    /// Brings messages up to date that an earlier run left behind, one table after another, and then all tables that are
    /// live, whose messages may never have been sent.
    pub(in crate::discord) async fn catch_up(&self) {
        const PAGE: u32 = 256;
        /// A little air between tables: those in play come first.
        const PACE: Duration = Duration::from_millis(5);
        let unsettled = loop {
            match self.inner.store.unsettled().await {
                Ok(tables) => break tables,
                Err(error) => {
                    tracing::warn!(%error, "could not ask which messages are old");
                    tokio::time::sleep(self.inner.manner.retry_most).await;
                }
            }
        };
        for table in unsettled {
            self.changed(table);
            tokio::time::sleep(PACE).await;
        }
        let mut after = 0;
        loop {
            match self.inner.store.live_tables(after, PAGE).await {
                Ok(tables) if tables.is_empty() => return,
                Ok(tables) => {
                    for table in tables {
                        after = table;
                        self.changed(table);
                        tokio::time::sleep(PACE).await;
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "could not list the live tables");
                    tokio::time::sleep(self.inner.manner.retry_most).await;
                }
            }
        }
    }

    /// Waits until nothing is marked.
    pub(in crate::discord) async fn settle(&self) {
        loop {
            let quiet = self.inner.quiet.notified();
            tokio::pin!(quiet);
            quiet.as_mut().enable();
            {
                let traffic = lock(&self.inner.traffic);
                let calls = lock(&self.inner.called).values().any(|due| *due > Instant::now());
                let rests = traffic.lanes.is_empty() && traffic.planning.is_empty() && traffic.breathing == 0;
                if rests && !calls && !self.awaits_pictures() {
                    return;
                }
            }
            quiet.await;
        }
    }
}
