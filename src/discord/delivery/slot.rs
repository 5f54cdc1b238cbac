//! The words of delivery: slots, the notes that are kept with them, and what is wished of them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};

use crate::discord::payload::Payload;
use crate::discord::press::Boards;
use crate::store::Shown;

/// One message that shows a table to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::discord) enum Slot {
    /// The public message.
    Table,
    /// The panel of a seat, in the private chat with its holder.
    Seat(u8),
    /// The reminder to the holder of a seat that it is awaited.
    Ping(u8),
    /// The newest panel of a seat that only its holder sees in the channel. It can be changed for as long as the
    /// interaction lives that made it ([`Note::token`]).
    Here(u8),
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Slot::Table => f.write_str("table"),
            Slot::Seat(seat) => write!(f, "seat:{seat}"),
            Slot::Ping(seat) => write!(f, "ping:{seat}"),
            Slot::Here(seat) => write!(f, "here:{seat}"),
        }
    }
}

impl Slot {
    /// What the log calls it: whose panel it is that changes is nobody's business, not even of who runs the bot.
    pub(in crate::discord) fn in_log(self) -> &'static str {
        match self {
            Slot::Table => "table",
            Slot::Ping(_) => "ping",
            Slot::Seat(_) | Slot::Here(_) => "panel",
        }
    }
}

/// Not the name of a slot that is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) struct NoSlot;

impl FromStr for Slot {
    type Err = NoSlot;

    fn from_str(text: &str) -> Result<Slot, NoSlot> {
        if text == "table" {
            return Ok(Slot::Table);
        }
        let (kind, seat) = text.split_once(':').ok_or(NoSlot)?;
        let seat = seat.parse().map_err(|_| NoSlot)?;
        match kind {
            "seat" => Ok(Slot::Seat(seat)),
            "ping" => Ok(Slot::Ping(seat)),
            "here" => Ok(Slot::Here(seat)),
            _ => Err(NoSlot),
        }
    }
}

/// Where messages are brought up to date one after another: what Discord limits together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::discord) enum Lane {
    /// A channel.
    Place(u64),
    /// All that concerns one person in private.
    Person(u64),
}

/// Where a panel stands: which menu is open, at which page, and which choice is looked at before it is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::discord) struct Spot {
    /// The step of the decision that was asked; another decision begins at its first menu again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::discord) step: Option<u64>,
    /// The path into the menus.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::discord) path: Vec<String>,
    /// The page.
    #[serde(default)]
    pub(in crate::discord) page: u16,
    /// A choice, in notation, that is shown and not made yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::discord) tried: Option<String>,
    /// The last entry of the log, as its holder counts, when a button of a step that was over was pressed on it: until the next
    /// one it says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::discord) stale: Option<u64>,
}

/// Delivery's own small state of a slot, stored with what the slot shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::discord) struct Note {
    /// What the message is about, where another matter asks for another message and not for an edit.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(in crate::discord) once: String,
    /// A message was sent and nobody knows yet what became of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(in crate::discord) trying: bool,
    /// Names the message that was sent last, for its nonce: no other one has this number.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub(in crate::discord) attempt: u64,
    /// Older messages of this slot, which still have to go.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_several")]
    pub(in crate::discord) old: Vec<Old>,
    /// It was taken away by somebody: the message of this matter is not sent again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(in crate::discord) dismissed: bool,
    /// The token of an interaction whose answer is to be the slot's message, from before it is given until its number is
    /// noted: whoever comes after a crash asks by it whether that stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::discord) promised: Option<Token>,
    /// The language of the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::discord) locale: Option<String>,
    /// Where a panel stands.
    #[serde(default)]
    pub(in crate::discord) spot: Spot,
    /// The key of the picture that stands in the message.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "a_key")]
    pub(in crate::discord) picture: Option<String>,
    /// The run of the program that wrote the message last, as far as it was noted. What another run noted may be out of date:
    /// a crash can come between sending and noting.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub(in crate::discord) run: u64,
    /// By what the message can be changed, where its number does not do: a panel that only its holder sees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::discord) token: Option<Token>,
    /// How boards are wanted in it ([`Boards`]), where that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::discord) boards: Option<String>,
    /// A request to change it was not answered and may still arrive, after others: whoever comes after a crash has to write
    /// it once more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(in crate::discord) late: bool,
}

/// The way to a message that only one person sees.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::discord) struct Token {
    /// The token of the interaction that it answers.
    pub(in crate::discord) text: String,
    /// Until when that lives, in milliseconds since the epoch.
    pub(in crate::discord) until: i64,
    /// The interaction, where it is known: a message that answers it is younger. One that is older is only where it was
    /// asked.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub(in crate::discord) interaction: u64,
    /// Who sees the message; 0 where everybody does, or where that was not noted.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub(in crate::discord) to: u64,
}

impl fmt::Debug for Token {
    /// Without the token: whoever reads it could write in the bot's name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Token")
            .field("until", &self.until)
            .finish_non_exhaustive()
    }
}

/// A message that has been replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::discord) struct Old {
    /// Its channel.
    pub(in crate::discord) channel: u64,
    /// Its number.
    pub(in crate::discord) message: u64,
}

/// What a note does not say.
fn is_nothing(number: &u64) -> bool {
    *number == 0
}

/// Older messages, as they are noted now or as they once were: one at most.
fn one_or_several<'d, D: Deserializer<'d>>(reader: D) -> Result<Vec<Old>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Noted {
        Several(Vec<Old>),
        One(Old),
    }
    Ok(match Noted::deserialize(reader)? {
        Noted::Several(old) => old,
        Noted::One(old) => vec![old],
    })
}

/// The key of a picture. As an earlier version noted it, with the run that sent it, it tells nothing any more.
fn a_key<'d, D: Deserializer<'d>>(reader: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Noted {
        Key(String),
        Earlier(serde::de::IgnoredAny),
    }
    Ok(match Noted::deserialize(reader)? {
        Noted::Key(key) => Some(key),
        Noted::Earlier(_) => None,
    })
}

impl Note {
    /// Whether nothing is left to do about the message but to show what is new.
    pub(super) fn is_settled(&self) -> bool {
        !self.trying && self.old.is_empty() && self.promised.is_none()
    }

    /// Notes that a message has to go. One whose number is not known cannot.
    pub(super) fn replaces(&mut self, old: Old) {
        if old.message != 0 && !self.old.contains(&old) {
            self.old.push(old);
        }
    }

    /// Whether a message is the slot's, as far as that is known: the one whose number is noted, or that might be the one whose
    /// number is not, for it came after those that have to go.
    pub(in crate::discord) fn is_of(&self, row: Option<&Shown>, message: u64) -> bool {
        let newer = || self.old.iter().all(|old| old.message < message);
        row.is_none_or(|row| row.message == message || (row.message == 0 && newer()))
    }

    /// As it is stored.
    pub(in crate::discord) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// How boards are wanted in the message.
    pub(in crate::discord) fn boards(&self) -> Boards {
        let said = self.boards.as_deref().and_then(|word| word.parse().ok());
        said.unwrap_or_default()
    }

    /// Out of the store; what another version wrote is forgotten.
    pub(in crate::discord) fn read(text: &str) -> Note {
        serde_json::from_str(text).unwrap_or_default()
    }
}

/// Where a message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum Address {
    /// Into a channel.
    Place(u64),
    /// Into the private chat with a person.
    Person(u64),
}

/// What a slot ought to show.
#[derive(Clone, Debug)]
pub(in crate::discord) enum Wish {
    /// This message.
    Show(Box<Show>),
    /// No message: one that stands there goes.
    Gone,
    /// Whatever it shows.
    Leave,
    /// Nothing more is ever sent there: one that stands there is left as it is, and nobody remembers it.
    Forget,
}

/// A message as it ought to be.
#[derive(Clone, Debug)]
pub(in crate::discord) struct Show {
    /// Where.
    pub(in crate::discord) to: Address,
    /// The server of the table, if any.
    pub(in crate::discord) hall: Option<u64>,
    /// What.
    pub(in crate::discord) payload: Payload,
    /// The last entry of the table's log that it shows.
    pub(in crate::discord) version: u64,
    /// What it is about (see [`Note::once`]).
    pub(in crate::discord) once: String,
    /// Whether it will never change again.
    pub(in crate::discord) last: bool,
    /// Whether it is made where there is none, or only kept up where there is one.
    pub(in crate::discord) create: bool,
    /// How long its lane rests after it was written. Where something happens all the time, an even pace shows the newest
    /// state soon; without one the limit is used up in a moment, and then nothing can be shown for seconds.
    pub(in crate::discord) pace: Duration,
}

impl Show {
    /// Where it is brought up to date.
    pub(in crate::discord) fn lane(&self) -> Lane {
        match self.to {
            Address::Place(place) => Lane::Place(place),
            Address::Person(person) => Lane::Person(person),
        }
    }
}

/// What is known of a slot when a wish is made.
#[derive(Clone, Copy, Debug)]
pub(in crate::discord) struct Standing<'n> {
    /// What was noted with it.
    pub(in crate::discord) note: &'n Note,
    /// Whether its holder takes no messages.
    pub(in crate::discord) closed: bool,
    /// Whether no picture can be shown there, so that boards must be in letters.
    pub(in crate::discord) plain: bool,
    /// The channel in which its message stands, if there is one.
    pub(in crate::discord) stands: Option<u64>,
}

/// A slot that a table has use for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) struct Planned {
    /// Which.
    pub(in crate::discord) slot: Slot,
    /// Where it is brought up to date.
    pub(in crate::discord) lane: Lane,
    /// The last entry of the table's log.
    pub(in crate::discord) version: u64,
    /// Whether it matters even when no message stands there.
    pub(in crate::discord) wanted: bool,
    /// How long until it must be looked at again, if it must.
    pub(in crate::discord) again: Option<Duration>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_slots_are_read_as_they_were_written() {
        for slot in [Slot::Table, Slot::Seat(0), Slot::Seat(31), Slot::Ping(6), Slot::Here(1)] {
            assert_eq!(slot.to_string().parse(), Ok(slot));
        }
        for text in ["", "seat", "seat:", "seat:300", "here", "other:1"] {
            assert_eq!(text.parse::<Slot>(), Err(NoSlot), "{text}");
        }
    }

    #[test]
    fn a_note_survives_the_store_and_a_strange_one_is_empty() {
        let note = Note {
            once: "s7w".to_owned(),
            trying: true,
            attempt: u64::MAX,
            dismissed: true,
            old: vec![
                Old {
                    channel: 1,
                    message: u64::MAX,
                },
                Old { channel: 1, message: 2 },
            ],
            promised: Some(Token {
                text: "p".to_owned(),
                until: 9,
                interaction: 6,
                to: 0,
            }),
            locale: Some("de".to_owned()),
            spot: Spot {
                step: Some(7),
                path: vec!["a".to_owned()],
                page: 2,
                tried: Some("b2 c3".to_owned()),
                stale: Some(9),
            },
            picture: Some("k".to_owned()),
            run: 7,
            token: Some(Token {
                text: "t".to_owned(),
                until: 8,
                interaction: 0,
                to: 5,
            }),
            boards: Some(Boards::Text.to_string()),
            late: true,
        };
        assert_eq!(Note::read(&note.text()), note);
        assert_eq!(Note::read("not json"), Note::default());
        assert_eq!(Note::read("{}"), Note::default());
    }

    #[test]
    fn a_note_of_an_earlier_version_still_says_which_message_has_to_go() {
        let note = Note::read(r#"{"spot":{"page":0},"old":{"channel":1,"message":2}}"#);
        assert_eq!(note.old, [Old { channel: 1, message: 2 }]);
    }

    #[test]
    fn a_picture_of_an_earlier_version_is_not_relied_upon() {
        let note = Note::read(r#"{"spot":{"page":3},"picture":{"key":"k","run":7}}"#);
        assert_eq!((note.spot.page, note.picture, note.run), (3, None, 0));
    }
}
