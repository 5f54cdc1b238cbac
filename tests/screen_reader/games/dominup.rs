//! Dominup: what lies on top and on which level, which halves are one tile, the hands and how many tiles they have.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::heard::{Heard, cells, count, halves, numbers, tiles};
use crate::positions::Reader;

pub(super) const READER: Reader = Reader {
    slug: "dominup",
    told,
    seen,
};

fn told(heard: &Heard<'_>) -> Value {
    let opening = heard.who("'s turn: the double seven");
    let hands = ["Your tiles: ", "Your tiles that can climb: ", "Your other tiles: "];
    let own = |words: &&str| heard.own_lines().find_map(|line| line.strip_prefix(*words)).map(tiles);
    let mut hand: Vec<&str> = hands.iter().filter_map(own).flatten().collect();
    hand.sort_unstable();
    let place = |mark: &&str| mark.strip_prefix("place ").map(|place| numbers(place)[0]);
    json!({
        "opening": opening.is_some(),
        "turn": opening.or_else(|| heard.who("'s turn")),
        "seats": heard.every(|_, marks| {
            let tiles = marks.iter().find(|mark| mark.contains(" tile")).map_or(0, |mark| count(mark));
            json!([tiles, marks.iter().find_map(place)])
        }),
        "cells": cells(heard),
        "last": last(heard),
        "hand": hand,
    })
}

/// The tile that was laid last, as `Ana climbed to level 2 with 5-6 on P76 and P77.`
fn last(heard: &Heard<'_>) -> Option<Value> {
    let laid = |line: &&str| line.contains(" climbed to level ") || line.contains(" laid ");
    let lines: Vec<&str> = heard.written().filter(laid).collect();
    let line = lines.last()?;
    let seat = heard
        .names
        .iter()
        .position(|name| line.starts_with(&format!("{name} ")))?;
    let (level, told) = match line.split_once(" climbed to level ") {
        Some((_, told)) => (count(told), told.split_once(" with ")?.1),
        None => (1, line.rsplit_once(" laid ")?.1),
    };
    Some(json!([seat, level, halves(told)]))
}

fn seen(view: &Value) -> Value {
    let placed: Vec<(Vec<&str>, u64, &Value)> = view["placed"].as_array().into_iter().flatten().map(tile).collect();
    let mut tops: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
    for (number, (halves, _, _)) in placed.iter().enumerate() {
        for (symbol, cell) in halves.iter().filter_map(|half| half.split_once('@')) {
            tops.insert(cell, (number, symbol));
        }
    }
    let told = |cell: &str, number: usize, symbol: &str| {
        let (halves, level, _) = &placed[number];
        let at = |half: usize| halves[half].split_once('@').expect("a symbol on a cell").1;
        let mut told = symbol.to_owned();
        told.extend((*level > 0).then(|| char::from(b'a' + *level as u8)));
        if at(0) == cell && tops[at(1)].0 == number {
            let column = |cell: &str| cell.split_once(',').map(|(column, _)| column.to_owned());
            told.push(if column(at(0)) == column(at(1)) { 'u' } else { 'r' });
        }
        told
    };
    let cells: BTreeMap<&str, String> = tops
        .iter()
        .map(|(cell, (number, symbol))| (*cell, told(cell, *number, symbol)))
        .collect();
    let seats = view["seats"].as_array().into_iter().flatten();
    let last = placed
        .last()
        .map(|(halves, level, seat)| json!([seat, level + 1, halves]));
    json!({
        "opening": view["stage"] == "opening",
        "turn": view["turn"],
        "seats": seats.map(|seat| json!([seat["tiles"], seat["place"]])).collect::<Vec<_>>(),
        "cells": cells,
        "last": last,
        "hand": match &view["own"] {
            Value::Null => json!([]),
            own => own["hand"].clone(),
        },
    })
}

/// The halves of a tile that was laid, how many lie beneath it, and whose it was.
fn tile(placed: &Value) -> (Vec<&str>, u64, &Value) {
    let choice = placed["choice"].as_str().expect("a choice");
    let level = placed["level"].as_u64().expect("a level");
    (choice.split(' ').skip(1).collect(), level, &placed["seat"])
}
