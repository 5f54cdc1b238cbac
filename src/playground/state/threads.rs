//! Channels and threads come, change and go.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::State;
use crate::playground::gateway::{Dispatch, intents};
use crate::playground::snowflake::now_ms;
use crate::playground::world::Id;
use crate::playground::world::channel::{Channel, Kind, Thread};
use crate::playground::world::message::{Message, kind};

/// A thread about to be opened.
pub(crate) struct NewThread<'a> {
    pub(crate) parent: Id,
    pub(crate) owner: Id,
    pub(crate) name: &'a str,
    /// The message it hangs on, which gives it its id.
    pub(crate) message: Option<Id>,
    pub(crate) private: bool,
    pub(crate) auto_archive: u64,
    pub(crate) invitable: bool,
    pub(crate) slow_mode: u64,
}

impl State {
    /// Tells the bot something of a guild, if it is in it.
    pub(super) fn dispatch_guild(&mut self, guild: Id, name: &'static str, data: &Value) {
        if self.world.joined(guild).is_none() {
            return;
        }
        self.hub
            .dispatch(&Dispatch::new(name, Some(guild), intents::GUILDS, data));
    }

    /// Opens a text channel in a guild.
    pub(crate) fn open_channel(&mut self, guild: Id, name: &str, topic: Option<String>) -> Id {
        let id = self.world.mint.next();
        let mut channel = Channel::new(id, Kind::Text, Some(guild), name);
        channel.topic = topic;
        self.world.channels.insert(id, channel);
        self.announce_channel(id, "CHANNEL_CREATE", "channel_create");
        id
    }

    /// Tells of a channel or a thread.
    pub(crate) fn announce_channel(&mut self, id: Id, to_bot: &'static str, to_people: &str) {
        let Some(json) = self.world.channel(id).map(|c| c.json(&self.world)) else {
            return;
        };
        if let Some(guild) = self.world.guild_of(id) {
            self.dispatch_guild(guild, to_bot, &json);
        }
        self.tell_channel(id, &json!({ "event": to_people, "channel": json }));
    }

    /// A channel or thread has changed.
    pub(crate) fn channel_changed(&mut self, id: Id) {
        let thread = self.world.channel(id).is_some_and(|c| c.thread.is_some());
        self.announce_channel(
            id,
            if thread { "THREAD_UPDATE" } else { "CHANNEL_UPDATE" },
            "channel_update",
        );
    }

    /// Removes a channel, its threads with it. Direct channels are only closed, which changes nothing.
    pub(crate) fn remove_channel(&mut self, id: Id) {
        let is_thread_of = |c: &Channel| c.thread.as_ref().is_some_and(|t| t.parent == id);
        let threads = self.world.channels.values().filter(|c| is_thread_of(c));
        for thread in threads.map(|c| c.id).collect::<Vec<_>>() {
            self.remove_channel(thread);
        }
        let Some(place) = self.world.channel(id) else {
            return;
        };
        let Some(guild) = place.guild else {
            return;
        };
        let (json, people) = (place.json(&self.world), self.world.audience(place));
        let removed = self.world.channels.remove(&id);
        match removed.and_then(|c| c.thread) {
            Some(thread) => {
                let short = json!({ "id": id, "guild_id": guild, "parent_id": thread.parent, "type": json["type"] });
                self.dispatch_guild(guild, "THREAD_DELETE", &short);
            }
            None => self.dispatch_guild(guild, "CHANNEL_DELETE", &json),
        }
        for person in people {
            self.audience
                .tell(person, || json!({ "event": "channel_delete", "channel": json }));
        }
    }

    /// Opens a thread. The caller has seen to it that the parent is there and that the message has no thread yet.
    pub(crate) fn open_thread(&mut self, new: &NewThread<'_>) -> Id {
        let id = new.message.unwrap_or_else(|| self.world.mint.next());
        let guild = self.world.guild_of(new.parent);
        let kind = if new.private {
            Kind::PrivateThread
        } else {
            Kind::PublicThread
        };
        let mut channel = Channel::new(id, kind, guild, new.name);
        channel.slow_mode = new.slow_mode;
        channel.thread = Some(Thread {
            parent: new.parent,
            owner: new.owner,
            archived: false,
            locked: false,
            invitable: new.invitable,
            auto_archive: new.auto_archive,
            archive_changed_ms: now_ms(),
            members: BTreeMap::from([(new.owner, now_ms())]),
            sent: 0,
        });
        self.world.channels.insert(id, channel);
        self.announce_new_thread(id);
        let reference = json!({ "type": 0, "channel_id": new.parent, "message_id": new.message, "guild_id": guild });
        match new.message {
            Some(message) => {
                let first = Message {
                    kind: kind::THREAD_STARTER,
                    reference: Some((reference, None)),
                    ..Message::new(id, new.owner)
                };
                self.post(first, &json!({}), &[]);
                self.announce(new.parent, message, "MESSAGE_UPDATE", "message_update");
            }
            None if !new.private => {
                let reference = json!({ "type": 0, "channel_id": id, "guild_id": guild });
                let note = Message {
                    kind: kind::THREAD_MADE,
                    reference: Some((reference, None)),
                    ..Message::new(new.parent, new.owner)
                };
                self.post(note, &json!({ "content": new.name }), &[]);
            }
            None => {}
        }
        id
    }

    fn announce_new_thread(&mut self, id: Id) {
        let Some(mut json) = self.world.channel(id).map(|c| c.json(&self.world)) else {
            return;
        };
        self.tell_channel(id, &json!({ "event": "channel_create", "channel": json }));
        json["newly_created"] = json!(true);
        let bot = self.world.app;
        if let Some(member) = self.world.channel(id).and_then(|c| c.thread_member_json(bot)) {
            json["member"] = member;
        }
        if let Some(guild) = self.world.guild_of(id) {
            self.dispatch_guild(guild, "THREAD_CREATE", &json);
        }
    }

    /// Changes a thread's state between open, archived and locked.
    pub(crate) fn set_archived(&mut self, id: Id, archived: bool, locked: Option<bool>) {
        let Some(thread) = self.world.channels.get_mut(&id).and_then(|c| c.thread.as_mut()) else {
            return;
        };
        if thread.archived != archived {
            thread.archive_changed_ms = now_ms();
        }
        thread.archived = archived;
        thread.locked = locked.unwrap_or(thread.locked);
    }

    /// Someone joins or leaves a thread.
    pub(crate) fn set_thread_member(&mut self, id: Id, member: Id, joins: bool) {
        let Some(thread) = self.world.channels.get_mut(&id).and_then(|c| c.thread.as_mut()) else {
            return;
        };
        let changed = match joins {
            true => thread.members.insert(member, now_ms()).is_none(),
            false => thread.members.remove(&member).is_some(),
        };
        let count = thread.members.len();
        if !changed {
            return;
        }
        let guild = self.world.guild_of(id);
        let mut data = json!({ "id": id, "guild_id": guild, "member_count": count });
        if joins {
            let entry = self.world.channel(id).and_then(|c| c.thread_member_json(member));
            data["added_members"] = json!([entry]);
        } else {
            data["removed_member_ids"] = json!([member]);
        }
        // Without the members intent a bot hears only of itself.
        let intent = if member == self.world.app {
            intents::GUILDS
        } else {
            intents::MEMBERS
        };
        let name = "THREAD_MEMBERS_UPDATE";
        self.hub.dispatch(&Dispatch::new(name, guild, intent, &data));
        if let Some(json) = self.world.channel(id).map(|c| c.json(&self.world)) {
            self.tell_channel(id, &json!({ "event": "channel_update", "channel": json }));
        }
    }

    /// Archives the threads in which nothing has happened for as long as they wait for it.
    pub(crate) fn archive_silent(&mut self, now_ms: u64) {
        let is_silent = |channel: &&Channel| {
            let open = channel.thread.as_ref().filter(|t| !t.archived);
            open.is_some_and(|t| now_ms.saturating_sub(channel.stirred_ms()) >= t.auto_archive * 60_000)
        };
        let silent: Vec<Id> = self.world.channels.values().filter(is_silent).map(|c| c.id).collect();
        for id in silent {
            self.set_archived(id, true, None);
            self.channel_changed(id);
        }
    }

    /// Writing into an archived thread opens it again.
    pub(crate) fn wake_thread(&mut self, id: Id) {
        if self.world.channel(id).is_some_and(Channel::is_archived) {
            self.set_archived(id, false, None);
            self.channel_changed(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playground::config::Config;
    use crate::playground::gateway::Hub;
    use crate::playground::world::World;

    #[test]
    fn silent_threads_are_archived_when_their_time_has_come() {
        let config = Config::default();
        let world = World::new(&config, Id(7), "http://x".into());
        let mut state = State::new(world, Hub::new(config.gateway), config.deadlines);
        let parent = *state.world.channels.keys().next().expect("a channel");
        let owner = state.world.home().owner;
        let mut open = |auto_archive| {
            state.open_thread(&NewThread {
                parent,
                owner,
                name: "a thread",
                message: None,
                private: false,
                auto_archive,
                invitable: true,
                slow_mode: 0,
            })
        };
        let (hour, day) = (open(60), open(1_440));
        let said = json!({ "content": "still here" });
        let archived = |state: &State, id: Id| state.world.channel(id).expect("a thread").is_archived();
        let begun = state.world.channel(hour).expect("a thread").stirred_ms();
        state.archive_silent(begun + 59 * 60_000);
        assert!(!archived(&state, hour));
        state.archive_silent(begun + 61 * 60_000);
        assert!(archived(&state, hour) && !archived(&state, day));
        state.wake_thread(hour);
        state.post(Message::new(hour, owner), &said, &[]);
        let woken = state.world.channel(hour).expect("a thread").stirred_ms();
        state.archive_silent(woken + 59 * 60_000);
        assert!(!archived(&state, hour), "a message begins the time anew");
        state.archive_silent(woken + 24 * 60 * 60_000);
        assert!(archived(&state, hour) && archived(&state, day));
    }
}
