//! How many shards a database is parted into.
//!
//! Each shard has a clock of its own, for the timers of its tables. When the database is parted anew, tables come to other
//! shards. So their timers are set by the time first, and all clocks begin anew at the moment at which the last bot was alive.

use sqlx::PgConnection;

use crate::store::shards::shard;
use crate::store::sql::Sql;

/// Nobody claims a shard meanwhile, and nobody commits under a number that was claimed before.
const LOCK: &str = "SELECT number FROM lease FOR UPDATE";
/// What was given back to a table, and what lies between the end of its bot and that of the last one.
const BY_TIME: &str = concat!(
    "UPDATE timers SET at = timers.at + beat.given + (SELECT max(at) FROM heartbeat) - beat.at
    FROM tables, heartbeat AS beat
    WHERE gives_back AND tables.id = table_id AND beat.shard = ",
    shard!()
);
const BEATS: &str = "WITH before AS (DELETE FROM heartbeat RETURNING at)
    SELECT max(at) FROM before";
const BEAT: &str =
    "INSERT INTO heartbeat (shard, at) SELECT shard, $1 FROM generate_series(0, $2::bigint - 1) AS shard";
const NUMBERS: &str = "WITH before AS (DELETE FROM lease RETURNING number)
    SELECT max(number) FROM before";
/// Greater numbers than anybody ever had.
const NUMBER: &str =
    "INSERT INTO lease (shard, number) SELECT shard, $1 + 1 FROM generate_series(0, $2::bigint - 1) AS shard";

/// Parts the database into so many shards. `false` if all data was moved to another database: then nothing was written.
pub(super) async fn part(connection: &mut PgConnection, of: i64) -> Sql<bool> {
    let numbers: Vec<i64> = sqlx::query_scalar(LOCK).fetch_all(&mut *connection).await?;
    if numbers.iter().any(|number| *number < 0) {
        return Ok(false);
    }
    sqlx::query(BY_TIME).execute(&mut *connection).await?;
    let last: Option<i64> = sqlx::query_scalar(BEATS).fetch_one(&mut *connection).await?;
    if let Some(last) = last {
        let beat = sqlx::query(BEAT).bind(last).bind(of);
        beat.execute(&mut *connection).await?;
    }
    let greatest: Option<i64> = sqlx::query_scalar(NUMBERS).fetch_one(&mut *connection).await?;
    let number = sqlx::query(NUMBER).bind(greatest).bind(of);
    number.execute(connection).await?;
    Ok(true)
}
