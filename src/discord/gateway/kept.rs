//! Sessions that are kept in the database of a server, for whichever bot has the shards next.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use super::passed::Passed;
use super::relay::Relay;
use super::session::Session;
use crate::store::{KeptSession, KeptSessions};

/// How often the number of the last event is written, which was the last one two of these times ago. The next bot hears once more what
/// has come since.
const EVERY: Duration = Duration::from_millis(250);
/// How long a bot waits for the database.
const PATIENCE: Duration = Duration::from_secs(5);

/// These sessions, or else those that the bot before has left in the database.
pub(in crate::discord) async fn or_left(sessions: Vec<Session>, kept: Option<KeptSessions>) -> Vec<Session> {
    let Some(kept) = kept.filter(|_| sessions.is_empty()) else {
        return sessions;
    };
    match timeout(PATIENCE, kept.read()).await {
        Ok(Ok(kept)) => kept.iter().filter_map(Session::of_kept).collect(),
        Ok(Err(error)) => {
            tracing::warn!(%error, "the sessions of the bot before cannot be read");
            Vec::new()
        }
        Err(_) => Vec::new(),
    }
}

/// How often all is written anew, so that a session of which nothing comes is known to be alive.
const REFRESH: Duration = Duration::from_secs(30);

/// What the database knows of the sessions.
#[derive(Default)]
struct Noted(BTreeMap<u32, KeptSession>);

impl Noted {
    /// Writes what the database does not know yet. What could not be written is written the next time.
    async fn write(&mut self, kept: &KeptSessions, sessions: Vec<Session>) {
        let sessions: Vec<KeptSession> = sessions.into_iter().filter_map(Session::kept).collect();
        let is_known = |session: &KeptSession| {
            let noted = self.0.get(&session.shard);
            noted.is_some_and(|noted| noted.session == session.session)
        };
        let changed = sessions
            .into_iter()
            .filter(|session| self.0.get(&session.shard) != Some(session));
        let (known, new): (Vec<KeptSession>, Vec<KeptSession>) = changed.partition(is_known);
        match kept.keep(&new, &known).await {
            Ok(true) => {
                let written = new.into_iter().chain(known);
                self.0.extend(written.map(|session| (session.shard, session)));
            }
            Ok(false) => self.0.clear(),
            Err(error) => {
                tracing::debug!(%error, "sessions are not kept");
                self.0.clear();
            }
        }
    }
}

/// For ever keeps the sessions of this bot's shards.
pub(in crate::discord) async fn keep(kept: Option<KeptSessions>, relay: &Relay) -> Infallible {
    let Some(kept) = kept else {
        return std::future::pending().await;
    };
    let (mut noted, mut since) = (Noted::default(), Instant::now());
    // What was passed on a moment ago may be in nobody's hand yet: the next bot would never hear of it.
    let mut before = [Vec::new(), Vec::new()];
    loop {
        sleep(EVERY).await;
        if since.elapsed() >= REFRESH {
            (noted, since) = (Noted::default(), Instant::now());
        }
        let [oldest, newer] = before;
        before = [newer, relay.sessions()];
        if timeout(PATIENCE, noted.write(&kept, oldest)).await.is_err() {
            noted = Noted::default();
        }
    }
}

/// Leaves the sessions to the next bot: they are not ended at Discord. Nothing more is heard. If not all that was heard is in hand
/// soon, what was kept before stands, so that the next bot hears of that.
pub(in crate::discord) async fn leave(kept: &KeptSessions, relay: &Relay, passed: &Passed, within: Duration) {
    let sessions = relay.stop().await;
    if passed.all_taken(within).await {
        let _ = timeout(within, Noted::default().write(kept, sessions)).await;
    }
}
