//! Leaderboards, and the matches of a person.

use sqlx::{Connection, SqliteConnection};

use crate::store::testing::{Fresh, create, fresh, on_both_engines};
use crate::store::{Append, Finish, NewResult, Ranking, Standing, Standings};

on_both_engines! {
    a_match_of_three_adds_up,
    a_persons_matches_are_found_newest_first,
    order_is_matches_then_games_then_points_then_person,
    a_draw_is_no_win_and_better_than_nothing,
    where_the_fewest_points_win_no_sum_puts_the_loser_first,
    where_there_are_no_points_wins_alone_rank,
    who_has_no_game_comes_before_those_whom_their_best_game_ranks,
    who_has_the_same_shares_a_place_and_the_next_place_is_left_out,
    pages_do_not_overlap_and_know_the_total,
    places_on_a_later_page_are_those_of_the_whole_board,
    only_what_counts_here_is_counted,
    the_newest_name_stands_and_the_last_word_on_a_round,
}

fn result(round: u32, person: u64, points: i64, won: bool) -> NewResult {
    let (game, name) = ("binome".to_owned(), format!("p{person}"));
    NewResult {
        round,
        guild: Some(7),
        game,
        person: Some(person),
        name,
        points,
        finish: if won { Finish::Won } else { Finish::Lost },
        counts: true,
        place: 1,
        side: None,
        computers: Vec::new(),
    }
}

async fn record(fresh: &Fresh, table: u64, at: i64, results: Vec<NewResult>) {
    fresh
        .store
        .append(Append {
            at,
            results,
            ..create(table, table)
        })
        .await
        .unwrap();
}

/// Part of the leaderboard of a game in which the most points win.
async fn page(fresh: &Fresh, offset: u32, limit: u32) -> Standings {
    let board = fresh.store.leaderboard(7, "binome", Ranking::MostPoints, offset, limit);
    board.await.unwrap()
}

/// All people with their places, best games and points.
async fn ranked(fresh: &Fresh, ranking: Ranking) -> Vec<(u64, u32, i64)> {
    let board = fresh.store.leaderboard(7, "binome", ranking, 0, 100).await.unwrap();
    let rows = board.rows.iter();
    rows.map(|row| (row.person, row.place, row.best_game)).collect()
}

async fn order(fresh: &Fresh) -> Vec<u64> {
    let board = page(fresh, 0, 100).await;
    board.rows.iter().map(|row| row.person).collect()
}

async fn a_match_of_three_adds_up(fresh: Fresh) {
    let results = vec![
        result(1, 1, 12, true),
        result(2, 1, 7, false),
        result(3, 1, -2, false),
        result(0, 1, 17, true),
        result(1, 2, 3, false),
    ];
    record(&fresh, 1, 10, results).await;
    let board = page(&fresh, 0, 10).await;
    let one = Standing {
        person: 1,
        name: "p1".to_owned(),
        points: 17,
        games_won: 1,
        games: 3,
        draws: 0,
        matches_won: 1,
        matches: 1,
        best_game: 12,
        place: 1,
    };
    let two = Standing {
        person: 2,
        name: "p2".to_owned(),
        points: 3,
        games_won: 0,
        games: 1,
        draws: 0,
        matches_won: 0,
        matches: 0,
        best_game: 3,
        place: 2,
    };
    assert_eq!(board.rows, [one, two]);
    assert_eq!(board.total, 2);
}

async fn a_persons_matches_are_found_newest_first(fresh: Fresh) {
    let store = &fresh.store;
    let far = u64::MAX;
    record(&fresh, 1, 10, vec![result(1, 5, 0, true), result(0, 5, 0, true)]).await;
    record(&fresh, far, 30, vec![result(0, 5, 0, true), result(0, 6, 0, false)]).await;
    record(&fresh, 3, 20, vec![result(1, 5, 0, true)]).await;
    let elsewhere = NewResult {
        guild: None,
        ..result(0, 5, 0, false)
    };
    record(&fresh, 4, 20, vec![elsewhere]).await;
    assert_eq!(store.matches(5, Some(7), 10).await.unwrap(), [far, 1]);
    assert_eq!(store.matches(5, None, 10).await.unwrap(), [far, 4, 1]);
    assert_eq!(store.matches(5, None, 2).await.unwrap(), [far, 4]);
    assert_eq!(store.matches(5, Some(8), 10).await.unwrap(), [0; 0]);
    assert_eq!(store.matches(6, Some(7), 10).await.unwrap(), [far]);
    store.forget(6, Vec::new()).await.unwrap();
    assert_eq!(store.matches(6, None, 10).await.unwrap(), [0; 0]);
}

async fn order_is_matches_then_games_then_points_then_person(fresh: Fresh) {
    let far = u64::MAX;
    let equal = vec![
        result(1, far, 10, false),
        result(1, 6, 10, false),
        result(1, 5, 10, false),
    ];
    record(&fresh, 1, 10, equal).await;
    assert_eq!(order(&fresh).await, [5, 6, far]);
    record(&fresh, 2, 10, vec![result(1, 6, 1, false)]).await;
    assert_eq!(order(&fresh).await, [6, 5, far], "a point");
    record(&fresh, 3, 10, vec![result(1, far, 0, true)]).await;
    assert_eq!(order(&fresh).await, [far, 6, 5], "a game won");
    record(&fresh, 4, 10, vec![result(0, 5, 99, true)]).await;
    assert_eq!(
        order(&fresh).await,
        [5, far, 6],
        "a match won; its points are not counted again"
    );
}

async fn a_draw_is_no_win_and_better_than_nothing(fresh: Fresh) {
    let drawn = |round, person| NewResult {
        finish: Finish::Drawn,
        ..result(round, person, 0, false)
    };
    record(&fresh, 1, 10, vec![drawn(1, 1), drawn(0, 1), drawn(1, 2), drawn(0, 2)]).await;
    record(&fresh, 2, 10, vec![result(1, 3, 30, false), result(1, 1, 20, false)]).await;
    record(&fresh, 3, 10, vec![result(1, 4, 1, true), result(1, 2, 40, false)]).await;
    let board = page(&fresh, 0, 10).await;
    let rows = board.rows.iter();
    let rows = rows.map(|row| (row.person, row.games_won, row.draws, row.games, row.matches_won));
    let rows: Vec<_> = rows.collect();
    assert_eq!(
        rows,
        [(4, 1, 0, 1, 0), (2, 0, 1, 2, 0), (1, 0, 1, 2, 0), (3, 0, 0, 1, 0)]
    );
    // What was a draw by mistake is corrected, and the other way round.
    let correction = Append {
        results: vec![result(1, 1, 0, true), drawn(1, 4)],
        ..Append::new(1, 1, 500)
    };
    fresh.store.append(correction).await.unwrap();
    let board = page(&fresh, 0, 10).await;
    let first = &board.rows[0];
    assert_eq!((first.person, first.games_won, first.draws), (4, 1, 1));
    assert_eq!(
        (board.rows[1].person, board.rows[1].games_won, board.rows[1].draws),
        (1, 1, 0)
    );
}

async fn where_the_fewest_points_win_no_sum_puts_the_loser_first(fresh: Fresh) {
    let games = [
        [(1, 6, true), (2, 6, false)],
        [(1, 4, false), (2, 4, true)],
        [(1, 10, false), (2, 4, true)],
    ];
    for (table, game) in (1..).zip(games) {
        let rows = game
            .iter()
            .flat_map(|(person, points, won)| [0, 1].map(|round| result(round, *person, *points, *won)));
        record(&fresh, table, 10, rows.collect()).await;
    }
    assert_eq!(ranked(&fresh, Ranking::FewestPoints).await, [(2, 1, 4), (1, 2, 4)]);
    // Of those who never won, the best game decides, and who plays on is no worse for it.
    let losers = vec![result(1, 3, 9, false), result(1, 4, 7, false)];
    record(&fresh, 4, 10, losers).await;
    record(&fresh, 5, 10, vec![result(1, 4, 50, false), result(1, 5, 7, false)]).await;
    let all = [(2, 1, 4), (1, 2, 4), (4, 3, 7), (5, 3, 7), (3, 5, 9)];
    assert_eq!(ranked(&fresh, Ranking::FewestPoints).await, all);
}

async fn where_there_are_no_points_wins_alone_rank(fresh: Fresh) {
    record(&fresh, 1, 10, vec![result(1, 1, 0, true), result(1, 2, 0, false)]).await;
    record(&fresh, 2, 10, vec![result(1, 3, 0, true), result(1, 4, 0, false)]).await;
    let places: Vec<(u64, u32)> = ranked(&fresh, Ranking::MostPoints)
        .await
        .into_iter()
        .map(|(person, place, _)| (person, place))
        .collect();
    assert_eq!(places, [(1, 1), (3, 1), (2, 3), (4, 3)]);
}

async fn who_has_no_game_comes_before_those_whom_their_best_game_ranks(fresh: Fresh) {
    let results = vec![
        result(1, 1, 0, false),
        result(1, 2, -3, false),
        result(0, 3, 0, false),
        result(0, 4, 0, false),
        result(1, 5, 4, false),
    ];
    record(&fresh, 1, 10, results).await;
    let all = [(3, 1, 0), (4, 1, 0), (2, 3, -3), (1, 4, 0), (5, 5, 4)];
    assert_eq!(ranked(&fresh, Ranking::FewestPoints).await, all);
}

async fn who_has_the_same_shares_a_place_and_the_next_place_is_left_out(fresh: Fresh) {
    let results = vec![
        result(1, 1, 20, true),
        result(1, 2, 10, true),
        result(1, 3, 10, true),
        result(1, 4, 10, false),
        result(1, 5, 10, false),
        result(2, 5, 0, false),
        result(1, 6, 10, false),
        result(1, 7, 9, true),
    ];
    record(&fresh, 1, 10, results).await;
    let places = async |offset, limit| {
        let board = page(&fresh, offset, limit).await;
        let places = board.rows.iter().map(|row| (row.person, row.place));
        places.collect::<Vec<_>>()
    };
    // More games played is no better and no worse.
    let all = [(1, 1), (2, 2), (3, 2), (7, 4), (4, 5), (5, 5), (6, 5)];
    assert_eq!(places(0, 10).await, all);
    assert_eq!(places(2, 4).await, all[2..6], "also where a page begins in the middle");
}

async fn pages_do_not_overlap_and_know_the_total(fresh: Fresh) {
    let results = (1..=23)
        .map(|person| result(1, person, (person % 4) as i64, false))
        .collect();
    record(&fresh, 1, 10, results).await;
    let whole = order(&fresh).await;
    assert_eq!(whole.len(), 23);
    let mut paged = Vec::new();
    for number in 0..4 {
        let board = page(&fresh, number * 10, 10).await;
        assert_eq!(board.total, 23);
        paged.extend(board.rows.iter().map(|row| row.person));
    }
    assert_eq!(paged, whole);
}

async fn only_what_counts_here_is_counted(fresh: Fresh) {
    let elsewhere = NewResult {
        guild: Some(8),
        ..result(1, 1, 100, true)
    };
    let nowhere = NewResult {
        guild: None,
        ..result(2, 1, 100, true)
    };
    let other = NewResult {
        game: "other".to_owned(),
        ..result(3, 1, 100, true)
    };
    let marked = NewResult {
        counts: false,
        ..result(4, 1, 100, true)
    };
    let stranger = NewResult {
        counts: false,
        ..result(4, 2, 100, true)
    };
    record(
        &fresh,
        1,
        10,
        vec![elsewhere, nowhere, other, marked, stranger, result(5, 1, 1, false)],
    )
    .await;
    let board = page(&fresh, 0, 10).await;
    assert_eq!((board.total, board.rows.len()), (1, 1));
    assert_eq!(
        (board.rows[0].points, board.rows[0].games, board.rows[0].games_won),
        (1, 1, 0)
    );
    assert_eq!(board.rows[0].best_game, 1);
    assert_eq!(
        fresh
            .store
            .leaderboard(9, "binome", Ranking::MostPoints, 0, 10)
            .await
            .unwrap()
            .total,
        0
    );
}

async fn the_newest_name_stands_and_the_last_word_on_a_round(fresh: Fresh) {
    let named = |name: &str, round| NewResult {
        name: name.to_owned(),
        ..result(round, 1, 4, true)
    };
    record(&fresh, 1, 500, vec![named("new", 1)]).await;
    record(&fresh, 2, 400, vec![named("old", 1)]).await;
    let again = NewResult {
        finish: Finish::Lost,
        ..named("new", 1)
    };
    let correction = Append {
        results: vec![NewResult { points: 3, ..again }],
        ..Append::new(1, 1, 500)
    };
    fresh.store.append(correction).await.unwrap();
    let board = page(&fresh, 0, 10).await;
    assert_eq!(board.rows[0].name, "new");
    assert_eq!(
        (board.rows[0].points, board.rows[0].games, board.rows[0].games_won),
        (7, 2, 1)
    );
}

/// What stands on a leaderboard is added up result by result; adding up everything anew must come to the same.
#[tokio::test]
async fn what_is_added_up_result_by_result_is_what_all_results_come_to() {
    let fresh = fresh().await;
    let drawn = |result: NewResult| NewResult {
        finish: Finish::Drawn,
        ..result
    };
    let uncounted = |result: NewResult| NewResult {
        counts: false,
        ..result
    };
    for table in 1..=40 {
        let person = |nth: u64| 1 + (table * 7 + nth * 3) % 5;
        let points = |nth: u64| (table * 13 + nth * 11) as i64 % 17 - 8;
        let mut results = vec![
            result(0, person(0), points(0), true),
            result(0, person(1), points(1), false),
            result(1, person(0), points(2), false),
            drawn(result(1, person(1), points(3), false)),
        ];
        if table % 3 == 0 {
            // It takes the place of the first, and the last of these does not count.
            results.push(result(1, person(0), points(4), true));
            results.push(uncounted(result(2, person(0), 100, true)));
            results.push(uncounted(result(0, person(1), 100, true)));
        }
        record(&fresh, table, 10 + table as i64, results).await;
    }
    fresh.store.forget(4, Vec::new()).await.unwrap();
    let path = fresh.folder.path().join("whistle.db");
    let mut connection = SqliteConnection::connect(&format!("sqlite://{}", path.display()))
        .await
        .unwrap();
    let rows = async |connection: &mut SqliteConnection, sql: &'static str| {
        let rows = sqlx::query_scalar::<_, String>(sql)
            .fetch_all(connection)
            .await
            .unwrap();
        assert_eq!(rows.len(), 4, "{rows:?}");
        rows
    };
    const STAND: &str = "SELECT json_array(person, points, games_won, games, draws, matches_won, matches, most, fewest)
        FROM standings ORDER BY person";
    let stand = rows(&mut connection, STAND).await;
    const COME: &str = "SELECT json_array(person, coalesce(sum(points) FILTER (WHERE round > 0), 0),
            count(*) FILTER (WHERE round > 0 AND won = 1), count(*) FILTER (WHERE round > 0),
            count(*) FILTER (WHERE round > 0 AND drawn = 1), count(*) FILTER (WHERE round = 0 AND won = 1),
            count(*) FILTER (WHERE round = 0), max(points) FILTER (WHERE round > 0), min(points) FILTER (WHERE round > 0))
        FROM results WHERE counts = 1 AND person IS NOT NULL GROUP BY person ORDER BY person";
    assert_eq!(stand, rows(&mut connection, COME).await);
}

async fn places_on_a_later_page_are_those_of_the_whole_board(fresh: Fresh) {
    // Everybody shares a place with somebody, across the border of the pages too.
    let results = (1..=20)
        .map(|person| result(1, person, -(person as i64 / 2), person % 4 < 2))
        .collect();
    record(&fresh, 1, 10, results).await;
    for ranking in [Ranking::MostPoints, Ranking::FewestPoints] {
        let page = async |offset, limit| fresh.store.leaderboard(7, "binome", ranking, offset, limit).await;
        let whole = page(0, 20).await.unwrap();
        for offset in 0..=20 {
            let part = page(offset, 3).await.unwrap();
            let wanted: Vec<&Standing> = whole.rows.iter().skip(offset as usize).take(3).collect();
            assert_eq!(
                part.rows.iter().collect::<Vec<_>>(),
                wanted,
                "from {offset}, {ranking:?}"
            );
            assert_eq!(part.total, 20);
        }
    }
}
