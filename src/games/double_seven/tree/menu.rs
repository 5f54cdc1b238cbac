//! The way to a choice: the family's steps to a placement, or the one thing that is left when nothing fits.

use super::super::Placement;
use super::super::menus::{Tried, Way};
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
    Tried::of(offered(view), preview, |placements, path| {
        follow(view, placements, path)
    })
}

/// The menus that lead through these placements: what brings an extra turn comes first, and then what touches most tiles.
fn follow(view: &View, placements: &[Placement], path: &[&str]) -> Option<Way> {
    let growth = Growth::of(&view.placed);
    Way::along(placements, path, |placement| {
        let joints = growth.joints(placement);
        i64::from(joints.below + joints.above) + if joints.reward() { 4 } else { 0 }
    })
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
    let way = follow(view, &placements, path)?;
    let mut menu = way.menu(|placement| Choice::Place(placement).to_string());
    if way.places.is_none() {
        menu.ask = Phrase::new(match view.extra {
            true => "tree-ask-tile-extra",
            false => "tree-ask-tile",
        });
    }
    Some(menu)
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
