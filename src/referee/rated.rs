//! Boards by rating and by season: the ratings of one game in one server or over all servers, and the wins in each season of a
//! server, computed from the stored results.
//!
//! Nothing of that is stored. A board that was read stays in memory, and goes on behind the last result it has seen. Results only ever
//! grow, but for one thing: when somebody is forgotten, their results lose the name. The store counts these, so a board whose
//! count differs is read anew and holds no name that was forgotten.
//!
//! A board over all servers rates everybody and names nobody. Whom it shows is looked up each time: those who want that, under the
//! names that they chose for it.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use moka::sync::Cache;
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::action::Denied;
use super::holder::Holder;
use super::leads::Leads;
use super::season::{Honours, Season, SeasonRow, Tally};
use super::table::Phase;
use super::{Referee, Registry, TableSnapshot, unavailable};
use crate::games::GameEntry;
use crate::player::Level;
use crate::ratings::{Entrant, Rating, Ratings, computer};
use crate::store::{EVERYWHERE, RatedResult, Store, StoreError};

/// How many results are read and added at once.
const PART: u32 = 10_000;
/// So few results are added at once, in less than a millisecond.
const FEW: usize = 200;
/// How many boards of servers stay in memory. Those over all servers are as few as there are games, and take longest to read anew: all
/// of them stay.
const BOARDS: u64 = 64;
/// What stands before the name in the preference of whoever is shown over all servers: a name alone could read as the id of a chat.
const AS: &str = "as ";
/// The preference of whoever is not shown there any more.
const HIDDEN: &str = "hidden";

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

/// The rating of the computer players of one level, who stand on no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedLevel {
    /// The level.
    pub level: Level,
    /// The points; see [`Rating`].
    pub points: i32,
    /// The matches against people from which the level was rated.
    pub matches: u32,
    /// Whether the rating means little yet.
    pub provisional: bool,
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

/// The boards of servers that were asked for lately, by server and game, and those over all servers, by game.
pub struct RatedBoards {
    guilds: Cache<(u64, String), Arc<Mutex<Board>>>,
    everywhere: Cache<String, Arc<Mutex<Board>>>,
}

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
    /// A page of the ratings of one game in a server, or without one over all servers: the strongest first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn ratings(
        &self,
        guild: Option<u64>,
        game: &GameEntry,
        offset: u32,
        limit: u32,
    ) -> Result<RatedPage, Denied> {
        let Registry { store, boards, .. } = &*self.registry;
        let page = boards.page(store, guild, game.slug, offset, limit);
        page.await.map_err(unavailable)
    }

    /// The rating of whoever has this number in the results of one game, in a server or over all servers; `None` if nothing of theirs
    /// was rated. Over all servers it has no name, and its place says no more than that it is not provisional.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn rating(&self, guild: Option<u64>, game: &str, somebody: i64) -> Result<Option<RatedRow>, Denied> {
        let Registry { store, boards, .. } = &*self.registry;
        let row = boards.row(store, guild, game, somebody);
        row.await.map_err(unavailable)
    }

    /// The name under which somebody is shown over all servers; `None` for whoever is hidden, as everybody is who has not chosen.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn shown_everywhere(&self, person: u64) -> Result<Option<String>, Denied> {
        let kept = self.registry.store.preference(person, EVERYWHERE).await;
        Ok(kept.map_err(unavailable)?.as_deref().and_then(shown).map(str::to_owned))
    }

    /// Shows somebody over all servers under this name from now on, or hides them.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn show_everywhere(&self, person: u64, name: Option<&str>) -> Result<(), Denied> {
        let value = name.map_or_else(|| HIDDEN.to_owned(), |name| format!("{AS}{name}"));
        let kept = self.registry.store.set_preference(person, EVERYWHERE, &value).await;
        kept.map_err(unavailable)
    }

    /// How many points stronger than a beginner those are who sit at a table.
    pub(super) async fn leads(&self, table: u64) -> Result<Leads, Denied> {
        // Why there is no table is told by the request itself.
        let Ok(Some(TableSnapshot { table, .. })) = self.snapshot(table).await else {
            return Ok(Leads::NONE);
        };
        let people: Vec<u64> = table.seats.iter().filter_map(Holder::id).collect();
        let Some(guild) = table.guild.filter(|_| table.phase == Phase::Lobby) else {
            return Ok(Leads::NONE);
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
        let board = boards.board(store, Some(guild), game).await.map_err(unavailable)?;
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
        RatedBoards {
            guilds: Cache::new(BOARDS),
            everywhere: Cache::builder().build(),
        }
    }

    /// A page of a board, by all results that are stored at this moment. Over all servers only those have a place, and a line, who
    /// are shown there and whose rating is not provisional.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn page(
        &self,
        store: &Store,
        guild: Option<u64>,
        game: &str,
        offset: u32,
        limit: u32,
    ) -> Result<RatedPage, StoreError> {
        let board = self.board(store, guild, game).await?;
        if guild.is_some() {
            return Ok(page(&board.ranked, &board.names, offset, limit));
        }
        let listed = store.listed(game).await?.into_iter();
        let named = listed.filter_map(|(player, value)| Some((player, shown(&value)?.to_owned())));
        let names: HashMap<i64, String> = named.collect();
        let mut ranked = board.ratings.ranked(|player| names.contains_key(&player));
        ranked.retain(|rating| rating.place.is_some());
        Ok(page(&ranked, &names, offset, limit))
    }

    /// The row of the player who has this number, by all results that are stored at this moment.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn row(
        &self,
        store: &Store,
        guild: Option<u64>,
        game: &str,
        player: i64,
    ) -> Result<Option<RatedRow>, StoreError> {
        let board = self.board(store, guild, game).await?;
        let found = match guild {
            Some(_) => board.ranked.iter().find(|rating| rating.player == player).copied(),
            None => board.ratings.ranked(|other| other == player).pop(),
        };
        Ok(found.map(|rating| row(&rating, &board.names)))
    }

    /// The ratings of the computer players, from the lowest level that has one, by all results that are stored at this moment.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn levels(&self, store: &Store, guild: Option<u64>, game: &str) -> Result<Vec<RatedLevel>, StoreError> {
        Ok(self.board(store, guild, game).await?.levels())
    }

    /// How many points stronger than a beginner these people and the computer players are, by all results that are stored at this
    /// moment. Whoever has not played is as strong as a beginner, and left out, and so is a level with a provisional rating.
    pub(super) async fn leads(
        &self,
        store: &Store,
        guild: u64,
        game: &str,
        people: &[u64],
    ) -> Result<Leads, StoreError> {
        let board = self.board(store, Some(guild), game).await?;
        let lead = |person: &u64| Some((*person, board.ratings.lead(*board.people.get(person)?)));
        let levels = board.levels().into_iter().filter(|rated| !rated.provisional);
        let levels = levels.map(|rated| rated.level.number());
        Ok(Leads {
            people: people.iter().filter_map(lead).collect(),
            levels: levels
                .map(|level| (level, board.ratings.lead(computer(level))))
                .collect(),
        })
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
        let board = self.board(store, Some(guild), game).await?;
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
        let board = self.board(store, Some(guild), game).await?;
        Ok(board.honours(now, offset, limit))
    }

    /// A board by all results that are stored at this moment. Computing runs beside the tasks of the runtime.
    async fn board(&self, store: &Store, guild: Option<u64>, game: &str) -> Result<OwnedMutexGuard<Board>, StoreError> {
        let board = match guild {
            Some(guild) => self.guilds.get_with((guild, game.to_owned()), Arc::default),
            None => self.everywhere.get_with(game.to_owned(), Arc::default),
        };
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
                board.add(guild, found.rows);
                continue;
            }
            let added = tokio::task::spawn_blocking(move || {
                board.add(guild, found.rows);
                board
            });
            board = added.await.map_err(|_| StoreError::Closed)?;
        }
    }
}

impl Board {
    /// Adds results of a guild, or without one of all guilds, which have no seasons together. The last match of a full part may go
    /// on behind it, and then is left to the next part.
    fn add(&mut self, guild: Option<u64>, mut rows: Vec<RatedResult>) {
        let full = rows.len() >= PART as usize;
        let last = rows.last().map(|row| row.table);
        if full && rows.iter().any(|row| Some(row.table) != last) {
            while rows.last().map(|row| row.table) == last {
                rows.pop();
            }
        }
        for of_one in rows.chunk_by(|one, next| one.table == next.table) {
            let people = of_one.iter().map(|row| Entrant {
                player: row.somebody,
                place: row.place,
                side: row.side,
            });
            let computers = of_one.iter().take(1).flat_map(|row| &row.computers);
            let computers = computers.map(|own| Entrant {
                player: computer(own.level),
                place: own.place,
                side: own.side,
            });
            self.ratings.add(&people.chain(computers).collect::<Vec<_>>());
            let of_people = of_one.first().filter(|row| row.computers.is_empty());
            if let (Some(_), Some(first)) = (guild, of_people) {
                self.seasons.entry(Season::of(first.at)).or_default().add(of_one);
            }
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

    /// The computer players that have a rating, the lowest level first.
    fn levels(&self) -> Vec<RatedLevel> {
        let rated = |level: Level| {
            let of_level = |player: i64| player == computer(level.number());
            let rating = self.ratings.ranked(of_level).pop()?;
            Some(RatedLevel {
                level,
                points: rating.points,
                matches: rating.matches,
                provisional: rating.place.is_none(),
            })
        };
        Level::ALL.into_iter().filter_map(rated).collect()
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
}

/// The name in the preference of whoever is shown over all servers.
fn shown(preference: &str) -> Option<&str> {
    preference.strip_prefix(AS)
}

fn page(ranked: &[Rating], names: &HashMap<i64, String>, offset: u32, limit: u32) -> RatedPage {
    let rows = ranked.iter().skip(offset as usize).take(limit as usize);
    RatedPage {
        total: ranked.len() as u32,
        rows: rows.map(|rating| row(rating, names)).collect(),
    }
}

fn row(rating: &Rating, names: &HashMap<i64, String>) -> RatedRow {
    RatedRow {
        name: names.get(&rating.player).cloned().unwrap_or_default(),
        points: rating.points,
        matches: rating.matches,
        place: rating.place,
    }
}

#[cfg(test)]
mod tests;
