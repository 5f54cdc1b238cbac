//! Bingolino's picture in sentences, for who cannot see it, and what a choice would bring.
//!
//! What is tried out comes first, then the viewer's own tiles, then the others' in turn order. Tiles are told row by row
//! as numbers, then the places of those that are turned over. The lines of the seats tell their stars.

use super::Bingolino;
use super::grid::Place;
use super::notation::Choice;
use super::phase::Phase;
use super::phrases::{line_name, won};
use super::preview::{Tried, own, stars};
use super::view::{SeatView, View};
use crate::rules::{Arg, Phrase, Presentation, Seat, joined};

/// What the picture shows beside what the scene says.
pub(super) fn alt(view: &View, tried: &Tried) -> Vec<Phrase> {
    let mut says = Vec::new();
    if view.stage == Phase::Over {
        says.push(won(view).into_sentence());
    }
    says.extend(trying(view, tried));
    let count = view.seats.len() as u8;
    let first = own(view).map_or(Seat(0), |(seat, _)| seat);
    let mut seat = first;
    loop {
        if let Some(seen) = view.seats.get(seat.index()) {
            says.extend(of_seat(view, seat, seen, tried));
        }
        seat = seat.next(count);
        if seat == first {
            return says;
        }
    }
}

/// What is tried out, or was chosen in secret.
fn trying(view: &View, tried: &Tried) -> Vec<Phrase> {
    let changes = tried.changes(view);
    if let Some(choice) = tried.choice.or_else(|| view.chosen().filter(|_| !changes)) {
        let mut says = vec![Bingolino::chosen(&choice)];
        says.extend(brings(view, choice));
        return says;
    }
    let tile = tried.layout.zip(tried.picked);
    let picked = tile.map(|(layout, place)| {
        Phrase::new("bingolino-alt-picked")
            .with("number", layout.number(place))
            .with("place", place.to_string())
    });
    let changed = changes.then(|| Phrase::new("bingolino-alt-changed"));
    changed.into_iter().chain(picked).collect()
}

/// The stars that a flip would bring.
pub(super) fn brings(view: &View, choice: Choice) -> Option<Phrase> {
    let Choice::Flip(place, _) = choice else {
        return None;
    };
    let lines = stars(own(view)?.1, place);
    (!lines.is_empty()).then(|| {
        Phrase::new("bingolino-would-star")
            .with("count", lines.len() as u32)
            .with("lines", lines.into_iter().map(line_name).collect::<Arg>())
    })
}

/// A seat's tiles.
fn of_seat(view: &View, seat: Seat, seen: &SeatView, tried: &Tried) -> Vec<Phrase> {
    let is_own = own(view).is_some_and(|(own, _)| own == seat);
    let Some(tiles) = seen.tiles else {
        return Vec::new();
    };
    if !view.is_laid() {
        let key = if is_own {
            "bingolino-alt-own"
        } else if seen.sealed {
            "bingolino-alt-ready"
        } else {
            "bingolino-alt-loose"
        };
        let numbers = match tried.layout.or_else(|| view.own_layout()).filter(|_| is_own) {
            Some(layout) => rows(&layout.0),
            None => joined(tiles.sorted(), " "),
        };
        return vec![Phrase::new(key).with("seat", seat).with("tiles", numbers)];
    }
    let mut says = vec![
        Phrase::new("bingolino-alt-seat")
            .with("seat", seat)
            .with("tiles", rows(&tiles.0)),
    ];
    if !seen.turned.is_empty() {
        says.push(Phrase::new("bingolino-alt-turned").with("places", joined(&seen.turned, " ")));
    }
    says.extend(last(view, seat));
    says
}

/// What a seat did about the last roll.
fn last(view: &View, seat: Seat) -> Option<Phrase> {
    let roll = view.last.as_ref()?;
    let choice = roll.chosen.iter().find(|(who, _)| *who == seat)?.1.parse().ok()?;
    let place = |key: &'static str, place: Place| Some(Phrase::new(key).with("place", place.to_string()));
    match choice {
        Choice::Flip(at, _) => place("bingolino-alt-last", at),
        Choice::Back(at) => place("bingolino-alt-last-back", at),
        _ => None,
    }
}

/// Numbers row by row.
fn rows(numbers: &[u8]) -> String {
    joined(numbers.chunks(4).map(|row| joined(row, " ")), ", ")
}
