//! Which threads were opened recently: whoever presses the offer of a thread twice gets the same thread.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// The threads that were opened recently, by the message that offered them.
#[derive(Default)]
pub(super) struct Threads(Mutex<VecDeque<(u64, u64)>>);

impl Threads {
    /// How many are remembered. A second press comes right after the first.
    const LATELY: usize = 1_000;

    pub(super) fn opened(&self, offer: u64) -> Option<u64> {
        let lately = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lately.iter().find(|(by, _)| *by == offer).map(|(_, thread)| *thread)
    }

    pub(super) fn note(&self, offer: u64, thread: u64) {
        let mut lately = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lately.truncate(Self::LATELY - 1);
        lately.push_front((offer, thread));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_found_by_the_message_that_offered_it() {
        let threads = Threads::default();
        for offer in 0..=Threads::LATELY as u64 {
            threads.note(offer, 10_000 + offer);
        }
        assert_eq!(threads.opened(0), None, "long ago");
        assert_eq!(threads.opened(1), Some(10_001));
        assert_eq!(threads.opened(9_999), None);
    }
}
