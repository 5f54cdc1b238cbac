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
#[derive(Clone, Debug, PartialEq, Eq, Hash, derive_more::From)]
pub enum Arg {
    /// A whole number.
    #[from(u8, u16, u32, i32, i64)]
    Number(i64),
    /// Notation, or a number with leading zeros: shown unchanged.
    #[from(String, &str)]
    Text(String),
    /// A seat: shown as its holder's name.
    #[from]
    Seat(Seat),
    /// A phrase inside the phrase.
    #[from]
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

impl<A: Into<Arg>> FromIterator<A> for Arg {
    fn from_iter<I: IntoIterator<Item = A>>(items: I) -> Arg {
        Arg::List(items.into_iter().map(Into::into).collect())
    }
}
