//! Turns by the clock, and pauses.

use super::table::InHand;
use super::*;
use crate::games::testing::team_game::TEAM_GAME;
use crate::referee::session::Due;
use crate::referee::{Absence, Pause, TableEvent};
use crate::rules::{By, SeatSet};

/// The first turn has ten seconds more.
const FIRST: i64 = 15_000;
const TURN: i64 = 5_000;

/// Ana and Cleo in the north against Ben and Dan in the south.
fn begun(clock: Option<u32>, rest: u32) -> InHand {
    arranged(
        clock,
        &Arrangement {
            rest,
            ..Arrangement::default()
        },
    )
}

fn arranged(clock: Option<u32>, arrangement: &Arrangement) -> InHand {
    let mut hand = InHand::open(&TEAM_GAME, clock, arrangement);
    for who in [BEN, CLEO, DAN] {
        hand.act(who, Action::Sit).unwrap();
    }
    hand.act(ANA, Action::Begin).unwrap();
    hand
}

fn pull(hand: &mut InHand, who: u64, step: Option<u64>, strength: u8) -> Result<(), Denied> {
    let what = format!("pull {strength}");
    hand.act(who, Action::Choose { step, what })
}

fn offered(hand: &InHand, who: u64) -> Option<u64> {
    let table = hand.table();
    table.offered(table.seat_of(who).unwrap())
}

/// The events of the game: by whom, what, and whether it lapsed.
fn events(hand: &InHand) -> Vec<(By, String, bool)> {
    let events = hand.table().rounds[0].events.iter();
    events
        .map(|event| (event.by, event.what.clone(), event.lapsed))
        .collect()
}

fn awaited(hand: &InHand) -> Vec<u8> {
    hand.table().awaited().iter().map(|seat| seat.0).collect()
}

#[test]
fn all_that_is_missing_lapses_at_once_when_the_turn_is_over() {
    let mut hand = begun(Some(5), 0);
    hand.pass(FIRST - 1);
    assert_eq!((awaited(&hand), events(&hand).len()), (vec![0, 1], 0));
    assert_eq!(hand.session.due_in(hand.now).unwrap().as_millis(), 1);
    hand.pass(1);
    let lapsed = |seat: u8| (By::Seat(Seat(seat)), "pull 0".to_owned(), true);
    assert_eq!(events(&hand), [lapsed(0), lapsed(1)]);
    assert_eq!(awaited(&hand), [2, 3], "the other side's turn");
    pull(&mut hand, BEN, None, 3).unwrap();
    hand.pass(TURN - 1);
    assert_eq!(awaited(&hand), [3]);
    hand.pass(1);
    assert_eq!(
        events(&hand)[2..],
        [(By::Seat(Seat(2)), "pull 3".to_owned(), false), lapsed(3)]
    );
    assert_eq!(awaited(&hand), [0, 1]);
    hand.assert_is_the_fold_of_its_log();
}

#[test]
fn whoever_comes_back_when_all_have_gone_has_the_whole_turn() {
    let mut hand = begun(Some(60), 0);
    let stands_in = |hand: &mut InHand, seat: u8| {
        let (seat, why) = (Seat(seat), Absence::Lapsed);
        hand.session
            .write(hand.now, &TableEvent::StoodIn { seat, why })
            .unwrap();
        hand.take();
    };
    stands_in(&mut hand, 1);
    pull(&mut hand, ANA, None, 1).unwrap();
    hand.pass(hand.settings.pace_ms);
    stands_in(&mut hand, 2);
    stands_in(&mut hand, 3);
    hand.leave(ANA).unwrap();
    assert!(hand.table().everybody_has_gone());
    hand.pass(3_600_000);
    let before = events(&hand);
    hand.act(BEN, Action::Return).unwrap();
    hand.act(DAN, Action::Return).unwrap();
    assert_eq!((hand.session.due(hand.now), awaited(&hand)), (None, vec![2, 3]));
    hand.pass(59_999);
    assert_eq!(events(&hand), before, "nothing lapses at once");
    hand.pass(1);
    assert_eq!(events(&hand).len(), before.len() + 2);
    hand.assert_is_the_fold_of_its_log();
}

#[test]
fn votes_for_a_stand_in_outlive_a_lapse_by_the_turn_clock() {
    // Where the match counts, nobody is replaced who keeps the clock.
    let unranked = Arrangement {
        hints: true,
        ..Arrangement::default()
    };
    let mut hand = arranged(Some(5), &unranked);
    hand.settings.absent_ms = 0;
    let replace = Action::Replace { seat: Seat(0) };
    hand.act(BEN, replace.clone()).unwrap();
    hand.pass(FIRST);
    assert!(events(&hand)[0].2, "Ana lapses");
    hand.pass(TURN);
    hand.act(CLEO, replace).unwrap();
    assert!(hand.table().seats[0].stand_in.is_some(), "two of the three others");
}

#[test]
fn nobody_agrees_to_a_pause_in_the_name_of_who_has_left() {
    let mut hand = begun(Some(60), 0);
    hand.act(ANA, Action::Pause).unwrap();
    hand.leave(ANA).unwrap();
    hand.act(BEN, Action::Pause).unwrap();
    assert!(!hand.table().turns.is_paused());
    hand.act(CLEO, Action::Pause).unwrap();
    assert!(hand.table().turns.is_paused(), "now somebody of either side has asked");
}

#[test]
fn a_turn_is_over_at_once_when_all_have_ordered() {
    let mut hand = begun(Some(5), 0);
    hand.pass(2_000);
    pull(&mut hand, ANA, None, 1).unwrap();
    pull(&mut hand, CLEO, None, 1).unwrap();
    assert_eq!(awaited(&hand), [2, 3]);
    assert_eq!(hand.session.due_in(hand.now).unwrap().as_millis(), 5_000);
    let deadlines = crate::referee::timers::deadlines(hand.table(), &hand.session.timers);
    assert_eq!(deadlines, [None, None, Some(hand.now + TURN), Some(hand.now + TURN)]);
}

#[test]
fn every_button_of_a_turn_is_good_until_the_turn_is_over() {
    for clock in [Some(5), None] {
        let mut hand = begun(clock, 0);
        let turn = offered(&hand, ANA);
        assert!(turn.is_some());
        pull(&mut hand, CLEO, turn, 1).unwrap();
        assert_eq!(offered(&hand, ANA), turn, "a teammate's order makes no button old");
        pull(&mut hand, CLEO, turn, 2).unwrap();
        pull(&mut hand, CLEO, turn, 3).unwrap();
        assert_eq!(events(&hand), [(By::Seat(Seat(1)), "pull 3".to_owned(), false)]);
        pull(&mut hand, ANA, turn, 0).unwrap();
        assert_eq!(pull(&mut hand, CLEO, turn, 1), Err(Denied::Stale), "now it is over");
        let next = offered(&hand, BEN);
        for who in [BEN, DAN] {
            pull(&mut hand, who, next, 0).unwrap();
        }
        assert_eq!(
            pull(&mut hand, CLEO, turn, 1),
            Err(Denied::Stale),
            "another turn has other buttons"
        );
        let fresh = offered(&hand, CLEO);
        pull(&mut hand, CLEO, fresh, 1).unwrap();
        hand.assert_is_the_fold_of_its_log();
    }
}

#[test]
fn nobody_is_warned_or_nudged_or_replaced_by_a_short_clock() {
    let mut hand = begun(Some(5), 0);
    for turn in 0..6 {
        assert_eq!(hand.act(BEN, Action::Nudge), Err(Denied::ClockHurries));
        // One of each side plays, so that the game goes on.
        let (plays, ms) = if turn % 2 == 0 { (ANA, FIRST) } else { (BEN, TURN) };
        pull(&mut hand, plays, None, 1).unwrap();
        hand.pass(ms);
    }
    let table = hand.table();
    assert!(table.is_over());
    assert!(
        table
            .seats
            .iter()
            .all(|holder| holder.stand_in.is_none() && !holder.warned)
    );
    assert_eq!(table.rounds[0].outcome.as_ref().unwrap().places, Some(vec![1, 1, 2, 2]));
    hand.assert_is_the_fold_of_its_log();
}

#[test]
fn a_clock_of_a_minute_brings_stand_ins_as_other_clocks_do() {
    let mut hand = begun(Some(60), 0);
    hand.settings.pace_ms = 24 * 3_600_000;
    for turn in 0..5 {
        let who = if turn % 2 == 0 { ANA } else { BEN };
        pull(&mut hand, who, None, 1).unwrap();
        hand.pass(70_000);
    }
    assert!(hand.table().seats[1].stand_in.is_some(), "Cleo has missed three turns");
    assert!(hand.table().seats[3].stand_in.is_none(), "Dan two");
}

#[test]
fn the_host_may_replace_who_lets_two_minutes_of_turns_pass_and_who_is_last_then() {
    let mut hand = begun(Some(5), 0);
    let replace = Action::Replace { seat: Seat(1) };
    let table = Arc::make_mut(&mut hand.session.table);
    table.seats[1].lapses = 23;
    assert!(!hand.table().is_idle(Seat(1)), "115 seconds");
    assert_ne!(hand.act(ANA, replace.clone()), Ok(()));
    pull(&mut hand, ANA, None, 1).unwrap();
    hand.pass(FIRST);
    assert!(hand.table().is_idle(Seat(1)), "24 turns of five seconds");
    hand.act(ANA, replace).unwrap();
    assert_eq!(hand.table().seats[1].stand_in, Some(Absence::Lapsed));
    assert_eq!(hand.table().forfeiters(), SeatSet::one(Seat(1)));
}

#[test]
fn the_clock_waits_where_there_is_something_to_read() {
    let mut hand = begun(Some(5), 7);
    let left = |hand: &InHand| hand.session.due_in(hand.now).unwrap().as_millis();
    pull(&mut hand, ANA, None, 3).unwrap();
    pull(&mut hand, CLEO, None, 2).unwrap();
    assert_eq!(left(&hand), 12_000, "a great pull");
    pull(&mut hand, BEN, None, 1).unwrap();
    pull(&mut hand, DAN, None, 1).unwrap();
    assert_eq!(left(&hand), 5_000);
}

#[test]
fn one_of_each_side_agrees_on_a_pause_and_anybody_ends_it() {
    let mut hand = begun(Some(5), 0);
    hand.pass(1_000);
    hand.act(CLEO, Action::Pause).unwrap();
    assert!(!hand.table().turns.is_paused());
    assert_eq!(hand.table().turns.wishes()[0].seat, Seat(1));
    assert_eq!(
        hand.act(ANA, Action::Pause),
        Err(Denied::PauseWanted),
        "her own side has asked"
    );
    hand.act(DAN, Action::Pause).unwrap();
    assert_eq!(hand.table().turns.pause, Pause::Agreed);
    assert_eq!(hand.act(BEN, Action::Pause), Err(Denied::Paused));
    hand.pass(3_600_000);
    assert_eq!(
        (awaited(&hand), events(&hand).len()),
        (vec![0, 1], 0),
        "nothing happens"
    );
    assert_eq!(pull(&mut hand, ANA, None, 1), Err(Denied::Paused));
    hand.assert_is_the_fold_of_its_log();
    hand.act(BEN, Action::Resume).unwrap();
    assert_eq!(hand.act(BEN, Action::Resume), Err(Denied::NotPaused));
    hand.pass(TURN - 1);
    assert_eq!(events(&hand).len(), 0, "the turn has its whole time again");
    hand.pass(1);
    assert_eq!(events(&hand).len(), 2);
    hand.assert_is_the_fold_of_its_log();
}

#[test]
fn a_wish_for_a_pause_is_forgotten_after_some_turns() {
    let mut hand = begun(Some(5), 0);
    hand.act(CLEO, Action::Pause).unwrap();
    for turn in 0..5 {
        pull(&mut hand, if turn % 2 == 0 { ANA } else { BEN }, None, 1).unwrap();
        hand.pass(FIRST);
    }
    assert_eq!(hand.table().turns.wishes().len(), 1);
    let mut hand = begun(Some(5), 0);
    for who in [ANA, CLEO] {
        pull(&mut hand, who, None, 1).unwrap();
    }
    hand.act(DAN, Action::Pause).unwrap();
    hand.leave(BEN).unwrap();
    hand.leave(DAN).unwrap();
    assert_eq!(hand.act(DAN, Action::Pause), Err(Denied::StoodIn));
    hand.act(ANA, Action::Pause).unwrap();
    assert_eq!(
        hand.table().turns.pause,
        Pause::Agreed,
        "nobody of the other side is there to agree"
    );
}

#[test]
fn who_has_asked_for_a_pause_has_it_once_nobody_of_the_other_side_is_left() {
    let mut hand = begun(Some(5), 0);
    hand.act(ANA, Action::Pause).unwrap();
    hand.leave(BEN).unwrap();
    assert_eq!(hand.act(ANA, Action::Pause), Err(Denied::PauseWanted), "Dan is there");
    hand.leave(DAN).unwrap();
    hand.act(ANA, Action::Pause).unwrap();
    assert_eq!(hand.table().turns.pause, Pause::Agreed);
    hand.assert_is_the_fold_of_its_log();
}

#[test]
fn nobody_is_replaced_for_what_they_do_not_do_in_a_pause() {
    let mut hand = begun(Some(5), 0);
    hand.act(ANA, Action::Pause).unwrap();
    hand.act(BEN, Action::Pause).unwrap();
    assert_eq!(hand.table().turns.pause, Pause::Agreed);
    hand.pass(3_600_000);
    let seat = hand.table().seat_of(BEN).unwrap();
    assert_eq!(hand.act(ANA, Action::Replace { seat }), Err(Denied::Paused));
    hand.act(ANA, Action::Resume).unwrap();
    assert!(matches!(
        hand.act(ANA, Action::Replace { seat }),
        Err(Denied::NotAbsent { .. } | Denied::NotWaited)
    ));
}

#[test]
fn a_table_at_which_nobody_plays_any_more_pauses_by_itself() {
    let mut hand = begun(Some(5), 0);
    hand.pass(FIRST);
    for _ in 0..4 {
        hand.pass(TURN);
        assert!(!hand.table().turns.is_paused());
    }
    hand.leave(ANA).unwrap();
    assert!(events(&hand).len() < 12, "the last turn is still open");
    let mut hand = begun(Some(5), 0);
    hand.pass(FIRST);
    for _ in 0..3 {
        hand.pass(TURN);
    }
    // Those of the north have let two turns pass, and those of the south are not there any more.
    hand.leave(BEN).unwrap();
    hand.leave(DAN).unwrap();
    hand.pass(TURN);
    assert_eq!(hand.table().turns.pause, Pause::Idle);
    let before = events(&hand).len();
    hand.pass(3_600_000);
    assert_eq!(events(&hand).len(), before);
    hand.act(CLEO, Action::Resume).unwrap();
    assert_eq!(hand.table().seats[1].lapses, 0, "she is there again");
    hand.assert_is_the_fold_of_its_log();
}

#[test]
fn the_end_of_a_turn_comes_before_computer_players_who_think() {
    let mut hand = InHand::open(&TEAM_GAME, Some(5), &Arrangement::default());
    for _ in 0..31 {
        hand.act(ANA, Action::AddComputer { level: None }).unwrap();
    }
    hand.settings.pace_ms = 1_000;
    hand.act(ANA, Action::Begin).unwrap();
    hand.now += 1_000;
    assert_eq!(hand.session.due(hand.now), Some(Due::Thought));
    hand.session.tick(hand.now, &hand.settings).unwrap();
    hand.take();
    assert_eq!(awaited(&hand).len(), 15, "one at a time");
    hand.now += FIRST;
    assert_eq!(hand.session.due(hand.now), Some(Due::Turn));
    hand.session.tick(hand.now, &hand.settings).unwrap();
    hand.take();
    assert_eq!(awaited(&hand), (16..32).collect::<Vec<u8>>());
}

#[test]
fn a_game_without_turn_clocks_has_no_pauses() {
    let mut hand = begun(None, 0);
    assert_eq!(hand.act(ANA, Action::Pause), Err(Denied::NoTurnClock));
    assert_eq!(hand.act(ANA, Action::Resume), Err(Denied::NoTurnClock));
    let turns = |timer: &crate::store::Timer| timer.kind.starts_with("turn ");
    assert!(!hand.session.timers.iter().any(turns));
}
