//! `whistle move`, and what the other commands say of a server's database.

use whistle::store::{Append, NewTable, Store};

use super::{Cli, sentence, text};
use crate::postgres::postgres;

const SERVER: &str = "postgres://bot:hidden@127.0.0.1:1/whistle";

#[test]
fn a_table_in_play_moves_to_a_server_and_back() {
    let Some(server) = postgres() else { return };
    let cli = Cli::new();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let store = Store::open(&cli.path().join("whistle.db")).await.unwrap();
        let opening = Append {
            create: Some(NewTable {
                channel: 1,
                guild: None,
                game: "binome".to_owned(),
                secret: [1; 32],
            }),
            entries: vec!["{}".to_owned(), "[]".to_owned()],
            ..Append::new(1, 0, 0)
        };
        store.append(opening).await.unwrap();
        store.close().await;
    });
    let address = server.address(&runtime.block_on(server.database("")));
    for way in [["--from", "whistle.db"], ["--to", "back.db"]] {
        let moving = || {
            let mut command = cli.command(&[&["move"], way.as_slice()].concat());
            command.env("DATABASE_URL", &address).output().unwrap()
        };
        let moved = moving();
        let said = text(&moved.stdout);
        assert!(moved.status.success(), "{}", text(&moved.stderr));
        assert!(said.contains("1 tables, 1 of them in play, with 2 entries"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        // The server of the tests is one of which the log warns.
        let again = moving();
        let said = text(&again.stderr);
        assert!(!again.status.success() && said.contains("was moved"), "{said}");
    }
    let said = sentence(&cli.run(&["move", "--from", "whistle.db"]));
    assert!(
        said.contains("--to is missing") && said.contains("DATABASE_URL"),
        "{said}"
    );
    assert!(
        cli.prints(&["move", "--back", "whistle.db"])
            .contains("can be served again")
    );
    let said = sentence(&cli.run(&["move", "--back", "whistle.db"]));
    assert!(said.contains("was not moved"), "{said}");
    let stored = runtime.block_on(async {
        let back = Store::open(&cli.path().join("back.db")).await.unwrap();
        back.load(1).await.unwrap().unwrap()
    });
    assert_eq!(stored.entries.len(), 2);
}

#[test]
fn what_cannot_be_moved_gets_a_sentence_without_a_password() {
    let cli = Cli::new();
    for (from, to, hint) in [
        ("none.db", SERVER, "there is no database"),
        (SERVER, "new.db", "does not answer"),
        (
            "redis://bot:hidden@localhost/1",
            "new.db",
            "--from must begin with postgres://",
        ),
    ] {
        let said = sentence(&cli.run(&["move", "--from", from, "--to", to]));
        assert!(said.contains(hint) && !said.contains("hidden"), "{said}");
    }
    assert!(!cli.path().join("new.db").exists());
}

#[test]
fn a_backup_of_a_server_is_left_to_its_own_program() {
    let cli = Cli::new();
    std::fs::write(cli.path().join(".env"), format!("DATABASE_URL={SERVER}\n")).unwrap();
    let said = sentence(&cli.run(&["backup", "copy.db"]));
    assert!(said.contains("pg_dump") && !said.contains("hidden"), "{said}");
}
