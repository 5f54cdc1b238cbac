//! The tree in letters, and in a sentence: what the family says of any table, with the tile that was placed last told apart.

use super::super::letters;
use super::super::{Cell, Layout};
use super::menu::offered;
use super::view::{Stage, View};
use crate::rules::Phrase;

/// What lies there, as the family keeps it.
fn layout(view: &View) -> Layout {
    let mut layout = Layout::new();
    for placement in &view.placed {
        layout.lay(*placement);
    }
    layout
}

/// The tree in letters, and how they are read: the halves of a tile are joined by a dash where there is room for it, those
/// of the last tile by an equals sign. Nothing before the tiles are dealt.
pub(super) fn board(view: &View) -> (Vec<String>, Vec<Phrase>) {
    if view.stage == Stage::Deal {
        return Default::default();
    }
    let (layout, offered) = (layout(view), offered(view));
    let narrow = letters::is_narrow(&layout, &offered);
    let joined = |cell: Cell| {
        let tile = view.placed.iter().find(|placement| placement.first().cell == cell)?;
        Some(if view.last() == Some(*tile) { '=' } else { '-' })
    };
    let board = letters::board(&layout, &offered, if narrow { 1 } else { 2 }, |cell| {
        let symbol = layout.symbol(cell)?;
        Some([char::from(b'0' + symbol.number()), joined(cell).unwrap_or(' ')])
    });
    board.with_legend(Phrase::new(match narrow {
        true => "tiles-legend-narrow",
        false => "tree-legend",
    }))
}

/// The tree in a sentence.
pub(super) fn sentence(view: &View) -> Option<Phrase> {
    letters::sentence(&layout(view))
}
