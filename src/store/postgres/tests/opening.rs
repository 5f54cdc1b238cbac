//! What a database must be, and the sentence for one that is not.

use std::collections::BTreeSet;
use std::sync::Arc;

use sqlx::{Connection, PgConnection, Row, SqliteConnection};

use crate::store::forgetting::NOWHERE;
use crate::store::postgres::claim::claim;
use crate::store::postgres::examine_server;
use crate::store::postgres::lease::{Lease, numbers};
use crate::store::testing::{create, entry, fresh, fresh_on_server, new_address, postgres};
use crate::store::{Address, Database, Examined, Flaw, Store, StoreError, WantedShards};

/// The reason why a database cannot be opened.
async fn reason(address: &str) -> String {
    match Store::open_at(&Database::Server(Address::read(address).unwrap())).await {
        Err(error @ StoreError::Open { .. }) => {
            let sentence = error.to_string();
            assert!(sentence.ends_with('.') && !sentence.contains('\n'), "{sentence}");
            sentence
        }
        Err(error) => panic!("not an error of opening: {error}"),
        Ok(_) => panic!("{address} was opened"),
    }
}

#[tokio::test]
async fn what_cannot_be_used_is_refused_with_a_reason() {
    let Some(server) = postgres() else { return };
    assert!(
        reason(&server.address("nobodys"))
            .await
            .contains("no database of that name")
    );
    let nowhere = "postgres://whistle@127.0.0.1:1/whistle";
    assert!(reason(nowhere).await.contains("does not answer"));

    let latin = server.database("ENCODING 'LATIN1' TEMPLATE template0").await;
    assert!(reason(&server.address(&latin)).await.contains("its encoding is LATIN1"));

    let foreign = server.database("").await;
    server.tell(&foreign, "CREATE TABLE letters (id INT)").await;
    assert!(reason(&server.address(&foreign)).await.contains("another program's"));

    let shut = server.database("").await;
    server.tell(&shut, "REVOKE CREATE ON SCHEMA public FROM public").await;
    server.tell(&shut, &format!("CREATE ROLE guest_of_{shut} LOGIN")).await;
    let address = server
        .address(&shut)
        .replacen("whistle@", &format!("guest_of_{shut}@"), 1);
    assert!(reason(&address).await.contains("may not make or use tables"));
    let looked = examine_server(&Address::read(&address).unwrap()).await;
    assert!(matches!(looked, Err(Flaw::Other(_))), "{looked:?}");
}

#[tokio::test]
async fn a_database_of_a_newer_whistle_is_left_alone() {
    let (Some(server), Some(fresh)) = (postgres(), fresh_on_server().await) else {
        return;
    };
    let Database::Server(address) = &fresh.database else {
        panic!()
    };
    fresh.store.close().await;
    assert_eq!(
        examine_server(address).await,
        Ok(Examined {
            schema: Some(17),
            newest: 17,
            moved: false
        })
    );
    let name = address.to_string();
    let name = name.split(' ').next().unwrap();
    server
        .tell(
            name,
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                VALUES (9999, 'later', true, '', 0)",
        )
        .await;
    assert!(
        reason(&server.address(name))
            .await
            .contains("newer Whistle (schema 9999)")
    );
    assert!(matches!(examine_server(address).await, Err(Flaw::Newer(_))));
    server
        .tell(name, "DELETE FROM _sqlx_migrations WHERE version = 9999")
        .await;
    server.tell(name, "UPDATE _sqlx_migrations SET checksum = ''").await;
    assert!(
        reason(&server.address(name))
            .await
            .contains("not the one that this Whistle knows")
    );
}

#[tokio::test]
async fn an_empty_database_is_made_ours_once_and_others_may_come_at_the_same_time() {
    let Some(address) = new_address().await else { return };
    let newest = Examined {
        schema: None,
        newest: 17,
        moved: false,
    };
    assert_eq!(examine_server(&address).await, Ok(newest));
    let database = Database::Server(address);
    let (one, two, three) = tokio::join!(
        Store::open_at(&database),
        Store::open_at(&database),
        Store::open_at(&database)
    );
    for store in [one, two, three] {
        store.unwrap().alive(5).await.unwrap();
    }
}

#[tokio::test]
async fn a_commit_waits_for_the_disk_whatever_the_server_is_set_to() {
    let (Some(server), Some(address)) = (postgres(), new_address().await) else {
        return;
    };
    let name = address.to_string();
    let name = name.split(' ').next().unwrap();
    for (set, got) in [("off", "on"), ("on", "on"), ("remote_apply", "remote_apply")] {
        server
            .tell(name, &format!("ALTER DATABASE {name} SET synchronous_commit = {set}"))
            .await;
        let mut session = address.connect().await.unwrap();
        let said: String = sqlx::query_scalar("SHOW synchronous_commit")
            .fetch_one(&mut session)
            .await
            .unwrap();
        assert_eq!(said, got, "{set}");
    }
}

/// Tables and columns of one engine have to be those of the other: whoever moves from one to the other takes all along.
#[tokio::test]
async fn both_engines_have_the_same_tables_and_columns() {
    let (file, Some(server)) = (fresh().await, fresh_on_server().await) else {
        return;
    };
    let Database::File(path) = &file.database else { panic!() };
    let mut sqlite = SqliteConnection::connect(&format!("sqlite://{}", path.display()))
        .await
        .unwrap();
    let columns = "SELECT tables.name AS tab, columns.name AS col, columns.\"notnull\" = 1 OR columns.pk > 0 AS needed
        FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
        WHERE tables.type = 'table' AND tables.name NOT LIKE '\\_%' ESCAPE '\\'";
    let rows = sqlx::query(columns).fetch_all(&mut sqlite).await.unwrap();
    let of_file: BTreeSet<(String, String, bool)> = rows
        .iter()
        .map(|row| (row.get("tab"), row.get("col"), row.get("needed")))
        .collect();
    let Database::Server(address) = &server.database else {
        panic!()
    };
    let mut session = address.connect().await.unwrap();
    let columns = "SELECT table_name::text AS tab, column_name::text AS col, is_nullable = 'NO' AS needed
        FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name NOT LIKE '\\_%'";
    let rows = sqlx::query(columns).fetch_all(&mut session).await.unwrap();
    let of_server: BTreeSet<(String, String, bool)> = rows
        .iter()
        .map(|row| (row.get("tab"), row.get("col"), row.get("needed")))
        .collect();
    assert_eq!(of_file, of_server);
    assert!(of_file.len() > 40, "{of_file:?}");
}

/// What was played on several servers of Discord, in a database of schema 11.
const MATCHES: &str = "INSERT INTO tables (id, place, hall, game, secret, created, over)
        SELECT nth, nth, 7, 'any', decode(repeat('00', 32), 'hex'), 900, true FROM generate_series(1, 5) AS nth;
    INSERT INTO results (table_id, round, hall, game, person, name, points, won, counts, at, place, somebody) VALUES
        (1, 0, 7, 'tree', 1, 'Ana', 0, true, true, 10, 1, 1), (1, 0, 7, 'tree', 2, 'Ben', 0, false, true, 10, 2, 2),
        (2, 0, 8, 'tree', 1, 'Ana', 0, true, true, 20, 1, 3), (2, 0, 8, 'tree', 2, 'Ben', 0, false, true, 20, 2, 4),
        (3, 0, 8, 'tree', 1, 'Ana', 0, true, true, 30, 1, 3), (3, 0, 8, 'tree', NULL, '', 0, false, true, 30, 2, 6),
        (4, 0, 8, 'binary', 1, 'Ana', 0, true, true, 40, 1, 7), (5, 0, NULL, 'tree', 1, 'Ana', 0, true, true, 40, 1, 8);
    INSERT INTO log (table_id, seq, at, interaction, event) VALUES
        (1, 1, 900, 1, '{\"host\":{\"id\":1,\"name\":\"a\\u0000\\\\u0000\"},\"join\":31}'),
        (1, 2, 900, NULL, '{\"people\":[null,2,9223372036854775808],\"word\":\"\\\"person\\\":31\"}'),
        (2, 1, 900, 2, '{\"former\":[[1,0],[3,1]],\"invited\":4,\"rematch_of\":1}'), (3, 1, 900, 3, '{\"seat\":4}'),
        (3, 2, 900, NULL, '{\"person\":{\"id\":5'), (3, 3, 900, NULL, '{\"person\":\"5\"}');
    INSERT INTO tables (id, place, hall, game, secret, created, over)
        SELECT nth, 100 * nth, NULL, 'any', decode(repeat('00', 32), 'hex'), 900, true FROM generate_series(6, 7) AS nth;
    INSERT INTO log (table_id, seq, at, interaction, event) VALUES
        (6, 1, 900, 6, '{\"host\":{\"id\":9223372036854775808,\"name\":\"\"}}'), (7, 1, 900, 7, '{\"host\":{\"id\":8,\"name\":\"F\"}}');
    INSERT INTO seals (home, number, secret) SELECT 100 * nth, 2, decode(repeat('00', 32), 'hex') FROM generate_series(6, 7) AS nth;";
/// Takes a database back to schema 11, which had all but this.
const SCHEMA_11: &str = r#"DROP TABLE named, handed, parting, sessions;
    DROP INDEX results_everywhere, preferences_everywhere, results_somebody, results_rated, standings_most, standings_fewest;
    CREATE INDEX standings_ranked ON standings (hall, game, matches_won DESC, games_won DESC, draws DESC);
    ALTER TABLE results DROP COLUMN computers;
    CREATE INDEX results_rated ON results (hall, game, id) WHERE round = 0 AND counts;
    UPDATE heartbeat SET shard = 1;
    ALTER TABLE heartbeat RENAME COLUMN shard TO "only";
    ALTER TABLE heartbeat ADD CHECK ("only" = 1);
    UPDATE lease SET shard = 1;
    ALTER TABLE lease RENAME COLUMN shard TO "only";
    ALTER TABLE lease ADD CHECK ("only" = 1);
    DELETE FROM _sqlx_migrations WHERE version >= 12;"#;

/// The number of the lease.
async fn number(session: &mut PgConnection) -> i64 {
    let number = sqlx::query_scalar("SELECT number FROM lease");
    number.fetch_one(session).await.unwrap()
}

/// A database whose schema cannot be brought up to date, for what a migration makes is there.
const IN_THE_WAY: &str = "CREATE INDEX results_somebody ON results (person)";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_migration_that_fails_stops_nobody_who_serves() {
    let Some(address) = new_address().await else { return };
    let database = Database::Server(address.clone());
    let (old, _right) = Store::serve(&database).await.unwrap();
    old.append(create(9, 9)).await.unwrap();
    let mut session = address.connect().await.unwrap();
    for sql in [SCHEMA_11, IN_THE_WAY] {
        sqlx::raw_sql(sql).execute(&mut session).await.unwrap();
    }
    let before = number(&mut session).await;
    let failed = Store::open_at(&database).await.unwrap_err().to_string();
    assert!(failed.contains("results_somebody"), "{failed}");
    assert_eq!(number(&mut session).await, before, "an older bot serves still");
    let looked = examine_server(&address).await.unwrap();
    assert_eq!((looked.schema, looked.newest), (Some(11), 17), "nothing of it is there");
    sqlx::raw_sql("DROP INDEX results_somebody")
        .execute(&mut session)
        .await
        .unwrap();
    Store::open_at(&database).await.unwrap();
    assert_eq!(number(&mut session).await, before + 1);
    let refused = old.append(entry(9, 1)).await.unwrap_err();
    assert!(matches!(refused, StoreError::Gone { .. }), "{refused}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_opened_a_database_before_a_newer_bot_changed_it_does_not_serve_it() {
    let Some(address) = new_address().await else { return };
    let database = Database::Server(address.clone());
    Store::open_at(&database).await.unwrap();
    let mut session = address.connect().await.unwrap();
    let found = numbers(&mut session).await.unwrap();
    let lease = Arc::new(Lease::found(&address, found));
    sqlx::raw_sql(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
            VALUES (9999, 'later', true, '', 0)",
    )
    .execute(&mut session)
    .await
    .unwrap();
    let refused = claim(&address, &lease, WantedShards::ALL)
        .await
        .unwrap_err()
        .to_string();
    assert!(refused.contains("a newer Whistle has changed its schema"), "{refused}");
    assert_eq!(number(&mut session).await, 0, "whoever serves it goes on");
}

/// A bot of the version before serves the database meanwhile: it gives people another number on each server.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_played_on_several_servers_gets_one_number_and_an_older_bot_writes_no_more() {
    let Some(address) = new_address().await else { return };
    let database = Database::Server(address.clone());
    let (old, _right) = Store::serve(&database).await.unwrap();
    old.append(create(9, 9)).await.unwrap();
    old.append(entry(9, 1)).await.expect("it serves still");
    let mut session = address.connect().await.unwrap();
    for sql in [SCHEMA_11, MATCHES] {
        sqlx::raw_sql(sql).execute(&mut session).await.unwrap();
    }
    let looked = examine_server(&address).await.unwrap();
    assert_eq!((looked.schema, looked.newest), (Some(11), 17));
    let store = Store::open_at(&database).await.unwrap();
    let refused = old.append(entry(9, 2)).await.unwrap_err();
    assert!(matches!(refused, StoreError::Gone { .. }), "{refused}");
    let numbers = async |guild, game| {
        let found = store.rated(guild, game, 0, 9).await.unwrap();
        found.rows.iter().map(|row| row.somebody).collect::<Vec<_>>()
    };
    assert_eq!(numbers(None, "tree").await, [1, 2, 1, 2, 1, 6]);
    assert_eq!(numbers(Some(8), "tree").await, [1, 2, 1, 6]);
    assert_eq!(
        numbers(None, "binary").await,
        [7],
        "in another game it is another number"
    );
    for (person, tables) in [
        (1, vec![1, 2]),
        (2, vec![1]),
        (3, vec![2]),
        (4, vec![2]),
        (31, vec![]),
        (0, vec![]),
    ] {
        assert_eq!(
            store.naming(person, 0).await.unwrap(),
            tables,
            "the logs that name {person}"
        );
    }
    // Of two private chats, the one whose person was forgotten before is not known any more.
    for (table, channel, sealed) in [(6, NOWHERE, false), (7, 700, true)] {
        assert_eq!(store.load(table).await.unwrap().unwrap().channel, channel);
        assert_eq!(store.next_secret(100 * table).await.unwrap().is_some(), sealed);
    }
    // The schema is up to date now, so nobody who opens the database stops whoever serves it.
    let _looks = Store::open_at(&database).await.unwrap();
    store.append(entry(9, 2)).await.unwrap();
}
