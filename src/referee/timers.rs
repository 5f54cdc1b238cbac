//! Which timers a table keeps: a pure function of the table and of the timers that it had.
//!
//! A timer that belongs to the same decision as before keeps its time, so that time given back after an absence of the
//! bot is not taken again.
//!
//! A table whose people have all gone keeps no timers: computers do not play a match out that nobody sees, and no next
//! game begins. It waits for one of them to come back, however long that takes, and whatever its clock: three decisions
//! of a minute are as soon missed as people talk or eat, three days by who is on holiday, and in neither case would they
//! want to find their match played to its end. Who gives a table up can close it.

use super::Settings;
use super::session::TableSession;
use super::table::{Phase, Table};
use crate::rules::Seat;
use crate::store::Timer;

/// What a timer is for. The step in it ties it to one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The seat's clock runs out.
    Lapse { seat: Seat, step: u64 },
    /// The time of the turn that began with this entry is over, for all who have not ordered.
    Turn { since: u64 },
    /// The seat is warned that it will.
    Warn { seat: Seat, step: u64 },
    /// The seat, which no clock hurries, has been waited for for long.
    Absent { seat: Seat, step: u64 },
    /// The computer chooses for the seat.
    Computer { seat: Seat, step: u64 },
    /// The next game begins by itself.
    NextRound { after: u32 },
    /// A lobby that nobody starts is closed.
    Lobby { seq: u64 },
}

impl Purpose {
    fn timer(self, at: i64) -> Timer {
        let (kind, seat, gives_back) = match self {
            Purpose::Lapse { seat, step } => (format!("lapse {step}"), Some(seat.0), true),
            Purpose::Turn { since } => (format!("turn {since}"), None, true),
            Purpose::Warn { seat, step } => (format!("warn {step}"), Some(seat.0), true),
            Purpose::Absent { seat, step } => (format!("absent {step}"), Some(seat.0), false),
            Purpose::Computer { seat, step } => (format!("computer {step}"), Some(seat.0), false),
            Purpose::NextRound { after } => (format!("next {after}"), None, true),
            Purpose::Lobby { seq } => (format!("lobby {seq}"), None, true),
        };
        Timer {
            kind,
            seat,
            at,
            gives_back,
        }
    }

    /// What a stored timer is for; `None` for one that this version does not know.
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
            _ => None,
        }
    }
}

/// The timers of `table` from `now` on, given those that it had, and since when people can be heard (both in milliseconds since
/// the epoch).
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
        Phase::Lobby => keep(Purpose::Lobby { seq: table.seq }, now + settings.lobby_ms),
        Phase::Between => keep(Purpose::NextRound { after: table.round() }, now + settings.between_ms),
        Phase::Playing if table.turns.is_paused() => {}
        Phase::Playing => {
            if let Some((since, at)) = table.turn_ends() {
                keep(Purpose::Turn { since }, at);
            }
            let pace = TableSession::pace(table, settings);
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
                } else if table.clock.is_none() && !holder.overdue {
                    keep(Purpose::Absent { seat, step }, holder.asked_at + settings.patience_ms);
                }
            }
        }
        Phase::Finished | Phase::Cancelled => {}
    }
    timers
}

/// When the time of those is over who are asked since the same moment. All who decide together have the same, whatever was
/// given back meanwhile and whoever left and came back: else the end of one time would tell the others of a lapse.
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

/// How long before the end the warning comes: a quarter of the time, but no more than an hour.
fn warning_ms(allowed: i64) -> i64 {
    (allowed / 4).min(3_600_000)
}

/// When the present decision of each seat lapses, in milliseconds since the epoch.
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
