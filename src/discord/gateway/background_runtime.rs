//! The background runtime: threads that keep messages up to date, at a lower priority than the threads that answer.
//!
//! With a thousand tables in play, two processors cannot show every change at once. Nobody minds whether a message follows a
//! moment later, but whoever presses a button does mind waiting. So messages have their own runtime, whose threads run at a
//! low priority where the system permits that. These threads get the processor time that answers leave over. A change for
//! which they are late need not be shown: the message skips to the newest state.
//!
//! Computer players think on these threads too (`Settings::thinks_on` of the referee).
//!
//! No answer may depend on work of these threads. So tables are kept on the runtime that keeps the referee. Each runtime also
//! has its own connections to Discord, because a connection is served by the threads that opened it.

use std::io;
use std::time::Duration;

use tokio::runtime::{Builder, Handle, Runtime};

use crate::picture::step_back;

/// The runtime. Dropping it ends its threads, whatever they are doing.
pub(in crate::discord) struct BackgroundRuntime {
    handle: Handle,
    runtime: Option<Runtime>,
}

impl BackgroundRuntime {
    /// Starts as many threads as there are processors.
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

    /// Ends the threads, and waits for that at most `within`. Work in progress is abandoned, and no part of it goes on, except
    /// for what a computer player is thinking: the whole time is waited for that, and nobody hears of it any more.
    pub(in crate::discord) async fn end(mut self, within: Duration) {
        if let Some(runtime) = self.runtime.take() {
            let _ = tokio::task::spawn_blocking(move || runtime.shutdown_timeout(within)).await;
        }
    }

    /// A handle for spawning tasks on the runtime.
    pub(in crate::discord) fn handle(&self) -> Handle {
        self.handle.clone()
    }
}

impl Drop for BackgroundRuntime {
    fn drop(&mut self) {
        // Drop does not wait: it may run on one of the threads that answer.
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
        // A higher number means a lower priority, and this is the highest number.
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
    async fn a_long_thought_holds_up_the_end_for_no_longer_than_is_allowed() {
        let background_runtime = BackgroundRuntime::open().expect("threads");
        let (ends, thought) = std::sync::mpsc::channel::<()>();
        let (begins, begun) = tokio::sync::oneshot::channel();
        background_runtime.handle().spawn_blocking(move || {
            begins.send(()).expect("somebody waits");
            thought.recv()
        });
        begun.await.expect("it has begun");
        background_runtime.end(Duration::from_millis(1)).await;
        assert!(ends.send(()).is_ok(), "it still thinks, and nobody waits for it");
    }

    #[tokio::test]
    async fn it_ends_with_whatever_is_left_undone() {
        let background_runtime = BackgroundRuntime::open().expect("threads");
        let endless = background_runtime.handle().spawn(std::future::pending::<()>());
        drop(background_runtime);
        assert!(endless.await.expect_err("it never ends").is_cancelled());
    }
}
