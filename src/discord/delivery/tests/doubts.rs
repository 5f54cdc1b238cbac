//! What nobody was told: answers of which a crash left no note, requests that come late, and a store that fails for a moment.
//! No message is forgotten over that, and none shows what is past.

use std::time::Duration;

use super::super::slot::Old;
use super::super::*;
use super::script::{Did, Stage, chat_of, pictured, stage};
use super::{TABLE, begun_within, lost, only};
use crate::discord::limits;
use crate::store::Shown;

const PUBLIC: Lane = Lane::Place(1);

/// Somebody has the public message brought to the end of its channel.
async fn brought_below(stage: &Stage, text: &str) -> u64 {
    let mut held = stage.delivery.hold(TABLE, Slot::Table).await;
    let message = stage.appear(1, text);
    let payload = pictured(text, None);
    let written = Written {
        channel: 1,
        message,
        version: 1,
        payload: &payload,
        last: false,
        through: None,
    };
    stage.delivery.record(&mut held, written, None, Spot::default()).await;
    message
}

#[tokio::test(start_paused = true)]
async fn of_several_messages_that_have_to_go_none_is_forgotten() {
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    brought_below(&stage, "table 1").await;
    // The first one cannot be deleted just now.
    stage.fail_in(1, [lost()]);
    stage.delivery.mark(PUBLIC, TABLE, Slot::Table);
    tokio::time::sleep(Duration::from_millis(10)).await;
    let last = brought_below(&stage, "table 1").await;
    stage.delivery.settle().await;
    assert_eq!(stage.messages(1), [(last, "table 1".to_owned())]);
}

#[tokio::test(start_paused = true)]
async fn a_store_that_cannot_be_read_for_a_moment_makes_no_message_forgotten() {
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    // What is at hand is not asked for, and a run that has just begun has nothing at hand.
    let stage = stage.restart();
    stage.store.fail(3, 0);
    let last = brought_below(&stage, "table 1").await;
    stage.delivery.mark(PUBLIC, TABLE, Slot::Table);
    stage.delivery.settle().await;
    assert_eq!(stage.messages(1), [(last, "table 1".to_owned())]);
}

#[tokio::test(start_paused = true)]
async fn a_table_that_cannot_be_looked_at_for_long_is_not_given_up() {
    let stage = stage();
    stage.store.fail(40, 0);
    stage.version(1);
    stage.delivery.changed(TABLE);
    stage.delivery.settle().await;
    assert_eq!(only(&stage, 1), "table 1");
}

#[tokio::test(start_paused = true)]
async fn what_has_to_go_is_remembered_over_a_restart_also_when_all_is_over() {
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    stage.over();
    stage.version(2);
    let rows = stage.store.shown(TABLE).await.expect("the store");
    let (gone, row) = (stage.messages(1)[0].0, &rows[0]);
    let newer = stage.appear(1, "table 2");
    let note = Note {
        old: vec![Old {
            channel: 1,
            message: gone,
        }],
        ..Note::read(&row.note)
    };
    let shows_all = Shown {
        message: newer,
        version: 2,
        ..row.clone()
    };
    let noted = stage.delivery.noting(&shows_all, Slot::Table, &note);
    stage.store.set_shown(&noted).await.expect("the store");
    let stage = stage.restart();
    stage.delivery.catch_up().await;
    stage.delivery.settle().await;
    assert_eq!(stage.messages(1), [(newer, "table 2".to_owned())]);
}

#[test]
fn only_a_message_that_does_not_have_to_go_can_be_the_one_whose_number_is_unknown() {
    let row = |message| Shown {
        table: TABLE,
        slot: Slot::Table.to_string(),
        channel: 1,
        message,
        version: 0,
        digest: String::new(),
        note: String::new(),
    };
    let mut note = Note::default();
    assert!(note.is_of(Some(&row(5)), 5) && !note.is_of(Some(&row(5)), 4));
    assert!(note.is_of(None, 5) && note.is_of(Some(&row(0)), 5));
    note.replaces(Old { channel: 1, message: 5 });
    assert!(!note.is_of(Some(&row(0)), 5) && !note.is_of(Some(&row(0)), 4));
    assert!(note.is_of(Some(&row(0)), 6), "it came after that");
}

#[tokio::test(start_paused = true)]
async fn the_same_reminder_once_more_is_another_message() {
    let stage = stage();
    stage.seat(0, 100);
    for round in 0..2 {
        stage.ping(0, Some("1"));
        stage.moves_on(TABLE, 2 * round + 1).await;
        let there = stage.messages(chat_of(100));
        assert!(there.iter().any(|(_, text)| text == "ping 0 1"), "{there:?}");
        stage.ping(0, None);
        stage.moves_on(TABLE, 2 * round + 2).await;
        assert_eq!(stage.messages(chat_of(100)).len(), 1, "only the panel is left");
    }
}

#[tokio::test(start_paused = true)]
async fn a_reminder_that_is_gone_and_not_yet_forgotten_can_be_sent_again() {
    let stage = stage();
    stage.seat(0, 100);
    stage.ping(0, Some("1"));
    stage.moves_on(TABLE, 1).await;
    stage.store.fail(0, 1);
    stage.ping(0, None);
    stage.version(2);
    stage.delivery.changed(TABLE);
    tokio::time::sleep(begun_within() + Duration::from_millis(10)).await;
    assert_eq!(stage.messages(chat_of(100)).len(), 1, "only the panel is left");
    stage.ping(0, Some("1"));
    stage.delivery.settle().await;
    let there = stage.messages(chat_of(100));
    assert!(there.iter().any(|(_, text)| text == "ping 0 1"), "{there:?}");
}

/// A command is about to be answered by the public message.
async fn promised(stage: &Stage) {
    let mut held = stage.delivery.hold(TABLE, Slot::Table).await;
    assert!(stage.delivery.promise(&mut held, 1, (0, "token"), "de").await);
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_was_given_just_before_a_crash_is_found() {
    for stood in [false, true] {
        let stage = stage();
        if stood {
            stage.moves_on(TABLE, 1).await;
        } else {
            stage.version(1);
        }
        promised(&stage).await;
        let message = stage.answer(1, "table 0", "token");
        let stage = stage.restart();
        stage.delivery.catch_up().await;
        stage.delivery.settle().await;
        assert_eq!(stage.messages(1), [(message, "table 1".to_owned())]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_message_on_which_somebody_pressed_is_not_taken_for_the_answer() {
    let stage = stage();
    // The message of a table that is over.
    let pressed = stage.answer(1, "it is over", "token");
    stage.version(1);
    let mut held = stage.delivery.hold(TABLE, Slot::Table).await;
    let interaction = pressed + 1;
    assert!(stage.delivery.promise(&mut held, 1, (interaction, "token"), "de").await);
    drop(held);
    stage.delivery.changed(TABLE);
    stage.delivery.settle().await;
    let there = stage.messages(1);
    assert!(there.contains(&(pressed, "it is over".to_owned())), "{there:?}");
    assert!(there.iter().any(|(_, text)| text == "table 1"), "{there:?}");
}

#[tokio::test(start_paused = true)]
async fn a_press_on_the_message_that_stands_does_not_break_a_promise() {
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    let (first, _) = stage.stands(1);
    promised(&stage).await;
    let message = stage.answer(1, "table 1", "token");
    let mut held = stage.delivery.hold(TABLE, Slot::Table).await;
    let payload = pictured("table 1", None);
    let written = Written {
        channel: 1,
        message: first,
        version: 1,
        payload: &payload,
        last: false,
        through: None,
    };
    stage.delivery.record(&mut held, written, None, Spot::default()).await;
    drop(held);
    stage.moves_on(TABLE, 2).await;
    assert_eq!(stage.messages(1), [(message, "table 2".to_owned())]);
}

#[tokio::test(start_paused = true)]
async fn a_reminder_that_may_have_come_into_the_chat_does_not_stay_beside_the_one_in_the_channel() {
    let stage = stage();
    stage.seat(0, 100);
    // Nothing else changes.
    stage.show(Slot::Table, "table");
    stage.show(Slot::Seat(0), "panel");
    stage.moves_on(TABLE, 1).await;
    stage.lose_answers(1);
    stage.ping(0, Some("1"));
    stage.version(2);
    stage.delivery.changed(TABLE);
    tokio::time::sleep(begun_within() + Duration::from_millis(10)).await;
    assert_eq!(stage.messages(chat_of(100)).len(), 2, "it was sent, and nobody knows");
    // The chat is known to be closed from now on, though what stands there can be deleted.
    lock(&stage.delivery.inner.closed).insert(100, Closed::Untold);
    stage.delivery.settle().await;
    let reminders = |channel| -> Vec<String> {
        let there = stage.messages(channel).into_iter().map(|(_, text)| text);
        there.filter(|text| text.starts_with("ping")).collect()
    };
    assert_eq!(
        (reminders(chat_of(100)), reminders(1)),
        (Vec::new(), vec!["ping 0 1".to_owned()])
    );
}

#[tokio::test(start_paused = true)]
async fn a_reminder_that_may_stand_in_a_channel_that_was_closed_since_is_not_forgotten() {
    let stage = stage();
    stage.seat(0, 100);
    stage.show(Slot::Table, "table");
    stage.show(Slot::Seat(0), "panel");
    stage.moves_on(TABLE, 1).await;
    lock(&stage.delivery.inner.closed).insert(100, Closed::Untold);
    let reminders = |channel| -> usize {
        let there = stage.messages(channel).into_iter();
        there.filter(|(_, text)| text.starts_with("ping")).count()
    };
    stage.lose_answers(1);
    stage.ping(0, Some("1"));
    stage.version(2);
    stage.delivery.changed(TABLE);
    while reminders(1) == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // It was sent, and nobody knows.
    stage.bar(1, Some(Failure::NoAccess { code: 50001 }));
    assert!(stage.delivery.reopen(100).await);
    stage.delivery.changed(TABLE);
    stage.delivery.settle().await;
    stage.bar(1, None);
    stage.delivery.wake(Wake::Place(1));
    stage.delivery.settle().await;
    assert_eq!((reminders(1), reminders(chat_of(100))), (0, 1));
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_was_not_given_is_waited_for_as_long_as_it_may_come() {
    let stage = stage();
    stage.version(1);
    promised(&stage).await;
    let stage = stage.restart();
    stage.delivery.catch_up().await;
    tokio::time::sleep(Duration::from_millis(limits::ANSWER_MS)).await;
    assert_eq!(stage.messages(1), []);
    stage.delivery.settle().await;
    assert_eq!(only(&stage, 1), "table 1");
    assert_eq!(stage.did(), [Did::Create(1)]);
    // One of which it is known is not waited for.
    promised(&stage).await;
    let held = stage.delivery.hold(TABLE, Slot::Table).await;
    stage.delivery.break_promise(&held).await;
    drop(held);
    stage.version(2);
    let begun = Instant::now();
    stage.moves_on(TABLE, 2).await;
    assert_eq!(only(&stage, 1), "table 2");
    assert!(begun.elapsed() < Duration::from_secs(1));
}

#[tokio::test(start_paused = true)]
async fn a_message_that_may_show_something_else_is_written_again() {
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    let (message, _) = stage.stands(1);
    let mut held = stage.delivery.hold(TABLE, Slot::Table).await;
    stage.reword(1, message, &pictured("another page", None));
    stage.delivery.doubt(&mut held, message, PUBLIC).await;
    drop(held);
    stage.delivery.settle().await;
    assert_eq!(only(&stage, 1), "table 1");
}

#[tokio::test(start_paused = true)]
async fn what_comes_late_does_not_stay() {
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    let (message, _) = stage.stands(1);
    stage.fail_in(1, [lost()]);
    stage.moves_on(TABLE, 2).await;
    stage.moves_on(TABLE, 3).await;
    assert_eq!(only(&stage, 1), "table 3");
    // The request that nobody waited for any more.
    stage.reword(1, message, &pictured("table 2", None));
    tokio::time::sleep(Duration::from_secs(21)).await;
    stage.delivery.settle().await;
    assert_eq!(only(&stage, 1), "table 3");
    let before = stage.did().len();
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(stage.did().len(), before, "once is enough");
}

#[tokio::test(start_paused = true)]
async fn what_could_not_be_noted_is_not_taken_for_what_was_noted_before() {
    let stage = stage();
    stage.show(Slot::Table, "she is there");
    stage.moves_on(TABLE, 1).await;
    stage.show(Slot::Table, "she is away");
    stage.version(2);
    stage.store.fail(0, 1);
    stage.delivery.changed(TABLE);
    tokio::time::sleep(begun_within() + Duration::from_millis(10)).await;
    assert_eq!(only(&stage, 1), "she is away");
    stage.show(Slot::Table, "she is there");
    stage.moves_on(TABLE, 3).await;
    assert_eq!(only(&stage, 1), "she is there");
}

#[tokio::test(start_paused = true)]
async fn what_comes_late_does_not_stay_over_a_restart_either() {
    for over in [false, true] {
        let stage = stage();
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
        stage.delivery.catch_up().await;
        tokio::time::sleep(Duration::from_secs(30)).await;
        stage.delivery.settle().await;
        assert_eq!(only(&stage, 1), "table 3");
        let before = stage.did().len();
        let stage = stage.restart();
        stage.delivery.catch_up().await;
        tokio::time::sleep(Duration::from_secs(60)).await;
        assert_eq!(stage.did().len(), before, "once is enough");
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_sent_just_before_a_crash_and_never_noted_does_not_stay() {
    let stage = stage();
    stage.show(Slot::Table, "she is there");
    stage.moves_on(TABLE, 1).await;
    let (message, _) = stage.stands(1);
    let stage = stage.restart();
    stage.reword(1, message, &pictured("she is away", None));
    stage.moves_on(TABLE, 3).await;
    assert_eq!(only(&stage, 1), "she is there");
    let before = stage.did().len();
    stage.moves_on(TABLE, 4).await;
    let stage = stage.restart();
    stage.moves_on(TABLE, 4).await;
    assert_eq!(
        stage.did().len(),
        before + 1,
        "this run does not know what the one before did with entry 4"
    );
    stage.moves_on(TABLE, 5).await;
    assert_eq!(stage.did().len(), before + 1, "once is enough");
}

#[tokio::test(start_paused = true)]
async fn a_reminder_in_a_channel_that_is_gone_goes_where_its_person_can_be_reached() {
    let stage = stage();
    stage.seat(0, 100);
    lock(&stage.delivery.inner.closed).insert(100, Closed::Untold);
    stage.ping(0, Some("1"));
    stage.moves_on(TABLE, 1).await;
    assert!(stage.messages(1).iter().any(|(_, text)| text == "ping 0 1"));
    assert!(stage.delivery.reopen(100).await);
    stage.show(Slot::Ping(0), "hurry");
    stage.bar(1, Some(Failure::GoneChannel));
    stage.moves_on(TABLE, 2).await;
    let there = stage.messages(chat_of(100));
    assert!(there.iter().any(|(_, text)| text == "hurry"), "{there:?}");
}

#[tokio::test(start_paused = true)]
async fn who_opens_their_chat_while_it_is_found_closed_gets_their_panel() {
    let stage = stage();
    stage.seat(0, 100);
    stage.fail_in(chat_of(100), [Failure::ClosedDm]);
    stage.slow(Duration::from_secs(2));
    stage.version(1);
    stage.delivery.changed(TABLE);
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(!stage.delivery.reopen(100).await, "nobody knows of it yet");
    stage.delivery.settle().await;
    assert_eq!(stage.messages(chat_of(100)).len(), 1);
    assert!(lock(&stage.delivery.inner.knocking).is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_reminder_that_is_not_wanted_any_more_while_it_is_noted_goes_again() {
    let stage = stage();
    stage.seat(0, 100);
    stage.moves_on(TABLE, 1).await;
    stage.ping(0, Some("1"));
    stage.store.takes(Duration::from_secs(1));
    stage.delivery.mark(Lane::Person(100), TABLE, Slot::Ping(0));
    tokio::time::sleep(Duration::from_millis(500)).await;
    // It is about to be noted that it is tried.
    stage.ping(0, None);
    stage.version(2);
    stage.delivery.moved(TABLE);
    stage.delivery.settle().await;
    let there = stage.messages(chat_of(100));
    assert!(!there.iter().any(|(_, text)| text.starts_with("ping")), "{there:?}");
}

#[tokio::test(start_paused = true)]
async fn what_is_still_on_its_way_into_a_chat_that_is_found_closed_is_found_by_its_nonce() {
    let stage = stage();
    stage.seat(0, 100);
    stage.fail_in(chat_of(100), [lost(), Failure::ClosedDm]);
    stage.moves_on(TABLE, 1).await;
    let noted = async || {
        let row = stage.delivery.row(TABLE, Slot::Seat(0)).await;
        let row = row.expect("it can be read").expect("it is noted");
        let note = Note::read(&row.note);
        (note.trying, note.attempt, row.message)
    };
    let (trying, attempt, _) = noted().await;
    assert!(trying, "it may still arrive");
    assert!(stage.delivery.reopen(100).await);
    stage.moves_on(TABLE, 2).await;
    let (trying, again, message) = noted().await;
    assert_eq!((trying, again), (false, attempt));
    assert_ne!(message, 0);
}

#[tokio::test(start_paused = true)]
async fn what_failed_at_once_does_not_come_back_at_once_and_no_lot_is_drawn_for_that() {
    const SLOTS: u8 = 8;
    let stage = stage();
    let manner = Manner::default();
    for attempt in 0..40 {
        let whole = manner
            .retry_first
            .saturating_mul(1 << attempt.min(16))
            .min(manner.retry_most);
        let wait = |seat| stage.delivery.backoff(TABLE, Slot::Seat(seat), attempt);
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
    let stage = stage();
    stage.moves_on(TABLE, 9).await;
    let stage = stage.restart();
    for version in [5, 6] {
        stage.version(version);
        stage.delivery.moved(TABLE);
        stage.delivery.settle().await;
        assert_eq!(only(&stage, 1), format!("table {version}"));
    }
}
