//! A [`Record`] as the store keeps it. Rows that earlier versions of the program wrote are read, too.

use serde::{Deserialize, Deserializer, Serialize};

use super::record::{LATE_MS, Location, Message, Record, Shows, Slot, Spot, Standing, Token, Trace, is_zero};
use crate::store::Shown;

/// What a row says beside its columns.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Note {
    /// What the message is about.
    #[serde(skip_serializing_if = "String::is_empty")]
    once: String,
    /// A message was sent and nobody knows yet what became of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    trying: bool,
    /// The number that makes the nonce of the message that was sent last.
    #[serde(skip_serializing_if = "is_zero")]
    attempt: u64,
    /// Messages that were replaced and have to be deleted.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_several")]
    old: Vec<Location>,
    /// Somebody took the message away.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dismissed: bool,
    /// The interaction whose answer is to be the message.
    #[serde(skip_serializing_if = "Option::is_none")]
    promised: Option<Token>,
    #[serde(skip_serializing_if = "Option::is_none")]
    locale: Option<String>,
    spot: Spot,
    /// The key of the picture that stands in the message.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "a_key")]
    picture: Option<String>,
    /// By what a message can be changed that only one person sees.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<Token>,
    #[serde(skip_serializing_if = "Option::is_none")]
    boards: Option<String>,
    /// A request to change the message was not answered.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    late: bool,
    /// The step that a message shows whose row is to be found whatever it shows.
    #[serde(skip_serializing_if = "is_zero")]
    shows: u64,
}

/// Messages that were replaced, as they are noted now or as they once were: one at most.
fn one_or_several<'d, D: Deserializer<'d>>(reader: D) -> Result<Vec<Location>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Noted {
        Several(Vec<Location>),
        One(Location),
    }
    Ok(match Noted::deserialize(reader)? {
        Noted::Several(old) => old,
        Noted::One(old) => vec![old],
    })
}

/// The key of a picture. As an early version noted it, with the run that sent it, it tells nothing any more.
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

/// A record as it is stored; `None` where nothing has to be kept.
pub(super) fn of(table: u64, slot: Slot, record: &Record) -> Option<Shown> {
    if record.is_empty() {
        return None;
    }
    let mut note = Note {
        old: record.replaced.clone(),
        locale: record.locale.clone(),
        boards: record.boards.map(|boards| boards.to_string()),
        spot: record.spot.clone(),
        ..Note::default()
    };
    let (mut at, mut version, mut digest) = (Location { channel: 0, message: 0 }, 0, String::new());
    match &record.message {
        Message::Absent => {}
        Message::Dismissed { about } => (note.once, note.dismissed) = (about.clone(), true),
        Message::Creating { channel, about, trace } => {
            (at.channel, note.once) = (*channel, about.clone());
            match trace {
                Trace::Nonce(number) => (note.trying, note.attempt) = (true, *number),
                Trace::Answer(token) => note.promised = Some(token.clone()),
            }
        }
        Message::Standing(standing) => {
            (at, note.once, note.late) = (standing.at, standing.about.clone(), standing.late.is_some());
            // Only what cannot be reached otherwise: whoever reads the file could write by a token.
            note.token = standing.token.clone().filter(|token| token.to != 0);
            if let Some(shows) = &standing.shows {
                // Whoever comes after a crash must know of a message that does not show all of a step yet.
                version = if shows.whole {
                    shows.version
                } else {
                    shows.version.saturating_sub(1)
                };
                (digest, note.picture) = (shows.digest.clone(), shows.picture.clone());
            }
            let done = note.old.is_empty() && !note.late;
            match (&note.token, done) {
                (Some(_), _) => (note.shows, version) = (version, 0),
                (None, true) if standing.settled => version = Shown::SETTLED,
                (None, true) => version = version.min(Shown::SETTLED - 1),
                (None, false) => (note.shows, version) = (version, 0),
            }
        }
    }
    Some(Shown {
        table,
        slot: slot.to_string(),
        channel: at.channel,
        message: at.message,
        version,
        digest,
        note: serde_json::to_string(&note).unwrap_or_default(),
    })
}

/// Out of the store, at `now` (milliseconds since the epoch). What another version wrote and this one cannot read is forgotten.
pub(super) fn read(row: &Shown, now: i64) -> Record {
    let note: Note = serde_json::from_str(&row.note).unwrap_or_default();
    let about = note.once;
    let at = Location {
        channel: row.channel,
        message: row.message,
    };
    let mut replaced = note.old;
    let message = if let Some(token) = note.promised {
        // Of an earlier version, which noted this beside the message that stood there.
        replaced.extend((at.message != 0 && !replaced.contains(&at)).then_some(at));
        Message::Creating {
            channel: at.channel,
            about,
            trace: Trace::Answer(token),
        }
    } else if note.trying {
        Message::Creating {
            channel: at.channel,
            about,
            trace: Trace::Nonce(note.attempt),
        }
    } else if note.dismissed {
        Message::Dismissed { about }
    } else if at.message != 0 || note.token.is_some() {
        let version = if row.version == 0 { note.shows } else { row.version };
        let shows = Shows {
            version,
            digest: row.digest.clone(),
            picture: note.picture,
            whole: true,
        };
        Message::Standing(Box::new(Standing {
            at,
            about,
            shows: (!row.digest.is_empty() && !note.late).then_some(shows),
            unverified: true,
            // The run of the program that sent the request has ended since.
            late: note.late.then_some(now + LATE_MS),
            token: note.token,
            settled: row.version >= Shown::SETTLED,
        }))
    } else {
        Message::Absent
    };
    Record {
        message,
        replaced,
        locale: note.locale,
        boards: note.boards.and_then(|word| word.parse().ok()),
        spot: note.spot,
    }
}
