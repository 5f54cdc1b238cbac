//! The events of a table, as the log keeps them.

use serde::{Deserialize, Serialize};

use super::fair::Secret;
use crate::games::Options;
use crate::player::Level;
use crate::rules::{By, Seat};

/// A Discord user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// The user's id, or the number of somebody whom the log has forgotten ([`Person::FORGOTTEN`]).
    pub id: u64,
    /// The name that the person had when they sat down; empty where it was forgotten.
    pub name: String,
}

impl Person {
    /// The id of the first person whom a log has forgotten; those after count on. No id of Discord's is as great.
    pub const FORGOTTEN: u64 = 1 << 63;

    /// Whether an id stands for somebody whom a log has forgotten.
    pub const fn is_forgotten(id: u64) -> bool {
        id >= Person::FORGOTTEN
    }
}

/// How long a seat may take over each decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Clock {
    /// Seconds per decision.
    pub seconds: u32,
}

/// Why a stand-in plays for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Absence {
    /// They let their time run out: three decisions in a row lapsed, or somebody had them replaced after a fair time.
    Lapsed,
    /// They left in the middle of the match.
    Left,
    /// Most of the others had them replaced before they had a fair time. In earlier logs a host alone could do that.
    Replaced,
}

/// One event of a table's log. A table is the fold of its events and nothing else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TableEvent {
    /// The table was opened, and its host sat down.
    Opened {
        /// The requested options.
        options: Options,
        /// The clock; `None` means no clock.
        clock: Option<Clock>,
        /// The host, who opened the table and sits first.
        host: Person,
        /// Computer players seated from the start.
        computers: u8,
        /// The level of these computer players, and of all others for whom nobody chooses another. Logs that name none are
        /// from before there were levels.
        #[serde(default = "former_level")]
        level: Level,
        /// The interaction that opened the table.
        join: u64,
        /// The number of the table's seal in the chain of its server. Of a log that has none, the seeds follow from the joins
        /// (`whistle/seed/1`), and no words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<u64>,
    },
    /// The turns and sides of a table whose game has them, the table whose rematch it is, and who is invited. It comes right
    /// after the opening.
    Arranged {
        /// How many seconds the clock waits after a turn that brought something to read.
        #[serde(default, skip_serializing_if = "is_zero")]
        rest: u32,
        /// The people at the previous table, if this is a rematch: their ids, and on which side they sat.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        former: Vec<(u64, u8)>,
        /// The previous table, if this is a rematch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rematch_of: Option<u64>,
        /// The id of the person whom the host has invited, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invited: Option<u64>,
    },
    /// The seats of a rematch of a match in pairs are kept for those who had them at the previous table. It comes before
    /// anybody but the host sits. An entry of its own: a version that does not know it must not seat people otherwise.
    SeatsKept {
        /// Their ids, by seat; `None` is a computer player.
        people: Vec<Option<u64>>,
    },
    /// The host changed the options or the clock in the lobby. The entry holds all of them as they are from now on. Nothing of
    /// them enters a seed, so the change chooses no draw.
    TermsChanged {
        /// The requested options.
        options: Options,
        /// The clock; `None` means no clock.
        clock: Option<Clock>,
        /// How many seconds the clock waits after a turn that brought something to read.
        #[serde(default, skip_serializing_if = "is_zero")]
        rest: u32,
        /// Whether people may take hints.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hints: bool,
    },
    /// A person added a word to chance in the lobby. It is shown to nobody else before the table is over.
    LuckAdded {
        /// Their id.
        person: u64,
        /// The word.
        word: String,
    },
    /// The host began the match, and this round of public randomness is awaited, which nobody can know yet.
    BeaconAwaited {
        /// The number of the round.
        round: u64,
    },
    /// The awaited round came out. It is in all draws, after all words.
    BeaconDrawn {
        /// The round and its signature, as [`Beacon`](crate::beacon::Beacon) is displayed.
        beacon: String,
    },
    /// Nobody told the awaited round in time: the match begins without it.
    BeaconMissed,
    /// A person sat down in the lobby; in games with sides, on the smaller one.
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
    /// The host removed a person from the lobby, who cannot sit down there again.
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
    /// The holder of a seat went over to the other side, and is now the last there.
    Crossed {
        /// The seat before the move.
        seat: Seat,
    },
    /// The sides were swapped: everybody sits on the other one.
    SidesSwapped,
    /// The host chose who plays with whom: the holders of two seats swapped them, and from now on everybody's seat is kept
    /// for them. The two may be one, which keeps the seats as they are. Nothing of this enters a seed, so it chooses no draw.
    SeatsSwapped {
        /// The one seat.
        one: Seat,
        /// The other seat.
        other: Seat,
    },
    /// A computer player was seated; in games with sides, on the smaller one.
    ComputerSat {
        /// Its level. Logs that name none are from before there were levels.
        #[serde(default = "former_level")]
        level: Level,
    },
    /// A computer player was seated on a side.
    ComputerSatOn {
        /// Which side.
        side: u8,
        /// Its level. Logs that name none are from before there were levels.
        #[serde(default = "former_level")]
        level: Level,
    },
    /// The last computer player was sent away; in games with sides, the last one of the larger side that has any.
    ComputerRose,
    /// The match began, with its effective options and its number of seats.
    Began {
        /// Every option with its effective value.
        options: Options,
        /// The number of seats; those beyond the lobby's are computer players.
        seats: u8,
        /// The edition of the game's rules by which the match is played. Logs that name none are of the first.
        #[serde(default = "first_edition")]
        edition: u16,
        /// Whether leaving is a forfeit from the first choice on. Logs that do not say so are from before there were forfeits.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        forfeits: bool,
    },
    /// The rules were mended, and the newest reproduce the match so far: the whole match is now played by this edition.
    Migrated {
        /// The edition.
        edition: u16,
    },
    /// The rules were mended, and the newest do not reproduce the match: this ended the table.
    Outdated,
    /// The table comes from a backup, so its secret may have been drawn from since. From now on its chance follows from a
    /// new secret.
    Resealed {
        /// The new secret, revealed to nobody before the table is over.
        #[serde(with = "secret")]
        secret: Secret,
    },
    /// The bot was removed from the table's server: this ended the table.
    BotRemoved,
    /// Somebody was forgotten: the entries before this one do not tell their id and name any more. Nothing else changes.
    Forgotten,
    /// A draw decided who sits where.
    SeatsDrawn {
        /// For each seat, where in the lobby its holder sat.
        order: Vec<u8>,
    },
    /// The match is not ranked from its beginning on, because hints are allowed. In logs without this entry only a game with a
    /// hint is not ranked.
    Unranked,
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
        /// Whether this was a lapse: the referee chose because time ran out.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lapsed: bool,
        /// The version of the computer players, if one of them chose, so that the choice can be computed again
        /// ([`VERSION`](crate::player::VERSION)). Logs from before there were versions name none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<u16>,
    },
    /// A seat resigned, which ended the game.
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
    /// A seat withdrew its draw offer.
    #[serde(rename = "truce_withdrawn")]
    DrawOfferWithdrawn {
        /// Which seat had offered.
        seat: Seat,
    },
    /// A seat declined a draw offer by its word. Playing on also declines one, without this event.
    #[serde(rename = "truce_declined")]
    DrawDeclined {
        /// Which seat declined.
        seat: Seat,
    },
    /// A seat agreed to a draw offer, which ended the game.
    #[serde(rename = "truce_agreed")]
    DrawAgreed {
        /// Which seat agreed.
        seat: Seat,
    },
    /// A stand-in plays for a person from now on.
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
    /// A seat was warned that its time runs out.
    Warned {
        /// Which seat.
        seat: Seat,
    },
    /// The game, without a clock, has waited for a seat so long that people may have the computer play for it.
    Overdue {
        /// Which seat.
        seat: Seat,
    },
    /// A seat asked for a pause of the turn clock, in the name of its party.
    PauseWanted {
        /// Which seat.
        seat: Seat,
    },
    /// The turn clock pauses, and with it the game.
    Paused {
        /// Whose request caused it; `None` means that everybody has let three turns pass.
        person: Option<u64>,
    },
    /// The pause ended. The current turn has its whole time again.
    Resumed {
        /// Who ended it.
        person: u64,
    },
    /// Somebody nudged those whose decisions the game waits for.
    Nudged {
        /// Who asked.
        person: u64,
    },
    /// A seat took a hint for its decision, so that the game is not ranked.
    Hinted {
        /// Which seat. Nobody else is told.
        seat: Seat,
    },
    /// A player voted for closing the table, and votes are missing.
    CloseWanted {
        /// Which seat.
        seat: Seat,
    },
    /// A player voted for having the computer play for another seat, and votes are missing.
    ReplaceWanted {
        /// Which seat.
        seat: Seat,
        /// For which seat.
        absent: Seat,
    },
    /// The table was closed before its match was over.
    Cancelled {
        /// By whom; `None` means that it was left alone for too long.
        person: Option<u64>,
        /// Whether those agreed who had to be asked, so that whoever closed it is not last for that. In logs that do not say so the
        /// votes tell.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agreed: Option<bool>,
        /// In such a log, whether a match that counts needed the consent of all who play. Logs that do not say so are from
        /// before that, when most of those who play were enough.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_all: bool,
    },
    /// The match was closed because it had no clock and nobody had been active for a week.
    Abandoned {
        /// By whom: it may be anybody in its channel.
        person: u64,
        /// Whether those forfeit the match for whom it has waited all the time. Logs that do not say so are from before.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        forfeits: bool,
    },
}

impl TableEvent {
    /// The entry that closes a table that was left alone for too long.
    pub const LEFT_ALONE: TableEvent = TableEvent::Cancelled {
        person: None,
        agreed: None,
        by_all: false,
    };

    /// The entry with which a person closes the table, and whether those agreed who had to be asked.
    pub const fn closed_by(person: u64, agreed: bool) -> TableEvent {
        TableEvent::Cancelled {
            person: Some(person),
            agreed: Some(agreed),
            by_all: false,
        }
    }
}

/// How a secret is written in the log.
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

/// The edition of a log from before there was a second one.
const fn first_edition() -> u16 {
    1
}

/// The level of computer players in a log from before there were levels.
const fn former_level() -> Level {
    Level::FORMER
}

/// Whether a number can be left out.
fn is_zero(number: &u32) -> bool {
    *number == 0
}
