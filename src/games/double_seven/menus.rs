//! The way to a placement in small steps: the tile, the row of its lower cell, that cell, and how it lies from there.
//!
//! A step with one possibility is left out, and where few placements are left they are all named at once. What is named is
//! shown on the table before it is confirmed. A game says which placements there are, and how each is written as its
//! choice; the family knows no game's rules. The steps of a path are `34` (the tile 3-4), `^2` (row -2) and `^2,5` (the
//! cell in column -2 of row 5).

use super::ground::Ground;
use super::placing::FIRST;
use super::{Bounds, Cell, Layout as Table, Placement, Tile};
use crate::rules::{Entry, Menu, Phrase, Point, Preview, Shape};

/// So many placements are named at once.
const FEW: usize = 6;

/// Where a path has led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The placements that are left, in the order in which they were given.
    pub left: Vec<Placement>,
    /// The tile, as soon as it is clear which.
    pub tile: Option<Tile>,
    /// The row of the lower cell, as soon as it is clear.
    pub row: Option<i8>,
    /// The lower cell, as soon as it is clear.
    pub cell: Option<Cell>,
    /// What is asked next.
    pub asks: Asks,
}

/// What a menu asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Which tile.
    Tile,
    /// The row of the lower cell.
    Row,
    /// The lower cell.
    Cell,
    /// Which of the few placements that are left.
    Place,
}

impl Asks {
    /// Whether both placements answer alike.
    fn is_answered_alike(self, one: Placement, other: Placement) -> bool {
        match self {
            Asks::Tile => one.tile() == other.tile(),
            Asks::Row => one.first().cell.row == other.first().cell.row,
            Asks::Cell => one.first().cell == other.first().cell,
            Asks::Place => one == other,
        }
    }
}

/// A step: what it asks, and what a placement answers, as a step of a path.
type PathStep = (Asks, fn(Placement) -> String);

const STEPS: [PathStep; 3] = [
    (Asks::Tile, |placement| tile_step(placement.tile())),
    (Asks::Row, |placement| number_step(placement.first().cell.row)),
    (Asks::Cell, |placement| cell_step(placement.first().cell)),
];

fn tile_step(tile: Tile) -> String {
    format!("{}{}", tile.low(), tile.high())
}

/// A path has no minus sign.
fn number_step(number: i8) -> String {
    number.to_string().replace('-', "^")
}

fn cell_step(cell: Cell) -> String {
    format!("{},{}", number_step(cell.column), number_step(cell.row))
}

/// What each of the placements answers to a step, each answer once, in their order; tiles, rows and cells ascending.
fn answers(left: &[Placement], asks: Asks) -> Vec<Placement> {
    let mut one_each = left.to_vec();
    match asks {
        Asks::Tile => {
            one_each.sort_by_key(|placement| placement.tile());
            one_each.dedup_by_key(|placement| placement.tile());
        }
        Asks::Row => {
            one_each.sort_by_key(|placement| placement.first().cell.row);
            one_each.dedup_by_key(|placement| placement.first().cell.row);
        }
        Asks::Cell => {
            one_each.sort_by_key(|placement| placement.first().cell);
            one_each.dedup_by_key(|placement| placement.first().cell);
        }
        Asks::Place => {}
    }
    one_each
}

impl Way {
    /// Follows `path` through these placements. `None` for a path that leads nowhere (any more), and where there is
    /// nothing to place.
    pub fn along(placements: &[Placement], path: &[&str]) -> Option<Way> {
        let mut left = placements.to_vec();
        let mut path = path.iter();
        let mut asks = Asks::Place;
        for (step, answer) in STEPS {
            let answers = answers(&left, step);
            // Of few placements the tile is asked all the same: a hand is chosen from first.
            if answers.len() < 2 || (left.len() <= FEW && step != Asks::Tile) {
                continue;
            }
            let Some(taken) = path.next() else {
                asks = step;
                break;
            };
            let chosen = answers.into_iter().find(|placement| answer(*placement) == *taken)?;
            left.retain(|placement| step.is_answered_alike(*placement, chosen));
        }
        if left.is_empty() || path.next().is_some() {
            return None;
        }
        let first = left[0];
        let alike = |same: fn(Placement, Placement) -> bool| left.iter().all(|other| same(first, *other));
        Some(Way {
            tile: alike(|one, other| one.tile() == other.tile()).then(|| first.tile()),
            row: alike(|one, other| one.first().cell.row == other.first().cell.row).then_some(first.first().cell.row),
            cell: alike(|one, other| one.first().cell == other.first().cell).then_some(first.first().cell),
            left,
            asks,
        })
    }

    /// What is asked, in words. A game may ask otherwise.
    pub fn ask(&self) -> Phrase {
        match (self.asks, self.tile) {
            (Asks::Tile, _) => Phrase::new("tiles-ask-tile"),
            (Asks::Row, Some(tile)) => Phrase::new("tiles-ask-row").with("tile", tile.to_string()),
            (Asks::Cell, Some(tile)) => Phrase::new("tiles-ask-cell").with("tile", tile.to_string()),
            (Asks::Place, Some(tile)) => Phrase::new("tiles-ask-place").with("tile", tile.to_string()),
            (Asks::Row | Asks::Cell | Asks::Place, None) => Phrase::new("tiles-ask-any"),
        }
    }

    /// The menu here; `what` writes a placement as the game's choice.
    pub fn menu(&self, what: impl Fn(Placement) -> String) -> Menu {
        let entry = |placement: &Placement| {
            let cell = placement.first().cell;
            match self.asks {
                Asks::Tile => {
                    let tile = placement.tile();
                    let label = Phrase::new("tiles-tile").with("tile", tile.to_string());
                    Entry::step(label, &tile_step(tile))
                }
                Asks::Row => {
                    let label = Phrase::new("tiles-row").with("row", cell.row.to_string());
                    Entry::step(label, &number_step(cell.row))
                }
                Asks::Cell => {
                    let label = Phrase::new("tiles-cell").with("cell", cell.to_string());
                    Entry::step(label, &cell_step(cell))
                }
                Asks::Place => Entry::preview(lies(*placement), &what(*placement)),
            }
        };
        Menu::list(self.ask(), answers(&self.left, self.asks).iter().map(entry))
    }
}

impl Way {
    /// What has been chosen so far, in a sentence; `None` where nothing has.
    pub fn chosen(&self) -> Option<Phrase> {
        let tile = self.tile.map(|tile| tile.to_string()).unwrap_or_default();
        match (self.cell, self.row) {
            (Some(cell), _) => Some(
                Phrase::new("tiles-chosen-cell")
                    .with("tile", tile)
                    .with("cell", cell.to_string()),
            ),
            (None, Some(row)) => Some(
                Phrase::new("tiles-chosen-row")
                    .with("tile", tile)
                    .with("row", row.to_string()),
            ),
            (None, None) if tile.is_empty() => None,
            (None, None) => Some(Phrase::new("tiles-chosen-tile").with("tile", tile)),
        }
    }
}

/// What a seat is offered, and what it tries out of that on its picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// All placements that its menus lead to; none where it is not asked.
    pub offered: Vec<Placement>,
    /// A placement, complete but not yet made.
    pub choice: Option<Placement>,
    /// The steps taken so far.
    pub way: Option<Way>,
}

impl Tried {
    /// What is tried out of these placements: nothing that is none of them, and of a path that leads nowhere nothing.
    pub fn of(offered: Vec<Placement>, preview: Preview<'_, Placement>) -> Tried {
        let choice = match preview {
            Preview::Choice(choice) if offered.contains(choice) => Some(*choice),
            _ => None,
        };
        let way = match preview {
            Preview::Path(path) => Way::along(&offered, path),
            _ => None,
        };
        Tried { offered, choice, way }
    }

    /// The tile that is picked, as soon as it is clear which.
    pub fn tile(&self) -> Option<Tile> {
        let chosen = self.choice.map(Placement::tile);
        chosen.or(self.way.as_ref().and_then(|way| way.tile))
    }

    /// What the menu beside the picture still offers: the choice, or the placements that the steps leave.
    fn left(&self) -> &[Placement] {
        match (&self.choice, &self.way) {
            (Some(choice), _) => std::slice::from_ref(choice),
            (None, Some(way)) => &way.left,
            (None, None) => &self.offered,
        }
    }

    /// The part of the table that a picture shows below `at`, where there is so much room: what `lies` there, and all that
    /// is offered, at every step the same. Where not all of that has room, what the menu beside it offers is there all the
    /// same; where it offers nothing, what was placed `last`.
    pub fn ground(&self, lies: Bounds, last: Option<Placement>, at: Point, room: Point) -> Ground {
        let placed = || Bounds::over(last.as_slice());
        let needed = Bounds::over(self.left()).or_else(placed).unwrap_or(lies);
        Ground::fit(lies.with_all(&self.offered), needed, at, room)
    }

    /// Marks on the ground the row and the cell that were chosen, and where the lower half may still lie; nothing once all
    /// is chosen.
    pub fn mark(&self, ground: &Ground, shapes: &mut Vec<Shape>) {
        if self.choice.is_some() {
            return;
        }
        match self.way.as_ref().map(|way| (way.cell, way.row)) {
            Some((Some(cell), _)) => ground.chosen(cell, shapes),
            Some((None, Some(row))) => ground.row(row, shapes),
            _ => {}
        }
        for placement in answers(self.left(), Asks::Cell) {
            ground.dot(placement.first().cell, shapes);
        }
    }
}

/// The cells in which everything lies, and so many more all around; on an empty table around its [`FIRST`] cells.
pub fn around(lies: &Table, margin: i8) -> Bounds {
    let first = Bounds::of(FIRST[0]).with(FIRST[1]);
    lies.bounds().unwrap_or(first).grown(margin)
}

/// How a tile lies, short enough for a button: the cell of its first half, that half, and where the other is.
pub fn lies(placement: Placement) -> Phrase {
    let key = if placement.is_level() {
        "tiles-lies-level"
    } else {
        "tiles-lies-upright"
    };
    let [first, second] = placement.halves();
    Phrase::new(key)
        .with("cell", first.cell.to_string())
        .with("first", first.symbol.number())
        .with("second", second.symbol.number())
}

/// The menu at the end of `path` for these placements; `what` writes a placement as the game's choice.
pub fn menu(placements: &[Placement], path: &[&str], what: impl Fn(Placement) -> String) -> Option<Menu> {
    Some(Way::along(placements, path)?.menu(what))
}
