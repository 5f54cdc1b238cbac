//! Statements, values, rows and connections as both engines know them: a question or a change is asked once for both.

use std::num::TryFromIntError;

use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{Decode, PgConnection, Postgres, Row as _, Sqlite, SqliteConnection, SqlitePool, Transaction, Type};

use super::postgres::ServerReaders;
use super::sql::{Sql, id, stored};

/// A statement as each engine reads it. A file passes over values that its text does not name; a server refuses them.
#[derive(Clone, Copy)]
pub(super) struct Statement {
    pub(super) file: &'static str,
    pub(super) server: &'static str,
}

/// A statement that both engines read alike, or that only one of them is asked.
pub(super) const fn both(text: &'static str) -> Statement {
    Statement {
        file: text,
        server: text,
    }
}

/// A statement that names an index to SQLite alone.
macro_rules! indexed {
    ($before:literal, $index:literal, $after:literal) => {
        Statement {
            file: concat!($before, " INDEXED BY ", $index, $after),
            server: concat!($before, $after),
        }
    };
}
pub(super) use indexed;

/// A statement of which a server's text has another condition: that the table is of one of these shards.
macro_rules! of_shards {
    ($before:literal, $and:literal, $shards:literal, $after:literal) => {
        Statement {
            file: concat!($before, $after),
            server: concat!(
                $before,
                $and,
                crate::store::shards::in_shards!("table_id", $shards),
                $after
            ),
        }
    };
}
pub(super) use of_shards;

/// A value of any column.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Number(Option<i64>),
    Truth(bool),
    Text(Option<String>),
    Bytes(Vec<u8>),
    /// A list of ids or shards, which a file reads as JSON.
    Numbers(Vec<i64>),
}

impl Value {
    pub(super) fn ids(ids: &[u64]) -> Value {
        Value::Numbers(ids.iter().map(|id| stored(*id)).collect())
    }
}

macro_rules! values_of {
    ($($from:ty: $value:ident => $to:expr;)*) => {
        $(impl From<$from> for Value {
            fn from($value: $from) -> Value {
                $to
            }
        })*
    };
}
values_of! {
    i64: number => Value::Number(Some(number));
    u32: number => Value::Number(Some(number.into()));
    u8: number => Value::Number(Some(number.into()));
    u64: id => Value::Number(Some(stored(id)));
    Option<i64>: number => Value::Number(number);
    Option<u32>: number => Value::Number(number.map(i64::from));
    Option<u8>: number => Value::Number(number.map(i64::from));
    Option<u64>: id => Value::Number(id.map(stored));
    bool: truth => Value::Truth(truth);
    &str: text => Value::Text(Some(text.to_owned()));
    &String: text => Value::Text(Some(text.clone()));
    Option<String>: text => Value::Text(text);
    &[u8; 32]: bytes => Value::Bytes(bytes.to_vec());
}

/// What both engines read out of a column.
pub(super) trait Column:
    Type<Sqlite> + Type<Postgres> + for<'r> Decode<'r, Sqlite> + for<'r> Decode<'r, Postgres>
{
}
impl<T> Column for T where T: Type<Sqlite> + Type<Postgres> + for<'r> Decode<'r, Sqlite> + for<'r> Decode<'r, Postgres> {}

/// A row of either engine.
pub(super) enum Row {
    File(SqliteRow),
    Server(PgRow),
}

impl Row {
    pub(super) fn get<T: Column>(&self, column: usize) -> Sql<T> {
        match self {
            Row::File(row) => row.try_get(column),
            Row::Server(row) => row.try_get(column),
        }
    }

    pub(super) fn id(&self, column: usize) -> Sql<u64> {
        self.get(column).map(id)
    }

    pub(super) fn id_or_none(&self, column: usize) -> Sql<Option<u64>> {
        Ok(self.get::<Option<i64>>(column)?.map(id))
    }

    /// A number of a smaller type than the column has.
    pub(super) fn small<T: TryFrom<i64, Error = TryFromIntError>>(&self, column: usize) -> Sql<T> {
        T::try_from(self.get(column)?).map_err(|error| sqlx::Error::Decode(error.into()))
    }

    pub(super) fn small_or_none<T: TryFrom<i64, Error = TryFromIntError>>(&self, column: usize) -> Sql<Option<T>> {
        let number = self.get::<Option<i64>>(column)?.map(T::try_from);
        number.transpose().map_err(|error| sqlx::Error::Decode(error.into()))
    }

    pub(super) fn secret(&self, column: usize) -> Sql<[u8; 32]> {
        let bytes: Vec<u8> = self.get(column)?;
        let wrong = |_| sqlx::Error::Decode("a secret is not of 32 bytes".into());
        bytes.try_into().map_err(wrong)
    }
}

/// A connection to either engine, and of a server's database the shards that this bot has.
pub(super) enum Session<'c> {
    File(&'c mut SqliteConnection),
    Server(&'c mut PgConnection, &'c [i64]),
}

impl Session<'_> {
    /// The shards whose rows are changed.
    pub(super) fn shards(&self) -> Value {
        match self {
            Session::File(_) => Value::Numbers(Vec::new()),
            Session::Server(_, shards) => Value::Numbers(shards.to_vec()),
        }
    }

    /// How many rows a statement has changed.
    pub(super) async fn change(&mut self, statement: Statement, values: impl IntoIterator<Item = Value>) -> Sql<u64> {
        match self {
            Session::File(connection) => {
                let done = of_file(statement, values).execute(&mut **connection);
                Ok(done.await?.rows_affected())
            }
            Session::Server(connection, _) => {
                let done = of_server(statement, values).execute(&mut **connection);
                Ok(done.await?.rows_affected())
            }
        }
    }

    /// All rows of a statement.
    pub(super) async fn all<T: Send + Unpin>(
        &mut self,
        statement: Statement,
        values: impl IntoIterator<Item = Value>,
        read: impl Fn(&Row) -> Sql<T> + Send,
    ) -> Sql<Vec<T>> {
        match self {
            Session::File(connection) => {
                let rows = of_file(statement, values).try_map(move |row| read(&Row::File(row)));
                rows.fetch_all(&mut **connection).await
            }
            Session::Server(connection, _) => {
                let rows = of_server(statement, values).try_map(move |row| read(&Row::Server(row)));
                rows.fetch_all(&mut **connection).await
            }
        }
    }

    /// The first row of a statement, if there is one.
    pub(super) async fn first<T: Send + Unpin>(
        &mut self,
        statement: Statement,
        values: impl IntoIterator<Item = Value>,
        read: impl Fn(&Row) -> Sql<T> + Send,
    ) -> Sql<Option<T>> {
        match self {
            Session::File(connection) => {
                let rows = of_file(statement, values).try_map(move |row| read(&Row::File(row)));
                rows.fetch_optional(&mut **connection).await
            }
            Session::Server(connection, _) => {
                let rows = of_server(statement, values).try_map(move |row| read(&Row::Server(row)));
                rows.fetch_optional(&mut **connection).await
            }
        }
    }

    /// The row of a statement that always has one.
    pub(super) async fn only<T: Send + Unpin>(
        &mut self,
        statement: Statement,
        values: impl IntoIterator<Item = Value>,
        read: impl Fn(&Row) -> Sql<T> + Send,
    ) -> Sql<T> {
        let found = self.first(statement, values, read).await?;
        found.ok_or(sqlx::Error::RowNotFound)
    }
}

fn of_file(statement: Statement, values: impl IntoIterator<Item = Value>) -> Query<'static, Sqlite, SqliteArguments> {
    let bind = |query: Query<'static, Sqlite, SqliteArguments>, value| match value {
        Value::Number(number) => query.bind(number),
        Value::Truth(truth) => query.bind(truth),
        Value::Text(text) => query.bind(text),
        Value::Bytes(bytes) => query.bind(bytes),
        Value::Numbers(numbers) => query.bind(format!("{numbers:?}")),
    };
    values.into_iter().fold(sqlx::query(statement.file), bind)
}

fn of_server(statement: Statement, values: impl IntoIterator<Item = Value>) -> Query<'static, Postgres, PgArguments> {
    let bind = |query: Query<'static, Postgres, PgArguments>, value| match value {
        Value::Number(number) => query.bind(number),
        Value::Truth(truth) => query.bind(truth),
        Value::Text(text) => query.bind(text),
        Value::Bytes(bytes) => query.bind(bytes),
        Value::Numbers(numbers) => query.bind(numbers),
    };
    values.into_iter().fold(sqlx::query(statement.server), bind)
}

/// The connections for reads.
#[derive(Clone, Copy)]
pub(super) enum Readers<'a> {
    File(&'a SqlitePool),
    Server(&'a ServerReaders),
}

impl Readers<'_> {
    /// The shards whose tables are looked for where a question is about all tables.
    pub(super) fn shards(self) -> Value {
        match self {
            Readers::File(_) => Value::Numbers(Vec::new()),
            Readers::Server(readers) => Value::Numbers(readers.shards()),
        }
    }

    /// All rows of a question.
    pub(super) async fn all<T: Send + Unpin>(
        self,
        statement: Statement,
        values: impl IntoIterator<Item = Value>,
        read: impl Fn(&Row) -> Sql<T> + Send,
    ) -> Sql<Vec<T>> {
        match self {
            Readers::File(pool) => {
                let mut connection = pool.acquire().await?;
                Session::File(&mut connection).all(statement, values, read).await
            }
            Readers::Server(readers) => {
                let mut connection = readers.acquire().await?;
                Session::Server(&mut connection, &[]).all(statement, values, read).await
            }
        }
    }

    /// The first row of a question, if there is one.
    pub(super) async fn first<T: Send + Unpin>(
        self,
        statement: Statement,
        values: impl IntoIterator<Item = Value>,
        read: impl Fn(&Row) -> Sql<T> + Send,
    ) -> Sql<Option<T>> {
        match self {
            Readers::File(pool) => {
                let mut connection = pool.acquire().await?;
                Session::File(&mut connection).first(statement, values, read).await
            }
            Readers::Server(readers) => {
                let mut connection = readers.acquire().await?;
                Session::Server(&mut connection, &[])
                    .first(statement, values, read)
                    .await
            }
        }
    }

    /// One of these connections, on which several questions are of one moment.
    pub(super) async fn snapshot(self) -> Sql<Snapshot> {
        const BEGIN: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";
        Ok(match self {
            Readers::File(pool) => Snapshot::File(pool.begin().await?),
            Readers::Server(readers) => Snapshot::Server(readers.begin_with(BEGIN).await?),
        })
    }
}

/// Several questions of one moment. A transaction that is dropped before its end leaves its connection, too.
pub(super) enum Snapshot {
    File(Transaction<'static, Sqlite>),
    Server(Transaction<'static, Postgres>),
}

impl Snapshot {
    pub(super) fn session(&mut self) -> Session<'_> {
        match self {
            Snapshot::File(transaction) => Session::File(transaction),
            Snapshot::Server(transaction) => Session::Server(transaction, &[]),
        }
    }

    pub(super) async fn end(self) -> Sql<()> {
        match self {
            Snapshot::File(transaction) => transaction.commit().await,
            Snapshot::Server(transaction) => transaction.commit().await,
        }
    }
}
