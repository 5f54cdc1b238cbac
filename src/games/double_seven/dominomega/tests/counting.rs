//! Groups and products: what the rulebook says of them.

use super::super::*;
use super::support::Table;
use crate::games::double_seven::tests::support::{Chances, tile};
use crate::games::double_seven::{Cell, Symbol, Tile};
use crate::rules::{Observe, Viewer};

/// The most that sizes which add up to so much can be multiplied to.
fn most(cells: i64) -> i64 {
    (1..=cells)
        .map(|first| first * if first == cells { 1 } else { most_cached(cells - first) })
        .max()
        .unwrap_or(1)
}

/// The same by the known form of the answer, so that the search stays short: threes, and a two or a four for the rest.
fn most_cached(cells: i64) -> i64 {
    let threes = |count: i64| 3_i64.pow(count as u32);
    match cells % 3 {
        _ if cells == 1 => 1,
        0 => threes(cells / 3),
        1 => 4 * threes(cells / 3 - 1),
        _ => 2 * threes(cells / 3),
    }
}

#[test]
fn every_ring_is_on_36_halves() {
    for ring in Ring::ALL {
        let halves = Tile::all().flat_map(Tile::symbols).filter(|symbol| symbol.has(ring));
        assert_eq!(halves.count(), 36, "{ring:?}");
    }
}

#[test]
fn no_groups_of_36_cells_multiply_to_more_than_the_rulebook_says() {
    // Each bound rests on the smaller ones.
    for cells in 1..=36 {
        assert_eq!(most(cells), most_cached(cells), "{cells} cells");
    }
    assert_eq!(most(36), 531_441);
}

/// All 36 tiles in one game so that every group of pips has three cells: tiles in a line, and two across it.
fn twelve_groups_of_three() -> Vec<Placement> {
    let odd = |symbol: Symbol| symbol.has(Ring::Pip);
    let kind = |pips: usize| -> Vec<Tile> {
        let pips = move |tile: &Tile| tile.symbols().into_iter().filter(|symbol| odd(*symbol)).count() == pips;
        Tile::all().filter(pips).collect()
    };
    let (mut mixed, doubly, none) = (kind(1), kind(2), kind(0));
    assert_eq!((mixed.len(), doubly.len(), none.len()), (16, 10, 10));
    // The first tile lies with its lower symbol first, and must begin without a pip: 0-1.
    mixed.retain(|tile| *tile != self::tile("0-1"));
    mixed.insert(0, self::tile("0-1"));
    let mut mixed = mixed.into_iter();
    let mut column = 0;
    let mut made = Vec::new();
    let mut lay = |tile: Tile, pip_first: bool| {
        let cells = [Cell::new(column, 0), Cell::new(column + 1, 0)];
        let placed = Placement::of(tile, cells[0], cells[1]).unwrap();
        let turned =
            odd(placed.first().symbol) != pip_first && tile.symbols().into_iter().filter(|s| odd(*s)).count() == 1;
        made.push(if turned { placed.swapped() } else { placed });
        column += 2;
        column
    };
    for double in doubly {
        lay(mixed.next().unwrap(), false);
        lay(double, true);
    }
    let mut across = Vec::new();
    for _ in 0..2 {
        lay(mixed.next().unwrap(), false);
        let next = lay(mixed.next().unwrap(), true);
        across.push(next - 3);
    }
    for tile in none {
        lay(tile, false);
    }
    for column in across {
        let tile = mixed.next().unwrap();
        let placed = Placement::of(tile, Cell::new(column, 1), Cell::new(column, 2)).unwrap();
        made.push(if odd(placed.first().symbol) {
            placed
        } else {
            placed.swapped()
        });
    }
    made
}

#[test]
fn the_greatest_product_can_be_reached() {
    let placements = twelve_groups_of_three();
    let texts: Vec<String> = placements.iter().map(ToString::to_string).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for seats in [2, 3] {
        let (last, before) = texts.split_last().unwrap();
        let mut table = Table::dealt(
            seats,
            &placements.iter().map(|placed| placed.tile()).collect::<Vec<_>>(),
        );
        for text in before {
            assert_eq!(table.place(text), [""; 0], "only the last placement counts");
        }
        let facts = table.place(last);
        assert_eq!(facts[0], "groups 0 3,3,3,3,3,3,3,3,3,3,3,3");
        assert_eq!(facts.len(), usize::from(seats));
        let (places, scores) = table.outcome().unwrap();
        assert_eq!((places[0], scores[0]), (1, 531_441));
    }
}

#[test]
fn two_seats_have_the_pip_and_the_large_circle() {
    assert_eq!(rings(2), [Ring::Pip, Ring::Large]);
    assert_eq!(rings(3), Ring::ALL);
    let mut two = Table::dealt(2, &[]);
    let facts = two.play_out(&mut Chances(4));
    for (fact, ring) in facts.iter().zip(rings(2)) {
        let sizes = groups::sizes(&two.0.held.layout, |symbol| symbol.has(*ring));
        assert!(fact.ends_with(&crate::rules::joined(&sizes, ",")), "{fact}");
    }
    assert_eq!(facts.len(), 2);
}

#[test]
fn scores_are_products_of_groups_that_make_36_and_equal_ones_share_a_place() {
    for seed in 0..20 {
        let mut table = Table::dealt(3, &[]);
        let facts = table.play_out(&mut Chances(seed));
        let (places, scores) = table.outcome().unwrap();
        for (fact, score) in facts.iter().zip(&scores) {
            let Fact::Groups(_, sizes) = fact.parse().unwrap();
            assert_eq!(sizes.iter().map(|size| u32::from(*size)).sum::<u32>(), 36);
            assert_eq!(groups::product(sizes.iter().copied()), *score);
        }
        assert_eq!(places, places_by_score(&scores));
    }
    let mut table = Table::dealt(3, &[]);
    table.play_out(&mut Chances(1));
    table.0.scores = [24, 12, 24];
    assert_eq!(table.outcome(), Some((vec![1, 3, 1], vec![24, 12, 24])));
}

#[test]
fn the_product_is_shown_as_it_stands() {
    // 3 and 7 hold the pip and touch; 4 holds the large circle alone, and touches 7 at no edge.
    let table = Table::placed(2, &["3@0,0 4@1,0", "7@-1,0 0@-1,1"]);
    let view = table.0.view(Viewer::Table);
    assert_eq!((view.seats[0].groups.as_slice(), view.seats[0].product), (&[2][..], 2));
    assert_eq!(
        (view.seats[1].groups.as_slice(), view.seats[1].product),
        (&[1, 1][..], 1)
    );
    let start = Table::dealt(2, &[]).0.view(Viewer::Table);
    assert_eq!((start.seats[0].groups.len(), start.seats[0].product), (0, 0));
}
