//! Game records: how games are exported, replayed and checked by others (docs/RULES.md, "Game records").
//!
//! # Games that ended by word
//!
//! The rulings do not cover these games. Their records have one more member, before the result:
//!
//! ```text
//! "ended":"resigned 0","result":{"places":[2,1],"scores":null}
//! "ended":"agreed","result":{"places":[1,1],"scores":null}
//! ```
//!
//! The events stop where the game stood. `ended` appears in such records only, and only where the game may end so
//! ([`Game::may_concede`](super::Game::may_concede)); the result follows from it as [`Ended::outcome`] says. A game that
//! ended by its rules has no `ended`; a record without an end of either kind is of a running game.
//!
//! # Computer players
//!
//! Where computer players sit, the record says at which level each of them plays, and `null` for a person:
//!
//! ```text
//! "seats":3,"levels":[null,3,5]
//! ```
//!
//! A stand-in, which plays for a person who is away, plays at the person's seat and has no level there.
//!
//! A choice that a computer player or a stand-in made tells which version of the computer players chose
//! (`{"by":1,"what":"pass","of":4,"players":1}`), where it follows from the seed of the game and can be computed again.
//!
//! # Games that were sealed anew
//!
//! The rulings do not cover these games either. Where the referee goes on from a backup in the middle of a game, the later
//! draws follow from another seed. The record then has one more member after its seed:
//!
//! ```text
//! "seed":"…","resealed":[{"from":17,"seed":"…"}]
//! ```
//!
//! The draw at index 17 of the events (from 0) and all later draws come from that seed, each by its index as before.
//! There may be several such seeds, in order.
//!
//! # Words of luck
//!
//! At a table where people could add words to chance, a record of a table that is over tells what its seeds follow from:
//!
//! ```text
//! "seed":"…","luck":{"secrets":["…"],"words":["ombre","seven"],"missed":123,"seats":[1,0,2]}
//! ```
//!
//! `docs/RULES.md` says what these are.

use serde::{Deserialize, Serialize};

use super::{Ended, Outcome, Seat};

/// One game as a line of JSON.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of the format: 1.
    pub record: u8,
    /// The game's slug.
    pub game: String,
    /// The edition of its rules.
    pub edition: u16,
    /// Every option with its effective value.
    pub options: serde_json::Map<String, serde_json::Value>,
    /// How many seats there are.
    pub seats: u8,
    /// The level of the computer player at each seat, `None` for a person; empty where no computer player sits, and where
    /// nobody knows who sat there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<Option<u8>>,
    /// The seed of the draws, 64 hexadecimal digits; absent until it may be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The other seeds that later draws follow from, in order, each with the event from which it counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resealed: Vec<Resealed>,
    /// What the seeds follow from, where people could add words to chance; absent until it may be told, and at old tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<Luck>,
    /// The match that the game is part of.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub match_id: Option<String>,
    /// The game's number within the match, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// The totals before this game, where the match is played to points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Vec<i64>>,
    /// What happened, in order.
    pub events: Vec<RecordEvent>,
    /// How the game ended, where it ended by word and not by its rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
    /// The outcome; absent while the game runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<RecordResult>,
}

/// What the seeds of a [`Record`] follow from, together with its `round`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Luck {
    /// The table's secrets, 64 hexadecimal digits each; several where chance was sealed anew.
    pub secrets: Vec<String>,
    /// The words that people added to chance, in order; after them the public randomness, if some is in the draws.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// The round of public randomness that the table waited for in vain, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missed: Option<u64>,
    /// For each seat, where in the lobby its holder sat, where that was drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<Vec<u8>>,
}

/// Another seed for the later draws of a [`Record`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resealed {
    /// The first event, counted from 0, that may be drawn from this seed.
    pub from: u64,
    /// The seed, 64 hexadecimal digits.
    pub seed: String,
}

/// The end of a recorded game: `null` places where nobody wins, `null` scores where the game has none.
pub type RecordResult = Outcome;

/// One event of a [`Record`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordEvent {
    /// Who made it happen.
    pub by: By,
    /// What happened, in the game's notation.
    pub what: String,
    /// How many distinct legal choices the seat had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<u32>,
    /// Whether the referee chose for the seat because its clock ran out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lapsed: bool,
    /// The version of the computer players, if one of them chose, and the choice can be computed again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<u16>,
    /// The facts that followed, in notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<String>,
}

/// Who made an event happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "ByForm", into = "ByForm")]
pub enum By {
    /// The dice.
    Chance,
    /// A seat.
    Seat(Seat),
}

/// How [`By`] is written: the word `"chance"` or a number.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum ByForm {
    Word(ChanceWord),
    Seat(Seat),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ChanceWord {
    Chance,
}

impl From<ByForm> for By {
    fn from(form: ByForm) -> By {
        match form {
            ByForm::Word(ChanceWord::Chance) => By::Chance,
            ByForm::Seat(seat) => By::Seat(seat),
        }
    }
}

impl From<By> for ByForm {
    fn from(by: By) -> ByForm {
        match by {
            By::Chance => ByForm::Word(ChanceWord::Chance),
            By::Seat(seat) => ByForm::Seat(seat),
        }
    }
}

/// What is wrong with a line that should be a record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The line is no record.
    #[error("this is not a game record: {0}")]
    NotARecord(#[from] serde_json::Error),
    /// A record of another format.
    #[error("record format {0} is not one that this program knows")]
    Format(u8),
}

impl Record {
    /// Reads one line. An unknown field is an error: otherwise a misspelt name would silently switch off the check of the
    /// right one.
    ///
    /// # Errors
    /// When the line is not a record of a known format.
    pub fn from_line(line: &str) -> Result<Record, RecordError> {
        /// What every format begins with.
        #[derive(Deserialize)]
        struct Format {
            record: u8,
        }
        match serde_json::from_str::<Record>(line) {
            Ok(record) if record.record == 1 => Ok(record),
            Ok(record) => Err(RecordError::Format(record.record)),
            Err(error) => match serde_json::from_str(line) {
                Ok(Format { record }) if record != 1 => Err(RecordError::Format(record)),
                _ => Err(error.into()),
            },
        }
    }

    /// The record as one line, without a line break.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = concat!(
        r#"{"record":1,"game":"binome","edition":1,"options":{"secrets":false},"seats":3,"seed":"00","#,
        r#""events":[{"by":"chance","what":"chair 2"},{"by":0,"what":"3t","of":16,"lapsed":true},"#,
        r#"{"by":1,"what":"claim 88","of":4,"then":["claims 1","reveal 1=88","award 1 4"]}],"#,
        r#""result":{"places":[2,1,3],"scores":[11,14,9]}}"#
    );

    #[test]
    fn a_line_of_the_rulings_reads_and_writes_alike() {
        let record = Record::from_line(LINE).unwrap();
        assert_eq!(record.events[0].by, By::Chance);
        assert!(record.events[1].lapsed);
        assert_eq!(record.to_line(), LINE);
    }

    #[test]
    fn a_game_that_ended_by_word_reads_and_writes_alike() {
        for (word, ended) in [("resigned 1", Ended::Resigned(Seat(1))), ("agreed", Ended::Agreed)] {
            let line = LINE.replace("\"result\":", &format!("\"ended\":\"{word}\",\"result\":"));
            let record = Record::from_line(&line).unwrap();
            assert_eq!(record.ended, Some(ended));
            assert_eq!(record.to_line(), line);
        }
        for bad in ["\"Agreed\"", "\"resigned\"", "\"resigned 01\"", "0", "{}"] {
            let line = LINE.replace("\"result\":", &format!("\"ended\":{bad},\"result\":"));
            assert!(
                matches!(Record::from_line(&line), Err(RecordError::NotARecord(_))),
                "{bad}"
            );
        }
    }

    #[test]
    fn other_formats_and_other_words_are_refused() {
        assert!(matches!(
            Record::from_line(&LINE.replace("\"record\":1", "\"record\":2")),
            Err(RecordError::Format(2))
        ));
        assert!(matches!(
            Record::from_line(&LINE.replace("chance", "luck")),
            Err(RecordError::NotARecord(_))
        ));
        assert!(Record::from_line("").is_err());
        let later = LINE
            .replace("\"record\":1", "\"record\":2")
            .replace("\"seats\"", "\"chairs\"");
        assert!(matches!(Record::from_line(&later), Err(RecordError::Format(2))));
    }

    #[test]
    fn a_misspelt_name_is_not_read_over() {
        for (name, other) in [
            ("seed", "Seed"),
            ("result", "results"),
            ("lapsed", "lapse"),
            ("then", "Then"),
            ("of", "off"),
        ] {
            let line = LINE.replace(&format!("\"{name}\":"), &format!("\"{other}\":"));
            assert_ne!(line, LINE);
            assert!(
                matches!(Record::from_line(&line), Err(RecordError::NotARecord(_))),
                "{name}"
            );
        }
        let line = LINE.replace("\"places\":", "\"winners\":[0],\"places\":");
        assert!(Record::from_line(&line).is_err());
    }
}
