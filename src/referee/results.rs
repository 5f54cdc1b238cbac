//! What leaderboards learn of a finished game or match, and what ranks them.

use super::table::Table;
use crate::rules::Scoring;
use crate::store::{NewResult, Ranking};

/// The round number under which the match as a whole is kept.
const WHOLE_MATCH: u32 = 0;

/// What ranks those who have won alike, in a game whose points count so.
pub(super) const fn ranking(scoring: Scoring) -> Ranking {
    match scoring {
        Scoring::Most => Ranking::MostPoints,
        Scoring::Fewest => Ranking::FewestPoints,
        Scoring::None => Ranking::WinsAlone,
    }
}

/// The rows of the game that has just ended: one for each person at the table.
pub(super) fn of_round(table: &Table) -> Vec<NewResult> {
    let Some(round) = table.rounds.last() else {
        return Vec::new();
    };
    let Some(outcome) = round.outcome.as_ref() else {
        return Vec::new();
    };
    let points = |seat: usize| {
        outcome
            .scores
            .as_ref()
            .and_then(|scores| scores.get(seat))
            .copied()
            .unwrap_or(0)
    };
    rows(table, round.number, points, outcome.places.as_deref(), !round.assisted)
}

/// The rows of the match that has just ended.
pub(super) fn of_match(table: &Table) -> Vec<NewResult> {
    let totals = table.totals();
    let points = |seat: usize| {
        totals
            .as_ref()
            .and_then(|totals| totals.get(seat))
            .copied()
            .unwrap_or(0)
    };
    let counts = table.rounds.iter().all(|round| !round.assisted);
    rows(table, WHOLE_MATCH, points, table.match_places().as_deref(), counts)
}

fn rows(
    table: &Table,
    round: u32,
    points: impl Fn(usize) -> i64,
    places: Option<&[u8]>,
    counts: bool,
) -> Vec<NewResult> {
    let people = table
        .seats
        .iter()
        .enumerate()
        .filter_map(|(seat, holder)| Some((seat, holder.person.as_ref()?)));
    people
        .map(|(seat, person)| NewResult {
            round,
            hall: table.hall,
            game: table.game.slug.to_owned(),
            person: person.id,
            name: person.name.clone(),
            points: points(seat),
            won: places.and_then(|places| places.get(seat)) == Some(&1),
            counts,
        })
        .collect()
}
