//! Wiping out what was forgotten and is still in some corner of the files.
//!
//! SQLite overwrites what it deletes, but not what it has moved from one page to another: of that, bytes may be left in the unused
//! space of the old page. So the file is written anew. Nobody's choice is written meanwhile, so a long file waits until the
//! bot starts, and has it done before anybody is served. A bot that takes over from another one is no such start.

use sqlx::SqliteConnection;

use super::open::{leave_checkpoints, length};

/// Written into the file with what is forgotten, until [`wipe`] has done its work.
const UNWIPED: &str = "PRAGMA user_version = 1";
const WIPED: &str = "PRAGMA user_version = 0";
/// Written with the deletion of a log, where nobody was forgotten since the file was written anew.
const THINNED: &str = "PRAGMA user_version = 2";
const MARK: &str = "PRAGMA user_version";
/// The same as [`super::open::BUSY_TIMEOUT`].
const PATIENT: &str = "PRAGMA busy_timeout = 1000";

/// The longest file that is written anew while people play, in bytes.
const IN_PLAY: i64 = 64 << 20;

/// When a file is wiped, by which it depends how long that may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// Before anybody is served.
    Start,
    /// While people play.
    Play,
}

impl Moment {
    /// The longest file that is written anew, in bytes. A GiB takes about five seconds.
    const fn longest(self) -> i64 {
        match self {
            Moment::Start => i64::MAX,
            Moment::Play => IN_PLAY,
        }
    }
}

/// Notes that a log was deleted. Whoever is forgotten later may have been named in this log alone, so only then is the file written
/// anew: with every start after some thinning it would be for nobody.
pub(super) async fn thinned(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let mark: i64 = sqlx::query_scalar(MARK).fetch_one(&mut *connection).await?;
    if mark == 0 {
        sqlx::query(THINNED).execute(connection).await?;
    }
    Ok(())
}

/// Notes that somebody was forgotten. Whoever asks for that again and again has nothing written anew: either something of theirs
/// `was_there`, or logs were deleted.
pub(super) async fn forgotten(connection: &mut SqliteConnection, was_there: bool) -> Result<(), sqlx::Error> {
    let mark: i64 = sqlx::query_scalar(MARK).fetch_one(&mut *connection).await?;
    if was_there || mark != 0 {
        sqlx::query(UNWIPED).execute(connection).await?;
    }
    Ok(())
}

/// Writes the file anew, if something was forgotten and it is not too long for the moment. Then the write-ahead log is folded in and
/// emptied. Returns whether nothing is left to do at present: `false` while somebody reads in the write-ahead log.
pub(super) async fn wipe(connection: &mut SqliteConnection, moment: Moment) -> Result<bool, sqlx::Error> {
    if leave_checkpoints(&mut *connection).await? {
        return Ok(true);
    }
    let mark: i64 = sqlx::query_scalar(MARK).fetch_one(&mut *connection).await?;
    if mark == 1 {
        let length = length(&mut *connection).await?;
        if length <= moment.longest() {
            if length > IN_PLAY {
                let mib = length >> 20;
                tracing::info!(
                    mib,
                    "writing the database anew, since somebody was forgotten: five seconds for each GiB"
                );
            }
            sqlx::query("VACUUM").execute(&mut *connection).await?;
            sqlx::query(WIPED).execute(&mut *connection).await?;
        }
    }
    // Nobody's choice waits for whoever reads, such as a backup.
    sqlx::query("PRAGMA busy_timeout = 0").execute(&mut *connection).await?;
    let busy: i64 = sqlx::query_scalar("PRAGMA wal_checkpoint(TRUNCATE)")
        .fetch_one(&mut *connection)
        .await?;
    sqlx::query(PATIENT).execute(connection).await?;
    Ok(busy == 0)
}
