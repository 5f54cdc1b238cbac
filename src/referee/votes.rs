//! Votes: those who play may do together what none of them may do alone. They may close the table, or have the computer play
//! for somebody who does not answer. So a table whose host has gone needs no moderator.
//!
//! Whoever asks for a motion votes for it, and the vote that is enough carries it out. A majority is enough, with one exception:
//! a match that counts is closed with the consent of all who play. Otherwise those who are about to lose could do away with the
//! match, or make a draw of it, wherever they are most. Everybody who plays their own seat may vote, except on their own
//! replacement. Votes are public. A vote stands until its person no longer plays, until the next game begins, and one for
//! replacing somebody until that seat has chosen. One for closing stands until its person goes on playing, and where a turn has a clock
//! for six turns: who wanted to stop an hour ago has not said so of the match as it is now.
//!
//! Host and moderators close a table at once. Only a match that counts, in which they play themselves, goes on without them where several
//! others play: there they vote as everybody does, or leave.
//!
//! A match without a clock could keep its channel for ever, once its people have turned to other things. So after a week
//! without activity anybody in the channel may close it. Then those are last for whom it has waited ([`forfeits`](super::forfeits)),
//! unless the votes close it. Nobody is last for being waited for where the bot was away: until the week is over without that time,
//! and within an hour after it.

use super::Settings;
use super::action::{ActionRequest, Denied};
use super::event::TableEvent;
use super::session::TableSession;
use super::state::{Forfeits, Motion, Vote};
use super::table::{Phase, Table};
use super::timers::{Purpose, lost};
use super::turns::WISH;
use crate::rules::{By, Refusal, Seat, SeatSet};
use crate::store::Timer;

impl Table {
    /// The votes that stand, in the order in which they were cast.
    pub fn votes(&self) -> impl Iterator<Item = &Vote> {
        self.votes.iter().filter(|vote| vote.stands)
    }

    /// How many more votes the motion needs.
    pub fn missing(&self, motion: Motion) -> usize {
        let said = self.votes().filter(|said| said.motion == motion).count();
        self.enough(motion, self.needs_consent_of_all()).saturating_sub(said)
    }

    /// How many votes carry out the motion.
    fn enough(&self, motion: Motion, by_all: bool) -> usize {
        let voices = self.present().filter(|(seat, _)| motion != Motion::Replace(*seat));
        match motion == Motion::Close && by_all {
            true => voices.count(),
            false => voices.count() / 2 + 1,
        }
    }

    /// Whether the match counts. It is the same from the beginning of a match to its end: what is missing tells nobody whether a
    /// first choice was made.
    pub(super) fn needs_consent_of_all(&self) -> bool {
        let people = self.seats.iter().all(|holder| holder.person.is_some());
        people && self.forfeits != Forfeits::Never && !self.unranked
    }

    /// Whether those agree to close the table who have to be asked, once `seat` wants that, too.
    pub(super) fn agrees(&self, seat: Seat) -> bool {
        let plays = self.present().any(|(present, _)| present == seat);
        self.missing(Motion::Close) <= usize::from(plays && !self.has_voted(seat, Motion::Close))
    }

    /// The same as the log of an earlier Whistle knows it: whatever anybody has ever wanted in this game still stands. `by_all` or by
    /// most.
    pub(super) fn agreed_before(&self, seat: Seat, by_all: bool) -> bool {
        let voted = |seat: Seat| {
            let mut votes = self.votes.iter();
            votes.any(|said| (said.seat, said.motion) == (seat, Motion::Close))
        };
        let voters = self.present().map(|(present, _)| present);
        let agree = voters.filter(|present| *present == seat || voted(*present)).count();
        agree >= self.enough(Motion::Close, by_all && self.needs_consent_of_all())
    }

    /// Whether the entry that is applied has changed a choice which the game no longer waited for.
    fn has_just_revised(&self, seat: Seat) -> bool {
        self.revisions.last() == Some(&(self.seq + 1, seat))
    }

    fn has_voted(&self, seat: Seat, motion: Motion) -> bool {
        self.votes().any(|said| (said.seat, said.motion) == (seat, motion))
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
        self.votes.push(Vote {
            seat,
            motion,
            stands: true,
            turns: WISH,
        });
        Ok(())
    }

    /// Drops the votes for closing that have stood for long enough where a turn has a clock.
    pub(super) fn age_votes(&mut self) {
        if !self.has_turn_clock() {
            return;
        }
        for vote in self.votes.iter_mut().filter(|vote| vote.motion == Motion::Close) {
            vote.turns = vote.turns.saturating_sub(1);
            vote.stands &= vote.turns > 0;
        }
    }

    /// Drops the votes that this entry has settled. A vote for closing stands no more once its person has made the choice that the
    /// game waited for, which everybody sees, be it by a lapse or by force. What nobody sees ends no vote: a changed choice, and
    /// with a turn clock any choice.
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
        if let TableEvent::Played { by: By::Seat(seat), .. } = event
            && !by_turns
            && !self.has_just_revised(*seat)
        {
            for own in self.votes.iter_mut().filter(|said| said.seat == *seat) {
                own.stands &= own.motion != Motion::Close;
            }
        }
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

    /// The event that a vote leads to: `done` if the vote is enough. Whoever may not vote gets `denied`.
    pub(super) fn vote(
        &self,
        request: &ActionRequest,
        motion: Motion,
        done: TableEvent,
        denied: Denied,
    ) -> Result<TableEvent, Denied> {
        let may_vote = |seat: &Seat| self.table.may_vote(*seat, motion);
        let seat = self.table.seat_of(request.who.id).filter(may_vote).ok_or(denied)?;
        let already = self.table.has_voted(seat, motion);
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
        let done = self.table.closing_by(person);
        let vote = self.vote(request, Motion::Close, done.clone(), Denied::NotSeated);
        let agreed = matches!(vote, Ok(TableEvent::Cancelled { .. }));
        let own = self.table.seat_of(person);
        let keeps = match own.is_some_and(|seat| self.table.goes_on_without(seat)) {
            true => Err(Denied::StoodIn),
            false => self.host_or_moderator(request),
        };
        let silent = from.is_some_and(|from| from <= at);
        if silent && !agreed && (keeps.is_err() || !self.table.overdue().is_empty()) {
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
        let word = keeps.map(|()| done.clone());
        let word = word.or_else(|denied| self.vote(request, Motion::Close, done, denied));
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
