//! A table that is opened by menus.

use serde_json::json;

use super::person::Person;
use super::reading::Message;
use super::stage::{Setup, Stage};
use super::table_steps::{chosen, lobby};
use super::troubles::allow;

/// Chooses what has this label. Gives the same message, brought up to date.
async fn choose(person: &Person, message: &Message, label: &str) -> Message {
    let answer = person.press(message, label).await;
    assert_eq!(answer.status(), "updated", "{label}: {}", answer.0);
    let now = answer.private();
    assert_eq!(now.id(), message.id(), "it is one message: {}", now.text());
    assert!(chosen(&now).iter().any(|chosen| chosen == label), "{label}: {}", now.0);
    now
}

/// Opens the table. The message has nothing more to press then, and the lobby stands in the channel.
async fn open(person: &Person, message: &Message, channel: &str) -> Message {
    let answer = person.press(message, "Open the table").await;
    assert_eq!(answer.status(), "updated", "{}", answer.0);
    let told = answer.private();
    assert_eq!((told.id(), told.text().trim()), (message.id(), "Your table is open."));
    assert!(told.buttons().is_empty() && chosen(&told).is_empty(), "{}", told.0);
    person
        .table_when(channel, "the lobby", |table| table.button("Start").is_some())
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn menus_choose_a_table_and_the_button_opens_it() {
    menus(Setup::of(2)).await;
}

pub(crate) async fn menus(setup: Setup) {
    let stage = Stage::open(setup).await;
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let first = ana.run(&channel, "play", json!({})).await.private();
    assert!(
        first.has("**Binome:**") && first.has("1 to 7 people"),
        "{}",
        first.text()
    );
    let usual = ["Binome", "Against people", "A match of 3 games", "No clock"];
    assert_eq!(chosen(&first), usual);
    let mut now = first.clone();
    for (label, about) in [
        ("BINMAT", "2 to 32 people"),
        ("Clock: 30 seconds for each turn", "2 to 32 people"),
        ("Binary", "**Binary:**"),
    ] {
        now = choose(ana, &now, label).await;
        assert!(now.has(about), "{}", now.text());
    }
    assert_eq!(
        chosen(&now),
        ["Binary", "Against people", "No clock"],
        "that clock is not Binary's, and Binary has no length"
    );
    for label in [
        "Binome",
        "With people and 1 computer",
        "A match of 2 games",
        "Clock: 5 minutes for each decision",
    ] {
        now = choose(ana, &now, label).await;
    }
    assert!(ana.table(&channel).await.is_none(), "nothing is open yet");
    assert!(now.has("Others join it"), "{}", now.text());
    let table = open(ana, &now, &channel).await;
    for says in [
        "Ana, host",
        "(2/7)",
        "Computer 1",
        "A match of 2 games",
        "Clock: 5 minutes",
    ] {
        assert!(table.has(says), "{says}: {}", table.text());
    }
    assert!(ben.press(&table, "Join").await.came());
    ben.table_when(&channel, "Ben", |table| table.has("(3/7)")).await;

    let taken = ben.run(&channel, "play", json!({})).await.private();
    let taken = choose(ben, &taken, "Against 2 computers").await;
    let told = ben.refused(&channel, ben.press(&taken, "Open the table")).await;
    assert!(told.has("has a table already"), "{}", told.text());
    assert!(told.button("Play in a thread").is_some(), "{}", told.text());
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_table_is_the_one_that_the_start_command_opens() {
    let stage = Stage::open(Setup::of(1)).await;
    let ana = &stage.people[0];
    let (first, second) = (stage.channel(0).await, stage.channel(1).await);
    let lines = |message: &Message| -> Vec<String> {
        let text = message.text();
        let lines = text.lines().filter(|line| !line.contains("sealed"));
        lines.map(str::to_owned).collect()
    };
    let menus = ana.run(&first, "play", json!({})).await.private();
    let menus = choose(ana, &menus, "Against 6 computers").await;
    assert!(!menus.has("Others join it"), "nobody else has room: {}", menus.text());
    let chosen = open(ana, &menus, &first).await;
    let typed = ana
        .run(&second, "binome start", json!({ "computers": 6 }))
        .await
        .public();
    assert!(chosen.has("(7/7)"), "{}", chosen.text());
    assert_eq!(lines(&chosen), lines(&typed));
    assert!(ana.press(&chosen, "Start").await.came());
    ana.table_when(&first, "the match begins", |table| table.button("My sheet").is_some())
        .await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_choices_open_nothing() {
    let stage = Stage::open(Setup::of(2)).await;
    let (channel, other) = (stage.channel(0).await, stage.channel(1).await);
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let menus = ana.run(&channel, "play", json!({})).await.private();
    for forged in [
        "w1:open:binome:people:6:0",
        "w1:open:binome:people::7",
        "w1:open:binary:both::0",
        "w1:open:chess:people::0",
    ] {
        let told = ana.refused(&channel, ana.forge(&menus, forged)).await;
        assert!(told.has("Too late: nothing was done"), "{forged}: {}", told.text());
    }
    assert!(ana.table(&channel).await.is_none());
    // On a message that everybody sees, choices are shown to who presses alone.
    let table = lobby(&other, ana, &[], json!({})).await;
    let shows = "w1:play:binary:people::0";
    let told = ben.refused(&other, ben.forge(&table, shows)).await;
    assert!(told.has("**Binary:**"), "{}", told.text());
    let still = ana.again(&table).await.expect("the lobby");
    assert_eq!(still.text(), table.text());
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_no_table_can_stand_the_button_says_so() {
    let stage = Stage::open(Setup::of(1)).await;
    let channel = stage.channel(0).await;
    let ana = &stage.people[0];
    allow(&stage, &channel, &["SEND_MESSAGES"]).await;
    let menus = ana.run(&channel, "play", json!({})).await.private();
    let told = ana.refused(&channel, ana.press(&menus, "Open the table")).await;
    assert!(told.has("I lack the permission"), "{}", told.text());
    stage.close().await;
}
