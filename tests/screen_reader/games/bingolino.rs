//! Bingolino: the tiles of every seat, which are turned over, stars, the dice, who is waited for, and what was chosen.

use serde_json::{Value, json};

use crate::heard::{Heard, listed, numbers, sentence};
use crate::positions::Reader;

pub(super) const READER: Reader = Reader {
    slug: "bingolino",
    told,
    seen,
};

fn told(heard: &Heard<'_>) -> Value {
    let layout = heard.says("Everybody lays out their tiles");
    let rolled = heard.who(" has rolled");
    let dice = heard.rest("The dice show ").or_else(|| heard.rest("The die shows "));
    let dice = dice.map(|dice| numbers(dice.split(':').next().unwrap_or_default()));
    let play_off = heard
        .rest("Play-off between ")
        .map(|told| heard.seats(told.split(':').next().unwrap_or_default()));
    json!({
        "stage": if layout { "layout" } else if rolled.is_some() { "flip" } else { "roll" },
        "roller": rolled.or_else(|| heard.who("'s turn to roll")),
        "dice": dice.unwrap_or_default(),
        "waiting": heard.waiting(),
        "playing": play_off.unwrap_or_else(|| (0..heard.names.len()).collect()),
        "seats": heard.every(|seat, marks| match layout {
            true => loose(heard, seat, &marks),
            false => laid(heard, seat, &marks),
        }),
        "chosen": if layout { Value::Null } else { json!(chosen(heard)) },
    })
}

/// A seat that lays out its tiles; of its own it hears them in rows.
fn loose(heard: &Heard<'_>, seat: usize, marks: &[&str]) -> Value {
    let name = &heard.names[seat];
    let others = [format!("{name} lays out "), format!("{name} is ready, with ")];
    let told = others
        .iter()
        .find_map(|words| heard.rest(words))
        .or_else(|| heard.rest("Your tiles, rows 1 to 4: "));
    let mut tiles = told.map(numbers).unwrap_or_default();
    tiles.sort_unstable();
    json!({ "tiles": tiles, "turned": [], "stars": [], "sealed": marks.contains(&"ready") })
}

fn laid(heard: &Heard<'_>, seat: usize, marks: &[&str]) -> Value {
    let name = &heard.names[seat];
    let head = format!("{name}, rows 1 to 4: ");
    let (_, told) = heard.alt().split_once(&head).expect("its tiles are told");
    let mut sentences = told.split(". ");
    let tiles = numbers(sentences.next().unwrap_or_default());
    let turned = sentences.next().and_then(|told| told.strip_prefix("Turned over: "));
    let turned = turned.map(|told| sentence(told).split(' ').collect::<Vec<_>>());
    let marks_in_full = marks.join(", ");
    let stars = [" has its star", " have their stars"]
        .iter()
        .find_map(|end| Some(marks_in_full.split_once(end)?.0))
        .unwrap_or_default();
    json!({
        "tiles": tiles,
        "turned": turned.unwrap_or_default(),
        "stars": listed(stars).filter_map(line).collect::<Vec<_>>(),
        "sealed": marks.contains(&"ready"),
    })
}

/// A line in notation.
fn line(told: &str) -> Option<String> {
    match told {
        "diagonal A1 to D4" => Some("d1".to_owned()),
        "diagonal D1 to A4" => Some("d2".to_owned()),
        _ => {
            let row = told.strip_prefix("row ").map(|row| format!("r{row}"));
            row.or_else(|| told.strip_prefix("column ").map(|column| format!("c{column}")))
        }
    }
}

/// What was chosen and is not shown yet.
fn chosen(heard: &Heard<'_>) -> Option<String> {
    if heard.own_lines().next().is_none()
        || heard.says("Which tile do you turn") && !heard.says("You can still change it.")
    {
        return None;
    }
    let alt = || heard.alt().split(". ").map(|told| told.trim_end_matches('.'));
    alt().find_map(|told| {
        let told = told.strip_prefix("Your choice: ")?;
        if told == "turn nothing over" {
            return Some("decline".to_owned());
        }
        if let Some(place) = told.strip_prefix("turn over ") {
            return Some(format!("flip {place}"));
        }
        if let Some(place) = told.strip_prefix("turn ").and_then(|told| told.strip_suffix(" back")) {
            return Some(format!("back {place}"));
        }
        if let Some((die, place)) = told.strip_prefix("leave out the ")?.split_once(" and turn over ") {
            return Some(format!("flip {place} -{die}"));
        }
        None
    })
}

fn seen(view: &Value) -> Value {
    let layout = view["stage"] == "layout";
    let seats = view["seats"].as_array().into_iter().flatten().map(|seat| {
        let mut tiles: Vec<u64> = seat["tiles"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_u64)
            .collect();
        if layout {
            tiles.sort_unstable();
        }
        json!({ "tiles": tiles, "turned": seat["turned"], "stars": seat["stars"], "sealed": seat["sealed"] })
    });
    json!({
        "stage": view["stage"],
        "roller": view["roller"],
        "dice": view["dice"],
        "waiting": view["waiting"],
        "playing": view["playing"],
        "seats": seats.collect::<Vec<_>>(),
        "chosen": if layout { &Value::Null } else { &view["own"]["chosen"] },
    })
}
