//! Who may serve a database, and what a copy of it is taken for.

use std::time::Duration;

use crate::store::testing::{PostgresServer, create, entry, new_address, postgres, programs};
use crate::store::{Append, Database, Shown, Store, StoreError};

/// Ends the sessions that hold the lock of a claim. Gives how many there were.
const END_CLAIMS: &str = "SELECT count(pg_terminate_backend(pid)) FROM pg_locks
    WHERE locktype = 'advisory' AND classid = 1464357716 AND granted AND objsubid = 2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

pub(super) async fn database() -> Option<Database> {
    new_address().await.map(Database::Server)
}

pub(super) async fn end_claims(database: &Database) -> i64 {
    let Database::Server(address) = database else { panic!() };
    let mut session = address.connect().await.unwrap();
    sqlx::query_scalar(END_CLAIMS).fetch_one(&mut session).await.unwrap()
}

/// Lets something be tried until it is so, and fails after a minute.
pub(super) async fn until<F: Future<Output = bool>>(what: &str, mut is_so: impl FnMut() -> F) {
    let tried = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), tried).await.expect(what);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_bot_waits_for_the_first() {
    let Some(database) = database().await else { return };
    let (first, right) = Store::serve(&database).await.unwrap();
    first.append(create(1, 1)).await.unwrap();
    let waiting = {
        let database = database.clone();
        tokio::spawn(async move { Store::serve(&database).await })
    };
    // The first one serves as long as the second one waits.
    for after in 1..20 {
        first.append(entry(1, after)).await.unwrap();
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(!waiting.is_finished());
    first.close().await;
    drop(right);
    let (second, _right) = waiting.await.unwrap().unwrap();
    second.append(entry(1, 20)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_bot_gives_up_in_the_end() {
    let Some(database) = database().await else { return };
    let _served = Store::serve(&database).await.unwrap();
    let error = Store::serve(&database).await.unwrap_err().to_string();
    assert!(error.ends_with("cannot be opened: another bot serves it."), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_claims_the_database_keeps_everybody_else_from_writing() {
    let Some(database) = database().await else { return };
    let before = Store::open_at(&database).await.unwrap();
    before.append(create(1, 1)).await.unwrap();
    let (store, _right) = Store::serve(&database).await.unwrap();
    let refused = before.append(entry(1, 1)).await.unwrap_err();
    assert!(matches!(refused, StoreError::Gone { .. }), "{refused}");
    let said = before.gone().await.to_string();
    assert!(said.contains("was claimed by another bot"), "{said}");
    assert!(matches!(
        before.set_preference(1, "ping", "dm").await,
        Err(StoreError::Gone { .. })
    ));
    store.append(entry(1, 1)).await.unwrap();
    assert_eq!(store.load(1).await.unwrap().unwrap().entries.len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_loses_the_session_of_its_claim_claims_again_and_goes_on() {
    let Some(database) = database().await else { return };
    let (store, _right) = Store::serve(&database).await.unwrap();
    store.append(create(1, 1)).await.unwrap();
    for after in 1..3 {
        until("the claim is held", async || end_claims(&database).await == 1).await;
        store.append(entry(1, after)).await.unwrap();
    }
    until("the claim is held again", async || end_claims(&database).await == 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_whose_claim_another_one_takes_stops() {
    let Some(database) = database().await else { return };
    let (first, _right) = Store::serve(&database).await.unwrap();
    first.append(create(1, 1)).await.unwrap();
    let mut waiting = {
        let database = database.clone();
        tokio::spawn(async move { Store::serve(&database).await })
    };
    let second = loop {
        end_claims(&database).await;
        if let Ok(taken) = tokio::time::timeout(Duration::from_millis(500), &mut waiting).await {
            break taken.unwrap();
        }
    };
    let (second, _right) = second.unwrap();
    // It finds out by itself, without writing.
    let gone = tokio::time::timeout(Duration::from_secs(60), first.gone())
        .await
        .unwrap();
    assert!(matches!(gone, StoreError::Gone { .. }), "{gone}");
    assert!(matches!(first.append(entry(1, 1)).await, Err(StoreError::Gone { .. })));
    second.append(entry(1, 1)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_of_the_database_is_taken_for_one_and_starts_and_stops_are_not() {
    let (Some(server), Some(database)) = (postgres(), database().await) else {
        return;
    };
    let shown = |version| Shown {
        table: 1,
        slot: "table".to_owned(),
        channel: 1,
        message: 1,
        version,
        digest: "d".to_owned(),
        note: "n".to_owned(),
    };
    for run in 0..3 {
        let (store, right) = Store::serve(&database).await.unwrap();
        if run == 0 {
            store.append(create(1, 1)).await.unwrap();
            store.append(create(2, 2)).await.unwrap();
            let over = Append {
                over: true,
                ..entry(2, 1)
            };
            store.append(over).await.unwrap();
            store.set_shown(&shown(1)).await.unwrap();
        }
        assert!(!store.load(1).await.unwrap().unwrap().restored, "run {run}");
        store.close().await;
        drop(right);
    }
    let Database::Server(address) = &database else { panic!() };
    let name = address.to_string();
    let name = name.split(' ').next().unwrap();
    // Nobody may be there while a database is copied.
    let end = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
    server.tell("postgres", &end).await;
    let copy = server.database(&format!("TEMPLATE {name}")).await;
    let copy = Database::Server(crate::store::Address::read(&server.address(&copy)).unwrap());
    let (store, _right) = Store::serve(&copy).await.unwrap();
    assert!(store.load(1).await.unwrap().unwrap().restored);
    assert!(
        !store.load(2).await.unwrap().unwrap().restored,
        "of what is over nothing is drawn"
    );
    let doubted = Shown {
        digest: String::new(),
        ..shown(0)
    };
    assert_eq!(store.shown(1).await.unwrap(), [doubted]);
    let (store, _right) = Store::serve(&database).await.unwrap();
    assert!(!store.load(1).await.unwrap().unwrap().restored);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_writes_nothing_to_a_standby_that_takes_over_and_notices_it_at_once() {
    let Some(programs) = programs() else { return };
    let server = PostgresServer::start(&programs, std::path::Path::new("/tmp"), "-c fsync=off");
    let address = server.address(&server.database("").await);
    let database = Database::Server(crate::store::Address::read(&address).unwrap());
    let (store, right) = Store::serve(&database).await.unwrap();
    store.append(create(1, 1)).await.unwrap();
    server.crash();
    until("the bot goes on", async || {
        store.set_preference(1, "ping", "dm").await.is_ok()
    })
    .await;
    store.append(entry(1, 1)).await.unwrap();
    server.fail_over();
    until("nothing is written", async || {
        matches!(store.append(entry(1, 2)).await, Err(StoreError::Gone { .. }))
    })
    .await;
    let gone = tokio::time::timeout(Duration::from_secs(60), store.gone());
    let gone = gone.await.unwrap().to_string();
    assert!(
        gone.contains("at another server") && gone.contains("start the bot again"),
        "{gone}"
    );
    drop((store, right));
    let (again, _right) = Store::serve(&database).await.unwrap();
    let table = again.load(1).await.unwrap().unwrap();
    assert!(
        table.restored && table.entries.len() == 2,
        "it is taken for another database"
    );
}
