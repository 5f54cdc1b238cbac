//! Interactions that were passed on to serenity, and that no handler has in hand yet.
//!
//! serenity handles each event in a task of its own. So between a frame and its handler lies a moment in which nobody else
//! knows of the interaction. Whoever hands the session over waits for that moment to pass. An interaction by HTTP is confirmed
//! only after it.

use std::collections::HashMap;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, timeout};

/// An event that serenity cannot parse never comes to a handler.
const FORGOTTEN: Duration = Duration::from_secs(3);

/// The interactions, when each of them was passed on, and the frame that brought it, if it was kept. Clones share them.
#[derive(Clone, Default)]
pub(in crate::discord) struct Passed(watch::Sender<HashMap<u64, (Instant, Option<String>)>>);

impl Passed {
    /// An interaction is about to be passed on.
    pub(super) fn on(&self, interaction: u64) {
        self.insert(interaction, None);
    }

    /// The same for an interaction that another bot may want in the frame that brought it.
    pub(super) fn on_with(&self, interaction: u64, frame: &str) {
        self.insert(interaction, Some(frame.to_owned()));
    }

    fn insert(&self, interaction: u64, frame: Option<String>) {
        let now = Instant::now();
        self.0.send_modify(|passed| {
            passed.retain(|_, (at, _)| now.duration_since(*at) < FORGOTTEN);
            passed.insert(interaction, (now, frame));
        });
    }

    /// The frame that brought an interaction, if it was kept and no handler has it in hand.
    pub(super) fn frame(&self, interaction: u64) -> Option<String> {
        self.0.borrow().get(&interaction)?.1.clone()
    }

    /// A handler has taken an interaction in hand.
    pub(in crate::discord) fn taken(&self, interaction: u64) {
        self.0.send_if_modified(|passed| passed.remove(&interaction).is_some());
    }

    /// Resolves when a handler has taken an interaction in hand.
    pub(super) async fn is_taken(&self, interaction: u64) {
        let mut passed = self.0.subscribe();
        let _ = passed.wait_for(|passed| !passed.contains_key(&interaction)).await;
    }

    /// Waits until handlers have all of them in hand, but not for ever.
    pub(in crate::discord) async fn all_taken(&self, within: Duration) {
        let mut passed = self.0.subscribe();
        let _ = timeout(within, passed.wait_for(HashMap::is_empty)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_was_passed_on_is_waited_for_until_it_is_taken() {
        let (passed, begun) = (Passed::default(), Instant::now());
        passed.all_taken(Duration::from_secs(9)).await;
        assert_eq!(begun.elapsed(), Duration::ZERO, "there is nothing");
        passed.on(1);
        passed.on(2);
        passed.taken(2);
        let taking = passed.clone();
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_secs(1)).await;
            taking.taken(1);
        });
        passed.all_taken(Duration::from_secs(9)).await;
        assert_eq!(begun.elapsed(), Duration::from_secs(1));
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_never_taken_holds_nothing_up_for_ever() {
        let (passed, begun) = (Passed::default(), Instant::now());
        passed.on(1);
        passed.all_taken(Duration::from_millis(200)).await;
        assert_eq!(begun.elapsed(), Duration::from_millis(200));
        tokio::time::sleep(FORGOTTEN).await;
        passed.on(2);
        passed.taken(2);
        passed.all_taken(Duration::from_secs(9)).await;
        assert!(begun.elapsed() < Duration::from_secs(4), "it is forgotten");
    }
}
