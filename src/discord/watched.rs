//! What the service room asks about the bot: why the bot is not ready, and its gauges.

use std::time::Duration;

use futures_util::future::BoxFuture;
use metrics::gauge;

use super::app::App;
use crate::service::Watched;
use crate::store::StoreError;

/// From this on timers are late.
pub(super) const LATE: Duration = Duration::from_secs(10);
/// How long a write to the store may take.
const PATIENCE: Duration = Duration::from_millis(1500);

impl Watched for App {
    fn reasons(&self) -> BoxFuture<'_, Vec<String>> {
        Box::pin(async {
            let written = tokio::time::timeout(PATIENCE, self.referee.store().probe(self.messages.now())).await;
            let written = written.unwrap_or(Err(StoreError::Busy));
            reasons(self.shard_health.standing(), written, self.referee.timers_late())
        })
    }

    fn measure(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            let (shards, standing) = self.shard_health.standing();
            gauge!("whistle_shards").set(shards as f64);
            gauge!("whistle_shards_connected").set(standing as f64);
            gauge!("whistle_interactions_in_flight").set(self.in_flight.len() as f64);
            self.api.measure();
            self.messages.people().measure();
            self.referee.measure().await;
        })
    }
}

/// Why the bot is not ready: over how many shards of how many people are heard, whether the store could be written, and how
/// late timers are.
fn reasons((shards, standing): (usize, usize), written: Result<(), StoreError>, late: Duration) -> Vec<String> {
    let away = shards.saturating_sub(standing);
    let gateway = (away > 0).then(|| format!("{away} of {shards} shards are not connected to the gateway"));
    let store = written
        .err()
        .map(|error| format!("the store cannot be written: {error}"));
    let timers = (late >= LATE).then(|| format!("timers are late by {} seconds", late.as_secs()));
    [gateway, store, timers].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_has_one_line() {
        let well = (2, 2);
        let none = Vec::<String>::new();
        assert_eq!(reasons(well, Ok(()), Duration::ZERO), none);
        assert_eq!(reasons(well, Ok(()), LATE - Duration::from_millis(1)), none);
        assert_eq!(
            reasons((2, 1), Ok(()), Duration::ZERO),
            ["1 of 2 shards are not connected to the gateway"]
        );
        assert_eq!(
            reasons(well, Err(StoreError::Busy), Duration::ZERO),
            ["the store cannot be written: the database is in use by another process"]
        );
        assert_eq!(reasons(well, Ok(()), LATE), ["timers are late by 10 seconds"]);
        assert_eq!(reasons((1, 0), Err(StoreError::Closed), LATE).len(), 3);
    }
}
