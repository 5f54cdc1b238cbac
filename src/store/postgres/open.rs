//! Opening a server's database: what it must be, and what to say when it cannot be opened.

use std::sync::{Arc, LazyLock};

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::postgres::PgPoolOptions;
use sqlx::{Connection, PgConnection, SqlSafeStr};

use super::address::Address;
use super::code;
use super::lease::{self, Lease, ServerReaders};
use crate::store::error::StoreError;
use crate::store::examine::{Examined, Flaw};
use crate::store::lease::MOVED_AWAY;

/// The migrations. They count as those of SQLite do: a schema of one number holds the same tables and columns.
pub(in crate::store) static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let migration = |version, description: &'static str, sql: &'static str| {
        let sql = sql.into_sql_str();
        Migration::new(version, description.into(), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(vec![
        migration(
            8,
            "tables",
            include_str!("../../../migrations/postgres/0008_tables.sql"),
        ),
        migration(
            9,
            "ratings",
            include_str!("../../../migrations/postgres/0009_ratings.sql"),
        ),
        migration(10, "alone", include_str!("../../../migrations/postgres/0010_alone.sql")),
        migration(11, "daily", include_str!("../../../migrations/postgres/0011_daily.sql")),
        migration(
            12,
            "everywhere",
            include_str!("../../../migrations/postgres/0012_everywhere.sql"),
        ),
        migration(
            13,
            "shards",
            include_str!("../../../migrations/postgres/0013_shards.sql"),
        ),
        migration(14, "named", include_str!("../../../migrations/postgres/0014_named.sql")),
        migration(
            15,
            "handed",
            include_str!("../../../migrations/postgres/0015_handed.sql"),
        ),
        migration(
            16,
            "computers",
            include_str!("../../../migrations/postgres/0016_computers.sql"),
        ),
        migration(
            17,
            "places",
            include_str!("../../../migrations/postgres/0017_places.sql"),
        ),
    ])
});

/// The oldest server that is known to do what the store asks of it.
const OLDEST: i32 = 130_000;
/// Reads are short; a few connections serve many tables.
const READERS: u32 = 4;
const FACTS: &str = "SELECT current_setting('server_version_num')::int, current_setting('server_version'),
    current_setting('server_encoding'), current_setting('fsync') = 'on'";
/// What is in the schema of this user, without what belongs to an extension, and without what a first start that is on its
/// way makes before the tables.
const THINGS: &str = "SELECT count(*) FROM pg_class
    WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) AND relname <> '_sqlx_migrations'
        AND relkind IN ('r', 'p', 'v', 'm', 'f')
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')";
/// "WHST", which the migration wrote there.
const OURS: &str = "SELECT coalesce(obj_description(to_regclass('lease'), 'pg_class') = 'WHST', false)";
const SCHEMA: &str = "SELECT max(version) FROM _sqlx_migrations";
/// A number below zero says that all data was moved to another database.
const COUNT_ALL_UP: &str = "UPDATE lease SET number = number + 1 WHERE number >= 0";
/// A migration may take long, and wait for others.
const PATIENT: &str = "SET statement_timeout = 0; SET lock_timeout = '30s'";
const IMPATIENT: &str = "RESET statement_timeout; RESET lock_timeout";

/// An open database.
pub(super) struct OpenedServer {
    /// The connections for reads.
    pub(super) readers: ServerReaders,
    /// The one for the writer.
    pub(super) writer: PgConnection,
    /// The numbers under which it may write.
    pub(super) lease: Arc<Lease>,
}

/// Why a database cannot be used.
enum Unusable {
    Sql(sqlx::Error),
    Foreign,
    Newer(i64),
    Server(String),
    Migration(MigrateError),
}

impl From<sqlx::Error> for Unusable {
    fn from(error: sqlx::Error) -> Self {
        Self::Sql(error)
    }
}

impl From<MigrateError> for Unusable {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => Self::Sql(error),
            MigrateError::VersionMissing(version) => Self::Newer(version),
            error => Self::Migration(error),
        }
    }
}

impl Unusable {
    /// The end of the sentence "cannot be opened: …".
    fn reason(&self) -> String {
        match self {
            Self::Sql(error) => code::reason(error),
            Self::Foreign => "another program's tables are there; make a database for Whistle alone".to_owned(),
            Self::Newer(version) => {
                format!("it was written by a newer Whistle (schema {version}); use that one or a later")
            }
            Self::Server(what) => what.clone(),
            Self::Migration(MigrateError::VersionMismatch(version)) => {
                format!("its schema {version} is not the one that this Whistle knows")
            }
            Self::Migration(error) => error.to_string(),
        }
    }
}

impl From<Unusable> for Flaw {
    fn from(unfit: Unusable) -> Self {
        let reason = unfit.reason();
        match unfit {
            Unusable::Foreign => Self::Foreign(reason),
            Unusable::Newer(_) | Unusable::Migration(_) => Self::Newer(reason),
            Unusable::Sql(_) | Unusable::Server(_) => Self::Other(reason),
        }
    }
}

/// Opens the database at an address.
pub(super) async fn open(address: &Address) -> Result<OpenedServer, StoreError> {
    /// How often, and how long in between, a bot comes back that the server has turned away for another one's sake.
    const TRIES: u32 = 10;
    const PAUSE: std::time::Duration = std::time::Duration::from_millis(500);
    let mut tried = opened(address).await;
    for _ in 0..TRIES {
        // Several bots that start at once bring a database up to date in each other's way.
        if !matches!(&tried, Err(Unusable::Sql(error)) if code::code(error) == Some(code::DEADLOCK)) {
            break;
        }
        tokio::time::sleep(PAUSE).await;
        tried = opened(address).await;
    }
    tried.map_err(|unfit| address.refuse(unfit.reason()))
}

async fn opened(address: &Address) -> Result<OpenedServer, Unusable> {
    let mut writer = address.connect().await?;
    check(&mut writer).await?;
    sqlx::raw_sql(PATIENT).execute(&mut writer).await?;
    match schema(&mut writer).await? {
        Some(schema) if schema < newest() => bring_up_to_date(&mut writer).await?,
        _ => MIGRATIONS.run_direct(None, &mut writer, false).await?,
    }
    sqlx::raw_sql(IMPATIENT).execute(&mut writer).await?;
    let lease = Arc::new(Lease::found(address, lease::numbers(&mut writer).await?));
    let pool = PgPoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(std::time::Duration::from_secs(5))
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_with(address.options()?.options([("default_transaction_read_only", "on")]))
        .await?;
    let readers = ServerReaders {
        pool,
        lease: Arc::clone(&lease),
    };
    Ok(OpenedServer { readers, writer, lease })
}

/// Migrates a database that bots of an older version may serve. Those bots do not know what the newer schema means: from the
/// very moment of the newer schema the numbers are another's. Before that the bots' commits wait for some seconds and then
/// fail. If the migration fails, those bots go on.
async fn bring_up_to_date(writer: &mut PgConnection) -> Result<(), Unusable> {
    let mut transaction = writer.begin().await?;
    sqlx::query(COUNT_ALL_UP).execute(&mut *transaction).await?;
    if schema(&mut transaction).await? == Some(newest()) {
        // Somebody else was faster, and may serve the database by now.
        return Ok(transaction.rollback().await?);
    }
    MIGRATIONS.run_direct(None, &mut *transaction, false).await?;
    Ok(transaction.commit().await?)
}

/// Whether the database's schema is newer than this Whistle's.
pub(super) async fn is_newer(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let schema: Option<i64> = sqlx::query_scalar(SCHEMA).fetch_one(connection).await?;
    Ok(schema.is_some_and(|schema| schema > newest()))
}

/// The number of the newest schema.
fn newest() -> i64 {
    MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// The number of the database's schema; `None` where nothing of ours is.
async fn schema(connection: &mut PgConnection) -> Result<Option<i64>, sqlx::Error> {
    let ours: bool = sqlx::query_scalar(OURS).fetch_one(&mut *connection).await?;
    match ours {
        true => sqlx::query_scalar(SCHEMA).fetch_one(connection).await,
        false => Ok(None),
    }
}

/// Refuses a server or a database that cannot be used.
async fn check(connection: &mut PgConnection) -> Result<(), Unusable> {
    let facts: (i32, String, String, bool) = sqlx::query_as(FACTS).fetch_one(&mut *connection).await?;
    let (number, version, encoding, safe) = facts;
    if number < OLDEST {
        let oldest = OLDEST / 10_000;
        return Err(Unusable::Server(format!(
            "the server is PostgreSQL {version}, and Whistle needs {oldest} or newer"
        )));
    }
    if encoding != "UTF8" {
        return Err(Unusable::Server(format!(
            "its encoding is {encoding}; create it with ENCODING 'UTF8'"
        )));
    }
    let things: i64 = sqlx::query_scalar(THINGS).fetch_one(&mut *connection).await?;
    let ours: bool = sqlx::query_scalar(OURS).fetch_one(connection).await?;
    if things > 0 && !ours {
        return Err(Unusable::Foreign);
    }
    if !safe {
        tracing::warn!("the server runs with fsync = off: when its machine fails, games are lost or damaged");
    }
    Ok(())
}

/// Looks at the database at an address as a start does, and changes nothing.
///
/// # Errors
/// Why a bot could not use the database.
pub(crate) async fn examine_server(address: &Address) -> Result<Examined, Flaw> {
    examined(address).await.map_err(Flaw::from)
}

async fn examined(address: &Address) -> Result<Examined, Unusable> {
    /// Whether the user may make tables here, and write into those that are there.
    const RIGHTS: &str = "SELECT has_schema_privilege(current_schema(), 'CREATE')
        AND coalesce(has_table_privilege(to_regclass('log'), 'INSERT, UPDATE, DELETE'), true)
        AND NOT pg_is_in_recovery()";
    let mut connection = address.connect().await?;
    check(&mut connection).await?;
    let (schema, newest) = (schema(&mut connection).await?, newest());
    if let Some(schema) = schema.filter(|schema| *schema > newest) {
        return Err(Unusable::Newer(schema));
    }
    let allowed: Option<bool> = sqlx::query_scalar(RIGHTS).fetch_one(&mut connection).await?;
    if allowed != Some(true) {
        let reason = "this user may not make or change tables there: let the database belong to this user";
        return Err(Unusable::Server(reason.to_owned()));
    }
    let moved = match schema {
        Some(_) => sqlx::query_scalar(MOVED_AWAY).fetch_one(&mut connection).await?,
        None => false,
    };
    Ok(Examined { schema, newest, moved })
}
