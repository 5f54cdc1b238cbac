//! The double-seven binary dominoes: five games on one set of 36 tiles (docs/RULES.md, "Double-seven dominoes").
//!
//! The family shares its vocabulary: symbols made of rings ([`Symbol`], [`Ring`]), tiles ([`Tile`], [`Tiles`], [`Deck`]),
//! cells and placements on them ([`Cell`], [`Placement`]), the tiles on the table ([`Layout`]) and their connected groups
//! ([`groups`]). It also shares how people choose a placement in small steps and type it, and how it is drawn and described
//! to those who cannot see it. Each game has its own folder, with its rules, its words and its tests. No game knows
//! another, and the family knows no game. All of it knows nothing but [`crate::rules`].

mod cell;
pub mod dominimum;
pub mod dominoes;
pub mod dominomega;
pub mod dominup;
pub mod ground;
pub mod groups;
pub mod held;
pub mod icons;
mod layout;
mod lettering;
pub mod letters;
pub mod menus;
pub mod names;
pub mod notation;
pub mod page;
mod patches;
pub mod pieces;
mod placement;
pub mod places;
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

/// Messages that the games of the family share, in English.
pub(crate) const WORDS: &str = include_str!("en.ftl");
