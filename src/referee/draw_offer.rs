//! Ending a game of two by word, in the fold of a table's log: resigning, and draw offers.
//!
//! A draw offer stands until the other seat answers it or chooses (which declines it), until the offering seat withdraws
//! it, or until the computer takes over either seat. A seat may offer once, and again after its next choice. It may also
//! offer again once its turn was passed over because the other seat chooses on: whoever has placed everything may have no
//! choice left. So nobody is pestered, and nobody is silenced.

use super::action::Denied;
use super::event::TableEvent;
use super::state::DrawOffer;
use super::table::{Phase, Table};
use crate::rules::{By, Ended, Refusal, Seat, SeatSet};

/// The opponent's seat in a game of two.
pub(super) fn opponent(seat: Seat) -> Seat {
    seat.next(2)
}

impl Table {
    /// Whether the table's game may be ended by word, once it has begun.
    pub fn may_concede(&self) -> bool {
        self.play.as_ref().is_some_and(|play| play.may_concede())
    }

    /// The opponent of `seat`, in a game that may be ended by word.
    pub fn opponent(&self, seat: Seat) -> Option<Seat> {
        self.may_concede().then(|| opponent(seat))
    }

    /// The opponent of `seat` if a stand-in plays there for a person, who cannot agree on anything then.
    pub fn absent_opponent(&self, seat: Seat) -> Option<Seat> {
        let other = self.opponent(seat)?;
        let holder = self.seats.get(other.index())?;
        (holder.person.is_some() && holder.stand_in.is_some()).then_some(other)
    }

    /// The seat of a person who may end the current game by word. It need not be their turn.
    ///
    /// # Errors
    /// Why the person may not.
    pub fn conceding(&self, person: u64) -> Result<Seat, Denied> {
        let seat = self.seat_of(person).ok_or(Denied::NotSeated)?;
        match self.on() {
            Ok(_) | Err(Denied::Between) if !self.may_concede() => return Err(Denied::NotConceded),
            on => drop(on?),
        }
        match self.seats[seat.index()].stand_in {
            Some(_) => Err(Denied::StoodIn),
            None => Ok(seat),
        }
    }

    /// The draw offer that stands: the seat that made it, and its step.
    pub fn offer(&self) -> Option<(Seat, u64)> {
        match self.draw_offer {
            DrawOffer::Offered { seat, at } if self.phase == Phase::Playing => Some((seat, self.step(at, None))),
            _ => None,
        }
    }

    /// Applies an entry about ending the current game by word; returns whether the game ended with it.
    pub(super) fn hear(&mut self, event: &TableEvent) -> Result<bool, Refusal> {
        let (TableEvent::Resigned { seat }
        | TableEvent::DrawOffered { seat }
        | TableEvent::DrawOfferWithdrawn { seat }
        | TableEvent::DrawDeclined { seat }
        | TableEvent::DrawAgreed { seat }) = event
        else {
            return Ok(false);
        };
        let seat = *seat;
        if self.phase != Phase::Playing || !self.may_concede() || seat.index() >= self.seats.len() {
            return Err(Refusal::because("denied-not-conceded"));
        }
        let offered_by = self.offer().map(|(by, _)| by);
        let wanted = match event {
            TableEvent::DrawOfferWithdrawn { .. } => Some(seat),
            TableEvent::DrawDeclined { .. } | TableEvent::DrawAgreed { .. } => Some(opponent(seat)),
            TableEvent::DrawOffered { .. } => None,
            _ => offered_by,
        };
        if offered_by != wanted {
            return Err(Refusal::because("denied-no-offer"));
        }
        match event {
            TableEvent::DrawOffered { .. } => {
                self.draw_offer = DrawOffer::Offered { seat, at: self.seq + 1 };
                self.seats[seat.index()].offered = true;
            }
            TableEvent::DrawOfferWithdrawn { .. } => self.draw_offer = DrawOffer::Withdrawn { seat },
            TableEvent::DrawDeclined { .. } => self.draw_offer = DrawOffer::Declined { seat },
            TableEvent::DrawAgreed { .. } => return self.end_by_word(Ended::Agreed),
            _ => return self.end_by_word(Ended::Resigned(seat)),
        }
        Ok(false)
    }

    fn end_by_word(&mut self, ended: Ended) -> Result<bool, Refusal> {
        let outcome = self
            .play
            .as_ref()
            .and_then(|play| ended.outcome(play.seats(), play.match_length()));
        let outcome = outcome.ok_or_else(|| Refusal::because("denied-not-conceded"))?;
        self.finish_round(outcome, Some(ended));
        Ok(true)
    }

    /// Records that a seat has chosen: it may offer again, and it declines an offer from the other seat by playing on.
    pub(super) fn choice_made(&mut self, seat: Seat) {
        if let Some(holder) = self.seats.get_mut(seat.index()) {
            holder.offered = false;
        }
        self.draw_offer = match self.draw_offer {
            DrawOffer::Offered { seat: by, .. } if by != seat => DrawOffer::Declined { seat },
            standing @ DrawOffer::Offered { .. } => standing,
            _ => DrawOffer::Silent,
        };
    }

    /// Records that the game now waits for these seats. If whoever chose last is to choose again, the seats passed over may
    /// offer again as if they had chosen.
    pub(super) fn passes_over(&mut self, awaited: SeatSet) {
        let events = self.rounds.last().map(|round| round.events.iter());
        let last = events.into_iter().flatten().rev().find_map(|event| match event.by {
            By::Seat(seat) => Some(seat),
            By::Chance => None,
        });
        if last.is_some_and(|last| awaited.contains(last)) {
            let seats = self.seats.iter_mut().enumerate();
            let others = seats.filter(|(index, _)| !awaited.contains(Seat(*index as u8)));
            others.for_each(|(_, holder)| holder.offered = false);
        }
    }

    /// Ends any draw offer because the computer takes over a seat: it neither keeps that person's offers nor answers for
    /// them.
    pub(super) fn silence(&mut self) {
        self.draw_offer = DrawOffer::Silent;
    }
}
