//! What all queries share: how they end, and how ids are stored.

/// What a query comes to, or why it failed.
pub(super) type Sql<T> = Result<T, sqlx::Error>;

/// Converts an id to SQLite's signed integers, bit for bit.
pub(super) fn stored(id: u64) -> i64 {
    id.cast_signed()
}

/// The inverse of [`stored`].
pub(super) fn id(stored: i64) -> u64 {
    stored.cast_unsigned()
}
