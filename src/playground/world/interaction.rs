//! Interactions under way: what a person asked, how far the bot's answer has come, and what the person knows of it. `state` watches the
//! deadlines.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::watch;

use super::{Id, World};

/// Discord's number of an interaction's type (docs/DISCORD.md, "Interactions").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InteractionKind {
    /// A slash or menu command.
    Command = 2,
    /// A button or a select menu.
    Component = 3,
    /// A half-typed option that wants suggestions.
    Autocomplete = 4,
    /// A submitted modal.
    Modal = 5,
}

/// How far the answer has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Nothing has been said; a first response is possible.
    Fresh,
    /// Answered by a callback of this type.
    Answered(u8),
    /// The first deadline passed in silence.
    Lapsed,
}

/// What the person who asked has got so far.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    /// Nothing yet.
    Pending,
    /// A message, new or edited, by its id.
    Message { callback: u8, message: Id },
    /// "Thinking", as a message by its id.
    Thinking { message: Id },
    /// Quiet acknowledgement; the source message may change later.
    Quiet,
    /// Suggestions for an option.
    Choices(Value),
    /// A modal to fill in.
    Modal(Value),
    /// No use to wait any longer; why.
    Failed(&'static str),
}

impl Outcome {
    /// Whether the first response is there.
    pub(crate) fn is_first(&self) -> bool {
        *self != Outcome::Pending
    }

    /// Whether nothing more is to be expected.
    pub(crate) fn is_final(&self) -> bool {
        !matches!(self, Outcome::Pending | Outcome::Thinking { .. })
    }
}

/// What must be known of an interaction to judge an answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    pub(crate) id: Id,
    pub(crate) kind: InteractionKind,
    pub(crate) channel: Id,
    /// The message whose component was used, also through a modal. It may be updated.
    pub(crate) source: Option<Id>,
    /// `@original`.
    pub(crate) original: Option<Id>,
}

/// One interaction.
#[derive(Debug)]
pub(crate) struct Interaction {
    pub(crate) facts: Facts,
    pub(crate) token: String,
    pub(crate) person: Id,
    /// The number under which the people side knows it.
    pub(crate) act: u64,
    pub(crate) born: Instant,
    /// How long the first response took.
    pub(crate) took: Option<Duration>,
    pub(crate) stage: Stage,
    /// What INTERACTION_CREATE carries, or a request to the application's address.
    pub(crate) payload: Value,
    /// `interaction_metadata` for the messages that answer it.
    pub(crate) metadata: Value,
    /// The older `interaction` object, for commands.
    pub(crate) legacy: Option<Value>,
    /// The kind of message an answer becomes: 20 after slash commands, 23 after menu commands, 19 after components, 0 else.
    pub(crate) answer_kind: u8,
    /// Where those who wait look.
    pub(crate) outcome: watch::Sender<Outcome>,
}

impl Interaction {
    /// Tells those who wait how things stand.
    pub(crate) fn set(&self, outcome: Outcome) {
        self.outcome.send_replace(outcome);
    }
}

impl World {
    /// The interaction that a token belongs to.
    pub(crate) fn by_token(&self, token: &str) -> Option<&Interaction> {
        self.tokens.get(token).and_then(|id| self.interactions.get(id))
    }

    /// The interaction that the people side knows by this number.
    pub(crate) fn by_act(&self, act: u64) -> Option<&Interaction> {
        self.acts.get(&act).and_then(|id| self.interactions.get(id))
    }

    /// How an outcome reads for the person who acted.
    pub(crate) fn outcome_json(&self, act: u64, channel: Id, outcome: &Outcome) -> Value {
        let message = |id: &Id| self.message(channel, *id).map(|m| m.json_for_people(self));
        let mut json = match outcome {
            Outcome::Pending => json!({ "act": act, "status": "pending" }),
            Outcome::Message { callback, message: id } => {
                let status = if *callback == 7 { "updated" } else { "message" };
                json!({ "act": act, "status": status, "callback_type": callback, "message": message(id) })
            }
            Outcome::Thinking { message: id } => {
                json!({ "act": act, "status": "deferred", "callback_type": 5, "message": message(id) })
            }
            Outcome::Quiet => json!({ "act": act, "status": "deferred_update", "callback_type": 6 }),
            Outcome::Choices(choices) => {
                json!({ "act": act, "status": "choices", "callback_type": 8, "choices": choices })
            }
            Outcome::Modal(modal) => json!({ "act": act, "status": "modal", "callback_type": 9, "modal": modal }),
            Outcome::Failed(why) => json!({ "act": act, "status": "failed", "reason": why }),
        };
        json["interaction"] = json!(self.acts.get(&act));
        if let Some(took) = self.by_act(act).and_then(|interaction| interaction.took) {
            json["micros"] = json!(took.as_micros() as u64);
        }
        json
    }
}
