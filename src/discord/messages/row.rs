//! A [`Record`] as the store keeps it. Rows of earlier versions of the program can be read, too.

use serde::{Deserialize, Deserializer, Serialize};

use super::record::{
    LATE_MS, Location, Message, PanelState, Record, Shows, Slot, StandingMessage, Token, Trace, is_zero,
};
use crate::store::Shown;

/// What a row holds beside its columns.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct RowDetails {
    /// What the message is about.
    #[serde(skip_serializing_if = "String::is_empty")]
    once: String,
    /// Whether a message was sent and nobody knows yet what became of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    trying: bool,
    /// The number from which the nonce of the last sent message is made.
    #[serde(skip_serializing_if = "is_zero")]
    attempt: u64,
    /// Messages that were replaced and have to be deleted.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_several")]
    old: Vec<Location>,
    /// Whether somebody removed the message.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dismissed: bool,
    /// The interaction whose answer is to be the message.
    #[serde(skip_serializing_if = "Option::is_none")]
    promised: Option<Token>,
    #[serde(skip_serializing_if = "Option::is_none")]
    locale: Option<String>,
    spot: PanelState,
    /// The key of the picture that stands in the message.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "a_key")]
    picture: Option<String>,
    /// The token for a message that only one person sees.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<Token>,
    #[serde(skip_serializing_if = "Option::is_none")]
    boards: Option<String>,
    /// Whether a request to edit the message got no response.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    late: bool,
    /// The step that a message shows, for a row that queries have to find whatever the message shows.
    #[serde(skip_serializing_if = "is_zero")]
    shows: u64,
}

/// Replaced messages, in today's form (a list) or in the earlier one (one message at most).
fn one_or_several<'d, D: Deserializer<'d>>(reader: D) -> Result<Vec<Location>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Replaced {
        Several(Vec<Location>),
        One(Location),
    }
    Ok(match Replaced::deserialize(reader)? {
        Replaced::Several(old) => old,
        Replaced::One(old) => vec![old],
    })
}

/// The key of a picture. An early version noted the run that sent the picture, too; such a key is worthless now.
fn a_key<'d, D: Deserializer<'d>>(reader: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum PictureKey {
        Key(String),
        Earlier(serde::de::IgnoredAny),
    }
    Ok(match PictureKey::deserialize(reader)? {
        PictureKey::Key(key) => Some(key),
        PictureKey::Earlier(_) => None,
    })
}

/// The row for a record; `None` if nothing has to be stored.
pub(super) fn of(table: u64, slot: Slot, record: &Record) -> Option<Shown> {
    if record.is_empty() {
        return None;
    }
    let mut note = RowDetails {
        old: record.replaced.clone(),
        locale: record.locale.clone(),
        boards: record.boards.map(|boards| boards.to_string()),
        spot: record.spot.clone(),
        ..RowDetails::default()
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
            // Only a token for a message that nothing else can reach: whoever reads the database file could write by a token.
            note.token = standing.token.clone().filter(|token| token.to != 0);
            if let Some(shows) = &standing.shows {
                // After a crash, the next run must know of a message that does not show a step completely yet.
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

/// Reads a row at `now` (milliseconds since the epoch). Forgets what another version wrote and this one cannot read.
pub(super) fn read(row: &Shown, now: i64) -> Record {
    let note: RowDetails = serde_json::from_str(&row.note).unwrap_or_default();
    let about = note.once;
    let at = Location {
        channel: row.channel,
        message: row.message,
    };
    let mut replaced = note.old;
    let message = if let Some(token) = note.promised {
        // An earlier version noted this beside the message that stood there.
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
        Message::Standing(Box::new(StandingMessage {
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
