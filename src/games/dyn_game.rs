//! Games without their types, as the referee, the tests and the command line use them.
//!
//! A [`DynGame`] takes and gives notation. It is the only bridge from a game's own types to the rest of Whistle. Nothing
//! here knows any one game.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use super::typing::{Suggestion, Typed};
use crate::rules::{
    Awaits, By, CLOCK_OPTION, Ended, Event, Game, Icon, Listing, MatchLength, Menu, Observe, OptionSpec, Outcome,
    Phrase, Presentation, Preview, Record, Refusal, SIDES, Scene, Scoring, Search, Seat, SeatSet, SetupError, Sides,
    Sketch, Source, Variant, Viewer, Visibility,
};

/// The options by name, as commands and records hold them.
pub type Options = serde_json::Map<String, serde_json::Value>;

type Fit = fn(&Options, u8) -> Result<(Options, u8), SetupError>;
type Log = fn(&Record) -> Option<String>;
type Rules = fn(&Options) -> Result<Vec<Phrase>, SetupError>;
type VariantOf = fn(&Options) -> Option<Variant>;
type Start = fn(&Options, u8) -> Result<Box<dyn DynGame>, SetupError>;

/// An entry of the catalogue: one game, ready to be set up.
#[derive(Clone)]
pub struct GameEntry {
    /// The game's name in commands and records.
    pub slug: &'static str,
    /// The edition of the game's rules.
    pub edition: u16,
    /// Which way points count ([`Game::SCORING`]).
    pub scoring: Scoring,
    /// Whether the game is a draw when all seats share the first place ([`Game::DRAWS`]).
    pub draws: bool,
    /// How many people may sit at a table, computer players included.
    pub people: RangeInclusive<u8>,
    /// Whether chance decides who sits where ([`Game::SEATS_DRAWN`]).
    pub seats_drawn: bool,
    /// The sides on which people sit, in a game of two sides ([`Game::SIDES`]).
    pub sides: Option<Sides>,
    /// The lengths of a turn, in seconds, that a table's clock may have ([`Game::TURN_CLOCKS`]).
    pub turn_clocks: &'static [u32],
    /// The name of the game's own command for a typed choice, if it has one ([`Presentation::TYPED`]).
    pub typed: Option<&'static str>,
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

/// A fact that followed from an event, in notation and as a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactNotice {
    /// Who hears the fact; `None` is everybody.
    pub to: Option<SeatSet>,
    /// The fact in notation.
    pub what: String,
    /// The fact for people.
    pub phrase: Phrase,
}

/// An event that the game accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The event in its canonical notation.
    pub what: String,
    /// How many choices the seat had, if a record tells that number.
    pub choice_count: Option<u32>,
    /// What followed from the event.
    pub told: Vec<FactNotice>,
    /// Whether people want time to read what followed ([`Game::needs_reading_time`]).
    pub needs_reading_time: bool,
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

/// The result of trying a choice out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// The score of a position that the game evaluates ([`Search::evaluate`]).
    Score(i64),
    /// The outcome of a game that ended without an evaluation.
    Over(Outcome),
}

/// A game in progress, without its types.
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
    /// Whether players may end the game by word: a seat resigns, or both agree on a draw. Only games of two seats may do
    /// so.
    fn may_concede(&self) -> bool;
    /// Draws the chance event that the game awaits, in notation. Changes nothing.
    fn draw(&self, source: &mut dyn Source) -> String;
    /// The legal choices of `seat` in notation, and whether the list is complete.
    fn choices(&self, seat: Seat) -> (Vec<String>, Listing);
    /// One legal choice at random, in notation.
    fn random_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<String>;
    /// The choice that is played, in notation, for a seat whose clock ran out.
    fn timeout_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<String>;
    /// A choice that the referee makes for a seat without asking it, in notation ([`Game::forced`]).
    fn forced(&self) -> Option<(Seat, String)>;
    /// The choices of `seat` that a computer player tries, in notation ([`Search::candidates`]).
    fn candidates(&self, seat: Seat) -> Vec<String>;
    /// Makes a choice on a copy, then plays at random until the game has an evaluation ([`Search::evaluate`]) or is over.
    /// `None` when the choice is illegal or the random play gets stuck.
    fn try_out(&self, seat: Seat, what: &str, source: &mut dyn Source) -> Option<Evaluation>;
    /// Reads what a person typed and returns it in notation.
    ///
    /// # Errors
    /// When the text is no choice of this game.
    fn read(&self, seat: Seat, text: &str) -> Result<String, Refusal>;
    /// What [`DynGame::read`] makes of a typed choice, if the choice is legal; changes nothing.
    ///
    /// # Errors
    /// Why the choice is not legal.
    fn judge(&self, seat: Seat, text: &str) -> Result<String, Refusal> {
        let what = self.read(seat, text)?;
        self.copy().apply(By::Seat(seat), &what).map(|happened| happened.what)
    }
    /// At most `most` legal choices of `seat` that a person who has typed `text` may be about to type, the best first. An
    /// empty text yields the first choices. Uses only what that seat may know.
    fn suggest(&self, seat: Seat, text: &str, most: usize) -> Vec<Suggestion>;
    /// At most `most` legal choices of `seat`, as people write them, that come near to `text`. If none comes near, the result is
    /// examples of how a choice is written. Uses only what that seat may know.
    fn near(&self, seat: Seat, text: &str, most: usize) -> Vec<String>;
    /// Applies an event.
    ///
    /// # Errors
    /// A refusal; the game is unchanged.
    fn apply(&mut self, by: By, what: &str) -> Result<Applied, Refusal>;
    /// How much `viewer` may see of an event that is not yet applied.
    fn visibility(&self, viewer: Viewer, by: By, what: &str) -> Visibility;
    /// The scene for `viewer`.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// The picture for `viewer`. The steps of `path`, or the choice that is tried out (`tried`, in notation), are laid over
    /// it. Text that is no choice of this game is not laid over it.
    fn sketch(&self, viewer: Viewer, path: &[&str], tried: Option<&str>) -> Option<Sketch>;
    /// The picture for `viewer` after the game has ended by word. Asked only of games that may end so.
    fn sketch_ended(&self, viewer: Viewer, ended: Ended) -> Option<Sketch>;
    /// The menu of `seat` at the end of `path`; `None` when the seat has nothing to choose or the path leads nowhere.
    fn menu(&self, seat: Seat, path: &[&str]) -> Option<Menu>;
    /// A choice in words, for the seat that made it.
    fn choice_phrase(&self, what: &str) -> Option<Phrase>;
    /// A choice in words, for the question whether `seat` makes it.
    fn question(&self, seat: Seat, what: &str) -> Option<Phrase>;
    /// What `seat` should know about a choice before making it.
    fn consequences(&self, seat: Seat, what: &str) -> Vec<Phrase>;
    /// What `viewer` may see, as data.
    fn view(&self, viewer: Viewer) -> serde_json::Value;
    /// Another world that `viewer` cannot tell from this one.
    fn imagine(&self, viewer: Viewer, source: &mut dyn Source) -> Box<dyn DynGame>;
    /// The team of a seat.
    fn team(&self, seat: Seat) -> u8;
    /// The whole state as text, secrets included: for comparing two games, never for people.
    fn state(&self) -> String;
    /// A copy of the game.
    fn copy(&self) -> Box<dyn DynGame>;
    /// Plays at random from here to the end. Returns how many choices the seats made, and the outcome.
    fn play_out(&mut self, source: &mut dyn Source) -> (u64, Option<Outcome>);
}

impl Clone for Box<dyn DynGame> {
    fn clone(&self) -> Box<dyn DynGame> {
        self.copy()
    }
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
            words,
            options: G::option_specs,
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

impl std::fmt::Debug for GameEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameEntry")
            .field("slug", &self.slug)
            .finish_non_exhaustive()
    }
}

fn typed_options<G: Presentation>(options: &Options) -> Result<G::Options, SetupError> {
    serde_json::from_value(serde_json::Value::Object(options.clone()))
        .map_err(|error| SetupError::Unknown(error.to_string()))
}

fn erase_options<O: serde::Serialize>(options: &O) -> Options {
    match serde_json::to_value(options) {
        Ok(serde_json::Value::Object(map)) => map,
        _ => Options::new(),
    }
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

/// Parses an event from the game's notation; `None` when the text is not in that notation.
fn read_event<G: Presentation>(by: By, what: &str) -> Option<Event<G::Chance, G::Choice>> {
    match by {
        By::Chance => what.parse().ok().map(Event::Chance),
        By::Seat(seat) => what.parse().ok().map(|choice| Event::Choice(seat, choice)),
    }
}

/// A choice as people write it.
fn written<G: Presentation>(choice: &G::Choice) -> String {
    G::typed(choice).unwrap_or_else(|| choice.to_string())
}

/// The next event of random play: a draw, or any choice of any awaited seat. `Err` holds the outcome when the game is over,
/// and `None` when it is stuck.
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

impl<G: Search + Presentation> DynGame for G {
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

    fn timeout_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<String> {
        Game::timeout_choice(self, seat, source).map(|choice| choice.to_string())
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
        Search::candidates(self, seat, &mut choices);
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
            .map_err(|_| Refusal::notation())
    }

    fn suggest(&self, seat: Seat, text: &str, most: usize) -> Vec<Suggestion> {
        if !Game::may_choose(self, seat) {
            return Vec::new();
        }
        let mut choices = Vec::new();
        let listing = Game::choices(self, seat, &mut choices);
        // What the text says as it stands comes first, even if the list is too long to hold that choice.
        let said = Game::read(self, seat, text).ok().filter(|choice| {
            let event = || Event::Choice(seat, choice.clone());
            choices.contains(choice)
                || (listing == Listing::Partial && Game::apply(&mut self.clone(), &event()).is_ok())
        });
        let found = Typed::new(text).answering(&choices, G::typed, most);
        let others = found.into_iter().filter_map(|at| choices.get(at));
        let others = others.filter(|choice| said.as_ref() != Some(*choice));
        let view = Observe::view(self, Viewer::Seat(seat));
        let suggestion = |choice: &G::Choice| Suggestion {
            what: choice.to_string(),
            typed: written::<G>(choice),
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
        let near = Typed::new(text).near(&choices, G::typed, most);
        let near = near.into_iter().filter_map(|at| choices.get(at));
        near.map(written::<G>).collect()
    }

    fn apply(&mut self, by: By, what: &str) -> Result<Applied, Refusal> {
        let event = read_event::<G>(by, what).ok_or_else(Refusal::notation)?;
        let choice_count = match &event {
            Event::Choice(seat, _) if Game::may_choose(self, *seat) => Game::choice_count(self, *seat),
            _ => None,
        };
        let notes = Game::apply(self, &event)?;
        let needs_reading_time = notes.iter().any(|note| G::needs_reading_time(&note.fact));
        let told = notes
            .into_iter()
            .map(|note| FactNotice {
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
            choice_count,
            told,
            needs_reading_time,
        })
    }

    fn visibility(&self, viewer: Viewer, by: By, what: &str) -> Visibility {
        read_event::<G>(by, what).map_or(Visibility::Hidden, |event| Observe::visibility(self, viewer, &event))
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        G::scene(&Observe::view(self, viewer))
    }

    fn sketch(&self, viewer: Viewer, path: &[&str], tried: Option<&str>) -> Option<Sketch> {
        let choice: Option<G::Choice> = tried.and_then(|what| what.parse().ok());
        let preview = match (&choice, path) {
            (Some(choice), _) => Preview::Choice(choice),
            (None, []) => Preview::Nothing,
            (None, path) => Preview::Path(path),
        };
        G::sketch(&Observe::view(self, viewer), preview).map(Sketch::in_proportion)
    }

    fn sketch_ended(&self, viewer: Viewer, ended: Ended) -> Option<Sketch> {
        G::sketch(&G::ended(Observe::view(self, viewer), ended), Preview::Nothing).map(Sketch::in_proportion)
    }

    fn menu(&self, seat: Seat, path: &[&str]) -> Option<Menu> {
        if !Game::may_choose(self, seat) {
            return None;
        }
        let mut choices = Vec::new();
        Game::choices(self, seat, &mut choices);
        G::menu(&Observe::view(self, Viewer::Seat(seat)), &choices, path)
    }

    fn choice_phrase(&self, what: &str) -> Option<Phrase> {
        what.parse().ok().map(|choice| G::choice(&choice))
    }

    fn question(&self, seat: Seat, what: &str) -> Option<Phrase> {
        let choice = what.parse().ok()?;
        Some(G::question(&Observe::view(self, Viewer::Seat(seat)), &choice))
    }

    fn consequences(&self, seat: Seat, what: &str) -> Vec<Phrase> {
        let Ok(choice) = what.parse() else { return Vec::new() };
        G::consequences(&Observe::view(self, Viewer::Seat(seat)), &choice)
    }

    fn view(&self, viewer: Viewer) -> serde_json::Value {
        serde_json::to_value(Observe::view(self, viewer)).unwrap_or_default()
    }

    fn imagine(&self, viewer: Viewer, source: &mut dyn Source) -> Box<dyn DynGame> {
        Box::new(Search::imagine(self, viewer, source))
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
