use serde_json::json;

use crate::playground::checks::{MessageKind, Refused, message};

#[test]
fn a_form_error_has_discords_shape() {
    let body = json!({ "content": "hello", "embeds": [{ "title": "fine" }, { "title": super::chars(257) }] });
    let refused = message(&body, MessageKind::Create, &[]).expect_err("too long");
    let expected = json!({
        "code": 50035,
        "message": "Invalid Form Body",
        "errors": { "embeds": { "1": { "title": { "_errors": [
            { "code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 256 or fewer in length." }
        ] } } } }
    });
    assert_eq!(refused.body, expected);
    assert_eq!(refused.status, 400);
}

#[test]
fn a_root_error_stands_directly_under_errors() {
    let refused = Refused::field("", "APPLICATION_COMMAND_TOO_LARGE", "Too large");
    let expected = json!({ "_errors": [{ "code": "APPLICATION_COMMAND_TOO_LARGE", "message": "Too large" }] });
    assert_eq!(refused.body["errors"], expected);
    super::leaves(
        "not an object",
        message(&json!([]), MessageKind::Create, &[]),
        &[":MODEL_TYPE_CONVERT"],
    );
}

#[test]
fn a_leaf_made_by_hand_nests_by_its_path() {
    let refused = Refused::field("data.components.0", "X", "words");
    assert_eq!(super::leaves_of(&refused), ["data.components.0:X"]);
    assert_eq!(
        refused.body["errors"]["data"]["components"]["0"]["_errors"][0]["message"],
        "words"
    );
}

#[test]
fn a_plain_error_has_no_tree() {
    let refused = message(&json!({}), MessageKind::Create, &[]).expect_err("empty");
    assert_eq!(
        refused.body,
        json!({ "code": 50006, "message": "Cannot send an empty message" })
    );
}

#[test]
fn every_mistake_is_named_at_once() {
    let body = json!({
        "content": super::chars(2001),
        "embeds": [{ "title": super::chars(257), "footer": { "text": super::chars(2049) } }],
    });
    let expected = [
        "content:BASE_TYPE_MAX_LENGTH",
        "embeds.0.title:BASE_TYPE_MAX_LENGTH",
        "embeds.0.footer.text:BASE_TYPE_MAX_LENGTH",
    ];
    super::leaves("all three", message(&body, MessageKind::Create, &[]), &expected);
}
