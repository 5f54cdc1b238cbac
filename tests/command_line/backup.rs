//! `whistle backup`.

use whistle::store::{Append, NewTable, Store};

use super::{Cli, sentence, text};

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap()
}

#[test]
fn a_copy_is_made_while_the_database_is_in_use_and_can_be_put_in_its_place() {
    let cli = Cli::new();
    let path = cli.path().join("whistle.db");
    let runtime = runtime();
    let store = runtime.block_on(Store::open(&path)).unwrap();
    let entry = |after| Append {
        entries: vec![format!("{{\"after\":{after}}}")],
        ..Append::new(1, after, 0)
    };
    let opening = Append {
        create: Some(NewTable {
            channel: 1,
            guild: None,
            game: "binome".to_owned(),
            secret: [1; 32],
        }),
        ..entry(0)
    };
    runtime.block_on(store.append(opening)).unwrap();
    let said = cli.prints(&["backup", "copy.db"]);
    assert!(said.contains("copy.db") && said.contains("KiB"), "{said}");
    // What comes later is not in it.
    runtime.block_on(store.append(entry(1))).unwrap();
    runtime.block_on(store.close());
    let again = cli.run(&["backup", "copy.db"]);
    assert!(sentence(&again).contains("already"), "{}", text(&again.stderr));

    for name in ["whistle.db", "whistle.db-wal", "whistle.db-shm"] {
        let _ = std::fs::remove_file(cli.path().join(name));
    }
    std::fs::rename(cli.path().join("copy.db"), &path).unwrap();
    let restored = runtime.block_on(Store::open(&path)).unwrap();
    let stored = runtime.block_on(restored.load(1)).unwrap().unwrap();
    assert_eq!(stored.entries.len(), 1);
    runtime.block_on(restored.append(entry(1))).unwrap();
    runtime.block_on(restored.close());
}

#[test]
fn what_is_no_database_is_not_copied() {
    let cli = Cli::new();
    assert!(sentence(&cli.run(&["backup", "copy.db"])).contains("no such file"));
    std::fs::write(cli.path().join("whistle.db"), "Dear database, ".repeat(100)).unwrap();
    assert!(sentence(&cli.run(&["backup", "copy.db"])).contains("not a database"));
    assert!(!cli.path().join("copy.db").exists());
}
