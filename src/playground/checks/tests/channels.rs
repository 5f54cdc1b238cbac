use serde_json::{Value, json};

use super::{chars, leaves, list, plain, table, taken, with};
use crate::playground::checks::{ThreadKind, bulk_delete, channel, channel_edit, dm, thread, thread_edit};

fn named(fields: Value) -> Value {
    with(&json!({ "name": "table" }), fields)
}

#[test]
fn a_threads_fields_are_checked() {
    table(
        |body| thread(body, ThreadKind::Standalone),
        vec![
            ("name 100", named(json!({ "name": chars(100) })), &[]),
            (
                "name 101",
                named(json!({ "name": chars(101) })),
                &["name:BASE_TYPE_BAD_LENGTH"],
            ),
            ("name 0", named(json!({ "name": "" })), &["name:BASE_TYPE_BAD_LENGTH"]),
            ("no name", json!({}), &["name:BASE_TYPE_REQUIRED"]),
            ("an hour", named(json!({ "auto_archive_duration": 60 })), &[]),
            ("a week", named(json!({ "auto_archive_duration": 10080 })), &[]),
            (
                "a minute",
                named(json!({ "auto_archive_duration": 1 })),
                &["auto_archive_duration:BASE_TYPE_CHOICES"],
            ),
            ("slow 21600", named(json!({ "rate_limit_per_user": 21600 })), &[]),
            (
                "slow 21601",
                named(json!({ "rate_limit_per_user": 21601 })),
                &["rate_limit_per_user:NUMBER_TYPE_MAX"],
            ),
            (
                "slow -1",
                named(json!({ "rate_limit_per_user": -1 })),
                &["rate_limit_per_user:NUMBER_TYPE_MIN"],
            ),
            ("private", named(json!({ "type": 12, "invitable": false })), &[]),
            (
                "a text channel",
                named(json!({ "type": 0 })),
                &["type:BASE_TYPE_CHOICES"],
            ),
        ],
    );
    taken("from a message", thread(&named(json!({})), ThreadKind::FromMessage));
    taken("archived", thread_edit(&json!({ "archived": true, "locked": true })));
    leaves(
        "archived?",
        thread_edit(&json!({ "archived": 1 })),
        &["archived:BOOLEAN_TYPE_CONVERT"],
    );
    leaves(
        "renamed",
        thread_edit(&json!({ "name": chars(101) })),
        &["name:BASE_TYPE_BAD_LENGTH"],
    );
}

#[test]
fn a_channels_fields_are_checked() {
    table(
        channel,
        vec![
            ("name 100", named(json!({ "name": chars(100) })), &[]),
            (
                "name 101",
                named(json!({ "name": chars(101) })),
                &["name:BASE_TYPE_BAD_LENGTH"],
            ),
            ("no name", json!({}), &["name:BASE_TYPE_REQUIRED"]),
            ("topic 1024", named(json!({ "topic": chars(1024) })), &[]),
            (
                "topic 1025",
                named(json!({ "topic": chars(1025) })),
                &["topic:BASE_TYPE_MAX_LENGTH"],
            ),
            ("type 15", named(json!({ "type": 15 })), &[]),
            ("a thread", named(json!({ "type": 11 })), &["type:BASE_TYPE_CHOICES"]),
            (
                "slow 21601",
                named(json!({ "rate_limit_per_user": 21601 })),
                &["rate_limit_per_user:NUMBER_TYPE_MAX"],
            ),
            (
                "parent",
                named(json!({ "parent_id": "x" })),
                &["parent_id:NUMBER_TYPE_COERCE"],
            ),
        ],
    );
    taken("an edit need not name it", channel_edit(&json!({ "topic": "dice" })));
    leaves(
        "an edit",
        channel_edit(&json!({ "name": "" })),
        &["name:BASE_TYPE_BAD_LENGTH"],
    );
}

#[test]
fn a_direct_message_names_its_person() {
    taken("a person", dm(&json!({ "recipient_id": "80351110224678912" })));
    leaves("nobody", dm(&json!({})), &["recipient_id:BASE_TYPE_REQUIRED"]);
    leaves(
        "not an id",
        dm(&json!({ "recipient_id": "ana" })),
        &["recipient_id:NUMBER_TYPE_COERCE"],
    );
}

#[test]
fn a_bulk_delete_is_checked() {
    const NOW: u64 = 1_700_000_000_000;
    const TWO_WEEKS: u64 = 14 * 24 * 60 * 60 * 1000;
    let id = |ms: u64, n: usize| json!((((ms - 1_420_070_400_000) << 22) + n as u64).to_string());
    let body = |count: usize| json!({ "messages": list(count, |n| id(NOW, n)) });
    taken("2", bulk_delete(&body(2), NOW));
    taken("100", bulk_delete(&body(100), NOW));
    leaves("1", bulk_delete(&body(1), NOW), &["messages:BASE_TYPE_BAD_LENGTH"]);
    leaves("101", bulk_delete(&body(101), NOW), &["messages:BASE_TYPE_BAD_LENGTH"]);
    let twice = json!({ "messages": [id(NOW, 1), id(NOW, 1)] });
    leaves(
        "one twice",
        bulk_delete(&twice, NOW),
        &["messages.1:SET_TYPE_ALREADY_CONTAINS_VALUE"],
    );
    let aged = |ms: u64| json!({ "messages": [id(NOW, 1), id(ms, 2)] });
    taken("two weeks old", bulk_delete(&aged(NOW - TWO_WEEKS), NOW));
    plain(
        "a moment more",
        bulk_delete(&aged(NOW - TWO_WEEKS - 1), NOW),
        400,
        50034,
    );
}
