//! Messages for which Discord takes nothing more at the moment.

use super::*;

#[tokio::test(start_paused = true)]
async fn what_waits_for_leave_shows_the_newest_when_it_is_sent() {
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    stage.shut(true);
    stage.version(2);
    stage.delivery.changed(TABLE);
    tokio::time::sleep(Duration::from_secs(3)).await;
    stage.version(3);
    stage.delivery.changed(TABLE);
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(only(&stage, 1), "table 1");
    stage.shut(false);
    stage.delivery.settle().await;
    assert_eq!(only(&stage, 1), "table 3");
    assert_eq!(stage.did(), [Did::Create(1), Did::Edit(1)]);
}

#[tokio::test(start_paused = true)]
async fn whoever_presses_meanwhile_finds_the_slot_free_and_what_they_are_shown_is_not_sent_again() {
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    let (message, _) = stage.stands(1);
    stage.shut(true);
    stage.version(2);
    stage.delivery.changed(TABLE);
    tokio::time::sleep(Duration::from_secs(3)).await;
    let mut held = stage.delivery.try_hold(TABLE, Slot::Table).expect("nobody holds it");
    let payload = pictured("table 2", None);
    stage.reword(1, message, &payload);
    let written = Written {
        channel: 1,
        message,
        version: 2,
        payload: &payload,
        last: false,
        through: None,
    };
    stage.delivery.record(&mut held, written, None, Spot::default()).await;
    drop(held);
    stage.shut(false);
    stage.delivery.settle().await;
    assert_eq!(only(&stage, 1), "table 2");
    assert_eq!(stage.did(), [Did::Create(1)]);
}

#[tokio::test(start_paused = true)]
async fn a_message_that_was_replaced_goes_once_there_is_leave_for_that_too() {
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    (0..20).for_each(|_| stage.delivery.spoken(1));
    tokio::time::sleep(Duration::from_secs(120)).await;
    stage.shut(true);
    stage.version(2);
    stage.delivery.changed(TABLE);
    for _ in 0..2 {
        tokio::time::sleep(Duration::from_secs(3)).await;
        stage.lets_pass(1);
    }
    stage.delivery.settle().await;
    assert_eq!(only(&stage, 1), "table 2");
    assert_eq!(stage.did(), [Did::Create(1), Did::Create(1), Did::Delete(1)]);
}

#[tokio::test(start_paused = true)]
async fn a_message_that_cannot_be_changed_is_tried_once_however_long_the_next_one_waits() {
    for refused in [Failure::Worn, Failure::GoneMessage, Failure::Archived] {
        let stage = stage();
        stage.moves_on(TABLE, 1).await;
        stage.fail_in(1, [refused]);
        stage.shut(true);
        stage.version(2);
        stage.delivery.changed(TABLE);
        for _ in 0..6 {
            tokio::time::sleep(Duration::from_secs(3)).await;
            stage.lets_pass(1);
        }
        stage.shut(false);
        stage.delivery.settle().await;
        assert_eq!(only(&stage, 1), "table 2");
        let once = [Did::Create(1), Did::Edit(1), Did::Create(1), Did::Delete(1)];
        assert_eq!(stage.did(), once);
    }
}

#[tokio::test(start_paused = true)]
async fn each_of_several_messages_that_have_to_go_is_taken_away_once() {
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    stage.shut(true);
    for version in 2..=3 {
        (0..20).for_each(|_| stage.delivery.spoken(1));
        tokio::time::sleep(Duration::from_secs(120)).await;
        stage.version(version);
        stage.delivery.changed(TABLE);
        tokio::time::sleep(Duration::from_secs(3)).await;
        stage.lets_pass(1);
        tokio::time::sleep(Duration::from_secs(3)).await;
    }
    for _ in 0..4 {
        stage.lets_pass(1);
        tokio::time::sleep(Duration::from_secs(3)).await;
    }
    stage.shut(false);
    stage.delivery.settle().await;
    assert_eq!(only(&stage, 1), "table 3");
    let did = stage.did();
    assert_eq!(did.iter().filter(|did| **did == Did::Create(1)).count(), 3, "{did:?}");
    assert_eq!(did.iter().filter(|did| **did == Did::Delete(1)).count(), 2, "{did:?}");
}
