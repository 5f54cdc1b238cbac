//! Where a tile may lie: the lettered rules.

use super::super::super::{Cell, Half, Symbol};
use super::super::growth::{Flaw, Joints};
use super::super::*;
use super::support::{Table, placement, placements};

/// A gap in row 77, with a half below each of its two cells and one above each.
const ARCH: &str = "1@1,1 1@2,1; 4@-1,1 1@0,1; 0@-2,2 5@-1,2; 3@2,2 0@3,2; 7@-1,3 7@0,3; 7@1,3 7@2,3";

/// Whether a tile may lie so on a tree of these tiles, and if not, why not.
fn flaw(tree: &str, what: &str) -> Option<Flaw> {
    Growth::of(&placements(tree)).flaw(placement(what))
}

fn joints(tree: &str, what: &str) -> Joints {
    Growth::of(&placements(tree)).joints(placement(what))
}

fn half(text: &str) -> Half {
    text.parse().unwrap()
}

#[test]
fn rule_a_one_half_at_least_lies_directly_above_a_half() {
    // Above the trunk, or reaching out from it to either side.
    for what in ["1@0,1 2@1,1", "1@1,1 5@2,1", "5@-1,1 1@0,1"] {
        assert_eq!(flaw("", what), None, "{what}");
    }
    // Beside it, two columns off, or in the air.
    for what in ["1@2,1 2@3,1", "1@-2,1 2@-1,1", "1@0,2 2@1,2", "1@50,40 2@51,40"] {
        assert_eq!(flaw("", what), Some(Flaw::Air), "{what}");
    }
}

#[test]
fn rule_a_a_half_beside_another_is_not_above_it() {
    // The tree reaches out to column 2 in row 1; beside that is nothing to rest on.
    assert_eq!(flaw("1@1,1 5@2,1", "7@3,1 1@4,1"), Some(Flaw::Air));
    assert_eq!(flaw("1@1,1 5@2,1", "7@2,2 1@3,2"), None);
}

#[test]
fn tiles_lie_across_and_above_the_ground() {
    assert_eq!(flaw("", "1@0,1 3@0,2"), Some(Flaw::Upright));
    assert_eq!(flaw("", "1@2,0 3@3,0"), Some(Flaw::Ground));
    assert_eq!(flaw("", "1@0,-1 3@1,-1"), Some(Flaw::Ground));
    assert_eq!(flaw("", "1@0,0 3@1,0"), Some(Flaw::Ground));
}

#[test]
fn no_tile_lies_on_another() {
    let taken = |cell: Cell| Some(Flaw::Taken(cell));
    assert_eq!(flaw("1@0,1 2@1,1", "1@0,1 4@1,1"), taken(Cell::new(0, 1)));
    assert_eq!(flaw("1@0,1 2@1,1", "5@-1,1 1@0,1"), taken(Cell::new(0, 1)));
    assert_eq!(flaw("1@0,1 2@1,1", "4@1,1 5@2,1"), taken(Cell::new(1, 1)));
}

#[test]
fn rule_b_a_symbol_is_the_one_below_with_exactly_one_ring_more() {
    // 8 × 8 pairs by hand: what may lie above each symbol.
    let above: [&[u8]; 8] = [&[1, 2, 4], &[3, 5], &[3, 6], &[7], &[5, 6], &[7], &[7], &[]];
    for (lower, fits) in above.iter().enumerate() {
        for upper in 0..8_u8 {
            // Row 1 reaches out to column 2 with the lower symbol, whatever it is; the upper one is placed on that.
            let what = format!("{upper}@2,2 0@3,2");
            let tree = format!("1@1,1 {lower}@2,1");
            let wrong = Flaw::Rings {
                upper: half(&format!("{upper}@2,2")),
                lower: half(&format!("{lower}@2,1")),
                rests: true,
            };
            let expected = (!fits.contains(&upper)).then_some(wrong);
            assert_eq!(flaw(&tree, &what), expected, "{upper} above {lower}");
        }
    }
}

#[test]
fn rule_b_a_half_in_the_air_may_be_anything() {
    for symbol in Symbol::all() {
        assert_eq!(flaw("", &format!("1@1,1 {symbol}@2,1")), None);
        assert_eq!(flaw("", &format!("{symbol}@-1,1 4@0,1")), None);
    }
}

#[test]
fn rule_c_when_both_halves_rest_both_must_fit() {
    assert_eq!(flaw("", "1@0,1 2@1,1"), None);
    let wrong = |text: &str, cell: &str| {
        Some(Flaw::Rings {
            upper: half(text),
            lower: half(cell),
            rests: true,
        })
    };
    assert_eq!(flaw("", "1@0,1 3@1,1"), wrong("3@1,1", "0@1,0"));
    assert_eq!(flaw("", "3@0,1 1@1,1"), wrong("3@0,1", "0@0,0"));
    // On two different tiles.
    let two = "1@1,1 5@2,1; 2@-1,1 4@0,1";
    assert_eq!(flaw(two, "5@0,2 3@1,2"), None);
    assert_eq!(flaw(two, "6@0,2 3@1,2"), None);
    assert_eq!(flaw(two, "6@0,2 2@1,2"), wrong("2@1,2", "1@1,1"));
}

#[test]
fn rule_d_what_is_inserted_fits_the_tiles_above_it_too() {
    // Over the gap at column 2 of row 2 lies the 7 that reaches out from row 3.
    let gap = "1@1,1 1@2,1; 0@0,2 3@1,2; 7@1,3 7@2,3";
    assert_eq!(Growth::of(&placements(gap)).placed().len(), 4);
    for (symbol, fits) in [(3, true), (5, true), (6, false), (1, false), (2, false), (7, false)] {
        let what = format!("{symbol}@2,2 4@3,2");
        assert_eq!(flaw(gap, &what).is_none(), fits, "{what}");
    }
    let lower = "3@2,2 4@3,2";
    assert_eq!(joints(gap, lower), Joints { below: 1, above: 1 });
    // With a 6 above, the 5 rests well and yet does not fit below it.
    let six = "1@1,1 1@2,1; 0@0,2 3@1,2; 7@1,3 6@2,3";
    let wrong = Flaw::Rings {
        upper: half("6@2,3"),
        lower: half("5@2,2"),
        rests: false,
    };
    assert_eq!(flaw(six, "5@2,2 4@3,2"), Some(wrong));
}

#[test]
fn rule_d_both_halves_may_have_tiles_above_them() {
    assert_eq!(joints(ARCH, "3@0,2 5@1,2"), Joints { below: 2, above: 2 });
    assert_eq!(flaw(ARCH, "3@0,2 5@1,2"), None);
    assert!(flaw(ARCH, "1@0,2 5@1,2").is_some());
}

#[test]
fn both_halves_above_something_or_anything_above_brings_an_extra_turn() {
    let resting = joints("", "1@1,1 5@2,1");
    assert_eq!((resting, resting.reward()), (Joints { below: 1, above: 0 }, false));
    let both = joints("", "1@0,1 2@1,1");
    assert_eq!(
        (both, both.reward()),
        (Joints { below: 2, above: 0 }, true),
        "one and the same tile"
    );
    assert!(Joints { below: 1, above: 1 }.reward());
    assert!(Joints { below: 1, above: 2 }.reward());
    assert!(Joints { below: 2, above: 1 }.reward());
}

#[test]
fn an_extra_turn_is_one_even_for_both_reasons() {
    // Inserted at row 2, columns 0 and 1: rests on both halves and has tiles above both.
    let mut table = Table::at(&["3-5 0-6", "1-6"], "0-1", ARCH);
    assert_eq!(table.choose(0, "3@0,2 5@1,2"), ["extra 0"]);
    assert!(table.0.extra);
    assert_eq!(table.turn(), Some(0));
    // The extra turn is played like any other; nothing fits, so it ends with a draw, and no second one follows.
    assert_eq!(table.choose(0, "draw"), [""; 0]);
    assert_eq!(table.turn(), Some(1));
}

#[test]
fn the_places_are_those_of_a_search_of_the_whole_plane() {
    let trees = [
        "",
        "1@0,1 2@1,1",
        "1@1,1 5@2,1; 2@-1,1 4@0,1",
        "1@1,1 1@2,1; 0@0,2 3@1,2; 7@1,3 7@2,3",
        ARCH,
    ];
    for tree in trees {
        let growth = Growth::of(&placements(tree));
        let mut found = Vec::new();
        for row in -2..8 {
            for column in -9..9 {
                for (left, right) in Symbol::all().flat_map(|left| Symbol::all().map(move |right| (left, right))) {
                    let cell = Cell::new(column, row);
                    let placement =
                        super::super::super::Placement::new(Half::new(left, cell), Half::new(right, cell.right()));
                    found.extend(placement.filter(|placement| growth.flaw(*placement).is_none()));
                }
            }
        }
        let spots = growth.spots().iter();
        let kept: Vec<_> = spots
            .flat_map(|spot| spot.pairs().iter().filter_map(move |pair| spot.with(pair)))
            .collect();
        assert_eq!(kept, found, "{tree}");
    }
}
