//! The options of a lobby and the partners, which its host changes in a form.

use super::unknown;
use crate::discord::handler::{Done, Handler, Refusal};
use crate::discord::messages::PanelState;
use crate::discord::{show, table_options};
use crate::referee::{Action, Denied, Phase, TableSnapshot, TermsChange};
use crate::rules::{Phrase, Seat};

impl Handler<'_> {
    /// Opens the form for the host of a lobby.
    pub(super) async fn options(&self, table: u64) -> Done {
        let snapshot = self.own_lobby(table).await?;
        self.ask(&show::options(&self.app.words, &self.asker.locale, &snapshot))
            .await
    }

    /// Takes what was chosen in the form. What is refused is said beside the way back to the form.
    pub(super) async fn set_options(&self, table: u64, chosen: &str) -> Done {
        let snapshot = self.own_lobby(table).await?;
        let change = table_options::changed(&snapshot.table, chosen).ok_or_else(unknown)?;
        let now = match change == TermsChange::default() {
            true => Ok(snapshot.clone()),
            false => self.act(table, Action::ChangeTerms(change)).await,
        };
        match now {
            Err(Refusal::Denied(_, why @ (Denied::Setup(_) | Denied::Stale))) => {
                let (words, locale) = (&self.app.words, &self.asker.locale);
                let refused = show::options_refused(words, locale, &snapshot, &why.phrase());
                self.whisper(&refused).await;
            }
            // The button beside a refusal stands in a message of its own.
            Ok(_) if self.source.is_some_and(|source| source.ephemeral) => {
                self.in_menu(&self.notice(&Phrase::new("options-done"))).await;
            }
            now => {
                self.update(now?, PanelState::default()).await;
            }
        }
        Ok(())
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
