//! Many tables in play at once: what the bot holds, and what it costs.
//!
//!     cargo test --release --test load -- [--tables 60] [--seconds 15] [--pace 1 --pace 10] [--stored 3000]
//!
//! A playground, one bot and all the people share this machine. Tables of all games are opened, two people at each, who turn
//! to their table every 6 to 18 seconds and press what leads on: at a human pace, and then ten times as fast (`--pace 1` or
//! `--pace 10` alone is only one of these). Who has ended a game begins the next one. So many seconds of each are measured;
//! then it is found out what a table costs that sleeps, and how long the bot takes to start over a file with so many tables.
//! The figures of a real run are in `docs/load.md`, which is what this prints; the usual size is for trying it out.
//!
//! Discord's limits hold, and people wait for their panels as they would there. With `--limits` it finds out another thing
//! instead: what Discord has to say to so many tables when there is more to show than it takes ([`limits`]).
//!
//! With `--growth N` it finds out what N matches of a year come to: how large the file gets, and how long what is asked of it takes
//! ([`growth`]); with `--postgres` over a server, too.
//!
//! It fails where a press was not answered within Discord's three seconds. Whether the goals are met is for who reads it.

mod copies;
mod growth;
mod limits;
#[path = "../support/many.rs"]
mod many;
#[path = "../support/person.rs"]
mod person;
mod players;
#[path = "../support/postgres.rs"]
mod postgres;
mod process;
#[path = "../support/random_play.rs"]
mod random_play;
#[path = "../support/reading.rs"]
mod reading;
mod report;
#[path = "../support/shortest.rs"]
mod shortest;
#[path = "../support/stage.rs"]
mod stage;
mod stored;
#[path = "../support/openapi.rs"]
mod support;
#[path = "../support/wire.rs"]
mod wire;

use std::fmt::Display;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use players::Players;
use process::Process;
use report::{Pace, Report, StartUp, Taken};
use stage::{Setup, Stage};
use tokio::runtime::{Builder, Handle, Runtime};
use whistle::games::CATALOGUE;

/// How long a table may be left alone, in seconds, where it is found out what a sleeping one costs.
const IDLE: u64 = 3;
/// At which pace the first tables are played, and for how long, before it is found out what the others cost.
const WARM: (u64, Duration) = (10, Duration::from_secs(20));
/// How long everybody plays at a pace before it counts: they all set off in the same moment, and with each at a table of
/// their own that is a rush that does not last.
const RUSH: Duration = Duration::from_secs(20);
/// How long the tables may take to fall asleep beside that.
const PATIENCE: Duration = Duration::from_secs(300);

/// What is done.
#[derive(Parser)]
struct Plan {
    /// How many tables are in play
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u16).range(CATALOGUE.len() as i64..=5000))]
    tables: u16,
    /// For how many seconds they are played at each pace
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// How many times as fast as people
    #[arg(long, default_values_t = [1, 10], value_parser = clap::value_parser!(u64).range(1..=1000))]
    pace: Vec<u64>,
    /// How many tables are in the file at the start that is timed
    #[arg(long, default_value_t = 3000)]
    stored: u64,
    /// Find out instead what becomes of Discord's limits when the bot starts again, connects anew, and has too much to show
    #[arg(long)]
    limits: bool,
    /// Find out instead what so many matches of a year come to in the file
    #[arg(long, conflicts_with = "limits")]
    growth: Option<std::num::NonZeroU64>,
    /// How many of these, the newest, have their logs
    #[arg(long, default_value_t = u64::MAX, requires = "growth")]
    kept: u64,
    /// Find it out over a PostgreSQL server as well
    #[arg(long, requires = "growth")]
    postgres: bool,
}

impl Plan {
    fn tables(&self) -> usize {
        self.tables.into()
    }
}

fn main() -> ExitCode {
    let plan = Plan::parse();
    // Elsewhere neither Discord nor the people would share the bot's processors. Here they do; so the people come behind, and
    // what Discord does for them alone, or the time that an answer takes would be theirs.
    let (for_bots, for_people, people) = (threads(0), threads(5), threads(10));
    let discord = Discord {
        for_bots: for_bots.handle().clone(),
        for_people: for_people.handle().clone(),
    };
    if plan.limits {
        let (tables, seconds) = (plan.tables(), plan.seconds);
        let found = people.block_on(async { for_bots.spawn(limits::measure(tables, seconds)).await });
        return said(&found.expect("nothing panics"), limits::Limits::is_well);
    }
    if let Some(matches) = plan.growth {
        let found = people.block_on(grow(plan, matches.get()));
        return said(&found, growth::Growth::is_well);
    }
    let report = people.block_on(async { people.spawn(run(plan, discord)).await });
    said(&report.expect("nothing panics"), Report::is_well)
}

/// Says what was found out.
fn said<R: Display>(found: &R, is_well: impl FnOnce(&R) -> bool) -> ExitCode {
    println!("{found}");
    match is_well(found) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// The threads that serve the playground.
struct Discord {
    for_bots: Handle,
    /// They hold the playground's state now and then, and whoever serves a bot waits for it; so they come only a little behind.
    for_people: Handle,
}

/// Threads that come so far behind the priority that all of this was started with, where that can be had for single ones.
fn threads(nice: i32) -> Runtime {
    let step_back = move || {
        #[cfg(target_os = "linux")]
        {
            use rustix::process::{getpid, getpriority_process, setpriority_process};
            let own = getpriority_process(Some(getpid())).expect("the priority of the process");
            setpriority_process(None, (own + nice).min(19)).expect("a thread may step back");
        }
        #[cfg(not(target_os = "linux"))]
        let _ = nice;
    };
    let mut builder = Builder::new_multi_thread();
    builder
        .enable_all()
        .on_thread_start(step_back)
        .build()
        .expect("threads")
}

/// Says on the side how far it has come.
fn note(what: &str) {
    eprintln!("{what}");
}

async fn run(plan: Plan, discord: Discord) -> Report {
    let plan = &plan;
    let mut report = Report::of(plan.tables());
    let setup = Setup::of(0)
        .channels(plan.tables())
        .crowd(plan.tables() * players::SEATS)
        .unrecorded();
    let stage = discord.for_bots.spawn(Stage::open(setup)).await;
    let mut stage = stage.expect("nothing panics");
    let door = async move {
        stage.open_side_door().await;
        stage
    };
    let mut stage = discord.for_people.spawn(door).await.expect("nothing panics");
    let bot = Process(stage.bot_process());
    let mut players = Players::gather(&stage, plan.tables()).await;
    report.memory.empty = bot.memory();
    // A part of the tables first, and a busy while, so that nothing of what all tables share counts as theirs.
    let wanted = (plan.tables() / 4).max(CATALOGUE.len());
    let first = players.begin(0..wanted).await;
    let play = players.play(WARM.0, false);
    play.measured(WARM.1.min(Duration::from_secs(plan.seconds))).await;
    play.end().await;
    report.memory.warm = bot.memory();
    report.memory.first = first;
    let since = Instant::now();
    report.tables = first + players.begin(wanted..plan.tables()).await;
    note(&format!(
        "{} tables begun, the last in {:.1?}",
        report.tables,
        since.elapsed()
    ));
    for pace in &plan.pace {
        let play = players.play(*pace, false);
        let rush = play.measured(RUSH.min(Duration::from_secs(plan.seconds))).await;
        let (since, before) = (Instant::now(), bot.worked());
        let score = play.measured(Duration::from_secs(plan.seconds)).await;
        report.paces.push(Pace {
            pace: *pace,
            took: since.elapsed(),
            worked: bot.worked().saturating_sub(before),
            rush,
            score,
        });
        play.end().await;
        report.memory.live.push(taken(bot).await);
        note(&format!("played {} s at pace {pace}", plan.seconds));
    }
    restart_and_sleep(&mut stage, &mut report).await;
    end(&mut stage).await;
    let file = stage.folder.path().join("whistle.db");
    report.games = stored::growth(&file).await;
    report.start_up = start_up(&mut stage, plan).await;
    report
}

/// Lets some matches be played, and has them become as many as wanted.
async fn grow(plan: Plan, matches: u64) -> growth::Growth {
    let setup = Setup::of(0)
        .channels(plan.tables())
        .crowd(plan.tables() * players::SEATS)
        .unrecorded();
    let mut stage = Stage::open(setup).await;
    let mut players = Players::gather(&stage, plan.tables()).await;
    players.begin(0..plan.tables()).await;
    let play = players.play(*plan.pace.last().unwrap_or(&1), false);
    play.measured(Duration::from_secs(plan.seconds)).await;
    play.end().await;
    end(&mut stage).await;
    growth::measure(&mut stage, matches, plan.kept, plan.postgres).await
}

async fn end(stage: &mut Stage) {
    let (status, _) = stage.end_bot().await;
    assert!(status.success(), "the bot ends well: {status}\n{}", stage.log());
    assert!(!stage.log().contains("panicked"), "nothing panics:\n{}", stage.log());
}

/// What the bot keeps when people have just stopped, and once it has brought all of them up to date.
async fn taken(bot: Process) -> Taken {
    let busy = bot.memory();
    let until = Instant::now() + PATIENCE;
    while !rests(bot).await && Instant::now() < until {}
    Taken {
        busy,
        calm: bot.memory(),
    }
}

/// Lets the bot start again, look at every table, and put it away.
async fn restart_and_sleep(stage: &mut Stage, report: &mut Report) {
    end(stage).await;
    report.waited = report::waited(&stage.log());
    let idle = IDLE.to_string();
    stage.start_bot_with(&[("WHISTLE_TEST_IDLE", &idle)]).await;
    let bot = Process(stage.bot_process());
    tokio::time::sleep(looked_at(report.tables) + 2 * Duration::from_secs(IDLE)).await;
    let until = Instant::now() + PATIENCE;
    // Some tables may have a clock that wakes them now and then.
    while !rests(bot).await {
        assert!(Instant::now() < until, "the tables do not fall asleep");
    }
    report.memory.asleep = bot.memory();
    note("all asleep");
}

/// How long it takes the bot after a start to look at each table in play, at about two hundred a second, and a little more.
fn looked_at(tables: usize) -> Duration {
    Duration::from_secs((tables as u64 / 150).clamp(5, 60))
}

/// Whether a process has had nothing to do for a while, and has given back nothing more.
async fn rests(process: Process) -> bool {
    const WHILE: Duration = Duration::from_secs(5);
    let (worked, memory) = (process.worked(), process.memory());
    tokio::time::sleep(WHILE).await;
    process.worked() - worked < WHILE / 50 && process.memory() > memory - memory / 100
}

/// How long the bot takes to start over a file of so many tables.
async fn start_up(stage: &mut Stage, plan: &Plan) -> StartUp {
    let file = stage.folder.path().join("whistle.db");
    let tables = stored::multiply(&file, plan.stored).await;
    let bytes = std::fs::metadata(&file).expect("a file").len();
    note(&format!("{tables} tables stored"));
    let since = Instant::now();
    stage.start_bot().await;
    let ready = since.elapsed();
    let bot = Process(stage.bot_process());
    let memory = bot.memory();
    let looked = looked_at(usize::from(plan.tables));
    let mut most = memory;
    let since = Instant::now();
    while since.elapsed() < looked {
        tokio::time::sleep(Duration::from_millis(200)).await;
        most = most.max(bot.memory());
    }
    end(stage).await;
    StartUp {
        tables,
        bytes,
        ready,
        memory,
        most,
        looked,
    }
}
