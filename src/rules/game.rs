//! The rules of a game: the first of the four traits that every game implements.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{
    Event, Followed, Malformed, MatchLength, Outcome, Refusal, Scoring, Seat, SeatSet, SetupError, Sides, Source,
    refuse,
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

/// Whether [`Game::choices`] listed every legal choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Every legal choice is in the list.
    Complete,
    /// More choices are legal than can be listed (a layout of 16 tiles).
    Partial,
}

/// A game in progress: the rules of one game, and nothing else.
///
/// No clock, no random generator, no language: the game asks for chance and gets the result as an event, so the same
/// events always lead to the same game. The game holds secrets; [`Observe`](super::Observe) says what a viewer may see of
/// them.
///
/// # Choices that may be changed
///
/// Where seats choose simultaneously, a game may let a seat replace its choice while other seats are still choosing. The
/// game says so by [`Game::may_choose`] alone: [`Game::awaits`] no longer names the seat, [`Game::choices`] still offers,
/// and [`Game::apply`] replaces the old choice as if it had never been made. Nobody else learns of the change: not from a
/// view, a fact or [`Observe::visibility`](super::Observe::visibility).
///
/// A seat that has chosen is ready: the phase closes when the last awaited seat chooses, however often other seats have
/// replaced their choices. No choice changes after that. For a seat that may only replace its choice, the referee does not
/// wait, runs no clock and sends no reminder, and nobody takes its place; but its panel goes on offering. The table's log
/// holds every choice. The game's events, and so records, hold only the last one, at the place where it was made. Building
/// a choice up step by step (a layout of tiles) is not a replacement: it is a path of menus.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// The options as a record holds them. Missing ones take their defaults; unknown ones are an error.
    type Options: Clone + Debug + Default + Serialize + DeserializeOwned;
    /// A result of chance, in notation; most games declare it with `notation!`, and so the other two.
    type Chance: Clone + Debug + PartialEq + Display + FromStr<Err = Malformed>;
    /// A choice of a seat, in notation.
    type Choice: Clone + Debug + PartialEq + Hash + Display + FromStr<Err = Malformed>;
    /// A fact that follows from an event, in notation.
    type Fact: Clone + Debug + PartialEq + Display + FromStr<Err = Malformed>;

    /// The game's name in commands and records.
    const SLUG: &'static str;
    /// Raised when a corrected rule would change an old replay.
    ///
    /// A match is played to its end under the edition that it began with, and a record is replayed under its own, as long as
    /// that edition is kept. A kept edition is the old game in a module beside the corrected one, with one line in the
    /// catalogue's list of kept editions; its messages stay in the game's language file. Where nobody kept the edition, a
    /// match that stands the same under the corrected rules goes on under these; any other match ends and counts for nobody.
    /// Keep an edition as long as matches in play are worth it: they can go on for weeks.
    const EDITION: u16;
    /// Which way the game's points count, or that it has none; matches and leaderboards are ranked by it.
    const SCORING: Scoring;
    /// Whether a game in which all seats share the first place is a draw, which nobody has won; otherwise they share the win.
    /// It is a draw wherever seats may agree on one ([`Game::may_concede`]).
    const DRAWS: bool = false;
    /// Whether chance assigns the seats before the first game of a match, instead of the order in which people sat down. For
    /// games where a place gives an advantage and the rules do not say whose it is.
    const SEATS_DRAWN: bool = false;
    /// The two sides that people sit on; `None` where everybody plays for themselves. A game with sides has one option for
    /// each, under the side's name, that says how many sit there: the referee fills these options in, and no start command
    /// offers them. [`Presentation::fit_to_players`](super::Presentation::fit_to_players) leaves them as they are where they
    /// add up to the number of people; otherwise it divides the people evenly ([`divided`](super::divided)).
    const SIDES: Option<Sides> = None;
    /// The lengths of a turn, in seconds, that a table may choose from. They are for games whose rules make a turn a few
    /// seconds long and end it at the same moment for all who take it; empty where decisions have the usual clocks (minutes
    /// and hours, one for each seat). A game with turn clocks has an option `clock`
    /// ([`CLOCK_OPTION`](super::CLOCK_OPTION)), a number of seconds or `null`, that holds the chosen length and means nothing
    /// to the rules: the referee fills it in, and no start command offers it twice.
    ///
    /// A turn begins when the game starts to wait for seats that it did not wait for before. At that moment everything drawn
    /// for the turn before expires; until then, every button of that turn works.
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

    /// Every seat.
    fn all(&self) -> SeatSet {
        SeatSet::all(self.seats())
    }

    /// Whether the table has this seat.
    fn is_seat(&self, seat: Seat) -> bool {
        seat.0 < self.seats()
    }

    /// How long a match with these options lasts.
    fn match_length(options: &Self::Options) -> MatchLength {
        let _ = options;
        MatchLength::Games(1)
    }

    /// What the game waits for now.
    fn awaits(&self) -> Awaits;

    /// Makes the draw that [`Awaits::Chance`] asks for. Changes nothing: the result is applied as an event.
    fn draw(&self, source: &mut dyn Source) -> Self::Chance;

    /// Fills `into` (emptied first) with the distinct legal choices of `seat`, always in the same order.
    fn choices(&self, seat: Seat, into: &mut Vec<Self::Choice>) -> Listing;

    /// Applies an event and returns the facts that followed, in the order of the notation.
    ///
    /// # Errors
    /// A refusal when the event is not legal now; the game is then unchanged. The reason depends only on what that
    /// seat may know.
    fn apply(&mut self, event: &Event<Self::Chance, Self::Choice>) -> Followed<Self::Fact> {
        match event {
            Event::Chance(chance) if self.awaits() == Awaits::Chance => self.take_chance(chance),
            Event::Chance(_) => refuse(Refusal::draw()),
            Event::Choice(seat, choice) => {
                self.check_asked(*seat)?;
                self.take_choice(*seat, choice)
            }
        }
    }

    /// The part of [`Game::apply`] for a result of chance, of which the game is known to wait for one.
    ///
    /// # Errors
    /// A refusal when this is no possible result.
    fn take_chance(&mut self, chance: &Self::Chance) -> Followed<Self::Fact>;

    /// The part of [`Game::apply`] for a choice of a seat that is known to have one.
    ///
    /// # Errors
    /// A refusal when this choice is not legal.
    fn take_choice(&mut self, seat: Seat, choice: &Self::Choice) -> Followed<Self::Fact>;

    /// Whether `seat` may make this choice now. Tells no more than that seat may know.
    fn allows(&self, seat: Seat, choice: &Self::Choice) -> bool {
        self.clone().apply(&Event::Choice(seat, choice.clone())).is_ok()
    }

    /// Whether `seat` has a choice now, whatever the choice is. Everybody knows the answer.
    ///
    /// # Errors
    /// The reason why not.
    fn check_asked(&self, seat: Seat) -> Result<(), Refusal> {
        match self.awaits() {
            _ if !self.is_seat(seat) => refuse(Refusal::seat()),
            _ if self.may_choose(seat) => Ok(()),
            Awaits::Chance => refuse(Refusal::wait()),
            Awaits::Nobody(_) => refuse(Refusal::over()),
            Awaits::Seats(asked) => Err(self.unasked(seat, asked)),
        }
    }

    /// Why `seat` has no choice while the seats `asked` have one. As public as [`Game::awaits`].
    fn unasked(&self, seat: Seat, asked: SeatSet) -> Refusal {
        Refusal::turn(asked.iter().next().unwrap_or(seat))
    }

    /// Whether people want time to read this fact (a combat): a table with a turn clock may give them a few seconds before the
    /// next turn's clock starts.
    fn needs_reading_time(fact: &Self::Fact) -> bool {
        let _ = fact;
        false
    }

    /// The choice played for a seat whose clock ran out: a pass where the rules allow one, else any legal choice.
    fn timeout_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<Self::Choice> {
        self.random_choice(seat, source)
    }

    /// The choice that the referee plays for `seat` without asking: its only choice, where everybody at the table knows that
    /// it is the only one, so that an immediate answer reveals nothing. As public as [`Game::awaits`]. `None` for a seat that
    /// must be asked. That includes every seat whose only choice follows from something hidden: a quick answer would betray it.
    ///
    /// The forced choice becomes an event like any other, and [`Game::choices`] lists it.
    fn forced(&self, seat: Seat) -> Option<Self::Choice> {
        let _ = seat;
        None
    }

    /// Whether `seat` may choose now: true for every awaited seat. Where choices may be replaced until all have chosen, it is
    /// true also for the seats that have chosen.
    fn may_choose(&self, seat: Seat) -> bool {
        matches!(self.awaits(), Awaits::Seats(seats) if seats.contains(seat))
    }

    /// How many distinct legal choices `seat` has.
    fn count(&self, seat: Seat) -> usize {
        let mut choices = Vec::new();
        self.choices(seat, &mut choices);
        choices.len()
    }

    /// The number of choices that a record's event states as `of`: `None` where the record leaves it out.
    fn choice_count(&self, seat: Seat) -> Option<u32> {
        Some(self.count(seat) as u32)
    }

    /// A legal choice of `seat`, each one equally likely; `None` when there is none.
    fn random_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<Self::Choice> {
        let mut choices = Vec::new();
        self.choices(seat, &mut choices);
        source.pick(&choices).cloned()
    }

    /// Parses a choice that a person typed. More forgiving than the notation where the rulings say so.
    ///
    /// # Errors
    /// When the text is not a choice.
    fn read(&self, seat: Seat, text: &str) -> Result<Self::Choice, Malformed> {
        let _ = seat;
        text.trim().parse()
    }

    /// Whether a seat may resign this game and both seats may agree on a draw. Depends on options and seats alone, and counts
    /// only where there are two seats. The referee does the rest ([`Ended`](super::Ended)), except for the last picture
    /// ([`Presentation::ended`](super::Presentation::ended)).
    fn may_concede(&self) -> bool {
        false
    }

    /// The team of a seat, where seats win together.
    fn team(&self, seat: Seat) -> u8 {
        seat.0
    }
}
