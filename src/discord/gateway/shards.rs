//! The bot's shards, as serenity keeps them. Each shard has a manager of its own: a manager lets five seconds go by between any two of its
//! shards, and a shard that goes on with a session has nothing to wait for.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::future::join_all;
use poise::serenity_prelude as serenity;
use serenity::{
    ConnectionStage, Framework, GatewayError, GatewayIntents, Http, OnlineStatus, PresenceData, ShardId, ShardManager,
    ShardManagerOptions,
};
use tokio::sync::mpsc::{self, UnboundedSender};
use tokio::time::sleep;
use tokio_util::task::AbortOnDropHandle;

use super::turns::TURN;
use crate::discord::lock::lock;

/// What shards are started from.
pub(super) struct ShardSource {
    data: Arc<tokio::sync::RwLock<serenity::prelude::TypeMap>>,
    framework: Arc<OnceLock<Arc<dyn Framework>>>,
    gateway: Arc<tokio::sync::Mutex<String>>,
    http: Arc<Http>,
    intents: GatewayIntents,
}

/// Resolves when a shard has ended for good. Dropping it starts no further shard.
pub(super) type Running = AbortOnDropHandle<Result<(), GatewayError>>;

/// The shards that were started. Clones are the same shards.
#[derive(Clone, Default)]
pub(in crate::discord) struct GatewayShards(Arc<Mutex<BTreeMap<u32, Arc<ShardManager>>>>);

/// What serenity says of a shard.
#[derive(Clone, Copy)]
pub(super) struct ShardState {
    pub(super) is_connected: bool,
    /// The time from the last heartbeat to its answer.
    pub(super) latency: Option<Duration>,
}

impl ShardSource {
    /// Shards of this client connect to its gateway, and `framework` gets their events.
    pub(super) async fn of(
        client: &serenity::Client,
        mut framework: impl Framework + 'static,
        intents: GatewayIntents,
    ) -> ShardSource {
        framework.init(client).await;
        ShardSource {
            data: Arc::clone(&client.data),
            framework: Arc::new(OnceLock::from(Arc::new(framework) as Arc<dyn Framework>)),
            gateway: Arc::clone(&client.ws_url),
            http: Arc::clone(&client.http),
            intents,
        }
    }

    /// Starts these shards of so many: those that are `going_on` with a session without a wait, and of the others `at_once`.
    pub(super) fn start(self, own: Range<u32>, of: u32, going_on: &[u32], at_once: u32) -> (GatewayShards, Running) {
        let shards = GatewayShards::default();
        let started = shards.clone();
        let (going_on, beginning): (Vec<u32>, Vec<u32>) = own.partition(|shard| going_on.contains(shard));
        let running = tokio::spawn(async move {
            let (ends, mut ended) = mpsc::unbounded_channel();
            let starting = async {
                for shard in going_on {
                    self.start_one(shard, of, &started, ends.clone());
                }
                for together in beginning.chunks(at_once.max(1) as usize) {
                    for shard in together {
                        self.start_one(*shard, of, &started, ends.clone());
                    }
                    sleep(TURN).await;
                }
                std::future::pending::<()>().await;
            };
            tokio::select! {
                () = starting => Ok(()),
                ended = ended.recv() => ended.unwrap_or(Ok(())),
            }
        });
        (shards, AbortOnDropHandle::new(running))
    }

    fn start_one(&self, shard: u32, of: u32, started: &GatewayShards, ends: UnboundedSender<Result<(), GatewayError>>) {
        let (manager, mut returned) = ShardManager::new(ShardManagerOptions {
            data: Arc::clone(&self.data),
            event_handlers: Vec::new(),
            raw_event_handlers: Vec::new(),
            framework: Arc::clone(&self.framework),
            shard_index: shard,
            shard_init: 1,
            shard_total: of,
            ws_url: Arc::clone(&self.gateway),
            http: Arc::clone(&self.http),
            intents: self.intents,
            presence: Some(PresenceData::default()),
        });
        tokio::spawn(async move {
            if let Some(result) = returned.next().await {
                let _ = ends.send(result);
            }
        });
        // serenity only puts the shard into a queue here.
        let _ = manager.initialize();
        lock(&started.0).insert(shard, manager);
    }
}

impl GatewayShards {
    fn all(&self) -> Vec<(ShardId, Arc<ShardManager>)> {
        let shards = lock(&self.0);
        let all = shards.iter();
        all.map(|(shard, manager)| (ShardId(*shard), Arc::clone(manager)))
            .collect()
    }

    /// What serenity says of a shard; `None` if the shard has not started yet, or is about to restart.
    pub(super) async fn state(&self, shard: u32) -> Option<ShardState> {
        let manager = lock(&self.0).get(&shard).map(Arc::clone)?;
        let runners = manager.runners.lock().await;
        let runner = runners.get(&ShardId(shard))?;
        Some(ShardState {
            is_connected: runner.stage == ConnectionStage::Connected,
            latency: runner.latency,
        })
    }

    /// How many shards are connected.
    pub(super) async fn connected(&self) -> usize {
        let shards: Vec<u32> = lock(&self.0).keys().copied().collect();
        let states = join_all(shards.into_iter().map(|shard| self.state(shard))).await;
        states.into_iter().flatten().filter(|state| state.is_connected).count()
    }

    /// Gives up a shard's connection and session, and starts new ones.
    pub(super) fn begin_anew(&self, shard: u32) {
        let manager = lock(&self.0).get(&shard).map(Arc::clone);
        if let Some(manager) = manager {
            // The shard first sends a close frame on the old connection, and waits some seconds for a response.
            tokio::spawn(async move { manager.restart(ShardId(shard)).await });
        }
    }

    /// Disconnects.
    pub(in crate::discord) async fn disconnect(&self) {
        let all = self.all();
        join_all(all.iter().map(|(_, manager)| manager.shutdown_all())).await;
    }

    /// Ends all shards, and the tasks that would restart them. Events that have arrived are still handled.
    pub(super) async fn end_for_good(&self) {
        let all = self.all();
        join_all(all.iter().map(|(shard, manager)| end(*shard, manager))).await;
    }
}

/// Ends a shard, and the task that would restart it.
async fn end(shard: ShardId, manager: &ShardManager) {
    // serenity ends its restarting task only if there is a shard to end. There is one as soon as that task has started it.
    while manager.runners.lock().await.is_empty() {
        sleep(Duration::from_millis(100)).await;
    }
    if let Some(runner) = manager.runners.lock().await.get(&shard) {
        // Sending anything ends a shard whose connection has ended unnoticed. If only told to shut down, such a shard would
        // wait for a response for ever and keep a thread busy.
        runner.runner_tx.set_status(OnlineStatus::Online);
        if runner.stage != ConnectionStage::Connected {
            // The shard may have nobody left to tell that it has ended.
            manager.shutdown_finished(shard);
        }
    }
    manager.shutdown_all().await;
}
