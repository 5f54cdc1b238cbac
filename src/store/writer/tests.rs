//! Groups, faults, locks and closing.

use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use tokio::sync::oneshot::Receiver;

use super::*;
use crate::store::testing::{create, entry, fresh};
use crate::store::{Append, Shown, Store};

/// A writer task in the test's own hands, beside the store's, that waits but shortly for a locked file.
fn task(folder: &Path) -> Task {
    let options = SqliteConnectOptions::new()
        .filename(folder.join("whistle.db"))
        .foreign_keys(true)
        .busy_timeout(Duration::from_millis(1));
    Task {
        connection: None,
        options,
        watch: Arc::new(Watch::over(Held::at(&folder.join("whistle.db")))),
        lease: None,
        unwiped: None,
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

/// Serves changes once nobody else holds the lock: a connection that was given up leaves its transaction in its own time.
async fn serve_when_free(task: &mut Task, changes: impl Fn() -> Vec<Change>) -> Vec<Answer> {
    loop {
        let answers = serve(task, changes()).await;
        if !answers.iter().any(|answer| matches!(answer, Err(StoreError::Busy))) {
            return answers;
        }
    }
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
        let (mut connection, mut found) = task.begin(&batch).await.unwrap();
        assert!(lease::holds(None, &mut found).unwrap());
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

#[tokio::test]
async fn a_full_disk_takes_nothing_half_and_goes_on_when_there_is_room() {
    let fresh = fresh().await;
    for table in [1, 2] {
        fresh.store.append(create(table, table)).await.unwrap();
    }
    let mut full = task(fresh.folder.path());
    // As many pages as there are: SQLite says then what it says of a full disk.
    let mut connection = full.options.connect().await.unwrap();
    let pages: i64 = sqlx::query_scalar("PRAGMA page_count")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    full.options = full.options.clone().pragma("max_page_count", pages.to_string());
    let long = || Append {
        entries: vec!["{}".to_owned(), "x".repeat(1 << 20)],
        ..entry(1, 1)
    };
    let timed = Append {
        timers: Some(Vec::new()),
        ..long()
    };
    for append in [long(), timed] {
        let after = lengths(&fresh.store, &[2]).await[0] as u64;
        let both = || vec![Change::Append(append.clone()), Change::Append(entry(2, after))];
        let answers = serve_when_free(&mut full, both).await;
        let full = |answer: &Answer| match answer {
            Err(StoreError::Failed(error)) => error::code(error) == Some(error::FULL),
            _ => false,
        };
        assert!(
            answers.iter().all(full) || (full(&answers[0]) && answers[1].is_ok()),
            "{answers:?}"
        );
        assert_eq!(lengths(&fresh.store, &[1]).await, [1], "nothing half");
    }
    let mut roomy = task(fresh.folder.path());
    let answers = serve_when_free(&mut roomy, || vec![Change::Append(long())]).await;
    assert!(matches!(answers[..], [Ok(_)]), "{answers:?}");
    assert_eq!(lengths(&fresh.store, &[1]).await, [3]);
}

#[tokio::test]
async fn files_that_somebody_reads_are_tried_to_be_wiped_with_growing_pauses() {
    let fresh = fresh().await;
    fresh.store.append(create(1, 1)).await.unwrap();
    let mut task = task(fresh.folder.path());
    let mut reader = task.options.connect().await.unwrap();
    sqlx::query("BEGIN").execute(&mut reader).await.unwrap();
    let read: i64 = sqlx::query_scalar("SELECT count(*) FROM log")
        .fetch_one(&mut reader)
        .await
        .unwrap();
    assert_eq!(read, 1);
    let forget = || {
        let logs = Vec::new();
        vec![Change::Forget {
            person: 40,
            logs,
            at: None,
        }]
    };
    serve_when_free(&mut task, forget).await;
    let mut pauses = Vec::new();
    for _ in 0..9 {
        let unwiped = task.unwiped.as_mut().expect("somebody reads");
        pauses.push(unwiped.pause);
        let (rests, tried) = (Instant::now() + Duration::from_secs(3600), Instant::now());
        unwiped.from = rests;
        task.wipe(Moment::Play).await;
        assert_eq!(
            task.idle_until(true),
            Some(rests),
            "it is not tried before the pause is over"
        );
        task.unwiped.as_mut().expect("somebody reads").from = tried;
        task.wipe(Moment::Play).await;
        assert!(
            task.unwiped
                .as_ref()
                .is_some_and(|unwiped| unwiped.from >= tried + pauses[pauses.len() - 1])
        );
    }
    assert!(
        pauses.is_sorted() && pauses[0] == 2 * IDLE && pauses[8] == WIPE_PAUSE,
        "{pauses:?}"
    );
    sqlx::query(ROLLBACK).execute(&mut reader).await.unwrap();
    while let Some(unwiped) = &mut task.unwiped {
        unwiped.from = Instant::now();
        task.wipe(Moment::Play).await;
    }
}
