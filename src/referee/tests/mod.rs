//! The referee over a real store in a temporary file, with the time held in the test's hand.

mod actions;
mod beacon;
mod bounds;
mod changing;
mod clocks;
mod closing;
mod concede;
mod downtime;
mod editions;
mod fairness;
mod forfeits;
mod forgetting;
mod gone;
mod hints;
mod levels;
mod lobby;
mod matches;
mod mydata;
mod partners;
mod patience;
mod points;
mod removed;
mod restored;
mod reviews;
mod shards;
mod sides;
mod table;
mod terms;
mod thinning;
mod thoughts;
mod turns;
mod votes;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use tempfile::TempDir;
use tokio::sync::mpsc;

use super::fair::SeededSource;
use super::{
    Action, ActionRequest, Arrangement, Change, Clock, Denied, Opening, Person, Phase, Referee, Settings, TableSnapshot,
};
use crate::games::Options;
use crate::player::Level;
use crate::rules::{Seat, SeatSet};
use crate::store::{Standings, Store};

pub(super) const ANA: u64 = 1001;
pub(super) const BEN: u64 = 1002;
pub(super) const CLEO: u64 = 1003;
pub(super) const DAN: u64 = 1004;
pub(super) const CHANNEL: u64 = 500;

/// Somebody closes the table who was told that nobody is last then.
pub(super) const CLOSE: Action = Action::Cancel { last: SeatSet::EMPTY };

/// A referee, its store's file, and the clock on the wall.
pub(super) struct Fixture {
    pub(super) referee: Referee,
    pub(super) changes: mpsc::UnboundedReceiver<Change>,
    pub(super) settings: Settings,
    now: Arc<AtomicI64>,
    interactions: AtomicU64,
    folder: TempDir,
}

pub(super) fn person(id: u64) -> Person {
    Person {
        id,
        name: format!("person {id}"),
    }
}

impl Fixture {
    pub(super) async fn new() -> Fixture {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("whistle.db")).await.unwrap();
        Fixture::over(store, folder)
    }

    fn over(store: Store, folder: TempDir) -> Fixture {
        let now = Arc::new(AtomicI64::new(1_800_000_000_000));
        let wall = Arc::clone(&now);
        let settings = Settings {
            now: Arc::new(move || wall.load(Ordering::SeqCst)),
            pace_ms: 0,
            thinks: false,
            ..Settings::default()
        };
        let (referee, changes) = Referee::new(store, settings.clone());
        Fixture {
            referee,
            changes,
            settings,
            now,
            interactions: AtomicU64::new(9000),
            folder,
        }
    }

    /// The same file, opened by a new referee, as after a crash.
    pub(super) async fn restart(&mut self) {
        let store = Store::open(&self.folder.path().join("whistle.db")).await.unwrap();
        (self.referee, self.changes) = Referee::new(store, self.settings.clone());
    }

    pub(super) fn advance(&self, ms: i64) {
        self.now.fetch_add(ms, Ordering::SeqCst);
    }

    pub(super) fn interaction(&self) -> u64 {
        self.interactions.fetch_add(1, Ordering::SeqCst)
    }

    pub(super) async fn open_with(
        &self,
        options: &[(&str, serde_json::Value)],
        clock: Option<u32>,
    ) -> Result<TableSnapshot, Denied> {
        self.open_game("binome", options, clock).await
    }

    pub(super) async fn open_game(
        &self,
        game: &str,
        options: &[(&str, serde_json::Value)],
        clock: Option<u32>,
    ) -> Result<TableSnapshot, Denied> {
        let options: Options = options
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect();
        let opening = Opening {
            clock: clock.map(|seconds| Clock { seconds }),
            options,
            ..self.opening(game)
        };
        self.referee.open(opening).await
    }

    /// A lobby in another channel than everybody's.
    pub(super) async fn open_in(&self, channel: u64) -> TableSnapshot {
        let opening = Opening {
            channel,
            ..self.opening("binome")
        };
        self.referee.open(opening).await.unwrap()
    }

    pub(super) fn opening(&self, game: &str) -> Opening {
        Opening {
            interaction: self.interaction(),
            channel: CHANNEL,
            guild: Some(1),
            host: person(ANA),
            game: game.to_owned(),
            options: Options::new(),
            clock: None,
            computers: 0,
            level: Level::default(),
            arrangement: Arrangement::default(),
        }
    }

    pub(super) async fn open(&self) -> u64 {
        self.open_with(&[], None).await.unwrap().table.id
    }

    pub(super) async fn act(&self, table: u64, who: u64, action: Action) -> Result<TableSnapshot, Denied> {
        self.act_as(table, who, self.interaction(), action).await
    }

    pub(super) async fn act_as(
        &self,
        table: u64,
        who: u64,
        interaction: u64,
        action: Action,
    ) -> Result<TableSnapshot, Denied> {
        self.referee
            .act(
                table,
                ActionRequest {
                    interaction,
                    who: person(who),
                    from: None,
                    action,
                },
            )
            .await
    }

    /// Somebody leaves, whatever follows.
    pub(super) async fn leave(&self, table: u64, who: u64) -> Result<TableSnapshot, Denied> {
        match self.act(table, who, Action::AskLeave).await {
            Err(Denied::UnsureToLeave { what: told, .. }) => self.act(table, who, Action::Leave { told }).await,
            done => done,
        }
    }

    /// Somebody closes the table, whoever is last then.
    pub(super) async fn close(&self, table: u64, who: u64) -> Result<TableSnapshot, Denied> {
        match self.act(table, who, Action::AskCancel).await {
            Err(Denied::Unsure { last, .. }) => self.act(table, who, Action::Cancel { last }).await,
            done => done,
        }
    }

    pub(super) async fn snapshot(&self, table: u64) -> TableSnapshot {
        self.referee.snapshot(table).await.unwrap().unwrap()
    }

    /// A table of `people`, begun.
    pub(super) async fn begun(&self, people: &[u64], options: &[(&str, serde_json::Value)], clock: Option<u32>) -> u64 {
        self.begun_game("binome", people, options, clock).await
    }

    /// A table of `people` at a game, begun.
    pub(super) async fn begun_game(
        &self,
        game: &str,
        people: &[u64],
        options: &[(&str, serde_json::Value)],
        clock: Option<u32>,
    ) -> u64 {
        let table = self.open_game(game, options, clock).await.unwrap().table.id;
        for who in people.iter().filter(|who| **who != ANA) {
            self.act(table, *who, Action::Sit).await.unwrap();
        }
        self.act(table, ANA, Action::Begin).await.unwrap();
        table
    }

    /// The clocks' hand, once: what [`Referee::keep_clocks`] does at every tick.
    pub(super) async fn tick(&self) {
        let due = self.referee.store().due((self.settings.now)(), 100).await.unwrap();
        for (table, _) in due {
            self.referee.tick(table).await.unwrap();
        }
    }

    /// A legal choice for every person who is awaited, until the game that is on is over; the table then.
    pub(super) async fn play_round(&self, table: u64, source: &mut SeededSource) -> TableSnapshot {
        let mut snapshot = self.snapshot(table).await;
        while snapshot.table.phase == Phase::Playing {
            let seat = snapshot.table.awaited().iter().next().unwrap();
            let what = snapshot
                .table
                .play
                .as_ref()
                .unwrap()
                .random_choice(seat, source)
                .unwrap();
            let who = snapshot.table.seats[seat.index()].person.as_ref().unwrap().id;
            let step = snapshot.table.asked(seat);
            snapshot = self.act(table, who, Action::Choose { step, what }).await.unwrap();
        }
        snapshot
    }

    /// The leaderboard of a game.
    pub(super) async fn board(&self, game: &str) -> Standings {
        let entry = crate::games::find(game).unwrap();
        self.referee.leaderboard(1, entry, 0, 10).await.unwrap()
    }

    pub(super) async fn first_choice(&self, table: u64, seat: Seat) -> (Option<u64>, String) {
        let snapshot = self.snapshot(table).await;
        let (choices, _) = snapshot.table.play.as_ref().unwrap().choices(seat);
        (snapshot.table.asked(seat), choices[0].clone())
    }
}
