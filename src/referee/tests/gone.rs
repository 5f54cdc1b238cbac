use super::*;
use crate::referee::table::Table;
use crate::referee::timers::timers;
use crate::referee::{Absence, TableEvent};

const MINUTE: i64 = 60_000;

/// A table of `late` and others: those let three decisions lapse, the others choose in time.
async fn deserted(people: &[u64], late: &[u64]) -> (Fixture, u64) {
    let fixture = Fixture::new().await;
    let table = fixture.begun(people, &[], Some(60)).await;
    for _ in 0..3 {
        let snapshot = fixture.snapshot(table).await;
        for who in people.iter().filter(|who| !late.contains(who)) {
            let seat = snapshot.table.seat_of(*who).unwrap();
            let (step, what) = fixture.first_choice(table, seat).await;
            fixture.act(table, *who, Action::Choose { step, what }).await.unwrap();
        }
        fixture.advance(MINUTE);
        fixture.tick().await;
    }
    for who in late {
        let snapshot = fixture.snapshot(table).await;
        let seat = snapshot.table.seat_of(*who).unwrap();
        assert_eq!(snapshot.table.seats[seat.index()].stand_in, Some(Absence::Lapsed));
    }
    (fixture, table)
}

#[tokio::test]
async fn a_table_that_all_have_left_alone_waits_until_one_comes_back() {
    let (fixture, table) = deserted(&[ANA, BEN], &[ANA, BEN]).await;
    let left = fixture.snapshot(table).await;
    assert!(left.table.everybody_has_gone());
    assert_eq!(left.deadlines, [None, None]);
    assert_eq!(fixture.referee.store().due(i64::MAX, 10).await.unwrap(), []);
    fixture.advance(365 * 24 * 60 * MINUTE);
    fixture.tick().await;
    fixture.referee.tick(table).await.unwrap();
    assert_eq!(
        fixture.snapshot(table).await.table.seq,
        left.table.seq,
        "nothing is played"
    );

    let back = fixture.act(table, BEN, Action::Return).await.unwrap();
    assert!(!back.table.everybody_has_gone());
    assert_eq!(back.deadlines, [None, Some((fixture.settings.now)() + MINUTE)]);
    fixture.tick().await;
    let snapshot = fixture.snapshot(table).await;
    assert_eq!(
        snapshot.table.awaited().iter().collect::<Vec<_>>(),
        [Seat(1)],
        "the stand-in for Ana plays on"
    );
}

#[tokio::test]
async fn a_table_that_waits_can_be_cancelled() {
    let (fixture, table) = deserted(&[ANA, BEN], &[ANA, BEN]).await;
    assert_eq!(
        fixture.act(table, BEN, CLOSE).await.unwrap_err(),
        Denied::NotHost { host: Seat(0) }
    );
    let snapshot = fixture.act(table, ANA, CLOSE).await.unwrap();
    assert_eq!(snapshot.table.phase, Phase::Cancelled);
}

#[tokio::test]
async fn one_person_alone_with_the_computer_is_waited_for() {
    let (fixture, table) = deserted(&[ANA], &[ANA]).await;
    let seq = fixture.snapshot(table).await.table.seq;
    fixture.advance(24 * 60 * MINUTE);
    fixture.referee.tick(table).await.unwrap();
    assert_eq!(fixture.snapshot(table).await.table.seq, seq);
}

#[tokio::test]
async fn who_is_only_late_is_waited_for_when_the_last_one_leaves_and_runs_the_table_then() {
    let (fixture, table) = deserted(&[ANA, BEN], &[BEN]).await;
    let snapshot = fixture.leave(table, ANA).await.unwrap();
    assert_eq!(snapshot.table.phase, Phase::Playing);
    assert!(snapshot.table.everybody_has_gone());
    let snapshot = fixture.act(table, BEN, Action::Return).await.unwrap();
    assert_eq!(snapshot.table.host, BEN, "the host has left");
    let snapshot = fixture.leave(table, BEN).await.unwrap();
    assert_eq!(snapshot.table.phase, Phase::Cancelled, "now nobody is to be expected");
}

#[tokio::test]
async fn no_game_begins_by_itself_where_everybody_has_gone() {
    let fixture = Fixture::new().await;
    let id = fixture.begun(&[ANA, BEN], &[("games", 2.into())], None).await;
    let snapshot = fixture.play_round(id, &mut SeededSource::new(1)).await;
    let now = (fixture.settings.now)();
    let count = |table: &Table| timers(table, &[], now, i64::MIN, &fixture.settings).len();
    let mut table = Table::clone(&snapshot.table);
    assert_eq!((table.phase, count(&table)), (Phase::Between, 1));
    for seat in [Seat(0), Seat(1)] {
        let why = Absence::Lapsed;
        table.apply(now, &TableEvent::StoodIn { seat, why }).unwrap();
    }
    assert_eq!(count(&table), 0);
    table.apply(now, &TableEvent::Returned { seat: Seat(1) }).unwrap();
    assert_eq!(count(&table), 1);
}
