//! Interactions by HTTP: journeys of other files, each with all its interactions on the other way, and what only that way has.
//!
//! `WHISTLE_DELIVERY=http cargo test --test e2e` lets every journey go by HTTP.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};

use super::stage::{Allowed, Setup, Stage};
use super::{floods, lobbies, matches, play, presses, settings, typing};

/// Commands, buttons, private chats, completions of several players, records and a rematch.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_three_is_played_by_http() {
    matches::match_of_three(Setup::of(4).by_http()).await;
}

/// Panels that only their reader sees.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_takes_no_private_messages_plays_by_http() {
    matches::no_private_messages(Setup::of(3).by_http()).await;
}

/// Options that are completed while they are typed, in a channel and in a private chat.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_are_typed_by_http() {
    typing::typed_moves(Setup::of(3).by_http()).await;
}

/// A form that a button opens.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_is_sent_by_http() {
    typing::form(Setup::of(2).by_http()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_of_menus_is_sent_by_http() {
    lobbies::changed_options(Setup::of(2).by_http()).await;
}

/// Menus in a message that only one person sees.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn menus_are_used_by_http() {
    play::menus(Setup::of(2).by_http()).await;
    settings::all_settings(Setup::of(2).by_http()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interaction_that_comes_twice_by_http_counts_once() {
    presses::twice(Setup::of(2).by_http()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_by_http_holds_nobody_else_up() {
    floods::flood_of_presses(Setup::of(3).by_http()).await;
}

/// Every interaction of a stage's traffic went this way: `posted` by HTTP, or as a `frame` over the gateway.
fn ways(traffic: &[Value]) -> BTreeSet<String> {
    let interactions = traffic
        .iter()
        .filter(|entry| entry["frame"]["t"] == "INTERACTION_CREATE");
    interactions
        .map(|entry| entry["kind"].as_str().expect("a kind").to_owned())
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn interactions_come_by_http_also_while_the_gateway_is_away_and_after_a_restart() {
    let mut stage = Stage::open(Setup::of(1).by_http()).await;
    let channel = stage.channel(0).await;
    assert!(stage.people[0].run(&channel, "help", json!({})).await.came());
    stage.gateway(json!({ "do": "shut" })).await;
    assert!(stage.people[0].run(&channel, "help", json!({})).await.came());
    stage.gateway_opens().await;
    // Nobody listens while the bot is away: the person learns so at once, and the next bot is asked again.
    stage.kill_bot().await;
    let asked = stage.people[0].run(&channel, "help", json!({}));
    let asked = tokio::time::timeout(Duration::from_secs(2), asked)
        .await
        .expect("no waiting");
    assert!(!asked.came(), "{}", asked.0);
    stage.start_bot().await;
    assert!(stage.people[0].run(&channel, "help", json!({})).await.came());
    assert_eq!(ways(&stage.traffic()), BTreeSet::from(["posted".to_owned()]));
    let allowed = Allowed {
        silence: true,
        errors: true,
        ..Allowed::default()
    };
    stage.close_but(allowed).await;
}
