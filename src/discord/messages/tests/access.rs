//! Channels in which the bot may not write, and private chats that are closed or have moved.

use std::time::Duration;

use super::super::{CHAT, Slot, Wake};
use super::script::{Did, GUILD, chat_of};
use super::stage::stage;
use super::{ANA, TABLE, begun_within, only};
use crate::discord::http::Failure;

#[tokio::test(start_paused = true)]
async fn without_access_a_table_waits_until_it_is_used_there_or_its_server_changes() {
    for wake in [
        Wake::Open {
            table: TABLE,
            channel: 1,
        },
        Wake::Channel(1),
        Wake::Guild(GUILD),
    ] {
        let stage = stage().await;
        stage.moves_on(TABLE, 1).await;
        stage.bar(1, Some(Failure::NoAccess { code: 50013 }));
        stage.moves_on(TABLE, 2).await;
        stage.moves_on(TABLE, 3).await;
        assert_eq!(
            stage.did(),
            [Did::Create(1), Did::Edit(1)],
            "no knocking at a closed door"
        );
        stage.bar(1, None);
        for (table, channel) in [(TABLE + 1, 1), (TABLE, 2)] {
            stage.messages.wake(Wake::Open { table, channel });
            stage.messages.settle().await;
            assert_eq!(only(&stage, 1), "table 1", "another one is used, or from elsewhere");
        }
        stage.messages.wake(wake);
        stage.messages.settle().await;
        assert_eq!(only(&stage, 1), "table 3");
    }
}

#[tokio::test(start_paused = true)]
async fn a_reminder_that_waits_for_its_channel_goes_into_the_chat_that_is_opened_again() {
    let stage = stage().await;
    stage.seat(0, ANA);
    let chat = chat_of(ANA);
    stage.bar(1, Some(Failure::NoAccess { code: 50001 }));
    stage.fail_in(chat, [Failure::ClosedDm]);
    stage.ping(0, Some("a"));
    stage.moves_on(TABLE, 1).await;
    stage.moves_on(TABLE, 2).await;
    assert_eq!((stage.messages(1), stage.messages(chat)), (Vec::new(), Vec::new()));
    assert!(stage.messages.people().reopen(ANA).await);
    stage.moves_on(TABLE, 3).await;
    let there: Vec<String> = stage.messages(chat).into_iter().map(|(_, text)| text).collect();
    assert_eq!(there, ["seat 0 3", "ping 0 a"]);
}

#[tokio::test(start_paused = true)]
async fn a_reminder_that_could_not_be_taken_away_goes_once_the_server_opens() {
    let stage = stage().await;
    stage.seat(0, ANA);
    stage.fail_in(chat_of(ANA), [Failure::ClosedDm]);
    stage.ping(0, Some("a"));
    stage.moves_on(TABLE, 1).await;
    assert_eq!(stage.messages(1).len(), 2, "the table, and the reminder beside it");
    stage.bar(1, Some(Failure::NoAccess { code: 50001 }));
    stage.ping(0, None);
    stage.moves_on(TABLE, 2).await;
    assert_eq!(stage.messages(1).len(), 2);
    stage.bar(1, None);
    stage.messages.wake(Wake::Guild(GUILD));
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), "table 2");
}

#[tokio::test(start_paused = true)]
async fn access_that_comes_back_while_a_refusal_is_on_its_way_is_not_missed() {
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    stage.slow(Duration::from_millis(100));
    stage.fail_in(1, [Failure::NoAccess { code: 50013 }]);
    stage.version(2).await;
    stage.messages.changed(TABLE);
    tokio::time::sleep(begun_within() + Duration::from_millis(50)).await;
    stage.messages.wake(Wake::Channel(1));
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), "table 2");
}

#[tokio::test(start_paused = true)]
async fn a_private_chat_whose_number_is_out_of_date_is_asked_for_anew() {
    let stage = stage().await;
    stage.seat(0, ANA);
    let kept = stage.store.set_preference(ANA, CHAT, "999").await;
    kept.expect("the store");
    stage.bar(999, Some(Failure::GoneChannel));
    stage.moves_on(TABLE, 1).await;
    assert_eq!(only(&stage, chat_of(ANA)), "seat 0 1");
    assert!(!stage.messages.people().tell_closed(ANA));
    let kept = stage.store.preference(ANA, CHAT).await.expect("the store");
    assert_eq!(kept.as_deref(), Some(chat_of(ANA).to_string().as_str()));
}

#[tokio::test(start_paused = true)]
async fn everything_in_a_chat_whose_number_is_out_of_date_comes_to_the_present_one() {
    let stage = stage().await;
    stage.seat(0, ANA);
    let kept = stage.store.set_preference(ANA, CHAT, "999").await;
    kept.expect("the store");
    stage.moves_on(TABLE, 1).await;
    stage.ping(0, Some("1"));
    stage.moves_on(TABLE, 1).await;
    // A panel and a ping stand in the old chat; both are told that it is gone.
    stage.bar(999, Some(Failure::GoneChannel));
    stage.ping(0, Some("2"));
    stage.moves_on(TABLE, 2).await;
    let standing = stage.messages(chat_of(ANA));
    assert_eq!(standing.len(), 2, "{standing:?}");
    assert!(!stage.messages.people().tell_closed(ANA));
}

#[tokio::test(start_paused = true)]
async fn a_private_chat_that_stays_gone_counts_as_closed() {
    let stage = stage().await;
    stage.seat(0, ANA);
    stage.bar(chat_of(ANA), Some(Failure::GoneChannel));
    stage.moves_on(TABLE, 1).await;
    assert!(stage.messages.people().tell_closed(ANA));
    let tries = stage.count(&Did::Create(chat_of(ANA)));
    assert_eq!(
        tries, 2,
        "once with the number that was known, and once with the present one"
    );
}

#[tokio::test(start_paused = true)]
async fn a_closed_chat_is_noted_and_told_once_and_a_ping_goes_to_the_channel() {
    let stage = stage().await;
    stage.seat(0, ANA);
    let chat = chat_of(ANA);
    stage.bar(chat, Some(Failure::ClosedDm));
    stage.moves_on(TABLE, 1).await;
    stage.moves_on(TABLE, 2).await;
    assert_eq!(stage.count(&Did::Create(chat)), 1);
    assert!(stage.messages.people().tell_closed(ANA));
    assert!(!stage.messages.people().tell_closed(ANA));
    stage.ping(0, Some("1"));
    stage.moves_on(TABLE, 3).await;
    let there = stage.messages(1);
    assert!(there.iter().any(|(_, text)| text == "ping 0 1"), "{there:?}");
    stage.bar(chat, None);
    stage.messages.people().reopen(ANA).await;
    stage.moves_on(TABLE, 4).await;
    let there = stage.messages(chat);
    assert!(there.iter().any(|(_, text)| text == "seat 0 4"), "{there:?}");
}

#[tokio::test(start_paused = true)]
async fn a_press_that_finds_the_channel_open_shows_what_waited_for_it() {
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    stage.bar(1, Some(Failure::NoAccess { code: 50001 }));
    stage.moves_on(TABLE, 2).await;
    stage.version(3).await;
    // An interaction's token needs no permission of the bot in the channel.
    let payload = super::script::pictured("table 3", None);
    stage.pressed_on(Slot::Table, &payload, 3, "token").await;
    stage.moves_on(TABLE, 4).await;
    assert_eq!(only(&stage, 1), "table 4");
    assert_eq!(stage.did(), [Did::Create(1), Did::Edit(1), Did::ByToken(1)]);
}
