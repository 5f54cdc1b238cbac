//! The results of a finished game or match for leaderboards, and what ranks people there.

use super::table::Table;
use crate::rules::Scoring;
use crate::store::{Finish, NewResult, Ranking};

/// The round number for the match as a whole.
const WHOLE_MATCH: u32 = 0;

/// What ranks people with equal wins and draws, in a game whose points count so.
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
    let first = |place: &u8| *place == 1;
    let level = places.is_some_and(|places| places.len() > 1 && places.iter().all(first));
    let finish = |seat: usize| match places.and_then(|places| places.get(seat)).is_some_and(first) {
        true if level && table.game.draws => Finish::Drawn,
        true => Finish::Won,
        false => Finish::Lost,
    };
    let people = table
        .seats
        .iter()
        .enumerate()
        .filter_map(|(seat, holder)| Some((seat, holder.person.as_ref()?)));
    people
        .map(|(seat, person)| NewResult {
            round,
            guild: table.guild,
            game: table.game.slug.to_owned(),
            person: person.id,
            name: person.name.clone(),
            points: points(seat),
            finish: finish(seat),
            counts,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::games::{CATALOGUE, GameEntry};
    use crate::referee::fair::Secret;
    use crate::referee::tests::person;
    use crate::referee::{Holder, Round};
    use crate::rules::Outcome;

    /// How a single game of two people with these places finished for them, as a game and as a match.
    fn finished(entry: &'static GameEntry, places: Option<Vec<u8>>) -> Vec<Finish> {
        let mut table = Table::blank(1, 2, Some(3), entry, Secret::from_bytes([5; 32]));
        table.seats = [1001, 1002].map(|id| Holder::new(Some(person(id)))).to_vec();
        let scores = None;
        table.rounds.push(Round {
            number: 1,
            secrets: vec![(0, 0)],
            events: Arc::default(),
            outcome: Some(Outcome { places, scores }),
            ended: None,
            assisted: false,
        });
        let rows = [of_round(&table), of_match(&table)].concat();
        rows.iter().map(|row| row.finish).collect()
    }

    #[test]
    fn a_first_place_that_all_share_is_a_draw_or_a_win_as_the_rules_say() {
        let drawn: Vec<&str> = CATALOGUE
            .iter()
            .filter(|entry| match finished(entry, Some(vec![1, 1]))[..] {
                [Finish::Drawn, Finish::Drawn, Finish::Drawn, Finish::Drawn] => true,
                [Finish::Won, Finish::Won, Finish::Won, Finish::Won] => false,
                ref other => panic!("{}: {other:?}", entry.slug),
            })
            .map(|entry| entry.slug)
            .collect();
        assert_eq!(drawn, ["binary", "dominoes"]);
        for entry in CATALOGUE {
            let (won, lost) = (Finish::Won, Finish::Lost);
            assert_eq!(finished(entry, Some(vec![2, 1])), [lost, won, lost, won]);
            assert_eq!(finished(entry, None), [lost; 4], "nobody wins");
        }
    }
}
