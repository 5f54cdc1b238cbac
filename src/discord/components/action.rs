//! Asking something of a table: the action, and what its message shows then.

use super::message::Updated;
use super::pressed::Pressed;
use crate::discord::messages::{Slot, Spot};
use crate::discord::{private, show};
use crate::referee::{Action, Denied};

impl Pressed<'_> {
    /// Asks something of a table, and brings the message up to date from which it was asked.
    pub(super) async fn action(&self, table: u64, action: Action) {
        self.action_of(table, action, None).await;
    }

    /// Sits down at a table.
    pub(super) async fn sit(&self, table: u64, action: Action) {
        private::meet(self.app, self.asker).await;
        self.action(table, action).await;
    }

    /// Makes the choice that was typed into a form. What was typed is not lost when it is not taken.
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
                if self.update(snapshot, Spot::default()).await == Updated::Elsewhere {
                    self.answer.take().await;
                }
            }
            Err(denied) => self.denied_at(table, denied, typed).await,
        }
    }

    /// Says why not. A panel that is behind the table is brought up to date first; one that only the asker sees says it itself.
    pub(super) async fn denied(&self, table: u64, denied: Denied) {
        self.denied_at(table, denied, None).await;
    }

    /// The same, when it is known what was typed.
    async fn denied_at(&self, table: u64, denied: Denied, typed: Option<&str>) {
        let snapshot = match denied {
            Denied::NoTable => None,
            _ => self.app.referee.snapshot(table).await.ok().flatten(),
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
                // What is none of the table's messages stays as it is.
                self.update(snapshot.clone(), Spot::default()).await;
            }
        }
        let (words, locale, person) = (&self.app.words, &self.asker.locale, self.asker.person.id);
        let notice = match (typed, &snapshot) {
            (Some(typed), Some(snapshot)) => show::refused(words, locale, snapshot, person, &denied, typed),
            _ => self.app.denied(locale, &denied, snapshot.as_ref()),
        };
        self.answer.whisper(&notice).await;
    }
}

/// Whether somebody is denied something because the message in which they pressed is behind the table: it offered what there
/// is no more.
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
