//! The way to a placement in small steps: a row, a square in it, and for a second piece a row and a square again.
//!
//! What is chosen is shown on the board before it is confirmed. Where few squares are left, the rows are left out. Only what leads to a legal choice is offered. Two pieces may be
//! chosen in either order.

use super::notation::Choice;
use super::presentation::colour;
use super::squares::{Square, Squares};
use super::view::View;
use crate::rules::{Button, Entry, Menu, Phrase, Seat};

/// So many squares are shown at once; of more, the row is asked first.
const FEW: u32 = 15;

/// What a seat is offered.
struct Offer<'o> {
    view: &'o View,
    seat: Seat,
    choices: &'o [Choice],
    /// The squares that are offered for one of two pieces.
    paired: Squares,
}

/// The menu at the end of `path` for the seat whose view and legal choices these are.
pub(super) fn menu(view: &View, choices: &[Choice], path: &[&str]) -> Option<Menu> {
    let (mut firsts, mut paired) = (Squares::EMPTY, Squares::EMPTY);
    for choice in choices {
        match *choice {
            Choice::One(square) => firsts.insert(square),
            Choice::Two(one, other) => {
                paired.insert(one);
                paired.insert(other);
            }
        }
    }
    let offer = Offer {
        view,
        seat: view.viewer?,
        choices,
        paired,
    };
    if firsts.is_empty() {
        return None;
    }
    let mut path = path.iter().copied();
    let mut shown = firsts;
    if shown.len() > FEW {
        let Some(row) = path.next() else {
            return Some(Menu::list(Phrase::new("binary-ask-row"), rows(shown)));
        };
        shown = within(shown, row)?;
    }
    let Some(first) = path.next() else {
        return Some(offer.first(shown));
    };
    let first: Square = first.parse().ok().filter(|first| shown.contains(*first))?;
    let mut seconds = offer.beside(first);
    let mut only = Some(only(first));
    if seconds.len() > FEW {
        let Some(row) = path.next() else {
            let ask = Phrase::new("binary-ask-second-row").with("square", first.to_string());
            return Some(Menu::list(ask, rows(seconds).chain(only)));
        };
        (seconds, only) = (within(seconds, row)?, None);
    }
    if seconds.is_empty() || path.next().is_some() {
        return None;
    }
    let ask = Phrase::new("binary-ask-second").with("square", first.to_string());
    let second = |second: Square| Some(Entry::preview(plain(second), &Choice::two(first, second)?));
    Some(Menu::list(ask, seconds.iter().filter_map(second).chain(only)))
}

fn plain(square: Square) -> Phrase {
    Phrase::new("binary-square").with("square", square.to_string())
}

/// Not placing a second piece stands apart, as passing does elsewhere.
fn only(first: Square) -> Entry {
    let label = Phrase::new("binary-only").with("square", first.to_string());
    Entry::preview(label, &Choice::One(first)).with(Button::Quiet)
}

/// The rows that hold some of these squares, from the lowest.
fn rows(squares: Squares) -> impl Iterator<Item = Entry> {
    let mut found = 0_u32;
    for square in squares.iter() {
        found |= 1 << square.rank();
    }
    (0..u32::BITS).filter(move |rank| found & 1 << rank != 0).map(|rank| {
        let row = rank + 1;
        Entry::step(Phrase::new("binary-row").with("row", row), &row)
    })
}

/// Those of `squares` in the row that a step names.
fn within(squares: Squares, row: &str) -> Option<Squares> {
    let named = |square: &Square| (square.rank() + 1).to_string() == row;
    let within: Squares = squares.iter().filter(named).collect();
    (!within.is_empty()).then_some(within)
}

impl Offer<'_> {
    /// The squares that a second piece may take beside `first`.
    fn beside(&self, first: Square) -> Squares {
        let other = |choice: &Choice| match *choice {
            Choice::Two(one, other) if one == first => Some(other),
            Choice::Two(one, other) if other == first => Some(one),
            _ => None,
        };
        self.choices.iter().filter_map(other).collect()
    }

    /// The menu of squares for a first piece: those of the own colour, and apart the others, which end the turn at once.
    fn first(&self, squares: Squares) -> Menu {
        let dark = self.view.black == Some(self.seat);
        let is_own = |square: &Square| square.is_dark() == dark;
        let own = squares.iter().filter(is_own).map(|square| self.own(square));
        let others = squares.iter().filter(|square| !is_own(square));
        let others = others.map(|square| {
            let label = if self.view.centre.contains(&square) {
                Phrase::new("binary-square-cost").with("square", square.to_string())
            } else {
                Phrase::new("binary-square-other")
                    .with("square", square.to_string())
                    .with("colour", colour(!dark))
            };
            Entry::preview(label, &Choice::One(square)).with(Button::Quiet)
        });
        Menu::list(Phrase::new("binary-ask-first"), own.chain(others))
    }

    /// A square of the own colour: on to the second piece, or a choice by itself.
    fn own(&self, square: Square) -> Entry {
        if self.paired.contains(square) {
            return Entry::step(plain(square), &square);
        }
        let label = if !self.paired.is_empty() && self.view.centre.contains(&square) {
            Phrase::new("binary-square-alone").with("square", square.to_string())
        } else {
            plain(square)
        };
        Entry::preview(label, &Choice::One(square))
    }
}
