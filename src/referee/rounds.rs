//! The games of a match: how each begins, goes on and ends, and their sum.

use std::sync::Arc;

use super::event::{Absence, TableEvent};
use super::forfeits::ranked;
use super::match_score::Course;
use super::state::{Played, Round};
use super::table::{Phase, Table};
use crate::rules::{Awaits, By, Ended, MatchLength, Outcome, Refusal, Seat, SeatSet};

impl Table {
    pub(super) fn begin_round(&mut self, number: u32) -> Result<(), Refusal> {
        let seats = self.seats.len() as u8;
        let play = self
            .game
            .start(&self.options, seats)
            .map_err(|_| Refusal::because("denied-not-begun"))?;
        self.enter_round(number);
        self.play = Some(play);
        Ok(())
    }

    /// Begins the next game, whatever its rules.
    pub(super) fn enter_round(&mut self, number: u32) {
        let assisted = self.unranked || self.seats.iter().any(|holder| holder.person.is_none());
        for holder in &mut self.seats {
            holder.lapsed = None;
            holder.offered = false;
        }
        self.silence();
        self.turns.begin();
        let secrets = vec![(0, self.present_number())];
        self.rounds.push(Round {
            number,
            secrets,
            events: Arc::default(),
            outcome: None,
            ended: None,
            assisted,
            stood_in: false,
            hinted: false,
            forfeits: SeatSet::EMPTY,
        });
        self.phase = Phase::Playing;
    }

    /// Applies an event of the game; returns whether the game ended with it.
    pub(super) fn play_on(&mut self, by: By, what: &str, event: &TableEvent) -> Result<bool, Refusal> {
        let (lapsed, players) = match event {
            TableEvent::Played { lapsed, players, .. } => (*lapsed, *players),
            _ => (false, None),
        };
        let (Some(play), Some(round)) = (self.play.as_mut(), self.rounds.last_mut()) else {
            return Err(Refusal::because("denied-not-begun"));
        };
        let revised = match by {
            By::Seat(seat) => !matches!(play.awaits(), Awaits::Seats(seats) if seats.contains(seat)),
            By::Chance => false,
        };
        // A forced choice, which the referee plays without asking, does not show whether anybody is there.
        let forced =
            matches!((by, play.forced()), (By::Seat(seat), Some((whose, only))) if seat == whose && what == only);
        let happened = play.apply(by, what)?;
        self.turns.note(happened.needs_reading_time);
        let events = Arc::make_mut(&mut round.events);
        if revised && let Some(earlier) = events.iter().rposition(|event| event.by == by) {
            // A record holds only the last version of a revised choice.
            events.remove(earlier);
            if let By::Seat(seat) = by {
                self.revisions.push((self.seq + 1, seat));
            }
        }
        let own =
            matches!(by, By::Seat(seat) if self.seats.get(seat.index()).is_some_and(|holder| !holder.automatic()));
        events.push(Played {
            by,
            what: happened.what,
            lapsed,
            players,
            own: own && !lapsed && !forced,
        });
        if let By::Seat(seat) = by
            && !forced
            && let Some(holder) = self.seats.get_mut(seat.index())
        {
            holder.lapses = if lapsed { holder.lapses.saturating_add(1) } else { 0 };
            holder.lapsed = lapsed.then_some(self.seq + 1);
        }
        let awaits = play.awaits();
        if let By::Seat(seat) = by {
            if !forced {
                self.chose(seat, lapsed);
            }
            self.choice_made(seat);
        }
        if let Awaits::Seats(seats) = &awaits {
            self.passes_over(*seats);
        }
        let Awaits::Nobody(outcome) = awaits else {
            return Ok(false);
        };
        self.finish_round(outcome, None);
        Ok(true)
    }

    /// Records who made a choice that was not forced.
    fn chose(&mut self, seat: Seat, lapsed: bool) {
        let Some(holder) = self.seats.get(seat.index()) else {
            return;
        };
        let own = holder.person.is_some();
        let counts = match (&holder.person, holder.stand_in) {
            (Some(_), None) => {
                if !lapsed {
                    self.person_chose();
                }
                true
            }
            (Some(_), Some(Absence::Replaced)) => false,
            (Some(_), Some(Absence::Left | Absence::Lapsed)) => self.stand_in_chose(seat),
            (None, _) => false,
        };
        if let Some(round) = self.rounds.last_mut() {
            round.assisted |= !counts;
            round.stood_in |= !counts && own;
        }
    }

    /// Ends the current game.
    pub(super) fn finish_round(&mut self, outcome: Outcome, ended: Option<Ended>) {
        self.absent_forfeit();
        if let Some(round) = self.rounds.last_mut() {
            (round.outcome, round.ended) = (Some(outcome), ended);
        }
        self.silence();
        self.phase = if self.course_before(u32::MAX).is_over() {
            Phase::Finished
        } else {
            Phase::Between
        };
    }

    /// Whether another game may follow the current one.
    pub(super) fn may_go_on(&self) -> bool {
        match self.play.as_ref().map(|play| play.match_length()) {
            Some(MatchLength::Games(games)) => self.round() < u32::from(games),
            Some(MatchLength::Points(points)) => points > 0,
            None => false,
        }
    }

    /// The number of the current game (0 before the first).
    pub fn round(&self) -> u32 {
        self.rounds.last().map_or(0, |round| round.number)
    }

    /// Points of the finished games, by seat; `None` where the game has no scores.
    pub fn totals(&self) -> Option<Vec<i64>> {
        self.totals_before(u32::MAX)
    }

    /// The totals before a game of the match.
    pub(super) fn totals_before(&self, round: u32) -> Option<Vec<i64>> {
        self.course_before(round).totals().map(<[i64]>::to_vec)
    }

    /// The score of the match before a game.
    pub(super) fn course_before(&self, round: u32) -> Course {
        let length = self.play.as_ref().map(|play| play.match_length());
        let length = length.unwrap_or(MatchLength::Games(1));
        let mut match_score = Course::new(length, self.game.scoring, self.seats.len());
        let earlier = self.rounds.iter().filter(|other| other.number < round);
        earlier
            .filter_map(|round| round.outcome.as_ref())
            .for_each(|outcome| match_score.add(outcome));
        match_score
    }

    /// The places of the match, once a game is over: 1 for the grand winner, shared on ties. Who forfeits is last, so whoever
    /// stayed alone wins before any game is over.
    pub fn match_places(&self) -> Option<Vec<u8>> {
        let forfeiters = self.forfeiters();
        let seats = self.seats.len();
        let places = self.course_before(u32::MAX).places();
        let places =
            places.or_else(|| (!forfeiters.is_empty() && forfeiters.len() + 1 == seats).then(|| vec![1; seats]));
        Some(ranked(places?, forfeiters))
    }
}
