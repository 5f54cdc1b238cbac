//! How much of a limit is used: of that of one bucket, and of the one over all.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

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

/// The requests that count against a limit. Each counts from when it has leave until a window's length after it was answered:
/// in which window it arrived nobody knows but Discord, and so it is no matter where windows begin.
#[derive(Debug, Default)]
pub(super) struct Window {
    /// How many have leave and are not answered yet.
    pub(super) out: usize,
    /// When those were answered that still count.
    answered: VecDeque<Instant>,
    /// Until when Discord has asked to wait.
    paused: Option<Instant>,
}

impl Window {
    /// Forgets what counts no more in windows of this length.
    pub(super) fn forget(&mut self, now: Instant, length: Duration) {
        let counts = |at: &Instant| now.saturating_duration_since(*at) < length;
        while self.answered.front().is_some_and(|at| !counts(at)) {
            self.answered.pop_front();
        }
    }

    /// How many count.
    pub(super) fn counted(&self) -> usize {
        self.answered.len() + self.out
    }

    /// When a full one takes one more.
    pub(super) fn opens(&self, length: Duration) -> Opens {
        self.answered
            .front()
            .map_or(Opens::Later, |first| Opens::At(*first + length))
    }

    /// One that had leave is answered, or never will be.
    pub(super) fn answered(&mut self, now: Instant) {
        self.give_back();
        self.answered.push_back(now);
    }

    /// One that had leave is not sent, or does not count.
    pub(super) fn give_back(&mut self) {
        self.out = self.out.saturating_sub(1);
    }

    /// Discord asks to wait.
    pub(super) fn pause(&mut self, until: Instant) {
        self.paused = self.paused.max(Some(until));
    }

    /// Until when, if it still does.
    pub(super) fn paused(&self, now: Instant) -> Option<Instant> {
        self.paused.filter(|until| *until > now)
    }
}
