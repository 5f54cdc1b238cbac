//! Tables that are played on from a backup.

use std::path::Path;

use super::*;
use crate::referee::fair::Draws;
use crate::referee::recording;
use crate::referee::{Table, TableEvent};
use crate::rules::By;
use crate::store::backup;

/// Makes a backup.
async fn back_up(fixture: &Fixture) -> std::path::PathBuf {
    let copy = fixture.folder.path().join("copy.db");
    let _ = std::fs::remove_file(&copy);
    backup(&fixture.folder.path().join("whistle.db"), &copy).await.unwrap();
    copy
}

/// Puts a backup in the place of the database, as the README says, and starts from it.
async fn restore(fixture: &mut Fixture, copy: &Path) {
    fixture.referee.store().close().await;
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(fixture.folder.path().join(format!("whistle.db{end}")));
    }
    std::fs::copy(copy, fixture.folder.path().join("whistle.db")).unwrap();
    fixture.restart().await;
}

/// So many choices, whoever is awaited.
async fn play_on(fixture: &Fixture, table: u64, choices: usize, source: &mut SeededSource) {
    for _ in 0..choices {
        let snapshot = fixture.snapshot(table).await;
        let seat = snapshot.table.awaited().iter().next().unwrap();
        let what = snapshot
            .table
            .play
            .as_ref()
            .unwrap()
            .random_choice(seat, source)
            .unwrap();
        let who = snapshot.table.seats[seat.index()].person.as_ref().unwrap().id;
        let step = snapshot.table.asked(seat);
        fixture.act(table, who, Action::Choose { step, what }).await.unwrap();
    }
}

/// The draws of a game from an event on.
fn draws(table: &Table, round: usize, from: usize) -> Vec<(usize, String)> {
    let events = table.rounds[round].events.iter().enumerate().skip(from);
    let drawn = events.filter(|(_, event)| event.by == By::Chance);
    drawn.map(|(index, event)| (index, event.what.clone())).collect()
}

async fn resealings(fixture: &Fixture, table: u64) -> usize {
    let stored = fixture.referee.store().load(table).await.unwrap().unwrap();
    let events = stored
        .entries
        .iter()
        .map(|entry| serde_json::from_str(&entry.event).unwrap());
    events
        .filter(|event| matches!(event, TableEvent::Resealed { .. }))
        .count()
}

#[tokio::test]
async fn a_table_from_a_backup_draws_anew_and_what_was_dealt_stays() {
    let mut fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[("games", 1.into())], None).await;
    play_on(&fixture, table, 7, &mut SeededSource::new(1)).await;
    let copy = back_up(&fixture).await;
    let before = fixture.snapshot(table).await;
    let (seed, from) = (before.table.seed(1), before.table.rounds[0].events.len());
    play_on(&fixture, table, 6, &mut SeededSource::new(2)).await;
    assert_eq!(
        resealings(&fixture, table).await,
        0,
        "who goes on as before seals nothing"
    );

    restore(&mut fixture, &copy).await;
    let after = fixture.snapshot(table).await;
    assert_eq!(after.table.rounds[0].events, before.table.rounds[0].events);
    let [first, second] = after.table.commitments().collect::<Vec<_>>()[..] else {
        panic!("two promises")
    };
    assert_eq!(first, before.table.commitment());
    assert!(second != first && after.table.commitment() == second && after.table.was_resealed());
    assert!(after.table.revealed_secrets().is_empty() && after.table.seed(1) != seed);
    fixture.restart().await;
    assert_eq!(
        fixture.snapshot(table).await.table.commitment(),
        second,
        "it is sealed anew once"
    );
    assert_eq!(resealings(&fixture, table).await, 1);
    let kept = before.table.active_at;
    let snapshot = fixture.snapshot(table).await;
    assert_eq!(snapshot.table.restored.map(|restored| restored.kept), Some(kept));
    let seat = snapshot.table.awaited().iter().next().unwrap();
    assert_eq!(
        snapshot.table.lost_to(seat),
        Some(kept),
        "who has to choose again is told"
    );
    play_on(&fixture, table, 1, &mut SeededSource::new(5)).await;
    assert_eq!(
        fixture.snapshot(table).await.table.lost_to(seat),
        None,
        "until they have chosen"
    );

    let snapshot = fixture.play_round(table, &mut SeededSource::new(3)).await;
    let fresh = snapshot.table.seed(1);
    let mut play = snapshot.table.game.start(&snapshot.table.options, 2).unwrap();
    let mut drawn = [0, 0];
    for (index, event) in snapshot.table.rounds[0].events.iter().enumerate() {
        if event.by == By::Chance {
            let since = usize::from(index >= from);
            let seed = if since == 0 { &seed } else { &fresh };
            assert_eq!(play.draw(&mut Draws::at(seed, index as u64)), event.what);
            drawn[since] += 1;
        }
        play.apply(event.by, &event.what).unwrap();
    }
    assert!(drawn[0] > 3 && drawn[1] > 3, "{drawn:?}");
    let [one, two] = snapshot.table.revealed_secrets() else {
        panic!("both are told")
    };
    assert!(first.keeps(one) && second.keeps(two));
    assert!(snapshot.table.prove().unwrap() > Some(6));
}

#[tokio::test]
async fn what_was_seen_drawn_since_a_backup_is_not_drawn_again() {
    let mut fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[("games", 1.into())], None).await;
    let copy = back_up(&fixture).await;
    let from = fixture.snapshot(table).await.table.rounds[0].events.len();
    // The same choices each time, so that the same draws would follow.
    let mut seen = Vec::new();
    for _ in 0..3 {
        fixture.play_round(table, &mut SeededSource::new(4)).await;
        seen.push(draws(&fixture.snapshot(table).await.table, 0, from));
        restore(&mut fixture, &copy).await;
    }
    assert!(seen[0] != seen[1] && seen[1] != seen[2] && seen[0] != seen[2]);
}

#[tokio::test]
async fn the_record_of_a_restored_game_tells_its_seeds_and_verify_believes_none_of_them() {
    let mut fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[("games", 2.into())], None).await;
    play_on(&fixture, table, 7, &mut SeededSource::new(1)).await;
    // Twice at the same event: from the secret between them nothing was drawn.
    for _ in 0..2 {
        let copy = back_up(&fixture).await;
        restore(&mut fixture, &copy).await;
        fixture.snapshot(table).await;
    }
    let from = fixture.snapshot(table).await.table.rounds[0].events.len() as u64;
    fixture.play_round(table, &mut SeededSource::new(2)).await;
    let after = fixture.snapshot(table).await.table.round();
    fixture.act(table, ANA, Action::NextRound { after }).await.unwrap();
    let snapshot = fixture.play_round(table, &mut SeededSource::new(3)).await;
    assert_eq!(snapshot.table.phase, Phase::Finished);
    assert_eq!(snapshot.table.revealed_secrets().len(), 3);
    let records = snapshot.table.records().unwrap();
    assert_eq!(records[0].resealed.len(), 1);
    assert_eq!(records[0].resealed[0].from, from);
    assert!(records[1].resealed.is_empty(), "the next game has the new secret alone");
    assert_eq!(records[1].seed, Some(snapshot.table.seed(2).to_hex()));
    for record in &records {
        let line = serde_json::to_string(record).unwrap();
        let (read, verdict) = recording::verify_line(1, &line).unwrap();
        assert!(verdict.drawn_again && read == *record);
    }
    let wrong = |change: &dyn Fn(&mut crate::rules::Record)| {
        let mut record = records[0].clone();
        change(&mut record);
        recording::verify(&record).unwrap_err().to_string()
    };
    assert!(wrong(&|record| record.resealed.clear()).contains("the seed gives"));
    assert!(wrong(&|record| record.resealed[0].seed = records[1].seed.clone().unwrap()).contains("the seed gives"));
    assert!(wrong(&|record| record.resealed[0].seed = "beef".to_owned()).contains("64 hexadecimal digits"));
    assert!(wrong(&|record| record.seed = None).contains("belongs only to"));
    assert!(wrong(&|record| record.resealed[0].from = 0).contains("stand in order"));
    assert!(wrong(&|record| record.resealed[0].from = 9999).contains("has not"));
}

#[tokio::test]
async fn a_lobby_from_a_backup_plays_by_its_new_seal_alone() {
    let mut fixture = Fixture::new().await;
    let table = fixture.open().await;
    let copy = back_up(&fixture).await;
    restore(&mut fixture, &copy).await;
    assert_eq!(fixture.snapshot(table).await.table.commitments().count(), 2);
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    fixture.act(table, ANA, CLOSE).await.unwrap();
    let snapshot = fixture.snapshot(table).await;
    let records = snapshot.table.records().unwrap();
    assert!(records[0].resealed.is_empty());
    assert_eq!(records[0].seed, Some(snapshot.table.seed(1).to_hex()));
    assert!(snapshot.table.prove().is_ok());
}

#[test]
fn no_debug_output_shows_the_new_secret() {
    let secret = crate::referee::fair::Secret::from_bytes([0xab; 32]);
    let event = TableEvent::Resealed { secret };
    assert!(!format!("{event:?}").contains("ab"), "{event:?}");
    let line = serde_json::to_string(&event).unwrap();
    assert_eq!(serde_json::from_str::<TableEvent>(&line).unwrap(), event);
    assert!(serde_json::from_str::<TableEvent>(&line.replace("abab", "xx")).is_err());
}
