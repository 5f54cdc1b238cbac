use std::time::Duration;

use super::*;
use crate::referee::{Absence, TableEvent};
use crate::store::{Append, Timer};

const MINUTE: i64 = 60_000;

#[tokio::test]
async fn a_choice_lapses_when_the_clock_runs_out_and_not_before() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], Some(60)).await;
    let snapshot = fixture.snapshot(table).await;
    assert_eq!(snapshot.deadlines[0], Some((fixture.settings.now)() + MINUTE));
    fixture.advance(MINUTE - 1);
    fixture.tick().await;
    let warned = fixture.snapshot(table).await;
    assert!(
        warned.table.seats.iter().all(|holder| holder.warned),
        "a warning comes before"
    );
    assert_eq!(
        warned.table.rounds[0].events.len(),
        snapshot.table.rounds[0].events.len()
    );
    fixture.advance(1);
    fixture.tick().await;
    let lapsed = fixture.snapshot(table).await;
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
    let mut fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], Some(60)).await;
    fixture.advance(MINUTE - 5);
    fixture.snapshot(table).await;
    while fixture.changes.try_recv().is_ok() {}
    fixture.advance(5);
    // Nobody looks or presses, and the clocks' hand does not come by.
    let due = tokio::time::timeout(Duration::from_secs(60), fixture.changes.recv()).await;
    assert_eq!(due.ok().flatten().map(|change| change.table), Some(table));
    assert_eq!(
        fixture.snapshot(table).await.deadlines[0],
        Some((fixture.settings.now)() + MINUTE)
    );
}

/// A table where all choose in secret, a minute long, and the stand-in for Ben thinks for a minute and a half.
async fn sealed() -> (Fixture, u64) {
    let mut fixture = Fixture::new().await;
    fixture.settings.pace_ms = 90_000;
    fixture.restart().await;
    let secrets = [("secrets", true.into())];
    let table = fixture.begun(&[ANA, BEN, CLEO], &secrets, Some(60)).await;
    fixture.leave(table, BEN).await.unwrap();
    (fixture, table)
}

/// Ana and Cleo are late, and the stand-in for Ben still thinks.
async fn two_are_late(fixture: &Fixture, table: u64) -> TableSnapshot {
    fixture.advance(MINUTE);
    fixture.tick().await;
    let snapshot = fixture.snapshot(table).await;
    assert_eq!(snapshot.table.awaited().iter().collect::<Vec<_>>(), [Seat(1)]);
    snapshot
}

/// The stand-in for Ben has thought.
async fn the_last_one_chooses(fixture: &Fixture, table: u64) -> TableSnapshot {
    fixture.advance(30_000);
    fixture.tick().await;
    fixture.snapshot(table).await
}

#[tokio::test]
async fn a_lapse_is_told_only_when_it_betrays_nothing() {
    let (fixture, table) = sealed().await;
    assert_eq!(two_are_late(&fixture, table).await.table.told_lapses(), []);
    let snapshot = the_last_one_chooses(&fixture, table).await;
    assert_eq!(snapshot.table.told_lapses(), [Seat(0), Seat(2)]);
    let what = fixture.first_choice(table, Seat(0)).await.1;
    let snapshot = fixture
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
    let (fixture, table) = sealed().await;
    let asked = two_are_late(&fixture, table).await.table.asked(Seat(1));
    fixture.act(table, BEN, Action::Return).await.unwrap();
    let snapshot = fixture.snapshot(table).await;
    assert_eq!(snapshot.table.told_lapses(), [0, 1, 2].map(Seat));
    assert_ne!(snapshot.table.asked(Seat(1)), asked);
}

#[tokio::test]
async fn a_stand_in_for_the_late_comes_only_when_that_betrays_nothing() {
    let (fixture, table) = sealed().await;
    for before in 0..3 {
        let snapshot = two_are_late(&fixture, table).await;
        assert_eq!(snapshot.table.seats[0].lapses, before + 1);
        assert_eq!(
            snapshot.table.seats[0].stand_in, None,
            "the stand-in for Ben still chooses"
        );
        the_last_one_chooses(&fixture, table).await;
    }
    let snapshot = fixture.snapshot(table).await;
    assert_eq!(snapshot.table.seats[0].stand_in, Some(Absence::Lapsed));
    assert_eq!(snapshot.table.seats[2].stand_in, Some(Absence::Lapsed));
    assert!(snapshot.table.rounds[0].assisted);
}

#[tokio::test]
async fn three_lapses_in_a_row_bring_a_stand_in_until_the_player_comes_back() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], Some(60)).await;
    for round in 0..3 {
        let step = fixture.snapshot(table).await.table.asked(Seat(0));
        let what = fixture.first_choice(table, Seat(0)).await.1;
        fixture.act(table, ANA, Action::Choose { step, what }).await.unwrap();
        assert!(
            fixture.snapshot(table).await.table.seats[1].stand_in.is_none(),
            "after {round} lapses"
        );
        fixture.advance(MINUTE);
        fixture.tick().await;
    }
    let snapshot = fixture.snapshot(table).await;
    assert_eq!(snapshot.table.seats[1].stand_in, Some(Absence::Lapsed));
    assert_eq!(snapshot.table.seats[0].stand_in, None);
    let back = fixture.act(table, BEN, Action::Return).await.unwrap();
    assert_eq!((back.table.seats[1].stand_in, back.table.seats[1].lapses), (None, 0));
}

#[tokio::test]
async fn who_leaves_and_comes_back_gains_no_time_by_it() {
    let mut fixture = Fixture::new().await;
    fixture.settings.pace_ms = MINUTE;
    fixture.restart().await;
    let table = fixture.begun(&[ANA, BEN], &[], Some(60)).await;
    let due = fixture.snapshot(table).await.deadlines[0];
    fixture.advance(50_000);
    fixture.leave(table, ANA).await.unwrap();
    fixture.advance(1000);
    let back = fixture.act(table, ANA, Action::Return).await.unwrap();
    assert_eq!(back.deadlines[0], due);
    assert!(!back.table.rounds[0].assisted, "nothing was chosen in her name");

    // What the bot was not there for is given to those who came back, too.
    fixture.leave(table, ANA).await.unwrap();
    fixture.referee.store().alive((fixture.settings.now)()).await.unwrap();
    fixture.advance(3_600_000);
    fixture.restart().await;
    fixture.referee.give_back().await.unwrap();
    let back = fixture.act(table, ANA, Action::Return).await.unwrap();
    assert_eq!(back.deadlines[0], due.map(|at| at + 3_600_000), "as much as to Ben");
    assert_eq!(back.deadlines[1], back.deadlines[0]);
}

#[tokio::test]
async fn an_answer_in_time_starts_the_count_anew() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], Some(60)).await;
    for answers in [false, false, true, false, false] {
        if answers {
            let what = fixture.first_choice(table, Seat(1)).await.1;
            fixture
                .act(table, BEN, Action::Choose { step: None, what })
                .await
                .unwrap();
        }
        let what = fixture.first_choice(table, Seat(0)).await.1;
        fixture
            .act(table, ANA, Action::Choose { step: None, what })
            .await
            .unwrap();
        if !answers {
            fixture.advance(MINUTE);
            fixture.tick().await;
        }
    }
    assert_eq!(fixture.snapshot(table).await.table.seats[1].stand_in, None);
}

#[tokio::test]
async fn clocks_survive_a_restart_and_the_bots_absence_is_given_back() {
    let mut fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], Some(60)).await;
    let before = fixture.snapshot(table).await;
    fixture.advance(20_000);
    fixture.referee.store().alive((fixture.settings.now)()).await.unwrap();
    fixture.advance(3_600_000);
    fixture.restart().await;
    fixture.referee.give_back().await.unwrap();
    let after = fixture.snapshot(table).await;
    assert_eq!(after.deadlines[0], before.deadlines[0].map(|at| at + 3_600_000));
    fixture.advance(39_999);
    fixture.tick().await;
    assert_eq!(
        fixture.snapshot(table).await.table.rounds[0].events,
        before.table.rounds[0].events
    );
    fixture.advance(1);
    fixture.tick().await;
    assert_ne!(
        fixture.snapshot(table).await.table.rounds[0].events,
        before.table.rounds[0].events
    );
}

#[tokio::test]
async fn the_next_game_begins_by_itself_after_a_minute() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[("games", 2.into())], None).await;
    let snapshot = fixture.play_round(table, &mut SeededSource::new(1)).await;
    assert_eq!((snapshot.table.phase, snapshot.table.round()), (Phase::Between, 1));
    assert_eq!(snapshot.next_round_at, Some((fixture.settings.now)() + MINUTE));
    fixture.advance(MINUTE);
    fixture.tick().await;
    let snapshot = fixture.snapshot(table).await;
    assert_eq!((snapshot.table.phase, snapshot.table.round()), (Phase::Playing, 2));
    let late = fixture.act(table, BEN, Action::NextRound { after: 1 }).await;
    assert_eq!(late.unwrap_err(), Denied::Stale);
}

#[tokio::test]
async fn a_timer_of_another_version_is_dropped() {
    let mut fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], None).await;
    let strange = Timer {
        kind: "of another version".to_owned(),
        seat: None,
        at: 0,
        gives_back: false,
    };
    let append = Append {
        timers: Some(vec![strange]),
        ..Append::new(table, fixture.snapshot(table).await.table.seq, 0)
    };
    fixture.referee.store().append(append).await.unwrap();
    fixture.restart().await;
    fixture.tick().await;
    let now = (fixture.settings.now)();
    assert_eq!(fixture.referee.store().due(now, 10).await.unwrap(), []);
}

#[tokio::test]
async fn a_table_without_a_clock_waits_for_ever() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], None).await;
    let before = fixture.snapshot(table).await.table;
    fixture.advance(1000 * 24 * 3_600_000);
    fixture.tick().await;
    let after = fixture.snapshot(table).await.table;
    assert_eq!(after.rounds[0].events, before.rounds[0].events);
    let late = |seat: usize| after.seats[seat].overdue && after.seats[seat].stand_in.is_none();
    assert!(late(0) && late(1), "it only says for how long");
    let years = (fixture.settings.now)() + 20_000 * 24 * 3_600_000;
    assert_eq!(fixture.referee.store().due(years, 10).await.unwrap(), [], "and once");
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
