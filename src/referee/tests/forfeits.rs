//! Who leaves a match, is away, or closes it alone is last in it, and the match counts for those who stayed.

use super::*;
use crate::rules::SeatSet;
use crate::store::Standing;

const CLOSE: Action = Action::Cancel { forfeits: false };
const CLOSE_AND_LOSE: Action = Action::Cancel { forfeits: true };

/// A game of Binome that is the whole match, in which Ana has chosen first.
async fn begun(fixture: &Fixture, people: &[u64]) -> u64 {
    let table = fixture.begun(people, &[("games", 1.into())], None).await;
    chooses(fixture, table, ANA).await;
    table
}

/// A person makes the first of their choices.
async fn chooses(fixture: &Fixture, table: u64, who: u64) {
    let snapshot = fixture.snapshot(table).await;
    let seat = snapshot.table.seat_of(who).unwrap();
    let (step, what) = fixture.first_choice(table, seat).await;
    fixture.act(table, who, Action::Choose { step, what }).await.unwrap();
}

/// Plays on to the end: people choose at random, and stand-ins when they are due.
async fn played_out(fixture: &Fixture, table: u64) -> TableSnapshot {
    let mut source = SeededSource::new(3);
    loop {
        let snapshot = fixture.snapshot(table).await;
        if snapshot.table.is_over() {
            return snapshot;
        }
        let awaited = snapshot.table.awaited();
        let person = awaited
            .iter()
            .find(|seat| !snapshot.table.seats[seat.index()].automatic());
        if let Some(seat) = person {
            let play = snapshot.table.play.as_ref().unwrap();
            let what = play.random_choice(seat, &mut source).unwrap();
            let who = snapshot.table.seats[seat.index()].person.as_ref().unwrap().id;
            let step = snapshot.table.asked(seat);
            fixture.act(table, who, Action::Choose { step, what }).await.unwrap();
        } else {
            fixture.advance(60_000);
            fixture.tick().await;
        }
    }
}

/// Matches won and played by a person, by the leaderboard; `None` if they are not on it.
async fn matches(fixture: &Fixture, game: &str, person: u64) -> Option<(u32, u32)> {
    let standings = fixture.board(game).await;
    let row = |row: &&Standing| row.person == person;
    standings
        .rows
        .iter()
        .find(row)
        .map(|row| (row.matches_won, row.matches))
}

#[tokio::test]
async fn who_leaves_is_last_and_the_match_counts_for_who_stayed() {
    let fixture = Fixture::new().await;
    let table = begun(&fixture, &[ANA, BEN]).await;
    fixture.act(table, ANA, LEAVE).await.unwrap();
    let over = played_out(&fixture, table).await;
    assert!(!over.table.rounds[0].assisted);
    assert_eq!(over.table.forfeiters(), SeatSet::one(Seat(0)));
    assert_eq!(
        over.table.match_places(),
        Some(vec![2, 1]),
        "whatever the stand-in has reached"
    );
    assert_eq!(matches(&fixture, "binome", ANA).await, Some((0, 1)));
    assert_eq!(matches(&fixture, "binome", BEN).await, Some((1, 1)));
}

#[tokio::test]
async fn nobody_forfeits_before_the_first_choice() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[("games", 1.into())], None).await;
    fixture.act(table, ANA, LEAVE).await.unwrap();
    fixture.advance(60_000);
    fixture.tick().await;
    let over = played_out(&fixture, table).await;
    assert!(over.table.rounds[0].assisted, "the stand-in chose before Ben");
    assert_eq!(fixture.board("binome").await.total, 0);
}

#[tokio::test]
async fn who_comes_back_before_the_stand_in_chooses_loses_nothing() {
    let mut fixture = Fixture::new().await;
    fixture.settings.pace_ms = 30_000;
    fixture.restart().await;
    let table = begun(&fixture, &[ANA, BEN]).await;
    fixture.act(table, BEN, LEAVE).await.unwrap();
    let back = fixture.act(table, BEN, Action::Return).await.unwrap();
    assert!(back.table.forfeiters().is_empty());
    fixture.act(table, BEN, LEAVE).await.unwrap();
    fixture.advance(60_000);
    fixture.tick().await;
    let back = fixture.act(table, BEN, Action::Return).await.unwrap();
    assert!(back.table.has_forfeited(Seat(1)), "the stand-in has chosen");
    let over = played_out(&fixture, table).await;
    assert_eq!(over.table.match_places(), Some(vec![1, 2]));
}

#[tokio::test]
async fn the_host_who_closes_alone_is_told_and_is_last() {
    let fixture = Fixture::new().await;
    let table = begun(&fixture, &[ANA, BEN]).await;
    let unsure = Denied::Unsure { table, forfeits: true };
    assert_eq!(fixture.act(table, ANA, Action::AskCancel).await.unwrap_err(), unsure);
    assert_eq!(
        fixture.act(table, ANA, CLOSE).await.unwrap_err(),
        unsure,
        "who was told of something milder is asked again"
    );
    let closed = fixture.act(table, ANA, CLOSE_AND_LOSE).await.unwrap();
    assert_eq!(closed.table.phase, Phase::Cancelled);
    assert_eq!(closed.table.match_places(), Some(vec![2, 1]));
    assert_eq!(matches(&fixture, "binome", ANA).await, Some((0, 1)));
    assert_eq!(matches(&fixture, "binome", BEN).await, Some((1, 1)));
}

#[tokio::test]
async fn closing_by_common_consent_counts_for_nobody() {
    let fixture = Fixture::new().await;
    let table = begun(&fixture, &[ANA, BEN]).await;
    fixture.act(table, BEN, Action::AskCancel).await.unwrap();
    let unsure = Denied::Unsure { table, forfeits: false };
    assert_eq!(fixture.act(table, ANA, Action::AskCancel).await.unwrap_err(), unsure);
    fixture.act(table, ANA, CLOSE).await.unwrap();
    assert_eq!(fixture.board("binome").await.total, 0);
}

#[tokio::test]
async fn a_moderator_who_does_not_play_closes_for_nobody() {
    let fixture = Fixture::new().await;
    let table = begun(&fixture, &[ANA, BEN]).await;
    let request = ActionRequest {
        interaction: fixture.interaction(),
        who: person(DAN),
        from: Some(crate::referee::Origin {
            channel: CHANNEL,
            moderator: true,
        }),
        action: CLOSE,
    };
    fixture.referee.act(table, request).await.unwrap();
    assert_eq!(fixture.board("binome").await.total, 0);
}

#[tokio::test]
async fn those_who_stay_may_end_the_match_as_it_stands() {
    let fixture = Fixture::new().await;
    // For two: whoever stayed has won.
    let table = begun(&fixture, &[ANA, BEN]).await;
    fixture.act(table, ANA, LEAVE).await.unwrap();
    fixture.act(table, BEN, LEAVE_LAST).await.unwrap();
    assert_eq!(matches(&fixture, "binome", BEN).await, Some((1, 1)));
    assert_eq!(matches(&fixture, "binome", ANA).await, Some((0, 1)));
    // For three, before a game is over: nobody has won, but somebody has lost.
    let table = begun(&fixture, &[ANA, BEN, CLEO]).await;
    fixture.act(table, ANA, LEAVE).await.unwrap();
    fixture.act(table, CLEO, Action::AskCancel).await.unwrap();
    fixture.act(table, BEN, CLOSE).await.unwrap();
    assert_eq!(matches(&fixture, "binome", CLEO).await, None);
    assert_eq!(matches(&fixture, "binome", ANA).await, Some((0, 2)));
}

#[tokio::test]
async fn a_computer_at_the_table_still_makes_a_match_count_for_nobody() {
    let fixture = Fixture::new().await;
    let table = fixture.open_with(&[("games", 1.into())], None).await.unwrap().table.id;
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    fixture
        .act(table, ANA, Action::AddComputer { level: None })
        .await
        .unwrap();
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    chooses(&fixture, table, ANA).await;
    fixture.act(table, ANA, LEAVE).await.unwrap();
    played_out(&fixture, table).await;
    assert_eq!(fixture.board("binome").await.total, 0);
}

#[tokio::test]
async fn whom_a_match_has_waited_for_a_week_is_last_when_somebody_closes_it() {
    let fixture = Fixture::new().await;
    let table = begun(&fixture, &[ANA, BEN]).await;
    fixture.advance(fixture.settings.abandoned_ms + 1);
    fixture.tick().await;
    let close = async |forfeits| {
        let request = ActionRequest {
            interaction: fixture.interaction(),
            who: person(BEN),
            from: Some(crate::referee::Origin {
                channel: CHANNEL,
                moderator: false,
            }),
            action: Action::Cancel { forfeits },
        };
        fixture.referee.act(table, request).await
    };
    let unsure = Denied::Unsure { table, forfeits: true };
    assert_eq!(close(false).await.unwrap_err(), unsure, "the match waits for Ben alone");
    let closed = close(true).await.unwrap();
    assert!(closed.table.abandoned.is_some() && closed.table.has_forfeited(Seat(1)));
    assert_eq!(matches(&fixture, "binome", ANA).await, Some((1, 1)));
    assert_eq!(matches(&fixture, "binome", BEN).await, Some((0, 1)));
}

/// A request to close a match from its own channel, by a moderator or not.
async fn closes(fixture: &Fixture, table: u64, who: u64, moderator: bool) -> Result<TableSnapshot, Denied> {
    let request = ActionRequest {
        interaction: fixture.interaction(),
        who: person(who),
        from: Some(crate::referee::Origin {
            channel: CHANNEL,
            moderator,
        }),
        action: Action::Cancel { forfeits: true },
    };
    fixture.referee.act(table, request).await
}

#[tokio::test]
async fn after_a_week_it_is_the_same_whoever_closes_a_match_that_waits_for_somebody() {
    const MODERATOR: u64 = 77;
    for (who, moderator) in [(ANA, false), (BEN, false), (MODERATOR, true), (MODERATOR, false)] {
        let fixture = Fixture::new().await;
        let table = begun(&fixture, &[ANA, BEN]).await;
        fixture.advance(fixture.settings.abandoned_ms + 1);
        fixture.tick().await;
        let closed = closes(&fixture, table, who, moderator).await.unwrap();
        assert_eq!(closed.table.abandoned, Some(true), "{who}");
        assert_eq!(matches(&fixture, "binome", ANA).await, Some((1, 1)), "{who}");
        assert_eq!(matches(&fixture, "binome", BEN).await, Some((0, 1)), "{who}");
    }
}

#[tokio::test]
async fn whom_nobody_could_hear_is_not_last_for_being_waited_for() {
    const STRANGER: u64 = 78;
    for (who, last) in [(ANA, Some(Seat(0))), (BEN, Some(Seat(1))), (STRANGER, None)] {
        let fixture = Fixture::new().await;
        let table = begun(&fixture, &[ANA, BEN]).await;
        fixture.advance(fixture.settings.abandoned_ms + 1);
        fixture.tick().await;
        fixture.referee.suspend_clocks((fixture.settings.now)()).await;
        fixture.referee.resume_clocks().await.unwrap();
        let closed = closes(&fixture, table, who, false).await.unwrap();
        assert_eq!(closed.table.abandoned, None, "{who}");
        assert_eq!(closed.table.forfeiters().iter().next(), last, "{who}");
    }
}

#[tokio::test]
async fn whoever_agrees_to_close_a_match_after_a_week_is_not_last() {
    let fixture = Fixture::new().await;
    let table = begun(&fixture, &[ANA, BEN]).await;
    fixture
        .act(table, BEN, Action::Cancel { forfeits: false })
        .await
        .unwrap();
    fixture.advance(fixture.settings.abandoned_ms + 1);
    fixture.tick().await;
    let closed = closes(&fixture, table, ANA, false).await.unwrap();
    assert!(closed.table.abandoned.is_none() && closed.table.forfeiters().is_empty());
    assert_eq!(fixture.board("binome").await.total, 0);
}

#[test]
fn a_match_that_was_abandoned_before_counts_for_nobody_still() {
    let read = |text: &str| serde_json::from_str::<crate::referee::TableEvent>(text).unwrap();
    let before = r#"{"type":"abandoned","person":7}"#;
    let abandoned = |forfeits| crate::referee::TableEvent::Abandoned { person: 7, forfeits };
    assert_eq!(read(before), abandoned(false));
    assert_eq!(serde_json::to_string(&abandoned(false)).unwrap(), before);
    assert_eq!(
        read(r#"{"type":"abandoned","person":7,"forfeits":true}"#),
        abandoned(true)
    );
}
