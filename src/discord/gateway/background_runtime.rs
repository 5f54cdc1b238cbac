//! Threads on which messages are brought up to date, behind those that answer.
//!
//! With a thousand tables in play there is more to show than two processors can show at once, and nobody minds whether a
//! message follows a moment later. Whoever presses a button does mind. So messages have a runtime of their own, whose threads
//! have a low priority where that can be had: they get what the answers leave over, and each change that they are late for
//! is one that they need not show.
//!
//! Nothing that an answer waits for may be left to them: a table is kept by whoever keeps the referee, and each of the two
//! has connections of its own to Discord, for a connection is served by the threads that opened it.

use std::io;
use std::time::Duration;

use tokio::runtime::{Builder, Handle, Runtime};

use crate::picture::step_back;

/// The threads. They end when this is dropped, whatever they are at.
pub(in crate::discord) struct BackgroundRuntime {
    handle: Handle,
    runtime: Option<Runtime>,
}

impl BackgroundRuntime {
    /// As many threads as there are processors.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub(in crate::discord) fn open() -> io::Result<BackgroundRuntime> {
        let mut builder = Builder::new_multi_thread();
        builder
            .enable_all()
            .thread_name("background")
            .on_thread_start(step_back);
        let runtime = builder.build()?;
        Ok(BackgroundRuntime {
            handle: runtime.handle().clone(),
            runtime: Some(runtime),
        })
    }

    /// Ends the threads, and waits for them so long: what is under way there is left as it is, and nothing of it goes on.
    pub(in crate::discord) async fn end(mut self, within: Duration) {
        if let Some(runtime) = self.runtime.take() {
            let _ = tokio::task::spawn_blocking(move || runtime.shutdown_timeout(within)).await;
        }
    }

    /// Where to have something done.
    pub(in crate::discord) fn handle(&self) -> Handle {
        self.handle.clone()
    }
}

impl Drop for BackgroundRuntime {
    fn drop(&mut self) {
        // Nobody waits for it here: whoever drops it may be one of the threads that answer.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn those_who_bring_messages_come_behind_those_who_answer() {
        let priority = || rustix::process::getpriority_process(None).expect("the priority of this thread");
        let before = priority();
        let background_runtime = BackgroundRuntime::open().expect("threads");
        let there = background_runtime.handle().spawn(async move { priority() }).await;
        // A higher number comes later, and after the last one comes none.
        const LAST: i32 = 19;
        let there = there.expect("no panic");
        assert!(there > before || before == LAST, "{there} after {before}");
        assert_eq!(priority(), before);
    }

    #[tokio::test]
    async fn nothing_goes_on_once_it_has_ended() {
        let background_runtime = BackgroundRuntime::open().expect("threads");
        let (saying, mut said) = tokio::sync::mpsc::unbounded_channel();
        background_runtime.handle().spawn(async move {
            while saying.send(()).is_ok() {
                tokio::task::yield_now().await;
            }
        });
        said.recv().await.expect("it has begun");
        background_runtime.end(Duration::from_secs(60)).await;
        while said.try_recv().is_ok() {}
        assert!(said.recv().await.is_none(), "who spoke is gone");
    }

    #[tokio::test]
    async fn it_ends_with_whatever_is_left_undone() {
        let background_runtime = BackgroundRuntime::open().expect("threads");
        let endless = background_runtime.handle().spawn(std::future::pending::<()>());
        drop(background_runtime);
        assert!(endless.await.expect_err("it never ends").is_cancelled());
    }
}
