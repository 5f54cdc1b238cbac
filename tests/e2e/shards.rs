//! A bot in several shards: each connection carries its own part, and comes back by itself.

use std::time::Duration;

use serde_json::{Value, json};

use super::matches::told_is_recorded;
use super::reading::{Message, text};
use super::robots::Robots;
use super::stage::{Allowed, Setup, Stage};
use super::table_steps::{begin, is_finished, records, see_through};

/// What the bot said to the gateway with this opcode.
fn said(stage: &Stage, op: u64) -> Vec<Value> {
    let traffic = stage.traffic().into_iter();
    let own = traffic.filter(|entry| entry["kind"] == "frame" && entry["from"] == "bot");
    own.filter(|entry| entry["frame"]["op"] == op)
        .map(|entry| entry["frame"]["d"].clone())
        .collect()
}

/// For which shards the bot has identified, in order.
fn identified(stage: &Stage) -> Vec<Value> {
    said(stage, 2).iter().map(|asked| asked["shard"].clone()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_has_come_into_too_many_servers_connects_anew_with_more_shards() {
    let stage = Stage::open(Setup::of(2).growing()).await;
    let channel = stage.channel(0).await;
    let ana = &stage.people[0];
    begin(&channel, ana, &stage.people[1..], json!({ "games": 2 })).await;
    let robots = Robots::chatting(&channel, &stage.people, 63);
    ana.until("the game goes on", async || (robots.count() >= 5).then_some(()))
        .await;
    stage.gateway(json!({ "do": "grow", "guilds": 2_500 })).await;
    stage
        .gateway(json!({ "do": "invalid_session", "resumable": false }))
        .await;
    ana.until("it stands in two shards", async || {
        (stage.line.get("/-/gateway").await["connected"] == 2).then_some(())
    })
    .await;
    let whole = json!([0, 1]);
    assert_eq!(
        identified(&stage),
        [whole.clone(), whole, json!([0, 2]), json!([1, 2])],
        "it was refused once, and asked what to do"
    );
    assert!(is_finished(&see_through(&channel, ana).await));
    told_is_recorded(&robots.stop().await, &records(ana, &channel).await);
    let log = stage.log();
    let own = log.lines().filter(|line| line.contains("it connects anew"));
    assert_eq!(own.count(), 1, "it is said once:\n{log}");
    assert_eq!(identified(&stage).len(), 4, "and it stays so");
    // serenity says of the refusal that it is an error, and what was asked meanwhile nobody heard.
    let allowed = Allowed {
        silence: true,
        errors: true,
        ..Allowed::default()
    };
    stage.close_but(allowed).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_has_connected_too_often_waits_instead_of_being_locked_out() {
    let mut stage = Stage::open(Setup::of(1).session_starts(12)).await;
    stage.end_bot().await;
    stage.start_bot().await;
    stage.end_bot().await;
    stage.launch_bot();
    stage.people[0]
        .until("it says that it waits", async || {
            stage
                .log()
                .contains("it waits until it may again minutes=1440")
                .then_some(())
        })
        .await;
    assert_eq!(identified(&stage).len(), 2);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_is_turned_away_for_good_ends_with_one_sentence() {
    let mut stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    begin(&channel, &stage.people[0], &stage.people[1..], json!({ "games": 1 })).await;
    let rows = [
        (4004, "Discord does not take the token"),
        (4010, "asks for a shard that Discord does not know: install a newer one"),
        (
            4011,
            "Discord advises no more connections: start the bot again in some minutes",
        ),
        (
            4012,
            "a version of the API that Discord does not take any more: install a newer one",
        ),
        (4013, "asks for events that Discord does not know"),
        (4014, "asks for events that your application is not allowed to see"),
    ];
    for (times, (code, sentence)) in rows.into_iter().enumerate() {
        stage.gateway(json!({ "do": "close", "code": code })).await;
        let (status, said) = stage.bot_gives_up().await;
        assert!(!status.success(), "{code}: {status}");
        assert_eq!(said.len(), times + 1, "{code}: one sentence each: {said:#?}");
        assert!(said[times].contains(sentence), "{code}: {said:#?}");
        stage.start_bot().await;
    }
    let robots = Robots::chatting(&channel, &stage.people, 64);
    assert!(is_finished(&see_through(&channel, &stage.people[0]).await));
    robots.stop().await;
    // serenity says of each that it is an error.
    let allowed = Allowed {
        errors: true,
        ..Allowed::default()
    };
    stage.close_but(allowed).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_shard_goes_on_while_another_comes_back() {
    // As long as one is away, an answer may take.
    let stage = Stage::open(Setup::of(4).shards(2).deadline(Duration::from_secs(60))).await;
    let (first, second) = (stage.channel(0).await, stage.channel(1).await);
    let [ana, ben, cleo, dev] = stage.people.as_slice() else {
        panic!("four people")
    };
    ana.until("both shards are there", async || {
        (stage.line.get("/-/gateway").await["connected"] == 2).then_some(())
    })
    .await;
    assert_eq!(
        identified(&stage),
        [json!([0, 2]), json!([1, 2])],
        "as many as are advised, each once"
    );

    // The channels are the second shard's, and the private chats the first one's.
    let options = json!({ "games": 1 });
    let table = begin(&first, ana, std::slice::from_ref(ben), options.clone()).await;
    begin(&second, cleo, std::slice::from_ref(dev), options).await;
    stage.gateway(json!({ "do": "freeze", "shard": 1 })).await;
    let show = json!({ "channel": first, "command": "table show", "options": {}, "wait": "none" });
    ana.attempt("run", show).await.expect("it can be asked");
    for (channel, person) in [(&first, ana), (&first, ben), (&second, cleo), (&second, dev)] {
        let panel = person
            .panel_when(channel, "something to choose", |panel| !panel.choices().is_empty())
            .await;
        let answer = person.press_id(&panel, &panel.choices()[0].custom_id).await;
        assert!(answer.came(), "{}", answer.0);
    }
    let newest = async || {
        let found = ana.table(&first).await.filter(|shown| shown.id() != table.id());
        found.as_ref().map(Message::id)
    };
    assert_eq!(newest().await, None, "nobody has heard of the command yet");

    // What was asked meanwhile is heard when the shard takes up its session again.
    stage.gateway(json!({ "do": "drop", "shard": 1 })).await;
    ana.until("the command is answered", newest).await;
    assert_eq!(
        (said(&stage, 6).len(), said(&stage, 2).len()),
        (1, 2),
        "one session is resumed"
    );
    let guild = text(&stage.line.get("").await["guild"]["id"]);
    let number: u64 = guild.parse().expect("a number");
    assert_eq!((number >> 22) % 2, 1, "the guild is on the second shard");

    let robots = [
        Robots::chatting(&first, [ana, ben], 61),
        Robots::chatting(&second, [cleo, dev], 62),
    ];
    for (channel, person) in [(&first, ben), (&second, cleo)] {
        assert!(is_finished(&see_through(channel, person).await));
    }
    for robots in robots {
        robots.stop().await;
    }
    stage.close().await;
}
