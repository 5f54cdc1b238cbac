//! Showing a table in the message of a press, or in a new one: the public message, or the asker's panel.
//!
//! Delivery writes to the same messages; whoever writes holds the slot, and notes what was written. No answer waits for a
//! picture: where one has to follow, the slot is marked, and delivery brings it.

use std::time::Duration;

use super::Pressed;
use super::origin::{Origin, PATIENCE};
use crate::discord::answer::{Body, Changed, Said, Whispered};
use crate::discord::board::{boards_of, has_begun, is_stale, version};
use crate::discord::delivery::{Held, Lane, Slot, Spot, Through, Token, Written};
use crate::discord::limits;
use crate::discord::past;
use crate::discord::payload::Payload;
use crate::discord::press::Boards;
use crate::referee::{Denied, Look};
use crate::rules::{Phrase, Seat};

/// A panel, ready to be sent.
pub(super) struct Draft {
    /// The last entry of the log that it shows.
    seq: u64,
    seat: Seat,
    spot: Spot,
    boards: Boards,
    body: Body,
    payload: Payload,
}

/// How long a private panel can be changed through an interaction: its token's life, less a little for the way.
const PANEL_LIFE: Duration = Duration::from_millis(limits::TOKEN_MS - 30_000);

impl Pressed<'_> {
    /// Shows the newest state in the message of the press.
    pub(super) async fn update(&self, origin: Origin, look: Look, held: Option<Held>, draft: Option<Draft>) {
        match origin {
            Origin::Public => self.update_table(look, held).await,
            Origin::Panel => self.update_panel(look, Spot::default(), held, draft).await,
            Origin::Here => {
                self.update_here(look, Spot::default(), held, draft).await;
            }
            Origin::Elsewhere => self.answer.take().await,
        }
    }

    /// The asker's panel as it will be if that look comes true; none where the slot holds no panel of theirs.
    pub(super) async fn draft(&self, look: &Look, slot: Slot) -> Option<Draft> {
        let seat = look.table.seat_of(self.asker.person.id)?;
        if !matches!(slot, Slot::Seat(own) | Slot::Here(own) if own == seat.0) {
            return None;
        }
        let boards = self.boards(look.table.id, slot).await;
        Some(self.drawn(look, seat, Spot::default(), boards))
    }

    fn drawn(&self, look: &Look, seat: Seat, spot: Spot, boards: Boards) -> Draft {
        let payload = self.house.board().panel(look, seat, &spot, &self.asker.locale, boards);
        Draft {
            seq: look.table.seq,
            seat,
            body: Body::pictured(&payload, true),
            payload,
            boards,
            spot,
        }
    }

    /// How the asker's boards are shown in a panel.
    async fn boards(&self, table: u64, slot: Slot) -> Boards {
        if self.house.delivery.is_barred(table, slot) {
            return Boards::Text;
        }
        let wanted = self.house.board().boards(self.asker.person.id).await;
        // A store that fails shows itself soon enough.
        wanted.unwrap_or_default()
    }

    /// Notes whether pictures can be shown in a slot's message in the channel of the press; whether that was news that bars
    /// them.
    fn judge(&self, look: &Look, slot: Slot) -> bool {
        let Some(may) = self.asker.may_attach() else {
            return false;
        };
        let at = (self.lane(slot), self.asker.channel, self.asker.hall);
        self.house.delivery.may_attach(look.table.id, slot, at, may)
    }

    /// Takes back what was noted of pictures, where that was news and the press then could not be answered: it may be older
    /// than what was heard of permissions since. Where it was right, the next picture is refused.
    fn misjudged(&self, table: u64, slot: Slot, news: bool) {
        if news {
            self.house.delivery.unbar(table, slot);
            self.house.delivery.mark(self.lane(slot), table, slot);
        }
    }

    /// The lane of a slot of the asker's.
    fn lane(&self, slot: Slot) -> Lane {
        match slot {
            Slot::Table => Lane::Place(self.asker.channel),
            _ => Lane::Person(self.asker.person.id),
        }
    }

    /// The panel as it is, drawn now unless a draft of it came true.
    async fn panel(&self, look: &Look, slot: Slot, seat: Seat, spot: Spot, draft: Option<Draft>) -> Draft {
        let boards = self.boards(look.table.id, slot).await;
        let as_is =
            |draft: &Draft| (draft.seq, draft.seat, draft.boards, &draft.spot) == (look.table.seq, seat, boards, &spot);
        draft
            .filter(as_is)
            .unwrap_or_else(|| self.drawn(look, seat, spot, boards))
    }

    /// Shows the newest table in the public message that was pressed.
    async fn update_table(&self, look: Look, held: Option<Held>) {
        let Some(source) = self.source else { return };
        let table = look.table.id;
        let Some((mut held, look)) = self.holding(look, Slot::Table, held).await else {
            self.answer.take().await;
            return self.house.delivery.moved(table);
        };
        let standing = self.house.delivery.standing(&held).await;
        let (row, note) = standing.unzip();
        let note = note.unwrap_or_default();
        let locale = note.locale.as_deref().unwrap_or(&self.asker.hall_locale);
        let news = self.judge(&look, Slot::Table);
        let boards = boards_of(&note, self.house.delivery.is_barred(table, Slot::Table));
        let public = self.house.board().table(&look, locale, boards).await;
        let current = note.is_of(row.as_ref(), source.message);
        let body = Body::pictured(&public.payload, current && note.picture.is_some());
        let changed = self.answer.update_by(body).await;
        self.misjudged(table, Slot::Table, news && changed != Changed::Yes);
        if changed == Changed::Perhaps && current {
            let lane = Lane::Place(look.table.place);
            self.house.delivery.doubt(&mut held, source.message, lane).await;
        } else if changed == Changed::Yes && current {
            let written = Written {
                channel: source.channel,
                message: source.message,
                version: public.version,
                payload: &public.payload,
                last: public.last,
                through: None,
            };
            self.house
                .delivery
                .record(&mut held, written, Some(locale.to_owned()), Spot::default())
                .await;
        }
        drop(held);
        self.house.delivery.moved(table);
    }

    /// Shows the newest panel in the private chat's message that was pressed.
    async fn update_panel(&self, look: Look, spot: Spot, held: Option<Held>, draft: Option<Draft>) {
        let Some(source) = self.source else { return };
        let table = look.table.id;
        let Some(seat) = look.table.seat_of(self.asker.person.id) else {
            return self.answer.take().await;
        };
        let slot = Slot::Seat(seat.0);
        let Some((mut held, look)) = self.holding(look, slot, held).await else {
            return self.leave(table, slot, spot).await;
        };
        let draft = self.panel(&look, slot, seat, spot, draft).await;
        let changed = self.answer.update_by(draft.body).await;
        if changed == Changed::Perhaps {
            let lane = Lane::Person(self.asker.person.id);
            self.house.delivery.doubt(&mut held, source.message, lane).await;
        } else if changed == Changed::Yes {
            let written = Written {
                channel: source.channel,
                message: source.message,
                version: version(&look.table, slot),
                payload: &draft.payload,
                last: look.table.is_over(),
                through: None,
            };
            let locale = Some(self.asker.locale.clone());
            if self.house.delivery.record(&mut held, written, locale, draft.spot).await {
                drop(held);
                self.house
                    .delivery
                    .mark(Lane::Person(self.asker.person.id), table, slot);
            }
        }
    }

    /// Shows the newest panel in the asker's own message from which a button of a step that is over was pressed, and says so
    /// there: whoever presses in a copy that has been left behind needs no other message, and has the newest in its place.
    /// Whether that is there to be read now.
    pub(super) async fn renew(&self, look: &Look, held: Option<Held>) -> bool {
        let Some(seat) = look.table.seat_of(self.asker.person.id) else {
            return false;
        };
        let stale = Some(version(&look.table, Slot::Here(seat.0)));
        let spot = Spot {
            stale,
            ..Spot::default()
        };
        self.update_here(look.clone(), spot, held, None).await
    }

    /// Shows the newest panel in the asker's own message that was pressed; whether it shows it, and says that the press was
    /// late if that is to be said.
    async fn update_here(&self, look: Look, spot: Spot, held: Option<Held>, draft: Option<Draft>) -> bool {
        let table = look.table.id;
        let Some(seat) = look.table.seat_of(self.asker.person.id) else {
            self.answer.take().await;
            return false;
        };
        let slot = Slot::Here(seat.0);
        let Some((mut held, look)) = self.holding(look, slot, held).await else {
            // What the lane brings may be another message than the one that was pressed.
            self.leave(table, slot, Spot { stale: None, ..spot }).await;
            return false;
        };
        if look.table.seat_of(self.asker.person.id) != Some(seat) {
            // Seats were drawn meanwhile, or somebody moved up: what is held here is another's by now.
            drop(held);
            return Box::pin(self.update_here(look, spot, None, None)).await;
        }
        let news = self.judge(&look, slot);
        let said = spot.stale.is_none() || is_stale(&look.table, seat, &spot);
        let draft = self.panel(&look, slot, seat, spot, draft).await;
        let message = self.source.map_or(0, |source| source.message);
        let changed = self.answer.update_by(draft.body).await;
        self.misjudged(table, slot, news && changed != Changed::Yes);
        if changed == Changed::Perhaps {
            let lane = Lane::Person(self.asker.person.id);
            self.house.delivery.doubt(&mut held, message, lane).await;
        } else if changed == Changed::Yes && has_begun(&look.table) {
            // In a lobby, whose seat that will be is not said yet, and nothing follows there.
            let written = self.through_token(&look, message, &draft.payload);
            self.house.delivery.record(&mut held, written, None, draft.spot).await;
        }
        // The table may have moved on before this panel was known to delivery.
        drop(held);
        self.house
            .delivery
            .mark(Lane::Person(self.asker.person.id), table, Slot::Here(seat.0));
        changed == Changed::Yes && said
    }

    /// Takes the press silently: another writes to the panel for too long. What was wanted of it follows.
    async fn leave(&self, table: u64, slot: Slot, spot: Spot) {
        self.answer.take().await;
        let lane = Lane::Person(self.asker.person.id);
        self.house.delivery.leave(lane, table, slot, spot);
    }

    /// What is noted of a panel that only the asker sees: it can be changed by this answer's token.
    fn through_token<'p>(&'p self, look: &Look, message: u64, payload: &'p Payload) -> Written<'p> {
        Written {
            channel: self.asker.channel,
            message,
            version: look.table.last_step(look.table.seat_of(self.asker.person.id)),
            payload,
            last: look.table.is_over(),
            through: Some(Through {
                to: self.asker.person.id,
                token: self.answer.token(),
                lasting: PANEL_LIFE,
            }),
        }
    }

    /// Shows another menu or page of the panel that was pressed.
    pub(super) async fn turn(&self, table: u64, spot: Spot) {
        let Some(look) = self.look(table).await else { return };
        let Some(seat) = look.table.seat_of(self.asker.person.id) else {
            return self.denied(table, Denied::NotSeated).await;
        };
        let stale = spot.step.is_some() && look.table.offered(seat) != spot.step;
        if stale {
            return self.denied(table, Denied::Stale).await;
        }
        let mut origin = self.origin(&look).await;
        if origin == Origin::Elsewhere
            && let Some(slot) = self.guess(&look)
        {
            // Whoever wrote may have sent that message only now, and its number is known once it is noted.
            drop(self.hold(table, slot).await);
            origin = self.origin(&look).await;
        }
        match origin {
            Origin::Panel => self.update_panel(look, spot, None, None).await,
            Origin::Here => {
                self.update_here(look, spot, None, None).await;
            }
            Origin::Public | Origin::Elsewhere if !has_begun(&look.table) => {
                self.denied(table, Denied::NotBegun).await;
            }
            // Never into a message that others can see.
            Origin::Public | Origin::Elsewhere => self.open_panel(&look, seat, spot).await,
        }
    }

    /// Opens the asker's panel as a message that only they see.
    pub(in crate::discord) async fn mine(&self, table: u64) {
        let Some(look) = self.look(table).await else { return };
        let Some(seat) = look.table.seat_of(self.asker.person.id) else {
            return self.denied(table, Denied::NotSeated).await;
        };
        if !has_begun(&look.table) {
            return self.denied(table, Denied::NotBegun).await;
        }
        self.open_panel(&look, seat, Spot::default()).await;
        self.house
            .delivery
            .mark(Lane::Person(self.asker.person.id), table, Slot::Seat(seat.0));
    }

    async fn open_panel(&self, look: &Look, seat: Seat, spot: Spot) {
        let table = look.table.id;
        let slot = Slot::Here(seat.0);
        let mut held = self.hold(table, slot).await;
        let news = self.judge(look, slot);
        // The newest is the one that is kept up to date. Through its token only an answer can be changed, not a
        // follow-up; and one that is not kept gets no picture later, so it says its board in letters.
        let boards = match held.is_some() {
            true => self.boards(table, slot).await,
            false => Boards::Text,
        };
        let drawn = |answer| {
            let boards = if answer { boards } else { Boards::Text };
            self.house.board().panel(look, seat, &spot, &self.asker.locale, boards)
        };
        let (said, payload) = self.answer.whisper_either(drawn).await;
        self.misjudged(table, slot, news && said == Whispered::Nothing);
        if said == Whispered::Answer {
            if let Some(held) = &mut held {
                let before = self.house.delivery.way_to_panel(held, self.asker.person.id).await;
                let written = self.through_token(look, 0, &payload);
                self.house.delivery.record(held, written, None, spot).await;
                if let Some(before) = before {
                    self.take_away(&before).await;
                }
            }
            drop(held);
            self.house
                .delivery
                .mark(Lane::Person(self.asker.person.id), table, slot);
        }
    }

    /// Takes a panel away in whose place there is another one: nothing would keep it up, and its person would believe it. The slot
    /// is held meanwhile, so that who presses on it finds the other one. One that stays is renewed when it is pressed.
    async fn take_away(&self, panel: &Token) {
        let taken = self.house.api().delete_answer(&panel.text);
        let _ = tokio::time::timeout(PATIENCE, taken).await;
    }

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
        let Some(mut held) = self.hold(table, Slot::Table).await else {
            return self.whisper(&Phrase::new("press-again")).await;
        };
        let Some(look) = self.look(table).await else { return };
        let news = self.judge(&look, Slot::Table);
        let delivery = &self.house.delivery;
        let (row, note) = delivery.standing(&held).await.unzip();
        let note = note.unwrap_or_default();
        let stood = row.is_some_and(|row| row.message != 0) || !note.old.is_empty();
        if note.trying || note.promised.is_some() {
            // One is on its way to the end of the channel already, and nobody knows its number yet.
            drop(held);
            self.house.used(self.asker, table);
            delivery.mark(Lane::Place(look.table.place), table, Slot::Table);
            return self.whisper(&Phrase::new("press-again")).await;
        }
        let boards = boards_of(&note, delivery.is_barred(table, Slot::Table));
        let public = self.house.board().table(&look, &self.asker.hall_locale, boards).await;
        let locale = &self.asker.hall_locale;
        let answer = (self.asker.interaction, self.answer.token());
        let promised = delivery.promise(&mut held, self.asker.channel, answer, locale).await;
        let mut said_anew = public.payload.clone();
        if stood {
            // Whoever is named in it was told by that one.
            said_anew.mention.clear();
        }
        let said = match promised {
            true => self.answer.say(&said_anew).await,
            false => Said::Nothing,
        };
        self.misjudged(table, Slot::Table, news && !matches!(said, Said::As(_)));
        if let Said::As(message) = said {
            let written = Written {
                channel: self.asker.channel,
                message,
                version: public.version,
                payload: &public.payload,
                last: public.last,
                through: None,
            };
            let locale = Some(locale.clone());
            delivery.record(&mut held, written, locale, Spot::default()).await;
        } else {
            if said == Said::Nothing && promised {
                delivery.break_promise(&held).await;
            }
            self.whisper(&Phrase::new("press-again")).await;
        }
        drop(held);
        self.house.used(self.asker, table);
        // The older message is taken away from there.
        self.house
            .delivery
            .mark(Lane::Place(look.table.place), table, Slot::Table);
    }
}
