//! Panels that only their holders see: changed by a token for as long as that lives, through restarts.

use std::collections::HashSet;
use std::time::Duration;

use tokio::time::Instant;

use super::super::{Location, Record, Slot, TOKEN_LIFE_MS, Wake};
use super::script::{Did, GUILD, chat_of, pictured};
use super::stage::{Stage, stage};
use super::{ANA, TABLE, wait};
use crate::discord::http::Failure;

pub(super) const HERE: Slot = Slot::Here(0);
pub(super) const LASTING: Duration = Duration::from_millis(TOKEN_LIFE_MS.unsigned_abs());
/// The number of the first message that only Ana sees.
pub(super) const PRIVATE: u64 = 77;

/// A panel that only its holder sees, whose words stand: in a new message, or in this one, in which they have pressed.
pub(super) async fn opened(stage: &Stage, token: &str, message: Option<u64>, version: u64, number: Option<i32>) {
    answered_here(stage, token, message, version, number).await;
    stage.messages.settle().await;
}

/// The same, before its worker has looked at it.
pub(super) async fn answered_here(stage: &Stage, token: &str, message: Option<u64>, version: u64, number: Option<i32>) {
    stage.version(version).await;
    stage.draws(HERE, number);
    let payload = pictured(&format!("seat 0 {version}"), number);
    match message {
        None => stage.opens(&payload, version, token, (ANA, PRIVATE)).await,
        Some(message) => {
            let at = Location { channel: 1, message };
            stage.pressed(HERE, at, &payload, version, token, ANA).await;
        }
    }
}

/// What a private message shows: its text and its picture.
fn sees(stage: &Stage, message: u64) -> (String, Option<String>) {
    let shown = stage.private(message);
    (shown.text, shown.picture)
}

fn shows(version: u64, number: i32) -> (String, Option<String>) {
    (format!("seat 0 {version}"), Some(format!("drawn {number}")))
}

#[tokio::test(start_paused = true)]
async fn a_panel_in_the_channel_is_kept_up_while_its_token_lives() {
    let stage = stage().await;
    stage.seat(0, ANA);
    stage.moves_on(TABLE, 1).await;
    opened(&stage, "token", None, 1, None).await;
    stage.moves_on(TABLE, 1).await;
    assert!(!stage.did().contains(&Did::Private("seat 0 1".to_owned())));
    stage.moves_on(TABLE, 2).await;
    assert!(stage.did().contains(&Did::Private("seat 0 2".to_owned())));
    tokio::time::sleep(LASTING).await;
    stage.moves_on(TABLE, 3).await;
    assert!(!stage.did().contains(&Did::Private("seat 0 3".to_owned())));
    assert_eq!(stage.stored(HERE).await, Record::default(), "its token is forgotten");
}

#[tokio::test(start_paused = true)]
async fn a_panel_that_only_one_person_sees_gets_its_picture_by_its_token() {
    let stage = stage().await;
    stage.seat(0, ANA);
    opened(&stage, "first", None, 1, Some(1)).await;
    assert_eq!(sees(&stage, PRIVATE), shows(1, 1));
    // The same message is pressed: what stands there is known.
    let before = stage.did().len();
    opened(&stage, "second", Some(PRIVATE), 2, Some(1)).await;
    assert_eq!(
        stage.did().len(),
        before,
        "words came with the answer, the picture stands"
    );
    assert_eq!(sees(&stage, PRIVATE), shows(2, 1));
    opened(&stage, "third", Some(PRIVATE), 3, Some(2)).await;
    assert_eq!(sees(&stage, PRIVATE), shows(3, 2));
    // Another message: nothing is known of it.
    opened(&stage, "fourth", Some(PRIVATE + 1), 4, Some(2)).await;
    assert_eq!(sees(&stage, PRIVATE + 1), shows(4, 2));
    assert_eq!(stage.count(&Did::Picture), 3);
}

#[tokio::test(start_paused = true)]
async fn a_private_panel_without_files_is_said_in_letters() {
    let stage = stage().await;
    stage.seat(0, ANA);
    stage.fileless(0, true);
    opened(&stage, "first", None, 1, Some(1)).await;
    assert_eq!(sees(&stage, PRIVATE), ("seat 0 1 in letters 1".to_owned(), None));
    stage.fileless(0, false);
    stage.messages.wake(Wake::Guild(GUILD));
    stage.messages.settle().await;
    assert_eq!(sees(&stage, PRIVATE), shows(1, 1));
    stage.undrawable(true);
    opened(&stage, "second", Some(PRIVATE), 2, Some(2)).await;
    assert_eq!(sees(&stage, PRIVATE), ("seat 0 2 in letters 2".to_owned(), None));
}

#[tokio::test(start_paused = true)]
async fn a_crash_leaves_no_private_panel_with_an_old_picture() {
    let stage = stage().await;
    stage.seat(0, ANA);
    opened(&stage, "first", None, 1, Some(1)).await;
    answered_here(&stage, "second", Some(PRIVATE), 2, Some(2)).await;
    let stage = stage.restart();
    assert_eq!(sees(&stage, PRIVATE), shows(2, 1), "its picture has to follow");
    stage.messages.catch_up().await;
    stage.messages.settle().await;
    assert_eq!(sees(&stage, PRIVATE), shows(2, 2));
    // It is kept up from then on, by the run that did not make it.
    stage.draws(HERE, Some(3));
    stage.moves_on(TABLE, 3).await;
    assert_eq!(sees(&stage, PRIVATE), shows(3, 3));
}

#[tokio::test(start_paused = true)]
async fn after_a_long_absence_a_private_panel_is_left_and_forgotten() {
    let stage = stage().await;
    stage.seat(0, ANA);
    answered_here(&stage, "token", None, 1, Some(1)).await;
    let stage = stage.restart();
    tokio::time::sleep(LASTING).await;
    stage.messages.catch_up().await;
    stage.messages.settle().await;
    let did = stage.did();
    assert!(!did.iter().any(|did| matches!(did, Did::Private(_))), "{did:?}");
    assert_eq!(stage.stored(HERE).await, Record::default());
}

#[tokio::test(start_paused = true)]
async fn a_private_panel_that_was_dismissed_is_forgotten() {
    let stage = stage().await;
    stage.seat(0, ANA);
    opened(&stage, "token", None, 1, Some(1)).await;
    stage.fail_in(0, [Failure::GoneInteraction]);
    stage.draws(HERE, Some(2));
    stage.moves_on(TABLE, 2).await;
    assert_eq!(stage.stored(HERE).await, Record::default());
    assert_eq!(stage.record(HERE).await, Record::default());
}

#[tokio::test(start_paused = true)]
async fn when_a_reminder_comes_to_the_channel_does_not_tell_what_was_tried_in_private() {
    let mut came = HashSet::new();
    for (known, before) in [(false, false), (false, true), (true, false)] {
        let stage = stage().await;
        let begun = stage.script.world().begun.expect("it has begun");
        stage.seat(0, ANA);
        stage.slow(Duration::from_millis(200));
        if before {
            stage.ping(0, Some("of before"));
            stage.moves_on(TABLE, 1).await;
        }
        stage.bar(chat_of(ANA), Some(Failure::ClosedDm));
        stage.moves_on(TABLE, 1).await;
        if !known {
            stage.messages.people().reopen(ANA).await;
        }
        assert!(begun.elapsed() < Duration::from_secs(5));
        tokio::time::sleep_until(begun + Duration::from_secs(5)).await;
        stage.ping(0, Some("a"));
        stage.messages.changed(TABLE);
        let asked = Instant::now();
        while !stage.messages(1).iter().any(|(_, text)| text.starts_with("ping")) {
            assert!(asked.elapsed() < Duration::from_secs(60));
            wait(1).await;
        }
        came.insert(asked.elapsed());
    }
    assert_eq!(came.len(), 1, "{came:?}");
}
