//! Luck of one's own: words in the lobby, their receipts, and the seal of the next table.

use serde_json::json;
use tokio::task::JoinHandle;

use super::person::Person;
use super::random_play::play_at_random;
use super::reading::{Message, hashes};
use super::stage::{Setup, Stage};
use super::table_steps::{files_of, keep, record_file, see_through, whistle};

/// Adds a word at a lobby; gives the private answer with its receipt.
async fn add(person: &Person, lobby: &Message, word: &str) -> Message {
    let form = person.press(lobby, "Add luck").await;
    // The lobby is the answer itself, and the receipt follows.
    let submitted = person.submit(&form, json!({ "what": word }));
    person.refused(&lobby.channel(), submitted).await
}

/// The receipt of a message.
fn receipt(message: &Message) -> String {
    let text = message.text();
    let words = text.split_whitespace();
    let mut receipts = words.filter(|word| word.starts_with("whistle-receipt-1:"));
    receipts
        .next()
        .unwrap_or_else(|| panic!("a receipt: {text}"))
        .to_owned()
}

/// The program holds three receipts against the record of the match, and finds a receipt and a record that were changed.
async fn held_against_the_record(stage: &Stage, person: &Person, channel: &str, receipts: &str) {
    let file = record_file(person, channel).await;
    keep(stage, "games.jsonl", &file);
    let (sound, said) = whistle(stage, &["verify", "games.jsonl", "--receipt", receipts]).await;
    assert!(
        sound && said.contains("3 of your receipts hold; 0 of 3 words"),
        "{said}"
    );
    let (sound, said) = whistle(
        stage,
        &["verify", "games.jsonl", "--receipt", &receipts.replace(":2:", ":3:")],
    )
    .await;
    assert!(!sound && said.contains("receipt 2"), "{said}");
    keep(stage, "forged.jsonl", &file.replace("ombre", "umbra"));
    let (sound, said) = whistle(stage, &["verify", "forged.jsonl", "--receipt", receipts]).await;
    assert!(!sound, "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_are_in_the_shuffle_and_their_receipts_hold() {
    let stage = Stage::open(Setup::of(3).faster(20)).await;
    let channel = stage.channel(0).await;
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    let lobby = ana.run(&channel, "binome start", json!({ "games": 1 })).await.public();
    assert!(
        lobby.has("First shuffle here") && lobby.buttons().len() <= 6,
        "{}",
        lobby.text()
    );
    let told = cleo.refused(&channel, cleo.press(&lobby, "Add luck")).await;
    assert!(told.has("You do not sit at this table"), "{}", told.text());
    assert!(ben.press(&lobby, "Join").await.came());
    let own = add(ana, &lobby, "seven <@1> crows").await;
    assert!(own.has("seven 1 crows") && own.has("let it be yours"), "{}", own.text());
    let made = add(ben, &lobby, "").await;
    assert!(
        made.has("word no. 2") && made.has("made this word up"),
        "{}",
        made.text()
    );
    let last = add(ana, &lobby, "ombre").await;
    let lobby = ana
        .until("Ana last", async || {
            ana.again(&lobby).await.filter(|now| now.has("Ben and Ana"))
        })
        .await;
    assert!(!lobby.has("crows") && !lobby.has("ombre"), "{}", lobby.text());
    assert!(!lobby.has("has changed since"), "{}", lobby.text());
    let receipts = [own, made, last].map(|message| receipt(&message));
    let asked = ben.run(&channel, "table verify", json!({})).await.private();
    assert!(
        asked.has(&receipts[1]) && !asked.has(&receipts[0]),
        "everybody their own: {}",
        asked.text()
    );

    assert!(ana.press(&lobby, "Start").await.came());
    let playing: Vec<JoinHandle<()>> = (1..)
        .zip(&stage.people[..2])
        .map(|(seed, person)| play_at_random(person, &channel, seed))
        .collect();
    see_through(&channel, ana).await;
    playing.iter().for_each(JoinHandle::abort);
    held_against_the_record(&stage, ana, &channel, &receipts.join(",")).await;

    let verdict = ana.run(&channel, "table verify", json!({})).await.private();
    assert!(
        verdict.has("Yes.") && verdict.has("shuffle no. 2"),
        "{}",
        verdict.text()
    );
    let next = ben.run(&channel, "binome start", json!({})).await.public();
    assert!(
        next.has("Shuffle no. 2 here, sealed before this table was opened"),
        "{}",
        next.text()
    );
    let sealed = ben.run(&channel, "table verify", json!({})).await.private();
    let [seal] = &hashes(&sealed.text())[..] else {
        panic!("one seal: {}", sealed.text())
    };
    assert!(verdict.has(seal), "it was told at the end of the table before");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn receipts_that_a_message_has_no_room_for_come_as_a_file() {
    let stage = Stage::open(Setup::of(1)).await;
    let channel = stage.channel(0).await;
    let ana = &stage.people[0];
    let lobby = ana.run(&channel, "binome start", json!({})).await.public();
    let mut receipts = Vec::new();
    for nth in 0..5 {
        let added = add(ana, &lobby, &format!("{nth}{}", "🎲".repeat(59))).await;
        receipts.push(receipt(&added));
    }
    let told = ana.run(&channel, "table verify", json!({})).await.private();
    let files = files_of(ana, &told).await;
    let [(name, lines)] = &files[..] else {
        panic!("one file: {files:?}")
    };
    assert!(
        name.ends_with("-receipts.txt") && told.has(name),
        "{name}: {}",
        told.text()
    );
    assert_eq!(lines.lines().count(), receipts.len());
    for (line, receipt) in lines.lines().zip(&receipts) {
        assert!(line.ends_with(&format!(" --receipt {receipt}")), "{line}");
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_begins_without_public_randomness_that_nobody_tells_and_says_so() {
    let mut stage = Stage::open(Setup::of(2)).await;
    stage.kill_bot().await;
    // Nobody listens there.
    stage.start_bot_with(&[("WHISTLE_BEACON", "http://127.0.0.1:1")]).await;
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let lobby = ana.run(&channel, "dominoes start", json!({})).await.public();
    assert!(ben.press(&lobby, "Join").await.came());
    assert!(ana.press(&lobby, "Start").await.came());
    let waits = |now: &Message| now.has("public randomness that nobody knows yet: round ");
    ana.until("the wait", async || ana.again(&lobby).await.filter(waits))
        .await;
    let told = ana.refused(&channel, ana.press(&lobby, "Start")).await;
    assert!(told.has("begins in a few seconds"), "{}", told.text());
    ana.until("the match", async || ana.panel(&channel).await).await;
    let verdict = ana.run(&channel, "table verify", json!({})).await.private();
    assert!(verdict.has("did not come in time"), "{}", verdict.text());
    let public = ben.run(&channel, "table show", json!({})).await.public();
    assert!(public.has("did not come in time"), "{}", public.text());
    stage.close().await;
}
