//! The bot answers interactions: the first response, then edits and follow-ups (docs/DISCORD.md, "Answers").

use std::time::Duration;

use serde_json::{Value, json};

use super::State;
use crate::playground::refused::Refused;
use crate::playground::world::Id;
use crate::playground::world::files::Upload;
use crate::playground::world::interaction::{Facts, Outcome, Stage};
use crate::playground::world::message::{EPHEMERAL, LOADING, Message, kind};

impl State {
    /// Whether a first response is still possible.
    pub(crate) fn answerable(&mut self, id: Id, token: &str) -> Result<Facts, Refused> {
        let late = self.deadlines.first_response;
        let found = self
            .world
            .interactions
            .get(&id)
            .filter(|i| i.token == token)
            .ok_or(Refused::known(10062))?;
        match found.stage {
            Stage::Answered(_) => Err(Refused::known(40060)),
            Stage::Lapsed => Err(Refused::known(10062)),
            Stage::Fresh if found.born.elapsed() >= late => {
                self.lapse_first(id);
                Err(Refused::known(10062))
            }
            Stage::Fresh => Ok(found.facts),
        }
    }

    /// Takes a first response that has passed the checks. Returns the message that it made or changed.
    pub(crate) fn answer(
        &mut self,
        id: Id,
        callback: u8,
        data: &Value,
        files: &[Upload],
    ) -> Result<Option<Id>, Refused> {
        let Some(found) = self.world.interactions.get(&id) else {
            return Err(Refused::known(10062));
        };
        let (person, act, Facts { channel, source, .. }) = (found.person, found.act, found.facts);
        if self.world.channel(channel).is_none() {
            return Err(Refused::known(10003));
        }
        let (message, outcome) = match callback {
            4 => {
                let message = self.post_answer(id, data, files, false);
                (Some(message), Outcome::Message { callback: 4, message })
            }
            5 => {
                let flags = data["flags"].as_u64().unwrap_or(0) & EPHEMERAL;
                let message = self.post_answer(id, &json!({ "flags": flags }), &[], true);
                (Some(message), Outcome::Thinking { message })
            }
            6 => (source, Outcome::Quiet),
            7 => {
                let message = source.ok_or(Refused::known(10008))?;
                if !self.edit(channel, message, data, files) {
                    return Err(Refused::known(10008));
                }
                (Some(message), Outcome::Message { callback: 7, message })
            }
            8 => (
                None,
                Outcome::Choices(data.get("choices").cloned().unwrap_or(json!([]))),
            ),
            _ => (None, Outcome::Modal(data.clone())),
        };
        if let Outcome::Modal(modal) = &outcome {
            self.audience.tell(
                person,
                || json!({ "event": "modal", "act": act, "interaction": id, "channel": channel, "modal": modal }),
            );
        }
        if let Some(found) = self.world.interactions.get_mut(&id) {
            found.stage = Stage::Answered(callback);
            found.took = Some(found.born.elapsed());
            found.facts.original = message;
            found.set(outcome);
        }
        Ok(message)
    }

    /// How long an interaction's token still lives.
    pub(crate) fn token_left(&self, id: Id) -> Duration {
        let age = self
            .world
            .interactions
            .get(&id)
            .map_or(Duration::MAX, |i| i.born.elapsed());
        self.deadlines.token.saturating_sub(age)
    }

    fn post_answer(&mut self, id: Id, body: &Value, files: &[Upload], loading: bool) -> Id {
        let Some(found) = self.world.interactions.get(&id) else {
            return id;
        };
        let only = (body["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0).then_some(found.person);
        let (channel, answer_kind) = (found.facts.channel, found.answer_kind);
        let source = found.facts.source.filter(|_| answer_kind == kind::REPLY);
        let reference = source.and_then(|source| self.reference(channel, source));
        let message = Message {
            kind: answer_kind,
            reference,
            metadata: Some(found.metadata.clone()),
            interaction: found.legacy.clone(),
            only,
            flags: if loading { LOADING } else { 0 },
            ..Message::new(channel, self.world.app)
        };
        self.wake_thread(channel);
        self.post(message, body, files)
    }

    fn reference(&self, channel: Id, to: Id) -> Option<(Value, Option<Id>)> {
        let place = self.world.channel(channel)?;
        Some((place.reference(0, to), Some(to)))
    }

    /// The interaction that a webhook token speaks for.
    pub(crate) fn by_webhook(&self, app: Id, token: &str) -> Result<Facts, Refused> {
        let found = self
            .world
            .by_token(token)
            .filter(|_| app == self.world.app)
            .ok_or(Refused::known(10015))?;
        if found.born.elapsed() >= self.deadlines.token {
            return Err(Refused::known(50027));
        }
        match found.stage {
            Stage::Answered(_) => Ok(found.facts),
            // Nothing has been answered yet, so the token opens nothing.
            Stage::Fresh | Stage::Lapsed => Err(Refused::known(10015)),
        }
    }

    /// A message that the interaction's token opens: `@original` (no id) or one of its follow-ups.
    pub(crate) fn answer_message(&self, facts: &Facts, id: Option<Id>) -> Result<&Message, Refused> {
        let id = id.or(facts.original).ok_or(Refused::known(10008))?;
        let channel = self.world.channel(facts.channel).ok_or(Refused::known(10003))?;
        let message = channel.messages.get(&id).ok_or(Refused::known(10008))?;
        let ours = message
            .metadata
            .as_ref()
            .is_some_and(|m| Id::read(&m["id"]) == Some(facts.id));
        if ours || facts.original == Some(id) {
            Ok(message)
        } else {
            Err(Refused::known(10008))
        }
    }

    /// The message that a follow-up would edit in place of making one: the answer that still says "thinking".
    pub(crate) fn thinking(&self, facts: &Facts) -> Option<Id> {
        self.answer_message(facts, None)
            .ok()
            .filter(|m| m.flags & LOADING != 0)
            .map(|m| m.id)
    }

    /// Posts a follow-up that has passed the checks.
    pub(crate) fn follow_up(&mut self, facts: &Facts, body: &Value, files: &[Upload]) -> Result<Id, Refused> {
        let found = self.world.interactions.get(&facts.id).ok_or(Refused::known(10015))?;
        if self.world.channel(facts.channel).is_none() {
            return Err(Refused::known(10003));
        }
        let only = (body["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0).then_some(found.person);
        let mut metadata = found.metadata.clone();
        if let Some(original) = facts.original {
            metadata["original_response_message_id"] = json!(original);
        }
        let reference = facts.original.and_then(|to| self.reference(facts.channel, to));
        let kind = if reference.is_some() { kind::REPLY } else { kind::PLAIN };
        self.wake_thread(facts.channel);
        let message = Message {
            kind,
            reference,
            metadata: Some(metadata),
            only,
            ..Message::new(facts.channel, self.world.app)
        };
        Ok(self.post(message, body, files))
    }

    /// Edits an answer by a body that has passed the checks; "thinking" ends with it.
    pub(crate) fn edit_answer(&mut self, facts: &Facts, id: Id, body: &Value, files: &[Upload]) {
        let thought = self.thinking(facts) == Some(id);
        self.edit(facts.channel, id, body, files);
        if thought && let Some(found) = self.world.interactions.get(&facts.id) {
            found.set(Outcome::Message {
                callback: 5,
                message: id,
            });
        }
    }

    /// Withdraws an answer.
    pub(crate) fn remove_answer(&mut self, facts: &Facts, id: Id) {
        self.remove(facts.channel, id);
    }

    /// A message is gone: if it still said "thinking", whoever waits for the answer learns that none will come.
    pub(super) fn unanswered(&mut self, gone: &Message) {
        let interaction = gone.metadata.as_ref().and_then(|metadata| Id::read(&metadata["id"]));
        if let Some(id) = interaction.filter(|_| gone.flags & LOADING != 0) {
            self.fail(id, "the application withdrew its answer");
        }
    }
}
