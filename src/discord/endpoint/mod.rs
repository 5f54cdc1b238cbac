//! The endpoint: takes interactions that Discord sends by HTTP, as an alternative to the gateway (docs/DISCORD.md, "Interactions
//! over HTTP").
//!
//! An interaction that Discord has signed goes the same way as one from the gateway ([`Dispatch`]). The request is answered
//! with 202 and nothing else at once, and the interaction by the callback route like every other. So answers keep their order
//! and their limits, and handlers need not know which way an interaction came.
//!
//! Events of the application come the same way to another path ([`AppEvent`]): who deauthorises the application is forgotten.
//!
//! Everybody on the internet can send a request here. A request without a right signature gets 401 and no word of why. Nothing
//! of a request is logged.

mod connections;
mod events;
mod refused;
pub(super) mod signature;
#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::CONTENT_LENGTH;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use futures_util::StreamExt as _;
use poise::serenity_prelude::Interaction;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::config::{EndpointConfig, RunError};
use super::gateway::dispatch::Dispatch;
use super::gateway::labels;
use super::limits;
use crate::referee::epoch_ms;
use crate::service::{Sockets, copied, listen};
pub(super) use connections::Gate;
use events::AppEvent;
use refused::Refused;
use signature::{Claim, PublicKey};

/// The path of the endpoint.
const PATH: &str = "/interactions";
/// The path for events of the application.
const EVENTS: &str = "/events";
/// The largest body that is read, in bytes. The interaction of a press holds the pressed message, and that of a form up to five
/// texts; each letter may take twelve bytes of JSON.
const LARGEST: usize = 1024 * 1024;
/// How many bytes of bodies are held at once, of all connections together: some thousand presses, or sixteen of the largest.
const HELD: usize = 16 * LARGEST;
/// How long the head of a request may take, and how long its body. After that, Discord waits for no answer any more.
const PATIENCE: Duration = Duration::from_millis(limits::ANSWER_MS);

/// Discord's numbers of kinds of interactions and of answers: a ping, and the answer to it.
const PING: u8 = 1;

/// The endpoint, before it serves; without a configuration there is none.
pub(super) struct Endpoint(Option<(TcpListener, Router)>);

/// What the handler shares.
struct Intake {
    public_key: PublicKey,
    dispatch: Dispatch,
    /// The bytes that bodies may still take.
    room: Arc<Semaphore>,
    /// The seconds since the epoch.
    now: fn() -> u64,
}

impl Endpoint {
    /// Listens for interactions that are to be dispatched. Does nothing without a configuration. `before` has the sockets of
    /// the bot before; a copy of the one that is used goes into `own`.
    ///
    /// # Errors
    /// When the address cannot be had.
    pub(super) async fn open(
        config: Option<&EndpointConfig>,
        dispatch: &Dispatch,
        before: &mut Sockets,
        own: &mut Vec<std::net::TcpListener>,
    ) -> Result<Endpoint, RunError> {
        let Some(EndpointConfig { public_key, address }) = config else {
            return Ok(Endpoint(None));
        };
        let failed = |error| RunError::Endpoint(*address, error);
        let listener = listen(*address, before).await.map_err(failed)?;
        let (listener, copy) = copied(listener).map_err(failed)?;
        own.push(copy);
        let at = listener.local_addr().map_err(failed)?;
        tracing::info!(%at, "interactions are taken by HTTP");
        let intake = Intake {
            public_key: public_key.clone(),
            dispatch: dispatch.clone(),
            room: Arc::new(Semaphore::new(HELD)),
            now: || u64::try_from(epoch_ms() / 1000).unwrap_or_default(),
        };
        Ok(Endpoint(Some((listener, router(intake)))))
    }

    /// Serves for ever, while the gate is open.
    pub(super) async fn serve(self, gate: &Gate) -> Infallible {
        match self.0 {
            Some((listener, router)) => connections::serve(listener, router, gate).await,
            None => std::future::pending().await,
        }
    }
}

/// Compares what Discord says of the application with the configuration.
///
/// # Errors
/// When the public key is another application's: every request would be refused.
pub(super) fn check(application: &Value, config: Option<&EndpointConfig>) -> Result<(), RunError> {
    let has_url = application["interactions_endpoint_url"]
        .as_str()
        .is_some_and(|url| !url.is_empty());
    let key = application["verify_key"].as_str().and_then(PublicKey::read);
    match config {
        Some(config) if key.is_some_and(|key| key != config.public_key) => Err(RunError::PublicKey),
        None if has_url => {
            tracing::warn!(
                "the application has an Interactions Endpoint URL, so no command and no press reaches the bot: \
                 set WHISTLE_PUBLIC_KEY and WHISTLE_INTERACTIONS, or clear that field of the application"
            );
            Ok(())
        }
        _ => Ok(()),
    }
}

fn router(intake: Intake) -> Router {
    let router = Router::new().route(PATH, post(receive));
    router.route(EVENTS, post(receive_event)).with_state(Arc::new(intake))
}

/// Answers one request.
async fn receive(State(intake): State<Arc<Intake>>, request: Request) -> Response {
    match intake.take(request).await {
        Ok(response) => response,
        Err(refused) => refused.into_response(),
    }
}

/// Answers one request with an event.
async fn receive_event(State(intake): State<Arc<Intake>>, request: Request) -> Response {
    match intake.take_event(request).await {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(refused) => refused.into_response(),
    }
}

/// What tells a ping from all else.
#[derive(Deserialize)]
struct Kind {
    #[serde(rename = "type")]
    number: u8,
}

impl Intake {
    async fn take(&self, request: Request) -> Result<Response, Refused> {
        let (body, _room) = self.signed(request).await?;
        self.dispatch(&body).await
    }

    /// Does what an event asks for. Discord sends an event again that is not answered with 204 in time.
    async fn take_event(&self, request: Request) -> Result<(), Refused> {
        let (body, _room) = self.signed(request).await?;
        match AppEvent::read(&body).ok_or(Refused::Content)? {
            AppEvent::Deauthorized(person, at) if !self.dispatch.deauthorized(person, at).await => Err(Refused::Closed),
            AppEvent::Deauthorized(..) | AppEvent::Ping | AppEvent::Other => Ok(()),
        }
    }

    /// The body of a request that Discord has signed, and the room that it takes.
    async fn signed(&self, request: Request) -> Result<(Bytes, Option<OwnedSemaphorePermit>), Refused> {
        let (parts, body) = request.into_parts();
        let claim = Claim::read(&parts.headers).ok_or(Refused::Headers)?;
        if length(&parts.headers).is_some_and(|length| length > LARGEST) {
            return Err(Refused::Body);
        }
        let read = timeout(PATIENCE, self.read(body)).await;
        let (body, room) = read.map_err(|_| Refused::Body)??;
        self.public_key.check(&claim, &body, (self.now)())?;
        Ok((body, room))
    }

    /// The whole body, and the room that it takes. What has come counts, and not what was announced: so whoever announces
    /// much keeps nobody out.
    async fn read(&self, body: Body) -> Result<(Bytes, Option<OwnedSemaphorePermit>), Refused> {
        let (mut pieces, mut whole, mut taken) = (body.into_data_stream(), Vec::new(), None::<OwnedSemaphorePermit>);
        while let Some(piece) = pieces.next().await {
            let piece = piece.map_err(|_| Refused::Body)?;
            if whole.len() + piece.len() > LARGEST {
                return Err(Refused::Body);
            }
            let bytes = u32::try_from(piece.len()).map_err(|_| Refused::Body)?;
            let room = Arc::clone(&self.room).try_acquire_many_owned(bytes);
            let room = room.map_err(|_| Refused::Body)?;
            match &mut taken {
                Some(taken) => taken.merge(room),
                None => taken = Some(room),
            }
            whole.extend_from_slice(&piece);
        }
        Ok((Bytes::from(whole), taken))
    }

    /// Does what Discord asks for.
    async fn dispatch(&self, body: &Bytes) -> Result<Response, Refused> {
        let kind: Kind = serde_json::from_slice(body).map_err(|_| Refused::Content)?;
        if kind.number == PING {
            return Ok(Json(json!({ "type": PING })).into_response());
        }
        let mut interaction: Value = serde_json::from_slice(body).map_err(|_| Refused::Content)?;
        labels::into_rows(&mut interaction);
        let interaction = Interaction::deserialize(interaction).map_err(|_| Refused::Content)?;
        match self.dispatch.arrived(interaction, &String::from_utf8_lossy(body)).await {
            true => Ok(StatusCode::ACCEPTED.into_response()),
            false => Err(Refused::Closed),
        }
    }
}

/// The length that the headers announce.
fn length(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}
