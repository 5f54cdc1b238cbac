//! A real Prometheus with the files of docs/operations, beside a bot that serves: it finds all that the dashboard shows and the
//! alerts ask for.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::{Child, Command};

use super::robots::Robots;
use super::stage::{Allowed, Setup, Stage};
use super::table_steps::{begin, see_through};

/// What docs/operations/prometheus.yml calls the bot's address.
const TARGET: &str = "whistle:9464";

/// Prometheus, which Debian's package puts beside its checker; nothing where it is missing, after saying so.
fn program() -> Option<PathBuf> {
    let checker = std::env::var_os("WHISTLE_PROMTOOL").filter(|path| !path.is_empty());
    let program = checker.map(|path| Path::new(&path).with_file_name("prometheus"));
    let there = program.filter(|program| program.is_file());
    if there.is_none() {
        eprintln!("skipped: there is no prometheus beside what WHISTLE_PROMTOOL names");
    }
    there
}

/// A port of this computer on which nobody listens yet.
fn somewhere() -> String {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    taken.local_addr().expect("its address").to_string()
}

fn operations(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/operations").join(file);
    std::fs::read_to_string(path).expect("a file of docs/operations")
}

/// A running Prometheus.
struct Prometheus {
    address: String,
    http: reqwest::Client,
    _running: Child,
    _folder: TempDir,
}

impl Prometheus {
    /// Starts it with the files of docs/operations, in which only the bot's address is another one.
    fn start(program: &Path, bot: &str) -> Prometheus {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = operations("prometheus.yml");
        assert_eq!(settings.matches(TARGET).count(), 1, "{settings}");
        std::fs::write(folder.path().join("prometheus.yml"), settings.replace(TARGET, bot)).expect("written");
        std::fs::write(folder.path().join("alerts.yml"), operations("alerts.yml")).expect("written");
        let address = somewhere();
        let running = Command::new(program)
            .arg("--config.file=prometheus.yml")
            .arg("--storage.tsdb.path=data")
            .arg(format!("--web.listen-address={address}"))
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn();
        Prometheus {
            address,
            http: reqwest::Client::new(),
            _running: running.expect("Prometheus starts"),
            _folder: folder,
        }
    }

    /// What it answers; `None` while it does not.
    async fn ask(&self, path: &str, query: &[(&str, &str)]) -> Option<Value> {
        let request = self.http.get(format!("http://{}/api/v1/{path}", self.address));
        let response = request.query(query).timeout(Duration::from_secs(5)).send().await.ok()?;
        let answer: Value = response.json().await.ok()?;
        assert_eq!(answer["status"], "success", "{path} {query:?}: {answer}");
        Some(answer["data"].clone())
    }

    /// The labels of every series that an expression gives.
    async fn series(&self, expression: &str) -> Vec<Value> {
        let found = self.ask("query", &[("query", expression)]).await.unwrap_or_default();
        let series = found["result"].as_array().cloned().unwrap_or_default();
        series.into_iter().map(|series| series["metric"].clone()).collect()
    }
}

/// The expressions of a text in YAML or JSON that are asked of Prometheus.
fn expressions(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("expr").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|value| expressions(value, found));
        }
        Value::Array(items) => items.iter().for_each(|item| expressions(item, found)),
        _ => {}
    }
}

/// The metrics that an expression names, each with its braces, as far as they stand there.
fn selectors(expression: &str) -> Vec<String> {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut found = Vec::new();
    for begin in ["whistle_", "process_", "up{"] {
        for (at, _) in expression.match_indices(begin) {
            if expression[..at].ends_with(|letter| is_word(letter) || letter == '"') {
                continue;
            }
            let rest = &expression[at..];
            let name = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
            let braces = rest[name..].starts_with('{').then(|| rest.find('}')).flatten();
            found.push(rest[..braces.map_or(name, |end| end + 1)].to_owned());
        }
    }
    found
}

/// The labels by which an expression adds up.
fn added_by(expression: &str) -> Vec<&str> {
    let lists = expression
        .split("by (")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    lists.flat_map(|list| list.split(", ")).collect()
}

/// What is missing of all that is asked for.
async fn missing(prometheus: &Prometheus, asked: &[String]) -> Option<String> {
    for expression in asked {
        // That it is understood is all that can be said of the whole: whether an alert has series depends on how the bot is.
        if prometheus.ask("query", &[("query", expression)]).await.is_none() {
            return Some("Prometheus".to_owned());
        }
        let named = selectors(expression);
        // Of several metrics it is not said here which is added up by what.
        let by = if named.len() == 1 {
            added_by(expression)
        } else {
            Vec::new()
        };
        for selector in named {
            let series = prometheus.series(&selector).await;
            let labels = |series: &Value| by.iter().all(|label| series[label].is_string());
            if series.is_empty() || !series.iter().all(labels) {
                return Some(format!("{selector} of {expression}"));
            }
        }
    }
    None
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn prometheus_finds_all_that_the_dashboard_and_the_alerts_ask_for() {
    let Some(program) = program() else { return };
    let mut stage = Stage::open(Setup::of(3)).await;
    let bot = somewhere();
    stage.kill_bot().await;
    stage.start_bot_with(&[("WHISTLE_HTTP", &bot)]).await;
    let prometheus = Prometheus::start(&program, &bot);
    // What nobody has done yet has no series.
    let channel = stage.channel(0).await;
    begin(&channel, &stage.people[0], &stage.people[1..], json!({ "games": 1 })).await;
    let robots = Robots::chatting(&channel, &stage.people, 17);
    see_through(&channel, &stage.people[0]).await;
    robots.stop().await;
    let up = async || {
        let targets = prometheus.ask("targets", &[("state", "active")]).await?;
        let target = &targets["activeTargets"][0];
        (target["health"] == "up" && target["labels"]["job"] == "whistle").then_some(())
    };
    stage.owner.until("the bot is up", up).await;

    let dashboard = operations("grafana/dashboards/whistle.json");
    let mut asked = Vec::new();
    expressions(&serde_json::from_str(&dashboard).expect("JSON"), &mut asked);
    let shown = asked.len();
    let rules = async || {
        let rules = prometheus.ask("rules", &[]).await?;
        let rules = rules["groups"][0]["rules"].as_array()?.clone();
        rules.iter().all(|rule| rule["health"] == "ok").then_some(rules)
    };
    let rules = stage.owner.until("all rules are looked at", rules).await;
    let names: BTreeSet<&str> = rules.iter().filter_map(|rule| rule["name"].as_str()).collect();
    assert_eq!(names.len(), 4, "{names:?}");
    assert!(rules.iter().all(|rule| rule["lastError"].is_null()), "{rules:?}");
    asked.extend(
        rules
            .iter()
            .filter_map(|rule| rule["query"].as_str())
            .map(str::to_owned),
    );
    assert!(shown > 30 && asked.len() == shown + 4, "{asked:?}");

    // The next look comes within fifteen seconds.
    let all = async || missing(&prometheus, &asked).await.is_none().then_some(());
    let waited = tokio::time::timeout(Duration::from_secs(40), async {
        while all().await.is_none() {
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    });
    if waited.await.is_err() {
        panic!("there is no {:?}", missing(&prometheus, &asked).await);
    }
    let allowed = Allowed {
        silence: true,
        ..Allowed::default()
    };
    stage.close_but(allowed).await;
}

#[test]
fn what_an_expression_names_is_found() {
    let expression = "histogram_quantile(0.5, sum by (le, slot) (rate(whistle_message_seconds_bucket[5m]))) > 1
        or up{job=\"whistle\"} == 0 or whistle_ready == 0";
    let found: BTreeSet<String> = selectors(expression).into_iter().collect();
    let wanted = ["up{job=\"whistle\"}", "whistle_message_seconds_bucket", "whistle_ready"];
    assert_eq!(found, BTreeSet::from(wanted.map(str::to_owned)));
    assert_eq!(added_by(expression), ["le", "slot"]);
}
