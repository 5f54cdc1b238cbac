//! What is picked from a select menu of a panel.

use super::text::{is_choice, is_step};
use crate::discord::limits;
use crate::rules::notation;

/// The value of a select menu's option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked {
    /// A choice, in notation.
    Choice(String),
    /// A choice, in notation, to be shown before it is made.
    Preview(String),
    /// One more step of the path.
    Step(String),
}

notation! { Picked {
    Choice(what) if fits(what) => "c:{what}",
    Preview(what) if fits(what) => "t:{what}",
    Step(step) if is_step(step) => "s:{step}",
} }

fn fits(what: &str) -> bool {
    is_choice(what) && limits::length(what) <= limits::OPTION_TEXT - "c:".len()
}
