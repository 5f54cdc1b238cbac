use std::time::Duration;

use super::*;
use crate::referee::{Absence, TableEvent};
use crate::store::{Append, Timer};

const MINUTE: i64 = 60_000;

#[tokio::test]
async fn a_choice_lapses_when_the_clock_runs_out_and_not_before() {
    let house = House::new().await;
    let table = house.begun(&[ANA, BEN], &[], Some(60)).await;
    let snapshot = house.snapshot(table).await;
    assert_eq!(snapshot.deadlines[0], Some((house.settings.now)() + MINUTE));
    house.advance(MINUTE - 1);
    house.tick().await;
    let warned = house.snapshot(table).await;
    assert!(
        warned.table.seats.iter().all(|holder| holder.warned),
        "a warning comes before"
    );
    assert_eq!(
        warned.table.rounds[0].events.len(),
        snapshot.table.rounds[0].events.len()
    );
    house.advance(1);
    house.tick().await;
    let lapsed = house.snapshot(table).await;
    let events = &lapsed.table.rounds[0].events[snapshot.table.rounds[0].events.len()..];
    assert_eq!(events.iter().filter(|event| event.lapsed).count(), 2);
    assert!(!events.last().unwrap().lapsed, "the next roll follows");
    assert!(
        lapsed.table.seats.iter().all(|holder| !holder.warned),
        "a new decision, a new warning"
    );
}

#[tokio::test]
async fn what_is_due_comes_at_its_time_so_that_no_press_can_hasten_it() {
    let mut house = House::new().await;
    let table = house.begun(&[ANA, BEN], &[], Some(60)).await;
    house.advance(MINUTE - 5);
    house.snapshot(table).await;
    while house.changes.try_recv().is_ok() {}
    house.advance(5);
    // Nobody looks or presses, and the clocks' hand does not come by.
    let due = tokio::time::timeout(Duration::from_secs(60), house.changes.recv()).await;
    assert_eq!(due.ok().flatten().map(|change| change.table), Some(table));
    assert_eq!(
        house.snapshot(table).await.deadlines[0],
        Some((house.settings.now)() + MINUTE)
    );
}

/// A table where all choose in secret, a minute long, and the stand-in for Ben thinks for a minute and a half.
async fn sealed() -> (House, u64) {
    let mut house = House::new().await;
    house.settings.pace_ms = 90_000;
    house.restart().await;
    let secrets = [("secrets", true.into())];
    let table = house.begun(&[ANA, BEN, CLEO], &secrets, Some(60)).await;
    house.act(table, BEN, Action::Leave).await.unwrap();
    (house, table)
}

/// Ana and Cleo are late, and the stand-in for Ben still thinks.
async fn two_are_late(house: &House, table: u64) -> TableSnapshot {
    house.advance(MINUTE);
    house.tick().await;
    let snapshot = house.snapshot(table).await;
    assert_eq!(snapshot.table.awaited().iter().collect::<Vec<_>>(), [Seat(1)]);
    snapshot
}

/// The stand-in for Ben has thought.
async fn the_last_one_chooses(house: &House, table: u64) -> TableSnapshot {
    house.advance(30_000);
    house.tick().await;
    house.snapshot(table).await
}

#[tokio::test]
async fn a_lapse_is_told_only_when_it_betrays_nothing() {
    let (house, table) = sealed().await;
    assert_eq!(two_are_late(&house, table).await.table.told_lapses(), []);
    let snapshot = the_last_one_chooses(&house, table).await;
    assert_eq!(snapshot.table.told_lapses(), [Seat(0), Seat(2)]);
    let what = house.first_choice(table, Seat(0)).await.1;
    let snapshot = house
        .act(table, ANA, Action::Choose { step: None, what })
        .await
        .unwrap();
    assert_eq!(
        snapshot.table.told_lapses(),
        [Seat(2)],
        "who decides again is no longer late"
    );
}

#[tokio::test]
async fn who_comes_back_when_the_time_is_over_has_none_to_choose_when_others_have_passed() {
    let (house, table) = sealed().await;
    let asked = two_are_late(&house, table).await.table.asked(Seat(1));
    house.act(table, BEN, Action::Return).await.unwrap();
    let snapshot = house.snapshot(table).await;
    assert_eq!(snapshot.table.told_lapses(), [0, 1, 2].map(Seat));
    assert_ne!(snapshot.table.asked(Seat(1)), asked);
}

#[tokio::test]
async fn a_stand_in_for_the_late_comes_only_when_that_betrays_nothing() {
    let (house, table) = sealed().await;
    for before in 0..3 {
        let snapshot = two_are_late(&house, table).await;
        assert_eq!(snapshot.table.seats[0].lapses, before + 1);
        assert_eq!(
            snapshot.table.seats[0].stand_in, None,
            "the stand-in for Ben still chooses"
        );
        the_last_one_chooses(&house, table).await;
    }
    let snapshot = house.snapshot(table).await;
    assert_eq!(snapshot.table.seats[0].stand_in, Some(Absence::Lapsed));
    assert_eq!(snapshot.table.seats[2].stand_in, Some(Absence::Lapsed));
    assert!(snapshot.table.rounds[0].assisted);
}

#[tokio::test]
async fn three_lapses_in_a_row_bring_a_stand_in_until_the_player_comes_back() {
    let house = House::new().await;
    let table = house.begun(&[ANA, BEN], &[], Some(60)).await;
    for round in 0..3 {
        let step = house.snapshot(table).await.table.asked(Seat(0));
        let what = house.first_choice(table, Seat(0)).await.1;
        house.act(table, ANA, Action::Choose { step, what }).await.unwrap();
        assert!(
            house.snapshot(table).await.table.seats[1].stand_in.is_none(),
            "after {round} lapses"
        );
        house.advance(MINUTE);
        house.tick().await;
    }
    let snapshot = house.snapshot(table).await;
    assert_eq!(snapshot.table.seats[1].stand_in, Some(Absence::Lapsed));
    assert_eq!(snapshot.table.seats[0].stand_in, None);
    let back = house.act(table, BEN, Action::Return).await.unwrap();
    assert_eq!((back.table.seats[1].stand_in, back.table.seats[1].lapses), (None, 0));
}

#[tokio::test]
async fn who_leaves_and_comes_back_gains_no_time_by_it() {
    let mut house = House::new().await;
    house.settings.pace_ms = MINUTE;
    house.restart().await;
    let table = house.begun(&[ANA, BEN], &[], Some(60)).await;
    let due = house.snapshot(table).await.deadlines[0];
    house.advance(50_000);
    house.act(table, ANA, Action::Leave).await.unwrap();
    house.advance(1000);
    let back = house.act(table, ANA, Action::Return).await.unwrap();
    assert_eq!(back.deadlines[0], due);
    assert!(!back.table.rounds[0].assisted, "nothing was chosen in her name");

    // What the bot was not there for is given to those who came back, too.
    house.act(table, ANA, Action::Leave).await.unwrap();
    house.referee.store().alive((house.settings.now)()).await.unwrap();
    house.advance(3_600_000);
    house.restart().await;
    house.referee.give_back().await.unwrap();
    let back = house.act(table, ANA, Action::Return).await.unwrap();
    assert_eq!(back.deadlines[0], due.map(|at| at + 3_600_000), "as much as to Ben");
    assert_eq!(back.deadlines[1], back.deadlines[0]);
}

#[tokio::test]
async fn an_answer_in_time_starts_the_count_anew() {
    let house = House::new().await;
    let table = house.begun(&[ANA, BEN], &[], Some(60)).await;
    for answers in [false, false, true, false, false] {
        if answers {
            let what = house.first_choice(table, Seat(1)).await.1;
            house
                .act(table, BEN, Action::Choose { step: None, what })
                .await
                .unwrap();
        }
        let what = house.first_choice(table, Seat(0)).await.1;
        house
            .act(table, ANA, Action::Choose { step: None, what })
            .await
            .unwrap();
        if !answers {
            house.advance(MINUTE);
            house.tick().await;
        }
    }
    assert_eq!(house.snapshot(table).await.table.seats[1].stand_in, None);
}

#[tokio::test]
async fn clocks_survive_a_restart_and_the_bots_absence_is_given_back() {
    let mut house = House::new().await;
    let table = house.begun(&[ANA, BEN], &[], Some(60)).await;
    let before = house.snapshot(table).await;
    house.advance(20_000);
    house.referee.store().alive((house.settings.now)()).await.unwrap();
    house.advance(3_600_000);
    house.restart().await;
    house.referee.give_back().await.unwrap();
    let after = house.snapshot(table).await;
    assert_eq!(after.deadlines[0], before.deadlines[0].map(|at| at + 3_600_000));
    house.advance(39_999);
    house.tick().await;
    assert_eq!(
        house.snapshot(table).await.table.rounds[0].events,
        before.table.rounds[0].events
    );
    house.advance(1);
    house.tick().await;
    assert_ne!(
        house.snapshot(table).await.table.rounds[0].events,
        before.table.rounds[0].events
    );
}

#[tokio::test]
async fn the_next_game_begins_by_itself_after_a_minute() {
    let house = House::new().await;
    let table = house.begun(&[ANA, BEN], &[("games", 2.into())], None).await;
    let snapshot = house.play_round(table, &mut SeededSource::new(1)).await;
    assert_eq!((snapshot.table.phase, snapshot.table.round()), (Phase::Between, 1));
    assert_eq!(snapshot.next_round_at, Some((house.settings.now)() + MINUTE));
    house.advance(MINUTE);
    house.tick().await;
    let snapshot = house.snapshot(table).await;
    assert_eq!((snapshot.table.phase, snapshot.table.round()), (Phase::Playing, 2));
    let late = house.act(table, BEN, Action::NextRound { after: 1 }).await;
    assert_eq!(late.unwrap_err(), Denied::Stale);
}

#[tokio::test]
async fn a_timer_of_another_version_is_dropped() {
    let mut house = House::new().await;
    let table = house.begun(&[ANA, BEN], &[], None).await;
    let strange = Timer {
        kind: "of another version".to_owned(),
        seat: None,
        at: 0,
        gives_back: false,
    };
    let append = Append {
        timers: Some(vec![strange]),
        ..Append::new(table, house.snapshot(table).await.table.seq, 0)
    };
    house.referee.store().append(append).await.unwrap();
    house.restart().await;
    house.tick().await;
    let now = (house.settings.now)();
    assert_eq!(house.referee.store().due(now, 10).await.unwrap(), []);
}

#[tokio::test]
async fn a_table_without_a_clock_waits_for_ever() {
    let house = House::new().await;
    let table = house.begun(&[ANA, BEN], &[], None).await;
    let before = house.snapshot(table).await.table;
    house.advance(1000 * 24 * 3_600_000);
    house.tick().await;
    let after = house.snapshot(table).await.table;
    assert_eq!(after.rounds[0].events, before.rounds[0].events);
    let late = |seat: usize| after.seats[seat].overdue && after.seats[seat].stand_in.is_none();
    assert!(late(0) && late(1), "it only says for how long");
    assert_eq!(house.referee.store().due(i64::MAX, 10).await.unwrap(), [], "and once");
}

#[test]
fn an_entry_of_the_log_reads_as_it_was_written() {
    let entry = TableEvent::StoodIn {
        seat: Seat(3),
        why: Absence::Replaced,
    };
    let text = serde_json::to_string(&entry).unwrap();
    assert_eq!(text, r#"{"type":"stood_in","seat":3,"why":"replaced"}"#);
    assert_eq!(serde_json::from_str::<TableEvent>(&text).unwrap(), entry);
}
