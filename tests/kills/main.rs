//! The bot's process is killed over and over while every game is played at several tables at once.
//!
//!     cargo test --release --test kills -- [--kills 200] [--tables 4] [--seed 1] [--machines]
//!
//! With `--machines` three bots share a database of a PostgreSQL server, and a fourth one stands by. Every ten seconds one of the four
//! is killed, and another one begins in its place; now and then all connections to the server are cut, or the server is killed, too.
//!
//! It takes a few minutes, so plain `cargo test` leaves it out. After each kill the database is checked by SQLite before the
//! bot starts again over it. When the kills are over every match is played to its end. It fails where
//!
//! * `PRAGMA integrity_check` finds anything;
//! * a message tells of an entry that is in no log when the bot is killed after it;
//! * a choice that was acknowledged, by bringing the pressed panel up to date without a word of refusal, is in no log;
//! * a log cannot be followed by the rules, or has a gap;
//! * a match does not come to its end.

#[path = "../support/acknowledged.rs"]
mod acknowledged;
mod database;
#[path = "../support/person.rs"]
mod person;
#[path = "../support/postgres.rs"]
mod postgres;
#[path = "../support/random_play.rs"]
mod random_play;
#[path = "../support/reading.rs"]
mod reading;
#[path = "../support/shortest.rs"]
mod shortest;
#[path = "../support/stage.rs"]
mod stage;
#[path = "../support/openapi.rs"]
mod support;
#[path = "../support/wire.rs"]
mod wire;

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use clap::Parser;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use stage::{Allowed, Setup, Stage};
use tokio::task::JoinHandle;
use whistle::games::{self, CATALOGUE, GameEntry};
use whistle::referee::fair::Secret;
use whistle::referee::{Table, TableEvent};
use whistle::store::{Store, Stored};

use acknowledged::{acknowledged, moment_of_epoch, now};
use person::Person;
use random_play::play_at_random;
use shortest::shortest;

/// How many people each table has. Nobody sits at two of a few: Discord takes five messages in five seconds in a private chat.
const SEATS: usize = 3;
/// How long one of several bots lives at least.
const LIFE: Duration = Duration::from_secs(10);
/// After so many kills all connections to the server are cut, and after so many the server is killed.
const CUT_EVERY: u32 = 3;
const CRASH_EVERY: u32 = 7;
/// How long the last matches may take.
const PATIENCE: Duration = Duration::from_secs(300);
/// Within so many milliseconds before a kill, a word of refusal may have been about to follow its answer.
const CUT_OFF: i64 = 50;

/// What is done.
#[derive(Parser)]
struct Plan {
    /// How often the bot is killed
    #[arg(long, default_value_t = 200)]
    kills: u32,
    /// At how many tables people play
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=9))]
    tables: u8,
    /// By which chance the moments and the choices fall
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Several bots share a server's database
    #[arg(long)]
    machines: bool,
}

#[tokio::main]
async fn main() {
    run(&Plan::parse()).await;
}

/// A channel, and who plays at its table.
struct Channel {
    id: String,
    /// The table, once there was one.
    table: Option<u64>,
    playing: Vec<JoinHandle<()>>,
}

/// A kill.
struct Kill {
    /// When, in milliseconds since the epoch.
    at: i64,
    /// The last entry of each table that was stored then.
    stored: HashMap<u64, u64>,
}

/// All that goes on.
struct Run {
    stage: Stage,
    database: database::Kept,
    channels: Vec<Channel>,
    rng: StdRng,
    begun: usize,
    tables: Vec<u64>,
    kills: Vec<Kill>,
}

async fn run(plan: &Plan) {
    let (setup, server) = setup(plan).await;
    let mut stage = Stage::open(setup).await;
    if plan.machines {
        stage.until_sessions(stage.sessions()).await;
        stage.stand_by().await;
    }
    let file = stage.folder.path().join("whistle.db");
    let database = server.unwrap_or(database::Kept::File(file));
    let mut channels = Vec::new();
    for number in 0..plan.tables.into() {
        let id = stage.channel(number).await;
        channels.push(Channel {
            id,
            table: None,
            playing: Vec::new(),
        });
    }
    let mut run = Run {
        stage,
        database,
        channels,
        rng: StdRng::seed_from_u64(plan.seed),
        begun: 0,
        tables: Vec::new(),
        kills: Vec::new(),
    };
    let since = Instant::now();
    for kill in 1..=plan.kills {
        run.begin_where_nothing_is_played().await;
        let moment = run.rng.random_range(100_000..1_200_000);
        tokio::time::sleep(Duration::from_micros(moment)).await;
        match plan.machines {
            true => run.kill_a_machine(kill).await,
            false => {
                run.kill().await;
                run.stage.start_bot().await;
            }
        }
        if kill.is_multiple_of(20) {
            println!("{kill} kills, {} matches begun, {:.0?}", run.begun, since.elapsed());
        }
    }
    run.finish().await;
    println!("it took {:.0?}", since.elapsed());
}

/// What the stage is like, and the server's database, if there is one.
async fn setup(plan: &Plan) -> (Setup, Option<database::Kept>) {
    let people = Setup::of(usize::from(plan.tables) * SEATS).deadline(Duration::from_millis(1500));
    if !plan.machines {
        return (people.channels(plan.tables.into()), None);
    }
    let server = postgres::postgres().expect("a PostgreSQL server");
    let address = server.address(&server.database("").await);
    // Each of three servers of Discord has two channels.
    assert!(plan.tables <= 6, "there are six channels");
    let setup = people.session_starts(u32::MAX / 2).machines(address.clone());
    (setup, Some(database::Kept::Server { server, address }))
}

impl Run {
    /// Begins the next game of the catalogue in each channel in which none is played.
    async fn begin_where_nothing_is_played(&mut self) {
        for at in 0..self.channels.len() {
            let channel = &self.channels[at];
            if channel.table.is_some_and(|table| self.tables.contains(&table)) && !self.is_over(at).await {
                continue;
            }
            self.channels[at].playing.drain(..).for_each(|playing| playing.abort());
            let entry = &CATALOGUE[self.begun % CATALOGUE.len()];
            self.begun += 1;
            self.begin(at, entry).await;
        }
    }

    async fn begin(&mut self, at: usize, entry: &GameEntry) {
        let channel = self.channels[at].id.clone();
        let options = shortest(entry);
        let most = usize::from(*entry.people.end()).min(SEATS);
        let first = at * SEATS;
        let people: Vec<Person> = self.stage.people[first..first + most].to_vec();
        let lobby = people[0]
            .run(&channel, &format!("{} start", entry.slug), options)
            .await
            .public();
        for person in &people[1..] {
            assert!(person.press(&lobby, "Join").await.came(), "{} joins", person.name);
        }
        assert!(people[0].press(&lobby, "Start").await.came(), "{} starts", entry.slug);
        let table = self.last_table(&channel).await;
        self.tables.push(table);
        let channel_at = &mut self.channels[at];
        channel_at.table = Some(table);
        for person in &people {
            let seed = self.rng.random();
            channel_at.playing.push(play_at_random(person, &channel, seed));
        }
    }

    async fn store(&self) -> Store {
        self.database.store().await
    }

    async fn last_table(&self, channel: &str) -> u64 {
        let store = self.store().await;
        let channel = channel.parse().expect("a channel's number");
        let table = store.last_table_at(channel).await.expect("the store answers");
        store.close().await;
        table.expect("a table")
    }

    async fn is_over(&self, at: usize) -> bool {
        let store = self.store().await;
        let table = self.channels[at].table.expect("a table");
        let stored = store
            .load(table)
            .await
            .expect("the store answers")
            .expect("it is stored");
        store.close().await;
        stored.over
    }

    /// Kills the bot and has SQLite look at what it left.
    async fn kill(&mut self) {
        self.stage.kill_bot().await;
        let at = now();
        let stored = self.database.last_entries().await;
        self.kills.push(Kill { at, stored });
    }

    /// Kills one of several bots, which another one follows, and sometimes the connections to the server or the server.
    async fn kill_a_machine(&mut self, kill: u32) {
        let number = self.rng.random_range(0..4);
        self.stage.replace_one(number).await;
        let at = now();
        let stored = self.database.last_entries().await;
        self.kills.push(Kill { at, stored });
        tokio::time::sleep(LIFE / 2).await;
        if kill.is_multiple_of(CRASH_EVERY) {
            self.database.crash();
        } else if kill.is_multiple_of(CUT_EVERY) {
            self.database.cut().await;
        }
        tokio::time::sleep(LIFE / 2).await;
    }

    /// Lets every match come to its end, and looks at everything.
    async fn finish(mut self) {
        let until = Instant::now() + PATIENCE;
        for at in 0..self.channels.len() {
            while self.channels[at].table.is_some() && !self.is_over(at).await {
                assert!(Instant::now() < until, "the match in channel {at} comes to no end");
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
            self.channels[at].playing.drain(..).for_each(|playing| playing.abort());
        }
        self.stage.end_beside().await;
        let (status, _) = self.stage.end_bot().await;
        assert!(status.success(), "the bot ends well: {status}\n{}", self.stage.log());
        assert!(!self.stage.log().contains("panicked"), "nothing panics");
        let store = self.store().await;
        let mut logged = HashSet::new();
        let mut entries = 0;
        for table in &self.tables {
            let stored = store
                .load(*table)
                .await
                .expect("the store answers")
                .expect("it is stored");
            follow(&stored);
            entries += stored.entries.len();
            logged.extend(stored.entries.iter().filter_map(|entry| entry.interaction));
        }
        store.close().await;
        let traffic = self.stage.traffic();
        wire::examine(
            &traffic,
            Allowed {
                silence: true,
                errors: true,
                ..Allowed::default()
            },
        );
        let tells = |entry: &Value| !steps(&entry["body"]).is_empty();
        assert!(traffic.iter().any(tells), "messages tell of entries");
        let early = told_early(&traffic, &self.kills);
        assert!(early.is_empty(), "told before it was stored: {early:?}");
        let told = acknowledged(&traffic);
        let near = |at: i64| self.kills.iter().any(|kill| (0..CUT_OFF).contains(&(kill.at - at)));
        let (mut kept, mut cut) = (0, 0);
        for (interaction, at) in &told {
            match (logged.contains(interaction), near(*at)) {
                (true, _) => kept += 1,
                (false, true) => cut += 1,
                (false, false) => panic!("{interaction} was acknowledged and is in no log"),
            }
        }
        assert!(kept > 0, "somebody played");
        println!(
            "{} kills; {} matches of {} games to their ends, {entries} entries; {kept} choices acknowledged and in the \
             log, {cut} answered in the moment of a kill and not taken, none lost",
            self.kills.len(),
            self.begun,
            CATALOGUE.len().min(self.begun),
        );
    }
}

/// Follows a log by the rules, without a gap.
fn follow(stored: &Stored) {
    let game = games::find(&stored.game).expect("a game of the catalogue");
    let secret = Secret::from_bytes(stored.secret);
    let mut table = Table::blank(stored.table, stored.channel, stored.guild, game, secret);
    for (entry, seq) in stored.entries.iter().zip(1..) {
        assert_eq!(entry.seq, seq, "the log of table {} has no gap", stored.table);
        let event: TableEvent = serde_json::from_str(&entry.event).expect("an entry of the log");
        table.apply(entry.at, &event).expect("a legal entry");
    }
    assert!(table.is_over(), "table {} is over", stored.table);
}

/// The entries of which messages told before a kill, and which were not stored then: table and number.
fn told_early(traffic: &[Value], kills: &[Kill]) -> Vec<(u64, u64)> {
    let mut early = Vec::new();
    for entry in traffic.iter().filter(|entry| entry["kind"] == "rest") {
        let at = moment_of_epoch(entry);
        let Some(kill) = kills.iter().find(|kill| kill.at >= at) else {
            continue;
        };
        let told = steps(&entry["body"]).into_iter();
        early.extend(told.filter(|(table, step)| kill.stored.get(table).is_none_or(|stored| stored < step)));
    }
    early
}

/// The entries of logs that the buttons and menus of a message are about: table and number.
fn steps(body: &Value) -> Vec<(u64, u64)> {
    const ABOUT_A_STEP: [&str; 4] = ["choose", "step", "try", "pick"];
    match body {
        Value::Array(parts) => parts.iter().flat_map(steps).collect(),
        Value::Object(fields) => {
            let own = fields.get("custom_id").and_then(Value::as_str).and_then(|custom_id| {
                let mut words = custom_id.split(':').skip(1);
                words.next().filter(|kind| ABOUT_A_STEP.contains(kind))?;
                let mut number = || u64::from_str_radix(words.next()?, 36).ok();
                Some((number()?, number()?))
            });
            own.into_iter().chain(fields.values().flat_map(steps)).collect()
        }
        _ => Vec::new(),
    }
}
