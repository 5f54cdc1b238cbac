//! What somebody has played: matches page by page, and the profile.

use serde_json::json;

use super::stage::{Setup, Stage};
use super::table_steps::{files_of, play};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_are_found_again_and_opened_by_who_played_them() {
    let stage = Stage::open(Setup::of(3)).await;
    let (channel, other) = (stage.channel(0).await, stage.channel(1).await);
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    let none = ben.run(&channel, "history", json!({})).await.private();
    assert!(none.has("not finished a match here yet"), "{}", none.text());
    let none = ben.run(&channel, "profile", json!({})).await.private();
    assert!(none.has("not finished a match here that counts"), "{}", none.text());
    play(&channel, &stage.people[..2], json!({ "games": 1 }), 91).await;

    let own = ben.run(&other, "history", json!({})).await.private();
    assert!(
        own.has("Your matches") && own.has("1. Binome") && own.has("with Ana"),
        "{}",
        own.text()
    );
    let record = ben.press(&own, "Record 1").await.private();
    let files = files_of(ben, &record).await;
    assert!(
        files[0].0.starts_with("binome-") && files[0].0.ends_with(".jsonl"),
        "{files:?}"
    );
    let replay = ben.press(&own, "Replay 1").await.private();
    assert!(replay.has("The last moments"), "{}", replay.text());

    let seen = cleo.run(&other, "history", json!({ "person": "Ben" })).await.private();
    assert!(seen.has("Matches of Ben") && seen.has("with Ana"), "{}", seen.text());
    assert!(seen.buttons().is_empty(), "Cleo has not played it");
    let theirs = ana.run(&channel, "history", json!({ "person": "Ben" })).await.private();
    assert!(
        theirs.button("Record 1").is_some(),
        "Ana has played it, too: {}",
        theirs.text()
    );

    let profile = cleo.run(&other, "profile", json!({ "person": "Ben" })).await.private();
    let line = "/1 · provisional";
    assert!(
        profile.has("Ben on this server") && profile.has(line),
        "{}",
        profile.text()
    );
    assert!(profile.has("Ana (1)"), "{}", profile.text());
    let matches = cleo.press(&profile, "Matches").await;
    assert_eq!(matches.status(), "updated", "{}", matches.0);
    assert!(matches.shown().has("Matches of Ben"), "{}", matches.shown().text());
    let chat = ben.run(ben.dm(), "history", json!({})).await.private();
    assert!(chat.has("1. Binome"), "{}", chat.text());
    let chat = ben.run(ben.dm(), "profile", json!({})).await.private();
    assert!(chat.has("belongs to a server"), "{}", chat.text());
    stage.close().await;
}
