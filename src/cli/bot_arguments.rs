//! The arguments of `whistle bot`.

use clap::Args;

use super::{CliError, wrong};
use crate::store::{Database, Shards, WantedShards};

#[derive(Debug, Default, Args)]
pub(super) struct BotArguments {
    /// Take over from the bot that serves the same database on this computer, which then ends by itself. Without such a bot
    /// this is a start like any other.
    #[arg(long)]
    pub(super) renew: bool,
    /// Serve only some shards, such as 3/8 for any three of 8 that no other bot serves, or 0..3/8 for the shards 0, 1 and 2 of 8.
    /// Other bots serve the other shards of the same database, which is a PostgreSQL server's. With 3/8 the bot waits until a bot
    /// ends, and takes its place [default: all shards].
    #[arg(long, value_name = "SHARDS/ALL", value_parser = shards)]
    pub(super) shards: Option<WantedShards>,
}

/// Reads the shards of a bot.
fn shards(text: &str) -> Result<WantedShards, String> {
    WantedShards::read(text).ok_or_else(|| {
        let most = Shards::MOST;
        format!(
            "there are no such shards: 3/8 are any three of 8, 0..3/8 the first three, and there are at most {most}"
        )
    })
}

impl BotArguments {
    /// Refuses shards where one bot serves all, and where a bot could not take over.
    ///
    /// # Errors
    /// What does not go together.
    pub(super) fn fit(&self, database: &Database) -> Result<(), CliError> {
        match (&self.shards, database) {
            (None, _) => Ok(()),
            (Some(_), Database::File(_)) => Err(wrong(
                "--shards is for several bots over one database of a PostgreSQL server, and a file has one bot: set DATABASE_URL, or \
                 leave --shards out",
            )),
            (Some(_), Database::Server(_)) if self.renew => Err(wrong(
                "--renew takes over from the one bot of a file: with --shards, stop the bot and start the next one",
            )),
            (Some(_), Database::Server(_)) => Ok(()),
        }
    }
}
