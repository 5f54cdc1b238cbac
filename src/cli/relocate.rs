//! `whistle move`: copies all data into a database of the other engine.

use std::io::Write;
use std::process::ExitCode;

use super::arguments::MoveArguments;
use super::{CliError, serve, wrong};
use crate::store::{self, Address, Database};

pub(super) fn run(arguments: &MoveArguments, out: &mut impl Write) -> Result<ExitCode, CliError> {
    let (from, to) = (database("--from", &arguments.from)?, database("--to", &arguments.to)?);
    let copied = async {
        let copied = store::transfer(&from, &to).await;
        copied.map_err(|error| CliError::Serving(error.to_string()))
    };
    let moved = serve::block_on(copied)?;
    writeln!(
        out,
        "{from} is copied to {to}: {} tables, {} of them in play, with {} entries; all of it was read back and is the same.",
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
