//! Games for two that end by word: resigned with a second press, and as a draw that was offered and accepted.

use serde_json::{Value, json};

use super::person::{Answer, Person};
use super::reading::{Message, shown_picture, told_of_pictures};
use super::stage::{Setup, Stage};
use super::table_steps::{keep, record_file, whistle};

const CONCEDE: &str = "End game";

/// The table's message: the newest public one that names the game.
async fn table_when(person: &Person, channel: &str, what: &str, so: impl Fn(&Message) -> bool) -> Message {
    let is_table =
        |message: &Message| message.is_by_bot() && !message.is_private() && message.heading().contains("Binary");
    person
        .until(what, async || {
            let table = person.find(channel, is_table).await;
            table.filter(|message| so(message))
        })
        .await
}

/// Opens a table of Binary on the smallest board and begins: the host places first.
async fn begin(channel: &str, host: &Person, other: &Person) {
    let options = json!({ "size": 6, "first": "host" });
    let lobby = host.run(channel, "binary start", options).await.public();
    assert!(other.press(&lobby, "Join").await.came());
    let lobby = table_when(host, channel, "both sit there", |table| table.has("(2/")).await;
    assert!(host.press(&lobby, "Start").await.came());
    host.panel_when(channel, "a panel", |panel| panel.button(CONCEDE).is_some())
        .await;
}

/// Places a piece through the panel.
async fn place_piece(person: &Person, channel: &str, what: &str) {
    let leads = |panel: &Message| {
        let ids = panel.buttons().into_iter().map(|button| button.custom_id);
        let mut rests = ids.filter_map(|id| {
            let rest = id.strip_prefix("w1:step:").or_else(|| id.strip_prefix("w1:try:"));
            rest.map(str::to_owned)
        });
        rests.next()
    };
    let asks = |panel: &Message| leads(panel).is_some();
    let panel = person.panel_when(channel, "their turn", asks).await;
    let step = leads(&panel).expect("a way to a choice");
    let mut parts = step.split(':');
    let (table, step) = (parts.next().expect("a table"), parts.next().expect("a step"));
    let answer = person.forge(&panel, &format!("w1:choose:{table}:{step}:{what}")).await;
    assert!(answer.came(), "{what}: {}", answer.0);
    person
        .panel_when(channel, "their choice is taken", |panel| panel.has("Waiting for "))
        .await;
}

/// What the small menu shows after a press.
fn menu(answer: Answer, words: &str) -> Message {
    let message = answer.private();
    assert!(message.has(words), "{words:?} in {}", message.text());
    message
}

/// Opens the small menu from the panel.
async fn open_menu(person: &Person, channel: &str, words: &str) -> Message {
    let panel = person
        .panel_when(channel, "the way to the menu", |panel| panel.button(CONCEDE).is_some())
        .await;
    menu(person.press(&panel, CONCEDE).await, words)
}

/// The only record of the place, which the command line must find sound.
async fn sound_record(stage: &Stage, person: &Person, channel: &str) -> Value {
    let lines = record_file(person, channel).await;
    keep(stage, "games.jsonl", &lines);
    let (sound, said) = whistle(stage, &["verify", "games.jsonl"]).await;
    assert!(sound && said.contains("0 still running"), "{said}");
    serde_json::from_str(lines.trim()).expect("one record")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_resigned_by_a_second_press_and_not_by_the_first() {
    let stage = Stage::open(Setup::of(3)).await;
    let channel = stage.channel(0).await;
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    begin(&channel, ana, ben).await;
    let asked = open_menu(ana, &channel, "offer Ben a draw, or resign").await;
    let sure = menu(
        ana.press(&asked, "Resign…").await,
        "Resign this game? Then Ben wins it.",
    );
    let closed = menu(ana.press(&sure, "Back").await, "nothing has changed");
    assert!(closed.buttons().is_empty(), "{:?}", closed.buttons());
    place_piece(ana, &channel, "b2").await;
    // Who does not sit there hears so, by command and by a forged press.
    let refused = cleo
        .refused(&channel, cleo.run(&channel, "table resign", json!({})))
        .await;
    assert!(refused.has("do not sit"), "{}", refused.text());
    let yes = sure.button("Yes, resign").expect("it was there").custom_id;
    let public = table_when(cleo, &channel, "the game", |table| table.has("Waiting for")).await;
    let refused = cleo.refused(&channel, cleo.forge(&public, &yes)).await;
    assert!(refused.has("do not sit"), "{}", refused.text());
    // It is Ben's turn, and Ana may resign all the same.
    let sure = menu(ana.run(&channel, "table resign", json!({})).await, "Then Ben wins it");
    menu(ana.press(&sure, "Yes, resign").await, "You have resigned");
    let last = table_when(ben, &channel, "the end", |table| table.has("the game is over")).await;
    assert!(last.has("Ana resigned: **Ben** wins."), "{}", last.text());
    ben.panel_when(&channel, "the end", |panel| {
        panel.has("Ana resigned") && panel.has("It is over")
    })
    .await;
    let refused = ben
        .refused(&channel, ben.run(&channel, "table resign", json!({})))
        .await;
    assert!(refused.text().chars().count() > 15);
    let record = sound_record(&stage, ana, &channel).await;
    assert_eq!(record["ended"], "resigned 0");
    assert_eq!(record["result"], json!({ "places": [2, 1], "scores": null }));
    stage.close().await;
}

/// The last moments as somebody gets them: a line for each, with a picture that tells the board.
async fn last_moments(person: &Person, over: &Message, lines: &[&str]) -> Message {
    let moments = person.press(over, "Replay").await.private();
    assert!(moments.has("The last moments"), "{}", moments.text());
    let told = told_of_pictures(&moments.0);
    assert_eq!(told.len(), lines.len(), "{told:?}");
    for (told, line) in told.iter().zip(lines) {
        assert!(moments.has(line), "{line}: {}", moments.text());
        assert!(told.contains("Board of 6 by 6"), "the board, too: {told}");
    }
    let picture = person.line.http.get(shown_picture(&moments.0)).send().await;
    let bytes = picture.expect("the file is there").bytes().await.expect("bytes");
    assert!(bytes.starts_with(b"\x89PNG"), "a picture");
    moments
}

/// A review of somebody's choices, which takes the place of what they are told first.
async fn reviewed(person: &Person, moments: &Message) {
    let told = person.press(moments, "Review my choices").await.private();
    assert!(
        told.has("Looking at your 2 choices.") || told.has("Your choices"),
        "{}",
        told.text()
    );
    let found = async || person.again(&told).await.filter(|message| message.has("Your choices"));
    let found = person.until("the review", found).await;
    assert!(
        found.has("our 2 choices, ") && found.has("It can be wrong."),
        "{}",
        found.text()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_moments_are_shown_to_whoever_asks_and_after_a_kill() {
    let mut stage = Stage::open(Setup::of(3)).await;
    let channel = stage.channel(0).await;
    let [ana, ben, cleo] = [0, 1, 2].map(|at| stage.people[at].clone());
    begin(&channel, &ana, &ben).await;
    place_piece(&ana, &channel, "b2").await;
    place_piece(&ben, &channel, "b1").await;
    place_piece(&ana, &channel, "d2").await;
    let playing = table_when(&cleo, &channel, "the game", |table| table.has("Waiting for")).await;
    let rules = playing.button("Rules").expect("it is there").custom_id;
    let early = cleo.forge(&playing, &rules.replace("read", "replay")).await.private();
    assert!(early.has("when the match is over"), "{}", early.text());
    let sure = menu(ben.run(&channel, "table resign", json!({})).await, "Then Ana wins it");
    menu(ben.press(&sure, "Yes, resign").await, "You have resigned");
    let over = table_when(&cleo, &channel, "the end", |table| table.has("the game is over")).await;
    let lines = ["Ben placed on b1", "Ana placed on d2", "Ben resigned"];
    let shown = last_moments(&cleo, &over, &lines).await;
    assert!(shown.buttons().is_empty(), "{:?}", shown.buttons());
    stage.kill_bot().await;
    stage.start_bot().await;
    let again = last_moments(&ana, &over, &lines).await;
    assert_eq!(again.text(), shown.text());
    reviewed(&ana, &again).await;
    let after = table_when(&cleo, &channel, "the end", |table| table.has("the game is over")).await;
    assert_eq!(after.text(), over.text(), "the public message stays as it is");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draw_is_offered_declined_and_agreed_on_and_a_kill_forgets_nothing() {
    let mut stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let (ana, ben) = (stage.people[0].clone(), stage.people[1].clone());
    begin(&channel, &ana, &ben).await;
    // Ben offers by command, and it is not his turn.
    let asked = menu(ben.run(&channel, "table draw", json!({})).await, "offer Ana a draw");
    menu(ben.press(&asked, "Offer a draw").await, "You have offered Ana a draw");
    table_when(&ana, &channel, "the offer", |table| table.has("Ben offers Ana a draw.")).await;
    let offered = |panel: &Message| panel.has("Ben offers you a draw") && panel.button("Decline").is_some();
    ana.panel_when(&channel, "the offer", offered).await;
    stage.kill_bot().await;
    stage.start_bot().await;
    let panel = ana.panel_when(&channel, "the offer, still", offered).await;
    assert!(ana.press(&panel, "Decline").await.came());
    ana.panel_when(&channel, "the answer", |panel| panel.has("Ana declined the draw."))
        .await;
    table_when(&ben, &channel, "the answer", |table| {
        table.has("Ana declined the draw.")
    })
    .await;
    let asked = open_menu(&ben, &channel, "since your last move").await;
    assert!(asked.button("Offer a draw").is_none());
    // Once more after the next move, and Ana plays on.
    place_piece(&ana, &channel, "b2").await;
    place_piece(&ben, &channel, "b1").await;
    let asked = open_menu(&ben, &channel, "offer Ana a draw").await;
    menu(ben.press(&asked, "Offer a draw").await, "You have offered Ana a draw");
    let stale = ana.panel_when(&channel, "the offer", offered).await;
    place_piece(&ana, &channel, "d2").await;
    table_when(&ben, &channel, "the answer", |table| {
        table.has("Ana declined the draw.")
    })
    .await;
    let old = stale.button("Accept…").expect("it was there").custom_id;
    let refused = ana.refused(ana.dm(), ana.forge(&stale, &old)).await;
    assert!(refused.has("no longer stands"), "{}", refused.text());
    // Taken back.
    let asked = open_menu(&ana, &channel, "offer Ben a draw").await;
    menu(ana.press(&asked, "Offer a draw").await, "You have offered Ben a draw");
    let own = open_menu(&ana, &channel, "has not answered yet").await;
    menu(ana.press(&own, "Take the offer back").await, "You took your offer back");
    table_when(&ben, &channel, "it is gone", |table| {
        table.has("took the draw offer back")
    })
    .await;
    place_piece(&ben, &channel, "d1").await;
    place_piece(&ana, &channel, "f2").await;
    // Agreed.
    let asked = open_menu(&ana, &channel, "offer Ben a draw").await;
    menu(ana.press(&asked, "Offer a draw").await, "You have offered Ben a draw");
    let panel = ben
        .panel_when(&channel, "the offer", |panel| panel.has("Ana offers you a draw"))
        .await;
    let asked = menu(ben.press(&panel, "Accept…").await, "Ana offers you a draw");
    let agree = asked.button("Yes, a draw").expect("it is there").custom_id;
    menu(ben.press(&asked, "Yes, a draw").await, "It is a draw");
    let last = table_when(&ana, &channel, "the end", |table| table.has("the game is over")).await;
    assert!(last.has("agreed on a draw"), "{}", last.text());
    menu(ben.forge(&asked, &agree).await, "This table is closed");
    let record = sound_record(&stage, &ana, &channel).await;
    assert_eq!(record["ended"], "agreed");
    assert_eq!(record["result"], json!({ "places": [1, 1], "scores": null }));
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_played_to_its_end_is_neither_resigned_nor_drawn() {
    let stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    for command in ["table resign", "table draw"] {
        let refused = ana.refused(&channel, ana.run(&channel, command, json!({}))).await;
        assert!(refused.has("no table"), "{}", refused.text());
    }
    let lobby = super::table_steps::lobby(&channel, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    for command in ["table resign", "table draw"] {
        let refused = ana.refused(&channel, ana.run(&channel, command, json!({}))).await;
        assert!(refused.has("has not begun"), "{}", refused.text());
    }
    assert!(ana.press(&lobby, "Start").await.came());
    let panel = ana
        .panel_when(&channel, "the panel", |panel| !panel.choices().is_empty())
        .await;
    assert!(panel.button(CONCEDE).is_none());
    for command in ["table resign", "table draw"] {
        let refused = ana.refused(&channel, ana.run(&channel, command, json!({}))).await;
        assert!(refused.has("You cannot resign this game"), "{}", refused.text());
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_match_that_was_thinned_its_players_read_what_is_kept_and_others_nothing() {
    use whistle::store::{Store, Thinned};
    let mut stage = Stage::open(Setup::of(3)).await;
    let channel = stage.channel(0).await;
    begin(&channel, &stage.people[0], &stage.people[1]).await;
    let sure = menu(
        stage.people[0].run(&channel, "table resign", json!({})).await,
        "Then Ben wins it",
    );
    menu(stage.people[0].press(&sure, "Yes, resign").await, "You have resigned");
    table_when(&stage.people[1], &channel, "the end", |table| {
        table.has("the game is over")
    })
    .await;
    assert!(stage.end_bot().await.0.success());
    let store = Store::open(&stage.folder.path().join("whistle.db"))
        .await
        .expect("it opens");
    let place = channel.parse().expect("a number");
    let table = store.last_table_at(place).await.expect("it answers").expect("a table");
    let last = store
        .load(table)
        .await
        .expect("it answers")
        .expect("it is there")
        .entries
        .len() as u64;
    for shown in store.shown(table).await.expect("it answers") {
        let version = whistle::store::Shown::SETTLED;
        store
            .set_shown(&whistle::store::Shown { version, ..shown })
            .await
            .expect("it is written");
    }
    let left = Thinned {
        digest: Some("5f".repeat(32)),
        draws: None,
    };
    assert!(store.thin(table, last, left).await.expect("it is written"));
    store.close().await;
    stage.start_bot().await;
    let named = json!({ "match": table.to_string() });
    for command in ["table record", "table verify"] {
        let [ana, _, cleo] = stage.people.as_slice() else {
            panic!("three people")
        };
        let kept = ana.refused(&channel, ana.run(&channel, command, named.clone())).await;
        assert!(
            kept.has("no longer kept") && kept.has(&"5f".repeat(32)),
            "{}",
            kept.text()
        );
        let none = cleo.refused(&channel, cleo.run(&channel, command, named.clone())).await;
        assert!(none.has("do not know that match"), "{}", none.text());
    }
    stage.close().await;
}
