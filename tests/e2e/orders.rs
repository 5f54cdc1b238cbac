//! BINMAT's orders, typed by its own command: offered, taken, changed and refused, for nobody's eyes but one's own.

use serde_json::json;

use super::person::Person;
use super::reading::{Message, texts};
use super::stage::{Setup, Stage};
use super::table_steps::choices;

const ORDER: &str = "binmat order";

async fn orders(person: &Person, channel: &str, what: &str) -> Message {
    person.run(channel, ORDER, json!({ "order": what })).await.private()
}

async fn offered(person: &Person, channel: &str, typed: &str) -> Vec<String> {
    let offered = person
        .complete(channel, ORDER, json!({ "order": typed }), "order")
        .await;
    offered.into_iter().map(|(_, value)| value).collect()
}

/// Waits until everybody reads this in the table's message.
async fn told(person: &Person, table: &Message, words: &str) -> Message {
    let told = async || person.again(table).await.filter(|message| message.has(words));
    person.until(words, told).await
}

async fn press(person: &Person, table: &Message, label: &str) {
    let answer = person.press(table, label).await;
    assert!(answer.came(), "{} presses {label}: {}", person.name, answer.0);
}

fn says(message: &Message, words: &[&str]) {
    for words in words {
        assert!(message.has(words), "no {words:?} in {}", message.text());
    }
}

/// Ana and Cleo defend, Ben attacks.
async fn sit_down(channel: &str, [ana, ben, cleo]: [&Person; 3]) -> Message {
    let table = ana.run(channel, "binmat start", json!({})).await.public();
    says(&orders(ana, channel, "d0").await, &["not begun"]);
    press(ben, &table, "Attack").await;
    press(cleo, &table, "Defend").await;
    press(ana, &table, "Start").await;
    told(ana, &table, "Turn 1 of 110: the defenders").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn orders_are_typed_changed_and_refused_by_the_games_own_command() {
    let stage = Stage::open(Setup::of(3)).await;
    let channel = stage.channel(0).await;
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    says(&orders(ana, &channel, "d0").await, &["no table here"]);
    let table = sit_down(&channel, [ana, ben, cleo]).await;

    // What is valid is offered, to those who are asked.
    let lanes = ["d0", "d1", "d2", "d3", "d4", "d5"];
    assert_eq!(offered(ana, &channel, "d").await, lanes);
    let all = ana.complete(&channel, ORDER, json!({ "order": "D4" }), "order").await;
    assert_eq!(all, [("d4 – draw from lane 4".to_owned(), "d4".to_owned())]);
    assert_eq!(offered(ben, &channel, "d").await, [""; 0]);
    says(&orders(ben, &channel, "d0").await, &["turn"]);

    orders_change(ana, &channel).await;

    // Nobody has heard of any of it, not even the team.
    let before = told(ben, &table, "Turn 1 of 110").await;
    assert!(!before.has("lane 4"), "{}", before.text());
    for other in [ben, cleo] {
        for event in other.events() {
            let told = texts(&event["message"]).join("\n");
            let leak = ["from lane 1", "combat in lane 3", "from lane 4", "Your move: "]
                .iter()
                .find(|word| told.contains(**word));
            assert!(leak.is_none(), "{} reads {leak:?}: {told}", other.name);
        }
    }

    // The last order closes the turn, and from then on it is the other side's.
    says(&orders(cleo, &channel, "d0").await, &["Your move: draw from lane 0."]);
    let turn = told(ben, &table, "Turn 2 of 110: the attackers").await;
    says(&turn, &["Ana drew ", " from lane 4", "Cleo drew from lane 0"]);
    says(&orders(cleo, &channel, "d1").await, &["turn"]);
    let typed = json!({ "order": "d0", "table": "x" });
    says(&ben.run(&channel, ORDER, typed).await.private(), &["no table"]);
    elsewhere(&stage, &channel).await;
    says(&orders(ben, &channel, "d2").await, &["Your move: draw from lane 2."]);
    told(ana, &table, "Turn 3 of 110: the defenders").await;

    // On record is the last word of each.
    for other in [ben, cleo] {
        let wished = other.run(&channel, "table cancel", json!({})).await.private();
        says(&wished, &["Noted"]);
    }
    super::table_steps::close(ana, &channel).await;
    let records = super::table_steps::records(ana, &channel).await;
    let made: Vec<Vec<String>> = (0..3).map(|seat| choices(&records[0], seat)).collect();
    assert_eq!(made, [vec!["d4"], vec!["d0"], vec!["d2"]]);
    stage.close().await;
}

/// No order at all is refused; any order is taken, and may be changed until the turn ends.
async fn orders_change(ana: &Person, channel: &str) {
    let refused = orders(ana, channel, "draw 3").await;
    says(&refused, &["**draw 3**", "not how a move is written", "For example: "]);
    says(&orders(ana, channel, "p3").await, &["not how a move is written"]);
    let taken = orders(ana, channel, " D1 ").await;
    says(&taken, &["Your move: draw from lane 1."]);
    assert!(!taken.has("invalid"), "{}", taken.text());
    let taken = orders(ana, channel, "c3").await;
    says(
        &taken,
        &[
            "begin combat in lane 3.",
            "would be invalid: only attackers order combat",
            "(Rules: Combat)",
        ],
    );
    let taken = orders(ana, channel, "p3^1").await;
    says(
        &taken,
        &[
            "play 3^ face down in lane 1",
            "would be invalid: you do not hold that card",
            "(Rules: Playing a card)",
        ],
    );
    let taken = orders(ana, channel, "--").await;
    says(&taken, &["Your move: pass", "A pass counts as an invalid order"]);
    says(&orders(ana, channel, "d4").await, &["Your move: draw from lane 4."]);
    let panel = ana
        .panel_when(channel, "the order in the panel", |panel| {
            panel.has("Your order: draw from lane 4.")
        })
        .await;
    says(&panel, &["You can still change it.", "Your order: "]);
}

/// The command is for tables of its own game: at another it says so, and where several wait it means its own.
async fn elsewhere(stage: &Stage, channel: &str) {
    let other = stage.channel(1).await;
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    let board = ben
        .run(&other, "binary start", json!({ "first": "host" }))
        .await
        .public();
    press(ana, &board, "Join").await;
    press(ben, &board, "Start").await;
    told(ana, &board, "Ben").await;
    let refused = orders(ben, &other, "d0").await;
    says(&refused, &["This table plays Binary", "BINMAT", "`/move`"]);
    assert_eq!(offered(ben, &other, "d").await, [""; 0]);
    says(&orders(cleo, &other, "d0").await, &["do not sit"]);

    let tables = ben.complete(ben.dm(), ORDER, json!({ "table": "" }), "table").await;
    let [(name, table)] = tables.as_slice() else {
        panic!("one table of the game: {tables:?}")
    };
    assert!(name.starts_with("BINMAT") && name.ends_with("your turn"), "{name}");
    let typed = json!({ "order": "d5", "table": table });
    let there = ben.complete(&other, ORDER, typed.clone(), "order").await;
    assert_eq!(there[0].1, "d5");
    let both = ben.complete(ben.dm(), "move", json!({ "table": "" }), "table").await;
    assert_eq!(both.len(), 2, "{both:?}");
    assert_eq!(offered(ben, ben.dm(), "d5").await, ["d5"]);
    super::table_steps::close(ben, &other).await;
    assert_ne!(channel, other);
}
