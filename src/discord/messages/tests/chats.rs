//! Which private chats are opened, and which doors are left alone.

use std::time::Duration;

use super::super::openings::{A_MINUTE, ASKED_FOR};
use super::script::{Did, chat_of};
use super::stage::{Stage, stage};
use super::{ANA, TABLE, only, wait};
use crate::discord::http::Failure;

#[tokio::test(start_paused = true)]
async fn a_chat_is_opened_only_with_who_has_just_sat_down() {
    let stage = stage().await;
    stage.seat(0, ANA);
    tokio::time::sleep(ASKED_FOR + Duration::from_secs(1)).await;
    stage.moves_on(TABLE, 1).await;
    stage.moves_on(TABLE, 2).await;
    assert_eq!(stage.opened(), 0);
    assert!(stage.messages.people().is_unopened(ANA));
    assert!(!stage.messages.people().tell_closed(ANA), "nothing of theirs is closed");
    stage.may_meet(ANA);
    stage.moves_on(TABLE, 3).await;
    assert_eq!(only(&stage, chat_of(ANA)), "seat 0 3");
    // From now on it is there, whoever presses what.
    tokio::time::sleep(Duration::from_secs(60 * 60)).await;
    stage.moves_on(TABLE, 4).await;
    assert_eq!(only(&stage, chat_of(ANA)), "seat 0 4");
    assert_eq!(stage.opened(), 1);
}

#[tokio::test(start_paused = true)]
async fn whoever_sits_down_has_a_chat_before_there_is_anything_to_say_in_it() {
    let stage = stage().await;
    assert!(!stage.messages.meet(ANA), "nothing waits for it");
    wait(5000).await;
    assert_eq!(stage.opened(), 1);
    stage.script.world().seats.insert(0, ANA);
    tokio::time::sleep(ASKED_FOR).await;
    stage.moves_on(TABLE, 1).await;
    assert_eq!(only(&stage, chat_of(ANA)), "seat 0 1");
    assert_eq!(stage.opened(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_crowd_that_sits_down_at_once_has_ten_chats_and_the_others_when_they_press_later() {
    let stage = stage().await;
    let people = 0..2 * A_MINUTE as u8 + 1;
    for seat in people.clone() {
        stage.seat(seat, 100 + u64::from(seat));
    }
    stage.moves_on(TABLE, 1).await;
    assert_eq!(stage.opened(), A_MINUTE);
    for minute in 2..=3 {
        tokio::time::sleep(Duration::from_secs(60)).await;
        for seat in people.clone() {
            stage.may_meet(100 + u64::from(seat));
        }
        stage.moves_on(TABLE, minute).await;
        assert_eq!(stage.opened(), people.len().min(minute as usize * A_MINUTE));
    }
    for seat in people {
        assert_eq!(stage.messages(chat_of(100 + u64::from(seat))).len(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_has_no_chat_yet_is_reminded_in_the_channel() {
    let stage = stage().await;
    stage.seat(0, ANA);
    tokio::time::sleep(ASKED_FOR + Duration::from_secs(1)).await;
    stage.ping(0, Some("1"));
    stage.moves_on(TABLE, 1).await;
    let messages = stage.messages(1);
    assert!(messages.iter().any(|(_, text)| text == "ping 0 1"), "{messages:?}");
    assert_eq!(stage.opened(), 0);
}

/// What was sent there goes when its person is forgotten, and the id says what that is.
#[tokio::test(start_paused = true)]
async fn the_id_of_a_chat_stays_known_when_it_is_found_closed_or_gone() {
    for failure in [Failure::ClosedDm, Failure::GoneChannel] {
        let stage = stage().await;
        stage.seat(0, ANA);
        stage.moves_on(TABLE, 1).await;
        assert_eq!(stage.messages(chat_of(ANA)).len(), 1);
        stage.bar(chat_of(ANA), Some(failure));
        stage.seat(1, ANA);
        stage.moves_on(TABLE, 2).await;
        let noted = stage.store.own(ANA).await.unwrap().preferences;
        let chat = chat_of(ANA).to_string();
        assert!(noted.iter().any(|(_, value)| *value == chat), "{noted:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_closed_chat_is_not_tried_again_after_a_restart_until_its_person_asks_for_that() {
    let mut stage = stage().await;
    stage.seat(0, ANA);
    stage.bar(chat_of(ANA), Some(Failure::ClosedDm));
    stage.moves_on(TABLE, 1).await;
    let tries = |stage: &Stage| stage.count(&Did::Create(chat_of(ANA)));
    assert_eq!(tries(&stage), 1);
    for version in 2..5 {
        stage = stage.restart();
        stage.may_meet(ANA);
        stage.moves_on(TABLE, version).await;
    }
    assert_eq!((tries(&stage), stage.opened()), (1, 1));
    assert!(!stage.messages.people().tell_closed(ANA), "they have heard of it");
    stage.bar(chat_of(ANA), None);
    stage = stage.restart();
    stage.may_meet(ANA);
    assert!(stage.messages.people().reopen(ANA).await, "it was closed");
    stage.moves_on(TABLE, 5).await;
    assert_eq!(only(&stage, chat_of(ANA)), "seat 0 5");
    assert!(!stage.messages.people().reopen(ANA).await);
}
