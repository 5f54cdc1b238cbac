//! Actions that end a game of two by word: resigning, and offering and answering a draw.
//!
//! A computer player answers an offer in the same commit, so nobody waits for the answer. It agrees when it sees itself
//! behind (see [`player::agrees`]). A stand-in receives no offer, because it would have to answer in somebody else's name.

use super::Settings;
use super::action::{Action, Denied};
use super::draw_offer::opponent;
use super::event::{Person, TableEvent};
use super::fair::OsSource;
use super::session::TableSession;
use crate::player;
use crate::rules::{Seat, Viewer};

impl TableSession {
    /// Performs a request to end the game by word.
    pub(super) fn concede(
        &mut self,
        at: i64,
        who: &Person,
        action: &Action,
        settings: &Settings,
    ) -> Result<(), Denied> {
        let seat = self.table.conceding(who.id)?;
        match action {
            Action::Resign { round } | Action::OfferDraw { round } if *round != self.table.round() => {
                Err(Denied::Stale)
            }
            Action::Resign { .. } => self.write(at, &TableEvent::Resigned { seat }),
            Action::OfferDraw { .. } => self.offer_draw(at, seat, settings),
            Action::AnswerDrawOffer { offer, agree } => {
                self.standing(opponent(seat), *offer)?;
                self.write(
                    at,
                    &match agree {
                        true => TableEvent::DrawAgreed { seat },
                        false => TableEvent::DrawDeclined { seat },
                    },
                )
            }
            Action::WithdrawDrawOffer { offer } => {
                self.standing(seat, *offer)?;
                self.write(at, &TableEvent::DrawOfferWithdrawn { seat })
            }
            _ => Err(Denied::NotConceded),
        }
    }

    /// Requires that this very offer of `by` stands.
    fn standing(&self, by: Seat, offer: u64) -> Result<(), Denied> {
        match self.table.offer() {
            Some((offering, at)) if offering == by && at == offer => Ok(()),
            Some((offering, _)) if offering == by => Err(Denied::Stale),
            _ => Err(Denied::NoOffer),
        }
    }

    fn offer_draw(&mut self, at: i64, seat: Seat, settings: &Settings) -> Result<(), Denied> {
        let other = opponent(seat);
        match self.table.offer() {
            Some((by, _)) if by == seat => return Err(Denied::OfferStands),
            // Both seats want the draw.
            Some(_) => return self.write(at, &TableEvent::DrawAgreed { seat }),
            None if self.table.absent_opponent(seat).is_some() => return Err(Denied::OtherStoodIn { seat: other }),
            None if self.table.seats[seat.index()].offered => return Err(Denied::OfferedAlready),
            None => {}
        }
        self.write(at, &TableEvent::DrawOffered { seat })?;
        if self
            .table
            .seats
            .get(other.index())
            .is_some_and(|holder| holder.person.is_some())
        {
            return Ok(());
        }
        let agrees = settings.thinks && self.computer_agrees(other)?;
        self.write(
            at,
            &match agrees {
                true => TableEvent::DrawAgreed { seat: other },
                false => TableEvent::DrawDeclined { seat: other },
            },
        )
    }

    fn computer_agrees(&self, seat: Seat) -> Result<bool, Denied> {
        let play = self.table.play.as_ref().ok_or(Denied::Unavailable)?;
        let mut source = OsSource::new().map_err(|_| Denied::Unavailable)?;
        let imagined = |source: &mut OsSource| play.imagine(Viewer::Seat(seat), source);
        Ok(player::agrees(seat, imagined, &mut source))
    }
}
