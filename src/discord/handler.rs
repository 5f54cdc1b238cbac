//! One interaction in hand: who asks, from where, and how the asker is answered.
//!
//! A handler does what a command, a press or a form asks for. If it cannot, it returns a [`Refusal`], and the asker is told
//! in one place ([`Handler::tell`]).

use poise::serenity_prelude as serenity;
use serenity::ResolvedOption;

use super::answer::{Answer, From};
use super::app::{App, Asker};
use super::payload::Payload;
use super::pressed::Source;
use super::user_limiter::Permit;
use crate::referee::{Action, Denied, TableSnapshot};
use crate::rules::{Phrase, Seat};
use crate::store::StoreError;

/// Why nothing is done.
#[derive(Debug, derive_more::From)]
pub(super) enum Refusal {
    /// The notice for the asker says why.
    #[from]
    Said(Phrase),
    /// The table takes no such action.
    Denied(u64, Denied),
}

impl std::convert::From<Denied> for Phrase {
    fn from(denied: Denied) -> Phrase {
        denied.phrase()
    }
}

/// Of what no table was asked. What a table refuses comes from [`Handler::act`] alone: only [`Refusal::Denied`] renews the panel
/// that is out of date.
impl std::convert::From<Denied> for Refusal {
    fn from(denied: Denied) -> Refusal {
        Refusal::Said(denied.phrase())
    }
}

impl std::convert::From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        tracing::error!(%error, "the store failed");
        Denied::Unavailable.into()
    }
}

/// What became of a request.
pub(super) type Done = Result<(), Refusal>;

/// An interaction in hand.
pub(super) struct Handler<'h> {
    pub(super) app: &'h App,
    pub(super) answer: Answer<'h>,
    pub(super) asker: Asker,
    /// The options of a command.
    pub(super) args: &'h [ResolvedOption<'h>],
    /// The message that was pressed, or whose button opened the form.
    pub(super) source: Option<Source>,
    /// How often permissions may have changed before the interaction.
    pub(super) permissions: u64,
    _permit: Permit<'h>,
}

impl<'h> Handler<'h> {
    /// Takes an interaction into hand, if the asker does not ask for too much at once ([`App::admits`]).
    pub(super) async fn admitted(app: &'h App, asker: Asker, token: &str, from: From) -> Option<Handler<'h>> {
        let answer = Answer::new(&app.api, asker.interaction, token, from);
        let permit = app.admits(&asker, &answer).await?;
        Some(Handler {
            app,
            answer,
            asker,
            args: &[],
            source: None,
            permissions: app.messages.access().epoch(),
            _permit: permit,
        })
    }
}

impl Handler<'_> {
    /// Sends a message to the asker only.
    pub(super) async fn whisper(&self, payload: &Payload) {
        self.answer.whisper(payload).await;
    }

    /// Sends a short notice to the asker only.
    pub(super) async fn say(&self, phrase: &Phrase) {
        self.whisper(&self.notice(phrase)).await;
    }

    /// A short notice in the asker's language.
    pub(super) fn notice(&self, phrase: &Phrase) -> Payload {
        self.app.notice(&self.asker.locale, phrase)
    }

    /// Whether the asker pressed a message of their own, which can be edited. A command has no such message, and a forged press
    /// must not edit a message that others see.
    pub(super) fn is_in_menu(&self) -> bool {
        self.source.is_some_and(|source| source.ephemeral)
    }

    /// Edits the asker's own message in which they pressed, or sends them a new message.
    pub(super) async fn in_menu(&self, payload: &Payload) {
        match self.is_in_menu() {
            true => drop(self.answer.update(payload).await),
            false => self.whisper(payload).await,
        }
    }

    /// Lets the asker wait for what [`Handler::in_menu`] shows.
    pub(super) async fn wait_in_menu(&self) {
        match self.is_in_menu() {
            true => self.answer.take().await,
            false => self.answer.think().await,
        }
    }

    /// Tells the asker why nothing was done, if so.
    pub(super) async fn tell(&self, done: Done) {
        match done {
            Ok(()) => {}
            Err(Refusal::Said(phrase)) => self.say(&phrase).await,
            Err(Refusal::Denied(table, denied)) => self.denied(table, denied).await,
        }
    }

    /// A snapshot of a table that concerns the asker.
    ///
    /// # Errors
    /// Why the table cannot be read.
    pub(super) async fn snapshot(&self, table: u64) -> Result<TableSnapshot, Refusal> {
        Ok(self.app.snapshot(&self.asker, table).await?)
    }

    /// A snapshot of a table, and the asker's seat there.
    ///
    /// # Errors
    /// Why the table cannot be read, or that the asker does not sit there.
    pub(super) async fn seated(&self, table: u64) -> Result<(TableSnapshot, Seat), Refusal> {
        let snapshot = self.snapshot(table).await?;
        match snapshot.table.seat_of(self.asker.person.id) {
            Some(seat) => Ok((snapshot, seat)),
            None => Err(Refusal::Denied(table, Denied::NotSeated)),
        }
    }

    /// Carries out an action of the asker.
    ///
    /// # Errors
    /// Why the table does not take the action.
    pub(super) async fn act(&self, table: u64, action: Action) -> Result<TableSnapshot, Refusal> {
        let acted = self.app.referee.act(table, self.asker.act(action)).await;
        acted.map_err(|denied| Refusal::Denied(table, denied))
    }

    /// Refuses what needs a table's message in this channel, if the bot lacks a permission for that.
    pub(super) fn lacks_nothing(&self) -> Done {
        match self.asker.lacks() {
            Some(lacks) => Err(lacking(lacks).into()),
            None => Ok(()),
        }
    }
}

/// The notice that the bot lacks this permission.
pub(super) fn lacking(permission: &'static str) -> Phrase {
    Phrase::new("start-lacks").with("permission", Phrase::new(permission))
}
