//! The governor: everything that leaves for Discord and counts against its limits passes here (docs/DISCORD.md, "Rate limits").
//!
//! Discord takes so many requests a second of a bot, so many of each route and channel, and bans an address for a while that
//! is told too often that it was too fast, or forbidden: nobody could play then. So nothing is sent and hoped for. Whoever
//! wants to send asks for leave ([`Governor::acquire`]), waits for it, and only then decides what is sent, so that it is the
//! newest. A [`Pass`] is good for one request, and takes back what came of it: by that the governor knows the limits.
//!
//! When there is more to do than Discord takes, those come first for whom somebody waits ([`Priority`]), but none of the
//! others waits for ever; among those of one priority each channel has its turn after the others. So messages are late
//! evenly, and [`Governor::figures`] tells how late.
//!
//! The first answers to interactions, and all that is asked by an interaction's token, have limits of their own and never
//! queue behind what the bot asks in its own name.
//!
//! Who may send when is settled by [`Core`](core::Core), which knows neither clocks nor tasks; here are only those.

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
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;
use tokio::time::Instant;

use core::{Core, Next};
pub(super) use figures::Figures;
use request::{BY_TOKEN, Came, Leave, Ticket};
pub(super) use request::{Priority, Standing, Wait};
pub(super) use route::{Route, number as named};

/// The governor. Clones are the same.
#[derive(Clone)]
pub(super) struct Governor(Arc<Shared>);

struct Shared {
    inner: Mutex<Inner>,
    /// By how much longer than told a pause is kept, as a part of it: another part for every run, so that several bots do not
    /// come back at once.
    spread: f64,
}

struct Inner {
    core: Core,
    waiting: HashMap<Ticket, oneshot::Sender<Pass>>,
    /// When a task looks whose time has come, if one does.
    looks: Option<Instant>,
}

/// Leave to send one request. What is dropped unsent is another's.
pub(super) struct Pass {
    governor: Governor,
    /// Without one it counts against nothing.
    leave: Option<Leave>,
    sent: bool,
}

/// Somebody who waits for leave, until they do not any more.
struct Waiting<'g> {
    governor: &'g Governor,
    ticket: Ticket,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut inner = self.governor.lock();
        inner.core.cancel(self.ticket);
        let leave = inner.waiting.remove(&self.ticket);
        // Not while it is locked: leave that came meanwhile is given back by this.
        drop(inner);
        drop(leave);
    }
}

impl Governor {
    /// A governor that knows nothing of the limits yet. Of several at a time each has another `number`.
    pub(super) fn new(number: u64) -> Governor {
        /// The longest that a pause is kept beyond what was asked for, as a part of it.
        const MOST: f64 = 0.25;
        let inner = Inner {
            core: Core::new(),
            waiting: HashMap::new(),
            looks: None,
        };
        Governor(Arc::new(Shared {
            inner: Mutex::new(inner),
            spread: route::number(number) as f64 / u64::MAX as f64 * MOST,
        }))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Nothing panics while it is held.
        self.0.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for leave to send a request. Who stops waiting gives up its place.
    pub(super) async fn acquire(&self, route: Route, priority: Priority) -> Pass {
        self.acquire_since(route, priority, Instant::now()).await
    }

    /// The same for what was wanted before now already; only the figures are told.
    pub(super) async fn acquire_since(&self, route: Route, priority: Priority, since: Instant) -> Pass {
        let (key, class) = match route {
            Route::Callback => return self.pass(None),
            Route::Token(key) => (key, BY_TOKEN),
            Route::Bot(key) => (key, priority.class()),
        };
        let (sender, mut leave) = oneshot::channel();
        let ticket = {
            let mut inner = self.lock();
            let ticket = inner.core.ask(Instant::now(), key, class, since);
            inner.waiting.insert(ticket, sender);
            ticket
        };
        let _waiting = Waiting { governor: self, ticket };
        self.snapshot();
        // At once where it can be.
        if let Ok(pass) = leave.try_recv() {
            return pass;
        }
        match leave.await {
            Ok(pass) => pass,
            // Nobody drops the other end while somebody waits at this one.
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

    /// Gives leave to all whose turn it is, and sees to it that somebody looks again in time.
    fn snapshot(&self) {
        let mut given = Vec::new();
        {
            let mut inner = self.lock();
            let now = Instant::now();
            let again = loop {
                match inner.core.next(now) {
                    Next::Go(ticket, leave) => given.push((inner.waiting.remove(&ticket), self.pass(Some(leave)))),
                    Next::At(at) => break Some(at),
                    Next::Nobody => break None,
                }
            };
            // One whose threads have ended before it could look counts for nothing.
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
            // Who has stopped waiting gives it back by this.
            if let Some(sender) = sender {
                drop(sender.send(pass));
            }
        }
    }

    /// How late requests were.
    pub(super) fn figures(&self) -> Figures {
        self.lock().core.figures
    }
}

impl Pass {
    /// The moment of sending. If Discord has asked to wait since leave was given, it waits for leave once more.
    pub(super) async fn send(&mut self, route: Route, priority: Priority) {
        while let Some(leave) = self.leave {
            let sends = self.governor.lock().core.send(Instant::now(), leave);
            if sends {
                break;
            }
            // It was taken back.
            self.leave = None;
            *self = self.governor.clone().acquire_since(route, priority, leave.since).await;
        }
        self.sent = true;
    }

    /// The request was answered.
    pub(super) fn answered(mut self, status: u16, standing: Option<Standing>, wait: Option<Wait>) {
        let came = Came { status, standing, wait };
        let (leave, spread) = (self.leave.take(), self.governor.0.spread);
        self.governor.lock().core.answered(Instant::now(), leave, came, spread);
        self.governor.snapshot();
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let Some(leave) = self.leave.take() else { return };
        {
            let mut inner = self.governor.lock();
            match self.sent {
                true => inner.core.lost(Instant::now(), leave),
                false => inner.core.give_back(leave),
            }
        }
        self.governor.snapshot();
    }
}
