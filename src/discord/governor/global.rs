//! What holds for all that the bot asks in its own name: the global limit, and how many bad answers there may be
//! (docs/DISCORD.md, "Rate limits" and "Bans").

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

use super::request::Came;
use super::window::{Opens, Window};

/// A second, as long as clocks differ.
const WINDOW: Duration = Duration::from_millis(1010);
/// How many requests there are in it at most, of the fifty that Discord takes in a second: what is held up on the way arrives
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
    pub(super) window: Window,
    last: Option<Instant>,
}

impl Global {
    /// When one more may be given leave; `lifted` where there is no limit.
    pub(super) fn opens(&mut self, now: Instant, lifted: bool) -> Opens {
        self.window.forget(now, WINDOW);
        if let Some(until) = self.window.paused(now) {
            return Opens::At(until);
        }
        let counted = self.window.counted();
        match self.last.map(|last| last + EVERY) {
            _ if lifted => Opens::Now,
            _ if counted >= MOST => self.window.opens(WINDOW),
            Some(next) if counted >= AT_ONCE && next > now => Opens::At(next),
            _ => Opens::Now,
        }
    }

    /// One is given leave.
    pub(super) fn take(&mut self, now: Instant) {
        self.window.out += 1;
        self.last = Some(now);
    }

    /// One that was given leave is not sent. Whoever comes next need not wait for their beat: at the pace of what is not needed,
    /// what is would go out more slowly than Discord takes it.
    pub(super) fn give_back(&mut self) {
        self.window.give_back();
        self.last = None;
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
