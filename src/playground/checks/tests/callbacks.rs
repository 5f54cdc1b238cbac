use serde_json::{Value, json};

use super::{chars, leaves, list, plain, table, taken};
use crate::playground::checks::{AnsweredKind, FileInfo, ValueKind, autocomplete, callback};

fn data_of(kind: i64) -> Value {
    match kind {
        4 | 7 => json!({ "content": "hello" }),
        8 => json!({ "choices": [] }),
        9 => json!({
            "title": "Ask", "custom_id": "m",
            "components": [{ "type": 18, "label": "Name", "component": { "type": 4, "custom_id": "a", "style": 1 } }],
        }),
        _ => Value::Null,
    }
}

#[test]
fn each_interaction_takes_its_own_answers() {
    use AnsweredKind::{Autocomplete, Command, Component, ModalFromCommand, ModalFromComponent};
    let rows: [(AnsweredKind, &[i64]); 5] = [
        (Command, &[4, 5, 9]),
        (Component, &[4, 5, 6, 7, 9]),
        (Autocomplete, &[8]),
        (ModalFromComponent, &[4, 5, 6, 7]),
        (ModalFromCommand, &[4, 5]),
    ];
    for (kind, allowed) in rows {
        for number in 0..=13 {
            let body = json!({ "type": number, "data": data_of(number) });
            let verdict = callback(&body, kind, &[], None);
            let what = format!("{kind:?} {number}");
            if allowed.contains(&number) {
                taken(&what, verdict);
            } else {
                leaves(&what, verdict, &["type:BASE_TYPE_CHOICES"]);
            }
        }
        leaves(
            "no type",
            callback(&json!({}), kind, &[], None),
            &["type:BASE_TYPE_REQUIRED"],
        );
    }
}

#[test]
fn data_is_checked_below_data() {
    let check = |body: &Value| callback(body, AnsweredKind::Component, &[], None);
    let twice = json!([{ "type": 1, "components": [super::button("a"), super::button("a")] }]);
    table(
        check,
        vec![
            (
                "the classic trap",
                json!({ "type": 4, "data": { "components": twice } }),
                &["data.components.0.components.1.custom_id:COMPONENT_CUSTOM_ID_DUPLICATED"],
            ),
            (
                "content",
                json!({ "type": 7, "data": { "content": chars(2001) } }),
                &["data.content:BASE_TYPE_MAX_LENGTH"],
            ),
            (
                "a modal's title",
                json!({ "type": 9, "data": super::with(&data_of(9), json!({ "title": chars(46) })) }),
                &["data.title:BASE_TYPE_BAD_LENGTH"],
            ),
            ("a modal of nothing", json!({ "type": 9 }), &["data:BASE_TYPE_REQUIRED"]),
            (
                "deferred, ephemeral",
                json!({ "type": 5, "data": { "flags": 64 } }),
                &[],
            ),
            (
                "deferred, nonsense",
                json!({ "type": 5, "data": { "flags": [] } }),
                &["data.flags:NUMBER_TYPE_COERCE"],
            ),
            (
                "data of a wrong shape",
                json!({ "type": 4, "data": "hi" }),
                &["data:MODEL_TYPE_CONVERT"],
            ),
        ],
    );
}

#[test]
fn replies_and_updates_are_not_empty() {
    let check = |body: Value, stored: Option<&Value>| callback(&body, AnsweredKind::Component, &[], stored);
    plain("no data", check(json!({ "type": 4 }), None), 400, 50006);
    plain("empty data", check(json!({ "type": 4, "data": {} }), None), 400, 50006);
    let stored = json!({ "content": "hello" });
    taken("an update of nothing", check(json!({ "type": 7 }), Some(&stored)));
    let cleared = json!({ "type": 7, "data": { "content": "" } });
    plain("an update to nothing", check(cleared, Some(&stored)), 400, 50006);
    let files = [FileInfo {
        name: "a.png",
        size: 11 * 1024 * 1024,
    }];
    let body = json!({ "type": 4, "data": {} });
    plain(
        "a file too large",
        callback(&body, AnsweredKind::Command, &files, None),
        400,
        50045,
    );
}

#[test]
fn autocomplete_answers_are_checked() {
    let choices = |count| json!({ "choices": list(count, |n| json!({ "name": format!("n{n}"), "value": "v" })) });
    let one = |name: String, value: Value| json!({ "choices": [{ "name": name, "value": value }] });
    table(
        |body| autocomplete(body, ValueKind::Text),
        vec![
            ("25", choices(25), &[]),
            ("26", choices(26), &["choices:BASE_TYPE_MAX_LENGTH"]),
            ("none", choices(0), &[]),
            ("no list", json!({}), &["choices:BASE_TYPE_REQUIRED"]),
            ("name 100", one(chars(100), json!("v")), &[]),
            (
                "name 101",
                one(chars(101), json!("v")),
                &["choices.0.name:BASE_TYPE_BAD_LENGTH"],
            ),
            (
                "name 0",
                one(String::new(), json!("v")),
                &["choices.0.name:BASE_TYPE_BAD_LENGTH"],
            ),
            ("value 100", one("n".into(), json!(chars(100))), &[]),
            (
                "value 101",
                one("n".into(), json!(chars(101))),
                &["choices.0.value:BASE_TYPE_MAX_LENGTH"],
            ),
            (
                "a number for a text",
                one("n".into(), json!(1)),
                &["choices.0.value:STRING_TYPE_CONVERT"],
            ),
            (
                "no value",
                json!({ "choices": [{ "name": "n" }] }),
                &["choices.0.value:BASE_TYPE_REQUIRED"],
            ),
        ],
    );
    let most = (1_i64 << 53) - 1;
    table(
        |body| autocomplete(body, ValueKind::Integer),
        vec![
            ("2^53 - 1", one("n".into(), json!(most)), &[]),
            (
                "2^53",
                one("n".into(), json!(most + 1)),
                &["choices.0.value:NUMBER_TYPE_MAX"],
            ),
            (
                "-2^53",
                one("n".into(), json!(-most - 1)),
                &["choices.0.value:NUMBER_TYPE_MIN"],
            ),
            (
                "a text",
                one("n".into(), json!("v")),
                &["choices.0.value:NUMBER_TYPE_COERCE"],
            ),
            (
                "half",
                one("n".into(), json!(0.5)),
                &["choices.0.value:NUMBER_TYPE_COERCE"],
            ),
        ],
    );
    table(
        |body| autocomplete(body, ValueKind::Number),
        vec![
            ("2^53", one("n".into(), json!(most + 1)), &[]),
            (
                "2^53 + 2",
                one("n".into(), json!(most + 3)),
                &["choices.0.value:NUMBER_TYPE_MAX"],
            ),
            ("half", one("n".into(), json!(0.5)), &[]),
        ],
    );
    taken(
        "of a type not known",
        autocomplete(&one("n".into(), json!(1)), ValueKind::Any),
    );
}
