//! The database of a PostgreSQL server behind the store's door: the same tables, questions, changes and promises as those of
//! the file.
//!
//! One writer puts all that is waiting into one transaction and answers only after the commit ([`writer`]). Every commit
//! looks whether the shards that it writes to are still this bot's ([`lease`]). The tables' unique indexes decide between processes that
//! write at once.

mod address;
mod batch;
mod claim;
mod cluster;
pub(super) mod code;
mod lease;
mod open;
mod parting;
mod restored;
mod sessions;
mod writer;

use std::sync::{Arc, OnceLock};

use super::change::{Answer, Change};
use super::error::StoreError;
use super::shards::WantedShards;

pub use address::Address;
pub use claim::ServerClaim;
#[cfg_attr(test, allow(unreachable_pub, reason = "tests have a cluster of their own before it"))]
pub use cluster::Cluster;
pub(super) use lease::ServerReaders;
pub(super) use open::examine_server;
pub(super) use restored::mark_database;
pub use sessions::{KeptSession, KeptSessions};

use lease::Lease;
#[cfg(test)]
pub(super) use open::MIGRATIONS;
use writer::ServerWriter;

/// A server's database behind the door.
#[derive(Clone)]
pub(super) struct Server {
    pub(super) readers: ServerReaders,
    writer: Arc<ServerWriter>,
    lease: Arc<Lease>,
    address: Address,
    cluster: Arc<OnceLock<Option<Cluster>>>,
}

/// Opens the database at an address, and brings its schema up to date.
pub(super) async fn open(address: &Address) -> Result<Server, StoreError> {
    let opened = open::open(address).await?;
    let lease = opened.lease;
    let writer = ServerWriter::start(opened.writer, address.clone(), Arc::clone(&lease));
    Ok(Server {
        readers: opened.readers,
        writer: Arc::new(writer),
        lease,
        address: address.clone(),
        cluster: Arc::default(),
    })
}

impl Server {
    pub(super) async fn write(&self, change: Change) -> Answer {
        self.writer.write(change).await
    }

    pub(super) async fn gone(&self) -> StoreError {
        self.lease.gone().await
    }

    pub(super) fn keeps(&self, guild: Option<u64>) -> bool {
        self.lease.keeps(guild)
    }

    /// Claims shards of the database for this store, as soon as no other bot serves any of them.
    pub(super) async fn claim(&self, wanted: WantedShards) -> Result<ServerClaim, StoreError> {
        claim::claim(&self.address, &self.lease, wanted).await
    }

    /// The bots that share the database, if there may be others.
    pub(super) fn cluster(&self) -> Option<Cluster> {
        let kept = self.sessions().filter(|kept| !kept.cluster.is_alone());
        kept.map(|kept| kept.cluster)
    }

    /// The sessions that the next bot goes on with.
    pub(super) fn sessions(&self) -> Option<KeptSessions> {
        let cluster = self.cluster.get_or_init(|| Cluster::of(&self.address, &self.lease));
        Some(KeptSessions {
            cluster: cluster.clone()?,
            readers: self.readers.clone(),
        })
    }

    pub(super) async fn close(&self) {
        self.writer.close().await;
        self.readers.close().await;
    }
}

#[cfg(test)]
mod tests;
