//! What a table reveals when it is over: its records, and the proof that its chance was fair.

use super::fair::{Commitment, Secret};
use super::recording::{self, Matches, VerifyError, Wrong};
use super::state::{PublicRandomness, Round};
use super::table::Table;
use crate::rules::{Luck, MatchLength, Record, Resealed};

/// What a stranger needs besides the records to check the chance of a table.
#[derive(Clone)]
pub struct Evidence {
    /// The commitments in order: the one in the lobby, and one whenever chance was sealed anew.
    pub commitments: Vec<Commitment>,
    /// The secret of each commitment.
    pub secrets: Vec<Secret>,
    /// The table's id, as it entered the seeds.
    pub table: String,
    /// The interactions with which people sat down, as they entered the seeds.
    pub joins: Vec<String>,
}

impl Table {
    /// The records of the games: of all once the table is over, and of none before, because they hold what a seat kept to
    /// itself.
    ///
    /// # Errors
    /// When the log does not lead through its game: a bug of the game.
    pub fn records(&self) -> Result<Vec<Record>, VerifyError> {
        if !self.is_over() {
            return Ok(Vec::new());
        }
        self.rounds.iter().map(|round| self.record_of(round)).collect()
    }

    /// The records of the games as the lines of one file; an empty one where there are none.
    ///
    /// # Errors
    /// As for [`Table::records`].
    pub fn record_file(&self) -> Result<String, VerifyError> {
        let records = self.records()?;
        let lines = records
            .iter()
            .map(|record| record.to_line().trim_end().to_owned() + "\n");
        Ok(lines.collect())
    }

    /// The record of a game of this table.
    pub(super) fn record_of(&self, round: &Round) -> Result<Record, VerifyError> {
        if self.edition != self.game.edition {
            return Err(VerifyError::from(Wrong::Edition {
                recorded: self.edition,
                known: self.game.edition,
            }));
        }
        let events = round
            .events
            .iter()
            .map(|event| (event.by, event.what.as_str(), event.lapsed));
        let mut record = recording::record(self.game, &self.options, self.seats.len() as u8, events)?;
        for (event, played) in record.events.iter_mut().zip(round.events.iter()) {
            event.players = played.players;
        }
        let levels = self.seats.iter();
        let levels: Vec<Option<u8>> = levels
            .map(|holder| holder.person.is_none().then(|| holder.level.number()))
            .collect();
        if levels.iter().any(Option::is_some) {
            record.levels = levels;
        }
        let seed = |number: usize| self.seed_of(number, round.number).to_hex();
        let mut seeds = round.secrets.iter();
        record.seed = seeds.next().map(|(_, number)| seed(*number));
        record.resealed = seeds
            .map(|(from, number)| Resealed {
                from: *from,
                seed: seed(*number),
            })
            .collect();
        record.luck = self.luck();
        if round.ended.is_some() {
            (record.ended, record.result) = (round.ended, round.outcome.clone());
        }
        record.match_id = Some(self.id.to_string());
        record.round = Some(round.number);
        if let Some(MatchLength::Points(_)) = self.play.as_ref().map(|play| play.match_length()) {
            record.before = self.totals_before(round.number);
        }
        Ok(record)
    }

    /// What the seeds follow from; `None` at an old table. It tells the secrets.
    fn luck(&self) -> Option<Luck> {
        self.seal.map(|_| Luck {
            secrets: self.secrets.iter().map(Secret::to_hex).collect(),
            words: self.all_words(),
            missed: match self.randomness {
                PublicRandomness::Missed(round) => Some(round),
                _ => None,
            },
            seats: self.drawn_order.clone(),
        })
    }

    /// The evidence for checking the chance of a table that is over; `None` before that.
    pub fn evidence(&self) -> Option<Evidence> {
        self.is_over().then(|| Evidence {
            commitments: self.commitments().collect(),
            secrets: self.secrets.clone(),
            table: self.id.to_string(),
            joins: self.joins.iter().map(ToString::to_string).collect(),
        })
    }

    /// Computes every draw of all games again, and returns how many there are if all came out as they were played. `None`
    /// while the table is not over.
    ///
    /// # Errors
    /// At the first thing that is not as it must be.
    pub fn prove(&self) -> Result<Option<usize>, VerifyError> {
        self.is_over().then(|| self.check()).transpose()
    }

    /// Computes every draw of the match so far again, with all that follows from it, and returns the number of draws.
    /// Nobody is told the result before the table is over.
    ///
    /// # Errors
    /// At the first thing that is not as it must be.
    pub(super) fn check(&self) -> Result<usize, VerifyError> {
        // Reading the log has already checked the draw of the places.
        let mut draws = self.draws_of_places();
        let mut matches = Matches::default();
        for round in &self.rounds {
            let record = self.record_of(round)?;
            draws += recording::verify(&record)?.draws;
            matches.check(&record)?;
        }
        Ok(draws)
    }
}
