//! What only tests play and use: games with what no game of the catalogue has, a catalogue of a test's own, and the check
//! of every game's refusals.

pub(crate) mod refusals;
pub(crate) mod revisable_choice_game;
pub(crate) mod sealed_choice_game;
pub(crate) mod team_game;
pub(crate) mod test_catalogue;
