//! A message, before any language puts it into words.
//!
//! A phrase names a message of the language files (the game's or the shared ones) and gives its arguments; only the room
//! `words` turns it into text. So games speak to people without holding a single sentence.

use super::Seat;

/// A message of the language files with its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phrase {
    /// The message's name, such as `binome-turn`.
    pub key: &'static str,
    /// Its arguments, by name.
    pub args: Vec<(&'static str, Arg)>,
}

/// An argument of a [`Phrase`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Arg {
    /// A whole number.
    Number(i64),
    /// Notation, or a number with leading zeros: shown unchanged.
    Text(String),
    /// A seat: shown as its holder's name.
    Seat(Seat),
    /// A phrase inside the phrase.
    Phrase(Phrase),
    /// Several arguments, joined as the language joins a list.
    List(Vec<Arg>),
}

impl Phrase {
    /// A phrase without arguments.
    pub const fn new(key: &'static str) -> Phrase {
        Phrase { key, args: Vec::new() }
    }

    /// The same phrase with one more argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Phrase {
        self.args.push((name, value.into()));
        self
    }

    /// The phrase, which is a clause, as a whole sentence.
    #[must_use]
    pub fn into_sentence(self) -> Phrase {
        Phrase::new("whole-sentence").with("says", self)
    }

    /// Whether the phrase, or one inside it, is for its reader alone: what became of something that the reader did. The keys
    /// of such messages end in `-own`.
    pub fn is_own(&self) -> bool {
        fn own(arg: &Arg) -> bool {
            match arg {
                Arg::Phrase(phrase) => phrase.is_own(),
                Arg::List(list) => list.iter().any(own),
                _ => false,
            }
        }
        self.key.ends_with("-own") || self.args.iter().any(|(_, arg)| own(arg))
    }
}

macro_rules! number_args {
    ($($kind:ty),*) => { $(impl From<$kind> for Arg {
        fn from(number: $kind) -> Arg {
            Arg::Number(i64::from(number))
        }
    })* };
}
number_args!(u8, u16, u32, i32, i64);

impl From<String> for Arg {
    fn from(text: String) -> Arg {
        Arg::Text(text)
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Arg {
        Arg::Text(text.to_owned())
    }
}

impl From<Seat> for Arg {
    fn from(seat: Seat) -> Arg {
        Arg::Seat(seat)
    }
}

impl From<Phrase> for Arg {
    fn from(phrase: Phrase) -> Arg {
        Arg::Phrase(phrase)
    }
}

impl<A: Into<Arg>> FromIterator<A> for Arg {
    fn from_iter<I: IntoIterator<Item = A>>(items: I) -> Arg {
        Arg::List(items.into_iter().map(Into::into).collect())
    }
}
