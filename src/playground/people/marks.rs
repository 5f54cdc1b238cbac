//! The reactions and pins of people.

use axum::extract::{Path, State as Held};

use super::{No, Reply, Said, Shared, id_of, seen, whom};
use crate::playground::checks::is_emoji;
use crate::playground::snowflake::Id;
use crate::playground::state::State;
use crate::playground::world::channel::Channel;
use crate::playground::world::message::Message;
use crate::playground::world::permissions::{ADD_REACTIONS, PIN_MESSAGES};

/// A message that is there for everybody, in a channel that a person sees.
fn target<'s>(state: &'s State, person: Id, channel: &str, id: &str) -> Result<(&'s Channel, &'s Message), No> {
    let place = seen(state, person, id_of(channel)?)?;
    let message = place.messages.get(&id_of(id)?).filter(|m| m.only.is_none());
    let message = message.ok_or_else(|| No::missing("they see no such message"))?;
    if place.is_archived() {
        return Err(No::conflict("the thread is archived"));
    }
    Ok((place, message))
}

type Reacting = Path<(String, String, String, String)>;

pub(super) async fn react(Held(app): Shared, Path((who, channel, id, emoji)): Reacting) -> Said {
    let mut state = app.state();
    let person = whom(&state, &who)?;
    let (place, message) = target(&state, person, &channel, &id)?;
    if !is_emoji(&emoji) {
        return Err(No::bad(format!("{emoji} is not one emoji")));
    }
    if message.reactions.users(&emoji).is_empty() {
        if state.world.permissions(person, place) & ADD_REACTIONS == 0 {
            return Err(No::forbidden("they may not react there"));
        }
        if message.reactions.is_full() {
            return Err(No::conflict("the message has as many reactions as it takes"));
        }
    }
    let (channel, id) = (message.channel, message.id);
    state.react(channel, id, &emoji, person);
    Reply::nothing()
}

pub(super) async fn unreact(Held(app): Shared, Path((who, channel, id, emoji)): Reacting) -> Said {
    let mut state = app.state();
    let person = whom(&state, &who)?;
    let (_, message) = target(&state, person, &channel, &id)?;
    let (channel, id) = (message.channel, message.id);
    match state.unreact(channel, id, &emoji, person) {
        true => Reply::nothing(),
        false => Err(No::missing("they have not reacted so")),
    }
}

type Pinning = Path<(String, String, String)>;

pub(super) async fn pin(held: Shared, path: Pinning) -> Said {
    set_pinned(held, path, true)
}

pub(super) async fn unpin(held: Shared, path: Pinning) -> Said {
    set_pinned(held, path, false)
}

fn set_pinned(Held(app): Shared, Path((who, channel, id)): Pinning, pinned: bool) -> Said {
    let mut state = app.state();
    let person = whom(&state, &who)?;
    let (place, message) = target(&state, person, &channel, &id)?;
    if state.world.permissions(person, place) & PIN_MESSAGES == 0 {
        return Err(No::forbidden("they may not pin there"));
    }
    if message.is_system() {
        return Err(No::bad("a note of the place cannot be pinned"));
    }
    let (channel, id) = (message.channel, message.id);
    state.set_pinned(channel, id, pinned, person);
    Reply::nothing()
}
