//! What messages show of their tables, so that after any interruption the bot knows which updates are missing.

use super::lease;
use super::session::{Readers, Row, Session, Statement, both, of_shards};
use super::sql::Sql;

/// What one message shows of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The table.
    pub table: u64,
    /// Which of the table's messages this is, in the Discord room's own word.
    pub slot: String,
    /// The channel of the message.
    pub channel: u64,
    /// The message.
    pub message: u64,
    /// The seq up to which the message shows the log, or [`Shown::SETTLED`].
    pub version: u64,
    /// A digest of what was sent.
    pub digest: String,
    /// What else the Discord room records of the message, in its own words.
    pub note: String,
}

impl Shown {
    /// The version of a message that never needs another update. Greater versions are stored as this one.
    pub const SETTLED: u64 = i64::MAX as u64;
}

/// Only a file is asked here whether its number is still `$8`, if there is one.
const SET: Statement = Statement {
    file: concat!(
        "INSERT INTO shown (table_id, slot, channel, message, version, digest, note)
        SELECT $1, $2, $3, $4, $5, $6, $7 WHERE $8 IS NULL OR $8 = ",
        lease::number!(),
        " ON CONFLICT (table_id, slot) DO UPDATE SET channel = excluded.channel, message = excluded.message,
            version = excluded.version, digest = excluded.digest, note = excluded.note"
    ),
    server: "INSERT INTO shown (table_id, slot, channel, message, version, digest, note)
        SELECT $1, $2, $3, $4, $5, $6, $7 WHERE $8::bigint IS NULL
        ON CONFLICT (table_id, slot) DO UPDATE SET channel = excluded.channel, message = excluded.message,
            version = excluded.version, digest = excluded.digest, note = excluded.note",
};
pub(super) const SHOWN: Statement =
    both("SELECT table_id, slot, channel, message, version, digest, note FROM shown WHERE table_id = $1 ORDER BY slot");
/// Spells its bound as [`UNSETTLED`] does.
pub(super) const SHOWN_AT: Statement = of_shards!(
    "SELECT table_id, slot, channel, message, version, digest, note FROM shown
    WHERE version < 9223372036854775807 AND version = $1",
    " AND ",
    "$2",
    ""
);
/// The bound is [`Shown::SETTLED`], spelled as in the partial index that this query scans.
pub(super) const UNSETTLED: Statement = of_shards!(
    "SELECT table_id FROM shown
    WHERE version < 9223372036854775807
        AND version < (SELECT max(seq) FROM log WHERE log.table_id = shown.table_id)",
    " AND ",
    "$1",
    " GROUP BY table_id ORDER BY table_id < 0, table_id"
);
const CLEAR: Statement = both("DELETE FROM shown WHERE table_id = $1 AND slot = $2");

/// See [`super::Store::shown`].
pub(super) async fn shown(readers: Readers<'_>, table: u64) -> Sql<Vec<Shown>> {
    readers.all(SHOWN, [table.into()], read).await
}

/// See [`super::Store::shown_at`].
pub(super) async fn shown_at(readers: Readers<'_>, version: u64) -> Sql<Vec<Shown>> {
    readers.all(SHOWN_AT, [version.into(), readers.shards()], read).await
}

fn read(row: &Row) -> Sql<Shown> {
    Ok(Shown {
        table: row.id(0)?,
        slot: row.get(1)?,
        channel: row.id(2)?,
        message: row.id(3)?,
        version: row.id(4)?,
        digest: row.get(5)?,
        note: row.get(6)?,
    })
}

/// See [`super::Store::set_shown`]. `false` if the file has another number than `lease`, if there is one.
pub(super) async fn set(session: &mut Session<'_>, new: &Shown, lease: Option<i64>) -> Sql<bool> {
    let values = [
        new.table.into(),
        new.slot.as_str().into(),
        new.channel.into(),
        new.message.into(),
        new.version.min(Shown::SETTLED).into(),
        new.digest.as_str().into(),
        new.note.as_str().into(),
        lease.into(),
    ];
    Ok(session.change(SET, values).await? > 0)
}

/// See [`super::Store::clear_shown`].
pub(super) async fn clear(session: &mut Session<'_>, table: u64, slot: &str) -> Sql<()> {
    session.change(CLEAR, [table.into(), slot.into()]).await.map(drop)
}

/// See [`super::Store::unsettled`].
pub(super) async fn unsettled(readers: Readers<'_>) -> Sql<Vec<u64>> {
    readers.all(UNSETTLED, [readers.shards()], |row| row.id(0)).await
}

#[cfg(test)]
mod tests {
    use crate::store::testing::{Fresh, create, entry, on_both_engines};
    use crate::store::{Append, Shown, StoreError};

    on_both_engines! {
        a_slot_remembers_its_newest_message,
        a_table_is_unsettled_until_all_its_messages_show_the_newest,
        messages_are_found_by_what_they_are_noted_to_show,
        a_message_of_no_table_is_an_error,
    }

    fn message(table: u64, slot: &str, version: u64) -> Shown {
        let (digest, note) = ("d1".to_owned(), "{}".to_owned());
        Shown {
            table,
            slot: slot.to_owned(),
            channel: u64::MAX,
            message: 12,
            version,
            digest,
            note,
        }
    }

    async fn a_slot_remembers_its_newest_message(fresh: Fresh) {
        let store = &fresh.store;
        store.append(create(1, 1)).await.unwrap();
        store.append(create(2, 2)).await.unwrap();
        assert_eq!(store.shown(1).await.unwrap(), []);
        store.set_shown(&message(1, "table", 1)).await.unwrap();
        store.set_shown(&message(1, "panel 3", 1)).await.unwrap();
        store.set_shown(&message(2, "table", 1)).await.unwrap();
        let newer = Shown {
            channel: 5,
            message: 6,
            digest: "d2".to_owned(),
            note: "x".to_owned(),
            ..message(1, "table", 9)
        };
        store.set_shown(&newer).await.unwrap();
        assert_eq!(store.shown(1).await.unwrap(), [message(1, "panel 3", 1), newer.clone()]);
        store.clear_shown(1, "panel 3").await.unwrap();
        store.clear_shown(1, "never was").await.unwrap();
        assert_eq!(store.shown(1).await.unwrap(), [newer]);
        assert_eq!(store.shown(2).await.unwrap(), [message(2, "table", 1)]);
    }

    async fn a_table_is_unsettled_until_all_its_messages_show_the_newest(fresh: Fresh) {
        let store = &fresh.store;
        let far = u64::MAX;
        for table in [far, 1, 2, 3] {
            store.append(create(table, table)).await.unwrap();
            store.set_shown(&message(table, "table", 1)).await.unwrap();
        }
        assert_eq!(store.unsettled().await.unwrap(), Vec::<u64>::new());
        store.append(entry(1, 1)).await.unwrap();
        store.append(entry(far, 1)).await.unwrap();
        store
            .append(Append {
                over: true,
                ..entry(2, 1)
            })
            .await
            .unwrap();
        store.set_shown(&message(1, "panel", 0)).await.unwrap();
        assert_eq!(store.unsettled().await.unwrap(), [1, 2, far]);
        store.set_shown(&message(1, "table", 2)).await.unwrap();
        assert_eq!(
            store.unsettled().await.unwrap(),
            [1, 2, far],
            "the panel is still behind"
        );
        store.set_shown(&message(1, "panel", Shown::SETTLED)).await.unwrap();
        store.clear_shown(2, "table").await.unwrap();
        store.set_shown(&message(far, "table", u64::MAX)).await.unwrap();
        assert_eq!(store.unsettled().await.unwrap(), Vec::<u64>::new());
        store.append(entry(1, 2)).await.unwrap();
        assert_eq!(store.unsettled().await.unwrap(), [1]);
        let versions: Vec<_> = store.shown(1).await.unwrap().iter().map(|s| s.version).collect();
        assert_eq!(versions, [Shown::SETTLED, 2]);
    }

    async fn messages_are_found_by_what_they_are_noted_to_show(fresh: Fresh) {
        let store = &fresh.store;
        for table in [1, u64::MAX] {
            store.append(create(table, table)).await.unwrap();
            store.set_shown(&message(table, "table", 1)).await.unwrap();
            store.set_shown(&message(table, "panel", 0)).await.unwrap();
        }
        store.set_shown(&message(1, "last", Shown::SETTLED)).await.unwrap();
        let mut found = store.shown_at(0).await.unwrap();
        found.sort_by_key(|row| row.table);
        assert_eq!(found, [message(1, "panel", 0), message(u64::MAX, "panel", 0)]);
        assert_eq!(store.shown_at(1).await.unwrap().len(), 2);
        assert_eq!(store.shown_at(2).await.unwrap(), []);
    }

    async fn a_message_of_no_table_is_an_error(fresh: Fresh) {
        assert!(matches!(
            fresh.store.set_shown(&message(1, "table", 1)).await,
            Err(StoreError::Failed(_))
        ));
        assert_eq!(fresh.store.shown(1).await.unwrap(), []);
    }
}
