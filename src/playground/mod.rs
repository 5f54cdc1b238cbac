//! A Discord-compatible server on loopback, to play and to test against. A bot reaches this server only by sockets: the gateway and
//! REST, as Discord has them. The bot must not be able to tell the difference. But here everything is in memory and in our hands:
//! people act over the `people` routes, and troubles can be switched on.
//!
//! The playground knows no other room of the house. docs/DISCORD.md and openapi.json hold all that it knows of Discord.
//!
//! | room | what it does |
//! |---|---|
//! | `world` | what exists: guilds, people, channels, messages, commands, interactions |
//! | `state` | how it changes, and who hears of it |
//! | `gateway` | the bot's WebSocket: sessions, replay, heartbeats, close codes |
//! | `endpoint`, `courier` | the application's address for interactions by HTTP, and the way there |
//! | `rest` | the bot's HTTP routes, with rate limits and errors |
//! | `people` | HTTP and WebSocket for clients that act as a person |
//! | `page` | the page on which people play, over the routes of `people` |
//! | `checks`, `refused` | Discord's limits on payloads; its errors |
//! | `faults`, `quotas`, `traffic` | troubles on demand; the rate limits' numbers; what went over the wire |
//!
//! ```no_run
//! # async fn demo() -> Result<(), whistle::playground::StartError> {
//! use whistle::playground::{Config, start};
//! let playground = start(Config::default()).await?;
//! println!("bots: DISCORD_API_BASE={}; people: {}", playground.base_url(), playground.people_url());
//! playground.stop().await;
//! # Ok(())
//! # }
//! ```

pub mod checks;
mod config;
mod courier;
mod endpoint;
mod faults;
mod gateway;
mod json;
mod page;
mod people;
mod quotas;
mod refused;
mod reply;
mod rest;
mod snowflake;
mod state;
mod token;
mod traffic;
mod world;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get};
use axum::serve::ListenerExt;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

pub use config::{
    ChannelSpec, Config, Deadlines, GatewayConfig, GuildSpec, Keep, PersonSpec, PrivilegedIntent, Quota, RateLimits,
};
pub use snowflake::Id;
pub use token::DEFAULT_TOKEN;

use faults::Faults;
use gateway::Hub;
use rest::bans::Bans;
use rest::rates::Rates;
use state::State;
use traffic::Traffic;
use world::World;

/// Why a playground did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address is not a loopback address, and the settings do not permit another.
    #[error("the playground listens on loopback only, and {0} is not a loopback address")]
    NotLoopback(SocketAddr),
    /// The playground cannot listen on the address.
    #[error("the playground cannot listen on {addr}: {source}")]
    Bind {
        /// The address that was asked for.
        addr: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// The configured token does not have the shape of a token.
    #[error("the playground's token must have the shape base64(user id).x.y")]
    BadToken,
}

/// A playground that runs. [`Playground::stop`] ends it; when this handle is only dropped, the playground runs until the runtime ends.
#[derive(Debug)]
pub struct Playground {
    app: Arc<App>,
    stop: watch::Sender<bool>,
    /// One for each door.
    servers: Vec<JoinHandle<()>>,
}

/// What every handler holds.
#[derive(Debug)]
struct App {
    config: Config,
    addr: SocketAddr,
    /// Its address for those on this machine, `http://host:port`.
    base: String,
    state: Mutex<State>,
    faults: Faults,
    rates: Rates,
    bans: Bans,
    traffic: Traffic,
    stop: watch::Receiver<bool>,
}

impl App {
    /// How the bot stands with Discord: how near it is to a ban, and whether it opens private chats too fast.
    fn standing(&self) -> Value {
        let limits = self.rates.limits();
        json!({ "invalid_requests": self.bans.json(&limits), "private_chats": self.state().chats_json(&limits) })
    }

    /// The state, locked. A panic in another handler does not take the playground down with it.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends when the playground closes.
    fn stopped(&self) -> impl Future<Output = ()> + Send + 'static {
        let mut stop = self.stop.clone();
        async move { drop(stop.wait_for(|stop| *stop).await) }
    }
}

/// Starts a playground.
///
/// # Errors
/// If the address is not a loopback address, if the playground cannot listen on it, or if the token does not have a token's shape.
pub async fn start(config: Config) -> Result<Playground, StartError> {
    if !config.bind.ip().is_loopback() && !config.allow_remote {
        return Err(StartError::NotLoopback(config.bind));
    }
    let token = config.token.as_deref().unwrap_or(DEFAULT_TOKEN);
    let application = token::owner(token.trim_start_matches("Bot ")).ok_or(StartError::BadToken)?;
    let (listener, addr) = listen(config.bind).await?;
    let base = format!("http://{}", near(addr));
    let world = World::new(&config, application, base.clone());
    let (stop, stopping) = watch::channel(false);
    let app = Arc::new(App {
        addr,
        base,
        state: Mutex::new(State::new(world, Hub::new(config.gateway), config.deadlines)),
        faults: Faults::default(),
        rates: Rates::new(config.rate_limits),
        bans: Bans::default(),
        traffic: Traffic::new(config.traffic),
        stop: stopping,
        config,
    });
    watch_threads(&app);
    courier::keep(&app);
    let servers = vec![serve(listener, &app)];
    Ok(Playground { app, stop, servers })
}

/// A listener, and where it listens.
async fn listen(addr: SocketAddr) -> Result<(TcpListener, SocketAddr), StartError> {
    let unbound = |source| StartError::Bind { addr, source };
    let listener = TcpListener::bind(addr).await.map_err(unbound)?;
    let addr = listener.local_addr().map_err(unbound)?;
    Ok((listener, addr))
}

/// Serves whoever comes to a listener, on the threads of this runtime, until the playground closes.
fn serve(listener: TcpListener, app: &Arc<App>) -> JoinHandle<()> {
    let router = Router::new()
        .route("/gateway", get(gateway::upgrade))
        .route("/gateway/", get(gateway::upgrade))
        .route("/api/{*path}", any(rest::serve))
        .route("/attachments/{channel}/{id}/{name}", get(people::attachment))
        .route("/emojis/{name}", get(people::emoji))
        .layer(from_fn_with_state(Arc::clone(app), people::guard_bots))
        .merge(people::router(Arc::clone(app)))
        .merge(page::routes().layer(from_fn_with_state(Arc::clone(app), people::guard_page)))
        .layer(DefaultBodyLimit::max(rest::LARGEST))
        .with_state(Arc::clone(app));
    let closed = app.stopped();
    // Small frames follow one another; none may wait until the one before is acknowledged.
    let listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection keeps its frames back");
        }
    });
    tokio::spawn(async move {
        let service = router.into_make_service_with_connect_info::<SocketAddr>();
        if let Err(error) = axum::serve(listener, service).with_graceful_shutdown(closed).await {
            tracing::error!(%error, "the playground stopped serving");
        }
    })
}

/// The address by which those on this machine reach what listens on `addr`: on every address it is the loopback one.
fn near(mut addr: SocketAddr) -> SocketAddr {
    match addr.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => addr.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => addr.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    addr
}

/// How often the threads are looked through for those that have been silent for too long.
const LOOK: Duration = Duration::from_secs(20);

/// Archives silent threads as their time comes, as long as the playground runs.
fn watch_threads(app: &Arc<App>) {
    let (watched, closed) = (Arc::downgrade(app), app.stopped());
    let watch = async move {
        while let Some(app) = watched.upgrade() {
            app.state().archive_silent(snowflake::now_ms());
            drop(app);
            tokio::time::sleep(LOOK).await;
        }
    };
    tokio::spawn(async move {
        tokio::select! {
            () = watch => {}
            () = closed => {}
        }
    });
}

impl Playground {
    /// Where it listens.
    pub fn addr(&self) -> SocketAddr {
        self.app.addr
    }

    /// What a bot puts in the place of `https://discord.com` (`DISCORD_API_BASE`), without a slash at the end.
    pub fn base_url(&self) -> String {
        self.app.base.clone()
    }

    /// The gateway's address, as `GET /gateway` gives it.
    pub fn gateway_url(&self) -> String {
        format!("ws://{}/gateway", near(self.app.addr))
    }

    /// The root of the routes for clients that act as people; their table is in the docs of the `people` module.
    pub fn people_url(&self) -> String {
        format!("{}/people", self.app.base)
    }

    /// Opens a second port for a crowd of people and gives the root of its people routes. The threads of the calling runtime serve
    /// this port, so that a bot at the first port does not wait behind the crowd.
    ///
    /// # Errors
    /// If there is no port to listen on.
    pub async fn open_side_door(&mut self) -> Result<String, StartError> {
        let (listener, addr) = listen(SocketAddr::new(self.app.addr.ip(), 0)).await?;
        self.servers.push(serve(listener, &self.app));
        Ok(format!("http://{}/people", near(addr)))
    }

    /// The page for people.
    pub fn page_url(&self) -> String {
        format!("{}/", self.app.base)
    }

    /// The token for a bot: the configured one, or [`DEFAULT_TOKEN`].
    pub fn token(&self) -> &str {
        self.app.config.token.as_deref().unwrap_or(DEFAULT_TOKEN)
    }

    /// How the bot stands with Discord, as `GET /people/-/traffic` says it beside its entries.
    pub fn standing(&self) -> Value {
        self.app.standing()
    }

    /// The traffic from entry `after` on, at most `limit` entries, as `GET /people/-/traffic` gives it.
    pub fn traffic(&self, after: u64, limit: usize) -> Value {
        self.app.traffic.since(after, limit)
    }

    /// Closes the gateway's connections, waits at most two seconds for requests under way, and ends.
    pub async fn stop(self) {
        self.stop.send_replace(true);
        let by = tokio::time::Instant::now() + Duration::from_secs(2);
        for mut server in self.servers {
            if tokio::time::timeout_at(by, &mut server).await.is_err() {
                server.abort();
            }
        }
    }
}
