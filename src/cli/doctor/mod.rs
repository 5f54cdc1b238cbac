//! `whistle doctor`: what is wrong with the settings of the bot, its database, the system around it, and Discord's side?
//!
//! All facts are gathered first, and nothing is changed on the way ([`Facts`]). Each check ([`CHECKS`]) is a small function of the
//! facts. What a check needs may be missing because another check failed; then it is not tried, and the other check says why.

mod database;
mod finding;
mod machine;
mod online;
mod settings;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use super::config::{Environment, Token};
use super::{CliError, or_could_not_run, serve};
use crate::conform::{DISCORD, Redaction};
use crate::discord::{EndpointConfig, banned_until};
use crate::referee::epoch_ms;
use crate::store::{Database, Examined, Flaw};
use finding::{Halt, Level, Tried};
use machine::Machine;
use online::Online;

/// What the checks look at.
struct Facts<'e> {
    environment: &'e Environment,
    /// Whether the API may be beyond this computer.
    remote: bool,
    /// The file `.env`, if there is one, or what is wrong with it.
    file: Result<Option<PathBuf>, String>,
    token: Tried<Token>,
    /// The server in Discord's place, if there is one.
    api_base: Result<Option<String>, CliError>,
    guild: Result<Option<u64>, CliError>,
    /// Where interactions are taken by HTTP, and with which key.
    endpoint: Result<Option<EndpointConfig>, CliError>,
    database: Result<Database, CliError>,
    /// The database, if there is a path to look at.
    examined: Option<Result<Examined, Flaw>>,
    machine: Machine,
    /// Until when Discord has shut out this address, in milliseconds since the epoch.
    banned: Option<i64>,
    /// What Discord says; nothing where it could not be asked.
    online: Option<Online>,
}

impl<'e> Facts<'e> {
    async fn gather(environment: &'e Environment, remote: bool) -> Facts<'e> {
        let database = environment.database().map(|database| match database {
            Database::File(path) => Database::File(followed(path)),
            server => server,
        });
        let machine = Machine::around(database.as_ref().ok().and_then(Database::file));
        let banned = database
            .as_ref()
            .ok()
            .and_then(|database| banned_until(database.beside(), Arc::new(epoch_ms)));
        let (token, api_base, guild) = (
            settings::token(environment),
            environment.api_base(remote),
            environment.guild(),
        );
        let online = match (&token, &api_base) {
            // Every request may prolong a ban.
            (Ok(token), Ok(base)) if banned.is_none() => {
                let guild = guild.as_ref().ok().copied().flatten();
                Some(Online::ask(base.as_deref().unwrap_or(DISCORD), token, guild).await)
            }
            _ => None,
        };
        let examined = match &database {
            Ok(database) => Some(database.examine().await),
            Err(_) => None,
        };
        Facts {
            environment,
            remote,
            file: settings::file(),
            token,
            api_base,
            guild,
            endpoint: environment.endpoint(),
            machine,
            database,
            banned,
            examined,
            online,
        }
    }
}

/// Where a path leads, also if no file is there yet: SQLite keeps its other files beside the file that a link leads to.
fn followed(path: PathBuf) -> PathBuf {
    match (path.canonicalize(), std::fs::read_link(&path)) {
        (Ok(real), _) => real,
        (Err(_), Ok(target)) => machine::folder(&path).join(target),
        (Err(_), Err(_)) => path,
    }
}

/// One check.
struct Check {
    name: &'static str,
    run: fn(&Facts<'_>) -> Tried,
}

const fn check(name: &'static str, run: fn(&Facts<'_>) -> Tried) -> Check {
    Check { name, run }
}

/// Every check, in the order of the output.
const CHECKS: [Check; 36] = [
    check("env-file", settings::env_file),
    check("env-file-private", settings::env_file_private),
    check("variables", settings::variables),
    check("log", settings::log),
    check("game-options", settings::game_options),
    check("guild-id", settings::guild_id),
    check("http", settings::http),
    check("keep", settings::keep),
    check("beacon", settings::beacon),
    check("interactions", settings::interactions),
    check("token", settings::token_form),
    check("api-address", settings::api_address),
    check("proxy", settings::proxy),
    check("database-path", database::path),
    check("database-access", database::access),
    check("database", database::usable),
    check("database-private", database::private),
    check("database-log", database::log),
    check("one-bot", machine::one_bot),
    check("disk", machine::disk),
    check("file-locks", machine::file_locks),
    check("open-files", machine::open_files),
    check("memory", machine::memory),
    check("ban", database::ban),
    check("discord", online::discord),
    check("delay", online::delay),
    check("limit-headers", online::limit_headers),
    check("clock", online::clock),
    check("token-accepted", online::token_accepted),
    check("gateway", online::gateway),
    check("sessions", online::sessions),
    check("application", online::application),
    check("endpoint", online::endpoint),
    check("servers", online::servers),
    check("commands", online::commands),
    check("emojis", online::emojis),
];

pub(super) fn run(environment: &Environment, remote: bool, out: &mut impl Write) -> Result<ExitCode, CliError> {
    or_could_not_run(try_run(environment, remote, out))
}

fn try_run(environment: &Environment, remote: bool, out: &mut impl Write) -> Result<ExitCode, CliError> {
    let facts = serve::block_on(async { Ok(Facts::gather(environment, remote).await) })?;
    let mut redaction = Redaction::default();
    if let Ok(Some(token)) = environment.get("DISCORD_TOKEN") {
        redaction.hide(token.trim());
    }
    // A token may stand in the wrong setting, and a password before the @ of an address.
    let values = environment.names().filter_map(|name| environment.get(name).ok()?);
    let secrets = values.filter(|value| value.contains('@') || settings::is_token(value.trim()));
    secrets.for_each(|secret| redaction.hide(secret.trim()));
    let (mut ok, mut warnings, mut failed, mut untried) = (0, 0, 0, 0);
    for check in &CHECKS {
        let (count, said) = match (check.run)(&facts) {
            Ok(None) => (&mut ok, "ok".to_owned()),
            Ok(Some(note)) => (&mut ok, format!("ok: {note}")),
            Err(Halt::Found(finding)) if finding.level == Level::Warning => (&mut warnings, finding.to_string()),
            Err(Halt::Found(finding)) => (&mut failed, finding.to_string()),
            Err(Halt::Untried(why)) => (&mut untried, format!("not tried: {why}")),
        };
        *count += 1;
        writeln!(out, "{:17} {}", check.name, redaction.apply(&said))?;
    }
    writeln!(
        out,
        "\n{ok} ok, {warnings} with a warning, {failed} failed, {untried} not tried."
    )?;
    Ok(if failed > 0 {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}
