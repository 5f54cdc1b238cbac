//! Messages that are gone, or cannot be changed any more, and channels that are gone.

use super::super::{Slot, Wake};
use super::script::{Did, chat_of};
use super::stage::stage;
use super::{ANA, TABLE, only};
use crate::discord::http::Failure;

#[tokio::test(start_paused = true)]
async fn a_deleted_message_is_sent_anew() {
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    stage.vanish(1);
    stage.moves_on(TABLE, 2).await;
    assert_eq!(only(&stage, 1), "table 2");
    stage.vanish(1);
    stage.moves_on(TABLE, 3).await;
    assert_eq!(only(&stage, 1), "table 3");
}

#[tokio::test(start_paused = true)]
async fn an_archived_thread_gets_a_new_message_and_loses_the_old_one() {
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    stage.fail([Failure::Archived]);
    stage.moves_on(TABLE, 2).await;
    assert_eq!(only(&stage, 1), "table 2");
}

#[tokio::test(start_paused = true)]
async fn a_gone_channel_never_blocks_the_others() {
    let stage = stage().await;
    stage.seat(0, ANA);
    stage.bar(1, Some(Failure::GoneChannel));
    stage.moves_on(TABLE, 1).await;
    assert_eq!(only(&stage, chat_of(ANA)), "seat 0 1");
    stage.over();
    stage.messages.wake(Wake::Open {
        table: TABLE,
        channel: 1,
    });
    stage.moves_on(TABLE, 2).await;
    assert!(stage.unsettled().await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn where_the_bot_was_removed_nothing_is_sent_or_deleted_and_the_message_is_forgotten() {
    let stage = stage().await;
    stage.seat(0, ANA);
    stage.moves_on(TABLE, 1).await;
    let before = stage.did().len();
    stage.remove();
    stage.moves_on(TABLE, 2).await;
    assert_eq!(only(&stage, 1), "table 1", "it stands as it stood");
    assert_eq!(only(&stage, chat_of(ANA)), "seat 0 2", "who played is told in private");
    let did = stage.did().split_off(before);
    assert_eq!(did, [Did::Edit(chat_of(ANA))]);
    let rows = stage.rows().await;
    assert!(rows.iter().all(|row| row.slot != Slot::Table.to_string()), "{rows:?}");
    assert!(stage.unsettled().await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_message_that_was_edited_too_often_makes_room_for_a_new_one() {
    let stage = stage().await;
    stage.seat(0, ANA);
    stage.moves_on(TABLE, 1).await;
    stage.fail_in(1, [Failure::Worn]);
    stage.fail_in(chat_of(ANA), [Failure::Worn]);
    stage.moves_on(TABLE, 2).await;
    assert_eq!(only(&stage, 1), "table 2");
    assert_eq!(only(&stage, chat_of(ANA)), "seat 0 2");
    let here = |did: &Did| matches!(did, Did::Create(1) | Did::Edit(1) | Did::Delete(1));
    let in_channel: Vec<Did> = stage.did().into_iter().filter(here).collect();
    let all = [Did::Create(1), Did::Edit(1), Did::Create(1), Did::Delete(1)];
    assert_eq!(in_channel, all, "it is tried once, and nobody waits");
}

#[tokio::test(start_paused = true)]
async fn a_reminder_that_was_edited_too_often_is_tried_again_later() {
    let stage = stage().await;
    stage.seat(0, ANA);
    stage.ping(0, Some("first"));
    stage.moves_on(TABLE, 1).await;
    stage.show(Slot::Ping(0), "ping in other words");
    stage.fail_in(chat_of(ANA), [Failure::Worn, Failure::Worn, Failure::Worn]);
    stage.moves_on(TABLE, 2).await;
    let messages = stage.messages(chat_of(ANA));
    let pings = messages.iter().filter(|(_, text)| text.starts_with("ping"));
    assert_eq!(
        pings.map(|(_, text)| text.as_str()).collect::<Vec<_>>(),
        ["ping in other words"]
    );
}

#[tokio::test(start_paused = true)]
async fn where_a_token_does_not_lead_any_more_the_bot_writes_in_its_own_name() {
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    let payload = super::script::pictured("table 2", None);
    stage.version(2).await;
    stage.pressed_on(Slot::Table, &payload, 2, "token").await;
    stage.messages.settle().await;
    stage.fail_in(0, [Failure::GoneInteraction]);
    stage.moves_on(TABLE, 3).await;
    assert_eq!(only(&stage, 1), "table 3");
    assert_eq!(stage.did(), [Did::Create(1), Did::ByToken(1), Did::Edit(1)]);
    stage.moves_on(TABLE, 4).await;
    assert_eq!(stage.count(&Did::ByToken(1)), 1, "once is enough");
}
