//! The pictures of buttons: they are uploaded once, and stand beside the words as soon as they are there.

use serde_json::Value;
use whistle::games;

use super::reading::{Message, components, text};
use super::stage::{Setup, Stage};

/// How many requests of this method for the application's emojis have been answered well.
fn requests(stage: &Stage, method: &str) -> usize {
    let of_emojis = |entry: &&Value| {
        let route = text(&entry["route"]);
        entry["kind"] == "rest"
            && entry["method"] == method
            && route.starts_with("/applications/{application_id}/emojis")
    };
    let taken = |entry: &&Value| matches!(entry["status"].as_u64(), Some(200..=299));
    stage.traffic().iter().filter(of_emojis).filter(taken).count()
}

/// Waits until the application has every emoji.
pub(crate) async fn are_uploaded(stage: &Stage) {
    let all = games::icons().len();
    let are_there = async || (requests(stage, "POST") == all).then_some(());
    stage.owner.until("every picture to be uploaded", are_there).await;
}

/// The buttons and options of a message that have an emoji.
fn pictured(message: &Message) -> Vec<Value> {
    let all = components(&message.0).into_iter();
    let each = all
        .flat_map(|component| std::iter::once(component).chain(component["options"].as_array().into_iter().flatten()));
    each.filter(|item| item["emoji"].is_object()).cloned().collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pictures_are_uploaded_once_and_stand_beside_the_words() {
    let mut stage = Stage::open(Setup::of(2)).await;
    are_uploaded(&stage).await;
    let (status, _) = stage.end_bot().await;
    assert!(status.success(), "{status}");
    stage.start_bot().await;
    let is_listed = async || (requests(&stage, "GET") == 2).then_some(());
    stage.people[0].until("the pictures to be listed", is_listed).await;

    let channel = stage.channel(0).await;
    let [ana, ben] = &stage.people[..] else {
        panic!("two people")
    };
    let lobby = ana.run(&channel, "tree start", serde_json::json!({})).await.public();
    assert!(ben.press(&lobby, "Join").await.came(), "Ben joins");
    assert!(ana.press(&lobby, "Start").await.came(), "Ana starts");
    let mine = |table: &Message| {
        table
            .buttons()
            .into_iter()
            .find(|button| button.custom_id.starts_with("w1:mine:"))
    };
    let has_panels = async || ana.again(&lobby).await.filter(|table| mine(table).is_some());
    let table = ana.until("the match to begin", has_panels).await;
    let mine = mine(&table).expect("a way to one's panel").custom_id;
    let panels = [
        ana.press_id(&table, &mine).await.private(),
        ben.press_id(&table, &mine).await.private(),
    ];
    let pictured: Vec<Value> = panels.iter().flat_map(pictured).collect();
    assert!(!pictured.is_empty(), "somebody places a tile: {panels:#?}");
    for item in &pictured {
        let (label, name) = (text(&item["label"]), text(&item["emoji"]["name"]));
        // A tile says which one it is; the letter of a place stands beside the tile as it would lie there.
        let tile = name.strip_prefix("tile_").map(|tile| tile.replace('_', "-"));
        let is_letter = label.len() == 1;
        assert!(
            tile.is_some_and(|tile| is_letter || label.contains(&tile)),
            "{label}: {name}"
        );
        let base = stage.line.base.trim_end_matches("/people");
        let address = format!("{base}/emojis/{}.png", text(&item["emoji"]["id"]));
        assert_eq!(
            reqwest::get(&address).await.expect("an answer").status(),
            200,
            "{address}"
        );
    }
    let (posted, deleted) = (requests(&stage, "POST"), requests(&stage, "DELETE"));
    assert_eq!(
        (posted, deleted),
        (games::icons().len(), 0),
        "a second start uploads nothing"
    );
    stage.close().await;
}
