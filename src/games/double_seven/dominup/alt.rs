//! Dominup's table in letters and in sentences, for who cannot see its picture; and what a choice would bring.

use super::super::letters::{self, Letters};
use super::super::menus::Tried;
use super::super::{Layout, Tiles};
use super::Dominup;
use super::face::{hand, may, named, phase, placed, steps};
use super::notation::Choice;
use super::standing::Standing;
use super::view::{SeatView, Stage, View};
use crate::rules::{Arg, Face, Phrase, Seat};

/// Whether a tile lies on others.
fn is_stacked(layout: &Layout) -> bool {
    layout.tops().any(|(_, top)| top.level > 0)
}

/// The table in letters, and how they are read: behind the symbols of what lies on others stands the letter of its level.
pub(super) fn board(layout: &Layout) -> (Letters, Phrase) {
    if !is_stacked(layout) {
        return (letters::plain(layout), Phrase::new("tiles-legend"));
    }
    let board = letters::board(layout, 2, |cell| {
        let top = layout.top(cell)?;
        let digit = char::from(b'0' + top.symbol.number());
        Some([digit, letters::storey(top.level).unwrap_or(' ')])
    });
    (board, Phrase::new("dominup-legend"))
}

/// All that the picture shows.
pub(super) fn alt(view: &View, standing: &Standing, tried: &Tried) -> Vec<Phrase> {
    let mut says = vec![Phrase::new("dominup-alt-phase").with("phase", phase(view))];
    match (tried.choice, &tried.way) {
        (Some(placement), _) => {
            let choice = standing.choice(placement);
            says.push(Dominup::choice(&choice));
            says.extend(prospects(view, standing, choice));
        }
        (None, Some(way)) => says.extend(way.chosen()),
        (None, None) => says.extend(may(view, standing)),
    }
    says.extend(view.placed.last().map(placed));
    says.extend(hand(view, standing));
    if view.own.is_none() || standing.able().is_empty() {
        says.extend(steps(view, standing));
    }
    let lines = (0..).map(Seat).zip(&view.seats);
    let seats: Arg = lines.map(|(seat, seen)| about_seat(seat, seen)).collect();
    says.push(Phrase::new("dominup-alt-seats").with("seats", seats));
    let layout = standing.storeys.layout();
    says.extend(letters::sentence(layout));
    if is_stacked(layout) {
        says.push(Phrase::new("dominup-alt-levels"));
    }
    says
}

fn about_seat(seat: Seat, seen: &SeatView) -> Phrase {
    match (seen.place, seen.hand) {
        (Some(place), Some(hand)) if !hand.is_empty() => Phrase::new("dominup-alt-seat-left")
            .with("seat", seat)
            .with("place", place)
            .with("tiles", named(hand)),
        (Some(place), _) => Phrase::new("dominup-alt-seat-place")
            .with("seat", seat)
            .with("place", place),
        (None, _) => Phrase::new("dominup-alt-seat")
            .with("seat", seat)
            .with("count", seen.tiles),
    }
}

/// What a choice of the viewer would bring.
fn prospects(view: &View, standing: &Standing, choice: Choice) -> Vec<Phrase> {
    let then = standing.after(choice);
    let mut says = Vec::new();
    if let Choice::Climb(_) = choice {
        let level = then.storeys.layout().last().map_or(0, |last| last.level);
        says.push(Phrase::new("dominup-weigh-level").with("level", 1 + level));
    }
    if then.hand.is_empty() {
        says.push(Phrase::new(if view.options.misere {
            "dominup-weigh-lose"
        } else {
            "dominup-weigh-out"
        }));
        return says;
    }
    if view.stage == Stage::Opening {
        return says;
    }
    let able = then.able();
    if let Choice::Climb(_) = choice {
        says.push(match able.is_empty() {
            true => Phrase::new("dominup-weigh-then-expand"),
            false => Phrase::new("dominup-weigh-then-climb").with("tiles", named(able)),
        });
        return says;
    }
    let new = then.steps().without(standing.steps());
    let mut told = |key: &'static str, tiles: Tiles| {
        if !tiles.is_empty() {
            says.push(Phrase::new(key).with("tiles", named(tiles)));
        }
    };
    told("dominup-weigh-own", new.and(then.hand));
    told("dominup-weigh-others", new.without(then.hand));
    says
}

/// What a choice would bring the one who is about to make it.
pub(super) fn weighed(view: &View, choice: Choice) -> Vec<Phrase> {
    let standing = Standing::of(view);
    match standing.allows(choice) {
        true => prospects(view, &standing, choice),
        false => Vec::new(),
    }
}
