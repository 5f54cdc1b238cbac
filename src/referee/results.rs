//! The results of a finished game or match for leaderboards, and what ranks people there.

use super::event::Person;
use super::forfeits::ranked;
use super::state::Round;
use super::table::Table;
use crate::rules::{Scoring, Seat, SeatSet};
use crate::store::{ComputerResult, Finish, NewResult, Ranking};

/// The round number for the match as a whole.
const WHOLE_MATCH: u32 = 0;

/// What ranks people with equal wins and draws, in a game whose points count so. Where there are no points, everybody has none.
pub(super) const fn ranking(scoring: Scoring) -> Ranking {
    match scoring {
        Scoring::Most | Scoring::None => Ranking::MostPoints,
        Scoring::Fewest => Ranking::FewestPoints,
    }
}

/// The board of what is played alone, beside the leaderboard of a game. There a point is a game that was brought to a good end,
/// and nothing is ever won.
pub(super) fn board_alone(game: &str) -> String {
    format!("{game}-alone")
}

/// The rows of the game that has just ended: one for each person at the table.
pub(super) fn of_round(table: &Table) -> Vec<NewResult> {
    let Some(round) = table.rounds.last() else {
        return Vec::new();
    };
    let Some(outcome) = round.outcome.as_ref() else {
        return Vec::new();
    };
    let whole = Whole {
        round: round.number,
        points: outcome.scores.clone(),
        places: round.places(),
        counts: !round.assisted,
        forfeiters: round.forfeits,
    };
    whole.rows(table)
}

/// The rows of the match that has just ended.
pub(super) fn of_match(table: &Table) -> Vec<NewResult> {
    whole_match(table).rows(table)
}

/// The rows of a match that was closed before its end: none if nobody has forfeited it. Where no game is over and several
/// people stayed, it is a draw between them.
pub(super) fn of_closed(table: &Table) -> Vec<NewResult> {
    let forfeiters = table.forfeiters();
    if forfeiters.is_empty() {
        return Vec::new();
    }
    let whole = whole_match(table);
    if whole.places.is_some() || forfeiters.len() == table.seats.len() {
        return whole.rows(table);
    }
    let level = ranked(vec![1; table.seats.len()], forfeiters);
    let mut rows = Whole {
        places: Some(level),
        ..whole
    }
    .rows(table);
    for row in rows.iter_mut().filter(|row| row.place == 1) {
        row.finish = Finish::Drawn;
    }
    rows
}

fn whole_match(table: &Table) -> Whole {
    Whole {
        round: WHOLE_MATCH,
        points: table.totals(),
        places: table.match_places(),
        counts: table.rounds.iter().all(|round| !round.assisted),
        forfeiters: table.forfeiters(),
    }
}

/// The side of a seat; `None` for a seat that plays alone.
fn side(table: &Table, seat: Seat) -> Option<u8> {
    let play = table.play.as_ref()?;
    let side = play.team(seat);
    let mut others = (0..table.seats.len() as u8).map(Seat).filter(|other| *other != seat);
    others.any(|other| play.team(other) == side).then_some(side)
}

/// A game, or a match as a whole.
struct Whole {
    round: u32,
    points: Option<Vec<i64>>,
    places: Option<Vec<u8>>,
    counts: bool,
    forfeiters: SeatSet,
}

impl Whole {
    fn rows(&self, table: &Table) -> Vec<NewResult> {
        let alone = table.seats.len() == 1;
        let board = match alone {
            true => board_alone(table.game.slug),
            false => table.game.slug.to_owned(),
        };
        let seats = (0..).map(Seat).zip(&table.seats);
        let people = seats.filter_map(|(seat, holder)| Some((seat, holder.person.as_ref()?)));
        let somebody_stayed = people.clone().any(|(seat, _)| !self.forfeiters.contains(seat));
        let computers = self.computers(table);
        let named = |person: &Person| (!Person::is_forgotten(person.id)).then(|| person.clone());
        people
            .map(|(seat, person)| (seat, person, self.finish(seat, table.game.draws)))
            .map(|(seat, person, finish)| NewResult {
                round: self.round,
                guild: table.guild,
                game: board.clone(),
                person: named(person).map(|person| person.id),
                name: named(person).map(|person| person.name).unwrap_or_default(),
                points: match alone {
                    true => i64::from(finish == Finish::Won),
                    false => self.points(seat, table.game.scoring),
                },
                finish: if alone { Finish::Lost } else { finish },
                counts: self.counts && somebody_stayed,
                place: self.place(seat),
                side: side(table, seat),
                computers: computers.clone(),
            })
            .collect()
    }

    /// What the computer players got in a match against people all of whom chose for themselves, without hints.
    fn computers(&self, table: &Table) -> Vec<ComputerResult> {
        let lapsed = |round: &Round| round.events.iter().any(|event| event.lapsed);
        let helped = |round: &Round| round.stood_in || round.hinted || lapsed(round);
        let helped = table.unranked || table.rounds.iter().any(helped);
        if self.round != WHOLE_MATCH || !self.forfeiters.is_empty() || helped {
            return Vec::new();
        }
        let seats = (0..).map(Seat).zip(&table.seats);
        let computers = seats.filter(|(_, holder)| holder.person.is_none());
        computers
            .map(|(seat, holder)| ComputerResult {
                level: holder.level.number(),
                place: self.place(seat),
                side: side(table, seat),
            })
            .collect()
    }

    /// The points of a seat. A seat that forfeits has the worst of the table, because a stand-in made its points.
    fn points(&self, seat: Seat, scoring: Scoring) -> i64 {
        let points = self.points.as_deref().unwrap_or_default();
        let points = match (self.forfeiters.contains(seat), scoring) {
            (false, _) => points.get(seat.index()),
            (true, Scoring::Fewest) => points.iter().max(),
            (true, Scoring::Most | Scoring::None) => points.iter().min(),
        };
        points.copied().unwrap_or(0)
    }

    fn place(&self, seat: Seat) -> u8 {
        let places = self.places.as_deref().unwrap_or_default();
        places.get(seat.index()).copied().unwrap_or(0)
    }

    fn finish(&self, seat: Seat, draws: bool) -> Finish {
        let first = |place: &u8| *place == 1;
        let places = self.places.as_deref().unwrap_or_default();
        let level = places.len() > 1 && places.iter().all(first);
        let stays = !self.forfeiters.contains(seat);
        match stays && places.get(seat.index()).is_some_and(first) {
            true if level && draws => Finish::Drawn,
            true => Finish::Won,
            false => Finish::Lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::games::{CATALOGUE, GameEntry};
    use crate::referee::Holder;
    use crate::referee::fair::Secret;
    use crate::referee::tests::person;
    use crate::rules::Outcome;

    /// How a single game of two people with these places finished for them, as a game and as a match.
    fn finished(entry: &'static GameEntry, places: Option<Vec<u8>>) -> Vec<Finish> {
        let mut table = Table::blank(1, 2, Some(3), entry, Secret::from_bytes([5; 32]));
        table.seats = [1001, 1002].map(|id| Holder::person(person(id))).to_vec();
        let scores = None;
        table.rounds.push(Round {
            number: 1,
            secrets: vec![(0, 0)],
            events: Arc::default(),
            outcome: Some(Outcome { places, scores }),
            ended: None,
            assisted: false,
            stood_in: false,
            hinted: false,
            forfeits: SeatSet::EMPTY,
        });
        let rows = [of_round(&table), of_match(&table)].concat();
        rows.iter().map(|row| row.finish).collect()
    }

    #[test]
    fn what_is_played_alone_is_no_win_and_has_a_board_of_its_own() {
        let entry = crate::games::find("tree").expect("The Tree");
        let mut table = Table::blank(1, 2, Some(3), entry, Secret::from_bytes([5; 32]));
        let rows = |table: &Table, places: Option<Vec<u8>>| {
            let whole = Whole {
                round: WHOLE_MATCH,
                points: None,
                places,
                counts: true,
                forfeiters: SeatSet::EMPTY,
            };
            let rows = whole.rows(table).into_iter();
            rows.map(|row| (row.game, row.points, row.finish, row.counts))
                .collect::<Vec<_>>()
        };
        table.seats = vec![Holder::person(person(1001))];
        let alone = |points| vec![("tree-alone".to_owned(), points, Finish::Lost, true)];
        assert_eq!(rows(&table, Some(vec![1])), alone(1), "out of tiles");
        assert_eq!(rows(&table, None), alone(0), "stuck");
        table.seats.push(Holder::person(person(1002)));
        let two = [(0, Finish::Won), (0, Finish::Lost)];
        let two = two.map(|(points, finish)| ("tree".to_owned(), points, finish, true));
        assert_eq!(rows(&table, Some(vec![1, 2])), two);
    }

    #[test]
    fn a_result_tells_the_place_and_who_shares_a_side() {
        let entry = crate::games::find("dominoes").expect("dominoes");
        let mut table = Table::blank(1, 2, Some(3), entry, Secret::from_bytes([5; 32]));
        table.seats = [1001, 1002, 1003, 1004].map(|id| Holder::person(person(id))).to_vec();
        let (options, seats) = entry
            .fit_to_players(&crate::games::Options::new(), 4)
            .expect("four play");
        table.play = Some(entry.start(&options, seats).expect("four play"));
        let whole = Whole {
            round: WHOLE_MATCH,
            points: None,
            places: Some(vec![1, 3, 1, 3]),
            counts: true,
            forfeiters: SeatSet::EMPTY,
        };
        let rows = whole.rows(&table);
        let told: Vec<(u8, bool)> = rows.iter().map(|row| (row.place, row.side.is_some())).collect();
        let paired = rows[0].side.is_some();
        assert_eq!(told, [(1, paired), (3, paired), (1, paired), (3, paired)]);
        assert_eq!((rows[0].side, rows[1].side), (rows[2].side, rows[3].side));
        assert!(!paired || rows[0].side != rows[1].side);
        table.seats.truncate(2);
        let two = Whole { places: None, ..whole }.rows(&table);
        assert!(
            two.iter().all(|row| (row.place, row.side) == (0, None)),
            "nobody won, and each plays alone"
        );
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
