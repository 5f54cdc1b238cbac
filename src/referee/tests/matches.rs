use super::*;
use crate::referee::fair::Draws;
use crate::rules::{By, Viewer};

#[tokio::test]
async fn a_match_of_three_adds_up_to_a_grand_winner_and_a_leaderboard() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN, CLEO, DAN], &[], None).await;
    let mut source = SeededSource::new(7);
    for round in 1..=3 {
        let snapshot = fixture.play_round(table, &mut source).await;
        assert_eq!(snapshot.table.round(), round);
        if round < 3 {
            assert!(fixture.snapshot(table).await.table.revealed_secrets().is_empty());
            fixture
                .act(table, CLEO, Action::NextRound { after: round })
                .await
                .unwrap();
        }
    }
    let snapshot = fixture.snapshot(table).await;
    assert_eq!(snapshot.table.phase, Phase::Finished);
    for round in &snapshot.table.rounds {
        let first = &round.events[0];
        assert!(
            first.by == By::Chance && first.what.starts_with("chair "),
            "a new chair is drawn for each game"
        );
    }
    let totals = snapshot.table.totals().unwrap();
    let by_hand: Vec<i64> = (0..4)
        .map(|seat| {
            snapshot
                .table
                .rounds
                .iter()
                .map(|round| round.outcome.as_ref().unwrap().scores.as_ref().unwrap()[seat])
                .sum()
        })
        .collect();
    assert_eq!(totals, by_hand);
    let standings = fixture.board("binome").await;
    assert_eq!(standings.total, 4);
    assert_eq!(standings.rows[0].points, *totals.iter().max().unwrap());
    assert!(standings.rows.iter().all(|row| row.games == 3 && row.matches == 1));
    assert_eq!(
        snapshot
            .table
            .match_places()
            .unwrap()
            .iter()
            .filter(|channel| **channel == 1)
            .count() as u32,
        standings.rows.iter().map(|row| row.matches_won).sum::<u32>()
    );
}

#[tokio::test]
async fn every_draw_is_the_one_that_the_secret_promised() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN, CLEO], &[("games", 1.into())], None).await;
    let promised = fixture.snapshot(table).await.table.commitment();
    let snapshot = fixture.play_round(table, &mut SeededSource::new(3)).await;
    let [secret] = snapshot.table.revealed_secrets() else {
        panic!("one secret")
    };
    assert!(promised.keeps(secret));
    let seed = snapshot.table.seed(1);
    let mut play = snapshot.table.game.start(&snapshot.table.options, 3).unwrap();
    for (index, event) in snapshot.table.rounds[0].events.iter().enumerate() {
        if event.by == By::Chance {
            assert_eq!(play.draw(&mut Draws::at(&seed, index as u64)), event.what);
        }
        play.apply(event.by, &event.what).unwrap();
    }
    assert_eq!(play.state(), snapshot.table.play.as_ref().unwrap().state());
}

#[tokio::test]
async fn a_table_loaded_from_its_log_is_the_table_that_was() {
    let mut fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN, CLEO], &[], Some(300)).await;
    let mut source = SeededSource::new(11);
    for _ in 0..40 {
        let snapshot = fixture.snapshot(table).await;
        let seat = snapshot.table.awaited().iter().last().unwrap();
        let what = snapshot
            .table
            .play
            .as_ref()
            .unwrap()
            .random_choice(seat, &mut source)
            .unwrap();
        let who = snapshot.table.seats[seat.index()].person.as_ref().unwrap().id;
        let before = fixture
            .act(
                table,
                who,
                Action::Choose {
                    step: snapshot.table.asked(seat),
                    what,
                },
            )
            .await
            .unwrap();
        fixture.restart().await;
        let after = fixture.snapshot(table).await;
        assert_eq!(
            before.table.play.as_ref().unwrap().state(),
            after.table.play.as_ref().unwrap().state()
        );
        assert_eq!(before.table.seats, after.table.seats);
        assert_eq!(before.deadlines, after.deadlines);
        assert_eq!(
            (before.table.seq, before.table.phase),
            (after.table.seq, after.table.phase)
        );
    }
}

#[tokio::test]
async fn one_person_alone_plays_with_the_assistant_and_it_does_not_count() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA], &[("games", 1.into())], None).await;
    let mut snapshot = fixture.snapshot(table).await;
    assert_eq!(
        (snapshot.table.seats.len(), snapshot.table.options["solo"].clone()),
        (2, true.into())
    );
    let mut source = SeededSource::new(5);
    while !snapshot.table.is_over() {
        let what = snapshot
            .table
            .play
            .as_ref()
            .unwrap()
            .random_choice(Seat(0), &mut source)
            .unwrap();
        fixture
            .act(
                table,
                ANA,
                Action::Choose {
                    step: snapshot.table.asked(Seat(0)),
                    what,
                },
            )
            .await
            .unwrap();
        snapshot = fixture.snapshot(table).await;
    }
    assert!(snapshot.table.rounds[0].assisted);
    assert_eq!(fixture.board("binome").await.total, 0);
}

/// The table once the computers have thought, and Ana has to choose or the match is over.
async fn anas_turn(fixture: &Fixture, table: u64) -> TableSnapshot {
    let until = tokio::time::Instant::now() + std::time::Duration::from_secs(60);
    loop {
        let snapshot = fixture.snapshot(table).await;
        if snapshot.table.is_over() || snapshot.table.awaited().contains(Seat(0)) {
            return snapshot;
        }
        assert!(tokio::time::Instant::now() < until, "the computers think for ever");
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_that_think_play_a_match_to_its_end() {
    let mut fixture = Fixture::new().await;
    fixture.settings.thinks = true;
    fixture.restart().await;
    let table = fixture.open_with(&[("games", 1.into())], None).await.unwrap().table.id;
    fixture
        .act(table, ANA, Action::AddComputer { level: None })
        .await
        .unwrap();
    fixture
        .act(table, ANA, Action::AddComputer { level: None })
        .await
        .unwrap();
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    let mut source = SeededSource::new(9);
    let mut snapshot = anas_turn(&fixture, table).await;
    while !snapshot.table.is_over() {
        let what = snapshot
            .table
            .play
            .as_ref()
            .unwrap()
            .random_choice(Seat(0), &mut source)
            .unwrap();
        fixture
            .act(table, ANA, Action::Choose { step: None, what })
            .await
            .unwrap();
        snapshot = anas_turn(&fixture, table).await;
    }
    assert!(snapshot.table.rounds[0].outcome.is_some());
}

/// Waits until no more tables are awake than that.
async fn at_most_awake(fixture: &Fixture, most: usize) {
    let until = tokio::time::Instant::now() + std::time::Duration::from_secs(60);
    while fixture.referee.awake() > most {
        let awake = fixture.referee.awake();
        assert!(tokio::time::Instant::now() < until, "{awake} are awake");
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn a_table_that_nobody_asks_goes_to_sleep_and_wakes_as_it_was() {
    let mut fixture = Fixture::new().await;
    fixture.settings.idle = std::time::Duration::from_millis(1);
    fixture.restart().await;
    let table = fixture.begun(&[ANA, BEN], &[], None).await;
    let before = fixture.snapshot(table).await;
    at_most_awake(&fixture, 0).await;
    let after = fixture.snapshot(table).await;
    assert_eq!(
        before.table.play.as_ref().unwrap().state(),
        after.table.play.as_ref().unwrap().state()
    );
}

#[tokio::test]
async fn of_too_many_tables_those_go_to_sleep_that_nobody_asks() {
    let mut fixture = Fixture::new().await;
    (fixture.settings.roomy, fixture.settings.hurried) = (4, std::time::Duration::ZERO);
    fixture.restart().await;
    let mut tables = Vec::new();
    for channel in 1..=20 {
        tables.push(fixture.open_in(channel).await.table.id);
    }
    at_most_awake(&fixture, 5).await;
    for (table, channel) in tables.into_iter().zip(1..) {
        let snapshot = fixture.snapshot(table).await;
        assert_eq!((snapshot.table.channel, snapshot.table.phase), (channel, Phase::Lobby));
    }
}

#[tokio::test]
async fn every_commit_is_announced_after_it_is_stored() {
    let mut fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], None).await;
    let mut last = 0;
    while let Ok(change) = fixture.changes.try_recv() {
        assert_eq!(change.table, table);
        assert!(change.seq > last);
        last = change.seq;
    }
    let stored = fixture.referee.store().load(table).await.unwrap().unwrap();
    assert_eq!(stored.entries.last().unwrap().seq, last);
    let snapshot = fixture.snapshot(table).await;
    assert!(snapshot.table.scene(Viewer::Table).is_some());
}

#[tokio::test]
async fn between_two_games_nobody_hears_that_the_match_has_not_begun() {
    let fixture = Fixture::new().await;
    let lobby = fixture.open().await;
    let actions = |round| {
        [
            Action::Choose {
                step: None,
                what: "1t".to_owned(),
            },
            Action::Replace { seat: Seat(1) },
            Action::Nudge,
            Action::Pause,
            Action::Resume,
            Action::Resign { round },
            Action::OfferDraw { round },
        ]
    };
    fixture.act(lobby, BEN, Action::Sit).await.unwrap();
    for action in actions(0) {
        assert_eq!(
            fixture.act(lobby, ANA, action.clone()).await.unwrap_err(),
            Denied::NotBegun,
            "{action:?}"
        );
    }
    fixture.act(lobby, ANA, CLOSE).await.unwrap();
    let table = fixture.begun(&[ANA, BEN], &[("games", 2.into())], None).await;
    let snapshot = fixture.play_round(table, &mut SeededSource::new(4)).await;
    assert_eq!(snapshot.table.phase, Phase::Between);
    for action in actions(1) {
        let denied = match action {
            Action::Resign { .. } | Action::OfferDraw { .. } => Denied::NotConceded,
            _ => Denied::Between,
        };
        let heard = fixture.act(table, ANA, action.clone()).await.unwrap_err();
        assert_eq!(heard, denied, "{action:?}");
    }
    let button = Action::Choose {
        step: Some(1),
        what: "1t".to_owned(),
    };
    assert_eq!(fixture.act(table, ANA, button).await.unwrap_err(), Denied::Stale);
}

#[tokio::test]
async fn who_plays_alone_wins_nothing_and_stands_on_a_board_of_their_own() {
    let fixture = Fixture::new().await;
    let table = fixture.begun_game("tree", &[ANA], &[], None).await;
    let over = fixture.play_round(table, &mut SeededSource::new(3)).await;
    assert_eq!((over.table.phase, over.table.seats.len()), (Phase::Finished, 1));
    assert_eq!(fixture.board("tree").await.total, 0);
    let tree = crate::games::find("tree").unwrap();
    let board = fixture.referee.board_alone(1, tree, 0, 10).await.unwrap();
    let told: Vec<_> = board
        .rows
        .iter()
        .map(|row| (row.person, row.games, row.matches_won, row.games_won))
        .collect();
    assert_eq!(told, [(ANA, 1, 0, 0)]);
}
