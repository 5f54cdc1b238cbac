//! The real referee over a file, a table of each game in it, and people who make any legal choice.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use serde_json::Value;
use whistle::games::{CATALOGUE, GameEntry, Options};
use whistle::player::Level;
use whistle::referee::fair::SeededSource;
use whistle::referee::{
    Action, ActionRequest, Arrangement, Clock, Opening, Person, Phase, Referee, Settings, TableSnapshot, recording,
};
use whistle::rules::{Seat, SeatSet, Source, Viewer};
use whistle::store::Store;

/// The server.
const GUILD: u64 = 7;
const HOST: u64 = 1001;
/// A moment, in milliseconds since the epoch.
pub(crate) const NOW: i64 = 1_800_000_000_000;
/// How many sit down where a game takes as many.
const PEOPLE: u8 = 3;

pub(crate) struct Guild {
    pub(crate) referee: Referee,
    now: Arc<AtomicI64>,
    interactions: AtomicU64,
}

/// How a table stands, secrets and all.
#[derive(Debug, PartialEq)]
pub(crate) struct Standing {
    state: String,
    phase: Phase,
    seq: u64,
    edition: u16,
    options: Options,
    awaited: SeatSet,
    /// Who may still change what they have chosen in secret.
    pub(crate) sealed: Vec<Seat>,
    /// What happened in each game, with its result.
    games: Vec<String>,
    totals: Option<Vec<i64>>,
    views: Vec<Value>,
    offered: Vec<Option<u64>>,
    pub(crate) deadlines: Vec<Option<i64>>,
}

fn person(id: u64) -> Person {
    Person {
        id,
        name: format!("person {id}"),
    }
}

/// The channel of a game's table.
fn channel_of(entry: &GameEntry) -> u64 {
    let at = CATALOGUE.iter().position(|other| other.slug == entry.slug);
    5000 + at.expect("a game of the catalogue") as u64
}

/// Who choose in secret and may change it until all have.
fn sealed(snapshot: &TableSnapshot) -> Vec<Seat> {
    let Some(play) = snapshot.table.play.as_ref() else {
        return Vec::new();
    };
    let awaited = snapshot.table.awaited();
    let seats = (0..play.seats()).map(Seat);
    seats
        .filter(|seat| play.may_choose(*seat) && !awaited.contains(*seat))
        .collect()
}

impl Guild {
    /// A start of the bot over a file, at this moment.
    pub(crate) async fn open(path: &Path, now: i64) -> Guild {
        let store = Store::open(path).await.expect("the file is opened");
        let time = Arc::new(AtomicI64::new(now));
        let wall = Arc::clone(&time);
        let settings = Settings {
            now: Arc::new(move || wall.load(Ordering::SeqCst)),
            pace_ms: 0,
            thinks: false,
            ..Settings::default()
        };
        let (referee, _) = Referee::new(store, settings);
        referee.give_back().await.expect("the absence is given back");
        Guild {
            referee,
            now: time,
            interactions: AtomicU64::new(now.unsigned_abs()),
        }
    }

    pub(crate) async fn close(self) {
        let now = self.now.load(Ordering::SeqCst);
        self.referee.store().alive(now).await.expect("the heart beats");
        self.referee.store().close().await;
    }

    fn interaction(&self) -> u64 {
        self.interactions.fetch_add(1, Ordering::SeqCst)
    }

    pub(crate) async fn snapshot(&self, table: u64) -> TableSnapshot {
        let snapshot = self
            .referee
            .snapshot(table)
            .await
            .expect("a table that can be followed");
        snapshot.expect("a table")
    }

    async fn act(&self, table: u64, who: u64, action: Action) -> TableSnapshot {
        let request = ActionRequest {
            interaction: self.interaction(),
            who: person(who),
            from: None,
            action: action.clone(),
        };
        let done = self.referee.act(table, request).await;
        done.unwrap_or_else(|denied| panic!("{action:?} of {who}: {denied}"))
    }

    /// Begins a match of a game, in a channel of its own.
    pub(crate) async fn begin(&self, entry: &'static GameEntry) -> u64 {
        let seconds = entry.turn_clocks.first().copied().unwrap_or(300);
        let opening = Opening {
            interaction: self.interaction(),
            channel: channel_of(entry),
            guild: Some(GUILD),
            host: person(HOST),
            game: entry.slug.to_owned(),
            options: Options::new(),
            clock: Some(Clock { seconds }),
            computers: 0,
            level: Level::default(),
            arrangement: Arrangement::default(),
        };
        let table = self.referee.open(opening).await.expect("a lobby").table.id;
        for more in 1..PEOPLE.clamp(*entry.people.start(), *entry.people.end()) {
            self.act(table, HOST + u64::from(more), Action::Sit).await;
        }
        self.act(table, HOST, Action::Begin).await;
        table
    }

    /// Somebody who is awaited makes any choice; `None` when the match is over.
    pub(crate) async fn goes_on(&self, table: u64, source: &mut SeededSource) -> Option<TableSnapshot> {
        let snapshot = self.snapshot(table).await;
        match snapshot.table.phase {
            Phase::Playing => {
                let holder = |seat: Seat| snapshot.table.seats[seat.index()].person.as_ref();
                let people: Vec<(Seat, u64)> = snapshot
                    .table
                    .awaited()
                    .iter()
                    .filter_map(|seat| Some((seat, holder(seat)?.id)))
                    .collect();
                let Some(at) = people.len().checked_sub(1) else {
                    self.referee.tick(table).await.expect("the computer chooses");
                    return Some(self.snapshot(table).await);
                };
                let (seat, who) = people[source.below(at as u32 + 1) as usize];
                let play = snapshot.table.play.as_ref().expect("a game");
                let what = play.random_choice(seat, source).expect("a choice");
                let step = snapshot.table.offered(seat);
                Some(self.act(table, who, Action::Choose { step, what }).await)
            }
            Phase::Between => {
                let after = snapshot.table.round();
                Some(self.act(table, HOST, Action::NextRound { after }).await)
            }
            _ => None,
        }
    }

    /// Plays on for so many choices, and then until somebody has chosen in secret, where the game has that; whether the match is
    /// in its middle then, and not over.
    async fn plays_on(&self, table: u64, choices: u32, source: &mut SeededSource) -> bool {
        let mut snapshot = self.snapshot(table).await;
        for choice in 0..2 * choices {
            if choice >= choices && snapshot.table.phase == Phase::Playing && !sealed(&snapshot).is_empty() {
                return true;
            }
            match self.goes_on(table, source).await {
                Some(after) => snapshot = after,
                None => return false,
            }
        }
        snapshot.table.phase == Phase::Playing
    }

    /// A match of every game in its middle. Some are short: then another one is begun, and stopped earlier.
    pub(crate) async fn all_games(&self, source: &mut SeededSource) -> BTreeMap<u64, &'static GameEntry> {
        let mut tables = BTreeMap::new();
        for entry in CATALOGUE {
            for choices in [21, 13, 8, 5, 3, 2] {
                let table = self.begin(entry).await;
                if self.plays_on(table, choices, source).await {
                    tables.insert(table, entry);
                    break;
                }
                while self.goes_on(table, source).await.is_some() {}
            }
        }
        let games: BTreeSet<&str> = tables.values().map(|entry| entry.slug).collect();
        assert_eq!(games.len(), CATALOGUE.len(), "{games:?}");
        tables
    }

    pub(crate) async fn standing(&self, table: u64) -> Standing {
        let snapshot = self.snapshot(table).await;
        let sealed = sealed(&snapshot);
        let TableSnapshot { table, deadlines, .. } = snapshot;
        let play = table.play.as_ref().expect("a game");
        let seats = || (0..table.seats.len() as u8).map(Seat);
        let viewers = [Viewer::Table].into_iter().chain(seats().map(Viewer::Seat));
        Standing {
            state: play.state(),
            phase: table.phase,
            seq: table.seq,
            edition: table.game.edition,
            awaited: table.awaited(),
            sealed,
            games: table.rounds.iter().map(|round| format!("{round:?}")).collect(),
            totals: table.totals(),
            views: viewers.map(|viewer| play.view(viewer)).collect(),
            offered: seats().map(|seat| table.offered(seat)).collect(),
            deadlines,
            options: table.options.clone(),
        }
    }

    /// Plays a match to its end; all of it is sound, and it counts.
    pub(crate) async fn to_the_end(&self, table: u64, source: &mut SeededSource) {
        while self.goes_on(table, source).await.is_some() {}
        let snapshot = self.snapshot(table).await;
        let slug = snapshot.table.game.slug;
        assert_eq!(snapshot.table.phase, Phase::Finished, "{slug}");
        let records = snapshot.table.records().expect("records");
        assert_eq!(records.len(), snapshot.table.rounds.len());
        let mut games = recording::Matches::default();
        for record in &records {
            let line = serde_json::to_string(record).expect("a record is JSON");
            let (read, verdict) = recording::verify_line(1, &line).unwrap_or_else(|wrong| panic!("{slug}: {wrong}"));
            assert!(verdict.finished && verdict.drawn_again, "{slug}: {verdict:?}");
            games.check(&read).unwrap_or_else(|wrong| panic!("{slug}: {wrong}"));
        }
        assert!(snapshot.table.prove().expect("a promise that is kept").is_some());
        let evidence = snapshot.table.evidence().expect("a table that is over");
        let mut kept = evidence.commitments.iter().zip(&evidence.secrets);
        assert!(kept.all(|(commitment, secret)| commitment.keeps(secret)));
        let board = self
            .referee
            .leaderboard(GUILD, snapshot.table.game, 0, 10)
            .await
            .expect("standings");
        assert!(board.total > 0, "{slug}");
        assert!(board.rows.iter().all(|row| row.matches > 0), "{slug}: {:?}", board.rows);
    }
}
