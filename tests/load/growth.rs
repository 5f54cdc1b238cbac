//! What years of matches come to: how large the database gets, and how long what is asked of it takes.
//!
//! A few matches of each game are played to their end. Copies of these, with their logs and results, become as many matches as
//! wanted, of one year, of people and servers of which few play much and many a little. The file is made in the schema of before
//! leaderboards were added up, so that its upgrade is measured, too ([`copies`](super::copies)). With `--postgres` all of that is
//! moved to a server then, as `whistle move` does, and measured there, too.

use std::cell::Cell;
use std::fmt;
use std::future::Future;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use sqlx::{Connection, PgConnection};
use tokio::process::Command;
use whistle::games::CATALOGUE;
use whistle::store::{
    Address, Append, Database, Finish, NewResult, NewTable, Ranking, Store, Thinned, backup, transfer,
};

use super::copies::{fill, log_bytes};
use super::postgres::{self, PostgresServer};
use super::stage::Stage;

/// How many servers there are.
const SERVERS: u64 = 1000;
/// How many questions of a kind are asked, and how many changes are made.
const ASKED: usize = 2000;
const WRITTEN: usize = 500;
/// How often the last page of a leaderboard is asked for.
const DEEP: usize = 100;
/// How many logs of somebody are read: copies of a log name the same few people.
const LOGS: usize = 1000;
/// How many starts are timed.
const STARTS: usize = 3;
/// When what is written here happened: after that year.
const NOW: i64 = 1_800_000_000_000;

/// How long each of many things took.
struct Times(Vec<Duration>);

impl Times {
    fn of(mut all: Vec<Duration>) -> Times {
        all.sort_unstable();
        Times(all)
    }

    fn within(&self, share: f64) -> f64 {
        let at = ((self.0.len() - 1) as f64 * share).round() as usize;
        self.0[at].as_secs_f64() * 1000.0
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [half, most, all] = [0.5, 0.99, 1.0].map(|share| self.within(share));
        write!(f, "{half:.1} ms | {most:.1} ms | {all:.1} ms |")
    }
}

/// How long it takes what people ask of the database, and what they and time change there.
struct Asked {
    board: Times,
    deep: Times,
    mine: Times,
    /// How many logs were read at a time, and how long that took.
    logs: (usize, Times),
    writes: Times,
    thinning: Times,
    /// Choices that were stored one after another: without anything else, while matches were thinned, and while a backup was made.
    choices: [Times; 3],
}

/// What was found out about a database.
struct Found {
    bytes: u64,
    log_bytes: u64,
    asked: Asked,
    backup: (Duration, u64),
    /// The first start over this database, after matches were thinned, and others.
    first: Duration,
    start: Duration,
    /// A start over a database with nothing in it.
    empty: Duration,
}

impl Found {
    /// Whether all is within the goals that docs/load.md has for 10 million results, and for the file of what is kept of somebody.
    /// A start takes a tenth of a second, and twice as long beside other work: what reads all that was played takes more than a second
    /// longer.
    fn is_well(&self) -> bool {
        const LONGER: Duration = Duration::from_secs(1);
        let (_, own) = &self.asked.logs;
        self.asked.board.within(0.99) < 50.0
            && self.asked.deep.within(0.99) < 50.0
            && own.within(0.99) < 1000.0
            && self.start < self.empty + LONGER
    }

    fn table(&self, f: &mut fmt::Formatter<'_>, matches: u64, kept: u64) -> fmt::Result {
        let mib = |bytes: u64| bytes / (1 << 20);
        let left = self.bytes.saturating_sub(self.log_bytes) / matches;
        let logs = self.log_bytes / kept.max(1);
        let kib = |bytes: u64| bytes as f64 / 1024.0;
        let (took, copied) = self.backup;
        let (first, start, empty) = (self.first, self.start, self.empty);
        writeln!(f, "| size | {} MiB |", mib(self.bytes))?;
        writeln!(
            f,
            "| a match, as long as its log is kept | {:.1} KiB |",
            kib(left + logs)
        )?;
        writeln!(f, "| a match that was thinned | {:.1} KiB |", kib(left))?;
        writeln!(f, "| a backup takes | {took:.0?}, {} MiB |", mib(copied))?;
        writeln!(f, "| the first start after matches were thinned takes | {first:.2?} |")?;
        writeln!(f, "| any other start takes | {start:.2?} |")?;
        writeln!(f, "| a start over nothing takes | {empty:.2?} |")?;
        let asked = &self.asked;
        let (logs, own) = &asked.logs;
        let named = format!("what is kept of somebody whom {logs} logs name (goal: 1 s)");
        let [alone, thinning, backup] = &asked.choices;
        writeln!(f, "\n| | half within | 99 % within | the longest |\n|:--|--:|--:|--:|")?;
        for (what, times) in [
            ("a page of a leaderboard (goal for 99 %: 50 ms)", &asked.board),
            (
                "the last page of the longest leaderboard (goal for 99 %: 50 ms)",
                &asked.deep,
            ),
            ("the last matches of somebody", &asked.mine),
            (&named, own),
            ("storing the end of a match with its results", &asked.writes),
            ("thinning a match", &asked.thinning),
            ("storing a choice", alone),
            ("storing a choice while matches are thinned", thinning),
            ("storing a choice while a backup is made", backup),
        ] {
            writeln!(f, "| {what} | {times}")?;
        }
        Ok(())
    }
}

/// What was found out.
pub(crate) struct Growth {
    matches: u64,
    kept: u64,
    results: i64,
    upgrade: Duration,
    file: Found,
    /// How long it took to move everything to a server, and what was found out there.
    server: Option<(Duration, Found)>,
}

impl Growth {
    pub(crate) fn is_well(&self) -> bool {
        self.file.is_well() && self.server.as_ref().is_none_or(|(_, found)| found.is_well())
    }
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (matches, kept, upgrade) = (self.matches, self.kept, self.upgrade);
        writeln!(
            f,
            "| {matches} matches, {kept} with their logs, in a file | |\n|:--|--:|"
        )?;
        writeln!(f, "| results | {} |", self.results)?;
        writeln!(
            f,
            "| the first start with this version, which adds everything up, takes | {upgrade:.0?} |"
        )?;
        self.file.table(f, matches, kept)?;
        let Some((moved, found)) = &self.server else {
            return Ok(());
        };
        writeln!(f, "\n| the same on a PostgreSQL server | |\n|:--|--:|")?;
        writeln!(f, "| moving everything there takes | {moved:.0?} |")?;
        found.table(f, matches, kept)
    }
}

/// Times something again and again.
async fn timed(times: usize, mut what: impl AsyncFnMut(usize)) -> Times {
    let mut all = Vec::with_capacity(times);
    for nth in 0..times {
        let since = Instant::now();
        what(nth).await;
        all.push(since.elapsed());
    }
    Times::of(all)
}

/// A server, drawn as the matches were dealt out.
fn server(rng: &mut StdRng) -> u64 {
    let fraction: f64 = rng.random();
    1 + (SERVERS as f64 * fraction.powi(3)) as u64
}

/// A new table with an id that no other one has, which is over.
fn new_table() -> Append {
    static NEXT: AtomicU64 = AtomicU64::new(u64::MAX / 2);
    let table = NEXT.fetch_add(1, Ordering::Relaxed);
    Append {
        create: Some(NewTable {
            channel: table,
            guild: Some(1),
            game: "binome".to_owned(),
            secret: [7; 32],
        }),
        entries: vec!["{}".to_owned()],
        over: true,
        ..Append::new(table, 0, NOW)
    }
}

/// The end of a match of two, with their results.
fn ended() -> Append {
    let result = |person: u64, round| NewResult {
        round,
        guild: Some(1),
        game: "binome".to_owned(),
        person: Some(1_000_000 + person),
        name: "somebody".to_owned(),
        points: 9,
        finish: Finish::Won,
        counts: true,
        place: 1,
        side: None,
        computers: Vec::new(),
    };
    Append {
        results: vec![result(21, 0), result(42, 0), result(21, 1), result(42, 1)],
        ..new_table()
    }
}

/// Stores one choice after another as long as something else is done.
async fn choices<T>(store: &Store, what: impl Future<Output = T>) -> (T, Times) {
    let new = new_table();
    let (table, is_done) = (new.table, Cell::new(false));
    store.append(new).await.expect("a new table");
    let done = async {
        let done = what.await;
        is_done.set(true);
        done
    };
    let stored = async {
        let mut all = Vec::new();
        while all.is_empty() || !is_done.get() {
            let entries = vec!["{}".to_owned()];
            let choice = Append {
                entries,
                ..Append::new(table, 1 + all.len() as u64, NOW)
            };
            let since = Instant::now();
            store.append(choice).await.expect("it is stored");
            all.push(since.elapsed());
        }
        Times::of(all)
    };
    tokio::join!(done, stored)
}

/// Deletes the logs of the oldest matches that have one, as the bot does, but for the check of each.
async fn thin(store: &Store, matches: u64, kept: u64) -> Times {
    let year = 31_536_000_000;
    let from = 1_700_000_000_000 + (1 + matches - kept).cast_signed() * (year / matches.cast_signed());
    let old = store
        .old((from - 1, 0), i64::MAX, WRITTEN as u32)
        .await
        .expect("old tables");
    assert!(!old.is_empty(), "there is something to thin");
    let mut times = Vec::new();
    for (_, table) in old {
        let stored = store.load(table).await.expect("the store answers").expect("a table");
        let last = stored.entries.last().map_or(0, |last| last.seq);
        let left = Thinned {
            digest: Some("5f".repeat(32)),
            draws: Some(9),
        };
        let since = Instant::now();
        let is_thinned = store.thin(table, last, left).await.expect("the store answers");
        assert!(is_thinned, "the match {table} is not thinned");
        times.push(since.elapsed());
    }
    Times::of(times)
}

/// Reads all that is kept of whoever sits in the logs, as for their file, but of no more than [`LOGS`] tables. Returns of how many.
async fn kept_of(store: &Store, newest: u64) -> (usize, Times) {
    let stored = store.load(newest).await.expect("the store answers").expect("a table");
    let opened: Value = serde_json::from_str(&stored.entries[0].event).expect("an event");
    let host = opened["host"]["id"].as_u64().expect("a host");
    let mut read = 0;
    let times = timed(5, async |_| {
        store.own(host).await.expect("the store answers");
        let named = store.naming(host, i64::MIN).await.expect("the store answers");
        read = named.len().min(LOGS);
        for table in named.into_iter().rev().take(LOGS) {
            store.load(table).await.expect("the store answers");
            store.shown(table).await.expect("the store answers");
        }
    });
    let times = times.await;
    (read, times)
}

impl Asked {
    /// Asks, and changes, while nothing else is done but the `backup` at the end.
    async fn of<T>(store: &Store, matches: u64, kept: u64, backup: impl Future<Output = T>) -> (Asked, T) {
        let mut rng = StdRng::seed_from_u64(1);
        let page = async |guild: u64, game: &str, offset: u32| {
            let board = store.leaderboard(guild, game, Ranking::MostPoints, offset, 10);
            board.await.expect("a leaderboard").total
        };
        let board = timed(ASKED, async |nth| {
            let (game, pages) = (CATALOGUE[nth % CATALOGUE.len()].slug, rng.random_range(0..3));
            page(server(&mut rng), game, 10 * pages).await;
        });
        let board = board.await;
        let mut longest = (0, CATALOGUE[0].slug);
        for entry in CATALOGUE {
            longest = longest.max((page(1, entry.slug, 0).await, entry.slug));
        }
        super::note(&format!("the longest leaderboard has {} people", longest.0));
        let last = longest.0.saturating_sub(10);
        let deep = timed(DEEP, async |_| {
            page(1, longest.1, last).await;
        });
        let deep = deep.await;
        let mine = timed(ASKED, async |_| {
            // The two who play most there.
            let person = server(&mut rng) * 1_000_000 + 1 + rng.random_range(0..2u64);
            store.matches(person, None, 10).await.expect("matches");
        });
        let mine = mine.await;
        let logs = kept_of(store, matches).await;
        let writes = timed(WRITTEN, async |_| {
            store.append(ended()).await.expect("it is stored");
        });
        let writes = writes.await;
        let (_, alone) = choices(store, tokio::time::sleep(Duration::from_secs(3))).await;
        let (thinning, beside) = choices(store, thin(store, matches, kept)).await;
        let (done, copying) = choices(store, backup).await;
        let asked = Asked {
            board,
            deep,
            mine,
            logs,
            writes,
            thinning,
            choices: [alone, beside, copying],
        };
        (asked, done)
    }
}

/// How long the bot takes for a first start with this in its environment, and for others.
async fn start_with(stage: &mut Stage, environment: &[(&str, &str)]) -> (Duration, Duration) {
    let mut all = Vec::new();
    for _ in 0..=STARTS {
        let since = Instant::now();
        stage.start_bot_with(environment).await;
        all.push(since.elapsed());
        super::end(stage).await;
    }
    let first = all.remove(0);
    all.sort_unstable();
    (first, all[STARTS / 2])
}

/// Measures a file.
async fn in_file(stage: &mut Stage, file: &Path, matches: u64, kept: u64) -> Found {
    let bytes = std::fs::metadata(file).expect("a file").len();
    let log_bytes = log_bytes(file).await;
    let (store, copy) = (
        Store::open(file).await.expect("the store opens"),
        file.with_extension("copy"),
    );
    let copied = async {
        let since = Instant::now();
        let bytes = backup(file, &copy).await.expect("a copy");
        (since.elapsed(), bytes)
    };
    let (asked, backup) = Asked::of(&store, matches, kept, copied).await;
    store.close().await;
    std::fs::remove_file(&copy).expect("it is gone");
    let empty = file.with_extension("empty");
    let path = |path: &Path| path.to_str().expect("a path in UTF-8").to_owned();
    let (first, start) = start_with(stage, &[("WHISTLE_DB", &path(file))]).await;
    let (_, empty) = start_with(stage, &[("WHISTLE_DB", &path(&empty))]).await;
    Found {
        bytes,
        log_bytes,
        asked,
        backup,
        first,
        start,
        empty,
    }
}

/// Bytes of the database, and of what in it is logs and what messages show.
async fn sizes(server: &PostgresServer, name: &str) -> [u64; 2] {
    const SIZES: &str = "SELECT pg_database_size(current_database())::bigint, (pg_total_relation_size('log')
        + pg_total_relation_size('shown') + pg_total_relation_size('named'))::bigint";
    let mut connection = PgConnection::connect(&server.address(name)).await.expect("the server");
    let (all, logs): (i64, i64) = sqlx::query_as(SIZES).fetch_one(&mut connection).await.expect("sizes");
    connection.close().await.expect("an end");
    [all, logs].map(i64::cast_unsigned)
}

/// Copies a database as docs/OPERATIONS.md says. Returns how long that took, and the length of the copy.
async fn dump(programs: &Path, address: &str, copy: &Path) -> (Duration, u64) {
    let since = Instant::now();
    let mut dump = Command::new(programs.join("pg_dump"));
    dump.args(["--format=custom", "--no-unlogged-table-data", "--file"]);
    let status = dump.arg(copy).arg(address).stdin(Stdio::null()).status().await;
    assert!(status.expect("pg_dump starts").success(), "the database is copied");
    (since.elapsed(), std::fs::metadata(copy).expect("a copy").len())
}

/// Moves a file to a server of its own, and measures it there.
async fn on_server(stage: &mut Stage, file: &Path, matches: u64, kept: u64) -> Option<(Duration, Found)> {
    let programs = postgres::programs()?;
    let server = PostgresServer::start(&programs, Path::new(env!("CARGO_TARGET_TMPDIR")), "");
    let (name, empty) = (server.database("").await, server.database("").await);
    let address = server.address(&name);
    let database = Database::Server(Address::read(&address).expect("an address"));
    let since = Instant::now();
    transfer(&Database::from(file), &database).await.expect("it moves");
    let moved = since.elapsed();
    super::note(&format!("moved in {moved:.0?}"));
    // What the server does by itself, sooner or later.
    server.tell(&name, "VACUUM ANALYZE").await;
    server.tell(&name, "CHECKPOINT").await;
    let [bytes, log_bytes] = sizes(&server, &name).await;
    let (store, copy) = (
        Store::open_at(&database).await.expect("the store opens"),
        file.with_extension("dump"),
    );
    let (asked, backup) = Asked::of(&store, matches, kept, dump(&programs, &address, &copy)).await;
    store.close().await;
    let at = |address| [("DATABASE_URL", address), ("WHISTLE_DB", "")];
    let (first, start) = start_with(stage, &at(address.as_str())).await;
    let (_, empty) = start_with(stage, &at(server.address(&empty).as_str())).await;
    let found = Found {
        bytes,
        log_bytes,
        asked,
        backup,
        first,
        start,
        empty,
    };
    Some((moved, found))
}

/// Makes a file of so many matches, of which the newest have their logs, and measures it; then on a server, if that is wanted.
pub(crate) async fn measure(stage: &mut Stage, matches: u64, kept: u64, postgres: bool) -> Growth {
    let folder = stage.folder.path().to_owned();
    let (served, file) = (folder.join("whistle.db"), folder.join("growth.db"));
    let kept = kept.min(matches);
    let results = fill(&file, &served, matches, kept).await;
    super::note("the file is made");
    let since = Instant::now();
    Store::open(&file).await.expect("the store opens").close().await;
    let upgrade = since.elapsed();
    super::note(&format!("upgraded in {upgrade:.1?}"));
    let found = in_file(stage, &file, matches, kept).await;
    let server = match postgres {
        true => on_server(stage, &file, matches, kept).await,
        false => None,
    };
    Growth {
        matches,
        kept,
        results,
        upgrade,
        file: found,
        server,
    }
}
