//! The components of a message (docs/DISCORD.md, "Components" and "Components V2"), in both layouts.
//!
//! Without the Components V2 flag there are at most five rows and nothing else; with it, forty components of any kind
//! counted through all levels.

use std::collections::BTreeSet;

use serde_json::Value;

use super::embeds::{MEDIA, scheme};
use super::form::{Fields, Form, Text};
use super::interactive::{Place, Seen, button, kind, select};
use super::limits;

/// What stands at the top of a message that has Components V2.
const TOP: [i64; 7] = [
    kind::ROW,
    kind::SECTION,
    kind::TEXT,
    kind::GALLERY,
    kind::FILE,
    kind::SEPARATOR,
    kind::CONTAINER,
];
/// What stands in a container: all of these but another container.
const INNER: [i64; 6] = [
    kind::ROW,
    kind::SECTION,
    kind::TEXT,
    kind::GALLERY,
    kind::FILE,
    kind::SEPARATOR,
];

/// Checks the list at `components`. `files` names the attachments that the message will have, where that is known.
pub(super) fn read(form: &mut Form, list: &[Value], v2: bool, files: Option<&BTreeSet<String>>) {
    let mut reader = Reader {
        seen: Seen::default(),
        files,
    };
    if !v2 {
        if !form.at("components", |form| form.length(list.len(), 0..=limits::ROWS)) {
            return;
        }
        form.each("components", list, |form, _, fields| {
            reader.component(form, fields, &[kind::ROW])
        });
        return;
    }
    form.each("components", list, |form, _, fields| {
        reader.component(form, fields, &TOP)
    });
    if reader.seen.components > limits::COMPONENTS {
        let words = format!("The total number of components cannot exceed {}", limits::COMPONENTS);
        form.refuse_at("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", words);
    }
    if reader.seen.text > limits::TEXT_DISPLAY {
        let words = format!(
            "Components displayable text size exceeds maximum size of {}",
            limits::TEXT_DISPLAY
        );
        form.refuse_at("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", words);
    }
}

struct Reader<'a> {
    seen: Seen,
    files: Option<&'a BTreeSet<String>>,
}

impl Reader<'_> {
    fn component(&mut self, form: &mut Form, fields: &Fields, allowed: &[i64]) {
        let Some(found) = form.variant(fields, allowed) else {
            return;
        };
        self.seen.component(form, fields);
        match found {
            kind::ROW => self.row(form, fields),
            kind::BUTTON => button(form, &mut self.seen, fields),
            kind::SECTION => self.section(form, fields),
            kind::TEXT => self.text(form, fields),
            kind::THUMBNAIL => self.media_item(form, fields),
            kind::GALLERY => {
                let items = form.required_list(fields, "items", 1..=limits::GALLERY);
                form.each("items", items, |form, _, item| self.media_item(form, item));
            }
            kind::FILE => {
                form.truth(fields, "spoiler");
                self.media(form, fields, "file", &["attachment"]);
            }
            kind::SEPARATOR => {
                form.one_of(fields, "spacing", &[1, 2]);
                form.truth(fields, "divider");
            }
            kind::CONTAINER => {
                form.integer(fields, "accent_color", 0..=limits::COLOUR);
                form.truth(fields, "spoiler");
                let list = form.required_list(fields, "components", 1..=usize::MAX);
                form.each("components", list, |form, _, below| self.component(form, below, &INNER));
            }
            _ => select(form, &mut self.seen, fields, found, Place::Message),
        }
    }

    /// One to five buttons, or one select and nothing else.
    fn row(&mut self, form: &mut Form, fields: &Fields) {
        let list = form.required_list(fields, "components", 1..=limits::BUTTONS);
        let selects = list.iter().any(|value| value["type"].as_i64().is_some_and(is_select));
        form.each("components", list, |form, index, below| {
            if selects && index > 0 {
                let words = "The specified component exceeds the maximum width";
                return form.refuse("COMPONENT_LAYOUT_WIDTH_EXCEEDED", words);
            }
            self.component(form, below, &[kind::BUTTON, 3, 5, 6, 7, 8]);
        });
    }

    fn section(&mut self, form: &mut Form, fields: &Fields) {
        let list = form.required_list(fields, "components", 1..=limits::SECTION_TEXTS);
        form.each("components", list, |form, _, below| {
            self.component(form, below, &[kind::TEXT])
        });
        form.inside_required(fields, "accessory", |form, accessory| {
            self.component(form, accessory, &[kind::BUTTON, kind::THUMBNAIL]);
        });
    }

    fn text(&mut self, form: &mut Form, fields: &Fields) {
        let text = form.text(fields, "content", Text::some(limits::TEXT_DISPLAY).required());
        self.seen.text += text.map_or(0, |text| text.chars().count());
    }

    fn media_item(&mut self, form: &mut Form, fields: &Fields) {
        form.text(fields, "description", Text::some(limits::ALT_TEXT));
        form.truth(fields, "spoiler");
        self.media(form, fields, "media", MEDIA);
    }

    fn media(&mut self, form: &mut Form, fields: &Fields, key: &str, schemes: &[&str]) {
        form.inside_required(fields, key, |form, media| {
            let Some(url) = form.text(media, "url", Text::some(limits::URL).required()) else {
                return;
            };
            form.at("url", |form| {
                scheme(form, url, schemes);
                let missing = |name: &str| self.files.is_some_and(|files| !files.contains(name));
                if url.strip_prefix("attachment://").is_some_and(missing) {
                    let words = "The referenced attachment was not found";
                    form.refuse("UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", words);
                }
            });
        });
    }
}

fn is_select(found: i64) -> bool {
    found == kind::STRING_SELECT || (kind::USER_SELECT..=kind::CHANNEL_SELECT).contains(&found)
}
