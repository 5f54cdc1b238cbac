//! Modals (docs/DISCORD.md, "Modals").

use serde_json::Value;

use super::form::{Fields, Form, Text, present};
use super::interactive::{Place, Seen, bounds, choices, kind, select};
use super::limits;
use crate::playground::refused::Refused;

/// What a label may hold.
const LABELLED: [i64; 10] = [
    kind::STRING_SELECT,
    kind::TEXT_INPUT,
    5,
    6,
    7,
    8,
    kind::FILE_UPLOAD,
    kind::RADIO_GROUP,
    kind::CHECKBOX_GROUP,
    kind::CHECKBOX,
];

/// Checks the `data` of a callback of type 9.
///
/// # Errors
/// 50035 with the tree of fields.
pub fn modal(body: &Value) -> Result<(), Refused> {
    Form::whole(body, read)
}

pub(super) fn read(form: &mut Form, body: &Fields) {
    form.text(body, "title", Text::some(limits::MODAL_TITLE).required());
    form.text(body, "custom_id", Text::some(limits::CUSTOM_ID).required());
    let list = form.required_list(body, "components", 1..=limits::ROWS);
    let mut seen = Seen::default();
    form.each("components", list, |form, _, fields| {
        let Some(found) = form.variant(fields, &[kind::ROW, kind::TEXT, kind::LABEL]) else {
            return;
        };
        seen.component(form, fields);
        match found {
            kind::ROW => row(form, &mut seen, fields),
            kind::TEXT => drop(form.text(fields, "content", Text::some(limits::TEXT_DISPLAY).required())),
            _ => label(form, &mut seen, fields),
        }
    });
}

/// The older form: a row with one text input, which has its own label.
fn row(form: &mut Form, seen: &mut Seen, fields: &Fields) {
    let list = form.required_list(fields, "components", 1..=limits::BUTTONS);
    form.each("components", list, |form, index, below| {
        if index > 0 {
            let words = "The specified component exceeds the maximum width";
            return form.refuse("COMPONENT_LAYOUT_WIDTH_EXCEEDED", words);
        }
        if form.variant(below, &[kind::TEXT_INPUT]).is_some() {
            seen.component(form, below);
            form.text(below, "label", Text::some(limits::LABEL).required());
            text_input(form, seen, below);
        }
    });
}

fn label(form: &mut Form, seen: &mut Seen, fields: &Fields) {
    form.text(fields, "label", Text::some(limits::LABEL).required());
    form.text(fields, "description", Text::some(limits::LABEL_DESCRIPTION));
    form.inside_required(fields, "component", |form, below| {
        let Some(found) = form.variant(below, &LABELLED) else {
            return;
        };
        seen.component(form, below);
        match found {
            kind::TEXT_INPUT => {
                if present(below, "label").is_some() {
                    let words = "A text input in a label cannot have a label of its own";
                    form.refuse_at("label", "TEXT_INPUT_LABEL_IN_LABEL", words);
                }
                text_input(form, seen, below);
            }
            kind::FILE_UPLOAD => {
                seen.custom_id(form, below);
                bounds(form, below, limits::UPLOADS, Place::Modal);
            }
            kind::RADIO_GROUP => {
                seen.custom_id(form, below);
                form.truth(below, "required");
                group(form, below, 2, 1);
            }
            kind::CHECKBOX_GROUP => {
                seen.custom_id(form, below);
                checkbox_group(form, below);
            }
            kind::CHECKBOX => {
                seen.custom_id(form, below);
                form.truth(below, "default");
            }
            _ => select(form, seen, below, found, Place::Modal),
        }
    });
}

fn text_input(form: &mut Form, seen: &mut Seen, fields: &Fields) {
    seen.custom_id(form, fields);
    form.required_one_of(fields, "style", &[1, 2]);
    let top = i64::try_from(limits::TEXT_INPUT).unwrap_or(i64::MAX);
    form.integer(fields, "min_length", 0..=top);
    form.integer(fields, "max_length", 1..=top);
    form.text(fields, "value", Text::up_to(limits::TEXT_INPUT));
    form.text(fields, "placeholder", Text::up_to(limits::TEXT_INPUT_PLACEHOLDER));
    form.truth(fields, "required");
}

/// Unlike a select's, a checkbox group's `max_values` is the number of its options when absent.
fn checkbox_group(form: &mut Form, fields: &Fields) {
    let options = present(fields, "options").and_then(Value::as_array).map_or(1, Vec::len);
    let top = i64::try_from(limits::GROUP_OPTIONS).unwrap_or(i64::MAX);
    let (_, most) = bounds(form, fields, top, Place::Modal);
    let most = if present(fields, "max_values").is_some() {
        usize::try_from(most).unwrap_or(1)
    } else {
        options
    };
    group(form, fields, 1, most.max(1));
}

fn group(form: &mut Form, fields: &Fields, least: usize, defaults: usize) {
    let options = form.required_list(fields, "options", least..=limits::GROUP_OPTIONS);
    if choices(form, options) > defaults {
        let words = format!("No more than {defaults} options may be default");
        form.refuse_at("options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", words);
    }
}
