//! Showing a table in the pressed message, or in a new one: the public message, or the asker's panel.
//!
//! Whoever writes holds the slot's [`Writer`] while they read the table and note what they wrote. No answer waits for a
//! picture: if a picture has to follow, the slot is marked, and its worker sends the picture.

use std::time::Duration;

use crate::discord::answer::{Changed, Whispered};
use crate::discord::desired_messages::{PanelStyle, boards_of, has_begun, is_stale, version};
use crate::discord::handler::{Done, Handler, Refusal};
use crate::discord::messages::{
    Body, Location, Message, PanelState, Record, Shows, Slot, StandingMessage, TOKEN_LIFE_MS, Token, Waits, Writer,
};
use crate::referee::{Denied, TableSnapshot};
use crate::rules::Seat;

/// How long a press waits for another request to its message. After that the press is acknowledged without a message, and the
/// worker updates the message.
pub(super) const PATIENCE: Duration = Duration::from_millis(1000);

/// What became of the pressed message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Updated {
    /// The message shows the newest state, or will.
    Yes,
    /// The message will show the newest state, but not the note that was to be shown on it.
    Later,
    /// The message is none that shows the table to the asker. The press was not answered.
    Elsewhere,
}

impl Handler<'_> {
    /// The slot of the pressed message, as far as it is known before the slot's writer is held: a message whose id is unknown
    /// yet may have been sent just now. `None` for a message that is not the asker's.
    pub(super) async fn slot(&self, snapshot: &TableSnapshot) -> Option<Slot> {
        let (source, table) = (self.source?, &snapshot.table);
        let seat = table.seat_of(self.asker.person.id);
        if source.ephemeral {
            return seat.map(|Seat(seat)| Slot::Here(seat));
        }
        let records = self.app.messages.records(table.id).await.ok()?;
        let known = records.iter().find(|(_, record)| record.location() == Some(source.at));
        match known.map(|(slot, _)| *slot) {
            Some(Slot::Table) => Some(Slot::Table),
            Some(Slot::Seat(own)) if seat == Some(Seat(own)) => Some(Slot::Seat(own)),
            Some(_) => None,
            None if source.at.channel == table.channel => Some(Slot::Table),
            None => seat.map(|Seat(seat)| Slot::Seat(seat)),
        }
    }

    /// The id of the table's public message, if it is known.
    async fn public_message(&self, table: u64) -> Option<u64> {
        let records = self.app.messages.records(table).await.ok()?;
        let (_, record) = records.iter().find(|(slot, _)| *slot == Slot::Table)?;
        record.location().map(|at| at.message).filter(|message| *message != 0)
    }

    /// Shows the newest state in the pressed message; a panel shows the page `spot`.
    pub(super) async fn update(&self, snapshot: TableSnapshot, spot: PanelState) -> Updated {
        let Some(slot) = self.slot(&snapshot).await else {
            return Updated::Elsewhere;
        };
        let table = snapshot.table.id;
        let Some(writer) = self.writer(table, slot).await else {
            return self.leave(table, slot, spot).await;
        };
        let shown = writer
            .record()
            .standing()
            .and_then(|standing| standing.shows.as_ref().map(|shows| shows.version));
        let snapshot = match shown {
            // Somebody has written a newer state than this snapshot.
            Some(shown) if shown > version(&snapshot.table, slot) => self.app.newest(table).await.unwrap_or(snapshot),
            _ => snapshot,
        };
        match slot {
            Slot::Table => self.update_table(writer, snapshot).await,
            _ => self.update_panel(writer, snapshot, spot).await,
        }
    }

    /// The writer of a slot, unless somebody else holds it for so long that the press would go unanswered.
    pub(in crate::discord) async fn writer(&self, table: u64, slot: Slot) -> Option<Writer> {
        self.app.messages.writer_within(PATIENCE, table, slot).await
    }

    /// Acknowledges the press without a message, because another request to the message takes too long. The worker updates
    /// the message.
    async fn leave(&self, table: u64, slot: Slot, spot: PanelState) -> Updated {
        self.answer.take().await;
        let late = spot.stale.is_some();
        match slot {
            Slot::Table => self.app.messages.moved(table),
            // The message that the worker writes may be another one than the pressed one.
            _ => {
                self.app
                    .messages
                    .leave(table, slot, PanelState { stale: None, ..spot })
                    .await
            }
        }
        if late { Updated::Later } else { Updated::Yes }
    }

    /// Notes whether pictures can be shown in a slot's message in this channel.
    pub(super) fn judge(&self, table: u64, slot: Slot) {
        if let Some(may) = self.asker.may_attach() {
            let waits = Waits {
                channel: self.asker.channel,
                guild: self.asker.guild,
            };
            self.app
                .messages
                .access()
                .may_attach(table, slot, waits, may, self.permissions);
        }
    }

    /// How the asker's panel is shown.
    async fn panel_style(&self, table: u64, slot: Slot) -> PanelStyle {
        let wanted = self.app.desired().panel_style(self.asker.person.id).await;
        // A failing store shows itself soon enough elsewhere.
        wanted
            .unwrap_or_default()
            .plain_if(self.app.messages.access().is_barred(table, slot))
    }

    /// The token of this interaction, by which its message can be edited for a while. Only the person `to` sees the message, or everybody if that is 0.
    pub(in crate::discord) fn token(&self, to: u64) -> Token {
        Token {
            text: self.answer.token().to_owned(),
            until: self.app.messages.now().saturating_add(TOKEN_LIFE_MS),
            interaction: self.asker.interaction,
            to,
        }
    }

    /// Shows the newest state in the pressed public message. An older copy of that message is brought up to date, too.
    async fn update_table(&self, writer: Writer, snapshot: TableSnapshot) -> Updated {
        let Some(source) = self.source else {
            return Updated::Elsewhere;
        };
        let (table, record) = (snapshot.table.id, writer.record());
        let current = record.may_be(source.at.message);
        if !current && source.table != Some(table) {
            // The message belongs to another table, and somebody has forged the press.
            return Updated::Elsewhere;
        }
        self.judge(table, Slot::Table);
        let locale = record.locale.as_deref().unwrap_or(&self.asker.guild_locale);
        let boards = boards_of(&record, self.app.messages.access().is_barred(table, Slot::Table));
        let public = self.app.desired().table(&snapshot, locale, boards).await;
        let shows = record.standing().filter(|_| current).and_then(StandingMessage::known);
        let body = Body::beside(&public.payload, public.version, shows);
        let changed = self.answer.update_by(body.json).await;
        if current {
            let record = Record {
                locale: Some(locale.to_owned()),
                ..record.clone()
            };
            self.note(&writer, record, changed, body.shows).await;
        }
        drop(writer);
        match public.last {
            // The edit has undone the message's settled state, and nothing else would mark the slot of a table that is over.
            true => self.app.messages.mark(table, Slot::Table),
            false => self.app.messages.moved(table),
        }
        Updated::Yes
    }

    /// Shows the newest panel in the asker's own pressed message.
    async fn update_panel(&self, writer: Writer, snapshot: TableSnapshot, spot: PanelState) -> Updated {
        let (Some(source), table, slot) = (self.source, snapshot.table.id, writer.slot()) else {
            return Updated::Elsewhere;
        };
        let Some(Seat(seat)) = snapshot.table.seat_of(self.asker.person.id) else {
            return Updated::Elsewhere;
        };
        let here = slot == Slot::Here(seat);
        if !here && slot != Slot::Seat(seat) {
            // Seats were drawn meanwhile, or somebody moved up to another seat.
            drop(writer);
            return Box::pin(self.update(snapshot, spot)).await;
        }
        let mut record = writer.record();
        let creating = matches!(record.message, Message::Creating { channel, .. } if channel == source.at.channel);
        if !here && record.location() != Some(source.at) && !(creating && record.may_be(source.at.message)) {
            return Updated::Elsewhere;
        }
        if here {
            self.judge(table, slot);
        }
        let said = spot.stale.is_none() || is_stale(&snapshot.table, Seat(seat), &spot);
        let style = self.panel_style(table, slot).await;
        let (locale, message) = (&self.asker.locale, self.public_message(table).await);
        let desired = self.app.desired();
        let payload = desired.panel(&snapshot, Seat(seat), &spot, locale, style, message);
        let same = !here || record.may_be(source.at.message);
        let shows = record.standing().filter(|_| same).and_then(StandingMessage::known);
        let body = Body::beside(&payload, version(&snapshot.table, slot), shows);
        let changed = self.answer.update_by(body.json).await;
        // In a lobby it is not decided yet whose seat it will be, so no picture follows there.
        if !here || has_begun(&snapshot.table) {
            if here && changed == Changed::Yes && !same {
                record.message = Message::Standing(Box::new(StandingMessage::unknown(source.at, "")));
            }
            // If nobody knows whether the panel says so, another message says it.
            let stale = spot.stale.filter(|_| changed == Changed::Yes);
            record.spot = PanelState { stale, ..spot };
            let whole = body.shows.whole;
            let noted = self.note(&writer, record, changed, body.shows).await;
            drop(writer);
            let done = noted && whole && !here && !snapshot.table.is_over();
            if changed != Changed::No && !done {
                self.app.messages.mark(table, slot);
            }
        }
        match (changed, said) {
            (Changed::Yes, true) => Updated::Yes,
            _ => Updated::Later,
        }
    }

    /// Notes what the message shows after the answer, or that this is unknown. Returns whether the store has the record.
    async fn note(&self, writer: &Writer, mut record: Record, changed: Changed, shows: Shows) -> bool {
        let Some(source) = self.source.filter(|_| changed != Changed::No) else {
            return true;
        };
        // This press has been answered. Others that came at the same time have not, so they go first.
        tokio::task::yield_now().await;
        if matches!(record.message, Message::Creating { .. }) {
            record.stood(source.at);
        }
        if changed == Changed::Yes {
            let to = if source.ephemeral { self.asker.person.id } else { 0 };
            record.pressed(source.at, self.token(to));
            record.wrote(shows);
            return writer.keep(record).await;
        }
        if record.may_be(source.at.message) {
            record.doubted(self.app.messages.now());
            writer.keep(record).await;
            self.app.messages.doubts(writer);
        }
        true
    }

    /// Shows the newest panel in the asker's own message after somebody pressed a button of a past step there, and says so on
    /// the panel. So a press on an outdated copy needs no other message, and the newest panel takes the copy's place. Returns
    /// whether the panel shows this now.
    pub(super) async fn renew(&self, snapshot: &TableSnapshot) -> bool {
        let Some(Seat(seat)) = snapshot.table.seat_of(self.asker.person.id) else {
            return false;
        };
        let spot = PanelState {
            stale: Some(version(&snapshot.table, Slot::Here(seat))),
            ..PanelState::default()
        };
        self.update(snapshot.clone(), spot).await == Updated::Yes
    }

    /// Shows another menu or page of the pressed panel.
    pub(super) async fn turn(&self, table: u64, spot: PanelState) -> Done {
        let (snapshot, seat) = self.seated(table).await?;
        if spot.step.is_some() && snapshot.table.offered(seat) != spot.step {
            return Err(Refusal::Denied(table, Denied::Stale));
        }
        // A panel never goes into a message that others can see.
        let public = self.slot(&snapshot).await == Some(Slot::Table);
        if !public && self.update(snapshot.clone(), spot.clone()).await != Updated::Elsewhere {
            return Ok(());
        }
        self.open_panel(&snapshot, seat, spot).await
    }

    /// Opens the asker's panel as a message that only they see.
    pub(in crate::discord) async fn mine(&self, table: u64) -> Done {
        let (snapshot, seat) = self.seated(table).await?;
        self.open_panel(&snapshot, seat, PanelState::default()).await?;
        self.app.messages.mark(table, Slot::Seat(seat.0));
        Ok(())
    }

    async fn open_panel(&self, snapshot: &TableSnapshot, seat: Seat, spot: PanelState) -> Done {
        let (table, slot) = (snapshot.table.id, Slot::Here(seat.0));
        if !has_begun(&snapshot.table) {
            return Err(Refusal::Denied(table, Denied::NotBegun));
        }
        let writer = self.writer(table, slot).await;
        self.judge(table, slot);
        // Only the newest panel is kept up to date. Its token can edit only an answer, and no follow-up. A panel that is not
        // kept up to date gets no picture later, so its board is text.
        let style = self.panel_style(table, slot).await;
        let (desired, message) = (self.app.desired(), self.public_message(table).await);
        let drawn = |answer: bool| {
            let style = style.plain_if(writer.is_none() || !answer);
            desired.panel(snapshot, seat, &spot, &self.asker.locale, style, message)
        };
        let (said, payload) = self.answer.whisper_either(drawn).await;
        let Some(writer) = writer.filter(|_| said == Whispered::Answer) else {
            return Ok(());
        };
        let me = self.asker.person.id;
        let at = Location {
            channel: self.asker.channel,
            message: 0,
        };
        let before = writer.record();
        let mut record = Record {
            message: Message::Standing(Box::new(StandingMessage::unknown(at, ""))),
            spot,
            ..Record::default()
        };
        record.pressed(at, self.token(me));
        record.wrote(Body::words(&payload, version(&snapshot.table, slot)).shows);
        writer.keep(record).await;
        let now = self.app.messages.now();
        let before = before.standing().and_then(|panel| panel.alive(now));
        if let Some(before) = before.filter(|before| before.to == me) {
            self.take_away(before).await;
        }
        drop(writer);
        self.app.messages.mark(table, slot);
        Ok(())
    }

    /// Removes a panel that a newer one replaces: nothing would keep the old one up to date, and its person would trust it.
    /// The caller holds the writer meanwhile, so that a press on the old panel finds the new one. If the old one stays, a
    /// press on it renews it.
    async fn take_away(&self, panel: &Token) {
        let taken = self.app.api.delete_answer(&panel.text);
        let _ = tokio::time::timeout(PATIENCE, taken).await;
    }
}
