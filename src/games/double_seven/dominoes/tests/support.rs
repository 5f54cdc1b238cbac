//! Tables for tests: hands that are dealt as wanted.

use super::super::*;
use crate::games::double_seven::tests::support;
pub(super) use crate::games::double_seven::tests::support::{Chances, tile, tiles};
use crate::rules::Event;

pub(super) type Table = support::Table<Dominoes>;

pub(super) fn options(json: &str) -> Options {
    serde_json::from_str(json).unwrap()
}

impl Table {
    /// Hands of nine, and the tiles that are drawn first; the rest of the supply ascending.
    pub(super) fn dealt(json: &str, hands: &[&str], drawn: &str) -> Table {
        let mut table = Table::new(json, hands.len() as u8);
        let mut order: Vec<Tile> = Vec::new();
        for hand in hands {
            let hand: Vec<Tile> = hand.split_whitespace().map(tile).collect();
            assert_eq!(hand.len(), 9, "a hand of nine");
            order.extend(hand);
        }
        order.extend(drawn.split_whitespace().map(tile));
        let used: Tiles = order.iter().copied().collect();
        order.extend(Tiles::ALL.without(used).iter());
        let deck = Deck::new(order).expect("each tile once");
        assert_eq!(table.0.apply(&Event::Chance(deck)), Ok(Vec::new()));
        table
    }

    /// A game in its middle: the line and the hands are as told, and it is the turn of `turn`; of a hand nothing is known.
    pub(super) fn middle(json: &str, line: &str, hands: &[&str], supply: &str, turn: u8) -> Table {
        let mut table = Table::new(json, hands.len() as u8);
        let game = &mut table.0;
        let mut laid = line.split_whitespace();
        let first = laid.next().expect("a first tile");
        game.line.open(tile(first), Seat(0));
        for next in laid {
            game.line.lay(tile(next), End::Right, Seat(0));
        }
        for (seat, hand) in hands.iter().enumerate() {
            game.hands[seat] = tiles(hand);
            game.known[seat] = Known::dealt(game.hands[seat].len() as u8);
        }
        let supply: Vec<Tile> = supply.split_whitespace().map(tile).collect();
        game.supply = Supply::of(&supply);
        game.phase = Phase::Play;
        game.turn = Seat(turn);
        game.turns.begin(Seat(turn));
        table
    }

    /// Puts all tiles that are nowhere else behind those of the supply.
    pub(super) fn whole(mut self) -> Table {
        let game = &mut self.0;
        let mut order: Vec<Tile> = game.supply.tiles[..usize::from(game.supply.len)].to_vec();
        order.reverse();
        let held = game.hands.iter().fold(game.line.tiles(), |all, hand| all.or(*hand));
        let known: Tiles = order.iter().copied().collect();
        order.extend(Tiles::ALL.without(held.or(known)).iter());
        game.supply = Supply::of(&order);
        self
    }

    /// The line as it lies.
    pub(super) fn line(&self) -> String {
        let laid = self.0.line.iter().map(|laid| format!("{}-{}", laid.left, laid.right));
        laid.collect::<Vec<_>>().join(" ")
    }

    pub(super) fn hand(&self, seat: u8) -> Tiles {
        self.0.hand(Seat(seat))
    }

    pub(super) fn forced(&self, seat: u8) -> Option<String> {
        self.0.forced(Seat(seat)).map(|choice| choice.to_string())
    }
}
