//! Notation: everything written is read back, and nothing else is.

use proptest::prelude::*;

use super::super::*;
use super::support::{Table, deck, number};

fn seat_sets() -> impl Strategy<Value = SeatSet> {
    (1_u8..128).prop_map(|mask| (0..7).map(Seat).filter(|seat| mask & 1 << seat.0 != 0).collect())
}

fn facts() -> impl Strategy<Value = Fact> {
    let reveals = (seat_sets(), prop::array::uniform7(0_u8..100)).prop_map(|(seats, numbers)| {
        let mut reveal = Reveal::new();
        for seat in seats.iter() {
            reveal.insert(seat, number(numbers[seat.index()]));
        }
        Fact::Reveal(reveal)
    });
    prop_oneof![
        seat_sets().prop_map(Fact::Claims),
        reveals,
        seat_sets().prop_map(Fact::Out),
        (0_u8..7, any::<i16>()).prop_map(|(seat, points)| Fact::Award(Seat(seat), points)),
        Just(Fact::Nobody),
        seat_sets().prop_map(Fact::Last),
    ]
}

fn chances() -> impl Strategy<Value = Chance> {
    let cards: Vec<Postulate> = CARDS.iter().map(|card| card.postulate).collect();
    let decks = Just(cards)
        .prop_shuffle()
        .prop_map(|cards| Chance::Deck(Deck::new(cards.try_into().unwrap()).unwrap()));
    prop_oneof![
        (0_u8..7).prop_map(|seat| Chance::Chair(Seat(seat))),
        (0_u8..10).prop_map(Chance::Roll),
        decks,
    ]
}

fn choices() -> impl Strategy<Value = Choice> {
    prop_oneof![
        (0_u8..16).prop_map(|index| Choice::Write(Space::new(index).unwrap())),
        (0_u8..100).prop_map(|value| Choice::Claim(number(value))),
        Just(Choice::Pass),
    ]
}

/// Text near the notation: pieces of it, put together at will.
fn pieces() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "chair",
        "roll",
        "deck",
        "claim",
        "claims",
        "pass",
        "reveal",
        "out",
        "award",
        "nobody",
        "last",
        " ",
        "  ",
        "\t",
        "0",
        "1",
        "05",
        "5",
        "-",
        "-3",
        "+2",
        "9",
        "t",
        "u",
        "T",
        "=",
        "88",
        "max,min",
        ",",
        "identical",
        "0=05",
    ]);
    prop::collection::vec(words, 0..6).prop_map(|words| words.concat())
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(chance in chances(), choice in choices(), fact in facts()) {
        prop_assert_eq!(chance.to_string().parse(), Ok(chance));
        prop_assert_eq!(choice.to_string().parse(), Ok(choice));
        prop_assert_eq!(fact.to_string().parse(), Ok(fact));
    }

    #[test]
    fn what_is_read_is_written_the_same(text in prop_oneof![pieces(), ".*"]) {
        if let Ok(chance) = text.parse::<Chance>() {
            prop_assert_eq!(&chance.to_string(), &text);
        }
        if let Ok(choice) = text.parse::<Choice>() {
            prop_assert_eq!(&choice.to_string(), &text);
        }
        if let Ok(fact) = text.parse::<Fact>() {
            prop_assert_eq!(&fact.to_string(), &text);
        }
    }

    #[test]
    fn people_may_type_anything(text in prop_oneof![pieces(), ".*"]) {
        // No text brings the reader down, and what it understands is a choice with a notation.
        if let Ok(choice) = Choice::read(&text) {
            prop_assert_eq!(choice.to_string().parse(), Ok(choice));
        }
    }

    #[test]
    fn one_changed_character_never_reads_as_the_same(choice in choices(), at in 0_usize..8, other in any::<char>()) {
        let mut characters: Vec<char> = choice.to_string().chars().collect();
        if at < characters.len() && characters[at] != other {
            characters[at] = other;
            let text: String = characters.into_iter().collect();
            prop_assert_ne!(text.parse(), Ok(choice));
        }
    }
}

#[test]
fn the_notation_of_the_rulings() {
    let deck = deck(&["max", "by10"]);
    for text in ["chair 2", "roll 7", deck.as_str()] {
        assert_eq!(text.parse::<Chance>().unwrap().to_string(), text);
    }
    for text in ["3t", "3u", "1t", "8u", "claim 88", "claim 05", "claim 00", "pass"] {
        assert_eq!(text.parse::<Choice>().unwrap().to_string(), text);
    }
    for text in [
        "claims 1",
        "claims 0 2 6",
        "reveal 1=88",
        "reveal 0=05 3=00",
        "out 0 1",
        "award 1 4",
        "award 0 0",
        "nobody",
        "last 2 3",
    ] {
        assert_eq!(text.parse::<Fact>().unwrap().to_string(), text);
    }
    assert_eq!("3t".parse(), Ok(Choice::Write(Space::new(4).unwrap())));
    assert_eq!("3u".parse(), Ok(Choice::Write(Space::new(5).unwrap())));
}

#[test]
fn what_is_not_canonical_is_refused() {
    let twice = deck(&["max", "min"]).replacen("max", "min", 1);
    let short = deck(&[]).replace(",sum10", "");
    let long = format!("{},max", deck(&[]));
    let spaced = deck(&[]).replace(',', ", ");
    for text in [
        "", "chair", "chair ", "chair 7", "chair 02", "chair  2", "chair 2 ", "Chair 2", "roll 10", "roll -1", "roll",
        "roll 07", "deck", "deck max", &twice, &short, &long, &spaced,
    ] {
        assert_eq!(text.parse::<Chance>(), Err(Malformed), "{text}");
    }
    for text in [
        "",
        "claim 5",
        "claim 100",
        "claim  05",
        "Claim 05",
        "claim 05 ",
        "claim",
        "claim -5",
        "claim ٣٣",
        "PASS",
        "pass ",
        "0t",
        "9t",
        "3T",
        "3 t",
        "t3",
        "3",
        "05",
        "3tt",
    ] {
        assert_eq!(text.parse::<Choice>(), Err(Malformed), "{text}");
    }
    for text in [
        "",
        "claims",
        "claims ",
        "claims 1 0",
        "claims 1 1",
        "claims 7",
        "claims 1,2",
        "reveal",
        "reveal 1=5",
        "reveal 1=05 0=05",
        "reveal 1:05",
        "award 1",
        "award 1 04",
        "award 1 +4",
        "award 1 -0",
        "award 8 4",
        "nobody ",
        "last",
        "out 10",
    ] {
        assert_eq!(text.parse::<Fact>(), Err(Malformed), "{text}");
    }
}

#[test]
fn what_people_type_is_read_as_they_mean_it() {
    let table = Table::new("{}", 3);
    let read = |text: &str| table.0.read(Seat(0), text).map(|choice| choice.to_string());
    for (typed, meant) in [
        ("5", "claim 05"),
        ("05", "claim 05"),
        ("claim 5", "claim 05"),
        ("Claim 05", "claim 05"),
        ("  CLAIM   88 ", "claim 88"),
        ("claim88", "claim 88"),
        ("0", "claim 00"),
        ("pass", "pass"),
        (" Pass", "pass"),
        ("3t", "3t"),
        ("3T", "3t"),
        ("3 u", "3u"),
        ("3 tens", "3t"),
        ("8 units", "8u"),
        ("t3", "3t"),
        ("units 8", "8u"),
    ] {
        assert_eq!(read(typed).as_deref(), Ok(meant), "{typed}");
    }
    for typed in [
        "",
        " ",
        "claim",
        "claim 100",
        "100",
        "005",
        "9t",
        "0u",
        "passs",
        "ö",
        "é5",
        "claim five",
        "tens",
        "3t3",
        "-5",
    ] {
        assert_eq!(read(typed), Err(Malformed), "{typed}");
    }
}
