//! What the disk can do: durable single rows through one plain connection, in the store's own mode (WAL,
//! `synchronous=FULL`). The measure that the benches of the store and of the whole bot share.

use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection};

/// What a raw row holds: about as much as an entry of a log.
pub(crate) const EVENT: &str =
    r#"{"seat":3,"choice":"A-7","drawn_for":128,"shape":"a line as long as an event of a log"}"#;
/// A write-ahead log is slower while the file still grows. SQLite starts it over after 1000 pages, and each commit writes
/// at least one.
const WARM_UP: u32 = 1100;

/// Durable single rows through one plain connection.
pub(crate) struct Raw(SqliteConnection);

impl Raw {
    /// A new file, warmed up beyond its first checkpoint.
    pub(crate) async fn open(file: &Path) -> Raw {
        let mut connection = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .disable_statement_logging()
            .connect()
            .await
            .expect("a connection");
        sqlx::raw_sql("CREATE TABLE row (id INTEGER PRIMARY KEY, event TEXT NOT NULL)")
            .execute(&mut connection)
            .await
            .expect("a table");
        let mut raw = Raw(connection);
        for _ in 0..WARM_UP {
            raw.commit().await;
        }
        raw
    }

    /// Commits one row; how long it took.
    pub(crate) async fn commit(&mut self) -> Duration {
        let began = Instant::now();
        let insert = sqlx::query("INSERT INTO row (event) VALUES (?1)").bind(EVENT);
        insert.execute(&mut self.0).await.expect("a commit");
        began.elapsed()
    }

    /// Closes the file.
    pub(crate) async fn close(self) {
        self.0.close().await.expect("an end");
    }
}
