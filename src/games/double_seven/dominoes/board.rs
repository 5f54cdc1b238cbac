//! The line in letters: from left to right as one reads, so many tiles a row, `L` before its left end and `R` behind its
//! right one. A tile is written as it lies, a double in brackets, and the last one that was played between stars.

use super::view::View;

/// The widest row that is sure to be shown whole.
const WIDEST: usize = 36;

/// The rows of the board; none before the first tile.
pub(super) fn board(view: &View) -> Vec<String> {
    if view.line.is_empty() {
        return Vec::new();
    }
    let last = view.last().map(|(at, _)| at);
    let tile = |(at, laid): (usize, &super::Laid)| {
        let sign = |open, close| format!("{open}{}-{}{close}", laid.left, laid.right);
        match (last == Some(at), laid.tile().is_double()) {
            (true, _) => sign('*', '*'),
            (false, true) => sign('[', ']'),
            (false, false) => format!("{}-{}", laid.left, laid.right),
        }
    };
    let tiles = view.line.iter().enumerate().map(tile);
    let words = std::iter::once("L".to_owned()).chain(tiles).chain(["R".to_owned()]);
    let mut rows: Vec<String> = Vec::new();
    for word in words {
        match rows.last_mut() {
            Some(row) if row.chars().count() + 1 + word.chars().count() <= WIDEST => {
                row.push(' ');
                row.push_str(&word);
            }
            _ => rows.push(word),
        }
    }
    rows
}
