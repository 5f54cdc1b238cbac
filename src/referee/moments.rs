//! The last moments of a table that is over: what everybody was told then, and the table as it stood.
//!
//! Each moment is computed again from the events of its game. What is shown of it is shown as the public saw it then, so
//! nothing that was secret at that moment is told later.

use std::collections::VecDeque;

use super::recording::{self, VerifyError};
use super::table::{Phase, Table};
use crate::games::DynGame;
use crate::rules::{Phrase, Viewer};

/// A moment of a game, at which the public was told something new.
pub struct Moment {
    /// The table as it stood.
    pub table: Table,
    /// What was told. Empty for a game that was ended by word: its [`Round`](super::Round) says how.
    pub told: Vec<Phrase>,
}

impl Table {
    /// The last moments, at most `most` of them and the oldest first, of the last game that had any. None before the table
    /// is over.
    ///
    /// # Errors
    /// When the game cannot be followed: the rules by which it was played are not kept any more.
    pub fn last_moments(&self, most: usize) -> Result<Vec<Moment>, VerifyError> {
        let games = 0..self.rounds.len();
        for game in games.rev().filter(|_| self.is_over()) {
            let moments = self.moments_of(game, most)?;
            if !moments.is_empty() {
                return Ok(moments);
            }
        }
        Ok(Vec::new())
    }

    /// The last moments of the game with this index.
    fn moments_of(&self, game: usize, most: usize) -> Result<Vec<Moment>, VerifyError> {
        let round = &self.rounds[game];
        let record = self.record_of(round)?;
        let mut replay = recording::replay(&record)?;
        let mut moments = VecDeque::new();
        let mut keep = |moment| {
            moments.push_back(moment);
            if moments.len() > most {
                moments.pop_front();
            }
        };
        let mut before = recent(replay.play());
        for step in replay.by_ref() {
            let step = step?;
            let after = recent(&*step.after);
            if !after.is_empty() && after != before {
                let is_last = step.index + 1 == round.events.len();
                let ends = is_last && round.outcome.is_some() && round.ended.is_none();
                keep((step.after, news(&before, &after), ends));
            }
            before = after;
        }
        if round.ended.is_some() {
            keep((replay.play().copy(), Vec::new(), true));
        }
        let moment = |(play, told, ends)| Moment {
            table: self.as_it_stood(game, play, ends),
            told,
        };
        Ok(moments.into_iter().map(moment).collect())
    }

    /// The table when the game with this index stood like `play`; that game is over if it `ends` so.
    pub(super) fn as_it_stood(&self, game: usize, play: Box<dyn DynGame>, ends: bool) -> Table {
        let mut table = self.clone();
        table.play = Some(play);
        table.rounds.truncate(game + 1);
        table.phase = Phase::Between;
        if let Some(round) = table.rounds.last_mut().filter(|_| !ends) {
            (round.outcome, round.ended) = (None, None);
            table.phase = Phase::Playing;
        }
        table
    }
}

/// What everybody is told of a game.
fn recent(play: &dyn DynGame) -> Vec<Phrase> {
    play.scene(Viewer::Table).recent
}

/// What is told after the lines with which `before` ended. If that is nothing, somebody has done the same once more: the last
/// line.
fn news(before: &[Phrase], after: &[Phrase]) -> Vec<Phrase> {
    let still = (0..=after.len()).rev().find(|lines| before.ends_with(&after[..*lines]));
    let new = &after[still.unwrap_or(0)..];
    match after.last() {
        Some(last) if new.is_empty() => vec![last.clone()],
        _ => new.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_what_is_told_the_new_lines_are_news() {
        let lines = |keys: &[&'static str]| -> Vec<Phrase> { keys.iter().copied().map(Phrase::new).collect() };
        for (before, after, new) in [
            (&[][..], &["a", "b"][..], &["a", "b"][..]),
            (&["a", "b"], &["b", "c"], &["c"]),
            (&["a", "b"], &["b", "a"], &["a"]),
            (&["a", "a"], &["a"], &["a"]),
            (&["a", "b"], &["c", "b"], &["c", "b"]),
        ] {
            assert_eq!(news(&lines(before), &lines(after)), lines(new), "{before:?} {after:?}");
        }
    }
}
