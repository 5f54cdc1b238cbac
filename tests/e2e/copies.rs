//! A copy of the file that was made while people played takes the file's place.

use std::time::Duration;

use serde_json::json;

use super::crashes::{nothing_is_forgotten, play_on};
use super::matches::told_is_recorded;
use super::robots::Robots;
use super::stage::{Allowed, Setup, Stage};
use super::table_steps::{begin, records, see_through, whistle};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_goes_on_from_a_copy_that_was_made_while_people_played() {
    let mut stage = Stage::open(Setup::of(3).deadline(Duration::from_millis(1500))).await;
    let channel = stage.channel(0).await;
    let ana = stage.people[0].clone();
    begin(&channel, &ana, &stage.people[1..], json!({ "games": 2 })).await;
    let robots = Robots::chatting(&channel, &stage.people, 56);
    assert!(play_on(&channel, &ana, &robots, 9).await);
    let told = robots.told();
    let (made, said) = whistle(&stage, &["backup", "copy.db"]).await;
    assert!(made, "{said}");
    // What people do now is in no copy: their messages are ahead of it.
    play_on(&channel, &ana, &robots, 7).await;
    robots.stop().await;
    stage.kill_bot().await;
    for name in ["whistle.db", "whistle.db-wal", "whistle.db-shm"] {
        let _ = std::fs::remove_file(stage.folder.path().join(name));
    }
    std::fs::rename(
        stage.folder.path().join("copy.db"),
        stage.folder.path().join("whistle.db"),
    )
    .expect("the copy is put in the place of the file");

    stage.start_bot().await;
    ana.table_when(&channel, "everybody reads of the backup", |table| {
        table.has("goes on from a backup")
    })
    .await;
    nothing_is_forgotten(&channel, &told).await;
    // By their panels, which show again what the copy knows, and by nothing else.
    let robots = Robots::chatting(&channel, &stage.people, 57);
    let last = see_through(&channel, &ana).await;
    assert!(last.has("grand win"), "{}", last.text());
    let since = robots.stop().await;
    let games = records(&ana, &channel).await;
    assert_eq!(games.len(), 2);
    told_is_recorded(&told, &games);
    told_is_recorded(&since, &games);
    let verdict = ana.run(&channel, "table verify", json!({})).await.private();
    assert!(verdict.has("Yes."), "{}", verdict.text());
    assert!(verdict.has("a new secret and a new seal"), "{}", verdict.text());
    assert_eq!(
        games[0]["resealed"].as_array().map(Vec::len),
        Some(1),
        "in the middle of the first game"
    );
    stage
        .close_but(Allowed {
            silence: true,
            ..Allowed::default()
        })
        .await;
}
