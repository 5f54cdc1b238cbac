//! Reactions and pins come and go.

use serde_json::{Value, json};

use super::State;
use crate::playground::gateway::intents;
use crate::playground::snowflake::{iso, now_ms};
use crate::playground::world::Id;
use crate::playground::world::message::{Message, kind};
use crate::playground::world::reactions::emoji_json;

impl State {
    fn marked(&mut self, channel: Id, id: Id) -> Option<&mut Message> {
        self.world.channels.get_mut(&channel)?.messages.get_mut(&id)
    }

    /// Somebody reacts to a message. Nothing happens if they have done so.
    pub(crate) fn react(&mut self, channel: Id, id: Id, emoji: &str, user: Id) {
        let Some(message) = self.marked(channel, id) else {
            return;
        };
        let author = message.author;
        if !message.reactions.add(emoji, user) {
            return;
        }
        let member = self.world.guild_of(channel).and_then(|guild| self.world.guild(guild));
        let member = member.map(|guild| self.world.member_json(guild, user));
        let mut event = json!({
            "user_id": user, "emoji": emoji_json(emoji), "message_author_id": author, "burst": false, "type": 0,
        });
        if let Some(member) = member {
            event["member"] = member;
        }
        self.dispatch_reaction("MESSAGE_REACTION_ADD", channel, id, event);
    }

    /// Takes somebody's reaction away. False if it is not there.
    pub(crate) fn unreact(&mut self, channel: Id, id: Id, emoji: &str, user: Id) -> bool {
        let taken = self.marked(channel, id).is_some_and(|m| m.reactions.take(emoji, user));
        if taken {
            let event = json!({ "user_id": user, "emoji": emoji_json(emoji), "burst": false, "type": 0 });
            self.dispatch_reaction("MESSAGE_REACTION_REMOVE", channel, id, event);
        }
        taken
    }

    /// Takes everybody's reactions away, all of them or those with one emoji.
    pub(crate) fn clear_reactions(&mut self, channel: Id, id: Id, emoji: Option<&str>) {
        if !self.marked(channel, id).is_some_and(|m| m.reactions.clear(emoji)) {
            return;
        }
        match emoji {
            None => self.dispatch_reaction("MESSAGE_REACTION_REMOVE_ALL", channel, id, json!({})),
            Some(emoji) => {
                let event = json!({ "emoji": emoji_json(emoji) });
                self.dispatch_reaction("MESSAGE_REACTION_REMOVE_EMOJI", channel, id, event);
            }
        }
    }

    /// Tells the bot what became of a message's reactions, and people how the message looks now.
    fn dispatch_reaction(&mut self, name: &'static str, channel: Id, id: Id, mut event: Value) {
        self.show_people(channel, id, "message_update");
        event["channel_id"] = json!(channel);
        event["message_id"] = json!(id);
        let intents = (intents::REACTIONS, intents::DIRECT_REACTIONS);
        self.dispatch_in(channel, name, intents, event);
    }

    /// Pins a message, or takes its pin off; who pins one says so. Nothing happens if it is so already.
    pub(crate) fn set_pinned(&mut self, channel: Id, id: Id, pinned: bool, who: Id) {
        let Some(message) = self.marked(channel, id).filter(|m| m.pinned_ms.is_some() != pinned) else {
            return;
        };
        message.pinned_ms = pinned.then(now_ms);
        self.announce(channel, id, "MESSAGE_UPDATE", "message_update");
        self.tell_of_pins(channel);
        if pinned {
            let reference = self.world.channel(channel).map(|place| place.reference(0, id));
            let note = Message {
                kind: kind::PINNED,
                reference: reference.map(|reference| (reference, None)),
                ..Message::new(channel, who)
            };
            self.post(note, &json!({}), &[]);
        }
    }

    fn tell_of_pins(&mut self, channel: Id) {
        let Some(place) = self.world.channel(channel) else {
            return;
        };
        let event = json!({ "channel_id": channel, "last_pin_timestamp": place.last_pin_ms().map(iso) });
        let intents = (intents::GUILDS, intents::DIRECT_MESSAGES);
        self.dispatch_in(channel, "CHANNEL_PINS_UPDATE", intents, event);
    }
}
