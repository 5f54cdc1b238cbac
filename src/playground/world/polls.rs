//! Polls: a question with answers to choose from, open for a while (Discord's docs, Poll Resource). Nobody votes here. The author of
//! a poll can end it.

use serde_json::{Value, json};

use super::components::without_nulls;
use crate::playground::json::list;
use crate::playground::snowflake::{iso, now_ms};

const HOUR_MS: u64 = 60 * 60 * 1_000;
/// How many hours a poll is open that does not say it.
const USUAL_HOURS: u64 = 24;

/// A poll of a message.
#[derive(Clone, Debug)]
pub(crate) struct Poll {
    question: Value,
    answers: Vec<Value>,
    several: bool,
    ends_ms: u64,
}

impl Poll {
    /// A poll as it was asked for, from now on. The request has passed the checks.
    pub(crate) fn new(asked: &Value) -> Self {
        let hours = asked["duration"].as_u64().unwrap_or(USUAL_HOURS);
        let answers = list(&asked["answers"]).iter();
        Poll {
            question: json!({ "text": asked["question"]["text"] }),
            answers: answers.map(|answer| media(&answer["poll_media"])).collect(),
            several: asked["allow_multiselect"].as_bool().unwrap_or(false),
            ends_ms: now_ms() + hours * HOUR_MS,
        }
    }

    /// Whether it has an answer of this number.
    pub(crate) fn has(&self, answer: u64) -> bool {
        (1..=self.answers.len() as u64).contains(&answer)
    }

    /// Whether nobody could vote any more.
    pub(crate) fn is_over(&self) -> bool {
        self.ends_ms <= now_ms()
    }

    /// Ends it.
    pub(crate) fn end(&mut self) {
        self.ends_ms = self.ends_ms.min(now_ms());
    }

    /// The poll object.
    pub(crate) fn json(&self) -> Value {
        let answers = self.answers.iter().enumerate();
        let answers: Vec<Value> = answers
            .map(|(n, media)| json!({ "answer_id": n + 1, "poll_media": media }))
            .collect();
        json!({
            "question": self.question, "answers": answers, "expiry": iso(self.ends_ms), "allow_multiselect": self.several,
            "layout_type": 1, "results": { "answer_counts": [], "is_finalized": self.is_over() },
        })
    }
}

/// The words of an answer, and its emoji in full.
fn media(given: &Value) -> Value {
    let mut media = json!({ "text": given["text"] });
    if given["emoji"].is_object() {
        let emoji = without_nulls(&given["emoji"]);
        media["emoji"] = json!({ "id": emoji.get("id"), "name": emoji.get("name") });
    }
    media
}
