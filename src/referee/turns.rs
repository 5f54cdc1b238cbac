//! Turns by the clock: of a few seconds, in games whose rules want that, for all who take the turn together.
//!
//! # How they differ from the clock of a decision
//!
//! * The time belongs to the turn and not to a seat. When it is over, every order that is missing lapses in one go, so that
//!   the turn closes then and not a seat later, and in one commit.
//! * Nobody is warned and nobody is pinged: with five seconds that would be a message a turn, and the turn over when it is
//!   read.
//! * Below a minute ([`SHORT`]) nobody gets a stand-in for having let three turns pass. Whoever is asked at the door misses
//!   three turns of five seconds and is back a moment later; to find the computer in one's seat then would be hard, and in
//!   a game in which a missed order is a move with a price of its own also wrong. Should all the people at the table
//!   have missed three turns in a row, nobody plays any more and the game pauses by itself, so that no match is played out before
//!   empty chairs; and a single one who stays away can be replaced by the table's host, as at other clocks.
//! * The first turn of a game begins with some seconds more ([`ARRIVING`]), while panels are on their way to people; and where
//!   the last turn brought something to read ([`Game::weighty`](crate::rules::Game::weighty)), the clock waits for as long as
//!   the table wants ([`Turns::rest`]). Orders are taken all the while.
//!
//! # Pauses
//!
//! One of each party that has people must ask for it, then the game pauses; anybody who sits there lets it go on, and the turn
//! that was on has its whole time again. A wish that is not answered is forgotten after [`WISH`] turns. While the game
//! pauses nothing happens in it: orders are refused, with the button that goes on, and computer players wait.

use super::Settings;
use super::action::Denied;
use super::event::{Clock, Person, TableEvent};
use super::session::{LAPSES_BEFORE_STAND_IN, TableSession};
use super::table::{Phase, Table};
use super::timers::Purpose;
use crate::rules::{Refusal, Seat, SeatSet};

/// Clocks of fewer seconds a turn bring no stand-ins.
pub(super) const SHORT: u32 = 60;
/// So many seconds more has the first turn of a game.
const ARRIVING: u32 = 10;
/// For so many turns a wish for a pause stands.
const WISH: u8 = 6;

/// The turns at a table, and their clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// For how many seconds the clock waits after a turn in which there is something to read.
    pub rest: u32,
    /// The turn that is on.
    pub turn: Option<Turn>,
    /// Whether the game pauses, or who would like that.
    pub pause: Pause,
    /// Whether there is something to read before the next turn.
    weighty: bool,
    /// Whether the game has had a turn.
    begun: bool,
}

/// A turn that is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The entry of the log with which it began.
    pub since: u64,
    /// When it began, or went on after a pause, in milliseconds since the epoch.
    pub from: i64,
    /// How many seconds later its clock begins to run.
    pub grace: u32,
}

/// Whether a game pauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pause {
    /// It goes on; these would like it to pause.
    Wanted(Vec<PauseWish>),
    /// It pauses, as was agreed.
    Agreed,
    /// It pauses, for nobody played any more.
    Idle,
}

/// A wish for a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PauseWish {
    /// Whose.
    pub seat: Seat,
    /// For how many more turns it stands.
    pub turns: u8,
}

impl Default for Pause {
    fn default() -> Pause {
        Pause::Wanted(Vec::new())
    }
}

impl Turns {
    /// A game begins.
    pub(super) fn begin(&mut self) {
        *self = Turns {
            rest: self.rest,
            ..Turns::default()
        };
    }

    /// Something happened in the game.
    pub(super) fn note(&mut self, weighty: bool) {
        self.weighty |= weighty;
    }

    /// The game waits for these seats now; for some of them since this very entry.
    pub(super) fn go_on(&mut self, seq: u64, at: i64, awaited: SeatSet, fresh: bool) {
        if awaited.is_empty() {
            self.turn = None;
        } else if fresh {
            let read = if std::mem::take(&mut self.weighty) {
                self.rest
            } else {
                0
            };
            let arriving = if std::mem::replace(&mut self.begun, true) {
                0
            } else {
                ARRIVING
            };
            self.turn = Some(Turn {
                since: seq,
                from: at,
                grace: read.max(arriving),
            });
            if let Pause::Wanted(wishes) = &mut self.pause {
                wishes
                    .iter_mut()
                    .for_each(|wish| wish.turns = wish.turns.saturating_sub(1));
                wishes.retain(|wish| wish.turns > 0);
            }
        }
    }

    /// Whether the game pauses.
    pub fn is_paused(&self) -> bool {
        !matches!(self.pause, Pause::Wanted(_))
    }

    /// The wishes for a pause that stand.
    pub fn wishes(&self) -> &[PauseWish] {
        match &self.pause {
            Pause::Wanted(wishes) => wishes,
            Pause::Agreed | Pause::Idle => &[],
        }
    }
}

impl Table {
    /// The clock of turns, where there is one.
    pub fn turn_clock(&self) -> Option<Clock> {
        self.clock.filter(|_| !self.game.turn_clocks.is_empty())
    }

    /// Whether turns go by the clock.
    pub fn has_turn_clock(&self) -> bool {
        self.turn_clock().is_some()
    }

    /// The entry with which the turn began, in a game in which a turn is one for all who take it, clock or not.
    pub(super) fn turn_step(&self) -> Option<u64> {
        let turn = self.turns.turn.filter(|_| !self.game.turn_clocks.is_empty());
        turn.map(|turn| turn.since)
    }

    /// The turn whose time is running, by its entry, and when that is over.
    pub(super) fn turn_ends(&self) -> Option<(u64, i64)> {
        let (clock, turn) = self.turn_clock().zip(self.turns.turn)?;
        let runs = self.phase == Phase::Playing && !self.turns.is_paused();
        let seconds = i64::from(clock.seconds) + i64::from(turn.grace);
        runs.then_some((turn.since, turn.from + seconds * 1000))
    }

    /// With whom a seat agrees on a pause: its side, or itself.
    fn party(&self, seat: Seat) -> u8 {
        self.play.as_ref().map_or(seat.0, |play| play.team(seat))
    }

    /// Whether everybody who plays themselves has let three turns pass.
    fn everybody_is_idle(&self) -> bool {
        let idle = |seat: Seat| self.seats[seat.index()].lapses >= LAPSES_BEFORE_STAND_IN;
        self.present().next().is_some() && self.present().all(|(seat, _)| idle(seat))
    }

    /// Whether a seat has let so many turns pass that its host may have the computer play for it.
    pub fn is_idle(&self, seat: Seat) -> bool {
        let holder = self.seats.get(seat.index());
        self.has_turn_clock() && holder.is_some_and(|holder| holder.lapses >= LAPSES_BEFORE_STAND_IN)
    }

    /// Takes an entry about a pause.
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

    /// The whole time is allowed again, from `at` on: for the turn, and for whatever is asked of each seat.
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
    /// The seat of somebody who asks about the turn clock of the game that is on.
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

    /// Asks for a pause; where all the others have asked for it or are computer players, the game pauses.
    pub(super) fn pause(&mut self, at: i64, who: &Person) -> Result<(), Denied> {
        let seat = self.at_turns(who)?;
        if self.table.turns.is_paused() {
            return Err(Denied::Paused);
        }
        let table = &self.table;
        let party = table.party(seat);
        // Nobody asks in the name of a side who has left since.
        let stays = |asked: Seat| table.present().any(|(seat, _)| seat == asked);
        let wants = |party: u8| {
            let mut wishes = table.turns.wishes().iter();
            wishes.any(|wish| table.party(wish.seat) == party && stays(wish.seat))
        };
        let agrees = |seat: Seat| table.party(seat) == party || wants(table.party(seat));
        // Who was to agree may have left since the side asked.
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

    /// Lets the game go on.
    pub(super) fn resume(&mut self, at: i64, who: &Person) -> Result<(), Denied> {
        self.at_turns(who)?;
        if !self.table.turns.is_paused() {
            return Err(Denied::NotPaused);
        }
        self.write(at, &TableEvent::Resumed { person: who.id })
    }

    /// The time of the turn that began with this entry is over: what is missing lapses, all of it at once.
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

    /// Of what is due at a table where seconds count, what is done next: the end of the turn, or one thing. The rest is found
    /// due again at once; so nobody's press waits until sixteen computer players have thought.
    pub(super) fn most_urgent(&self, mut due: Vec<Purpose>) -> Vec<Purpose> {
        if self.table.has_turn_clock() {
            let end = due.iter().position(|purpose| matches!(purpose, Purpose::Turn { .. }));
            due = due.into_iter().skip(end.unwrap_or(0)).take(1).collect();
        }
        due
    }

    /// Whether late people get stand-ins here.
    pub(super) fn late_are_replaced(&self) -> bool {
        self.table.turn_clock().is_none_or(|clock| clock.seconds >= SHORT)
    }

    /// Whether what a person asks must wait for the end of a pause.
    pub(super) fn not_paused(&self) -> Result<(), Denied> {
        match self.table.turns.is_paused() {
            true => Err(Denied::Paused),
            false => Ok(()),
        }
    }

    /// Whether people may be asked to hurry: where no clock does it.
    pub(super) fn hurried_by_clock(&self) -> Result<(), Denied> {
        match self.table.has_turn_clock() {
            true => Err(Denied::ClockHurries),
            false => Ok(()),
        }
    }

    /// How long a computer player waits before it chooses: with a turn clock no more than half a turn.
    pub(super) fn pace(table: &Table, settings: &Settings) -> i64 {
        let half = table.turn_clock().map(|clock| i64::from(clock.seconds) * 500);
        half.map_or(settings.pace_ms, |half| settings.pace_ms.min(half))
    }
}
