//! The room of languages: phrases in, text out.
//!
//! Games, the referee and Discord's messages name what they say as a [`Phrase`]; this room turns it into text in the
//! reader's language. Shared messages are in `src/words/<locale>.ftl`, and each game has a file in its folder; all files
//! are embedded in the program. Another language is one more file, named in [`HOUSE`] and in the game's `WORDS`; a message
//! that it lacks is said in English.
//!
//! This room sees phrases and names only: no view, no state, no secret, and nothing of Discord but its markup. People's
//! names come from outside; [`clean_name`] makes them harmless, and nothing else does.

mod names;
#[cfg(test)]
pub(crate) mod tests;

use std::borrow::Cow;
use std::collections::BTreeMap;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentError, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::games::{CATALOGUE, GameEntry, SHARED_WORDS};
use crate::rules::{Arg, Phrase, Seat};

pub use names::{clean_name, plain};

/// The shared language files, with the messages that several games have in common: locale and Fluent text.
pub const HOUSE: &[(&str, &str)] = &[(ENGLISH, include_str!("en.ftl")), (ENGLISH, SHARED_WORDS)];

/// The language that has every message.
pub const ENGLISH: &str = "en";

/// The names of the seats' holders, for phrases that mention seats.
pub trait Names {
    /// The name of the holder of `seat`.
    fn name(&self, seat: Seat) -> Name;

    /// The number of the holder's mark in pictures: see [`marks`](crate::rules::marks).
    fn mark(&self, seat: Seat) -> u8 {
        seat.0
    }
}

/// How a seat's holder is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// By a name that they chose, as it came from outside.
    Person(String),
    /// By Discord's mention of this user id.
    Mention(u64),
    /// By a phrase (a computer player).
    Said(Phrase),
    /// Only by the number of the seat.
    Unknown,
}

/// Names everybody by the number of their seat.
#[derive(Clone, Copy, Debug, Default)]
pub struct Numbered;

impl Names for Numbered {
    fn name(&self, _: Seat) -> Name {
        Name::Unknown
    }
}

/// Why the language files cannot be used: a bug of the program, which its tests find.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("language file {locale}: {what}")]
pub struct WordsError {
    /// The file's locale.
    pub locale: String,
    /// What is wrong with it.
    pub what: String,
}

type Bundle = FluentBundle<FluentResource>;

/// Every language that the program speaks.
#[derive(derive_more::Debug)]
#[debug("{:?}", bundles.keys())]
pub struct Words {
    /// By locale in lower case.
    bundles: BTreeMap<String, Bundle>,
}

impl Words {
    /// The languages that are embedded in the program.
    ///
    /// # Errors
    /// When a language file is broken.
    pub fn embedded() -> Result<Words, WordsError> {
        Words::of(HOUSE, CATALOGUE)
    }

    /// The languages of these files.
    ///
    /// # Errors
    /// When one is broken: an invalid language tag, invalid Fluent syntax, or a message defined twice.
    pub fn of(house: &[(&str, &str)], games: &[GameEntry]) -> Result<Words, WordsError> {
        let mut words = Words {
            bundles: BTreeMap::new(),
        };
        let files = house.iter().chain(games.iter().flat_map(|entry| entry.words));
        for (locale, text) in files {
            words.add(locale, text).map_err(|what| WordsError {
                locale: (*locale).to_owned(),
                what,
            })?;
        }
        Ok(words)
    }

    fn add(&mut self, locale: &str, text: &str) -> Result<(), String> {
        let language: LanguageIdentifier = locale.parse().map_err(|_| "no language tag".to_owned())?;
        let resource = FluentResource::try_new(text.to_owned()).map_err(|(_, errors)| format!("{errors:?}"))?;
        let bundle = self.bundles.entry(locale.to_lowercase()).or_insert_with(|| {
            let mut bundle = Bundle::new_concurrent(vec![language]);
            // Names are isolated where they need it; isolation marks around every number would only end up in button labels.
            bundle.set_use_isolating(false);
            bundle
        });
        bundle.add_resource(resource).map_err(|errors| format!("{errors:?}"))
    }

    /// The locales of all languages, in lower case.
    pub fn locales(&self) -> impl Iterator<Item = &str> {
        self.bundles.keys().map(String::as_str)
    }

    /// The languages for a reader with Discord's locale code `locale` (`en-GB`, `de`), the best first: the exact locale, the
    /// language without its region, English.
    fn chain(&self, locale: &str) -> impl Iterator<Item = &Bundle> {
        let exact = locale.to_lowercase();
        let language = exact.split(['-', '_']).next().unwrap_or_default().to_owned();
        let mut wanted = vec![exact, language, ENGLISH.to_owned()];
        wanted.dedup();
        wanted.into_iter().filter_map(|locale| self.bundles.get(&locale))
    }

    /// `phrase` for a reader with Discord's locale code `locale`, marked up for a Discord message.
    ///
    /// A phrase that no language has is a bug: its key is logged, and shown in brackets.
    pub fn text(&self, locale: &str, phrase: &Phrase, names: &dyn Names) -> String {
        let speech = Speech {
            chain: self.chain(locale).collect(),
            names,
        };
        speech.phrase(phrase)
    }

    /// [`Words::text`] without markup: for button labels, menus, pictures and terminals, which would show the marks.
    pub fn plain(&self, locale: &str, phrase: &Phrase, names: &dyn Names) -> String {
        plain(&self.text(locale, phrase, names))
    }

    /// The message called `key`, which takes no arguments; `None` when no language has it. For keys that are built from a
    /// name in the catalogue, such as an option's.
    pub fn message(&self, locale: &str, key: &str) -> Option<String> {
        self.chain(locale)
            .find_map(|bundle| formatted(bundle, key, &FluentArgs::new()))
    }

    /// The message called `key` in exactly this language, if the language has it: for Discord's own localization fields.
    pub fn own_message(&self, locale: &str, key: &str) -> Option<String> {
        let bundle = self.bundles.get(&locale.to_lowercase())?;
        formatted(bundle, key, &FluentArgs::new())
    }
}

/// The message of one bundle, if the bundle has it.
fn formatted(bundle: &Bundle, key: &str, args: &FluentArgs<'_>) -> Option<String> {
    let pattern = bundle.get_message(key)?.value()?;
    let mut errors: Vec<FluentError> = Vec::new();
    let text = bundle.format_pattern(pattern, Some(args), &mut errors).into_owned();
    for error in errors {
        tracing::error!(key, %error, "a message could not be said as written");
    }
    Some(text)
}

/// One text in the making, for one reader.
struct Speech<'s> {
    /// The reader's languages, the best first.
    chain: Vec<&'s Bundle>,
    names: &'s dyn Names,
}

impl Speech<'_> {
    fn phrase(&self, phrase: &Phrase) -> String {
        let args = phrase.args.iter().map(|(name, arg)| (*name, self.value(arg)));
        self.say(phrase.key, args.collect())
    }

    fn say(&self, key: &str, args: FluentArgs<'_>) -> String {
        let said = self.chain.iter().find_map(|bundle| formatted(bundle, key, &args));
        said.unwrap_or_else(|| {
            tracing::error!(key, "no language has this message");
            format!("({key})")
        })
    }

    fn value(&self, arg: &Arg) -> FluentValue<'static> {
        match arg {
            Arg::Number(number) => FluentValue::from(*number),
            other => FluentValue::String(Cow::Owned(self.text(other))),
        }
    }

    fn text(&self, arg: &Arg) -> String {
        match arg {
            Arg::Number(number) => number.to_string(),
            Arg::Text(text) => names::clean_text(text),
            Arg::Seat(seat) => self.seat(*seat),
            Arg::Phrase(phrase) => self.phrase(phrase),
            Arg::List(items) => self.list(items),
        }
    }

    fn seat(&self, seat: Seat) -> String {
        match self.names.name(seat) {
            Name::Person(name) => clean_name(&name).unwrap_or_else(|| self.numbered(seat)),
            Name::Mention(user) => format!("<@{user}>"),
            Name::Said(phrase) => self.phrase(&phrase),
            Name::Unknown => self.numbered(seat),
        }
    }

    fn numbered(&self, seat: Seat) -> String {
        self.phrase(&Phrase::new("seat-numbered").with("number", u32::from(seat.0) + 1))
    }

    /// "a, b and c", built from the language's own messages.
    fn list(&self, items: &[Arg]) -> String {
        let Some((first, rest)) = items.split_first() else {
            return self.say("list-empty", FluentArgs::new());
        };
        let mut list = self.text(first);
        for (at, item) in rest.iter().enumerate() {
            let key = if at + 1 == rest.len() { "list-last" } else { "list-next" };
            let args = [("list", list), ("item", self.text(item))];
            list = self.say(key, args.into_iter().collect());
        }
        list
    }
}
