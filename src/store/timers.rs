//! Timers, the heartbeat, and giving back downtime.
//!
//! A timer that gives back is stored by a clock that stood still during every downtime. So setting this one clock back
//! gives a downtime back to all of them, however many they are. Nobody outside this module sees the clock.

use super::Timer;
use super::session::{Readers, Row, Session, Statement, both};
use super::shards::in_shards;
use super::sql::{Sql, stored};

/// How many milliseconds the clock of the timers that give back is behind the real time, in a file.
macro_rules! given {
    () => {
        "coalesce((SELECT given FROM heartbeat), 0)"
    };
}
pub(super) use given;

/// The same of a table's timers, at a server, where each shard has its own clock.
macro_rules! given_at {
    ($table:literal) => {
        concat!(
            "coalesce((SELECT given FROM heartbeat JOIN tables ON heartbeat.shard = ",
            crate::store::shards::shard!(),
            " WHERE tables.id = ",
            $table,
            "), 0)"
        )
    };
}
pub(super) use given_at;

pub(super) const OF: Statement = Statement {
    file: concat!(
        "SELECT kind, seat, at + iif(gives_back, ",
        given!(),
        ", 0), gives_back FROM timers WHERE table_id = $1 ORDER BY nth"
    ),
    server: concat!(
        "SELECT kind, seat, at + CASE WHEN gives_back THEN ",
        given_at!("$1"),
        " ELSE 0 END, gives_back FROM timers WHERE table_id = $1 ORDER BY nth"
    ),
};
const CLEAR: Statement = both("DELETE FROM timers WHERE table_id = $1");
/// A text with a NUL gets into a file in a value of its own, not in JSON.
const INSERT: Statement = both(concat!(
    "INSERT INTO timers (table_id, nth, kind, seat, at, gives_back) VALUES ($1, $2, $3, $4, $5 - CASE WHEN $6 THEN ",
    given!(),
    " ELSE 0 END, $6)"
));
const INSERT_ALL: &str = concat!(
    "INSERT INTO timers (table_id, nth, kind, seat, at, gives_back)
    SELECT $1, nth - 1, kind, seat, at - CASE WHEN gives_back THEN ",
    given_at!("$1"),
    " ELSE 0 END, gives_back
    FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::boolean[]) WITH ORDINALITY
        AS timer (kind, seat, at, gives_back, nth)"
);
/// See [`super::Store::due`]. At a server no timer that gives back is due that would not be due by the clock that is behind least.
pub(super) const DUE: Statement = Statement {
    file: concat!(
        "SELECT table_id, min(due) FROM (
            SELECT table_id, at AS due FROM timers WHERE gives_back = 0 AND at <= $1
            UNION ALL
            SELECT table_id, at + ",
        given!(),
        " FROM timers WHERE gives_back = 1 AND at <= $1 - ",
        given!(),
        ") GROUP BY table_id ORDER BY min(due), table_id LIMIT $2"
    ),
    server: concat!(
        "SELECT table_id, min(due) FROM (
            SELECT table_id, at AS due FROM timers WHERE gives_back = false AND at <= $1
            UNION ALL
            SELECT table_id, at + given FROM (
                SELECT table_id, at, ",
        given_at!("table_id"),
        " AS given FROM timers WHERE gives_back = true AND at <= $1 - (
                    SELECT CASE count(*) WHEN (SELECT count(*) FROM lease) THEN min(given) ELSE 0 END FROM heartbeat
                )
            ) AS given_back WHERE at <= $1 - given
        ) AS due WHERE ",
        in_shards!("table_id", "$3"),
        " GROUP BY table_id ORDER BY min(due), table_id LIMIT $2"
    ),
};
const LAST: Statement = Statement {
    file: "SELECT max(at) FROM heartbeat",
    server: "SELECT max(at) FROM heartbeat WHERE shard = ANY ($1::bigint[])",
};
/// A commit whose answer was lost may still be on its way: what it gives back is not given back again.
const LAST_OF_EACH: Statement = Statement {
    file: "SELECT at FROM heartbeat",
    server: "SELECT at FROM heartbeat WHERE shard = ANY ($1::bigint[]) ORDER BY shard FOR UPDATE",
};
const ALIVE: Statement = Statement {
    file: "INSERT INTO heartbeat (shard, at) VALUES (0, $1) ON CONFLICT (shard) DO UPDATE SET at = excluded.at",
    server: "INSERT INTO heartbeat (shard, at) SELECT shard, $1 FROM unnest($2::bigint[]) AS shard
        ON CONFLICT (shard) DO UPDATE SET at = excluded.at",
};
const GIVE: Statement = Statement {
    file: "UPDATE heartbeat SET given = given + max($1 - at, 0)",
    server: "UPDATE heartbeat SET given = given + greatest($1 - at, 0) WHERE shard = ANY ($2::bigint[])",
};

/// The timers of a table, in the order in which they were given.
pub(super) async fn of(session: &mut Session<'_>, table: u64) -> Sql<Vec<Timer>> {
    let timer = |row: &Row| {
        Ok(Timer {
            kind: row.get(0)?,
            seat: row.small_or_none(1)?,
            at: row.get(2)?,
            gives_back: row.get(3)?,
        })
    };
    session.all(OF, [table.into()], timer).await
}

/// Sets all timers of a table.
pub(super) async fn replace(session: &mut Session<'_>, table: u64, timers: &[Timer]) -> Sql<()> {
    session.change(CLEAR, [table.into()]).await?;
    match session {
        _ if timers.is_empty() => {}
        Session::File(_) => {
            for (nth, timer) in (0_i64..).zip(timers) {
                let values = [
                    table.into(),
                    nth.into(),
                    (&timer.kind).into(),
                    timer.seat.into(),
                    timer.at.into(),
                    timer.gives_back.into(),
                ];
                session.change(INSERT, values).await?;
            }
        }
        Session::Server(connection, _) => {
            sqlx::query(INSERT_ALL)
                .bind(stored(table))
                .bind(timers.iter().map(|timer| timer.kind.as_str()).collect::<Vec<_>>())
                .bind(timers.iter().map(|timer| timer.seat.map(i64::from)).collect::<Vec<_>>())
                .bind(timers.iter().map(|timer| timer.at).collect::<Vec<_>>())
                .bind(timers.iter().map(|timer| timer.gives_back).collect::<Vec<_>>())
                .execute(&mut **connection)
                .await?;
        }
    }
    Ok(())
}

/// See [`super::Store::due`].
pub(super) async fn due(readers: Readers<'_>, now: i64, limit: u32) -> Sql<Vec<(u64, i64)>> {
    let values = [now.into(), limit.into(), readers.shards()];
    readers.all(DUE, values, |row| Ok((row.id(0)?, row.get(1)?))).await
}

/// See [`super::Store::alive`]. Only the bot of these shards is.
pub(super) async fn alive(session: &mut Session<'_>, now: i64) -> Sql<()> {
    let shards = session.shards();
    session.change(ALIVE, [now.into(), shards]).await.map(drop)
}

/// See [`super::Store::last_alive`].
pub(super) async fn last_alive(readers: Readers<'_>) -> Sql<Option<i64>> {
    let last = readers.first(LAST, [readers.shards()], |row| row.get(0)).await?;
    Ok(last.flatten())
}

/// See [`super::Store::give_back`]. Each of these shards gets the time since its own bot was alive; the longest is
/// returned.
pub(super) async fn give_back(session: &mut Session<'_>, now: i64) -> Sql<i64> {
    let shards = session.shards();
    let last: Vec<i64> = session.all(LAST_OF_EACH, [shards.clone()], |row| row.get(0)).await?;
    let away = last.iter().map(|last| now.saturating_sub(*last)).max();
    let away = away.unwrap_or(0).max(0);
    if away > 0 {
        session.change(GIVE, [now.into(), shards]).await?;
    }
    alive(session, now).await?;
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
