//! People: where they sit, and what they prefer.

use super::session::{Readers, Row, Session, Statement, Value, both};
use super::sql::Sql;

pub(super) const SEATED: Statement =
    both("SELECT table_id FROM seated WHERE person = $1 ORDER BY table_id < 0, table_id");
pub(super) const SEATS_ELSEWHERE: Statement = both("SELECT count(*) FROM seated WHERE person = $1 AND table_id <> $2");
pub(super) const BOARDS: Statement =
    both("SELECT DISTINCT hall, game FROM results WHERE person = $1 AND hall IS NOT NULL");
/// The preference that tells under which name a person is shown over all servers.
pub const EVERYWHERE: &str = "everywhere";
pub(super) const PREFERENCE: Statement = both("SELECT value FROM preferences WHERE person = $1 AND name = $2");
const LEAVE: Statement = both("DELETE FROM seated WHERE table_id = $1");
const SIT: Statement = Statement {
    file: "INSERT INTO seated (table_id, person) SELECT $1, value FROM json_each($2) WHERE true ON CONFLICT DO NOTHING",
    server: "INSERT INTO seated (table_id, person) SELECT $1, unnest($2::bigint[]) ON CONFLICT DO NOTHING",
};
/// Nobody else counts this person's seats until the commit.
const COUNTED: Statement = both("SELECT pg_advisory_xact_lock($1)");
const PREFER: Statement = both(
    "INSERT INTO preferences (person, name, value) VALUES ($1, $2, $3)
    ON CONFLICT (person, name) DO UPDATE SET value = excluded.value",
);

/// Sets who sits at a table. A person named twice sits once.
pub(super) async fn seat(session: &mut Session<'_>, table: u64, people: &[u64]) -> Sql<()> {
    session.change(LEAVE, [table.into()]).await?;
    if !people.is_empty() {
        session.change(SIT, [table.into(), Value::ids(people)]).await?;
    }
    Ok(())
}

/// How many live tables a person sits at, not counting `table`.
pub(super) async fn seats_elsewhere(session: &mut Session<'_>, person: u64, table: u64) -> Sql<u64> {
    if let Session::Server(..) = session {
        session.change(COUNTED, [person.into()]).await?;
    }
    let values = [person.into(), table.into()];
    session.only(SEATS_ELSEWHERE, values, |row| row.id(0)).await
}

/// The leaderboards on which a person stands.
pub(super) async fn boards(session: &mut Session<'_>, person: u64) -> Sql<Vec<(u64, String)>> {
    let board = |row: &Row| Ok((row.id(0)?, row.get(1)?));
    session.all(BOARDS, [person.into()], board).await
}

/// See [`super::Store::seated`].
pub(super) async fn seated(readers: Readers<'_>, person: u64) -> Sql<Vec<u64>> {
    readers.all(SEATED, [person.into()], |row| row.id(0)).await
}

/// See [`super::Store::preference`].
pub(super) async fn preference(readers: Readers<'_>, person: u64, name: &str) -> Sql<Option<String>> {
    let values = [person.into(), name.into()];
    readers.first(PREFERENCE, values, |row| row.get(0)).await
}

/// See [`super::Store::set_preference`].
pub(super) async fn set_preference(session: &mut Session<'_>, person: u64, name: &str, value: &str) -> Sql<()> {
    let values = [person.into(), name.into(), value.into()];
    session.change(PREFER, values).await.map(drop)
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
