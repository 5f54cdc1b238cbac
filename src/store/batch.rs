//! The short way of a group: two statements for nearly all changes.
//!
//! Every statement is a hop to the connection's thread and back, and with a fast disk those hops cost more than the commit.
//! So the frequent changes (appends of entries and timers to a table that exists, and what messages show) go to SQLite
//! together, as one JSON array. One statement finds the facts by which all of them are judged; one writes all that passed.
//! Everything else, and every change that depends on an earlier one of the same group, runs on its own after them, in
//! order.
//!
//! Only SQLite reads this JSON, and nobody stores it.
//!
//! A group of one is shorter still if it only adds entries or says what a message shows: one statement judges, writes and
//! commits.

use std::collections::HashSet;

use serde::Serialize;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::change::{self, Answer, Change, Undone};
use super::log::Found;
use super::session::Session;
use super::sql::{Sql, stored};
use super::{Append, Shown, lease, named, shown, timers};

/// Takes the write lock, then finds the number of the [`lease`], and for each `[table, interaction]` what [`Found`] says.
pub(super) const BEGIN_AND_ASK: &str = concat!(
    "BEGIN IMMEDIATE;
    SELECT -1 AS nth, 0 AS duplicate, 0 AS over, ",
    lease::number!(),
    " AS last
    UNION ALL
    SELECT asked.key,
        EXISTS (SELECT 1 FROM log WHERE interaction = asked.value ->> 1),
        (SELECT over FROM tables WHERE id = asked.value ->> 0),
        (SELECT max(seq) FROM log WHERE table_id = asked.value ->> 0)
    FROM json_each(?1) AS asked"
);

/// Plain question marks: sqlx gives each statement the arguments that follow the last one's.
macro_rules! write {
    ($end:literal) => {
        concat!(
            "INSERT INTO log (table_id, seq, at, interaction, event)
                SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?);
            DELETE FROM timers WHERE table_id IN (SELECT value FROM json_each(?));
            INSERT INTO timers (table_id, nth, kind, seat, at, gives_back)
                SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3,
                    (value ->> 4) - iif(value ->> 5, ",
            timers::given!(),
            ", 0), value ->> 5
                FROM json_each(?);
            INSERT INTO shown (table_id, slot, channel, message, version, digest, note)
                SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6
                FROM json_each(?) WHERE true
                ON CONFLICT (table_id, slot) DO UPDATE SET channel = excluded.channel, message = excluded.message,
                    version = excluded.version, digest = excluded.digest, note = excluded.note",
            $end
        )
    };
}
const WRITE: &str = write!("");
const WRITE_AND_COMMIT: &str = write!("; COMMIT");
/// The statements of [`WRITE`].
const WRITES: usize = 4;

/// Inserts the rows of all entries if their append fits, judged as by [`Found::judge`], and the file is still held.
const ALONE: &str = concat!(
    "INSERT INTO log (table_id, seq, at, interaction, event)
    SELECT ?1, ?2 + 1 + entry.key, ?3, iif(entry.key = 0, ?4, NULL), entry.value FROM json_each(?5) AS entry
    WHERE NOT EXISTS (SELECT 1 FROM log WHERE interaction = ?4)
        AND EXISTS (SELECT 1 FROM tables WHERE id = ?1)
        AND (SELECT max(seq) FROM log WHERE table_id = ?1) = ?2
        AND (?6 IS NULL OR ?6 = ",
    lease::number!(),
    ")"
);

/// A change that one statement can judge, write and commit.
pub(super) enum Alone<'a> {
    /// Entries only.
    Entries(&'a Append),
    /// What a message shows.
    Shown(&'a Shown),
}

impl<'a> Alone<'a> {
    /// The change of a group of one, if one statement is enough for it.
    pub(super) fn of(change: &'a Change) -> Option<Self> {
        match change {
            Change::Append(append) if is_short(append) && append.timers.is_none() && !append.entries.is_empty() => {
                Some(Self::Entries(append))
            }
            Change::SetShown(shown) => Some(Self::Shown(shown)),
            _ => None,
        }
    }

    /// Writes and commits the change. `false` if it does not fit, or if the file has another number than `lease`; only the
    /// longer way finds out why.
    pub(super) async fn write(&self, connection: &mut SqliteConnection, lease: Option<i64>) -> Sql<bool> {
        let append = match self {
            Self::Entries(append) => append,
            Self::Shown(shown) => return shown::set(&mut Session::File(connection), shown, lease).await,
        };
        let query = sqlx::query(ALONE)
            .bind(stored(append.table))
            .bind(stored(append.after))
            .bind(append.at)
            .bind(append.interaction.map(stored))
            .bind(json(&append.entries.iter())?)
            .bind(lease);
        match change::all(connection, query, 1, 0).await {
            Ok(written) => Ok(written == append.entries.len() as u64),
            Err(Undone::Faulty(error) | Undone::Lost(error)) => Err(error),
        }
    }
}

/// A group, divided into the short way and the rest. Numbers are positions in the group.
pub(super) struct Batch<'a> {
    pub(super) appends: Vec<(usize, &'a Append)>,
    pub(super) shown: Vec<(usize, &'a Shown)>,
    /// The changes that run on their own, in order.
    pub(super) rest: Vec<usize>,
}

impl<'a> Batch<'a> {
    pub(super) fn part(changes: impl ExactSizeIterator<Item = &'a Change>) -> Self {
        let mut batch = Self {
            appends: Vec::with_capacity(changes.len()),
            shown: Vec::new(),
            rest: Vec::new(),
        };
        let mut appended = HashSet::with_capacity(changes.len());
        let mut interactions = HashSet::with_capacity(changes.len());
        // Tables, or all of them, with a change in the rest: their later changes must stay behind it.
        let mut held = HashSet::new();
        let mut all_held = false;
        for (nth, change) in changes.enumerate() {
            match change {
                Change::Append(append)
                    if is_short(append)
                        && !all_held
                        && !held.contains(&append.table)
                        && appended.insert(append.table)
                        && append
                            .interaction
                            .is_none_or(|interaction| interactions.insert(interaction)) =>
                {
                    batch.appends.push((nth, append));
                }
                Change::SetShown(shown) if !all_held && !held.contains(&shown.table) && !has_nul(shown) => {
                    batch.shown.push((nth, shown));
                }
                other => {
                    match other {
                        Change::Append(Append { table, .. })
                        | Change::SetShown(Shown { table, .. })
                        | Change::ClearShown { table, .. }
                        | Change::Thin { table, .. } => drop(held.insert(*table)),
                        Change::GiveBack { .. } | Change::Mark { .. } | Change::Lease(_) | Change::Forget { .. } => {
                            all_held = true;
                        }
                        Change::Alive { .. }
                        | Change::SetPreference { .. }
                        | Change::AnswerDaily { .. }
                        | Change::ShareDaily { .. } => {}
                    }
                    batch.rest.push(nth);
                }
            }
        }
        batch
    }

    /// The tables of the short way.
    pub(super) fn tables(&self) -> impl Iterator<Item = (usize, u64)> {
        let appends = self.appends.iter().map(|(nth, append)| (*nth, append.table));
        appends.chain(self.shown.iter().map(|(nth, shown)| (*nth, shown.table)))
    }

    /// The argument of [`BEGIN_AND_ASK`].
    pub(super) fn question(&self) -> Sql<String> {
        json(
            &self
                .appends
                .iter()
                .map(|(_, append)| (stored(append.table), append.interaction.map(stored))),
        )
    }

    /// Judges the appends by what [`BEGIN_AND_ASK`] found, puts the refusals among the `answers`, and writes what
    /// passed; and commits, if there is no rest.
    pub(super) async fn write(
        &self,
        connection: &mut SqliteConnection,
        found: &[SqliteRow],
        answers: &mut [Answer],
    ) -> Result<(), Undone> {
        let passed = self.judge(found, answers)?;
        let commits = self.rest.is_empty();
        if passed.is_empty() && self.shown.is_empty() && !commits {
            return Ok(());
        }
        let retimed = passed
            .iter()
            .filter_map(|append| Some((append.table, append.timers.as_deref()?)));
        let query = sqlx::query(if commits { WRITE_AND_COMMIT } else { WRITE })
            .bind(json(&passed.iter().flat_map(|append| entries(append)))?)
            .bind(json(&retimed.clone().map(|(table, _)| stored(table)))?)
            .bind(json(&retimed.flat_map(|(table, timers)| {
                (0_i64..).zip(timers).map(move |(nth, timer)| {
                    (
                        stored(table),
                        nth,
                        &timer.kind,
                        timer.seat,
                        timer.at,
                        u8::from(timer.gives_back),
                    )
                })
            }))?)
            .bind(json(&self.shown.iter().map(|(_, shown)| {
                let (channel, message) = (stored(shown.channel), stored(shown.message));
                let version = shown.version.min(Shown::SETTLED);
                (
                    stored(shown.table),
                    &shown.slot,
                    channel,
                    message,
                    version,
                    &shown.digest,
                    &shown.note,
                )
            }))?);
        let statements = if commits { WRITES + 1 } else { WRITES };
        change::all(connection, query, statements, WRITES).await.map(drop)
    }

    fn judge(&self, found: &[SqliteRow], answers: &mut [Answer]) -> Sql<Vec<&'a Append>> {
        let mut passed = Vec::with_capacity(self.appends.len());
        for row in found {
            let asked: i64 = row.try_get("nth")?;
            let Some((nth, append)) = usize::try_from(asked).ok().and_then(|asked| self.appends.get(asked)) else {
                return Err(sqlx::Error::RowNotFound);
            };
            let found = Found {
                duplicate: row.try_get("duplicate")?,
                exists: row.try_get::<Option<bool>, _>("over")?.is_some(),
                last: row.try_get::<Option<i64>, _>("last")?.unwrap_or(0),
            };
            match found.judge(append) {
                Ok(()) => passed.push(*append),
                Err(refusal) => answers[*nth] = Err(refusal),
            }
        }
        if found.len() == self.appends.len() {
            Ok(passed)
        } else {
            Err(sqlx::Error::RowNotFound)
        }
    }
}

/// Whether an append only adds entries that name nobody and sets timers. SQLite's JSON ends a text at a NUL. No JSON of an event holds one,
/// but this checks it.
fn is_short(append: &Append) -> bool {
    let nul = |timer: &super::Timer| timer.kind.contains('\0');
    append.create.is_none()
        && !append.over
        && append.people.is_none()
        && append.newcomer.is_none()
        && !append.sealed
        && append.succession.is_none()
        && append.results.is_empty()
        && !append.entries.iter().any(|event| event.contains('\0'))
        && !append.timers.iter().flatten().any(nul)
        && named::people(&append.entries).is_empty()
}

fn has_nul(shown: &Shown) -> bool {
    [&shown.slot, &shown.digest, &shown.note]
        .iter()
        .any(|text| text.contains('\0'))
}

/// An append's rows of the log. The first one has the interaction.
fn entries(append: &Append) -> impl Iterator<Item = (i64, i64, i64, Option<i64>, &str)> + Clone {
    let (table, at) = (stored(append.table), append.at);
    (1_i64..).zip(&append.entries).map(move |(nth, event)| {
        let interaction = append.interaction.filter(|_| nth == 1).map(stored);
        (table, stored(append.after) + nth, at, interaction, event.as_str())
    })
}

/// A JSON array of arrays.
fn json<R: Serialize>(rows: &(impl Iterator<Item = R> + Clone)) -> Sql<String> {
    let mut out = Vec::with_capacity(128);
    let mut serializer = serde_json::Serializer::new(&mut out);
    serde::Serializer::collect_seq(&mut serializer, rows.clone()).map_err(|error| sqlx::Error::Encode(error.into()))?;
    String::from_utf8(out).map_err(|error| sqlx::Error::Encode(error.into()))
}
