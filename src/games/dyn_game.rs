//! Games without their types, as the referee, the tests and the command line use them.
//!
//! A [`DynGame`] takes and gives notation. It is the only bridge from a game's own types to the rest of Whistle. Nothing
//! here knows any one game.

use std::fmt::Write as _;

use super::random_play::random_event;
use super::typing::{Suggestion, Typed};
use super::world::{TypedWorld, World};
use crate::rules::{
    Awaits, By, Ended, Event, Game, Listing, MatchLength, Menu, Observe, Outcome, Phrase, Presentation, Preview,
    Refusal, Scene, Search, Seat, SeatSet, Sketch, Source, Strategy, Viewer, Visibility,
};

/// The options by name, as commands and records hold them.
pub type Options = serde_json::Map<String, serde_json::Value>;

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
    /// How computer players of the six levels look for their choice ([`Search::LEVELS`]).
    fn levels(&self) -> [Strategy; 6];
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
    /// it. What `viewer` may not choose now is not laid over it.
    fn sketch(&self, viewer: Viewer, path: &[&str], tried: Option<&str>) -> Option<Sketch>;
    /// The picture for `viewer` after the game has ended by word. Asked only of games that may end so.
    fn sketch_ended(&self, viewer: Viewer, ended: Ended) -> Option<Sketch>;
    /// The menu of `seat` at the end of `path`; `None` when the seat has nothing to choose or the path leads nowhere.
    fn menu(&self, seat: Seat, path: &[&str]) -> Option<Menu>;
    /// A choice in words, for the seat that made it.
    fn choice_phrase(&self, what: &str) -> Option<Phrase>;
    /// A choice in words, for the question whether `seat` makes it.
    fn question(&self, seat: Seat, what: &str) -> Option<Phrase>;
    /// What `seat` should know about a choice before making it; nothing of a choice that it may not make now.
    fn consequences(&self, seat: Seat, what: &str) -> Vec<Phrase>;
    /// What `viewer` may see, as data.
    fn view(&self, viewer: Viewer) -> serde_json::Value;
    /// Another world that `viewer` cannot tell from this one.
    fn imagine(&self, viewer: Viewer, source: &mut dyn Source) -> Box<dyn DynGame>;
    /// This game for a search, which makes choices by number.
    fn world(self: Box<Self>) -> Box<dyn World>;
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

pub(super) fn erase_options<O: serde::Serialize>(options: &O) -> Options {
    match serde_json::to_value(options) {
        Ok(serde_json::Value::Object(map)) => map,
        _ => Options::new(),
    }
}

/// Parses an event from the game's notation; `None` when the text is not in that notation.
pub(super) fn read_event<G: Presentation>(by: By, what: &str) -> Option<Event<G::Chance, G::Choice>> {
    match by {
        By::Chance => what.parse().ok().map(Event::Chance),
        By::Seat(seat) => what.parse().ok().map(|choice| Event::Choice(seat, choice)),
    }
}

/// A choice as people write it.
fn written<G: Presentation>(choice: &G::Choice) -> String {
    G::typed(choice).unwrap_or_else(|| choice.to_string())
}

/// All ways in which people write a choice, except its notation.
fn forms<G: Presentation>(choice: &G::Choice) -> Vec<String> {
    G::typed(choice).into_iter().chain(G::typed_also(choice)).collect()
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

    fn levels(&self) -> [Strategy; 6] {
        G::LEVELS
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
            match random_event(&game, source, |seat, source| game.random_choice(seat, source)) {
                Ok(next) => event = next,
                Err(outcome) => return outcome.map(Evaluation::Over),
            }
        }
    }

    fn read(&self, seat: Seat, text: &str) -> Result<String, Refusal> {
        Game::read(self, seat, text)
            .map(|choice| choice.to_string())
            .map_err(|_| {
                let mut choices = Vec::new();
                if Game::may_choose(self, seat) {
                    Game::choices(self, seat, &mut choices);
                }
                G::unfinished(&choices, text).map_or_else(Refusal::notation, Refusal::from)
            })
    }

    fn suggest(&self, seat: Seat, text: &str, most: usize) -> Vec<Suggestion> {
        if !Game::may_choose(self, seat) {
            return Vec::new();
        }
        let mut choices = Vec::new();
        let listing = Game::choices(self, seat, &mut choices);
        // What the text says as it stands comes first, even if the list is too long to hold that choice.
        let said = Game::read(self, seat, text)
            .ok()
            .filter(|choice| choices.contains(choice) || (listing == Listing::Partial && self.allows(seat, choice)));
        let found = Typed::new(text).answering(&choices, forms::<G>, most);
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
        let near = Typed::new(text).near(&choices, forms::<G>, most);
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
        let preview = preview.allowed(self, viewer);
        G::picture(&Observe::view(self, viewer), preview).map(Sketch::in_proportion)
    }

    fn sketch_ended(&self, viewer: Viewer, ended: Ended) -> Option<Sketch> {
        G::picture(&G::ended(Observe::view(self, viewer), ended), Preview::Nothing).map(Sketch::in_proportion)
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
        match what.parse() {
            Ok(choice) if self.allows(seat, &choice) => {
                G::consequences(&Observe::view(self, Viewer::Seat(seat)), &choice)
            }
            _ => Vec::new(),
        }
    }

    fn view(&self, viewer: Viewer) -> serde_json::Value {
        serde_json::to_value(Observe::view(self, viewer)).unwrap_or_default()
    }

    fn imagine(&self, viewer: Viewer, source: &mut dyn Source) -> Box<dyn DynGame> {
        Box::new(Search::imagine(self, viewer, source))
    }

    fn world(self: Box<Self>) -> Box<dyn World> {
        Box::new(TypedWorld::new(*self))
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
            let event = match random_event(self, source, |seat, source| Game::random_choice(self, seat, source)) {
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
