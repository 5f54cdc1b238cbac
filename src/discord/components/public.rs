//! Showing a table's public message once more, at the end of its channel.

use super::pressed::Pressed;
use crate::discord::answer::Said;
use crate::discord::custom_id::Boards;
use crate::discord::messages::{Message, Slot};
use crate::discord::past;
use crate::discord::post::post;
use crate::referee::TableSnapshot;
use crate::rules::Phrase;

impl Pressed<'_> {
    /// Tells the asker where the table is. Shows a finished match that the asker has played right here.
    async fn show_elsewhere(&self, snapshot: &TableSnapshot) {
        if past::is_of(self.asker, snapshot) {
            let public = self
                .app
                .desired()
                .table(snapshot, &self.asker.locale, Boards::Text)
                .await;
            self.answer.whisper(&public.payload).await;
            return;
        }
        self.whisper(&self.where_it_is(snapshot).await).await;
    }

    /// Where the table is, for somebody who asks about it in another channel.
    pub(super) async fn where_it_is(&self, snapshot: &TableSnapshot) -> Phrase {
        let channel = snapshot.table.channel;
        match (self.app.api().is_gone(channel).await, snapshot.table.is_over()) {
            (true, false) => Phrase::new("public-nowhere"),
            (true, true) => Phrase::new("public-nowhere-over"),
            (false, _) => Phrase::new("public-elsewhere").with("channel", channel.to_string()),
        }
    }

    /// Brings the public message to the end of its channel. In that channel, the answer to the press is the new message.
    pub(in crate::discord) async fn show(&self, table: u64) {
        let Some(snapshot) = self.snapshot(table).await else {
            return;
        };
        if snapshot.table.channel != self.asker.channel {
            return self.show_elsewhere(&snapshot).await;
        }
        if let Some(lacks) = self.asker.lacks() {
            let phrase = Phrase::new("start-lacks").with("permission", Phrase::new(lacks));
            return self.whisper(&phrase).await;
        }
        let Some(writer) = self.writer(table, Slot::Table).await else {
            return self.whisper(&Phrase::new("press-again")).await;
        };
        let Some(snapshot) = self.snapshot(table).await else {
            return;
        };
        let said = match writer.record().message {
            // A new message is on its way to the end of the channel already, and its id is unknown yet.
            Message::Creating { .. } => Said::Nothing,
            _ => {
                self.judge(table, Slot::Table);
                post(self.app, self.answer, self.asker, &writer, &snapshot).await
            }
        };
        drop(writer);
        if !matches!(said, Said::As(_)) {
            self.whisper(&Phrase::new("press-again")).await;
        }
        self.app.used(self.asker, table);
        // The worker deletes the older message.
        self.app.messages.mark(table, Slot::Table);
    }
}
