//! Dominoes: the line, the hands and how many tiles they have, the supply, and the last turns.

use serde_json::{Value, json};

use crate::heard::{Heard, count, numbers, tiles};
use crate::positions::Reader;

pub(super) const READER: Reader = Reader {
    slug: "dominoes",
    told,
    seen,
};

/// The tiles of the game.
const TILES: i64 = 36;

const STAGES: [(&str, &str); 4] = [
    ("open", "'s turn: first tile"),
    ("play", "'s turn"),
    ("draw", " cannot play and must draw"),
    ("pass", " cannot play and must pass"),
];

fn told(heard: &Heard<'_>) -> Value {
    let stage = STAGES.iter().find(|(_, words)| heard.who(words).is_some());
    let ends = heard.rest("The left end shows ").map(numbers);
    let line = heard.rest("The line from left to right: ").unwrap_or_default();
    let hand = heard
        .own_lines()
        .find(|line| line.starts_with("Your ") && line.contains(" tile"));
    let supply = heard
        .lines()
        .find(|line| line.ends_with("in the supply.") || *line == "The supply is empty.");
    let line = tiles(line);
    let held = heard.every(|_, marks| {
        marks
            .iter()
            .find(|mark| mark.contains(" tile"))
            .map_or(0, |mark| count(mark))
    });
    // Where nobody draws no supply is spoken of: what is neither held nor in the line lies aside.
    let aside = || TILES - held.iter().sum::<i64>() - line.len() as i64;
    json!({
        "stage": stage.map(|(stage, _)| stage),
        "turn": stage.and_then(|(_, words)| heard.who(words)),
        "tiles": held,
        "partner": heard.every(|_, marks| {
            let partner = marks.iter().find_map(|mark| mark.strip_prefix("with "));
            partner.and_then(|name| heard.names.iter().position(|other| other == name))
        }),
        "line": line,
        "ends": ends,
        "supply": supply.map_or_else(aside, count),
        "turns": heard.public().filter_map(|line| turn(heard, line)).collect::<Vec<_>>(),
        "hand": hand.map(tiles).unwrap_or_default(),
        "drawn": heard.rest("You drew ").map(tiles).unwrap_or_default(),
    })
}

/// A turn as `Ana drew 2 tiles and played 4-5 on the right.`
fn turn(heard: &Heard<'_>, line: &str) -> Option<Value> {
    let seat = heard
        .names
        .iter()
        .position(|name| line.starts_with(&format!("{name} ")))?;
    let did = line.split_once(' ')?.1;
    let drew = did
        .strip_prefix("drew ")
        .map_or(0, |text| count(text.strip_prefix("the last ").unwrap_or(text)).max(1));
    let played = ["opened with ", "played "]
        .iter()
        .find_map(|words| Some(did.split_once(words)?.1));
    let end = ["left", "right"]
        .into_iter()
        .find(|end| did.ends_with(&format!("on the {end}.")));
    let how = match played {
        Some(tile) => json!({ "played": [tiles(tile)[0], end] }),
        None if did.ends_with("passed.") => json!("passed"),
        None if drew > 0 => Value::Null,
        None => return None,
    };
    Some(json!({ "seat": seat, "drew": drew, "did": how }))
}

fn seen(view: &Value) -> Value {
    let seats = || view["seats"].as_array().into_iter().flatten();
    let partner = |(at, seat): (usize, &Value)| {
        let mut others = seats().enumerate();
        others
            .find(|(other, with)| *other != at && with["team"] == seat["team"])
            .map(|(other, _)| other)
    };
    let line = view["line"].as_array().into_iter().flatten();
    let own = |part: &str| match &view["own"] {
        Value::Null => json!([]),
        own => own[part].clone(),
    };
    json!({
        "stage": view["stage"],
        "turn": view["turn"],
        "tiles": seats().map(|seat| &seat["tiles"]).collect::<Vec<_>>(),
        "partner": seats().enumerate().map(partner).collect::<Vec<_>>(),
        "line": line.map(|tile| format!("{}-{}", tile["left"], tile["right"])).collect::<Vec<_>>(),
        "ends": view["ends"],
        "supply": view["supply"],
        "turns": view["turns"],
        "hand": own("hand"),
        "drawn": own("drawn"),
    })
}
