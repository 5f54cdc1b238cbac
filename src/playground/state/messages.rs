//! Messages come, change and go.

use serde_json::{Value, json};

use super::State;
use crate::playground::gateway::{Dispatch, intents};
use crate::playground::json::list;
use crate::playground::snowflake::now_ms;
use crate::playground::world::Id;
use crate::playground::world::channel::Channel;
use crate::playground::world::files::Upload;
use crate::playground::world::message::{EPHEMERAL, Message};
use crate::playground::world::permissions::{MENTION_EVERYONE, VIEW_CHANNEL};

/// How many messages a channel keeps: the oldest make room, so that a playground can run for weeks.
const KEPT: usize = 5_000;

impl State {
    fn may_mention_all(&self, author: Id, channel: Id) -> bool {
        self.world
            .channel(channel)
            .is_some_and(|c| self.world.permissions(author, c) & MENTION_EVERYONE != 0)
    }

    /// Posts a message that is filled from a body and files which have passed the checks. The channel must be there.
    pub(crate) fn post(&mut self, mut message: Message, body: &Value, files: &[Upload]) -> Id {
        message.id = self.world.mint.next();
        if message.only.is_some() {
            message.flags |= EPHEMERAL;
        }
        let id = message.id;
        let all = self.may_mention_all(message.author, message.channel);
        message.fill(&mut self.world, body, files, all);
        self.place(message);
        id
    }

    /// Puts a finished message into its channel and tells of it.
    pub(super) fn place(&mut self, message: Message) {
        let (id, channel, ephemeral) = (message.id, message.channel, message.only.is_some());
        let Some(place) = self.world.channels.get_mut(&channel) else {
            return;
        };
        place.messages.insert(id, message);
        if place.messages.len() > KEPT {
            place.messages.pop_first();
        }
        if !ephemeral {
            place.last = Some(id);
            if let Some(thread) = &mut place.thread {
                thread.sent += 1;
            }
        }
        self.announce(channel, id, "MESSAGE_CREATE", "message_create");
    }

    /// Edits a message by a body that has passed the checks. False if it is not there.
    pub(crate) fn edit(&mut self, channel: Id, id: Id, body: &Value, files: &[Upload]) -> bool {
        let Some(mut message) = self.world.message(channel, id).cloned() else {
            return false;
        };
        let all = self.may_mention_all(message.author, channel);
        message.amend(&mut self.world, body, files, all);
        if let Some(place) = self.world.channels.get_mut(&channel) {
            place.messages.insert(id, message);
        }
        self.announce(channel, id, "MESSAGE_UPDATE", "message_update");
        true
    }

    /// Ends the poll of a message that has one.
    pub(crate) fn end_poll(&mut self, channel: Id, id: Id) {
        let place = self.world.channels.get_mut(&channel);
        if let Some(poll) = place.and_then(|place| place.messages.get_mut(&id)?.poll.as_mut()) {
            poll.end();
            self.announce(channel, id, "MESSAGE_UPDATE", "message_update");
        }
    }

    /// Tells the bot and people of a message.
    pub(super) fn announce(&mut self, channel: Id, id: Id, to_bot: &'static str, to_people: &str) {
        let Some(message) = self.world.message(channel, id) else {
            return;
        };
        let (only, author) = (message.only, message.author);
        if only.is_some() {
            // An ephemeral message is between the answer's sender and one person: no gateway, nobody else.
            return self.show_people(channel, id, to_people);
        }
        let (told, heard) = (!self.audience.is_deaf(), self.is_heard(channel));
        if !told && !heard {
            return;
        }
        let json = message.json(&self.world);
        if told {
            let shown = message.with_reactors(json.clone());
            self.tell_channel(channel, &message_event(to_people, channel, shown));
        }
        if heard {
            let for_bot = author == self.world.app || mentions(&json, self.world.app);
            self.dispatch_message(channel, to_bot, json, author, for_bot);
        }
    }

    /// Shows people how a message looks now: those who see it.
    pub(super) fn show_people(&mut self, channel: Id, id: Id, name: &str) {
        let world = &self.world;
        let Some(message) = world.message(channel, id).filter(|_| !self.audience.is_deaf()) else {
            return;
        };
        let event = || message_event(name, channel, message.json_for_people(world));
        match message.only {
            Some(person) => self.audience.tell(person, event),
            None => {
                let event = event();
                self.tell_channel(channel, &event);
            }
        }
    }

    /// Whether any bot hears of messages of a channel: there is no need to make up what nobody hears.
    fn is_heard(&self, channel: Id) -> bool {
        let place = self.world.channel(channel);
        place.is_some_and(|place| self.hub.is_wanted(intent_in(place, MESSAGES)))
    }

    fn dispatch_message(&mut self, channel: Id, name: &'static str, mut json: Value, author: Id, plain: bool) {
        let Some(place) = self.world.channel(channel) else {
            return;
        };
        let direct = place.is_direct();
        if self.world.permissions(self.world.app, place) & VIEW_CHANNEL == 0 {
            return;
        }
        let guild = self.world.guild_of(channel);
        json["channel_type"] = json!(place.number());
        if let Some(guild) = guild {
            json["guild_id"] = json!(guild);
            let guild = self.world.guild(guild);
            json["member"] = json!(guild.map(|guild| self.world.bare_member_json(guild, author)));
        }
        let bare = (!plain && !direct).then(|| Message::without_content(json.clone()));
        let intent = intent_in(place, MESSAGES);
        self.hub.dispatch(&Dispatch {
            bare: bare.as_ref(),
            ..Dispatch::new(name, guild, intent, &json)
        });
    }

    /// Takes a message away. False if it is not there.
    pub(crate) fn remove(&mut self, channel: Id, id: Id) -> bool {
        let place = self.world.channels.get_mut(&channel);
        let Some(gone) = place.and_then(|place| place.messages.remove(&id)) else {
            return false;
        };
        self.unanswered(&gone);
        self.world.taken_off.keep(channel, gone.attachments);
        let event = json!({ "event": "message_delete", "channel": channel, "message": id });
        match gone.only {
            Some(person) => self.audience.tell(person, || event),
            None => {
                self.tell_channel(channel, &event);
                let data = json!({ "id": id, "channel_id": channel });
                self.dispatch_in(channel, "MESSAGE_DELETE", MESSAGES, data);
            }
        }
        true
    }

    /// Takes several messages away at once.
    pub(crate) fn remove_many(&mut self, channel: Id, ids: &[Id]) {
        let place = self.world.channels.get_mut(&channel).into_iter();
        let removed: Vec<Message> = place
            .flat_map(|place| ids.iter().filter_map(|id| place.messages.remove(id)))
            .collect();
        let gone: Vec<Id> = removed.iter().map(|message| message.id).collect();
        for message in removed {
            self.unanswered(&message);
            self.world.taken_off.keep(channel, message.attachments);
        }
        for id in &gone {
            let event = json!({ "event": "message_delete", "channel": channel, "message": id });
            self.tell_channel(channel, &event);
        }
        if !gone.is_empty() {
            let data = json!({ "ids": gone, "channel_id": channel });
            self.dispatch_in(channel, "MESSAGE_DELETE_BULK", MESSAGES, data);
        }
    }

    /// Tells the bot of something in a channel that the bot sees. The event says in which guild that is.
    pub(super) fn dispatch_in(&mut self, channel: Id, name: &'static str, intents: Intents, mut data: Value) {
        let Some(place) = self.world.channel(channel) else {
            return;
        };
        if self.world.permissions(self.world.app, place) & VIEW_CHANNEL == 0 {
            return;
        }
        if let Some(guild) = place.guild {
            data["guild_id"] = json!(guild);
        }
        let event = Dispatch::new(name, place.guild, intent_in(place, intents), &data);
        self.hub.dispatch(&event);
    }

    /// Someone types.
    pub(crate) fn typing(&mut self, channel: Id, who: Id) {
        self.tell_channel(channel, &json!({ "event": "typing", "channel": channel, "user": who }));
        if who == self.world.app {
            return;
        }
        let Some(place) = self.world.channel(channel) else {
            return;
        };
        let intent = intent_in(place, (intents::TYPING, intents::DIRECT_TYPING));
        let guild = self.world.guild_of(channel);
        let mut data = json!({ "channel_id": channel, "user_id": who, "timestamp": now_ms() / 1000 });
        if let Some(guild) = guild {
            data["guild_id"] = json!(guild);
            let guild = self.world.guild(guild);
            data["member"] = json!(guild.map(|guild| self.world.member_json(guild, who)));
        }
        self.hub.dispatch(&Dispatch::new("TYPING_START", guild, intent, &data));
    }
}

/// An event of a message for people. The message goes in as it is: to write it out and read it in again takes most of the time.
fn message_event(name: &str, channel: Id, message: Value) -> Value {
    let mut event = json!({ "event": name, "channel": channel });
    event["message"] = message;
    event
}

/// The intent of an event in a guild, and of the same event in a private chat.
type Intents = (u64, u64);

/// The intents of events of messages.
const MESSAGES: Intents = (intents::MESSAGES, intents::DIRECT_MESSAGES);

/// The one of two intents that an event in this channel needs.
fn intent_in(place: &Channel, (guild, direct): Intents) -> u64 {
    if place.is_direct() { direct } else { guild }
}

fn mentions(message: &Value, id: Id) -> bool {
    list(&message["mentions"])
        .iter()
        .any(|user| Id::read(&user["id"]) == Some(id))
}
