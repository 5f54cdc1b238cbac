//! `whistle conform` at the playground: it passes every check, finds a difference that is planted in each, and tidies up.

#[path = "../support/kit.rs"]
mod kit;
mod mutants;
mod proxy;
mod script;

use std::collections::BTreeSet;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::watch;
use whistle::conform::{self, CHECKS, Event, Findings, Needs, Verdict, report, run};
use whistle::playground::{Config, DEFAULT_TOKEN, Deadlines, GatewayConfig, Playground, Quota, RateLimits, start};

use kit::{People, Rest, calm, started};
use proxy::Proxy;

/// A token's life, so short that a test can see its end.
const LIFE: Duration = Duration::from_secs(4);

/// A playground with limits on, though wide ones, and a bot that may make channels.
fn place() -> Config {
    let wide = Quota::new(10_000, 5);
    Config {
        bot_permissions: Config::default().bot_permissions | 1 << 4,
        rate_limits: RateLimits {
            global: wide,
            messages: wide,
            deletes: wide,
            reactions: wide,
            follow_ups: wide,
            others: wide,
            follow_ups_hidden: None,
            ..RateLimits::default()
        },
        deadlines: Deadlines {
            token: LIFE,
            ..Deadlines::default()
        },
        gateway: GatewayConfig {
            identify_window: Duration::ZERO,
            ..GatewayConfig::default()
        },
        ..calm()
    }
}

async fn guild(people: &People) -> u64 {
    let id = &people.get("").await["guild"]["id"];
    id.as_str().and_then(|id| id.parse().ok()).expect("a guild has an id")
}

/// What a run at a playground, or at what stands before it, is started with.
async fn settings(people: &People, base: String) -> conform::Config {
    conform::Config {
        api_base: Some(base),
        slow: true,
        patience: Duration::from_secs(10),
        token_life: LIFE,
        ..conform::Config::new(DEFAULT_TOKEN, guild(people).await)
    }
}

fn nothing_stops() -> (watch::Sender<bool>, watch::Receiver<bool>) {
    watch::channel(false)
}

fn of(findings: &Findings, such: fn(&Verdict) -> bool) -> BTreeSet<&'static str> {
    let such = findings.verdicts.iter().filter(|(_, verdict)| such(verdict));
    such.map(|(check, _)| check.name).collect()
}

/// What the run could have left in a playground: channels of its name, commands, and emojis.
async fn left(people: &People, rest: &Rest) -> Vec<Value> {
    let mut left = Vec::new();
    let everything = people.get("").await;
    let channels = everything["channels"].as_array().cloned().unwrap_or_default();
    left.extend(
        channels
            .into_iter()
            .filter(|channel| channel["name"] == "whistle-conform"),
    );
    let (app, guild) = (rest.app().await, guild(people).await);
    for path in [
        format!("/applications/{app}/commands"),
        format!("/applications/{app}/guilds/{guild}/commands"),
    ] {
        left.extend(rest.get(&path).await.1.as_array().cloned().unwrap_or_default());
    }
    let (_, emojis) = rest.get(&format!("/applications/{app}/emojis")).await;
    left.extend(emojis["items"].as_array().cloned().unwrap_or_default());
    left
}

#[test]
fn the_catalogue_cites_what_is_there() {
    let document =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/", "DISCORD.md")).expect("the rules");
    let headings: BTreeSet<&str> = document.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let mut names = BTreeSet::new();
    for check in CHECKS {
        assert!(headings.contains(check.section), "{check:?} cites {}", check.section);
        assert!(names.insert(check.name), "{check:?} is there twice");
        assert!(
            check.rule.ends_with('.') && check.rule.len() > 20,
            "{check:?} says what it expects"
        );
    }
    assert!(CHECKS.len() >= 60, "{}", CHECKS.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_playground_passes_all_and_nothing_is_left() {
    let (playground, people, rest) = started(place()).await;
    let config = settings(&people, playground.base_url()).await;
    let script = script::play(people.clone());
    let (_stop, stopped) = nothing_stops();
    let findings = run(&config, stopped, Arc::new(|_| {})).await.expect("it runs");
    script.abort();
    for (check, verdict) in &findings.verdicts {
        assert_eq!(*verdict, Verdict::Agrees, "{check:?}");
    }
    assert_eq!((findings.verdicts.len(), findings.left_behind), (CHECKS.len(), 0));
    assert!(
        findings.refusals <= 5,
        "{} answers count towards a ban",
        findings.refusals
    );
    assert_eq!(left(&people, &rest).await, Vec::<Value>::new());
    let said = report(&findings, "2026-11-25");
    assert!(
        said.contains("2026-11-25") && said.contains(env!("CARGO_PKG_VERSION")),
        "{said}"
    );
    no_ids_no_names(&said);
    playground.stop().await;
}

/// What a report must never hold.
fn no_ids_no_names(said: &str) {
    let digits = said.split(|letter: char| !letter.is_ascii_digit());
    assert!(
        digits.map(str::len).max().unwrap_or_default() < 15,
        "an id is told: {said}"
    );
    for name in ["Ana", "The Playground", DEFAULT_TOKEN] {
        assert!(!said.contains(name), "{name} is told: {said}");
    }
}

/// A run against a playground with a difference planted in these checks, each while it is tried.
async fn with_planted(names: BTreeSet<&'static str>) {
    let (playground, people, rest) = started(place()).await;
    let proxy = Proxy::before(&playground).await;
    let config = settings(&people, proxy.base()).await;
    let script = script::play(people.clone());
    let (_stop, stopped) = nothing_stops();
    let (tried, planted) = (proxy.tried(), names.clone());
    let tell = move |event: Event<'_>| {
        if let Event::Begins(check) = event {
            *tried.lock().expect("a name") = Some(check.name).filter(|name| planted.contains(name));
        }
    };
    let findings = run(&config, stopped, Arc::new(tell)).await.expect("it runs");
    script.abort();
    let verdicts: Vec<_> = findings
        .verdicts
        .iter()
        .filter(|(_, verdict)| *verdict != Verdict::Agrees)
        .collect();
    let found = of(&findings, |verdict| matches!(verdict, Verdict::Differs(_)));
    let missed: Vec<_> = names.difference(&found).collect();
    let imagined: Vec<_> = found.difference(&names).collect();
    assert!(
        missed.is_empty() && imagined.is_empty(),
        "missed {missed:?}, imagined {imagined:?}: {verdicts:#?}"
    );
    let untried = of(&findings, |verdict| matches!(verdict, Verdict::Untried(_)));
    assert!(untried.is_empty(), "{untried:?}");
    assert_eq!(left(&people, &rest).await, Vec::<Value>::new());
    no_ids_no_names(&report(&findings, "2026-11-25"));
    playground.stop().await;
}

/// Every second check, so that each stands beside others in which nothing is planted.
fn every_second(from: usize) -> BTreeSet<&'static str> {
    CHECKS.iter().skip(from).step_by(2).map(|check| check.name).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_difference_in_every_odd_check_is_found_and_no_other() {
    with_planted(every_second(0)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_difference_in_every_even_check_is_found_and_no_other() {
    with_planted(every_second(1)).await;
}

/// A run in one of the channels that are there, without anybody who presses.
#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_was_named_is_left_as_it_was() {
    let config = Config {
        bot_permissions: Config::default().bot_permissions,
        ..place()
    };
    let (playground, people, rest) = started(config).await;
    let channel = people.channel(0).await;
    people
        .post(
            &format!("/Ana/channels/{channel}/messages"),
            json!({ "content": "Mine." }),
        )
        .await;
    let own = settings(&people, playground.base_url()).await;
    let (_stop, stopped) = nothing_stops();
    let refused = run(&own, stopped.clone(), Arc::new(|_| {}))
        .await
        .expect_err("the bot may not make a channel");
    assert!(refused.to_string().contains("--channel"), "{refused}");
    let config = conform::Config {
        channel: channel.parse().ok(),
        person: false,
        ..own
    };
    let findings = run(&config, stopped, Arc::new(|_| {})).await.expect("it runs");
    for (check, verdict) in &findings.verdicts {
        let alone = check.needs == Needs::Nobody;
        assert_eq!(*verdict == Verdict::Agrees, alone, "{check:?}: {verdict:?}");
    }
    assert_eq!(findings.left_behind, 0);
    let (_, messages) = rest.get(&format!("/channels/{channel}/messages")).await;
    let messages = messages.as_array().cloned().unwrap_or_default();
    assert_eq!(messages.len(), 1, "{messages:#?}");
    let (_, open) = rest
        .get(&format!("/guilds/{}/threads/active", guild(&people).await))
        .await;
    assert_eq!(open["threads"], json!([]));
    assert_eq!(left(&people, &rest).await, Vec::<Value>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_stopped_tidies_up() {
    let (playground, people, rest) = started(place()).await;
    let config = settings(&people, playground.base_url()).await;
    let (stop, stopped) = nothing_stops();
    // Somewhere among the checks, and then while it waits for a person who never comes.
    for last in ["thread-id", "press"] {
        stop.send_replace(false);
        let stop = stop.clone();
        let waits = CHECKS
            .iter()
            .any(|check| check.name == last && check.needs == Needs::Person);
        let begun = Mutex::new(false);
        let tell = move |event: Event<'_>| match event {
            Event::Begins(check) if check.name == last && !waits => {
                stop.send_replace(true);
            }
            Event::Begins(check) if check.name == last => *begun.lock().expect("a flag") = true,
            Event::Asks(_) if waits && *begun.lock().expect("a flag") => {
                stop.send_replace(true);
            }
            _ => {}
        };
        let findings = run(&config, stopped.clone(), Arc::new(tell)).await.expect("it runs");
        let at = findings
            .verdicts
            .iter()
            .position(|(check, _)| check.name == last)
            .expect("it began");
        let after = findings.verdicts[at..]
            .iter()
            .all(|(_, verdict)| matches!(verdict, Verdict::Untried(_)));
        assert!(after && findings.left_behind == 0, "{:#?}", &findings.verdicts[at..]);
        assert_eq!(left(&people, &rest).await, Vec::<Value>::new());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_not_there_is_asked_once() {
    let (playground, people, _) = started(place()).await;
    let config = conform::Config {
        patience: Duration::from_millis(700),
        only: ["press", "choice", "typed-command"].map(str::to_owned).into(),
        ..settings(&people, playground.base_url()).await
    };
    let asked = Arc::new(Mutex::new(0));
    let counted = Arc::clone(&asked);
    let tell = move |event: Event<'_>| {
        if matches!(event, Event::Asks(_)) {
            *counted.lock().expect("a count") += 1;
        }
    };
    let (_stop, stopped) = nothing_stops();
    let findings = run(&config, stopped, Arc::new(tell)).await.expect("it runs");
    assert_eq!((findings.counts(), *asked.lock().expect("a count")), ((0, 0, 3), 1));
}

/// Runs the program: its exit code, and what it said.
async fn whistle(base: &str, token: &str, arguments: &[&str], folder: &std::path::Path) -> (Option<i32>, String) {
    let program = tokio::process::Command::new(env!("CARGO_BIN_EXE_whistle"))
        .arg("conform")
        .args(arguments)
        .env("DISCORD_TOKEN", token)
        .env("DISCORD_API_BASE", base)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output();
    let done = kit::soon(program).await.expect("it starts");
    let said = format!(
        "{}{}",
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr)
    );
    (done.status.code(), said)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_says_by_its_code_what_came_of_it() {
    let place = Config {
        token: Some(DEFAULT_TOKEN.to_owned()),
        ..place()
    };
    let playground: Playground = start(place).await.expect("a playground");
    let people = People::of(&playground);
    let proxy = Proxy::before(&playground).await;
    let folder = tempfile::tempdir().expect("a folder");
    let guild = guild(&people).await.to_string();
    let usual = ["--guild", &guild, "--without-person", "--only", "own-user,edit"];
    let (code, said) = whistle(&proxy.base(), DEFAULT_TOKEN, &usual, folder.path()).await;
    assert!(
        code == Some(0) && said.contains("own-user") && said.contains("2 as docs/DISCORD.md says"),
        "{code:?} {said}"
    );
    no_ids_no_names(&said);
    let report = std::fs::read_to_string(folder.path().join("conform-report.md")).expect("a report");
    no_ids_no_names(&report);
    let (code, said) = whistle(&proxy.base(), DEFAULT_TOKEN, &usual, folder.path()).await;
    assert!(code == Some(2) && said.contains("--report"), "{code:?} {said}");
    *proxy.tried().lock().expect("a name") = Some("own-user");
    let other = [&usual[..], &["--report", "other.md"]].concat();
    let (code, said) = whistle(&proxy.base(), DEFAULT_TOKEN, &other, folder.path()).await;
    assert!(
        code == Some(1) && said.contains("differs: the bot's own user is not marked as a bot"),
        "{code:?} {said}"
    );
    let third = [&usual[..], &["--report", "third.md"]].concat();
    let (code, said) = whistle(&proxy.base(), "MTIz.no.token", &third, folder.path()).await;
    assert!(code == Some(2) && !said.contains("MTIz"), "{code:?} {said}");
    let (code, said) = whistle("https://example.org", DEFAULT_TOKEN, &third, folder.path()).await;
    assert!(
        code == Some(2) && said.contains("--allow-remote-api"),
        "{code:?} {said}"
    );
    let (code, said) = whistle(&proxy.base(), DEFAULT_TOKEN, &["--list"], folder.path()).await;
    assert!(
        code == Some(0) && CHECKS.iter().all(|check| said.contains(check.rule)),
        "{code:?} {said}"
    );
}
