//! One bucket: how much of its window is left, and who waits for it.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

use super::request::{BucketReport, CLASSES, Ticket};
use super::window::{Opens, Window};
use crate::discord::limits;

/// How many requests a window takes, and how long the window is. A window opens with its first request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quota {
    pub(super) limit: u32,
    pub(super) per: Duration,
}

impl Quota {
    /// The quota of a route that has not responded yet: the tightest known quota of any busy route.
    pub(super) const CAREFUL: Quota = Quota {
        limit: limits::EDITS,
        per: Duration::from_secs(limits::EDITS_SECONDS),
    };
    /// The quota of a route whose responses tell no limit.
    pub(super) const NONE: Quota = Quota {
        limit: u32::MAX,
        per: Duration::ZERO,
    };

    /// What a response teaches about a route's windows. Their length is told only by the response to the first request of a
    /// window.
    pub(super) fn learned(known: Option<Quota>, standing: BucketReport) -> Quota {
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

/// How much longer than told a window stays shut, because clocks and rounding differ.
const SPARE: Duration = Duration::from_millis(20);

/// A bucket.
#[derive(Debug, Default)]
pub(super) struct Bucket {
    pub(super) window: Window,
    /// What Discord told last. Others may have used the window, too, such as an earlier run of the program.
    told: Option<Told>,
    /// The waiting tickets, by class.
    pub(super) waiting: [VecDeque<Ticket>; CLASSES],
    /// Whether the bucket is in the ring of each class.
    pub(super) ringed: [bool; CLASSES],
    /// When the bucket is due to be looked at again, if it is.
    pub(super) wakes: Option<Instant>,
}

/// How many more requests a window takes, according to Discord.
#[derive(Clone, Copy, Debug)]
struct Told {
    left: u32,
    until: Instant,
    name: u64,
}

impl Bucket {
    /// Whether the bucket can be forgotten without any effect.
    pub(super) fn is_idle(&mut self, now: Instant, quota: Quota) -> bool {
        self.forget(now, quota);
        let empty = self.waiting.iter().all(VecDeque::is_empty) && self.ringed == [false; CLASSES];
        let shut = self.told.is_some() || self.window.paused(now).is_some();
        empty && self.window.counted() == 0 && !shut && self.wakes.is_none()
    }

    /// Forgets everything that no longer counts.
    fn forget(&mut self, now: Instant, quota: Quota) {
        self.window.forget(now, quota.per + SPARE);
        self.told = self.told.filter(|told| told.until > now);
    }

    /// When the bucket takes one more request.
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

    /// One more request is on its way.
    pub(super) fn take(&mut self) {
        self.window.out += 1;
        if let Some(told) = &mut self.told {
            told.left = told.left.saturating_sub(1);
        }
    }

    /// A request that was taken was not sent.
    pub(super) fn give_back(&mut self) {
        self.window.give_back();
        if let Some(told) = &mut self.told {
            told.left += 1;
        }
    }

    /// A request was answered, or never will be. Discord's number of requests left may or may not count those still on their
    /// way.
    pub(super) fn answered(&mut self, now: Instant, quota: Quota, standing: Option<BucketReport>) {
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
            // Two limits of Discord share this bucket, so the tighter one counts.
            Some(other) if other.until > now && other.name != told.name => Told {
                left: told.left.min(other.left),
                until: told.until.max(other.until),
                ..told
            },
            _ => told,
        });
    }
}
