//! Interactions that were passed on to serenity, and that no handler has in hand yet.
//!
//! serenity handles each event in a task of its own. So between a frame and its handler lies a moment in which nobody else
//! knows of the interaction. Whoever hands the session over waits for that moment to pass. An interaction by HTTP is confirmed
//! only after it.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, timeout};

/// An event that serenity cannot parse never comes to a handler.
const FORGOTTEN: Duration = Duration::from_secs(3);

/// The interactions, in the order in which they came: one that is delivered twice stands here twice. Clones share them.
#[derive(Clone, Default)]
pub(in crate::discord) struct Passed(watch::Sender<Vec<OnItsWay>>);

/// A delivery that was passed on.
struct OnItsWay {
    interaction: u64,
    since: Instant,
    /// The frame that brought it, if another bot may want that.
    frame: Option<String>,
    /// Whether another bot may have answered it already.
    may_be_answered: bool,
}

impl Passed {
    /// An interaction is about to be passed on, in the `frame` that brought it if another bot may want that.
    pub(in crate::discord) fn on(&self, interaction: u64, frame: Option<&str>, may_be_answered: bool) {
        let since = Instant::now();
        let on_its_way = OnItsWay {
            interaction,
            since,
            frame: frame.map(str::to_owned),
            may_be_answered,
        };
        self.0.send_modify(|passed| {
            passed.retain(|on_its_way| since.duration_since(on_its_way.since) < FORGOTTEN);
            passed.push(on_its_way);
        });
    }

    /// What `of` says of the first delivery of an interaction that no handler has in hand.
    fn first<T>(&self, interaction: u64, of: impl FnOnce(&OnItsWay) -> T) -> Option<T> {
        let passed = self.0.borrow();
        let mut deliveries = passed.iter();
        deliveries.find(|delivery| delivery.interaction == interaction).map(of)
    }

    /// The frame that brought an interaction, if it was kept and no handler has it in hand.
    pub(super) fn frame(&self, interaction: u64) -> Option<String> {
        self.first(interaction, |delivery| delivery.frame.clone())?
    }

    /// Whether another bot may have answered an interaction that no handler has in hand.
    pub(super) fn may_be_answered(&self, interaction: u64) -> bool {
        self.first(interaction, |delivery| delivery.may_be_answered) == Some(true)
    }

    /// A handler has taken a delivery of an interaction in hand.
    pub(in crate::discord) fn taken(&self, interaction: u64) {
        self.0.send_if_modified(|passed| {
            let first = passed.iter().position(|delivery| delivery.interaction == interaction);
            first.map(|first| passed.remove(first)).is_some()
        });
    }

    /// Resolves when handlers have taken all deliveries of an interaction in hand.
    pub(super) async fn is_taken(&self, interaction: u64) {
        let is_taken = |passed: &Vec<OnItsWay>| passed.iter().all(|delivery| delivery.interaction != interaction);
        let mut passed = self.0.subscribe();
        let _ = passed.wait_for(is_taken).await;
    }

    /// Waits until handlers have all of them in hand, but not for ever. Returns whether they have.
    pub(in crate::discord) async fn all_taken(&self, within: Duration) -> bool {
        let mut passed = self.0.subscribe();
        timeout(within, passed.wait_for(Vec::is_empty)).await.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_was_passed_on_is_waited_for_until_it_is_taken() {
        let (passed, begun) = (Passed::default(), Instant::now());
        assert!(passed.all_taken(Duration::from_secs(9)).await);
        assert_eq!(begun.elapsed(), Duration::ZERO, "there is nothing");
        passed.on(1, None, false);
        passed.on(2, None, false);
        passed.taken(2);
        let taking = passed.clone();
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_secs(1)).await;
            taking.taken(1);
        });
        passed.all_taken(Duration::from_secs(9)).await;
        assert_eq!(begun.elapsed(), Duration::from_secs(1));
    }

    #[tokio::test]
    async fn whoever_takes_one_delivery_leaves_the_frame_to_the_other() {
        let passed = Passed::default();
        passed.on(1, Some("frame"), false);
        passed.on(1, Some("frame"), true);
        assert!(!passed.may_be_answered(1));
        passed.taken(1);
        assert_eq!(
            passed.frame(1).as_deref(),
            Some("frame"),
            "the other may be on its way for long"
        );
        assert!(passed.may_be_answered(1));
        assert!(!passed.all_taken(Duration::ZERO).await);
        passed.taken(1);
        passed.is_taken(1).await;
        assert_eq!((passed.frame(1), passed.may_be_answered(1)), (None, false));
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_never_taken_holds_nothing_up_for_ever() {
        let (passed, begun) = (Passed::default(), Instant::now());
        passed.on(1, None, false);
        assert!(!passed.all_taken(Duration::from_millis(200)).await);
        assert_eq!(begun.elapsed(), Duration::from_millis(200));
        tokio::time::sleep(FORGOTTEN).await;
        passed.on(2, None, false);
        passed.taken(2);
        passed.all_taken(Duration::from_secs(9)).await;
        assert!(begun.elapsed() < Duration::from_secs(4), "it is forgotten");
    }
}
