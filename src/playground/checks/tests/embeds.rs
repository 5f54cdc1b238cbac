use serde_json::{Value, json};

use super::{chars, leaves, list, table, taken, times};
use crate::playground::checks::{MessageKind, Refused, message};

fn check(embed: &Value) -> Result<(), Refused> {
    message(&json!({ "embeds": [embed] }), MessageKind::Create, &[])
}

#[test]
fn the_texts_of_an_embed_are_checked() {
    let padded = |count| format!("  {}\n", chars(count));
    let field = |name: String, value: String| json!({ "fields": [{ "name": name, "value": value }] });
    table(
        check,
        vec![
            ("title 256", json!({ "title": chars(256) }), &[]),
            ("title 256, padded", json!({ "title": padded(256) }), &[]),
            (
                "title 257",
                json!({ "title": chars(257) }),
                &["embeds.0.title:BASE_TYPE_MAX_LENGTH"],
            ),
            ("description 4096", json!({ "description": padded(4096) }), &[]),
            (
                "description 4097",
                json!({ "description": chars(4097) }),
                &["embeds.0.description:BASE_TYPE_MAX_LENGTH"],
            ),
            ("footer 2048", json!({ "footer": { "text": padded(2048) } }), &[]),
            (
                "footer 2049",
                json!({ "footer": { "text": chars(2049) } }),
                &["embeds.0.footer.text:BASE_TYPE_MAX_LENGTH"],
            ),
            ("author 256", json!({ "author": { "name": padded(256) } }), &[]),
            (
                "author 257",
                json!({ "author": { "name": chars(257) } }),
                &["embeds.0.author.name:BASE_TYPE_MAX_LENGTH"],
            ),
            ("field 256 and 1024", field(padded(256), padded(1024)), &[]),
            (
                "name 257",
                field(chars(257), chars(1)),
                &["embeds.0.fields.0.name:BASE_TYPE_MAX_LENGTH"],
            ),
            (
                "value 1025",
                field(chars(1), chars(1025)),
                &["embeds.0.fields.0.value:BASE_TYPE_MAX_LENGTH"],
            ),
            (
                "name of spaces",
                field("  ".into(), chars(1)),
                &["embeds.0.fields.0.name:BASE_TYPE_REQUIRED"],
            ),
            (
                "value empty",
                field(chars(1), String::new()),
                &["embeds.0.fields.0.value:BASE_TYPE_REQUIRED"],
            ),
            (
                "value missing",
                json!({ "fields": [{ "name": "a" }] }),
                &["embeds.0.fields.0.value:BASE_TYPE_REQUIRED"],
            ),
            (
                "25 fields",
                json!({ "fields": times(25, &json!({ "name": "a", "value": "b" })) }),
                &[],
            ),
            (
                "26 fields",
                json!({ "fields": times(26, &json!({ "name": "a", "value": "b" })) }),
                &["embeds.0.fields:BASE_TYPE_MAX_LENGTH"],
            ),
            (
                "nothing in it",
                json!({ "color": 1 }),
                &["embeds.0.description:BASE_TYPE_REQUIRED"],
            ),
            (
                "spaces in it",
                json!({ "title": "  " }),
                &["embeds.0.description:BASE_TYPE_REQUIRED"],
            ),
        ],
    );
}

#[test]
fn the_colours_and_urls_of_an_embed_are_checked() {
    let long = |count: usize| format!("https://a.example/{}", chars(count - "https://a.example/".len()));
    table(
        check,
        vec![
            ("greatest colour", json!({ "title": "t", "color": 0xFF_FFFF }), &[]),
            (
                "beyond",
                json!({ "title": "t", "color": 0x100_0000 }),
                &["embeds.0.color:NUMBER_TYPE_MAX"],
            ),
            (
                "below",
                json!({ "title": "t", "color": -1 }),
                &["embeds.0.color:NUMBER_TYPE_MIN"],
            ),
            ("url 2048", json!({ "title": "t", "url": long(2048) }), &[]),
            (
                "url 2049",
                json!({ "title": "t", "url": long(2049) }),
                &["embeds.0.url:BASE_TYPE_MAX_LENGTH"],
            ),
            (
                "url of another scheme",
                json!({ "title": "t", "url": "attachment://a.png" }),
                &["embeds.0.url:URL_TYPE_INVALID_SCHEME"],
            ),
            (
                "no url",
                json!({ "title": "t", "url": "a.example" }),
                &["embeds.0.url:URL_TYPE_INVALID_URL"],
            ),
            (
                "a picture of ours",
                json!({ "image": { "url": "attachment://a.png" } }),
                &[],
            ),
            (
                "a picture of the web",
                json!({ "thumbnail": { "url": "https://a.example/a.png" } }),
                &[],
            ),
            (
                "a picture of a disk",
                json!({ "image": { "url": "file:///a.png" } }),
                &["embeds.0.image.url:URL_TYPE_INVALID_SCHEME"],
            ),
            (
                "an icon of a disk",
                json!({ "footer": { "text": "f", "icon_url": "file:///a.png" } }),
                &["embeds.0.footer.icon_url:URL_TYPE_INVALID_SCHEME"],
            ),
        ],
    );
}

#[test]
fn all_texts_of_all_embeds_have_6000_chars() {
    let parts = |last: usize| {
        json!({ "embeds": [
            {
                "title": chars(256), "description": chars(4096), "author": { "name": chars(256) },
                "fields": [{ "name": chars(100), "value": chars(92) }],
            },
            { "description": format!(" {} ", chars(1000)), "footer": { "text": chars(last) } },
        ] })
    };
    let sum = 256 + 4096 + 256 + 192 + 1000;
    table(
        |body| message(body, MessageKind::Create, &[]),
        vec![
            ("6000, padding aside", parts(6000 - sum), &[]),
            ("6001", parts(6001 - sum), &["embeds:MAX_EMBED_SIZE_EXCEEDED"]),
            (
                "many small",
                json!({ "embeds": list(10, |_| json!({ "title": chars(250) })) }),
                &[],
            ),
        ],
    );
}

/// Source: RichEmbedImage of openapi.json (2026-07-18) and discord-api-docs issue #8373 (2026-06-03).
#[test]
fn pictures_of_embeds_are_told_in_words() {
    for key in ["image", "thumbnail"] {
        let told = |length: usize| {
            let picture = json!({ "url": "https://example.org/a.png", "description": chars(length) });
            json!({ "embeds": [{ "title": "t", key: picture }] })
        };
        let check = |body: &Value| message(body, MessageKind::Create, &[]);
        taken("4096", check(&told(4096)));
        let refused = format!("embeds.0.{key}.description:BASE_TYPE_MAX_LENGTH");
        leaves("4097", check(&told(4097)), &[&refused]);
    }
}

/// Source: Discord's docs, Message Resource, "Embed Structure" (2026-08-06); the words are those of public reports.
#[test]
fn the_time_of_an_embed_is_a_time() {
    let at = |time: &str| check(&json!({ "title": "t", "timestamp": time }));
    for time in [
        "2026-11-23T20:15:00.000000+00:00",
        "2026-11-23T20:15:00Z",
        "2026-11-23T20:15:00.5-0500",
        "2026-11-23 20:15",
        "2026-11-23",
    ] {
        taken(time, at(time));
    }
    for time in [
        "yesterday",
        "",
        "2026-11-23T",
        "23.11.2026",
        "2026-11-23T20:15:00+",
        "2026-11-23T20:15:00.Z",
        "1764000000",
    ] {
        leaves(time, at(time), &["embeds.0.timestamp:DATE_TIME_TYPE_PARSE"]);
    }
}
