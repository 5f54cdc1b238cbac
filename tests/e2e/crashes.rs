//! The bot's process ends, with and without a warning, in the middle of everything. Nothing that a person was told is lost.

use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::json;

use super::matches::told_is_recorded;
use super::person::{PATIENCE, Person};
use super::reading::hashes;
use super::robots::{Robots, Told, pick};
use super::stage::{Allowed, Setup, Stage};
use super::table_steps::{ADD_COMPUTER, begin, is_finished, lobby, records, see_through};

/// How often the bot is killed.
const KILLS: u32 = 20;

/// Waits until so many more choices were confirmed; `false` when the match ended before.
pub(super) async fn play_on(channel: &str, person: &Person, robots: &Robots, more: u64) -> bool {
    let goal = robots.count() + more;
    person
        .until("more choices", async || {
            if robots.count() >= goal {
                return Some(true);
            }
            let table = person.table(channel).await?;
            if let Some(next) = table.button("Next game") {
                let body = json!({ "channel": channel, "message": table.id(), "custom_id": next.custom_id });
                person.attempt("press", body).await;
            }
            is_finished(&table).then_some(false)
        })
        .await
}

/// Everybody's own panel shows at least what they were shown before.
pub(super) async fn nothing_is_forgotten(channel: &str, told: &[(Person, Told)]) {
    for (person, told) in told {
        let Some((heading, sheet)) = &told.sheet else { continue };
        // While the messages catch up, a press may be answered with "in a moment".
        let mine = person
            .until("their own panel", async || {
                let body = json!({ "channel": channel, "command": "table mine", "options": {}, "wait": "final" });
                person.attempt("run", body).await?.message()
            })
            .await;
        let now = person
            .until("what they wrote", async || {
                let mine = person.again(&mine).await?;
                // Between two games there are no sheets.
                let over = mine.button("Next game").is_some() || mine.has("It is over");
                let elsewhere = mine.heading() != *heading || over;
                elsewhere.then_some(None).or_else(|| mine.sheet().map(Some))
            })
            .await;
        let Some(now) = now else { continue };
        assert!(now.keeps(sheet), "{} was shown {sheet:?}, and now {now:?}", person.name);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_kills_lose_nothing() {
    let setup = Setup::of(3).deadline(Duration::from_millis(1500));
    let mut stage = Stage::open(setup).await;
    let channel = stage.channel(0).await;
    let ana = stage.people[0].clone();
    begin(&channel, &ana, &stage.people[1..], json!({ "games": 4 })).await;
    let robots = Robots::chatting(&channel, &stage.people, 51);
    let mut rng = StdRng::seed_from_u64(51);
    for kill in 0..KILLS {
        let more = pick(&mut rng, 1..=10);
        assert!(
            play_on(&channel, &ana, &robots, more).await,
            "the match lasts for {KILLS} kills, not {kill}"
        );
        // Some moment between two confirmations, not always the one right after.
        tokio::time::sleep(Duration::from_micros(pick(&mut rng, 0..=30_000))).await;
        stage.kill_bot().await;
        stage.start_bot().await;
        nothing_is_forgotten(&channel, &robots.told()).await;
    }
    while play_on(&channel, &ana, &robots, 50).await {}
    let told = robots.stop().await;
    let last = ana.table(&channel).await.expect("the table");
    assert!(last.has("grand win"), "{}", last.text());
    let games = records(&ana, &channel).await;
    assert_eq!(games.len(), 4);
    told_is_recorded(&told, &games);
    for (seat, person) in stage.people.iter().enumerate() {
        let panel = person
            .panel_when(&channel, "the end", |panel| panel.has("It is over"))
            .await;
        assert!(!panel.text().is_empty(), "{seat}");
    }
    let verdict = ana.run(&channel, "table verify", json!({})).await.private();
    assert!(verdict.has("Yes."), "{}", verdict.text());
    assert_eq!(stage.starts, KILLS + 1);
    stage
        .close_but(Allowed {
            silence: true,
            errors: false,
            ..Allowed::default()
        })
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_sat_down_is_seated_after_a_kill() {
    let mut stage = Stage::open(Setup::of(3)).await;
    let channel = stage.channel(0).await;
    let ana = stage.people[0].clone();
    let table = lobby(&channel, &ana, &stage.people[1..], json!({ "games": 1 })).await;
    let seal = hashes(&ana.run(&channel, "table verify", json!({})).await.private().text());
    stage.kill_bot().await;
    stage.start_bot().await;
    // The same message, the same buttons, the same promise.
    assert!(ana.press(&table, ADD_COMPUTER).await.came());
    let table = ana.table_when(&channel, "a computer", |table| table.has("(4/")).await;
    assert!(
        stage.people.iter().all(|person| table.has(&person.name)),
        "{}",
        table.text()
    );
    let again = hashes(&ana.run(&channel, "table verify", json!({})).await.private().text());
    assert_eq!(seal, again);
    assert!(ana.press(&table, "Remove computer").await.came());
    let table = ana.table_when(&channel, "no computer", |table| table.has("(3/")).await;
    assert!(ana.press(&table, "Start").await.came());
    stage.kill_bot().await;
    stage.start_bot().await;
    // Who sat down in the second before a kill has no private chat yet, and asks for what is theirs.
    for person in &stage.people {
        let mine = person.run(&channel, "table mine", json!({})).await.private();
        let has_begun = async || {
            let mine = person.again(&mine).await?;
            mine.sheet()
        };
        person.until("their sheet", has_begun).await;
    }
    let robots = Robots::chatting(&channel, &stage.people, 53);
    let last = see_through(&channel, &ana).await;
    robots.stop().await;
    let verdict = ana.press(&last, "Was it fair?").await.private();
    assert!(hashes(&verdict.text()).contains(&seal[0]), "{}", verdict.text());
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_is_told_to_end_does_so_at_once_and_goes_on_later() {
    let setup = Setup::of(4).deadline(Duration::from_millis(1500));
    let mut stage = Stage::open(setup).await;
    let channel = stage.channel(0).await;
    let ana = stage.people[0].clone();
    begin(&channel, &ana, &stage.people[1..], json!({ "games": 1 })).await;
    let robots = Robots::chatting(&channel, &stage.people, 52);
    for _ in 0..3 {
        play_on(&channel, &ana, &robots, 5).await;
        let (status, took) = stage.end_bot().await;
        assert_eq!(status.code(), Some(0), "{}", stage.log());
        assert!(took < Duration::from_secs(5), "it took {took:?}");
        stage.start_bot().await;
        nothing_is_forgotten(&channel, &robots.told()).await;
    }
    while play_on(&channel, &ana, &robots, 50).await {}
    let told = robots.stop().await;
    told_is_recorded(&told, &records(&ana, &channel).await);
    stage
        .close_but(Allowed {
            silence: true,
            errors: false,
            ..Allowed::default()
        })
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_cannot_start_says_why_and_ends() {
    let stage = Stage::open(Setup::of(1)).await;
    let folder = stage.folder.path().to_owned();
    std::fs::write(
        folder.join("broken.db"),
        "this is no database, whatever its name says ".repeat(200),
    )
    .expect("a file");
    let base = stage.line.base.trim_end_matches("/people").to_owned();
    let token = whistle::playground::DEFAULT_TOKEN;
    let rows = [
        ("no token", vec![("DISCORD_API_BASE", base.as_str())]),
        (
            "a token that is none",
            vec![("DISCORD_API_BASE", &base), ("DISCORD_TOKEN", "no token")],
        ),
        (
            "an unknown token",
            vec![("DISCORD_API_BASE", &base), ("DISCORD_TOKEN", "bm9wZQ.x.y")],
        ),
        (
            "a server beyond this computer",
            vec![("DISCORD_API_BASE", "http://192.0.2.1"), ("DISCORD_TOKEN", token)],
        ),
        (
            "a broken database",
            vec![
                ("DISCORD_API_BASE", &base),
                ("DISCORD_TOKEN", token),
                ("WHISTLE_DB", "broken.db"),
            ],
        ),
        (
            "a folder as database",
            vec![
                ("DISCORD_API_BASE", &base),
                ("DISCORD_TOKEN", token),
                ("WHISTLE_DB", "."),
            ],
        ),
    ];
    for (what, variables) in rows {
        let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_whistle"));
        command
            .arg("bot")
            .env_clear()
            .envs(variables)
            .current_dir(&folder)
            .kill_on_drop(true);
        let ended = tokio::time::timeout(PATIENCE, command.output()).await;
        let ended = ended.unwrap_or_else(|_| panic!("{what}: it ends")).expect("it runs");
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(!ended.status.success(), "{what}: {said}");
        assert!(
            !said.contains("panicked") && said.contains("whistle: "),
            "{what}: {said}"
        );
        assert!(!said.contains(token), "{what}: no secret is told: {said}");
    }
    stage
        .close_but(Allowed {
            strangers: true,
            ..Allowed::default()
        })
        .await;
}
