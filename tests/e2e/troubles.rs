//! What moderators and administrators do: permissions, deleted messages and channels, the bot removed and invited again.
//! The table survives all but the last.

use std::collections::HashMap;

use reqwest::Method;
use serde_json::{Value, json};

use super::person::Person;
use super::reading::{Message, Sheet, text};
use super::robots::Robots;
use super::stage::{OLD_AFTER, Setup, Stage};
use super::table_steps::{begin, is_finished, records, see_through};

/// Lets the bot do all in a channel that it may do in the server, but for this.
pub(super) async fn allow(stage: &Stage, channel: &str, denied: &[&str]) {
    let path = format!("/-/channels/{channel}/permissions");
    stage
        .line
        .must(Method::PUT, &path, json!({ "deny": denied, "allow": [] }))
        .await;
}

/// Everybody writes one digit by their private chat.
async fn everybody_writes(channel: &str, people: &[Person]) {
    for person in people {
        let panel = person
            .panel_when(channel, "something to choose", |panel| !panel.choices().is_empty())
            .await;
        let button = panel.choices().remove(0);
        let answer = person.press_id(&panel, &button.custom_id).await;
        assert!(answer.came(), "{}", answer.0);
    }
}

/// The number of the digit that the table's message shows.
fn digit(table: &Message) -> Option<u32> {
    let text = table.text();
    let rest = text.split_once("digit ")?.1;
    rest.split_whitespace().next()?.parse().ok()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_channel_that_the_bot_may_not_use_is_named_at_the_start() {
    let mut stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let (ana, ben) = (&stage.people[0].clone(), &stage.people[1].clone());
    for denied in ["VIEW_CHANNEL", "SEND_MESSAGES", "EMBED_LINKS"] {
        allow(&stage, &channel, &[denied]).await;
        ana.refused(&channel, ana.run(&channel, "binome start", json!({})))
            .await;
        assert!(
            ana.table(&channel).await.is_none(),
            "no table was opened without {denied}"
        );
    }
    allow(&stage, &channel, &[]).await;
    begin(&channel, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    everybody_writes(&channel, &stage.people).await;

    allow(&stage, &channel, &["VIEW_CHANNEL", "SEND_MESSAGES"]).await;
    // By the token of a press the message could be changed all the same; no run of the bot leaves such tokens to the next.
    stage.kill_bot().await;
    stage.start_bot().await;
    let robots = Robots::chatting(&channel, &stage.people, 41);
    // The game goes on in private to its end, while the channel stays as it was.
    ben.panel_when(&channel, "the end", |panel| panel.has("It is over"))
        .await;
    robots.stop().await;
    let table = ana.table(&channel).await.expect("the old message");
    assert!(!is_finished(&table), "nobody could write there: {}", table.text());
    allow(&stage, &channel, &[]).await;
    ana.table_when(&channel, "the message catches up by itself", is_finished)
        .await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_that_was_deleted_can_be_shown_again() {
    let stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let table = begin(&channel, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    everybody_writes(&channel, &stage.people).await;
    let path = |message: &Message| format!("/-/channels/{channel}/messages/{}", message.id());
    stage.line.must(Method::DELETE, &path(&table), json!({})).await;
    let shown = ben.run(&channel, "table show", json!({})).await.public();
    assert_ne!(shown.id(), table.id());
    assert!(shown.button("My sheet").is_some(), "{}", shown.text());
    let mine = ana.press(&shown, "My sheet").await.private();
    assert!(ana.pictured(&mine).await.sheet().is_some());

    // The same in the private chat.
    let panel = ana.panel(&channel).await.expect("a panel");
    let kept = panel.sheet().expect("a sheet");
    stage
        .line
        .must(
            Method::DELETE,
            &format!("/-/channels/{}/messages/{}", ana.dm(), panel.id()),
            json!({}),
        )
        .await;
    everybody_writes(&channel, std::slice::from_ref(ben)).await;
    let mine = ana.run(&channel, "table mine", json!({})).await.private();
    let now: Sheet = ana.pictured(&mine).await.sheet().expect("a sheet");
    assert!(now.keeps(&kept));

    // Brought down when the channel has buried it, and only one message stays.
    let again = ana.run(&channel, "table show", json!({})).await.public();
    ana.until("the older message is gone", async || {
        let messages = ana.messages(&channel, 50).await;
        let tables = messages
            .iter()
            .filter(|message| message.is_by_bot() && !message.is_private());
        (tables.map(Message::id).collect::<Vec<_>>() == [again.id()]).then_some(())
    })
    .await;
    let robots = Robots::chatting(&channel, &stage.people, 42);
    assert!(is_finished(&see_through(&channel, ben).await));
    robots.stop().await;
    stage.close().await;
}

/// What somebody is offered who types the name of a match that is over.
async fn past(person: &Person, channel: &str, typed: &str) -> Vec<(String, String)> {
    person
        .complete(channel, "table verify", json!({ "match": typed }), "match")
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_outlives_its_channel() {
    let stage = Stage::open(Setup::of(3)).await;
    let (channel, elsewhere) = (stage.channel(0).await, stage.channel(1).await);
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    let players = &stage.people[..2];
    begin(&channel, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    everybody_writes(&channel, players).await;
    let told = ben.run(&elsewhere, "table show", json!({})).await.private();
    assert!(told.has("Please do it there"), "{}", told.text());
    stage
        .line
        .must(Method::DELETE, &format!("/-/channels/{channel}"), json!({}))
        .await;
    // People without a private panel find theirs from anywhere.
    let mine = ana.run(&elsewhere, "table mine", json!({})).await.private();
    assert!(ana.pictured(&mine).await.sheet().is_some(), "{}", mine.text());
    let told = ben.run(&elsewhere, "table show", json!({})).await.private();
    assert!(told.has("channel of that table is gone"), "{}", told.text());
    let none: [(String, String); 0] = [];
    assert_eq!(
        past(ana, &elsewhere, "").await,
        none,
        "nothing is offered of a table in play"
    );
    let robots = Robots::chatting(&channel, players, 43);
    for person in players {
        person
            .panel_when(&channel, "the end", |panel| panel.has("It is over"))
            .await;
    }
    robots.stop().await;
    let (other, last) = (stage.channel(0).await, ben.panel(&channel).await.expect("a panel"));
    assert_eq!(other, elsewhere, "the first channel is gone");
    assert!(last.has("wins") || last.has("share"), "{}", last.text());

    // Another table has been in the other channel meanwhile, and whoever did not play is offered nothing.
    let lobby = cleo.run(&elsewhere, "binome start", json!({})).await.public();
    assert!(cleo.press(&lobby, "Close table").await.came());
    assert_eq!(past(cleo, &elsewhere, "").await, none);
    let offered = past(ana, &elsewhere, "binome").await;
    let [(name, table)] = offered.as_slice() else {
        panic!("one match is offered: {offered:?}")
    };
    assert!(name.contains("Ana and Ben"), "{name}");
    assert_eq!(past(ana, &elsewhere, "chess").await, none);
    let named = json!({ "match": table });
    only_players_see_it(&stage.people, &elsewhere, &named).await;

    // The next match is where the old one is shown: in private there is no place for it.
    let shown = ben.run(ben.dm(), "table show", named.clone()).await.private();
    let told = ben.press(&shown, "Rematch").await.private();
    assert!(told.has("channel of that table is gone"), "{}", told.text());
    let shown = ana.run(&elsewhere, "table show", named).await.private();
    let lobby = ana.press(&shown, "Rematch").await.public();
    assert!(lobby.button("Join").is_some(), "{}", lobby.text());
    assert!(
        !lobby.has(&ben.id),
        "nobody reads here who else has played there: {}",
        lobby.text()
    );
    stage.close().await;
}

/// A match that Ana and Ben have played elsewhere is shown to them, and not to Cleo.
async fn only_players_see_it(people: &[Person], elsewhere: &str, named: &Value) {
    let [ana, ben, cleo] = people else {
        panic!("three people")
    };
    for part in ["show", "verify", "record"] {
        let command = format!("table {part}");
        let denied = cleo.run(elsewhere, &command, named.clone()).await.private();
        assert!(denied.has("that match of yours"), "{}", denied.text());
        for (person, channel) in [(ana, elsewhere), (ben, ben.dm())] {
            let shown = person.run(channel, &command, named.clone()).await.private();
            let (says, files) = (
                shown.text(),
                shown.0["components"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter(|part| part["type"] == 13)
                    .count(),
            );
            match part {
                "show" => assert!(shown.button("Rematch").is_some(), "{says}"),
                "verify" => assert!(shown.has("Yes. The secret matches the seal"), "{says}"),
                _ => assert!(files > 0, "{says}"),
            }
        }
    }
    let seen = cleo.messages(elsewhere, 50).await;
    assert!(
        !seen.iter().any(|message| message.has("Ana") || message.has("Ben")),
        "what was played elsewhere is shown to who played it alone"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_that_cannot_be_changed_any_more_are_sent_anew() {
    let mut stage = Stage::open(Setup::of(2).worn()).await;
    let channel = stage.channel(0).await;
    let (ana, ben) = (&stage.people[0].clone(), &stage.people[1].clone());
    let table = begin(&channel, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    let old = tokio::time::Instant::now() + OLD_AFTER;
    everybody_writes(&channel, &stage.people).await;
    // By the token of a press the message could be changed for longer; no run of the bot leaves such tokens to the next.
    stage.kill_bot().await;
    stage.start_bot().await;
    // A short match may end before the message is old.
    tokio::time::sleep_until(old).await;
    let robots = Robots::chatting(&channel, &stage.people, 45);
    let last = see_through(&channel, ben).await;
    robots.stop().await;
    assert_ne!(
        last.id(),
        table.id(),
        "the first message could not be changed for so long"
    );
    ana.until("one message stands for the table", async || {
        let messages = ana.messages(&channel, 100).await;
        let tables = messages
            .iter()
            .filter(|message| message.is_by_bot() && !message.is_private());
        match tables.collect::<Vec<_>>().as_slice() {
            [only] => is_finished(only).then_some(()),
            _ => None,
        }
    })
    .await;
    each_is_tried_once(&stage.traffic());
    stage.close().await;
}

/// Nobody tries again and again to change a message that cannot be changed: once, and once more for each press in it since
/// it was sent, for what a press has brought up to date meanwhile stays where it is.
fn each_is_tried_once(traffic: &[Value]) {
    // How often somebody has pressed something in a channel (answered at once, or later): until now, and when a message was
    // sent there.
    let (mut pressed, mut before) = (HashMap::new(), HashMap::new());
    let mut refused = HashMap::new();
    for entry in traffic {
        let (path, channel) = (text(&entry["path"]), text(&entry["channel"]));
        let presses: usize = pressed.get(&channel).copied().unwrap_or(0);
        if entry["method"] == "POST" && path.ends_with("/messages") {
            before.insert(format!("{path}/{}", text(&entry["answer"]["id"])), presses);
        } else if path.ends_with("/callback") && [6, 7].iter().any(|kind| entry["body"]["type"] == *kind) {
            pressed.insert(channel, presses + 1);
        } else if entry["answer"]["code"] == 30046 {
            let since = presses - before.get(&path).copied().unwrap_or(0);
            let times = refused.entry(path).or_insert(0);
            *times += 1;
            assert!(
                *times <= 1 + since,
                "refused {times} times, pressed {since} times: {entry}"
            );
        }
    }
    assert!(!refused.is_empty(), "some changes were refused");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_is_removed_closes_its_tables_and_sends_nothing_more_to_the_server() {
    let stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    begin(&channel, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    everybody_writes(&channel, &stage.people).await;
    let second = |table: &Message| digit(table) == Some(2);
    let table = ana.table_when(&channel, "the second digit", second).await;
    for person in &stage.people {
        person.panel_when(&channel, "the second digit", second).await;
    }
    let before = stage.traffic().len();
    stage
        .line
        .must(Method::PUT, "/-/bot", json!({ "present": false }))
        .await;
    for person in &stage.people {
        let removed = |panel: &Message| panel.has("The bot was removed from the server") && panel.choices().is_empty();
        person.panel_when(&channel, "why it is over", removed).await;
    }
    stage.line.must(Method::PUT, "/-/bot", json!({ "present": true })).await;
    let robots = Robots::chatting(&channel, &stage.people, 44);
    let again = begin(&channel, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    see_through(&channel, ben).await;
    robots.stop().await;
    assert_eq!(records(ana, &channel).await.len(), 1);
    let old = ana.again(&table).await.expect("the old message");
    assert_ne!(old.id(), again.id());
    assert_eq!(old.text(), table.text(), "it is forgotten");
    let since = stage.traffic().split_off(before);
    assert!(
        !since.iter().any(|entry| entry["status"] == 403),
        "nothing is tried where the bot is not"
    );
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_chat_has_buried_is_shown_at_the_end_again() {
    let stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let table = begin(&channel, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    for line in 0..20 {
        ben.say(&channel, &format!("We talk of other things, {line}")).await;
    }
    let shown = ana.run(&channel, "table show", json!({})).await.public();
    assert_ne!(shown.id(), table.id());
    assert_eq!(
        ana.messages(&channel, 1).await[0].id(),
        shown.id(),
        "it is the last message of the channel"
    );
    stage.close().await;
}

/// Who plays at several tables reaches the one whose channel is gone from any channel that has none.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_tables_the_one_whose_channel_is_gone_can_still_be_ended() {
    let stage = Stage::open(Setup::of(2).channels(3)).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let (gone, other, free) = (stage.channel(0).await, stage.channel(1).await, stage.channel(2).await);
    for channel in [&gone, &other] {
        begin(channel, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    }
    let told = ben.run(&free, "table show", json!({})).await.private();
    assert!(told.has("play at several tables"), "it may be either: {}", told.text());
    let offered = ben.complete(&free, "table show", json!({ "table": "" }), "table").await;
    assert_eq!(offered.len(), 2, "{offered:?}");
    for (_, named) in &offered {
        let told = ben.run(&free, "table show", json!({ "table": named })).await.private();
        assert!(
            [&gone, &other].iter().any(|channel| told.has(&format!("<#{channel}>"))),
            "{}",
            told.text()
        );
        // In private everything can be done at it, wherever it is.
        let told = ben.run(ben.dm(), "table mine", json!({ "table": named })).await;
        let panel = ben.pictured(&told.shown()).await;
        assert!(panel.sheet().is_some(), "{}", panel.text());
    }
    let told = ben
        .run(ben.dm(), "table nudge", json!({ "table": "12345" }))
        .await
        .private();
    assert!(told.has("no table here"), "{}", told.text());
    let path = format!("/-/channels/{gone}");
    stage.line.must(Method::DELETE, &path, json!({})).await;
    let told = ben.run(&free, "table show", json!({})).await.private();
    assert!(told.has("channel of that table is gone"), "{}", told.text());
    super::table_steps::close(ana, &free).await;
    let told = ben.run(&free, "table show", json!({})).await.private();
    assert!(
        told.has(&format!("<#{other}>")),
        "only that one is left: {}",
        told.text()
    );
    stage.close().await;
}
