//! Custom ids: what a press means, as a value.
//!
//! A custom id holds everything that a press needs, so a button works after a day or a restart as it did at first. Whoever
//! sees the message can read its custom ids, so they hold nothing that these people may not know. Anybody can also send any
//! other custom id, so it proves nothing: the referee judges who presses, and whether the step is still the same.
//!
//! The text is `w1:` and a word, followed by the parts that the word needs, separated by colons; numbers are written in base
//! 36. Only the one spelling that [`CustomId`] itself writes is accepted, so that two different ids in one message never mean
//! the same.
//!
//! The table of [`CustomId`] defines each kind of id once: its meaning, its word, and its parts in the order of the text.
//! Each part has a type and, where the type is not enough, its spelling. Everything else follows from that table.

#[macro_use]
mod declare;
mod picked;
mod settings;
#[cfg(test)]
mod tests;
mod text;

use std::fmt;
use std::str::FromStr;

use super::limits;
use crate::player::Level;
use text::{AtLevel, Choice, Guest, Maybe, MaybeChoice, Number, Packed, Part, Path, Rest, Slug, Word};

pub use picked::Picked;
pub use settings::{Boards, Confirm, Listed, PanelAt, Ping, SettingsMenu, SettingsPage};
pub use text::{pack, pack_steps, unpack, unpack_steps};

custom_ids! {
    /// What it means to press a button, to choose from a select menu, or to submit a form.
    CustomId {
        /// Sit down in the lobby.
        Join "join" of table {}
        /// Get up in the lobby, or first ask once more if a match is on.
        Leave "leave" of table {}
        /// Leave the match after that second question, which said that the match goes on and the game is not ranked.
        LeaveSure "away" of table {}
        /// Leave the match after that second question, which said that the match goes on and the leaver is last.
        LeaveLost "forfeit" of table {}
        /// Leave the match after that second question, which said that the table closes.
        LeaveLast "last" of table {}
        /// Seat a computer player.
        AddComputer "more" of table {
            /// Its level; `None` is the table's.
            level: Option<Level> as AtLevel,
        }
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
            /// Its level; `None` is the table's.
            level: Option<Level> as AtLevel,
        }
        /// Even the sides out.
        Balance "even" of table {}
        /// Let the sides change places.
        SwapSides "swap" of table {}
        /// Do what was chosen from the lobby's menu: its value is the custom id of that.
        Arrange "lobby" of table {}
        /// Open the form in which the host changes the options of the table.
        Options "options" of table {}
        /// Open that form, too: such menus changed options before there was the form.
        SetOption "set" of table {
            /// Which menu.
            what: String as Slug,
        }
        /// Take what the host chose in the menus of that form.
        SetOptions "terms" of table {}
        /// Open the form into which a word of luck is typed.
        Luck "luck" of table {}
        /// Add the word that was typed into that form's one line, [`TYPED`].
        AddLuck "word" of table {}
        /// Begin the match.
        Start "start" of table {}
        /// Close the table, or first ask once more if that would end a match.
        Cancel "cancel" of table {}
        /// Close the table after that second question, which said that nobody is last then.
        CancelSure "close" of table {}
        /// Close the table after that second question, which said who is last then.
        CancelLost "lose" of table {
            /// The seats of those, as a number.
            last: u32,
        }
        /// Open one's own panel as a separate message that only this person sees.
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
            /// The path to the menu; empty for the first menu.
            path: Vec<String> as Path,
        }
        /// Show a choice on the panel that holds the button, before it is made.
        Try "try" of table {
            /// The step that the button was drawn for.
            step: u64,
            /// The path to the menu that offers the choice, for the way back.
            path: Vec<String> as Path,
            /// The choice, in notation, or `#` and the number of its entry where the id has no room for the choice.
            what: String as Choice,
        }
        /// Take what was chosen from a select menu: its value is a [`Picked`].
        Pick "pick" of table {
            /// The step that the menu was drawn for.
            step: u64,
            /// Which select menu of it, from 0.
            part: u16,
            /// The path to this menu.
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
        /// Ask the people for whom the game waits to hurry.
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
            /// The offer, by the step at which it was made.
            offer: u64,
        }
        /// Answer an offer of a draw from the small menu.
        AnswerDrawOffer "agree" / "refuse" by agree of table {
            /// The offer, by the step at which it was made.
            offer: u64,
        }
        /// Decline an offer of a draw from the panel.
        Decline "decline" of table {
            /// The offer, by the step at which it was made.
            offer: u64,
        }
        /// Take an offer of a draw back.
        WithdrawDrawOffer "withdraw" of table {
            /// The offer, by the step at which it was made.
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
        /// Show the match game by game, to this person only.
        MatchBoard "match" of table {}
        /// Show the last moments of a table that is over, to this person only.
        Replay "replay" of table {}
        /// Review the asker's choices at a table that is over, for this person only.
        Review "review" of table {}
        /// Give the record of a match that is over, to this person only.
        Record "record" of table {}
        /// Check every draw, and tell this person.
        Verify "verify" of table {}
        /// Open the rules with a table's options, as a message that only this person sees.
        OpenRules "read" of table {}
        /// Turn the page of the rules in the message that holds the button.
        Rules "rules" {
            /// The game's slug.
            game: String as Slug,
            /// The table with whose options the rules are shown.
            table: Option<u64> as Maybe,
            /// The page, from 0.
            page: u16,
        }
        /// Show a step of a game's guided first game, as a message that only this person sees.
        Learn "learn" {
            /// The game's slug.
            game: String as Slug,
            /// How many steps were taken.
            step: u16,
            /// What was taken at each of them, as [`pack_steps`] writes it.
            taken: u64,
        }
        /// Show the position of the day of a game, as a message that only this person sees.
        Daily "daily" {
            /// The game's slug.
            game: String as Slug,
        }
        /// Answer a position of the day; or first ask once more, where the person wants that.
        Guess "answer" / "guess" by sure {
            /// The game's slug.
            game: String as Slug,
            /// The day, counted from 1970-01-01.
            day: u32,
            /// The choice, in notation.
            what: String as Choice,
        }
        /// Take what was chosen from the menu of a position of the day: its value is the custom id of [`CustomId::Guess`].
        DailyMenu "guesses" {
            /// The game's slug.
            game: String as Slug,
            /// The day, counted from 1970-01-01.
            day: u32,
        }
        /// Tell everybody in the channel that a position of the day was answered.
        ShareDaily "share" {
            /// The game's slug.
            game: String as Slug,
            /// The day, counted from 1970-01-01.
            day: u32,
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
        /// Show a page of the server's ratings in the message that holds the button.
        Ratings "rated" {
            /// The game's slug.
            game: String as Slug,
            /// The page, from 0.
            page: u16,
        }
        /// Show a page of the ratings over all servers in the message that holds the button.
        Everywhere "world" {
            /// The game's slug.
            game: String as Slug,
            /// The page, from 0.
            page: u16,
        }
        /// Show a page of a season of the server in the message that holds the button.
        Season "season" {
            /// The game's slug.
            game: String as Slug,
            /// The season's number; `None` is the season that is on.
            season: Option<u64> as Maybe,
            /// The page, from 0.
            page: u16,
        }
        /// Take what was chosen from the menu of seasons: its value is the custom id of [`CustomId::Season`].
        SeasonMenu "seasons" {
            /// The game's slug.
            game: String as Slug,
        }
        /// Show a page of the honours of past seasons in the message that holds the button.
        Honours "honours" {
            /// The game's slug.
            game: String as Slug,
            /// The page, from 0.
            page: u16,
        }
        /// Show a page of somebody's matches in the message that holds the button.
        History "history" {
            /// Whose; `None` is whoever presses.
            person: Option<u64> as Maybe,
            /// The page, from 0.
            page: u16,
        }
        /// Open a thread and a table in it.
        Thread "thread" {
            /// The game's slug.
            game: String as Slug,
            /// The clock in seconds; 0 is none.
            clock: u32,
            /// The clock's rest in seconds after a turn in which there is something to read.
            rest: u32 as Rest,
            /// Computer players seated from the start.
            computers: u8,
            /// The level of computer players, if one was asked for.
            level: Option<Level> as AtLevel,
            /// The options asked for, as [`pack`] writes them.
            options: String as Packed,
            /// The id of the person whom the lobby invites, if any.
            invited: Option<u64> as Guest,
        }
        /// Show these choices in the message of `/play` that holds the button, or open a table with them.
        Play "open" / "play" by open {
            /// The game's slug.
            game: String as Slug,
            /// Who else shall play.
            against: Opponents as Word,
            /// The value of the game's option for the length of a match, if somebody chose one.
            length: Option<u64> as Maybe,
            /// The clock in seconds; 0 is none.
            clock: u32,
            /// The level of computer players, if somebody chose one.
            level: Option<Level> as AtLevel,
        }
        /// Take what was chosen from a menu of `/play`: its value is the custom id of [`CustomId::Play`] with all choices.
        PlayMenu "menu" {
            /// Which menu.
            menu: PlayMenu as Word,
        }
        /// Choose how to hear that it is one's turn.
        Ping "ping" {
            /// How.
            how: Ping as Word,
        }
        /// Choose where one's panel is.
        PanelAt "panelat" {
            /// Where.
            at: PanelAt as Word,
        }
        /// Choose how one's own boards are shown.
        Boards "boards" {
            /// How.
            how: Boards as Word,
        }
        /// Choose whether one's own choices are shown before they count.
        Confirm "confirm" {
            /// Whether.
            how: Confirm as Word,
        }
        /// Choose whether one is shown over all servers.
        Listed "listed" {
            /// Whether.
            how: Listed as Word,
        }
        /// Take what was chosen from a menu of the settings: its value is the custom id of that.
        SettingsMenu "setting" {
            /// Which menu.
            menu: SettingsMenu as Word,
        }
        /// Turn to another page of the settings, in the message that holds the button.
        Settings "settings" {
            /// The page.
            page: SettingsPage as Word,
        }
        /// Do nothing: a button that only shows something.
        Blank "blank" {
            /// Which such button of its message.
            at: u16,
        }
    }
    /// Make the bot forget this person.
    Forget "forget" ":me"
}

/// The custom id of the only text input in the forms of [`CustomId::Typed`] and [`CustomId::AddLuck`].
pub const TYPED: &str = "what";

words! {
    /// Against whom somebody wants to play.
    Opponents {
        /// People who join the lobby.
        #[default]
        People "people",
        /// One computer player.
        One "1",
        /// Two computer players.
        Two "2",
        /// Three computer players.
        Three "3",
        /// Four computer players.
        Four "4",
        /// Five computer players.
        Five "5",
        /// Six computer players.
        Six "6",
        /// Seven computer players.
        Seven "7",
        /// People who join the lobby, and one computer player.
        Both "both",
        /// Nobody.
        Alone "alone",
        /// Computer players, who fill the table: messages from before their number could be chosen say so.
        Computers "computers",
    }
}

words! {
    /// A menu of `/play`.
    PlayMenu {
        /// Which game.
        #[default]
        Game "game",
        /// Against whom.
        Opponents "against",
        /// How long the match lasts.
        Length "length",
        /// How long each decision may take.
        Clock "clock",
        /// How well computer players play.
        Level "level",
    }
}

/// A text that is no custom id of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not a custom id of ours")]
pub struct NotOurs;

impl CustomId {
    /// Opens the form with what somebody typed before, or as much of that as fits into a custom id.
    pub fn again(table: u64, step: u64, typed: &str) -> CustomId {
        let with = |typed: &str| CustomId::Type {
            table,
            step,
            typed: typed.trim().to_owned(),
        };
        let letters = typed.chars().filter(|letter| !letter.is_control());
        let mut typed: String = letters.take(limits::CUSTOM_ID).collect();
        while !with(&typed).fits() && typed.pop().is_some() {}
        with(&typed)
    }

    /// The step of a game's guided first game after these numbers were taken.
    pub fn learn(game: &str, taken: &[u8]) -> CustomId {
        CustomId::Learn {
            game: game.to_owned(),
            step: taken.len() as u16,
            taken: pack_steps(taken),
        }
    }

    /// Whether Discord accepts the custom id, and reading it gives the same value.
    pub fn fits(&self) -> bool {
        self.to_string().parse().is_ok_and(|read: CustomId| read == *self)
    }

    /// The table that the custom id is about, if any.
    pub fn table(&self) -> Option<u64> {
        match self {
            CustomId::Rules { table, .. } => *table,
            other => other.of_table(),
        }
    }
}
