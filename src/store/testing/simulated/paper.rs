//! Pages in memory.

mod daily;
mod forgetting;
mod rated;
mod standings;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::shards::SimulatedShards;
use super::{Kept, Pages, failure};
use crate::store::change::{Answer, Change};
use crate::store::forgetting::NOWHERE;
use crate::store::named::people;
use crate::store::own::NUMBERS;
use crate::store::{
    Append, DailyAnswer, Entry, Finish, GameTally, MatchPlayer, NewResult, Own, OwnResult, OwnStanding, Parting,
    PlayedMatch, Ranking, RatedResults, Shown, Standing, Standings, Store, StoreError, Stored, Thinned,
};

/// What a file would hold. Clones are the same pages.
#[derive(Clone, Default)]
pub(super) struct Paper {
    sheets: Arc<Mutex<Sheets>>,
    /// Those of the bot that has them, of several.
    shards: Option<SimulatedShards>,
}

#[derive(Default)]
struct Sheets {
    tables: BTreeMap<u64, Sheet>,
    interactions: BTreeMap<u64, (u64, u64)>,
    shown: BTreeMap<(u64, String), Shown>,
    preferences: BTreeMap<(u64, String), String>,
    /// By table, round and, as long as they are known, person; with the time of each.
    results: Vec<(u64, i64, NewResult, bool)>,
    daily: BTreeMap<(u64, String, u32), DailyAnswer>,
    /// By shard.
    heartbeats: BTreeMap<i64, i64>,
    thinned: BTreeMap<u64, Thinned>,
    /// By server: the number and the secret of its next table.
    seals: BTreeMap<u64, (u64, [u8; 32])>,
    /// Whom bots have still to forget at which table: when that person has gone.
    parting: BTreeMap<(u64, u64), Option<i64>>,
}

struct Sheet {
    stored: Stored,
    created: i64,
    seated: BTreeSet<u64>,
    named: BTreeSet<u64>,
}

impl Paper {
    /// The same pages, as the bot of these shards has them.
    pub(super) fn of_bot(&self, shards: SimulatedShards) -> Paper {
        let sheets = Arc::clone(&self.sheets);
        Paper {
            sheets,
            shards: Some(shards),
        }
    }

    fn sheets(&self) -> MutexGuard<'_, Sheets> {
        self.sheets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the bot that asks has the shard of a table.
    fn is_own(&self, stored: &Stored) -> bool {
        self.shards.as_ref().is_none_or(|shards| shards.keeps(stored.guild))
    }

    /// The shards that the bot that writes still has; all are one shard without several bots.
    fn held(&self) -> Vec<i64> {
        self.shards.as_ref().map_or(vec![0], SimulatedShards::held)
    }
}

impl Sheets {
    fn append(&mut self, append: &Append) -> Kept<()> {
        self.judge(append)?;
        if let Some(new) = &append.create {
            let stored = Stored {
                table: append.table,
                channel: new.channel,
                guild: new.guild,
                game: new.game.clone(),
                secret: new.secret,
                restored: false,
                over: false,
                entries: Vec::new(),
                timers: Vec::new(),
            };
            let sheet = Sheet {
                stored,
                created: append.at,
                seated: BTreeSet::new(),
                named: BTreeSet::new(),
            };
            self.tables.insert(append.table, sheet);
        }
        if let Some(succession) = &append.succession {
            let next = (succession.number + 1, succession.next);
            self.seals.insert(succession.home, next);
        }
        let Some(sheet) = self.tables.get_mut(&append.table) else {
            return Err(StoreError::Conflict);
        };
        sheet.named.extend(people(&append.entries));
        let Sheet { stored, seated, .. } = sheet;
        let mut interaction = append.interaction;
        for (event, seq) in append.entries.iter().zip(append.after + 1..) {
            let caused = interaction.take();
            if let Some(interaction) = caused {
                self.interactions.insert(interaction, (append.table, seq));
            }
            stored.entries.push(Entry {
                seq,
                at: append.at,
                interaction: caused,
                event: event.clone(),
            });
        }
        stored.restored &= !append.sealed;
        if append.over {
            stored.over = true;
            seated.clear();
            stored.timers = append.timers.clone().unwrap_or_default();
        } else {
            if let Some(people) = &append.people {
                *seated = people.iter().copied().collect();
            }
            if let Some(timers) = &append.timers {
                stored.timers.clone_from(timers);
            }
        }
        for result in &append.results {
            let same = |(table, _, other, known): &(u64, i64, NewResult, bool)| {
                *known && (*table, other.round, other.person) == (append.table, result.round, result.person)
            };
            let row = (append.table, append.at, result.clone(), result.person.is_some());
            match self.results.iter_mut().find(|other| same(other)) {
                Some(other) => *other = row,
                None => self.results.push(row),
            }
        }
        Ok(())
    }

    /// As the log judges.
    fn judge(&self, append: &Append) -> Kept<()> {
        let sheet = self.tables.get(&append.table);
        let last = sheet.map_or(0, |sheet| sheet.stored.entries.len() as u64);
        if append.interaction.is_some_and(|id| self.interactions.contains_key(&id)) {
            return Err(StoreError::Duplicate);
        }
        if sheet.is_some() == append.create.is_some() || last != append.after {
            return Err(StoreError::Conflict);
        }
        if append
            .create
            .as_ref()
            .is_some_and(|new| self.live_at(new.channel).is_some())
        {
            return Err(StoreError::Taken);
        }
        if let Some(succession) = &append.succession
            && self.seals.get(&succession.home).map_or(1, |(number, _)| *number) != succession.number
        {
            return Err(StoreError::SecretTaken);
        }
        let elsewhere = |person: u64| {
            let others = self.tables.iter().filter(|(table, _)| **table != append.table);
            others.filter(|(_, sheet)| sheet.seated.contains(&person)).count()
        };
        match append.newcomer {
            Some(person) if elsewhere(person) >= Store::MOST_TABLES => Err(StoreError::Crowded),
            _ => Ok(()),
        }
    }

    fn live_at(&self, channel: u64) -> Option<u64> {
        let mut tables = self.tables.values().map(|sheet| &sheet.stored);
        let live = tables.find(|stored| stored.channel == channel && !stored.over);
        live.map(|stored| stored.table)
    }

    fn thin(&mut self, table: u64, last: u64, left: &Thinned) -> i64 {
        let thins = |stored: &Stored| stored.over && last > 0 && stored.entries.len() as u64 == last;
        let thins = |sheet: &&mut Sheet| thins(&sheet.stored);
        let Some(Sheet { stored, named, .. }) = self.tables.get_mut(&table).filter(thins) else {
            return 0;
        };
        stored.entries.clear();
        stored.channel = stored.guild.map_or(NOWHERE, |_| stored.channel);
        named.clear();
        self.interactions.retain(|_, (of, _)| *of != table);
        self.shown.retain(|(of, _), _| *of != table);
        self.thinned.insert(table, left.clone());
        1
    }

    /// Gives the time back that a shard, whose tables are its `own`, was without a bot.
    fn give_back(&mut self, now: i64, shard: i64, own: impl Fn(&Stored) -> bool) -> i64 {
        let last = self.heartbeats.insert(shard, now);
        let away = last.map_or(0, |last| now.saturating_sub(last).max(0));
        let tables = self.tables.values_mut().map(|sheet| &mut sheet.stored);
        let timers = tables
            .filter(|stored| own(stored))
            .flat_map(|stored| &mut stored.timers);
        for timer in timers.filter(|timer| timer.gives_back) {
            timer.at += away;
        }
        away
    }
}

impl Pages for Paper {
    fn load(&self, table: u64) -> Kept<Option<Stored>> {
        Ok(self.sheets().tables.get(&table).map(|sheet| sheet.stored.clone()))
    }

    fn interaction(&self, id: u64) -> Kept<Option<(u64, u64)>> {
        Ok(self.sheets().interactions.get(&id).copied())
    }

    fn table_at(&self, channel: u64) -> Kept<Option<u64>> {
        Ok(self.sheets().live_at(channel))
    }

    fn last_table_at(&self, channel: u64) -> Kept<Option<u64>> {
        let sheets = self.sheets();
        let here = sheets.tables.values().filter(|sheet| sheet.stored.channel == channel);
        let newest = here.max_by_key(|sheet| (sheet.created, sheet.stored.table));
        Ok(newest.map(|sheet| sheet.stored.table))
    }

    fn live_tables(&self, after: u64, limit: u32) -> Kept<Vec<u64>> {
        let sheets = self.sheets();
        let live = sheets
            .tables
            .values()
            .filter(|sheet| !sheet.stored.over && sheet.stored.table > after && self.is_own(&sheet.stored));
        Ok(live.map(|sheet| sheet.stored.table).take(limit as usize).collect())
    }

    fn played_in_guilds(&self) -> Kept<Vec<(u64, u64)>> {
        let sheets = self.sheets();
        let live = sheets
            .tables
            .values()
            .filter(|sheet| !sheet.stored.over && self.is_own(&sheet.stored));
        Ok(live
            .filter_map(|sheet| Some((sheet.stored.table, sheet.stored.guild?)))
            .collect())
    }

    fn parting(&self) -> Kept<Vec<Parting>> {
        let sheets = self.sheets();
        let own = |(_, table): &(u64, u64)| sheets.tables.get(table).is_some_and(|sheet| self.is_own(&sheet.stored));
        let all = sheets.parting.iter().filter(|(at, _)| own(at));
        Ok(all
            .map(|(&(person, table), gone_at)| Parting {
                person,
                table,
                gone_at: *gone_at,
            })
            .collect())
    }

    fn seated(&self, person: u64) -> Kept<Vec<u64>> {
        let sheets = self.sheets();
        let seated = sheets.tables.values().filter(|sheet| sheet.seated.contains(&person));
        Ok(seated.map(|sheet| sheet.stored.table).collect())
    }

    fn matches(&self, person: u64, guild: Option<u64>, limit: u32) -> Kept<Vec<u64>> {
        let sheets = self.sheets();
        let theirs = |(_, _, result, known): &&(u64, i64, NewResult, bool)| {
            *known && (result.person, result.round) == (Some(person), 0) && (guild.is_none() || result.guild == guild)
        };
        let mut found: Vec<_> = sheets.results.iter().filter(theirs).collect();
        found.reverse();
        found.sort_by_key(|(_, at, ..)| Reverse(*at));
        Ok(found
            .into_iter()
            .map(|(table, ..)| *table)
            .take(limit as usize)
            .collect())
    }

    fn next_secret(&self, home: u64) -> Kept<Option<(u64, [u8; 32])>> {
        Ok(self.sheets().seals.get(&home).copied())
    }

    fn due(&self, now: i64, limit: u32) -> Kept<Vec<(u64, i64)>> {
        let sheets = self.sheets();
        let own = |sheet: &&Sheet| self.is_own(&sheet.stored);
        let first = |sheet: &Sheet| {
            let at = sheet.stored.timers.iter().map(|timer| timer.at).min()?;
            (at <= now).then_some((at, sheet.stored.table))
        };
        let mut due: Vec<(i64, u64)> = sheets.tables.values().filter(own).filter_map(first).collect();
        due.sort_unstable();
        Ok(due
            .into_iter()
            .take(limit as usize)
            .map(|(at, table)| (table, at))
            .collect())
    }

    fn last_alive(&self) -> Kept<Option<i64>> {
        Ok(self
            .held()
            .iter()
            .filter_map(|shard| self.sheets().heartbeats.get(shard).copied())
            .max())
    }

    fn old(&self, after: (i64, u64), before: i64, limit: u32) -> Kept<Vec<(i64, u64)>> {
        let sheets = self.sheets();
        let own = |sheet: &&Sheet| sheet.stored.over && self.is_own(&sheet.stored);
        let old = |sheet: &&Sheet| own(sheet) && !sheets.thinned.contains_key(&sheet.stored.table);
        let tables = sheets.tables.values().filter(old);
        let mut all: Vec<_> = tables.map(|sheet| (sheet.created, sheet.stored.table)).collect();
        all.retain(|found| *found > after && found.0 < before);
        all.sort_unstable();
        all.truncate(limit as usize);
        Ok(all)
    }

    fn thinned(&self, table: u64) -> Kept<Option<Thinned>> {
        Ok(self.sheets().thinned.get(&table).cloned())
    }

    fn shown(&self, table: u64) -> Kept<Vec<Shown>> {
        let sheets = self.sheets();
        let rows = sheets.shown.iter().filter(|((of, _), _)| *of == table);
        Ok(rows.map(|(_, row)| row.clone()).collect())
    }

    fn unsettled(&self) -> Kept<Vec<u64>> {
        let sheets = self.sheets();
        let behind = |row: &&Shown| {
            let stored = sheets.tables.get(&row.table).map(|sheet| &sheet.stored);
            let last = stored.map_or(0, |stored| stored.entries.len() as u64);
            row.version < Shown::SETTLED && row.version < last && stored.is_none_or(|stored| self.is_own(stored))
        };
        let tables: BTreeSet<u64> = sheets.shown.values().filter(behind).map(|row| row.table).collect();
        Ok(tables.into_iter().collect())
    }

    fn shown_at(&self, version: u64) -> Kept<Vec<Shown>> {
        let sheets = self.sheets();
        let own = |row: &&Shown| {
            let sheet = sheets.tables.get(&row.table);
            sheet.is_none_or(|sheet| self.is_own(&sheet.stored))
        };
        let there = sheets.shown.values().filter(|row| row.version == version).filter(own);
        Ok(there.cloned().collect())
    }

    fn preference(&self, person: u64, name: &str) -> Kept<Option<String>> {
        Ok(self.sheets().preferences.get(&(person, name.to_owned())).cloned())
    }

    fn naming(&self, person: u64, since: i64) -> Kept<Vec<u64>> {
        let sheets = self.sheets();
        let names = |sheet: &Sheet| {
            let went_on = sheet.stored.entries.last().is_some_and(|entry| entry.at >= since);
            went_on && sheet.named.contains(&person)
        };
        let naming = sheets.tables.iter().filter(|(_, sheet)| names(sheet));
        Ok(naming.map(|(table, _)| *table).collect())
    }

    fn daily_answers(&self, person: u64) -> Kept<Vec<DailyAnswer>> {
        let sheets = self.sheets();
        let theirs = sheets.daily.iter().filter(|((whose, ..), _)| *whose == person);
        Ok(theirs.map(|(_, answer)| answer.clone()).collect())
    }

    fn own(&self, person: u64) -> Kept<Own> {
        let daily = self.daily_answers(person)?;
        let sheets = self.sheets();
        let seated = sheets.tables.values().filter(|sheet| sheet.seated.contains(&person));
        let preferences = sheets.preferences.iter().filter(|((of, _), _)| *of == person);
        let theirs = sheets
            .results
            .iter()
            .filter(|(_, _, result, known)| *known && result.person == Some(person));
        let result = |(table, at, result, _): &(u64, i64, NewResult, bool)| OwnResult {
            table: *table,
            at: *at,
            somebody: 0,
            result: result.clone(),
        };
        let boards: BTreeSet<(u64, String)> = theirs
            .clone()
            .filter_map(|(_, _, result, _)| Some((result.guild?, result.game.clone())))
            .collect();
        let standing = |(guild, game): (u64, String)| {
            let all = |ranking| sheets.standings(guild, &game, ranking);
            let row = |ranking| all(ranking).into_iter().find(|row| row.person == person);
            let (most, fewest) = (row(Ranking::MostPoints)?, row(Ranking::FewestPoints)?);
            let best = |row: &Standing| (row.games > 0).then_some(row.best_game);
            let counts = [most.games_won, most.games, most.draws, most.matches_won, most.matches];
            let counts = counts.map(|count| Some(i64::from(count)));
            let numbers = [Some(most.points)].into_iter().chain(counts);
            let numbers = numbers.chain([best(&most), best(&fewest)]);
            let numbers = NUMBERS.into_iter().zip(numbers).collect();
            Some(OwnStanding { guild, game, numbers })
        };
        let mut results: Vec<OwnResult> = theirs.map(result).collect();
        results.sort_by_key(|own| (own.result.round, own.at));
        Ok(Own {
            preferences: preferences
                .map(|((_, name), value)| (name.clone(), value.clone()))
                .collect(),
            seated: seated.map(|sheet| sheet.stored.table).collect(),
            results,
            standings: boards.into_iter().filter_map(standing).collect(),
            daily,
        })
    }

    fn history(&self, person: u64, guild: Option<u64>, offset: u32, limit: u32) -> Kept<Vec<PlayedMatch>> {
        let all = self.matches(person, guild, offset.saturating_add(limit))?;
        let sheets = self.sheets();
        let played = |table: u64| {
            let rows = sheets.results.iter();
            let rows = rows.filter(move |(of, _, result, known)| *known && (*of, result.round) == (table, 0));
            let (_, at, own, _) = rows.clone().find(|(_, _, result, _)| result.person == Some(person))?;
            let player = |(_, _, result, _): &(u64, i64, NewResult, bool)| {
                Some(MatchPlayer {
                    person: result.person?,
                    name: result.name.clone(),
                    place: result.place,
                    points: result.points,
                    side: result.side,
                })
            };
            Some(PlayedMatch {
                table,
                game: own.game.clone(),
                at: *at,
                counts: own.counts,
                finish: own.finish,
                players: rows.filter_map(player).collect(),
            })
        };
        Ok(all.into_iter().skip(offset as usize).filter_map(played).collect())
    }

    fn tally(&self, person: u64, guild: u64) -> Kept<Vec<GameTally>> {
        let sheets = self.sheets();
        let mut games: BTreeMap<String, (GameTally, i64)> = BTreeMap::new();
        for (_, at, result, known) in &sheets.results {
            let theirs = *known && (result.person, result.round, result.guild) == (Some(person), 0, Some(guild));
            if !theirs || !result.counts {
                continue;
            }
            let none = GameTally {
                game: result.game.clone(),
                somebody: 0,
                matches: 0,
                won: 0,
            };
            let (tally, newest) = games.entry(result.game.clone()).or_insert((none, *at));
            tally.matches += 1;
            tally.won += u32::from(result.finish == Finish::Won);
            *newest = *at.max(newest);
        }
        let mut games: Vec<(GameTally, i64)> = games.into_values().collect();
        games.sort_by_key(|(tally, newest)| Reverse((tally.matches, *newest)));
        Ok(games.into_iter().map(|(tally, _)| tally).collect())
    }

    fn leaderboard(&self, guild: u64, game: &str, ranking: Ranking, offset: u32, limit: u32) -> Kept<Standings> {
        let all = self.sheets().standings(guild, game, ranking);
        let total = all.len() as u32;
        let rows = all.into_iter().skip(offset as usize).take(limit as usize).collect();
        Ok(Standings { total, rows })
    }

    fn rated(&self, guild: Option<u64>, game: &str, after: i64, limit: u32) -> Kept<RatedResults> {
        Ok(self.sheets().rated(guild, game, after, limit))
    }

    fn listed(&self, game: &str) -> Kept<Vec<(i64, String)>> {
        Ok(self.sheets().listed(game))
    }

    fn write(&self, change: &Change) -> Answer {
        let held = self.held();
        let mut sheets = self.sheets();
        if let Some(shards) = &self.shards {
            shards.let_through(&held, change, |table| {
                sheets.tables.get(&table).map(|sheet| sheet.stored.guild)
            })?;
        }
        match change {
            Change::Append(append) => sheets.append(append)?,
            // Nothing stands beside it.
            Change::Mark { .. } | Change::Lease(_) => {}
            Change::Alive { now } => sheets.heartbeats.extend(held.iter().map(|shard| (*shard, *now))),
            Change::GiveBack { now } => {
                let each = held.iter();
                let away = each.map(|shard| sheets.give_back(*now, *shard, |stored| self.is_own(stored)));
                return Ok(away.max().unwrap_or(0));
            }
            Change::SetShown(shown) => {
                if !sheets.tables.contains_key(&shown.table) {
                    return Err(failure(ErrorKind::InvalidInput));
                }
                let version = shown.version.min(Shown::SETTLED);
                let row = Shown {
                    version,
                    ..shown.clone()
                };
                sheets.shown.insert((shown.table, shown.slot.clone()), row);
            }
            Change::ClearShown { table, slot } => drop(sheets.shown.remove(&(*table, slot.clone()))),
            Change::SetPreference { person, name, value } => {
                sheets.preferences.insert((*person, name.clone()), value.clone());
            }
            Change::AnswerDaily { person, answer } => return Ok(sheets.answer(*person, answer)),
            Change::ShareDaily { answer, shared } => return Ok(sheets.share(answer, *shared)),
            Change::Thin { table, last, left } => return Ok(sheets.thin(*table, *last, left)),
            Change::Forget { person, logs, at } => sheets.forget(*person, logs, *at, |stored| self.is_own(stored))?,
        }
        Ok(0)
    }
}
