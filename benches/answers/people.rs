//! The people of the bench: they act over the playground's routes for people, two at each table.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::PATIENCE;
use super::acquainted::acquaint;

/// People at each table.
pub(crate) const SEATS: usize = 2;
/// How the custom ids of buttons begin that make choices.
pub(crate) const PRESS: &str = "w1:choose:";
/// How long to wait before a panel is looked at again: twice as long each time, from the first to the last. People who only
/// wait are not to take the processor from the bot.
const GLANCE: (Duration, Duration) = (Duration::from_millis(5), Duration::from_millis(20));

/// How many of a chat's newest messages are looked at: a notice may stand below the panel.
const LATEST: usize = 3;

/// Who sits where.
pub(crate) fn name_of(table: usize, seat: usize) -> String {
    format!("{}{table}", ["Ana", "Ben"][seat])
}

/// The way to the playground's routes for people.
#[derive(Clone)]
pub(crate) struct Line {
    base: String,
    http: reqwest::Client,
}

impl Line {
    /// To the routes below `base`.
    pub(crate) fn to(base: String) -> Line {
        let http = reqwest::Client::builder().no_proxy().build().expect("a client");
        Line { base, http }
    }

    /// Lets the bot that will serve a database know everybody.
    pub(crate) async fn acquaint(&self, database: &Path) {
        acquaint(&self.base, &self.http, database).await;
    }

    /// What a route answers.
    pub(crate) async fn get(&self, path: &str) -> Value {
        let response = self.http.get(format!("{}{path}", self.base)).send().await;
        response.expect("the playground answers").json().await.expect("JSON")
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        let request = self.http.post(format!("{}{path}", self.base)).json(&body);
        let response = request.send().await.expect("the playground answers");
        let status = response.status();
        let value = response.json().await.unwrap_or(Value::Null);
        assert!(status.is_success(), "{path} {body}: {status} {value}");
        value
    }

    /// Runs a slash command; the message that answers it.
    pub(crate) async fn run(&self, who: &str, place: &str, command: &str, options: Value) -> Value {
        let body = json!({ "channel": place, "command": command, "options": options, "wait": "final" });
        let outcome = self.post(&format!("/{who}/run"), body).await;
        assert_eq!(outcome["status"], "message", "{command}: {outcome}");
        outcome["message"].clone()
    }

    /// Presses a button, which must change its message; the message after that, or before it where the change comes late.
    async fn press(&self, who: &str, message: &Value, custom_id: &str) -> Value {
        self.change(who, "press", message, json!({ "custom_id": custom_id }))
            .await
    }

    /// Chooses in a menu, which must change its message; the message after that.
    async fn choose(&self, who: &str, message: &Value, custom_id: &str, value: &str) -> Value {
        let chosen = json!({ "custom_id": custom_id, "values": [value] });
        self.change(who, "choose", message, chosen).await
    }

    async fn change(&self, who: &str, how: &str, message: &Value, mut body: Value) -> Value {
        body["channel"] = message["channel_id"].clone();
        body["message"] = message["id"].clone();
        let outcome = self.post(&format!("/{who}/{how}"), body.clone()).await;
        // On a machine with too much to do the bot answers that it works, and the change follows.
        if outcome["status"] == "deferred_update" {
            return message.clone();
        }
        assert_eq!(outcome["status"], "updated", "{body}: {outcome}");
        outcome["message"].clone()
    }

    /// The lobby that a command has opened in a channel of its own: the `answer`, or where the bot could answer only late, the
    /// message for which the answer makes room.
    async fn lobby(&self, who: &str, place: &str, answer: Value) -> Value {
        let until = Instant::now() + PATIENCE;
        let path = format!("/{who}/channels/{place}/messages?limit={LATEST}");
        let mut seen = vec![answer];
        loop {
            if let Some(lobby) = seen.iter().find(|message| labelled(message, "Join").is_some()) {
                return lobby.clone();
            }
            assert!(Instant::now() < until, "no lobby: {seen:?}");
            tokio::time::sleep(GLANCE.1).await;
            seen = items(&self.get(&path).await).to_vec();
        }
    }

    /// Waits until the bot is connected and has declared its commands.
    pub(crate) async fn until_known(&self, place: &str) {
        let until = Instant::now() + PATIENCE;
        loop {
            let commands = self.get(&format!("/Olga/commands?channel={place}")).await;
            let known = items(&commands).iter().any(|command| command["name"] == "ping");
            if known && self.get("/-/gateway").await["connected"] == 1 {
                return;
            }
            assert!(Instant::now() < until, "the bot does not connect");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Buttons of somebody's panel that make choices.
struct Offer {
    message: Value,
    custom_ids: Vec<String>,
}

impl Offer {
    fn read(message: Value) -> Option<Offer> {
        let choices = buttons(&message)
            .into_iter()
            .filter(|button| button["disabled"] != true);
        let ids = choices.map(|button| text(&button["custom_id"]));
        let custom_ids: Vec<String> = ids.filter(|id| id.starts_with(PRESS)).collect();
        (!custom_ids.is_empty()).then_some(Offer { message, custom_ids })
    }
}

/// A person at a table.
struct Holder {
    name: String,
    /// Their private chat with the bot.
    chat: String,
    /// What they are asked, if they have not answered it.
    offer: Option<Offer>,
    /// The step that their last choice was made for.
    made_for: String,
}

impl Holder {
    fn see(&mut self, message: Value) {
        self.offer = Offer::read(message).filter(|offer| step(&offer.custom_ids[0]) != self.made_for);
    }
}

/// A table and its people.
pub(crate) struct Table {
    line: Line,
    holders: Vec<Holder>,
    /// Choices made here so far.
    pub(crate) made: usize,
}

impl Table {
    /// Opens a table, seats two and begins their match. They and the table have their boards shown in this way.
    pub(crate) async fn begin(line: &Line, number: usize, place: &str, boards: &str) -> Table {
        let names: Vec<String> = (0..SEATS).map(|seat| name_of(number, seat)).collect();
        for name in &names {
            let settings = line.run(name, place, "settings", json!({})).await;
            line.choose(name, &settings, "w1:setting:boards", &format!("w1:boards:{boards}"))
                .await;
        }
        let started = line.run(&names[0], place, "binome start", json!({ "games": 5 })).await;
        let lobby = line.lobby(&names[0], place, started).await;
        line.run(&names[0], place, "table boards", json!({ "boards": boards }))
            .await;
        for (seat, label) in [(1, "Join"), (0, "Start")] {
            let button = labelled(&lobby, label).unwrap_or_else(|| panic!("no {label}: {lobby}"));
            let custom_id = text(&button["custom_id"]);
            line.press(&names[seat], &lobby, &custom_id).await;
        }
        let mut holders = Vec::new();
        for name in names {
            let chat = text(&line.post(&format!("/{name}/dm"), json!({})).await["id"]);
            holders.push(Holder {
                name,
                chat,
                offer: None,
                made_for: String::new(),
            });
        }
        Table {
            line: line.clone(),
            holders,
            made: 0,
        }
    }

    /// Waits until somebody here is asked for something.
    pub(crate) async fn ready(&mut self) -> usize {
        let until = Instant::now() + PATIENCE;
        let mut glance = GLANCE.0;
        loop {
            if let Some(seat) = self.holders.iter().position(|holder| holder.offer.is_some()) {
                return seat;
            }
            assert!(
                Instant::now() < until,
                "nobody is asked at {}'s table",
                self.holders[0].name
            );
            tokio::time::sleep(glance).await;
            glance = (glance * 2).min(GLANCE.1);
            for holder in &mut self.holders {
                let path = format!("/{}/channels/{}/messages?limit={LATEST}", holder.name, holder.chat);
                for message in items(&self.line.get(&path).await) {
                    if holder.offer.is_none() {
                        holder.see(message.clone());
                    }
                }
            }
        }
    }

    /// Lets somebody who is asked make a choice, and waits until it is answered.
    pub(crate) async fn choose(&mut self) {
        let seat = self.ready().await;
        let holder = &mut self.holders[seat];
        let Some(offer) = holder.offer.take() else { return };
        let custom_id = &offer.custom_ids[self.made * 7 % offer.custom_ids.len()];
        holder.made_for = step(custom_id).to_owned();
        let panel = self.line.press(&holder.name, &offer.message, custom_id).await;
        holder.see(panel);
        self.made += 1;
    }
}

/// The step that a button was drawn for.
fn step(custom_id: &str) -> &str {
    custom_id.split(':').nth(3).unwrap_or_default()
}

/// The items of a list, or none.
pub(crate) fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A text, or an empty one.
pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The button of a message that has this label.
fn labelled<'m>(message: &'m Value, label: &str) -> Option<&'m Value> {
    buttons(message).into_iter().find(|button| button["label"] == label)
}

/// The buttons of a message or of a component, in rows and containers too.
fn buttons(within: &Value) -> Vec<&Value> {
    let parts = items(&within["components"]).iter();
    parts
        .flat_map(|part| if part["type"] == 2 { vec![part] } else { buttons(part) })
        .collect()
}
