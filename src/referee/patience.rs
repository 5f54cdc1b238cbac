//! Patience: how long a table waits for somebody before people may have the computer play for them.
//!
//! Whoever had a fair time is replaced by one person alone, and is then last in the match
//! ([`forfeits`](super::forfeits)). With a clock that time is over once the clock has run out for somebody, whom the game waits for
//! again. Without a clock people play when they find the time, over a day perhaps, and nobody's seat is given away while they
//! eat. So a day must go by. Time in which the bot was away is no fair time.
//!
//! Before that, a majority of at least two others can have somebody replaced in a match that counts for nobody: one person alone is
//! no majority to speak of. A match that counts waits. Else most of those who play could do away with a match, or make its leader last.
//!
//! That day is a timer, and its end is an entry of the log ([`TableEvent::Overdue`]). The timer gets no downtime back. What
//! is given back to timers depends on what others do in private, and everybody sees when the day ends. So whoever asks for a
//! replacement after a downtime may hear that the day is not over yet, and when it will be.

use super::Settings;
use super::action::{ActionRequest, Denied};
use super::event::{Absence, TableEvent};
use super::session::TableSession;
use super::state::Motion;
use super::table::{Phase, Table};
use super::timers::{Purpose, lost};
use crate::rules::Seat;
use crate::store::Timer;

/// Whom the clock has run out for has at least this part of it for the next decision, before one person alone has them replaced.
const FAIR_PART: i64 = 4;

/// From when on the computer may play for somebody whom the game waits for, in milliseconds since the epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// If the host or a moderator asks for it.
    pub alone: i64,
    /// If a majority of the others votes for it, where that is sooner.
    pub together: Option<i64>,
}

/// The patience left for each seat without a clock; `None` where it is over, or where the game does not wait for the seat.
pub(super) fn patience(table: &Table, timers: &[Timer], settings: &Settings) -> Vec<Option<Patience>> {
    let seats = (0..table.seats.len()).map(|index| Seat(index as u8));
    seats.map(|seat| of_seat(table, timers, seat, settings)).collect()
}

fn of_seat(table: &Table, timers: &[Timer], seat: Seat, settings: &Settings) -> Option<Patience> {
    let holder = table.seats.get(seat.index())?;
    let step = holder.asked?;
    if holder.automatic() || holder.overdue || table.clock.is_some() {
        return None;
    }
    let wanted = Purpose::Absent { seat, step };
    let timer = timers.iter().find(|timer| Purpose::of(timer) == Some(wanted));
    // An earlier version kept no such timer.
    let alone = timer.map_or(holder.asked_at + settings.patience_ms, |timer| timer.at);
    let sooner = alone - settings.patience_ms + settings.together_ms;
    Some(Patience {
        alone,
        together: table.may_replace_together(seat).then_some(sooner),
    })
}

/// Milliseconds as whole seconds, rounded up; `None` if none are left.
fn seconds(ms: i64) -> Option<u32> {
    let ms = u64::try_from(ms).ok().filter(|ms| *ms > 0)?;
    Some(u32::try_from(ms.div_ceil(1000)).unwrap_or(u32::MAX))
}

/// From when on people may have the computer play for somebody, in milliseconds since the epoch.
struct Wait {
    /// If one person asks for it; `None` while a clock runs that somebody has kept so far.
    alone: Option<i64>,
    /// If a majority of at least two others votes for it.
    together: Option<i64>,
}

impl Table {
    /// Whether most of the others may have somebody replaced before a fair time is over.
    fn may_replace_together(&self, seat: Seat) -> bool {
        let others = self.present().filter(|(other, _)| *other != seat).count();
        others > 1 && !self.needs_consent_of_all()
    }
}

impl TableSession {
    /// Performs a request to have the computer play for somebody who does not answer.
    pub(super) fn replace(
        &mut self,
        at: i64,
        request: &ActionRequest,
        seat: Seat,
        settings: &Settings,
    ) -> Result<(), Denied> {
        if self.table.seat_of(request.who.id).is_none() {
            self.host_or_moderator(request)?;
        }
        if self.table.phase == Phase::Lobby {
            return Err(Denied::NotBegun);
        }
        let holder = self.table.seats.get(seat.index()).ok_or(Denied::NotSeated)?;
        if holder.automatic() {
            return Err(Denied::Automatic);
        }
        let idle = self.table.is_idle(seat);
        if self.table.turns.is_paused() && !idle {
            // Nobody is late while nobody can choose.
            return Err(Denied::Paused);
        }
        if holder.asked.is_none() && !idle {
            return Err(self.table.on().err().unwrap_or(Denied::NotWaited));
        }
        let motion = Motion::Replace(seat);
        let stood_in = |why| TableEvent::StoodIn { seat, why };
        let wait = self.wait(seat, settings);
        let left = |until: i64| seconds(until.saturating_sub(at));
        let sooner = wait.together.map(left);
        let denied = match wait.alone.map(left) {
            Some(None) => None,
            Some(Some(seconds)) => Some(Denied::NotAbsent {
                seconds,
                sooner: sooner.flatten(),
            }),
            None => Some(Denied::InTime {
                sooner: sooner.flatten(),
            }),
        };
        let word = match (denied, sooner) {
            (None, _) => self.word(request, motion, stood_in(Absence::Lapsed))?,
            (Some(denied), Some(None)) => self.vote(request, motion, stood_in(Absence::Replaced), denied)?,
            (Some(denied), _) => return Err(denied),
        };
        if self.table.seat_of(request.who.id) == Some(seat) {
            // Whoever wants to go leaves.
            return Err(Denied::OwnSeat);
        }
        self.write(at, &word)
    }

    /// From when on people may have the computer play for a seat, with a clock or without.
    fn wait(&self, seat: Seat, settings: &Settings) -> Wait {
        if self.table.is_idle(seat) {
            return Wait {
                alone: Some(i64::MIN),
                together: None,
            };
        }
        let heard = self.heard_since();
        let together = self.table.may_replace_together(seat);
        if let Some(clock) = self.table.clock {
            let asked_at = self.table.holder(seat).map_or(0, |holder| holder.asked_at);
            let waited = |ms: i64| asked_at.max(heard).saturating_add(ms);
            // Who missed one decision of a day's clock may be asleep at the next one, too.
            let fair = settings.absent_ms.max(i64::from(clock.seconds) * 1000 / FAIR_PART);
            return Wait {
                alone: self.table.was_late(seat).then(|| waited(fair)),
                together: together.then(|| waited(settings.absent_ms)),
            };
        }
        // Whoever could not be heard was not absent.
        let asked_at = self.table.holder(seat).map_or(0, |holder| holder.asked_at);
        let fair = asked_at.saturating_add(lost(&self.table, &self.timers, seat));
        let day = fair.saturating_add(settings.patience_ms);
        Wait {
            alone: Some(day.max(heard.saturating_add(settings.together_ms))),
            together: together.then_some(fair.saturating_add(settings.together_ms)),
        }
    }
}
