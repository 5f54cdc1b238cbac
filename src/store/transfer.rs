//! All data of one database into another, empty one, whatever engines they have.
//!
//! Neither may be served meanwhile: both are claimed. The data is read in one transaction and written in another. Before that
//! one commits, everything is read back and compared. So after any interruption either nothing is there or all.
//!
//! What belongs to a database and not to its data stays where it is: its marks, and the number of its claims. That number says
//! of the old database from then on that nobody serves it: its tables would draw once more what is drawn at the new place.

use futures_util::stream::{BoxStream, StreamExt, TryStreamExt};
use sha2::{Digest, Sha256};
use sqlx::{ConnectOptions, Connection, Executor, PgConnection, SqliteConnection, query};

use super::error::StoreError;
use super::session::{Row, Session, Statement, Value, both};
use super::sql::Sql;
use super::{Database, Examined, Flaw, Store, open};

/// What came into the new database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transferred {
    /// How many tables.
    pub tables: u64,
    /// How many of them are in play.
    pub live: u64,
    /// How many entries their logs have.
    pub entries: u64,
}

/// The kind of a column.
#[derive(Clone, Copy)]
enum Kind {
    Number,
    Truth,
    Text,
    Bytes,
}
use Kind::{Bytes, Number, Text, Truth};

/// A table with its statements, which both engines understand.
struct Table {
    kinds: &'static [Kind],
    select: &'static str,
    insert: Statement,
    copy: &'static str,
}

macro_rules! table {
    ($name:literal by $order:literal, $columns:literal, $places:literal, $kinds:expr) => {
        Table {
            kinds: &$kinds,
            select: concat!("SELECT ", $columns, " FROM ", $name, " ORDER BY ", $order),
            insert: both(concat!(
                "INSERT INTO ",
                $name,
                " (",
                $columns,
                ") VALUES (",
                $places,
                ")"
            )),
            copy: concat!("COPY ", $name, " (", $columns, ") FROM STDIN"),
        }
    };
}

/// All tables, each behind those to which its rows refer.
const TABLES: [Table; 14] = [
    table!(
        "tables" by "id",
        "id, place, hall, game, secret, created, over, restored, thinned",
        "$1, $2, $3, $4, $5, $6, $7, $8, $9",
        [Number, Number, Number, Text, Bytes, Number, Truth, Truth, Truth]
    ),
    table!(
        "log" by "table_id, seq",
        "table_id, seq, at, interaction, event",
        "$1, $2, $3, $4, $5",
        [Number, Number, Number, Number, Text]
    ),
    table!("named" by "table_id, person", "table_id, person", "$1, $2", [Number, Number]),
    table!("seated" by "table_id, person", "table_id, person", "$1, $2", [Number, Number]),
    table!(
        "timers" by "table_id, nth",
        "table_id, nth, kind, seat, at, gives_back",
        "$1, $2, $3, $4, $5, $6",
        [Number, Number, Text, Number, Number, Truth]
    ),
    table!("heartbeat" by "1", "shard, at, given", "$1, $2, $3", [Number, Number, Number]),
    table!(
        "shown" by "table_id, slot",
        "table_id, slot, channel, message, version, digest, note",
        "$1, $2, $3, $4, $5, $6, $7",
        [Number, Text, Number, Number, Number, Text, Text]
    ),
    table!("preferences" by "person, name", "person, name, value", "$1, $2, $3", [Number, Text, Text]),
    table!(
        "results" by "id",
        "id, table_id, round, hall, game, person, name, points, won, drawn, counts, at, place, side, somebody, computers",
        "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16",
        [
            Number, Number, Number, Number, Text, Number, Text, Number, Truth, Truth, Truth, Number, Number, Number, Number, Text
        ]
    ),
    table!(
        "standings" by "hall, game, person",
        "hall, game, person, points, games_won, games, draws, matches_won, matches, most, fewest",
        "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11",
        [Number, Text, Number, Number, Number, Number, Number, Number, Number, Number, Number]
    ),
    table!(
        "daily_answers" by "person, game, day",
        "person, game, day, choice, correct, shared, at",
        "$1, $2, $3, $4, $5, $6, $7",
        [Number, Text, Number, Text, Truth, Truth, Number]
    ),
    table!("thinned" by "table_id", "table_id, digest, draws", "$1, $2, $3", [Number, Text, Number]),
    table!("parting" by "person, table_id", "person, table_id, gone_at", "$1, $2, $3", [Number, Number, Number]),
    table!("seals" by "home", "home, number, secret", "$1, $2, $3", [Number, Number, Bytes]),
];
/// The next result gets a greater number than all that came along.
const COUNT_ON: &str = "SELECT setval(pg_get_serial_sequence('results', 'id'), max(id)) FROM results";
const COUNTS: Statement = both(
    "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM tables WHERE NOT over),
    (SELECT count(*) FROM log)",
);
/// A copy of everything may take long; and nobody may claim the database until it is committed.
const PATIENT: &str = "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0";
const HOLD: &str = "SELECT number FROM lease FOR SHARE";
/// What the number of the claims becomes where the data is no longer at home, and where it is again.
const AWAY: Statement = both("UPDATE lease SET number = -1 - number WHERE number >= 0");
const HOME: Statement = both("UPDATE lease SET number = -1 - number WHERE number < 0");
/// The next start finds another mark than its own, and takes the database for one that was brought back.
const DOUBT: Statement = both("UPDATE marks SET mark = -1 - mark, before = NULL");
const COMMIT: Statement = both("COMMIT");

/// How many rows a table has, and a hash of all of them in their order.
#[derive(Default)]
struct Sum {
    rows: u64,
    hash: Sha256,
}

impl Sum {
    fn add(&mut self, row: &[Value]) {
        self.rows += 1;
        for value in row {
            let (kind, bytes): (u8, &[u8]) = match value {
                Value::Number(None) => (0, &[]),
                Value::Number(Some(number)) => (1, &number.to_be_bytes()),
                Value::Truth(truth) => (2, &[u8::from(*truth)]),
                Value::Text(None) => (5, &[]),
                Value::Text(Some(text)) => (3, text.as_bytes()),
                Value::Bytes(bytes) => (4, bytes),
                Value::Numbers(_) => unreachable!("no column is a list"),
            };
            self.hash.update([kind]);
            self.hash.update((bytes.len() as u64).to_be_bytes());
            self.hash.update(bytes);
        }
    }

    fn end(self) -> (u64, [u8; 32]) {
        (self.rows, self.hash.finalize().into())
    }
}

/// A connection to one of the two databases.
enum Side {
    File(SqliteConnection),
    Server(PgConnection),
}

impl Side {
    async fn open(database: &Database) -> Sql<Side> {
        match database {
            Database::File(path) => Ok(Self::File(
                open::options(path).create_if_missing(false).connect().await?,
            )),
            Database::Server(address) => {
                let mut connection = address.connect().await?;
                connection.execute(PATIENT).await?;
                Ok(Self::Server(connection))
            }
        }
    }

    /// Begins the transaction in which everything is read or written.
    async fn begin(&mut self, writes: bool) -> Sql<()> {
        match self {
            Self::File(connection) => {
                let begin = if writes { "BEGIN IMMEDIATE" } else { "BEGIN" };
                connection.execute(begin).await?;
            }
            Self::Server(connection) if writes => {
                connection.execute("BEGIN").await?;
                connection.execute(HOLD).await?;
            }
            Self::Server(connection) => {
                connection
                    .execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                    .await?;
            }
        }
        Ok(())
    }

    async fn commit(mut self) -> Sql<()> {
        if let Self::Server(connection) = &mut self {
            connection.execute(COUNT_ON).await?;
        }
        self.session().change(COMMIT, []).await?;
        self.close().await
    }

    fn session(&mut self) -> Session<'_> {
        match self {
            Self::File(connection) => Session::File(connection),
            Self::Server(connection) => Session::Server(connection, &[]),
        }
    }

    /// Leaves an open transaction without a trace.
    async fn close(self) -> Sql<()> {
        match self {
            Self::File(connection) => connection.close().await,
            Self::Server(connection) => connection.close().await,
        }
    }

    /// All rows of a table in their order.
    fn rows<'c>(&'c mut self, table: &'static Table) -> BoxStream<'c, Sql<Vec<Value>>> {
        match self {
            Self::File(connection) => connection
                .fetch(table.select)
                .map(|row| values(&Row::File(row?), table.kinds))
                .boxed(),
            Self::Server(connection) => connection
                .fetch(query(table.select))
                .map(|row| values(&Row::Server(row?), table.kinds))
                .boxed(),
        }
    }

    /// Writes the rows of a table, and gives their sum.
    async fn write(&mut self, table: &'static Table, mut rows: BoxStream<'_, Sql<Vec<Value>>>) -> Sql<Sum> {
        let mut sum = Sum::default();
        match self {
            Self::File(connection) => {
                while let Some(row) = rows.try_next().await? {
                    sum.add(&row);
                    Session::File(connection).change(table.insert, row).await?;
                }
            }
            Self::Server(connection) => {
                /// How many bytes are sent at once.
                const PIECE: usize = 1 << 16;
                let mut copy = connection.copy_in_raw(table.copy).await?;
                let mut lines = String::new();
                while let Some(row) = rows.try_next().await? {
                    sum.add(&row);
                    push_line(&mut lines, &row);
                    if lines.len() >= PIECE {
                        copy.send(std::mem::take(&mut lines).into_bytes()).await?;
                    }
                }
                copy.send(lines.into_bytes()).await?;
                copy.finish().await?;
            }
        }
        Ok(sum)
    }

    async fn sum(&mut self, table: &'static Table) -> Sql<Sum> {
        let mut sum = Sum::default();
        let mut rows = self.rows(table);
        while let Some(row) = rows.try_next().await? {
            sum.add(&row);
        }
        Ok(sum)
    }

    async fn counts(&mut self) -> Sql<Transferred> {
        let counts = |row: &Row| {
            Ok(Transferred {
                tables: row.id(0)?,
                live: row.id(1)?,
                entries: row.id(2)?,
            })
        };
        self.session().only(COUNTS, [], counts).await
    }
}

/// A row as `COPY` reads one.
fn push_line(lines: &mut String, row: &[Value]) {
    for (nth, value) in row.iter().enumerate() {
        if nth > 0 {
            lines.push('\t');
        }
        match value {
            Value::Number(None) => lines.push_str("\\N"),
            Value::Number(Some(number)) => lines.push_str(&number.to_string()),
            Value::Truth(truth) => lines.push(if *truth { 't' } else { 'f' }),
            Value::Bytes(bytes) => {
                lines.push_str("\\\\x");
                lines.push_str(&hex::encode(bytes));
            }
            Value::Numbers(_) => unreachable!("no column is a list"),
            Value::Text(None) => lines.push_str("\\N"),
            Value::Text(Some(text)) => {
                for letter in text.chars() {
                    match letter {
                        '\\' => lines.push_str("\\\\"),
                        '\n' => lines.push_str("\\n"),
                        '\r' => lines.push_str("\\r"),
                        '\t' => lines.push_str("\\t"),
                        letter => lines.push(letter),
                    }
                }
            }
        }
    }
    lines.push('\n');
}

fn values(row: &Row, kinds: &[Kind]) -> Sql<Vec<Value>> {
    let value = |(nth, kind): (usize, &Kind)| {
        Ok(match kind {
            Number => Value::Number(row.get(nth)?),
            Truth => Value::Truth(row.get(nth)?),
            Text => Value::Text(row.get(nth)?),
            Bytes => Value::Bytes(row.get(nth)?),
        })
    };
    kinds.iter().enumerate().map(value).collect()
}

/// Copies all that is in the database `from` into `to`, which must be empty or, if a file, may be missing. From then on nobody
/// serves `from`.
///
/// # Errors
/// [`StoreError::Open`], with one sentence for people, about either database: it cannot be used, a bot serves it, there is
/// nothing in `from`, or something in `to`. Nothing was written into `to` then.
pub async fn transfer(from: &Database, to: &Database) -> Result<Transferred, StoreError> {
    if from == to {
        return Err(refuse(to, "it is the same database twice"));
    }
    be_ours(from).await?;
    let (source, _source) = Store::serve(from).await?;
    let served = Store::serve(to).await;
    let done = match &served {
        Ok(_) => between(from, to).await,
        Err(error) => Err(error.clone()),
    };
    source.close().await;
    if let Ok((target, _right)) = served {
        target.close().await;
    }
    done
}

fn refuse(database: &Database, reason: impl ToString) -> StoreError {
    let (path, reason) = (database.to_string().into(), reason.to_string());
    StoreError::Open { path, reason }
}

/// Refuses what is no database of Whistle's that can be used.
async fn be_ours(database: &Database) -> Result<(), StoreError> {
    match database.examine().await {
        Ok(Examined { schema: Some(_), .. }) => Ok(()),
        Ok(_) => Err(refuse(database, "there is no database of Whistle's")),
        Err(
            Flaw::Place(reason)
            | Flaw::Foreign(reason)
            | Flaw::Newer(reason)
            | Flaw::Damaged(reason)
            | Flaw::Other(reason),
        ) => Err(refuse(database, reason)),
    }
}

/// Copies between two databases that are claimed.
async fn between(from: &Database, to: &Database) -> Result<Transferred, StoreError> {
    let mut source = Side::open(from).await?;
    let mut target = Side::open(to).await?;
    source.begin(false).await?;
    target.begin(true).await?;
    for table in &TABLES {
        if target.sum(table).await?.rows > 0 {
            return Err(refuse(to, "there is something in it already"));
        }
    }
    for table in &TABLES {
        let sum = target.write(table, source.rows(table)).await?;
        if target.sum(table).await?.end() != sum.end() {
            return Err(refuse(to, "what was written there reads otherwise, and was taken back"));
        }
    }
    let counts = target.counts().await?;
    source.close().await?;
    // Before the data counts as moved: two databases that can both be served are worse than none.
    let mut source = Side::open(from).await?;
    source.session().change(AWAY, []).await?;
    if let Err(error) = target.commit().await {
        // What became of the commit, nobody may know now. Then the old database stays as it is, and says what to do.
        if matches!(error, sqlx::Error::Database(_)) {
            source.session().change(HOME, []).await?;
        }
        return Err(error.into());
    }
    source.close().await?;
    Ok(counts)
}

/// Lets a database be served again whose data was moved. Its tables in play seal their chance anew.
///
/// # Errors
/// [`StoreError::Open`], with one sentence for people: the database cannot be used, or nothing was moved from there.
pub async fn take_back(database: &Database) -> Result<(), StoreError> {
    be_ours(database).await?;
    let mut side = Side::open(database).await?;
    side.begin(true).await?;
    if side.session().change(HOME, []).await? == 0 {
        return Err(refuse(
            database,
            "its data was not moved, so a bot can serve it as it is",
        ));
    }
    side.session().change(DOUBT, []).await?;
    side.session().change(COMMIT, []).await?;
    Ok(side.close().await?)
}

#[cfg(test)]
mod tests;
