//! How many durable appends a second the store does, as ratios to what the disk can do: single-row commits in the same
//! mode (WAL, `synchronous=FULL`) through a plain connection, on the same disk, in the same run. Where there is a PostgreSQL
//! server, it is held against the file, and three bots that share its database are held against one ([`several`]).
//!
//! `cargo bench --bench durability`; `-- --quick` for a short run. Ends with 1 if a goal is missed. Without `--bench` (as
//! `cargo test --benches` calls it) it only shows that it works.
//!
//! It is timed here and not by criterion, which measures one thing to its end before the next: the disk's slow spells would
//! hit one of them and not the other.

#[path = "../tests/support/postgres.rs"]
mod postgres;
mod raw;
mod several;

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use whistle::store::{Address, Append, Database, NewTable, Store};

use postgres::PostgresServer;
use raw::{EVENT, Raw};

/// Goals by tables at once: the ratio to raw commits.
const GOALS: [(u64, f64); 2] = [(1, 0.7), (64, 5.0)];
/// The least ratio of a server's appends to those of the file, however many tables there are.
const SERVER_GOAL: f64 = 0.5;
/// The next interaction.
static NEXT: AtomicU64 = AtomicU64::new(1);
/// A batch of tables that no round has.
const WARM_UP: u64 = 1100;

fn main() -> ExitCode {
    let has = |name: &str| std::env::args().any(|argument| argument == name);
    let measured = has("--bench");
    let (rounds, span) = match (measured, has("--quick")) {
        (true, false) => (41, Duration::from_millis(200)),
        (true, true) => (11, Duration::from_millis(100)),
        (false, _) => (1, Duration::from_millis(10)),
    };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let met = runtime.block_on(async {
        let disk = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let met = compare(rounds, span).await;
        match postgres::programs() {
            Some(programs) => several::compare(&programs, disk, rounds, span).await && met,
            None => met,
        }
    });
    ExitCode::from(u8::from(measured && !met))
}

/// Takes short turns between the raw commits and the store, so that a slow spell of the disk hits both.
async fn compare(rounds: usize, span: Duration) -> bool {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder on the disk of target/");
    let store = Store::open(&folder.path().join("whistle.db")).await.expect("a store");
    let mut raw_rows = Raw::open(&folder.path().join("raw.db")).await;
    let server = postgres::programs().map(|programs| {
        let disk = Path::new(env!("CARGO_TARGET_TMPDIR"));
        PostgresServer::start(&programs, disk, "")
    });
    let served = match &server {
        Some(server) => Some(on_server(server).await),
        None => None,
    };
    // The store gets beyond its first checkpoint, too.
    appends(&store, WARM_UP, 64, Duration::from_millis(300)).await;
    let mut raws = Vec::new();
    let mut ratios = GOALS.map(|_| Vec::new());
    let mut rates = GOALS.map(|_| Vec::new());
    let mut served_ratios = GOALS.map(|_| Vec::new());
    for round in 0..rounds {
        let raw = commits(&mut raw_rows, span).await;
        raws.push(raw);
        for (nth, (tables, _)) in GOALS.iter().enumerate() {
            let batch = (round * GOALS.len() + nth) as u64;
            let rate = appends(&store, batch, *tables, span).await;
            rates[nth].push(rate);
            ratios[nth].push(rate / raw);
            if let Some(served) = &served {
                served_ratios[nth].push(appends(served, batch, *tables, span).await / rate);
            }
        }
    }
    store.close().await;
    raw_rows.close().await;
    if let Some(served) = served {
        served.close().await;
    }
    println!(
        "raw single-row commits: {:.0} a second (median of {rounds})",
        median(&mut raws)
    );
    let mut met = true;
    for (nth, (tables, goal)) in GOALS.iter().enumerate() {
        let ratio = median(&mut ratios[nth]);
        met &= ratio >= *goal;
        let verdict = if ratio >= *goal { "met" } else { "MISSED" };
        let rate = median(&mut rates[nth]);
        println!("{tables:>2} tables at once: {rate:.0} appends a second, {ratio:.2}x raw (goal {goal}x): {verdict}");
        if server.is_some() {
            let ratio = median(&mut served_ratios[nth]);
            met &= ratio >= SERVER_GOAL;
            let verdict = if ratio >= SERVER_GOAL { "met" } else { "MISSED" };
            println!("{tables:>2} tables at once on a server: {ratio:.2}x the file (goal {SERVER_GOAL}x): {verdict}");
        }
    }
    met
}

/// A store in a new database of a server, warmed up.
async fn on_server(server: &PostgresServer) -> Store {
    let name = server.database("").await;
    let address = Address::read(&server.address(&name)).expect("an address");
    let store = Store::open_at(&Database::Server(address)).await.expect("a store");
    appends(&store, WARM_UP, 64, Duration::from_millis(300)).await;
    store
}

/// Raw commits a second.
async fn commits(raw: &mut Raw, span: Duration) -> f64 {
    let start = Instant::now();
    let mut done = 0_u32;
    while start.elapsed() < span {
        raw.commit().await;
        done += 1;
    }
    f64::from(done) / start.elapsed().as_secs_f64()
}

/// Durable appends a second at so many new tables.
async fn appends(store: &Store, batch: u64, tables: u64, span: Duration) -> f64 {
    open_tables(store, batch, tables, 1).await;
    choices(store, batch, tables, span).await
}

async fn open_tables(store: &Store, batch: u64, tables: u64, guild: u64) {
    let opened = (0..tables).map(async |table| {
        let place = batch << 32 | table << 16;
        let new = NewTable {
            channel: place,
            guild: Some(guild),
            game: "binome".to_owned(),
            secret: [7; 32],
        };
        let create = Append {
            create: Some(new),
            entries: vec![EVENT.to_owned()],
            ..Append::new(place, 0, 0)
        };
        store.append(create).await.expect("a new table");
    });
    futures_util::future::join_all(opened).await;
}

/// Durable appends a second at these tables, each of which waits for its last append before the next.
async fn choices(store: &Store, batch: u64, tables: u64, span: Duration) -> f64 {
    let start = Instant::now();
    let mut tasks = tokio::task::JoinSet::new();
    for table in 0..tables {
        let (store, table) = (store.clone(), batch << 32 | table << 16);
        tasks.spawn(async move {
            let mut done = 0_u64;
            while start.elapsed() < span {
                // Discord's ids ascend with time.
                let interaction = Some(NEXT.fetch_add(1, Ordering::Relaxed));
                let entries = vec![EVENT.to_owned()];
                let append = Append {
                    interaction,
                    entries,
                    ..Append::new(table, done + 1, 0)
                };
                store.append(append).await.expect("an append");
                done += 1;
            }
            done
        });
    }
    let done: u64 = tasks.join_all().await.into_iter().sum();
    done as f64 / start.elapsed().as_secs_f64()
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
