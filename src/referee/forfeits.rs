//! Forfeits: who leaves a match for others to finish has the last place in it, and the match counts for those who stayed.
//!
//! Nobody alone can make a match count for nobody, or make somebody last who had no fair time
//! ([`patience`](super::patience)). Who is replaced after a fair time forfeits the match, as who leaves it does. Whom most of the
//! others have replaced before that forfeits nothing, and such a game counts for nobody.
//!
//! Without forfeits, whoever is about to lose could leave or close the table, and the match would count for nobody. So
//! after the first choice of a match a seat forfeits a game when a stand-in chooses for its person in that game, or when
//! its person is absent at the end. A seat that forfeits a game forfeits the match. So does the seat of a person who closes
//! the table without the votes that close a table by common consent ([`votes`](super::votes)): that is possible as long as no
//! more than one of the others plays, who wins then. And so do those for whom a match without a clock has waited for a week,
//! when somebody closes it.
//!
//! Nobody forfeits anything before the first choice: then the people have lost nothing, and a game with a stand-in counts for
//! nobody, as a game with a computer player does.

use super::event::{Absence, Person, TableEvent};
use super::state::{Forfeits, Round};
use super::table::{Phase, Table};
use crate::rules::{By, Seat, SeatSet};

impl Round {
    /// The places of the game, once it is over. The seats that forfeit it come last.
    pub fn places(&self) -> Option<Vec<u8>> {
        let places = self.outcome.as_ref()?.places.clone()?;
        Some(ranked(places, self.forfeits))
    }
}

/// The places when the seats that forfeit come last. Those who stayed move up past places where everybody forfeits.
pub(super) fn ranked(places: Vec<u8>, forfeiters: SeatSet) -> Vec<u8> {
    let seats = || (0..).map(Seat).zip(places.iter().copied());
    let last = places.len() as u8;
    let stayed = || seats().filter(|(seat, _)| !forfeiters.contains(*seat));
    if stayed().next().is_none() {
        return places;
    }
    let ahead = |place: u8| stayed().filter(|(_, other)| *other < place).count() as u8;
    seats()
        .map(|(seat, place)| match forfeiters.contains(seat) {
            true => last,
            // The members of a side share a place, and the next side has the next one.
            false => place.min(1 + ahead(place)),
        })
        .collect()
}

impl Table {
    /// The seats that forfeit the match as things are: those that have forfeited it for good, and those of the absent, who
    /// may still come back.
    pub fn forfeiters(&self) -> SeatSet {
        match self.forfeits {
            Forfeits::Of(seats) => seats.with(self.absent()),
            Forfeits::Never | Forfeits::FromFirstChoice => SeatSet::EMPTY,
        }
    }

    /// Whether a seat has forfeited the match for good.
    pub fn has_forfeited(&self, seat: Seat) -> bool {
        matches!(self.forfeits, Forfeits::Of(seats) if seats.contains(seat))
    }

    /// Whether a person who leaves now forfeits the match.
    fn leaving_forfeits(&self) -> bool {
        matches!(self.forfeits, Forfeits::Of(_))
    }

    /// Whether the person of `seat` is last in a ranked game if they leave, be it now, at the first choice, or in a later game
    /// of the match. Nothing is ranked in which nobody stays.
    pub fn leaving_costs(&self, seat: Seat) -> bool {
        let people = self.seats.iter().all(|holder| holder.person.is_some());
        let now = self.phase == Phase::Between || self.rounds.last().is_none_or(|round| !round.assisted);
        // Whoever has left may come back.
        let others = (0..).map(Seat).zip(&self.seats).filter(|(other, _)| *other != seat);
        let mut others = others.filter_map(|(other, holder)| Some((other, holder.person.as_ref()?)));
        let stays = others.any(|(other, who)| !self.has_forfeited(other) && !Person::is_forgotten(who.id));
        self.forfeits != Forfeits::Never && people && (now || self.may_go_on()) && !self.unranked && stays
    }

    /// The entry with which a person closes the table.
    pub(super) fn closing_by(&self, person: u64) -> TableEvent {
        let agreed = self.seat_of(person).is_none_or(|seat| self.agrees(seat));
        TableEvent::closed_by(person, agreed)
    }

    /// Whether anybody was replaced before a fair time was over, and has not come back. Nobody has asked them, and in older logs the
    /// match may count.
    fn has_replaced(&self) -> bool {
        let mut seats = self.seats.iter();
        seats.any(|holder| holder.stand_in == Some(Absence::Replaced))
    }

    /// Whether somebody who plays a match that counts cannot end it for the others: several of them would play on. Who goes
    /// leaves the match to them. Before anybody has decided anything there is nothing to play on. Everybody sees that somebody has;
    /// whether it was a choice, which [`Forfeits`] knows, is not for all.
    pub(super) fn goes_on_without(&self, seat: Seat) -> bool {
        let others = self.present().filter(|(other, _)| *other != seat).count();
        let counts = self.needs_consent_of_all() && self.rounds.iter().all(|round| !round.assisted);
        let mut events = self.rounds.iter().flat_map(|round| round.events.iter());
        counts && others > 1 && events.any(|event| matches!(event.by, By::Seat(_)))
    }

    /// The seats of people who have left, or have let their time run out, so that a stand-in plays for them.
    fn absent(&self) -> SeatSet {
        let seats = (0..).map(Seat).zip(&self.seats);
        let absent = seats.filter(|(_, holder)| matches!(holder.stand_in, Some(Absence::Left | Absence::Lapsed)));
        absent.map(|(seat, _)| seat).collect()
    }

    /// Records that a person made a choice that was not forced.
    pub(super) fn person_chose(&mut self) {
        if self.forfeits == Forfeits::FromFirstChoice {
            self.forfeits = Forfeits::Of(SeatSet::EMPTY);
        }
    }

    /// Records that a stand-in chose for `seat` in the current game. `false` if that is no forfeit.
    pub(super) fn stand_in_chose(&mut self, seat: Seat) -> bool {
        let counts = self.leaving_forfeits();
        if counts {
            self.forfeit(SeatSet::one(seat));
        }
        counts
    }

    /// Records the forfeits of those who are absent at the end of a game.
    pub(super) fn absent_forfeit(&mut self) {
        self.forfeit(self.absent());
    }

    fn forfeit(&mut self, seats: SeatSet) {
        let Forfeits::Of(all) = &mut self.forfeits else {
            return;
        };
        *all = all.with(seats);
        if let Some(round) = self.rounds.last_mut() {
            round.forfeits = round.forfeits.with(seats);
        }
    }

    /// Closes the table as abandoned. With forfeits, those are last for whom it has waited all the time.
    pub(super) fn abandon(&mut self, forfeits: bool) {
        let (absent, late) = (self.absent(), self.overdue());
        (self.phase, self.abandoned) = (Phase::Cancelled, Some(forfeits));
        if let Forfeits::Of(all) = &mut self.forfeits
            && forfeits
        {
            *all = all.with(absent).with(late);
        }
    }

    /// The seats of people for whom the game has waited longer than people have patience.
    pub(super) fn overdue(&self) -> SeatSet {
        let seats = (0..).map(Seat).zip(&self.seats);
        let overdue = seats.filter(|(_, holder)| holder.overdue && holder.asked.is_some() && !holder.automatic());
        overdue.map(|(seat, _)| seat).collect()
    }

    /// Closes the table, and records the forfeits that follow where a person does that: see
    /// [`TableEvent::Cancelled`].
    pub(super) fn close_by(&mut self, person: Option<u64>, agreed: Option<bool>, by_all: bool) {
        self.phase = Phase::Cancelled;
        let seat = person.and_then(|person| self.seat_of(person));
        let agreed = |seat| agreed.unwrap_or_else(|| !self.has_replaced() && self.agreed_before(seat, by_all));
        let closer = seat.filter(|seat| !agreed(*seat));
        let absent = self.absent();
        let Forfeits::Of(all) = &mut self.forfeits else {
            return;
        };
        *all = all.with(absent).with(closer.map(SeatSet::one).unwrap_or_default());
    }
}
