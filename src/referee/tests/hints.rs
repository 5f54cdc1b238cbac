//! Hints: who gets one, what it says, and that a match with hints is not ranked.

use super::*;
use crate::referee::{TableEvent, TermsChange};

fn allow(hints: bool) -> Action {
    Action::ChangeTerms(TermsChange {
        hints: Some(hints),
        ..TermsChange::default()
    })
}

/// A table of Ana's and Ben's, begun, at which hints are allowed or not.
async fn begun(fixture: &Fixture, hints: bool) -> u64 {
    let table = fixture.open_game("binary", &[], None).await.unwrap().table.id;
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    if hints {
        fixture.act(table, ANA, allow(true)).await.unwrap();
    }
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    table
}

async fn hint(fixture: &Fixture, table: u64, who: u64) -> Result<(TableSnapshot, Seat, String), Denied> {
    let request = ActionRequest {
        interaction: fixture.interaction(),
        who: person(who),
        from: None,
        action: Action::Hint,
    };
    fixture.referee.hint(table, request).await
}

/// Who has to choose, and who has not.
async fn asked(fixture: &Fixture, table: u64) -> (u64, u64) {
    let at = fixture.snapshot(table).await.table;
    let asked = |who: u64| at.seat_of(who).and_then(|seat| at.asked(seat)).is_some();
    assert_ne!(asked(ANA), asked(BEN));
    if asked(ANA) { (ANA, BEN) } else { (BEN, ANA) }
}

#[tokio::test]
async fn whoever_has_to_choose_gets_a_choice_and_the_same_when_asked_again() {
    let mut fixture = Fixture::new().await;
    let table = begun(&fixture, true).await;
    let (who, _) = asked(&fixture, table).await;
    let (snapshot, seat, what) = hint(&fixture, table, who).await.unwrap();
    assert_eq!(snapshot.table.seat_of(who), Some(seat));
    assert!(snapshot.table.takes(seat, &what), "{what}");
    assert_eq!(hint(&fixture, table, who).await.unwrap().2, what);
    fixture.restart().await;
    assert_eq!(
        hint(&fixture, table, who).await.unwrap().2,
        what,
        "after a restart, too"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_is_what_the_strongest_computer_player_would_choose() {
    let mut fixture = Fixture::new().await;
    fixture.settings.thinks = true;
    fixture.restart().await;
    let table = begun(&fixture, true).await;
    let (who, _) = asked(&fixture, table).await;
    let (snapshot, seat, what) = hint(&fixture, table, who).await.unwrap();
    assert!(snapshot.table.takes(seat, &what), "{what}");
    assert_eq!(hint(&fixture, table, who).await.unwrap().2, what);
}

#[tokio::test]
async fn there_is_no_hint_where_the_host_allows_none_or_for_whom_the_game_does_not_wait() {
    let fixture = Fixture::new().await;
    let denied = async |table, who| hint(&fixture, table, who).await.map(|(_, _, what)| what).unwrap_err();
    let table = begun(&fixture, false).await;
    let (who, _) = asked(&fixture, table).await;
    assert_eq!(denied(table, who).await, Denied::NoHints);
    assert!(!fixture.snapshot(table).await.table.rounds[0].assisted);
    fixture.close(table, ANA).await.ok();
    fixture.close(table, BEN).await.ok();

    let table = begun(&fixture, true).await;
    let (who, other) = asked(&fixture, table).await;
    assert_eq!(denied(table, other).await, Denied::NotAwaited);
    assert_eq!(denied(table, CLEO).await, Denied::NotSeated);
    assert!(
        !fixture.snapshot(table).await.table.rounds[0].hinted,
        "what is denied changes nothing"
    );
    fixture.leave(table, who).await.unwrap();
    assert_eq!(denied(table, who).await, Denied::StoodIn);
}

#[tokio::test]
async fn the_host_allows_hints_in_the_lobby_alone_and_may_change_their_mind() {
    let fixture = Fixture::new().await;
    let table = fixture.open_game("binary", &[], Some(60)).await.unwrap().table.id;
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    let host = Denied::NotHost { host: Seat(0) };
    assert_eq!(fixture.act(table, BEN, allow(true)).await.unwrap_err(), host);
    for hints in [true, false, true] {
        let snapshot = fixture.act(table, ANA, allow(hints)).await.unwrap();
        assert_eq!(snapshot.table.hints, hints);
        assert_eq!(
            snapshot.table.clock,
            Some(Clock { seconds: 60 }),
            "the clock is as it was"
        );
    }
    assert_eq!(
        hint(&fixture, table, ANA).await.map(|(_, _, what)| what),
        Err(Denied::NotBegun)
    );
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    assert_eq!(fixture.act(table, ANA, allow(false)).await.unwrap_err(), Denied::Begun);
}

#[tokio::test]
async fn the_lobby_decides_whether_a_match_is_ranked_and_no_hint_does() {
    for (allowed, taken) in [(false, false), (true, false), (true, true)] {
        let mut fixture = Fixture::new().await;
        let table = begun(&fixture, allowed).await;
        if taken {
            let (who, _) = asked(&fixture, table).await;
            hint(&fixture, table, who).await.unwrap();
        }
        fixture.restart().await;
        let began = fixture.snapshot(table).await.table;
        assert_eq!(
            (began.unranked, began.leaving_costs(Seat(0))),
            (allowed, !allowed),
            "from the beginning"
        );
        let snapshot = fixture.play_round(table, &mut SeededSource::new(3)).await;
        assert_eq!(
            (snapshot.table.rounds[0].assisted, snapshot.table.rounds[0].hinted),
            (allowed, taken)
        );
        assert_eq!(fixture.board("binary").await.total, if allowed { 0 } else { 2 });
    }
}

#[test]
fn a_match_from_before_is_ranked_until_somebody_takes_a_hint() {
    let mut hand = super::table::InHand::open(crate::games::find("binary").unwrap(), None, &Arrangement::default());
    hand.act(ANA, allow(true)).unwrap();
    hand.act(BEN, Action::Sit).unwrap();
    let mut table = hand.again();
    let (options, seats) = table.laid().unwrap();
    let began = TableEvent::Began {
        options,
        seats,
        edition: 1,
        forfeits: true,
    };
    for event in [began, TableEvent::RoundBegan { round: 1 }] {
        table.apply(0, &event).unwrap();
    }
    assert!(!table.rounds[0].assisted && !table.unranked);
    let unranked = TableEvent::Unranked;
    assert!(
        table.apply(0, &unranked).is_err(),
        "nothing changes that once a game has begun"
    );
    hand.act(ANA, Action::Begin).unwrap();
    assert!(hand.again().unranked && hand.table().rounds[0].assisted);
}

#[tokio::test]
async fn a_rematch_has_hints_if_the_match_had() {
    let fixture = Fixture::new().await;
    let opening = Opening {
        arrangement: Arrangement {
            hints: true,
            ..Arrangement::default()
        },
        clock: Some(Clock { seconds: 60 }),
        ..fixture.opening("binary")
    };
    let snapshot = fixture.referee.open(opening).await.unwrap();
    assert!(snapshot.table.hints);
    assert_eq!(snapshot.table.clock, Some(Clock { seconds: 60 }));
}

#[test]
fn a_log_allows_no_hint_that_the_referee_would_not() {
    let hinted = TableEvent::Hinted { seat: Seat(0) };
    let text = r#"{"type":"hinted","seat":0}"#;
    assert_eq!(serde_json::to_string(&hinted).unwrap(), text);
    let mut hand = super::table::InHand::open(crate::games::find("binary").unwrap(), None, &Arrangement::default());
    hand.act(ANA, allow(true)).unwrap();
    hand.assert_is_the_fold_of_its_log();
    assert!(hand.again().hints);
    assert!(
        hand.again().apply(0, &hinted).is_err(),
        "nobody has to choose in a lobby"
    );
}
