//! The bot's answers to interactions: the callback, and the webhook routes that an interaction's token opens (docs/DISCORD.md, "Answers").

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Answer, Call, Reply, emojis, file_infos};
use crate::playground::App;
use crate::playground::checks::{self, AnsweredKind as Kind, MessageKind};
use crate::playground::refused::Refused;
use crate::playground::snowflake::Id;
use crate::playground::state::State;
use crate::playground::world::files::Upload;
use crate::playground::world::interaction::{Facts, InteractionKind};
use crate::playground::world::message::{EPHEMERAL, LOADING};

fn kind(facts: &Facts) -> Kind {
    match facts.kind {
        InteractionKind::Command => Kind::Command,
        InteractionKind::Component => Kind::Component,
        InteractionKind::Autocomplete => Kind::Autocomplete,
        InteractionKind::Modal if facts.source.is_some() => Kind::ModalFromComponent,
        InteractionKind::Modal => Kind::ModalFromCommand,
    }
}

fn message_json(state: &State, channel: Id, id: Id) -> Option<Value> {
    state.world.message(channel, id).map(|m| m.json(&state.world))
}

pub(super) fn callback(call: &Call) -> Answer {
    // An id that is no number names no interaction.
    let id = call.id("interaction_id").map_err(|_| Refused::known(10062))?;
    let token = call.text("interaction_token");
    let (facts, number, message) = respond(&call.app, id, token, &call.body, &call.files)?;
    if !call.says("with_response") {
        return Reply::nothing();
    }
    Reply::ok(callback_json(&call.app.state(), &facts, number, message))
}

/// Takes an answer that stands in the response to an interaction by HTTP. False if it is refused.
pub(crate) fn answer_at_once(app: &Arc<App>, id: Id, token: &str, body: &Value) -> bool {
    respond(app, id, token, body, &[]).is_ok()
}

/// Answers an interaction for the first time. Gives what is known of it, the number of the answer's type, and the message that
/// the answer made or changed.
fn respond(
    app: &Arc<App>,
    id: Id,
    token: &str,
    body: &Value,
    files: &[Upload],
) -> Result<(Facts, u8, Option<Id>), Refused> {
    let mut state = app.state();
    let facts = state.answerable(id, token)?;
    let source = facts.source.and_then(|id| state.world.message(facts.channel, id));
    let stored = source.map(|message| message.whole_json(&state.world));
    // A refused callback leaves the interaction open.
    checks::callback(body, kind(&facts), &file_infos(files), stored.as_ref())?;
    emojis::check(&state, body)?;
    let number = body["type"]
        .as_u64()
        .or_else(|| body["type"].as_str()?.parse().ok())
        .unwrap_or(0) as u8;
    let message = state.answer(id, number, &body["data"], files)?;
    if number == 5 {
        let left = state.token_left(id);
        drop(state);
        app.after(left, move |state| state.lapse_token(id));
    }
    Ok((facts, number, message))
}

fn callback_json(state: &State, facts: &Facts, number: u8, message: Option<Id>) -> Value {
    let mut interaction = json!({ "id": facts.id, "type": facts.kind as u8, "channel_id": facts.channel });
    if let Some(guild) = state.world.guild_of(facts.channel) {
        interaction["guild_id"] = json!(guild);
    }
    let mut body = json!({});
    if let Some(message) = message.and_then(|m| message_json(state, facts.channel, m)) {
        let flags = message["flags"].as_u64().unwrap_or(0);
        interaction["response_message_id"] = message["id"].clone();
        interaction["response_message_loading"] = json!(flags & LOADING != 0);
        interaction["response_message_ephemeral"] = json!(flags & EPHEMERAL != 0);
        // The description knows messages of answers and updates only.
        if matches!(number, 4 | 7) {
            body["resource"] = json!({ "type": number, "message": message });
        }
    }
    body["interaction"] = interaction;
    body
}

/// The interaction that the path's token speaks for.
fn by_token(call: &Call, state: &State) -> Result<Facts, Refused> {
    let app = call.id("webhook_id").map_err(|_| Refused::known(10015))?;
    state.by_webhook(app, call.text("webhook_token"))
}

/// The message of the path; none where it says `@original`.
fn which(call: &Call) -> Result<Option<Id>, Refused> {
    if call.text("message_id").is_empty() {
        Ok(None)
    } else {
        call.id("message_id").map(Some)
    }
}

pub(super) fn follow_up(call: &Call) -> Answer {
    let mut state = call.app.state();
    let facts = by_token(call, &state)?;
    checks::message(&call.body, MessageKind::FollowUp, &call.file_infos())?;
    emojis::check(&state, &call.body)?;
    // The first follow-up after "thinking" becomes the answer itself.
    let id = match state.thinking(&facts) {
        Some(thinking) => {
            state.edit_answer(&facts, thinking, &call.body, &call.files);
            thinking
        }
        None => state.follow_up(&facts, &call.body, &call.files)?,
    };
    Reply::ok(message_json(&state, facts.channel, id).ok_or(Refused::known(10008))?)
}

pub(super) fn get(call: &Call) -> Answer {
    let state = call.app.state();
    let facts = by_token(call, &state)?;
    let message = state.answer_message(&facts, which(call)?)?;
    Reply::ok(message.json(&state.world))
}

pub(super) fn edit(call: &Call) -> Answer {
    let mut state = call.app.state();
    let facts = by_token(call, &state)?;
    let message = state.answer_message(&facts, which(call)?)?;
    if message.poll.is_some() {
        return Err(Refused::known(520003));
    }
    let (id, stored) = (message.id, message.whole_json(&state.world));
    checks::edit(&call.body, MessageKind::FollowUpEdit, &call.file_infos(), &stored)?;
    emojis::check(&state, &call.body)?;
    state.edit_answer(&facts, id, &call.body, &call.files);
    Reply::ok(message_json(&state, facts.channel, id).ok_or(Refused::known(10008))?)
}

pub(super) fn delete(call: &Call) -> Answer {
    let mut state = call.app.state();
    let facts = by_token(call, &state)?;
    let id = state.answer_message(&facts, which(call)?)?.id;
    state.remove_answer(&facts, id);
    Reply::nothing()
}
