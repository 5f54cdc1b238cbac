//! The REST routes that bots use, under `/api/v10` and under `/api/v9` alike. One table lists the routes and what each needs. One
//! pipeline runs every request through faults, authorisation, rate limits, its handler and the recorder. Handlers are plain
//! functions over the locked state. One of them waits: it asks an address whether interactions can go there.

mod application;
pub(crate) mod bans;
mod body;
mod channels;
mod commands;
mod emojis;
mod interactions;
mod messages;
mod pins;
mod polls;
pub(crate) mod rates;
mod reactions;
mod references;
mod table;
mod threads;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State as Held};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use serde_json::{Value, json};

use super::App;
use super::checks::FileInfo;
use super::gateway::identify::accepts;
use super::refused::Refused;
use super::reply::Reply;
use super::snowflake::Id;
use super::state::State;
use super::traffic::{About, Exchange};
use super::world::channel::Channel;
use super::world::files::Upload;
use super::world::permissions::VIEW_CHANNEL;
pub(crate) use body::LARGEST;
pub(crate) use interactions::answer_at_once;
pub(crate) use messages::page;
use rates::{Bucket, TooSoon};
use table::{Found, Route, Run, find};

/// The answer of a handler.
type Answer = Result<Reply, Refused>;

/// What a path has in the places of its template's names.
struct Params(Vec<(&'static str, String)>);

impl Params {
    fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(key, _)| *key == name);
        found.map(|(_, value)| value.as_str())
    }

    fn id(&self, name: &str) -> Option<Id> {
        self.get(name)?.parse().ok()
    }

    /// The major parameter (docs/DISCORD.md, "Rate limits").
    fn major(&self) -> String {
        let majors = ["channel_id", "guild_id", "webhook_id", "webhook_token"];
        let parts = self.0.iter().filter(|(key, _)| majors.contains(key));
        parts.map(|(_, value)| value.as_str()).collect::<Vec<_>>().join("/")
    }
}

/// One request, read and sorted.
struct Call {
    app: Arc<App>,
    params: Params,
    query: HashMap<String, String>,
    /// The JSON body, or `payload_json`; an empty object if there was none.
    body: Value,
    files: Vec<Upload>,
}

impl Call {
    fn text(&self, name: &str) -> &str {
        self.params.get(name).unwrap_or_default()
    }

    /// An id from the path.
    fn id(&self, name: &'static str) -> Result<Id, Refused> {
        let text = self.text(name);
        text.parse().map_err(|_| {
            let words = format!("Value \"{text}\" is not snowflake.");
            Refused::field(name, "NUMBER_TYPE_COERCE", &words)
        })
    }

    fn file_infos(&self) -> Vec<FileInfo<'_>> {
        file_infos(&self.files)
    }

    /// Whether a query parameter says yes, in any of the ways in which Discord lets it be said.
    fn says(&self, name: &str) -> bool {
        matches!(self.query.get(name).map(String::as_str), Some("true" | "True" | "1"))
    }

    /// A query parameter that marks a place in a list by an id.
    fn mark(&self, name: &str) -> Option<Id> {
        self.query.get(name)?.parse().ok()
    }

    /// A query parameter that is a number within bounds.
    fn number(&self, name: &str, usual: usize, most: usize) -> Result<usize, Refused> {
        let Some(text) = self.query.get(name) else {
            return Ok(usual);
        };
        let wrong = || Refused::field(name, "NUMBER_TYPE_COERCE", "int value should be in range");
        text.parse().ok().filter(|n| (1..=most).contains(n)).ok_or_else(wrong)
    }
}

fn file_infos(files: &[Upload]) -> Vec<FileInfo<'_>> {
    files
        .iter()
        .map(|f| FileInfo {
            name: &f.name,
            size: f.bytes.len() as u64,
        })
        .collect()
}

/// Refuses to change what is in an archived thread.
fn awake(channel: &Channel) -> Result<(), Refused> {
    if channel.is_archived() {
        return Err(Refused::known(50083));
    }
    Ok(())
}

/// A channel in which the bot holds these permissions, in Discord's order of complaints: unknown, unseen, not permitted.
fn place(state: &State, id: Id, needed: u64) -> Result<&Channel, Refused> {
    let channel = state.world.channel(id).ok_or(Refused::known(10003))?;
    let held = state.world.permissions(state.world.app, channel);
    if held & VIEW_CHANNEL == 0 {
        return Err(Refused::known(50001));
    }
    if held & needed != needed {
        return Err(Refused::known(50013));
    }
    Ok(channel)
}

/// The versions of the API that Discord serves and has not deprecated.
const VERSIONS: [&str; 2] = ["9", "10"];

/// Answers any request under `/api`.
pub(crate) async fn serve(
    Held(app): Held<Arc<App>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    request: Request,
) -> Response {
    let started = Instant::now();
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let path = uri.path().strip_prefix("/api").unwrap_or_default();
    let (version, path) = match path.strip_prefix("/v").and_then(|rest| rest.split_once('/')) {
        Some((version, rest)) => (version, format!("/{rest}")),
        None => ("", path.to_owned()),
    };
    let mut exchange = Exchange {
        method: method.to_string(),
        path: path.clone(),
        route: "",
        query: uri.query().map(str::to_owned),
        body: None,
        files: Vec::new(),
        status: 0,
        answer: None,
        about: About::default(),
        arrived: started,
        micros: 0,
    };
    let limits = app.rates.limits();
    if let Some(left) = app.bans.left(from.ip(), &limits, started) {
        // As below, the body is read, so that the connection can go on.
        drop(body::read(request).await);
        note(&app, exchange, 429, Some(json!(bans::WORDS)));
        return bans::response(left);
    }
    let mut headers = Vec::new();
    let answer = match find(&method, &path) {
        _ if !VERSIONS.contains(&version) => Err(Refused::known(50041)),
        Found::Nothing => Err(Refused::bare(404, "Not Found")),
        Found::OtherMethod(template) => {
            exchange.route = template;
            Err(Refused::bare(405, "Method Not Allowed"))
        }
        Found::Route(route, params) => {
            exchange.route = route.template;
            exchange.about = about(&app, &params);
            run(&app, route, params, request, &mut exchange, &mut headers).await
        }
    };
    let (status, body) = match answer {
        Ok(Reply(status, body)) => (status.as_u16(), body),
        Err(error) => (error.status, Some(error.body)),
    };
    let shared = headers.contains(&("x-ratelimit-scope", "shared".to_owned()));
    app.bans.count(from.ip(), status, shared, &limits, Instant::now());
    let response = respond(status, body.as_ref(), headers);
    note(&app, exchange, status, body);
    response
}

/// Hands a request and its answer to the recorder.
fn note(app: &App, mut exchange: Exchange, status: u16, answer: Option<Value>) {
    if app.traffic.is_on() {
        exchange.status = status;
        exchange.answer = answer.filter(|_| app.traffic.keeps_bodies());
        exchange.micros = exchange.arrived.elapsed().as_micros() as u64;
        app.traffic.rest(exchange);
    }
}

type Headers = Vec<(&'static str, String)>;

/// The header that the last proxy before Discord adds to each answer. Cloudflare stands further out, so a 429 without this header is
/// Cloudflare's. That is how discord.py and its kin tell a ban from a limit that passes.
const VIA: &str = "1.1 google";

/// One request to a route that exists, from faults to its handler.
async fn run(
    app: &Arc<App>,
    route: &'static Route,
    params: Params,
    request: Request,
    exchange: &mut Exchange,
    headers: &mut Headers,
) -> Answer {
    let name = format!("{} {}", route.method, route.template);
    let fate = app.faults.fate(&name);
    if let Some(delay) = fate.delay {
        tokio::time::sleep(delay).await;
    }
    // The body is read even if the request is refused, so that the connection can go on.
    let query = body::query(request.uri());
    let given = request.headers().clone();
    let read = body::read(request).await;
    if let Ok((body, files)) = &read
        && app.traffic.keeps_bodies()
    {
        exchange.body = body.clone();
        exchange.files = files.iter().map(|f| (f.name.clone(), f.bytes.len())).collect();
    }
    if let Some((retry_after, scope)) = fate.limited {
        let late = TooSoon { retry_after, scope };
        let standing = app.rates.as_refused(route.bucket, &name, &params.major(), &late);
        headers.extend(standing.iter().flat_map(rates::Standing::headers));
        return Err(too_soon(&late, headers));
    }
    admit(app, route, &given)?;
    let major = params.major();
    let asked = read.as_ref().ok().and_then(|(body, _)| body.as_ref());
    let hidden = hidden_key(app, route.bucket, &params, asked);
    let (standing, taken) = app.rates.take(route.bucket, &name, &major, hidden, Instant::now());
    headers.extend(standing.iter().flat_map(rates::Standing::headers));
    if let Err(late) = taken {
        return Err(too_soon(&late, headers));
    }
    if let Some((status, false)) = fate.failing {
        return Err(Refused::bare(status, "Internal Server Error"));
    }
    let (body, files) = read?;
    let body = body.unwrap_or_else(|| json!({}));
    let call = Call {
        app: Arc::clone(app),
        params,
        query,
        body,
        files,
    };
    let answer = match route.run {
        Run::Now(run) => run(&call),
        Run::Later(run) => run(call).await,
    };
    match fate.failing {
        Some((status, true)) => Err(Refused::bare(status, "Internal Server Error")),
        _ => answer,
    }
}

fn too_soon(late: &TooSoon, headers: &mut Headers) -> Refused {
    headers.extend(late.headers());
    Refused {
        status: 429,
        body: late.body(),
    }
}

/// A User-Agent must be there, and on most routes a token.
fn admit(app: &App, route: &Route, given: &HeaderMap) -> Result<(), Refused> {
    if given.get(header::USER_AGENT).is_none_or(HeaderValue::is_empty) {
        return Err(Refused::known(40333));
    }
    let token = given.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok());
    match token {
        _ if !route.authorised => Ok(()),
        Some(token) if token.starts_with("Bot ") && accepts(&app.config, token) => Ok(()),
        _ => Err(Refused::bare(401, "Unauthorized")),
    }
}

/// The subject of a request, by the ids in its path.
fn about(app: &App, params: &Params) -> About {
    let state = app.state();
    let asked = params.id("interaction_id");
    let asked = asked.and_then(|id| state.world.interactions.get(&id));
    match asked.or_else(|| state.world.by_token(params.get("webhook_token")?)) {
        Some(asked) => About {
            interaction: Some(asked.facts.id),
            person: Some(asked.person),
            channel: Some(asked.facts.channel),
        },
        None => About {
            interaction: params.id("interaction_id"),
            person: None,
            channel: params.id("channel_id"),
        },
    }
}

/// The key of the hidden limit, for the requests that are under one.
fn hidden_key(app: &App, bucket: Bucket, params: &Params, body: Option<&Value>) -> Option<String> {
    match bucket {
        // To archive or to lock a thread is not to rename it.
        Bucket::ChannelEdits => {
            let renames = body.is_some_and(|body| body.get("name").is_some() || body.get("topic").is_some());
            params.get("channel_id").filter(|_| renames).map(str::to_owned)
        }
        Bucket::FollowUps => {
            let state = app.state();
            let asked = state.world.by_token(params.get("webhook_token")?);
            asked.map(|asked| asked.facts.channel.to_string())
        }
        _ => None,
    }
}

fn respond(status: u16, body: Option<&Value>, headers: Headers) -> Response {
    let mut response = Response::new(body.map_or_else(Body::empty, |b| Body::from(b.to_string())));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let out = response.headers_mut();
    out.insert(header::VIA, HeaderValue::from_static(VIA));
    if body.is_some() {
        out.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    for (name, value) in headers {
        if let Ok(value) = HeaderValue::from_str(&value) {
            out.insert(HeaderName::from_static(name), value);
        }
    }
    response
}

/// The methods of the routes, under short names.
mod verbs {
    use super::Method;

    pub(super) const GET: Method = Method::GET;
    pub(super) const POST: Method = Method::POST;
    pub(super) const PUT: Method = Method::PUT;
    pub(super) const PATCH: Method = Method::PATCH;
    pub(super) const DELETE: Method = Method::DELETE;
}
