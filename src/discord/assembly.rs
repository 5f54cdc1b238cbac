//! What a bot is put together from: Discord's answers to its start, the database, and the app over both.
//!
//! A bot that takes over from another one asks Discord first, and opens the file beside the one that serves. The other one
//! stops only then, so that people wait for the rest alone.

use std::sync::Arc;

use reqwest::Method;
use tokio::runtime::Handle;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;
use tokio_util::task::TaskTracker;

use super::app::App;
use super::commands;
use super::config::{Config, RunError, https, on_this_computer};
use super::desired_messages::DesiredMessages;
use super::endpoint;
use super::gateway::advice::Advice;
use super::gateway::background_runtime::BackgroundRuntime;
use super::gateway::ban::Ban;
use super::gateway::client::GatewayClient;
use super::gateway::dispatch::Dispatch;
use super::gateway::kept;
use super::gateway::passed::Passed;
use super::gateway::session::Session;
use super::gateway::shard_health::ShardHealth;
use super::gateway::start::Asking;
use super::http::{self, Api, ApiError, DISCORD};
use super::messages::{Messages, MessagesConfig};
use super::probe::Probe;
use super::renewal::Predecessor;
use super::threads;
use super::user_limiter::UserLimiter;
use crate::referee::{Change, Referee, monotonic};
use crate::store::{Claim, Database, Right, Shards, Store, StoreError};
use crate::words::Words;

/// What every start of this process has.
pub(super) struct Setup<'a> {
    pub(super) config: &'a Config,
    pub(super) base: Option<String>,
    pub(super) words: Arc<Words>,
    pub(super) ban: &'a Ban,
    pub(super) dispatch: Dispatch,
}

/// A bot that is ready to connect.
pub(super) struct Bot {
    pub(super) gateway_client: GatewayClient,
    pub(super) app: Arc<App>,
    pub(super) changes: UnboundedReceiver<Change>,
    pub(super) background_runtime: BackgroundRuntime,
    pub(super) store: Store,
    /// The right to serve the database.
    pub(super) claim: Right,
}

/// Puts a bot together. With a predecessor, that one stops as late as can be. The bot goes on with the `sessions` that it has
/// or is given.
pub(super) async fn start(
    setup: &Setup<'_>,
    predecessor: Option<Predecessor>,
    mut sessions: Vec<Session>,
) -> Result<Bot, RunError> {
    let (claimed, opened) = match &predecessor {
        None => (Some(claim(setup.config, None).await?), None),
        Some(_) => (None, open_beside(&setup.config.database).await?),
    };
    // Whoever takes over from another bot has all shards, as that one had.
    let shards = claimed.as_ref().map_or(Shards::ALL, |(_, right)| right.shards());
    let prepared = prepare(setup, shards).await;
    let mut prepared = match (prepared, &claimed) {
        (Ok(prepared), _) => prepared,
        (Err(error), claimed) => {
            if let Some((store, _)) = claimed {
                store.close().await;
            }
            return Err(error);
        }
    };
    let (store, claim) = match (claimed, predecessor) {
        (Some(claimed), _) => claimed,
        (None, Some(mut predecessor)) => {
            let beside = std::mem::take(&mut predecessor.sessions);
            prepared.gateway_client.connect_beside(beside).await;
            sessions = predecessor.stop().await;
            let claimed = claim(setup.config, opened).await?;
            predecessor.taken().await;
            tracing::info!(sessions = sessions.len(), "the bot takes over from the one before");
            claimed
        }
        (None, None) => claim(setup.config, opened).await?,
    };
    let Prepared {
        api,
        gateway_client,
        background_runtime,
        passed,
    } = prepared;
    gateway_client.inherit(kept::or_left(sessions, store.sessions()).await);
    let mut config = setup.config.clone();
    let least = store.last_alive().await?.unwrap_or(0);
    config.referee.now = monotonic(config.referee.now, least);
    // Whoever presses a button does not wait for computer players.
    config.referee.thinks_on = Some(background_runtime.handle());
    let (app, changes) = assembled(
        &config,
        Probe::default(),
        api,
        Arc::clone(&setup.words),
        store.clone(),
        background_runtime.handle(),
        passed,
    )
    .await?;
    if let Some(kept) = store.sessions() {
        gateway_client.take_turns(kept);
    }
    Ok(Bot {
        gateway_client,
        app,
        changes,
        background_runtime,
        store,
        claim,
    })
}

/// The store, and the right to be the only one who serves it, or its shards.
async fn claim(config: &Config, opened: Option<Store>) -> Result<(Store, Right), StoreError> {
    let (Some(store), Some(path)) = (opened, config.database.file()) else {
        return Store::serve_shards(&config.database, config.shards).await;
    };
    let claim = Claim::of(path).await?;
    claim.must_be_there()?;
    store.take_over(&claim).await?;
    Ok((store, Right::File(claim)))
}

/// Opens the file that another bot serves, unless that would change its schema under the other bot. A change may take longer
/// than the other bot waits, so nobody takes over for one.
async fn open_beside(database: &Database) -> Result<Option<Store>, RunError> {
    let Some(path) = database.file() else { return Ok(None) };
    match database.examine().await {
        Ok(found) if found.schema != Some(found.newest) => Err(RunError::Schema),
        // What cannot be used is said before the other bot stops.
        _ => Ok(Some(Store::open(path).await?)),
    }
}

/// All that can be had without the database.
struct Prepared {
    api: Api,
    gateway_client: GatewayClient,
    background_runtime: BackgroundRuntime,
    passed: Passed,
}

/// Asks Discord for what a start with these shards needs, and declares the commands.
async fn prepare(setup: &Setup<'_>, shards: Shards) -> Result<Prepared, RunError> {
    let Setup {
        config,
        base,
        words,
        ban,
        dispatch,
    } = setup;
    let tree = commands::tree(config.bare_ping);
    let declared = commands::declare(&tree, words, config.guild.is_none());
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
    endpoint::check(&application, config.endpoint.as_ref())?;
    let application = http::id(&application["id"]);
    let application = application.ok_or_else(|| RunError::start(who.what, "the answer names no application"))?;
    api.set_application(application);
    let gateway = asking("asking for the gateway", Method::GET, "/gateway/bot", None);
    let answer = gateway.ask(&api, ban).await?;
    if base.is_some() && !config.allow_remote_api {
        on_this_computer("the gateway", answer["url"].as_str().unwrap_or_default())?;
    }
    let advice = Advice::read(&answer, shards);
    let advice = advice.ok_or_else(|| RunError::start(gateway.what, "the answer says nothing of shards"))?;
    let path = match config.guild {
        Some(guild) => format!("/applications/{application}/guilds/{guild}/commands"),
        None => format!("/applications/{application}/commands"),
    };
    let commands = asking("registering the commands", Method::PUT, &path, Some(&declared));
    commands.ask(&api, ban).await?;

    let background_runtime = BackgroundRuntime::open();
    let background_runtime = background_runtime.map_err(|error| RunError::start("setting up threads", error))?;
    let passed = Passed::default();
    let handle = background_runtime.handle();
    let gateway_client = GatewayClient::open(
        config,
        base.clone(),
        &api,
        advice,
        handle,
        passed.clone(),
        dispatch.clone(),
    )
    .await?;
    Ok(Prepared {
        api,
        gateway_client,
        background_runtime,
        passed,
    })
}

/// The commands that a bot registers with Discord at its start, for `everywhere` or for one server.
///
/// # Errors
/// When the program has commands or words that are wrong: a bug.
pub fn declared_commands(everywhere: bool) -> Result<serde_json::Value, RunError> {
    Ok(commands::declare(
        &commands::tree(false),
        &Words::embedded()?,
        everywhere,
    ))
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
    passed: Passed,
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
    let cluster = store.cluster();
    if let Some(cluster) = &cluster {
        api.share(cluster.share());
    }
    let app = Arc::new(App {
        referee,
        cluster,
        words,
        messages: Messages::new(store, apart, desired, messages, Arc::clone(&config.referee.now), tasks),
        api,
        defaults: config.options.clone(),
        in_flight: TaskTracker::new(),
        user_limiter: UserLimiter::default(),
        threads: threads::none(),
        shard_health: ShardHealth::new(Arc::clone(&config.referee.now), config.anew_after),
        passed,
        bot: watch::Sender::new(0),
        probe,
    });
    Ok((app, changes))
}
