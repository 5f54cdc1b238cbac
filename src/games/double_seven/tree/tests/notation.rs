//! How choices and facts are written, and what is read of what people type.

use super::super::*;

#[test]
fn choices_have_one_spelling() {
    for text in [
        "3@2,1 4@3,1",
        "0@-2,12 7@-1,12",
        "1@0,1 1@1,1",
        "draw",
        "pass",
        "1@0,1 3@0,2",
    ] {
        assert_eq!(text.parse::<Choice>().unwrap().to_string(), text);
    }
    for text in [
        "",
        "Draw",
        "pass ",
        "4@3,1 3@2,1",
        "3@2,1",
        "3@2,1  4@3,1",
        "8@2,1 4@3,1",
        "3@+2,1 4@3,1",
        "3@-0,1 4@1,1",
        "3@02,1 4@3,1",
        "3@2,1 4@4,1",
        "place 3@2,1 4@3,1",
    ] {
        assert!(text.parse::<Choice>().is_err(), "{text:?}");
    }
}

#[test]
fn facts_have_one_spelling() {
    for text in ["extra 0", "extra 3", "out 2", "blocked"] {
        assert_eq!(text.parse::<Fact>().unwrap().to_string(), text);
    }
    for text in [
        "",
        "extra",
        "extra 4",
        "extra 00",
        "out ",
        "out 1 ",
        "Blocked",
        "blocked 1",
    ] {
        assert!(text.parse::<Fact>().is_err(), "{text:?}");
    }
}

#[test]
fn a_deck_is_35_tiles_in_order() {
    let mut order: Vec<Tile> = DEALT.iter().collect();
    order.reverse();
    let text = Deck::new(order).unwrap().to_string();
    assert!(text.starts_with("deck 7-7,6-7,6-6,") && text.ends_with(",0-2,0-1"));
    assert_eq!(text.parse::<Deck>().unwrap().to_string(), text);
}

#[test]
fn people_may_type_it_in_other_ways() {
    let read = |text: &str| Choice::read(text).map(|choice| choice.to_string()).ok();
    let placed = Some("4@2,3 1@3,3".to_owned());
    for text in [
        "4@2,3 1@3,3",
        "1@3,3 4@2,3",
        "  4@2,3   and 1@3,3 ",
        "4-1 2,3",
        "4-1 O78",
        "4@o78 1@p78",
        "4-1 at 2,3",
        "Place 4-1 (2,3)",
        "4-1 2,3 3,3",
        "`4@\u{200b}2,3 1@\u{200b}3,3`",
        "1-4 3,3 2,3",
    ] {
        assert_eq!(read(text), placed, "{text}");
    }
    assert_eq!(
        read("1-4 2,3").as_deref(),
        Some("1@2,3 4@3,3"),
        "as it lies, from left to right"
    );
    assert_eq!(read("DRAW").as_deref(), Some("draw"));
    assert_eq!(read("pass").as_deref(), Some("pass"));
    for text in ["", "4-1", "2,3", "4-8 2,3", "41 2,3", "4-1 2,3 4,3", "draw 2", "4@2,3"] {
        assert_eq!(read(text), None, "{text}");
    }
}
