//! People: they run commands, press what they see, and wait for what they are told.

#![allow(dead_code, reason = "each test uses its part")]

use std::sync::Arc;
use std::sync::Mutex;
use std::time::Duration;

use futures_util::StreamExt;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message as Frame;

use super::reading::{Message, text};

/// How long anything may take before a test fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(90);
/// How long to wait for an event before looking again all the same.
const GLANCE: Duration = Duration::from_millis(400);

/// The way to the playground's routes for people.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) base: String,
    pub(crate) http: reqwest::Client,
}

impl Line {
    pub(crate) async fn call(&self, method: Method, path: &str, body: &Value) -> (StatusCode, Value) {
        let request = self.http.request(method, format!("{}{path}", self.base)).json(body);
        let response = tokio::time::timeout(PATIENCE, request.send())
            .await
            .unwrap_or_else(|_| panic!("the playground does not answer {path}"))
            .unwrap_or_else(|error| panic!("the playground cannot be asked {path}: {error}"));
        let status = response.status();
        (status, response.json().await.unwrap_or(Value::Null))
    }

    /// Asks for something that must be there.
    pub(crate) async fn get(&self, path: &str) -> Value {
        self.must(Method::GET, path, json!({})).await
    }

    /// Does something that must succeed.
    pub(crate) async fn must(&self, method: Method, path: &str, body: Value) -> Value {
        let (status, value) = self.call(method, path, &body).await;
        assert!(status.is_success(), "{path} {body}: {status} {value}");
        value
    }
}

/// Somebody.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) line: Line,
    dm: String,
    pulse: watch::Receiver<u64>,
    chat_pulse: watch::Receiver<u64>,
    told: Arc<Mutex<Told>>,
}

/// What a client was told, oldest first. Most of that nobody ever asks for, so it is parsed only when somebody does.
#[derive(Debug, Default)]
struct Told {
    events: Vec<Value>,
    /// What came after these events.
    unread: Vec<String>,
}

impl Told {
    fn events(&mut self) -> &[Value] {
        let fresh = self.unread.drain(..);
        self.events
            .extend(fresh.filter_map(|text| serde_json::from_str(&text).ok()));
        &self.events
    }
}

/// What somebody gets for what they did.
#[derive(Clone, Debug)]
pub(crate) struct Answer(pub(crate) Value);

impl Answer {
    pub(crate) fn status(&self) -> &str {
        self.0["status"].as_str().unwrap_or_default()
    }

    pub(crate) fn message(&self) -> Option<Message> {
        self.0["message"]
            .is_object()
            .then(|| Message(self.0["message"].clone()))
    }

    /// The message that it must have brought.
    pub(crate) fn shown(&self) -> Message {
        self.message().unwrap_or_else(|| panic!("no message came: {}", self.0))
    }

    /// The message for everybody that it must have brought.
    pub(crate) fn public(&self) -> Message {
        let message = self.shown();
        assert!(!message.is_private(), "not for everybody: {}", message.text());
        message
    }

    /// The message for this person only that it must have brought.
    pub(crate) fn private(&self) -> Message {
        let message = self.shown();
        assert!(message.is_private(), "not for one person only: {}", message.text());
        assert!(!message.text().trim().is_empty(), "a private answer says something");
        message
    }

    pub(crate) fn act(&self) -> u64 {
        self.0["act"].as_u64().unwrap_or_default()
    }

    /// Whether the bot reacted in time.
    pub(crate) fn came(&self) -> bool {
        !matches!(self.status(), "failed" | "pending" | "")
    }
}

impl Person {
    /// Someone who is in the guild already; their events are read from now on.
    pub(crate) async fn meet(line: &Line, name: &str) -> Person {
        let (person, beat, chat_beat) = Person::found(line, name).await;
        let url = format!("{}/{name}/events", line.base.replacen("http", "ws", 1));
        let (mut stream, _) = connect_async(url).await.expect("a stream of events");
        let (kept, dm) = (Arc::clone(&person.told), person.dm.clone());
        tokio::spawn(async move {
            while let Some(Ok(frame)) = stream.next().await {
                let Frame::Text(text) = frame else { continue };
                let is_of_chat = text.contains(&dm);
                kept.lock().expect("no holder panics").unread.push(text.to_string());
                beat.send_modify(|count| *count += 1);
                if is_of_chat {
                    chat_beat.send_modify(|count| *count += 1);
                }
            }
        });
        person
    }

    /// Someone who is in the guild already, and whose client stays closed: they are told nothing.
    pub(crate) async fn away(line: &Line, name: &str) -> Person {
        Person::found(line, name).await.0
    }

    async fn found(line: &Line, name: &str) -> (Person, watch::Sender<u64>, watch::Sender<u64>) {
        let everyone = line.get("").await;
        let people = everyone["people"].as_array().cloned().unwrap_or_default();
        let found = people.iter().find(|person| person["name"] == name);
        let id = text(&found.unwrap_or_else(|| panic!("{name} is there"))["user"]["id"]);
        let dm = text(&line.must(Method::POST, &format!("/{name}/dm"), json!({})).await["id"]);
        let (beat, pulse) = watch::channel(0);
        let (chat_beat, chat_pulse) = watch::channel(0);
        let person = Person {
            name: name.to_owned(),
            id,
            line: line.clone(),
            dm,
            pulse,
            chat_pulse,
            told: Arc::default(),
        };
        (person, beat, chat_beat)
    }

    /// Everything that their client was told since they came, oldest first.
    pub(crate) fn events(&self) -> Vec<Value> {
        self.told.lock().expect("no holder panics").events().to_vec()
    }

    /// The newest message that their client was told of, or told to change, that is so.
    pub(crate) fn last_shown(&self, so: impl Fn(&Message) -> bool) -> Option<Message> {
        let mut told = self.told.lock().expect("no holder panics");
        let messages = told.events().iter().rev().filter(|event| event["message"].is_object());
        messages.map(|event| Message(event["message"].clone())).find(so)
    }

    /// The newest message of a channel that their client was told of, or told to change, that is so.
    pub(crate) fn last_shown_in(&self, channel: &str, so: impl Fn(&Message) -> bool) -> Option<Message> {
        let mut told = self.told.lock().expect("no holder panics");
        // Looked at again and again by many: only what may be it is copied.
        let messages = told.events().iter().rev().map(|event| &event["message"]);
        let messages = messages.filter(|message| message["channel_id"] == channel);
        messages.map(|message| Message(message.clone())).find(so)
    }

    /// Their channel with the bot.
    pub(crate) fn dm(&self) -> &str {
        &self.dm
    }

    async fn ask(&self, action: &str, mut body: Value) -> Answer {
        if body.get("wait").is_none() {
            body["wait"] = json!("final");
        }
        Answer(
            self.line
                .must(Method::POST, &format!("/{}/{action}", self.name), body)
                .await,
        )
    }

    /// Tries what may be impossible just now, such as while the bot is away.
    pub(crate) async fn attempt(&self, action: &str, body: Value) -> Option<Answer> {
        let (status, value) = self
            .line
            .call(Method::POST, &format!("/{}/{action}", self.name), &body)
            .await;
        status.is_success().then_some(Answer(value))
    }

    /// Runs a slash command.
    pub(crate) async fn run(&self, channel: &str, command: &str, options: Value) -> Answer {
        self.ask(
            "run",
            json!({ "channel": channel, "command": command, "options": options }),
        )
        .await
    }

    /// Types an option of a slash command, and gives what is offered then: what each says, and what it stands for.
    pub(crate) async fn complete(
        &self,
        channel: &str,
        command: &str,
        options: Value,
        focused: &str,
    ) -> Vec<(String, String)> {
        let body = json!({ "channel": channel, "command": command, "options": options, "focused": focused });
        let answer = self.ask("complete", body).await;
        assert_eq!(answer.status(), "choices", "{}", answer.0);
        let offered = answer.0["choices"].as_array().into_iter().flatten();
        offered
            .map(|choice| (text(&choice["name"]), text(&choice["value"])))
            .collect()
    }

    /// Fills in the form that an answer has brought, and sends it.
    pub(crate) async fn submit(&self, form: &Answer, fields: Value) -> Answer {
        assert_eq!(form.status(), "modal", "{}", form.0);
        self.ask("submit", json!({ "act": form.act(), "fields": fields })).await
    }

    /// Presses the button of this label, which must be there.
    pub(crate) async fn press(&self, message: &Message, label: &str) -> Answer {
        match (message.button(label), message.option(label)) {
            (Some(button), _) => self.press_id(message, &button.custom_id).await,
            (None, Some((custom_id, value))) => self.choose(message, &custom_id, &value).await,
            (None, None) => panic!("{} sees no {label} to press: {}", self.name, describe(message)),
        }
    }

    /// Waits until a message has its picture.
    pub(crate) async fn pictured(&self, message: &Message) -> Message {
        let has_picture = |message: &Message| !super::reading::told_of_pictures(&message.0).is_empty();
        self.until("a picture", async || self.again(message).await.filter(has_picture))
            .await
    }

    /// Chooses an option of a select menu.
    pub(crate) async fn choose(&self, message: &Message, custom_id: &str, value: &str) -> Answer {
        self.choose_all(message, custom_id, &[value]).await
    }

    /// Chooses several options of a select menu, or none.
    pub(crate) async fn choose_all(&self, message: &Message, custom_id: &str, values: &[&str]) -> Answer {
        let body = json!({
            "channel": message.channel(), "message": message.id(), "custom_id": custom_id, "values": values,
        });
        self.ask("choose", body).await
    }

    /// Presses a button by its custom id.
    pub(crate) async fn press_id(&self, message: &Message, custom_id: &str) -> Answer {
        let body = json!({ "channel": message.channel(), "message": message.id(), "custom_id": custom_id });
        self.ask("press", body).await
    }

    /// Sends a press whatever the message offers.
    pub(crate) async fn forge(&self, message: &Message, custom_id: &str) -> Answer {
        let body = json!({
            "channel": message.channel(), "message": message.id(), "custom_id": custom_id, "forge": true,
        });
        self.ask("press", body).await
    }

    /// Does something that must be answered in private, and reads that: as the answer itself, or as a message that
    /// follows an answer which brought the pressed message up to date.
    pub(crate) async fn refused(&self, channel: &str, action: impl Future<Output = Answer>) -> Message {
        let before = self.newest(channel).await;
        let answer = action.await;
        assert!(answer.came(), "{}: {}", self.name, answer.0);
        if let Some(message) = answer.message().filter(Message::is_private)
            && id_number(&message.id()) > before
        {
            assert!(
                message.text().chars().count() > 10,
                "it says something: {}",
                message.text()
            );
            return message;
        }
        self.until("a private answer", async || {
            let fresh = |message: &Message| message.is_private() && id_number(&message.id()) > before;
            let message = self.messages(channel, 5).await.into_iter().find(fresh)?;
            assert!(
                message.text().chars().count() > 10,
                "it says something: {}",
                message.text()
            );
            Some(message)
        })
        .await
    }

    async fn newest(&self, channel: &str) -> u64 {
        self.messages(channel, 1)
            .await
            .first()
            .map_or(0, |message| id_number(&message.id()))
    }

    /// The newest messages of a channel that they see, newest first.
    pub(crate) async fn messages(&self, channel: &str, most: usize) -> Vec<Message> {
        let path = format!("/{}/channels/{channel}/messages?limit={most}", self.name);
        let (_, found) = self.line.call(Method::GET, &path, &json!({})).await;
        found.as_array().into_iter().flatten().cloned().map(Message).collect()
    }

    /// The newest message of such a kind in a channel, if it is not buried too deep.
    pub(crate) async fn find(&self, channel: &str, such: impl Fn(&Message) -> bool) -> Option<Message> {
        // Mostly it is the last one, and this is asked very often; but private answers may have piled up below it.
        for most in [1, 8, 300] {
            let messages = self.messages(channel, most).await;
            let all = messages.len() < most;
            let found = messages.into_iter().find(&such);
            if all || found.is_some() {
                return found;
            }
        }
        None
    }

    /// A message as it is now.
    pub(crate) async fn again(&self, message: &Message) -> Option<Message> {
        let path = format!(
            "/{}/channels/{}/messages/{}",
            self.name,
            message.channel(),
            message.id()
        );
        let (status, found) = self.line.call(Method::GET, &path, &json!({})).await;
        status.is_success().then_some(Message(found))
    }

    /// The table's message in a channel: the newest public one that names a game.
    pub(crate) async fn table(&self, channel: &str) -> Option<Message> {
        let is_title = |line: &str| line.starts_with("### Binome") || line.starts_with("-# Binome");
        let is_table =
            |message: &Message| message.is_by_bot() && !message.is_private() && message.text().lines().any(is_title);
        self.find(channel, is_table).await
    }

    /// Waits until the table's message in a channel is so.
    pub(crate) async fn table_when(&self, channel: &str, what: &str, so: impl Fn(&Message) -> bool) -> Message {
        self.until(what, async || self.table(channel).await.filter(|message| so(message)))
            .await
    }

    /// Their panel in the private chat for the table of a channel.
    pub(crate) async fn panel(&self, channel: &str) -> Option<Message> {
        let mention = format!("<#{channel}>");
        let is_panel = |message: &Message| message.heading().starts_with("-# ") && message.heading().contains(&mention);
        self.find(self.dm(), is_panel).await
    }

    /// Waits until their panel in the private chat is so.
    pub(crate) async fn panel_when(&self, channel: &str, what: &str, so: impl Fn(&Message) -> bool) -> Message {
        self.until(what, async || self.panel(channel).await.filter(|message| so(message)))
            .await
    }

    /// Writes a message.
    pub(crate) async fn say(&self, channel: &str, words: &str) {
        let path = format!("/{}/channels/{channel}/messages", self.name);
        self.line.must(Method::POST, &path, json!({ "content": words })).await;
    }

    /// Waits for something, looking again whenever their client is told anything.
    pub(crate) async fn until<T>(&self, what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
        let until = tokio::time::Instant::now() + PATIENCE;
        let mut pulse = self.pulse.clone();
        loop {
            pulse.mark_unchanged();
            if let Some(found) = look().await {
                return found;
            }
            if tokio::time::Instant::now() > until {
                panic!("{} waited in vain for {what}\n{}", self.name, self.surroundings().await);
            }
            self.glance(&mut pulse).await;
        }
    }

    /// Waits for a moment, or until anything happens.
    pub(crate) async fn glance(&self, pulse: &mut watch::Receiver<u64>) {
        let _ = tokio::time::timeout(GLANCE, pulse.changed()).await;
    }

    /// Changes with everything that their client is told.
    pub(crate) fn pulse(&self) -> watch::Receiver<u64> {
        self.pulse.clone()
    }

    /// Changes with what their client is told of their chat with the bot.
    pub(crate) fn chat_pulse(&self) -> watch::Receiver<u64> {
        self.chat_pulse.clone()
    }

    /// What they see last everywhere, for a test that fails.
    async fn surroundings(&self) -> String {
        let channels = self.line.get(&format!("/{}/channels", self.name)).await;
        let mut all = String::new();
        for channel in channels.as_array().into_iter().flatten() {
            let messages = self.messages(&text(&channel["id"]), 12).await;
            for message in messages.iter().rev() {
                all.push_str(&format!(
                    "[{} {}] {}\n",
                    channel["name"],
                    channel["id"],
                    describe(message)
                ));
            }
        }
        all
    }
}

fn id_number(id: &str) -> u64 {
    id.parse().unwrap_or_default()
}

/// A message in a few lines, for a test that fails.
pub(crate) fn describe(message: &Message) -> String {
    let buttons: Vec<String> = message.buttons().into_iter().map(|button| button.label).collect();
    let private = if message.is_private() { " (private)" } else { "" };
    let edited = text(&message.0["edited_timestamp"]);
    format!("{}{private} {edited}: {}\n   {buttons:?}", message.id(), message.text())
}
