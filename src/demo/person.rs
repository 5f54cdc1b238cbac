//! A simulated person: sees and acts over HTTP, and is woken by a stream of events when anything happens.

use std::time::Duration;

use futures_util::StreamExt;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_tungstenite::connect_async;

/// How long a request may take. The bot answers within three seconds, or never.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long to wait before reconnecting when the event stream broke.
const AGAIN: Duration = Duration::from_secs(1);

/// A simulated person.
#[derive(Debug)]
pub(super) struct Person {
    /// The channel of direct messages with the bot.
    pub(super) direct: String,
    http: reqwest::Client,
    base: String,
    pulse: watch::Receiver<u64>,
    ears: JoinHandle<()>,
}

impl Drop for Person {
    fn drop(&mut self) {
        self.ears.abort();
    }
}

/// Sends a request to the playground; `None` if the playground refuses or does not answer.
pub(super) async fn ask(http: &reqwest::Client, method: Method, address: &str, body: Option<&Value>) -> Option<Value> {
    let mut request = http.request(method, address).timeout(PATIENCE);
    if let Some(body) = body {
        request = request.json(body);
    }
    match request.send().await {
        Ok(response) if response.status().is_success() => response.json().await.ok(),
        Ok(response) => {
            tracing::debug!(address, status = %response.status(), "the demo is refused");
            None
        }
        Err(error) => {
            tracing::debug!(address, %error, "the demo is not answered");
            None
        }
    }
}

impl Person {
    /// Takes the part of one of the playground's people. `base` is the root of the routes for people.
    pub(super) async fn become_one(http: &reqwest::Client, base: &str, user: &Value) -> Option<Person> {
        let base = format!("{base}/{}", user["id"].as_str()?);
        let direct = ask(http, Method::POST, &format!("{base}/dm"), None).await?;
        let (beat, pulse) = watch::channel(0);
        Some(Person {
            direct: direct["id"].as_str()?.to_owned(),
            http: http.clone(),
            pulse,
            ears: tokio::spawn(listen(format!("{base}/events").replacen("http", "ws", 1), beat)),
            base,
        })
    }

    /// Does something that the bot must answer, and returns the outcome.
    pub(super) async fn act(&self, action: &str, mut body: Value) -> Option<Value> {
        body["wait"] = json!("final");
        ask(
            &self.http,
            Method::POST,
            &format!("{}/{action}", self.base),
            Some(&body),
        )
        .await
    }

    /// Runs a command without options, and returns the outcome.
    pub(super) async fn run(&self, channel: &str, command: &str) -> Option<Value> {
        self.act("run", json!({ "channel": channel, "command": command })).await
    }

    /// Writes a message.
    pub(super) async fn say(&self, channel: &str, words: &str) {
        let address = format!("{}/channels/{channel}/messages", self.base);
        ask(&self.http, Method::POST, &address, Some(&json!({ "content": words }))).await;
    }

    /// Whether the bot offers a command of this name in a channel.
    pub(super) async fn knows_command(&self, channel: &str, name: &str) -> bool {
        let address = format!("{}/commands?channel={channel}", self.base);
        let commands = ask(&self.http, Method::GET, &address, None).await.unwrap_or_default();
        let mut commands = commands.as_array().into_iter().flatten();
        commands.any(|command| command["name"] == name)
    }

    /// The channels that they can see.
    pub(super) async fn channels(&self) -> Option<Value> {
        ask(&self.http, Method::GET, &format!("{}/channels", self.base), None).await
    }

    /// The newest messages of a channel that they can see, newest first.
    pub(super) async fn messages(&self, channel: &str, most: u32) -> Option<Vec<Value>> {
        let address = format!("{}/channels/{channel}/messages?limit={most}", self.base);
        match ask(&self.http, Method::GET, &address, None).await? {
            Value::Array(messages) => Some(messages),
            _ => None,
        }
    }

    /// The present state of a message.
    pub(super) async fn again(&self, channel: &str, message: &str) -> Option<Value> {
        let address = format!("{}/channels/{channel}/messages/{message}", self.base);
        ask(&self.http, Method::GET, &address, None).await
    }

    /// Dismisses a message that only they see.
    pub(super) async fn dismiss(&self, channel: &str, message: &str) {
        let address = format!("{}/channels/{channel}/messages/{message}", self.base);
        ask(&self.http, Method::DELETE, &address, None).await;
    }

    /// Waits until anything happens around them, but at most this long.
    pub(super) async fn glance(&self, longest: Duration) {
        let mut pulse = self.pulse.clone();
        pulse.mark_unchanged();
        // When the stream is gone for good, waits the whole time instead.
        if let Ok(Err(_)) = tokio::time::timeout(longest, pulse.changed()).await {
            tokio::time::sleep(longest).await;
        }
    }
}

/// Reports a beat for every event, and reconnects whenever the stream breaks.
async fn listen(address: String, beat: watch::Sender<u64>) {
    loop {
        if let Ok((mut stream, _)) = connect_async(&address).await {
            while let Some(Ok(_)) = stream.next().await {
                beat.send_modify(|count| *count += 1);
            }
        }
        tokio::time::sleep(AGAIN).await;
    }
}
