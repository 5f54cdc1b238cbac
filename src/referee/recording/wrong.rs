//! What can be wrong with a record, said so that a person finds the place.

use std::fmt;

use crate::rules::{By, Outcome, RecordError, Seat, SetupError};

/// What is wrong with a record, and where.
#[derive(Debug)]
pub struct VerifyError {
    /// The line of the file, from 1, where one was read.
    pub line: Option<usize>,
    /// The event, from 0; `None` when it is about the whole game.
    pub event: Option<usize>,
    /// What is wrong.
    pub wrong: Box<Wrong>,
}

/// The ways in which a record can be wrong.
#[derive(Debug, thiserror::Error)]
pub enum Wrong {
    /// The line is no record.
    #[error("{}", Plain(.0))]
    NotARecord(#[from] RecordError),
    /// The catalogue has no such game.
    #[error("there is no game called {}", Shown(.0))]
    Game(String),
    /// The rules were mended since.
    #[error("it was played by edition {recorded} of the rules, and this program knows edition {known}")]
    Edition {
        /// The record's edition.
        recorded: u16,
        /// This program's.
        known: u16,
    },
    /// The seats or options do not fit the game.
    #[error("it cannot be set up: {}", Plain(.0))]
    Setup(#[from] SetupError),
    /// An option is missing or not as it was in effect.
    #[error("option {} is recorded as {} and was {}", Shown(.name), Plain(.recorded), Plain(.effective))]
    Option {
        /// The option.
        name: String,
        /// The record's value.
        recorded: String,
        /// The value in effect.
        effective: String,
    },
    /// The `levels` make no sense.
    #[error("{0}")]
    Levels(&'static str),
    /// The seed is not 64 hexadecimal digits.
    #[error("the seed is not 64 hexadecimal digits")]
    Seed,
    /// The `resealed` makes no sense.
    #[error("{0}")]
    Resealed(&'static str),
    /// What the record says of secrets, words or drawn seats makes no sense.
    #[error("{0}")]
    Luck(&'static str),
    /// The `match`, `round` or `before` makes no sense.
    #[error("{0}")]
    Match(&'static str),
    /// An event after the game was over.
    #[error("the game was over before this event")]
    AfterTheEnd,
    /// Somebody acted who was not asked.
    #[error("{} acts, but {awaited}", who(.by))]
    NotAwaited {
        /// Who acted.
        by: By,
        /// Whom the game was waiting for.
        awaited: String,
    },
    /// The game does not accept the event.
    #[error("{} is not legal here ({reason})", Shown(.what))]
    Refused {
        /// The event.
        what: String,
        /// The key of the reason.
        reason: String,
    },
    /// The event is written in another way than the notation's.
    #[error("{} should be written {}", Shown(.recorded), Shown(.canonical))]
    Notation {
        /// As recorded.
        recorded: String,
        /// As it should be.
        canonical: String,
    },
    /// The number of choices is wrong.
    #[error("`of` is {}, but the seat had {}", count(.recorded), count(.counted))]
    Of {
        /// As recorded.
        recorded: Option<u32>,
        /// As it should be.
        counted: Option<u32>,
    },
    /// The facts are wrong.
    #[error("`then` says {}, but what followed is {}", facts(.recorded), facts(.followed))]
    Then {
        /// As recorded.
        recorded: Vec<String>,
        /// As it should be.
        followed: Vec<String>,
    },
    /// A lapse that the referee would not have played.
    #[error("{0}")]
    Lapsed(&'static str),
    /// What the record says of the version of its computer players makes no sense.
    #[error("{0}")]
    Players(&'static str),
    /// A computer player would have chosen something else.
    #[error("in its turn {turn}, the computer player of level {level} at seat {seat} chooses {}, not {}", choice(.computed), Shown(.recorded))]
    Computed {
        /// The seat.
        seat: Seat,
        /// Which of the seat's choices in this game it is, from 1.
        turn: u64,
        /// The level.
        level: u8,
        /// As recorded.
        recorded: String,
        /// What the computer player chooses; `None` where it finds nothing.
        computed: Option<String>,
    },
    /// The draw does not follow from the seed.
    #[error("the seed gives {}, not {}", Shown(.drawn), Shown(.recorded))]
    Draw {
        /// As recorded.
        recorded: String,
        /// What the seed gives.
        drawn: String,
    },
    /// The game cannot have ended by that word.
    #[error("{0}")]
    Ended(&'static str),
    /// The result is wrong.
    #[error("the result is recorded as {}, but it is {}", ending(.recorded), ending(.reached))]
    Result {
        /// As recorded.
        recorded: Option<Outcome>,
        /// As it should be.
        reached: Option<Outcome>,
    },
}

impl Wrong {
    pub(super) fn at(self, event: usize) -> VerifyError {
        VerifyError {
            event: Some(event),
            ..VerifyError::from(self)
        }
    }
}

impl From<Wrong> for VerifyError {
    fn from(wrong: Wrong) -> VerifyError {
        VerifyError {
            line: None,
            event: None,
            wrong: Box::new(wrong),
        }
    }
}

impl VerifyError {
    /// The same error, with the line of the file.
    #[must_use]
    pub fn on_line(mut self, line: usize) -> VerifyError {
        self.line = Some(line);
        self
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.event) {
            (Some(line), Some(event)) => write!(f, "line {line}, event {event}: ")?,
            (Some(line), None) => write!(f, "line {line}: ")?,
            (None, Some(event)) => write!(f, "event {event}: ")?,
            (None, None) => {}
        }
        self.wrong.fmt(f)
    }
}

impl std::error::Error for VerifyError {}

/// As much of the beginning of a text as fits where so many letters are free, once what cannot be seen is escaped.
fn beginning(text: &str, mut free: usize) -> &str {
    for (at, letter) in text.char_indices() {
        match free.checked_sub(letter.escape_debug().count()) {
            Some(rest) => free = rest,
            None => return &text[..at],
        }
    }
    text
}

/// Text out of a file: quoted, with control characters escaped, and not longer than a line.
struct Shown<'t>(&'t str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = beginning(self.0, 100);
        write!(f, "{start:?}")?;
        if start.len() < self.0.len() {
            f.write_str("…")?;
        }
        Ok(())
    }
}

/// Another error's sentence, or a value, which may quote a file: what cannot be seen is escaped, so that it does nothing to a
/// terminal, and it has an end.
struct Plain<E>(E);

impl<E: fmt::Display> fmt::Display for Plain<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string();
        let start = beginning(&text, 300);
        for letter in start.chars() {
            match letter {
                '"' | '\'' | '\\' => write!(f, "{letter}")?,
                _ => write!(f, "{}", letter.escape_debug())?,
            }
        }
        if start.len() < text.len() {
            f.write_str("…")?;
        }
        Ok(())
    }
}

fn who(by: &By) -> String {
    match by {
        By::Chance => "chance".to_owned(),
        By::Seat(seat) => format!("seat {seat}"),
    }
}

/// What `show` makes of a value; a word for no value.
fn or<T>(value: Option<T>, none: &str, show: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| none.to_owned(), show)
}

fn choice(what: &Option<String>) -> String {
    or(what.as_ref(), "nothing", |what| Shown(what).to_string())
}

fn count(count: &Option<u32>) -> String {
    or(count.as_ref(), "left out", u32::to_string)
}

fn facts(facts: &[String]) -> String {
    let facts = (!facts.is_empty()).then(|| facts.join("; "));
    or(facts, "nothing", |facts| Shown(&facts).to_string())
}

fn ending(outcome: &Option<Outcome>) -> String {
    let json = |outcome| Plain(serde_json::to_string(outcome).unwrap_or_default()).to_string();
    or(outcome.as_ref(), "still running", json)
}
