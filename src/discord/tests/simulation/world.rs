//! The world around the bot: its time, what is going to happen, and the ways to Discord and to the disk, on which things go
//! wrong.
//!
//! All of it lives outside the bot's runtime, as plain data, and so it goes on while the bot is down. Every thing that
//! happens happens at a millisecond, and of those at the same millisecond the one that was planned first comes first.

mod wire;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reqwest::Method;
use serde_json::Value;
use tokio::sync::{Notify, oneshot};
use tokio::time::Instant;

use super::dice::Dice;
use super::discord::{Answered, Discord};
use super::fault_plan::FaultPlan;
use super::parting::Parted;
use super::relays::{self, Relays};
use super::request_content;
use super::seed_runner::Tally;
use crate::store::testing::simulated::Disk;

pub(super) use wire::Wire;

/// When it all begins, in milliseconds since the epoch.
pub(super) const MORNING: i64 = 1_800_000_000_000;

/// Somebody in the server.
#[derive(Clone, Debug)]
pub(super) struct Person {
    pub(super) id: u64,
    pub(super) name: &'static str,
    /// Whether they may keep order.
    pub(super) moderator: bool,
}

/// How the gateway's connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// There is none.
    Down,
    /// It stands.
    Up,
    /// It seems to stand, and carries nothing.
    Silent,
}

/// A moment at which the bot goes down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// Before entries are written.
    BeforeCommit,
    /// While they are: what is left of them, the next start decides.
    InCommit,
    /// When they are written, and nobody has heard so.
    AfterCommit,
    /// Before a request is sent.
    BeforeRequest,
    /// When Discord has done what was asked, and the bot has not heard so.
    AfterRequest,
}

/// Faults of the bot that are put in on purpose, to see that they are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InjectedFault {
    /// A choice is acknowledged before it is stored.
    EarlyWord,
    /// A choice is stored twice.
    Twice,
    /// A request to change a message is taken for done and never made.
    DroppedEdit,
    /// Changes of a table are not heard of.
    UnheardChange,
    /// Somebody is said to be forgotten who is not.
    Remembered,
    /// Of several bots, commits are let through whatever claim the bot has.
    Unfenced,
    /// One of public randomness.
    Randomness(relays::InjectedFault),
}

/// Something that is going to happen.
pub(super) enum Event {
    /// A request arrives at Discord.
    Arrives(Box<Request>),
    /// Its answer arrives at the bot.
    Replies(oneshot::Sender<Option<Answered>>, Option<Answered>),
    /// An interaction comes through the gateway.
    Deliver(u64),
    /// Somebody does something; the next one follows.
    ActionRequest,
    /// The connection breaks, and whether its session is lost then.
    Break(bool),
    /// It dies silently; and is given up for that.
    Silence,
    GivenUp,
    /// It stands again; with what was missed, unless the session was lost.
    Resume,
    /// A message disappears.
    Delete,
    /// A channel disappears.
    Close,
    /// A channel is barred to the bot, or takes no files; and is as it was.
    Bar(bool),
    Unbar,
    /// Somebody closes their private chat; and opens it.
    Shy,
    Unshy,
    /// The bot goes down, at once or at the next such moment; or is told to end.
    Crash,
    Arm(Moment, u64),
    Stop,
    /// Of several bots: its claim is cut, or the whole way to the database, which is there again.
    Cut,
    CutOff,
    CutOn,
    /// Somebody deauthorises the bot; and the bot is told who did.
    Part,
    Deauthorized(usize),
    /// Nothing goes wrong any more.
    Calm,
    /// Whoever had closed their private chat asks to see something again.
    Back,
}

/// A request on its way.
pub(super) struct Request {
    method: Method,
    path: String,
    body: Value,
    file: Option<Vec<u8>>,
    reply: oneshot::Sender<Option<Answered>>,
    fate: Way,
    back: i64,
}

/// What becomes of a request.
#[derive(Debug)]
enum Way {
    /// It is done and answered.
    Done,
    /// It is not done, and that is the answer.
    Refused(Answered),
    /// It is not done, and there is no answer.
    Lost,
    /// It is done, and this is the answer.
    Belied(Answered),
    /// It is done, and there is no answer.
    Unanswered,
    /// A planted fault: it is not done, and answered as if it were.
    Forged,
}

/// A bot, as the world sees it.
pub(super) struct Bot {
    pub(super) line: Line,
    /// Whether the session will be taken up again, and what it has missed.
    pub(super) valid: bool,
    pub(super) missed: Vec<u64>,
    armed: Option<(Moment, u64)>,
    /// Whether the bot goes down as soon as what is being written has left its trace.
    torn: bool,
    pub(super) crashed: bool,
    pub(super) stopping: bool,
    /// Which of all lives this is.
    pub(super) life: u32,
    /// Whether the way to the disk is cut off.
    pub(super) cut_off: bool,
    /// Whether it ends with all in hand that it has heard.
    pub(super) left: bool,
}

impl Bot {
    fn new() -> Bot {
        Bot {
            line: Line::Down,
            valid: true,
            missed: Vec::new(),
            armed: None,
            torn: false,
            crashed: false,
            stopping: false,
            life: 0,
            cut_off: false,
            left: false,
        }
    }
}

/// All that is.
pub(super) struct State {
    pub(super) discord: Discord,
    pub(super) people: Vec<Person>,
    pub(super) places: Vec<u64>,
    pub(super) fault_plan: FaultPlan,
    pub(super) injected: Option<InjectedFault>,
    /// The bots, and which of them has its turn.
    pub(super) bots: Vec<Bot>,
    pub(super) turn: usize,
    /// How much people are still going to do, and what goes wrong before which of it.
    pub(super) acts: u64,
    pub(super) troubles: BTreeMap<u64, Vec<Event>>,
    pub(super) social: Dice,
    pub(super) network: Dice,
    storage: Dice,
    /// The relays of public randomness, if there are any.
    pub(super) relays: Option<Relays>,
    pub(super) calm: bool,
    /// Of several bots, the shards at which all has come to rest.
    pub(super) rested: BTreeSet<usize>,
    /// How many lives the bots have had.
    pub(super) lives: u32,
    /// People who had closed their private chats, and ask to see something again.
    pub(super) back: Vec<usize>,
    /// People who have deauthorised the bot.
    pub(super) parted: BTreeMap<usize, Parted>,
    /// What was planned, by time and order, each with the bot whose turn it was.
    events: BTreeMap<(i64, u64), (usize, Event)>,
    planned: u64,
    base: i64,
    since: Option<Instant>,
    /// The file or the paper.
    pub(super) disk: Option<Disk>,
    /// The last entry of each table that is known to be stored.
    pub(super) stored: BTreeMap<u64, u64>,
    /// What has happened, line by line; and what must not have.
    pub(super) story: Vec<String>,
    pub(super) wrong: Vec<String>,
    /// Counts for the report.
    pub(super) tally: Tally,
}

/// The world. Clones are the same.
#[derive(Clone)]
pub(super) struct World {
    state: Arc<Mutex<State>>,
    /// Rings when something was planned, or the bot went down.
    pub(super) bell: Arc<Notify>,
}

impl State {
    pub(super) fn bot(&self) -> &Bot {
        &self.bots[self.turn]
    }

    pub(super) fn bot_mut(&mut self) -> &mut Bot {
        &mut self.bots[self.turn]
    }

    /// What time it is.
    pub(super) fn now(&self) -> i64 {
        let since = self.since.map_or(Duration::ZERO, |since| since.elapsed());
        self.base + i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }

    /// Plans something for so many milliseconds from now.
    pub(super) fn plan(&mut self, after: i64, event: Event) {
        self.planned += 1;
        let at = self.now() + after.max(0);
        self.events.insert((at, self.planned), (self.turn, event));
    }

    /// When the next thing happens.
    pub(super) fn next_at(&self) -> Option<i64> {
        self.events.first_key_value().map(|((at, _), _)| *at)
    }

    /// What happens by now, with the bot whose turn it was when that was planned.
    pub(super) fn due(&mut self) -> Option<(usize, Event)> {
        let now = self.now();
        let entry = self.events.first_entry()?;
        (entry.key().0 <= now).then(|| entry.remove())
    }

    /// Notes what has happened.
    pub(super) fn tell(&mut self, what: impl FnOnce() -> String) {
        let at = self.now() - MORNING;
        self.story.push(format!("{:>9} {}", at, what()));
    }

    /// Notes what must not have happened.
    pub(super) fn wrong(&mut self, what: String) {
        self.tell(|| format!("WRONG: {what}"));
        self.wrong.push(what);
    }

    pub(super) fn count(&mut self, what: &'static str) {
        *self.tally.entry(what.into()).or_default() += 1;
    }

    /// Whether this is the moment that was waited for.
    fn hits(&mut self, moment: Moment) -> bool {
        let armed = &mut self.bot_mut().armed;
        match armed {
            Some((at, 0)) if *at == moment => {
                *armed = None;
                true
            }
            Some((at, left)) if *at == moment => {
                *left -= 1;
                false
            }
            _ => false,
        }
    }

    /// Whether the bot goes down at this moment, or has before.
    fn goes_down(&mut self, moment: Moment) -> bool {
        if !self.bot().crashed && self.hits(moment) {
            self.crash(format!("{moment:?}"));
        }
        self.bot().crashed
    }

    pub(super) fn arm(&mut self, moment: Moment, after: u64) {
        self.bot_mut().armed = Some((moment, after));
    }

    /// The bot goes down.
    pub(super) fn crash(&mut self, why: String) {
        self.tell(|| format!("the bot goes down: {why}"));
        self.count("crashes");
        self.bot_mut().crashed = true;
    }

    /// A bot goes on for a while, on the runtime of whoever calls.
    pub(super) fn take_turn(&mut self, bot: usize) {
        (self.turn, self.since) = (bot, Some(Instant::now()));
    }

    /// It has done so: for whoever comes next no time has gone by.
    pub(super) fn end_turn(&mut self) {
        self.since = None;
    }

    /// All have gone on until then.
    pub(super) fn goes_to(&mut self, at: i64) {
        self.base = at;
    }

    /// How many bots there are.
    pub(super) fn have_bots(&mut self, count: usize) {
        self.bots = (0..count).map(|_| Bot::new()).collect();
    }

    /// A life of the bot begins, on the runtime of whoever calls.
    pub(super) fn begin_life(&mut self) {
        self.since = Some(Instant::now());
        self.lives += 1;
        *self.bot_mut() = Bot {
            life: self.lives,
            valid: self.bot().valid,
            ..Bot::new()
        };
    }

    /// It is over. Of what was on its way to Discord some arrives, and soon: nobody sends it any more.
    pub(super) fn end_life(&mut self) {
        /// Before it can be there again.
        const SOON: i64 = 400;
        self.base = self.now();
        self.since = None;
        let turn = self.turn;
        (self.bot_mut().armed, self.bot_mut().line) = (None, Line::Down);
        let events = std::mem::take(&mut self.events);
        for (key, (bot, event)) in events {
            let lost = match &event {
                _ if bot != turn => false,
                Event::Replies(..) | Event::Resume => true,
                Event::Arrives(_) => key.0 > self.base + SOON || self.network.chance(500),
                _ => false,
            };
            if !lost {
                self.events.insert(key, (bot, event));
            }
        }
    }

    /// Goes on, without a bot, to the next thing that happens or by so many milliseconds; whether something happens.
    pub(super) fn wait(&mut self, until: i64) -> bool {
        let next = self.next_at().filter(|at| *at <= until);
        self.base = self.base.max(next.unwrap_or(until));
        next.is_some()
    }

    /// What becomes of a request, and how long it is on its way there and back.
    fn way(&mut self, method: &Method, path: &str) -> (i64, Way, i64) {
        let (dice, fault_plan) = (&mut self.network, &self.fault_plan);
        let (mut there, back) = (dice.between(2, 60), dice.between(2, 60));
        if self.injected == Some(InjectedFault::DroppedEdit)
            && *method == Method::PATCH
            && path.starts_with("/channels")
            && dice.chance(100)
        {
            return (there, Way::Forged, back);
        }
        let trouble = |status| (status, Value::Null, None);
        let way = if dice.chance(fault_plan.limits) {
            let after = dice.between(50, 1500) as f64 / 1000.0 * if dice.chance(100) { 20.0 } else { 1.0 };
            let body = serde_json::json!({ "retry_after": after, "global": dice.chance(200) });
            Way::Refused((429, body, None))
        } else if dice.chance(fault_plan.broken) {
            match dice.chance(500) {
                true => Way::Refused(trouble(503)),
                false => Way::Belied(trouble(502)),
            }
        } else if dice.chance(fault_plan.lost) {
            Way::Lost
        } else if dice.chance(fault_plan.deaf) {
            Way::Unanswered
        } else {
            if dice.chance(fault_plan.slow) {
                there += dice.between(1000, 14_000);
            }
            Way::Done
        };
        (there, way, back)
    }
}

impl World {
    pub(super) fn new(seed: u64, injected: Option<InjectedFault>) -> World {
        let mut skies = Dice::new(seed, 1);
        let state = State {
            discord: Discord::default(),
            people: Vec::new(),
            places: Vec::new(),
            fault_plan: FaultPlan::of(&mut skies),
            injected,
            bots: vec![Bot::new()],
            turn: 0,
            acts: 0,
            troubles: BTreeMap::new(),
            social: Dice::new(seed, 2),
            network: Dice::new(seed, 3),
            storage: Dice::new(seed, 4),
            relays: Relays::of(seed),
            calm: false,
            rested: BTreeSet::new(),
            lives: 0,
            back: Vec::new(),
            parted: BTreeMap::new(),
            events: BTreeMap::new(),
            planned: 0,
            base: MORNING,
            since: None,
            disk: None,
            stored: BTreeMap::new(),
            story: Vec::new(),
            wrong: Vec::new(),
            tally: Tally::new(),
        };
        World {
            state: Arc::new(Mutex::new(state)),
            bell: Arc::default(),
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Resolves when the bot has gone down.
    pub(super) async fn down(&self) {
        self.until(|state| state.bot().crashed).await;
    }

    /// Resolves when something is so.
    pub(super) async fn until(&self, so: impl Fn(&State) -> bool) {
        loop {
            let rung = self.bell.notified();
            tokio::pin!(rung);
            rung.as_mut().enable();
            if so(&self.lock()) {
                return;
            }
            rung.await;
        }
    }

    fn ring(&self) {
        self.bell.notify_waiters();
    }

    /// A request has arrived at Discord.
    pub(super) fn arrive(&self, request: Request) {
        let Request {
            method,
            path,
            body,
            file,
            reply,
            fate,
            back,
        } = request;
        let mut state = self.lock();
        let state = &mut *state;
        let now = state.now();
        let unheard = matches!(fate, Way::Belied(_) | Way::Unanswered);
        let done = match fate {
            Way::Refused(_) | Way::Lost | Way::Forged => None,
            Way::Done | Way::Belied(_) | Way::Unanswered => {
                if let Some(early) = request_content::early(state, &body) {
                    state.wrong(early);
                }
                let people: Vec<u64> = state.people.iter().map(|person| person.id).collect();
                Some(
                    state
                        .discord
                        .serve(now, &people, &method, &path, &body, file.as_deref()),
                )
            }
        };
        if done.as_ref().is_some_and(|(status, ..)| *status == 200)
            && let Some((interaction, text)) = request_content::complaint(state, &path, &body)
            && let Some(asked) = state.discord.asked.get_mut(&interaction)
        {
            asked.heard.push(text);
        }
        if unheard
            && let Some(id) = path
                .strip_prefix("/interactions/")
                .and_then(|rest| rest.split('/').next())
            && let Some(asked) = id.parse().ok().and_then(|id: u64| state.discord.asked.get_mut(&id))
        {
            asked.unheard = true;
        }
        let answered = match (fate, done) {
            (Way::Done, Some(mut done)) => {
                if state.network.chance(state.fault_plan.limits / 2) {
                    let rest = Duration::from_millis(state.network.between(100, 2000).unsigned_abs());
                    done.2 = done.2.map(|standing| standing.used_up(rest));
                }
                Some(done)
            }
            (Way::Refused(answered) | Way::Belied(answered), _) => Some(answered),
            (Way::Forged, _) => Some((200, serde_json::json!({ "id": path.rsplit('/').next() }), None)),
            _ => None,
        };
        state.tell(|| {
            let status = answered.as_ref().map_or(0, |(status, ..)| *status);
            let file = if file.is_some() { " with a picture" } else { "" };
            format!("{method} {path}{file}: {status}")
        });
        state.plan(back, Event::Replies(reply, answered));
        if state.goes_down(Moment::AfterRequest) {
            self.ring();
        }
    }
}
