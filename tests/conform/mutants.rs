//! A difference for each check: what a Discord would do that has changed just there.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::{HeaderValue, Method};
use serde_json::{Value, json};

use super::proxy::Exchange;

/// Another number each time it is asked.
fn other_id() -> Value {
    static NEXT: AtomicU64 = AtomicU64::new(900_000_000_000_000_000);
    json!(NEXT.fetch_add(1, Ordering::Relaxed).to_string())
}

fn remove(object: &mut Value, key: &str) {
    if let Some(fields) = object.as_object_mut() {
        fields.shift_remove(key);
    }
}

/// Takes what should be refused.
fn accept(e: &mut Exchange) {
    if e.status >= 400 {
        e.status = 200;
        e.body = json!({});
    }
}

/// Sets what stands at a pointer, if anything does.
fn set(e: &mut Exchange, pointer: &str, value: Value) {
    if let Some(found) = e.body.pointer_mut(pointer) {
        *found = value;
    }
}

fn header(e: &mut Exchange, name: &'static str, value: &'static str) {
    if e.headers.contains_key(name) {
        e.headers.insert(name, HeaderValue::from_static(value));
    }
}

/// Changes an answer while the check of this name is tried.
pub(crate) fn answer(name: &str, e: &mut Exchange) {
    let (get, patch, post) = (
        e.method == Method::GET,
        e.method == Method::PATCH,
        e.method == Method::POST,
    );
    match name {
        "user-agent"
        | "content-type"
        | "nonce-length"
        | "mentions-both-ways"
        | "missing-reply"
        | "own-chat"
        | "embed-title"
        | "embed-total"
        | "embed-count"
        | "embed-link"
        | "file-text-length"
        | "file-count"
        | "row-count"
        | "row-width"
        | "option-count"
        | "too-few-options"
        | "label-length"
        | "text-total"
        | "component-total"
        | "no-content-beside"
        | "command-name"
        | "option-order"
        | "choices-or-suggestions"
        | "thread-name"
        | "thread-asleep"
        | "token-life"
        | "before-the-answer"
        | "only-for-one"
        | "no-emoji"
        | "emoji-name"
        | "emoji-on-button" => accept(e),
        "deleted" | "command-deleted" if get => accept(e),
        "bulk-delete" if e.status == 400 => e.status = 204,
        "own-user" if e.path == "/users/@me" => e.body["bot"] = json!(false),
        "application" => remove(&mut e.body, "owner"),
        "gateway-address" => e.status = 401,
        "gateway-bot" => remove(&mut e.body["session_start_limit"], "max_concurrency"),
        "older-version" if e.version == "v9" => e.status = 400,
        "unknown-channel" | "unknown-message" | "empty-message" if e.status >= 400 => e.body["code"] = json!(10004),
        "second-thread" if e.status >= 400 => e.body["code"] = json!(50035),
        "unknown-route" => e.body["message"] = json!("Nothing here"),
        "wrong-method" => e.status = 404,
        "form-errors" => set(e, "/errors/content/_errors/0/code", json!("TOO_LONG")),
        "limit-headers" => drop(e.headers.remove("x-ratelimit-reset-after")),
        "limit-counts-down" => header(e, "x-ratelimit-remaining", "3"),
        "sending-and-editing" if patch => header(e, "x-ratelimit-bucket", "another"),
        "deleting-by-itself" => header(e, "x-ratelimit-bucket", "the-same"),
        "channel-permissions" => remove(&mut e.body, "permission_overwrites"),
        "own-permissions" | "role-permissions" => set(e, "/0/permissions", json!(1024)),
        "code-points" => e.status = 400,
        "least-fields" => remove(&mut e.body, "pinned"),
        "nonce" | "same-chat" | "thread-id" if post && e.status < 300 => set(e, "/id", other_id()),
        "quiet-flag" => set(e, "/flags", json!(0)),
        "edited-flags" if patch => set(e, "/flags", json!(4100)),
        "edit" if patch => set(e, "/embeds", json!([])),
        "forward" if e.body.pointer("/message_snapshots/0").is_some() => {
            e.body["message_snapshots"][0]["message"]["author"] = json!({});
        }
        _ => answer_further(name, e, (get, patch, post)),
    }
}

fn answer_further(name: &str, e: &mut Exchange, (get, patch, post): (bool, bool, bool)) {
    let callback = e.path.ends_with("/callback");
    match name {
        "reactions" if get => remove(&mut e.body["reactions"][0], "count_details"),
        "application-emoji" if get => remove(&mut e.body["items"][0], "name"),
        "pins" if get => remove(&mut e.body, "has_more"),
        "embed-image-text" => set(e, "/embeds/0/image/description", Value::Null),
        "embed-file-text" if post => e.body["embeds"][0]["image"]["description"] = json!("of the file"),
        "embed-file" | "gallery-file" => set(e, "/attachments", json!([{}])),
        "file-text" => set(e, "/attachments/0/description", Value::Null),
        "file-kind" => set(e, "/attachments/0/content_type", json!("text/plain")),
        "file-link" => set(e, "/attachments/0/url", json!("http://127.0.0.1/pixel.png")),
        "edit-drops-files" if patch => {
            set(
                e,
                "/attachments",
                json!([{ "filename": "one.png" }, { "filename": "two.png" }]),
            );
        }
        "edit-keeps-files" if patch => set(e, "/attachments", json!([{ "filename": "three.png" }])),
        "same-custom-id" | "bad-emoji" if e.status == 400 => {
            e.body["errors"] = json!({ "components": { "_errors": [{ "code": "SOMETHING_ELSE", "message": "" }] } });
        }
        "disabled-button" => set(e, "/components/0/components/0/disabled", json!(false)),
        "component-ids" => set(e, "/components/0/components/1/id", json!(1)),
        "gallery-text" => set(e, "/components/0/items/0/description", Value::Null),
        "gallery-again" if patch => set(e, "/components/0/items/0/media/url", json!("attachment://")),
        "layout-for-good" if patch => set(e, "/flags", json!(0)),
        "command-again" | "contexts" if e.status == 201 => e.status = 200,
        "archive-is-no-rename" if patch => {
            e.status = 429;
            e.body = json!({ "message": "You are being rate limited.", "retry_after": 300.0, "global": false });
        }
        "thread-wakes" if get => set(e, "/thread_metadata/archived", json!(true)),
        "callback-message" if callback => remove(&mut e.body, "resource"),
        "second-callback" if e.status == 400 => e.status = 404,
        "refused-callback" if callback && e.asked["type"] == 6 => {
            e.status = 400;
            e.body = json!({ "message": "Interaction has already been acknowledged.", "code": 40060 });
        }
        "silent-original" | "update-original" | "takes-the-place" if get => set(e, "/id", other_id()),
        "ephemeral-stays" if patch => set(e, "/flags", json!(0)),
        "edited-by-token" | "further-message" if patch => set(e, "/content", json!("As before.")),
        "form-updates" if callback && e.asked["type"] == 7 => set(e, "/resource/message/id", other_id()),
        "typed-command" if callback => set(e, "/resource/message/type", json!(0)),
        "private-chat" if e.path == "/users/@me/channels" => set(e, "/type", json!(3)),
        _ => {}
    }
}

/// Changes a frame while the check of this name is tried. False if it is not passed on at all.
pub(crate) fn frame(name: &str, frame: &mut Value) -> bool {
    let interaction = (frame["t"] == "INTERACTION_CREATE")
        .then(|| frame["d"]["type"].as_u64())
        .flatten();
    let d = &mut frame["d"];
    match (name, interaction) {
        ("press", Some(3)) => remove(d, "locale"),
        ("app-permissions", Some(3)) => d["app_permissions"] = json!(1024),
        ("choice", Some(3)) => d["data"]["values"] = json!([]),
        ("chosen-person", Some(3)) => remove(&mut d["data"], "resolved"),
        ("form", Some(5)) => d["data"]["components"][0]["type"] = json!(1),
        ("suggestions", Some(4)) => remove(&mut d["data"]["options"][0], "focused"),
        ("hello", _) if frame["op"] == 10 => frame["d"]["heartbeat_interval"] = json!(45_000),
        ("heartbeat", _) if frame["op"] == 11 => return false,
        ("false-session", _) if frame["op"] == 9 => frame["d"] = json!(true),
        ("ready", _) if frame["t"] == "READY" => frame["d"]["v"] = json!(9),
        ("servers-arrive", _) if frame["t"] == "GUILD_CREATE" => remove(&mut frame["d"], "unavailable"),
        ("own-words", _) if frame["t"] == "MESSAGE_CREATE" => frame["d"]["content"] = json!(""),
        ("resume", _) if frame["t"] == "MESSAGE_CREATE" => frame["t"] = json!("MESSAGE_UPDATE"),
        _ => {}
    }
    true
}

/// Changes the code with which the gateway closes while the check of this name is tried.
pub(crate) fn close(name: &str, code: u16) -> u16 {
    if name == "event-too-long" { 4008 } else { code }
}
