//! The Tree: every tile of the tree, the hands and how many tiles they have, what fits, the supply, and the last actions.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::heard::{self, Heard, cells, count, numbers, tiles};
use crate::positions::Reader;

pub(super) const READER: Reader = Reader {
    slug: "tree",
    told,
    seen,
};

fn told(heard: &Heard<'_>) -> Value {
    let extra = heard.who("'s extra turn");
    let own = |words: &[&str]| {
        let line = heard
            .own_lines()
            .find(|line| words.iter().all(|words| line.contains(words)));
        line.and_then(|line| line.split_once(':'))
            .map(|(_, told)| tiles(told))
            .unwrap_or_default()
    };
    let hand = own(&["Your ", " tile"]);
    let fits = match heard.rest("You can place ") {
        Some("any of them") => hand.clone(),
        Some(told) => tiles(told),
        None => Vec::new(),
    };
    let supply = heard
        .lines()
        .find(|line| line.ends_with("in the supply.") || line.ends_with("supply is empty."))
        .map_or(0, count);
    let place = |mark: &&str| mark.strip_prefix("place ").map(|place| numbers(place)[0]);
    json!({
        "turn": extra.or_else(|| heard.who("'s turn")),
        "extra": extra.is_some(),
        "seats": heard.every(|_, marks| {
            let tiles = marks.iter().find(|mark| mark.contains(" in hand")).map_or(0, |mark| count(mark));
            json!([tiles, marks.iter().find_map(place)])
        }),
        "supply": supply,
        "tiles": pairs(&cells(heard)),
        "last": heard.written().filter_map(|line| action(heard, line)).last(),
        "hand": hand,
        "fits": fits,
        "drew": own(&["Drawn since you last placed a tile"]),
    })
}

/// All tiles lie level, so the cells of a row belong together two by two from the left.
fn pairs(cells: &BTreeMap<String, String>) -> Vec<String> {
    let place = |cell: &String| numbers(&cell.replace(',', " "));
    let mut open: BTreeMap<(i64, i64), &String> = cells
        .iter()
        .map(|(cell, symbol)| ((place(cell)[1], place(cell)[0]), symbol))
        .collect();
    let mut pairs = Vec::new();
    while let Some(((row, column), first)) = open.pop_first() {
        let second = open.remove(&(row, column + 1)).expect("the right half of a tile");
        pairs.push(format!("{first}@{column},{row} {second}@{},{row}", column + 1));
    }
    pairs.sort();
    pairs
}

/// What somebody did, as `Ana placed 2-7 on R80 and S80.`
fn action(heard: &Heard<'_>, line: &str) -> Option<Value> {
    let who = |words: &str| {
        let named = |name: &String| line.contains(&format!("{name}{words}"));
        heard.names.iter().position(named).filter(|_| !line.contains(". "))
    };
    if let Some(seat) = who(" placed ") {
        let (left, row) = heard::cell(line.split_once(" on ")?.1.split(' ').next()?)?;
        // It is told as it lies.
        let mut symbols: Vec<&str> = tiles(line)[0].split('-').collect();
        symbols.sort_unstable();
        let tile = symbols.join("-");
        return Some(json!({ "placed": [seat, tile, row, left, line.contains("for an extra turn")] }));
    }
    if let Some(seat) = who(" drew ") {
        return Some(json!({ "drew": [seat, count(line.split_once(" drew ")?.1)] }));
    }
    who(" passed.").map(|seat| json!({ "passed": seat }))
}

fn seen(view: &Value) -> Value {
    let seats = view["seats"].as_array().into_iter().flatten();
    let mut placed: Vec<&str> = view["placed"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    placed.sort_unstable();
    let own = |part: &str| match &view["own"] {
        Value::Null => json!([]),
        own => own[part].clone(),
    };
    json!({
        "turn": view["turn"],
        "extra": view["extra"],
        "seats": seats.map(|seat| json!([seat["tiles"], seat["place"]])).collect::<Vec<_>>(),
        "supply": view["supply"],
        "tiles": placed,
        "last": view["recent"].as_array().and_then(|recent| recent.last()).map(done),
        "hand": own("hand"),
        "fits": own("playable"),
        "drew": own("drew"),
    })
}

fn done(action: &Value) -> Value {
    if let Some(placed) = action.get("placed") {
        let text = placed["placement"].as_str().expect("a placement");
        let told = numbers(&text.replace(['@', ','], " "));
        let (low, high) = (told[0].min(told[3]), told[0].max(told[3]));
        return json!({ "placed": [placed["seat"], format!("{low}-{high}"), told[2], told[1], placed["extra"]] });
    }
    match action.get("drew") {
        Some(drew) => json!({ "drew": [drew["seat"], drew["count"]] }),
        None => json!({ "passed": action["passed"]["seat"] }),
    }
}
