//! Binary: the pieces of both sides, their hands, territories and points, and what was placed last.

use serde_json::{Value, json};

use crate::heard::{Heard, count, numbers};
use crate::positions::Reader;

pub(super) const READER: Reader = Reader {
    slug: "binary",
    told,
    seen,
};

fn told(heard: &Heard<'_>) -> Value {
    let colour = |seat: usize| heard.marks(seat).contains(&"black");
    let turn = ["'s turn (black)", "'s turn (white)"];
    let own = match (heard.says("You have black: "), heard.says("You have white: ")) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    json!({
        "size": heard.after("Board of ").and_then(|text| numbers(text).first().copied()),
        "opening": heard.says(": first piece"),
        "alone": heard.says(": the other has no pieces left"),
        "turn": turn.iter().find_map(|words| heard.who(words)),
        "black": (0..2).find(|seat| colour(*seat)),
        "own": own.and_then(|own| (0..2).find(|seat| colour(*seat) == own)),
        "sides": heard.every(|seat, marks| side(heard, seat, &marks)),
        "last": last(heard),
    })
}

fn side(heard: &Heard<'_>, seat: usize, marks: &[&str]) -> Value {
    let pieces = heard.rest(&format!("Pieces of {} on ", heard.names[seat]));
    let sizes = marks.iter().find(|mark| mark.starts_with("territor"));
    let many = |end: &str| marks.iter().find(|mark| mark.ends_with(end)).map(|mark| count(mark));
    json!({
        "score": marks.first().and_then(|points| numbers(points).first().copied()),
        "hand": many(" in hand"),
        "discarded": many(" given up").unwrap_or(0),
        "pieces": pieces.map(|told| told.split(' ').collect::<Vec<_>>()).unwrap_or_default(),
        "territories": sizes.map(|sizes| numbers(sizes)).unwrap_or_default(),
    })
}

fn last(heard: &Heard<'_>) -> Value {
    let seat = heard.who(" placed on ");
    let told = heard.rest(" placed on ").unwrap_or_default();
    let squares = told.split(" in the centre").next().unwrap_or_default();
    json!(seat.map(|seat| json!({
        "seat": seat,
        "choice": squares.replace(" and ", " "),
        "discard": told.contains("gave up"),
    })))
}

fn seen(view: &Value) -> Value {
    let sides = view["sides"].as_array().expect("two sides").iter().map(|side| {
        let territories = side["territories"].as_array().into_iter().flatten();
        json!({
            "score": side["score"],
            "hand": side["hand"],
            "discarded": side["discarded"],
            "pieces": side["pieces"],
            "territories": territories.map(|squares| squares.as_array().map(Vec::len)).collect::<Vec<_>>(),
        })
    });
    json!({
        "size": view["options"]["size"],
        "opening": view["stage"] == "opening",
        "alone": view["stage"] == "alone",
        "turn": view["turn"],
        "black": view["black"],
        "own": view["viewer"],
        "sides": sides.collect::<Vec<_>>(),
        "last": view["last"],
    })
}
