//! The players of an arena, by their names.

use super::super::{CliError, wrong};
use crate::player::{Effort, Level, Strategy, of_level};

/// The imagined games of the player `today`.
const WORLDS_TODAY: u32 = 12;

/// A player of an arena.
#[derive(Clone, Debug)]
pub(super) struct Contestant {
    pub(super) name: String,
    pub(super) way: Way,
}

/// How a player of an arena chooses.
#[derive(Clone, Debug)]
pub(super) enum Way {
    /// As a computer player of this program.
    Strategy(Strategy),
    /// As the program of this command line says.
    Command(String),
}

impl Contestant {
    /// The player of that name in the game called `slug`.
    pub(super) fn named(name: &str, slug: &str) -> Result<Contestant, CliError> {
        let way = match name.strip_prefix("cmd:") {
            Some(command) => Way::Command(command.to_owned()),
            None => Way::Strategy(strategy(name, slug).ok_or_else(|| unknown(name))?),
        };
        let name = name.to_owned();
        Ok(Contestant { name, way })
    }
}

fn unknown(name: &str) -> CliError {
    wrong(format!(
        "there is no player called {name:?}; players are random, today, a level from 1 to 6, greedy:WORLDS, \
         search:POSITIONS, search:POSITIONS:NOISE, and with --player cmd:COMMAND"
    ))
}

fn strategy(name: &str, slug: &str) -> Option<Strategy> {
    match name.split_once(':') {
        None if name == "random" => Some(Strategy::Random),
        None if name == "today" => Some(Strategy::Greedy { worlds: WORLDS_TODAY }),
        None => name.parse::<Level>().ok().map(|level| of_level(slug, level)),
        Some(("greedy", worlds)) => worlds.parse().ok().map(|worlds| Strategy::Greedy { worlds }),
        Some(("search", effort)) => {
            let (nodes, noise) = effort.split_once(':').unwrap_or((effort, "0"));
            let (nodes, noise) = (nodes.parse().ok()?, noise.parse().ok()?);
            Some(Strategy::Search(Effort { nodes, noise }))
        }
        Some(_) => None,
    }
}
