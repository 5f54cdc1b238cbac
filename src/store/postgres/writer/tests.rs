//! Groups, faults, and what becomes of them when the connection or the claim is lost.

use tokio::sync::oneshot::Receiver;

use super::*;
use crate::store::testing::{create, entry, fresh_on_server, new_address};
use crate::store::{Append, Database, Shown, Store, Timer, timers};

/// A writer task in the test's own hands, and a store that reads what the task has written.
async fn task() -> Option<(WriterLoop, Store)> {
    let address = new_address().await?;
    let store = Store::open_at(&Database::Server(address.clone())).await.unwrap();
    let lease = Arc::new(Lease::found(&address, Numbers::from([(0, 0)])));
    let task = WriterLoop {
        connection: None,
        address,
        lease,
    };
    Some((task, store))
}

fn job(change: Change) -> (Waiting, Receiver<Answer>) {
    let (answer, answered) = oneshot::channel();
    (Waiting { change, answer }, answered)
}

fn shown(table: u64, version: u64) -> Change {
    let (slot, digest, note) = ("table".to_owned(), String::new(), String::new());
    Change::SetShown(Shown {
        table,
        slot,
        channel: 1,
        message: 1,
        version,
        digest,
        note,
    })
}

/// A change that the database itself refuses: no table has this id.
fn faulty() -> Change {
    shown(404, 1)
}

async fn serve(task: &mut WriterLoop, changes: Vec<Change>) -> Vec<Answer> {
    let (mut jobs, answers): (Vec<_>, Vec<_>) = changes.into_iter().map(job).unzip();
    task.serve(&mut jobs).await;
    assert!(jobs.is_empty());
    let mut got = Vec::new();
    for answer in answers {
        got.push(answer.await.expect("everyone is answered"));
    }
    got
}

async fn length(store: &Store, table: u64) -> usize {
    let stored = store.load(table).await.unwrap();
    stored.map_or(0, |stored| stored.entries.len())
}

/// Ends the session of a task's connection, as a server does that is told to.
async fn end_session(task: &mut WriterLoop) {
    let (connection, _) = task.connection.as_mut().expect("a connection");
    let session: i32 = sqlx::query_scalar("SELECT pg_backend_pid()")
        .fetch_one(connection)
        .await
        .unwrap();
    let mut other = task.address.connect().await.unwrap();
    sqlx::query("SELECT pg_terminate_backend($1)")
        .bind(session)
        .execute(&mut other)
        .await
        .unwrap();
    const THERE: &str = "SELECT count(*) FROM pg_stat_activity WHERE pid = $1";
    let mut left = 1;
    while left > 0 {
        left = sqlx::query_scalar::<_, i64>(THERE)
            .bind(session)
            .fetch_one(&mut other)
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn refusals_leave_their_neighbours_in_the_group_alone() {
    let Some((mut task, store)) = task().await else { return };
    let with = |append: Append| Append {
        interaction: Some(5),
        ..append
    };
    let changes = vec![
        Change::Append(create(1, 1)),
        Change::Append(create(2, 1)),
        Change::Append(with(entry(1, 1))),
        Change::Append(entry(1, 1)),
        Change::Append(with(entry(1, 2))),
        Change::Append(entry(1, 2)),
        Change::Append(create(3, 3)),
    ];
    let answers = serve(&mut task, changes).await;
    assert!(
        matches!(
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
        ),
        "{answers:?}"
    );
    assert_eq!((length(&store, 1).await, length(&store, 2).await), (3, 0));
    // The short way judges alike.
    let changes = vec![
        Change::Append(with(entry(1, 3))),
        Change::Append(entry(3, 1)),
        Change::Append(entry(4, 0)),
    ];
    let answers = serve(&mut task, changes).await;
    assert!(
        matches!(
            answers[..],
            [Err(StoreError::Duplicate), Ok(_), Err(StoreError::Conflict)]
        ),
        "{answers:?}"
    );
}

/// What the bot asks for once more after it has lost the answer, while the server has not committed yet.
#[tokio::test]
async fn time_whose_giving_back_is_still_on_its_way_is_not_given_back_again() {
    /// Whether somebody waits for a row that another one has.
    const WAITS: &str = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock')";
    let Some((mut task, store)) = task().await else { return };
    store.alive(1000).await.unwrap();
    let mut lost = task.address.connect().await.unwrap();
    let mut watching = task.address.connect().await.unwrap();
    let mut on_its_way = lost.begin().await.unwrap();
    let session = &mut Session::Server(&mut on_its_way, &[0]);
    assert_eq!(timers::give_back(session, 5000).await.unwrap(), 4000);
    let commits = async {
        while !sqlx::query_scalar::<_, bool>(WAITS)
            .fetch_one(&mut watching)
            .await
            .unwrap()
        {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        on_its_way.commit().await.unwrap();
    };
    let (answers, ()) = tokio::join!(serve(&mut task, vec![Change::GiveBack { now: 6000 }]), commits);
    assert!(matches!(answers[0], Ok(1000)), "{answers:?}");
    let given: i64 = sqlx::query_scalar("SELECT given FROM heartbeat")
        .fetch_one(&mut watching)
        .await
        .unwrap();
    assert_eq!((given, store.last_alive().await.unwrap()), (5000, Some(6000)));
}

#[tokio::test]
async fn changes_of_one_table_keep_their_order() {
    let Some((mut task, store)) = task().await else { return };
    let timed = |after, at: &[i64]| {
        let timer = |at: &i64| Timer {
            kind: "clock".to_owned(),
            seat: None,
            at: *at,
            gives_back: true,
        };
        Change::Append(Append {
            timers: Some(at.iter().map(timer).collect()),
            ..entry(1, after)
        })
    };
    store.append(create(1, 1)).await.unwrap();
    store.alive(0).await.unwrap();
    let clear = Change::ClearShown {
        table: 1,
        slot: "table".to_owned(),
    };
    let changes = vec![
        shown(1, 1),
        shown(1, 2),
        timed(1, &[10, 11, 12]),
        timed(2, &[20]),
        clear,
        shown(1, 3),
        Change::GiveBack { now: 500 },
        timed(3, &[30]),
    ];
    let answers = serve(&mut task, changes).await;
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    assert!(matches!(answers[6], Ok(500)));
    let stored = store.load(1).await.unwrap().unwrap();
    assert_eq!(
        (stored.entries.len(), stored.timers.len(), stored.timers[0].at),
        (4, 1, 30)
    );
    assert_eq!(store.shown(1).await.unwrap()[0].version, 3);
    // The same by the short way alone, with more timers and then fewer.
    for (after, at) in [(4, vec![40, 41, 42]), (5, vec![50]), (6, vec![])] {
        let answers = serve(&mut task, vec![shown(1, 3), timed(after, &at), shown(1, after + 1)]).await;
        assert!(answers.iter().all(Result::is_ok), "{answers:?}");
        let stored = store.load(1).await.unwrap().unwrap();
        assert_eq!(stored.timers.iter().map(|timer| timer.at).collect::<Vec<_>>(), at);
        assert_eq!(store.shown(1).await.unwrap()[0].version, after + 1);
    }
}

#[tokio::test]
async fn a_faulty_change_fails_alone() {
    let Some((mut task, store)) = task().await else { return };
    let nul = Append {
        entries: vec!["a\0b".to_owned()],
        ..entry(1, 1)
    };
    let changes = vec![
        Change::Append(create(1, 1)),
        faulty(),
        Change::Append(nul),
        Change::Append(create(2, 1)),
        Change::Append(entry(1, 1)),
    ];
    let answers = serve(&mut task, changes).await;
    assert!(
        matches!(
            answers[..],
            [
                Ok(_),
                Err(StoreError::Failed(_)),
                Err(StoreError::Failed(_)),
                Err(StoreError::Taken),
                Ok(_)
            ]
        ),
        "{answers:?}"
    );
    assert_eq!((length(&store, 1).await, length(&store, 2).await), (2, 0));
    // Also by the short way, and on its own.
    let answers = serve(&mut task, vec![faulty(), Change::Append(entry(1, 2))]).await;
    assert!(
        matches!(answers[..], [Err(StoreError::Failed(_)), Ok(_)]),
        "{answers:?}"
    );
    assert!(serve(&mut task, vec![faulty()]).await[0].is_err());
    assert!(
        serve(&mut task, vec![Change::Append(entry(1, 3))]).await[0].is_ok(),
        "and the task goes on"
    );
}

#[tokio::test]
async fn a_connection_that_ended_unused_is_replaced_before_anything_is_sent() {
    let Some((mut task, store)) = task().await else { return };
    assert!(serve(&mut task, vec![Change::Append(create(1, 1))]).await[0].is_ok());
    end_session(&mut task).await;
    let (_, used) = task.connection.as_mut().unwrap();
    *used -= UNUSED;
    assert!(serve(&mut task, vec![Change::Append(entry(1, 1))]).await[0].is_ok());
    assert_eq!(length(&store, 1).await, 2);
}

#[tokio::test]
async fn a_group_whose_connection_ends_hears_so_together_and_the_next_one_has_another() {
    let Some((mut task, store)) = task().await else { return };
    assert!(serve(&mut task, vec![Change::Append(create(1, 1))]).await[0].is_ok());
    end_session(&mut task).await;
    let answers = serve(&mut task, vec![Change::Append(entry(1, 1)), Change::Alive { now: 1 }]).await;
    assert!(
        matches!(answers[..], [Err(StoreError::Failed(_)), Err(StoreError::Failed(_))]),
        "{answers:?}"
    );
    assert!(serve(&mut task, vec![Change::Append(entry(1, 1))]).await[0].is_ok());
    assert_eq!(length(&store, 1).await, 2);
}

#[tokio::test]
async fn a_lock_of_another_session_is_waited_for_and_then_answered_with_busy() {
    let Some((mut task, store)) = task().await else { return };
    let mut other = task.address.connect().await.unwrap();
    let mut lock = other.begin().await.unwrap();
    sqlx::query("SELECT number FROM lease FOR UPDATE")
        .execute(&mut *lock)
        .await
        .unwrap();
    let answers = serve(&mut task, vec![Change::Append(create(1, 1)), Change::Alive { now: 1 }]).await;
    assert!(
        matches!(answers[..], [Err(StoreError::Busy), Err(StoreError::Busy)]),
        "{answers:?}"
    );
    assert_eq!(length(&store, 1).await, 0, "readers do not wait");
    let waiting = tokio::spawn(async move { serve(&mut task, vec![Change::Append(create(1, 1))]).await });
    lock.rollback().await.unwrap();
    assert!(waiting.await.unwrap()[0].is_ok());
}

#[tokio::test]
async fn nothing_is_written_under_the_number_of_an_earlier_claim() {
    let Some((mut task, store)) = task().await else { return };
    assert!(serve(&mut task, vec![Change::Append(create(1, 1))]).await[0].is_ok());
    let mut other = task.address.connect().await.unwrap();
    sqlx::query("UPDATE lease SET number = number + 1")
        .execute(&mut other)
        .await
        .unwrap();
    for changes in [
        vec![Change::Append(entry(1, 1)), shown(1, 1)],
        vec![Change::Append(entry(1, 1)), Change::Append(create(2, 2))],
        vec![Change::Alive { now: 1 }],
    ] {
        // Each as a writer that does not know yet.
        task.lease = Arc::new(Lease::found(&task.address, Numbers::from([(0, 0)])));
        let answers = serve(&mut task, changes).await;
        assert!(
            answers
                .iter()
                .all(|answer| matches!(answer, Err(StoreError::Gone { .. }))),
            "{answers:?}"
        );
        assert!(task.lease.is_lost());
    }
    assert_eq!((length(&store, 1).await, length(&store, 2).await), (1, 0));
    assert_eq!(store.last_alive().await.unwrap(), None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_processes_share_a_database_without_losing_a_seq() {
    let Some(fresh) = fresh_on_server().await else { return };
    let other = Store::open_at(&fresh.database).await.unwrap();
    fresh.store.append(create(1, 1)).await.unwrap();
    let mut tasks = tokio::task::JoinSet::new();
    for (store, timers) in [(fresh.store.clone(), None), (other, Some(Vec::new()))] {
        tasks.spawn(async move {
            let mut won = 0;
            let mut after = 1;
            while after < 60 {
                let append = Append {
                    timers: timers.clone(),
                    ..entry(1, after)
                };
                match store.append(append).await {
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
async fn of_two_processes_that_open_a_table_at_once_one_does() {
    let Some(fresh) = fresh_on_server().await else { return };
    let other = Store::open_at(&fresh.database).await.unwrap();
    for round in 1..=30 {
        // The same channel, or the same table.
        let (table, channel) = if round % 2 == 0 {
            (1000 + round, round)
        } else {
            (round, 1000 + round)
        };
        let (one, two) = (create(round, round), create(table, channel));
        let (one, two) = tokio::join!(fresh.store.append(one), other.append(two));
        let refused = if round % 2 == 0 {
            [&one, &two]
                .iter()
                .filter(|end| matches!(end, Err(StoreError::Taken)))
                .count()
        } else {
            [&one, &two]
                .iter()
                .filter(|end| matches!(end, Err(StoreError::Conflict)))
                .count()
        };
        assert_eq!((refused, [one, two].iter().filter(|end| end.is_ok()).count()), (1, 1));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn closing_finishes_what_is_queued() {
    let Some(fresh) = fresh_on_server().await else { return };
    let mut tasks = tokio::task::JoinSet::new();
    for table in 1..=200 {
        let store = fresh.store.clone();
        tasks.spawn(async move { (table, store.append(create(table, table)).await) });
    }
    let first = tasks.join_next().await.unwrap().unwrap();
    tokio::join!(fresh.store.close(), fresh.store.close());
    let again = Store::open_at(&fresh.database).await.unwrap();
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
