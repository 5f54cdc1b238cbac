//! How the parts of a custom id are written and read.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Write as _};
use std::str::FromStr;

use crate::discord::limits;
use crate::games::Options;
use crate::player::Level;

/// The version of the format. Ids of another version are refused, and the person is shown the way to a fresh panel.
pub(super) const VERSION: &str = "w1";

/// A spelling for a part of an id. Reading may be lenient, because the caller compares the id with what would be written.
pub(super) trait Part<T> {
    /// Writes the part, with the separator before it.
    fn write(value: &T, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Reads the part from the beginning of `rest`.
    fn read(rest: &mut &str) -> Option<T>;
}

/// Takes the text between a colon and the next colon.
fn part<'t>(rest: &mut &'t str) -> Option<&'t str> {
    let text = rest.strip_prefix(':')?;
    let (part, behind) = text.split_at(text.find(':').unwrap_or(text.len()));
    *rest = behind;
    Some(part)
}

/// Takes the text after a colon, up to the end.
fn to_the_end<'t>(rest: &mut &'t str) -> Option<&'t str> {
    std::mem::take(rest).strip_prefix(':')
}

/// A number of any size.
pub(super) struct Number;

impl<T: Copy + Into<u64> + TryFrom<u64>> Part<T> for Number {
    fn write(value: &T, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ":{}", base36((*value).into()))
    }

    fn read(rest: &mut &str) -> Option<T> {
        *rest = rest.strip_prefix(':')?;
        digits(rest)?.try_into().ok()
    }
}

/// A number, or nothing.
pub(super) struct Maybe;

impl Part<Option<u64>> for Maybe {
    fn write(value: &Option<u64>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match value {
            Some(number) => Number::write(number, f),
            None => f.write_char(':'),
        }
    }

    fn read(rest: &mut &str) -> Option<Option<u64>> {
        let mut part = part(rest)?;
        if part.is_empty() {
            Some(None)
        } else {
            digits(&mut part).map(Some)
        }
    }
}

/// The clock's rest, appended to the clock; nothing for 0.
pub(super) struct Rest;

impl Part<u32> for Rest {
    fn write(value: &u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match value {
            0 => Ok(()),
            value => write!(f, ".{}", base36((*value).into())),
        }
    }

    fn read(rest: &mut &str) -> Option<u32> {
        let Some(added) = rest.strip_prefix('.') else {
            return Some(0);
        };
        *rest = added;
        digits(rest)?.try_into().ok()
    }
}

/// The level of computer players, appended to the part before it; nothing for `None`.
pub(super) struct AtLevel;

impl Part<Option<Level>> for AtLevel {
    fn write(value: &Option<Level>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        value.map_or(Ok(()), |level| write!(f, ".{level}"))
    }

    fn read(rest: &mut &str) -> Option<Option<Level>> {
        let Some(added) = rest.strip_prefix('.') else {
            return Some(None);
        };
        *rest = added;
        let number = u8::try_from(digits(rest)?).ok()?;
        Level::new(number).ok().map(Some)
    }
}

/// A number at the end of an id, or nothing.
pub(super) struct Guest;

impl Part<Option<u64>> for Guest {
    fn write(value: &Option<u64>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        value.map_or(Ok(()), |number| Number::write(&number, f))
    }

    fn read(rest: &mut &str) -> Option<Option<u64>> {
        match rest.is_empty() {
            true => Some(None),
            false => Number::read(rest).map(Some),
        }
    }
}

/// A word of an enum.
pub(super) struct Word;

impl<T: Display + FromStr> Part<T> for Word {
    fn write(value: &T, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ":{value}")
    }

    fn read(rest: &mut &str) -> Option<T> {
        part(rest)?.parse().ok()
    }
}

/// Defines a part that stands in an id as plain text: how to take it from the id, and which texts are valid.
macro_rules! texts {
    ($($(#[$about:meta])* $form:ident $take:expr, $is_one:expr;)*) => {
        $(
            $(#[$about])*
            pub(super) struct $form;

            impl Part<String> for $form {
                fn write(value: &String, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    write!(f, ":{value}")
                }

                fn read(rest: &mut &str) -> Option<String> {
                    $take(rest).filter($is_one).map(str::to_owned)
                }
            }
        )*
    };
}

texts! {
    /// The slug of a game.
    Slug part, |text| is_slug(text);
    /// Options, as [`pack`] writes them.
    Packed part, |text| unpack(text).is_some();
    /// A choice in notation, to the end of the id.
    Choice to_the_end, |text| is_choice(text);
}

/// The path to a menu.
pub(super) struct Path;

impl Part<Vec<String>> for Path {
    fn write(value: &Vec<String>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ":{}", value.join("/"))
    }

    fn read(rest: &mut &str) -> Option<Vec<String>> {
        let steps = part(rest)?.split('/').filter(|step| !step.is_empty());
        steps.map(|step| is_step(step).then(|| step.to_owned())).collect()
    }
}

/// A choice in notation, or nothing.
pub(super) struct MaybeChoice;

impl Part<String> for MaybeChoice {
    fn write(value: &String, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if value.is_empty() {
            Ok(())
        } else {
            Choice::write(value, f)
        }
    }

    fn read(rest: &mut &str) -> Option<String> {
        if rest.is_empty() {
            Some(String::new())
        } else {
            Choice::read(rest)
        }
    }
}

fn is_slug(text: &str) -> bool {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !text.is_empty() && text.len() <= limits::COMMAND_NAME && text.chars().all(allowed)
}

pub(super) fn is_step(step: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, ',' | '^' | '@');
    !step.is_empty() && step.chars().all(allowed)
}

pub(super) fn is_choice(what: &str) -> bool {
    what.trim() == what && !what.is_empty() && !what.chars().any(char::is_control)
}

const BASE: u64 = 36;

fn base36(mut number: u64) -> String {
    let mut digits = Vec::new();
    loop {
        digits.extend(char::from_digit((number % BASE) as u32, BASE as u32));
        number /= BASE;
        if number == 0 {
            return digits.iter().rev().collect();
        }
    }
}

/// Reads a number from the beginning of `rest`.
fn digits(rest: &mut &str) -> Option<u64> {
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric());
    let (digits, behind) = rest.split_at(end.unwrap_or(rest.len()));
    *rest = behind;
    u64::from_str_radix(digits, BASE as u32).ok()
}

/// Writes options in few characters: `secrets,games=5,first=host,strict!` (yes, a number, a word, no). `None` if an option
/// has another kind of value.
pub fn pack(options: &Options) -> Option<String> {
    let word = |(name, value): (&String, &serde_json::Value)| match value {
        serde_json::Value::Bool(true) => Some(name.clone()),
        serde_json::Value::Bool(false) => Some(format!("{name}!")),
        serde_json::Value::Number(number) => number.as_i64().map(|number| format!("{name}={number}")),
        serde_json::Value::String(word) => Some(format!("{name}={word}")),
        _ => None,
    };
    let named: BTreeMap<&String, &serde_json::Value> = options.iter().collect();
    let words: Option<Vec<String>> = named.into_iter().map(word).collect();
    words
        .map(|words| words.join(","))
        .filter(|packed| unpack(packed).as_ref() == Some(options))
}

/// The value of an option: a number, or a word of small letters.
fn value_of(text: &str) -> Option<serde_json::Value> {
    if !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase()) {
        return Some(text.into());
    }
    text.parse::<i64>().ok().map(Into::into)
}

/// Reads what [`pack`] wrote.
pub fn unpack(packed: &str) -> Option<Options> {
    let named = |name: &str| {
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        (!name.is_empty() && name.chars().all(allowed)).then(|| name.to_owned())
    };
    let mut options = Options::new();
    for word in packed.split(',').filter(|_| !packed.is_empty()) {
        let (name, value) = match (word.split_once('='), word.strip_suffix('!')) {
            (Some((name, value)), _) => (named(name)?, value_of(value)?),
            (None, Some(name)) => (named(name)?, false.into()),
            (None, None) => (named(word)?, true.into()),
        };
        options.insert(name, value);
    }
    Some(options)
}

/// How many bits the number has that was taken at a step of a guided first game.
const STEP_BITS: usize = 2;

/// Writes what was taken at each step of a guided first game, the first step lowest: numbers below four.
pub fn pack_steps(taken: &[u8]) -> u64 {
    let steps = taken.iter().rev();
    steps.fold(0, |packed, number| packed << STEP_BITS | u64::from(*number))
}

/// Reads so many steps of what [`pack_steps`] wrote. `None` if these steps cannot be written so.
pub fn unpack_steps(steps: u16, packed: u64) -> Option<Vec<u8>> {
    let steps = usize::from(steps);
    if steps > u64::BITS as usize / STEP_BITS {
        return None;
    }
    let number = |step: usize| (packed >> (step * STEP_BITS)) as u8 & ((1 << STEP_BITS) - 1);
    let taken: Vec<u8> = (0..steps).map(number).collect();
    (pack_steps(&taken) == packed).then_some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_are_neither_flags_nor_numbers_nor_words_are_not_packed() {
        let mut options = Options::new();
        assert_eq!(pack(&options).as_deref(), Some(""));
        options.insert("games".to_owned(), 5.into());
        options.insert("strict".to_owned(), false.into());
        options.insert("secrets".to_owned(), true.into());
        assert_eq!(pack(&options).as_deref(), Some("games=5,secrets,strict!"));
        assert_eq!(unpack("games=5,secrets,strict!"), Some(options.clone()));
        options.insert("first".to_owned(), "host".into());
        assert_eq!(pack(&options).as_deref(), Some("first=host,games=5,secrets,strict!"));
        assert_eq!(unpack("first=host,games=5,secrets,strict!"), Some(options.clone()));
        for odd in ["", "7", "a,b", "Host", "a=b"] {
            options.insert("first".to_owned(), odd.into());
            assert_eq!(pack(&options), None, "{odd:?} would not come back");
        }
        options.insert("first".to_owned(), "host".into());
        options.insert("values".to_owned(), serde_json::json!({ "a": 1 }));
        assert_eq!(pack(&options), None);
    }

    #[test]
    fn steps_of_a_first_game_come_back_and_no_others_are_read() {
        for taken in [&[][..], &[0], &[3, 0, 1, 2], &[0; 10], &[3; 32]] {
            assert_eq!(
                unpack_steps(taken.len() as u16, pack_steps(taken)).as_deref(),
                Some(taken)
            );
        }
        assert_eq!(unpack_steps(1, 4), None, "more was taken than there are steps");
        assert_eq!(unpack_steps(33, 0), None);
        assert_eq!(unpack_steps(u16::MAX, u64::MAX), None);
    }
}
