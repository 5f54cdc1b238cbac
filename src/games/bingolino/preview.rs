//! What a viewer may do with its own tiles now, and what it tries out. Everything comes from a view, for sketches and for
//! weighing choices.

use super::grid::{Grid, Layout, Line, Place};
use super::menu;
use super::notation::{Choice, Dice};
use super::phase::Phase;
use super::rolls::Ways;
use super::view::{SeatView, View};
use crate::rules::{Preview, Seat};

/// What the viewer tries out, or its sealed choice.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tried {
    pub(super) choice: Option<Choice>,
    /// The tiles on the way to a layout.
    pub(super) layout: Option<Layout>,
    /// The tile that is picked up.
    pub(super) picked: Option<Place>,
}

impl Tried {
    /// What the viewer tries out. Empty for a path that leads to no choice.
    pub(super) fn of(view: &View, preview: Preview<'_, Choice>) -> Tried {
        match preview {
            Preview::Choice(choice) => Tried::whole(*choice),
            Preview::Path(steps) if view.stage == Phase::Layout => match view.own_layout() {
                Some(given) => menu::walk(given, steps).map_or_else(Tried::default, |(layout, picked)| Tried {
                    choice: None,
                    layout: Some(layout),
                    picked,
                }),
                None => Tried::default(),
            },
            _ => Tried::default(),
        }
    }

    fn whole(choice: Choice) -> Tried {
        let layout = match choice {
            Choice::Layout(layout) => Some(layout),
            _ => None,
        };
        Tried {
            choice: Some(choice),
            layout,
            picked: None,
        }
    }

    /// Whether another choice than the viewer has made is shown: the choice that counts is not.
    pub(super) fn changes(&self, view: &View) -> bool {
        let tried = self.choice.or(self.layout.map(Choice::Layout));
        let chosen = view.chosen();
        chosen.is_some() && tried.is_some() && tried != chosen
    }

    /// The tile that would be turned over.
    pub(super) fn flip(&self) -> Option<Place> {
        match self.choice {
            Some(Choice::Flip(place, _)) => Some(place),
            _ => None,
        }
    }

    /// The tile that would be turned back.
    pub(super) fn back(&self) -> Option<Place> {
        match self.choice {
            Some(Choice::Back(place)) => Some(place),
            _ => None,
        }
    }
}

/// The viewer's seat and what lies before it.
pub(super) fn own(view: &View) -> Option<(Seat, &SeatView)> {
    let seat = view.own.as_ref()?.seat;
    Some((seat, view.seats.get(seat.index())?))
}

/// The tiles that the viewer may turn over now (or turn back, if it must), with the way to each, in the order of the
/// menus.
pub(super) fn ways(view: &View) -> Vec<Choice> {
    let may =
        |(seat, seen): &(Seat, &SeatView)| view.stage == Phase::Flip && (view.waiting.contains(seat) || seen.sealed);
    let Some((seat, seen)) = own(view).filter(may) else {
        return Vec::new();
    };
    let Some(layout) = seen.tiles else {
        return Vec::new();
    };
    let mut grid = Grid::lay(layout);
    for place in &seen.turned {
        grid.turn(*place);
    }
    let mut dice = Dice::default();
    view.dice.iter().for_each(|presentation| dice.push(*presentation));
    let roller = view.roller == Some(seat);
    let ways = Ways::of(&grid, &dice, roller);
    match roller && ways.is_empty() {
        true => seen.turned.iter().copied().map(Choice::Back).collect(),
        false => ways.iter().collect(),
    }
}

/// The lines that would earn a star if `place` were turned over.
pub(super) fn stars(seen: &SeatView, place: Place) -> Vec<Line> {
    let is_turned = |other: Place| other == place || seen.turned.contains(&other);
    let new = |line: &Line| line.places().contains(place) && !seen.stars.contains(line);
    Line::all()
        .filter(|line| new(line) && line.places().iter().all(is_turned))
        .collect()
}
