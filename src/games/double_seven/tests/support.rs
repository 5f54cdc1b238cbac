//! For the tests of the family and its games: tables that are driven by notation, chance, decks, and what pictures and
//! menus say.

use crate::games::double_seven::{Deck, Layout, Placement, Tile, Tiles};
use crate::rules::{
    Audience, Awaits, Event, Form, Label, Leads, Listing, Menu, Outcome, Presentation, Preview, Scene, Seat, Shape,
    Sketch, Source, Viewer,
};

/// A small generator for tests (SplitMix64), the same numbers for the same seed.
#[derive(Clone, Debug)]
pub(crate) struct Chances(pub(crate) u64);

impl Source for Chances {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u64::from((word ^ (word >> 31)) as u32) * u64::from(bound)) >> 32) as u32
    }
}

/// A source that gives one number, and notes how large it could have been.
pub(crate) struct Fixed {
    pub(crate) number: u32,
    pub(crate) bounds: Vec<u32>,
}

impl Source for Fixed {
    fn below(&mut self, bound: u32) -> u32 {
        self.bounds.push(bound);
        self.number
    }
}

/// A game that is driven by notation. Each game adds the positions that its tests begin with.
#[derive(Clone)]
pub(crate) struct Table<G>(pub(crate) G);

impl<G: Presentation> Table<G> {
    /// A game before its first event, with these options.
    pub(crate) fn new(json: &str, seats: u8) -> Table<G> {
        Table(G::setup(&serde_json::from_str(json).unwrap(), seats).unwrap())
    }

    /// An event, and the facts that follow in notation, or the key of the refusal; refused, it changes nothing.
    fn take(&mut self, event: &Event<G::Chance, G::Choice>) -> Result<Vec<String>, &'static str> {
        let before = format!("{:?}", self.0);
        match self.0.apply(event) {
            Ok(notes) => {
                assert!(notes.iter().all(|note| note.to == Audience::Everyone), "{notes:?}");
                Ok(notes.iter().map(|note| note.fact.to_string()).collect())
            }
            Err(refusal) => {
                assert_eq!(format!("{:?}", self.0), before, "a refusal changes nothing");
                Err(refusal.reason.key)
            }
        }
    }

    /// What chance brings, or the key of its refusal.
    pub(crate) fn chance(&mut self, what: &str) -> Result<(), &'static str> {
        let facts = self.take(&Event::Chance(what.parse().unwrap()))?;
        assert_eq!(facts, [""; 0], "nothing follows from chance");
        Ok(())
    }

    /// A choice, and the facts that follow in notation.
    pub(crate) fn choose(&mut self, seat: u8, what: &str) -> Vec<String> {
        match self.try_choose(seat, what) {
            Ok(facts) => facts,
            Err(key) => panic!("seat {seat} may not {what}: {key}"),
        }
    }

    /// A choice, or the key of its refusal.
    pub(crate) fn try_choose(&mut self, seat: u8, what: &str) -> Result<Vec<String>, &'static str> {
        self.take(&Event::Choice(Seat(seat), what.parse().unwrap()))
    }

    /// Why a choice is refused; `None` when it is not.
    pub(crate) fn refusal(&self, seat: u8, what: &str) -> Option<&'static str> {
        Table(self.0.clone()).try_choose(seat, what).err()
    }

    /// Whoever's turn it is chooses so; the facts that follow.
    pub(crate) fn place(&mut self, what: &str) -> Vec<String> {
        let turn = self.turn().expect("somebody's turn");
        self.choose(turn, what)
    }

    /// Plays on at random to the end; the facts that follow from the last choice.
    pub(crate) fn play_out(&mut self, source: &mut dyn Source) -> Vec<String> {
        let mut facts = Vec::new();
        while let Some(turn) = self.turn() {
            let choice = self.0.random_choice(Seat(turn), source).unwrap();
            facts = self.choose(turn, &choice.to_string());
        }
        facts
    }

    pub(crate) fn choices(&self, seat: u8) -> Vec<String> {
        let mut choices = Vec::new();
        assert_eq!(self.0.choices(Seat(seat), &mut choices), Listing::Complete);
        assert_eq!(self.0.count(Seat(seat)), choices.len());
        choices.iter().map(ToString::to_string).collect()
    }

    /// Whose turn it is.
    pub(crate) fn turn(&self) -> Option<u8> {
        let Awaits::Seats(seats) = self.0.awaits() else {
            return None;
        };
        assert_eq!(seats.len(), 1, "one seat at a time");
        seats.iter().next().map(|seat| seat.0)
    }

    /// How it ended; `None` as long as it has not.
    pub(crate) fn ended(&self) -> Option<Outcome> {
        match self.0.awaits() {
            Awaits::Nobody(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Places and scores at the end, where there are both.
    pub(crate) fn outcome(&self) -> Option<(Vec<u8>, Vec<i64>)> {
        let outcome = self.ended()?;
        Some((outcome.places.unwrap(), outcome.scores.unwrap()))
    }

    pub(crate) fn scene(&self, viewer: Viewer) -> Scene {
        G::scene(&self.0.view(viewer))
    }

    pub(crate) fn sketch(&self, viewer: Viewer, preview: Preview<'_, G::Choice>) -> Option<Sketch> {
        G::sketch(&self.0.view(viewer), preview.allowed(&self.0, viewer))
    }

    pub(crate) fn menu(&self, seat: u8, path: &[&str]) -> Option<Menu> {
        let mut choices = Vec::new();
        self.0.choices(Seat(seat), &mut choices);
        G::menu(&self.0.view(Viewer::Seat(Seat(seat))), &choices, path)
    }
}

pub(crate) fn tile(text: &str) -> Tile {
    text.parse().expect("a tile")
}

/// Tiles in notation, parted by spaces.
pub(crate) fn tiles(text: &str) -> Tiles {
    text.split_whitespace().map(tile).collect()
}

pub(crate) fn placement(text: &str) -> Placement {
    text.parse().expect("a placement")
}

/// What lies on a table on which these were placed.
pub(crate) fn laid(placements: &[&str]) -> Layout {
    let mut layout = Layout::new();
    for text in placements {
        layout.lay(placement(text));
    }
    layout
}

/// A deck of the tiles of `all` that begins with `first`; the others follow in ascending order.
pub(crate) fn deck(all: Tiles, first: &[Tile]) -> Deck {
    let begun: Tiles = first.iter().copied().collect();
    let order = first.iter().copied().chain(all.without(begun).iter());
    Deck::new(order.collect()).expect("each tile once")
}

/// Where the entries of a menu lead: choices as they are, steps after `>`.
pub(crate) fn leads(menu: &Menu) -> Vec<String> {
    let lead = |leads: &Leads| match leads {
        Leads::Choice(choice) | Leads::Preview(choice) => choice.clone(),
        Leads::Step(step) => format!(">{step}"),
        Leads::Nowhere => "-".to_owned(),
    };
    menu.entries.iter().map(|entry| lead(&entry.leads)).collect()
}

/// All that is written on a sketch as it is in every language.
pub(crate) fn written(sketch: &Sketch) -> Vec<String> {
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
pub(crate) fn count(sketch: &Sketch, is: impl Fn(&Shape) -> bool) -> usize {
    sketch.shapes.iter().filter(|shape| is(shape)).count()
}

/// The numbers that are drawn as rings, in the order in which they are drawn.
pub(crate) fn rings(sketch: &Sketch) -> Vec<u8> {
    let number = |shape: &Shape| match shape.form {
        Form::Rings { number, .. } => Some(number),
        _ => None,
    };
    sketch.shapes.iter().filter_map(number).collect()
}
