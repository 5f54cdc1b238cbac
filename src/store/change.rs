//! A change to write, and what becomes of it.

use futures_util::TryStreamExt;
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Either, Executor, Sqlite, SqliteConnection};

use super::error::StoreError;
use super::wiping::Moment;
use super::{Append, DailyAnswer, Shown, Thinned, Unnamed};

/// A change to write.
#[derive(Clone)]
pub(super) enum Change {
    Append(Append),
    /// See [`super::restored::mark`].
    Mark {
        beside: Option<i64>,
        mark: i64,
    },
    /// See [`super::lease::take`].
    Lease(Moment),
    Alive {
        now: i64,
    },
    GiveBack {
        now: i64,
    },
    SetShown(Shown),
    ClearShown {
        table: u64,
        slot: String,
    },
    SetPreference {
        person: u64,
        name: String,
        value: String,
    },
    AnswerDaily {
        person: u64,
        answer: DailyAnswer,
    },
    ShareDaily {
        /// The person, the game and the day.
        answer: (u64, String, u32),
        shared: bool,
    },
    Forget {
        person: u64,
        logs: Vec<Unnamed>,
        /// At this table in play alone.
        at: Option<u64>,
    },
    Thin {
        table: u64,
        last: u64,
        left: Thinned,
    },
}

/// The result of a change; the number only matters for [`Change::AnswerDaily`], [`Change::GiveBack`], [`Change::Lease`],
/// [`Change::Mark`], [`Change::ShareDaily`] and [`Change::Thin`].
pub(super) type Answer = Result<i64, StoreError>;

/// Why a transaction failed that committed nothing.
pub(super) enum Undone {
    /// By a change.
    Faulty(sqlx::Error),
    /// By the commit.
    Lost(sqlx::Error),
}

impl From<sqlx::Error> for Undone {
    fn from(error: sqlx::Error) -> Self {
        Self::Faulty(error)
    }
}

/// Runs a query of several statements, and returns how many rows the last one changed. It ends with the last one's result:
/// waiting to hear that nothing more comes would be one more hop. The first `writes` statements are changes; one more after
/// them is the commit.
pub(super) async fn all(
    connection: &mut SqliteConnection,
    query: Query<'_, Sqlite, SqliteArguments>,
    statements: usize,
    writes: usize,
) -> Result<u64, Undone> {
    let mut results = connection.fetch_many(query);
    let mut done = 0;
    let mut changed = 0;
    while done < statements {
        match results.try_next().await {
            Ok(Some(Either::Left(result))) => {
                done += 1;
                changed = result.rows_affected();
            }
            Ok(Some(Either::Right(_))) => {}
            Ok(None) => return Err(Undone::Lost(sqlx::Error::WorkerCrashed)),
            Err(error) if done < writes => return Err(Undone::Faulty(error)),
            Err(error) => return Err(Undone::Lost(error)),
        }
    }
    Ok(changed)
}
