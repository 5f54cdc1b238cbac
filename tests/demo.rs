//! `whistle playground --demo`: people play by themselves, one match after the other, whatever happens in between.

#![cfg(unix)]

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use reqwest::{Client, Method};
use serde_json::{Value, json};
use whistle::discord::custom_id::CustomId;
use whistle::games::CATALOGUE;

/// How long a match may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(240);
/// How long the program has to end when it is told to.
const FAREWELL: Duration = Duration::from_secs(5);

/// The program with people who play by themselves.
struct Demo {
    program: Child,
    people: String,
    http: Client,
    _folder: tempfile::TempDir,
}

impl Drop for Demo {
    fn drop(&mut self) {
        // If the test failed, nothing else ends it.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

impl Demo {
    fn begin() -> Demo {
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = Command::new(env!("CARGO_BIN_EXE_whistle"));
        command
            .args(["playground", "--demo"])
            .current_dir(folder.path())
            .env_clear();
        command
            .env("WHISTLE_TEST_SPEED", "100")
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        for game in CATALOGUE {
            // One game a match is enough to see an end, where there can be more.
            if (game.options)().iter().any(|option| option.name == "games") {
                command.env(
                    format!("WHISTLE_OPTIONS_{}", game.slug.to_uppercase()),
                    r#"{"games":1}"#,
                );
            }
        }
        let mut program = command.spawn().expect("the program starts");
        let mut said = BufReader::new(program.stdout.take().expect("its output")).lines();
        let mut line = || said.next().expect("a line").expect("text");
        let first = line();
        let address = first.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("an address: {first}")).to_owned();
        assert!(line().contains("watch"), "it says what there is to see");
        assert!(
            line().contains(&format!("http://{address}/?as=")),
            "and how to be somebody else"
        );
        Demo {
            program,
            people: format!("http://{address}/people"),
            http: Client::new(),
            _folder: folder,
        }
    }

    async fn call(&self, method: Method, path: &str, body: Value) -> Value {
        let request = self.http.request(method, format!("{}{path}", self.people)).json(&body);
        let answer = request.send().await.expect("an answer");
        answer.json().await.unwrap_or(Value::Null)
    }

    /// Everything that is offered in the first channel, newest first.
    async fn offered(&self, channel: &str) -> Vec<CustomId> {
        let path = format!("/Cleo/channels/{channel}/messages?limit=300");
        let messages = self.call(Method::GET, &path, json!({})).await;
        messages.as_array().into_iter().flatten().flat_map(offered).collect()
    }

    /// Waits until one of the presses that are offered is so, and gives its table.
    async fn wait(&self, channel: &str, what: &str, so: impl Fn(&CustomId) -> bool) -> u64 {
        let until = Instant::now() + PATIENCE;
        loop {
            let offered = self.offered(channel).await;
            if let Some(table) = offered.iter().find(|press| so(press)).and_then(CustomId::table) {
                return table;
            }
            assert!(Instant::now() < until, "{what} does not come: {offered:?}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

/// What a message offers to press.
fn offered(message: &Value) -> impl Iterator<Item = CustomId> {
    let rows = message["components"].as_array().into_iter().flatten();
    let parts = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    parts.filter_map(|part| part["custom_id"].as_str()?.parse().ok())
}

/// Whether a press closes the table.
fn closes(press: &CustomId, wanted: u64) -> bool {
    matches!(press, CustomId::CancelLost { table, .. } | CustomId::CancelSure { table } if *table == wanted)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_follow_each_other_whatever_happens() {
    let mut demo = Demo::begin();
    let everyone = demo.call(Method::GET, "", json!({})).await;
    let channel = everyone["channels"][0]["id"].as_str().expect("a channel").to_owned();
    let first = demo
        .wait(&channel, "the end of a match", |press| {
            matches!(press, CustomId::Rematch { .. })
        })
        .await;
    let later = |press: &CustomId| matches!(press, CustomId::Mine { table } if *table != first);
    let second = demo.wait(&channel, "the next match", later).await;
    // Somebody closes it. Whoever would be last in it may be another one when the button is pressed; then the bot asks again.
    let over = |press: &CustomId| matches!(press, CustomId::Rematch { table } if *table == second);
    let until = Instant::now() + PATIENCE;
    while !demo.offered(&channel).await.iter().any(over) {
        assert!(Instant::now() < until, "the table cannot be closed");
        let body = json!({ "channel": channel, "command": "table cancel", "wait": "final" });
        let asked = demo.call(Method::POST, "/Ana/run", body).await;
        let message = &asked["message"];
        if let Some(sure) = offered(message).find(|press| closes(press, second)) {
            let sure = sure.to_string();
            let body = json!({ "channel": channel, "message": message["id"], "custom_id": sure, "wait": "final" });
            demo.call(Method::POST, "/Ana/press", body).await;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // Ben shuts his door, the line to the bot breaks, and one of its answers gets lost.
    demo.call(Method::PATCH, "/Ben", json!({ "dms_open": false })).await;
    demo.call(Method::POST, "/-/gateway", json!({ "do": "drop" })).await;
    let failing = json!({ "failing": { "next": 3, "status": 502 } });
    demo.call(Method::PATCH, "/-/faults", failing).await;
    let known = BTreeSet::from([first, second]);
    let third = |press: &CustomId| matches!(press, CustomId::Rematch { table } if !known.contains(table));
    demo.wait(&channel, "the end of a match with a closed door", third)
        .await;

    let told = Command::new("kill").arg(demo.program.id().to_string()).status();
    assert!(told.expect("kill runs").success());
    let asked = Instant::now();
    let status = loop {
        if let Some(status) = demo.program.try_wait().expect("its state") {
            break status;
        }
        assert!(asked.elapsed() < FAREWELL, "it does not end");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert!(status.success(), "{status}");
}
