//! For the tests of the family and its games: chance, decks, and what pictures and menus say.

use crate::games::double_seven::{Deck, Layout, Placement, Tile, Tiles};
use crate::rules::{Form, Label, Leads, Menu, Shape, Sketch, Source};

/// A small generator for tests (SplitMix64), the same numbers for the same seed.
#[derive(Clone, Debug)]
pub(in crate::games::double_seven) struct Chances(pub(in crate::games::double_seven) u64);

impl Source for Chances {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u64::from((word ^ (word >> 31)) as u32) * u64::from(bound)) >> 32) as u32
    }
}

pub(in crate::games::double_seven) fn tile(text: &str) -> Tile {
    text.parse().expect("a tile")
}

pub(in crate::games::double_seven) fn placement(text: &str) -> Placement {
    text.parse().expect("a placement")
}

/// What lies on a table on which these were placed.
pub(in crate::games::double_seven) fn laid(placements: &[&str]) -> Layout {
    let mut layout = Layout::new();
    for text in placements {
        layout.lay(placement(text));
    }
    layout
}

/// A deck of the tiles of `all` that begins with `first`; the others follow in ascending order.
pub(in crate::games::double_seven) fn deck(all: Tiles, first: &[Tile]) -> Deck {
    let begun: Tiles = first.iter().copied().collect();
    let order = first.iter().copied().chain(all.without(begun).iter());
    Deck::new(order.collect()).expect("each tile once")
}

/// Where the entries of a menu lead: choices as they are, steps after `>`.
pub(in crate::games::double_seven) fn leads(menu: &Menu) -> Vec<String> {
    let lead = |leads: &Leads| match leads {
        Leads::Choice(choice) | Leads::Trial(choice) => choice.clone(),
        Leads::Step(step) => format!(">{step}"),
        Leads::Nowhere => "-".to_owned(),
    };
    menu.entries.iter().map(|entry| lead(&entry.leads)).collect()
}

/// All that is written on a sketch as it is in every language.
pub(in crate::games::double_seven) fn written(sketch: &Sketch) -> Vec<String> {
    let text = |shape: &Shape| match &shape.form {
        Form::Text {
            says: Label::Text(text),
            ..
        } => Some(text.clone()),
        _ => None,
    };
    sketch.shapes.iter().filter_map(text).collect()
}

/// How many shapes of a sketch are such.
pub(in crate::games::double_seven) fn count(sketch: &Sketch, is: impl Fn(&Shape) -> bool) -> usize {
    sketch.shapes.iter().filter(|shape| is(shape)).count()
}

/// The numbers that are drawn as rings, in the order in which they are drawn.
pub(in crate::games::double_seven) fn rings(sketch: &Sketch) -> Vec<u8> {
    let number = |shape: &Shape| match shape.form {
        Form::Rings { number, .. } => Some(number),
        _ => None,
    };
    sketch.shapes.iter().filter_map(number).collect()
}
