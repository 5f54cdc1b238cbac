//! The command line: runs the `whistle` command by its arguments and settings, and leaves the work to the other rooms.
//!
//! Everything wrong in what a person typed or set becomes one sentence ([`CliError`]) and a nonzero exit code. The command
//! line uses the other rooms only through their public entry points; they do the playing, drawing and checking.

mod arena;
mod arguments;
mod backup;
mod bot_arguments;
pub mod config;
mod conform;
mod daily;
mod doctor;
mod engine;
mod health;
pub mod invite;
pub mod logs;
mod ratings;
mod relocate;
mod replay;
mod serve;
mod simulate;
mod systemd;
mod verify;

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub use arguments::Arguments;
use arguments::{Command, PlaygroundArguments};
use bot_arguments::BotArguments;
use config::Environment;

use crate::games::{self, CATALOGUE, GameEntry};
use crate::referee::fair::FairError;
use crate::referee::recording::VerifyError;
use crate::rules::{Phrase, SetupError};
use crate::words::{ENGLISH, Numbered, Words, WordsError};

/// Why a command failed, in a sentence.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// A setting or an argument that makes no sense.
    #[error("{0}")]
    Wrong(String),
    /// A file cannot be read or written.
    #[error("cannot {doing} {}: {error}", .path.display())]
    File {
        /// What was attempted: `read` or `write`.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    /// A record is not sound.
    #[error("{0}")]
    Record(#[from] VerifyError),
    /// The source of randomness failed.
    #[error(transparent)]
    Chance(#[from] FairError),
    /// A language file is broken.
    #[error(transparent)]
    Words(#[from] WordsError),
    /// The bot or the playground could not run.
    #[error("{0}")]
    Serving(String),
    /// The bot could not run, and another start would not change that.
    #[error("{0}")]
    ForGood(String),
}

/// How a bot ends that another start would not mend: `EX_CONFIG` of `sysexits.h`. `whistle systemd` names it.
const FOR_GOOD: u8 = 78;

/// An error for something that was typed or set wrongly.
fn wrong(sentence: impl Into<String>) -> CliError {
    CliError::Wrong(sentence.into())
}

/// Runs a command.
///
/// # Errors
/// A sentence for the person who typed it.
pub fn run(arguments: Arguments, environment: &Environment) -> Result<ExitCode, CliError> {
    let remote = arguments.allow_remote_api;
    let mut out = io::stdout().lock();
    let done = match arguments.command {
        None if environment.token()?.is_some() => bot(environment, remote, &BotArguments::default()),
        None => playground(&PlaygroundArguments::default(), environment, &mut out),
        Some(Command::Playground(arguments)) => playground(&arguments, environment, &mut out),
        Some(Command::Bot(arguments)) => bot(environment, remote, &arguments),
        Some(Command::Health(arguments)) => health::run(&arguments, environment, &mut out),
        Some(Command::Invite(arguments)) => invite::run(&arguments, environment, &mut out),
        Some(Command::Doctor) => doctor::run(environment, remote, &mut out),
        Some(Command::Backup(arguments)) => backup::run(&arguments, environment, &mut out),
        Some(Command::Move(arguments)) => relocate::run(&arguments, environment, &mut out),
        Some(Command::Simulate(arguments)) => simulate::run(&arguments, &mut out),
        Some(Command::Arena(arguments)) => arena::run(&arguments, &mut out),
        Some(Command::Engine(arguments)) => engine::run(&arguments, io::stdin().lock(), &mut out),
        Some(Command::Ratings(arguments)) => ratings::run(&arguments, environment, &mut out),
        Some(Command::Daily(arguments)) => daily::run(&arguments, &mut out),
        Some(Command::Replay(arguments)) => replay::run(&arguments, &mut out),
        Some(Command::Conform(arguments)) => conform::run(&arguments, environment, remote, &mut out),
        Some(Command::Systemd(arguments)) => systemd::run(&arguments, &mut out),
        Some(Command::Verify(arguments)) => verify::run(&arguments, &mut out),
    };
    match done.and_then(|code| Ok(out.flush().map(|()| code)?)) {
        // Whoever read the output has stopped reading (`| head`).
        Err(CliError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        done => done,
    }
}

/// Ends a command that reports by its exit code, and that has another one for a run that could not begin.
fn or_could_not_run(run: Result<ExitCode, CliError>) -> Result<ExitCode, CliError> {
    const COULD_NOT_RUN: u8 = 2;
    match run {
        Err(CliError::Output(error)) => Err(CliError::Output(error)),
        Err(error) => {
            writeln!(io::stderr(), "whistle: {error}")?;
            Ok(ExitCode::from(COULD_NOT_RUN))
        }
        done => done,
    }
}

/// Serves Discord, and ends with [`FOR_GOOD`] where another start would end in the same way.
fn bot(environment: &Environment, remote: bool, arguments: &BotArguments) -> Result<ExitCode, CliError> {
    let served = environment.bot(remote).and_then(|(config, settings)| {
        arguments.fit(&settings.database)?;
        serve::bot(config, &settings, arguments)
    });
    match served {
        Err(error @ (CliError::Wrong(_) | CliError::ForGood(_))) => {
            writeln!(io::stderr(), "whistle: {error}")?;
            Ok(ExitCode::from(FOR_GOOD))
        }
        done => done,
    }
}

fn playground(
    arguments: &PlaygroundArguments,
    environment: &Environment,
    out: &mut impl Write,
) -> Result<ExitCode, CliError> {
    let bot = (!arguments.no_bot).then(|| environment.settings()).transpose()?;
    serve::playground(arguments, bot.as_ref(), out)
}

/// The game of the name that somebody typed.
fn game(slug: &str) -> Result<&'static GameEntry, CliError> {
    games::find(slug).ok_or_else(|| {
        let known: Vec<&str> = CATALOGUE.iter().map(|entry| entry.slug).collect();
        wrong(format!(
            "there is no game called {slug:?}; the games are {}",
            known.join(", ")
        ))
    })
}

/// Why a game cannot be set up, in words.
fn setup_sentence(words: &Words, error: &SetupError) -> String {
    let say = |reason: &Phrase| words.plain(ENGLISH, reason, &Numbered);
    match error {
        SetupError::Seats { reason, .. } | SetupError::Conflict { reason } | SetupError::Value { reason } => {
            say(reason)
        }
        SetupError::Unknown(what) => format!("an option does not fit: {what}"),
    }
}

/// The lines of a file of records with their numbers, from 1; empty lines are skipped. `-` is the standard input.
fn record_lines(path: &Path) -> Result<impl Iterator<Item = Result<(usize, String), CliError>>, CliError> {
    let failed = |path: &Path, error| CliError::File {
        doing: "read",
        path: path.to_owned(),
        error,
    };
    let reader: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(BufReader::new(io::stdin()))
    } else {
        Box::new(BufReader::new(
            std::fs::File::open(path).map_err(|error| failed(path, error))?,
        ))
    };
    let path = path.to_owned();
    let lines = reader.lines().enumerate().map(move |(at, line)| match line {
        Ok(line) => Ok((at + 1, line)),
        Err(error) => Err(failed(&path, error)),
    });
    Ok(lines.filter(|line| !matches!(line, Ok((_, text)) if text.trim().is_empty())))
}
