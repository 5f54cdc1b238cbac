//! Which threads were opened recently: whoever presses the offer of a thread twice gets the same thread.

use moka::policy::EvictionPolicy;
use moka::sync::Cache;

/// How many are remembered. A second press comes right after the first.
const LATELY: u64 = 1_000;

/// The threads that were opened recently, by the message that offered them.
pub(super) type Threads = Cache<u64, u64>;

/// No threads yet.
pub(super) fn none() -> Threads {
    let cache = Cache::builder().eviction_policy(EvictionPolicy::lru());
    cache.max_capacity(LATELY).build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_found_by_the_message_that_offered_it() {
        let threads = none();
        for offer in 0..=LATELY {
            threads.insert(offer, 10_000 + offer);
        }
        threads.run_pending_tasks();
        assert_eq!(threads.get(&0), None, "long ago");
        assert_eq!(threads.get(&1), Some(10_001));
        assert_eq!(threads.get(&9_999), None);
    }
}
