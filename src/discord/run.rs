//! From a configuration to a bot that serves, and back to silence.
//!
//! Everything that can fail is tried before the gateway is asked for: a bot that is connected works. A stop takes no
//! more interactions, finishes what is in hand, and is over within five seconds.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use reqwest::Method;
use serenity::{FullEvent, Interaction};
use tokio::runtime::Handle;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::JoinHandle;

use super::address::{base_of, on_this_computer};
use super::backstage::Backstage;
use super::ban::Ban;
use super::board::Board;
use super::crowd::Crowd;
use super::ear::Ear;
use super::house::{Hands, House};
use super::http::{self, Api, ApiError, DISCORD};
use super::limits::{self, Unfit};
use super::line::{Advice, Line};
use super::messages::{Messages, MessagesConfig, Wake};
use super::mute::ANEW_AFTER;
use super::opening::Threads;
use super::probe::Probe;
use super::start::Asking;
use super::{commands, moves, presses, removal};
use crate::games::Options;
use crate::referee::{Change, Referee, Settings, epoch_ms, steady};
use crate::store::{Claim, Store, StoreError};
use crate::words::{Words, WordsError};

/// What a bot needs to serve.
#[derive(Clone)]
pub struct Config {
    /// The token, without the word `Bot`.
    pub token: String,
    /// The server to talk to, such as `http://127.0.0.1:8080` (`/api/v10` may follow); Discord when `None`.
    pub api_base: Option<String>,
    /// Permits an `api_base` beyond this computer.
    pub allow_remote_api: bool,
    /// The database file.
    pub database: PathBuf,
    /// The one server to register commands in; everywhere when `None`.
    pub guild: Option<u64>,
    /// How the referee goes about its work.
    pub referee: Settings,
    /// Other defaults of games' options, by slug.
    pub options: BTreeMap<&'static str, Options>,
    /// How long somebody is awaited before they are pinged.
    pub ping_after: Duration,
    /// How long the public message of a table stays where it is at least, however much is said below it.
    pub bury_every: Duration,
    /// How long to wait at the start before a server that cannot be reached is tried again. It is tried for 120 times as long.
    pub knock_every: Duration,
    /// How long a gateway may keep a connection without a session before another one is begun.
    pub anew_after: Duration,
    /// Adds a bare `/ping`, to measure by.
    pub bare_ping: bool,
}

impl Config {
    /// A bot with all defaults.
    pub fn new(token: impl Into<String>, database: impl Into<PathBuf>) -> Config {
        Config {
            token: token.into(),
            api_base: None,
            allow_remote_api: false,
            database: database.into(),
            guild: None,
            referee: Settings::default(),
            options: BTreeMap::new(),
            ping_after: Duration::from_secs(15),
            bury_every: MessagesConfig::default().bury_every,
            knock_every: Duration::from_secs(1),
            anew_after: ANEW_AFTER,
            bare_ping: false,
        }
    }
}

/// Why the bot does not serve, in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A language file is broken: a fault of the program.
    #[error(transparent)]
    Words(#[from] WordsError),
    /// The address is no address, or beyond this computer.
    #[error("{0}")]
    Address(String),
    /// The token is not one, or is not taken.
    #[error("Discord does not take the token: copy it again from the Bot page of your application")]
    Token,
    /// The server cannot be reached, however often it is tried.
    #[error("Discord cannot be reached: {0}")]
    Unreachable(String),
    /// The server does not do what is asked at the start.
    #[error("{what} failed: {why}")]
    Start {
        /// What was tried.
        what: &'static str,
        /// Discord's answer.
        why: String,
    },
    /// The commands are not such as Discord takes: a fault of the program.
    #[error("this version of the bot has commands that Discord would not take, which is a fault of the program: {0}")]
    Commands(#[from] Unfit),
    /// The connection ended for good.
    #[error("the connection to Discord ended: {0}")]
    Gateway(String),
}

/// Serves until the process is told to stop (SIGTERM, Ctrl-C).
///
/// # Errors
/// When it cannot start, or the connection ends for good.
pub async fn run(config: Config) -> Result<(), RunError> {
    run_until(config, told_to_stop()).await
}

/// Serves until `stop` resolves.
///
/// # Errors
/// When it cannot start, or the connection ends for good.
pub async fn run_until(mut config: Config, stop: impl Future<Output = ()>) -> Result<(), RunError> {
    tokio::pin!(stop);
    let base = base_of(&config)?;
    let words = Arc::new(Words::embedded()?);
    let (store, _claim) = tokio::select! {
        opened = claimed(&config.database) => opened?,
        () = &mut stop => return Ok(()),
    };
    let least = store.last_alive().await?.unwrap_or(0);
    config.referee.now = steady(config.referee.now, least);
    // By the time of Discord, however fast the bot's own clock runs.
    let ban = Ban::beside(&config.database, Arc::new(epoch_ms));
    let started = tokio::select! {
        started = start(&config, base, words, store.clone(), &ban) => started,
        () = &mut stop => {
            let _ = tokio::time::timeout(TIDY, store.close()).await;
            return Ok(());
        }
    };
    let result = match started {
        Ok(bot) => serve(bot, &ban, stop).await,
        Err(error) => Err(error),
    };
    // Only tidiness, and another process may keep the file locked: what was acknowledged is on the disk.
    let _ = tokio::time::timeout(TIDY, store.close()).await;
    result
}

/// The store, and the claim to serve it.
async fn claimed(database: &Path) -> Result<(Store, Claim), StoreError> {
    let claim = Claim::of(database).await?;
    let store = Store::open(database).await?;
    store.begin(&claim).await?;
    Ok((store, claim))
}

/// A bot that is ready to connect.
struct Bot {
    line: Line,
    house: Arc<House>,
    changes: UnboundedReceiver<Change>,
    backstage: Backstage,
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
        knock_every: config.knock_every,
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

    let backstage = Backstage::open().map_err(|error| RunError::Start {
        what: "setting up threads",
        why: error.to_string(),
    })?;
    let (house, changes) = furnished(config, Probe::default(), api, words, store, backstage.handle()).await?;
    let line = Line::open(config, base, &house, advice, backstage.handle()).await?;
    Ok(Bot {
        line,
        house,
        changes,
        backstage,
    })
}

/// The commands as Discord is told of them, once they are known to be such as it takes.
fn declared(tree: &[commands::Spec], words: &Words, everywhere: bool) -> Result<serde_json::Value, Unfit> {
    let declared = commands::declare(tree, words, everywhere);
    limits::check_commands(&declared)?;
    Ok(declared)
}

/// No way to Discord can be set up.
pub(super) fn https(error: reqwest::Error) -> RunError {
    RunError::Start {
        what: "setting up HTTPS",
        why: error.to_string(),
    }
}

/// The house, furnished over its store and its way to Discord, with `tasks` to bring messages up to date; and the stream of
/// changes that come of what is done there.
pub(super) async fn furnished(
    config: &Config,
    probe: Probe,
    api: Api,
    words: Arc<Words>,
    store: Store,
    tasks: Handle,
) -> Result<(Arc<House>, UnboundedReceiver<Change>), RunError> {
    let apart = api.apart().map_err(https)?;
    let (referee, changes) = Referee::new(store.clone(), config.referee.clone());
    referee.give_back().await?;
    let board = Board::new(
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
    let house = Arc::new(House {
        referee,
        words,
        messages: Messages::new(store, apart, board, messages, Arc::clone(&config.referee.now), tasks),
        api,
        defaults: config.options.clone(),
        hands: Hands::default(),
        crowd: Crowd::default(),
        threads: Threads::default(),
        ear: Ear::new(Arc::clone(&config.referee.now), config.anew_after),
        bot: AtomicU64::new(0),
        probe,
    });
    Ok((house, changes))
}

/// Connects and serves until told to stop.
async fn serve(bot: Bot, ban: &Ban, stop: impl Future<Output = ()>) -> Result<(), RunError> {
    let Bot {
        mut line,
        house,
        changes,
        backstage,
    } = bot;
    let works = Works::begin(&house, changes).await;
    tokio::pin!(stop);
    let result = tokio::select! {
        over = line.keep(&house) => Err(over),
        () = &mut stop => Ok(()),
        never = tell_how_late(&house) => match never {},
        never = note_bans(&house, ban) => match never {},
    };

    tracing::info!("stopping");
    works.end(&house).await;
    tracing::info!(waited = %house.api.figures(), "{HOW_LATE}");
    // Before the store is closed: what is left to show would only fail there.
    backstage.end(LET_GO).await;
    let _ = tokio::time::timeout(HANG_UP, line.hang_up()).await;
    result
}

/// What is said of how late messages are: of each class how many there were, within what time half and 99 of 100 of them were
/// sent, and the longest.
const HOW_LATE: &str = "how long requests to Discord have waited for its limits since the start";

/// Says now and then how late messages are, when there are more than Discord takes.
async fn tell_how_late(house: &House) -> Infallible {
    const NOW_AND_THEN: Duration = Duration::from_secs(10 * 60);
    let mut told = 0;
    loop {
        tokio::time::sleep(NOW_AND_THEN).await;
        let figures = house.api.figures();
        if figures.late() > told {
            told = figures.late();
            tracing::warn!(waited = %figures, "{HOW_LATE}");
        }
    }
}

/// Notes every ban, so that a restart does not knock before it is over. Nothing else is to be done: the governor waits.
async fn note_bans(house: &House, ban: &Ban) -> Infallible {
    let mut bans = house.api.bans();
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

/// How long each part of a stop may take, one after another: to finish what somebody has asked for, to let the clock that is
/// just striking strike, to show what has happened, to let go of what could not be shown, to hang up, and to tidy the file.
/// All but the first is only good manners: nothing that anybody was told is lost without it.
const FINISH: Duration = Duration::from_millis(2500);
const STRIKE: Duration = Duration::from_millis(250);
const DELIVER: Duration = Duration::from_millis(750);
const LET_GO: Duration = Duration::from_millis(200);
const HANG_UP: Duration = Duration::from_millis(300);
const TIDY: Duration = Duration::from_millis(200);

/// All that goes on in the house by itself, whoever is heard.
pub(super) struct Works {
    end: tokio::sync::watch::Sender<bool>,
    clocks: JoinHandle<()>,
    pump: JoinHandle<()>,
    /// Whatever no change of a table asks for.
    tidying: JoinHandle<()>,
}

impl Works {
    /// Sets everything going. Nobody is heard yet.
    pub(super) async fn begin(house: &House, mut changes: UnboundedReceiver<Change>) -> Works {
        let (end, mut ended) = tokio::sync::watch::channel(false);
        // No clock strikes before anybody can be heard.
        house.ear.begin(&house.referee).await;
        let referee = house.referee.clone();
        let clocks = tokio::spawn(async move {
            let stop = async move { drop(ended.wait_for(|ended| *ended).await) };
            referee.keep_clocks(stop).await;
        });
        let messages = house.messages.clone();
        let pump = house.messages.spawn(async move {
            while let Some(change) = changes.recv().await {
                match change.seq {
                    // Its log says nothing of what has changed.
                    0 => messages.changed(change.table),
                    _ => messages.moved(change.table),
                }
            }
        });
        let messages = house.messages.clone();
        let tidying = house.messages.spawn(async move {
            // First, for a table of which nothing else is left to see to need not be woken.
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

    /// Takes no more, and finishes what is in hand, but not for ever.
    pub(super) async fn end(self, house: &House) {
        // What is not needed for one is left for the next: how long messages are still sent must not depend on what is in hand.
        let by = tokio::time::Instant::now() + FINISH + STRIKE + DELIVER;
        let _ = tokio::time::timeout(FINISH, house.hands.close()).await;
        let _ = self.end.send(true);
        let _ = tokio::time::timeout(STRIKE, self.clocks).await;
        self.tidying.abort();
        let _ = tokio::time::timeout_at(by, house.messages.settle()).await;
        self.pump.abort();
    }
}

/// What the gateway says.
pub(super) async fn heard(house: &House, event: &FullEvent) {
    let bot = house.bot.load(Ordering::Acquire);
    match event {
        FullEvent::InteractionCreate {
            interaction: Interaction::Component(interaction),
        } => {
            if let Some(_hand) = house.hands.take() {
                Box::pin(presses::component(house, interaction)).await;
            }
        }
        FullEvent::InteractionCreate {
            interaction: Interaction::Modal(interaction),
        } => {
            if let Some(_hand) = house.hands.take() {
                Box::pin(presses::form(house, interaction)).await;
            }
        }
        FullEvent::InteractionCreate {
            interaction: Interaction::Autocomplete(interaction),
        } => {
            if let Some(_hand) = house.hands.take() {
                Box::pin(moves::complete(house, interaction)).await;
            }
        }
        FullEvent::Ready { .. } | FullEvent::GuildDelete { .. } => removal::heard(house, event).await,
        FullEvent::Message { new_message } if new_message.author.id.get() != bot => {
            house.messages.spoken(new_message.channel_id.get());
        }
        event => {
            if let Some(where_to) = may_open(event, bot) {
                house.messages.wake(where_to);
            }
        }
    }
}

/// Where the bot may have got access by what the gateway says.
fn may_open(event: &FullEvent, bot: u64) -> Option<Wake> {
    Some(match event {
        FullEvent::GuildCreate { guild, .. } => Wake::Hall(guild.id.get()),
        FullEvent::GuildRoleUpdate { new, .. } => Wake::Hall(new.guild_id.get()),
        // It was given another role. Of others nothing comes, without the intent for it.
        FullEvent::GuildMemberUpdate { event, .. } if event.user.id.get() == bot => Wake::Hall(event.guild_id.get()),
        // What may be done in a channel may be done in its threads, too.
        FullEvent::ChannelUpdate { new, .. } => Wake::Hall(new.guild_id.get()),
        FullEvent::ThreadListSync { thread_list_sync } => Wake::Hall(thread_list_sync.guild_id.get()),
        FullEvent::ThreadCreate { thread, .. } => Wake::Place(thread.id.get()),
        FullEvent::ThreadUpdate { new, .. } => Wake::Place(new.id.get()),
        _ => return None,
    })
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

    /// A port of this computer at which nobody listens.
    fn nobody() -> String {
        let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        format!("http://{}", taken.local_addr().expect("its address"))
    }

    #[tokio::test]
    async fn a_server_that_is_not_there_is_tried_again_and_then_one_clear_sentence() {
        let folder = tempfile::tempdir().expect("a folder");
        let config = Config {
            api_base: Some(nobody()),
            knock_every: Duration::from_millis(5),
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
    fn another_role_of_the_bot_may_open_its_server_and_one_of_somebody_else_nothing() {
        let update = |user: &str| {
            let event = serde_json::json!({
                "guild_id": "4", "nick": null, "joined_at": "2026-01-01T00:00:00Z", "roles": ["9"], "premium_since": null,
                "avatar": null, "user": { "id": user, "username": "somebody", "discriminator": "0" },
            });
            let event = serde_json::from_value(event).expect("an event");
            FullEvent::GuildMemberUpdate {
                old_if_available: None,
                new: None,
                event,
            }
        };
        assert_eq!(may_open(&update("7"), 7), Some(Wake::Hall(4)));
        assert_eq!(may_open(&update("8"), 7), None);
    }

    #[test]
    fn a_stop_is_over_within_five_seconds() {
        let parts = FINISH + STRIKE + DELIVER + HANG_UP + TIDY;
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
