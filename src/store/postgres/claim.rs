//! The claim of a server's database: one bot serves a shard of it at a time.
//!
//! Locks of a session of its own keep a second bot waiting: one on how the database is parted, which bots share, and one on each
//! shard. The server lets go of them when the session ends, also when only the network failed. So the locks prove nothing to the
//! bot that has them: what keeps two bots apart is the numbers of the [`Lease`]. As long as numbers are its own, a bot whose
//! session has ended takes the locks again and goes on. A bot that stands by for any shards lets it: only what has been
//! free for a while is taken.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::{Connection, PgConnection};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::address::Address;
use super::code::{NO_RIGHT, code, is_busy, reason};
use super::lease::{self, CLAIMED, ELSEWHERE, Lease, Numbers};
use super::{open, parting};
use crate::store::error::StoreError;
use crate::store::shards::{Shards, WantedShards};

/// How many tries there are, and how long in between: a bot that was told to stop takes some seconds.
const TRIES: u32 = 75;
const PAUSE: Duration = Duration::from_millis(200);
/// So long shards are free before a bot takes them that takes any: whoever has only lost their session has them again by then.
pub(super) const FREE_FOR: Duration = Duration::from_secs(2);
/// How long a bot that stands by waits after it has lost the server.
const ASK_AGAIN: Duration = Duration::from_secs(1);
/// How often the session is looked after, and how long its answer may take.
const LOOK: Duration = Duration::from_secs(1);
const ANSWER: Duration = Duration::from_secs(5);
/// How long a new session for the locks may take, before another one is begun.
const ROUND: Duration = Duration::from_secs(15);

/// Takes the lock of this schema's tables if nobody has it. The first number is "WHST". Bots of earlier versions know no other
/// lock.
const LOCK_ALONE: &str = "SELECT pg_try_advisory_lock(1464357716, ('lease'::regclass::oid::bigint - 2147483648)::int)";
/// The same lock, for bots that agree on how the database is parted.
const LOCK_TOGETHER: &str =
    "SELECT pg_try_advisory_lock_shared(1464357716, ('lease'::regclass::oid::bigint - 2147483648)::int)";
const UNLOCK_ALONE: &str = "SELECT pg_advisory_unlock(1464357716, ('lease'::regclass::oid::bigint - 2147483648)::int)";
const LOCK_SHARDS: &str =
    "SELECT bool_and(pg_try_advisory_lock(('lease'::regclass::oid::bigint - 2147483648)::int, shard::int))
    FROM unnest($1::bigint[]) AS shard";
/// Whether nobody has the locks of these shards.
const ARE_FREE: &str = "SELECT NOT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND classid::bigint = (('lease'::regclass::oid::bigint - 2147483648) & 4294967295)
        AND objid::bigint = ANY ($1::bigint[]))";
/// The server ends a session within six seconds whose machine has gone without a word.
const NOTICED: &str =
    "SELECT set_config('tcp_keepalives_idle', '2', false), set_config('tcp_keepalives_interval', '1', false),
    set_config('tcp_keepalives_count', '4', false), set_config('tcp_user_timeout', '6000', false)";
const UNLOCK: &str = "SELECT pg_advisory_unlock_all()";
/// A number below zero says that all data was moved to another database.
const COUNT_UP: &str = "UPDATE lease SET number = number + 1 WHERE number >= 0 AND shard = ANY ($1::bigint[])
    RETURNING shard, number";
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

const OTHERS: &str = "another bot serves it";
const NEWER: &str = "a newer Whistle has changed its schema; use that one or a later";

/// The right to serve a server's database, until it is dropped or the process ends.
#[derive(Debug)]
pub struct ServerClaim {
    mark: i64,
    shards: Shards,
    _kept: DropGuard,
}

impl ServerClaim {
    /// What tells the database from a copy of it.
    pub(in crate::store) fn mark(&self) -> i64 {
        self.mark
    }

    /// The claimed shards.
    pub(in crate::store) fn shards(&self) -> Shards {
        self.shards
    }
}

/// Claims shards of the database as soon as no other bot serves any of them.
///
/// # Errors
/// When another bot still serves one of these shards after a quarter of a minute, or the server fails. Any shards are waited for
/// until they are free, or the database is another Whistle's.
pub(super) async fn claim(
    address: &Address,
    lease: &Arc<Lease>,
    wanted: WantedShards,
) -> Result<ServerClaim, StoreError> {
    match wanted {
        WantedShards::These(shards) => within(address, lease, shards, TRIES).await,
        WantedShards::AnyOf { .. } => any_of(address, lease, &wanted.blocks()).await,
    }
}

/// Begins a session for locks.
async fn session(address: &Address) -> Result<PgConnection, sqlx::Error> {
    let mut connection = address.connect().await?;
    sqlx::query(NOTICED).execute(&mut connection).await?;
    Ok(connection)
}

async fn within(address: &Address, lease: &Arc<Lease>, shards: Shards, tries: u32) -> Result<ServerClaim, StoreError> {
    let failed = |error: sqlx::Error| address.refuse(reason(&error));
    let mut connection = session(address).await.map_err(failed)?;
    for attempt in 0..tries {
        match taken(&mut connection, shards).await {
            Ok(Taken::Locked) => {}
            Ok(taken) => return claimed(connection, address, lease, shards, taken).await,
            // A bot that has lost its lock, and does not know yet, still commits.
            Err(error) if is_busy(&error) => {}
            Err(error) => return Err(failed(error)),
        }
        if attempt == 0 {
            tracing::info!("another bot serves this database; waiting until it has stopped");
        }
        tokio::time::sleep(PAUSE).await;
    }
    Err(address.refuse(OTHERS.to_owned()))
}

/// Claims the first block of shards that has been free for a while. As long as the server is away, so is whoever has shards.
async fn any_of(address: &Address, lease: &Arc<Lease>, blocks: &[Shards]) -> Result<ServerClaim, StoreError> {
    let begun = Instant::now();
    let mut is_told = false;
    loop {
        let mut free_since = vec![None; blocks.len()];
        let lost = match session(address).await {
            Err(error) => error,
            Ok(mut connection) => loop {
                match any_taken(&mut connection, blocks, &mut free_since).await {
                    Ok(Some((taken, shards))) => return claimed(connection, address, lease, shards, taken).await,
                    Ok(None) => {}
                    Err(error) if is_busy(&error) => {}
                    Err(error) => break error,
                }
                if !is_told && begun.elapsed() > 2 * FREE_FOR {
                    is_told = true;
                    tracing::info!("other bots serve all shards; standing by for one that ends");
                }
                tokio::time::sleep(PAUSE).await;
            },
        };
        tracing::warn!(reason = %reason(&lost), "standing by, though the database cannot be asked");
        tokio::time::sleep(ASK_AGAIN).await;
    }
}

/// Takes a block of shards that has been free for a while, if there is one.
async fn any_taken(
    connection: &mut PgConnection,
    blocks: &[Shards],
    free_since: &mut [Option<Instant>],
) -> Result<Option<(Taken, Shards)>, sqlx::Error> {
    for (shards, since) in blocks.iter().zip(free_since) {
        let are_free = sqlx::query_scalar(ARE_FREE).bind(numbers(*shards));
        if !are_free.fetch_one(&mut *connection).await? {
            *since = None;
            continue;
        }
        if since.get_or_insert_with(Instant::now).elapsed() < FREE_FOR {
            continue;
        }
        match taken(connection, *shards).await? {
            Taken::Locked => {}
            taken => return Ok(Some((taken, *shards))),
        }
    }
    Ok(None)
}

/// Keeps what was taken.
async fn claimed(
    mut connection: PgConnection,
    address: &Address,
    lease: &Arc<Lease>,
    shards: Shards,
    taken: Taken,
) -> Result<ServerClaim, StoreError> {
    let numbers = match taken {
        Taken::Numbers(numbers) => numbers,
        Taken::Moved => return Err(address.refuse(StoreError::MOVED.to_owned())),
        Taken::Newer => return Err(address.refuse(NEWER.to_owned())),
        Taken::Locked => return Err(address.refuse(OTHERS.to_owned())),
    };
    lease.hold(numbers, shards.of().into());
    let mark = mark(&mut connection).await;
    let mark = mark.map_err(|error| address.refuse(reason(&error)))?;
    lease.remember(mark);
    let ended = CancellationToken::new();
    let (address, lease, dropped) = (address.clone(), Arc::clone(lease), ended.clone());
    tokio::spawn(async move { dropped.run_until_cancelled(keep(connection, address, lease)).await });
    let _kept = ended.drop_guard();
    Ok(ServerClaim { mark, shards, _kept })
}

/// The numbers of shards as the database has them.
fn numbers(shards: Shards) -> Vec<i64> {
    shards.own().map(i64::from).collect()
}

/// What became of a try to claim.
enum Taken {
    Numbers(Numbers),
    /// Another bot has one of the locks.
    Locked,
    /// All data was moved to another database.
    Moved,
    /// A newer Whistle has brought the schema up to date since this one opened the database.
    Newer,
}

/// Takes the locks and the numbers of these shards. Whoever brings a schema up to date counts the numbers up in the
/// same transaction as the migration, so one of the two waits for the other's commit.
async fn taken(connection: &mut PgConnection, shards: Shards) -> Result<Taken, sqlx::Error> {
    let (own, of) = (&numbers(shards)[..], i64::from(shards.of()));
    sqlx::query(UNLOCK).execute(&mut *connection).await?;
    if !together(connection).await? {
        return Ok(Taken::Locked);
    }
    if lease::numbers(connection).await?.len() as i64 != of {
        // Nobody may serve a shard of the old parting, and nobody else parts the database meanwhile.
        sqlx::query(UNLOCK).execute(&mut *connection).await?;
        let alone: bool = sqlx::query_scalar(LOCK_ALONE).fetch_one(&mut *connection).await?;
        if !alone {
            return Ok(Taken::Locked);
        }
        let mut transaction = connection.begin().await?;
        if !parting::part(&mut transaction, of).await? {
            return Ok(Taken::Moved);
        }
        if open::is_newer(&mut transaction).await? {
            return Ok(Taken::Newer);
        }
        transaction.commit().await?;
        let shared = together(connection).await?;
        sqlx::query(UNLOCK_ALONE).execute(&mut *connection).await?;
        if !shared {
            return Ok(Taken::Locked);
        }
    }
    if !locked(connection, own).await? {
        return Ok(Taken::Locked);
    }
    let mut transaction = connection.begin().await?;
    let counted = sqlx::query_as(COUNT_UP).bind(own);
    let rows: Vec<(i64, i64)> = counted.fetch_all(&mut *transaction).await?;
    if rows.len() < own.len() {
        return Ok(Taken::Moved);
    }
    if open::is_newer(&mut transaction).await? {
        return Ok(Taken::Newer);
    }
    transaction.commit().await?;
    Ok(Taken::Numbers(rows.into_iter().collect()))
}

async fn together(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(LOCK_TOGETHER).fetch_one(connection).await
}

/// Takes the locks of all these shards, or none.
async fn locked(connection: &mut PgConnection, own: &[i64]) -> Result<bool, sqlx::Error> {
    let locked = sqlx::query_scalar(LOCK_SHARDS).bind(own);
    let locked: bool = locked.fetch_one(&mut *connection).await?;
    if !locked {
        sqlx::query(UNLOCK).execute(connection).await?;
    }
    Ok(locked)
}

async fn mark(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    match sqlx::query_scalar(MARK).fetch_one(&mut *connection).await {
        Err(error) if code(&error) == Some(NO_RIGHT) => {
            sqlx::query_scalar(MARK_OF_DATABASE).fetch_one(connection).await
        }
        known => known,
    }
}

/// Looks after the session of the locks until all shards are other bots'.
async fn keep(mut connection: PgConnection, address: Address, lease: Arc<Lease>) {
    loop {
        tokio::time::sleep(LOOK).await;
        match tokio::time::timeout(ANSWER, are_ours(&mut connection, &lease)).await {
            Ok(Ok(true)) => {}
            Ok(Ok(false)) => return lease.lose(CLAIMED),
            Ok(Err(_)) | Err(_) => {
                tracing::warn!("the session that claims the database was lost; claiming it again");
                lease.doubt(true);
                match again(&address, &lease).await {
                    Some(new) => connection = new,
                    None => return lease.lose(CLAIMED),
                }
                lease.doubt(false);
            }
        }
    }
}

/// A new session with the locks; `None` if others have claimed all shards. The server may take a while to notice that the old
/// session has ended.
async fn again(address: &Address, lease: &Lease) -> Option<PgConnection> {
    loop {
        // A server that has vanished says nothing.
        if let Ok(Ok(found)) = tokio::time::timeout(ROUND, once_more(address, lease)).await {
            return found;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn once_more(address: &Address, lease: &Lease) -> Result<Option<PgConnection>, sqlx::Error> {
    let mut connection = session(address).await?;
    if is_elsewhere(&mut connection, lease).await? {
        return Ok(None);
    }
    while are_ours(&mut connection, lease).await? {
        // Another bot may have come and gone between the two questions.
        if locked_again(&mut connection, lease).await? && are_ours(&mut connection, lease).await? {
            return Ok(Some(connection));
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(None)
}

async fn locked_again(connection: &mut PgConnection, lease: &Lease) -> Result<bool, sqlx::Error> {
    sqlx::query(UNLOCK).execute(&mut *connection).await?;
    Ok(together(connection).await? && locked(connection, &lease.shards()).await?)
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

/// Whether any shard is this bot's still. The lease forgets those that are not.
async fn are_ours(connection: &mut PgConnection, lease: &Lease) -> Result<bool, sqlx::Error> {
    let (own, found) = (lease.own(), lease::numbers(connection).await?);
    let held: Vec<i64> = own
        .iter()
        .filter(|(shard, number)| found.get(shard) == Some(number))
        .map(|(shard, _)| *shard)
        .collect();
    lease.keep(&own, &held);
    Ok(!held.is_empty())
}
