//! From INTERACTION_CREATE to callback: a private choice that is stored before it is answered, beside a bare `/ping` and
//! beside raw single-row commits in the store's own mode (WAL, `synchronous=FULL`) on the same disk, all in one run.
//!
//! `cargo bench --bench answers`; `-- --quick` for a short run. Ends with 1 if a goal is missed. Without `--bench` (as
//! `cargo test --benches` calls it) it only shows that it works.
//!
//! Bot and playground run in this process, each on threads of its own, joined by their sockets only. Times are the
//! playground's: from the moment a frame is handed to the socket to the moment the callback's request has arrived.
//! People press the buttons of their private panels, two at each of 64 tables. First pings, raw commits and choices take
//! turns, a breath apart, so that a slow spell hits all three. Then come waves: somebody at each of the 64 tables presses
//! at the same moment, again and again. At last every table moves as fast as its people are asked, to see how many choices
//! a second the two cores hold, bot, playground and people together.

use std::collections::HashMap;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::oneshot;
use whistle::discord::{self, RunError, run_until};
use whistle::playground::{ChannelSpec, Config, Keep, PersonSpec, Playground, RateLimits, start};
use whistle::referee::Settings;

/// Tables that move at once.
const TABLES: usize = 64;
/// People at each.
const SEATS: usize = 2;
/// A choice alone may take as long as a ping and so many raw commits.
const COMMITS: f64 = 1.5;
/// With a choice at each table in flight at once, so many microseconds at the 99th percentile.
const P99: u64 = 50_000;
/// The whole run ends within this.
const WHOLE: Duration = Duration::from_secs(120);
/// Whatever is waited for comes within this.
const PATIENCE: Duration = Duration::from_secs(10);
/// Between two of the things that take turns: what follows an answer has ended by then.
const BREATH: Duration = Duration::from_millis(60);
/// How long to wait before a panel is looked at again.
const GLANCE: Duration = Duration::from_millis(5);
/// SQLite starts the write-ahead log over after 1000 pages, and the log is slower while it grows.
const RAW_WARM_UP: u32 = 1100;
/// A match of five games has more choices than this at each table, whatever is chosen.
const CHOICES: usize = 240;
/// How the custom ids of buttons begin that make choices.
const PRESS: &str = "w1:choose:";
/// What a raw row holds: about as much as an entry of a log.
const EVENT: &str = r#"{"seat":3,"choice":"A-7","drawn_for":128,"shape":"a line as long as an event of a log"}"#;

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
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let measure = async { tokio::time::timeout(WHOLE, measure(&extent)).await };
    let report = runtime.block_on(measure).expect("the whole run ends in time");
    let met = report.print();
    if met || !measured {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

async fn measure(extent: &Extent) -> Report {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder on the disk of target/");
    let names = (0..TABLES).flat_map(|table| (0..SEATS).map(move |seat| name_of(table, seat)));
    let playground = start(Config {
        people: ["Olga".to_owned()]
            .into_iter()
            .chain(names)
            .map(|name| PersonSpec::named(&name))
            .collect(),
        channels: (0..=TABLES)
            .map(|number| ChannelSpec::named(&format!("table-{number}"), ""))
            .collect(),
        rate_limits: RateLimits::off(),
        traffic: Keep::Times,
        ..Config::default()
    })
    .await
    .expect("a playground");
    let line = Line {
        base: playground.people_url(),
        http: reqwest::Client::builder().no_proxy().build().expect("a client"),
    };
    let bot = Bot::start(&playground, &folder.path().join("whistle.db"));
    let everything = line.get("").await;
    let places: Vec<String> = items(&everything["channels"])
        .iter()
        .map(|place| text(&place["id"]))
        .collect();
    line.until_known(&places[0]).await;
    let mut raw = Raw::open(&folder.path().join("raw.db")).await;
    raw.warm_up().await;

    let seated = (0..TABLES).map(|number| Table::begin(&line, number, &places[number + 1]));
    let mut tables: Vec<Table> = join_all(seated).await;
    race(&mut tables, extent.warm_up).await;
    tokio::time::sleep(BREATH * 20).await;

    let mut commits = Vec::new();
    let before = end_of(&playground);
    for turn in 0..extent.turns {
        let table = &mut tables[turn % TABLES];
        table.ready().await;
        tokio::time::sleep(BREATH).await;
        line.run("Olga", &places[0], "ping", json!({})).await;
        tokio::time::sleep(BREATH).await;
        commits.push(raw.commit().await);
        table.choose().await;
    }
    let alone = Times::between(&playground, before);
    tokio::time::sleep(BREATH * 20).await;

    let before = end_of(&playground);
    for _ in 0..extent.waves {
        wave(&mut tables).await;
    }
    let waves = Times::between(&playground, before);
    tokio::time::sleep(BREATH * 5).await;

    let before = end_of(&playground);
    let span = race(&mut tables, extent.held).await;
    let held = Times::between(&playground, before);
    drop(tables);
    bot.stop().await;
    raw.0.close().await.expect("an end");
    playground.stop().await;
    assert!(
        alone.choices.len() >= extent.turns && alone.pings.len() >= extent.turns,
        "all turns were seen"
    );
    assert!(waves.choices.len() >= extent.waves * TABLES, "all waves were seen");
    Report {
        pings: Spread::of(alone.pings.iter().map(Answered::micros)),
        commits: Spread::of(commits.iter().map(|taken| taken.as_micros() as u64)),
        alone: Spread::of(alone.choices.iter().map(Answered::micros)),
        wave: Spread::of(waves.choices.iter().map(Answered::micros)),
        crowd: at_once(&held.choices),
        rate: held.choices.len() as f64 / span.as_secs_f64(),
        held: Spread::of(held.choices.iter().map(Answered::micros)),
    }
}

fn name_of(table: usize, seat: usize) -> String {
    format!("{}{table}", ["Ana", "Ben"][seat])
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

/// Lets somebody at each table press at the same moment, once all tables have come to rest.
async fn wave(tables: &mut [Table]) {
    for table in tables.iter_mut() {
        table.ready().await;
    }
    tokio::time::sleep(BREATH * 3).await;
    join_all(tables.iter_mut().map(Table::choose)).await;
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

/// The way to the playground's routes for people.
#[derive(Clone)]
struct Line {
    base: String,
    http: reqwest::Client,
}

impl Line {
    async fn get(&self, path: &str) -> Value {
        let response = self.http.get(format!("{}{path}", self.base)).send().await;
        response.expect("the playground answers").json().await.expect("JSON")
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        let request = self.http.post(format!("{}{path}", self.base)).json(&body);
        let response = request.send().await.expect("the playground answers");
        let status = response.status();
        let value = response.json().await.unwrap_or(Value::Null);
        assert!(status.is_success(), "{path} {body}: {status} {value}");
        value
    }

    /// Runs a slash command; the message that answers it.
    async fn run(&self, who: &str, place: &str, command: &str, options: Value) -> Value {
        let body = json!({ "channel": place, "command": command, "options": options, "wait": "final" });
        let outcome = self.post(&format!("/{who}/run"), body).await;
        assert_eq!(outcome["status"], "message", "{command}: {outcome}");
        outcome["message"].clone()
    }

    /// Presses a button, which must change its message; the message after that.
    async fn press(&self, who: &str, message: &Value, custom_id: &str) -> Value {
        let body = json!({ "channel": message["channel_id"], "message": message["id"], "custom_id": custom_id });
        let outcome = self.post(&format!("/{who}/press"), body).await;
        assert_eq!(outcome["status"], "updated", "{custom_id}: {outcome}");
        outcome["message"].clone()
    }

    /// Waits until the bot is connected and has declared its commands.
    async fn until_known(&self, place: &str) {
        let until = Instant::now() + PATIENCE;
        loop {
            let commands = self.get(&format!("/Olga/commands?channel={place}")).await;
            let known = items(&commands).iter().any(|command| command["name"] == "ping");
            if known && self.get("/-/gateway").await["connected"] == 1 {
                return;
            }
            assert!(Instant::now() < until, "the bot does not connect");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Buttons of somebody's panel that make choices.
struct Offer {
    message: Value,
    custom_ids: Vec<String>,
}

impl Offer {
    fn read(message: Value) -> Option<Offer> {
        let choices = buttons(&message)
            .into_iter()
            .filter(|button| button["disabled"] != true);
        let ids = choices.map(|button| text(&button["custom_id"]));
        let custom_ids: Vec<String> = ids.filter(|id| id.starts_with(PRESS)).collect();
        (!custom_ids.is_empty()).then_some(Offer { message, custom_ids })
    }
}

/// A person at a table.
struct Holder {
    name: String,
    /// Their private chat with the bot.
    chat: String,
    /// What they are asked, if they have not answered it.
    offer: Option<Offer>,
    /// The step that their last choice was made for.
    made_for: String,
}

impl Holder {
    fn see(&mut self, message: Value) {
        self.offer = Offer::read(message).filter(|offer| step(&offer.custom_ids[0]) != self.made_for);
    }
}

/// A table and its people.
struct Table {
    line: Line,
    holders: Vec<Holder>,
    made: usize,
}

impl Table {
    /// Opens a table, seats two and begins their match.
    async fn begin(line: &Line, number: usize, place: &str) -> Table {
        let names: Vec<String> = (0..SEATS).map(|seat| name_of(number, seat)).collect();
        let lobby = line.run(&names[0], place, "binome start", json!({ "games": 5 })).await;
        for (seat, label) in [(1, "Join"), (0, "Start")] {
            let button = buttons(&lobby).into_iter().find(|button| button["label"] == label);
            let custom_id = text(&button.unwrap_or_else(|| panic!("no {label}: {lobby}"))["custom_id"]);
            line.press(&names[seat], &lobby, &custom_id).await;
        }
        let mut holders = Vec::new();
        for name in names {
            let chat = text(&line.post(&format!("/{name}/dm"), json!({})).await["id"]);
            holders.push(Holder {
                name,
                chat,
                offer: None,
                made_for: String::new(),
            });
        }
        Table {
            line: line.clone(),
            holders,
            made: 0,
        }
    }

    /// Waits until somebody here is asked for something.
    async fn ready(&mut self) -> usize {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(seat) = self.holders.iter().position(|holder| holder.offer.is_some()) {
                return seat;
            }
            assert!(
                Instant::now() < until,
                "nobody is asked at {}'s table",
                self.holders[0].name
            );
            tokio::time::sleep(GLANCE).await;
            for holder in &mut self.holders {
                let path = format!("/{}/channels/{}/messages?limit=1", holder.name, holder.chat);
                if let Some(panel) = items(&self.line.get(&path).await).first() {
                    holder.see(panel.clone());
                }
            }
        }
    }

    /// Lets somebody who is asked make a choice, and waits until it is answered.
    async fn choose(&mut self) {
        let seat = self.ready().await;
        let holder = &mut self.holders[seat];
        let Some(offer) = holder.offer.take() else { return };
        let custom_id = &offer.custom_ids[self.made * 7 % offer.custom_ids.len()];
        holder.made_for = step(custom_id).to_owned();
        let panel = self.line.press(&holder.name, &offer.message, custom_id).await;
        holder.see(panel);
        self.made += 1;
    }
}

/// The step that a button was drawn for.
fn step(custom_id: &str) -> &str {
    custom_id.split(':').nth(3).unwrap_or_default()
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The buttons of a message.
fn buttons(message: &Value) -> Vec<&Value> {
    let rows = items(&message["components"]).iter();
    rows.flat_map(|row| items(&row["components"]))
        .filter(|part| part["type"] == 2)
        .collect()
}

/// Durable single rows through one plain connection.
struct Raw(SqliteConnection);

impl Raw {
    async fn open(file: &Path) -> Raw {
        let mut connection = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .disable_statement_logging()
            .connect()
            .await
            .expect("a connection");
        sqlx::raw_sql("CREATE TABLE row (id INTEGER PRIMARY KEY, event TEXT NOT NULL)")
            .execute(&mut connection)
            .await
            .expect("a table");
        Raw(connection)
    }

    async fn warm_up(&mut self) {
        for _ in 0..RAW_WARM_UP {
            self.commit().await;
        }
    }

    async fn commit(&mut self) -> Duration {
        let began = Instant::now();
        let insert = sqlx::query("INSERT INTO row (event) VALUES (?1)").bind(EVENT);
        insert.execute(&mut self.0).await.expect("a commit");
        began.elapsed()
    }
}

/// One interaction: when its frame was handed over and when its callback arrived, in microseconds of the playground's clock.
struct Answered {
    sent: u64,
    answered: u64,
}

impl Answered {
    fn micros(&self) -> u64 {
        self.answered.saturating_sub(self.sent)
    }
}

/// The interactions of a part of the run.
#[derive(Default)]
struct Times {
    pings: Vec<Answered>,
    choices: Vec<Answered>,
}

/// The number of the traffic's next entry.
fn end_of(playground: &Playground) -> u64 {
    playground.traffic(u64::MAX, 0)["next"].as_u64().expect("a number")
}

impl Times {
    /// What was asked and answered since the traffic's entry `after`. Everything was answered by success.
    fn between(playground: &Playground, after: u64) -> Times {
        let mut times = Times::default();
        let mut asked: HashMap<String, (bool, u64)> = HashMap::new();
        let mut after = after;
        loop {
            const PAGE: usize = 512;
            let page = playground.traffic(after, PAGE);
            let entries = items(&page["entries"]);
            for entry in entries {
                let at = entry["since_start"].as_u64().expect("a time");
                let frame = &entry["frame"];
                if frame["t"] == "INTERACTION_CREATE" {
                    let is_ping = frame["d"]["data"]["name"] == "ping";
                    let custom_id = frame["d"]["data"]["custom_id"].as_str();
                    if is_ping || custom_id.is_some_and(|id| id.starts_with(PRESS)) {
                        asked.insert(text(&frame["d"]["id"]), (is_ping, at));
                    }
                }
                let path = entry["path"].as_str().unwrap_or_default();
                let id = path
                    .strip_prefix("/interactions/")
                    .and_then(|rest| rest.split('/').next());
                if let Some((is_ping, sent)) = id.and_then(|id| asked.remove(id)) {
                    assert!(entry["status"].as_u64() < Some(300), "a callback is taken: {entry}");
                    let answered = Answered { sent, answered: at };
                    if is_ping {
                        times.pings.push(answered)
                    } else {
                        times.choices.push(answered)
                    }
                }
            }
            if entries.len() < PAGE {
                break;
            }
            after = page["next"].as_u64().expect("a number");
        }
        assert!(asked.is_empty(), "{} interactions were never answered", asked.len());
        assert!(!times.choices.is_empty(), "no choice was seen");
        times
    }
}

/// How many interactions were under way at once: on average over the time in which any was, and at most.
fn at_once(all: &[Answered]) -> (f64, usize) {
    let mut edges: Vec<(u64, i64)> = all.iter().flat_map(|one| [(one.sent, 1), (one.answered, -1)]).collect();
    edges.sort_unstable();
    let (mut now, mut most, mut area) = (0, 0, 0.0);
    let first = edges.first().map_or(0, |edge| edge.0);
    let mut last = first;
    for (at, change) in edges {
        area += now as f64 * (at - last) as f64;
        last = at;
        now += change;
        most = most.max(now);
    }
    (area / (last - first).max(1) as f64, usize::try_from(most).unwrap_or(0))
}

/// Times in order, in microseconds.
struct Spread(Vec<u64>);

impl Spread {
    fn of(times: impl Iterator<Item = u64>) -> Spread {
        let mut times: Vec<u64> = times.collect();
        assert!(!times.is_empty(), "nothing was measured");
        times.sort_unstable();
        Spread(times)
    }

    fn percentile(&self, percent: usize) -> u64 {
        self.0[(self.0.len() * percent / 100).min(self.0.len() - 1)]
    }
}

/// What came of it.
struct Report {
    pings: Spread,
    commits: Spread,
    alone: Spread,
    wave: Spread,
    held: Spread,
    crowd: (f64, usize),
    rate: f64,
}

impl Report {
    /// Prints the table; whether all goals are met.
    fn print(&self) -> bool {
        println!(
            "{:<28} {:>7} {:>9} {:>9} {:>9}",
            "milliseconds", "times", "p50", "p99", "most"
        );
        let rows = [
            ("/ping, alone", &self.pings),
            ("raw commit", &self.commits),
            ("choice, alone", &self.alone),
            ("choice, 64 at one moment", &self.wave),
            ("choice, 64 tables racing", &self.held),
        ];
        let ms = |micros: u64| micros as f64 / 1000.0;
        for (what, times) in rows {
            let [p50, p99, most] = [50, 99, 100].map(|percent| ms(times.percentile(percent)));
            println!("{what:<28} {:>7} {p50:>9.2} {p99:>9.2} {most:>9.2}", times.0.len());
        }
        let (mean, most) = self.crowd;
        println!(
            "64 tables racing: {:.0} choices a second, {mean:.1} in flight on average, {most} at most",
            self.rate
        );
        let [ping, commit, choice] = [&self.pings, &self.commits, &self.alone].map(|times| ms(times.percentile(50)));
        let bound = ping + COMMITS * commit;
        println!(
            "p50 of a choice alone: {choice:.2} ms, the ping's and {:.2} raw commits (goal {bound:.2} ms, {COMMITS} raw commits): {}",
            (choice - ping) / commit,
            verdict(choice <= bound)
        );
        let p99 = self.wave.percentile(99);
        let in_time = p99 < P99;
        println!(
            "p99 with 64 choices in flight: {:.2} ms (goal {:.0} ms): {}",
            ms(p99),
            ms(P99),
            verdict(in_time)
        );
        choice <= bound && in_time
    }
}

fn verdict(met: bool) -> &'static str {
    if met { "met" } else { "MISSED" }
}
