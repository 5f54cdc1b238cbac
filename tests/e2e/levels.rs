//! How well computer players play, from the lobby to the record and the rematch.

use serde_json::json;

use super::reading::Message;
use super::robots::Robots;
use super::stage::{Setup, Stage};
use super::table_steps::{chosen, records, see_through};

/// Whether a message names these computer players, and no other.
fn names(table: &Message, players: &[&str]) -> bool {
    let text = table.text();
    text.matches("Computer ").count() == players.len() && players.iter().all(|player| text.contains(player))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn computer_players_keep_their_levels_from_the_lobby_to_the_rematch() {
    let stage = Stage::open(Setup::of(1).faster(20)).await;
    let channel = stage.channel(0).await;
    let [ana] = stage.people.as_slice() else {
        panic!("one person")
    };
    let options = json!({ "games": 1, "computers": 1, "level": 5 });
    let lobby = ana.run(&channel, "binome start", options).await.public();
    assert!(names(&lobby, &["Computer 1 (level 5)"]), "{}", lobby.text());
    assert!(ana.press(&lobby, "Add computer: level 1 (beginner)").await.came());
    let both = ["Computer 1 (level 5)", "Computer 2 (level 1)"];
    let lobby = ana
        .table_when(&channel, "two levels", |table| names(table, &both))
        .await;
    // A button from before there were levels adds one of the table's.
    let table = lobby.option("Remove computer").expect("it is offered").1;
    let table = table.rsplit(':').next().expect("the table");
    assert!(ana.forge(&lobby, &format!("w1:more:{table}")).await.came());
    let third = "Computer 3 (level 5)";
    let lobby = ana.table_when(&channel, "a third", |table| table.has(third)).await;
    assert!(ana.press(&lobby, "Remove computer").await.came());
    let lobby = ana.table_when(&channel, "two again", |table| names(table, &both)).await;
    assert!(ana.press(&lobby, "Start").await.came());
    ana.table_when(&channel, "the match begins", |table| table.button("My sheet").is_some())
        .await;
    let robots = Robots::chatting(&channel, [ana], 35);
    let last = see_through(&channel, ana).await;
    robots.stop().await;
    assert!(both.iter().all(|player| last.has(player)), "{}", last.text());
    let games = records(ana, &channel).await;
    assert_eq!(games[0]["levels"], json!([null, 5, 1]));
    let again = ana.press(&last, "Rematch").await.public();
    assert!(names(&again, &both), "{}", again.text());
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_menus_of_play_have_a_level_where_a_computer_plays() {
    let stage = Stage::open(Setup::of(1)).await;
    let channel = stage.channel(0).await;
    let [ana] = stage.people.as_slice() else {
        panic!("one person")
    };
    let mut now = ana.run(&channel, "play", json!({})).await.private();
    assert!(now.option("Computer level: 3 (medium)").is_none(), "people play there");
    for label in ["Against 1 computer", "Computer level: 6 (strongest)", "Binary"] {
        now = ana.press(&now, label).await.private();
    }
    let all = [
        "Binary",
        "Against 1 computer",
        "Computer level: 6 (strongest)",
        "No clock",
    ];
    assert_eq!(chosen(&now), all);
    assert_eq!(ana.press(&now, "Open the table").await.status(), "updated");
    let table = ana
        .until("the lobby", async || {
            ana.find(&channel, |table| table.button("Start").is_some()).await
        })
        .await;
    assert!(names(&table, &["Computer 1 (level 6)"]), "{}", table.text());
    stage.close().await;
}
