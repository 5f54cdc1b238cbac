//! Two servers: each has its own tables, its own people and its own leaderboard, whatever becomes of the other.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use super::matches::told_is_recorded;
use super::person::Person;
use super::reading::{Message, text};
use super::robots::Robots;
use super::stage::{ON_THE_FIRST_SHARD, ON_THE_SECOND_SHARD, Setup, Stage};
use super::table_steps::{begin, is_finished, play, records, see_through};

/// The number of the other server's first channel.
const ABROAD: usize = 2;

/// The people of a stage of four.
fn four(stage: &Stage) -> [&Person; 4] {
    let [ana, ben, cleo, dev] = stage.people.as_slice() else {
        panic!("four people")
    };
    [ana, ben, cleo, dev]
}

/// Which servers each connection was told of, in the order of their shards.
fn told(stage: &Stage) -> Vec<Vec<String>> {
    let frames: Vec<Value> = stage
        .traffic()
        .into_iter()
        .filter(|entry| entry["kind"] == "frame")
        .collect();
    let asked = frames.iter().filter(|entry| entry["frame"]["op"] == 2);
    let of = |connection: &Value| {
        let own = frames.iter().filter(|entry| entry["connection"] == *connection);
        let created = own.filter(|entry| entry["frame"]["t"] == "GUILD_CREATE");
        created.map(|entry| text(&entry["frame"]["d"]["id"])).collect()
    };
    asked.map(|entry| of(&entry["connection"])).collect()
}

/// Waits until both shards are there: the second one comes some seconds after the first.
async fn both_stand(stage: &Stage) {
    let both = async || (stage.line.get("/-/gateway").await["connected"] == 2).then_some(());
    stage.owner.until("both shards", both).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_on_two_shards_play_at_once_and_one_goes_on_while_the_other_is_silent() {
    let setup = Setup::of(4).shards(2).abroad(&["Cleo", "Dev"]);
    let stage = Stage::open(setup.deadline(Duration::from_secs(90))).await;
    let (here, there) = (stage.channel(0).await, stage.channel(ABROAD).await);
    let [ana, ben, cleo, dev] = four(&stage);
    both_stand(&stage).await;
    assert_eq!(
        told(&stage),
        [[ON_THE_FIRST_SHARD.to_string()], [ON_THE_SECOND_SHARD.to_string()]],
        "each shard hears of its own server"
    );
    let options = json!({ "games": 1 });
    begin(&here, ana, std::slice::from_ref(ben), options.clone()).await;
    begin(&there, cleo, std::slice::from_ref(dev), options).await;

    stage.gateway(json!({ "do": "freeze", "shard": 1 })).await;
    let show = json!({ "channel": here, "command": "table show", "options": {}, "wait": "none" });
    let unheard = ana.attempt("run", show).await.expect("it can be asked").act();
    let robots = Robots::chatting(&there, [cleo, dev], 71);
    assert!(is_finished(&see_through(&there, cleo).await));
    told_is_recorded(&robots.stop().await, &records(cleo, &there).await);
    let silent = ana.line.get(&format!("/Ana/acts/{unheard}")).await;
    assert_eq!(
        silent["status"], "pending",
        "the other server is not heard all the while"
    );

    stage.gateway(json!({ "do": "drop", "shard": 1 })).await;
    let answer = ana.line.get(&format!("/Ana/acts/{unheard}?wait=first")).await;
    assert_ne!(answer["status"], "failed", "{answer}");
    let robots = Robots::chatting(&here, [ana, ben], 72);
    assert!(is_finished(&see_through(&here, ana).await));
    told_is_recorded(&robots.stop().await, &records(ana, &here).await);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leaderboard_is_of_one_server_and_names_nobody_of_another() {
    let stage = Stage::open(Setup::of(4).abroad(&["Cleo", "Dev"])).await;
    let [ana, ben, cleo, dev] = four(&stage);
    let mut boards = Vec::new();
    for (first, pair) in [(0, [ana, ben]), (ABROAD, [cleo, dev])] {
        let pair = pair.map(Person::clone);
        let channel = stage.channel(first).await;
        play(&channel, &pair, json!({ "games": 1 }), 73).await;
        boards.push((channel, pair));
    }
    for (number, (channel, pair)) in boards.iter().enumerate() {
        let [asker, other] = pair;
        let board = asker.run(channel, "binome leaderboard", json!({})).await.private();
        assert!(board.has(&asker.name) && board.has(&other.name), "{}", board.text());
        let (_, strangers) = &boards[1 - number];
        for stranger in strangers {
            let bytes = board.0.to_string();
            assert!(
                !bytes.contains(&stranger.name) && !bytes.contains(&stranger.id),
                "{} has played in the other server only: {}",
                stranger.name,
                board.text()
            );
        }
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_plays_in_two_servers_at_once_has_the_right_panel_for_each() {
    let stage = Stage::open(Setup::of(3).shards(2).abroad(&["Ben", "Cleo"])).await;
    let (here, there) = (stage.channel(0).await, stage.channel(ABROAD).await);
    both_stand(&stage).await;
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    begin(&here, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    begin(&there, cleo, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    let choosing = |panel: &Message| !panel.choices().is_empty();
    let mine = ben.panel_when(&here, "a panel for this server", choosing).await;
    let other = ben.panel_when(&there, "a panel for the other", choosing).await;
    assert_ne!(mine.id(), other.id());
    let (mine, other) = (ben.pictured(&mine).await, ben.pictured(&other).await);
    assert!(mine.has("Ana") && !mine.has("Cleo"), "{}", mine.text());
    assert!(other.has("Cleo") && !other.has("Ana"), "{}", other.text());
    let answer = ben.press_id(&mine, &mine.choices()[0].custom_id).await;
    assert!(answer.came(), "{}", answer.0);
    let still = ben.again(&other).await.expect("it stands");
    assert_eq!(still.text(), other.text(), "the other table knows nothing of it");

    let robots = [(&here, [ana, ben], 74), (&there, [cleo, ben], 75)];
    let robots = robots.map(|(channel, pair, seed)| Robots::chatting(channel, pair, seed));
    for (channel, person, robots) in [(&here, ana), (&there, cleo)]
        .into_iter()
        .zip(robots)
        .map(|((channel, person), robots)| (channel, person, robots))
    {
        assert!(is_finished(&see_through(channel, person).await));
        told_is_recorded(&robots.stop().await, &records(person, channel).await);
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_is_removed_from_one_server_stays_in_the_other_and_begins_anew_when_it_is_invited_again() {
    let stage = Stage::open(Setup::of(4).shards(2).abroad(&["Cleo", "Dev"])).await;
    let (here, there) = (stage.channel(0).await, stage.channel(ABROAD).await);
    both_stand(&stage).await;
    let [ana, ben, cleo, dev] = four(&stage);
    begin(&here, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    begin(&there, cleo, std::slice::from_ref(dev), json!({ "games": 1 })).await;
    // Whoever it could not write to while it was away would be asked in the channel from then on.
    for person in [ana, ben] {
        let choosing = |panel: &Message| !panel.choices().is_empty();
        person.panel_when(&here, "something to choose", choosing).await;
    }
    let home = ON_THE_SECOND_SHARD.to_string();
    let present = async |present: bool| {
        let body = json!({ "present": present, "guild": home });
        stage.line.must(Method::PUT, "/-/bot", body).await;
    };
    present(false).await;
    let show = json!({ "channel": here, "command": "table show", "options": {} });
    assert!(ana.attempt("run", show).await.is_none(), "nobody hears commands there");
    let robots = Robots::chatting(&there, [cleo, dev], 76);
    assert!(is_finished(&see_through(&there, cleo).await));
    told_is_recorded(&robots.stop().await, &records(cleo, &there).await);

    present(true).await;
    begin(&here, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    let robots = Robots::chatting(&here, [ana, ben], 77);
    assert!(is_finished(&see_through(&here, ana).await));
    told_is_recorded(&robots.stop().await, &records(ana, &here).await);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_removal_while_the_bot_was_away_is_noticed_at_its_next_start() {
    let mut stage = Stage::open(Setup::of(4).abroad(&["Cleo", "Dev"])).await;
    let (here, there) = (stage.channel(0).await, stage.channel(ABROAD).await);
    let options = json!({ "games": 1 });
    {
        let [ana, ben, cleo, dev] = four(&stage);
        begin(&here, ana, std::slice::from_ref(ben), options.clone()).await;
        begin(&there, cleo, std::slice::from_ref(dev), options.clone()).await;
        for (channel, person) in [(&here, ana), (&here, ben), (&there, cleo), (&there, dev)] {
            let choosing = |panel: &Message| !panel.choices().is_empty();
            person.panel_when(channel, "something to choose", choosing).await;
        }
    }
    let abroad = ON_THE_FIRST_SHARD.to_string();
    stage.end_bot().await;
    let path = "/-/bot";
    let gone = json!({ "present": false, "guild": abroad });
    stage.line.must(Method::PUT, path, gone).await;
    let before = stage.traffic().len();
    stage.start_bot().await;
    let [ana, ben, cleo, dev] = four(&stage);
    for person in [cleo, dev] {
        let removed = |panel: &Message| panel.has("The bot was removed from the server");
        person.panel_when(&there, "why it is over", removed).await;
    }
    let robots = Robots::chatting(&here, [ana, ben], 78);
    assert!(
        is_finished(&see_through(&here, ana).await),
        "the other server's table goes on"
    );
    told_is_recorded(&robots.stop().await, &records(ana, &here).await);
    let forbidden = stage.traffic().split_off(before);
    assert!(
        !forbidden.iter().any(|entry| entry["status"] == 403),
        "nothing is tried where the bot is not"
    );
    let back = json!({ "present": true, "guild": abroad });
    stage.line.must(Method::PUT, path, back).await;
    begin(&there, cleo, std::slice::from_ref(dev), options).await;
    stage.close().await;
}
