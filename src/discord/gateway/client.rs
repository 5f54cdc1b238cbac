//! The gateway client: connects with as many shards as Discord advises, and connects again with more once they are too few. A
//! bot that has some of a fixed number of shards connects these alone.
//!
//! serenity reconnects its shards by itself, with the number of shards with which it began. If the bot has joined too many
//! servers for them, Discord refuses the connection (close code 4011). serenity reports this only in its log ([`closed`]). It
//! then repeats the same attempt until no session start is left, and between two attempts the shard's task loops without ever
//! yielding its thread. If that thread also drives timers and sockets, everything else in the bot stops, too. So the client
//! is watched from the background runtime, whose threads have their own timers and sockets. When a shard is refused or away
//! for a while, the watch asks Discord for its advice.

use std::convert::Infallible;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::GatewayError;
use tokio::runtime::Handle;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use super::advice::Advice;
use super::closed::{self, TurnedAway};
use super::dispatch::Dispatch;
use super::events::heard;
use super::passed::Passed;
use super::relay::Relay;
use super::session::{INTENTS, Session};
use super::shards::{GatewayShards, Running, ShardSource};
use crate::discord::app::App;
use crate::discord::commands;
use crate::discord::config::{Config, RunError, https, on_this_computer};
use crate::discord::http::Api;
use crate::store::{KeptSessions, Shards};

/// How often the watch checks that all shards are connected.
const WATCH: Duration = Duration::from_secs(1);
/// How long a shard is away before Discord is asked: a session that is resumed or started anew is connected by then.
const AWAY: Duration = Duration::from_secs(10);
/// How often Discord is asked while a shard is away.
const ASK_EVERY: Duration = Duration::from_secs(30);

/// What fails when a client cannot be set up.
const PREPARING: &str = "preparing the connection";

/// The gateway client.
pub(in crate::discord) struct GatewayClient {
    config: Config,
    base: Option<String>,
    /// What shards are started from, until they are.
    source: Option<ShardSource>,
    /// The shards that were started last.
    shards: GatewayShards,
    /// How many shards were started before there were sessions for them.
    running: Option<(u32, Running)>,
    /// What the shards connect to.
    relay: Arc<Relay>,
    /// What the handlers need, once it is there.
    app: Arc<OnceLock<Arc<App>>>,
    dispatch: Dispatch,
    advice: Advice,
    /// The runtime from which the client is watched; `api` is its connection to Discord.
    background_runtime: Handle,
    api: Api,
}

impl GatewayClient {
    /// A client that is ready to connect, and is watched from `background_runtime`. It notes the interactions that it passes
    /// on.
    ///
    /// # Errors
    /// When the client cannot be set up.
    pub(in crate::discord) async fn open(
        config: &Config,
        base: Option<String>,
        api: &Api,
        advice: Advice,
        background_runtime: Handle,
        passed: Passed,
        dispatch: Dispatch,
    ) -> Result<GatewayClient, RunError> {
        let relay = Relay::open(passed).await;
        let relay = relay.map_err(|error| RunError::start(PREPARING, error))?;
        let (api, app, relay) = (api.apart().map_err(https)?, Arc::default(), Arc::new(relay));
        let gateway = gateway_of(config, &advice, &relay)?;
        let source = connectable(config, base.as_deref(), &api, &app, gateway, &dispatch).await?;
        Ok(GatewayClient {
            source: Some(source),
            shards: GatewayShards::default(),
            running: None,
            relay,
            app,
            dispatch,
            api,
            background_runtime,
            config: config.clone(),
            base,
            advice,
        })
    }

    /// Goes on with the sessions of another client of this bot.
    pub(in crate::discord) fn inherit(&self, sessions: Vec<Session>) {
        self.relay.inherit(sessions);
    }

    /// Connects the shards of another client that still serves, without sessions.
    pub(in crate::discord) async fn connect_beside(&mut self, sessions: Vec<Session>) {
        self.relay.inherit(sessions);
        if let Some(shards) = self.inherited() {
            self.running = self.started(shards).map(|running| (shards, running));
            let _ = timeout(AWAY * shards, self.relay.all_held(shards)).await;
        }
    }

    /// How many shards there are if each of the bot's own has a session to go on with. If Discord advises more, no session is.
    fn inherited(&self) -> Option<u32> {
        let Advice { shards, given, .. } = self.advice;
        if given.are_all() {
            return self.relay.inherited().filter(|inherited| *inherited >= shards);
        }
        let waiting = self.relay.waiting(shards);
        given.own().all(|shard| waiting.contains(&shard)).then_some(shards)
    }

    /// Starts the bot's shards, of so many.
    fn started(&mut self, shards: u32) -> Option<Running> {
        let source = self.source.take()?;
        self.relay.turns().allow(self.advice.at_once);
        let going_on = self.relay.waiting(shards);
        let (started, running) = source.start(self.own(shards).own(), shards, &going_on, self.advice.at_once);
        self.shards = started;
        Some(running)
    }

    /// The bot's own shards of so many.
    fn own(&self, shards: u32) -> Shards {
        match self.advice.given.are_all() {
            true => Shards::all(shards),
            false => self.advice.given,
        }
    }

    /// Shards identify in turns with those of the other bots.
    pub(in crate::discord) fn take_turns(&self, kept: KeptSessions) {
        self.relay.turns().share(kept);
    }

    /// What the client's shards connect to.
    pub(in crate::discord) fn relay(&self) -> Arc<Relay> {
        Arc::clone(&self.relay)
    }

    /// Connects, and keeps the bot connected until that ends for good; returns why it ended.
    pub(in crate::discord) async fn keep(&mut self, app: &Arc<App>) -> RunError {
        let _ = self.app.set(Arc::clone(app));
        // Who goes on with all sessions begins none, as long as their shards are enough.
        let mut inherited = self.inherited();
        self.relay.release();
        loop {
            let (shards, mut running) = match self.running.take() {
                Some(running) => {
                    inherited = None;
                    running
                }
                None => {
                    let shards = match inherited.take() {
                        Some(shards) => shards,
                        None => match self.permitted().await {
                            Ok(shards) => shards,
                            Err(error) => return error,
                        },
                    };
                    let Some(running) = self.started(shards) else {
                        return over(None);
                    };
                    (shards, running)
                }
            };
            let connected = self.shards.clone();
            // A close code of earlier connections says nothing about these.
            let _ = closed::take();
            // Dropping the set ends the watch.
            let mut watch = JoinSet::new();
            let (own, given) = (self.own(shards), self.advice.given);
            let outgrown = outgrown(self.api.clone(), connected.clone(), own, given, Handle::current());
            watch.spawn_on(outgrown, &self.background_runtime);
            let anew = tokio::select! {
                ended = &mut running => return over(ended.ok().and_then(Result::err)),
                never = app.shard_health.listen(&app.referee, (&connected, &self.relay), own.own()) => match never {},
                Some(Ok(anew)) = watch.join_next() => anew,
            };
            drop(running);
            self.advice = match anew {
                Ok(advice) => advice,
                Err(error) => {
                    // If no shard has started, there is nothing to end.
                    let _ = timeout(AWAY, connected.end_for_good()).await;
                    return error;
                }
            };
            if self.advice.shards > shards {
                tracing::warn!(
                    before = shards,
                    now = self.advice.shards,
                    "the bot is in too many servers for its shards; it connects anew with as many as Discord advises"
                );
            }
            connected.end_for_good().await;
            app.shard_health.begin_anew();
            self.source = Some(self.again().await);
        }
    }

    /// How many shards to connect now. Waits while too few session starts are left.
    async fn permitted(&mut self) -> Result<u32, RunError> {
        while self.advice.is_scarce() {
            let minutes = self.advice.renewed.as_secs().div_ceil(60);
            tracing::warn!(
                minutes,
                "the bot has connected so often that Discord would soon lock it out; it waits until it may again"
            );
            let mut wait = self.advice.renewed.max(ASK_EVERY);
            self.advice = loop {
                sleep(wait).await;
                if let Some(advice) = Advice::ask(&self.api, self.advice.given).await? {
                    break advice;
                }
                wait = ASK_EVERY;
            };
        }
        Ok(self.advice.shards)
    }

    /// What shards can be started from once more; tries until that can be set up.
    async fn again(&self) -> ShardSource {
        loop {
            let anew = async {
                let gateway = gateway_of(&self.config, &self.advice, &self.relay)?;
                let base = self.base.as_deref();
                connectable(&self.config, base, &self.api, &self.app, gateway, &self.dispatch).await
            };
            match anew.await {
                Ok(source) => return source,
                Err(error) => tracing::warn!(%error, "trying again"),
            }
            sleep(ASK_EVERY).await;
        }
    }

    /// Disconnects.
    pub(in crate::discord) async fn disconnect(&self) {
        self.shards.disconnect().await;
    }
}

/// Why serenity has ended a shard, as an error.
fn over(why: Option<GatewayError>) -> RunError {
    let Some(error) = why else {
        return RunError::Gateway("every shard has stopped".to_owned());
    };
    let why = match error {
        GatewayError::InvalidAuthentication => return RunError::Token,
        GatewayError::InvalidGatewayIntents => {
            "this version of the bot asks for events that Discord does not know: install a newer one".to_owned()
        }
        GatewayError::DisallowedGatewayIntents => {
            "the bot asks for events that your application is not allowed to see; its Bot page says which are switched on"
                .to_owned()
        }
        other => other.to_string(),
    };
    RunError::Gateway(why)
}

/// Why the gateway has refused the bot for good, as an error.
fn turned_away(why: TurnedAway) -> RunError {
    let why = match why {
        TurnedAway::Shard => "this version of the bot asks for a shard that Discord does not know: install a newer one",
        TurnedAway::TooFewShards => {
            "the bot is in more servers than Discord lets its connections carry, and Discord advises no more connections: \
             start the bot again in some minutes"
        }
        TurnedAway::Version => {
            "this version of the bot speaks a version of the API that Discord does not take any more: install a newer one"
        }
    };
    RunError::Gateway(why.to_owned())
}

/// Why several bots have too few shards together.
fn too_few(given: Shards) -> RunError {
    let of = given.of();
    RunError::Gateway(format!(
        "the bot is in more servers than {of} shards may carry: stop all bots of this database, and start them with shards of a \
         greater number"
    ))
}

/// Resolves with Discord's advice when there are too few shards, or when keeping the bot's `own` would use session starts of the
/// reserve. Where the bot was `given` shards there are never more. `front` is the runtime of the shards.
///
/// # Errors
/// When Discord turns the bot away for good.
async fn outgrown(
    api: Api,
    shards: GatewayShards,
    own: Shards,
    given: Shards,
    front: Handle,
) -> Result<Advice, RunError> {
    let (mut ask_at, mut refused): (Option<Instant>, Option<TurnedAway>) = (None, None);
    loop {
        sleep(WATCH).await;
        let standing = shards.connected().await;
        // Wakes a thread of that runtime, so that it drives timers and sockets if no other thread does. A looping shard
        // counts as connected until it notices that nobody answers its heartbeats.
        front.spawn(std::future::ready(()));
        refused = closed::take().or(refused);
        if let Some(why @ (TurnedAway::Shard | TurnedAway::Version)) = refused {
            return Err(turned_away(why));
        }
        if standing >= own.own().len() && refused.is_none() {
            ask_at = None;
            continue;
        }
        let now = Instant::now();
        let patience = if refused.is_none() { AWAY } else { Duration::ZERO };
        if now < *ask_at.get_or_insert(now + patience) {
            continue;
        }
        ask_at = Some(now + ASK_EVERY);
        match Advice::ask(&api, given).await? {
            Some(advice) if advice.shards > own.of() || advice.is_scarce() => return Ok(advice),
            Some(_) if refused.is_some() && !given.are_all() => return Err(too_few(given)),
            Some(_) if refused.is_some() => return Err(turned_away(TurnedAway::TooFewShards)),
            _ => {}
        }
    }
}

/// The relay's address for the gateway. Beside an API on this computer the gateway must be there, too, for it is sent the token.
fn gateway_of(config: &Config, advice: &Advice, relay: &Relay) -> Result<String, RunError> {
    if config.api_base.is_some() && !config.allow_remote_api {
        on_this_computer("the gateway", &advice.gateway)?;
    }
    Ok(relay.to(&advice.gateway))
}

/// What shards are started from, with the address of the gateway and the command framework.
async fn connectable(
    config: &Config,
    base: Option<&str>,
    api: &Api,
    app: &Arc<OnceLock<Arc<App>>>,
    gateway: String,
    dispatch: &Dispatch,
) -> Result<ShardSource, RunError> {
    let mut http = serenity::HttpBuilder::new(&config.token)
        .application_id(serenity::ApplicationId::new(api.application().max(1)));
    if let Some(base) = base {
        // With its own rate limiter, serenity would ignore the base and ask Discord.
        let client = reqwest::Client::builder()
            .no_proxy()
            .build()
            .map_err(|error| RunError::start(PREPARING, error))?;
        http = http.client(client).proxy(base).ratelimiter_disabled(true);
    }
    let options = poise::FrameworkOptions {
        commands: commands::dispatchers(&commands::tree(config.bare_ping)),
        on_error: |error| Box::pin(complain(error)),
        event_handler: |framework, event| {
            Box::pin(async move {
                heard(framework.user_data, event).await;
                Ok(())
            })
        },
        prefix_options: poise::PrefixFrameworkOptions {
            mention_as_prefix: false,
            ..Default::default()
        },
        manual_cooldowns: true,
        initialize_owners: false,
        ..Default::default()
    };
    let slot = Arc::clone(app);
    let framework = poise::Framework::builder()
        .options(options)
        .initialize_owners(false)
        .setup(move |_, ready, _| {
            Box::pin(async move {
                // The app was there before any shard was started.
                let data = match slot.get() {
                    Some(app) => Arc::clone(app),
                    None => std::future::pending().await,
                };
                data.bot.send_replace(ready.user.id.get());
                tracing::info!(guilds = ready.guilds.len(), "connected");
                Ok(data)
            })
        })
        .build();
    let client = serenity::ClientBuilder::new_with_http(http.build(), INTENTS)
        .await
        .map_err(|error| RunError::start(PREPARING, error))?;
    // serenity has asked for an address itself, and takes Discord's own where no answer came: while there is more to do than Discord
    // takes, for one.
    *client.ws_url.lock().await = gateway;
    Ok(ShardSource::of(&client, dispatch.of_gateway(framework, app), INTENTS).await)
}

/// Handles poise's errors. People read the bot's own words; the raw error goes to the log, without the person's input.
async fn complain(error: poise::FrameworkError<'_, Arc<App>, Infallible>) {
    match error {
        poise::FrameworkError::UnknownInteraction {
            framework, interaction, ..
        } => {
            commands::unknown(framework.user_data, interaction).await;
        }
        // The panic's message may contain secrets of a game.
        poise::FrameworkError::CommandPanic { ctx, .. } => {
            tracing::error!(command = %ctx.command().qualified_name, "a command failed by a fault of ours");
        }
        other => tracing::warn!(%other, "a command could not be run"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_is_one_clear_sentence() {
        let own = Shards::new(3..6, 8).expect("shards");
        let said = too_few(own).to_string();
        assert!(said.contains("than 8 shards may carry: stop all bots"), "{said}");
        let said = |error| over(Some(error)).to_string();
        assert!(said(GatewayError::InvalidAuthentication).contains("does not take the token"));
        assert!(said(GatewayError::InvalidGatewayIntents).ends_with("that Discord does not know: install a newer one"));
        assert!(said(GatewayError::DisallowedGatewayIntents).contains("is not allowed to see"));
        for (why, what_to_do) in [
            (TurnedAway::Shard, "install a newer one"),
            (TurnedAway::TooFewShards, "start the bot again in some minutes"),
            (TurnedAway::Version, "install a newer one"),
        ] {
            assert!(turned_away(why).to_string().ends_with(what_to_do), "{why:?}");
        }
        assert!(over(None).to_string().ends_with("every shard has stopped"));
    }
}
