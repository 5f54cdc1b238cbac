//! What nobody was told: answers of which a crash left no note, requests that come late, and a store that fails for a moment.
//! No message is forgotten over that, and none shows what is past.

use std::time::Duration;

use tokio::time::Instant;

use super::super::{Location, Message, Slot, Trace};
use super::script::{Did, chat_of, pictured};
use super::stage::{Stage, config, stage};
use super::{ANA, TABLE, begun_within, lost, only, wait};
use crate::discord::http::Failure;
use crate::discord::limits;

/// The reminders in a channel.
fn reminders(stage: &Stage, channel: u64) -> Vec<String> {
    let there = stage.messages(channel).into_iter().map(|(_, text)| text);
    there.filter(|text| text.starts_with("ping")).collect()
}

#[tokio::test(start_paused = true)]
async fn of_several_messages_that_have_to_go_none_is_forgotten() {
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    let payload = pictured("table 1", None);
    stage.posted(&payload, 1, "first").await;
    // The first one cannot be deleted just now.
    stage.fail_in(1, [lost()]);
    stage.messages.mark(TABLE, Slot::Table);
    wait(10).await;
    let last = stage.posted(&payload, 1, "second").await;
    stage.messages.settle().await;
    stage.messages.mark(TABLE, Slot::Table);
    stage.messages.settle().await;
    assert_eq!(stage.messages(1), [(last, "table 1".to_owned())]);
    assert_eq!(stage.count(&Did::Delete(1)), 3);
}

#[tokio::test(start_paused = true)]
async fn a_store_that_cannot_be_read_for_a_moment_makes_no_message_forgotten() {
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    let payload = pictured("table 1", None);
    stage.posted(&payload, 1, "token").await;
    // What is in memory is not asked for, and a run that has just begun has nothing there.
    let stage = stage.restart();
    stage.store_fails(3, 0);
    assert!(
        stage.messages.writer(TABLE, Slot::Table).await.is_err(),
        "a press is told"
    );
    stage.messages.mark(TABLE, Slot::Table);
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), "table 1");
    assert_eq!(stage.count(&Did::Delete(1)), 1);
}

#[tokio::test(start_paused = true)]
async fn a_table_that_cannot_be_looked_at_for_long_is_not_given_up() {
    let stage = stage().await;
    stage.store_fails(40, 0);
    stage.version(1).await;
    stage.messages.changed(TABLE);
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), "table 1");
}

#[tokio::test(start_paused = true)]
async fn what_has_to_go_is_remembered_over_a_restart_also_when_all_is_over() {
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    stage.over();
    stage.version(2).await;
    let newer = stage.posted(&pictured("table 2", None), 2, "token").await;
    let stage = stage.restart();
    assert_eq!(stage.messages(1).len(), 2);
    stage.messages.catch_up().await;
    stage.messages.settle().await;
    assert_eq!(stage.messages(1), [(newer, "table 2".to_owned())]);
}

#[tokio::test(start_paused = true)]
async fn the_same_reminder_once_more_is_another_message() {
    let stage = stage().await;
    stage.seat(0, ANA);
    for round in 0..2 {
        stage.ping(0, Some("1"));
        stage.moves_on(TABLE, 2 * round + 1).await;
        assert_eq!(reminders(&stage, chat_of(ANA)), ["ping 0 1"]);
        stage.ping(0, None);
        stage.moves_on(TABLE, 2 * round + 2).await;
        assert_eq!(stage.messages(chat_of(ANA)).len(), 1, "only the panel is left");
    }
}

#[tokio::test(start_paused = true)]
async fn a_reminder_that_is_gone_and_not_yet_forgotten_can_be_sent_again() {
    for writes in 1..4 {
        let stage = stage().await;
        stage.seat(0, ANA);
        stage.ping(0, Some("1"));
        stage.moves_on(TABLE, 1).await;
        stage.ping(0, None);
        stage.store_fails(0, writes);
        stage.messages.mark(TABLE, Slot::Ping(0));
        wait(10_000).await;
        assert_eq!(stage.messages(chat_of(ANA)).len(), 1, "only the panel is left");
        stage.ping(0, Some("1"));
        stage.moves_on(TABLE, 2).await;
        assert_eq!(reminders(&stage, chat_of(ANA)), ["ping 0 1"]);
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_was_given_just_before_a_crash_is_found() {
    for stood in [false, true] {
        let stage = stage().await;
        if stood {
            stage.moves_on(TABLE, 1).await;
        } else {
            stage.version(1).await;
        }
        stage.promised("token", 0).await;
        let message = stage.answer(1, "table 0", "token");
        let stage = stage.restart();
        stage.messages.catch_up().await;
        stage.messages.settle().await;
        assert_eq!(stage.messages(1), [(message, "table 1".to_owned())]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_message_on_which_somebody_pressed_is_not_taken_for_the_answer() {
    let stage = stage().await;
    // The message of a table that is over.
    let pressed = stage.answer(1, "it is over", "token");
    stage.version(1).await;
    stage.promised("token", pressed + 1).await;
    stage.messages.changed(TABLE);
    stage.messages.settle().await;
    let there = stage.messages(1);
    assert!(there.contains(&(pressed, "it is over".to_owned())), "{there:?}");
    assert!(there.iter().any(|(_, text)| text == "table 1"), "{there:?}");
}

#[tokio::test(start_paused = true)]
async fn a_press_on_the_message_that_stood_there_does_not_break_a_promise() {
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    let (first, _) = stage.stands(1);
    stage.promised("token", 0).await;
    let message = stage.answer(1, "table 1", "token");
    // It has to be deleted, so the press is answered there and says nothing of the slot.
    let writer = stage.messages.writer(TABLE, Slot::Table).await.expect("the store");
    assert!(!writer.record().may_be(first) && writer.record().may_be(message));
    drop(writer);
    stage.moves_on(TABLE, 2).await;
    assert_eq!(stage.messages(1), [(message, "table 2".to_owned())]);
}

#[tokio::test(start_paused = true)]
async fn a_press_on_the_answer_itself_tells_where_it_stands() {
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    stage.promised("token", 0).await;
    let message = stage.answer(1, "table 1", "token");
    stage.version(2).await;
    let at = Location { channel: 1, message };
    stage
        .pressed(Slot::Table, at, &pictured("table 2", None), 2, "another", 0)
        .await;
    assert_eq!(stage.record(Slot::Table).await.location(), Some(at));
    stage.messages.mark(TABLE, Slot::Table);
    stage.messages.settle().await;
    assert_eq!(stage.messages(1), [(message, "table 2".to_owned())]);
    assert_eq!(
        stage.did(),
        [Did::Create(1), Did::Delete(1)],
        "nothing is written twice"
    );
}

#[tokio::test(start_paused = true)]
async fn a_reminder_that_may_have_come_into_the_chat_does_not_stay_beside_the_one_in_the_channel() {
    let stage = stage().await;
    stage.seat(0, ANA);
    // Nothing else changes.
    stage.show(Slot::Table, "table");
    stage.show(Slot::Seat(0), "panel");
    stage.moves_on(TABLE, 1).await;
    stage.lose_answers(1);
    stage.ping(0, Some("1"));
    stage.version(2).await;
    stage.messages.changed(TABLE);
    tokio::time::sleep(begun_within() + Duration::from_millis(10)).await;
    assert_eq!(stage.messages(chat_of(ANA)).len(), 2, "it was sent, and nobody knows");
    // The chat is known to be closed from now on, though what stands there can be deleted.
    stage.closes(ANA);
    stage.messages.settle().await;
    assert_eq!(reminders(&stage, chat_of(ANA)), Vec::<String>::new());
    assert_eq!(reminders(&stage, 1), ["ping 0 1"]);
}

#[tokio::test(start_paused = true)]
async fn a_reminder_that_may_stand_in_a_channel_that_was_closed_since_is_not_forgotten() {
    let stage = stage().await;
    stage.seat(0, ANA);
    stage.show(Slot::Table, "table");
    stage.show(Slot::Seat(0), "panel");
    stage.moves_on(TABLE, 1).await;
    stage.closes(ANA);
    stage.lose_answers(1);
    stage.ping(0, Some("1"));
    stage.version(2).await;
    stage.messages.changed(TABLE);
    while reminders(&stage, 1).is_empty() {
        wait(10).await;
    }
    // It was sent, and nobody knows.
    stage.bar(1, Some(Failure::NoAccess { code: 50001 }));
    assert!(stage.messages.people().reopen(ANA).await);
    stage.messages.changed(TABLE);
    stage.messages.settle().await;
    stage.bar(1, None);
    stage.messages.wake(super::super::Wake::Channel(1));
    stage.messages.settle().await;
    assert_eq!(
        (reminders(&stage, 1).len(), reminders(&stage, chat_of(ANA)).len()),
        (0, 1)
    );
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_was_not_given_is_waited_for_as_long_as_it_may_come() {
    let stage = stage().await;
    stage.version(1).await;
    stage.promised("token", 0).await;
    let stage = stage.restart();
    stage.messages.catch_up().await;
    wait(limits::ANSWER_MS).await;
    assert_eq!(stage.messages(1), []);
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), "table 1");
    assert_eq!(stage.did(), [Did::Create(1)]);
}

#[tokio::test(start_paused = true)]
async fn an_answer_of_which_it_is_known_that_it_was_not_given_is_not_waited_for() {
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    let before = stage.record(Slot::Table).await;
    stage.promised("token", 0).await;
    let writer = stage.messages.writer(TABLE, Slot::Table).await.expect("the store");
    assert!(writer.keep(before).await);
    drop(writer);
    let begun = Instant::now();
    stage.moves_on(TABLE, 2).await;
    assert_eq!(only(&stage, 1), "table 2");
    assert!(begun.elapsed() < Duration::from_secs(1));
}

#[tokio::test(start_paused = true)]
async fn a_message_that_may_show_something_else_is_written_again() {
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    let (message, _) = stage.stands(1);
    let writer = stage.messages.writer(TABLE, Slot::Table).await.expect("the store");
    stage.reword(1, message, &pictured("another page", None));
    let mut record = writer.record();
    record.doubted(stage.messages.now());
    writer.keep(record).await;
    stage.messages.doubts(&writer);
    drop(writer);
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), "table 1");
    // It may still arrive.
    stage.reword(1, message, &pictured("another page", None));
    wait(21_000).await;
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), "table 1");
    assert_eq!(stage.count(&Did::Edit(1)), 2);
}

#[tokio::test(start_paused = true)]
async fn what_comes_late_does_not_stay() {
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    let (message, _) = stage.stands(1);
    stage.fail_in(1, [lost()]);
    stage.moves_on(TABLE, 2).await;
    stage.moves_on(TABLE, 3).await;
    assert_eq!(only(&stage, 1), "table 3");
    // The request that nobody waited for any more.
    stage.reword(1, message, &pictured("table 2", None));
    wait(21_000).await;
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), "table 3");
    let before = stage.did().len();
    wait(60_000).await;
    assert_eq!(stage.did().len(), before, "once is enough");
}

#[tokio::test(start_paused = true)]
async fn what_could_not_be_noted_is_not_taken_for_what_was_noted_before() {
    let stage = stage().await;
    stage.show(Slot::Table, "she is there");
    stage.moves_on(TABLE, 1).await;
    stage.show(Slot::Table, "she is away");
    stage.version(2).await;
    stage.store_fails(0, 1);
    stage.messages.changed(TABLE);
    tokio::time::sleep(begun_within() + Duration::from_millis(10)).await;
    assert_eq!(only(&stage, 1), "she is away");
    stage.show(Slot::Table, "she is there");
    stage.moves_on(TABLE, 3).await;
    assert_eq!(only(&stage, 1), "she is there");
}

#[tokio::test(start_paused = true)]
async fn what_comes_late_does_not_stay_over_a_restart_either() {
    for over in [false, true] {
        let stage = stage().await;
        stage.moves_on(TABLE, 1).await;
        let (message, _) = stage.stands(1);
        stage.fail_in(1, [lost()]);
        stage.moves_on(TABLE, 2).await;
        if over {
            stage.over();
        }
        stage.moves_on(TABLE, 3).await;
        assert_eq!(only(&stage, 1), "table 3");
        let stage = stage.restart();
        stage.reword(1, message, &pictured("table 2", None));
        stage.messages.catch_up().await;
        wait(30_000).await;
        stage.messages.settle().await;
        assert_eq!(only(&stage, 1), "table 3");
        let before = stage.did().len();
        let stage = stage.restart();
        stage.messages.catch_up().await;
        wait(60_000).await;
        assert_eq!(stage.did().len(), before, "once is enough");
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_sent_just_before_a_crash_and_never_noted_does_not_stay() {
    let stage = stage().await;
    stage.show(Slot::Table, "she is there");
    stage.moves_on(TABLE, 1).await;
    let (message, _) = stage.stands(1);
    let stage = stage.restart();
    stage.reword(1, message, &pictured("she is away", None));
    stage.moves_on(TABLE, 3).await;
    assert_eq!(only(&stage, 1), "she is there");
    let before = stage.did().len();
    stage.moves_on(TABLE, 4).await;
    stage.moves_on(TABLE, 5).await;
    assert_eq!(stage.did().len(), before, "once is enough");
}

#[tokio::test(start_paused = true)]
async fn a_reminder_in_a_channel_that_is_gone_goes_where_its_person_can_be_reached() {
    let stage = stage().await;
    stage.seat(0, ANA);
    stage.closes(ANA);
    stage.ping(0, Some("1"));
    stage.moves_on(TABLE, 1).await;
    assert_eq!(reminders(&stage, 1), ["ping 0 1"]);
    assert!(stage.messages.people().reopen(ANA).await);
    stage.show(Slot::Ping(0), "hurry");
    stage.bar(1, Some(Failure::GoneChannel));
    stage.moves_on(TABLE, 2).await;
    let there = stage.messages(chat_of(ANA));
    assert!(there.iter().any(|(_, text)| text == "hurry"), "{there:?}");
}

#[tokio::test(start_paused = true)]
async fn who_opens_their_chat_while_it_is_found_closed_gets_their_panel() {
    let stage = stage().await;
    stage.seat(0, ANA);
    stage.fail_in(chat_of(ANA), [Failure::ClosedDm]);
    stage.slow(Duration::from_secs(2));
    stage.version(1).await;
    stage.messages.changed(TABLE);
    wait(500).await;
    assert!(!stage.messages.people().reopen(ANA).await, "nobody knows of it yet");
    stage.messages.settle().await;
    assert_eq!(stage.messages(chat_of(ANA)).len(), 1);
    assert!(!stage.messages.people().tell_closed(ANA));
}

#[tokio::test(start_paused = true)]
async fn a_reminder_that_is_not_wanted_any_more_while_it_is_noted_goes_again() {
    let stage = stage().await;
    stage.seat(0, ANA);
    stage.moves_on(TABLE, 1).await;
    stage.ping(0, Some("1"));
    stage.store_takes(Duration::from_secs(1));
    stage.messages.mark(TABLE, Slot::Ping(0));
    wait(500).await;
    // It is about to be noted that it is tried.
    stage.ping(0, None);
    stage.version(2).await;
    stage.messages.moved(TABLE);
    stage.messages.settle().await;
    assert_eq!(reminders(&stage, chat_of(ANA)), Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn what_is_still_on_its_way_into_a_chat_that_is_found_closed_is_found_by_its_nonce() {
    let stage = stage().await;
    stage.seat(0, ANA);
    stage.fail_in(chat_of(ANA), [lost(), Failure::ClosedDm]);
    stage.moves_on(TABLE, 1).await;
    let record = stage.record(Slot::Seat(0)).await;
    let tried = |message: &Message| {
        matches!(
            message,
            Message::Creating {
                trace: Trace::Nonce(_),
                ..
            }
        )
    };
    assert!(tried(&record.message), "it may still arrive: {record:?}");
    assert_eq!(stage.stored(Slot::Seat(0)).await, record, "also after a crash");
    assert!(stage.messages.people().reopen(ANA).await);
    stage.moves_on(TABLE, 2).await;
    assert_eq!(only(&stage, chat_of(ANA)), "seat 0 2");
    assert_eq!(stage.count(&Did::Create(chat_of(ANA))), 3);
}

#[tokio::test(start_paused = true)]
async fn what_failed_at_once_does_not_come_back_at_once_and_no_lot_is_drawn_for_that() {
    const SLOTS: u8 = 8;
    let stage = stage().await;
    let config = config();
    for attempt in 0..40 {
        let whole = config
            .retry_first
            .saturating_mul(1 << attempt.min(16))
            .min(config.retry_most);
        let wait = |seat| stage.messages.backoff(TABLE, Slot::Seat(seat), attempt);
        let mut waits: Vec<Duration> = (0..SLOTS).map(wait).collect();
        assert!(
            waits.iter().all(|wait| (whole / 2..=whole).contains(wait)),
            "{attempt}: {waits:?}"
        );
        assert_eq!(waits, (0..SLOTS).map(wait).collect::<Vec<_>>());
        waits.sort_unstable();
        waits.dedup();
        assert_eq!(waits.len(), usize::from(SLOTS), "{attempt}: {waits:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_message_noted_by_a_program_that_counted_other_steps_misses_nothing() {
    let stage = stage().await;
    stage.moves_on(TABLE, 9).await;
    let stage = stage.restart();
    for version in [5, 6] {
        stage.version(version).await;
        stage.messages.moved(TABLE);
        stage.messages.settle().await;
        assert_eq!(only(&stage, 1), format!("table {version}"));
    }
}
