//! The stage of a test: a playground of its own, a bot of its own as a child process with a database of its own, and people.

#![allow(dead_code, reason = "each test uses its part")]

#[path = "acquainted.rs"]
mod acquainted;
#[path = "setup.rs"]
mod setup;

use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::{Child, Command};
use tokio::sync::{RwLock, RwLockReadGuard};
use whistle::playground::{Id, Playground, start};

pub(crate) use acquainted::acquaint;
pub(crate) use setup::Setup;

use super::person::{Line, PATIENCE, Person};
use super::reading::text;
use super::wire;

/// How long the bot has to end when it is told to.
pub(crate) const FAREWELL: Duration = Duration::from_secs(5);

/// How soon a message counts as old where [`Setup::worn`] asks for that.
pub(crate) const OLD_AFTER: Duration = Duration::from_secs(4);

/// Who comes to play, in this order. The guild's owner is somebody else, so that nobody here has more rights than anybody.
const NAMES: [&str; 32] = [
    "Ana", "Ben", "Cleo", "Dev", "Edith", "Finn", "Gil", "Hana", "Ida", "Jun", "Kai", "Lea", "Max", "Nora", "Otto",
    "Pia", "Quinn", "Rosa", "Sam", "Tara", "Udo", "Vera", "Wim", "Xenia", "Yuri", "Zoe", "Arlo", "Bea", "Carl", "Dora",
    "Emil", "Fay",
];

/// A guild with this id is on the second shard, whether there are two, four or eight.
pub(crate) const ON_THE_SECOND_SHARD: Id = Id((283_996_800_001 << 22) + 1);

/// And one with this id on the first one.
pub(crate) const ON_THE_FIRST_SHARD: Id = Id((283_996_800_002 << 22) + 1);

/// The shards of each bot where several share a database, and one of them that has a guild. The first guild's tables are not
/// those of the bot with the private chats.
pub(crate) const BOTS: [(&str, u64); 3] = [("3..6/8", 4), ("0..3/8", 1), ("6..8/8", 7)];

/// A guild with this id is on this shard of eight.
pub(crate) const fn on_shard(shard: u64) -> Id {
    Id(((283_996_800_000 + shard) << 22) + 1)
}

/// The guild's owner, who plays in no match unless a test says so.
pub(crate) const OWNER: &str = "Olga";

/// What people of a crowd are called, before their number.
pub(crate) const CROWD: &str = "Guest ";

/// What may be found in the traffic of a test beside what must always hold.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Allowed {
    /// Interactions that nobody answered, because the bot was away or the way to it was cut.
    pub(crate) silence: bool,
    /// Errors in the bot's log, because the playground was told to fail.
    pub(crate) errors: bool,
    /// Requests with a token that is none.
    pub(crate) strangers: bool,
}

/// Every stage shares it. Who measures holds it alone, and shares the processors with no stage.
pub(crate) static FLOOR: RwLock<()> = RwLock::const_new(());

/// So many may come at once of whom the bot has never heard; where there are more of them they have played before.
const STRANGERS: usize = 10;

/// Where a bot takes interactions by HTTP.
struct Endpoint {
    /// The application's public key.
    key: String,
    /// A port of this computer.
    address: String,
}

impl Endpoint {
    async fn of(stage: &Stage) -> Endpoint {
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        Endpoint {
            key: text(&stage.application(Method::GET, json!({})).await["verify_key"]),
            address: free.local_addr().expect("its address").to_string(),
        }
    }
}

/// A playground with a bot.
pub(crate) struct Stage {
    pub(crate) line: Line,
    pub(crate) people: Vec<Person>,
    pub(crate) owner: Person,
    pub(crate) folder: TempDir,
    pub(crate) starts: u32,
    playground: Playground,
    bot: Option<Child>,
    /// The bots beside the first one.
    beside: Vec<Option<Child>>,
    /// The database of a server that the bots share.
    server: Option<String>,
    speed: u32,
    log: Option<&'static str>,
    /// Where the bot takes interactions by HTTP, if it does.
    endpoint: Option<Endpoint>,
    _floor: RwLockReadGuard<'static, ()>,
}

impl Stage {
    /// Opens a playground, starts the bot against it, and waits until people can play.
    pub(crate) async fn open(setup: Setup) -> Stage {
        let floor = FLOOR.read().await;
        let config = setup.config();
        let playground = start(config).await.expect("a playground starts");
        let line = Line {
            base: playground.people_url(),
            http: reqwest::Client::new(),
        };
        // Who listens is told of everything that a crowd does.
        let owner = match setup.crowd {
            0 => Person::meet(&line, OWNER).await,
            _ => Person::away(&line, OWNER).await,
        };
        let mut people = Vec::new();
        for name in NAMES.into_iter().take(setup.people) {
            people.push(Person::meet(&line, name).await);
        }
        let folder = tempfile::tempdir().expect("a folder");
        let mut stage = Stage {
            line,
            people,
            owner,
            folder,
            starts: 0,
            playground,
            bot: None,
            beside: Vec::new(),
            server: setup.server,
            speed: setup.speed,
            log: setup.log,
            endpoint: None,
            _floor: floor,
        };
        if setup.by_http {
            stage.endpoint = Some(Endpoint::of(&stage).await);
        }
        if setup.known.unwrap_or(setup.people + setup.crowd > STRANGERS) {
            let database = stage.folder.path().join("whistle.db");
            acquaint(&stage.line.base, &stage.line.http, &database).await;
        }
        if stage.server.is_some() {
            for (number, _) in (1..).zip(&BOTS[1..]) {
                let child = stage.beside(number);
                stage.beside.push(Some(child));
            }
        }
        stage.start_bot().await;
        stage
    }

    /// How many shards there are of all bots together.
    pub(crate) fn sessions(&self) -> u64 {
        if self.server.is_some() { 8 } else { 1 }
    }

    /// A bot beside the first one.
    fn beside(&mut self, number: usize) -> Child {
        let program = Command::new(env!("CARGO_BIN_EXE_whistle"));
        // Interactions by HTTP all come to the first bot.
        let other = |endpoint: &Endpoint| endpoint.address.replace("127.0.0.1", &format!("127.0.1.{number}"));
        let other = self.endpoint.as_ref().map(other).unwrap_or_default();
        let apart = [("WHISTLE_INTERACTIONS", other.as_str())];
        let apart = if other.is_empty() { &[][..] } else { &apart };
        self.spawned(program, &["bot", "--shards", BOTS[number].0], apart)
    }

    /// Kills a bot beside the first one without a warning.
    pub(crate) async fn kill_beside(&mut self, number: usize) {
        let mut bot = self.beside[number - 1].take().expect("a bot to kill");
        bot.kill().await.expect("the bot can be killed");
        let gone =
            async || (self.line.get("/-/gateway").await["connected"].as_u64() < Some(self.sessions())).then_some(());
        self.owner.until("the dead bot's connections are gone", gone).await;
    }

    /// Starts a bot beside the first one again, and waits until all shards are there.
    pub(crate) async fn start_beside(&mut self, number: usize) {
        let child = self.beside(number);
        self.beside[number - 1] = Some(child);
        self.until_sessions(self.sessions()).await;
    }

    /// Starts one more bot, which is to have the shards of whichever one ends next, and waits until it stands by.
    pub(crate) async fn stand_by(&mut self) {
        let standing_by = |log: &str| log.matches("standing by for one that ends").count();
        let before = standing_by(&self.log());
        let program = Command::new(env!("CARGO_BIN_EXE_whistle"));
        let child = self.spawned(program, &["bot", "--shards", "3/8"], &[]);
        self.beside.push(Some(child));
        let there = async || (standing_by(&self.log()) > before).then_some(());
        self.owner.until("a bot stands by", there).await;
    }

    /// Kills one of the bots that share a database, the first one or one beside it. In its place one begins that stands by, as one does
    /// for each that has ended by itself.
    pub(crate) async fn replace_one(&mut self, number: usize) {
        for (at, child) in std::iter::once(&mut self.bot).chain(&mut self.beside).enumerate() {
            let Some(bot) = child else { continue };
            if at == number {
                bot.kill().await.expect("the bot can be killed");
            } else if bot.try_wait().expect("its status").is_none() {
                continue;
            }
            *child = None;
        }
        for at in 0..=self.beside.len() {
            let is_gone = match at {
                0 => self.bot.is_none(),
                _ => self.beside[at - 1].is_none(),
            };
            if is_gone {
                let program = Command::new(env!("CARGO_BIN_EXE_whistle"));
                let child = Some(self.spawned(program, &["bot", "--shards", "3/8"], &[]));
                match at {
                    0 => self.bot = child,
                    _ => self.beside[at - 1] = child,
                }
            }
        }
    }

    /// Tells the bots beside the first one to end.
    pub(crate) async fn end_beside(&mut self) {
        for bot in self.beside.drain(..).flatten() {
            told_to_end(bot).await;
        }
    }

    /// Tells a bot beside the first one to end.
    pub(crate) async fn stop_beside(&mut self, number: usize) {
        told_to_end(self.beside[number - 1].take().expect("a bot to stop")).await;
    }

    /// Lets the people who are still to come use a door of their own, which the threads of this runtime serve.
    pub(crate) async fn open_side_door(&mut self) {
        self.line.base = self.playground.open_side_door().await.expect("a port");
    }

    /// Starts the bot and waits until it is connected and its commands are there.
    pub(crate) async fn start_bot(&mut self) {
        self.start_bot_with(&[]).await;
    }

    /// [`Stage::start_bot`], with more in its environment.
    pub(crate) async fn start_bot_with(&mut self, environment: &[(&str, &str)]) {
        self.start_bot_by(Command::new(env!("CARGO_BIN_EXE_whistle")), environment)
            .await;
    }

    /// [`Stage::start_bot`], as a process that ignores a signal: such a one is ignored across `exec`.
    pub(crate) async fn start_bot_ignoring(&mut self, signal: &str) {
        self.start_bot_ignoring_with(signal, &[]).await;
    }

    /// [`Stage::start_bot_ignoring`], with more in its environment.
    pub(crate) async fn start_bot_ignoring_with(&mut self, signal: &str, environment: &[(&str, &str)]) {
        let mut shell = Command::new("/bin/sh");
        let script = format!("trap '' {signal}; exec \"$@\"");
        shell.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_whistle")]);
        self.start_bot_by(shell, environment).await;
    }

    /// Starts the bot, and does not wait for it.
    pub(crate) fn launch_bot(&mut self) {
        self.launch(Command::new(env!("CARGO_BIN_EXE_whistle")), &[]);
    }

    fn launch(&mut self, command: Command, environment: &[(&str, &str)]) {
        assert!(self.bot.is_none(), "one bot at a time");
        let arguments: &[&str] = match self.server {
            Some(_) => &["bot", "--shards", BOTS[0].0],
            None => &["bot"],
        };
        self.bot = Some(self.spawned(command, arguments, environment));
    }

    /// Starts the next bot beside this one, and gives the status with which this one ends by itself.
    pub(crate) async fn renew_bot(&mut self) -> ExitStatus {
        self.renew_bot_with(&[]).await
    }

    /// [`Stage::renew_bot`], with more in the environment of the next bot.
    pub(crate) async fn renew_bot_with(&mut self, environment: &[(&str, &str)]) -> ExitStatus {
        let next = self.spawned(
            Command::new(env!("CARGO_BIN_EXE_whistle")),
            &["bot", "--renew"],
            environment,
        );
        let mut bot = self.bot.replace(next).expect("a bot to renew");
        let ended = tokio::time::timeout(PATIENCE, bot.wait()).await;
        let status = ended.unwrap_or_else(|_| panic!("the bot does not end:\n{}", self.log()));
        status.expect("the bot's status")
    }

    /// Starts a next bot that cannot start, with this in its environment. Gives its status, and the end of the log.
    pub(crate) async fn fail_to_renew(&mut self, environment: &[(&str, &str)]) -> (ExitStatus, String) {
        let arguments = ["bot", "--renew"];
        let mut next = self.spawned(Command::new(env!("CARGO_BIN_EXE_whistle")), &arguments, environment);
        let ended = tokio::time::timeout(PATIENCE, next.wait()).await;
        let status = ended.unwrap_or_else(|_| panic!("the next bot does not end:\n{}", self.log()));
        (status.expect("the bot's status"), self.log())
    }

    /// Waits until so many shards are connected.
    pub(crate) async fn until_sessions(&self, shards: u64) {
        let there = async || {
            let connected = self.line.get("/-/gateway").await["connected"].as_u64();
            (connected >= Some(shards)).then_some(())
        };
        self.owner.until("the bot is connected", there).await;
    }

    /// A process of the program.
    fn spawned(&mut self, mut command: Command, arguments: &[&str], environment: &[(&str, &str)]) -> Child {
        self.starts += 1;
        let log = std::fs::File::options()
            .create(true)
            .append(true)
            .open(self.log_path())
            .expect("a log");
        command
            .args(arguments)
            .env_clear()
            .env("DISCORD_TOKEN", self.playground.token())
            .env("DISCORD_API_BASE", self.playground.base_url())
            .envs([match &self.server {
                Some(server) => ("DATABASE_URL", server.into()),
                None => ("WHISTLE_DB", self.folder.path().join("whistle.db")),
            }])
            .env("WHISTLE_TEST_SPEED", self.speed.to_string())
            .envs(self.log.map(|level| ("WHISTLE_LOG", level)))
            .envs(self.endpoint.iter().flat_map(|endpoint| {
                [
                    ("WHISTLE_PUBLIC_KEY", &endpoint.key),
                    ("WHISTLE_INTERACTIONS", &endpoint.address),
                ]
            }))
            .envs(environment.iter().copied())
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .kill_on_drop(true);
        command.spawn().expect("the bot starts")
    }

    async fn start_bot_by(&mut self, command: Command, environment: &[(&str, &str)]) {
        self.launch(command, environment);
        let channel = self.channel(0).await;
        let until = Instant::now() + PATIENCE;
        loop {
            let connected = self.line.get("/-/gateway").await["connected"].as_u64() > Some(0);
            if connected && self.knows_command(&channel, "table").await {
                return self.name_endpoint().await;
            }
            let gone = self
                .bot
                .as_mut()
                .and_then(|bot| bot.try_wait().expect("the bot's state"));
            assert!(
                gone.is_none(),
                "the bot ended at its start with {gone:?}:\n{}",
                self.log()
            );
            assert!(Instant::now() < until, "the bot does not connect:\n{}", self.log());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Tells the application where interactions are to go, if the bot takes them by HTTP.
    async fn name_endpoint(&self) {
        if let Some(Endpoint { address, .. }) = &self.endpoint {
            let url = json!({ "interactions_endpoint_url": format!("http://{address}/interactions") });
            let told = self.application(Method::PATCH, url.clone()).await;
            assert_eq!(
                told["interactions_endpoint_url"], url["interactions_endpoint_url"],
                "{told}"
            );
        }
    }

    /// Tells the application that its events are to go to the bot, which takes interactions by HTTP.
    pub(crate) async fn name_address_for_events(&self) {
        let Some(Endpoint { address, .. }) = &self.endpoint else {
            panic!("the bot takes nothing by HTTP")
        };
        let url = json!({ "event_webhooks_url": format!("http://{address}/events") });
        let told = self.application(Method::PATCH, url.clone()).await;
        assert_eq!(told["event_webhooks_url"], url["event_webhooks_url"], "{told}");
    }

    /// Asks for the application, or changes it.
    async fn application(&self, method: Method, body: Value) -> Value {
        let url = format!("{}/api/v10/applications/@me", self.playground.base_url());
        let request = self.line.http.request(method, url).json(&body);
        let request = request.header("Authorization", format!("Bot {}", self.playground.token()));
        let answer = request.header("User-Agent", "DiscordBot (test, 1)").send().await;
        answer.expect("an answer").json().await.expect("JSON")
    }

    /// The number of the bot's process.
    pub(crate) fn bot_process(&self) -> u32 {
        self.bot.as_ref().and_then(Child::id).expect("it runs")
    }

    async fn knows_command(&self, channel: &str, name: &str) -> bool {
        let commands = self.line.get(&format!("/{OWNER}/commands?channel={channel}")).await;
        let mut commands = commands.as_array().into_iter().flatten();
        commands.any(|command| command["name"] == name)
    }

    /// Kills the bot without a warning.
    pub(crate) async fn kill_bot(&mut self) {
        let mut bot = self.bot.take().expect("a bot to kill");
        bot.kill().await.expect("the bot can be killed");
        let until = Instant::now() + PATIENCE;
        while self.line.get("/-/gateway").await["connected"] != 0 {
            assert!(Instant::now() < until, "the dead bot's connection stays");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Sends the bot a signal.
    pub(crate) async fn signal_bot(&self, signal: &str) {
        let pid = self.bot_process().to_string();
        let sent = Command::new("kill").args([&format!("-{signal}"), &pid]).status();
        assert!(sent.await.expect("kill runs").success(), "the bot takes {signal}");
    }

    /// Lets the bot in again where the gateway was shut, and waits until it is there.
    pub(crate) async fn gateway_opens(&self) {
        self.line
            .must(Method::POST, "/-/gateway", json!({ "do": "open" }))
            .await;
        self.until_sessions(1).await;
    }

    /// Tells the bot to end, and gives its status and how long that took.
    pub(crate) async fn end_bot(&mut self) -> (ExitStatus, Duration) {
        let asked = Instant::now();
        self.signal_bot("TERM").await;
        let mut bot = self.bot.take().expect("a bot to end");
        let ended = tokio::time::timeout(PATIENCE, bot.wait()).await;
        let status = ended.unwrap_or_else(|_| panic!("the bot does not end:\n{}", self.log()));
        (status.expect("the bot's status"), asked.elapsed())
    }

    /// Waits until the bot ends by itself, and gives its status and what it had to say to whoever runs it.
    pub(crate) async fn bot_gives_up(&mut self) -> (ExitStatus, Vec<String>) {
        let mut bot = self.bot.take().expect("a bot that ends");
        let ended = tokio::time::timeout(PATIENCE, bot.wait()).await;
        let status = ended.unwrap_or_else(|_| panic!("the bot does not end:\n{}", self.log()));
        let log = self.log();
        let said = log.lines().filter(|line| line.starts_with("whistle: "));
        (status.expect("the bot's status"), said.map(str::to_owned).collect())
    }

    /// A text channel of the guild, by number.
    pub(crate) async fn channel(&self, number: usize) -> String {
        text(&self.line.get("").await["channels"][number]["id"])
    }

    /// Switches troubles on (`people` module of the playground, "Faults").
    pub(crate) async fn trouble(&self, faults: Value) {
        self.line.must(Method::PATCH, "/-/faults", faults).await;
    }

    /// Ends all troubles.
    pub(crate) async fn calm(&self) {
        self.line.must(Method::DELETE, "/-/faults", json!({})).await;
    }

    /// Does something to the gateway's connections.
    pub(crate) async fn gateway(&self, what: Value) {
        let told = self.line.must(Method::POST, "/-/gateway", what).await;
        assert!(told["told"].as_u64() > Some(0), "somebody is connected: {told}");
    }

    /// Everything that went over the wire so far.
    pub(crate) fn traffic(&self) -> Vec<Value> {
        let all = self.playground.traffic(0, usize::MAX);
        all["entries"].as_array().cloned().unwrap_or_default()
    }

    /// What went over the wire since an entry, and the number of the next one.
    pub(crate) fn traffic_since(&self, entry: u64) -> (Vec<Value>, u64) {
        let mut all = self.playground.traffic(entry, usize::MAX);
        let entries = all["entries"].as_array_mut().map(std::mem::take);
        (entries.unwrap_or_default(), all["next"].as_u64().unwrap_or_default())
    }

    fn log_path(&self) -> PathBuf {
        self.folder.path().join("bot.log")
    }

    /// The bot's log.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.log_path()).unwrap_or_default()
    }

    /// Ends the bot in good order and examines everything that went over the wire.
    pub(crate) async fn close(self) {
        self.close_but(Allowed::default()).await;
    }

    /// [`Stage::close`], with what this test may find.
    pub(crate) async fn close_but(mut self, allowed: Allowed) {
        self.end_beside().await;
        let (status, took) = self.end_bot().await;
        assert!(status.success(), "the bot ends well: {status}\n{}", self.log());
        assert!(took < FAREWELL, "the bot ends within {FAREWELL:?}, not {took:?}");
        let log = self.log();
        assert!(!log.contains("panicked"), "nothing panics:\n{log}");
        if !allowed.errors {
            let errors: Vec<&str> = log.lines().filter(|line| line.contains("ERROR")).collect();
            assert!(errors.is_empty(), "the bot's log has no errors: {errors:#?}");
        }
        let traffic = self.traffic();
        self.keeps_tokens(&traffic, &log);
        wire::examine(&traffic, allowed);
    }

    /// The bot's own token stands in nothing that it leaves behind, and those of interactions, with which anybody could
    /// answer in its name, not in its log.
    fn keeps_tokens(&self, traffic: &[Value], log: &str) {
        let own = self.playground.token();
        for file in std::fs::read_dir(self.folder.path()).expect("the bot's folder") {
            let path = file.expect("a file").path();
            let bytes = std::fs::read(&path).unwrap_or_default();
            let stands = bytes.windows(own.len()).any(|part| part == own.as_bytes());
            assert!(!stands, "the bot's token stands in {}", path.display());
        }
        for token in wire::interactions(traffic).keys() {
            assert!(
                !log.contains(token),
                "the token of an interaction stands in the log:\n{log}"
            );
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let log = self.log();
            let tail: Vec<&str> = log.lines().rev().take(40).collect();
            eprintln!("the bot's log, newest first:\n{}", tail.join("\n"));
        }
    }
}

/// Tells a bot to end, which it does well and in time.
async fn told_to_end(mut bot: Child) {
    let pid = bot.id().expect("it runs").to_string();
    let sent = Command::new("kill").args(["-TERM", &pid]).status().await;
    assert!(sent.expect("kill runs").success(), "the bot takes the signal");
    let ended = tokio::time::timeout(FAREWELL, bot.wait())
        .await
        .expect("the bot ends in time");
    assert!(ended.expect("its status").success(), "the bot ends well");
}
