//! Computer players that think aside: when their choices are made, and from which thought.

use std::time::Duration;

use tokio::time::Instant;

use super::table::InHand;
use super::*;
use crate::games::testing::sealed_choice_game::{FIRST, TRIES_TO_THINK, UNTHINKABLE};
use crate::games::testing::test_catalogue;
use crate::referee::session::Due;
use crate::referee::state::Played;
use crate::referee::thought::Thought;
use crate::rules::By;

/// What a computer player waits at least before it chooses.
const PACE: i64 = 1200;

/// A game that Ana plays with a computer player, which has a decision that nobody has thought about.
fn hand() -> InHand {
    let mut hand = InHand::open(&FIRST, None, &Arrangement::default());
    hand.session.thinks_aside = true;
    hand.act(ANA, Action::AddComputer { level: None }).unwrap();
    hand.act(ANA, Action::Begin).unwrap();
    hand
}

/// Thinks about the next decision of a computer player, and keeps the thought.
fn think(hand: &mut InHand) {
    let question = hand.session.next_question().expect("a computer player has to choose");
    let thought = question.think();
    assert!(hand.session.keep_thought(thought));
}

/// What the computer player has chosen last.
fn chosen(hand: &InHand) -> Option<&str> {
    hand.table().last_choice(computer(hand))
}

fn computer(hand: &InHand) -> Seat {
    Seat(1 - hand.table().seat_of(ANA).unwrap().0)
}

#[test]
fn a_choice_that_is_found_early_is_made_at_the_pace() {
    let mut hand = hand();
    think(&mut hand);
    assert!(hand.session.next_question().is_none(), "nobody thinks twice");
    assert_eq!(hand.session.due(hand.now + PACE - 1), None);
    assert_eq!(hand.session.due(hand.now + PACE), Some(Due::Thought));
    hand.pass(PACE);
    assert!(chosen(&hand).is_some());
    hand.assert_is_the_fold_of_its_log();
}

#[test]
fn a_choice_that_is_found_late_is_made_when_it_is_found() {
    let mut hand = hand();
    hand.pass(5 * PACE);
    assert_eq!(chosen(&hand), None, "it still thinks");
    think(&mut hand);
    assert_eq!(hand.session.due(hand.now), Some(Due::Thought));
    hand.pass(0);
    assert!(chosen(&hand).is_some(), "the pace does not begin anew");
}

#[test]
fn the_choice_that_was_thought_of_is_the_one_that_is_made() {
    let mut hand = hand();
    let question = || hand.session.next_question().unwrap();
    let (one, other) = (question().think(), question().think());
    assert_eq!(one.what, other.what, "the same luck, the same choice");
    assert!(hand.session.keep_thought(one));
    hand.pass(PACE);
    assert_eq!(chosen(&hand), other.what.as_deref());
    let seat = computer(&hand);
    let made = |event: &&Played| event.by == By::Seat(seat);
    let mut events = hand.table().rounds[0].events.iter();
    let players = events.find(made).map(|event| event.players);
    assert_eq!(players, Some(Some(crate::player::VERSION)));
}

#[test]
fn what_others_choose_in_secret_begins_no_thought_anew() {
    for what in ["bid 1", "bid 3"] {
        let mut hand = hand();
        think(&mut hand);
        let what = what.to_owned();
        hand.act(ANA, Action::Choose { step: None, what }).unwrap();
        assert!(hand.session.next_question().is_none());
        assert_eq!(hand.session.due(hand.now + PACE - 1), None);
        assert_eq!(hand.session.due(hand.now + PACE), Some(Due::Thought));
    }
}

#[test]
fn a_thought_about_a_decision_that_is_made_is_dropped() {
    let mut hand = hand();
    think(&mut hand);
    let what = "bid 2".to_owned();
    hand.act(ANA, Action::Choose { step: None, what }).unwrap();
    hand.pass(PACE);
    let seat = computer(&hand);
    let step = hand.table().asked(seat).expect("the second die is thrown");
    assert_eq!(hand.session.thought_of(seat, step), None);
    think(&mut hand);
    assert_eq!(hand.session.thoughts.len(), 1);
    let seats = hand.table().rounds[0].events.iter().map(|event| event.by);
    assert_eq!(seats.filter(|by| *by == By::Seat(seat)).count(), 1);
}

#[test]
fn a_thought_that_is_no_choice_is_thought_again_aside() {
    for what in [None, Some("bid 9".to_owned())] {
        let mut hand = hand();
        let seat = computer(&hand);
        let step = hand.table().asked(seat).unwrap();
        let useless = Thought { seat, step, what };
        assert!(!hand.session.keep_thought(useless), "nobody can choose that");
        hand.pass(PACE);
        assert_eq!(chosen(&hand), None, "nobody thinks on the threads that answer presses");
        assert!(hand.session.waits_for_thought(hand.now));
        think(&mut hand);
        assert_eq!(hand.session.thoughts.len(), 1);
        hand.pass(0);
        assert!(chosen(&hand).is_some());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_answers_while_a_computer_player_waits_for_its_pace_and_then_chooses() {
    let mut fixture = Fixture::new().await;
    (fixture.settings.thinks, fixture.settings.pace_ms) = (true, PACE);
    fixture.restart().await;
    let table = fixture.open().await;
    fixture
        .act(table, ANA, Action::AddComputer { level: None })
        .await
        .unwrap();
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    let mut seq = fixture.snapshot(table).await.table.seq;
    fixture.advance(PACE - 1);
    fixture.tick().await;
    assert_eq!(fixture.snapshot(table).await.table.seq, seq, "the pace is not over");
    fixture.advance(1);
    let until = Instant::now() + Duration::from_secs(60);
    let first = fixture.snapshot(table).await;
    if first.table.awaited().contains(Seat(0)) && !first.table.awaited().contains(Seat(1)) {
        let (step, what) = fixture.first_choice(table, Seat(0)).await;
        seq = fixture
            .act(table, ANA, Action::Choose { step, what })
            .await
            .unwrap()
            .table
            .seq;
        fixture.advance(PACE);
    }
    while fixture.snapshot(table).await.table.seq == seq {
        assert!(Instant::now() < until, "the computer player never chooses");
        fixture.tick().await;
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Waits until something is so.
async fn until(what: impl AsyncFn() -> bool) {
    let patience = Instant::now() + Duration::from_secs(60);
    while !what().await {
        assert!(Instant::now() < patience, "it never comes to that");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// A referee whose computer players think aside and whose scheduler ticks as fast as it can.
async fn thinking() -> Fixture {
    let mut fixture = Fixture::new().await;
    (fixture.settings.thinks, fixture.settings.tick) = (true, Duration::from_millis(1));
    fixture.settings.rest = Duration::from_millis(200);
    fixture.restart().await;
    let referee = fixture.referee.clone();
    tokio::spawn(async move { referee.keep_clocks(std::future::pending()).await });
    fixture
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_player_that_never_can_think_tries_it_with_pauses_and_makes_the_bot_not_late() {
    let fixture = thinking().await;
    test_catalogue::put(&[&UNTHINKABLE]);
    let opening = Opening {
        computers: 1,
        ..fixture.opening(UNTHINKABLE.slug)
    };
    let table = fixture.referee.open(opening).await.unwrap().table.id;
    let begun = Instant::now();
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    let registry = &fixture.referee.registry;
    let failing = || registry.failing.load(Ordering::Relaxed);
    until(async || failing() == 1).await;
    until(async || TRIES_TO_THINK.load(Ordering::SeqCst) >= 4).await;
    assert!(
        begun.elapsed() >= 3 * fixture.settings.rest,
        "there is a pause before each further try"
    );
    for _ in 0..3 {
        fixture.advance(fixture.settings.stood_still_ms);
        until(async || fixture.referee.timers_late() < Duration::from_secs(10)).await;
        assert_eq!(failing(), 1, "the table is counted apart");
    }
    let what = "bid 1".to_owned();
    fixture
        .act(table, ANA, Action::Choose { step: None, what })
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_that_wait_for_thoughts_hold_back_no_other_tables_clock() {
    let fixture = thinking().await;
    let registry = &fixture.referee.registry;
    let _no_room_to_think = registry
        .thinkers
        .acquire_many(crate::referee::thinkers() as u32)
        .await
        .unwrap();
    let begin = async |nth: u64| {
        let opening = Opening {
            channel: CHANNEL + nth,
            host: person(10_000 + nth),
            computers: 1,
            ..fixture.opening("binome")
        };
        let table = fixture.referee.open(opening).await.unwrap().table.id;
        fixture.act(table, 10_000 + nth, Action::Begin).await.unwrap();
    };
    futures_util::future::join_all((1..=300).map(begin)).await;
    let waiting = fixture
        .referee
        .store()
        .due((fixture.settings.now)(), 1000)
        .await
        .unwrap();
    assert_eq!(waiting.len(), 300, "each computer player has to choose");
    let table = fixture.begun(&[ANA, BEN], &[], Some(60)).await;
    let before = fixture.snapshot(table).await.table.seq;
    // It sleeps, so that nobody but the scheduler sees to its clock.
    registry.live().remove(&table);
    for _ in 0..6 {
        fixture.advance(fixture.settings.stood_still_ms);
        let now = (fixture.settings.now)();
        until(async || registry.downtime.gap(now + fixture.settings.stood_still_ms).is_none()).await;
    }
    let log = async || {
        fixture
            .referee
            .store()
            .load(table)
            .await
            .unwrap()
            .unwrap()
            .entries
            .len() as u64
    };
    until(async || log().await > before).await;
}
