//! Tables for tests: games with chosen tiles.

use super::super::*;
use crate::games::double_seven::Tile;
use crate::games::double_seven::tests::support::{self, deck, placement};

pub(super) type Table = support::Table<Dominomega>;

impl Table {
    /// A table at which these tiles are drawn first, in this order: so the seats in turn place them.
    pub(super) fn dealt(seats: u8, tiles: &[Tile]) -> Table {
        let mut table = Table::new("{}", seats);
        table.chance(&deck(Tiles::ALL, tiles).to_string()).unwrap();
        table
    }

    /// A table at which these placements were made in turn.
    pub(super) fn placed(seats: u8, placements: &[&str]) -> Table {
        let tiles: Vec<Tile> = placements.iter().map(|text| placement(text).tile()).collect();
        let mut table = Table::dealt(seats, &tiles);
        for text in placements {
            table.place(text);
        }
        table
    }
}
