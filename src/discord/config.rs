//! The bot's configuration, which servers it may talk to, and why it does not serve.

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use super::endpoint::signature::PublicKey;
use super::gateway::mute::ANEW_AFTER;
use super::messages::MessagesConfig;
use crate::games::Options;
use crate::referee::Settings;
use crate::service::ServiceError;
use crate::store::{Database, StoreError, WantedShards};
use crate::words::WordsError;

/// What a bot needs to serve.
#[derive(Clone)]
pub struct Config {
    /// The token, without the word `Bot`.
    pub token: String,
    /// The server to talk to, such as `http://127.0.0.1:8080` (`/api/v10` may follow); Discord when `None`.
    pub api_base: Option<String>,
    /// Permits an `api_base` beyond this computer.
    pub allow_remote_api: bool,
    /// The database.
    pub database: Database,
    /// Which shards of Discord's are to be the bot's own, among several bots over one database. With [`Shards::ALL`] the bot is
    /// the only one, and has as many shards as Discord advises.
    ///
    /// [`Shards::ALL`]: crate::store::Shards::ALL
    pub shards: WantedShards,
    /// The only server in which to register commands; everywhere if `None`.
    pub guild: Option<u64>,
    /// The referee's settings.
    pub referee: Settings,
    /// The operator's own defaults for games' options, by slug.
    pub options: BTreeMap<&'static str, Options>,
    /// How long the game waits for somebody before they are pinged.
    pub ping_after: Duration,
    /// How long at least the public message of a table stays where it is, however many messages stand below it.
    pub bury_every: Duration,
    /// How long to wait at the start before trying an unreachable server again. Tries go on for 120 times as long.
    pub retry_every: Duration,
    /// How long a gateway may keep a connection without a session before another session is started.
    pub anew_after: Duration,
    /// Adds a bare `/ping`, for measuring.
    pub bare_ping: bool,
    /// Where to serve health and metrics; nowhere if `None`.
    pub http: Option<SocketAddr>,
    /// Takes over from a bot that serves the database, instead of waiting until that one is stopped.
    pub renew: bool,
    /// Where to take interactions by HTTP; over the gateway alone if `None`.
    pub endpoint: Option<EndpointConfig>,
}

/// The address on which interactions are taken by HTTP, and the key with which they are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndpointConfig {
    /// The application's public key.
    pub public_key: PublicKey,
    /// Where to listen.
    pub address: SocketAddr,
}

impl Config {
    /// A bot with all defaults.
    pub fn new(token: impl Into<String>, database: impl Into<Database>) -> Config {
        Config {
            token: token.into(),
            api_base: None,
            allow_remote_api: false,
            database: database.into(),
            shards: WantedShards::ALL,
            guild: None,
            referee: Settings::default(),
            options: BTreeMap::new(),
            ping_after: Duration::from_secs(15),
            bury_every: MessagesConfig::default().bury_every,
            retry_every: Duration::from_secs(1),
            anew_after: ANEW_AFTER,
            bare_ping: false,
            http: None,
            renew: false,
            endpoint: None,
        }
    }
}

/// Why the bot does not serve, in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The next bot would change the schema under the one that serves.
    #[error(
        "this version changes the schema of the database, and takes nothing over for that: stop the bot that serves, make a \
         backup, and start this one"
    )]
    Schema,
    /// Health and metrics cannot be served.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// Interactions cannot be taken by HTTP.
    #[error("WHISTLE_INTERACTIONS: nothing can listen on {0}: {1}")]
    Endpoint(SocketAddr, #[source] io::Error),
    /// The public key is not the application's.
    #[error(
        "WHISTLE_PUBLIC_KEY is another application's: copy the Public Key from the General Information page of yours"
    )]
    PublicKey,
    /// A language file is broken: a bug.
    #[error(transparent)]
    Words(#[from] WordsError),
    /// The address is not valid, or is beyond this computer.
    #[error("{0}")]
    Address(String),
    /// The token is not valid, or Discord does not accept it.
    #[error("Discord does not take the token: copy it again from the Bot page of your application")]
    Token,
    /// The server cannot be reached, however often the bot tries.
    #[error("Discord cannot be reached: {0}")]
    Unreachable(String),
    /// Discord refuses something that the start needs, and would refuse it again.
    #[error("{what} was refused: {why}")]
    Refused {
        /// What was tried.
        what: &'static str,
        /// Discord's answer.
        why: String,
    },
    /// Something that the start needs has failed.
    #[error("{what} failed: {why}")]
    Start {
        /// What was tried.
        what: &'static str,
        /// Why it failed.
        why: String,
    },
    /// The connection ended for good.
    #[error("the connection to Discord ended: {0}")]
    Gateway(String),
}

impl RunError {
    /// Something that the start needs has failed.
    pub(super) fn start(what: &'static str, why: impl ToString) -> RunError {
        let why = why.to_string();
        RunError::Start { what, why }
    }

    /// Whether another start of the same program with the same settings would end in the same way.
    pub fn is_for_good(&self) -> bool {
        match self {
            RunError::Words(_)
            | RunError::Schema
            | RunError::Address(_)
            | RunError::Token
            | RunError::PublicKey
            | RunError::Refused { .. } => true,
            RunError::Store(_)
            | RunError::Service(_)
            | RunError::Endpoint(..)
            | RunError::Unreachable(_)
            | RunError::Start { .. }
            | RunError::Gateway(_) => false,
        }
    }
}

/// No HTTPS client can be set up.
pub(super) fn https(error: reqwest::Error) -> RunError {
    RunError::start("setting up HTTPS", error)
}

/// The server's scheme, host and port. It must be Discord or on this computer, unless another server is permitted.
pub(super) fn base_of(config: &Config) -> Result<Option<String>, RunError> {
    let Some(text) = &config.api_base else { return Ok(None) };
    if !config.allow_remote_api {
        on_this_computer("the API", text)?;
    }
    let url = parse("the API", text)?;
    let rest = url.path().trim_end_matches('/');
    if !matches!(rest, "" | "/api" | "/api/v10") {
        return Err(RunError::Address(format!(
            "the address of the API ends in {rest}, and not in /api/v10"
        )));
    }
    Ok(Some(url.origin().ascii_serialization()))
}

fn parse(what: &str, text: &str) -> Result<reqwest::Url, RunError> {
    reqwest::Url::parse(text).map_err(|_| RunError::Address(format!("the address of {what} is no address")))
}

/// Refuses an address beyond this computer: whoever listens there would get the token.
pub(super) fn on_this_computer(what: &str, text: &str) -> Result<(), RunError> {
    let url = parse(what, text)?;
    let host = url
        .host_str()
        .unwrap_or_default()
        .trim_start_matches('[')
        .trim_end_matches(']');
    if host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback()) {
        return Ok(());
    }
    Err(RunError::Address(format!(
        "the address of {what} is beyond this computer ({host}), which must be permitted"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(text: &str, remote: bool) -> Result<Option<String>, String> {
        let config = Config {
            api_base: Some(text.to_owned()),
            allow_remote_api: remote,
            ..Config::new("token", "whistle.db")
        };
        base_of(&config).map_err(|error| error.to_string())
    }

    #[test]
    fn the_api_is_on_this_computer_unless_permitted() {
        for text in [
            "http://127.0.0.1:8080",
            "http://127.0.0.1:8080/",
            "http://127.0.0.1:8080/api/v10/",
        ] {
            assert_eq!(base(text, false), Ok(Some("http://127.0.0.1:8080".to_owned())));
        }
        assert_eq!(base("http://[::1]:5/api", false), Ok(Some("http://[::1]:5".to_owned())));
        assert!(base("http://127.0.0.1.example.org", false).is_err());
        assert!(base("https://example.org", false).is_err());
        assert_eq!(
            base("https://example.org", true),
            Ok(Some("https://example.org".to_owned()))
        );
        assert!(base("http://127.0.0.1/elsewhere", false).is_err());
        assert!(base("nothing", true).is_err());
    }

    #[test]
    fn a_gateway_elsewhere_is_refused() {
        assert!(on_this_computer("the gateway", "ws://127.0.0.1:4000/").is_ok());
        assert!(on_this_computer("the gateway", "wss://gateway.discord.gg").is_err());
        assert!(on_this_computer("the gateway", "").is_err());
    }
}
