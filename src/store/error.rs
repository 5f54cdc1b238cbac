//! The errors of the store, in sentences for people, and which codes of SQLite they stand for.
//!
//! The codes of PostgreSQL are five letters or digits, of which some look like SQLite's numbers. So each engine asks for its own.

use std::path::PathBuf;
use std::sync::Arc;

use sqlx::error::DatabaseError;
use sqlx::sqlite::SqliteError;

use super::postgres::code as server;

/// Why the store did not do what it was asked to do.
#[derive(thiserror::Error, Debug, Clone)]
pub enum StoreError {
    /// The database could not be opened.
    #[error("The database {} cannot be opened: {reason}.", path.display())]
    Open {
        /// The file, or the address of a server's database.
        path: PathBuf,
        /// The rest of the sentence.
        reason: String,
    },
    /// The database, or the file of the claim to serve it, was deleted or replaced while it was open, or another bot has
    /// taken the database over.
    #[error("The database {} {reason}. Nothing more is written.", path.display())]
    Gone {
        /// The path of the database, or its address.
        path: PathBuf,
        /// The rest of the sentence.
        reason: &'static str,
    },
    /// Another writer appended to the log, or the table to create exists, or the one to append to does not: load the table
    /// and decide again.
    #[error("the table's log has moved on")]
    Conflict,
    /// Another live table is in this channel.
    #[error("another live table is already in this place")]
    Taken,
    /// Another table has the secret that was kept for this one: take the next.
    #[error("another table has this secret")]
    SecretTaken,
    /// The newcomer sits at as many live tables as anybody may.
    #[error("they sit at as many live tables as anybody may")]
    Crowded,
    /// This interaction was stored before.
    #[error("this interaction was stored before")]
    Duplicate,
    /// Another bot has the shard of the table.
    #[error("another bot has this table")]
    Elsewhere,
    /// Another process kept the file locked for longer than the store waits.
    #[error("the database is in use by another process")]
    Busy,
    /// The store was closed.
    #[error("the database is closed")]
    Closed,
    /// The database failed: a full disk, a damaged file, or a bug of ours.
    #[error("the database failed: {0}")]
    Failed(#[source] Arc<sqlx::Error>),
}

impl StoreError {
    /// Why nobody serves a database whose data was moved.
    pub(super) const MOVED: &str = "all its data was moved to another database, where games go on; to go on here after all, \
        stop the bot there, and run `whistle move --back` with this database";
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::PoolClosed => Self::Closed,
            error if is_busy(&error) || server::is_busy(&error) => Self::Busy,
            error => Self::Failed(Arc::new(error)),
        }
    }
}

// Primary result codes, https://www.sqlite.org/rescode.html
const BUSY: i32 = 5;
const LOCKED: i32 = 6;
pub(super) const READONLY: i32 = 8;
pub(super) const CORRUPT: i32 = 11;
pub(super) const FULL: i32 = 13;
pub(super) const CANTOPEN: i32 = 14;
const CONSTRAINT: i32 = 19;
pub(super) const NOTADB: i32 = 26;

/// SQLite's primary result code: the low byte of an extended one.
pub(super) fn code(error: &sqlx::Error) -> Option<i32> {
    let error = error.as_database_error()?.try_downcast_ref::<SqliteError>()?;
    Some(error.code()?.parse::<i32>().ok()? & 0xff)
}

pub(super) fn is_busy(error: &sqlx::Error) -> bool {
    matches!(code(error), Some(BUSY | LOCKED))
}

/// Whether a constraint of the schema rejected the write: the statement is undone, and nothing else has happened.
pub(super) fn is_refusal(error: &sqlx::Error) -> bool {
    code(error) == Some(CONSTRAINT)
}
