//! The trait that every game implements.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{
    Event, Malformed, MatchLength, Note, Outcome, Refusal, Scoring, Seat, SeatSet, SetupError, Sides, Source, Viewer,
    Visibility,
};

/// What a game is waiting for. Always public.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Awaits {
    /// A draw: see [`Game::draw`].
    Chance,
    /// The decisions of these seats, in any order.
    Seats(SeatSet),
    /// Nothing more: the game is over.
    Nobody(Outcome),
}

/// Whether [`Game::choices`] named everything that would be accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Every legal choice is in the list.
    Complete,
    /// More than the list is legal, too much to list (a layout of 16 tiles).
    Partial,
}

/// A game in progress: the rules of one game, and nothing else.
///
/// No clock, no generator, no language: chance is asked for and comes back as an event, so the same events always
/// lead to the same game. Secrets live inside; what anybody may see is built by [`Game::view`].
///
/// # Choices that may be changed
///
/// Where seats choose at the same time, a game may let a seat that has chosen choose anew for as long as others have
/// not. It says so by [`Game::may_choose`] alone: [`Game::awaits`] no longer names the seat, [`Game::choices`] still
/// offers, and [`Game::apply`] puts the new choice in the place of the old one, as if that had never been. Nobody else
/// learns that it happened: not by a view, not by a fact, not by [`Game::visibility`].
///
/// To choose is to be ready: the phase closes with the last seat that is awaited, however often others have changed their
/// minds, and nothing is changed after that. So the referee neither waits for a seat that may only change its choice, nor
/// lets a clock run for it, reminds or replaces it; but its panel goes on offering. Every word is in the table's log; in the
/// game's events, and so in records, the last word stands alone, at the place where it was given. Building a choice up
/// step by step (a layout of tiles) is no change of it: that is a path of menus.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// The options as a record holds them. Missing ones take their defaults; unknown ones are an error.
    type Options: Clone + Debug + Default + Serialize + DeserializeOwned;
    /// A result of chance, in notation.
    type Chance: Clone + Debug + PartialEq + Display + FromStr<Err = Malformed>;
    /// A choice of a seat, in notation.
    type Choice: Clone + Debug + PartialEq + Display + FromStr<Err = Malformed>;
    /// A fact that follows from an event, in notation.
    type Fact: Clone + Debug + PartialEq + Display + FromStr<Err = Malformed>;
    /// What a viewer sees: built up from nothing, never by deletion.
    type View: Clone + Debug + PartialEq + Serialize;

    /// The game's name in commands and records.
    const SLUG: &'static str;
    /// Bumped when a mended rule would change an old replay.
    ///
    /// A match is played to its end by the edition that it began with, and records are replayed by theirs, as long as that
    /// edition is kept: the game as it was, in a module beside the mended one, and one line for it in
    /// the catalogue's list of what is kept. Its messages stay in the game's language file. Where nobody kept it, a
    /// match that would stand just the same by the mended rules goes on by these, and any other ends and counts for nobody.
    /// Keep it as long as matches in play are worth it: they can go on for weeks.
    const EDITION: u16;
    /// Which way its points count, or that it has none: so its matches and leaderboards are ranked.
    const SCORING: Scoring;
    /// Whether it is a draw, which nobody has won, when all seats have the first place; otherwise they share the win. It is one
    /// wherever seats may agree on a draw ([`Game::may_concede`]).
    const DRAWS: bool = false;
    /// Whether chance says who sits where before the first game of a match, and not the order in which people sat down: where
    /// a place gives an advantage and the rules do not say whose it is.
    const SEATS_DRAWN: bool = false;
    /// The sides by which people sit, where there are two; `None` where everybody sits for themselves. Such a game has an option
    /// for each, under the side's name, that says how many sit there: the referee fills them in, and no start command offers
    /// them. [`Face::lay`](super::Face::lay) leaves them as they are where they add up to so many people, and divides the people
    /// evenly ([`divided`](super::divided)) where they do not.
    const SIDES: Option<Sides> = None;
    /// The seconds that a turn may be given by the clock, where a turn is a few seconds by the rules and ends for all who take it
    /// at the same moment; empty where decisions have the clocks of the house (minutes and hours, for each seat its own).
    /// Such a game has an option `clock` ([`CLOCK_OPTION`](super::CLOCK_OPTION)), a number of seconds or `null`, which says
    /// what was chosen and has no meaning for the rules: the referee fills it in, and no start command offers it twice.
    ///
    /// A turn begins when the game comes to wait for seats for which it did not wait before, and with it everything that was
    /// drawn for the turn before is past: until then, every button of the turn is good.
    const TURN_CLOCKS: &'static [u32] = &[];

    /// A game before its first event.
    ///
    /// # Errors
    /// When the seats or the options do not fit the game.
    fn setup(options: &Self::Options, seats: u8) -> Result<Self, SetupError>;

    /// Every option with its effective value.
    fn options(&self) -> Self::Options;

    /// How many seats there are.
    fn seats(&self) -> u8;

    /// How long a match with these options lasts.
    fn match_length(options: &Self::Options) -> MatchLength;

    /// What the game waits for now.
    fn awaits(&self) -> Awaits;

    /// Throws the dice that [`Awaits::Chance`] asks for. Changes nothing: the result is applied as an event.
    fn draw(&self, source: &mut dyn Source) -> Self::Chance;

    /// Fills `into` (emptied first) with the distinct legal choices of `seat`, always in the same order.
    fn choices(&self, seat: Seat, into: &mut Vec<Self::Choice>) -> Listing;

    /// Takes an event and says what followed, in the order of the notation.
    ///
    /// # Errors
    /// A refusal when the event is not legal now; the game is then unchanged. The reason depends only on what that
    /// seat may know.
    fn apply(&mut self, event: &Event<Self::Chance, Self::Choice>) -> Result<Vec<Note<Self::Fact>>, Refusal>;

    /// Whether people want to read this fact before the next turn's clock runs: a table with a turn clock may give them a few
    /// seconds for it (a combat).
    fn weighty(fact: &Self::Fact) -> bool {
        let _ = fact;
        false
    }

    /// What `viewer` may see.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// How much of `event` (not yet applied) `viewer` may see when it happens.
    fn visibility(&self, viewer: Viewer, event: &Event<Self::Chance, Self::Choice>) -> Visibility;

    /// Another world that `viewer` cannot tell from this one, drawn from all that are possible.
    fn imagine(&self, viewer: Viewer, source: &mut dyn Source) -> Self;

    /// What is played for a seat whose clock ran out: passing where the rules allow it, else any legal choice.
    fn lapse(&self, seat: Seat, source: &mut dyn Source) -> Option<Self::Choice> {
        self.random_choice(seat, source)
    }

    /// What the referee plays for `seat` by itself instead of asking: its only choice, where all at the table know that it is the
    /// only one (nobody who sits there could tell an answer that comes at once from one that takes its time). As public as
    /// [`Game::awaits`]. `None` for a seat that is to be asked, and that is every seat whose only choice follows from
    /// something that it keeps to itself: it would be betrayed by being quick.
    ///
    /// It is an event like any other, and [`Game::choices`] has it.
    fn forced(&self, seat: Seat) -> Option<Self::Choice> {
        let _ = seat;
        None
    }

    /// Whether `seat` may choose now: every seat that is awaited, and where a choice may be changed until all have chosen
    /// also those that have.
    fn may_choose(&self, seat: Seat) -> bool {
        matches!(self.awaits(), Awaits::Seats(seats) if seats.contains(seat))
    }

    /// How many distinct legal choices `seat` has.
    fn count(&self, seat: Seat) -> usize {
        let mut choices = Vec::new();
        self.choices(seat, &mut choices);
        choices.len()
    }

    /// The `of` of a record's event: `None` where the record leaves it out.
    fn of(&self, seat: Seat) -> Option<u32> {
        Some(self.count(seat) as u32)
    }

    /// One legal choice of `seat`, every one equally likely; `None` when it has none.
    fn random_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<Self::Choice> {
        let mut choices = Vec::new();
        self.choices(seat, &mut choices);
        source.pick(&choices).cloned()
    }

    /// The choices of `seat` that a computer player tries, each once: all that are listed, or where these are so many that
    /// trying each takes too long, those that look worth it. Depends only on what that seat may know.
    fn candidates(&self, seat: Seat, into: &mut Vec<Self::Choice>) {
        self.choices(seat, into);
    }

    /// How promising this position is for `seat`: the more, the better, on a scale of the game's own. A position is
    /// taken as it is, hidden things and sealed choices included; computer players ask of imagined worlds only.
    ///
    /// `None` is no opinion: here (while something is being decided), or anywhere (a game that does not say). Then the
    /// computer plays on at random until there is an opinion or the game is over. A game that ever has an opinion has one
    /// at its end too, so that ends are weighed on the same scale.
    fn evaluate(&self, seat: Seat) -> Option<i64> {
        let _ = seat;
        None
    }

    /// Reads a choice that a person typed. More forgiving than the notation where the rulings say so.
    ///
    /// # Errors
    /// When the text is no choice at all.
    fn read(&self, seat: Seat, text: &str) -> Result<Self::Choice, Malformed> {
        let _ = seat;
        text.trim().parse()
    }

    /// Whether a seat may resign this game and both may agree on a draw. Depends on options and seats alone, and counts only
    /// where there are two seats; the referee does the rest ([`Ended`](super::Ended)), but for the last picture
    /// ([`Face::ended`](super::Face::ended)).
    fn may_concede(&self) -> bool {
        false
    }

    /// The team of a seat, where seats win together.
    fn team(&self, seat: Seat) -> u8 {
        seat.0
    }
}
