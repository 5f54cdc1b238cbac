//! The levels of computer players: in the log, at the seats, and in the records.

use super::table::InHand;
use super::*;
use crate::games::testing::team_game::TEAM_GAME;
use crate::player::Level;
use crate::referee::event::TableEvent;
use crate::referee::fair::Secret;
use crate::referee::recording::{Matches, record, verify, verify_players};
use crate::referee::{Holder, RatedBoards, Table, TermsChange};
use crate::rules::{By, Outcome, Record};

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

fn add(number: u8) -> Action {
    Action::AddComputer {
        level: Some(level(number)),
    }
}

/// The levels at the seats, in order; `None` for people.
fn levels(seats: &[Holder]) -> Vec<Option<u8>> {
    let computer = |holder: &Holder| holder.person.is_none().then(|| holder.level.number());
    seats.iter().map(computer).collect()
}

/// A lobby of Ana's whose computer players have this level unless she says otherwise.
async fn open(fixture: &Fixture, computers: u8, number: u8) -> u64 {
    let opening = Opening {
        computers,
        level: level(number),
        ..fixture.opening("binome")
    };
    fixture.referee.open(opening).await.unwrap().table.id
}

#[tokio::test]
async fn computer_players_have_the_level_of_their_table_or_the_one_that_the_host_names() {
    let fixture = Fixture::new().await;
    let table = open(&fixture, 2, 5).await;
    fixture
        .act(table, ANA, Action::AddComputer { level: None })
        .await
        .unwrap();
    let snapshot = fixture.act(table, ANA, add(1)).await.unwrap();
    assert_eq!(
        levels(&snapshot.table.seats),
        [None, Some(5), Some(5), Some(5), Some(1)]
    );
    let snapshot = fixture.act(table, ANA, Action::RemoveComputer).await.unwrap();
    assert_eq!(levels(&snapshot.table.seats), [None, Some(5), Some(5), Some(5)]);
    let usual = fixture.opening("binome");
    assert_eq!(usual.level, Level::default());
}

#[tokio::test]
async fn the_assistant_of_a_lone_player_has_the_level_of_the_table() {
    let fixture = Fixture::new().await;
    let table = open(&fixture, 0, 6).await;
    let snapshot = fixture.act(table, ANA, Action::Begin).await.unwrap();
    assert_eq!(levels(&snapshot.table.seats), [None, Some(6)]);
}

#[tokio::test]
async fn levels_survive_a_restart() {
    let mut fixture = Fixture::new().await;
    let table = open(&fixture, 1, 2).await;
    fixture.act(table, ANA, add(6)).await.unwrap();
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    let before = fixture.snapshot(table).await;
    fixture.restart().await;
    let after = fixture.snapshot(table).await;
    assert_eq!(after.table.seats, before.table.seats);
    assert_eq!(levels(&after.table.seats), [None, Some(2), Some(6)]);
}

/// Nobody stands on a board for that, and the level has a rating.
#[tokio::test]
async fn a_level_is_rated_by_a_match_in_which_every_person_chose_for_themselves() {
    let none = [false; 3];
    let cases = [none, [true, false, false], [false, true, false], [false, false, true]];
    for [hints, leaves, lapses] in cases {
        let rated = [hints, leaves, lapses] == none;
        let clock = lapses.then_some(3600);
        let fixture = Fixture::new().await;
        let table = fixture.open_with(&[("games", 1.into())], clock).await.unwrap().table.id;
        let allow = TermsChange {
            hints: Some(hints),
            ..TermsChange::default()
        };
        for (who, action) in [
            (BEN, Action::Sit),
            (ANA, add(4)),
            (ANA, Action::ChangeTerms(allow)),
            (ANA, Action::Begin),
        ] {
            fixture.act(table, who, action).await.unwrap();
        }
        let (step, what) = fixture.first_choice(table, Seat(0)).await;
        let chosen = fixture.act(table, ANA, Action::Choose { step, what }).await;
        chosen.unwrap();
        if lapses {
            fixture.advance(3_600_000);
            fixture.tick().await;
        }
        if leaves {
            fixture.leave(table, BEN).await.unwrap();
        }
        let over = forfeits::played_out(&fixture, table).await;
        let won = over.table.match_places().is_some_and(|places| places.contains(&1));
        assert!(won, "somebody has won");
        let store = fixture.referee.store();
        let levels = RatedBoards::new().levels(store, Some(1), "binome").await.unwrap();
        let levels: Vec<_> = levels.iter().map(|rated| (rated.level, rated.matches)).collect();
        assert_eq!(levels, if rated { vec![(level(4), 1)] } else { Vec::new() });
        assert_eq!(fixture.board("binome").await.total, 0);
        let page = fixture.referee.ratings(Some(1), over.table.game, 0, 9).await.unwrap();
        assert_eq!(page.total, 0, "nobody is rated by it");
    }
}

#[test]
fn a_computer_player_on_a_side_has_its_level() {
    let mut hand = InHand::open(&TEAM_GAME, None, &Arrangement::default());
    for (side, number) in [(0, Some(1)), (1, Some(6)), (1, None)] {
        let level = number.map(level);
        hand.act(ANA, Action::AddComputerOn { side, level }).unwrap();
    }
    assert_eq!(levels(&hand.table().seats), [None, Some(1), Some(6), Some(3)]);
    hand.act(ANA, Action::SwapSides).unwrap();
    assert_eq!(levels(&hand.table().seats), [Some(6), Some(3), None, Some(1)]);
    hand.assert_is_the_fold_of_its_log();
}

#[test]
fn the_computer_players_of_a_rematch_sit_down_with_their_levels_as_far_as_there_is_room() {
    let computers = |computers: &[(u8, u8)]| Arrangement {
        computers: computers.iter().map(|(side, number)| (*side, level(*number))).collect(),
        ..Arrangement::default()
    };
    let hand = InHand::open(&TEAM_GAME, None, &computers(&[(0, 2), (1, 6), (1, 1)]));
    assert_eq!(levels(&hand.table().seats), [None, Some(2), Some(6), Some(1)]);
    hand.assert_is_the_fold_of_its_log();
    let binary = crate::games::find("binary").unwrap();
    let hand = InHand::open(binary, None, &computers(&[(0, 4), (0, 5)]));
    assert_eq!(levels(&hand.table().seats), [None, Some(4)], "two play there");
    hand.assert_is_the_fold_of_its_log();
}

#[tokio::test]
async fn a_stand_in_plays_at_the_third_level() {
    let fixture = Fixture::new().await;
    let table = open(&fixture, 1, 6).await;
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    let snapshot = fixture.leave(table, BEN).await.unwrap();
    let at = |who| &snapshot.table.seats[snapshot.table.seat_of(who).unwrap().index()];
    assert_eq!((at(BEN).stand_in.is_some(), at(BEN).level), (true, Level::STAND_IN));
    assert_eq!(
        levels(&snapshot.table.seats).into_iter().flatten().collect::<Vec<_>>(),
        [6]
    );
}

#[test]
fn a_log_from_before_there_were_levels_has_computer_players_as_they_were() {
    let entries = [
        r#"{"type":"opened","options":{},"clock":null,"host":{"id":1001,"name":"Ana"},"computers":1,"join":77}"#,
        r#"{"type":"computer_sat"}"#,
    ];
    let binome = crate::games::find("binome").unwrap();
    let secret = Secret::from_bytes([5; 32]);
    let mut table = Table::blank(77, 2, None, binome, secret);
    table.level = level(6);
    for entry in entries {
        table.apply(0, &serde_json::from_str(entry).unwrap()).unwrap();
    }
    assert_eq!(table.level, Level::FORMER);
    let former = Some(Level::FORMER.number());
    assert_eq!(levels(&table.seats), [None, former, former]);
    let entry = r#"{"type":"computer_sat_on","side":1}"#;
    let (side, level) = (1, Level::FORMER);
    let read: TableEvent = serde_json::from_str(entry).unwrap();
    assert_eq!(read, TableEvent::ComputerSatOn { side, level });
}

#[test]
fn the_entries_name_the_level() {
    let (side, strong) = (1, level(6));
    for (entry, event) in [
        (
            r#"{"type":"computer_sat","level":6}"#,
            TableEvent::ComputerSat { level: strong },
        ),
        (
            r#"{"type":"computer_sat_on","side":1,"level":6}"#,
            TableEvent::ComputerSatOn { side, level: strong },
        ),
    ] {
        assert_eq!(serde_json::from_str::<TableEvent>(entry).unwrap(), event);
        assert_eq!(serde_json::to_string(&event).unwrap(), entry);
    }
    for number in ["0", "7", "-1", "256", "null", "\"3\""] {
        let entry = format!(r#"{{"type":"computer_sat","level":{number}}}"#);
        assert!(serde_json::from_str::<TableEvent>(&entry).is_err(), "{entry}");
    }
}

#[tokio::test]
async fn records_tell_the_levels_of_computer_players_and_are_checked() {
    let fixture = Fixture::new().await;
    let table = open(&fixture, 1, 4).await;
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    fixture.act(table, ANA, CLOSE).await.unwrap();
    let record = fixture.snapshot(table).await.table.records().unwrap().remove(0);
    assert_eq!(record.levels, [None, Some(4)]);
    assert!(verify(&record).is_ok());
    let wrong = |levels: &[Option<u8>]| {
        let mut record = record.clone();
        record.levels = levels.to_vec();
        verify(&record).unwrap_err().to_string()
    };
    assert!(wrong(&[Some(4)]).contains("one item a seat"));
    assert!(wrong(&[None, None]).contains("only to games with computer players"));
    assert!(wrong(&[None, Some(7)]).contains("from 1 to 6"));
    assert!(wrong(&[Some(0), Some(1)]).contains("from 1 to 6"));

    let table = fixture.begun(&[ANA, BEN], &[], None).await;
    let snapshot = fixture.act(table, ANA, CLOSE).await.unwrap();
    if snapshot.table.is_over() {
        assert!(snapshot.table.records().unwrap()[0].levels.is_empty(), "people alone");
    }
}

#[tokio::test]
async fn what_computer_players_and_stand_ins_chose_at_a_table_is_computed_again_from_its_records() {
    let mut fixture = Fixture::new().await;
    fixture.settings.thinks = true;
    fixture.restart().await;
    let table = open(&fixture, 1, 1).await;
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    fixture.leave(table, BEN).await.unwrap();
    let chosen = |snapshot: &TableSnapshot| {
        let events = snapshot.table.rounds[0].events.iter();
        events.filter(|event| event.players.is_some()).count()
    };
    let mut snapshot = fixture.snapshot(table).await;
    while chosen(&snapshot) < 12 {
        let seat = snapshot.table.seat_of(ANA).unwrap();
        if snapshot.table.awaited().contains(seat) {
            let (step, what) = fixture.first_choice(table, seat).await;
            fixture.act(table, ANA, Action::Choose { step, what }).await.unwrap();
        }
        fixture.advance(1000);
        fixture.tick().await;
        if chosen(&snapshot) == 6 {
            fixture.restart().await;
        }
        snapshot = fixture.snapshot(table).await;
    }
    let over = fixture.leave(table, ANA).await.unwrap();
    let mut record = over.table.records().unwrap().remove(0);
    verify(&record).unwrap();
    let found = verify_players(&record, |_| {}).unwrap();
    assert_eq!((found.choices, found.computed), (chosen(&over), chosen(&over)));
    let of = |seat: &Seat| {
        let mut events = record.events.iter();
        events.any(|event| event.by == By::Seat(*seat) && event.players.is_some())
    };
    assert_eq!(
        (0..3).map(Seat).filter(of).count(),
        2,
        "a computer player and a stand-in"
    );
    let later = fixture.interaction().to_string();
    record.seed = Some(Secret::from_bytes([9; 32]).seed(&later, 1, &[later.as_str()]).to_hex());
    assert!(
        verify_players(&record, |_| {}).is_err(),
        "another luck gives other choices"
    );
}

#[test]
fn the_rounds_of_a_match_have_the_same_computer_players() {
    let binome = crate::games::find("binome").unwrap();
    let game = record(binome, &Options::new(), 2, std::iter::empty::<(By, &str, bool)>()).unwrap();
    let mut rounds = [1, 2].map(|round| {
        let mut record = game.clone();
        (record.match_id, record.round) = (Some("5".to_owned()), Some(round));
        record.levels = vec![None, Some(3)];
        record.result = Some(Outcome {
            places: None,
            scores: None,
        });
        record
    });
    let check = |rounds: &[Record; 2]| {
        let mut matches = Matches::default();
        rounds.iter().try_for_each(|record| matches.check(record))
    };
    assert!(check(&rounds).is_ok());
    rounds[1].levels = vec![None, Some(5)];
    assert!(check(&rounds).unwrap_err().to_string().contains("levels"));
}
