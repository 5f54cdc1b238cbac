//! People: where they sit, and what they prefer.

use sqlx::{SqliteConnection, SqlitePool};

use super::sql::{Sql, id, stored};

pub(super) const SEATED: &str = "SELECT table_id FROM seated WHERE person = ?1 ORDER BY table_id < 0, table_id";
pub(super) const SEATS_ELSEWHERE: &str = "SELECT count(*) FROM seated WHERE person = ?1 AND table_id <> ?2";
/// The leaderboards on which a person stands.
pub(super) const BOARDS: &str = "SELECT DISTINCT hall, game FROM results WHERE person = ?1 AND hall IS NOT NULL";
/// The preference that tells under which name a person is shown over all servers.
pub const EVERYWHERE: &str = "everywhere";
pub(super) const PREFERENCE: &str = "SELECT value FROM preferences WHERE person = ?1 AND name = ?2";

/// Sets who sits at a table. A person named twice sits once.
pub(super) async fn seat(connection: &mut SqliteConnection, table: u64, people: &[u64]) -> Sql<()> {
    sqlx::query("DELETE FROM seated WHERE table_id = ?1")
        .bind(stored(table))
        .execute(&mut *connection)
        .await?;
    for person in people {
        sqlx::query("INSERT INTO seated (table_id, person) VALUES (?1, ?2) ON CONFLICT DO NOTHING")
            .bind(stored(table))
            .bind(stored(*person))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// How many live tables a person sits at, not counting `table`.
pub(super) async fn seats_elsewhere(connection: &mut SqliteConnection, person: u64, table: u64) -> Sql<u64> {
    let count: i64 = sqlx::query_scalar(SEATS_ELSEWHERE)
        .bind(stored(person))
        .bind(stored(table))
        .fetch_one(connection)
        .await?;
    Ok(count.cast_unsigned())
}

/// See [`super::Store::seated`].
pub(super) async fn seated(readers: &SqlitePool, person: u64) -> Sql<Vec<u64>> {
    let found: Vec<i64> = sqlx::query_scalar(SEATED)
        .bind(stored(person))
        .fetch_all(readers)
        .await?;
    Ok(found.into_iter().map(id).collect())
}

/// See [`super::Store::preference`].
pub(super) async fn preference(readers: &SqlitePool, person: u64, name: &str) -> Sql<Option<String>> {
    sqlx::query_scalar(PREFERENCE)
        .bind(stored(person))
        .bind(name)
        .fetch_optional(readers)
        .await
}

/// See [`super::Store::set_preference`].
pub(super) async fn set_preference(connection: &mut SqliteConnection, person: u64, name: &str, value: &str) -> Sql<()> {
    sqlx::query(
        "INSERT INTO preferences (person, name, value) VALUES (?1, ?2, ?3)
            ON CONFLICT (person, name) DO UPDATE SET value = excluded.value",
    )
    .bind(stored(person))
    .bind(name)
    .bind(value)
    .execute(connection)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::store::testing::{Fresh, create, entry, on_both_engines};
    use crate::store::{Append, Store, StoreError};

    on_both_engines! {
        people_are_found_where_they_sit,
        nobody_is_seated_at_more_tables_than_anybody_may,
        preferences_are_each_persons_own,
    }

    async fn people_are_found_where_they_sit(fresh: Fresh) {
        let store = &fresh.store;
        let far = u64::MAX;
        store
            .append(Append {
                people: Some(vec![10, 11, 10]),
                ..create(far, 1)
            })
            .await
            .unwrap();
        store
            .append(Append {
                people: Some(vec![far, 10]),
                ..create(2, 2)
            })
            .await
            .unwrap();
        assert_eq!(store.seated(10).await.unwrap(), [2, far]);
        assert_eq!(store.seated(far).await.unwrap(), [2]);
        assert_eq!(store.seated(12).await.unwrap(), Vec::<u64>::new());
        store.append(entry(2, 1)).await.unwrap();
        assert_eq!(store.seated(10).await.unwrap(), [2, far], "unchanged if not told");
        store
            .append(Append {
                people: Some(vec![12]),
                ..entry(2, 2)
            })
            .await
            .unwrap();
        assert_eq!(store.seated(10).await.unwrap(), [far]);
        assert_eq!(store.seated(12).await.unwrap(), [2]);
    }

    async fn nobody_is_seated_at_more_tables_than_anybody_may(fresh: Fresh) {
        let store = &fresh.store;
        let sits = |append: Append| Append {
            people: Some(vec![10]),
            newcomer: Some(10),
            ..append
        };
        let most = Store::MOST_TABLES as u64;
        for table in 1..=most {
            store.append(sits(create(table, table))).await.unwrap();
        }
        let refused = store.append(sits(create(100, 100))).await;
        assert!(matches!(refused, Err(StoreError::Crowded)), "{refused:?}");
        assert_eq!(store.load(100).await.unwrap(), None, "nothing was written");
        store.append(create(100, 100)).await.unwrap();
        let refused = store.append(sits(entry(100, 1))).await;
        assert!(matches!(refused, Err(StoreError::Crowded)), "{refused:?}");
        let over = Append {
            over: true,
            ..entry(1, 1)
        };
        store.append(over).await.unwrap();
        store.append(sits(entry(100, 1))).await.unwrap();
        assert_eq!(store.seated(10).await.unwrap().len(), Store::MOST_TABLES);
    }

    async fn preferences_are_each_persons_own(fresh: Fresh) {
        let store = &fresh.store;
        assert_eq!(store.preference(1, "ping").await.unwrap(), None);
        store.set_preference(1, "ping", "dm").await.unwrap();
        store.set_preference(1, "panel", "").await.unwrap();
        store.set_preference(2, "ping", "none").await.unwrap();
        store.set_preference(1, "ping", "channel").await.unwrap();
        assert_eq!(store.preference(1, "ping").await.unwrap().as_deref(), Some("channel"));
        assert_eq!(store.preference(1, "panel").await.unwrap().as_deref(), Some(""));
        assert_eq!(store.preference(2, "ping").await.unwrap().as_deref(), Some("none"));
    }
}
