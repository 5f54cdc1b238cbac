//! Where a simulation takes part in what the bot does: its own dice, pictures without pixels, faults that are planted to see
//! that they are found. The program itself runs with [`Probe::default`], which does nothing.

use std::time::Duration;

use super::messages::Planned;
use super::payload::{Completion, Payload, Picture};
use crate::referee::TableSnapshot;

/// One function for each place.
#[derive(Clone, Copy)]
pub(super) struct Probe {
    /// What is shown of a table.
    pub(super) shown: fn(&TableSnapshot, Payload) -> Payload,
    /// Why something is refused.
    pub(super) refused: fn(Option<&TableSnapshot>, Payload) -> Payload,
    /// What is offered to somebody who types.
    pub(super) offered: fn(&TableSnapshot, Vec<Completion>) -> Vec<Completion>,
    /// Whether somebody is reminded.
    pub(super) reminds: fn(&TableSnapshot) -> bool,
    /// Which slots are looked at, and in which order.
    pub(super) plans: fn(&TableSnapshot, &mut [Planned]),
    /// How long it takes to say what a slot ought to show.
    pub(super) lingers: fn(&TableSnapshot) -> Duration,
    /// A picture that is not drawn.
    pub(super) picture: fn(&Picture) -> Option<Vec<u8>>,
    /// How long a repetition waits for which so long a wait was settled.
    pub(super) patience: fn(Duration) -> Duration,
    /// A number that only has to be another one every time.
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
