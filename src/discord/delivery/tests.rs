//! Delivery against a scripted Discord and a made-up table, with the clock in our hands.

mod called;
mod chats;
mod doubts;
mod gone;
mod leave;
mod overdue;
mod overtaking;
mod paper;
mod pictures;
mod private;
mod script;
mod times;
mod tokens;

use std::time::Duration;

use script::{Did, Stage, pictured, stage};

use super::*;
use crate::discord::http::Failure;
use crate::discord::limits;
use crate::store::Shown;

const TABLE: u64 = 7;

fn limited(ms: u64, global: bool) -> Failure {
    Failure::Limited {
        after: Duration::from_millis(ms),
        global,
    }
}

/// Within this time after a change it is being shown.
fn begun_within() -> Duration {
    let manner = Manner::default();
    manner.gather + manner.breath
}

fn lost() -> Failure {
    Failure::Unreachable("in a test".to_owned())
}

/// The way to a message that only the person of seat 0 sees.
fn through(token: &str, lasting: Duration) -> Option<Through<'_>> {
    let to = 100;
    Some(Through { to, token, lasting })
}

/// The one message of a channel.
fn only(stage: &Stage, channel: u64) -> String {
    let messages = stage.messages(channel);
    assert_eq!(messages.len(), 1, "{messages:?}");
    messages.into_iter().next().expect("one").1
}

#[tokio::test(start_paused = true)]
async fn a_new_table_gets_one_message_and_every_change_edits_it() {
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    assert_eq!(only(&stage, 1), "table 1");
    stage.moves_on(TABLE, 2).await;
    assert_eq!(only(&stage, 1), "table 2");
    assert_eq!(stage.did(), [Did::Create(1), Did::Edit(1)]);
}

#[tokio::test(start_paused = true)]
async fn what_looks_the_same_is_not_sent_again() {
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    stage.show(Slot::Table, "the same");
    stage.moves_on(TABLE, 2).await;
    stage.moves_on(TABLE, 3).await;
    assert_eq!(stage.did(), [Did::Create(1), Did::Edit(1)]);
}

#[tokio::test(start_paused = true)]
async fn who_was_brought_up_to_date_meanwhile_is_not_looked_at_until_something_else_changes() {
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    stage.version(2);
    stage.delivery.moved(TABLE);
    stage.delivery.settle().await;
    assert_eq!(only(&stage, 1), "table 2");
    stage.show(Slot::Table, "in other words");
    stage.delivery.moved(TABLE);
    stage.delivery.settle().await;
    assert_eq!(only(&stage, 1), "table 2");
    stage.delivery.moved(TABLE);
    stage.delivery.changed(TABLE);
    stage.delivery.moved(TABLE);
    stage.delivery.settle().await;
    assert_eq!(only(&stage, 1), "in other words");
}

#[tokio::test(start_paused = true)]
async fn what_is_at_hand_is_what_is_stored() {
    let stage = stage();
    stage.seat(0, 100);
    for version in 1..4 {
        stage.moves_on(TABLE, version).await;
        let stored = stage.store.shown(TABLE).await.expect("paper");
        let mut at_hand = stage.delivery.shown(TABLE).await.expect("a hand");
        at_hand.sort_by(|one, other| one.slot.cmp(&other.slot));
        assert_eq!(at_hand, stored);
    }
    stage.ping(0, Some("a"));
    stage.moves_on(TABLE, 4).await;
    stage.ping(0, None);
    stage.moves_on(TABLE, 5).await;
    let slots = |rows: Vec<Shown>| rows.into_iter().map(|row| row.slot).collect::<HashSet<_>>();
    let stored = slots(stage.store.shown(TABLE).await.expect("paper"));
    assert_eq!(slots(stage.delivery.shown(TABLE).await.expect("a hand")), stored);
    assert!(!stored.contains(&Slot::Ping(0).to_string()));
}

#[tokio::test(start_paused = true)]
async fn of_a_slot_whose_note_failed_nothing_is_at_hand_and_of_others_all_still_is() {
    let stage = stage();
    stage.seat(0, 100);
    stage.ping(0, Some("a"));
    stage.moves_on(TABLE, 1).await;
    let recall = &stage.delivery.inner.store;
    let (public, ping) = (Slot::Table.to_string(), Slot::Ping(0).to_string());
    // What is known of a table to which nothing can be noted and of which nothing can be read.
    recall.known(TABLE).await.expect("a hand");
    stage.store.fail(3, 1);
    recall.clear_shown(TABLE, &ping).await.expect_err("it is not forgotten");
    assert!(recall.row(TABLE, &public).await.expect("at hand").is_some());
    recall.row(TABLE, &ping).await.expect_err("nobody knows");
    let known = recall.known(TABLE).await.expect("a hand");
    assert_eq!(known.unsure, std::slice::from_ref(&ping));
    assert!(known.rows.iter().all(|row| row.slot != ping) && known.rows.iter().any(|row| row.slot == public));
    recall.row(TABLE, &ping).await.expect_err("the third read");
    assert!(recall.row(TABLE, &ping).await.expect("it is read").is_some());
    assert!(recall.known(TABLE).await.expect("a hand").unsure.is_empty());
    recall.clear_shown(TABLE, &ping).await.expect("it is forgotten");
    assert!(recall.row(TABLE, &ping).await.expect("at hand").is_none());
}

#[tokio::test(start_paused = true)]
async fn what_changes_in_private_moves_no_moment_for_others() {
    let mut seen = HashSet::new();
    for before in [None, Some(1), Some(20), Some(79), Some(80), Some(200)] {
        let stage = stage();
        stage.moves_on(TABLE, 1).await;
        let begun = Instant::now();
        let at = |ms: u64| tokio::time::sleep_until(begun + Duration::from_millis(ms));
        if let Some(before) = before {
            at(1000 - before).await;
            // Nothing in the public message is new.
            stage.delivery.moved(TABLE);
        }
        at(1000).await;
        stage.version(2);
        stage.delivery.moved(TABLE);
        while only(&stage, 1) != "table 2" {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let within = begun_within() + Duration::from_millis(2);
        assert!(begun.elapsed() <= Duration::from_secs(1) + within, "{before:?}");
        seen.insert(begun.elapsed());
    }
    assert_eq!(seen.len(), 1, "{seen:?}");
}

#[tokio::test(start_paused = true)]
async fn the_newest_state_wins_and_those_in_between_are_skipped() {
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    stage.slow(Duration::from_secs(1));
    for version in 2..=20 {
        stage.version(version);
        stage.delivery.changed(TABLE);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    stage.delivery.settle().await;
    assert_eq!(only(&stage, 1), "table 20");
    let edits = stage.did().iter().filter(|did| **did == Did::Edit(1)).count();
    assert!((2..=4).contains(&edits), "{edits} edits");
}

#[tokio::test(start_paused = true)]
async fn an_even_pace_keeps_the_limit_and_is_never_far_behind() {
    let stage = stage();
    let second = Duration::from_secs(limits::EDITS_SECONDS) / limits::EDITS;
    stage.pace(second);
    let begun = Instant::now();
    let mut edits = Vec::new();
    // Something happens ten times a second, for twenty seconds.
    for version in 1..=200 {
        stage.version(version);
        stage.delivery.changed(TABLE);
        tokio::time::sleep(Duration::from_millis(100)).await;
        edits.resize(stage.did().len(), begun.elapsed());
        let shown: u64 = only(&stage, 1)
            .strip_prefix("table ")
            .and_then(|at| at.parse().ok())
            .expect("a version");
        assert!(version - shown <= 11, "{shown} is shown of {version}");
    }
    let most = limits::EDITS as usize;
    for window in edits.windows(most + 1) {
        let took = window[most] - window[0];
        assert!(took >= second * (most as u32) - Duration::from_millis(100), "{took:?}");
    }
    stage.delivery.settle().await;
    assert_eq!(only(&stage, 1), "table 200");
}

#[tokio::test(start_paused = true)]
async fn a_limit_is_waited_for_and_the_newest_state_follows() {
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    stage.fail([limited(3000, false)]);
    let before = Instant::now();
    stage.version(2);
    stage.delivery.changed(TABLE);
    tokio::time::sleep(Duration::from_millis(500)).await;
    stage.moves_on(TABLE, 3).await;
    assert!(before.elapsed() >= Duration::from_secs(3), "{:?}", before.elapsed());
    assert!(before.elapsed() < Duration::from_secs(4), "{:?}", before.elapsed());
    assert_eq!(only(&stage, 1), "table 3");
    assert_eq!(stage.did(), [Did::Create(1), Did::Edit(1), Did::Edit(1)]);
}

#[tokio::test(start_paused = true)]
async fn a_limit_of_one_channel_leaves_the_others_alone_and_a_global_one_does_not() {
    for (global, others_wait) in [(false, false), (true, true)] {
        let stage = stage();
        stage.seat(0, 100);
        stage.fail_in(1, [limited(5000, global)]);
        stage.version(1);
        stage.delivery.mark(Lane::Place(1), TABLE, Slot::Table);
        tokio::time::sleep(Duration::from_millis(100)).await;
        stage.delivery.mark(Lane::Person(100), TABLE, Slot::Seat(0));
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!(
            stage.messages(script::chat_of(100)).is_empty(),
            others_wait,
            "global: {global}"
        );
        stage.delivery.settle().await;
        assert_eq!(
            (stage.messages(1).len(), stage.messages(script::chat_of(100)).len()),
            (1, 1)
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_used_up_route_rests_before_it_is_limited() {
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    stage.rest(Duration::from_secs(4));
    stage.moves_on(TABLE, 2).await;
    let before = Instant::now();
    stage.moves_on(TABLE, 3).await;
    stage.delivery.settle().await;
    assert_eq!(only(&stage, 1), "table 3");
    // The lane that rested after the first edit was the one that the second waited for.
    assert!(before.elapsed() <= Duration::from_secs(4));
    assert_eq!(stage.did().len(), 3);
}

#[tokio::test(start_paused = true)]
async fn a_server_in_trouble_is_asked_again_for_as_long_as_it_takes() {
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    stage.fail(std::iter::repeat_with(lost).take(40));
    let before = Instant::now();
    stage.moves_on(TABLE, 2).await;
    assert_eq!(only(&stage, 1), "table 2");
    // It does not hammer: the wait doubles up to a minute.
    assert!(before.elapsed() > Duration::from_secs(600), "{:?}", before.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_lost_answer_makes_no_second_message() {
    let stage = stage();
    stage.lose_answers(3);
    stage.moves_on(TABLE, 1).await;
    assert_eq!(only(&stage, 1), "table 1");
}

#[tokio::test(start_paused = true)]
async fn a_lost_answer_shows_the_newest_state_in_the_end() {
    let stage = stage();
    stage.lose_answers(1);
    stage.version(1);
    stage.delivery.changed(TABLE);
    tokio::time::sleep(Duration::from_millis(50)).await;
    stage.moves_on(TABLE, 2).await;
    assert_eq!(only(&stage, 1), "table 2");
}

#[tokio::test(start_paused = true)]
async fn a_crash_between_sending_and_noting_makes_no_second_message() {
    let stage = stage();
    stage.lose_answers(1);
    stage.version(1);
    stage.delivery.changed(TABLE);
    tokio::time::sleep(begun_within() + Duration::from_millis(10)).await;
    assert_eq!(stage.messages(1).len(), 1, "it was sent, and nobody knows");
    stage.version(2);
    let stage = stage.restart();
    stage.delivery.catch_up().await;
    stage.delivery.settle().await;
    assert_eq!(only(&stage, 1), "table 2");
}

#[tokio::test(start_paused = true)]
async fn after_a_restart_old_messages_are_brought_up_to_date() {
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    stage.version(5);
    let stage = stage.restart();
    // Also where the store cannot be read yet.
    stage.store.fail(2, 0);
    stage.delivery.catch_up().await;
    stage.delivery.settle().await;
    assert_eq!(only(&stage, 1), "table 5");
}

#[tokio::test(start_paused = true)]
async fn without_access_a_table_waits_until_it_is_used_there_or_its_server_changes() {
    for wake in [
        Wake::Open { table: TABLE, place: 1 },
        Wake::Place(1),
        Wake::Hall(script::HALL),
    ] {
        let stage = stage();
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
        for (table, place) in [(TABLE + 1, 1), (TABLE, 2)] {
            stage.delivery.wake(Wake::Open { table, place });
            stage.delivery.settle().await;
            assert_eq!(only(&stage, 1), "table 1", "another one is used, or from elsewhere");
        }
        stage.delivery.wake(wake);
        stage.delivery.settle().await;
        assert_eq!(only(&stage, 1), "table 3");
    }
}

#[tokio::test(start_paused = true)]
async fn a_reminder_that_waits_for_its_channel_goes_into_the_chat_that_is_opened_again() {
    let stage = stage();
    stage.seat(0, 100);
    let chat = script::chat_of(100);
    stage.bar(1, Some(Failure::NoAccess { code: 50001 }));
    stage.fail_in(chat, [Failure::ClosedDm]);
    stage.ping(0, Some("a"));
    stage.moves_on(TABLE, 1).await;
    stage.moves_on(TABLE, 2).await;
    assert_eq!((stage.messages(1), stage.messages(chat)), (Vec::new(), Vec::new()));
    assert!(stage.delivery.reopen(100).await);
    stage.moves_on(TABLE, 3).await;
    let there: Vec<String> = stage.messages(chat).into_iter().map(|(_, text)| text).collect();
    assert_eq!(there, ["seat 0 3", "ping 0 a"]);
}

#[tokio::test(start_paused = true)]
async fn a_reminder_that_could_not_be_taken_away_goes_once_the_server_opens() {
    let stage = stage();
    stage.seat(0, 100);
    stage.fail_in(script::chat_of(100), [Failure::ClosedDm]);
    stage.ping(0, Some("a"));
    stage.moves_on(TABLE, 1).await;
    assert_eq!(stage.messages(1).len(), 2, "the table, and the reminder beside it");
    stage.bar(1, Some(Failure::NoAccess { code: 50001 }));
    stage.ping(0, None);
    stage.moves_on(TABLE, 2).await;
    assert_eq!(stage.messages(1).len(), 2);
    stage.bar(1, None);
    stage.delivery.wake(Wake::Hall(script::HALL));
    stage.delivery.settle().await;
    assert_eq!(only(&stage, 1), "table 2");
}

#[tokio::test(start_paused = true)]
async fn access_that_comes_back_while_a_refusal_is_on_its_way_is_not_missed() {
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    stage.slow(Duration::from_millis(100));
    stage.fail_in(1, [Failure::NoAccess { code: 50013 }]);
    stage.version(2);
    stage.delivery.changed(TABLE);
    tokio::time::sleep(begun_within() + Duration::from_millis(50)).await;
    stage.delivery.wake(Wake::Place(1));
    stage.delivery.settle().await;
    assert_eq!(only(&stage, 1), "table 2");
}

#[tokio::test(start_paused = true)]
async fn a_private_chat_whose_number_is_out_of_date_is_asked_for_anew() {
    let stage = stage();
    stage.seat(0, 100);
    let kept = stage.store.set_preference(100, super::chats::CHAT, "999").await;
    kept.expect("the store");
    stage.bar(999, Some(Failure::GoneChannel));
    stage.moves_on(TABLE, 1).await;
    assert_eq!(only(&stage, script::chat_of(100)), "seat 0 1");
    assert!(!stage.delivery.tell_closed(100));
    // Years later it moves again, in the same run.
    assert!(stage.delivery.inner.renewed.lock().await.is_empty(), "it was found");
}

#[tokio::test(start_paused = true)]
async fn everything_in_a_chat_whose_number_is_out_of_date_comes_to_the_present_one() {
    let stage = stage();
    stage.seat(0, 100);
    let kept = stage.store.set_preference(100, super::chats::CHAT, "999").await;
    kept.expect("the store");
    stage.moves_on(TABLE, 1).await;
    stage.ping(0, Some("1"));
    stage.moves_on(TABLE, 1).await;
    // A panel and a ping stand in the old chat; both are told that it is gone.
    stage.bar(999, Some(Failure::GoneChannel));
    stage.ping(0, Some("2"));
    stage.moves_on(TABLE, 2).await;
    let standing = stage.messages(script::chat_of(100));
    assert_eq!(standing.len(), 2, "{standing:?}");
    assert!(!stage.delivery.tell_closed(100));
}

#[tokio::test(start_paused = true)]
async fn a_private_chat_that_stays_gone_counts_as_closed() {
    let stage = stage();
    stage.seat(0, 100);
    stage.bar(script::chat_of(100), Some(Failure::GoneChannel));
    stage.moves_on(TABLE, 1).await;
    assert!(stage.delivery.tell_closed(100));
    assert!(
        stage.delivery.inner.renewed.lock().await.is_empty(),
        "there is nothing more to find"
    );
}

#[tokio::test(start_paused = true)]
async fn a_closed_chat_is_noted_and_told_once_and_a_ping_goes_to_the_channel() {
    let stage = stage();
    stage.seat(0, 100);
    stage.bar(script::chat_of(100), Some(Failure::ClosedDm));
    stage.moves_on(TABLE, 1).await;
    stage.moves_on(TABLE, 2).await;
    let tries = stage
        .did()
        .iter()
        .filter(|did| **did == Did::Create(script::chat_of(100)))
        .count();
    assert_eq!(tries, 1);
    assert!(stage.delivery.tell_closed(100));
    assert!(!stage.delivery.tell_closed(100));
    stage.ping(0, Some("1"));
    stage.moves_on(TABLE, 3).await;
    assert!(
        stage.messages(1).iter().any(|(_, text)| text == "ping 0 1"),
        "{:?}",
        stage.messages(1)
    );
    stage.bar(script::chat_of(100), None);
    stage.delivery.reopen(100).await;
    stage.moves_on(TABLE, 4).await;
    assert!(
        stage
            .messages(script::chat_of(100))
            .iter()
            .any(|(_, text)| text == "seat 0 4")
    );
}

#[tokio::test(start_paused = true)]
async fn a_ping_goes_when_it_is_answered_and_there_are_never_two() {
    let stage = stage();
    stage.seat(0, 100);
    let chat = script::chat_of(100);
    let pings = |stage: &Stage| -> Vec<String> {
        stage
            .messages(chat)
            .into_iter()
            .map(|(_, text)| text)
            .filter(|text| text.starts_with("ping"))
            .collect()
    };
    stage.ping(0, Some("1"));
    stage.moves_on(TABLE, 1).await;
    stage.moves_on(TABLE, 2).await;
    assert_eq!(pings(&stage), ["ping 0 1"]);
    stage.ping(0, Some("1w"));
    stage.moves_on(TABLE, 3).await;
    assert_eq!(pings(&stage), ["ping 0 1w"]);
    stage.ping(0, None);
    stage.moves_on(TABLE, 4).await;
    assert!(pings(&stage).is_empty());
    // The same matter once more is another ping, and the nonce of the one that is gone does not hold it back.
    stage.ping(0, Some("5"));
    stage.moves_on(TABLE, 5).await;
    assert_eq!(pings(&stage), ["ping 0 5"]);
}

#[tokio::test(start_paused = true)]
async fn a_ping_that_somebody_takes_away_does_not_come_again_but_the_next_one_does() {
    let stage = stage();
    stage.seat(0, 100);
    let chat = script::chat_of(100);
    stage.moves_on(TABLE, 1).await;
    stage.ping(0, Some("1"));
    stage.moves_on(TABLE, 2).await;
    stage.vanish(chat);
    // Something else is to be said of the same.
    stage.show(Slot::Ping(0), "ping 0 1, and a way to the panel");
    for version in 3..6 {
        stage.moves_on(TABLE, version).await;
        assert_eq!(only(&stage, chat), format!("seat 0 {version}"));
    }
    stage.show(Slot::Ping(0), "ping 0 2");
    stage.ping(0, Some("2"));
    stage.moves_on(TABLE, 6).await;
    let there = stage.messages(chat);
    assert!(there.iter().any(|(_, text)| text == "ping 0 2"), "{there:?}");
}

#[tokio::test(start_paused = true)]
async fn a_ping_whose_answer_was_lost_still_goes() {
    let stage = stage();
    stage.seat(0, 100);
    stage.moves_on(TABLE, 1).await;
    stage.lose_answers(1);
    stage.ping(0, Some("2"));
    stage.version(2);
    stage.delivery.changed(TABLE);
    tokio::time::sleep(Duration::from_millis(50)).await;
    stage.ping(0, None);
    stage.moves_on(TABLE, 3).await;
    assert_eq!(stage.messages(script::chat_of(100)).len(), 1, "only the panel is left");
}

#[tokio::test(start_paused = true)]
async fn a_buried_message_comes_to_the_end_at_most_once_a_minute() {
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    let first = stage.messages(1)[0].0;
    for _ in 0..40 {
        stage.delivery.spoken(1);
    }
    stage.moves_on(TABLE, 2).await;
    assert_eq!(stage.messages(1)[0].0, first, "too early");
    tokio::time::sleep(Duration::from_secs(61)).await;
    stage.moves_on(TABLE, 2).await;
    assert_eq!(stage.messages(1)[0].0, first, "the table did not move on");
    stage.moves_on(TABLE, 3).await;
    assert_eq!(only(&stage, 1), "table 3");
    let second = stage.messages(1)[0].0;
    assert_ne!(second, first);
    stage.moves_on(TABLE, 4).await;
    assert_eq!(stage.messages(1)[0].0, second, "nobody has spoken since");
}

#[tokio::test(start_paused = true)]
async fn what_a_press_has_shown_is_not_edited_again_and_an_older_message_goes() {
    let stage = stage();
    stage.moves_on(TABLE, 1).await;
    let first = stage.messages(1)[0].0;
    stage.version(2);
    let mut held = stage.delivery.hold(TABLE, Slot::Table).await;
    stage.delivery.changed(TABLE);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let message = stage.appear(1, "table 2");
    let written = Written {
        channel: 1,
        message,
        version: 2,
        payload: &pictured("table 2", None),
        last: false,
        through: None,
    };
    stage.delivery.record(&mut held, written, None, Spot::default()).await;
    drop(held);
    stage.delivery.settle().await;
    assert_eq!(
        stage.messages(1),
        [(message, "table 2".to_owned())],
        "{first} is deleted, nothing is edited"
    );
    assert!(!stage.did().contains(&Did::Edit(1)));
}

#[tokio::test(start_paused = true)]
async fn a_table_that_is_over_is_settled_and_never_asked_for_again() {
    let stage = stage();
    stage.seat(0, 100);
    stage.moves_on(TABLE, 1).await;
    assert_eq!(stage.store.unsettled().await.expect("the store"), Vec::<u64>::new());
    stage.over();
    stage.moves_on(TABLE, 2).await;
    let rows = stage.store.shown(TABLE).await.expect("the store");
    assert!(rows.iter().all(|row| row.version == Shown::SETTLED), "{rows:?}");
    let before = stage.did().len();
    stage.delivery.catch_up().await;
    stage.delivery.settle().await;
    assert_eq!(stage.did().len(), before);
}

#[tokio::test(start_paused = true)]
async fn a_refused_message_costs_itself_and_nothing_else() {
    let stage = stage();
    stage.seat(0, 100);
    stage.fail_in(
        1,
        [Failure::Refused {
            status: 400,
            code: 50035,
            what: "a test".to_owned(),
        }],
    );
    stage.moves_on(TABLE, 1).await;
    assert_eq!(only(&stage, script::chat_of(100)), "seat 0 1");
    stage.moves_on(TABLE, 2).await;
    assert_eq!(only(&stage, 1), "table 2");
}
