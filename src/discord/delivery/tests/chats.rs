//! Which private chats are opened, and which doors are left alone.

use super::*;
use crate::discord::delivery::openings::{A_MINUTE, ASKED_FOR};

impl<T, W, M> Delivery<T, W, M> {
    /// Whether there is no chat with a person, and none may be opened.
    pub(in crate::discord) fn is_unopened(&self, person: u64) -> bool {
        lock(&self.inner.closed).get(&person) == Some(&Closed::Unopened)
    }
}

#[tokio::test(start_paused = true)]
async fn a_chat_is_opened_only_with_who_has_just_sat_down() {
    let stage = stage();
    stage.seat(0, 100);
    tokio::time::sleep(ASKED_FOR + Duration::from_secs(1)).await;
    stage.moves_on(TABLE, 1).await;
    stage.moves_on(TABLE, 2).await;
    assert_eq!(stage.opened(), 0);
    assert!(stage.delivery.is_unopened(100));
    assert!(!stage.delivery.tell_closed(100), "nothing of theirs is closed");
    stage.delivery.may_meet(100);
    stage.moves_on(TABLE, 3).await;
    assert_eq!(only(&stage, script::chat_of(100)), "seat 0 3");
    // From now on it is there, whoever presses what.
    tokio::time::sleep(Duration::from_secs(60 * 60)).await;
    stage.moves_on(TABLE, 4).await;
    assert_eq!(only(&stage, script::chat_of(100)), "seat 0 4");
    assert_eq!(stage.opened(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_crowd_that_sits_down_at_once_has_ten_chats_and_the_others_when_they_press_later() {
    let stage = stage();
    let people = 0..2 * A_MINUTE as u8 + 1;
    for seat in people.clone() {
        stage.seat(seat, 100 + u64::from(seat));
    }
    stage.moves_on(TABLE, 1).await;
    assert_eq!(stage.opened(), A_MINUTE);
    for minute in 2..=3 {
        tokio::time::sleep(Duration::from_secs(60)).await;
        for seat in people.clone() {
            stage.delivery.may_meet(100 + u64::from(seat));
        }
        stage.moves_on(TABLE, minute).await;
        assert_eq!(stage.opened(), people.len().min(minute as usize * A_MINUTE));
    }
    for seat in people {
        assert_eq!(stage.messages(script::chat_of(100 + u64::from(seat))).len(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_has_no_chat_yet_is_reminded_in_the_channel() {
    let stage = stage();
    stage.seat(0, 100);
    tokio::time::sleep(ASKED_FOR + Duration::from_secs(1)).await;
    stage.ping(0, Some("1"));
    stage.moves_on(TABLE, 1).await;
    let messages = stage.messages(1);
    assert!(messages.iter().any(|(_, text)| text == "ping 0 1"), "{messages:?}");
    assert_eq!(stage.opened(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_closed_chat_is_not_tried_again_after_a_restart_until_its_person_asks_for_that() {
    let mut stage = stage();
    stage.seat(0, 100);
    stage.bar(script::chat_of(100), Some(Failure::ClosedDm));
    stage.moves_on(TABLE, 1).await;
    let tries = |stage: &Stage| {
        let tried = Did::Create(script::chat_of(100));
        stage.did().into_iter().filter(|did| *did == tried).count()
    };
    assert_eq!(tries(&stage), 1);
    for version in 2..5 {
        stage = stage.restart();
        stage.delivery.may_meet(100);
        stage.moves_on(TABLE, version).await;
    }
    assert_eq!((tries(&stage), stage.opened()), (1, 1));
    assert!(!stage.delivery.tell_closed(100), "they have heard of it");
    stage.bar(script::chat_of(100), None);
    stage = stage.restart();
    stage.delivery.may_meet(100);
    assert!(stage.delivery.reopen(100).await, "it was closed");
    stage.moves_on(TABLE, 5).await;
    assert_eq!(only(&stage, script::chat_of(100)), "seat 0 5");
    assert!(!stage.delivery.reopen(100).await);
}
