//! Reviews: whose choices they look at, that they come out alike, and who may have one.

use super::*;
use crate::referee::{Review, Table};

/// A finished game of Binary of Ana's and Ben's.
async fn over(fixture: &Fixture, seed: u64) -> Arc<Table> {
    let table = fixture.begun_game("binary", &[ANA, BEN], &[], None).await;
    fixture.play_all(table, seed).await
}

impl Fixture {
    async fn play_all(&self, table: u64, seed: u64) -> Arc<Table> {
        let mut source = SeededSource::new(seed);
        loop {
            let snapshot = self.play_round(table, &mut source).await;
            if snapshot.table.is_over() {
                return snapshot.table;
            }
            let after = snapshot.table.round();
            self.act(table, ANA, Action::NextRound { after }).await.unwrap();
        }
    }

    async fn review(&self, table: &Arc<Table>, who: u64) -> Arc<Review> {
        let own = table.own_choices(table.seat_of(who).unwrap()).unwrap();
        let permit = self.referee.permit_review(who, table.id).unwrap();
        self.referee.review(permit, Arc::clone(table), own).await.unwrap()
    }
}

fn own(table: &Table, who: u64) -> usize {
    table.own_choices(table.seat_of(who).unwrap()).unwrap().len()
}

/// What a review says, to compare it.
fn said(review: &Review) -> String {
    let mistakes = review.mistakes.iter();
    let mistakes = mistakes.map(|mistake| (mistake.turn, &mistake.chosen, &mistake.cost));
    format!("{} {:?}", review.choices, mistakes.collect::<Vec<_>>())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_match_has_the_same_review_after_a_restart_too() {
    let mut fixture = Fixture::new().await;
    let table = over(&fixture, 5).await;
    let review = fixture.review(&table, ANA).await;
    assert_eq!(review.choices, own(&table, ANA));
    assert!(!review.mistakes.is_empty(), "who chooses at random makes mistakes");
    let again = fixture.review(&table, ANA).await;
    assert!(Arc::ptr_eq(&review, &again), "it was kept");
    let other = fixture.review(&table, BEN).await;
    assert_ne!(said(&review), said(&other), "others have their own");
    fixture.restart().await;
    let table = fixture.snapshot(table.id).await.table;
    let anew = fixture.review(&table, ANA).await;
    assert_eq!(said(&anew), said(&review));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_tells_at_most_three_mistakes_the_costliest_first() {
    let fixture = Fixture::new().await;
    for seed in 0..3 {
        let table = over(&fixture, seed).await;
        let review = fixture.review(&table, ANA).await;
        let losses: Vec<f64> = review.mistakes.iter().map(|mistake| mistake.cost.loss).collect();
        assert!(
            losses.len() <= 3 && losses.is_sorted_by(|one, other| one >= other),
            "{losses:?}"
        );
        for mistake in &review.mistakes {
            assert!(mistake.cost.is_mistake() && mistake.chosen != mistake.cost.better);
            assert!(
                mistake.table.takes(mistake.seat, &mistake.chosen),
                "it is the moment before the choice"
            );
            assert!(mistake.table.takes(mistake.seat, &mistake.cost.better));
        }
    }
}

#[tokio::test]
async fn there_is_nothing_to_review_before_the_match_is_over() {
    let fixture = Fixture::new().await;
    let table = fixture.begun_game("binary", &[ANA, BEN], &[], None).await;
    let asked = fixture.snapshot(table).await.table.awaited().iter().next().unwrap();
    let (step, what) = fixture.first_choice(table, asked).await;
    let who = fixture.snapshot(table).await.table.seats[asked.index()]
        .person
        .as_ref()
        .unwrap()
        .id;
    let snapshot = fixture.act(table, who, Action::Choose { step, what }).await.unwrap();
    assert_eq!(own(&snapshot.table, who), 0);
    fixture.close(table, ANA).await.ok();
    let snapshot = fixture.close(table, BEN).await;
    let over = match snapshot {
        Ok(snapshot) => snapshot,
        Err(_) => fixture.snapshot(table).await,
    };
    assert!(over.table.is_over());
    assert_eq!(
        own(&over.table, who),
        1,
        "a match that was closed early can be reviewed"
    );
}

#[tokio::test]
async fn only_choices_count_that_a_person_made_themselves() {
    let fixture = Fixture::new().await;
    let table = fixture.begun_game("binary", &[ANA, BEN], &[], Some(60)).await;
    let mut source = SeededSource::new(9);
    let (mut chosen, mut lapsed) = (0, 0);
    // Ana chooses three times, and lets time choose for her once in between; then she leaves it to the computer.
    while chosen < 3 {
        let at = fixture.snapshot(table).await.table;
        let seat = at.awaited().iter().next().unwrap();
        let who = at.seats[seat.index()].person.as_ref().unwrap().id;
        if (who, chosen, lapsed) == (ANA, 1, 0) {
            fixture.advance(61_000);
            fixture.tick().await;
            lapsed += 1;
            continue;
        }
        let what = at.play.as_ref().unwrap().random_choice(seat, &mut source).unwrap();
        let step = at.asked(seat);
        fixture.act(table, who, Action::Choose { step, what }).await.unwrap();
        chosen += usize::from(who == ANA);
    }
    fixture.leave(table, ANA).await.unwrap();
    let over = loop {
        let at = fixture.snapshot(table).await.table;
        if at.is_over() {
            break at;
        }
        let asked = at.awaited().iter().find(|seat| !at.seats[seat.index()].automatic());
        match asked.filter(|_| at.phase == Phase::Playing) {
            Some(seat) => {
                let what = at.play.as_ref().unwrap().random_choice(seat, &mut source).unwrap();
                let step = at.asked(seat);
                fixture.act(table, BEN, Action::Choose { step, what }).await.unwrap();
            }
            None => {
                fixture.advance(61_000);
                fixture.tick().await;
            }
        }
    };
    assert_eq!(lapsed, 1);
    assert_eq!(own(&over, ANA), 3);
    assert!(own(&over, BEN) > 3);
}

#[tokio::test]
async fn a_person_has_one_review_under_way_and_may_ask_for_that_again() {
    let fixture = Fixture::new().await;
    let permit = |who, table| fixture.referee.permit_review(who, table);
    let first = permit(ANA, 1).unwrap();
    let again = permit(ANA, 1).unwrap();
    assert!(permit(ANA, 2).is_none());
    assert!(permit(BEN, 2).is_some(), "others have their own");
    drop(first);
    assert!(permit(ANA, 2).is_none(), "somebody waits still");
    drop(again);
    let all: Vec<_> = (0..8).map_while(|_| permit(ANA, 2)).collect();
    assert_eq!(all.len(), 4, "more do not wait for one review");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_waits_for_room_among_computer_players_and_goes_on_for_others_when_one_stops_waiting() {
    let fixture = Fixture::new().await;
    let table = over(&fixture, 6).await;
    let thinkers = Arc::clone(&fixture.referee.registry.thinkers);
    let all = thinkers.available_permits() as u32;
    let live = thinkers.acquire_many(all).await.unwrap();
    let (referee, at) = (fixture.referee.clone(), Arc::clone(&table));
    let permit = referee.permit_review(ANA, at.id).unwrap();
    let choices = at.own_choices(at.seat_of(ANA).unwrap()).unwrap();
    let waits = tokio::spawn(async move { referee.review(permit, at, choices).await.is_some() });
    let none = tokio::time::timeout(std::time::Duration::from_millis(50), fixture.review(&table, ANA)).await;
    assert!(none.is_err() && !waits.is_finished(), "computer players come first");
    waits.abort();
    assert!(waits.await.unwrap_err().is_cancelled());
    drop(live);
    assert_eq!(fixture.review(&table, ANA).await.choices, own(&table, ANA));
}
