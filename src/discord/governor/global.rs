//! What limits all requests with the bot token: the global rate limit, and a budget of bad responses
//! (docs/DISCORD.md, "Rate limits" and "Bans").

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

use super::request::Came;
use super::window::{Opens, Window};

/// A second, plus a margin for differing clocks.
const WINDOW: Duration = Duration::from_millis(1010);
/// The most requests in one window, of the fifty that Discord accepts in a second. The margin is for requests that are
/// delayed on the way and arrive together with later ones.
const MOST: usize = 48;
/// How many requests go out at once after a quiet time. So what somebody does in private delays nobody else's messages, and
/// the others cannot notice it. Further requests follow at an even pace, so that an urgent one need not wait for the next
/// window.
const AT_ONCE: usize = 24;
/// The pace of those further requests.
const EVERY: Duration = Duration::from_millis(21);

/// The global limit, or a bot's share of it.
#[derive(Debug)]
pub(super) struct Global {
    pub(super) window: Window,
    last: Option<Instant>,
    most: usize,
    at_once: usize,
    every: Duration,
}

impl Default for Global {
    fn default() -> Global {
        Global {
            window: Window::default(),
            last: None,
            most: MOST,
            at_once: AT_ONCE,
            every: EVERY,
        }
    }
}

impl Global {
    /// From now on the limit is this share of Discord's: several bots have the same token. A small share is kept by its pace.
    pub(super) fn share(&mut self, (own, of): (usize, usize)) {
        let part = |whole: usize| (whole * own / of.max(1)).max(1);
        (self.most, self.at_once) = (part(MOST), part(AT_ONCE));
        self.every = EVERY.mul_f64(of as f64 / own.max(1) as f64);
    }

    /// When one more request may get leave; `lifted` if there is no limit.
    pub(super) fn opens(&mut self, now: Instant, lifted: bool) -> Opens {
        self.window.forget(now, WINDOW);
        if let Some(until) = self.window.paused(now) {
            return Opens::At(until);
        }
        let counted = self.window.counted();
        match self.last.map(|last| last + self.every) {
            _ if lifted => Opens::Now,
            _ if counted >= self.most => self.window.opens(WINDOW),
            Some(next) if counted >= self.at_once && next > now => Opens::At(next),
            _ => Opens::Now,
        }
    }

    /// How many more requests the window takes; none while Discord asks for a pause.
    pub(super) fn left(&mut self, now: Instant) -> usize {
        self.window.forget(now, WINDOW);
        match self.window.paused(now) {
            Some(_) => 0,
            None => self.most.saturating_sub(self.window.counted()),
        }
    }

    /// A request gets leave.
    pub(super) fn take(&mut self, now: Instant) {
        self.window.out += 1;
        self.last = Some(now);
    }

    /// A request with leave is not sent. The next request need not wait for the pace: otherwise leave that nobody uses would
    /// slow down the requests that are sent.
    pub(super) fn give_back(&mut self) {
        self.window.give_back();
        self.last = None;
    }
}

/// How many bad responses there may be before the bot only answers interactions. This is a tenth of the number for which
/// Discord bans an address, and a ban stops every game.
const BUDGET: usize = 1000;
/// Over how long bad responses are counted.
const COUNTED: Duration = Duration::from_secs(10 * 60);

/// The responses that Discord counts towards a ban of the address.
#[derive(Debug, Default)]
pub(super) struct Bad {
    at: VecDeque<Instant>,
}

impl Bad {
    /// Counts a response if it is bad: unauthorised, forbidden, or rate-limited (except by a shared limit).
    pub(super) fn count(&mut self, now: Instant, came: Came) {
        let shared = came.wait.is_some_and(|wait| wait.shared);
        if matches!(came.status, 401 | 403) || (came.status == 429 && !shared) {
            self.at.push_back(now);
            if self.at.len() > BUDGET {
                self.at.pop_front();
            }
        }
    }

    /// How many bad responses there may still be.
    pub(super) fn left(&self, now: Instant) -> usize {
        let counts = |at: &&Instant| now.saturating_duration_since(**at) < COUNTED;
        BUDGET.saturating_sub(self.at.iter().filter(counts).count())
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
