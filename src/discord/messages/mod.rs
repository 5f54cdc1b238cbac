//! Messages: every message that shows a table is brought to the table's newest state, sooner or later, whatever happens.
//!
//! Each message has a slot, and each slot has one owner at a time: whoever holds its [`Writer`]. A press on the message and
//! the [`worker`] that brings it up to date both take the writer, look at the table only then, write, and note what they
//! wrote in the slot's [`Record`]. No request is ever under way without the writer, so nobody has to guess which of two came
//! last. What takes long without being a request (drawing a picture, waiting for Discord's limits) is done without the
//! writer; if somebody else has written meanwhile, the worker looks anew.
//!
//! The record is the truth while the program runs, and the store keeps it for the next run. When a table has moved on, its
//! slots are marked ([`plan`]), and a worker for each marked slot compares and sends what differs. States in between are
//! skipped. So limits, outages and restarts delay a message and never lose it, and never do they delay the game.
//!
//! Pictures come behind the words: an answer to a press never waits for one. It leaves the picture that stands in its
//! message where it is, and the worker follows with the new one. What a worker sends has its picture at once, unless that
//! takes too long to draw: then the words go first here, too ([`picture`]).
//!
//! | file | what it does |
//! |---|---|
//! | [`record`], [`next`] | the state of a slot, and what to do next: pure |
//! | [`row`] | that state as the store keeps it |
//! | [`desired`] | what a slot ought to show, asked of a [`DesiredSource`] |
//! | [`hub`] | all that there is of messages: [`Messages`] |
//! | [`cell`], [`writer`] | the slots of a table in memory, and who may write |
//! | [`plan`] | when which slots are looked at: all that could be observed from outside about times |
//! | [`worker`] | brings one slot up to date |
//! | [`create`], [`edit`] | sends a new message, never twice; changes and deletes messages |
//! | [`picture`], [`drawing`] | which picture stands, and which has to be drawn |
//! | [`people`], [`openings`] | private chats: their numbers, which are closed, which may be opened |
//! | [`access`] | what waits for permissions, and how deep a public message is buried |

mod access;
mod cell;
mod create;
mod desired;
mod drawing;
mod edit;
mod hub;
mod lock;
mod next;
mod openings;
mod people;
mod picture;
mod plan;
mod record;
mod row;
#[cfg(test)]
mod tests;
mod worker;
mod writer;

pub(super) use access::{Waits, Wake};
pub(super) use desired::{Address, Desired, DesiredSource, Known, Planned, Show, Undrawn, Unknown};
pub(super) use hub::{Messages, MessagesConfig, TOKEN_LIFE_MS};
#[cfg(test)]
pub(super) use people::CHAT;
pub(super) use picture::Body;
pub(super) use record::{Location, Message, Record, Shows, Slot, Spot, Standing, Token, Trace};
pub(super) use writer::Writer;
