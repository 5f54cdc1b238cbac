//! Guided first games, alone and by pressing.

use serde_json::json;

use super::person::Person;
use super::reading::{Message, told_of_pictures};
use super::stage::{Setup, Stage};
use super::table_steps::set;

/// Goes on from a step by its first button until nothing leads on. Gives every step.
async fn to_the_end(who: &Person, first: Message) -> Vec<Message> {
    let mut steps = vec![first];
    loop {
        let now = &steps[steps.len() - 1];
        let Some(way) = now
            .buttons()
            .into_iter()
            .find(|way| way.custom_id.starts_with("w1:learn:"))
        else {
            return steps;
        };
        let next = who.press_id(now, &way.custom_id).await.private();
        steps.push(next);
    }
}

/// Whether each step says which it is, and how many there are.
fn counts(steps: &[Message], game: &str) {
    for (number, step) in (1..).zip(steps) {
        let says = format!("Learn {game} · {number}/{}", steps.len());
        assert!(step.has(&says), "{says}: {}", step.text());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_first_game_is_played_alone_to_its_end() {
    let stage = Stage::open(Setup::of(3)).await;
    let channel = stage.channel(0).await;
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    let before = cleo.messages(&channel, 50).await.len();
    let first = ana.run(&channel, "binome learn", json!({})).await.private();
    let steps = to_the_end(ana, first).await;
    counts(&steps, "Binome");
    assert!(
        steps.iter().all(|step| !told_of_pictures(&step.0).is_empty()),
        "each picture says what it shows"
    );
    let reviewed = steps.iter().filter(|step| step.has("You chose to"));
    assert!(reviewed.count() >= 3, "what was chosen is looked at");
    let last = &steps[steps.len() - 1];
    let play = ana.press(last, "Play it").await.shown();
    assert!(play.button("Open the table").is_some(), "{}", play.text());

    set(ben, &channel, "Your boards: text").await;
    let first = ben.run(&channel, "dominup learn", json!({})).await.private();
    let steps = to_the_end(ben, first).await;
    counts(&steps, "Dominup");
    let no_pictures = steps.iter().all(|step| told_of_pictures(&step.0).is_empty());
    assert!(no_pictures, "he wants boards as text");
    // At the first step nothing lies on the table.
    assert!(steps[1..].iter().all(|step| step.has("```")), "boards are text");

    // Whoever reads the rules finds the way, and whoever forges a step is told one.
    let rules = cleo.run(&channel, "tree rules", json!({})).await.private();
    let begun = cleo.press(&rules, "Learn it step by step").await.private();
    assert!(begun.has("Learn The Tree · 1/"), "{}", begun.text());
    for forged in [
        "w1:learn:tree:1:8",
        "w1:learn:tree:a:0",
        "w1:learn:chess:0:0",
        "w1:learn:tree:zz:zz",
    ] {
        let refused = cleo.forge(&begun, forged).await.private();
        assert!(refused.has("no such step"), "{forged}: {}", refused.text());
    }

    let seen = cleo.messages(&channel, 50).await;
    let others: Vec<&Message> = seen.iter().filter(|message| !message.is_private()).collect();
    assert_eq!(others.len(), before, "nobody else sees anything of it");
    let about = ana.run(&channel, "table show", json!({})).await.private();
    assert!(about.has("no table"), "nothing stands in the log: {}", about.text());
    stage.close().await;
}
