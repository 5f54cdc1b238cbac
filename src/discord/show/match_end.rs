//! The end of a game and of a match, in words: who has won, and what decided it.

use super::sides;
use super::table::{is_team, round_won, winners};
use super::{Voice, single_game};
use crate::referee::Table;
use crate::rules::{Phrase, Viewer};

/// What decided the game that is just over, where the points alone do not say it.
pub(super) fn decided(voice: &Voice<'_>, table: &Table) -> Vec<String> {
    let scene = table.scene(Viewer::Table).unwrap_or_default();
    voice.lines(&scene.decided)
}

/// Who won the match, and what decided it; of several games, who won the last one too.
pub(super) fn match_told(voice: &Voice<'_>, table: &Table) -> Vec<String> {
    let mut lines: Vec<String> = match_won(voice, table).into_iter().collect();
    if !single_game(table) {
        lines.extend(round_won(voice, table));
    }
    lines.extend(decided(voice, table));
    lines
}

/// Who won the match.
pub(super) fn match_won(voice: &Voice<'_>, table: &Table) -> Option<String> {
    if single_game(table) {
        return round_won(voice, table);
    }
    Some(voice.say(&grand_winners(voice, table)))
}

/// Who won a match of several games.
fn grand_winners(voice: &Voice<'_>, table: &Table) -> Phrase {
    let won = winners(table.match_places().as_ref());
    let (count, together) = (won.len() as u32, is_team(table, &won));
    let seats = sides::said(voice, table, won);
    match (count, together) {
        (0, _) => Phrase::new("public-won-nobody"),
        (_, true) => Phrase::new("public-won-match-team").with("seats", seats),
        (_, false) => Phrase::new("public-won-match")
            .with("seats", seats)
            .with("count", count),
    }
}
