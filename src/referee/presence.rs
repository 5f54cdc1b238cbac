//! Who sits at a table, who is present, and whose decisions it waits for: queries of the fold.

use super::action::Denied;
use super::event::{Absence, Person, TableEvent};
use super::holder::Holder;
use super::table::{Phase, Table};
use crate::games::DynGame;
use crate::rules::{Awaits, Seat, SeatSet};

impl Table {
    /// Notes something of the holder of a seat.
    pub(super) fn note_at(&mut self, seat: Seat, note: impl FnOnce(&mut Holder)) {
        if let Some(holder) = self.seats.get_mut(seat.index()) {
            note(holder);
        }
    }

    /// The seats whose decisions the game waits for.
    pub fn awaited(&self) -> SeatSet {
        match (self.phase, self.play.as_ref().map(|play| play.awaits())) {
            (Phase::Playing, Some(Awaits::Seats(seats))) => seats,
            _ => SeatSet::EMPTY,
        }
    }

    /// The current game.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn on(&self) -> Result<&dyn DynGame, Denied> {
        match self.phase {
            Phase::Lobby => Err(Denied::NotBegun),
            Phase::Between => Err(Denied::Between),
            Phase::Finished | Phase::Cancelled => Err(Denied::Over),
            Phase::Playing => self.play.as_deref().ok_or(Denied::NotBegun),
        }
    }

    /// The seats with a public lapse. A lapse stays private while a decision is open that others make at the same time: it
    /// would reveal what was chosen (a lapse passes).
    pub fn told_lapses(&self) -> Vec<Seat> {
        let open = |at: u64| {
            self.seats
                .iter()
                .any(|holder| holder.awaited.is_some_and(|since| since < at))
        };
        let seats = self.seats.iter().enumerate();
        seats
            .filter(|(_, holder)| holder.lapsed.is_some_and(|at| !open(at)))
            .map(|(index, _)| Seat(index as u8))
            .collect()
    }

    /// Whether the clock has run out for a seat, as everybody knows, since its person chose or came back.
    pub fn was_late(&self, seat: Seat) -> bool {
        let lapsed = self.holder(seat).is_some_and(|holder| holder.lapses > 0);
        lapsed && self.told_lapses().contains(&seat)
    }

    /// A seat of the table, with who holds it.
    pub fn holder(&self, seat: Seat) -> Option<&Holder> {
        self.seats.get(seat.index())
    }

    /// The entry of a seat's current decision, for which the game waits.
    pub fn asked(&self, seat: Seat) -> Option<u64> {
        self.holder(seat)?.asked
    }

    /// A sequence number per viewer: the entry's own, less the revisions of all seats but `seat`. With the entry's own
    /// number, people could count how often others revised.
    pub(super) fn step(&self, entry: u64, seat: Option<Seat>) -> u64 {
        let before = self.revisions.iter().take_while(|(revision, _)| *revision <= entry);
        let others = before.filter(|(_, by)| Some(*by) != seat);
        entry - others.count() as u64
    }

    /// The number of the last entry for the holder of `seat`, or with `None` for a spectator.
    pub fn last_step(&self, seat: Option<Seat>) -> u64 {
        self.step(self.seq, seat)
    }

    /// The step of a seat's current decision, or of a choice that it may still revise. Where a turn is shared by all who
    /// take it, this is the turn's step, so that what was drawn for a turn is good until the turn is over.
    pub fn offered(&self, seat: Seat) -> Option<u64> {
        let holder = self.holder(seat)?;
        let own = holder.asked.or(holder.chose)?;
        Some(self.step(self.turn_step().unwrap_or(own), Some(seat)))
    }

    /// The seat of a person.
    pub fn seat_of(&self, person: u64) -> Option<Seat> {
        let sits = |holder: &Holder| holder.person.as_ref().is_some_and(|sitting| sitting.id == person);
        self.seats.iter().position(sits).map(|index| Seat(index as u8))
    }

    /// Whether the table concerns a person who asks in a channel: it is played there, or the person sits at it.
    pub fn concerns(&self, person: u64, channel: u64) -> bool {
        self.channel == channel || self.seat_of(person).is_some()
    }

    /// The people who play their own seats, with those seats.
    pub fn present(&self) -> impl Iterator<Item = (Seat, &Person)> {
        self.seats
            .iter()
            .enumerate()
            .filter_map(|(index, holder)| match (&holder.person, holder.stand_in) {
                (Some(person), None) => Some((Seat(index as u8), person)),
                _ => None,
            })
    }

    /// Whether stand-ins play for all the people of a match: the table waits for one of them to come back.
    pub fn everybody_has_gone(&self) -> bool {
        matches!(self.phase, Phase::Playing | Phase::Between) && self.present().next().is_none()
    }

    /// A seat whose person is forgotten and has not left, with the number that takes the place of their id.
    pub(super) fn forgotten_in_absence(&self) -> Option<(Seat, u64)> {
        let absent = |holder: &Holder| {
            let person = holder.person.as_ref().map(|person| person.id);
            person.filter(|person| Person::is_forgotten(*person) && holder.stand_in != Some(Absence::Left))
        };
        let mut seats = (0..).map(Seat).zip(&self.seats).filter(|_| !self.is_over());
        seats.find_map(|(seat, holder)| Some((seat, absent(holder)?)))
    }

    /// The entry with which the person of a seat leaves the lobby or the match.
    pub(super) fn leaving(&self, seat: Seat, person: u64) -> TableEvent {
        let why = Absence::Left;
        match (self.is_last(seat), self.phase) {
            (true, _) => self.closing_by(person),
            (false, Phase::Lobby) => TableEvent::Rose { person },
            (false, _) => TableEvent::StoodIn { seat, why },
        }
    }

    /// Whether only the holder of `seat` can still be expected here: the others have left.
    pub(super) fn is_last(&self, seat: Seat) -> bool {
        let mut seats = self.seats.iter().enumerate();
        seats.all(|(index, holder)| {
            index == seat.index() || holder.person.is_none() || holder.stand_in == Some(Absence::Left)
        })
    }
}
