//! The short way of a group: one statement, which judges, writes and, on its own, commits nearly all changes.
//!
//! All parts of the statement see the database as it was when the statement began. What another process has written since
//! hits a unique index; then nothing is written, and the changes are judged anew one by one.

use std::collections::HashMap;

use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};

use super::lease::Numbers;
use crate::store::batch::Batch;
use crate::store::change::Answer;
use crate::store::error::StoreError;
use crate::store::log::Found;
use crate::store::shards::shard;
use crate::store::sql::{Sql, stored};
use crate::store::timers::given_at;
use crate::store::{Append, Shown};

/// Locks the numbers that are still ours against a claim until the commit.
const HELD: &str =
    "SELECT shard FROM lease JOIN unnest($1::bigint[], $2::bigint[]) AS own (shard, number) USING (shard, number)
    FOR SHARE OF lease";

/// A subquery of one row is looked up by its index; of an `EXISTS` the server may make a walk over the whole table. Timers
/// are written over, and only what is left beyond them is deleted: nothing says which part of a statement is done first.
pub(in crate::store) const WRITE: &str = concat!(
    "WITH held AS MATERIALIZED (
        SELECT shard FROM lease JOIN unnest($1::bigint[], $25::bigint[]) AS own (shard, number) USING (shard, number)
        FOR SHARE OF lease
    ),
    theirs AS MATERIALIZED (
        SELECT id FROM tables WHERE id = ANY ($2::bigint[] || $18::bigint[]) AND ",
    shard!(),
    " NOT IN (SELECT shard FROM held)
    ),
    asked AS MATERIALIZED (
        SELECT nth, asked.table_id, after,
            (SELECT seq FROM log WHERE interaction = asked.interaction) IS NOT NULL AS duplicate,
            (SELECT over FROM tables WHERE id = asked.table_id) IS NOT NULL AS there,
            coalesce((SELECT max(seq) FROM log WHERE table_id = asked.table_id), 0) AS last
        FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) WITH ORDINALITY
            AS asked (table_id, interaction, after, nth)
    ),
    passed AS MATERIALIZED (
        SELECT nth, table_id FROM asked
        WHERE there AND NOT duplicate AND last = after AND table_id NOT IN (SELECT id FROM theirs)
    ),
    written AS (
        INSERT INTO log (table_id, seq, at, interaction, event)
        SELECT table_id, seq, at, interaction, event FROM passed
            JOIN unnest($5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::text[])
                AS entry (nth, seq, at, interaction, event) USING (nth)
    ),
    cleared AS (
        DELETE FROM timers USING passed
            JOIN unnest($10::bigint[], $11::bigint[]) AS kept (nth, timers) USING (nth)
        WHERE timers.table_id = passed.table_id AND timers.nth >= kept.timers
    ),
    timed AS (
        INSERT INTO timers (table_id, nth, kind, seat, at, gives_back)
        SELECT table_id, timer.position, kind, seat,
            at - CASE WHEN gives_back THEN ",
    given_at!("passed.table_id"),
    " ELSE 0 END, gives_back
        FROM passed
            JOIN unnest($12::bigint[], $13::bigint[], $14::text[], $15::bigint[], $16::bigint[], $17::boolean[])
                AS timer (nth, position, kind, seat, at, gives_back) USING (nth)
        ON CONFLICT (table_id, nth) DO UPDATE SET kind = excluded.kind, seat = excluded.seat, at = excluded.at,
            gives_back = excluded.gives_back
    ),
    noted AS (
        INSERT INTO shown (table_id, slot, channel, message, version, digest, note)
        SELECT shown.* FROM unnest($18::bigint[], $19::text[], $20::bigint[], $21::bigint[], $22::bigint[],
            $23::text[], $24::text[]) AS shown (table_id, slot, channel, message, version, digest, note)
        WHERE EXISTS (SELECT 1 FROM held) AND table_id NOT IN (SELECT id FROM theirs)
        ON CONFLICT (table_id, slot) DO UPDATE SET channel = excluded.channel, message = excluded.message,
            version = excluded.version, digest = excluded.digest, note = excluded.note
    )
    SELECT held.shards, ARRAY(SELECT id FROM theirs) AS theirs, nth, duplicate, there, last
    FROM (SELECT array_agg(shard) AS shards FROM held) AS held LEFT JOIN asked ON held.shards IS NOT NULL ORDER BY nth"
);

/// Judges and writes the changes of the short way, and puts the refusals among the `answers`. Gives those of the `own` shards
/// whose numbers are still ours: without any, nothing was written.
pub(super) async fn write(
    connection: &mut PgConnection,
    own: &Numbers,
    batch: &Batch<'_>,
    answers: &mut [Answer],
) -> Sql<Vec<i64>> {
    let (shards, numbers): (Vec<i64>, Vec<i64>) = own.iter().unzip();
    if batch.appends.is_empty() && batch.shown.is_empty() {
        return sqlx::query_scalar(HELD)
            .bind(shards)
            .bind(numbers)
            .fetch_all(connection)
            .await;
    }
    let appends = || (1_i64..).zip(batch.appends.iter().map(|(_, append)| *append));
    let entries: Vec<_> = appends().flat_map(|(nth, append)| entries(nth, append)).collect();
    let retimed = || appends().filter_map(|(nth, append)| Some((nth, append.timers.as_deref()?)));
    let timers: Vec<_> = retimed()
        .flat_map(|(nth, timers)| {
            (0_i64..)
                .zip(timers)
                .map(move |(position, timer)| (nth, position, timer))
        })
        .collect();
    let shown = newest(&batch.shown);
    let found = sqlx::query(WRITE)
        .bind(shards)
        .bind(appends().map(|(_, append)| stored(append.table)).collect::<Vec<_>>())
        .bind(
            appends()
                .map(|(_, append)| append.interaction.map(stored))
                .collect::<Vec<_>>(),
        )
        .bind(appends().map(|(_, append)| stored(append.after)).collect::<Vec<_>>())
        .bind(entries.iter().map(|entry| entry.0).collect::<Vec<_>>())
        .bind(entries.iter().map(|entry| entry.1).collect::<Vec<_>>())
        .bind(entries.iter().map(|entry| entry.2).collect::<Vec<_>>())
        .bind(entries.iter().map(|entry| entry.3).collect::<Vec<_>>())
        .bind(entries.iter().map(|entry| entry.4).collect::<Vec<_>>())
        .bind(retimed().map(|(nth, _)| nth).collect::<Vec<_>>())
        .bind(retimed().map(|(_, timers)| timers.len() as i64).collect::<Vec<_>>())
        .bind(timers.iter().map(|(nth, ..)| *nth).collect::<Vec<_>>())
        .bind(timers.iter().map(|(_, position, _)| *position).collect::<Vec<_>>())
        .bind(timers.iter().map(|(.., timer)| timer.kind.as_str()).collect::<Vec<_>>())
        .bind(
            timers
                .iter()
                .map(|(.., timer)| timer.seat.map(i64::from))
                .collect::<Vec<_>>(),
        )
        .bind(timers.iter().map(|(.., timer)| timer.at).collect::<Vec<_>>())
        .bind(timers.iter().map(|(.., timer)| timer.gives_back).collect::<Vec<_>>())
        .bind(shown.iter().map(|shown| stored(shown.table)).collect::<Vec<_>>())
        .bind(shown.iter().map(|shown| shown.slot.as_str()).collect::<Vec<_>>())
        .bind(shown.iter().map(|shown| stored(shown.channel)).collect::<Vec<_>>())
        .bind(shown.iter().map(|shown| stored(shown.message)).collect::<Vec<_>>())
        .bind(
            shown
                .iter()
                .map(|shown| stored(shown.version.min(Shown::SETTLED)))
                .collect::<Vec<_>>(),
        )
        .bind(shown.iter().map(|shown| shown.digest.as_str()).collect::<Vec<_>>())
        .bind(shown.iter().map(|shown| shown.note.as_str()).collect::<Vec<_>>())
        .bind(numbers)
        .fetch_all(connection)
        .await?;
    judge(batch, &found, answers)
}

/// An append's rows of the log. The first one has the interaction.
fn entries(nth: i64, append: &Append) -> impl Iterator<Item = (i64, i64, i64, Option<i64>, &str)> {
    (1_i64..).zip(&append.entries).map(move |(position, event)| {
        let interaction = append.interaction.filter(|_| position == 1).map(stored);
        (
            nth,
            stored(append.after).wrapping_add(position),
            append.at,
            interaction,
            event.as_str(),
        )
    })
}

/// What each message shows in the end: a statement writes a row once.
fn newest<'a>(shown: &[(usize, &'a Shown)]) -> Vec<&'a Shown> {
    let by_slot: HashMap<_, _> = shown
        .iter()
        .map(|(_, shown)| ((shown.table, shown.slot.as_str()), *shown))
        .collect();
    by_slot.into_values().collect()
}

/// The statement has judged by the same facts what it wrote.
fn judge(batch: &Batch<'_>, found: &[PgRow], answers: &mut [Answer]) -> Sql<Vec<i64>> {
    let first = found.first().ok_or(sqlx::Error::RowNotFound)?;
    let Some(held) = first.try_get::<Option<Vec<i64>>, _>("shards")? else {
        return Ok(Vec::new());
    };
    for (row, (nth, append)) in found.iter().zip(&batch.appends) {
        let found = Found {
            duplicate: row.try_get("duplicate")?,
            exists: row.try_get("there")?,
            last: row.try_get("last")?,
        };
        if let Err(refusal) = found.judge(append) {
            answers[*nth] = Err(refusal);
        }
    }
    let theirs: Vec<i64> = first.try_get("theirs")?;
    if !theirs.is_empty() {
        for (nth, table) in batch.tables() {
            if theirs.contains(&stored(table)) {
                answers[nth] = Err(StoreError::Elsewhere);
            }
        }
    }
    Ok(held)
}
