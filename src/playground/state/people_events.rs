//! The event streams of people. A person may have any number of listeners (a page in two windows, a test), and a listener gets
//! only what its person may see. A person with a listener is online, and everyone hears of it.

use std::collections::{BTreeSet, HashMap};

use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::State;
use crate::playground::snowflake::Id;

/// Who listens as whom.
#[derive(Debug, Default)]
pub(crate) struct Audience {
    listeners: HashMap<Id, Vec<UnboundedSender<Utf8Bytes>>>,
    /// Of whom everyone has been told that they are there.
    online: BTreeSet<Id>,
}

impl Audience {
    /// Whether somebody is there.
    pub(crate) fn is_online(&self, person: Id) -> bool {
        self.online.contains(&person)
    }

    /// Whether somebody has a listener.
    fn has_listener(&self, person: Id) -> bool {
        self.listeners
            .get(&person)
            .is_some_and(|all| all.iter().any(|one| !one.is_closed()))
    }

    /// Listens as a person from now on.
    fn listen(&mut self, person: Id) -> UnboundedReceiver<Utf8Bytes> {
        let (out, received) = unbounded_channel();
        self.listeners.entry(person).or_default().push(out);
        received
    }

    /// Tells a person; the event is only made up if someone listens.
    pub(crate) fn tell(&mut self, person: Id, event: impl FnOnce() -> Value) {
        let Some(listeners) = self.listeners.get_mut(&person) else {
            return;
        };
        listeners.retain(|l| !l.is_closed());
        if listeners.is_empty() {
            self.listeners.remove(&person);
            return;
        }
        let text = Utf8Bytes::from(event().to_string());
        for listener in listeners.iter() {
            let _ = listener.send(text.clone());
        }
    }

    /// Whether anyone listens at all.
    pub(super) fn is_deaf(&self) -> bool {
        self.listeners.is_empty()
    }

    /// Those who listen, or did until lately: few, however many people there are.
    fn listening(&self) -> impl Iterator<Item = Id> {
        self.listeners.keys().copied()
    }
}

impl State {
    /// A person as the page shows them.
    pub(crate) fn person_json(&self, id: Id) -> Value {
        let person = self.world.people.get(&id);
        json!({
            "user": self.world.user_json(id), "name": person.map(|p| &p.name), "locale": person.map(|p| &p.locale),
            "dms_open": person.map(|p| p.dms_open), "owner": id == self.world.home().owner, "online": self.audience.is_online(id),
        })
    }

    /// Somebody opens a window: they hear everything from here on.
    pub(crate) fn arrive(&mut self, person: Id) -> UnboundedReceiver<Utf8Bytes> {
        let received = self.audience.listen(person);
        if self.audience.online.insert(person) {
            self.tell_all(&json!({ "event": "presence", "user": person, "online": true }));
        }
        received
    }

    /// Somebody has closed a window: its receiver is gone.
    pub(crate) fn leave(&mut self, person: Id) {
        if !self.audience.has_listener(person) && self.audience.online.remove(&person) {
            self.tell_all(&json!({ "event": "presence", "user": person, "online": false }));
        }
    }

    /// The bot has come or gone, perhaps.
    pub(crate) fn bot_moved(&mut self) {
        let online = self.hub.connected() > 0;
        if online != self.bot_online {
            self.bot_online = online;
            let bot = self.world.app;
            self.tell_all(&json!({ "event": "presence", "user": bot, "online": online }));
        }
    }

    /// Somebody has read a channel up to a message, or all of it.
    pub(crate) fn read(&mut self, person: Id, channel: Id, upto: Option<Id>) {
        let Some(place) = self.world.channels.get(&channel) else {
            return;
        };
        let newest = place.messages.keys().next_back().copied();
        // Nobody has read what is not written yet.
        let upto = newest.map(|newest| upto.unwrap_or(newest).min(newest));
        let (Some(reader), Some(upto)) = (self.world.people.get_mut(&person), upto) else {
            return;
        };
        let mark = reader.read.entry(channel).or_insert(upto);
        *mark = upto.max(*mark);
        let json = self.world.channel(channel).map(|c| c.json_for(&self.world, person));
        let json = json.unwrap_or_default();
        self.audience.tell(person, || {
            json!({
                "event": "read", "channel": channel, "last_read_id": json["last_read_id"], "unread": json["unread"],
                "mentions": json["mentions"],
            })
        });
    }

    /// Tells everyone who sees a channel.
    pub(super) fn tell_channel(&mut self, channel: Id, event: &Value) {
        let Some(place) = self.world.channel(channel) else {
            return;
        };
        let hears = |person: &Id| self.world.people.contains_key(person) && self.world.sees(*person, place);
        let people: Vec<Id> = self.audience.listening().filter(hears).collect();
        for person in people {
            self.audience.tell(person, || event.clone());
        }
    }

    /// Tells everyone.
    pub(crate) fn tell_all(&mut self, event: &Value) {
        for person in self.audience.listening().collect::<Vec<_>>() {
            self.audience.tell(person, || event.clone());
        }
    }
}
