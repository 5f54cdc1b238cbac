//! The vocabulary in which every game is written.
//!
//! This room tells the other rooms what a game *is*: who sits ([`Seat`]), who looks ([`Viewer`]), what may happen
//! ([`Event`]), what follows ([`Note`]), what is asked ([`Awaits`], [`Menu`]) and how the game ends ([`Outcome`]). It
//! names what is said ([`Phrase`]) and drawn ([`Sketch`]); other rooms say and draw it. It knows no game, no clock, no
//! random generator of its own, no language and no network.
//!
//! # Four traits
//!
//! A game implements each trait in the file of its own subject: its rules ([`Game`]), what each viewer may see of them
//! ([`Observe`]), what computer players search ([`Search`]), and its words and pictures ([`Presentation`]).
//!
//! # Do the traits fit all nine games?
//!
//! They were checked against each game of the rulings before anything was built on it:
//!
//! * **Binome**: sealed simultaneous digits that may be moved until all are written ([`Game::may_choose`]), then turns with a
//!   public word and a secret number. [`Observe::visibility`] shows `claim 88` to its seat and `claim` to the others. The
//!   deck is one hidden chance event.
//! * **Binary**: an open board, with about 1,500 pairs of squares a turn. A game can override [`Game::count`] and
//!   [`Game::random_choice`] without listing choices; [`Presentation::menu`] takes a path (first square, second square).
//! * **Bingolino**: 16! layouts cannot be listed, so there is [`Listing::Partial`], and [`Game::choice_count`] is `None`. Everybody
//!   flips at once: [`Awaits::Seats`] with several seats. A play-off is a smaller set of seats.
//! * **Dominoes**: partners share [`Game::team`]; a match to points is [`MatchLength::Points`]. `draw` is a choice, and the
//!   supply is part of one hidden `deck` event.
//! * **Dominup, Dominomega**: up to 1,672 placements a prompt: menus by path, [`Game::choices`] fills a reused buffer.
//! * **Dominimum**: a mission is a chance event that only one seat sees: [`Observe::visibility`] covers chance events too.
//! * **The Tree**: nobody may win: [`Outcome::places`] is an `Option`. Solo is a table of one seat.
//! * **BINMAT**: 32 seats fit a [`SeatSet`]. An order may be changed until the turn closes: [`Game::may_choose`] is wider
//!   than [`Game::awaits`]. A reshuffle in the middle of a combat is [`Awaits::Chance`] between two halves of a resolution.
//!   An impossible order is a fact, so [`Game::apply`] refuses malformed text only. [`Game::read`] understands cards named
//!   without their suit. The count of valid orders is [`Game::choice_count`].
//!
//! Clocks belong to the referee for all games: [`Game::timeout_choice`] is what the referee plays when a clock has run out. A game
//! whose rules make turns a few seconds long says which lengths may be chosen ([`Game::TURN_CLOCKS`]). A game that two
//! sides play names them ([`Game::SIDES`]); the referee decides who sits where.

mod ended;
mod event;
mod game;
mod lesson;
mod observe;
mod options;
mod outcome;
mod phrase;
mod presentation;
mod record;
mod refusal;
mod search;
mod seat;
mod sides;
mod sketch;
mod source;
mod spelling;

pub use ended::Ended;
pub use event::{Audience, Event, Note, Visibility};
pub use game::{Awaits, Game, Listing};
pub use lesson::{LessonMoment, LessonStep};
pub use observe::Observe;
pub use options::{MatchLength, OptionKind, OptionSpec, SetupError, Variant};
pub use outcome::{Outcome, Scoring, places_by_score};
pub use phrase::{Arg, Phrase};
pub use presentation::{Button, Entry, Icon, Layout, Leads, Menu, Presentation, Scene, SeatLine};
pub use record::{By, Luck, Record, RecordError, RecordEvent, RecordResult, Resealed};
pub use refusal::{Followed, Refusal, refuse};
pub use search::{Effort, Search, Strategy};
pub use seat::{Seat, SeatSet, Viewer};
pub use sides::{CLOCK_OPTION, SIDES, Sides, divided};
pub use sketch::{Anchor, Fill, Form, Ink, Label, Material, Point, Preview, Shape, Sketch, marks, parts};
pub use source::Source;
pub use spelling::Malformed;
pub(crate) use spelling::{joined, notation, read_list, read_parts, serialized_as_written, write_list};
