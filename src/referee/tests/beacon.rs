//! Public randomness: a match begins with a round that nobody could know, or says that it is without.

use std::time::Duration;

use tokio::sync::Notify;

use super::*;
use crate::beacon::tests::PAST;
use crate::beacon::{Ask, Beacon, PATIENCE_MS, comes_out};
use crate::referee::recording::verify;
use crate::referee::{PublicRandomness, TableEvent};
use crate::rules::Record;

/// A round of the past, which is the next one at the fixture's time.
const ROUND: u64 = PAST[1].0;

fn beacon() -> Beacon {
    Beacon::of(ROUND, PAST[1].1).expect("signed")
}

/// A way to ask relays, and what lets them tell this.
fn relays(told: Option<Beacon>) -> (Ask, Arc<Notify>) {
    let let_tell = Arc::new(Notify::new());
    let waits = Arc::clone(&let_tell);
    let ask: Ask = Arc::new(move |round| {
        assert_eq!(round, ROUND);
        let waits = Arc::clone(&waits);
        Box::pin(async move {
            waits.notified().await;
            told
        })
    });
    (ask, let_tell)
}

/// A referee four seconds before the round comes out; `told` is what the relays tell, as soon as they are let.
async fn fixture(told: Option<Beacon>) -> (Fixture, Arc<Notify>) {
    let mut fixture = Fixture::new().await;
    fixture.now.store(comes_out(ROUND) - 4000, Ordering::SeqCst);
    let (ask, let_tell) = relays(told);
    fixture.settings.beacon = Some(ask);
    fixture.restart().await;
    (fixture, let_tell)
}

/// The bot is stopped for so long, and the relays tell this when they are asked again and are let.
async fn stopped(fixture: &mut Fixture, ms: i64, told: Option<Beacon>) -> Arc<Notify> {
    let store = fixture.referee.store();
    store.alive((fixture.settings.now)()).await.unwrap();
    fixture.advance(ms);
    let (ask, let_tell) = relays(told);
    fixture.settings.beacon = Some(ask);
    fixture.restart().await;
    fixture.referee.give_back().await.unwrap();
    let_tell
}

/// How long no change takes.
const LONG: Duration = Duration::from_secs(20);

/// The table once it is so.
async fn table_when(fixture: &mut Fixture, table: u64, so: impl Fn(&crate::referee::Table) -> bool) -> TableSnapshot {
    loop {
        let snapshot = fixture.snapshot(table).await;
        if so(&snapshot.table) {
            return snapshot;
        }
        let change = tokio::time::timeout(LONG, fixture.changes.recv()).await;
        change.expect("in time").expect("another change");
    }
}

/// The record of the only game, once the table is closed.
async fn record(fixture: &Fixture, table: u64) -> Record {
    for who in [ANA, BEN] {
        let closed = fixture.leave(table, who).await;
        closed.unwrap();
    }
    let mut records = fixture.snapshot(table).await.table.records().unwrap();
    records.remove(0)
}

#[tokio::test]
async fn a_match_begins_with_a_round_that_nobody_knew_and_its_record_tells_it() {
    let (mut fixture, let_tell) = fixture(Some(beacon())).await;
    let table = fixture.begun_game("dominoes", &[ANA, BEN], &[], None).await;
    let lobby = fixture.snapshot(table).await.table;
    assert_eq!(
        (lobby.phase, lobby.randomness),
        (Phase::Lobby, PublicRandomness::Awaited(ROUND))
    );
    let word = "late".to_owned();
    for (who, action) in [
        (CLEO, Action::Sit),
        (BEN, Action::AddLuck { word }),
        (ANA, Action::AddComputer { level: None }),
        (ANA, Action::Begin),
    ] {
        let denied = fixture.act(table, who, action).await.unwrap_err();
        assert_eq!(
            denied,
            Denied::Beginning,
            "everything stays as it was when the round was named"
        );
    }
    fixture.advance(4000);
    let_tell.notify_one();
    let begun = table_when(&mut fixture, table, |table| table.phase == Phase::Playing)
        .await
        .table;
    assert_eq!(begun.beacon(), Some(beacon()));
    assert_eq!(begun.words_of_luck(), 0, "it is nobody's word");

    // Whoever loads the table computes the same.
    fixture.restart().await;
    assert!(fixture.snapshot(table).await.table.seed(1) == begun.seed(1));
    let record = record(&fixture, table).await;
    assert_eq!(record.luck.as_ref().unwrap().words, [beacon().to_string()]);
    assert!(verify(&record).is_ok());
    let wrong = |change: fn(&mut Vec<String>)| {
        let mut record = record.clone();
        change(&mut record.luck.as_mut().unwrap().words);
        verify(&record).unwrap_err().to_string()
    };
    let forged = wrong(|words| words[0] = words[0].replace("/123/", "/124/"));
    assert!(forged.contains("drand did not sign"), "{forged}");
    let moved = wrong(|words| words.push("a word after it".to_owned()));
    assert!(moved.contains("before the last word"), "{moved}");
    let mut both = record.clone();
    both.luck.as_mut().unwrap().missed = Some(ROUND);
    let both = verify(&both).unwrap_err().to_string();
    assert!(both.contains("tells that it missed some"), "{both}");
    let without = wrong(Vec::clear);
    assert!(without.contains("does not follow"), "{without}");
}

#[tokio::test]
async fn words_of_luck_are_in_the_draws_beside_the_round() {
    let (mut fixture, let_tell) = fixture(Some(beacon())).await;
    let table = fixture.open_game("dominoes", &[], None).await.unwrap().table.id;
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    // A word may look like the beginning of a beacon.
    for word in ["drand/quicknet/1/x", "crow"].map(str::to_owned) {
        fixture.act(table, BEN, Action::AddLuck { word }).await.unwrap();
    }
    let lobby = fixture.act(table, ANA, Action::Begin).await.unwrap().table;
    assert!(!lobby.word_is_behind(), "nothing has changed since the word");
    let_tell.notify_one();
    let begun = table_when(&mut fixture, table, |table| table.phase == Phase::Playing)
        .await
        .table;
    let receipt = begun.receipts(BEN).remove(0);
    let record = record(&fixture, table).await;
    let words = record.luck.as_ref().unwrap().words.clone();
    assert_eq!(words[..2], ["drand/quicknet/1/x", "crow"]);
    assert_eq!(words[2..], [beacon().to_string()]);
    assert!(verify(&record).is_ok());
    assert_eq!(receipt.check(&begun.commitment(), &words), Ok(()));
}

#[tokio::test]
async fn a_round_that_nobody_tells_in_time_is_missed_and_the_match_says_so() {
    let (mut fixture, let_tell) = fixture(None).await;
    let table = fixture.begun_game("dominoes", &[ANA, BEN], &[], None).await;
    let_tell.notify_one();
    fixture.advance(4000 + PATIENCE_MS);
    fixture.tick().await;
    assert_eq!(fixture.snapshot(table).await.table.phase, Phase::Lobby, "not yet");
    fixture.advance(500);
    fixture.tick().await;
    let begun = table_when(&mut fixture, table, |table| table.phase == Phase::Playing)
        .await
        .table;
    assert_eq!(begun.randomness, PublicRandomness::Missed(ROUND));
    let mut record = record(&fixture, table).await;
    let luck = record.luck.clone().unwrap();
    assert!(luck.words.is_empty() && verify(&record).is_ok());
    assert_eq!(luck.missed, Some(ROUND));
    let line = record.to_line();
    assert_eq!(Record::from_line(&line).unwrap(), record);
    for round in [0, u64::MAX] {
        let mut wrong = record.clone();
        wrong.luck.as_mut().unwrap().missed = Some(round);
        let wrong = verify(&wrong).unwrap_err().to_string();
        assert!(wrong.contains("no table can wait for"), "{wrong}");
    }
    // A record that tells no missed round is as it was before there were such.
    record.luck.as_mut().unwrap().missed = None;
    assert_eq!(record.to_line(), line.replace(&format!(",\"missed\":{ROUND}"), ""));
    assert!(verify(&record).is_ok());
}

#[tokio::test]
async fn the_same_round_is_asked_for_again_if_the_bot_is_back_in_time() {
    for ms in [2000, 4000 + PATIENCE_MS - 1000] {
        let (mut fixture, _) = fixture(None).await;
        let table = fixture.begun_game("dominoes", &[ANA, BEN], &[], None).await;
        let let_tell = stopped(&mut fixture, ms, Some(beacon())).await;
        fixture.tick().await;
        let waits = fixture.snapshot(table).await.table;
        assert_eq!(
            waits.randomness,
            PublicRandomness::Awaited(ROUND),
            "stopped for {ms} ms"
        );
        let_tell.notify_one();
        let begun = table_when(&mut fixture, table, |table| table.phase == Phase::Playing).await;
        assert_eq!(begun.table.beacon(), Some(beacon()), "stopped for {ms} ms");
    }
}

#[tokio::test]
async fn a_table_that_is_loaded_again_and_again_asks_once() {
    let (fixture, _) = fixture(None).await;
    let table = fixture.begun_game("dominoes", &[ANA, BEN], &[], None).await;
    let lobby = fixture.snapshot(table).await.table;
    for _ in 0..3 {
        fixture.referee.ask_for_beacon(&lobby);
    }
    assert_eq!(fixture.referee.registry.asking.count(), 1);
}

#[tokio::test]
async fn a_round_that_nobody_tells_is_missed_after_a_stop_as_well() {
    let (mut fixture, _) = fixture(Some(beacon())).await;
    let table = fixture.begun_game("dominoes", &[ANA, BEN], &[], None).await;
    stopped(&mut fixture, 3000, None).await;
    fixture.advance(1000 + PATIENCE_MS + 499);
    fixture.tick().await;
    assert_eq!(fixture.snapshot(table).await.table.phase, Phase::Lobby, "not yet");
    fixture.advance(1);
    fixture.tick().await;
    let begun = fixture.snapshot(table).await.table;
    assert_eq!(
        (begun.phase, begun.randomness),
        (Phase::Playing, PublicRandomness::Missed(ROUND))
    );
}

#[tokio::test]
async fn whoever_leaves_meanwhile_ends_the_wait_and_the_host_begins_anew() {
    let (mut fixture, let_tell) = fixture(Some(beacon())).await;
    let table = fixture.begun_game("dominoes", &[ANA, BEN, CLEO], &[], None).await;
    fixture.act(table, CLEO, Action::AskLeave).await.unwrap();
    assert_eq!(
        fixture.snapshot(table).await.table.randomness,
        PublicRandomness::Without
    );
    let_tell.notify_one();
    // The round comes, and nobody waits for it.
    tokio::task::yield_now().await;
    fixture.act(table, CLEO, Action::Sit).await.unwrap();
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    let again = fixture.snapshot(table).await.table;
    assert_eq!(
        (again.phase, again.randomness),
        (Phase::Lobby, PublicRandomness::Awaited(ROUND))
    );
    let_tell.notify_one();
    let begun = table_when(&mut fixture, table, |table| table.phase == Phase::Playing)
        .await
        .table;
    assert_eq!(begun.beacon(), Some(beacon()));
}

#[tokio::test]
async fn a_log_with_another_round_or_without_a_wait_is_refused() {
    let (fixture, _) = fixture(None).await;
    let table = fixture.begun_game("dominoes", &[ANA, BEN], &[], None).await;
    let mut copy = (*fixture.snapshot(table).await.table).clone();
    let other = Beacon::of(PAST[0].0, PAST[0].1).expect("signed");
    for beacon in [other.to_string(), format!("{}0", beacon()), "crow".to_owned()] {
        assert!(copy.apply(0, &TableEvent::BeaconDrawn { beacon }).is_err());
    }
    copy.apply(0, &TableEvent::BeaconMissed).unwrap();
    let beacon = beacon().to_string();
    assert!(copy.apply(0, &TableEvent::BeaconDrawn { beacon }).is_err());
}
