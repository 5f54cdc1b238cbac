//! What each message ought to show: turns the newest snapshot of a table into the desired messages of its slots.
//!
//! This module only reads; it writes nothing and sends nothing. It also decides whether a person is pinged, and how.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::try_join_all;

use super::custom_id::{Boards, Confirm, PanelAt, Ping};
use super::limits;
use super::messages::{
    Address, Desired, DesiredSource, KnownSlot, PanelState, Planned, Record, Show, Slot, Undrawn, Unknown,
};
use super::payload::{Payload, Picture};
use super::probe::Probe;
use super::show::{self, At};
use crate::picture::Renderer;
use crate::referee::{Denied, Holder, Now, Person, Phase, Referee, Table, TableSnapshot};
use crate::rules::Seat;
use crate::words::Words;

/// The preference for the language of a person's last interaction.
pub(super) const LOCALE: &str = "locale";
/// The language of messages before anybody's language is known.
pub(super) const DEFAULT_LOCALE: &str = "en-US";

/// A preference that is one of a few words.
pub(super) trait Setting: FromStr + Default + ToString {
    /// The name under which the store keeps it.
    const NAME: &'static str;
}

impl Setting for Ping {
    const NAME: &'static str = "ping";
}

impl Setting for PanelAt {
    const NAME: &'static str = "panel";
}

impl Setting for Boards {
    const NAME: &'static str = "boards";
}

impl Setting for Confirm {
    const NAME: &'static str = "confirm";
}

/// How a panel is shown to its person.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PanelStyle {
    /// How its boards are shown.
    pub(super) boards: Boards,
    /// Whether every choice is shown before it counts.
    pub(super) confirm: Confirm,
}

impl PanelStyle {
    /// The same style where no picture can be shown, or where one can.
    pub(super) fn plain_if(self, plain: bool) -> PanelStyle {
        match plain {
            true => PanelStyle {
                boards: Boards::Text,
                ..self
            },
            false => self,
        }
    }
}

/// The desired messages of the referee's tables.
pub(super) struct DesiredMessages {
    referee: Referee,
    words: Arc<Words>,
    now: Now,
    ping_after: Duration,
    renderer: Renderer,
    probe: Probe,
}

impl DesiredMessages {
    /// For the tables of `referee`, told in `words`. A person is pinged when the game has waited for them for `ping_after`.
    pub(super) fn new(
        referee: Referee,
        words: Arc<Words>,
        now: Now,
        ping_after: Duration,
        probe: Probe,
    ) -> DesiredMessages {
        DesiredMessages {
            referee,
            words,
            now,
            ping_after,
            renderer: Renderer::new(),
            probe,
        }
    }

    /// How a person wants their panels.
    pub(super) async fn panel_style(&self, person: u64) -> Result<PanelStyle, Unknown> {
        Ok(PanelStyle {
            boards: self.setting(person).await?,
            confirm: self.setting(person).await?,
        })
    }

    /// The files of a payload's pictures, in their order.
    pub(super) async fn drawn(&self, payload: &Payload) -> Result<Vec<Vec<u8>>, Undrawn> {
        let pictures = payload.pictures();
        try_join_all(pictures.iter().map(|(_, picture)| self.draw(picture))).await
    }

    /// What a person has chosen; any word that is none of the few, and no word, gives the default.
    pub(super) async fn setting<S: Setting>(&self, person: u64) -> Result<S, Unknown> {
        let kept = self.preference(person, S::NAME).await?;
        Ok(kept.and_then(|word| word.parse().ok()).unwrap_or_default())
    }

    async fn snapshot(&self, table: u64) -> Result<Seen, Unknown> {
        match self.referee.snapshot(table).await {
            // Any bot can read a match that is over, but one alone keeps the messages.
            Ok(Some(snapshot)) if !self.referee.store().keeps(snapshot.table.guild) => Ok(Seen::Broken),
            Ok(Some(snapshot)) => Ok(Seen::Table(Box::new(snapshot))),
            Ok(None) => Ok(Seen::Nothing),
            // Nobody here can say how the table stands.
            Err(Denied::Broken | Denied::Over | Denied::Outdated | Denied::Newer | Denied::Thinned { .. }) => {
                Ok(Seen::Broken)
            }
            Err(denied) => {
                // The bot that has the table keeps its messages up to date.
                if let Ok(true) = self.referee.is_elsewhere(table).await {
                    return Ok(Seen::Broken);
                }
                tracing::warn!(table, %denied, "a table could not be looked at");
                Err(Unknown)
            }
        }
    }

    /// A preference of a person. A store that fails for a moment must not count as the default.
    async fn preference(&self, person: u64, name: &str) -> Result<Option<String>, Unknown> {
        self.referee.store().preference(person, name).await.map_err(|error| {
            tracing::warn!(%error, "a preference could not be read");
            Unknown
        })
    }

    async fn locale(&self, person: u64) -> Result<String, Unknown> {
        Ok(self
            .preference(person, LOCALE)
            .await?
            .unwrap_or_else(|| DEFAULT_LOCALE.to_owned()))
    }

    /// Whether a public message may ping somebody whom it names. If the preference is unknown, a missing ping is better than
    /// an unwanted one.
    pub(super) async fn may_ping(&self, person: u64) -> bool {
        self.setting(person).await.unwrap_or(Ping::None) != Ping::None
    }

    /// The public message of a table. It names people who want no pings without pinging them.
    pub(super) async fn table(&self, snapshot: &TableSnapshot, locale: &str, boards: Boards) -> Show {
        let mut payload = show::table(&self.words, locale, snapshot, boards);
        let called = std::mem::take(&mut payload.mention);
        for person in &called {
            payload.mention.extend(self.may_ping(*person).await.then_some(*person));
        }
        if !called.is_empty() && payload.mention.is_empty() {
            payload.notification.clear();
        }
        let payload = (self.probe.shown)(snapshot, payload);
        Show {
            to: Address::Channel(snapshot.table.channel),
            guild: snapshot.table.guild,
            payload,
            version: version(&snapshot.table, Slot::Table),
            about: String::new(),
            last: snapshot.table.is_over(),
            create: true,
            pace: pace(&snapshot.table),
        }
    }

    /// The panel of a seat, at the spot where its holder left it, if that spot still belongs to the decision that is asked.
    /// `message` is the table's message, where it is known.
    pub(super) fn panel(
        &self,
        snapshot: &TableSnapshot,
        seat: Seat,
        spot: &PanelState,
        locale: &str,
        style: PanelStyle,
        message: Option<u64>,
    ) -> Payload {
        let step = snapshot.table.offered(seat);
        let stale = is_stale(&snapshot.table, seat, spot);
        let same = step.is_some() && spot.step == step;
        let first = PanelState::default();
        let spot = if same { spot } else { &first };
        let path: Vec<&str> = spot.path.iter().map(String::as_str).collect();
        let at = At {
            path: &path,
            page: spot.page,
            tried: spot.tried.as_deref(),
            stale,
            confirm: style.confirm,
            message,
        };
        let payload = show::panel(&self.words, locale, snapshot, seat, at, style.boards);
        (self.probe.shown)(snapshot, payload)
    }

    async fn desired_panel(
        &self,
        snapshot: &TableSnapshot,
        slot: Slot,
        seat: Seat,
        known: KnownSlot<'_>,
    ) -> Result<Desired, Unknown> {
        let table = &snapshot.table;
        let Some(person) = person_at(table, seat) else {
            return Ok(Desired::Gone);
        };
        if !has_begun(table) {
            return Ok(Desired::Gone);
        }
        let here = slot == Slot::Here(seat.0);
        let token = known.record.standing().and_then(|here| here.token.as_ref());
        if here && token.is_some_and(|token| token.to != person) {
            return Ok(Desired::Gone);
        }
        if known.closed && !here {
            return Ok(Desired::Leave);
        }
        let wanted = self.setting::<PanelAt>(person).await? == PanelAt::Chat;
        let style = self.panel_style(person).await?.plain_if(known.plain);
        let locale = self.locale(person).await?;
        let message = known.linked.map(|table| table.at.message);
        let payload = self.panel(snapshot, seat, &known.record.spot, &locale, style, message);
        Ok(Desired::Show(Box::new(Show {
            to: Address::Person(person),
            guild: table.guild,
            payload,
            version: version(table, slot),
            about: known
                .record
                .about()
                .map_or_else(|| called_to(table, seat), str::to_owned),
            last: table.is_over(),
            create: wanted,
            pace: pace(table),
        })))
    }

    async fn desired_ping(
        &self,
        snapshot: &TableSnapshot,
        seat: Seat,
        known: KnownSlot<'_>,
    ) -> Result<Desired, Unknown> {
        if !(self.probe.reminds)(snapshot) {
            return Ok(Desired::Gone);
        }
        let table = &snapshot.table;
        let about = known.record.standing().map(|ping| ping.about.as_str());
        let (Some(person), Some(Due::Now(about))) = (person_at(table, seat), self.due(table, seat, about)) else {
            return Ok(Desired::Gone);
        };
        let how: Ping = self.setting(person).await?;
        // A reminder that stands stays where it is, even if its person has changed the preference: a second one would be too
        // many.
        let stands = known.record.standing().filter(|ping| ping.about == about);
        let stands = stands.map(|ping| ping.at.channel);
        let to = match (how, stands) {
            (Ping::None, _) => return Ok(Desired::Gone),
            (_, Some(channel)) if channel == table.channel => Address::Channel(channel),
            (_, Some(_)) => Address::Person(person),
            (Ping::Dm, None) if !known.closed => Address::Person(person),
            (Ping::Dm | Ping::Channel, None) => Address::Channel(table.channel),
        };
        let panel = known.linked.filter(|_| matches!(to, Address::Person(_)));
        // The panel's own notification has called them to this decision.
        if panel.is_some_and(|panel| panel.about == about) {
            return Ok(Desired::Gone);
        }
        let warning = table.seats.get(seat.index()).is_some_and(|holder| holder.warned);
        let locale = self.locale(person).await?;
        let panel = panel.map(|panel| panel.at);
        let panel = panel.map(|at| format!("https://discord.com/channels/@me/{}/{}", at.channel, at.message));
        Ok(Desired::Show(Box::new(Show {
            to,
            guild: table.guild,
            payload: show::ping(&self.words, &locale, snapshot, seat, warning, panel.as_deref()),
            version: version(table, Slot::Ping(seat.0)),
            about,
            last: false,
            create: true,
            pace: Duration::ZERO,
        })))
    }

    /// When a seat is due to be pinged. `None` when the game does not wait for the seat, or when a turn clock runs: one
    /// message a turn is of no use to anybody. `stands` is what the ping is about that its holder has already.
    fn due(&self, table: &Table, seat: Seat, stands: Option<&str>) -> Option<Due> {
        if table.has_turn_clock() {
            return None;
        }
        let holder = table.seats.get(seat.index())?;
        let asked = waits(table, holder)?;
        // Every nudge and the warning are separate pings, and each replaces the one before.
        if holder.warned || table.nudged.is_some() {
            let nudged = table.nudged.unwrap_or(0);
            let warned = if holder.warned { "w" } else { "" };
            return Some(Due::Now(format!("{asked}{warned}n{nudged}")));
        }
        // The answer to the holder's own choice has shown them the next decision, and the ping is still true. A lapse has
        // shown them nothing. While others may not know of the lapse, the ping in the channel must not tell of it.
        if let Some(about) = stands.filter(|_| !table.told_lapses().contains(&seat)) {
            return Some(Due::Now(about.to_owned()));
        }
        let waited = (self.now)().saturating_sub(holder.asked_at);
        let left = i64::try_from(self.ping_after.as_millis())
            .unwrap_or(i64::MAX)
            .saturating_sub(waited);
        Some(match u64::try_from(left) {
            Ok(left) if left > 0 => Due::In(Duration::from_millis(left)),
            _ => Due::Now(called_to(table, seat)),
        })
    }
}

/// The last step that an up-to-date message shows, as the reader of the message counts. Changes by others that the reader
/// does not see leave the message up to date: otherwise it would be rewritten after a restart, and the reader would notice.
pub(super) fn version(table: &Table, slot: Slot) -> u64 {
    table.last_step(match slot {
        Slot::Table => None,
        Slot::Seat(seat) | Slot::Ping(seat) | Slot::Here(seat) => Some(Seat(seat)),
    })
}

/// The result of reading a table.
enum Seen {
    /// The table.
    Table(Box<TableSnapshot>),
    /// There is no such table.
    Nothing,
    /// The table cannot be followed, or is another bot's, so its messages stay as they are.
    Broken,
}

/// Whether a panel at this spot says that somebody pressed a button of a past step on it.
pub(super) fn is_stale(table: &Table, seat: Seat, spot: &PanelState) -> bool {
    spot.stale == Some(version(table, Slot::Here(seat.0)))
}

/// The least time between two edits of a message of the table. With a turn clock there is always something new to show.
fn pace(table: &Table) -> Duration {
    match table.has_turn_clock() && !table.is_over() {
        true => Duration::from_secs(limits::EDITS_SECONDS) / limits::EDITS,
        false => Duration::ZERO,
    }
}

/// Whether the slot is lost since the bot was removed from the table's server. That is so if the bot cannot write there any
/// more, or if the slot needs a new private message: the bot may share no server with its reader any more.
fn is_left_behind(table: &Table, slot: Slot, record: &Record) -> bool {
    match slot {
        Slot::Table | Slot::Here(_) => true,
        Slot::Seat(_) | Slot::Ping(_) => record.location().is_none_or(|at| at.channel == table.channel),
    }
}

/// When a seat's holder is to be pinged.
enum Due {
    /// Now; the text says what the ping is about.
    Now(String),
    /// After this time, if they have not answered by then.
    In(Duration),
}

/// What a reminder of a decision is about that nobody has hurried, and a new panel: its notification calls the reader as well.
/// Empty where the game does not wait for the seat.
fn called_to(table: &Table, seat: Seat) -> String {
    let asked = table.seats.get(seat.index()).and_then(|holder| waits(table, holder));
    asked.map_or_else(String::new, |asked| asked.to_string())
}

/// The step at which the game waits for a person at the table.
fn waits(table: &Table, holder: &Holder) -> Option<u64> {
    if table.phase != Phase::Playing || holder.automatic() {
        return None;
    }
    holder.asked
}

fn person_at(table: &Table, seat: Seat) -> Option<u64> {
    let person = table.seats.get(seat.index())?.person.as_ref()?.id;
    (!Person::is_forgotten(person)).then_some(person)
}

/// Whether panels exist: from the first game on.
pub(super) fn has_begun(table: &Table) -> bool {
    !table.rounds.is_empty()
}

/// How boards are shown in a public message.
pub(super) fn boards_of(record: &Record, plain: bool) -> Boards {
    if plain {
        return Boards::Text;
    }
    record.boards.unwrap_or_default()
}

impl DesiredSource for DesiredMessages {
    async fn draw(&self, picture: &Picture) -> Result<Vec<u8>, Undrawn> {
        if let Some(png) = (self.probe.picture)(picture) {
            return Ok(png);
        }
        match self.renderer.picture(Arc::clone(picture.sketch())).await {
            Ok(drawn) => Ok(drawn.png.clone()),
            Err(error) => {
                tracing::error!(%error, "a picture could not be drawn");
                Err(Undrawn)
            }
        }
    }

    async fn slots(&self, table: u64) -> Result<Vec<Planned>, Unknown> {
        let Seen::Table(snapshot) = self.snapshot(table).await? else {
            return Ok(Vec::new());
        };
        let table = &snapshot.table;
        let public = Planned {
            slot: Slot::Table,
            version: version(table, Slot::Table),
            wanted: true,
            again: None,
        };
        let mut slots = vec![public];
        for (index, holder) in table.seats.iter().enumerate() {
            if holder.person.is_none() {
                continue;
            }
            let seat = Seat(index as u8);
            let (pinged, again) = match self.due(table, seat, None) {
                Some(Due::Now(_)) => (true, None),
                Some(Due::In(left)) => (false, Some(left)),
                None => (false, None),
            };
            let panel = Planned {
                slot: Slot::Seat(seat.0),
                version: version(table, Slot::Seat(seat.0)),
                wanted: has_begun(table),
                again: None,
            };
            // A person who plays in the channel sees their panel there change first.
            slots.push(Planned {
                slot: Slot::Here(seat.0),
                wanted: false,
                ..panel
            });
            slots.push(panel);
            slots.push(Planned {
                slot: Slot::Ping(seat.0),
                version: version(table, Slot::Ping(seat.0)),
                wanted: pinged,
                again,
            });
        }
        (self.probe.plans)(&snapshot, &mut slots);
        Ok(slots)
    }

    async fn desired(&self, table: u64, slot: Slot, known: KnownSlot<'_>) -> Result<Desired, Unknown> {
        let snapshot = match self.snapshot(table).await? {
            Seen::Table(snapshot) => snapshot,
            Seen::Nothing => return Ok(Desired::Gone),
            Seen::Broken => return Ok(Desired::Leave),
        };
        let lingers = (self.probe.lingers)(&snapshot);
        if !lingers.is_zero() {
            tokio::time::sleep(lingers).await;
        }
        if snapshot.table.bot_removed && is_left_behind(&snapshot.table, slot, known.record) {
            return Ok(Desired::Forget);
        }
        match slot {
            Slot::Table => {
                let locale = known.record.locale.as_deref().unwrap_or(DEFAULT_LOCALE);
                let boards = boards_of(known.record, known.plain);
                Ok(Desired::Show(Box::new(self.table(&snapshot, locale, boards).await)))
            }
            Slot::Seat(seat) | Slot::Here(seat) => self.desired_panel(&snapshot, slot, Seat(seat), known).await,
            Slot::Ping(seat) => self.desired_ping(&snapshot, Seat(seat), known).await,
        }
    }
}

#[cfg(test)]
mod tests;
