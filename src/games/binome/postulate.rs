//! The numbers, the sixteen postulates and what they are worth.
//!
//! [`CARDS`] is the one table of values. The rulebook's card pictures are lost: `identical` is worth 4 by the
//! rulebook's example turn, all other values are house values (docs/RULES.md, "Binome").

use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::rules::{Malformed, serialized_as_written};

/// A number of two digits, 00 to 99.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, derive_more::Display)]
#[display("{:02}", self.0)]
pub struct Number(u8);

impl Number {
    /// The number with this value; `None` above 99.
    pub const fn new(value: u8) -> Option<Number> {
        if value < 100 { Some(Number(value)) } else { None }
    }

    /// The number of these two digits, each 0 to 9 (the last decimal digit of each is taken).
    pub(super) const fn of(tens: u8, units: u8) -> Number {
        Number(tens % 10 * 10 + units % 10)
    }

    /// Its value, 0 to 99.
    pub const fn value(self) -> u8 {
        self.0
    }

    /// Its first digit.
    pub const fn tens(self) -> u8 {
        self.0 / 10
    }

    /// Its second digit.
    pub const fn units(self) -> u8 {
        self.0 % 10
    }

    const fn contains(self, digit: u8) -> bool {
        self.tens() == digit || self.units() == digit
    }
}

impl FromStr for Number {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Number, Malformed> {
        match text.as_bytes() {
            [tens @ b'0'..=b'9', units @ b'0'..=b'9'] => Ok(Number::of(tens - b'0', units - b'0')),
            _ => Err(Malformed),
        }
    }
}

serialized_as_written!(Number);

/// One of the sixteen cards: a condition that a number must meet, or a measure by which numbers compete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, derive_more::Display)]
#[display("{}", self.slug())]
#[serde(rename_all = "lowercase")]
pub enum Postulate {
    /// Both digits are the same.
    Identical,
    /// The second digit is 0.
    By10,
    /// At least one digit is 0.
    Has0,
    /// The second digit is 0 or 5.
    By5,
    /// At least one digit is 5.
    Has5,
    /// The greatest number wins.
    Max,
    /// The greatest sum of digits wins.
    MaxSum,
    /// At least one digit is 9.
    Has9,
    /// The lowest number wins.
    Min,
    /// The lowest sum of digits wins.
    MinSum,
    /// At least one digit is 1.
    Has1,
    /// The lowest difference between the digits wins.
    MinDiff,
    /// The greatest difference between the digits wins.
    MaxDiff,
    /// The first digit is a multiple of the second, which is not 0.
    Divides,
    /// The number closest to 50 wins.
    Near50,
    /// The digits add up to 10.
    Sum10,
}

/// What a card is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// X: as many points as seats tried to claim it.
    Tried,
    /// This many points.
    Points(i16),
}

/// The furthest from zero that an operator may set a card's value.
pub const MOST_POINTS: i16 = 999;

/// A card: its slug, its value, and whether that value is the house's.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// Which postulate.
    pub postulate: Postulate,
    /// Its name in notation.
    pub slug: &'static str,
    /// The card's value unless an option says otherwise.
    pub value: Value,
    /// Whether the value is the house's and not the rulebook's.
    pub house: bool,
}

const fn card(postulate: Postulate, slug: &'static str, value: Value, house: bool) -> Card {
    Card {
        postulate,
        slug,
        value,
        house,
    }
}

/// The sixteen cards in the order of the rulebook, with their values.
pub const CARDS: [Card; 16] = {
    use Postulate as P;
    use Value::{Points, Tried};
    [
        card(P::Identical, "identical", Points(4), false),
        card(P::By10, "by10", Points(4), true),
        card(P::Has0, "has0", Points(3), true),
        card(P::By5, "by5", Points(3), true),
        card(P::Has5, "has5", Points(3), true),
        card(P::Max, "max", Tried, true),
        card(P::MaxSum, "maxsum", Tried, true),
        card(P::Has9, "has9", Points(3), true),
        card(P::Min, "min", Tried, true),
        card(P::MinSum, "minsum", Tried, true),
        card(P::Has1, "has1", Points(3), true),
        card(P::MinDiff, "mindiff", Tried, true),
        card(P::MaxDiff, "maxdiff", Tried, true),
        card(P::Divides, "divides", Points(2), true),
        card(P::Near50, "near50", Tried, true),
        card(P::Sum10, "sum10", Points(4), true),
    ]
};

impl Postulate {
    /// Its place in [`CARDS`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name in notation.
    pub const fn slug(self) -> &'static str {
        CARDS[self as usize].slug
    }

    /// Whether `number` may claim the card.
    pub const fn accepts(self, number: Number) -> bool {
        let (tens, units) = (number.tens(), number.units());
        match self {
            Postulate::Identical => tens == units,
            Postulate::By10 => units == 0,
            Postulate::Has0 => number.contains(0),
            Postulate::By5 => units == 0 || units == 5,
            Postulate::Has5 => number.contains(5),
            Postulate::Has9 => number.contains(9),
            Postulate::Has1 => number.contains(1),
            Postulate::Divides => units != 0 && tens % units == 0,
            Postulate::Sum10 => tens + units == 10,
            Postulate::Max
            | Postulate::MaxSum
            | Postulate::Min
            | Postulate::MinSum
            | Postulate::MinDiff
            | Postulate::MaxDiff
            | Postulate::Near50 => true,
        }
    }

    /// Whether the card accepts any number and numbers compete by a measure.
    pub const fn is_measure(self) -> bool {
        match self {
            Postulate::Max
            | Postulate::MaxSum
            | Postulate::Min
            | Postulate::MinSum
            | Postulate::MinDiff
            | Postulate::MaxDiff
            | Postulate::Near50 => true,
            Postulate::Identical
            | Postulate::By10
            | Postulate::Has0
            | Postulate::By5
            | Postulate::Has5
            | Postulate::Has9
            | Postulate::Has1
            | Postulate::Divides
            | Postulate::Sum10 => false,
        }
    }

    /// How well `number` meets the card. The highest merit wins; between equal merits the greatest number wins. Cards with
    /// only a condition give every number the same merit.
    pub const fn merit(self, number: Number) -> i16 {
        let (value, tens, units) = (number.value() as i16, number.tens() as i16, number.units() as i16);
        match self {
            Postulate::Max => value,
            Postulate::Min => -value,
            Postulate::MaxSum => tens + units,
            Postulate::MinSum => -(tens + units),
            Postulate::MaxDiff => (tens - units).abs(),
            Postulate::MinDiff => -(tens - units).abs(),
            Postulate::Near50 => -(value - 50).abs(),
            _ => 0,
        }
    }
}

impl FromStr for Postulate {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Postulate, Malformed> {
        let found = CARDS.iter().find(|card| card.slug == text);
        found.map(|card| card.postulate).ok_or(Malformed)
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Tried => serializer.serialize_str("X"),
            Value::Points(points) => serializer.serialize_i16(*points),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Points(i64),
            Word(String),
        }
        let wrong = || de::Error::custom(format!("a card's value is \"X\" or a whole number up to {MOST_POINTS}"));
        match Form::deserialize(deserializer) {
            Ok(Form::Word(word)) if word == "X" => Ok(Value::Tried),
            Ok(Form::Points(points)) => match i16::try_from(points) {
                Ok(points) if (-MOST_POINTS..=MOST_POINTS).contains(&points) => Ok(Value::Points(points)),
                _ => Err(wrong()),
            },
            _ => Err(wrong()),
        }
    }
}
