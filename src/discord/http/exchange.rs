//! One request to a server and its response, unprocessed: this module waits for no limit and judges no response.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::{BoxFuture, FutureExt};
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue, USER_AGENT};
use reqwest::multipart::{Form, Part};
use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::Value;

use super::failure::Failure;
use crate::discord::governor::{BucketReport, named};

/// Discord's address.
pub(in crate::discord) const DISCORD: &str = "https://discord.com";
/// The user agent in the form that Discord wants (docs/DISCORD.md, "Errors").
const AGENT: &str = concat!(
    "DiscordBot (",
    env!("CARGO_PKG_HOMEPAGE"),
    ", ",
    env!("CARGO_PKG_VERSION"),
    ")"
);
/// A slower request has most likely been lost; its outcome is unknown.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
/// How many idle connections are kept; more of them, left over from a rush, would only take room.
const IDLE: usize = 64;

/// A way to a server.
pub(super) trait Exchange: Send + Sync {
    /// Sends a request, with the bot token if `named`, and returns the response.
    fn exchange<'a>(&'a self, request: Request<'a>, named: bool) -> BoxFuture<'a, Result<Response, Failure>>;

    /// The same server with connections of its own.
    fn apart(&self) -> Result<Arc<dyn Exchange>, reqwest::Error>;
}

/// One request to a path below `/api/v10`.
#[derive(Clone)]
pub(super) struct Request<'a> {
    pub(super) method: Method,
    pub(super) path: &'a str,
    pub(super) body: Option<&'a Value>,
    /// Files that go with the body, with their names.
    pub(super) files: Vec<(String, Vec<u8>)>,
    pub(super) patience: Duration,
}

impl<'a> Request<'a> {
    /// A request without files.
    pub(super) fn new(method: Method, path: &'a str, body: Option<&'a Value>) -> Request<'a> {
        Request {
            method,
            path,
            body,
            files: Vec::new(),
            patience: PATIENCE,
        }
    }
}

/// A response, unprocessed.
pub(super) struct Response {
    pub(super) status: StatusCode,
    pub(super) bytes: Vec<u8>,
    /// How long the headers ask to wait.
    pub(super) asked: Option<Duration>,
    /// What the headers say about the rate limit.
    pub(super) standing: Option<BucketReport>,
    /// Whether the limit is shared and others have used it up.
    pub(super) shared: bool,
}

/// Why there can be no client.
#[derive(Debug, thiserror::Error)]
pub(in crate::discord) enum ApiError {
    /// The token has characters that no token has.
    #[error("the token is not well-formed")]
    Token,
    /// TLS could not be set up.
    #[error("no HTTPS client: {0}")]
    Client(#[from] reqwest::Error),
}

/// Discord, or a server that stands in for it, over HTTP.
pub(super) struct HttpApi {
    client: reqwest::Client,
    base: String,
    authorization: HeaderValue,
}

impl HttpApi {
    /// The server at `base` (scheme, host and port).
    pub(super) fn new(token: &str, base: &str) -> Result<HttpApi, ApiError> {
        let mut authorization = HeaderValue::from_str(&format!("Bot {token}")).map_err(|_| ApiError::Token)?;
        authorization.set_sensitive(true);
        Ok(HttpApi {
            client: client(base)?,
            base: base.trim_end_matches('/').to_owned(),
            authorization,
        })
    }
}

impl Exchange for HttpApi {
    fn exchange<'a>(&'a self, asked: Request<'a>, named: bool) -> BoxFuture<'a, Result<Response, Failure>> {
        let url = format!("{}/api/v10{}", self.base, asked.path);
        let mut request = self.client.request(asked.method, url).timeout(asked.patience);
        request = request.header(USER_AGENT, AGENT);
        if named {
            request = request.header(AUTHORIZATION, self.authorization.clone());
        }
        request = match asked.body {
            Some(body) if asked.files.is_empty() => request.json(body),
            Some(body) => with_files(request, body, asked.files),
            None => request,
        };
        receive(request).boxed()
    }

    fn apart(&self) -> Result<Arc<dyn Exchange>, reqwest::Error> {
        Ok(Arc::new(HttpApi {
            client: client(&self.base)?,
            base: self.base.clone(),
            authorization: self.authorization.clone(),
        }))
    }
}

/// A client for the server at `base`.
fn client(base: &str) -> Result<reqwest::Client, reqwest::Error> {
    // A redirect must not lead a webhook route elsewhere, and a proxy must not see requests to loopback addresses.
    let mut builder = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .pool_max_idle_per_host(IDLE);
    if base != DISCORD {
        builder = builder.no_proxy();
    }
    builder.build()
}

/// A request with files beside its body (docs/DISCORD.md, "Files").
fn with_files(request: RequestBuilder, body: &Value, files: Vec<(String, Vec<u8>)>) -> RequestBuilder {
    let mut form = Form::new().text("payload_json", body.to_string());
    for (at, (name, bytes)) in files.into_iter().enumerate() {
        form = form.part(format!("files[{at}]"), Part::bytes(bytes).file_name(name));
    }
    request.multipart(form)
}

/// Sends a request and reads the response.
async fn receive(request: RequestBuilder) -> Result<Response, Failure> {
    // An error that kept its URL would show an interaction's token.
    let lost = |error: reqwest::Error| Failure::Unreachable(error.without_url().to_string());
    let response = request.send().await.map_err(lost)?;
    let (status, headers) = (response.status(), response.headers());
    let (asked, standing) = (seconds(headers, "retry-after"), standing(headers));
    let shared = headers.get("x-ratelimit-scope").is_some_and(|scope| scope == "shared");
    let bytes = response.bytes().await.map_err(lost)?.into();
    Ok(Response {
        status,
        bytes,
        asked,
        standing,
        shared,
    })
}

/// A header whose value is a number of seconds.
fn seconds(headers: &HeaderMap, name: &str) -> Option<Duration> {
    let seconds: f64 = headers.get(name)?.to_str().ok()?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// What a response says about the limit against which it counts.
fn standing(headers: &HeaderMap) -> Option<BucketReport> {
    let number = |name| headers.get(name)?.to_str().ok()?.parse().ok();
    Some(BucketReport {
        limit: number("x-ratelimit-limit")?,
        left: number("x-ratelimit-remaining")?,
        over_in: seconds(headers, "x-ratelimit-reset-after")?,
        name: named(headers.get("x-ratelimit-bucket")?.as_bytes()),
    })
}
