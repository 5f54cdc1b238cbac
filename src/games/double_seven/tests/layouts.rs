//! What lies on the table, where the next tile may lie, and what is connected.

use std::collections::BTreeSet;

use crate::games::double_seven::groups::{groups, largest, product, sizes};
use crate::games::double_seven::{Bounds, Cell, Layout, Placement, Ring, Symbol, Tile};
use crate::rules::Source;

use super::support::{Chances, laid};

fn strings<const N: usize>(pairs: impl Iterator<Item = [Cell; N]>) -> Vec<String> {
    pairs
        .map(|cells| cells.map(|cell| cell.to_string()).join(" "))
        .collect()
}

#[test]
fn around_one_tile_there_are_so_many_places() {
    let layout = laid(&["3@0,0 4@1,0"]);
    let open = strings(layout.open());
    assert_eq!(open.len(), 16);
    assert_eq!(open[0], "0,-2 0,-1");
    assert_eq!(open[1], "1,-2 1,-1");
    assert_eq!(open[2], "-1,-1 0,-1");
    assert_eq!(layout.count_open(), 16);
    assert_eq!(strings(layout.joints()), ["0,0 1,0"]);
    assert_eq!(Layout::new().open().count(), 0);
    assert_eq!((Layout::new().count_open(), Layout::new().nth_open(0)), (0, None));
}

/// Every pair of cells near the layout, asked one by one.
fn open_by_asking(layout: &Layout) -> Vec<[Cell; 2]> {
    let Some(Bounds {
        left,
        right,
        bottom,
        top,
    }) = layout.bounds()
    else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for row in bottom - 3..=top + 3 {
        for column in left - 3..=right + 3 {
            let cell = Cell::new(column, row);
            let pairs = [[cell, cell.right()], [cell, cell.above()]];
            found.extend(pairs.into_iter().filter(|pair| layout.is_open(*pair)));
        }
    }
    found
}

#[test]
fn open_places_are_those_that_asking_finds() {
    let mut chance = Chances(7);
    for round in 0..40 {
        let mut layout = Layout::new();
        for (number, tile) in Tile::all().enumerate() {
            let open: Vec<[Cell; 2]> = layout.open().collect();
            assert_eq!(open, open_by_asking(&layout));
            assert_eq!(layout.count_open() as usize, open.len());
            let numbered: BTreeSet<[Cell; 2]> = (0..open.len() as u32)
                .filter_map(|number| layout.nth_open(number))
                .collect();
            assert_eq!(numbered, open.iter().copied().collect());
            assert_eq!(layout.nth_open(open.len() as u32), None);
            // Some grow in a line to the far end, some anyhow.
            let place = match (number, round % 4) {
                (0, _) => [Cell::new(0, 0), Cell::new(1, 0)],
                (_, 0) => [Cell::new(2 * number as i8, 0), Cell::new(2 * number as i8 + 1, 0)],
                (_, 1) => [Cell::new(0, -2 * number as i8), Cell::new(0, 1 - 2 * number as i8)],
                _ => open[chance.below(open.len() as u32) as usize],
            };
            layout.lay(Placement::of(tile, place[0], place[1]).expect("side by side"));
        }
        assert_eq!((layout.len(), layout.cells().count()), (36, 72));
        assert!(layout.cells().is_sorted());
    }
}

#[test]
fn a_far_cell_is_no_cell_of_the_layout() {
    let layout = laid(&["3@0,0 4@1,0"]);
    assert!(layout.is_free(Cell::new(-128, 0)) && !layout.touches(Cell::new(127, 0)));
    assert!(!layout.is_open([Cell::new(-126, 0), Cell::new(-125, 0)]));
    assert_eq!(layout.symbol(Cell::new(0, 0)).map(|symbol| symbol.number()), Some(3));
    assert_eq!(layout.bounds().map(Bounds::size), Some((2, 1)));
}

#[test]
fn a_tile_on_others_hides_them() {
    let layout = laid(&["3@0,0 4@1,0", "5@2,0 6@3,0", "4@1,0 5@2,0"]);
    let top = layout.top(Cell::new(1, 0)).expect("a tile");
    assert_eq!((top.level, top.number, top.tile.to_string().as_str()), (1, 2, "4-5"));
    assert_eq!(layout.top(Cell::new(3, 0)).map(|top| top.level), Some(0));
    assert_eq!(layout.cells().count(), 4);
    assert_eq!(layout.laid().map(|laid| laid.level).collect::<Vec<_>>(), [0, 0, 1]);
    assert_eq!(
        layout.last().map(|laid| laid.placement.to_string()),
        Some("4@1,0 5@2,0".to_owned())
    );
    assert_eq!(layout.joints().count(), 3);
}

#[test]
fn groups_are_connected_along_edges_only() {
    //       5 6
    // 1 2 2
    // 3 3 1
    let layout = laid(&["3@0,0 3@1,0", "1@0,1 2@1,1", "1@2,0 2@2,1", "5@3,2 6@4,2"]);
    assert_eq!(sizes(&layout, |symbol| symbol.has(Ring::Pip)), [4, 1]);
    assert_eq!(sizes(&layout, |symbol| symbol.has(Ring::Small)), [4, 1]);
    assert_eq!(sizes(&layout, |symbol| symbol.has(Ring::Large)), [2]);
    assert_eq!(sizes(&layout, |symbol| symbol.number() == 0), [0; 0]);
    assert_eq!(sizes(&layout, |symbol| symbol.number() == 1), [1, 1]);
    let corner = |symbol: Symbol| matches!(symbol.number(), 2 | 5);
    assert_eq!(sizes(&layout, corner), [2, 1], "a corner joins nothing");
    assert_eq!(largest(&layout, |symbol| symbol.number() == 1), [Cell::new(2, 0)]);
    let all = groups(&layout, |symbol| symbol.number() < 3);
    assert_eq!(all.len(), 1);
    assert!(all[0].is_sorted());
    assert_eq!(product([4, 3, 2]), 24);
    assert_eq!(product([]), 1);
}
