//! Boards by rating and by season: the ratings of one game in one server and the wins in each season, computed from the stored
//! results.
//!
//! Nothing of that is stored. A board that was read stays in memory, and goes on behind the last result it has seen. Results only ever
//! grow, but for one thing: when somebody is forgotten, their results lose the name. The store counts these, so a board whose
//! count differs is read anew and holds no name that was forgotten.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use moka::sync::Cache;
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::action::Denied;
use super::holder::Holder;
use super::season::{Honours, Season, SeasonRow, Tally};
use super::table::Phase;
use super::{Referee, Registry, TableSnapshot, unavailable};
use crate::games::GameEntry;
use crate::ratings::{Entrant, Rating, Ratings};
use crate::store::{RatedResult, Store, StoreError};

/// How many results are read and added at once.
const PART: u32 = 10_000;
/// So few results are added at once, in less than a millisecond.
const FEW: usize = 200;
/// How many boards stay in memory.
const BOARDS: u64 = 64;

/// One line of a board by rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedRow {
    /// The person's newest name.
    pub name: String,
    /// The points; see [`Rating`].
    pub points: i32,
    /// The matches that were rated.
    pub matches: u32,
    /// The place; `None` while the rating is provisional.
    pub place: Option<u32>,
}

/// A page of a board by rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedPage {
    /// How many people there are on all pages.
    pub total: u32,
    /// The page.
    pub rows: Vec<RatedRow>,
}

/// A page of the board of a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonPage {
    /// The season.
    pub season: Season,
    /// All seasons that can be shown, the newest first: this one, and each before in which a match was played.
    pub seasons: Vec<Season>,
    /// How many people there are on all pages.
    pub total: u32,
    /// The page.
    pub rows: Vec<SeasonRow>,
}

/// A page of the honours of past seasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HonoursPage {
    /// How many past seasons there are on all pages.
    pub total: u32,
    /// The page, the newest season first.
    pub rows: Vec<Honours>,
}

/// The boards that were asked for lately.
pub struct RatedBoards(Cache<(u64, String), Arc<Mutex<Board>>>);

#[derive(Default)]
struct Board {
    ratings: Ratings,
    seasons: BTreeMap<Season, Tally>,
    /// By the numbers of the players who are not forgotten.
    names: HashMap<i64, String>,
    /// The numbers of these players, by their ids.
    people: HashMap<u64, i64>,
    ranked: Vec<Rating>,
    last: i64,
    forgotten: u32,
}

impl Referee {
    /// A page of the ratings of one game in a server, the strongest first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn ratings(&self, guild: u64, game: &GameEntry, offset: u32, limit: u32) -> Result<RatedPage, Denied> {
        let Registry { store, boards, .. } = &*self.registry;
        let page = boards.page(store, guild, game.slug, offset, limit);
        page.await.map_err(unavailable)
    }

    /// The rating of whoever has this number in the results of one game in a server; `None` if nothing of theirs was rated.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn rating(&self, guild: u64, game: &str, somebody: i64) -> Result<Option<RatedRow>, Denied> {
        let Registry { store, boards, .. } = &*self.registry;
        let row = boards.row(store, guild, game, somebody);
        row.await.map_err(unavailable)
    }

    /// How many points stronger than a beginner those are who sit at a table.
    pub(super) async fn leads(&self, table: u64) -> Result<Vec<(u64, i32)>, Denied> {
        // Why there is no table is told by the request itself.
        let Ok(Some(TableSnapshot { table, .. })) = self.snapshot(table).await else {
            return Ok(Vec::new());
        };
        let people: Vec<u64> = table.seats.iter().filter_map(Holder::id).collect();
        let Some(guild) = table.guild.filter(|_| table.phase == Phase::Lobby) else {
            return Ok(Vec::new());
        };
        let Registry { store, boards, .. } = &*self.registry;
        let leads = boards.leads(store, guild, table.game.slug, &people);
        leads.await.map_err(unavailable)
    }

    /// The points after each match, since the rating means something, of whoever has this number in the results of one game in a
    /// server.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn course(&self, guild: u64, game: &str, somebody: i64) -> Result<Vec<i32>, Denied> {
        let Registry { store, boards, .. } = &*self.registry;
        let board = boards.board(store, guild, game).await.map_err(unavailable)?;
        Ok(board.ratings.course(somebody).to_vec())
    }

    /// A page of what was won of one game in a server in a season, or in this one.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn season(
        &self,
        guild: u64,
        game: &GameEntry,
        season: Option<Season>,
        page: (u32, u32),
    ) -> Result<SeasonPage, Denied> {
        let Registry { store, boards, .. } = &*self.registry;
        let now = self.this_season();
        let found = boards.season(store, (guild, game.slug), (season.unwrap_or(now), now), page);
        found.await.map_err(unavailable)
    }

    /// A page of whom the past seasons of one game in a server honour, the newest season first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn honours(&self, guild: u64, game: &GameEntry, page: (u32, u32)) -> Result<HonoursPage, Denied> {
        let Registry { store, boards, .. } = &*self.registry;
        let found = boards.honours(store, (guild, game.slug), self.this_season(), page);
        found.await.map_err(unavailable)
    }

    fn this_season(&self) -> Season {
        Season::of((self.registry.settings.now)())
    }
}

impl RatedBoards {
    /// No boards yet.
    #[expect(clippy::new_without_default, reason = "whoever wants boards says so")]
    pub fn new() -> RatedBoards {
        RatedBoards(Cache::new(BOARDS))
    }

    /// A page of a board, by all results that are stored at this moment.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn page(
        &self,
        store: &Store,
        guild: u64,
        game: &str,
        offset: u32,
        limit: u32,
    ) -> Result<RatedPage, StoreError> {
        Ok(self.board(store, guild, game).await?.page(offset, limit))
    }

    /// The row of the player who has this number, by all results that are stored at this moment.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn row(
        &self,
        store: &Store,
        guild: u64,
        game: &str,
        player: i64,
    ) -> Result<Option<RatedRow>, StoreError> {
        let board = self.board(store, guild, game).await?;
        let mut ranked = board.ranked.iter();
        Ok(ranked
            .find(|rating| rating.player == player)
            .map(|rating| board.row(rating)))
    }

    /// How many points stronger than a beginner these people are, by all results that are stored at this moment. Whoever has
    /// not played is as strong as a beginner, and left out.
    pub(super) async fn leads(
        &self,
        store: &Store,
        guild: u64,
        game: &str,
        people: &[u64],
    ) -> Result<Vec<(u64, i32)>, StoreError> {
        let board = self.board(store, guild, game).await?;
        let lead = |person: &u64| Some((*person, board.ratings.lead(*board.people.get(person)?)));
        Ok(people.iter().filter_map(lead).collect())
    }

    /// A page of a season, by all results that are stored at this moment; `now` is the season that is not over yet.
    ///
    /// # Errors
    /// When the store fails.
    async fn season(
        &self,
        store: &Store,
        (guild, game): (u64, &str),
        (season, now): (Season, Season),
        (offset, limit): (u32, u32),
    ) -> Result<SeasonPage, StoreError> {
        let board = self.board(store, guild, game).await?;
        Ok(board.season((season, now), offset, limit))
    }

    /// A page of the seasons before `now` and whom these honour.
    ///
    /// # Errors
    /// When the store fails.
    async fn honours(
        &self,
        store: &Store,
        (guild, game): (u64, &str),
        now: Season,
        (offset, limit): (u32, u32),
    ) -> Result<HonoursPage, StoreError> {
        let board = self.board(store, guild, game).await?;
        Ok(board.honours(now, offset, limit))
    }

    /// A board by all results that are stored at this moment. Computing runs beside the tasks of the runtime.
    async fn board(&self, store: &Store, guild: u64, game: &str) -> Result<OwnedMutexGuard<Board>, StoreError> {
        let board = self.0.get_with((guild, game.to_owned()), Arc::default);
        let mut board = board.lock_owned().await;
        loop {
            let found = store.rated(guild, game, board.last, PART).await?;
            if found.forgotten != board.forgotten {
                let begun = board.last > 0;
                *board = Board {
                    forgotten: found.forgotten,
                    ..Board::default()
                };
                if begun {
                    continue;
                }
            }
            if found.rows.is_empty() {
                return Ok(board);
            }
            if found.rows.len() <= FEW {
                board.add(found.rows);
                continue;
            }
            let added = tokio::task::spawn_blocking(move || {
                board.add(found.rows);
                board
            });
            board = added.await.map_err(|_| StoreError::Closed)?;
        }
    }
}

impl Board {
    /// Adds results. The last match of a full part may go on behind it, and then is left to the next part.
    fn add(&mut self, mut rows: Vec<RatedResult>) {
        let full = rows.len() >= PART as usize;
        let last = rows.last().map(|row| row.table);
        if full && rows.iter().any(|row| Some(row.table) != last) {
            while rows.last().map(|row| row.table) == last {
                rows.pop();
            }
        }
        for of_one in rows.chunk_by(|one, next| one.table == next.table) {
            let entrant = |row: &RatedResult| Entrant {
                player: row.somebody,
                place: row.place,
                side: row.side,
            };
            self.ratings.add(&of_one.iter().map(entrant).collect::<Vec<_>>());
            let season = of_one.first().map_or(0, |row| row.at);
            self.seasons.entry(Season::of(season)).or_default().add(of_one);
        }
        self.last = rows.last().map_or(self.last, |row| row.id);
        for row in rows {
            self.people.extend(row.person.map(|person| (person, row.somebody)));
            self.names.extend(row.name.map(|name| (row.somebody, name)));
        }
        if !full {
            self.ranked = self.ratings.ranked(|player| self.names.contains_key(&player));
        }
    }

    fn page(&self, offset: u32, limit: u32) -> RatedPage {
        let rows = self.ranked.iter().skip(offset as usize).take(limit as usize);
        RatedPage {
            total: self.ranked.len() as u32,
            rows: rows.map(|rating| self.row(rating)).collect(),
        }
    }

    fn season(&self, (season, now): (Season, Season), offset: u32, limit: u32) -> SeasonPage {
        let before = self.seasons.range(..now).rev().map(|(season, _)| *season);
        let tally = self.seasons.get(&season);
        let ranked = tally.map(|tally| tally.ranked(&self.names)).unwrap_or_default();
        SeasonPage {
            season,
            seasons: std::iter::once(now).chain(before).collect(),
            total: ranked.len() as u32,
            rows: ranked.into_iter().skip(offset as usize).take(limit as usize).collect(),
        }
    }

    fn honours(&self, now: Season, offset: u32, limit: u32) -> HonoursPage {
        let before = || self.seasons.range(..now).rev();
        let page = before().skip(offset as usize).take(limit as usize);
        HonoursPage {
            total: before().count() as u32,
            rows: page
                .map(|(season, tally)| tally.honours(*season, &self.names))
                .collect(),
        }
    }

    fn row(&self, rating: &Rating) -> RatedRow {
        RatedRow {
            name: self.names.get(&rating.player).cloned().unwrap_or_default(),
            points: rating.points,
            matches: rating.matches,
            place: rating.place,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let result = |(person, place): (&u64, u8)| NewResult {
            round: 0,
            guild: Some(7),
            game: "binome".to_owned(),
            person: *person,
            name: format!("p{person}"),
            points: 0,
            finish: if place == 1 { Finish::Won } else { Finish::Lost },
            counts: true,
            place,
            side: None,
        };
        let append = Append {
            results: people.iter().zip(1..).map(result).collect(),
            create: Some(NewTable {
                channel: table,
                guild: Some(7),
                game: "binome".to_owned(),
                secret: [table as u8; 32],
            }),
            entries: vec!["{}".to_owned()],
            ..Append::new(table, 0, at)
        };
        store.append(append).await.unwrap();
    }

    async fn board(boards: &RatedBoards, store: &Store) -> RatedPage {
        boards.page(store, 7, "binome", 0, 100).await.unwrap()
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
        let part = kept.page(store, 7, "binome", 4, 3).await.unwrap();
        assert_eq!((part.total, &part.rows[..]), (11, &whole.rows[4..7]));
        assert_eq!(kept.page(store, 7, "binome", 40, 3).await.unwrap().rows, []);
        let somebody = store.own(5).await.unwrap().results[0].somebody;
        let row = kept.row(store, 7, "binome", somebody).await.unwrap().expect("a row");
        assert!(row.name == "p5" && whole.rows.contains(&row), "{row:?}");
        assert_eq!(kept.row(store, 7, "binome", 0).await.unwrap(), None);
        assert_eq!(
            kept.page(store, 8, "binome", 0, 9).await.unwrap().total,
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

    #[tokio::test]
    async fn who_is_forgotten_leaves_the_board_and_nobody_else_moves() {
        let (_folder, store) = opened().await;
        let (store, kept) = (&store, RatedBoards::new());
        for table in 1..=30 {
            played(store, table, &[1 + table % 7, 1 + (table + 1) % 7, 1 + (table + 3) % 7]).await;
        }
        let mut before = board(&kept, store).await;
        store.forget(3, Vec::new()).await.unwrap();
        let after = board(&kept, store).await;
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
}
