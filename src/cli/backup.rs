//! `whistle backup`: copies the database while the bot goes on.

use std::io::Write;
use std::process::ExitCode;

use super::arguments::BackupArguments;
use super::config::Environment;
use super::{CliError, serve, wrong};
use crate::store;

pub(super) fn run(
    arguments: &BackupArguments,
    environment: &Environment,
    out: &mut impl Write,
) -> Result<ExitCode, CliError> {
    let database = environment.settings()?.database;
    let Some(database) = database.file() else {
        return Err(wrong(format!(
            "whistle backup copies a file, and the bot's database is on a server, {database}: copy it with pg_dump, as docs/OPERATIONS.md says under PostgreSQL"
        )));
    };
    let copied = async {
        let copied = store::backup(database, &arguments.file).await;
        copied.map_err(|error| CliError::Serving(error.to_string()))
    };
    let bytes = serve::block_on(copied)?;
    writeln!(
        out,
        "{} is copied to {}: {} KiB.",
        database.display(),
        arguments.file.display(),
        bytes.div_ceil(1024)
    )?;
    Ok(ExitCode::SUCCESS)
}
