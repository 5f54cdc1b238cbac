//! What a handler answers when all is well, to bots and to people alike.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

/// A status, and the body if there is one. It is written out once the handler is over and holds the playground's state no longer.
#[derive(Debug)]
pub(crate) struct Reply(pub(crate) StatusCode, pub(crate) Option<Value>);

impl Reply {
    pub(crate) fn ok<E>(body: Value) -> Result<Self, E> {
        Ok(Self(StatusCode::OK, Some(body)))
    }

    /// A list.
    pub(crate) fn list<E>(items: impl Iterator<Item = Value>) -> Result<Self, E> {
        Self::ok(items.collect())
    }

    pub(crate) fn created<E>(body: Value) -> Result<Self, E> {
        Ok(Self(StatusCode::CREATED, Some(body)))
    }

    pub(crate) fn nothing<E>() -> Result<Self, E> {
        Ok(Self(StatusCode::NO_CONTENT, None))
    }
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        match self.1 {
            Some(value) => (self.0, Json(value)).into_response(),
            None => self.0.into_response(),
        }
    }
}
