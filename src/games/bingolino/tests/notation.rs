//! The notation, as it is written and as it is typed.

use super::super::*;
use super::support::EDGAR;

#[test]
fn notation_comes_back_as_it_was() {
    for text in ["dice 6,6,5,4", "dice 1", "dice 1,2,3,4,5", "first 3"] {
        assert_eq!(text.parse::<Chance>().unwrap().to_string(), text);
    }
    let tiles = format!("tiles 2 {EDGAR}");
    assert_eq!(tiles.parse::<Chance>().unwrap().to_string(), tiles);
    let layout = format!("layout {EDGAR}");
    for text in ["roll 4", "flip B3", "flip B3 -5", "decline", "back A1", &layout] {
        assert_eq!(text.parse::<Choice>().unwrap().to_string(), text);
    }
    for line in ["r1", "r4", "cA", "cD", "d1", "d2"] {
        let text = format!("star 1 {line}");
        assert_eq!(text.parse::<Fact>().unwrap().to_string(), text);
    }
    let places: Vec<String> = Place::all().map(|place| place.to_string()).collect();
    assert_eq!(places[..6].join(" "), "A1 B1 C1 D1 A2 B2");
    assert_eq!(places[15], "D4");
    assert_eq!(Place::new(16), None);
}

#[test]
fn nothing_else_is_notation() {
    for text in [
        "",
        "dice",
        "dice ",
        "dice 7",
        "dice 0",
        "dice 1,2,3,4,5,6",
        "dice 1, 2",
        "dice 1,",
        "first 4",
        "first",
        "first -1",
        "first 00",
        "tiles 0 1,2,3",
        "tiles 4 3,21,10,16,17,2,22,17,12,10,15,21,4,4,9,7",
        "Dice 1",
        "tiles 0 3,21,10,16,17,2,22,17,12,10,15,21,4,4,9,23",
        "tiles 0 3,21,10,16,17,2,22,17,12,10,15,21,4,4,9,0",
    ] {
        assert_eq!(text.parse::<Chance>(), Err(Malformed), "{text:?}");
    }
    for text in [
        "",
        "roll",
        "roll 0",
        "roll 6",
        "roll 10",
        "roll 4 ",
        "flip",
        "flip E1",
        "flip A5",
        "flip a1",
        "flip B3 5",
        "flip B3 -0",
        "flip B3 -7",
        "flip B3  -5",
        "flip B3-5",
        "back",
        "back A0",
        "decline ",
        "Decline",
        "B3",
        "layout",
        "layout 1,2,3",
        "layout 03,21,10,16,17,2,22,17,12,10,15,21,4,4,9,7",
        "back A1 -1",
        "layout 3,21,10,16,17,2,22,17,12,10,15,21,4,4,9,7,1",
        "layout 3,21,10,16,17,2,22,17,12,10,15,21,4,4,9,+7",
    ] {
        assert_eq!(text.parse::<Choice>(), Err(Malformed), "{text:?}");
    }
    for text in [
        "",
        "star",
        "star 0",
        "star 4 r1",
        "star 0 r5",
        "star 0 ca",
        "star 0 d3",
        "star  0 r1",
        "stars 0 r1",
    ] {
        assert_eq!(text.parse::<Fact>(), Err(Malformed), "{text:?}");
    }
}

#[test]
fn what_people_type_is_understood() {
    let layout = format!("layout {EDGAR}");
    let spaced = EDGAR.replace(',', " ");
    for (typed, meant) in [
        ("roll 4", "roll 4"),
        (" ROLL  4 dice", "roll 4"),
        ("4", "roll 4"),
        ("1 die", "roll 1"),
        ("flip b3", "flip B3"),
        ("B3", "flip B3"),
        ("turn b3 - 5", "flip B3 -5"),
        ("flip B3 without the 5", "flip B3 -5"),
        ("b3 without 5", "flip B3 -5"),
        ("b3-5", "flip B3 -5"),
        ("Decline", "decline"),
        ("pass", "decline"),
        ("back a1", "back A1"),
        (spaced.as_str(), layout.as_str()),
        (layout.as_str(), layout.as_str()),
        ("6", ""),
        ("", ""),
        ("b9", ""),
        ("roll", ""),
        ("layout 1 2 3", ""),
        ("back", ""),
        ("äöü", ""),
    ] {
        let read = Choice::read(typed).map(|choice| choice.to_string());
        match meant {
            "" => assert_eq!(read, Err(Malformed), "{typed:?}"),
            meant => assert_eq!(read.as_deref(), Ok(meant), "{typed:?}"),
        }
    }
}
