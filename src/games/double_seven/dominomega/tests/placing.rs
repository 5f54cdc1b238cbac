//! Dealing, placing and drawing.

use super::super::*;
use super::support::Table;
use crate::games::double_seven::tests::support::{Chances, tile};
use crate::games::double_seven::{SET, Tile};
use crate::rules::{Observe, Viewer};

#[test]
fn it_is_for_two_or_three() {
    for seats in (0..=40).filter(|seats| !(MIN_SEATS..=MAX_SEATS).contains(seats)) {
        match Dominomega::setup(&Options {}, seats) {
            Err(SetupError::Seats { reason, .. }) => {
                assert_eq!(reason.key == "dominomega-setup-alone", seats < 2);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn all_tiles_are_dealt_once() {
    for wrong in ["deck 0-0", "deck 0-1,0-0"] {
        assert_eq!(Table::new("{}", 2).chance(wrong), Err("refused-draw"));
    }
    let mut table = Table::dealt(3, &["3-4", "0-1", "7-7", "5-5"].map(tile));
    let held = ["3-4", "0-1", "7-7"].map(|text| Some(tile(text)));
    assert_eq!(table.0.held.hands[..3], held);
    let view = table.0.view(Viewer::Table);
    assert_eq!((view.table.supply, view.table.turn), (33, Some(Seat(0))));
    let again = Dominomega::draw(&table.0, &mut Chances(1)).to_string();
    assert_eq!(table.chance(&again), Err("refused-draw"));
    table.place("3@0,0 4@1,0");
    assert_eq!(table.0.held.hands[0], Some(tile("5-5")), "the first of the supply");
    assert_eq!(table.0.view(Viewer::Table).table.supply, 32);
}

#[test]
fn decks_are_shuffled() {
    let decks: Vec<Deck> = (0..20)
        .map(|seed| Table::new("{}", 2).0.draw(&mut Chances(seed)))
        .collect();
    assert!(
        decks
            .iter()
            .all(|deck| deck.tiles() == Tiles::ALL && deck.order().len() == SET)
    );
    let firsts: std::collections::BTreeSet<Tile> = decks.iter().map(|deck| deck.order()[0]).collect();
    assert!(firsts.len() > 8, "{firsts:?}");
}

#[test]
fn the_first_tile_has_one_place_and_its_seat_is_asked() {
    let table = Table::dealt(2, &[tile("2-6")]);
    assert_eq!(table.0.awaits(), Awaits::Seats(SeatSet::one(Seat(0))));
    assert_eq!(table.choices(0), ["2@0,0 6@1,0"]);
    assert_eq!(table.choices(1), [""; 0]);
}

#[test]
fn a_tile_goes_beside_any_other_and_symbols_need_not_match() {
    let table = Table::placed(2, &["3@0,0 4@1,0"]);
    let own = table.0.held.hand(Seat(1)).unwrap();
    assert_eq!(own, tile("0-0"));
    assert_eq!(table.choices(1).len(), 16, "a double is the same both ways round");
    let table = Table::placed(2, &["3@0,0 4@1,0", "0@0,1 0@0,2"]);
    let choices = table.choices(0);
    assert_eq!(table.0.held.hand(Seat(0)), Some(tile("0-1")));
    for what in ["0@1,1 1@2,1", "1@1,1 0@2,1", "0@-1,2 1@-1,3", "0@0,3 1@0,4"] {
        assert!(choices.iter().any(|choice| choice == what), "{what}");
    }
    for what in ["0@1,2 1@1,3", "0@2,2 1@3,2", "0@0,0 1@0,1"] {
        assert_eq!(
            choices.iter().any(|choice| choice == what),
            what == "0@1,2 1@1,3",
            "{what}"
        );
    }
}

#[test]
fn seats_place_in_turn_until_all_tiles_lie() {
    for seats in MIN_SEATS..=MAX_SEATS {
        let mut table = Table::dealt(seats, &[]);
        let mut chances = Chances(u64::from(seats));
        for number in 0..SET {
            assert_eq!(usize::from(table.0.held.turn.0), number % usize::from(seats));
            assert_eq!(table.outcome(), None);
            let choice = table.0.random_choice(table.0.held.turn, &mut chances).unwrap();
            assert!(table.choices(table.0.held.turn.0).contains(&choice.to_string()));
            let facts = table.place(&choice.to_string());
            assert_eq!(facts.is_empty(), number + 1 < SET);
        }
        assert!(table.outcome().is_some());
        assert_eq!(table.0.held.layout.len(), SET);
        assert!(table.0.held.hands.iter().all(Option::is_none));
    }
}

#[test]
fn facts_are_read_as_they_are_written() {
    for text in ["groups 0 3,3,1", "groups 2 36"] {
        assert_eq!(text.parse::<Fact>().map(|fact| fact.to_string()).as_deref(), Ok(text));
    }
    for text in [
        "groups 0",
        "groups 0 ",
        "groups 0 1,3",
        "groups 0 3,0",
        "groups 0 03",
        "group 0 3",
        "groups x 3",
    ] {
        assert!(text.parse::<Fact>().is_err(), "{text:?}");
    }
}
