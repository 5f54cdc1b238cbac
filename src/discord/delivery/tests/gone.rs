//! Messages that are gone, or cannot be changed any more, and channels that are gone.

use super::*;

#[tokio::test(start_paused = true)]
async fn a_deleted_message_is_sent_anew() {
    let stage = stage();
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
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    stage.fail([Failure::Archived]);
    stage.moves_on(TABLE, 2).await;
    assert_eq!(only(&stage, 1), "table 2");
}

#[tokio::test(start_paused = true)]
async fn a_gone_channel_never_blocks_the_others() {
    let stage = stage();
    stage.seat(0, 100);
    stage.bar(1, Some(Failure::GoneChannel));
    stage.moves_on(TABLE, 1).await;
    assert_eq!(only(&stage, script::chat_of(100)), "seat 0 1");
    stage.over();
    stage.delivery.wake(Wake::Open { table: TABLE, place: 1 });
    stage.moves_on(TABLE, 2).await;
    assert!(stage.store.unsettled().await.expect("the store").is_empty());
}

#[tokio::test(start_paused = true)]
async fn where_the_bot_was_removed_nothing_is_sent_or_deleted_and_the_message_is_forgotten() {
    let stage = stage();
    stage.seat(0, 100);
    stage.moves_on(TABLE, 1).await;
    let before = stage.did().len();
    stage.remove();
    stage.moves_on(TABLE, 2).await;
    assert_eq!(only(&stage, 1), "table 1", "it stands as it stood");
    assert_eq!(
        only(&stage, script::chat_of(100)),
        "seat 0 2",
        "who played is told in private"
    );
    let did = stage.did().split_off(before);
    assert_eq!(did, [Did::Edit(script::chat_of(100))]);
    let rows = stage.store.shown(TABLE).await.expect("the store");
    assert!(rows.iter().all(|row| row.slot != Slot::Table.to_string()), "{rows:?}");
    assert!(stage.store.unsettled().await.expect("the store").is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_message_that_was_edited_too_often_makes_room_for_a_new_one() {
    let stage = stage();
    stage.seat(0, 100);
    stage.moves_on(TABLE, 1).await;
    stage.fail_in(1, [Failure::Worn]);
    stage.fail_in(script::chat_of(100), [Failure::Worn]);
    stage.moves_on(TABLE, 2).await;
    assert_eq!(only(&stage, 1), "table 2");
    assert_eq!(only(&stage, script::chat_of(100)), "seat 0 2");
    let here: Vec<Did> = stage.did().into_iter().filter(|did| *did != Did::Picture).collect();
    let in_channel = here
        .into_iter()
        .filter(|did| matches!(did, Did::Create(1) | Did::Edit(1) | Did::Delete(1)));
    let all = [Did::Create(1), Did::Edit(1), Did::Create(1), Did::Delete(1)];
    assert_eq!(
        in_channel.collect::<Vec<_>>(),
        all,
        "it is tried once, and nobody waits"
    );
}

#[tokio::test(start_paused = true)]
async fn a_reminder_that_was_edited_too_often_is_tried_again_later() {
    let stage = stage();
    stage.seat(0, 100);
    stage.ping(0, Some("first"));
    stage.moves_on(TABLE, 1).await;
    stage.show(Slot::Ping(0), "ping in other words");
    stage.fail_in(script::chat_of(100), [Failure::Worn, Failure::Worn, Failure::Worn]);
    stage.moves_on(TABLE, 2).await;
    let messages = stage.messages(script::chat_of(100));
    let pings = messages.iter().filter(|(_, text)| text.starts_with("ping"));
    assert_eq!(
        pings.map(|(_, text)| text.as_str()).collect::<Vec<_>>(),
        ["ping in other words"]
    );
}
