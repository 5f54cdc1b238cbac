//! A life of the bot: one runtime, whose clock moves only when nobody has anything to do, and the real rooms in it.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::runtime::{Builder, Handle};
use tokio::sync::mpsc::{self, UnboundedReceiver};

use super::check;
use super::discord::APP;
use super::relays;
use super::schedule::happen;
use super::world::{Event, InjectedFault, Line, Wire, World};
use crate::discord::app::App;
use crate::discord::assembly::assembled;
use crate::discord::config::Config;
use crate::discord::gateway::mute::ShardReport;
use crate::discord::gateway::passed::Passed;
use crate::discord::http::Api;
use crate::discord::run::Works;
use crate::discord::tests::leaks;
use crate::referee::{Change, Settings};
use crate::store::Store;
use crate::words::Words;

/// No schedule lasts for a day: so long a seat that no clock hurries is waited for here, in milliseconds.
pub(super) const PATIENCE_MS: i64 = 110_000;
/// The same where most of the others want it.
pub(super) const TOGETHER_MS: i64 = 40_000;

/// How a life ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// In the middle of all.
    Down,
    /// In good order.
    Stopped,
    /// With nothing left to do.
    Over,
}

/// The languages, which take long to read.
pub(super) fn words() -> Arc<Words> {
    static WORDS: OnceLock<Arc<Words>> = OnceLock::new();
    Arc::clone(WORDS.get_or_init(|| Arc::new(Words::embedded().expect("the words are sound"))))
}

/// Lives once.
pub(super) fn live(world: &World) -> End {
    let runtime = Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        world.lock().begin_life();
        let end = tokio::select! {
            biased;
            () = world.down() => End::Down,
            end = life(world) => end,
        };
        world.lock().end_life();
        end
    })
}

/// Goes on without a bot for so many milliseconds.
pub(super) fn pass(world: &World, ms: i64) {
    let until = world.lock().now() + ms;
    while world.lock().wait(until) {
        let event = world.lock().due();
        if let Some((_, event)) = event {
            happen(world, None, event);
        }
    }
}

fn config(world: &World) -> Config {
    let time = world.clone();
    Config {
        referee: Settings {
            now: Arc::new(move || time.lock().now()),
            pace_ms: 700,
            between_ms: 20_000,
            patience_ms: PATIENCE_MS,
            together_ms: TOGETHER_MS,
            thinks: false,
            idle: Duration::from_secs(90),
            tick: Duration::from_secs(1),
            beacon: relays::ask(world),
            ..Settings::default()
        },
        ..Config::new("", "")
    }
}

/// Puts a bot together over a store, and lets it begin its work; `None` if it cannot start.
pub(super) async fn begun(world: &World, store: Store) -> Option<(Arc<App>, Works)> {
    let api = Api::played(Arc::new(Wire(world.clone())), APP);
    let started = assembled(
        &config(world),
        leaks::probe(),
        api,
        words(),
        store,
        Handle::current(),
        Passed::default(),
    )
    .await;
    let (app, changes) = match started {
        Ok(started) => started,
        Err(error) => {
            world.lock().crash(format!("it cannot start: {error}"));
            return None;
        }
    };
    app.bot.send_replace(APP);
    let works = Works::begin(&app, unheard(world, changes)).await;
    tokio::spawn(listen(world.clone(), Arc::clone(&app)));
    Some((app, works))
}

async fn life(world: &World) -> End {
    let disk = world.lock().disk.clone().expect("a disk");
    let Some((app, works)) = begun(world, Store::simulated(&disk)).await else {
        return End::Down;
    };
    tokio::spawn(drive(world.clone(), Arc::clone(&app)));
    {
        let mut state = world.lock();
        state.tell(|| "the bot is there".to_owned());
        let after = state.network.between(100, 1500);
        state.plan(after, Event::Resume);
    }
    let ends = async {
        world.until(|state| state.calm).await;
        check::comes_to_rest(world, &app).await;
        check::holds(world);
    };
    tokio::select! {
        biased;
        () = world.until(|state| state.bot().stopping) => {
            works.end(&app).await;
            End::Stopped
        }
        () = ends => End::Over,
    }
}

/// The changes of tables, but for those that a planted fault keeps from being heard of.
fn unheard(world: &World, mut changes: UnboundedReceiver<Change>) -> UnboundedReceiver<Change> {
    if world.lock().injected != Some(InjectedFault::UnheardChange) {
        return changes;
    }
    let (heard, rest) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        let mut count = 0_u64;
        while let Some(change) = changes.recv().await {
            count += 1;
            if !count.is_multiple_of(3) {
                let _ = heard.send(change);
            }
        }
    });
    rest
}

/// Lets happen what was planned.
async fn drive(world: World, app: Arc<App>) {
    loop {
        let rung = world.bell.notified();
        tokio::pin!(rung);
        rung.as_mut().enable();
        let (due, wait) = {
            let mut state = world.lock();
            let due = state.due();
            let wait = state.next_at().map(|at| (at - state.now()).max(0).unsigned_abs());
            (due, wait)
        };
        if let Some((_, event)) = due {
            happen(&world, Some(&app), event);
            // Whoever it concerns goes first.
            tokio::task::yield_now().await;
            continue;
        }
        let waits = async {
            match wait {
                Some(ms) => tokio::time::sleep(Duration::from_millis(ms)).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            () = rung => {}
            () = waits => {}
        }
    }
}

/// Says of the gateway what serenity would.
async fn listen(world: World, app: Arc<App>) {
    const BEAT: Duration = Duration::from_secs(41);
    const LISTEN: Duration = Duration::from_millis(500);
    /// Within which a connection that carries nothing is given up.
    const NOTICED: Duration = Duration::from_secs(60);
    let mut silence = Duration::ZERO;
    let mut stood = false;
    let mut beats = 0;
    let mut last = tokio::time::Instant::now();
    loop {
        tokio::time::sleep(LISTEN).await;
        let line = world.lock().bot().line;
        stood |= line != Line::Down;
        if line == Line::Up && last.elapsed() >= BEAT {
            (beats, last) = (beats + 1, tokio::time::Instant::now());
        }
        let said = ShardReport {
            shard: 0,
            waits: false,
            connected: line != Line::Down,
            beat: (beats > 0).then(|| Duration::from_millis(20 + beats)),
        };
        let said: &[ShardReport] = if stood { &[said] } else { &[] };
        app.shard_health.listen_once(&app.referee, said).await;
        if !app.shard_health.silent(said, tokio::time::Instant::now()).is_empty() {
            world.lock().given_up();
            world.bell.notify_waiters();
        }
        silence = if line == Line::Silent {
            silence + LISTEN
        } else {
            Duration::ZERO
        };
        if silence > NOTICED {
            silence = Duration::ZERO;
            world
                .lock()
                .wrong("a connection is silent, and nobody has noticed for a minute".to_owned());
        }
    }
}
