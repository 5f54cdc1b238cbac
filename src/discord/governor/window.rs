//! How much of a limit is used: the limit of one bucket, or the global one.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

/// When the next request may be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opens {
    Now,
    At(Instant),
    /// Not before the governor learns something new.
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

/// The requests that count against a limit. Each request counts from its leave until one window's length after its response.
/// Only Discord knows in which of its windows a request arrived; counted this way, it does not matter where windows begin.
#[derive(Debug, Default)]
pub(super) struct Window {
    /// How many requests have leave and no response yet.
    pub(super) out: usize,
    /// The times of the responses that still count.
    answered: VecDeque<Instant>,
    /// The end of the pause that Discord has asked for.
    paused: Option<Instant>,
}

impl Window {
    /// Forgets responses that no longer count in windows of this length.
    pub(super) fn forget(&mut self, now: Instant, length: Duration) {
        let counts = |at: &Instant| now.saturating_duration_since(*at) < length;
        while self.answered.front().is_some_and(|at| !counts(at)) {
            self.answered.pop_front();
        }
    }

    /// How many requests count.
    pub(super) fn counted(&self) -> usize {
        self.answered.len() + self.out
    }

    /// When a full window takes one more request.
    pub(super) fn opens(&self, length: Duration) -> Opens {
        self.answered
            .front()
            .map_or(Opens::Later, |first| Opens::At(*first + length))
    }

    /// A request with leave was answered, or never will be.
    pub(super) fn answered(&mut self, now: Instant) {
        self.give_back();
        self.answered.push_back(now);
    }

    /// A request with leave is not sent, or does not count.
    pub(super) fn give_back(&mut self) {
        self.out = self.out.saturating_sub(1);
    }

    /// Discord asks for a pause.
    pub(super) fn pause(&mut self, until: Instant) {
        self.paused = self.paused.max(Some(until));
    }

    /// The end of the pause, if it still lasts.
    pub(super) fn paused(&self, now: Instant) -> Option<Instant> {
        self.paused.filter(|until| *until > now)
    }
}
