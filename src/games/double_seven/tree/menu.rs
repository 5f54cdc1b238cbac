//! The way to a choice: the family's steps to a placement, or the one thing that is left when nothing fits.

use super::super::menus::{Asks, Way};
use super::super::{Cell, Placement, Tile};
use super::alt::is_legal;
use super::growth::Growth;
use super::notation::Choice;
use super::view::View;
use crate::rules::{Button, Entry, Layout, Leads, Menu, Phrase, Trial};

/// What the viewer has picked so far, or tries out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Picked {
    Nothing,
    /// A tile that fits.
    Tile(Tile),
    /// A tile, and a row in which it fits.
    Row(Tile, i8),
    /// A tile, and the cell of its left half.
    Cell(Tile, Cell),
    /// A whole placement.
    Place(Placement),
}

impl Picked {
    /// What the viewer tries out. Nothing of what it may not do now, or what is no way to a choice.
    pub(super) fn of(view: &View, trial: Trial<'_, Choice>) -> Picked {
        match trial {
            Trial::Choice(Choice::Place(placement)) if is_legal(view, *placement) => Picked::Place(*placement),
            Trial::Path(path) if view.is_asked() => match Way::along(&placements(view), path) {
                Some(way) => Picked::on(&way),
                None => Picked::Nothing,
            },
            _ => Picked::Nothing,
        }
    }

    fn on(way: &Way) -> Picked {
        match (way.tile, way.row, way.cell) {
            (Some(tile), _, Some(cell)) => Picked::Cell(tile, cell),
            (Some(tile), Some(row), None) => Picked::Row(tile, row),
            (Some(tile), None, _) => Picked::Tile(tile),
            (None, _, _) => Picked::Nothing,
        }
    }

    /// The tile, if one is picked.
    pub(super) fn tile(self) -> Option<Tile> {
        match self {
            Picked::Nothing => None,
            Picked::Tile(tile) | Picked::Row(tile, _) | Picked::Cell(tile, _) => Some(tile),
            Picked::Place(placement) => Some(placement.tile()),
        }
    }
}

/// Every placement that the viewer has, in the order of the game's choices.
pub(super) fn placements(view: &View) -> Vec<Placement> {
    let ways = view
        .own
        .iter()
        .flat_map(|own| own.hand.iter())
        .collect::<super::Pairs>();
    let growth = Growth::of(&view.placed);
    let spots = growth.spots().iter();
    spots
        .flat_map(|spot| spot.pairs().and(ways).iter().filter_map(move |pair| spot.with(pair)))
        .collect()
}

/// The menu at the end of `path` for the seat whose view and legal choices these are.
pub(super) fn menu(view: &View, choices: &[Choice], path: &[&str]) -> Option<Menu> {
    let placement = |choice: &Choice| match choice {
        Choice::Place(placement) => Some(*placement),
        Choice::Draw | Choice::Pass => None,
    };
    let placements: Vec<Placement> = choices.iter().filter_map(placement).collect();
    if placements.is_empty() {
        return choices
            .first()
            .filter(|_| path.is_empty())
            .map(|choice| forced(view, *choice));
    }
    let way = Way::along(&placements, path)?;
    let mut menu = way.menu(|placement| Choice::Place(placement).to_string());
    menu.ask = ask(view, &way);
    Some(menu)
}

fn ask(view: &View, way: &Way) -> Phrase {
    let about = |key: &'static str, tile: Tile| Phrase::new(key).with("tile", tile.to_string());
    match (way.asks, way.tile) {
        (Asks::Tile, _) if view.extra => Phrase::new("tree-ask-tile-extra"),
        (Asks::Tile, _) => Phrase::new("tree-ask-tile"),
        (Asks::Row, Some(tile)) => about("tree-ask-row", tile),
        (Asks::Cell, Some(tile)) => about("tree-ask-cell", tile),
        _ => way.ask(),
    }
}

/// Nothing fits: only one thing can be done.
fn forced(view: &View, choice: Choice) -> Menu {
    let (ask, label) = match choice {
        Choice::Pass => (Phrase::new("tree-ask-pass"), Phrase::new("tree-pass")),
        _ => (
            Phrase::new("tree-ask-draw").with("count", view.supply),
            Phrase::new("tree-draw"),
        ),
    };
    Menu {
        ask,
        layout: Layout::List,
        entries: vec![Entry {
            label,
            leads: Leads::Choice(choice.to_string()),
            button: Button::Main,
        }],
    }
}
