//! Who leaves a match, is away, or closes it alone is last in it, and the match counts for those who stayed.

use super::*;
use crate::referee::table::Table;
use crate::referee::{Leaving, TableEvent};
use crate::rules::By;
use crate::store::{Finish, Standing};

/// A game of Binome that is the whole match, in which Ana has chosen first.
pub(super) async fn begun(fixture: &Fixture, people: &[u64]) -> u64 {
    let table = fixture.begun(people, &[("games", 1.into())], None).await;
    chooses(fixture, table, ANA).await;
    table
}

/// A person makes the first of their choices.
pub(super) async fn chooses(fixture: &Fixture, table: u64, who: u64) {
    let snapshot = fixture.snapshot(table).await;
    let seat = snapshot.table.seat_of(who).unwrap();
    let (step, what) = fixture.first_choice(table, seat).await;
    fixture.act(table, who, Action::Choose { step, what }).await.unwrap();
}

/// Plays on to the end: people choose at random, and stand-ins when they are due.
pub(super) async fn played_out(fixture: &Fixture, table: u64) -> TableSnapshot {
    let mut source = SeededSource::new(3);
    loop {
        let snapshot = fixture.snapshot(table).await;
        if snapshot.table.is_over() {
            return snapshot;
        }
        let awaited = snapshot.table.awaited();
        let person = awaited
            .iter()
            .find(|seat| !snapshot.table.seats[seat.index()].automatic());
        if let Some(seat) = person {
            let play = snapshot.table.play.as_ref().unwrap();
            let what = play.random_choice(seat, &mut source).unwrap();
            let who = snapshot.table.seats[seat.index()].person.as_ref().unwrap().id;
            let step = snapshot.table.asked(seat);
            fixture.act(table, who, Action::Choose { step, what }).await.unwrap();
        } else {
            fixture.advance(60_000);
            fixture.tick().await;
        }
    }
}

/// Matches won and played by a person, by the leaderboard; `None` if they are not on it.
pub(super) async fn matches(fixture: &Fixture, game: &str, person: u64) -> Option<(u32, u32)> {
    let standings = fixture.board(game).await;
    let row = |row: &&Standing| row.person == person;
    standings
        .rows
        .iter()
        .find(row)
        .map(|row| (row.matches_won, row.matches))
}

#[tokio::test]
async fn who_leaves_is_last_and_the_match_counts_for_who_stayed() {
    let fixture = Fixture::new().await;
    let table = begun(&fixture, &[ANA, BEN]).await;
    fixture.leave(table, ANA).await.unwrap();
    let over = played_out(&fixture, table).await;
    assert!(!over.table.rounds[0].assisted);
    assert_eq!(over.table.forfeiters(), SeatSet::one(Seat(0)));
    assert_eq!(
        over.table.match_places(),
        Some(vec![2, 1]),
        "whatever the stand-in has reached"
    );
    assert_eq!(matches(&fixture, "binome", ANA).await, Some((0, 1)));
    assert_eq!(matches(&fixture, "binome", BEN).await, Some((1, 1)));
}

#[tokio::test]
async fn nobody_forfeits_before_the_first_choice() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN], &[("games", 1.into())], None).await;
    fixture.leave(table, ANA).await.unwrap();
    fixture.advance(60_000);
    fixture.tick().await;
    let over = played_out(&fixture, table).await;
    assert!(over.table.rounds[0].assisted, "the stand-in chose before Ben");
    assert_eq!(fixture.board("binome").await.total, 0);
}

#[tokio::test]
async fn who_comes_back_before_the_stand_in_chooses_loses_nothing() {
    let mut fixture = Fixture::new().await;
    fixture.settings.pace_ms = 30_000;
    fixture.restart().await;
    let table = begun(&fixture, &[ANA, BEN]).await;
    fixture.leave(table, BEN).await.unwrap();
    let back = fixture.act(table, BEN, Action::Return).await.unwrap();
    assert!(back.table.forfeiters().is_empty());
    fixture.leave(table, BEN).await.unwrap();
    fixture.advance(60_000);
    fixture.tick().await;
    let back = fixture.act(table, BEN, Action::Return).await.unwrap();
    assert!(back.table.has_forfeited(Seat(1)), "the stand-in has chosen");
    let over = played_out(&fixture, table).await;
    assert_eq!(over.table.match_places(), Some(vec![1, 2]));
}

#[tokio::test]
async fn those_who_stay_may_end_the_match_as_it_stands() {
    let fixture = Fixture::new().await;
    // For two: whoever stayed has won.
    let table = begun(&fixture, &[ANA, BEN]).await;
    fixture.leave(table, ANA).await.unwrap();
    fixture.leave(table, BEN).await.unwrap();
    assert_eq!(matches(&fixture, "binome", BEN).await, Some((1, 1)));
    assert_eq!(matches(&fixture, "binome", ANA).await, Some((0, 1)));
    // For three, before a game is over: those who stayed have drawn, and somebody has lost.
    let table = begun(&fixture, &[ANA, BEN, CLEO]).await;
    fixture.leave(table, ANA).await.unwrap();
    fixture.act(table, CLEO, Action::AskCancel).await.unwrap();
    fixture.close(table, BEN).await.unwrap();
    assert_eq!(matches(&fixture, "binome", CLEO).await, Some((0, 1)));
    assert_eq!(matches(&fixture, "binome", ANA).await, Some((0, 2)));
    let mut ended = Vec::new();
    for who in [ANA, BEN, CLEO] {
        let own = fixture.referee.store().own(who).await.unwrap().results;
        let last = own.into_iter().map(|own| own.result).rfind(|result| result.round == 0);
        ended.extend(last.map(|result| (result.finish, result.place)));
    }
    let drawn = (Finish::Drawn, 1);
    assert_eq!(ended, [(Finish::Lost, 3), drawn, drawn]);
}

#[tokio::test]
async fn who_is_told_that_they_come_last_is_last_in_what_follows_and_only_then() {
    let fixture = Fixture::new().await;
    let asked = async |table, who| match fixture.act(table, who, Action::AskLeave).await {
        Err(Denied::UnsureToLeave { what, .. }) => what,
        other => panic!("not asked: {other:?}"),
    };
    // The first game counts for nobody, because a stand-in chose before all others. The next ones do.
    for (games, what) in [(1, Leaving::Unranked), (2, Leaving::Forfeits)] {
        let table = fixture.begun(&[ANA, BEN], &[("games", games.into())], None).await;
        fixture.leave(table, ANA).await.unwrap();
        fixture.advance(60_000);
        fixture.tick().await;
        fixture.act(table, ANA, Action::Return).await.unwrap();
        assert!(fixture.snapshot(table).await.table.rounds[0].assisted);
        assert_eq!(asked(table, BEN).await, what, "{games}");
        if games == 1 {
            // Ben is the host since she left.
            fixture.close(table, BEN).await.unwrap();
        }
    }
    let row = |board: &crate::store::Standings, who| board.rows.iter().find(|row| row.person == who).cloned();
    let before = fixture.board("binome").await;
    assert!(row(&before, BEN).is_none());
    let table = fixture.referee.table_at(CHANNEL).await.unwrap().unwrap();
    fixture.leave(table, BEN).await.unwrap();
    played_out(&fixture, table).await;
    let after = row(&fixture.board("binome").await, BEN).unwrap();
    assert_eq!(
        (after.games, after.games_won, after.matches),
        (1, 0, 0),
        "the second game"
    );
    // Who leaves when the other one has forfeited the match for good is last in nothing.
    let table = begun(&fixture, &[ANA, BEN]).await;
    assert_eq!(asked(table, BEN).await, Leaving::Forfeits);
    fixture.leave(table, ANA).await.unwrap();
    chooses(&fixture, table, BEN).await;
    fixture.advance(60_000);
    fixture.tick().await;
    fixture.act(table, ANA, Action::Return).await.unwrap();
    assert!(fixture.snapshot(table).await.table.has_forfeited(Seat(0)));
    assert_eq!(asked(table, BEN).await, Leaving::Unranked);
    fixture.leave(table, BEN).await.unwrap();
    let counted = fixture.board("binome").await;
    played_out(&fixture, table).await;
    assert_eq!(fixture.board("binome").await, counted);
}

#[tokio::test]
async fn a_match_counts_against_who_left_and_was_forgotten_before_its_end() {
    let fixture = Fixture::new().await;
    for (nth, forgets) in [(0, false), (1, true)] {
        let table = begun(&fixture, &[ANA, BEN]).await;
        fixture.leave(table, ANA).await.unwrap();
        fixture.advance(60_000);
        fixture.tick().await;
        if forgets {
            fixture.referee.forget(ANA).await.unwrap();
        }
        played_out(&fixture, table).await;
        let rated = fixture
            .referee
            .store()
            .rated(Some(1), "binome", 0, 9)
            .await
            .unwrap()
            .rows;
        let latest: Vec<_> = rated.iter().filter(|row| row.table == table).collect();
        let told: Vec<_> = latest.iter().map(|row| (row.person, row.place, row.finish)).collect();
        let ana = (!forgets).then_some(ANA);
        assert_eq!(told, [(ana, 2, Finish::Lost), (Some(BEN), 1, Finish::Won)], "{nth}");
        let again = rated.iter().filter(|row| row.somebody == latest[0].somebody).count();
        assert_eq!(again, 1, "a number of their own");
    }
}

#[tokio::test]
async fn a_computer_at_the_table_still_makes_a_match_count_for_nobody() {
    let fixture = Fixture::new().await;
    let table = fixture.open_with(&[("games", 1.into())], None).await.unwrap().table.id;
    fixture.act(table, BEN, Action::Sit).await.unwrap();
    fixture
        .act(table, ANA, Action::AddComputer { level: None })
        .await
        .unwrap();
    fixture.act(table, ANA, Action::Begin).await.unwrap();
    chooses(&fixture, table, ANA).await;
    fixture.leave(table, ANA).await.unwrap();
    played_out(&fixture, table).await;
    assert_eq!(fixture.board("binome").await.total, 0);
}

/// Somebody whom a match waits for chooses at random.
async fn anybody_chooses(fixture: &Fixture, table: u64, source: &mut SeededSource) {
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
    let choice = Action::Choose { step: None, what };
    fixture.act(table, who, choice).await.unwrap();
}

#[tokio::test]
async fn in_every_game_the_host_alone_can_replace_who_had_a_fair_time_and_who_is_last_then() {
    let fixture = Fixture::new().await;
    let mut source = SeededSource::new(5);
    for entry in crate::games::CATALOGUE {
        let people = &[ANA, BEN, CLEO, DAN][..usize::from(*entry.people.start()).max(2)];
        let table = fixture.begun_game(entry.slug, people, &[], None).await;
        anybody_chooses(&fixture, table, &mut source).await;
        let seat = loop {
            let awaited = fixture.snapshot(table).await.table.awaited();
            let host = fixture.snapshot(table).await.table.seat_of(ANA).unwrap();
            match awaited.iter().find(|seat| *seat != host) {
                Some(seat) => break seat,
                None => anybody_chooses(&fixture, table, &mut source).await,
            }
        };
        let replace = Action::Replace { seat };
        let too_early = fixture.act(table, ANA, replace.clone()).await.unwrap_err();
        assert!(
            matches!(too_early, Denied::NotAbsent { .. }),
            "{}: {too_early:?}",
            entry.slug
        );
        fixture.advance(fixture.settings.patience_ms);
        fixture.tick().await;
        let replaced = fixture.act(table, ANA, replace).await.unwrap();
        assert_eq!(replaced.table.forfeiters(), SeatSet::one(seat), "{}", entry.slug);
        let absent = replaced.table.seats[seat.index()].person.as_ref().unwrap().id;
        for who in people.iter().rev().filter(|who| **who != absent) {
            // The vote that makes a majority closes the table.
            let _ = fixture.close(table, *who).await;
        }
        let closed = fixture.snapshot(table).await;
        assert_eq!(closed.table.forfeiters(), SeatSet::one(seat), "{}", entry.slug);
        assert_eq!(
            matches(&fixture, entry.slug, absent).await,
            Some((0, 1)),
            "{}",
            entry.slug
        );
    }
}

/// Such a log is from before a match that counts waited for a fair time.
#[tokio::test]
async fn whom_most_of_the_others_had_replaced_early_was_not_last_and_the_match_counted_for_nobody() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, BEN, CLEO], &[("games", 1.into())], None).await;
    chooses(&fixture, table, ANA).await;
    let mut old = Table::clone(&fixture.snapshot(table).await.table);
    let replaced = TableEvent::StoodIn {
        seat: Seat(1),
        why: crate::referee::Absence::Replaced,
    };
    old.apply(0, &replaced).unwrap();
    let (_, what) = fixture.first_choice(table, Seat(1)).await;
    let played = TableEvent::Played {
        by: By::Seat(Seat(1)),
        what,
        lapsed: false,
        players: None,
    };
    old.apply(0, &played).unwrap();
    assert!(old.forfeiters().is_empty() && old.rounds[0].assisted);
    let closed = TableEvent::Cancelled {
        person: Some(ANA),
        agreed: None,
        by_all: false,
    };
    old.apply(0, &closed).unwrap();
    assert_eq!(old.forfeiters(), SeatSet::one(Seat(0)), "nobody had asked who was away");
}

/// Most of those who play can neither do away with a match nor make its leader last.
#[tokio::test]
async fn nobody_is_replaced_early_in_a_match_that_counts() {
    let games = [("games", 1.into())];
    for clock in [Some(86_400), None] {
        let fixture = Fixture::new().await;
        let table = fixture.begun(&[ANA, BEN, CLEO], &games, clock).await;
        chooses(&fixture, table, ANA).await;
        fixture.advance(fixture.settings.absent_ms.max(fixture.settings.together_ms));
        for who in [ANA, CLEO] {
            let replace = fixture.act(table, who, Action::Replace { seat: Seat(1) });
            let sooner = match replace.await.unwrap_err() {
                Denied::InTime { sooner } | Denied::NotAbsent { sooner, .. } => sooner,
                denied => panic!("{denied:?}"),
            };
            assert_eq!(sooner, None);
        }
    }
}

#[tokio::test]
async fn nobody_brings_a_computer_player_into_a_match_that_has_begun() {
    let fixture = Fixture::new().await;
    let table = begun(&fixture, &[ANA, BEN]).await;
    for action in [Action::AddComputer { level: None }, Action::RemoveComputer] {
        assert_eq!(fixture.act(table, ANA, action).await.unwrap_err(), Denied::Begun);
    }
}

#[tokio::test]
async fn who_comes_back_after_the_stand_in_has_chosen_is_still_last() {
    let mut fixture = Fixture::new().await;
    fixture.settings.pace_ms = 30_000;
    fixture.restart().await;
    for (comes_at_once, last) in [(true, SeatSet::EMPTY), (false, SeatSet::one(Seat(1)))] {
        let table = begun(&fixture, &[ANA, BEN]).await;
        fixture.advance(fixture.settings.patience_ms);
        fixture.tick().await;
        fixture
            .act(table, ANA, Action::Replace { seat: Seat(1) })
            .await
            .unwrap();
        if !comes_at_once {
            fixture.advance(30_000);
            fixture.tick().await;
        }
        let back = fixture.act(table, BEN, Action::Return).await.unwrap();
        assert_eq!(back.table.forfeiters(), last);
        fixture.close(table, ANA).await.unwrap();
    }
}
