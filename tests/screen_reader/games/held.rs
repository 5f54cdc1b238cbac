//! Dominimum and Dominomega: the table, the supply, who still holds a tile, and what is counted.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::heard::{Heard, cells, count, halves, numbers, tiles};
use crate::positions::Reader;

pub(super) const DOMINIMUM: Reader = Reader {
    slug: "dominimum",
    told: |heard| {
        let mut told = told(heard, heard.names.len() as i64);
        let mission = heard.rest("Your mission is ");
        told["mission"] = json!(mission.map(|text| {
            let [ones, others, score] = standing(heard.rest("Largest groups now: ").expect("it stands somehow"));
            json!({ "tile": tiles(text)[0], "groups": [ones, others], "score": score })
        }));
        let begins = heard.every(|_, marks| marks.contains(&"begins"));
        told["first"] = json!(begins.iter().position(|begins| *begins));
        told["ready"] = json!(heard.every(|_, marks| marks.contains(&"has a secret mission")));
        told
    },
    seen: |view| {
        let mut seen = seen(view);
        seen["mission"] = view["mission"].clone();
        seen["first"] = view["first"].clone();
        seen["ready"] = every(view, |seat| seat["ready"].clone());
        seen
    },
};

pub(super) const DOMINOMEGA: Reader = Reader {
    slug: "dominomega",
    told: |heard| {
        let mut told = told(heard, 0);
        told["rings"] = json!(heard.every(|seat, _| ring(heard, seat)));
        told
    },
    seen: |view| {
        let mut seen = seen(view);
        seen["rings"] = every(view, |seat| json!([seat["ring"], seat["groups"], seat["product"]]));
        seen
    },
};

/// The largest group of each symbol and their product, as `2 × 1 = 2` or `no 2 yet and 6s in a group of 3, so 0 points`.
fn standing(told: &str) -> [i64; 3] {
    let Some((groups, _)) = told.split_once(", so 0 points") else {
        let told = numbers(told);
        return [told[0], told[1], told[2]];
    };
    let size = |group: &str| match group.split_once("in a group of ") {
        Some((_, size)) => numbers(size)[0],
        None => i64::from(group.contains("single ")),
    };
    let (one, other) = groups.split_once(" and ").expect("two groups");
    [size(one), size(other), 0]
}

fn every(view: &Value, of: impl Fn(&Value) -> Value) -> Value {
    view["seats"].as_array().into_iter().flatten().map(of).collect()
}

/// A ring with the sizes of its groups and their product, as `pip, groups 3 × 2 = 6 (and 2 single cells)`.
fn ring(heard: &Heard<'_>, seat: usize) -> Option<Value> {
    let marks = heard.marks(seat);
    let rings = [("pip", "pip"), ("small circle", "small"), ("large circle", "large")];
    let (_, ring) = rings.into_iter().find(|(said, _)| marks.contains(said))?;
    let told = marks.iter().find_map(|mark| mark.strip_prefix("groups "));
    let told = told.unwrap_or_default();
    let (above, single) = match told.split_once(" (and ") {
        Some((above, single)) => (above, count(single)),
        None if told.contains("single cell") => ("", count(told)),
        None => (told, 0),
    };
    let (sizes, product) = above.split_once(" = ").unwrap_or((above, above));
    let mut sizes = numbers(sizes);
    sizes.extend(std::iter::repeat_n(1, single as usize));
    let product = if sizes.is_empty() {
        0
    } else {
        numbers(product).first().copied().unwrap_or(1)
    };
    Some(json!([ring, sizes, product]))
}

/// What both games tell; so many of the 36 tiles are not placed.
fn told(heard: &Heard<'_>, aside: i64) -> Value {
    const TILES: i64 = 36;
    let turn = heard.who("'s turn");
    let supply = heard
        .lines()
        .find(|line| line.contains("in the supply") || line.contains("supply is empty"));
    let supply = supply.map_or(0, count);
    let cells = cells(heard);
    // Whoever places before the last tile is placed still holds one: the next ones in turn.
    let held = TILES - aside - supply - cells.len() as i64 / 2;
    let seats = heard.names.len();
    let holds = |seat: usize| turn.is_some_and(|turn| ((seat + seats - turn) % seats) < held as usize);
    let last = heard
        .lines()
        .filter_map(|line| Some(line.split_once(" placed ")?.1))
        .last();
    let hold = heard.rest("You hold ");
    json!({
        "turn": turn,
        "supply": supply,
        "holds": (0..seats).map(holds).collect::<Vec<_>>(),
        "cells": cells,
        "last": last.and_then(halves).map(|halves| halves.join(" ")),
        "own": hold.and_then(|text| tiles(text).first().copied()),
    })
}

fn seen(view: &Value) -> Value {
    let mut cells = BTreeMap::new();
    let placed = view["placed"].as_array().into_iter().flatten();
    for half in placed.filter_map(Value::as_str).flat_map(|placed| placed.split(' ')) {
        let (symbol, cell) = half.split_once('@').expect("a symbol on a cell");
        cells.insert(cell.to_owned(), symbol.to_owned());
    }
    json!({
        "turn": view["turn"],
        "supply": view["supply"],
        "holds": view["holds"],
        "cells": cells,
        "last": view["placed"].as_array().and_then(|placed| placed.last()),
        "own": view["own"]["tile"],
    })
}
