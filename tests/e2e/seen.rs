//! What whoever runs the bot sees of it: health, metrics and the log. They tell how the bot is, and nothing of anybody.

use std::collections::{BTreeMap, BTreeSet};
use std::net::TcpListener;
use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use whistle::service::metrics::{BUCKETS, Kind, METRICS, Metric};

use super::robots::Robots;
use super::stage::{Allowed, OWNER, Setup, Stage};
use super::table_steps::{begin, see_through, whistle_with};

/// Where a bot serves health and metrics.
struct Service {
    address: String,
    http: reqwest::Client,
}

impl Service {
    /// A port of this computer on which nobody listens yet.
    fn somewhere() -> Service {
        let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
        Service {
            address: taken.local_addr().expect("its address").to_string(),
            http: reqwest::Client::new(),
        }
    }

    /// Lets the stage's bot begin anew, and serve here.
    async fn begin(stage: &mut Stage) -> Service {
        let service = Service::somewhere();
        stage.kill_bot().await;
        stage.start_bot_with(&[("WHISTLE_HTTP", &service.address)]).await;
        service
    }

    /// The status and the text of an answer; `None` if nobody listens.
    async fn get(&self, path: &str) -> Option<(u16, String)> {
        let request = self.http.get(format!("http://{}{path}", self.address));
        let response = request.timeout(Duration::from_secs(5)).send().await.ok()?;
        Some((response.status().as_u16(), response.text().await.ok()?))
    }

    /// Waits until the bot is ready.
    async fn is_ready(&self, stage: &Stage) {
        let ready = async || (self.get("/health/ready").await? == (200, "ready\n".to_owned())).then_some(());
        stage.owner.until("the bot is ready", ready).await;
    }

    /// Waits until the bot is not ready for this reason; the process answers all the same.
    async fn is_not_ready(&self, stage: &Stage, why: &str) {
        let says = async || {
            let (status, text) = self.get("/health/ready").await?;
            (status == 503 && text.contains(why)).then_some(())
        };
        stage.owner.until(&format!("the bot says {why:?}"), says).await;
        assert_eq!(self.get("/health/live").await.map(|(status, _)| status), Some(200));
    }
}

/// One line of the text: the metric, its labels, and its value.
struct Sample {
    name: String,
    labels: Vec<(String, String)>,
    value: f64,
}

impl Sample {
    /// Reads a line such as `name{label="value"} 1`. No value of a label here has a quote or a comma.
    fn read(line: &str) -> Sample {
        let (head, value) = line.rsplit_once(' ').unwrap_or_else(|| panic!("no value: {line}"));
        let (name, labels) = head.split_once('{').unwrap_or((head, ""));
        let label = |label: &str| {
            let (name, value) = label.split_once("=\"")?;
            Some((name.to_owned(), value.strip_suffix('"')?.to_owned()))
        };
        let labels = labels
            .trim_end_matches('}')
            .split(',')
            .filter(|label| !label.is_empty());
        Sample {
            name: name.to_owned(),
            labels: labels
                .map(|text| label(text).unwrap_or_else(|| panic!("no label: {line}")))
                .collect(),
            value: value.parse().unwrap_or_else(|_| panic!("no number: {line}")),
        }
    }

    /// The metric of the list that it belongs to.
    fn metric(&self) -> &'static Metric {
        let of = |metric: &&Metric| match metric.kind {
            Kind::Histogram => ["_bucket", "_sum", "_count"]
                .iter()
                .any(|end| self.name.strip_suffix(end) == Some(metric.name)),
            Kind::Counter | Kind::Gauge => self.name == metric.name,
        };
        let found = METRICS.iter().find(of);
        found.unwrap_or_else(|| panic!("the list has no {}", self.name))
    }

    /// Every label is one of the metric, and its value one of the label.
    fn is_closed(&self) {
        for (label, value) in &self.labels {
            let metric = self.metric();
            let bound = || value == "+Inf" || BUCKETS.iter().any(|bound| value.parse() == Ok(*bound));
            let known = |(name, values): &(&str, &[&str])| name == label && values.contains(&value.as_str());
            let bucket = self.name.ends_with("_bucket") && label == "le" && bound();
            assert!(
                bucket || metric.labels.iter().any(known),
                "{}: {label}={value}",
                self.name
            );
        }
    }
}

/// The metrics in a text, each of the list with its type, and with no label that could tell of anybody.
fn read_metrics(text: &str) -> Vec<Sample> {
    let samples: Vec<Sample> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(Sample::read)
        .collect();
    samples.iter().for_each(Sample::is_closed);
    let seen: BTreeSet<&str> = samples.iter().map(|sample| sample.metric().name).collect();
    for Metric { name, kind, .. } in METRICS {
        assert!(seen.contains(name), "there is no {name} in\n{text}");
        let kind = format!("{kind:?}").to_lowercase();
        assert!(text.contains(&format!("# TYPE {name} {kind}\n")), "the type of {name}");
        assert!(text.contains(&format!("# HELP {name} ")), "the help of {name}");
    }
    samples
}

/// The sum of all samples of that name.
fn sum(samples: &[Sample], name: &str) -> f64 {
    let named = samples.iter().filter(|sample| sample.name == name);
    named.map(|sample| sample.value).sum()
}

/// The words of a text.
fn words(text: &str) -> BTreeSet<&str> {
    text.split(|letter: char| !letter.is_alphanumeric()).collect()
}

/// Nothing in a text is an id, a name or a choice.
fn tells_nothing(what: &str, text: &str, names: &[String], choices: &BTreeSet<String>) {
    let words = words(text);
    let id = words
        .iter()
        .find(|word| word.len() > 16 && word.bytes().all(|byte| byte.is_ascii_digit()));
    assert_eq!(id, None, "{what} holds an id");
    let name = names.iter().find(|name| words.contains(name.as_str()));
    assert_eq!(name, None, "{what} holds a name");
    let told = |choice: &&String| match choice.contains(' ') {
        true => text.contains(choice.as_str()),
        false => words.contains(choice.as_str()),
    };
    assert_eq!(choices.iter().find(told), None, "{what} holds a choice");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn metrics_and_the_log_tell_of_two_matches_at_once_and_of_nobody_in_them() {
    let mut stage = Stage::open(Setup::of(6)).await;
    let service = Service::begin(&mut stage).await;
    service.is_ready(&stage).await;
    let (one, other) = (stage.channel(0).await, stage.channel(1).await);
    let (here, there) = stage.people.split_at(3);
    let mut choices = BTreeSet::new();
    let played = async |channel: &str, people: &[_], seed| {
        let (host, others) = people.split_first().expect("a host");
        begin(channel, host, others, json!({ "games": 1 })).await;
        let robots = Robots::chatting(channel, people, seed);
        see_through(channel, host).await;
        robots.stop().await
    };
    let (told, more) = tokio::join!(played(&one, here, 91), played(&other, there, 92));
    for (_, told) in told.into_iter().chain(more) {
        choices.extend(told.choices.into_values().flatten());
    }
    assert!(choices.len() > 10, "people have played");

    // A commit may have taken long a moment ago.
    service.is_ready(&stage).await;
    let (status, text) = service.get("/metrics").await.expect("metrics");
    assert_eq!(status, 200);
    let samples = read_metrics(&text);
    for (name, least) in [
        ("whistle_ready", 1.0),
        ("whistle_answer_seconds_count", 20.0),
        ("whistle_message_seconds_count", 10.0),
        ("whistle_picture_seconds_count", 2.0),
        ("whistle_store_commit_seconds_count", 20.0),
        ("whistle_discord_responses_total", 40.0),
        ("whistle_tables_loaded", 2.0),
        ("whistle_shards_connected", 1.0),
        ("whistle_chats_opened_total", 1.0),
        ("process_resident_memory_bytes", 1e6),
        ("whistle_store_bytes", 1e4),
    ] {
        assert!(sum(&samples, name) >= least, "{name} is {}", sum(&samples, name));
    }
    assert_eq!(sum(&samples, "whistle_store_failures_total"), 0.0);
    assert_eq!(sum(&samples, "whistle_tables_failing"), 0.0);
    assert!(sum(&samples, "whistle_timers_late_seconds") < 10.0);

    let people = stage.people.iter().map(|person| person.name.clone());
    let names: Vec<String> = people.chain([OWNER.to_owned()]).collect();
    let ids = [&one, &other, &stage.owner.id];
    assert!(ids.iter().all(|id| id.len() > 16), "ids are that long: {ids:?}");
    // Without the values, which are numbers with many digits.
    let heads: Vec<&str> = text.lines().filter_map(|line| Some(line.rsplit_once(' ')?.0)).collect();
    tells_nothing("a metric", &heads.join("\n"), &names, &choices);
    tells_nothing("the log", &stage.log(), &names, &choices);
    stage
        .close_but(Allowed {
            silence: true,
            ..Allowed::default()
        })
        .await;
    assert_eq!(service.get("/health/live").await, None, "it ends with the bot");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_cut_off_from_the_gateway_is_not_ready_until_it_is_back() {
    let mut stage = Stage::open(Setup::of(1)).await;
    let service = Service::begin(&mut stage).await;
    service.is_ready(&stage).await;
    let environment = [("WHISTLE_HTTP", service.address.as_str())];
    assert_eq!(
        whistle_with(&stage, &["health"], &environment).await,
        (true, "ready\n".to_owned())
    );
    stage.gateway(json!({ "do": "shut" })).await;
    service.is_not_ready(&stage, "1 of 1 shards are not connected").await;
    let (well, said) = whistle_with(&stage, &["health"], &environment).await;
    assert!(!well && said.contains("not connected"), "{said}");
    assert_eq!(
        whistle_with(&stage, &["health", "--live"], &environment).await,
        (true, "ok\n".to_owned()),
        "a new start would mend nothing"
    );
    stage.gateway_opens().await;
    service.is_ready(&stage).await;
    let allowed = Allowed {
        errors: true,
        ..Allowed::default()
    };
    stage.close_but(allowed).await;
    let (well, said) = whistle_with(&Stage::open(Setup::of(1)).await, &["health"], &environment).await;
    assert!(!well && said.contains("does not answer"), "{said}");
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_cannot_write_is_not_ready_until_the_disk_is_mended() {
    let mut stage = Stage::open(Setup::of(1)).await;
    let service = Service::somewhere();
    stage.kill_bot().await;
    let environment = [("WHISTLE_HTTP", service.address.as_str())];
    stage.start_bot_ignoring_with("XFSZ", &environment).await;
    service.is_ready(&stage).await;
    super::disks::may_write(&stage, false);
    service.is_not_ready(&stage, "the store cannot be written").await;
    let (channel, person) = (stage.channel(0).await, &stage.people[0]);
    let says = async || {
        let status = person.run(&channel, "status", json!({})).await.private();
        status.has("cannot save anything").then_some(())
    };
    person.until("somebody is told", says).await;
    super::disks::may_write(&stage, true);
    service.is_ready(&stage).await;
    let (_, text) = service.get("/metrics").await.expect("metrics");
    let failures = text
        .lines()
        .find_map(|line| line.strip_prefix("whistle_store_failures_total "));
    assert!(
        failures.is_some_and(|count| count != "0"),
        "failures are counted: {failures:?}"
    );
    let allowed = Allowed {
        errors: true,
        ..Allowed::default()
    };
    stage.close_but(allowed).await;
}

/// How many sockets of a process wait for connections. The process may hold a socket more than once, to hand it over.
#[cfg(target_os = "linux")]
fn listening(process: u32) -> usize {
    const LISTENS: &str = "0A";
    let mut inodes = BTreeMap::new();
    for table in ["tcp", "tcp6"] {
        let text = std::fs::read_to_string(format!("/proc/{process}/net/{table}")).expect("the table of sockets");
        for line in text.lines().skip(1) {
            let fields: Vec<&str> = line.split_whitespace().collect();
            inodes.insert(format!("socket:[{}]", fields[9]), fields[3] == LISTENS);
        }
    }
    let files = std::fs::read_dir(format!("/proc/{process}/fd")).expect("its files");
    let links = files.filter_map(|file| std::fs::read_link(file.ok()?.path()).ok());
    let sockets: BTreeSet<String> = links.map(|link| link.to_string_lossy().into_owned()).collect();
    sockets
        .iter()
        .filter(|socket| inodes.get(*socket) == Some(&true))
        .count()
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_an_address_nothing_listens() {
    let mut stage = Stage::open(Setup::of(1)).await;
    // The relay of the gateway listens on loopback for the bot itself.
    assert_eq!(listening(stage.bot_process()), 1);
    Service::begin(&mut stage).await;
    assert_eq!(listening(stage.bot_process()), 2);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn anybody_may_ask_whether_all_is_well() {
    // A minute takes three seconds here, so on a busy computer clocks are soon late.
    let stage = Stage::open(Setup::of(1).faster(20)).await;
    let (channel, ana) = (stage.channel(0).await, &stage.people[0]);
    let asked = async || ana.run(&channel, "status", json!({})).await.private().text();
    let first = asked().await;
    let well = |said: &str| said == "Everything works.";
    let ends_well = first.starts_with("I have just come back") || first.ends_with("nothing is lost.");
    assert!(ends_well || well(&first), "{first}");
    ana.until("a minute has passed", async || well(&asked().await).then_some(()))
        .await;
    // The three seconds may be over before an answer comes.
    ana.until("the bot says that it is back", async || {
        ana.line.must(Method::POST, "/-/gateway", json!({ "do": "drop" })).await;
        let body = json!({ "channel": channel, "command": "status", "options": {}, "wait": "final" });
        let answer = ana.attempt("run", body).await.filter(|answer| answer.came())?;
        answer.private().has("just come back").then_some(())
    })
    .await;
    let allowed = Allowed {
        silence: true,
        errors: true,
        ..Allowed::default()
    };
    stage.close_but(allowed).await;
}
