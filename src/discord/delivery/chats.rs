//! The numbers of people's private chats: kept in the store, a few at hand, asked for anew when one is gone.

use super::{Delivery, Memory, Transport, Wishes, lock};
use crate::discord::http::Failure;

/// The preference under which a person's private chat is kept.
pub(in crate::discord) const CHAT: &str = "chat";

/// How many numbers of private chats are kept at hand.
const CHATS: usize = 10_000;

impl<T: Transport, W: Wishes, M: Memory> Delivery<T, W, M> {
    /// The private chat with a person.
    pub(super) async fn chat(&self, person: u64) -> Result<u64, Failure> {
        if let Some(chat) = lock(&self.inner.chats).get(&person).copied() {
            return Ok(chat);
        }
        let kept = self.inner.store.preference(person, CHAT).await.ok().flatten();
        let chat = match kept.and_then(|text| text.parse().ok()) {
            Some(chat) => chat,
            None => {
                let chat = self.inner.transport.open_dm(person).await?;
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

    pub(super) async fn forget_chat(&self, person: u64) {
        if let Err(error) = self.inner.store.set_preference(person, CHAT, "").await {
            tracing::warn!(%error, "could not forget the number of a private chat");
        }
        // Last, so that nobody finds the old number in the store meanwhile.
        lock(&self.inner.chats).remove(&person);
    }
}
