//! Sessions that are kept in the database of a server, for whichever bot has the shards next.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::time::Duration;

use tokio::time::{sleep, timeout};

use super::relay::Relay;
use super::session::Session;
use crate::store::{KeptSession, KeptSessions};

/// How often the number of the last event is written. The next bot hears once more what has come since.
const EVERY: Duration = Duration::from_millis(250);
/// How long a bot that starts waits for the database.
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
        if let Err(error) = kept.keep(&new, &known).await {
            tracing::debug!(%error, "sessions are not kept");
            self.0.clear();
            return;
        }
        let written = new.into_iter().chain(known);
        self.0.extend(written.map(|session| (session.shard, session)));
    }
}

/// For ever keeps the sessions of this bot's shards.
pub(in crate::discord) async fn keep(kept: Option<KeptSessions>, relay: &Relay) -> Infallible {
    let Some(kept) = kept else {
        return std::future::pending().await;
    };
    let mut noted = Noted::default();
    loop {
        sleep(EVERY).await;
        noted.write(&kept, relay.sessions()).await;
    }
}

/// Leaves the sessions to the next bot: they are not ended at Discord. Nothing more is heard.
pub(in crate::discord) async fn leave(kept: &KeptSessions, relay: &Relay) {
    let sessions = relay.stop().await;
    Noted::default().write(kept, sessions).await;
}
