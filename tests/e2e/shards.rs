//! A bot in several shards: each connection carries its own part, and comes back by itself.

use std::time::Duration;

use serde_json::{Value, json};

use super::places::{begin, is_finished, see_through};
use super::reading::{Message, text};
use super::robots::Robots;
use super::stage::{Setup, Stage};

/// What the bot said to the gateway with this opcode.
fn said(stage: &Stage, op: u64) -> Vec<Value> {
    let traffic = stage.traffic().into_iter();
    let own = traffic.filter(|entry| entry["kind"] == "frame" && entry["from"] == "bot");
    own.filter(|entry| entry["frame"]["op"] == op)
        .map(|entry| entry["frame"]["d"].clone())
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_shard_goes_on_while_another_comes_back() {
    // As long as one is away, an answer may take.
    let stage = Stage::open(Setup::of(4).shards(2).deadline(Duration::from_secs(60))).await;
    let (first, second) = (stage.place(0).await, stage.place(1).await);
    let [ana, ben, cleo, dev] = stage.people.as_slice() else {
        panic!("four people")
    };
    ana.until("both shards are there", async || {
        (stage.line.get("/-/gateway").await["connected"] == 2).then_some(())
    })
    .await;
    let shards: Vec<Value> = said(&stage, 2).iter().map(|asked| asked["shard"].clone()).collect();
    assert_eq!(
        shards,
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
    for (place, person) in [(&first, ana), (&first, ben), (&second, cleo), (&second, dev)] {
        let panel = person
            .panel_when(place, "something to choose", |panel| !panel.choices().is_empty())
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
    for (place, person) in [(&first, ben), (&second, cleo)] {
        assert!(is_finished(&see_through(place, person).await));
    }
    for robots in robots {
        robots.stop().await;
    }
    stage.close().await;
}
