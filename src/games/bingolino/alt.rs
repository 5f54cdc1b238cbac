//! Bingolino's picture in sentences, for who cannot see it, and what a choice would bring.
//!
//! What matters now comes first, then the viewer's own tiles, then the others' in turn order. Tiles are told row by row
//! as numbers, then the places of those that are turned over, so that nothing is lost and the whole stays short.

use super::Bingolino;
use super::grid::Place;
use super::notation::Choice;
use super::phase::Phase;
use super::phrases::{decided, line_name, phase, summary, won};
use super::preview::{Tried, own, sealed, stars, ways};
use super::view::{SeatView, View};
use crate::rules::{Arg, Phrase, Presentation, Seat};

/// Everything that the picture shows.
pub(super) fn alt(view: &View, tried: &Tried) -> Vec<Phrase> {
    let mut says = vec![Phrase::new("bingolino-alt-phase").with("phase", phase(view))];
    if view.stage == Phase::Over {
        says.push(Phrase::new("bingolino-alt-phase").with("phase", won(view)));
        says.extend(decided(view));
    }
    says.extend(summary(view));
    says.extend(trying(view, tried));
    says.extend(possible(view, tried));
    says.extend(sealed_seats(view));
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
    if let Some(choice) = tried.choice.or_else(|| sealed(view).filter(|_| !changes)) {
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
fn brings(view: &View, choice: Choice) -> Option<Phrase> {
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

/// What the viewer may turn now, while it has not said what it will.
fn possible(view: &View, tried: &Tried) -> Option<Phrase> {
    let ways = ways(view);
    if ways.is_empty() || tried.choice.is_some() || sealed(view).is_some() {
        return None;
    }
    if ways.iter().any(|way| matches!(way, Choice::Back(_))) {
        return Some(Phrase::new("bingolino-alt-back"));
    }
    let layout = own(view)?.1.tiles?;
    let tile = |way: &Choice| match way {
        Choice::Flip(place, None) => Some(
            Phrase::new("bingolino-tile")
                .with("place", place.to_string())
                .with("number", layout.number(*place)),
        ),
        Choice::Flip(place, Some(die)) => Some(
            Phrase::new("bingolino-flip-without")
                .with("place", place.to_string())
                .with("number", layout.number(*place))
                .with("die", *die),
        ),
        _ => None,
    };
    Some(Phrase::new("bingolino-alt-flip").with("tiles", ways.iter().filter_map(tile).collect::<Arg>()))
}

/// Who has chosen for this roll.
fn sealed_seats(view: &View) -> Option<Phrase> {
    let seats = (0..).map(Seat).zip(&view.seats);
    let chosen: Vec<Seat> = seats.filter(|(_, seen)| seen.sealed).map(|(seat, _)| seat).collect();
    let told = view.stage == Phase::Flip && !chosen.is_empty();
    told.then(|| Phrase::new("bingolino-alt-chosen").with("seats", chosen.into_iter().collect::<Arg>()))
}

/// A seat's tiles and stars.
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
            None => joined(tiles.sorted().iter()),
        };
        return vec![Phrase::new(key).with("seat", seat).with("tiles", numbers)];
    }
    let mut says = vec![
        Phrase::new("bingolino-alt-seat")
            .with("seat", seat)
            .with("count", seen.stars.len() as u32)
            .with("lines", seen.stars.iter().map(|line| line_name(*line)).collect::<Arg>())
            .with("tiles", rows(&tiles.0)),
    ];
    if !seen.turned.is_empty() {
        says.push(Phrase::new("bingolino-alt-turned").with("places", joined(seen.turned.iter())));
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

fn joined<T: ToString>(items: impl Iterator<Item = T>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

/// Numbers row by row.
fn rows(numbers: &[u8]) -> String {
    let row = |row: &[u8]| joined(row.iter());
    numbers.chunks(4).map(row).collect::<Vec<_>>().join(", ")
}

/// What a choice brings, for the one who is about to make it.
pub(super) fn consequences(view: &View, choice: Choice) -> Vec<Phrase> {
    if ways(view).contains(&choice) {
        brings(view, choice).into_iter().collect()
    } else {
        Vec::new()
    }
}
