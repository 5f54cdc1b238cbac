//! The timers of a table: a pure function of the table and of its previous timers.
//!
//! A timer of the same decision keeps its time, so the time that was given back after a downtime stays given.
//!
//! A table whose people have all gone keeps no timers: computers do not play a match out that nobody sees, and no next game
//! begins. The table waits for one of its people to come back, however long that takes and whatever its clock. People miss
//! three decisions of a minute while they talk or eat, and three days while they are on holiday. In neither case do they
//! want to find their match played to its end. Whoever gives a table up can close it.

use super::Settings;
use super::state::PublicRandomness;
use super::table::{Phase, Table};
use crate::beacon::{PATIENCE_MS, comes_out};
use crate::rules::Seat;
use crate::store::Timer;

/// How long a table waits after its round of public randomness is not asked for any more, in milliseconds.
const SPARE_MS: i64 = 500;

/// How long no table lasts, in milliseconds: a hundred years.
pub(super) const NEVER_MS: i64 = 100 * 365 * 24 * 3_600_000;

/// The purpose of a timer. The step ties it to one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The seat's clock runs out.
    Lapse { seat: Seat, step: u64 },
    /// The time of the turn that began with this entry is over, for all whose orders are missing.
    Turn { since: u64 },
    /// The seat is warned that its clock runs out soon.
    Warn { seat: Seat, step: u64 },
    /// The game, without a clock, has waited long for the seat.
    Absent { seat: Seat, step: u64 },
    /// Never comes. Like every timer that gives back, the store delays this one by each downtime, so it tells how much of the
    /// wait for the seat was lost ([`lost`]).
    Waiting { seat: Seat, step: u64 },
    /// The computer chooses for the seat.
    Computer { seat: Seat, step: u64 },
    /// The next game begins by itself.
    NextRound { after: u32 },
    /// A lobby without activity is closed.
    Lobby { seq: u64 },
    /// A round of public randomness is waited for no longer.
    Beacon { round: u64 },
}

impl Purpose {
    fn timer(self, at: i64) -> Timer {
        let (kind, seat, gives_back) = match self {
            Purpose::Lapse { seat, step } => (format!("lapse {step}"), Some(seat.0), true),
            Purpose::Turn { since } => (format!("turn {since}"), None, true),
            Purpose::Warn { seat, step } => (format!("warn {step}"), Some(seat.0), true),
            Purpose::Absent { seat, step } => (format!("absent {step}"), Some(seat.0), false),
            Purpose::Waiting { seat, step } => (format!("waiting {step}"), Some(seat.0), true),
            Purpose::Computer { seat, step } => (format!("computer {step}"), Some(seat.0), false),
            Purpose::NextRound { after } => (format!("next {after}"), None, true),
            Purpose::Lobby { seq } => (format!("lobby {seq}"), None, true),
            Purpose::Beacon { round } => (format!("beacon {round}"), None, false),
        };
        Timer {
            kind,
            seat,
            at,
            gives_back,
        }
    }

    /// The purpose of a stored timer; `None` for one that this version does not know.
    pub(super) fn of(timer: &Timer) -> Option<Purpose> {
        let (kind, number) = timer.kind.split_once(' ')?;
        let seat = timer.seat.map(Seat);
        match (kind, seat) {
            ("lapse", Some(seat)) => Some(Purpose::Lapse {
                seat,
                step: number.parse().ok()?,
            }),
            ("warn", Some(seat)) => Some(Purpose::Warn {
                seat,
                step: number.parse().ok()?,
            }),
            ("absent", Some(seat)) => Some(Purpose::Absent {
                seat,
                step: number.parse().ok()?,
            }),
            ("waiting", Some(seat)) => Some(Purpose::Waiting {
                seat,
                step: number.parse().ok()?,
            }),
            ("computer", Some(seat)) => Some(Purpose::Computer {
                seat,
                step: number.parse().ok()?,
            }),
            ("turn", _) => Some(Purpose::Turn {
                since: number.parse().ok()?,
            }),
            ("next", _) => Some(Purpose::NextRound {
                after: number.parse().ok()?,
            }),
            ("lobby", _) => Some(Purpose::Lobby {
                seq: number.parse().ok()?,
            }),
            ("beacon", _) => Some(Purpose::Beacon {
                round: number.parse().ok()?,
            }),
            _ => None,
        }
    }
}

/// The timers of `table` from `now` on. `had` are its previous ones; people have been heard since `heard_since`. Both times
/// are in milliseconds since the epoch.
pub(super) fn timers(table: &Table, had: &[Timer], now: i64, heard_since: i64, settings: &Settings) -> Vec<Timer> {
    let mut timers = Vec::new();
    if table.everybody_has_gone() {
        return timers;
    }
    let mut keep = |purpose: Purpose, at: i64| {
        let fresh = purpose.timer(at);
        let same = had
            .iter()
            .find(|timer| timer.kind == fresh.kind && timer.seat == fresh.seat);
        timers.push(same.cloned().unwrap_or(fresh));
    };
    match table.phase {
        Phase::Lobby => {
            keep(Purpose::Lobby { seq: table.seq }, now + settings.lobby_ms);
            if let PublicRandomness::Awaited(round) = table.randomness {
                // Whoever asks the relays gives up first, unless they began to ask after the round had come out. No time is given
                // back to the wait: everybody read when the round comes out.
                keep(Purpose::Beacon { round }, comes_out(round) + PATIENCE_MS + SPARE_MS);
            }
        }
        Phase::Between => keep(Purpose::NextRound { after: table.round() }, now + settings.between_ms),
        Phase::Playing if table.turns.is_paused() => {}
        Phase::Playing => {
            if let Some((since, at)) = table.turn_ends() {
                keep(Purpose::Turn { since }, at);
            }
            let pace = table.pace(settings);
            for (index, holder) in table.seats.iter().enumerate() {
                let seat = Seat(index as u8);
                let Some(step) = holder.asked else { continue };
                if holder.automatic() {
                    keep(Purpose::Computer { seat, step }, holder.asked_at + pace);
                } else if let Some(clock) = table.clock.filter(|_| !table.has_turn_clock()) {
                    let allowed = i64::from(clock.seconds) * 1000;
                    let ends = shared_end(table, had, holder.runs_from)
                        .unwrap_or_else(|| holder.runs_from.max(heard_since) + allowed);
                    keep(Purpose::Lapse { seat, step }, ends);
                    if !holder.warned {
                        keep(Purpose::Warn { seat, step }, ends - warning_ms(allowed));
                    }
                } else if table.clock.is_none() {
                    keep(Purpose::Waiting { seat, step }, holder.asked_at + NEVER_MS);
                    if !holder.overdue {
                        keep(Purpose::Absent { seat, step }, holder.asked_at + settings.patience_ms);
                    }
                }
            }
        }
        Phase::Finished | Phase::Cancelled => {}
    }
    timers
}

/// When the time ends for all seats whose time began to run at the same moment. All who decide together share one end,
/// whatever was given back meanwhile and whoever left and came back. Otherwise the end of one seat's time would reveal its
/// lapse to the others.
fn shared_end(table: &Table, had: &[Timer], runs_from: i64) -> Option<i64> {
    let seats = table.seats.iter().enumerate();
    let mut alike = seats
        .filter(|(_, holder)| holder.runs_from == runs_from)
        .filter_map(|(index, holder)| {
            let seat = Seat(index as u8);
            holder.asked.map(|step| Purpose::Lapse { seat, step }.timer(0))
        });
    alike.find_map(|lapse| {
        let mut same = had
            .iter()
            .filter(|timer| timer.kind == lapse.kind && timer.seat == lapse.seat);
        same.next().map(|timer| timer.at)
    })
}

/// How long before the end the warning comes: a quarter of the time, but an hour at most.
fn warning_ms(allowed: i64) -> i64 {
    (allowed / 4).min(3_600_000)
}

/// How many milliseconds nobody was heard while the game waited for a seat, without a clock.
pub(super) fn lost(table: &Table, timers: &[Timer], seat: Seat) -> i64 {
    let Some((holder, step)) = table.holder(seat).and_then(|holder| Some((holder, holder.asked?))) else {
        return 0;
    };
    let waiting = Some(Purpose::Waiting { seat, step });
    let timer = timers.iter().find(|timer| Purpose::of(timer) == waiting);
    timer.map_or(0, |timer| timer.at - NEVER_MS - holder.asked_at)
}

/// When each seat's current decision lapses, in milliseconds since the epoch.
pub(super) fn deadlines(table: &Table, timers: &[Timer]) -> Vec<Option<i64>> {
    let at = |wanted: &dyn Fn(Purpose) -> bool| {
        let mut timers = timers.iter();
        timers
            .find(|timer| Purpose::of(timer).is_some_and(wanted))
            .map(|timer| timer.at)
    };
    let turn = at(&|purpose| matches!(purpose, Purpose::Turn { .. }));
    let seats = table.seats.iter().enumerate();
    seats
        .map(|(index, holder)| {
            let own = Seat(index as u8);
            at(&|purpose| matches!(purpose, Purpose::Lapse { seat, .. } if seat == own))
                .or(turn.filter(|_| holder.asked.is_some() && !holder.automatic()))
        })
        .collect()
}
