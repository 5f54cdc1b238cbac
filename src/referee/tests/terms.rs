//! Options and the clock, changed in the lobby.

use super::table::InHand;
use super::*;
use crate::games::testing::team_game::TEAM_GAME;
use crate::referee::TermsChange;
use crate::referee::event::TableEvent;
use serde_json::Value;

fn options(options: &[(&str, Value)]) -> Action {
    let options = options
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.clone()))
        .collect();
    Action::ChangeTerms(TermsChange {
        options,
        ..TermsChange::default()
    })
}

#[tokio::test]
async fn the_host_alone_changes_options_and_only_in_the_lobby() {
    let fixture = Fixture::new().await;
    let table = fixture
        .open_with(&[("games", 2.into())], Some(60))
        .await
        .unwrap()
        .table
        .id;
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    fixture
        .act(table, ANA, Action::AddComputer { level: None })
        .await
        .unwrap();
    let change = || options(&[("games", 1.into()), ("strict", true.into())]);
    for who in [BEN, DAN] {
        assert_eq!(
            fixture.act(table, who, change()).await.unwrap_err(),
            Denied::NotHost { host: Seat(0) }
        );
    }
    let snapshot = fixture.act(table, ANA, change()).await.unwrap();
    let now = Options::from_iter([("games".to_owned(), 1.into()), ("strict".to_owned(), true.into())]);
    assert_eq!((&snapshot.table.options, &snapshot.table.wanted), (&now, &now));
    assert_eq!(snapshot.table.clock, Some(Clock { seconds: 60 }), "it is as it was");
    assert_eq!(
        snapshot.table.seats.len(),
        3,
        "everybody sits there, and the computer player"
    );
    let snapshot = fixture
        .act(table, ANA, options(&[("strict", Value::Null)]))
        .await
        .unwrap();
    assert_eq!(
        snapshot.table.options.get("strict"),
        None,
        "nobody asks for it any more"
    );
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    assert_eq!(fixture.act(table, ANA, change()).await.unwrap_err(), Denied::Begun);
}

#[tokio::test]
async fn options_by_which_nobody_can_play_change_nothing_and_others_are_judged_at_the_start() {
    let fixture = Fixture::new().await;
    let table = fixture.open().await;
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    for refused in [
        options(&[("boat", true.into()), ("battle", true.into())]),
        options(&[("games", 99.into())]),
        options(&[("never heard of", true.into())]),
        options(&[("games", "three".into())]),
    ] {
        let denied = fixture.act(table, ANA, refused.clone()).await.unwrap_err();
        assert!(matches!(denied, Denied::Setup(_)), "{refused:?}: {denied:?}");
    }
    assert!(fixture.snapshot(table).await.table.options.is_empty());
    fixture
        .act(table, ANA, options(&[("boat", true.into())]))
        .await
        .unwrap();
    assert!(matches!(
        fixture.act(table, ANA, Action::Begin).await.unwrap_err(),
        Denied::Setup(_)
    ));
    fixture
        .act(table, ANA, options(&[("boat", false.into())]))
        .await
        .unwrap();
    fixture.act(table, ANA, Action::Begin).await.unwrap();
}

#[tokio::test]
async fn a_match_after_a_change_proves_itself_and_its_log_is_read_again() {
    let mut fixture = Fixture::new().await;
    let table = fixture.open_with(&[("games", 3.into())], None).await.unwrap().table.id;
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    let sealed = fixture.snapshot(table).await.table.commitment().to_string();
    let change = [("games", Value::from(1)), ("transparency", Value::from(true))];
    fixture.act(table, ANA, options(&change)).await.unwrap();
    fixture.restart().await;
    let snapshot = fixture.snapshot(table).await;
    assert_eq!(snapshot.table.options["games"], 1);
    assert_eq!(
        snapshot.table.commitment().to_string(),
        sealed,
        "the secret is the same"
    );
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    let seed = fixture.snapshot(table).await.table.seed(1).to_hex();
    let snapshot = fixture.play_round(table, &mut SeededSource::new(4)).await;
    assert_eq!(snapshot.table.phase, Phase::Finished, "one game, as was changed");
    assert!(snapshot.table.prove().unwrap().is_some());
    let records = snapshot.table.records().unwrap();
    assert_eq!(records[0].seed.as_ref(), Some(&seed));
    for (name, value) in change {
        assert_eq!(records[0].options[name], value);
    }
}

#[test]
fn the_options_enter_no_seed() {
    let seed = |change: Option<Action>| {
        let mut hand = InHand::open(&TEAM_GAME, None, &Arrangement::default());
        if let Some(change) = change {
            hand.act(ANA, change).unwrap();
        }
        hand.assert_is_the_fold_of_its_log();
        hand.table().seed(1).to_hex()
    };
    let clock = Some((Some(Clock { seconds: 5 }), 10));
    let change = Action::ChangeTerms(TermsChange {
        clock,
        ..TermsChange::default()
    });
    assert_eq!(seed(None), seed(Some(change)));
}

#[test]
fn the_clock_and_its_rest_change_together() {
    let mut hand = InHand::open(&TEAM_GAME, None, &Arrangement::default());
    let clock = |seconds: Option<u32>, rest| {
        Action::ChangeTerms(TermsChange {
            clock: Some((seconds.map(|seconds| Clock { seconds }), rest)),
            ..TermsChange::default()
        })
    };
    hand.act(ANA, clock(Some(5), 10)).unwrap();
    let now = |hand: &InHand| (hand.table().clock.map(|clock| clock.seconds), hand.table().turns.rest);
    assert_eq!(now(&hand), (Some(5), 10));
    hand.assert_is_the_fold_of_its_log();
    hand.act(ANA, clock(None, 0)).unwrap();
    assert_eq!(now(&hand), (None, 0));
}

#[test]
fn the_entries_keep_their_form() {
    let entry = r#"{"type":"terms_changed","options":{"games":1},"clock":60,"rest":5}"#;
    let event: TableEvent = serde_json::from_str(entry).unwrap();
    let changed = TableEvent::TermsChanged {
        options: Options::from_iter([("games".to_owned(), 1.into())]),
        clock: Some(Clock { seconds: 60 }),
        rest: 5,
        hints: false,
    };
    assert_eq!(event, changed);
    assert_eq!(serde_json::to_string(&event).unwrap(), entry);
    // An invitation stands where an entry of before has nothing.
    for (entry, person) in [
        (r#"{"type":"arranged"}"#, None),
        (r#"{"type":"arranged","invited":9}"#, Some(9)),
    ] {
        let event: TableEvent = serde_json::from_str(entry).unwrap();
        assert!(matches!(event, TableEvent::Arranged { invited, .. } if invited == person));
        assert_eq!(serde_json::to_string(&event).unwrap(), entry);
    }
}

#[tokio::test]
async fn terms_are_never_changed_in_a_match() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], None).await;
    let mut table = fixture.snapshot(table).await.table;
    let changed = TableEvent::TermsChanged {
        options: Options::new(),
        clock: None,
        rest: 0,
        hints: false,
    };
    assert!(Arc::make_mut(&mut table).apply(0, &changed).is_err(), "nor by a log");
}

#[tokio::test]
async fn whoever_keeps_changing_options_is_told_to_stop() {
    let fixture = Fixture::new().await;
    let table = fixture.open().await;
    let mut denied = None;
    for at in 0..200 {
        let change = options(&[("games", (1 + at % 2).into())]);
        denied = fixture.act(table, ANA, change).await.err();
        if denied.is_some() {
            break;
        }
    }
    assert_eq!(denied, Some(Denied::RestlessLobby));
}
