//! The public message as the answer to an interaction: the lobby of a new table, or a table that is to be shown once more.

use super::Pressed;
use crate::discord::answer::{Answer, Said};
use crate::discord::board::boards_of;
use crate::discord::house::{Asker, House};
use crate::discord::messages::{Body, Location, Message, Slot, TOKEN_LIFE_MS, Token, Trace, Writer};
use crate::discord::past;
use crate::discord::press::Boards;
use crate::referee::Look;
use crate::rules::Phrase;

/// Makes the answer the public message of a table. That is noted before it is said: a crash would leave a message of which
/// nobody knows.
pub(in crate::discord) async fn post(
    house: &House,
    answer: &Answer<'_>,
    asker: &Asker,
    writer: &Writer,
    look: &Look,
) -> Said {
    let (before, locale) = (writer.record(), &asker.hall_locale);
    let boards = boards_of(&before, house.messages.is_barred(look.table.id, Slot::Table));
    let public = house.board().table(look, locale, boards).await;
    let token = Token {
        text: answer.token().to_owned(),
        until: house.messages.now().saturating_add(TOKEN_LIFE_MS),
        interaction: asker.interaction,
        to: 0,
    };
    let mut record = before.clone();
    record.begins(asker.channel, &public.about, Trace::Answer(token.clone()));
    record.locale = Some(locale.clone());
    let mut payload = public.payload.clone();
    if !record.replaced.is_empty() {
        // Whoever is named in it was told by the one that stood there before.
        payload.mention.clear();
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
            house.messages.posted(asker.channel);
        }
        Said::Nothing => {
            writer.keep(before).await;
        }
        // Whether it stands is found out.
        Said::Perhaps => {}
    }
    said
}

impl Pressed<'_> {
    /// Says where the table is. A match that the asker has played and that is over they get to see here, too.
    async fn show_elsewhere(&self, look: &Look) {
        if past::is_of(self.asker, look) {
            let public = self.house.board().table(look, &self.asker.locale, Boards::Text).await;
            self.answer.whisper(&public.payload).await;
            return;
        }
        self.whisper(&self.where_it_is(look).await).await;
    }

    /// What somebody hears who wants something of a table in another channel.
    pub(super) async fn where_it_is(&self, look: &Look) -> Phrase {
        let place = look.table.place;
        match (self.house.api().is_gone(place).await, look.table.is_over()) {
            (true, false) => Phrase::new("public-nowhere"),
            (true, true) => Phrase::new("public-nowhere-over"),
            (false, _) => Phrase::new("public-elsewhere").with("channel", place.to_string()),
        }
    }

    /// Brings the public message to the end of its channel: as the answer, where it is pressed there.
    pub(in crate::discord) async fn show(&self, table: u64) {
        let Some(look) = self.look(table).await else { return };
        if look.table.place != self.asker.channel {
            return self.show_elsewhere(&look).await;
        }
        if let Some(lacks) = self.asker.lacks() {
            let phrase = Phrase::new("start-lacks").with("permission", Phrase::new(lacks));
            return self.whisper(&phrase).await;
        }
        let Some(writer) = self.writer(table, Slot::Table).await else {
            return self.whisper(&Phrase::new("press-again")).await;
        };
        let Some(look) = self.look(table).await else { return };
        let said = match writer.record().message {
            // One is on its way to the end of the channel already, and nobody knows its number yet.
            Message::Creating { .. } => Said::Nothing,
            _ => {
                self.judge(table, Slot::Table);
                post(self.house, self.answer, self.asker, &writer, &look).await
            }
        };
        drop(writer);
        if !matches!(said, Said::As(_)) {
            self.whisper(&Phrase::new("press-again")).await;
        }
        self.house.used(self.asker, table);
        // The older message is taken away from there.
        self.house.messages.mark(table, Slot::Table);
    }
}
