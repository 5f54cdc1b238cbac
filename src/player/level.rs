//! How well a computer player plays, as people choose it.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::games::DynGame;
use crate::rules::Strategy;

/// The level of a computer player, from 1 (a beginner) to 6 (the strongest).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, derive_more::Display)]
#[serde(try_from = "u8", into = "u8")]
pub struct Level(u8);

/// A number or a text that names no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a level is a number from 1 to 6")]
pub struct NoLevel;

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 6] = [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6)];
    /// The level of stand-ins, which play for people who are away.
    pub const STAND_IN: Level = Level(3);
    /// The level that comes closest to the strength of computer players from before there were levels.
    pub const FORMER: Level = Level(3);

    /// The level of a number.
    ///
    /// # Errors
    /// When the number is not from 1 to 6.
    pub fn new(number: u8) -> Result<Level, NoLevel> {
        Level::ALL.into_iter().find(|level| level.0 == number).ok_or(NoLevel)
    }

    /// How a computer player of this level looks for its choice in this game.
    pub fn strategy(self, game: &dyn DynGame) -> Strategy {
        let [strategy, ..] = game.levels();
        let of_level = game.levels().get(usize::from(self.0 - 1)).copied();
        of_level.unwrap_or(strategy)
    }

    /// The number of the level.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl Default for Level {
    /// The level for people who choose none.
    fn default() -> Level {
        Level(3)
    }
}

impl FromStr for Level {
    type Err = NoLevel;

    fn from_str(text: &str) -> Result<Level, NoLevel> {
        Level::ALL
            .into_iter()
            .find(|level| level.to_string() == text)
            .ok_or(NoLevel)
    }
}

impl TryFrom<u8> for Level {
    type Error = NoLevel;

    fn try_from(number: u8) -> Result<Level, NoLevel> {
        Level::new(number)
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> u8 {
        level.number()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_a_number_from_one_to_six() {
        for number in 0..=u8::MAX {
            let level = Level::new(number);
            assert_eq!(level.is_ok(), (1..=6).contains(&number), "{number}");
            assert_eq!(level, number.to_string().parse());
            if let Ok(level) = level {
                assert_eq!((level.number(), level.to_string()), (number, number.to_string()));
                let written = serde_json::to_value(level).expect("it is written");
                assert_eq!(written, serde_json::json!(number));
            }
            let read: Result<Level, _> = serde_json::from_value(serde_json::json!(number));
            assert_eq!(read.ok(), level.ok());
        }
        for text in ["", " 3", "03", "+3", "three", "3.0"] {
            assert_eq!(text.parse::<Level>(), Err(NoLevel), "{text:?}");
        }
    }

    #[test]
    fn who_chooses_no_level_and_who_is_away_get_the_third() {
        assert_eq!((Level::default().number(), Level::STAND_IN.number()), (3, 3));
    }
}
