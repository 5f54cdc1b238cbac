//! What a person sets for themselves in one private message, and the page of help.

use reqwest::Method;
use serde_json::json;

use super::person::Person;
use super::stage::{Setup, Stage};
use super::table_steps::{begin, chosen, set};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_message_has_all_settings_and_says_what_holds_after_each_press() {
    all_settings(Setup::of(2)).await;
}

pub(crate) async fn all_settings(setup: Setup) {
    let stage = Stage::open(setup).await;
    let channel = stage.channel(0).await;
    let (ana, ben) = (&stage.people[0], &stage.people[1]);
    let usual = ana.run(&channel, "settings", json!({})).await.private();
    let first = [
        "Your turn: a private message",
        "Your panel: private message",
        "Your boards: pictures, dominoes with rings and digits",
        "Confirming: where the game asks",
    ];
    assert_eq!(chosen(&usual), first);
    let labels: Vec<String> = usual.buttons().into_iter().map(|button| button.label).collect();
    assert_eq!(labels, ["Ratings over all servers", "Forget me"]);
    let mut now = usual.clone();
    let changes = [
        "Your turn: a mention in the channel",
        "Your panel: in the channel, when you press its button",
        "Your boards: pictures, dominoes with digits alone",
        "Confirming: every choice",
    ];
    for (at, label) in changes.iter().enumerate() {
        let answer = ana.press(&now, label).await;
        assert_eq!(answer.status(), "updated", "{}", answer.0);
        now = answer.shown();
        assert_eq!(now.id(), usual.id(), "it is one message: {}", now.text());
        let holds: Vec<&str> = changes[..=at].iter().chain(&first[at + 1..]).copied().collect();
        assert_eq!(chosen(&now), holds);
    }
    // A button of a message from before there were menus.
    let answer = ana.forge(&now, "w1:ping:none").await;
    assert_eq!(answer.status(), "updated", "{}", answer.0);
    assert_eq!(chosen(&answer.shown())[0], "Your turn: no ping");
    let now = set(ana, &channel, changes[0]).await;
    let again = ana.run(&channel, "settings", json!({})).await.private();
    assert_eq!(chosen(&again), chosen(&now), "it is kept");
    let others = ben.run(&channel, "settings", json!({})).await.private();
    assert_eq!(chosen(&others), first, "it is hers alone");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_panel_goes_where_it_is_wanted_and_a_closed_chat_is_tried_again() {
    let stage = Stage::open(Setup::of(3)).await;
    let channel = stage.channel(0).await;
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    let opens = async |open: bool| {
        let body = json!({ "dms_open": open });
        stage.line.must(Method::PATCH, "/Ben", body).await;
    };
    opens(false).await;
    set(ana, &channel, "Your panel: in the channel, when you press its button").await;
    begin(&channel, ana, &stage.people[1..], json!({ "games": 1 })).await;
    cleo.panel_when(&channel, "her panel", |_| true).await;
    assert!(ana.panel(&channel).await.is_none(), "she wants it in the channel");
    assert!(ben.panel(&channel).await.is_none(), "his chat is closed");
    set(ana, &channel, "Your panel: private message").await;
    ana.panel_when(&channel, "the panel that she wants now", |_| true).await;
    opens(true).await;
    set(ben, &channel, "Your panel: private message").await;
    ben.panel_when(&channel, "the panel for which he has opened his chat", |_| true)
        .await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_wants_to_be_asked_first_confirms_what_others_choose_at_one_tap() {
    let stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let (ana, ben) = (&stage.people[0], &stage.people[1]);
    set(ana, &channel, "Confirming: every choice").await;
    let lobby = ana
        .run(&channel, "binary start", json!({ "size": 6, "first": "host" }))
        .await
        .public();
    assert!(ben.press(&lobby, "Join").await.came());
    assert!(ana.press(&lobby, "Start").await.came());
    let on = async |person: &Person, label: &str| {
        let now = person
            .panel_when(&channel, label, |panel| panel.button(label).is_some())
            .await;
        assert!(person.press(&now, label).await.came(), "{label}: {}", now.text());
    };
    for label in ["a1", "Confirm"] {
        on(ana, label).await;
    }
    // His second square is placed at one tap.
    for label in ["b1", "d1"] {
        on(ben, label).await;
    }
    for label in ["b2", "d2", "Confirm"] {
        on(ana, label).await;
    }
    ben.panel_when(&channel, "his turn", |panel| panel.button("f1").is_some())
        .await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn help_is_one_private_page_with_the_credits_at_its_end() {
    let stage = Stage::open(Setup::of(1)).await;
    let channel = stage.channel(0).await;
    let ana = &stage.people[0];
    let help = ana.run(&channel, "help", json!({})).await.private();
    assert!(help.has("How Whistle works"), "{}", help.text());
    for command in ["`/binome start`", "`/move`", "`/settings`"] {
        assert!(help.has(command), "{command}: {}", help.text());
    }
    let text = help.text();
    let first = text.split('`').nth(1);
    assert_eq!(first, Some("/play"), "who knows nothing yet begins with it: {text}");
    let last = text.lines().last().unwrap_or_default();
    assert!(last.starts_with("-# Whistle is unofficial."), "{text}");
    assert!(help.buttons().is_empty());
    stage.close().await;
}
