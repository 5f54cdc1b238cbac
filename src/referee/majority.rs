//! What most of those who play may do together, where none of them may do it alone: close the table, and have the computer
//! play for somebody who does not answer. So a table whose host has gone needs no moderator.
//!
//! Whoever asks for it wishes it; with the wish that makes a majority it is done. Those count who play themselves; of
//! whoever is to be replaced nothing is asked. A wish is public, and stands until its person plays no more themselves, the
//! seat that it is about has chosen, or the next game begins.
//!
//! A match at which no clock runs could keep its channel for ever, once its people have turned to other things. So after a week
//! in which nobody did anything there, anybody in the channel may close it.

use super::Settings;
use super::action::{ActionRequest, Denied};
use super::event::TableEvent;
use super::session::TableSession;
use super::table::{Phase, Table};
use super::timers::Purpose;
use crate::rules::{By, Refusal, Seat};
use crate::store::Timer;

/// What can be wished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// That the table is closed.
    Close,
    /// That the computer plays for this seat.
    Replace(Seat),
}

/// A wish that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wished {
    /// Whose.
    pub seat: Seat,
    /// What.
    pub wish: Wish,
}

impl Table {
    /// The wishes that stand, in the order in which they were said.
    pub fn wishes(&self) -> &[Wished] {
        &self.wishes
    }

    /// How many more must wish this before it is done.
    pub fn missing(&self, wish: Wish) -> usize {
        let voices = self.present().filter(|(seat, _)| wish != Wish::Replace(*seat)).count();
        let said = self.wishes.iter().filter(|said| said.wish == wish).count();
        (voices / 2 + 1).saturating_sub(said)
    }

    fn may_wish(&self, seat: Seat, wish: Wish) -> bool {
        let plays = self.present().any(|(present, _)| present == seat);
        plays && wish != Wish::Replace(seat) && matches!(self.phase, Phase::Playing | Phase::Between)
    }

    /// Takes a wish.
    pub(super) fn hear_wish(&mut self, seat: Seat, wish: Wish) -> Result<(), Refusal> {
        if !self.may_wish(seat, wish) {
            return Err(Refusal::because("denied-not-seated"));
        }
        self.wishes.push(Wished { seat, wish });
        Ok(())
    }

    /// Forgets the wishes that this entry has settled.
    pub(super) fn forget_wishes(&mut self, event: &TableEvent) {
        if self.wishes.is_empty() {
            return;
        }
        let present: Vec<Seat> = self.present().map(|(seat, _)| seat).collect();
        // By a turn clock all that is missing lapses in one go, which tells nothing; else a wish that a lapse leaves alone would
        // tell it from a choice.
        let by_turns = self.has_turn_clock();
        let settled = |wish: Wish| match event {
            TableEvent::RoundBegan { .. } => true,
            TableEvent::Played {
                by: By::Seat(seat),
                lapsed,
                ..
            } => wish == Wish::Replace(*seat) && !(*lapsed && by_turns),
            TableEvent::StoodIn { seat, .. } => wish == Wish::Replace(*seat),
            _ => false,
        };
        self.wishes
            .retain(|said| present.contains(&said.seat) && !settled(said.wish));
    }
}

impl TableSession {
    /// What the word of somebody comes to: `done`, for the host or a moderator; for anybody else who plays it is a wish.
    pub(super) fn word(&self, request: &ActionRequest, wish: Wish, done: TableEvent) -> Result<TableEvent, Denied> {
        match self.host_or_moderator(request) {
            Ok(()) => Ok(done),
            Err(denied) => self.voice(request, wish, done, denied),
        }
    }

    /// What the wish of somebody comes to: `done`, once most wish it. Who has no voice in it is `denied`.
    pub(super) fn voice(
        &self,
        request: &ActionRequest,
        wish: Wish,
        done: TableEvent,
        denied: Denied,
    ) -> Result<TableEvent, Denied> {
        let may_wish = |seat: &Seat| self.table.may_wish(*seat, wish);
        let seat = self.table.seat_of(request.who.id).filter(may_wish).ok_or(denied)?;
        let already = self.table.wishes.contains(&Wished { seat, wish });
        match self.table.missing(wish).saturating_sub(usize::from(!already)) {
            0 => Ok(done),
            missing if already => Err(Denied::WishedAlready { missing }),
            _ => Ok(match wish {
                Wish::Close => TableEvent::CloseWanted { seat },
                Wish::Replace(absent) => TableEvent::ReplaceWanted { seat, absent },
            }),
        }
    }

    /// Ends the table. Who ends a match with that has to be `sure`; a lobby closes at once, for nothing is lost there that one
    /// press of its last button does not bring back.
    pub(super) fn cancel(
        &mut self,
        at: i64,
        request: &ActionRequest,
        sure: bool,
        settings: &Settings,
    ) -> Result<(), Denied> {
        let person = request.who.id;
        let from = self.abandoned_from(request, settings);
        let word = match from {
            Some(from) if from <= at && self.host_or_moderator(request).is_err() => TableEvent::Abandoned { person },
            _ => {
                let done = TableEvent::Cancelled { person: Some(person) };
                let word = self.word(request, Wish::Close, done);
                word.map_err(|denied| denied.until_abandoned(from))?
            }
        };
        let closes = matches!(word, TableEvent::Cancelled { .. } | TableEvent::Abandoned { .. });
        let ends_match = closes && self.table.phase != Phase::Lobby;
        if ends_match && !sure {
            return Err(Denied::Unsure { table: self.table.id });
        }
        self.write(at, &word)
    }

    /// From when on anybody who asks in the channel of a match may close it, if nobody does anything there before; `None` where a
    /// clock runs, which moves the match on, and for who asks from elsewhere. Changes of mind do not count: others would learn
    /// of them by this moment.
    fn abandoned_from(&self, request: &ActionRequest, settings: &Settings) -> Option<i64> {
        let here = request.from.is_some_and(|from| from.place == self.table.place);
        let begun = matches!(self.table.phase, Phase::Playing | Phase::Between);
        let moves_on = |timer: &Timer| {
            matches!(
                Purpose::of(timer),
                Some(Purpose::Lapse { .. } | Purpose::Turn { .. } | Purpose::NextRound { .. })
            )
        };
        let stands = !self.timers.iter().any(moves_on);
        (here && begun && stands).then(|| self.table.active_at.saturating_add(settings.abandoned_ms))
    }
}
