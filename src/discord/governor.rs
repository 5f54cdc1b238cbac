//! The governor: every request to Discord that counts against its limits passes here (docs/DISCORD.md, "Rate limits").
//!
//! Discord accepts only so many requests a second from a bot, and only so many for each route and channel. It bans an address
//! for a while that too often sends requests too fast or without permission, and then nobody can play. So no request is sent
//! in the hope that it will pass. Whoever wants to send asks for a pass ([`Governor::acquire`]) and waits for it. Only then
//! do they decide what to send, so that the newest state is sent. A [`Pass`] is good for one request, and takes back
//! Discord's response: from the responses the governor learns the limits.
//!
//! When there is more to send than Discord accepts, requests for which somebody waits come first ([`Priority`]), but no other
//! request waits for ever. Among requests of one priority, the channels take turns. So all messages are equally late, and
//! [`Governor::figures`] tells how late.
//!
//! The first answers to interactions, and all requests with an interaction's token, have limits of their own. They never
//! queue behind requests with the bot token.
//!
//! [`Core`] decides who may send when; it knows neither clocks nor tasks. This module adds only those.

mod bucket;
mod core;
mod figures;
mod global;
mod request;
mod route;
#[cfg(test)]
mod tests;
mod window;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use metrics::gauge;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::lock::lock;
use core::{Core, Decision};
pub(super) use figures::Figures;
use request::{BY_TOKEN, CLASS_NAMES, Came, Leave, Ticket};
pub(super) use request::{BucketReport, Priority, Wait};
pub(super) use route::{Route, number as named};

/// The governor. Clones share the same state.
#[derive(Clone)]
pub(super) struct Governor(Arc<Shared>);

struct Shared {
    inner: Mutex<Queue>,
    /// By how much a pause is prolonged, as a fraction of the pause. The fraction differs for every run, so that several bots
    /// do not come back at the same moment.
    spread: f64,
}

struct Queue {
    core: Core,
    waiting: HashMap<Ticket, oneshot::Sender<Pass>>,
    /// When the next scheduled task looks for waiters whose time has come, if there is such a task.
    looks: Option<Instant>,
}

/// The permission to send one request. A pass that is dropped unsent goes to somebody else.
pub(super) struct Pass {
    governor: Governor,
    /// `None` for a request that counts against no limit.
    leave: Option<Leave>,
    sent: bool,
}

/// Somebody who waits for a pass, until they stop waiting.
struct Waiting<'g> {
    governor: &'g Governor,
    ticket: Ticket,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut inner = lock(&self.governor.0.inner);
        inner.core.cancel(self.ticket);
        let leave = inner.waiting.remove(&self.ticket);
        // After the lock is released: dropping `leave` gives back a pass that came meanwhile.
        drop(inner);
        drop(leave);
    }
}

impl Governor {
    /// A governor that does not know the limits yet. Governors that exist at the same time need different `number`s.
    pub(super) fn new(number: u64) -> Governor {
        /// The greatest prolongation of a pause, as a fraction of the pause.
        const MOST: f64 = 0.25;
        let inner = Queue {
            core: Core::new(),
            waiting: HashMap::new(),
            looks: None,
        };
        Governor(Arc::new(Shared {
            inner: Mutex::new(inner),
            spread: route::number(number) as f64 / u64::MAX as f64 * MOST,
        }))
    }

    /// From now on this bot has a share of Discord's global limit, as (own, all).
    pub(super) fn share(&self, share: (usize, usize)) {
        lock(&self.0.inner).core.global.share(share);
    }

    /// Waits for a pass. Whoever stops waiting gives up their place.
    pub(super) async fn acquire(&self, route: Route, priority: Priority) -> Pass {
        self.acquire_since(route, priority, Instant::now()).await
    }

    /// As [`Governor::acquire`], for a request that was wanted since `since`. Only the figures use that moment.
    pub(super) async fn acquire_since(&self, route: Route, priority: Priority, since: Instant) -> Pass {
        let (key, class) = match route {
            Route::Callback => return self.pass(None),
            Route::Token(key) => (key, BY_TOKEN),
            Route::Bot(key) => (key, priority.class()),
        };
        let (sender, mut leave) = oneshot::channel();
        let ticket = {
            let mut inner = lock(&self.0.inner);
            let ticket = inner.core.ask(Instant::now(), key, class, since);
            inner.waiting.insert(ticket, sender);
            ticket
        };
        let _waiting = Waiting { governor: self, ticket };
        self.snapshot();
        // The pass may be there at once.
        if let Ok(pass) = leave.try_recv() {
            return pass;
        }
        match leave.await {
            Ok(pass) => pass,
            // The sender is not dropped while the receiver waits.
            Err(_) => std::future::pending().await,
        }
    }

    fn pass(&self, leave: Option<Leave>) -> Pass {
        Pass {
            governor: self.clone(),
            leave,
            sent: false,
        }
    }

    /// Gives passes to all whose turn it is, and schedules the next look.
    fn snapshot(&self) {
        let mut given = Vec::new();
        {
            let mut inner = lock(&self.0.inner);
            let now = Instant::now();
            let again = loop {
                match inner.core.next(now) {
                    Decision::Go(ticket, leave) => given.push((inner.waiting.remove(&ticket), self.pass(Some(leave)))),
                    Decision::At(at) => break Some(at),
                    Decision::Nobody => break None,
                }
            };
            // A scheduled look whose time is past counts for nothing: its runtime may have ended before it ran.
            let looks = inner.looks.filter(|at| *at > now);
            if let Some(at) = again.filter(|at| looks.is_none_or(|looks| *at < looks))
                && let Ok(tasks) = tokio::runtime::Handle::try_current()
            {
                inner.looks = Some(at);
                let governor = self.clone();
                tasks.spawn(async move {
                    tokio::time::sleep_until(at).await;
                    governor.snapshot();
                });
            }
        }
        for (sender, pass) in given {
            // Sending to somebody who has stopped waiting drops the pass, which gives it back.
            if let Some(sender) = sender {
                drop(sender.send(pass));
            }
        }
    }

    /// Sets the gauges: who waits, for how long, and what the limits have left.
    pub(super) fn measure(&self) {
        let now = Instant::now();
        let (left, waits) = {
            let mut inner = lock(&self.0.inner);
            (inner.core.left(now), inner.core.waits(now))
        };
        gauge!("whistle_governor_global_left").set(left.global as f64);
        gauge!("whistle_governor_bad_left").set(left.bad as f64);
        for (class, (count, oldest)) in CLASS_NAMES.into_iter().zip(waits) {
            gauge!("whistle_governor_waiting", "class" => class).set(count as f64);
            gauge!("whistle_governor_oldest_seconds", "class" => class).set(oldest);
        }
    }

    /// How long the oldest request has waited that waits now.
    pub(super) fn behind(&self) -> Duration {
        let waits = lock(&self.0.inner).core.waits(Instant::now());
        waits.into_iter().map(|(_, oldest)| oldest).max().unwrap_or_default()
    }

    /// The figures: how late requests were.
    pub(super) fn figures(&self) -> Figures {
        lock(&self.0.inner).core.figures
    }
}

impl Pass {
    /// The moment of sending. If Discord has asked for a pause since the pass was given, this waits for a new one.
    pub(super) async fn send(&mut self, route: Route, priority: Priority) {
        while let Some(leave) = self.leave {
            let sends = lock(&self.governor.0.inner).core.send(Instant::now(), leave);
            if sends {
                metrics::histogram!("whistle_governor_wait_seconds", "class" => CLASS_NAMES[leave.class])
                    .record(leave.since.elapsed());
                break;
            }
            // The core has taken this leave back already.
            self.leave = None;
            *self = self.governor.clone().acquire_since(route, priority, leave.since).await;
        }
        self.sent = true;
    }

    /// Discord has responded to the request.
    pub(super) fn answered(mut self, status: u16, standing: Option<BucketReport>, wait: Option<Wait>) {
        let came = Came { status, standing, wait };
        let (leave, spread) = (self.leave.take(), self.governor.0.spread);
        lock(&self.governor.0.inner)
            .core
            .answered(Instant::now(), leave, came, spread);
        self.governor.snapshot();
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let Some(leave) = self.leave.take() else { return };
        {
            let mut inner = lock(&self.governor.0.inner);
            match self.sent {
                true => inner.core.lost(Instant::now(), leave),
                false => inner.core.give_back(leave),
            }
        }
        self.governor.snapshot();
    }
}
