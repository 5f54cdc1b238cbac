//! Several bots that share the database of a server, held against one that has it alone.
//!
//! All of them, and both servers, share this machine, which may have fewer processors than three bots and a server need. So what
//! a choice takes is told apart: the bots' own time of processors, which each machine would have for itself; the server's; and the
//! time in which the server writes its log to the disk, which is one at a time. Amdahl's law says what three machines could do.

#[allow(dead_code, reason = "memory is not looked at")]
#[path = "../../tests/load/process.rs"]
mod process;

use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::{Connection, PgConnection};
use whistle::store::{Address, Database, Right, Shards, Store, WantedShards};

use super::postgres::PostgresServer;
use super::{choices, median, open_tables};
use process::Process;

/// How many tables are in play, over all bots.
const TABLES: u64 = 192;
const BOTS: u32 = 3;
/// How often more choices a second three machines should do than one.
const GOAL: f64 = 2.4;
/// A server's sessions tell of their work once a second, when they have something to do.
const TOLD_AFTER: Duration = Duration::from_millis(1200);
/// How long a server has written its log to the disk. The times are in milliseconds.
const WRITTEN: &str = "SELECT wal_write_time + wal_sync_time FROM pg_stat_wal";

/// One or more bots over a server of their own.
struct Side {
    bots: Vec<(Store, Right)>,
    server: PostgresServer,
    session: PgConnection,
    batch: u64,
    done: f64,
    /// The time of processors that the bots and the server took.
    worked: [Duration; 2],
}

impl Side {
    async fn start(programs: &Path, disk: &Path, parts: impl Iterator<Item = Range<u32>>) -> Side {
        let server = PostgresServer::start(programs, disk, "-c track_wal_io_timing=on");
        let name = server.database("").await;
        let address = server.address(&name);
        let database = Database::Server(Address::read(&address).expect("an address"));
        let mut bots = Vec::new();
        for part in parts {
            let shards = WantedShards::These(Shards::new(part, BOTS).expect("shards"));
            bots.push(Store::serve_shards(&database, shards).await.expect("a claim"));
        }
        let session = PgConnection::connect(&address).await.expect("a session");
        Side {
            bots,
            server,
            session,
            batch: 0,
            done: 0.0,
            worked: [Duration::ZERO; 2],
        }
    }

    fn meters(&self) -> [Duration; 2] {
        let server = self.server.sessions().into_iter().map(|pid| Process(pid).worked());
        [Process(std::process::id()).worked(), server.sum()]
    }

    /// Plays for a while at new tables, and returns how many choices a second were stored.
    async fn play(&mut self, span: Duration) -> f64 {
        let (bots, tables) = (self.bots.len() as u64, TABLES / self.bots.len() as u64);
        let mut batches = Vec::new();
        for ((store, right), batch) in self.bots.iter().zip(self.batch..) {
            let guild = u64::from(right.shards().own().start) << 22 | 1;
            open_tables(store, batch, tables, guild).await;
            batches.push((store, batch));
        }
        self.batch += bots;
        let (before, since) = (self.meters(), Instant::now());
        let played = batches
            .into_iter()
            .map(|(store, batch)| choices(store, batch, tables, span));
        let rate: f64 = futures_util::future::join_all(played).await.into_iter().sum();
        self.done += rate * since.elapsed().as_secs_f64();
        let after = self.meters();
        for ((worked, before), after) in self.worked.iter_mut().zip(before).zip(after) {
            *worked += after.saturating_sub(before);
        }
        rate
    }

    /// The time for which the server has written its log to the disk.
    async fn written(&mut self) -> Duration {
        tokio::time::sleep(TOLD_AFTER).await;
        for (store, _) in &self.bots {
            store.probe(0).await.expect("it is stored");
        }
        let millis: f64 = sqlx::query_scalar(WRITTEN)
            .fetch_one(&mut self.session)
            .await
            .expect("a time");
        Duration::from_secs_f64(millis / 1000.0)
    }

    /// What a choice took, in microseconds.
    fn of_a_choice(&self, time: Duration) -> f64 {
        time.as_secs_f64() * 1e6 / self.done
    }

    async fn close(self) {
        for (store, _) in &self.bots {
            store.close().await;
        }
        self.session.close().await.expect("an end");
    }
}

/// Has both sides take short turns, so that a slow spell of the disk hits both, and says what was found.
pub(super) async fn compare(programs: &Path, disk: &Path, rounds: usize, span: Duration) -> bool {
    let mut one = Side::start(programs, disk, std::iter::once(0..BOTS)).await;
    let mut three = Side::start(programs, disk, (0..BOTS).map(|shard| shard..shard + 1)).await;
    for side in [&mut one, &mut three] {
        side.play(span).await;
        (side.done, side.worked) = (0.0, [Duration::ZERO; 2]);
    }
    let before = three.written().await;
    let (mut rates, mut ratios) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let alone = one.play(span).await;
        rates.push(alone);
        ratios.push(three.play(span).await / alone);
    }
    let written = three.written().await.saturating_sub(before);
    let [own, server] = three.worked.map(|time| three.of_a_choice(time));
    let log = three.of_a_choice(written);
    println!(
        "one bot of a server, {TABLES} tables at once: {:.0} appends a second; three bots: {:.2}x",
        median(&mut rates),
        median(&mut ratios)
    );
    println!(
        "a choice of three bots takes {own:.0} us of the bots' processors, {server:.0} us of the server's, and {log:.0} us of its log"
    );
    let amdahl = |parallel: f64, serial: f64| (parallel + serial) / (parallel / f64::from(BOTS) + serial);
    let ratio = amdahl(own + server, log);
    let met = ratio >= GOAL;
    let verdict = if met { "met" } else { "MISSED" };
    println!(
        "three bots with processors for all: {ratio:.2}x (goal {GOAL}x): {verdict}; with one processor for the server: {:.2}x",
        amdahl(own, server.max(log))
    );
    one.close().await;
    three.close().await;
    met
}
