//! People who order in their turn, by what their client shows them and at their own pace.

use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::person::Person;
use super::reading::{Message, components, text};

/// An order that was sent.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    /// The interaction by which it was.
    pub(crate) interaction: String,
    /// What came back at once: `updated`, `message`, …
    pub(crate) status: String,
}

/// How long a table may stand still before players give it up.
const PATIENCE: Duration = Duration::from_secs(120);

/// Lets everybody play until the game is over; every order that was sent.
pub(crate) async fn play(people: &[Person], table: &Message, seed: u64) -> Vec<Order> {
    let mut playing = JoinSet::new();
    for (at, person) in people.iter().enumerate() {
        let player = Player {
            person: person.clone(),
            table: table.id(),
            types: at % 2 == 1,
            rng: StdRng::seed_from_u64(seed.wrapping_mul(1000).wrapping_add(at as u64)),
            orders: Vec::new(),
        };
        playing.spawn(player.play());
    }
    playing.join_all().await.into_iter().flatten().collect()
}

struct Player {
    person: Person,
    /// The table's message.
    table: String,
    /// Whether they type their orders.
    types: bool,
    rng: StdRng,
    orders: Vec<Order>,
}

/// Something to press in a panel: the deed, its body, and whether it is an order.
struct Way {
    deed: &'static str,
    body: Value,
    orders: bool,
}

impl Player {
    async fn play(mut self) -> Vec<Order> {
        let mut done = None;
        let mut pulse = self.person.pulse();
        let mut still = tokio::time::Instant::now();
        loop {
            pulse.mark_unchanged();
            if self.is_over() {
                return self.orders;
            }
            assert!(still.elapsed() < PATIENCE, "{} waits for nothing", self.person.name);
            let panel = self.panel();
            let turn = panel.as_ref().and_then(turn_of);
            match panel.filter(|_| turn.is_some() && turn != done) {
                Some(panel) => {
                    done = turn;
                    still = tokio::time::Instant::now();
                    self.take_turn(panel).await;
                }
                None => self.person.glance(&mut pulse).await,
            }
        }
    }

    /// Thinks, and orders; sometimes once more, and sometimes not at all.
    async fn take_turn(&mut self, panel: Message) {
        let luck = self.rng.random_range(0..100);
        if luck < 6 {
            return;
        }
        self.think(300..3500).await;
        self.order(panel).await;
        if luck > 85
            && let Some(panel) = self.panel()
        {
            self.think(100..900).await;
            self.order(panel).await;
        }
    }

    async fn think(&mut self, ms: std::ops::Range<u64>) {
        let ms = self.rng.random_range(ms);
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }

    async fn order(&mut self, panel: Message) {
        if self.types {
            let lane = self.rng.random_range(0..6);
            let what = match self.rng.random_range(0..10) {
                0..=5 => format!("d{lane}"),
                6..=7 => format!("c{lane}"),
                8 => "da".to_owned(),
                _ => "--".to_owned(),
            };
            let body = json!({
                "channel": self.person.dm(), "command": "move", "options": { "move": what }, "wait": "final",
            });
            return self.send("run", body, true).await.map_or((), drop);
        }
        let mut panel = panel;
        // A few presses lead to an order; more than that is a way in a circle.
        for _ in 0..6 {
            let Some(way) = self.way(&panel) else { return };
            let mut body = way.body;
            body["channel"] = json!(panel.channel());
            body["message"] = json!(panel.id());
            body["wait"] = json!("final");
            let answer = self.send(way.deed, body, way.orders).await;
            match answer.filter(|_| !way.orders).map(|answer| answer["message"].clone()) {
                Some(next) if next.is_object() => panel = Message(next),
                _ => return,
            }
        }
    }

    /// Does something; what came back, if the panel still offered it.
    async fn send(&mut self, deed: &str, body: Value, orders: bool) -> Option<Value> {
        let answer = self.person.attempt(deed, body).await?;
        if orders {
            self.orders.push(Order {
                interaction: text(&answer.0["interaction"]),
                status: answer.status().to_owned(),
            });
        }
        Some(answer.0)
    }

    /// Anything in a panel that leads to an order.
    fn way(&mut self, panel: &Message) -> Option<Way> {
        let mut ways = Vec::new();
        for component in components(&panel.0) {
            let id = text(&component["custom_id"]);
            let word = id.split(':').nth(1).unwrap_or_default();
            if component["disabled"] == true {
                continue;
            }
            match word {
                "choose" | "step" | "try" => ways.push(Way {
                    deed: "press",
                    body: json!({ "custom_id": id }),
                    orders: word == "choose",
                }),
                "pick" => ways.extend(component["options"].as_array().into_iter().flatten().map(|option| Way {
                    deed: "choose",
                    body: json!({ "custom_id": id, "values": [option["value"]] }),
                    orders: text(&option["value"]).starts_with("c:"),
                })),
                _ => {}
            }
        }
        let at = self.rng.random_range(0..ways.len().max(1));
        (at < ways.len()).then(|| ways.swap_remove(at))
    }

    /// Their panel in the private chat, as their client shows it.
    fn panel(&self) -> Option<Message> {
        let dm = self.person.dm().to_owned();
        let is_panel = |message: &Message| !message.is_private() && message.heading().starts_with("**");
        self.person
            .last_shown(|message| message.channel() == dm && message.is_by_bot() && is_panel(message))
    }

    fn is_over(&self) -> bool {
        let table = self.person.last_shown(|message| message.id() == self.table);
        table.is_some_and(|table| table.has("the game is over") || table.has("table closed"))
    }
}

/// The turn that a panel asks about: what its buttons were drawn for.
fn turn_of(panel: &Message) -> Option<String> {
    let ids = components(&panel.0)
        .into_iter()
        .map(|component| text(&component["custom_id"]));
    ids.filter_map(|id| {
        let mut parts = id.split(':').skip(1);
        let word = parts.next()?;
        matches!(word, "choose" | "step" | "pick" | "try").then(|| parts.nth(1).map(str::to_owned))?
    })
    .next()
}
