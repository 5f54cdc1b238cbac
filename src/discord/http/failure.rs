//! Why Discord did not do what it was asked, classified by what to do about it.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::Value;

use crate::service::metrics::CODES;

/// Why Discord did not do what it was asked, by what to do about it (docs/DISCORD.md, "Errors" and "Rate limits").
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(in crate::discord) enum Failure {
    /// The message no longer exists, or is not ours to edit.
    #[error("the message is gone")]
    GoneMessage,
    /// The channel no longer exists.
    #[error("the channel is gone")]
    GoneChannel,
    /// The bot may not see the channel, or may not write there.
    #[error("no access (code {code})")]
    NoAccess {
        /// Discord's code.
        code: i64,
    },
    /// The message is old and was edited too often; a new one can be sent in its place.
    #[error("the message is old and was edited too often")]
    Worn,
    /// The server has as many threads as Discord allows.
    #[error("there are too many threads")]
    TooManyThreads,
    /// The thread is archived: its messages cannot be edited, and a new message reopens it.
    #[error("the thread is archived")]
    Archived,
    /// The person takes no messages from the bot.
    #[error("the person's messages are closed")]
    ClosedDm,
    /// The interaction is too old, or unknown.
    #[error("the interaction is over")]
    GoneInteraction,
    /// The interaction was answered before.
    #[error("the interaction was answered before")]
    Answered,
    /// The request came too fast, and had no effect.
    #[error("limited for {after:?}")]
    Limited {
        /// How long to wait.
        after: Duration,
        /// Whether the wait holds for every route.
        global: bool,
    },
    /// No response, or a response of a server in trouble: nobody knows whether the request had an effect.
    #[error("unreachable: {0}")]
    Unreachable(String),
    /// Anything else is our own mistake, and Discord would refuse the request again.
    #[error("refused with {status}, code {code}: {what}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// Discord's code.
        code: i64,
        /// Discord's words, and the paths at fault, without values.
        what: String,
    },
}

/// Discord's code for a permission that the bot lacks (docs/DISCORD.md, "Errors").
const MISSING_PERMISSIONS: i64 = 50013;

impl Failure {
    /// Whether a file with the message may be the cause, so that Discord may accept the message without the file.
    pub(in crate::discord) fn may_be_of_file(&self) -> bool {
        match self {
            Failure::NoAccess { code } => *code == MISSING_PERMISSIONS,
            Failure::Refused { .. } => true,
            _ => false,
        }
    }

    /// Whether Discord may have refused a body with emojis because of one of them: how it says so is not documented in full.
    pub(super) const fn may_be_of_an_emoji(&self) -> bool {
        matches!(self, Failure::Refused { .. })
    }
}

/// Classifies a response that is no success.
pub(super) fn classify(status: StatusCode, body: &Value, asked: Option<Duration>) -> Failure {
    /// Discord's codes (docs/DISCORD.md, "Errors").
    const UNKNOWN_CHANNEL: i64 = 10003;
    const UNKNOWN_MESSAGE: i64 = 10008;
    const UNKNOWN_WEBHOOK: i64 = 10015;
    const UNKNOWN_INTERACTION: i64 = 10062;
    const TOO_MANY_OLD_EDITS: i64 = 30046;
    const ANSWERED: i64 = 40060;
    const MISSING_ACCESS: i64 = 50001;
    const NOT_YOURS: i64 = 50005;
    const CLOSED_DM: i64 = 50007;
    const WRONG_RECIPIENT: i64 = 50033;
    const WRONG_WEBHOOK_TOKEN: i64 = 50027;
    /// Private chats are opened too fast: a limit, whatever the status.
    const TOO_MANY_CHATS: i64 = 40003;
    const ARCHIVED: i64 = 50083;
    const NO_MUTUAL_GUILD: i64 = 50278;
    /// Something between the bot and Discord keeps the bot out.
    const BLOCKED: i64 = 40333;
    const LOCKED: i64 = 160_005;
    const TOO_MANY_THREADS: i64 = 160_006;
    /// Whoever responds so, the token is wrong, or too much was sent.
    const OWN_FAULT: [StatusCode; 2] = [StatusCode::UNAUTHORIZED, StatusCode::PAYLOAD_TOO_LARGE];

    let said = body["code"].as_i64();
    let code = said.unwrap_or(0);
    // Discord responds with the status of a rate limit, but without saying how long it lasts.
    if code == TOO_MANY_OLD_EDITS {
        return Failure::Worn;
    }
    if status == StatusCode::TOO_MANY_REQUESTS || code == TOO_MANY_CHATS {
        let unsaid = Duration::from_secs(if code == TOO_MANY_CHATS { 10 } else { 1 });
        return limited(body, asked, unsaid);
    }
    match code {
        UNKNOWN_MESSAGE | NOT_YOURS => Failure::GoneMessage,
        UNKNOWN_CHANNEL => Failure::GoneChannel,
        MISSING_ACCESS | MISSING_PERMISSIONS | LOCKED => Failure::NoAccess { code },
        ARCHIVED => Failure::Archived,
        TOO_MANY_THREADS => Failure::TooManyThreads,
        CLOSED_DM | NO_MUTUAL_GUILD | WRONG_RECIPIENT => Failure::ClosedDm,
        UNKNOWN_INTERACTION | UNKNOWN_WEBHOOK | WRONG_WEBHOOK_TOKEN => Failure::GoneInteraction,
        ANSWERED => Failure::Answered,
        // A refusal without a reason comes from something between the bot and Discord (docs/DISCORD.md, "Errors"), and
        // passes.
        _ if status.is_server_error()
            || (said.is_none() && !OWN_FAULT.contains(&status))
            || code == BLOCKED
            || (code == 0 && matches!(status, StatusCode::FORBIDDEN | StatusCode::REQUEST_TIMEOUT)) =>
        {
            Failure::Unreachable(format!("status {}", status.as_u16()))
        }
        _ => {
            let mut what = body["message"].as_str().unwrap_or("no reason given").to_owned();
            faults(&body["errors"], "", &mut what);
            Failure::Refused {
                status: status.as_u16(),
                code,
                what,
            }
        }
    }
}

/// Counts a response by the class of its status and Discord's code; no status is no response at all.
pub(super) fn count(status: Option<StatusCode>, code: Option<i64>) {
    let status = match status.map(|status| status.as_u16()) {
        None => "none",
        Some(429) => "429",
        Some(400..500) => "4xx",
        Some(500..) => "5xx",
        Some(300..400) => "3xx",
        Some(_) => "2xx",
    };
    let known = |code: i64| CODES.iter().find(|known| known.parse() == Ok(code));
    let code = code.map_or("none", |code| known(code).copied().unwrap_or("other"));
    metrics::counter!("whistle_discord_responses_total", "status" => status, "code" => code).increment(1);
}

/// A limit, with the wait that the body or the header asks for, or else `unsaid`.
fn limited(body: &Value, asked: Option<Duration>, unsaid: Duration) -> Failure {
    // Seconds with decimals. A body that is not Discord's (a proxy's) has no such field, so the header counts.
    let after = body["retry_after"]
        .as_f64()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    Failure::Limited {
        after: after.or(asked).unwrap_or(unsaid),
        global: body["global"].as_bool().unwrap_or(false),
    }
}

/// Adds the paths and codes of a form error to `what`.
fn faults(errors: &Value, path: &str, what: &mut String) {
    let Some(fields) = errors.as_object() else { return };
    for (key, inner) in fields {
        if key != "_errors" {
            faults(inner, &format!("{path}/{key}"), what);
            continue;
        }
        for error in inner.as_array().into_iter().flatten() {
            let code = error["code"].as_str().unwrap_or_default();
            what.push_str(&format!("; {path}: {code}"));
        }
    }
}
