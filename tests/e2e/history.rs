//! What somebody has played: matches page by page, and the profile.

use std::ops::RangeInclusive;

use serde_json::json;

use whistle::store::{Append, Finish, NewResult, NewTable, Store};

use super::reading::{Message, shown_picture, told_of_pictures};
use super::stage::{Allowed, Setup, Stage};
use super::table_steps::{files_of, play, set};

/// How many ends of matches a message shows as pictures, each of which is told as well.
fn shows_ends(message: &Message) -> usize {
    let ends = told_of_pictures(&message.0);
    assert_eq!(ends.is_empty(), shown_picture(&message.0).is_empty());
    assert!(ends.iter().all(|told| told.chars().count() <= 1024), "{ends:?}");
    ends.len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_ends_of_matches_stand_on_every_page_for_who_played_them() {
    let mut stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    assert!(stage.end_bot().await.0.success());
    // The logs of these cannot be followed.
    win_long_ago(&stage, &stage.people[0].id, 1..=4).await;
    stage.start_bot().await;
    for seed in 1..=3 {
        play(&channel, &stage.people, json!({ "games": 1 }), seed).await;
    }
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let first = ana.run(&channel, "history", json!({})).await.private();
    assert_eq!(shows_ends(&first), 3, "{}", first.0);
    let picture = ana.line.http.get(shown_picture(&first.0)).send().await;
    let bytes = picture.expect("the file is there").bytes().await.expect("bytes");
    assert!(bytes.starts_with(b"\x89PNG"), "a picture");
    // The other pages follow in the same message.
    let turned = async |from: &Message, button: &str, line: &str| {
        assert!(ana.press(from, button).await.came());
        let there = async || ana.again(from).await.filter(|now| now.has(line));
        ana.until("the page", there).await
    };
    let second = turned(&first, "Next", "6. Binome").await;
    assert_eq!(shows_ends(&second), 0, "{}", second.0);
    let back = turned(&second, "Previous", "1. Binome").await;
    assert_eq!(shows_ends(&back), 3, "{}", back.0);

    let of_ana = ben.run(&channel, "history", json!({ "person": "Ana" })).await.private();
    assert_eq!(shows_ends(&of_ana), 3, "Ben has played these, too: {}", of_ana.0);
    set(ana, &channel, "Your boards: text").await;
    let letters = ana.run(&channel, "history", json!({})).await.private();
    assert_eq!(shows_ends(&letters), 0, "{}", letters.0);
    let told = letters.text().matches("The game is over").count();
    assert_eq!(told, 3, "{}", letters.text());
    // That a log cannot be followed is told to whoever runs the bot.
    let allowed = Allowed {
        errors: true,
        ..Allowed::default()
    };
    stage.close_but(allowed).await;
}

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
    assert_eq!(shows_ends(&own), 1, "{}", own.0);
    let replay = ben.press(&own, "Replay 1").await.private();
    assert!(replay.has("The last moments"), "{}", replay.text());

    let seen = cleo.run(&other, "history", json!({ "person": "Ben" })).await.private();
    assert!(seen.has("Matches of Ben") && seen.has("with Ana"), "{}", seen.text());
    assert!(seen.buttons().is_empty(), "Cleo has not played it");
    assert_eq!(shows_ends(&seen), 0, "Cleo may not read that channel: {}", seen.0);
    let theirs = ana.run(&channel, "history", json!({ "person": "Ben" })).await.private();
    assert!(
        theirs.button("Record 1").is_some(),
        "Ana has played it, too: {}",
        theirs.text()
    );
    assert_eq!(shows_ends(&theirs), 1, "{}", theirs.0);

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

/// Writes matches of two, one for each table, that the person has won in the first server against somebody new each time, in the
/// fourth quarter of 2023.
pub(super) async fn win_long_ago(stage: &Stage, person: &str, tables: RangeInclusive<u64>) {
    let person = person.parse().expect("an id");
    let guild = stage.line.get("").await["guild"]["id"]
        .as_str()
        .and_then(|id| id.parse().ok());
    assert!(guild.is_some(), "the server of the test");
    let file = stage.folder.path().join("whistle.db");
    let store = Store::open(&file).await.expect("it opens");
    for table in tables {
        let result = |person: u64, name: &str, place: u8| NewResult {
            round: 0,
            guild,
            game: "binome".to_owned(),
            person: Some(person),
            name: name.to_owned(),
            points: 0,
            finish: if place == 1 { Finish::Won } else { Finish::Lost },
            counts: true,
            place,
            side: None,
            computers: Vec::new(),
        };
        let append = Append {
            create: Some(NewTable {
                channel: table,
                guild,
                game: "binome".to_owned(),
                secret: [7; 32],
            }),
            entries: vec!["{}".to_owned()],
            over: true,
            results: vec![result(person, "Ana", 1), result(900 + table, "Zoe", 2)],
            ..Append::new(table, 0, 1_700_000_000_000)
        };
        store.append(append).await.expect("it is written");
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_past_season_has_its_board_and_its_honours_and_a_rating_has_its_course() {
    let mut stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    assert!(stage.end_bot().await.0.success());
    win_long_ago(&stage, &stage.people[0].id, 1..=7).await;
    stage.start_bot().await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let board = ben.run(&channel, "binome leaderboard", json!({})).await.private();
    let season = ben.press(&board, "By season").await.shown();
    assert!(
        season.has("Nobody has finished a match in this season"),
        "{}",
        season.text()
    );
    let past = ben.press(&season, "October to December 2023").await.shown();
    assert_eq!(past.id(), board.id(), "in the same message");
    assert!(past.has("1. Ana**: 7 of 7 matches won"), "{}", past.text());
    let honours = ben.press(&past, "Honours").await.shown();
    assert!(honours.has("Ana: 7 matches won"), "{}", honours.text());
    assert!(
        !honours.has("Zoe"),
        "who has won nothing has no honours: {}",
        honours.text()
    );

    let profile = ben.run(&channel, "profile", json!({ "person": "Ana" })).await.private();
    assert!(profile.has("Ana on this server"), "{}", profile.text());
    let told = told_of_pictures(&profile.0);
    assert!(told[0].contains("The rating in Binome over 3 matches"), "{told:?}");
    let picture = ben.line.http.get(shown_picture(&profile.0)).send().await;
    let bytes = picture.expect("the file is there").bytes().await.expect("bytes");
    assert!(bytes.starts_with(b"\x89PNG") && bytes.len() < 30_000, "a small picture");
    let other = json!({ "person": "Ana", "game": "binary" });
    let other = ben.run(&channel, "profile", other).await.private();
    assert!(told_of_pictures(&other.0).is_empty(), "nothing of that is rated");
    let mine = ana.run(&channel, "profile", json!({})).await.private();
    assert_eq!(told_of_pictures(&mine.0), told);
    stage.close().await;
}
