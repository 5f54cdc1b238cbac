//! Scores and ties: what the rulebook says of them.

use super::super::*;
use super::support::Table;
use crate::games::double_seven::SET;
use crate::games::double_seven::tests::support::{Chances, laid, tile};
use crate::rules::{Observe, Viewer};

#[test]
fn the_rulebooks_example_scores_twenty() {
    // Four 1s and five 4s together; another 1 and two more 4s lie apart, one of these at a corner of the five.
    let layout = laid(&[
        "1@0,0 1@1,0",
        "1@0,1 2@0,2",
        "1@2,0 0@3,0",
        "4@4,0 4@5,0",
        "4@4,1 5@4,2",
        "4@5,1 6@5,2",
        "4@6,0 7@7,0",
        "1@8,0 5@9,0",
        "2@7,1 4@8,1",
        "4@3,-1 3@4,-1",
    ]);
    assert_eq!(sizes(&layout, tile("1-4")), [4, 5]);
    assert_eq!(groups::product(sizes(&layout, tile("1-4"))), 20);
    assert_eq!(sizes(&layout, tile("0-3")), [1, 1], "blank counts like the others");
}

#[test]
fn a_symbol_counts_whole_and_not_by_its_rings() {
    // 3 is a pip in a small circle, 7 has both as well: they are other symbols all the same.
    let layout = laid(&["3@0,0 7@1,0", "3@0,1 3@1,1"]);
    assert_eq!(sizes(&layout, tile("3-7")), [3, 1]);
}

#[test]
fn a_symbol_that_does_not_lie_there_yet_counts_nothing() {
    let layout = laid(&["3@0,0 7@1,0"]);
    assert_eq!(sizes(&layout, tile("3-5")), [1, 0]);
    let view = Table::dealt(2, 0, &["3-6"]).0.view(Viewer::Seat(Seat(0)));
    assert_eq!(view.mission.unwrap().score, 0);
}

#[test]
fn scores_are_of_the_missions_in_their_order() {
    for seats in MIN_SEATS..=MAX_SEATS {
        for seed in 0..10 {
            let mut table = Table::dealt(seats, (seed % u64::from(seats)) as u8, &[]);
            let facts = table.play_out(&mut Chances(seed));
            let (places, scores) = table.outcome().unwrap();
            assert_eq!(facts.len(), usize::from(seats));
            for (seat, fact) in facts.iter().enumerate() {
                let [low, high] = table.0.missions[seat]
                    .symbols()
                    .map(|symbol| groups::largest(&table.0.held.layout, |other| other == symbol).len());
                assert_eq!(*fact, format!("groups {seat} {low},{high}"));
                assert_eq!(scores[seat], (low * high) as i64);
            }
            let lowest = scores.iter().min();
            let winner = places.iter().position(|place| *place == 1).unwrap();
            assert_eq!(scores.get(winner), lowest);
            let mut all = places.clone();
            all.sort_unstable();
            assert_eq!(all, (1..=seats).collect::<Vec<u8>>(), "places never tie");
        }
    }
}

#[test]
fn a_tie_goes_to_who_placed_the_last_tile_first() {
    let at = |seats: u8, first: u8, scores: &[i64]| {
        let mut table = Table::dealt(seats, first, &[]);
        table.play_out(&mut Chances(1));
        table.0.scores[..scores.len()].copy_from_slice(scores);
        table.outcome().unwrap().0
    };
    assert_eq!(at(2, 0, &[6, 6]), [1, 2]);
    assert_eq!(at(2, 1, &[6, 6]), [2, 1]);
    assert_eq!(at(3, 2, &[6, 6, 6]), [2, 3, 1]);
    assert_eq!(at(4, 1, &[4, 9, 4, 4]), [3, 4, 1, 2]);
    assert_eq!(at(4, 3, &[8, 4, 8, 2]), [3, 2, 4, 1]);
}

#[test]
fn everybody_places_equally_many_tiles_and_the_last_seat_last() {
    for seats in MIN_SEATS..=MAX_SEATS {
        for first in 0..seats {
            let mut table = Table::dealt(seats, first, &[]);
            let mut placed = Vec::new();
            let mut chances = Chances(9);
            while table.outcome().is_none() {
                placed.push(table.0.held.turn);
                let choice = table.0.random_choice(table.0.held.turn, &mut chances).unwrap();
                table.place(&choice.to_string());
            }
            assert_eq!(placed.len(), SET - usize::from(seats));
            let view = table.0.view(Viewer::Table);
            for (number, seat) in placed.iter().enumerate() {
                assert_eq!(view.table.placer(number), *seat);
            }
            let last = |seat: u8| placed.iter().rposition(|other| *other == Seat(seat));
            let mut order: Vec<u8> = (0..seats).collect();
            order.sort_by_key(|seat| last(*seat));
            assert!(order.is_sorted_by_key(|seat| table.0.order(Seat(*seat))), "{order:?}");
        }
    }
}
