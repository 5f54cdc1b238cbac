//! What a choice costs of the fifty requests a second that Discord takes: how many of them the bot sends on account of it, at a
//! table of two of each game (docs/DISCORD.md, "Rate limits"). Callbacks of interactions and requests by their tokens do not count.
//!
//! In each round somebody chooses at every table, and then everybody waits until the bot has come to rest, so no two choices share
//! a message. The bot runs within the test, because it has other patience here than it has otherwise: either nobody is ever
//! reminded, or everybody at once.

use std::fmt::Write as _;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use tokio::sync::{Mutex, RwLockWriteGuard, oneshot};
use whistle::discord;
use whistle::games::{CATALOGUE, GameEntry};
use whistle::playground::{ChannelSpec, Config, GatewayConfig, Keep, PersonSpec, Playground, start};

use super::person::{Line, PATIENCE, Person};
use super::random_play::leads;
use super::reading::{Message, text};
use super::shortest::shortest;
use super::stage::{FLOOR, acquaint};
use super::table_steps::{is_finished, set};

/// How many sit at a table.
const SEATS: usize = 2;
/// So many choices that others see something of are made in each game.
const CHOICES: usize = 6;
/// That takes at most so many rounds.
const ROUNDS: usize = 60;
/// When nothing was sent for a table for so long, nothing more is to be sent.
const REST: Duration = Duration::from_millis(1500);
/// How long somebody is awaited before they are reminded: well within the rest after a choice, or never.
const SOON: Duration = Duration::from_millis(400);
const NEVER: Duration = Duration::from_secs(24 * 60 * 60);

/// The tests of this file together have the processors for themselves: a picture that has to wait for one comes too late, and
/// is a request more.
async fn calm() -> Arc<RwLockWriteGuard<'static, ()>> {
    static HELD: Mutex<Weak<RwLockWriteGuard<'static, ()>>> = Mutex::const_new(Weak::new());
    let mut held = HELD.lock().await;
    if let Some(calm) = held.upgrade() {
        return calm;
    }
    let calm = Arc::new(FLOOR.write().await);
    *held = Arc::downgrade(&calm);
    calm
}

/// Where people play.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Panels {
    /// In the private chat with the bot.
    Chat,
    /// In the table's channel, where they open a panel whenever they come.
    Here,
}

impl Panels {
    /// How many messages a choice changes at most by requests that count: the table's, and in a private chat the panel of
    /// whoever did not choose. The panel of whoever did is the answer to their press. A panel in the channel changes by its
    /// token, or not at all.
    fn changed(self) -> usize {
        match self {
            Panels::Chat => 2,
            Panels::Here => 1,
        }
    }
}

/// What people come back to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Since {
    /// To what they were at a moment ago: the tokens of their last presses live.
    AMoment,
    /// To a table at which nobody has pressed for long: the bot has started again since, so it holds no token of anybody.
    Long,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_choice_costs_two_requests() {
    let _calm = calm().await;
    for since in [Since::Long, Since::AMoment] {
        let costs = measured(NEVER, since, Panels::Chat).await;
        println!("{}", told(&costs));
        for Cost { game, choices } in &costs {
            let notices = choices
                .iter()
                .find(|choice| choice.notified() + choice.counted_as("DELETE") > 0);
            assert!(notices.is_none(), "{game}: nobody has to be notified: {notices:?}");
            within(game, choices, Panels::Chat);
        }
    }
}

/// A notice is one request when it comes and one when it goes. The one goes that whoever has chosen had got.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_choice_after_which_somebody_is_notified_costs_four_and_without_panels_in_private_chats_three() {
    let _calm = calm().await;
    for (since, panels) in [
        (Since::Long, Panels::Chat),
        (Since::AMoment, Panels::Chat),
        (Since::Long, Panels::Here),
    ] {
        let costs = measured(SOON, since, panels).await;
        println!("{}", told(&costs));
        for Cost { game, choices } in &costs {
            let notifies = choices.iter().filter(|choice| choice.notified() > 0).count();
            assert!(notifies >= CHOICES / 4, "{game}: {notifies} of them notify somebody");
            within(game, choices, panels);
        }
    }
}

/// What one choice has cost.
#[derive(Debug, Default)]
struct Choice {
    /// The requests that count, by method, path and status.
    counted: Vec<String>,
    /// Those of them that changed a message and brought no picture.
    plain: Vec<String>,
    /// How many went by tokens.
    by_token: usize,
}

impl Choice {
    fn count(&mut self, method: &str, request: String, pictured: bool) {
        let before = self.plain.iter().position(|plain| *plain == request);
        match before {
            // A picture that the machine is too busy to draw in time comes once after its words. Nothing here is about that.
            Some(before) if pictured => drop(self.plain.swap_remove(before)),
            _ => {
                if method == "PATCH" && !pictured {
                    self.plain.push(request.clone());
                }
                self.counted.push(request);
            }
        }
    }

    fn counted_as(&self, method: &str) -> usize {
        let like = self.counted.iter().filter(|request| request.starts_with(method));
        like.count()
    }

    /// How many were sent a new message: one that is only changed tells nobody.
    fn notified(&self) -> usize {
        self.counted_as("POST")
    }

    /// Whether others see something of it: the bot had more to say than its answer to whoever chose.
    fn is_seen(&self) -> bool {
        self.by_token > 0 || !self.counted.is_empty()
    }
}

/// What the choices of one game have cost.
struct Cost {
    game: &'static str,
    choices: Vec<Choice>,
}

/// How many choices others see something of.
fn seen(choices: &[Choice]) -> usize {
    choices.iter().filter(|choice| choice.is_seen()).count()
}

/// No choice of a game costs more than it may. Whoever has chosen and is asked again keeps the notice that they had, or gets one if
/// a new panel had called them before: so at a table of two at most two notices come or go.
fn within(game: &str, choices: &[Choice], panels: Panels) {
    assert!(seen(choices) >= CHOICES, "{game}: {} choices", seen(choices));
    for choice in choices {
        let (notified, away) = (choice.notified(), choice.counted_as("DELETE"));
        let changed = choice.counted.len() - notified - away;
        assert!(
            changed <= panels.changed() && notified + away <= SEATS,
            "{game}: a choice costs {:#?}",
            choice.counted
        );
    }
    let all = |of: fn(&Choice) -> usize| choices.iter().map(of).sum::<usize>();
    // Before the first of them everybody may have been notified.
    let (sent, away) = (all(Choice::notified) + SEATS, all(|choice| choice.counted_as("DELETE")));
    assert!(away <= sent, "{game}: {away} are taken away of {sent}");
}

/// All figures, as a table.
fn told(costs: &[Cost]) -> String {
    let mut all = String::from(
        "| requests for a choice | choices | on average | at most | that notify somebody | on average | at most |\n\
         |:--|--:|--:|--:|--:|--:|--:|\n",
    );
    for Cost { game, choices } in costs {
        let of = |notify: bool| {
            let like = choices
                .iter()
                .filter(|choice| choice.is_seen() && (choice.notified() > 0) == notify);
            let sizes: Vec<usize> = like.map(|choice| choice.counted.len()).collect();
            let mean = sizes.iter().sum::<usize>() as f64 / sizes.len().max(1) as f64;
            let most = sizes.iter().max().copied().unwrap_or_default();
            format!("{} | {mean:.2} | {most}", sizes.len())
        };
        let _ = writeln!(all, "| {game} | {} | {} |", of(false), of(true));
    }
    all
}

/// A playground with these people, and a channel for each game.
async fn opened(names: impl Iterator<Item = String>) -> Playground {
    let playground = start(Config {
        people: names.map(|name| PersonSpec::named(&name)).collect(),
        channels: CATALOGUE
            .iter()
            .map(|entry| ChannelSpec::named(entry.slug, ""))
            .collect(),
        traffic: Keep::All,
        gateway: GatewayConfig {
            identify_window: Duration::ZERO,
            ..GatewayConfig::default()
        },
        ..Config::default()
    });
    playground.await.expect("a playground starts")
}

/// What choices cost in each game of the catalogue, with somebody reminded when they were awaited for so long.
async fn measured(ping_after: Duration, comes_back: Since, panels: Panels) -> Vec<Cost> {
    let people = |entry: &GameEntry| usize::from(*entry.people.start()).max(SEATS);
    let name = |table: usize, seat: usize| format!("Guest-{}", table * 100 + seat);
    let tables = CATALOGUE.iter().enumerate();
    let names = tables.flat_map(|(table, entry)| (0..people(entry)).map(move |seat| name(table, seat)));
    let playground = Arc::new(opened(names).await);
    let line = Line {
        base: playground.people_url(),
        http: reqwest::Client::new(),
    };
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("whistle.db");
    acquaint(&line.base, &line.http, &database).await;
    let mut config = discord::Config::new(playground.token(), database);
    config.api_base = Some(playground.base_url());
    config.ping_after = ping_after;
    let mut bot = Bot::start(&config, &line).await;

    let channels = line.get("").await["channels"].clone();
    let begun = end_of(&playground);
    let mut tables = Vec::new();
    for (number, entry) in CATALOGUE.iter().enumerate() {
        let channel = text(&channels[number]["id"]);
        let mut sitting = Vec::new();
        for seat in 0..people(entry) {
            let person = Person::away(&line, &name(number, seat)).await;
            if panels == Panels::Here {
                set(
                    &person,
                    &channel,
                    "Your panel: in the channel, when you press its button",
                )
                .await;
            }
            sitting.push(person);
        }
        tables.push(Table {
            entry,
            channel,
            panels,
            people: sitting,
            recorder: Arc::clone(&playground),
            next: begun,
            rng: StdRng::seed_from_u64(number as u64),
            message: None,
            first: 0,
            choices: Vec::new(),
        });
    }
    for round in 0.. {
        let mut left = tables.iter().filter(|table| seen(&table.choices) < CHOICES).peekable();
        if left.peek().is_none() {
            break;
        }
        let left: Vec<&str> = left.map(|table| table.entry.slug).collect();
        assert!(round < ROUNDS, "too few choices after {ROUNDS} rounds: {left:?}");
        join_all(tables.iter_mut().map(Table::is_on)).await;
        if comes_back == Since::Long {
            bot.stop(&line).await;
            bot = Bot::start(&config, &line).await;
            join_all(tables.iter_mut().map(Table::rests)).await;
        }
        join_all(tables.iter_mut().map(Table::plays)).await;
    }
    no_strays(&playground, begun);
    bot.stop(&line).await;
    tables.into_iter().map(Table::cost).collect()
}

/// Every request since an entry was about a table, but those of a start.
fn no_strays(recorder: &Playground, begun: u64) {
    let (entries, _) = since(recorder, begun);
    let mut strays = entries.iter().filter(|entry| counts(entry) && channel(entry).is_none());
    // A start reads, replaces the commands, and brings the emojis that are missing.
    let of_a_start = |entry: &Value| {
        ["GET", "PUT"].contains(&text(&entry["method"]).as_str()) || text(&entry["path"]).ends_with("/emojis")
    };
    let stray = strays.find(|entry| !of_a_start(entry));
    assert!(
        stray.is_none(),
        "every request but those of a start is about a table: {stray:?}"
    );
}

/// The bot within the test, on threads of its own: when these end, so do its connections.
struct Bot {
    stop: oneshot::Sender<()>,
    ended: oneshot::Receiver<Result<(), discord::RunError>>,
}

impl Bot {
    async fn start(config: &discord::Config, line: &Line) -> Bot {
        let ((stop, stopped), (over, mut ended)) = (oneshot::channel::<()>(), oneshot::channel());
        let config = config.clone();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().expect("a runtime of the bot");
            let result = runtime.block_on(discord::run_until(config, async { drop(stopped.await) }));
            drop(runtime);
            let _ = over.send(result);
        });
        tokio::select! {
            () = until_known(line, "Guest-0") => {}
            end = &mut ended => panic!("the bot ends at its start: {end:?}"),
        }
        Bot { stop, ended }
    }

    async fn stop(self, line: &Line) {
        self.stop.send(()).expect("the bot runs");
        let ended = self.ended.await.expect("it does not panic");
        ended.expect("it stops when it is told to");
        let until = Instant::now() + PATIENCE;
        while line.get("/-/gateway").await["connected"] != 0 {
            assert!(Instant::now() < until, "the old bot's connection stays");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Waits until the bot is connected and its commands are known.
async fn until_known(line: &Line, who: &str) {
    let channel = text(&line.get("").await["channels"][0]["id"]);
    let until = Instant::now() + PATIENCE;
    loop {
        let commands = line.get(&format!("/{who}/commands?channel={channel}")).await;
        let mut commands = commands.as_array().into_iter().flatten();
        if commands.any(|command| command["name"] == "table") && line.get("/-/gateway").await["connected"] == 1 {
            return;
        }
        assert!(
            Instant::now() < until,
            "the bot does not connect: {}",
            line.get("/-/gateway").await
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A table, who sits there, and what the bot was seen to send for it.
struct Table {
    entry: &'static GameEntry,
    channel: String,
    panels: Panels,
    people: Vec<Person>,
    recorder: Arc<Playground>,
    /// The first entry of the traffic that was not looked at yet.
    next: u64,
    rng: StdRng,
    /// The public message.
    message: Option<Message>,
    /// Who is asked first for a choice.
    first: usize,
    choices: Vec<Choice>,
}

impl Table {
    fn cost(self) -> Cost {
        Cost {
            game: self.entry.slug,
            choices: self.choices,
        }
    }

    /// Begins a game if none is on.
    async fn is_on(&mut self) {
        let now = match &self.message {
            Some(message) => self.people[0].again(message).await,
            None => None,
        };
        if now.is_none_or(|now| is_finished(&now)) {
            self.begins().await;
        }
    }

    /// Lets somebody choose, and waits until the bot has said all that there is to say of that.
    async fn plays(&mut self) {
        if self.presses().await {
            let choice = self.rests().await;
            self.choices.push(choice);
        }
    }

    /// Begins a game, and waits until everybody was told of it.
    async fn begins(&mut self) {
        let (host, others) = self.people.split_first().expect("a host");
        let command = format!("{} start", self.entry.slug);
        let lobby = host.run(&self.channel, &command, shortest(self.entry)).await.public();
        for person in others {
            assert!(person.press(&lobby, "Join").await.came(), "{} joins", person.name);
        }
        assert!(host.press(&lobby, "Start").await.came(), "{command}");
        self.message = Some(lobby);
        self.rests().await;
    }

    /// Lets somebody press until they have made a choice; whether anybody had one to make.
    async fn presses(&mut self) -> bool {
        /// More steps than that are a way in a circle.
        const STEPS: usize = 8;
        // Whoever has chosen can change their mind; the others come first.
        self.first = (self.first + 1) % self.people.len();
        let (behind, ahead) = self.people.split_at(self.first);
        for person in [ahead, behind].concat() {
            let mut panel = self.panel(&person).await;
            for _ in 0..STEPS {
                let Some(now) = panel.take() else { break };
                let Some((action, mut body)) = leads(&now.0, &mut self.rng) else {
                    break;
                };
                let made = text(&body["custom_id"]).contains(":choose:") || text(&body["values"][0]).starts_with("c:");
                body["channel"] = json!(now.channel());
                body["message"] = json!(now.id());
                let answer = person.attempt(action, body).await;
                let answer = answer.unwrap_or_else(|| panic!("{} cannot press on {}", person.name, now.text()));
                if made {
                    return true;
                }
                panel = answer.message();
            }
        }
        false
    }

    /// Somebody's panel.
    async fn panel(&self, person: &Person) -> Option<Message> {
        if self.panels == Panels::Chat {
            return person.panel(&self.channel).await;
        }
        let table = person.again(self.message.as_ref()?).await?;
        let mut buttons = table.buttons().into_iter();
        let mine = buttons.find(|button| button.custom_id.starts_with("w1:mine:"))?;
        Some(person.press_id(&table, &mine.custom_id).await.private())
    }

    /// Waits until the bot has sent nothing for the table for a while, and gives what it has sent since the last rest.
    async fn rests(&mut self) -> Choice {
        const GLANCE: Duration = Duration::from_millis(100);
        let (begun, mut last) = (Instant::now(), Instant::now());
        let mut all = Choice::default();
        while last.elapsed() < REST {
            tokio::time::sleep(GLANCE).await;
            if self.hears(&mut all) {
                last = Instant::now();
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "{}: the bot does not rest: {all:#?}",
                self.entry.slug
            );
        }
        all
    }

    /// Adds what the bot has sent for the table since this was asked last; whether there was anything.
    fn hears(&mut self, all: &mut Choice) -> bool {
        let (entries, next) = since(&self.recorder, self.next);
        self.next = next;
        let mut heard = false;
        for entry in entries.iter().filter(|entry| entry["kind"] == "rest") {
            if counts(entry) && self.is_own(entry) {
                let [method, path] = ["method", "path"].map(|key| text(&entry[key]));
                let request = format!("{method} {path} {}", entry["status"]);
                all.count(
                    &method,
                    request,
                    entry["files"].as_array().is_some_and(|files| !files.is_empty()),
                );
                heard = true;
            } else if text(&entry["path"]).starts_with("/webhooks/") && self.is_its_message(entry) {
                all.by_token += 1;
                heard = true;
            }
        }
        heard
    }

    /// Whether what came back to a request by a token is a message of the table.
    fn is_its_message(&self, entry: &Value) -> bool {
        let channel = entry["answer"]["channel_id"].as_str();
        channel.is_some_and(|it| self.is_about(it))
    }

    /// Whether a request is about the table's channel or the private chat of somebody there.
    fn is_own(&self, entry: &Value) -> bool {
        channel(entry).is_some_and(|it| self.is_about(it))
    }

    /// Whether a channel is the table's, or the private chat of somebody there.
    fn is_about(&self, channel: &str) -> bool {
        channel == self.channel || self.people.iter().any(|person| person.dm() == channel)
    }
}

/// What was recorded since an entry, and the number of the next one.
fn since(recorder: &Playground, entry: u64) -> (Vec<Value>, u64) {
    let mut all = recorder.traffic(entry, usize::MAX);
    let entries = all["entries"].as_array_mut().map(std::mem::take);
    (entries.unwrap_or_default(), all["next"].as_u64().expect("a number"))
}

/// The number of the next entry.
fn end_of(recorder: &Playground) -> u64 {
    since(recorder, u64::MAX).1
}

/// The channel that a request is about.
fn channel(entry: &Value) -> Option<&str> {
    let path = entry["path"].as_str()?.strip_prefix("/channels/")?;
    path.split('/').next()
}

/// Whether something that was recorded is a request that counts against the global limit: all but callbacks of interactions, and
/// what is asked by their tokens.
fn counts(entry: &Value) -> bool {
    let path = text(&entry["path"]);
    let by_token = path.starts_with("/interactions/") || path.starts_with("/webhooks/");
    entry["kind"] == "rest" && !by_token
}
