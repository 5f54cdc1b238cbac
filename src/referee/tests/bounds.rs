//! What nobody may have without an end: tables, entries of a log, a channel.

use super::*;
use crate::referee::restless::MOST;
use crate::referee::{Origin, TableEvent};

/// Asks something in a channel.
async fn in_channel(
    fixture: &Fixture,
    channel: u64,
    table: u64,
    who: u64,
    action: Action,
) -> Result<TableSnapshot, Denied> {
    let request = ActionRequest {
        interaction: fixture.interaction(),
        who: person(who),
        from: Some(Origin {
            channel,
            moderator: false,
        }),
        action,
    };
    fixture.referee.act(table, request).await
}

/// Somebody who sits nowhere.
const EVE: u64 = 1005;

/// A game of two against two without a clock, and one of those who are to give their orders first, which they may change.
async fn battle(fixture: &Fixture) -> (u64, u64) {
    let table = fixture.begun_game("binmat", &[ANA, BEN, CLEO, DAN], &[], None).await;
    let snapshot = fixture.snapshot(table).await;
    let seat = snapshot.table.awaited().iter().next().unwrap();
    (table, snapshot.table.seats[seat.index()].person.as_ref().unwrap().id)
}

/// An order that does nothing.
fn order() -> Action {
    Action::Choose {
        step: None,
        what: "--".to_owned(),
    }
}

/// The last entry of a table's log.
async fn last_event(fixture: &Fixture, table: u64) -> TableEvent {
    let stored = fixture.referee.store().load(table).await.unwrap().unwrap();
    serde_json::from_str(&stored.entries.last().unwrap().event).unwrap()
}

#[tokio::test]
async fn nobody_opens_or_sits_down_at_a_twenty_first_table() {
    let mut fixture = Fixture::new().await;
    let most = Store::MOST_TABLES as u64;
    let mut tables = Vec::new();
    for channel in 0..most {
        tables.push(fixture.open_in(channel).await.table.id);
    }
    let opening = Opening {
        channel: 100,
        ..fixture.opening("binome")
    };
    let denied = fixture.referee.open(opening.clone()).await.unwrap_err();
    assert_eq!(denied, Denied::ManyTables);
    assert_eq!(
        fixture.referee.table_at(100).await.unwrap(),
        None,
        "the channel stays free"
    );
    assert_eq!(fixture.referee.may_sit_down(ANA).await, Err(Denied::ManyTables));
    let others = Opening {
        host: person(BEN),
        ..opening
    };
    let table = fixture.referee.open(others).await.unwrap().table.id;
    let denied = fixture.act(table, ANA, Action::Sit).await.unwrap_err();
    assert_eq!(denied, Denied::ManyTables);
    assert_eq!(
        fixture.snapshot(table).await.table.seats.len(),
        1,
        "who was refused does not sit there"
    );
    fixture.act(table, CLEO, Action::Sit).await.unwrap();
    // The way out that the refusal names, also after a restart.
    fixture.restart().await;
    fixture.leave(tables[0], ANA).await.unwrap();
    let snapshot = fixture.act(table, ANA, Action::Sit).await.unwrap();
    assert_eq!(snapshot.table.seats.len(), 3);
}

#[tokio::test]
async fn of_two_last_tables_at_once_a_person_gets_one() {
    let fixture = Fixture::new().await;
    for channel in 1..Store::MOST_TABLES as u64 {
        fixture.open_in(channel).await;
    }
    let opening = |channel| Opening {
        channel,
        ..fixture.opening("binome")
    };
    let (first, second) = (opening(100), opening(200));
    let (first, second) = tokio::join!(fixture.referee.open(first), fixture.referee.open(second));
    let mut refused = [first, second].into_iter().filter_map(Result::err);
    assert_eq!((refused.next(), refused.next()), (Some(Denied::ManyTables), None));
}

#[tokio::test]
async fn fifteen_hundred_presses_in_a_lobby_write_a_bounded_log() {
    let fixture = Fixture::new().await;
    let table = fixture.open().await;
    let mut refused = 0;
    for press in 0..1500 {
        let done = match press % 2 {
            0 => fixture.act(table, BEN, Action::Sit).await,
            _ => fixture.leave(table, BEN).await,
        };
        match done {
            Ok(_) => {}
            Err(Denied::RestlessLobby) => refused += 1,
            // Who could not sit down does not sit there.
            Err(denied) => assert_eq!(denied, Denied::NotSeated),
        }
    }
    let snapshot = fixture.snapshot(table).await;
    assert_eq!(snapshot.table.seq, 1 + u64::from(MOST));
    assert!(refused > 600, "{refused}");
    // The host, too, and everybody else for themselves.
    for press in 0..1500 {
        let action = match press % 2 {
            0 => Action::AddComputer { level: None },
            _ => Action::RemoveComputer,
        };
        let _ = fixture.act(table, ANA, action).await;
    }
    assert_eq!(fixture.snapshot(table).await.table.seq, 1 + 2 * u64::from(MOST));
    fixture.act(table, CLEO, Action::Sit).await.unwrap();
    fixture.act(table, ANA, Action::Begin).await.unwrap();
}

#[tokio::test]
async fn fifteen_hundred_presses_in_a_match_write_a_bounded_log_and_nobody_is_locked_out() {
    let mut fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], None).await;
    let began = fixture.snapshot(table).await.table.seq;
    for press in 0..1500 {
        let _ = match press % 2 {
            0 => fixture.leave(table, BEN).await,
            _ => fixture.act(table, BEN, Action::Return).await,
        };
        if press == 700 {
            fixture.restart().await;
        }
    }
    let snapshot = fixture.snapshot(table).await;
    let written = snapshot.table.seq - began;
    assert!((u64::from(MOST)..=u64::from(MOST) + 2).contains(&written), "{written}");
    assert_eq!(snapshot.table.seats[1].stand_in, None, "they may always come back");
    assert_eq!(fixture.leave(table, BEN).await.unwrap_err(), Denied::Restless);
    // As soon as the game waits for somebody anew.
    for (seat, who) in [(0, ANA), (1, BEN)] {
        let (step, what) = fixture.first_choice(table, Seat(seat)).await;
        fixture.act(table, who, Action::Choose { step, what }).await.unwrap();
    }
    fixture.leave(table, BEN).await.unwrap();
}

#[tokio::test]
async fn who_changes_their_mind_fifteen_hundred_times_writes_a_bounded_log() {
    let fixture = Fixture::new().await;
    let (table, first) = battle(&fixture).await;
    let began = fixture.snapshot(table).await.table.seq;
    let mut refused = 0;
    for _ in 0..1500 {
        match fixture.act(table, first, order()).await {
            Ok(_) => {}
            Err(denied) => {
                assert_eq!(denied, Denied::Restless);
                refused += 1;
            }
        }
    }
    assert_eq!(fixture.snapshot(table).await.table.seq, began + 1 + u64::from(MOST));
    assert_eq!(refused, 1499 - MOST);
}

#[tokio::test]
async fn a_match_without_a_clock_may_be_closed_by_anybody_after_a_week_of_silence() {
    let mut fixture = Fixture::new().await;
    let (table, first) = battle(&fixture).await;
    let week = fixture.settings.abandoned_ms;
    fixture.advance(week / 2);
    fixture.act(table, first, order()).await.unwrap();
    let from = (fixture.settings.now)() + week;
    // A change of mind is nobody's business, and no action that could be told by the moment.
    fixture.advance(1000);
    fixture.act(table, first, order()).await.unwrap();
    fixture.advance(week - 2000);
    fixture.restart().await;
    fixture.tick().await;
    let host = fixture.snapshot(table).await.table.seat_of(ANA).unwrap();
    let denied = in_channel(&fixture, CHANNEL, table, EVE, Action::AskCancel).await;
    assert_eq!(denied.unwrap_err(), Denied::NotAbandoned { host, from });
    in_channel(&fixture, CHANNEL, table, BEN, CLOSE).await.unwrap();
    let again = in_channel(&fixture, CHANNEL, table, BEN, CLOSE).await.unwrap_err();
    let from = from + week - 1000;
    assert_eq!(
        again,
        Denied::CloseVotedAlready { missing: 3, from },
        "a wish is an action"
    );
    fixture.advance(week - 1);
    fixture.tick().await;
    let denied = in_channel(&fixture, CHANNEL, table, EVE, CLOSE).await;
    assert!(matches!(denied, Err(Denied::NotAbandoned { .. })), "{denied:?}");
    fixture.advance(1);
    let asked = in_channel(&fixture, CHANNEL, table, EVE, Action::AskCancel).await;
    let Err(Denied::Unsure { last, own: false, .. }) = asked else {
        panic!("they are asked first: {asked:?}");
    };
    let elsewhere = in_channel(&fixture, CHANNEL + 1, table, EVE, CLOSE).await;
    assert_eq!(elsewhere.unwrap_err(), Denied::NoTable);
    let snapshot = in_channel(&fixture, CHANNEL, table, EVE, Action::Cancel { last })
        .await
        .unwrap();
    assert_eq!(snapshot.table.forfeiters(), last, "they were told who is last");
    assert_eq!(
        (snapshot.table.phase, snapshot.table.abandoned),
        (Phase::Cancelled, Some(true))
    );
    assert_eq!(
        last_event(&fixture, table).await,
        TableEvent::Abandoned {
            person: EVE,
            forfeits: true
        }
    );
    assert_eq!(fixture.referee.table_at(CHANNEL).await.unwrap(), None);
}

#[tokio::test]
async fn a_clock_that_runs_keeps_strangers_from_closing_a_match() {
    let fixture = Fixture::new().await;
    let days = 30 * 24 * 3600;
    let table = fixture.begun(&[ANA, BEN], &[], Some(days)).await;
    fixture.advance(fixture.settings.abandoned_ms * 2);
    let denied = in_channel(&fixture, CHANNEL, table, DAN, CLOSE).await;
    assert_eq!(denied.unwrap_err(), Denied::NotHost { host: Seat(0) });
}

#[tokio::test]
async fn the_host_takes_somebody_out_of_the_lobby_for_good() {
    let mut fixture = Fixture::new().await;
    let table = fixture.open().await;
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    fixture.act(table, CLEO, Action::Sit).await.unwrap();
    let remove = |person| Action::Remove { person };
    for (who, whom, why) in [
        (BEN, CLEO, Denied::NotHost { host: Seat(0) }),
        (ANA, ANA, Denied::OwnSeat),
        (ANA, DAN, Denied::NobodyThere),
    ] {
        assert_eq!(fixture.act(table, who, remove(whom)).await.unwrap_err(), why);
    }
    let snapshot = fixture.act(table, ANA, remove(BEN)).await.unwrap();
    assert_eq!((snapshot.table.seats.len(), snapshot.table.seat_of(BEN)), (2, None));
    assert!(fixture.referee.store().seated(BEN).await.unwrap().is_empty());
    fixture.restart().await;
    assert_eq!(fixture.act(table, BEN, Action::Sit).await.unwrap_err(), Denied::Removed);
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    assert_eq!(
        fixture.act(table, ANA, remove(CLEO)).await.unwrap_err(),
        Denied::Begun,
        "nobody is taken out of a match"
    );
}

#[tokio::test]
async fn who_was_taken_out_sits_down_on_no_side_either() {
    let fixture = Fixture::new().await;
    let table = fixture.open_game("binmat", &[], None).await.unwrap().table.id;
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    fixture.act(table, ANA, Action::Remove { person: BEN }).await.unwrap();
    for action in [Action::Sit, Action::SitOn { side: 0 }, Action::SitOn { side: 1 }] {
        assert_eq!(fixture.act(table, BEN, action).await.unwrap_err(), Denied::Removed);
    }
}
