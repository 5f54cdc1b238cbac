use super::*;
use crate::referee::Origin;

#[tokio::test]
async fn a_channel_has_one_live_table() {
    let house = House::new().await;
    let first = house.open().await;
    assert_eq!(
        house.open_with(&[], None).await.unwrap_err(),
        Denied::ChannelTaken { table: first }
    );
    house.act(first, ANA, Action::Cancel).await.unwrap();
    let second = house.open().await;
    assert_ne!(first, second);
    assert_eq!(house.referee.table_at(CHANNEL).await.unwrap(), Some(second));
}

#[tokio::test]
async fn people_sit_down_and_get_up_once() {
    let house = House::new().await;
    let table = house.open().await;
    assert_eq!(
        house.act(table, ANA, Action::Sit).await.unwrap_err(),
        Denied::AlreadySeated
    );
    assert_eq!(
        house.act(table, BEN, Action::Leave).await.unwrap_err(),
        Denied::NotSeated
    );
    house.act(table, BEN, Action::Sit).await.unwrap();
    let snapshot = house.act(table, BEN, Action::Leave).await.unwrap();
    assert_eq!(snapshot.table.seats.len(), 1);
}

#[tokio::test]
async fn a_host_who_leaves_hands_over_and_the_last_one_ends_the_table() {
    let house = House::new().await;
    let table = house.open().await;
    house.act(table, BEN, Action::Sit).await.unwrap();
    let snapshot = house.act(table, ANA, Action::Leave).await.unwrap();
    assert_eq!(snapshot.table.host, BEN);
    assert_eq!(
        house.act(table, ANA, Action::Begin).await.unwrap_err(),
        Denied::NotHost { host: Seat(0) }
    );
    let snapshot = house.act(table, BEN, Action::Leave).await.unwrap();
    assert_eq!(snapshot.table.phase, Phase::Cancelled);
    assert_eq!(house.act(table, BEN, Action::Sit).await.unwrap_err(), Denied::Over);
}

#[tokio::test]
async fn only_the_host_begins_cancels_and_seats_computers() {
    let house = House::new().await;
    let table = house.open().await;
    house.act(table, BEN, Action::Sit).await.unwrap();
    for action in [
        Action::Begin,
        Action::AddComputer,
        Action::RemoveComputer,
        Action::Cancel,
    ] {
        assert_eq!(
            house.act(table, BEN, action.clone()).await.unwrap_err(),
            Denied::NotHost { host: Seat(0) },
            "{action:?}"
        );
    }
    assert_eq!(
        house.act(table, ANA, Action::RemoveComputer).await.unwrap_err(),
        Denied::NoComputer
    );
    house.act(table, ANA, Action::AddComputer).await.unwrap();
    let snapshot = house.act(table, ANA, Action::RemoveComputer).await.unwrap();
    assert_eq!(snapshot.table.seats.len(), 2);
    let cancels = |channel, moderator| ActionRequest {
        interaction: house.interaction(),
        who: person(DAN),
        from: Some(Origin { channel, moderator }),
        action: Action::Cancel,
    };
    let channel = snapshot.table.channel;
    let denied = house.referee.act(table, cancels(channel, false)).await;
    assert!(matches!(denied, Err(Denied::NotHost { .. })), "{denied:?}");
    assert_eq!(
        house
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
    let house = House::new().await;
    let table = house.open().await;
    for _ in 0..6 {
        house.act(table, ANA, Action::AddComputer).await.unwrap();
    }
    assert_eq!(
        house.act(table, ANA, Action::AddComputer).await.unwrap_err(),
        Denied::Full
    );
    assert_eq!(house.act(table, BEN, Action::Sit).await.unwrap_err(), Denied::Full);
}

#[tokio::test]
async fn options_that_do_not_fit_who_sits_are_told_at_the_start() {
    let house = House::new().await;
    let table = house.open_with(&[("boat", true.into())], None).await.unwrap().table.id;
    house.act(table, BEN, Action::Sit).await.unwrap();
    assert!(matches!(
        house.act(table, ANA, Action::Begin).await.unwrap_err(),
        Denied::Setup(_)
    ));
    assert_eq!(house.snapshot(table).await.table.phase, Phase::Lobby);
}

#[tokio::test]
async fn a_lobby_that_nobody_starts_is_closed() {
    let house = House::new().await;
    let table = house.open().await;
    house.advance(house.settings.lobby_ms - 1);
    house.tick().await;
    assert_eq!(house.snapshot(table).await.table.phase, Phase::Lobby);
    house.advance(1);
    house.tick().await;
    assert_eq!(house.snapshot(table).await.table.phase, Phase::Cancelled);
    assert_eq!(house.referee.table_at(CHANNEL).await.unwrap(), None);
}

#[tokio::test]
async fn the_same_opening_twice_is_one_table() {
    let house = House::new().await;
    let opening = Opening {
        interaction: 77,
        channel: CHANNEL,
        guild: None,
        host: person(ANA),
        game: "binome".to_owned(),
        options: Options::new(),
        clock: None,
        computers: 2,
        arrangement: Arrangement::default(),
    };
    let (first, second) = tokio::join!(house.referee.open(opening.clone()), house.referee.open(opening));
    let (first, second) = (first.unwrap(), second.unwrap());
    assert_eq!(
        first.table.commitment().to_string(),
        second.table.commitment().to_string()
    );
    assert_eq!((first.table.seats.len(), second.table.seats.len()), (3, 3));
}

#[tokio::test]
async fn who_is_elsewhere_is_nobody_at_a_table() {
    let house = House::new().await;
    let table = house.begun(&[ANA, BEN], &[], None).await;
    let channel = house.snapshot(table).await.table.channel;
    let request = |who, action, channel| {
        let moderator = true;
        let (interaction, who) = (house.interaction(), person(who));
        let request = ActionRequest {
            interaction,
            who,
            from: Some(Origin { channel, moderator }),
            action,
        };
        async { house.referee.act(table, request).await }
    };
    // Whoever does not sit there does not even hear that there is one.
    for action in [
        Action::Sit,
        Action::Cancel,
        Action::Nudge,
        Action::Replace { seat: Seat(0) },
    ] {
        assert_eq!(request(DAN, action, channel + 1).await.unwrap_err(), Denied::NoTable);
    }
    // Whoever does sit there keeps no order from another channel.
    let snapshot = request(BEN, Action::Cancel, channel + 1).await;
    let ended = snapshot.is_ok_and(|snapshot| snapshot.table.is_over());
    assert!(!ended, "by one of two, without its host");
    let snapshot = request(DAN, Action::Cancel, channel).await.unwrap();
    assert_eq!(snapshot.table.phase, Phase::Cancelled);
}
