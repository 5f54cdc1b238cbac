use serde_json::{Value, json};

use super::{chars, leaves, list, plain, table, taken, times, with};
use crate::playground::checks::{command, command_edit, commands};

fn chat(fields: Value) -> Value {
    with(&json!({ "name": "roll", "description": "Roll dice." }), fields)
}

fn option(fields: Value) -> Value {
    with(
        &json!({ "type": 3, "name": "dice", "description": "How many." }),
        fields,
    )
}

/// A command with one option.
fn one(fields: Value) -> Value {
    chat(json!({ "options": [option(fields)] }))
}

#[test]
fn a_commands_names_are_checked() {
    let invalid: &[&str] = &["name:APPLICATION_COMMAND_INVALID_NAME"];
    let length: &[&str] = &["name:BASE_TYPE_BAD_LENGTH"];
    let mut rows: Vec<(&str, Value, &[&str])> = Vec::new();
    for name in [
        "roll",
        "roll-2_b",
        "l'eau",
        "würfel",
        "サイコロ",
        "कखग",
        "ทอย",
        "1",
        "पासा",
    ] {
        rows.push((name, chat(json!({ "name": name })), &[]));
    }
    for name in ["Roll", "roll dice", "roll!", "rÖll", "a.b", "🎲", "a/b"] {
        rows.push((name, chat(json!({ "name": name })), invalid));
        rows.push((name, json!({ "type": 2, "name": name }), &[]));
        rows.push((name, json!({ "type": 3, "name": name }), &[]));
    }
    rows.push(("32", chat(json!({ "name": chars(32) })), &[]));
    rows.push(("33", chat(json!({ "name": chars(33) })), length));
    rows.push(("0", chat(json!({ "name": "" })), length));
    rows.push(("33 in a menu", json!({ "type": 2, "name": chars(33) }), length));
    rows.push(("none", chat(json!({ "name": null })), &["name:BASE_TYPE_REQUIRED"]));
    rows.push((
        "an option",
        one(json!({ "name": "Dice" })),
        &["options.0.name:APPLICATION_COMMAND_INVALID_NAME"],
    ));
    table(command, rows);
}

#[test]
fn a_commands_descriptions_types_and_permissions_are_checked() {
    let described = json!({ "type": 2, "name": "Rules", "description": "no" });
    table(
        command,
        vec![
            ("100", chat(json!({ "description": chars(100) })), &[]),
            (
                "101",
                chat(json!({ "description": chars(101) })),
                &["description:BASE_TYPE_BAD_LENGTH"],
            ),
            (
                "0",
                chat(json!({ "description": "" })),
                &["description:BASE_TYPE_BAD_LENGTH"],
            ),
            (
                "none",
                chat(json!({ "description": null })),
                &["description:BASE_TYPE_REQUIRED"],
            ),
            (
                "empty in a menu",
                json!({ "type": 3, "name": "Rules", "description": "" }),
                &[],
            ),
            (
                "in a menu",
                described,
                &["description:APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID"],
            ),
            (
                "options in a menu",
                json!({ "type": 3, "name": "Rules", "options": [option(json!({}))] }),
                &["options:APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID"],
            ),
            ("type 5", chat(json!({ "type": 5 })), &["type:BASE_TYPE_CHOICES"]),
            (
                "an option's, none",
                one(json!({ "description": null })),
                &["options.0.description:BASE_TYPE_REQUIRED"],
            ),
            ("admins only", chat(json!({ "default_member_permissions": "0" })), &[]),
            (
                "permissions of nonsense",
                chat(json!({ "default_member_permissions": "all" })),
                &["default_member_permissions:NUMBER_TYPE_COERCE"],
            ),
        ],
    );
}

#[test]
fn a_commands_locales_are_checked() {
    let names = |value: Value| chat(json!({ "name_localizations": value }));
    table(
        command,
        vec![
            (
                "known",
                names(json!({ "de": "würfeln", "es-419": "tirar", "fr": null })),
                &[],
            ),
            (
                "unknown",
                names(json!({ "xx": "a" })),
                &["name_localizations.xx:BASE_TYPE_CHOICES"],
            ),
            (
                "unknown part",
                names(json!({ "en": "a" })),
                &["name_localizations.en:BASE_TYPE_CHOICES"],
            ),
            (
                "the pattern holds",
                names(json!({ "de": "Würfeln" })),
                &["name_localizations.de:APPLICATION_COMMAND_INVALID_NAME"],
            ),
            (
                "33",
                names(json!({ "de": chars(33) })),
                &["name_localizations.de:BASE_TYPE_BAD_LENGTH"],
            ),
            (
                "100",
                chat(json!({ "description_localizations": { "de": chars(100) } })),
                &[],
            ),
            (
                "101",
                chat(json!({ "description_localizations": { "de": chars(101) } })),
                &["description_localizations.de:BASE_TYPE_BAD_LENGTH"],
            ),
            (
                "a choice's",
                one(json!({ "choices": [{ "name": "a", "value": "b", "name_localizations": { "xx": "a" } }] })),
                &["options.0.choices.0.name_localizations.xx:BASE_TYPE_CHOICES"],
            ),
        ],
    );
}

/// A context that is only meaningful for user installs is no error without one. Source: Discord's docs, Application Commands,
/// "Interaction Contexts" (2026-08-06), and interactions.py 5.16.0, which sends all three by default.
#[test]
fn private_channels_need_no_user_install() {
    let with = |installs: &[i64]| chat(json!({ "contexts": [0, 1, 2], "integration_types": installs }));
    taken("for users", command(&with(&[0, 1])));
    taken("for guilds alone", command(&with(&[0])));
    taken(
        "as the application is installed",
        command(&chat(json!({ "contexts": [2] }))),
    );
}

#[test]
fn a_commands_contexts_and_installs_are_checked() {
    table(
        command,
        vec![
            (
                "guild and bot DM",
                chat(json!({ "contexts": [0, 1], "integration_types": [0] })),
                &[],
            ),
            (
                "none",
                chat(json!({ "contexts": [] })),
                &["contexts:BASE_TYPE_BAD_LENGTH"],
            ),
            (
                "3",
                chat(json!({ "contexts": [0, 3] })),
                &["contexts.1:BASE_TYPE_CHOICES"],
            ),
            (
                "twice",
                chat(json!({ "contexts": [0, 0] })),
                &["contexts.1:SET_TYPE_ALREADY_CONTAINS_VALUE"],
            ),
            (
                "installs, none",
                chat(json!({ "integration_types": [] })),
                &["integration_types:BASE_TYPE_BAD_LENGTH"],
            ),
            (
                "installs 2",
                chat(json!({ "integration_types": [2] })),
                &["integration_types.0:BASE_TYPE_CHOICES"],
            ),
        ],
    );
}

#[test]
fn the_options_of_a_level_are_checked() {
    let options = |count| chat(json!({ "options": list(count, |n| option(json!({ "name": format!("o{n}") }))) }));
    let pair = |first: Value, second: Value| chat(json!({ "options": [option(first), option(second)] }));
    table(
        command,
        vec![
            ("25", options(25), &[]),
            ("26", options(26), &["options:BASE_TYPE_MAX_LENGTH"]),
            (
                "required first",
                pair(json!({ "required": true }), json!({ "name": "b" })),
                &[],
            ),
            (
                "required last",
                pair(json!({}), json!({ "name": "b", "required": true })),
                &["options.1:APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"],
            ),
            (
                "one name twice",
                pair(json!({}), json!({})),
                &["options.1.name:APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"],
            ),
            ("type 11", one(json!({ "type": 11 })), &[]),
            (
                "type 12",
                one(json!({ "type": 12 })),
                &["options.0.type:BASE_TYPE_CHOICES"],
            ),
            (
                "no type",
                one(json!({ "type": null })),
                &["options.0.type:BASE_TYPE_REQUIRED"],
            ),
        ],
    );
}

#[test]
fn the_nesting_of_options_is_checked() {
    let sub = |name: &str, options: Value| json!({ "type": 1, "name": name, "description": "d", "options": options });
    let group = |options: Value| json!({ "type": 2, "name": "g", "description": "d", "options": options });
    let around = |option: Value| chat(json!({ "options": [option] }));
    table(
        command,
        vec![
            (
                "command, group, subcommand, option",
                around(group(json!([sub("s", json!([option(json!({}))]))]))),
                &[],
            ),
            (
                "command, subcommand, option",
                around(sub("s", json!([option(json!({}))]))),
                &[],
            ),
            (
                "group in group",
                around(group(json!([group(json!([]))]))),
                &["options.0.options.0.type:BASE_TYPE_CHOICES"],
            ),
            (
                "subcommand in subcommand",
                around(sub("s", json!([sub("t", json!([]))]))),
                &["options.0.options.0.type:BASE_TYPE_CHOICES"],
            ),
            (
                "option in group",
                around(group(json!([option(json!({}))]))),
                &["options.0.options.0.type:BASE_TYPE_CHOICES"],
            ),
            (
                "option in option",
                one(json!({ "options": [option(json!({}))] })),
                &["options.0.options:APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"],
            ),
            (
                "option beside subcommand",
                chat(json!({ "options": [option(json!({})), sub("s", json!([]))] })),
                &["options.1.type:APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"],
            ),
            (
                "required last in a subcommand",
                around(sub(
                    "s",
                    json!([option(json!({})), option(json!({ "name": "b", "required": true }))]),
                )),
                &["options.0.options.1:APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"],
            ),
            (
                "26 subcommands",
                around(group(list(26, |n| sub(&format!("s{n}"), json!([]))))),
                &["options.0.options:BASE_TYPE_MAX_LENGTH"],
            ),
        ],
    );
}

#[test]
fn the_choices_of_an_option_are_checked() {
    let many = |count| json!({ "choices": list(count, |n| json!({ "name": format!("n{n}"), "value": "v" })) });
    let choice = |kind: i64, name: String, value: Value| {
        one(json!({ "type": kind, "choices": [{ "name": name, "value": value }] }))
    };
    let most = (1_i64 << 53) - 1;
    table(
        command,
        vec![
            ("25", one(many(25)), &[]),
            ("26", one(many(26)), &["options.0.choices:BASE_TYPE_MAX_LENGTH"]),
            ("name 100", choice(3, chars(100), json!("v")), &[]),
            (
                "name 101",
                choice(3, chars(101), json!("v")),
                &["options.0.choices.0.name:BASE_TYPE_BAD_LENGTH"],
            ),
            ("value 100", choice(3, "n".into(), json!(chars(100))), &[]),
            (
                "value 101",
                choice(3, "n".into(), json!(chars(101))),
                &["options.0.choices.0.value:BASE_TYPE_MAX_LENGTH"],
            ),
            ("integer", choice(4, "n".into(), json!(most)), &[]),
            (
                "integer beyond",
                choice(4, "n".into(), json!(most + 1)),
                &["options.0.choices.0.value:NUMBER_TYPE_MAX"],
            ),
            (
                "a text for an integer",
                choice(4, "n".into(), json!("v")),
                &["options.0.choices.0.value:NUMBER_TYPE_COERCE"],
            ),
            ("number", choice(10, "n".into(), json!(most + 1)), &[]),
            (
                "number beyond",
                choice(10, "n".into(), json!(most + 3)),
                &["options.0.choices.0.value:NUMBER_TYPE_MAX"],
            ),
            (
                "one name twice",
                one(json!({ "choices": times(2, &json!({ "name": "n", "value": "v" })) })),
                &["options.0.choices.1.name:APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS"],
            ),
            ("autocomplete", one(json!({ "autocomplete": true })), &[]),
            (
                "autocomplete with no choice",
                one(json!({ "autocomplete": true, "choices": [] })),
                &[],
            ),
            (
                "autocomplete with choices",
                one(json!({ "autocomplete": true, "choices": [{ "name": "n", "value": "v" }] })),
                &["options.0.autocomplete:APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_CHOICES"],
            ),
            (
                "autocomplete of people",
                one(json!({ "type": 6, "autocomplete": true })),
                &["options.0.autocomplete:APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"],
            ),
        ],
    );
}

#[test]
fn the_bounds_of_an_options_values_are_checked() {
    let most = (1_i64 << 53) - 1;
    table(
        command,
        vec![
            ("lengths", one(json!({ "min_length": 0, "max_length": 6000 })), &[]),
            (
                "min 6001",
                one(json!({ "min_length": 6001 })),
                &["options.0.min_length:NUMBER_TYPE_MAX"],
            ),
            (
                "max 0",
                one(json!({ "max_length": 0 })),
                &["options.0.max_length:NUMBER_TYPE_MIN"],
            ),
            (
                "max 6001",
                one(json!({ "max_length": 6001 })),
                &["options.0.max_length:NUMBER_TYPE_MAX"],
            ),
            (
                "integer",
                one(json!({ "type": 4, "min_value": -most, "max_value": most })),
                &[],
            ),
            (
                "integer beyond",
                one(json!({ "type": 4, "max_value": most + 1 })),
                &["options.0.max_value:NUMBER_TYPE_MAX"],
            ),
            (
                "integer below",
                one(json!({ "type": 4, "min_value": -most - 1 })),
                &["options.0.min_value:NUMBER_TYPE_MIN"],
            ),
            (
                "number",
                one(json!({ "type": 10, "min_value": -0.5, "max_value": most + 1 })),
                &[],
            ),
            (
                "number beyond",
                one(json!({ "type": 10, "max_value": 1e16 })),
                &["options.0.max_value:NUMBER_TYPE_MAX"],
            ),
            (
                "number below",
                one(json!({ "type": 10, "min_value": -1e16 })),
                &["options.0.min_value:NUMBER_TYPE_MIN"],
            ),
        ],
    );
}

#[test]
fn a_command_has_8000_chars() {
    // 25 options of 32 + 100, and choices to fill up; the command's own 4 + 10.
    let sized = |extra: usize| {
        let mut options: Vec<Value> = (0..25)
            .map(|n| option(json!({ "name": format!("{n:0>32}"), "description": chars(100) })))
            .collect();
        options[0]["choices"] = list(23, |n| json!({ "name": format!("{n:0>100}"), "value": chars(100) }));
        options[1]["choices"] = json!([{ "name": "n", "value": chars(85) }]);
        let mut command = chat(json!({ "options": options }));
        let used = 14 + 25 * 132 + 23 * 200 + 86;
        assert_eq!(used, 8000);
        command["name"] = json!(format!("roll{}", chars(extra)));
        command
    };
    let translated = with(
        &sized(0),
        json!({ "name_localizations": { "de": "w\u{fc}rfeln", "fr": "dé" } }),
    );
    table(
        command,
        vec![
            ("8000", sized(0), &[]),
            ("8001", sized(1), &[":APPLICATION_COMMAND_TOO_LARGE"]),
            (
                "the longest localization counts",
                translated,
                &[":APPLICATION_COMMAND_TOO_LARGE"],
            ),
        ],
    );
    let shorter = with(&sized(0), json!({ "name_localizations": { "fr": "dé" } }));
    taken("only the longest", command(&shorter));
}

#[test]
fn a_bulk_overwrite_is_checked_as_a_whole() {
    let many = |count: usize, kind: i64| {
        list(count, |n| match kind {
            1 => chat(json!({ "name": format!("c{n}") })),
            _ => json!({ "type": kind, "name": format!("c{n}") }),
        })
    };
    taken("100 chat", commands(&many(100, 1)));
    plain("101 chat", commands(&many(101, 1)), 400, 30032);
    for kind in [2, 3] {
        taken("15 in a menu", commands(&many(15, kind)));
        plain("16 in a menu", commands(&many(16, kind)), 400, 30032);
    }
    taken("1 entry point", commands(&many(1, 4)));
    plain("2 entry points", commands(&many(2, 4)), 400, 30032);
    leaves("131", commands(&many(131, 1)), &[":BASE_TYPE_MAX_LENGTH"]);
    plain("130", commands(&many(130, 1)), 400, 30032);
    taken("none", commands(&json!([])));
    leaves("no list", commands(&json!({})), &[":LIST_TYPE_CONVERT"]);
    taken(
        "one name, two types",
        commands(&json!([chat(json!({})), { "type": 2, "name": "roll" }])),
    );
    let twice = commands(&json!([chat(json!({})), chat(json!({}))]));
    leaves("one name twice", twice, &["1:APPLICATION_COMMANDS_DUPLICATE_NAME"]);
    let second = commands(&json!([chat(json!({})), chat(json!({ "name": "Bad" }))]));
    leaves("the second", second, &["1.name:APPLICATION_COMMAND_INVALID_NAME"]);
    let large = chat(json!({ "name": "x", "description": 5 }));
    leaves(
        "a number",
        commands(&json!([large])),
        &["0.description:STRING_TYPE_CONVERT"],
    );
}

#[test]
fn an_edit_is_checked_as_it_would_stand() {
    let stored = json!({ "type": 2, "name": "Show rules" });
    taken(
        "a menu command keeps its kind",
        command_edit(&json!({ "name": "Show all rules" }), &stored),
    );
    taken("nothing", command_edit(&json!({}), &chat(json!({}))));
    let verdict = command_edit(&json!({ "name": "Two words" }), &chat(json!({})));
    leaves(
        "a chat command's pattern",
        verdict,
        &["name:APPLICATION_COMMAND_INVALID_NAME"],
    );
}
