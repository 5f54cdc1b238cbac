//! The disk is lost over and over while people play, and Litestream brings the database back from another one.
//!
//!     WHISTLE_LITESTREAM=…/bin/litestream WHISTLE_DISKS=200 cargo test --release --test litestream
//!
//! `WHISTLE_LITESTREAM` is the program. Without it the test skips with a word; where `CI` is `true` that is an error.
//! Litestream and the bot are killed at a random moment, and all that the bot had on its disk is deleted. The commands of
//! docs/OPERATIONS.md bring the database back, and the bot starts. The test fails where
//!
//! * that takes longer than [`BACK`];
//! * anything is lost that was written longer than [`LOST_MS`] before, or that was acknowledged longer than that before;
//! * a log is no beginning of the log that was lost, or cannot be followed by the rules;
//! * a table goes on with a secret that was used before;
//! * the message of a table does not say since when all is lost;
//! * a message of a lost moment leads nowhere;
//! * a bot that outlives its file confirms anything more, or does not end with a word.

#[path = "../support/acknowledged.rs"]
mod acknowledged;
mod page;
#[path = "../support/person.rs"]
mod person;
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

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::json;
use tokio::task::JoinHandle;
use whistle::games::{self, CATALOGUE};
use whistle::referee::fair::Secret;
use whistle::referee::{Table, TableEvent};
use whistle::store::{Store, Stored};

use acknowledged::{acknowledged, now};
use page::Litestream;
use person::{PATIENCE, Person};
use random_play::play_at_random;
use reading::Message;
use shortest::shortest;
use stage::{Allowed, Setup, Stage};

/// How many disks are lost, unless `WHISTLE_DISKS` says otherwise.
const DISKS: u32 = 3;
/// At how many tables people play, and how many at each. Two more people and a channel are left over.
const TABLES: usize = 2;
const SEATS: usize = 2;
/// How long it may take until the bot is there again.
const BACK: Duration = Duration::from_secs(10);
/// How many milliseconds may be lost where the run has the computer to itself, and beside other tests.
const LOST_MS: i64 = 1000;
const LOST_BESIDE_OTHERS_MS: i64 = 5000;
/// How long a bot may take to find that its file is gone, and to end.
const NOTICED: Duration = Duration::from_secs(15);
/// For so many milliseconds an acknowledgement may still be on its way.
const ON_ITS_WAY: i64 = 1000;

/// How many milliseconds may be lost here. Litestream is a program of its own, which needs a processor to keep up.
fn may_be_lost() -> i64 {
    match std::env::var_os("WHISTLE_DISKS") {
        Some(_) => LOST_MS,
        None => LOST_BESIDE_OTHERS_MS,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_disk_costs_a_second_at_most_and_everybody_is_told() {
    let Some(program) = Litestream::program() else { return };
    let disks = std::env::var("WHISTLE_DISKS").map_or(DISKS, |disks| disks.parse().expect("a number"));
    let mut run = Run::open(&program).await;
    for disk in 1..=disks {
        run.play_for_a_while().await;
        run.lose_the_disk(disk).await;
        if disk.is_multiple_of(20) {
            println!(
                "{disk} disks, {} matches begun, {} choices lost",
                run.begun,
                run.lost.len()
            );
        }
    }
    run.play_for_a_while().await;
    run.outlive_the_file().await;
    run.finish(disks).await;
}

/// A channel, and who plays at its table.
struct Channel {
    id: String,
    /// The table, if one is known there.
    table: Option<u64>,
    playing: Vec<JoinHandle<()>>,
}

struct Run {
    stage: Stage,
    litestream: Litestream,
    channels: Vec<Channel>,
    rng: StdRng,
    begun: usize,
    tables: Vec<u64>,
    /// Interactions that were acknowledged and are lost.
    lost: HashSet<u64>,
    /// All acknowledged ones that are kept, and the next entry of the traffic to be looked at.
    kept: HashSet<u64>,
    seen: u64,
    /// Every secret with which a table began or went on.
    secrets: HashSet<String>,
    /// When the file came back last.
    back_at: i64,
    longest: Duration,
    most_lost: i64,
}

/// What a file says of the tables.
type File = BTreeMap<u64, Stored>;

impl Run {
    async fn open(program: &Path) -> Run {
        let setup = Setup::of(TABLES * SEATS + 2).channels(TABLES + 1).terse();
        let stage = Stage::open(setup.deadline(Duration::from_millis(1500))).await;
        let mut litestream = Litestream::beside(program, stage.folder.path());
        // There is a database, so nothing comes back.
        litestream.before_a_start().await;
        litestream.start();
        let copied = async || litestream.has_copy().then_some(());
        stage.owner.until("the first copy", copied).await;
        let mut channels = Vec::new();
        for number in 0..TABLES {
            channels.push(Channel {
                id: stage.channel(number).await,
                table: None,
                playing: Vec::new(),
            });
        }
        Run {
            stage,
            litestream,
            channels,
            rng: StdRng::seed_from_u64(1),
            begun: 0,
            tables: Vec::new(),
            lost: HashSet::new(),
            kept: HashSet::new(),
            seen: 0,
            secrets: HashSet::new(),
            back_at: 0,
            longest: Duration::ZERO,
            most_lost: 0,
        }
    }

    /// What the file says now.
    async fn file(&self) -> File {
        let path = self.stage.folder.path().join("whistle.db");
        let store = Store::open(&path).await.expect("the store opens");
        let mut file = File::new();
        for table in &self.tables {
            if let Some(stored) = store.load(*table).await.expect("the store answers") {
                file.insert(*table, stored);
            }
        }
        store.close().await;
        file
    }

    async fn is_over(&self, table: u64) -> bool {
        self.file().await.get(&table).is_none_or(|stored| stored.over)
    }

    /// Begins the next game of the catalogue in each channel in which none is played, and lets people play.
    async fn play_for_a_while(&mut self) {
        for at in 0..TABLES {
            match self.channels[at].table {
                Some(table) if !self.is_over(table).await => {}
                _ => self.begin(at).await,
            }
        }
        let moment = self.rng.random_range(700..2200);
        tokio::time::sleep(Duration::from_millis(moment)).await;
    }

    async fn begin(&mut self, at: usize) {
        self.channels[at].playing.drain(..).for_each(|playing| playing.abort());
        let channel = self.channels[at].id.clone();
        let people: Vec<Person> = self.stage.people[at * SEATS..(at + 1) * SEATS].to_vec();
        let for_two = |entry: &&games::GameEntry| entry.people.contains(&(SEATS as u8));
        let entries: Vec<_> = CATALOGUE.iter().filter(for_two).collect();
        let entry = entries[self.begun % entries.len()];
        self.begun += 1;
        let start = format!("{} start", entry.slug);
        let lobby = people[0].run(&channel, &start, shortest(entry)).await.public();
        for person in &people[1..] {
            assert!(person.press(&lobby, "Join").await.came(), "{} joins", person.name);
        }
        assert!(people[0].press(&lobby, "Start").await.came(), "{} starts", entry.slug);
        let path = self.stage.folder.path().join("whistle.db");
        let store = Store::open(&path).await.expect("the store opens");
        let table = store.last_table_at(channel.parse().expect("a channel's number")).await;
        let table = table.expect("the store answers").expect("a table");
        let stored = store.load(table).await.expect("the store answers").expect("a table");
        store.close().await;
        self.secrets.insert(Secret::from_bytes(stored.secret).to_hex());
        self.tables.push(table);
        self.channels[at].table = Some(table);
        for person in &people {
            let seed = self.rng.random();
            self.channels[at].playing.push(play_at_random(person, &channel, seed));
        }
    }

    /// The two who play at no table.
    fn others(&self) -> [Person; 2] {
        let others = &self.stage.people[TABLES * SEATS..];
        [others[0].clone(), others[1].clone()]
    }

    /// Kills both processes, deletes everything, brings it back, and looks at what became of it.
    async fn lose_the_disk(&mut self, disk: u32) {
        self.litestream.kill().await;
        let at = now();
        // Of this nothing can be kept.
        let spare = self.stage.channel(TABLES).await;
        let [host, guest] = self.others();
        let orphan = host.run(&spare, "binome start", json!({})).await.public();
        self.stage.kill_bot().await;
        let before = self.file().await;
        let since = Instant::now();
        self.delete();
        if disk.is_multiple_of(2) {
            self.litestream.before_a_start().await;
        } else {
            self.litestream.bring_back().await;
            self.litestream.before_a_start().await;
        }
        let after = self.file().await;
        self.litestream.start();
        self.stage.start_bot().await;
        let took = since.elapsed();
        assert!(took < BACK, "the bot is back after {took:?}");
        self.longest = self.longest.max(took);
        self.compare(&before, &after, at);
        self.all_are_told(&after).await;
        let told = guest.refused(&spare, guest.press(&orphan, "Join")).await;
        assert!(told.has("no table") && told.has("/play"), "{}", told.text());
    }

    /// Deletes what stands on the bot's disk, but for its log.
    fn delete(&self) {
        for entry in std::fs::read_dir(self.stage.folder.path()).expect("the bot's folder") {
            let path = entry.expect("a file").path();
            let done = match path.is_dir() {
                true => std::fs::remove_dir_all(&path),
                false if path.ends_with("bot.log") => Ok(()),
                false => std::fs::remove_file(&path),
            };
            done.expect("it can be deleted");
        }
    }

    /// Everything that is lost is of the last second before `at`, and what is kept is as it was.
    fn compare(&mut self, before: &File, after: &File, at: i64) {
        let mut lost = |when: i64, what: &str| {
            assert!(when >= at - may_be_lost(), "{what} is lost, {} ms old", at - when);
            self.most_lost = self.most_lost.max(at - when);
        };
        for (table, before) in before {
            let Some(after) = after.get(table) else {
                lost(before.entries[0].at, "a table");
                continue;
            };
            for (was, is) in before.entries.iter().zip(&after.entries) {
                assert_eq!(
                    (was.seq, was.at, &was.event),
                    (is.seq, is.at, &is.event),
                    "table {table}"
                );
            }
            assert!(after.entries.len() <= before.entries.len(), "table {table}");
            if let Some(first) = before.entries.get(after.entries.len()) {
                lost(first.at, "an entry");
            }
        }
        let (traffic, next) = self.stage.traffic_since(self.seen);
        self.seen = next;
        let logged = after.values().flat_map(|stored| &stored.entries);
        let logged: HashSet<u64> = logged.filter_map(|entry| entry.interaction).collect();
        for (interaction, when) in acknowledged(&traffic) {
            if logged.contains(&interaction) {
                self.kept.insert(interaction);
            } else {
                lost(when, "an acknowledged choice");
                self.lost.insert(interaction);
            }
        }
    }

    /// Everybody at a table reads since when all is lost, and the table goes on with a new secret.
    async fn all_are_told(&mut self, after: &File) {
        let live: Vec<&Stored> = after.values().filter(|stored| !stored.over).collect();
        for stored in &live {
            self.is_told(stored).await;
        }
        let now_there = self.file_when_all_go_on(&live).await;
        for stored in live {
            let mut entries = now_there[&stored.table].entries.iter().skip(stored.entries.len());
            let first = entries.next().map(|entry| serde_json::from_str(&entry.event));
            let Some(Ok(TableEvent::Resealed { secret })) = first else {
                panic!("table {} goes on with its old secret", stored.table)
            };
            assert!(self.secrets.insert(secret.to_hex()), "a secret is used twice");
        }
        self.back_at = now();
        for channel in &mut self.channels {
            channel.table = channel.table.filter(|table| now_there.contains_key(table));
        }
    }

    /// The file once each of these tables has another entry. What a message says may be from the time before: the same words
    /// may be right once more.
    async fn file_when_all_go_on(&self, live: &[&Stored]) -> File {
        let until = Instant::now() + PATIENCE;
        loop {
            let file = self.file().await;
            let behind = live
                .iter()
                .find(|stored| file[&stored.table].entries.len() <= stored.entries.len());
            let Some(behind) = behind else { return file };
            assert!(Instant::now() < until, "table {} does not go on", behind.table);
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// The table's message says until when all is known, unless the match ends meanwhile. Revisions are private, so any
    /// moment may be named at which somebody did something since the file came back last.
    async fn is_told(&self, stored: &Stored) {
        let acts = stored.entries.iter().filter(|entry| entry.interaction.is_some());
        let since = acts.clone().filter(|entry| entry.at >= self.back_at);
        let told = |at: i64| format!("what you did after <t:{}:T> is lost", at.div_euclid(1000));
        let mut words: Vec<String> = since.map(|entry| told(entry.at)).collect();
        if words.is_empty() {
            words = acts.map(|entry| told(entry.at)).collect();
        }
        let says = |message: &Message| !message.is_private() && words.iter().any(|words| message.has(words));
        let channel = stored.channel.to_string();
        let until = Instant::now() + PATIENCE;
        while self.others()[0].find(&channel, says).await.is_none() && !self.is_over(stored.table).await {
            assert!(Instant::now() < until, "nobody is told at table {}", stored.table);
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// The file is replaced while the bot runs.
    async fn outlive_the_file(&mut self) {
        self.litestream.kill().await;
        let at = now();
        let before = self.file().await;
        self.delete();
        let gone_at = now();
        self.litestream.bring_back().await;
        let since = Instant::now();
        let (status, said) = self.stage.bot_gives_up().await;
        let took = since.elapsed();
        assert!(!status.success() && took < NOTICED, "{status} after {took:?}");
        let word = "is no longer the file that was opened here";
        assert!(said.iter().any(|line| line.contains(word)), "{said:?}");
        let (traffic, _) = self.stage.traffic_since(self.seen);
        let last = acknowledged(&traffic).into_values().max().unwrap_or(0);
        assert!(
            last < gone_at + ON_ITS_WAY,
            "{} ms later something was confirmed",
            last - gone_at
        );
        let after = self.file().await;
        self.litestream.start();
        self.stage.start_bot().await;
        self.compare(&before, &after, at);
        self.all_are_told(&after).await;
    }

    async fn finish(mut self, disks: u32) {
        for channel in &mut self.channels {
            channel.playing.drain(..).for_each(|playing| playing.abort());
        }
        let file = self.file().await;
        file.values().for_each(follow);
        assert!(
            !self.kept.is_empty() && file.values().any(|stored| stored.entries.len() > 10),
            "somebody played"
        );
        println!(
            "{disks} disks lost: back after {:.1?} at most; {} matches, {} choices acknowledged and kept, {} lost, at most \
             {} ms old",
            self.longest,
            self.begun,
            self.kept.len(),
            self.lost.len(),
            self.most_lost,
        );
        self.stage
            .close_but(Allowed {
                silence: true,
                errors: true,
                ..Allowed::default()
            })
            .await;
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
}
