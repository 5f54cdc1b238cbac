//! Tables for tests: games that are dealt, or brought to a position.

use super::super::super::{Placement, Tile};
use super::super::*;
use crate::games::double_seven::tests::support;
pub(super) use crate::games::double_seven::tests::support::{Chances, Fixed, placement, tile, tiles};

pub(super) type Table = support::Table<Tree>;

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
    /// A table at which these tiles were dealt: see [`deck`].
    pub(super) fn dealt(hands: &[&str], supply: &str) -> Table {
        let mut table = Table::new("{}", hands.len() as u8);
        table.0.take_chance(&deck(hands, supply)).unwrap();
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

    pub(super) fn hand(&self, seat: usize) -> String {
        let hand: Vec<String> = self.0.hands[seat].iter().map(|tile| tile.to_string()).collect();
        hand.join(" ")
    }

    /// The places at the end; `None` as long as it has not come.
    pub(super) fn places(&self) -> Option<Option<Vec<u8>>> {
        let outcome = self.ended()?;
        assert_eq!(outcome.scores, None, "there are no scores");
        Some(outcome.places)
    }
}
