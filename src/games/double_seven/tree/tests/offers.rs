//! What is offered: exactly what is accepted, counted and picked without being listed.

use std::collections::BTreeSet;

use super::super::super::{Cell, Half, Placement, Tile};
use super::super::*;
use super::support::{Chances, Fixed, Table};

/// Every way to place any tile in the part of the plane where anything could lie.
fn all_placements() -> Vec<Choice> {
    let mut all = Vec::new();
    for (row, column) in (0..12).flat_map(|row| (-12..13).map(move |column| (row, column))) {
        let cell = Cell::new(column, row);
        for tile in Tile::all() {
            let placement = Placement::of(tile, cell, cell.right());
            let turned = placement.map(Placement::swapped).filter(|_| !tile.is_double());
            all.extend(placement.into_iter().chain(turned).map(Choice::Place));
        }
    }
    all.extend([Choice::Draw, Choice::Pass]);
    all
}

/// What the rules say of a choice, told once more without the game's own lists.
fn is_legal(game: &Tree, choice: Choice) -> bool {
    let lying: Vec<Half> = game
        .growth
        .placed()
        .iter()
        .flat_map(|placement| placement.halves())
        .collect();
    let at = |cell: Cell| lying.iter().find(|half| half.cell == cell).map(|half| half.symbol);
    let one_more = |upper: super::super::super::Symbol, lower: super::super::super::Symbol| {
        let (upper, lower) = (upper.number(), lower.number());
        upper > lower && (upper - lower).is_power_of_two() && upper & lower == lower
    };
    let fits = |placement: Placement| {
        let halves = placement.halves();
        game.hands[game.turn.index()].contains(placement.tile())
            && halves.iter().all(|half| half.cell.row >= 1 && at(half.cell).is_none())
            && halves.iter().any(|half| at(half.cell.below()).is_some())
            && halves.iter().all(|half| {
                at(half.cell.below()).is_none_or(|lower| one_more(half.symbol, lower))
                    && at(half.cell.above()).is_none_or(|upper| one_more(upper, half.symbol))
            })
    };
    let stuck = || {
        !all_placements()
            .iter()
            .any(|other| matches!(other, Choice::Place(other) if fits(*other)))
    };
    match choice {
        Choice::Place(placement) => fits(placement),
        Choice::Draw => !game.supply.is_empty() && stuck(),
        Choice::Pass => game.supply.is_empty() && stuck(),
    }
}

#[test]
fn offered_means_accepted_and_all_else_is_refused() {
    let texts = all_placements();
    for seats in 1..=4 {
        let mut dice = Chances(u64::from(seats));
        let mut table = Table::new("{}", seats);
        let deck = table.0.draw(&mut dice);
        table.0.take_chance(&deck).unwrap();
        while let Some(seat) = table.turn() {
            let growth = &table.0.growth;
            let farthest = growth.placed().iter().map(|placement| placement.second().cell);
            let small = farthest
                .clone()
                .all(|cell| cell.row < 11 && (-11..11).contains(&cell.column));
            if small && dice.below(3) == 0 {
                let offered: BTreeSet<String> = table.choices(seat).into_iter().collect();
                assert_eq!(offered.len(), table.0.count(Seat(seat)), "every choice is listed once");
                for choice in &texts {
                    let accepted = table.0.check(Seat(seat), *choice).is_ok();
                    assert_eq!(
                        accepted,
                        offered.contains(&choice.to_string()),
                        "{choice} in {:?}",
                        table.0
                    );
                    if matches!(choice, Choice::Place(_)) || dice.below(4) == 0 {
                        assert_eq!(accepted, is_legal(&table.0, *choice), "{choice} in {:?}", table.0);
                    }
                }
            }
            let choice = table.0.random_choice(Seat(seat), &mut dice).unwrap();
            table.choose(seat, &choice.to_string());
        }
    }
}

#[test]
fn a_random_choice_is_any_of_the_list_equally_likely() {
    let trees = ["", "1@0,1 2@1,1", "1@1,1 5@2,1; 2@-1,1 4@0,1"];
    for (tree, hand) in trees
        .into_iter()
        .flat_map(|tree| ["1-5 2-4 3-5 0-7", "3-3", "6-6 1-1"].map(|hand| (tree, hand)))
    {
        let table = Table::at(&[hand, "0-1"], "", tree);
        let offered = table.choices(0);
        let mut picked = BTreeSet::new();
        for number in 0..offered.len() as u32 {
            let mut source = Fixed {
                number,
                bounds: Vec::new(),
            };
            let choice = table.0.random_choice(Seat(0), &mut source).unwrap();
            assert!(source.bounds.is_empty() || source.bounds == [offered.len() as u32]);
            assert!(picked.insert(choice.to_string()), "{choice} is picked twice");
        }
        assert_eq!(picked, offered.into_iter().collect(), "{hand} on {tree}");
    }
}

#[test]
fn a_clock_that_runs_out_plays_any_legal_choice() {
    let table = Table::at(&["1-5 2-4", "0-1"], "", "");
    let offered = table.choices(0);
    for seed in 0..40 {
        let lapsed = table.0.timeout_choice(Seat(0), &mut Chances(seed)).unwrap().to_string();
        assert!(offered.contains(&lapsed), "{lapsed}");
    }
    for seat in [1, 200] {
        assert_eq!(table.0.timeout_choice(Seat(seat), &mut Chances(0)), None);
        assert_eq!(table.0.count(Seat(seat)), 0);
    }
}

#[test]
fn both_ways_round_are_two_choices_and_a_double_is_one() {
    let table = Table::at(&["1-2", "0-1"], "", "");
    let both = ["1@0,1 2@1,1", "2@0,1 1@1,1"];
    let offered = table.choices(0);
    assert!(both.iter().all(|what| offered.contains(&(*what).to_owned())));
    let double = Table::at(&["1-1", "0-1"], "", "");
    assert_eq!(double.choices(0), ["1@-1,1 1@0,1", "1@0,1 1@1,1", "1@1,1 1@2,1"]);
}
