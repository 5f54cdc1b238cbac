//! The database that the bots leave behind, a file or a server's.

use std::collections::HashMap;
use std::path::PathBuf;

use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use whistle::store::{Address, Database, Store};

use super::postgres::PostgresServer;

const LAST: &str = "SELECT table_id, max(seq) FROM log GROUP BY table_id";
/// Ends all sessions of bots.
const CUT: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'whistle'";

/// Where everything is stored.
pub(crate) enum Kept {
    File(PathBuf),
    Server {
        server: &'static PostgresServer,
        address: String,
    },
}

impl Kept {
    /// Opens the store.
    pub(crate) async fn store(&self) -> Store {
        let database = match self {
            Kept::File(path) => Database::File(path.clone()),
            Kept::Server { address, .. } => Database::Server(Address::read(address).expect("an address")),
        };
        Store::open_at(&database).await.expect("the store opens")
    }

    /// The last entry of each table. A file is checked by SQLite first.
    pub(crate) async fn last_entries(&self) -> HashMap<u64, u64> {
        let last: Vec<(i64, i64)> = match self {
            Kept::File(path) => {
                let address = format!("sqlite://{}", path.display());
                let mut connection = SqliteConnection::connect(&address).await.expect("the file opens");
                let check = sqlx::query_scalar("PRAGMA integrity_check");
                let verdict: String = check.fetch_one(&mut connection).await.expect("a verdict");
                assert_eq!(verdict, "ok", "what the killed bot left is sound");
                let last = sqlx::query_as(LAST).fetch_all(&mut connection).await;
                connection.close().await.expect("it closes");
                last.expect("the last entries")
            }
            Kept::Server { address, .. } => {
                let mut connection = PgConnection::connect(address).await.expect("the server");
                let last = sqlx::query_as(LAST).fetch_all(&mut connection).await;
                last.expect("the last entries")
            }
        };
        last.into_iter()
            .map(|(table, seq)| (table.cast_unsigned(), seq.cast_unsigned()))
            .collect()
    }

    /// Cuts all connections to the server.
    pub(crate) async fn cut(&self) {
        if let Kept::Server { address, .. } = self {
            let mut connection = PgConnection::connect(address).await.expect("the server");
            let cut = sqlx::raw_sql(AssertSqlSafe(CUT.to_owned())).execute(&mut connection);
            cut.await.expect("all other sessions end");
        }
    }

    /// Kills the server, which goes on with what it has written.
    pub(crate) fn crash(&self) {
        if let Kept::Server { server, .. } = self {
            server.crash();
        }
    }
}
