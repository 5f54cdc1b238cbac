//! The components room: buttons, select menus and forms. Each press is read from its custom id, handed to the referee, and
//! answered in place.
//!
//! Nothing in memory waits for a press: everything that it needs is in its custom id and in the store, so it works after a
//! restart, too. A custom id can be forged, so the referee judges each request like any other. And a panel is only ever shown
//! in a message that its holder alone can see ([`pressed`]).

mod action;
mod concede;
mod message;
mod pressed;
mod public;

use poise::serenity_prelude as serenity;

use super::answer::{Answer, From};
use super::app::{App, Asker};
use super::custom_id::{CustomId, Picked, TYPED, unpack};
use super::desired_messages::{BOARDS, PING};
use super::messages::Spot;
use super::opening::{self, Wanted};
use super::past;
use super::payload::Payload;
use super::{private, show};
use crate::referee::{Action, Denied, TableSnapshot};
use crate::rules::Phrase;

pub(super) use pressed::Pressed;
use pressed::Source;

/// Handles a press on a button, or a choice from a select menu.
pub(super) async fn component(app: &App, interaction: &serenity::ComponentInteraction) {
    let asker = Asker::from(interaction);
    let answer = Answer::new(app.api(), asker.interaction, &interaction.token, From::Message);
    let Some(_permit) = app.admits(&asker, &answer).await else {
        return;
    };
    let source = Source::of(interaction.channel_id, &interaction.message);
    let value = match &interaction.data.kind {
        serenity::ComponentInteractionDataKind::StringSelect { values } => values.first().map(String::as_str),
        _ => None,
    };
    let pressed = Pressed {
        app,
        answer: &answer,
        asker: &asker,
        source: Some(source),
        permissions: app.messages.permissions(),
    };
    pressed.see_through(&interaction.data.custom_id, value).await;
    // The press that makes the bot forget a person must not store that person's language again.
    if interaction.data.custom_id.parse() != Ok(CustomId::Forget) {
        app.heard(&asker).await;
    }
}

/// Handles a submitted form.
pub(super) async fn form(app: &App, interaction: &serenity::ModalInteraction) {
    let asker = Asker::from(interaction);
    let from = if interaction.message.is_some() {
        From::Message
    } else {
        From::Command
    };
    let answer = Answer::new(app.api(), asker.interaction, &interaction.token, from);
    let Some(_permit) = app.admits(&asker, &answer).await else {
        return;
    };
    let source = interaction
        .message
        .as_ref()
        .map(|message| Source::of(interaction.channel_id, message));
    let inputs = interaction.data.components.iter().flat_map(|row| &row.components);
    let typed = inputs.into_iter().find_map(|component| match component {
        serenity::ActionRowComponent::InputText(input) if input.custom_id == TYPED => input.value.as_deref(),
        _ => None,
    });
    let pressed = Pressed {
        app,
        answer: &answer,
        asker: &asker,
        source,
        permissions: app.messages.permissions(),
    };
    pressed.see_through(&interaction.data.custom_id, typed).await;
    app.heard(&asker).await;
}

/// A page of a decision's menu, as a spot.
fn spot(step: u64, path: Vec<String>, page: u16) -> Spot {
    Spot {
        step: Some(step),
        path,
        page,
        ..Spot::default()
    }
}

/// A choice that is shown before it is made, as a spot.
fn tried(step: u64, path: Vec<String>, what: String) -> Spot {
    Spot {
        tried: Some(what),
        ..spot(step, path, 0)
    }
}

impl Pressed<'_> {
    /// Handles a press, and defers if that takes long.
    async fn see_through(&self, custom_id: &str, value: Option<&str>) {
        let fault = || self.app.fault(&self.asker.locale);
        self.answer.in_time(self.handle(custom_id, value), fault).await;
    }

    async fn handle(&self, custom_id: &str, value: Option<&str>) {
        let Ok(press) = custom_id.parse::<CustomId>() else {
            self.whisper(&Phrase::new("press-unknown")).await;
            return;
        };
        if let Some(table) = press.table() {
            self.app.used(self.asker, table);
        }
        self.press(press, value).await;
        if self.app.messages.tell_closed(self.asker.person.id) {
            self.whisper(&Phrase::new("panel-closed")).await;
        }
    }

    async fn press(&self, press: CustomId, value: Option<&str>) {
        match press {
            CustomId::Join { table } => self.sit(table, Action::Sit).await,
            CustomId::Leave { table } => self.action(table, Action::Leave).await,
            CustomId::AddComputer { table } => self.action(table, Action::AddComputer).await,
            CustomId::RemoveComputer { table } => self.action(table, Action::RemoveComputer).await,
            CustomId::SitOn { table, side } => self.sit(table, Action::SitOn { side }).await,
            CustomId::AddComputerOn { table, side } => self.action(table, Action::AddComputerOn { side }).await,
            CustomId::Balance { table } => self.action(table, Action::Balance).await,
            CustomId::SwapSides { table } => self.action(table, Action::SwapSides).await,
            CustomId::Pause { table } => self.action(table, Action::Pause).await,
            CustomId::Resume { table } => self.action(table, Action::Resume).await,
            CustomId::Start { table } => self.action(table, Action::Begin).await,
            CustomId::Cancel { table } => self.action(table, Action::AskCancel).await,
            CustomId::CancelSure { table } => self.close(table).await,
            CustomId::Return { table } => self.action(table, Action::Return).await,
            CustomId::Nudge { table } => self.action(table, Action::Nudge).await,
            CustomId::Concede { table } => self.concede(table).await,
            CustomId::AskAgree { table, offer } => self.ask_agree(table, offer).await,
            CustomId::AskResign { table, .. } => self.ask_resign(table).await,
            CustomId::Resign { table, round } => self.by_word(table, Action::Resign { round }).await,
            CustomId::OfferDraw { table, round } => self.by_word(table, Action::OfferDraw { round }).await,
            CustomId::AnswerDrawOffer { table, offer, agree } => {
                self.by_word(table, Action::AnswerDrawOffer { offer, agree }).await
            }
            CustomId::WithdrawDrawOffer { table, offer } => {
                self.by_word(table, Action::WithdrawDrawOffer { offer }).await
            }
            CustomId::LetBe { .. } => self.let_be().await,
            CustomId::Decline { table, offer } => {
                let agree = false;
                self.action(table, Action::AnswerDrawOffer { offer, agree }).await;
            }
            CustomId::NextRound { table, after } => self.action(table, Action::NextRound { after }).await,
            CustomId::Choose { table, step, what } => {
                self.action(table, Action::Choose { step: Some(step), what }).await
            }
            CustomId::Typed { table, step } => match value {
                Some(typed) => self.typed(table, step, typed).await,
                None => self.whisper(&Phrase::new("press-unknown")).await,
            },
            CustomId::Pick {
                table, step, mut path, ..
            } => match value.map(str::parse) {
                Some(Ok(Picked::Choice(what))) => self.action(table, Action::Choose { step: Some(step), what }).await,
                Some(Ok(Picked::Preview(what))) => self.turn(table, tried(step, path, what)).await,
                Some(Ok(Picked::Step(next))) => {
                    path.push(next);
                    self.turn(table, spot(step, path, 0)).await;
                }
                _ => self.whisper(&Phrase::new("press-unknown")).await,
            },
            CustomId::Step {
                table,
                step,
                path,
                page,
            } => self.turn(table, spot(step, path, page)).await,
            CustomId::Try {
                table,
                step,
                path,
                what,
            } => self.turn(table, tried(step, path, what)).await,
            CustomId::Panel { table } => self.turn(table, Spot::default()).await,
            CustomId::Mine { table } => self.mine(table).await,
            CustomId::Type { table, step, typed } => self.form(table, step, &typed).await,
            CustomId::Show { table } => self.show(table).await,
            CustomId::Rematch { table } => self.rematch(table).await,
            CustomId::Ping { how } => self.prefer(PING, &how.to_string()).await,
            CustomId::Boards { how } => self.prefer(BOARDS, &how.to_string()).await,
            CustomId::Forget => self.forget().await,
            CustomId::Thread {
                game,
                clock,
                rest,
                computers,
                options,
            } => {
                let wanted = unpack(&options)
                    .and_then(|options| Wanted::of_press(self.app, &game, (clock, rest), computers, options));
                match wanted {
                    Some(wanted) => self.thread(&wanted).await,
                    None => self.whisper(&Phrase::new("press-unknown")).await,
                }
            }
            CustomId::Blank { .. } => self.answer.take().await,
            CustomId::MatchBoard { .. }
            | CustomId::Verify { .. }
            | CustomId::OpenRules { .. }
            | CustomId::Rules { .. }
            | CustomId::OpenLeaderboard { .. }
            | CustomId::Leaderboard { .. } => self.read(press).await,
        }
    }

    /// Handles presses that only show something to the asker.
    async fn read(&self, press: CustomId) {
        let Pressed { app, answer, asker, .. } = self;
        let (payload, turned) = match press {
            CustomId::MatchBoard { table } => (private::match_board(app, asker, table).await, false),
            CustomId::Verify { table } => (private::verify(app, asker, table).await, false),
            CustomId::OpenRules { table } => (private::rules_at(app, asker, table).await, false),
            CustomId::Rules { game, table, page } => (private::rules(app, asker, &game, table, page).await, true),
            CustomId::OpenLeaderboard { game } => (private::leaderboard(app, asker, &game, 0).await, false),
            CustomId::Leaderboard { game, page } => (private::leaderboard(app, asker, &game, page).await, true),
            _ => return,
        };
        if turned {
            self.in_menu(&payload).await;
        } else {
            answer.whisper(&payload).await;
        }
    }

    /// Edits the asker's own message in which they pressed. A command has no such message, and a forged press must not edit a
    /// message that others see; in both cases the asker gets a new message.
    async fn in_menu(&self, payload: &Payload) {
        if self.source.is_some_and(|source| source.ephemeral) {
            self.answer.update(payload).await;
        } else {
            self.answer.whisper(payload).await;
        }
    }

    async fn whisper(&self, phrase: &Phrase) {
        self.answer.whisper(&self.app.notice(&self.asker.locale, phrase)).await;
    }

    async fn snapshot(&self, table: u64) -> Option<TableSnapshot> {
        match self.app.snapshot(self.asker, table).await {
            Ok(snapshot) => Some(snapshot),
            Err(denied) => {
                self.whisper(&denied.phrase()).await;
                None
            }
        }
    }

    /// Opens the form into which a choice is typed; `typed` stands in the form already.
    async fn form(&self, table: u64, step: u64, typed: &str) {
        let Some(snapshot) = self.snapshot(table).await else {
            return;
        };
        let Some(seat) = snapshot.table.seat_of(self.asker.person.id) else {
            return self.denied(table, Denied::NotSeated).await;
        };
        if snapshot.table.offered(seat) != Some(step) {
            return self.denied(table, Denied::Stale).await;
        }
        let modal = show::typing(&self.app.words, &self.asker.locale, &snapshot, seat, typed);
        if !self.answer.ask(&modal).await {
            self.whisper(&Phrase::new("press-again")).await;
        }
    }

    /// Opens a new table like the one that is over, or sits down at the rematch.
    async fn rematch(&self, table: u64) {
        let Some(snapshot) = self.snapshot(table).await else {
            return;
        };
        let again = Wanted::again(&snapshot);
        let wanted = match snapshot.table.channel == self.asker.channel {
            true => again,
            false if self.replaces(&snapshot).await => again.elsewhere(self.asker),
            // The press comes from a panel in a private chat, but the rematch belongs into the old table's channel.
            false => return self.whisper(&self.where_it_is(&snapshot).await).await,
        };
        opening::here(self.app, self.answer, self.asker, &wanted).await;
    }

    /// Whether a rematch may move to the asker's channel: the old match was one of theirs, its channel is gone, and both
    /// channels belong to the same server.
    async fn replaces(&self, snapshot: &TableSnapshot) -> bool {
        let guild = self.asker.guild.is_some() && self.asker.guild == snapshot.table.guild;
        guild && past::is_of(self.asker, snapshot) && self.app.api().is_gone(snapshot.table.channel).await
    }

    /// Opens a thread, and says so in the message that offered it. A message that others see never offers a thread, so it is
    /// not edited.
    async fn thread(&self, wanted: &Wanted) {
        let Some(source) = self.source.filter(|source| source.ephemeral) else {
            return self.whisper(&Phrase::new("press-unknown")).await;
        };
        match opening::in_thread(self.app, self.asker, wanted, source.at.message).await {
            Ok(thread) => {
                let opened = Phrase::new("thread-opened").with("channel", thread.to_string());
                let notice = self.app.notice(&self.asker.locale, &opened);
                self.answer.update(&notice).await;
            }
            Err(why) => self.whisper(&why).await,
        }
    }

    /// Stores a preference of the asker.
    async fn prefer(&self, name: &str, value: &str) {
        if !self.app.prefers(self.asker.person.id, name, value).await {
            return self.whisper(&Denied::Unavailable.phrase()).await;
        }
        self.app.messages.reopen(self.asker.person.id).await;
        private::recheck(self.app, self.asker).await;
        let payload = private::settings(self.app, self.asker).await;
        self.in_menu(&payload).await;
    }

    /// Forgets the asker.
    async fn forget(&self) {
        let store = self.app.referee.store();
        if let Err(error) = store.forget(self.asker.person.id).await {
            tracing::error!(%error, "a person could not be forgotten");
            return self.whisper(&Denied::Unavailable.phrase()).await;
        }
        self.app.messages.reopen(self.asker.person.id).await;
        private::recheck(self.app, self.asker).await;
        let payload = self.app.notice(&self.asker.locale, &Phrase::new("forget-done"));
        self.in_menu(&payload).await;
    }
}
