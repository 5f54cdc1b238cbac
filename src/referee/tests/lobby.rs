use super::*;
use crate::player::Level;
use crate::referee::Origin;

#[tokio::test]
async fn a_channel_has_one_live_table() {
    let fixture = Fixture::new().await;
    let first = fixture.open().await;
    assert_eq!(
        fixture.open_with(&[], None).await.unwrap_err(),
        Denied::ChannelTaken { table: first }
    );
    fixture.act(first, ANA, CLOSE).await.unwrap();
    let second = fixture.open().await;
    assert_ne!(first, second);
    assert_eq!(fixture.referee.table_at(CHANNEL).await.unwrap(), Some(second));
}

#[tokio::test]
async fn people_sit_down_and_get_up_once() {
    let fixture = Fixture::new().await;
    let table = fixture.open().await;
    assert_eq!(
        fixture.act(table, ANA, Action::Sit).await.unwrap_err(),
        Denied::AlreadySeated
    );
    assert_eq!(fixture.leave(table, BEN).await.unwrap_err(), Denied::NotSeated);
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    let snapshot = fixture.leave(table, BEN).await.unwrap();
    assert_eq!(snapshot.table.seats.len(), 1);
}

#[tokio::test]
async fn a_host_who_leaves_hands_over_and_the_last_one_ends_the_table() {
    let fixture = Fixture::new().await;
    let table = fixture.open().await;
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    let snapshot = fixture.leave(table, ANA).await.unwrap();
    assert_eq!(snapshot.table.host, BEN);
    assert_eq!(
        fixture.act(table, ANA, Action::Begin).await.unwrap_err(),
        Denied::NotHost { host: Seat(0) }
    );
    let snapshot = fixture.leave(table, BEN).await.unwrap();
    assert_eq!(snapshot.table.phase, Phase::Cancelled);
    assert_eq!(fixture.act(table, BEN, Action::Sit).await.unwrap_err(), Denied::Over);
}

#[tokio::test]
async fn only_the_host_begins_cancels_and_seats_computers() {
    let fixture = Fixture::new().await;
    let table = fixture.open().await;
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    for action in [
        Action::Begin,
        Action::AddComputer { level: None },
        Action::RemoveComputer,
        CLOSE,
    ] {
        assert_eq!(
            fixture.act(table, BEN, action.clone()).await.unwrap_err(),
            Denied::NotHost { host: Seat(0) },
            "{action:?}"
        );
    }
    assert_eq!(
        fixture.act(table, ANA, Action::RemoveComputer).await.unwrap_err(),
        Denied::NoComputer
    );
    fixture
        .act(table, ANA, Action::AddComputer { level: None })
        .await
        .unwrap();
    let snapshot = fixture.act(table, ANA, Action::RemoveComputer).await.unwrap();
    assert_eq!(snapshot.table.seats.len(), 2);
    let cancels = |channel, moderator| ActionRequest {
        interaction: fixture.interaction(),
        who: person(DAN),
        from: Some(Origin { channel, moderator }),
        action: CLOSE,
    };
    let channel = snapshot.table.channel;
    let denied = fixture.referee.act(table, cancels(channel, false)).await;
    assert!(matches!(denied, Err(Denied::NotHost { .. })), "{denied:?}");
    assert_eq!(
        fixture
            .referee
            .act(table, cancels(channel, true))
            .await
            .unwrap()
            .table
            .phase,
        Phase::Cancelled
    );
}

#[tokio::test]
async fn the_eighth_finds_the_table_full() {
    let fixture = Fixture::new().await;
    let table = fixture.open().await;
    for _ in 0..6 {
        fixture
            .act(table, ANA, Action::AddComputer { level: None })
            .await
            .unwrap();
    }
    assert_eq!(
        fixture
            .act(table, ANA, Action::AddComputer { level: None })
            .await
            .unwrap_err(),
        Denied::Full
    );
    assert_eq!(fixture.act(table, BEN, Action::Sit).await.unwrap_err(), Denied::Full);
}

#[tokio::test]
async fn options_that_do_not_fit_who_sits_are_told_at_the_start() {
    let fixture = Fixture::new().await;
    let table = fixture
        .open_with(&[("boat", true.into())], None)
        .await
        .unwrap()
        .table
        .id;
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    assert!(matches!(
        fixture.act(table, ANA, Action::Begin).await.unwrap_err(),
        Denied::Setup(_)
    ));
    assert_eq!(fixture.snapshot(table).await.table.phase, Phase::Lobby);
}

#[tokio::test]
async fn a_lobby_that_nobody_starts_is_closed() {
    let fixture = Fixture::new().await;
    let table = fixture.open().await;
    fixture.advance(fixture.settings.lobby_ms - 1);
    fixture.tick().await;
    assert_eq!(fixture.snapshot(table).await.table.phase, Phase::Lobby);
    fixture.advance(1);
    fixture.tick().await;
    assert_eq!(fixture.snapshot(table).await.table.phase, Phase::Cancelled);
    assert_eq!(fixture.referee.table_at(CHANNEL).await.unwrap(), None);
}

#[tokio::test]
async fn the_same_opening_twice_is_one_table() {
    let fixture = Fixture::new().await;
    let opening = Opening {
        interaction: 77,
        channel: CHANNEL,
        guild: None,
        host: person(ANA),
        game: "binome".to_owned(),
        options: Options::new(),
        clock: None,
        computers: 2,
        level: Level::default(),
        arrangement: Arrangement::default(),
    };
    let (first, second) = tokio::join!(fixture.referee.open(opening.clone()), fixture.referee.open(opening));
    let (first, second) = (first.unwrap(), second.unwrap());
    assert_eq!(
        first.table.commitment().to_string(),
        second.table.commitment().to_string()
    );
    assert_eq!((first.table.seats.len(), second.table.seats.len()), (3, 3));
}

#[tokio::test]
async fn who_is_elsewhere_is_nobody_at_a_table() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], None).await;
    let channel = fixture.snapshot(table).await.table.channel;
    let request = |who, action, channel| {
        let moderator = true;
        let (interaction, who) = (fixture.interaction(), person(who));
        let request = ActionRequest {
            interaction,
            who,
            from: Some(Origin { channel, moderator }),
            action,
        };
        async { fixture.referee.act(table, request).await }
    };
    // Whoever does not sit there does not even hear that there is one.
    for action in [Action::Sit, CLOSE, Action::Nudge, Action::Replace { seat: Seat(0) }] {
        assert_eq!(request(DAN, action, channel + 1).await.unwrap_err(), Denied::NoTable);
    }
    // Whoever does sit there keeps no order from another channel.
    let snapshot = request(BEN, CLOSE, channel + 1).await;
    let ended = snapshot.is_ok_and(|snapshot| snapshot.table.is_over());
    assert!(!ended, "by one of two, without its host");
    let snapshot = request(DAN, CLOSE, channel).await.unwrap();
    assert_eq!(snapshot.table.phase, Phase::Cancelled);
}
