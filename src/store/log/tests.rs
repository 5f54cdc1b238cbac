//! Tables and logs through the door: what fits, what is refused, and who wins.

use std::collections::HashSet;

use crate::store::testing::{Fresh, create, entry, on_both_engines};
use crate::store::{Append, Database, NewTable, StoreError, Timer};

on_both_engines! {
    a_table_comes_back_as_it_was_written,
    every_text_comes_back_as_it_went,
    an_append_must_know_the_end_of_the_log,
    an_interaction_is_stored_once_over_all_tables,
    a_place_has_one_live_table,
    a_table_that_is_over_lets_go_of_everything,
    live_tables_come_in_pages_by_unsigned_id,
    live_tables_of_servers_come_with_their_server_and_others_not_at_all,
    of_many_at_once_one_wins_each_seq,
    of_one_interaction_sent_many_times_one_is_stored,
    nothing_secret_is_in_debug_output,
    several_entries_at_once_are_all_or_nothing,
}

async fn a_table_comes_back_as_it_was_written(fresh: Fresh) {
    let timer = Timer {
        kind: "clock".to_owned(),
        seat: Some(3),
        at: -5,
        gives_back: true,
    };
    let table = u64::MAX - 1;
    let new = NewTable {
        channel: u64::MAX,
        guild: None,
        game: "binome".to_owned(),
        secret: [200; 32],
    };
    let first = Append {
        create: Some(new),
        interaction: Some(1 << 63),
        entries: vec!["{}".to_owned(), r#"{"wort":"Übermut \u0000"}"#.to_owned()],
        timers: Some(vec![timer.clone()]),
        ..Append::new(table, 0, 10)
    };
    fresh.store.append(first).await.unwrap();
    fresh.store.append(entry(table, 2)).await.unwrap();

    let stored = fresh.store.load(table).await.unwrap().unwrap();
    assert_eq!((stored.table, stored.channel, stored.guild), (table, u64::MAX, None));
    assert_eq!(
        (stored.game.as_str(), stored.secret, stored.over),
        ("binome", [200; 32], false)
    );
    assert_eq!(stored.timers, [timer]);
    let entries: Vec<_> = stored
        .entries
        .iter()
        .map(|e| (e.seq, e.at, e.interaction, e.event.as_str()))
        .collect();
    let expected = [
        (1, 10, Some(1 << 63), "{}"),
        (2, 10, None, r#"{"wort":"Übermut \u0000"}"#),
        (3, 2000, None, r#"{"step":2}"#),
    ];
    assert_eq!(entries, expected);
    assert_eq!(fresh.store.load(1).await.unwrap(), None);
}

async fn every_text_comes_back_as_it_went(fresh: Fresh) {
    fresh.store.append(create(1, 1)).await.unwrap();
    let texts = [
        "",
        "null",
        "12",
        "\"",
        "\\u0000\\\\",
        "\u{1}\t\n\r\u{7f}",
        "e\u{301}ß🂡\u{10ffff}",
        "[[1]]",
    ];
    // PostgreSQL has no such text; no JSON holds one either.
    let nul = matches!(fresh.database, Database::File(_)).then_some("a\0b");
    for (text, after) in texts.into_iter().chain(nul).zip((1..).step_by(2)) {
        let timer = Timer {
            kind: text.to_owned(),
            seat: Some(255),
            at: i64::MIN,
            gives_back: false,
        };
        let entries = vec![text.to_owned(), text.to_owned()];
        let interaction = Some(u64::MAX - after);
        let append = Append {
            entries,
            interaction,
            timers: Some(vec![timer.clone()]),
            ..Append::new(1, after, i64::MAX)
        };
        fresh.store.append(append).await.unwrap();
        let stored = fresh.store.load(1).await.unwrap().unwrap();
        let entries: Vec<_> = stored.entries.iter().rev().take(2).collect();
        assert_eq!(
            (entries[1].seq, entries[1].at, entries[1].interaction),
            (after + 1, i64::MAX, interaction)
        );
        assert_eq!(
            (entries[0].seq, entries[0].at, entries[0].interaction),
            (after + 2, i64::MAX, None)
        );
        assert_eq!((entries[1].event.as_str(), entries[0].event.as_str()), (text, text));
        assert_eq!(stored.timers, [timer]);
    }
}

async fn an_append_must_know_the_end_of_the_log(fresh: Fresh) {
    let store = &fresh.store;
    assert!(
        matches!(store.append(entry(1, 0)).await, Err(StoreError::Conflict)),
        "no such table"
    );
    store.append(create(1, 50)).await.unwrap();
    for after in [0, 2, u64::MAX] {
        assert!(
            matches!(store.append(entry(1, after)).await, Err(StoreError::Conflict)),
            "after {after}"
        );
    }
    assert!(
        matches!(store.append(create(1, 51)).await, Err(StoreError::Conflict)),
        "created twice"
    );
    store.append(entry(1, 1)).await.unwrap();
    assert!(
        matches!(store.append(entry(1, 1)).await, Err(StoreError::Conflict)),
        "written twice"
    );
    assert_eq!(store.load(1).await.unwrap().unwrap().entries.len(), 2);
}

async fn an_interaction_is_stored_once_over_all_tables(fresh: Fresh) {
    let store = &fresh.store;
    store.append(create(1, 50)).await.unwrap();
    store.append(create(2, 51)).await.unwrap();
    store
        .append(Append {
            interaction: Some(77),
            ..entry(1, 1)
        })
        .await
        .unwrap();
    assert_eq!(store.interaction(77).await.unwrap(), Some((1, 2)));
    assert_eq!(store.interaction(78).await.unwrap(), None);
    for again in [entry(1, 1), entry(1, 2), entry(2, 1), create(3, 50)] {
        let again = Append {
            interaction: Some(77),
            ..again
        };
        assert!(matches!(store.append(again).await, Err(StoreError::Duplicate)));
    }
    assert_eq!(store.load(1).await.unwrap().unwrap().entries.len(), 2);
    assert_eq!(store.load(2).await.unwrap().unwrap().entries.len(), 1);
    assert_eq!(store.load(3).await.unwrap(), None);
}

async fn a_place_has_one_live_table(fresh: Fresh) {
    let store = &fresh.store;
    assert_eq!(store.table_at(50).await.unwrap(), None);
    assert_eq!(store.last_table_at(50).await.unwrap(), None);
    store.append(create(9, 50)).await.unwrap();
    assert!(matches!(store.append(create(2, 50)).await, Err(StoreError::Taken)));
    assert_eq!(store.load(2).await.unwrap(), None);
    assert_eq!(store.table_at(50).await.unwrap(), Some(9));

    store
        .append(Append {
            over: true,
            ..entry(9, 1)
        })
        .await
        .unwrap();
    assert_eq!(store.table_at(50).await.unwrap(), None);
    assert_eq!(store.last_table_at(50).await.unwrap(), Some(9));
    store
        .append(Append {
            at: 3000,
            ..create(2, 50)
        })
        .await
        .unwrap();
    assert_eq!(store.table_at(50).await.unwrap(), Some(2));
    assert_eq!(
        store.last_table_at(50).await.unwrap(),
        Some(2),
        "the newest, not the greatest id"
    );
    store.append(entry(9, 2)).await.unwrap();
    assert!(store.load(9).await.unwrap().unwrap().over, "over stays over");
}

async fn a_table_that_is_over_lets_go_of_everything(fresh: Fresh) {
    let store = &fresh.store;
    let timer = |kind: &str| Timer {
        kind: kind.to_owned(),
        seat: None,
        at: 5,
        gives_back: false,
    };
    let first = Append {
        people: Some(vec![30, 31]),
        timers: Some(vec![timer("clock")]),
        ..create(1, 50)
    };
    store.append(first).await.unwrap();
    assert_eq!(store.seated(31).await.unwrap(), [1]);
    store
        .append(Append {
            over: true,
            ..entry(1, 1)
        })
        .await
        .unwrap();
    assert_eq!(store.seated(31).await.unwrap(), Vec::<u64>::new());
    assert_eq!(store.due(5, 10).await.unwrap(), []);
    store
        .append(Append {
            over: true,
            timers: Some(vec![timer("thread")]),
            ..entry(1, 2)
        })
        .await
        .unwrap();
    assert_eq!(store.load(1).await.unwrap().unwrap().timers, [timer("thread")]);
}

async fn live_tables_come_in_pages_by_unsigned_id(fresh: Fresh) {
    let store = &fresh.store;
    let ids = [3, 40, i64::MAX as u64, 1 << 63, u64::MAX];
    for id in ids.iter().rev() {
        store.append(create(*id, *id)).await.unwrap();
    }
    store.append(create(20, 20)).await.unwrap();
    store
        .append(Append {
            over: true,
            ..entry(20, 1)
        })
        .await
        .unwrap();
    let mut after = 0;
    let mut seen = Vec::new();
    loop {
        let page = store.live_tables(after, 2).await.unwrap();
        let Some(last) = page.last() else { break };
        after = *last;
        seen.extend(page);
    }
    assert_eq!(seen, ids);
}

async fn live_tables_of_servers_come_with_their_server_and_others_not_at_all(fresh: Fresh) {
    let store = &fresh.store;
    let of = |table: u64, guild: Option<u64>| {
        let mut append = create(table, table);
        append.create.as_mut().expect("it is created").guild = guild;
        append
    };
    for append in [of(1, Some(u64::MAX)), of(2, Some(5)), of(3, None), of(4, Some(5))] {
        store.append(append).await.unwrap();
    }
    let ended = Append {
        over: true,
        ..entry(4, 1)
    };
    store.append(ended).await.unwrap();
    let mut played = store.played_in_guilds().await.unwrap();
    played.sort_unstable();
    assert_eq!(played, [(1, u64::MAX), (2, 5)]);
}

async fn of_many_at_once_one_wins_each_seq(fresh: Fresh) {
    fresh.store.append(create(1, 50)).await.unwrap();
    const TASKS: u64 = 64;
    const ROUNDS: u64 = 10;
    for round in 0..ROUNDS {
        let mut tasks = tokio::task::JoinSet::new();
        for task in 0..TASKS {
            let store = fresh.store.clone();
            let entries = vec![format!("[{round},{task}]")];
            let append = Append {
                entries,
                interaction: Some(round * TASKS + task),
                ..entry(1, round + 1)
            };
            tasks.spawn(async move { (task, store.append(append).await) });
        }
        let mut winners = Vec::new();
        for (task, result) in tasks.join_all().await {
            match result {
                Ok(()) => winners.push(task),
                Err(error) => assert!(matches!(error, StoreError::Conflict), "{error}"),
            }
        }
        assert_eq!(winners.len(), 1, "round {round}");
        let log = fresh.store.load(1).await.unwrap().unwrap().entries;
        assert_eq!(log.len() as u64, round + 2);
        assert_eq!(log[round as usize + 1].event, format!("[{round},{}]", winners[0]));
    }
}

async fn of_one_interaction_sent_many_times_one_is_stored(fresh: Fresh) {
    for table in 1..=16 {
        fresh.store.append(create(table, table)).await.unwrap();
    }
    let mut tasks = tokio::task::JoinSet::new();
    for table in (1..=16).cycle().take(64) {
        let store = fresh.store.clone();
        tasks.spawn(async move {
            store
                .append(Append {
                    interaction: Some(5),
                    ..entry(table, 1)
                })
                .await
        });
    }
    let results = tasks.join_all().await;
    assert_eq!(results.iter().filter(|r| r.is_ok()).count(), 1);
    assert!(
        results
            .iter()
            .filter_map(|r| r.as_ref().err())
            .all(|e| matches!(e, StoreError::Duplicate))
    );
}

async fn nothing_secret_is_in_debug_output(fresh: Fresh) {
    let mut append = create(1, 50);
    append.entries = vec!["hidden".to_owned()];
    let shown = format!("{append:?} {:?} {:?}", append.create, fresh.store);
    fresh.store.append(append).await.unwrap();
    let shown = format!("{shown} {:?}", fresh.store.load(1).await.unwrap());
    let words: HashSet<_> = shown.split(|c: char| !c.is_alphanumeric()).collect();
    assert!(words.contains("binome"), "{shown}");
    for secret in ["secret", "9", "hidden"] {
        assert!(!words.contains(secret), "{secret} in {shown}");
    }
}

async fn several_entries_at_once_are_all_or_nothing(fresh: Fresh) {
    let store = &fresh.store;
    store.append(create(1, 1)).await.unwrap();
    let several = |after, interaction| Append {
        interaction: Some(interaction),
        entries: vec!["1".to_owned(), "null".to_owned(), r#"{"a":"\"b\""}"#.to_owned()],
        ..Append::new(1, after, 3000)
    };
    store.append(several(1, 70)).await.unwrap();
    assert!(matches!(store.append(several(4, 70)).await, Err(StoreError::Duplicate)));
    assert!(matches!(store.append(several(3, 71)).await, Err(StoreError::Conflict)));
    let entries = store.load(1).await.unwrap().unwrap().entries;
    let read: Vec<_> = entries[1..]
        .iter()
        .map(|entry| (entry.seq, entry.interaction, entry.event.as_str()))
        .collect();
    assert_eq!(
        read,
        [(2, Some(70), "1"), (3, None, "null"), (4, None, r#"{"a":"\"b\""}"#)]
    );
    assert!(entries[1..].iter().all(|entry| entry.at == 3000));
}
