//! Editions: by which edition of its rules a table is played, and how its log is followed after the rules have been mended.
//!
//! A mended rule makes a new [edition](crate::rules::Game::EDITION) of a game. In the middle of a match people must not
//! find a position that differs from what they were shown, nor a table that refuses its own log:
//!
//! * A match is played by one edition from its beginning to its end. The log says which; a log that names none is of the
//!   first. A lobby takes the newest edition when its match begins, and a rematch is a new match.
//! * As long as the catalogue [keeps](crate::games::KEPT) that edition, nothing else happens.
//! * When that edition is not kept any more, the log is replayed by the newest one and tested. Every entry must be legal
//!   there, every position that people were shown must be the same, and every draw must follow from the seed as it did.
//!   Then the whole match counts as one of the newest edition, and the table [goes on](TableEvent::Migrated) by it.
//!   Otherwise the table [ends](TableEvent::Outdated): it counts for nobody, and its log stays as it was.
//! * A log of a *newer* edition than the newest one here was written by a newer Whistle that somebody has rolled back.
//!   Nobody can follow the log, so the table is left alone until that version returns; its clocks are delayed meanwhile
//!   ([`put_off`]).
//!
//! # What is compared
//!
//! Legal entries prove little: under a changed scoring the same moves are legal and give other points. The log holds
//! decisions only, not their consequences. So every commit that moves a game on [notes](CommitNote) a fingerprint: a hash of the
//! whole position, of who is awaited, and of all results so far. An entry without a note, written by an earlier Whistle, is
//! believed if the first note after it agrees. A log whose last move has no note cannot be tested. So the latest position
//! that people were shown is always compared, in every game of the match. Only the choices that are offered *now* may
//! differ by the newest rules; that is the purpose of the new edition.
//!
//! A position is compared by all that the game's state holds, as its programmers wrote it down. Rewritten rules may mean
//! the same and look different here; the table then ends although it could have gone on. That is the safer error, and
//! whoever minds can keep the edition.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::event::TableEvent;
use super::fair::Secret;
use super::table::{BrokenLog, Phase, Table};
use crate::games::{self, GameEntry};
use crate::rules::{Awaits, MatchLength, Outcome};
use crate::store::{Append, Stored};

/// How far the clocks of a table that only a newer Whistle can follow are delayed whenever one would run out, in
/// milliseconds. When that version returns, people have some time left.
const PUT_OFF_MS: i64 = 600_000;

/// What the last entry of a commit that moves a game on notes besides its event. Reading it needs no rules.
#[derive(Debug, Default, Serialize, Deserialize)]
struct CommitNote {
    /// The fingerprint of the position that people were then shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fingerprint: Option<String>,
    /// How the game ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
}

/// Whether an entry moves a game on.
pub(super) const fn moves(event: &TableEvent) -> bool {
    matches!(
        event,
        TableEvent::RoundBegan { .. }
            | TableEvent::Played { .. }
            | TableEvent::Resigned { .. }
            | TableEvent::DrawAgreed { .. }
    )
}

/// Adds the note of `table` to the last entry of a commit.
pub(super) fn note(entry: &mut Value, table: &Table) {
    let over = table.phase != Phase::Playing;
    let note = CommitNote {
        fingerprint: table.fingerprint(),
        outcome: table
            .rounds
            .last()
            .filter(|_| over)
            .and_then(|round| round.outcome.clone()),
    };
    if let (Value::Object(entry), Ok(Value::Object(note))) = (entry, serde_json::to_value(note)) {
        entry.extend(note);
    }
}

impl Table {
    /// A short hash of the position and of all results so far; `None` before the first game. It is shown to nobody, because
    /// it covers what is secret at the table.
    fn fingerprint(&self) -> Option<String> {
        let play = self.play.as_ref()?;
        let awaits = match play.awaits() {
            Awaits::Chance => json!("chance"),
            Awaits::Seats(seats) => seats.iter().map(|seat| seat.0).collect(),
            Awaits::Nobody(outcome) => json!(outcome),
        };
        let length = match play.match_length() {
            MatchLength::Games(games) => json!({ "games": games }),
            MatchLength::Points(points) => json!({ "points": points }),
        };
        let results: Vec<_> = self.rounds.iter().map(|round| &round.outcome).collect();
        let told = json!([play.state(), awaits, length, results]);
        Some(hex::encode(&Sha256::digest(told.to_string())[..8]))
    }
}

/// A table rebuilt from its log, and the entry that must be written before anybody hears of it.
pub(super) struct FollowedLog {
    pub(super) table: Table,
    pub(super) owes: Option<TableEvent>,
}

/// Follows a log by its own edition, or by the newest one as this module describes if its own is not kept.
pub(super) fn follow(stored: &Stored) -> Result<FollowedLog, BrokenLog> {
    let log = Log::of(stored)?;
    let rules = match log.edition() {
        None => Some(log.newest),
        Some(edition) if edition > log.newest.edition => {
            return Err(BrokenLog::Newer {
                table: stored.table,
                edition,
                known: log.newest.edition,
            });
        }
        Some(edition) => games::edition(&stored.game, edition),
    };
    if let Some(rules) = rules {
        let table = log.follow(rules)?;
        return Ok(FollowedLog { table, owes: None });
    }
    let (table, owes) = match log.retell() {
        Some(table) => {
            let edition = log.newest.edition;
            (table, TableEvent::Migrated { edition })
        }
        None => (log.glance(), TableEvent::Outdated),
    };
    // For a match that was played to its end, a glance does not tell how it ended.
    if owes == TableEvent::Outdated && stored.over && !table.is_over() {
        return Err(BrokenLog::Outdated(stored.table));
    }
    let owes = (!stored.over).then_some(owes);
    Ok(FollowedLog { table, owes })
}

/// The host of a table whose log cannot be followed.
pub(super) fn host(stored: &Stored) -> Option<u64> {
    Log::of(stored).ok().map(|log| log.glance().host)
}

/// The append that delays the clocks of a table that is left alone; `None` while none of them would have run out.
pub(super) fn put_off(stored: &Stored, now: i64) -> Option<Append> {
    let mut timers = stored.timers.clone();
    let mut clocks: Vec<_> = timers.iter_mut().filter(|timer| timer.gives_back).collect();
    if clocks.iter().all(|clock| clock.at > now) {
        return None;
    }
    clocks.iter_mut().for_each(|clock| clock.at += PUT_OFF_MS);
    let last = stored.entries.last().map_or(0, |entry| entry.seq);
    Some(Append {
        timers: Some(timers),
        ..Append::new(stored.table, last, now)
    })
}

/// A stored log, and the newest rules of its game.
struct Log<'s> {
    stored: &'s Stored,
    newest: &'static GameEntry,
    /// The event of each entry; `None` for one that this version does not know.
    events: Vec<Option<TableEvent>>,
}

impl Log<'_> {
    fn of(stored: &Stored) -> Result<Log<'_>, BrokenLog> {
        let newest = games::find(&stored.game).ok_or(BrokenLog::NoOpening(stored.table))?;
        let read = |event: &String| serde_json::from_str(event).ok();
        let events = stored.entries.iter().map(|entry| read(&entry.event)).collect();
        Ok(Log { stored, newest, events })
    }

    /// The edition that the match is played by; `None` in the lobby.
    fn edition(&self) -> Option<u16> {
        self.events.iter().rev().find_map(|event| match event {
            Some(TableEvent::Began { edition, .. } | TableEvent::Migrated { edition }) => Some(*edition),
            _ => None,
        })
    }

    fn blank(&self, rules: &'static GameEntry) -> Table {
        let Stored {
            table, channel, guild, ..
        } = self.stored;
        Table::blank(*table, *channel, *guild, rules, Secret::from_bytes(self.stored.secret))
    }

    /// The table by these rules.
    fn follow(&self, rules: &'static GameEntry) -> Result<Table, BrokenLog> {
        let mut table = self.blank(rules);
        for (entry, event) in self.stored.entries.iter().zip(&self.events) {
            let taken = event.as_ref().is_some_and(|event| table.apply(entry.at, event).is_ok());
            if !taken {
                return Err(BrokenLog::Illegal {
                    table: table.id,
                    seq: entry.seq,
                });
            }
            table.took(entry.interaction, entry.seq, entry.at);
        }
        match table.seats.is_empty() && !table.is_over() {
            true => Err(BrokenLog::NoOpening(table.id)),
            false => Ok(table),
        }
    }

    /// The table by the newest rules, if they reproduce everything that people were shown.
    fn retell(&self) -> Option<Table> {
        let mut table = self.blank(self.newest);
        let mut same = true;
        for (entry, event) in self.stored.entries.iter().zip(&self.events) {
            let event = event.as_ref()?;
            table.apply(entry.at, event).ok()?;
            table.took(entry.interaction, entry.seq, entry.at);
            same &= !moves(event);
            let note: CommitNote = serde_json::from_str(&entry.event).ok()?;
            if let Some(told) = note.fingerprint {
                if table.fingerprint()? != told {
                    return None;
                }
                same = true;
            }
        }
        table.edition = self.newest.edition;
        (same && table.check().is_ok()).then_some(table)
    }

    /// The table without its games: who sits there, how far the match came, and the results in the notes.
    fn glance(&self) -> Table {
        let mut table = self.blank(self.newest);
        for (entry, event) in self.stored.entries.iter().zip(&self.events) {
            match event {
                Some(TableEvent::RoundBegan { round }) => {
                    table.enter_round(*round);
                    table.seq += 1;
                }
                Some(event) if !moves(event) && table.apply(entry.at, event).is_ok() => {}
                _ => table.seq += 1,
            }
            let note: CommitNote = serde_json::from_str(&entry.event).unwrap_or_default();
            if let (Some(round), Some(outcome)) = (table.rounds.last_mut(), note.outcome) {
                round.outcome = Some(outcome);
                table.phase = Phase::Between;
            }
            table.took(entry.interaction, entry.seq, entry.at);
        }
        table
    }
}
