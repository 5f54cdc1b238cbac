//! Whistle: a Discord bot that referees tabletop games.

pub mod discord;
pub mod games;
pub mod player;
pub mod playground;
pub mod referee;
pub mod rules;
pub mod store;
pub mod words;
