//! What is written is read back, and nothing else; people may type more freely.

use super::super::*;
use super::support::{Table, square};

fn choice(text: &str) -> String {
    text.parse::<Choice>().unwrap().to_string()
}

#[test]
fn squares_are_a_letter_and_a_number() {
    for (text, file, rank) in [("a1", 0, 0), ("e4", 4, 3), ("h8", 7, 7), ("j10", 9, 9), ("l12", 11, 11)] {
        assert_eq!(square(text), Square::new(file, rank).unwrap());
        assert_eq!(square(text).to_string(), text);
        assert_eq!((square(text).file(), square(text).rank()), (file, rank));
    }
    for wrong in [
        "", "a", "1", "a0", "a13", "m1", "a01", "A1", "1a", "a1 ", " a1", "a-1", "a1b", "é1", "a١", "a111", "`1",
    ] {
        assert!(wrong.parse::<Square>().is_err(), "{wrong:?}");
    }
    assert_eq!(Square::new(12, 0), None);
    assert_eq!(Square::new(0, 12), None);
}

#[test]
fn squares_are_ordered_by_file_then_rank() {
    let mut all: Vec<Square> = ["b1", "a10", "a9", "a2", "l1", "a12"].map(square).to_vec();
    all.sort_unstable();
    let named: Vec<String> = all.iter().map(Square::to_string).collect();
    assert_eq!(named, ["a2", "a9", "a10", "a12", "b1", "l1"]);
    assert_eq!(serde_json::to_string(&square("k11")).unwrap(), "\"k11\"");
}

#[test]
fn two_squares_are_one_choice_in_ascending_order() {
    for text in ["e4", "c3 e5", "a9 a10", "a12 b1"] {
        assert_eq!(choice(text), text);
    }
    for wrong in [
        "e5 c3", "a10 a9", "c3 c3", "c3  e5", "c3,e5", "c3 e5 g7", "c3 ", " c3", "C3", "pass", "", "c3 e", "place c3",
        "c3-e5",
    ] {
        assert!(wrong.parse::<Choice>().is_err(), "{wrong:?}");
    }
    assert_eq!(Choice::two(square("e5"), square("c3")), "c3 e5".parse().ok());
    assert_eq!(Choice::two(square("e5"), square("e5")), None);
}

#[test]
fn people_may_type_as_they_like() {
    for (typed, meant) in [
        ("e4", "e4"),
        (" E4 ", "e4"),
        ("C3 E5", "c3 e5"),
        ("e5,c3", "c3 e5"),
        ("e5, c3.", "-"),
        ("e5-c3", "c3 e5"),
        ("c3 + e5", "c3 e5"),
        ("c3 and e5", "c3 e5"),
        ("c3e5", "c3 e5"),
        ("a10a9", "a9 a10"),
        ("c3\te5", "c3 e5"),
        ("c3 c3", "-"),
        ("c3 e5 g7", "-"),
        ("c3 x5", "-"),
        ("pass", "-"),
        ("3c", "-"),
        ("", "-"),
        ("ä1", "-"),
        ("c33", "-"),
    ] {
        let read = Choice::read(typed).map_or("-".to_owned(), |choice| choice.to_string());
        assert_eq!(read, meant, "{typed:?}");
    }
    let table = Table::begun("{}");
    assert_eq!(table.0.read(Seat(0), "E5/C3"), Ok("c3 e5".parse().unwrap()));
}

#[test]
fn chance_is_black_and_a_seat() {
    assert_eq!("black 1".parse::<Chance>().unwrap().to_string(), "black 1");
    for wrong in [
        "black",
        "black ",
        "black 01",
        "black +1",
        "black -1",
        "Black 1",
        "black 1 ",
        "white 1",
        "black 256",
        "1",
    ] {
        assert!(wrong.parse::<Chance>().is_err(), "{wrong:?}");
    }
}

#[test]
fn facts_are_discards_and_territories() {
    for text in [
        "discard 0",
        "discard 1",
        "territories 0 22,3,2",
        "territories 1 -",
        "territories 1 2",
    ] {
        assert_eq!(text.parse::<Fact>().unwrap().to_string(), text);
    }
    for wrong in [
        "discard",
        "discard 01",
        "discard x",
        "territories 0",
        "territories 0 ",
        "territories 0 3,22",
        "territories 0 1",
        "territories 0 2,",
        "territories 0 02",
        "territories 0 -,2",
        "territory 0 2",
        "territories 0 2 2",
        "",
    ] {
        assert!(wrong.parse::<Fact>().is_err(), "{wrong:?}");
    }
    assert_eq!(Sizes::new(vec![3, 1]), None);
    assert_eq!(Sizes::new(vec![2, 3]), None);
}
