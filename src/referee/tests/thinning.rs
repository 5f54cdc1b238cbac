//! What becomes of matches that were over long ago.

use std::time::Duration;

use sha2::{Digest, Sha256};

use super::*;
use crate::store::{Append, Ranking};

const DAY: i64 = 24 * 3_600_000;

/// Thins all that was over for a day.
async fn thin(fixture: &Fixture) -> usize {
    let before = (fixture.settings.now)() - DAY;
    fixture.referee.thin(before, Duration::ZERO).await.unwrap()
}

/// A game of two that ended at once, with its file of records.
async fn ended(fixture: &Fixture) -> (u64, String) {
    let table = fixture.begun(&[ANA, BEN], &[], None).await;
    fixture.leave(table, BEN).await.unwrap();
    let snapshot = fixture.leave(table, ANA).await.unwrap();
    assert!(snapshot.table.is_over());
    assert!(snapshot.table.prove().unwrap() > Some(0), "something was drawn");
    (table, snapshot.table.record_file().unwrap())
}

#[tokio::test]
async fn the_record_of_an_old_match_goes_and_the_hash_of_its_file_stays() {
    let mut fixture = Fixture::new().await;
    let (table, file) = ended(&fixture).await;
    fixture.advance(DAY);
    assert_eq!(thin(&fixture).await, 0, "it was over a day ago, and not earlier");
    fixture.advance(1);
    let draws = fixture.snapshot(table).await.table.prove().unwrap();
    let board = async |fixture: &Fixture| {
        let store = fixture.referee.store();
        store
            .leaderboard(7, "binome", Ranking::MostPoints, 0, 10)
            .await
            .unwrap()
    };
    let before = board(&fixture).await;
    assert_eq!(thin(&fixture).await, 1);
    assert_eq!(thin(&fixture).await, 0, "nothing is left");
    fixture.restart().await;
    let said = fixture.referee.snapshot(table).await.unwrap_err();
    let thinned = Denied::Thinned {
        digest: Some(hex::encode(Sha256::digest(&file))),
        draws: draws.map(|draws| draws as u32),
    };
    assert_eq!(said, thinned);
    assert_eq!(fixture.leave(table, ANA).await.unwrap_err(), thinned);
    let stranger = fixture.referee.concerns(table, DAN, CHANNEL + 1).await;
    assert!(!stranger, "others hear that there is no such table");
    assert_eq!(board(&fixture).await, before);
}

#[tokio::test]
async fn a_table_in_play_is_left_alone_however_old_it_is() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[], None).await;
    let lobby = fixture.open_in(CHANNEL + 1).await.table.id;
    fixture.advance(1000 * DAY);
    assert_eq!(thin(&fixture).await, 0);
    for table in [table, lobby] {
        assert!(fixture.referee.snapshot(table).await.unwrap().is_some());
    }
}

#[tokio::test]
async fn who_still_looks_at_an_old_match_hears_so_at_the_next_press() {
    let fixture = Fixture::new().await;
    let (table, _) = ended(&fixture).await;
    fixture.advance(2 * DAY);
    assert!(
        fixture.referee.snapshot(table).await.unwrap().is_some(),
        "it is in memory"
    );
    assert_eq!(thin(&fixture).await, 1);
    // What is in memory may still be shown. Whatever would be written is judged by the file.
    fixture.referee.registry.live().clear();
    let said = fixture.referee.snapshot(table).await.unwrap_err();
    assert!(matches!(said, Denied::Thinned { .. }), "{said:?}");
}

#[tokio::test]
async fn a_match_that_this_version_cannot_follow_is_left_alone() {
    let mut fixture = Fixture::new().await;
    let (table, _) = ended(&fixture).await;
    let seq = fixture.snapshot(table).await.table.seq;
    let strange = Append {
        entries: vec![r#"{"type":"of_another_version"}"#.to_owned()],
        ..Append::new(table, seq, (fixture.settings.now)())
    };
    fixture.referee.store().append(strange).await.unwrap();
    fixture.restart().await;
    fixture.advance(2 * DAY);
    assert_eq!(thin(&fixture).await, 0, "another version may want the log");
}
