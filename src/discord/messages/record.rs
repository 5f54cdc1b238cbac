//! What is known of the message in a slot: pure, so that tables of cases test it.
//!
//! A [`Record`] is the whole state of a slot. [`next`](super::next) says what the owner of the slot does next. The methods
//! named by a verb in the past tense ([`Record::stood`], [`Record::wrote`], …) take the outcome.

use serde::{Deserialize, Serialize};

use crate::discord::custom_id::Boards;
use crate::rules::notation;

/// One message that shows a table to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::discord) enum Slot {
    /// The public message.
    Table,
    /// The panel of a seat, in the private chat with its holder.
    Seat(u8),
    /// The reminder to the holder of a seat that the game waits for them.
    Ping(u8),
    /// The newest panel of a seat that only its holder sees in the channel. An interaction made it, and it can be changed
    /// for as long as that interaction's token lives.
    Here(u8),
}

impl Slot {
    /// The slot's name in the log: whose panel changes is nobody's business, not even the operator's.
    pub(in crate::discord) fn in_log(self) -> &'static str {
        match self {
            Slot::Table => "table",
            Slot::Ping(_) => "ping",
            Slot::Seat(_) | Slot::Here(_) => "panel",
        }
    }
}

notation! { Slot {
    Table => "table",
    Seat(seat) => "seat:{seat}",
    Ping(seat) => "ping:{seat}",
    Here(seat) => "here:{seat}",
} }

/// Which page of a panel its holder looks at: the open menu, the page of that menu, and the choice under consideration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::discord) struct PanelState {
    /// The step of the decision that was asked; the panel of another decision begins at its first menu.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::discord) step: Option<u64>,
    /// The path into the menus.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::discord) path: Vec<String>,
    /// The page.
    #[serde(default)]
    pub(in crate::discord) page: u16,
    /// A choice, in notation, that is shown for confirmation and not made yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::discord) tried: Option<String>,
    /// The last step, as the holder counts, when somebody pressed a button of a past step on this panel. The panel says so
    /// until the next step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::discord) stale: Option<u64>,
}

/// An interaction's token, by which the message that answers the interaction can be changed.
#[derive(Clone, derive_more::Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::discord) struct Token {
    /// The token. No log shows it: whoever reads the token could write in the bot's name.
    #[debug(skip)]
    pub(in crate::discord) text: String,
    /// Until when the bot uses the token, in milliseconds since the epoch.
    pub(in crate::discord) until: i64,
    /// The interaction, where known. The message that answers it has a greater id.
    #[debug(skip)]
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(in crate::discord) interaction: u64,
    /// Who alone sees the message; 0 where everybody does.
    #[debug(skip)]
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(in crate::discord) to: u64,
}

pub(super) fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A message, by its channel and its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::discord) struct Location {
    /// The channel.
    pub(in crate::discord) channel: u64,
    /// The message's id; 0 if only a token leads to the message.
    pub(in crate::discord) message: u64,
}

/// What a message shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::discord) struct Shows {
    /// The last step of the table that the message shows, as its reader counts.
    pub(in crate::discord) version: u64,
    /// [`Payload::digest_with`](crate::discord::payload::Payload::digest_with) of the text and the picture that stand there.
    pub(in crate::discord) digest: String,
    /// The key of the picture that stands there, where that is known.
    pub(in crate::discord) picture: Option<String>,
    /// Whether the message shows that step completely. Otherwise its picture has yet to follow.
    pub(in crate::discord) whole: bool,
}

/// A message that stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::discord) struct StandingMessage {
    /// Where the message stands.
    pub(in crate::discord) at: Location,
    /// What the message is about ([`Show::about`](super::desired::Show::about)).
    pub(in crate::discord) about: String,
    /// What the message shows; `None` where nobody knows.
    pub(in crate::discord) shows: Option<Shows>,
    /// Whether [`StandingMessage::shows`] comes from the store and was not compared with the table yet. The run that stored it may
    /// have shown something later, and ended before it stored that.
    pub(in crate::discord) unverified: bool,
    /// Until when a request to edit the message that got no response may still arrive (milliseconds since the epoch). After
    /// that time the message has to be written once more.
    pub(in crate::discord) late: Option<i64>,
    /// The token by which the message can be edited.
    pub(in crate::discord) token: Option<Token>,
    /// Whether the message will never change again.
    pub(in crate::discord) settled: bool,
}

/// How to find a message that is on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::discord) enum Trace {
    /// By the number that makes its nonce.
    Nonce(u64),
    /// By the interaction that it answers.
    Answer(Token),
}

/// The message of a slot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::discord) enum Message {
    /// There is no message.
    #[default]
    Absent,
    /// A message was sent, and nobody knows yet what became of it.
    Creating {
        /// The channel.
        channel: u64,
        /// What the message is about.
        about: String,
        /// How to find the message.
        trace: Trace,
    },
    /// A message stands.
    Standing(Box<StandingMessage>),
    /// Somebody removed the message, and it is not sent again.
    Dismissed {
        /// What the message was about.
        about: String,
    },
}

/// All that is known of a slot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::discord) struct Record {
    /// Its message.
    pub(in crate::discord) message: Message,
    /// Messages that were replaced and still have to be deleted.
    pub(in crate::discord) replaced: Vec<Location>,
    /// The language of the message, if set.
    pub(in crate::discord) locale: Option<String>,
    /// How the message shows boards, if set.
    pub(in crate::discord) boards: Option<Boards>,
    /// Which page of the panel its holder looks at.
    pub(in crate::discord) spot: PanelState,
}

/// How long before its end a token is no longer used: a request with the token has to arrive in time.
pub(in crate::discord) const ON_THE_WAY_MS: i64 = 30_000;

/// How long a request without a response may still arrive: longer than a server works on one request.
pub(super) const LATE_MS: i64 = 20_000;

impl StandingMessage {
    /// A message that stands, with unknown content.
    pub(in crate::discord) fn unknown(at: Location, about: &str) -> StandingMessage {
        StandingMessage {
            at,
            about: about.to_owned(),
            shows: None,
            unverified: false,
            late: None,
            token: None,
            settled: false,
        }
    }

    /// What the message shows, if this run of the program knows it: a note of an earlier run may be out of date.
    pub(in crate::discord) fn known(&self) -> Option<&Shows> {
        self.shows.as_ref().filter(|_| !self.unverified)
    }

    /// The token by which the message can be edited now.
    pub(in crate::discord) fn alive(&self, now: i64) -> Option<&Token> {
        self.token.as_ref().filter(|token| token.until > now)
    }
}

impl Record {
    /// The message that stands.
    pub(in crate::discord) fn standing(&self) -> Option<&StandingMessage> {
        match &self.message {
            Message::Standing(standing) => Some(standing),
            _ => None,
        }
    }

    /// Forgets which picture stands in the message; whether one was known.
    pub(super) fn forget_picture(&mut self) -> bool {
        let shows = self.standing_mut().and_then(|standing| standing.shows.as_mut());
        shows.and_then(|shows| shows.picture.take()).is_some()
    }

    pub(super) fn standing_mut(&mut self) -> Option<&mut StandingMessage> {
        match &mut self.message {
            Message::Standing(standing) => Some(standing),
            _ => None,
        }
    }

    /// The message that stands, if its id is known.
    pub(in crate::discord) fn located(&self) -> Option<&StandingMessage> {
        self.standing().filter(|standing| standing.at.message != 0)
    }

    /// Where the message stands, if its id is known.
    pub(in crate::discord) fn location(&self) -> Option<Location> {
        self.located().map(|standing| standing.at)
    }

    /// What the message of the slot is about, whether it stands, is on its way or was removed.
    pub(in crate::discord) fn about(&self) -> Option<&str> {
        match &self.message {
            Message::Absent => None,
            Message::Standing(standing) => Some(&standing.about),
            Message::Creating { about, .. } | Message::Dismissed { about } => Some(about),
        }
    }

    /// Whether a message is the slot's, or may be the one on its way there: that one is newer than all replaced messages.
    pub(in crate::discord) fn may_be(&self, message: u64) -> bool {
        match &self.message {
            Message::Standing(standing) if standing.at.message != 0 => standing.at.message == message,
            Message::Standing(_) | Message::Creating { .. } => self.replaced.iter().all(|old| old.message < message),
            Message::Absent | Message::Dismissed { .. } => false,
        }
    }

    /// Whether there is nothing to store.
    pub(super) fn is_empty(&self) -> bool {
        *self == Record::default()
    }

    /// Whether the message shows the table completely up to this step, and nothing is left to do for it.
    pub(super) fn is_current(&self, version: u64) -> bool {
        let Some(standing) = self.standing() else { return false };
        let shown = standing.shows.as_ref();
        let newest = shown.is_some_and(|shows| shows.whole && shows.version == version);
        self.replaced.is_empty() && standing.late.is_none() && (standing.settled || newest)
    }

    /// Compares what was read from the store with the table, once. Also forgets the content that a late request may have
    /// overwritten. Returns whether the record has changed.
    pub(super) fn refresh(&mut self, version: Option<u64>, now: i64) -> bool {
        let before = self.clone();
        let Some(standing) = self.standing_mut() else {
            return false;
        };
        if let Some(version) = version
            && std::mem::take(&mut standing.unverified)
            && !standing.settled
        {
            standing.shows = standing.shows.take().filter(|shows| shows.version == version);
        }
        if standing.late.is_some_and(|late| late <= now) {
            (standing.late, standing.shows) = (None, None);
        }
        *self != before
    }

    /// A message is about to be sent. It replaces the message that stands there.
    pub(in crate::discord) fn begins(&mut self, channel: u64, about: &str, trace: Trace) {
        self.put_aside();
        self.message = Message::Creating {
            channel,
            about: about.to_owned(),
            trace,
        };
    }

    /// Puts the message that stands aside, to be deleted.
    pub(super) fn put_aside(&mut self) {
        if let Some(old) = self.location() {
            self.replace(old);
        }
        self.message = Message::Absent;
    }

    fn replace(&mut self, old: Location) {
        if !self.replaced.contains(&old) {
            self.replaced.push(old);
        }
    }

    /// The message that was on its way stands at `at`. Its content is unknown.
    pub(in crate::discord) fn stood(&mut self, at: Location) {
        let about = match &self.message {
            Message::Creating { about, .. } => about.clone(),
            _ => String::new(),
        };
        self.replaced.retain(|old| old.message != at.message);
        self.message = Message::Standing(Box::new(StandingMessage::unknown(at, &about)));
    }

    /// The message that was on its way does not stand.
    pub(super) fn failed(&mut self) {
        self.message = Message::Absent;
    }

    /// An interaction was answered with this message; from now on the interaction's token can edit it.
    pub(in crate::discord) fn pressed(&mut self, at: Location, token: Token) {
        if let Some(standing) = self.standing_mut() {
            (standing.at, standing.token) = (at, Some(token));
        }
    }

    /// The message was written and shows this. An earlier request that is still on its way may overwrite it later.
    pub(in crate::discord) fn wrote(&mut self, shows: Shows) {
        if let Some(standing) = self.standing_mut() {
            (standing.unverified, standing.settled) = (false, false);
            standing.shows = Some(shows);
        }
    }

    /// A request to edit the message got no response: nobody knows what the message shows, nor when the request arrives.
    pub(in crate::discord) fn doubted(&mut self, now: i64) {
        if let Some(standing) = self.standing_mut() {
            (standing.shows, standing.settled) = (None, false);
            standing.late = Some(now + LATE_MS);
        }
    }

    /// Whether the record holds a token that can do nothing any more, and no request with the token can be on its way.
    pub(super) fn ended(&self, now: i64) -> bool {
        let token = match &self.message {
            Message::Standing(standing) => standing.token.as_ref(),
            Message::Creating {
                trace: Trace::Answer(token),
                ..
            } => Some(token),
            _ => None,
        };
        token.is_some_and(|token| token.until.saturating_add(ON_THE_WAY_MS) <= now)
    }

    /// Forgets a token that has ended. Forgets also a message that only the token leads to.
    pub(super) fn drop_ended(&mut self, now: i64) {
        if !self.ended(now) {
            return;
        }
        match &mut self.message {
            Message::Standing(standing) if standing.token.as_ref().is_some_and(|token| token.to == 0) => {
                standing.token = None;
            }
            Message::Standing(_) => *self = Record::default(),
            message => *message = Message::Absent,
        }
    }

    /// A message was deleted.
    pub(super) fn deleted(&mut self, old: Location) {
        self.replaced.retain(|other| *other != old);
    }
}
