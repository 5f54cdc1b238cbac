//! The public message of a table as the answer to an interaction: for a new table's lobby, or to show a table once more.

use super::answer::Said;
use super::desired_messages::boards_of;
use super::handler::Handler;
use super::messages::{Body, Location, Slot, Trace, Writer};
use crate::referee::TableSnapshot;

impl Handler<'_> {
    /// Answers with the public message of a table. The record is stored before the answer is sent: otherwise a crash would
    /// leave a message of which nobody knows.
    pub(super) async fn post(&self, writer: &Writer, snapshot: &TableSnapshot) -> Said {
        let Handler { app, answer, asker, .. } = self;
        let (before, locale) = (writer.record(), &asker.guild_locale);
        let boards = boards_of(&before, app.messages.access().is_barred(snapshot.table.id, Slot::Table));
        let public = app.desired().table(snapshot, locale, boards).await;
        let token = self.token(0);
        let mut record = before.clone();
        record.begins(asker.channel, &public.about, Trace::Answer(token.clone()));
        record.locale = Some(locale.clone());
        let mut payload = public.payload.clone();
        if !record.replaced.is_empty() {
            // The message that stood there before has already pinged whoever is named in this one.
            payload.mention.clear();
            payload.notification.clear();
        }
        let said = match writer.keep(record.clone()).await {
            true => answer.say(&payload).await,
            false => Said::Nothing,
        };
        match said {
            Said::As(message) => {
                let at = Location {
                    channel: asker.channel,
                    message,
                };
                record.stood(at);
                record.pressed(at, token);
                record.wrote(Body::words(&public.payload, public.version).shows);
                writer.keep(record).await;
                app.messages.access().surfaced(asker.channel, true);
            }
            Said::Nothing => {
                writer.keep(before).await;
            }
            // The worker finds out whether the message stands.
            Said::Perhaps => {}
        }
        said
    }
}
