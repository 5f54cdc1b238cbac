//! The results for ratings, and who is shown over all servers, in memory.

use super::Sheets;
use crate::store::{EVERYWHERE, NewResult, RatedResult, RatedResults};

impl Sheets {
    pub(super) fn rated(&self, guild: Option<u64>, game: &str, after: i64, limit: u32) -> RatedResults {
        let here = |(_, (_, _, result, _)): &(i64, &(u64, i64, NewResult, bool))| {
            let there = guild.is_none_or(|guild| result.guild == Some(guild));
            result.guild.is_some() && there && result.game == game
        };
        let all: Vec<_> = (1..).zip(&self.results).filter(here).collect();
        // On an engine a person has one number in a game on all servers. Here it is that of their first result among those asked for:
        // nothing joins the rows of two answers, for no row of `own` or `tally` has a number here.
        let somebody = |person: Option<u64>, known: bool| {
            let same =
                |(_, (_, _, other, of)): &&(i64, &(u64, i64, NewResult, bool))| (other.person, *of) == (person, known);
            all.iter().find(same).map_or(0, |(id, _)| *id)
        };
        let told = |known: bool| known && guild.is_some();
        let forgotten = all.iter().filter(|(_, (_, _, _, known))| !known);
        let forgotten = guild.map_or(0, |_| forgotten.count() as u32);
        let rates = |result: &NewResult| result.round == 0 && (result.counts || !result.computers.is_empty());
        let rated = all
            .iter()
            .filter(|(id, (_, _, result, _))| *id > after && rates(result));
        let rows = rated.map(|(id, (table, at, result, known))| RatedResult {
            id: *id,
            table: *table,
            somebody: somebody(result.person, *known),
            person: result.person.filter(|_| told(*known)),
            name: told(*known).then(|| result.name.clone()),
            place: result.place,
            side: result.side,
            finish: result.finish,
            computers: result.computers.clone(),
            at: *at,
        });
        let rows = rows.take(limit as usize).collect();
        RatedResults { forgotten, rows }
    }

    pub(super) fn listed(&self, game: &str) -> Vec<(i64, String)> {
        let number = |person: u64| {
            let theirs = |(_, _, result, known): &(u64, i64, NewResult, bool)| {
                *known && result.person == Some(person) && result.guild.is_some() && result.game == game
            };
            self.results.iter().position(theirs).map(|at| at as i64 + 1)
        };
        let all = self.preferences.iter().filter(|((_, name), _)| name == EVERYWHERE);
        let listed = all.filter_map(|((person, _), value)| Some((number(*person)?, value.clone())));
        listed.collect()
    }
}
