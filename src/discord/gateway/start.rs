//! What the start needs from Discord. It asks patiently, because a bot that exits and is started again and again makes things
//! worse.

use std::time::Duration;

use reqwest::Method;
use serde_json::Value;
use tokio::time::{Instant, sleep};

use super::ban::{self, Ban};
use crate::discord::config::RunError;
use crate::discord::http::{Api, Failure};

/// For how many times [`Asking::retry_every`] to try; with the usual setting, two minutes.
const PATIENCE: u32 = 120;
/// The longest pause between two tries, in the same unit.
const LONGEST_PAUSE: u32 = 16;

/// Something that the start needs from Discord.
pub(in crate::discord) struct Asking<'a> {
    pub(in crate::discord) what: &'static str,
    pub(in crate::discord) method: Method,
    pub(in crate::discord) path: &'a str,
    pub(in crate::discord) body: Option<&'a Value>,
    /// The pause before the second try; each further pause is twice as long.
    pub(in crate::discord) retry_every: Duration,
}

impl Asking<'_> {
    /// Asks for it: for two minutes if Discord cannot be reached, and for as long as Discord asks to wait.
    pub(in crate::discord) async fn ask(&self, api: &Api, ban: &Ban) -> Result<Value, RunError> {
        // Not backon: after a ban the patience begins anew.
        let mut until = Instant::now() + self.retry_every * PATIENCE;
        let mut pause = self.retry_every;
        loop {
            let failure = match api.call(self.method.clone(), self.path, self.body).await {
                Ok(reply) => return Ok(reply.body()),
                Err(failure) => failure,
            };
            let wait = match &failure {
                Failure::Limited { after, .. } if *after >= ban::LEAST => {
                    ban.wait(ban.note(*after)).await;
                    until = Instant::now() + self.retry_every * PATIENCE;
                    continue;
                }
                // If the bot gave up here, it would be started again and ask sooner than it may.
                Failure::Limited { after, .. } => (*after).max(pause),
                Failure::Unreachable(_) if Instant::now() < until => pause,
                _ => return Err(self.given_up(failure)),
            };
            tracing::warn!(what = self.what, %failure, "trying again");
            sleep(wait).await;
            pause = (pause * 2).min(self.retry_every * LONGEST_PAUSE);
        }
    }

    fn given_up(&self, failure: Failure) -> RunError {
        match failure {
            Failure::Unreachable(why) => RunError::Unreachable(why),
            Failure::Refused { status: 401, .. } => RunError::Token,
            Failure::Refused { status: 400, .. } => RunError::Refused {
                what: self.what,
                why: failure.to_string(),
            },
            failure => RunError::start(self.what, failure),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::path::Path;
    use std::sync::{Arc, Mutex};

    use futures_util::FutureExt;
    use futures_util::future::BoxFuture;
    use serde_json::json;

    use super::*;
    use crate::discord::governor::BucketReport;
    use crate::discord::http::Server;

    /// Gives its responses one after another, and then none; notes when it was asked.
    #[derive(Default)]
    struct Scripted {
        answers: Mutex<VecDeque<(u16, Value)>>,
        asked: Mutex<Vec<Instant>>,
    }

    impl Scripted {
        fn of(answers: impl IntoIterator<Item = (u16, Value)>) -> Arc<Scripted> {
            Arc::new(Scripted {
                answers: Mutex::new(answers.into_iter().collect()),
                asked: Mutex::default(),
            })
        }

        fn asked(&self) -> Vec<Instant> {
            self.asked.lock().expect("nobody panicked").clone()
        }
    }

    impl Server for Scripted {
        fn take(
            &self,
            _: &Method,
            _: &str,
            _: Option<&Value>,
            _: Option<&[u8]>,
        ) -> BoxFuture<'static, Option<(u16, Value, Option<BucketReport>)>> {
            self.asked.lock().expect("nobody panicked").push(Instant::now());
            let answer = self.answers.lock().expect("nobody panicked").pop_front();
            async move { answer.map(|(status, body)| (status, body, None)) }.boxed()
        }
    }

    fn ban(folder: &Path) -> Ban {
        let begun = Instant::now();
        let now = move || 1_700_000_000_000 + begun.elapsed().as_millis() as i64;
        Ban::beside(&folder.join("whistle.db"), Arc::new(now))
    }

    async fn start(server: &Arc<Scripted>, ban: &Ban) -> Result<Value, RunError> {
        let api = Api::played(Arc::<Scripted>::clone(server), 1);
        let asking = Asking {
            what: "asking for the gateway",
            method: Method::GET,
            path: "/gateway/bot",
            body: None,
            retry_every: Duration::from_secs(1),
        };
        asking.ask(&api, ban).await
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_cannot_be_reached_is_tried_for_two_minutes_with_longer_and_longer_pauses() {
        let folder = tempfile::tempdir().expect("a folder");
        let (server, begun) = (Scripted::of([]), Instant::now());
        let error = start(&server, &ban(folder.path())).await.expect_err("nobody answers");
        assert!(matches!(error, RunError::Unreachable(_)), "{error}");
        let tried = begun.elapsed();
        assert!(
            tried >= Duration::from_secs(120) && tried < Duration::from_secs(140),
            "{tried:?}"
        );
        let asked = server.asked();
        let pauses: Vec<_> = asked.windows(2).map(|two| two[1] - two[0]).collect();
        assert!(
            pauses.is_sorted() && (8..20).contains(&pauses.len()),
            "it does not knock every second: {pauses:?}"
        );

        let server = Scripted::of(
            (0..9)
                .map(|_| (503, Value::Null))
                .chain([(200, json!({ "shards": 1 }))]),
        );
        let answer = start(&server, &ban(folder.path())).await.expect("it is there again");
        assert_eq!((&answer["shards"], server.asked().len()), (&json!(1), 10));
    }

    #[tokio::test(start_paused = true)]
    async fn a_short_limit_never_ends_a_start() {
        let folder = tempfile::tempdir().expect("a folder");
        let limited = (0..30).map(|_| (429, json!({ "retry_after": 20.0, "global": false })));
        let server = Scripted::of(limited.chain([(200, json!({}))]));
        let begun = Instant::now();
        assert!(start(&server, &ban(folder.path())).await.is_ok());
        assert!(begun.elapsed() >= Duration::from_secs(30 * 20));
    }

    #[tokio::test(start_paused = true)]
    async fn a_ban_is_waited_out_and_nobody_knocks_meanwhile() {
        let folder = tempfile::tempdir().expect("a folder");
        let banned = (429, json!({ "retry_after": 3600.0, "global": true }));
        let server = Scripted::of([banned, (200, json!({}))]);
        assert!(start(&server, &ban(folder.path())).await.is_ok());
        let asked = server.asked();
        assert_eq!(asked.len(), 2);
        assert!(asked[1] - asked[0] >= Duration::from_secs(3600));
    }

    #[tokio::test(start_paused = true)]
    async fn what_another_try_would_not_change_ends_a_start_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let rows = [
            (401, json!({ "code": 0, "message": "401: Unauthorized" })),
            (400, json!({ "code": 50035, "message": "Invalid Form Body" })),
        ];
        for (status, body) in rows {
            let (server, begun) = (Scripted::of([(status, body)]), Instant::now());
            let error = start(&server, &ban(folder.path())).await.expect_err("it is refused");
            assert_eq!(matches!(error, RunError::Token), status == 401, "{error}");
            assert!(error.is_for_good(), "a service is not started again: {error}");
            assert_eq!((server.asked().len(), begun.elapsed()), (1, Duration::ZERO));
        }
    }
}
