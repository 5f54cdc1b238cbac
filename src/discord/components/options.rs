//! The options of a lobby and the partners, which its host changes in a private message.

use super::unknown;
use crate::discord::handler::{Done, Handler, Refusal};
use crate::discord::payload::Payload;
use crate::discord::{show, table_options};
use crate::referee::{Denied, Phase, TableSnapshot};
use crate::rules::{Phrase, Seat};

impl Handler<'_> {
    /// Shows the host of a lobby its options, with a menu for each of them.
    pub(super) async fn options(&self, table: u64) -> Done {
        let snapshot = self.own_lobby(table).await?;
        self.whisper(&self.options_of(&snapshot, None)).await;
        Ok(())
    }

    /// Takes a choice from one of these menus, and brings the message that holds it up to date. Where nothing can be changed
    /// any more, the message says so and has no menus.
    pub(super) async fn set_option(&self, table: u64, what: &str, chosen: &str) -> Done {
        match self.changed_option(table, what, chosen).await {
            Err(Refusal::Denied(_, denied @ (Denied::Begun | Denied::Over | Denied::NotHost { .. }))) => {
                self.in_menu(&self.notice(&denied.phrase())).await;
            }
            Err(said) => return Err(said),
            Ok(payload) => self.in_menu(&payload).await,
        }
        Ok(())
    }

    async fn changed_option(&self, table: u64, what: &str, chosen: &str) -> Result<Payload, Refusal> {
        let snapshot = self.own_lobby(table).await?;
        let action = table_options::action(&snapshot.table, what, chosen).ok_or_else(unknown)?;
        match self.act(table, action).await {
            Ok(snapshot) => Ok(self.options_of(&snapshot, None)),
            // The choice is undone, and the others still stand there.
            Err(Refusal::Denied(_, why @ (Denied::Setup(_) | Denied::Stale))) => {
                Ok(self.options_of(&snapshot, Some(&why.phrase())))
            }
            Err(refusal) => Err(refusal),
        }
    }

    fn options_of(&self, snapshot: &TableSnapshot, refused: Option<&Phrase>) -> Payload {
        show::options(&self.app.words, &self.asker.locale, snapshot, refused)
    }

    /// A lobby whose host asks.
    async fn own_lobby(&self, table: u64) -> Result<TableSnapshot, Refusal> {
        let snapshot = self.snapshot(table).await?;
        let at = &snapshot.table;
        let denied = match at.phase {
            _ if at.is_over() => Denied::Over,
            Phase::Lobby if at.host == self.asker.person.id => return Ok(snapshot),
            Phase::Lobby => Denied::NotHost {
                host: at.seat_of(at.host).unwrap_or(Seat(0)),
            },
            _ => Denied::Begun,
        };
        Err(Refusal::Denied(table, denied))
    }
}
