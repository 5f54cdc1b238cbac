//! Presses: buttons, menus and forms. Each is read from its custom id, asked of the referee, and answered in place.
//!
//! Nobody waits anywhere for a press: all that one needs is in its id and in the store, so it works after a restart as
//! before. An id can be forged, so what it asks for is judged like anything else; and a panel is only ever shown in a
//! message that its holder alone can see ([`pressed`]).

mod action;
mod concede;
mod message;
mod pressed;
mod public;

use poise::serenity_prelude as serenity;

use super::answer::{Answer, From};
use super::app::{App, Asker};
use super::board::{BOARDS, PING};
use super::messages::Spot;
use super::opening::{self, Wanted};
use super::past;
use super::payload::Payload;
use super::press::{Picked, Press, TYPED, unpack};
use super::{private, show};
use crate::referee::{Action, Denied, TableSnapshot};
use crate::rules::Phrase;

pub(super) use pressed::Pressed;
use pressed::Source;

/// A button was pressed, or something chosen from a menu.
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
    // Who has just been forgotten is not remembered again by the press that did it.
    if interaction.data.custom_id.parse() != Ok(Press::Forget) {
        app.heard(&asker).await;
    }
}

/// A form was sent.
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

/// A menu of a decision, and a page of it.
fn spot(step: u64, path: Vec<String>, page: u16) -> Spot {
    Spot {
        step: Some(step),
        path,
        page,
        ..Spot::default()
    }
}

/// A choice that is looked at before it is made.
fn tried(step: u64, path: Vec<String>, what: String) -> Spot {
    Spot {
        tried: Some(what),
        ..spot(step, path, 0)
    }
}

impl Pressed<'_> {
    /// Handles a press in time.
    async fn see_through(&self, custom_id: &str, value: Option<&str>) {
        let fault = || self.app.fault(&self.asker.locale);
        self.answer.in_time(self.handle(custom_id, value), fault).await;
    }

    async fn handle(&self, custom_id: &str, value: Option<&str>) {
        let Ok(press) = custom_id.parse::<Press>() else {
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

    async fn press(&self, press: Press, value: Option<&str>) {
        match press {
            Press::Join { table } => self.sit(table, Action::Sit).await,
            Press::Leave { table } => self.action(table, Action::Leave).await,
            Press::AddComputer { table } => self.action(table, Action::AddComputer).await,
            Press::RemoveComputer { table } => self.action(table, Action::RemoveComputer).await,
            Press::SitOn { table, side } => self.sit(table, Action::SitOn { side }).await,
            Press::AddComputerOn { table, side } => self.action(table, Action::AddComputerOn { side }).await,
            Press::Balance { table } => self.action(table, Action::Balance).await,
            Press::SwapSides { table } => self.action(table, Action::SwapSides).await,
            Press::Pause { table } => self.action(table, Action::Pause).await,
            Press::Resume { table } => self.action(table, Action::Resume).await,
            Press::Start { table } => self.action(table, Action::Begin).await,
            Press::Cancel { table } => self.action(table, Action::AskCancel).await,
            Press::CancelSure { table } => self.close(table).await,
            Press::Return { table } => self.action(table, Action::Return).await,
            Press::Nudge { table } => self.action(table, Action::Nudge).await,
            Press::Concede { table } => self.concede(table).await,
            Press::AskAgree { table, offer } => self.ask_agree(table, offer).await,
            Press::AskResign { table, .. } => self.ask_resign(table).await,
            Press::Resign { table, round } => self.by_word(table, Action::Resign { round }).await,
            Press::OfferDraw { table, round } => self.by_word(table, Action::OfferDraw { round }).await,
            Press::AnswerDrawOffer { table, offer, agree } => {
                self.by_word(table, Action::AnswerDrawOffer { offer, agree }).await
            }
            Press::WithdrawDrawOffer { table, offer } => self.by_word(table, Action::WithdrawDrawOffer { offer }).await,
            Press::LetBe { .. } => self.let_be().await,
            Press::Decline { table, offer } => {
                let agree = false;
                self.action(table, Action::AnswerDrawOffer { offer, agree }).await;
            }
            Press::NextRound { table, after } => self.action(table, Action::NextRound { after }).await,
            Press::Choose { table, step, what } => self.action(table, Action::Choose { step: Some(step), what }).await,
            Press::Typed { table, step } => match value {
                Some(typed) => self.typed(table, step, typed).await,
                None => self.whisper(&Phrase::new("press-unknown")).await,
            },
            Press::Pick {
                table, step, mut path, ..
            } => match value.map(str::parse) {
                Some(Ok(Picked::Choice(what))) => self.action(table, Action::Choose { step: Some(step), what }).await,
                Some(Ok(Picked::Trial(what))) => self.turn(table, tried(step, path, what)).await,
                Some(Ok(Picked::Step(next))) => {
                    path.push(next);
                    self.turn(table, spot(step, path, 0)).await;
                }
                _ => self.whisper(&Phrase::new("press-unknown")).await,
            },
            Press::Step {
                table,
                step,
                path,
                page,
            } => self.turn(table, spot(step, path, page)).await,
            Press::Try {
                table,
                step,
                path,
                what,
            } => self.turn(table, tried(step, path, what)).await,
            Press::Panel { table } => self.turn(table, Spot::default()).await,
            Press::Mine { table } => self.mine(table).await,
            Press::Type { table, step, typed } => self.form(table, step, &typed).await,
            Press::Show { table } => self.show(table).await,
            Press::Rematch { table } => self.rematch(table).await,
            Press::Ping { how } => self.prefer(PING, &how.to_string()).await,
            Press::Boards { how } => self.prefer(BOARDS, &how.to_string()).await,
            Press::Forget => self.forget().await,
            Press::Thread {
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
            Press::Blank { .. } => self.answer.take().await,
            Press::MatchBoard { .. }
            | Press::Verify { .. }
            | Press::OpenRules { .. }
            | Press::Rules { .. }
            | Press::OpenLeaderboard { .. }
            | Press::Leaderboard { .. } => self.read(press).await,
        }
    }

    /// Presses that only show something to the asker.
    async fn read(&self, press: Press) {
        let Pressed { app, answer, asker, .. } = self;
        let (payload, turned) = match press {
            Press::MatchBoard { table } => (private::match_board(app, asker, table).await, false),
            Press::Verify { table } => (private::verify(app, asker, table).await, false),
            Press::OpenRules { table } => (private::rules_at(app, asker, table).await, false),
            Press::Rules { game, table, page } => (private::rules(app, asker, &game, table, page).await, true),
            Press::OpenLeaderboard { game } => (private::leaderboard(app, asker, &game, 0).await, false),
            Press::Leaderboard { game, page } => (private::leaderboard(app, asker, &game, page).await, true),
            _ => return,
        };
        if turned {
            self.in_menu(&payload).await;
        } else {
            answer.whisper(&payload).await;
        }
    }

    /// Changes the asker's own message in which they pressed. A command has none, and a forged press in a message that others
    /// see must not change that: both get a message of their own.
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

    /// Opens the form into which a choice is typed, with what stands in it already.
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

    /// Opens a new table like the one that is over, or sits down at it.
    async fn rematch(&self, table: u64) {
        let Some(snapshot) = self.snapshot(table).await else {
            return;
        };
        let again = Wanted::again(&snapshot);
        let wanted = match snapshot.table.place == self.asker.channel {
            true => again,
            false if self.replaces(&snapshot).await => again.elsewhere(self.asker),
            // From a panel in a private chat: the table belongs where the last one was.
            false => return self.whisper(&self.where_it_is(&snapshot).await).await,
        };
        opening::here(self.app, self.answer, self.asker, &wanted).await;
    }

    /// Whether the asker's channel stands in for that of a match of theirs: another one of the same server, and that one is
    /// gone.
    async fn replaces(&self, snapshot: &TableSnapshot) -> bool {
        let guild = self.asker.guild.is_some() && self.asker.guild == snapshot.table.guild;
        guild && past::is_of(self.asker, snapshot) && self.app.api().is_gone(snapshot.table.place).await
    }

    /// Opens a thread, and says so in the message in which it was offered: one that others see stays as it is, for there
    /// none is offered.
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

    /// Notes what the asker wants from now on.
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
