//! Seasons: the quarters of the years, by UTC, and what the players of one game in one server have won in each.
//!
//! A match belongs to the season in which its results were stored. Who has won more matches comes first, and then whoever has
//! drawn more; who is level in both shares the place.

use std::cmp::Reverse;
use std::collections::HashMap;

use time::OffsetDateTime;

use crate::store::{Finish, RatedResult};

/// A season with fewer matches honours nobody.
const ENOUGH: u32 = 5;
/// So many places are honoured.
const HONOURED: u32 = 3;
const QUARTERS: u16 = 4;

/// A quarter of a year. Later ones are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Season(u16);

impl Season {
    /// The season of a moment in milliseconds since the epoch.
    #[must_use]
    pub fn of(at: i64) -> Season {
        let moment = OffsetDateTime::from_unix_timestamp(at.div_euclid(1000)).unwrap_or(OffsetDateTime::UNIX_EPOCH);
        let year = u16::try_from(moment.year()).unwrap_or(0);
        Season(year * QUARTERS + (u16::from(u8::from(moment.month())) - 1) / 3)
    }

    /// The season of a number that [`Season::number`] gave.
    pub fn from_number(number: u64) -> Option<Season> {
        u16::try_from(number).ok().map(Season)
    }

    /// The number by which the season is kept in buttons: later ones have greater numbers.
    pub fn number(self) -> u64 {
        self.0.into()
    }

    /// The year.
    pub fn year(self) -> u16 {
        self.0 / QUARTERS
    }

    /// The quarter of the year, from 1.
    pub fn quarter(self) -> u32 {
        u32::from(self.0 % QUARTERS) + 1
    }
}

/// One line of the board of a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonRow {
    /// The person's newest name.
    pub name: String,
    /// Matches won.
    pub won: u32,
    /// Matches that were a draw.
    pub drawn: u32,
    /// Matches played.
    pub matches: u32,
    /// The place, from 1, shared by those who have won and drawn as many.
    pub place: u32,
}

/// Whom a past season honours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Honours {
    /// The season.
    pub season: Season,
    /// How many matches were played.
    pub matches: u32,
    /// Whether these are enough.
    pub enough: bool,
    /// The first three places: nobody without enough matches, and nobody who has neither won nor drawn.
    pub first: Vec<SeasonRow>,
}

/// What was played in one season.
#[derive(Default)]
pub(super) struct Tally {
    matches: u32,
    players: HashMap<i64, Wins>,
}

#[derive(Clone, Copy, Default)]
struct Wins {
    won: u32,
    drawn: u32,
    matches: u32,
}

impl Tally {
    /// Adds the results of one match.
    pub(super) fn add(&mut self, results: &[RatedResult]) {
        self.matches += 1;
        for result in results {
            let played = self.players.entry(result.somebody).or_default();
            played.matches += 1;
            played.won += u32::from(result.finish == Finish::Won);
            played.drawn += u32::from(result.finish == Finish::Drawn);
        }
    }

    /// Those who have a name, the best first.
    pub(super) fn ranked(&self, names: &HashMap<i64, String>) -> Vec<SeasonRow> {
        let named = self.players.iter();
        let named = named.filter_map(|(player, played)| Some((player, played, names.get(player)?)));
        let mut named: Vec<_> = named.collect();
        named.sort_unstable_by_key(|(player, played, _)| (Reverse((played.won, played.drawn)), **player));
        let mut rows: Vec<SeasonRow> = Vec::with_capacity(named.len());
        for (above, (_, played, name)) in (0..).zip(named) {
            let level = rows
                .last()
                .filter(|last| (last.won, last.drawn) == (played.won, played.drawn));
            let place = level.map_or(above + 1, |last| last.place);
            rows.push(SeasonRow {
                name: name.clone(),
                won: played.won,
                drawn: played.drawn,
                matches: played.matches,
                place,
            });
        }
        rows
    }

    /// Whom the season honours once it is over.
    pub(super) fn honours(&self, season: Season, names: &HashMap<i64, String>) -> Honours {
        let enough = self.matches >= ENOUGH;
        let mut first = if enough { self.ranked(names) } else { Vec::new() };
        first.retain(|row| row.place <= HONOURED && row.won + row.drawn > 0);
        Honours {
            season,
            matches: self.matches,
            enough,
            first,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(somebody: i64, finish: Finish) -> RatedResult {
        RatedResult {
            id: 0,
            table: 0,
            somebody,
            person: None,
            name: None,
            place: 1,
            side: None,
            finish,
            computers: Vec::new(),
            at: 0,
        }
    }

    /// Matches of two; the first of each has won.
    fn tally(matches: &[(i64, i64)]) -> Tally {
        let mut tally = Tally::default();
        for (winner, loser) in matches {
            tally.add(&[result(*winner, Finish::Won), result(*loser, Finish::Lost)]);
        }
        tally
    }

    fn names(people: &[i64]) -> HashMap<i64, String> {
        people.iter().map(|person| (*person, format!("p{person}"))).collect()
    }

    fn places(rows: &[SeasonRow]) -> Vec<(&str, u32)> {
        rows.iter().map(|row| (&*row.name, row.place)).collect()
    }

    #[test]
    fn a_season_is_a_quarter_of_a_year_by_utc() {
        for (at, year, quarter) in [
            (1_767_225_599_999, 2025, 4),
            (1_767_225_600_000, 2026, 1),
            (1_775_001_600_000, 2026, 2),
            (1_782_863_999_000, 2026, 2),
            (1_782_864_000_000, 2026, 3),
            (1_790_812_800_000, 2026, 4),
        ] {
            let season = Season::of(at);
            assert_eq!((season.year(), season.quarter()), (year, quarter), "{at}");
            assert_eq!(Season::from_number(season.number()), Some(season));
        }
        assert!(Season::of(1_767_225_599_999) < Season::of(1_767_225_600_000));
        assert_eq!(Season::from_number(u64::MAX), None);
        for far in [i64::MIN, i64::MAX] {
            assert_eq!(Season::of(far), Season::of(0), "no such year has a season");
        }
    }

    #[test]
    fn wins_come_first_then_draws_and_who_is_level_shares_the_place() {
        let mut tally = tally(&[(3, 2), (3, 2), (1, 2), (4, 2)]);
        tally.add(&[result(4, Finish::Drawn), result(5, Finish::Drawn)]);
        let all = tally.ranked(&names(&[1, 2, 3, 4, 5]));
        assert_eq!(places(&all), [("p3", 1), ("p4", 2), ("p1", 3), ("p5", 4), ("p2", 5)]);
        let p4 = &all[1];
        assert_eq!((p4.won, p4.drawn, p4.matches), (1, 1, 2));
        tally.add(&[result(1, Finish::Drawn), result(6, Finish::Lost)]);
        let level = tally.ranked(&names(&[1, 3, 4, 5, 2]));
        assert_eq!(places(&level), [("p3", 1), ("p1", 2), ("p4", 2), ("p5", 4), ("p2", 5)]);
    }

    #[test]
    fn honours_name_three_places_with_all_who_share_them_and_nobody_without_a_win() {
        let all = names(&[1, 2, 3, 4, 5, 6]);
        let few = tally(&[(1, 2); 4]).honours(Season(8107), &all);
        assert_eq!((few.matches, few.enough, &few.first[..]), (4, false, &[][..]));
        let one = tally(&[(1, 2); 5]).honours(Season(8107), &all);
        assert_eq!((one.enough, places(&one.first)), (true, vec![("p1", 1)]));
        let many = tally(&[(1, 6), (1, 6), (2, 6), (3, 6), (4, 6)]);
        let shared = many.honours(Season(8107), &all);
        assert_eq!(places(&shared.first), [("p1", 1), ("p2", 2), ("p3", 2), ("p4", 2)]);
    }

    #[test]
    fn who_has_no_name_is_in_no_season_and_nobodys_place_stays_empty() {
        let tally = tally(&[(1, 2), (1, 2), (1, 3), (2, 3), (2, 3), (3, 2)]);
        assert_eq!(places(&tally.ranked(&names(&[2, 3]))), [("p2", 1), ("p3", 2)]);
        let honours = tally.honours(Season(8107), &names(&[2, 3]));
        assert_eq!(
            (honours.matches, places(&honours.first)),
            (6, vec![("p2", 1), ("p3", 2)])
        );
        assert_eq!(tally.honours(Season(8107), &names(&[])).first, []);
    }
}
