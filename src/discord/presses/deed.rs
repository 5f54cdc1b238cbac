//! Asking something of a table: the deed, and what its message shows then.

use tokio::sync::oneshot;

use super::Pressed;
use super::message::Draft;
use super::origin::Origin;
use crate::discord::board::version;
use crate::discord::delivery::Held;
use crate::discord::{private, show};
use crate::referee::{Deed, Denied, Look};

/// What was found while the disk worked.
struct Ahead {
    origin: Origin,
    held: Held,
    draft: Option<Draft>,
}

impl Pressed<'_> {
    /// Asks something of a table, and brings the message up to date from which it was asked.
    pub(super) async fn deed(&self, table: u64, deed: Deed) {
        self.deed_of(table, deed, None).await;
    }

    /// Sits down at a table.
    pub(super) async fn sit(&self, table: u64, deed: Deed) {
        private::meet(self.house, self.asker).await;
        self.deed(table, deed).await;
    }

    /// Makes the choice that was typed into a form. What was typed is not lost when it is not taken.
    pub(super) async fn typed(&self, table: u64, step: u64, typed: &str) {
        let deed = Deed::Choose {
            step: Some(step),
            what: typed.trim().to_owned(),
        };
        self.deed_of(table, deed, Some(typed)).await;
    }

    async fn deed_of(&self, table: u64, deed: Deed, typed: Option<&str>) {
        let (sends, drafted) = oneshot::channel();
        let act = self.house.referee.act_drafted(table, self.asker.act(deed), Some(sends));
        let (result, ahead) = tokio::join!(act, self.ahead(drafted));
        let (origin, held, draft) = match ahead {
            Some(Ahead { origin, held, draft }) => (origin, Some(held), draft),
            None => (self.origin_after(table, &result).await, None, None),
        };
        match result {
            Ok((look, foreseen)) => {
                self.update(origin, look, held, draft.filter(|_| foreseen)).await;
            }
            Err(denied) => self.denied_at(table, denied, typed, Some((origin, held))).await,
        }
    }

    /// While the disk works, finds the message of the press, and draws the panel that will be the answer. Delivery hears of the
    /// deed once it is stored, and must not be the first to write to this very message then: the answer would wait for that.
    /// So the slot is held, unless another writes there right now. Nobody is asked how the table looks before the deed: on its
    /// way to the disk that would be one more detour.
    async fn ahead(&self, drafted: oneshot::Receiver<Look>) -> Option<Ahead> {
        let look = drafted.await.ok()?;
        let slot = self.guess(&look)?;
        let held = self.house.delivery.try_hold(look.table.id, slot)?;
        // Whoever was so late here that the message shows as much already, or more, looks at the table once more.
        let shown = self.house.delivery.shown(look.table.id).await.ok()?;
        let row = shown.into_iter().find(|row| row.slot == slot.to_string());
        if row.is_some_and(|row| row.version >= version(&look.table, slot)) {
            return None;
        }
        let origin = self.origin(&look).await;
        let draft = self.draft(&look, slot).await;
        Some(Ahead { origin, held, draft })
    }

    /// What message the press came from, where that was not found ahead.
    async fn origin_after(&self, table: u64, result: &Result<(Look, bool), Denied>) -> Origin {
        let look = match result {
            Ok((look, _)) => Some(look.clone()),
            Err(_) => self.house.referee.look(table).await.ok().flatten(),
        };
        let Some(look) = look else { return Origin::Elsewhere };
        // Whoever wrote may have sent that message only now, and its number is known once it is noted.
        let _late = match self.guess(&look) {
            Some(slot) => self.hold(table, slot).await,
            None => None,
        };
        self.origin(&look).await
    }

    /// Says why not. A panel that is behind the table is brought up to date first; one that only the asker sees says it itself.
    pub(super) async fn denied(&self, table: u64, denied: Denied) {
        self.denied_at(table, denied, None, None).await;
    }

    /// The same, when it is known what was typed and what the press came from.
    async fn denied_at(&self, table: u64, denied: Denied, typed: Option<&str>, from: Option<(Origin, Option<Held>)>) {
        let look = match denied {
            Denied::NoTable => None,
            _ => self.house.referee.look(table).await.ok().flatten(),
        };
        if let Some(look) = &look
            && is_behind(&denied)
        {
            let (origin, held) = match from {
                Some(from) => from,
                None => (self.origin(look).await, None),
            };
            if origin == Origin::Here && typed.is_none() {
                if self.renew(look, held).await {
                    return;
                }
            } else if origin != Origin::Elsewhere {
                self.update(origin, look.clone(), held, None).await;
            }
        }
        let (words, locale, person) = (&self.house.words, &self.asker.locale, self.asker.person.id);
        let notice = match (typed, &look) {
            (Some(typed), Some(look)) => show::refused(words, locale, look, person, &denied, typed),
            _ => self.house.denied(locale, &denied, look.as_ref()),
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
