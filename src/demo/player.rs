//! A simulated person at a table: looks at their panel, thinks, and makes one of the choices that it offers.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::Pace;
use super::person::Person;
use super::reading::{Handle, choices, find, handles};
use crate::discord::custom_id::CustomId;

/// How many of the newest messages are searched for a panel or for the table.
const BACK: u32 = 40;
/// How many beats without a panel pass before the player opens one, at first; the wait doubles with each vain attempt.
const UNEASY: u32 = 20;
/// The least and the greatest length of that wait, however fast everybody is.
const UNEASY_TIME: (Duration, Duration) = (Duration::from_secs(3), Duration::from_secs(300));

/// A simulated person at a table.
pub(super) struct Player<'p> {
    person: &'p Person,
    channel: &'p str,
    table: u64,
    pace: Pace,
    /// The panel that they opened in the channel, which only they see.
    here: Option<String>,
    /// Since when they have had nothing to choose, and how long they wait before they act.
    idle: Instant,
    bears: Duration,
}

/// A message, and something to do with it.
type Offer = (Value, Handle);

impl<'p> Player<'p> {
    pub(super) fn new(person: &'p Person, channel: &'p str, table: u64, pace: Pace) -> Player<'p> {
        let mut player = Player {
            person,
            channel,
            table,
            pace,
            here: None,
            idle: Instant::now(),
            bears: Duration::ZERO,
        };
        player.calm();
        player
    }

    fn calm(&mut self) {
        self.idle = Instant::now();
        self.bears = self.pace.beats(UNEASY).max(UNEASY_TIME.0);
    }

    /// Plays for ever; the caller drops it when the match is over.
    pub(super) async fn play(mut self) -> Infallible {
        loop {
            if self.offer().await.is_none() {
                self.look_for_it().await;
                self.person.glance(self.pace.beats(2)).await;
                continue;
            }
            self.calm();
            tokio::time::sleep(self.pace.thought()).await;
            // Much may have changed meanwhile, so the panel is read again.
            if let Some((message, handle)) = self.offer().await {
                self.take(&message, &handle).await;
            }
        }
    }

    /// One of the choices of their newest panel, if it is their turn.
    async fn offer(&mut self) -> Option<Offer> {
        if let Some(here) = &self.here {
            match self.person.again(self.channel, here).await {
                Some(panel) => {
                    if let Some(handle) = any(&choices(&panel, self.table)) {
                        return Some((panel, handle));
                    }
                }
                None => self.here = None,
            }
        }
        let messages = self.person.messages(&self.person.direct, BACK).await?;
        messages
            .into_iter()
            .find_map(|panel| Some((any(&choices(&panel, self.table))?, panel)))
            .map(|(handle, panel)| (panel, handle))
    }

    async fn take(&mut self, message: &Value, handle: &Handle) -> Option<Value> {
        let (action, mut body) = handle.action();
        body["channel"] = message["channel_id"].clone();
        body["message"] = message["id"].clone();
        self.person.act(action, body).await
    }

    /// Opens a panel when none has come for a while: their direct messages may be closed.
    async fn look_for_it(&mut self) {
        if self.idle.elapsed() < self.bears {
            return;
        }
        self.idle = Instant::now();
        self.bears = (self.bears * 2).min(UNEASY_TIME.1);
        let Some(messages) = self.person.messages(self.channel, BACK).await else {
            return;
        };
        let opens = |press: &CustomId| matches!(press, CustomId::Mine { .. });
        let found = messages
            .into_iter()
            .find_map(|message| Some((find(&handles(&message), Some(self.table), opens)?.clone(), message)));
        let Some((handle, message)) = found else { return };
        if let Some(old) = self.here.take() {
            self.person.dismiss(self.channel, &old).await;
        }
        let outcome = self.take(&message, &handle).await.unwrap_or_default();
        let panel = &outcome["message"];
        if panel["flags"].as_u64().unwrap_or(0) & (1 << 6) != 0 {
            self.here = panel["id"].as_str().map(str::to_owned);
        }
    }
}

/// One of the handles at random.
fn any(handles: &[Handle]) -> Option<Handle> {
    let count = handles.len() as u64;
    let at = rand::random::<u64>().checked_rem(count)?;
    handles.get(at as usize).cloned()
}
