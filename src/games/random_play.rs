//! Random play: the next event of a game in which nobody thinks long.

use crate::rules::{Awaits, Event, Game, Outcome, Seat, Source};

/// The next event of random play: a draw, or a choice of any awaited seat. `Err` holds the outcome when the game is over,
/// and `None` when it is stuck. `choice` makes the choice.
pub(super) fn random_event<G: Game>(
    game: &G,
    source: &mut dyn Source,
    choice: impl FnOnce(Seat, &mut dyn Source) -> Option<G::Choice>,
) -> Result<Event<G::Chance, G::Choice>, Option<Outcome>> {
    match game.awaits() {
        Awaits::Nobody(outcome) => Err(Some(outcome)),
        Awaits::Chance => Ok(Event::Chance(game.draw(source))),
        Awaits::Seats(seats) => {
            let waiting = source.below(seats.len() as u32) as usize;
            let seat = seats.iter().nth(waiting).ok_or(None)?;
            let choice = choice(seat, source).ok_or(None)?;
            Ok(Event::Choice(seat, choice))
        }
    }
}
