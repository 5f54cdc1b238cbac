//! Everything that people are shown, as pure functions from what is known to a [`Payload`](super::payload::Payload).
//!
//! The public message is made of the table's own state and of what [`Viewer::Table`](crate::rules::Viewer) sees, a panel
//! of what its seat sees besides; nothing here looks deeper, so nothing here can tell more. No game is known by name: a
//! game's words come by the keys that the catalogue promises (`<slug>-name`, `<slug>-blurb`, `<slug>-credits`, `<slug>-panel` where a game
//! has a word of its own for the private panel, `<slug>-alone` for who may start alone, and `<slug>-level` and
//! `<slug>-nobody` where an end without a winner has a name).
//!
//! Boards are sketches, to be drawn, with their alternative texts; or, where pictures are not wanted or cannot be, blocks
//! of letters ([`Boards`](super::custom_id::Boards)).
//!
//! Whatever is made here keeps within [`super::limits`]: long texts are cut kindly, long menus become pages.

mod board;
mod chance;
mod concede;
mod drawn;
mod help;
mod lobby;
mod match_end;
mod menu;
mod names;
mod notice;
mod panel;
mod patience;
mod rules;
mod score;
mod sides;
mod table;
#[cfg(test)]
mod tests;
mod typed;
mod voice;

pub use board::{BOARD_PAGE, leaderboard, match_board};
pub use chance::{Check, record_name, verdict};
pub use concede::{concede, conceded, resigning};
pub use drawn::At;
pub use help::{Taken, forget, help, settings, taken};
pub use lobby::joined;
pub use notice::{denied, notice, ping};
pub use panel::panel;
pub use patience::replace_wished;
pub use rules::rules;
pub use table::table;
pub use typed::{matches, moved, moves, other_game, players, refused, tables, typing, which};
