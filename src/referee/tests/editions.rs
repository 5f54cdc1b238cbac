//! Rules that were mended while a game was on: a bot in another version opens the same file.

mod real;

use super::*;
use crate::games::GameEntry;
use crate::games::testing::sealed_choice_game::{FIRST, SECOND, THIRD};
use crate::games::testing::test_catalogue;
use crate::referee::recording;
use crate::rules::{By, Viewer};
use crate::store::{Append, NewTable, Stored};

/// The bot is brought to a version that knows these editions.
async fn comes_to_know(fixture: &mut Fixture, editions: &[&'static GameEntry]) {
    test_catalogue::put(editions);
    fixture.restart().await;
}

/// A fixture that knows these editions.
async fn knowing(editions: &[&'static GameEntry]) -> Fixture {
    test_catalogue::put(editions);
    Fixture::new().await
}

async fn begun(fixture: &Fixture) -> u64 {
    fixture.begun_game("bids", &[ANA, BEN], &[], Some(60)).await
}

async fn bid(fixture: &Fixture, table: u64, who: u64, points: u8) -> Result<TableSnapshot, Denied> {
    let what = format!("bid {points}");
    fixture.act(table, who, Action::Choose { step: None, what }).await
}

/// Both bid for the die that lies there.
async fn both_bid(fixture: &Fixture, table: u64, [ana, ben]: [u8; 2]) -> TableSnapshot {
    bid(fixture, table, ANA, ana).await.unwrap();
    bid(fixture, table, BEN, ben).await.unwrap()
}

fn scores(snapshot: &TableSnapshot) -> Vec<i64> {
    let view = snapshot.table.play.as_ref().unwrap().view(Viewer::Table);
    serde_json::from_value(view["scores"].clone()).unwrap()
}

/// The sum of the dice of a game of the match.
fn thrown(snapshot: &TableSnapshot, round: usize) -> i64 {
    let events = snapshot.table.rounds[round].events.iter();
    let dice = events.filter(|event| event.by == By::Chance);
    dice.map(|die| die.what.strip_prefix("die ").unwrap().parse::<i64>().unwrap())
        .sum()
}

/// Plays the match to its end, Ana bidding more from here on.
async fn ends(fixture: &Fixture, table: u64) -> TableSnapshot {
    loop {
        let snapshot = fixture.snapshot(table).await;
        match snapshot.table.phase {
            Phase::Playing => {
                for seat in snapshot.table.awaited().iter() {
                    let points = 2 - seat.0;
                    bid(fixture, table, [ANA, BEN][seat.index()], points).await.unwrap();
                }
            }
            Phase::Between => {
                let after = snapshot.table.round();
                fixture.act(table, ANA, Action::NextRound { after }).await.unwrap();
            }
            _ => return snapshot,
        }
    }
}

/// Whether every record of a table is of this edition and sound, and its secret keeps its promise.
fn is_sound(snapshot: &TableSnapshot, edition: u16) {
    let records = snapshot.table.records().unwrap();
    assert_eq!(records.len(), 2);
    for record in &records {
        assert_eq!(record.edition, edition);
        assert!(recording::verify(record).unwrap().drawn_again);
    }
    assert_eq!(snapshot.table.prove().unwrap(), Some(6));
}

async fn stored(fixture: &Fixture, table: u64) -> Stored {
    fixture.referee.store().load(table).await.unwrap().unwrap()
}

/// What was written to a log since.
async fn added(fixture: &Fixture, table: u64, before: &Stored) -> Vec<String> {
    let now = stored(fixture, table).await;
    assert!(now.entries.starts_with(&before.entries), "what was written stays");
    let more = now.entries[before.entries.len()..].iter();
    more.map(|entry| entry.event.clone()).collect()
}

const OUTDATED: &str = r#"{"type":"outdated"}"#;
const MIGRATED: &str = r#"{"type":"migrated","edition":2}"#;

/// The same table in a file of its own, as a Whistle wrote it that knew of no editions.
async fn aged(fixture: &Fixture, table: u64) -> Fixture {
    let from = stored(fixture, table).await;
    let entries = from.entries.iter().map(|entry| {
        let mut event: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&entry.event).unwrap();
        event.retain(|name, _| !["edition", "fingerprint", "outcome"].contains(&name.as_str()));
        serde_json::Value::Object(event).to_string()
    });
    let old = Fixture::new().await;
    let append = Append {
        create: Some(NewTable {
            channel: from.channel,
            guild: from.guild,
            game: from.game.clone(),
            secret: from.secret,
        }),
        entries: entries.collect(),
        ..Append::new(table, 0, (fixture.settings.now)())
    };
    old.referee.store().append(append).await.unwrap();
    old
}

#[tokio::test]
async fn a_match_ends_by_the_edition_that_it_began_with_as_long_as_that_is_kept() {
    let mut fixture = knowing(&[&FIRST]).await;
    let table = begun(&fixture).await;
    both_bid(&fixture, table, [2, 2]).await;
    let before = stored(&fixture, table).await;
    comes_to_know(&mut fixture, &[&FIRST, &SECOND]).await;
    let snapshot = fixture.snapshot(table).await;
    assert_eq!((snapshot.table.game.edition, scores(&snapshot)), (1, vec![0, 0]));
    assert_eq!(added(&fixture, table, &before).await, Vec::<String>::new());
    let snapshot = both_bid(&fixture, table, [3, 3]).await;
    assert_eq!(scores(&snapshot), [0, 0], "equal bids win nothing by the first edition");
    let old = ends(&fixture, table).await;
    assert_eq!(old.table.phase, Phase::Finished);
    assert!(old.table.totals().unwrap()[0] < thrown(&old, 0) + thrown(&old, 1));
    is_sound(&old, 1);

    let table = begun(&fixture).await;
    let snapshot = both_bid(&fixture, table, [2, 2]).await;
    assert_eq!(snapshot.table.game.edition, 2);
    assert!(
        scores(&snapshot)[0] > 0 && scores(&snapshot)[0] == scores(&snapshot)[1],
        "both win"
    );
    let new = ends(&fixture, table).await;
    is_sound(&new, 2);
    is_sound(&fixture.snapshot(old.table.id).await, 1);
}

#[tokio::test]
async fn a_match_that_comes_to_the_same_goes_on_by_the_newest_edition() {
    let mut fixture = knowing(&[&FIRST]).await;
    let table = begun(&fixture).await;
    both_bid(&fixture, table, [3, 1]).await;
    let told = bid(&fixture, table, ANA, 2).await.unwrap();
    let before = stored(&fixture, table).await;
    comes_to_know(&mut fixture, &[&SECOND]).await;
    let snapshot = fixture.snapshot(table).await;
    assert_eq!(added(&fixture, table, &before).await, [MIGRATED]);
    assert_eq!(snapshot.table.game.edition, 2);
    assert_eq!(snapshot.table.awaited(), told.table.awaited());
    assert_eq!(snapshot.deadlines, told.deadlines, "the clocks run as they ran");
    assert_eq!(fixture.changes.try_recv().unwrap().seq, snapshot.table.seq);

    comes_to_know(&mut fixture, &[&SECOND]).await;
    fixture.snapshot(table).await;
    assert_eq!(added(&fixture, table, &before).await, [MIGRATED], "once");
    let snapshot = bid(&fixture, table, BEN, 2).await.unwrap();
    let scores = scores(&snapshot);
    assert!(
        scores[1] > 0 && scores[0] > scores[1],
        "both win from now on: {scores:?}"
    );
    is_sound(&ends(&fixture, table).await, 2);
    comes_to_know(&mut fixture, &[&SECOND]).await;
    is_sound(&fixture.snapshot(table).await, 2);
}

#[tokio::test]
async fn a_match_over_several_games_goes_on_with_its_results() {
    let mut fixture = knowing(&[&FIRST]).await;
    let table = begun(&fixture).await;
    for _ in 0..3 {
        both_bid(&fixture, table, [1, 2]).await;
    }
    let told = fixture.snapshot(table).await;
    comes_to_know(&mut fixture, &[&SECOND]).await;
    let snapshot = fixture.snapshot(table).await;
    assert_eq!(
        (snapshot.table.phase, snapshot.table.totals()),
        (Phase::Between, told.table.totals())
    );
    assert_eq!(snapshot.next_round_at, told.next_round_at);
    is_sound(&ends(&fixture, table).await, 2);
}

#[tokio::test]
async fn two_that_open_a_table_at_once_migrate_it_once() {
    let mut fixture = knowing(&[&FIRST]).await;
    let table = begun(&fixture).await;
    both_bid(&fixture, table, [3, 1]).await;
    let before = stored(&fixture, table).await;
    comes_to_know(&mut fixture, &[&SECOND]).await;
    let first = fixture.referee.clone();
    comes_to_know(&mut fixture, &[&SECOND]).await;
    let (one, two) = tokio::join!(first.snapshot(table), fixture.referee.snapshot(table));
    assert_eq!(one.unwrap().unwrap().table.seq, two.unwrap().unwrap().table.seq);
    assert_eq!(added(&fixture, table, &before).await, [MIGRATED]);
}

#[tokio::test]
async fn a_match_that_does_not_come_to_the_same_ends_and_counts_for_nobody() {
    let mut fixture = knowing(&[&FIRST]).await;
    let table = begun(&fixture).await;
    for _ in 0..3 {
        both_bid(&fixture, table, [1, 2]).await;
    }
    let won = fixture.snapshot(table).await.table.totals().unwrap();
    fixture.act(table, ANA, Action::NextRound { after: 1 }).await.unwrap();
    both_bid(&fixture, table, [2, 2]).await;
    let before = stored(&fixture, table).await;
    comes_to_know(&mut fixture, &[&SECOND]).await;
    let snapshot = fixture.snapshot(table).await;
    assert_eq!(added(&fixture, table, &before).await, [OUTDATED]);
    assert_eq!(
        (snapshot.table.phase, snapshot.table.outdated),
        (Phase::Cancelled, true)
    );
    assert_eq!(snapshot.table.seat_of(BEN), Some(Seat(1)));
    assert_eq!(snapshot.table.totals(), Some(won.clone()), "of the game that was over");
    assert!(snapshot.deadlines.iter().all(Option::is_none));
    for action in [Action::AskLeave, CLOSE, Action::Nudge] {
        assert_eq!(fixture.act(table, ANA, action).await.unwrap_err(), Denied::Outdated);
    }
    assert!(snapshot.table.records().is_err() && snapshot.table.prove().is_err());

    let store = fixture.referee.store();
    assert_eq!(store.due(i64::MAX, 10).await.unwrap(), []);
    assert_eq!(store.seated(BEN).await.unwrap(), Vec::<u64>::new());
    let board = fixture.board("bids").await;
    let points = |person| board.rows.iter().find(|row| row.person == person).unwrap().points;
    assert_eq!([points(ANA), points(BEN)], [won[0], won[1]]);
    comes_to_know(&mut fixture, &[&SECOND]).await;
    assert!(fixture.snapshot(table).await.table.outdated);
    assert_eq!(added(&fixture, table, &before).await, [OUTDATED], "once");
    assert_eq!(fixture.snapshot(begun(&fixture).await).await.table.game.edition, 2);
}

#[tokio::test]
async fn a_match_with_a_move_that_is_none_any_more_makes_room_for_a_new_one() {
    let mut fixture = knowing(&[&FIRST]).await;
    let table = begun(&fixture).await;
    both_bid(&fixture, table, [3, 1]).await;
    comes_to_know(&mut fixture, &[&THIRD]).await;
    let new = fixture.open_game("bids", &[], None).await.unwrap();
    assert_eq!(new.table.game.edition, 3);
    assert!(fixture.snapshot(table).await.table.outdated);
}

#[tokio::test]
async fn a_match_whose_draws_would_not_follow_from_its_seed_any_more_ends() {
    let mut fixture = knowing(&[&SECOND]).await;
    let table = begun(&fixture).await;
    both_bid(&fixture, table, [2, 1]).await;
    comes_to_know(&mut fixture, &[&THIRD]).await;
    assert!(fixture.snapshot(table).await.table.outdated, "nobody could verify it");
}

#[tokio::test]
async fn a_match_of_a_newer_edition_waits_for_the_version_that_knows_it() {
    let mut fixture = knowing(&[&FIRST, &SECOND]).await;
    let table = begun(&fixture).await;
    both_bid(&fixture, table, [2, 2]).await;
    let before = stored(&fixture, table).await;
    fixture.settings.tick = std::time::Duration::from_millis(1);
    comes_to_know(&mut fixture, &[&FIRST]).await;
    fixture.advance(70_000);
    assert_eq!(fixture.referee.snapshot(table).await.unwrap_err(), Denied::Newer);
    assert_eq!(bid(&fixture, table, ANA, 1).await.unwrap_err(), Denied::Newer);
    assert_eq!(fixture.act(table, BEN, CLOSE).await.unwrap_err(), Denied::Newer);
    assert_eq!(
        fixture.open_game("bids", &[], None).await.unwrap_err(),
        Denied::ChannelTaken { table }
    );
    let now = (fixture.settings.now)();
    let store = fixture.referee.store();
    let done = async {
        while !store.due(now, 1).await.unwrap().is_empty() {
            tokio::task::yield_now().await;
        }
    };
    fixture.referee.keep_clocks(done).await;
    let after = stored(&fixture, table).await;
    assert_eq!(after.entries, before.entries);
    let later = |timer: &crate::store::Timer| timer.at > now;
    assert!(!after.over && after.timers.iter().all(later), "nobody's time runs out");

    comes_to_know(&mut fixture, &[&FIRST, &SECOND]).await;
    fixture.tick().await;
    let snapshot = fixture.snapshot(table).await;
    assert_eq!(
        (snapshot.table.seq, snapshot.table.game.edition),
        (before.entries.len() as u64, 2)
    );
    is_sound(&ends(&fixture, table).await, 2);
}

#[tokio::test]
async fn who_runs_a_table_of_a_newer_edition_may_still_close_it() {
    let mut fixture = knowing(&[&SECOND]).await;
    let table = begun(&fixture).await;
    comes_to_know(&mut fixture, &[&FIRST]).await;
    let unsure = fixture.act(table, ANA, Action::AskCancel).await.unwrap_err();
    assert_eq!(
        unsure,
        Denied::Unsure {
            table,
            last: SeatSet::EMPTY,
            own: false,
        },
        "it could be played on"
    );
    assert_eq!(
        fixture.act(table, BEN, Action::AskCancel).await.unwrap_err(),
        Denied::Newer
    );
    assert_eq!(fixture.act(table, ANA, CLOSE).await.unwrap_err(), Denied::Over);
    begun(&fixture).await;
    comes_to_know(&mut fixture, &[&SECOND]).await;
    assert_eq!(fixture.snapshot(table).await.table.phase, Phase::Cancelled);
}

#[tokio::test]
async fn a_log_that_says_no_edition_is_of_the_first() {
    let fixture = knowing(&[&FIRST]).await;
    let table = begun(&fixture).await;
    both_bid(&fixture, table, [2, 2]).await;
    let mut old = aged(&fixture, table).await;
    comes_to_know(&mut old, &[&FIRST, &SECOND]).await;
    let snapshot = old.snapshot(table).await;
    assert_eq!((snapshot.table.game.edition, scores(&snapshot)), (1, vec![0, 0]));
    is_sound(&ends(&old, table).await, 1);
}

#[tokio::test]
async fn what_an_old_log_does_not_note_is_believed_up_to_the_next_note() {
    let fixture = knowing(&[&FIRST]).await;
    let table = begun(&fixture).await;
    both_bid(&fixture, table, [3, 1]).await;
    let mut untold = aged(&fixture, table).await;
    let mut told = aged(&fixture, table).await;
    told.snapshot(table).await;
    bid(&told, table, ANA, 2).await.unwrap();
    comes_to_know(&mut untold, &[&SECOND]).await;
    assert!(untold.snapshot(table).await.table.outdated, "nothing says how it stood");
    comes_to_know(&mut told, &[&SECOND]).await;
    let snapshot = told.snapshot(table).await;
    assert_eq!((snapshot.table.outdated, snapshot.table.game.edition), (false, 2));
}

#[tokio::test]
async fn a_lobby_begins_by_the_newest_edition() {
    let mut fixture = knowing(&[&FIRST]).await;
    let table = fixture.open_game("bids", &[], None).await.unwrap().table.id;
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    comes_to_know(&mut fixture, &[&FIRST, &SECOND]).await;
    let snapshot = fixture.act(table, ANA, Action::Begin).await.unwrap();
    assert_eq!(snapshot.table.game.edition, 2);
    comes_to_know(&mut fixture, &[&FIRST, &SECOND]).await;
    is_sound(&ends(&fixture, table).await, 2);
}

#[tokio::test]
async fn a_lobby_whose_options_are_none_any_more_says_so_when_it_is_to_begin() {
    let mut fixture = knowing(&[&FIRST]).await;
    let games = [("games", serde_json::json!(3))];
    let table = fixture.open_game("bids", &games, None).await.unwrap().table.id;
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    comes_to_know(&mut fixture, &[&SECOND]).await;
    let before = stored(&fixture, table).await;
    let denied = fixture.act(table, ANA, Action::Begin).await.unwrap_err();
    assert!(matches!(denied, Denied::Setup(_)), "{denied:?}");
    assert_eq!(added(&fixture, table, &before).await, Vec::<String>::new());
    fixture.act(table, ANA, CLOSE).await.unwrap();
}

#[tokio::test]
async fn a_match_that_is_over_is_shown_by_other_rules_only_where_they_come_to_the_same() {
    let mut fixture = knowing(&[&FIRST]).await;
    let alike = begun(&fixture).await;
    let told = ends(&fixture, alike).await;
    let other = begun(&fixture).await;
    both_bid(&fixture, other, [2, 2]).await;
    ends(&fixture, other).await;
    let before = [stored(&fixture, alike).await, stored(&fixture, other).await];
    comes_to_know(&mut fixture, &[&SECOND]).await;
    let snapshot = fixture.snapshot(alike).await;
    assert_eq!(snapshot.table.totals(), told.table.totals());
    is_sound(&snapshot, 2);
    assert_eq!(fixture.referee.snapshot(other).await.unwrap_err(), Denied::Outdated);
    let after = [stored(&fixture, alike).await, stored(&fixture, other).await];
    assert!(after == before, "nothing is written to a table that is over");
}
