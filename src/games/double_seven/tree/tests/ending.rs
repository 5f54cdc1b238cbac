//! Every end: out, places, play_on, blocked, alone.

use super::super::*;
use super::support::{Chances, Table};
use crate::rules::{Event, Observe, Viewer};

/// Where only 7s lie open: nothing can be placed any more.
const CLOSED: &str = "1@0,1 2@1,1; 3@0,2 6@1,2; 7@0,3 7@1,3";

#[test]
fn the_first_out_wins_and_the_others_play_on_for_the_places() {
    let mut table = Table::at(&["1-5", "1-4", "2-4 1-1"], "", "");
    assert_eq!(table.choose(0, "1@1,1 5@2,1"), ["out 0"]);
    assert_eq!(table.places(), None);
    assert_eq!(table.choose(1, "1@-1,1 4@0,1"), ["out 1"]);
    assert_eq!(
        table.places(),
        Some(Some(vec![1, 2, 3])),
        "the last one has the last place"
    );
}

#[test]
fn without_play_on_the_first_out_ends_the_game() {
    let mut table = Table::at(&["1-5", "1-4", "2-4"], "", "").with(r#"{"play_on":false}"#);
    assert_eq!(table.choose(0, "1@1,1 5@2,1"), ["out 0"]);
    assert_eq!(table.places(), Some(Some(vec![1, 2, 2])));
}

#[test]
fn of_two_seats_the_first_out_ends_the_game() {
    let mut table = Table::at(&["1-5", "1-4 2-4"], "3-4", "");
    assert_eq!(table.choose(0, "1@1,1 5@2,1"), ["out 0"]);
    assert_eq!(table.places(), Some(Some(vec![1, 2])));
}

#[test]
fn when_all_pass_in_succession_nobody_wins() {
    let mut table = Table::at(&["0-3", "0-5", "0-6"], "", CLOSED);
    assert_eq!(table.choose(0, "pass"), [""; 0]);
    assert_eq!(table.choose(1, "pass"), [""; 0]);
    assert_eq!(table.choose(2, "pass"), ["blocked"]);
    assert_eq!(table.places(), Some(None));
}

#[test]
fn a_draw_is_no_pass() {
    let mut table = Table::at(&["0-3", "0-5"], "0-6", CLOSED);
    table.choose(0, "draw");
    assert_eq!(table.choose(1, "pass"), [""; 0]);
    assert_eq!(table.choose(0, "pass"), ["blocked"]);
    assert_eq!(table.places(), Some(None));
}

#[test]
fn any_placement_starts_the_count_of_passes_anew() {
    let mut table = Table::at(&["3-5", "3-6", "1-1 0-7"], "", "");
    table.choose(0, "pass");
    table.choose(1, "pass");
    assert_eq!(table.choose(2, "1@0,1 1@1,1"), ["extra 2"]);
    // The 0-7 does not fit; now all three must pass again.
    assert_eq!(table.choose(2, "pass"), [""; 0]);
    assert_eq!(table.turn(), Some(0));
    assert_eq!(table.0.passes, 1);
    assert_eq!(table.choose(0, "3@0,2 5@1,2"), ["out 0"]);
    assert_eq!(table.0.passes, 0);
}

#[test]
fn those_who_are_out_keep_their_places_and_the_rest_share_the_next() {
    let mut table = Table::at(&["0-3", "", "0-5", "0-6"], "", CLOSED);
    table.choose(0, "pass");
    table.choose(2, "pass");
    assert_eq!(table.choose(3, "pass"), ["blocked"]);
    assert_eq!(table.places(), Some(Some(vec![2, 1, 2, 2])));

    let mut table = Table::at(&["0-3", "", "0-5", ""], "", CLOSED);
    table.choose(0, "pass");
    assert_eq!(table.choose(2, "pass"), ["blocked"]);
    assert_eq!(table.places(), Some(Some(vec![3, 1, 3, 2])));
}

#[test]
fn with_tiles_left_to_draw_the_game_goes_on_when_somebody_is_out() {
    let mut table = Table::at(&["1-5", "0-6", "6-6"], "1-1", "");
    table.choose(0, "1@1,1 5@2,1");
    assert_eq!(table.turn(), Some(1));
    assert_eq!(table.choose(1, "draw"), [""; 0]);
    assert_eq!(table.choose(2, "pass"), [""; 0]);
    assert_eq!(table.choose(1, "1@-1,1 1@0,1"), [""; 0]);
    assert_eq!(table.turn(), Some(2));
}

#[test]
fn alone_it_is_won_without_tiles_and_lost_when_nothing_fits_or_can_be_drawn() {
    let mut won = Table::at(&["1-5"], "", "");
    assert_eq!(won.choose(0, "1@1,1 5@2,1"), ["out 0"]);
    assert_eq!(won.places(), Some(Some(vec![1])));

    let mut lost = Table::at(&["0-3"], "0-5", CLOSED);
    assert_eq!(lost.choose(0, "draw"), [""; 0]);
    assert_eq!(lost.places(), None);
    assert_eq!(lost.choose(0, "pass"), ["blocked"]);
    assert_eq!(lost.places(), Some(None));
}

#[test]
fn alone_an_empty_hand_wins_though_tiles_are_left_to_draw() {
    let mut table = Table::at(&["1-5"], "0-5 0-6", "");
    assert_eq!(table.choose(0, "1@1,1 5@2,1"), ["out 0"]);
    assert_eq!(table.places(), Some(Some(vec![1])));
}

#[test]
fn at_the_end_all_hands_lie_open() {
    let mut table = Table::at(&["1-5", "1-4 2-4"], "3-4", "");
    let open = |table: &Table| {
        table
            .0
            .view(Viewer::Table)
            .seats
            .iter()
            .map(|seen| seen.open)
            .collect::<Vec<_>>()
    };
    assert_eq!(open(&table), [None, None]);
    table.choose(0, "1@1,1 5@2,1");
    assert_eq!(
        open(&table),
        [Some(Tiles::EMPTY), Some(super::support::tiles("1-4 2-4"))]
    );
}

#[test]
fn a_game_that_is_over_takes_nothing() {
    let mut table = Table::at(&["1-5", "1-4 2-4"], "3-4", "");
    table.choose(0, "1@1,1 5@2,1");
    for what in ["draw", "pass", "1@-1,1 4@0,1"] {
        for seat in [0, 1] {
            assert_eq!(table.refusal(seat, what), Some("refused-over"));
        }
    }
    assert_eq!((table.choices(0), table.choices(1)), (Vec::new(), Vec::new()));
}

#[test]
fn random_games_end_in_every_way_that_the_rules_know() {
    let mut dice = Chances(4);
    let (mut won, mut blocked, mut shared, mut extras) = (0, 0, 0, 0);
    for seats in 1..=4 {
        for game in 0..120 {
            let options = Options { play_on: game % 3 > 0 };
            let mut tree = Tree::setup(&options, seats).unwrap();
            let outcome = loop {
                let event = match tree.awaits() {
                    Awaits::Nobody(outcome) => break outcome,
                    Awaits::Chance => Event::Chance(tree.draw(&mut dice)),
                    Awaits::Seats(asked) => {
                        assert_eq!(asked.len(), 1);
                        let seat = asked.iter().next().unwrap();
                        Event::Choice(seat, tree.random_choice(seat, &mut dice).unwrap())
                    }
                };
                let notes = tree.apply(&event).unwrap();
                extras += notes.iter().filter(|note| matches!(note.fact, Fact::Extra(_))).count();
                let held: usize = tree.hands.iter().map(|hand| hand.len()).sum();
                let all = held + tree.supply.len() + tree.growth.placed().len();
                assert!(tree.phase == Phase::Deal || all == 36, "no tile is lost");
            };
            let Some(places) = outcome.places else {
                assert_eq!(tree.out(), 0);
                blocked += 1;
                continue;
            };
            let firsts = places.iter().filter(|place| **place == 1).count();
            assert_eq!(firsts, 1);
            won += 1;
            shared += usize::from(matches!(tree.recent.last(), Some(Move::Passed { .. })));
            if !options.play_on {
                assert!(places.iter().all(|place| *place <= 2));
            }
        }
    }
    assert!(won > 100 && blocked > 100 && shared > 10, "{won} {blocked} {shared}");
    assert!(extras > 500, "{extras}");
}
