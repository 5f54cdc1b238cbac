//! Answering one interaction: once, within three seconds, and with every later message on the right route.
//!
//! Every interaction gets an [`Answer`] at once. Its handler says what to tell the person. If the handler takes long, the
//! [`Answer`] defers by itself ([`Answer::in_time`]), and from then on the same methods edit or follow up instead. Nothing
//! here decides what is said.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt;
use metrics::{counter, histogram};
use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::http::{Api, Failure};
use super::limits;
use super::payload::{Completion, EPHEMERAL, File, Modal, Payload, new_message, shown_file};

/// How long a handler may take before the bot defers: half of what Discord waits (docs/DISCORD.md, "Interactions").
const PATIENCE: Duration = Duration::from_millis(limits::ANSWER_MS / 2);
/// The longest wait that a rate limit may ask for before a private answer is given up.
const SHORT: Duration = Duration::from_secs(5);
/// How long the bot tries to replace "thinking": otherwise "thinking" would stand there for a quarter of an hour.
const STUBBORN: Duration = Duration::from_secs(15);
/// Callback types (docs/DISCORD.md, "Answers").
const MESSAGE: u8 = 4;
const DEFERRED_MESSAGE: u8 = 5;
const DEFERRED_UPDATE: u8 = 6;
const UPDATE: u8 = 7;
const COMPLETIONS: u8 = 8;
const MODAL: u8 = 9;

/// Where an interaction came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    /// A slash command.
    Command,
    /// A component of a message, or a form that a component opened.
    Message,
}

impl From {
    /// The label of metrics.
    fn label(self) -> &'static str {
        match self {
            From::Command => "command",
            From::Message => "press",
        }
    }
}

/// How far the answer has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing was sent.
    Open,
    /// Deferred with "thinking", for this person only: the first message edits the deferral.
    Thinking,
    /// Deferred silently: the message with the component can be edited.
    Taken,
    /// Answered: any further message is a follow-up.
    Said,
    /// Nobody knows whether the answer arrived. If it arrived, any further message is a follow-up.
    Doubtful,
    /// The interaction can no longer be answered.
    Lost,
}

/// What became of a message to one person only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whispered {
    /// It is the answer itself, which can be edited through the token.
    Answer,
    /// It came after the answer. The token leads to another message, which may be public.
    FollowUp,
    /// It did not arrive.
    Nothing,
}

/// What became of a message to everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// It stands in the channel, under this id.
    As(u64),
    /// It may stand in the channel.
    Perhaps,
    /// It was not sent.
    Nothing,
}

/// What became of an edit of the message that holds the component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Changed {
    /// The message shows the new content.
    Yes,
    /// The message may show the new content.
    Perhaps,
    /// The message is unchanged.
    No,
}

/// The answer to one interaction.
pub(super) struct Answer<'a> {
    api: &'a Api,
    id: u64,
    token: String,
    from: From,
    /// When the interaction arrived.
    since: Instant,
    state: Mutex<State>,
}

impl<'a> Answer<'a> {
    /// The answer to an interaction to which nothing was sent yet.
    pub(super) fn new(api: &'a Api, id: u64, token: &str, from: From) -> Answer<'a> {
        Answer {
            api,
            id,
            token: token.to_owned(),
            from,
            since: Instant::now(),
            state: Mutex::new(State::Open),
        }
    }

    /// The token, by which the answer can be edited for a while.
    pub(super) fn token(&self) -> &str {
        &self.token
    }

    /// Runs a handler, and defers when the handler takes long. If the handler fails by a fault of ours (it panics), the
    /// person gets the message that `fault` makes.
    pub(super) async fn in_time(&self, handler: impl Future<Output = ()>, fault: impl FnOnce() -> Payload) {
        let handler = AssertUnwindSafe(handler).catch_unwind();
        tokio::pin!(handler);
        let done = tokio::select! {
            biased;
            done = &mut handler => done,
            // Both run at once: the handler may be about to answer, and must not wait for Discord's answer to the deferral.
            () = tokio::time::sleep(PATIENCE) => tokio::join!(&mut handler, self.defer()).0,
        };
        if done.is_err() {
            tracing::error!(interaction = self.id, "an interaction failed by a fault of ours");
            self.whisper(&fault()).await;
        }
    }

    async fn defer(&self) {
        match self.from {
            From::Command => self.think().await,
            From::Message => self.defer_by(json!({ "type": DEFERRED_UPDATE }), State::Taken).await,
        }
    }

    /// Defers with "thinking", for this person only: the next message to them takes the place of that, and can have files.
    pub(super) async fn think(&self) {
        let thinking = json!({ "type": DEFERRED_MESSAGE, "data": { "flags": EPHEMERAL } });
        self.defer_by(thinking, State::Thinking).await;
    }

    async fn defer_by(&self, callback: Value, then: State) {
        let mut state = self.state.lock().await;
        if *state == State::Open {
            let _ = self.call(&mut state, &callback, then).await;
        }
    }

    /// Sends a first answer, and notes the state that the interaction is in then: `then` unless it fails. On failure, returns
    /// that state, too.
    async fn call(&self, state: &mut State, callback: &Value, then: State) -> Result<(), State> {
        let called = self.call_by(|| self.api.answer(self.id, &self.token, callback)).await;
        *state = called.err().unwrap_or(then);
        called
    }

    /// Makes the request of a first answer; on failure, returns the state that the interaction is in then. Returns the default
    /// result when the request arrived but Discord's answer to it was lost.
    async fn call_by<R: Default, F: Future<Output = Result<R, Failure>>>(
        &self,
        request: impl Fn() -> F,
    ) -> Result<R, State> {
        // Not backon: what a failure means depends on the failures before it.
        /// A repetition after this time would come too late.
        const AGAIN: Duration = Duration::from_millis(limits::ANSWER_MS / 2);
        let begun = Instant::now();
        let mut lost = false;
        loop {
            let failure = match request().await {
                Ok(came) => {
                    histogram!("whistle_answer_seconds", "kind" => self.from.label()).record(self.since.elapsed());
                    return Ok(came);
                }
                Err(failure) => failure,
            };
            let wait = match failure {
                // An earlier try arrived, and only Discord's answer to it was lost.
                Failure::Answered if lost => return Ok(R::default()),
                // The same interaction was delivered twice, and the other delivery was answered.
                Failure::Answered => return Err(State::Said),
                // The message to edit is gone; a press on it can be acknowledged all the same.
                Failure::GoneMessage => return Err(State::Open),
                // The message cannot be edited, or nothing can be written there. The press can be acknowledged, and its
                // person can be told something.
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
                counter!("whistle_answers_failed_total").increment(1);
                return Err(if lost { State::Doubtful } else { State::Lost });
            }
            tokio::time::sleep(wait).await;
        }
    }

    /// Sends a message to this person only.
    pub(super) async fn whisper(&self, payload: &Payload) -> Whispered {
        let mut state = self.state.lock().await;
        self.whisper_in(&mut state, payload.json()).await
    }

    /// Sends a message to this person only. `payload` is told whether the message will be the answer itself, if it arrives.
    /// Returns the message, too. No other message of this answer is sent in between.
    pub(super) async fn whisper_either(&self, payload: impl FnOnce(bool) -> Payload) -> (Whispered, Payload) {
        let mut state = self.state.lock().await;
        let payload = payload(matches!(*state, State::Open | State::Thinking));
        let said = self.whisper_in(&mut state, payload.json()).await;
        (said, payload)
    }

    async fn whisper_in(&self, state: &mut State, body: Value) -> Whispered {
        let (arrived, whispered) = match *state {
            State::Open => {
                let body = callback(MESSAGE, new_message(body, true));
                (self.call(state, &body, State::Said).await.is_ok(), Whispered::Answer)
            }
            State::Thinking => {
                *state = State::Said;
                let edited = self.stubbornly(|| self.api.edit_answer(&self.token, &body)).await;
                (edited.is_ok(), Whispered::Answer)
            }
            State::Taken | State::Said => (self.follow_up(&new_message(body, true)).await, Whispered::FollowUp),
            State::Doubtful => (
                self.follow_up_in_doubt(&new_message(body, true)).await,
                Whispered::FollowUp,
            ),
            State::Lost => (false, Whispered::Nothing),
        };
        match arrived {
            true => whispered,
            false => Whispered::Nothing,
        }
    }

    /// Follows up an answer; returns whether that arrived.
    async fn follow_up(&self, body: &Value) -> bool {
        self.patiently(|| self.api.follow_up(&self.token, body)).await.is_ok()
    }

    /// As [`Answer::follow_up`], if the answer may have arrived or may still arrive. That answer may not show what was asked
    /// for, and whoever sees it has to be told why.
    async fn follow_up_in_doubt(&self, body: &Value) -> bool {
        /// After this time an answer has arrived, or Discord does not accept it any more.
        const LATE: Duration = Duration::from_millis(limits::ANSWER_MS);
        match self.api.follow_up(&self.token, body).await {
            Err(Failure::GoneInteraction) => {
                tokio::time::sleep(LATE).await;
                self.follow_up(body).await
            }
            said => said.is_ok(),
        }
    }

    /// Edits the message that holds the component.
    pub(super) async fn update(&self, payload: &Payload) -> Changed {
        self.update_by(payload.json()).await
    }

    /// As [`Answer::update`], with this body of the message.
    pub(super) async fn update_by(&self, body: Value) -> Changed {
        let mut state = self.state.lock().await;
        match *state {
            State::Open => match self.call(&mut state, &callback(UPDATE, body), State::Said).await {
                Ok(()) => Changed::Yes,
                Err(State::Open) => {
                    let deferred = json!({ "type": DEFERRED_UPDATE });
                    let _ = self.call(&mut state, &deferred, State::Taken).await;
                    Changed::No
                }
                Err(State::Doubtful | State::Lost) => Changed::Perhaps,
                Err(_) => Changed::No,
            },
            State::Taken => match self.patiently(|| self.api.edit_answer(&self.token, &body)).await {
                Ok(()) => Changed::Yes,
                Err(Failure::Unreachable(_)) => Changed::Perhaps,
                Err(_) => Changed::No,
            },
            State::Thinking | State::Said | State::Doubtful | State::Lost => Changed::No,
        }
    }

    /// Acknowledges a press without a message; the message that holds the component stays unchanged for now.
    pub(super) async fn take(&self) {
        if self.from == From::Message {
            self.defer().await;
        }
    }

    /// Sends a message to everybody: in the older layout if it calls somebody and the notification says all of it. Sends nothing
    /// when the answer was deferred before.
    pub(super) async fn say(&self, payload: &Payload) -> Said {
        let mut state = self.state.lock().await;
        if *state != State::Open {
            return Said::Nothing;
        }
        let calls = !payload.mention.is_empty() && payload.is_announcement();
        let message = match calls {
            true => payload.announcement(),
            false => new_message(payload.json(), false),
        };
        let callback = callback(MESSAGE, message);
        // Only here is the id of the answer's message of use.
        let request = || self.api.answer_by_message(self.id, &self.token, &callback);
        let called = self.call_by(request).await;
        *state = called.err().unwrap_or(State::Said);
        match called {
            Ok(message) => message.map_or(Said::Perhaps, Said::As),
            // Every try has failed for certain.
            Err(State::Open | State::Lost) => Said::Nothing,
            // The message may have arrived all the same, or another delivery of the interaction was answered before.
            Err(_) => Said::Perhaps,
        }
    }

    /// Opens a form. A form must be the first answer, so this fails after a deferral.
    pub(super) async fn ask(&self, modal: &Modal) -> bool {
        let mut state = self.state.lock().await;
        if *state != State::Open {
            return false;
        }
        let asked = self.call(&mut state, &callback(MODAL, modal.json()), State::Said).await;
        asked.is_ok()
    }

    /// Sends files, as names and contents, to this person only, in place of "thinking" ([`Answer::think`]). Returns `false` if the
    /// files did not arrive, or if something else was answered before. Files that break
    /// the limits are not sent at all: they are large, and Discord would refuse them.
    pub(super) async fn whisper_files(&self, payload: &Payload, files: Vec<(String, Vec<u8>)>) -> bool {
        if !may_be_sent(&files) {
            return false;
        }
        self.think().await;
        let mut body = payload.json();
        let attached = files.iter().enumerate();
        let attached: Vec<Value> = attached
            .map(|(at, (name, _))| json!({ "id": at, "filename": name }))
            .collect();
        body["attachments"] = attached.into();
        if let Some(components) = body["components"].as_array_mut() {
            components.extend(files.iter().map(|(name, _)| shown_file(name)));
        }
        self.send_files(State::Thinking, &body, files).await
    }

    /// Sends a message with its pictures in place of "thinking" ([`Answer::think`]): `drawn` are the files of the pictures, in
    /// their order. Returns `false` if nobody is told to wait, or if the pictures did not arrive.
    pub(super) async fn whisper_pictures(&self, payload: &Payload, drawn: Vec<Vec<u8>>) -> bool {
        self.send_pictures(State::Thinking, payload, drawn).await
    }

    /// Edits the message that holds the component, once that was deferred ([`Answer::take`]), with its pictures: `drawn` are the
    /// files of the pictures, in their order. Returns whether they arrived.
    pub(super) async fn update_pictures(&self, payload: &Payload, drawn: Vec<Vec<u8>>) -> bool {
        self.send_pictures(State::Taken, payload, drawn).await
    }

    /// As [`Answer::send_files`], with the files of the pictures.
    async fn send_pictures(&self, at: State, payload: &Payload, drawn: Vec<Vec<u8>>) -> bool {
        let names = payload.pictures().into_iter().map(|(name, _)| name);
        let files: Vec<(String, Vec<u8>)> = names.zip(drawn).collect();
        may_be_sent(&files) && self.send_files(at, &payload.body(File::New), files).await
    }

    /// Edits the answer, with files as names and contents, if it was deferred in this way. Otherwise the token may lead to a
    /// message that everybody sees.
    async fn send_files(&self, at: State, body: &Value, files: Vec<(String, Vec<u8>)>) -> bool {
        let mut state = self.state.lock().await;
        if *state != at {
            return false;
        }
        match self.api.edit_answer_with_files(&self.token, body, files).await {
            Ok(()) => {
                if at == State::Thinking {
                    *state = State::Said;
                }
                true
            }
            Err(failure) => {
                tracing::warn!(interaction = self.id, %failure, "files could not be sent");
                false
            }
        }
    }

    /// Makes a request to the webhook routes, and repeats it once if a rate limit asks for a short wait.
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

    /// Makes a request to the webhook routes that can safely be repeated. Repeats it until it succeeds, cannot succeed, or
    /// has been tried for [`STUBBORN`]. Not backon: it would neither log the last failure nor skip a wait that ends too late.
    async fn stubbornly<F: Future<Output = Result<(), Failure>>>(
        &self,
        request: impl Fn() -> F,
    ) -> Result<(), Failure> {
        stubbornly(Some(self.id), request).await
    }
}

async fn stubbornly<F: Future<Output = Result<(), Failure>>>(
    interaction: Option<u64>,
    request: impl Fn() -> F,
) -> Result<(), Failure> {
    let until = Instant::now() + STUBBORN;
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
        tracing::warn!(interaction, %failure, "an interaction could not be followed up");
        let Some(wait) = wait.filter(|wait| Instant::now() + *wait <= until) else {
            return Err(failure);
        };
        tokio::time::sleep(wait).await;
        pause *= 2;
    }
}

/// Edits an answer that was sent before, as long as its token lives: `drawn` are the files of the payload's pictures, in their
/// order. Returns whether that arrived.
pub(super) async fn edit_later(api: &Api, token: &str, payload: &Payload, drawn: Vec<Vec<u8>>) -> bool {
    let names = payload.pictures().into_iter().map(|(name, _)| name);
    let files: Vec<(String, Vec<u8>)> = names.zip(drawn).collect();
    let edited = match files.is_empty() {
        true => {
            let body = payload.json();
            stubbornly(None, || api.edit_answer(token, &body)).await
        }
        false if !may_be_sent(&files) => return false,
        false => {
            let body = payload.body(File::New);
            stubbornly(None, || api.edit_answer_with_files(token, &body, files.clone())).await
        }
    };
    edited.is_ok()
}

/// Completes an option of a command while somebody types. There is only one try: a later answer would be about what was typed
/// before.
pub(super) async fn complete(api: &Api, id: u64, token: &str, completions: &[Completion]) {
    let choices: Vec<Value> = completions.iter().map(Completion::json).collect();
    let callback = json!({ "type": COMPLETIONS, "data": { "choices": choices } });
    if let Err(failure) = api.answer(id, token, &callback).await {
        tracing::warn!(interaction = id, %failure, "what was typed could not be completed");
    }
}

/// A callback with data. (`json!` would copy the data while somebody waits.)
fn callback(kind: u8, data: Value) -> Value {
    let mut callback = json!({ "type": kind });
    callback["data"] = data;
    callback
}

/// Whether files keep the limits: others are not sent at all.
fn may_be_sent(files: &[(String, Vec<u8>)]) -> bool {
    let fit = limits::files_fit(files);
    if !fit {
        tracing::error!(files = files.len(), "files break Discord's limits");
    }
    fit
}

#[cfg(test)]
mod tests;
