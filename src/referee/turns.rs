//! The turn clock: turns of a few seconds, in games whose rules want that, which all who take the turn share.
//!
//! # How the turn clock differs from the clock of a decision
//!
//! * The time belongs to the turn and not to a seat. When it is over, all missing orders lapse at once and in one commit.
//!   So the turn closes at that moment, and not one seat after another.
//! * Nobody is warned and nobody is pinged. With five seconds that would mean one message a turn, and the turn would be
//!   over when somebody reads it.
//! * Below a minute ([`SHORT`]) nobody gets a stand-in for letting three turns pass. Whoever answers the door misses three
//!   turns of five seconds and is back a moment later. To find the computer in one's seat then would be hard, and in a game
//!   where a missed order is a move with a price of its own it would also be wrong. If all the people at the table have
//!   missed three turns in a row, nobody plays any more and the game pauses by itself, so no match is played out before
//!   empty chairs. A single person who stays away for two minutes of their turns ([`IDLE`]) can be replaced by the table's
//!   host, as at other clocks.
//! * The first turn of a game has some seconds more ([`Turn::grace`](super::Turn::grace)), while panels are on their way to people. After a turn
//!   that brought something to read ([`Game::needs_reading_time`](crate::rules::Game::needs_reading_time)), the clock waits for as long as the
//!   table wants ([`Turns::rest`](super::Turns::rest)). Orders are accepted all the while.
//!
//! # Pauses
//!
//! The game pauses when one person of each party that has people has asked for a pause. Anybody at the table may let it go
//! on; the current turn then has its whole time again. A wish for a pause that nobody answers expires after [`WISH`] turns.
//! While the game pauses nothing happens in it: orders are refused, with the button that goes on, and computer players
//! wait.

use super::Settings;
use super::action::Denied;
use super::event::{Clock, Person, TableEvent};
use super::session::{LAPSES_BEFORE_STAND_IN, TableSession};
use super::state::{Pause, PauseWish};
use super::table::{Phase, Table};
use super::timers::Purpose;
use crate::rules::{Refusal, Seat};

/// A turn clock below this many seconds brings no stand-ins.
pub(super) const SHORT: u32 = 60;
/// For how many seconds of their turns in a row somebody must have chosen nothing before they can be replaced.
const IDLE: u32 = 120;
/// For how many turns a wish for a pause stands, or for closing the table.
pub(super) const WISH: u8 = 6;

impl Table {
    /// The turn clock, where there is one.
    pub fn turn_clock(&self) -> Option<Clock> {
        self.clock.filter(|_| !self.game.turn_clocks.is_empty())
    }

    /// Whether the table has a turn clock.
    pub fn has_turn_clock(&self) -> bool {
        self.turn_clock().is_some()
    }

    /// The entry with which the current turn began, in a game with shared turns, whether a clock runs or not.
    pub(super) fn turn_step(&self) -> Option<u64> {
        let turn = self.turns.turn.filter(|_| !self.game.turn_clocks.is_empty());
        turn.map(|turn| turn.since)
    }

    /// The turn whose time is running: the entry with which it began, and when its time is over.
    pub(super) fn turn_ends(&self) -> Option<(u64, i64)> {
        let (clock, turn) = self.turn_clock().zip(self.turns.turn)?;
        let runs = self.phase == Phase::Playing && !self.turns.is_paused();
        let seconds = i64::from(clock.seconds) + i64::from(turn.grace);
        runs.then_some((turn.since, turn.from + seconds * 1000))
    }

    /// How long a computer player waits before it chooses: at most half a turn where a turn clock runs.
    pub(super) fn pace(&self, settings: &Settings) -> i64 {
        let half = self.turn_clock().map(|clock| i64::from(clock.seconds) * 500);
        half.map_or(settings.pace_ms, |half| settings.pace_ms.min(half))
    }

    /// The party that asks for a pause together: the seat's side, or the seat alone.
    fn party(&self, seat: Seat) -> u8 {
        self.play.as_ref().map_or(seat.0, |play| play.team(seat))
    }

    /// Whether everybody who plays their own seat has let three turns pass.
    fn everybody_is_idle(&self) -> bool {
        let idle = |seat: Seat| self.seats[seat.index()].lapses >= LAPSES_BEFORE_STAND_IN;
        self.present().next().is_some() && self.present().all(|(seat, _)| idle(seat))
    }

    /// Whether a seat has let so many turns pass that the host may have the computer play for it.
    pub fn is_idle(&self, seat: Seat) -> bool {
        let lapses = self.seats.get(seat.index()).map_or(0, |holder| holder.lapses);
        let missed = |clock: Clock| clock.seconds.saturating_mul(lapses.into());
        lapses >= LAPSES_BEFORE_STAND_IN && self.turn_clock().is_some_and(|clock| missed(clock) >= IDLE)
    }

    /// Applies an entry about a pause.
    pub(super) fn hear_of_pause(&mut self, at: i64, event: &TableEvent) -> Result<(), Refusal> {
        if self.phase != Phase::Playing || !self.has_turn_clock() {
            return Err(Refusal::because("denied-no-turn-clock"));
        }
        match event {
            TableEvent::PauseWanted { seat } if seat.index() < self.seats.len() => {
                let wish = PauseWish {
                    seat: *seat,
                    turns: WISH,
                };
                match &mut self.turns.pause {
                    Pause::Wanted(wishes) => wishes.push(wish),
                    Pause::Agreed | Pause::Idle => return Err(Refusal::because("denied-paused")),
                }
            }
            TableEvent::Paused { person } => {
                self.turns.pause = match person {
                    Some(_) => Pause::Agreed,
                    None => Pause::Idle,
                };
            }
            TableEvent::Resumed { .. } if self.turns.is_paused() => {
                self.turns.pause = Pause::default();
                self.times_run_from(at);
                for holder in &mut self.seats {
                    holder.lapses = 0;
                    holder.asked_at = at;
                }
            }
            _ => return Err(Refusal::because("denied-not-paused")),
        }
        Ok(())
    }

    /// Allows the whole time again from `at` on: for the current turn, and for every seat's decision.
    pub(super) fn times_run_from(&mut self, at: i64) {
        if let Some(turn) = &mut self.turns.turn {
            (turn.from, turn.grace) = (at, 0);
        }
        for holder in &mut self.seats {
            holder.runs_from = at;
        }
    }
}

impl TableSession {
    /// The seat of a person who asks about the turn clock of the current game.
    fn at_turns(&self, who: &Person) -> Result<Seat, Denied> {
        let seat = self.table.seat_of(who.id).ok_or(Denied::NotSeated)?;
        self.table.on()?;
        if !self.table.has_turn_clock() {
            return Err(Denied::NoTurnClock);
        }
        match self.table.seats[seat.index()].stand_in {
            Some(_) => Err(Denied::StoodIn),
            None => Ok(seat),
        }
    }

    /// Asks for a pause. If all the others have asked for it or are computer players, the game pauses.
    pub(super) fn pause(&mut self, at: i64, who: &Person) -> Result<(), Denied> {
        let seat = self.at_turns(who)?;
        if self.table.turns.is_paused() {
            return Err(Denied::Paused);
        }
        let table = &self.table;
        let party = table.party(seat);
        // The wish of somebody who has left since does not count for their side.
        let stays = |asked: Seat| table.present().any(|(seat, _)| seat == asked);
        let wants = |party: u8| {
            let mut wishes = table.turns.wishes().iter();
            wishes.any(|wish| table.party(wish.seat) == party && stays(wish.seat))
        };
        let agrees = |seat: Seat| table.party(seat) == party || wants(table.party(seat));
        // Those whose agreement was missing may have left since this side asked.
        let agreed = table.present().all(|(other, _)| agrees(other));
        if !agreed && wants(party) {
            return Err(Denied::PauseWanted);
        }
        let person = Some(who.id);
        self.write(
            at,
            &match agreed {
                true => TableEvent::Paused { person },
                false => TableEvent::PauseWanted { seat },
            },
        )
    }

    /// Ends a pause.
    pub(super) fn resume(&mut self, at: i64, who: &Person) -> Result<(), Denied> {
        self.at_turns(who)?;
        if !self.table.turns.is_paused() {
            return Err(Denied::NotPaused);
        }
        self.write(at, &TableEvent::Resumed { person: who.id })
    }

    /// Ends the turn that began with the entry `since`: all missing orders lapse at once.
    pub(super) fn end_turn(&mut self, now: i64, since: u64) -> Result<(), Denied> {
        while self.table.turn_ends().is_some_and(|(turn, _)| turn == since) {
            let Some(seat) = self.table.awaited().iter().next() else {
                break;
            };
            self.lapse(now, seat)?;
        }
        if self.table.turn_ends().is_some() && self.table.everybody_is_idle() {
            self.write(now, &TableEvent::Paused { person: None })?;
        }
        Ok(())
    }

    /// What is done next at a table with a turn clock: the end of the turn, or else one due thing. The next look at the
    /// timers finds the others. So nobody's press waits until sixteen computer players have thought.
    pub(super) fn most_urgent(&self, mut due: Vec<Purpose>) -> Vec<Purpose> {
        if self.table.has_turn_clock() {
            let end = due.iter().position(|purpose| matches!(purpose, Purpose::Turn { .. }));
            due = due.into_iter().skip(end.unwrap_or(0)).take(1).collect();
        }
        due
    }

    /// Whether people get stand-ins for lapses at this table.
    pub(super) fn late_are_replaced(&self) -> bool {
        self.table.turn_clock().is_none_or(|clock| clock.seconds >= SHORT)
    }

    /// Denies a request that must wait for the end of a pause.
    pub(super) fn not_paused(&self) -> Result<(), Denied> {
        match self.table.turns.is_paused() {
            true => Err(Denied::Paused),
            false => Ok(()),
        }
    }

    /// Denies nudges where a turn clock hurries people.
    pub(super) fn hurried_by_clock(&self) -> Result<(), Denied> {
        match self.table.has_turn_clock() {
            true => Err(Denied::ClockHurries),
            false => Ok(()),
        }
    }
}
