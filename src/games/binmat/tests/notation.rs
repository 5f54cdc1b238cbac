//! The notation, as it is written and as it is typed.

use proptest::prelude::*;

use super::super::*;
use super::support::{Board, Chances, DEFENDERS, wild_order};

#[test]
fn notation_comes_back_as_it_was() {
    for text in [
        "d3", "da", "p3^1", "u>&0", "c3", "x?#a", "x?#4", "--", "pa!0", "x@+5", "u*%2",
    ] {
        assert_eq!(text.parse::<Order>().unwrap().to_string(), text);
    }
    let lane = "lane 4 2!,3!,4!,5!,6!,7!,8!,9!,a!,@!,*!,?!,>!";
    for text in [
        lane,
        "order 0 2 1",
        "order 0 f e 1",
        "reshuffle 3 2!",
        "reshuffle a >#,a^",
    ] {
        assert_eq!(text.parse::<Chance>().unwrap().to_string(), text);
    }
    for text in [
        "trap 0 ?%",
        "bounce 5",
        "combat 1 3 0 4",
        "combat 1 14 0 15",
        "combat 0 2 3 -",
        "invalid 31",
        "dump 0",
    ] {
        assert_eq!(text.parse::<Fact>().unwrap().to_string(), text);
    }
}

#[test]
fn the_top_card_of_a_deck_is_written_first() {
    let Ok(Chance::Reshuffle(_, cards)) = "reshuffle 0 2!,3!,4!".parse() else {
        panic!("it is one");
    };
    assert_eq!(cards.top().map(|card| card.to_string()).as_deref(), Some("2!"));
}

#[test]
fn nothing_else_is_notation() {
    for text in [
        "", "-", "---", "d", "d6", "d-1", "dd", "d3 ", " d3", "D3", "c", "ca", "c6", "c33", "p3^", "p31", "p3^6",
        "p3^a", "p1^0", "p10^0", "pA^0", "p^30", "u>0", "u>&", "x?#", "x?a", "x?#6", "x?#b", "x?#aa", "q3^1", "pä1",
        "ü", "p3^1x",
    ] {
        assert_eq!(text.parse::<Order>(), Err(Malformed), "{text:?}");
    }
    for text in [
        "",
        "lane",
        "lane 0",
        "lane 0 ",
        "lane a 2!",
        "lane 6 2!",
        "lane 0 2",
        "lane 0 2!,",
        "lane 0 2!, 3!",
        "lane 0 2!,2!",
        "order",
        "order ",
        "order 0 0",
        "order 0 g",
        "order 0  1",
        "order 0 10",
        "order F",
        "reshuffle 0 ",
        "reshuffle b 2!",
        "Lane 0 2!",
    ] {
        assert_eq!(text.parse::<Chance>(), Err(Malformed), "{text:?}");
    }
    for text in [
        "",
        "trap",
        "trap 0",
        "trap 6 2!",
        "trap 0 2",
        "bounce",
        "bounce a",
        "combat 0 1 1",
        "combat 0 1 1 1 1",
        "combat 0 01 1 1",
        "combat 0 - 1 1",
        "combat 0 +1 1 1",
        "combat 0 256 1 1",
        "invalid 32",
        "invalid -1",
        "dump 01",
        "dump  1",
        "Dump 1",
    ] {
        assert_eq!(text.parse::<Fact>(), Err(Malformed), "{text:?}");
    }
}

#[test]
fn what_people_type_is_understood() {
    let board = Board::duel(DEFENDERS).hand(0, "3^ 3! >& a# ?# 8&").ready();
    for (typed, meant) in [
        ("p3^1", "p3^1"),
        ("P3^1", "p3^1"),
        (" p 3^ 1 ", "p3^1"),
        // Without a suit the longest held card of that rank is meant.
        ("p31", "p3^1"),
        ("p3!1", "p3!1"),
        ("u>0", "u>&0"),
        ("U>0", "u>&0"),
        ("pa0", "pa#0"),
        ("pA0", "pa#0"),
        ("p10#0", "pa#0"),
        ("p100", "pa#0"),
        ("x?4", "x?#4"),
        ("x?a", "x?#a"),
        ("x?#A", "x?#a"),
        ("xaa", "xa#a"),
        ("xa#a", "xa#a"),
        ("`u>0`", "u>&0"),
        ("D3", "d3"),
        ("da", "da"),
        ("c3", "c3"),
        ("c 3", "c3"),
        ("--", "--"),
        ("- -", "--"),
        ("\u{2014}", "--"),
        ("\u{2013}", "--"),
        ("Pass", "--"),
        // A rank that is not held is a card that is not held.
        ("p90", "p9&0"),
        ("p9#0", "p9#0"),
        ("", ""),
        ("d6", ""),
        ("d10", ""),
        ("p3", ""),
        ("p3^", ""),
        ("p1^0", ""),
        ("p3a", ""),
        ("u>&0 u>&0", ""),
        ("äöü", ""),
        ("what now", ""),
    ] {
        let read = board.game.read(Seat(0), typed).map(|order| order.to_string());
        match meant {
            "" => assert_eq!(read, Err(Malformed), "{typed:?}"),
            meant => assert_eq!(read.as_deref(), Ok(meant), "{typed:?}"),
        }
    }
    assert_eq!(board.flaw(0, "p9&0"), Some(Flaw::NotHeld));
    // Who is not at the table holds nothing.
    assert_eq!(
        board
            .game
            .read(Seat(9), "p31")
            .map(|order| order.to_string())
            .as_deref(),
        Ok("p3&1")
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_order_is_read_back_as_it_was_written(seed: u64) {
        let order = wild_order(&mut Chances(seed));
        prop_assert_eq!(order.to_string().parse(), Ok(order));
        let board = Board::duel(DEFENDERS).hand(0, "3^ 3!").ready();
        prop_assert_eq!(board.game.read(Seat(0), &order.to_string()), Ok(order));
    }

    #[test]
    fn what_is_read_is_what_would_be_written(text in "[dcpux\\-][2-9a@*?>]?[&%+!^#]?[0-6a]?") {
        if let Ok(order) = text.parse::<Order>() {
            prop_assert_eq!(order.to_string(), text);
        }
    }

    #[test]
    fn no_typed_text_is_too_much(text in "\\PC{0,12}") {
        let board = Board::duel(DEFENDERS).hand(0, "3^ 3!").ready();
        if let Ok(order) = board.game.read(Seat(0), &text) {
            prop_assert_eq!(order.to_string().parse(), Ok(order));
        }
    }
}
