//! What computer players search.

use super::{Observe, Seat, Source, Viewer};

/// What a computer player needs of a game: worlds that it may be in, choices to try there, and what a position is worth.
pub trait Search: Observe {
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
