//! Discord has a bad day: rate limits, failing servers, slow answers, lost gateways. Games go on, and in the end every
//! message shows the newest state.

use std::time::Duration;

use serde_json::json;

use super::matches::told_is_recorded;
use super::robots::Robots;
use super::stage::{Allowed, Setup, Stage};
use super::table_steps::{begin, is_finished, records, see_through};

/// Everybody's panel and the table show the end.
async fn all_is_shown(stage: &Stage, channel: &str) {
    for person in &stage.people {
        let panel = person
            .panel_when(channel, "the end in private", |panel| panel.has("It is over"))
            .await;
        assert!(panel.choices().is_empty());
    }
    stage.owner.table_when(channel, "the end in public", is_finished).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn under_discords_own_limits_everything_arrives() {
    let stage = Stage::open(Setup::of(3)).await;
    let channel = stage.channel(0).await;
    begin(
        &channel,
        &stage.people[0],
        &stage.people[1..],
        json!({ "games": 1, "secrets": true }),
    )
    .await;
    let robots = Robots::chatting(&channel, &stage.people, 81);
    see_through(&channel, &stage.people[0]).await;
    let told = robots.stop().await;
    all_is_shown(&stage, &channel).await;
    told_is_recorded(&told, &records(&stage.people[0], &channel).await);
    let refused = stage.traffic().iter().filter(|entry| entry["status"] == 429).count();
    let asked = stage.traffic().iter().filter(|entry| entry["kind"] == "rest").count();
    assert!(
        refused * 10 < asked,
        "the limits are kept: {refused} of {asked} requests were too many"
    );
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_goes_on_through_limits_failures_and_slow_answers() {
    let stage = Stage::open(Setup::of(3).deadline(Duration::from_millis(2500))).await;
    let channel = stage.channel(0).await;
    begin(&channel, &stage.people[0], &stage.people[1..], json!({ "games": 1 })).await;
    let robots = Robots::chatting(&channel, &stage.people, 82);
    let ana = &stage.people[0];
    let troubles = [
        json!({ "rate_limited": { "share": 0.5, "retry_after": 0.3, "route": "/messages" } }),
        json!({ "rate_limited": { "share": 0.2, "retry_after": 0.4, "scope": "global", "route": "/channels" } }),
        json!({ "failing": { "share": 0.4, "status": 503, "route": "/channels" } }),
        json!({ "failing": { "share": 0.4, "status": 500, "after": true, "route": "/channels" } }),
        json!({ "slow": { "share": 0.5, "ms": 400, "route": "/channels" } }),
        json!({ "failing": { "share": 0.1, "status": 502, "route": "/callback" } }),
        json!({ "failing": { "share": 0.1, "status": 502, "after": true, "route": "/callback" } }),
    ];
    for trouble in troubles {
        stage.trouble(trouble.clone()).await;
        let goal = robots.count() + 6;
        ana.until(&format!("the game goes on in {trouble}"), async || {
            (robots.count() >= goal).then_some(())
        })
        .await;
        stage.calm().await;
    }
    stage
        .trouble(json!({ "rate_limited": { "share": 0.4, "retry_after": 0.2, "route": "/messages" } }))
        .await;
    see_through(&channel, ana).await;
    stage.calm().await;
    let told = robots.stop().await;
    all_is_shown(&stage, &channel).await;
    told_is_recorded(&told, &records(ana, &channel).await);
    one_message_each(&stage, &channel).await;
    stage
        .close_but(Allowed {
            silence: true,
            errors: true,
            ..Allowed::default()
        })
        .await;
}

/// Trouble makes no doubles: one message for the table, one panel for each person.
async fn one_message_each(stage: &Stage, channel: &str) {
    let owner = &stage.owner;
    owner
        .until("one message for the table", async || {
            let messages = owner.messages(channel, 100).await;
            let tables = messages
                .iter()
                .filter(|message| message.is_by_bot() && message.button("Rematch").is_some());
            (tables.count() == 1).then_some(())
        })
        .await;
    for person in &stage.people {
        person
            .until("one panel", async || {
                let messages = person.messages(person.dm(), 100).await;
                let panels = messages
                    .iter()
                    .filter(|message| !message.is_private() && message.heading().starts_with("-# "));
                (panels.count() == 1).then_some(())
            })
            .await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_gateway_that_comes_and_goes_ends_no_game() {
    let setup = Setup::of(3)
        .deadline(Duration::from_millis(2500))
        .heartbeat(Duration::from_millis(1200));
    let stage = Stage::open(setup).await;
    let channel = stage.channel(0).await;
    begin(&channel, &stage.people[0], &stage.people[1..], json!({ "games": 1 })).await;
    let robots = Robots::chatting(&channel, &stage.people, 83);
    let ana = &stage.people[0];
    let troubles = [
        json!({ "do": "drop" }),
        json!({ "do": "reconnect" }),
        json!({ "do": "invalid_session", "resumable": false }),
        json!({ "do": "freeze" }),
        json!({ "do": "close", "code": 4000 }),
        json!({ "do": "invalid_session", "resumable": true }),
        json!({ "do": "close", "code": 4009 }),
    ];
    for trouble in troubles {
        stage.gateway(trouble.clone()).await;
        ana.until("a connection", async || {
            let connected = ana.line.get("/-/gateway").await["connected"].as_u64();
            (connected > Some(0)).then_some(())
        })
        .await;
        let goal = robots.count() + 5;
        ana.until(&format!("the game goes on after {trouble}"), async || {
            (robots.count() >= goal).then_some(())
        })
        .await;
    }
    see_through(&channel, ana).await;
    let told = robots.stop().await;
    all_is_shown(&stage, &channel).await;
    told_is_recorded(&told, &records(ana, &channel).await);
    stage
        .close_but(Allowed {
            silence: true,
            errors: true,
            ..Allowed::default()
        })
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_falls_silent_is_begun_anew_and_one_that_is_quiet_is_not() {
    const BEAT: Duration = Duration::from_secs(4);
    const SILENT: &str = "has fallen silent";
    let stage = Stage::open(Setup::of(2).heartbeat(BEAT)).await;
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    begin(&channel, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    // A beat out of turn, as Discord may ask for, and then nothing but beats.
    stage.gateway(json!({ "do": "heartbeat" })).await;
    tokio::time::sleep(BEAT * 4).await;
    assert!(!stage.log().contains(SILENT), "a quiet line is left alone");
    stage.gateway(json!({ "do": "freeze" })).await;
    ana.until("the silence is noticed", async || {
        stage.log().contains(SILENT).then_some(())
    })
    .await;
    ana.until("somebody is heard again", async || {
        let body = json!({ "channel": channel, "command": "table show", "options": {}, "wait": "final" });
        ana.attempt("run", body).await.filter(|answer| answer.came())
    })
    .await;
    stage
        .close_but(Allowed {
            silence: true,
            errors: true,
            ..Allowed::default()
        })
        .await;
}
