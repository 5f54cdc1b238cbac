//! People who order in their turn, by what their client shows them and at their own pace.

#![allow(dead_code, reason = "each test uses its part")]

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

/// How people play. By random orders alone the attackers would have won after twenty turns or so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// Against a clock: they think, some change their order once more, and some let a turn pass. Nobody empties a lane: the
    /// game is to last.
    Pressed,
    /// Without one: everybody orders as soon as they can, for the others wait.
    Prompt,
}

/// The game's own way to type an order.
const COMMAND: &str = "binmat order";

/// The table's button for a panel of one's own in the channel.
const OPENS: &str = "My orders";

/// What a panel says of an order that was taken.
const ORDERED: &str = "Your order:";

/// How long a table may stand still before players give it up.
const PATIENCE: Duration = Duration::from_secs(120);

/// Who ordered and does not find that in their panel after so long orders once more.
const UNHEARD: Duration = Duration::from_secs(4);

/// Who was not asked for so long looks whether their panel in the channel is still the newest.
const STALE: Duration = Duration::from_secs(14);

/// What people begin to type, before they take what is offered.
const BEGINNINGS: [&str; 6] = ["", "d", "p", "u", "c", "x"];

/// Where people look for their panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// In their private chat with the bot.
    Chat,
    /// In the table's channel, where only they see it, and where it stands still once its token has run out.
    Here,
}

/// What people did.
#[derive(Clone, Debug, Default)]
pub(crate) struct Actions {
    /// Every order that was sent.
    pub(crate) orders: Vec<Order>,
    /// How often somebody had a panel in the channel opened.
    pub(crate) opened: usize,
}

/// Lets everybody play until the game is over, and gives what they did. `spot` says where the nth of them looks.
pub(crate) async fn play(
    people: &[Person],
    table: &Message,
    pace: Pace,
    spot: fn(usize) -> Spot,
    seed: u64,
) -> Actions {
    let mut playing = JoinSet::new();
    for (at, person) in people.iter().enumerate() {
        let player = Player {
            person: person.clone(),
            table: table.id(),
            channel: table.channel(),
            spot: spot(at),
            pace,
            types: at % 2 == 1,
            rng: StdRng::seed_from_u64(seed.wrapping_mul(1000).wrapping_add(at as u64)),
            actions: Actions::default(),
        };
        playing.spawn(player.play());
    }
    let mut all = Actions::default();
    for actions in playing.join_all().await {
        all.orders.extend(actions.orders);
        all.opened += actions.opened;
    }
    all
}

struct Player {
    person: Person,
    /// The number of the table's message, and its channel.
    table: String,
    channel: String,
    spot: Spot,
    pace: Pace,
    /// Whether they type their orders.
    types: bool,
    rng: StdRng,
    actions: Actions,
}

/// Something to press in a panel: the action, its body, and whether it is an order.
struct Way {
    action: &'static str,
    body: Value,
    orders: bool,
}

/// What may be done in the lanes so that the game lasts: by the cards that lie in each lane's deck and discard pile. Nothing
/// is spared where that is not said.
struct Lanes(Option<([usize; 6], bool)>);

impl Lanes {
    /// Of a table's message, which tells it with the picture; `attacks` says for whom.
    fn read(table: &Message, attacks: bool) -> Lanes {
        let told = table.0.to_string();
        let number = |text: &str| {
            let digits = text.chars().take_while(char::is_ascii_digit).collect::<String>();
            digits.parse::<usize>().unwrap_or_default()
        };
        let cards = |lane: usize| {
            let (_, deck) = told.split_once(&format!("Lane {lane}: deck "))?;
            let (_, discard) = deck.split_once("discard ")?;
            Some(number(deck) + number(discard))
        };
        let all: Vec<usize> = (0..6).filter_map(cards).collect();
        Lanes(all.try_into().ok().map(|all| (all, attacks)))
    }

    /// Whether an order may be given; it is the last part of what a button or an option stands for.
    fn allow(&self, what: &str) -> bool {
        /// What a lane must hold for a draw of a defender and of an attacker, and for a combat.
        const ENOUGH: [usize; 3] = [6, 9, 11];
        let order = what.rsplit(':').next().unwrap_or_default();
        let lane = order.chars().last().and_then(|digit| digit.to_digit(6));
        let (Some((cards, attacks)), Some(lane)) = (self.0, lane) else {
            return true;
        };
        let enough = match order.as_bytes() {
            [b'd', ..] => ENOUGH[usize::from(attacks)],
            [b'c', ..] | [b'u', b'>', ..] => ENOUGH[2],
            _ => 0,
        };
        cards[lane as usize] >= enough
    }
}

impl Player {
    async fn play(mut self) -> Actions {
        let mut done = None;
        let mut pulse = self.person.pulse();
        let mut still = tokio::time::Instant::now();
        let mut waits = still;
        if self.spot == Spot::Here {
            self.open().await;
        }
        loop {
            pulse.mark_unchanged();
            if self.is_over() {
                return self.actions;
            }
            assert!(still.elapsed() < PATIENCE, "{} waits for nothing", self.person.name);
            let panel = self.panel();
            let turn = panel.as_ref().and_then(turn_of);
            let asks = |panel: &Message| match self.pace {
                Pace::Pressed => turn != done,
                // The order may not be in the panel yet.
                Pace::Prompt => turn != done || (!panel.has(ORDERED) && still.elapsed() > UNHEARD),
            };
            let asked = panel.filter(|panel| turn.is_some() && asks(panel));
            if let Some(panel) = asked {
                still = tokio::time::Instant::now();
                let ordered = self.take_turn(panel).await;
                waits = still;
                done = turn.filter(|_| ordered || self.pace == Pace::Pressed);
                continue;
            }
            if self.spot == Spot::Here && waits.elapsed() > STALE {
                waits = tokio::time::Instant::now();
                self.open().await;
            }
            self.person.glance(&mut pulse).await;
        }
    }

    /// Thinks, and orders; sometimes once more, and sometimes not at all. Gives whether an order was sent.
    async fn take_turn(&mut self, panel: Message) -> bool {
        if self.pace == Pace::Prompt {
            return self.order(panel).await;
        }
        let luck = self.rng.random_range(0..100);
        if luck < 6 {
            return false;
        }
        self.think(300..3500).await;
        let ordered = self.order(panel).await;
        if luck > 85
            && let Some(panel) = self.panel()
        {
            self.think(100..900).await;
            self.order(panel).await;
        }
        ordered
    }

    async fn think(&mut self, ms: std::ops::Range<u64>) {
        let ms = self.rng.random_range(ms);
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }

    async fn order(&mut self, panel: Message) -> bool {
        if self.types {
            let what = self.words().await;
            let body = json!({
                "channel": self.channel(), "command": COMMAND, "options": { "order": what }, "wait": "final",
            });
            return self.send("run", body, true).await.is_some();
        }
        let mut panel = panel;
        // A few presses lead to an order; more than that is a way in a circle.
        for _ in 0..6 {
            let Some(way) = self.way(&panel) else { break };
            let mut body = way.body;
            body["channel"] = json!(panel.channel());
            body["message"] = json!(panel.id());
            body["wait"] = json!("final");
            let answer = self.send(way.action, body, way.orders).await;
            if way.orders {
                return answer.is_some();
            }
            match answer.map(|answer| answer["message"].clone()) {
                Some(next) if next.is_object() => panel = Message(next),
                _ => break,
            }
        }
        false
    }

    /// What they type: mostly something that is offered, and else whatever comes to mind.
    async fn words(&mut self) -> String {
        let mut offered: Vec<String> = Vec::new();
        if self.rng.random_range(0..4) > 0 {
            let typed = BEGINNINGS[self.rng.random_range(0..BEGINNINGS.len())];
            let body = json!({
                "channel": self.channel(), "command": COMMAND, "options": { "order": typed }, "focused": "order",
                "wait": "final",
            });
            let answer = self.person.attempt("complete", body).await;
            let choices = answer.iter().flat_map(|answer| answer.0["choices"].as_array());
            offered.extend(choices.flatten().map(|choice| text(&choice["value"])));
        }
        let lanes = self.lanes();
        offered.retain(|order| lanes.allow(order));
        if offered.is_empty() {
            offered.extend(["da", "--"].map(str::to_owned));
            offered.extend((0..6).flat_map(|lane| [format!("d{lane}"), format!("c{lane}")]));
            offered.retain(|order| lanes.allow(order));
        }
        offered.swap_remove(self.rng.random_range(0..offered.len()))
    }

    /// What there is to be spared.
    fn lanes(&self) -> Lanes {
        match (self.pace, self.table()) {
            (Pace::Pressed, Some(table)) => {
                let attacks = self.panel().is_some_and(|panel| panel.has("You are attacker"));
                Lanes::read(&table, attacks)
            }
            _ => Lanes(None),
        }
    }

    /// Does something; what came back, if the panel still offered it.
    async fn send(&mut self, action: &str, body: Value, orders: bool) -> Option<Value> {
        let answer = self.person.attempt(action, body).await?;
        if orders {
            self.actions.orders.push(Order {
                interaction: text(&answer.0["interaction"]),
                status: answer.status().to_owned(),
            });
        }
        Some(answer.0)
    }

    /// Anything in a panel that leads to an order.
    fn way(&mut self, panel: &Message) -> Option<Way> {
        let lanes = self.lanes();
        let mut ways = Vec::new();
        for component in components(&panel.0) {
            let id = text(&component["custom_id"]);
            let word = id.split(':').nth(1).unwrap_or_default();
            if component["disabled"] == true {
                continue;
            }
            match word {
                "choose" if !lanes.allow(&id) => {}
                "choose" | "step" | "try" => ways.push(Way {
                    action: "press",
                    body: json!({ "custom_id": id }),
                    orders: word == "choose",
                }),
                "pick" => {
                    let options = component["options"].as_array().into_iter().flatten();
                    let options = options.filter(|option| lanes.allow(&text(&option["value"])));
                    ways.extend(options.map(|option| Way {
                        action: "choose",
                        body: json!({ "custom_id": id, "values": [option["value"]] }),
                        orders: text(&option["value"]).starts_with("c:"),
                    }));
                }
                _ => {}
            }
        }
        let at = self.rng.random_range(0..ways.len().max(1));
        (at < ways.len()).then(|| ways.swap_remove(at))
    }

    /// Where they are.
    fn channel(&self) -> &str {
        match self.spot {
            Spot::Chat => self.person.dm(),
            Spot::Here => &self.channel,
        }
    }

    /// Their panel, as their client shows it.
    fn panel(&self) -> Option<Message> {
        let private = self.spot == Spot::Here;
        let mention = format!("<#{}>", self.channel);
        let is_panel = |message: &Message| {
            let heading = message.heading();
            message.is_private() == private && heading.starts_with("-# ") && heading.contains(&mention)
        };
        let is_panel = |message: &Message| message.is_by_bot() && is_panel(message);
        self.person.last_shown_in(self.channel(), is_panel)
    }

    /// Has a panel in the channel opened, by the table's button.
    async fn open(&mut self) {
        let Some((table, button)) = self
            .table()
            .and_then(|table| table.button(OPENS).map(|button| (table, button)))
        else {
            return;
        };
        let body = json!({
            "channel": table.channel(), "message": table.id(), "custom_id": button.custom_id, "wait": "final",
        });
        if self.send("press", body, false).await.is_some() {
            self.actions.opened += 1;
        }
    }

    /// The table's message, as their client shows it.
    fn table(&self) -> Option<Message> {
        self.person
            .last_shown_in(&self.channel, |message| message.id() == self.table)
    }

    fn is_over(&self) -> bool {
        self.table()
            .is_some_and(|table| table.has("the game is over") || table.has("table closed"))
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
