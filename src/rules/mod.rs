//! The vocabulary in which every game is written.
//!
//! This room says what a game *is* to the rest of the house: who sits ([`Seat`]), who looks ([`Viewer`]), what
//! may happen ([`Event`]), what follows ([`Note`]), what is asked ([`Awaits`], [`Menu`]) and how it ends
//! ([`Outcome`]); what is said ([`Phrase`]) and drawn ([`Sketch`]) is named here and made elsewhere. It knows no game, no clock, no generator of its own, no language and no network.
//!
//! # Does the trait fit all nine games?
//!
//! [`Game`] was held against each game of the rulings before anything was built on it:
//!
//! * **Binome**: sealed simultaneous digits, then turns with a public word and a secret number: [`Game::visibility`] shows
//!   `claim 88` to its seat and `claim` to the others. The deck is one hidden chance event.
//! * **Binary**: open board; about 1,500 pairs of squares a turn: [`Game::count`] and [`Game::random_choice`] can be
//!   overridden without listing, [`Face::menu`] takes a path (first square, second square).
//! * **Bingolino**: 16! layouts cannot be listed: [`Listing::Partial`], and [`Game::of`] is `None`. Everybody flips
//!   at once: [`Awaits::Seats`] with several seats. A play-off is a smaller set of seats.
//! * **Dominoes**: partners share [`Game::team`]; a match to points is [`MatchLength::Points`]; `draw` is a choice, the
//!   supply is part of one hidden `deck` event.
//! * **Dominup, Dominomega**: up to 1,672 placements a prompt: menus by path, [`Game::choices`] fills a reused buffer.
//! * **Dominimum**: a mission is a chance event that only one seat sees: [`Game::visibility`] is asked for chance too.
//! * **The Tree**: nobody may win: [`Outcome::places`] is an `Option`. Solo is a table of one seat.
//! * **BINMAT**: 32 seats fit a [`SeatSet`]; an order may be changed until the turn closes: [`Game::may_choose`] is
//!   wider than [`Game::awaits`]; a reshuffle in the middle of a combat is [`Awaits::Chance`] between two halves of a
//!   resolution; an impossible order is a fact, so [`Game::apply`] refuses malformed text only; cards named without
//!   their suit are understood by [`Game::read`]; the count of valid orders is [`Game::of`].
//!
//! Clocks belong to the referee for all of them: [`Game::lapse`] is what a clock that ran out plays. A game whose rules give
//! turns a few seconds says which may be chosen ([`Game::TURN_CLOCKS`]), and one that is played by sides which they are
//! ([`Game::SIDES`]); who sits where is the referee's again.

mod ended;
mod event;
mod face;
mod game;
mod options;
mod outcome;
mod phrase;
mod record;
mod seat;
mod sides;
mod sketch;
mod source;

pub use ended::Ended;
pub use event::{Audience, Event, Malformed, Note, Refusal, Visibility};
pub use face::{Button, Entry, Face, Layout, Leads, Menu, Scene, SeatLine};
pub use game::{Awaits, Game, Listing};
pub use options::{MatchLength, OptionKind, OptionSpec, SetupError};
pub use outcome::{Outcome, Scoring, places_by_score};
pub use phrase::{Arg, Phrase};
pub use record::{By, Record, RecordError, RecordEvent, RecordResult, Resealed};
pub use seat::{Seat, SeatSet, Viewer};
pub use sides::{CLOCK_OPTION, SIDES, Sides, divided};
pub use sketch::{Anchor, Fill, Form, Ink, Label, Point, Shape, Sketch, Trial, parts};
pub use source::Source;
