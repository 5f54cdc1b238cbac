//! From a configuration to a serving bot, and to its end.
//!
//! Everything that can fail is tried before the bot connects to the gateway, so a connected bot works. A stop accepts no more
//! interactions, finishes those in hand, and takes at most five seconds.

use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use tokio::runtime::Handle;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

use super::app::App;
use super::commands;
use super::config::{Config, RunError, base_of, https, on_this_computer};
use super::desired_messages::DesiredMessages;
use super::emojis;
use super::gateway::background_runtime::BackgroundRuntime;
use super::gateway::ban::Ban;
use super::gateway::client::{Advice, GatewayClient};
use super::gateway::shard_health::ShardHealth;
use super::gateway::start::Asking;
use super::http::{self, Api, ApiError, DISCORD};
use super::limits::{self, Unfit};
use super::messages::{Messages, MessagesConfig};
use super::probe::Probe;
use super::threads;
use super::user_limiter::UserLimiter;
use crate::referee::{Change, Referee, epoch_ms, monotonic};
use crate::service::{Health, Service, Watched};
use crate::store::{Claim, Store, StoreError};
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
    let health = Health::default();
    tokio::pin!(stop);
    let service = tokio::select! {
        opened = Service::open(config.http, &health, &config.database) => opened?,
        () = &mut stop => return Ok(()),
    };
    tokio::select! {
        ended = run_watched(config, &health, stop) => ended,
        never = service.serve() => match never {},
    }
}

/// Serves until `stop` resolves, and tells `health` how far the bot is.
async fn run_watched(mut config: Config, health: &Health, stop: impl Future<Output = ()>) -> Result<(), RunError> {
    tokio::pin!(stop);
    let base = base_of(&config)?;
    let words = Arc::new(Words::embedded()?);
    let (store, _claim) = tokio::select! {
        opened = claimed(&config.database) => opened?,
        () = &mut stop => return Ok(()),
    };
    let least = store.last_alive().await?.unwrap_or(0);
    config.referee.now = monotonic(config.referee.now, least);
    // By the real clock, even if the bot's own clock runs faster.
    let ban = Ban::beside(&config.database, Arc::new(epoch_ms));
    let started = tokio::select! {
        started = start(&config, base, words, store.clone(), &ban) => started,
        () = &mut stop => {
            let _ = tokio::time::timeout(TIDY, store.close()).await;
            return Ok(());
        }
    };
    let result = match started {
        Ok(bot) => serve(bot, &ban, health, &store, stop).await,
        Err(error) => Err(error),
    };
    // Only tidying, and another process may lock the file: everything that was acknowledged is on the disk.
    let _ = tokio::time::timeout(TIDY, store.close()).await;
    result
}

/// The store, and the claim to be its only server.
async fn claimed(database: &Path) -> Result<(Store, Claim), StoreError> {
    let claim = Claim::of(database).await?;
    claim.must_be_there()?;
    let store = Store::open(database).await?;
    store.begin(&claim).await?;
    Ok((store, claim))
}

/// A bot that is ready to connect.
struct Bot {
    gateway_client: GatewayClient,
    app: Arc<App>,
    changes: UnboundedReceiver<Change>,
    background_runtime: BackgroundRuntime,
}

async fn start(
    config: &Config,
    base: Option<String>,
    words: Arc<Words>,
    store: Store,
    ban: &Ban,
) -> Result<Bot, RunError> {
    let tree = commands::tree(config.bare_ping);
    let declared = declared(&tree, &words, config.guild.is_none())?;
    let mut api = Api::new(&config.token, base.as_deref().unwrap_or(DISCORD)).map_err(|error| match error {
        ApiError::Token => RunError::Token,
        ApiError::Client(error) => https(error),
    })?;
    ban.wait_for_earlier().await;
    let asking = |what, method, path, body| Asking {
        what,
        method,
        path,
        body,
        retry_every: config.retry_every,
    };
    let who = asking("asking Discord who the bot is", Method::GET, "/applications/@me", None);
    let application = who.ask(&api, ban).await?;
    let application = http::id(&application["id"]).ok_or_else(|| RunError::Start {
        what: who.what,
        why: "the answer names no application".to_owned(),
    })?;
    api.set_application(application);
    let gateway = asking("asking for the gateway", Method::GET, "/gateway/bot", None);
    let answer = gateway.ask(&api, ban).await?;
    if base.is_some() && !config.allow_remote_api {
        on_this_computer("the gateway", answer["url"].as_str().unwrap_or_default())?;
    }
    let advice = Advice::read(&answer).ok_or_else(|| RunError::Start {
        what: gateway.what,
        why: "the answer says nothing of shards".to_owned(),
    })?;
    let path = match config.guild {
        Some(guild) => format!("/applications/{application}/guilds/{guild}/commands"),
        None => format!("/applications/{application}/commands"),
    };
    let commands = asking("registering the commands", Method::PUT, &path, Some(&declared));
    commands.ask(&api, ban).await?;

    let background_runtime = BackgroundRuntime::open().map_err(|error| RunError::Start {
        what: "setting up threads",
        why: error.to_string(),
    })?;
    let (app, changes) = assembled(config, Probe::default(), api, words, store, background_runtime.handle()).await?;
    let gateway_client = GatewayClient::open(config, base, &app, advice, background_runtime.handle()).await?;
    Ok(Bot {
        gateway_client,
        app,
        changes,
        background_runtime,
    })
}

/// The commands that a bot registers with Discord at its start, for `everywhere` or for one server.
///
/// # Errors
/// When the program has commands or words that are wrong: a bug.
pub fn declared_commands(everywhere: bool) -> Result<serde_json::Value, RunError> {
    Ok(declared(&commands::tree(false), &Words::embedded()?, everywhere)?)
}

/// The commands' declaration for Discord, once it has passed the check against the limits.
fn declared(tree: &[commands::Spec], words: &Words, everywhere: bool) -> Result<serde_json::Value, Unfit> {
    let declared = commands::declare(tree, words, everywhere);
    limits::check_commands(&declared)?;
    Ok(declared)
}

/// The app over its store and its API client, with `tasks` as the runtime that keeps messages up to date. Also returns the
/// stream of changes that the app's work causes.
pub(super) async fn assembled(
    config: &Config,
    probe: Probe,
    api: Api,
    words: Arc<Words>,
    store: Store,
    tasks: Handle,
) -> Result<(Arc<App>, UnboundedReceiver<Change>), RunError> {
    let apart = api.apart().map_err(https)?;
    let (referee, changes) = Referee::new(store.clone(), config.referee.clone());
    referee.give_back().await?;
    let desired = DesiredMessages::new(
        referee.clone(),
        Arc::clone(&words),
        Arc::clone(&config.referee.now),
        config.ping_after,
        probe,
    );
    let messages = MessagesConfig {
        bury_every: config.bury_every,
        patience: probe.patience,
        number: probe.number,
        ..MessagesConfig::default()
    };
    let app = Arc::new(App {
        referee,
        words,
        messages: Messages::new(store, apart, desired, messages, Arc::clone(&config.referee.now), tasks),
        api,
        defaults: config.options.clone(),
        in_flight: TaskTracker::new(),
        user_limiter: UserLimiter::default(),
        threads: threads::none(),
        shard_health: ShardHealth::new(Arc::clone(&config.referee.now), config.anew_after),
        bot: watch::Sender::new(0),
        probe,
    });
    Ok((app, changes))
}

/// Connects and serves until told to stop, or until the database is gone.
async fn serve(
    bot: Bot,
    ban: &Ban,
    health: &Health,
    store: &Store,
    stop: impl Future<Output = ()>,
) -> Result<(), RunError> {
    let Bot {
        mut gateway_client,
        app,
        changes,
        background_runtime,
    } = bot;
    let works = Works::begin(&app, changes).await;
    health.serving(Arc::clone(&app) as Arc<dyn Watched>);
    tokio::pin!(stop);
    let result = tokio::select! {
        over = gateway_client.keep(&app) => Err(over),
        () = &mut stop => Ok(()),
        gone = store.gone() => Err(gone.into()),
        never = tell_how_late(&app) => match never {},
        never = note_bans(&app, ban) => match never {},
        never = emojis::keep(&app) => match never {},
    };

    tracing::info!("stopping");
    health.stopping();
    works.end(&app).await;
    tracing::info!(waited = %app.api.figures(), "{HOW_LATE}");
    // Before the store is closed: messages that are left to show would only fail afterwards.
    background_runtime.end(LET_GO).await;
    let _ = tokio::time::timeout(DISCONNECT, gateway_client.disconnect()).await;
    result
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

/// How long each part of a stop may take, one after another: to finish interactions in hand, to let the current clock event
/// finish, to show what has happened, to abandon what could not be shown, to disconnect, and to tidy the database file. Only
/// the first part is essential: nothing that anybody was told is lost without the others.
const FINISH: Duration = Duration::from_millis(2500);
const STRIKE: Duration = Duration::from_millis(250);
const DELIVER: Duration = Duration::from_millis(750);
const LET_GO: Duration = Duration::from_millis(200);
const DISCONNECT: Duration = Duration::from_millis(300);
const TIDY: Duration = Duration::from_millis(200);

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
        let messages = app.messages.clone();
        let tidying = app.messages.spawn(async move {
            // First, so that a table for which nothing else is due need not be loaded.
            messages.drop_ended().await;
            tokio::join!(messages.catch_up(), messages.keep_dropping());
        });
        Works {
            end,
            clocks,
            pump,
            tidying,
        }
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
        let parts = FINISH + STRIKE + DELIVER + DISCONNECT + TIDY;
        assert!(
            parts <= Duration::from_secs(4),
            "and leaves some for the rest of the house: {parts:?}"
        );
    }

    #[test]
    fn commands_that_discord_would_not_take_are_one_clear_sentence() {
        let words = Words::embedded().expect("the words are sound");
        let tree = || commands::tree(true).into_iter();
        assert!(declared(&tree().collect::<Vec<_>>(), &words, true).is_ok());
        let twice: Vec<_> = tree().chain(tree()).collect();
        let error = RunError::from(declared(&twice, &words, true).expect_err("every command is there twice"));
        let said = error.to_string();
        assert!(
            said.contains("a fault of the program") && said.ends_with("is there twice"),
            "{said}"
        );
    }
}
