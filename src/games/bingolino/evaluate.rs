//! What computer players search: other worlds that a viewer cannot tell from the real one, and the evaluation of a position
//! by its stars and by how soon the dice may bring more.
//!
//! Only the sealed choices of other seats are hidden: a layout, or what they turn over. Each is chosen anew from public
//! information only. So two games that the viewer cannot tell apart give the same world for the same throws.

use std::cmp::Reverse;

use super::arrange::EASE;
use super::grid::{Grid, Line, Place};
use super::notation::Choice;
use super::{Bingolino, Phase};
use crate::rules::{Game, Search, Seat, Source, Strategy, Viewer};

/// The value of a star; a line that is not complete yet is worth less.
const STAR: i64 = 1_000;

/// How many lines beyond the winning number count as much as one line within it.
const SPARE: i64 = 4;

/// More than all stars.
const WIN: i64 = 1_000_000;

/// The expected rolls at which half of a line's nearness is left. The value of the line is the square of its nearness.
const PATIENCE: i64 = 8;

/// How many rolls an open tile waits for its number, in hundredths, if the roller chooses the best dice.
fn wait(grid: &Grid, place: Place) -> i64 {
    let ease = EASE[usize::from(grid.layout.number(place))];
    100_000 / i64::from(ease.max(1))
}

impl Grid {
    /// The value of the stars and of the lines still missing tiles; a line that needs fewer rolls is worth more. The best
    /// `goal` lines win the game; the others count little.
    fn prospects(&self, goal: u8) -> i64 {
        let turned = self.turned();
        let line = |line: Line| {
            if self.starred().contains(line) {
                return STAR;
            }
            let open = line.places().iter().filter(|place| !turned.contains(*place));
            let rolls: i64 = open.map(|place| wait(self, place)).sum();
            let near = STAR * PATIENCE * 100 / (PATIENCE * 100 + rolls);
            near * near / STAR
        };
        let mut lines: Vec<i64> = Line::all().map(line).collect();
        lines.sort_unstable_by_key(|value| Reverse(*value));
        let (wanted, spare) = lines.split_at(usize::from(goal).min(lines.len()));
        wanted.iter().sum::<i64>() + spare.iter().sum::<i64>() / SPARE
    }
}

impl Search for Bingolino {
    const LEVELS: [Strategy; 6] = [
        Strategy::greedy(12, 4000),
        Strategy::greedy(12, 420),
        Strategy::greedy(12, 220),
        Strategy::greedy(12, 135),
        Strategy::greedy(12, 80),
        Strategy::greedy(200, 0),
    ];
    const LEAD: i64 = 650;

    fn imagine(&self, viewer: Viewer, source: &mut dyn Source) -> Bingolino {
        let mut world = self.clone();
        for seat in self.all().iter().filter(|seat| viewer != Viewer::Seat(*seat)) {
            if self.chosen[seat.index()].is_some() {
                world.chosen[seat.index()] = self.random_choice(seat, source);
            }
        }
        world
    }

    /// The score for `seat`, after its sealed choice or, when it is asked, after the best choice that it could make. `None`
    /// while the dice are in the air.
    fn evaluate(&self, seat: Seat) -> Option<i64> {
        let grid = self.grid(seat);
        Some(match self.phase {
            Phase::Dice => return None,
            Phase::Over if self.winners.contains(seat) => WIN + grid.prospects(self.goal),
            Phase::Over => grid.prospects(self.goal) - WIN,
            Phase::Flip if self.waiting.contains(seat) => self.best_of_roll(seat),
            _ => match self.chosen[seat.index()] {
                Some(choice) => with(grid, choice).prospects(self.goal),
                None => grid.prospects(self.goal),
            },
        })
    }
}

impl Bingolino {
    fn best_of_roll(&self, seat: Seat) -> i64 {
        let grid = self.grid(seat);
        let after = |choice: Choice| with(grid, choice).prospects(self.goal);
        let best = match self.must_turn_back(seat) {
            true => grid.turned().iter().map(Choice::Back).map(after).max(),
            false => self.ways(seat).iter().map(after).max(),
        };
        best.unwrap_or_else(|| grid.prospects(self.goal))
    }
}

/// The grid after a choice.
fn with(grid: &Grid, choice: Choice) -> Grid {
    let mut after = *grid;
    match choice {
        Choice::Layout(layout) => after = Grid::lay(layout),
        Choice::Flip(place, _) => drop(after.turn(place)),
        Choice::Back(place) => after.turn_back(place),
        Choice::Roll(_) | Choice::Decline => {}
    }
    after
}
