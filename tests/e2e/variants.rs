//! Every variant, chosen by the options of the command.

use serde_json::{Value, json};

use super::places::{begin, choices, lobby, play, records, see_through};
use super::robots::Robots;
use super::stage::{Setup, Stage};

/// Plays one game of `people` with these options, and gives its record.
async fn one_game(people: usize, options: Value, seed: u64) -> Value {
    let stage = Stage::open(Setup::of(people)).await;
    let place = stage.place(0).await;
    let mut asked = options.clone();
    asked["games"] = json!(1);
    let last = play(&place, &stage.people, asked, seed).await;
    assert!(last.has("the game is over"), "{}", last.text());
    let mut games = records(&stage.people[0], &place).await;
    assert_eq!(games.len(), 1);
    let game = games.remove(0);
    for (name, value) in options.as_object().expect("options") {
        assert_eq!(game["options"][name], *value, "{name} holds in {}", game["options"]);
    }
    stage.close().await;
    game
}

fn facts(game: &Value) -> Vec<String> {
    let events = game["events"].as_array().into_iter().flatten();
    let facts = events.flat_map(|event| event["then"].as_array().into_iter().flatten());
    facts.map(|fact| fact.as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn secrets_and_battle() {
    let game = one_game(3, json!({ "secrets": true, "battle": true }), 11).await;
    assert!(facts(&game).iter().any(|fact| fact.starts_with("reveal")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_need_no_secrets_and_may_claim_what_does_not_fit() {
    let game = one_game(2, json!({ "secrets": false, "strict": true }), 12).await;
    assert!(
        facts(&game).iter().any(|fact| fact.starts_with("out")),
        "somebody's number did not fit"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn transparency_tells_who_has_one_number_left() {
    let game = one_game(3, json!({ "transparency": true }), 13).await;
    let spent = |seat| {
        choices(&game, seat)
            .iter()
            .filter(|choice| choice.starts_with("claim"))
            .count()
    };
    let near = (0..3).any(|seat| spent(seat) >= 7);
    let announced = facts(&game).iter().any(|fact| fact.starts_with("last"));
    assert_eq!(
        near,
        announced,
        "who has spent seven of eight numbers is announced: {:?}",
        facts(&game)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn six_people_in_the_same_boat() {
    let game = one_game(6, json!({ "boat": true }), 14).await;
    assert_eq!(game["seats"], 6);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_does_not_go_together_is_said_at_the_start() {
    let stage = Stage::open(Setup::of(2)).await;
    let place = stage.place(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let table = lobby(
        &place,
        ana,
        std::slice::from_ref(ben),
        json!({ "boat": true, "games": 1 }),
    )
    .await;
    assert!(
        ana.refused(&place, ana.press(&table, "Start"))
            .await
            .has("6 or 7 players")
    );
    assert!(ana.press(&table, "Close table").await.came());
    ana.table_when(&place, "the table closes", |table| table.has("table closed"))
        .await;
    let table = begin(&place, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    assert!(table.button("Rules").is_some());
    let rules = ben.press(&table, "Rules").await.private();
    assert!(rules.has("the rules"), "{}", rules.text());
    let robots = Robots::chatting(&place, &stage.people, 15);
    see_through(&place, ana).await;
    robots.stop().await;
    stage.close().await;
}
