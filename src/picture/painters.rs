//! Threads that draw behind everything else.
//!
//! A picture comes after the words: when many tables move at once, the processor belongs to the answers, and the pictures are
//! drawn in what is left. So the painters are threads of their own, of a low priority where that can be had for a single
//! thread (on Linux), and few. It is not the lowest: messages wait for their pictures, and on a processor that others never
//! leave alone those would hardly come at all. The runtime's own blocking threads would not do: they serve others too, and
//! no thread may raise a priority that it has once given up.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::oneshot;

/// Something to be drawn.
type Work = Box<dyn FnOnce() + Send>;

/// Threads of a low priority that do one work after the other, in the order in which they are asked. They end when this
/// is dropped.
#[derive(Debug)]
pub(super) struct Painters {
    asked: Sender<Work>,
}

/// Nobody did the work: there is no thread, or the work panicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no painter came to an end with it")]
pub(super) struct Unfinished;

impl Painters {
    /// So many painters.
    pub(super) fn new(count: usize) -> Painters {
        let (asked, works) = channel();
        let works = Arc::new(Mutex::new(works));
        for number in 0..count {
            let works = Arc::clone(&works);
            let thread = std::thread::Builder::new().name(format!("painter-{number}"));
            if let Err(error) = thread.spawn(move || paint(&works)) {
                tracing::error!(%error, "there is one painter less");
            }
        }
        Painters { asked }
    }

    /// Has something done. Who no longer waits when its turn comes gets nothing done.
    ///
    /// # Errors
    /// See [`Unfinished`].
    pub(super) async fn done<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Unfinished> {
        let (tell, told) = oneshot::channel();
        let work = Box::new(move || {
            if !tell.is_closed() {
                // Who leaves while it is done does not hear of it.
                let _ = tell.send(work());
            }
        });
        self.asked.send(work).map_err(|_| Unfinished)?;
        told.await.map_err(|_| Unfinished)
    }
}

/// What a painter does all its life.
fn paint(works: &Mutex<Receiver<Work>>) {
    step_back();
    let next = || works.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok(work) = next() {
        // Whoever waits sees by the closed channel that it went wrong; the next work is not to suffer for it.
        let _ = catch_unwind(AssertUnwindSafe(work));
    }
}

/// The priority of a thread that gets a tenth of what those of `own` priority get where all want more than there is, as a nice
/// value; below the last one there is none.
#[cfg(target_os = "linux")]
fn behind(own: i32) -> i32 {
    const STEPS: i32 = 10;
    const LAST: i32 = 19;
    own.saturating_add(STEPS).min(LAST)
}

/// Gives this thread a lower priority than the process was started with, whoever has opened the thread.
#[cfg(target_os = "linux")]
pub(crate) fn step_back() {
    use rustix::process::{getpid, getpriority_process, setpriority_process};
    // Linux, unlike POSIX, counts niceness by threads: the process's number means its first one, and no number means this one.
    let own = getpriority_process(Some(getpid()));
    if let Err(error) = own.and_then(|own| setpriority_process(None, behind(own))) {
        tracing::warn!(%error, "a thread keeps the same priority as all else");
    }
}

/// Elsewhere the priority of a single thread cannot be had without more.
#[cfg(not(target_os = "linux"))]
pub(crate) fn step_back() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn painters_come_last_and_nobody_else_does() {
        let priority = || rustix::process::getpriority_process(None);
        let before = priority().expect("the priority of this thread");
        let painters = Painters::new(1);
        assert_eq!(painters.done(priority).await, Ok(Ok(behind(before))));
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
        let painters = Painters::new(1);
        let panics = || -> u8 { std::panic::panic_any("on purpose") };
        assert_eq!(painters.done(panics).await, Err(Unfinished));
        assert_eq!(painters.done(|| 5).await, Ok(5));
    }

    #[tokio::test]
    async fn what_nobody_waits_for_is_not_done() {
        let painters = Painters::new(1);
        let (go, gate) = channel::<()>();
        let mut first = Box::pin(painters.done(move || gate.recv().is_ok()));
        assert!(futures_util::poll!(&mut first).is_pending());
        let (tell, told) = channel();
        {
            let mut left = Box::pin(painters.done(move || tell.send(())));
            assert!(futures_util::poll!(&mut left).is_pending());
        }
        go.send(()).expect("the painter waits");
        assert!(first.await.expect("done"));
        assert_eq!(painters.done(|| 1).await, Ok(1));
        assert!(told.try_recv().is_err(), "nobody waited for it");
    }

    #[tokio::test]
    async fn without_painters_nothing_is_done() {
        assert_eq!(Painters::new(0).done(|| 1).await, Err(Unfinished));
    }
}
