//! The position of the day: one decision in each of a few games, with exactly one best choice, the same for everybody.
//!
//! Nothing about it is drawn in secret. The day by the calendar of UTC names the position, so anybody can find it again, and its
//! answer: `whistle daily --date 2026-11-27`. On Discord, `/daily` asks for it ([`DailyQuestion`]).
//!
//! # The algorithm
//!
//! Words as in [`fair`](super::fair), steps 4 to 6.
//!
//! 1. **Seed**: SHA-256 of the three fields `whistle/daily/1`, the day as in `2026-11-27`, and the game's slug. The number at the end
//!    is that of this algorithm ([`VERSION`]).
//! 2. **Games**: game after game is played, from number 0 on, each by players of one strength. What follows at event *i* of game
//!    *g* takes its words from stream *g* * 2^32 + *i*: a draw of chance, or the number of a seat among those that are asked and
//!    then its choice. One choice of four is any legal one; the others are those that look best after six imagined games.
//! 3. **Position**: the first one in which the seat has at most 25 choices, at least three of them of the kind that
//!    [`DAILY`](crate::games::DAILY) names for the game, and in which one of all is clearly the best. A short look says so, and then
//!    a long one, by words of the streams 2^63 + *g* * 2^32 + *i* and 2^63 + 2^62 + *g* * 2^32 + *i*.
//! 4. **Answer**: the best choice of the long look. Where nothing is hidden and nothing left to chance, the game was followed to all
//!    its ends. Elsewhere all choices were played on in the same imagined games, which the seat cannot tell from the real one
//!    (docs/PLAYERS.md, "Reviews").
//!
//! The effort is counted in positions and not in time. So a slow machine finds the same, only later. Numbers with a point are
//! computed as IEEE 754 says, but for one power and one exponential function: another library of mathematics may give another last
//! bit there. That decides nothing by itself, because no choice is taken for the best one that leads by so little.

mod asked;
mod day;
mod streak;
#[cfg(test)]
mod tests;

pub(super) use asked::Dailies;
pub use asked::{DailyQuestion, DailyTold};
pub use day::{Day, NoDay};
pub use streak::Streak;

use super::fair::{Draws, Seed};
use crate::games::{self, DailyGame, DynGame};
use crate::player::{self, Judgement};
use crate::rules::{Awaits, By, Listing, Phrase, Seat, Source, Strategy, Viewer};

/// The number of the algorithm, in the seed and wherever a position is told. It is raised with every change by which a day gets
/// another position or another answer: of this module, of the rules of a game in [`DAILY`](crate::games::DAILY), or of how choices
/// are judged.
pub const VERSION: u32 = 2;

/// How many choices a position has.
const FEWEST: usize = 3;
const MOST: usize = 25;

/// How many games are played at most.
const GAMES: u64 = 400;

/// How the players of these games look for their choices, and how often they make any choice: once in so many.
const PLAYERS: Strategy = Strategy::greedy(6, 0);
const ANY: u32 = 4;

/// Where the streams of words for short and long looks begin.
const SHORT: u64 = 1 << 63;
const LONG: u64 = SHORT | 1 << 62;

/// How many positions the search for a position of the day looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// In a short look.
    pub short: u32,
    /// In a long look.
    pub long: u32,
    /// How many long looks there are at most: a day in which none of them finds a position has none.
    pub looks: u32,
}

impl Effort {
    /// The effort of the algorithm.
    pub const FULL: Effort = Effort {
        short: 4_000,
        long: 200_000,
        looks: 24,
    };

    /// A little of that, where computer players do not think: it finds other positions.
    pub(super) const LITTLE: Effort = Effort {
        short: 300,
        long: 1_500,
        looks: 24,
    };
}

/// A position of the day.
pub struct Position {
    /// The game.
    pub game: &'static DailyGame,
    /// The day.
    pub day: Day,
    /// The game as it stands, hidden things included.
    pub play: Box<dyn DynGame>,
    /// The seat whose decision it is.
    pub seat: Seat,
    /// All choices of the seat in notation, in the order of the game.
    pub choices: Vec<String>,
    /// What they are worth.
    pub judgement: Judgement,
}

impl Position {
    /// All choices in notation, each with what it says on a menu, in the order of the game.
    pub fn labels(&self) -> Vec<(String, Phrase)> {
        let mut offered = self.play.suggest(self.seat, "", self.choices.len());
        let label = |what: &String| {
            let at = offered.iter().position(|offer| offer.what == *what)?;
            Some((what.clone(), offered.swap_remove(at).phrase))
        };
        self.choices.iter().filter_map(label).collect()
    }
}

/// The position of this day in this game; `None` if the games of the day had none.
pub fn position(game: &'static DailyGame, day: Day, effort: Effort) -> Option<Position> {
    let seed = Seed::daily(VERSION, &day.to_string(), game.slug);
    let mut search = PositionSearch {
        game,
        day,
        seed,
        effort,
        looks: 0,
    };
    (0..GAMES).find_map(|number| search.play(number))
}

struct PositionSearch {
    game: &'static DailyGame,
    day: Day,
    seed: Seed,
    effort: Effort,
    /// How many long looks were taken.
    looks: u32,
}

impl PositionSearch {
    /// Plays a game of the day until a position is found in it.
    fn play(&mut self, number: u64) -> Option<Position> {
        if self.looks >= self.effort.looks {
            return None;
        }
        let mut play = games::find(self.game.slug)?
            .start(&self.game.options(), self.game.seats)
            .ok()?;
        for index in 0.. {
            let stream = number << 32 | index;
            let mut source = Draws::at(&self.seed, stream);
            let (by, what) = match play.awaits() {
                Awaits::Nobody(_) => return None,
                Awaits::Chance => (By::Chance, play.draw(&mut source)),
                Awaits::Seats(seats) => {
                    let asked = source.below(seats.len() as u32) as usize;
                    let seat = seats.iter().nth(asked)?;
                    if let Some(found) = self.look(&*play, seat, stream) {
                        return Some(found);
                    }
                    (By::Seat(seat), chosen(&*play, seat, &mut source)?)
                }
            };
            play.apply(by, &what).ok()?;
        }
        None
    }

    /// The position, if the seat has one clearly best choice.
    fn look(&mut self, play: &dyn DynGame, seat: Seat, stream: u64) -> Option<Position> {
        let (choices, listing) = play.choices(seat);
        let asked = choices.iter().filter(|what| (self.game.asks_for)(what)).count();
        let fits = listing == Listing::Complete && (FEWEST..=MOST).contains(&choices.len());
        if !fits || asked < FEWEST || play.candidates(seat).len() != choices.len() {
            return None;
        }
        let clear = f64::from(self.game.clear) / 100.0;
        let judge = |from: u64, nodes| {
            let imagine = |source: &mut dyn Source| play.imagine(Viewer::Seat(seat), source);
            player::judge(seat, &imagine, &mut Draws::at(&self.seed, from | stream), nodes)
        };
        judge(SHORT, self.effort.short).filter(|short| short.is_clear(clear / 2.0))?;
        self.looks += 1;
        let judgement = judge(LONG, self.effort.long).filter(|long| long.is_clear(clear))?;
        Some(Position {
            game: self.game,
            day: self.day,
            play: play.copy(),
            seat,
            choices,
            judgement,
        })
    }
}

/// What a player of the day's games chooses.
fn chosen(play: &dyn DynGame, seat: Seat, source: &mut dyn Source) -> Option<String> {
    if source.below(ANY) == 0 {
        return play.random_choice(seat, source);
    }
    let imagine = |source: &mut dyn Source| play.imagine(Viewer::Seat(seat), source);
    player::choose(PLAYERS, seat, imagine, source)
}
