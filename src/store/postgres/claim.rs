//! The claim of a server's database: one bot serves it at a time.
//!
//! A lock of a session of its own keeps a second bot waiting. The server lets go of that lock when the session ends, also
//! when only the network failed. So the lock proves nothing to the bot that has it: what keeps two bots apart is the number
//! of the [`Lease`]. As long as the number is its own, a bot whose session has ended takes the lock again and goes on.

use std::sync::Arc;
use std::time::Duration;

use sqlx::{Connection, PgConnection};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::address::Address;
use super::code::{NO_RIGHT, code, is_busy, reason};
use super::lease::{CLAIMED, COUNT_UP, ELSEWHERE, Lease};
use super::open;
use crate::store::error::StoreError;

/// How many tries there are, and how long in between: a bot that was told to stop takes some seconds.
const TRIES: u32 = 75;
const PAUSE: Duration = Duration::from_millis(200);
/// How often the session is looked after, and how long its answer may take.
const LOOK: Duration = Duration::from_secs(1);
const ANSWER: Duration = Duration::from_secs(5);

/// Takes the lock of this schema's tables if nobody has it. The first number is "WHST".
const LOCK: &str = "SELECT pg_try_advisory_lock(1464357716, ('lease'::regclass::oid::bigint - 2147483648)::int)";
const NUMBER: &str = "SELECT number FROM lease";
/// Tells this database from any other one, and from what is brought back in its place: the tables of a copy are made anew,
/// and a server that goes on from an earlier moment, or in another's place, counts another timeline. The name of the log's file
/// begins with its number at once, also before the next checkpoint.
const MARK: &str = "SELECT hashtextextended(concat_ws('/', oid, 'marks'::regclass::oid,
        (SELECT system_identifier FROM pg_control_system()),
        ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int), 0)
    FROM pg_database WHERE datname = current_database()";
/// The same where this user may not ask for the server's own numbers.
const MARK_OF_DATABASE: &str = "SELECT hashtextextended(concat_ws('/', oid, 'marks'::regclass::oid), 0)
    FROM pg_database WHERE datname = current_database()";

const NEWER: &str = "a newer Whistle has changed its schema; use that one or a later";

/// The right to serve a server's database, until it is dropped or the process ends.
#[derive(Debug)]
pub struct ServerClaim {
    mark: i64,
    _kept: DropGuard,
}

impl ServerClaim {
    /// What tells the database from a copy of it.
    pub(in crate::store) fn mark(&self) -> i64 {
        self.mark
    }
}

/// Claims the database as soon as no other bot serves it.
///
/// # Errors
/// When another bot still serves the database after a quarter of a minute, or the server fails.
pub(super) async fn claim(address: &Address, lease: &Arc<Lease>) -> Result<ServerClaim, StoreError> {
    within(address, lease, TRIES).await
}

async fn within(address: &Address, lease: &Arc<Lease>, tries: u32) -> Result<ServerClaim, StoreError> {
    let failed = |error: sqlx::Error| address.refuse(reason(&error));
    let mut connection = address.connect().await.map_err(failed)?;
    for attempt in 0..tries {
        if locked(&mut connection).await.map_err(failed)? {
            match taken(&mut connection).await {
                Ok(Taken::Number(number)) => lease.hold(number),
                Ok(Taken::Moved) => return Err(address.refuse(StoreError::MOVED.to_owned())),
                Ok(Taken::Newer) => return Err(address.refuse(NEWER.to_owned())),
                // A bot that has lost its lock, and does not know yet, still commits.
                Err(error) if is_busy(&error) => continue,
                Err(error) => return Err(failed(error)),
            }
            let mark = mark(&mut connection).await.map_err(failed)?;
            lease.remember(mark);
            let ended = CancellationToken::new();
            let (address, lease, dropped) = (address.clone(), Arc::clone(lease), ended.clone());
            tokio::spawn(async move { dropped.run_until_cancelled(keep(connection, address, lease)).await });
            let _kept = ended.drop_guard();
            return Ok(ServerClaim { mark, _kept });
        }
        if attempt == 0 {
            tracing::info!("another bot serves this database; waiting until it has stopped");
        }
        tokio::time::sleep(PAUSE).await;
    }
    Err(address.refuse("another bot serves it".to_owned()))
}

/// What became of the number.
enum Taken {
    Number(i64),
    /// All data was moved to another database.
    Moved,
    /// A newer Whistle has brought the schema up to date since this one opened the database.
    Newer,
}

/// Counts the number up. Whoever brings a schema up to date counts in the same transaction as the migration, so one of the
/// two waits for the other's commit.
async fn taken(connection: &mut PgConnection) -> Result<Taken, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    let Some(number) = sqlx::query_scalar(COUNT_UP).fetch_optional(&mut *transaction).await? else {
        return Ok(Taken::Moved);
    };
    if open::is_newer(&mut transaction).await? {
        return Ok(Taken::Newer);
    }
    transaction.commit().await?;
    Ok(Taken::Number(number))
}

async fn locked(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(LOCK).fetch_one(connection).await
}

async fn mark(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    match sqlx::query_scalar(MARK).fetch_one(&mut *connection).await {
        Err(error) if code(&error) == Some(NO_RIGHT) => {
            sqlx::query_scalar(MARK_OF_DATABASE).fetch_one(connection).await
        }
        known => known,
    }
}

/// Looks after the session of the lock until the database is another bot's.
async fn keep(mut connection: PgConnection, address: Address, lease: Arc<Lease>) {
    loop {
        tokio::time::sleep(LOOK).await;
        match tokio::time::timeout(ANSWER, is_ours(&mut connection, &lease)).await {
            Ok(Ok(true)) => {}
            Ok(Ok(false)) => return lease.lose(CLAIMED),
            Ok(Err(_)) | Err(_) => {
                tracing::warn!("the session that claims the database was lost; claiming it again");
                match again(&address, &lease).await {
                    Some(new) => connection = new,
                    None => return lease.lose(CLAIMED),
                }
            }
        }
    }
}

/// A new session with the lock; `None` if somebody else has claimed the database. The server may take a while to notice that
/// the old session has ended.
async fn again(address: &Address, lease: &Lease) -> Option<PgConnection> {
    loop {
        if let Ok(mut connection) = address.connect().await {
            if matches!(is_elsewhere(&mut connection, lease).await, Ok(true)) {
                return None;
            }
            while let Ok(ours) = is_ours(&mut connection, lease).await {
                if !ours {
                    return None;
                }
                match locked(&mut connection).await {
                    // Another bot may have come and gone between the two questions.
                    Ok(true) if is_ours(&mut connection, lease).await.is_ok_and(|ours| ours) => {
                        return Some(connection);
                    }
                    Ok(_) => tokio::time::sleep(PAUSE).await,
                    Err(_) => break,
                }
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Whether a new session leads to another database than the one that was claimed. Then the lease is lost.
pub(super) async fn is_elsewhere(connection: &mut PgConnection, lease: &Lease) -> Result<bool, sqlx::Error> {
    let Some(claimed) = lease.mark() else { return Ok(false) };
    let elsewhere = mark(connection).await? != claimed;
    if elsewhere {
        lease.lose(ELSEWHERE);
    }
    Ok(elsewhere)
}

async fn is_ours(connection: &mut PgConnection, lease: &Lease) -> Result<bool, sqlx::Error> {
    let number: i64 = sqlx::query_scalar(NUMBER).fetch_one(connection).await?;
    Ok(number == lease.number())
}
