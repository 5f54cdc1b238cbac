//! Acting at a table by a press: the action, and what the pressed message shows afterwards.

use super::message::Updated;
use crate::discord::handler::{Done, Handler};
use crate::discord::messages::{PanelState, Slot};
use crate::discord::{private, show};
use crate::referee::{Action, Denied};

impl Handler<'_> {
    /// Carries out an action at a table, and brings the pressed message up to date.
    pub(super) async fn action(&self, table: u64, action: Action) {
        self.action_of(table, action, None).await;
    }

    /// Sits down at a table.
    pub(super) async fn sit(&self, table: u64, action: Action) {
        private::meet(self).await;
        self.action(table, action).await;
    }

    /// Asks those for whom the game waits to hurry, and tells the asker whom: nothing on their panel changes by that.
    pub(super) async fn nudge(&self, table: u64) -> Done {
        let snapshot = self.act(table, Action::Nudge).await?;
        let nudged = show::nudged(&self.app.words, &self.asker.locale, &snapshot);
        self.update(snapshot, PanelState::default()).await;
        self.whisper(&nudged).await;
        Ok(())
    }

    /// Makes the choice that was typed into a form. If the choice is refused, the person can go on with what they typed.
    pub(super) async fn typed(&self, table: u64, step: u64, typed: &str) {
        let action = Action::Choose {
            step: Some(step),
            what: typed.trim().to_owned(),
        };
        self.action_of(table, action, Some(typed)).await;
    }

    async fn action_of(&self, table: u64, action: Action, typed: Option<&str>) {
        match self.app.referee.act(table, self.asker.act(action)).await {
            Ok(snapshot) => {
                if self.update(snapshot, PanelState::default()).await == Updated::Elsewhere {
                    self.answer.take().await;
                }
            }
            Err(denied) => self.denied_at(table, denied, typed).await,
        }
    }

    /// Says why an action is refused. An outdated panel is brought up to date first; if only the asker sees that panel, the
    /// panel itself says why.
    pub(in crate::discord) async fn denied(&self, table: u64, denied: Denied) {
        self.denied_at(table, denied, None).await;
    }

    /// As [`Handler::denied`], with the text that was typed, if any.
    async fn denied_at(&self, table: u64, denied: Denied, typed: Option<&str>) {
        let snapshot = match denied {
            Denied::NoTable => None,
            _ => self.app.newest(table).await,
        };
        if let Some(snapshot) = &snapshot
            && is_behind(&denied)
        {
            let here = matches!(self.slot(snapshot).await, Some(Slot::Here(_)));
            if here && typed.is_none() {
                if self.renew(snapshot).await {
                    return;
                }
            } else {
                // A message that is none of the table's stays as it is.
                self.update(snapshot.clone(), PanelState::default()).await;
            }
        }
        let (words, locale, person) = (&self.app.words, &self.asker.locale, self.asker.person.id);
        let notice = match (typed, &snapshot) {
            (Some(typed), Some(snapshot)) => show::refused(words, locale, snapshot, person, &denied, typed),
            _ => self.app.denied(locale, &denied, snapshot.as_ref()),
        };
        self.whisper(&notice).await;
    }
}

/// Whether an action is refused because the pressed message was out of date, and offered something that no longer exists.
fn is_behind(denied: &Denied) -> bool {
    matches!(
        denied,
        Denied::Stale
            | Denied::NoOffer
            | Denied::Over
            | Denied::Outdated
            | Denied::NotAwaited
            | Denied::StoodIn
            | Denied::NotStoodIn
            | Denied::Paused
            | Denied::NotPaused
            | Denied::Between
    )
}
