//! Ratings over all servers: of those who want to be seen there, and of nobody else.

use serde_json::json;

use super::history::win_long_ago;
use super::person::Person;
use super::reading::Message;
use super::stage::{Setup, Stage};
use super::table_steps::whistle;

/// The number of the other server's first channel.
const ABROAD: usize = 2;

/// The ratings over all servers, as somebody reads them in a channel.
async fn board(reader: &Person, channel: &str) -> Message {
    let board = reader.run(channel, "binome leaderboard", json!({})).await.private();
    let rated = reader.press(&board, "By rating").await.shown();
    reader.press(&rated, "All servers").await.shown()
}

/// Opens the page of somebody's settings that is about these ratings, and presses a button there.
async fn choose(person: &Person, channel: &str, label: &str) -> Message {
    let settings = person.run(channel, "settings", json!({})).await.private();
    let page = person.press(&settings, "Ratings over all servers").await;
    assert_eq!(page.status(), "updated", "{}", page.0);
    let chosen = person.press(&page.shown(), label).await;
    assert_eq!(chosen.status(), "updated", "{}", chosen.0);
    assert_eq!(chosen.shown().id(), settings.id(), "it is one message");
    chosen.shown()
}

async fn profile(reader: &Person, channel: &str, of: &Person) -> Message {
    let of = json!({ "person": of.name });
    reader.run(channel, "profile", of).await.private()
}

/// The lines of a board that name somebody.
fn lines(board: &Message) -> Vec<String> {
    let text = board.text();
    let lines = text.lines().filter(|line| line.contains("points after"));
    lines.map(str::to_owned).collect()
}

fn are(board: &Message, names: &[&str]) {
    let lines = lines(board);
    assert_eq!(lines.len(), names.len(), "{}", board.text());
    for ((line, name), place) in lines.iter().zip(names).zip(1..) {
        assert!(line.contains(&format!("{place}. {name}**: ")), "{}", board.text());
    }
    assert!(!board.has("<@") && !board.has("page 1"), "{}", board.text());
    if names.is_empty() {
        assert!(board.has("Nobody is shown here yet"), "{}", board.text());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_wants_that_is_seen_on_every_server_and_nobody_else_ever_is() {
    let mut stage = Stage::open(Setup::of(3).abroad(&["Cleo"])).await;
    let (here, there) = (stage.channel(0).await, stage.channel(ABROAD).await);
    assert!(stage.end_bot().await.0.success());
    // Ana has won more, and so stands above Ben. Each has met new people only.
    win_long_ago(&stage, &stage.people[0].id, 1..=9).await;
    win_long_ago(&stage, &stage.people[1].id, 11..=16).await;
    stage.start_bot().await;
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    are(&board(cleo, &there).await, &[]);
    let theirs = profile(ben, &here, ana).await;
    assert!(
        theirs.has("Binome") && !theirs.has("Over all servers"),
        "{}",
        theirs.text()
    );
    let own = profile(ana, &here, ana).await;
    assert!(!own.has("Over all servers"), "{}", own.text());

    let shown = choose(ben, &here, "Show me").await;
    assert!(shown.has("You are shown as Ben now"), "{}", shown.text());
    // In the results everybody is called Ana or Zoe: those are names of the server.
    are(&board(cleo, &there).await, &["Ben"]);
    choose(ana, ana.dm(), "Show me").await;
    let both = board(cleo, &there).await;
    are(&both, &["Ana", "Ben"]);
    assert!(
        both.has("after 9 matches") && both.has("after 6 matches"),
        "{}",
        both.text()
    );
    let theirs = profile(ben, &here, ana).await;
    assert!(theirs.has("Over all servers: Binome 1"), "{}", theirs.text());

    let hidden = choose(ana, &here, "Hide me").await;
    assert!(hidden.has("You are hidden now"), "{}", hidden.text());
    are(&board(cleo, &there).await, &["Ben"]);
    let theirs = profile(ben, &here, ana).await;
    assert!(!theirs.has("Over all servers"), "{}", theirs.text());
    assert!(stage.end_bot().await.0.success());
    let (well, told) = whistle(&stage, &["ratings", "binome", "--all-servers"]).await;
    assert!(
        well && told.contains("Ben") && !told.contains("Ana") && !told.contains("Zoe"),
        "{told}"
    );

    stage.start_bot().await;
    let [_, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    are(&board(cleo, &there).await, &["Ben"]);
    let settings = ben.run(&here, "settings", json!({})).await.private();
    let asked = ben.press(&settings, "Forget me").await.shown();
    let done = ben.press(&asked, "Forget me").await;
    assert!(done.shown().has("You are forgotten"), "{}", done.shown().text());
    are(&board(cleo, &there).await, &[]);
    choose(ben, &here, "Show me").await;
    are(&board(cleo, &there).await, &[]);
    stage.close().await;
}
