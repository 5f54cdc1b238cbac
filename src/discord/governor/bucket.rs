//! One bucket: how much of its window is left, and who waits for it.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

use super::core::{CLASSES, Ticket};
use crate::discord::limits;

/// So many requests in a window of such a length, which opens with its first request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quota {
    pub(super) limit: u32,
    pub(super) per: Duration,
}

impl Quota {
    /// Of a route from which no answer has come yet: the tightest that is known of one that is used a lot.
    pub(super) const CAREFUL: Quota = Quota {
        limit: limits::EDITS,
        per: Duration::from_secs(limits::EDITS_SECONDS),
    };
    /// Of a route whose answers tell of none.
    pub(super) const NONE: Quota = Quota {
        limit: u32::MAX,
        per: Duration::ZERO,
    };
}

impl Quota {
    /// What an answer teaches of the windows of a route. How long they are is told by the first request of one.
    pub(super) fn learned(known: Option<Quota>, standing: Standing) -> Quota {
        let known = known.filter(|known| known.limit == standing.limit);
        let first = standing.left.checked_add(1) == Some(standing.limit);
        let least = known.unwrap_or(Quota::CAREFUL).per;
        Quota {
            limit: standing.limit,
            per: if first {
                standing.over_in
            } else {
                least.max(standing.over_in)
            },
        }
    }
}

/// What an answer says of its bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) struct Standing {
    /// How many requests a window takes.
    pub(in crate::discord) limit: u32,
    /// How many of them are left.
    pub(in crate::discord) left: u32,
    /// How long until the window is over.
    pub(in crate::discord) over_in: Duration,
    /// Discord's name for the limit, as a number: routes with the same one share it.
    pub(in crate::discord) name: u64,
}

#[cfg(test)]
impl Standing {
    /// The same with nothing left for so long.
    pub(in crate::discord) fn used_up(self, over_in: Duration) -> Standing {
        Standing {
            left: 0,
            over_in,
            ..self
        }
    }
}

/// When a bucket takes one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    Now,
    At(Instant),
    /// Not before one that is on its way is answered.
    Later,
}

/// How much longer than told a window is kept shut: clocks and roundings differ.
const SPARE: Duration = Duration::from_millis(20);

/// A bucket. Each request counts from when it has leave until a window's length after it was answered: in which window it
/// arrived nobody knows but Discord, and so it is no matter where windows begin.
#[derive(Debug)]
pub(super) struct Bucket {
    /// How many are on their way.
    out: u32,
    /// When those were answered that still count.
    answered: VecDeque<Instant>,
    /// What was told last: others may have used the window, too, such as an earlier run of the program.
    told: Option<Told>,
    /// Until when Discord has asked to wait.
    pub(super) paused: Option<Instant>,
    /// Who waits, by class.
    pub(super) waiting: [VecDeque<Ticket>; CLASSES],
    /// In which rings it is.
    pub(super) ringed: [bool; CLASSES],
    /// Whether it is due to be looked at by itself.
    pub(super) wakes: Option<Instant>,
}

/// How many more a window takes, as far as Discord has told.
#[derive(Clone, Copy, Debug)]
struct Told {
    left: u32,
    until: Instant,
    name: u64,
}

impl Bucket {
    pub(super) fn new() -> Bucket {
        Bucket {
            out: 0,
            answered: VecDeque::new(),
            told: None,
            paused: None,
            waiting: Default::default(),
            ringed: [false; CLASSES],
            wakes: None,
        }
    }

    /// Whether forgetting it would change nothing.
    pub(super) fn is_idle(&mut self, now: Instant, quota: Quota) -> bool {
        self.forget(now, quota);
        let empty = self.waiting.iter().all(VecDeque::is_empty) && self.ringed == [false; CLASSES];
        let shut = self.told.is_some() || self.paused.is_some_and(|until| until > now);
        empty && self.out == 0 && self.answered.is_empty() && !shut && self.wakes.is_none()
    }

    /// Forgets what counts no more.
    fn forget(&mut self, now: Instant, quota: Quota) {
        let counts = quota.per + SPARE;
        while self
            .answered
            .front()
            .is_some_and(|at| now.saturating_duration_since(*at) >= counts)
        {
            self.answered.pop_front();
        }
        self.told = self.told.filter(|told| told.until > now);
    }

    /// Whether it takes one more.
    pub(super) fn takes(&mut self, now: Instant, quota: Quota) -> Takes {
        self.forget(now, quota);
        if let Some(until) = self.paused.filter(|until| *until > now) {
            return Takes::At(until);
        }
        if let Some(Told { until, .. }) = self.told.filter(|told| told.left == 0) {
            return Takes::At(until);
        }
        let counted = self.answered.len().saturating_add(self.out as usize);
        match self.answered.front() {
            _ if counted < quota.limit as usize => Takes::Now,
            Some(first) => Takes::At(*first + quota.per + SPARE),
            None => Takes::Later,
        }
    }

    /// One more is on its way.
    pub(super) fn take(&mut self) {
        self.out += 1;
        if let Some(told) = &mut self.told {
            told.left = told.left.saturating_sub(1);
        }
    }

    /// One that was taken was not sent.
    pub(super) fn give_back(&mut self) {
        self.out = self.out.saturating_sub(1);
        if let Some(told) = &mut self.told {
            told.left += 1;
        }
    }

    /// One is answered, or never will be. What is on its way may be counted in what is told to be left, or not.
    pub(super) fn answered(&mut self, now: Instant, quota: Quota, standing: Option<Standing>) {
        self.out = self.out.saturating_sub(1);
        if quota != Quota::NONE {
            self.answered.push_back(now);
        }
        let Some(standing) = standing else { return };
        let told = Told {
            left: standing.left.saturating_sub(self.out),
            until: now + standing.over_in + SPARE,
            name: standing.name,
        };
        self.told = Some(match self.told {
            // Routes that are counted together here and apart there: as much as the tighter one takes.
            Some(other) if other.until > now && other.name != told.name => Told {
                left: told.left.min(other.left),
                until: told.until.max(other.until),
                ..told
            },
            _ => told,
        });
    }

    /// Discord asks to wait.
    pub(super) fn pause(&mut self, until: Instant) {
        self.paused = Some(self.paused.map_or(until, |known| known.max(until)));
    }
}
