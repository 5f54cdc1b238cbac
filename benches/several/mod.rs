//! Several bots that share the database of a server, held against one that has it alone.
//!
//! All of them, and both servers, share this machine, which may have fewer processors than three bots and a server need. So it is
//! found out how much of a press is one at a time, whatever the machines: no more than the time from one stored choice to the next
//! while three bots store as many as they can. All else of a press each bot does for itself. Amdahl's law says what three
//! machines could do.

#[allow(dead_code, reason = "memory is not looked at")]
#[path = "../../tests/load/process.rs"]
mod process;

use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use whistle::store::{Address, Database, Right, Shards, Store, WantedShards};

use super::postgres::PostgresServer;
use super::{choices, median, open_tables};
use process::Process;

/// How many tables are in play, over all bots.
const TABLES: u64 = 192;
const BOTS: u32 = 3;
/// What a press costs a bot, in microseconds of a processor: the least that docs/load.md has found.
const PRESS: f64 = 3500.0;
/// How often more presses three machines should answer than one.
const GOAL: f64 = 2.4;

/// One or more bots over a server of their own.
struct Side {
    bots: Vec<(Store, Right)>,
    server: PostgresServer,
    batch: u64,
    /// How many choices were stored, and the time of processors that the bots and the server took for these.
    done: f64,
    worked: [Duration; 2],
}

impl Side {
    async fn start(programs: &Path, disk: &Path, parts: impl Iterator<Item = Range<u32>>) -> Side {
        let server = PostgresServer::start(programs, disk, "");
        let name = server.database("").await;
        let database = Database::Server(Address::read(&server.address(&name)).expect("an address"));
        let mut bots = Vec::new();
        for part in parts {
            let shards = WantedShards::These(Shards::new(part, BOTS).expect("shards"));
            bots.push(Store::serve_shards(&database, shards).await.expect("a claim"));
        }
        Side {
            bots,
            server,
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
        let tables = TABLES / self.bots.len() as u64;
        for ((store, right), batch) in self.bots.iter().zip(self.batch..) {
            let guild = u64::from(right.shards().own().start) << 22 | 1;
            open_tables(store, batch, tables, guild).await;
        }
        let (before, since) = (self.meters(), Instant::now());
        let bots = self.bots.iter().zip(self.batch..);
        let played = bots.map(|((store, _), batch)| choices(store, batch, tables, span));
        let rate: f64 = futures_util::future::join_all(played).await.into_iter().sum();
        self.batch += self.bots.len() as u64;
        self.done += rate * since.elapsed().as_secs_f64();
        let after = self.meters();
        for ((worked, before), after) in self.worked.iter_mut().zip(before).zip(after) {
            *worked += after.saturating_sub(before);
        }
        rate
    }

    async fn close(self) {
        for (store, _) in &self.bots {
            store.close().await;
        }
    }
}

/// Has both sides take short turns, so that a slow spell of the disk hits both, and says what was found.
pub(super) async fn compare(programs: &Path, disk: &Path, rounds: usize, span: Duration) -> bool {
    let mut one = Side::start(programs, disk, std::iter::once(0..BOTS)).await;
    let mut three = Side::start(programs, disk, (0..BOTS).map(|shard| shard..shard + 1)).await;
    let (mut rates, mut shared, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        let (alone, together) = (one.play(span).await, three.play(span).await);
        rates.push(alone);
        shared.push(together);
        ratios.push(together / alone);
    }
    let [own, server] = three.worked.map(|time| time.as_secs_f64() * 1e6 / three.done);
    let serial = 1e6 / median(&mut shared);
    println!(
        "one bot of a server, {TABLES} tables at once: {:.0} appends a second; three bots: {:.2}x",
        median(&mut rates),
        median(&mut ratios)
    );
    println!("an append of three bots takes {own:.0} us of their processors and {server:.0} us of the server's");
    let ratio = (PRESS + serial) / (PRESS / f64::from(BOTS) + serial);
    let met = ratio >= GOAL;
    let verdict = if met { "met" } else { "MISSED" };
    println!(
        "of a press, at most {serial:.0} us are one at a time beside {PRESS} us of a bot: three machines answer at least \
        {ratio:.2}x as many as one (goal {GOAL}x): {verdict}"
    );
    one.close().await;
    three.close().await;
    met
}
