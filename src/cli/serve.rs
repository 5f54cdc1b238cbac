//! Starts the long-running rooms: the bot and the playground.
//!
//! Both stop on SIGTERM or Ctrl-C, which are received here.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use super::CliError;
use super::arguments::PlaygroundArguments;
use super::bot_arguments::BotArguments;
use super::config::Settings;
use crate::playground::{self, Playground};
use crate::referee::{Now, epoch_ms};
use crate::store::{Claim, Database, Store, StoreError};
use crate::{demo, discord};

/// Serves Discord until asked to stop: takes over from the bot that serves the database, and serves some shards alone, if the
/// arguments say so.
pub(super) fn bot(
    config: discord::Config,
    settings: &Settings,
    arguments: &BotArguments,
) -> Result<ExitCode, CliError> {
    serve(async { run_bot(config, settings, arguments, asked_to_stop()).await })
}

/// Runs the playground until asked to stop, together with a bot of these settings that serves it, if one is wanted.
pub(super) fn playground(
    arguments: &PlaygroundArguments,
    bot: Option<&Settings>,
    out: &mut impl Write,
) -> Result<ExitCode, CliError> {
    let bind = arguments.address();
    let remote = !bind.ip().is_loopback();
    serve(async {
        if let Some(settings) = bot {
            let looked = look_at(&settings.database).await;
            looked.map_err(|error| CliError::Serving(error.to_string()))?;
        }
        let running = playground::start(playground::Config {
            bind,
            allow_remote: remote,
            privileged_intents: arguments.intents.iter().fold(0, |bits, intent| bits | intent.bit()),
            ..playground::Config::with_guilds(arguments.servers.unwrap_or(1))
        });
        let running = running.await.map_err(|error| CliError::Serving(error.to_string()))?;
        // Listens for the signals from here on, so that none is lost.
        let stop = asked_to_stop();
        write!(out, "{}", welcome(arguments, &running))?;
        out.flush()?;
        let ended = match bot {
            Some(settings) => {
                // It takes no interactions by HTTP: a key in the environment is that of an application on Discord.
                let bot = discord::Config {
                    api_base: Some(running.base_url()),
                    // The address is this program's own playground, wherever it listens.
                    allow_remote_api: remote,
                    ..discord::Config::new(running.token(), settings.database.clone())
                };
                let demo = demo::Config {
                    people_url: running.people_url(),
                    speed: settings.speed,
                };
                let (told, mut stopped) = watch::channel(false);
                let play = async {
                    let stopped = async move { drop(stopped.wait_for(|told| *told).await) };
                    if arguments.demo {
                        tokio::select! {
                            never = demo::play(&demo) => match never {},
                            () = stopped => {}
                        }
                    }
                };
                // The simulated people stop first, so they press nothing that the bot no longer answers.
                let stop = async {
                    stop.await;
                    told.send_replace(true);
                };
                let (ended, ()) = tokio::join!(
                    async {
                        let ended = run_bot(bot, settings, &BotArguments::default(), stop).await;
                        told.send_replace(true);
                        ended
                    },
                    play
                );
                ended
            }
            None => {
                stop.await;
                Ok(())
            }
        };
        let _ = tokio::time::timeout(CLOSE, running.stop()).await;
        ended
    })
}

/// Checks the database before anybody is invited to play. When another program keeps it locked, the bot waits for it.
async fn look_at(database: &Database) -> Result<(), StoreError> {
    if let Some(file) = database.file() {
        drop(Claim::of(file).await?);
    }
    if let Ok(opened) = tokio::time::timeout(LOOK, Store::open_at(database)).await {
        opened?.close().await;
    }
    Ok(())
}

/// What a person who has just started the playground needs to know.
fn welcome(arguments: &PlaygroundArguments, running: &Playground) -> String {
    let page = running.page_url();
    let mut lines = vec![format!("Open {page} to play in the browser.")];
    lines.push(if arguments.no_bot {
        let (token, base) = (running.token(), running.base_url());
        format!("A bot joins with DISCORD_TOKEN={token} DISCORD_API_BASE={base} whistle bot")
    } else if arguments.demo {
        "Three people play there by themselves: watch them, or start a table of your own in another channel.".to_owned()
    } else {
        "Type / to see every command, or start a table; whoever is alone plays the computer.".to_owned()
    });
    // The simulated people need no help.
    let (other, whom) = if arguments.demo {
        ("Dora", "somebody new")
    } else {
        ("Ben", "somebody else")
    };
    lines.push(format!(
        "Open {page}?as={other} in a second window to be {whom}. Ctrl-C ends it all."
    ));
    if !arguments.address().ip().is_loopback() {
        lines.push(format!(
            "It listens on {}, beyond this computer: whoever reaches it there can act as anybody, without a password.",
            running.addr()
        ));
    }
    lines.join("\n") + "\n"
}

/// Runs the bot until `stop` ends.
async fn run_bot(
    mut bot: discord::Config,
    settings: &Settings,
    arguments: &BotArguments,
    stop: impl Future<Output = ()>,
) -> Result<(), CliError> {
    bot.guild = settings.guild;
    bot.options.clone_from(&settings.options);
    bot.http = settings.http;
    bot.renew = arguments.renew;
    bot.shards = arguments.shards.unwrap_or(bot.shards);
    bot.retry_every /= settings.speed.max(1);
    bot.referee.now = clock(settings.speed);
    bot.referee.stood_still_ms *= i64::from(settings.speed.max(1));
    bot.referee.keep_ms = settings.keep.and_then(|keep| keep.as_millis().try_into().ok());
    let (relays, now) = (settings.beacon.clone(), clock(settings.speed));
    let ask = relays.map(|relays| relays.ask(move || now())).transpose();
    bot.referee.beacon = ask.map_err(|error| CliError::Serving(error.to_string()))?;
    bot.referee.idle = settings.idle.unwrap_or(bot.referee.idle);
    let ended = discord::run_until(bot, stop).await;
    ended.map_err(|error| match error.is_for_good() {
        true => CliError::ForGood(error.to_string()),
        false => CliError::Serving(error.to_string()),
    })
}

/// The system's time, or in tests a clock that runs `speed` times faster. It depends on the system's time alone, so it
/// continues after a restart.
fn clock(speed: u32) -> Now {
    /// Some moment in the past, in milliseconds since the epoch.
    const FROM: i64 = 1_700_000_000_000;
    match i64::from(speed) {
        0 | 1 => Arc::new(epoch_ms),
        speed => Arc::new(move || FROM.saturating_add((epoch_ms() - FROM).saturating_mul(speed))),
    }
}

/// How long the check of the database may take before the page opens.
const LOOK: Duration = Duration::from_secs(1);
/// How long the playground may take to close after the bot has ended.
const CLOSE: Duration = Duration::from_millis(200);
/// How long a whole stop may take, less a little time in which the process ends. Work that hangs longer is cut off; it holds
/// nothing that anybody was told.
const FAREWELL: Duration = Duration::from_millis(4500);

/// Runs `serving`, and ends soon after a request to stop.
fn serve(serving: impl Future<Output = Result<(), CliError>>) -> Result<ExitCode, CliError> {
    block_on(async {
        let stop = asked_to_stop();
        let overdue = async {
            stop.await;
            tokio::time::sleep(FAREWELL).await;
        };
        tokio::select! {
            ended = serving => ended,
            () = overdue => {
                tracing::warn!("the stop took too long, and is cut short");
                Ok(())
            }
        }
    })
    .map(|()| ExitCode::SUCCESS)
}

pub(super) fn block_on<T>(work: impl Future<Output = Result<T, CliError>>) -> Result<T, CliError> {
    // At least two threads: a connection that ended without notice may keep one busy for a while (see the Discord room's
    // line).
    let threads = std::thread::available_parallelism().map_or(2, |processors| processors.get().max(2));
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let built = builder.worker_threads(threads).enable_all().build();
    let runtime = built.map_err(|error| CliError::Serving(format!("the system gives no threads: {error}")))?;
    let done = runtime.block_on(work);
    // A stop does not wait for running computations: nobody was promised their results.
    runtime.shutdown_background();
    done
}

/// Ends on SIGTERM or Ctrl-C, even if the signal came before anybody waited.
#[cfg(unix)]
pub(super) fn asked_to_stop() -> impl Future<Output = ()> {
    use tokio::signal::unix::{Signal, SignalKind, signal};
    async fn heard(signal: Option<Signal>) {
        match signal {
            Some(mut signal) => drop(signal.recv().await),
            None => std::future::pending().await,
        }
    }
    let (interrupt, terminate) = (
        signal(SignalKind::interrupt()).ok(),
        signal(SignalKind::terminate()).ok(),
    );
    async {
        tokio::select! {
            () = heard(interrupt) => {}
            () = heard(terminate) => {}
        }
    }
}

/// Ends on Ctrl-C.
#[cfg(not(unix))]
pub(super) async fn asked_to_stop() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
