//! The sizes of groups as the games of the family write them.

use super::{Placement, Tile};
use crate::rules::{Malformed, Phrase, Seat, joined, read_list, read_parts};

/// What says of a seat's groups how large they are: `groups 0 3,3,1`.
///
/// # Errors
/// When the text is nothing like that.
pub fn groups(text: &str) -> Result<(Seat, Vec<u8>), Malformed> {
    let [seat, list] = read_parts("groups {seat} {sizes}", text).ok_or(Malformed)?;
    let (seat, sizes) = (seat.parse()?, read_list::<u8, Vec<u8>>(list, ',')?);
    (joined(&sizes, ",") == list).then_some((seat, sizes)).ok_or(Malformed)
}

/// Asks where a tile goes that somebody named without a place, if they may place that tile.
pub fn unplaced(text: &str, mut placements: impl Iterator<Item = Placement>) -> Option<Phrase> {
    let tile = Tile::read(text)?;
    let is_placed = placements.any(|placement| placement.tile() == tile);
    is_placed.then(|| Phrase::new("tiles-unplaced").with("tile", tile.to_string()))
}
