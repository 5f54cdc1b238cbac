use serde_json::{Value, json};

use super::{chars, leaves, list, row, select, table, taken, text, with};
use crate::playground::checks::modal;

fn input(custom_id: &str) -> Value {
    json!({ "type": 4, "custom_id": custom_id, "style": 1 })
}

fn label(component: Value) -> Value {
    json!({ "type": 18, "label": "Name", "component": component })
}

fn around(components: Value) -> Value {
    json!({ "title": "Ask", "custom_id": "m", "components": components })
}

fn one(component: Value) -> Value {
    around(json!([label(component)]))
}

#[test]
fn a_modals_fields_are_checked() {
    let plain = one(input("a"));
    let inputs = |count| around(list(count, |n| label(input(&format!("i{n}")))));
    table(
        modal,
        vec![
            ("title 45", with(&plain, json!({ "title": chars(45) })), &[]),
            (
                "title 46",
                with(&plain, json!({ "title": chars(46) })),
                &["title:BASE_TYPE_BAD_LENGTH"],
            ),
            (
                "no title",
                with(&plain, json!({ "title": null })),
                &["title:BASE_TYPE_REQUIRED"],
            ),
            ("custom id 100", with(&plain, json!({ "custom_id": chars(100) })), &[]),
            (
                "custom id 101",
                with(&plain, json!({ "custom_id": chars(101) })),
                &["custom_id:BASE_TYPE_BAD_LENGTH"],
            ),
            ("5 components", inputs(5), &[]),
            ("6 components", inputs(6), &["components:BASE_TYPE_BAD_LENGTH"]),
            ("no component", inputs(0), &["components:BASE_TYPE_BAD_LENGTH"]),
            ("a text on top", around(json!([text("hello"), label(input("a"))])), &[]),
            (
                "a bare input",
                around(json!([input("a")])),
                &["components.0.type:UNION_TYPE_CHOICES"],
            ),
            (
                "one custom id twice",
                around(json!([label(input("a")), label(input("a"))])),
                &["components.1.component.custom_id:COMPONENT_CUSTOM_ID_DUPLICATED"],
            ),
        ],
    );
}

#[test]
fn labels_and_the_older_rows_are_checked() {
    let labelled = |fields: Value| around(json!([with(&label(input("a")), fields)]));
    let old = with(&input("a"), json!({ "label": "Name" }));
    table(
        modal,
        vec![
            ("label 45", labelled(json!({ "label": chars(45) })), &[]),
            (
                "label 46",
                labelled(json!({ "label": chars(46) })),
                &["components.0.label:BASE_TYPE_BAD_LENGTH"],
            ),
            ("description 100", labelled(json!({ "description": chars(100) })), &[]),
            (
                "description 101",
                labelled(json!({ "description": chars(101) })),
                &["components.0.description:BASE_TYPE_BAD_LENGTH"],
            ),
            (
                "no child",
                labelled(json!({ "component": null })),
                &["components.0.component:BASE_TYPE_REQUIRED"],
            ),
            (
                "a button",
                labelled(json!({ "component": super::button("b") })),
                &["components.0.component.type:UNION_TYPE_CHOICES"],
            ),
            ("a row", around(json!([row(json!([old]))])), &[]),
            (
                "a row with two",
                around(json!([row(json!([old, with(&old, json!({ "custom_id": "b" }))]))])),
                &["components.0.components.1:COMPONENT_LAYOUT_WIDTH_EXCEEDED"],
            ),
            (
                "a row without a label",
                around(json!([row(json!([input("a")]))])),
                &["components.0.components.0.label:BASE_TYPE_REQUIRED"],
            ),
            (
                "two labels",
                one(old.clone()),
                &["components.0.component.label:TEXT_INPUT_LABEL_IN_LABEL"],
            ),
            (
                "a select in a row",
                around(json!([row(json!([select(1)]))])),
                &["components.0.components.0.type:UNION_TYPE_CHOICES"],
            ),
        ],
    );
}

#[test]
fn text_inputs_are_checked() {
    let asks = |fields: Value| one(with(&input("a"), fields));
    table(
        modal,
        vec![
            (
                "all at their greatest",
                asks(json!({ "min_length": 4000, "max_length": 4000, "value": chars(4000) })),
                &[],
            ),
            (
                "all at their least",
                asks(json!({ "min_length": 0, "max_length": 1, "value": "" })),
                &[],
            ),
            (
                "min -1",
                asks(json!({ "min_length": -1 })),
                &["components.0.component.min_length:NUMBER_TYPE_MIN"],
            ),
            (
                "min 4001",
                asks(json!({ "min_length": 4001 })),
                &["components.0.component.min_length:NUMBER_TYPE_MAX"],
            ),
            (
                "max 0",
                asks(json!({ "max_length": 0 })),
                &["components.0.component.max_length:NUMBER_TYPE_MIN"],
            ),
            (
                "max 4001",
                asks(json!({ "max_length": 4001 })),
                &["components.0.component.max_length:NUMBER_TYPE_MAX"],
            ),
            (
                "value 4001",
                asks(json!({ "value": chars(4001) })),
                &["components.0.component.value:BASE_TYPE_MAX_LENGTH"],
            ),
            ("placeholder 100", asks(json!({ "placeholder": chars(100) })), &[]),
            (
                "placeholder 101",
                asks(json!({ "placeholder": chars(101) })),
                &["components.0.component.placeholder:BASE_TYPE_MAX_LENGTH"],
            ),
            ("paragraph", asks(json!({ "style": 2 })), &[]),
            (
                "style 3",
                asks(json!({ "style": 3 })),
                &["components.0.component.style:BASE_TYPE_CHOICES"],
            ),
            (
                "no style",
                asks(json!({ "style": null })),
                &["components.0.component.style:BASE_TYPE_REQUIRED"],
            ),
        ],
    );
}

#[test]
fn selects_in_a_modal_are_checked() {
    let required = "components.0.component.min_values:COMPONENT_REQUIRED_MIN_VALUES";
    table(
        modal,
        vec![
            ("plain", one(select(2)), &[]),
            (
                "required, at least 1",
                one(with(&select(2), json!({ "min_values": 1 }))),
                &[],
            ),
            (
                "required, at least 0",
                one(with(&select(2), json!({ "min_values": 0 }))),
                &[required],
            ),
            (
                "not required, at least 0",
                one(with(&select(2), json!({ "min_values": 0, "required": false }))),
                &[],
            ),
            ("of people", one(json!({ "type": 5, "custom_id": "s" })), &[]),
        ],
    );
}

/// Only what is disabled indeed is refused: discord.py, disnake and JDA always say whether a select is. Source: Discord's
/// answer in discord-jda/JDA issue #2984 (docs/DISCORD.md, "Modals").
#[test]
fn a_select_in_a_modal_may_say_that_it_is_not_disabled() {
    let disabled = |disabled: bool| modal(&one(with(&select(2), json!({ "disabled": disabled }))));
    taken("not disabled", disabled(false));
    let refused = "components.0.component.disabled:MODAL_COMPONENT_DISABLED";
    leaves("disabled", disabled(true), &[refused]);
}

#[test]
fn groups_boxes_and_uploads_are_checked() {
    let options = |count| list(count, |n| json!({ "label": "a", "value": n.to_string() }));
    let radio = |count| one(json!({ "type": 21, "custom_id": "r", "options": options(count) }));
    let boxes = |count| one(json!({ "type": 22, "custom_id": "c", "options": options(count) }));
    let upload = |most| one(json!({ "type": 19, "custom_id": "u", "max_values": most }));
    table(
        modal,
        vec![
            ("2 radios", radio(2), &[]),
            (
                "1 radio",
                radio(1),
                &["components.0.component.options:BASE_TYPE_BAD_LENGTH"],
            ),
            ("10 radios", radio(10), &[]),
            (
                "11 radios",
                radio(11),
                &["components.0.component.options:BASE_TYPE_BAD_LENGTH"],
            ),
            ("1 box", boxes(1), &[]),
            (
                "no box",
                boxes(0),
                &["components.0.component.options:BASE_TYPE_BAD_LENGTH"],
            ),
            ("10 boxes", boxes(10), &[]),
            (
                "11 boxes",
                boxes(11),
                &["components.0.component.options:BASE_TYPE_BAD_LENGTH"],
            ),
            (
                "a checkbox",
                one(json!({ "type": 23, "custom_id": "b", "default": true })),
                &[],
            ),
            (
                "a checkbox without a name",
                one(json!({ "type": 23 })),
                &["components.0.component.custom_id:BASE_TYPE_REQUIRED"],
            ),
            ("10 files", upload(10), &[]),
            (
                "11 files",
                upload(11),
                &["components.0.component.max_values:NUMBER_TYPE_MAX"],
            ),
        ],
    );
}
