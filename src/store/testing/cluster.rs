//! The bots that share a database, as a test has them: over a real server, or over simulated shards.

use std::time::Duration;

use super::simulated::shards::SimulatedShards;
use crate::store::StoreError;
use crate::store::postgres::Cluster as ServerCluster;

/// As the cluster of a server.
#[derive(Clone)]
pub enum Cluster {
    /// Over a real server.
    Server(ServerCluster),
    /// Over simulated shards.
    Simulated(SimulatedShards),
}

impl Cluster {
    pub(crate) async fn take_turn(&self, turn: u32, keep: Duration) {
        match self {
            Cluster::Server(server) => server.take_turn(turn, keep).await,
            Cluster::Simulated(_) => {}
        }
    }

    pub(crate) fn share(&self) -> (usize, usize) {
        match self {
            Cluster::Server(server) => server.share(),
            Cluster::Simulated(shards) => shards.share(),
        }
    }

    pub(crate) fn other_shard(&self, guild: Option<u64>) -> Option<i64> {
        match self {
            Cluster::Server(server) => server.other_shard(guild),
            Cluster::Simulated(shards) => shards.other_shard(guild),
        }
    }

    pub(crate) async fn other_shard_of(&self, table: u64) -> Result<Option<i64>, StoreError> {
        match self {
            Cluster::Server(server) => server.other_shard_of(table).await,
            Cluster::Simulated(shards) => shards.other_shard_of(table).await,
        }
    }

    pub(crate) async fn hand_over(&self, id: u64, shard: i64, interaction: &str) -> Result<bool, StoreError> {
        match self {
            Cluster::Server(server) => server.hand_over(id, shard, interaction).await,
            Cluster::Simulated(shards) => shards.hand_over(id, shard, interaction).await,
        }
    }

    pub(crate) async fn part(&self, person: u64, tables: &[u64], gone_at: Option<i64>) -> Result<(), StoreError> {
        match self {
            Cluster::Server(server) => server.part(person, tables, gone_at).await,
            Cluster::Simulated(shards) => shards.part(person, tables, gone_at).await,
        }
    }

    pub(crate) async fn is_parting(&self, person: u64) -> Result<bool, StoreError> {
        match self {
            Cluster::Server(server) => server.is_parting(person).await,
            Cluster::Simulated(shards) => shards.is_parting(person).await,
        }
    }

    pub(crate) async fn take_over(&self, taken: impl Fn(String)) {
        match self {
            Cluster::Server(server) => server.take_over(taken).await,
            Cluster::Simulated(shards) => shards.take_over(taken).await,
        }
    }
}
