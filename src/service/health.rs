//! Whether the bot is ready, and why not.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::sync::Mutex;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// What the server asks about the bot.
pub trait Watched: Send + Sync {
    /// Why the bot is not ready, one line for each reason; nothing if the bot is ready.
    fn reasons(&self) -> BoxFuture<'_, Vec<String>>;

    /// Sets the gauges of the rooms.
    fn measure(&self) -> BoxFuture<'_, ()>;
}

/// How far the bot is.
#[derive(Clone, Default)]
enum Stage {
    /// The bot does not serve yet.
    #[default]
    Starting,
    /// The bot serves.
    Serving(Arc<dyn Watched>),
    /// The bot was told to stop.
    Stopping,
}

/// What is known about the bot. Clones share the same state.
#[derive(Clone, Default)]
pub struct Health {
    stage: Arc<RwLock<Stage>>,
    served: CancellationToken,
    found: Arc<Mutex<Option<Found>>>,
}

/// The last reasons, and when they were found.
struct Found {
    at: Instant,
    reasons: Vec<String>,
}

/// How long the bot may take to tell its reasons.
const PATIENCE: Duration = Duration::from_secs(2);
/// For how long reasons are told again without asking the bot: each question writes to the disk.
const FRESH: Duration = Duration::from_secs(1);

impl Health {
    /// The bot serves from now on.
    pub fn serving(&self, bot: Arc<dyn Watched>) {
        self.enter(Stage::Serving(bot));
        self.served.cancel();
    }

    /// Resolves when the bot serves for the first time.
    pub async fn served(&self) {
        self.served.cancelled().await;
    }

    /// The bot was told to stop.
    pub fn stopping(&self) {
        self.enter(Stage::Stopping);
    }

    fn enter(&self, stage: Stage) {
        *self.stage.write().unwrap_or_else(PoisonError::into_inner) = stage;
    }

    fn stage(&self) -> Stage {
        self.stage.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Why the bot is not ready; nothing if the bot is ready.
    pub(super) async fn reasons(&self) -> Vec<String> {
        let bot = match self.stage() {
            Stage::Starting => return vec!["the bot is starting".to_owned()],
            Stage::Stopping => return vec!["the bot is stopping".to_owned()],
            Stage::Serving(bot) => bot,
        };
        // Held while the bot is asked, so that many who ask at once cause one question.
        let mut found = self.found.lock().await;
        if let Some(found) = found.as_ref().filter(|found| found.at.elapsed() < FRESH) {
            return found.reasons.clone();
        }
        let asked = tokio::time::timeout(PATIENCE, bot.reasons()).await;
        let reasons = asked.unwrap_or_else(|_| vec![format!("the bot took longer than {PATIENCE:?} to answer")]);
        *found = Some(Found {
            at: Instant::now(),
            reasons: reasons.clone(),
        });
        reasons
    }

    /// Sets the gauges of the rooms, if the bot serves.
    pub(super) async fn measure(&self) {
        if let Stage::Serving(bot) = self.stage() {
            // Gauges that could not be set keep their values.
            let _ = tokio::time::timeout(PATIENCE, bot.measure()).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// A bot that takes this long to tell these reasons.
    struct Bot(Duration, Vec<String>, AtomicUsize);

    impl Watched for Bot {
        fn reasons(&self) -> BoxFuture<'_, Vec<String>> {
            Box::pin(async {
                self.2.fetch_add(1, Ordering::SeqCst);
                tokio::time::sleep(self.0).await;
                self.1.clone()
            })
        }

        fn measure(&self) -> BoxFuture<'_, ()> {
            Box::pin(tokio::time::sleep(self.0))
        }
    }

    fn bot(takes: Duration, reasons: &[&str]) -> Arc<Bot> {
        let reasons = reasons.iter().map(ToString::to_string).collect();
        Arc::new(Bot(takes, reasons, AtomicUsize::new(0)))
    }

    #[tokio::test(start_paused = true)]
    async fn a_bot_is_ready_only_between_its_start_and_its_stop() {
        let health = Health::default();
        assert_eq!(health.reasons().await, ["the bot is starting"]);
        health.serving(bot(Duration::ZERO, &[]));
        assert!(health.reasons().await.is_empty());
        health.stopping();
        assert_eq!(health.reasons().await, ["the bot is stopping"]);
    }

    #[tokio::test(start_paused = true)]
    async fn each_reason_is_told_and_many_who_ask_at_once_cause_one_question() {
        let (health, bot) = (Health::default(), bot(FRESH / 4, &["one", "two"]));
        health.serving(Arc::clone(&bot) as Arc<dyn Watched>);
        let all = futures_util::future::join_all((0..9).map(|_| health.reasons())).await;
        assert!(all.iter().all(|reasons| *reasons == ["one", "two"]));
        assert_eq!(bot.2.load(Ordering::SeqCst), 1);
        tokio::time::advance(FRESH).await;
        health.reasons().await;
        assert_eq!(bot.2.load(Ordering::SeqCst), 2, "what is a second old is asked again");
    }

    #[tokio::test(start_paused = true)]
    async fn a_bot_that_does_not_answer_is_not_ready_and_holds_nobody_up() {
        let health = Health::default();
        health.serving(bot(PATIENCE * 1000, &[]));
        let begun = Instant::now();
        assert_eq!(health.reasons().await, ["the bot took longer than 2s to answer"]);
        health.measure().await;
        assert!(begun.elapsed() <= 2 * PATIENCE + FRESH);
    }
}
