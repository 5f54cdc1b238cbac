//! Thinning: what is deleted of a match that was over long ago, and what is left of it.

use super::forgetting::NOWHERE;
use super::session::{Readers, Row, Session, Statement, both};
use super::shards::shard;
use super::sql::Sql;
use super::{named, wiping};

/// What is left of a record that was thinned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thinned {
    /// The SHA-256 of the file of the record, in hexadecimal; `None` where there was no record.
    pub digest: Option<String>,
    /// How many draws were computed again from the secret, all of them as they were played; `None` where that was not so.
    pub draws: Option<u32>,
}

/// Tables that are over and were opened long ago, the oldest first, after a table that was opened at `$1`.
pub(super) const OLD: Statement = Statement {
    file: "SELECT id, created FROM tables INDEXED BY tables_unthinned
        WHERE over = 1 AND thinned = 0 AND (created, id) > ($1, $2) AND created < $3
        ORDER BY created, id LIMIT $4",
    server: concat!(
        "SELECT id, created FROM tables
        WHERE over AND NOT thinned AND (created, id) > ($1, $2) AND created < $3 AND ",
        shard!(),
        " = ANY ($5::bigint[]) ORDER BY created, id LIMIT $4"
    ),
};
pub(super) const LEFT: Statement = both("SELECT digest, draws FROM thinned WHERE table_id = $1");
/// Only a table that is over is thinned, and only if nothing was appended since its log was read and every message shows its
/// end. Outside of servers its channel is somebody's private chat, and without a log nobody would know any more whose.
const THIN: Statement = both(
    "UPDATE tables SET thinned = true, place = CASE WHEN hall IS NULL THEN $3 ELSE place END
    WHERE id = $1 AND over AND NOT thinned AND (SELECT max(seq) FROM log WHERE table_id = $1) = $2
        AND NOT EXISTS (SELECT 1 FROM shown WHERE table_id = $1 AND version < $2)",
);
const KEEP: Statement = both("INSERT INTO thinned (table_id, digest, draws) VALUES ($1, $2, $3)");
const DELETE_LOG: Statement = both("DELETE FROM log WHERE table_id = $1");
const DELETE_SHOWN: Statement = both("DELETE FROM shown WHERE table_id = $1");

/// See [`super::Store::thin`]. Returns how many tables were thinned.
pub(super) async fn thin(session: &mut Session<'_>, table: u64, last: u64, left: &Thinned) -> Sql<i64> {
    let values = [table.into(), last.into(), NOWHERE.into()];
    if session.change(THIN, values).await? == 0 {
        return Ok(0);
    }
    let keep = [table.into(), left.digest.clone().into(), left.draws.into()];
    session.change(KEEP, keep).await?;
    session.change(DELETE_LOG, [table.into()]).await?;
    session.change(DELETE_SHOWN, [table.into()]).await?;
    named::unname_all(session, table).await?;
    if let Session::File(connection) = session {
        wiping::thinned(connection).await?;
    }
    Ok(1)
}

/// See [`super::Store::old`].
pub(super) async fn old(readers: Readers<'_>, after: (i64, u64), before: i64, limit: u32) -> Sql<Vec<(i64, u64)>> {
    let (created, table) = after;
    let after = [
        created.into(),
        table.into(),
        before.into(),
        limit.into(),
        readers.shards(),
    ];
    readers.all(OLD, after, |row| Ok((row.get(1)?, row.id(0)?))).await
}

/// See [`super::Store::thinned`].
pub(super) async fn thinned(readers: Readers<'_>, table: u64) -> Sql<Option<Thinned>> {
    let left = |row: &Row| {
        Ok(Thinned {
            digest: row.get(0)?,
            draws: row.small_or_none(1)?,
        })
    };
    readers.first(LEFT, [table.into()], left).await
}

#[cfg(test)]
mod tests {
    use sqlx::{ConnectOptions, SqliteConnection};

    use crate::store::forgetting::NOWHERE;
    use crate::store::open::options;
    use crate::store::testing::{Fresh, create, entry, fresh, on_both_engines};
    use crate::store::wiping::{self, Moment};
    use crate::store::{Append, Database, Finish, NewResult, NewTable, Ranking, Shown, Thinned};

    on_both_engines! {
        what_is_thinned_leaves_results_and_what_is_left_of_its_record,
        a_table_in_play_or_with_a_newer_entry_is_left_alone,
        old_tables_are_found_page_by_page_the_oldest_first,
        a_thinned_table_in_a_private_chat_does_not_say_which_one,
    }

    fn left() -> Thinned {
        Thinned {
            digest: Some("5f".repeat(32)),
            draws: Some(3),
        }
    }

    async fn what_is_thinned_leaves_results_and_what_is_left_of_its_record(fresh: Fresh) {
        let store = &fresh.store;
        let result = NewResult {
            round: 0,
            guild: Some(7),
            game: "binome".to_owned(),
            person: Some(5),
            name: "Ana".to_owned(),
            points: 9,
            finish: Finish::Won,
            counts: true,
            place: 1,
            side: None,
            computers: Vec::new(),
        };
        let over = Append {
            over: true,
            results: vec![result],
            ..create(1, 1)
        };
        store.append(over).await.unwrap();
        let shown = Shown {
            table: 1,
            slot: "table".to_owned(),
            channel: 1,
            message: 2,
            version: Shown::SETTLED,
            digest: String::new(),
            note: String::new(),
        };
        store.set_shown(&shown).await.unwrap();
        let board = async || {
            store
                .leaderboard(7, "binome", Ranking::MostPoints, 0, 10)
                .await
                .unwrap()
        };
        let before = board().await;
        assert_eq!(store.thinned(1).await.unwrap(), None);
        assert!(store.thin(1, 1, left()).await.unwrap());
        assert_eq!(store.thinned(1).await.unwrap(), Some(left()));
        let table = store.load(1).await.unwrap().unwrap();
        assert!(table.over && table.entries.is_empty());
        assert_eq!(store.shown(1).await.unwrap(), []);
        assert_eq!(board().await, before);
        assert_eq!(store.matches(5, None, 9).await.unwrap(), [1]);
        assert!(!store.thin(1, 1, left()).await.unwrap(), "once is enough");
        let late = store.append(entry(1, 1)).await;
        assert!(late.is_err(), "who still has the table in memory must load it anew");
    }

    async fn a_thinned_table_in_a_private_chat_does_not_say_which_one(fresh: Fresh) {
        let store = &fresh.store;
        for (table, guild) in [(1, None), (2, Some(7))] {
            let over = create(table, 900 + table);
            let create = over.create.map(|new| NewTable { guild, ..new });
            let over = Append {
                create,
                over: true,
                ..over
            };
            store.append(over).await.unwrap();
            assert!(store.thin(table, 1, left()).await.unwrap());
        }
        let channel = async |table| store.load(table).await.unwrap().unwrap().channel;
        assert_eq!((channel(1).await, channel(2).await), (NOWHERE, 902));
    }

    async fn a_table_in_play_or_with_a_newer_entry_is_left_alone(fresh: Fresh) {
        let store = &fresh.store;
        store.append(create(1, 1)).await.unwrap();
        assert!(!store.thin(1, 1, left()).await.unwrap(), "it is played");
        let over = Append {
            over: true,
            ..entry(1, 1)
        };
        store.append(over).await.unwrap();
        assert!(!store.thin(1, 1, left()).await.unwrap(), "something was appended since");
        assert_eq!(store.thinned(1).await.unwrap(), None);
        assert_eq!(store.load(1).await.unwrap().unwrap().entries.len(), 2);
    }

    async fn old_tables_are_found_page_by_page_the_oldest_first(fresh: Fresh) {
        let store = &fresh.store;
        for (table, created, over) in [
            (1, 30, true),
            (2, 10, true),
            (3, 10, true),
            (4, 20, false),
            (5, 40, true),
        ] {
            let append = Append {
                at: created,
                over,
                ..create(table, table)
            };
            store.append(append).await.unwrap();
        }
        let start = (i64::MIN, 0);
        assert_eq!(store.old(start, 40, 9).await.unwrap(), [(10, 2), (10, 3), (30, 1)]);
        assert_eq!(store.old((10, 2), 40, 1).await.unwrap(), [(10, 3)]);
        assert!(store.thin(2, 1, left()).await.unwrap());
        assert_eq!(store.old(start, 30, 9).await.unwrap(), [(10, 3)]);
    }

    #[tokio::test]
    async fn the_file_is_written_anew_only_once_somebody_is_forgotten() {
        let fresh = fresh().await;
        let Database::File(path) = &fresh.database else { return };
        let over = Append {
            entries: vec![format!("\"{}\"", "x".repeat(1000)); 100],
            over: true,
            ..create(1, 1)
        };
        fresh.store.append(over).await.unwrap();
        assert!(fresh.store.thin(1, 100, left()).await.unwrap());
        let mut connection = options(path).connect().await.unwrap();
        wiping::wipe(&mut connection, Moment::Start).await.unwrap();
        assert!(
            free(&mut connection).await > 0,
            "a start after some thinning is like any other"
        );
        fresh.store.forget(5, Vec::new()).await.unwrap();
        assert_eq!(
            free(&mut connection).await,
            0,
            "the log may have named whoever was forgotten"
        );
    }

    /// How many pages of the file are free.
    async fn free(connection: &mut SqliteConnection) -> i64 {
        let free = sqlx::query_scalar("PRAGMA freelist_count");
        free.fetch_one(connection).await.unwrap()
    }

    /// Logs of many tables grow beside each other, so that pages are split and filled again.
    #[tokio::test]
    async fn nothing_of_a_thinned_log_is_left_once_somebody_is_forgotten() {
        const TABLES: u64 = 60;
        let fresh = fresh().await;
        let Database::File(path) = &fresh.database else { return };
        for after in 0..30 {
            let kept = |table: u64| table % 2 * 1_000_000_000_000_000;
            let person = |table: u64| 814_159_265_358_979_000 + kept(table) + (table * 7 + after * 3) % 40;
            let event = |table: u64| {
                format!(
                    r#"{{"person":{},"word":"{}"}}"#,
                    person(table),
                    "x".repeat(((table * 13 + after * 29) % 90) as usize)
                )
            };
            let appends = (1..=TABLES).map(|table| match after {
                0 => create(table, table),
                _ => Append {
                    entries: vec![event(table)],
                    over: after == 29,
                    ..entry(table, after)
                },
            });
            for append in appends {
                fresh.store.append(append).await.unwrap();
            }
        }
        for table in (2..=TABLES).step_by(2) {
            assert!(fresh.store.thin(table, 30, left()).await.unwrap());
        }
        fresh.store.forget(814_159_265_358_979_001, Vec::new()).await.unwrap();
        assert_eq!(std::fs::metadata(path.with_extension("db-wal")).unwrap().len(), 0);
        let (file, named) = (std::fs::read(path).unwrap(), b"814159265358979");
        assert!(!file.windows(named.len()).any(|bytes| bytes == named), "a name is left");
    }
}
