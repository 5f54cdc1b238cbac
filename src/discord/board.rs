//! What each message ought to show, by the newest state of its table: the referee's looks turned into wishes.
//!
//! It reads; it writes nothing and sends nothing. Whether a person wants to be pinged, and how, is decided here.

use std::sync::Arc;
use std::time::Duration;

use super::delivery::{Address, Lane, Planned, Show, Slot, Spot, Standing, Unknown, Wish, Wishes};
use super::payload::Payload;
use super::press::Ping;
use super::show;
use crate::referee::{Holder, Look, Now, Phase, Referee, Table};
use crate::rules::Seat;
use crate::words::Words;

/// The preference for pings ([`Ping`]).
pub(super) const PING: &str = "ping";
/// The preference for panels ([`PanelAt`]).
pub(super) const PANEL: &str = "panel";
/// The language in which a person was last heard.
pub(super) const LOCALE: &str = "locale";
/// The language of messages when nobody has been heard yet.
pub(super) const DEFAULT_LOCALE: &str = "en-US";

/// Where somebody wants their panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum PanelAt {
    /// In the private chat with the bot.
    #[default]
    Chat,
    /// In the table's channel, to them only, when they ask for it.
    Here,
}

impl PanelAt {
    /// As it is stored.
    pub(super) fn word(self) -> &'static str {
        match self {
            PanelAt::Chat => "dm",
            PanelAt::Here => "here",
        }
    }

    /// Out of the store or a command; anything else is the default.
    pub(super) fn read(word: &str) -> PanelAt {
        if word == PanelAt::Here.word() {
            PanelAt::Here
        } else {
            PanelAt::Chat
        }
    }
}

/// The tables, as messages are to show them.
pub(super) struct Board {
    referee: Referee,
    words: Arc<Words>,
    now: Now,
    ping_after: Duration,
}

impl Board {
    /// The tables of `referee`, told in `words`; people are pinged when they were awaited for `ping_after`.
    pub(super) fn new(referee: Referee, words: Arc<Words>, now: Now, ping_after: Duration) -> Board {
        Board {
            referee,
            words,
            now,
            ping_after,
        }
    }

    async fn look(&self, table: u64) -> Result<Option<Look>, Unknown> {
        self.referee.look(table).await.map_err(|denied| {
            tracing::warn!(table, %denied, "a table could not be looked at");
            Unknown
        })
    }

    /// A preference of a person. A store that fails for a moment must not turn into another preference.
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

    /// The public message of a table.
    pub(super) fn table(&self, look: &Look, locale: &str) -> Show {
        Show {
            to: Address::Place(look.table.place),
            hall: look.table.hall,
            payload: show::table(&self.words, locale, look),
            version: look.table.seq,
            once: String::new(),
            last: look.table.is_over(),
            create: true,
        }
    }

    /// The panel of a seat, at the spot where its holder left it if that still is about the same decision.
    pub(super) fn panel(&self, look: &Look, seat: Seat, spot: &Spot, locale: &str) -> Payload {
        let step = look.table.asked(seat);
        let same = step.is_some() && spot.step == step;
        let path: Vec<&str> = if same {
            spot.path.iter().map(String::as_str).collect()
        } else {
            Vec::new()
        };
        let page = if same { spot.page } else { 0 };
        show::panel(&self.words, locale, look, seat, &path, page)
    }

    async fn wish_panel(&self, look: &Look, slot: Slot, seat: Seat, standing: Standing<'_>) -> Result<Wish, Unknown> {
        let table = &look.table;
        let Some(person) = person_at(table, seat) else {
            return Ok(Wish::Gone);
        };
        if !has_begun(table) {
            return Ok(Wish::Gone);
        }
        let here = slot == Slot::Here(seat.0);
        if standing.closed && !here {
            return Ok(Wish::Leave);
        }
        let wanted = match self.preference(person, PANEL).await? {
            Some(word) => PanelAt::read(&word) == PanelAt::Chat,
            None => true,
        };
        let payload = self.panel(look, seat, &standing.note.spot, &self.locale(person).await?);
        Ok(Wish::Show(Box::new(Show {
            to: Address::Person(person),
            hall: table.hall,
            payload,
            version: table.seq,
            once: String::new(),
            last: table.is_over(),
            create: wanted,
        })))
    }

    async fn wish_ping(&self, look: &Look, seat: Seat, standing: Standing<'_>) -> Result<Wish, Unknown> {
        let table = &look.table;
        let (Some(person), Some(Due::Now(once))) = (person_at(table, seat), self.due(table, seat)) else {
            return Ok(Wish::Gone);
        };
        let how: Ping = match self.preference(person, PING).await? {
            Some(word) => word.parse().unwrap_or_default(),
            None => Ping::default(),
        };
        let to = match how {
            Ping::None => return Ok(Wish::Gone),
            Ping::Dm if !standing.closed => Address::Person(person),
            Ping::Dm | Ping::Channel => Address::Place(table.place),
        };
        let warning = table.seats.get(seat.index()).is_some_and(|holder| holder.warned);
        let locale = self.locale(person).await?;
        Ok(Wish::Show(Box::new(Show {
            to,
            hall: table.hall,
            payload: show::ping(&self.words, &locale, look, seat, warning),
            version: table.seq,
            once,
            last: false,
            create: true,
        })))
    }

    /// When a seat is due to be pinged; `None` when it is not awaited.
    fn due(&self, table: &Table, seat: Seat) -> Option<Due> {
        let holder = table.seats.get(seat.index())?;
        let asked = waits(table, holder)?;
        // Every nudge and the warning are pings of their own: the one before goes.
        if holder.warned || table.nudged.is_some() {
            let nudged = table.nudged.unwrap_or(0);
            let warned = if holder.warned { "w" } else { "" };
            return Some(Due::Now(format!("{asked}{warned}n{nudged}")));
        }
        let waited = (self.now)().saturating_sub(holder.asked_at);
        let left = i64::try_from(self.ping_after.as_millis())
            .unwrap_or(i64::MAX)
            .saturating_sub(waited);
        Some(match u64::try_from(left) {
            Ok(left) if left > 0 => Due::In(Duration::from_millis(left)),
            _ => Due::Now(asked.to_string()),
        })
    }
}

/// When somebody is to be pinged.
enum Due {
    /// Now, about this.
    Now(String),
    /// In a while, if they still have not answered.
    In(Duration),
}

/// The step that a person at the table is awaited for.
fn waits(table: &Table, holder: &Holder) -> Option<u64> {
    if table.phase != Phase::Playing || holder.automatic() {
        return None;
    }
    holder.asked
}

fn person_at(table: &Table, seat: Seat) -> Option<u64> {
    Some(table.seats.get(seat.index())?.person.as_ref()?.id)
}

/// Whether there are panels: from the first game on.
pub(super) fn has_begun(table: &Table) -> bool {
    !table.rounds.is_empty()
}

impl Wishes for Board {
    async fn slots(&self, table: u64) -> Result<Vec<Planned>, Unknown> {
        let Some(look) = self.look(table).await? else {
            return Ok(Vec::new());
        };
        let table = &look.table;
        let public = Planned {
            slot: Slot::Table,
            lane: Lane::Place(table.place),
            wanted: true,
            again: None,
        };
        let mut slots = vec![public];
        for (index, holder) in table.seats.iter().enumerate() {
            let Some(person) = &holder.person else { continue };
            let seat = Seat(index as u8);
            let lane = Lane::Person(person.id);
            let (pinged, again) = match self.due(table, seat) {
                Some(Due::Now(_)) => (true, None),
                Some(Due::In(left)) => (false, Some(left)),
                None => (false, None),
            };
            let panel = Planned {
                slot: Slot::Seat(seat.0),
                lane,
                wanted: has_begun(table),
                again: None,
            };
            // Who plays in the channel sees their panel there change first.
            slots.push(Planned {
                slot: Slot::Here(seat.0),
                wanted: false,
                ..panel
            });
            slots.push(panel);
            slots.push(Planned {
                slot: Slot::Ping(seat.0),
                lane,
                wanted: pinged,
                again,
            });
        }
        Ok(slots)
    }

    async fn wish(&self, table: u64, slot: Slot, standing: Standing<'_>) -> Result<Wish, Unknown> {
        let Some(look) = self.look(table).await? else {
            return Ok(Wish::Gone);
        };
        match slot {
            Slot::Table => {
                let locale = standing.note.locale.as_deref().unwrap_or(DEFAULT_LOCALE);
                Ok(Wish::Show(Box::new(self.table(&look, locale))))
            }
            Slot::Seat(seat) | Slot::Here(seat) => self.wish_panel(&look, slot, Seat(seat), standing).await,
            Slot::Ping(seat) => self.wish_ping(&look, Seat(seat), standing).await,
        }
    }
}
