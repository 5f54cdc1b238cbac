//! Forgetting a person: what is deleted of them, and their name and id in the logs.
//!
//! The store does not read events. Whoever asks it to forget brings the entries as they are to stand from now on. All is one
//! change: either everything of it is written, or nothing. SQLite overwrites what is deleted (`secure_delete`), and the writer
//! then wipes out what is left in other corners of the files (`open.rs`).

use std::fmt;

use super::error::StoreError;
use super::people::boards;
use super::session::{Readers, Row, Session, Statement, Value, both, indexed, of_shards};
use super::sql::Sql;
use super::standings::{add_up, drop_standings};
use super::wiping;
use super::{Append, daily, log, named};

/// A log that names a forgotten person no more.
#[derive(Clone)]
pub struct Unnamed {
    /// The table.
    pub table: u64,
    /// The last entry that the caller knew.
    pub last: u64,
    /// The entries that change, each with its event from now on.
    pub entries: Vec<(u64, String)>,
    /// The table's channel, if that is the private chat of the person.
    pub chat: Option<u64>,
    /// What is appended to the log of a table in play: whoever has the table in memory cannot write any more before they have
    /// loaded it anew.
    pub append: Option<Append>,
}

/// Somebody who is to be forgotten at one table in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The person.
    pub person: u64,
    /// The table.
    pub table: u64,
    /// Since when they are gone, in milliseconds since the epoch; `None` if they asked themselves.
    pub gone_at: Option<i64>,
}

impl fmt::Debug for Unnamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unnamed").finish_non_exhaustive()
    }
}

pub(super) const LAST: Statement = both("SELECT max(seq) FROM log WHERE table_id = $1");
const REWRITE: Statement = both("UPDATE log SET event = $3 WHERE table_id = $1 AND seq = $2");
const LEAVE: Statement = both("DELETE FROM seated WHERE table_id = $1 AND person = $2");
/// What is recorded of messages for this person alone: those that only they see, and those in their private chats.
const UNSHOW: Statement = Statement {
    file: "DELETE FROM shown WHERE table_id = $1 AND
        (instr(note, $2) > 0 OR channel IN (SELECT value FROM json_each($3)))",
    server: "DELETE FROM shown WHERE table_id = $1 AND (position($2 in note) > 0 OR channel = ANY ($3::bigint[]))",
};
const VALUES: Statement = both("SELECT value FROM preferences WHERE person = $1");
/// Where somebody has played outside of servers, which is in their private chat: logs may be gone, but not results.
pub(super) const PLAYED_IN: Statement = indexed!(
    "SELECT DISTINCT place FROM tables WHERE hall IS NULL
    AND id IN (SELECT table_id FROM results",
    "results_person",
    " WHERE person = $1 AND hall IS NULL)"
);
/// Whoever has the bot's token can ask Discord whose a private chat is.
pub(super) const UNPLACE: Statement = Statement {
    file: "UPDATE tables SET place = $2 WHERE place IN (SELECT value FROM json_each($1)) AND hall IS NULL AND over = 1",
    server: "UPDATE tables SET place = $2 WHERE place = ANY ($1::bigint[]) AND hall IS NULL AND over",
};
const UNSEAL: Statement = Statement {
    file: "DELETE FROM seals WHERE home IN (SELECT value FROM json_each($1))",
    server: "DELETE FROM seals WHERE home = ANY ($1::bigint[])",
};
const FORGET_PREFERENCES: Statement = both("DELETE FROM preferences WHERE person = $1");
const FORGET_NAME_AT: Statement =
    both("UPDATE results SET person = NULL, name = '' WHERE person = $1 AND table_id = $2");
const FORGET_NAME: Statement = both("UPDATE results SET person = NULL, name = '' WHERE person = $1");
/// The channel of a table that was in the private chat of somebody who was forgotten: no channel has this id.
pub(super) const NOWHERE: u64 = 1 << 63;

const PARTING: Statement = of_shards!(
    "SELECT person, table_id, gone_at FROM parting",
    " WHERE ",
    "$1",
    " ORDER BY person, table_id"
);
/// At tables of shards that are another bot's, the person still has to be forgotten.
const PARTED: Statement = of_shards!(
    "DELETE FROM parting WHERE person = $1 AND table_id = coalesce($2, table_id)",
    " AND ",
    "$3",
    ""
);

/// See [`super::Store::parting`].
pub(super) async fn parting(readers: Readers<'_>) -> Sql<Vec<Parting>> {
    let parting = |row: &Row| {
        Ok(Parting {
            person: row.id(0)?,
            table: row.id(1)?,
            gone_at: row.get(2)?,
        })
    };
    readers.all(PARTING, [readers.shards()], parting).await
}

/// See [`super::Store::forget`].
pub(super) async fn forget(
    session: &mut Session<'_>,
    person: u64,
    logs: &[Unnamed],
    at: Option<u64>,
) -> Sql<Result<(), StoreError>> {
    for log in logs {
        let last = session.only(LAST, [log.table.into()], |row| row.id_or_none(0));
        if last.await? != Some(log.last) {
            return Ok(Err(StoreError::Conflict));
        }
    }
    let shards = session.shards();
    session.change(PARTED, [person.into(), at.into(), shards]).await?;
    let values = session.all(VALUES, [person.into()], |row| row.get(0)).await?;
    let mut chats = chats(&values, logs);
    if at.is_some() {
        for log in logs {
            rewrite(session, person, &chats, log).await?;
            forget_results_at(session, person, log.table).await?;
        }
        unplace(session, &self::chats(&[], logs)).await?;
        return note(session, true).await.map(Ok);
    }
    chats.extend(session.all(PLAYED_IN, [person.into()], |row| row.id(0)).await?);
    for log in logs {
        rewrite(session, person, &chats, log).await?;
    }
    unplace(session, &chats).await?;
    let mut rows = session.change(FORGET_PREFERENCES, [person.into()]).await?;
    drop_standings(session, person).await?;
    rows += session.change(FORGET_NAME, [person.into()]).await?;
    rows += daily::forget(session, person).await?;
    note(session, !logs.is_empty() || rows > 0).await.map(Ok)
}

/// Has the file written anew, if something of the person `was_there`.
async fn note(session: &mut Session<'_>, was_there: bool) -> Sql<()> {
    match session {
        Session::File(connection) => wiping::forgotten(connection, was_there).await,
        Session::Server(..) => Ok(()),
    }
}

/// Forgets a person in the results of one table, which may have been written since they were forgotten elsewhere.
async fn forget_results_at(session: &mut Session<'_>, person: u64, table: u64) -> Sql<()> {
    let boards = boards(session, person).await?;
    session.change(FORGET_NAME_AT, [person.into(), table.into()]).await?;
    for (guild, game) in boards {
        add_up(session, guild, &game, person).await?;
    }
    Ok(())
}

/// Takes private chats out of the rows of tables that are over, and of seals.
async fn unplace(session: &mut Session<'_>, chats: &[u64]) -> Sql<()> {
    session.change(UNPLACE, [Value::ids(chats), NOWHERE.into()]).await?;
    session.change(UNSEAL, [Value::ids(chats)]).await.map(drop)
}

/// What may be the ids of a person's private chats, from the values of their preferences and from logs that name them.
pub(super) fn chats(values: &[String], logs: &[Unnamed]) -> Vec<u64> {
    let noted = values.iter().filter_map(|value| value.parse().ok());
    let mut chats: Vec<u64> = noted.chain(logs.iter().filter_map(|log| log.chat)).collect();
    chats.sort_unstable();
    chats.dedup();
    chats
}

async fn rewrite(session: &mut Session<'_>, person: u64, chats: &[u64], unnamed: &Unnamed) -> Sql<()> {
    let table = unnamed.table;
    for (seq, event) in &unnamed.entries {
        let values = [table.into(), (*seq).into(), event.into()];
        session.change(REWRITE, values).await?;
    }
    let shown = [table.into(), (&person.to_string()).into(), Value::ids(chats)];
    session.change(UNSHOW, shown).await?;
    session.change(LEAVE, [table.into(), person.into()]).await?;
    named::unname(session, table, person).await?;
    match &unnamed.append {
        // The log ends where the append begins, so that nothing refuses it.
        Some(append) => log::append(session, append)
            .await?
            .map_err(|_| sqlx::Error::RowNotFound),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
