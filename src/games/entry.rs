//! The entries of the catalogue: what is known of a game before one is set up, and setting one up.

use std::ops::RangeInclusive;

use super::dyn_game::{DynGame, Options, erase_options, read_event};
use crate::rules::{
    CLOCK_OPTION, Icon, LessonStep, OptionSpec, Phrase, Presentation, Record, SIDES, Scoring, Search, SetupError,
    Sides, Variant,
};

type Fit = fn(&Options, u8) -> Result<(Options, u8), SetupError>;
type Log = fn(&Record) -> Option<String>;
type Rules = fn(&Options) -> Result<Vec<Phrase>, SetupError>;
type VariantOf = fn(&Options) -> Option<Variant>;
type Start = fn(&Options, u8) -> Result<Box<dyn DynGame>, SetupError>;

/// An entry of the catalogue: one game, ready to be set up.
#[derive(Clone, derive_more::Debug)]
#[debug("GameEntry {slug}")]
pub struct GameEntry {
    /// The game's name in commands and records.
    pub slug: &'static str,
    /// The edition of the game's rules.
    pub edition: u16,
    /// Which way points count ([`Game::SCORING`](crate::rules::Game::SCORING)).
    pub scoring: Scoring,
    /// Whether the game is a draw when all seats share the first place ([`Game::DRAWS`](crate::rules::Game::DRAWS)).
    pub draws: bool,
    /// How many people may sit at a table, computer players included.
    pub people: RangeInclusive<u8>,
    /// Whether chance decides who sits where ([`Game::SEATS_DRAWN`](crate::rules::Game::SEATS_DRAWN)).
    pub seats_drawn: bool,
    /// The sides on which people sit, in a game of two sides ([`Game::SIDES`](crate::rules::Game::SIDES)).
    pub sides: Option<Sides>,
    /// The lengths of a turn, in seconds, that a table's clock may have ([`Game::TURN_CLOCKS`](crate::rules::Game::TURN_CLOCKS)).
    pub turn_clocks: &'static [u32],
    /// The name of the game's own command for a typed choice, if it has one ([`Presentation::TYPED`]).
    pub typed: Option<&'static str>,
    /// The steps of the guided first game ([`Presentation::LESSON`]).
    pub lesson: &'static [LessonStep],
    /// The game's language files: locale and Fluent text.
    pub words: &'static [(&'static str, &'static str)],
    /// The options that a start command offers.
    pub options: fn() -> &'static [OptionSpec],
    /// A number of points in the game's own words.
    pub points: fn(i64) -> Phrase,
    /// The icons of the game's menus ([`Presentation::icons`]).
    pub icons: fn() -> Vec<Icon>,
    fit_to_players: Fit,
    variant: VariantOf,
    rules: Rules,
    log: Log,
    start: Start,
}

/// How people sit at a table before the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LobbyShape {
    /// How many people sit there.
    pub people: u8,
    /// How many of them sit on each side, in a game of two sides.
    pub on: Option<[u8; SIDES]>,
    /// The seconds of the table's clock, if it has one.
    pub clock: Option<u32>,
}

impl GameEntry {
    /// The catalogue entry of game `G`.
    pub const fn of<G: Search + Presentation>(words: &'static [(&'static str, &'static str)]) -> GameEntry {
        GameEntry {
            slug: G::SLUG,
            edition: G::EDITION,
            scoring: G::SCORING,
            draws: G::DRAWS,
            people: G::PEOPLE,
            seats_drawn: G::SEATS_DRAWN,
            sides: G::SIDES,
            turn_clocks: G::TURN_CLOCKS,
            typed: G::TYPED,
            lesson: G::LESSON,
            words,
            options: || G::OPTION_SPECS,
            points: G::points,
            icons: G::icons,
            fit_to_players: |options, people| {
                let mut typed = typed_options::<G>(options)?;
                let seats = G::fit_to_players(&mut typed, people)?;
                Ok((erase_options(&typed), seats))
            },
            variant: |options| G::variant(&typed_options::<G>(options).ok()?),
            rules: |options| Ok(G::rules(&typed_options::<G>(options)?)),
            log: log_of::<G>,
            start: |options, seats| Ok(Box::new(G::setup(&typed_options::<G>(options)?, seats)?)),
        }
    }

    /// Fits `options` to a number of people. Returns the options to start with, and how many seats to lay.
    ///
    /// # Errors
    /// When the game cannot be played with these options by so many people.
    pub fn fit_to_players(&self, options: &Options, people: u8) -> Result<(Options, u8), SetupError> {
        (self.fit_to_players)(options, people)
    }

    /// The game as it would begin with these options: with so many `people`, or else with the most who can play so.
    pub fn foreseen(&self, options: &Options, people: Option<u8>) -> Option<Box<dyn DynGame>> {
        let begun = |people| {
            let (options, seats) = self.fit_to_players(options, people).ok()?;
            self.start(&options, seats).ok()
        };
        people.into_iter().chain(self.people.clone().rev()).find_map(begun)
    }

    /// Whether some number of people could play with these options.
    ///
    /// # Errors
    /// The first reason, when no number of people can.
    pub fn suits_somebody(&self, options: &Options) -> Result<(), SetupError> {
        let mut laid = self
            .people
            .clone()
            .map(|people| self.fit_to_players(options, people).map(drop));
        match laid.next() {
            Some(Err(first)) if laid.all(|laid| laid.is_err()) => Err(first),
            _ => Ok(()),
        }
    }

    /// Like [`GameEntry::fit_to_players`], for people who sit at a table. Puts their sides and their turn clock into the options, if
    /// the game keeps these there.
    ///
    /// # Errors
    /// When the game cannot be played so.
    pub fn fit_to_table(&self, options: &Options, lobby_shape: LobbyShape) -> Result<(Options, u8), SetupError> {
        let mut options = options.clone();
        if let (Some(sides), Some(on)) = (self.sides, lobby_shape.on) {
            if on.contains(&0) {
                let reason = Phrase::new("refused-empty-side");
                let seats = lobby_shape.people;
                return Err(SetupError::Seats { seats, reason });
            }
            sides.set(&mut options, on);
        }
        if !self.turn_clocks.is_empty() {
            options.insert(CLOCK_OPTION.to_owned(), lobby_shape.clock.into());
        }
        self.fit_to_players(&options, lobby_shape.people)
    }

    /// How the game is called and told of with `options`, where these give it another goal ([`Presentation::variant`]).
    pub fn variant(&self, options: &Options) -> Option<Variant> {
        (self.variant)(options)
    }

    /// The rules for people, in paragraphs, as they are with `options`.
    ///
    /// # Errors
    /// When the game does not have such options.
    pub fn rules(&self, options: &Options) -> Result<Vec<Phrase>, SetupError> {
        (self.rules)(options)
    }

    /// A recorded game as a log in the notation of its players ([`Presentation::log`]), if the game has such a log.
    pub fn log(&self, record: &Record) -> Option<String> {
        (self.log)(record)
    }

    /// A game before its first event.
    ///
    /// # Errors
    /// When the seats or the options do not fit.
    pub fn start(&self, options: &Options, seats: u8) -> Result<Box<dyn DynGame>, SetupError> {
        (self.start)(options, seats)
    }
}

fn typed_options<G: Presentation>(options: &Options) -> Result<G::Options, SetupError> {
    serde_json::from_value(serde_json::Value::Object(options.clone()))
        .map_err(|error| SetupError::Unknown(error.to_string()))
}

fn log_of<G: Presentation>(record: &Record) -> Option<String> {
    let options = typed_options::<G>(&record.options).ok()?;
    let events: Option<Vec<_>> = record
        .events
        .iter()
        .map(|event| read_event::<G>(event.by, &event.what))
        .collect();
    G::log(&options, record.seats, &events?)
}
