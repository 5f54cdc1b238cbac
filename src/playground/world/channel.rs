//! Channels: a guild's text channels, the threads in them, and private chats with the bot.

use std::collections::BTreeMap;
use std::ops::Bound;

use serde_json::{Value, json};

use super::message::Message;
use super::permissions::Overwrite;
use super::{Id, World};
use crate::playground::json::add;
use crate::playground::snowflake::iso;

/// What sort of channel it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    #[default]
    Text,
    /// Direct messages between the bot and one person.
    Direct {
        person: Id,
    },
    PublicThread,
    PrivateThread,
}

/// What a thread has beyond a channel.
#[derive(Clone, Debug)]
pub(crate) struct Thread {
    pub(crate) parent: Id,
    pub(crate) owner: Id,
    pub(crate) archived: bool,
    pub(crate) locked: bool,
    pub(crate) invitable: bool,
    /// Minutes of silence before it archives itself.
    pub(crate) auto_archive: u64,
    pub(crate) archive_changed_ms: u64,
    /// Who joined, and when.
    pub(crate) members: BTreeMap<Id, u64>,
    /// Messages ever sent in it.
    pub(crate) sent: u64,
}

/// A place where messages stand.
#[derive(Debug, Default)]
pub(crate) struct Channel {
    pub(crate) id: Id,
    pub(crate) kind: Kind,
    /// The guild it is in; none for direct messages.
    pub(crate) guild: Option<Id>,
    pub(crate) name: String,
    pub(crate) topic: Option<String>,
    pub(crate) slow_mode: u64,
    pub(crate) overwrites: Vec<Overwrite>,
    pub(crate) thread: Option<Thread>,
    pub(crate) messages: BTreeMap<Id, Message>,
    /// The newest message ever, ephemeral ones aside.
    pub(crate) last: Option<Id>,
}

impl Channel {
    pub(crate) fn new(id: Id, kind: Kind, guild: Option<Id>, name: &str) -> Self {
        Channel {
            id,
            kind,
            guild,
            name: name.into(),
            ..Channel::default()
        }
    }

    /// Discord's number of its kind.
    pub(crate) fn number(&self) -> u8 {
        match self.kind {
            Kind::Text => 0,
            Kind::Direct { .. } => 1,
            Kind::PublicThread => 11,
            Kind::PrivateThread => 12,
        }
    }

    pub(crate) fn is_direct(&self) -> bool {
        matches!(self.kind, Kind::Direct { .. })
    }

    /// Whether it is an archived thread.
    pub(crate) fn is_archived(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| thread.archived)
    }

    /// The `message_reference` to a message in it.
    pub(crate) fn reference(&self, kind: u8, message: Id) -> Value {
        let mut json = json!({ "type": kind, "channel_id": self.id, "message_id": message });
        if let Some(guild) = self.guild {
            json["guild_id"] = json!(guild);
        }
        json
    }

    /// The channel object.
    pub(crate) fn json(&self, world: &World) -> Value {
        if let Kind::Direct { person } = self.kind {
            return json!({ "id": self.id, "type": 1, "flags": 0, "last_message_id": self.last, "recipients": [world.user_json(person)] });
        }
        let mut json = json!({
            "id": self.id, "type": self.number(), "flags": 0, "guild_id": self.guild, "name": self.name,
            "last_message_id": self.last, "rate_limit_per_user": self.slow_mode,
        });
        let more = match &self.thread {
            Some(thread) => thread_json(thread, self.messages.values().filter(|m| m.only.is_none()).count()),
            None => {
                let overwrites: Vec<Value> = self.overwrites.iter().map(overwrite_json).collect();
                let before = |c: &&Channel| c.kind == Kind::Text && c.guild == self.guild && c.id < self.id;
                let position = world.channels.values().filter(before).count();
                json!({ "position": position, "parent_id": null, "topic": self.topic, "nsfw": false, "permission_overwrites": overwrites })
            }
        };
        add(&mut json, more);
        json
    }

    /// The short form inside an interaction, with a member's permissions.
    pub(crate) fn partial_json(&self, world: &World, member: Id) -> Value {
        let mut json = self.json(world);
        if !self.is_direct() {
            json["permissions"] = json!(world.permissions(member, self).to_string());
        }
        json
    }

    /// The short form with what of it somebody has read: `last_read_id`, and how much is `unread`, other people's messages and the
    /// bot's; `mentions` are those among them that are meant for this person, in a direct channel all of them.
    pub(crate) fn json_for(&self, world: &World, person: Id) -> Value {
        let mut json = self.partial_json(world, person);
        let read = world.people.get(&person).and_then(|p| p.read.get(&self.id)).copied();
        let after = read.map_or(Bound::Unbounded, Bound::Excluded);
        let (mut unread, mut mentions) = (0, 0);
        for (_, message) in self.messages.range((after, Bound::Unbounded)) {
            if message.author == person || message.only.is_some() {
                continue;
            }
            unread += 1;
            if self.is_direct() || message.mention_everyone || message.mentions.contains(&person) {
                mentions += 1;
            }
        }
        json["last_read_id"] = json!(read);
        json["unread"] = json!(unread);
        json["mentions"] = json!(mentions);
        json
    }

    /// The pinned messages and when each was pinned, the newest pin first.
    pub(crate) fn pins(&self) -> Vec<(u64, &Message)> {
        let pinned = self.messages.values().filter_map(|m| Some((m.pinned_ms?, m)));
        let mut pins: Vec<(u64, &Message)> = pinned.collect();
        pins.sort_by_key(|(at, message)| std::cmp::Reverse((*at, message.id)));
        pins
    }

    /// When a message was last pinned that still is.
    pub(crate) fn last_pin_ms(&self) -> Option<u64> {
        self.messages.values().filter_map(|m| m.pinned_ms).max()
    }

    /// When something last happened in it, in milliseconds of the epoch.
    pub(crate) fn stirred_ms(&self) -> u64 {
        let said = self.last.map_or(0, Id::made_at);
        said.max(self.thread.as_ref().map_or(0, |thread| thread.archive_changed_ms))
    }

    /// One member of the thread.
    pub(crate) fn thread_member_json(&self, member: Id) -> Option<Value> {
        let joined = self.thread.as_ref()?.members.get(&member)?;
        Some(json!({ "id": self.id, "user_id": member, "join_timestamp": iso(*joined), "flags": 0 }))
    }
}

fn thread_json(thread: &Thread, messages: usize) -> Value {
    json!({
        "parent_id": thread.parent, "owner_id": thread.owner, "message_count": messages, "member_count": thread.members.len().min(50),
        "total_message_sent": thread.sent,
        "thread_metadata": {
            "archived": thread.archived, "archive_timestamp": iso(thread.archive_changed_ms),
            "auto_archive_duration": thread.auto_archive, "locked": thread.locked, "invitable": thread.invitable,
        },
    })
}

fn overwrite_json(overwrite: &Overwrite) -> Value {
    json!({
        "id": overwrite.id, "type": u8::from(overwrite.member),
        "allow": overwrite.allow.to_string(), "deny": overwrite.deny.to_string(),
    })
}
