//! Components and embeds as Discord gives them back: numbered, with defaults filled in, and with links in place of `attachment://`.
//! They have passed the checks before.

use serde_json::{Map, Value, json};

use crate::playground::json::list;

/// Finds the file of the message that a URL names: by `attachment://`, or by a link that was given out before.
pub(crate) type Resolve<'r> = &'r dyn Fn(&str) -> Option<Value>;

/// Fills in what a response's components must have.
pub(crate) fn normalise(components: &[Value], resolve: Resolve<'_>) -> Vec<Value> {
    let mut next = 1;
    let said = components.iter().map(without_nulls);
    said.map(|c| one(&c, &mut next, resolve)).collect()
}

/// A value without whatever in it is `null`: libraries send what is not set so, and Discord gives back what is set.
pub(crate) fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Array(list) => Value::Array(list.iter().map(without_nulls).collect()),
        Value::Object(map) => {
            let set = map.iter().filter(|(_, value)| !value.is_null());
            Value::Object(set.map(|(key, value)| (key.clone(), without_nulls(value))).collect())
        }
        other => other.clone(),
    }
}

fn one(component: &Value, next: &mut i64, resolve: Resolve<'_>) -> Value {
    let Value::Object(given) = component else {
        return component.clone();
    };
    let mut map = given.clone();
    match map.get("id").and_then(Value::as_i64) {
        Some(id) if id != 0 => *next = (*next).max(id + 1),
        _ => {
            map.insert("id".into(), json!(*next));
            *next += 1;
        }
    }
    let mut fill = |key: &str, value: Value| {
        map.entry(key).or_insert(value);
    };
    match given.get("type").and_then(Value::as_u64) {
        Some(3 | 5..=8) => {
            fill("min_values", json!(1));
            fill("max_values", json!(1));
            if given["type"] == 3 {
                fill("options", json!([]));
            }
        }
        Some(11 | 13) => {
            fill("spoiler", json!(false));
            if given["type"] == 11 {
                fill("description", Value::Null);
            } else {
                let file = given["file"]["url"].as_str().and_then(resolve).unwrap_or_default();
                fill("name", file["filename"].clone());
                fill("size", file["size"].clone());
            }
        }
        Some(14) => {
            fill("divider", json!(true));
            fill("spacing", json!(1));
        }
        Some(17) => {
            fill("accent_color", Value::Null);
            fill("spoiler", json!(false));
        }
        _ => {}
    }
    for key in ["components", "items"] {
        if let Some(Value::Array(inner)) = map.get(key).cloned() {
            let inner = inner.iter().map(|c| {
                if key == "items" {
                    gallery_item(c, resolve)
                } else {
                    one(c, next, resolve)
                }
            });
            map.insert(key.into(), Value::Array(inner.collect()));
        }
    }
    for key in ["accessory", "component"] {
        if let Some(inner) = map.get(key).cloned() {
            map.insert(key.into(), one(&inner, next, resolve));
        }
    }
    for key in ["media", "file"] {
        if let Some(Value::Object(media)) = map.get(key).cloned() {
            map.insert(key.into(), unfurl(media, resolve));
        }
    }
    Value::Object(map)
}

fn gallery_item(item: &Value, resolve: Resolve<'_>) -> Value {
    let mut item = item.clone();
    if let Value::Object(map) = &mut item {
        map.entry("description").or_insert(Value::Null);
        map.entry("spoiler").or_insert(json!(false));
        if let Some(Value::Object(media)) = map.get("media").cloned() {
            map.insert("media".into(), unfurl(media, resolve));
        }
    }
    item
}

/// A media item with the facts of the file that it names; a link elsewhere keeps its URL.
fn unfurl(mut media: Map<String, Value>, resolve: Resolve<'_>) -> Value {
    let url = media.get("url").and_then(Value::as_str).unwrap_or_default().to_owned();
    match resolve(&url) {
        Some(file) => {
            for key in ["url", "proxy_url", "width", "height", "content_type"] {
                if let Some(value) = file.get(key) {
                    media.insert(key.into(), value.clone());
                }
            }
            media.insert("id".into(), file["id"].clone());
            media.insert("attachment_id".into(), file["id"].clone());
        }
        None => {
            media.entry("proxy_url").or_insert(json!(url));
            media.entry("id").or_insert(json!("0"));
        }
    }
    Value::Object(media)
}

/// The texts of all text displays, those inside of others with them.
pub(crate) fn texts(components: &[Value]) -> Vec<&str> {
    let mut found = Vec::new();
    for component in components {
        if component["type"] == 10 {
            found.extend(component["content"].as_str());
        }
        found.extend(texts(list(&component["components"])));
    }
    found
}

/// Embeds as they come back: of type `rich`, with fields' `inline` filled in and pictures linked.
pub(crate) fn embeds(embeds: &[Value], resolve: Resolve<'_>) -> Vec<Value> {
    embeds.iter().map(|e| embed(without_nulls(e), resolve)).collect()
}

fn embed(embed: Value, resolve: Resolve<'_>) -> Value {
    let Value::Object(mut map) = embed else {
        return embed;
    };
    map.insert("type".into(), json!("rich"));
    let fields = map.get_mut("fields").and_then(Value::as_array_mut);
    for field in fields.into_iter().flatten() {
        if let Value::Object(field) = field {
            field.entry("inline").or_insert(json!(false));
        }
    }
    for key in ["image", "thumbnail"] {
        if let Some(Value::Object(media)) = map.get(key).cloned() {
            let mut media = match unfurl(media, resolve) {
                Value::Object(media) => media,
                _ => Map::new(),
            };
            media.remove("id");
            media.remove("attachment_id");
            map.insert(key.into(), Value::Object(media));
        }
    }
    for key in ["footer", "author"] {
        if let Some(Value::Object(part)) = map.get_mut(key)
            && let Some(file) = part.get("icon_url").and_then(Value::as_str).and_then(resolve)
        {
            part.insert("icon_url".into(), file["url"].clone());
        }
    }
    Value::Object(map)
}

/// Every URL that embeds and components name.
pub(crate) fn urls<'v>(parts: impl Iterator<Item = &'v Value>) -> Vec<&'v str> {
    let mut found = Vec::new();
    let mut left: Vec<&Value> = parts.collect();
    while let Some(part) = left.pop() {
        match part {
            Value::Array(list) => left.extend(list),
            Value::Object(map) => {
                let named = ["url", "icon_url"].into_iter().filter_map(|key| map.get(key)?.as_str());
                found.extend(named);
                left.extend(map.values().filter(|value| value.is_object() || value.is_array()));
            }
            _ => {}
        }
    }
    found
}

/// Every component of a message that a person could act upon: those with a `custom_id`, at any depth.
pub(crate) fn interactive(components: &[Value]) -> Vec<&Value> {
    let mut found = Vec::new();
    let mut left: Vec<&Value> = components.iter().rev().collect();
    while let Some(component) = left.pop() {
        if component["custom_id"].is_string() {
            found.push(component);
        }
        left.extend(list(&component["components"]).iter().rev());
        left.extend(component.get("accessory"));
        left.extend(component.get("component"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing(_: &str) -> Option<Value> {
        None
    }

    #[test]
    fn ids_are_filled_in_order() {
        let rows = normalise(
            &[
                json!({"type": 1, "components": [{"type": 2, "custom_id": "a"}, {"type": 2, "custom_id": "b"}]}),
                json!({"type": 1, "components": [{"type": 3, "custom_id": "c"}]}),
            ],
            &nothing,
        );
        assert_eq!(
            (
                &rows[0]["id"],
                &rows[0]["components"][0]["id"],
                &rows[0]["components"][1]["id"]
            ),
            (&json!(1), &json!(2), &json!(3))
        );
        assert_eq!(rows[1]["components"][0]["max_values"], 1);
        let found: Vec<_> = interactive(&rows).into_iter().map(|c| c["custom_id"].clone()).collect();
        assert_eq!(found, [json!("a"), json!("b"), json!("c")]);
    }

    #[test]
    fn files_are_linked() {
        let file = |name: &str| {
            let file = json!({"id": "5", "filename": "b.png", "size": 9, "url": "http://f", "proxy_url": "http://f", "width": 4});
            (name == "attachment://b.png").then_some(file)
        };
        let shown = embeds(
            &[json!({"image": {"url": "attachment://b.png"}, "fields": [{"name": "n", "value": "v"}]})],
            &file,
        );
        assert_eq!(shown[0]["image"]["url"], "http://f");
        assert_eq!(shown[0]["fields"][0]["inline"], false);
        let shown = normalise(&[json!({"type": 11, "media": {"url": "attachment://b.png"}})], &file);
        assert_eq!(shown[0]["media"]["attachment_id"], "5");
    }

    /// Source: FileComponentResponse of openapi.json (2026-07-18), which requires both.
    #[test]
    fn a_file_component_says_what_its_file_is_called_and_how_large_it_is() {
        let file =
            |url: &str| (url == "attachment://r.txt").then(|| json!({"id": "5", "filename": "r.txt", "size": 9}));
        let component = |url: &str| json!({"type": 13, "file": {"url": url}});
        let shown = normalise(
            &[component("attachment://r.txt"), component("attachment://gone.txt")],
            &file,
        );
        assert_eq!((&shown[0]["name"], &shown[0]["size"]), (&json!("r.txt"), &json!(9)));
        assert_eq!((&shown[1]["name"], &shown[1]["size"]), (&Value::Null, &Value::Null));
        let again = normalise(&shown, &nothing);
        assert_eq!(again[0]["size"], 9, "an edit of something else does not forget it");
    }

    /// Source: ButtonComponentResponse, StringSelectComponentResponse, ComponentEmojiResponse and MessageEmbedImageResponse of
    /// openapi.json (2026-07-18), in which nothing of this can be null.
    #[test]
    fn what_is_sent_as_null_is_left_out() {
        let row = json!({"type": 1, "components": [
            {"type": 2, "style": 1, "label": "x", "custom_id": "a", "url": null, "sku_id": null, "emoji": {"id": null, "name": "🎲"}},
            {"type": 3, "custom_id": "s", "placeholder": null, "min_values": null,
                "options": [{"label": "a", "value": "a", "description": null, "emoji": null}]},
        ]});
        let shown = normalise(&[row], &nothing);
        assert!(!shown[0].to_string().contains("null"), "{}", shown[0]);
        assert_eq!(
            shown[0]["components"][1]["min_values"], 1,
            "the usual value takes its place"
        );
        let embed = json!({"title": "t", "url": null, "image": {"url": "http://f", "description": null}, "fields": [
            {"name": "n", "value": "v", "inline": null}]});
        let shown = embeds(&[embed], &nothing);
        assert!(!shown[0].to_string().contains("null"), "{}", shown[0]);
        assert_eq!(shown[0]["fields"][0]["inline"], false);
        let bare = normalise(
            &[
                json!({"type": 17, "components": []}),
                json!({"type": 11, "media": {"url": "http://f"}}),
            ],
            &nothing,
        );
        let nulls = (&bare[0]["accent_color"], &bare[1]["description"]);
        assert_eq!(
            nulls,
            (&Value::Null, &Value::Null),
            "where Discord says null, null is said"
        );
    }
}
