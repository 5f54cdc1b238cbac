//! Everything that people are shown, as pure functions from what is known to a [`Payload`](super::payload::Payload).
//!
//! The public message is made from the table's own state and from what [`Viewer::Table`](crate::rules::Viewer) sees. A panel
//! is made from that and from what its seat sees. Nothing here looks further, so nothing here can tell more. No game is known
//! by name: a game's words come by the keys that the catalogue promises (`<slug>-name`, `<slug>-blurb`, `<slug>-start`, `<slug>-credits`,
//! `<slug>-panel` if a game has its own word for the private panel, `<slug>-alone` for games that may start with one person,
//! and `<slug>-level` and `<slug>-nobody` if an end without a winner has a name).
//!
//! Boards are sketches, to be drawn, with their alternative texts. If pictures are not wanted or not possible, boards are
//! text in code blocks ([`Boards`](super::custom_id::Boards)).
//!
//! Everything made here stays within [`super::limits`]: long texts are cut with care, and long menus become pages.

mod alone;
mod board;
mod chance;
mod concede;
mod course;
mod daily;
mod drawn;
mod help;
mod history;
mod lesson;
mod lobby;
mod luck;
mod match_end;
mod menu;
mod names;
mod notice;
mod open_menu;
mod option_words;
mod options;
mod panel;
mod patience;
mod play;
mod profile;
mod ratings;
mod replay;
mod review;
mod rules;
mod score;
mod season;
mod seats;
mod sides;
mod table;
#[cfg(test)]
mod tests;
mod typed;
mod voice;

pub use alone::{add_other_board, board_alone, board_meant};
pub use board::{BOARD_PAGE, leaderboard, match_board};
pub use chance::{Check, record_name, verdict};
pub use concede::{concede, conceded, left, resigning};
pub use daily::{DailyEntry, daily_answer, daily_confirm, daily_games, daily_question, daily_shared};
pub use drawn::At;
pub use help::{Taken, forget, help, listed, settings, taken};
pub use history::{HISTORY_PAGE, Whose, history, played_by};
pub use lesson::lesson;
pub use lobby::joined;
pub use luck::{Receipts, chance, luck_form, luck_receipt};
pub use notice::{denied, hint, notice, nudged, ping};
pub use options::{options, options_refused};
pub use panel::panel;
pub use patience::replaced;
pub use play::play;
pub use profile::{EVERYWHERE, Profile, RECENT, profile};
pub use ratings::ratings;
pub use replay::{ending, replay};
pub use review::{review, review_button};
pub use rules::rules;
pub use season::{HONOURS_PAGE, honours, season};
pub use table::table;
pub use typed::{matches, moved, moves, other_game, players, refused, tables, typing, which};
