//! Messages for which Discord takes nothing more at the moment.

use std::time::Duration;

use super::super::Slot;
use super::script::{Did, pictured};
use super::stage::{Stage, stage};
use super::{TABLE, only, wait};
use crate::discord::http::Failure;

/// A message in a channel that takes one request in so many seconds, the next ones not soon.
async fn limited_to_one_in(seconds: u64) -> Stage {
    let stage = stage().await;
    stage.limits(1, Duration::from_secs(seconds));
    stage.moves_on(TABLE, 1).await;
    stage
}

fn bury(stage: &Stage) {
    (0..20).for_each(|_| stage.messages.access().spoken(1));
}

#[tokio::test(start_paused = true)]
async fn what_waits_for_leave_shows_the_newest_when_it_is_sent() {
    let stage = limited_to_one_in(10).await;
    stage.version(2).await;
    stage.messages.changed(TABLE);
    wait(3000).await;
    stage.version(3).await;
    stage.messages.changed(TABLE);
    wait(3000).await;
    assert_eq!(only(&stage, 1), "table 1");
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), "table 3");
    assert_eq!(stage.did(), [Did::Create(1), Did::Edit(1)]);
}

#[tokio::test(start_paused = true)]
async fn whoever_presses_meanwhile_finds_the_slot_free_and_what_they_are_shown_is_not_sent_again() {
    let stage = limited_to_one_in(10).await;
    stage.version(2).await;
    stage.messages.changed(TABLE);
    wait(3000).await;
    let writer = stage
        .messages
        .writer_within(Duration::from_millis(10), TABLE, Slot::Table);
    drop(writer.await.expect("nobody holds it"));
    stage
        .pressed_on(Slot::Table, &pictured("table 2", None), 2, "token")
        .await;
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), "table 2");
    assert_eq!(stage.did(), [Did::Create(1)]);
}

#[tokio::test(start_paused = true)]
async fn whoever_presses_meanwhile_brings_a_way_that_waits_for_nothing() {
    let stage = limited_to_one_in(3600).await;
    stage.version(2).await;
    stage
        .pressed_on(Slot::Table, &pictured("table 2", None), 2, "token")
        .await;
    wait(1000).await;
    stage.version(3).await;
    stage.messages.changed(TABLE);
    wait(1000).await;
    assert_eq!(only(&stage, 1), "table 3");
    assert_eq!(stage.did(), [Did::Create(1), Did::ByToken(1)]);
}

#[tokio::test(start_paused = true)]
async fn a_message_that_was_replaced_goes_once_there_is_leave_for_that_too() {
    let stage = limited_to_one_in(130).await;
    bury(&stage);
    wait(120_000).await;
    stage.version(2).await;
    stage.messages.changed(TABLE);
    wait(3000).await;
    assert_eq!(only(&stage, 1), "table 1");
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), "table 2");
    assert_eq!(stage.did(), [Did::Create(1), Did::Create(1), Did::Delete(1)]);
}

#[tokio::test(start_paused = true)]
async fn a_message_that_cannot_be_changed_is_tried_once_however_long_the_next_one_waits() {
    for refused in [Failure::Worn, Failure::GoneMessage, Failure::Archived] {
        let stage = limited_to_one_in(20).await;
        stage.fail_in(1, [refused]);
        stage.version(2).await;
        stage.messages.changed(TABLE);
        stage.messages.settle().await;
        assert_eq!(only(&stage, 1), "table 2");
        let once = [Did::Create(1), Did::Edit(1), Did::Create(1), Did::Delete(1)];
        assert_eq!(stage.did(), once);
    }
}

#[tokio::test(start_paused = true)]
async fn each_of_several_messages_that_have_to_go_is_taken_away_once() {
    let stage = limited_to_one_in(200).await;
    for version in 2..=3 {
        bury(&stage);
        wait(120_000).await;
        stage.version(version).await;
        stage.messages.changed(TABLE);
        wait(100_000).await;
    }
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), "table 3");
    let did = stage.did();
    assert_eq!(stage.count(&Did::Create(1)), 3, "{did:?}");
    assert_eq!(stage.count(&Did::Delete(1)), 2, "{did:?}");
}
