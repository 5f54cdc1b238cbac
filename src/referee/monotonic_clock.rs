//! A clock that never goes back. If somebody set the system's clock back, computer players and reminders would be as much
//! later, and nobody could hurry them.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::Now;

/// If this clock is further than this ahead of the system's clock, its time counts as wrong.
const FAR: i64 = 24 * 3_600_000;

/// `clock`, but never less than `least` (milliseconds since the epoch). While `clock` is behind the last time told, time
/// goes on at half speed until `clock` has caught up, unless it is behind by more than a day. Jumps ahead are followed.
pub fn monotonic(clock: Now, least: i64) -> Now {
    let passed = Instant::now();
    let passed = move || i64::try_from(passed.elapsed().as_millis()).unwrap_or(i64::MAX);
    hold(clock, least, passed)
}

/// [`monotonic`] by `passed`, the milliseconds since some moment.
fn hold(clock: Now, least: i64, passed: impl Fn() -> i64 + Send + Sync + 'static) -> Now {
    // The last time that the clock itself told, and what had passed by then.
    let held = Mutex::new((least, passed()));
    Arc::new(move || {
        let (told, passed) = (clock(), passed());
        let mut held = held.lock().unwrap_or_else(PoisonError::into_inner);
        let goes_on = held.0.saturating_add(passed.saturating_sub(held.1) / 2);
        if told >= goes_on || goes_on.saturating_sub(told) > FAR {
            *held = (told, passed);
            return told;
        }
        goes_on
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use super::*;

    #[test]
    fn a_clock_that_is_set_back_goes_on_and_one_that_jumps_ahead_is_followed() {
        let told = Arc::new(AtomicI64::new(1000));
        let passed = Arc::new(AtomicI64::new(50));
        let (wall, ticks) = (Arc::clone(&told), Arc::clone(&passed));
        let now = hold(Arc::new(move || wall.load(Ordering::SeqCst)), 0, move || {
            ticks.load(Ordering::SeqCst)
        });
        let at = |wall: i64, ticks: i64| {
            told.store(wall, Ordering::SeqCst);
            passed.store(ticks, Ordering::SeqCst);
            now()
        };
        assert_eq!(at(1000, 50), 1000);
        assert_eq!(at(1020, 70), 1020);
        assert_eq!(at(400, 80), 1025, "set back");
        assert_eq!(at(600, 280), 1125);
        assert_eq!(at(1600, 1280), 1625);
        assert_eq!(at(1650, 1330), 1650, "caught up");
        assert_eq!(at(5000, 1340), 5000, "set ahead, or the machine slept");
        assert_eq!(at(5001, 1341), 5001);
    }

    #[test]
    fn a_start_is_not_before_what_was_noted_last() {
        let now = hold(Arc::new(|| 100), 9000, || 0);
        assert_eq!(now(), 9000);
        assert!(monotonic(Arc::new(|| 100), 9000)() >= 9000);
        let wrong = hold(Arc::new(|| 100), 101 + FAR, || 0);
        assert_eq!(wrong(), 100, "what was noted by a clock that was days ahead");
    }
}
