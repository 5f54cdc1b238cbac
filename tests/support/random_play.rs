//! People who play at random, and know no game: they press only what leads on in a panel.

#![allow(dead_code, reason = "each test uses its part")]

use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::person::Person;

/// How long somebody looks at what a press has brought.
const LOOKS: Duration = Duration::from_millis(50);

/// How long somebody looks at what a choice has brought. Whoever may still change it would else press all the time, and mostly when
/// the others have gone on: the bot has more to say of that than Discord accepts.
const THINKS: Duration = Duration::from_millis(150);

/// Somebody who presses whatever leads on at their panel, until they are stopped.
pub(crate) fn play_at_random(person: &Person, channel: &str, seed: u64) -> JoinHandle<()> {
    let (person, channel) = (person.clone(), channel.to_owned());
    let mut rng = StdRng::seed_from_u64(seed);
    tokio::spawn(async move {
        let mut pulse = person.chat_pulse();
        loop {
            pulse.mark_unchanged();
            let action = match person.panel(&channel).await {
                Some(panel) => leads(&panel.0, &mut rng).map(|(action, mut body)| {
                    body["channel"] = json!(panel.channel());
                    body["message"] = json!(panel.id());
                    (action, body)
                }),
                None => None,
            };
            match action {
                Some((action, body)) => {
                    let chooses = body["custom_id"].as_str().is_some_and(|id| id.contains(":choose:"));
                    person.attempt(action, body).await;
                    tokio::time::sleep(if chooses { THINKS } else { LOOKS }).await;
                }
                None => person.glance(&mut pulse).await,
            }
        }
    })
}

/// Something in a message that leads on: a button that stands out, wherever it is; or else an option of a menu or a button
/// above the last row, where the ways back and to other pages are.
pub(crate) fn leads(message: &Value, rng: &mut StdRng) -> Option<(&'static str, Value)> {
    const BUTTON: u64 = 2;
    const SELECT: u64 = 3;
    const MAIN: u64 = 1;
    const GO: u64 = 3;
    let rows = message["components"].as_array()?;
    let (mut likely, mut others) = (Vec::new(), Vec::new());
    for (at, row) in rows.iter().enumerate() {
        for component in row["components"].as_array().into_iter().flatten() {
            let id = &component["custom_id"];
            match component["type"].as_u64() {
                Some(BUTTON) if component["disabled"] != true && id.is_string() => {
                    let press = ("press", json!({ "custom_id": id, "wait": "final" }));
                    match component["style"].as_u64() {
                        Some(MAIN | GO) => likely.push(press),
                        _ if at + 1 < rows.len() => others.push(press),
                        _ => {}
                    }
                }
                Some(SELECT) => {
                    let options = component["options"].as_array().into_iter().flatten();
                    let choose = |option: &Value| {
                        let values = json!([option["value"]]);
                        ("choose", json!({ "custom_id": id, "values": values, "wait": "final" }))
                    };
                    others.extend(options.map(choose));
                }
                _ => {}
            }
        }
    }
    let best = if likely.is_empty() { others } else { likely };
    let one = rng.random_range(0..best.len().max(1));
    best.into_iter().nth(one)
}
