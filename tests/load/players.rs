//! People at many tables, who press at a pace. They know no game, and only what they see.

#![allow(dead_code, reason = "each test uses its part")]

use std::ops::Range;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{StreamExt, stream};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use whistle::games::{CATALOGUE, GameEntry};

use super::person::Line;
use super::random_play::leads;
use super::reading::{Message, text};
use super::shortest::shortest;
use super::stage::{CROWD, Stage};

/// How many people sit at a table.
pub(crate) const SEATS: usize = 2;

/// How often people turn to their table, in milliseconds at a human pace.
const TURNS_TO: Range<u64> = 6_000..18_000;
/// How long they take for the next step of a choice that takes several.
const STEP: Range<u64> = 1_000..3_000;
/// How often somebody who mostly looks does nothing else.
const LOOKS: f64 = 0.8;
/// How many tables are opened at a time.
const AT_ONCE: usize = 16;
/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often somebody turns to their table in vain before they look for a newer panel, and whether the game is over.
const IN_VAIN: u32 = 3;

/// What was measured while people pressed.
#[derive(Clone, Default)]
pub(crate) struct Score {
    /// How long each press waited for its first answer, in microseconds.
    pub(crate) waits: Vec<u64>,
    /// Presses that were never answered.
    pub(crate) unanswered: usize,
    /// Presses on what had just gone from the message: they never came to the bot.
    pub(crate) missed: usize,
    /// What never came to the playground: the machine dropped the connection.
    pub(crate) unsent: usize,
    /// Games that were ended and followed by the next one.
    pub(crate) ended: usize,
}

/// Somebody who is only a client: nobody listens for them.
struct Guest {
    line: Line,
    id: String,
    dm: String,
}

/// A channel, with the people who play there.
struct Table {
    entry: &'static GameEntry,
    channel: String,
    guests: [Guest; SEATS],
    /// The public message.
    message: Mutex<String>,
    score: Arc<Mutex<Score>>,
}

/// Everybody at play.
pub(crate) struct Play {
    score: Arc<Mutex<Score>>,
    stop: watch::Sender<bool>,
    playing: JoinSet<()>,
}

impl Play {
    /// What was measured in so much time from now.
    pub(crate) async fn measured(&self, time: Duration) -> Score {
        *self.score.lock().expect("no holder panics") = Score::default();
        tokio::time::sleep(time).await;
        self.score.lock().expect("no holder panics").clone()
    }

    /// What was measured since the last time.
    pub(crate) fn so_far(&self) -> Score {
        std::mem::take(&mut *self.score.lock().expect("no holder panics"))
    }

    /// Lets everybody end what they are at.
    pub(crate) async fn end(self) {
        self.stop.send_replace(true);
        self.playing.join_all().await;
    }
}

/// Everybody.
pub(crate) struct Players {
    tables: Vec<Arc<Table>>,
    score: Arc<Mutex<Score>>,
}

impl Players {
    /// The players of a stage, in front of its channels.
    pub(crate) async fn gather(stage: &Stage, tables: usize) -> Players {
        let all = stage.line.get("").await;
        let list = |key: &str| all[key].as_array().cloned().unwrap_or_default();
        let is_guest = |person: &&Value| text(&person["name"]).starts_with(CROWD);
        let people = list("people");
        let ids: Vec<String> = people
            .iter()
            .filter(is_guest)
            .map(|person| text(&person["user"]["id"]))
            .collect();
        let line = &stage.line;
        let guests: Vec<Guest> = stream::iter(ids)
            .map(|id| async move {
                let dm = line.must(Method::POST, &format!("/{id}/dm"), json!({})).await;
                let line = line.clone();
                Guest {
                    line,
                    id,
                    dm: text(&dm["id"]),
                }
            })
            .buffered(AT_ONCE)
            .collect()
            .await;
        let score = Arc::new(Mutex::new(Score::default()));
        let mut guests = guests.into_iter();
        let channels = list("channels");
        let tables = channels.iter().take(tables).enumerate().map(|(at, channel)| {
            let mut guest = || guests.next().expect("enough people");
            Arc::new(Table {
                entry: &CATALOGUE[at % CATALOGUE.len()],
                channel: text(&channel["id"]),
                guests: [guest(), guest()],
                message: Mutex::default(),
                score: Arc::clone(&score),
            })
        });
        Players {
            tables: tables.collect(),
            score: Arc::clone(&score),
        }
    }

    /// Begins the first game of these tables, and waits until everybody has been sent their panel. Gives how many could be
    /// begun: on a machine with more to do than it can somebody may not be answered in time.
    pub(crate) async fn begin(&mut self, tables: Range<usize>) -> usize {
        let begin = |table: &Arc<Table>| {
            let table = Arc::clone(table);
            async move {
                if !table.begin().await {
                    return false;
                }
                for guest in &table.guests {
                    while guest.find(&table.channel).await.is_none() {
                        tokio::time::sleep(Duration::from_millis(100)).await;
                    }
                }
                true
            }
        };
        let all = self.tables[tables].iter().map(begin);
        let begun = stream::iter(all).buffer_unordered(AT_ONCE).collect::<Vec<bool>>().await;
        begun.into_iter().filter(|begun| *begun).count()
    }

    /// Lets everybody whose game has begun play at a pace, until it is ended.
    ///
    /// Whoever `looks` presses Rules four times of five, and Refresh where there is nothing to choose. Discord's limits do not count an
    /// answer to a press. A choice has other messages written, of which they allow fifty a second.
    pub(crate) fn play(&mut self, pace: u64, looks: bool) -> Play {
        let score = Arc::clone(&self.score);
        *score.lock().expect("no holder panics") = Score::default();
        let (stop, stopped) = watch::channel(false);
        let mut playing = JoinSet::new();
        let begun = |(_, table): &(usize, &Arc<Table>)| !table.message.lock().expect("no holder panics").is_empty();
        for (at, table) in self.tables.iter().enumerate().filter(begun) {
            for seat in 0..SEATS {
                let player = Player {
                    table: Arc::clone(table),
                    seat,
                    pace,
                    looks,
                    rng: StdRng::seed_from_u64(pace << 32 | (at * SEATS + seat) as u64),
                    stop: stopped.clone(),
                    panel: None,
                    in_vain: 0,
                };
                playing.spawn(player.play());
            }
        }
        Play { score, stop, playing }
    }
}

impl Guest {
    /// Asks the playground. A machine with more to do than it can may drop a connection; people try again later.
    async fn ask(&self, method: Method, path: &str, body: &Value) -> Option<(StatusCode, Value)> {
        let request = self
            .line
            .http
            .request(method, format!("{}/{}{path}", self.line.base, self.id))
            .json(body);
        let response = request.timeout(PATIENCE).send().await.ok()?;
        let status = response.status();
        Some((status, response.json().await.ok()?))
    }

    /// Does something; what came of it, if their client can do it.
    async fn act(&self, action: &str, body: &Value, score: &Mutex<Score>) -> Option<Value> {
        let answer = self.ask(Method::POST, &format!("/{action}"), body).await;
        let mut score = score.lock().expect("no holder panics");
        let Some((status, answer)) = answer else {
            score.unsent += 1;
            return None;
        };
        if !status.is_success() {
            score.missed += 1;
            return None;
        }
        match answer["micros"].as_u64() {
            Some(wait) => score.waits.push(wait),
            None => score.unanswered += 1,
        }
        Some(answer)
    }

    /// A message as it is now.
    async fn see(&self, channel: &str, message: &str) -> Option<Message> {
        let path = format!("/channels/{channel}/messages/{message}");
        let (status, found) = self.ask(Method::GET, &path, &json!({})).await?;
        status.is_success().then_some(Message(found))
    }

    /// Their newest panel for the table of a channel.
    async fn find(&self, channel: &str) -> Option<Message> {
        let path = format!("/channels/{}/messages?limit=100", self.dm);
        let (_, found) = self.ask(Method::GET, &path, &json!({})).await?;
        let mention = format!("<#{channel}>");
        let is_panel = |message: &Message| message.heading().starts_with("-# ") && message.heading().contains(&mention);
        let mut messages = found.as_array().into_iter().flatten().cloned().map(Message);
        messages.find(is_panel)
    }
}

impl Table {
    /// Opens a lobby in which all sit down, and begins; whether that could be done.
    async fn begin(&self) -> bool {
        let host = &self.guests[0];
        let body = json!({
            "channel": self.channel, "command": format!("{} start", self.entry.slug), "options": shortest(self.entry),
        });
        let ran = host.act("run", &body, &self.score).await;
        let Some(lobby) = self.lobby().await.filter(|_| ran.is_some()) else {
            return false;
        };
        for guest in &self.guests[1..] {
            if !self.press(guest, &lobby, "Join").await {
                return false;
            }
        }
        let begins = self.press(host, &lobby, "Start").await;
        if begins {
            *self.message.lock().expect("no holder panics") = lobby.id();
        }
        begins
    }

    /// The lobby in the channel, which may be a little late, or one that could not be begun before.
    async fn lobby(&self) -> Option<Message> {
        const LOOKS: u32 = 10;
        let path = format!("/channels/{}/messages?limit=10", self.channel);
        for _ in 0..LOOKS {
            let (_, found) = self.guests[0].ask(Method::GET, &path, &json!({})).await?;
            let mut messages = found.as_array().into_iter().flatten().cloned().map(Message);
            let lobby = messages.find(|message| message.button("Join").is_some());
            if lobby.is_some() {
                return lobby;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        None
    }

    async fn press(&self, guest: &Guest, message: &Message, label: &str) -> bool {
        let Some(button) = message.button(label) else {
            return false;
        };
        let body = json!({ "channel": message.channel(), "message": message.id(), "custom_id": button.custom_id });
        guest.act("press", &body, &self.score).await.is_some()
    }

    /// Begins the next game if this one is over.
    async fn go_on(&self) {
        let message = self.message.lock().expect("no holder panics").clone();
        let shown = self.guests[0].see(&self.channel, &message).await;
        let over = |message: Message| {
            ["the game is over", "the match is over", "table closed"]
                .iter()
                .any(|end| message.has(end))
        };
        if shown.is_some_and(over) && self.begin().await {
            self.score.lock().expect("no holder panics").ended += 1;
        }
    }
}

/// Somebody at a table.
struct Player {
    table: Arc<Table>,
    seat: usize,
    pace: u64,
    /// Whether they mostly look.
    looks: bool,
    rng: StdRng,
    stop: watch::Receiver<bool>,
    panel: Option<String>,
    /// How often there has been nothing to do.
    in_vain: u32,
}

impl Player {
    async fn play(mut self) {
        // Not all at once.
        let mut until_next = self.some(0..TURNS_TO.end);
        while !self.waited(until_next).await {
            let panel = self.panel().await;
            let leads_on = |panel: &Message| leads(&panel.0, &mut StdRng::seed_from_u64(0)).is_some();
            let looks = self.looks && self.rng.random_bool(LOOKS);
            match panel {
                Some(panel) if looks && self.look(&panel, "Rules").await => {}
                Some(panel) if leads_on(&panel) => {
                    self.in_vain = 0;
                    self.choose(panel).await;
                }
                waits => {
                    self.in_vain += 1;
                    if let Some(panel) = waits.filter(|_| self.looks) {
                        let _ = self.look(&panel, "Refresh").await;
                    }
                }
            }
            if self.in_vain >= IN_VAIN {
                self.in_vain = 0;
                // The panel of another game is another message; the old one may lie far behind what they looked at.
                let newest = self.table.guests[self.seat].find(&self.table.channel).await;
                self.panel = newest.map(|panel| panel.id()).or(self.panel.take());
                if self.seat == 0 {
                    self.table.go_on().await;
                }
            }
            until_next = self.some(TURNS_TO);
        }
    }

    fn some(&mut self, ms: Range<u64>) -> Duration {
        Duration::from_micros(self.rng.random_range(ms) * 1000 / self.pace)
    }

    /// Waits for so long; whether it is time to stop.
    async fn waited(&mut self, time: Duration) -> bool {
        let stopped = self.stop.wait_for(|stop| *stop);
        tokio::time::timeout(time, stopped).await.is_ok()
    }

    /// Presses what changes nothing; whether it is there, which it is not once a match is over.
    async fn look(&self, panel: &Message, label: &str) -> bool {
        self.table.press(&self.table.guests[self.seat], panel, label).await
    }

    /// Their panel.
    async fn panel(&mut self) -> Option<Message> {
        let guest = &self.table.guests[self.seat];
        if let Some(id) = &self.panel
            && let Some(panel) = guest.see(&guest.dm, id).await
        {
            return Some(panel);
        }
        let panel = guest.find(&self.table.channel).await?;
        self.panel = Some(panel.id());
        Some(panel)
    }

    /// Presses until a choice is made.
    async fn choose(&mut self, mut panel: Message) {
        /// More steps than that are a way in a circle.
        const STEPS: usize = 6;
        for _ in 0..STEPS {
            let Some((action, mut body)) = leads(&panel.0, &mut self.rng) else {
                return;
            };
            let chooses = text(&body["custom_id"]).contains(":choose:") || text(&body["values"][0]).starts_with("c:");
            body["channel"] = json!(panel.channel());
            body["message"] = json!(panel.id());
            let table = Arc::clone(&self.table);
            let answer = table.guests[self.seat].act(action, &body, &table.score).await;
            let next = answer.filter(|answer| !chooses && answer["message"].is_object());
            let Some(next) = next else { return };
            panel = Message(next["message"].clone());
            let step = self.some(STEP);
            if self.waited(step).await {
                return;
            }
        }
    }
}
