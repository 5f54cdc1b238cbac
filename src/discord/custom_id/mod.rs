//! What a press means: every custom id, as a value.
//!
//! All that a press needs is in its custom id, so that a button works after a day or a restart as it did at first. A
//! custom id is read by whoever sees the message, so it holds nothing that they may not know; and whoever sees it can
//! send any other, so it proves nothing: the referee judges who presses, and whether the step is still the same.
//!
//! The text is `w1:` and a word, then what the word needs, parted by colons; numbers are written in base 36. Only the
//! one spelling that [`CustomId`] itself writes is read, so that two ids of one message that differ never mean the same.
//!
//! Each kind of id is said once, in the table of [`CustomId`]: what it means, its word, and its parts in the order in which they
//! stand in the text, each with its type and, where that alone does not tell, how it is written. All else follows from that.

#[macro_use]
mod declare;
#[cfg(test)]
mod tests;
mod text;

use std::fmt;
use std::str::FromStr;

use super::limits::numbers;
use text::{Choice, Maybe, MaybeChoice, Number, Packed, Part, Path, Rest, Slug, Word, is_choice, is_step};

pub use text::{pack, unpack};

custom_ids! {
    /// What a button, a menu or a form means when it is pressed, chosen from or sent.
    CustomId {
        /// Sit down in the lobby.
        Join "join" of table {}
        /// Get up in the lobby.
        Leave "leave" of table {}
        /// Seat a computer player.
        AddComputer "more" of table {}
        /// Send a computer player away.
        RemoveComputer "fewer" of table {}
        /// Sit down on a side in the lobby, or go over to it.
        SitOn "side" of table {
            /// The side.
            side: u8,
        }
        /// Seat a computer player on a side.
        AddComputerOn "moreon" of table {
            /// The side.
            side: u8,
        }
        /// Even the sides out.
        Balance "even" of table {}
        /// Let the sides change places.
        SwapSides "swap" of table {}
        /// Begin the match.
        Start "start" of table {}
        /// Close the table, or ask once more where a match would end with it.
        Cancel "cancel" of table {}
        /// Close the table after that.
        CancelSure "close" of table {}
        /// Open the own panel as a message of its own that only this person sees.
        Mine "mine" of table {}
        /// Bring the panel that holds the button up to date.
        Panel "panel" of table {}
        /// Make a choice.
        Choose "choose" of table {
            /// The step that the button was drawn for.
            step: u64,
            /// The choice, in notation.
            what: String as Choice,
        }
        /// Show another menu, or another page of it, on the panel that holds the button.
        Step "step" of table {
            /// The step that the button was drawn for.
            step: u64,
            /// The page of that menu, from 0.
            page: u16,
            /// The way to the menu; empty for the first.
            path: Vec<String> as Path,
        }
        /// Show a choice on the panel that holds the button, before it is made.
        Try "try" of table {
            /// The step that the button was drawn for.
            step: u64,
            /// The way to the menu that offers it, as much of it as has room: there leads the way back.
            path: Vec<String> as Path,
            /// The choice, in notation.
            what: String as Choice,
        }
        /// Take what was chosen from a select menu: its value is a [`Picked`].
        Pick "pick" of table {
            /// The step that the menu was drawn for.
            step: u64,
            /// Which select menu of it, from 0.
            part: u16,
            /// The way to this menu.
            path: Vec<String> as Path,
        }
        /// Open the form into which a choice is typed.
        Type "type" of table {
            /// The step that the button was drawn for.
            step: u64,
            /// What stands in the form already, or nothing: see [`CustomId::again`].
            typed: String as MaybeChoice,
        }
        /// Make the choice that was typed into the form's one line, [`TYPED`].
        Typed "typed" of table {
            /// The step that the form was opened for.
            step: u64,
        }
        /// Take the seat back from the stand-in.
        Return "return" of table {}
        /// Ask those who are awaited to hurry.
        Nudge "nudge" of table {}
        /// Ask for a pause of the turn clock, or agree on one.
        Pause "pause" of table {}
        /// Let the game go on after a pause.
        Resume "resume" of table {}
        /// Open the small menu for resigning and for a draw, as a message that only this person sees.
        Concede "concede" of table {}
        /// Ask once more before resigning.
        AskResign "giveup" of table {
            /// The game of the match.
            round: u32,
        }
        /// Resign.
        Resign "resign" of table {
            /// The game of the match.
            round: u32,
        }
        /// Offer a draw.
        OfferDraw "offer" of table {
            /// The game of the match.
            round: u32,
        }
        /// Open the small menu in which an offer of a draw is accepted.
        AskAgree "accept" of table {
            /// The offer, by the step with which it was made.
            offer: u64,
        }
        /// Answer an offer of a draw from the small menu.
        AnswerDrawOffer "agree" / "refuse" by agree of table {
            /// The offer, by the step with which it was made.
            offer: u64,
        }
        /// Decline an offer of a draw from the panel.
        Decline "decline" of table {
            /// The offer, by the step with which it was made.
            offer: u64,
        }
        /// Take an offer of a draw back.
        WithdrawDrawOffer "withdraw" of table {
            /// The offer, by the step with which it was made.
            offer: u64,
        }
        /// Close the small menu: nothing happens.
        LetBe "letbe" of table {}
        /// Bring the table's public message to the end of its channel.
        Show "show" of table {}
        /// Begin the next game.
        NextRound "next" of table {
            /// The game that is over.
            after: u32,
        }
        /// Open a new table with the same game and options.
        Rematch "rematch" of table {}
        /// Show the match round by round, to this person only.
        MatchBoard "match" of table {}
        /// Check every draw, and tell this person.
        Verify "verify" of table {}
        /// Open the rules as they are at a table, as a message that only this person sees.
        OpenRules "read" of table {}
        /// Turn the page of the rules in the message that holds the button.
        Rules "rules" {
            /// The game's slug.
            game: String as Slug,
            /// The table whose options they are shown for.
            table: Option<u64> as Maybe,
            /// The page, from 0.
            page: u16,
        }
        /// Open the server's leaderboard, as a message that only this person sees.
        OpenLeaderboard "leaders" {
            /// The game's slug.
            game: String as Slug,
        }
        /// Turn the page of the leaderboard in the message that holds the button.
        Leaderboard "board" {
            /// The game's slug.
            game: String as Slug,
            /// The page, from 0.
            page: u16,
        }
        /// Open a thread and a table in it.
        Thread "thread" {
            /// The game's slug.
            game: String as Slug,
            /// The clock in seconds; 0 is none.
            clock: u32,
            /// For how many seconds it waits after a turn in which there is something to read.
            rest: u32 as Rest,
            /// Computer players seated from the start.
            computers: u8,
            /// The options asked for, as [`pack`] writes them.
            options: String as Packed,
        }
        /// Choose how to be told that it is one's turn.
        Ping "ping" {
            /// How.
            how: Ping as Word,
        }
        /// Choose how one's own boards are shown.
        Boards "boards" {
            /// How.
            how: Boards as Word,
        }
        /// Nothing: a space that only shows something.
        Blank "blank" {
            /// Which space of its message.
            at: u16,
        }
    }
    /// Be forgotten.
    Forget "forget" ":me"
}

/// The custom id of the one line of the form that [`CustomId::Typed`] comes from.
pub const TYPED: &str = "what";

words! {
    /// How somebody wants to be told that it is their turn.
    Ping {
        /// By a private message.
        #[default]
        Dm "dm",
        /// By a mention in the table's channel.
        Channel "channel",
        /// Not at all.
        None "none",
    }
}

words! {
    /// How somebody, or a table, wants boards to be shown.
    Boards {
        /// As pictures, with what they tell as alternative text.
        #[default]
        Pictures "pictures",
        /// The same, with digits where numbers are drawn as signs (the rings of dominoes).
        Digits "digits",
        /// As blocks of letters.
        Text "text",
    }
}

/// The value of a select menu's option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked {
    /// A choice, in notation.
    Choice(String),
    /// A choice, in notation, to be shown before it is made.
    Trial(String),
    /// One more step of the path.
    Step(String),
}

impl fmt::Display for Picked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Picked::Choice(what) => write!(f, "c:{what}"),
            Picked::Trial(what) => write!(f, "t:{what}"),
            Picked::Step(step) => write!(f, "s:{step}"),
        }
    }
}

impl FromStr for Picked {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Picked, Unknown> {
        let is_choice = |what: &str| is_choice(what) && numbers::length(text) <= numbers::OPTION_TEXT;
        match text.split_once(':').ok_or(Unknown)? {
            ("c", what) if is_choice(what) => Ok(Picked::Choice(what.to_owned())),
            ("t", what) if is_choice(what) => Ok(Picked::Trial(what.to_owned())),
            ("s", step) if is_step(step) => Ok(Picked::Step(step.to_owned())),
            _ => Err(Unknown),
        }
    }
}

/// A custom id that this version does not write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not a custom id of ours")]
pub struct Unknown;

impl CustomId {
    /// Opens the form with what somebody typed before still in it, as much of that as goes into a custom id.
    pub fn again(table: u64, step: u64, typed: &str) -> CustomId {
        let with = |typed: &str| CustomId::Type {
            table,
            step,
            typed: typed.trim().to_owned(),
        };
        let letters = typed.chars().filter(|letter| !letter.is_control());
        let mut typed: String = letters.take(numbers::CUSTOM_ID).collect();
        while !with(&typed).fits() && typed.pop().is_some() {}
        with(&typed)
    }

    /// Whether Discord takes it as a custom id, and it comes back as it was.
    pub fn fits(&self) -> bool {
        self.to_string().parse().is_ok_and(|read: CustomId| read == *self)
    }

    /// The table that it is about, if it is about one.
    pub fn table(&self) -> Option<u64> {
        match self {
            CustomId::Rules { table, .. } => *table,
            other => other.of_table(),
        }
    }
}
