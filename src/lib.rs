//! Whistle: a Discord bot that referees tabletop games.
//!
//! # The path of a move
//!
//! A button press or a command reaches [`discord`], which finds the table, the seat and the choice, and asks the
//! [`referee`]. The referee checks the choice against the game ([`games`], written in the vocabulary of [`rules`]), and
//! the [`store`] commits the event. Only then is the press answered and every message that shows the table updated:
//! [`words`] turns the game's scenes into text, [`picture`] its sketches into pixels, and [`discord`] its menus into
//! buttons. Data flows in this direction only.
//!
//! # The rooms
//!
//! | room | what it does | what it must never know |
//! |---|---|---|
//! | [`rules`] | the vocabulary: seats, events, facts, prompts, records | any game, time, randomness of its own, language |
//! | [`games`] | the catalogue, and one folder per game | for a game: other games, and all that `rules` must not know |
//! | [`player`] | computer players | the real state of a game: it gets imagined ones only |
//! | [`referee`] | a table's life: lobby, match, clock, fair chance, log | Discord, language, any one game by name |
//! | [`ratings`] | how strong players are, computed from results | every other room |
//! | [`beacon`] | public randomness: drand's rounds, checked and asked for | every other room |
//! | [`store`] | all SQL | games, Discord |
//! | [`words`] | turns phrases into the reader's language | a game's inside |
//! | [`picture`] | turns sketches into PNG files | any game, language, Discord |
//! | [`discord`] | commands, panels, messages, Discord's limits | SQL, any one game by name |
//! | [`conform`] | tests whether Discord does what docs/DISCORD.md says | every other room: it asks Discord as strangers do |
//! | [`service`] | shows how the bot is: health and metrics over HTTP | every other room |
//! | [`cli`] | the command line | |
//! | [`demo`] | simulated people who play at the playground | any one game by name; all but what the bot's messages carry |
//! | [`playground`] | a Discord-compatible server on loopback | every other room: it meets the bot at a socket |
//!
//! # What must hold
//!
//! * The store commits an event before anybody is told of it; a table is the fold of its log and nothing else.
//! * A view is built up from what its viewer may know; it is never a full view with the secrets taken away.
//! * The same log gives the same game: the rules use no clock, no random generator and no hash order.
//! * A match ends under the rules that it began with, or under corrected rules that were checked to give the same position.
//! * The referee takes an interaction once, however often Discord delivers it; a button of a past step changes nothing.
//! * A button lives as long as its message: all its state is in its id and the store.
//! * Discord's limits stand in one place, `discord::limits`: whoever makes a payload cuts its texts to them.
//!
//! `tests/architecture` checks that the rooms depend on each other only as these rules allow.

/// An answer allocates mostly small pieces that one thread makes and another frees (decoding an event, drawing a message,
/// sending it); this allocator is the fastest for them. It stands in the library so that the benches measure what serves.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

// So that what tests share can name the crate as other crates do.
#[cfg(test)]
extern crate self as whistle;

pub mod beacon;
pub mod cli;
pub mod conform;
pub mod demo;
pub mod discord;
pub mod games;
pub mod picture;
pub mod player;
pub mod playground;
pub mod ratings;
pub mod referee;
pub mod rules;
pub mod service;
pub mod store;
pub mod words;
