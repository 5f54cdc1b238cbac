use super::*;
use crate::store::testing::{Fresh, on_both_engines};
use crate::store::{Append, Finish, NewResult, NewTable};

async fn opened() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("whistle.db")).await.unwrap();
    (folder, store)
}

/// A match of these people, the first of them the winner.
async fn played(store: &Store, table: u64, people: &[u64]) {
    played_at(store, table, people, 1).await;
}

async fn played_at(store: &Store, table: u64, people: &[u64], at: i64) {
    played_on(store, (table, 7), people, at).await;
}

async fn played_on(store: &Store, (table, guild): (u64, u64), people: &[u64], at: i64) {
    let result = |(person, place): (&u64, u8)| NewResult {
        round: 0,
        guild: Some(guild),
        game: "binome".to_owned(),
        person: Some(*person),
        name: format!("p{person}"),
        points: 0,
        finish: if place == 1 { Finish::Won } else { Finish::Lost },
        counts: true,
        place,
        side: None,
        computers: Vec::new(),
    };
    let append = Append {
        results: people.iter().zip(1..).map(result).collect(),
        create: Some(NewTable {
            channel: table,
            guild: Some(guild),
            game: "binome".to_owned(),
            secret: [table as u8; 32],
        }),
        entries: vec!["{}".to_owned()],
        ..Append::new(table, 0, at)
    };
    store.append(append).await.unwrap();
}

async fn board(boards: &RatedBoards, store: &Store) -> RatedPage {
    boards.page(store, Some(7), "binome", 0, 100).await.unwrap()
}

#[tokio::test]
async fn a_board_goes_on_as_if_it_were_read_anew() {
    let (_folder, store) = opened().await;
    let (store, kept) = (&store, RatedBoards::new());
    assert_eq!(board(&kept, store).await.total, 0);
    for table in 1..=30 {
        let person = |nth: u64| 1 + (table * 7 + nth * 3) % 11;
        played(store, table, &[person(0), person(1), person(2)]).await;
        assert_eq!(board(&kept, store).await, board(&RatedBoards::new(), store).await);
    }
    let whole = board(&kept, store).await;
    assert_eq!((whole.total, whole.rows.len()), (11, 11));
    let part = kept.page(store, Some(7), "binome", 4, 3).await.unwrap();
    assert_eq!((part.total, &part.rows[..]), (11, &whole.rows[4..7]));
    assert_eq!(kept.page(store, Some(7), "binome", 40, 3).await.unwrap().rows, []);
    let somebody = store.own(5).await.unwrap().results[0].somebody;
    let row = kept
        .row(store, Some(7), "binome", somebody)
        .await
        .unwrap()
        .expect("a row");
    assert!(row.name == "p5" && whole.rows.contains(&row), "{row:?}");
    assert_eq!(kept.row(store, Some(7), "binome", 0).await.unwrap(), None);
    assert_eq!(
        kept.page(store, Some(8), "binome", 0, 9).await.unwrap().total,
        0,
        "another server"
    );
}

/// The first moment of each quarter from October 2025 on.
const QUARTERS: [i64; 4] = [
    1_759_276_800_000,
    1_767_225_600_000,
    1_775_001_600_000,
    1_782_864_000_000,
];

async fn season(boards: &RatedBoards, store: &Store, at: i64) -> SeasonPage {
    let (season, now) = (Season::of(at), Season::of(QUARTERS[3]));
    boards
        .season(store, (7, "binome"), (season, now), (0, 100))
        .await
        .unwrap()
}

async fn honours(boards: &RatedBoards, store: &Store, page: (u32, u32)) -> HonoursPage {
    let now = Season::of(QUARTERS[3]);
    boards.honours(store, (7, "binome"), now, page).await.unwrap()
}

fn won(rows: &[SeasonRow]) -> Vec<(&str, u32, u32)> {
    rows.iter().map(|row| (&*row.name, row.won, row.matches)).collect()
}

#[tokio::test]
async fn a_match_counts_in_the_season_in_which_it_was_stored() {
    let (_folder, store) = opened().await;
    let (store, kept) = (&store, RatedBoards::new());
    let empty = season(&kept, store, QUARTERS[3]).await;
    assert_eq!((empty.total, &empty.seasons[..]), (0, &[Season::of(QUARTERS[3])][..]));
    assert_eq!(honours(&kept, store, (0, 4)).await.total, 0);
    // Five in the first season, one at its last moment; two in the second, none in the third, one in the fourth.
    for (table, at) in (1..=4).map(|table| (table, QUARTERS[0])).chain([(5, QUARTERS[1] - 1)]) {
        played_at(store, table, &[1, 2], at).await;
    }
    played_at(store, 6, &[2, 1], QUARTERS[1]).await;
    played_at(store, 7, &[2, 3], QUARTERS[2] - 1).await;
    played_at(store, 8, &[3, 1, 2], QUARTERS[3]).await;
    let first = season(&kept, store, QUARTERS[0]).await;
    assert_eq!(won(&first.rows), [("p1", 5, 5), ("p2", 0, 5)]);
    let [one, two, four] = [0, 1, 3].map(|nth| Season::of(QUARTERS[nth]));
    assert_eq!(first.seasons, [four, two, one], "a season without a match is not there");
    assert_eq!(season(&kept, store, QUARTERS[2]).await.rows, []);
    let this = season(&kept, store, QUARTERS[3]).await;
    assert_eq!(won(&this.rows), [("p3", 1, 1), ("p1", 0, 1), ("p2", 0, 1)]);
    let all = honours(&kept, store, (0, 4)).await;
    let told: Vec<_> = all
        .rows
        .iter()
        .map(|row| (row.season, row.enough, won(&row.first)))
        .collect();
    assert_eq!(told, [(two, false, vec![]), (one, true, vec![("p1", 5, 5)])]);
    assert_eq!(
        (all.total, honours(&kept, store, (1, 1)).await.rows),
        (2, all.rows[1..].to_vec())
    );
    assert_eq!(
        season(&RatedBoards::new(), store, QUARTERS[0]).await,
        first,
        "as if read anew"
    );
    store.forget(1, Vec::new()).await.unwrap();
    assert_eq!(won(&season(&kept, store, QUARTERS[0]).await.rows), [("p2", 0, 5)]);
    let after = honours(&kept, store, (0, 4)).await;
    assert_eq!(
        (after.rows[1].matches, &after.rows[1].first[..]),
        (5, &[][..]),
        "nobody else moves up without a win"
    );
}

on_both_engines! {
    who_is_forgotten_leaves_the_board_and_nobody_else_moves,
}

/// The chance of each player against a beginner, to the last bit.
async fn chances(boards: &RatedBoards, store: &Store) -> Vec<u64> {
    let board = boards.board(store, Some(7), "binome").await.unwrap();
    let mut players: Vec<i64> = board
        .ratings
        .ranked(|_| true)
        .iter()
        .map(|rating| rating.player)
        .collect();
    players.sort_unstable();
    let chance = |player: &i64| board.ratings.chances(&[&[*player], &[i64::MAX]])[0].to_bits();
    players.iter().map(chance).collect()
}

async fn who_is_forgotten_leaves_the_board_and_nobody_else_moves(fresh: Fresh) {
    let (store, kept) = (&fresh.store, RatedBoards::new());
    for table in 1..=30 {
        played(store, table, &[1 + table % 7, 1 + (table + 1) % 7, 1 + (table + 3) % 7]).await;
    }
    let mut before = board(&kept, store).await;
    let exact = chances(&kept, store).await;
    store.forget(3, Vec::new()).await.unwrap();
    let after = board(&kept, store).await;
    assert_eq!(
        (exact.len(), chances(&kept, store).await),
        (7, exact),
        "to the last bit"
    );
    let told = |page: &RatedPage| -> Vec<(String, i32, u32)> {
        page.rows
            .iter()
            .map(|row| (row.name.clone(), row.points, row.matches))
            .collect()
    };
    before.rows.retain(|row| row.name != "p3");
    assert_eq!((after.total, told(&after)), (6, told(&before)));
    let places = after.rows.iter().filter_map(|row| row.place);
    assert!(
        places.zip(1..).all(|(place, nth)| place == nth),
        "nobody's place stays empty"
    );
    assert_eq!(after, board(&RatedBoards::new(), store).await);
}

async fn told_everywhere(boards: &RatedBoards, store: &Store) -> Vec<(u32, String, u32)> {
    let page = boards.page(store, None, "binome", 0, 100).await.unwrap();
    assert_eq!(page.total as usize, page.rows.len());
    let told = |row: RatedRow| (row.place.expect("a place"), row.name, row.matches);
    page.rows.into_iter().map(told).collect()
}

async fn list(store: &Store, person: u64, value: &str) {
    store.set_preference(person, EVERYWHERE, value).await.unwrap();
}

#[tokio::test]
async fn only_who_wants_that_is_shown_over_all_servers() {
    let (_folder, store) = opened().await;
    let (store, kept) = (&store, RatedBoards::new());
    // Person 1 wins against ten others, three of them on another server; person 2 against six, of whom 1 is none.
    for nth in 0..10 {
        let guild = if nth < 3 { 8 } else { 7 };
        played_on(store, (1 + nth, guild), &[1, 10 + nth], 1).await;
    }
    for nth in 0..6 {
        played_on(store, (20 + nth, 8), &[2, 30 + nth], 1).await;
    }
    assert_eq!(told_everywhere(&kept, store).await, []);
    list(store, 2, "as Ben").await;
    list(store, 10, "as Somebody whose rating is provisional").await;
    let ben = (1, "Ben".to_owned(), 6);
    assert_eq!(
        told_everywhere(&kept, store).await,
        std::slice::from_ref(&ben),
        "nobody hidden takes a place"
    );
    list(store, 1, "as 12345").await;
    let ana = (1, "12345".to_owned(), 10);
    let both = [ana, (2, "Ben".to_owned(), 6)];
    assert_eq!(told_everywhere(&kept, store).await, both);
    let second = kept.page(store, None, "binome", 1, 1).await.unwrap();
    assert_eq!((second.total, second.rows[0].name.as_str()), (2, "Ben"));
    assert_eq!(
        kept.page(store, None, "tree", 0, 9).await.unwrap().total,
        0,
        "another game"
    );
    list(store, 1, HIDDEN).await;
    assert_eq!(told_everywhere(&kept, store).await, std::slice::from_ref(&ben));
    list(store, 1, "as Ana").await;
    store.forget(1, Vec::new()).await.unwrap();
    assert_eq!(told_everywhere(&kept, store).await, std::slice::from_ref(&ben));
    list(store, 1, "as Ana").await;
    assert_eq!(
        told_everywhere(&kept, store).await,
        [ben],
        "who was forgotten begins anew"
    );
}

#[tokio::test]
async fn over_all_servers_somebodys_matches_on_each_count_together() {
    let (_folder, store) = opened().await;
    let (store, kept) = (&store, RatedBoards::new());
    for nth in 0..6 {
        played_on(store, (1 + nth, 7 + nth % 2), &[1, 10 + nth], 1).await;
    }
    let somebody = store.own(1).await.unwrap().results[0].somebody;
    let rated = async |guild| {
        kept.row(store, guild, "binome", somebody)
            .await
            .unwrap()
            .expect("a row")
    };
    let (here, there, all) = (rated(Some(7)).await, rated(Some(8)).await, rated(None).await);
    assert_eq!([here.matches, there.matches, all.matches], [3, 3, 6]);
    assert!(here.place.is_none() && all.place.is_some() && all.points > here.points);
    assert_eq!(all.name, "", "it needs no name");
    assert_eq!(kept.row(store, None, "binome", 0).await.unwrap(), None);
}
