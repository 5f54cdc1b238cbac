//! Thinking aside: while its pace runs, a computer player looks for its choice without holding up its table.
//!
//! The choice is shown when both the pace and the thinking are over. So a choice that takes less thinking than the pace comes
//! at the pace, and its time tells nothing of a hidden hand.
//!
//! A thought stands for one decision. What other seats choose meanwhile neither drops it nor begins it anew, so its time tells
//! nothing of their choices. Only if a thought is no choice any more does the computer player think again, aside as before.
//! [`Decisions`](super::decision::Decisions) says what a choice follows from.

use std::sync::Arc;

use super::Settings;
use super::action::Denied;
use super::event::TableEvent;
use super::fair::OsSource;
use super::session::TableSession;
use super::thought::{Question, Thought};
use super::timers::Purpose;
use crate::player;
use crate::rules::{By, Seat, Viewer};
use crate::store::Timer;

impl TableSession {
    /// The first decision of a computer player that nobody has found a choice for yet.
    pub(super) fn next_question(&self) -> Option<Question> {
        let mut unanswered = self.timers.iter().filter_map(|timer| match Purpose::of(timer)? {
            Purpose::Computer { seat, step } if self.table.asked(seat) == Some(step) => {
                self.thought_of(seat, step).is_none().then_some((seat, step))
            }
            _ => None,
        });
        let (seat, step) = unanswered.next()?;
        self.question(seat, step)
    }

    fn question(&self, seat: Seat, step: u64) -> Option<Question> {
        let round = self.table.rounds.last()?;
        Some(Question {
            seat,
            step,
            level: self.table.holder(seat)?.level,
            play: self.table.play.as_ref()?.copy(),
            game: self.table.game,
            options: self.table.options.clone(),
            events: Arc::clone(&round.events),
            seed: self.table.seed(round.number),
        })
    }

    /// Keeps a thought until its decision is due, and drops those whose decision is made. Returns whether the thought is of use:
    /// it finds a choice, or its decision is made already.
    pub(super) fn keep_thought(&mut self, thought: Thought) -> bool {
        let (seat, step) = (thought.seat, thought.step);
        let is_open = |old: &Thought| self.table.asked(old.seat) == Some(old.step);
        let is_needed = is_open(&thought);
        self.thoughts
            .retain(|old| is_open(old) && (old.seat, old.step) != (seat, step));
        self.thoughts.push(thought);
        !is_needed || self.thought_of(seat, step).is_some()
    }

    /// What a computer player has chosen for this decision, if that is a choice now.
    pub(super) fn thought_of(&self, seat: Seat, step: u64) -> Option<&str> {
        let mut thoughts = self.thoughts.iter();
        let thought = thoughts.find(|thought| (thought.seat, thought.step) == (seat, step))?;
        thought.what.as_deref().filter(|what| self.table.takes(seat, what))
    }

    /// Whether what a due timer wants can be done: where computer players think aside, they have to be ready.
    pub(super) fn is_ready(&self, timer: &Timer) -> bool {
        match Purpose::of(timer) {
            Some(Purpose::Computer { seat, step }) if self.thinks_aside && self.table.asked(seat) == Some(step) => {
                self.thought_of(seat, step).is_some()
            }
            _ => true,
        }
    }

    /// Whether something is due by `now` that a computer player has to think about first.
    pub(super) fn waits_for_thought(&self, now: i64) -> bool {
        let mut due = self.timers.iter().filter(|timer| timer.at <= now);
        due.any(|timer| !self.is_ready(timer))
    }

    /// Makes the choice of a computer player for this decision. Where computer players think aside, a player without one is still
    /// waited for: what another has chosen in the same moment may have taken it.
    pub(super) fn choose_for(&mut self, now: i64, seat: Seat, step: u64, settings: &Settings) -> Result<(), Denied> {
        let what = match self.thought_of(seat, step) {
            Some(what) => what.to_owned(),
            None if self.thinks_aside => return Ok(()),
            None => self.think(seat, step, settings)?,
        };
        let choice = TableEvent::Played {
            by: By::Seat(seat),
            what,
            lapsed: false,
            players: settings.thinks.then_some(player::VERSION),
        };
        self.take_choice(now, &choice)
    }

    fn think(&self, seat: Seat, step: u64, settings: &Settings) -> Result<String, Denied> {
        if settings.thinks {
            let question = self.question(seat, step).ok_or(Denied::Unavailable)?;
            return question.think().what.ok_or(Denied::Unavailable);
        }
        let play = self.table.play.as_ref().ok_or(Denied::Unavailable)?;
        let mut source = OsSource::new().map_err(|_| Denied::Unavailable)?;
        let imagined = play.imagine(Viewer::Seat(seat), &mut source);
        imagined.random_choice(seat, &mut source).ok_or(Denied::Unavailable)
    }
}
