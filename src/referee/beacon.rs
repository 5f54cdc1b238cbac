//! Public randomness in a table's draws, so that not even somebody who plays and runs the bot could choose one.
//!
//! When the host begins a match, the table names a round of drand that nobody can know yet, and everybody reads which. From
//! then on nobody takes a seat, adds a word or changes anything: whoever does something else, such as leaving, ends the wait, and the
//! host begins anew. When the round comes out, it is the last word of the chain ([`luck`](super::luck)), and the match begins.
//! If nobody tells the round in time, the match begins without, and says so. A bot that was stopped meanwhile asks for the same round
//! again when it is back, if any of that time is left.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::Referee;
use super::action::Denied;
use super::actor::{Failure, Message, News};
use super::event::TableEvent;
use super::session::TableSession;
use super::state::PublicRandomness;
use super::table::{Phase, Table};
use crate::beacon::{Ask, Beacon, next_round};
use crate::rules::Refusal;

impl Table {
    /// The public randomness in its draws.
    pub fn beacon(&self) -> Option<Beacon> {
        match self.randomness {
            PublicRandomness::Drawn(beacon) => Some(beacon),
            _ => None,
        }
    }

    pub(super) fn take_randomness(&mut self, event: &TableEvent) -> Result<(), Refusal> {
        let refused = Refusal::because("denied-stale");
        if self.phase != Phase::Lobby || self.seal.is_none() {
            return Err(refused);
        }
        self.randomness = match (event, self.randomness) {
            (TableEvent::BeaconAwaited { round }, _) => PublicRandomness::Awaited(*round),
            (TableEvent::BeaconMissed, PublicRandomness::Awaited(round)) => PublicRandomness::Missed(round),
            (TableEvent::BeaconDrawn { beacon }, PublicRandomness::Awaited(round)) => {
                let beacon = Beacon::read(beacon).and_then(Result::ok);
                let beacon = beacon.filter(|beacon| beacon.round() == round);
                PublicRandomness::Drawn(beacon.ok_or(refused)?)
            }
            _ => return Err(refused),
        };
        Ok(())
    }

    /// Ends the wait for a round if something else happens at the table.
    pub(super) fn stop_waiting_after(&mut self, event: &TableEvent) {
        let goes_on = matches!(event, TableEvent::BeaconAwaited { .. } | TableEvent::Forgotten);
        if !goes_on && matches!(self.randomness, PublicRandomness::Awaited(_)) {
            self.randomness = PublicRandomness::Without;
        }
    }
}

impl TableSession {
    /// Waits for the next round that nobody can know yet.
    pub(super) fn await_beacon(&mut self, at: i64) -> Result<(), Denied> {
        self.write(at, &TableEvent::BeaconAwaited { round: next_round(at) })
    }

    /// Begins the match with the round that it waits for. Another round changes nothing.
    pub(super) fn take_beacon(&mut self, at: i64, beacon: Beacon) -> Result<(), Denied> {
        if self.table.randomness != PublicRandomness::Awaited(beacon.round()) {
            return Ok(());
        }
        self.write(
            at,
            &TableEvent::BeaconDrawn {
                beacon: beacon.to_string(),
            },
        )?;
        self.start(at)
    }

    /// Begins the match without the round that it waits for.
    pub(super) fn miss_beacon(&mut self, at: i64, round: u64) -> Result<(), Denied> {
        if self.table.randomness != PublicRandomness::Awaited(round) {
            return Ok(());
        }
        self.write(at, &TableEvent::BeaconMissed)?;
        // What was begun can be refused by rules that were mended meanwhile: then the host reads why at the next try.
        match self.table.laid() {
            Ok(_) => self.start(at),
            Err(_) => Ok(()),
        }
    }
}

/// The rounds that are asked for now, each with its table: a table that is loaded again and again asks once.
#[derive(Default)]
pub(super) struct Asking(Mutex<HashSet<(u64, u64)>>);

impl Asking {
    /// Notes that a round is asked for, unless it is already.
    fn begin(&self, table: u64, round: u64) -> bool {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert((table, round))
    }

    fn end(&self, table: u64, round: u64) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&(table, round));
    }

    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

impl Referee {
    /// Asks for the round that a table waits for, if it waits for one, and tells the table.
    pub(super) fn ask_for_beacon(&self, table: &Table) {
        let (Some(ask), PublicRandomness::Awaited(round)) = (self.registry.settings.beacon.clone(), table.randomness)
        else {
            return;
        };
        let (referee, table) = (self.clone(), table.id);
        if !self.registry.asking.begin(table, round) {
            return;
        }
        self.registry.tasks.spawn(async move {
            referee.tell_round(&ask, table, round).await;
            referee.registry.asking.end(table, round);
        });
    }

    /// Asks for a round for as long as a table waits for it, and tells the table.
    async fn tell_round(&self, ask: &Ask, table: u64, round: u64) {
        /// The table gives the round up sooner or later.
        const PAUSE: Duration = Duration::from_secs(1);
        let beacon = loop {
            if let Some(beacon) = ask(round).await {
                break beacon;
            }
            tracing::warn!("no relay told the round of public randomness in time");
            tokio::time::sleep(PAUSE).await;
            if !self.still_waits(table, round).await {
                return;
            }
        };
        loop {
            let told = self
                .ask(table, |reply| Message::News(News::Beacon(beacon), reply))
                .await;
            if matches!(told, Ok(Ok(_))) || !self.still_waits(table, round).await {
                return;
            }
            // Another writer's entry lets the table be asked again at once; a store that fails takes a while.
            if !matches!(told, Ok(Err(Failure::Moved))) {
                tokio::time::sleep(PAUSE).await;
            }
        }
    }

    /// Whether a table waits for a round, as far as anybody can tell.
    async fn still_waits(&self, table: u64, round: u64) -> bool {
        match self.snapshot(table).await {
            Ok(found) => found.is_some_and(|at| at.table.randomness == PublicRandomness::Awaited(round)),
            Err(denied) => denied == Denied::Unavailable,
        }
    }
}
