//! Several bots over one database, in a world that fails: each has one shard, and one bot more than there are shards stands by.
//!
//! # The cut
//!
//! Real is what is real with one bot ([`simulation`](super)), and how a bot treats what belongs to another one or comes once more:
//! [`is_for_others`](crate::discord::gateway::dispatch::is_for_others), and the store's answers to who has a shard. Played are, beside Discord:
//!
//! | played | as |
//! |---|---|
//! | the database of a server | [`SharedPaper`]: the pages with a number for each shard, which every commit asks for |
//! | the claims (`store/postgres/claim.rs`) | [`claims`]: a lock for each shard, which is free once its bot's session with the database has ended |
//! | the gateway (`gateway/relay.rs`, `gateway/kept.rs`) | [`sessions`]: a session for each shard, which whoever has its number goes on with |
//!
//! Each bot has a runtime of its own, so that a bot that goes down takes with it all that it did. The runtimes take turns on one
//! thread: each goes on by a slice of time, and at its end happens what was planned. So what comes from outside comes up to a slice late.
//!
//! # A schedule
//!
//! Bots go down at chosen moments, are stopped, and come back as those that stand by. Sessions with the database are cut, so that two bots
//! believe that a shard is theirs; the way to the database is cut off; connections to the gateway break. At the end each shard has a
//! bot, and all must hold that must hold with one bot ([`check`]).
//!
//! `WHISTLE_MACHINES=10000 cargo test --release --lib nothing_is_lost_among_several_bots -- --nocapture` runs as many.

mod claims;
mod sessions;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

use super::check;
use super::discord::Asks;
use super::process::begun;
use super::schedule::{BACK, does, handle, happen};
use super::seed_runner::{Outcome, SeedRunner};
use super::world::{Event, InjectedFault, Line, Wire, World};
use crate::discord::app::App;
use crate::discord::gateway::dispatch::is_for_others;
use crate::referee::fair::loaded;
use crate::store::testing::simulated::shards::{SharedPaper, SimulatedShards};
use crate::store::{Cluster, Store};

use claims::Claims;
use sessions::{SOON, Session};

/// How long a turn of a bot lasts, in milliseconds.
const SLICE: i64 = 20;
/// How long all may take to come to rest once nothing goes wrong any more.
const REST: i64 = 6 * 3_600_000;
/// How long it may take until every bot has forgotten whom one of them did.
const PARTED: i64 = 10_000;
/// How long a bot that stops waits for what was heard to be in hand (`discord/run.rs`).
const LEAVE: Duration = Duration::from_millis(150);

/// The bots and what they share.
struct Machines {
    world: World,
    database: SharedPaper,
    claims: Claims,
    sessions: Vec<Session>,
    bots: Vec<Stage>,
}

/// What a bot does.
enum Stage {
    /// Its process is not there before this moment.
    Away(i64),
    /// It waits for a shard that has been free for a while: since when each of them has.
    StandsBy(Vec<Option<i64>>),
    Serves(Box<Serving>),
}

/// A bot that has a shard.
struct Serving {
    runtime: Runtime,
    task: JoinHandle<()>,
    app: Arc<OnceLock<Arc<App>>>,
    shards: SimulatedShards,
    shard: usize,
    /// How many events of its session it has heard; `None` before it has one.
    heard: Option<usize>,
    /// As `gateway/kept.rs` has them: how many those were one and two looks ago, and when the last one was.
    before: [Option<usize>; 2],
    looked: i64,
    /// When it notices that its session with the database is lost.
    cut: Option<i64>,
}

/// The server of Discord whose shard this is.
pub(super) fn guild_of(shard: usize) -> u64 {
    (shard as u64) << 22 | super::discord::GUILD
}

/// Runs the schedule of a seed.
fn run(seed: u64, injected: Option<InjectedFault>) -> Outcome {
    loaded::load(Some(seed));
    let shards = 2 + (seed % 2) as usize;
    let world = World::new(seed, injected);
    let clock = world.clone();
    let database = SharedPaper::new(shards, move || clock.lock().now());
    if injected == Some(InjectedFault::Unfenced) {
        database.let_all_through();
    }
    {
        let mut state = world.lock();
        state.disk = Some(database.whole(Arc::new(Wire(world.clone()))));
        state.prepare_machines(shards);
    }
    let mut machines = Machines {
        claims: Claims::new(shards),
        sessions: (0..shards).map(|_| Session::default()).collect(),
        bots: (0..=shards)
            .map(|bot| Stage::Away(world.lock().now() + 100 * bot as i64))
            .collect(),
        world,
        database,
    };
    machines.live();
    loaded::load(None);
    let Machines { world, bots, .. } = machines;
    // Their runtimes hold the world.
    drop(bots);
    let mut state = world.lock();
    state.disk = None;
    Outcome {
        story: std::mem::take(&mut state.story),
        wrong: std::mem::take(&mut state.wrong),
        tally: std::mem::take(&mut state.tally),
    }
}

impl Machines {
    /// Until all has come to rest.
    fn live(&mut self) {
        let (mut calm_since, mut rested_since) = (None, None);
        loop {
            let due = self.world.lock().due();
            if let Some((bot, event)) = due {
                self.happens(bot, event);
                continue;
            }
            self.claim();
            let (now, next, calm, rested) = {
                let state = self.world.lock();
                let now = state.now();
                let next = state.next_at().map_or(now + SLICE, |at| at.min(now + SLICE));
                (now, next.max(now + 1), state.calm, state.rested.len())
            };
            // Whom one bot forgets, the others do within some seconds.
            if calm && rested == self.sessions.len() && now > *rested_since.get_or_insert(now) + PARTED {
                return check::holds(&self.world);
            }
            if calm && now > *calm_since.get_or_insert(now) + REST {
                return self.world.lock().wrong("not every shard has come to rest".to_owned());
            }
            for bot in 0..self.bots.len() {
                self.goes_on(bot, next - now);
            }
            self.world.lock().goes_to(next);
            self.note_heard();
        }
    }

    /// A bot goes on by so many milliseconds.
    fn goes_on(&mut self, bot: usize, ms: i64) {
        let Stage::Serves(serving) = &mut self.bots[bot] else {
            return;
        };
        let world = &self.world;
        let Serving { runtime, task, .. } = &mut **serving;
        let has_ended = runtime.block_on(async {
            world.lock().take_turn(bot);
            let has_ended = tokio::select! {
                biased;
                () = world.down() => true,
                ended = task => {
                    if ended.is_err() {
                        world.lock().wrong(format!("bot {bot} panics"));
                    }
                    true
                }
                () = tokio::time::sleep(Duration::from_millis(ms.unsigned_abs())) => false,
            };
            world.lock().end_turn();
            has_ended
        });
        if has_ended {
            self.ends(bot);
        }
    }

    /// A bot begins to serve a shard that it has claimed.
    fn begins(&mut self, bot: usize, shard: usize) {
        let runtime = Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .expect("a runtime");
        let (store, shards) = self.database.claim(shard as i64, Arc::new(Wire(self.world.clone())));
        let app = Arc::new(OnceLock::new());
        let task = {
            let _context = runtime.enter();
            let mut state = self.world.lock();
            state.take_turn(bot);
            state.begin_life();
            state.end_turn();
            state.count("claims");
            state.tell(|| format!("bot {bot} has shard {shard}"));
            drop(state);
            tokio::spawn(serve(self.world.clone(), store, Arc::clone(&app), shard))
        };
        self.bots[bot] = Stage::Serves(Box::new(Serving {
            runtime,
            task,
            app,
            shards,
            shard,
            heard: None,
            before: [None; 2],
            looked: self.world.lock().now(),
            cut: None,
        }));
    }

    /// A bot has ended, whyever.
    fn ends(&mut self, bot: usize) {
        let Stage::Serves(serving) = &self.bots[bot] else {
            return;
        };
        let shard = serving.shard;
        let mut state = self.world.lock();
        state.turn = bot;
        let life = state.bot().life;
        state.tell(|| format!("bot {bot} has ended"));
        for asked in state.discord.asked.values_mut() {
            let in_hand = asked.in_hand.len();
            asked.in_hand.retain(|own| *own != life);
            let lost = in_hand - asked.in_hand.len();
            if lost > 0 {
                // The bot may have passed the other delivery over, and this one was the one that it would have done.
                let done = asked.done.len();
                asked.done.retain(|by| *by != life);
                asked.lost += (lost + done - asked.done.len()) as u32;
            }
        }
        if state.bot().left && serving.shards.is_current() {
            self.sessions[shard].kept = serving.heard;
        }
        self.sessions[shard].is_left_by(bot);
        state.end_life();
        let until = state.now() + state.network.between(500, 20_000);
        // A machine that vanishes says nothing to the database.
        let vanishes = state.network.chance(150) && !state.calm;
        let unnoticed = if vanishes {
            state.network.between(1000, 10_000)
        } else {
            0
        };
        self.claims.release(bot, shard, state.now() + unnoticed);
        drop(state);
        self.bots[bot] = Stage::Away(until);
    }

    /// Some bot that serves, if one does.
    fn any_serving(&self) -> Option<usize> {
        let serving = |bot: &usize| matches!(self.bots[*bot], Stage::Serves(_));
        let all: Vec<usize> = (0..self.bots.len()).filter(serving).collect();
        self.world.lock().network.pick(&all).copied()
    }

    /// Something happens, which was planned while this bot had its turn.
    fn happens(&mut self, bot: usize, event: Event) {
        match event {
            Event::Deliver(number) => return self.deliver(number),
            Event::Resume => return self.resume(bot),
            Event::ActionRequest => return self.talk(),
            Event::Unbar => return self.unbar(),
            Event::Back => return self.come_back(),
            _ => {}
        }
        let anybody = matches!(
            event,
            Event::Break(_)
                | Event::Silence
                | Event::Crash
                | Event::Arm(..)
                | Event::Stop
                | Event::Cut
                | Event::CutOff
                | Event::Deauthorized(_)
        );
        let whose = if anybody { self.any_serving() } else { Some(bot) };
        let is_late = self.world.lock().calm && matches!(event, Event::Silence);
        if is_late {
            return;
        }
        let Some(whose) = whose.or_else(|| matches!(event, Event::Deauthorized(_)).then_some(bot)) else {
            return;
        };
        self.world.lock().turn = whose;
        let was_calm = self.world.lock().calm;
        match (event, &mut self.bots[whose]) {
            (Event::Break(invalid), Stage::Serves(serving)) => {
                let shard = serving.shard;
                if invalid && !self.world.lock().calm {
                    (serving.heard, self.sessions[shard].kept) = (None, None);
                }
                self.breaks(whose);
            }
            (Event::GivenUp, Stage::Serves(_)) => self.breaks(whose),
            (Event::Cut, Stage::Serves(_)) => self.cut(whose),
            (Event::CutOff, Stage::Serves(_)) => {
                self.cut(whose);
                let mut state = self.world.lock();
                state.tell(|| format!("bot {whose} is cut off from the database"));
                state.bot_mut().cut_off = true;
                let after = state.network.between(200, 9000);
                state.plan(after, Event::CutOn);
            }
            (Event::CutOn, _) => self.world.lock().bot_mut().cut_off = false,
            (event, Stage::Serves(serving)) => {
                let _context = serving.runtime.enter();
                happen(&self.world, serving.app.get(), event);
            }
            (event, _) => happen(&self.world, None, event),
        }
        if self.world.lock().calm && !was_calm {
            self.calms();
        }
        self.world.bell.notify_waiters();
    }

    /// Nothing goes wrong any more: what is silent is heard of, and whoever wants to see something again will ask for it.
    fn calms(&self) {
        let mut state = self.world.lock();
        state.plan(BACK, Event::Back);
        for bot in 0..self.bots.len() {
            state.turn = bot;
            match state.bot().line {
                Line::Silent => state.plan(0, Event::GivenUp),
                Line::Down => state.plan(SOON, Event::Resume),
                Line::Up => {}
            }
        }
    }

    /// Whoever wants to see something again asks for it, once every shard has a bot that listens.
    fn come_back(&mut self) {
        let mut state = self.world.lock();
        let is_up = |session: &Session| session.bot.is_some_and(|bot| state.bots[bot].line == Line::Up);
        match self.sessions.iter().all(is_up) {
            true => state.come_back(),
            false => state.plan(BACK, Event::Back),
        }
    }

    /// Nothing is barred any more, as every bot hears.
    fn unbar(&mut self) {
        for (bot, stage) in self.bots.iter().enumerate() {
            if let Stage::Serves(serving) = stage {
                let _context = serving.runtime.enter();
                self.world.lock().turn = bot;
                happen(&self.world, serving.app.get(), Event::Unbar);
            }
        }
    }

    /// Somebody does something, or talks where a bot may see that.
    fn talk(&mut self) {
        let talks = self.world.lock().goes_on();
        let Some(channel) = talks else { return };
        let shard = self.shard_of(channel);
        if let Some((_, serving)) = self.connected(shard)
            && let Some(app) = serving.app.get()
        {
            let _context = serving.runtime.enter();
            (0..20).for_each(|_| app.messages.access().spoken(channel));
        }
    }
}

/// Serves a shard until it is another bot's, or the bot is told to stop.
async fn serve(world: World, store: Store, known: Arc<OnceLock<Arc<App>>>, shard: usize) {
    let Some((app, works)) = begun(&world, store.clone()).await else {
        return;
    };
    let _ = known.set(Arc::clone(&app));
    if let Some(cluster) = app.cluster.clone() {
        tokio::spawn(take_over(world.clone(), Arc::clone(&app), cluster));
    }
    {
        let mut state = world.lock();
        let after = state.network.between(100, 1500);
        state.plan(after, Event::Resume);
    }
    let ends = async {
        world.until(|state| state.calm).await;
        check::comes_to_rest(&world, &app).await;
        world.lock().rested.insert(shard);
        std::future::pending::<()>().await;
    };
    tokio::select! {
        biased;
        () = world.until(|state| state.bot().stopping) => {}
        _ = store.gone() => {
            let mut state = world.lock();
            state.count("bots that lost their shard");
            state.tell(|| "the shard is another bot's".to_owned());
        }
        () = ends => {}
    }
    // Nothing more is heard from here on.
    world.lock().bot_mut().line = Line::Down;
    if app.passed.all_taken(LEAVE).await {
        world.lock().bot_mut().left = true;
    }
    works.end(&app).await;
}

/// Takes what other bots hand over.
async fn take_over(world: World, app: Arc<App>, cluster: Cluster) {
    let taken = |json: String| {
        let interaction: serde_json::Value = serde_json::from_str(&json).unwrap_or_default();
        let number = interaction["id"].as_str().and_then(|id| id.parse().ok());
        if let Some(number) = number {
            world.lock().count("interactions handed over");
            has(&world, &app, number, None);
        }
    };
    cluster.take_over(taken).await;
}

/// Whether a bot still has its shard.
fn is_current(cluster: Option<&Cluster>) -> bool {
    matches!(cluster, Some(Cluster::Simulated(shards)) if shards.is_current())
}

/// A bot has an interaction, by its gateway or from another bot; by its gateway another bot may have answered it.
fn has(world: &World, app: &Arc<App>, number: u64, may_be_answered: Option<bool>) {
    let (life, pause, payload, asks): (u32, Duration, serde_json::Value, Asks) = {
        let mut state = world.lock();
        let life = state.bot().life;
        let whose = state.discord.asked.get(&number).map(|asked| asked.person);
        if whose.is_none_or(|whose| state.has_parted(whose)) {
            return;
        }
        let bot = state.turn;
        state.tell(|| format!("{number} comes to bot {bot}"));
        let Some(asked) = state.discord.asked.get_mut(&number) else {
            return;
        };
        (asked.life, asked.handed) = (Some(life), asked.handed + 1);
        asked.in_hand.push(life);
        // serenity hands each event on in its own time.
        let pause = Duration::from_millis(10) * (asked.handed - 1);
        (life, pause, asked.payload.clone(), asked.asks.clone())
    };
    if let Some(may_be_answered) = may_be_answered {
        let frame = serde_json::json!({ "d": payload }).to_string();
        app.passed.on(number, Some(&frame), may_be_answered);
    }
    let (world, app) = (world.clone(), Arc::clone(app));
    let shards = app.cluster.clone();
    tokio::spawn(async move {
        let handling = tokio::spawn(async move {
            if may_be_answered.is_none() {
                return does(&app, payload, asks).await.map(|()| true);
            }
            let interaction = serde_json::from_value(payload.clone())?;
            tokio::time::sleep(pause).await;
            match is_for_others(&app, &interaction).await {
                true => Ok(false),
                false => handle(&app, payload, asks).await.map(|()| true),
            }
        });
        let handled: Result<Result<bool, serde_json::Error>, _> = handling.await;
        let mut state = world.lock();
        state.tell(|| format!("{number} is dealt with: {handled:?}"));
        let Ok(Ok(is_done)) = handled else {
            return state.wrong(format!("a bot fails at interaction {number}"));
        };
        if let Some(asked) = state.discord.asked.get_mut(&number) {
            asked.put_down(life);
            match is_done {
                // Who has lost the shard cannot note what it has answered.
                true if !is_current(shards.as_ref()) => asked.lost += 1,
                true => asked.done.push(life),
                false => asked.handed -= 1,
            }
        }
    });
}

#[test]
fn nothing_is_lost_among_several_bots() {
    let runner = SeedRunner {
        name: "schedules of several bots",
        variable: "WHISTLE_MACHINES",
        test: "nothing_is_lost_among_several_bots -- --nocapture",
        usual: 20,
    };
    runner.run(|seed| run(seed, None));
}

#[test]
fn faults_that_are_planted_among_several_bots_are_found() {
    const ENOUGH: u64 = 100;
    let all = [
        (InjectedFault::Unfenced, "ought to be"),
        (InjectedFault::EarlyWord, "is told of, and"),
        (InjectedFault::Twice, "cannot be looked at"),
        (InjectedFault::Remembered, "was forgotten, and"),
    ];
    for (injected, wrong) in all {
        let finds = |seed: &u64| {
            run(*seed, Some(injected))
                .wrong
                .iter()
                .any(|found| found.contains(wrong))
        };
        let seed = (0..ENOUGH).find(finds);
        println!("{injected:?} is found by seed {seed:?}");
        assert!(seed.is_some(), "{injected:?} is not found");
    }
}

#[test]
fn a_seed_of_several_bots_tells_the_same_story_twice() {
    for seed in 0..4 {
        let [one, other] = [(); 2].map(|()| run(seed, None).story);
        let differs = one.iter().zip(&other).find(|(one, other)| one != other);
        assert!(
            differs.is_none() && one.len() == other.len(),
            "seed {seed}: {differs:?}"
        );
    }
}
