//! The double-seven binary dominoes: five games on one set of 36 tiles (docs/RULES.md, "Double-seven dominoes").
//!
//! The family shares its vocabulary: symbols made of rings ([`Symbol`], [`Ring`]), tiles ([`Tile`], [`Tiles`], [`Deck`]),
//! cells and placements on them ([`Cell`], [`Placement`]), what lies on the table ([`Layout`]) and which of it is connected
//! ([`groups`]). It shares how a placement is chosen in small steps, typed, drawn and told to who cannot see it. Each game
//! has a folder of its own, with its rules, its words and its tests. No game knows another, and the family knows none of
//! them; all of it knows nothing but [`crate::rules`].

mod cell;
pub mod dominimum;
pub mod dominoes;
pub mod dominomega;
pub mod dominup;
pub mod ground;
pub mod groups;
pub mod held;
mod layout;
pub mod letters;
pub mod menus;
pub mod notation;
pub mod pieces;
mod placement;
pub mod placing;
mod symbol;
#[cfg(test)]
mod tests;
mod tile;
pub mod tree;

pub use cell::Cell;
pub use layout::{Bounds, Laid, Layout, Top};
pub use placement::{Half, Placement};
pub use symbol::{Ring, Symbol};
pub use tile::{Deck, SET, Tile, Tiles};

/// What the games of the family say alike, in English.
pub(crate) const WORDS: &str = include_str!("en.ftl");
