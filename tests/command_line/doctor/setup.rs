//! A healthy bot with all that is around it; a plant makes one thing of it wrong.

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};
use whistle::discord::declared_commands;
use whistle::playground::{Config, DEFAULT_TOKEN, Playground};
use whistle::store::Store;

use super::kit::{People, Rest, calm, started, text};
use super::proxy::{self, Change};
use crate::{Cli, text as utf8};

/// In a setting: the id of the playground's server.
pub(super) const HOME: &str = "the id of the server";
/// In a setting: the public key of the playground's application.
pub(super) const OWN_KEY: &str = "the application's key";
/// Nobody in particular, who may write nothing of root's.
const NOBODY: u32 = 65_534;

/// What the bot is run with, and in what.
pub(super) struct Setup {
    pub(super) config: Config,
    pub(super) settings: Vec<(&'static str, String)>,
    pub(super) arguments: Vec<&'static str>,
    /// The folder in which everything lies.
    pub(super) folder: PathBuf,
    /// The commands that are registered everywhere, and in the server.
    pub(super) everywhere: Option<Value>,
    pub(super) in_server: Option<Value>,
    /// Whether the bot is in its server.
    pub(super) present: bool,
    /// What is done to the database.
    pub(super) sql: Option<&'static str>,
    /// What changes the answers of Discord.
    pub(super) change: Option<Change>,
    /// What the shell does before it starts the doctor.
    pub(super) before: &'static str,
    /// The doctor is somebody who may write nothing there.
    pub(super) stranger: bool,
    /// How many bots run.
    pub(super) bots: usize,
}

impl Setup {
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub(super) fn set(&mut self, name: &'static str, value: &str) {
        self.settings.retain(|(known, _)| *known != name);
        self.settings.push((name, value.to_owned()));
    }

    /// Has the bot take interactions by HTTP, with this key.
    pub(super) fn by_http(&mut self, key: &str) {
        self.set("WHISTLE_PUBLIC_KEY", key);
        self.set("WHISTLE_INTERACTIONS", "8080");
    }

    pub(super) fn write(&self, name: &str, what: &str) {
        fs::write(self.path(name), what).expect("a file");
        self.mode(name, 0o600);
    }

    pub(super) fn mode(&self, name: &str, mode: u32) {
        fs::set_permissions(self.path(name), Permissions::from_mode(mode)).expect("a mode");
    }
}

/// The lines of a run, each with the name of its check, and how the run ended.
pub(super) struct Said {
    pub(super) lines: Vec<(String, String)>,
    pub(super) code: Option<i32>,
}

/// The checks that depend on the machine of the tests; `src/cli/doctor/tests.rs` holds them.
pub(super) const OF_THE_MACHINE: [&str; 3] = ["disk", "file-locks", "memory"];

impl Said {
    /// What was found.
    pub(super) fn found(&self) -> Vec<&(String, String)> {
        let found = |line: &&(String, String)| {
            let told = line.1.starts_with("failed: ") || line.1.starts_with("warning: ");
            told && !OF_THE_MACHINE.contains(&line.0.as_str())
        };
        self.lines.iter().filter(found).collect()
    }

    /// What one check said.
    pub(super) fn of(&self, check: &str) -> &str {
        let line = self.lines.iter().find(|(name, _)| name == check);
        &line.unwrap_or_else(|| panic!("there is no check {check}")).1
    }
}

/// Everything in a folder, with the content of each file.
fn content(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let files = fs::read_dir(folder)
        .expect("a folder")
        .map(|file| file.expect("a file").path());
    let mut all: Vec<_> = files
        .map(|file| (file.clone(), fs::read(file).unwrap_or_default()))
        .collect();
    all.sort();
    all
}

/// Starts a bot, and waits until it is there or waits itself.
fn bot(settings: &[(&str, String)], folder: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whistle"));
    command
        .arg("bot")
        .current_dir(folder)
        .env_clear()
        .stderr(Stdio::piped());
    let mut child = command.envs(settings.iter().cloned()).spawn().expect("a bot");
    let log = BufReader::new(child.stderr.take().expect("a log"));
    let mut lines = log.lines().map_while(Result::ok);
    let there = lines
        .by_ref()
        .any(|line| line.contains("connected") || line.contains("another bot"));
    assert!(there, "the bot ends");
    // The rest of the log must go somewhere.
    std::thread::spawn(move || lines.for_each(drop));
    child
}

/// The program; for a stranger a copy of it that anybody may run, wherever the project lies.
fn program(stranger: bool, elsewhere: &Path) -> PathBuf {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_whistle"));
    if !stranger {
        return program;
    }
    let copy = elsewhere.join("whistle");
    fs::copy(program, &copy).expect("a copy");
    for path in [elsewhere, &copy] {
        fs::set_permissions(path, Permissions::from_mode(0o755)).expect("a mode");
    }
    copy
}

/// Runs the doctor over a healthy setup in which `plant` has made something wrong.
pub(super) async fn run(plant: fn(&mut Setup)) -> Said {
    let cli = Cli::new();
    Store::open(&cli.path().join("whistle.db"))
        .await
        .expect("a database")
        .close()
        .await;
    let mut setup = Setup {
        config: Config {
            token: Some(DEFAULT_TOKEN.to_owned()),
            ..calm()
        },
        settings: vec![("DISCORD_TOKEN", DEFAULT_TOKEN.to_owned())],
        arguments: vec!["doctor"],
        folder: cli.path().to_owned(),
        everywhere: Some(declared_commands(true).expect("commands")),
        in_server: None,
        present: true,
        sql: None,
        change: None,
        before: "true",
        stranger: false,
        bots: 0,
    };
    plant(&mut setup);
    if let Some(sql) = setup.sql {
        let address = format!("sqlite://{}", setup.path("whistle.db").display());
        let mut connection = SqliteConnection::connect(&address).await.expect("a database");
        sqlx::raw_sql(sql).execute(&mut connection).await.expect("it is done");
        connection.close().await.expect("it closes");
    }
    let (playground, people, rest) = started(setup.config.clone()).await;
    let settings = settle(&setup, &playground, &people, &rest).await;
    let (folder, before, stranger) = (setup.folder.clone(), setup.before, setup.stranger);
    let (bots, arguments) = (setup.bots, setup.arguments.clone());
    let said = tokio::task::spawn_blocking(move || {
        let mut children: Vec<Child> = (0..bots).map(|_| bot(&settings, &folder)).collect();
        let was = content(&folder);
        let elsewhere = tempfile::tempdir().expect("a folder");
        let mut command = Command::new("/bin/sh");
        let shell = ["-c".to_owned(), format!("{before}; exec \"$0\" \"$@\"")];
        command.args(shell).arg(program(stranger, elsewhere.path()));
        command
            .args(&arguments)
            .current_dir(&folder)
            .env_clear()
            .envs(settings.iter().cloned());
        if stranger && fs::metadata(&folder).expect("a folder").uid() == 0 {
            command.uid(NOBODY).gid(NOBODY);
        }
        let output = command.output().expect("it runs");
        if bots == 0 {
            assert!(was == content(&folder), "the doctor changed something");
        }
        for child in &mut children {
            child.kill().expect("it ends");
            child.wait().expect("it has ended");
        }
        output
    });
    let output = said.await.expect("a doctor");
    playground.stop().await;
    read(
        &utf8(&output.stdout),
        &utf8(&output.stderr),
        output.status.code(),
        &setup,
    )
}

/// Brings the playground to what the setup says, and gives the settings for it.
async fn settle(setup: &Setup, playground: &Playground, people: &People, rest: &Rest) -> Vec<(&'static str, String)> {
    let (app, home) = (rest.app().await, text(&people.get("").await["guild"]["id"]));
    let key = text(&rest.get("/applications/@me").await.1["verify_key"]);
    for (path, commands) in [
        (format!("/applications/{app}/commands"), &setup.everywhere),
        (format!("/applications/{app}/guilds/{home}/commands"), &setup.in_server),
    ] {
        if let Some(commands) = commands {
            let (status, answer) = rest.call(reqwest::Method::PUT, &path, commands.clone()).await;
            assert_eq!(status, 200, "{answer}");
        }
    }
    if !setup.present {
        people.put("/-/bot", json!({ "present": false })).await;
    }
    let base = match setup.change {
        Some(change) => proxy::before(playground, change).await,
        None => playground.base_url(),
    };
    let mut settings = vec![("DISCORD_API_BASE", base)];
    settings.extend(setup.settings.iter().cloned());
    for (_, value) in &mut settings {
        *value = value.replace(HOME, &home).replace(OWN_KEY, &key);
    }
    settings
}

/// Reads what the doctor printed, in which nothing may stand that is not for everybody.
fn read(out: &str, err: &str, code: Option<i32>, setup: &Setup) -> Said {
    for text in [out, err] {
        for secret in [DEFAULT_TOKEN, "hush", "Ana", "The Playground", "panicked"] {
            assert!(!text.contains(secret), "{secret} is told: {text}");
        }
        let token = setup
            .settings
            .iter()
            .find(|(name, value)| *name == "DISCORD_TOKEN" && !value.is_empty());
        assert!(token.is_none_or(|(_, token)| !text.contains(token.trim())), "{text}");
        let digits = text.split(|letter: char| !letter.is_ascii_digit());
        assert!(
            digits.map(str::len).max().unwrap_or_default() < 15,
            "an id is told: {text}"
        );
    }
    assert_eq!(err, "", "{out}");
    let lines = out.lines().take_while(|line| !line.is_empty());
    let line = |line: &str| {
        let (name, said) = line.split_once(' ').expect("a name and what is said");
        (name.to_owned(), said.trim().to_owned())
    };
    Said {
        lines: lines.map(line).collect(),
        code,
    }
}
