//! What is asked, as menus.
//!
//! The layout is made on the way: the path of a menu is the list of places that were picked, two by two, each pair being
//! tiles that change places; and of suggestions that were asked for in between. So nothing is chosen before "ready" is
//! pressed, and going back undoes one step.

use super::Bingolino;
use super::arrange;
use super::grid::{Layout, Place, TILES};
use super::notation::{Choice, MAX_DICE};
use super::phase::Phase;
use super::view::View;
use crate::rules::{self, Button, Entry, Icon, Ink, Leads, Menu, Phrase, Point, Presentation, parts};

/// The step that asks for a suggested layout, and the one that shuffles. Places are the letters from `a` to `p`.
const ARRANGE: &str = "y";
const SHUFFLE: &str = "z";

/// The longest path. Fifteen swaps bring sixteen tiles into any order; and a path of single letters as long as this
/// still goes with the number of a table into a button's id.
const STEPS: usize = 32;

/// The menu at the end of `path`.
pub(super) fn menu(view: &View, choices: &[Choice], path: &[&str]) -> Option<Menu> {
    view.own.as_ref()?;
    if choices.is_empty() {
        return None;
    }
    match view.stage {
        Phase::Layout => layout(view, path),
        _ if !path.is_empty() => None,
        Phase::Roll => Some(roll(choices)),
        Phase::Flip => Some(flip(view, choices)),
        _ => None,
    }
}

/// The letter of a place in a path.
fn letter(place: Place) -> char {
    char::from(b'a' + place.index() as u8)
}

/// The tiles as they lie after the steps of `path`, and the one that is picked up.
pub(super) fn walk(given: Layout, path: &[&str]) -> Option<(Layout, Option<Place>)> {
    let (mut layout, mut picked, mut shuffles) = (given, None::<Place>, 0);
    for step in path {
        match *step {
            ARRANGE => (layout, picked) = (arrange::arranged(&given), None),
            SHUFFLE => {
                shuffles += 1;
                (layout, picked) = (arrange::shuffled(&given, shuffles), None);
            }
            _ => {
                let place = Place::all().find(|place| step.chars().eq([letter(*place)]))?;
                picked = match picked {
                    None => Some(place),
                    Some(other) => {
                        layout.0.swap(other.index(), place.index());
                        None
                    }
                };
            }
        }
    }
    (path.len() <= STEPS).then_some((layout, picked))
}

/// The sixteen tiles as they lie, and beside them what can be done with them.
fn layout(view: &View, path: &[&str]) -> Option<Menu> {
    let (layout, picked) = walk(view.own_layout()?, path)?;
    let further = path.len() < STEPS;
    let step = |step: String| if further { Leads::Step(step) } else { Leads::Nowhere };
    let tile = |place: Place| {
        let button = if picked == Some(place) {
            Button::Main
        } else {
            Button::Plain
        };
        Entry::new(tile(place, layout.number(place)), step(letter(place).to_string())).with(button)
    };
    let mut entries: Vec<Entry> = Place::all().map(tile).collect();
    let chosen = view.chosen_layout();
    entries.push(match chosen == Some(layout) {
        true => Entry::new(Phrase::new("bingolino-ready-done"), Leads::Nowhere),
        false => Entry::choice(Phrase::new("bingolino-ready"), &Choice::Layout(layout)).with(Button::Main),
    });
    let suggestions = [
        (Phrase::new("bingolino-arrange"), ARRANGE),
        (Phrase::new("bingolino-shuffle"), SHUFFLE),
    ];
    let suggestions = suggestions.into_iter();
    entries.extend(suggestions.map(|(label, name)| Entry::new(label, step(name.to_owned()))));
    let ask = match (picked, chosen) {
        (None, Some(chosen)) if chosen == layout => Phrase::new("bingolino-ask-layout-ready"),
        (None, _) if !further => Phrase::new("bingolino-ask-layout-end"),
        (None, Some(_)) => Phrase::new("bingolino-ask-layout-changed"),
        (None, None) => Phrase::new("bingolino-ask-layout"),
        (Some(place), _) => Phrase::new("bingolino-ask-swap").with("tile", tile_name(place, layout.number(place))),
    };
    Some(Menu {
        layout: rules::Layout::Grid((TILES as u8).isqrt()),
        ..Menu::list(ask, entries)
    })
}

fn tile(place: Place, number: u8) -> Phrase {
    Phrase::new("bingolino-tile")
        .with("place", place.to_string())
        .with("number", number)
}

fn tile_name(place: Place, number: u8) -> Phrase {
    Phrase::new("bingolino-tile-name")
        .with("place", place.to_string())
        .with("number", number)
}

fn roll(choices: &[Choice]) -> Menu {
    let dice = |choice: &Choice| match choice {
        Choice::Roll(count) => {
            let label = Phrase::new("bingolino-dice").with("count", *count);
            Some(Entry::choice(label, choice).beside(format!("dice_{count}")))
        }
        _ => None,
    };
    Menu::list(Phrase::new("bingolino-ask-roll"), choices.iter().filter_map(dice))
}

fn flip(view: &View, choices: &[Choice]) -> Menu {
    let layout = view.own_layout().unwrap_or_default();
    let label = |choice: &Choice| match choice {
        Choice::Flip(place, None) => Some((tile(*place, layout.number(*place)), Button::Main)),
        Choice::Flip(place, Some(die)) => Some((
            Phrase::new("bingolino-flip-without")
                .with("place", place.to_string())
                .with("number", layout.number(*place))
                .with("die", *die),
            Button::Main,
        )),
        Choice::Back(place) => Some((tile(*place, layout.number(*place)), Button::Plain)),
        Choice::Decline => Some((Phrase::new("bingolino-decline"), Button::Quiet)),
        Choice::Layout(_) | Choice::Roll(_) => None,
    };
    let back = choices.iter().any(|choice| matches!(choice, Choice::Back(_)));
    let without = choices.iter().any(|choice| matches!(choice, Choice::Flip(_, Some(_))));
    let chosen = view.chosen();
    let ask = if let Some(choice) = chosen {
        Phrase::new("bingolino-ask-other").with("choice", Bingolino::question(view, &choice))
    } else if back {
        Phrase::new("bingolino-ask-back").with("count", view.dice.len() as u32)
    } else if without {
        Phrase::new("bingolino-ask-flip-roller").with("total", view.total())
    } else {
        Phrase::new("bingolino-ask-flip").with("total", view.total())
    };
    let entries = choices.iter().filter_map(|choice| {
        let (label, button) = label(choice)?;
        let entry = match chosen == Some(*choice) {
            true => Entry::new(Phrase::new("bingolino-chosen").with("choice", label), Leads::Nowhere),
            false => Entry::choice(label, choice),
        }
        .with(button);
        Some(match choice {
            Choice::Flip(_, Some(die)) => entry.beside(format!("die_{die}")),
            _ => entry,
        })
    });
    Menu::list(ask, entries)
}

/// The icons: so many dice to roll, and the face of the die that is left out. The number of a tile is its label already.
pub(super) fn icons() -> Vec<Icon> {
    const SIZE: i32 = 36;
    let die = |at: Point, size: i32, face: u8| {
        let mut shapes = parts::die(at, size, face);
        // The line is still seen at a sixth of the size.
        shapes[0].line = Some((Ink::Black, 6));
        shapes
    };
    let faces = (1..=6).map(|face| (format!("die_{face}"), die((4, 4), Icon::SIDE - 8, face)));
    let dice = (1..=MAX_DICE).map(|count| {
        let one = |middle: &Point| die((middle.0 - SIZE / 2, middle.1 - SIZE / 2), SIZE, 0);
        let places = parts::pips((Icon::SIDE / 2, Icon::SIDE / 2), Icon::SIDE * 31 / 100, count);
        (format!("dice_{count}"), places.iter().flat_map(one).collect())
    });
    let icon = |(name, shapes)| Icon { name, shapes };
    faces.chain(dice).map(icon).collect()
}
