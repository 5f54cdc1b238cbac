//! Timers, the heartbeat, and giving back downtime.
//!
//! A timer that gives back is stored by a clock that stood still during every downtime. So setting this one clock back
//! gives a downtime back to all of them, however many they are. Nobody outside this module sees the clock.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection, SqlitePool};

use super::Timer;
use super::sql::{Sql, id, stored};

/// How many milliseconds the clock of the timers that give back is behind the real time.
macro_rules! given {
    () => {
        "coalesce((SELECT given FROM heartbeat), 0)"
    };
}
pub(super) use given;

pub(super) const OF: &str = concat!(
    "SELECT kind, seat, at + iif(gives_back, ",
    given!(),
    ", 0), gives_back FROM timers WHERE table_id = ?1 ORDER BY nth"
);
const INSERT: &str = concat!(
    "INSERT INTO timers (table_id, nth, kind, seat, at, gives_back) VALUES (?1, ?2, ?3, ?4, ?5 - iif(?6, ",
    given!(),
    ", 0), ?6)"
);
/// See [`super::Store::due`].
pub(super) const DUE: &str = concat!(
    "SELECT table_id, min(due) FROM (
        SELECT table_id, at AS due FROM timers WHERE gives_back = 0 AND at <= ?1
        UNION ALL
        SELECT table_id, at + ",
    given!(),
    " FROM timers WHERE gives_back = 1 AND at <= ?1 - ",
    given!(),
    ") GROUP BY table_id ORDER BY min(due), table_id LIMIT ?2"
);

const LAST: &str = "SELECT at FROM heartbeat";

/// The timers of a table, in the order in which they were given.
pub(super) async fn of(connection: &mut SqliteConnection, table: u64) -> Sql<Vec<Timer>> {
    sqlx::query(OF)
        .bind(stored(table))
        .try_map(|row: SqliteRow| {
            Ok(Timer {
                kind: row.try_get(0)?,
                seat: row.try_get(1)?,
                at: row.try_get(2)?,
                gives_back: row.try_get(3)?,
            })
        })
        .fetch_all(connection)
        .await
}

/// Sets all timers of a table.
pub(super) async fn replace(connection: &mut SqliteConnection, table: u64, timers: &[Timer]) -> Sql<()> {
    sqlx::query("DELETE FROM timers WHERE table_id = ?1")
        .bind(stored(table))
        .execute(&mut *connection)
        .await?;
    for (nth, timer) in (0_i64..).zip(timers) {
        sqlx::query(INSERT)
            .bind(stored(table))
            .bind(nth)
            .bind(timer.kind.as_str())
            .bind(timer.seat)
            .bind(timer.at)
            .bind(timer.gives_back)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// See [`super::Store::due`].
pub(super) async fn due(readers: &SqlitePool, now: i64, limit: u32) -> Sql<Vec<(u64, i64)>> {
    let found: Vec<(i64, i64)> = sqlx::query_as(DUE).bind(now).bind(limit).fetch_all(readers).await?;
    Ok(found.into_iter().map(|(table, at)| (id(table), at)).collect())
}

/// See [`super::Store::alive`].
pub(super) async fn alive(connection: &mut SqliteConnection, now: i64) -> Sql<()> {
    sqlx::query("INSERT INTO heartbeat (shard, at) VALUES (0, ?1) ON CONFLICT (shard) DO UPDATE SET at = excluded.at")
        .bind(now)
        .execute(connection)
        .await?;
    Ok(())
}

/// See [`super::Store::last_alive`].
pub(super) async fn last_alive(readers: &SqlitePool) -> Sql<Option<i64>> {
    sqlx::query_scalar(LAST).fetch_optional(readers).await
}

/// See [`super::Store::give_back`].
pub(super) async fn give_back(connection: &mut SqliteConnection, now: i64) -> Sql<i64> {
    let last: Option<i64> = sqlx::query_scalar(LAST).fetch_optional(&mut *connection).await?;
    let away = last.map_or(0, |last| now.saturating_sub(last).max(0));
    if away > 0 {
        sqlx::query("UPDATE heartbeat SET given = given + ?1")
            .bind(away)
            .execute(&mut *connection)
            .await?;
    }
    alive(connection, now).await?;
    Ok(away)
}

#[cfg(test)]
mod tests {
    use crate::store::testing::{Fresh, create, entry, on_both_engines};
    use crate::store::{Append, Timer};

    on_both_engines! {
        tables_are_due_once_each_earliest_first,
        timers_are_replaced_all_or_not_at_all,
        an_absence_is_given_back_once,
        what_is_set_after_an_absence_is_due_when_it_was_set_for,
    }

    fn timer(kind: &str, at: i64, gives_back: bool) -> Timer {
        Timer {
            kind: kind.to_owned(),
            seat: None,
            at,
            gives_back,
        }
    }

    fn with(append: Append, timers: &[Timer]) -> Append {
        Append {
            timers: Some(timers.to_vec()),
            ..append
        }
    }

    async fn tables_are_due_once_each_earliest_first(fresh: Fresh) {
        let store = &fresh.store;
        assert_eq!(store.due(i64::MAX, 10).await.unwrap(), []);
        let two = [timer("clock", 90, true), timer("warning", 70, true)];
        store.append(with(create(1, 1), &two)).await.unwrap();
        store
            .append(with(create(2, 2), &[timer("clock", 60, true)]))
            .await
            .unwrap();
        store
            .append(with(create(3, 3), &[timer("clock", 71, true)]))
            .await
            .unwrap();
        assert_eq!(store.due(59, 10).await.unwrap(), []);
        assert_eq!(store.due(70, 10).await.unwrap(), [(2, 60), (1, 70)]);
        assert_eq!(store.due(1000, 10).await.unwrap(), [(2, 60), (1, 70), (3, 71)]);
        assert_eq!(store.due(1000, 2).await.unwrap(), [(2, 60), (1, 70)]);
    }

    async fn timers_are_replaced_all_or_not_at_all(fresh: Fresh) {
        let store = &fresh.store;
        let first = [timer("warning", 70, false), timer("clock", 90, true)];
        store.append(with(create(1, 1), &first)).await.unwrap();
        store.append(entry(1, 1)).await.unwrap();
        assert_eq!(store.load(1).await.unwrap().unwrap().timers, first);
        assert!(store.append(with(entry(1, 1), &[])).await.is_err(), "a stale append");
        assert_eq!(store.load(1).await.unwrap().unwrap().timers, first);
        store.append(with(entry(1, 2), &first[1..])).await.unwrap();
        assert_eq!(store.load(1).await.unwrap().unwrap().timers, first[1..]);
        store.append(with(Append::new(1, 3, 0), &[])).await.unwrap();
        let stored = store.load(1).await.unwrap().unwrap();
        assert_eq!(
            (stored.timers.len(), stored.entries.len()),
            (0, 3),
            "timers alone move no log"
        );
    }

    async fn an_absence_is_given_back_once(fresh: Fresh) {
        let store = &fresh.store;
        let two = [timer("clock", 5_000, true), timer("idle", 6_000, false)];
        store.append(with(create(1, 1), &two)).await.unwrap();
        store
            .append(with(create(2, 2), &[timer("clock", -10, true)]))
            .await
            .unwrap();
        assert_eq!(store.give_back(1_000).await.unwrap(), 0, "the first start");
        store.alive(2_000).await.unwrap();
        assert_eq!(store.give_back(2_700).await.unwrap(), 700);
        let moved = [timer("clock", 5_700, true), timer("idle", 6_000, false)];
        assert_eq!(store.load(1).await.unwrap().unwrap().timers, moved);
        assert_eq!(
            store.load(2).await.unwrap().unwrap().timers,
            [timer("clock", 690, true)]
        );
        assert_eq!(store.due(5_699, 10).await.unwrap(), [(2, 690)]);
        assert_eq!(store.due(i64::MAX, 10).await.unwrap(), [(2, 690), (1, 5_700)]);
        assert_eq!(store.give_back(2_700).await.unwrap(), 0, "the same absence again");
        assert_eq!(store.give_back(1_500).await.unwrap(), 0, "a clock that ran backwards");
        assert_eq!(store.load(1).await.unwrap().unwrap().timers, moved);
        assert_eq!(
            store.give_back(1_501).await.unwrap(),
            1,
            "which is the clock from then on"
        );
    }

    async fn what_is_set_after_an_absence_is_due_when_it_was_set_for(fresh: Fresh) {
        let store = &fresh.store;
        store.give_back(1_000).await.unwrap();
        assert_eq!(store.give_back(9_000).await.unwrap(), 8_000);
        let two = [timer("clock", 9_500, true), timer("idle", 9_400, false)];
        // Alone, and as one of many in a group.
        store.append(with(create(1, 1), &two)).await.unwrap();
        store.append(create(2, 2)).await.unwrap();
        store.append(with(entry(2, 1), &two)).await.unwrap();
        for table in [1, 2] {
            assert_eq!(store.load(table).await.unwrap().unwrap().timers, two);
        }
        assert_eq!(store.due(9_399, 10).await.unwrap(), []);
        assert_eq!(store.due(9_400, 10).await.unwrap(), [(1, 9_400), (2, 9_400)]);
        store.append(with(entry(1, 1), &two[..1])).await.unwrap();
        assert_eq!(store.due(9_499, 10).await.unwrap(), [(2, 9_400)]);
        assert_eq!(store.due(9_500, 10).await.unwrap(), [(2, 9_400), (1, 9_500)]);
    }
}
