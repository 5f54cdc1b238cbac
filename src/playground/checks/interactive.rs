//! Components that people act on: buttons and selects (docs/DISCORD.md, "Components"), and what all components share.

use std::collections::BTreeSet;

use serde_json::Value;

use super::embeds::scheme;
use super::form::{Fields, Form, Text, present};
use super::{emoji, limits};

/// The types of components.
pub(super) mod kind {
    pub(in super::super) const ROW: i64 = 1;
    pub(in super::super) const BUTTON: i64 = 2;
    pub(in super::super) const STRING_SELECT: i64 = 3;
    pub(in super::super) const TEXT_INPUT: i64 = 4;
    pub(in super::super) const USER_SELECT: i64 = 5;
    pub(in super::super) const CHANNEL_SELECT: i64 = 8;
    pub(in super::super) const SECTION: i64 = 9;
    pub(in super::super) const TEXT: i64 = 10;
    pub(in super::super) const THUMBNAIL: i64 = 11;
    pub(in super::super) const GALLERY: i64 = 12;
    pub(in super::super) const FILE: i64 = 13;
    pub(in super::super) const SEPARATOR: i64 = 14;
    pub(in super::super) const CONTAINER: i64 = 17;
    pub(in super::super) const LABEL: i64 = 18;
    pub(in super::super) const FILE_UPLOAD: i64 = 19;
    pub(in super::super) const RADIO_GROUP: i64 = 21;
    pub(in super::super) const CHECKBOX_GROUP: i64 = 22;
    pub(in super::super) const CHECKBOX: i64 = 23;
}

/// What must be unique or counted over a whole message or modal.
#[derive(Default)]
pub(super) struct Seen {
    ids: BTreeSet<i64>,
    custom_ids: BTreeSet<String>,
    /// Components so far, through all levels.
    pub(super) components: usize,
    /// Chars of text displays so far.
    pub(super) text: usize,
}

impl Seen {
    /// Counts a component and checks its `id`. Zero counts as none.
    pub(super) fn component(&mut self, form: &mut Form, fields: &Fields) {
        self.components += 1;
        let id = form.integer(fields, "id", 0..=i64::from(i32::MAX));
        if id.is_some_and(|id| id != 0 && !self.ids.insert(id)) {
            form.refuse_at("id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated");
        }
    }

    /// Reads a custom id that must be there, and be the only one of its name.
    pub(super) fn custom_id(&mut self, form: &mut Form, fields: &Fields) {
        let Some(id) = form.text(fields, "custom_id", Text::some(limits::CUSTOM_ID).required()) else {
            return;
        };
        if !self.custom_ids.insert(id.to_owned()) {
            let words = "Component custom id cannot be duplicated";
            form.refuse_at("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", words);
        }
    }
}

/// A button: styles 1 to 4 have a custom id, 5 a URL, 6 a SKU and nothing else.
pub(super) fn button(form: &mut Form, seen: &mut Seen, fields: &Fields) {
    form.text(fields, "label", Text::up_to(limits::BUTTON_LABEL));
    form.truth(fields, "disabled");
    emoji::read(form, fields);
    const ONE_OF_BOTH: &str = "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE";
    match form.required_one_of(fields, "style", &[1, 2, 3, 4, 5, 6]) {
        Some(5) => {
            exclude(form, fields, &["custom_id", "sku_id"], ONE_OF_BOTH);
            if let Some(url) = form.text(fields, "url", Text::some(limits::BUTTON_URL).required()) {
                form.at("url", |form| scheme(form, url, &["http", "https", "discord"]));
            }
        }
        Some(6) => {
            let others = ["custom_id", "url", "label", "emoji"];
            exclude(form, fields, &others, "BUTTON_COMPONENT_PREMIUM_EXCLUSIVE");
            form.required_id(fields, "sku_id");
        }
        Some(_) => {
            exclude(form, fields, &["url", "sku_id"], ONE_OF_BOTH);
            if present(fields, "custom_id").is_none() {
                let words = "A custom id is required";
                return form.refuse_at("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", words);
            }
            seen.custom_id(form, fields);
        }
        None => {}
    }
}

fn exclude(form: &mut Form, fields: &Fields, keys: &[&str], code: &str) {
    for key in keys {
        if present(fields, key).is_some() {
            form.refuse_at(key, code, "This field cannot be used with this style of button");
        }
    }
}

/// Where a select stands: a modal knows `required`, and nothing in it may be disabled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In a message.
    Message,
    /// In a modal.
    Modal,
}

/// A select of any kind (types 3 and 5 to 8).
pub(super) fn select(form: &mut Form, seen: &mut Seen, fields: &Fields, kind: i64, place: Place) {
    seen.custom_id(form, fields);
    form.text(fields, "placeholder", Text::up_to(limits::PLACEHOLDER));
    let (least, most) = bounds(form, fields, limits::SELECT_VALUES, place);
    if form.truth(fields, "disabled") == Some(true) && place == Place::Modal {
        let words = "Modals do not support disabled components";
        form.refuse_at("disabled", "MODAL_COMPONENT_DISABLED", words);
    }
    if kind == self::kind::STRING_SELECT {
        // Discord asks for as many options as may be picked (docs/DISCORD.md, "Components").
        let needed = usize::try_from(most).unwrap_or(1).max(1);
        let options = form.required_list(fields, "options", needed..=limits::SELECT_OPTIONS);
        select_options(form, options, most);
        return;
    }
    let defaults = form.list(fields, "default_values", 0..=limits::SELECT_OPTIONS);
    let count = i64::try_from(defaults.len()).unwrap_or(i64::MAX);
    if count > 0 && !(least..=most).contains(&count) {
        let words = format!("Must be between {least} and {most} in length.");
        form.refuse_at("default_values", "BASE_TYPE_BAD_LENGTH", words);
        return;
    }
    form.each("default_values", defaults, |form, _, default| {
        form.required_id(default, "id");
    });
    if kind == self::kind::CHANNEL_SELECT {
        form.list(fields, "channel_types", 0..=limits::SELECT_OPTIONS);
    }
}

/// Reads `min_values` and `max_values`, both 1 when absent; gives both.
pub(super) fn bounds(form: &mut Form, fields: &Fields, top: i64, place: Place) -> (i64, i64) {
    let least = form.integer(fields, "min_values", 0..=top).unwrap_or(1);
    let most = form.integer(fields, "max_values", 1..=top).unwrap_or(1.max(least));
    let required = place == Place::Modal && form.truth(fields, "required").unwrap_or(true);
    if required && least == 0 {
        let words = "A component that is required must have at least 1 as its min_values";
        form.refuse_at("min_values", "COMPONENT_REQUIRED_MIN_VALUES", words);
    } else if least > most {
        let words = format!("int value should be less than or equal to {most}.");
        form.refuse_at("min_values", "NUMBER_TYPE_MAX", words);
    }
    (least, most)
}

fn select_options(form: &mut Form, options: &[Value], most: i64) {
    let defaults = choices(form, options);
    if i64::try_from(defaults).unwrap_or(i64::MAX) > most {
        let words = format!("No more than {most} options may be default");
        form.refuse_at("options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", words);
    }
}

/// The options of a select, a radio group or a checkbox group: texts and values; gives how many are default.
pub(super) fn choices(form: &mut Form, options: &[Value]) -> usize {
    let mut values = BTreeSet::new();
    let mut defaults = 0;
    form.each("options", options, |form, _, option| {
        form.text(option, "label", Text::some(limits::OPTION_TEXT).required());
        let value = form.text(option, "value", Text::some(limits::OPTION_TEXT).required());
        form.text(option, "description", Text::up_to(limits::OPTION_TEXT));
        emoji::read(form, option);
        defaults += usize::from(form.truth(option, "default") == Some(true));
        if value.is_some_and(|value| !values.insert(value)) {
            let words = "The specified option value is already used";
            form.refuse_at("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", words);
        }
    });
    defaults
}
