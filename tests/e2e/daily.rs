//! The position of the day: asked, answered once, told again, shared once.

use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::process::Command;
use whistle::discord::custom_id::CustomId;
use whistle::games::DailyGame;
use whistle::referee::daily::{Day, Effort, position};
use whistle::referee::epoch_ms;

use super::person::Person;
use super::reading::{Message, components, text, told_of_pictures};
use super::stage::{Setup, Stage};
use super::table_steps::set;

/// How much of a day must be left when a test begins, so that it ends on the same day.
const LEFT: i64 = 5 * 60_000;

/// The day, which does not end while the test goes on.
async fn today() -> Day {
    let now = epoch_ms();
    let left = Day::of(now).next().begins_ms() - now;
    if left < LEFT {
        tokio::time::sleep(Duration::from_millis(left.unsigned_abs() + 1_000)).await;
    }
    Day::of(epoch_ms())
}

/// The menu of a position, and its values.
fn menu(asked: &Message) -> (String, Vec<String>) {
    let menu = components(&asked.0).into_iter().find(|part| part["type"] == 3);
    let menu = menu.unwrap_or_else(|| panic!("a menu: {}", asked.text()));
    let values = menu["options"].as_array().into_iter().flatten();
    let values = values.map(|option: &Value| text(&option["value"]));
    (text(&menu["custom_id"]), values.collect())
}

/// Asks for today's position of Dominoes.
async fn ask(who: &Person, channel: &str) -> Message {
    who.run(channel, "daily", json!({ "game": "dominoes" })).await.private()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_position_is_answered_once_told_again_and_shared_once() {
    let day = today().await;
    let mut stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let found = position(DailyGame::of("dominoes").unwrap(), day, Effort::FULL).expect("there is one");
    let (best, wrong) = (&found.judgement.best, &found.judgement.others[0].0);
    let chooses = |what: &str| {
        let value = CustomId::Guess {
            sure: false,
            game: "dominoes".to_owned(),
            day: day.number(),
            what: what.to_owned(),
        };
        value.to_string()
    };
    let (ana, ben) = (&stage.people[0], &stage.people[1]);
    let games = ana.run(&channel, "daily", json!({})).await.private();
    assert!(games.has("Dominoes:** not answered yet"), "{}", games.text());
    let asked = ana.press(&games, "Dominoes").await.private();
    assert!(asked.has(&format!("Daily Dominoes · {day}")), "{}", asked.text());
    assert!(!told_of_pictures(&asked.0).is_empty(), "the picture says what it shows");
    let (id, values) = menu(&asked);
    assert_eq!(
        values,
        found.choices.iter().map(|what| chooses(what)).collect::<Vec<_>>()
    );

    let told = ana.choose(&asked, &id, &chooses(wrong)).await.private();
    assert!(
        told.has("Not quite.") && told.has("It was better to"),
        "{}",
        told.text()
    );
    let again = ana.choose(&asked, &id, &chooses(best)).await.private();
    assert_eq!(again.text(), told.text(), "the first answer counts");
    let right = ask(ben, &channel).await;
    let right = ben.choose(&right, &id, &chooses(best)).await.private();
    assert!(
        right.has("Right!") && right.has("Streak 1 (best 1)"),
        "{}",
        right.text()
    );

    let shared = ben.press(&right, "Share").await.public();
    let line = format!("Ben solved the daily Dominoes of {day} · streak 1");
    assert_eq!(shared.text(), line);
    let twice = ben.press(&right, "Share").await.private();
    assert!(twice.has("shared this answer already"), "{}", twice.text());
    let seen = ana.messages(&channel, 50).await;
    let lines = seen.iter().filter(|message| message.has("the daily Dominoes"));
    assert_eq!(lines.count(), 1, "it stands there once");
    let profile = ben.run(&channel, "profile", json!({})).await.private();
    assert!(
        profile.has("Position of the day: Dominoes, streak 1"),
        "{}",
        profile.text()
    );

    stage.kill_bot().await;
    stage.start_bot().await;
    let after = ask(&stage.people[0], &channel).await;
    assert_eq!(after.text(), told.text(), "after a restart it is told again");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_over_or_nowhere_is_refused_kindly() {
    let day = today().await;
    let stage = Stage::open(Setup::of(1)).await;
    let channel = stage.channel(0).await;
    let ana = &stage.people[0];
    let asked = ask(ana, &channel).await;
    let answer = |day: u32, what: &str| {
        let forged = CustomId::Guess {
            sure: true,
            game: "dominoes".to_owned(),
            day,
            what: what.to_owned(),
        };
        forged.to_string()
    };
    let (_, values) = menu(&asked);
    let Ok(CustomId::Guess { what, .. }) = values[0].parse() else {
        panic!("{values:?}")
    };
    for other in [day.number() - 1, day.number() + 1] {
        let over = ana.forge(&asked, &answer(other, &what)).await.private();
        assert!(over.has("That day is over. `/daily`"), "{}", over.text());
    }
    let nothing = ana.forge(&asked, &answer(day.number(), "pass")).await.private();
    assert!(nothing.has("no such choice"), "{}", nothing.text());
    for (forged, says) in [
        ("w1:daily:tree".to_owned(), "has no position of the day"),
        (format!("w1:share:dominoes:{}", "0"), "have not answered that position"),
    ] {
        let refused = ana.forge(&asked, &forged).await.private();
        assert!(refused.has(says), "{}", refused.text());
    }
    let still = ask(ana, &channel).await;
    assert_eq!(menu(&still), menu(&asked), "nothing was answered");

    let alone = ask(ana, ana.dm()).await;
    let (id, values) = menu(&alone);
    let told = ana.choose(&alone, &id, &values[0]).await.private();
    assert!(told.button("Share").is_none(), "nobody else is there");
    stage.close().await;
}

/// The CLI prints of today no more than the position.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_position_is_that_of_the_command_line_and_confirmed_where_somebody_wants_that() {
    let day = today().await;
    let stage = Stage::open(Setup::of(1)).await;
    let channel = stage.channel(0).await;
    let ana = &stage.people[0];
    set(ana, &channel, "Your boards: text").await;
    set(ana, &channel, "Confirming: every choice").await;
    let asked = ask(ana, &channel).await;
    let told = asked.text();
    let board: Vec<&str> = told.split("```").nth(1).expect("a board").trim().lines().collect();
    let printed = Command::new(env!("CARGO_BIN_EXE_whistle"))
        .args(["daily", "--date", &day.to_string(), "--game", "dominoes"])
        .env_clear()
        .stdin(Stdio::null())
        .output();
    let printed = String::from_utf8(printed.await.expect("it runs").stdout).expect("text");
    assert!(!board.is_empty());
    for line in board {
        assert!(printed.contains(line.trim()), "{line} in\n{printed}");
    }
    assert!(!printed.contains("the best one"), "{printed}");

    let (id, values) = menu(&asked);
    let confirm = ana.choose(&asked, &id, &values[0]).await.private();
    assert!(confirm.has("? Your first answer counts."), "{}", confirm.text());
    let told = ana.press(&confirm, "Confirm").await.private();
    assert!(told.has("You chose to"), "{}", told.text());
    let again = ana.choose(&asked, &id, &values[1]).await.private();
    assert_eq!(again.text(), told.text());
    stage.close().await;
}
