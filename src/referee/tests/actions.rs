use super::*;

use crate::player::Level;
use crate::referee::Leaving;
use crate::store::Append;

#[tokio::test]
async fn strangers_and_stale_steps_change_nothing() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], None).await;
    let (step, what) = fixture.first_choice(table, Seat(0)).await;
    let seq = fixture.snapshot(table).await.table.seq;
    let choose = |step, what: &str| Action::Choose {
        step,
        what: what.to_owned(),
    };
    assert_eq!(
        fixture.act(table, CLEO, choose(step, &what)).await.unwrap_err(),
        Denied::NotSeated
    );
    assert_eq!(
        fixture.act(table, ANA, choose(Some(1), &what)).await.unwrap_err(),
        Denied::Stale
    );
    assert!(matches!(
        fixture.act(table, ANA, choose(step, "9t")).await.unwrap_err(),
        Denied::Refused(_)
    ));
    assert!(matches!(
        fixture.act(table, ANA, choose(step, "claim 88")).await.unwrap_err(),
        Denied::Refused(_)
    ));
    assert!(matches!(
        fixture
            .act(table, ANA, choose(step, "'; drop table log"))
            .await
            .unwrap_err(),
        Denied::Refused(_)
    ));
    assert_eq!(fixture.snapshot(table).await.table.seq, seq);
    fixture.act(table, ANA, choose(step, &what)).await.unwrap();
    assert_eq!(
        fixture.act(table, ANA, choose(step, &what)).await.unwrap_err(),
        Denied::Stale
    );
    let (others, elsewhere) = fixture.first_choice(table, Seat(1)).await;
    fixture.act(table, ANA, choose(None, "2t")).await.unwrap();
    fixture.act(table, BEN, choose(others, &elsewhere)).await.unwrap();
    assert_eq!(
        fixture.act(table, BEN, choose(others, &elsewhere)).await.unwrap_err(),
        Denied::Stale,
        "all have chosen"
    );
    assert_eq!(
        fixture.act(12345, ANA, choose(step, &what)).await.unwrap_err(),
        Denied::NoTable
    );
}

#[tokio::test]
async fn who_is_not_awaited_cannot_choose() {
    let fixture = Fixture::new().await;
    let table = fixture.begun_game("binary", &[ANA, BEN], &[], None).await;
    let awaited = fixture.snapshot(table).await.table.awaited();
    let idle = if awaited.contains(Seat(0)) { BEN } else { ANA };
    let what = "c3".to_owned();
    let denied = fixture.act(table, idle, Action::Choose { step: None, what }).await;
    assert_eq!(denied.unwrap_err(), Denied::NotAwaited);
}

#[tokio::test]
async fn another_seats_choice_does_not_make_a_panel_stale() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN, CLEO], &[], None).await;
    let (step, what) = fixture.first_choice(table, Seat(0)).await;
    let (other, elsewhere) = fixture.first_choice(table, Seat(1)).await;
    fixture
        .act(
            table,
            BEN,
            Action::Choose {
                step: other,
                what: elsewhere,
            },
        )
        .await
        .unwrap();
    fixture.act(table, ANA, Action::Choose { step, what }).await.unwrap();
}

#[tokio::test]
async fn the_same_interaction_twice_is_one_event() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], None).await;
    let (step, what) = fixture.first_choice(table, Seat(0)).await;
    let action = Action::Choose { step, what };
    let first = fixture.act_as(table, ANA, 4242, action.clone()).await.unwrap();
    let again = fixture.act_as(table, ANA, 4242, action.clone()).await.unwrap();
    assert_eq!(first.table.seq, again.table.seq);
    let mut fixture = fixture;
    fixture.restart().await;
    assert_eq!(
        fixture.act_as(table, ANA, 4242, action).await.unwrap().table.seq,
        first.table.seq
    );
}

#[tokio::test]
async fn of_two_presses_at_once_one_wins_and_the_other_hears_so() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], None).await;
    let step = fixture.snapshot(table).await.table.asked(Seat(0));
    let press = |what: &str| Action::Choose {
        step,
        what: what.to_owned(),
    };
    let (one, two) = tokio::join!(
        fixture.act(table, ANA, press("1t")),
        fixture.act(table, ANA, press("2u"))
    );
    assert_eq!([one.is_ok(), two.is_ok()].iter().filter(|ok| **ok).count(), 1);
    let lost = one.err().or(two.err()).unwrap();
    assert_eq!(lost, Denied::Stale);
}

#[tokio::test]
async fn leaving_a_match_seats_a_stand_in_until_one_press_brings_the_player_back() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN, CLEO], &[], None).await;
    let snapshot = fixture.leave(table, ANA).await.unwrap();
    assert_eq!(snapshot.table.host, BEN, "a host who leaves hands over");
    assert_eq!(fixture.leave(table, ANA).await.unwrap_err(), Denied::StoodIn);
    let choice = Action::Choose {
        step: None,
        what: "1t".into(),
    };
    assert_eq!(fixture.act(table, ANA, choice).await.unwrap_err(), Denied::StoodIn);
    assert_eq!(
        fixture.act(table, BEN, Action::Return).await.unwrap_err(),
        Denied::NotStoodIn
    );
    for hurries in [Action::Nudge, Action::NextRound { after: 1 }] {
        assert_eq!(fixture.act(table, ANA, hurries).await.unwrap_err(), Denied::StoodIn);
    }
    let snapshot = fixture.act(table, ANA, Action::Return).await.unwrap();
    assert!(snapshot.table.seats[0].stand_in.is_none());
    assert!(snapshot.table.rounds[0].assisted, "the game is marked");
    fixture.leave(table, ANA).await.unwrap();
    fixture.leave(table, BEN).await.unwrap();
    assert_eq!(fixture.leave(table, CLEO).await.unwrap().table.phase, Phase::Cancelled);
}

#[tokio::test]
async fn whoever_would_leave_a_match_is_asked_once_more() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], None).await;
    let unsure = |what| Denied::UnsureToLeave { table, what };
    let seq = fixture.snapshot(table).await.table.seq;
    assert_eq!(
        fixture.act(table, ANA, Action::AskLeave).await.unwrap_err(),
        unsure(Leaving::Forfeits)
    );
    assert_eq!(
        fixture.act(table, CLEO, Action::AskLeave).await.unwrap_err(),
        Denied::NotSeated
    );
    assert_eq!(fixture.snapshot(table).await.table.seq, seq, "nothing has happened");
    fixture.leave(table, ANA).await.unwrap();
    assert_eq!(
        fixture.act(table, ANA, Action::AskLeave).await.unwrap_err(),
        Denied::StoodIn
    );
    assert_eq!(
        fixture.act(table, BEN, Action::AskLeave).await.unwrap_err(),
        unsure(Leaving::Closes)
    );
    fixture.leave(table, BEN).await.unwrap();
    let lobby = fixture.open().await;
    fixture.act(lobby, BEN, Action::Sit).await.unwrap();
    let snapshot = fixture.act(lobby, BEN, Action::AskLeave).await.unwrap();
    assert_eq!(snapshot.table.seats.len(), 1, "in a lobby nobody is asked");
    let snapshot = fixture.act(lobby, ANA, Action::AskLeave).await.unwrap();
    assert_eq!(snapshot.table.phase, Phase::Cancelled);
}

#[tokio::test]
async fn whoever_was_told_something_else_is_asked_again() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[("games", 1.into())], None).await;
    let unsure = |what| Err(Denied::UnsureToLeave { table, what });
    let leaves = async |who, told: Option<Leaving>| {
        let before = fixture.snapshot(table).await.table.seq;
        let action = told.map_or(Action::AskLeave, |told| Action::Leave { told });
        let done = fixture.act(table, who, action).await;
        if done.is_err() {
            assert_eq!(fixture.snapshot(table).await.table.seq, before, "nothing has happened");
        }
        done.map(|snapshot| snapshot.table.phase)
    };
    // Ben is asked while Ana is there, and presses when she has left.
    assert_eq!(leaves(BEN, None).await, unsure(Leaving::Forfeits));
    fixture.leave(table, ANA).await.unwrap();
    assert_eq!(leaves(BEN, Some(Leaving::Forfeits)).await, unsure(Leaving::Closes));
    // She comes back before he presses: now the match would go on. The stand-in has chosen before anybody else, so the match
    // is not ranked.
    fixture.act(table, ANA, Action::Return).await.unwrap();
    for told in [Leaving::Closes, Leaving::Forfeits] {
        assert_eq!(leaves(BEN, Some(told)).await, unsure(Leaving::Unranked));
    }
    assert_eq!(leaves(BEN, Some(Leaving::Unranked)).await, Ok(Phase::Playing));
    assert_eq!(leaves(ANA, Some(Leaving::Closes)).await, Ok(Phase::Cancelled));
    // In a lobby nobody is asked, whatever they were told.
    let lobby = fixture.open().await;
    let told = Leaving::Unranked;
    let snapshot = fixture.act(lobby, ANA, Action::Leave { told }).await.unwrap();
    assert_eq!(snapshot.table.phase, Phase::Cancelled);
}

#[tokio::test]
async fn only_the_absent_are_replaced_and_only_by_the_host() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], Some(3600)).await;
    let replace = Action::Replace { seat: Seat(1) };
    assert!(matches!(
        fixture.act(table, ANA, replace.clone()).await.unwrap_err(),
        Denied::InTime { sooner: None }
    ));
    for ms in [3_600_000, 900_000] {
        fixture.advance(ms);
        fixture.tick().await;
    }
    assert_eq!(
        fixture.act(table, BEN, replace.clone()).await.unwrap_err(),
        Denied::NotHost { host: Seat(0) }
    );
    let snapshot = fixture.act(table, ANA, replace.clone()).await.unwrap();
    assert!(snapshot.table.seats[1].automatic());
    assert_eq!(
        fixture.act(table, ANA, replace).await.unwrap_err(),
        Denied::Automatic,
        "Ana has no seat to take back"
    );
    assert_eq!(
        fixture
            .act(table, ANA, Action::Replace { seat: Seat(9) })
            .await
            .unwrap_err(),
        Denied::NotSeated
    );
}

#[tokio::test]
async fn who_has_chosen_is_not_replaced() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], None).await;
    let what = fixture.first_choice(table, Seat(1)).await.1;
    fixture
        .act(table, BEN, Action::Choose { step: None, what })
        .await
        .unwrap();
    fixture.advance(fixture.settings.patience_ms);
    assert_eq!(
        fixture
            .act(table, ANA, Action::Replace { seat: Seat(1) })
            .await
            .unwrap_err(),
        Denied::NotWaited
    );
}

#[tokio::test]
async fn a_nudge_is_for_those_awaited_and_not_too_often() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], None).await;
    assert_eq!(
        fixture.act(table, CLEO, Action::Nudge).await.unwrap_err(),
        Denied::NotSeated
    );
    assert!(
        fixture
            .act(table, ANA, Action::Nudge)
            .await
            .unwrap()
            .table
            .nudged
            .is_some()
    );
    assert_eq!(
        fixture.act(table, BEN, Action::Nudge).await.unwrap_err(),
        Denied::NudgedAlready
    );
    fixture.advance(fixture.settings.nudge_ms);
    fixture.act(table, BEN, Action::Nudge).await.unwrap();
    let what = fixture.first_choice(table, Seat(0)).await.1;
    fixture
        .act(table, ANA, Action::Choose { step: None, what })
        .await
        .unwrap();
    assert_eq!(
        fixture.act(table, ANA, Action::Nudge).await.unwrap_err(),
        Denied::NudgedAlready,
        "a choice in between does not permit another"
    );
}

#[tokio::test]
async fn two_referees_over_one_file_do_not_lose_or_double_anything() {
    let fixture = Fixture::new().await;
    let mut other = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], None).await;
    let store = crate::store::Store::open(&fixture.folder.path().join("whistle.db"))
        .await
        .unwrap();
    (other.referee, other.changes) = Referee::new(store, fixture.settings.clone());
    let ana = fixture.act(
        table,
        ANA,
        Action::Choose {
            step: None,
            what: "1t".into(),
        },
    );
    ana.await.unwrap();
    let snapshot = other
        .act_as(
            table,
            BEN,
            70_000,
            Action::Choose {
                step: None,
                what: "1t".into(),
            },
        )
        .await
        .unwrap();
    // What this one has in hand is behind the log; it finds out at the commit, loads and asks again.
    let here = fixture.act(table, ANA, Action::Nudge).await.unwrap();
    assert_eq!(here.table.rounds[0].events, snapshot.table.rounds[0].events);
    assert!(here.table.seq > snapshot.table.seq);
    let choice = Action::Choose {
        step: None,
        what: "2t".into(),
    };
    let there = other.act_as(table, ANA, 70_001, choice).await.unwrap();
    assert_eq!(there.table.seq, here.table.seq + 1);
}

#[tokio::test]
async fn an_action_that_comes_again_after_many_others_is_still_known() {
    let fixture = Fixture::new().await;
    let table = fixture.open().await;
    let first = fixture.interaction();
    fixture
        .act_as(table, ANA, first, Action::AddComputer { level: None })
        .await
        .unwrap();
    for _ in 0..40 {
        fixture.act(table, ANA, Action::RemoveComputer).await.unwrap();
        fixture
            .act(table, ANA, Action::AddComputer { level: None })
            .await
            .unwrap();
    }
    let seq = fixture.snapshot(table).await.table.seq;
    let snapshot = fixture
        .act_as(table, ANA, first, Action::AddComputer { level: None })
        .await
        .unwrap();
    assert_eq!((snapshot.table.seq, snapshot.table.seats.len()), (seq, 2));
}

#[tokio::test]
async fn a_table_that_cannot_be_followed_can_be_closed() {
    let mut fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], Some(60)).await;
    let seq = fixture.snapshot(table).await.table.seq;
    let strange = Append {
        entries: vec![r#"{"type":"of_another_version"}"#.to_owned()],
        ..Append::new(table, seq, 0)
    };
    fixture.referee.store().append(strange).await.unwrap();
    fixture.restart().await;
    assert_eq!(fixture.referee.snapshot(table).await.unwrap_err(), Denied::Broken);
    assert_eq!(fixture.leave(table, ANA).await.unwrap_err(), Denied::Broken);
    assert_eq!(fixture.act(table, BEN, CLOSE).await.unwrap_err(), Denied::Broken);
    for action in [Action::Sit, CLOSE] {
        let request = ActionRequest {
            interaction: fixture.interaction(),
            who: person(DAN),
            from: Some(crate::referee::Origin {
                channel: 4242,
                moderator: true,
            }),
            action,
        };
        let denied = fixture.referee.act(table, request).await.unwrap_err();
        assert_eq!(denied, Denied::NoTable, "a stranger elsewhere hears of no such table");
    }
    assert!(matches!(
        fixture.open_with(&[], None).await.unwrap_err(),
        Denied::ChannelTaken { .. }
    ));
    // It can never be played on, so nothing is asked.
    assert_eq!(
        fixture.act(table, ANA, Action::AskCancel).await.unwrap_err(),
        Denied::Over
    );
    assert_eq!(fixture.referee.snapshot(table).await.unwrap_err(), Denied::Over);
    assert_eq!(fixture.referee.store().due(i64::MAX, 10).await.unwrap(), []);
    fixture.open().await;
}

#[tokio::test]
async fn no_number_of_computers_is_too_many_to_be_refused() {
    let fixture = Fixture::new().await;
    let opening = |computers| Opening {
        interaction: fixture.interaction(),
        channel: CHANNEL,
        guild: None,
        host: person(ANA),
        game: "binome".to_owned(),
        options: Options::new(),
        clock: None,
        computers,
        level: Level::default(),
        arrangement: Arrangement::default(),
    };
    assert_eq!(fixture.referee.open(opening(7)).await.unwrap_err(), Denied::Full);
    assert_eq!(fixture.referee.open(opening(u8::MAX)).await.unwrap_err(), Denied::Full);
    fixture.referee.open(opening(6)).await.unwrap();
}
