//! The players of an arena, by their names.

use super::super::{CliError, wrong};
use crate::games::DynGame;
use crate::player::Level;
use crate::rules::{Effort, Strategy};

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
    /// The player of that name in a game.
    pub(super) fn named(name: &str, game: &dyn DynGame) -> Result<Contestant, CliError> {
        let way = match name.strip_prefix("cmd:") {
            Some(command) => Way::Command(command.to_owned()),
            None => Way::Strategy(strategy(name, game).ok_or_else(|| unknown(name))?),
        };
        let name = name.to_owned();
        Ok(Contestant { name, way })
    }
}

fn unknown(name: &str) -> CliError {
    wrong(format!(
        "there is no player called {name:?}; players are random, a level from 1 to 6, greedy:WORLDS, \
         search:POSITIONS, either with :NOISE behind it, and with --player cmd:COMMAND"
    ))
}

fn strategy(name: &str, game: &dyn DynGame) -> Option<Strategy> {
    match name.split_once(':') {
        None if name == "random" => Some(Strategy::Random),
        None => name.parse::<Level>().ok().map(|level| level.strategy(game)),
        Some((way, effort)) => {
            let (much, noise) = effort.split_once(':').unwrap_or((effort, "0"));
            let (much, noise) = (much.parse().ok()?, noise.parse().ok()?);
            match way {
                "greedy" => Some(Strategy::Greedy { worlds: much, noise }),
                "search" => Some(Strategy::Search(Effort { nodes: much, noise })),
                _ => None,
            }
        }
    }
}
