//! What a press means: every custom id, as a value.
//!
//! All that a press needs is in its custom id, so that a button works after a day or a restart as it did at first. A
//! custom id is read by whoever sees the message, so it holds nothing that they may not know; and whoever sees it can
//! send any other, so it proves nothing: the referee judges who presses, and whether the step is still the same.
//!
//! The text is `w1:` and a word, then what the word needs, parted by colons; numbers are written in base 36. Only the
//! one spelling that [`Press`] itself writes is read, so that two ids of one message that differ never mean the same.

#[cfg(test)]
mod tests;
mod text;

use std::fmt;
use std::str::FromStr;

use super::limits;
use text::{is_choice, is_step};

pub use text::{pack, unpack};

/// What a button, a menu or a form means when it is pressed, chosen from or sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Sit down in the lobby.
    Join {
        /// The table.
        table: u64,
    },
    /// Get up in the lobby.
    Leave {
        /// The table.
        table: u64,
    },
    /// Seat a computer player.
    AddComputer {
        /// The table.
        table: u64,
    },
    /// Send a computer player away.
    RemoveComputer {
        /// The table.
        table: u64,
    },
    /// Sit down on a side in the lobby, or go over to it.
    SitOn {
        /// The table.
        table: u64,
        /// The side.
        side: u8,
    },
    /// Seat a computer player on a side.
    AddComputerOn {
        /// The table.
        table: u64,
        /// The side.
        side: u8,
    },
    /// Even the sides out.
    Balance {
        /// The table.
        table: u64,
    },
    /// Let the sides change places.
    SwapSides {
        /// The table.
        table: u64,
    },
    /// Begin the match.
    Start {
        /// The table.
        table: u64,
    },
    /// Close the table, or ask once more where a match would end with it.
    Cancel {
        /// The table.
        table: u64,
    },
    /// Close the table after that.
    CancelSure {
        /// The table.
        table: u64,
    },
    /// Open the own panel as a message of its own that only this person sees.
    Mine {
        /// The table.
        table: u64,
    },
    /// Bring the panel that holds the button up to date.
    Panel {
        /// The table.
        table: u64,
    },
    /// Make a choice.
    Choose {
        /// The table.
        table: u64,
        /// The step that the button was drawn for.
        step: u64,
        /// The choice, in notation.
        what: String,
    },
    /// Show another menu, or another page of it, on the panel that holds the button.
    Step {
        /// The table.
        table: u64,
        /// The step that the button was drawn for.
        step: u64,
        /// The way to the menu; empty for the first.
        path: Vec<String>,
        /// The page of that menu, from 0.
        page: u16,
    },
    /// Show a choice on the panel that holds the button, before it is made.
    Try {
        /// The table.
        table: u64,
        /// The step that the button was drawn for.
        step: u64,
        /// The way to the menu that offers it, as much of it as has room: there leads the way back.
        path: Vec<String>,
        /// The choice, in notation.
        what: String,
    },
    /// Take what was chosen from a select menu: its value is a [`Picked`].
    Pick {
        /// The table.
        table: u64,
        /// The step that the menu was drawn for.
        step: u64,
        /// The way to this menu.
        path: Vec<String>,
        /// Which select menu of it, from 0.
        part: u16,
    },
    /// Open the form into which a choice is typed.
    Type {
        /// The table.
        table: u64,
        /// The step that the button was drawn for.
        step: u64,
        /// What stands in the form already, or nothing: see [`Press::again`].
        typed: String,
    },
    /// Make the choice that was typed into the form's one line, [`TYPED`].
    Typed {
        /// The table.
        table: u64,
        /// The step that the form was opened for.
        step: u64,
    },
    /// Take the seat back from the stand-in.
    Return {
        /// The table.
        table: u64,
    },
    /// Ask those who are awaited to hurry.
    Nudge {
        /// The table.
        table: u64,
    },
    /// Ask for a pause of the turn clock, or agree on one.
    Pause {
        /// The table.
        table: u64,
    },
    /// Let the game go on after a pause.
    Resume {
        /// The table.
        table: u64,
    },
    /// Open the small menu for resigning and for a draw, as a message that only this person sees.
    Concede {
        /// The table.
        table: u64,
    },
    /// Ask once more before resigning.
    AskResign {
        /// The table.
        table: u64,
        /// The game of the match.
        round: u32,
    },
    /// Resign.
    Resign {
        /// The table.
        table: u64,
        /// The game of the match.
        round: u32,
    },
    /// Offer a draw.
    OfferTruce {
        /// The table.
        table: u64,
        /// The game of the match.
        round: u32,
    },
    /// Open the small menu in which an offer of a draw is accepted.
    AskAgree {
        /// The table.
        table: u64,
        /// The offer, by the step with which it was made.
        offer: u64,
    },
    /// Answer an offer of a draw from the small menu.
    AnswerTruce {
        /// The table.
        table: u64,
        /// The offer, by the step with which it was made.
        offer: u64,
        /// Whether the game is to end so.
        agree: bool,
    },
    /// Decline an offer of a draw from the panel.
    Decline {
        /// The table.
        table: u64,
        /// The offer, by the step with which it was made.
        offer: u64,
    },
    /// Take an offer of a draw back.
    WithdrawTruce {
        /// The table.
        table: u64,
        /// The offer, by the step with which it was made.
        offer: u64,
    },
    /// Close the small menu: nothing happens.
    LetBe {
        /// The table.
        table: u64,
    },
    /// Bring the table's public message to the end of its channel.
    Show {
        /// The table.
        table: u64,
    },
    /// Begin the next game.
    NextRound {
        /// The table.
        table: u64,
        /// The game that is over.
        after: u32,
    },
    /// Open a new table with the same game and options.
    Rematch {
        /// The table that is over.
        table: u64,
    },
    /// Show the match round by round, to this person only.
    MatchBoard {
        /// The table.
        table: u64,
    },
    /// Check every draw, and tell this person.
    Verify {
        /// The table.
        table: u64,
    },
    /// Open the rules as they are at a table, as a message that only this person sees.
    OpenRules {
        /// The table.
        table: u64,
    },
    /// Turn the page of the rules in the message that holds the button.
    Rules {
        /// The game's slug.
        game: String,
        /// The table whose options they are shown for.
        table: Option<u64>,
        /// The page, from 0.
        page: u16,
    },
    /// Open the server's leaderboard, as a message that only this person sees.
    OpenLeaderboard {
        /// The game's slug.
        game: String,
    },
    /// Turn the page of the leaderboard in the message that holds the button.
    Leaderboard {
        /// The game's slug.
        game: String,
        /// The page, from 0.
        page: u16,
    },
    /// Open a thread and a table in it.
    Thread {
        /// The game's slug.
        game: String,
        /// The clock in seconds; 0 is none.
        clock: u32,
        /// For how many seconds it waits after a turn in which there is something to read.
        rest: u32,
        /// Computer players seated from the start.
        computers: u8,
        /// The options asked for, as [`pack`] writes them.
        options: String,
    },
    /// Choose how to be told that it is one's turn.
    Ping {
        /// How.
        how: Ping,
    },
    /// Choose how one's own boards are shown.
    Boards {
        /// How.
        how: Boards,
    },
    /// Be forgotten.
    Forget,
    /// Nothing: a space that only shows something.
    Blank {
        /// Which space of its message.
        at: u16,
    },
}

/// The custom id of the one line of the form that [`Press::Typed`] comes from.
pub const TYPED: &str = "what";

/// How somebody wants to be told that it is their turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ping {
    /// By a private message.
    #[default]
    Dm,
    /// By a mention in the table's channel.
    Channel,
    /// Not at all.
    None,
}

impl Ping {
    /// All ways, in the order to offer them.
    pub const ALL: [Ping; 3] = [Ping::Dm, Ping::Channel, Ping::None];
}

impl fmt::Display for Ping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ping::Dm => "dm",
            Ping::Channel => "channel",
            Ping::None => "none",
        })
    }
}

impl FromStr for Ping {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Ping, Unknown> {
        Ping::ALL.into_iter().find(|way| way.to_string() == text).ok_or(Unknown)
    }
}

/// How somebody, or a table, wants boards to be shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Boards {
    /// As pictures, with what they tell as alternative text.
    #[default]
    Pictures,
    /// The same, with digits where numbers are drawn as signs (the rings of dominoes).
    Digits,
    /// As blocks of letters.
    Text,
}

impl Boards {
    /// All, in the order to offer them.
    pub const ALL: [Boards; 3] = [Boards::Pictures, Boards::Digits, Boards::Text];
}

impl fmt::Display for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Boards::Pictures => "pictures",
            Boards::Digits => "digits",
            Boards::Text => "text",
        })
    }
}

impl FromStr for Boards {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Boards, Unknown> {
        Boards::ALL
            .into_iter()
            .find(|boards| boards.to_string() == text)
            .ok_or(Unknown)
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
        let is_choice = |what: &str| is_choice(what) && limits::length(text) <= limits::OPTION_TEXT;
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

impl Press {
    /// Opens the form with what somebody typed before still in it, as much of that as goes into a custom id.
    pub fn again(table: u64, step: u64, typed: &str) -> Press {
        let with = |typed: &str| Press::Type {
            table,
            step,
            typed: typed.trim().to_owned(),
        };
        let letters = typed.chars().filter(|letter| !letter.is_control());
        let mut typed: String = letters.take(limits::CUSTOM_ID).collect();
        while !with(&typed).fits() && typed.pop().is_some() {}
        with(&typed)
    }

    /// Whether Discord takes it as a custom id, and it comes back as it was.
    pub fn fits(&self) -> bool {
        self.to_string().parse().is_ok_and(|read: Press| read == *self)
    }

    /// The table that it is about, if it is about one.
    pub fn table(&self) -> Option<u64> {
        match self {
            Press::Join { table }
            | Press::Leave { table }
            | Press::AddComputer { table }
            | Press::RemoveComputer { table }
            | Press::SitOn { table, .. }
            | Press::AddComputerOn { table, .. }
            | Press::Balance { table }
            | Press::SwapSides { table }
            | Press::Start { table }
            | Press::Cancel { table }
            | Press::CancelSure { table }
            | Press::Mine { table }
            | Press::Panel { table }
            | Press::Choose { table, .. }
            | Press::Step { table, .. }
            | Press::Try { table, .. }
            | Press::Pick { table, .. }
            | Press::Type { table, .. }
            | Press::Typed { table, .. }
            | Press::Return { table }
            | Press::Nudge { table }
            | Press::Pause { table }
            | Press::Resume { table }
            | Press::Concede { table }
            | Press::AskResign { table, .. }
            | Press::Resign { table, .. }
            | Press::OfferTruce { table, .. }
            | Press::AskAgree { table, .. }
            | Press::AnswerTruce { table, .. }
            | Press::Decline { table, .. }
            | Press::WithdrawTruce { table, .. }
            | Press::LetBe { table }
            | Press::Show { table }
            | Press::NextRound { table, .. }
            | Press::Rematch { table }
            | Press::MatchBoard { table }
            | Press::Verify { table }
            | Press::OpenRules { table } => Some(*table),
            Press::Rules { table, .. } => *table,
            Press::OpenLeaderboard { .. }
            | Press::Leaderboard { .. }
            | Press::Thread { .. }
            | Press::Ping { .. }
            | Press::Boards { .. }
            | Press::Forget
            | Press::Blank { .. } => None,
        }
    }
}
