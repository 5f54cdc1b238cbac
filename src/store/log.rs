//! Tables and their logs.
//!
//! An append is judged before it writes anything. It runs inside the writer's transaction, which holds the database's write
//! lock, so the facts it is judged by cannot change meanwhile. The unique indexes are a second safeguard.

use super::error::StoreError;
use super::session::{Readers, Row, Session, Statement, both};
use super::shards::shard;
use super::sql::{Sql, stored};
use super::{Append, Entry, NewTable, Store, Stored, named, people, seals, standings, timers};

/// At a server an append is judged under a lock on its table's row. What another process writes at the same moment beside that
/// row hits a unique index; the writer then has the append judged anew.
const LOCK: Statement = both("SELECT over FROM tables WHERE id = $1 FOR NO KEY UPDATE");
/// A subquery of one row is looked up by its index; of an `EXISTS` a server may make a walk over the whole table.
pub(super) const JUDGE: Statement = both(
    "SELECT (SELECT seq FROM log WHERE interaction = $2) IS NOT NULL,
    (SELECT over FROM tables WHERE id = $1) IS NOT NULL,
    coalesce((SELECT max(seq) FROM log WHERE table_id = $1), 0)",
);
const CREATE: Statement =
    both("INSERT INTO tables (id, place, hall, game, secret, created) VALUES ($1, $2, $3, $4, $5, $6)");
/// A text with a NUL gets into a file in a value of its own, not in JSON.
const ENTRY: Statement = both("INSERT INTO log (table_id, seq, at, interaction, event) VALUES ($1, $2, $3, $4, $5)");
const ENTRIES_OF: &str = "INSERT INTO log (table_id, seq, at, interaction, event)
    SELECT $1, $2 + nth, $3, CASE nth WHEN 1 THEN $4::bigint END, event
    FROM unnest($5::text[]) WITH ORDINALITY AS entry (event, nth)";
const SHARD: Statement = both(concat!("SELECT ", shard!(), " FROM tables WHERE id = $1"));
const SEALED: Statement = both("UPDATE tables SET restored = false WHERE id = $1");
const OVER: Statement = both("UPDATE tables SET over = true WHERE id = $1");

/// The query names its index to SQLite, which would prefer to scan all tables that ever were.
pub(super) const PLAYED: Statement = Statement {
    file: "SELECT id FROM tables INDEXED BY tables_played WHERE over = 0 AND id BETWEEN $1 AND $2 ORDER BY id LIMIT $3",
    server: concat!(
        "SELECT id FROM tables WHERE NOT over AND id BETWEEN $1 AND $2 AND ",
        shard!(),
        " = ANY ($4::bigint[]) ORDER BY id LIMIT $3"
    ),
};
/// The query is bounded by the least and greatest ids, so that the index is searched as for a page of it.
pub(super) const PLAYED_IN_HALLS: Statement = Statement {
    file: "SELECT id, hall FROM tables INDEXED BY tables_played
        WHERE over = 0 AND id BETWEEN $1 AND $2 AND hall IS NOT NULL",
    server: concat!(
        "SELECT id, hall FROM tables WHERE NOT over AND id BETWEEN $1 AND $2 AND hall IS NOT NULL AND ",
        shard!(),
        " = ANY ($3::bigint[])"
    ),
};
pub(super) const TABLE: Statement = both("SELECT place, hall, game, secret, over, restored FROM tables WHERE id = $1");
pub(super) const ENTRIES: Statement =
    both("SELECT seq, at, interaction, event FROM log WHERE table_id = $1 ORDER BY seq");
pub(super) const INTERACTION: Statement = both("SELECT table_id, seq FROM log WHERE interaction = $1");
pub(super) const TABLE_AT: Statement = Statement {
    file: "SELECT id FROM tables WHERE place = $1 AND over = 0",
    server: "SELECT id FROM tables WHERE place = $1 AND NOT over",
};
pub(super) const LAST_TABLE_AT: Statement =
    both("SELECT id FROM tables WHERE place = $1 ORDER BY created DESC, id < 0 DESC, id DESC LIMIT 1");

/// Judges an append, and writes it unless it is refused.
pub(super) async fn append(session: &mut Session<'_>, append: &Append) -> Sql<Result<(), StoreError>> {
    if let Err(refusal) = judge(session, append).await? {
        return Ok(Err(refusal));
    }
    let table = append.table;
    if let Some(new) = &append.create {
        create(session, append, new).await?;
    }
    if let Some(succession) = &append.succession {
        seals::succeed(session, succession).await?;
    }
    add_entries(session, append).await?;
    named::name(session, table, &append.entries).await?;
    if append.sealed {
        session.change(SEALED, [table.into()]).await?;
    }
    if append.over {
        session.change(OVER, [table.into()]).await?;
        people::seat(session, table, &[]).await?;
        timers::replace(session, table, append.timers.as_deref().unwrap_or_default()).await?;
    } else {
        if let Some(people) = &append.people {
            people::seat(session, table, people).await?;
        }
        if let Some(new) = &append.timers {
            timers::replace(session, table, new).await?;
        }
    }
    standings::record(session, append).await.map(Ok)
}

async fn judge(session: &mut Session<'_>, append: &Append) -> Sql<Result<(), StoreError>> {
    if let Session::Server(..) = session {
        session.change(LOCK, [append.table.into()]).await?;
    }
    let found = |row: &Row| {
        Ok(Found {
            duplicate: row.get(0)?,
            exists: row.get(1)?,
            last: row.get(2)?,
        })
    };
    let values = [append.table.into(), append.interaction.into()];
    if let Err(refusal) = session.only(JUDGE, values, found).await?.judge(append) {
        return Ok(Err(refusal));
    }
    if let Some(new) = &append.create {
        let there = session.first(TABLE_AT, [new.channel.into()], |row| row.id(0));
        if there.await?.is_some() {
            return Ok(Err(StoreError::Taken));
        }
    }
    if let Some(succession) = &append.succession
        && !seals::is_next(session, succession).await?
    {
        return Ok(Err(StoreError::SecretTaken));
    }
    if let Some(person) = append.newcomer
        && people::seats_elsewhere(session, person, append.table).await? >= Store::MOST_TABLES as u64
    {
        return Ok(Err(StoreError::Crowded));
    }
    Ok(Ok(()))
}

async fn add_entries(session: &mut Session<'_>, append: &Append) -> Sql<()> {
    let (table, after, at) = (append.table, append.after, append.at);
    match session {
        _ if append.entries.is_empty() => {}
        Session::File(_) => {
            let mut interaction = append.interaction;
            for (nth, event) in (1..).zip(&append.entries) {
                let seq = stored(after) + nth;
                let values = [
                    table.into(),
                    seq.into(),
                    at.into(),
                    interaction.take().into(),
                    event.into(),
                ];
                session.change(ENTRY, values).await?;
            }
        }
        Session::Server(connection, _) => {
            sqlx::query(ENTRIES_OF)
                .bind(stored(table))
                .bind(stored(after))
                .bind(at)
                .bind(append.interaction.map(stored))
                .bind(append.entries.iter().map(String::as_str).collect::<Vec<_>>())
                .execute(&mut **connection)
                .await?;
        }
    }
    Ok(())
}

/// The facts by which an append is judged.
pub(super) struct Found {
    pub(super) duplicate: bool,
    pub(super) exists: bool,
    pub(super) last: i64,
}

impl Found {
    /// Whether the append fits its log; whether its channel is free is not checked here.
    pub(super) fn judge(&self, append: &Append) -> Result<(), StoreError> {
        if self.duplicate {
            Err(StoreError::Duplicate)
        } else if self.exists == append.create.is_some() || self.last != stored(append.after) {
            Err(StoreError::Conflict)
        } else {
            Ok(())
        }
    }
}

async fn create(session: &mut Session<'_>, append: &Append, new: &NewTable) -> Sql<()> {
    let values = [
        append.table.into(),
        new.channel.into(),
        new.guild.into(),
        new.game.as_str().into(),
        (&new.secret).into(),
        append.at.into(),
    ];
    session.change(CREATE, values).await.map(drop)
}

/// The shard of a table in a server's database; `None` if there is no such table.
pub(super) async fn shard(session: &mut Session<'_>, table: u64) -> Sql<Option<i64>> {
    session.first(SHARD, [table.into()], |row| row.get(0)).await
}

/// See [`super::Store::load`].
pub(super) async fn load(readers: Readers<'_>, table: u64) -> Sql<Option<Stored>> {
    // Of one moment, so that log and timers are consistent.
    let mut snapshot = readers.snapshot().await?;
    let session = &mut snapshot.session();
    let stored = |row: &Row| {
        Ok(Stored {
            table,
            channel: row.id(0)?,
            guild: row.id_or_none(1)?,
            game: row.get(2)?,
            secret: row.secret(3)?,
            over: row.get(4)?,
            restored: row.get(5)?,
            entries: Vec::new(),
            timers: Vec::new(),
        })
    };
    let entry = |row: &Row| {
        Ok(Entry {
            seq: row.id(0)?,
            at: row.get(1)?,
            interaction: row.id_or_none(2)?,
            event: row.get(3)?,
        })
    };
    let mut found = session.first(TABLE, [table.into()], stored).await?;
    if let Some(found) = &mut found {
        found.entries = session.all(ENTRIES, [table.into()], entry).await?;
        found.timers = timers::of(session, table).await?;
    }
    snapshot.end().await?;
    Ok(found)
}

/// See [`super::Store::interaction`].
pub(super) async fn interaction(readers: Readers<'_>, interaction: u64) -> Sql<Option<(u64, u64)>> {
    let entry = |row: &Row| Ok((row.id(0)?, row.id(1)?));
    readers.first(INTERACTION, [interaction.into()], entry).await
}

/// See [`super::Store::table_at`].
pub(super) async fn table_at(readers: Readers<'_>, channel: u64) -> Sql<Option<u64>> {
    readers.first(TABLE_AT, [channel.into()], |row| row.id(0)).await
}

/// See [`super::Store::played_in_guilds`].
pub(super) async fn played_in_guilds(readers: Readers<'_>) -> Sql<Vec<(u64, u64)>> {
    let values = [i64::MIN.into(), i64::MAX.into(), readers.shards()];
    let played = |row: &Row| Ok((row.id(0)?, row.id(1)?));
    readers.all(PLAYED_IN_HALLS, values, played).await
}

/// See [`super::Store::last_table_at`].
pub(super) async fn last_table_at(readers: Readers<'_>, channel: u64) -> Sql<Option<u64>> {
    readers.first(LAST_TABLE_AT, [channel.into()], |row| row.id(0)).await
}

/// Where the stored ids lie that are greater than `after`, in order. Those of the upper half are stored as negative numbers,
/// and come last.
fn halves(after: u64) -> impl Iterator<Item = (i64, i64)> {
    let after = stored(after);
    let halves = match after {
        0.. => [
            after.checked_add(1).map(|first| (first, i64::MAX)),
            Some((i64::MIN, -1)),
        ],
        _ => [Some((after + 1, -1)), None],
    };
    halves.into_iter().flatten()
}

/// See [`super::Store::live_tables`].
pub(super) async fn live_tables(readers: Readers<'_>, after: u64, limit: u32) -> Sql<Vec<u64>> {
    let mut all: Vec<u64> = Vec::new();
    for (first, last) in halves(after) {
        let left = i64::from(limit) - all.len() as i64;
        let values = [first.into(), last.into(), left.into(), readers.shards()];
        all.extend(readers.all(PLAYED, values, |row| row.id(0)).await?);
    }
    Ok(all)
}

#[cfg(test)]
mod tests;
