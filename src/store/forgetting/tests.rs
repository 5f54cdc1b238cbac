use std::path::Path;

use futures_util::future::join_all;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use super::*;
use crate::store::testing::{Fresh, create, entry, fresh, on_both_engines};
use crate::store::{Claim, Database, Finish, NewResult, NewTable, Ranking, Shown, Store, Succession};

on_both_engines! {
    a_forgotten_person_leaves_no_name,
    a_log_that_went_on_keeps_everything_as_it_was,
    what_is_recorded_too_late_of_a_message_to_somebody_is_not_kept,
    what_is_noted_too_late_of_a_private_chat_is_not_kept,
    who_could_not_be_forgotten_is_told_as_before,
    who_sits_down_while_being_forgotten_is_no_stranger,
    who_was_forgotten_stays_so_though_another_try_fails,
    what_is_recorded_while_somebody_is_forgotten_is_deleted_with_the_rest,
    the_private_chat_of_whoever_is_forgotten_is_nowhere,
}

/// A log whose second entry changes.
fn unnamed(table: u64, last: u64) -> Unnamed {
    Unnamed {
        table,
        last,
        entries: vec![(2, r#"{"somebody":true}"#.to_owned())],
        chat: None,
        append: None,
    }
}

async fn a_log_that_went_on_keeps_everything_as_it_was(fresh: Fresh) {
    let store = &fresh.store;
    for table in [1, 2] {
        store.append(create(table, table)).await.unwrap();
        store.append(entry(table, 1)).await.unwrap();
    }
    store.set_preference(40, "ping", "dm").await.unwrap();
    let refused = store.forget(40, vec![unnamed(1, 2), unnamed(2, 1)]).await;
    assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
    assert_eq!(store.load(1).await.unwrap().unwrap().entries[1].event, r#"{"step":1}"#);
    assert_eq!(store.preference(40, "ping").await.unwrap().as_deref(), Some("dm"));
    let append = Some(entry(2, 2));
    store
        .forget(
            40,
            vec![
                unnamed(1, 2),
                Unnamed {
                    append,
                    ..unnamed(2, 2)
                },
            ],
        )
        .await
        .unwrap();
    for (table, length) in [(1, 2), (2, 3)] {
        let entries = store.load(table).await.unwrap().unwrap().entries;
        assert_eq!(
            (entries[1].event.as_str(), entries.len()),
            (r#"{"somebody":true}"#, length)
        );
    }
    assert_eq!(store.preference(40, "ping").await.unwrap(), None);
}

/// What is recorded of a message at a table: in a channel, to a person or to everybody.
fn shown(table: u64, slot: &str, channel: u64, to: Option<u64>) -> Shown {
    Shown {
        table,
        slot: slot.to_owned(),
        channel,
        message: 5,
        version: Shown::SETTLED,
        digest: String::new(),
        note: to.map_or_else(String::new, |to| format!(r#"{{"to":{to}}}"#)),
    }
}

const CHAT: u64 = 999_000_111_222;

async fn slots(store: &Store, table: u64) -> Vec<String> {
    let rows = store.shown(table).await.unwrap().into_iter();
    rows.map(|row| row.slot).collect()
}

/// A person sits down with this entry.
async fn sits(store: &Store, person: u64, entry: Append) {
    let append = Append {
        newcomer: Some(person),
        people: Some(vec![person]),
        ..entry
    };
    store.append(append).await.unwrap();
}

/// Everybody gets up with this entry.
async fn gets_up(store: &Store, entry: Append) {
    let people = Some(Vec::new());
    store.append(Append { people, ..entry }).await.unwrap();
}

/// Two tables with a log that names somebody whose private chat is known.
async fn named(store: &Store) {
    for table in [1, 2] {
        store.append(create(table, table)).await.unwrap();
        store.append(entry(table, 1)).await.unwrap();
    }
    store.set_preference(40, "chat", &CHAT.to_string()).await.unwrap();
}

async fn what_is_recorded_too_late_of_a_message_to_somebody_is_not_kept(fresh: Fresh) {
    let store = &fresh.store;
    named(store).await;
    let all = [
        shown(1, "a", CHAT, None),
        shown(1, "b", 7, Some(40)),
        shown(1, "c", 7, Some(41)),
        shown(2, "d", CHAT, Some(40)),
    ];
    for row in &all {
        store.set_shown(row).await.unwrap();
    }
    store.forget(40, vec![unnamed(1, 2)]).await.unwrap();
    assert_eq!(
        (slots(store, 1).await, slots(store, 2).await),
        (vec!["c".to_owned()], vec!["d".to_owned()])
    );
    for row in &all {
        store.set_shown(row).await.unwrap();
    }
    assert_eq!(
        slots(store, 1).await,
        ["c"],
        "nothing comes back of who was forgotten there"
    );
    sits(store, 40, entry(2, 2)).await;
    store.set_shown(&all[1]).await.unwrap();
    assert_eq!(slots(store, 1).await, ["c"], "who sits elsewhere is still one here");
    sits(store, 40, entry(1, 2)).await;
    store.set_shown(&all[1]).await.unwrap();
    assert_eq!(slots(store, 1).await, ["b", "c"], "who sits down again is no stranger");
}

async fn what_is_noted_too_late_of_a_private_chat_is_not_kept(fresh: Fresh) {
    let store = &fresh.store;
    named(store).await;
    let note = async |value: &str| store.note_preference(40, "chat", value).await.unwrap();
    assert!(note("1").await);
    let (_, forgotten, _) = tokio::join!(note("2"), store.forget(40, vec![unnamed(1, 2)]), note("3"));
    forgotten.unwrap();
    assert!(!note("4").await);
    assert_eq!(store.preference(40, "chat").await.unwrap(), None);
    assert!(store.note_preference(41, "chat", "5").await.unwrap(), "of others it is");
    let failed = store.forget(41, vec![unnamed(2, 9)]).await;
    assert!(matches!(failed, Err(StoreError::Conflict)), "{failed:?}");
    assert!(store.note_preference(41, "chat", "6").await.unwrap());
    sits(store, 40, entry(2, 2)).await;
    assert!(note("7").await, "who sits down anywhere again is no stranger");
    assert_eq!(store.preference(40, "chat").await.unwrap().as_deref(), Some("7"));
    gets_up(store, entry(2, 3)).await;
    store.forget(40, Vec::new()).await.unwrap();
    assert!(!note("8").await, "nor where no log named them");
}

async fn who_could_not_be_forgotten_is_told_as_before(fresh: Fresh) {
    let store = &fresh.store;
    named(store).await;
    let failed = store.forget(40, vec![unnamed(1, 1)]).await;
    assert!(matches!(failed, Err(StoreError::Conflict)), "{failed:?}");
    store.set_shown(&shown(1, "a", CHAT, Some(40))).await.unwrap();
    assert_eq!(slots(store, 1).await, ["a"]);
}

/// Whoever forgets a person has looked where they sit, and then they sit down where no log named them.
async fn who_sits_down_while_being_forgotten_is_no_stranger(fresh: Fresh) {
    let store = &fresh.store;
    named(store).await;
    sits(store, 40, entry(2, 2)).await;
    store.forget(40, vec![unnamed(1, 2)]).await.unwrap();
    assert!(store.note_preference(40, "chat", "5").await.unwrap());
    gets_up(store, entry(2, 3)).await;
    assert!(store.note_preference(40, "chat", "6").await.unwrap(), "nor afterwards");
}

async fn who_was_forgotten_stays_so_though_another_try_fails(fresh: Fresh) {
    let store = &fresh.store;
    named(store).await;
    let late = shown(1, "a", CHAT, Some(40));
    store.forget(40, vec![unnamed(1, 2)]).await.unwrap();
    for logs in [vec![unnamed(1, 9)], vec![unnamed(1, 2), unnamed(2, 9)]] {
        let failed = store.forget(40, logs).await;
        assert!(matches!(failed, Err(StoreError::Conflict)), "{failed:?}");
        assert!(!store.note_preference(40, "chat", "1").await.unwrap());
        store.set_shown(&late).await.unwrap();
        assert_eq!(slots(store, 1).await, Vec::<String>::new());
    }
    let elsewhere = Shown { table: 2, ..late };
    store.set_shown(&elsewhere).await.unwrap();
    assert_eq!(slots(store, 2).await, ["a"], "there they were not forgotten");
}

/// Many records and one that forgets, in whatever order they are written.
async fn what_is_recorded_while_somebody_is_forgotten_is_deleted_with_the_rest(fresh: Fresh) {
    let store = &fresh.store;
    named(store).await;
    let rows: Vec<Shown> = (0..40)
        .map(|nth| shown(1, &format!("s{nth}"), CHAT, Some(40)))
        .collect();
    let (before, after) = rows.split_at(20);
    let forgets = async { store.forget(40, vec![unnamed(1, 2)]).await.unwrap() };
    let record = async |rows: &[Shown]| {
        let rows = rows.iter().map(|row| store.set_shown(row));
        join_all(rows).await.into_iter().for_each(Result::unwrap);
    };
    tokio::join!(record(before), forgets, record(after));
    assert_eq!(slots(store, 1).await, Vec::<String>::new());
}

/// A table that is over in a private chat, with the seal of the next one there.
async fn played_in_chat(store: &Store, table: u64, chat: u64) {
    let new = NewTable {
        channel: chat,
        guild: None,
        ..create(table, chat).create.unwrap()
    };
    let succession = Succession {
        home: chat,
        number: 1,
        next: [3; 32],
    };
    let append = Append {
        create: Some(new),
        succession: Some(succession),
        over: true,
        ..create(table, chat)
    };
    store.append(append).await.unwrap();
}

async fn the_private_chat_of_whoever_is_forgotten_is_nowhere(fresh: Fresh) {
    let store = &fresh.store;
    let others = CHAT + 7;
    for (table, chat) in [(1, CHAT), (2, CHAT + 1), (3, others)] {
        played_in_chat(store, table, chat).await;
    }
    store.append(create(4, 4)).await.unwrap();
    store.set_shown(&shown(2, "a", CHAT + 1, None)).await.unwrap();
    // The one is known by a preference and has no log any more, the other by a log that names the person.
    store.set_preference(40, "chat", &CHAT.to_string()).await.unwrap();
    // A third one is known by a result alone.
    let result = NewResult {
        round: 0,
        guild: None,
        game: "tree".to_owned(),
        person: Some(40),
        name: "Zoe".to_owned(),
        points: 1,
        finish: Finish::Lost,
        counts: true,
        place: 1,
        side: None,
        computers: Vec::new(),
    };
    played_in_chat(store, 6, CHAT + 2).await;
    let scored = Append {
        results: vec![result],
        over: true,
        ..Append::new(6, 1, 1001)
    };
    store.append(scored).await.unwrap();
    let named = Unnamed {
        entries: Vec::new(),
        chat: Some(CHAT + 1),
        ..unnamed(2, 1)
    };
    store.forget(40, vec![named]).await.unwrap();
    for (table, channel) in [(1, NOWHERE), (2, NOWHERE), (3, others), (4, 4), (6, NOWHERE)] {
        assert_eq!(
            store.load(table).await.unwrap().unwrap().channel,
            channel,
            "table {table}"
        );
    }
    assert_eq!(slots(store, 2).await, Vec::<String>::new());
    store.set_shown(&shown(2, "a", CHAT + 1, None)).await.unwrap();
    assert_eq!(slots(store, 2).await, Vec::<String>::new(), "nor is it recorded later");
    for (home, sealed) in [(CHAT, false), (CHAT + 1, false), (CHAT + 2, false), (others, true)] {
        assert_eq!(store.next_secret(home).await.unwrap().is_some(), sealed, "{home}");
    }
    played_in_chat(store, 5, CHAT).await;
    assert_eq!(store.last_table_at(CHAT).await.unwrap(), Some(5), "they may play again");
}

/// The ids of forty people whom the logs of [`grow_tables`] name.
fn person(nth: u64) -> u64 {
    814_159_265_358_979_000 + nth % 40
}

/// Logs of many tables grow beside each other, so that pages are split and filled again.
async fn grow_tables(store: &Store) {
    const TABLES: u64 = 60;
    let named = |table: u64, after: u64| {
        let person = person(table * 7 + after * 3);
        let what = "x".repeat((table * 13 + after * 29) as usize % 90);
        format!(r#"{{"person":{{"id":{person},"name":"Name{person}"}},"what":"{what}"}}"#)
    };
    for after in 0..40 {
        let appends = (1..=TABLES).map(|table| match after {
            0 => create(table, table),
            _ => Append {
                entries: vec![named(table, after)],
                ..entry(table, after)
            },
        });
        join_all(appends.map(|append| store.append(append)))
            .await
            .into_iter()
            .for_each(Result::unwrap);
    }
}

/// Forgets a person of whom the logs of [`grow_tables`] tell.
async fn forget_player(store: &Store, person: u64) {
    let mut logs = Vec::new();
    for table in store.naming(person, i64::MIN).await.unwrap() {
        let stored = store.load(table).await.unwrap().unwrap();
        let id = person.to_string();
        let names = stored.entries.iter().filter(|entry| entry.event.contains(&id));
        let without = |event: &str| {
            event
                .replace(&format!("Name{id}"), "")
                .replace(&id, "9223372036854775808")
        };
        let entries = names.map(|entry| (entry.seq, without(&entry.event))).collect();
        logs.push(Unnamed {
            table,
            last: 40,
            entries,
            chat: None,
            append: None,
        });
    }
    assert!(logs.len() > 20, "{} logs", logs.len());
    store.forget(person, logs).await.unwrap();
}

/// Whether the id of a person stands anywhere in a file.
fn is_left(path: &Path, person: u64) -> bool {
    let (file, id) = (std::fs::read(path).unwrap(), person.to_string());
    file.windows(id.len()).any(|bytes| bytes == id.as_bytes())
}

#[tokio::test]
async fn no_page_keeps_a_copy_of_a_name() {
    let fresh = fresh().await;
    grow_tables(&fresh.store).await;
    let Database::File(path) = &fresh.database else { return };
    for person in (0..40).step_by(3).map(person) {
        forget_player(&fresh.store, person).await;
        let wal = std::fs::metadata(path.with_extension("db-wal")).unwrap();
        assert_eq!(wal.len(), 0, "the write-ahead log is empty");
        assert!(!is_left(path, person), "{person} is left");
    }
}

/// A file too long to be written anew while people play is written anew before the next bot serves anybody.
#[tokio::test]
async fn no_page_of_a_long_file_keeps_a_copy_of_a_name_after_a_start() {
    let fresh = fresh().await;
    let Database::File(path) = &fresh.database else { return };
    let mut beside = SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    let long = "CREATE TABLE filler (bytes BLOB); INSERT INTO filler VALUES (zeroblob(67108864))";
    sqlx::raw_sql(long).execute(&mut beside).await.unwrap();
    beside.close().await.unwrap();
    grow_tables(&fresh.store).await;
    let forgotten: Vec<u64> = (0..40).step_by(3).map(person).collect();
    for person in &forgotten {
        forget_player(&fresh.store, *person).await;
    }
    fresh.store.close().await;
    assert!(
        forgotten.iter().any(|person| is_left(path, *person)),
        "there is something to wipe out"
    );
    let claim = Claim::of(path).await.unwrap();
    let store = Store::open(path).await.unwrap();
    assert!(
        forgotten.iter().any(|person| is_left(path, *person)),
        "who only looks writes nothing anew"
    );
    store.take_over(&claim).await.unwrap();
    assert!(
        forgotten.iter().any(|person| is_left(path, *person)),
        "nobody waits for it when a bot takes over"
    );
    store.begin(&claim).await.unwrap();
    for person in &forgotten {
        assert!(!is_left(path, *person), "{person} is left");
    }
    assert!(is_left(path, person(1)), "who did not ask for it is not forgotten");
    store.close().await;
}

async fn a_forgotten_person_leaves_no_name(fresh: Fresh) {
    let store = &fresh.store;
    let result = |person: u64| NewResult {
        round: 1,
        guild: Some(7),
        game: "binome".to_owned(),
        person: Some(person),
        name: format!("Name{person}"),
        points: 5,
        finish: Finish::Lost,
        counts: true,
        place: 2,
        side: None,
        computers: Vec::new(),
    };
    let people = [40, 41, 42];
    let first = Append {
        people: Some(people.to_vec()),
        results: people.map(result).to_vec(),
        ..create(1, 1)
    };
    store.append(first).await.unwrap();
    for person in people {
        store.set_preference(person, "ping", "dm").await.unwrap();
    }
    // Two at one table, so that the anonymous rows must not collide; and one of them twice.
    for person in [40, 41, 40] {
        store.forget(person, Vec::new()).await.unwrap();
        assert_eq!(store.preference(person, "ping").await.unwrap(), None);
    }
    assert_eq!(store.preference(42, "ping").await.unwrap().as_deref(), Some("dm"));
    let board = store
        .leaderboard(7, "binome", Ranking::MostPoints, 0, 10)
        .await
        .unwrap();
    assert_eq!((board.total, board.rows.len()), (1, 1));
    assert_eq!(board.rows[0].name, "Name42");
    assert_eq!(store.seated(40).await.unwrap(), [1], "the seat at a live table is kept");
    store.close().await;
    let Database::File(path) = &fresh.database else { return };
    let file = std::fs::read(path).unwrap();
    let holds = |needle: &str| file.windows(needle.len()).any(|bytes| bytes == needle.as_bytes());
    assert!(holds("Name42"));
    assert!(
        !holds("Name40") && !holds("Name41"),
        "not even as a leftover in the file"
    );
}
