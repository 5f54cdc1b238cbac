//! Sends raw requests to Discord, one at a time, and keeps the whole answer: status, headers and body.
//!
//! The client waits as long as the headers say and asks again after a 429. It counts the answers that Discord counts
//! towards a ban, and ends the run long before a ban (docs/DISCORD.md, "Bans").

use std::collections::HashMap;
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue, USER_AGENT};
use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::Instant;

use super::verdict::{Halt, Tried, differs, untried};

/// As Discord wants programs to name themselves (docs/DISCORD.md, "Errors").
const AGENT: &str = concat!(
    "DiscordBot (",
    env!("CARGO_PKG_HOMEPAGE"),
    ", ",
    env!("CARGO_PKG_VERSION"),
    ")"
);
/// A request that takes longer has most likely been lost.
const PATIENCE: Duration = Duration::from_secs(10);
/// The shortest time from one request to the next: the global limit is 50 a second (docs/DISCORD.md, "Rate limits").
const PACE: Duration = Duration::from_millis(22);
/// Nobody is kept waiting for longer than this by one limit.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// How often one request is asked again after a 429.
const TRIES: u32 = 4;
/// How many answers of 401, 403 and 429 a run may get before it ends.
const MOST_REFUSED: u32 = 40;

/// Discord's address.
pub(crate) const DISCORD: &str = "https://discord.com";

/// One request to a path below `/api/v10`.
pub(crate) struct Request {
    method: Method,
    path: String,
    body: Option<Value>,
    files: Vec<(&'static str, Vec<u8>)>,
    /// The version of the API that is asked.
    pub(super) version: &'static str,
    /// The body is sent as plain text.
    pub(super) plain: bool,
    token: bool,
    /// The request says who sends it.
    pub(super) agent: bool,
    /// The caller gets a 429 that asks for a long wait as an answer.
    pub(super) long_waits: bool,
}

impl Request {
    /// A request as the bot sends it, with its token.
    pub(crate) fn new(method: Method, path: impl Into<String>) -> Request {
        Request {
            method,
            path: path.into(),
            body: None,
            files: Vec::new(),
            version: "v10",
            plain: false,
            token: true,
            agent: true,
            long_waits: false,
        }
    }

    pub(super) fn body(mut self, body: Value) -> Request {
        self.body = Some(body);
        self
    }

    pub(super) fn file(mut self, name: &'static str, bytes: impl Into<Vec<u8>>) -> Request {
        self.files.push((name, bytes.into()));
        self
    }

    /// The same without the token.
    pub(crate) fn without_token(mut self) -> Request {
        self.token = false;
        self
    }

    /// The route, as far as buckets are concerned: the path without the ids beyond the major parameter.
    fn route(&self) -> String {
        let parts = self.path.split('?').next().unwrap_or_default().split('/');
        let part = |(at, part): (usize, &str)| match at {
            0..=2 => part.to_owned(),
            3 if self.path.starts_with("/webhooks/") => part.to_owned(),
            _ if part.starts_with(|first: char| first.is_ascii_digit()) => "{}".to_owned(),
            _ => part.to_owned(),
        };
        let parts: Vec<String> = parts.enumerate().map(part).collect();
        format!("{} {}", self.method, parts.join("/"))
    }

    /// The major parameter with what stands before it.
    fn major(&self) -> String {
        let count = if self.path.starts_with("/webhooks/") { 4 } else { 3 };
        self.path.split('/').take(count).collect::<Vec<_>>().join("/")
    }
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(super) headers: HeaderMap,
    /// Null where there was none, or none that is JSON.
    pub(crate) body: Value,
}

impl Answer {
    /// A header's text, if there is one.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// A header's number, if it is one.
    pub(super) fn number(&self, name: &str) -> Option<f64> {
        self.header(name)?.parse().ok()
    }

    /// Discord's code of an error.
    pub(super) fn code(&self) -> Option<u64> {
        self.body["code"].as_u64()
    }

    /// The status, with the code and the first wrong field if there is one.
    pub(super) fn said(&self) -> String {
        let mut said = self.status.to_string();
        if let Some(code) = self.code() {
            said += &format!(" with code {code}");
        }
        if let Some((path, leaf)) = first_leaf(&self.body["errors"], String::new()) {
            said += &format!(" ({path} {leaf})");
        }
        said
    }

    /// Must have this status. What the bot is not permitted to do cannot be tried.
    pub(super) fn is(&self, status: u16) -> Tried {
        match self.status {
            found if found == status => Ok(()),
            403 if matches!(self.code(), Some(50013 | 50001)) => {
                untried("the bot lacks a permission in this server for it")
            }
            _ => differs(format!("the answer was {}, not {status}", self.said())),
        }
    }

    /// Itself, if its status is 200.
    pub(super) fn ok(self) -> Tried<Answer> {
        self.is(200)?;
        Ok(self)
    }

    /// Must be a refusal with this status and code.
    pub(super) fn refused(&self, status: u16, code: u64) -> Tried {
        if (self.status, self.code()) == (status, Some(code)) {
            return Ok(());
        }
        differs(format!("the answer was {}, not {status} with code {code}", self.said()))
    }

    /// Must be an invalid form with this leaf at this path of keys and indices. Any leaf will do where none is named.
    pub(super) fn refused_at(&self, path: &str, leaf: &str) -> Tried {
        self.refused(400, 50035)?;
        let at = path.split('.').fold(&self.body["errors"], |tree, key| &tree[key]);
        let found = match leaf {
            "" => first_leaf(at, String::new()).is_some(),
            leaf => at["_errors"]
                .as_array()
                .is_some_and(|all| all.iter().any(|one| one["code"] == leaf)),
        };
        if found {
            return Ok(());
        }
        differs(format!("the answer was {}, with no {leaf} at {path}", self.said()))
    }

    /// Must be a refused form, wherever the fault is said to be.
    pub(super) fn refused_form(&self) -> Tried {
        self.refused(400, 50035)
    }
}

/// The first leaf of a tree of errors: its path and its code.
fn first_leaf(tree: &Value, path: String) -> Option<(String, String)> {
    let fields = tree.as_object()?;
    if let Some(leaf) = fields.get("_errors").and_then(|all| all[0]["code"].as_str()) {
        return Some((path, leaf.to_owned()));
    }
    let below = |(key, tree): (&String, &Value)| {
        let path = if path.is_empty() {
            key.clone()
        } else {
            format!("{path}.{key}")
        };
        first_leaf(tree, path)
    };
    fields.iter().find_map(below)
}

/// A client of one run.
pub(crate) struct Client {
    http: reqwest::Client,
    base: String,
    authorization: HeaderValue,
    /// The bucket of each route, as its last answer named it.
    buckets: HashMap<String, String>,
    /// Until when a bucket is used up, by its name and the major parameter.
    waits: HashMap<String, Instant>,
    last: Option<Instant>,
    refused: u32,
    stop: watch::Receiver<bool>,
    /// What was begun is tidied up whatever anybody says.
    tidying: bool,
}

impl Client {
    /// A client of the server at `base` (`/api/v10` may follow), until `stop` is true.
    pub(crate) fn new(base: &str, token: &str, stop: watch::Receiver<bool>) -> Result<Client, String> {
        let base = base
            .trim_end_matches('/')
            .trim_end_matches("/v10")
            .trim_end_matches("/api");
        let mut builder = reqwest::Client::builder()
            .timeout(PATIENCE)
            .redirect(reqwest::redirect::Policy::none());
        if base != DISCORD {
            // As the bot: a proxy must not see requests to a server in Discord's place.
            builder = builder.no_proxy();
        }
        let http = builder
            .build()
            .map_err(|error| format!("no requests can be made: {error}"))?;
        let mut authorization =
            HeaderValue::from_str(&format!("Bot {token}")).map_err(|_| "the token is no token".to_owned())?;
        authorization.set_sensitive(true);
        Ok(Client {
            http,
            base: base.to_owned(),
            authorization,
            buckets: HashMap::new(),
            waits: HashMap::new(),
            last: None,
            refused: 0,
            stop,
            tidying: false,
        })
    }

    /// From now on nothing is cut short.
    pub(super) fn tidy(&mut self) {
        self.tidying = true;
    }

    /// How many answers counted towards a ban.
    pub(super) fn refusals(&self) -> u32 {
        self.refused
    }

    /// Sends a request when it may be sent, and again where Discord asks to wait.
    pub(crate) async fn send(&mut self, request: &Request) -> Result<Answer, Halt> {
        for _ in 0..TRIES {
            self.wait_for_leave(request).await?;
            let answer = self.once(request).await?;
            self.note(request, &answer);
            if matches!(answer.status, 401 | 403 | 429) {
                self.refused += 1;
            }
            if !self.tidying && self.refused > MOST_REFUSED {
                return Err(Halt::Over(
                    "Discord has refused too much, and might soon refuse everything".to_owned(),
                ));
            }
            match answer.status {
                429 => self.hold(request, &answer)?,
                500.. => return untried(format!("Discord answered {}", answer.status)),
                _ => return Ok(answer),
            }
            if request.long_waits && waiting_time(&answer) > LONGEST_WAIT {
                return Ok(answer);
            }
        }
        untried("Discord asked to wait again and again")
    }

    async fn once(&self, request: &Request) -> Result<Answer, Halt> {
        let url = format!("{}/api/{}{}", self.base, request.version, request.path);
        let mut asking = self.http.request(request.method.clone(), url);
        if request.agent {
            asking = asking.header(USER_AGENT, AGENT);
        }
        if request.token {
            asking = asking.header(AUTHORIZATION, self.authorization.clone());
        }
        let body = request.body.as_ref().map(Value::to_string);
        asking = match body {
            Some(body) if !request.files.is_empty() => {
                let mut form = Form::new().text("payload_json", body);
                for (at, (name, bytes)) in request.files.iter().enumerate() {
                    form = form.part(format!("files[{at}]"), Part::bytes(bytes.clone()).file_name(*name));
                }
                asking.multipart(form)
            }
            Some(body) => {
                let kind = if request.plain {
                    "text/plain"
                } else {
                    "application/json"
                };
                asking.header(CONTENT_TYPE, kind).body(body)
            }
            None => asking,
        };
        // The address may hold an interaction's token, so that nothing of the error is told but its kind.
        let lost = |error: reqwest::Error| {
            let what = if error.is_timeout() {
                "took too long"
            } else {
                "got no answer"
            };
            Halt::Untried(format!("a request {what}"))
        };
        let response = asking.send().await.map_err(lost)?;
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = response.bytes().await.map_err(lost)?;
        Ok(Answer {
            status: status.as_u16(),
            headers,
            body: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
        })
    }

    async fn wait_for_leave(&mut self, request: &Request) -> Tried {
        let paced = self.last.map(|last| last + PACE);
        let held = self.waits.get(&self.bucket(request)).copied();
        if let Some(until) = paced.into_iter().chain(held).max() {
            self.rest_until(until).await?;
        }
        self.last = Some(Instant::now());
        if *self.stop.borrow() && !self.tidying {
            return Err(Halt::Over("it was stopped".to_owned()));
        }
        Ok(())
    }

    /// Waits, but not when somebody stops the run.
    pub(super) async fn rest_until(&mut self, until: Instant) -> Tried {
        if self.tidying {
            tokio::time::sleep_until(until).await;
            return Ok(());
        }
        tokio::select! {
            biased;
            _ = self.stop.wait_for(|stop| *stop) => Err(Halt::Over("it was stopped".to_owned())),
            () = tokio::time::sleep_until(until) => Ok(()),
        }
    }

    fn bucket(&self, request: &Request) -> String {
        let route = request.route();
        let name = self.buckets.get(&route).unwrap_or(&route);
        format!("{name} {}", request.major())
    }

    /// Remembers what the headers say of the next request of this bucket.
    fn note(&mut self, request: &Request, answer: &Answer) {
        if let Some(bucket) = answer.header("x-ratelimit-bucket") {
            self.buckets.insert(request.route(), bucket.to_owned());
        }
        if answer.number("x-ratelimit-remaining") == Some(0.0)
            && let Some(after) = answer.number("x-ratelimit-reset-after")
        {
            let after = seconds(after).min(LONGEST_WAIT);
            self.waits.insert(self.bucket(request), Instant::now() + after);
        }
    }

    /// Holds back what Discord asks to hold back.
    fn hold(&mut self, request: &Request, answer: &Answer) -> Tried {
        if answer.body.is_null() {
            return Err(Halt::Over(
                "this address is banned for now: try again in some hours".to_owned(),
            ));
        }
        let wait = waiting_time(answer);
        if wait > LONGEST_WAIT && !request.long_waits {
            return untried(format!("Discord asks to wait for {} s", wait.as_secs()));
        }
        self.waits
            .insert(self.bucket(request), Instant::now() + wait.min(LONGEST_WAIT));
        Ok(())
    }
}

fn waiting_time(answer: &Answer) -> Duration {
    let said = answer.body["retry_after"]
        .as_f64()
        .or_else(|| answer.number("retry-after"));
    seconds(said.unwrap_or(1.0))
}

/// A time that somebody else names, within reason.
fn seconds(said: f64) -> Duration {
    Duration::try_from_secs_f64(said).unwrap_or(LONGEST_WAIT) + Duration::from_millis(50)
}

/// Whether a status says that it was done.
pub(super) fn succeeded(status: u16) -> bool {
    StatusCode::from_u16(status).is_ok_and(|status| status.is_success())
}
