//! The tree of commands, built from the catalogue, and its declaration for Discord.
//!
//! poise's own declaration is not used: its options cannot have bounds that are known only at run time.

use std::borrow::Cow;

use serde_json::{Value, json};

use crate::discord::absent::PLAYER;
use crate::discord::clock_options::{CLOCKS, RESTS};
use crate::discord::custom_id::Boards;
use crate::discord::limits;
use crate::discord::moves::{MOVE, TABLE};
use crate::discord::opening::{LEVEL, WITH};
use crate::discord::past::{MATCH, PARTS};
use crate::games::{CATALOGUE, DAILY, GameEntry};
use crate::player::Level;
use crate::rules::{OptionKind, OptionSpec, Phrase};
use crate::words::{ENGLISH, Numbered, Words};

/// Types of command options (Discord's numbers).
const SUB_COMMAND: u8 = 1;
const STRING: u8 = 3;
const INTEGER: u8 = 4;
const BOOLEAN: u8 = 5;
const USER: u8 = 6;

/// The option for the person whose matches are asked for.
pub(super) const PERSON: &str = "person";
/// The option for the game of which the rating's course is shown.
pub(super) const RATED: &str = "game";
/// The option for the game of which the position of the day is shown.
pub(super) const DAILY_GAME: &str = "game";

/// What a command does.
#[derive(Clone, Copy, Debug)]
pub(in crate::discord) enum CommandKind {
    Start(&'static GameEntry),
    Play,
    Rules(&'static GameEntry),
    Learn(&'static GameEntry),
    Leaderboard(&'static GameEntry),
    Show,
    Mine,
    Leave,
    Cancel,
    Nudge,
    Hint,
    Replace,
    Remove,
    Resign,
    DrawOffer,
    Verify,
    Record,
    Review,
    MyData,
    History,
    Profile,
    Daily,
    Boards,
    /// A typed move: in any game, or by a game's own command.
    Move(Option<&'static GameEntry>),
    Settings,
    Status,
    Help,
    /// Answers with one word, for measuring how fast the bot is.
    Bare,
    /// A command that is not in the tree.
    Unknown,
}

/// A command, or a subcommand.
pub(in crate::discord) struct Spec {
    pub(super) name: &'static str,
    key: String,
    options: Vec<Parameter>,
    pub(super) parts: Vec<Spec>,
    pub(super) kind: Option<CommandKind>,
}

/// An option of a command.
#[derive(Clone)]
struct Parameter {
    name: &'static str,
    key: String,
    kind: u8,
    required: bool,
    completes: bool,
    bounds: Option<(i64, i64)>,
    choices: Vec<(Choice, Value)>,
}

/// The name of a choice.
#[derive(Clone)]
enum Choice {
    Key(Cow<'static, str>),
    Text(String),
    Seconds(u32),
}

impl Parameter {
    fn new(name: &'static str, key: impl Into<String>, kind: u8) -> Parameter {
        Parameter {
            name,
            key: key.into(),
            kind,
            required: false,
            completes: false,
            bounds: None,
            choices: Vec::new(),
        }
    }

    fn required(self) -> Parameter {
        Parameter { required: true, ..self }
    }

    fn within(self, min: i64, max: i64) -> Parameter {
        Parameter {
            bounds: Some((min, max)),
            ..self
        }
    }

    fn one_of(self, choices: impl IntoIterator<Item = (Choice, Value)>) -> Parameter {
        Parameter {
            choices: choices.into_iter().collect(),
            ..self
        }
    }

    fn of_game(entry: &GameEntry, spec: &OptionSpec) -> Parameter {
        let key = format!("{}-option-{}", entry.slug, spec.name);
        let of_kind = |kind| Parameter::new(spec.name, key.clone(), kind);
        match spec.kind {
            OptionKind::Flag => of_kind(BOOLEAN),
            OptionKind::Number { min, max } => of_kind(INTEGER).within(min, max),
            OptionKind::OneOf(values) => {
                let choice = |value: &i64| (Choice::Text(value.to_string()), Value::from(*value));
                of_kind(INTEGER).one_of(values.iter().map(choice))
            }
            OptionKind::Word(words) => {
                let choice = |word: &&str| (Choice::Key(format!("{key}-{word}").into()), Value::from(*word));
                of_kind(STRING).one_of(words.iter().map(choice))
            }
        }
    }

    fn json(&self, words: &Words) -> Value {
        let mut option = named(words, self.name, &self.key);
        option["type"] = self.kind.into();
        if self.required {
            option["required"] = true.into();
        }
        if self.completes {
            option["autocomplete"] = true.into();
        }
        if let Some((min, max)) = self.bounds {
            option["min_value"] = min.into();
            option["max_value"] = max.into();
        }
        let choice = |(name, value): &(Choice, Value)| name.json(words, value);
        if !self.choices.is_empty() {
            option["choices"] = self.choices.iter().map(choice).collect();
        }
        option
    }
}

impl Choice {
    /// The choice with this value, as JSON for Discord.
    fn json(&self, words: &Words, value: &Value) -> Value {
        let mut choice = json!({ "value": value });
        let fit = |text: String| limits::fit(&text, limits::COMMAND_CHOICE);
        match self {
            Choice::Text(text) => choice["name"] = text.as_str().into(),
            Choice::Key(key) => say(words, key, limits::COMMAND_CHOICE, "name", &mut choice),
            Choice::Seconds(seconds) => {
                let phrase = Phrase::new("clock-seconds").with("count", *seconds);
                let said = |locale: &str| fit(words.plain(locale, &phrase, &Numbered));
                choice["name"] = said(ENGLISH).into();
                translate(words, "name", &mut choice, |locale| Some(said(locale)));
            }
        }
        choice
    }
}

/// All commands; `bare` adds the one for measuring.
pub(in crate::discord) fn tree(bare: bool) -> Vec<Spec> {
    let mut tree: Vec<Spec> = CATALOGUE.iter().map(of_game).collect();
    tree.push(part("play", CommandKind::Play, Vec::new()));
    tree.push(of_tables());
    tree.push(of_moves());
    let person = || vec![Parameter::new(PERSON, "option-person", USER)];
    tree.push(part("history", CommandKind::History, person()));
    let game = |slug: &'static str| (Choice::Key(Cow::Owned(format!("{slug}-name"))), slug.into());
    let rated = CATALOGUE.iter().map(|entry| game(entry.slug));
    let rated = Parameter::new(RATED, "option-rated", STRING).one_of(rated);
    let of_profile = person().into_iter().chain([rated]);
    tree.push(part("profile", CommandKind::Profile, of_profile.collect()));
    let daily = DAILY.iter().map(|daily| game(daily.slug));
    let daily = Parameter::new(DAILY_GAME, "option-daily", STRING).one_of(daily);
    tree.push(part("daily", CommandKind::Daily, vec![daily]));
    tree.push(part("settings", CommandKind::Settings, Vec::new()));
    tree.push(part("status", CommandKind::Status, Vec::new()));
    tree.push(part("help", CommandKind::Help, Vec::new()));
    if bare {
        tree.push(part("ping", CommandKind::Bare, Vec::new()));
    }
    tree
}

fn part(name: &'static str, kind: CommandKind, options: Vec<Parameter>) -> Spec {
    Spec {
        name,
        key: format!("command-{name}"),
        options,
        parts: Vec::new(),
        kind: Some(kind),
    }
}

fn of_game(entry: &'static GameEntry) -> Spec {
    let mut options: Vec<Parameter> = (entry.options)()
        .iter()
        .map(|spec| Parameter::of_game(entry, spec))
        .collect();
    match entry.turn_clocks {
        [] => options.push(clock()),
        clocks => options.extend(turn_clock(clocks)),
    }
    let most = i64::from(*entry.people.end()) - 1;
    if most > 0 {
        options.push(Parameter::new("computers", "option-computers", INTEGER).within(0, most));
        options.push(level());
        options.push(Parameter::new(WITH, "option-with", USER));
    }
    let mut parts = vec![
        Spec {
            key: format!("{}-start", entry.slug),
            ..part("start", CommandKind::Start(entry), options)
        },
        part("rules", CommandKind::Rules(entry), Vec::new()),
        part("leaderboard", CommandKind::Leaderboard(entry), Vec::new()),
    ];
    if !entry.lesson.is_empty() {
        parts.push(part("learn", CommandKind::Learn(entry), Vec::new()));
    }
    if let Some(word) = entry.typed {
        let what = format!("{}-typed-option", entry.slug);
        parts.push(Spec {
            key: format!("{}-typed", entry.slug),
            ..part(word, CommandKind::Move(Some(entry)), typed(word, what))
        });
    }
    Spec {
        name: entry.slug,
        key: format!("{}-name", entry.slug),
        options: Vec::new(),
        parts,
        kind: None,
    }
}

/// How long each decision may take.
fn clock() -> Parameter {
    let clocks = CLOCKS
        .iter()
        .map(|(seconds, key)| (Choice::Key((*key).into()), Value::from(*seconds)));
    Parameter::new("clock", "option-clock", INTEGER).one_of(clocks)
}

/// How well computer players play.
fn level() -> Parameter {
    let choice = |level: Level| {
        (
            Choice::Key(format!("level-{level}").into()),
            Value::from(level.number()),
        )
    };
    Parameter::new(LEVEL, "option-level", INTEGER).one_of(Level::ALL.map(choice))
}

/// How long a turn may take, and how long the clock rests after a turn with something to read.
fn turn_clock(clocks: &[u32]) -> [Parameter; 2] {
    let seconds = |seconds: &u32| (Choice::Seconds(*seconds), Value::from(*seconds));
    let none = (Choice::Key("clock-none".into()), Value::from(0));
    [
        Parameter::new("clock", "option-turn-clock", INTEGER)
            .one_of(std::iter::once(none).chain(clocks.iter().map(seconds))),
        Parameter::new("pause", "option-pause", INTEGER).one_of(RESTS.iter().map(seconds)),
    ]
}

fn of_tables() -> Spec {
    let kinds = Boards::ALL.map(|how| {
        (
            Choice::Key(format!("boards-{how}").into()),
            Value::from(how.to_string()),
        )
    });
    let boards = Parameter::new("boards", "option-boards", STRING).one_of(kinds);
    let [player, removed] = ["option-player", "option-remove"].map(|key| completed(PLAYER, key));
    let past = completed(MATCH, "option-match");
    let parts = [
        ("show", CommandKind::Show, vec![which()]),
        ("mine", CommandKind::Mine, vec![which()]),
        ("leave", CommandKind::Leave, vec![which()]),
        ("cancel", CommandKind::Cancel, vec![which()]),
        ("nudge", CommandKind::Nudge, vec![which()]),
        ("hint", CommandKind::Hint, vec![which()]),
        ("replace", CommandKind::Replace, vec![player, which()]),
        ("remove", CommandKind::Remove, vec![removed.required(), which()]),
        ("resign", CommandKind::Resign, vec![which()]),
        ("draw", CommandKind::DrawOffer, vec![which()]),
        ("verify", CommandKind::Verify, vec![which()]),
        ("record", CommandKind::Record, vec![which()]),
        ("review", CommandKind::Review, vec![which()]),
        ("mydata", CommandKind::MyData, Vec::new()),
        ("boards", CommandKind::Boards, vec![boards.required(), which()]),
    ];
    let parts = parts.map(|(name, kind, mut options)| {
        if PARTS.contains(&name) {
            options.push(past.clone());
        }
        part(name, kind, options)
    });
    let parts = parts.into();
    Spec {
        name: "table",
        key: "command-table".to_owned(),
        options: Vec::new(),
        parts,
        kind: None,
    }
}

/// The command for typed moves. It is used often, so it stands alone and is no subcommand.
fn of_moves() -> Spec {
    part("move", CommandKind::Move(None), typed(MOVE, "option-move".to_owned()))
}

/// The options for what is typed and for the table; both are completed.
fn typed(name: &'static str, key: String) -> Vec<Parameter> {
    vec![completed(name, key).required(), which()]
}

/// The option for the table, where the table is not clear; it is completed.
fn which() -> Parameter {
    completed(TABLE, "option-table")
}

fn completed(name: &'static str, key: impl Into<String>) -> Parameter {
    Parameter {
        completes: true,
        ..Parameter::new(name, key, STRING)
    }
}

/// Puts a message and its translations into a field of the declaration.
fn say(words: &Words, key: &str, limit: usize, part: &str, into: &mut Value) {
    let text = words.message(ENGLISH, key).unwrap_or_else(|| {
        tracing::error!(key, "a command has no words");
        key.to_owned()
    });
    into[part] = limits::fit(&text, limit).into();
    translate(words, part, into, |locale| {
        words.own_message(locale, key).map(|text| limits::fit(&text, limit))
    });
}

/// Adds the translations of a field, for each language that has one and that Discord knows.
fn translate(words: &Words, part: &str, into: &mut Value, said: impl Fn(&str) -> Option<String>) {
    let others = words.locales().filter(|locale| *locale != ENGLISH);
    let translated = others.filter_map(|locale| Some((discord_locale(locale)?.to_owned(), Value::from(said(locale)?))));
    let translated: serde_json::Map<String, Value> = translated.collect();
    if !translated.is_empty() {
        into[format!("{part}_localizations")] = translated.into();
    }
}

/// A locale in Discord's spelling (docs/DISCORD.md, "Commands").
fn discord_locale(locale: &str) -> Option<&'static str> {
    const KNOWN: [&str; 32] = [
        "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR",
        "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko",
    ];
    KNOWN.into_iter().find(|known| known.eq_ignore_ascii_case(locale))
}

fn named(words: &Words, name: &str, key: &str) -> Value {
    let mut value = json!({ "name": name });
    say(words, key, limits::COMMAND_DESCRIPTION, "description", &mut value);
    value
}

/// The commands' declaration for Discord, for `everywhere` or for one server.
pub(in crate::discord) fn declare(tree: &[Spec], words: &Words, everywhere: bool) -> Value {
    let command = |spec: &Spec| {
        let mut command = spec.json(words);
        command["type"] = 1.into();
        if everywhere {
            // In servers and in the private chat with the bot; installed in servers (docs/DISCORD.md, "Commands").
            command["contexts"] = json!([0, 1]);
            command["integration_types"] = json!([0]);
        }
        command
    };
    tree.iter().map(command).collect()
}

impl Spec {
    /// The options with autocompletion.
    pub(super) fn completed(&self) -> impl Iterator<Item = &'static str> {
        let completed = self.options.iter().filter(|option| option.completes);
        completed.map(|option| option.name)
    }

    fn json(&self, words: &Words) -> Value {
        let mut value = named(words, self.name, &self.key);
        let part = |part: &Spec| {
            let mut value = part.json(words);
            value["type"] = SUB_COMMAND.into();
            value
        };
        let mut options: Vec<Value> = self.parts.iter().map(part).collect();
        options.extend(self.options.iter().map(|option| option.json(words)));
        if !options.is_empty() {
            value["options"] = options.into();
        }
        value
    }
}
