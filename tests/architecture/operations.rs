//! Holds the files of `docs/operations` against the list of metrics: they name no metric, no label and no value of a label that
//! does not exist, and the dashboard shows all metrics.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use whistle::service::metrics::{Kind, METRICS, Metric};

use super::sources::collect;

/// The files with this ending.
fn files(extension: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/operations");
    let mut found = Vec::new();
    collect(&folder, extension, &mut found);
    let read = |path: &std::path::PathBuf| {
        let text = fs::read_to_string(path).expect("a file can be read");
        (path.display().to_string(), text)
    };
    found.iter().map(read).collect()
}

/// The metric that an expression means by a name, if there is one.
fn metric(name: &str) -> Option<&'static Metric> {
    METRICS.iter().find(|metric| match metric.kind {
        Kind::Histogram => ["_bucket", "_sum", "_count"]
            .iter()
            .any(|end| name.strip_suffix(end) == Some(metric.name)),
        Kind::Counter | Kind::Gauge => name == metric.name,
    })
}

/// The names of metrics in a text, each with what stands behind it.
fn named(text: &str) -> Vec<(&str, &str)> {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let begins = ["whistle_", "process_"];
    let mut found = Vec::new();
    for (at, _) in begins.iter().flat_map(|begin| text.match_indices(begin)) {
        if !text[..at].ends_with(is_word) {
            let name = text[at..].split(|letter| !is_word(letter)).next().unwrap_or_default();
            found.push((name, &text[at + name.len()..]));
        }
    }
    found
}

/// What is wrong with a text: metrics that do not exist, and labels or values that they do not have.
fn wrong(text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, behind) in named(text) {
        let Some(metric) = metric(name) else {
            faults.push(format!("there is no metric {name}"));
            continue;
        };
        let braces = behind.strip_prefix('{').and_then(|behind| behind.split_once('}'));
        for matcher in braces.into_iter().flat_map(|(matchers, _)| matchers.split(',')) {
            let (label, values) = matcher.split_once('=').unwrap_or((matcher, ""));
            let values = values.trim_start_matches('~').replace(['"', '\\'], "");
            let Some((_, known)) = metric.labels.iter().find(|(known, _)| *known == label) else {
                faults.push(format!("{name} has no label {label}"));
                continue;
            };
            let unknown = values.split('|').filter(|value| !known.contains(value));
            faults.extend(unknown.map(|value| format!("{name}: {label} is never {value}")));
        }
    }
    faults
}

/// The values of that key, wherever they stand.
fn values<'v>(json: &'v Value, key: &str, found: &mut Vec<&'v str>) {
    match json {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value.as_str() {
                    Some(text) if name == key => found.push(text),
                    _ => values(value, key, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| values(item, key, found)),
        _ => {}
    }
}

#[test]
fn what_operations_ask_for_exists() {
    let all: Vec<_> = ["yml", "yaml", "json"].into_iter().flat_map(files).collect();
    assert!(all.len() >= 6, "where are the files?");
    let faults: Vec<String> = all
        .iter()
        .flat_map(|(path, text)| wrong(text).into_iter().map(move |fault| format!("{path}: {fault}")))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let alerts = all
        .iter()
        .find(|(path, _)| path.ends_with("alerts.yml"))
        .expect("alerts");
    assert_eq!(alerts.1.matches("- alert: ").count(), 4);
    assert_eq!(alerts.1.matches("expr: ").count(), 4);
}

/// Prometheus's own checker takes the files, and each alert fires when it has to and at no other time.
#[test]
fn the_alerts_fire_when_they_have_to() {
    let Some(promtool) = std::env::var_os("WHISTLE_PROMTOOL") else {
        eprintln!("skipped: WHISTLE_PROMTOOL does not say where Prometheus's promtool is");
        return;
    };
    for arguments in [
        ["check", "config", "docs/operations/prometheus.yml"],
        ["test", "rules", "tests/operations/alerts.yml"],
    ] {
        let checked = Command::new(&promtool)
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("promtool runs");
        let said = [checked.stdout, checked.stderr].concat();
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&said));
    }
}

/// Docker Compose itself takes the file, which it can read without any engine.
#[test]
fn docker_compose_takes_the_file() {
    let Some(compose) = std::env::var_os("WHISTLE_COMPOSE").filter(|compose| !compose.is_empty()) else {
        let must = std::env::var("CI").is_ok_and(|value| value == "true");
        assert!(!must, "WHISTLE_COMPOSE must be set where CI is true");
        eprintln!("skipped: WHISTLE_COMPOSE does not say where docker-compose is");
        return;
    };
    let read = |token: Option<&str>| {
        let mut command = Command::new(&compose);
        command
            .args(["--file", "docs/operations/compose.yaml", "config", "--quiet"])
            .env_remove("DISCORD_TOKEN")
            .envs(token.map(|token| ("DISCORD_TOKEN", token)))
            .current_dir(env!("CARGO_MANIFEST_DIR"));
        let read = command.output().expect("docker-compose runs");
        let said = [read.stdout, read.stderr].concat();
        (read.status.success(), String::from_utf8_lossy(&said).into_owned())
    };
    let (taken, said) = read(Some("token"));
    assert!(taken && said.is_empty(), "{said}");
    // This version says so, and ends as if all were well.
    let (_, said) = read(None);
    assert!(said.contains("put the bot's token into .env"), "{said}");
}

#[test]
fn the_dashboard_shows_every_metric() {
    let dashboards = files("json");
    let [(_, text)] = dashboards.as_slice() else {
        panic!("one dashboard")
    };
    let dashboard: Value = serde_json::from_str(text).expect("JSON");
    let mut asked = Vec::new();
    values(&dashboard, "expr", &mut asked);
    let shown: BTreeSet<&str> = asked
        .iter()
        .flat_map(|asked| named(asked))
        .filter_map(|(name, _)| Some(metric(name)?.name))
        .collect();
    let all: BTreeSet<&str> = METRICS.iter().map(|metric| metric.name).collect();
    assert_eq!(all.difference(&shown).collect::<Vec<_>>(), Vec::<&&str>::new());
}

#[test]
fn what_does_not_exist_is_found() {
    assert_eq!(
        wrong("whistle_ready == 0 or rate(whistle_answer_seconds_count[5m])"),
        Vec::<String>::new()
    );
    assert_eq!(
        wrong("whistle_discord_responses_total{status=~\"429|4xx\"}"),
        Vec::<String>::new()
    );
    assert_eq!(wrong("whistle_reddy").len(), 1);
    assert_eq!(
        wrong("rate(whistle_answer_seconds[5m])").len(),
        1,
        "a histogram has no value of its own"
    );
    assert_eq!(wrong("whistle_discord_responses_total{status=\"6xx\"}").len(), 1);
    assert_eq!(wrong("whistle_ready{table=\"1\"}").len(), 1);
}
