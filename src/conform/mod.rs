//! `whistle conform`: tries out whether Discord still does what docs/DISCORD.md says, in a private server of whoever runs a bot.
//!
//! Each check ([`CHECKS`]) does a thing or two as the bot, and looks at the raw answers: statuses, headers, bodies and frames.
//! A few checks need a person who presses. At its end the run removes everything that it made, also after a failure or when
//! somebody stops it. No output holds an id, a name or a token.
//!
//! This room knows no other room and no game. It asks Discord as a stranger would, so that a mistake of the bot cannot hide
//! behind the same mistake here.

mod catalogue;
mod checks;
mod client;
mod line;
mod redaction;
mod report;
mod trial;
mod verdict;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

pub use catalogue::{CHECKS, Check, Needs};
pub(crate) use client::{Answer, Client, DISCORD, Request};
pub(crate) use redaction::Redaction;
pub use report::{report, sentence};
pub(crate) use trial::on_this_computer;
pub use verdict::Verdict;

use trial::Trial;
use verdict::Halt;

/// The settings of a run.
#[derive(Clone)]
pub struct Config {
    /// The bot's token.
    pub token: String,
    /// The server that takes the place of `https://discord.com`; Discord itself when `None`.
    pub api_base: Option<String>,
    /// Whether that server may be beyond this computer.
    pub allow_remote: bool,
    /// The server to try things out in.
    pub guild: u64,
    /// The channel to use; a new one when `None`.
    pub channel: Option<u64>,
    /// Whether a person is there who presses.
    pub person: bool,
    /// Whether checks may take a quarter of an hour.
    pub slow: bool,
    /// How long a person may take for what they are asked for.
    pub patience: Duration,
    /// How long an interaction's token lives: fifteen minutes on Discord.
    pub token_life: Duration,
    /// The names of the only checks to run; all when empty.
    pub only: Vec<String>,
}

impl Config {
    /// The usual run in a server: all checks but the slow ones.
    pub fn new(token: &str, guild: u64) -> Config {
        Config {
            token: token.to_owned(),
            api_base: None,
            allow_remote: false,
            guild,
            channel: None,
            person: true,
            slow: false,
            patience: Duration::from_secs(180),
            token_life: Duration::from_secs(15 * 60),
            only: Vec::new(),
        }
    }

    /// Whether the run tries a check.
    fn wants(&self, check: &Check) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == check.name)
    }
}

/// An event of a run, for whoever watches it.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A check begins.
    Begins(&'static Check),
    /// The run asks a person to do something; the channel says the same.
    Asks(&'a str),
    /// A check has ended.
    Ended(&'static Check, &'a Verdict),
}

/// Hears the events of a run.
pub type Teller = Arc<dyn Fn(Event<'_>) + Send + Sync>;

/// Why a run could not begin.
#[derive(Debug, thiserror::Error)]
pub enum ConformError {
    /// In a sentence.
    #[error("{0}")]
    CannotRun(String),
}

/// The results of a run.
#[derive(Debug)]
pub struct Findings {
    /// Every check of the run, with its verdict.
    pub verdicts: Vec<(&'static Check, Verdict)>,
    /// How many things the run could not remove.
    pub left_behind: usize,
    /// How many answers Discord counts towards a ban.
    pub refusals: u32,
}

impl Findings {
    /// How many checks agree, how many differ, and how many could not be tried.
    pub fn counts(&self) -> (usize, usize, usize) {
        let count = |such: fn(&Verdict) -> bool| self.verdicts.iter().filter(|(_, verdict)| such(verdict)).count();
        (
            count(|verdict| matches!(verdict, Verdict::Agrees)),
            count(|verdict| matches!(verdict, Verdict::Differs(_))),
            count(|verdict| matches!(verdict, Verdict::Untried(_))),
        )
    }
}

/// Runs the checks, until the end or until `stop` is true, and removes what they made.
///
/// # Errors
/// If the run cannot use the token, the server or the channel.
pub async fn run(config: &Config, stop: watch::Receiver<bool>, tell: Teller) -> Result<Findings, ConformError> {
    let mut trial = Trial::begin(config, stop, tell).await?;
    let mut verdicts = Vec::new();
    let mut over = None;
    for check in CHECKS.iter().filter(|check| config.wants(check)) {
        let verdict = match &over {
            Some(why) => Verdict::Untried(String::clone(why)),
            None => one(&mut trial, check, &mut over).await,
        };
        trial.tell(Event::Ended(check, &verdict));
        verdicts.push((check, verdict));
    }
    let refusals = trial.refusals();
    let left_behind = trial.tidy_up().await;
    Ok(Findings {
        verdicts,
        left_behind,
        refusals,
    })
}

/// Tries one check. `over` says why there can be no other one after it.
async fn one(trial: &mut Trial, check: &'static Check, over: &mut Option<String>) -> Verdict {
    let config = trial.config();
    match check.needs {
        Needs::Person | Needs::PersonAndTime if !config.person => {
            return Verdict::Untried("it needs a person, and there is none".to_owned());
        }
        Needs::PersonAndTime if !config.slow => {
            return Verdict::Untried("it takes a quarter of an hour: --slow tries it".to_owned());
        }
        _ => {}
    }
    trial.tell(Event::Begins(check));
    let tried = (check.run)(trial).await;
    match tried {
        Ok(()) => Verdict::Agrees,
        Err(Halt::Differs(what)) => Verdict::Differs(trial.redaction.apply(&what)),
        Err(Halt::Untried(why)) => Verdict::Untried(trial.redaction.apply(&why)),
        Err(Halt::Over(why)) => {
            *over = Some(why.clone());
            Verdict::Untried(why)
        }
    }
}
