//! `whistle move`: copies all data into a database of the other engine.
//!
//! Other users can read the arguments of a program. So a database that is not named there is the one of `DATABASE_URL`.

use std::io::Write;
use std::process::ExitCode;

use super::arguments::MoveArguments;
use super::config::Environment;
use super::{CliError, serve, wrong};
use crate::store::{self, Address, Database};

pub(super) fn run(
    arguments: &MoveArguments,
    environment: &Environment,
    out: &mut impl Write,
) -> Result<ExitCode, CliError> {
    if let Some(back) = &arguments.back {
        let back = database("--back", back)?;
        let taken = async {
            store::take_back(&back)
                .await
                .map_err(|error| CliError::Serving(error.to_string()))
        };
        serve::block_on(taken)?;
        writeln!(
            out,
            "{back} can be served again. What happened at the other place since is not in it, and every table in play gets a new secret."
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    let named = |name: &str, text: &Option<String>| match text {
        Some(text) => database(name, text),
        None => Ok(Database::Server(environment.server()?.ok_or_else(|| {
            wrong(format!("{name} is missing: name a database, or set DATABASE_URL"))
        })?)),
    };
    let (from, to) = (named("--from", &arguments.from)?, named("--to", &arguments.to)?);
    let copied = async {
        let copied = store::transfer(&from, &to).await;
        copied.map_err(|error| CliError::Serving(error.to_string()))
    };
    let moved = serve::block_on(copied)?;
    writeln!(
        out,
        "{from} is copied to {to}: {} tables, {} of them in play, with {} entries; all of it was read back and is the same. No bot serves {from} any more.",
        moved.tables, moved.live, moved.entries
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The database that somebody named.
fn database(name: &str, text: &str) -> Result<Database, CliError> {
    if !text.contains("://") {
        return Ok(Database::from(text));
    }
    let address = Address::read(text).map_err(|what| wrong(format!("{name} {what}")))?;
    Ok(Database::Server(address))
}
