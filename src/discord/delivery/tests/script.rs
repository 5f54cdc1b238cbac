//! A Discord that does as it is told, and a table that is only a number.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::super::*;
use super::paper::Paper;
use crate::discord::http::Failure;
use crate::discord::payload::{File, Payload, Picture};
use crate::rules::Sketch;
use serde_json::Value;

/// The server of every table here.
pub(super) const HALL: u64 = 5;

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
    /// Writes a body into a message as Discord does: without a list its files stay, else those stay that are listed.
    fn write(&mut self, body: &Value, picture: Option<Vec<u8>>) {
        if body.get("content").is_some() {
            self.text = text(body);
        }
        let listed = body.get("attachments").and_then(Value::as_array);
        if listed.is_some() {
            (self.picture, self.alt) = (None, String::new());
        }
        if let Some(picture) = picture {
            let [file] = listed.expect("a file is listed").as_slice() else {
                panic!("one file is listed: {body}")
            };
            assert_eq!((&file["id"], &file["filename"]), (&0.into(), &"board.png".into()));
            self.alt = file["description"].as_str().expect("an alternative text").to_owned();
            self.picture = Some(String::from_utf8(picture).expect("a drawn text"));
        }
    }
}

#[derive(Default)]
struct World {
    messages: BTreeMap<(u64, u64), Stands>,
    private: BTreeMap<String, Stands>,
    /// The messages that answer interactions and that everybody can see, by token.
    answers: HashMap<String, u64>,
    nonces: HashMap<String, (u64, u64)>,
    next: u64,
    did: Vec<Did>,
    /// How many private chats were opened.
    opened: usize,
    failures: VecDeque<Failure>,
    in_channel: HashMap<u64, VecDeque<Failure>>,
    barred: HashMap<u64, Failure>,
    lost: u32,
    /// When the first process began: the clock on the wall runs on from there.
    begun: Option<Instant>,
    slow: Duration,
    /// How long a request with a picture is on its way, how long its answer is on its way back, and how long drawing takes.
    uploading: Duration,
    returning: Duration,
    drawing: Duration,
    rest: Option<Duration>,
    /// See [`Show::pace`].
    pace: Duration,
    // What the table is like.
    version: u64,
    over: bool,
    /// Whether the bot was removed from the table's server.
    removed: bool,
    seats: BTreeMap<u8, u64>,
    pings: BTreeMap<u8, String>,
    fixed: HashMap<Slot, String>,
    /// What is drawn in each slot, and what was drawn.
    pictures: BTreeMap<Slot, i32>,
    drawn: Vec<i32>,
    undrawable: bool,
    /// Channels that take no files; 0 are the private answers.
    fileless: HashSet<u64>,
    /// Nothing with a file gets through.
    narrow: bool,
    /// Nobody has leave to send anything, but for so many.
    shut: bool,
    passing: u32,
    /// Whom the table's message names, and whom messages have called.
    names: Vec<u64>,
    called: Vec<u64>,
}

#[derive(Clone)]
pub(super) struct Script(Arc<Mutex<World>>);

impl Script {
    fn world(&self) -> MutexGuard<'_, World> {
        lock(&self.0)
    }

    async fn asked(&self, channel: u64, did: Did, picture: &Option<Vec<u8>>) -> Result<(), Failure> {
        let slow = {
            let mut world = self.world();
            world.did.push(did);
            if picture.is_some() {
                world.did.push(Did::Picture);
            }
            match picture {
                Some(_) => world.slow + world.uploading,
                None => world.slow,
            }
        };
        tokio::time::sleep(slow).await;
        let mut world = self.world();
        if picture.is_some() && world.fileless.contains(&channel) {
            return Err(Failure::NoAccess { code: 50013 });
        }
        if picture.is_some() && world.narrow {
            return Err(Failure::Unreachable("a file got lost".to_owned()));
        }
        if let Some(failure) = world.barred.get(&channel) {
            return Err(failure.clone());
        }
        if let Some(failure) = world.in_channel.get_mut(&channel).and_then(VecDeque::pop_front) {
            return Err(failure);
        }
        world.failures.pop_front().map_or(Ok(()), Err)
    }
}

/// What answers a press: it waits for no picture.
fn answer(payload: &Payload) -> Value {
    payload.body(match payload.picture {
        Some(_) => File::Standing,
        None => File::Nothing,
    })
}

impl Script {
    /// The answer to a request is on its way back.
    async fn answers(&self, pictured: bool) {
        let returning = self.world().returning;
        if pictured {
            tokio::time::sleep(returning).await;
        }
    }
}

/// Whom a body calls.
fn named(body: &Value) -> Vec<u64> {
    let users = body["allowed_mentions"]["users"].as_array().into_iter().flatten();
    let number = |user: &Value| user.as_str().and_then(|text| text.parse().ok());
    users.map(|user| number(user).expect("a number")).collect()
}

fn text(body: &Value) -> String {
    body["content"].as_str().unwrap_or_default().to_owned()
}

impl Transport for Script {
    type Pass = ();

    async fn pass(&self, _: Way, _: Priority, _: Instant) {
        loop {
            {
                let mut world = self.world();
                if !world.shut {
                    return;
                }
                if world.passing > 0 {
                    world.passing -= 1;
                    return;
                }
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    async fn create(
        &self,
        _: Option<()>,
        channel: u64,
        body: &Value,
        picture: Option<Vec<u8>>,
    ) -> Result<Sent, Failure> {
        self.asked(channel, Did::Create(channel), &picture).await?;
        let nonce = body["nonce"].as_str().expect("every creation has a nonce").to_owned();
        assert!(nonce.len() <= 25 && body["enforce_nonce"] == true);
        let mut world = self.world();
        let known = world.nonces.get(&nonce).copied();
        let message = match known {
            Some((_, message)) => message,
            None => {
                world.next += 1;
                let message = world.next;
                let mut stands = Stands::default();
                stands.write(body, picture);
                world.called.extend(named(body));
                world.messages.insert((channel, message), stands);
                world.nonces.insert(nonce, (channel, message));
                message
            }
        };
        if world.lost > 0 {
            world.lost -= 1;
            return Err(Failure::Unreachable("the answer was lost".to_owned()));
        }
        Ok(Sent {
            message,
            rest: world.rest.take(),
        })
    }

    async fn edit(
        &self,
        _: Option<()>,
        channel: u64,
        message: u64,
        body: &Value,
        picture: Option<Vec<u8>>,
    ) -> Result<Sent, Failure> {
        self.asked(channel, Did::Edit(channel), &picture).await?;
        let pictured = picture.is_some();
        if let Some(shown) = self.world().messages.get_mut(&(channel, message)) {
            shown.write(body, picture);
        } else {
            return Err(Failure::GoneMessage);
        }
        self.answers(pictured).await;
        let mut world = self.world();
        if world.lost > 0 {
            world.lost -= 1;
            return Err(Failure::Unreachable("the answer was lost".to_owned()));
        }
        Ok(Sent {
            message,
            rest: world.rest.take(),
        })
    }

    async fn delete(&self, _: Option<()>, channel: u64, message: u64) -> Result<(), Failure> {
        self.asked(channel, Did::Delete(channel), &None).await?;
        let gone = self.world().messages.remove(&(channel, message));
        gone.map(drop).ok_or(Failure::GoneMessage)
    }

    async fn open_dm(&self, person: u64) -> Result<u64, Failure> {
        self.world().opened += 1;
        Ok(chat_of(person))
    }

    async fn answered(&self, token: &str) -> Result<Option<u64>, Failure> {
        let message = self.world().answers.get(token).copied();
        message.map(Some).ok_or(Failure::GoneInteraction)
    }

    async fn edit_private(&self, token: &str, body: &Value, picture: Option<Vec<u8>>) -> Result<Sent, Failure> {
        self.asked(0, Did::Private(text(body)), &picture).await?;
        let pictured = picture.is_some();
        let mut private = self.world().private.remove(token).unwrap_or_default();
        private.write(body, picture);
        self.world().private.insert(token.to_owned(), private);
        self.answers(pictured).await;
        // Every answer here is the same message, whatever the token.
        Ok(Sent {
            message: PRIVATE,
            rest: None,
        })
    }
}

impl Wishes for Script {
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
        let world = self.world();
        let public = Planned {
            slot: Slot::Table,
            lane: Lane::Place(1),
            version: world.version,
            wanted: true,
            again: None,
        };
        let mut slots = vec![public];
        for (seat, person) in &world.seats {
            let lane = Lane::Person(*person);
            slots.push(Planned {
                slot: Slot::Here(*seat),
                lane,
                version: world.version,
                wanted: false,
                again: None,
            });
            slots.push(Planned {
                slot: Slot::Seat(*seat),
                lane,
                version: world.version,
                wanted: true,
                again: None,
            });
            let wanted = world.pings.contains_key(seat);
            slots.push(Planned {
                slot: Slot::Ping(*seat),
                lane,
                version: world.version,
                wanted,
                again: None,
            });
        }
        Ok(slots)
    }

    async fn wish(&self, _: u64, slot: Slot, standing: Standing<'_>) -> Result<Wish, Unknown> {
        let world = self.world();
        let person = |seat: u8| Address::Person(world.seats.get(&seat).copied().unwrap_or(0));
        let (to, content, once) = match slot {
            Slot::Table if world.removed => return Ok(Wish::Forget),
            Slot::Table => (Address::Place(1), format!("table {}", world.version), String::new()),
            Slot::Seat(_) if standing.closed => return Ok(Wish::Leave),
            Slot::Seat(seat) | Slot::Here(seat) => {
                let page = match standing.note.spot.page {
                    0 => String::new(),
                    page => format!(" page {page}"),
                };
                (
                    person(seat),
                    format!("seat {seat} {}{page}", world.version),
                    String::new(),
                )
            }
            Slot::Ping(seat) => {
                let Some(once) = world.pings.get(&seat) else {
                    return Ok(Wish::Gone);
                };
                let stands = standing.stands.filter(|_| standing.note.once == *once);
                let to = match stands {
                    Some(1) => Address::Place(1),
                    None if standing.closed => Address::Place(1),
                    _ => person(seat),
                };
                (to, format!("ping {seat} {once}"), once.clone())
            }
        };
        let content = world.fixed.get(&slot).cloned().unwrap_or(content);
        let drawn = world.pictures.get(&slot).filter(|_| !standing.plain);
        let content = match world.pictures.get(&slot) {
            Some(number) if standing.plain => format!("{content} in letters {number}"),
            _ => content,
        };
        let mut payload = pictured(&content, drawn.copied());
        if slot == Slot::Table {
            payload.mention.clone_from(&world.names);
        }
        Ok(Wish::Show(Box::new(Show {
            to,
            hall: Some(HALL),
            payload,
            version: world.version,
            once,
            last: world.over,
            create: true,
            pace: world.pace,
        })))
    }
}

/// The message of every private answer.
pub(super) const PRIVATE: u64 = 77;

/// A message with the picture of this number, or without.
pub(super) fn pictured(content: &str, number: Option<i32>) -> Payload {
    let picture = |number: i32| {
        let sketch = Sketch {
            size: (number, 1),
            shapes: Vec::new(),
            alt: Vec::new(),
        };
        Picture::new(sketch, format!("alt {number}"))
    };
    Payload {
        content: content.to_owned(),
        picture: number.map(picture),
        ..Payload::default()
    }
}

/// A delivery over a scripted Discord.
pub(super) struct Stage {
    pub(super) delivery: Delivery<Script, Script, Paper>,
    pub(super) store: Paper,
    pub(super) script: Script,
}

pub(super) fn stage() -> Stage {
    stage_in(Manner::default())
}

/// One that goes about its work in this manner.
pub(super) fn stage_in(manner: Manner) -> Stage {
    on(Script(Arc::default()), Paper::default(), manner)
}

fn on(script: Script, store: Paper, manner: Manner) -> Stage {
    let begun = *script.world().begun.get_or_insert_with(Instant::now);
    let clock: Clock = Arc::new(move || begun.elapsed().as_millis() as i64);
    let delivery = Delivery::new(
        store.clone(),
        script.clone(),
        script.clone(),
        manner,
        clock,
        tokio::runtime::Handle::current(),
    );
    Stage {
        delivery,
        store,
        script,
    }
}

impl Stage {
    /// Another process over the same store and the same Discord; whatever the first one had in hand is lost.
    pub(super) fn restart(self) -> Stage {
        // What the first process still wants to do goes nowhere.
        let script = Script(Arc::new(Mutex::new(std::mem::take(&mut *self.script.world()))));
        on(script, self.store.left(), Manner::default())
    }

    pub(super) async fn moves_on(&self, table: u64, version: u64) {
        self.version(version);
        self.delivery.changed(table);
        self.delivery.settle().await;
    }

    /// How many private chats were opened.
    pub(super) fn opened(&self) -> usize {
        self.script.world().opened
    }

    pub(super) fn version(&self, version: u64) {
        self.script.world().version = version;
        self.store.moved(version);
    }

    pub(super) fn show(&self, slot: Slot, text: &str) {
        self.script.world().fixed.insert(slot, text.to_owned());
    }

    pub(super) fn no_files_pass(&self, narrow: bool) {
        self.script.world().narrow = narrow;
    }

    /// Whether nobody has leave to send anything.
    pub(super) fn shut(&self, shut: bool) {
        self.script.world().shut = shut;
    }

    /// But for so many.
    pub(super) fn lets_pass(&self, passing: u32) {
        self.script.world().passing = passing;
    }

    pub(super) fn over(&self) {
        self.script.world().over = true;
    }

    /// The bot is removed from the table's server.
    pub(super) fn remove(&self) {
        let mut world = self.script.world();
        (world.over, world.removed) = (true, true);
    }

    /// Somebody sits down, which takes a press.
    pub(super) fn seat(&self, seat: u8, person: u64) {
        self.delivery.may_meet(person);
        self.script.world().seats.insert(seat, person);
    }

    pub(super) fn ping(&self, seat: u8, once: Option<&str>) {
        let mut world = self.script.world();
        match once {
            Some(once) => drop(world.pings.insert(seat, once.to_owned())),
            None => drop(world.pings.remove(&seat)),
        }
    }

    /// The table's message names these people from now on.
    pub(super) fn names(&self, people: &[u64]) {
        self.script.world().names = people.to_vec();
    }

    /// Whom messages have called so far, as often as they did.
    pub(super) fn called(&self) -> Vec<u64> {
        self.script.world().called.clone()
    }

    pub(super) fn did(&self) -> Vec<Did> {
        self.script.world().did.clone()
    }

    pub(super) fn messages(&self, channel: u64) -> Vec<(u64, String)> {
        let world = self.script.world();
        let here = world.messages.iter().filter(|((place, _), _)| *place == channel);
        here.map(|((_, message), stands)| (*message, stands.text.clone()))
            .collect()
    }

    pub(super) fn fail(&self, failures: impl IntoIterator<Item = Failure>) {
        self.script.world().failures.extend(failures);
    }

    pub(super) fn fail_in(&self, channel: u64, failures: impl IntoIterator<Item = Failure>) {
        self.script
            .world()
            .in_channel
            .entry(channel)
            .or_default()
            .extend(failures);
    }

    pub(super) fn bar(&self, channel: u64, failure: Option<Failure>) {
        let mut world = self.script.world();
        match failure {
            Some(failure) => drop(world.barred.insert(channel, failure)),
            None => drop(world.barred.remove(&channel)),
        }
    }

    pub(super) fn lose_answers(&self, count: u32) {
        self.script.world().lost = count;
    }

    pub(super) fn slow(&self, by: Duration) {
        self.script.world().slow = by;
    }

    /// Requests with pictures are on their way for so long, and their answers for so long; drawing takes so long.
    pub(super) fn pictures_take(&self, uploading: u64, returning: u64, drawing: u64) {
        let mut world = self.script.world();
        world.uploading = Duration::from_secs(uploading);
        world.returning = Duration::from_secs(returning);
        world.drawing = Duration::from_secs(drawing);
    }

    /// Drawing takes so long.
    pub(super) fn drawing_takes(&self, ms: u64) {
        self.script.world().drawing = Duration::from_millis(ms);
    }

    /// Messages are written at this pace from now on.
    pub(super) fn pace(&self, pace: Duration) {
        self.script.world().pace = pace;
    }

    pub(super) fn rest(&self, rest: Duration) {
        self.script.world().rest = Some(rest);
    }

    /// Every message of a channel is deleted by somebody else.
    pub(super) fn vanish(&self, channel: u64) {
        self.script.world().messages.retain(|(place, _), _| *place != channel);
    }

    /// A message that a press has made.
    pub(super) fn appear(&self, channel: u64, text: &str) -> u64 {
        let mut world = self.script.world();
        world.next += 1;
        let message = world.next;
        let stands = Stands {
            text: text.to_owned(),
            ..Stands::default()
        };
        world.messages.insert((channel, message), stands);
        message
    }

    /// The same, as the answer to the interaction of a token.
    pub(super) fn answer(&self, channel: u64, text: &str, token: &str) -> u64 {
        let message = self.appear(channel, text);
        self.script.world().answers.insert(token.to_owned(), message);
        message
    }

    /// A press is answered in the message of its button; a picture that stands there stays, unless none is to stand there.
    pub(super) fn reword(&self, channel: u64, message: u64, payload: &Payload) {
        let mut world = self.script.world();
        if let Some(stands) = world.messages.get_mut(&(channel, message)) {
            stands.write(&answer(payload), None);
        }
    }

    /// The same by a token.
    pub(super) fn reword_private(&self, token: &str, payload: &Payload) {
        let mut world = self.script.world();
        let stands = world.private.entry(token.to_owned()).or_default();
        stands.write(&answer(payload), None);
    }

    /// The one message of a channel, with its picture.
    pub(super) fn stands(&self, channel: u64) -> (u64, Stands) {
        let world = self.script.world();
        let mut here = world.messages.iter().filter(|((place, _), _)| *place == channel);
        let ((_, message), stands) = here.next().expect("a message");
        assert!(here.next().is_none(), "one message");
        (*message, stands.clone())
    }

    /// The answer of a token.
    pub(super) fn private(&self, token: &str) -> Stands {
        self.script.world().private.get(token).cloned().unwrap_or_default()
    }

    /// The picture of this number belongs into a slot.
    pub(super) fn draws(&self, slot: Slot, number: Option<i32>) {
        let mut world = self.script.world();
        match number {
            Some(number) => drop(world.pictures.insert(slot, number)),
            None => drop(world.pictures.remove(&slot)),
        }
    }

    /// What was drawn, in order.
    pub(super) fn drawn(&self) -> Vec<i32> {
        self.script.world().drawn.clone()
    }

    pub(super) fn undrawable(&self, undrawable: bool) {
        self.script.world().undrawable = undrawable;
    }

    /// A channel takes no files (0: no private answer does), or takes them again.
    pub(super) fn fileless(&self, channel: u64, fileless: bool) {
        let mut world = self.script.world();
        if fileless {
            world.fileless.insert(channel);
        } else {
            world.fileless.remove(&channel);
        }
    }
}
