//! What must hold of everything that goes over the wire, whatever a test is about.

#![allow(dead_code, reason = "each test uses its part")]

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value;

use super::reading::{text, texts};
use super::stage::Allowed;
use super::support::openapi;

/// How long Discord waits for an answer to an interaction, in milliseconds (docs/DISCORD.md, "Interactions").
const ANSWER_MS: i64 = 3000;

/// An interaction, as it went over the wire.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) token: String,
    pub(crate) person: String,
    pub(crate) at: i64,
    /// The message that was pressed, if one was, and whether only this person sees it.
    pub(crate) source: Option<(Value, bool)>,
}

/// Every interaction that was delivered, by its token, at its first delivery.
pub(crate) fn interactions(traffic: &[Value]) -> HashMap<String, Asked> {
    let mut all = HashMap::new();
    for entry in traffic
        .iter()
        .filter(|entry| entry["frame"]["t"] == "INTERACTION_CREATE")
    {
        let data = &entry["frame"]["d"];
        let user = if data["member"].is_object() {
            &data["member"]["user"]
        } else {
            &data["user"]
        };
        let message = &data["message"];
        let private = data["guild_id"].is_null() || message["flags"].as_u64().is_some_and(|flags| flags & 64 != 0);
        let asked = Asked {
            token: text(&data["token"]),
            person: text(&user["id"]),
            at: moment(entry),
            source: message.is_object().then(|| (message.clone(), private)),
        };
        all.entry(asked.token.clone()).or_insert(asked);
    }
    all
}

/// When an entry was recorded, in milliseconds of its month: enough to tell times within a test apart.
pub(crate) fn moment(entry: &Value) -> i64 {
    let at = text(&entry["at"]);
    let number = |range: std::ops::Range<usize>| -> i64 {
        at.get(range)
            .and_then(|digits| digits.parse().ok())
            .unwrap_or_else(|| panic!("{at:?} is a time"))
    };
    (((number(8..10) * 24 + number(11..13)) * 60 + number(14..16)) * 60 + number(17..19)) * 1000 + number(20..23)
}

/// The token in the path of an interaction's callback.
fn answered(entry: &Value) -> Option<String> {
    let path = text(&entry["path"]);
    let mut parts = path.rsplit('/');
    (parts.next() == Some("callback")).then(|| parts.next().map(str::to_owned))?
}

/// Examines a test's whole traffic.
pub(crate) fn examine(traffic: &[Value], allowed: Allowed) {
    assert!(!traffic.is_empty(), "something was recorded");
    no_payload_was_refused(traffic, allowed);
    every_interaction_was_answered(traffic, allowed);
    every_payload_fits_the_description(traffic);
    no_message_pings_unasked(traffic);
}

/// The playground keeps Discord's rules and refuses what breaks them.
fn no_payload_was_refused(traffic: &[Value], allowed: Allowed) {
    // Invalid form, empty message, too large, and too many attempts of the wrong kind.
    const REFUSALS: [i64; 4] = [50035, 50006, 40005, 50016];
    for entry in traffic.iter().filter(|entry| entry["kind"] == "rest") {
        let code = entry["answer"]["code"].as_i64().unwrap_or_default();
        assert!(!REFUSALS.contains(&code), "a payload of the bot was refused: {entry:#}");
        assert!(entry["status"] != 405, "the bot asks properly: {entry:#}");
        assert!(
            allowed.strangers || entry["status"] != 401,
            "the bot says who it is: {entry:#}"
        );
    }
}

/// Every interaction gets a first answer, and in time.
fn every_interaction_was_answered(traffic: &[Value], allowed: Allowed) {
    let mut open = interactions(traffic);
    let mut slowest = 0;
    for entry in traffic.iter().filter(|entry| entry["kind"] == "rest") {
        let taken = matches!(entry["status"].as_u64(), Some(200..=299));
        let Some(token) = answered(entry).filter(|_| taken) else {
            continue;
        };
        if let Some(asked) = open.remove(&token) {
            slowest = slowest.max(moment(entry) - asked.at);
        }
    }
    assert!(
        slowest < ANSWER_MS,
        "an interaction was answered only after {slowest} ms"
    );
    let unanswered: Vec<String> = open.values().map(|asked| history(traffic, asked)).collect();
    assert!(
        allowed.silence || unanswered.is_empty(),
        "interactions without an answer:\n{}",
        unanswered.join("\n")
    );
}

/// What was pressed or typed without an answer, and what became of the bot's attempts to answer, in milliseconds after it.
fn history(traffic: &[Value], asked: &Asked) -> String {
    let of_asked = |entry: &&Value| entry["kind"] == "rest" && text(&entry["path"]).contains(&asked.token);
    let attempt = |entry: &Value| {
        let late = moment(entry) - asked.at;
        format!(
            "{late} ms: {} {} {}",
            entry["status"], entry["answer"]["code"], entry["body"]["type"]
        )
    };
    let attempts: Vec<String> = traffic.iter().filter(of_asked).map(attempt).collect();
    let last = traffic.last().map_or(0, |entry| moment(entry) - asked.at);
    format!("{}: {attempts:?}, until {last} ms", asked.person)
}

/// Every message and every change of one says itself whom it may ping: at most the people whom its text names, one by one.
/// Discord would ping whoever the text names otherwise, and with it a stranger's name or reason.
fn no_message_pings_unasked(traffic: &[Value]) {
    let mut messages = 0;
    for entry in traffic.iter().filter(|entry| entry["kind"] == "rest") {
        let body = &entry["body"];
        let message = if body["data"].is_object() { &body["data"] } else { body };
        if ["content", "embeds", "components"]
            .iter()
            .all(|part| message[part].is_null())
            || message["title"].is_string()
        {
            // A picture alone, a form, or no message at all.
            continue;
        }
        messages += 1;
        let may = &message["allowed_mentions"];
        assert_eq!(may["parse"], serde_json::json!([]), "{entry:#}");
        assert!(may["roles"].is_null() && may["replied_user"] != true, "{entry:#}");
        let content = texts(message).join("\n");
        for person in may["users"].as_array().into_iter().flatten() {
            assert!(content.contains(&format!("<@{}>", text(person))), "{entry:#}");
        }
        assert!(
            !content.contains("@everyone") && !content.contains("@here") && !content.contains("<@&"),
            "{entry:#}"
        );
    }
    let said = traffic.iter().any(|entry| text(&entry["path"]).ends_with("/callback"));
    assert!(messages > 0 || !said, "where are the messages?");
}

/// Both sides of every exchange, and every frame of the gateway, against openapi.json. Payloads that differ in nothing but
/// numbers within their texts are held against it once.
fn every_payload_fits_the_description(traffic: &[Value]) {
    let Some(spec) = openapi() else { return };
    let mut known = HashSet::new();
    for entry in traffic {
        let result = match entry["kind"].as_str() {
            Some("rest") => {
                let parts = ["route", "method", "body", "status", "answer"].map(|part| &entry[part]);
                let new = known.insert(shape_of(&parts));
                if new { spec.exchange(entry) } else { Ok(()) }
            }
            Some("posted") | Some("frame") if entry["from"] != "bot" => {
                let frame = &entry["frame"];
                let new = known.insert(shape_of(&[&frame["t"], &frame["d"]]));
                if new { spec.frame(frame) } else { Ok(()) }
            }
            _ => Ok(()),
        };
        result.unwrap_or_else(|why| panic!("{why}\n{entry:#}"));
    }
}

/// The same for values that differ only in the digits of their texts.
fn shape_of(values: &[&Value]) -> u64 {
    fn feed(value: &Value, hasher: &mut DefaultHasher) {
        match value {
            Value::String(text) => {
                let mut digits = false;
                for letter in text.chars() {
                    if !(letter.is_ascii_digit() && digits) {
                        (if letter.is_ascii_digit() { '0' } else { letter }).hash(hasher);
                    }
                    digits = letter.is_ascii_digit();
                }
            }
            Value::Array(list) => {
                list.len().hash(hasher);
                list.iter().for_each(|value| feed(value, hasher));
            }
            Value::Object(map) => {
                map.len().hash(hasher);
                for (key, value) in map {
                    key.hash(hasher);
                    feed(value, hasher);
                }
            }
            other => other.to_string().hash(hasher),
        }
        0xFF_u8.hash(hasher);
    }
    let mut hasher = DefaultHasher::new();
    values.iter().for_each(|value| feed(value, &mut hasher));
    hasher.finish()
}
