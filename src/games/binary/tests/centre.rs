//! The restrictions on the centre. On a board of 8, d4 and e5 are dark, d5 and e4 light.

use super::super::*;
use super::support::Table;

#[test]
fn of_the_own_colour_it_is_the_only_piece_of_the_turn() {
    for (seat, own, far) in [(0, ["d4", "e5"], "a3"), (1, ["d5", "e4"], "a4")] {
        let table = Table::at(8, ["a1", "a2"], [15, 15], seat);
        for square in own {
            assert_eq!(table.refusal(seat, square), None);
            let pair = Choice::two(square.parse().unwrap(), far.parse().unwrap()).unwrap();
            assert_eq!(
                table.refusal(seat, &pair.to_string()),
                Some("binary-refused-two-centre")
            );
        }
        let both = own.map(|square| square.parse().unwrap());
        let both = Choice::two(both[0], both[1]).unwrap().to_string();
        assert_eq!(table.refusal(seat, &both), Some("binary-refused-two-centre"));
        let mut table = table;
        assert_eq!(table.choose(seat, own[0]), Vec::<String>::new());
        assert_eq!(table.hands()[usize::from(seat)], 14, "it costs nothing more");
    }
}

#[test]
fn of_the_other_colour_it_costs_one_more_piece_from_the_hand() {
    for (seat, other) in [(0, "d5"), (0, "e4"), (1, "d4"), (1, "e5")] {
        let mut table = Table::at(8, ["a1", "a2"], [9, 9], seat);
        assert_eq!(table.choose(seat, other), [format!("discard {seat}")]);
        let side = table.0.sides[usize::from(seat)];
        assert_eq!((side.hand, side.discarded, side.placed.len()), (7, 1, 2));
        assert_eq!(table.hands()[usize::from(1 - seat)], 9);
        assert_eq!(table.waiting(), [1 - seat]);
    }
}

#[test]
fn without_a_second_piece_in_hand_it_is_refused() {
    for (seat, others, own) in [(0, ["d5", "e4"], ["d4", "e5"]), (1, ["d4", "e5"], ["d5", "e4"])] {
        let table = Table::at(8, ["a1", "a2"], [1, 1], seat);
        let offered = table.choices(seat);
        for square in others {
            assert_eq!(table.refusal(seat, square), Some("binary-refused-cost"));
            assert!(!offered.contains(&square.to_owned()));
        }
        for square in own {
            assert_eq!(table.refusal(seat, square), None);
            assert!(offered.contains(&square.to_owned()));
        }
        let two = Table::at(8, ["a1", "a2"], [2, 2], seat);
        for square in others {
            assert_eq!(two.refusal(seat, square), None);
        }
    }
}

#[test]
fn only_the_first_piece_of_the_game_is_kept_out_of_it() {
    let mut table = Table::begun("{}");
    table.choose(0, "a1");
    table.choose(1, "d4");
    assert_eq!(table.hands(), [15, 14], "white may go there at once, at its price");
    table.choose(0, "e5");
    assert_eq!(table.hands(), [14, 14]);
}

#[test]
fn a_discard_is_in_no_territory_and_leaves_the_game() {
    let mut table = Table::at(6, ["a1", "a6"], [2, 1], 0);
    assert_eq!(table.choose(0, "c4"), ["discard 0"]);
    assert_eq!(table.hands(), [0, 1]);
    let facts = table.choose(1, "b5");
    assert_eq!(facts.len(), 2, "both hands are empty");
    assert_eq!(table.0.sides[0].placed.len(), 2);
    assert_eq!(table.0.sides[0].discarded, 1);
}
