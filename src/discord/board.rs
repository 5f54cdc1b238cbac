//! What each message ought to show, by the newest state of its table: the referee's looks turned into wishes.
//!
//! It reads; it writes nothing and sends nothing. Whether a person wants to be pinged, and how, is decided here.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::delivery::{Address, Lane, Note, Planned, Show, Slot, Spot, Standing, Undrawn, Unknown, Wish, Wishes};
use super::payload::{Payload, Picture};
use super::press::{Boards, Ping};
use super::show::{self, At};
use crate::picture::Studio;
use crate::referee::{Denied, Holder, Look, Now, Phase, Referee, Table};
use crate::rules::Seat;
use crate::words::Words;

/// The preference for pings ([`Ping`]).
pub(super) const PING: &str = "ping";
/// The preference for panels ([`PanelAt`]).
pub(super) const PANEL: &str = "panel";
/// The preference for boards ([`Boards`]).
pub(super) const BOARDS: &str = "boards";
/// Of how many people the preference for boards is at hand.
const WISHES: usize = 10_000;
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
    studio: Studio,
    /// How people want their boards, as far as that was asked for lately.
    boards: Mutex<HashMap<u64, Boards>>,
}

impl Board {
    /// The tables of `referee`, told in `words`; people are pinged when they were awaited for `ping_after`.
    pub(super) fn new(referee: Referee, words: Arc<Words>, now: Now, ping_after: Duration) -> Board {
        Board {
            referee,
            words,
            now,
            ping_after,
            studio: Studio::new(),
            boards: Mutex::default(),
        }
    }

    fn at_hand(&self) -> MutexGuard<'_, HashMap<u64, Boards>> {
        // Nothing panics while it is held.
        self.boards.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How a person wants their boards. Every panel asks, so the answer is kept at hand.
    pub(super) async fn boards(&self, person: u64) -> Result<Boards, Unknown> {
        if let Some(boards) = self.at_hand().get(&person) {
            return Ok(*boards);
        }
        let kept = self.preference(person, BOARDS).await?;
        let boards = kept.and_then(|word| word.parse().ok()).unwrap_or_default();
        let mut at_hand = self.at_hand();
        if at_hand.len() >= WISHES {
            at_hand.clear();
        }
        // Whoever said otherwise meanwhile is right.
        Ok(*at_hand.entry(person).or_insert(boards))
    }

    /// How a person wants their boards from now on: what they have said, or nothing any more.
    pub(super) fn note_boards(&self, person: u64, said: Option<Boards>) {
        match said {
            Some(boards) => drop(self.at_hand().insert(person, boards)),
            None => drop(self.at_hand().remove(&person)),
        }
    }

    async fn look(&self, table: u64) -> Result<Seen, Unknown> {
        match self.referee.look(table).await {
            Ok(Some(look)) => Ok(Seen::Table(Box::new(look))),
            Ok(None) => Ok(Seen::Nothing),
            // Nobody can say any more how it stands.
            Err(Denied::Broken | Denied::Over) => Ok(Seen::Broken),
            Err(denied) => {
                tracing::warn!(table, %denied, "a table could not be looked at");
                Err(Unknown)
            }
        }
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
    pub(super) fn table(&self, look: &Look, locale: &str, boards: Boards) -> Show {
        Show {
            to: Address::Place(look.table.place),
            hall: look.table.hall,
            payload: show::table(&self.words, locale, look, boards),
            version: look.table.seq,
            once: String::new(),
            last: look.table.is_over(),
            create: true,
        }
    }

    /// The panel of a seat, at the spot where its holder left it if that still is about the same decision.
    pub(super) fn panel(&self, look: &Look, seat: Seat, spot: &Spot, locale: &str, boards: Boards) -> Payload {
        let step = look.table.offered(seat);
        let same = step.is_some() && spot.step == step;
        let first = Spot::default();
        let spot = if same { spot } else { &first };
        let path: Vec<&str> = spot.path.iter().map(String::as_str).collect();
        let at = At {
            path: &path,
            page: spot.page,
            tried: spot.tried.as_deref(),
        };
        show::panel(&self.words, locale, look, seat, at, boards)
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
        let boards = match standing.plain {
            true => Boards::Text,
            false => self.boards(person).await?,
        };
        let locale = self.locale(person).await?;
        let payload = self.panel(look, seat, &standing.note.spot, &locale, boards);
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
        let panel = match to {
            Address::Person(_) => self.panel_in_chat(table.id, seat).await?,
            Address::Place(_) => None,
        };
        Ok(Wish::Show(Box::new(Show {
            to,
            hall: table.hall,
            payload: show::ping(&self.words, &locale, look, seat, warning, panel.as_deref()),
            version: table.seq,
            once,
            last: false,
            create: true,
        })))
    }

    /// The address of the panel that stands in its holder's private chat.
    async fn panel_in_chat(&self, table: u64, seat: Seat) -> Result<Option<String>, Unknown> {
        let shown = self.referee.store().shown(table).await.map_err(|error| {
            tracing::warn!(%error, "what a table shows could not be read");
            Unknown
        })?;
        let slot = Slot::Seat(seat.0).to_string();
        let panel = shown.iter().find(|row| row.slot == slot && row.message != 0);
        Ok(panel.map(|row| format!("https://discord.com/channels/@me/{}/{}", row.channel, row.message)))
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

/// What a look at a table finds.
enum Seen {
    /// The table.
    Table(Box<Look>),
    /// There is no such table.
    Nothing,
    /// One that cannot be followed: its messages stay as they are.
    Broken,
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

/// How boards are shown in a public message.
pub(super) fn boards_of(note: &Note, plain: bool) -> Boards {
    if plain { Boards::Text } else { note.boards() }
}

impl Wishes for Board {
    async fn draw(&self, picture: &Picture) -> Result<Vec<u8>, Undrawn> {
        match self.studio.picture(picture.sketch.clone()).await {
            Ok(drawn) => Ok(drawn.png.clone()),
            Err(error) => {
                tracing::error!(%error, "a picture could not be drawn");
                Err(Undrawn)
            }
        }
    }

    async fn slots(&self, table: u64) -> Result<Vec<Planned>, Unknown> {
        let Seen::Table(look) = self.look(table).await? else {
            return Ok(Vec::new());
        };
        let table = &look.table;
        let public = Planned {
            slot: Slot::Table,
            lane: Lane::Place(table.place),
            version: table.seq,
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
                version: table.seq,
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
                version: table.seq,
                wanted: pinged,
                again,
            });
        }
        Ok(slots)
    }

    async fn wish(&self, table: u64, slot: Slot, standing: Standing<'_>) -> Result<Wish, Unknown> {
        let look = match self.look(table).await? {
            Seen::Table(look) => look,
            Seen::Nothing => return Ok(Wish::Gone),
            Seen::Broken => return Ok(Wish::Leave),
        };
        match slot {
            Slot::Table => {
                let locale = standing.note.locale.as_deref().unwrap_or(DEFAULT_LOCALE);
                let boards = boards_of(standing.note, standing.plain);
                Ok(Wish::Show(Box::new(self.table(&look, locale, boards))))
            }
            Slot::Seat(seat) | Slot::Here(seat) => self.wish_panel(&look, slot, Seat(seat), standing).await,
            Slot::Ping(seat) => self.wish_ping(&look, Seat(seat), standing).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use tempfile::TempDir;

    use super::*;
    use crate::games::{CATALOGUE, Options};
    use crate::referee::{Act, Clock, Deed, Opening, Person, Settings};
    use crate::store::Store;

    const ANA: u64 = 10;
    const BEN: u64 = 11;
    const TABLE: u64 = 100;

    struct Hall {
        board: Board,
        referee: Referee,
        clock: Arc<AtomicI64>,
        next: u64,
        _folder: TempDir,
    }

    fn person(id: u64) -> Person {
        Person {
            id,
            name: format!("p{id}"),
        }
    }

    impl Hall {
        async fn open() -> Hall {
            let folder = tempfile::tempdir().expect("a folder");
            let store = Store::open(&folder.path().join("whistle.db")).await.expect("a store");
            let clock = Arc::new(AtomicI64::new(1_000_000));
            let time = Arc::clone(&clock);
            let now: Now = Arc::new(move || time.load(Ordering::SeqCst));
            let settings = Settings {
                now: Arc::clone(&now),
                search: 0,
                ..Settings::default()
            };
            let (referee, _) = Referee::new(store, settings);
            let words = Arc::new(Words::embedded().expect("the words are sound"));
            let board = Board::new(referee.clone(), words, now, Duration::from_secs(8));
            let opening = Opening {
                interaction: TABLE,
                place: 1,
                hall: Some(2),
                host: person(ANA),
                game: CATALOGUE[0].slug.to_owned(),
                options: Options::new(),
                clock: Some(Clock { seconds: 60 }),
                computers: 0,
            };
            referee.open(opening).await.expect("a table");
            Hall {
                board,
                referee,
                clock,
                next: TABLE,
                _folder: folder,
            }
        }

        async fn does(&mut self, who: u64, deed: Deed) -> Look {
            self.next += 1;
            let act = Act {
                interaction: self.next,
                who: person(who),
                moderator: false,
                deed,
            };
            self.referee.act(TABLE, act).await.expect("it is done")
        }

        async fn begun() -> Hall {
            let mut hall = Hall::open().await;
            hall.does(BEN, Deed::Sit).await;
            hall.does(ANA, Deed::Begin).await;
            hall
        }

        fn later(&self, seconds: i64) {
            self.clock.fetch_add(seconds * 1000, Ordering::SeqCst);
        }

        async fn wish(&self, slot: Slot, closed: bool) -> Wish {
            let note = Note::default();
            let standing = Standing {
                note: &note,
                closed,
                plain: false,
            };
            self.board.wish(TABLE, slot, standing).await.expect("a wish")
        }

        async fn shows(&self, slot: Slot, closed: bool) -> Show {
            match self.wish(slot, closed).await {
                Wish::Show(show) => *show,
                other => panic!("{other:?}"),
            }
        }

        fn panel(&self, look: &Look, spot: &Spot) -> Payload {
            self.board.panel(look, Seat(0), spot, DEFAULT_LOCALE, Boards::default())
        }

        async fn planned(&self, slot: Slot) -> Planned {
            let slots = self.board.slots(TABLE).await.expect("the slots");
            slots
                .into_iter()
                .find(|planned| planned.slot == slot)
                .expect("the slot")
        }

        async fn prefers(&self, who: u64, name: &str, value: &str) {
            let store = self.referee.store();
            store.set_preference(who, name, value).await.expect("the store");
        }
    }

    #[tokio::test]
    async fn a_lobby_is_public_and_has_no_panels() {
        let hall = Hall::open().await;
        assert_eq!(hall.shows(Slot::Table, false).await.to, Address::Place(1));
        assert!(matches!(hall.wish(Slot::Seat(0), false).await, Wish::Gone));
        assert!(!hall.planned(Slot::Seat(0)).await.wanted);
    }

    #[tokio::test]
    async fn everybody_gets_a_panel_where_they_want_it() {
        let hall = Hall::begun().await;
        let seat = hall.referee.look(TABLE).await.expect("a look").expect("a table");
        let seat = seat.table.seat_of(BEN).expect("Ben sits");
        let panel = hall.shows(Slot::Seat(seat.0), false).await;
        assert_eq!((panel.to, panel.create), (Address::Person(BEN), true));
        assert!(matches!(hall.wish(Slot::Seat(seat.0), true).await, Wish::Leave));
        assert_eq!(hall.shows(Slot::Here(seat.0), true).await.payload, panel.payload);
        hall.prefers(BEN, PANEL, PanelAt::Here.word()).await;
        assert!(!hall.shows(Slot::Seat(seat.0), false).await.create);
    }

    #[tokio::test]
    async fn a_ping_waits_for_its_time_and_goes_where_it_is_wanted() {
        let mut hall = Hall::begun().await;
        let ping = Slot::Ping(0);
        let planned = hall.planned(ping).await;
        assert_eq!((planned.wanted, planned.again), (false, Some(Duration::from_secs(8))));
        assert!(matches!(hall.wish(ping, false).await, Wish::Gone));
        hall.later(8);
        assert!(hall.planned(ping).await.wanted);
        let first = hall.shows(ping, false).await;
        assert_eq!(
            (first.to, first.payload.mention.as_slice()),
            (Address::Person(ANA), &[ANA][..])
        );
        assert_eq!(hall.shows(ping, true).await.to, Address::Place(1), "a closed chat");
        hall.prefers(ANA, PING, "channel").await;
        assert_eq!(hall.shows(ping, false).await.to, Address::Place(1));
        hall.does(BEN, Deed::Nudge).await;
        assert_ne!(
            hall.shows(ping, false).await.once,
            first.once,
            "a nudge is a ping of its own"
        );
        hall.prefers(ANA, PING, "none").await;
        assert!(matches!(hall.wish(ping, false).await, Wish::Gone));
    }

    #[tokio::test]
    async fn a_warning_replaces_the_ping_and_an_answer_ends_it() {
        let mut hall = Hall::begun().await;
        let ping = Slot::Ping(0);
        hall.later(8);
        let first = hall.shows(ping, false).await;
        hall.later(50);
        hall.referee.tick(TABLE).await.expect("the clock");
        let warning = hall.shows(ping, false).await;
        assert_ne!(warning.once, first.once);
        assert_ne!(warning.payload, first.payload);
        let look = hall.referee.look(TABLE).await.expect("a look").expect("a table");
        let (choices, _) = look.table.play.as_ref().expect("a game").choices(Seat(0));
        let deed = Deed::Choose {
            step: look.table.asked(Seat(0)),
            what: choices[0].clone(),
        };
        hall.does(ANA, deed).await;
        assert!(matches!(hall.wish(ping, false).await, Wish::Gone));
    }

    #[tokio::test]
    async fn a_panel_stays_at_its_spot_for_the_same_decision_only() {
        let hall = Hall::begun().await;
        let look = hall.referee.look(TABLE).await.expect("a look").expect("a table");
        let asked = look.table.asked(Seat(0));
        let spot = |step| Spot {
            step,
            path: vec!["nowhere".to_owned()],
            page: 1,
            tried: Some("nothing".to_owned()),
        };
        let first = hall.panel(&look, &Spot::default());
        let stale = hall.panel(&look, &spot(asked.map(|step| step + 1)));
        assert_eq!(stale, first);
    }
}
