//! What years of matches come to: how large the file gets, and how long what is asked of it takes.
//!
//! A few matches of each game are played to their end. Copies of these, with their logs and results, become as many matches as
//! wanted, of one year, of people and servers of which few play much and many a little. The file is made in the schema of before
//! leaderboards were added up, so that its upgrade is measured, too.

use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use whistle::games::CATALOGUE;
use whistle::store::{Append, Finish, NewResult, NewTable, Ranking, Store, Thinned, backup};

use super::stage::Stage;

/// How many matches one transaction writes.
const CHUNK: u64 = 20_000;
/// How many servers there are.
const SERVERS: u64 = 1000;
/// How many questions of a kind are asked, and how many changes are made.
const ASKED: usize = 2000;
const WRITTEN: usize = 500;
/// How many logs of somebody are read: copies of a log name the same few people.
const LOGS: usize = 1000;
/// The last migration before leaderboards were added up.
const BEFORE: &str = "0004";

/// The tables to copy, each with a number, and who sat there, each with another.
const TEMPLATES: &str = "
    CREATE TEMP TABLE template AS SELECT row_number() OVER (ORDER BY substr(id, -4), id) - 1 AS nth, id, created FROM old.tables
        WHERE over = 1 AND EXISTS (SELECT 1 FROM old.results WHERE table_id = tables.id);
    CREATE UNIQUE INDEX temp.template_nth ON template (nth);
    CREATE TEMP TABLE sitter AS SELECT DISTINCT table_id, person, dense_rank() OVER (PARTITION BY table_id ORDER BY person) AS nth
        FROM old.results WHERE person IS NOT NULL;
    CREATE TEMP TABLE copy (new INTEGER PRIMARY KEY, old INTEGER NOT NULL, hall INTEGER NOT NULL, at INTEGER NOT NULL);";

/// Copies `?1` matches from the number `?2` on, of `?3` in all within a year; only the numbers from `?4` on have a log. A hash of
/// the number picks the server, and another one with the seat the person: the powers of a fraction make few of both busy.
const COPY: [&str; 6] = [
    "DELETE FROM copy",
    "INSERT INTO copy
        WITH RECURSIVE number (n) AS (SELECT ?2 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ?1 + ?2),
            drawn AS (SELECT n, (n * 2654435761 % 4294967296) / 4294967296.0 AS u FROM number)
        SELECT n, (SELECT id FROM template WHERE nth = n % (SELECT count(*) FROM template)),
            1 + CAST(1000 * u * u * u AS INTEGER), 1700000000000 + n * (31536000000 / ?3)
        FROM drawn",
    "INSERT INTO tables (id, place, hall, game, secret, created, over)
        SELECT new, copy.hall * 100 + new % 7, copy.hall, game, secret, at, 1 FROM copy CROSS JOIN old.tables ON id = old ORDER BY new",
    "INSERT INTO log (table_id, seq, at, interaction, event)
        SELECT new, seq, copy.at + log.at - (SELECT created FROM template WHERE id = old),
            iif(interaction IS NULL, NULL, (new << 20) + seq), event
        FROM copy CROSS JOIN old.log ON table_id = old WHERE new >= ?4 ORDER BY new, seq",
    "INSERT INTO shown (table_id, slot, channel, message, version, digest, note)
        SELECT new, slot, channel, message, 9223372036854775807, digest, note
        FROM copy CROSS JOIN old.shown ON table_id = old WHERE new >= ?4 ORDER BY new, slot",
    "INSERT INTO results (table_id, round, hall, game, person, name, points, won, drawn, counts, at)
        SELECT new, round, copy.hall, game, who, 'player ' || who, points + new % 11, won, drawn, 1, copy.at + 600000 FROM (
            SELECT *, copy.hall * 1000000 + nth + 20 * CAST(20000 * u * u AS INTEGER) AS who FROM (
                SELECT copy.*, round, game, points, won, drawn, nth, ((new * 40503 + nth * 7919) % 4294967296 * 1540483477 % 4294967296) / 4294967296.0
                    AS u
                FROM copy CROSS JOIN old.results ON results.table_id = old
                CROSS JOIN sitter ON sitter.table_id = old AND sitter.person = results.person
            ) AS copy
        ) AS copy",
];

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

/// How long it takes what people ask of the file, and what they and time change there.
struct Asked {
    board: Times,
    deep: Times,
    mine: Times,
    /// How many logs were read at a time, and how long that took.
    logs: (usize, Times),
    writes: Times,
    thinning: Times,
}

/// What was found out.
pub(crate) struct Growth {
    matches: u64,
    kept: u64,
    results: i64,
    bytes: u64,
    log_bytes: u64,
    upgrade: Duration,
    asked: Asked,
    backup: (Duration, u64),
    start: Duration,
}

impl Growth {
    /// Whether what was measured is within the goals that docs/load.md has for 10 million results, and for the file of what is kept of
    /// somebody.
    pub(crate) fn is_well(&self) -> bool {
        let (_, own) = &self.asked.logs;
        self.asked.board.within(0.99) < 50.0 && own.within(0.99) < 1000.0
    }
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mib = |bytes: u64| bytes / (1 << 20);
        let left = (self.bytes - self.log_bytes) / self.matches;
        let logs = self.log_bytes / self.kept.max(1);
        writeln!(
            f,
            "| {} matches, of which {} with their logs | |\n|:--|--:|",
            self.matches, self.kept
        )?;
        writeln!(f, "| results | {} |", self.results)?;
        writeln!(f, "| the file | {} MiB |", mib(self.bytes))?;
        writeln!(
            f,
            "| a match takes in the file, as long as its log is kept | {:.1} KiB |",
            (left + logs) as f64 / 1024.0
        )?;
        writeln!(
            f,
            "| a match takes that was thinned | {:.1} KiB |",
            left as f64 / 1024.0
        )?;
        writeln!(
            f,
            "| a backup takes | {:.0?}, {} MiB |",
            self.backup.0,
            mib(self.backup.1)
        )?;
        writeln!(
            f,
            "| the first start with this version, which adds everything up, takes | {:.0?} |",
            self.upgrade
        )?;
        writeln!(f, "| any other start takes | {:.2?} |", self.start)?;
        writeln!(f, "\n| | half within | 99 % within | the longest |\n|:--|--:|--:|--:|")?;
        writeln!(
            f,
            "| a page of a leaderboard (goal for 99 %: 50 ms) | {}",
            self.asked.board
        )?;
        writeln!(f, "| the last page of the longest leaderboard | {}", self.asked.deep)?;
        writeln!(f, "| the last matches of somebody | {}", self.asked.mine)?;
        let (logs, times) = &self.asked.logs;
        writeln!(
            f,
            "| what is kept of somebody whom {logs} logs name (goal: 1 s) | {times}"
        )?;
        writeln!(
            f,
            "| storing the end of a match with its results | {}",
            self.asked.writes
        )?;
        writeln!(f, "| thinning a match | {}", self.asked.thinning)
    }
}

async fn connect(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
    options.connect().await.expect("the file opens")
}

/// Makes the file, in the schema of before, out of the matches that were played in `old`. Returns how many bytes of it are logs
/// and what messages show, and how many results there are.
async fn fill(file: &Path, old: &Path, matches: u64, kept: u64) -> (u64, i64) {
    let folder = tempfile::tempdir().expect("a folder");
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    for found in std::fs::read_dir(migrations).expect("migrations").flatten() {
        if found.file_name().to_string_lossy()[..BEFORE.len()] <= *BEFORE {
            std::fs::copy(found.path(), folder.path().join(found.file_name())).expect("a copy");
        }
    }
    let mut connection = connect(file).await;
    let migrator = Migrator::new(folder.path()).await.expect("migrations");
    migrator
        .run_direct(None, &mut connection, false)
        .await
        .expect("the schema");
    // A file that is made to be measured needs no safety.
    let settings =
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1500000; PRAGMA foreign_keys = OFF";
    sqlx::raw_sql(settings).execute(&mut connection).await.expect("set");
    let attach = sqlx::query("ATTACH ?1 AS old").bind(old.to_string_lossy().into_owned());
    attach.execute(&mut connection).await.expect("attached");
    sqlx::raw_sql(TEMPLATES)
        .execute(&mut connection)
        .await
        .expect("templates");
    let mut done = 0;
    while done < matches {
        let chunk = CHUNK.min(matches - done);
        sqlx::raw_sql("BEGIN").execute(&mut connection).await.expect("begun");
        for statement in COPY {
            let numbers = [chunk, 1 + done, matches, 1 + matches - kept];
            let bound = numbers
                .iter()
                .fold(sqlx::query(statement), |query, number| query.bind(number.cast_signed()));
            // Only some of the statements have a use for all numbers.
            let bound = if statement.contains('?') {
                bound
            } else {
                sqlx::query(statement)
            };
            bound.execute(&mut connection).await.expect("copied");
        }
        sqlx::raw_sql("COMMIT")
            .execute(&mut connection)
            .await
            .expect("committed");
        done += chunk;
        if done.is_multiple_of(10 * CHUNK) {
            super::note(&format!("{done} matches written"));
        }
    }
    const LOGS: &str = "SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE aggregate = TRUE
        AND name IN ('log', 'log_interaction', 'shown', 'shown_unsettled')";
    let logs: i64 = sqlx::query_scalar(LOGS)
        .fetch_one(&mut connection)
        .await
        .unwrap_or_default();
    let results: i64 = sqlx::query_scalar("SELECT count(*) FROM results")
        .fetch_one(&mut connection)
        .await
        .expect("a number");
    connection.close().await.expect("it closes");
    (logs.cast_unsigned(), results)
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

/// The end of a match of two, with their results.
fn ended(nth: usize) -> Append {
    let table = u64::MAX / 2 + nth as u64;
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
        create: Some(NewTable {
            channel: table,
            guild: Some(1),
            game: "binome".to_owned(),
            secret: [7; 32],
        }),
        entries: vec!["{}".to_owned()],
        over: true,
        results: vec![result(21, 0), result(42, 0), result(21, 1), result(42, 1)],
        ..Append::new(table, 0, 1_800_000_000_000)
    }
}

/// Deletes the logs of the oldest matches that have one, as the bot does, but for the check of each.
async fn thin(store: &Store, matches: u64, kept: u64) -> Times {
    let year = 31_536_000_000;
    let from = 1_700_000_000_000 + (1 + matches - kept).cast_signed() * (year / matches.cast_signed());
    let old = store
        .old((from - 1, 0), i64::MAX, WRITTEN as u32)
        .await
        .expect("old tables");
    let mut thinned = 0;
    let times = timed(old.len(), async |nth| {
        let (_, table) = old[nth];
        let stored = store.load(table).await.expect("the store answers").expect("a table");
        let last = stored.entries.last().map_or(0, |last| last.seq);
        let left = Thinned {
            digest: Some("5f".repeat(32)),
            draws: Some(9),
        };
        thinned += usize::from(store.thin(table, last, left).await.expect("the store answers"));
    });
    let times = times.await;
    assert!(thinned == old.len() && thinned > 0, "{thinned} were thinned");
    times
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
    async fn of(store: &Store, matches: u64, kept: u64) -> Asked {
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
        let deep = timed(20, async |_| {
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
        let writes = timed(WRITTEN, async |nth| {
            store.append(ended(nth)).await.expect("it is stored");
        });
        let writes = writes.await;
        let thinning = thin(store, matches, kept).await;
        Asked {
            board,
            deep,
            mine,
            logs,
            writes,
            thinning,
        }
    }
}

/// Makes a file of so many matches, of which the newest have their logs, and measures it.
pub(crate) async fn measure(stage: &mut Stage, matches: u64, kept: u64) -> Growth {
    let folder = stage.folder.path().to_owned();
    let (served, file) = (folder.join("whistle.db"), folder.join("growth.db"));
    let kept = kept.min(matches);
    let (log_bytes, results) = fill(&file, &served, matches, kept).await;
    super::note("the file is made");
    let since = Instant::now();
    let store = Store::open(&file).await.expect("the store opens");
    let upgrade = since.elapsed();
    super::note(&format!("upgraded in {upgrade:.1?}"));
    let bytes = std::fs::metadata(&file).expect("a file").len();
    let asked = Asked::of(&store, matches, kept).await;
    store.close().await;
    let since = Instant::now();
    let copied = backup(&file, &folder.join("copy.db")).await.expect("a copy");
    let backup = (since.elapsed(), copied);
    std::fs::remove_file(folder.join("copy.db")).expect("it is gone");
    for end in ["", "-wal", "-shm", "-lock"] {
        let _ = std::fs::remove_file(folder.join(format!("whistle.db{end}")));
    }
    std::fs::rename(&file, &served).expect("it takes the place");
    // The first start over another file looks for tables in play.
    stage.start_bot().await;
    super::end(stage).await;
    let since = Instant::now();
    stage.start_bot().await;
    let start = since.elapsed();
    super::end(stage).await;
    Growth {
        matches,
        kept,
        results,
        bytes,
        log_bytes,
        upgrade,
        asked,
        backup,
        start,
    }
}
