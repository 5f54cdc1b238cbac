//! The newest panel of a seat that only its holder sees: changed through the token of the interaction that made it, for as
//! long as that lives.

use tokio::time::Instant;

use super::bring::{Brought, Step, lane_of, step_after};
use super::pictures::Dressed;
use super::{Delivery, Here, Memory, Note, Parked, Show, Slot, Standing, Transport, Wish, Wishes, lock};
use crate::discord::http::Failure;
use crate::discord::limits;

/// What became of a panel that only its holder sees.
enum Edited {
    /// It shows something else now.
    Shown(Box<Here>),
    /// It stays as it is.
    Same,
    /// It cannot be changed any more.
    Gone,
    /// Its picture cannot be shown.
    Unpictured,
}

impl<T: Transport, W: Wishes, M: Memory> Delivery<T, W, M> {
    /// Brings the newest panel that only its holder sees up to date.
    pub(super) async fn bring_here(&self, table: u64, seat: u8) -> Brought {
        let slot = Slot::Here(seat);
        let held = self.hold(table, slot).await;
        let panel = lock(&self.inner.here).get(&(table, seat)).cloned();
        let forget = || drop(lock(&self.inner.here).remove(&(table, seat)));
        let Some(panel) = panel.filter(|panel| panel.until > Instant::now()) else {
            forget();
            return Ok(Step::Done);
        };
        let note = Note {
            spot: panel.spot.clone(),
            ..Note::default()
        };
        let mut plain = self.is_barred(table, slot);
        loop {
            let standing = Standing {
                note: &note,
                closed: false,
                plain,
            };
            let wish = self.inner.wishes.wish(table, slot, standing).await;
            let Wish::Show(show) = wish.map_err(|_| Step::Retry)? else {
                return Ok(Step::Done);
            };
            match self.edit_here(&panel, (table, slot), &show).await? {
                Edited::Shown(panel) => drop(lock(&self.inner.here).insert((table, seat), *panel)),
                Edited::Same => {}
                // Dismissed, or too old: the person opens another one when they want one.
                Edited::Gone => forget(),
                Edited::Unpictured if plain => {}
                Edited::Unpictured => {
                    plain = true;
                    continue;
                }
            }
            if show.last {
                forget();
                self.unbar(table, slot);
            }
            drop(held);
            return Ok(Step::Done);
        }
    }

    /// Shows a panel that only its holder sees anew, if it differs.
    async fn edit_here(&self, panel: &Here, (table, slot): (u64, Slot), show: &Show) -> Result<Edited, Step> {
        let digest = show.payload.digest();
        if digest == panel.digest {
            return Ok(Edited::Same);
        }
        if let Err(unfit) = limits::check(&show.payload) {
            tracing::error!(table, %slot, %unfit, "a message breaks Discord's limits and is not sent");
            return Ok(Edited::Same);
        }
        let Ok(dressed) = self.dress(&show.payload, panel.picture.as_deref()).await else {
            return Ok(Edited::Unpictured);
        };
        let Dressed { body, picture, stands } = dressed;
        let pictured = picture.is_some();
        match self.inner.transport.edit_private(&panel.token, &body, picture).await {
            Ok(sent) => Ok(Edited::Shown(Box::new(Here {
                digest,
                message: Some(sent.message),
                picture: stands,
                ..panel.clone()
            }))),
            Err(failure @ (Failure::Limited { .. } | Failure::Unreachable(_))) => {
                if matches!(failure, Failure::Unreachable(_))
                    && let Slot::Here(seat) = slot
                    && let Some(kept) = lock(&self.inner.here).get_mut(&(table, seat))
                {
                    // Nobody knows what stands there now.
                    kept.digest.clear();
                    kept.picture = None;
                }
                Err(step_after(table, slot, &failure))
            }
            Err(failure) if pictured && failure.may_be_of_file() => {
                let (lane, hall) = (lane_of(show), show.hall);
                self.bar(table, slot, Parked { lane, place: 0, hall });
                Ok(Edited::Unpictured)
            }
            Err(_) => Ok(Edited::Gone),
        }
    }
}
