//! The same with every game of the catalogue, under editions of it that differ in nothing but their number.

use super::*;
use crate::games::CATALOGUE;

/// A game of the catalogue as another edition of itself.
fn edition(entry: &'static GameEntry, edition: u16) -> &'static GameEntry {
    let mut entry = entry.clone();
    entry.edition = edition;
    Box::leak(Box::new(entry))
}

/// Any legal choice, so many times or to the end of the match.
async fn plays(fixture: &Fixture, table: u64, most: usize) -> TableSnapshot {
    let mut source = SeededSource::new(table);
    let mut snapshot = fixture.snapshot(table).await;
    for _ in 0..most {
        let after = snapshot.table.round();
        snapshot = match snapshot.table.phase {
            Phase::Playing => {
                let who = |seat: &Seat| snapshot.table.seats[seat.index()].person.as_ref();
                let Some(seat) = snapshot.table.awaited().iter().find(|seat| who(seat).is_some()) else {
                    fixture.tick().await;
                    snapshot = fixture.snapshot(table).await;
                    continue;
                };
                let play = snapshot.table.play.as_ref().unwrap();
                let what = play.random_choice(seat, &mut source).unwrap();
                let step = snapshot.table.offered(seat);
                let who = who(&seat).unwrap().id;
                fixture.act(table, who, Action::Choose { step, what }).await.unwrap()
            }
            Phase::Between => fixture.act(table, ANA, Action::NextRound { after }).await.unwrap(),
            _ => break,
        };
    }
    snapshot
}

/// A match of the second edition of a game, in its middle. Some are short: then another one is begun, and stopped earlier.
async fn in_the_middle(entry: &'static GameEntry) -> (Fixture, TableSnapshot) {
    let people = [ANA, BEN, CLEO, DAN];
    let seats = 3.clamp(*entry.people.start(), *entry.people.end());
    let clock = entry.turn_clocks.first().copied().unwrap_or(60);
    for choices in [21, 13, 8, 5, 3, 2] {
        let fixture = knowing(&[edition(entry, 2)]).await;
        let table = fixture
            .begun_game(entry.slug, &people[..seats.into()], &[], Some(clock))
            .await;
        let snapshot = plays(&fixture, table, choices).await;
        if !snapshot.table.is_over() {
            assert_eq!(snapshot.table.game.edition, 2, "{}", entry.slug);
            return (fixture, snapshot);
        }
    }
    panic!("every match of {} is over at once", entry.slug)
}

fn position(snapshot: &TableSnapshot) -> String {
    snapshot.table.play.as_ref().unwrap().state()
}

/// The match goes on from where it stood to its end, all of it by this edition.
async fn goes_on_by(fixture: &Fixture, stood: &TableSnapshot, edition: u16) {
    let snapshot = fixture.snapshot(stood.table.id).await;
    let slug = snapshot.table.game.slug;
    assert_eq!(
        (snapshot.table.game.edition, position(&snapshot)),
        (edition, position(stood)),
        "{slug}"
    );
    assert_eq!(snapshot.table.awaited(), stood.table.awaited(), "{slug}");
    assert_eq!(snapshot.deadlines, stood.deadlines, "{slug}");
    assert_eq!(snapshot.table.totals(), stood.table.totals(), "{slug}");
    let last = plays(fixture, stood.table.id, usize::MAX).await;
    assert_eq!(last.table.phase, Phase::Finished, "{slug}");
    for record in last.table.records().unwrap() {
        assert_eq!(record.edition, edition, "{slug}");
        assert!(recording::verify(&record).unwrap().drawn_again, "{slug}");
    }
    assert!(last.table.prove().unwrap().is_some(), "{slug}");
}

#[tokio::test]
async fn every_game_goes_on_by_the_edition_that_it_began_with_where_that_is_kept() {
    for entry in CATALOGUE {
        let (mut fixture, stood) = in_the_middle(entry).await;
        let before = stored(&fixture, stood.table.id).await;
        comes_to_know(&mut fixture, &[edition(entry, 2), edition(entry, 3)]).await;
        fixture.snapshot(stood.table.id).await;
        assert_eq!(added(&fixture, stood.table.id, &before).await, Vec::<String>::new());
        goes_on_by(&fixture, &stood, 2).await;
    }
}

#[tokio::test]
async fn every_game_goes_on_by_the_newest_edition_where_it_comes_to_the_same() {
    for entry in CATALOGUE {
        let (mut fixture, stood) = in_the_middle(entry).await;
        let before = stored(&fixture, stood.table.id).await;
        comes_to_know(&mut fixture, &[edition(entry, 3)]).await;
        fixture.snapshot(stood.table.id).await;
        let migrated = r#"{"type":"migrated","edition":3}"#;
        assert_eq!(
            added(&fixture, stood.table.id, &before).await,
            [migrated],
            "{}",
            entry.slug
        );
        goes_on_by(&fixture, &stood, 3).await;
    }
}
