//! What happens now in a game.

use serde::Serialize;

/// The stage of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Tiles are drawn.
    Tiles,
    /// Seats lay out their tiles.
    Layout,
    /// The seat that rolls first is being drawn.
    First,
    /// The roller chooses how many dice to roll.
    Roll,
    /// The dice are falling.
    Dice,
    /// Tiles are turned.
    Flip,
    /// Over.
    Over,
}
