//! One of the two worlds: the bot on a runtime of its own, whose clock moves only when all else is done, over a Discord and a
//! disk on which nothing goes wrong but what is told to ([`faults`](super::faults)).
//!
//! Numbers of messages and interactions are given apart for everybody, and every way takes as long as any other: so nothing
//! that somebody does in private moves a number or a moment for anybody else, but through the bot.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use poise::serenity_prelude as serenity;
use reqwest::Method;
use serde_json::Value;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::time::Instant;

use super::super::discord::{APP, Answered, Asked, Discord, GUILD};
use super::super::process::{PATIENCE_MS, TOGETHER_MS, words};
use super::super::schedule::handle;
use super::faults::{Fault, Faults, Line, Request, connects, strikes};
use super::input::{Input, Person};
use super::log_lines::LogLines;
use crate::discord::app::App;
use crate::discord::assembly::assembled;
use crate::discord::config::Config;
use crate::discord::gateway::mute::ShardReport;
use crate::discord::gateway::passed::Passed;
use crate::discord::http::{Api, Server};
use crate::discord::messages::CHAT;
use crate::discord::moves;
use crate::discord::run::Works;
use crate::discord::tests::leaks;
use crate::referee::fair::loaded;
use crate::referee::testing::{self, Imagined};
use crate::referee::{Settings, TableSnapshot};
use crate::store::testing::simulated::Disk;
use crate::store::{Append, Store, Stored};

/// The flag of a message that only one person sees.
const EPHEMERAL: u64 = 1 << 6;
/// So many numbers everybody has for themselves.
const NUMBERS: u64 = 1_000_000;

/// Something that the bot asked of Discord.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Told {
    /// When, in milliseconds since the epoch.
    pub(super) at: i64,
    /// Who alone can see it; `None` is everybody.
    pub(super) to: Option<usize>,
    /// All of it.
    pub(super) what: String,
}

/// What there is outside of the bot.
pub(super) struct State {
    pub(super) discord: Discord,
    pub(super) people: Vec<Person>,
    pub(super) channel: u64,
    pub(super) told: Vec<Told>,
    /// The lines of the bot's own log, with when they were written.
    pub(super) lines: Vec<(i64, String)>,
    /// What must not have happened, whatever anybody knows.
    pub(super) wrong: Vec<String>,
    pub(super) faults: Faults,
    files: String,
    /// The nonces that each audience has seen, in order.
    nonces: BTreeMap<Option<usize>, Vec<String>>,
    given: BTreeMap<u64, u64>,
    base: i64,
    since: Option<Instant>,
}

impl State {
    pub(super) fn now(&self) -> i64 {
        let since = self.since.map_or(Duration::ZERO, |since| since.elapsed());
        self.base + i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }

    /// Does something in which numbers are given to somebody, or to the public.
    pub(super) fn numbering<T>(&mut self, whose: Option<usize>, what: impl FnOnce(&mut Discord) -> T) -> T {
        let domain = whose.map_or(0, |who| who as u64 + 1);
        let given = self.given.entry(domain).or_default();
        self.discord.next = domain * NUMBERS + *given;
        let done = what(&mut self.discord);
        *given = self.discord.next - domain * NUMBERS;
        done
    }

    /// A body with its nonce by which it is in the order of those that its audience has seen. The nonces themselves are drawn
    /// by lot, and how often lots are drawn depends on what everybody does.
    fn without_chance(&mut self, to: Option<usize>, body: &Value) -> Value {
        let mut told = body.clone();
        if let Some(nonce) = body["nonce"].as_str() {
            let seen = self.nonces.entry(to).or_default();
            let nth = seen.iter().position(|one| one == nonce).unwrap_or_else(|| {
                seen.push(nonce.to_owned());
                seen.len() - 1
            });
            told["nonce"] = nth.into();
        }
        told
    }

    /// Takes an interaction in.
    pub(super) fn ask(&mut self, mut asked: Asked) -> u64 {
        asked.at = self.now();
        let person = asked.person;
        let number = self.numbering(Some(person), |discord| discord.ask(asked));
        if let Some(asked) = self.discord.asked.get_mut(&number) {
            let token = asked.token.clone();
            (asked.payload["id"], asked.payload["token"]) = (number.to_string().into(), token.into());
        }
        number
    }

    /// Who alone can see what comes of a request.
    pub(super) fn audience(&self, path: &str, body: &Value) -> Option<usize> {
        let bare = path.split('?').next().unwrap_or_default();
        let parts: Vec<&str> = bare.split('/').skip(1).collect();
        let number = |text: &str| text.parse::<u64>().unwrap_or(0);
        let asked = |asked: u64| self.discord.asked.get(&asked);
        let public = |message: Option<u64>| {
            let message = message.and_then(|message| self.discord.messages.get(&message));
            message.is_some_and(|message| {
                let there = self.discord.channels.get(&message.channel);
                message.only.is_none() && there.is_some_and(|there| there.person.is_none())
            })
        };
        match parts.as_slice() {
            ["channels", channel, ..] => self
                .discord
                .channels
                .get(&number(channel))
                .and_then(|there| there.person),
            ["users", ..] => {
                let whom = body["recipient_id"].as_str().map_or(0, number);
                self.people.iter().position(|person| person.id == whom)
            }
            ["interactions", id, ..] => {
                let asked = asked(number(id))?;
                let secret = body["data"]["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
                let shown = match body["type"].as_u64() {
                    Some(4) => !secret && self.discord.channels[&asked.channel].person.is_none(),
                    Some(7) => public(asked.source),
                    _ => false,
                };
                (!shown).then_some(asked.person)
            }
            ["webhooks", _, token, rest @ ..] => {
                let asked = asked(self.discord.of_token(token)?)?;
                let shown = !rest.is_empty() && public(asked.answer());
                (!shown).then_some(asked.person)
            }
            _ => None,
        }
    }
}

/// What lies outside of the bot. Clones are the same.
#[derive(Clone)]
pub(super) struct Outside(Arc<Mutex<State>>);

impl Outside {
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Server for Outside {
    fn take(
        &self,
        method: &Method,
        path: &str,
        body: Option<&Value>,
        file: Option<&[u8]>,
    ) -> BoxFuture<'static, Option<Answered>> {
        let body = body.cloned().unwrap_or_default();
        let mut state = self.lock();
        let (at, to) = (state.now(), state.audience(path, &body));
        let told = state.without_chance(to, &body);
        let files = std::mem::take(&mut state.files);
        // Whoever sees the answer to somebody else does not see which question it was by its number.
        let answers = ["/interactions", "/webhooks"].iter().any(|way| path.starts_with(way));
        let shown = if to.is_none() && answers { "answer" } else { path };
        state.told.push(Told {
            at,
            to,
            what: format!("{method} {shown} {told}{files}"),
        });
        drop(state);
        let request = Request {
            method: method.clone(),
            path: path.to_owned(),
            body,
            file: file.map(<[u8]>::to_vec),
        };
        self.goes(request, to)
    }

    fn hear_of_files(&self, files: &[(String, Vec<u8>)]) {
        let mut state = self.lock();
        state.files.clear();
        for (name, bytes) in files {
            let _ = write!(state.files, " with {name}: {}", String::from_utf8_lossy(bytes));
        }
    }
}

/// A world.
pub(super) struct World {
    pub(super) outside: Outside,
    pub(super) disk: Disk,
    imagined: Option<Arc<Imagined>>,
    app: Option<Arc<App>>,
    works: Option<Works>,
    runtime: Runtime,
    /// Whether the bot has been down.
    reborn: bool,
}

/// A runtime whose clock moves only when nobody has anything to do.
fn runtime() -> Runtime {
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build();
    runtime.expect("a runtime")
}

impl World {
    /// A world in which these people sit at a table that is as it was written; or as it is imagined.
    pub(super) fn new(people: &[Person], appends: &[Append], at: i64, imagined: Option<Arc<Imagined>>) -> World {
        let mut discord = Discord::default();
        let channel = discord.open(None, GUILD);
        let state = State {
            given: BTreeMap::from([(0, discord.next)]),
            discord,
            channel,
            people: people.to_vec(),
            told: Vec::new(),
            lines: Vec::new(),
            wrong: Vec::new(),
            faults: Faults::default(),
            files: String::new(),
            nonces: BTreeMap::new(),
            base: at,
            since: None,
        };
        let outside = Outside(Arc::new(Mutex::new(state)));
        let mut world = World {
            disk: Disk::paper(Arc::new(outside.clone())),
            outside,
            imagined,
            app: None,
            works: None,
            runtime: runtime(),
            reborn: false,
        };
        world.begins(appends.to_vec());
        world
    }

    /// The bot comes up, once that is in the store.
    fn begins(&mut self, appends: Vec<Append>) {
        let begins = begin(self.outside.clone(), self.disk.clone(), appends);
        let (app, works) = self.during(begins);
        (self.app, self.works) = (Some(app), Some(works));
    }

    /// The bot goes down, in good order or not, and is there again so many milliseconds after that.
    fn goes_down(&mut self, orderly: bool, away: i64) {
        let (app, works) = (self.app.take(), self.works.take());
        let outside = self.outside.clone();
        self.during(async move {
            let back = outside.lock().now() + away;
            if let (true, Some(app), Some(works)) = (orderly, app, works) {
                works.end(&app).await;
            }
            let mut state = outside.lock();
            (state.base, state.since) = (back.max(state.now()), None);
        });
        self.runtime = runtime();
        self.disk.crashed();
        self.outside.lock().stands_open();
        self.reborn = true;
        self.begins(Vec::new());
    }

    /// Lets the world go on until that is done.
    pub(super) fn during<T>(&self, what: impl Future<Output = T>) -> T {
        testing::imagine(self.imagined.clone());
        leaks::reborn(self.reborn);
        let lines = LogLines(self.outside.clone());
        let done = tracing::subscriber::with_default(lines, || self.runtime.block_on(what));
        testing::imagine(None);
        leaks::reborn(false);
        done
    }

    /// The table as it stands, however the disk is.
    pub(super) fn snapshot(&self, table: u64) -> Option<TableSnapshot> {
        let referee = self.app.as_ref()?.referee.clone();
        let ill = self.outside.lock().faults.disk.take();
        let snapshot = self.during(async move { referee.snapshot(table).await }).ok().flatten();
        self.outside.lock().faults.disk = ill;
        snapshot
    }

    /// The table as it is stored.
    pub(super) fn stored(&self, table: u64) -> Stored {
        self.disk.look(table).expect("the table is stored")
    }

    /// Lets something be done, if it is, and so many milliseconds pass. All chance comes from the seed.
    pub(super) fn pass(&mut self, input: Option<&Input>, ms: i64, seed: u64) {
        loaded::load(Some(seed));
        if let Some(Input::Fails(Fault::Down { orderly, away })) = input {
            self.goes_down(*orderly, *away);
        }
        let (outside, app) = (self.outside.clone(), self.app.clone().expect("it has begun"));
        let input = input.cloned();
        self.during(async move {
            if let Some(input) = input {
                does(&outside, &app, input);
            }
            tokio::time::sleep(Duration::from_millis(ms.unsigned_abs())).await;
        });
        loaded::load(Some(seed));
    }
}

/// The bot comes up over what is stored.
async fn begin(outside: Outside, disk: Disk, appends: Vec<Append>) -> (Arc<App>, Works) {
    /// How soon a bot is started again that could not start.
    const AGAIN: Duration = Duration::from_secs(1);
    outside.lock().since = Some(Instant::now());
    let store = Store::simulated(&disk);
    if !appends.is_empty() {
        acquaint(&outside, &store).await;
    }
    for append in appends {
        store.append(append).await.expect("what was played can be stored");
    }
    let time = outside.clone();
    let config = Config {
        referee: settings(move || time.lock().now()),
        ..Config::new("", "")
    };
    let (app, changes) = loop {
        let api = Api::played(Arc::new(outside.clone()), APP);
        let (store, passed) = (store.clone(), Passed::default());
        match assembled(&config, leaks::probe(), api, words(), store, Handle::current(), passed).await {
            Ok(started) => break started,
            // Whoever keeps it going tries again.
            Err(_) => tokio::time::sleep(AGAIN).await,
        }
    };
    app.bot.send_replace(APP);
    connects(&app);
    let works = Works::begin(&app, changes).await;
    tokio::spawn(listen(outside, Arc::clone(&app)));
    (app, works)
}

/// Lets the bot know the private chats of those who play already, but for one of them at some tables.
async fn acquaint(outside: &Outside, store: &Store) {
    /// At one table of so many somebody has none.
    const STRANGE: i64 = 8;
    let known = {
        let mut state = outside.lock();
        let stranger = state.base.rem_euclid(STRANGE);
        let people = state.people.clone().into_iter().enumerate();
        let known = people.filter(|(who, _)| *who as i64 != stranger);
        known
            .map(|(who, person)| (person.id, state.discord.chat(who)))
            .collect::<Vec<_>>()
    };
    for (person, chat) in known {
        let kept = store.set_preference(person, CHAT, &chat.to_string()).await;
        kept.expect("what is known can be stored");
    }
}

/// How the referee goes about its work in both worlds.
pub(super) fn settings(now: impl Fn() -> i64 + Send + Sync + 'static) -> Settings {
    Settings {
        now: Arc::new(now),
        pace_ms: 700,
        between_ms: 20_000,
        patience_ms: PATIENCE_MS,
        together_ms: TOGETHER_MS,
        thinks: false,
        idle: Duration::from_secs(90),
        tick: Duration::from_secs(1),
        ..Settings::default()
    }
}

/// Says of the gateway what serenity would.
async fn listen(outside: Outside, app: Arc<App>) {
    const BEAT: Duration = Duration::from_secs(1);
    let mut beats = 0;
    loop {
        let line = outside.lock().faults.line;
        beats += u64::from(line == Line::Up);
        let said = ShardReport {
            shard: 0,
            waits: false,
            connected: line != Line::Down,
            beat: Some(Duration::from_millis(beats)),
        };
        app.shard_health.listen_once(&app.referee, &[said]).await;
        tokio::time::sleep(BEAT).await;
    }
}

/// Somebody does something.
fn does(outside: &Outside, app: &Arc<App>, input: Input) {
    let mut state = outside.lock();
    match input {
        Input::Asks(asked) | Input::Types(asked) => {
            let number = state.ask(*asked);
            if let Some(number) = state.faults.comes(number) {
                drop(state);
                deliver(outside, app, number);
            }
        }
        Input::Talk => {
            let (channel, heard) = (state.channel, state.faults.line == Line::Up);
            drop(state);
            (0..20)
                .filter(|_| heard)
                .for_each(|_| app.messages.access().spoken(channel));
        }
        Input::Closes(who, closed) => {
            state.discord.shy.insert(who, closed);
        }
        Input::Fails(fault) => {
            drop(state);
            strikes(outside, app, fault);
        }
    }
}

/// An interaction comes through the gateway.
pub(super) fn deliver(outside: &Outside, app: &Arc<App>, number: u64) {
    /// What Discord calls it when somebody is about to type.
    const AUTOCOMPLETE: u64 = 4;
    let (payload, asks) = {
        let state = outside.lock();
        let asked = &state.discord.asked[&number];
        (asked.payload.clone(), asked.asks.clone())
    };
    let app = Arc::clone(app);
    if payload["type"] == AUTOCOMPLETE {
        let read = serde_json::from_value::<serenity::Interaction>(payload);
        match read {
            Ok(serenity::Interaction::Autocomplete(typed)) => {
                tokio::spawn(async move { moves::complete(&app, &typed).await });
            }
            other => outside.lock().wrong.push(format!("cannot be typed: {other:?}")),
        }
        return;
    }
    let outside = outside.clone();
    tokio::spawn(async move {
        let handling = tokio::spawn(async move { handle(&app, payload, asks).await }).await;
        let said = match handling {
            Ok(Ok(())) => return,
            Ok(Err(error)) => format!("interaction {number} cannot be read: {error}"),
            Err(_) => format!("the bot panics at interaction {number}"),
        };
        outside.lock().wrong.push(said);
    });
}
