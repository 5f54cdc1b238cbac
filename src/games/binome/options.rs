//! What a table may decide about its game before it begins.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::postulate::{CARDS, Postulate, Value};
use crate::rules::{OptionKind, OptionSpec, Phrase, SetupError};

/// The most seats.
pub const MAX_SEATS: u8 = 7;

/// The fewest seats at which equal numbers may put everybody in the same boat.
pub const BOAT_SEATS: u8 = 6;

/// The options of a game as a record holds them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// All seats choose at once and in secret. Unsaid, it holds for two seats only.
    pub secrets: Option<bool>,
    /// One point more for the winner when three or more tried.
    pub battle: bool,
    /// Seats with one number left are announced at the end of each turn.
    pub transparency: bool,
    /// Six or seven seats: when equal numbers leave, all that remain score.
    pub boat: bool,
    /// House variant: ineligible numbers may be chosen, and leave at the reveal.
    pub strict: bool,
    /// House variant: one person and the Assistant, who has seat 1.
    pub solo: bool,
    /// How many games the match lasts, 1 to 5.
    pub games: u8,
    /// Values of cards that are not those of the house.
    pub values: BTreeMap<Postulate, Value>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            secrets: None,
            battle: false,
            transparency: false,
            boat: false,
            strict: false,
            solo: false,
            games: 3,
            values: BTreeMap::new(),
        }
    }
}

/// What a start command offers; the values of cards are the operator's.
pub(super) const SPECS: &[OptionSpec] = &[
    OptionSpec::flag("secrets"),
    OptionSpec::flag("battle"),
    OptionSpec::flag("transparency"),
    OptionSpec::flag("boat"),
    OptionSpec::flag("strict").house(),
    OptionSpec::flag("solo").house(),
    OptionSpec::new("games", OptionKind::Number { min: 1, max: 5 }),
];

fn conflict(key: &'static str) -> SetupError {
    SetupError::Conflict {
        reason: Phrase::new(key),
    }
}

impl Options {
    /// Whether what a card is worth is neither the rulebook's nor the operator's.
    pub(super) fn has_house_value(&self, card: Postulate) -> bool {
        CARDS[card.index()].house && !self.values.contains_key(&card)
    }

    /// Whether the game can be played so with so many seats.
    pub(super) fn check(&self, seats: u8) -> Result<(), SetupError> {
        match seats {
            1 => return Err(SetupError::seats(seats, "binome-setup-alone")),
            2..=MAX_SEATS => {}
            _ => return Err(SetupError::seats(seats, "binome-setup-seats")),
        }
        if !(1..=5).contains(&self.games) {
            let reason = Phrase::new("binome-setup-games");
            return Err(SetupError::Value { reason });
        }
        self.go_together()?;
        if self.solo && seats != 2 {
            return Err(conflict("binome-setup-solo"));
        }
        if self.boat && seats < BOAT_SEATS {
            return Err(conflict("binome-setup-boat-seats"));
        }
        Ok(())
    }

    /// What excludes each other whoever plays is said first: more people would not help.
    fn go_together(&self) -> Result<(), SetupError> {
        if self.solo && self.secrets == Some(false) {
            return Err(conflict("binome-setup-solo-secrets"));
        }
        if self.boat && self.battle {
            return Err(conflict("binome-setup-boat-battle"));
        }
        Ok(())
    }

    /// The seats to lay for so many people: a lone player gets the Assistant.
    pub(super) fn fit_to_players(&mut self, people: u8) -> Result<u8, SetupError> {
        self.go_together()?;
        let seats = if people == 1 {
            if self.secrets == Some(false) {
                return Err(conflict("binome-setup-open-alone"));
            }
            self.solo = true;
            2
        } else if self.solo {
            return Err(conflict("binome-setup-solo"));
        } else {
            people
        };
        self.check(seats)?;
        if self.solo {
            self.secrets = Some(true);
        }
        Ok(seats)
    }

    /// Whether all seats choose at once in a game of so many.
    pub(super) fn secret(&self, seats: u8) -> bool {
        self.secrets.unwrap_or(seats == 2)
    }

    /// What `postulate` is worth.
    pub fn value(&self, postulate: Postulate) -> Value {
        let said = self.values.get(&postulate).copied();
        said.unwrap_or(CARDS[postulate.index()].value)
    }
}
