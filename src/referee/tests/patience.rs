//! How long somebody is waited for whom no clock hurries.

use super::*;
use crate::referee::Absence;

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

fn replace(seat: u8) -> Action {
    Action::Replace { seat: Seat(seat) }
}

fn not_absent(seconds: i64, sooner: Option<i64>) -> Denied {
    let whole = |seconds: i64| u32::try_from(seconds).unwrap();
    Denied::NotAbsent {
        seconds: whole(seconds),
        sooner: sooner.map(whole),
    }
}

/// Lets time pass, and do what it brings.
async fn pass(fixture: &Fixture, table: u64, ms: i64) {
    fixture.advance(ms);
    fixture.referee.tick(table).await.unwrap();
}

#[tokio::test]
async fn without_a_clock_a_host_waits_a_day_for_somebody() {
    let mut fixture = Fixture::new().await;
    // The computer does not choose before Ben is back.
    fixture.settings.pace_ms = MINUTE;
    fixture.restart().await;
    let table = fixture.begun(&[ANA, BEN], &[], None).await;
    let day = DAY / 1000;
    assert_eq!(
        fixture.act(table, ANA, replace(1)).await.unwrap_err(),
        not_absent(day, None)
    );
    pass(&fixture, table, fixture.settings.absent_ms).await;
    assert_eq!(
        fixture.act(table, ANA, replace(1)).await.unwrap_err(),
        not_absent(day - 120, None),
        "two minutes are for tables with a clock"
    );
    pass(&fixture, table, HOUR).await;
    assert_eq!(
        fixture.act(table, ANA, replace(1)).await.unwrap_err(),
        not_absent(day - 120 - 3600, None),
        "one alone is not most of them"
    );
    pass(&fixture, table, DAY - HOUR - 120_001).await;
    fixture.restart().await;
    assert_eq!(
        fixture.act(table, ANA, replace(1)).await.unwrap_err(),
        not_absent(1, None)
    );
    assert!(!fixture.snapshot(table).await.table.seats[1].overdue);
    pass(&fixture, table, 1).await;
    assert!(
        fixture.snapshot(table).await.table.seats[1].overdue,
        "which everybody may know"
    );
    let snapshot = fixture.act(table, ANA, replace(1)).await.unwrap();
    assert_eq!(snapshot.table.seats[1].stand_in, Some(Absence::Lapsed));
    let snapshot = fixture.act(table, BEN, Action::Return).await.unwrap();
    assert!(
        !snapshot.table.seats[1].overdue,
        "who comes back has the whole day again"
    );
    assert_eq!(
        fixture.act(table, ANA, replace(1)).await.unwrap_err(),
        not_absent(day, None)
    );
}

/// A match without a clock, of Ana, `others` and a computer player, so that it counts for nobody.
async fn beside_a_computer(fixture: &Fixture, others: &[u64]) -> u64 {
    let table = fixture.open_game("binome", &[], None).await.unwrap().table.id;
    for who in others {
        fixture.act(table, *who, Action::Sit).await.unwrap();
    }
    fixture
        .act(table, ANA, Action::AddComputer { level: None })
        .await
        .unwrap();
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    table
}

/// Else most of those who play could do away with a match that somebody else leads, or make that person last.
#[tokio::test]
async fn a_match_that_counts_waits_a_day_for_somebody_without_a_clock() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN, CLEO], &[], None).await;
    let told = fixture.snapshot(table).await.patience[1].unwrap();
    assert_eq!(told.together, None);
    pass(&fixture, table, DAY - 1).await;
    for who in [ANA, CLEO] {
        let why = fixture.act(table, who, replace(1)).await.unwrap_err();
        assert_eq!(why, not_absent(1, None));
    }
    assert_eq!(fixture.snapshot(table).await.table.votes().count(), 0);
    pass(&fixture, table, 1).await;
    let snapshot = fixture.act(table, ANA, replace(1)).await.unwrap();
    assert_eq!(snapshot.table.seats[1].stand_in, Some(Absence::Lapsed));
}

#[tokio::test]
async fn where_nothing_counts_most_of_the_others_need_not_wait_longer_than_an_hour_without_a_clock() {
    let fixture = Fixture::new().await;
    let table = beside_a_computer(&fixture, &[BEN, CLEO, DAN]).await;
    let [day, hour] = [DAY / 1000, HOUR / 1000];
    for who in [ANA, BEN] {
        let why = fixture.act(table, who, replace(3)).await.unwrap_err();
        assert_eq!(why, not_absent(day, Some(hour)));
    }
    pass(&fixture, table, HOUR - 1).await;
    let why = fixture.act(table, ANA, replace(3)).await.unwrap_err();
    assert_eq!(why, not_absent(day - hour + 1, Some(1)));
    pass(&fixture, table, 1).await;
    let moderator = |action| ActionRequest {
        interaction: fixture.interaction(),
        who: person(1005),
        from: Some(crate::referee::Origin {
            channel: CHANNEL,
            moderator: true,
        }),
        action,
    };
    let why = fixture.referee.act(table, moderator(replace(3))).await.unwrap_err();
    assert_eq!(why, not_absent(day - hour, None), "who does not play has no voice");
    let snapshot = fixture.act(table, ANA, replace(3)).await.unwrap();
    assert!(
        !snapshot.table.seats[3].automatic() && snapshot.table.votes().count() == 1,
        "the host is one of them"
    );
    assert_eq!(
        fixture.act(table, ANA, replace(3)).await.unwrap_err(),
        Denied::VotedAlready { missing: 1 }
    );
    let snapshot = fixture.act(table, CLEO, replace(3)).await.unwrap();
    assert_eq!(snapshot.table.seats[3].stand_in, Some(Absence::Replaced));
    pass(&fixture, table, DAY - HOUR).await;
    let snapshot = fixture.referee.act(table, moderator(replace(1))).await.unwrap();
    assert!(snapshot.table.seats[1].automatic(), "after a day a moderator alone");
}

/// Lets the clock run out for everybody whom the game waits for, and then the time after which they may be replaced.
async fn late(fixture: &Fixture, table: u64, clock: i64) {
    pass(fixture, table, clock).await;
    pass(fixture, table, fixture.settings.absent_ms.max(clock / 4)).await;
}

#[tokio::test]
async fn where_a_clock_runs_nobody_alone_replaces_who_has_kept_it() {
    let fixture = Fixture::new().await;
    for people in [&[ANA, BEN, CLEO][..], &[ANA, BEN]] {
        let table = fixture.begun(people, &[], Some(3600)).await;
        assert_eq!(fixture.snapshot(table).await.patience, vec![None; people.len()]);
        let in_time = Err(Denied::InTime { sooner: None });
        let asks = async |who| fixture.act(table, who, replace(1)).await.map(drop);
        pass(&fixture, table, fixture.settings.absent_ms).await;
        assert_eq!(asks(ANA).await, in_time, "nor do most of the others");
        pass(&fixture, table, HOUR - fixture.settings.absent_ms).await;
        assert!(fixture.snapshot(table).await.table.was_late(Seat(1)));
        let asked_again = not_absent(900, None);
        assert_eq!(asks(ANA).await, Err(asked_again), "who was late has a quarter more");
        pass(&fixture, table, HOUR / 4 - 1).await;
        assert!(asks(ANA).await.is_err());
        pass(&fixture, table, 1).await;
        assert_eq!(asks(ANA).await, Ok(()), "now she alone may");
        let snapshot = fixture.snapshot(table).await;
        assert_eq!(snapshot.table.seats[1].stand_in, Some(Absence::Lapsed));
        fixture.close(table, ANA).await.unwrap();
    }
}

#[tokio::test]
async fn who_chooses_or_comes_back_has_kept_the_clock_again() {
    let mut fixture = Fixture::new().await;
    fixture.settings.pace_ms = MINUTE;
    fixture.restart().await;
    let table = fixture.begun(&[ANA, BEN], &[], Some(3600)).await;
    late(&fixture, table, HOUR).await;
    fixture.act(table, ANA, replace(1)).await.unwrap();
    let back = fixture.act(table, BEN, Action::Return).await.unwrap();
    assert!(!back.table.was_late(Seat(1)));
    pass(&fixture, table, fixture.settings.absent_ms).await;
    let in_time = Denied::InTime { sooner: None };
    assert_eq!(fixture.act(table, ANA, replace(1)).await.unwrap_err(), in_time);
    late(&fixture, table, HOUR).await;
    assert!(fixture.snapshot(table).await.table.was_late(Seat(1)));
    for who in [ANA, BEN] {
        let seat = back.table.seat_of(who).unwrap();
        let (step, what) = fixture.first_choice(table, seat).await;
        fixture.act(table, who, Action::Choose { step, what }).await.unwrap();
    }
    pass(&fixture, table, fixture.settings.absent_ms).await;
    assert_eq!(fixture.act(table, ANA, replace(1)).await.unwrap_err(), in_time);
}

#[tokio::test]
async fn without_a_clock_nobody_is_replaced_for_a_day_in_which_the_bot_was_away() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], None).await;
    pass(&fixture, table, DAY).await;
    fixture.referee.suspend_clocks((fixture.settings.now)()).await;
    fixture.advance(DAY);
    fixture.referee.resume_clocks().await.unwrap();
    let hour = HOUR / 1000;
    assert_eq!(
        fixture.act(table, ANA, replace(1)).await.unwrap_err(),
        not_absent(hour, None)
    );
    pass(&fixture, table, HOUR - 1).await;
    assert_eq!(
        fixture.act(table, ANA, replace(1)).await.unwrap_err(),
        not_absent(1, None)
    );
    pass(&fixture, table, 1).await;
    fixture.act(table, ANA, replace(1)).await.unwrap();
}

#[tokio::test]
async fn a_day_without_a_clock_is_a_day_in_which_the_bot_was_there() {
    let mut fixture = Fixture::new().await;
    fixture.referee.give_back().await.unwrap();
    let table = fixture.begun(&[ANA, BEN], &[], None).await;
    pass(&fixture, table, MINUTE).await;
    // Its listener heard nobody for a day; then it was not running for ten hours more.
    fixture.referee.suspend_clocks((fixture.settings.now)()).await;
    fixture.advance(DAY);
    fixture.referee.resume_clocks().await.unwrap();
    let left = async |fixture: &Fixture| match fixture.act(table, ANA, replace(1)).await {
        Err(Denied::NotAbsent { seconds, .. }) => i64::from(seconds) * 1000,
        other => panic!("{other:?}"),
    };
    assert_eq!(left(&fixture).await, DAY - MINUTE);
    pass(&fixture, table, 2 * HOUR).await;
    fixture.referee.store().alive((fixture.settings.now)()).await.unwrap();
    fixture.restart().await;
    fixture.advance(10 * HOUR);
    fixture.referee.give_back().await.unwrap();
    assert_eq!(left(&fixture).await, DAY - MINUTE - 2 * HOUR);
    pass(&fixture, table, DAY - MINUTE - 2 * HOUR - 1).await;
    assert_eq!(left(&fixture).await, 1000);
    pass(&fixture, table, 1).await;
    assert!(fixture.act(table, ANA, replace(1)).await.unwrap().table.seats[1].automatic());
}

#[tokio::test]
async fn a_table_of_an_earlier_version_is_waited_for_from_when_it_was_asked() {
    let mut fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], None).await;
    let seq = fixture.snapshot(table).await.table.seq;
    let bare = crate::store::Append {
        timers: Some(Vec::new()),
        ..crate::store::Append::new(table, seq, (fixture.settings.now)())
    };
    fixture.referee.store().append(bare).await.unwrap();
    fixture.restart().await;
    fixture.advance(DAY - HOUR);
    let why = fixture.act(table, ANA, replace(1)).await.unwrap_err();
    assert_eq!(why, not_absent(HOUR / 1000, None));
    fixture.advance(HOUR);
    fixture.act(table, ANA, Action::Nudge).await.unwrap();
    fixture.referee.tick(table).await.unwrap();
    let snapshot = fixture.snapshot(table).await;
    assert!(snapshot.table.seats[1].overdue && snapshot.patience[1].is_none());
    fixture.act(table, ANA, replace(1)).await.unwrap();
}

#[test]
fn what_is_still_to_wait_is_said_in_hours_and_minutes() {
    let said = |seconds, sooner| {
        let words = crate::words::Words::embedded().unwrap();
        let phrase = Denied::NotAbsent { seconds, sooner }.phrase();
        words.text("en", &phrase, &crate::words::Numbered)
    };
    for (seconds, time) in [
        (1, "In 1 second "),
        (90, "In 90 seconds "),
        (91, "In 2 minutes "),
        (120, "In 2 minutes "),
        (5400, "In 90 minutes "),
        (5401, "In 2 hours "),
        (82_801, "In 24 hours "),
        (82_800, "In 23 hours "),
        (86_400, "In 24 hours "),
    ] {
        let told = said(seconds, None);
        assert!(told.contains(time), "{seconds}: {told}");
    }
    let told = said(82_800, Some(1200));
    assert!(
        told.contains("In 23 hours ") && told.contains("in 20 minutes if most of you"),
        "{told}"
    );
}

#[tokio::test]
async fn nobody_has_the_computer_play_for_themselves_and_loses_nothing() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], Some(600)).await;
    late(&fixture, table, 600_000).await;
    let denied = fixture.act(table, ANA, replace(0)).await.unwrap_err();
    assert_eq!(denied, Denied::OwnSeat, "though she is the host, and has waited");
    fixture.act(table, ANA, replace(1)).await.unwrap();
}
