//! Private chats: their ids, which of them are closed, and when a new one may be opened ([`openings`](super::openings)).

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use moka::sync::Cache;
use tokio::time::Instant;

use super::openings::Openings;
use crate::discord::http::{Api, Failure};
use crate::discord::lock::lock;
use crate::store::Store;

/// The preference under which the id of a person's private chat is stored.
pub(in crate::discord) const CHAT: &str = "chat";

/// The preference under which the id stays of a chat that is closed or gone: there are records of messages there, which go when its
/// person is forgotten.
const CHAT_BEFORE: &str = "chat-before";

/// Stored instead of the id if the person takes no messages. Otherwise each start of the program would try all these people
/// again, and each such try counts towards Discord's ban of an address.
const CLOSED: &str = "closed";

/// How many ids of private chats are kept in memory.
const CHATS: u64 = 10_000;

/// Why no private chat with a person can be used.
#[derive(Debug)]
pub(super) enum NoChat {
    /// They take no messages, or the bot may open no chat with them now.
    Closed,
    /// Discord does not open the chat.
    Refused(Failure),
    /// The store does not say whether a chat exists.
    Unknown,
}

/// Why nothing can be sent to a person in private.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Closed {
    /// They take no messages, and have not been told yet what follows from that.
    Untold,
    /// They take no messages, and have been told.
    Told,
    /// There is no chat with them yet. None may be opened until they sit down somewhere or ask for their panel there.
    Unopened,
}

/// See the module.
pub(in crate::discord) struct People {
    store: Store,
    api: Api,
    closed: Mutex<HashMap<u64, Closed>>,
    /// The store has the ids, too.
    chats: Cache<u64, u64>,
    openings: Mutex<Openings>,
    /// How often somebody has opened their chat again. A failed message that was on its way meanwhile does not prove the chat
    /// closed.
    reopened: AtomicU64,
}

impl People {
    pub(super) fn new(store: Store, api: Api) -> People {
        People {
            store,
            api,
            closed: Mutex::default(),
            chats: Cache::new(CHATS),
            openings: Mutex::default(),
            reopened: AtomicU64::new(0),
        }
    }

    /// Whether nothing can be sent to a person in private, as far as is known.
    pub(super) fn is_closed(&self, person: u64) -> bool {
        lock(&self.closed).contains_key(&person)
    }

    /// Sets the gauges.
    pub(in crate::discord) fn measure(&self) {
        let left = lock(&self.openings).left(Instant::now());
        metrics::gauge!("whistle_chat_openings_left").set(left as f64);
    }

    /// Whether there is no chat with a person yet, and none may be opened.
    #[cfg(test)]
    pub(in crate::discord) fn is_unopened(&self, person: u64) -> bool {
        lock(&self.closed).get(&person) == Some(&Closed::Unopened)
    }

    /// Whether the chat was found closed and the person has not been told yet. From now on they count as told.
    pub(in crate::discord) fn tell_closed(&self, person: u64) -> bool {
        let mut closed = lock(&self.closed);
        let untold = closed.get_mut(&person).filter(|why| **why == Closed::Untold);
        untold.map(|why| *why = Closed::Told).is_some()
    }

    /// A person sits down, or asks for their panel in private: a chat with them may be opened now. No other press counts:
    /// otherwise a reminder in the channel, or its absence, would tell others what somebody did in private. Returns whether
    /// the bot could not open a chat before.
    pub(super) fn may_meet(&self, person: u64) -> bool {
        lock(&self.openings).pressed(Instant::now(), person);
        let mut closed = lock(&self.closed);
        let unopened = closed.get(&person) == Some(&Closed::Unopened);
        if unopened {
            closed.remove(&person);
        }
        unopened
    }

    /// Opens the chat with a person who has just sat down.
    pub(super) async fn meet(&self, person: u64) {
        /// The pause lets the person's press be answered first, and separates two tries.
        const PAUSE: Duration = Duration::from_secs(1);
        const TRIES: u32 = 3;
        for _ in 0..TRIES {
            tokio::time::sleep(PAUSE).await;
            match self.chat(person).await {
                Err(NoChat::Refused(Failure::Unreachable(_))) => {}
                // Any other failure is found out when there is something to send.
                _ => break,
            }
        }
    }

    /// The private chat with a person. Opens a chat if none exists and one may be opened.
    pub(super) async fn chat(&self, person: u64) -> Result<u64, NoChat> {
        if let Some(chat) = self.chats.get(&person) {
            return Ok(chat);
        }
        let kept = self.store.preference(person, CHAT).await;
        let kept = kept.map_err(|_| NoChat::Unknown)?;
        if kept.as_deref() == Some(CLOSED) {
            lock(&self.closed).entry(person).or_insert(Closed::Told);
            return Err(NoChat::Closed);
        }
        let chat = match kept.and_then(|text| text.parse().ok()) {
            Some(chat) => chat,
            None if !lock(&self.openings).may_open(Instant::now(), person) => {
                lock(&self.closed).entry(person).or_insert(Closed::Unopened);
                return Err(NoChat::Closed);
            }
            None => {
                let chat = self.api.open_dm(person).await.map_err(NoChat::Refused)?;
                if !self.note(person, &chat.to_string()).await {
                    return Ok(chat);
                }
                chat
            }
        };
        self.chats.insert(person, chat);
        Ok(chat)
    }

    /// Stores what a private chat is like. Returns false if its person was forgotten meanwhile: then nothing of it is kept.
    async fn note(&self, person: u64, chat: &str) -> bool {
        let noted = self.store.note_preference(person, CHAT, chat).await;
        noted.unwrap_or_else(|error| {
            tracing::warn!(%error, "could not note what a private chat is like");
            true
        })
    }

    /// Stores what takes the place of the id of a private chat.
    async fn replace_id(&self, person: u64, instead: &str) {
        let stored = self.store.preference(person, CHAT).await.ok().flatten();
        let stored = stored.and_then(|chat| chat.parse::<u64>().ok());
        if let Some(chat) = stored.or_else(|| self.chats.get(&person)) {
            let noted = self.store.note_preference(person, CHAT_BEFORE, &chat.to_string()).await;
            if let Err(error) = noted {
                tracing::warn!(%error, "could not note which private chat there was");
            }
        }
        self.note(person, instead).await;
    }

    /// Forgets the id of a chat that is gone, unless another id has replaced it already. The next try then uses Discord's
    /// present chat.
    pub(super) async fn forget_chat(&self, person: u64, gone: u64) {
        if self.chats.get(&person).is_none_or(|chat| chat == gone) {
            self.replace_id(person, "").await;
            // Removed last, so that nobody reads the old id from the store meanwhile.
            self.chats.invalidate(&person);
        }
    }

    /// Notes that no chat with the person can be used for now, for whatever reason. They will be told.
    pub(super) fn unusable(&self, person: u64) {
        lock(&self.closed).entry(person).or_insert(Closed::Untold);
    }

    /// How often somebody has opened their chat again so far.
    pub(super) fn epoch(&self) -> u64 {
        self.reopened.load(Ordering::Acquire)
    }

    /// The person takes no messages: they will be told, and their chat is not tried again until they ask for that.
    pub(super) async fn found_closed(&self, person: u64) {
        if !self.is_closed(person) {
            self.replace_id(person, CLOSED).await;
            self.unusable(person);
        }
    }

    /// Tries a closed chat again; returns whether it was closed.
    pub(in crate::discord) async fn reopen(&self, person: u64) -> bool {
        self.reopened.fetch_add(1, Ordering::AcqRel);
        let kept = self.store.preference(person, CHAT).await;
        if matches!(kept, Ok(None)) {
            // Who was forgotten: the chat is to be noted anew, so that the next forgetting finds what was sent there.
            self.chats.invalidate(&person);
        }
        let noted = kept.is_ok_and(|kept| kept.as_deref() == Some(CLOSED));
        if noted {
            let chat = self.chats.get(&person).map(|chat| chat.to_string());
            self.note(person, &chat.unwrap_or_default()).await;
        }
        let was = lock(&self.closed).remove(&person).is_some();
        self.may_meet(person);
        was || noted
    }
}
