//! What people do, as the gateway tells of it (docs/DISCORD.md, "Interactions").

use serde_json::{Value, json};

use super::super::discord::{APP, Asked, Asks, GUILD};
use super::super::request_content::{PanelState, spots};
use super::faults::Fault;
use super::world::State;
use crate::discord::absent::PLAYER;
use crate::discord::commands::CommandKind;
use crate::discord::custom_id::{CustomId, TYPED};
use crate::discord::moves::MOVE;

const MANAGE_MESSAGES: u64 = 1 << 13;
/// Discord's number of the permission to open threads.
const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
const LANGUAGE: &str = "en-US";

/// Somebody in the server.
#[derive(Clone, Debug)]
pub(super) struct Person {
    pub(super) id: u64,
    pub(super) name: String,
    /// Whether they may keep order.
    pub(super) moderator: bool,
}

/// Something that somebody does.
#[derive(Clone, Debug)]
pub(super) enum Input {
    /// They press, choose from a menu, send a form or call a command.
    Asks(Box<Asked>),
    /// They are about to type a move, and wait for what is offered.
    Types(Box<Asked>),
    /// They talk, and what stands above is buried.
    Talk,
    /// They close their private chat, or open it.
    Closes(usize, bool),
    /// Something goes wrong that nobody did.
    Fails(Fault),
}

impl Input {
    /// As a line of the story.
    pub(super) fn told(&self) -> String {
        match self {
            Input::Asks(asked) | Input::Types(asked) => {
                let what = match &asked.asks {
                    Asks::CustomId { press, typed } => format!("{press} {}", typed.as_deref().unwrap_or_default()),
                    Asks::Command(kind) => format!("/{kind:?} {}", asked.payload["data"]["options"]),
                };
                format!("{} in {}: {what}", asked.person, asked.channel)
            }
            Input::Talk => "people talk".to_owned(),
            Input::Fails(fault) => format!("{fault:?}"),
            Input::Closes(who, closed) => format!("{who} closes their chat: {closed}"),
        }
    }
}

impl State {
    /// The newest messages that somebody sees, newest first.
    pub(super) fn seen(&self, who: usize) -> Vec<u64> {
        let seen = self.discord.messages.iter().filter(|(_, message)| {
            let channel = self.discord.channels.get(&message.channel);
            let here = channel.is_some_and(|channel| channel.person.is_none_or(|whose| whose == who));
            here && message.only.is_none_or(|only| only == who)
        });
        let mut seen: Vec<(i64, u64)> = seen.map(|(number, message)| (message.at, *number)).collect();
        seen.sort_unstable();
        seen.into_iter().rev().map(|(_, number)| number).collect()
    }

    /// Everything that somebody could press in what they see.
    pub(super) fn spots(&self, who: usize) -> Vec<(u64, PanelState)> {
        /// Who would scroll further up?
        const NEWEST: usize = 5;
        let seen = self.seen(who).into_iter().take(NEWEST);
        seen.flat_map(|number| {
            let spots = spots(&self.discord.messages[&number].components);
            spots.into_iter().map(move |spot| (number, spot))
        })
        .collect()
    }

    /// A spot is pressed.
    pub(super) fn press(&self, who: usize, number: u64, spot: &PanelState) -> Input {
        let mut data = json!({ "custom_id": spot.custom_id, "component_type": 2 });
        if let Some(value) = &spot.value {
            (data["component_type"], data["values"]) = (json!(3), json!([value]));
        }
        let asks = Asks::CustomId {
            press: spot.press.clone(),
            typed: spot.value.clone(),
        };
        self.interaction(who, self.channel_of(number), Some(number), 3, &data, asks)
    }

    /// A choice is made by a press on a message, wherever that stands.
    pub(super) fn choose(&self, who: usize, number: u64, table: u64, step: u64, what: &str) -> Input {
        let press = CustomId::Choose {
            table,
            step,
            what: what.to_owned(),
        };
        let spot = PanelState {
            custom_id: press.to_string(),
            value: None,
            press,
        };
        self.press(who, number, &spot)
    }

    /// A form is sent that a message has opened.
    pub(super) fn form(&self, who: usize, number: u64, table: u64, step: u64, typed: &str) -> Input {
        let press = CustomId::Typed { table, step };
        let asks = Asks::CustomId {
            press: press.clone(),
            typed: Some(typed.to_owned()),
        };
        let data = json!({ "custom_id": press.to_string(), "components": [
            { "type": 1, "components": [{ "type": 4, "custom_id": TYPED, "value": typed }] },
        ] });
        self.interaction(who, self.channel_of(number), Some(number), 5, &data, asks)
    }

    /// A command is called.
    pub(super) fn call(&self, who: usize, channel: u64, kind: CommandKind, options: &[Value]) -> Input {
        let part = json!({ "name": "part", "type": 1, "options": options });
        let data = json!({ "id": "1", "name": "command", "type": 1, "options": [part] });
        self.interaction(who, channel, None, 2, &data, Asks::Command(kind))
    }

    /// The computer is asked for in the place of somebody.
    pub(super) fn replace(&self, who: usize, channel: u64, absent: usize) -> Input {
        let option = json!({ "name": PLAYER, "type": 3, "value": self.people[absent].id.to_string() });
        self.call(who, channel, CommandKind::Replace, &[option])
    }

    /// A move is typed as a command.
    pub(super) fn typed(&self, who: usize, channel: u64, what: &str) -> Input {
        let option = json!({ "name": MOVE, "type": 3, "value": what });
        self.call(who, channel, CommandKind::Move(None), &[option])
    }

    /// A move is about to be typed.
    pub(super) fn types(&self, who: usize, channel: u64, what: &str) -> Input {
        let option = json!({ "name": MOVE, "type": 3, "value": what, "focused": true });
        let part = json!({ "name": "part", "type": 1, "options": [option] });
        let data = json!({ "id": "1", "name": "command", "type": 1, "options": [part] });
        match self.interaction(who, channel, None, 4, &data, Asks::Command(CommandKind::Move(None))) {
            Input::Asks(asked) => Input::Types(asked),
            other => other,
        }
    }

    fn channel_of(&self, number: u64) -> u64 {
        self.discord
            .messages
            .get(&number)
            .map_or(self.channel, |message| message.channel)
    }

    /// What the gateway says of an interaction, but for its number and token.
    fn interaction(&self, who: usize, channel: u64, source: Option<u64>, kind: u64, data: &Value, asks: Asks) -> Input {
        let person = &self.people[who];
        let user = json!({ "id": person.id.to_string(), "username": person.name, "discriminator": "0", "global_name": person.name });
        let there = &self.discord.channels[&channel];
        let private = there.person.is_some();
        let mut payload = json!({
            "application_id": APP.to_string(), "type": kind, "version": 1, "data": data,
            "channel_id": channel.to_string(), "app_permissions": there.rights().to_string(), "locale": LANGUAGE,
            "entitlements": [], "attachment_size_limit": 1 << 20, "authorizing_integration_owners": {},
        });
        if private {
            payload["user"] = user;
        } else {
            let may = CREATE_PUBLIC_THREADS | if person.moderator { MANAGE_MESSAGES } else { 0 };
            payload["guild_id"] = GUILD.to_string().into();
            payload["guild_locale"] = LANGUAGE.into();
            payload["member"] = json!({
                "user": user, "roles": [], "deaf": false, "mute": false, "flags": 0, "permissions": may.to_string(),
                "joined_at": "2026-01-01T00:00:00Z",
            });
        }
        if let Some((number, message)) = source.and_then(|number| Some((number, self.discord.messages.get(&number)?))) {
            payload["message"] = json!({
                "id": number.to_string(), "channel_id": channel.to_string(), "type": 0, "content": message.content,
                "author": { "id": APP.to_string(), "username": "whistle", "discriminator": "0001", "bot": true },
                "timestamp": "2026-01-01T00:00:00Z", "tts": false, "mention_everyone": false, "mentions": [],
                "mention_roles": [], "attachments": [], "embeds": [], "pinned": false, "components": message.components,
                "flags": if message.only.is_some() { 1 << 6 } else { 0 },
            });
        }
        let mut asked = Asked::new(who, channel, source, 0, asks);
        asked.payload = payload;
        Input::Asks(Box::new(asked))
    }
}
