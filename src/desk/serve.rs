//! Where the desk hands over to the rooms that run on: the bot and the playground.
//!
//! Both are told here when to stop: on SIGTERM or Ctrl-C.

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::ExitCode;
use std::sync::Arc;

use super::DeskError;
use super::config::{BotConfig, PlaygroundConfig, Token};
use crate::referee::{Now, epoch_ms};
use crate::{discord, playground};

/// Serves Discord until asked to stop.
pub(super) fn bot(config: &BotConfig) -> Result<ExitCode, DeskError> {
    block_on(run_bot(config, asked_to_stop()))?;
    Ok(ExitCode::SUCCESS)
}

/// Runs the playground, and the bot against it if it is wanted, until asked to stop.
pub(super) fn playground(config: &PlaygroundConfig, out: &mut impl Write) -> Result<ExitCode, DeskError> {
    block_on(async {
        let running = playground::start(playground::Config {
            bind: SocketAddr::from((Ipv4Addr::LOCALHOST, config.port.unwrap_or(0))),
            ..playground::Config::default()
        });
        let running = running.await.map_err(|error| DeskError::Serving(error.to_string()))?;
        let ended = match &config.bot {
            Some(settings) => {
                writeln!(
                    out,
                    "Open {} and choose who you are; every slash command of the bot works there.",
                    running.page_url()
                )?;
                out.flush()?;
                let bot = BotConfig {
                    token: Token::known(running.token()),
                    api_base: Some(running.base_url()),
                    remote: false,
                    settings: settings.clone(),
                };
                run_bot(&bot, asked_to_stop()).await
            }
            None => {
                writeln!(
                    out,
                    "Open {} and choose who you are. A bot joins with",
                    running.page_url()
                )?;
                writeln!(
                    out,
                    "DISCORD_TOKEN={} DISCORD_API_BASE={} whistle bot",
                    running.token(),
                    running.base_url()
                )?;
                out.flush()?;
                asked_to_stop().await;
                Ok(())
            }
        };
        running.stop().await;
        ended.map(|()| ExitCode::SUCCESS)
    })
}

/// Runs the bot until `stop` ends.
async fn run_bot(config: &BotConfig, stop: impl Future<Output = ()>) -> Result<(), DeskError> {
    let settings = &config.settings;
    let mut bot = discord::Config::new(config.token.reveal(), &settings.database);
    bot.api_base.clone_from(&config.api_base);
    bot.allow_remote_api = config.remote;
    bot.guild = settings.guild;
    bot.options.clone_from(&settings.options);
    bot.referee.now = clock(settings.speed);
    bot.referee.stood_still_ms *= i64::from(settings.speed.max(1));
    let ended = discord::run_until(bot, stop).await;
    ended.map_err(|error| DeskError::Serving(error.to_string()))
}

/// The time of the system, or for tests one that runs `speed` times faster. It depends on nothing but the system's time,
/// so that it goes on over a restart.
fn clock(speed: u32) -> Now {
    /// Some moment in the past, in milliseconds since the epoch.
    const FROM: i64 = 1_700_000_000_000;
    match i64::from(speed) {
        0 | 1 => Arc::new(epoch_ms),
        speed => Arc::new(move || FROM.saturating_add((epoch_ms() - FROM).saturating_mul(speed))),
    }
}

fn block_on<T>(work: impl Future<Output = Result<T, DeskError>>) -> Result<T, DeskError> {
    let built = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = built.map_err(|error| DeskError::Serving(format!("the system gives no threads: {error}")))?;
    let done = runtime.block_on(work);
    // A stop does not wait for somebody who still thinks or recomputes: nothing of that was promised to anybody.
    runtime.shutdown_background();
    done
}

/// Ends on SIGTERM or Ctrl-C.
async fn asked_to_stop() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                () = interrupt => {}
            }
            return;
        }
    }
    interrupt.await;
}
