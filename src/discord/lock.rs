//! Locking what is only held for a moment.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a value. Nothing panics while the lock is held, and a half-done entry would only be looked at again.
pub(super) fn lock<V>(mutex: &Mutex<V>) -> MutexGuard<'_, V> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
