//! The way to a placement in two taps: two squares, or one that is confirmed.
//!
//! A square of the own colour leads on to a second one, which is placed at once. A single square that ends the turn is shown on
//! the board before it is confirmed. Two pieces may be chosen in either order.

use super::Moves;
use super::notation::Choice;
use super::phrases::{colour, may};
use super::position::Position;
use super::sketch::icon;
use super::squares::{Square, Squares};
use super::view::View;
use super::way::{OTHERS, Way};
use crate::rules::{Arg, Button, Entry, Menu, Phrase};

/// What a screen offers.
struct Screen {
    moves: Moves,
    own: Squares,
    dark: bool,
    /// The squares of the other colour that cost another piece.
    costly: Squares,
    way: Way,
    /// Whether the screen is the first one.
    begins: bool,
}

/// The menu at the end of `path` for the seat whose view this is.
pub(super) fn menu(view: &View, path: &[&str]) -> Option<Menu> {
    let seat = view.viewer.filter(|seat| view.turn == Some(*seat))?;
    let position = Position::of(view)?;
    let (moves, own) = (position.moves(seat), position.own(seat));
    let way = position.way(seat, path)?;
    let screen = Screen {
        moves,
        own,
        dark: seat == position.black,
        costly: position.frame.centre.without(own),
        begins: path.is_empty(),
        way,
    };
    let ask = match screen.way.first {
        Some(first) => Phrase::new("binary-ask-second").with("square", first.to_string()),
        None if path.contains(&OTHERS) => Phrase::new("binary-ask-other").with("colour", colour(!screen.dark)),
        None => Phrase::new("binary-ask-first").with("may", may(view).map_or(Arg::List(Vec::new()), Arg::Phrase)),
    };
    Some(Menu::list(ask, screen.entries()))
}

fn plain(square: Square) -> Phrase {
    Phrase::new("binary-square").with("square", square.to_string())
}

/// The label of a part of the squares: in which files they lie.
fn part(squares: Squares) -> Phrase {
    let file = |square: Square| char::from(b'a' + square.file()).to_string();
    match (squares.first(), squares.iter().last()) {
        (Some(from), Some(to)) => Phrase::new("binary-part").with("from", file(from)).with("to", file(to)),
        _ => Phrase::new("binary-more"),
    }
}

impl Screen {
    /// The squares, those of the own colour first; then what leads to other squares, and apart from them placing only one.
    fn entries(&self) -> Vec<Entry> {
        let named = self.way.named;
        let squares = named.and(self.own).iter().chain(named.without(self.own).iter());
        let mut entries: Vec<Entry> = squares.filter_map(|square| self.square(square)).collect();
        let parts = (1..).zip(&self.way.parts);
        entries.extend(parts.map(|(number, squares)| Entry::step(part(*squares), &number)));
        if !self.way.others.is_empty() {
            let key = match self.dark {
                true => "binary-others-light",
                false => "binary-others-dark",
            };
            entries.push(Entry::step(Phrase::new(key), &OTHERS).with(Button::Quiet));
        }
        entries.extend(self.way.first.map(|first| {
            let label = Phrase::new("binary-only").with("square", first.to_string());
            Entry::choice(label, &Choice::One(first)).with(Button::Quiet)
        }));
        entries
    }

    fn square(&self, square: Square) -> Option<Entry> {
        Some(self.bare(square)?.beside(icon(self.dark, square.is_dark())))
    }

    /// The entry of a square without its icon.
    fn bare(&self, square: Square) -> Option<Entry> {
        if let Some(first) = self.way.first {
            return Some(Entry::choice(plain(square), &Choice::two(first, square)?));
        }
        if self.moves.leads_on(square) {
            return Some(Entry::step(plain(square), &square));
        }
        let named = |key| Phrase::new(key).with("square", square.to_string());
        let choice = Choice::One(square);
        let is_own = self.own.contains(square);
        Some(if self.costly.contains(square) {
            self.apart(named("binary-square-cost"), choice)
        } else if is_own && self.moves.pairs() > 0 {
            // Beside squares that lead on, it would be pressed by mistake.
            Entry::preview(named("binary-square-alone"), &choice)
        } else if is_own {
            Entry::preview(plain(square), &choice)
        } else {
            self.apart(named("binary-square-other"), choice)
        })
    }

    /// A single square of the other colour. On the first screen it stands apart from what most people want.
    fn apart(&self, label: Phrase, choice: Choice) -> Entry {
        let entry = Entry::preview(label, &choice);
        if self.begins { entry.with(Button::Quiet) } else { entry }
    }
}
