//! Leaderboards.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Sheets;
use crate::store::{Finish, Ranking, Standing};

impl Sheets {
    pub(super) fn standings(&self, guild: u64, game: &str, ranking: Ranking) -> Vec<Standing> {
        let mut rows: BTreeMap<u64, (Standing, i64)> = BTreeMap::new();
        for (_, at, result, known) in &self.results {
            let Some(person) = result.person.filter(|_| *known && result.counts) else {
                continue;
            };
            if result.guild != Some(guild) || result.game != game {
                continue;
            }
            let (row, newest) = rows.entry(person).or_insert_with(|| {
                let row = Standing {
                    person,
                    name: String::new(),
                    points: 0,
                    games_won: 0,
                    games: 0,
                    draws: 0,
                    matches_won: 0,
                    matches: 0,
                    best_game: 0,
                    place: 0,
                };
                (row, i64::MIN)
            });
            if *at >= *newest {
                (*newest, row.name) = (*at, result.name.clone());
            }
            if result.round == 0 {
                row.matches += 1;
                row.matches_won += u32::from(result.finish == Finish::Won);
            } else {
                row.best_game = match ranking {
                    _ if row.games == 0 => result.points,
                    Ranking::FewestPoints => row.best_game.min(result.points),
                    Ranking::MostPoints => row.best_game.max(result.points),
                };
                row.games += 1;
                row.games_won += u32::from(result.finish == Finish::Won);
                row.draws += u32::from(result.finish == Finish::Drawn);
                row.points += result.points;
            }
        }
        let mut rows: Vec<Standing> = rows.into_values().map(|(row, _)| row).collect();
        let points = |row: &Standing| match ranking {
            Ranking::MostPoints => -row.points,
            Ranking::FewestPoints if row.games == 0 => i64::MIN,
            Ranking::FewestPoints => row.best_game,
        };
        let rank = |row: &Standing| (Reverse((row.matches_won, row.games_won, row.draws)), points(row));
        rows.sort_by_key(|row| (rank(row), row.person));
        for at in 0..rows.len() {
            rows[at].place = match at {
                _ if at > 0 && rank(&rows[at]) == rank(&rows[at - 1]) => rows[at - 1].place,
                _ => at as u32 + 1,
            };
        }
        rows
    }
}
