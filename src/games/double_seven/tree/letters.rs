//! The tree in letters, and in a sentence: what the family says of any table, with the tile that was placed last told apart.

use super::super::letters::{self, Letters};
use super::super::{Cell, Layout};
use super::view::View;
use crate::rules::Phrase;

/// What lies there, as the family keeps it.
fn layout(view: &View) -> Layout {
    let mut layout = Layout::new();
    for placement in &view.placed {
        layout.lay(*placement);
    }
    layout
}

/// The tree in letters: the halves of a tile are joined by a dash where there is room for it, those of the last tile by an
/// equals sign.
pub(super) fn board(view: &View) -> Letters {
    let layout = layout(view);
    let joined = |cell: Cell| {
        let tile = view.placed.iter().find(|placement| placement.first().cell == cell)?;
        Some(if view.last() == Some(*tile) { '=' } else { '-' })
    };
    letters::board(&layout, if letters::is_narrow(&layout) { 1 } else { 2 }, |cell| {
        let symbol = layout.symbol(cell)?;
        Some([char::from(b'0' + symbol.number()), joined(cell).unwrap_or(' ')])
    })
}

/// How the letters are read.
pub(super) fn legend(view: &View) -> Phrase {
    Phrase::new(match letters::is_narrow(&layout(view)) {
        true => "tiles-legend-narrow",
        false => "tree-legend",
    })
}

/// The tree in a sentence.
pub(super) fn sentence(view: &View) -> Option<Phrase> {
    letters::sentence(&layout(view))
}
