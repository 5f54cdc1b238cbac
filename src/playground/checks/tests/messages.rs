use serde_json::{Value, json};

use super::{chars, leaves, list, plain, table, taken, text, times};
use crate::playground::checks::{FileInfo, MessageKind, edit, flags_after, message};

const V2: u64 = 1 << 15;
const KINDS: [MessageKind; 6] = [
    MessageKind::Create,
    MessageKind::Edit,
    MessageKind::InteractionReply,
    MessageKind::InteractionUpdate,
    MessageKind::FollowUp,
    MessageKind::FollowUpEdit,
];

#[test]
fn content_has_2000_chars_on_every_route() {
    for kind in KINDS {
        taken("2000", message(&json!({ "content": chars(2000) }), kind, &[]));
        taken(
            "trimmed",
            message(&json!({ "content": format!(" \n{} ", chars(2000)) }), kind, &[]),
        );
        taken(
            "chars, not bytes or UTF-16",
            message(&json!({ "content": "🎲".repeat(2000) }), kind, &[]),
        );
        let verdict = message(&json!({ "content": chars(2001) }), kind, &[]);
        leaves("2001", verdict, &["content:BASE_TYPE_MAX_LENGTH"]);
        leaves(
            "a number",
            message(&json!({ "content": 7 }), kind, &[]),
            &["content:STRING_TYPE_CONVERT"],
        );
    }
}

#[test]
fn the_fields_of_a_message_are_checked() {
    let ids = |count| list(count, |n| json!((n + 1).to_string()));
    let mentions = |value: Value| json!({ "content": "a", "allowed_mentions": value });
    let attachments = |value: Value| json!({ "content": "a", "attachments": value });
    let check = |body: &Value| message(body, MessageKind::Create, &[]);
    table(
        check,
        vec![
            ("nonce 25", json!({ "content": "a", "nonce": chars(25) }), &[]),
            (
                "nonce 26",
                json!({ "content": "a", "nonce": chars(26) }),
                &["nonce:BASE_TYPE_MAX_LENGTH"],
            ),
            ("nonce int64", json!({ "content": "a", "nonce": i64::MAX }), &[]),
            (
                "nonce beyond",
                json!({ "content": "a", "nonce": u64::MAX }),
                &["nonce:NUMBER_TYPE_COERCE"],
            ),
            (
                "10 embeds",
                json!({ "embeds": times(10, &json!({ "title": "t" })) }),
                &[],
            ),
            (
                "11 embeds",
                json!({ "embeds": times(11, &json!({ "title": "t" })) }),
                &["embeds:BASE_TYPE_MAX_LENGTH"],
            ),
            ("3 stickers", json!({ "sticker_ids": ids(3) }), &[]),
            (
                "4 stickers",
                json!({ "sticker_ids": ids(4) }),
                &["sticker_ids:BASE_TYPE_MAX_LENGTH"],
            ),
            (
                "bad sticker",
                json!({ "sticker_ids": ["x"] }),
                &["sticker_ids.0:NUMBER_TYPE_COERCE"],
            ),
            (
                "parse all",
                mentions(json!({ "parse": ["users", "roles", "everyone"] })),
                &[],
            ),
            (
                "parse other",
                mentions(json!({ "parse": ["users", "here"] })),
                &["allowed_mentions.parse.1:BASE_TYPE_CHOICES"],
            ),
            ("100 users", mentions(json!({ "users": ids(100) })), &[]),
            (
                "101 users",
                mentions(json!({ "users": ids(101) })),
                &["allowed_mentions.users:BASE_TYPE_MAX_LENGTH"],
            ),
            (
                "101 roles",
                mentions(json!({ "roles": ids(101) })),
                &["allowed_mentions.roles:BASE_TYPE_MAX_LENGTH"],
            ),
            (
                "users parsed, roles listed",
                mentions(json!({ "parse": ["users"], "roles": ids(2) })),
                &[],
            ),
            (
                "users parsed, none listed",
                mentions(json!({ "parse": ["users"], "users": [] })),
                &[],
            ),
            (
                "users parsed and listed",
                mentions(json!({ "parse": ["users"], "users": ids(1) })),
                &["allowed_mentions:MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"],
            ),
            (
                "alt text 1024",
                attachments(json!([{ "id": 0, "description": chars(1024) }])),
                &[],
            ),
            (
                "alt text 1025",
                attachments(json!([{ "id": "0", "description": chars(1025) }])),
                &["attachments.0.description:BASE_TYPE_MAX_LENGTH"],
            ),
            (
                "no id",
                attachments(json!([{ "filename": "a" }])),
                &["attachments.0.id:BASE_TYPE_REQUIRED"],
            ),
            (
                "one id twice",
                attachments(json!([{ "id": 0 }, { "id": "0" }])),
                &["attachments.1.id:ATTACHMENT_ID_DUPLICATED"],
            ),
            ("10 attachments", attachments(list(10, |n| json!({ "id": n }))), &[]),
            (
                "11 attachments",
                attachments(list(11, |n| json!({ "id": n }))),
                &["attachments:BASE_TYPE_MAX_LENGTH"],
            ),
            (
                "unknown fields",
                json!({ "content": "a", "colour_of_the_sky": [1] }),
                &[],
            ),
            (
                "nulls",
                json!({ "content": "a", "embeds": null, "components": null, "flags": null }),
                &[],
            ),
            ("flags in a string", json!({ "content": "a", "flags": "4096" }), &[]),
            (
                "flags of nonsense",
                json!({ "content": "a", "flags": "loud" }),
                &["flags:NUMBER_TYPE_COERCE"],
            ),
            (
                "tts",
                json!({ "content": "a", "tts": "yes" }),
                &["tts:BOOLEAN_TYPE_CONVERT"],
            ),
            ("a list wanted", json!({ "embeds": {} }), &["embeds:LIST_TYPE_CONVERT"]),
            (
                "an object wanted",
                json!({ "embeds": ["x"] }),
                &["embeds.0:MODEL_TYPE_CONVERT"],
            ),
        ],
    );
}

/// A poll with so many answers.
fn poll(answers: usize) -> Value {
    let answer = |n: usize| json!({ "poll_media": { "text": n.to_string() } });
    json!({ "question": { "text": "?" }, "answers": list(answers, answer) })
}

/// Source: Discord's docs, Poll Resource (2026-08-06), and PollCreateRequest of openapi.json (2026-07-18).
#[test]
fn polls_are_checked() {
    let with = |fields: Value| super::with(&poll(2), fields);
    let asked = |length: usize| with(json!({ "question": { "text": chars(length) } }));
    let answered = |length: usize| with(json!({ "answers": [{ "poll_media": { "text": chars(length) } }] }));
    let lasting = |hours: i64| with(json!({ "duration": hours }));
    let check = |poll: &Value| message(&json!({ "poll": poll }), MessageKind::Create, &[]);
    table(
        check,
        vec![
            ("1 answer", poll(1), &[]),
            ("10 answers", poll(10), &[]),
            ("no answer", poll(0), &["poll.answers:BASE_TYPE_BAD_LENGTH"]),
            ("11 answers", poll(11), &["poll.answers:BASE_TYPE_BAD_LENGTH"]),
            ("300 chars", asked(300), &[]),
            ("301 chars", asked(301), &["poll.question.text:BASE_TYPE_BAD_LENGTH"]),
            ("55 chars", answered(55), &[]),
            (
                "56 chars",
                answered(56),
                &["poll.answers.0.poll_media.text:BASE_TYPE_BAD_LENGTH"],
            ),
            ("32 days", lasting(768), &[]),
            ("and an hour", lasting(769), &["poll.duration:NUMBER_TYPE_MAX"]),
            ("no time", lasting(0), &["poll.duration:NUMBER_TYPE_MIN"]),
            (
                "nothing",
                json!({}),
                &["poll.question:BASE_TYPE_REQUIRED", "poll.answers:BASE_TYPE_REQUIRED"],
            ),
            (
                "another layout",
                with(json!({ "layout_type": 2 })),
                &["poll.layout_type:BASE_TYPE_CHOICES"],
            ),
        ],
    );
}

/// Only new messages of a channel are forwards. Source: Discord's docs, Message Resource, "Create Message" (2026-08-06).
#[test]
fn a_forward_needs_nothing_beside_it() {
    let forward = json!({ "message_reference": { "type": 1, "message_id": "5", "channel_id": "6" } });
    taken("a forward", message(&forward, MessageKind::Create, &[]));
    plain("no forward", message(&forward, MessageKind::FollowUp, &[]), 400, 50006);
    let placeless = json!({ "message_reference": { "type": 1, "message_id": "5" } });
    let verdict = message(&placeless, MessageKind::Create, &[]);
    leaves(
        "of where?",
        verdict,
        &["message_reference.channel_id:BASE_TYPE_REQUIRED"],
    );
}

#[test]
fn a_new_message_must_have_something() {
    let full = [
        json!({ "content": "a" }),
        json!({ "embeds": [{ "title": "t" }] }),
        json!({ "sticker_ids": ["1"] }),
        json!({ "components": [super::row(json!([super::button("a")]))] }),
        json!({ "poll": poll(1) }),
    ];
    let empty = [
        json!({}),
        json!({ "content": "" }),
        json!({ "content": " \n\t" }),
        json!({ "content": null, "embeds": [], "components": [] }),
        json!({ "message_reference": { "message_id": "5" } }),
    ];
    for kind in [
        MessageKind::Create,
        MessageKind::InteractionReply,
        MessageKind::FollowUp,
    ] {
        for body in &full {
            taken(&body.to_string(), message(body, kind, &[]));
        }
        for body in &empty {
            plain(&body.to_string(), message(body, kind, &[]), 400, 50006);
            taken(
                "a file is enough",
                message(body, kind, &[FileInfo { name: "a.png", size: 1 }]),
            );
        }
    }
}

#[test]
fn files_are_counted_and_weighed() {
    const MIB: u64 = 1024 * 1024;
    let file = |size| FileInfo { name: "a.bin", size };
    let check = |files: &[FileInfo<'_>]| message(&json!({}), MessageKind::Create, files);
    taken("10 files", check(&[file(1); 10]));
    plain("11 files", check(&[file(1); 11]), 400, 30015);
    taken("10 MiB", check(&[file(10 * MIB)]));
    plain("10 MiB and a byte", check(&[file(10 * MIB + 1)]), 400, 50045);
    taken(
        "25 MiB together",
        check(&[file(10 * MIB), file(10 * MIB), file(5 * MIB)]),
    );
    plain(
        "25 MiB and a byte together",
        check(&[file(10 * MIB), file(10 * MIB), file(5 * MIB + 1)]),
        413,
        40005,
    );
}

#[test]
fn an_edit_must_leave_something() {
    let stored = json!({ "content": "hello", "embeds": [{ "title": "t" }], "attachments": [{ "id": "7" }] });
    for kind in [
        MessageKind::Edit,
        MessageKind::InteractionUpdate,
        MessageKind::FollowUpEdit,
    ] {
        taken("nothing changed", edit(&json!({}), kind, &[], &stored));
        taken(
            "embeds left",
            edit(&json!({ "content": "", "attachments": [] }), kind, &[], &stored),
        );
        taken(
            "the file left",
            edit(&json!({ "content": "", "embeds": [] }), kind, &[], &stored),
        );
        let all = json!({ "content": null, "embeds": [], "attachments": [] });
        plain("nothing left", edit(&all, kind, &[], &stored), 400, 50006);
        taken(
            "a new file",
            edit(&all, kind, &[FileInfo { name: "b", size: 1 }], &stored),
        );
        taken("the stored message is not known", message(&all, kind, &[]));
    }
}

#[test]
fn kept_and_new_files_count_together() {
    let stored = json!({ "attachments": list(6, |n| json!({ "id": (n + 100).to_string() })) });
    let files = |count| vec![FileInfo { name: "a", size: 1 }; count];
    let check = |body: Value, count| edit(&body, MessageKind::Edit, &files(count), &stored);
    taken("6 and 4", check(json!({}), 4));
    plain("6 and 5", check(json!({}), 5), 400, 30015);
    taken("1 and 9", check(json!({ "attachments": [{ "id": "100" }] }), 9));
    plain(
        "1 and 10",
        check(json!({ "attachments": [{ "id": "100" }] }), 10),
        400,
        30015,
    );
}

#[test]
fn flags_that_may_be_set() {
    const EPHEMERAL: u64 = 1 << 6;
    const LOADING: u64 = 1 << 7;
    const SUPPRESS: u64 = 1 << 2;
    const SILENT: u64 = 1 << 12;
    let all = Some(u64::MAX);
    assert_eq!(
        flags_after(MessageKind::Create, all, 0),
        SUPPRESS | SILENT | 1 << 13 | V2
    );
    for kind in [MessageKind::InteractionReply, MessageKind::FollowUp] {
        assert_eq!(flags_after(kind, all, 0), SUPPRESS | SILENT | 1 << 13 | V2 | EPHEMERAL);
        assert_eq!(
            flags_after(kind, Some(LOADING), 0),
            0,
            "only the server says that it is thinking"
        );
    }
    for kind in [
        MessageKind::Edit,
        MessageKind::InteractionUpdate,
        MessageKind::FollowUpEdit,
    ] {
        assert_eq!(
            flags_after(kind, None, SUPPRESS | EPHEMERAL),
            SUPPRESS | EPHEMERAL,
            "not named"
        );
        assert_eq!(
            flags_after(kind, Some(0), SUPPRESS | EPHEMERAL | V2),
            EPHEMERAL | V2,
            "only SUPPRESS is unset"
        );
        assert_eq!(flags_after(kind, all, 0), SUPPRESS | V2, "only these two are set");
        assert_eq!(flags_after(kind, Some(EPHEMERAL), 0), 0, "no message becomes ephemeral");
    }
}

#[test]
fn components_v2_exclude_the_older_fields() {
    let body = |extra: Value| super::with(&json!({ "flags": V2, "components": [text("hello")] }), extra);
    let code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
    for kind in KINDS {
        let check = |body: &Value| message(body, kind, &[]);
        taken("alone", check(&body(json!({}))));
        taken(
            "cleared",
            check(&body(
                json!({ "content": null, "embeds": [], "poll": null, "sticker_ids": [] }),
            )),
        );
        for (key, value) in [
            ("content", json!("a")),
            ("embeds", json!([{ "title": "t" }])),
            ("poll", poll(1)),
            ("sticker_ids", json!(["1"])),
        ] {
            let mut extra = json!({});
            extra[key] = value;
            leaves(key, check(&body(extra)), &[&format!("{key}:{code}")]);
        }
    }
}

#[test]
fn components_v2_turned_on_by_an_edit_clear_what_was_there() {
    let stored = json!({ "content": "hello", "embeds": [{ "title": "t" }], "flags": 0 });
    let turn_on = json!({ "flags": V2, "components": [text("hello")] });
    let code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
    let verdict = edit(&turn_on, MessageKind::Edit, &[], &stored);
    leaves(
        "left",
        verdict,
        &[&format!("content:{code}"), &format!("embeds:{code}")],
    );
    let cleared = super::with(&turn_on, json!({ "content": null, "embeds": [] }));
    taken("cleared", edit(&cleared, MessageKind::Edit, &[], &stored));
    let v2 = json!({ "content": "", "flags": V2, "components": [text("hello")] });
    let verdict = edit(&json!({ "flags": 0, "content": "a" }), MessageKind::Edit, &[], &v2);
    leaves("never turned off", verdict, &[&format!("content:{code}")]);
    taken(
        "the flag need not be repeated",
        edit(&json!({ "components": [text("b")] }), MessageKind::Edit, &[], &v2),
    );
}
