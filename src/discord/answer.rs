//! Answering one interaction: within three seconds, once, and with everything after the first answer going the right way.
//!
//! Every interaction gets an [`Answer`] at once. Whoever handles it says what is to be said; if that takes long, the
//! [`Answer`] defers by itself ([`Answer::in_time`]), and the same calls then edit or follow up instead. Nothing here
//! decides what is said.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use super::http::{Api, Failure};
use super::limits;
use super::payload::{Completion, Modal, Payload};

/// How long a handler may take before its interaction is deferred: half of what Discord waits (docs/DISCORD.md, "Interactions").
const PATIENCE: Duration = Duration::from_millis(limits::ANSWER_MS / 2);
/// How long a limited route may ask to wait before a private answer is given up.
const SHORT: Duration = Duration::from_secs(5);
/// How long what takes the place of "thinking" is tried: without it, that would stand there for a quarter of an hour.
const STUBBORN: Duration = Duration::from_secs(15);
/// The flag of a message that only one person sees.
const EPHEMERAL: u64 = 1 << 6;

/// Callback types (docs/DISCORD.md, "Answers").
const MESSAGE: u8 = 4;
const DEFERRED_MESSAGE: u8 = 5;
const DEFERRED_UPDATE: u8 = 6;
const UPDATE: u8 = 7;
const COMPLETIONS: u8 = 8;
const MODAL: u8 = 9;

/// What an interaction came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    /// A slash command.
    Command,
    /// A component of a message, or a form that was opened from one.
    Message,
}

/// How far the answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing was said.
    Open,
    /// "Thinking", to this person only: the first message is an edit.
    Thinking,
    /// Silently taken: the message with the component can be edited.
    Taken,
    /// Answered: anything more is a follow-up.
    Said,
    /// Nobody knows whether it was answered: if it was, anything more is a follow-up.
    Doubtful,
    /// It can no longer be answered.
    Lost,
}

/// What became of something that was said to one person only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whispered {
    /// It is the answer itself: the message that can be changed through the token.
    Answer,
    /// It came after the answer; the token leads to another message, which may be a public one.
    FollowUp,
    /// It did not come there.
    Nothing,
}

/// What became of something that was said to everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// It stands there, as the message of this number.
    As(u64),
    /// It may stand there.
    Perhaps,
    /// It was not said.
    Nothing,
}

/// What became of a change of the message that holds the component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Changed {
    /// It shows that now.
    Yes,
    /// It may show that now.
    Perhaps,
    /// It is as it was.
    No,
}

/// One interaction's answer.
pub(super) struct Answer<'a> {
    api: &'a Api,
    id: u64,
    token: String,
    from: From,
    state: Mutex<State>,
}

impl<'a> Answer<'a> {
    /// The answer to an interaction, of which nothing was said yet.
    pub(super) fn new(api: &'a Api, id: u64, token: &str, from: From) -> Answer<'a> {
        Answer {
            api,
            id,
            token: token.to_owned(),
            from,
            state: Mutex::new(State::Open),
        }
    }

    /// The token, through which what was answered can be changed for a while.
    pub(super) fn token(&self) -> &str {
        &self.token
    }

    /// Runs a handler, and defers when it takes long. One that fails by a fault of ours is answered with
    /// what `fault` says.
    pub(super) async fn in_time(&self, handler: impl Future<Output = ()>, fault: impl FnOnce() -> Payload) {
        let handler = AssertUnwindSafe(handler).catch_unwind();
        tokio::pin!(handler);
        let done = tokio::select! {
            biased;
            done = &mut handler => done,
            // Both at once: the handler may be about to answer, and must not wait for the deferral's own answer.
            () = tokio::time::sleep(PATIENCE) => tokio::join!(&mut handler, self.defer()).0,
        };
        if done.is_err() {
            tracing::error!(interaction = self.id, "an interaction failed by a fault of ours");
            self.whisper(&fault()).await;
        }
    }

    async fn defer(&self) {
        let mut state = self.state.lock().await;
        if *state != State::Open {
            return;
        }
        let (callback, then) = match self.from {
            From::Command => (
                json!({ "type": DEFERRED_MESSAGE, "data": { "flags": EPHEMERAL } }),
                State::Thinking,
            ),
            From::Message => (json!({ "type": DEFERRED_UPDATE }), State::Taken),
        };
        *state = match self.call(&callback).await {
            Ok(()) => then,
            Err(next) => next,
        };
    }

    /// Gives a first answer; on failure, says what state that leaves.
    async fn call(&self, callback: &Value) -> Result<(), State> {
        self.call_by(|| self.api.answer(self.id, &self.token, callback)).await
    }

    /// The same with another request; what came of that is nothing where its receipt was lost.
    async fn call_by<R: Default, F: Future<Output = Result<R, Failure>>>(
        &self,
        request: impl Fn() -> F,
    ) -> Result<R, State> {
        /// Later than this a repetition would come too late.
        const AGAIN: Duration = Duration::from_millis(limits::ANSWER_MS / 2);
        let begun = tokio::time::Instant::now();
        let mut lost = false;
        loop {
            let failure = match request().await {
                Ok(came) => return Ok(came),
                Err(failure) => failure,
            };
            let wait = match failure {
                // What was said before its receipt was lost has arrived.
                Failure::Answered if lost => return Ok(R::default()),
                // The same interaction, delivered twice: the other one was answered.
                Failure::Answered => return Err(State::Said),
                // The message that was to be changed is gone; a press on it can be taken all the same.
                Failure::GoneMessage => return Err(State::Open),
                // It cannot be changed, or nothing can be written there; the press can be taken, and something said to its
                // person.
                Failure::Archived | Failure::NoAccess { .. } | Failure::Worn => return Err(State::Open),
                Failure::Refused { .. } => {
                    // A refused callback leaves the interaction open (docs/DISCORD.md, "Answers").
                    tracing::error!(interaction = self.id, %failure, "Discord refuses an answer");
                    return Err(State::Open);
                }
                Failure::Unreachable(_) => {
                    lost = true;
                    Duration::from_millis(100)
                }
                Failure::Limited { after, .. } => after,
                _ => AGAIN,
            };
            tracing::warn!(interaction = self.id, %failure, "an interaction could not be answered");
            if begun.elapsed() + wait >= AGAIN {
                return Err(if lost { State::Doubtful } else { State::Lost });
            }
            tokio::time::sleep(wait).await;
        }
    }

    /// Says something to this person only.
    pub(super) async fn whisper(&self, payload: &Payload) -> Whispered {
        let mut state = self.state.lock().await;
        self.whisper_in(&mut state, checked(payload)).await
    }

    /// Says something to this person only that depends on whether it will be the answer itself, if it comes there; gives
    /// what was said as well. Nothing else is said in between.
    pub(super) async fn whisper_either(&self, payload: impl FnOnce(bool) -> Payload) -> (Whispered, Payload) {
        let mut state = self.state.lock().await;
        let payload = payload(matches!(*state, State::Open | State::Thinking));
        let said = self.whisper_in(&mut state, checked(&payload)).await;
        (said, payload)
    }

    async fn whisper_in(&self, state: &mut State, mut body: Value) -> Whispered {
        match *state {
            State::Open => {
                body["flags"] = EPHEMERAL.into();
                match self.call(&callback(MESSAGE, body)).await {
                    Ok(()) => {
                        *state = State::Said;
                        Whispered::Answer
                    }
                    Err(next) => {
                        *state = next;
                        Whispered::Nothing
                    }
                }
            }
            State::Thinking => {
                *state = State::Said;
                match self.stubbornly(|| self.api.edit_answer(&self.token, &body)).await {
                    Ok(()) => Whispered::Answer,
                    Err(_) => Whispered::Nothing,
                }
            }
            State::Taken | State::Said => {
                body["flags"] = EPHEMERAL.into();
                match self.patiently(|| self.api.follow_up(&self.token, &body)).await {
                    Ok(()) => Whispered::FollowUp,
                    Err(_) => Whispered::Nothing,
                }
            }
            State::Doubtful => {
                body["flags"] = EPHEMERAL.into();
                self.whisper_in_doubt(&body).await
            }
            State::Lost => Whispered::Nothing,
        }
    }

    /// Follows up an answer that may have come there, or may still come: what it shows may not be what was asked for, and
    /// whoever sees it is to be told why.
    async fn whisper_in_doubt(&self, body: &Value) -> Whispered {
        /// Until then an answer has come there, or is not taken any more.
        const LATE: Duration = Duration::from_millis(limits::ANSWER_MS);
        let mut said = self.api.follow_up(&self.token, body).await;
        if said == Err(Failure::GoneInteraction) {
            tokio::time::sleep(LATE).await;
            said = self.patiently(|| self.api.follow_up(&self.token, body)).await;
        }
        match said {
            Ok(()) => Whispered::FollowUp,
            Err(_) => Whispered::Nothing,
        }
    }

    /// Changes the message that holds the component.
    pub(super) async fn update(&self, payload: &Payload) -> Changed {
        self.update_by(payload, payload.json()).await
    }

    /// The same with another body of that message.
    pub(super) async fn update_by(&self, payload: &Payload, body: Value) -> Changed {
        told(payload);
        let mut state = self.state.lock().await;
        match *state {
            State::Open => match self.call(&callback(UPDATE, body)).await {
                Ok(()) => {
                    *state = State::Said;
                    Changed::Yes
                }
                Err(State::Open) => {
                    *state = match self.call(&json!({ "type": DEFERRED_UPDATE })).await {
                        Ok(()) => State::Taken,
                        Err(next) => next,
                    };
                    Changed::No
                }
                Err(next) => {
                    *state = next;
                    match next {
                        State::Doubtful | State::Lost => Changed::Perhaps,
                        _ => Changed::No,
                    }
                }
            },
            State::Taken => match self.patiently(|| self.api.edit_answer(&self.token, &body)).await {
                Ok(()) => Changed::Yes,
                Err(Failure::Unreachable(_)) => Changed::Perhaps,
                Err(_) => Changed::No,
            },
            State::Thinking | State::Said | State::Doubtful | State::Lost => Changed::No,
        }
    }

    /// Takes a press without a word; the message that holds the component stays as it is for now.
    pub(super) async fn take(&self) {
        if self.from == From::Message {
            self.defer().await;
        }
    }

    /// Says something to everybody. Nothing is said when the answer had to be deferred before.
    pub(super) async fn say(&self, payload: &Payload) -> Said {
        let mut state = self.state.lock().await;
        if *state != State::Open {
            return Said::Nothing;
        }
        let callback = callback(MESSAGE, checked(payload));
        // Only here its number is of use.
        let request = || self.api.answer_by_message(self.id, &self.token, &callback);
        match self.call_by(request).await {
            Ok(message) => {
                *state = State::Said;
                message.map_or(Said::Perhaps, Said::As)
            }
            Err(next) => {
                *state = next;
                match next {
                    State::Open => Said::Nothing,
                    // It may have come there all the same, or the same interaction was answered before.
                    _ => Said::Perhaps,
                }
            }
        }
    }

    /// Opens a form. It must be the first answer, so it fails after a deferral.
    pub(super) async fn ask(&self, modal: &Modal) -> bool {
        let mut state = self.state.lock().await;
        if *state != State::Open {
            return false;
        }
        if let Err(unfit) = limits::check_modal(modal) {
            tracing::error!(%unfit, "a form breaks Discord's limits");
            return false;
        }
        match self.call(&callback(MODAL, modal.json())).await {
            Ok(()) => {
                *state = State::Said;
                true
            }
            Err(next) => {
                *state = next;
                false
            }
        }
    }

    /// Sends files to this person only: their names and what is in them. `false` where they did not come there; files that
    /// break the limits are not even sent, for they are large and would all be refused.
    pub(super) async fn whisper_files(&self, payload: &Payload, files: Vec<(String, Vec<u8>)>) -> bool {
        if let Err(unfit) = limits::check_files(&files) {
            tracing::error!(%unfit, "files break Discord's limits");
            return false;
        }
        self.take_command().await;
        let mut body = checked(payload);
        body["flags"] = EPHEMERAL.into();
        let attached = files.iter().enumerate();
        let attached: Vec<Value> = attached
            .map(|(at, (name, _))| json!({ "id": at, "filename": name }))
            .collect();
        body["attachments"] = attached.into();
        match self.api.edit_answer_with_files(&self.token, &body, files).await {
            Ok(()) => true,
            Err(failure) => {
                tracing::warn!(interaction = self.id, %failure, "files could not be sent");
                false
            }
        }
    }

    /// Defers a command, so that the file can follow.
    async fn take_command(&self) {
        if self.from == From::Command {
            self.defer().await;
        }
    }

    /// Makes a request of the webhook routes, once more if a limit asks for a short wait.
    async fn patiently<F: Future<Output = Result<(), Failure>>>(&self, request: impl Fn() -> F) -> Result<(), Failure> {
        let mut result = request().await;
        if let Err(Failure::Limited { after, .. }) = result
            && after <= SHORT
        {
            tokio::time::sleep(after).await;
            result = request().await;
        }
        if let Err(failure) = &result {
            tracing::warn!(interaction = self.id, %failure, "an interaction could not be followed up");
        }
        result
    }

    /// Makes a request of the webhook routes that can be made twice, again and again until it comes there, cannot, or nobody
    /// waits for it any more.
    async fn stubbornly<F: Future<Output = Result<(), Failure>>>(
        &self,
        request: impl Fn() -> F,
    ) -> Result<(), Failure> {
        let until = tokio::time::Instant::now() + STUBBORN;
        let mut pause = Duration::from_millis(500);
        loop {
            let failure = match request().await {
                Ok(()) => return Ok(()),
                Err(failure) => failure,
            };
            let wait = match failure {
                Failure::Limited { after, .. } => Some(after),
                Failure::Unreachable(_) => Some(pause),
                _ => None,
            };
            tracing::warn!(interaction = self.id, %failure, "an interaction could not be followed up");
            let Some(wait) = wait.filter(|wait| tokio::time::Instant::now() + *wait <= until) else {
                return Err(failure);
            };
            tokio::time::sleep(wait).await;
            pause *= 2;
        }
    }
}

/// Answers somebody who types an option of a command. There is one try: what comes later is about a letter that was typed
/// before.
pub(super) async fn complete(api: &Api, id: u64, token: &str, completions: &[Completion]) {
    if let Err(unfit) = limits::check_completions(completions) {
        tracing::error!(%unfit, "what is offered to somebody who types breaks Discord's limits");
    }
    let choices: Vec<Value> = completions.iter().map(Completion::json).collect();
    let callback = json!({ "type": COMPLETIONS, "data": { "choices": choices } });
    if let Err(failure) = api.answer(id, token, &callback).await {
        tracing::warn!(interaction = id, %failure, "what was typed could not be completed");
    }
}

/// A first answer of a kind that brings something along. (`json!` would copy what is put into it, and somebody waits.)
fn callback(kind: u8, data: Value) -> Value {
    let mut callback = json!({ "type": kind });
    callback["data"] = data;
    callback
}

/// The body of a message that was held against the limits.
fn checked(payload: &Payload) -> Value {
    told(payload).json()
}

/// Holds a message against the limits. One that breaks them is our own fault and is sent anyway: nobody is hurt by
/// Discord's refusal, and the log says what was wrong.
fn told(payload: &Payload) -> &Payload {
    if let Err(unfit) = limits::check(payload) {
        tracing::error!(%unfit, "an answer breaks Discord's limits");
    }
    payload
}

#[cfg(test)]
mod tests;
