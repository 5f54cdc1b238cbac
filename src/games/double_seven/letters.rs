//! The table in letters, for messages without pictures, and in sentences, for who cannot see it.

use super::{Bounds, Cell, Layout, Placement, Tiles, names};
use crate::rules::{self, Arg, Phrase, Seat};

/// How wide and high a board in letters may be.
const WIDE: usize = 36;
const HIGH: usize = 16;

/// Letters that the name of a row takes.
const NUMBER: usize = 4;

/// A table in letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Letters {
    /// Its lines from the top, with the names of the rows, and below with those of the columns, which are read downward.
    pub lines: Vec<String>,
    /// What lies beyond the part that has room, for a board's legend.
    pub beyond: Option<Phrase>,
    /// How far the rows and columns go on in which a tile may be placed, where not all of them have room.
    pub reach: Option<Phrase>,
}

impl Letters {
    /// The lines, and the legend: how they are read, and what there is beyond them. Without lines there is none.
    pub fn with_legend(self, reading: Phrase) -> (Vec<String>, Vec<Phrase>) {
        let reading = (!self.lines.is_empty()).then_some(reading);
        let legend = reading.into_iter().chain(self.reach).chain(self.beyond);
        (self.lines, legend.collect())
    }
}

/// Cells that are shown from `from` to `to`: all, or so many of them with `focus` among them. Something lies from `first` to
/// `last`, and that has its room first.
fn part((from, to): (i8, i8), (first, last): (i8, i8), room: usize, focus: i8) -> (i8, i8) {
    let [start, end, first, last] = [from, to, first, last].map(i32::from);
    let room = room as i32;
    if end - start < room {
        return (from, to);
    }
    // All that lies there is shown where it has room, and else nothing but that.
    let (one, other) = (first, last + 1 - room);
    let begin = (i32::from(focus) - room / 2).clamp(one.min(other), one.max(other));
    let begin = begin.clamp(start, end + 1 - room);
    (begin as i8, (begin + room - 1) as i8)
}

/// The lines below a board with the names of its columns, each `letters` wide.
fn columns(left: i8, right: i8, letters: usize) -> Vec<String> {
    let names: Vec<String> = (left..=right).map(names::column).collect();
    let high = names.iter().map(String::len).max().unwrap_or(0);
    let line = |level: usize| {
        let mut line = " ".repeat(NUMBER);
        for name in &names {
            // A name stands at the bottom: shorter ones have nothing above.
            let sign = (level + name.len()).checked_sub(high);
            line.push(sign.map_or(' ', |at| char::from(name.as_bytes()[at])));
            line.extend(std::iter::repeat_n(' ', letters - 1));
        }
        line.trim_end().to_owned()
    };
    (0..high).map(line).collect()
}

/// The table in letters: of every cell that `show` says something about, and of all around it that is `offered`, the first
/// so many (`letters`) of what it shows; of free cells a dot. Where that is too large, the part around the tile that was
/// placed last.
pub fn board<const MOST: usize>(
    layout: &Layout,
    offered: &[Placement],
    letters: usize,
    show: impl Fn(Cell) -> Option<[char; MOST]>,
) -> Letters {
    let Some(whole) = whole(layout, offered) else {
        return Letters::default();
    };
    let lies = layout.bounds().unwrap_or(whole);
    let letters = letters.min(MOST).max(1);
    let focus = layout
        .last()
        .map_or(Cell::default(), |last| last.placement.first().cell);
    let (across, upward) = ((whole.left, whole.right), (whole.bottom, whole.top));
    let (left, right) = part(across, (lies.left, lies.right), (WIDE - NUMBER) / letters, focus.column);
    let below = columns(left, right, letters);
    let (bottom, top) = part(upward, (lies.bottom, lies.top), HIGH - below.len(), focus.row);
    let row = |row: i8| {
        let mut line = format!("{:>3} ", names::row(row));
        for column in left..=right {
            match show(Cell::new(column, row)) {
                Some(shown) => line.extend(shown.iter().take(letters)),
                None => line.extend(std::iter::once('.').chain(std::iter::repeat_n(' ', letters - 1))),
            }
        }
        line.trim_end().to_owned()
    };
    let shown = Bounds {
        left,
        right,
        bottom,
        top,
    };
    let beyond = rows(layout, true, |cell| !shown.contain(cell));
    Letters {
        lines: (bottom..=top).rev().map(row).chain(below).collect(),
        beyond: match &beyond {
            Arg::List(rows) if rows.is_empty() => None,
            _ => Some(Phrase::new("tiles-beyond").with("rows", beyond)),
        },
        reach: (!offered.is_empty() && shown != whole).then(|| reach(whole)),
    }
}

/// The cells on which something lies or may be placed.
fn whole(layout: &Layout, offered: &[Placement]) -> Option<Bounds> {
    let lies = layout.bounds().map(|lies| lies.with_all(offered));
    lies.or_else(|| Bounds::over(offered))
}

fn reach(whole: Bounds) -> Phrase {
    Phrase::new("tiles-reach")
        .with("bottom", names::row(whole.bottom))
        .with("top", names::row(whole.top))
        .with("left", names::column(whole.left))
        .with("right", names::column(whole.right))
}

/// Whether the table is so wide that each of its cells has one letter, and halves are not joined.
pub fn is_narrow(layout: &Layout, offered: &[Placement]) -> bool {
    let wide = whole(layout, offered).map_or(0, |whole| usize::from(whole.size().0));
    wide * 2 > WIDE - NUMBER
}

/// The table in letters where nothing lies on anything: the symbols, and a dash between the halves of a tile along a row
/// where there is room for it. [`legend`] says how it is read.
pub fn plain(layout: &Layout, offered: &[Placement]) -> Letters {
    let letters = if is_narrow(layout, offered) { 1 } else { 2 };
    board(layout, offered, letters, |cell| {
        let joined = bond(layout, cell) == Some(Bond::Right);
        Some([digit(layout, cell)?, if joined { '-' } else { ' ' }])
    })
}

/// How [`plain`] letters are read.
pub fn legend(layout: &Layout, offered: &[Placement]) -> Phrase {
    Phrase::new(match is_narrow(layout, offered) {
        true => "tiles-legend-narrow",
        false => "tiles-legend",
    })
}

/// Where the other half of a tile lies, seen from its first cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bond {
    /// To the right.
    Right,
    /// Above.
    Above,
}

/// Where the other half of the tile on a cell lies: only from its first cell, and only where nothing lies on either half.
pub fn bond(layout: &Layout, cell: Cell) -> Option<Bond> {
    let here = layout.top(cell)?.number;
    let same = |cell: Cell| layout.top(cell).is_some_and(|top| top.number == here);
    match () {
        () if same(cell.right()) => Some(Bond::Right),
        () if same(cell.above()) => Some(Bond::Above),
        () => None,
    }
}

fn digit(layout: &Layout, cell: Cell) -> Option<char> {
    layout.symbol(cell).map(|symbol| char::from(b'0' + symbol.number()))
}

/// The table in letters, for games in which it matters which halves are one tile: the symbols, behind them the letters of
/// levels ([`storey`]) where tiles lie on others, and behind these a dash where the other half lies to the right and `^`
/// where it lies above. It is never narrow: what has no room is told beyond.
pub fn joined(layout: &Layout, offered: &[Placement]) -> Letters {
    let stacked = is_stacked(layout);
    board(layout, offered, if stacked { 3 } else { 2 }, |cell| {
        let bond = match bond(layout, cell) {
            Some(Bond::Right) => '-',
            Some(Bond::Above) => '^',
            None => ' ',
        };
        let digit = digit(layout, cell)?;
        let level = layout.top(cell).and_then(|top| storey(top.level));
        Some(match (stacked, level) {
            (false, _) => [digit, bond, ' '],
            (true, None) => [digit, bond, if bond == '-' { '-' } else { ' ' }],
            (true, Some(level)) => [digit, level, bond],
        })
    })
}

/// Whether a tile lies on others.
pub fn is_stacked(layout: &Layout) -> bool {
    layout.laid().any(|laid| laid.level > 0)
}

/// The symbols of the cells that are `told`, row by row from the top, as a list: `77 (J) 3 4 0 (Q) 5` is row 77, with 3, 4
/// and 0 from column J on, and 5 in column Q. What lies on other tiles has the letter of its level ([`storey`]). Where
/// `bonds` are wanted, `r` follows where the other half of the tile lies to the right, and `u` where it lies above.
fn rows(layout: &Layout, bonds: bool, told: impl Fn(Cell) -> bool) -> Arg {
    let mut rows: Vec<(i8, String)> = Vec::new();
    let mut before: Option<Cell> = None;
    for (cell, top) in layout.tops().filter(|(cell, _)| told(*cell)) {
        if rows.last().is_none_or(|(row, _)| *row != cell.row) {
            rows.push((cell.row, String::new()));
        }
        if let Some((_, line)) = rows.last_mut() {
            if before.map(Cell::right) != Some(cell) {
                line.push_str(&format!(" ({})", names::column(cell.column)));
            }
            line.push_str(&format!(" {}", top.symbol));
            line.extend(storey(top.level));
            let bond = bond(layout, cell).filter(|_| bonds);
            line.extend(bond.map(|bond| match bond {
                Bond::Right => 'r',
                Bond::Above => 'u',
            }));
        }
        before = Some(cell);
    }
    let row = |(row, line): (i8, String)| {
        Phrase::new("tiles-alt-row")
            .with("row", names::row(row))
            .with("symbols", line.trim().to_owned())
    };
    rows.into_iter().rev().map(row).collect()
}

/// The letter of a level, behind a symbol: none on the table, `b` on other tiles, then `c` and so on.
pub fn storey(level: u8) -> Option<char> {
    level.checked_sub(1).map(|above| char::from(b'b'.saturating_add(above)))
}

/// The whole table in a sentence; `None` of an empty one.
pub fn sentence(layout: &Layout) -> Option<Phrase> {
    (!layout.is_empty()).then(|| Phrase::new("tiles-alt-board").with("rows", rows(layout, false, |_| true)))
}

/// The same, with what [`joined`] letters show: which halves are one tile.
pub fn joined_sentence(layout: &Layout) -> Option<Phrase> {
    (!layout.is_empty()).then(|| Phrase::new("tiles-alt-joined").with("rows", rows(layout, true, |_| true)))
}

/// What everybody still had in hand when the game was over, a line for each who had anything.
pub fn left(hands: impl IntoIterator<Item = (Seat, Tiles)>) -> impl Iterator<Item = Phrase> {
    let some = hands.into_iter().filter(|(_, hand)| !hand.is_empty());
    some.map(|(seat, hand)| {
        Phrase::new("tiles-left")
            .with("seat", seat)
            .with("tiles", rules::joined(hand.iter(), " "))
    })
}
