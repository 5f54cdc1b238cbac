//! Clocks, with the bot's time running faster than the world's.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use super::person::{Answer, Person};
use super::reading::{Message, notation};
use super::robots::Robots;
use super::stage::{Allowed, Setup, Stage};
use super::table_steps::{begin, records, see_through, set};

/// How many of the bot's seconds go by in one.
const SPEED: u32 = 20;

/// Whether their client was ever shown these words in a message of the bot.
fn was_told(person: &Person, words: &str) -> bool {
    let shown = |event: &Value| Message(event["message"].clone()).has(words);
    person.events().iter().any(shown)
}

/// How many choices of a record lapsed.
fn lapses(record: &Value, seat: usize) -> usize {
    let events = record["events"].as_array().into_iter().flatten();
    events
        .filter(|event| event["by"] == json!(seat) && event["lapsed"] == true)
        .count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_lets_three_decisions_lapse_gets_a_stand_in_and_comes_back() {
    let stage = Stage::open(Setup::of(2).faster(SPEED)).await;
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let table = begin(
        &channel,
        ana,
        std::slice::from_ref(ben),
        json!({ "games": 1, "clock": 60 }),
    )
    .await;
    assert!(
        table.has("Time runs out"),
        "the table shows the clock: {}",
        table.text()
    );
    let robot = Robots::chatting(&channel, [ana], 71);

    let panel = ben
        .panel_when(&channel, "the stand-in", |panel| {
            panel.has("You were away for too long")
        })
        .await;
    assert!(was_told(ben, "your time runs out"), "Ben was warned before");
    ana.table_when(&channel, "everybody sees it", |table| {
        table.has("the computer plays for them")
    })
    .await;
    let back = ben.press(&panel, "I'm back").await;
    assert!(back.came(), "{}", back.0);
    ben.panel_when(&channel, "Ben is asked again", |panel| !panel.choices().is_empty())
        .await;
    ana.table_when(&channel, "the seat is Ben's again", |table| {
        !table.has("the computer plays for them")
    })
    .await;

    let other = Robots::chatting(&channel, [ben], 72);
    let last = see_through(&channel, ana).await;
    robot.stop().await;
    other.stop().await;
    let record = records(ana, &channel).await.remove(0);
    assert!(lapses(&record, 1) >= 3, "three lapses are on record");
    assert!(last.has("Ben left or was away, and comes last."), "{}", last.text());
    let board = ana.run(&channel, "binome leaderboard", json!({})).await.private();
    assert!(
        board.has("1. Ana") && board.has("2. Ben"),
        "Ana stayed, and Ben was away: {}",
        board.text()
    );
    stage.close().await;
}

/// The clock of the tests in which nobody can be heard for longer than that, in the bot's seconds.
const CLOCK: u32 = 300;

/// A match of Ana and Ben in which a choice is asked of both, and Ben's panel with it.
async fn awaited(stage: &Stage) -> (String, Message) {
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let options = json!({ "games": 1, "clock": CLOCK });
    begin(&channel, ana, std::slice::from_ref(ben), options).await;
    let panel = ben
        .panel_when(&channel, "a choice", |panel| !panel.choices().is_empty())
        .await;
    (channel, panel)
}

/// More than the whole clock goes by while nobody could have pressed anything.
async fn time_goes_by() {
    tokio::time::sleep(Duration::from_secs(CLOCK.into()) / SPEED + Duration::from_secs(1)).await;
}

/// Ben's panel is still good, and the match ends without a decision that ran out of time.
async fn nothing_lapsed(stage: Stage, channel: &str, panel: &Message, allowed: Allowed) {
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let button = panel.choices().remove(0);
    let choice = notation(&button).expect("a choice");
    let answer = ben.press_id(panel, &button.custom_id).await;
    assert!(answer.came(), "{}", answer.0);
    ben.panel_when(channel, "the choice counts", |panel| {
        panel.sheet().is_some_and(|sheet| sheet.is_written(&choice))
    })
    .await;
    let robots = Robots::chatting(channel, &stage.people, 73);
    see_through(channel, ana).await;
    robots.stop().await;
    let record = records(ana, channel).await.remove(0);
    assert_eq!(
        (lapses(&record, 0), lapses(&record, 1)),
        (0, 0),
        "nobody's time ran out"
    );
    stage.close_but(allowed).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_time_that_the_bot_was_away_is_given_back() {
    let mut stage = Stage::open(Setup::of(2).faster(SPEED)).await;
    let (channel, panel) = awaited(&stage).await;
    stage.kill_bot().await;
    time_goes_by().await;
    stage.start_bot().await;
    nothing_lapsed(stage, &channel, &panel, Allowed::default()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_time_without_a_gateway_is_given_back() {
    let stage = Stage::open(Setup::of(2).faster(SPEED)).await;
    let (channel, panel) = awaited(&stage).await;
    stage.gateway(json!({ "do": "shut" })).await;
    time_goes_by().await;
    let table = stage.people[0].table(&channel).await.expect("a table");
    assert!(!table.has("Time ran out"), "nothing lapses meanwhile: {}", table.text());
    stage.gateway_opens().await;
    let allowed = Allowed {
        errors: true,
        ..Allowed::default()
    };
    nothing_lapsed(stage, &channel, &panel, allowed).await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_time_in_which_the_machine_slept_is_given_back() {
    let stage = Stage::open(Setup::of(2).faster(SPEED)).await;
    let (channel, panel) = awaited(&stage).await;
    stage.signal_bot("STOP").await;
    time_goes_by().await;
    stage.signal_bot("CONT").await;
    nothing_lapsed(stage, &channel, &panel, Allowed::default()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_all_have_left_alone_waits_for_one_to_come_back() {
    let stage = Stage::open(Setup::of(2).faster(SPEED)).await;
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let options = json!({ "games": 1, "clock": 60 });
    begin(&channel, ana, std::slice::from_ref(ben), options).await;
    let alone = "Everybody is away";
    let table = ana
        .table_when(&channel, "nobody plays any more", |table| table.has(alone))
        .await;
    assert!(ben.press(&table, "I'm back").await.came());
    // His clock runs too: it may take the choice away between a look and a press.
    ben.until("Ben chooses", async || {
        let panel = ben.panel(&channel).await?;
        let custom_id = panel.choices().first()?.custom_id.clone();
        let body = json!({
            "channel": panel.channel(), "message": panel.id(), "custom_id": custom_id, "wait": "final",
        });
        ben.attempt("press", body).await.filter(Answer::came).map(drop)
    })
    .await;
    ana.table_when(&channel, "the computer plays for Ana, and Ben himself", |table| {
        !table.has(alone) && table.has("the computer plays for them")
    })
    .await;
    let panel = ana
        .panel_when(&channel, "the way back", |panel| panel.button("I'm back").is_some())
        .await;
    assert!(ana.press(&panel, "I'm back").await.came());
    ana.panel_when(&channel, "Ana is asked again", |panel| !panel.choices().is_empty())
        .await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_absent_are_nudged_and_replaced() {
    let stage = Stage::open(Setup::of(3).faster(SPEED)).await;
    let channel = stage.channel(0).await;
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    // With a computer player the match counts for nobody, so that most of them may replace somebody who keeps the clock.
    let slow = json!({ "games": 1, "clock": 86_400, "computers": 1 });
    begin(&channel, ana, &stage.people[1..], slow).await;
    for who in [cleo, ana] {
        let panel = who
            .panel_when(&channel, "a choice", |panel| !panel.choices().is_empty())
            .await;
        who.press_id(&panel, &panel.choices()[0].custom_id).await;
    }
    // Her panel still offers to move the digit, and to nudge whoever has not written it yet.
    let panel = ana
        .panel_when(&channel, "a way to nudge", |panel| panel.button("Nudge").is_some())
        .await;
    let nudged = ana.refused(&panel.channel(), ana.press(&panel, "Nudge")).await;
    assert!(nudged.has("Nudged Ben."), "{}", nudged.text());
    ben.until("a nudge", async || {
        was_told(ben, "the others are waiting for you").then_some(())
    })
    .await;
    // Once a minute has gone by, the command does the same.
    ana.until("another nudge", async || {
        let answer = ana.run(&channel, "table nudge", json!({})).await.private();
        answer.has("Nudged Ben.").then_some(())
    })
    .await;
    // By the bot's time two minutes must go by first; then most of the others may have a stand-in, and not the host alone.
    let offered = ana
        .complete(&channel, "table replace", json!({ "player": "" }), "player")
        .await;
    let others = [ben, cleo].map(|who| (who.name.clone(), who.id.clone()));
    assert_eq!(offered, others, "not Ana herself");
    // It waits for one alone, so nobody has to be named.
    ana.until("her vote for a stand-in", async || {
        let answer = ana.run(&channel, "table replace", json!({})).await.private();
        (!answer.has("a little more time")).then_some(())
    })
    .await;
    let answer = cleo.run(&channel, "table replace", json!({})).await.private();
    assert!(answer.has("until they come back"), "{}", answer.text());
    let panel = ben
        .panel_when(&channel, "the stand-in", |panel| {
            panel.has("the computer plays for you")
        })
        .await;
    assert!(ben.press(&panel, "I'm back").await.came());
    ben.panel_when(&channel, "Ben is asked again", |panel| {
        !panel.has("the computer plays for you")
    })
    .await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_is_pinged_as_they_like() {
    let stage = Stage::open(Setup::of(3).faster(SPEED)).await;
    let channel = stage.channel(0).await;
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    stage
        .line
        .must(Method::PATCH, "/Ana", json!({ "dms_open": true }))
        .await;
    set(ben, &channel, "Your turn: a mention in the channel").await;
    set(cleo, &channel, "Your turn: no ping").await;
    begin(&channel, ana, &stage.people[1..], json!({ "games": 1 })).await;
    let turn = "it is your turn: Binome";
    let reminded = async || {
        let messages = ana.messages(ana.dm(), 10).await;
        messages.iter().any(|message| message.has(turn)).then_some(())
    };
    let asked = |panel: &Message| !panel.choices().is_empty();
    let panel_of_ana = ana.panel_when(&channel, "Ana is asked", asked).await;
    let mention = ben
        .until("a mention", async || {
            let messages = ben.messages(&channel, 10).await;
            messages.into_iter().find(|message| message.has(turn))
        })
        .await;
    assert!(mention.has(&ben.id), "{}", mention.text());
    assert_eq!(
        mention.0["mentions"].as_array().map(Vec::len),
        Some(1),
        "only Ben is mentioned"
    );
    let panel = ben.press(&mention, "My sheet").await.private();
    let answer = ben.press_id(&panel, &panel.choices()[0].custom_id).await;
    assert!(answer.came());
    ben.until("the mention goes", async || {
        ben.again(&mention).await.is_none().then_some(())
    })
    .await;
    assert!(!was_told(cleo, &format!("<@{}>", cleo.id)), "Cleo is left in peace");
    assert!(
        cleo.messages(cleo.dm(), 10)
            .await
            .iter()
            .all(|message| !message.has(turn))
    );
    assert!(!mention.text().is_empty());
    assert_eq!(reminded().await, None, "her panel has called her to that");
    let panel_of_cleo = cleo.panel_when(&channel, "Cleo is asked", asked).await;
    for (person, panel) in [(ana, panel_of_ana), (cleo, panel_of_cleo)] {
        assert!(person.press_id(&panel, &panel.choices()[0].custom_id).await.came());
    }
    ana.until("a private reminder of the next digit", reminded).await;
    stage.close().await;
}
