//! Hooks by which a simulation takes part in what the bot does: its own dice, pictures without pixels, and planted faults
//! that the simulation has to find. The program itself runs with [`Probe::default`], which changes nothing.

use std::time::Duration;

use super::messages::Planned;
use super::payload::{Completion, Payload, Picture};
use crate::referee::TableSnapshot;

/// One function for each hook.
#[derive(Clone, Copy)]
pub(super) struct Probe {
    /// Changes a payload that shows a table.
    pub(super) shown: fn(&TableSnapshot, Payload) -> Payload,
    /// Changes a payload that says why something is refused.
    pub(super) refused: fn(Option<&TableSnapshot>, Payload) -> Payload,
    /// Changes completions.
    pub(super) offered: fn(&TableSnapshot, Vec<Completion>) -> Vec<Completion>,
    /// Whether to remind somebody.
    pub(super) reminds: fn(&TableSnapshot) -> bool,
    /// Changes which slots are looked at, and in which order.
    pub(super) plans: fn(&TableSnapshot, &mut [Planned]),
    /// How long to delay the desired message of a slot.
    pub(super) lingers: fn(&TableSnapshot) -> Duration,
    /// A picture to use instead of drawing.
    pub(super) picture: fn(&Picture) -> Option<Vec<u8>>,
    /// Turns the computed wait before a repetition into the actual one.
    pub(super) patience: fn(Duration) -> Duration,
    /// Makes a number that differs every time.
    pub(super) number: fn() -> u64,
}

impl Default for Probe {
    fn default() -> Probe {
        Probe {
            shown: |_, payload| payload,
            refused: |_, payload| payload,
            offered: |_, offered| offered,
            reminds: |_| true,
            plans: |_, _| {},
            lingers: |_| Duration::ZERO,
            picture: |_| None,
            patience: |wait| wait,
            number: rand::random,
        }
    }
}
