//! The sessions of a bot's shards at Discord's gateway, kept for whichever bot has the shards next.
//!
//! A new session costs a bot six seconds for each shard, and what people pressed meanwhile. Whoever goes on with the session hears
//! all that came after the last event that was noted. So what came in the last moment before the end is heard twice; whoever hears it
//! asks Discord first whether it was answered. A row tells nothing without the bot's token.

use std::fmt;
use std::time::Duration;

use sqlx::PgConnection;

use super::cluster::Cluster;
use super::lease::{Numbers, ServerReaders};
use crate::store::error::StoreError;
use crate::store::sql::Sql;

/// Whoever does not have the claim of the shard any more writes nothing.
const KEEP: &str = "INSERT INTO sessions (shard, number, at, session, seq)
    SELECT $1, number, (extract(epoch FROM clock_timestamp()) * 1000)::bigint, $4, $5 FROM lease
        WHERE shard = $2 AND number = $3
    ON CONFLICT (shard) DO UPDATE
        SET number = excluded.number, at = excluded.at, session = excluded.session, seq = excluded.seq";
const ADVANCE: &str = "UPDATE sessions SET at = (extract(epoch FROM clock_timestamp()) * 1000)::bigint, seq = $4
    WHERE shard = $1 AND number = $3 AND EXISTS (SELECT 1 FROM lease WHERE shard = $2 AND number = $3)";
/// Discord resumes a session for some minutes (docs/DISCORD.md, "Gateway").
const KEPT: &str = "SELECT shard, session, seq FROM sessions
    WHERE at > (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 120000";

/// A session of one shard.
#[derive(Clone, PartialEq, Eq)]
pub struct KeptSession {
    /// The shard.
    pub shard: u32,
    /// What changes seldom, as the caller wrote it.
    pub session: String,
    /// The number of the last event.
    pub seq: u64,
}

impl fmt::Debug for KeptSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeptSession")
            .field("shard", &self.shard)
            .finish_non_exhaustive()
    }
}

/// The sessions that are kept in a server's database.
#[derive(Clone)]
pub struct KeptSessions {
    pub(super) cluster: Cluster,
    pub(super) readers: ServerReaders,
}

impl KeptSessions {
    /// Keeps sessions of this bot's shards. Of those that are `known` only the number of the last event is written. Returns whether all
    /// are kept: not those of shards that are another bot's, nor what is known of a row that is gone.
    ///
    /// # Errors
    /// When the server fails. Some may be kept then.
    pub async fn keep(&self, new: &[KeptSession], known: &[KeptSession]) -> Result<bool, StoreError> {
        if new.is_empty() && known.is_empty() {
            return Ok(true);
        }
        let Cluster { pool, lease, .. } = &self.cluster;
        let (own, of) = (lease.own(), lease.of());
        let mut connection = pool.acquire().await?;
        let mut all = true;
        for (sessions, is_new) in [(new, true), (known, false)] {
            for kept in sessions {
                all &= match claimed(&own, of, kept.shard) {
                    Some(number) => keep_one(&mut connection, kept, number, is_new).await?,
                    None => false,
                };
            }
        }
        Ok(all)
    }

    /// The sessions of this bot's shards that can still be resumed.
    ///
    /// # Errors
    /// When the server fails.
    pub async fn read(&self) -> Result<Vec<KeptSession>, StoreError> {
        let ServerReaders { pool, lease } = &self.readers;
        let (own, of) = (lease.own(), lease.of());
        let rows: Vec<(i64, String, i64)> = sqlx::query_as(KEPT).fetch_all(pool).await?;
        let kept = rows.into_iter().filter_map(|(shard, session, seq)| {
            let shard = u32::try_from(shard).ok()?;
            Some(KeptSession {
                shard,
                session,
                seq: seq.cast_unsigned(),
            })
        });
        Ok(kept.filter(|kept| claimed(&own, of, kept.shard).is_some()).collect())
    }

    /// See [`Cluster::take_turn`].
    pub async fn take_turn(&self, turn: u32, keep: Duration) {
        self.cluster.take_turn(turn, keep).await;
    }

    /// Whether this bot has all shards.
    pub fn is_alone(&self) -> bool {
        self.cluster.is_alone()
    }

    /// The connection that claims the shards is lost, or is there again.
    #[cfg(test)]
    pub(crate) fn doubt(&self, doubted: bool) {
        self.cluster.lease.doubt(doubted);
    }

    /// Whether another bot may have the shards by now: this one has lost its connection that claims them.
    pub fn is_doubted(&self) -> bool {
        self.cluster.lease.is_doubted()
    }
}

/// The shard of the tables that come over a shard of Discord's, and the number of its claim; `None` if that shard is another bot's.
/// A bot that has all tables has every shard of Discord's.
fn claimed(own: &Numbers, of: i64, shard: u32) -> Option<(i64, i64)> {
    let shard = i64::from(shard) % of.max(1);
    own.get(&shard).map(|number| (shard, *number))
}

async fn keep_one(
    connection: &mut PgConnection,
    kept: &KeptSession,
    (shard, number): (i64, i64),
    is_new: bool,
) -> Sql<bool> {
    let write = sqlx::query(if is_new { KEEP } else { ADVANCE });
    let write = write.bind(i64::from(kept.shard)).bind(shard).bind(number);
    let write = match is_new {
        true => write.bind(&kept.session),
        false => write,
    };
    let written = write.bind(kept.seq.cast_signed()).execute(connection).await?;
    Ok(written.rows_affected() > 0)
}
