//! Cards as they are drawn: face up, face down, and face down for viewers who may look beneath.

use super::card::{Card, Rank};
use crate::rules::parts::{rect, text};
use crate::rules::{Anchor, Fill, Icon, Ink, Point, Shape};

/// The size of the signs on a card of this height.
const fn letters(high: i32) -> i32 {
    high * 3 / 4
}

fn signs(at: Point, size: Point, card: Card) -> Shape {
    let middle = (at.0 + size.0 / 2, at.1 + size.1 / 2);
    text(middle, letters(size.1), Anchor::Middle, size.0 - 6, card.to_string())
        .bold()
        .inked(Ink::Black)
}

/// What a card is made of: modifiers are tinted.
const fn ground(rank: Rank) -> Ink {
    match rank.number() {
        Some(_) => Ink::White,
        None => Ink::Tint(5),
    }
}

/// The name of the icon of a rank. Suits mean nothing to the rules, and menus offer ranks.
pub(super) fn icon(rank: Rank) -> String {
    match rank {
        Rank::Trap => "card_trap".to_owned(),
        Rank::Wild => "card_wild".to_owned(),
        Rank::Bounce => "card_bounce".to_owned(),
        Rank::Break => "card_break".to_owned(),
        _ => format!("card_{}", rank.sign()),
    }
}

/// An icon for every rank.
pub(super) fn icons() -> Vec<Icon> {
    let draw = |rank: Rank| {
        let sign = text(
            (Icon::SIDE / 2, Icon::SIDE / 2),
            100,
            Anchor::Middle,
            84,
            rank.sign().to_string(),
        );
        Icon {
            name: icon(rank),
            shapes: vec![
                Shape::filled(rect((18, 2), (92, 124), 14), ground(rank)).with_line(Ink::Black, 4),
                sign.bold().inked(Ink::Black),
            ],
        }
    };
    Rank::ALL.into_iter().map(draw).collect()
}

/// A card that lies face up.
pub(super) fn presentation(at: Point, size: Point, card: Card) -> [Shape; 2] {
    let form = rect(at, size, 6);
    [
        Shape::filled(form, ground(card.rank())).with_line(Ink::Black, 2),
        signs(at, size, card),
    ]
}

/// The back of a card.
pub(super) fn back(at: Point, size: Point) -> [Shape; 2] {
    let form = rect(at, size, 6);
    let striped = Shape {
        form: form.clone(),
        fill: Some(Fill::Stripes(Ink::Line)),
        line: None,
        ghost: false,
    };
    [Shape::filled(form, Ink::Surface).with_line(Ink::Black, 2), striped]
}

/// A face-down card, for viewers who may look beneath.
pub(super) fn closed(at: Point, size: Point, card: Card) -> [Shape; 4] {
    let [ground, stripes] = back(at, size);
    let inner = (size.0 * 6 / 10, size.1 - 4);
    let middle = (at.0 + (size.0 - inner.0) / 2, at.1 + 2);
    let [window, signs] = [
        Shape::filled(rect(middle, inner, 4), Ink::Surface),
        signs(at, size, card),
    ];
    [ground, stripes, window, signs]
}

/// The place of a pile that has no card.
pub(super) fn gap(at: Point, size: Point) -> Shape {
    Shape::outlined(rect(at, size, 6), Ink::Line, 2).as_ghost()
}

/// How many cards a pile has: ends at that place.
pub(super) fn count(at: Point, room: i32, cards: u32) -> Shape {
    text(at, 24, Anchor::Right, room, cards.to_string())
}

/// A strong line around a card.
pub(super) fn marked(at: Point, size: Point) -> Shape {
    Shape::outlined(rect((at.0 - 1, at.1 - 1), (size.0 + 2, size.1 + 2), 7), Ink::Mark, 5)
}
