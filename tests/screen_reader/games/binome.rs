//! Binome: the digit or the postulate, points, numbers left, who has chosen, and the own numbers.

use serde_json::{Value, json};

use crate::heard::{Heard, count, listed, numbers};
use crate::positions::Reader;

pub(super) const READER: Reader = Reader {
    slug: "binome",
    told,
    seen,
};

/// The postulates as they are called.
const CARDS: [(&str, &str); 16] = [
    ("identical", "Two identical digits"),
    ("by10", "Divisible by 10"),
    ("has0", "Contains 0"),
    ("by5", "Divisible by 5"),
    ("has5", "Contains 5"),
    ("max", "Maximum number"),
    ("maxsum", "Maximum sum of digits"),
    ("has9", "Contains 9"),
    ("min", "Minimum number"),
    ("minsum", "Minimum sum of digits"),
    ("has1", "Contains 1"),
    ("mindiff", "Minimum difference between digits"),
    ("maxdiff", "Maximum difference between digits"),
    ("divides", "First digit divisible by the second"),
    ("near50", "Closest to 50"),
    ("sum10", "Sum of digits equals 10"),
];

fn told(heard: &Heard<'_>) -> Value {
    let writing = heard.says("Numerology: digit ");
    let chair = heard.every(|_, marks| marks.contains(&"chair"));
    let rolls = heard
        .public_alt()
        .split_once("Rolled so far: ")
        .map(|(_, told)| told.split('.').next());
    json!({
        "stage": if writing { "write" } else { "conference" },
        "chair": chair.iter().position(|chair| *chair),
        "rolls": rolls.flatten().map(numbers).unwrap_or_default(),
        "waiting": heard.waiting(),
        "card": card(heard),
        "turn": heard.after("postulate ").map(count).filter(|_| !writing),
        "battle": heard.says("1 point more if three or more try").then_some(true).filter(|_| !writing),
        "seats": heard.every(|_, marks| seat(&marks, writing)),
        "own": heard.own_lines().next().map(|_| own(heard)),
    })
}

fn card(heard: &Heard<'_>) -> Option<Value> {
    let told = heard.rest("The card: ")?;
    let (name, rest) = told.split_once(" (")?;
    let card = CARDS.iter().find(|(_, called)| *called == name)?.0;
    let (_, value) = rest.rsplit_once("), for ")?;
    Some(match value.starts_with("X ") {
        true => json!([card, "X"]),
        false => json!([card, numbers(value).first()]),
    })
}

fn seat(marks: &[&str], writing: bool) -> Value {
    let left = marks
        .iter()
        .find(|mark| mark.ends_with(" left"))
        .map(|mark| count(mark));
    let said = [("ready", "sealed"), ("claims", "claim"), ("passes", "pass")];
    let chosen = said
        .iter()
        .find(|(mark, _)| marks.contains(mark))
        .map_or("nothing", |(_, chosen)| chosen);
    json!({
        "score": numbers(marks.first().unwrap_or(&"")).first(),
        "left": left.or_else(|| writing.then_some(8)),
        "chosen": chosen,
    })
}

/// The own sheet: the digits of every number, and which are used.
fn own(heard: &Heard<'_>) -> Value {
    let told = heard
        .alt()
        .split_once("Your numbers: ")
        .map_or("", |(_, told)| told.split(". ").next().unwrap_or_default());
    let mut digits: Vec<Option<i64>> = Vec::new();
    let mut used = Vec::new();
    for number in listed(told.trim_end_matches('.')).map(|told| told.splitn(3, ' ').nth(2).unwrap_or_default()) {
        let digit = |words: &str| number.split_once(words).map(|(_, digit)| count(digit));
        let whole = number
            .get(..2)
            .filter(|whole| whole.chars().all(|c| c.is_ascii_digit()));
        digits.extend(match whole {
            Some(whole) => [count(&whole[..1]), count(&whole[1..])].map(Some),
            None => [number.strip_prefix("tens ").map(count), digit("units ")],
        });
        used.push(number.ends_with(" (used)"));
    }
    let chosen = [("Your choice: claim with ", "claim "), ("Your choice: pass", "pass")];
    let chosen = chosen.iter().find_map(|(said, choice)| {
        let (_, number) = heard.alt().split_once(said)?;
        Some(format!("{choice}{}", number.split('.').next().unwrap_or_default()))
    });
    json!({ "digits": digits, "used": used, "chosen": chosen })
}

fn seen(view: &Value) -> Value {
    let writing = view["stage"] == "write";
    let own = &view["own"];
    let own =
        (!own.is_null()).then(|| json!({ "digits": own["digits"], "used": own["used"], "chosen": own["chosen"] }));
    let turns = view["turns"].as_array().map_or(0, Vec::len);
    json!({
        "stage": view["stage"],
        "chair": view["chair"],
        "rolls": if writing { view["rolls"].clone() } else { json!([]) },
        "waiting": view["waiting"],
        "card": view["card"],
        "turn": (!writing).then_some(turns + 1),
        "battle": (!writing && view["options"]["battle"] == true).then_some(true),
        "seats": view["seats"],
        "own": own,
    })
}
