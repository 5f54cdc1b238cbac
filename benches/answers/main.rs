//! From INTERACTION_CREATE to callback: a private choice that is stored before it is answered, beside a bare `/ping` and
//! beside raw single-row commits in the store's own mode (WAL, `synchronous=FULL`) on the same disk, all in one run.
//!
//! `cargo bench --bench answers`; `-- --quick` for a short run. Ends with 1 if a goal is missed. Without `--bench` (as
//! `cargo test --benches` calls it) it only shows that it works.
//!
//! Bot, playground and people run in this process, each on threads of their own, joined by sockets only. Times are the
//! playground's: from the moment a frame is handed to the socket to the moment the callback's request has arrived.
//! People press the buttons of their private panels, two at each of 64 tables. First pings, raw commits and choices take
//! turns, a pause apart, so that a slow spell hits all three. Then come waves: somebody at each of the 64 tables presses
//! at the same moment, again and again, and then somebody at each pings, which is the least that 64 at once can take. At
//! last every table moves as fast as its people are asked, to see how many choices a second there are in all. They are timed here
//! and not by criterion, which has estimates of means and no percentiles of single answers.
//!
//! All within Discord's limits: nobody presses before the messages of the press before have come, but in the race, where
//! people wait for their panels and so for what Discord takes. At its end the bot says how long its requests have waited.
//!
//! All of it twice: first with boards in letters, then with pictures, which are drawn in the shade of the answers and share
//! the two cores with them. The goals are asked of both.

#[path = "../../tests/support/acquainted.rs"]
mod acquainted;
mod people;
#[path = "../raw/mod.rs"]
mod raw;
mod report;

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::json;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use whistle::discord::{self, RunError, run_until};
use whistle::playground::{ChannelSpec, Config, Keep, PersonSpec, Playground, start};
use whistle::referee::Settings;

use people::{Line, SEATS, Table, items, name_of, text};
use raw::Raw;
use report::{Answered, Report, Spread, Times, at_once, end_of};

/// Tables that move at once.
const TABLES: usize = 64;
/// How boards are shown, as the commands call it, and how long nothing may have gone over the wire between two of the things that
/// take turns, so that what follows an answer has ended by then.
const BOARDS: [(&str, Duration); 2] = [
    ("text", Duration::from_millis(150)),
    ("pictures", Duration::from_millis(250)),
];
/// With boards of one kind the run ends within this.
const WHOLE: Duration = Duration::from_secs(600);
/// Whatever is waited for comes within this: all tables' messages, when Discord takes fifty a second.
const PATIENCE: Duration = Duration::from_secs(60);
/// A match of five games has more choices than this at each table, whatever is chosen.
const CHOICES: usize = 240;

/// How much is measured.
struct Extent {
    warm_up: Duration,
    turns: usize,
    waves: usize,
    held: Duration,
}

fn main() -> ExitCode {
    let has = |name: &str| std::env::args().any(|argument| argument == name);
    let measured = has("--bench");
    let extent = match (measured, has("--quick")) {
        (true, false) => Extent {
            warm_up: Duration::from_secs(3),
            turns: 150,
            waves: 30,
            held: Duration::from_secs(5),
        },
        (true, true) => Extent {
            warm_up: Duration::from_millis(1500),
            turns: 60,
            waves: 8,
            held: Duration::from_secs(2),
        },
        (false, _) => Extent {
            warm_up: Duration::from_millis(100),
            turns: 3,
            waves: 1,
            held: Duration::from_millis(100),
        },
    };
    // The bot says at its end how long its requests have waited.
    tracing_subscriber::fmt()
        .with_env_filter("whistle::discord::run=info")
        .with_writer(std::io::stderr)
        .init();
    let [discord, people] = [(); 2].map(|()| Runtime::new().expect("a runtime"));
    let met = BOARDS.map(|(boards, pause)| {
        let measure = measure(&extent, boards, pause, &discord);
        let report = people.block_on(async { tokio::time::timeout(WHOLE, measure).await });
        let report = report.expect("the whole run ends in time");
        report.print(boards)
    });
    ExitCode::from(u8::from(measured && met != [true; 2]))
}

/// A playground with everybody and a channel for each table, and one more of both.
async fn opened(discord: &Runtime) -> Playground {
    let names = (0..TABLES).flat_map(|table| (0..SEATS).map(move |seat| name_of(table, seat)));
    let config = Config {
        people: ["Olga".to_owned()]
            .into_iter()
            .chain(names)
            .map(|name| PersonSpec::named(&name))
            .collect(),
        channels: (0..=TABLES)
            .map(|number| ChannelSpec::named(&format!("table-{number}"), ""))
            .collect(),
        traffic: Keep::Times,
        ..Config::default()
    };
    let playground = discord.spawn(start(config)).await.expect("no panic");
    playground.expect("a playground")
}

async fn measure(extent: &Extent, boards: &str, pause: Duration, discord: &Runtime) -> Report {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder on the disk of target/");
    let mut playground = opened(discord).await;
    let line = Line::to(playground.open_side_door().await.expect("a port"));
    let database = folder.path().join("whistle.db");
    line.acquaint(&database).await;
    let bot = Bot::start(&playground, &database);
    let everything = line.get("").await;
    let places = Vec::from_iter(items(&everything["channels"]).iter().map(|place| text(&place["id"])));
    line.until_known(&places[0]).await;
    let mut raw = Raw::open(&folder.path().join("raw.db")).await;

    let seated = (0..TABLES).map(|number| Table::begin(&line, number, &places[number + 1], boards));
    let mut tables: Vec<Table> = join_all(seated).await;
    race(&mut tables, extent.warm_up).await;
    rest(&playground, pause * 8).await;

    let mut commits = Vec::new();
    let before = end_of(&playground);
    for turn in 0..extent.turns {
        let table = &mut tables[turn % TABLES];
        table.ready().await;
        rest(&playground, pause).await;
        line.run("Olga", &places[0], "ping", json!({})).await;
        tokio::time::sleep(pause).await;
        commits.push(raw.commit().await);
        table.choose().await;
    }
    let alone = Times::between(&playground, before).await;
    rest(&playground, pause * 8).await;

    let first: Vec<String> = (0..TABLES).map(|number| name_of(number, 0)).collect();
    let before = end_of(&playground);
    for _ in 0..extent.waves {
        wave(&mut tables, &playground, pause * 3).await;
        let pings = (0..TABLES).map(|number| line.run(&first[number], &places[number + 1], "ping", json!({})));
        join_all(pings).await;
    }
    let waves = Times::between(&playground, before).await;
    rest(&playground, pause * 4).await;

    let before = end_of(&playground);
    let span = race(&mut tables, extent.held).await;
    let held = Times::between(&playground, before).await;
    drop(tables);
    bot.stop().await;
    raw.close().await;
    playground.stop().await;
    assert!(
        alone.choices.len() >= extent.turns && alone.pings.len() >= extent.turns,
        "all turns were seen"
    );
    let each = extent.waves * TABLES;
    assert!(
        waves.choices.len() >= each && waves.pings.len() >= each,
        "all waves were seen"
    );
    Report {
        pings: Spread::of(alone.pings.iter().map(Answered::micros)),
        commits: Spread::of(commits.iter().map(|taken| taken.as_micros() as u64)),
        alone: Spread::of(alone.choices.iter().map(Answered::micros)),
        ping_wave: Spread::of(waves.pings.iter().map(Answered::micros)),
        wave: Spread::of(waves.choices.iter().map(Answered::micros)),
        crowd: at_once(&held.choices),
        rate: held.choices.len() as f64 / span.as_secs_f64(),
        held: Spread::of(held.choices.iter().map(Answered::micros)),
    }
}

/// Somebody at each table presses at the same moment.
async fn wave(tables: &mut [Table], playground: &Playground, pause: Duration) {
    for table in tables.iter_mut() {
        table.ready().await;
    }
    rest(playground, pause).await;
    join_all(tables.iter_mut().map(Table::choose)).await;
    rest(playground, pause).await;
}

/// Lets every table move as fast as it can for a while; how long it took until all had come to rest.
async fn race(tables: &mut [Table], span: Duration) -> Duration {
    let began = Instant::now();
    let moves = tables.iter_mut().map(|table| async move {
        while began.elapsed() < span && table.made < CHOICES {
            table.choose().await;
        }
    });
    join_all(moves).await;
    began.elapsed()
}

/// Waits until nothing has gone over the wire for so long.
async fn rest(playground: &Playground, calm: Duration) {
    let until = Instant::now() + PATIENCE;
    loop {
        let before = end_of(playground);
        tokio::time::sleep(calm).await;
        if end_of(playground) == before {
            return;
        }
        assert!(Instant::now() < until, "the bot does not come to rest");
    }
}

/// The bot, on threads of its own.
struct Bot {
    stop: oneshot::Sender<()>,
    ended: oneshot::Receiver<Result<(), RunError>>,
}

impl Bot {
    fn start(playground: &Playground, database: &Path) -> Bot {
        let config = discord::Config {
            api_base: Some(playground.base_url()),
            bare_ping: true,
            ping_after: Duration::from_secs(3600),
            referee: Settings {
                pace_ms: 0,
                between_ms: 0,
                ..Settings::default()
            },
            ..discord::Config::new(playground.token(), database)
        };
        let ((stop, stopped), (over, ended)) = (oneshot::channel(), oneshot::channel());
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().expect("a runtime of the bot");
            let result = runtime.block_on(run_until(config, async { drop(stopped.await) }));
            let _ = over.send(result);
        });
        Bot { stop, ended }
    }

    async fn stop(self) {
        let _ = self.stop.send(());
        let ended = tokio::time::timeout(PATIENCE, self.ended).await.expect("the bot ends");
        ended.expect("the bot never panics").expect("the bot served to the end");
    }
}
