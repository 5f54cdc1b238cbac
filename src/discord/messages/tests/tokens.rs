//! Tokens that have ended are not kept, whether or not their slots are looked at again.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use tokio::runtime::Handle;

use super::super::hub::Clock;
use super::super::record::StandingMessage;
use super::super::{Location, Message, Messages, Record, Shows, Slot, Token, Trace, row};
use super::private::{HERE, LASTING, PRIVATE, answered_here, opened};
use super::script::{APPLICATION, Did, Script, pictured};
use super::stage::{Stage, config, stage};
use super::{ANA, TABLE, only};
use crate::discord::http::Api;
use crate::discord::limits;
use crate::store::{Append, NewTable, Store};

/// What is sent by a token has arrived by then.
const ARRIVED: Duration = Duration::from_secs(30);
const LITTLE: Duration = Duration::from_millis(1);

/// The token by which a slot's message can be changed, as it is known in memory.
async fn token(stage: &Stage, slot: Slot) -> Option<String> {
    let record = stage.record(slot).await;
    record.standing()?.token.as_ref().map(|token| token.text.clone())
}

#[tokio::test(start_paused = true)]
async fn a_token_goes_when_it_has_ended_and_nobody_hears_of_that() {
    let stage = stage().await;
    stage.seat(0, ANA);
    opened(&stage, "token", None, 1, None).await;
    stage.version(2).await;
    let before = stage.did();
    tokio::time::sleep(LASTING + ARRIVED - LITTLE).await;
    stage.messages.drop_ended().await;
    let kept = token(&stage, HERE).await;
    assert_eq!(kept.as_deref(), Some("token"), "one that may still be used is kept");
    tokio::time::sleep(LITTLE).await;
    stage.messages.drop_ended().await;
    assert_eq!(stage.record(HERE).await, Record::default());
    assert_eq!(stage.stored(HERE).await, Record::default());
    stage.messages.settle().await;
    assert_eq!(stage.did(), before, "nothing is sent");
}

#[tokio::test(start_paused = true)]
async fn a_panel_whose_token_has_gone_is_kept_up_again_once_it_is_pressed() {
    let stage = stage().await;
    stage.seat(0, ANA);
    opened(&stage, "first", None, 1, Some(1)).await;
    tokio::time::sleep(LASTING + ARRIVED).await;
    stage.messages.drop_ended().await;
    opened(&stage, "second", Some(PRIVATE), 2, Some(2)).await;
    stage.draws(HERE, Some(3));
    stage.moves_on(TABLE, 3).await;
    let shown = stage.private(PRIVATE);
    assert_eq!(
        (shown.text.as_str(), shown.picture.as_deref()),
        ("seat 0 3", Some("drawn 3"))
    );
    stage.messages.drop_ended().await;
    assert_eq!(
        token(&stage, HERE).await.as_deref(),
        Some("second"),
        "its new token works"
    );
}

#[tokio::test(start_paused = true)]
async fn who_writes_to_a_slot_is_not_written_over() {
    let stage = stage().await;
    stage.seat(0, ANA);
    opened(&stage, "first", None, 1, None).await;
    tokio::time::sleep(LASTING + ARRIVED).await;
    // The same panel is written anew, and that is not noted yet.
    stage.store_takes(Duration::from_secs(1));
    tokio::join!(
        answered_here(&stage, "second", Some(PRIVATE), 1, None),
        stage.messages.drop_ended()
    );
    assert_eq!(token(&stage, HERE).await.as_deref(), Some("second"));
    let stored = stage.stored(HERE).await;
    let token = stored.standing().and_then(|standing| standing.token.as_ref());
    assert_eq!(token.map(|token| token.text.as_str()), Some("second"));
}

#[tokio::test(start_paused = true)]
async fn what_was_promised_by_a_token_that_has_ended_is_done_anew() {
    let stage = stage().await;
    stage.promised("token", 0).await;
    // Until then it can be asked for.
    let lasts = Duration::from_millis(limits::TOKEN_MS);
    let stage = stage.restart();
    tokio::time::sleep(lasts - LITTLE).await;
    stage.messages.drop_ended().await;
    let promised = |record: &Record| matches!(record.message, Message::Creating { .. });
    assert!(promised(&stage.stored(Slot::Table).await));
    tokio::time::sleep(LITTLE).await;
    stage.messages.drop_ended().await;
    let record = stage.stored(Slot::Table).await;
    assert_eq!((promised(&record), record.locale.as_deref()), (false, Some("de")));
    stage.version(1).await;
    stage.messages.catch_up().await;
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), "table 1");
}

#[tokio::test(start_paused = true)]
async fn what_everybody_sees_is_changed_by_the_token_of_the_last_press_for_as_long_as_that_lives() {
    for slot in [Slot::Table, Slot::Seat(0)] {
        let stage = stage().await;
        stage.seat(0, ANA);
        stage.moves_on(TABLE, 1).await;
        let at = stage.record(slot).await.location().expect("it stands");
        let text = |version: u64| match slot {
            Slot::Table => format!("table {version}"),
            _ => format!("seat 0 {version}"),
        };
        stage.version(2).await;
        stage.pressed_on(slot, &pictured(&text(2), None), 2, "token").await;
        stage.messages.settle().await;
        let before = stage.did().len();
        stage.moves_on(TABLE, 3).await;
        let did = stage.did().split_off(before);
        assert!(did.contains(&Did::ByToken(at.channel)), "{slot}: {did:?}");
        assert_eq!(only(&stage, at.channel), text(3));
        // No file keeps what can be done without.
        let stored = stage.stored(slot).await;
        assert_eq!(stored.standing().expect("it stands").token, None);
        tokio::time::sleep(LASTING).await;
        stage.moves_on(TABLE, 4).await;
        assert_eq!(stage.count(&Did::ByToken(at.channel)), 1, "{slot}");
        assert_eq!(only(&stage, at.channel), text(4));
    }
}

/// Whether any of the files of a folder holds this text.
fn holds(folder: &Path, text: &str) -> bool {
    let files = std::fs::read_dir(folder).expect("a folder").flatten();
    let bytes = files.map(|file| std::fs::read(file.path()).expect("a file"));
    let text = text.as_bytes();
    bytes
        .into_iter()
        .any(|bytes| bytes.windows(text.len()).any(|window| window == text))
}

/// Three rows with tokens: a panel whose token has ended, an answer whose token has, and a panel whose token works.
fn rows_with_tokens() -> [(Slot, Record); 3] {
    let token = |text: &str, until: i64| Token {
        text: text.to_owned(),
        until,
        interaction: 0,
        to: ANA,
    };
    let at = Location { channel: 1, message: 5 };
    let panel = |token| {
        let shows = Shows {
            version: 0,
            digest: "d".to_owned(),
            picture: None,
            whole: true,
        };
        Record {
            message: Message::Standing(Box::new(StandingMessage {
                token: Some(token),
                shows: Some(shows),
                ..StandingMessage::unknown(at, "")
            })),
            ..Record::default()
        }
    };
    let mut promised = Record::default();
    promised.begins(1, "", Trace::Answer(token("a-promise-that-has-ended", 1_000)));
    [
        (Slot::Here(0), panel(token("a-token-that-has-ended", 1_000))),
        (Slot::Table, promised),
        (Slot::Here(1), panel(token("a-token-that-works", 1_000_000))),
    ]
}

#[tokio::test]
async fn no_byte_of_a_token_that_has_ended_is_left_in_the_file_or_in_a_copy_of_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("whistle.db");
    let store = Store::open(&path).await.expect("a new store");
    let create = Append {
        create: Some(NewTable {
            channel: 1,
            guild: None,
            game: "binome".to_owned(),
            secret: [9; 32],
        }),
        entries: vec!["{}".to_owned()],
        ..Append::new(TABLE, 0, 0)
    };
    store.append(create).await.expect("a table");
    for (slot, record) in rows_with_tokens() {
        let row = row::of(TABLE, slot, &record).expect("something to keep");
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
    let script = Script::default();
    let api = Api::played(Arc::new(script.clone()), APPLICATION);
    let messages = Messages::new(store.clone(), api, script, config(), clock, Handle::current());
    now.store(40_000, Ordering::SeqCst);
    messages.drop_ended().await;
    let copies = tempfile::tempdir().expect("a folder");
    crate::store::backup(&path, &copies.path().join("copy.db"))
        .await
        .expect("a copy");
    store.close().await;
    for channel in [copies.path(), folder.path()] {
        assert!(!holds(channel, "has-ended"), "{}", channel.display());
        assert!(holds(channel, "a-token-that-works"), "{}", channel.display());
    }
}
