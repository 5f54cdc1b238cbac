//! Tables for tests: games with chosen missions and tiles.

use super::super::*;
use crate::games::double_seven::tests::support::{self, deck, tile};

pub(super) type Table = support::Table<Dominimum>;

/// Missions of the seats, as many as there are.
pub(super) const MISSIONS: [&str; 4] = ["1-4", "0-7", "2-3", "5-6"];

impl Table {
    /// A table with the usual missions, before the first seat is drawn.
    pub(super) fn with_missions(seats: u8) -> Table {
        let mut table = Table::new("{}", seats);
        for (seat, mission) in MISSIONS.iter().enumerate().take(usize::from(seats)) {
            table.chance(&format!("mission {seat} {mission}")).unwrap();
        }
        table
    }

    /// A table with the usual missions at which `first` begins; seat 0 gets the first of these tiles, and so on.
    pub(super) fn dealt(seats: u8, first: u8, tiles: &[&str]) -> Table {
        let mut table = Table::with_missions(seats);
        table.chance(&format!("first {first}")).unwrap();
        let tiles: Vec<Tile> = tiles.iter().map(|text| tile(text)).collect();
        let left = Tiles::ALL.without(table.0.taken());
        table.chance(&deck(left, &tiles).to_string()).unwrap();
        table
    }
}
