//! What the bots that share a database do together: they take turns, and hand interactions to each other.
//!
//! An interaction that belongs to another bot's table goes through a row, and a notification that names nothing but the shard. Whoever
//! deletes the row has the interaction: the bot of that shard, or after a while the one that put it there, if no bot has the shard
//! or that one does not answer. So nobody is answered twice, and everybody in time. A row holds the interaction's token, and
//! neither the log nor a notification does.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgListener, PgPool, PgPoolOptions};
use sqlx::{Connection as _, PgConnection};
use tokio::time::{sleep, timeout};

use super::address::Address;
use super::lease::Lease;
use crate::store::error::StoreError;
use crate::store::shards::{shard, shard_of};
use crate::store::sql::Sql;

/// How long to wait before the next try.
const PAUSE: Duration = Duration::from_millis(100);
/// How long an interaction may lie before the bot that put it there takes it back.
const PATIENCE: Duration = Duration::from_millis(1200);
/// How often a bot looks for interactions of which no notification has come.
const LOOK: Duration = Duration::from_secs(1);
/// How often a bot tries to take an interaction back.
const TRIES: u32 = 3;
/// How long the server may take to answer.
const ANSWER: Duration = Duration::from_secs(5);
/// One connection listens, and the others write.
const CONNECTIONS: u32 = 3;
/// The channel of notifications.
const CHANNEL: &str = "whistle_handed";

/// A lock of the session, so a bot that has died takes no turn. Its first number is no lock's of a claim.
const TAKE_TURN: &str = "SELECT pg_try_advisory_lock(('heartbeat'::regclass::oid::bigint - 2147483648)::int, $1)";
const SHARD: &str = concat!("SELECT ", shard!(), " FROM tables WHERE id = $1");
/// What nobody took back, since its bot has died.
const SWEEP: &str = "DELETE FROM handed WHERE at < (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 10000";
const PUT: &str = "WITH put AS (
        INSERT INTO handed (id, shard, at, interaction)
        VALUES ($1, $2, (extract(epoch FROM clock_timestamp()) * 1000)::bigint, $3)
        ON CONFLICT DO NOTHING RETURNING shard
    )
    SELECT pg_notify('whistle_handed', shard::text) FROM put";
const TAKE_BACK: &str = "DELETE FROM handed WHERE id = $1";
/// After three seconds Discord takes no answer any more.
const TAKE: &str = "DELETE FROM handed WHERE shard = ANY ($1::bigint[])
    RETURNING interaction, at > (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 3000";

const PART: &str = "INSERT INTO parting (person, table_id, gone_at)
    SELECT $1, table_id, $3 FROM unnest($2::bigint[]) AS table_id
    ON CONFLICT (person, table_id) DO UPDATE SET gone_at = CASE WHEN excluded.gone_at IS NULL THEN NULL ELSE parting.gone_at END";
const PARTS: &str = "SELECT EXISTS (SELECT 1 FROM parting WHERE person = $1)";

/// Takes a turn if it is nobody's.
async fn ask_for(turn: u32, connection: &mut PgConnection) -> Sql<bool> {
    let taken = sqlx::query_scalar(TAKE_TURN).bind(turn.cast_signed());
    taken.fetch_one(connection).await
}

/// The bots that share a database, as one of them sees them. Clones are the same bot.
#[derive(Clone, Debug)]
pub struct Cluster {
    address: Address,
    pub(super) lease: Arc<Lease>,
    pub(super) pool: PgPool,
}

impl Cluster {
    /// `None` for an address that is none.
    pub(super) fn of(address: &Address, lease: &Arc<Lease>) -> Option<Cluster> {
        let pool = PgPoolOptions::new().max_connections(CONNECTIONS).min_connections(0);
        let pool = pool.acquire_timeout(PATIENCE).max_lifetime(None);
        Some(Cluster {
            pool: pool.connect_lazy_with(address.options().ok()?),
            address: address.clone(),
            lease: Arc::clone(lease),
        })
    }

    /// Whether this bot has all shards.
    pub(super) fn is_alone(&self) -> bool {
        self.lease.shards().len() as i64 >= self.lease.of()
    }

    /// Returns once no other bot has the turn of this number, which then is nobody else's for as long as `keep`. As long as
    /// the server fails, nobody has a turn.
    pub async fn take_turn(&self, turn: u32, keep: Duration) {
        loop {
            if let Ok(mut connection) = self.address.connect().await {
                while let Ok(Ok(taken)) = timeout(ANSWER, ask_for(turn, &mut connection)).await {
                    if taken {
                        tokio::spawn(async move {
                            sleep(keep).await;
                            let _ = connection.close().await;
                        });
                        return;
                    }
                    sleep(PAUSE).await;
                }
            }
            sleep(PAUSE).await;
        }
    }

    /// The share of this bot's shards among all.
    pub fn share(&self) -> (usize, usize) {
        let of = usize::try_from(self.lease.of()).unwrap_or(1).max(1);
        (self.lease.shards().len().clamp(1, of), of)
    }

    /// The shard of a server of Discord, or of private chats, if other bots have it.
    pub fn other_shard(&self, guild: Option<u64>) -> Option<i64> {
        (!self.lease.keeps(guild)).then(|| shard_of(guild, self.lease.of()))
    }

    /// The shard of a table if other bots have it.
    ///
    /// # Errors
    /// When the server fails.
    pub async fn other_shard_of(&self, table: u64) -> Result<Option<i64>, StoreError> {
        let asked = sqlx::query_scalar(SHARD).bind(table.cast_signed());
        let shard: Option<i64> = asked.fetch_optional(&self.pool).await?;
        Ok(shard.filter(|shard| !self.lease.shards().contains(shard)))
    }

    /// Hands an interaction with its JSON to the bot that has a shard. Returns whether a bot has taken it, within a good second.
    ///
    /// # Errors
    /// When the server fails. Nobody knows then whether a bot has taken it.
    pub async fn hand_over(&self, id: u64, shard: i64, interaction: &str) -> Result<bool, StoreError> {
        let id = id.cast_signed();
        sqlx::query(SWEEP).execute(&self.pool).await?;
        let put = sqlx::query(PUT).bind(id).bind(shard).bind(interaction);
        put.execute(&self.pool).await?;
        sleep(PATIENCE).await;
        for _ in 0..TRIES {
            if let Ok(back) = sqlx::query(TAKE_BACK).bind(id).execute(&self.pool).await {
                return Ok(back.rows_affected() == 0);
            }
            sleep(PAUSE).await;
        }
        // The other bot may have it, so nobody is told that nothing was done.
        Ok(true)
    }

    /// Asks the bots of these tables to forget a person there, also those that are away; `gone_at` is when the person has gone, in
    /// milliseconds since the epoch, if they did not ask themselves.
    ///
    /// # Errors
    /// When the server fails.
    pub async fn part(&self, person: u64, tables: &[u64], gone_at: Option<i64>) -> Result<(), StoreError> {
        let tables: Vec<i64> = tables.iter().map(|table| table.cast_signed()).collect();
        let asked = sqlx::query(PART).bind(person.cast_signed()).bind(tables).bind(gone_at);
        asked.execute(&self.pool).await?;
        Ok(())
    }

    /// Whether a bot has still to forget a person somewhere.
    ///
    /// # Errors
    /// When the server fails.
    pub async fn is_parting(&self, person: u64) -> Result<bool, StoreError> {
        let parts = sqlx::query_scalar(PARTS).bind(person.cast_signed());
        Ok(parts.fetch_one(&self.pool).await?)
    }

    /// For ever takes the interactions that other bots hand to this one, which `taken` gets as JSON.
    pub async fn take_over(&self, taken: impl Fn(String)) {
        loop {
            if let Err(error) = self.take_over_while_connected(&taken).await {
                tracing::warn!(%error, "cannot hear of interactions that other bots hand over");
            }
            sleep(PAUSE).await;
        }
    }

    async fn take_over_while_connected(&self, taken: &impl Fn(String)) -> Sql<()> {
        let mut listener = PgListener::connect_with(&self.pool).await?;
        listener.listen(CHANNEL).await?;
        loop {
            let all = sqlx::query_as(TAKE).bind(self.lease.shards());
            let all: Vec<(String, bool)> = all.fetch_all(&self.pool).await?;
            let in_time = all.into_iter().filter(|(_, in_time)| *in_time);
            in_time.for_each(|(interaction, _)| taken(interaction));
            if let Ok(heard) = timeout(LOOK, listener.recv()).await {
                heard?;
            }
        }
    }
}
