//! The lease: a number in the file, so that a bot whose file was taken over commits nothing more.
//!
//! The lock of a [`Claim`](super::Claim) keeps a second bot out before it begins. But a lock can be lost: some file systems
//! have none, a process may be stopped for an hour in the middle of a write, and a bot that hands the file over may still
//! have work on its way. So whoever takes the file counts the number up, and every commit of a writer asks under SQLite's
//! own write lock whether the number is still the writer's. The question is part of statements that the commit needs anyhow.
//!
//! A number below zero says that all data was moved to another database, in which games go on ([`transfer`](super::transfer)):
//! nobody takes such a file.
//!
//! A store that nobody has begun with a claim has no number, and asks for none.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::Store;
use super::sql::Sql;

/// The number of the file; NULL where nobody has ever taken it.
macro_rules! number {
    () => {
        "(SELECT number FROM lease WHERE shard = 0)"
    };
}
pub(super) use number;

/// The position of the [`number!`] among what a group asks for.
pub(super) const POSITION: i64 = -1;

const TAKE: &str = "INSERT INTO lease (shard, number) VALUES (0, 1)
    ON CONFLICT (shard) DO UPDATE SET number = number + 1 WHERE number >= 0 RETURNING number";

/// What [`take`] gives where the data was moved. No bot has this number.
pub(super) const MOVED: i64 = 0;

/// The first schema of a file that has a number.
pub(super) const SINCE: i64 = 5;

/// Whether all data was moved away.
pub(super) const MOVED_AWAY: &str = "SELECT EXISTS (SELECT 1 FROM lease WHERE number < 0)";

/// Takes the file; returns its new number.
pub(super) async fn take(connection: &mut SqliteConnection) -> Sql<i64> {
    let number = sqlx::query_scalar(TAKE).fetch_optional(connection).await?;
    Ok(number.unwrap_or(MOVED))
}

/// Takes the number of the file out of what a group has found. Whoever holds no number holds on.
pub(super) fn holds(own: Option<i64>, found: &mut Vec<SqliteRow>) -> Sql<bool> {
    let mut number = None;
    for (at, row) in found.iter().enumerate() {
        if row.try_get::<i64, _>("nth")? == POSITION {
            number = Some((at, row.try_get::<Option<i64>, _>("last")?));
            break;
        }
    }
    let (at, number) = number.ok_or(sqlx::Error::RowNotFound)?;
    found.remove(at);
    Ok(own.is_none() || own == number)
}

impl Store {
    /// Leaves the file to another bot that has taken it over: nothing more is written or folded in.
    pub fn leave(&self) {
        self.door.leave();
    }
}

#[cfg(test)]
mod tests;
