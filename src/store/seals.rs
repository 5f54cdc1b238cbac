//! The secret of each server's next table.

use sqlx::SqliteConnection;

use super::Succession;
use super::session::{Readers, Row, Session, Statement, both};
use super::sql::Sql;

pub(super) const NEXT: Statement = both("SELECT number, secret FROM seals WHERE home = $1");
/// At a server nobody else gives this secret out until the commit.
pub(super) const NUMBER: Statement = Statement {
    file: "SELECT number FROM seals WHERE home = $1",
    server: "SELECT number FROM seals WHERE home = $1 FOR UPDATE",
};
const FIRST: Statement = both("INSERT INTO seals (home, number, secret) VALUES ($1, $2, $3)");
const NEXT_ONE: Statement = both("UPDATE seals SET number = $2, secret = $3 WHERE home = $1");
const KNOWN: &str = "SELECT count(*) FROM sqlite_schema WHERE name = 'seals'";
const FORGET: &str = "DELETE FROM seals";

/// See [`super::Store::next_secret`].
pub(super) async fn next_secret(readers: Readers<'_>, home: u64) -> Sql<Option<(u64, [u8; 32])>> {
    let next = |row: &Row| Ok((row.id(0)?, row.secret(1)?));
    readers.first(NEXT, [home.into()], next).await
}

/// Whether the secret that a new table has is the one whose turn it is.
pub(super) async fn is_next(session: &mut Session<'_>, succession: &Succession) -> Sql<bool> {
    let number = session.first(NUMBER, [succession.home.into()], |row| row.id(0)).await?;
    Ok(number.unwrap_or(1) == succession.number)
}

/// Gives the secret out, and keeps the next one. Two first ones at once hit the primary key, and one of them is judged anew.
pub(super) async fn succeed(session: &mut Session<'_>, succession: &Succession) -> Sql<()> {
    let Succession { home, number, next } = succession;
    let statement = if *number == 1 { FIRST } else { NEXT_ONE };
    let values = [(*home).into(), (number + 1).into(), next.into()];
    session.change(statement, values).await.map(drop)
}

/// Forgets all secrets of next tables in a copy of the file: tables that were opened since may have used them.
pub(super) async fn forget(connection: &mut SqliteConnection) -> Sql<()> {
    // A copy has the schema of its file, which may be an earlier one.
    let known: i64 = sqlx::query_scalar(KNOWN).fetch_one(&mut *connection).await?;
    if known > 0 {
        sqlx::query(FORGET).execute(connection).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::store::testing::{Fresh, create, fresh, on_both_engines};
    use crate::store::{Append, Store, StoreError, Succession, backup};

    on_both_engines! {
        each_secret_is_given_out_once_and_the_next_is_there_before,
        of_tables_that_open_at_once_each_secret_goes_to_one,
    }

    /// A table opened with the secret of this number, where the next one is of bytes of that number.
    fn opened(table: u64, number: u64) -> Append {
        Append {
            succession: Some(Succession {
                home: 7,
                number,
                next: [number as u8 + 1; 32],
            }),
            ..create(table, table)
        }
    }

    async fn each_secret_is_given_out_once_and_the_next_is_there_before(fresh: Fresh) {
        let store = &fresh.store;
        assert_eq!(store.next_secret(7).await.unwrap(), None);
        assert!(matches!(store.append(opened(1, 2)).await, Err(StoreError::SecretTaken)));
        store.append(opened(1, 1)).await.unwrap();
        assert_eq!(store.next_secret(7).await.unwrap(), Some((2, [2; 32])));
        assert_eq!(store.next_secret(8).await.unwrap(), None, "each server has its own");
        assert!(matches!(store.append(opened(2, 1)).await, Err(StoreError::SecretTaken)));
        assert_eq!(
            store.load(2).await.unwrap(),
            None,
            "what is refused has written nothing"
        );
        // A refusal for another reason gives no secret out either.
        let taken = Append {
            table: 3,
            ..opened(1, 2)
        };
        assert!(matches!(store.append(taken).await, Err(StoreError::Taken)));
        assert_eq!(store.next_secret(7).await.unwrap(), Some((2, [2; 32])));
        store.append(opened(2, 2)).await.unwrap();
        store.close().await;
        let again = Store::open_at(&fresh.database).await.unwrap();
        assert_eq!(again.next_secret(7).await.unwrap(), Some((3, [3; 32])), "it is durable");
    }

    async fn of_tables_that_open_at_once_each_secret_goes_to_one(fresh: Fresh) {
        let mut tasks = tokio::task::JoinSet::new();
        for table in 1..=16 {
            let store = fresh.store.clone();
            tasks.spawn(async move { store.append(opened(table, 1)).await });
        }
        let results = tasks.join_all().await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
        let refused = |result: &Result<(), StoreError>| matches!(result, Ok(()) | Err(StoreError::SecretTaken));
        assert!(results.iter().all(refused));
    }

    #[tokio::test]
    async fn a_backup_has_no_secret_of_a_next_table() {
        let fresh = fresh().await;
        let (path, copy) = (
            fresh.folder.path().join("whistle.db"),
            fresh.folder.path().join("copy.db"),
        );
        fresh.store.append(opened(1, 1)).await.unwrap();
        backup(&path, &copy).await.unwrap();
        let copied = Store::open(&copy).await.unwrap();
        assert_eq!(copied.next_secret(7).await.unwrap(), None);
        assert!(fresh.store.next_secret(7).await.unwrap().is_some());
    }
}
