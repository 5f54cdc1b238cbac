//! Patience: how long a table waits for somebody before people may have the computer play for them.
//!
//! With a clock the host need not wait long: the clock hurries everybody, and whoever is there answers. Without a clock
//! people play when they find the time, over a day perhaps, and nobody's seat is given away while they eat. So a day must
//! go by. An hour is enough if a majority of at least two others wants it: one person alone is no majority to speak of.
//!
//! That day is a timer, and its end is an entry of the log ([`TableEvent::Overdue`]). The day gets no downtime back. What
//! is given back depends on what others do in private, and everybody sees when the day ends.

use super::Settings;
use super::action::{ActionRequest, Denied};
use super::event::{Absence, TableEvent};
use super::session::TableSession;
use super::state::Motion;
use super::table::{Phase, Table};
use super::timers::Purpose;
use crate::rules::Seat;
use crate::store::Timer;

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
    let others = table.present().filter(|(other, _)| *other != seat).count();
    let together = (others > 1).then_some(alone - settings.patience_ms + settings.together_ms);
    Some(Patience { alone, together })
}

/// Milliseconds as whole seconds, rounded up; `None` if none are left.
fn seconds(ms: i64) -> Option<u32> {
    let ms = u64::try_from(ms).ok().filter(|ms| *ms > 0)?;
    Some(u32::try_from(ms.div_ceil(1000)).unwrap_or(u32::MAX))
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
        let (motion, why) = (Motion::Replace(seat), Absence::Replaced);
        let done = TableEvent::StoodIn { seat, why };
        let patience = self.patience(seat, settings).filter(|_| !idle);
        let left = |until: i64| seconds(until.saturating_sub(at));
        let word = match patience.and_then(|patience| Some((patience, left(patience.alone)?))) {
            None => self.word(request, motion, done)?,
            Some((patience, seconds)) => {
                let sooner = patience.together.map(left);
                let denied = Denied::NotAbsent {
                    seconds,
                    sooner: sooner.flatten(),
                };
                match sooner {
                    Some(None) => self.vote(request, motion, done, denied)?,
                    _ => return Err(denied),
                }
            }
        };
        if self.table.seat_of(request.who.id) == Some(seat) {
            // A game with somebody who was replaced counts for nobody: whoever wants to go leaves, and is last.
            return Err(Denied::OwnSeat);
        }
        self.write(at, &word)
    }

    /// The patience for a seat that the game waits for, with a clock or without.
    fn patience(&self, seat: Seat, settings: &Settings) -> Option<Patience> {
        if self.table.clock.is_none() {
            return of_seat(&self.table, &self.timers, seat, settings);
        }
        let holder = self.table.seats.get(seat.index())?;
        // A person who could not be heard was not absent.
        let alone = holder.asked_at.max(self.heard_since()) + settings.absent_ms;
        Some(Patience { alone, together: None })
    }
}
