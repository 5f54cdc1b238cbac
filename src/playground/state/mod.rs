//! The world in motion. Every change of the [`World`] goes through here, so that all who should hear of a change do: the bot through
//! the gateway's [`Hub`], people through their event streams. One lock around the state keeps events in the order of the changes.

mod answers;
mod asks;
mod chats;
mod guild;
mod messages;
mod people_events;
mod reactions;
mod threads;

pub(crate) use asks::Ask;
pub(crate) use chats::Chats;
pub(crate) use people_events::Audience;
pub(crate) use threads::NewThread;

use std::time::Duration;

use super::config::Deadlines;
use super::endpoint::Endpoint;
use super::gateway::Hub;
use super::world::World;

/// Everything that changes.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) world: World,
    pub(crate) hub: Hub,
    pub(crate) audience: Audience,
    pub(crate) deadlines: Deadlines,
    pub(crate) chats: Chats,
    pub(crate) endpoint: Endpoint,
    /// Whether people were last told that the bot is there.
    bot_online: bool,
    next_act: u64,
}

impl State {
    pub(crate) fn new(world: World, hub: Hub, deadlines: Deadlines) -> Self {
        State {
            endpoint: Endpoint::new(world.app),
            world,
            hub,
            audience: Audience::default(),
            deadlines,
            chats: Chats::default(),
            bot_online: false,
            next_act: 1,
        }
    }

    /// A number for something a person does.
    pub(crate) fn next_act(&mut self) -> u64 {
        self.next_act += 1;
        self.next_act - 1
    }

    /// How long an interaction may stay unanswered, and how long its token lives.
    pub(crate) fn set_deadlines(&mut self, first_response: Option<Duration>, token: Option<Duration>) {
        self.deadlines.first_response = first_response.unwrap_or(self.deadlines.first_response);
        self.deadlines.token = token.unwrap_or(self.deadlines.token);
    }
}
