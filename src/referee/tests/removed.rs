//! The bot is removed from a server.

use super::*;
use crate::store::Append;

const BOT_REMOVED: &str = r#"{"type":"bot_removed"}"#;

/// The last entry of a table's log.
async fn last(fixture: &Fixture, table: u64) -> String {
    let stored = fixture.referee.store().load(table).await.unwrap().unwrap();
    stored.entries.last().unwrap().event.clone()
}

#[tokio::test]
async fn every_table_of_the_server_is_closed_with_the_reason_in_its_log_and_no_other_one() {
    let mut fixture = Fixture::new().await;
    let lobby = fixture.open_in(CHANNEL + 1).await.table.id;
    let playing = fixture.begun(&[ANA, BEN], &[], Some(60)).await;
    let guild = fixture.snapshot(lobby).await.table.guild.unwrap();
    assert_eq!(fixture.referee.close_where(|gone| gone != guild).await, 0);
    assert!(!fixture.snapshot(playing).await.table.is_over());

    assert_eq!(fixture.referee.close_where(|gone| gone == guild).await, 2);
    for table in [lobby, playing] {
        let snapshot = fixture.snapshot(table).await;
        assert_eq!(
            (snapshot.table.phase, snapshot.table.bot_removed),
            (Phase::Cancelled, true)
        );
        assert!(snapshot.deadlines.iter().all(Option::is_none));
        assert_eq!(last(&fixture, table).await, BOT_REMOVED);
        assert_eq!(fixture.leave(table, ANA).await.unwrap_err(), Denied::Over);
    }
    let store = fixture.referee.store();
    assert_eq!(store.due(i64::MAX, 10).await.unwrap(), []);
    assert_eq!(store.seated(ANA).await.unwrap(), Vec::<u64>::new());

    fixture.restart().await;
    assert!(fixture.snapshot(playing).await.table.bot_removed, "the log says it");
    assert_eq!(fixture.referee.close_where(|gone| gone == guild).await, 0, "once");
}

#[tokio::test]
async fn a_table_that_cannot_be_followed_is_closed_with_its_server_too() {
    let fixture = Fixture::new().await;
    let table = fixture.open().await;
    let stored = fixture.referee.store().load(table).await.unwrap().unwrap();
    let strange = Append {
        entries: vec![r#"{"type":"of another version"}"#.to_owned()],
        ..Append::new(table, stored.entries.len() as u64, 0)
    };
    fixture.referee.store().append(strange).await.unwrap();
    // The one in memory does not know of it yet.
    assert_eq!(fixture.referee.close_where(|_| true).await, 1);
    assert_eq!(last(&fixture, table).await, BOT_REMOVED);
    assert!(fixture.referee.store().load(table).await.unwrap().unwrap().over);
}
