//! Votes: a majority of those who play may do what none of them may do alone. They may close the table, or have the
//! computer play for somebody who does not answer. So a table whose host has gone needs no moderator.
//!
//! Whoever asks for a motion votes for it, and the vote that makes a majority carries it out. Everybody who plays their own
//! seat may vote, except on their own replacement. Votes are public. A vote stands until its person no longer plays, until
//! the seat to replace has chosen, or until the next game begins.
//!
//! A match without a clock could keep its channel for ever, once its people have turned to other things. So after a week
//! without activity anybody in the channel may close it. Then those are last for whom it has waited ([`forfeits`](super::forfeits)),
//! unless a majority closes it. Nobody is last for being waited for where the bot was away: until the week is over without that time,
//! and within an hour after it.

use super::Settings;
use super::action::{ActionRequest, Denied};
use super::event::TableEvent;
use super::session::TableSession;
use super::state::{Motion, Vote};
use super::table::{Phase, Table};
use super::timers::{Purpose, lost};
use crate::rules::{By, Refusal, Seat, SeatSet};
use crate::store::Timer;

impl Table {
    /// The votes that stand, in the order in which they were cast.
    pub fn votes(&self) -> &[Vote] {
        &self.votes
    }

    /// How many more votes the motion needs.
    pub fn missing(&self, motion: Motion) -> usize {
        let voices = self
            .present()
            .filter(|(seat, _)| motion != Motion::Replace(*seat))
            .count();
        let said = self.votes.iter().filter(|said| said.motion == motion).count();
        (voices / 2 + 1).saturating_sub(said)
    }

    fn may_vote(&self, seat: Seat, motion: Motion) -> bool {
        let plays = self.present().any(|(present, _)| present == seat);
        plays && motion != Motion::Replace(seat) && matches!(self.phase, Phase::Playing | Phase::Between)
    }

    /// Applies a vote.
    pub(super) fn count_vote(&mut self, seat: Seat, motion: Motion) -> Result<(), Refusal> {
        if !self.may_vote(seat, motion) {
            return Err(Refusal::because("denied-not-seated"));
        }
        self.votes.push(Vote { seat, motion });
        Ok(())
    }

    /// Drops the votes that this entry has settled.
    pub(super) fn forget_votes(&mut self, event: &TableEvent) {
        if self.votes.is_empty() {
            return;
        }
        let present: Vec<Seat> = self.present().map(|(seat, _)| seat).collect();
        // With a turn clock all missing orders lapse at once, which reveals nothing. Elsewhere a vote that survived a lapse
        // would reveal that this was no choice.
        let by_turns = self.has_turn_clock();
        let settled = |motion: Motion| match event {
            TableEvent::RoundBegan { .. } => true,
            TableEvent::Played {
                by: By::Seat(seat),
                lapsed,
                ..
            } => motion == Motion::Replace(*seat) && !(*lapsed && by_turns),
            TableEvent::StoodIn { seat, .. } => motion == Motion::Replace(*seat),
            _ => false,
        };
        self.votes
            .retain(|said| present.contains(&said.seat) && !settled(said.motion));
    }
}

impl TableSession {
    /// The event that a request for a motion leads to: `done` for the host or a moderator, a vote for anybody else who
    /// plays.
    pub(super) fn word(&self, request: &ActionRequest, motion: Motion, done: TableEvent) -> Result<TableEvent, Denied> {
        match self.host_or_moderator(request) {
            Ok(()) => Ok(done),
            Err(denied) => self.vote(request, motion, done, denied),
        }
    }

    /// The event that a vote leads to: `done` if the vote makes a majority. Whoever may not vote gets `denied`.
    pub(super) fn vote(
        &self,
        request: &ActionRequest,
        motion: Motion,
        done: TableEvent,
        denied: Denied,
    ) -> Result<TableEvent, Denied> {
        let may_vote = |seat: &Seat| self.table.may_vote(*seat, motion);
        let seat = self.table.seat_of(request.who.id).filter(may_vote).ok_or(denied)?;
        let already = self.table.votes.contains(&Vote { seat, motion });
        match self.table.missing(motion).saturating_sub(usize::from(!already)) {
            0 => Ok(done),
            missing if already => Err(Denied::VotedAlready { missing }),
            _ => Ok(match motion {
                Motion::Close => TableEvent::CloseWanted { seat },
                Motion::Replace(absent) => TableEvent::ReplaceWanted { seat, absent },
            }),
        }
    }

    /// Ends the table. Who ends a match with that has to know who is last in it then, and was `told` so; a lobby closes at once, for
    /// nothing is lost there that one press of its last button does not bring back.
    pub(super) fn cancel(
        &mut self,
        at: i64,
        request: &ActionRequest,
        told: Option<SeatSet>,
        settings: &Settings,
    ) -> Result<(), Denied> {
        let word = self.closing_word(at, request, settings)?;
        let mut after = Table::clone(&self.table);
        after.apply(at, &word)?;
        let counts = !after.unranked && after.rounds.iter().all(|round| !round.assisted);
        let last = if counts { after.forfeiters() } else { SeatSet::EMPTY };
        if after.is_over() && self.table.phase != Phase::Lobby && told != Some(last) {
            let own = after.seat_of(request.who.id).map(SeatSet::one);
            return Err(Denied::Unsure {
                table: self.table.id,
                last,
                own: own == Some(last),
            });
        }
        self.write(at, &word)
    }

    /// The event that a request to close the table leads to. After a week of silence the match is abandoned, whoever asks, unless
    /// those who play agree to close it, or a host or a moderator does so while the match waits for nobody.
    fn closing_word(&self, at: i64, request: &ActionRequest, settings: &Settings) -> Result<TableEvent, Denied> {
        let person = request.who.id;
        let from = self.abandoned_from(request, settings);
        let done = TableEvent::Cancelled { person: Some(person) };
        let vote = self.vote(request, Motion::Close, done.clone(), Denied::NotSeated);
        let agreed = matches!(vote, Ok(TableEvent::Cancelled { .. }));
        let keeps = self.host_or_moderator(request).is_ok();
        let silent = from.is_some_and(|from| from <= at);
        if silent && !agreed && (!keeps || !self.table.overdue().is_empty()) {
            let heard = self.heard_since().saturating_add(settings.together_ms) <= at;
            let seats = (0..self.table.seats.len() as u8).map(Seat);
            let lost = seats.map(|seat| lost(&self.table, &self.timers, seat)).max();
            let fair = from.is_some_and(|from| from.saturating_add(lost.unwrap_or(0)) <= at);
            return Ok(match heard && fair {
                true => TableEvent::Abandoned { person, forfeits: true },
                // Whoever could not be heard was not away: only who closes the match, or left it, is last.
                false => done,
            });
        }
        let word = self.word(request, Motion::Close, done);
        word.map_err(|denied| denied.until_abandoned(from))
    }

    /// From when on anybody in the channel of a match may close it, unless somebody is active there before. `None` where a
    /// clock runs, which moves the match on, and for a request from elsewhere. Revisions do not count as activity, because
    /// this moment would reveal them.
    fn abandoned_from(&self, request: &ActionRequest, settings: &Settings) -> Option<i64> {
        let here = request.from.is_some_and(|from| from.channel == self.table.channel);
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
