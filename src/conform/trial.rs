//! What all checks of one run share: the client, the line to the gateway, the channel where they try things out, and the list
//! of what the run has to remove at its end.

use std::net::IpAddr;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::Instant;

use super::client::{Answer, Client, DISCORD, Request, succeeded};
use super::line::Line;
use super::redaction::Redaction;
use super::verdict::{Halt, Tried, differs, untried};
use super::{Config, ConformError, Event, Teller};

/// What the channel and the command of a run are called.
pub(super) const NAME: &str = "whistle-conform";
const TOPIC: &str = "whistle conform tries things out here, and takes the channel away afterwards.";
/// Servers, their messages, and private chats with theirs.
const INTENTS: u64 = 1 | 1 << 9 | 1 << 12;
/// How long an event may take that should come at once.
pub(super) const SOON: Duration = Duration::from_secs(10);
/// How long after one IDENTIFY the next may come (docs/DISCORD.md, "Gateway").
const IDENTIFY_PAUSE: Duration = Duration::from_millis(5_500);

/// Something that has to be taken away.
enum Made {
    Channel(String),
    Message(String, String),
    /// A command or an emoji, by the path of its list and its id.
    In(String, String),
}

/// A session at the gateway.
struct Session {
    line: Line,
    id: String,
    resume: String,
}

/// One run.
pub(super) struct Trial {
    client: Client,
    config: Config,
    tell: Teller,
    /// The application, and the bot as a user.
    pub(super) application: String,
    pub(super) user: String,
    pub(super) guild: String,
    /// Where things are tried out.
    pub(super) channel: String,
    own_channel: bool,
    made: Vec<Made>,
    session: Option<Session>,
    identified: Option<Instant>,
    /// How many acts a person was asked for, and whether one was not done.
    asked: u32,
    absent: bool,
    pub(super) redaction: Redaction,
}

impl Trial {
    /// Finds out who the bot is and where it may try things out.
    pub(super) async fn begin(
        config: &Config,
        stop: watch::Receiver<bool>,
        tell: Teller,
    ) -> Result<Trial, ConformError> {
        let base = base(config)?;
        let client = Client::new(&base, &config.token, stop).map_err(ConformError::CannotRun)?;
        let mut trial = Trial {
            client,
            config: config.clone(),
            tell,
            application: String::new(),
            user: String::new(),
            guild: config.guild.to_string(),
            channel: String::new(),
            own_channel: false,
            made: Vec::new(),
            session: None,
            identified: None,
            asked: 0,
            absent: false,
            redaction: Redaction::default(),
        };
        trial.redaction.hide(&config.token);
        let application = trial.known("/applications/@me", "the token is not accepted").await?;
        trial.application = text(&application["id"]);
        trial.redaction.hide(&text(&application["name"]));
        let user = trial.known("/users/@me", "the token is not accepted").await?;
        trial.user = text(&user["id"]);
        trial.redaction.hide(&text(&user["username"]));
        let guild = format!("/guilds/{}", trial.guild);
        let guild = trial.known(&guild, "the bot is not in that server").await?;
        trial.redaction.hide(&text(&guild["name"]));
        trial.settle().await?;
        Ok(trial)
    }

    /// Asks for what must be there.
    async fn known(&mut self, path: &str, otherwise: &str) -> Result<Value, ConformError> {
        match self.get(path).await {
            Ok(answer) if answer.status == 200 => Ok(answer.body),
            Ok(answer) if matches!(answer.status, 401 | 403 | 404) => {
                Err(ConformError::CannotRun(format!("{otherwise} ({})", answer.said())))
            }
            Ok(answer) => Err(ConformError::CannotRun(format!("Discord answered {}", answer.said()))),
            Err(halt) => Err(ConformError::from(halt)),
        }
    }

    /// Makes a channel of its own if it may, and else takes the one that was named.
    async fn settle(&mut self) -> Result<(), ConformError> {
        if let Some(channel) = self.config.channel {
            self.channel = channel.to_string();
            let path = format!("/channels/{channel}");
            self.known(&path, "the bot does not see that channel").await?;
            return Ok(());
        }
        let body = json!({ "name": NAME, "type": 0, "topic": TOPIC });
        let made = self.post(format!("/guilds/{}/channels", self.guild), body).await?;
        if made.status != 201 {
            return Err(ConformError::CannotRun(format!(
                "the bot may not make a channel here ({}): let it manage channels, or name one with --channel",
                made.said()
            )));
        }
        self.channel = text(&made.body["id"]);
        self.own_channel = true;
        self.made.push(Made::Channel(self.channel.clone()));
        Ok(())
    }

    pub(super) fn config(&self) -> &Config {
        &self.config
    }

    pub(super) fn tell(&self, event: Event<'_>) {
        (self.tell)(event);
    }

    pub(super) fn refusals(&self) -> u32 {
        self.client.refusals()
    }

    pub(super) async fn send(&mut self, request: Request) -> Tried<Answer> {
        self.client.send(&request).await
    }

    pub(super) async fn get(&mut self, path: impl Into<String>) -> Tried<Answer> {
        self.send(Request::new(Method::GET, path)).await
    }

    pub(super) async fn post(&mut self, path: impl Into<String>, body: Value) -> Tried<Answer> {
        self.send(Request::new(Method::POST, path).body(body)).await
    }

    pub(super) async fn patch(&mut self, path: impl Into<String>, body: Value) -> Tried<Answer> {
        self.send(Request::new(Method::PATCH, path).body(body)).await
    }

    pub(super) async fn put(&mut self, path: impl Into<String>) -> Tried<Answer> {
        self.send(Request::new(Method::PUT, path)).await
    }

    pub(super) async fn delete(&mut self, path: impl Into<String>) -> Tried<Answer> {
        self.send(Request::new(Method::DELETE, path)).await
    }

    pub(super) async fn rest(&mut self, time: Duration) -> Tried {
        self.client.rest_until(Instant::now() + time).await
    }

    /// The path of the messages of the channel.
    pub(super) fn messages(&self) -> String {
        format!("/channels/{}/messages", self.channel)
    }

    /// The path of a message of the channel.
    pub(super) fn message(&self, message: &Value) -> String {
        format!("{}/{}", self.messages(), text(&message["id"]))
    }

    /// Sends a message that may be refused.
    pub(super) async fn try_message(&mut self, body: Value) -> Tried<Answer> {
        let path = self.messages();
        self.try_upload(Request::new(Method::POST, path).body(body)).await
    }

    /// Sends a message with files, which may be refused.
    pub(super) async fn try_upload(&mut self, request: Request) -> Tried<Answer> {
        let answer = self.send(request).await?;
        if succeeded(answer.status) {
            self.made_message(&answer.body);
        }
        Ok(answer)
    }

    /// Remembers a message that has to be taken away.
    pub(super) fn made_message(&mut self, message: &Value) {
        if let (Some(channel), Some(id)) = (message["channel_id"].as_str(), message["id"].as_str()) {
            self.made.push(Made::Message(channel.to_owned(), id.to_owned()));
        }
    }

    /// Remembers a thread that has to be taken away.
    pub(super) fn made_thread(&mut self, thread: &Value) {
        self.made.push(Made::Channel(text(&thread["id"])));
    }

    /// Remembers a command or an emoji that has to be taken away, in the list at this path.
    pub(super) fn made_in(&mut self, scope: &str, thing: &Value) {
        if let Some(id) = thing["id"].as_str() {
            self.made.push(Made::In(scope.to_owned(), id.to_owned()));
        }
    }

    /// Sends a message that must be taken.
    pub(super) async fn say(&mut self, body: Value) -> Tried<Value> {
        Ok(self.try_message(body).await?.ok()?.body)
    }

    /// Sends a message with files that must be taken.
    pub(super) async fn upload(&mut self, body: Value, files: &[(&'static str, &[u8])]) -> Tried<Value> {
        let path = self.messages();
        let request = Request::new(Method::POST, path).body(body);
        let request = files
            .iter()
            .fold(request, |request, (name, bytes)| request.file(name, *bytes));
        Ok(self.try_upload(request).await?.ok()?.body)
    }

    /// The address of the gateway, with what every connection asks for.
    async fn gateway(&mut self) -> Tried<String> {
        let answer = self.get("/gateway").await?.ok()?;
        self.allowed(&text(&answer.body["url"]))
    }

    /// Refuses an address beyond this computer where the API is on it: whoever listens there would be sent the token.
    fn allowed(&self, address: &str) -> Tried<String> {
        let local = self.config.api_base.as_deref().is_some_and(on_this_computer);
        if local && !self.config.allow_remote && !on_this_computer(address) {
            return untried("the gateway is beyond this computer, which must be permitted");
        }
        Ok(format!("{}/?v=10&encoding=json", address.trim_end_matches('/')))
    }

    /// A new connection to the gateway that has not identified.
    pub(super) async fn line(&mut self) -> Tried<Line> {
        let url = self.gateway().await?;
        Line::open(&url).await.or_else(untried)
    }

    /// Begins a new session: the READY with which it does.
    pub(super) async fn identify(&mut self) -> Tried<Value> {
        if let Some(session) = self.session.take() {
            session.line.disconnect().await;
        }
        if let Some(last) = self.identified {
            self.client.rest_until(last + IDENTIFY_PAUSE).await?;
        }
        let mut line = self.line().await?;
        let properties = json!({ "os": std::env::consts::OS, "browser": "whistle", "device": "whistle" });
        let identify = json!({ "token": self.config.token, "intents": INTENTS, "properties": properties });
        line.send(&json!({ "op": 2, "d": identify }));
        self.identified = Some(Instant::now());
        let Some(ready) = line.event("READY", SOON).await else {
            return differs("no READY came after IDENTIFY");
        };
        let (id, resume) = (text(&ready["session_id"]), text(&ready["resume_gateway_url"]));
        self.session = Some(Session { line, id, resume });
        Ok(ready)
    }

    /// The line of the session, begun if there is none.
    pub(super) async fn session(&mut self) -> Tried<&mut Line> {
        if self.session.is_none() {
            self.identify().await?;
        }
        match &mut self.session {
            Some(session) => Ok(&mut session.line),
            None => untried("there is no session at the gateway"),
        }
    }

    /// Hangs up, lets something happen meanwhile, and takes the session up again.
    pub(super) async fn resume_after(&mut self, meanwhile: Value) -> Tried {
        self.session().await?.forget();
        let Some(Session { line, id, resume }) = self.session.take() else {
            return untried("there is no session at the gateway");
        };
        let seq = line.seq();
        line.disconnect().await;
        self.say(meanwhile).await?;
        let url = self.allowed(&resume)?;
        let line = Line::open(&url).await.or_else(untried)?;
        let resume_frame = json!({ "token": self.config.token, "session_id": id, "seq": seq });
        line.send(&json!({ "op": 6, "d": resume_frame }));
        self.session = Some(Session { line, id, resume });
        Ok(())
    }

    /// The frame with which somebody takes up a session that never was.
    pub(super) fn false_resume(&self) -> Value {
        json!({ "op": 6, "d": { "token": self.config.token, "session_id": "0".repeat(32), "seq": 1 } })
    }

    /// Asks a person to use the component of a message, and waits until they do.
    pub(super) async fn ask(&mut self, what: &str, mut component: Value) -> Tried<Value> {
        self.somebody_is_there()?;
        self.session().await?;
        self.asked += 1;
        let custom_id = format!("conform-{}", self.asked);
        component["custom_id"] = json!(custom_id);
        let row = json!([{ "type": 1, "components": [component] }]);
        self.say(json!({ "content": what, "components": row })).await?;
        self.await_person(what, 3, |data| data["custom_id"] == custom_id.as_str())
            .await
    }

    /// Asks a person to press a button, and waits for the press.
    pub(super) async fn press(&mut self) -> Tried<Value> {
        let button = json!({ "type": 2, "style": 1, "label": "Press" });
        self.ask("Please press this button.", button).await
    }

    /// Asks for a press, and acknowledges it.
    pub(super) async fn pressed(&mut self) -> Tried<Value> {
        let press = self.press().await?;
        self.acknowledge(&press).await?;
        Ok(press)
    }

    /// Asks a person to do something with the command, and waits for an interaction of this type.
    pub(super) async fn ask_for_command(&mut self, what: &str, kind: u64) -> Tried<Value> {
        self.somebody_is_there()?;
        self.session().await?;
        self.say(json!({ "content": what })).await?;
        self.await_person(what, kind, |data| data["name"] == NAME).await
    }

    /// Nobody is asked again who did not answer: the rest of the run need not take an hour.
    fn somebody_is_there(&self) -> Tried {
        if self.absent {
            untried("nobody was there to press")
        } else {
            Ok(())
        }
    }

    /// Waits until a person has done what they were asked for.
    pub(super) async fn await_person(&mut self, what: &str, kind: u64, is_it: impl Fn(&Value) -> bool) -> Tried<Value> {
        self.tell(Event::Asks(what));
        let until = Instant::now() + self.config.patience;
        let wanted = |frame: &Value| {
            let (asked, data) = (frame["d"]["type"].as_u64(), &frame["d"]["data"]);
            // While a person types a command, suggestions are asked for; these are answered on the way.
            frame["t"] == "INTERACTION_CREATE" && (asked == Some(kind) && is_it(data) || asked == Some(4))
        };
        loop {
            // Short waits, so that a run that is stopped ends soon.
            self.rest(Duration::ZERO).await?;
            let Some(mut frame) = self.session().await?.next(Duration::from_millis(500), wanted).await else {
                if Instant::now() > until {
                    self.absent = true;
                    return untried("nobody did what was asked for in the channel");
                }
                continue;
            };
            let interaction = frame["d"].take();
            if interaction["type"].as_u64() == Some(kind) {
                self.hide_person(&interaction);
                return Ok(interaction);
            }
            let suggested = json!({ "choices": choices() });
            self.callback(&interaction, 8, suggested).await?;
        }
    }

    fn hide_person(&mut self, interaction: &Value) {
        self.redaction.hide(&text(&interaction["token"]));
        let user = person(interaction);
        for key in ["username", "global_name"] {
            self.redaction.hide(&text(&user[key]));
        }
    }

    /// Answers an interaction, as its first answer, with a callback of this type. It has data unless these are null.
    pub(super) async fn callback(&mut self, interaction: &Value, kind: u8, data: Value) -> Tried<Answer> {
        let mut body = json!({ "type": kind });
        if !data.is_null() {
            body["data"] = data;
        }
        let (id, token) = (text(&interaction["id"]), text(&interaction["token"]));
        let path = format!("/interactions/{id}/{token}/callback?with_response=true");
        let answer = self
            .send(Request::new(Method::POST, path).body(body).without_token())
            .await?;
        // A message that only one person sees is gone by itself, and no route of a channel knows it.
        let message = &answer.body["resource"]["message"];
        if message["flags"].as_u64().is_some_and(|flags| flags & 64 == 0) {
            let message = message.clone();
            self.made_message(&message);
        }
        Ok(answer)
    }

    /// Answers an interaction such that nothing changes for the person.
    pub(super) async fn acknowledge(&mut self, interaction: &Value) -> Tried {
        self.callback(interaction, 6, Value::Null).await?.is(200)
    }

    /// A request to a route that an interaction's token opens, without the bot's own token.
    pub(super) async fn hook(
        &mut self,
        method: Method,
        interaction: &Value,
        rest: &str,
        body: Option<Value>,
    ) -> Tried<Answer> {
        let token = text(&interaction["token"]);
        let path = format!("/webhooks/{}/{token}{rest}", self.application);
        let request = Request::new(method, path).without_token();
        let request = match body {
            Some(body) => request.body(body),
            None => request,
        };
        self.send(request).await
    }

    /// Takes away everything that the run made. How many things could not be taken away.
    pub(super) async fn tidy_up(mut self) -> usize {
        self.client.tidy();
        let mut left = 0;
        for made in std::mem::take(&mut self.made).into_iter().rev() {
            let path = match made {
                // It goes with its channel.
                Made::Message(channel, _) if self.own_channel && channel == self.channel => continue,
                Made::Channel(id) => format!("/channels/{id}"),
                Made::Message(channel, id) => format!("/channels/{channel}/messages/{id}"),
                Made::In(scope, id) => format!("{scope}/{id}"),
            };
            let gone = self.delete(path).await;
            let gone = gone.is_ok_and(|answer| succeeded(answer.status) || answer.status == 404);
            left += usize::from(!gone);
        }
        if let Some(session) = self.session.take() {
            session.line.disconnect().await;
        }
        left
    }
}

/// What the command suggests.
pub(super) fn choices() -> Value {
    json!([{ "name": "board", "value": "board" }, { "name": "dice", "value": "dice" }])
}

/// Who used a component or a command.
pub(super) fn person(interaction: &Value) -> &Value {
    if interaction["member"].is_object() {
        &interaction["member"]["user"]
    } else {
        &interaction["user"]
    }
}

/// A text, empty if it is none.
pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Where Discord is, or what stands in its place.
fn base(config: &Config) -> Result<String, ConformError> {
    let Some(base) = &config.api_base else {
        return Ok(DISCORD.to_owned());
    };
    if !config.allow_remote && !on_this_computer(base) {
        return Err(ConformError::CannotRun(
            "the address of the API is beyond this computer, which must be permitted".to_owned(),
        ));
    }
    Ok(base.clone())
}

/// Whether an address is of this computer.
pub(crate) fn on_this_computer(address: &str) -> bool {
    let Ok(url) = reqwest::Url::parse(address) else {
        return false;
    };
    let host = url.host_str().unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

impl From<Halt> for ConformError {
    fn from(halt: Halt) -> Self {
        let (Halt::Differs(why) | Halt::Untried(why) | Halt::Over(why)) = halt;
        ConformError::CannotRun(why)
    }
}
