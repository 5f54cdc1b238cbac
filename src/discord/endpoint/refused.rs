//! Why a request at the endpoint is refused.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use metrics::counter;

/// Why a request is refused. Whoever sent the request learns nothing but a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// The headers do not hold one signature and one time.
    Headers,
    /// The body is larger than any interaction, or did not arrive whole and in time.
    Body,
    /// The signature is not that of the application's key over this time and this body.
    Signature,
    /// The signature is right, and the time is too far from now.
    Stale,
    /// The signature is right, and the body is no interaction and no event that this version knows.
    Content,
    /// The signature is right, and the bot is not connected yet or stops, or did not come to an end with an event in time.
    Closed,
}

impl Refused {
    /// The value of the metric's label.
    fn reason(self) -> &'static str {
        match self {
            Refused::Headers => "headers",
            Refused::Body => "body",
            Refused::Signature => "signature",
            Refused::Stale => "stale",
            Refused::Content => "content",
            Refused::Closed => "closed",
        }
    }

    /// Only who has signed gets another status than 401.
    fn status(self) -> StatusCode {
        match self {
            Refused::Content => StatusCode::BAD_REQUEST,
            Refused::Closed => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::UNAUTHORIZED,
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let reason = self.reason();
        counter!("whistle_interactions_refused_total", "reason" => reason).increment(1);
        self.status().into_response()
    }
}
