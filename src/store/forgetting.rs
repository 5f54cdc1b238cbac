//! Forgetting a person: what is deleted of them, and their name and id in the logs.
//!
//! The store does not read events. Whoever asks it to forget brings the entries as they are to stand from now on. All is one
//! change: either everything of it is written, or nothing. SQLite overwrites what is deleted (`secure_delete`), and the writer
//! then wipes out what is left in other corners of the files (`open.rs`).

use std::fmt;

use sqlx::{SqliteConnection, SqlitePool};

use super::error::StoreError;
use super::people::BOARDS;
use super::sql::{Sql, id, stored};
use super::standings::{add_up, drop_standing};
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

impl Parting {
    pub(super) fn read((person, table, gone_at): (i64, i64, Option<i64>)) -> Parting {
        Parting {
            person: id(person),
            table: id(table),
            gone_at,
        }
    }
}

impl fmt::Debug for Unnamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unnamed").finish_non_exhaustive()
    }
}

pub(super) const LAST: &str = "SELECT max(seq) FROM log WHERE table_id = ?1";
const REWRITE: &str = "UPDATE log SET event = ?3 WHERE table_id = ?1 AND seq = ?2";
const LEAVE: &str = "DELETE FROM seated WHERE table_id = ?1 AND person = ?2";
/// What is recorded of messages for this person alone: those that only they see, and those in their private chat.
const UNSHOW: &str = "DELETE FROM shown WHERE table_id = ?1 AND instr(note, ?2) > 0";
const UNSHOW_CHAT: &str = "DELETE FROM shown WHERE table_id = ?1 AND channel = ?2";
const VALUES: &str = "SELECT value FROM preferences WHERE person = ?1";
/// Where somebody has played outside of servers, which is in their private chat: logs may be gone, but not results.
pub(super) const PLAYED_IN: &str = "SELECT DISTINCT place FROM tables WHERE hall IS NULL
    AND id IN (SELECT table_id FROM results INDEXED BY results_person WHERE person = ?1 AND hall IS NULL)";
/// Whoever has the bot's token can ask Discord whose a private chat is.
pub(super) const UNPLACE: &str = "UPDATE tables SET place = ?2 WHERE place = ?1 AND hall IS NULL AND over = 1";
const FORGET_NAME_AT: &str = "UPDATE results SET person = NULL, name = '' WHERE person = ?1 AND table_id = ?2";
const UNSEAL: &str = "DELETE FROM seals WHERE home = ?1";
/// The channel of a table that was in the private chat of somebody who was forgotten: no channel has this id.
pub(super) const NOWHERE: u64 = 1 << 63;

const PARTING: &str = "SELECT person, table_id, gone_at FROM parting ORDER BY person, table_id";
const PARTED: &str = "DELETE FROM parting WHERE person = ?1 AND table_id = coalesce(?2, table_id)";

/// See [`super::Store::parting`].
pub(super) async fn parting(readers: &SqlitePool) -> Sql<Vec<Parting>> {
    let found: Vec<(i64, i64, Option<i64>)> = sqlx::query_as(PARTING).fetch_all(readers).await?;
    Ok(found.into_iter().map(Parting::read).collect())
}

/// See [`super::Store::forget`].
pub(super) async fn forget(
    connection: &mut SqliteConnection,
    person: u64,
    logs: &[Unnamed],
    at: Option<u64>,
) -> Sql<Result<(), StoreError>> {
    for log in logs {
        let last = sqlx::query_scalar(LAST).bind(stored(log.table));
        let last: Option<i64> = last.fetch_one(&mut *connection).await?;
        if last != Some(stored(log.last)) {
            return Ok(Err(StoreError::Conflict));
        }
    }
    sqlx::query(PARTED)
        .bind(stored(person))
        .bind(at.map(stored))
        .execute(&mut *connection)
        .await?;
    let values = sqlx::query_scalar(VALUES).bind(stored(person));
    let mut chats = chats(&values.fetch_all(&mut *connection).await?, logs);
    if at.is_some() {
        for log in logs {
            rewrite(connection, person, &chats, log).await?;
            forget_results_at(connection, person, log.table).await?;
        }
        unplace(connection, &self::chats(&[], logs)).await?;
        wiping::forgotten(connection, true).await?;
        return Ok(Ok(()));
    }
    let played_in = sqlx::query_scalar(PLAYED_IN).bind(stored(person));
    let played_in: Vec<i64> = played_in.fetch_all(&mut *connection).await?;
    chats.extend(played_in.into_iter().map(id));
    for log in logs {
        rewrite(connection, person, &chats, log).await?;
    }
    unplace(connection, &chats).await?;
    let preferences = sqlx::query("DELETE FROM preferences WHERE person = ?1")
        .bind(stored(person))
        .execute(&mut *connection)
        .await?;
    let boards: Vec<(i64, String)> = sqlx::query_as(BOARDS)
        .bind(stored(person))
        .fetch_all(&mut *connection)
        .await?;
    for (guild, game) in boards {
        drop_standing(&mut *connection, guild, &game, person).await?;
    }
    let results = sqlx::query("UPDATE results SET person = NULL, name = '' WHERE person = ?1")
        .bind(stored(person))
        .execute(&mut *connection)
        .await?;
    let daily = daily::forget(&mut *connection, person).await?;
    let was_there = !logs.is_empty() || preferences.rows_affected() + results.rows_affected() + daily > 0;
    wiping::forgotten(connection, was_there).await?;
    Ok(Ok(()))
}

/// Forgets a person in the results of one table, which may have been written since they were forgotten elsewhere.
async fn forget_results_at(connection: &mut SqliteConnection, person: u64, table: u64) -> Sql<()> {
    let boards = sqlx::query_as(BOARDS).bind(stored(person));
    let boards: Vec<(i64, String)> = boards.fetch_all(&mut *connection).await?;
    let forget = sqlx::query(FORGET_NAME_AT).bind(stored(person)).bind(stored(table));
    forget.execute(&mut *connection).await?;
    for (guild, game) in boards {
        add_up(&mut *connection, guild, &game, person).await?;
    }
    Ok(())
}

/// Takes private chats out of the rows of tables that are over, and of seals.
async fn unplace(connection: &mut SqliteConnection, chats: &[u64]) -> Sql<()> {
    for chat in chats {
        let unplace = sqlx::query(UNPLACE).bind(stored(*chat)).bind(stored(NOWHERE));
        unplace.execute(&mut *connection).await?;
        let unseal = sqlx::query(UNSEAL).bind(stored(*chat));
        unseal.execute(&mut *connection).await?;
    }
    Ok(())
}

/// What may be the ids of a person's private chats, from the values of their preferences and from logs that name them.
pub(super) fn chats(values: &[String], logs: &[Unnamed]) -> Vec<u64> {
    let noted = values.iter().filter_map(|value| value.parse().ok());
    let mut chats: Vec<u64> = noted.chain(logs.iter().filter_map(|log| log.chat)).collect();
    chats.sort_unstable();
    chats.dedup();
    chats
}

async fn rewrite(connection: &mut SqliteConnection, person: u64, chats: &[u64], unnamed: &Unnamed) -> Sql<()> {
    let table = stored(unnamed.table);
    for (seq, event) in &unnamed.entries {
        let rewritten = sqlx::query(REWRITE).bind(table).bind(stored(*seq)).bind(event.as_str());
        rewritten.execute(&mut *connection).await?;
    }
    let unshown = sqlx::query(UNSHOW).bind(table).bind(person.to_string());
    unshown.execute(&mut *connection).await?;
    for chat in chats {
        let unshown = sqlx::query(UNSHOW_CHAT).bind(table).bind(stored(*chat));
        unshown.execute(&mut *connection).await?;
    }
    let left = sqlx::query(LEAVE).bind(table).bind(stored(person));
    left.execute(&mut *connection).await?;
    named::unname(&mut *connection, unnamed.table, person).await?;
    match &unnamed.append {
        // The log ends where the append begins, so that nothing refuses it.
        Some(append) => log::append(connection, append)
            .await?
            .map_err(|_| sqlx::Error::RowNotFound),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
