//! How Bingolino is written: what chance brings, what seats choose, and what follows (docs/RULES.md, "Bingolino").
//!
//! Reading is strict: only what would be written is read back. People who type are met by
//! [`Game::read`](crate::rules::Game::read), which forgives more.

use std::fmt;
use std::str::FromStr;

use super::grid::{Layout, Line, Place, TILES};
use crate::rules::{Malformed, Seat, notation, write_list};

/// The most seats.
pub const MAX_SEATS: u8 = 4;

/// The most dice.
pub const MAX_DICE: u8 = 5;

/// Dice that were rolled, in the order in which they fell; at most five.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dice {
    count: u8,
    presentation: [u8; MAX_DICE as usize],
}

impl Dice {
    /// Adds a die; a sixth is left out.
    pub(super) fn push(&mut self, presentation: u8) {
        if let Some(place) = self.presentation.get_mut(usize::from(self.count)) {
            *place = presentation;
            self.count += 1;
        }
    }

    /// What they show.
    pub fn presentation(&self) -> &[u8] {
        &self.presentation[..usize::from(self.count)]
    }

    /// Their total.
    pub fn total(&self) -> u8 {
        self.presentation().iter().sum()
    }

    /// The totals that the roller reaches by taking one die away, with that die: ascending by die, each once. One die
    /// cannot be taken away from itself.
    pub fn less_one(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        let shown = self
            .presentation()
            .iter()
            .fold(0_u8, |shown, presentation| shown | 1 << presentation);
        let several = self.count > 1;
        let total = self.total();
        (1..=6)
            .filter(move |presentation| several && shown & 1 << presentation != 0)
            .map(move |presentation| (presentation, total - presentation))
    }
}

/// What chance brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// The tiles that a seat draws, in the order of its given layout.
    Tiles(Seat, Layout),
    /// Who rolls first.
    First(Seat),
    /// A roll.
    Dice(Dice),
}

/// What a seat chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// To lay its tiles out so.
    Layout(Layout),
    /// To roll so many dice.
    Roll(u8),
    /// To turn over the tile there, for the total or (the roller) for the total without that die.
    Flip(Place, Option<u8>),
    /// To turn over nothing.
    Decline,
    /// To turn the tile there back.
    Back(Place),
}

/// What follows when a roll is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The seat takes a star for the line.
    Star(Seat, Line),
}

notation! { Chance {
    Tiles(seat, tiles) if seat.0 < MAX_SEATS => "tiles {seat} {tiles}",
    First(seat) if seat.0 < MAX_SEATS => "first {seat}",
    Dice(dice) => "dice {dice}",
} }

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, ",", self.presentation())
    }
}

impl FromStr for Dice {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Dice, Malformed> {
        let mut dice = Dice::default();
        for die in text.split(',') {
            dice.push(digit(die, 6)?);
        }
        Ok(dice)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Layout(layout) => write!(f, "layout {layout}"),
            Choice::Roll(count) => write!(f, "roll {count}"),
            Choice::Flip(place, None) => write!(f, "flip {place}"),
            Choice::Flip(place, Some(die)) => write!(f, "flip {place} -{die}"),
            Choice::Decline => f.write_str("decline"),
            Choice::Back(place) => write!(f, "back {place}"),
        }
    }
}

impl FromStr for Choice {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Choice, Malformed> {
        if text == "decline" {
            return Ok(Choice::Decline);
        }
        let (word, rest) = text.split_once(' ').ok_or(Malformed)?;
        match word {
            "layout" => rest.parse().map(Choice::Layout),
            "roll" => digit(rest, MAX_DICE).map(Choice::Roll),
            "back" => rest.parse().map(Choice::Back),
            "flip" => match rest.split_once(" -") {
                None => Ok(Choice::Flip(rest.parse()?, None)),
                Some((place, die)) => Ok(Choice::Flip(place.parse()?, Some(digit(die, 6)?))),
            },
            _ => Err(Malformed),
        }
    }
}

impl Choice {
    /// Reads what a person typed. Capitals, spaces and signs between words are forgiven; a place alone is a flip, a number
    /// from 1 to 5 alone a roll, sixteen numbers alone a layout.
    pub(super) fn read(text: &str) -> Result<Choice, Malformed> {
        let typed = text.to_uppercase();
        let words: Vec<&str> = typed
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty() && *word != "THE")
            .collect();
        let (verb, rest) = match words.as_slice() {
            ["LAYOUT" | "LAY", rest @ ..] => ("layout", rest),
            ["ROLL", rest @ ..] => ("roll", rest),
            ["FLIP" | "TURN", rest @ ..] => ("flip", rest),
            ["BACK", rest @ ..] => ("back", rest),
            ["DECLINE" | "PASS" | "NOTHING" | "NO"] => return Ok(Choice::Decline),
            [first, ..] if first.parse::<Place>().is_ok() => ("flip", words.as_slice()),
            all if all.len() == TILES => ("layout", all),
            all => ("roll", all),
        };
        match (verb, rest) {
            ("layout", numbers) => format!("layout {}", numbers.join(",")).parse(),
            ("flip", [place, die]) | ("flip", [place, "WITHOUT" | "LESS", die]) => {
                format!("flip {place} -{die}").parse()
            }
            ("roll", [count, "DICE" | "DIE"]) => format!("roll {count}").parse(),
            (verb, [only]) => format!("{verb} {only}").parse(),
            _ => Err(Malformed),
        }
    }
}

notation! { Fact {
    Star(seat, line) if seat.0 < MAX_SEATS => "star {seat} {line}",
} }

/// A digit from 1 to `most`.
fn digit(text: &str, most: u8) -> Result<u8, Malformed> {
    match text.as_bytes() {
        [digit @ b'1'..=b'9'] if digit - b'0' <= most => Ok(digit - b'0'),
        _ => Err(Malformed),
    }
}
