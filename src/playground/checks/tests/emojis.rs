use serde_json::{Value, json};

use super::{button, chars, leaves, row, table, taken};
use crate::playground::checks::{application_emoji, application_emoji_edit, known_emojis};

/// A data URI of an image that begins like a PNG, and is so many bytes long.
fn image(bytes: usize) -> String {
    let mut uri = "data:image/png;base64,iVBORw0KGgoA".to_owned();
    uri.push_str(&"AAAA".repeat(bytes.div_ceil(3) - 3));
    uri
}

/// Source: Discord's docs, Emoji Resource, "Create Application Emoji" (2026-08-06), and create_application_emoji of openapi.json.
#[test]
fn a_new_emoji_has_a_plain_name_and_an_image_that_is_not_too_large() {
    let new = |name: &str, image: &str| json!({ "name": name, "image": image });
    let (png, large) = (image(300), image(256 * 1024 + 3));
    let (name, picture) = (["name:BASE_TYPE_BAD_LENGTH"], ["image:IMAGE_INVALID"]);
    table(
        |body| application_emoji(body).map(drop),
        vec![
            ("two characters", new("ab", &png), &[]),
            ("all kinds of characters", new("Tile_3_6", &png), &[]),
            ("the longest name", new(&chars(32), &png), &[]),
            ("the largest image", new("ab", &image(256 * 1024 - 3)), &[]),
            ("one character", new("a", &png), &name),
            ("too long a name", new(&chars(33), &png), &name),
            ("a dash", new("tile-3", &png), &["name:STRING_TYPE_REGEX"]),
            ("too large an image", new("ab", &large), &["image:BINARY_TYPE_MAX_SIZE"]),
            ("no data URI", new("ab", "iVBORw0KGgoA"), &picture),
            ("no image", new("ab", "data:text/plain;base64,iVBORw0KGgoA"), &picture),
            (
                "another kind than it says",
                new("ab", &png.replace("png", "gif")),
                &picture,
            ),
            (
                "nothing",
                json!({}),
                &["name:BASE_TYPE_REQUIRED", "image:BASE_TYPE_REQUIRED"],
            ),
        ],
    );
    let (kind, bytes) = application_emoji(&new("ab", &png)).expect("it is taken");
    assert_eq!(
        (kind.as_str(), bytes.len(), &bytes[..4]),
        ("image/png", 300, b"\x89PNG".as_slice())
    );
    taken("no new name", application_emoji_edit(&json!({})));
    leaves("a new name", application_emoji_edit(&json!({ "name": "a" })), &name);
}

#[test]
fn an_emoji_by_an_id_must_be_there_in_buttons_and_options() {
    let with = |id: Value| {
        let mut button = button("a");
        button["emoji"] = json!({ "id": id, "name": "x" });
        let option = json!({ "label": "a", "value": "a", "emoji": { "id": id } });
        let select = json!({ "type": 3, "custom_id": "s", "options": [option] });
        json!({ "type": 4, "data": { "components": [row(json!([button])), row(json!([select]))] } })
    };
    let check = |id: Value| known_emojis(&with(id), &|id| id == 7);
    for id in [json!("7"), json!(7), Value::Null] {
        taken("a known one, or one of Unicode", check(id));
    }
    let expected = [
        "data.components.0.components.0.emoji.id:BUTTON_COMPONENT_INVALID_EMOJI",
        "data.components.1.components.0.options.0.emoji.id:BUTTON_COMPONENT_INVALID_EMOJI",
    ];
    leaves("an unknown one", check(json!("8")), &expected);
}
