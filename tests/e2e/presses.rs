//! Presses that must change nothing: by strangers, of steps that are past, twice at once, forged, and of games that are over.

use serde_json::{Value, json};

use super::person::{Answer, Person};
use super::reading::{Message, Sheet, notation};
use super::robots::Robots;
use super::stage::{Setup, Stage};
use super::table_steps::{begin, choices, lobby, records, see_through};

/// What a panel says of its reader's sheet.
async fn sheet(person: &Person, channel: &str) -> Sheet {
    let panel = person
        .panel_when(channel, "their own sheet", |panel| panel.sheet().is_some())
        .await;
    panel.sheet().expect("a sheet")
}

/// The panel with something to choose.
async fn offer(person: &Person, channel: &str) -> Message {
    person
        .panel_when(channel, "something to choose", |panel| !panel.choices().is_empty())
        .await
}

/// Writes a digit by the first space that is offered, and gives its notation.
async fn write(person: &Person, channel: &str) -> String {
    let panel = offer(person, channel).await;
    let button = panel.choices().remove(0);
    let answer = person.press_id(&panel, &button.custom_id).await;
    let space = notation(&button).expect("a space");
    let shown = person.pictured(&answer.shown()).await;
    assert!(shown.sheet().expect("a sheet").is_written(&space), "{}", shown.text());
    space
}

/// A game of the first two people at which nobody has chosen yet, in the first channel.
async fn table_for_two(people: usize) -> (Stage, String, Message) {
    let stage = Stage::open(Setup::of(people)).await;
    let channel = stage.channel(0).await;
    let (host, others) = stage.people.split_first().expect("people");
    let table = begin(&channel, host, &others[..1], json!({ "games": 1 })).await;
    (stage, channel, table)
}

/// Plays the game to its end; the records of the two seats hold nothing but what was confirmed.
async fn finish(stage: &Stage, channel: &str, before: [Vec<String>; 2], seed: u64) -> Message {
    let robots = Robots::chatting(channel, &stage.people[..2], seed);
    let last = see_through(channel, &stage.people[0]).await;
    robots.stop().await;
    let record = records(&stage.people[0], channel).await.remove(0);
    for (seat, before) in before.iter().enumerate() {
        let recorded = choices(&record, seat);
        assert!(
            recorded.starts_with(before),
            "seat {seat} chose {before:?} first, not {recorded:?}"
        );
        let mut written: Vec<&String> = recorded.iter().filter(|choice| choice.len() == 2).collect();
        assert_eq!(written.len(), 16, "sixteen digits are written");
        written.sort();
        written.dedup();
        assert_eq!(written.len(), 16, "every space once");
    }
    last
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strangers_are_told_so_and_change_nothing() {
    let (stage, channel, table) = table_for_two(3).await;
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    let offered = offer(ana, &channel).await;
    let before = (sheet(ana, &channel).await, sheet(ben, &channel).await);
    assert!(
        cleo.refused(&channel, cleo.press(&table, "My sheet"))
            .await
            .has("do not sit")
    );
    for button in offered
        .choices()
        .into_iter()
        .chain(offered.buttons())
        .chain(table.buttons())
    {
        let answer = cleo.forge(&table, &button.custom_id).await;
        assert!(answer.came(), "{} is answered: {}", button.label, answer.0);
        let shown = answer.message();
        assert!(
            shown.is_none_or(|message| message.sheet().is_none()),
            "a stranger sees no sheet"
        );
    }
    for command in ["table mine", "table leave", "table cancel", "table nudge"] {
        cleo.refused(&channel, cleo.run(&channel, command, json!({}))).await;
    }
    let replaced = cleo.run(&channel, "table replace", json!({ "player": "Ben" }));
    cleo.refused(&channel, replaced).await;
    assert_eq!(before, (sheet(ana, &channel).await, sheet(ben, &channel).await));
    finish(&stage, &channel, [Vec::new(), Vec::new()], 21).await;
    stage.close().await;
}

/// Any number can be put into a custom id, so the ids of all tables everywhere could be tried.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_elsewhere_hears_nothing_of_a_table_by_its_number() {
    let (stage, channel, table) = table_for_two(3).await;
    let (ana, cleo) = (&stage.people[0], &stage.people[2]);
    let offered = offer(ana, &channel).await;
    let elsewhere = stage.channel(1).await;
    let usual = cleo.run(&elsewhere, "binome rules", json!({})).await.shown();
    let id = table.buttons()[0]
        .custom_id
        .rsplit(':')
        .next()
        .expect("a number")
        .to_owned();
    let words = [
        "match", "verify", "read", "show", "rematch", "mine", "panel", "join", "leave", "start", "cancel", "nudge",
        "return", "pause", "resume", "concede",
    ];
    let forged = words.iter().map(|word| format!("w1:{word}:{id}"));
    for custom_id in forged.chain(offered.choices().into_iter().map(|button| button.custom_id)) {
        let answer = cleo.refused(&elsewhere, cleo.forge(&usual, &custom_id)).await;
        assert!(answer.has("no table here"), "{custom_id}: {}", answer.text());
    }
    // What was asked once more is answered where it was asked.
    let answer = cleo.forge(&usual, &format!("w1:close:{id}")).await.shown();
    assert!(answer.has("no table here"), "{}", answer.text());
    // The rules are there for everybody, but not as they were agreed on at a table.
    let rules = cleo.forge(&usual, &format!("w1:rules:binome:{id}:0")).await.shown();
    assert_eq!(rules.text(), usual.text());
    finish(&stage, &channel, [Vec::new(), Vec::new()], 23).await;
    for word in ["match", "verify", "read", "show", "rematch"] {
        let answer = cleo
            .refused(&elsewhere, cleo.forge(&usual, &format!("w1:{word}:{id}")))
            .await;
        assert!(answer.has("no table here"), "{word}: {}", answer.text());
    }
    stage.close().await;
}

/// Two tables of one channel, one over and one in play: a press of the one that is made on the message of the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_tables_message_is_written_over_with_anothers() {
    let (stage, channel, over) = table_for_two(3).await;
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    // A panel that comes later than that of the next match would be taken for the newest.
    for person in [ana, ben] {
        offer(person, &channel).await;
    }
    super::table_steps::close(ana, &channel).await;
    let over = ana
        .table_when(&channel, "it is closed", |table| {
            table.has("closed") && table.id() == over.id()
        })
        .await;
    let live = begin(&channel, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    let number = |table: &Message| {
        let buttons = table.buttons();
        let id = buttons
            .iter()
            .find(|button| button.custom_id.starts_with("w1:rematch") || button.custom_id.starts_with("w1:mine"));
        id.expect("a button of the table")
            .custom_id
            .rsplit(':')
            .next()
            .expect("a number")
            .to_owned()
    };
    let (old, new) = (number(&over), number(&live));
    assert_ne!(old, new);
    for (message, other) in [(&live, &old), (&over, &new)] {
        for word in ["join", "leave", "cancel", "close", "nudge", "start"] {
            cleo.refused(&channel, cleo.forge(message, &format!("w1:{word}:{other}")))
                .await;
        }
    }
    let texts = async |id: String| {
        let there = ana.messages(&channel, 20).await;
        there
            .into_iter()
            .find(|message| message.id() == id)
            .expect("it stands")
            .buttons()
    };
    assert_eq!(texts(live.id()).await, live.buttons());
    assert_eq!(texts(over.id()).await, over.buttons());
    finish(&stage, &channel, [Vec::new(), Vec::new()], 24).await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_step_that_is_past_cannot_be_pressed_again() {
    let (mut stage, channel, _) = table_for_two(2).await;
    let (ana, ben) = (stage.people[0].clone(), stage.people[1].clone());
    let old = offer(&ana, &channel).await;
    let first = write(&ana, &channel).await;
    // The same step, of which the other half is still open.
    let stale = old.choices().pop().expect("another space").custom_id;
    ana.refused(ana.dm(), ana.forge(&old, &stale)).await;
    let other = write(&ben, &channel).await;
    offer(&ana, &channel).await;
    let answer = ana.refused(ana.dm(), ana.forge(&old, &stale)).await;
    assert!(answer.has("Too late: nothing was done"), "{}", answer.text());

    let (status, _) = stage.end_bot().await;
    assert!(status.success());
    stage.start_bot().await;
    let answer = ana.refused(ana.dm(), ana.forge(&old, &stale)).await;
    assert!(answer.has("Too late: nothing was done"), "{}", answer.text());
    let second = write(&ana, &channel).await;
    let last = finish(&stage, &channel, [vec![first, second], vec![other]], 22).await;

    // And a game that is over takes nothing any more.
    for (person, message, custom_id) in [(&ana, &old, stale.as_str()), (&ben, &old, stale.as_str())] {
        let panel = person.panel(&channel).await.expect("the last panel");
        let target = if person.id == ana.id { message } else { &panel };
        person.refused(person.dm(), person.forge(target, custom_id)).await;
    }
    let mine = ana.refused(&channel, ana.run(&channel, "table mine", json!({}))).await;
    assert!(!mine.text().is_empty() && last.button("Rematch").is_some());
    stage.close().await;
}

/// Presses two buttons of one panel at the same moment. Where the machine is slow, the answer to one is there before the other
/// is sent; that one comes all the same, as from a client that has not heard of it yet.
async fn both(person: &Person, panel: &Message, first: &str, second: &str) -> (Answer, Answer) {
    tokio::join!(person.forge(panel, first), person.forge(panel, second))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_presses_at_once_are_one_choice() {
    let (stage, channel, _) = table_for_two(2).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let mut confirmed = Vec::new();
    for _ in 0..3 {
        let panel = offer(ana, &channel).await;
        let panel = ana.pictured(&panel).await;
        let before = panel.sheet().expect("a sheet");
        let choices = panel.choices();
        let (one, two) = (&choices[0], &choices[1]);
        let private = ana
            .messages(ana.dm(), 40)
            .await
            .iter()
            .filter(|message| message.is_private())
            .count();
        let (first, second) = both(ana, &panel, &one.custom_id, &two.custom_id).await;
        assert!(first.came() && second.came(), "{} {}", first.0, second.0);
        ana.until("the one who lost hears so", async || {
            let messages = ana.messages(ana.dm(), 40).await;
            (messages.iter().filter(|message| message.is_private()).count() > private).then_some(())
        })
        .await;
        let after = sheet(ana, &channel).await;
        assert!(after.keeps(&before));
        let written: Vec<String> = [one, two]
            .iter()
            .filter_map(|button| notation(button))
            .filter(|space| after.is_written(space))
            .collect();
        assert_eq!(written.len(), 1, "one of the two was taken");
        confirmed.extend(written);
        write(ben, &channel).await;
    }
    let record = finish(&stage, &channel, [confirmed, Vec::new()], 23).await;
    assert!(record.has("the game is over"));
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interaction_that_is_delivered_twice_counts_once() {
    twice(Setup::of(2)).await;
}

pub(crate) async fn twice(setup: Setup) {
    let stage = Stage::open(setup).await;
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let twice = |channel: &str, command: &str| json!({ "channel": channel, "command": command, "options": { "games": 1 }, "deliveries": 2, "wait": "final" });
    let started = ana
        .attempt("run", twice(&channel, "binome start"))
        .await
        .expect("it can be run");
    let table = started.public();
    for (person, label) in [(ben, "Join"), (ana, "Start")] {
        let custom_id = table.button(label).expect("a button").custom_id;
        let answer = person
            .attempt("press", pressed_twice(&table, &custom_id))
            .await
            .expect("it can be pressed");
        assert!(answer.came(), "{}", answer.0);
    }
    let mut confirmed = [Vec::new(), Vec::new()];
    for _ in 0..2 {
        for (person, confirmed) in [ana, ben].into_iter().zip(&mut confirmed) {
            let panel = offer(person, &channel).await;
            let button = panel.choices().remove(3);
            let answer = person
                .attempt("press", pressed_twice(&panel, &button.custom_id))
                .await
                .expect("pressed");
            assert!(answer.came());
            // And once more after a while.
            let path = format!("/{}/acts/{}/redeliver", person.name, answer.act());
            person.line.must(reqwest::Method::POST, &path, json!({})).await;
            confirmed.push(notation(&button).expect("a space"));
        }
    }
    let tables = ana.messages(&channel, 30).await;
    let lobbies = tables
        .iter()
        .filter(|message| message.is_by_bot() && !message.is_private())
        .count();
    assert_eq!(lobbies, 1, "one table was opened");
    finish(&stage, &channel, confirmed, 24).await;
    stage.close().await;
}

fn pressed_twice(message: &Message, custom_id: &str) -> Value {
    json!({
        "channel": message.channel(), "message": message.id(), "custom_id": custom_id, "deliveries": 2, "wait": "final",
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_custom_ids_get_a_short_answer_and_do_nothing() {
    let (stage, channel, table) = table_for_two(2).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let panel = offer(ana, &channel).await;
    let real = panel.choices().remove(0).custom_id;
    let mut forged: Vec<String> = [
        "x",
        ":",
        "::::",
        "💥",
        "{\"a\":1}",
        "../../etc/passwd",
        "'; DROP TABLE tables; --",
    ]
    .map(str::to_owned)
    .to_vec();
    forged.extend([
        real.repeat(40),
        "a".repeat(3000),
        real.to_uppercase(),
        format!("{real} "),
        format!(" {real}"),
    ]);
    forged.push(real.chars().rev().collect());
    let parts: Vec<&str> = real.split(':').collect();
    for at in 0..parts.len() {
        for instead in [
            "",
            "0",
            "-1",
            "zzzz",
            "99999999999999999999999",
            "pass",
            "claim 99",
            "9t",
            "1x",
            "💥",
        ] {
            let mut other = parts.clone();
            other[at] = instead;
            forged.push(other.join(":"));
        }
    }
    let before = (sheet(ana, &channel).await, sheet(ben, &channel).await);
    for custom_id in &forged {
        for (message, channel) in [(&panel, ana.dm()), (&table, channel.as_str())] {
            let answer = ana.refused(channel, ana.forge(message, custom_id)).await;
            assert!(answer.text().chars().count() < 400, "a short answer: {}", answer.text());
        }
    }
    assert_eq!(before, (sheet(ana, &channel).await, sheet(ben, &channel).await));
    // Another's button of the same step is nobody's way into their seat.
    let answer = ben.forge(&ben.panel(&channel).await.expect("a panel"), &real).await;
    assert!(answer.came());
    assert_eq!(before.0, sheet(ana, &channel).await);
    finish(&stage, &channel, [Vec::new(), Vec::new()], 25).await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buttons_of_the_lobby_are_judged_when_they_are_pressed() {
    let stage = Stage::open(Setup::of(3)).await;
    let channel = stage.channel(0).await;
    let [ana, ben, cleo] = stage.people.as_slice() else {
        panic!("three people")
    };
    let table = lobby(&channel, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    let join = table.button("Join").expect("a button").custom_id;
    assert!(ben.refused(&channel, ben.press_id(&table, &join)).await.has("already"));
    assert!(ana.press(&table, "Start").await.came());
    let begun = ana
        .table_when(&channel, "the match begins", |table| table.button("My sheet").is_some())
        .await;
    for button in table.buttons().into_iter().filter(|button| button.label != "Rules") {
        if button.label != "Leave" && button.label != "Close table" {
            cleo.refused(&channel, cleo.forge(&begun, &button.custom_id)).await;
            ana.refused(&channel, ana.forge(&begun, &button.custom_id)).await;
        }
    }
    finish(&stage, &channel, [Vec::new(), Vec::new()], 26).await;
    stage.close().await;
}
