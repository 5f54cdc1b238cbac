//! What may be observed of a game.

use std::fmt::Debug;

use serde::Serialize;

use super::{Event, Game, Seat, Viewer, Visibility};

/// What each viewer may see of a game and of its events.
pub trait Observe: Game {
    /// What a viewer sees: built up from nothing, never by deletion.
    type View: Clone + Debug + PartialEq + Serialize;

    /// What `viewer` may see.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// The seat that the viewer holds at this table.
    fn seat_of(&self, viewer: Viewer) -> Option<Seat> {
        match viewer {
            Viewer::Seat(seat) if self.is_seat(seat) => Some(seat),
            _ => None,
        }
    }

    /// How much of `event` (not yet applied) `viewer` may see when it happens. Without a rule of the game, nobody sees what
    /// chance brings (a deck), and everybody sees every choice.
    fn visibility(&self, viewer: Viewer, event: &Event<Self::Chance, Self::Choice>) -> Visibility {
        let _ = viewer;
        match event {
            Event::Chance(_) => Visibility::Hidden,
            Event::Choice(..) => Visibility::Whole,
        }
    }
}
