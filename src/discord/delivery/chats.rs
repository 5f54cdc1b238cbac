//! The numbers of people's private chats: kept in the store, a few at hand, asked for anew when one is gone.

use std::time::Duration;

use tokio::time::Instant;

use super::{Closed, Delivery, Memory, Transport, Wishes, lock};
use crate::discord::http::Failure;

/// Why there is no private chat with a person.
#[derive(Debug)]
pub(super) enum NoChat {
    /// They take no messages, or none may be opened now: [`Closed`] says which.
    Closed,
    /// Discord does not open it.
    Refused(Failure),
    /// The store does not say whether there is one.
    Unknown,
}

/// The preference under which a person's private chat is kept.
pub(in crate::discord) const CHAT: &str = "chat";

/// What is kept instead of its number where the person takes no messages. Otherwise each start of the program would try them all
/// again, and each of these tries is one for which Discord bans an address in the end.
const CLOSED: &str = "closed";

/// How long after somebody sat down a chat with them is opened, and how long before that is tried again.
const MEETING: Duration = Duration::from_secs(1);
/// How often that is tried.
const TRIES: u32 = 3;

/// How many numbers of private chats are kept at hand.
const CHATS: usize = 10_000;

impl<T: Transport, W: Wishes, M: Memory> Delivery<T, W, M> {
    /// A person sits down: the chat in which their panels will be is opened, as long as that may be. Gives whether that could
    /// not be done before, so that panels of other tables wait for the chat.
    pub(in crate::discord) fn meet(&self, person: u64) -> bool {
        let unopened = self.may_meet(person);
        let delivery = self.clone();
        self.inner.tasks.spawn(async move {
            for _ in 0..TRIES {
                // Whoever pressed is answered first.
                tokio::time::sleep(MEETING).await;
                match delivery.chat(person).await {
                    Err(NoChat::Refused(Failure::Unreachable(_))) => {}
                    // What comes of it is found out when there is something to send.
                    _ => break,
                }
            }
        });
        unopened
    }

    /// The private chat with a person.
    pub(super) async fn chat(&self, person: u64) -> Result<u64, NoChat> {
        if let Some(chat) = lock(&self.inner.chats).get(&person).copied() {
            return Ok(chat);
        }
        let kept = self.inner.store.preference(person, CHAT).await;
        let kept = kept.map_err(|_| NoChat::Unknown)?;
        if kept.as_deref() == Some(CLOSED) {
            lock(&self.inner.closed).entry(person).or_insert(Closed::Told);
            return Err(NoChat::Closed);
        }
        let chat = match kept.and_then(|text| text.parse().ok()) {
            Some(chat) => chat,
            None if !lock(&self.inner.openings).may_open(Instant::now(), person) => {
                lock(&self.inner.closed).entry(person).or_insert(Closed::Unopened);
                return Err(NoChat::Closed);
            }
            None => {
                let opened = self.inner.transport.open_dm(person).await;
                let chat = opened.map_err(NoChat::Refused)?;
                if let Err(error) = self.inner.store.set_preference(person, CHAT, &chat.to_string()).await {
                    tracing::warn!(%error, "could not keep the number of a private chat");
                }
                chat
            }
        };
        let mut chats = lock(&self.inner.chats);
        if chats.len() >= CHATS {
            // The store remembers them too.
            chats.clear();
        }
        chats.insert(person, chat);
        Ok(chat)
    }

    /// Whether the number of a chat that is gone was kept from another time, so that the next attempt takes a newer one:
    /// Discord's present one, or the one that another message of theirs has got since.
    pub(super) async fn renews_chat(&self, person: u64, gone: u64) -> bool {
        // Held until the old number is forgotten, or the next one to ask would take it for the present one.
        let mut renewed = self.inner.renewed.lock().await;
        if lock(&self.inner.chats).get(&person).is_some_and(|chat| *chat != gone) {
            return true;
        }
        if renewed.insert(person) {
            self.forget_chat(person).await;
            return true;
        }
        drop(renewed);
        self.chat(person).await.is_ok_and(|chat| chat != gone)
    }

    /// Whether a person's chat can be used is known for now. Should its number be out of date once more, it is asked for
    /// anew as at first.
    pub(super) async fn found_chat(&self, person: u64) {
        self.inner.renewed.lock().await.remove(&person);
    }

    /// The person takes no messages: they are told, and not tried again before they ask for that.
    pub(super) async fn found_closed(&self, person: u64) {
        if lock(&self.inner.closed).contains_key(&person) {
            return;
        }
        if let Err(error) = self.inner.store.set_preference(person, CHAT, CLOSED).await {
            tracing::warn!(%error, "could not note that a private chat is closed");
        }
        lock(&self.inner.closed).entry(person).or_insert(Closed::Untold);
    }

    /// Forgets that a person takes no messages; whether that was noted.
    pub(super) async fn forget_closed(&self, person: u64) -> bool {
        let kept = self.inner.store.preference(person, CHAT).await;
        let noted = kept.is_ok_and(|kept| kept.as_deref() == Some(CLOSED));
        if noted {
            let chat = lock(&self.inner.chats).get(&person).copied();
            let chat = chat.map(|chat| chat.to_string()).unwrap_or_default();
            if let Err(error) = self.inner.store.set_preference(person, CHAT, &chat).await {
                tracing::warn!(%error, "could not forget that a private chat is closed");
            }
        }
        noted
    }

    pub(super) async fn forget_chat(&self, person: u64) {
        if let Err(error) = self.inner.store.set_preference(person, CHAT, "").await {
            tracing::warn!(%error, "could not forget the number of a private chat");
        }
        // Last, so that nobody finds the old number in the store meanwhile.
        lock(&self.inner.chats).remove(&person);
    }
}
