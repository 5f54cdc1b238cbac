//! People who play by themselves: they look at their panel, and when it offers choices they press one of them.

#![allow(dead_code, reason = "each test uses its part")]

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{Rng, RngExt, SeedableRng};
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::person::Person;
use super::reading::{Button, Message, Sheet, notation};

/// How long a picture is awaited that comes after its words. Between two games there is none.
const PICTURED: Duration = Duration::from_secs(3);

/// Where somebody plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    /// By the panel in the private chat.
    Chat,
    /// By the panel that only they see in the channel.
    Here,
}

/// What somebody was told, by panels that answered their presses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    /// By the game of the match that it is about: the choices that were confirmed, in notation and in order.
    pub(crate) choices: BTreeMap<String, Vec<String>>,
    /// The newest sheet that was shown, with the heading above it.
    pub(crate) sheet: Option<(String, Sheet)>,
    /// The sheets of every game as they were shown last.
    pub(crate) sheets: BTreeMap<String, Sheet>,
    /// Presses that were sent.
    pub(crate) pressed: u64,
}

/// People who play at the table of one channel.
pub(crate) struct Robots {
    stop: watch::Sender<bool>,
    tasks: Vec<JoinHandle<()>>,
    told: Vec<(Person, Arc<Mutex<Told>>)>,
    /// Choices that were confirmed, over all.
    pub(crate) confirmed: Arc<AtomicU64>,
}

impl Robots {
    /// Seats these people. The same seed chooses alike.
    pub(crate) fn seat<'p>(channel: &str, people: impl IntoIterator<Item = (&'p Person, Seat)>, seed: u64) -> Robots {
        let (stop, stopped) = watch::channel(false);
        let confirmed = Arc::new(AtomicU64::new(0));
        let (mut tasks, mut told) = (Vec::new(), Vec::new());
        for (at, (person, seat)) in people.into_iter().enumerate() {
            let knows = Arc::new(Mutex::new(Told::default()));
            told.push((person.clone(), Arc::clone(&knows)));
            let robot = Robot {
                person: person.clone(),
                channel: channel.to_owned(),
                seat,
                here: None,
                told: knows,
                confirmed: Arc::clone(&confirmed),
                rng: StdRng::seed_from_u64(seed.wrapping_mul(31).wrapping_add(at as u64)),
            };
            tasks.push(tokio::spawn(robot.play(stopped.clone())));
        }
        Robots {
            stop,
            tasks,
            told,
            confirmed,
        }
    }

    /// Seats these people at their private chats.
    pub(crate) fn chatting<'p>(channel: &str, people: impl IntoIterator<Item = &'p Person>, seed: u64) -> Robots {
        Robots::seat(channel, people.into_iter().map(|person| (person, Seat::Chat)), seed)
    }

    /// What each was told so far.
    pub(crate) fn told(&self) -> Vec<(Person, Told)> {
        let copy = |(person, told): &(Person, Arc<Mutex<Told>>)| {
            (person.clone(), told.lock().expect("no holder panics").clone())
        };
        self.told.iter().map(copy).collect()
    }

    /// How many choices were confirmed so far.
    pub(crate) fn count(&self) -> u64 {
        self.confirmed.load(Ordering::Acquire)
    }

    /// Lets them finish what they are doing, and gives what each was told.
    pub(crate) async fn stop(self) -> Vec<(Person, Told)> {
        self.stop.send_replace(true);
        let told = self.told();
        for task in self.tasks {
            task.await.expect("a robot never fails by itself");
        }
        told
    }
}

struct Robot {
    person: Person,
    channel: String,
    seat: Seat,
    here: Option<Message>,
    told: Arc<Mutex<Told>>,
    confirmed: Arc<AtomicU64>,
    rng: StdRng,
}

impl Robot {
    async fn play(mut self, stop: watch::Receiver<bool>) {
        let mut pulse = self.pulse();
        while !*stop.borrow() {
            pulse.mark_unchanged();
            let offer = self.panel().await.filter(|panel| !panel.choices().is_empty());
            let went_on = match offer {
                Some(panel) => self.choose(&panel).await,
                None => false,
            };
            if !went_on {
                self.person.glance(&mut pulse).await;
            }
        }
    }

    /// What changes with their panel.
    fn pulse(&self) -> watch::Receiver<u64> {
        match self.seat {
            Seat::Chat => self.person.chat_pulse(),
            Seat::Here => self.person.pulse(),
        }
    }

    /// The newest panel, opened if it is one that must be opened.
    async fn panel(&mut self) -> Option<Message> {
        if self.seat == Seat::Chat {
            return self.person.panel(&self.channel).await;
        }
        if let Some(here) = &self.here
            && let Some(newest) = self.person.again(here).await
        {
            return Some(newest);
        }
        let table = self.person.table(&self.channel).await?;
        let button = table.button("My sheet")?;
        let body = json!({
            "channel": table.channel(), "message": table.id(), "custom_id": button.custom_id, "wait": "final",
        });
        let answer = self.person.attempt("press", body).await?;
        let panel = answer.message().filter(Message::is_private)?;
        self.here = panel.heading().starts_with("-# ").then(|| panel.clone());
        Some(panel)
    }

    /// Presses one of the choices; whether something came of it.
    async fn choose(&mut self, panel: &Message) -> bool {
        let choices = panel.choices();
        let mut at = self.rng.random_range(0..choices.len());
        // Who always passes never ends a game.
        if choices[at].label == "Pass" && self.rng.random_bool(0.5) {
            at = self.rng.random_range(0..choices.len());
        }
        let button = &choices[at];
        let body = json!({
            "channel": panel.channel(), "message": panel.id(), "custom_id": button.custom_id, "wait": "final",
        });
        self.told.lock().expect("no holder panics").pressed += 1;
        let Some(answer) = self.person.attempt("press", body).await else {
            return false;
        };
        let Some(panel) = answer.message().filter(|_| answer.status() == "updated") else {
            return false;
        };
        // The sheet is in what the picture tells, and the picture may come after the words.
        let mut shown = panel.clone();
        let (mut pulse, until) = (self.pulse(), Instant::now() + PICTURED);
        while shown.sheet().is_none() && Instant::now() < until {
            shown = self.person.again(&panel).await.unwrap_or(shown);
            if shown.sheet().is_none() {
                self.person.glance(&mut pulse).await;
            }
        }
        self.hear(button, &shown)
    }

    /// Remembers what the answer tells, as the panel shows it; whether it confirms the choice.
    fn hear(&mut self, button: &Button, panel: &Message) -> bool {
        let (heading, text) = (panel.heading(), panel.text());
        let mut told = self.told.lock().expect("no holder panics");
        let Some(choice) = notation(button) else { return false };
        if let Some(sheet) = panel.sheet() {
            told.sheet = Some((heading.clone(), sheet));
            told.sheets.insert(heading.clone(), sheet);
        }
        let confirmed = match button.label.as_str() {
            "Pass" => text.contains("Your choice: pass."),
            number if number.len() == 2 => {
                let shown = format!("{}: {number}", self.person.name);
                text.contains(&format!("Your choice: claim with {number}.")) || text.contains(&shown)
            }
            _ => panel.sheet().is_some_and(|sheet| sheet.is_written(&choice)),
        };
        if confirmed {
            told.choices.entry(heading).or_default().push(choice);
            self.confirmed.fetch_add(1, Ordering::AcqRel);
        }
        // Other choices may have followed at once; then only the record knows.
        true
    }
}

/// A seeded number in a range, for tests that pick moments.
pub(crate) fn pick(rng: &mut StdRng, range: std::ops::RangeInclusive<u64>) -> u64 {
    let span = range.end() - range.start() + 1;
    range.start() + rng.next_u64() % span
}
