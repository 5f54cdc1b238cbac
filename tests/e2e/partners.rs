//! Partners: seen by everybody, chosen by the host, and kept by a rematch.

use serde_json::json;
use tokio::task::JoinHandle;

use super::person::Person;
use super::random_play::play_at_random;
use super::reading::Message;
use super::sides::see_through;
use super::stage::{Setup, Stage};
use super::table_steps::records;

/// Waits until a table's message says who plays with whom.
async fn says(person: &Person, table: &Message, pairs: &str) -> Message {
    let look = async || person.again(table).await.filter(|table| table.has(pairs));
    person.until(pairs, look).await
}

async fn join(table: &Message, people: &[&Person]) {
    for person in people {
        let answer = person.press(table, "Join").await;
        assert!(answer.came(), "{} joins: {}", person.name, answer.0);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_chooses_the_pairs_and_a_rematch_keeps_them() {
    let stage = Stage::open(Setup::of(4).faster(20)).await;
    let channel = stage.channel(0).await;
    let [ana, ben, cleo, dev] = stage.people.as_slice() else {
        panic!("four people")
    };
    let options = json!({ "partners": true, "to": 0 });
    let table = ana.run(&channel, "dominoes start", options).await.public();
    join(&table, &[ben, cleo, dev]).await;
    let lobby = says(ana, &table, "Ana and Cleo against Ben and Dev").await;
    assert!(lobby.has("Ana chooses who plays with whom"), "{}", lobby.text());

    let told = ben.refused(&channel, ben.press(&lobby, "Options")).await;
    assert!(told.has("Only the host") && told.has("Ana"), "{}", told.text());
    let chosen = "Ana and Ben against Cleo and Dev";
    // Ana plays with Cleo, until she chooses otherwise.
    let choose = |held: &Person, partner: &Person| {
        let mut fields = json!({ "flags-partners": ["partners"], "to-0": ["0"], "clock-0": ["0"] });
        fields[format!("partner-{}", held.id)] = json!([partner.id]);
        fields
    };
    let form = ana.press(&lobby, "Options").await;
    let now = ana.submit(&form, choose(cleo, ben)).await;
    assert_eq!(now.status(), "updated", "{}", now.0);
    let late = ana.press(&lobby, "Options").await;
    let lobby = says(cleo, &lobby, chosen).await;
    assert!(lobby.has("2. Cleo") && lobby.has("3. Ben"), "{}", lobby.text());

    // Who has left is nobody's partner, and who comes back has the same partner as before.
    assert!(dev.press(&lobby, "Leave").await.came());
    let fewer = says(ana, &lobby, "(3/4)").await;
    assert!(!fewer.has("against"), "{}", fewer.text());
    let late = ana.refused(&channel, ana.submit(&late, choose(ben, dev))).await;
    assert!(late.has("Too late"), "{}", late.text());
    assert!(cleo.press(&fewer, "Leave").await.came());
    join(&fewer, &[dev, cleo]).await;
    let lobby = says(ben, &fewer, chosen).await;

    assert!(ana.press(&lobby, "Start").await.came());
    let playing: Vec<JoinHandle<()>> = (700..)
        .zip(&stage.people)
        .map(|(seed, person)| play_at_random(person, &channel, seed))
        .collect();
    let last = see_through(ana, &table).await;
    playing.iter().for_each(JoinHandle::abort);
    let record = records(ana, &channel).await.remove(0);
    assert_eq!(
        (&record["seats"], &record["options"]["partners"]),
        (&json!(4), &json!(true))
    );

    let again = dev.press(&last, "Rematch").await.public();
    assert!(again.has("Dev, host"), "{}", again.text());
    join(&again, &[ben, cleo, ana]).await;
    let full = says(dev, &again, chosen).await;
    assert!(full.has("Dev chooses who plays with whom"), "{}", full.text());
    assert!(full.has("1. Ana") && full.has("4. Dev, host"), "{}", full.text());
    assert!(dev.press(&full, "Close table").await.came());
    stage.close().await;
}
