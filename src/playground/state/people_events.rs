//! The event streams of people: each may have any number of listeners (a page in two windows, a test), and every listener gets
//! only what its person may see.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::State;
use crate::playground::snowflake::Id;

/// Who listens as whom.
#[derive(Debug, Default)]
pub(crate) struct Audience {
    listeners: HashMap<Id, Vec<UnboundedSender<Utf8Bytes>>>,
}

impl Audience {
    /// Listens as a person from now on.
    pub(crate) fn listen(&mut self, person: Id) -> UnboundedReceiver<Utf8Bytes> {
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
    fn is_deaf(&self) -> bool {
        self.listeners.is_empty()
    }
}

impl State {
    /// Tells everyone who sees a channel.
    pub(super) fn tell_channel(&mut self, channel: Id, event: &Value) {
        if self.audience.is_deaf() {
            return;
        }
        let people = self
            .world
            .channel(channel)
            .map(|c| self.world.audience(c))
            .unwrap_or_default();
        for person in people {
            self.audience.tell(person, || event.clone());
        }
    }

    /// Tells everyone.
    pub(crate) fn tell_all(&mut self, event: &Value) {
        for person in self.world.people.keys() {
            self.audience.tell(*person, || event.clone());
        }
    }
}
