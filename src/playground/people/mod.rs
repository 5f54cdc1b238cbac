//! The people's side: HTTP and WebSocket routes for clients that act as a person, which are the page and tests. These routes take the
//! place of Discord's own clients. So they check what those clients check before they send anything; with `"forge": true` they send
//! what Discord's clients never would.
//!
//! `{who}` is a person's name, in any case, or id; ids are decimal strings. Bodies and answers are JSON; a refusal is
//! `{"error": "…"}` with 400, 403, 404, 409, 413 (more than 256 KiB, of a file more than 10 MiB) or 415. The routes serve only this
//! machine's clients and the page itself (see `guard`).
//!
//! | route | body or query | answer |
//! |---|---|---|
//! | `GET /people` | | `{guild, guilds: [{id, name, owner_id, member_count, bot_present, people: [id]}], bot: {user, present, connected}, people: [{user, name, locale, dms_open, owner, online}], channels: [channel]}` |
//! | `POST /people` | `{name, locale?, dms_open?, guild?}` | 201 the new person |
//! | `PATCH /people/{who}` | `{dms_open?, locale?}` | the person |
//! | `GET /people/{who}/events` | WebSocket | a JSON event in each text frame, see below |
//! | `GET /people/{who}/channels` | | the channels, threads (archived ones, too) and direct messages they see; each with `last_read_id`, `unread` and `mentions`, see below |
//! | `GET /people/{who}/channels/{channel}` | | one of them |
//! | `PUT /people/{who}/channels/{channel}/read` | `{message?}` | the channel, read up to that message, or all of it |
//! | `POST /people/{who}/dm` | | their channel with the bot |
//! | `GET /people/{who}/channels/{channel}/messages` | `?limit=50&before=ID&after=ID` | messages, newest first, with their own ephemeral ones (`flags & 64`) |
//! | `GET /people/{who}/channels/{channel}/messages/{message}` | | one message |
//! | `POST /people/{who}/channels/{channel}/messages` | `{content, reply_to?}` | 201 the message |
//! | `DELETE /people/{who}/channels/{channel}/messages/{message}` | | 204; their own, anyone's if they may manage messages, or an ephemeral one dismissed |
//! | `PUT /people/{who}/channels/{channel}/messages/{message}/reactions/{emoji}`, `DELETE` | | 204; the emoji percent-encoded |
//! | `PUT /people/{who}/channels/{channel}/pins/{message}`, `DELETE` | | 204; for those who may pin |
//! | `POST /people/{who}/channels/{channel}/typing` | | 204 |
//! | `POST /people/{who}/channels/{channel}/threads` | `{name, message?, private?}` | 201 the thread |
//! | `POST /people/{who}/channels/{channel}/files` | `?name=board.png`, the file as it is | 201 `{id, filename, size, …}`; the id is then the value of an option or field that takes a file |
//! | `GET /people/{who}/commands` | `?channel=ID` | the commands they can run there |
//! | `POST /people/{who}/run` | `{channel, command: "binome start", options?: {name: value}, target?}` | an outcome |
//! | `POST /people/{who}/complete` | `{channel, command, options, focused: name}` | an outcome with `choices` |
//! | `POST /people/{who}/press` | `{channel, message, custom_id}` | an outcome |
//! | `POST /people/{who}/choose` | `{channel, message, custom_id, values: […]}` | an outcome |
//! | `POST /people/{who}/submit` | `{act, fields: {custom_id: text or values}}` | an outcome; `act` is the one that brought the modal |
//! | `GET /people/{who}/acts/{act}` | `?wait=first` | its outcome so far, or after waiting |
//! | `POST /people/{who}/acts/{act}/redeliver` | | 204; the same interaction once more, same id and token |
//! | `POST /people/{who}/deauthorize` | | `{status}`: what the application's address for events answered; `null` if there is none |
//! | `GET /people/{who}/traffic` | as `GET /people/-/traffic` | the same, without other people's interactions and places that they don't see |
//! | `POST /people/-/channels` | `{name, topic?, guild?}` | 201 a new text channel |
//! | `PATCH /people/-/channels/{channel}` | `{archived?, locked?}` or `{name?, topic?}` | the thread or channel |
//! | `DELETE /people/-/channels/{channel}` | | 204 |
//! | `PUT /people/-/channels/{channel}/permissions` | `{deny: ["SEND_MESSAGES", …], allow: […]}` | the channel; what the bot may not and may do there, both empty for as usual |
//! | `DELETE /people/-/channels/{channel}/messages/{message}` | | 204; as a moderator would |
//! | `PUT /people/-/bot` | `{present: bool, guild?}` | 204; thrown out of a guild, or invited again |
//! | `GET /people/-/gateway` | | `{connected: number}` of sessions with a connection |
//! | `POST /people/-/gateway` | `{do: "drop" or "shut" or "mute" or "open" or "freeze" or "reconnect" or "invalid_session" or "heartbeat" or "grow" or "close", code?, resumable?, guilds?, shard?}` | `{told: number}` of connections; one that is shut drops all and lets nobody in until it is open again; one that is mute drops all, keeps new connections alive and answers neither RESUME nor IDENTIFY until then; `grow` lets the bot count as being in so many `guilds`, which may take more shards; with `shard` all but `shut`, `mute`, `open`, `grow` and `invalid_session` concern the connections of one shard |
//! | `GET /people/-/faults`, `PATCH`, `DELETE` | `{rate_limited?, failing?, slow?}`, see below; `DELETE ?all=true` | all that is not as usual, see below |
//! | `GET /people/-/rates` | | the rate limits, see below |
//! | `PUT /people/-/rates` | `{on: bool}`, or any of the limits, see below | 204 |
//! | `PATCH /people/-/deadlines` | `{first_response_ms?, token_ms?}` | 204 |
//! | `GET /people/-/traffic` | `?after=0&limit=1000&newest=COUNT&wait=MS` | `{entries: […], next, standing}`, see below |
//! | `DELETE /people/-/traffic` | | 204 |
//!
//! **Guilds.** There is one, `guild`, or there are several (`guilds`, that one first); where a body may name a `guild` and does not, it is the first one.
//! What is said of the bot's being there without naming a guild is said of that one.
//!
//! **Outcomes.** What a person gets for a run, press, choice or submission: `{act, status, …}`, where `status` is `message` (with `message`),
//! `updated` (7, with `message`), `deferred` (5, "thinking", with `message`), `deferred_update` (6), `modal` (with `modal`), `choices` (with
//! `choices`), `failed` (with `reason`, such as "the application did not respond"), or `pending`. All but the last two bring `callback_type`.
//! `interaction` is the id of the interaction that the act became; `micros` says how long its first response took, once it is there.
//! Bodies may add `wait`: `"first"` (default: answer at the first response, or at the deadline), `"final"` (after "thinking", too) or `"none"`
//! (answer at once; ask `acts/{act}` later); `deliveries: 2` to deliver the interaction so many times; and `forge: true` to send it whether or not
//! a client would (any `custom_id` on any message, with `component_type`; any values; a modal's `custom_id` in place of `act`, with `channel`).
//!
//! **Events**, by `event`: `message_create` and `message_update` (`channel`, `message`; ephemeral ones only to their person), `message_delete`
//! (`channel`, `message` id), `channel_create`, `channel_update`, `channel_delete` (`channel`), `typing` (`channel`, `user`), `modal` (`act`, `channel`,
//! `interaction`, `modal`), `interaction_failed` (`act`, `interaction`, `channel`, `reason`), `commands_changed`, `person_join` (`user`, `guild` id),
//! `person_update` (`person`, as in `GET /people`), `presence` (`user` id, `online`: whether they have a stream open, or the bot a gateway),
//! `read` (`channel` id, `last_read_id`, `unread`, `mentions`; to the reader's windows), `faults_changed` (`faults`), `bot_join` and `bot_leave` (`guild` id).
//! The first event on a connection is `hello` (`user`).
//!
//! **Reactions** of a message have, besides what bots are told of them, `users`: the ids of those who gave them.
//!
//! **Unread.** `last_read_id` is the mark that `PUT …/read` sets and writing moves, `null` before either; `unread` counts the messages of others
//! behind it, `mentions` those of them that mention the reader, in direct messages all. Ephemeral messages do not count.
//!
//! **Faults.** Each of `rate_limited` (with `retry_after` seconds, `scope` user/global/shared), `failing` (with `status` 5xx, and `after: true` to fail
//! only once the request has had its effect) and `slow` (with `ms`) strikes the `next` so many requests or a `share` (0 to 1) of them, on routes
//! whose `METHOD /template` contains `route` if that is given, or ends with it where a `$` follows. `null` ends one, DELETE ends all. Every answer holds those three and, besides:
//! `closed_dms` (ids of people), `permissions` (`[{channel, allow, deny}]`, where the bot's are not as usual), `bot_present`, `absent_from` (ids of guilds), `connected` (sessions), `shut` and `mute` (the gateway),
//! `rates_on`, `rates` (as `GET …/rates`), `standing` (see below), `deadlines` (`{first_response_ms, token_ms}`). `DELETE ?all=true` puts these back, too.
//!
//! **Rate limits.** `global`, `messages` (sending and editing, per channel), `deletes` and `reactions` (per channel), `follow_ups` (and edits of
//! responses, per token), `others` (per route and major parameter), `invalid_requests` (answers of 401, 403 and 429 to an address, which is then
//! banned for `ban_ms`), `chats_unasked` and `chats_burst` (private chats that the bot opens) are `{limit, per_ms}` each; so are `follow_ups_hidden`, `channel_edits_hidden` and `old_edits_hidden`, of
//! which no header tells and which `null` lifts; `old_after_ms` is from which age on a message is old. What is not named stays as it is.
//!
//! **Standing** is how the bot stands with Discord: `{invalid_requests: {count, limit, per_ms, banned_ms}, private_chats: {tried, unasked,
//! quarantined}}`; `count` is that of the address that was refused most, `banned_ms` how long a ban still lasts, or `null`.
//!
//! **Traffic** entries have `n`, `at`, `since_start` (in microseconds, when a request arrived or a frame was handed to its socket), and a `kind`: `rest` (`method`, `path`, `route` with openapi.json's names, `query`, `body`, `files: [{name, size}]`, `status`,
//! `answer`, `micros`), `frame` (`from` bot or playground, `connection`, `frame`), `posted` (`frame`: an interaction that went by HTTP, as it would have been over the gateway), `line` (`connection`, `event` open or closed, `detail`).
//! Where it can be known, and `null` else, they have the ids `interaction` (INTERACTION_CREATE, callbacks, and what an interaction's token
//! opens), `person` (whose interaction it is) and `channel`. `newest=50` begins fifty entries before the end, if there is no `after`; with `wait`
//! the answer comes when there is an entry, or empty after so many milliseconds (at most 60000). Tokens of bots are never recorded.

mod acts;
mod control;
mod forms;
mod guard;
mod marks;
mod options;
mod places;
mod resolver;
mod stream;

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, FromRequest, Request, State as Held};
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, patch, post, put};
use axum::{Json, Router};
use serde_json::{Value, json};

use super::App;
use super::checks::limits::FILE_BYTES;
use super::reply::Reply;
use super::snowflake::Id;
use super::state::State;

pub(crate) use guard::{guard_bots, guard_page};
pub(crate) use places::{attachment, emoji};

/// The largest body of a request, in bytes: people type. Files have a route of their own.
const LARGEST: usize = 256 * 1024;

type Shared = Held<Arc<App>>;

/// A refusal on the people's side.
#[derive(Debug)]
pub(crate) struct No(StatusCode, String);

impl No {
    fn bad(why: impl Into<String>) -> Self {
        No(StatusCode::BAD_REQUEST, why.into())
    }

    fn missing(what: impl Into<String>) -> Self {
        No(StatusCode::NOT_FOUND, what.into())
    }

    fn forbidden(why: impl Into<String>) -> Self {
        No(StatusCode::FORBIDDEN, why.into())
    }

    fn conflict(why: impl Into<String>) -> Self {
        No(StatusCode::CONFLICT, why.into())
    }
}

impl IntoResponse for No {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

/// A JSON body; anything else is refused in the words of this side.
struct Told(Value);

impl<S: Send + Sync> FromRequest<S> for Told {
    type Rejection = No;

    async fn from_request(request: Request, held: &S) -> Result<Self, No> {
        let Json(value) = Json::from_request(request, held)
            .await
            .map_err(|why| No(why.status(), why.body_text()))?;
        Ok(Told(value))
    }
}

/// What these handlers answer.
type Said = Result<Reply, No>;

/// The routes of the table above.
#[rustfmt::skip]
pub(crate) fn router(app: Arc<App>) -> Router<Arc<App>> {
    Router::new()
        .route("/people", get(places::everyone).post(places::join))
        .route("/people/{who}", patch(places::change))
        .route("/people/{who}/events", get(stream::events))
        .route("/people/{who}/channels", get(places::channels))
        .route("/people/{who}/channels/{channel}", get(places::channel))
        .route("/people/{who}/channels/{channel}/read", put(places::read))
        .route("/people/{who}/dm", post(places::direct))
        .route("/people/{who}/deauthorize", post(control::deauthorize))
        .route("/people/{who}/traffic", get(control::own_traffic))
        .route("/people/{who}/channels/{channel}/messages", get(places::messages).post(places::chat))
        .route("/people/{who}/channels/{channel}/messages/{message}", get(places::message).delete(places::unsay))
        .route("/people/{who}/channels/{channel}/messages/{message}/reactions/{emoji}", put(marks::react).delete(marks::unreact))
        .route("/people/{who}/channels/{channel}/pins/{message}", put(marks::pin).delete(marks::unpin))
        .route("/people/{who}/channels/{channel}/files", post(places::give).layer(DefaultBodyLimit::max(FILE_BYTES as usize)))
        .route("/people/{who}/channels/{channel}/typing", post(places::typing))
        .route("/people/{who}/channels/{channel}/threads", post(places::thread))
        .route("/people/{who}/commands", get(places::commands))
        .route("/people/{who}/run", post(acts::run))
        .route("/people/{who}/complete", post(acts::complete))
        .route("/people/{who}/press", post(acts::press))
        .route("/people/{who}/choose", post(acts::choose))
        .route("/people/{who}/submit", post(acts::submit))
        .route("/people/{who}/acts/{act}", get(acts::look))
        .route("/people/{who}/acts/{act}/redeliver", post(acts::redeliver))
        .route("/people/-/channels", post(control::open_channel))
        .route("/people/-/channels/{channel}", patch(control::change_channel).delete(control::remove_channel))
        .route("/people/-/channels/{channel}/permissions", put(control::permissions))
        .route("/people/-/channels/{channel}/messages/{message}", delete(control::remove_message))
        .route("/people/-/bot", put(control::bot))
        .route("/people/-/gateway", get(control::gateway).post(control::trouble_gateway))
        .route("/people/-/faults", get(control::faults).patch(control::switch_faults).delete(control::calm))
        .route("/people/-/rates", get(control::rates).put(control::set_rates))
        .route("/people/-/deadlines", patch(control::deadlines))
        .route("/people/-/traffic", get(control::traffic).delete(control::forget_traffic))
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(from_fn_with_state(Arc::clone(&app), guard::guard_people))
        .with_state(app)
}

/// The person of the path.
fn whom(state: &State, who: &str) -> Result<Id, No> {
    state
        .world
        .person(who)
        .map(|p| p.id)
        .ok_or_else(|| No::missing(format!("there is nobody called {who}")))
}

/// An id in a body.
fn id_in(body: &Value, key: &str) -> Result<Id, No> {
    Id::read(&body[key]).ok_or_else(|| No::bad(format!("`{key}` must be an id")))
}

/// A text in a body.
fn text_in<'b>(body: &'b Value, key: &str) -> Result<&'b str, No> {
    body[key]
        .as_str()
        .ok_or_else(|| No::bad(format!("`{key}` must be a text")))
}

/// An id in a path or query.
fn id_of(text: &str) -> Result<Id, No> {
    text.parse().map_err(|_| No::bad(format!("{text} is not an id")))
}

/// The guild that a body names; the first one if it names none.
fn guild_in(state: &State, body: &Value) -> Result<Id, No> {
    if body["guild"].is_null() {
        return Ok(state.world.home().id);
    }
    let id = id_in(body, "guild")?;
    let found = state.world.guild(id).map(|guild| guild.id);
    found.ok_or_else(|| No::missing("there is no such guild"))
}

/// A channel that a person sees.
fn seen(state: &State, person: Id, channel: Id) -> Result<&super::world::channel::Channel, No> {
    let found = state.world.channel(channel).filter(|c| state.world.sees(person, c));
    found.ok_or_else(|| No::missing("they see no such channel"))
}
