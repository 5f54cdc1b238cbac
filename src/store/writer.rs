//! The one writer: group commit.
//!
//! A durable commit waits for the disk, and the disk takes as long for one row as for a hundred. So the writer takes
//! all changes that queued up while the last commit ran, puts them into one transaction, commits, and then answers
//! them all. Each change is judged on its own inside the transaction, by what the database says under the write lock;
//! a refused one has written nothing and leaves its neighbours alone. Most changes go to SQLite together ([`batch`]), the
//! others one after another. If a change *fails* (which no refusal is), the
//! transaction is undone and the changes are tried again one by one, so that only the one at fault hears of it. If the
//! commit itself fails, all hear so and nothing is half there.

use std::time::Duration;

use futures_util::TryStreamExt;
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteRow};
use sqlx::{ConnectOptions, Connection, Executor, Sqlite, SqliteConnection};
use tokio::sync::{mpsc, oneshot, watch};

use super::batch::{self, BEGIN_AND_ASK, Batch};
use super::error::{self, StoreError};
use super::{Append, Shown, log, people, shown, timers};

/// More than this many changes waiting make their callers wait before they are even queued.
const QUEUE: usize = 1024;
/// The most changes in one commit: a bound on how long the first waits for the last.
const GROUP: usize = 256;
/// How often a transaction that another process keeps out is tried again; each try waits for the connection's busy
/// timeout.
const BUSY_TRIES: u32 = 5;
const BUSY_PAUSE: Duration = Duration::from_millis(20);

const COMMIT: &str = "COMMIT";
const ROLLBACK: &str = "ROLLBACK";

/// One thing to write.
pub(super) enum Change {
    Append(Append),
    Alive { now: i64 },
    GiveBack { now: i64 },
    SetShown(Shown),
    ClearShown { table: u64, slot: String },
    SetPreference { person: u64, name: String, value: String },
    Forget { person: u64 },
}

/// What a change came to; the number is only [`Change::GiveBack`]'s.
pub(super) type Answer = Result<i64, StoreError>;

struct Job {
    change: Change,
    answer: oneshot::Sender<Answer>,
}

enum Message {
    Job(Box<Job>),
    Close,
}

/// The handle to the writer task.
pub(super) struct Writer {
    queue: mpsc::Sender<Message>,
    ended: watch::Receiver<()>,
}

impl Writer {
    /// Starts the task on the current runtime. `options` are for a new connection when the old one broke.
    pub(super) fn start(connection: SqliteConnection, options: SqliteConnectOptions) -> Self {
        let (queue, messages) = mpsc::channel(QUEUE);
        let (alive, ended) = watch::channel(());
        tokio::spawn(async move {
            Task {
                connection: Some(connection),
                options,
            }
            .run(messages)
            .await;
            drop(alive);
        });
        Self { queue, ended }
    }

    /// Queues a change and waits until it is committed, refused or failed.
    pub(super) async fn write(&self, change: Change) -> Answer {
        let (answer, answered) = oneshot::channel();
        let job = Message::Job(Box::new(Job { change, answer }));
        self.queue.send(job).await.map_err(|_| StoreError::Closed)?;
        answered.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Lets the task finish what is queued, and waits for its end.
    pub(super) async fn close(&self) {
        // A failed send means that it was closed before; it ends all the same.
        let _ = self.queue.send(Message::Close).await;
        let mut ended = self.ended.clone();
        while ended.changed().await.is_ok() {}
    }
}

/// How a group ended.
enum GroupEnd {
    Committed(Vec<Answer>),
    /// Nothing was written; a change was at fault, and its neighbours are not.
    Faulty(sqlx::Error),
    /// Nothing was written; nobody in particular was at fault.
    Lost(sqlx::Error),
}

struct Task {
    connection: Option<SqliteConnection>,
    options: SqliteConnectOptions,
}

impl Task {
    async fn run(mut self, mut messages: mpsc::Receiver<Message>) {
        let mut waiting = Vec::with_capacity(GROUP);
        let mut jobs = Vec::with_capacity(GROUP);
        while messages.recv_many(&mut waiting, GROUP).await > 0 {
            for message in waiting.drain(..) {
                match message {
                    Message::Job(job) => jobs.push(*job),
                    // No more get in; those that are in are still received.
                    Message::Close => messages.close(),
                }
            }
            self.serve(&mut jobs).await;
        }
        if let Some(mut connection) = self.connection.take() {
            // Only tidiness: a write-ahead log that stays behind is read at the next start.
            let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
                .execute(&mut connection)
                .await;
            let _ = connection.close().await;
        }
    }

    /// Writes a group and answers everyone in it.
    async fn serve(&mut self, jobs: &mut Vec<Job>) {
        if jobs.is_empty() {
            return;
        }
        match self.group(jobs).await {
            GroupEnd::Committed(answers) => {
                for (job, answer) in jobs.drain(..).zip(answers) {
                    // Who no longer waits finds what was written in the log.
                    let _ = job.answer.send(answer);
                }
            }
            GroupEnd::Faulty(_) if jobs.len() > 1 => self.one_by_one(jobs).await,
            GroupEnd::Faulty(error) | GroupEnd::Lost(error) => refuse_all(jobs, error.into()),
        }
    }

    /// Finds out whose fault it was. When even a lone change meets no fault of its own (the file is locked, the disk
    /// is full), the rest hear so too, instead of waiting for the same in turn.
    async fn one_by_one(&mut self, jobs: &mut Vec<Job>) {
        let mut jobs = jobs.drain(..);
        while let Some(job) = jobs.next() {
            match self.group(std::slice::from_ref(&job)).await {
                GroupEnd::Committed(answers) => {
                    if let Some(answer) = answers.into_iter().next() {
                        let _ = job.answer.send(answer);
                    }
                }
                GroupEnd::Faulty(error) => refuse_all(&mut vec![job], error.into()),
                GroupEnd::Lost(error) => {
                    let mut rest = vec![job];
                    rest.extend(jobs);
                    refuse_all(&mut rest, error.into());
                    return;
                }
            }
        }
    }

    /// One transaction.
    async fn group(&mut self, jobs: &[Job]) -> GroupEnd {
        if let [job] = jobs
            && let Some((append, event)) = batch::is_alone(&job.change)
            && let Some(mut connection) = self.connection.take()
        {
            match batch::alone(&mut connection, append, event).await {
                Ok(true) => {
                    self.connection = Some(connection);
                    return GroupEnd::Committed(vec![Ok(0)]);
                }
                Ok(false) => self.connection = Some(connection),
                Err(error) if error::is_busy(&error) => self.connection = Some(connection),
                // Perhaps the commit failed. A new connection sees what came of it.
                Err(error) => return GroupEnd::Lost(error),
            }
        }
        let batch = Batch::part(jobs.iter().map(|job| &job.change));
        let (mut connection, found) = match self.begin(&batch).await {
            Ok(begun) => begun,
            Err(error) => return GroupEnd::Lost(error),
        };
        let end = fill(&mut connection, jobs, &batch, &found).await;
        // A connection of which we don't know whether it left the transaction is not used again.
        if matches!(end, GroupEnd::Committed(_)) || left(&mut connection).await {
            self.connection = Some(connection);
        }
        end
    }

    /// A connection inside a transaction that holds the write lock, and what it found for the batch.
    async fn begin(&mut self, batch: &Batch<'_>) -> Result<(SqliteConnection, Vec<SqliteRow>), sqlx::Error> {
        let question = batch.question()?;
        let mut tries = 0;
        loop {
            let mut connection = match self.connection.take() {
                Some(connection) => connection,
                None => self.options.connect().await?,
            };
            let asked = sqlx::query(BEGIN_AND_ASK)
                .bind(question.as_str())
                .fetch_all(&mut connection)
                .await;
            let error = match asked {
                Ok(found) => return Ok((connection, found)),
                Err(error) => error,
            };
            // Busy means that it did not begin. After anything else the next try has a new connection.
            self.connection = error::is_busy(&error).then_some(connection);
            tries += 1;
            if tries >= BUSY_TRIES {
                return Err(error);
            }
            tokio::time::sleep(BUSY_PAUSE).await;
        }
    }
}

fn refuse_all(jobs: &mut Vec<Job>, error: StoreError) {
    tracing::error!(changes = jobs.len(), %error, "could not write");
    for job in jobs.drain(..) {
        let _ = job.answer.send(Err(error.clone()));
    }
}

/// How a transaction failed, of which nothing was committed.
pub(super) enum Undone {
    /// By a change.
    Faulty(sqlx::Error),
    /// By the commit.
    Lost(sqlx::Error),
}

impl From<sqlx::Error> for Undone {
    fn from(error: sqlx::Error) -> Self {
        Self::Faulty(error)
    }
}

/// Runs a query of several statements. The first `writes` are changes; one after them is the commit.
pub(super) async fn all(
    connection: &mut SqliteConnection,
    query: Query<'_, Sqlite, SqliteArguments>,
    writes: usize,
) -> Result<(), Undone> {
    let mut results = connection.fetch_many(query);
    let mut done = 0;
    loop {
        match results.try_next().await {
            Ok(Some(_)) => done += 1,
            Ok(None) => return Ok(()),
            Err(error) if done < writes => return Err(Undone::Faulty(error)),
            Err(error) => return Err(Undone::Lost(error)),
        }
    }
}

/// Runs every change and commits.
async fn fill(connection: &mut SqliteConnection, jobs: &[Job], batch: &Batch<'_>, found: &[SqliteRow]) -> GroupEnd {
    let mut answers: Vec<Answer> = jobs.iter().map(|_| Ok(0)).collect();
    match batch.write(connection, found, &mut answers).await {
        Ok(()) if batch.rest.is_empty() => return GroupEnd::Committed(answers),
        Ok(()) => {}
        Err(Undone::Faulty(error)) => return GroupEnd::Faulty(error),
        Err(Undone::Lost(error)) => return GroupEnd::Lost(error),
    }
    for nth in &batch.rest {
        match run(connection, &jobs[*nth].change).await {
            Ok(answer) => answers[*nth] = answer,
            Err(error) => return GroupEnd::Faulty(error),
        }
    }
    match sqlx::query(COMMIT).execute(&mut *connection).await {
        Ok(_) => GroupEnd::Committed(answers),
        Err(error) => GroupEnd::Lost(error),
    }
}

/// The inner result is the change's answer, the outer error means that the database failed under it.
async fn run(connection: &mut SqliteConnection, change: &Change) -> Result<Answer, sqlx::Error> {
    match change {
        Change::Append(append) => Ok(log::append(connection, append).await?.map(|()| 0)),
        Change::Alive { now } => timers::alive(connection, *now).await.map(|()| Ok(0)),
        Change::GiveBack { now } => timers::give_back(connection, *now).await.map(Ok),
        Change::SetShown(new) => shown::set(connection, new).await.map(|()| Ok(0)),
        Change::ClearShown { table, slot } => shown::clear(connection, *table, slot).await.map(|()| Ok(0)),
        Change::SetPreference { person, name, value } => people::set_preference(connection, *person, name, value)
            .await
            .map(|()| Ok(0)),
        Change::Forget { person } => people::forget(connection, *person).await.map(|()| Ok(0)),
    }
}

/// Leaves a failed transaction; whether the connection is certainly out of it. SQLite leaves by itself after some
/// errors, and then refuses the rollback, which looks like any other failure; so that counts as uncertain.
async fn left(connection: &mut SqliteConnection) -> bool {
    sqlx::query(ROLLBACK).execute(connection).await.is_ok()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use sqlx::sqlite::SqliteConnectOptions;
    use tokio::sync::oneshot::Receiver;

    use super::*;
    use crate::store::Store;
    use crate::store::testing::{create, entry, fresh};

    /// A writer task in the test's own hands, beside the store's, that waits but shortly for a locked file.
    fn task(folder: &Path) -> Task {
        let options = SqliteConnectOptions::new()
            .filename(folder.join("whistle.db"))
            .foreign_keys(true)
            .busy_timeout(Duration::from_millis(1));
        Task {
            connection: None,
            options,
        }
    }

    fn job(change: Change) -> (Job, Receiver<Answer>) {
        let (answer, answered) = oneshot::channel();
        (Job { change, answer }, answered)
    }

    /// A change that the database itself refuses: no table has this id.
    fn faulty() -> Change {
        let (slot, digest, note) = ("table".to_owned(), String::new(), String::new());
        Change::SetShown(Shown {
            table: 404,
            slot,
            channel: 1,
            message: 1,
            version: 1,
            digest,
            note,
        })
    }

    async fn serve(task: &mut Task, changes: Vec<Change>) -> Vec<Answer> {
        let (mut jobs, answers): (Vec<_>, Vec<_>) = changes.into_iter().map(job).unzip();
        task.serve(&mut jobs).await;
        assert!(jobs.is_empty());
        let mut got = Vec::new();
        for answer in answers {
            got.push(answer.await.expect("everyone is answered"));
        }
        got
    }

    async fn lengths(store: &Store, tables: &[u64]) -> Vec<usize> {
        let mut lengths = Vec::new();
        for table in tables {
            lengths.push(
                store
                    .load(*table)
                    .await
                    .unwrap()
                    .map_or(0, |stored| stored.entries.len()),
            );
        }
        lengths
    }

    #[tokio::test]
    async fn refusals_leave_their_neighbours_in_the_group_alone() {
        let fresh = fresh().await;
        let mut task = task(fresh.folder.path());
        let changes = vec![
            Change::Append(create(1, 1)),
            Change::Append(create(2, 1)),
            Change::Append(Append {
                interaction: Some(5),
                ..entry(1, 1)
            }),
            Change::Append(entry(1, 1)),
            Change::Append(Append {
                interaction: Some(5),
                ..entry(1, 2)
            }),
            Change::Append(entry(1, 2)),
            Change::Append(create(3, 3)),
        ];
        let (jobs, _answers): (Vec<_>, Vec<_>) = changes.into_iter().map(job).unzip();
        let GroupEnd::Committed(answers) = task.group(&jobs).await else {
            panic!("one commit for all")
        };
        assert!(matches!(
            answers[..],
            [
                Ok(_),
                Err(StoreError::Taken),
                Ok(_),
                Err(StoreError::Conflict),
                Err(StoreError::Duplicate),
                Ok(_),
                Ok(_)
            ]
        ));
        assert_eq!(lengths(&fresh.store, &[1, 2, 3]).await, [3, 0, 1]);
    }

    #[tokio::test]
    async fn changes_of_one_table_keep_their_order() {
        let fresh = fresh().await;
        let mut task = task(fresh.folder.path());
        let shown = |version| {
            let (slot, digest, note) = ("table".to_owned(), String::new(), String::new());
            Change::SetShown(Shown {
                table: 1,
                slot,
                channel: 1,
                message: 1,
                version,
                digest,
                note,
            })
        };
        let timers = |at| {
            let timer = crate::store::Timer {
                kind: "clock".to_owned(),
                seat: None,
                at,
                gives_back: true,
            };
            Some(vec![timer])
        };
        fresh.store.append(create(1, 1)).await.unwrap();
        fresh.store.alive(0).await.unwrap();
        let changes = vec![
            shown(1),
            shown(2),
            Change::Append(Append {
                timers: timers(10),
                ..entry(1, 1)
            }),
            Change::Append(Append {
                timers: timers(20),
                ..entry(1, 2)
            }),
            Change::ClearShown {
                table: 1,
                slot: "table".to_owned(),
            },
            shown(3),
            Change::GiveBack { now: 500 },
            Change::Append(Append {
                timers: timers(30),
                ..entry(1, 3)
            }),
        ];
        let answers = serve(&mut task, changes).await;
        assert!(answers.iter().all(Result::is_ok), "{answers:?}");
        assert!(matches!(answers[6], Ok(500)));
        let stored = fresh.store.load(1).await.unwrap().unwrap();
        assert_eq!((stored.entries.len(), stored.timers[0].at), (4, 30));
        assert_eq!(fresh.store.shown(1).await.unwrap()[0].version, 3);
    }

    #[tokio::test]
    async fn a_faulty_change_fails_alone() {
        let fresh = fresh().await;
        let mut task = task(fresh.folder.path());
        let changes = vec![
            Change::Append(create(1, 1)),
            faulty(),
            Change::Append(create(2, 1)),
            Change::Append(entry(1, 1)),
        ];
        let answers = serve(&mut task, changes).await;
        assert!(matches!(
            answers[..],
            [Ok(_), Err(StoreError::Failed(_)), Err(StoreError::Taken), Ok(_)]
        ));
        assert_eq!(lengths(&fresh.store, &[1, 2]).await, [2, 0]);
        assert!(serve(&mut task, vec![faulty()]).await[0].is_err());
        assert!(
            serve(&mut task, vec![Change::Append(entry(1, 2))]).await[0].is_ok(),
            "and the task goes on"
        );
    }

    /// Whether the group ends with a lone commit or with one together with the writes.
    #[tokio::test]
    async fn a_failed_commit_leaves_nothing_half_there() {
        let fresh = fresh().await;
        let mut task = task(fresh.folder.path());
        fresh.store.append(create(1, 1)).await.unwrap();
        for other in [Change::Append(create(2, 2)), Change::Append(entry(1, 1))] {
            let (jobs, _answers): (Vec<_>, Vec<_>) = [other, faulty()].map(job).into_iter().unzip();
            let batch = Batch::part(jobs.iter().map(|job| &job.change));
            let (mut connection, found) = task.begin(&batch).await.unwrap();
            // Faults are now found only by the commit.
            sqlx::query("PRAGMA defer_foreign_keys = ON")
                .execute(&mut connection)
                .await
                .unwrap();
            assert!(matches!(
                fill(&mut connection, &jobs, &batch, &found).await,
                GroupEnd::Lost(_)
            ));
            assert!(left(&mut connection).await);
            task.connection = Some(connection);
            assert_eq!(lengths(&fresh.store, &[1, 2]).await, [1, 0]);
        }
        assert!(serve(&mut task, vec![Change::Append(entry(1, 1))]).await[0].is_ok());
    }

    #[tokio::test]
    async fn a_lost_group_hears_so_together() {
        let fresh = fresh().await;
        let mut task = task(fresh.folder.path());
        let mut other = task.options.connect().await.unwrap();
        sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
        let answers = serve(&mut task, vec![Change::Append(create(1, 1)), Change::Alive { now: 1 }]).await;
        assert!(
            matches!(answers[..], [Err(StoreError::Busy), Err(StoreError::Busy)]),
            "{answers:?}"
        );
        sqlx::query(ROLLBACK).execute(&mut other).await.unwrap();
        assert!(serve(&mut task, vec![Change::Append(create(1, 1))]).await[0].is_ok());
        assert_eq!(lengths(&fresh.store, &[1]).await, [1]);
    }

    #[tokio::test]
    async fn a_lock_of_another_process_is_waited_for() {
        let fresh = fresh().await;
        let mut other = task(fresh.folder.path()).options.connect().await.unwrap();
        sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
        let store = fresh.store.clone();
        let waiting = tokio::spawn(async move { store.append(create(1, 1)).await });
        tokio::task::yield_now().await;
        assert_eq!(lengths(&fresh.store, &[1]).await, [0], "readers do not wait");
        assert!(!waiting.is_finished());
        sqlx::query(ROLLBACK).execute(&mut other).await.unwrap();
        waiting.await.unwrap().unwrap();
        assert_eq!(lengths(&fresh.store, &[1]).await, [1]);
    }

    #[tokio::test]
    async fn a_connection_stuck_in_a_transaction_is_replaced() {
        let fresh = fresh().await;
        let mut task = task(fresh.folder.path());
        let mut stuck = task.options.connect().await.unwrap();
        sqlx::query("BEGIN").execute(&mut stuck).await.unwrap();
        task.connection = Some(stuck);
        assert!(serve(&mut task, vec![Change::Append(create(1, 1))]).await[0].is_ok());
        assert_eq!(lengths(&fresh.store, &[1]).await, [1]);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn two_processes_share_a_file_without_losing_a_seq() {
        let fresh = fresh().await;
        let other = Store::open(&fresh.folder.path().join("whistle.db")).await.unwrap();
        fresh.store.append(create(1, 1)).await.unwrap();
        let mut tasks = tokio::task::JoinSet::new();
        for store in [fresh.store.clone(), other] {
            tasks.spawn(async move {
                let mut won = 0;
                let mut after = 1;
                while after < 60 {
                    match store.append(entry(1, after)).await {
                        Ok(()) => won += 1,
                        Err(StoreError::Conflict) => {}
                        Err(error) => panic!("{error}"),
                    }
                    after = store.load(1).await.unwrap().unwrap().entries.len() as u64;
                }
                won
            });
        }
        let won: usize = tasks.join_all().await.into_iter().sum();
        let log = fresh.store.load(1).await.unwrap().unwrap().entries;
        assert_eq!(log.len(), won + 1);
        assert!(log.iter().zip(1..).all(|(entry, seq)| entry.seq == seq));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn closing_finishes_what_is_queued() {
        let fresh = fresh().await;
        let path = fresh.folder.path().join("whistle.db");
        let mut tasks = tokio::task::JoinSet::new();
        for table in 1..=200 {
            let store = fresh.store.clone();
            tasks.spawn(async move { (table, store.append(create(table, table)).await) });
        }
        let first = tasks.join_next().await.unwrap().unwrap();
        tokio::join!(fresh.store.close(), fresh.store.close());
        assert!(!path.with_extension("db-wal").exists(), "folded into the file");
        let again = Store::open(&path).await.unwrap();
        for (table, result) in std::iter::once(first).chain(tasks.join_all().await) {
            match result {
                Ok(()) => assert!(again.load(table).await.unwrap().is_some()),
                Err(error) => {
                    assert!(matches!(error, StoreError::Closed), "{error}");
                    assert_eq!(again.load(table).await.unwrap(), None);
                }
            }
        }
        assert!(matches!(fresh.store.alive(1).await, Err(StoreError::Closed)));
        assert!(matches!(fresh.store.load(1).await, Err(StoreError::Closed)));
    }
}
