//! Many tables of two in play at once, with a clock of a day: and what Discord has to say to all that the bot sends for them.

#![allow(dead_code, reason = "each test uses its part")]

use std::ops::AddAssign;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use reqwest::Method;
use serde_json::{Value, json};

use super::person::{Line, PATIENCE};
use super::reading::{Message, text};
use super::stage::{CROWD, Stage};

/// How many sit at a table.
pub(crate) const SEATS: usize = 2;
/// A clock of a day, in seconds.
const DAY: u64 = 24 * 60 * 60;
/// How many tables are opened at a time.
const AT_ONCE: usize = 8;

/// A table of Binary, and who sits there.
#[derive(Clone)]
pub(crate) struct Table {
    line: Line,
    pub(crate) channel: String,
    pub(crate) people: [String; SEATS],
    /// Their private chats with the bot.
    pub(crate) chats: [String; SEATS],
    /// How many moves were made.
    pub(crate) moves: usize,
}

/// What came back to the bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Heard {
    /// Answers of 401, 403 and 429, for which Discord bans an address when there are too many.
    pub(crate) bad: usize,
    /// Messages that the bot sent, changed or deleted in its own name, or tried to.
    pub(crate) written: usize,
}

impl AddAssign for Heard {
    fn add_assign(&mut self, other: Heard) {
        self.bad += other.bad;
        self.written += other.written;
    }
}

/// What came back since an entry of the traffic, and the number of the next one.
pub(crate) fn heard(stage: &Stage, since: u64) -> (Heard, u64) {
    let (entries, next) = stage.traffic_since(since);
    let mut heard = Heard::default();
    for entry in entries.iter().filter(|entry| entry["kind"] == "rest") {
        let status = entry["status"].as_u64().unwrap_or_default();
        let path = entry["path"].as_str().unwrap_or_default();
        if matches!(status, 401 | 403 | 429) {
            println!("{status} for {} {path}: {}", entry["method"], entry["answer"]);
            heard.bad += 1;
        }
        let writes = path.starts_with("/channels/") && entry["method"] != "GET";
        heard.written += usize::from(writes);
    }
    (heard, next)
}

/// Waits until nothing has gone to Discord for so long; what came back meanwhile, and the number of the next entry.
pub(crate) async fn rests(stage: &Stage, since: u64, long: Duration) -> (Heard, u64) {
    let until = tokio::time::Instant::now() + 4 * PATIENCE;
    let (mut all, mut next) = (Heard::default(), since);
    loop {
        tokio::time::sleep(long).await;
        let (more, end) = heard(stage, next);
        all += more;
        next = end;
        if more == Heard::default() {
            return (all, next);
        }
        assert!(tokio::time::Instant::now() < until, "the bot does not come to rest");
    }
}

/// Opens a table in each of the first channels of a stage, with two of its crowd at each.
pub(crate) async fn open(stage: &Stage, tables: usize) -> Vec<Table> {
    let all = stage.line.get("").await;
    let table = |number: usize| Table {
        line: stage.line.clone(),
        channel: text(&all["channels"][number]["id"]),
        people: [1, 2].map(|seat| format!("{CROWD}{}", number * SEATS + seat)),
        chats: Default::default(),
        moves: 0,
    };
    let opened = (0..tables).map(table).map(async |mut table| {
        for seat in 0..SEATS {
            table.chats[seat] = text(&table.does(seat, "dm", json!({})).await["id"]);
        }
        table.begin().await;
        table
    });
    stream::iter(opened).buffered(AT_ONCE).collect().await
}

impl Table {
    async fn does(&self, seat: usize, action: &str, mut body: Value) -> Value {
        body["channel"] = json!(self.channel);
        body["wait"] = json!("final");
        let path = format!("/{}/{action}", self.people[seat].replace(' ', "%20"));
        self.line.must(Method::POST, &path, body).await
    }

    async fn presses(&self, seat: usize, lobby: &Message, label: &str) {
        let button = lobby
            .button(label)
            .unwrap_or_else(|| panic!("no {label}: {}", lobby.text()));
        self.does(
            seat,
            "press",
            json!({ "message": lobby.id(), "custom_id": button.custom_id }),
        )
        .await;
    }

    async fn begin(&self) {
        let options = json!({ "first": "host", "clock": DAY, "size": 12 });
        self.does(0, "run", json!({ "command": "binary start", "options": options }))
            .await;
        let lobby = self.lobby().await;
        self.presses(1, &lobby, "Join").await;
        self.presses(0, &lobby, "Start").await;
    }

    /// The lobby: mostly the answer to who has opened it, but a message of its own where the answer took long.
    async fn lobby(&self) -> Message {
        let path = format!(
            "/{}/channels/{}/messages?limit=5",
            self.people[0].replace(' ', "%20"),
            self.channel
        );
        let until = tokio::time::Instant::now() + PATIENCE;
        loop {
            let messages = self.line.get(&path).await;
            let mut messages = messages.as_array().into_iter().flatten().cloned().map(Message);
            if let Some(lobby) = messages.find(|message| message.button("Join").is_some()) {
                return lobby;
            }
            assert!(tokio::time::Instant::now() < until, "no lobby in {}", self.channel);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Whose turn it is types a move. Gives how long the answer took, in microseconds; nothing when it was not taken.
    pub(crate) async fn moves(&mut self) -> Option<u64> {
        let seat = self.moves % SEATS;
        let typing = json!({ "command": "move", "options": { "move": "" }, "focused": "move" });
        let offered = self.does(seat, "complete", typing).await;
        let choices = offered["choices"].as_array()?;
        let choice = &choices.get(self.moves * 7 % choices.len().max(1))?["value"];
        let typed = json!({ "command": "move", "options": { "move": choice } });
        let answer = self.does(seat, "run", typed).await;
        let taken = answer["message"].to_string().contains("Your move: place");
        self.moves += usize::from(taken);
        answer["micros"].as_u64().filter(|_| taken)
    }
}
