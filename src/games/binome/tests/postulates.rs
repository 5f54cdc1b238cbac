//! The sixteen postulates over all hundred numbers, against a second formulation on the two written digits.

use super::super::*;
use super::support::number;

/// The numbers that a postulate takes, each found by its two characters; `None`: any number.
fn by_characters(slug: &str, text: &str) -> Option<bool> {
    let characters: Vec<char> = text.chars().collect();
    let [first, second] = [0, 1].map(|index| characters[index].to_digit(10).unwrap());
    match slug {
        "identical" => Some(text.starts_with(&text[1..])),
        "by10" => Some(text.ends_with('0')),
        "has0" => Some(text.contains('0')),
        "by5" => Some(text.ends_with(['0', '5'])),
        "has5" => Some(text.contains('5')),
        "has9" => Some(text.contains('9')),
        "has1" => Some(text.contains('1')),
        "divides" => Some((0..=9).any(|times| second != 0 && second * times == first)),
        "sum10" => Some(["19", "28", "37", "46", "55", "64", "73", "82", "91"].contains(&text)),
        _ => None,
    }
}

/// Whether the first number beats the second on this card, by comparing distances and digits one way and the other.
fn beats(slug: &str, one: i32, other: i32) -> bool {
    let sum = |number: i32| number / 10 + number % 10;
    let gap = |number: i32| (number / 10).max(number % 10) - (number / 10).min(number % 10);
    let far = |number: i32| if number > 50 { number - 50 } else { 50 - number };
    let (better, worse) = match slug {
        "max" => (one > other, one < other),
        "min" => (one < other, one > other),
        "maxsum" => (sum(one) > sum(other), sum(one) < sum(other)),
        "minsum" => (sum(one) < sum(other), sum(one) > sum(other)),
        "mindiff" => (gap(one) < gap(other), gap(one) > gap(other)),
        "maxdiff" => (gap(one) > gap(other), gap(one) < gap(other)),
        "near50" => (far(one) < far(other), far(one) > far(other)),
        _ => (false, false),
    };
    better || (!worse && one > other)
}

fn claims(numbers: [u8; 2]) -> Reveal {
    let mut claims = Reveal::new();
    for (seat, value) in numbers.into_iter().enumerate() {
        claims.insert(Seat(seat as u8), number(value));
    }
    claims
}

#[test]
fn every_postulate_takes_the_numbers_that_its_sentence_names() {
    for card in &CARDS {
        for value in 0..100 {
            let text = format!("{value:02}");
            let expected = by_characters(card.slug, &text).unwrap_or(true);
            assert_eq!(
                card.postulate.accepts(number(value)),
                expected,
                "{} and {text}",
                card.slug
            );
        }
    }
}

#[test]
fn of_any_two_numbers_the_one_that_best_meets_the_condition_wins() {
    for card in &CARDS {
        let eligible: Vec<u8> = (0..100)
            .filter(|value| card.postulate.accepts(number(*value)))
            .collect();
        for one in &eligible {
            for other in eligible.iter().filter(|other| *other != one) {
                let turn = Turn::decide(
                    card.postulate,
                    claims([*one, *other]),
                    &Options::default(),
                    Value::Tried,
                );
                let winner = if beats(card.slug, i32::from(*one), i32::from(*other)) {
                    Seat(0)
                } else {
                    Seat(1)
                };
                assert_eq!(turn.scorers, SeatSet::one(winner), "{}: {one} and {other}", card.slug);
                assert_eq!((turn.chair, turn.points), (Some(winner), 2));
            }
        }
    }
}

#[test]
fn how_many_numbers_each_condition_takes() {
    let counts = CARDS.map(|card| {
        let eligible = (0..100).filter(|value| card.postulate.accepts(number(*value)));
        (card.slug, eligible.count())
    });
    let expected = [
        ("identical", 10),
        ("by10", 10),
        ("has0", 19),
        ("by5", 20),
        ("has5", 19),
        ("max", 100),
        ("maxsum", 100),
        ("has9", 19),
        ("min", 100),
        ("minsum", 100),
        ("has1", 19),
        ("mindiff", 100),
        ("maxdiff", 100),
        ("divides", 32),
        ("near50", 100),
        ("sum10", 9),
    ];
    assert_eq!(counts, expected);
}

#[test]
fn numbers_that_begin_with_zero_are_numbers_like_any_other() {
    // Rulings: 05 and 00 contain 0; 00 is divisible by 10 and by 5; 01 to 09 qualify for `divides`, 00 does not.
    for (value, takes) in [
        (5, vec!["has0", "by5", "has5", "divides"]),
        (0, vec!["identical", "by10", "has0", "by5"]),
        (1, vec!["has0", "has1", "divides"]),
        (9, vec!["has0", "has9", "divides"]),
        (50, vec!["by10", "has0", "by5", "has5"]),
    ] {
        let conditions = CARDS.iter().filter(|card| card.postulate.merit(number(value)) == 0);
        let conditions = conditions.filter(|card| by_characters(card.slug, "00").is_some());
        let taken: Vec<&str> = conditions
            .filter(|card| card.postulate.accepts(number(value)))
            .map(|card| card.slug)
            .collect();
        assert_eq!(taken, takes, "{value:02}");
    }
}

#[test]
fn many_numbers_are_eligible_for_several_postulates() {
    // The rulebook's 09: minimum number, contains 9, contains 0, maximum difference between digits.
    for slug in ["min", "has9", "has0", "maxdiff"] {
        assert!(slug.parse::<Postulate>().unwrap().accepts(number(9)), "{slug}");
    }
}

#[test]
fn ties_go_to_the_greatest_number() {
    for (slug, lower, greater) in [
        ("maxsum", 18, 81),
        ("minsum", 12, 21),
        ("mindiff", 11, 99),
        ("maxdiff", 9, 90),
        ("near50", 49, 51),
        ("near50", 1, 99),
        ("identical", 22, 44),
        ("has5", 5, 50),
    ] {
        let card: Postulate = slug.parse().unwrap();
        let turn = Turn::decide(card, claims([greater, lower]), &Options::default(), Value::Points(3));
        assert_eq!(turn.scorers, SeatSet::one(Seat(0)), "{slug}: {greater} over {lower}");
    }
}

#[test]
fn the_table_of_values_is_the_one_of_the_rulings() {
    let worth = |slug: &str| {
        let card: Postulate = slug.parse().unwrap();
        CARDS[card.index()].value
    };
    for slug in ["max", "maxsum", "min", "minsum", "mindiff", "maxdiff", "near50"] {
        assert_eq!(worth(slug), Value::Tried, "{slug}");
    }
    let points = [
        ("identical", 4),
        ("by10", 4),
        ("sum10", 4),
        ("has0", 3),
        ("has1", 3),
        ("has5", 3),
        ("has9", 3),
        ("by5", 3),
        ("divides", 2),
    ];
    for (slug, points) in points {
        assert_eq!(worth(slug), Value::Points(points), "{slug}");
    }
    // Only `identical` is the rulebook's own, by its example turn.
    assert!(CARDS.iter().all(|card| card.house != (card.slug == "identical")));
    for (index, card) in CARDS.iter().enumerate() {
        assert_eq!(card.postulate.index(), index);
        assert_eq!(
            serde_json::to_value(card.postulate).unwrap(),
            card.slug,
            "options name cards by their slugs"
        );
    }
}
