//! Adding a word of one's own to chance, and getting the receipt for it.

use crate::discord::handler::{Done, Handler, Refusal};
use crate::discord::messages::PanelState;
use crate::discord::show;
use crate::referee::{Action, Denied, luck};

impl Handler<'_> {
    /// Opens the form into which a word is typed.
    pub(super) async fn luck_form(&self, table: u64) -> Done {
        let (snapshot, _) = self.seated(table).await?;
        if !snapshot.table.takes_words() {
            return Err(Refusal::Denied(table, Denied::Begun));
        }
        self.ask(&show::luck_form(&self.app.words, &self.asker.locale, &snapshot))
            .await
    }

    /// Adds the word that was typed, and gives its receipt to the asker alone.
    pub(super) async fn add_luck(&self, table: u64, typed: &str) -> Done {
        let word = typed.to_owned();
        let snapshot = self.act(table, Action::AddLuck { word }).await?;
        let (words, locale) = (&self.app.words, &self.asker.locale);
        let made_up = luck::clean(typed).is_empty();
        let receipt = show::luck_receipt(words, locale, &snapshot, self.asker.person.id, made_up);
        self.update(snapshot, PanelState::default()).await;
        self.whisper(&receipt).await;
        Ok(())
    }
}
