//! What holds for all that the bot asks in its own name: the global limit, and how many bad answers there may be
//! (docs/DISCORD.md, "Rate limits" and "Bans").

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

use super::core::Came;

/// When the next request may be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opens {
    Now,
    At(Instant),
    /// Not before something else is told.
    Later,
}

impl Opens {
    /// The later of the two.
    pub(super) fn later(self, other: Opens) -> Opens {
        match (self, other) {
            (Opens::Now, other) | (other, Opens::Now) => other,
            (Opens::At(one), Opens::At(two)) => Opens::At(one.max(two)),
            (Opens::Later, _) | (_, Opens::Later) => Opens::Later,
        }
    }
}

/// A second, as long as clocks differ.
const WINDOW: Duration = Duration::from_millis(1010);
/// How many requests there are in it at most, of the fifty that Discord takes in a second. Each counts from when it has leave
/// until a second after it was answered: when it arrived nobody knows but Discord, and what is held up on the way arrives
/// together with what comes behind it.
const MOST: usize = 48;
/// So many go out at once when it has been quiet: what somebody does in private then holds up nobody else's messages, from
/// which they could tell. The others follow at an even pace, so that whoever is in a hurry need not wait for the next window.
const AT_ONCE: usize = 24;
/// That pace.
const EVERY: Duration = Duration::from_millis(21);

/// The global limit.
#[derive(Debug, Default)]
pub(super) struct Global {
    /// How many have leave and are not answered yet.
    out: usize,
    /// When those were answered that still count.
    answered: VecDeque<Instant>,
    last: Option<Instant>,
    paused: Option<Instant>,
}

impl Global {
    /// When one more may be given leave; `lifted` where there is no limit.
    pub(super) fn opens(&mut self, now: Instant, lifted: bool) -> Opens {
        while self
            .answered
            .front()
            .is_some_and(|at| now.saturating_duration_since(*at) >= WINDOW)
        {
            self.answered.pop_front();
        }
        if let Some(until) = self.paused.filter(|until| *until > now) {
            return Opens::At(until);
        }
        let counted = self.answered.len() + self.out;
        if lifted {
            return Opens::Now;
        }
        if counted >= MOST {
            return self
                .answered
                .front()
                .map_or(Opens::Later, |first| Opens::At(*first + WINDOW));
        }
        match self.last.map(|last| last + EVERY) {
            Some(next) if counted >= AT_ONCE && next > now => Opens::At(next),
            _ => Opens::Now,
        }
    }

    /// One is given leave.
    pub(super) fn take(&mut self, now: Instant) {
        self.out += 1;
        self.last = Some(now);
    }

    /// One that had leave is answered, or never will be.
    pub(super) fn answered(&mut self, now: Instant) {
        self.give_back();
        self.answered.push_back(now);
    }

    /// One that had leave is not sent.
    pub(super) fn give_back(&mut self) {
        self.out = self.out.saturating_sub(1);
    }

    /// Discord asks to wait with everything.
    pub(super) fn pause(&mut self, until: Instant) {
        self.paused = Some(self.paused.map_or(until, |known| known.max(until)));
    }

    pub(super) fn is_paused(&self, now: Instant) -> bool {
        self.paused.is_some_and(|until| until > now)
    }
}

/// How many bad answers there may be before only interactions are answered: a tenth of those for which Discord bans an address,
/// and with it whoever plays.
const BUDGET: usize = 1000;
/// Over how long they are counted.
const COUNTED: Duration = Duration::from_secs(10 * 60);

/// Answers that Discord counts against an address.
#[derive(Debug, Default)]
pub(super) struct Bad {
    at: VecDeque<Instant>,
}

impl Bad {
    /// Counts an answer if it is bad: unauthorised, forbidden, or limited by what is not shared with other bots.
    pub(super) fn count(&mut self, now: Instant, came: Came) {
        let shared = came.wait.is_some_and(|wait| wait.shared);
        if matches!(came.status, 401 | 403) || (came.status == 429 && !shared) {
            self.at.push_back(now);
            if self.at.len() > BUDGET {
                self.at.pop_front();
            }
        }
    }

    /// When something other than an answer to an interaction may be sent.
    pub(super) fn opens(&self, now: Instant) -> Opens {
        let full = self.at.len() >= BUDGET;
        match self.at.front().map(|first| *first + COUNTED).filter(|_| full) {
            Some(until) if until > now => Opens::At(until),
            _ => Opens::Now,
        }
    }
}
