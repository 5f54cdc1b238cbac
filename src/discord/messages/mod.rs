//! Messages: keeps every message that shows a table up to date, sooner or later, whatever happens.
//!
//! Each message has a slot, and each slot has one owner at a time: the holder of its [`Writer`]. Two kinds of owner exist: a
//! press on the message, and the [`worker`] that brings the message up to date. Both take the writer, read the table only
//! then, write, and note in the slot's [`Record`] what they wrote. No request is ever under way without the writer, so nobody
//! has to guess which of two requests came last. Slow work that is no request (drawing a picture, waiting for Discord's
//! limits) is done without the writer; if somebody else has written meanwhile, the worker starts again from the newest state.
//!
//! While the program runs, the record is the truth; the store keeps it for the next run. When a table changes, its slots are
//! marked ([`plan`]). A worker for each marked slot compares and sends what differs; it skips intermediate states. So limits,
//! outages and restarts delay a message and never lose it, and they never delay the game.
//!
//! Pictures come after the text: an answer to a press never waits for a picture. The answer keeps the picture that stands in
//! its message, and the worker sends the new one later. A worker sends the picture together with the text, unless drawing
//! takes too long: then the text goes first here, too ([`picture`]).
//!
//! | file | what it does |
//! |---|---|
//! | [`record`], [`next`] | the state of a slot, and what to do next: pure |
//! | [`row`] | that state as the store keeps it |
//! | [`desired`] | what a slot ought to show, asked of a [`DesiredSource`] |
//! | [`hub`] | the handle to all messages: [`Messages`] |
//! | [`cell`], [`writer`] | the slots of a table in memory, and who may write |
//! | [`plan`] | when which slots are looked at: everything that an outsider could observe about times |
//! | [`worker`] | brings one slot up to date |
//! | [`create`], [`edit`] | sends a new message, never twice; changes and deletes messages |
//! | [`picture`], [`drawing`] | which picture stands, and which has to be drawn |
//! | [`people`], [`openings`] | private chats: their ids, which are closed, which may be opened |
//! | [`access`] | what waits for permissions, and how many messages stand below a public message |

mod access;
mod cell;
mod create;
mod desired;
mod drawing;
mod edit;
mod hub;
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
pub(super) use desired::{Address, Desired, DesiredSource, KnownSlot, Planned, Show, Undrawn, Unknown};
pub(super) use hub::{Messages, MessagesConfig, TOKEN_LIFE_MS};
#[cfg(test)]
pub(super) use people::CHAT;
pub(super) use picture::Body;
pub(super) use record::{Location, Message, PanelState, Record, Shows, Slot, StandingMessage, Token, Trace};
pub(super) use writer::Writer;
