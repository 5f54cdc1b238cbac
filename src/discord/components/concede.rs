//! Resigning, agreeing on a draw, leaving and closing a match: the small menu that asks before anything happens, and the outcome.
//!
//! The menu is a separate message that only the asker sees. A panel's button or a command opens a new one; the menu's own
//! buttons edit it in place.

use crate::discord::handler::{Done, Handler, Refusal};
use crate::discord::payload::Payload;
use crate::discord::show;
use crate::referee::{Action, Denied, Leaving, TableSnapshot};
use crate::rules::{Phrase, Seat, SeatSet};

impl Handler<'_> {
    /// Opens the small menu as a separate message.
    pub(in crate::discord) async fn concede(&self, table: u64) -> Done {
        let (snapshot, seat) = self.conceding(table).await?;
        let payload = show::concede(&self.app.words, &self.asker.locale, &snapshot, seat);
        self.whisper(&payload).await;
        Ok(())
    }

    /// Opens the small menu for answering a draw offer, if the offer still stands.
    pub(super) async fn ask_agree(&self, table: u64, offer: u64) -> Done {
        match self.snapshot(table).await?.table.offer() {
            Some((_, at)) if at == offer => self.concede(table).await,
            _ => Err(Refusal::Denied(table, Denied::NoOffer)),
        }
    }

    /// Asks once more before the asker resigns.
    pub(in crate::discord) async fn ask_resign(&self, table: u64) -> Done {
        let (snapshot, seat) = self.conceding(table).await?;
        let payload = show::resigning(&self.app.words, &self.asker.locale, &snapshot, seat);
        self.in_menu(&payload).await;
        Ok(())
    }

    /// Carries out an action from the menu, and shows the outcome in the menu's place.
    pub(super) async fn by_word(&self, table: u64, action: Action) {
        let conceded = |snapshot: &TableSnapshot| {
            let seat = snapshot.table.seat_of(self.asker.person.id).unwrap_or(Seat(0));
            show::conceded(&self.app.words, &self.asker.locale, snapshot, seat)
        };
        self.in_its_place(table, action, conceded).await;
    }

    /// Closes a table after the second question, which said who is `last` then, and shows the outcome in the question's place.
    pub(super) async fn close(&self, table: u64, last: SeatSet) {
        let closed = |snapshot: &TableSnapshot| {
            self.notice(&Phrase::new(match snapshot.table.is_over() {
                true => "done-cancel",
                false => "done-cancel-wished",
            }))
        };
        self.in_its_place(table, Action::Cancel { last }, closed).await;
    }

    /// Leaves a match after the second question, which `told` what follows, and shows the way back in the
    /// question's place.
    pub(super) async fn leave_match(&self, table: u64, told: Leaving) {
        let left = |snapshot: &TableSnapshot| show::left(&self.app.words, &self.asker.locale, snapshot);
        self.in_its_place(table, Action::Leave { told }, left).await;
    }

    async fn in_its_place(&self, table: u64, action: Action, done: impl FnOnce(&TableSnapshot) -> Payload) {
        let payload = match self.app.referee.act(table, self.asker.act(action)).await {
            Ok(snapshot) => done(&snapshot),
            Err(denied) => {
                let snapshot = self.app.newest(table).await;
                self.app.denied(&self.asker.locale, &denied, snapshot.as_ref())
            }
        };
        self.in_menu(&payload).await;
    }

    /// Closes the menu; nothing has happened.
    pub(super) async fn let_be(&self) {
        self.in_menu(&self.notice(&Phrase::new("conceded-nothing"))).await;
    }

    /// The table and the asker's seat, if the asker may resign or agree on a draw there.
    async fn conceding(&self, table: u64) -> Result<(TableSnapshot, Seat), Refusal> {
        let snapshot = self.snapshot(table).await?;
        let seat = snapshot.table.conceding(self.asker.person.id);
        let seat = seat.map_err(|denied| Refusal::Denied(table, denied))?;
        Ok((snapshot, seat))
    }
}
