//! Text and JSON from outside, as bad as they get: a table of what is known to break readers, and changes to what is sound.
//!
//! `PROPTEST_CASES` says how many changed texts are tried; the tests that use this try a part of it each, so that one name
//! makes all of them longer. What once failed is kept in `tests/corpus` by its seed, and tried first.

#![allow(dead_code, reason = "each test uses its part")]

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::FileFailurePersistence;
use serde_json::{Map, Value, json};

/// What is known to break readers of text.
pub(crate) const TEXTS: &[&str] = &[
    "",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "\u{7f}",
    "\u{1b}[2J",
    "\u{feff}",
    "\u{200b}",
    "\u{202e}",
    "\u{2068}",
    "\u{fffd}",
    "\u{10ffff}",
    "ß",
    "İ",
    "ﬀ",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "👩‍👩‍👧‍👦",
    "💥",
    "١٢٣",
    "１２",
    "０",
    "²",
    "0",
    "-0",
    "+1",
    "00",
    "007",
    "-1",
    "9",
    "10",
    "16",
    "17",
    "127",
    "128",
    "-128",
    "-129",
    "255",
    "256",
    "65536",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999999999999",
    "1e5",
    "0x10",
    "NaN",
    "inf",
    "null",
    "true",
    ",",
    ",,",
    ";",
    ":",
    "::::",
    "-",
    "--",
    "@",
    "@@",
    "@,",
    "0@0,0",
    "7@127,127 7@127,126",
    "-,-",
    "^",
    "/",
    "//",
    "..",
    "../../etc/passwd",
    "\\",
    "\"",
    "'",
    "`",
    "```",
    "%s%n",
    "{}",
    "{$name}",
    "[]",
    "{\"a\":1}",
    "'; DROP TABLE tables; --",
    "<@1>",
    "<@&1>",
    "@everyone",
    "@here",
    "](http://x)",
    "https://example.org",
    "||x||",
    "# x",
    "- x",
    "> x",
    "pass",
    "draw",
    "claim",
    "claim ",
    "place",
    "order",
    "deck",
    "deck ",
    "lane",
    "a",
    "z",
    "A1",
    "--5",
];

/// How many cases a test tries that takes `of_256` where all are asked to take 256, which is what they do by themselves.
pub(crate) fn cases(of_256: u32, kept: &'static str) -> ProptestConfig {
    let asked = ProptestConfig::default();
    ProptestConfig {
        cases: (u64::from(asked.cases) * u64::from(of_256)).div_ceil(256).max(1) as u32,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(kept))),
        max_shrink_iters: 2000,
        ..asked
    }
}

/// A short text of no meaning, or a very long one.
pub(crate) fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => select(TEXTS).prop_map(str::to_owned),
        3 => "[0-9a-z ,@:=^+-]{0,6}",
        1 => "[ -~]{0,12}",
        1 => "\\PC{0,6}",
        1 => any::<char>().prop_map(String::from),
        1 => (select(TEXTS), 2_usize..700).prop_map(|(text, times)| text.repeat(times)),
    ]
}

/// Something that is done to a text, at a place that fits every length.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// Something is put in.
    Put(Index, String),
    /// Some letters are taken out.
    Cut(Index, usize),
    /// Some letters become something else.
    Over(Index, usize, String),
    /// It ends early.
    End(Index),
    /// It stands there several times.
    Again(usize),
    /// It is written in capitals.
    Capitals,
    /// It stands in spaces.
    Spaced,
    /// It goes on with the end of another text.
    Into(Index, Index, Index),
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    prop_oneof![
        4 => (at(), piece()).prop_map(|(at, put)| Change::Put(at, put)),
        4 => (at(), 1_usize..4).prop_map(|(at, many)| Change::Cut(at, many)),
        4 => (at(), 1_usize..3, piece()).prop_map(|(at, many, put)| Change::Over(at, many, put)),
        2 => at().prop_map(Change::End),
        1 => (2_usize..5).prop_map(Change::Again),
        1 => Just(Change::Capitals),
        1 => Just(Change::Spaced),
        3 => (at(), at(), at()).prop_map(|(cut, other, from)| Change::Into(cut, other, from)),
    ]
}

/// A few changes.
pub(crate) fn changes() -> impl Strategy<Value = Vec<Change>> {
    proptest::collection::vec(change(), 1..4)
}

fn put(letters: &mut Vec<char>, from: usize, to: usize, text: &str) {
    drop(letters.splice(from..to, text.chars()));
}

/// A text with changes; `others` are texts of the same kind.
pub(crate) fn changed<T: AsRef<str>>(text: &str, changes: &[Change], others: &[T]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for change in changes {
        let length = letters.len();
        let end = |from: usize, many: usize| (from + many).min(length);
        match change {
            Change::Put(at, text) => {
                let at = at.index(length + 1);
                put(&mut letters, at, at, text);
            }
            Change::Cut(at, many) => {
                let at = at.index(length + 1);
                put(&mut letters, at, end(at, *many), "");
            }
            Change::Over(at, many, text) => {
                let at = at.index(length + 1);
                put(&mut letters, at, end(at, *many), text);
            }
            Change::End(at) => letters.truncate(at.index(length + 1)),
            Change::Again(times) => letters = letters.repeat(*times),
            Change::Capitals => letters = letters.iter().flat_map(|letter| letter.to_uppercase()).collect(),
            Change::Spaced => {
                letters.insert(0, ' ');
                letters.push(' ');
            }
            Change::Into(cut, other, from) => {
                letters.truncate(cut.index(length + 1));
                if !others.is_empty() {
                    let other: Vec<char> = others[other.index(others.len())].as_ref().chars().collect();
                    letters.extend(&other[from.index(other.len() + 1)..]);
                }
            }
        }
    }
    letters.into_iter().collect()
}

/// Something that is done to a value, at a place that fits every value.
#[derive(Clone, Debug)]
pub(crate) enum Twist {
    /// Another value stands there.
    Instead(Index, Value),
    /// Nothing stands there.
    Gone(Index),
    /// It stands there twice, where it is one of a list.
    Twice(Index),
    /// It has another name, where it has one.
    Renamed(Index, String),
    /// Something more stands in it.
    More(Index, String, Value),
    /// Two exchange their places.
    Exchanged(Index, Index),
    /// It lies in so many lists.
    Deep(Index, usize),
}

fn number() -> impl Strategy<Value = Value> {
    prop_oneof![
        select(vec![
            0_i64,
            -1,
            1,
            2,
            3,
            7,
            8,
            255,
            256,
            65_536,
            i64::from(i32::MAX) + 1,
            i64::MAX,
            i64::MIN
        ])
        .prop_map(Value::from),
        Just(json!(u64::MAX)),
        Just(json!(0.5)),
        Just(json!(-1e300)),
        any::<i64>().prop_map(Value::from),
        (0_i64..40).prop_map(Value::from),
    ]
}

/// Any small value.
pub(crate) fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        3 => number(),
        4 => piece().prop_map(Value::from),
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(json!([])),
        1 => Just(json!({})),
        1 => (number(), piece()).prop_map(|(number, text)| json!([number, text])),
        1 => (piece(), number()).prop_map(|(name, number)| Value::Object(Map::from_iter([(name, number)]))),
    ]
}

fn twist() -> impl Strategy<Value = Twist> {
    let at = any::<Index>;
    prop_oneof![
        8 => (at(), value()).prop_map(|(at, value)| Twist::Instead(at, value)),
        3 => at().prop_map(Twist::Gone),
        2 => at().prop_map(Twist::Twice),
        2 => (at(), piece()).prop_map(|(at, name)| Twist::Renamed(at, name)),
        2 => (at(), piece(), value()).prop_map(|(at, name, value)| Twist::More(at, name, value)),
        3 => (at(), at()).prop_map(|(one, other)| Twist::Exchanged(one, other)),
        1 => (at(), 1_usize..300).prop_map(|(at, deep)| Twist::Deep(at, deep)),
    ]
}

/// A few twists.
pub(crate) fn twists() -> impl Strategy<Value = Vec<Twist>> {
    proptest::collection::vec(twist(), 1..4)
}

/// The way to every part of a value, as JSON pointers; the first is the value itself.
fn places(value: &Value, at: &str, into: &mut Vec<String>) {
    into.push(at.to_owned());
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                places(item, &format!("{at}/{index}"), into);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                let name = name.replace('~', "~0").replace('/', "~1");
                places(field, &format!("{at}/{name}"), into);
            }
        }
        _ => {}
    }
}

/// A value with twists.
pub(crate) fn twisted(value: &Value, twists: &[Twist]) -> Value {
    let mut value = value.clone();
    for twist in twists {
        let mut all = Vec::new();
        places(&value, "", &mut all);
        let place = |at: &Index| all[at.index(all.len())].clone();
        match twist {
            Twist::Instead(at, other) => *value.pointer_mut(&place(at)).expect("a place") = other.clone(),
            Twist::Gone(at) => above(&mut value, &place(at), |above, name| match above {
                Value::Array(items) => drop(name.parse().map(|at: usize| items.remove(at))),
                Value::Object(fields) => drop(fields.remove(name)),
                _ => {}
            }),
            Twist::Twice(at) => above(&mut value, &place(at), |above, name| {
                if let (Value::Array(items), Ok(at)) = (above, name.parse::<usize>()) {
                    items.insert(at, items[at].clone());
                }
            }),
            Twist::Renamed(at, other) => above(&mut value, &place(at), |above, name| {
                if let Value::Object(fields) = above
                    && let Some(field) = fields.remove(name)
                {
                    fields.insert(other.clone(), field);
                }
            }),
            Twist::More(at, name, more) => match value.pointer_mut(&place(at)).expect("a place") {
                Value::Array(items) => items.push(more.clone()),
                Value::Object(fields) => drop(fields.insert(name.clone(), more.clone())),
                Value::String(text) => text.push_str(name),
                _ => {}
            },
            Twist::Exchanged(one, other) => {
                let (one, other) = (place(one), place(other));
                let taken = [&one, &other].map(|place| value.pointer(place).cloned().expect("a place"));
                let [first, second] = taken;
                *value.pointer_mut(&one).expect("a place") = second;
                // It may be gone with what has just changed.
                if let Some(place) = value.pointer_mut(&other) {
                    *place = first;
                }
            }
            Twist::Deep(at, deep) => {
                let place = value.pointer_mut(&place(at)).expect("a place");
                for _ in 0..*deep {
                    *place = Value::Array(vec![place.take()]);
                }
            }
        }
    }
    value
}

/// Does something to the list or the object that holds a place, with the place's name there.
fn above(value: &mut Value, place: &str, what: impl FnOnce(&mut Value, &str)) {
    if let Some((above, name)) = place.rsplit_once('/')
        && let Some(above) = value.pointer_mut(above)
    {
        what(above, &name.replace("~1", "/").replace("~0", "~"));
    }
}
