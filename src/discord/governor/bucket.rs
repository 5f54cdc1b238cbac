//! One bucket: how much of its window is left, and who waits for it.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

use super::request::{CLASSES, Standing, Ticket};
use super::window::{Opens, Window};
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

/// How much longer than told a window is kept shut: clocks and roundings differ.
const SPARE: Duration = Duration::from_millis(20);

/// A bucket.
#[derive(Debug, Default)]
pub(super) struct Bucket {
    pub(super) window: Window,
    /// What was told last: others may have used the window, too, such as an earlier run of the program.
    told: Option<Told>,
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
    /// Whether forgetting it would change nothing.
    pub(super) fn is_idle(&mut self, now: Instant, quota: Quota) -> bool {
        self.forget(now, quota);
        let empty = self.waiting.iter().all(VecDeque::is_empty) && self.ringed == [false; CLASSES];
        let shut = self.told.is_some() || self.window.paused(now).is_some();
        empty && self.window.counted() == 0 && !shut && self.wakes.is_none()
    }

    /// Forgets what counts no more.
    fn forget(&mut self, now: Instant, quota: Quota) {
        self.window.forget(now, quota.per + SPARE);
        self.told = self.told.filter(|told| told.until > now);
    }

    /// Whether it takes one more.
    pub(super) fn opens(&mut self, now: Instant, quota: Quota) -> Opens {
        self.forget(now, quota);
        if let Some(until) = self.window.paused(now) {
            return Opens::At(until);
        }
        match self.told {
            Some(Told { left: 0, until, .. }) => Opens::At(until),
            _ if self.window.counted() < quota.limit as usize => Opens::Now,
            _ => self.window.opens(quota.per + SPARE),
        }
    }

    /// One more is on its way.
    pub(super) fn take(&mut self) {
        self.window.out += 1;
        if let Some(told) = &mut self.told {
            told.left = told.left.saturating_sub(1);
        }
    }

    /// One that was taken was not sent.
    pub(super) fn give_back(&mut self) {
        self.window.give_back();
        if let Some(told) = &mut self.told {
            told.left += 1;
        }
    }

    /// One is answered, or never will be. What is on its way may be counted in what is told to be left, or not.
    pub(super) fn answered(&mut self, now: Instant, quota: Quota, standing: Option<Standing>) {
        match quota {
            Quota::NONE => self.window.give_back(),
            _ => self.window.answered(now),
        }
        let Some(standing) = standing else { return };
        let told = Told {
            left: standing
                .left
                .saturating_sub(self.window.out.try_into().unwrap_or(u32::MAX)),
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
}
