//! Ending a game of two by word, as the fold of a table's log: resigning, and what was said of a draw by agreement.
//!
//! An offer of a draw stands until the other seat answers or chooses (which declines it), until the offering seat takes it
//! back, or until the computer comes to play for either. A seat may offer once until it has chosen again, or until its turn was passed over because the other one
//! chooses on (who has placed everything may have no choice left): so nobody is pestered, and nobody is silenced.

use super::action::Denied;
use super::event::TableEvent;
use super::table::{Phase, Table};
use crate::rules::{By, Ended, Refusal, Seat, SeatSet};

/// What was last said of ending the game that is on as a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DrawOffer {
    /// Nothing, or nothing that still matters.
    #[default]
    Silent,
    /// A seat has offered it and waits for the other's answer.
    Offered {
        /// Who offered.
        seat: Seat,
        /// The entry of the log with which it did.
        at: u64,
    },
    /// This seat has declined, by its word or by playing on. Told until the next choice.
    Declined {
        /// Who declined.
        seat: Seat,
    },
    /// This seat has taken its offer back. Told until the next choice.
    Withdrawn {
        /// Who had offered.
        seat: Seat,
    },
}

/// The seat across the table, where there are two.
pub(super) fn opponent(seat: Seat) -> Seat {
    seat.next(2)
}

impl Table {
    /// Whether the game of the table may be ended by word, once one is on.
    pub fn may_concede(&self) -> bool {
        self.play.as_ref().is_some_and(|play| play.may_concede())
    }

    /// Who holds the seat across the table from `seat` in a game that may be ended by word.
    pub fn opponent(&self, seat: Seat) -> Option<Seat> {
        self.may_concede().then(|| opponent(seat))
    }

    /// The seat across the table from `seat` if a stand-in plays there for a person, who can then agree on nothing.
    pub fn absent_opponent(&self, seat: Seat) -> Option<Seat> {
        let other = self.opponent(seat)?;
        let holder = self.seats.get(other.index())?;
        (holder.person.is_some() && holder.stand_in.is_some()).then_some(other)
    }

    /// The seat of a person who may end the game that is on by their word. It need not be their turn.
    ///
    /// # Errors
    /// Why they may not.
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

    /// The offer of a draw that stands: who made it, and by which step.
    pub fn offer(&self) -> Option<(Seat, u64)> {
        match self.draw_offer {
            DrawOffer::Offered { seat, at } if self.phase == Phase::Playing => Some((seat, self.step(at, None))),
            _ => None,
        }
    }

    /// Takes a word about the end of the game that is on; whether the game ended with it.
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

    /// A seat has chosen: it may offer again, and who was offered a draw and plays on has declined it.
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

    /// The game goes on and waits for these seats. Whom it passes over, since who chose last is to choose again, may offer
    /// again as if they had chosen.
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

    /// The computer plays for somebody from now on: it neither keeps their offers nor answers for them.
    pub(super) fn silence(&mut self) {
        self.draw_offer = DrawOffer::Silent;
    }
}
