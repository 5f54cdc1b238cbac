//! BINMAT: every lane with its deck, its discard pile and both stacks, the attackers' deck, and what is known of each seat.

use serde_json::{Value, json};

use crate::heard::{Heard, count, sentence};
use crate::positions::Reader;

pub(super) const READER: Reader = Reader {
    slug: "binmat",
    told,
    seen,
};

/// All cards of a text, as a rank and a suit.
fn cards(text: &str) -> Vec<&str> {
    let parts = text.split([' ', ',', '(', ')']);
    parts
        .filter(|part| part.chars().count() == 2 && part.ends_with(['!', '#', '%', '&', '+', '^']))
        .collect()
}

fn told(heard: &Heard<'_>) -> Value {
    let turn = heard.alt().split_once(" of 110:").map(|(before, _)| before);
    let turn = turn.and_then(|before| Some(count(before.rsplit_once("Turn ")?.1)));
    let side = if heard.says(": the attackers' orders") {
        "attackers"
    } else {
        "defenders"
    };
    let attackers = heard.rest("Attackers' own deck ").expect("the attackers' deck is told");
    json!({
        "turn": turn,
        "side": side,
        "last turn": heard.says("This is the last turn."),
        "lanes": (0..6).map(|number| lane(heard, number)).collect::<Vec<_>>(),
        "attacker deck": count(attackers),
        "attacker discard": cards(attackers),
        "seats": heard.every(|_, marks| seat(&marks)),
        "hand": heard.rest("Your hand (").map(cards).unwrap_or_default(),
        "order": heard.own_lines().find_map(|line| line.strip_prefix("Your order: ")).map(notation),
    })
}

fn seat(marks: &[&str]) -> Value {
    let tag = marks[0];
    let (side, member) = tag.split_once(' ').expect("a side and a tag");
    json!({
        "side": format!("{side}s"),
        "member": i64::from_str_radix(&member[1..], 16).ok(),
        "hand": count(marks[1]),
        "invalid": marks.contains(&"last order invalid"),
        "ready": marks.contains(&"ready"),
    })
}

fn lane(heard: &Heard<'_>, number: usize) -> Value {
    let told = heard
        .alt()
        .split_once(&format!("Lane {number}: "))
        .map_or("", |(_, told)| sentence(told));
    let part = |name: &str| {
        told.split(", ")
            .find_map(|part| part.strip_prefix(name))
            .unwrap_or_default()
    };
    json!({
        "deck": count(part("deck ")),
        "top": cards(part("deck ")).first(),
        "discard": cards(part("discard ")),
        "defenders": stack(part("defenders ")),
        "attackers": stack(part("attackers ")),
    })
}

fn stack(told: &str) -> Value {
    let hidden = told.ends_with(" down");
    let cards = cards(told);
    json!({
        "size": if hidden { count(told) } else { cards.len() as i64 },
        "face_up": told.starts_with("up "),
        "cards": (!hidden).then_some(cards),
    })
}

/// An order out of its words, as `play TRAP @# face down in lane 1`.
fn notation(told: &str) -> String {
    let told = told.trim_end_matches('.');
    let card = cards(told).first().copied().unwrap_or_default();
    let lane = told.rsplit_once("lane ").map_or("a", |(_, lane)| lane);
    match told.split(' ').next() {
        Some("draw") => format!("d{lane}"),
        Some("play") if told.contains("face up") => format!("u{card}{lane}"),
        Some("play") => format!("p{card}{lane}"),
        Some("begin") => format!("c{lane}"),
        Some("discard") => format!("x{card}{lane}"),
        _ => "--".to_owned(),
    }
}

fn seen(view: &Value) -> Value {
    let seats = view["seats"].as_array().into_iter().flatten().map(|seat| {
        json!({
            "side": seat["side"],
            "member": seat["member"],
            "hand": seat["hand"],
            "invalid": seat["invalid"] != 0,
            "ready": seat["ready"],
        })
    });
    let turn = view["turn"].as_u64().expect("a turn");
    json!({
        "turn": turn + 1,
        "side": view["side"],
        "last turn": turn == 109,
        "lanes": view["lanes"],
        "attacker deck": view["attacker_deck"],
        "attacker discard": view["attacker_discard"],
        "seats": seats.collect::<Vec<_>>(),
        "hand": match &view["own"] {
            Value::Null => json!([]),
            own => own["hand"].clone(),
        },
        "order": view["own"]["order"],
    })
}
