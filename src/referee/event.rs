//! What happens at a table, as the log keeps it.

use serde::{Deserialize, Serialize};

use super::fair::Secret;
use crate::games::Options;
use crate::rules::{By, Seat};

/// Somebody on the chat service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// The service's own number for them.
    pub id: u64,
    /// The name that they went by when they sat down.
    pub name: String,
}

/// How long a seat may take over each decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Clock {
    /// Seconds per decision.
    pub seconds: u32,
}

/// Why the computer plays on for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Absence {
    /// Three decisions in a row ran out of time.
    Lapsed,
    /// They left in the middle of the match.
    Left,
    /// The table asked for it because they did not answer.
    Replaced,
}

/// One entry of a table's log. A table is the fold of these and nothing else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TableEvent {
    /// The table was opened and its host sat down. The seed mixes the id of the interaction that did it.
    Opened {
        /// The game's options as they were asked for.
        options: Options,
        /// The clock; none means no clock.
        clock: Option<Clock>,
        /// Who opened it and sits first.
        host: Person,
        /// Computer players seated from the start.
        computers: u8,
        /// The interaction that opened the table.
        join: u64,
    },
    /// How turns and sides go at a table whose game has them, and whose rematch it is; right after its opening.
    Arranged {
        /// For how many seconds the clock waits after a turn in which there is something to read.
        #[serde(default, skip_serializing_if = "is_zero")]
        rest: u32,
        /// People who sat at the table of which this is the rematch, by their numbers, and on which side.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        former: Vec<(u64, u8)>,
        /// That table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rematch_of: Option<u64>,
    },
    /// A person sat down in the lobby; where there are sides, on the smaller one.
    Sat {
        /// Who.
        person: Person,
        /// The interaction that did it.
        join: u64,
    },
    /// A person got up in the lobby.
    Rose {
        /// Their number.
        person: u64,
    },
    /// The host took a person out of the lobby, who cannot sit down there any more.
    Removed {
        /// Their number.
        person: u64,
    },
    /// A person sat down on a side in the lobby.
    SatOn {
        /// Who.
        person: Person,
        /// The interaction that did it.
        join: u64,
        /// Which side.
        side: u8,
    },
    /// Whoever holds a seat went over to the other side, where it is the last.
    Crossed {
        /// Which seat, as they sat before.
        seat: Seat,
    },
    /// The sides were exchanged: everybody sits on the other one.
    SidesSwapped,
    /// A computer player was seated; where there are sides, on the smaller one.
    ComputerSat,
    /// A computer player was seated on a side.
    ComputerSatOn {
        /// Which side.
        side: u8,
    },
    /// The last computer player was sent away; where there are sides, that of the larger one that has any.
    ComputerRose,
    /// The match began: the options as laid for those who sit, and how many seats there are.
    Began {
        /// Every option with its effective value.
        options: Options,
        /// Seats beyond those of the lobby are the computer's.
        seats: u8,
        /// The edition of the game's rules by which the match is played. Logs that do not say it are of the first.
        #[serde(default = "first_edition")]
        edition: u16,
    },
    /// The rules were mended, and the newest come to the same so far: by this edition the whole match is played now.
    Migrated {
        /// The edition.
        edition: u16,
    },
    /// The rules were mended, and by the newest the match would not stand where it stood: the table ended with that.
    Outdated,
    /// The table comes out of a backup, so that its secret may have been drawn from since: from now on its chance follows from
    /// another one.
    Resealed {
        /// That secret, told to nobody before the table is over.
        #[serde(with = "secret")]
        secret: Secret,
    },
    /// The bot was removed from the table's server: the table ended with that.
    BotRemoved,
    /// It was drawn who sits where.
    SeatsDrawn {
        /// For each seat, where in the lobby its holder sat.
        order: Vec<u8>,
    },
    /// A game of the match began.
    RoundBegan {
        /// Its number, from 1.
        round: u32,
    },
    /// Something happened in the game.
    Played {
        /// Who did it.
        by: By,
        /// What, in notation.
        what: String,
        /// Whether the referee chose because time ran out.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lapsed: bool,
    },
    /// A seat gave the game up, and with that it was over.
    Resigned {
        /// Which seat.
        seat: Seat,
    },
    /// A seat offered the other one a draw.
    #[serde(rename = "truce_offered")]
    DrawOffered {
        /// Which seat offered.
        seat: Seat,
    },
    /// A seat took its offer of a draw back.
    #[serde(rename = "truce_withdrawn")]
    DrawOfferWithdrawn {
        /// Which seat had offered.
        seat: Seat,
    },
    /// A seat declined the draw that it was offered, by its word: who just plays on declines by that.
    #[serde(rename = "truce_declined")]
    DrawDeclined {
        /// Which seat declined.
        seat: Seat,
    },
    /// A seat agreed on the draw that it was offered, and with that the game was over.
    #[serde(rename = "truce_agreed")]
    DrawAgreed {
        /// Which seat agreed.
        seat: Seat,
    },
    /// The computer plays on for a person.
    StoodIn {
        /// For which seat.
        seat: Seat,
        /// Why.
        why: Absence,
    },
    /// A person took their seat back from the stand-in.
    Returned {
        /// Which seat.
        seat: Seat,
    },
    /// A seat was told that its time runs out.
    Warned {
        /// Which seat.
        seat: Seat,
    },
    /// A seat that no clock hurries has been waited for so long that the computer may be asked to play for it.
    Overdue {
        /// Which seat.
        seat: Seat,
    },
    /// A seat would like the turn clock to pause; its own party agrees with that.
    PauseWanted {
        /// Which seat.
        seat: Seat,
    },
    /// The turn clock pauses, and with it the game.
    Paused {
        /// Whose word made it so; nobody means that all have let three turns pass.
        person: Option<u64>,
    },
    /// The game goes on after a pause. The turn that is on has its whole time again.
    Resumed {
        /// Who said so.
        person: u64,
    },
    /// Somebody asked those who are awaited to hurry.
    Nudged {
        /// Who asked.
        person: u64,
    },
    /// Somebody who plays would like the table to be closed, which takes more of them.
    CloseWanted {
        /// Which seat.
        seat: Seat,
    },
    /// Somebody who plays would like the computer to play for another seat, which takes more of them.
    ReplaceWanted {
        /// Which seat.
        seat: Seat,
        /// For which seat.
        absent: Seat,
    },
    /// The table was ended before its time.
    Cancelled {
        /// By whom; nobody means that it was left alone for too long.
        person: Option<u64>,
    },
    /// The match was ended because no clock ran there and nobody had done anything for a week.
    Abandoned {
        /// By whom: anybody in its channel.
        person: u64,
    },
}

/// A secret as the log keeps it.
mod secret {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::Secret;

    pub(super) fn serialize<S: Serializer>(secret: &Secret, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&secret.to_hex())
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(reader: D) -> Result<Secret, D::Error> {
        Secret::from_hex(&String::deserialize(reader)?).map_err(D::Error::custom)
    }
}

/// The edition of logs from before there was another one.
const fn first_edition() -> u16 {
    1
}

/// Whether a number can be left out.
fn is_zero(number: &u32) -> bool {
    *number == 0
}
