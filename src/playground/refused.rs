//! Discord's errors (docs/DISCORD.md, "Errors"): a status, a code, words, and for bad forms a tree of fields.

use std::time::Duration;

use serde_json::{Value, json};

/// Discord refuses what was sent.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{status}: {body}")]
pub struct Refused {
    /// The HTTP status to answer with.
    pub status: u16,
    /// The body to answer with: `{"message", "code"}` and, for a bad form, `"errors"`.
    pub body: Value,
}

const fn status_and_words(code: u32) -> (u16, &'static str) {
    match code {
        10003 => (404, "Unknown Channel"),
        10004 => (404, "Unknown Guild"),
        10007 => (404, "Unknown Member"),
        10008 => (404, "Unknown Message"),
        10013 => (404, "Unknown User"),
        10014 => (404, "Unknown Emoji"),
        10015 => (404, "Unknown Webhook"),
        10062 => (404, "Unknown interaction"),
        10063 => (404, "Unknown application command"),
        10066 => (404, "Unknown application command permissions"),
        20001 => (403, "Bots cannot use this endpoint"),
        20012 => (403, "You are not authorized to perform this action on this application"),
        20026 => (
            403,
            "Your bot has been flagged by our anti-spam system for abusive behavior.",
        ),
        30003 => (400, "Maximum number of pins reached for the channel (250)"),
        30008 => (400, "Maximum number of emojis reached (2000)"),
        30010 => (400, "Maximum number of reactions reached (20)"),
        30015 => (400, "Maximum number of attachments in a message reached (10)"),
        30033 => (400, "Maximum number of thread participants has been reached (1000)"),
        30034 => (
            429,
            "Max number of daily application command creates has been reached (200)",
        ),
        30046 => (
            429,
            "Maximum number of edits to messages older than 1 hour reached. Try again later.",
        ),
        40003 => (403, "You are opening direct messages too fast."),
        40005 => (413, "Request entity too large"),
        40060 => (400, "Interaction has already been acknowledged."),
        40333 => (403, "internal network error"),
        50001 => (403, "Missing Access"),
        50005 => (403, "Cannot edit a message authored by another user"),
        50006 => (400, "Cannot send an empty message"),
        50007 => (403, "Cannot send messages to this user"),
        50013 => (403, "Missing Permissions"),
        50021 => (403, "Cannot execute action on a system message"),
        50024 => (400, "Cannot execute action on this channel type"),
        50027 => (401, "Invalid Webhook Token"),
        50033 => (400, "Invalid Recipient(s)"),
        50034 => (400, "You can only bulk delete messages that are under 14 days old."),
        50041 => (400, "Invalid API version provided"),
        50045 => (400, "File uploaded exceeds the maximum size"),
        50083 => (400, "Thread is archived"),
        50109 => (400, "The request body contains invalid JSON."),
        50278 => (403, "Cannot send messages to this user due to having no mutual guilds"),
        160004 => (400, "A thread has already been created for this message"),
        160005 => (403, "This thread is locked"),
        520001 => (400, "Poll expired"),
        520003 => (400, "Cannot edit a poll message"),
        520006 => (400, "Cannot expire a non-poll message"),
        160014 => (403, "You cannot forward a message whose content you cannot read"),
        160006 => (400, "Maximum number of active threads reached"),
        _ => (500, "Internal Server Error"),
    }
}

impl Refused {
    /// An error by its code, with Discord's words.
    pub(crate) fn known(code: u32) -> Self {
        let (status, words) = status_and_words(code);
        Self::plain(status, code, words)
    }

    pub(crate) fn plain(status: u16, code: u32, words: &str) -> Self {
        let body = json!({ "message": words, "code": code });
        Self { status, body }
    }

    /// An error with code 0, which says no more than its status.
    pub(crate) fn bare(status: u16, words: &str) -> Self {
        Self::plain(status, 0, &format!("{status}: {words}"))
    }

    /// An error that passes after a while.
    pub(crate) fn for_now(code: u32, retry_after: Duration) -> Self {
        let mut refused = Self::known(code);
        refused.body["retry_after"] = json!(retry_after.as_secs_f64());
        refused.body["global"] = json!(false);
        refused
    }

    /// Fields are wrong: the tree of errors by field.
    pub(crate) fn form(errors: Value) -> Self {
        Self {
            status: 400,
            body: json!({ "code": 50035, "message": "Invalid Form Body", "errors": errors }),
        }
    }

    /// A form error with one leaf. `path` names keys and decimal indices separated by dots; empty means the root.
    pub(crate) fn field(path: &str, code: &str, message: &str) -> Self {
        let mut tree = json!({ "_errors": [{ "code": code, "message": message }] });
        for key in path.split('.').rev().filter(|key| !key.is_empty()) {
            tree = json!({ key: tree });
        }
        Self::form(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_have_discords_shape() {
        assert_eq!(
            Refused::known(10062),
            Refused {
                status: 404,
                body: json!({"message": "Unknown interaction", "code": 10062})
            }
        );
        assert_eq!(
            Refused::bare(401, "Unauthorized").body,
            json!({"message": "401: Unauthorized", "code": 0})
        );
        let form = Refused::field("channel_id", "NUMBER_TYPE_COERCE", "Value \"x\" is not snowflake.");
        assert_eq!((form.status, &form.body["code"]), (400, &json!(50035)));
        assert!(form.body["errors"]["channel_id"]["_errors"][0]["code"].is_string());
    }
}
