//! Tokens that have ended: nobody can do anything by them any more, so they need not be kept.
//!
//! A slot that is looked at loses such a token by itself. But a slot is looked at when something happens at its table, which
//! may be never again, and what is kept is read by whoever reads the file or a copy of it. So now and then all that is noted
//! is gone through, and what has ended goes as it would go with a look: nothing is sent, no table is asked, and who is at a
//! slot is left alone.
//!
//! What has gone is overwritten in the file, when the write-ahead log is folded into it; in that log it stands until the
//! log comes round, or the bot is stopped in good order.

use std::time::Duration;

use futures_util::future;

use super::bring::ON_THE_WAY_MS;
use super::{Delivery, Memory, Note, Slot, Token, Transport, Wishes, lock};
use crate::store::Shown;

/// How often that is done.
const EVERY: Duration = Duration::from_secs(60);

impl<T: Transport, W: Wishes, M: Memory> Delivery<T, W, M> {
    /// Lets tokens go that have ended, for as long as it is waited for.
    pub(in crate::discord) async fn keep_dropping(&self) {
        loop {
            tokio::time::sleep(EVERY).await;
            self.drop_ended().await;
        }
    }

    /// Lets the tokens go that have ended.
    pub(in crate::discord) async fn drop_ended(&self) {
        // A message that has a token is looked at whatever the log says.
        let rows = match self.inner.store.shown_at(0).await {
            Ok(rows) => rows,
            Err(error) => return tracing::warn!(%error, "could not ask which tokens have ended"),
        };
        let ended = rows.iter().filter(|row| self.has_ended(&Note::read(&row.note)));
        let slots = ended.filter_map(|row| Some((row.table, row.slot.parse().ok()?)));
        // At once, so that they go in one commit.
        future::join_all(slots.map(|(table, slot)| self.drop_of(table, slot))).await;
    }

    /// Lets what has ended of a slot go, unless somebody is there, who will see to it.
    async fn drop_of(&self, table: u64, slot: Slot) {
        if lock(&self.inner.traffic).at_work.contains_key(&(table, slot)) {
            return;
        }
        let Some(_held) = self.try_hold(table, slot) else {
            return;
        };
        // Something newer may be noted by now.
        let Ok(Some(row)) = self.row(table, slot).await else {
            return;
        };
        let mut note = Note::read(&row.note);
        if matches!(slot, Slot::Here(_)) && self.has_ended(&note) {
            // What fails is done the next time.
            let _ = self.lose(table, slot, true).await;
        } else if note.promised.as_ref().is_some_and(|token| self.is_past(token)) {
            note.promised = None;
            let row = Shown {
                note: note.text(),
                ..row
            };
            if let Err(error) = self.inner.store.set_shown(&row).await {
                tracing::warn!(table, slot = %slot.in_log(), %error, "could not forget a token that has ended");
            }
        }
    }

    fn has_ended(&self, note: &Note) -> bool {
        let mut tokens = note.token.iter().chain(&note.promised);
        tokens.any(|token| self.is_past(token))
    }

    /// Whether nothing can be done by a token, nor be on its way.
    fn is_past(&self, token: &Token) -> bool {
        token.until.saturating_add(ON_THE_WAY_MS) <= (self.inner.clock)()
    }
}
