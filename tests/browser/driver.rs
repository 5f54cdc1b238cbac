//! Chromium, driven through chromedriver: every window is a session of its own, with a profile that was empty.
//!
//! `WHISTLE_BROWSER` is the path of chromedriver. Without it the tests skip with a word, so that a plain `cargo test` needs
//! no browser; where `CI` is `true` its absence is an error.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::str::FromStr;
use std::time::{Duration, Instant};

use fantoccini::error::{CmdError, ErrorStatus, NewSessionError};
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use reqwest::{Method, Url};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::{Semaphore, SemaphorePermit};

/// How Chromium is started: nothing that asks, nothing that calls anywhere.
const ARGUMENTS: [&str; 9] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // A container's /dev/shm is too small for several windows.
    "--disable-dev-shm-usage",
];

/// How long chromedriver has to end with all its browsers.
const FAREWELL: Duration = Duration::from_secs(10);

/// How many tests have browsers at a time: more of them wait for each other, and not for what they test.
static ROOM: Semaphore = Semaphore::const_new(2);

/// A chromedriver and its browsers.
pub(crate) struct Driver {
    child: Child,
    port: u16,
    profiles: TempDir,
    // Kept so that the child never writes into a closed pipe.
    _said: BufReader<ChildStdout>,
    _room: SemaphorePermit<'static>,
}

/// A chromedriver that has said on which port it listens, with what else it says.
fn launched(path: &OsStr) -> (Child, BufReader<ChildStdout>, u16) {
    /// It takes a port that is free in one of the two families of addresses, and ends if somebody has that one in the other.
    const TRIES: u32 = 10;
    let mut words = String::new();
    for _ in 0..TRIES {
        let mut child = Command::new(path)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{path:?} does not start: {error}"));
        let mut said = BufReader::new(child.stdout.take().expect("a piped output"));
        words.clear();
        while said.read_line(&mut words).expect("chromedriver speaks UTF-8") > 0 {
            let line = words.lines().last().unwrap_or_default();
            let number = line.rsplit_once("successfully on port ").map(|(_, number)| number);
            if let Some(port) = number.and_then(|number| number.trim_end_matches('.').parse().ok()) {
                return (child, said, port);
            }
        }
        let _ = child.wait();
        assert!(words.contains("port not available"), "chromedriver ended: {words}");
    }
    panic!("chromedriver found no port: {words}");
}

impl Driver {
    /// Starts chromedriver, or says why not.
    pub(crate) fn start() -> Option<Driver> {
        let Some(path) = std::env::var_os("WHISTLE_BROWSER").filter(|path| !path.is_empty()) else {
            let must = std::env::var("CI").is_ok_and(|value| value == "true");
            assert!(!must, "WHISTLE_BROWSER must name chromedriver where CI is true");
            eprintln!("skipped: WHISTLE_BROWSER does not name a chromedriver");
            return None;
        };
        let room = loop {
            match ROOM.try_acquire() {
                Ok(room) => break room,
                Err(_) => std::thread::sleep(Duration::from_millis(50)),
            }
        };
        let (child, said, port) = launched(&path);
        let profiles = tempfile::tempdir().expect("a folder");
        Some(Driver {
            child,
            port,
            profiles,
            _said: said,
            _room: room,
        })
    }

    /// A browser with one empty window. Chromium itself ends at its start once in some hundred times, before it knows of any
    /// page; then another one is started.
    pub(crate) async fn browser(&self) -> Client {
        /// How often.
        const TRIES: u32 = 3;
        for _ in 1..TRIES {
            match self.one_browser().await {
                Err(NewSessionError::SessionNotCreated(error)) => eprintln!("another browser is started: {error}"),
                started => return started.expect("a browser starts"),
            }
        }
        self.one_browser().await.expect("a browser starts")
    }

    async fn one_browser(&self) -> Result<Client, NewSessionError> {
        let profile = tempfile::tempdir_in(self.profiles.path()).expect("a folder").keep();
        let mut arguments: Vec<String> = ARGUMENTS.map(str::to_owned).to_vec();
        arguments.push(format!("--user-data-dir={}", profile.display()));
        let mut wanted = Capabilities::new();
        wanted.insert("goog:loggingPrefs".to_owned(), json!({ "browser": "ALL" }));
        wanted.insert("goog:chromeOptions".to_owned(), json!({ "args": arguments }));
        ClientBuilder::new(HttpConnector::new())
            .capabilities(wanted)
            .connect(&format!("http://127.0.0.1:{}", self.port))
            .await
    }

    /// Asks chromedriver to end, which closes its browsers.
    fn ask_to_end(&self) -> std::io::Result<()> {
        let mut line = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
        line.set_read_timeout(Some(FAREWELL))?;
        write!(
            line,
            "GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n",
            self.port
        )?;
        line.read_to_end(&mut Vec::new()).map(drop)
    }
}

impl Drop for Driver {
    /// No browser outlives its test, however that ends.
    fn drop(&mut self) {
        let asked = self.ask_to_end();
        let until = Instant::now() + FAREWELL;
        while asked.is_ok() && Instant::now() < until {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A command that WebDriver's standard does not have.
#[derive(Debug)]
struct Extension {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Extension {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, <Url as FromStr>::Err> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}

/// Tells Chromium something in its own protocol.
pub(crate) async fn tell(client: &Client, command: &str, parameters: Value) -> Value {
    let body = json!({ "cmd": command, "params": parameters });
    let path = "goog/cdp/execute";
    let answer = client.issue_cmd(Extension { path, body }).await;
    answer.unwrap_or_else(|error| panic!("{command}: {error}"))
}

/// Takes what was written to the console since it was taken last: warnings and worse, the page's own errors, failed
/// requests, and what the page's policy forbade.
pub(crate) async fn take_console(client: &Client) -> Vec<String> {
    let body = json!({ "type": "browser" });
    let entries = client.issue_cmd(Extension { path: "se/log", body }).await;
    let entries = entries.expect("the console can be read");
    let bad = |entry: &&Value| !matches!(entry["level"].as_str(), Some("DEBUG" | "INFO"));
    let entries = entries.as_array().into_iter().flatten().filter(bad);
    entries
        .map(|entry| entry["message"].as_str().unwrap_or_default().to_owned())
        .collect()
}

/// Whether a command failed only because the page was changing under it, so that it may be tried again.
pub(crate) fn is_passing(error: &CmdError) -> bool {
    let CmdError::Standard(error) = error else {
        return false;
    };
    let gone = error.message.contains("does not belong to the document");
    gone || matches!(
        error.error,
        ErrorStatus::StaleElementReference
            | ErrorStatus::ElementClickIntercepted
            | ErrorStatus::ElementNotInteractable
            | ErrorStatus::NoSuchElement
            | ErrorStatus::MoveTargetOutOfBounds
            | ErrorStatus::InvalidElementState
    )
}
