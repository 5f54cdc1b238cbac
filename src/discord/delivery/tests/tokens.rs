//! Tokens that have ended are not kept, whether or not their slots are looked at again.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use super::super::*;
use super::TABLE;
use super::private::{HERE, LASTING, answered_here, opened};
use super::script::{PRIVATE, Stage, stage};
use crate::store::{Append, NewTable, Shown, Store};

/// What is sent by a token has arrived by then.
const ARRIVED: Duration = Duration::from_secs(30);
const LITTLE: Duration = Duration::from_millis(1);

/// What is noted of a slot, in the store and at hand.
async fn noted(stage: &Stage, slot: Slot) -> Option<Note> {
    let of = |rows: Vec<Shown>| rows.into_iter().find(|row| row.slot == slot.to_string());
    let stored = of(stage.store.shown(TABLE).await.expect("paper"));
    let at_hand = of(stage.delivery.shown(TABLE).await.expect("a hand"));
    assert_eq!(stored, at_hand);
    stored.map(|row| Note::read(&row.note))
}

#[tokio::test(start_paused = true)]
async fn a_token_goes_when_it_has_ended_and_nobody_hears_of_that() {
    let stage = stage();
    stage.seat(0, 100);
    opened(&stage, "token", None, 1, None).await;
    stage.version(2);
    let before = stage.did();
    tokio::time::sleep(LASTING + ARRIVED - LITTLE).await;
    stage.delivery.drop_ended().await;
    let note = noted(&stage, HERE).await.expect("one that may still be used is kept");
    assert_eq!(note.token.expect("a token").text, "token");
    tokio::time::sleep(LITTLE).await;
    stage.delivery.drop_ended().await;
    assert_eq!(noted(&stage, HERE).await, None);
    stage.delivery.settle().await;
    assert_eq!(stage.did(), before, "nothing is sent");
}

#[tokio::test(start_paused = true)]
async fn a_panel_whose_token_has_gone_is_kept_up_again_once_it_is_pressed() {
    let stage = stage();
    stage.seat(0, 100);
    opened(&stage, "first", None, 1, Some(1)).await;
    tokio::time::sleep(LASTING + ARRIVED).await;
    stage.delivery.drop_ended().await;
    opened(&stage, "second", Some(PRIVATE), 2, Some(2)).await;
    stage.draws(HERE, Some(3));
    stage.moves_on(TABLE, 3).await;
    let shown = stage.private("second");
    assert_eq!(
        (shown.text.as_str(), shown.picture.as_deref()),
        ("seat 0 3", Some("drawn 3"))
    );
    stage.delivery.drop_ended().await;
    assert!(noted(&stage, HERE).await.is_some(), "its new token works");
}

#[tokio::test(start_paused = true)]
async fn who_has_a_slot_in_hand_is_not_written_over() {
    let stage = stage();
    stage.seat(0, 100);
    answered_here(&stage, "first", None, 1, None).await;
    tokio::time::sleep(LASTING + ARRIVED).await;
    let held = stage.delivery.hold(TABLE, HERE).await;
    stage.delivery.drop_ended().await;
    assert!(noted(&stage, HERE).await.is_some());
    drop(held);
    // The same panel is written anew, and that is not noted yet.
    stage.store.takes(Duration::from_secs(1));
    tokio::join!(
        answered_here(&stage, "second", None, 1, None),
        stage.delivery.drop_ended()
    );
    let note = noted(&stage, HERE).await.expect("a panel");
    assert_eq!(note.token.expect("a token").text, "second");
}

#[tokio::test(start_paused = true)]
async fn what_was_promised_by_a_token_that_has_ended_is_done_anew() {
    let stage = stage();
    let held = &mut stage.delivery.hold(TABLE, Slot::Table).await;
    assert!(stage.delivery.promise(held, 1, (0, "token"), "de").await);
    // Until then it can be asked for.
    let lasts = Duration::from_millis(crate::discord::limits::TOKEN_MS);
    let stage = stage.restart();
    tokio::time::sleep(lasts - LITTLE).await;
    stage.delivery.drop_ended().await;
    assert!(noted(&stage, Slot::Table).await.expect("a note").promised.is_some());
    tokio::time::sleep(LITTLE).await;
    stage.delivery.drop_ended().await;
    let note = noted(&stage, Slot::Table).await.expect("a note");
    assert_eq!((note.promised, note.locale.as_deref()), (None, Some("de")));
    stage.version(1);
    stage.delivery.catch_up().await;
    stage.delivery.settle().await;
    assert_eq!(super::only(&stage, 1), "table 1");
}

/// Whether any of the files of a folder holds this text.
fn holds(folder: &std::path::Path, text: &str) -> bool {
    let files = std::fs::read_dir(folder).expect("a folder").flatten();
    let bytes = files.map(|file| std::fs::read(file.path()).expect("a file"));
    let text = text.as_bytes();
    bytes
        .into_iter()
        .any(|bytes| bytes.windows(text.len()).any(|window| window == text))
}

#[tokio::test]
async fn no_byte_of_a_token_that_has_ended_is_left_in_the_file_or_in_a_copy_of_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("whistle.db");
    let store = Store::open(&path).await.expect("a new store");
    let create = Append {
        create: Some(NewTable {
            place: 1,
            hall: None,
            game: "binome".to_owned(),
            secret: [9; 32],
        }),
        entries: vec!["{}".to_owned()],
        ..Append::new(TABLE, 0, 0)
    };
    store.append(create).await.expect("a table");
    let token = |text: &str, until: i64| Token {
        text: text.to_owned(),
        until,
        interaction: 0,
        to: 100,
    };
    let ended = Note {
        token: Some(token("a-token-that-has-ended", 1_000)),
        ..Note::default()
    };
    let broken = Note {
        promised: Some(token("a-promise-that-has-ended", 1_000)),
        ..Note::default()
    };
    let works = Note {
        token: Some(token("a-token-that-works", 1_000_000)),
        ..Note::default()
    };
    for (slot, note) in [(Slot::Here(0), ended), (Slot::Table, broken), (Slot::Here(1), works)] {
        let row = Shown {
            table: TABLE,
            slot: slot.to_string(),
            channel: 1,
            message: 5,
            version: 0,
            digest: String::new(),
            note: note.text(),
        };
        store.set_shown(&row).await.expect("noted");
    }
    store.close().await;
    let held = |text| holds(folder.path(), text);
    assert!(held("a-token-that-has-ended") && held("a-promise-that-has-ended"));

    let store = Store::open(&path).await.expect("the store");
    let now = Arc::new(AtomicI64::new(0));
    let clock: Clock = {
        let now = Arc::clone(&now);
        Arc::new(move || now.load(Ordering::SeqCst))
    };
    let script = stage().script;
    let delivery = Delivery::new(
        store.clone(),
        script.clone(),
        script,
        Manner::default(),
        clock,
        Handle::current(),
    );
    now.store(40_000, Ordering::SeqCst);
    delivery.drop_ended().await;
    let copies = tempfile::tempdir().expect("a folder");
    crate::store::backup(&path, &copies.path().join("copy.db"))
        .await
        .expect("a copy");
    store.close().await;
    for place in [copies.path(), folder.path()] {
        assert!(!holds(place, "has-ended"), "{}", place.display());
        assert!(holds(place, "a-token-that-works"), "{}", place.display());
    }
}
