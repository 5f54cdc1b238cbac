//! Asking something of a table: the deed, and what its message shows then.

use tokio::sync::oneshot;

use super::Pressed;
use super::origin::Origin;
use crate::discord::delivery::Held;
use crate::discord::show;
use crate::referee::{Deed, Denied};

impl Pressed<'_> {
    /// Asks something of a table, and brings the message up to date from which it was asked.
    pub(super) async fn deed(&self, table: u64, deed: Deed) {
        self.deed_of(table, deed, None).await;
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
        let before = self.house.referee.look(table).await.ok().flatten();
        let (sends, drafted) = oneshot::channel();
        let act = self.house.referee.act_drafted(table, self.asker.act(deed), Some(sends));
        let slot = before.as_ref().and_then(|look| self.guess(look));
        // Delivery hears of the deed once it is stored. It must not be the first to write to this very message then: the
        // answer would wait for that.
        let held = slot.and_then(|slot| self.house.delivery.try_hold(table, slot));
        let (result, origin, held, draft) = match (&before, held) {
            (Some(look), Some(held)) => {
                // While the disk works, the panel is drawn that will be the answer.
                let draft = async {
                    let look = drafted.await.ok()?;
                    self.draft(&look, held.slot()).await
                };
                let (origin, result, draft) = tokio::join!(self.origin(look), act, draft);
                (result, origin, Some(held), draft)
            }
            (before, _) => {
                let result = act.await;
                // Whoever wrote may have sent that message only now, and its number is known once it is noted.
                let late = match slot {
                    Some(slot) => self.hold(table, slot).await,
                    None => None,
                };
                let origin = match before {
                    Some(look) => self.origin(look).await,
                    None => Origin::Elsewhere,
                };
                drop(late);
                (result, origin, None, None)
            }
        };
        match result {
            Ok((look, foreseen)) => {
                self.update(origin, look, held, draft.filter(|_| foreseen)).await;
            }
            Err(denied) => self.denied_at(table, denied, typed, Some((origin, held))).await,
        }
    }

    /// Says why not. A panel that is behind the table is brought up to date first.
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
            && matches!(
                denied,
                Denied::Stale
                    | Denied::NoOffer
                    | Denied::Over
                    | Denied::Outdated
                    | Denied::NotAwaited
                    | Denied::StoodIn
                    | Denied::NotStoodIn
            )
        {
            let (origin, held) = match from {
                Some(from) => from,
                None => (self.origin(look).await, None),
            };
            if origin != Origin::Elsewhere {
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
