//! The bot's ways to Discord and to the disk, on which things go wrong.

use std::io::ErrorKind;
use std::time::Duration;

use futures_util::future::BoxFuture;
use reqwest::Method;
use serde_json::Value;
use tokio::sync::oneshot;

use super::{Event, InjectedFault, Moment, Request, State, Way, World};
use crate::discord::http::Server;
use crate::discord::tests::simulation::dice::Dice;
use crate::discord::tests::simulation::discord::Answered;
use crate::discord::tests::simulation::request_content;
use crate::store::StoreError;
use crate::store::testing::simulated::{Fate, Hand, Trace, failure};

/// The bot's way to Discord, and to the disk.
pub(in crate::discord::tests::simulation) struct Wire(pub(in crate::discord::tests::simulation) World);

impl Server for Wire {
    fn take(
        &self,
        method: &Method,
        path: &str,
        body: Option<&Value>,
        file: Option<&[u8]>,
    ) -> BoxFuture<'static, Option<Answered>> {
        let (reply, replied) = oneshot::channel();
        let mut state = self.0.lock();
        if state.goes_down(Moment::BeforeRequest) {
            self.0.ring();
            return Box::pin(std::future::pending());
        }
        if let Some((interaction, text)) = body.and_then(|body| request_content::complaint(&state, path, body))
            && let Some(asked) = state.discord.asked.get_mut(&interaction)
        {
            asked.complaints.push(text);
        }
        let (there, fate, back) = state.way(method, path);
        if !matches!(fate, Way::Done) {
            state.count("requests gone wrong");
        }
        let request = Request {
            method: method.clone(),
            path: path.to_owned(),
            body: body.cloned().unwrap_or_default(),
            file: file.map(<[u8]>::to_vec),
            reply,
            fate,
            back,
        };
        state.plan(there, Event::Arrives(Box::new(request)));
        drop(state);
        self.0.ring();
        Box::pin(async move { replied.await.ok().flatten() })
    }
}

/// After how long a bot gives up a database that it cannot reach, in milliseconds.
const CUT_OFF_MS: i64 = 1000;

/// Waits, if there is something to wait for.
async fn rest(ms: i64) {
    if ms > 0 {
        tokio::time::sleep(Duration::from_millis(ms.unsigned_abs())).await;
    }
}

impl Hand for Wire {
    fn read(&self) -> BoxFuture<'static, Option<StoreError>> {
        let mut state = self.0.lock();
        if state.bot().cut_off {
            return Box::pin(async {
                rest(CUT_OFF_MS).await;
                Some(failure(ErrorKind::TimedOut))
            });
        }
        let State {
            storage, fault_plan, ..
        } = &mut *state;
        let failed = storage
            .chance(fault_plan.unreadable)
            .then(|| match storage.chance(500) {
                true => StoreError::Busy,
                false => failure(ErrorKind::Other),
            });
        let ms = if storage.chance(fault_plan.slow_disk) {
            storage.between(1, 1500)
        } else {
            0
        };
        if failed.is_some() {
            state.count("reads gone wrong");
        }
        Box::pin(async move {
            rest(ms).await;
            failed
        })
    }

    fn write(&self, entries: bool) -> BoxFuture<'static, Fate> {
        let mut state = self.0.lock();
        if state.bot().crashed || (entries && state.goes_down(Moment::BeforeCommit)) {
            self.0.ring();
            return Box::pin(std::future::pending());
        }
        let (injected, cut_off) = (state.injected, state.bot().cut_off);
        let State {
            storage, fault_plan, ..
        } = &mut *state;
        let trace = |dice: &mut Dice| match dice.below(3) {
            0 => Trace::Nothing,
            1 => Trace::Whole,
            _ => Trace::Hidden,
        };
        let fate = match injected {
            Some(InjectedFault::EarlyWord) if entries => {
                let lost = storage.chance(fault_plan.busy + fault_plan.full + fault_plan.failing);
                Fate::Early(Duration::from_millis(300), lost)
            }
            Some(InjectedFault::Twice) if entries && storage.chance(300) => Fate::Twice,
            Some(InjectedFault::Randomness(fault)) if entries => fault.forgery().map_or(Fate::Commit, Fate::Forge),
            _ if cut_off => Fate::Refuse(failure(ErrorKind::TimedOut)),
            _ if storage.chance(fault_plan.busy) => Fate::Refuse(StoreError::Busy),
            _ if storage.chance(fault_plan.full) => Fate::Refuse(failure(ErrorKind::StorageFull)),
            _ if storage.chance(fault_plan.failing) => Fate::Fail(trace(storage)),
            _ => Fate::Commit,
        };
        let ms = if cut_off {
            CUT_OFF_MS
        } else if storage.chance(fault_plan.slow_disk) {
            storage.between(20, 3000)
        } else {
            storage.between(0, 3)
        };
        if !matches!(fate, Fate::Commit) {
            state.count("writes gone wrong");
        }
        let fate = if entries && state.hits(Moment::InCommit) {
            state.bot_mut().torn = true;
            Fate::Fail(trace(&mut state.storage))
        } else {
            fate
        };
        Box::pin(async move {
            rest(ms).await;
            fate
        })
    }

    fn written(&self, entries: bool) -> BoxFuture<'static, ()> {
        let mut state = self.0.lock();
        if std::mem::take(&mut state.bot_mut().torn) {
            state.crash(format!("{:?}", Moment::InCommit));
        }
        if state.bot().crashed || (entries && state.goes_down(Moment::AfterCommit)) {
            self.0.ring();
            return Box::pin(std::future::pending());
        }
        let ms = state.storage.between(0, 1);
        Box::pin(rest(ms))
    }
}
