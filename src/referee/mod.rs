//! The referee: a table's life, from the lobby to the last result.
//!
//! This room knows the rules' vocabulary and the catalogue, never one game by name; it knows no Discord, no pictures
//! and no language.

pub mod fair;
pub mod recording;
