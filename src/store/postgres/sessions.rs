//! The sessions of a bot's shards at Discord's gateway, kept for whichever bot has the shards next.
//!
//! A new session costs a bot six seconds for each shard, and what people pressed meanwhile. Whoever goes on with the session hears
//! all that came after the last event that was noted. So what came in the last moment before the end may be heard twice, and an
//! interaction that is in a log already changes nothing. A row tells nothing without the bot's token.

use super::cluster::Cluster;
use super::lease::{Numbers, Readers};
use crate::store::error::StoreError;

/// A bot that has claimed a shard before writes nothing over what the next one has noted.
const KEEP: &str = "INSERT INTO sessions (shard, number, at, session, seq)
    VALUES ($1, $2, (extract(epoch FROM clock_timestamp()) * 1000)::bigint, $3, $4)
    ON CONFLICT (shard) DO UPDATE
        SET number = excluded.number, at = excluded.at, session = excluded.session, seq = excluded.seq
        WHERE sessions.number <= excluded.number";
const ADVANCE: &str = "UPDATE sessions SET at = (extract(epoch FROM clock_timestamp()) * 1000)::bigint, seq = $3
    WHERE shard = $1 AND number = $2";
/// Discord resumes a session for some minutes (docs/DISCORD.md, "Gateway").
const KEPT: &str = "SELECT shard, session, seq FROM sessions
    WHERE at > (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 120000";

/// A session of one shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptSession {
    /// The shard.
    pub shard: u32,
    /// What changes seldom, as the caller wrote it.
    pub session: String,
    /// The number of the last event.
    pub seq: u64,
}

/// The sessions that are kept in a server's database.
#[derive(Clone)]
pub struct KeptSessions {
    pub(super) cluster: Cluster,
    pub(super) readers: Readers,
}

impl KeptSessions {
    /// The number of this bot's claim of a shard; `None` if the shard is another bot's. A bot that has all tables has every shard.
    fn number(own: &Numbers, of: i64, shard: u32) -> Option<i64> {
        own.get(&(i64::from(shard) % of.max(1))).copied()
    }

    /// Keeps sessions of this bot's shards. Of those that are kept already, only the number of the last event is written.
    ///
    /// # Errors
    /// When the server fails. Some may be kept then.
    pub async fn keep(&self, new: &[KeptSession], known: &[KeptSession]) -> Result<(), StoreError> {
        let Cluster { pool, lease, .. } = &self.cluster;
        let (own, of) = (lease.own(), lease.of());
        let mut connection = pool.acquire().await?;
        for (sessions, is_new) in [(new, true), (known, false)] {
            for kept in sessions {
                let Some(number) = Self::number(&own, of, kept.shard) else {
                    continue;
                };
                let write = match is_new {
                    true => sqlx::query(KEEP)
                        .bind(i64::from(kept.shard))
                        .bind(number)
                        .bind(&kept.session),
                    false => sqlx::query(ADVANCE).bind(i64::from(kept.shard)).bind(number),
                };
                write.bind(kept.seq.cast_signed()).execute(&mut *connection).await?;
            }
        }
        Ok(())
    }

    /// The sessions of this bot's shards that can still be resumed.
    ///
    /// # Errors
    /// When the server fails.
    pub async fn read(&self) -> Result<Vec<KeptSession>, StoreError> {
        let Readers { pool, lease } = &self.readers;
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
        Ok(kept
            .filter(|kept| Self::number(&own, of, kept.shard).is_some())
            .collect())
    }
}
