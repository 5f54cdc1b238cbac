//! What only tests play and use: games with what no game of the catalogue has, and a catalogue of a test's own.

pub(crate) mod revisable_choice_game;
pub(crate) mod sealed_choice_game;
pub(crate) mod team_game;
pub(crate) mod test_catalogue;
