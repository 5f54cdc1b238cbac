//! A Discord that counts, somewhere at the end of a way: what arrives too soon is refused, however it was sent.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use tokio::time::Instant;

use super::super::core::{Core, Decision};
use super::super::request::{Came, Leave};
use super::super::route::{Key, number};
use super::super::{BucketReport, Priority, Wait};

/// How long a request is on its way, and its answer, in milliseconds: from, to, and by how much all are held up now and then.
#[derive(Clone, Copy)]
pub(super) struct Ways {
    least: u64,
    most: u64,
    stall: u64,
}

impl Ways {
    pub(super) fn quick() -> Ways {
        Ways {
            least: 1,
            most: 3,
            stall: 0,
        }
    }

    pub(super) fn any(seed: u64) -> Ways {
        Ways {
            least: 1 + seed % 30,
            most: 40 + (seed * 37) % 900,
            stall: (seed * 91) % 1500,
        }
    }
}

enum Event {
    Arrives(Leave),
    Answered(Leave, Came),
}

pub(super) struct Discord {
    core: Core,
    ways: Ways,
    chance: u64,
    now: Instant,
    begun: Instant,
    events: BTreeMap<(Instant, u64), Event>,
    nth: u64,
    windows: HashMap<Option<Key>, (Instant, u32)>,
    /// Whose requests have arrived.
    pub(super) arrived: Vec<Key>,
    /// How many came too soon.
    pub(super) refused: u32,
}

impl Discord {
    pub(super) fn new(seed: u64, ways: Ways) -> Discord {
        let now = Instant::now();
        Discord {
            core: Core::new(),
            ways,
            chance: seed,
            now,
            begun: now,
            events: BTreeMap::new(),
            nth: 0,
            windows: HashMap::new(),
            arrived: Vec::new(),
            refused: 0,
        }
    }

    pub(super) fn wants(&mut self, key: Key, priority: Priority) {
        self.core.ask(self.now, key, priority.class(), self.now);
    }

    /// Until all have been answered; how long that takes.
    pub(super) fn run(&mut self) -> Duration {
        loop {
            let wake = loop {
                match self.core.next(self.now) {
                    Decision::Go(_, leave) => {
                        assert!(self.core.send(self.now, leave));
                        self.goes(Event::Arrives(leave));
                    }
                    Decision::At(at) => break Some(at),
                    Decision::Nobody => break None,
                }
            };
            let next = self.events.keys().next().map(|(at, _)| *at);
            let Some(at) = next.into_iter().chain(wake).min() else {
                return self.now - self.begun;
            };
            self.now = at;
            while let Some(entry) = self.events.first_entry()
                && entry.key().0 <= self.now
            {
                match entry.remove() {
                    Event::Arrives(leave) => {
                        let came = self.takes(leave.key);
                        self.goes(Event::Answered(leave, came));
                    }
                    Event::Answered(leave, came) => self.core.answered(self.now, Some(leave), came, 0.1),
                }
            }
        }
    }

    fn goes(&mut self, event: Event) {
        self.nth += 1;
        self.chance = number((self.chance, self.nth));
        let Ways { least, most, stall } = self.ways;
        let mut at = self.now + Duration::from_millis(least + self.chance % (most - least));
        // What is sent in one second of three is held up, and arrives all at once.
        let since = (at - self.begun).as_millis() as u64;
        if stall > 0 && (since / 1000).is_multiple_of(3) {
            at = at.max(self.begun + Duration::from_millis(since / 1000 * 1000 + stall));
        }
        self.events.insert((at, self.nth), event);
    }

    /// Counts a request in a window, which opens with its first one.
    fn count(&mut self, window: Option<Key>, limit: u32, per: Duration) -> BucketReport {
        let (opened, used) = self.windows.entry(window).or_insert((self.now, 0));
        if self.now - *opened >= per {
            (*opened, *used) = (self.now, 0);
        }
        *used += 1;
        BucketReport {
            limit,
            left: limit.saturating_sub(*used),
            over_in: per - (self.now - *opened),
            name: u64::from(*used > limit),
        }
    }

    fn takes(&mut self, key: Key) -> Came {
        const SECOND: Duration = Duration::from_secs(1);
        let global = self.count(None, 50, SECOND);
        let own = self.count(Some(key), 5, 5 * SECOND);
        let over = [global, own].into_iter().find(|standing| standing.name != 0);
        let standing = Some(BucketReport { name: key.route, ..own });
        self.arrived.push(key);
        self.refused += u32::from(over.is_some());
        Came {
            status: if over.is_some() { 429 } else { 200 },
            standing,
            wait: over.map(|over| Wait {
                after: over.over_in,
                global: over.limit == global.limit,
                shared: false,
            }),
        }
    }
}
