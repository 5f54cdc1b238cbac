//! Discord's REST routes, as far as the bot uses them, with every failure sorted by what is to be done about it.
//!
//! serenity's own client is left to the gateway: it throws away how long a 429 asks to wait, and its spans hold whole
//! bodies and interaction tokens. Here nothing that is sent or received reaches a log: bodies hold what only one person
//! may know, and paths hold tokens. Nothing is retried here either; who sends knows whether it is still wanted. Everything
//! passes the governor, which waits where Discord would only say that it is too much.

mod failure;

use std::time::Duration;

pub(super) use failure::Failure;
use failure::classify;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue, USER_AGENT};
use reqwest::multipart::{Form, Part};
use reqwest::{Method, RequestBuilder, StatusCode};
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::Instant;

use super::gateway::ban;
use super::governor::{Figures, Governor, Pass, Priority, Route, Standing, Wait, named};
use super::payload::PICTURE_NAME;

/// Where Discord is.
pub(super) const DISCORD: &str = "https://discord.com";
/// As Discord wants programs to name themselves (docs/DISCORD.md, "Errors").
const AGENT: &str = concat!(
    "DiscordBot (",
    env!("CARGO_PKG_HOMEPAGE"),
    ", ",
    env!("CARGO_PKG_VERSION"),
    ")"
);
/// A request that takes longer has most likely been lost; what becomes of it is unknown.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many connections are kept for the next request; what more there were in a rush would only take room.
const IDLE: usize = 64;
/// A first answer to an interaction that takes longer is too late anyway (docs/DISCORD.md, "Interactions").
const ANSWER_PATIENCE: Duration = Duration::from_millis(2900);

/// What came back: the body as it came; nobody reads more of it than is asked for.
pub(super) struct Reply {
    bytes: Vec<u8>,
}

/// What a request for a message counts against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Sending or changing messages in a channel.
    Write(u64),
    /// Deleting messages there.
    Delete(u64),
    /// An interaction's token.
    Token(String),
}

impl Reply {
    /// The body; null when there is none.
    pub(super) fn body(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or(Value::Null)
    }

    /// The number of the object in the body.
    fn number(&self) -> Result<u64, Failure> {
        #[derive(Deserialize)]
        struct Numbered {
            id: String,
        }
        let numbered = serde_json::from_slice(&self.bytes).ok();
        let number = numbered.and_then(|Numbered { id }| id.parse().ok());
        number.ok_or_else(|| Failure::Unreachable("an answer without an id".to_owned()))
    }
}

/// A client of Discord's REST routes.
#[derive(Clone)]
pub(super) struct Api {
    client: reqwest::Client,
    base: String,
    authorization: HeaderValue,
    application: u64,
    governor: Governor,
    /// Until when the last ban lasts.
    bans: watch::Sender<Instant>,
    /// Stands for all of Discord in a simulation.
    #[cfg(test)]
    server: Option<std::sync::Arc<dyn Server>>,
}

/// A server that a simulation plays: it takes one request, and after a while gives a status, a body, and what is left of the
/// limit that it counts against; or nothing, when the line broke.
#[cfg(test)]
pub(super) trait Server: Send + Sync {
    /// Takes a request to a path below `/api/v10`, with its file if one comes with it.
    fn take(
        &self,
        method: &Method,
        path: &str,
        body: Option<&Value>,
        file: Option<&[u8]>,
    ) -> futures_util::future::BoxFuture<'static, Option<(u16, Value, Option<Standing>)>>;

    /// Hears of the files that come with the next request.
    fn hear_of_files(&self, files: &[(String, Vec<u8>)]) {
        let _ = files;
    }
}

/// One request to a path below `/api/v10`.
struct Asking<'a> {
    method: Method,
    path: &'a str,
    body: Option<&'a Value>,
    /// Files that go with the body, each with what it is called.
    files: Vec<(String, Vec<u8>)>,
    patience: Duration,
    /// What it comes before when it has to wait for leave, unless there is leave for it.
    priority: Priority,
    pass: Option<Pass>,
}

impl<'a> Asking<'a> {
    /// A request for whose answer somebody waits.
    fn new(method: Method, path: &'a str, body: Option<&'a Value>) -> Asking<'a> {
        Asking {
            method,
            path,
            body,
            files: Vec::new(),
            patience: PATIENCE,
            priority: Priority::Answer,
            pass: None,
        }
    }
}

/// An answer as it came.
struct Answer {
    status: StatusCode,
    bytes: Vec<u8>,
    /// How long the headers ask to wait.
    asked: Option<Duration>,
    /// What they say of the limit.
    standing: Option<Standing>,
    /// Whether others have used it up.
    shared: bool,
}

/// Why there can be no client.
#[derive(Debug, thiserror::Error)]
pub(super) enum ApiError {
    /// The token has characters that no token has.
    #[error("the token is not well-formed")]
    Token,
    /// TLS could not be set up.
    #[error("no HTTPS client: {0}")]
    Client(#[from] reqwest::Error),
}

impl Api {
    /// A client of the server at `base` (scheme, host and port).
    pub(super) fn new(token: &str, base: &str) -> Result<Api, ApiError> {
        let mut authorization = HeaderValue::from_str(&format!("Bot {token}")).map_err(|_| ApiError::Token)?;
        authorization.set_sensitive(true);
        Ok(Api {
            client: client(base)?,
            base: base.trim_end_matches('/').to_owned(),
            authorization,
            application: 0,
            governor: Governor::new(rand::random()),
            bans: watch::Sender::new(Instant::now()),
            #[cfg(test)]
            server: None,
        })
    }

    /// A client of a server that a simulation plays.
    #[cfg(test)]
    pub(super) fn played(server: std::sync::Arc<dyn Server>, application: u64) -> Api {
        static CLIENT: std::sync::OnceLock<reqwest::Client> = std::sync::OnceLock::new();
        Api {
            client: CLIENT.get_or_init(reqwest::Client::new).clone(),
            base: String::new(),
            authorization: HeaderValue::from_static("Bot"),
            application,
            governor: Governor::new(crate::referee::fair::loaded::word()),
            bans: watch::Sender::new(Instant::now()),
            server: Some(server),
        }
    }

    /// The same with connections of its own: one is served by the threads that opened it, and others may be in less of a
    /// hurry.
    pub(super) fn apart(&self) -> Result<Api, reqwest::Error> {
        #[cfg(test)]
        if self.server.is_some() {
            return Ok(self.clone());
        }
        Ok(Api {
            client: client(&self.base)?,
            ..self.clone()
        })
    }

    /// Says which application this is, which follow-ups need to know.
    pub(super) fn set_application(&mut self, application: u64) {
        self.application = application;
    }

    /// The application's number.
    pub(super) fn application(&self) -> u64 {
        self.application
    }

    /// Sends one request to a path below `/api/v10`.
    pub(super) async fn call(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Reply, Failure> {
        self.ask(Asking::new(method, path, body)).await
    }

    /// The one way out.
    async fn ask(&self, mut asking: Asking<'_>) -> Result<Reply, Failure> {
        let route = Route::of(&asking.method, asking.path);
        let pass = tokio::time::timeout(PATIENCE, self.leave(route, &mut asking)).await;
        let Ok(pass) = pass else {
            // Whoever asks knows whether it is still wanted.
            return Err(Failure::Limited {
                after: Duration::from_secs(1),
                global: false,
            });
        };
        let answer = self.exchange(route, asking).await?;
        let (status, standing) = (answer.status.as_u16(), answer.standing);
        let (shared, foreign) = (answer.shared, answer.is_foreign());
        let reply = answer.sorted();
        let wait = match &reply {
            Err(Failure::Limited { after, global }) => Some(Wait {
                after: *after,
                global: *global || foreign,
                shared,
            }),
            _ => None,
        };
        // A route of its own may be limited for long, too; that shuts nobody out.
        if let Some(wait) = wait.filter(|wait| wait.global && wait.after >= ban::LEAST) {
            self.bans.send_replace(Instant::now() + wait.after);
        }
        pass.answered(status, standing, wait);
        reply
    }

    /// Waits until the request may be sent.
    async fn leave(&self, route: Route, asking: &mut Asking<'_>) -> Pass {
        let mut pass = match asking.pass.take() {
            Some(pass) => pass,
            None => self.governor.acquire(route, asking.priority).await,
        };
        pass.send(route, asking.priority).await;
        pass
    }

    /// Sends a request and takes what comes back.
    async fn exchange(&self, route: Route, asking: Asking<'_>) -> Result<Answer, Failure> {
        #[cfg(test)]
        if let Some(server) = &self.server {
            return played(&**server, asking).await;
        }
        let url = format!("{}/api/v10{}", self.base, asking.path);
        let mut request = self
            .client
            .request(asking.method, url)
            .timeout(asking.patience)
            .header(USER_AGENT, AGENT);
        // An interaction's token is a name of its own.
        if matches!(route, Route::Bot(_)) {
            request = request.header(AUTHORIZATION, self.authorization.clone());
        }
        request = match asking.body {
            Some(body) if asking.files.is_empty() => request.json(body),
            Some(body) => with_files(request, body, asking.files),
            None => request,
        };
        receive(request).await
    }

    /// Until when bans last, as they come.
    pub(super) fn bans(&self) -> watch::Receiver<Instant> {
        self.bans.subscribe()
    }

    /// How late requests were for which there was no leave at once.
    pub(super) fn figures(&self) -> Figures {
        self.governor.figures()
    }

    /// Answers an interaction for the first time.
    pub(super) async fn answer(&self, interaction: u64, token: &str, answer: &Value) -> Result<(), Failure> {
        let path = format!("/interactions/{interaction}/{token}/callback");
        self.first(&path, answer).await.map(drop)
    }

    /// The same, and has Discord tell of the message that came of it: its number, if there is one.
    pub(super) async fn answer_by_message(
        &self,
        interaction: u64,
        token: &str,
        answer: &Value,
    ) -> Result<Option<u64>, Failure> {
        let path = format!("/interactions/{interaction}/{token}/callback?with_response=true");
        let body = self.first(&path, answer).await?.body();
        Ok(id(&body["resource"]["message"]["id"]).or_else(|| id(&body["interaction"]["response_message_id"])))
    }

    async fn first(&self, path: &str, answer: &Value) -> Result<Reply, Failure> {
        self.ask(Asking {
            patience: ANSWER_PATIENCE,
            ..Asking::new(Method::POST, path, Some(answer))
        })
        .await
    }

    /// Changes the answer to an interaction.
    pub(super) async fn edit_answer(&self, token: &str, body: &Value) -> Result<(), Failure> {
        self.edit_by_token(None, token, body, None).await.map(drop)
    }

    /// Changes the answer to an interaction, with files: their names and what is in them.
    pub(super) async fn edit_answer_with_files(
        &self,
        token: &str,
        body: &Value,
        files: Vec<(String, Vec<u8>)>,
    ) -> Result<(), Failure> {
        self.ask(Asking {
            files,
            ..Asking::new(Method::PATCH, &self.original(token), Some(body))
        })
        .await
        .map(drop)
    }

    /// Takes the answer to an interaction away.
    pub(super) async fn delete_answer(&self, token: &str) -> Result<(), Failure> {
        let path = self.original(token);
        self.call(Method::DELETE, &path, None).await.map(drop)
    }

    /// The path of the message that answers an interaction.
    fn original(&self, token: &str) -> String {
        format!("/webhooks/{}/{token}/messages/@original", self.application)
    }

    /// Writes a message with its picture, if one comes with it.
    async fn write(
        &self,
        pass: Option<Pass>,
        method: Method,
        path: &str,
        body: &Value,
        picture: Option<Vec<u8>>,
    ) -> Result<u64, Failure> {
        let named = |picture| (PICTURE_NAME.to_owned(), picture);
        let reply = self
            .ask(Asking {
                files: picture.map(named).into_iter().collect(),
                priority: Priority::Rest,
                pass,
                ..Asking::new(method, path, Some(body))
            })
            .await?;
        reply.number()
    }

    /// Says something more to an interaction.
    pub(super) async fn follow_up(&self, token: &str, body: &Value) -> Result<(), Failure> {
        let path = format!("/webhooks/{}/{token}", self.application);
        self.call(Method::POST, &path, Some(body)).await.map(drop)
    }

    /// Whether a channel is gone for good. One that cannot be seen is there, and so is one of which nobody says anything.
    pub(super) async fn is_gone(&self, channel: u64) -> bool {
        let path = format!("/channels/{channel}");
        let found = self.call(Method::GET, &path, None).await;
        matches!(found, Err(Failure::GoneChannel))
    }

    /// Opens a public thread in a channel (docs/DISCORD.md, "Threads").
    pub(super) async fn open_thread(&self, channel: u64, name: &str) -> Result<u64, Failure> {
        let body = serde_json::json!({ "name": name, "type": 11, "auto_archive_duration": 1440 });
        let reply = self
            .call(Method::POST, &format!("/channels/{channel}/threads"), Some(&body))
            .await?;
        reply.number()
    }
}

/// A client for the server at `base`.
fn client(base: &str) -> Result<reqwest::Client, reqwest::Error> {
    // A webhook route must not be led elsewhere, and loopback addresses must not go through a proxy.
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

/// Sends a request and takes what comes back.
async fn receive(request: RequestBuilder) -> Result<Answer, Failure> {
    // An error that kept its address would show an interaction's token.
    let lost = |error: reqwest::Error| Failure::Unreachable(error.without_url().to_string());
    let response = request.send().await.map_err(lost)?;
    let (status, headers) = (response.status(), response.headers());
    let (asked, standing) = (seconds(headers, "retry-after"), standing(headers));
    let shared = headers.get("x-ratelimit-scope").is_some_and(|scope| scope == "shared");
    let bytes = response.bytes().await.map_err(lost)?.into();
    Ok(Answer {
        status,
        bytes,
        asked,
        standing,
        shared,
    })
}

impl Answer {
    /// Whether it comes from something on the way, which then means everything that comes from this address.
    fn is_foreign(&self) -> bool {
        serde_json::from_slice::<serde::de::IgnoredAny>(&self.bytes).is_err()
    }

    fn sorted(self) -> Result<Reply, Failure> {
        let reply = Reply { bytes: self.bytes };
        match self.status.is_success() {
            true => Ok(reply),
            false => Err(classify(self.status, &reply.body(), self.asked)),
        }
    }
}

/// What a simulation's server makes of a request.
#[cfg(test)]
async fn played(server: &dyn Server, asking: Asking<'_>) -> Result<Answer, Failure> {
    let named = asking.files.iter();
    let named: Vec<(String, Vec<u8>)> = named
        .map(|(name, bytes)| (crate::discord::tests::planted::name(name.clone()), bytes.clone()))
        .collect();
    server.hear_of_files(&named);
    let file = asking.files.first().map(|(_, bytes)| bytes.as_slice());
    let taken = server.take(&asking.method, asking.path, asking.body, file);
    let lost = || Failure::Unreachable("no answer came".to_owned());
    let answered = tokio::time::timeout(asking.patience, taken).await.ok().flatten();
    let (status, body, standing) = answered.ok_or_else(lost)?;
    Ok(Answer {
        status: StatusCode::from_u16(status).map_err(|_| lost())?,
        bytes: body.to_string().into_bytes(),
        asked: None,
        standing,
        shared: false,
    })
}

impl Api {
    /// Waits until Discord takes one more request, which was wanted `since` then already. Who waits looks anew when there is
    /// leave, so that what is sent is the newest.
    pub(super) async fn pass(&self, way: &Way, priority: Priority, since: Instant) -> Pass {
        let route = match way {
            Way::Write(channel) => Route::messages(*channel),
            Way::Delete(channel) => Route::deletion(*channel),
            Way::Token(token) => Route::of(&Method::PATCH, &self.original(token)),
        };
        self.governor.acquire_since(route, priority, since).await
    }

    /// Sends a message to a channel; gives its number. A picture is the bytes of a PNG, and goes with the body that names it.
    pub(super) async fn create(
        &self,
        pass: Option<Pass>,
        channel: u64,
        body: &Value,
        picture: Option<Vec<u8>>,
    ) -> Result<u64, Failure> {
        let path = format!("/channels/{channel}/messages");
        self.write(pass, Method::POST, &path, body, picture).await
    }

    /// Changes a message; gives its number.
    pub(super) async fn edit(
        &self,
        pass: Option<Pass>,
        channel: u64,
        message: u64,
        body: &Value,
        picture: Option<Vec<u8>>,
    ) -> Result<u64, Failure> {
        let path = format!("/channels/{channel}/messages/{message}");
        self.write(pass, Method::PATCH, &path, body, picture).await
    }

    /// Changes the message that answers the interaction of this token; gives its number.
    pub(super) async fn edit_by_token(
        &self,
        pass: Option<Pass>,
        token: &str,
        body: &Value,
        picture: Option<Vec<u8>>,
    ) -> Result<u64, Failure> {
        self.write(pass, Method::PATCH, &self.original(token), body, picture)
            .await
    }

    /// Deletes a message.
    pub(super) async fn delete(&self, pass: Option<Pass>, channel: u64, message: u64) -> Result<(), Failure> {
        let path = format!("/channels/{channel}/messages/{message}");
        let asking = Asking {
            priority: Priority::Rest,
            pass,
            ..Asking::new(Method::DELETE, &path, None)
        };
        self.ask(asking).await.map(drop)
    }

    /// The private chat with a person.
    pub(super) async fn open_dm(&self, person: u64) -> Result<u64, Failure> {
        let body = serde_json::json!({ "recipient_id": person.to_string() });
        let asking = Asking {
            priority: Priority::Rest,
            ..Asking::new(Method::POST, "/users/@me/channels", Some(&body))
        };
        self.ask(asking).await?.number()
    }

    /// The message that answers the interaction of this token and that everybody can see, if it is such a one.
    pub(super) async fn answered(&self, token: &str) -> Result<Option<u64>, Failure> {
        /// The flag of a message that only one person sees.
        const EPHEMERAL: u64 = 1 << 6;
        let path = self.original(token);
        let reply = self.call(Method::GET, &path, None).await?;
        let secret = reply.body()["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
        reply.number().map(|message| (!secret).then_some(message))
    }
}

/// The number in an `id` field.
pub(super) fn id(value: &Value) -> Option<u64> {
    value.as_str().and_then(|text| text.parse().ok())
}

/// A header that counts seconds.
fn seconds(headers: &HeaderMap, name: &str) -> Option<Duration> {
    let seconds: f64 = headers.get(name)?.to_str().ok()?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// What an answer says of the limit that it counts against.
fn standing(headers: &HeaderMap) -> Option<Standing> {
    let number = |name| headers.get(name)?.to_str().ok()?.parse().ok();
    Some(Standing {
        limit: number("x-ratelimit-limit")?,
        left: number("x-ratelimit-remaining")?,
        over_in: seconds(headers, "x-ratelimit-reset-after")?,
        name: named(headers.get("x-ratelimit-bucket")?.as_bytes()),
    })
}

#[cfg(test)]
mod tests;
