//! What is picked from a select menu of a panel.

use std::str::FromStr;

use super::NotOurs;
use super::text::{is_choice, is_step};
use crate::discord::limits;

/// The value of a select menu's option.
#[derive(Clone, Debug, PartialEq, Eq, derive_more::Display)]
pub enum Picked {
    /// A choice, in notation.
    #[display("c:{_0}")]
    Choice(String),
    /// A choice, in notation, to be shown before it is made.
    #[display("t:{_0}")]
    Preview(String),
    /// One more step of the path.
    #[display("s:{_0}")]
    Step(String),
}

impl FromStr for Picked {
    type Err = NotOurs;

    fn from_str(text: &str) -> Result<Picked, NotOurs> {
        let is_choice = |what: &str| is_choice(what) && limits::length(text) <= limits::OPTION_TEXT;
        match text.split_once(':').ok_or(NotOurs)? {
            ("c", what) if is_choice(what) => Ok(Picked::Choice(what.to_owned())),
            ("t", what) if is_choice(what) => Ok(Picked::Preview(what.to_owned())),
            ("s", step) if is_step(step) => Ok(Picked::Step(step.to_owned())),
            _ => Err(NotOurs),
        }
    }
}
