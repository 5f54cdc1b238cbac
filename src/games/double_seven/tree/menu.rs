//! The way to a choice: the family's steps to a placement, or the one thing that is left when nothing fits.

use super::super::menus::{Asks, Tried, Way};
use super::super::{Placement, Tile};
use super::growth::Growth;
use super::notation::Choice;
use super::view::View;
use crate::rules::{Button, Entry, Menu, Phrase, Preview};

/// What the viewer tries out of what it is offered.
pub(super) fn tried(view: &View, preview: Preview<'_, Choice>) -> Tried {
    let preview = match preview {
        Preview::Choice(Choice::Place(placement)) => Preview::Choice(placement),
        Preview::Path(path) => Preview::Path(path),
        Preview::Choice(Choice::Draw | Choice::Pass) | Preview::Nothing => Preview::Nothing,
    };
    Tried::of(offered(view), preview)
}

/// Every placement that the viewer is asked for, in the order of the game's choices.
pub(super) fn offered(view: &View) -> Vec<Placement> {
    let hand = view
        .own
        .iter()
        .filter(|_| view.is_asked())
        .flat_map(|own| own.hand.iter());
    let ways = hand.collect::<super::Pairs>();
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
    Menu::list(ask, [Entry::choice(label, &choice).with(Button::Main)])
}
