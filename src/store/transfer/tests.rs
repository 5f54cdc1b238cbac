//! Everything comes along in each direction, and nothing where something is wrong.

use crate::store::testing::{create, entry, new_address};
use crate::store::{
    Append, DailyAnswer, Database, Finish, NewResult, Ranking, Shown, Store, StoreError, Succession, Thinned, Timer,
    Transferred, take_back, transfer,
};

const FAR: u64 = u64::MAX;
/// Tables of which the logs are gone.
const THINNED: [u64; 2] = [3, 4];

fn result(person: u64, round: u32) -> NewResult {
    NewResult {
        round,
        guild: Some(7),
        game: "binome".to_owned(),
        person: Some(person),
        name: format!("Ana\t{person}\\"),
        points: -3,
        finish: Finish::Drawn,
        counts: true,
        place: 1,
        side: None,
        computers: Vec::new(),
    }
}

/// Two tables in play, one that is over, and something in all other tables.
async fn fill(store: &Store) {
    store.give_back(500).await.unwrap();
    store.give_back(900).await.unwrap();
    let timer = |kind: &str, seat, gives_back| Timer {
        kind: kind.to_owned(),
        seat,
        at: 5_000,
        gives_back,
    };
    for table in [1, 2, FAR] {
        let append = Append {
            people: Some(vec![10, FAR]),
            interaction: Some(table),
            timers: Some(vec![timer("a\nb", Some(255), true), timer("", None, false)]),
            entries: vec![
                "{}".to_owned(),
                "\"\\u0000\\\\\\N\t\r\n\u{1}e\u{301}🂡\"".to_owned(),
                String::new(),
            ],
            ..create(table, table)
        };
        store.append(append).await.unwrap();
    }
    let over = Append {
        over: true,
        results: vec![result(10, 0), result(FAR, 0), result(10, 1)],
        ..entry(2, 3)
    };
    store.append(over).await.unwrap();
    for (slot, version) in [("table", 1), ("Panel ß", Shown::SETTLED), ("panel", 3)] {
        let shown = Shown {
            table: 1,
            slot: slot.to_owned(),
            channel: FAR,
            message: 6,
            version,
            digest: "d".to_owned(),
            note: "{\"a\":\"\\n\"}".to_owned(),
        };
        store.set_shown(&shown).await.unwrap();
    }
    for (table, digest, draws) in [(THINNED[0], Some("5f".repeat(32)), Some(3)), (THINNED[1], None, None)] {
        let succession = Succession {
            home: FAR,
            number: table - 2,
            next: [table as u8; 32],
        };
        let over = Append {
            over: true,
            succession: Some(succession),
            ..create(table, table)
        };
        store.append(over).await.unwrap();
        assert!(store.thin(table, 1, Thinned { digest, draws }).await.unwrap());
    }
    store.set_preference(FAR, "ping", "dm").await.unwrap();
    for (person, day, right) in [(FAR, 20_783, true), (FAR, 20_784, false), (10, 20_784, true)] {
        let answer = DailyAnswer {
            game: "binary".to_owned(),
            day,
            choice: "d2".to_owned(),
            right,
            shared: false,
            at: 5,
        };
        assert!(store.answer_daily(person, answer).await.unwrap());
    }
    assert!(store.share_daily(FAR, "binary", 20_783, true).await.unwrap());
    store.forget(10, Vec::new()).await.unwrap();
}

/// All that a store tells.
async fn told(store: &Store) -> String {
    let mut told = Vec::new();
    for table in [1, 2, FAR] {
        let stored = store.load(table).await.unwrap().unwrap();
        let events: Vec<_> = stored.entries.iter().map(|entry| entry.event.clone()).collect();
        told.push(format!(
            "{stored:?} {:?} {events:?} {:?}",
            stored.secret,
            store.shown(table).await.unwrap()
        ));
    }
    for table in THINNED {
        let left = store.thinned(table).await.unwrap().expect("something is left");
        told.push(format!("{left:?} {:?}", store.load(table).await.unwrap()));
    }
    told.push(format!(
        "{:?}",
        store.next_secret(FAR).await.unwrap().expect("it is kept")
    ));
    let board = store.leaderboard(7, "binome", Ranking::MostPoints, 0, 9).await.unwrap();
    told.push(format!("{board:?} {:?}", store.matches(FAR, None, 9).await.unwrap()));
    told.push(format!(
        "{:?} {:?}",
        store.due(i64::MAX, 9).await.unwrap(),
        store.last_alive().await.unwrap()
    ));
    told.push(format!(
        "{:?} {:?}",
        store.seated(FAR).await.unwrap(),
        store.live_tables(0, 9).await.unwrap()
    ));
    told.push(format!(
        "{:?} {:?}",
        store.preference(FAR, "ping").await.unwrap(),
        store.unsettled().await.unwrap()
    ));
    let daily = store.daily_answers(FAR).await.unwrap();
    assert_eq!(daily.len(), 2);
    told.push(format!("{daily:?} {:?}", store.daily_answers(10).await.unwrap()));
    told.join("\n")
}

async fn reason(from: &Database, to: &Database) -> String {
    match transfer(from, to).await {
        Err(error @ StoreError::Open { .. }) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_comes_along_to_a_server_and_back() {
    let Some(address) = new_address().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let first = Database::File(folder.path().join("first.db"));
    let (server, last) = (Database::Server(address), Database::File(folder.path().join("last.db")));
    let store = Store::open_at(&first).await.unwrap();
    fill(&store).await;
    let before = told(&store).await;
    store.close().await;
    let all = Transferred {
        tables: 5,
        live: 2,
        entries: 10,
    };
    for (from, to) in [(&first, &server), (&server, &last)] {
        assert_eq!(transfer(from, to).await.unwrap(), all);
        let moved = Store::serve(from).await.map(drop).unwrap_err().to_string();
        assert!(
            moved.contains("was moved") && moved.contains("whistle move --back"),
            "{moved}"
        );
        assert!(reason(from, to).await.contains("was moved"), "nor is it moved twice");
        for (database, is_moved) in [(from, true), (to, false)] {
            assert_eq!(database.examine().await.unwrap().moved, is_moved, "{database}");
        }
        let (store, right) = Store::serve(to).await.unwrap();
        assert_eq!(told(&store).await, before, "to {to}");
        assert!(!store.load(1).await.unwrap().unwrap().restored, "nothing was lost");
        store.close().await;
        drop(right);
    }
    // The game goes on, and a new result is the newest.
    take_back(&server).await.unwrap();
    let (store, _right) = Store::serve(&server).await.unwrap();
    let append = Append {
        results: vec![result(FAR, 0)],
        ..entry(1, 3)
    };
    store.append(append).await.unwrap();
    assert_eq!(store.matches(FAR, None, 9).await.unwrap(), [1, 2]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_copied_out_of_what_cannot_be_used() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| Database::File(folder.path().join(name));
    let (good, target) = (at("good.db"), at("target.db"));
    let store = Store::open_at(&good).await.unwrap();
    fill(&store).await;
    store.close().await;
    assert!(reason(&at("none.db"), &target).await.contains("there is no database"));
    assert!(reason(&good, &good).await.contains("same database twice"));
    std::fs::write(folder.path().join("letter.db"), "a letter ".repeat(1000)).unwrap();
    assert!(
        reason(&at("letter.db"), &target)
            .await
            .contains("not an SQLite database")
    );

    let bytes = std::fs::read(folder.path().join("good.db")).unwrap();
    let mut damaged = bytes.clone();
    damaged[4096..8192].fill(0xff);
    std::fs::write(folder.path().join("damaged.db"), damaged).unwrap();
    assert!(reason(&at("damaged.db"), &target).await.contains("damaged"));

    std::fs::write(folder.path().join("newer.db"), bytes).unwrap();
    let newer = folder.path().join("newer.db");
    let mut connection =
        <sqlx::SqliteConnection as sqlx::Connection>::connect(&format!("sqlite://{}", newer.display()))
            .await
            .unwrap();
    sqlx::query(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
            VALUES (9999, 'later', true, x'', 0)",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    sqlx::Connection::close(connection).await.unwrap();
    assert!(reason(&at("newer.db"), &target).await.contains("newer Whistle"));
    assert!(!folder.path().join("target.db").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_copied_over_anything() {
    let Some(address) = new_address().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let (file, server) = (Database::File(folder.path().join("file.db")), Database::Server(address));
    let (one, two) = (
        Store::open_at(&file).await.unwrap(),
        Store::open_at(&server).await.unwrap(),
    );
    fill(&one).await;
    // A preference alone is something, too.
    two.set_preference(1, "ping", "dm").await.unwrap();
    let before = told(&one).await;
    one.close().await;
    for (from, to) in [(&file, &server), (&server, &file)] {
        assert!(reason(from, to).await.contains("something in it already"));
    }
    let (one, two) = (
        Store::open_at(&file).await.unwrap(),
        Store::open_at(&server).await.unwrap(),
    );
    assert_eq!(told(&one).await, before);
    assert_eq!(two.live_tables(0, 9).await.unwrap(), [0; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_copied_while_a_bot_serves() {
    let Some(address) = new_address().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let (file, server) = (Database::File(folder.path().join("file.db")), Database::Server(address));
    let (store, right) = Store::serve(&file).await.unwrap();
    fill(&store).await;
    assert!(reason(&file, &server).await.contains("another bot serves it"));
    store.close().await;
    drop(right);
    let _served = Store::serve(&server).await.unwrap();
    assert!(reason(&file, &server).await.contains("another bot serves it"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_taken_back_is_served_again_and_seals_its_chance_anew() {
    let Some(address) = new_address().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| Database::File(folder.path().join(name));
    let (first, server) = (at("first.db"), Database::Server(address));
    let store = Store::open_at(&first).await.unwrap();
    fill(&store).await;
    store.close().await;
    let unmoved = take_back(&first).await.unwrap_err().to_string();
    assert!(unmoved.contains("was not moved"), "{unmoved}");
    assert!(
        take_back(&at("none.db"))
            .await
            .unwrap_err()
            .to_string()
            .contains("there is no database")
    );
    for (from, to) in [(&first, &server), (&server, &at("last.db"))] {
        transfer(from, to).await.unwrap();
        take_back(from).await.unwrap();
        let (store, _right) = Store::serve(from).await.unwrap();
        assert!(store.load(1).await.unwrap().unwrap().restored, "{from}");
        assert_eq!(
            store.next_secret(FAR).await.unwrap(),
            None,
            "it may have been given out"
        );
        store.set_preference(1, "ping", "dm").await.unwrap();
        store.close().await;
    }
}
