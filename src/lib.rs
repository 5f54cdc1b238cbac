//! Whistle: a Discord bot that referees tabletop games.
//!
//! # A move's way through the house
//!
//! A press or a command reaches [`discord`]; it finds the table, the seat and the choice, and asks the [`referee`]. The
//! referee checks the choice against the game ([`games`], written in the vocabulary of [`rules`]), and the [`store`]
//! commits the event. Only then is the press answered, and every message that shows the table is brought up to date:
//! the game's scenes become text in [`words`], its sketches pixels in [`picture`] and its menus buttons in
//! [`discord`]. One way, no way back.
//!
//! # The rooms
//!
//! | room | what it does | what it must never know |
//! |---|---|---|
//! | [`rules`] | the vocabulary: seats, events, facts, prompts, records | any game, time, chance of its own, language |
//! | [`games`] | the catalogue, and one folder a game | other games, and all that `rules` may not know |
//! | [`player`] | computer players | the real state of a game: it is handed imagined ones |
//! | [`referee`] | a table's life: lobby, match, clock, fair chance, log | Discord, language, any one game by name |
//! | [`store`] | all SQL | games, Discord |
//! | [`words`] | phrases to people's language | a game's inside |
//! | [`picture`] | sketches to PNG | any game, language, Discord |
//! | [`discord`] | commands, panels, messages, Discord's limits | SQL, any one game by name |
//! | [`conform`] | tries out whether Discord does what docs/DISCORD.md says | every other room: it asks Discord as a stranger would |
//! | [`cli`] | the command line | |
//! | [`demo`] | people who play by themselves at the playground | any one game by name; all but what the bot's messages carry |
//! | [`playground`] | a Discord-compatible server on loopback | every other room: it meets the bot at a socket |
//!
//! # What must hold
//!
//! * An event is committed before anybody is told of it; a table is the fold of its log and nothing else.
//! * What a viewer is shown is built up from what that viewer may know, never by taking secrets away.
//! * The same log gives the same game: no clock, no generator and no order of hashing inside the rules.
//! * A match ends by the rules that it began with, or by mended ones that have been tried to come to the same.
//! * An interaction is taken once, however often it is delivered; a press that was drawn for a past step changes nothing.
//! * A button lives as long as its message: all its state is in its id and the store.
//! * Discord's limits stand in one place, `discord::limits`, and every payload passes it before it is sent.
//!
//! `tests/architecture` holds the code against the arrows that follow from this.

/// Most of an answer is small pieces that one thread makes and another lets go (decoding an event, drawing a message,
/// sending it), at which this allocator is the quickest. It stands here so that what the benches measure is what serves.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub mod cli;
pub mod conform;
pub mod demo;
pub mod discord;
pub mod games;
pub mod picture;
pub mod player;
pub mod playground;
pub mod referee;
pub mod rules;
pub mod store;
pub mod words;
