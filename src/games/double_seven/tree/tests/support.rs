//! A table for tests: games driven by notation, or brought to a position.

use super::super::super::{Placement, Tile, Tiles};
use super::super::*;

/// A small generator for tests (SplitMix64), the same numbers for the same seed.
pub(super) struct Dice(pub(super) u64);

impl Source for Dice {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u64::from((word ^ (word >> 31)) as u32) * u64::from(bound)) >> 32) as u32
    }
}

/// A game that is driven by notation.
pub(super) struct Table(pub(super) Tree);

pub(super) fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

pub(super) fn tiles(text: &str) -> Tiles {
    text.split_whitespace().map(tile).collect()
}

pub(super) fn placement(text: &str) -> Placement {
    text.parse().unwrap()
}

/// Placements, with a semicolon between two of them.
pub(super) fn placements(text: &str) -> Vec<Placement> {
    let ground = "0@0,0 0@1,0";
    std::iter::once(ground)
        .chain(text.split("; ").filter(|text| !text.is_empty()))
        .map(placement)
        .collect()
}

/// A deck for so many seats: these tiles begin their hands, and these the supply; the others follow ascending.
pub(super) fn deck(hands: &[&str], supply: &str) -> Deck {
    let seats = hands.len() as u8;
    let named = hands.iter().map(|hand| tiles(hand)).fold(tiles(supply), Tiles::or);
    let mut rest = DEALT.without(named).iter();
    let mut order = Vec::new();
    for (seat, hand) in hands.iter().enumerate() {
        let hand: Vec<Tile> = hand.split_whitespace().map(tile).collect();
        let missing = usize::from(hand_size(Seat(seat as u8), seats)) - hand.len();
        order.extend(hand);
        order.extend(rest.by_ref().take(missing));
    }
    order.extend(supply.split_whitespace().map(tile));
    order.extend(rest);
    Deck::new(order).unwrap()
}

impl Table {
    pub(super) fn new(json: &str, seats: u8) -> Table {
        Table(Tree::setup(&serde_json::from_str(json).unwrap(), seats).unwrap())
    }

    /// A table at which these tiles were dealt: see [`deck`].
    pub(super) fn dealt(hands: &[&str], supply: &str) -> Table {
        let mut table = Table::new("{}", hands.len() as u8);
        table.0.deal(&deck(hands, supply)).unwrap();
        table
    }

    /// A position: what the seats have in hand, what is left to draw, and what lies in the tree. Seat 0 is to place; an
    /// empty hand is out.
    pub(super) fn at(hands: &[&str], supply: &str, tree: &str) -> Table {
        let mut table = Table::new("{}", hands.len() as u8);
        let game = &mut table.0;
        for (seat, hand) in hands.iter().enumerate() {
            game.hands[seat] = tiles(hand);
            game.ledger.gain(Seat(seat as u8), game.hands[seat].len() as u8);
            if game.hands[seat].is_empty() {
                game.places[seat] = game.out() + 1;
            }
        }
        game.supply = supply.split_whitespace().rev().map(tile).collect();
        game.growth = Growth::of(&placements(tree));
        game.phase = Phase::Play;
        table
    }

    pub(super) fn with(mut self, json: &str) -> Table {
        self.0.options = serde_json::from_str(json).unwrap();
        self
    }

    /// A choice, and the facts that follow in notation.
    pub(super) fn choose(&mut self, seat: u8, what: &str) -> Vec<String> {
        match self.try_choose(seat, what) {
            Ok(facts) => facts,
            Err(key) => panic!("seat {seat} may not {what}: {key}"),
        }
    }

    /// A choice, or the key of its refusal; refused, it changes nothing.
    pub(super) fn try_choose(&mut self, seat: u8, what: &str) -> Result<Vec<String>, &'static str> {
        let before = format!("{:?}", self.0);
        let event = Event::Choice(Seat(seat), what.parse().unwrap());
        let applied = self.0.apply(&event);
        applied
            .map(|notes| notes.iter().map(|note| note.fact.to_string()).collect())
            .map_err(|refusal| {
                assert_eq!(format!("{:?}", self.0), before, "a refusal changes nothing");
                refusal.reason.key
            })
    }

    /// Why a choice is refused; `None` when it is not.
    pub(super) fn refusal(&self, seat: u8, what: &str) -> Option<&'static str> {
        Table(self.0.clone()).try_choose(seat, what).err()
    }

    pub(super) fn choices(&self, seat: u8) -> Vec<String> {
        let mut choices = Vec::new();
        assert_eq!(self.0.choices(Seat(seat), &mut choices), Listing::Complete);
        assert_eq!(self.0.count(Seat(seat)), choices.len());
        choices.iter().map(ToString::to_string).collect()
    }

    /// Whose turn it is.
    pub(super) fn turn(&self) -> Option<u8> {
        match self.0.awaits() {
            Awaits::Seats(seats) => seats.iter().next().map(|seat| seat.0),
            _ => None,
        }
    }

    pub(super) fn hand(&self, seat: usize) -> String {
        let hand: Vec<String> = self.0.hands[seat].iter().map(|tile| tile.to_string()).collect();
        hand.join(" ")
    }

    /// The places at the end; `None` as long as it has not come.
    pub(super) fn places(&self) -> Option<Option<Vec<u8>>> {
        match self.0.awaits() {
            Awaits::Nobody(outcome) => {
                assert_eq!(outcome.scores, None, "there are no scores");
                Some(outcome.places)
            }
            _ => None,
        }
    }
}
