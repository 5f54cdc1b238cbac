//! Where the desk hands over to the rooms that run on: the bot and the playground.

use std::process::ExitCode;

use super::DeskError;
use super::config::{BotConfig, PlaygroundConfig};

/// Serves Discord until asked to stop.
pub(super) fn bot(config: &BotConfig) -> Result<ExitCode, DeskError> {
    // WIRING: crate::discord::run(config), once that room is there.
    let _ = config;
    Err(DeskError::Serving("this build does not have the bot yet".to_owned()))
}

/// Runs the playground, and the bot against it if it is wanted, until asked to stop.
pub(super) fn playground(config: &PlaygroundConfig) -> Result<ExitCode, DeskError> {
    // WIRING: crate::playground::start(config), once that room is there.
    let _ = config;
    Err(DeskError::Serving(
        "this build does not have the playground yet".to_owned(),
    ))
}
