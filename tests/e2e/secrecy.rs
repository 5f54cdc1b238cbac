//! Over the wire: nobody but the holder of a sheet ever gets to see a number of it before it is revealed.

use std::collections::HashSet;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::person::{Answer, Person};
use super::reading::{Message, Sheet, components, text, texts, told_of_pictures};
use super::robots::Robots;
use super::secrets::{bare_numbers, only_on, without_revealed, without_sheet};
use super::stage::{Setup, Stage};
use super::table_steps::{begin, see_through};
use super::wire;

/// The seed of the game in which everybody chooses in secret.
const SECRET: u64 = 61;

/// A payload of the bot, and the one person who gets to see it, if it is not for everybody.
struct Sent {
    body: Value,
    only: Option<String>,
}

/// Every message that the bot sent or changed, with whom it is for. What is not surely private counts as public.
fn sent(traffic: &[Value], people: &[Person]) -> Vec<Sent> {
    let asked = wire::interactions(traffic);
    let in_chat = |channel: &str| {
        people
            .iter()
            .find(|person| person.dm() == channel)
            .map(|person| person.id.clone())
    };
    let mut all = Vec::new();
    for entry in traffic
        .iter()
        .filter(|entry| entry["kind"] == "rest" && entry["method"] != "GET")
    {
        let path = text(&entry["path"]);
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let place = parts
            .iter()
            .position(|part| ["channels", "interactions", "webhooks"].contains(part));
        let Some(parts) = place.map(|at| &parts[at..]) else {
            continue;
        };
        let (body, only) = match parts {
            ["channels", channel, "messages", ..] => (entry["body"].clone(), in_chat(channel)),
            ["interactions", _, token, "callback"] => {
                let asked = asked
                    .get(*token)
                    .unwrap_or_else(|| panic!("an unknown interaction: {entry}"));
                let private = match entry["body"]["type"].as_u64() {
                    Some(4 | 5) => entry["body"]["data"]["flags"]
                        .as_u64()
                        .is_some_and(|flags| flags & 64 != 0),
                    Some(6 | 7) => asked.source.as_ref().is_some_and(|(_, private)| *private),
                    _ => true,
                };
                (entry["body"]["data"].clone(), private.then(|| asked.person.clone()))
            }
            ["webhooks", _, token, ..] => {
                let asked = asked
                    .get(*token)
                    .unwrap_or_else(|| panic!("an unknown interaction: {entry}"));
                let private = entry["answer"]["flags"].as_u64().is_some_and(|flags| flags & 64 != 0)
                    || in_chat(&text(&entry["answer"]["channel_id"])).is_some();
                (entry["body"].clone(), private.then(|| asked.person.clone()))
            }
            _ => continue,
        };
        all.push(Sent { body, only });
    }
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_number_is_seen_before_it_is_revealed() {
    for (seed, options) in [
        (SECRET, json!({ "secrets": true, "games": 1 })),
        (62, json!({ "secrets": false, "games": 1 })),
    ] {
        let stage = Stage::open(Setup::of(3)).await;
        let channel = stage.channel(0).await;
        begin(&channel, &stage.people[0], &stage.people[1..], options).await;
        let robots = Robots::chatting(&channel, &stage.people, seed);
        see_through(&channel, &stage.people[0]).await;
        let told = robots.stop().await;
        let sheets: Vec<Sheet> = told
            .iter()
            .map(|(person, told)| {
                *told
                    .sheets
                    .values()
                    .next()
                    .unwrap_or_else(|| panic!("{} has a sheet", person.name))
            })
            .collect();
        let sent = sent(&stage.traffic(), &stage.people);
        let mut examined = 0;
        for (seat, person) in stage.people.iter().enumerate() {
            examined += keeps_secret(person, seat, &sheets, &sent);
        }
        assert!(examined > 100, "enough was seen to be sure: {examined}");
        if seed == SECRET {
            nobody_hears_who_claims(&stage.people, &sent);
        }
        let held = told_sheets(&stage.people, &sheets);
        sheets_reach_their_holders(&held, &sent);
        pictures_reach_their_holders(&held, &sent);
        stage.close().await;
    }
}

fn told_sheets<'s>(people: &'s [Person], sheets: &'s [Sheet]) -> Vec<(&'s Person, &'s Sheet)> {
    people.iter().zip(sheets).collect()
}

/// No payload that somebody else sees names a number that only this seat holds, but where it is revealed. Gives how many
/// payloads were examined.
fn keeps_secret(person: &Person, seat: usize, sheets: &[Sheet], sent: &[Sent]) -> usize {
    let own = only_on(sheets, seat);
    let mut examined = 0;
    for payload in sent.iter().filter(|payload| payload.only.as_ref() != Some(&person.id)) {
        examined += 1;
        let shown = without_revealed(&texts(&payload.body).join("\n"));
        // The sheets and buttons of others while they are being filled may pass by the same digits.
        let private = payload.only.is_some();
        let told = bare_numbers(&without_sheet(&shown));
        let leak = told.intersection(&own).next();
        assert!(
            leak.is_none(),
            "{}'s {leak:?} is told to {:?}: {}",
            person.name,
            payload.only,
            payload.body
        );
        for component in components(&payload.body) {
            let (label, custom_id) = (text(&component["label"]), text(&component["custom_id"]));
            for number in &own {
                let named = custom_id.ends_with(&format!("claim {number}")) || (!private && label == *number);
                assert!(
                    !named,
                    "{}'s {number} is in a button for {:?}: {}",
                    person.name, payload.only, payload.body
                );
            }
        }
    }
    examined
}

/// A payload with a sheet in it is for one person, and the sheet is theirs.
fn sheets_reach_their_holders(held: &[(&Person, &Sheet)], sent: &[Sent]) {
    let mut seen = 0;
    for payload in sent {
        let Some(sheet) = Sheet::read(&texts(&payload.body).join("\n")) else {
            continue;
        };
        seen += 1;
        let only = payload
            .only
            .as_ref()
            .unwrap_or_else(|| panic!("a sheet for everybody: {}", payload.body));
        let (person, whole) = held
            .iter()
            .find(|(person, _)| person.id == *only)
            .expect("one of the people");
        assert!(
            whole.keeps(&sheet),
            "{} is shown another's sheet: {}",
            person.name,
            payload.body
        );
    }
    assert!(seen > 48, "sheets were shown: {seen}");
}

/// What a picture tells, without the numbers that were shown to everybody, and without what they won.
fn without_shown(told: &str) -> String {
    let mut rest = told.to_owned();
    for word in ["showed ", "won "] {
        let parts = rest.split(word).enumerate();
        rest = parts
            .map(|(at, part)| {
                if at == 0 {
                    part
                } else {
                    part.get(2..).unwrap_or_default()
                }
            })
            .collect();
    }
    rest
}

/// A picture of a sheet is for one person, and the sheet is theirs; a picture for everybody tells no number that was not
/// shown.
fn pictures_reach_their_holders(held: &[(&Person, &Sheet)], sent: &[Sent]) {
    let (mut own, mut public) = (0, 0);
    for payload in sent {
        for told in told_of_pictures(&payload.body) {
            let Some((_, sheet)) = told.split_once("Your numbers: ") else {
                public += 1;
                let bare = bare_numbers(&without_shown(&without_revealed(&told)));
                let others = held
                    .iter()
                    .filter(|(person, _)| payload.only.as_ref() != Some(&person.id));
                for (person, sheet) in others {
                    let leak = sheet.numbers().into_iter().find(|number| bare.contains(number));
                    assert!(leak.is_none(), "{}'s {leak:?} is told: {told}", person.name);
                }
                continue;
            };
            own += 1;
            let only = payload
                .only
                .as_ref()
                .unwrap_or_else(|| panic!("a sheet for everybody: {told}"));
            let (person, whole) = held
                .iter()
                .find(|(person, _)| person.id == *only)
                .expect("one of the people");
            let (sheet, _) = sheet.split_once('.').unwrap_or((sheet, ""));
            let numbers = whole.numbers();
            let strange = bare_numbers(sheet).into_iter().find(|number| !numbers.contains(number));
            assert!(strange.is_none(), "{} is shown {strange:?}: {told}", person.name);
        }
    }
    // One that is out of date before it is drawn is left out, and how many that are is the machine's business. The last one
    // of a match is never left out.
    assert!(own > 16 && public > 0, "pictures were shown: {own} {public}");
}

/// Where everybody chooses in secret, no line about a seat says what it has chosen.
fn nobody_hears_who_claims(people: &[Person], sent: &[Sent]) {
    let mut ready = 0;
    for payload in sent {
        let text = texts(&payload.body).join("\n");
        let of_seats = |line: &&str| {
            people
                .iter()
                .any(|person| line.starts_with(&format!("{}: ", person.name)))
        };
        for line in text.lines().filter(of_seats) {
            ready += usize::from(line.contains("ready"));
            assert!(!line.contains("claims") && !line.contains("passes"), "{line}");
        }
    }
    assert!(ready > 20, "who has chosen is shown: {ready}");
}

/// In some games it is drawn who sits where when the match begins. Whoever was looking at the seat that they had in the lobby
/// must not find the panel of its new holder there, however slowly they were answered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_looked_at_their_seat_before_it_was_drawn_sees_nothing_of_another_hand() {
    let stage = Stage::open(Setup::of(4)).await;
    for (number, (game, seats)) in [("tree", 4), ("dominomega", 3)].into_iter().enumerate() {
        let channel = stage.channel(number).await;
        let (host, others) = stage.people[..seats].split_first().expect("a host");
        let table = host.run(&channel, &format!("{game} start"), json!({})).await.public();
        let mut own = Vec::new();
        for person in others {
            // Who is told that they do not sit there may join by the same message, which is their panel from then on.
            let told = person
                .refused(&channel, person.run(&channel, "table mine", json!({})))
                .await;
            let answer = person.press(&told, "Join").await;
            assert!(answer.came(), "{}", answer.0);
            let joined = person.until("their seat in the lobby", async || {
                person.again(&told).await.filter(|own| own.button("Refresh").is_some())
            });
            own.push(joined.await);
        }
        let slow = json!({ "slow": { "share": 1.0, "ms": 1500, "route": "/interactions" } });
        stage.trouble(slow).await;
        let looking = others
            .iter()
            .zip(&own)
            .map(|(person, own)| person.press(own, "Refresh"));
        let start = async {
            // So that what they are answered is written before the match begins, and arrives after it.
            tokio::time::sleep(Duration::from_millis(500)).await;
            host.press(&table, "Start").await
        };
        let (looked, started) = tokio::join!(join_all(looking), start);
        assert!(looked.iter().all(Answer::came) && started.came());
        stage.calm().await;
        for person in &stage.people[..seats] {
            person.panel_when(&channel, "a hand", |_| true).await;
        }
        // What follows an answer has followed by then.
        tokio::time::sleep(Duration::from_secs(2)).await;
        for (person, own) in others.iter().zip(&own) {
            shows_only_their_own(person, own);
        }
    }
    stage.close().await;
}

/// Whatever a message that only this person sees has shown is what it showed in the lobby, or what their own panel says.
fn shows_only_their_own(person: &Person, own: &Message) {
    let events = person.events();
    let messages = events.iter().map(|event| &event["message"]);
    let contents = |such: &dyn Fn(&&Value) -> bool| -> HashSet<String> {
        let such = messages.clone().filter(such);
        such.map(|message| texts(message).join("\n")).collect()
    };
    let seen = contents(&|message| text(&message["id"]) == own.id());
    let mut allowed = contents(&|message| text(&message["channel_id"]) == person.dm());
    allowed.insert(own.text());
    for content in seen {
        let own = allowed.contains(&content) || content.contains("You do not sit");
        assert!(own, "{} was shown what is not theirs: {content}", person.name);
    }
}
