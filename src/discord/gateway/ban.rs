//! A ban: Discord blocks an address for an hour to a day after too many refused requests (docs/DISCORD.md, "Bans").
//!
//! A request during the ban may prolong it. So the bot waits until the ban is over, and logs it once. It writes the end of
//! the ban to a file beside the database, so that a restart causes no request. The ban belongs to this computer's address and
//! not to the games, so no backup carries it elsewhere.

use std::path::{Path, PathBuf};
use std::time::Duration;

use poise::serenity_prelude::Timestamp;

use crate::referee::Now;

/// A wait of at least this length means a ban; a rate limit passes sooner.
pub(in crate::discord) const LEAST: Duration = Duration::from_secs(60);
/// No ban lasts longer. A file that says otherwise was written by a wrong clock.
const MOST: Duration = Duration::from_secs(24 * 60 * 60);

/// Two bans whose ends are closer than this, in milliseconds, are one ban.
const SAME_MS: u64 = 30_000;

/// What is known of a ban.
#[derive(Clone)]
pub(in crate::discord) struct Ban {
    /// The file with the end of the ban, in milliseconds since the epoch.
    file: PathBuf,
    /// The wall clock: a ban outlasts the process.
    now: Now,
}

impl Ban {
    /// The ban of the bot that uses this database.
    pub(in crate::discord) fn beside(database: &Path, now: Now) -> Ban {
        let mut file = database.as_os_str().to_owned();
        file.push("-ban");
        Ban { file: file.into(), now }
    }

    /// Discord has asked to wait for `after`: writes the end of the ban to the file, and logs the ban if it is new. Returns
    /// its end.
    pub(in crate::discord) fn note(&self, after: Duration) -> i64 {
        let until = (self.now)().saturating_add(millis(after.min(MOST)));
        // Requests that were on their way already get the same response.
        let known = self.until().filter(|known| known.abs_diff(until) < SAME_MS);
        if let Some(known) = known {
            return known;
        }
        if let Err(error) = std::fs::write(&self.file, until.to_string()) {
            tracing::warn!(%error, "could not note until when Discord shuts this address out");
        }
        say(until);
        until
    }

    /// Waits out a ban that an earlier run wrote down, if it still lasts.
    pub(in crate::discord) async fn wait_for_earlier(&self) {
        if let Some(until) = self.until().filter(|until| *until > (self.now)()) {
            say(until);
            self.wait(until).await;
        }
    }

    /// Waits until a ban is over.
    pub(in crate::discord) async fn wait(&self, until: i64) {
        let left = until.saturating_sub((self.now)());
        tokio::time::sleep(Duration::from_millis(left.max(0).unsigned_abs()).min(MOST)).await;
        // If the file cannot be removed, the ban is over all the same.
        let _ = std::fs::remove_file(&self.file);
    }

    /// The end of the ban that is written down.
    fn until(&self) -> Option<i64> {
        std::fs::read_to_string(&self.file).ok()?.trim().parse().ok()
    }
}

/// The end of a ban that the bot of this database has written down and that still lasts, in milliseconds since the epoch.
pub fn banned_until(database: &Path, now: Now) -> Option<i64> {
    let ban = Ban::beside(database, now);
    ban.until().filter(|until| *until > (ban.now)())
}

fn millis(time: Duration) -> i64 {
    time.as_millis().try_into().unwrap_or(i64::MAX)
}

fn say(until: i64) {
    let until = Timestamp::from_unix_timestamp(until / 1000).unwrap_or_default();
    tracing::warn!(
        %until,
        "Discord has shut out this computer's address for a while; the bot waits until then and goes on by itself, and a \
         restart changes nothing"
    );
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::time::Instant;

    use super::*;

    const HOUR: Duration = Duration::from_secs(60 * 60);

    /// A wall clock that follows tokio's paused clock.
    fn now() -> Now {
        let begun = Instant::now();
        Arc::new(move || 1_700_000_000_000 + millis(begun.elapsed()))
    }

    #[tokio::test(start_paused = true)]
    async fn a_ban_is_remembered_over_a_restart_and_forgotten_when_it_is_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("whistle.db");
        let (begun, now) = (Instant::now(), now());
        let first = Ban::beside(&database, Arc::clone(&now));
        first.wait_for_earlier().await;
        assert_eq!(begun.elapsed(), Duration::ZERO, "nothing is known of a ban");
        first.note(HOUR);
        tokio::time::sleep(HOUR / 4).await;
        let second = Ban::beside(&database, Arc::clone(&now));
        second.wait_for_earlier().await;
        assert!(begun.elapsed() >= HOUR && begun.elapsed() < HOUR + Duration::from_secs(1));
        let over = Instant::now();
        Ban::beside(&database, now).wait_for_earlier().await;
        assert_eq!(over.elapsed(), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn a_ban_is_one_however_many_requests_were_on_their_way_and_a_later_one_is_another() {
        let folder = tempfile::tempdir().expect("a folder");
        let ban = Ban::beside(&folder.path().join("whistle.db"), now());
        let first = ban.note(HOUR);
        tokio::time::sleep(Duration::from_secs(2)).await;
        let left = HOUR - Duration::from_secs(1);
        assert_eq!(ban.note(left), first, "it was told with the seconds rounded");
        let second = ban.note(2 * HOUR);
        assert_eq!(second - first, millis(HOUR + Duration::from_secs(2)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_ban_that_cannot_be_noted_is_waited_out_all_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        let ban = Ban::beside(&folder.path().join("nowhere").join("whistle.db"), now());
        let begun = Instant::now();
        ban.wait(ban.note(HOUR)).await;
        assert!(begun.elapsed() >= HOUR);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_no_moment_is_no_ban_and_none_lasts_longer_than_a_day() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("whistle.db");
        let ban = Ban::beside(&database, now());
        for nonsense in ["", "soon", "-5", "1e9", "\u{0}"] {
            std::fs::write(&ban.file, nonsense).expect("it is written");
            let begun = Instant::now();
            ban.wait_for_earlier().await;
            assert_eq!(begun.elapsed(), Duration::ZERO, "{nonsense:?}");
        }
        std::fs::write(&ban.file, i64::MAX.to_string()).expect("it is written");
        let begun = Instant::now();
        ban.wait_for_earlier().await;
        assert!(begun.elapsed() >= MOST && begun.elapsed() < MOST + Duration::from_secs(1));
    }
}
