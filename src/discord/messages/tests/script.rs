//! A Discord that does as it is told, and a table that is only a number.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use futures_util::future::BoxFuture;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::super::{Address, Desired, DesiredSource, KnownSlot, Planned, Show, Slot, Undrawn, Unknown};
use crate::discord::governor::BucketReport;
use crate::discord::http::{Failure, Server};
use crate::discord::limits;
use crate::discord::lock::lock;
use crate::discord::payload::{Payload, Picture};
use crate::rules::Sketch;

/// The guild of every table here.
pub(super) const GUILD: u64 = 5;
/// The bot's application.
pub(super) const APPLICATION: u64 = 3;

/// The private chat with a person.
pub(super) fn chat_of(person: u64) -> u64 {
    person + 1000
}

/// What was asked of Discord.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Did {
    Create(u64),
    Edit(u64),
    Delete(u64),
    /// A message of this channel was changed by a token.
    ByToken(u64),
    /// A message that only one person sees was changed by a token, to this text.
    Private(String),
    /// A picture came with the request before.
    Picture,
}

/// A message as it stands in its channel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stands {
    pub(super) text: String,
    pub(super) picture: Option<String>,
    pub(super) alt: String,
}

impl Stands {
    /// Writes a body into a message as Discord does: without a list its files stay, else those stay that are listed. A gallery
    /// whose file is not there is refused.
    pub(super) fn write(&mut self, body: &Value, picture: Option<&[u8]>) -> Result<(), Failure> {
        let listed = body.get("attachments").and_then(Value::as_array);
        let kept = self.picture.is_some() && listed.is_none();
        let alt = told(body);
        if alt.is_some() && !kept && picture.is_none() {
            return Err(Failure::Refused {
                status: 400,
                code: 50035,
                what: "the gallery's file is not there".to_owned(),
            });
        }
        if body.get("components").is_some() {
            self.text = text(body);
        }
        if !kept {
            self.picture = None;
        }
        self.alt = alt.unwrap_or_default();
        if let Some(picture) = picture {
            let [file] = listed.expect("a file is listed").as_slice() else {
                panic!("one file is listed: {body}")
            };
            assert_eq!((&file["id"], &file["filename"]), (&0.into(), &"board.png".into()));
            self.picture = Some(String::from_utf8(picture.to_vec()).expect("a drawn text"));
        }
        Ok(())
    }
}

/// The message that answers an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Everybody sees it.
    Public(u64, u64),
    /// Only one person does.
    Private(u64),
}

#[derive(Default)]
pub(super) struct World {
    /// An earlier run of the bot lives here: whatever it wants, nothing comes of it.
    pub(super) left_behind: bool,
    pub(super) messages: BTreeMap<(u64, u64), Stands>,
    pub(super) private: BTreeMap<u64, Stands>,
    /// The messages that answer interactions, by token, and since when.
    pub(super) tokens: HashMap<String, (Instant, Target)>,
    nonces: HashMap<String, (u64, u64)>,
    pub(super) next: u64,
    pub(super) did: Vec<Did>,
    /// How many private chats were opened.
    pub(super) opened: usize,
    pub(super) failures: VecDeque<Failure>,
    pub(super) in_channel: HashMap<u64, VecDeque<Failure>>,
    pub(super) barred: HashMap<u64, Failure>,
    pub(super) lost: u32,
    /// When the first run began: the clock on the wall runs on from there.
    pub(super) begun: Option<Instant>,
    pub(super) slow: Duration,
    /// How long a request with a picture is on its way, how long its answer is on its way back, and how long drawing takes.
    pub(super) uploading: Duration,
    pub(super) returning: Duration,
    pub(super) drawing: Duration,
    /// How many requests each route of a channel takes in how long, and what the windows have taken.
    pub(super) limit: Option<(u32, Duration)>,
    windows: HashMap<(u64, u64), (Instant, u32)>,
    /// See [`Show::pace`].
    pub(super) pace: Duration,
    // What the table is like.
    pub(super) version: u64,
    /// How many entries the store has of it.
    pub(super) logged: u64,
    pub(super) over: bool,
    /// Whether the bot was removed from the table's guild.
    pub(super) removed: bool,
    pub(super) seats: BTreeMap<u8, u64>,
    pub(super) pings: BTreeMap<u8, String>,
    pub(super) fixed: HashMap<Slot, String>,
    /// What is drawn in each slot, and what was drawn.
    pub(super) pictures: BTreeMap<Slot, i32>,
    pub(super) drawn: Vec<i32>,
    pub(super) undrawable: bool,
    /// Channels that take no files; 0 are the private answers.
    pub(super) fileless: HashSet<u64>,
    /// Nothing with a file gets through.
    pub(super) narrow: bool,
    /// Whom the table's message names, and whom messages have called.
    pub(super) names: Vec<u64>,
    pub(super) called: Vec<u64>,
}

/// What comes back from Discord.
type Answered = Option<(u16, Value, Option<BucketReport>)>;

/// One request.
#[derive(Clone, Debug)]
enum Asked {
    Create(u64),
    Edit(u64, u64),
    Delete(u64, u64),
    ByToken(String),
    TakeAway(String),
    Original(String),
    OpenDm(u64),
}

impl Asked {
    fn of(method: &Method, path: &str, body: Option<&Value>) -> Asked {
        let parts: Vec<&str> = path.split('/').skip(1).collect();
        let number = |text: &str| text.parse().expect("a number");
        match (method.as_str(), parts.as_slice()) {
            ("POST", ["channels", channel, "messages"]) => Asked::Create(number(channel)),
            ("PATCH", ["channels", channel, "messages", message]) => Asked::Edit(number(channel), number(message)),
            ("DELETE", ["channels", channel, "messages", message]) => Asked::Delete(number(channel), number(message)),
            (method, ["webhooks", application, token, "messages", "@original"]) => {
                assert_eq!(number(application), APPLICATION);
                match method {
                    "PATCH" => Asked::ByToken((*token).to_owned()),
                    "DELETE" => Asked::TakeAway((*token).to_owned()),
                    _ => Asked::Original((*token).to_owned()),
                }
            }
            ("POST", ["users", "@me", "channels"]) => {
                let person = body.and_then(|body| body["recipient_id"].as_str());
                Asked::OpenDm(number(person.expect("a person")))
            }
            _ => panic!("nothing asks for {method} {path}"),
        }
    }

    /// Where it goes; 0 where only a token leads.
    fn channel(&self) -> u64 {
        match self {
            Asked::Create(channel) | Asked::Edit(channel, _) | Asked::Delete(channel, _) => *channel,
            _ => 0,
        }
    }
}

#[derive(Clone, Default)]
pub(super) struct Script(pub(super) Arc<Mutex<World>>);

impl Server for Script {
    fn take(
        &self,
        method: &Method,
        path: &str,
        body: Option<&Value>,
        file: Option<&[u8]>,
    ) -> BoxFuture<'static, Answered> {
        let (script, asked) = (self.clone(), Asked::of(method, path, body));
        let (body, file) = (body.cloned().unwrap_or_default(), file.map(<[u8]>::to_vec));
        Box::pin(async move {
            let (status, body) = match script.serve(&asked, &body, file).await {
                Ok(body) => (200, body),
                Err(failure) => said(&failure)?,
            };
            let standing = script.world().count(&asked);
            Some((status, body, standing))
        })
    }
}

/// A failure as Discord says it; nothing where the line breaks.
fn said(failure: &Failure) -> Option<(u16, Value)> {
    let coded = |status: u16, code: i64| Some((status, json!({ "code": code, "message": "in a test" })));
    match failure {
        Failure::Unreachable(_) => None,
        Failure::GoneMessage => coded(404, 10008),
        Failure::GoneChannel => coded(404, 10003),
        Failure::NoAccess { code } => coded(403, *code),
        Failure::Worn => coded(429, 30046),
        Failure::TooManyThreads => coded(400, 160_006),
        Failure::Archived => coded(400, 50083),
        Failure::ClosedDm => coded(403, 50007),
        Failure::GoneInteraction => coded(404, 10015),
        Failure::Answered => coded(400, 40060),
        Failure::Refused { status, code, .. } => coded(*status, *code),
        Failure::Limited { after, global } => {
            Some((429, json!({ "retry_after": after.as_secs_f64(), "global": global })))
        }
    }
}

/// Whom a body calls.
fn named(body: &Value) -> Vec<u64> {
    let users = body["allowed_mentions"]["users"].as_array().into_iter().flatten();
    let number = |user: &Value| user.as_str().and_then(|text| text.parse().ok());
    users.map(|user| number(user).expect("a number")).collect()
}

/// The text of a message: of its layout, or of an announcement.
fn text(body: &Value) -> String {
    let shown = body["components"].as_array().into_iter().flatten();
    let mut shown = shown.filter(|component| component["type"] == 10);
    let text = shown.next().map_or(&body["content"], |text| &text["content"]);
    text.as_str().unwrap_or_default().to_owned()
}

/// The alternative text of a message's picture, if the message shows one.
fn told(body: &Value) -> Option<String> {
    let mut shown = body["components"].as_array().into_iter().flatten();
    let gallery = shown.find(|component| component["type"] == 12)?;
    let alt = &gallery["items"][0]["description"];
    Some(alt.as_str().expect("an alternative text").to_owned())
}

/// A message of which Discord tells the number.
fn numbered(message: u64) -> Value {
    json!({ "id": message.to_string(), "flags": 0 })
}

impl World {
    /// The message that answers an interaction, for as long as its token lives.
    fn target(&self, token: &str) -> Result<Target, Failure> {
        let (since, target) = self.tokens.get(token).ok_or(Failure::GoneInteraction)?;
        match since.elapsed() < Duration::from_millis(limits::TOKEN_MS) {
            true => Ok(*target),
            false => Err(Failure::GoneInteraction),
        }
    }

    /// What goes wrong with a request.
    fn wrong(&mut self, asked: &Asked, pictured: bool) -> Option<Failure> {
        let channel = asked.channel();
        let files_to = match asked {
            Asked::ByToken(token) => match self.target(token) {
                Ok(Target::Public(channel, _)) => channel,
                _ => 0,
            },
            _ => channel,
        };
        if pictured && self.fileless.contains(&files_to) {
            return Some(Failure::NoAccess { code: 50013 });
        }
        if pictured && self.narrow {
            return Some(Failure::Unreachable("a file got lost".to_owned()));
        }
        if let Some(failure) = self.barred.get(&channel) {
            return Some(failure.clone());
        }
        let here = self.in_channel.get_mut(&channel).and_then(VecDeque::pop_front);
        here.or_else(|| self.failures.pop_front())
    }

    /// Does what was asked.
    fn does(&mut self, asked: &Asked, body: &Value, file: Option<&[u8]>) -> Result<Value, Failure> {
        match asked {
            Asked::Create(channel) => Ok(numbered(self.create(*channel, body, file))),
            Asked::Edit(channel, message) => {
                let stands = self.messages.get_mut(&(*channel, *message));
                stands.ok_or(Failure::GoneMessage)?.write(body, file)?;
                Ok(numbered(*message))
            }
            Asked::Delete(channel, message) => {
                let gone = self.messages.remove(&(*channel, *message));
                gone.map(|_| Value::Null).ok_or(Failure::GoneMessage)
            }
            Asked::ByToken(token) => {
                let (stands, message) = match self.target(token)? {
                    Target::Public(channel, message) => (self.messages.get_mut(&(channel, message)), message),
                    Target::Private(message) => (self.private.get_mut(&message), message),
                };
                stands.ok_or(Failure::GoneMessage)?.write(body, file)?;
                Ok(numbered(message))
            }
            Asked::TakeAway(token) => {
                let gone = match self.target(token)? {
                    Target::Public(channel, message) => self.messages.remove(&(channel, message)),
                    Target::Private(message) => self.private.remove(&message),
                };
                gone.map(|_| Value::Null).ok_or(Failure::GoneMessage)
            }
            Asked::Original(token) => match self.target(token)? {
                Target::Public(channel, message) if self.messages.contains_key(&(channel, message)) => {
                    Ok(numbered(message))
                }
                Target::Private(message) => Ok(json!({ "id": message.to_string(), "flags": 64 })),
                Target::Public(..) => Err(Failure::GoneMessage),
            },
            Asked::OpenDm(person) => {
                self.opened += 1;
                Ok(numbered(chat_of(*person)))
            }
        }
    }

    fn create(&mut self, channel: u64, body: &Value, file: Option<&[u8]>) -> u64 {
        let nonce = body["nonce"].as_str().expect("every creation has a nonce").to_owned();
        assert!(nonce.len() <= 25 && body["enforce_nonce"] == true);
        if let Some((_, message)) = self.nonces.get(&nonce) {
            return *message;
        }
        self.next += 1;
        let message = self.next;
        let mut stands = Stands::default();
        stands.write(body, file).expect("a new message brings its picture");
        self.called.extend(named(body));
        self.messages.insert((channel, message), stands);
        self.nonces.insert(nonce, (channel, message));
        message
    }

    /// Counts a request against its limit, and says what is left of that.
    fn count(&mut self, asked: &Asked) -> Option<BucketReport> {
        let (limit, per) = self.limit?;
        let name = match asked {
            Asked::Create(_) | Asked::Edit(..) => 1,
            Asked::Delete(..) => 2,
            _ => return None,
        };
        let now = Instant::now();
        let (since, taken) = self.windows.entry((name, asked.channel())).or_insert((now, 0));
        if now.duration_since(*since) >= per {
            (*since, *taken) = (now, 0);
        }
        *taken += 1;
        assert!(*taken <= limit, "more than the limit: {asked:?}");
        Some(BucketReport {
            limit,
            left: limit - *taken,
            over_in: per.saturating_sub(now.duration_since(*since)),
            name,
        })
    }

    fn note(&mut self, asked: &Asked, body: &Value, pictured: bool) {
        let did = match asked {
            Asked::Create(channel) => Did::Create(*channel),
            Asked::Edit(channel, _) => Did::Edit(*channel),
            Asked::Delete(channel, _) => Did::Delete(*channel),
            Asked::ByToken(token) => match self.tokens.get(token) {
                Some((_, Target::Public(channel, _))) => Did::ByToken(*channel),
                _ => Did::Private(text(body)),
            },
            Asked::TakeAway(_) | Asked::Original(_) | Asked::OpenDm(_) => return,
        };
        self.did.push(did);
        self.did.extend(pictured.then_some(Did::Picture));
    }
}

impl Script {
    pub(super) fn world(&self) -> MutexGuard<'_, World> {
        lock(&self.0)
    }

    /// What an earlier run asks for goes nowhere, and is not answered.
    async fn here(&self) {
        let left_behind = self.world().left_behind;
        if left_behind {
            std::future::pending::<()>().await;
        }
    }

    async fn serve(&self, asked: &Asked, body: &Value, file: Option<Vec<u8>>) -> Result<Value, Failure> {
        self.here().await;
        let pictured = file.is_some();
        let (there, back) = {
            let mut world = self.world();
            world.note(asked, body, pictured);
            match pictured {
                true => (world.slow + world.uploading, world.returning),
                false => (world.slow, Duration::ZERO),
            }
        };
        if !matches!(asked, Asked::OpenDm(_) | Asked::Original(_)) {
            tokio::time::sleep(there).await;
        }
        self.here().await;
        let done = {
            let mut world = self.world();
            match asked {
                Asked::OpenDm(_) | Asked::Original(_) => {}
                _ => world.wrong(asked, pictured).map_or(Ok(()), Err)?,
            }
            world.does(asked, body, file.as_deref())?
        };
        tokio::time::sleep(back).await;
        self.here().await;
        let mut world = self.world();
        let written = matches!(asked, Asked::Create(_) | Asked::Edit(..) | Asked::ByToken(_));
        if written && world.lost > 0 {
            world.lost -= 1;
            return Err(Failure::Unreachable("the answer was lost".to_owned()));
        }
        Ok(done)
    }
}

impl DesiredSource for Script {
    async fn draw(&self, picture: &Picture) -> Result<Vec<u8>, Undrawn> {
        let drawing = self.world().drawing;
        tokio::time::sleep(drawing).await;
        let mut world = self.world();
        if world.undrawable {
            return Err(Undrawn);
        }
        let (number, _) = picture.sketch().size;
        world.drawn.push(number);
        Ok(format!("drawn {number}").into_bytes())
    }

    async fn slots(&self, _: u64) -> Result<Vec<Planned>, Unknown> {
        self.here().await;
        let world = self.world();
        let planned = |slot, wanted| Planned {
            slot,
            version: world.version,
            wanted,
            again: None,
        };
        let mut slots = vec![planned(Slot::Table, true)];
        for seat in world.seats.keys() {
            slots.push(planned(Slot::Here(*seat), false));
            slots.push(planned(Slot::Seat(*seat), true));
            slots.push(planned(Slot::Ping(*seat), world.pings.contains_key(seat)));
        }
        Ok(slots)
    }

    async fn desired(&self, _: u64, slot: Slot, known: KnownSlot<'_>) -> Result<Desired, Unknown> {
        self.here().await;
        let world = self.world();
        let person = |seat: u8| Address::Person(world.seats.get(&seat).copied().unwrap_or(0));
        let (to, content, about) = match slot {
            Slot::Table if world.removed => return Ok(Desired::Forget),
            Slot::Table => (Address::Channel(1), format!("table {}", world.version), String::new()),
            Slot::Seat(_) if known.closed => return Ok(Desired::Leave),
            Slot::Seat(seat) | Slot::Here(seat) => {
                let page = match known.record.spot.page {
                    0 => String::new(),
                    page => format!(" page {page}"),
                };
                let content = format!("seat {seat} {}{page}", world.version);
                (person(seat), content, String::new())
            }
            Slot::Ping(seat) => {
                let Some(about) = world.pings.get(&seat) else {
                    return Ok(Desired::Gone);
                };
                let standing = known.record.standing().filter(|standing| standing.about == *about);
                let to = match standing.map(|standing| standing.at.channel) {
                    Some(1) => Address::Channel(1),
                    None if known.closed => Address::Channel(1),
                    _ => person(seat),
                };
                (to, format!("ping {seat} {about}"), about.clone())
            }
        };
        let content = world.fixed.get(&slot).cloned().unwrap_or(content);
        let drawn = world.pictures.get(&slot).filter(|_| !known.plain);
        let content = match world.pictures.get(&slot) {
            Some(number) if known.plain => format!("{content} in letters {number}"),
            _ => content,
        };
        let mut payload = pictured(&content, drawn.copied());
        if slot == Slot::Table {
            payload.mention.clone_from(&world.names);
        }
        Ok(Desired::Show(Box::new(Show {
            to,
            guild: Some(GUILD),
            payload,
            version: world.version,
            about,
            last: world.over,
            create: true,
            pace: world.pace,
        })))
    }
}

/// A message with the picture of this number, or without.
pub(super) fn pictured(content: &str, number: Option<i32>) -> Payload {
    let picture = |number: i32| {
        let sketch = Sketch {
            size: (number, 1),
            shapes: Vec::new(),
            alt: Vec::new(),
            ..Sketch::default()
        };
        Picture::new(sketch, format!("alt {number}"))
    };
    Payload {
        above: content.to_owned(),
        picture: number.map(picture),
        ..Payload::default()
    }
}
