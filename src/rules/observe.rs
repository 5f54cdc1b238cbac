//! What may be observed of a game.

use std::fmt::Debug;

use serde::Serialize;

use super::{Event, Game, Viewer, Visibility};

/// What each viewer may see of a game and of its events.
pub trait Observe: Game {
    /// What a viewer sees: built up from nothing, never by deletion.
    type View: Clone + Debug + PartialEq + Serialize;

    /// What `viewer` may see.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// How much of `event` (not yet applied) `viewer` may see when it happens.
    fn visibility(&self, viewer: Viewer, event: &Event<Self::Chance, Self::Choice>) -> Visibility;
}
