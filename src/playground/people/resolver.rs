//! Finds what a person names in an option, a menu or a form. An interaction's `resolved` tells the bot of all that was found.

use serde_json::{Map, Value, json};

use super::No;
use crate::playground::snowflake::Id;
use crate::playground::state::State;
use crate::playground::world::channel::Channel;

/// Finds what one person names in one channel.
pub(super) struct Resolver<'s> {
    state: &'s State,
    person: Id,
    channel: Id,
    found: Map<String, Value>,
}

impl<'s> Resolver<'s> {
    pub(super) fn new(state: &'s State, person: Id, channel: Id) -> Self {
        Resolver {
            state,
            person,
            channel,
            found: Map::new(),
        }
    }

    /// Puts what was found into an interaction's `data`.
    pub(super) fn tell(self, data: &mut Value) {
        if !self.found.is_empty() {
            data["resolved"] = Value::Object(self.found);
        }
    }

    fn put(&mut self, kind: &str, id: Id, value: Value) {
        let entry = self.found.entry(kind).or_insert_with(|| json!({}));
        entry[id.to_string()] = value;
    }

    /// A person or the bot, by name or id.
    pub(super) fn user(&mut self, value: &Value) -> Result<Id, No> {
        let world = &self.state.world;
        let text = value.as_str().unwrap_or_default();
        let is_bot = text.eq_ignore_ascii_case(&world.bot_name) || Id::read(value) == Some(world.app);
        let id = world.person(text).map(|p| p.id).or(is_bot.then_some(world.app));
        let id = id.ok_or_else(|| No::missing(format!("there is nobody called {value}")))?;
        self.put("users", id, world.user_json(id));
        if let Some(place) = world.channel(self.channel)
            && let Some(guild) = place.guild.and_then(|guild| world.guild(guild))
            && guild.has(id)
        {
            let mut member = world.bare_member_json(guild, id);
            member["permissions"] = json!(world.permissions(id, place).to_string());
            self.put("members", id, member);
        }
        Ok(id)
    }

    /// A channel that the person sees, by id or name. In a guild it is one of that guild.
    pub(super) fn channel(&mut self, value: &Value) -> Result<Id, No> {
        let world = &self.state.world;
        let id = Id::read(value);
        let guild = world.guild_of(self.channel);
        let fits = |c: &&Channel| {
            let near = guild.is_none() || c.guild == guild;
            near && (Some(c.id) == id || (!c.is_direct() && value == c.name.as_str()))
        };
        let mut fitting = world.channels.values().filter(fits);
        let channel = fitting.find(|c| world.sees(self.person, c));
        let channel = channel.ok_or_else(|| No::missing(format!("they see no channel {value}")))?;
        self.put("channels", channel.id, channel.partial_json(world, self.person));
        Ok(channel.id)
    }

    /// A file that the person gave, by its id.
    pub(super) fn file(&mut self, value: &Value) -> Result<Id, No> {
        let world = &self.state.world;
        let file = Id::read(value).and_then(|id| world.given.find(self.person, id));
        let file = file.ok_or_else(|| No::missing(format!("they have given no file {value}")))?;
        self.put("attachments", file.id, file.json(&world.links, self.channel, true));
        Ok(file.id)
    }

    /// A role of the channel's guild, by id or name.
    pub(super) fn role(&mut self, value: &Value) -> Result<Id, No> {
        let world = &self.state.world;
        let guild = world.guild_of(self.channel).and_then(|id| world.guild(id));
        let guild = guild.ok_or_else(|| No::missing("there are no roles in direct messages"))?;
        let mut roles = guild.roles.iter().zip(guild.roles_json());
        let role = roles.find(|(role, _)| Id::read(value) == Some(role.id) || value == role.name.as_str());
        let (role, json) = role.ok_or_else(|| No::missing(format!("there is no role {value}")))?;
        self.put("roles", role.id, json);
        Ok(role.id)
    }

    /// A role, or else a person.
    pub(super) fn mentionable(&mut self, value: &Value) -> Result<Id, No> {
        self.role(value).or_else(|_| self.user(value))
    }

    /// A message of the channel, by its id.
    pub(super) fn message(&mut self, id: Id) -> Result<Id, No> {
        let world = &self.state.world;
        let message = world.message(self.channel, id);
        let message = message.ok_or_else(|| No::missing("there is no such message"))?;
        self.put("messages", id, message.json(world));
        Ok(id)
    }
}
