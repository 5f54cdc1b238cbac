//! The `whistle` command: reads the command line and the settings, and calls the library.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use clap::Parser;
use tracing_subscriber::util::SubscriberInitExt;
use whistle::cli::config::{Environment, fault_of_file};
use whistle::cli::{self, Arguments};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    run(arguments).unwrap_or_else(|error| {
        // When even this cannot be written, there is nowhere left to report the error.
        let _ = writeln!(io::stderr(), "whistle: {}", sentence(&error));
        ExitCode::FAILURE
    })
}

fn run(arguments: Arguments) -> Result<ExitCode> {
    let file = dotenvy::dotenv();
    let environment = Environment::of_process();
    if arguments.is_doctor() {
        // A wrong setting is what it is there to find.
        cli::logs::hush_panics();
        return Ok(cli::run(arguments, &environment)?);
    }
    if let Err(error) = file.as_ref()
        && !error.not_found()
    {
        return Err(anyhow!("the file .env cannot be understood: {}", fault_of_file(error)));
    }
    let log = cli::logs::to_stderr(environment.log()?).context("WHISTLE_LOG is not understood")?;
    log.try_init().context("the log cannot be written")?;
    cli::logs::hush_panics();
    Ok(cli::run(arguments, &environment)?)
}

/// The error with each of its causes that the text does not mention yet.
fn sentence(error: &anyhow::Error) -> String {
    let mut said = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !said.contains(&cause) {
            said = format!("{said}: {cause}");
        }
    }
    said
}
