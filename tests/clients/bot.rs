//! A bot as a process of its own: where its library is, how it is started, and what it says.
//!
//! `WHISTLE_NODE_MODULES` is a folder of npm's in which discord.js and oceanic.js are, `WHISTLE_PYTHON` a Python that has
//! discord.py, disnake, hikari and interactions.py. Without them the tests skip with a word, so that a plain `cargo test`
//! needs neither; where `CI` is `true` their absence is an error.

use std::ffi::OsString;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use whistle::playground::Playground;

/// How long a bot may take to say something. Some wait for seconds before they begin a new session.
const PATIENCE: Duration = Duration::from_secs(60);

/// A library, and how it calls Discord's errors.
#[derive(Debug)]
pub(crate) struct Library {
    /// The variable that says where it is.
    pub(crate) tool: &'static str,
    /// The bot that stands on it.
    pub(crate) script: &'static str,
    /// What it makes of a 403.
    pub(crate) forbidden: &'static str,
    /// What it makes of a 400.
    pub(crate) invalid: &'static str,
    /// Whether it takes a session up again that is called invalid, but may be taken up. Some begin another one all the same.
    pub(crate) revives: bool,
}

impl Library {
    /// Where it is, or nothing after saying so.
    fn place(&self) -> Option<OsString> {
        let place = std::env::var_os(self.tool).filter(|place| !place.is_empty());
        if place.is_none() {
            let must = std::env::var("CI").is_ok_and(|value| value == "true");
            assert!(!must, "{} must be set where CI is true", self.tool);
            eprintln!("skipped: {} is not set", self.tool);
        }
        place
    }

    /// What runs its bot, if it is there at all.
    pub(crate) fn command(&self) -> Option<Command> {
        let place = self.place()?;
        let mut command = if self.script.ends_with(".js") {
            let mut node = Command::new("node");
            node.env("NODE_PATH", place);
            node
        } else {
            Command::new(place)
        };
        let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients/bots");
        command.arg(bots.join(self.script));
        Some(command)
    }
}

/// A bot that runs. It ends with its test, however that ends.
pub(crate) struct Bot {
    _child: Child,
    lines: UnboundedReceiver<String>,
    said: Vec<String>,
}

impl Bot {
    /// Starts a bot against a playground.
    pub(crate) fn start(mut command: Command, playground: &Playground) -> Bot {
        command.args([&playground.base_url(), playground.token()]);
        let piped = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = piped
            .kill_on_drop(true)
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
        let (into, lines) = unbounded_channel();
        tokio::spawn(listen("", child.stdout.take().expect("a piped output"), into.clone()));
        tokio::spawn(listen("(aside) ", child.stderr.take().expect("a piped output"), into));
        Bot {
            _child: child,
            lines,
            said: Vec::new(),
        }
    }

    /// Waits for a line that begins so.
    pub(crate) async fn says(&mut self, beginning: &str) -> String {
        loop {
            let line = tokio::time::timeout(PATIENCE, self.lines.recv()).await;
            let Ok(Some(line)) = line else {
                panic!("the bot never said {beginning:?}, but {:#?}", self.said);
            };
            self.note(&line);
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    /// What it said so far, in which there must be no errors.
    pub(crate) fn all_said(&mut self) -> &[String] {
        while let Ok(line) = self.lines.try_recv() {
            self.note(&line);
        }
        &self.said
    }

    fn note(&mut self, line: &str) {
        self.said.push(line.to_owned());
        assert!(!line.starts_with("error"), "something went wrong: {:#?}", self.said);
    }
}

/// Hands on what is said, line by line.
async fn listen(aside: &str, output: impl AsyncRead + Unpin, into: UnboundedSender<String>) {
    let mut lines = BufReader::new(output).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        if into.send(format!("{aside}{}", line.trim_end())).is_err() {
            return;
        }
    }
}
