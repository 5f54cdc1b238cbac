//! Threads that draw at a lower priority than everything else.
//!
//! A picture comes after the words: when many tables move at once, the answers get the processor first, and the pictures are
//! drawn in the time that is left. So the pool is a few threads of their own, with a low priority where a single thread
//! can have one (on Linux). The priority is not the lowest: messages wait for their pictures, and on a busy processor those
//! would then hardly ever be drawn. The runtime's own blocking threads are unsuitable: they serve others too, and a thread
//! that has once lowered its priority may not raise it again.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::oneshot;

/// A drawing to be done.
type Work = Box<dyn FnOnce() + Send>;

/// Threads of a low priority that do their works in the order in which they were asked. The threads end when this is
/// dropped.
#[derive(Debug)]
pub(super) struct RenderPool {
    asked: Sender<Work>,
}

/// The work was not done: there is no thread, or the work panicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no painter came to an end with it")]
pub(super) struct Unfinished;

impl RenderPool {
    /// Starts this many threads.
    pub(super) fn new(count: usize) -> RenderPool {
        let (asked, works) = channel();
        let works = Arc::new(Mutex::new(works));
        for number in 0..count {
            let works = Arc::clone(&works);
            let thread = std::thread::Builder::new().name(format!("painter-{number}"));
            if let Err(error) = thread.spawn(move || draw(&works)) {
                tracing::error!(%error, "there is one painter less");
            }
        }
        RenderPool { asked }
    }

    /// Has a work done. The work is skipped when nobody waits for it any more as its turn comes.
    ///
    /// # Errors
    /// See [`Unfinished`].
    pub(super) async fn done<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Unfinished> {
        let (tell, told) = oneshot::channel();
        let waiting = || metrics::gauge!("whistle_pictures_waiting");
        let work = Box::new(move || {
            waiting().decrement(1);
            if !tell.is_closed() {
                // Ignores a caller who stopped waiting while the work was done.
                let _ = tell.send(work());
            }
        });
        waiting().increment(1);
        if self.asked.send(work).is_err() {
            waiting().decrement(1);
            return Err(Unfinished);
        }
        told.await.map_err(|_| Unfinished)
    }
}

/// The loop of a thread.
fn draw(works: &Mutex<Receiver<Work>>) {
    step_back();
    let next = || works.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok(work) = next() {
        // The closed channel tells the caller of the panic; the next work must not suffer from it.
        let _ = catch_unwind(AssertUnwindSafe(work));
    }
}

/// The nice value of a thread that gets a tenth of the processor time of threads with the value `own`, where all want more
/// than there is; at most the last nice value.
#[cfg(target_os = "linux")]
fn behind(own: i32) -> i32 {
    const STEPS: i32 = 10;
    const LAST: i32 = 19;
    own.saturating_add(STEPS).min(LAST)
}

/// Gives the current thread a lower priority than the process was started with, whichever thread spawned it.
#[cfg(target_os = "linux")]
pub(crate) fn step_back() {
    use rustix::process::{getpid, getpriority_process, setpriority_process};
    // Linux, unlike POSIX, counts niceness by threads: the process's number means its first thread, and no number this one.
    let own = getpriority_process(Some(getpid()));
    if let Err(error) = own.and_then(|own| setpriority_process(None, behind(own))) {
        tracing::warn!(%error, "a thread keeps the same priority as all else");
    }
}

/// On other systems, setting the priority of a single thread would take more.
#[cfg(not(target_os = "linux"))]
pub(crate) fn step_back() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn threads_of_the_pool_come_last_and_nobody_else_does() {
        let priority = || rustix::process::getpriority_process(None);
        let before = priority().expect("the priority of this thread");
        let pool = RenderPool::new(1);
        assert_eq!(pool.done(priority).await, Ok(Ok(behind(before))));
        assert_eq!(priority(), Ok(before));
        let other = tokio::task::spawn_blocking(priority).await.expect("no panic");
        assert_eq!(other, Ok(before));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn whoever_steps_back_comes_later_than_the_process_whatever_its_own_priority() {
        assert!((-20..19).all(|own| behind(own) > own));
        assert_eq!(behind(19), 19, "nobody comes later than the last");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn who_is_opened_by_one_that_stepped_back_is_no_further_back() {
        let priority = || rustix::process::getpriority_process(None).expect("the priority of this thread");
        let behind_once = behind(priority());
        let twice = std::thread::spawn(move || {
            step_back();
            let other = std::thread::spawn(move || {
                step_back();
                priority()
            });
            (priority(), other.join().expect("no panic"))
        });
        assert_eq!(twice.join().expect("no panic"), (behind_once, behind_once));
    }

    #[tokio::test]
    async fn one_work_that_panics_takes_no_other_along() {
        let pool = RenderPool::new(1);
        let panics = || -> u8 { std::panic::panic_any("on purpose") };
        assert_eq!(pool.done(panics).await, Err(Unfinished));
        assert_eq!(pool.done(|| 5).await, Ok(5));
    }

    #[tokio::test]
    async fn what_nobody_waits_for_is_not_done() {
        let pool = RenderPool::new(1);
        let (go, gate) = channel::<()>();
        let mut first = Box::pin(pool.done(move || gate.recv().is_ok()));
        assert!(futures_util::poll!(&mut first).is_pending());
        let (tell, told) = channel();
        {
            let mut left = Box::pin(pool.done(move || tell.send(())));
            assert!(futures_util::poll!(&mut left).is_pending());
        }
        go.send(()).expect("the thread waits");
        assert!(first.await.expect("done"));
        assert_eq!(pool.done(|| 1).await, Ok(1));
        assert!(told.try_recv().is_err(), "nobody waited for it");
    }

    #[tokio::test]
    async fn without_threads_nothing_is_done() {
        assert_eq!(RenderPool::new(0).done(|| 1).await, Err(Unfinished));
    }
}
