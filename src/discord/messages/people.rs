//! Private chats: their numbers, which of them are closed, and when a new one may be opened ([`openings`](super::openings)).

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::Instant;

use super::lock::lock;
use super::openings::Openings;
use crate::discord::http::{Api, Failure};
use crate::store::Store;

/// The preference under which the number of a person's private chat is kept.
pub(in crate::discord) const CHAT: &str = "chat";

/// What is kept instead of the number where the person takes no messages. Otherwise each start of the program would try them
/// all again, and each of these tries is one for which Discord bans an address in the end.
const CLOSED: &str = "closed";

/// How many numbers of private chats are kept in memory.
const CHATS: usize = 10_000;

/// Why there is no private chat with a person.
#[derive(Debug)]
pub(super) enum NoChat {
    /// They take no messages, or no chat may be opened now.
    Closed,
    /// Discord does not open it.
    Refused(Failure),
    /// The store does not say whether there is one.
    Unknown,
}

/// Why nothing can be sent to a person in private.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Closed {
    /// They take no messages, and have not been told yet what comes of that.
    Untold,
    /// They know.
    Told,
    /// There is no chat with them yet, and none may be opened before they sit down somewhere or ask for that.
    Unopened,
}

/// See the module.
pub(super) struct People {
    store: Store,
    api: Api,
    closed: Mutex<HashMap<u64, Closed>>,
    chats: Mutex<HashMap<u64, u64>>,
    openings: Mutex<Openings>,
    /// How often somebody has opened their chat again. A message that was on its way meanwhile says nothing of it.
    reopened: AtomicU64,
}

impl People {
    pub(super) fn new(store: Store, api: Api) -> People {
        People {
            store,
            api,
            closed: Mutex::default(),
            chats: Mutex::default(),
            openings: Mutex::default(),
            reopened: AtomicU64::new(0),
        }
    }

    /// Whether nothing can be sent to a person in private, as far as that is known.
    pub(super) fn is_closed(&self, person: u64) -> bool {
        lock(&self.closed).contains_key(&person)
    }

    #[cfg(test)]
    pub(super) fn is_unopened(&self, person: u64) -> bool {
        lock(&self.closed).get(&person) == Some(&Closed::Unopened)
    }

    /// Whether the chat was found closed and the person has not been told yet; they are now.
    pub(super) fn tell_closed(&self, person: u64) -> bool {
        let mut closed = lock(&self.closed);
        let untold = closed.get_mut(&person).filter(|why| **why == Closed::Untold);
        untold.map(|why| *why = Closed::Told).is_some()
    }

    /// A person sits down, or asks for their panel in private: a chat with them may be opened now. Nothing else that they press
    /// counts: whether a reminder comes to the channel would tell others what somebody did in private. Gives whether no chat
    /// could be opened before.
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
        /// Whoever pressed is answered first; and so long it takes until a chat is tried again.
        const PAUSE: Duration = Duration::from_secs(1);
        const TRIES: u32 = 3;
        for _ in 0..TRIES {
            tokio::time::sleep(PAUSE).await;
            match self.chat(person).await {
                Err(NoChat::Refused(Failure::Unreachable(_))) => {}
                // What comes of it is found out when there is something to send.
                _ => break,
            }
        }
    }

    /// The private chat with a person, opened where there is none and one may be.
    pub(super) async fn chat(&self, person: u64) -> Result<u64, NoChat> {
        if let Some(chat) = lock(&self.chats).get(&person).copied() {
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
                self.note(person, &chat.to_string()).await;
                chat
            }
        };
        let mut chats = lock(&self.chats);
        if chats.len() >= CHATS {
            // The store remembers them too.
            chats.clear();
        }
        chats.insert(person, chat);
        Ok(chat)
    }

    async fn note(&self, person: u64, chat: &str) {
        if let Err(error) = self.store.set_preference(person, CHAT, chat).await {
            tracing::warn!(%error, "could not note what a private chat is like");
        }
    }

    /// The chat of this number is gone. Whether that is news, so that the next try takes another one: Discord's present one,
    /// or the one that another message of theirs has got since.
    pub(super) async fn forget_chat(&self, person: u64, gone: u64) {
        if lock(&self.chats).get(&person).is_none_or(|chat| *chat == gone) {
            self.note(person, "").await;
            // Last, so that nobody finds the old number in the store meanwhile.
            lock(&self.chats).remove(&person);
        }
    }

    /// No chat with the person can be used for now, for whatever reason; they are told.
    pub(super) fn unusable(&self, person: u64) {
        lock(&self.closed).entry(person).or_insert(Closed::Untold);
    }

    /// How often somebody has opened their chat again.
    pub(super) fn epoch(&self) -> u64 {
        self.reopened.load(Ordering::Acquire)
    }

    /// The person takes no messages: they are told, and not tried again before they ask for that.
    pub(super) async fn found_closed(&self, person: u64) {
        if !self.is_closed(person) {
            self.note(person, CLOSED).await;
            self.unusable(person);
        }
    }

    /// Tries a chat again that was closed; whether it was.
    pub(super) async fn reopen(&self, person: u64) -> bool {
        self.reopened.fetch_add(1, Ordering::AcqRel);
        let kept = self.store.preference(person, CHAT).await;
        let noted = kept.is_ok_and(|kept| kept.as_deref() == Some(CLOSED));
        if noted {
            let chat = lock(&self.chats).get(&person).map(u64::to_string);
            self.note(person, &chat.unwrap_or_default()).await;
        }
        let was = lock(&self.closed).remove(&person).is_some();
        self.may_meet(person);
        was || noted
    }
}
