//! What computer players search.

use super::{Observe, Seat, Source, Viewer};

/// How a computer player looks for its choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Any legal choice.
    Random,
    /// The choice after which the position looks best, on average over so many imagined games.
    Greedy {
        /// How many imagined games.
        worlds: u32,
        /// How far the choice strays from the best one: see [`Effort::noise`].
        noise: u16,
    },
    /// A search of what may follow.
    Search(Effort),
}

impl Strategy {
    /// The best choice by the look of the next position.
    pub const fn greedy(worlds: u32, noise: u16) -> Strategy {
        Strategy::Greedy { worlds, noise }
    }

    /// The best choice that a search of so many positions finds.
    pub const fn search(nodes: u32) -> Strategy {
        Strategy::Search(Effort { nodes, noise: 0 })
    }
}

/// How hard a search tries, and how exactly it follows what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many positions the search looks at. The first look at every choice is always taken.
    pub nodes: u32,
    /// How far the choice strays from the best one, in hundredths of the usual difference between choices. With 0 it is the
    /// best one; with 100 a choice that is clearly better than most others is still made most of the time.
    pub noise: u16,
}

/// What a computer player needs of a game: worlds that it may be in, choices to try there, and what a position is worth.
pub trait Search: Observe {
    /// How computer players of the six levels look for their choice, the lowest first. A game that was measured has its own
    /// (docs/PLAYERS.md).
    const LEVELS: [Strategy; 6] = [
        Strategy::greedy(12, 200),
        Strategy::greedy(12, 80),
        Strategy::greedy(12, 0),
        Strategy::greedy(24, 0),
        Strategy::greedy(48, 0),
        Strategy::greedy(96, 0),
    ];

    /// How much more the evaluation gives a seat than another one that is its equal, when it wins three of four games against
    /// that one (docs/PLAYERS.md). Games that have a score only at their end need none.
    const LEAD: i64 = 1;

    /// A game that `viewer` cannot tell from this one, drawn from all possible ones (the viewer's information set).
    fn imagine(&self, viewer: Viewer, source: &mut dyn Source) -> Self;

    /// The choices of `seat` that a computer player tries, each once: all listed choices, or only those that look worth it
    /// where trying each would take too long. Depends only on what that seat may know.
    fn candidates(&self, seat: Seat, into: &mut Vec<Self::Choice>) {
        self.choices(seat, into);
    }

    /// A choice of `seat` as a quick playout makes it: any legal one, or a likelier one where that costs no more. `None` when
    /// there is none.
    fn playout_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<Self::Choice> {
        self.random_choice(seat, source)
    }

    /// The evaluation of this position for `seat`: the higher the score, the better, on the game's own scale. The score is
    /// that of the true position, hidden things and sealed choices included; computer players evaluate imagined games only.
    ///
    /// `None` means that there is no score: at this moment (while something is being decided), or ever (a game without an
    /// evaluation). Then the computer player plays on at random until there is a score or the game is over. A game that ever
    /// gives a score gives one at its end too, so that all ends are compared on the same scale.
    fn evaluate(&self, seat: Seat) -> Option<i64> {
        let _ = seat;
        None
    }
}
