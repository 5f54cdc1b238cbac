//! BINMAT from end to end: two sides in the lobby, whole games of few and of many, turns by the clock, and pauses. How as
//! many as can sit down play against a clock of seconds, the soak tells.

use serde_json::{Value, json};
use tokio::task::JoinHandle;
use whistle::words::Words;

use super::logs::is_told;
use super::person::Person;
use super::players::{self, Pace, Spot};
use super::random_play::play_at_random;
use super::reading::Message;
use super::stage::{Setup, Stage};
use super::table_steps::{choices, is_finished, keep, record_files, set, whistle};

const DEFENDERS: &str = "defenders";
const ATTACKERS: &str = "attackers";

/// A word of the game for one of its sides.
fn word(word: &str, name: &str) -> String {
    let words = Words::embedded().expect("the words are sound");
    words
        .message("en", &format!("binmat-{word}-{name}"))
        .expect("the game has a word for its side")
}

/// What a side is called.
fn side(name: &str) -> String {
    word("side", name)
}

/// The entry of the lobby's menu that leads to a side.
fn join(name: &str) -> String {
    word("join", name)
}

/// Who sits on a side of the lobby, as its list names them.
fn listed(table: &Message, name: &str) -> Vec<String> {
    let text = table.text();
    let heading = format!("**{}", side(name));
    let lines = text.lines().skip_while(|line| !line.starts_with(&heading)).skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let named = |line: &str| line.split_once(". ").map(|(_, who)| who.to_owned());
    lines.filter_map(named).collect()
}

async fn press(person: &Person, table: &Message, label: &str) -> Message {
    let answer = person.press(table, label).await;
    assert!(answer.came(), "{} presses {label}: {}", person.name, answer.0);
    answer.shown()
}

async fn start(channel: &str, host: &Person, options: Value) -> Message {
    host.run(channel, "binmat start", options).await.public()
}

/// Waits for the end of the game, however long it takes while something happens. Gives the table's last message.
pub(super) async fn see_through(person: &Person, table: &Message) -> Message {
    let mut before = table.text();
    loop {
        let goes_on = async || person.again(table).await.filter(|table| table.text() != before);
        let now = person.until("the game goes on", goes_on).await;
        if is_finished(&now) {
            return now;
        }
        before = now.text();
    }
}

/// The record of the channel's last table, which must be sound, and the log beside it.
async fn sound_record(stage: &Stage, channel: &str) -> (Value, String) {
    let files = record_files(&stage.people[0], channel).await;
    let [(records, file), (logs, log)] = files.as_slice() else {
        panic!("a record and a log: {files:?}")
    };
    assert!(
        records.ends_with(".jsonl") && logs.ends_with(".txt"),
        "{records} {logs}"
    );
    let path = keep(stage, "binmat.jsonl", file);
    let (sound, said) = whistle(stage, &["verify", path.to_str().expect("a plain path")]).await;
    assert!(sound, "every event is legal: {said}");
    let record = file.lines().next().expect("a record");
    (serde_json::from_str(record).expect("it is JSON"), log.clone())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_against_three_by_buttons_and_once_more_on_the_same_sides() {
    let stage = Stage::open(Setup::of(5).faster(20)).await;
    let channel = stage.channel(0).await;
    let [ana, ben, cleo, dev, edith] = stage.people.as_slice() else {
        panic!("five people")
    };
    // Without a clock: with one, what is shown changes once a second at most, and the game takes minutes.
    let table = start(&channel, ana, json!({})).await;
    press(ben, &table, "Join").await;
    for person in [cleo, dev, edith] {
        press(person, &table, &join(DEFENDERS)).await;
    }
    let lobby = press(edith, &table, &join(ATTACKERS)).await;
    assert_eq!(listed(&lobby, DEFENDERS), ["Ana, captain and host", "Cleo", "Dev"]);
    assert_eq!(listed(&lobby, ATTACKERS), ["Ben, captain", "Edith"]);
    let lobby = press(ana, &table, "Swap sides").await;
    assert_eq!(listed(&lobby, DEFENDERS), ["Ben, captain", "Edith"]);
    // Nobody has a rating, so three against two is as even as can be.
    ana.refused(&channel, ana.press(&lobby, "Even the sides by rating"))
        .await;
    ben.refused(&channel, ben.press(&table, "Swap sides")).await;

    press(ana, &table, "Start").await;
    assert!(
        record_files(edith, &channel).await.is_empty(),
        "while they play there is nothing to read"
    );
    let playing: Vec<JoinHandle<()>> = stage
        .people
        .iter()
        .enumerate()
        .map(|(at, person)| play_at_random(person, &channel, 500 + at as u64))
        .collect();
    let last = see_through(ana, &table).await;
    playing.iter().for_each(JoinHandle::abort);
    assert!(
        stage.people.iter().all(|person| last.has(&person.name)),
        "{}",
        last.text()
    );
    let (record, log) = sound_record(&stage, &channel).await;
    is_told(&record, &log);
    assert_eq!(
        record["options"],
        json!({ "attackers": 3, "defenders": 2, "shuffled": false, "clock": null })
    );
    let places = record["result"]["places"].as_array().cloned().unwrap_or_default();
    assert!(
        places[0] == places[1] && places[2] == places[4] && places[0] != places[2],
        "{places:?}"
    );

    let again = press(cleo, &last, "Rematch").await;
    assert_eq!(
        listed(&again, ATTACKERS),
        ["Cleo, captain and host"],
        "where she sat before"
    );
    assert!(
        again.has(&format!("<@{}>", edith.id)),
        "who is missing: {}",
        again.text()
    );
    let again = press(edith, &again, "Join").await;
    assert_eq!(listed(&again, DEFENDERS), ["Edith, captain"]);
    press(cleo, &again, "Close table").await;
    stage.close().await;
}

/// Everybody at a table whose lobby is full plays until the game is over. Gives its record.
async fn play_through(stage: &Stage, channel: &str, lobby: &Message, seed: u64) -> Value {
    let host = &stage.people[0];
    let table = press(host, lobby, "Start").await;
    let actions = players::play(&stage.people, &table, Pace::Prompt, |_| Spot::Chat, seed).await;
    let last = host
        .until("the end", async || host.again(&table).await.filter(is_finished))
        .await;
    for person in &stage.people {
        assert!(last.has(&person.name), "{}: {}", person.name, last.text());
        // What ended the game is shown to everybody, wherever they look.
        let shown = person.again(&table).await.expect("the table");
        assert_eq!(shown.text(), last.text());
    }
    let (record, log) = sound_record(stage, channel).await;
    is_told(&record, &log);
    let made: usize = (0..stage.people.len()).map(|seat| choices(&record, seat).len()).sum();
    assert!(
        made > 0 && made <= actions.orders.len(),
        "{made} on record of {} that were given",
        actions.orders.len()
    );
    record
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_against_one_to_the_end_one_by_buttons_and_one_by_typing() {
    let stage = Stage::open(Setup::of(2).faster(20)).await;
    let channel = stage.channel(0).await;
    let lobby = start(&channel, &stage.people[0], json!({})).await;
    let lobby = press(&stage.people[1], &lobby, "Join").await;
    let record = play_through(&stage, &channel, &lobby, 61).await;
    // They take turns, and each order of theirs is there.
    let made = [0, 1].map(|seat| choices(&record, seat).len());
    assert!(made[0] == made[1] || made[0] == made[1] + 1, "{made:?}");
    assert_eq!(record["options"]["attackers"], 1);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixteen_against_sixteen_to_the_end() {
    // Where a clock runs, what is shown changes once a second at most: who is ready is then not told thirty-two people by one
    // change of thirty-three messages for each order.
    let stage = Stage::open(Setup::of(32)).await;
    let channel = stage.channel(0).await;
    let (host, others) = stage.people.split_first().expect("a host");
    let mut lobby = start(&channel, host, json!({ "clock": 60, "pause": 0 })).await;
    for (at, person) in others.iter().enumerate() {
        lobby = press(person, &lobby, "Join").await;
        if at % 8 > 0 {
            // Four see pictures. To draw them for everybody is most of the work where nothing is optimised.
            set(person, &channel, "Your boards: text").await;
        }
    }
    assert_eq!(
        [DEFENDERS, ATTACKERS].map(|name| listed(&lobby, name).len()),
        [16, 16],
        "{}",
        lobby.text()
    );
    let record = play_through(&stage, &channel, &lobby, 62).await;
    assert_eq!(
        record["options"],
        json!({ "attackers": 16, "defenders": 16, "shuffled": false, "clock": 60 })
    );
    // All of a side have ordered equally often: a turn waits for everybody.
    for side in [0..16, 16..32] {
        let made: Vec<usize> = side.map(|seat| choices(&record, seat).len()).collect();
        assert!(made.iter().all(|count| *count == made[0]), "{made:?}");
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_against_one_pauses_by_agreement_and_a_restart_forgets_nothing() {
    let mut stage = Stage::open(Setup::of(2).known()).await;
    let channel = stage.channel(0).await;
    let table = {
        let [ana, ben] = stage.people.as_slice() else {
            panic!("two people")
        };
        let table = start(&channel, ana, json!({ "clock": 5, "pause": 0 })).await;
        press(ben, &table, "Join").await;
        let table = press(ana, &table, "Start").await;
        let asked = press(ben, &table, "Pause").await;
        assert!(asked.has("Ben asks for a pause"), "{}", asked.text());
        let paused = press(ana, &table, "Pause").await;
        assert!(paused.has("The game is paused"), "{}", paused.text());
        paused
    };
    stage.kill_bot().await;
    stage.start_bot().await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let order = ana.refused(ana.dm(), ana.run(ana.dm(), "move", json!({ "move": "d0" })));
    assert!(order.await.has("is paused"), "nothing is taken meanwhile");
    let still = ana.again(&table).await.expect("the table");
    assert!(
        still.has("The game is paused") && !still.has("Time ran out"),
        "{}",
        still.text()
    );
    let on = press(ben, &still, "Go on").await;
    assert!(on.has("Time runs out"), "{}", on.text());
    // Nobody orders: both let three turns pass, and then the game pauses by itself.
    let idle = ana
        .until("a pause", async || {
            ana.again(&table).await.filter(|table| table.has("nobody has played"))
        })
        .await;
    let on = press(ana, &idle, "Go on").await;
    let panel = ana
        .panel_when(&channel, "orders", |panel| panel.button("Rules").is_some())
        .await;
    assert!(
        !panel.has("the computer plays"),
        "a short clock brings no stand-in: {}",
        panel.text()
    );
    press(ana, &on, "Pause").await;
    super::table_steps::close(ana, &channel).await;
    stage.close().await;
}
