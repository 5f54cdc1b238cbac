//! Territories: what is one, how large it is, and what it scores.

use std::cmp::Ordering;

use super::super::*;
use super::support::{Dice, Table, squares};
use crate::rules::Event;

/// No territory at all.
const NONE: [u8; 0] = [];

/// The sizes of both seats' territories (black, white) on a board of 6.
fn sizes(black: &str, white: &str) -> [Vec<u8>; 2] {
    let table = Table::at(6, [black, white], [5, 5], 0);
    [Seat(0), Seat(1)].map(|seat| Sizes::of(table.0.ground(seat)).as_slice().to_vec())
}

#[test]
fn a_single_piece_or_a_single_empty_square_is_no_territory() {
    assert_eq!(sizes("", ""), [NONE; 2], "empty squares of one colour never touch");
    assert_eq!(
        sizes("a1 c5", "c3"),
        [vec![], vec![5_u8]],
        "c3 is dark and touches four light squares"
    );
    assert_eq!(sizes("a1", "a2"), [NONE; 2]);
}

#[test]
fn pieces_that_touch_side_by_side_belong_together() {
    assert_eq!(sizes("a1 a2", "a3 b2 b1"), [vec![2], vec![6]]);
    assert_eq!(sizes("b1 b2 b3 c2", "a1 a2 a3 b4 c1 c3 d2")[0], [4]);
}

#[test]
fn corners_do_not_touch() {
    assert_eq!(sizes("a1 b2 c3 d4", ""), [NONE; 2]);
    // Two black pieces on light squares at a corner, everything around them taken.
    assert_eq!(sizes("b1 c2", "a1 c1 b2 d2 c3")[0], NONE);
}

#[test]
fn empty_squares_of_the_own_colour_beside_a_piece_count() {
    assert_eq!(sizes("b1", "")[0], [4], "b1 with a1, c1 and b2");
    assert_eq!(sizes("c2", "")[0], [5], "c2 with b2, d2, c1 and c3");
    assert_eq!(sizes("c2 c3", "")[0], [5], "a piece counts as the empty square did");
    assert_eq!(sizes("a1 a2", "")[0], [4], "a1, a2 with a3 and b2");
    assert_eq!(sizes("", "d2")[1], [5], "the same for white");
}

#[test]
fn empty_squares_of_the_other_colour_do_not_count() {
    assert_eq!(sizes("c3", ""), [NONE; 2], "c3 is dark: all around it is light");
    assert_eq!(sizes("", "c2"), [NONE; 2]);
}

#[test]
fn the_other_sides_pieces_do_not_count() {
    assert_eq!(sizes("c2", "c3")[0], [4]);
    assert_eq!(sizes("c2", "c1 c3 b2 d2")[0], NONE);
}

#[test]
fn an_empty_square_joins_the_groups_that_it_touches() {
    assert_eq!(sizes("b1 d1", "")[0], [7], "joined by c1");
    assert_eq!(sizes("b1 d1", "c1")[0], [3, 3], "parted by a piece on c1");
    assert_eq!(sizes("b1 d1 c1", "")[0], [7], "an own piece joins them too");
}

#[test]
fn the_score_is_twice_the_largest_and_the_others_once() {
    let score = |sizes: &[u8]| Sizes::new(sizes.to_vec()).unwrap().score();
    assert_eq!(score(&[22, 3, 2]), 49, "the rulebook's black");
    assert_eq!(score(&[15, 5, 4, 3]), 42, "the rulebook's white");
    assert_eq!(score(&[]), 0);
    assert_eq!(score(&[2]), 4);
    assert_eq!(score(&[5, 5]), 15, "of two equal ones only one counts twice");
    assert_eq!(score(&[72]), 144);
}

#[test]
fn ties_go_by_the_largest_the_second_the_third() {
    let sizes = |sizes: &[u8]| Sizes::new(sizes.to_vec()).unwrap();
    let better: &[(&[u8], &[u8])] = &[
        (&[22, 3, 2], &[15, 5, 4, 3]),
        (&[3, 3], &[4]),
        (&[5], &[4, 2]),
        (&[5], &[2, 2, 2, 2]),
        (&[4, 4], &[4, 2, 2]),
        (&[6, 5, 3], &[6, 4, 4]),
        (&[6, 4, 4], &[6, 4, 2, 2]),
        (&[9, 3, 3, 3], &[9, 3, 3, 2]),
        (&[2], &[]),
    ];
    for (one, other) in better {
        assert_eq!(
            sizes(one).compare(&sizes(other)),
            Ordering::Greater,
            "{one:?} {other:?}"
        );
        assert_eq!(sizes(other).compare(&sizes(one)), Ordering::Less);
    }
    for same in [&[][..], &[4, 4], &[15, 5, 4, 3]] {
        assert_eq!(sizes(same).compare(&sizes(same)), Ordering::Equal);
    }
}

/// Components found the slow way: squares join hands until nothing changes.
fn slow_sizes(ground: &[Square]) -> Vec<u8> {
    let mut group: Vec<usize> = (0..ground.len()).collect();
    let touch = |one: Square, other: Square| one.file().abs_diff(other.file()) + one.rank().abs_diff(other.rank()) == 1;
    loop {
        let before = group.clone();
        for one in 0..ground.len() {
            for other in 0..ground.len() {
                if touch(ground[one], ground[other]) {
                    group[one] = group[one].min(group[other]);
                }
            }
        }
        if group == before {
            break;
        }
    }
    let sizes = (0..ground.len()).map(|root| group.iter().filter(|of| **of == root).count() as u8);
    let mut sizes: Vec<u8> = sizes.filter(|size| *size >= 2).collect();
    sizes.sort_unstable_by(|one, other| other.cmp(one));
    sizes
}

#[test]
fn random_boards_are_counted_as_by_hand() {
    for size in SIZES {
        let mut dice = Dice(u64::from(size));
        for _ in 0..12 {
            let mut table = Table::begun(&format!(r#"{{"size":{size}}}"#));
            let until = dice.below(u32::from(size) * u32::from(size) / 2);
            while table.0.placed().len() < until {
                let [seat] = table.waiting()[..] else { break };
                let choice = table.0.random_choice(Seat(seat), &mut dice).unwrap();
                table.0.apply(&Event::Choice(Seat(seat), choice)).unwrap();
            }
            for (seat, dark) in [(Seat(0), true), (Seat(1), false)] {
                let frame = Frame::of(size).unwrap();
                let mine = |square: &Square| {
                    let placed = table.0.sides.map(|side| side.placed.contains(*square));
                    placed[seat.index()] || (placed == [false, false] && square.is_dark() == dark)
                };
                let ground: Vec<Square> = frame.all().iter().filter(mine).collect();
                let found = Sizes::of(table.0.ground(seat));
                assert_eq!(found.as_slice(), slow_sizes(&ground), "{:?}", table.0);
                for whole in territories(table.0.ground(seat)) {
                    assert!(
                        !whole.and(table.0.side(seat).placed).is_empty(),
                        "every territory holds a piece"
                    );
                }
            }
        }
    }
}

#[test]
fn the_whole_of_the_largest_board_fits() {
    let all = Frame::of(LONGEST).unwrap().all();
    assert_eq!(Sizes::of(all).as_slice(), [144]);
    assert_eq!(Sizes::of(squares("a12 b12")).as_slice(), [2]);
    assert_eq!(
        Sizes::of(squares("a12 b1")).as_slice(),
        NONE,
        "one file's end does not touch the next one's beginning"
    );
}
