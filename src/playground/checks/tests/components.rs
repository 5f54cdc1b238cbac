use serde_json::{Value, json};

use super::{button, chars, leaves, list, row, select, table, taken, text, times, with};
use crate::playground::checks::{FileInfo, MessageKind, Refused, edit, message};

const V2: u64 = 1 << 15;

fn legacy(components: &Value) -> Result<(), Refused> {
    message(
        &json!({ "content": "a", "components": components }),
        MessageKind::Create,
        &[],
    )
}

fn v2(components: &Value) -> Result<(), Refused> {
    let files = [FileInfo { name: "a.png", size: 1 }];
    message(
        &json!({ "flags": V2, "components": components }),
        MessageKind::Create,
        &files,
    )
}

/// A button alone in a row of a message of the older layout.
fn one(component: &Value) -> Result<(), Refused> {
    legacy(&json!([row(json!([component]))]))
}

#[test]
fn action_rows_are_checked() {
    let rows = |count| list(count, |n| row(json!([button(&format!("b{n}"))])));
    let buttons = |count| json!([row(list(count, |n| button(&format!("b{n}"))))]);
    table(
        legacy,
        vec![
            ("5 rows", rows(5), &[]),
            ("6 rows", rows(6), &["components:BASE_TYPE_MAX_LENGTH"]),
            ("5 buttons", buttons(5), &[]),
            (
                "6 buttons",
                buttons(6),
                &["components.0.components:BASE_TYPE_BAD_LENGTH"],
            ),
            (
                "no button",
                buttons(0),
                &["components.0.components:BASE_TYPE_BAD_LENGTH"],
            ),
            (
                "a row of nothing",
                json!([{ "type": 1 }]),
                &["components.0.components:BASE_TYPE_REQUIRED"],
            ),
            ("1 select", json!([row(json!([select(1)]))]), &[]),
            (
                "a select, then a button",
                json!([row(json!([select(1), button("b")]))]),
                &["components.0.components.1:COMPONENT_LAYOUT_WIDTH_EXCEEDED"],
            ),
            (
                "a button, then a select",
                json!([row(json!([button("b"), select(1)]))]),
                &["components.0.components.1:COMPONENT_LAYOUT_WIDTH_EXCEEDED"],
            ),
            (
                "a bare button",
                json!([button("b")]),
                &["components.0.type:UNION_TYPE_CHOICES"],
            ),
            (
                "a text without the flag",
                json!([text("a")]),
                &["components.0.type:UNION_TYPE_CHOICES"],
            ),
            (
                "a row in a row",
                json!([row(json!([row(json!([button("b")]))]))]),
                &["components.0.components.0.type:UNION_TYPE_CHOICES"],
            ),
            (
                "no type",
                json!([{ "components": [] }]),
                &["components.0.type:BASE_TYPE_REQUIRED"],
            ),
        ],
    );
}

#[test]
fn custom_ids_and_ids_are_unique() {
    let twice = |first: Value, second: Value| json!([row(json!([button("a"), first])), row(json!([second]))]);
    let numbered = |name: &str, id: i64| with(&button(name), json!({ "id": id }));
    table(
        legacy,
        vec![
            ("100", json!([row(json!([button(&chars(100))]))]), &[]),
            (
                "101",
                json!([row(json!([button(&chars(101))]))]),
                &["components.0.components.0.custom_id:BASE_TYPE_BAD_LENGTH"],
            ),
            (
                "0",
                json!([row(json!([button("")]))]),
                &["components.0.components.0.custom_id:BASE_TYPE_BAD_LENGTH"],
            ),
            ("all differ", twice(button("b"), button("c")), &[]),
            (
                "twice in a row, though disabled",
                twice(with(&button("a"), json!({ "disabled": true })), button("c")),
                &["components.0.components.1.custom_id:COMPONENT_CUSTOM_ID_DUPLICATED"],
            ),
            (
                "twice in two rows, and a select",
                twice(button("s"), select(1)),
                &["components.1.components.0.custom_id:COMPONENT_CUSTOM_ID_DUPLICATED"],
            ),
            ("ids differ", twice(numbered("b", 1), numbered("c", 2)), &[]),
            ("0 is none", twice(numbered("b", 0), numbered("c", 0)), &[]),
            (
                "an id twice",
                twice(numbered("b", 7), numbered("c", 7)),
                &["components.1.components.0.id:COMPONENT_ID_DUPLICATED"],
            ),
            (
                "id 2^31",
                twice(numbered("b", 1 << 31), button("c")),
                &["components.0.components.1.id:NUMBER_TYPE_MAX"],
            ),
        ],
    );
}

#[test]
fn buttons_are_checked() {
    let link = json!({ "type": 2, "style": 5, "label": "Go", "url": "https://a.example" });
    let premium = json!({ "type": 2, "style": 6, "sku_id": "12" });
    let url = |count: usize| format!("https://a.example/{}", chars(count - "https://a.example/".len()));
    let at = |key: &str, code: &str| format!("components.0.components.0.{key}:{code}");
    let both = "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE";
    let rows: Vec<(&str, Value, Vec<String>)> = vec![
        ("label 80", with(&button("b"), json!({ "label": chars(80) })), vec![]),
        (
            "label 81",
            with(&button("b"), json!({ "label": chars(81) })),
            vec![at("label", "BASE_TYPE_MAX_LENGTH")],
        ),
        ("style 4", with(&button("b"), json!({ "style": 4 })), vec![]),
        (
            "style 0",
            with(&button("b"), json!({ "style": 0 })),
            vec![at("style", "BASE_TYPE_CHOICES")],
        ),
        (
            "style 7",
            with(&button("b"), json!({ "style": 7 })),
            vec![at("style", "BASE_TYPE_CHOICES")],
        ),
        (
            "no style",
            json!({ "type": 2, "custom_id": "b" }),
            vec![at("style", "BASE_TYPE_REQUIRED")],
        ),
        (
            "no custom id",
            json!({ "type": 2, "style": 1 }),
            vec![at("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED")],
        ),
        (
            "a url",
            with(&button("b"), json!({ "url": "https://a.example" })),
            vec![at("url", both)],
        ),
        (
            "a sku",
            with(&button("b"), json!({ "sku_id": "1" })),
            vec![at("sku_id", both)],
        ),
        ("link", link.clone(), vec![]),
        ("link 512", with(&link, json!({ "url": url(512) })), vec![]),
        (
            "link 513",
            with(&link, json!({ "url": url(513) })),
            vec![at("url", "BASE_TYPE_BAD_LENGTH")],
        ),
        (
            "link to nowhere",
            with(&link, json!({ "url": null })),
            vec![at("url", "BASE_TYPE_REQUIRED")],
        ),
        (
            "link of a disk",
            with(&link, json!({ "url": "file:///a" })),
            vec![at("url", "URL_TYPE_INVALID_SCHEME")],
        ),
        (
            "link with a custom id",
            with(&link, json!({ "custom_id": "b" })),
            vec![at("custom_id", both)],
        ),
        ("premium", premium.clone(), vec![]),
        (
            "premium of nothing",
            with(&premium, json!({ "sku_id": null })),
            vec![at("sku_id", "BASE_TYPE_REQUIRED")],
        ),
        (
            "premium with a label",
            with(&premium, json!({ "label": "Go" })),
            vec![at("label", "BUTTON_COMPONENT_PREMIUM_EXCLUSIVE")],
        ),
        (
            "emoji",
            with(&button("b"), json!({ "emoji": { "name": "🎲" } })),
            vec![],
        ),
        (
            "emoji of ours",
            with(&button("b"), json!({ "emoji": { "id": "12" } })),
            vec![],
        ),
        (
            "emoji of nothing",
            with(&button("b"), json!({ "emoji": {} })),
            vec![at("emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI")],
        ),
    ];
    for (what, body, expected) in rows {
        match expected.as_slice() {
            [] => taken(what, one(&body)),
            some => leaves(what, one(&body), &some.iter().map(String::as_str).collect::<Vec<_>>()),
        }
    }
}

#[test]
fn string_selects_are_checked() {
    let option = |fields: Value| {
        let option = with(&json!({ "label": "a", "value": "v" }), fields);
        with(&select(1), json!({ "options": [option] }))
    };
    let path = |rest: &str| format!("components.0.components.0.{rest}");
    let rows: Vec<(&str, Value, Vec<String>)> = vec![
        ("25 options", select(25), vec![]),
        ("26 options", select(26), vec![path("options:BASE_TYPE_BAD_LENGTH")]),
        ("no option", select(0), vec![path("options:BASE_TYPE_BAD_LENGTH")]),
        (
            "no list",
            json!({ "type": 3, "custom_id": "s" }),
            vec![path("options:BASE_TYPE_REQUIRED")],
        ),
        ("label 100", option(json!({ "label": chars(100) })), vec![]),
        (
            "label 101",
            option(json!({ "label": chars(101) })),
            vec![path("options.0.label:BASE_TYPE_BAD_LENGTH")],
        ),
        (
            "label 0",
            option(json!({ "label": "" })),
            vec![path("options.0.label:BASE_TYPE_BAD_LENGTH")],
        ),
        ("value 100", option(json!({ "value": chars(100) })), vec![]),
        (
            "value 101",
            option(json!({ "value": chars(101) })),
            vec![path("options.0.value:BASE_TYPE_BAD_LENGTH")],
        ),
        ("description 100", option(json!({ "description": chars(100) })), vec![]),
        (
            "description 101",
            option(json!({ "description": chars(101) })),
            vec![path("options.0.description:BASE_TYPE_MAX_LENGTH")],
        ),
        (
            "a value twice",
            with(
                &select(1),
                json!({ "options": times(2, &json!({ "label": "a", "value": "v" })) }),
            ),
            vec![path("options.1.value:SELECT_COMPONENT_OPTION_VALUE_DUPLICATED")],
        ),
        (
            "placeholder 150",
            with(&select(1), json!({ "placeholder": chars(150) })),
            vec![],
        ),
        (
            "placeholder 151",
            with(&select(1), json!({ "placeholder": chars(151) })),
            vec![path("placeholder:BASE_TYPE_MAX_LENGTH")],
        ),
        (
            "0 to 25",
            with(&select(25), json!({ "min_values": 0, "max_values": 25 })),
            vec![],
        ),
        (
            "min -1",
            with(&select(2), json!({ "min_values": -1 })),
            vec![path("min_values:NUMBER_TYPE_MIN")],
        ),
        (
            "max 0",
            with(&select(2), json!({ "max_values": 0 })),
            vec![path("max_values:NUMBER_TYPE_MIN")],
        ),
        (
            "max 26",
            with(&select(25), json!({ "max_values": 26 })),
            vec![path("max_values:NUMBER_TYPE_MAX")],
        ),
        ("max 3 of 3", with(&select(3), json!({ "max_values": 3 })), vec![]),
        (
            "max 3 of 2",
            with(&select(2), json!({ "max_values": 3 })),
            vec![path("options:BASE_TYPE_BAD_LENGTH")],
        ),
        (
            "min over max",
            with(&select(3), json!({ "min_values": 3, "max_values": 2 })),
            vec![path("min_values:NUMBER_TYPE_MAX")],
        ),
        ("1 default", option(json!({ "default": true })), vec![]),
        (
            "2 defaults",
            with(
                &select(1),
                json!({ "options": list(2, |n| json!({ "label": "a", "value": n.to_string(), "default": true })) }),
            ),
            vec![path("options:SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES")],
        ),
    ];
    for (what, body, expected) in rows {
        match expected.as_slice() {
            [] => taken(what, one(&body)),
            some => leaves(what, one(&body), &some.iter().map(String::as_str).collect::<Vec<_>>()),
        }
    }
}

#[test]
fn selects_of_people_roles_and_channels() {
    for kind in [5, 6, 7, 8] {
        let plain = json!({ "type": kind, "custom_id": "s" });
        let defaults = |count| list(count, |n| json!({ "type": "user", "id": (n + 1).to_string() }));
        taken("plain", one(&plain));
        let two = json!({ "min_values": 1, "max_values": 2, "default_values": defaults(2) });
        taken("2 of 2", one(&with(&plain, two)));
        let three = json!({ "min_values": 1, "max_values": 2, "default_values": defaults(3) });
        let path = "components.0.components.0.default_values:BASE_TYPE_BAD_LENGTH";
        leaves("3 of 2", one(&with(&plain, three)), &[path]);
        let few = json!({ "min_values": 2, "max_values": 3, "default_values": defaults(1) });
        leaves("1 of 2 to 3", one(&with(&plain, few)), &[path]);
        let long = with(&plain, json!({ "placeholder": chars(151) }));
        leaves(
            "placeholder",
            one(&long),
            &["components.0.components.0.placeholder:BASE_TYPE_MAX_LENGTH"],
        );
    }
}

#[test]
fn forty_components_through_all_levels() {
    let texts = |count| times(count, &text("a"));
    // A container, a section with its text and button, and a row with its button are six.
    let nested = |texts_beside: usize| {
        let mut list = vec![text("a"); texts_beside];
        list.push(json!({ "type": 9, "components": [text("a")], "accessory": button("a") }));
        list.push(row(json!([button("b")])));
        json!([{ "type": 17, "components": list }])
    };
    table(
        v2,
        vec![
            ("40 flat", texts(40), &[]),
            (
                "41 flat",
                texts(41),
                &["components:COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"],
            ),
            ("40 nested", nested(34), &[]),
            (
                "41 nested",
                nested(35),
                &["components:COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"],
            ),
            (
                "6 rows are fine here",
                list(6, |n| row(json!([button(&format!("b{n}"))]))),
                &[],
            ),
        ],
    );
}

#[test]
fn texts_have_4000_chars_together() {
    table(
        v2,
        vec![
            ("one of 4000", json!([text(&chars(4000))]), &[]),
            (
                "one of 4001",
                json!([text(&chars(4001))]),
                &["components.0.content:BASE_TYPE_BAD_LENGTH"],
            ),
            (
                "an empty one",
                json!([text("")]),
                &["components.0.content:BASE_TYPE_BAD_LENGTH"],
            ),
            (
                "4000 in two",
                json!([text(&chars(2000)), { "type": 17, "components": [text(&chars(2000))] }]),
                &[],
            ),
            (
                "4001 in two",
                json!([text(&chars(2000)), { "type": 17, "components": [text(&chars(2001))] }]),
                &["components:COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"],
            ),
        ],
    );
}

#[test]
fn sections_containers_and_separators_are_checked() {
    let section = |count| json!({ "type": 9, "components": times(count, &text("a")), "accessory": button("a") });
    let container = |fields: Value| with(&json!({ "type": 17, "components": [text("a")] }), fields);
    table(
        v2,
        vec![
            ("3 texts", json!([section(3)]), &[]),
            (
                "4 texts",
                json!([section(4)]),
                &["components.0.components:BASE_TYPE_BAD_LENGTH"],
            ),
            (
                "no text",
                json!([section(0)]),
                &["components.0.components:BASE_TYPE_BAD_LENGTH"],
            ),
            (
                "no accessory",
                json!([{ "type": 9, "components": [text("a")] }]),
                &["components.0.accessory:BASE_TYPE_REQUIRED"],
            ),
            (
                "a text as accessory",
                json!([with(&section(1), json!({ "accessory": text("a") }))]),
                &["components.0.accessory.type:UNION_TYPE_CHOICES"],
            ),
            (
                "a button's rules hold there",
                json!([with(&section(1), json!({ "accessory": { "type": 2, "style": 1 } }))]),
                &["components.0.accessory.custom_id:BUTTON_COMPONENT_CUSTOM_ID_REQUIRED"],
            ),
            (
                "a button in a section",
                json!([with(&section(1), json!({ "components": [button("b")] }))]),
                &["components.0.components.0.type:UNION_TYPE_CHOICES"],
            ),
            ("accent", json!([container(json!({ "accent_color": 0xFF_FFFF }))]), &[]),
            (
                "accent beyond",
                json!([container(json!({ "accent_color": 0x100_0000 }))]),
                &["components.0.accent_color:NUMBER_TYPE_MAX"],
            ),
            (
                "an empty container",
                json!([container(json!({ "components": [] }))]),
                &["components.0.components:BASE_TYPE_BAD_LENGTH"],
            ),
            (
                "a container in it",
                json!([container(json!({ "components": [container(json!({}))] }))]),
                &["components.0.components.0.type:UNION_TYPE_CHOICES"],
            ),
            (
                "a separator",
                json!([text("a"), { "type": 14, "spacing": 2, "divider": false }]),
                &[],
            ),
            (
                "spacing 3",
                json!([{ "type": 14, "spacing": 3 }]),
                &["components.0.spacing:BASE_TYPE_CHOICES"],
            ),
            (
                "a thumbnail on top",
                json!([{ "type": 11 }]),
                &["components.0.type:UNION_TYPE_CHOICES"],
            ),
        ],
    );
}

#[test]
fn media_are_checked() {
    let item = |fields: Value| with(&json!({ "media": { "url": "https://a.example/a.png" } }), fields);
    let gallery = |count| json!([{ "type": 12, "items": times(count, &item(json!({}))) }]);
    let first = |fields: Value| json!([{ "type": 12, "items": [item(fields)] }]);
    let file = |url: &str| json!([{ "type": 13, "file": { "url": url } }]);
    table(
        v2,
        vec![
            ("10 items", gallery(10), &[]),
            ("11 items", gallery(11), &["components.0.items:BASE_TYPE_BAD_LENGTH"]),
            ("no item", gallery(0), &["components.0.items:BASE_TYPE_BAD_LENGTH"]),
            ("alt text 1024", first(json!({ "description": chars(1024) })), &[]),
            (
                "alt text 1025",
                first(json!({ "description": chars(1025) })),
                &["components.0.items.0.description:BASE_TYPE_BAD_LENGTH"],
            ),
            (
                "no media",
                first(json!({ "media": null })),
                &["components.0.items.0.media:BASE_TYPE_REQUIRED"],
            ),
            (
                "our file",
                first(json!({ "media": { "url": "attachment://a.png" } })),
                &[],
            ),
            (
                "nobody's file",
                first(json!({ "media": { "url": "attachment://b.png" } })),
                &["components.0.items.0.media.url:UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"],
            ),
            ("a file", file("attachment://a.png"), &[]),
            (
                "a file of the web",
                file("https://a.example/a.png"),
                &["components.0.file.url:URL_TYPE_INVALID_SCHEME"],
            ),
            (
                "a thumbnail",
                json!([{
                    "type": 9, "components": [text("a")],
                    "accessory": { "type": 11, "media": { "url": "attachment://a.png" }, "description": chars(1024) },
                }]),
                &[],
            ),
        ],
    );
    let stored = json!({ "flags": V2, "components": [], "attachments": [{ "id": "1", "filename": "kept.png" }] });
    let body = json!({ "components": [{ "type": 13, "file": { "url": "attachment://kept.png" } }] });
    taken("a stored file", edit(&body, MessageKind::Edit, &[], &stored));
    let body = json!({ "flags": V2, "components": [{ "type": 13, "file": { "url": "attachment://b.png" } }] });
    taken("what is stored is not known", message(&body, MessageKind::Edit, &[]));
}

/// Source: discord-api-docs issue #8071 (2026-01-10), which shows the same code for selects, and bwmarrin/discordgo issue #1479
/// (2024-01-10), in which an empty one is refused.
#[test]
fn an_emoji_is_one_or_has_an_id() {
    let with = |emoji: Value| json!({ "components": [row(json!([super::with(&button("a"), json!({ "emoji": emoji }))]))], "content": "x" });
    let check = |emoji: Value| message(&with(emoji), MessageKind::Create, &[]);
    for emoji in ["🎲", "❤️", "1️⃣", "🇩🇪", "👩‍👩‍👧", "▶️", "ℹ️"] {
        taken(emoji, check(json!({ "name": emoji })));
    }
    taken("of a server", check(json!({ "id": "5", "name": "notemoji" })));
    let refused = "components.0.components.0.emoji.name:BUTTON_COMPONENT_INVALID_EMOJI";
    for name in ["notemoji", ":game_die:", "a", "7", " "] {
        leaves(name, check(json!({ "name": name })), &[refused]);
    }
}
