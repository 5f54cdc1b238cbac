//! Public randomness: in some worlds there are relays of it, and what a table makes of what they tell.
//!
//! The relays tell rounds of the chain of the tests. What is played is a single request to a relay; how relays are asked, for
//! how long, and how their answers are checked is real.

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;

use super::dice::Dice;
use super::world::{self, State, World};
use crate::beacon::testing::{Answer, ask_by, signature};
use crate::beacon::{Ask, Beacon, PATIENCE_MS, comes_out};
use crate::referee::recording::verify;
use crate::referee::{Phase, PublicRandomness, Table, TableEvent};
use crate::rules::Record;
use crate::store::{Append, Stored};

/// How many relays there are.
const COUNT: usize = 2;

/// Faults of the bot about public randomness that are put in on purpose, to see that they are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InjectedFault {
    /// A round is named that has come out.
    LateName,
    /// A round is drawn before it has come out.
    EarlyDraw,
    /// Another round is drawn than was named.
    OtherRound,
    /// A round is given up though a relay told it.
    EarlyMiss,
    /// The records tell a round that was missed.
    ToldMiss,
    /// The records tell another seed than their words lead to.
    OtherSeed,
}

impl InjectedFault {
    /// What the disk makes of entries.
    pub(super) fn forgery(self) -> Option<fn(&mut Append)> {
        fn forge(append: &mut Append, other: impl Fn(&TableEvent) -> Option<TableEvent>) {
            for entry in &mut append.entries {
                if let Some(other) = serde_json::from_str(entry).ok().as_ref().and_then(&other) {
                    *entry = serde_json::to_string(&other).expect("an event can be written");
                }
            }
        }
        match self {
            InjectedFault::LateName => Some(|append| {
                forge(append, |event| match event {
                    TableEvent::BeaconAwaited { round } => Some(TableEvent::BeaconAwaited { round: round - 2 }),
                    _ => None,
                });
            }),
            InjectedFault::OtherRound => Some(|append| {
                forge(append, |event| match event {
                    TableEvent::BeaconDrawn { beacon } => {
                        let round = Beacon::read(beacon)?.ok()?.round() - 1;
                        let beacon = Beacon::of(round, &signature(round))?.to_string();
                        Some(TableEvent::BeaconDrawn { beacon })
                    }
                    _ => None,
                });
            }),
            InjectedFault::EarlyMiss => Some(|append| {
                forge(append, |event| match event {
                    TableEvent::BeaconDrawn { .. } => Some(TableEvent::BeaconMissed),
                    _ => None,
                });
            }),
            InjectedFault::EarlyDraw | InjectedFault::ToldMiss | InjectedFault::OtherSeed => None,
        }
    }

    /// What becomes of a record.
    fn tell(self, record: &mut Record, missed: Option<u64>) {
        match (self, missed, &mut record.luck) {
            (InjectedFault::ToldMiss, Some(round), Some(luck)) => {
                let beacon = Beacon::of(round, &signature(round));
                luck.words.extend(beacon.map(|beacon| beacon.to_string()));
            }
            (InjectedFault::OtherSeed, ..) => record.seed = Some("0".repeat(64)),
            _ => {}
        }
    }
}

/// The fault of public randomness that was put into a world, if there is one.
fn injected(state: &State) -> Option<InjectedFault> {
    match state.injected {
        Some(world::InjectedFault::Randomness(fault)) => Some(fault),
        _ => None,
    }
}

/// The relays of a world.
pub(super) struct Relays {
    seed: u64,
    dice: Dice,
}

impl Relays {
    /// The relays of a world, in some worlds.
    pub(super) fn of(seed: u64) -> Option<Relays> {
        let mut dice = Dice::new(seed, 5);
        dice.chance(400).then_some(Relays { seed, dice })
    }

    /// What a relay says when it is asked for a round, and how many milliseconds later.
    fn says(&mut self, now: i64, round: u64) -> (i64, Option<Answer>) {
        /// How long a relay has for an answer.
        const ANSWER: i64 = 4000;
        // Some rounds nobody ever gets to see. They are the same for whoever asks.
        let lost = Dice::new(self.seed, round).chance(250);
        let told = |round, of| {
            let signature = signature(of);
            Some(Answer { round, signature })
        };
        let dice = &mut self.dice;
        match dice.below(100) {
            _ if now < comes_out(round) => (dice.between(10, 200), None),
            0..=9 => (dice.between(10, 200), told(round, round + 1)),
            10..=14 => (dice.between(10, 200), told(round - 1, round - 1)),
            15..=29 => (dice.between(10, 200), None),
            30..=39 => (ANSWER, None),
            _ if lost => (ANSWER, None),
            40..=59 => (dice.between(500, ANSWER - 1), told(round, round)),
            _ => (dice.between(10, 200), told(round, round)),
        }
    }
}

/// A way to ask the relays of a world, if there are any.
pub(super) fn ask(world: &World) -> Option<Ask> {
    world.lock().relays.as_ref()?;
    if injected(&world.lock()) == Some(InjectedFault::EarlyDraw) {
        return Some(Arc::new(|round| {
            std::future::ready(Beacon::of(round, &signature(round))).boxed()
        }));
    }
    let (time, world) = (world.clone(), world.clone());
    let fetch = move |_, round| {
        let world = world.clone();
        async move {
            let (after, answer) = {
                let mut state = world.lock();
                let now = state.now();
                state.relays.as_mut()?.says(now, round)
            };
            tokio::time::sleep(Duration::from_millis(after.unsigned_abs())).await;
            answer
        }
        .boxed()
    };
    Some(ask_by(COUNT, fetch, move || time.lock().now()))
}

/// Whether the records of a table say what its log does. `table` is where that leads to.
pub(super) fn check(state: &mut State, mut table: Table) {
    let (drawn, missed) = match table.randomness {
        PublicRandomness::Drawn(beacon) => (Some(beacon.to_string()), None),
        PublicRandomness::Missed(round) => (None, Some(round)),
        PublicRandomness::Awaited(_) => return state.wrong(format!("table {} waits for a round for ever", table.id)),
        PublicRandomness::Without if table.phase != Phase::Lobby && !table.is_over() && state.relays.is_some() => {
            return state.wrong(format!("table {} began without a word about a round", table.id));
        }
        PublicRandomness::Without => return,
    };
    state.count(if drawn.is_some() {
        "rounds drawn"
    } else {
        "rounds missed"
    });
    // All is told once a table is closed.
    let at = state.now();
    if !table.is_over() && table.apply(at, &TableEvent::LEFT_ALONE).is_err() {
        return state.wrong(format!("table {} cannot be closed", table.id));
    }
    let records = match table.records() {
        Ok(records) => records,
        Err(error) => return state.wrong(format!("table {} has no records: {error:?}", table.id)),
    };
    for mut record in records {
        if let Some(fault) = injected(state) {
            fault.tell(&mut record, missed);
        }
        state.count("records checked");
        let words = record.luck.as_ref().map_or(&[][..], |luck| &luck.words);
        let told: Vec<&String> = words.iter().filter(|word| Beacon::read(word).is_some()).collect();
        let told_missed = record.luck.as_ref().and_then(|luck| luck.missed);
        if told != drawn.iter().collect::<Vec<_>>() || told_missed != missed {
            state.wrong(format!(
                "a record of table {} tells other randomness than the log",
                table.id
            ));
        }
        if let Err(wrong) = verify(&record) {
            state.wrong(format!("a record of table {} is refused: {wrong}", table.id));
        }
    }
}

/// Follows the rounds through a log: each was named before it came out, and nothing changed from then on until it was drawn; and
/// what was given up is drawn by nobody.
pub(super) fn follow(state: &mut State, stored: &Stored) {
    /// People read the number of a round for so long before it comes out.
    const AHEAD: i64 = 3000;
    let mut awaited = None;
    let mut wrong = Vec::new();
    for entry in &stored.entries {
        let out = awaited.map_or(0, comes_out);
        match serde_json::from_str(&entry.event) {
            Ok(TableEvent::BeaconAwaited { round }) => {
                awaited = Some(round);
                if comes_out(round) < entry.at + AHEAD {
                    wrong.push(format!("entry {} names a round that is known", entry.seq));
                }
            }
            Ok(TableEvent::BeaconDrawn { beacon }) => {
                let drawn = Beacon::read(&beacon).and_then(Result::ok).map(|beacon| beacon.round());
                if drawn.is_none() || drawn != awaited.take() {
                    wrong.push(format!("entry {} draws a round that nobody waits for", entry.seq));
                }
                if entry.at < out {
                    wrong.push(format!("entry {} draws a round that has not come out", entry.seq));
                }
            }
            Ok(TableEvent::BeaconMissed) => {
                if awaited.take().is_none() || entry.at < out + PATIENCE_MS {
                    wrong.push(format!("entry {} gives up a round too soon", entry.seq));
                }
            }
            Ok(TableEvent::Forgotten) => {}
            // Whatever else happens ends the wait, a word of luck as well.
            _ => awaited = None,
        }
    }
    for wrong in wrong {
        state.wrong(format!("{wrong}, at table {}", stored.table));
    }
}
