//! From a configuration to a serving bot, and to its end.
//!
//! Everything that can fail is tried before the bot connects to the gateway, so a connected bot works. A stop accepts no more
//! interactions, finishes those in hand, and takes at most five seconds.

use std::convert::Infallible;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::app::App;
use super::assembly::{Bot, Setup, start};
use super::config::{Config, RunError, base_of};
use super::emojis;
use super::endpoint::{Endpoint, Gate};
use super::gateway::ban::Ban;
use super::gateway::dispatch::Dispatch;
use super::gateway::kept;
use super::gateway::relay::Relay;
use super::gateway::session::Session;
use super::renewal::{Door, Predecessor};
use crate::referee::{Change, epoch_ms};
use crate::service::{Health, Service, Watched};
use crate::store::Store;
use crate::words::Words;

/// Serves until the process is told to stop (SIGTERM, Ctrl-C).
///
/// # Errors
/// When the bot cannot start, or when the connection ends for good.
pub async fn run(config: Config) -> Result<(), RunError> {
    run_until(config, told_to_stop()).await
}

/// Serves until `stop` resolves.
///
/// # Errors
/// When the bot cannot start, or when the connection ends for good.
pub async fn run_until(config: Config, stop: impl Future<Output = ()>) -> Result<(), RunError> {
    let (health, dispatch) = (Health::default(), Dispatch::default());
    tokio::pin!(stop);
    let mut predecessor = match config.renew {
        true => Predecessor::of(config.database.file()).await,
        false => None,
    };
    let (renews, gate) = (predecessor.is_some(), Gate::default());
    let (mut before, mut sockets) = (
        predecessor.as_mut().map(|it| std::mem::take(&mut it.sockets)),
        Vec::new(),
    );
    let open = async {
        let database = config.database.file();
        let service = Service::open(config.http, &health, database, &mut before, &mut sockets).await?;
        let endpoint = Endpoint::open(config.endpoint.as_ref(), &dispatch, &mut before, &mut sockets).await?;
        Ok::<_, RunError>((service, endpoint))
    };
    let (service, endpoint) = tokio::select! {
        opened = open => opened?,
        () = &mut stop => return Ok(()),
    };
    // Where this bot does not listen, nobody does once the other bot has gone.
    drop(before);
    let served = async {
        if renews {
            // Until then the other bot serves whoever connects.
            health.served().await;
        }
        tokio::select! {
            never = service.serve(gate.is_open()) => match never {},
            never = endpoint.serve(&gate) => match never {},
        }
    };
    let watched = Watch {
        health: &health,
        gate: &gate,
        dispatch: &dispatch,
        sockets,
    };
    tokio::select! {
        ended = run_watched(config, watched, dispatch.clone(), predecessor, stop) => ended,
        never = served => match never {},
    }
}

/// What the rest of the process needs to know of the bot.
struct Watch<'a> {
    health: &'a Health,
    gate: &'a Gate,
    dispatch: &'a Dispatch,
    /// Copies of what the bot listens on.
    sockets: Vec<TcpListener>,
}

/// Serves until `stop` resolves, and tells how far the bot is.
async fn run_watched(
    config: Config,
    watched: Watch<'_>,
    dispatch: Dispatch,
    mut predecessor: Option<Predecessor>,
    stop: impl Future<Output = ()>,
) -> Result<(), RunError> {
    tokio::pin!(stop);
    // By the real clock, even if the bot's own clock runs faster.
    let ban = Ban::beside(config.database.beside(), Arc::new(epoch_ms));
    let setup = Setup {
        base: base_of(&config)?,
        words: Arc::new(Words::embedded()?),
        config: &config,
        ban: &ban,
        dispatch,
    };
    let mut sessions = Vec::new();
    loop {
        let bot = tokio::select! {
            started = start(&setup, predecessor.take(), sessions) => started?,
            () = &mut stop => return Ok(()),
        };
        let copies = watched.sockets.iter().flat_map(TcpListener::try_clone).collect();
        let door = Door::beside(config.database.file(), copies);
        match serve(bot, &ban, &watched, door, &mut stop).await? {
            End::Over => return Ok(()),
            End::TakenBack(own) => sessions = own,
        }
    }
}

/// How serving has ended.
enum End {
    /// It was told to stop, or another bot serves.
    Over,
    /// The next bot did not take over: this one is to serve again, and has its sessions still.
    TakenBack(Vec<Session>),
}

/// Connects and serves until told to stop, until the database is gone, or until the next bot is ready.
async fn serve(
    bot: Bot,
    ban: &Ban,
    Watch {
        health, gate, dispatch, ..
    }: &Watch<'_>,
    door: Door,
    stop: impl Future<Output = ()>,
) -> Result<End, RunError> {
    let Bot {
        mut gateway_client,
        app,
        changes,
        background_runtime,
        store,
        claim,
    } = bot;
    let works = Works::begin(&app, changes).await;
    health.serving(Arc::clone(&app) as Arc<dyn Watched>);
    gate.open();
    tokio::pin!(stop);
    let relay = gateway_client.relay();
    let mut next = None;
    let result = tokio::select! {
        over = gateway_client.keep(&app) => Err(over),
        () = &mut stop => Ok(End::Over),
        gone = store.gone() => Err(gone.into()),
        asks = door.asked(|| relay.sessions()) => {
            next = Some(asks);
            Ok(End::Over)
        }
        never = kept::keep(store.sessions(), &relay) => match never {},
        never = look_after(&app, ban) => match never {},
        () = take_over(&app, dispatch) => Err(RunError::Gateway("every shard has stopped".to_owned())),
    };
    health.stopping();
    // Before the next bot has a door of its own there.
    drop(door);
    let end = match next {
        Some(next) => {
            tracing::info!("the next bot is ready, and takes over");
            let sessions = works.hand_over(&app, &relay, gate).await;
            background_runtime.end(LET_GO).await;
            // The next bot takes the lock, and waits for nobody who has it.
            drop(claim);
            if next.take(&sessions).await {
                store.leave();
                // Answers that are still on their way need the store no more.
                let _ = tokio::time::timeout(FINISH, app.in_flight.wait()).await;
                Ok(End::Over)
            } else {
                tracing::warn!("the next bot did not take over; this one goes on");
                Ok(End::TakenBack(sessions))
            }
        }
        None => {
            tracing::info!("stopping");
            leave_sessions(&app, &store, &relay).await;
            works.end(&app).await;
            tracing::info!(waited = %app.api.figures(), "{HOW_LATE}");
            // Before the store is closed: messages that are left to show would only fail afterwards.
            background_runtime.end(LET_GO).await;
            result
        }
    };
    let _ = tokio::time::timeout(DISCONNECT, gateway_client.disconnect()).await;
    // Only tidying, and another process may lock the file: everything that was acknowledged is on the disk.
    let _ = tokio::time::timeout(TIDY, store.close()).await;
    end
}

/// Leaves the bot's sessions to the next one over the same database of a server, which hears of all that is not in hand now.
async fn leave_sessions(app: &App, store: &Store, relay: &Relay) {
    if let Some(kept) = store.sessions() {
        kept::leave(&kept, relay, &app.passed, LEAVE).await;
    }
}

/// What else a bot does while it serves.
async fn look_after(app: &App, ban: &Ban) -> Infallible {
    tokio::select! {
        never = tell_how_late(app) => never,
        never = note_bans(app, ban) => never,
        never = emojis::keep(app) => never,
    }
}

/// What the log says about late messages: for each class the number of requests, the times within which half and 99 of 100 of
/// them were sent, and the longest wait.
const HOW_LATE: &str = "how long requests to Discord have waited for its limits since the start";

/// Logs now and then how late messages are, if there are more than Discord accepts.
async fn tell_how_late(app: &App) -> Infallible {
    const NOW_AND_THEN: Duration = Duration::from_secs(10 * 60);
    let mut told = 0;
    loop {
        tokio::time::sleep(NOW_AND_THEN).await;
        let figures = app.api.figures();
        if figures.late() > told {
            told = figures.late();
            tracing::warn!(waited = %figures, "{HOW_LATE}");
        }
    }
}

/// Takes what other bots over the same database hand over.
async fn take_over(app: &App, dispatch: &Dispatch) {
    match &app.cluster {
        Some(cluster) => dispatch.take_over(cluster).await,
        None => std::future::pending().await,
    }
}

/// Writes every ban down, so that a restart sends nothing before the ban is over. Nothing else is needed: the governor waits.
async fn note_bans(app: &App, ban: &Ban) -> Infallible {
    let mut bans = app.api.bans();
    loop {
        match bans.changed().await {
            Ok(()) => {
                let until = *bans.borrow_and_update();
                ban.note(until.saturating_duration_since(tokio::time::Instant::now()));
            }
            Err(_) => std::future::pending().await,
        }
    }
}

/// How long each part of a stop may take, one after another: over a server's database to have all in hand that was heard, and to leave
/// the sessions to the next bot (as long again, after the relay has stopped); to finish interactions in hand, to let the current clock event
/// finish, to show what has happened, to abandon what could not be shown and what a computer player thinks about, to disconnect,
/// and to tidy the database file. Only that in hand is essential: nothing that anybody was told is lost without the others.
const LEAVE: Duration = Duration::from_millis(150);
const FINISH: Duration = Duration::from_millis(2300);
const STRIKE: Duration = Duration::from_millis(250);
const DELIVER: Duration = Duration::from_millis(750);
const LET_GO: Duration = Duration::from_millis(200);
const DISCONNECT: Duration = Duration::from_millis(300);
const TIDY: Duration = Duration::from_millis(200);
/// How long the next bot waits for interactions in hand. Nobody who presses meanwhile is answered.
const HAND_OVER: Duration = Duration::from_millis(300);

/// All background tasks of the app.
pub(super) struct Works {
    /// Ends the clocks when it is dropped.
    end: DropGuard,
    clocks: JoinHandle<()>,
    pump: JoinHandle<()>,
    /// Tasks that no change of a table causes.
    tidying: JoinHandle<()>,
}

impl Works {
    /// Starts all tasks. Nobody is heard yet.
    pub(super) async fn begin(app: &App, mut changes: UnboundedReceiver<Change>) -> Works {
        let ended = CancellationToken::new();
        let end = ended.clone().drop_guard();
        // No clock runs out before anybody can be heard.
        app.shard_health.begin(&app.referee).await;
        let referee = app.referee.clone();
        let clocks = tokio::spawn(async move { referee.keep_clocks(ended.cancelled_owned()).await });
        let messages = app.messages.clone();
        let pump = app.messages.spawn(async move {
            while let Some(change) = changes.recv().await {
                match change.seq {
                    // The table's log does not tell what has changed.
                    0 => messages.changed(change.table),
                    _ => messages.moved(change.table),
                }
            }
        });
        let (messages, referee) = (app.messages.clone(), app.referee.clone());
        let tidying = app.messages.spawn(async move {
            // First, so that a table for which nothing else is due need not be loaded.
            messages.drop_ended().await;
            tokio::join!(
                messages.catch_up(),
                messages.keep_dropping(),
                referee.keep_thinning(),
                referee.keep_parting()
            );
        });
        Works {
            end,
            clocks,
            pump,
            tidying,
        }
    }

    /// Stops for the next bot: hears nothing more, and finishes what was heard. Messages that are left to show are the next
    /// bot's, as after any stop. Returns the sessions that the next bot goes on with.
    async fn hand_over(self, app: &App, relay: &Relay, gate: &Gate) -> Vec<Session> {
        let since = app.messages.now();
        let (sessions, ()) = tokio::join!(relay.stop(), gate.shut(HAND_OVER));
        app.passed.all_taken(HAND_OVER).await;
        app.in_flight.close();
        // From here on time counts as lost, and what is lost is known exactly.
        app.referee.suspend_clocks(since).await;
        let _ = tokio::time::timeout(HAND_OVER, app.in_flight.wait()).await;
        drop(self.end);
        let _ = tokio::time::timeout(STRIKE, self.clocks).await;
        self.tidying.abort();
        self.pump.abort();
        sessions
    }

    /// Accepts no more interactions, and finishes those in hand, but not for ever.
    pub(super) async fn end(self, app: &App) {
        // Time that one part does not need goes to the next: how long messages are still sent must not depend on what is in
        // hand.
        let by = tokio::time::Instant::now() + FINISH + STRIKE + DELIVER;
        app.in_flight.close();
        let _ = tokio::time::timeout(FINISH, app.in_flight.wait()).await;
        drop(self.end);
        let _ = tokio::time::timeout(STRIKE, self.clocks).await;
        self.tidying.abort();
        let _ = tokio::time::timeout_at(by, app.messages.settle()).await;
        self.pump.abort();
    }
}

/// Resolves when the process is told to stop.
async fn told_to_stop() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_no_token_is_one_clear_sentence() {
        let folder = tempfile::tempdir().expect("a folder");
        let config = Config {
            api_base: Some("http://127.0.0.1:9".to_owned()),
            ..Config::new("not a\ntoken", folder.path().join("whistle.db"))
        };
        let error = run_until(config, std::future::pending()).await.expect_err("no token");
        assert!(matches!(error, RunError::Token), "{error}");
    }

    /// A port of this computer on which nobody listens.
    fn nobody() -> String {
        let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        format!("http://{}", taken.local_addr().expect("its address"))
    }

    #[tokio::test]
    async fn a_server_that_is_not_there_is_tried_again_and_then_one_clear_sentence() {
        let folder = tempfile::tempdir().expect("a folder");
        let config = Config {
            api_base: Some(nobody()),
            retry_every: Duration::from_millis(5),
            ..Config::new("MTIz.a.b", folder.path().join("whistle.db"))
        };
        let begun = std::time::Instant::now();
        let error = run_until(config, std::future::pending()).await.expect_err("no server");
        let said = error.to_string();
        assert!(matches!(error, RunError::Unreachable(_)), "{said}");
        assert!(
            said.starts_with("Discord cannot be reached: ") && said.lines().count() == 1,
            "{said}"
        );
        assert!(
            begun.elapsed() >= Duration::from_millis(600),
            "it is tried for long enough"
        );
    }

    #[test]
    fn a_stop_is_over_within_five_seconds() {
        let parts =
            crate::discord::gateway::relay::STOP + 2 * LEAVE + FINISH + STRIKE + DELIVER + LET_GO + DISCONNECT + TIDY;
        assert!(
            parts <= Duration::from_millis(4500),
            "and leaves some for the rest of the house: {parts:?}"
        );
    }
}
