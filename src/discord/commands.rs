//! Slash commands: built from the catalogue at the start, and run.
//!
//! There is one tree of [`Spec`]s. Both the declaration for Discord ([`declare`]) and poise's dispatch table
//! ([`dispatchers`]) are built from it, so they cannot differ. No game is named here.

mod tree;

use std::convert::Infallible;
use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serde_json::Value;
use serenity::{ResolvedOption, ResolvedValue};

use super::about;
use super::absent::{self, PLAYER};
use super::answer::From;
use super::app::{App, Asker, take_in_hand};
use super::custom_id::{Boards, SettingsPage};
use super::handler::{Done, Handler, Refusal};
use super::messages::{Record, Slot};
use super::moves::{self, MOVE, TABLE, Typed};
use super::opening::{self, LEVEL, WITH, Wanted};
use super::past::{self, MATCH};
use super::play::Play;
use super::{boards, clock_options, daily, history, private, records, review, show};
use crate::games::GameEntry;
use crate::player::Level;
use crate::referee::{Action, Denied};
use crate::rules::{Phrase, Seat};

pub(super) use tree::{CommandKind, Spec, declare, tree};

/// The context that poise passes to a command.
pub(super) type Context<'a> = poise::ApplicationContext<'a, Arc<App>, Infallible>;
/// A command as poise knows it.
pub(super) type Command = poise::Command<Arc<App>, Infallible>;

impl Spec {
    fn dispatcher(&self) -> Command {
        Command {
            slash_action: Some(run),
            name: self.name.into(),
            qualified_name: self.name.into(),
            identifying_name: self.name.into(),
            source_code_name: self.name.into(),
            subcommand_required: !self.parts.is_empty(),
            subcommands: self.parts.iter().map(Spec::dispatcher).collect(),
            parameters: self.completed().map(parameter).collect(),
            custom_data: Box::new(self.kind),
            ..Command::default()
        }
    }
}

/// An option with autocompletion. poise has to know the option, but the bot answers by itself: poise would answer through
/// serenity.
fn parameter(name: &'static str) -> poise::CommandParameter<Arc<App>, Infallible> {
    poise::CommandParameter {
        name: name.into(),
        name_localizations: Default::default(),
        description: None,
        description_localizations: Default::default(),
        required: false,
        channel_types: None,
        choices: Default::default(),
        type_setter: None,
        autocomplete_callback: None,
        __non_exhaustive: (),
    }
}

/// The commands for poise's dispatch.
pub(super) fn dispatchers(tree: &[Spec]) -> Vec<Command> {
    tree.iter().map(Spec::dispatcher).collect()
}

/// Runs any command; the command's data say which.
fn run(context: Context<'_>) -> poise::BoxFuture<'_, Result<(), poise::FrameworkError<'_, Arc<App>, Infallible>>> {
    Box::pin(async move {
        let app: &App = context.framework.user_data;
        let kind = context
            .command_tree
            .last()
            .and_then(|command| command.custom_data.downcast_ref::<Option<CommandKind>>());
        called(app, context.interaction, context.args, kind.copied().flatten()).await;
        Ok(())
    })
}

/// Handles a command; `kind` is `None` if only its name is known.
pub(super) async fn called(
    app: &App,
    interaction: &serenity::CommandInteraction,
    args: &[ResolvedOption<'_>],
    kind: Option<CommandKind>,
) {
    let Some(_token) = take_in_hand(&app.in_flight) else {
        return;
    };
    app.passed.taken(interaction.id.get());
    let asker = Asker::from(interaction);
    let Some(mut handler) = Handler::admitted(app, asker, &interaction.token, From::Command).await else {
        return;
    };
    handler.args = args;
    let run = async { handler.tell(handler.run(kind).await).await };
    let fault = || app.fault(&handler.asker.locale);
    handler.answer.in_time(run, fault).await;
    app.heard(&handler.asker).await;
}

/// Handles a command that is not in the tree, because another version registered it.
pub(super) async fn unknown(app: &App, interaction: &serenity::CommandInteraction) {
    called(app, interaction, &[], Some(CommandKind::Unknown)).await;
}

/// The message for somebody who has left a lobby.
const LEFT: &str = "done-leave";
/// The message for somebody who has closed a table.
const CLOSED: &str = "done-cancel";

impl Handler<'_> {
    async fn run(&self, kind: Option<CommandKind>) -> Done {
        match kind {
            Some(CommandKind::Start(entry)) => self.start(entry).await?,
            Some(CommandKind::Play) => self.whisper(&private::play(self, &Play::first())).await,
            Some(CommandKind::Rules(entry)) => self.whisper(&private::rules_here(self, entry).await).await,
            Some(CommandKind::Learn(entry)) => Box::pin(private::learn(self, entry.slug, 0, 0)).await?,
            Some(CommandKind::Leaderboard(entry)) => {
                self.whisper(&boards::leaderboard(self, entry.slug, 0).await?).await;
            }
            Some(CommandKind::Show) => self.show(self.past_table().await?).await?,
            Some(CommandKind::Mine) => {
                if self.app.messages.people().reopen(self.asker.person.id).await {
                    // Updates their panels at all tables, and reminders that went elsewhere meanwhile.
                    private::recheck(self).await;
                }
                self.mine(self.table(false).await?).await?;
            }
            Some(CommandKind::Leave) => self.act_here(Action::AskLeave, LEFT).await?,
            Some(CommandKind::Cancel) => self.act_here(Action::AskCancel, CLOSED).await?,
            Some(CommandKind::Nudge) => {
                let snapshot = self.act(self.table_here().await?, Action::Nudge).await?;
                let nudged = show::nudged(&self.app.words, &self.asker.locale, &snapshot);
                self.whisper(&nudged).await;
            }
            Some(CommandKind::Hint) => Box::pin(self.hint()).await?,
            Some(CommandKind::Replace) => self.replace().await?,
            Some(CommandKind::Remove) => self.remove().await?,
            Some(CommandKind::Resign) => self.ask_resign(self.table_here().await?).await?,
            Some(CommandKind::DrawOffer) => self.concede(self.table_here().await?).await?,
            Some(CommandKind::Verify) => {
                let table = self.past_table().await?;
                Box::pin(private::verify(self, table)).await?;
            }
            Some(CommandKind::Record) => {
                let snapshot = self.snapshot(self.past_table().await?).await?;
                records::send(self, &snapshot.table).await?;
            }
            Some(CommandKind::Review) => Box::pin(review::begin(self, self.past_table().await?)).await?,
            Some(CommandKind::MyData) => Box::pin(records::my_data(self)).await?,
            Some(CommandKind::History) => {
                Box::pin(history::history(self, self.person(), 0)).await?;
            }
            Some(CommandKind::Profile) => {
                Box::pin(private::profile(self, self.person(), self.word(tree::RATED))).await?;
            }
            Some(CommandKind::Daily) => Box::pin(daily::open(self, self.word(tree::DAILY_GAME))).await?,
            Some(CommandKind::Move(own)) => {
                let name = own.and_then(|entry| entry.typed).unwrap_or(MOVE);
                let typed = Typed {
                    what: self.word(name).unwrap_or_default(),
                    table: self.word(TABLE),
                    game: own,
                };
                moves::play(self, typed).await;
            }
            Some(CommandKind::Boards) => self.table_boards().await?,
            Some(CommandKind::Settings) => self.whisper(&private::settings(self, SettingsPage::All).await).await,
            Some(CommandKind::Status) => self.say(&private::status(self.app)).await,
            Some(CommandKind::Help) | None => self.whisper(&private::help(self)).await,
            Some(CommandKind::Bare) => self.say(&Phrase::new("ping-answer")).await,
            Some(CommandKind::Unknown) => self.say(&Phrase::new("command-unknown")).await,
        }
        Ok(())
    }

    fn arg(&self, name: &str) -> Option<&ResolvedValue<'_>> {
        self.args.iter().find(|arg| arg.name == name).map(|arg| &arg.value)
    }

    fn number<T: TryFrom<i64>>(&self, name: &str) -> Option<T> {
        match self.arg(name)? {
            ResolvedValue::Integer(number) => T::try_from(*number).ok(),
            _ => None,
        }
    }

    fn word(&self, name: &str) -> Option<&str> {
        match self.arg(name)? {
            ResolvedValue::String(word) => Some(word),
            _ => None,
        }
    }

    /// The id of the person whose matches are asked for, if the command names one.
    fn person(&self) -> Option<u64> {
        match self.arg(tree::PERSON)? {
            ResolvedValue::User(user, _) => Some(user.id.get()),
            _ => None,
        }
    }

    /// The id of the person whom the command invites, unless that is the asker or a bot.
    fn invited(&self) -> Option<u64> {
        match self.arg(WITH)? {
            ResolvedValue::User(user, _) if !user.bot => {
                Some(user.id.get()).filter(|person| *person != self.asker.person.id)
            }
            _ => None,
        }
    }

    async fn start(&self, entry: &'static GameEntry) -> Done {
        let mut options = self.app.defaults.get(entry.slug).cloned().unwrap_or_default();
        for spec in (entry.options)() {
            let value = match self.arg(spec.name) {
                Some(ResolvedValue::Boolean(flag)) => Value::from(*flag),
                Some(ResolvedValue::Integer(number)) => Value::from(*number),
                Some(ResolvedValue::String(word)) => Value::from(*word),
                _ => continue,
            };
            options.insert(spec.name.to_owned(), value);
        }
        let clock = self.number("clock").unwrap_or(0);
        let rest = match clock_options::usual_rest(entry, clock) {
            0 => 0,
            usual => self.number("pause").unwrap_or(usual),
        };
        let computers = self.number("computers").unwrap_or(0);
        let level = self.number(LEVEL).and_then(|number| Level::new(number).ok());
        let wanted = Wanted::started(entry, options, (clock, rest), (computers, level));
        opening::here(self, &wanted.inviting(self.invited())).await
    }

    /// The table that the command is about: the one that it names, or the channel's, or else the only one at which the asker
    /// sits. With `past`, the channel's last table counts if none is live.
    async fn table(&self, past: bool) -> Result<u64, Refusal> {
        let (app, asker, named) = (self.app, &self.asker, self.word(TABLE));
        let person = asker.person.id;
        let tables = about::tables(app.referee.store(), asker.channel, person, named, past).await?;
        let table = match tables.as_slice() {
            [] => return Err(Denied::NoTable.into()),
            [only] => *only,
            several => {
                let gone = about::without_a_channel(app, several).await;
                gone.ok_or_else(|| Phrase::new("public-several"))?
            }
        };
        // A named table that cannot be followed is still theirs, and can be closed.
        if named.is_some()
            && let Err(denied @ (Denied::NoTable | Denied::Unavailable)) = app.snapshot(asker, table).await
        {
            return Err(denied.into());
        }
        app.used(asker, table);
        Ok(table)
    }

    /// The match that the command names, or else the table that it is about.
    async fn past_table(&self) -> Result<u64, Refusal> {
        match self.word(MATCH) {
            Some(named) => Ok(past::named(self.app, &self.asker, named).await?.table.id),
            None => self.table(true).await,
        }
    }

    /// Refuses what is about a table in another channel than this. The exceptions are a private chat, where a command can
    /// only be about a table elsewhere, and a table whose channel is gone.
    async fn is_here(&self, table: u64) -> Done {
        let channel = self.app.newest(table).await.map(|snapshot| snapshot.table.channel);
        match channel.filter(|channel| self.asker.guild.is_some() && *channel != self.asker.channel) {
            Some(channel) if !self.app.api.is_gone(channel).await => Err(Phrase::new("public-elsewhere")
                .with("channel", channel.to_string())
                .into()),
            _ => Ok(()),
        }
    }

    /// The table to act on. Nobody can end or leave a table by a command in another channel, where nobody sees the table.
    async fn table_here(&self) -> Result<u64, Refusal> {
        let table = self.table(false).await?;
        self.is_here(table).await?;
        Ok(table)
    }

    async fn act_here(&self, action: Action, done: &'static str) -> Done {
        let table = self.table_here().await?;
        let snapshot = self.act(table, action).await?;
        let done = match done {
            // Closing the table needs further votes.
            CLOSED if !snapshot.table.is_over() => "done-cancel-wished",
            done => done,
        };
        self.say(&Phrase::new(done)).await;
        Ok(())
    }

    /// Tells the asker alone what the computer would choose in their place.
    async fn hint(&self) -> Done {
        let table = self.table(false).await?;
        let hint = self.app.referee.hint(table, self.asker.act(Action::Hint)).await;
        let (snapshot, seat, what) = hint.map_err(|denied| Refusal::Denied(table, denied))?;
        let hint = show::hint(&self.app.words, &self.asker.locale, &snapshot, seat, &what);
        self.whisper(&hint).await;
        Ok(())
    }

    async fn replace(&self) -> Done {
        let table = self.table_here().await?;
        let snapshot = self.snapshot(table).await?;
        let seat = absent::meant(&snapshot.table, self.asker.person.id, self.word(PLAYER))?;
        let snapshot = self.act(table, Action::Replace { seat }).await?;
        self.say(&show::replaced(&snapshot, seat)).await;
        Ok(())
    }

    /// Removes somebody from the lobby, and tells them.
    async fn remove(&self) -> Done {
        let table = self.table_here().await?;
        let snapshot = self.snapshot(table).await?;
        let named = self
            .word(PLAYER)
            .and_then(|typed| absent::named(&snapshot.table, typed));
        let holder = named.and_then(|seat| snapshot.table.seats.get(seat.index()));
        let person = holder.and_then(|holder| holder.person.as_ref()).map(|person| person.id);
        let person = person.ok_or_else(|| Phrase::new("remove-nobody"))?;
        self.act(table, Action::Remove { person }).await?;
        self.say(&Phrase::new("done-remove")).await;
        private::removed(self.app, &snapshot.table, person).await;
        Ok(())
    }

    /// Sets how the table's public message shows boards; its host and the channel's moderators may do so.
    async fn table_boards(&self) -> Done {
        let wanted = self.word("boards").and_then(|word| word.parse().ok());
        let (table, Some(boards)) = (self.table(true).await?, wanted) else {
            return Ok(());
        };
        self.is_here(table).await?;
        let snapshot = self.snapshot(table).await?;
        let host = snapshot.table.host;
        let keeps_order = self.asker.moderator && self.asker.channel == snapshot.table.channel;
        if host != self.asker.person.id && !keeps_order {
            let host = snapshot.table.seat_of(host).unwrap_or(Seat(0));
            return Err(Refusal::Denied(table, Denied::NotHost { host }));
        }
        let writer = self.writer(table, Slot::Table).await;
        let writer = writer.ok_or_else(|| Phrase::new("press-again"))?;
        let record = Record {
            boards: Some(boards),
            ..writer.record()
        };
        let noted = writer.keep(record).await;
        drop(writer);
        if !noted {
            return Err(Denied::Unavailable.phrase().into());
        }
        self.app.messages.changed(table);
        self.say(&Phrase::new(match boards {
            Boards::Pictures => "done-boards-pictures",
            Boards::Rings => "done-boards-rings",
            Boards::Digits => "done-boards-digits",
            Boards::Text => "done-boards-text",
        }))
        .await;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::CATALOGUE;
    use crate::playground::checks;
    use crate::words::Words;

    #[test]
    fn every_command_keeps_discords_rules_and_has_words() {
        let words = Words::embedded().expect("the words are sound");
        let declared = declare(&tree(true), &words, true);
        let commands = declared.as_array().expect("a list");
        assert_eq!(commands.len(), CATALOGUE.len() + 10);
        assert_eq!(checks::commands(&declared), Ok(()));
        let text = declared.to_string();
        for key in [
            "command-",
            "option-",
            "clock-",
            "settings-",
            "panel-",
            "boards-",
            "play-",
        ] {
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
    fn nothing_that_commands_say_is_cut() {
        fn cut(part: &Value) -> bool {
            match part {
                Value::String(text) => text.ends_with('…'),
                Value::Array(parts) => parts.iter().any(cut),
                Value::Object(parts) => parts.values().any(cut),
                _ => false,
            }
        }
        let words = Words::embedded().expect("the words are sound");
        for command in declare(&tree(false), &words, false).as_array().expect("a list") {
            assert!(!cut(command), "{command}");
        }
    }

    #[test]
    fn what_is_ours_is_called_so_where_it_is_offered() {
        let words = Words::embedded().expect("the words are sound");
        for entry in CATALOGUE {
            for spec in (entry.options)() {
                let key = format!("{}-option-{}", entry.slug, spec.name);
                let said = words.message("en", &key).unwrap_or_default();
                assert_eq!(said.starts_with("House "), spec.house, "{key}: {said}");
            }
        }
    }

    #[test]
    fn a_games_own_word_is_a_command_that_takes_what_move_takes() {
        let words = Words::embedded().expect("the words are sound");
        let tree = tree(false);
        let declared = declare(&tree, &words, true);
        let commands = declared.as_array().expect("a list");
        let named = |options: &Value, name: &str| -> Vec<Value> {
            let options = options.as_array().into_iter().flatten();
            options.filter(|option| option["name"] == name).cloned().collect()
        };
        let of_all = commands
            .iter()
            .find(|command| command["name"] == MOVE)
            .expect("one for all");
        let table = named(&of_all["options"], TABLE);
        let mut own = 0;
        for (entry, command) in CATALOGUE.iter().zip(commands) {
            let Some(word) = entry.typed else { continue };
            own += 1;
            let parts = named(&command["options"], word);
            let [part] = parts.as_slice() else {
                panic!("one part is called {word}: {command}")
            };
            let typed = named(&part["options"], word);
            let [typed] = typed.as_slice() else {
                panic!("one option is called {word}: {part}")
            };
            assert!(typed["required"] == true && typed["autocomplete"] == true, "{typed}");
            assert_eq!(named(&part["options"], TABLE), table, "{part}");
            let dispatched = dispatchers(&tree);
            let dispatched = dispatched.iter().find(|command| command.name == entry.slug);
            let mut parts = dispatched.into_iter().flat_map(|command| &command.subcommands);
            let part = parts.find(|part| part.name == word).expect("it is dispatched");
            let completed: Vec<&str> = part.parameters.iter().map(|option| option.name.as_ref()).collect();
            assert_eq!(completed, [word, TABLE]);
        }
        assert!(own > 0, "some game has a word of its own");
    }

    #[test]
    fn what_is_declared_is_what_is_dispatched() {
        let tree = tree(true);
        let names = |command: &Command| -> Vec<String> {
            let parts = command.subcommands.iter();
            let parts: Vec<String> = parts.map(|part| format!("{} {}", command.name, part.name)).collect();
            if parts.is_empty() {
                vec![command.name.to_string()]
            } else {
                parts
            }
        };
        let dispatched: Vec<String> = dispatchers(&tree).iter().flat_map(names).collect();
        for name in [
            "play",
            "table show",
            "move",
            "history",
            "profile",
            "daily",
            "settings",
            "status",
            "help",
        ] {
            assert!(dispatched.contains(&name.to_owned()), "{name}: {dispatched:?}");
        }
        for name in ["table ping", "table forget", "table help"] {
            assert!(!dispatched.contains(&name.to_owned()), "{name} is gone: {dispatched:?}");
        }
        assert!(dispatchers(&tree).iter().all(|command| command.slash_action.is_some()));
    }
}
