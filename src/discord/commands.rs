//! Slash commands: made from the catalogue at the start, and run.
//!
//! There is one tree of [`Spec`]s. What Discord is told ([`declare`]) and what poise dispatches by ([`dispatchers`]) are both
//! made from it, so they cannot differ. poise's own declaration is not used: its options cannot carry bounds that are
//! only known at run time. No game is named here.

use std::convert::Infallible;
use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serde_json::{Value, json};
use serenity::{ResolvedOption, ResolvedValue};

use super::answer::{Answer, From};
use super::board::{PANEL, PING, PanelAt};
use super::house::{Asker, House};
use super::opening::{self, Wanted};
use super::payload::Payload;
use super::press::Ping;
use super::presses::Pressed;
use super::{limits, private};
use crate::games::{CATALOGUE, GameEntry};
use crate::referee::{Clock, Deed, Denied};
use crate::rules::{OptionKind, OptionSpec, Phrase};
use crate::words::{ENGLISH, Words};

/// What poise hands to a command.
pub(super) type Context<'a> = poise::ApplicationContext<'a, Arc<House>, Infallible>;
/// A command for poise.
pub(super) type Command = poise::Command<Arc<House>, Infallible>;

/// Seconds a decision may take, as the start command offers them; 0 is no clock.
const CLOCKS: [(u32, &str); 5] = [
    (0, "clock-none"),
    (60, "clock-minute"),
    (300, "clock-five"),
    (3600, "clock-hour"),
    (86_400, "clock-day"),
];

/// Types of command options (Discord's numbers).
const SUB_COMMAND: u8 = 1;
const STRING: u8 = 3;
const INTEGER: u8 = 4;
const BOOLEAN: u8 = 5;
const USER: u8 = 6;

/// What a command does.
#[derive(Clone, Copy, Debug)]
enum Errand {
    Start(&'static GameEntry),
    Rules(&'static GameEntry),
    Leaderboard(&'static GameEntry),
    Show,
    Mine,
    Leave,
    Cancel,
    Nudge,
    Replace,
    Verify,
    Record,
    Ping,
    Help,
    /// Answers with one word: for measuring how fast the bot is.
    Bare,
}

/// A command, or a part of one.
pub(super) struct Spec {
    name: &'static str,
    key: String,
    options: Vec<Parameter>,
    parts: Vec<Spec>,
    errand: Option<Errand>,
}

/// An option of a command.
struct Parameter {
    name: &'static str,
    key: String,
    kind: u8,
    required: bool,
    bounds: Option<(i64, i64)>,
    choices: Vec<(Choice, Value)>,
}

/// How a choice is called.
enum Choice {
    Key(&'static str),
    Text(String),
}

impl Parameter {
    fn new(name: &'static str, key: impl Into<String>, kind: u8) -> Parameter {
        Parameter {
            name,
            key: key.into(),
            kind,
            required: false,
            bounds: None,
            choices: Vec::new(),
        }
    }

    fn of_game(entry: &GameEntry, spec: &OptionSpec) -> Parameter {
        let key = format!("{}-option-{}", entry.slug, spec.name);
        let number = |bounds| Parameter {
            bounds,
            ..Parameter::new(spec.name, key.clone(), INTEGER)
        };
        match spec.kind {
            OptionKind::Flag => Parameter::new(spec.name, key.clone(), BOOLEAN),
            OptionKind::Number { min, max } => number(Some((min, max))),
            OptionKind::OneOf(values) => {
                let choice = |value: &i64| (Choice::Text(value.to_string()), Value::from(*value));
                Parameter {
                    choices: values.iter().map(choice).collect(),
                    ..number(None)
                }
            }
        }
    }

    fn json(&self, words: &Words) -> Value {
        let mut option = named(words, self.name, &self.key);
        option["type"] = self.kind.into();
        if self.required {
            option["required"] = true.into();
        }
        if let Some((min, max)) = self.bounds {
            option["min_value"] = min.into();
            option["max_value"] = max.into();
        }
        let choice = |(name, value): &(Choice, Value)| match name {
            Choice::Text(text) => json!({ "name": text, "value": value }),
            Choice::Key(key) => {
                let text = say(words, key, limits::COMMAND_CHOICE);
                let mut choice = json!({ "name": text, "value": value });
                localize(words, key, limits::COMMAND_CHOICE, &mut choice["name_localizations"]);
                choice
            }
        };
        if !self.choices.is_empty() {
            option["choices"] = self.choices.iter().map(choice).collect();
        }
        option
    }
}

/// All commands; `bare` adds the one for measuring.
pub(super) fn tree(bare: bool) -> Vec<Spec> {
    let mut tree: Vec<Spec> = CATALOGUE.iter().map(of_game).collect();
    tree.push(of_tables());
    if bare {
        tree.push(part("ping", Errand::Bare, Vec::new()));
    }
    tree
}

fn part(name: &'static str, errand: Errand, options: Vec<Parameter>) -> Spec {
    Spec {
        name,
        key: format!("command-{name}"),
        options,
        parts: Vec::new(),
        errand: Some(errand),
    }
}

fn of_game(entry: &'static GameEntry) -> Spec {
    let mut options: Vec<Parameter> = (entry.options)()
        .iter()
        .map(|spec| Parameter::of_game(entry, spec))
        .collect();
    let clocks = CLOCKS
        .iter()
        .map(|(seconds, key)| (Choice::Key(key), Value::from(*seconds)));
    options.push(Parameter {
        choices: clocks.collect(),
        ..Parameter::new("clock", "option-clock", INTEGER)
    });
    let most = i64::from(*entry.people.end()) - 1;
    if most > 0 {
        options.push(Parameter {
            bounds: Some((0, most)),
            ..Parameter::new("computers", "option-computers", INTEGER)
        });
    }
    let parts = vec![
        part("start", Errand::Start(entry), options),
        part("rules", Errand::Rules(entry), Vec::new()),
        part("leaderboard", Errand::Leaderboard(entry), Vec::new()),
    ];
    Spec {
        name: entry.slug,
        key: format!("{}-name", entry.slug),
        options: Vec::new(),
        parts,
        errand: None,
    }
}

fn of_tables() -> Spec {
    let player = Parameter {
        required: true,
        ..Parameter::new("player", "option-player", USER)
    };
    let turns = Ping::ALL.map(|how| {
        let key = match how {
            Ping::Dm => "settings-use-dm",
            Ping::Channel => "settings-use-channel",
            Ping::None => "settings-use-none",
        };
        (Choice::Key(key), Value::from(how.to_string()))
    });
    let turns = Parameter {
        choices: turns.into(),
        ..Parameter::new("turns", "option-turns", STRING)
    };
    let places = [(PanelAt::Chat, "panel-dm"), (PanelAt::Here, "panel-here")];
    let places = places.map(|(at, key)| (Choice::Key(key), Value::from(at.word())));
    let panel = Parameter {
        choices: places.into(),
        ..Parameter::new("panel", "option-panel", STRING)
    };
    let parts = vec![
        part("show", Errand::Show, Vec::new()),
        part("mine", Errand::Mine, Vec::new()),
        part("leave", Errand::Leave, Vec::new()),
        part("cancel", Errand::Cancel, Vec::new()),
        part("nudge", Errand::Nudge, Vec::new()),
        part("replace", Errand::Replace, vec![player]),
        part("verify", Errand::Verify, Vec::new()),
        part("record", Errand::Record, Vec::new()),
        part("ping", Errand::Ping, vec![turns, panel]),
        part("help", Errand::Help, Vec::new()),
    ];
    Spec {
        name: "table",
        key: "command-table".to_owned(),
        options: Vec::new(),
        parts,
        errand: None,
    }
}

fn say(words: &Words, key: &str, limit: usize) -> String {
    let text = words.message(ENGLISH, key).unwrap_or_else(|| {
        tracing::error!(key, "a command has no words");
        key.to_owned()
    });
    limits::fit(&text, limit)
}

/// The translations of a message, where a language has one of its own and Discord knows the language.
fn localize(words: &Words, key: &str, limit: usize, into: &mut Value) {
    let translated: serde_json::Map<String, Value> = words
        .locales()
        .filter(|locale| *locale != ENGLISH)
        .filter_map(|locale| {
            let text = words.own_message(locale, key)?;
            Some((discord_locale(locale)?.to_owned(), limits::fit(&text, limit).into()))
        })
        .collect();
    if !translated.is_empty() {
        *into = Value::Object(translated);
    }
}

/// A locale as Discord writes it (LIMITS section 5).
fn discord_locale(locale: &str) -> Option<&'static str> {
    const KNOWN: [&str; 32] = [
        "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR",
        "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko",
    ];
    KNOWN.into_iter().find(|known| known.eq_ignore_ascii_case(locale))
}

fn named(words: &Words, name: &str, key: &str) -> Value {
    let mut value = json!({ "name": name, "description": say(words, key, limits::COMMAND_DESCRIPTION) });
    let mut translated = Value::Null;
    localize(words, key, limits::COMMAND_DESCRIPTION, &mut translated);
    if !translated.is_null() {
        value["description_localizations"] = translated;
    }
    value
}

/// The commands as Discord is told of them; `everywhere` or for one server.
pub(super) fn declare(tree: &[Spec], words: &Words, everywhere: bool) -> Value {
    let command = |spec: &Spec| {
        let mut command = spec.json(words);
        command["type"] = 1.into();
        if everywhere {
            // In servers and in the private chat with the bot; installed in servers (LIMITS section 5).
            command["contexts"] = json!([0, 1]);
            command["integration_types"] = json!([0]);
        }
        command
    };
    tree.iter().map(command).collect()
}

impl Spec {
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

    fn dispatcher(&self) -> Command {
        Command {
            slash_action: Some(run),
            name: self.name.into(),
            qualified_name: self.name.into(),
            identifying_name: self.name.into(),
            source_code_name: self.name.into(),
            subcommand_required: !self.parts.is_empty(),
            subcommands: self.parts.iter().map(Spec::dispatcher).collect(),
            custom_data: Box::new(self.errand),
            ..Command::default()
        }
    }
}

/// The commands as poise dispatches by them.
pub(super) fn dispatchers(tree: &[Spec]) -> Vec<Command> {
    tree.iter().map(Spec::dispatcher).collect()
}

/// Runs any command: which one it is stands in its data.
fn run(context: Context<'_>) -> poise::BoxFuture<'_, Result<(), poise::FrameworkError<'_, Arc<House>, Infallible>>> {
    Box::pin(async move {
        let house: &House = context.framework.user_data;
        let Some(_hand) = house.hands.take() else { return Ok(()) };
        let errand = context
            .command_tree
            .last()
            .and_then(|command| command.custom_data.downcast_ref::<Option<Errand>>());
        let asker = Asker::of_command(context.interaction);
        let answer = Answer::new(
            house.api(),
            asker.interaction,
            &context.interaction.token,
            From::Command,
        );
        let called = Called {
            house,
            answer: &answer,
            asker: &asker,
            args: context.args,
        };
        answer.in_time(called.run(errand.copied().flatten())).await;
        house.heard(&asker).await;
        Ok(())
    })
}

/// A command that no part of the tree knows: one that was registered by another version.
pub(super) async fn unknown(house: &House, interaction: &serenity::CommandInteraction) {
    let Some(_hand) = house.hands.take() else { return };
    let asker = Asker::of_command(interaction);
    let answer = Answer::new(house.api(), asker.interaction, &interaction.token, From::Command);
    answer
        .whisper(&house.notice(&asker.locale, &Phrase::new("command-unknown")))
        .await;
}

/// A command that failed by a fault of ours.
pub(super) async fn failed(house: &House, interaction: &serenity::CommandInteraction) {
    let asker = Asker::of_command(interaction);
    let answer = Answer::new(house.api(), asker.interaction, &interaction.token, From::Command);
    answer
        .whisper(&house.notice(&asker.locale, &Denied::Unavailable.phrase()))
        .await;
}

/// A command in hand.
struct Called<'c> {
    house: &'c House,
    answer: &'c Answer<'c>,
    asker: &'c Asker,
    args: &'c [ResolvedOption<'c>],
}

impl Called<'_> {
    async fn run(&self, errand: Option<Errand>) {
        let Called { house, asker, .. } = self;
        match errand {
            Some(Errand::Start(entry)) => self.start(entry).await,
            Some(Errand::Rules(entry)) => {
                self.whisper(&private::rules(house, asker, entry.slug, None, 0).await)
                    .await
            }
            Some(Errand::Leaderboard(entry)) => {
                self.whisper(&private::leaderboard(house, asker, entry.slug, 0).await)
                    .await;
            }
            Some(Errand::Show) => {
                if let Some(table) = self.table(true).await {
                    self.pressed().show(table).await;
                }
            }
            Some(Errand::Mine) => {
                if let Some(table) = self.table(false).await {
                    house.delivery.reopen(asker.person.id);
                    self.pressed().mine(table).await;
                }
            }
            Some(Errand::Leave) => self.deed(Deed::Leave, "done-leave").await,
            Some(Errand::Cancel) => self.deed(Deed::Cancel, "done-cancel").await,
            Some(Errand::Nudge) => self.deed(Deed::Nudge, "done-nudge").await,
            Some(Errand::Replace) => self.replace().await,
            Some(Errand::Verify) => {
                if let Some(table) = self.table(true).await {
                    self.whisper(&private::verify(house, asker, table).await).await;
                }
            }
            Some(Errand::Record) => self.record().await,
            Some(Errand::Ping) => self.preferences().await,
            Some(Errand::Help) | None => self.whisper(&private::help(house, asker)).await,
            Some(Errand::Bare) => {
                self.whisper(&Payload {
                    content: "Pong".to_owned(),
                    ..Payload::default()
                })
                .await;
            }
        }
    }

    async fn whisper(&self, payload: &Payload) {
        self.answer.whisper(payload).await;
    }

    async fn say(&self, phrase: &Phrase) {
        self.whisper(&self.house.notice(&self.asker.locale, phrase)).await;
    }

    fn pressed(&self) -> Pressed<'_> {
        Pressed {
            house: self.house,
            answer: self.answer,
            asker: self.asker,
            source: None,
        }
    }

    fn arg(&self, name: &str) -> Option<&ResolvedValue<'_>> {
        self.args.iter().find(|arg| arg.name == name).map(|arg| &arg.value)
    }

    fn number(&self, name: &str) -> Option<i64> {
        match self.arg(name)? {
            ResolvedValue::Integer(number) => Some(*number),
            _ => None,
        }
    }

    fn word(&self, name: &str) -> Option<&str> {
        match self.arg(name)? {
            ResolvedValue::String(word) => Some(word),
            _ => None,
        }
    }

    async fn start(&self, entry: &'static GameEntry) {
        let mut options = self.house.defaults.get(entry.slug).cloned().unwrap_or_default();
        for spec in (entry.options)() {
            let value = match self.arg(spec.name) {
                Some(ResolvedValue::Boolean(flag)) => Value::from(*flag),
                Some(ResolvedValue::Integer(number)) => Value::from(*number),
                _ => continue,
            };
            options.insert(spec.name.to_owned(), value);
        }
        let seconds = self
            .number("clock")
            .and_then(|seconds| u32::try_from(seconds).ok())
            .unwrap_or(0);
        let computers = self
            .number("computers")
            .and_then(|count| u8::try_from(count).ok())
            .unwrap_or(0);
        let clock = (seconds > 0).then_some(Clock { seconds });
        let wanted = Wanted {
            game: entry,
            options,
            clock,
            computers,
        };
        opening::here(self.house, self.answer, self.asker, &wanted).await;
    }

    /// The table that the command is about: the channel's, or else the only one at which the asker sits. `past` takes the
    /// channel's last one when none is live. Says so when there is none.
    async fn table(&self, past: bool) -> Option<u64> {
        match self.find(past).await {
            Ok(Some(table)) => {
                self.house.delivery.used(table);
                Some(table)
            }
            Ok(None) => {
                self.say(&Denied::NoTable.phrase()).await;
                None
            }
            Err(error) => {
                tracing::error!(%error, "the store failed");
                self.say(&Denied::Unavailable.phrase()).await;
                None
            }
        }
    }

    async fn find(&self, past: bool) -> Result<Option<u64>, crate::store::StoreError> {
        let store = self.house.referee.store();
        if let Some(table) = store.table_at(self.asker.channel).await? {
            return Ok(Some(table));
        }
        if past && let Some(table) = store.last_table_at(self.asker.channel).await? {
            return Ok(Some(table));
        }
        match store.seated(self.asker.person.id).await?.as_slice() {
            [only] => Ok(Some(*only)),
            _ => Ok(None),
        }
    }

    async fn deed(&self, deed: Deed, done: &'static str) {
        let Some(table) = self.table(false).await else { return };
        match self.house.referee.act(table, self.asker.act(deed)).await {
            Ok(_) => self.say(&Phrase::new(done)).await,
            Err(denied) => {
                let look = self.house.referee.look(table).await.ok().flatten();
                self.whisper(&self.house.denied(&self.asker.locale, &denied, look.as_ref()))
                    .await;
            }
        }
    }

    async fn replace(&self) {
        let Some(table) = self.table(false).await else { return };
        let player = match self.arg("player") {
            Some(ResolvedValue::User(user, _)) => user.id.get(),
            _ => 0,
        };
        let Ok(Some(look)) = self.house.referee.look(table).await else {
            return self.say(&Denied::NoTable.phrase()).await;
        };
        match look.table.seat_of(player) {
            Some(seat) => self.deed(Deed::Replace { seat }, "done-replace").await,
            None => self.say(&Phrase::new("replace-nobody")).await,
        }
    }

    async fn record(&self) {
        let Some(table) = self.table(true).await else { return };
        let Ok(Some(look)) = self.house.referee.look(table).await else {
            return self.say(&Denied::NoTable.phrase()).await;
        };
        let records = match look.table.records() {
            Ok(records) if !records.is_empty() => records,
            Ok(_) => return self.say(&Phrase::new("record-later")).await,
            Err(error) => {
                tracing::error!(table, %error, "a table's records could not be made");
                return self.say(&Denied::Unavailable.phrase()).await;
            }
        };
        let mut lines = String::new();
        for record in &records {
            lines.push_str(record.to_line().trim_end());
            lines.push('\n');
        }
        let name = format!("{}-{table}.jsonl", look.table.game.slug);
        let payload = self.house.notice(&self.asker.locale, &Phrase::new("record-here"));
        self.answer.whisper_file(&payload, &name, lines.into_bytes()).await;
    }

    async fn preferences(&self) {
        let store = self.house.referee.store();
        let turns = self
            .word("turns")
            .and_then(|word| word.parse::<Ping>().ok())
            .map(|how| (PING, how.to_string()));
        let panel = self
            .word("panel")
            .map(|word| (PANEL, PanelAt::read(word).word().to_owned()));
        let changed = turns.is_some() || panel.is_some();
        for (name, value) in [turns, panel].into_iter().flatten() {
            if let Err(error) = store.set_preference(self.asker.person.id, name, &value).await {
                tracing::error!(%error, "a preference could not be kept");
                return self.say(&Denied::Unavailable.phrase()).await;
            }
        }
        if changed {
            self.house.delivery.reopen(self.asker.person.id);
            private::recheck(self.house, self.asker).await;
        }
        self.whisper(&private::settings(self.house, self.asker).await).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playground::checks;

    #[test]
    fn every_command_keeps_discords_rules_and_has_words() {
        let words = Words::embedded().expect("the words are sound");
        let declared = declare(&tree(true), &words, true);
        let commands = declared.as_array().expect("a list");
        assert_eq!(commands.len(), CATALOGUE.len() + 2);
        assert_eq!(checks::commands(&declared), Ok(()));
        let text = declared.to_string();
        for key in ["command-", "option-", "clock-", "settings-", "panel-"] {
            assert!(!text.contains(&format!("\"{key}")), "{key} shows in {text}");
        }
    }

    #[test]
    fn start_offers_every_option_of_its_game() {
        let words = Words::embedded().expect("the words are sound");
        let declared = declare(&tree(false), &words, false);
        for (entry, command) in CATALOGUE.iter().zip(declared.as_array().expect("a list")) {
            assert_eq!(command["name"], entry.slug);
            let start = &command["options"][0];
            assert_eq!(start["name"], "start");
            let offered = start["options"].as_array().expect("a list").len();
            assert!(offered > (entry.options)().len(), "{start}");
        }
    }

    #[test]
    fn what_is_declared_is_what_is_dispatched() {
        let tree = tree(true);
        let names = |command: &Command| -> Vec<String> {
            command
                .subcommands
                .iter()
                .map(|part| format!("{} {}", command.name, part.name))
                .collect()
        };
        let dispatched: Vec<String> = dispatchers(&tree).iter().flat_map(names).collect();
        assert!(dispatched.contains(&"table help".to_owned()));
        assert!(dispatchers(&tree).iter().all(|command| command.slash_action.is_some()));
    }
}
