//! The bot is renewed over and over while people press: the next one is started beside it, and takes its session over.
//!
//!     cargo test --test renewal
//!     WHISTLE_RENEWALS=1000 cargo test --release --test renewal -- --nocapture
//!
//! With the variable, people at four hundred tables meet so many renewals, which takes twenty minutes. It fails where
//!
//! * a press is not answered, or waits longer than a second (three in a debug build on a busy machine);
//! * a choice that was acknowledged is in no log, or a log cannot be followed by the rules, or has a gap;
//! * an interaction is answered twice;
//! * a session is begun anew instead of resumed, or a bot does not end with success.

#[path = "../support/acknowledged.rs"]
mod acknowledged;
mod failures;
#[path = "../support/person.rs"]
mod person;
#[path = "../load/players.rs"]
mod players;
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

use serde_json::Value;
use whistle::games::{self, CATALOGUE};
use whistle::referee::fair::Secret;
use whistle::referee::{Table, TableEvent};
use whistle::store::Store;

use acknowledged::{acknowledged, now};
use players::{Players, Score};
use reading::text;
use stage::{Setup, Stage};

/// How much of what goes over the wire is kept: more than between two renewals.
const KEPT: usize = 20_000;
/// After so many milliseconds nothing more follows an answer.
const SETTLED: i64 = 3000;

/// What is done.
struct Plan {
    renewals: usize,
    tables: usize,
    /// How many times as fast as people.
    pace: u64,
    /// Whether people mostly look, as where there are more than Discord's limits let play.
    looks: bool,
    /// How long the bot is left alone between two renewals.
    between: Duration,
    /// How long a press may wait.
    wait: Duration,
}

impl Plan {
    fn asked_for() -> Plan {
        match std::env::var("WHISTLE_RENEWALS") {
            Ok(renewals) => Plan {
                renewals: renewals.parse().expect("WHISTLE_RENEWALS is a number"),
                tables: 400,
                pace: 3,
                looks: true,
                between: Duration::from_millis(500),
                wait: Duration::from_secs(1),
            },
            Err(_) => Plan {
                renewals: 5,
                tables: CATALOGUE.len(),
                pace: 10,
                looks: false,
                between: Duration::from_secs(1),
                wait: Duration::from_secs(3),
            },
        }
    }
}

/// What was seen on the wire.
#[derive(Default)]
struct Seen {
    /// The number of the next entry.
    next: u64,
    /// The newest entries, of which something may still follow.
    last: Vec<Value>,
    identified: usize,
    resumed: usize,
    /// The choices of which people were told.
    told: HashSet<u64>,
    /// How often each interaction was answered first, also in vain.
    answers: HashMap<String, usize>,
}

impl Seen {
    /// Looks at what has come since.
    fn look(&mut self, stage: &Stage) {
        let (entries, next) = stage.traffic_since(self.next);
        assert!(
            entries
                .first()
                .is_none_or(|first| first["n"].as_u64() == Some(self.next)),
            "more has come than is kept"
        );
        self.next = next;
        for entry in &entries {
            let frame = &entry["frame"];
            if entry["from"] != "playground" {
                self.identified += usize::from(frame["op"] == 2);
                self.resumed += usize::from(frame["op"] == 6);
            }
            let path = text(&entry["path"]);
            if path.starts_with("/interactions/")
                && path.split('?').next().is_some_and(|path| path.ends_with("/callback"))
            {
                *self.answers.entry(path).or_default() += 1;
            }
        }
        self.last.extend(entries);
        // A word of refusal may still follow what was answered last.
        let settled = now() - SETTLED;
        let told = acknowledged(&self.last).into_iter().filter(|(_, at)| *at < settled);
        self.told.extend(told.map(|(interaction, _)| interaction));
        let old = self.last.len().saturating_sub(KEPT / 2);
        self.last.drain(..old);
    }
}

/// The presses of all renewals.
#[derive(Default)]
struct Pressed {
    waits: Vec<u64>,
    unanswered: usize,
}

impl Pressed {
    fn add(&mut self, score: Score) {
        self.waits.extend(score.waits);
        self.unanswered += score.unanswered;
        assert_eq!(score.unsent, 0, "every press comes to the playground");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_is_renewed_while_people_press_and_nothing_is_lost_or_done_twice() {
    let plan = Plan::asked_for();
    let setup = Setup::of(0)
        .channels(plan.tables)
        .crowd(plan.tables * players::SEATS)
        .terse()
        .newest(KEPT);
    let mut stage = Stage::open(setup).await;
    let mut players = Players::gather(&stage, plan.tables).await;
    let begun = players.begin(0..plan.tables).await;
    assert!(begun * 2 > plan.tables, "most tables are begun");
    let play = players.play(plan.pace, plan.looks);
    let (mut seen, mut pressed) = (Seen::default(), Pressed::default());
    // All set off in the same moment.
    tokio::time::sleep(2 * plan.between).await;
    seen.next = stage.traffic_since(u64::MAX).1;
    let _ = play.so_far();
    let since = Instant::now();
    for nth in 1..=plan.renewals {
        tokio::time::sleep(plan.between).await;
        let status = stage.renew_bot().await;
        assert!(status.success(), "renewal {nth}: {status}\n{}", stage.log());
        stage.until_sessions(1).await;
        seen.look(&stage);
        pressed.add(play.so_far());
        if nth % 50 == 0 {
            println!(
                "{nth} renewals in {:.0?}, {} presses",
                since.elapsed(),
                pressed.waits.len()
            );
        }
    }
    let took = since.elapsed();
    play.end().await;
    tokio::time::sleep(Duration::from_millis(SETTLED.unsigned_abs())).await;
    seen.look(&stage);
    let (status, _) = stage.end_bot().await;
    assert!(status.success(), "the last one ends well: {status}");
    let log = stage.log();
    assert!(!log.contains("panicked"), "nothing panics:\n{log}");
    let entries = nothing_is_lost(&stage, &seen.told).await;
    report(&plan, &pressed, took, entries, &seen);
    let twice = seen.answers.values().filter(|times| **times > 1).count();
    assert_eq!(twice, 0, "no interaction is answered twice");
    assert_eq!(
        (seen.identified, seen.resumed),
        (0, plan.renewals),
        "every session goes on"
    );
    assert_eq!(pressed.unanswered, 0, "every press is answered");
    let longest = pressed.waits.iter().max().copied().unwrap_or_default();
    let longest = Duration::from_micros(longest);
    assert!(longest < plan.wait, "a press has waited for {longest:?}");
}

fn report(plan: &Plan, pressed: &Pressed, took: Duration, entries: usize, seen: &Seen) {
    let mut waits = pressed.waits.clone();
    waits.sort_unstable();
    let within = |hundredths: usize| {
        let at = (waits.len() * hundredths / 100).min(waits.len().saturating_sub(1));
        Duration::from_micros(waits.get(at).copied().unwrap_or_default())
    };
    println!(
        "{} renewals in {took:.0?}; {} presses, {:.0} a second; answered: half within {:.1?}, 99 % within {:.1?}, the longest \
         {:.1?}; {} never; {} choices acknowledged and none lost, {entries} entries; {} sessions begun, {} resumed",
        plan.renewals,
        waits.len(),
        waits.len() as f64 / took.as_secs_f64(),
        within(50),
        within(99),
        within(100),
        pressed.unanswered,
        seen.told.len(),
        seen.identified,
        seen.resumed,
    );
}

/// Follows every log by the rules, and looks for each choice of which people were told. Gives the number of entries.
async fn nothing_is_lost(stage: &Stage, told: &HashSet<u64>) -> usize {
    let store = Store::open(&stage.folder.path().join("whistle.db"))
        .await
        .expect("the store opens");
    let mut logged = HashSet::new();
    let mut entries = 0;
    for channel in stage.line.get("").await["channels"].as_array().into_iter().flatten() {
        let channel = text(&channel["id"]).parse().expect("a number");
        for table in tables_at(&stage.folder.path().join("whistle.db"), channel).await {
            let stored = store.load(table).await.expect("it answers").expect("it is stored");
            let game = games::find(&stored.game).expect("a game of the catalogue");
            let secret = Secret::from_bytes(stored.secret);
            let mut follows = Table::blank(stored.table, stored.channel, stored.guild, game, secret);
            for (entry, seq) in stored.entries.iter().zip(1..) {
                assert_eq!(entry.seq, seq, "the log of table {table} has no gap");
                let event: TableEvent = serde_json::from_str(&entry.event).expect("an entry of the log");
                follows.apply(entry.at, &event).expect("a legal entry");
                entries += 1;
                logged.extend(entry.interaction);
            }
        }
    }
    store.close().await;
    assert!(!told.is_empty(), "somebody played");
    let lost: Vec<_> = told.difference(&logged).collect();
    assert!(lost.is_empty(), "acknowledged and in no log: {lost:?}");
    entries
}

/// All tables that there ever were in a channel.
async fn tables_at(database: &std::path::Path, channel: i64) -> Vec<u64> {
    use sqlx::Connection as _;
    let url = format!("sqlite://{}", database.display());
    let mut connection = sqlx::SqliteConnection::connect(&url).await.expect("the file opens");
    let found: Vec<i64> = sqlx::query_scalar("SELECT id FROM tables WHERE place = ?1")
        .bind(channel)
        .fetch_all(&mut connection)
        .await
        .expect("the tables");
    connection.close().await.expect("it closes");
    found.into_iter().map(i64::cast_unsigned).collect()
}
