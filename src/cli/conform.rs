//! `whistle conform`: does Discord still do what docs/DISCORD.md says?

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use tokio::sync::watch;

use super::arguments::ConformArguments;
use super::config::{Environment, Token};
use super::{CliError, or_could_not_run, serve, wrong};
use crate::conform::{self, Check, Config, Event, Findings, Needs, Verdict};

pub(super) fn run(
    arguments: &ConformArguments,
    environment: &Environment,
    remote: bool,
    out: &mut impl Write,
) -> Result<ExitCode, CliError> {
    if arguments.list {
        for check in conform::CHECKS {
            writeln!(out, "{:24} {}: {}", check.name, check.section, check.rule)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    // When somebody stops reading the output, the run has removed what it made by now.
    or_could_not_run(try_run(arguments, environment, remote, out))
}

fn try_run(
    arguments: &ConformArguments,
    environment: &Environment,
    remote: bool,
    out: &mut impl Write,
) -> Result<ExitCode, CliError> {
    let config = config(arguments, environment, remote)?;
    if arguments.report.exists() {
        return Err(wrong(format!(
            "{} is there already: name another file with --report",
            arguments.report.display()
        )));
    }
    let pressing = config.person && conform::CHECKS.iter().any(|check| check.needs != Needs::Nobody);
    writeln!(out, "{}", greeting(&config, pressing))?;
    out.flush()?;
    let findings = serve::block_on(async {
        let (stop, stopped) = watch::channel(false);
        let asked = serve::asked_to_stop();
        tokio::spawn(async move {
            asked.await;
            stop.send_replace(true);
            // Keeps the sender alive: the receivers must not take its end for an order to stop.
            stop.closed().await;
        });
        let found = conform::run(&config, stopped, Arc::new(tell)).await;
        found.map_err(|error| CliError::Serving(error.to_string()))
    })?;
    writeln!(out, "{}", summary(&findings))?;
    write_report(&arguments.report, &conform::report(&findings, &today()))?;
    writeln!(
        out,
        "The report, without ids and names, is in {}.",
        arguments.report.display()
    )?;
    let (_, differ, _) = findings.counts();
    Ok(if differ > 0 {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

fn config(arguments: &ConformArguments, environment: &Environment, remote: bool) -> Result<Config, CliError> {
    let token = match &arguments.token {
        Some(text) => Token::read(text)?,
        None => environment
            .token()?
            .ok_or_else(|| wrong("there is no token: give one in DISCORD_TOKEN, or with --token"))?,
    };
    let known = |name: &String| conform::CHECKS.iter().any(|check| check.name == name);
    if let Some(unknown) = arguments.only.iter().find(|name| !known(name)) {
        return Err(wrong(format!(
            "there is no check called {unknown:?}; --list names them all"
        )));
    }
    Ok(Config {
        api_base: environment.api_base(remote)?,
        allow_remote: remote,
        channel: arguments.channel,
        person: !arguments.without_person,
        slow: arguments.slow,
        only: arguments.only.clone(),
        ..Config::new(token.reveal(), arguments.guild.unwrap_or_default())
    })
}

fn greeting(config: &Config, pressing: bool) -> String {
    let place = match config.channel {
        Some(_) => "the channel that you named",
        None => "a new channel called whistle-conform",
    };
    let mut lines = vec![format!(
        "Things are tried out in {place}, and taken away at the end. Ctrl-C ends it sooner, and tidies up, too."
    )];
    if pressing {
        lines.push("Please stay there: from time to time you are asked to press something.".to_owned());
    }
    lines.join("\n")
}

/// Reports what happens, line by line. The run goes on even when nobody can be told.
fn tell(event: Event<'_>) {
    let mut out = io::stdout();
    let told = match event {
        Event::Begins(_) => Ok(()),
        Event::Asks(what) => writeln!(out, "  In the channel: {what}"),
        Event::Ended(check, verdict) => writeln!(out, "{}", line(check, verdict)),
    };
    drop(told.and_then(|()| out.flush()));
}

fn line(check: &Check, verdict: &Verdict) -> String {
    format!("{:24} {}", check.name, conform::sentence(check, verdict))
}

fn summary(findings: &Findings) -> String {
    let (agree, differ, untried) = findings.counts();
    let mut lines = vec![format!(
        "\n{agree} as docs/DISCORD.md says, {differ} otherwise, {untried} not tried."
    )];
    if findings.left_behind > 0 {
        lines.push(format!(
            "{} things could not be taken away again: please look into the channel and the bot's commands.",
            findings.left_behind
        ));
    }
    lines.join("\n")
}

fn write_report(path: &Path, text: &str) -> Result<(), CliError> {
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| CliError::File {
        doing: "write",
        path: path.to_owned(),
        error,
    })
}

/// Today's date, such as 2026-11-24.
fn today() -> String {
    let now = serenity::all::Timestamp::now().to_string();
    now.get(..10).unwrap_or(&now).to_owned()
}
