//! Embeds (docs/DISCORD.md, "Embeds"): Discord trims each text before it counts, and counts the texts of all embeds together.

use serde_json::Value;

use super::form::{Fields, Form, Text, present};
use super::limits;

/// Parts of which an embed needs at least one.
const PARTS: [&str; 10] = [
    "title",
    "description",
    "url",
    "fields",
    "footer",
    "author",
    "image",
    "thumbnail",
    "video",
    "provider",
];

/// Checks the list of embeds at `embeds`.
pub(super) fn read(form: &mut Form, list: &[Value]) {
    let mut total = 0;
    form.each("embeds", list, |form, _, embed| total += read_one(form, embed));
    if total > limits::EMBED_TOTAL {
        let words = format!("Embed size exceeds maximum size of {}", limits::EMBED_TOTAL);
        form.refuse_at("embeds", "MAX_EMBED_SIZE_EXCEEDED", words);
    }
}

/// Checks one embed; gives how many chars it adds to the total.
fn read_one(form: &mut Form, embed: &Fields) -> usize {
    if PARTS.iter().all(|part| empty(embed, part)) {
        form.missing("description");
    }
    let mut total = count(form, embed, "title", Text::up_to(limits::EMBED_TITLE));
    total += count(form, embed, "description", Text::up_to(limits::EMBED_DESCRIPTION));
    url(form, embed, "url", &["http", "https"]);
    form.integer(embed, "color", 0..=limits::COLOUR);
    let time = form.text(embed, "timestamp", Text::up_to(64));
    if let Some(time) = time.filter(|time| !is_time(time)) {
        let words = format!("Could not parse {time}. Should be ISO8601.");
        form.refuse_at("timestamp", "DATE_TIME_TYPE_PARSE", words);
    }
    let fields = form.list(embed, "fields", 0..=limits::EMBED_FIELDS);
    form.each("fields", fields, |form, _, field| {
        total += count(form, field, "name", Text::up_to(limits::EMBED_FIELD_NAME).required());
        total += count(form, field, "value", Text::up_to(limits::EMBED_FIELD_VALUE).required());
        form.truth(field, "inline");
    });
    form.inside(embed, "footer", |form, footer| {
        total += count(form, footer, "text", Text::up_to(limits::EMBED_FOOTER));
        url(form, footer, "icon_url", MEDIA);
    });
    form.inside(embed, "author", |form, author| {
        total += count(form, author, "name", Text::up_to(limits::EMBED_AUTHOR));
        url(form, author, "url", &["http", "https"]);
        url(form, author, "icon_url", MEDIA);
    });
    for key in ["image", "thumbnail"] {
        form.inside(embed, key, |form, media| {
            url(form, media, "url", MEDIA);
            form.text(media, "description", Text::up_to(limits::EMBED_ALT_TEXT));
        });
    }
    total
}

/// Whether a text is a time as ISO 8601 writes it: a day, and perhaps an hour on it, with or without its offset.
fn is_time(text: &str) -> bool {
    let fits = |text: &str, shape: &str| {
        text.len() == shape.len()
            && text
                .bytes()
                .zip(shape.bytes())
                .all(|(c, s)| c == s || s == b'0' && c.is_ascii_digit())
    };
    let Some((day, rest)) = text.split_at_checked("0000-00-00".len()) else {
        return false;
    };
    if !fits(day, "0000-00-00") || rest.is_empty() {
        return fits(day, "0000-00-00");
    }
    let Some(hour) = rest.strip_prefix(['T', 't', ' ']) else {
        return false;
    };
    let end = hour.find(['Z', 'z', '+', '-']).unwrap_or(hour.len());
    let (hour, offset) = hour.split_at(end);
    let (hour, fraction) = hour.split_once('.').unwrap_or((hour, "0"));
    let offset =
        matches!(offset, "" | "Z" | "z") || ["00:00", "0000", "00"].iter().any(|shape| fits(&offset[1..], shape));
    let fraction = !fraction.is_empty() && fraction.bytes().all(|c| c.is_ascii_digit());
    offset && fraction && ["00:00:00", "00:00"].iter().any(|shape| fits(hour, shape))
}

fn empty(embed: &Fields, part: &str) -> bool {
    match present(embed, part) {
        None => true,
        Some(Value::String(text)) => text.trim().is_empty(),
        Some(Value::Array(list)) => list.is_empty(),
        Some(_) => false,
    }
}

fn count(form: &mut Form, from: &Fields, key: &str, rule: Text) -> usize {
    form.text(from, key, rule.trimmed())
        .map_or(0, |text| text.chars().count())
}

/// Schemes of pictures: on the web, or a file of this message.
pub(super) const MEDIA: &[&str] = &["http", "https", "attachment"];

/// Checks a URL's length and scheme.
pub(super) fn url(form: &mut Form, from: &Fields, key: &str, schemes: &[&str]) {
    let Some(text) = form.text(from, key, Text::up_to(limits::URL).trimmed()) else {
        return;
    };
    form.at(key, |form| scheme(form, text, schemes));
}

/// Checks a URL's scheme where the reader stands.
pub(super) fn scheme(form: &mut Form, text: &str, schemes: &[&str]) {
    let Some((scheme, rest)) = text.split_once("://") else {
        return form.refuse("URL_TYPE_INVALID_URL", "Not a well formed URL.");
    };
    if !schemes.contains(&scheme.to_ascii_lowercase().as_str()) {
        let names: Vec<String> = schemes.iter().map(|scheme| format!("'{scheme}'")).collect();
        let words = format!(
            "Scheme \"{scheme}\" is not supported. Scheme must be one of ({}).",
            names.join(", ")
        );
        form.refuse("URL_TYPE_INVALID_SCHEME", words);
    } else if rest.is_empty() || rest.contains(char::is_whitespace) {
        form.refuse("URL_TYPE_INVALID_URL", "Not a well formed URL.");
    }
}
