//! Games without their types: what the referee, the tests and the command line hold in their hands.
//!
//! An erased game speaks notation. It is the only bridge from a game's own types to the rest of the house; nothing here
//! knows any one game.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use super::typing::{Suggestion, Typed};
use crate::rules::{
    Awaits, By, CLOCK_OPTION, Ended, Event, Face, Game, Listing, MatchLength, Menu, OptionSpec, Outcome, Phrase,
    Record, Refusal, SIDES, Scene, Scoring, Seat, SeatSet, SetupError, Sides, Sketch, Source, Trial, Viewer,
    Visibility,
};

/// Options by name, as commands and records carry them.
pub type Options = serde_json::Map<String, serde_json::Value>;

type Lay = fn(&Options, u8) -> Result<(Options, u8), SetupError>;
type Log = fn(&Record) -> Option<String>;
type Rules = fn(&Options) -> Result<Vec<Phrase>, SetupError>;
type Start = fn(&Options, u8) -> Result<Box<dyn DynGame>, SetupError>;

/// A line of the catalogue: one game, ready to be set up.
#[derive(Clone)]
pub struct GameEntry {
    /// Its name in commands and records.
    pub slug: &'static str,
    /// The edition of its rules.
    pub edition: u16,
    /// Which way its points count ([`Game::SCORING`]).
    pub scoring: Scoring,
    /// Whether it is a draw when all have the first place ([`Game::DRAWS`]).
    pub draws: bool,
    /// How many may sit down at a table, computer players included.
    pub people: RangeInclusive<u8>,
    /// Whether it is drawn who sits where ([`Game::SEATS_DRAWN`]).
    pub seats_drawn: bool,
    /// The sides by which people sit, if they do ([`Game::SIDES`]).
    pub sides: Option<Sides>,
    /// The seconds that a turn may be given by the clock ([`Game::TURN_CLOCKS`]).
    pub turn_clocks: &'static [u32],
    /// The name of its own command for a typed choice, if it has one ([`Face::TYPED`]).
    pub typed: Option<&'static str>,
    /// Its language files: locale and Fluent text.
    pub words: &'static [(&'static str, &'static str)],
    /// The options that a start command offers.
    pub options: fn() -> &'static [OptionSpec],
    /// So many points in words, as the game calls them.
    pub points: fn(i64) -> Phrase,
    lay: Lay,
    rules: Rules,
    log: Log,
    start: Start,
}

/// A fact that followed, in notation and in words-to-be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Who hears it; `None` is everybody.
    pub to: Option<SeatSet>,
    /// The fact in notation.
    pub what: String,
    /// The fact for people.
    pub phrase: Phrase,
}

/// An event that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The event in its one true notation.
    pub what: String,
    /// How many choices the seat had, where a record tells it.
    pub of: Option<u32>,
    /// What followed.
    pub told: Vec<Told>,
    /// Whether people want to read it in peace ([`Game::weighty`]).
    pub weighty: bool,
}

/// How people sit at a table before the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LobbyShape {
    /// How many.
    pub people: u8,
    /// How many of them on each side, where there are sides.
    pub on: Option<[u8; SIDES]>,
    /// The seconds of the table's clock, if it has one.
    pub clock: Option<u32>,
}

/// What came of a choice that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// A position of which the game has an opinion ([`Game::evaluate`]).
    Score(i64),
    /// An end of which it has none.
    Over(Outcome),
}

/// A game in progress, with its types erased.
pub trait DynGame: Send + Sync {
    /// The game's slug.
    fn slug(&self) -> &'static str;
    /// How many seats there are.
    fn seats(&self) -> u8;
    /// Every option with its effective value.
    fn options(&self) -> Options;
    /// How long the match lasts.
    fn match_length(&self) -> MatchLength;
    /// What the game waits for.
    fn awaits(&self) -> Awaits;
    /// Whether `seat` may choose now.
    fn may_choose(&self, seat: Seat) -> bool;
    /// Whether the game may end by word: a seat resigns, or both agree on a draw. Only games of two seats may.
    fn may_concede(&self) -> bool;
    /// Throws the dice, in notation. Changes nothing.
    fn draw(&self, source: &mut dyn Source) -> String;
    /// The legal choices of `seat` in notation, and whether these are all.
    fn choices(&self, seat: Seat) -> (Vec<String>, Listing);
    /// One legal choice at random, in notation.
    fn random_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<String>;
    /// What a clock that ran out plays, in notation.
    fn lapse(&self, seat: Seat, source: &mut dyn Source) -> Option<String>;
    /// A choice that the referee makes for a seat by itself, in notation ([`Game::forced`]).
    fn forced(&self) -> Option<(Seat, String)>;
    /// The choices of `seat` that a computer player tries, in notation ([`Game::candidates`]).
    fn candidates(&self, seat: Seat) -> Vec<String>;
    /// Makes a choice on a copy and plays on at random until the game has an opinion ([`Game::evaluate`]) or is over.
    /// `None` when the choice is not legal, or the game comes to no end.
    fn try_out(&self, seat: Seat, what: &str, source: &mut dyn Source) -> Option<Evaluation>;
    /// Reads what a person typed and gives it in notation.
    ///
    /// # Errors
    /// When it is no choice of this game.
    fn read(&self, seat: Seat, text: &str) -> Result<String, Refusal>;
    /// What [`DynGame::read`] makes of a typed choice, if it is legal; changes nothing.
    ///
    /// # Errors
    /// Why it is not.
    fn judge(&self, seat: Seat, text: &str) -> Result<String, Refusal> {
        let what = self.read(seat, text)?;
        self.copy().apply(By::Seat(seat), &what).map(|happened| happened.what)
    }
    /// At most `most` legal choices of `seat` that somebody may be about to type who has typed `text` so far, the best
    /// first; of none, if nothing is typed, the first. Made of what that seat may know.
    fn suggest(&self, seat: Seat, text: &str, most: usize) -> Vec<Suggestion>;
    /// At most `most` legal choices of `seat`, in notation, that come near to `text`; where none does, some that show how
    /// a choice is written. Made of what that seat may know.
    fn near(&self, seat: Seat, text: &str, most: usize) -> Vec<String>;
    /// Takes an event.
    ///
    /// # Errors
    /// A refusal, with the game unchanged.
    fn apply(&mut self, by: By, what: &str) -> Result<Applied, Refusal>;
    /// How much of an event, not yet applied, `viewer` may see.
    fn visibility(&self, viewer: Viewer, by: By, what: &str) -> Visibility;
    /// What `viewer` is shown.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// What `viewer` is shown as a picture, with the steps of `path` laid over it or, if there is one, with the choice
    /// that is tried out, in notation. What is no choice of this game is not laid over it.
    fn sketch(&self, viewer: Viewer, path: &[&str], tried: Option<&str>) -> Option<Sketch>;
    /// What `viewer` is shown as a picture when the game has ended by word. Asked only of one that may.
    fn sketch_ended(&self, viewer: Viewer, ended: Ended) -> Option<Sketch>;
    /// The menu of `seat` at the end of `path`; `None` when it has nothing to choose or the path leads nowhere.
    fn menu(&self, seat: Seat, path: &[&str]) -> Option<Menu>;
    /// A choice said to the one who made it.
    fn choice_phrase(&self, what: &str) -> Option<Phrase>;
    /// What `seat` should know of a choice before it is made.
    fn weighed(&self, seat: Seat, what: &str) -> Vec<Phrase>;
    /// What `viewer` may see, as data.
    fn view(&self, viewer: Viewer) -> serde_json::Value;
    /// Another world that `viewer` cannot tell from this one.
    fn imagine(&self, viewer: Viewer, source: &mut dyn Source) -> Box<dyn DynGame>;
    /// The team of a seat.
    fn team(&self, seat: Seat) -> u8;
    /// The whole state, secrets and all, as text: for comparing two games, never for people.
    fn state(&self) -> String;
    /// The same game again.
    fn copy(&self) -> Box<dyn DynGame>;
    /// Plays on at random from here to the end: how many choices the seats made, and the outcome.
    fn play_out(&mut self, source: &mut dyn Source) -> (u64, Option<Outcome>);
}

impl Clone for Box<dyn DynGame> {
    fn clone(&self) -> Box<dyn DynGame> {
        self.copy()
    }
}

impl GameEntry {
    /// The line of game `G`.
    pub const fn of<G: Face>(words: &'static [(&'static str, &'static str)]) -> GameEntry {
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
            words,
            options: G::option_specs,
            points: G::points,
            lay: |options, people| {
                let mut typed = typed_options::<G>(options)?;
                let seats = G::lay(&mut typed, people)?;
                Ok((erase_options(&typed), seats))
            },
            rules: |options| Ok(G::rules(&typed_options::<G>(options)?)),
            log: log_of::<G>,
            start: |options, seats| Ok(Box::new(G::setup(&typed_options::<G>(options)?, seats)?)),
        }
    }

    /// Fits `options` to so many people: the options to start with, and how many seats to lay.
    ///
    /// # Errors
    /// When the game cannot be played so.
    pub fn lay(&self, options: &Options, people: u8) -> Result<(Options, u8), SetupError> {
        (self.lay)(options, people)
    }

    /// Whether there is any number of people who could play so.
    ///
    /// # Errors
    /// Why not, where nobody can.
    pub fn suits_somebody(&self, options: &Options) -> Result<(), SetupError> {
        let mut laid = self.people.clone().map(|people| self.lay(options, people).map(drop));
        match laid.next() {
            Some(Err(first)) if laid.all(|laid| laid.is_err()) => Err(first),
            _ => Ok(()),
        }
    }

    /// [`GameEntry::lay`] for people who sit at a table: with the sides on which they sit and the clock of their turns, where
    /// the game holds these in its options.
    ///
    /// # Errors
    /// When the game cannot be played so.
    pub fn lay_table(&self, options: &Options, lobby_shape: LobbyShape) -> Result<(Options, u8), SetupError> {
        let mut options = options.clone();
        if let (Some(sides), Some(on)) = (self.sides, lobby_shape.on) {
            if on.contains(&0) {
                let reason = Phrase::new("refused-empty-side");
                let seats = lobby_shape.people;
                return Err(SetupError::Seats { seats, reason });
            }
            sides.lay(&mut options, on);
        }
        if !self.turn_clocks.is_empty() {
            options.insert(CLOCK_OPTION.to_owned(), lobby_shape.clock.into());
        }
        self.lay(&options, lobby_shape.people)
    }

    /// The rules for people, in paragraphs, as they are with `options`.
    ///
    /// # Errors
    /// When the game does not have such options.
    pub fn rules(&self, options: &Options) -> Result<Vec<Phrase>, SetupError> {
        (self.rules)(options)
    }

    /// A recorded game as a log in the notation of its players ([`Face::log`]), if the game has such.
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

impl std::fmt::Debug for GameEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameEntry")
            .field("slug", &self.slug)
            .finish_non_exhaustive()
    }
}

fn typed_options<G: Face>(options: &Options) -> Result<G::Options, SetupError> {
    serde_json::from_value(serde_json::Value::Object(options.clone()))
        .map_err(|error| SetupError::Unknown(error.to_string()))
}

fn erase_options<O: serde::Serialize>(options: &O) -> Options {
    match serde_json::to_value(options) {
        Ok(serde_json::Value::Object(map)) => map,
        _ => Options::new(),
    }
}

fn log_of<G: Face>(record: &Record) -> Option<String> {
    let options = typed_options::<G>(&record.options).ok()?;
    let events: Option<Vec<_>> = record
        .events
        .iter()
        .map(|event| read_event::<G>(event.by, &event.what))
        .collect();
    G::log(&options, record.seats, &events?)
}

/// An event out of its notation; `None` when it is not in the game's notation.
fn read_event<G: Face>(by: By, what: &str) -> Option<Event<G::Chance, G::Choice>> {
    match by {
        By::Chance => what.parse().ok().map(Event::Chance),
        By::Seat(seat) => what.parse().ok().map(|choice| Event::Choice(seat, choice)),
    }
}

/// What happens next in random play: a draw, or any choice of any seat that is asked. When nothing does, how the game ended;
/// `None` when it is stuck.
fn random_event<G: Game>(game: &G, source: &mut dyn Source) -> Result<Event<G::Chance, G::Choice>, Option<Outcome>> {
    match game.awaits() {
        Awaits::Nobody(outcome) => Err(Some(outcome)),
        Awaits::Chance => Ok(Event::Chance(game.draw(source))),
        Awaits::Seats(seats) => {
            let waiting = source.below(seats.len() as u32) as usize;
            let seat = seats.iter().nth(waiting).ok_or(None)?;
            let choice = game.random_choice(seat, source).ok_or(None)?;
            Ok(Event::Choice(seat, choice))
        }
    }
}

fn malformed() -> Refusal {
    Refusal::because("refused-notation")
}

impl<G: Face> DynGame for G {
    fn slug(&self) -> &'static str {
        G::SLUG
    }

    fn seats(&self) -> u8 {
        Game::seats(self)
    }

    fn options(&self) -> Options {
        erase_options(&Game::options(self))
    }

    fn match_length(&self) -> MatchLength {
        G::match_length(&Game::options(self))
    }

    fn awaits(&self) -> Awaits {
        Game::awaits(self)
    }

    fn may_choose(&self, seat: Seat) -> bool {
        Game::may_choose(self, seat)
    }

    fn may_concede(&self) -> bool {
        Game::may_concede(self) && Game::seats(self) == 2
    }

    fn draw(&self, source: &mut dyn Source) -> String {
        Game::draw(self, source).to_string()
    }

    fn choices(&self, seat: Seat) -> (Vec<String>, Listing) {
        let mut choices = Vec::new();
        let listing = Game::choices(self, seat, &mut choices);
        (choices.iter().map(ToString::to_string).collect(), listing)
    }

    fn random_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<String> {
        Game::random_choice(self, seat, source).map(|choice| choice.to_string())
    }

    fn lapse(&self, seat: Seat, source: &mut dyn Source) -> Option<String> {
        Game::lapse(self, seat, source).map(|choice| choice.to_string())
    }

    fn forced(&self) -> Option<(Seat, String)> {
        let Awaits::Seats(seats) = Game::awaits(self) else {
            return None;
        };
        let mut forced = seats
            .iter()
            .filter_map(|seat| Some((seat, Game::forced(self, seat)?.to_string())));
        forced.next()
    }

    fn candidates(&self, seat: Seat) -> Vec<String> {
        let mut choices = Vec::new();
        Game::candidates(self, seat, &mut choices);
        choices.iter().map(ToString::to_string).collect()
    }

    fn try_out(&self, seat: Seat, what: &str, source: &mut dyn Source) -> Option<Evaluation> {
        let mut game = self.clone();
        let mut event = read_event::<G>(By::Seat(seat), what)?;
        loop {
            Game::apply(&mut game, &event).ok()?;
            if let Some(score) = game.evaluate(seat) {
                return Some(Evaluation::Score(score));
            }
            match random_event(&game, source) {
                Ok(next) => event = next,
                Err(outcome) => return outcome.map(Evaluation::Over),
            }
        }
    }

    fn read(&self, seat: Seat, text: &str) -> Result<String, Refusal> {
        Game::read(self, seat, text)
            .map(|choice| choice.to_string())
            .map_err(|_| malformed())
    }

    fn suggest(&self, seat: Seat, text: &str, most: usize) -> Vec<Suggestion> {
        if !Game::may_choose(self, seat) {
            return Vec::new();
        }
        let mut choices = Vec::new();
        let listing = Game::choices(self, seat, &mut choices);
        // What the text says as it stands comes first, also where it says more than a list can hold.
        let said = Game::read(self, seat, text).ok().filter(|choice| {
            let event = || Event::Choice(seat, choice.clone());
            choices.contains(choice)
                || (listing == Listing::Partial && Game::apply(&mut self.clone(), &event()).is_ok())
        });
        let found = Typed::new(text).answering(&choices, most);
        let others = found.into_iter().filter_map(|at| choices.get(at));
        let others = others.filter(|choice| said.as_ref() != Some(*choice));
        let view = Game::view(self, Viewer::Seat(seat));
        let suggestion = |choice: &G::Choice| Suggestion {
            what: choice.to_string(),
            phrase: G::offer(&view, choice),
        };
        said.iter().chain(others).take(most).map(suggestion).collect()
    }

    fn near(&self, seat: Seat, text: &str, most: usize) -> Vec<String> {
        if !Game::may_choose(self, seat) {
            return Vec::new();
        }
        let mut choices = Vec::new();
        Game::choices(self, seat, &mut choices);
        let near = Typed::new(text).near(&choices, most);
        let near = near.into_iter().filter_map(|at| choices.get(at));
        near.map(ToString::to_string).collect()
    }

    fn apply(&mut self, by: By, what: &str) -> Result<Applied, Refusal> {
        let event = read_event::<G>(by, what).ok_or_else(malformed)?;
        let of = match &event {
            Event::Choice(seat, _) if Game::may_choose(self, *seat) => Game::of(self, *seat),
            _ => None,
        };
        let notes = Game::apply(self, &event)?;
        let weighty = notes.iter().any(|note| G::weighty(&note.fact));
        let told = notes
            .into_iter()
            .map(|note| Told {
                to: match note.to {
                    crate::rules::Audience::Everyone => None,
                    crate::rules::Audience::Seats(seats) => Some(seats),
                },
                what: note.fact.to_string(),
                phrase: G::fact(&note.fact),
            })
            .collect();
        let what = match event {
            Event::Chance(chance) => chance.to_string(),
            Event::Choice(_, choice) => choice.to_string(),
        };
        Ok(Applied {
            what,
            of,
            told,
            weighty,
        })
    }

    fn visibility(&self, viewer: Viewer, by: By, what: &str) -> Visibility {
        read_event::<G>(by, what).map_or(Visibility::Hidden, |event| Game::visibility(self, viewer, &event))
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        G::scene(&Game::view(self, viewer))
    }

    fn sketch(&self, viewer: Viewer, path: &[&str], tried: Option<&str>) -> Option<Sketch> {
        let choice: Option<G::Choice> = tried.and_then(|what| what.parse().ok());
        let trial = match (&choice, path) {
            (Some(choice), _) => Trial::Choice(choice),
            (None, []) => Trial::Nothing,
            (None, path) => Trial::Path(path),
        };
        G::sketch(&Game::view(self, viewer), trial)
    }

    fn sketch_ended(&self, viewer: Viewer, ended: Ended) -> Option<Sketch> {
        G::sketch(&G::ended(Game::view(self, viewer), ended), Trial::Nothing)
    }

    fn menu(&self, seat: Seat, path: &[&str]) -> Option<Menu> {
        if !Game::may_choose(self, seat) {
            return None;
        }
        let mut choices = Vec::new();
        Game::choices(self, seat, &mut choices);
        G::menu(&Game::view(self, Viewer::Seat(seat)), &choices, path)
    }

    fn choice_phrase(&self, what: &str) -> Option<Phrase> {
        what.parse().ok().map(|choice| G::choice(&choice))
    }

    fn weighed(&self, seat: Seat, what: &str) -> Vec<Phrase> {
        let Ok(choice) = what.parse() else { return Vec::new() };
        G::weighed(&Game::view(self, Viewer::Seat(seat)), &choice)
    }

    fn view(&self, viewer: Viewer) -> serde_json::Value {
        serde_json::to_value(Game::view(self, viewer)).unwrap_or_default()
    }

    fn imagine(&self, viewer: Viewer, source: &mut dyn Source) -> Box<dyn DynGame> {
        Box::new(Game::imagine(self, viewer, source))
    }

    fn team(&self, seat: Seat) -> u8 {
        Game::team(self, seat)
    }

    fn state(&self) -> String {
        let mut state = String::new();
        let _ = write!(state, "{self:?}");
        state
    }

    fn copy(&self) -> Box<dyn DynGame> {
        Box::new(self.clone())
    }

    fn play_out(&mut self, source: &mut dyn Source) -> (u64, Option<Outcome>) {
        let mut made = 0;
        loop {
            let event = match random_event(self, source) {
                Ok(event) => event,
                Err(outcome) => return (made, outcome),
            };
            made += u64::from(matches!(event, Event::Choice(..)));
            if Game::apply(self, &event).is_err() {
                return (made, None);
            }
        }
    }
}
