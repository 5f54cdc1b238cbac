//! The routes of Discord's REST API that the bot uses, with every failure classified by what to do about it.
//!
//! serenity's own HTTP client serves only the gateway: it discards how long a 429 asks to wait, and its spans hold whole
//! bodies and interaction tokens. Here nothing that is sent or received reaches a log, because bodies hold what only one
//! person may know, and paths hold tokens. Nothing is retried here either: the sender knows whether the request is still
//! wanted. Only a body with an emoji that Discord refuses is sent once more, in words. Every request passes the governor, which
//! waits where Discord would only refuse.

mod emojis;
mod exchange;
mod failure;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

pub(super) use emojis::Emojis;
pub(super) use exchange::{ApiError, DISCORD};
use exchange::{Exchange, HttpApi, PATIENCE, Request, Response};
pub(super) use failure::Failure;
use failure::classify;
use reqwest::Method;
use serde::Deserialize;
use serde_json::Value;
#[cfg(test)]
pub(super) use tests::played::Server;
use tokio::sync::watch;
use tokio::time::Instant;

use super::gateway::ban;
use super::governor::{Figures, Governor, Pass, Priority, Route, Wait};
use super::payload::{EPHEMERAL, PICTURE_NAME};

/// The flag of a message that says that an answer will come (docs/DISCORD.md, "Messages").
const LOADING: u64 = 1 << 7;
/// A slower first answer to an interaction is too late anyway (docs/DISCORD.md, "Interactions").
const ANSWER_PATIENCE: Duration = Duration::from_millis(2900);

/// A response with its unparsed body; nobody reads more of it than needed.
pub(super) struct Reply {
    bytes: Vec<u8>,
}

/// What a request for a message counts against.
///
/// It has no `Debug`: whoever reads a token could write in the bot's name.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Way {
    /// Sending or editing messages in a channel.
    Write(u64),
    /// Deleting messages in a channel.
    Delete(u64),
    /// An interaction's token.
    Token(String),
}

impl Reply {
    /// The body; null if there is none.
    pub(super) fn body(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or(Value::Null)
    }

    /// The id of the object in the body.
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

/// A client of Discord's REST API.
#[derive(Clone)]
pub(super) struct Api {
    exchange: Arc<dyn Exchange>,
    application: u64,
    governor: Governor,
    /// The emojis that Discord has of the icons which messages name.
    emojis: Emojis,
    /// The end of the last ban.
    bans: watch::Sender<Instant>,
}

impl Api {
    /// A client of the server at `base` (scheme, host and port).
    pub(super) fn new(token: &str, base: &str) -> Result<Api, ApiError> {
        Ok(Api::over(Arc::new(HttpApi::new(token, base)?), 0, rand::random()))
    }

    /// A client over an exchange, with a number that no other client has at that time.
    fn over(exchange: Arc<dyn Exchange>, application: u64, number: u64) -> Api {
        Api {
            exchange,
            application,
            governor: Governor::new(number),
            emojis: Emojis::default(),
            bans: watch::Sender::new(Instant::now()),
        }
    }

    /// The same client with connections of its own: a connection is served by the threads that opened it, and other threads
    /// may be less urgent.
    pub(super) fn apart(&self) -> Result<Api, reqwest::Error> {
        Ok(Api {
            exchange: self.exchange.apart()?,
            ..self.clone()
        })
    }

    /// Sets the application's id, which follow-ups need.
    pub(super) fn set_application(&mut self, application: u64) {
        self.application = application;
    }

    /// From now on this bot has a share of Discord's global limit, as (own, all).
    pub(super) fn share(&self, share: (usize, usize)) {
        self.governor.share(share);
    }

    /// The application's id.
    pub(super) fn application(&self) -> u64 {
        self.application
    }

    /// Sends one request to a path below `/api/v10`.
    pub(super) async fn call(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Reply, Failure> {
        self.ask(Request::new(method, path, body), Priority::Answer, None).await
    }

    /// As [`Api::call`], for what nobody waits for.
    pub(super) async fn call_last(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Reply, Failure> {
        self.ask(Request::new(method, path, body), Priority::Rest, None).await
    }

    /// What the client knows of emojis; its clones know the same.
    pub(super) fn emojis(&self) -> &Emojis {
        &self.emojis
    }

    /// Sends a request, with emojis in place of the icons that its body names. If Discord refuses an emoji, words do.
    async fn ask(&self, request: Request<'_>, priority: Priority, pass: Option<Pass>) -> Result<Reply, Failure> {
        let Some(named) = request.body.filter(|body| emojis::names_icons(body)) else {
            return self.pass_out(request, priority, pass).await;
        };
        let (body, has_emojis) = self.emojis.put_into(named);
        let with = |body| Request {
            body: Some(body),
            ..request.clone()
        };
        match self.pass_out(with(&body), priority, pass).await {
            Err(failure) if has_emojis && failure.may_be_of_an_emoji() => {
                let (bare, _) = Emojis::default().put_into(named);
                // Somebody may wait for the message, whatever its priority was.
                let reply = self.pass_out(with(&bare), Priority::Answer, None).await;
                if reply.is_ok() {
                    self.emojis.forget();
                }
                reply
            }
            reply => reply,
        }
    }

    /// The only way out. A request without a pass waits for one, by its priority.
    async fn pass_out(&self, request: Request<'_>, priority: Priority, pass: Option<Pass>) -> Result<Reply, Failure> {
        let route = Route::of(&request.method, request.path);
        let leave = async {
            let mut pass = match pass {
                Some(pass) => pass,
                None => self.governor.acquire(route, priority).await,
            };
            pass.send(route, priority).await;
            pass
        };
        let Ok(pass) = tokio::time::timeout(PATIENCE, leave).await else {
            // The caller knows whether the request is still wanted.
            return Err(Failure::Limited {
                after: Duration::from_secs(1),
                global: false,
            });
        };
        // A request with an interaction's token needs no bot token.
        let named = matches!(route, Route::Bot(_));
        let answer = self.exchange.exchange(request, named).await;
        let answer = answer.inspect_err(|_| failure::count(None, None))?;
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
        // The limit of one route may last long, too, but is no ban.
        if let Some(wait) = wait.filter(|wait| wait.global && wait.after >= ban::LEAST) {
            self.bans.send_replace(Instant::now() + wait.after);
        }
        pass.answered(status, standing, wait);
        reply
    }

    /// The ends of bans, as bans occur.
    pub(super) fn bans(&self) -> watch::Receiver<Instant> {
        self.bans.subscribe()
    }

    /// Sets the gauges of the governor.
    pub(super) fn measure(&self) {
        self.governor.measure();
    }

    /// How long the oldest request has waited that waits now.
    pub(super) fn behind(&self) -> Duration {
        self.governor.behind()
    }

    /// How late requests were.
    pub(super) fn figures(&self) -> Figures {
        self.governor.figures()
    }

    /// Sends the first answer to an interaction.
    pub(super) async fn answer(&self, interaction: u64, token: &str, answer: &Value) -> Result<(), Failure> {
        let path = format!("/interactions/{interaction}/{token}/callback");
        self.first(&path, answer).await.map(drop)
    }

    /// As [`Api::answer`], but asks Discord for the resulting message; returns its id, if there is one.
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
        let request = Request {
            patience: ANSWER_PATIENCE,
            ..Request::new(Method::POST, path, Some(answer))
        };
        self.ask(request, Priority::Answer, None).await
    }

    /// Edits the answer to an interaction.
    pub(super) async fn edit_answer(&self, token: &str, body: &Value) -> Result<(), Failure> {
        let path = self.original(token);
        self.write(None, Method::PATCH, &path, body, None).await.map(drop)
    }

    /// Edits the answer to an interaction, with files as names and contents.
    pub(super) async fn edit_answer_with_files(
        &self,
        token: &str,
        body: &Value,
        files: Vec<(String, Vec<u8>)>,
    ) -> Result<(), Failure> {
        let path = self.original(token);
        let request = Request {
            files,
            ..Request::new(Method::PATCH, &path, Some(body))
        };
        self.ask(request, Priority::Answer, None).await.map(drop)
    }

    /// Deletes the answer to an interaction.
    pub(super) async fn delete_answer(&self, token: &str) -> Result<(), Failure> {
        let path = self.original(token);
        self.call(Method::DELETE, &path, None).await.map(drop)
    }

    /// The path of the message that answers an interaction.
    fn original(&self, token: &str) -> String {
        format!("/webhooks/{}/{token}/messages/@original", self.application)
    }

    /// Writes a message, with its picture if it has one.
    async fn write(
        &self,
        pass: Option<Pass>,
        method: Method,
        path: &str,
        body: &Value,
        picture: Option<Vec<u8>>,
    ) -> Result<u64, Failure> {
        let named = |picture| (PICTURE_NAME.to_owned(), picture);
        let request = Request {
            files: picture.map(named).into_iter().collect(),
            ..Request::new(method, path, Some(body))
        };
        self.ask(request, Priority::Rest, pass).await?.number()
    }

    /// Sends a follow-up to an interaction.
    pub(super) async fn follow_up(&self, token: &str, body: &Value) -> Result<(), Failure> {
        let path = format!("/webhooks/{}/{token}", self.application);
        self.call(Method::POST, &path, Some(body)).await.map(drop)
    }

    /// Whether a channel is gone for good. A channel that the bot cannot see still exists; so, for this purpose, does one
    /// about which Discord says nothing.
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

impl Response {
    /// Whether the response comes from something between the bot and Discord, which then affects everything from this
    /// address.
    fn is_foreign(&self) -> bool {
        serde_json::from_slice::<serde::de::IgnoredAny>(&self.bytes).is_err()
    }

    fn sorted(self) -> Result<Reply, Failure> {
        let reply = Reply { bytes: self.bytes };
        if self.status.is_success() {
            failure::count(Some(self.status), None);
            return Ok(reply);
        }
        let body = reply.body();
        failure::count(Some(self.status), body["code"].as_i64());
        Err(classify(self.status, &body, self.asked))
    }
}

impl Api {
    /// Waits for a pass for a request that was wanted since `since`. The caller decides what to send only once the pass is
    /// there, so that the newest state is sent.
    pub(super) async fn pass(&self, way: &Way, priority: Priority, since: Instant) -> Pass {
        let route = match way {
            Way::Write(channel) => Route::messages(*channel),
            Way::Delete(channel) => Route::deletion(*channel),
            Way::Token(token) => Route::of(&Method::PATCH, &self.original(token)),
        };
        self.governor.acquire_since(route, priority, since).await
    }

    /// Sends a message to a channel; returns its id. A picture is the bytes of a PNG, and goes with the body that names it.
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

    /// Edits a message, by its channel and id or, if there is one, by the token of the interaction that it answers; returns its
    /// id.
    pub(super) async fn edit(
        &self,
        pass: Option<Pass>,
        (channel, message): (u64, u64),
        token: Option<&str>,
        body: &Value,
        picture: Option<Vec<u8>>,
    ) -> Result<u64, Failure> {
        let path = match token {
            Some(token) => self.original(token),
            None => format!("/channels/{channel}/messages/{message}"),
        };
        self.write(pass, Method::PATCH, &path, body, picture).await
    }

    /// Deletes a message.
    pub(super) async fn delete(&self, pass: Option<Pass>, channel: u64, message: u64) -> Result<(), Failure> {
        let path = format!("/channels/{channel}/messages/{message}");
        let request = Request::new(Method::DELETE, &path, None);
        self.ask(request, Priority::Rest, pass).await.map(drop)
    }

    /// The private chat with a person.
    pub(super) async fn open_dm(&self, person: u64) -> Result<u64, Failure> {
        let body = serde_json::json!({ "recipient_id": person.to_string() });
        let request = Request::new(Method::POST, "/users/@me/channels", Some(&body));
        self.ask(request, Priority::Rest, None).await?.number()
    }

    /// Whether an interaction may have an answer, and not only the word that one will come. It has none only where Discord says so.
    pub(super) async fn may_be_answered(&self, token: &str) -> bool {
        let path = self.original(token);
        match self.call(Method::GET, &path, None).await {
            Ok(reply) => reply.body()["flags"].as_u64().unwrap_or(0) & LOADING == 0,
            Err(Failure::GoneInteraction) => false,
            Err(_) => true,
        }
    }

    /// The id of the message that answers the interaction of this token, if everybody can see that message.
    pub(super) async fn answered(&self, token: &str) -> Result<Option<u64>, Failure> {
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
