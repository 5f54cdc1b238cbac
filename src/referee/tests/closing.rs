//! Closing a match: who may, and who is last then.

use super::forfeits::{begun, matches, played_out};
use super::*;

const CLOSE_AND_LOSE: Action = Action::Cancel {
    last: SeatSet::one(Seat(0)),
};

#[tokio::test]
async fn the_host_who_closes_alone_is_told_and_is_last() {
    let fixture = Fixture::new().await;
    let table = begun(&fixture, &[ANA, BEN]).await;
    let unsure = Denied::Unsure {
        table,
        last: SeatSet::one(Seat(0)),
        own: true,
    };
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
    let unsure = Denied::Unsure {
        table,
        last: SeatSet::EMPTY,
        own: false,
    };
    assert_eq!(fixture.act(table, ANA, Action::AskCancel).await.unwrap_err(), unsure);
    fixture.act(table, ANA, CLOSE).await.unwrap();
    assert_eq!(fixture.board("binome").await.total, 0);
}

/// A host who closed a match would make a draw of it for the others, whoever leads. So the host leaves, and they play on.
#[tokio::test]
async fn most_of_those_who_play_cannot_take_a_match_from_who_would_win() {
    let fixture = Fixture::new().await;
    let table = begun(&fixture, &[ANA, BEN, CLEO]).await;
    fixture.act(table, BEN, Action::AskCancel).await.unwrap();
    let voted = fixture.act(table, ANA, CLOSE_AND_LOSE).await.unwrap();
    assert_eq!(
        (voted.table.phase, voted.table.votes().count()),
        (Phase::Playing, 2),
        "Cleo has not agreed"
    );
    let already = Denied::VotedAlready { missing: 1 };
    assert_eq!(fixture.act(table, ANA, Action::AskCancel).await.unwrap_err(), already);
    fixture.leave(table, ANA).await.unwrap();
    assert_eq!(
        fixture.act(table, ANA, Action::AskCancel).await.unwrap_err(),
        Denied::StoodIn,
        "who has left ends it for nobody"
    );
    let over = played_out(&fixture, table).await;
    assert_eq!(over.table.phase, Phase::Finished);
    let places = over.table.match_places().unwrap();
    assert_eq!(places[0], 3);
    assert!(places[1..].contains(&1) && places[1..].contains(&2), "{places:?}");
}

#[tokio::test]
async fn a_moderator_ends_a_match_of_several_unless_they_play_it() {
    for (who, plays) in [(CLEO, true), (77, false)] {
        let fixture = Fixture::new().await;
        let table = begun(&fixture, &[ANA, BEN, CLEO]).await;
        let asked = closes(&fixture, table, who, true).await.unwrap();
        assert_eq!(asked.table.phase == Phase::Playing, plays);
        assert_eq!(asked.table.votes().count(), usize::from(plays));
    }
}

/// After a week of silence the match ends for all of them, whoever asks.
#[tokio::test]
async fn after_a_week_the_host_may_close_a_match_of_several_as_anybody_may() {
    let fixture = Fixture::new().await;
    let table = begun(&fixture, &[ANA, BEN, CLEO]).await;
    fixture.advance(fixture.settings.abandoned_ms + 1);
    fixture.tick().await;
    let closed = closes(&fixture, table, ANA, false).await.unwrap();
    assert_eq!(closed.table.abandoned, Some(true));
    assert!(!closed.table.has_forfeited(Seat(0)), "it did not wait for her");
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
async fn whom_a_match_has_waited_for_a_week_is_last_when_somebody_closes_it() {
    let fixture = Fixture::new().await;
    let table = begun(&fixture, &[ANA, BEN]).await;
    fixture.advance(fixture.settings.abandoned_ms + 1);
    fixture.tick().await;
    let ben = SeatSet::one(Seat(1));
    let ask = async |who, last: Option<SeatSet>| {
        let action = last.map_or(Action::AskCancel, |last| Action::Cancel { last });
        in_channel(&fixture, table, who, false, action).await
    };
    let unsure = |own| Denied::Unsure { table, last: ben, own };
    for told in [None, Some(SeatSet::EMPTY), Some(SeatSet::one(Seat(0)))] {
        assert_eq!(
            ask(BEN, told).await.unwrap_err(),
            unsure(true),
            "the match waits for Ben alone"
        );
        assert_eq!(
            ask(ANA, told).await.unwrap_err(),
            unsure(false),
            "she hears who is last"
        );
    }
    let closed = ask(ANA, Some(ben)).await.unwrap();
    assert!(closed.table.abandoned.is_some() && closed.table.has_forfeited(Seat(1)));
    assert_eq!(matches(&fixture, "binome", ANA).await, Some((1, 1)));
    assert_eq!(matches(&fixture, "binome", BEN).await, Some((0, 1)));
}

/// A request from the channel of a match, by a moderator or not.
async fn in_channel(
    fixture: &Fixture,
    table: u64,
    who: u64,
    moderator: bool,
    action: Action,
) -> Result<TableSnapshot, Denied> {
    let request = ActionRequest {
        interaction: fixture.interaction(),
        who: person(who),
        from: Some(crate::referee::Origin {
            channel: CHANNEL,
            moderator,
        }),
        action,
    };
    fixture.referee.act(table, request).await
}

/// Somebody closes a match from its own channel, by a moderator or not, whoever is last then.
async fn closes(fixture: &Fixture, table: u64, who: u64, moderator: bool) -> Result<TableSnapshot, Denied> {
    match in_channel(fixture, table, who, moderator, Action::AskCancel).await {
        Err(Denied::Unsure { last, .. }) => in_channel(fixture, table, who, moderator, Action::Cancel { last }).await,
        done => done,
    }
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
async fn a_week_in_which_the_bot_was_away_makes_nobody_last() {
    const HOUR: i64 = 3_600_000;
    for waits_on in [false, true] {
        let fixture = Fixture::new().await;
        let table = begun(&fixture, &[ANA, BEN]).await;
        let week = fixture.settings.abandoned_ms;
        fixture.advance(HOUR);
        fixture.referee.suspend_clocks((fixture.settings.now)()).await;
        fixture.advance(week);
        fixture.referee.resume_clocks().await.unwrap();
        fixture.advance(if waits_on { week - HOUR } else { week - HOUR - 1 });
        fixture.tick().await;
        let closed = closes(&fixture, table, ANA, false).await.unwrap();
        let last = if waits_on { Seat(1) } else { Seat(0) };
        assert_eq!(closed.table.abandoned, waits_on.then_some(true));
        assert_eq!(closed.table.forfeiters(), SeatSet::one(last));
    }
}

#[tokio::test]
async fn whoever_agrees_to_close_a_match_after_a_week_is_not_last() {
    let fixture = Fixture::new().await;
    let table = begun(&fixture, &[ANA, BEN]).await;
    fixture.act(table, BEN, CLOSE).await.unwrap();
    fixture.advance(fixture.settings.abandoned_ms + 1);
    fixture.tick().await;
    let for_nobody = Denied::Unsure {
        table,
        last: SeatSet::EMPTY,
        own: false,
    };
    let ask = in_channel(&fixture, table, ANA, false, Action::AskCancel);
    assert_eq!(
        ask.await.unwrap_err(),
        for_nobody,
        "his vote stands, and she hears what follows"
    );
    let told_otherwise = Action::Cancel {
        last: SeatSet::one(Seat(1)),
    };
    let closes_otherwise = in_channel(&fixture, table, ANA, false, told_otherwise);
    assert_eq!(
        closes_otherwise.await.unwrap_err(),
        for_nobody,
        "who was told otherwise is asked again"
    );
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
