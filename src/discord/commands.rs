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

use super::about::{self, Unclear};
use super::absent::{self, PLAYER};
use super::answer::{Answer, From};
use super::app::{App, Asker, take_in_hand};
use super::components::Pressed;
use super::custom_id::{Boards, Ping};
use super::desired_messages::{BOARDS, PANEL, PING, PanelAt};
use super::messages::{Record, Slot};
use super::moves::{self, MOVE, TABLE, Typed};
use super::opening::{self, Wanted};
use super::past::{self, MATCH};
use super::payload::Payload;
use super::{clock_options, private, records, show};
use crate::games::GameEntry;
use crate::referee::{Action, Arrangement, Clock, Denied, TableSnapshot};
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
    let asker = Asker::from(interaction);
    let answer = Answer::new(app.api(), asker.interaction, &interaction.token, From::Command);
    let Some(_permit) = app.admits(&asker, &answer).await else {
        return;
    };
    let called = Called {
        app,
        answer: &answer,
        asker: &asker,
        args,
    };
    answer.in_time(called.run(kind), || app.fault(&asker.locale)).await;
    app.heard(&asker).await;
}

/// Handles a command that is not in the tree, because another version registered it.
pub(super) async fn unknown(app: &App, interaction: &serenity::CommandInteraction) {
    called(app, interaction, &[], Some(CommandKind::Unknown)).await;
}

/// The message for somebody who has left a table.
const LEFT: &str = "done-leave";
/// The message for somebody who has closed a table.
const CLOSED: &str = "done-cancel";

/// A command in hand.
struct Called<'c> {
    app: &'c App,
    answer: &'c Answer<'c>,
    asker: &'c Asker,
    args: &'c [ResolvedOption<'c>],
}

impl Called<'_> {
    async fn run(&self, kind: Option<CommandKind>) {
        let Called { app, asker, .. } = self;
        match kind {
            Some(CommandKind::Start(entry)) => self.start(entry).await,
            Some(CommandKind::Rules(entry)) => self.whisper(&private::rules_here(app, asker, entry).await).await,
            Some(CommandKind::Leaderboard(entry)) => {
                self.whisper(&private::leaderboard(app, asker, entry.slug, 0).await)
                    .await;
            }
            Some(CommandKind::Show) => {
                if let Some(table) = self.past_table().await {
                    self.pressed().show(table).await;
                }
            }
            Some(CommandKind::Mine) => {
                if app.messages.reopen(asker.person.id).await {
                    // Updates their panels at all tables, and reminders that went elsewhere meanwhile.
                    private::recheck(app, asker).await;
                }
                if let Some(table) = self.table(false).await {
                    self.pressed().mine(table).await;
                }
            }
            Some(CommandKind::Leave) => self.action(Action::Leave, LEFT).await,
            Some(CommandKind::Cancel) => self.action(Action::AskCancel, CLOSED).await,
            Some(CommandKind::Nudge) => self.action(Action::Nudge, "done-nudge").await,
            Some(CommandKind::Replace) => self.replace().await,
            Some(CommandKind::Remove) => self.remove().await,
            Some(CommandKind::Resign) => {
                if let Some(table) = self.table_here().await {
                    self.pressed().ask_resign(table).await;
                }
            }
            Some(CommandKind::DrawOffer) => {
                if let Some(table) = self.table_here().await {
                    self.pressed().concede(table).await;
                }
            }
            Some(CommandKind::Verify) => {
                if let Some(table) = self.past_table().await {
                    self.whisper(&private::verify(app, asker, table).await).await;
                }
            }
            Some(CommandKind::Record) => {
                let Some(table) = self.past_table().await else { return };
                let Some(snapshot) = self.snapshot(table).await else {
                    return;
                };
                records::send(app, self.answer, asker, &snapshot.table).await;
            }
            Some(CommandKind::Ping) => self.preferences().await,
            Some(CommandKind::Move(own)) => {
                let name = own.and_then(|entry| entry.typed).unwrap_or(MOVE);
                let typed = Typed {
                    what: self.word(name).unwrap_or_default(),
                    table: self.word(TABLE),
                    game: own,
                };
                moves::play(app, self.answer, asker, typed).await;
            }
            Some(CommandKind::Boards) => self.table_boards().await,
            Some(CommandKind::Forget) => self.whisper(&private::forget(app, asker)).await,
            Some(CommandKind::Help) | None => self.whisper(&private::help(app, asker)).await,
            Some(CommandKind::Bare) => self.say(&Phrase::new("ping-answer")).await,
            Some(CommandKind::Unknown) => self.say(&Phrase::new("command-unknown")).await,
        }
    }

    async fn whisper(&self, payload: &Payload) {
        self.answer.whisper(payload).await;
    }

    async fn say(&self, phrase: &Phrase) {
        self.whisper(&self.app.notice(&self.asker.locale, phrase)).await;
    }

    fn pressed(&self) -> Pressed<'_> {
        Pressed {
            app: self.app,
            answer: self.answer,
            asker: self.asker,
            source: None,
            permissions: self.app.messages.permissions(),
        }
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

    async fn start(&self, entry: &'static GameEntry) {
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
        let clock = self.number::<u32>("clock").filter(|seconds| *seconds > 0);
        let clock = clock.map(|seconds| Clock { seconds });
        let rest = match clock {
            Some(_) if !entry.turn_clocks.is_empty() => self.number("pause").unwrap_or(clock_options::REST),
            _ => 0,
        };
        let wanted = Wanted {
            game: entry,
            options,
            clock,
            computers: self.number("computers").unwrap_or(0),
            arrangement: Arrangement {
                rest,
                ..Arrangement::default()
            },
        };
        opening::here(self.app, self.answer, self.asker, &wanted).await;
    }

    /// The table that the command is about: the one that it names, or the channel's, or else the only one at which the asker
    /// sits. With `past`, the channel's last table counts if none is live. Tells the asker if there is no such table.
    async fn table(&self, past: bool) -> Option<u64> {
        let found = match about::table(self.app, self.asker, self.word(TABLE), past).await {
            Err(Unclear::Several(several)) => {
                let gone = about::without_a_channel(self.app, &several).await;
                gone.ok_or(Unclear::Several(several))
            }
            found => found,
        };
        match found {
            Ok(table) => {
                self.app.used(self.asker, table);
                Some(table)
            }
            Err(unclear) => {
                self.say(&unclear.phrase()).await;
                None
            }
        }
    }

    /// The match that the command names, or else the table that it is about.
    async fn past_table(&self) -> Option<u64> {
        let Some(named) = self.word(MATCH) else {
            return self.table(true).await;
        };
        match past::named(self.app, self.asker, named).await {
            Ok(snapshot) => Some(snapshot.table.id),
            Err(why) => {
                self.say(&why).await;
                None
            }
        }
    }

    /// A snapshot of the table. Tells the asker if it cannot be read.
    async fn snapshot(&self, table: u64) -> Option<TableSnapshot> {
        match self.app.snapshot(self.asker, table).await {
            Ok(snapshot) => Some(snapshot),
            Err(denied) => {
                self.say(&denied.phrase()).await;
                None
            }
        }
    }

    /// The channel of the table if that is another one than this. `None` in a private chat, where a command can only be about
    /// a table elsewhere, and for a table whose channel is gone.
    async fn elsewhere(&self, table: u64) -> Option<u64> {
        let snapshot = self.app.referee.snapshot(table).await.ok().flatten()?;
        let channel = snapshot.table.channel;
        let other = self.asker.guild.is_some() && channel != self.asker.channel;
        (other && !self.app.api().is_gone(channel).await).then_some(channel)
    }

    /// Whether the computer plays for the asker.
    async fn stood_in(&self, table: u64) -> bool {
        let snapshot = self.app.referee.snapshot(table).await.ok().flatten();
        let holder = snapshot.and_then(|snapshot| {
            let seat = snapshot.table.seat_of(self.asker.person.id)?;
            (!snapshot.table.is_over()).then_some(snapshot.table.seats.get(seat.index())?.stand_in)
        });
        holder.flatten().is_some()
    }

    /// The table to act on. Nobody can end or leave a table by a command in another channel, where nobody sees the table.
    async fn table_here(&self) -> Option<u64> {
        let table = self.table(false).await?;
        let Some(channel) = self.elsewhere(table).await else {
            return Some(table);
        };
        self.say(&Phrase::new("public-elsewhere").with("channel", channel.to_string()))
            .await;
        None
    }

    async fn action(&self, action: Action, done: &'static str) {
        if let Some(table) = self.table_here().await {
            self.action_at(table, action, done).await;
        }
    }

    async fn action_at(&self, table: u64, action: Action, done: &'static str) {
        let replaced = match action {
            Action::Replace { seat } => Some(seat),
            _ => None,
        };
        match self.app.referee.act(table, self.asker.act(action)).await {
            Ok(_) if done == LEFT && self.stood_in(table).await => self.say(&Phrase::new("done-leave-begun")).await,
            // Closing the table needs further votes.
            Ok(snapshot) if done == CLOSED && !snapshot.table.is_over() => {
                self.say(&Phrase::new("done-cancel-wished")).await
            }
            Ok(snapshot) if let Some(wished) = replaced.and_then(|seat| show::replace_wished(&snapshot, seat)) => {
                self.say(&wished).await;
            }
            Ok(_) => self.say(&Phrase::new(done)).await,
            Err(denied) => self.denied(table, &denied).await,
        }
    }

    /// Tells the asker why an action was refused.
    async fn denied(&self, table: u64, denied: &Denied) {
        let snapshot = self.app.referee.snapshot(table).await.ok().flatten();
        let payload = self.app.denied(&self.asker.locale, denied, snapshot.as_ref());
        self.whisper(&payload).await;
    }

    async fn replace(&self) {
        let Some(table) = self.table_here().await else { return };
        let Some(snapshot) = self.snapshot(table).await else {
            return;
        };
        match absent::meant(&snapshot.table, self.asker.person.id, self.word(PLAYER)) {
            Ok(seat) => self.action_at(table, Action::Replace { seat }, "done-replace").await,
            Err(unclear) => self.say(&unclear).await,
        }
    }

    /// Removes somebody from the lobby, and tells them.
    async fn remove(&self) {
        let Some(table) = self.table_here().await else { return };
        let Some(snapshot) = self.snapshot(table).await else {
            return;
        };
        let named = self
            .word(PLAYER)
            .and_then(|typed| absent::named(&snapshot.table, typed));
        let holder = named.and_then(|seat| snapshot.table.seats.get(seat.index()));
        let Some(person) = holder.and_then(|holder| holder.person.as_ref()).map(|person| person.id) else {
            return self.say(&Phrase::new("remove-nobody")).await;
        };
        let done = self
            .app
            .referee
            .act(table, self.asker.act(Action::Remove { person }))
            .await;
        match done {
            Ok(_) => {
                self.say(&Phrase::new("done-remove")).await;
                private::removed(self.app, &snapshot.table, person).await;
            }
            Err(denied) => self.denied(table, &denied).await,
        }
    }

    /// How to show boards, if the command says so.
    fn boards(&self) -> Option<Boards> {
        self.word("boards").and_then(|word| word.parse().ok())
    }

    /// Sets how the table's public message shows boards; its host and the channel's moderators may do so.
    async fn table_boards(&self) {
        let (Some(table), Some(boards)) = (self.table(true).await, self.boards()) else {
            return;
        };
        if let Some(channel) = self.elsewhere(table).await {
            let phrase = Phrase::new("public-elsewhere").with("channel", channel.to_string());
            return self.say(&phrase).await;
        }
        let Some(snapshot) = self.snapshot(table).await else {
            return;
        };
        let host = snapshot.table.host;
        let keeps_order = self.asker.moderator && self.asker.channel == snapshot.table.channel;
        if host != self.asker.person.id && !keeps_order {
            let host = snapshot.table.seat_of(host).unwrap_or(Seat(0));
            let notice = self
                .app
                .denied(&self.asker.locale, &Denied::NotHost { host }, Some(&snapshot));
            return self.whisper(&notice).await;
        }
        let Some(writer) = self.pressed().writer(table, Slot::Table).await else {
            return self.say(&Phrase::new("press-again")).await;
        };
        let record = Record {
            boards: Some(boards),
            ..writer.record()
        };
        let noted = writer.keep(record).await;
        drop(writer);
        if !noted {
            return self.say(&Denied::Unavailable.phrase()).await;
        }
        self.app.messages.changed(table);
        self.say(&Phrase::new(match boards {
            Boards::Pictures => "done-boards-pictures",
            Boards::Digits => "done-boards-digits",
            Boards::Text => "done-boards-text",
        }))
        .await;
    }

    async fn preferences(&self) {
        let turns = self
            .word("turns")
            .and_then(|word| word.parse::<Ping>().ok())
            .map(|how| (PING, how.to_string()));
        let panel = self
            .word("panel")
            .map(|word| (PANEL, PanelAt::read(word).word().to_owned()));
        let boards = self.boards().map(|boards| (BOARDS, boards.to_string()));
        let wanted = [turns, panel, boards];
        let changed = wanted.iter().any(Option::is_some);
        for (name, value) in wanted.into_iter().flatten() {
            if !self.app.prefers(self.asker.person.id, name, &value).await {
                return self.say(&Denied::Unavailable.phrase()).await;
            }
        }
        if changed {
            self.app.messages.reopen(self.asker.person.id).await;
            private::recheck(self.app, self.asker).await;
        }
        self.whisper(&private::settings(self.app, self.asker).await).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::limits;
    use crate::games::CATALOGUE;
    use crate::playground::checks;
    use crate::words::Words;

    #[test]
    fn every_command_keeps_discords_rules_and_has_words() {
        let words = Words::embedded().expect("the words are sound");
        let declared = declare(&tree(true), &words, true);
        let commands = declared.as_array().expect("a list");
        assert_eq!(commands.len(), CATALOGUE.len() + 3);
        assert_eq!(checks::commands(&declared), Ok(()));
        assert_eq!(limits::check_commands(&declared), Ok(()));
        let text = declared.to_string();
        for key in ["command-", "option-", "clock-", "settings-", "panel-", "boards-"] {
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
