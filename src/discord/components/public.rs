//! Showing a table's public message once more, at the end of its channel.

use crate::discord::answer::Said;
use crate::discord::custom_id::Boards;
use crate::discord::handler::{Done, Handler};
use crate::discord::messages::{Message, Slot};
use crate::discord::past;
use crate::referee::TableSnapshot;
use crate::rules::Phrase;

impl Handler<'_> {
    /// Tells the asker where the table is. Shows a finished match that the asker has played right here.
    async fn show_elsewhere(&self, snapshot: &TableSnapshot) -> Done {
        if !past::is_of(&self.asker, snapshot) {
            return Err(self.where_it_is(snapshot).await.into());
        }
        let (desired, locale) = (self.app.desired(), &self.asker.locale);
        let public = desired.table(snapshot, locale, Boards::Text).await;
        self.whisper(&public.payload).await;
        Ok(())
    }

    /// Where the table is, for somebody who asks about it in another channel.
    pub(super) async fn where_it_is(&self, snapshot: &TableSnapshot) -> Phrase {
        let channel = snapshot.table.channel;
        match (self.app.api.is_gone(channel).await, snapshot.table.is_over()) {
            (true, false) => Phrase::new("public-nowhere"),
            (true, true) => Phrase::new("public-nowhere-over"),
            (false, _) => Phrase::new("public-elsewhere").with("channel", channel.to_string()),
        }
    }

    /// Brings the public message to the end of its channel. In that channel, the answer to the press is the new message.
    pub(in crate::discord) async fn show(&self, table: u64) -> Done {
        let again = || Phrase::new("press-again");
        let snapshot = self.snapshot(table).await?;
        if snapshot.table.channel != self.asker.channel {
            return self.show_elsewhere(&snapshot).await;
        }
        self.lacks_nothing()?;
        let writer = self.writer(table, Slot::Table).await.ok_or_else(again)?;
        let snapshot = self.snapshot(table).await?;
        let said = match writer.record().message {
            // A new message is on its way to the end of the channel already, and its id is unknown yet.
            Message::Creating { .. } => Said::Nothing,
            _ => {
                self.judge(table, Slot::Table);
                self.post(&writer, &snapshot).await
            }
        };
        drop(writer);
        if !matches!(said, Said::As(_)) {
            self.say(&again()).await;
        }
        self.app.used(&self.asker, table);
        // The worker deletes the older message.
        self.app.messages.mark(table, Slot::Table);
        Ok(())
    }
}
