//! A table changes: what is shown, how soon, and what Discord's limits and a lost answer do to that.

use std::collections::HashSet;
use std::time::Duration;

use tokio::time::Instant;

use super::super::{Slot, row};
use super::script::{Did, chat_of};
use super::stage::{Stage, stage};
use super::{ANA, TABLE, begun_within, limited, lost, only, wait};
use crate::discord::http::Failure;
use crate::discord::limits;
use crate::store::Shown;

#[tokio::test(start_paused = true)]
async fn a_new_table_gets_one_message_and_every_change_edits_it() {
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    assert_eq!(only(&stage, 1), "table 1");
    stage.moves_on(TABLE, 2).await;
    assert_eq!(only(&stage, 1), "table 2");
    assert_eq!(stage.did(), [Did::Create(1), Did::Edit(1)]);
}

#[tokio::test(start_paused = true)]
async fn what_looks_the_same_is_not_sent_again() {
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    stage.show(Slot::Table, "the same");
    stage.moves_on(TABLE, 2).await;
    stage.moves_on(TABLE, 3).await;
    assert_eq!(stage.did(), [Did::Create(1), Did::Edit(1)]);
    assert_eq!(
        stage.unsettled().await,
        Vec::<u64>::new(),
        "a restart has nothing to do"
    );
}

#[tokio::test(start_paused = true)]
async fn who_was_brought_up_to_date_meanwhile_is_not_looked_at_until_something_else_changes() {
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    stage.version(2).await;
    stage.messages.moved(TABLE);
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), "table 2");
    stage.show(Slot::Table, "in other words");
    stage.messages.moved(TABLE);
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), "table 2");
    stage.messages.moved(TABLE);
    stage.messages.changed(TABLE);
    stage.messages.moved(TABLE);
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), "in other words");
}

/// What is known of the table's slots in memory, as it would be stored.
async fn at_hand(stage: &Stage) -> Vec<Shown> {
    let records = stage.messages.records(TABLE).await.expect("the store");
    let mut rows: Vec<Shown> = records
        .iter()
        .filter_map(|(slot, record)| row::of(TABLE, *slot, record))
        .collect();
    rows.sort_by(|one, other| one.slot.cmp(&other.slot));
    rows
}

#[tokio::test(start_paused = true)]
async fn what_is_at_hand_is_what_is_stored() {
    let stage = stage().await;
    stage.seat(0, ANA);
    for version in 1..4 {
        stage.moves_on(TABLE, version).await;
        assert_eq!(at_hand(&stage).await, stage.rows().await);
    }
    stage.ping(0, Some("a"));
    stage.moves_on(TABLE, 4).await;
    assert_eq!(stage.rows().await.len(), 3);
    stage.ping(0, None);
    stage.moves_on(TABLE, 5).await;
    let stored = stage.rows().await;
    assert_eq!(at_hand(&stage).await, stored);
    assert!(stored.iter().all(|row| row.slot != Slot::Ping(0).to_string()));
}

#[tokio::test(start_paused = true)]
async fn what_the_store_did_not_take_is_known_all_the_same_and_noted_later() {
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    stage.version(2).await;
    stage.store_fails(0, 1);
    stage.messages.changed(TABLE);
    tokio::time::sleep(begun_within() + Duration::from_millis(10)).await;
    assert_eq!(only(&stage, 1), "table 2");
    assert_eq!(stage.unsettled().await, [TABLE], "it was not noted");
    let version = |rows: Vec<Shown>| rows[0].version;
    assert_eq!((version(at_hand(&stage).await), version(stage.rows().await)), (2, 1));
    stage.messages.settle().await;
    assert_eq!(at_hand(&stage).await, stage.rows().await);
    assert_eq!(stage.unsettled().await, Vec::<u64>::new());
    assert_eq!(stage.did(), [Did::Create(1), Did::Edit(1)], "it is not written twice");
}

#[tokio::test(start_paused = true)]
async fn what_changes_in_private_moves_no_moment_for_others() {
    let mut seen = HashSet::new();
    for before in [None, Some(1), Some(20), Some(79), Some(80), Some(200)] {
        let stage = stage().await;
        stage.moves_on(TABLE, 1).await;
        let begun = stage.script.world().begun.expect("it has begun");
        let at = |ms: u64| tokio::time::sleep_until(begun + Duration::from_millis(ms));
        if let Some(before) = before {
            at(1000 - before).await;
            // Nothing in the public message is new.
            stage.messages.moved(TABLE);
        }
        at(1000).await;
        stage.version(2).await;
        stage.messages.moved(TABLE);
        while only(&stage, 1) != "table 2" {
            wait(1).await;
        }
        let within = begun_within() + Duration::from_millis(2);
        assert!(begun.elapsed() <= Duration::from_secs(1) + within, "{before:?}");
        seen.insert(begun.elapsed());
    }
    assert_eq!(seen.len(), 1, "{seen:?}");
}

#[tokio::test(start_paused = true)]
async fn the_newest_state_wins_and_those_in_between_are_skipped() {
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    stage.slow(Duration::from_secs(1));
    for version in 2..=20 {
        stage.version(version).await;
        stage.messages.changed(TABLE);
        wait(100).await;
    }
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), "table 20");
    let edits = stage.count(&Did::Edit(1));
    assert!((2..=4).contains(&edits), "{edits} edits");
}

#[tokio::test(start_paused = true)]
async fn an_even_pace_keeps_the_limit_and_is_never_far_behind() {
    let stage = stage().await;
    let second = Duration::from_secs(limits::EDITS_SECONDS) / limits::EDITS;
    stage.pace(second);
    let begun = Instant::now();
    let mut edits = Vec::new();
    // Something happens ten times a second, for twenty seconds.
    for version in 1..=200 {
        stage.version(version).await;
        stage.messages.changed(TABLE);
        // The message is created a moment after the first change.
        wait(if version == 1 { 200 } else { 100 }).await;
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
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), "table 200");
}

#[tokio::test(start_paused = true)]
async fn a_limit_is_waited_for_and_the_newest_state_follows() {
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    stage.fail([limited(3000, false)]);
    let before = Instant::now();
    stage.version(2).await;
    stage.messages.changed(TABLE);
    wait(500).await;
    stage.moves_on(TABLE, 3).await;
    assert!(before.elapsed() >= Duration::from_secs(3), "{:?}", before.elapsed());
    assert!(before.elapsed() < Duration::from_secs(4), "{:?}", before.elapsed());
    assert_eq!(only(&stage, 1), "table 3");
    assert_eq!(stage.did(), [Did::Create(1), Did::Edit(1), Did::Edit(1)]);
}

#[tokio::test(start_paused = true)]
async fn a_limit_of_one_channel_leaves_the_others_alone_and_a_global_one_does_not() {
    for (global, others_wait) in [(false, false), (true, true)] {
        let stage = stage().await;
        stage.seat(0, ANA);
        stage.fail_in(1, [limited(5000, global)]);
        stage.version(1).await;
        stage.messages.mark(TABLE, Slot::Table);
        wait(100).await;
        stage.messages.mark(TABLE, Slot::Seat(0));
        wait(100).await;
        assert_eq!(stage.messages(chat_of(ANA)).is_empty(), others_wait, "global: {global}");
        stage.messages.settle().await;
        assert_eq!((stage.messages(1).len(), stage.messages(chat_of(ANA)).len()), (1, 1));
    }
}

#[tokio::test(start_paused = true)]
async fn a_used_up_route_rests_before_it_is_limited() {
    let stage = stage().await;
    stage.limits(1, Duration::from_secs(4));
    stage.moves_on(TABLE, 1).await;
    let before = Instant::now();
    stage.moves_on(TABLE, 2).await;
    assert!(before.elapsed() >= Duration::from_secs(3), "{:?}", before.elapsed());
    assert!(before.elapsed() <= Duration::from_secs(5), "{:?}", before.elapsed());
    assert_eq!(only(&stage, 1), "table 2");
    assert_eq!(stage.did().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_server_in_trouble_is_asked_again_for_as_long_as_it_takes() {
    let stage = stage().await;
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
    let stage = stage().await;
    stage.lose_answers(3);
    stage.moves_on(TABLE, 1).await;
    assert_eq!(only(&stage, 1), "table 1");
}

#[tokio::test(start_paused = true)]
async fn a_lost_answer_shows_the_newest_state_in_the_end() {
    let stage = stage().await;
    stage.lose_answers(1);
    stage.version(1).await;
    stage.messages.changed(TABLE);
    wait(50).await;
    stage.moves_on(TABLE, 2).await;
    assert_eq!(only(&stage, 1), "table 2");
}

#[tokio::test(start_paused = true)]
async fn a_crash_between_sending_and_noting_makes_no_second_message() {
    let stage = stage().await;
    stage.lose_answers(1);
    stage.version(1).await;
    stage.messages.changed(TABLE);
    tokio::time::sleep(begun_within() + Duration::from_millis(10)).await;
    assert_eq!(stage.messages(1).len(), 1, "it was sent, and nobody knows");
    stage.version(2).await;
    let stage = stage.restart();
    stage.messages.catch_up().await;
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), "table 2");
}

#[tokio::test(start_paused = true)]
async fn after_a_restart_old_messages_are_brought_up_to_date() {
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    stage.version(5).await;
    let stage = stage.restart();
    // Also where the store cannot be read yet.
    stage.store_fails(2, 0);
    stage.messages.catch_up().await;
    stage.messages.settle().await;
    assert_eq!(only(&stage, 1), "table 5");
}

#[tokio::test(start_paused = true)]
async fn a_ping_goes_when_it_is_answered_and_there_are_never_two() {
    let stage = stage().await;
    stage.seat(0, ANA);
    let pings = |stage: &Stage| -> Vec<String> {
        let there = stage.messages(chat_of(ANA)).into_iter().map(|(_, text)| text);
        there.filter(|text| text.starts_with("ping")).collect()
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
    let stage = stage().await;
    stage.seat(0, ANA);
    let chat = chat_of(ANA);
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
    let stage = stage().await;
    stage.seat(0, ANA);
    stage.moves_on(TABLE, 1).await;
    stage.lose_answers(1);
    stage.ping(0, Some("2"));
    stage.version(2).await;
    stage.messages.changed(TABLE);
    wait(50).await;
    stage.ping(0, None);
    stage.moves_on(TABLE, 3).await;
    assert_eq!(stage.messages(chat_of(ANA)).len(), 1, "only the panel is left");
}

#[tokio::test(start_paused = true)]
async fn a_buried_message_comes_to_the_end_at_most_once_a_minute() {
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    let first = stage.messages(1)[0].0;
    for _ in 0..40 {
        stage.messages.access().spoken(1);
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
    let stage = stage().await;
    stage.moves_on(TABLE, 1).await;
    let first = stage.messages(1)[0].0;
    stage.version(2).await;
    stage.messages.changed(TABLE);
    let message = stage
        .posted(&super::script::pictured("table 2", None), 2, "token")
        .await;
    stage.messages.settle().await;
    assert_eq!(
        stage.messages(1),
        [(message, "table 2".to_owned())],
        "{first} is deleted, nothing is edited"
    );
    assert_eq!(stage.did(), [Did::Create(1), Did::Delete(1)]);
}

#[tokio::test(start_paused = true)]
async fn a_table_that_is_over_is_settled_and_never_asked_for_again() {
    let stage = stage().await;
    stage.seat(0, ANA);
    stage.moves_on(TABLE, 1).await;
    assert_eq!(stage.unsettled().await, Vec::<u64>::new());
    stage.over();
    stage.moves_on(TABLE, 2).await;
    let rows = stage.rows().await;
    assert!(rows.iter().all(|row| row.version == Shown::SETTLED), "{rows:?}");
    let before = stage.did().len();
    stage.messages.catch_up().await;
    stage.messages.settle().await;
    assert_eq!(stage.did().len(), before);
}

#[tokio::test(start_paused = true)]
async fn a_refused_message_costs_itself_and_nothing_else() {
    let stage = stage().await;
    stage.seat(0, ANA);
    let refused = Failure::Refused {
        status: 400,
        code: 50035,
        what: "a test".to_owned(),
    };
    stage.fail_in(1, [refused]);
    stage.moves_on(TABLE, 1).await;
    assert_eq!(only(&stage, chat_of(ANA)), "seat 0 1");
    stage.moves_on(TABLE, 2).await;
    assert_eq!(only(&stage, 1), "table 2");
}
