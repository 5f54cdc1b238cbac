//! The helper that holds payloads against Discord's description of its API must itself tell good from bad.

#[path = "support/openapi.rs"]
mod support;

use serde_json::{Value, json};
use support::openapi;

fn user() -> Value {
    json!({
        "id": "80351110224678912", "username": "ana", "avatar": null, "discriminator": "0", "public_flags": 0,
        "flags": 0, "banner": null, "accent_color": null, "global_name": "Ana", "avatar_decoration_data": null,
        "collectibles": null, "primary_guild": null, "clan": null,
    })
}

fn message() -> Value {
    json!({
        "type": 0, "content": "hello", "mentions": [], "mention_roles": [], "attachments": [], "embeds": [],
        "timestamp": "2026-01-02T03:04:05.678000+00:00", "edited_timestamp": null, "flags": 0, "components": [],
        "id": "1200000000000000001", "channel_id": "1200000000000000002", "author": user(), "pinned": false,
        "mention_everyone": false, "tts": false,
    })
}

fn with(value: &Value, key: &str, field: Value) -> Value {
    let mut value = value.clone();
    value[key] = field;
    value
}

const MESSAGES: &str = "/channels/{channel_id}/messages";
const CALLBACK: &str = "/api/v10/interactions/12/abc/callback";

#[test]
fn requests_are_held_against_the_description() {
    let Some(spec) = openapi() else { return };
    let commands = "/applications/5/commands";
    let rows: [(&str, &str, &str, Value, bool); 24] = [
        ("a message", "POST", MESSAGES, json!({ "content": "hello" }), true),
        (
            "with an id in the path",
            "POST",
            "/channels/12/messages",
            json!({ "content": "hello" }),
            true,
        ),
        (
            "with a query",
            "post",
            "/api/v10/channels/12/messages?a=b",
            json!({ "content": "hello" }),
            true,
        ),
        (
            "content of another type",
            "POST",
            MESSAGES,
            json!({ "content": 5 }),
            false,
        ),
        (
            "11 embeds",
            "POST",
            MESSAGES,
            json!({ "embeds": vec![json!({ "title": "t" }); 11] }),
            false,
        ),
        (
            "flags in a string",
            "POST",
            MESSAGES,
            json!({ "content": "a", "flags": "4" }),
            true,
        ),
        (
            "flags of nonsense",
            "POST",
            MESSAGES,
            json!({ "content": "a", "flags": "four" }),
            false,
        ),
        (
            "unknown fields",
            "POST",
            MESSAGES,
            json!({ "content": "a", "sky": "blue" }),
            true,
        ),
        (
            "a reply",
            "POST",
            CALLBACK,
            json!({ "type": 4, "data": { "content": "a", "flags": 64 } }),
            true,
        ),
        (
            "a reply too long",
            "POST",
            CALLBACK,
            json!({ "type": 4, "data": { "content": "a".repeat(2001) } }),
            false,
        ),
        ("deferred", "POST", CALLBACK, json!({ "type": 6 }), true),
        ("type 11", "POST", CALLBACK, json!({ "type": 11 }), false),
        (
            "no choices",
            "POST",
            CALLBACK,
            json!({ "type": 8, "data": { "choices": [] } }),
            true,
        ),
        (
            "26 choices",
            "POST",
            CALLBACK,
            json!({ "type": 8, "data": { "choices": vec![json!({ "name": "n", "value": "v" }); 26] } }),
            false,
        ),
        (
            "a modal",
            "POST",
            CALLBACK,
            json!({ "type": 9, "data": { "title": "t", "custom_id": "m", "components": [
                { "type": 1, "components": [{ "type": 4, "custom_id": "a", "style": 1, "label": "l" }] }
            ] } }),
            true,
        ),
        (
            "a modal without a title",
            "POST",
            CALLBACK,
            json!({ "type": 9, "data": { "custom_id": "m", "components": [] } }),
            false,
        ),
        (
            "commands",
            "PUT",
            commands,
            json!([{ "name": "roll", "description": "Roll.", "type": 1 }]),
            true,
        ),
        (
            "permissions in a string",
            "PUT",
            commands,
            json!([{ "name": "roll", "description": "Roll.", "default_member_permissions": "0" }]),
            true,
        ),
        (
            "a name too long",
            "PUT",
            commands,
            json!([{ "name": "x".repeat(33), "description": "d" }]),
            false,
        ),
        (
            "a row of six",
            "PATCH",
            "/webhooks/5/abc/messages/@original",
            json!({ "components": [{ "type": 1, "components": vec![json!({ "type": 2, "style": 1 }); 6] }] }),
            false,
        ),
        (
            "a file by its number",
            "POST",
            CALLBACK,
            json!({ "type": 4, "data": { "attachments": [{ "id": 0, "filename": "a.png" }] } }),
            true,
        ),
        (
            "a file by its name",
            "POST",
            CALLBACK,
            json!({ "type": 4, "data": { "attachments": [{ "id": "a.png" }] } }),
            false,
        ),
        (
            "a thread",
            "POST",
            "/channels/1/messages/2/threads",
            json!({ "name": "table" }),
            true,
        ),
        (
            "a thread without a name",
            "POST",
            "/channels/1/messages/2/threads",
            json!({}),
            false,
        ),
    ];
    for (what, method, path, body, good) in rows {
        let verdict = spec.request(method, path, Some(&body));
        assert_eq!(verdict.is_ok(), good, "{what}: {verdict:?}");
    }
}

#[test]
fn answers_are_held_against_the_description() {
    let Some(spec) = openapi() else { return };
    let refused = json!({ "code": 50035, "message": "Invalid Form Body", "errors": {
        "embeds": { "0": { "title": { "_errors": [{ "code": "BASE_TYPE_MAX_LENGTH", "message": "Too long." }] } } }
    } });
    let limited = json!({ "message": "You are being rate limited.", "retry_after": 0.5, "global": false });
    let rows: [(&str, &str, &str, u16, Value, bool); 14] = [
        ("a message", "POST", MESSAGES, 200, message(), true),
        (
            "a message without a time",
            "POST",
            MESSAGES,
            200,
            with(&message(), "timestamp", Value::Null),
            false,
        ),
        (
            "a time of nonsense",
            "POST",
            MESSAGES,
            200,
            with(&message(), "timestamp", json!("soon")),
            false,
        ),
        (
            "an id that is a number",
            "POST",
            MESSAGES,
            200,
            with(&message(), "id", json!(5)),
            false,
        ),
        ("a status of no operation", "POST", MESSAGES, 204, Value::Null, false),
        (
            "nothing where something is due",
            "POST",
            MESSAGES,
            200,
            Value::Null,
            false,
        ),
        ("messages", "GET", MESSAGES, 200, json!([message()]), true),
        ("deleted", "DELETE", "/channels/1/messages/2", 204, Value::Null, true),
        (
            "deleted, with a body",
            "DELETE",
            "/channels/1/messages/2",
            204,
            json!({}),
            false,
        ),
        ("refused", "POST", MESSAGES, 400, refused, true),
        (
            "refused without a code",
            "POST",
            MESSAGES,
            400,
            json!({ "message": "no" }),
            false,
        ),
        ("limited", "POST", MESSAGES, 429, limited, true),
        (
            "limited, when?",
            "POST",
            MESSAGES,
            429,
            json!({ "message": "no", "global": false }),
            false,
        ),
        ("the server's fault", "POST", MESSAGES, 503, Value::Null, true),
    ];
    for (what, method, path, status, body, good) in rows {
        let verdict = spec.answer(method, path, status, Some(&body));
        assert_eq!(verdict.is_ok(), good, "{what}: {verdict:?}");
    }
}

#[test]
fn exchanges_are_held_against_the_description() {
    let Some(spec) = openapi() else { return };
    let good = json!({
        "method": "POST", "path": "/channels/12/messages", "route": MESSAGES, "body": { "content": "hello" },
        "status": 200, "answer": message(), "files": [],
    });
    assert_eq!(spec.exchange(&good), Ok(()));
    assert!(spec.exchange(&with(&good, "body", json!({ "content": [] }))).is_err());
    assert!(spec.exchange(&with(&good, "answer", json!({}))).is_err());
    assert!(
        spec.exchange(&with(&good, "path", json!("/channels/12/notes")))
            .is_err()
    );
    assert!(spec.exchange(&with(&good, "status", Value::Null)).is_err());
}

#[test]
fn frames_are_held_against_the_description() {
    let Some(spec) = openapi() else { return };
    let frame = |event: &str, data: Value| json!({ "op": 0, "s": 1, "t": event, "d": data });
    let interaction = json!({
        "id": "1", "application_id": "2", "type": 3, "token": "t", "version": 1, "locale": "en-US",
        "channel_id": "3", "channel": { "id": "3", "type": 1 }, "user": user(), "message": message(),
        "data": { "component_type": 2, "custom_id": "a" }, "entitlements": [], "context": 1,
        "authorizing_integration_owners": { "0": "0" }, "app_permissions": "0", "attachment_size_limit": 10485760,
    });
    assert_eq!(spec.frame(&frame("INTERACTION_CREATE", interaction.clone())), Ok(()));
    assert_eq!(spec.frame(&frame("MESSAGE_CREATE", message())), Ok(()));
    assert_eq!(spec.frame(&json!({ "op": 11 })), Ok(()));
    for (key, field) in [
        ("type", json!(6)),
        ("token", Value::Null),
        ("version", json!(2)),
        ("user", Value::Null),
        ("member", json!({})),
        ("message", Value::Null),
        ("message", with(&message(), "embeds", Value::Null)),
        ("user", json!({ "id": "1" })),
        ("context", json!(3)),
        ("app_permissions", json!(0)),
        ("channel_id", json!("4")),
    ] {
        let bad = with(&interaction, key, field.clone());
        assert!(spec.frame(&frame("INTERACTION_CREATE", bad)).is_err(), "{key} {field}");
    }
    assert!(
        spec.frame(&frame("MESSAGE_CREATE", with(&message(), "author", Value::Null)))
            .is_err()
    );
}

#[test]
fn the_most_literal_operation_is_meant() {
    let Some(spec) = openapi() else { return };
    // `@me` has a body of its own kind; an id in its place is another operation with another answer.
    assert!(
        spec.answer("GET", "/users/@me", 200, Some(&user())).is_err(),
        "one's own account says more"
    );
    assert_eq!(
        spec.answer("GET", "/users/80351110224678912", 200, Some(&user())),
        Ok(())
    );
    assert!(spec.request("GET", "/nowhere", None).is_err());
    assert!(spec.request("TRACE", "/users/@me", None).is_err());
}

#[test]
fn a_complaint_names_the_place() {
    let Some(spec) = openapi() else { return };
    let row = |label: &str| json!({ "type": 1, "components": [{ "type": 2, "style": 1, "label": label }] });
    let body = json!({ "type": 4, "data": { "components": [row("fine"), row(&"x".repeat(81))] } });
    let complaint = spec
        .request("POST", CALLBACK, Some(&body))
        .expect_err("a label too long");
    assert!(
        complaint.contains("/data/components/1/components/0/label"),
        "{complaint}"
    );
}
