//! What delivery remembers: the part of the store that it uses, so that tests can hold their own clock still without a
//! database's threads running on.

use crate::store::{Shown, Store, StoreError};

type Kept<T> = Result<T, StoreError>;

/// What was shown, and where people's private chats are. See [`Store`] for each.
pub(in crate::discord) trait Memory: Clone + Send + Sync + 'static {
    /// [`Store::shown`].
    fn shown(&self, table: u64) -> impl Future<Output = Kept<Vec<Shown>>> + Send;
    /// [`Store::set_shown`].
    fn set_shown(&self, shown: &Shown) -> impl Future<Output = Kept<()>> + Send;
    /// [`Store::clear_shown`].
    fn clear_shown(&self, table: u64, slot: &str) -> impl Future<Output = Kept<()>> + Send;
    /// [`Store::unsettled`].
    fn unsettled(&self) -> impl Future<Output = Kept<Vec<u64>>> + Send;
    /// [`Store::shown_at`].
    fn shown_at(&self, version: u64) -> impl Future<Output = Kept<Vec<Shown>>> + Send;
    /// [`Store::live_tables`].
    fn live_tables(&self, after: u64, limit: u32) -> impl Future<Output = Kept<Vec<u64>>> + Send;
    /// [`Store::preference`].
    fn preference(&self, person: u64, name: &str) -> impl Future<Output = Kept<Option<String>>> + Send;
    /// [`Store::set_preference`].
    fn set_preference(&self, person: u64, name: &str, value: &str) -> impl Future<Output = Kept<()>> + Send;
}

impl Memory for Store {
    async fn shown(&self, table: u64) -> Kept<Vec<Shown>> {
        Store::shown(self, table).await
    }

    async fn set_shown(&self, shown: &Shown) -> Kept<()> {
        Store::set_shown(self, shown).await
    }

    async fn clear_shown(&self, table: u64, slot: &str) -> Kept<()> {
        Store::clear_shown(self, table, slot).await
    }

    async fn unsettled(&self) -> Kept<Vec<u64>> {
        Store::unsettled(self).await
    }

    async fn shown_at(&self, version: u64) -> Kept<Vec<Shown>> {
        Store::shown_at(self, version).await
    }

    async fn live_tables(&self, after: u64, limit: u32) -> Kept<Vec<u64>> {
        Store::live_tables(self, after, limit).await
    }

    async fn preference(&self, person: u64, name: &str) -> Kept<Option<String>> {
        Store::preference(self, person, name).await
    }

    async fn set_preference(&self, person: u64, name: &str, value: &str) -> Kept<()> {
        Store::set_preference(self, person, name, value).await
    }
}
