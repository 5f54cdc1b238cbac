//! Presses: buttons, menus and forms. Each is read from its custom id, asked of the referee, and answered in place.
//!
//! Nobody waits anywhere for a press: all that one needs is in its id and in the store, so it works after a restart as
//! before. An id can be forged, so what it asks for is judged like anything else; and a panel is only ever shown in a
//! message that its holder alone can see ([`Origin`]).

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt;
use poise::serenity_prelude as serenity;

use super::answer::{Answer, From};
use super::board::{PING, has_begun};
use super::delivery::{Held, Lane, Slot, Spot, Written};
use super::house::{Asker, House};
use super::opening::{self, Wanted};
use super::press::{Picked, Ping, Press, TYPED, unpack};
use super::{limits, private, show};
use crate::referee::{Deed, Denied, Look};
use crate::rules::{Phrase, Seat};

/// How long a press waits for a message that is just being written, before it is taken without a word and the message
/// follows by itself.
const PATIENCE: Duration = Duration::from_millis(1000);
/// How long a private panel can be changed through an interaction: its token's life, less a little for the way.
const PANEL_LIFE: Duration = Duration::from_millis(limits::TOKEN_MS - 30_000);

/// The message that a press came from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    channel: u64,
    message: u64,
    ephemeral: bool,
}

/// What kind of message that is. Only what is known to be private is treated so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// A public message of the table; whether it is the newest one.
    Public,
    /// The asker's own panel in the private chat.
    Panel,
    /// A message that only the asker sees.
    Here,
    /// Any other.
    Elsewhere,
}

/// A button was pressed, or something chosen from a menu.
pub(super) async fn component(house: &House, interaction: &serenity::ComponentInteraction) {
    let asker = Asker::of_component(interaction);
    let answer = Answer::new(house.api(), asker.interaction, &interaction.token, From::Message);
    let message = &interaction.message;
    let source = Source {
        channel: interaction.channel_id.get(),
        message: message.id.get(),
        ephemeral: message
            .flags
            .is_some_and(|flags| flags.contains(serenity::MessageFlags::EPHEMERAL)),
    };
    let value = match &interaction.data.kind {
        serenity::ComponentInteractionDataKind::StringSelect { values } => values.first().map(String::as_str),
        _ => None,
    };
    let pressed = Pressed {
        house,
        answer: &answer,
        asker: &asker,
        source: Some(source),
    };
    pressed.see_through(&interaction.data.custom_id, value).await;
    house.heard(&asker).await;
}

/// A form was sent.
pub(super) async fn form(house: &House, interaction: &serenity::ModalInteraction) {
    let asker = Asker::of_modal(interaction);
    let from = if interaction.message.is_some() {
        From::Message
    } else {
        From::Command
    };
    let answer = Answer::new(house.api(), asker.interaction, &interaction.token, from);
    let source = interaction.message.as_ref().map(|message| Source {
        channel: interaction.channel_id.get(),
        message: message.id.get(),
        ephemeral: message
            .flags
            .is_some_and(|flags| flags.contains(serenity::MessageFlags::EPHEMERAL)),
    });
    let inputs = interaction.data.components.iter().flat_map(|row| &row.components);
    let typed = inputs.into_iter().find_map(|component| match component {
        serenity::ActionRowComponent::InputText(input) if input.custom_id == TYPED => input.value.as_deref(),
        _ => None,
    });
    let pressed = Pressed {
        house,
        answer: &answer,
        asker: &asker,
        source,
    };
    pressed.see_through(&interaction.data.custom_id, typed).await;
    house.heard(&asker).await;
}

/// A press in hand.
pub(super) struct Pressed<'p> {
    pub(super) house: &'p House,
    pub(super) answer: &'p Answer<'p>,
    pub(super) asker: &'p Asker,
    pub(super) source: Option<Source>,
}

impl Pressed<'_> {
    /// Handles a press in time; one that fails by a fault of ours is answered, too.
    async fn see_through(&self, custom_id: &str, value: Option<&str>) {
        let handled = self.answer.in_time(self.handle(custom_id, value));
        if AssertUnwindSafe(handled).catch_unwind().await.is_err() {
            tracing::error!(
                interaction = self.asker.interaction,
                "a press failed by a fault of ours"
            );
            self.whisper(&Phrase::new("press-failed")).await;
        }
    }

    async fn handle(&self, custom_id: &str, value: Option<&str>) {
        let Ok(press) = custom_id.parse::<Press>() else {
            self.whisper(&Phrase::new("press-unknown")).await;
            return;
        };
        if let Some(table) = press.table() {
            self.house.delivery.used(table);
        }
        self.press(press, value).await;
        if self.house.delivery.tell_closed(self.asker.person.id) {
            self.whisper(&Phrase::new("panel-closed")).await;
        }
    }

    async fn press(&self, press: Press, value: Option<&str>) {
        match press {
            Press::Join { table } => self.deed(table, Deed::Sit).await,
            Press::Leave { table } => self.deed(table, Deed::Leave).await,
            Press::AddComputer { table } => self.deed(table, Deed::AddComputer).await,
            Press::RemoveComputer { table } => self.deed(table, Deed::RemoveComputer).await,
            Press::Start { table } => self.deed(table, Deed::Begin).await,
            Press::Cancel { table } => self.deed(table, Deed::Cancel).await,
            Press::Return { table } => self.deed(table, Deed::Return).await,
            Press::Nudge { table } => self.deed(table, Deed::Nudge).await,
            Press::NextRound { table, after } => self.deed(table, Deed::NextRound { after }).await,
            Press::Choose { table, step, what } => self.deed(table, Deed::Choose { step: Some(step), what }).await,
            Press::Typed { table, step } => match value {
                Some(what) => {
                    let deed = Deed::Choose {
                        step: Some(step),
                        what: what.trim().to_owned(),
                    };
                    self.deed(table, deed).await;
                }
                None => self.whisper(&Phrase::new("press-unknown")).await,
            },
            Press::Pick {
                table, step, mut path, ..
            } => match value.map(str::parse) {
                Some(Ok(Picked::Choice(what))) => self.deed(table, Deed::Choose { step: Some(step), what }).await,
                Some(Ok(Picked::Step(next))) => {
                    path.push(next);
                    self.turn(
                        table,
                        Spot {
                            step: Some(step),
                            path,
                            page: 0,
                        },
                    )
                    .await;
                }
                _ => self.whisper(&Phrase::new("press-unknown")).await,
            },
            Press::Step {
                table,
                step,
                path,
                page,
            } => {
                self.turn(
                    table,
                    Spot {
                        step: Some(step),
                        path,
                        page,
                    },
                )
                .await
            }
            Press::Panel { table } => self.turn(table, Spot::default()).await,
            Press::Mine { table } => self.mine(table).await,
            Press::Type { table, step } => self.form(table, step).await,
            Press::Show { table } => self.show(table).await,
            Press::Rematch { table } => self.rematch(table).await,
            Press::Ping { how } => self.prefer(how).await,
            Press::Thread {
                game,
                clock,
                computers,
                options,
            } => {
                let wanted = unpack(&options).and_then(|options| Wanted::of_press(&game, clock, computers, options));
                match wanted {
                    Some(wanted) => opening::in_thread(self.house, self.answer, self.asker, &wanted).await,
                    None => self.whisper(&Phrase::new("press-unknown")).await,
                }
            }
            Press::Blank { .. } => self.answer.take().await,
            Press::MatchBoard { .. }
            | Press::Verify { .. }
            | Press::OpenRules { .. }
            | Press::Rules { .. }
            | Press::OpenLeaderboard { .. }
            | Press::Leaderboard { .. } => self.read(press).await,
        }
    }

    /// Presses that only show something to the asker.
    async fn read(&self, press: Press) {
        let Pressed {
            house, answer, asker, ..
        } = self;
        let (payload, turned) = match press {
            Press::MatchBoard { table } => (private::match_board(house, asker, table).await, false),
            Press::Verify { table } => (private::verify(house, asker, table).await, false),
            Press::OpenRules { table } => (private::rules_at(house, asker, table).await, false),
            Press::Rules { game, table, page } => (private::rules(house, asker, &game, table, page).await, true),
            Press::OpenLeaderboard { game } => (private::leaderboard(house, asker, &game, 0).await, false),
            Press::Leaderboard { game, page } => (private::leaderboard(house, asker, &game, page).await, true),
            _ => return,
        };
        // Pages turn in the asker's own message; a forged press in a public one must not change it.
        if turned && self.source.is_some_and(|source| source.ephemeral) {
            answer.update(&payload).await;
        } else {
            answer.whisper(&payload).await;
        }
    }

    async fn whisper(&self, phrase: &Phrase) {
        self.answer
            .whisper(&self.house.notice(&self.asker.locale, phrase))
            .await;
    }

    async fn look(&self, table: u64) -> Option<Look> {
        let denied = match self.house.referee.look(table).await {
            Ok(Some(look)) => return Some(look),
            Ok(None) => Denied::NoTable,
            Err(denied) => denied,
        };
        self.whisper(&denied.phrase()).await;
        None
    }

    /// Asks something of a table, and brings the message up to date from which it was asked.
    async fn deed(&self, table: u64, deed: Deed) {
        let before = self.house.referee.look(table).await.ok().flatten();
        let act = self.house.referee.act(table, self.asker.act(deed));
        let slot = before.as_ref().and_then(|look| self.guess(look));
        // Delivery hears of the deed once it is stored. It must not be the first to write to this very message then: the
        // answer would wait for that.
        let held = slot.and_then(|slot| self.house.delivery.try_hold(table, slot));
        let (result, origin, held) = match (&before, held) {
            (Some(look), Some(held)) => {
                let (origin, result) = tokio::join!(self.origin(look), act);
                (result, origin, Some(held))
            }
            (before, _) => {
                let result = act.await;
                // Whoever wrote may have sent that message only now, and its number is known once it is noted.
                let late = match slot {
                    Some(slot) => self.hold(table, slot).await,
                    None => None,
                };
                let origin = match before {
                    Some(look) => self.origin(look).await,
                    None => Origin::Elsewhere,
                };
                drop(late);
                (result, origin, None)
            }
        };
        match result {
            Ok(look) => self.update(origin, look, held).await,
            Err(denied) => self.denied_at(table, denied, Some((origin, held))).await,
        }
    }

    /// Shows the newest state in the message of the press.
    async fn update(&self, origin: Origin, look: Look, held: Option<Held>) {
        match origin {
            Origin::Public => self.update_table(look, held).await,
            Origin::Panel => self.update_panel(look, Spot::default(), held).await,
            Origin::Here => self.update_here(look, Spot::default(), held).await,
            Origin::Elsewhere => self.answer.take().await,
        }
    }

    /// Says why not. A panel that is behind the table is brought up to date first.
    async fn denied(&self, table: u64, denied: Denied) {
        self.denied_at(table, denied, None).await;
    }

    /// The same, when it is known what the press came from.
    async fn denied_at(&self, table: u64, denied: Denied, from: Option<(Origin, Option<Held>)>) {
        let look = match denied {
            Denied::NoTable => None,
            _ => self.house.referee.look(table).await.ok().flatten(),
        };
        if let Some(look) = &look
            && matches!(
                denied,
                Denied::Stale | Denied::Over | Denied::NotAwaited | Denied::StoodIn | Denied::NotStoodIn
            )
        {
            let (origin, held) = match from {
                Some(from) => from,
                None => (self.origin(look).await, None),
            };
            if origin != Origin::Elsewhere {
                self.update(origin, look.clone(), held).await;
            }
        }
        let notice = self.house.denied(&self.asker.locale, &denied, look.as_ref());
        self.answer.whisper(&notice).await;
    }

    /// The slot of the message that the press probably came from. Held in vain, it delays what delivery writes there by
    /// one deed, and nothing else.
    fn guess(&self, look: &Look) -> Option<Slot> {
        let (source, table) = (self.source?, &look.table);
        if !source.ephemeral && source.channel == table.place {
            return Some(Slot::Table);
        }
        let seat = table.seat_of(self.asker.person.id)?.0;
        Some(if source.ephemeral {
            Slot::Here(seat)
        } else {
            Slot::Seat(seat)
        })
    }

    /// What kind of message the press came from.
    async fn origin(&self, look: &Look) -> Origin {
        let Some(source) = self.source else {
            return Origin::Elsewhere;
        };
        if source.ephemeral {
            return Origin::Here;
        }
        let Ok(rows) = self.house.referee.store().shown(look.table.id).await else {
            return Origin::Elsewhere;
        };
        let row = rows
            .into_iter()
            .find(|row| row.message == source.message && row.channel == source.channel);
        match row.and_then(|row| row.slot.parse().ok()) {
            Some(Slot::Table) => Origin::Public,
            Some(Slot::Seat(seat)) if look.table.seat_of(self.asker.person.id) == Some(Seat(seat)) => Origin::Panel,
            Some(_) => Origin::Elsewhere,
            // An older copy of the public message, or one whose number was lost.
            None if source.channel == look.table.place => Origin::Public,
            None => Origin::Elsewhere,
        }
    }

    /// Waits for a slot, but not so long that the press would go unanswered.
    async fn hold(&self, table: u64, slot: Slot) -> Option<Held> {
        tokio::time::timeout(PATIENCE, self.house.delivery.hold(table, slot))
            .await
            .ok()
    }

    /// A slot, and what its table looks like while nobody else writes there. What was held before the table was looked at
    /// needs no second look. `None` when another writes for too long, or the table cannot be looked at.
    async fn holding(&self, look: Look, slot: Slot, held: Option<Held>) -> Option<(Held, Look)> {
        if let Some(held) = held.filter(|held| held.slot() == slot) {
            return Some((held, look));
        }
        let held = self.hold(look.table.id, slot).await?;
        let look = self.house.referee.look(look.table.id).await.ok().flatten()?;
        Some((held, look))
    }

    /// Shows the newest table in the public message that was pressed.
    async fn update_table(&self, look: Look, held: Option<Held>) {
        let Some(source) = self.source else { return };
        let table = look.table.id;
        let Some((held, look)) = self.holding(look, Slot::Table, held).await else {
            return self.answer.take().await;
        };
        let standing = self.house.delivery.standing(&held).await;
        let locale = standing
            .as_ref()
            .and_then(|(_, note)| note.locale.as_deref())
            .unwrap_or(&self.asker.hall_locale);
        let public = self.house.board().table(&look, locale);
        let current = standing
            .as_ref()
            .is_none_or(|(row, _)| row.message == source.message || row.message == 0);
        if self.answer.update(&public.payload).await && current {
            let written = Written {
                channel: source.channel,
                message: source.message,
                version: public.version,
                digest: public.payload.digest(),
                last: public.last,
            };
            self.house
                .delivery
                .record(&held, written, Some(locale.to_owned()), Spot::default())
                .await;
        }
        drop(held);
        self.house.delivery.changed(table);
    }

    /// Shows the newest panel in the private chat's message that was pressed.
    async fn update_panel(&self, look: Look, spot: Spot, held: Option<Held>) {
        let Some(source) = self.source else { return };
        let table = look.table.id;
        let Some(seat) = look.table.seat_of(self.asker.person.id) else {
            return self.answer.take().await;
        };
        let slot = Slot::Seat(seat.0);
        let Some((held, look)) = self.holding(look, slot, held).await else {
            self.answer.take().await;
            self.house
                .delivery
                .mark(Lane::Person(self.asker.person.id), table, slot);
            return;
        };
        let payload = self.house.board().panel(&look, seat, &spot, &self.asker.locale);
        if self.answer.update(&payload).await {
            let written = Written {
                channel: source.channel,
                message: source.message,
                version: look.table.seq,
                digest: payload.digest(),
                last: look.table.is_over(),
            };
            self.house
                .delivery
                .record(&held, written, Some(self.asker.locale.clone()), spot)
                .await;
        }
    }

    /// Shows the newest panel in the asker's own message that was pressed.
    async fn update_here(&self, look: Look, spot: Spot, held: Option<Held>) {
        let table = look.table.id;
        let Some(seat) = look.table.seat_of(self.asker.person.id) else {
            return self.answer.take().await;
        };
        let Some((held, look)) = self.holding(look, Slot::Here(seat.0), held).await else {
            return self.answer.take().await;
        };
        let payload = self.house.board().panel(&look, seat, &spot, &self.asker.locale);
        if self.answer.update(&payload).await {
            self.house
                .delivery
                .keep_here(&held, self.answer.token(), PANEL_LIFE, payload.digest(), spot);
        }
        // The table may have moved on before this panel was known to delivery.
        drop(held);
        self.house
            .delivery
            .mark(Lane::Person(self.asker.person.id), table, Slot::Here(seat.0));
    }

    /// Shows another menu or page of the panel that was pressed.
    async fn turn(&self, table: u64, spot: Spot) {
        let Some(look) = self.look(table).await else { return };
        let Some(seat) = look.table.seat_of(self.asker.person.id) else {
            return self.denied(table, Denied::NotSeated).await;
        };
        let stale = spot.step.is_some() && look.table.asked(seat) != spot.step;
        if stale {
            return self.denied(table, Denied::Stale).await;
        }
        match self.origin(&look).await {
            Origin::Panel => self.update_panel(look, spot, None).await,
            Origin::Here => self.update_here(look, spot, None).await,
            // Never into a message that others can see.
            Origin::Public | Origin::Elsewhere => self.open_panel(&look, seat, spot).await,
        }
    }

    /// Opens the asker's panel as a message that only they see.
    pub(super) async fn mine(&self, table: u64) {
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
        let held = self.hold(table, slot).await;
        let payload = self.house.board().panel(look, seat, &spot, &self.asker.locale);
        // The newest is the one that is kept up to date. Through its token only an answer can be changed, not a
        // follow-up.
        let first = self.answer.is_open().await;
        if self.answer.whisper(&payload).await && first {
            if let Some(held) = &held {
                self.house
                    .delivery
                    .keep_here(held, self.answer.token(), PANEL_LIFE, payload.digest(), spot);
            }
            drop(held);
            self.house
                .delivery
                .mark(Lane::Person(self.asker.person.id), table, slot);
        }
    }

    /// Opens the form into which a choice is typed.
    async fn form(&self, table: u64, step: u64) {
        let Some(look) = self.look(table).await else { return };
        let Some(seat) = look.table.seat_of(self.asker.person.id) else {
            return self.denied(table, Denied::NotSeated).await;
        };
        if look.table.asked(seat) != Some(step) {
            return self.denied(table, Denied::Stale).await;
        }
        let modal = show::typing(&self.house.words, &self.asker.locale, &look, step);
        if !self.answer.ask(&modal).await {
            self.whisper(&Phrase::new("press-again")).await;
        }
    }

    /// Brings the public message to the end of its channel: as the answer, where it is pressed there.
    pub(super) async fn show(&self, table: u64) {
        let Some(look) = self.look(table).await else { return };
        if look.table.place != self.asker.channel {
            let phrase = Phrase::new("public-elsewhere").with("channel", look.table.place.to_string());
            return self.whisper(&phrase).await;
        }
        if let Some(lacks) = self.asker.lacks() {
            let phrase = Phrase::new("start-lacks").with("permission", Phrase::new(lacks));
            return self.whisper(&phrase).await;
        }
        let Some(held) = self.hold(table, Slot::Table).await else {
            return self.whisper(&Phrase::new("press-again")).await;
        };
        let Some(look) = self.look(table).await else { return };
        let public = self.house.board().table(&look, &self.asker.hall_locale);
        if let Some(message) = self.answer.say(&public.payload).await {
            let written = Written {
                channel: self.asker.channel,
                message,
                version: public.version,
                digest: public.payload.digest(),
                last: public.last,
            };
            let locale = Some(self.asker.hall_locale.clone());
            self.house
                .delivery
                .record(&held, written, locale, Spot::default())
                .await;
        } else {
            self.whisper(&Phrase::new("press-again")).await;
        }
        drop(held);
        self.house.delivery.used(table);
        // The older message is taken away from there.
        self.house
            .delivery
            .mark(Lane::Place(look.table.place), table, Slot::Table);
    }

    /// Opens a new table like the one that is over.
    async fn rematch(&self, table: u64) {
        let Some(look) = self.look(table).await else { return };
        if look.table.place == self.asker.channel {
            opening::here(self.house, self.answer, self.asker, &Wanted::again(&look)).await;
        } else {
            // From a panel in a private chat: the table belongs where the last one was.
            let phrase = Phrase::new("public-elsewhere").with("channel", look.table.place.to_string());
            self.whisper(&phrase).await;
        }
    }

    /// Notes how the asker wants to be pinged.
    async fn prefer(&self, how: Ping) {
        let store = self.house.referee.store();
        if let Err(error) = store.set_preference(self.asker.person.id, PING, &how.to_string()).await {
            tracing::error!(%error, "a preference could not be kept");
            return self.whisper(&Denied::Unavailable.phrase()).await;
        }
        self.house.delivery.reopen(self.asker.person.id);
        private::recheck(self.house, self.asker).await;
        let payload = private::settings(self.house, self.asker).await;
        if self.source.is_some_and(|source| source.ephemeral) {
            self.answer.update(&payload).await;
        } else {
            self.answer.whisper(&payload).await;
        }
    }
}
