//! Where interactions and events of the application go by HTTP (docs/DISCORD.md, "Interactions over HTTP", "Webhook events"): the address that the application names, the key
//! that signs what is sent there, and the requests themselves.

use std::net::IpAddr;
use std::sync::OnceLock;
use std::time::Duration;

use axum::http::Uri;
use ed25519_dalek::{Signer, SigningKey};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::App;
use super::snowflake::{Id, iso, now_ms};

/// The longest address that is taken.
const LONGEST: usize = 2048;
/// How long an endpoint may take to prove that it checks signatures.
const PATIENCE: Duration = Duration::from_secs(3);

/// An interaction on its way to the address.
#[derive(Debug)]
pub(crate) struct Delivery {
    pub(crate) interaction: Id,
    pub(crate) token: String,
    pub(crate) url: String,
    pub(crate) body: String,
}

/// The application's address for interactions, and its key.
#[derive(Debug)]
pub(crate) struct Endpoint {
    key: SigningKey,
    pub(crate) url: Option<String>,
    /// The address for events of the application.
    pub(crate) events: Option<String>,
    out: UnboundedSender<Delivery>,
    mail: Option<UnboundedReceiver<Delivery>>,
    http: OnceLock<reqwest::Client>,
}

impl Endpoint {
    /// No address yet. The playground keeps no secrets: an application has the same key at each start.
    pub(crate) fn new(app: Id) -> Endpoint {
        let mut seed = [0; 32];
        seed.chunks_exact_mut(8)
            .for_each(|part| part.copy_from_slice(&app.0.to_be_bytes()));
        let (out, mail) = unbounded_channel();
        Endpoint {
            key: SigningKey::from_bytes(&seed),
            url: None,
            events: None,
            out,
            mail: Some(mail),
            http: OnceLock::new(),
        }
    }

    /// The public key, as the application tells it.
    pub(crate) fn verify_key(&self) -> String {
        hex::encode(self.key.verifying_key().as_bytes())
    }

    /// Sends an interaction to the address. False if there is none.
    pub(crate) fn send(&self, interaction: Id, token: &str, payload: &Value) -> bool {
        let Some(url) = self.url.clone() else { return false };
        let delivery = Delivery {
            interaction,
            token: token.to_owned(),
            url,
            body: payload.to_string(),
        };
        self.out.send(delivery).is_ok()
    }

    /// What is sent to the address. It can be taken once.
    pub(crate) fn mail(&mut self) -> Option<UnboundedReceiver<Delivery>> {
        self.mail.take()
    }

    /// A request that carries a body with its signature; with `forged`, the signature is wrong.
    pub(crate) fn request(&self, url: &str, body: String, forged: bool) -> Option<reqwest::RequestBuilder> {
        let timestamp = (now_ms() / 1000).to_string();
        let signed = if forged { "something else" } else { &body };
        let signature = self.key.sign(format!("{timestamp}{signed}").as_bytes());
        let client = || {
            let client = reqwest::Client::builder().no_proxy();
            client.redirect(reqwest::redirect::Policy::none()).build().ok()
        };
        let http = match self.http.get() {
            Some(http) => http.clone(),
            None => self.http.get_or_init(client().map(|client| || client)?).clone(),
        };
        let request = http
            .post(url)
            .header("user-agent", "Discord-Interactions/1.0 (+https://discord.com)")
            .header("content-type", "application/json")
            .header("x-signature-ed25519", hex::encode(signature.to_bytes()))
            .header("x-signature-timestamp", timestamp);
        Some(request.body(body))
    }
}

/// The status of an answer, and its body if that is JSON.
pub(crate) async fn answer(request: Option<reqwest::RequestBuilder>, patience: Duration) -> Option<(u16, Value)> {
    let response = request?.timeout(patience).send().await.ok()?;
    let status = response.status().as_u16();
    let kind = response.headers().get("content-type");
    let json = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    let body = response.bytes().await.ok()?;
    let body = serde_json::from_slice(&body).ok().filter(|_| json);
    Some((status, body.unwrap_or(Value::Null)))
}

/// Whether an address may be the application's: it must answer a ping, and refuse one with a wrong signature.
pub(crate) async fn is_sound(app: &App, url: &str) -> bool {
    let body = {
        let mut state = app.state();
        let owner = state.world.user_json(state.world.home().owner);
        json!({
            "id": state.world.mint.next(), "application_id": state.world.app, "type": 1,
            "token": "a ping has no answer to open", "version": 1, "user": owner,
            "entitlements": [], "authorizing_integration_owners": {}, "app_permissions": "0",
        })
    };
    proves_itself(app, url, &body, |status, answer| status == 200 && answer["type"] == 1).await
}

/// Whether an address may be that for the application's events: as [`is_sound`], with the other answer to a ping.
pub(crate) async fn takes_events(app: &App, url: &str) -> bool {
    let body = json!({ "version": 1, "application_id": app.state().world.app, "type": 0 });
    proves_itself(app, url, &body, |status, _| status == 204).await
}

/// Whether an address refuses a ping with a wrong signature, and answers one with the right signature as `is_answer` says.
async fn proves_itself(app: &App, url: &str, ping: &Value, is_answer: impl Fn(u16, Value) -> bool) -> bool {
    if url.len() > LONGEST || !(is_near(url) || app.config.allow_remote) {
        return false;
    }
    let request = |forged| app.state().endpoint.request(url, ping.to_string(), forged);
    let forged = answer(request(true), PATIENCE).await;
    let signed = answer(request(false), PATIENCE).await;
    forged.is_some_and(|(status, _)| status == 401) && signed.is_some_and(|(status, body)| is_answer(status, body))
}

/// Sends the application that somebody has deauthorised it; gives the status of the answer. `None` if there is no address, or no
/// answer in time. Discord would send again what is not answered with 204.
pub(crate) async fn deauthorize(app: &App, person: Id) -> Option<u16> {
    let request = {
        let state = app.state();
        let url = state.endpoint.events.clone()?;
        let user = state.world.user_json(person);
        let event = json!({ "type": "APPLICATION_DEAUTHORIZED", "timestamp": iso(now_ms()), "data": { "user": user } });
        let body = json!({ "version": 1, "application_id": state.world.app, "type": 1, "event": event });
        state.endpoint.request(&url, body.to_string(), false)
    };
    answer(request, PATIENCE).await.map(|(status, _)| status)
}

/// Whether an address is on this computer.
fn is_near(url: &str) -> bool {
    let uri: Option<Uri> = url.parse().ok();
    let host = uri.as_ref().and_then(Uri::host).unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}
