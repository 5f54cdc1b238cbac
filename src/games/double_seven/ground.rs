//! The ground of a picture: where the cells of the table lie on it, and what lies on them.
//!
//! It shows the part of the table that matters, as large as there is room, with the numbers of columns below and of rows to
//! the left. Tiles are drawn in layers, so that a game can colour cells and join them under the symbols: first the
//! bodies ([`Ground::body`]), then what the game adds, then the symbols ([`Ground::symbol`]).

use super::lettering::{self, DISC, LETTER, PlaceLetter, ROOM_AROUND, Round};
use super::patches::Patch;
use super::places::{ACROSS, Places, home, lettered};
use super::{Bounds, Cell, Placement, Symbol, names};
use crate::rules::parts::{self, Board, circle, rect, text};
use crate::rules::{Anchor, Fill, Form, Ink, Point, Seat, Shape, marks};

/// The side of a cell: at most, and at least (where more cells lie than have room, some are not shown; cells that must be
/// shown are smaller then).
const LARGEST: i32 = 64;
const SMALLEST: i32 = 22;

/// Room for the numbers of rows to the left, for those of columns below, and for a mark beside the last column.
const BESIDE: i32 = 40;
const BELOW: i32 = 34;
const EDGE: i32 = 18;

/// The size of the numbers, and how wide a bold digit of theirs is.
const NUMBERS: i32 = 20;
const DIGIT: i32 = 14;

/// How wide the number of an area may be in this size: two digits.
const fn area_number(size: i32) -> i32 {
    2 * DIGIT * size / NUMBERS
}

/// So far from one number to the next they are told apart: of columns, and of rows.
const APART: (i32, i32) = (34, 22);

/// The smallest rings that are told apart, and the radius of a mark: at most, and at least. A mark with bars, which must be
/// counted on a phone, is larger where there is room.
const RINGS: i32 = 5;
const MARK: (i32, i32) = (14, 4);
const BARS: i32 = 18;

/// The side that cells have at least where a part of the table is shown near: the letters of four places with the same home
/// have room on one.
const NEAR: i32 = 56;

/// How high a board is at least on which areas can be shown near.
const AREA: i32 = ACROSS as i32 * NEAR;

/// Cells of the table as they lie on a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    board: Board,
    /// The cells that are shown.
    shown: Bounds,
    /// Whether there are cells beyond.
    cut: bool,
    /// The place on the picture: the upper left corner and the width, and the height without the numbers of columns.
    at: Point,
    room: Point,
}

/// How a tile looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skin {
    /// What it is made of.
    pub body: Ink,
    /// The line around it, and its width.
    pub edge: (Ink, u8),
    /// Whether it only shows what would be.
    pub ghost: bool,
}

impl Default for Skin {
    /// A tile as it lies there.
    fn default() -> Skin {
        Skin {
            body: Ink::White,
            edge: (Ink::Black, 2),
            ghost: false,
        }
    }
}

impl Skin {
    /// A tile that is tried out.
    pub fn ghost() -> Skin {
        Skin {
            body: Ink::White,
            edge: (Ink::Mark, 5),
            ghost: true,
        }
    }
}

/// The part of `from`–`to` that has room, with all of `first`–`last` in its middle, be there room or not.
fn window((from, to): (i8, i8), (first, last): (i8, i8), room: i32) -> (i8, i8) {
    let [start, end, first, last] = [from, to, first, last].map(i32::from);
    let room = room.max(last - first + 1);
    if end - start < room {
        return (from, to);
    }
    let begin = (first + last + 1 - room).div_euclid(2).clamp(start, end + 1 - room);
    (begin as i8, (begin + room - 1) as i8)
}

/// Every so many cells with sides of `side` have a number, so that numbers are so far `apart`.
const fn step(side: i32, apart: i32) -> i32 {
    (apart + side - 1) / side
}

/// The cells at whose corners the seam of a tile ends.
const fn seam(placement: Placement) -> [Cell; 2] {
    let [first, _] = placement.cells();
    match placement.is_level() {
        true => [first, first.below()],
        false => [first, first.left()],
    }
}

impl Ground {
    /// Cells within `bounds`, as large as there is room: so high at most, in the middle of so wide a place below `at`. Where
    /// there are too many, those around the `needed` ones, all of which are shown.
    pub fn fit(bounds: Bounds, needed: Bounds, at: Point, room: Point) -> Ground {
        let ground = Ground::sized(bounds, needed, at, (room.0, room.1 - BELOW), SMALLEST);
        Ground {
            room: (ground.room.0, ground.board.size().1),
            ..ground
        }
    }

    /// Cells with sides of `least` at least, unless the `needed` ones are too many for that.
    fn sized(bounds: Bounds, needed: Bounds, at: Point, room: Point, least: i32) -> Ground {
        let space = (room.0 - BESIDE - EDGE, room.1);
        let across = ((bounds.left, bounds.right), (needed.left, needed.right));
        let (left, right) = window(across.0, across.1, space.0 / least);
        let upward = ((bounds.bottom, bounds.top), (needed.bottom, needed.top));
        let (bottom, top) = window(upward.0, upward.1, space.1 / least);
        let shown = Bounds {
            left,
            right,
            bottom,
            top,
        };
        let (columns, rows) = shown.size();
        let (columns, rows) = (i32::from(columns), i32::from(rows));
        let side = (space.0 / columns).min(space.1 / rows).clamp(1, LARGEST);
        let board = Board {
            at: (at.0 + BESIDE + (space.0 - columns * side) / 2, at.1),
            side,
            columns,
            rows,
        };
        let cut = shown != bounds;
        Ground {
            board,
            shown,
            cut,
            at,
            room,
        }
    }

    /// The same cells on a place that is high enough to show any area near.
    #[must_use]
    pub fn with_room_for_areas(self) -> Ground {
        let room = (self.room.0, self.room.1.max(AREA));
        Ground { room, ..self }.in_the_middle()
    }

    /// On the same place of the picture the cells around the `needed` ones, larger.
    #[must_use]
    pub fn nearer(self, bounds: Bounds, needed: Bounds) -> Ground {
        Ground::sized(bounds, needed, self.at, self.room, NEAR).in_the_middle()
    }

    /// With as much room above the board as below.
    fn in_the_middle(mut self) -> Ground {
        self.board.at.1 = self.at.1 + (self.room.1 - self.board.size().1) / 2;
        self
    }

    /// The side of a cell.
    pub const fn side(&self) -> i32 {
        self.board.side
    }

    /// How high it is, with the numbers of the columns.
    pub const fn height(&self) -> i32 {
        self.room.1 + BELOW
    }

    /// Whether a cell is on it.
    pub const fn shows(&self, cell: Cell) -> bool {
        self.shown.contain(cell)
    }

    /// Column and row of a cell as the board counts them.
    fn at(&self, cell: Cell) -> (i32, i32) {
        (
            i32::from(cell.column) - i32::from(self.shown.left),
            i32::from(self.shown.top) - i32::from(cell.row),
        )
    }

    /// The middle of a cell.
    pub fn middle(&self, cell: Cell) -> Point {
        let (column, row) = self.at(cell);
        self.board.middle(column, row)
    }

    /// A cell as a form, smaller by so much on every side.
    pub fn space(&self, cell: Cell, less: i32, round: i32) -> Form {
        let (column, row) = self.at(cell);
        self.board.space(column, row, less, round)
    }

    /// Two cells side by side as one form, smaller by so much on every side.
    pub fn pair(&self, cells: [Cell; 2], less: i32) -> Form {
        let [one, other] = cells.map(|cell| self.at(cell));
        let corner = self.board.corner(one.0.min(other.0), one.1.min(other.1));
        let side = |apart: i32| (apart.abs() + 1) * self.board.side - 2 * less;
        let size = (side(one.0 - other.0), side(one.1 - other.1));
        rect((corner.0 + less, corner.1 + less), size, self.board.side / 6)
    }

    /// The table itself: its cells, the numbers of columns and rows, and a sign where there is more than is shown.
    pub fn paint(&self, shapes: &mut Vec<Shape>) {
        let board = &self.board;
        let (columns, rows) = (board.columns, board.rows);
        let line = |from: Point, to: Point| Shape::outlined(Form::Path(vec![from, to]), Ink::Shade, 1);
        shapes.extend((0..=columns).map(|at| line(board.corner(at, 0), board.corner(at, rows))));
        shapes.extend((0..=rows).map(|at| line(board.corner(0, at), board.corner(columns, at))));
        // Where cells are small, not every column has room for its number, nor every row.
        let (each, every) = (step(board.side, APART.0), step(board.side, APART.1));
        let numbered = |number: &i8, step: i32| i32::from(*number).rem_euclid(step) == 0;
        let below = board.corner(0, rows).1 + NUMBERS / 2 + 5;
        for column in (self.shown.left..=self.shown.right).filter(|column| numbered(column, each)) {
            let across = self.middle(Cell::new(column, self.shown.top)).0;
            let room = (each * board.side).max(NUMBERS);
            let number = text((across, below), NUMBERS, Anchor::Middle, room, names::column(column));
            shapes.push(number.inked(Ink::Quiet));
        }
        for row in (self.shown.bottom..=self.shown.top).filter(|row| numbered(row, every)) {
            let level = self.middle(Cell::new(self.shown.left, row)).1;
            let at = (board.at.0 - 8, level);
            shapes.push(text(at, NUMBERS, Anchor::Right, BESIDE - 8, names::row(row)).inked(Ink::Quiet));
        }
        if self.cut {
            let at = (board.at.0 - 8, below);
            shapes.push(text(at, NUMBERS, Anchor::Right, BESIDE - 8, "…").bold());
        }
    }

    /// The body of a tile: a plate with a line between its halves. Nothing where the tile is not shown whole.
    pub fn body(&self, placement: Placement, skin: Skin, shapes: &mut Vec<Shape>) {
        let cells = placement.cells();
        if !cells.iter().all(|cell| self.shows(*cell)) {
            return;
        }
        let less = (self.side() / 24).max(1);
        let plate = Shape::filled(self.pair(cells, less), skin.body).with_line(skin.edge.0, skin.edge.1);
        shapes.push(if skin.ghost { plate.as_ghost() } else { plate });
        let [one, other] = cells.map(|cell| self.middle(cell));
        let middle = ((one.0 + other.0) / 2, (one.1 + other.1) / 2);
        let reach = self.side() / 4;
        let ends = if placement.is_level() {
            [(middle.0, middle.1 - reach), (middle.0, middle.1 + reach)]
        } else {
            [(middle.0 - reach, middle.1), (middle.0 + reach, middle.1)]
        };
        shapes.push(Shape::outlined(Form::Path(ends.to_vec()), Ink::Line, 1));
    }

    /// The radius of a symbol.
    fn radius(&self) -> i32 {
        (self.side() * 37 / 100).max(RINGS)
    }

    /// A symbol on a cell.
    pub fn symbol(&self, cell: Cell, symbol: Symbol, ink: Ink, shapes: &mut Vec<Shape>) {
        if self.shows(cell) {
            shapes.push(parts::rings(self.middle(cell), self.radius(), symbol.number(), ink));
        }
    }

    /// A tile with its symbols.
    pub fn tile(&self, placement: Placement, skin: Skin, shapes: &mut Vec<Shape>) {
        self.body(placement, skin, shapes);
        for half in placement.halves() {
            self.symbol(half.cell, half.symbol, Ink::Black, shapes);
        }
    }

    /// A frame around two cells.
    pub fn frame(&self, cells: [Cell; 2], ink: Ink, shapes: &mut Vec<Shape>) {
        if cells.iter().all(|cell| self.shows(*cell)) {
            shapes.push(Shape::outlined(
                self.pair(cells, 1),
                ink,
                (self.side() / 9).clamp(3, 5) as u8,
            ));
        }
    }

    /// Colours a cell within its tile.
    pub fn tint(&self, cell: Cell, fill: Fill, shapes: &mut Vec<Shape>) {
        if self.shows(cell) {
            shapes.push(Shape {
                form: self.space(cell, (self.side() / 12).max(2), self.side() / 8),
                fill: Some(fill),
                line: None,
                ghost: false,
            });
        }
    }

    /// Joins two cells by a thick line, shifted from their middles by so much to the right and down.
    pub fn link(&self, cells: [Cell; 2], shift: Point, ink: Ink, shapes: &mut Vec<Shape>) {
        if cells.iter().all(|cell| self.shows(*cell)) {
            let ends = cells
                .map(|cell| self.middle(cell))
                .map(|at| (at.0 + shift.0, at.1 + shift.1));
            let width = (self.side() / 9).clamp(3, 8) as u8;
            shapes.push(Shape::outlined(Form::Path(ends.to_vec()), ink, width));
        }
    }

    /// A dot on a free cell: something may lie there.
    pub fn dot(&self, cell: Cell, shapes: &mut Vec<Shape>) {
        if self.shows(cell) {
            let form = circle(self.middle(cell), (self.side() / 12).max(2));
            shapes.push(Shape::filled(form, Ink::Good));
        }
    }

    /// The letters of places, each where the lower symbol would lie, with a line that leads to the other half; and on the
    /// other homes of an area the area's number.
    pub fn letters(&self, places: &Places, shapes: &mut Vec<Shape>) {
        let homes: Vec<Cell> = places.named.iter().map(|place| home(*place)).collect();
        let letters = places.letters().filter_map(|(letter, place)| {
            let cells = lettered(place).map(|half| half.cell);
            let shared = homes.iter().filter(|home| **home == cells[0]).count() > 1;
            let shown = cells.iter().all(|cell| self.shows(*cell));
            shown.then(|| PlaceLetter::new(letter, cells.map(|cell| self.middle(cell)), self.side(), shared))
        });
        // The numbers of areas keep room between letters that stay on their own cells.
        let most = match places.areas.is_empty() {
            true => LETTER.0,
            false => (self.side() * 100 / 72).clamp(LETTER.1, LETTER.0),
        };
        lettering::draw(letters.collect(), most, shapes);
        self.numbers(places, &homes, shapes);
    }

    /// The numbers of areas on homes without a letter, wherever a number lies neither on other writing nor on a symbol; elsewhere a
    /// dot. Every area has one number at least, as near to its middle as can be, and as large as a letter where it has room.
    fn numbers(&self, places: &Places, homes: &[Cell], shapes: &mut Vec<Shape>) {
        let mut taken: Vec<Patch> = shapes.iter().filter_map(Patch::of).collect();
        let (mut firsts, mut rest) = (Vec::new(), Vec::new());
        for (number, area) in places.numbered_areas() {
            let says = number.to_string();
            let mut cells = self.inmost(area, homes);
            let crowd = |cell: Cell, size: i32| {
                let patch = self.patch(cell, size, &says);
                taken.iter().filter(|other| other.meets(&patch)).count()
            };
            // Of cells where its number meets nothing, one with room for a large one.
            let best = (0..cells.len()).min_by_key(|at| match crowd(cells[*at], NUMBERS) {
                0 => (0, crowd(cells[*at], LETTER.0 + ROOM_AROUND)),
                some => (some, 0),
            });
            if let Some(at) = best {
                let cell = cells.remove(at);
                taken.push(self.patch(cell, NUMBERS, &says));
                firsts.push((cell, says.clone()));
            }
            rest.extend(cells.into_iter().map(|cell| (cell, says.clone())));
        }
        for (cell, says) in firsts {
            let own = self.patch(cell, NUMBERS, &says);
            taken.retain(|other| *other != own);
            let fits = |size: &i32| {
                let patch = self.patch(cell, size + ROOM_AROUND, &says);
                !taken.iter().any(|other| other.meets(&patch))
            };
            let size = (NUMBERS..=LETTER.0).rev().find(fits).unwrap_or(NUMBERS);
            self.number(cell, size, &says, &mut taken, shapes);
        }
        for (cell, says) in rest {
            let patch = self.patch(cell, NUMBERS, &says);
            let is_free = |patch: Patch| !taken.iter().any(|other| other.meets(&patch));
            if is_free(patch) {
                self.number(cell, NUMBERS, &says, &mut taken, shapes);
            } else if is_free(Patch { half: (2, 2), ..patch }) {
                self.dot(cell, shapes);
            }
        }
    }

    /// The homes of an area that are shown and have no letter, those nearest to the middle of all first.
    fn inmost(&self, area: &[Placement], homes: &[Cell]) -> Vec<Cell> {
        let mut cells: Vec<Cell> = area.iter().map(|place| home(*place)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells.retain(|cell| !homes.contains(cell) && self.shows(*cell));
        let Some(first) = cells.first() else { return cells };
        let all = cells.iter().copied().fold(Bounds::of(*first), Bounds::with);
        let off = |at: i8, from: i8, to: i8| (2 * i32::from(at) - i32::from(from) - i32::from(to)).abs();
        cells.sort_by_key(|cell| off(cell.column, all.left, all.right) + off(cell.row, all.bottom, all.top));
        cells
    }

    /// What the number of an area takes on a cell.
    fn patch(&self, cell: Cell, size: i32, says: &str) -> Patch {
        Patch::written(self.middle(cell), size, area_number(size), says)
    }

    /// The number of an area on a cell, which it takes.
    fn number(&self, cell: Cell, size: i32, says: &str, taken: &mut Vec<Patch>, shapes: &mut Vec<Shape>) {
        taken.push(self.patch(cell, size, says));
        let number = text(self.middle(cell), size, Anchor::Middle, area_number(size), says);
        shapes.push(number.inked(Ink::Good));
    }

    /// The letters of places on tiles that lie there, each on a disc at an end of the seam between the two cells, where the disc
    /// covers neither a symbol nor a mark: as large as can be, if need be a little farther out.
    pub fn letters_on_tiles(&self, places: &Places, shapes: &mut Vec<Shape>) {
        let mut round: Vec<Round> = shapes.iter().filter_map(lettering::round).collect();
        for (letter, place) in places.letters() {
            if !place.cells().iter().all(|cell| self.shows(*cell)) {
                continue;
            }
            let [one, other] = seam(place).map(|cell| self.corner(cell));
            let ends = [(one, other), (other, one)];
            let (at, disc) = lettering::beside(ends, &round);
            round.push((at, disc));
            shapes.push(Shape::filled(circle(at, disc), Ink::White).with_line(Ink::Good, 2));
            // A letter within the disc, and never smaller than what must be read.
            let size = (disc * LETTER.0 / DISC.0).max(NUMBERS);
            let says = text(at, size, Anchor::Middle, 2 * disc, letter.to_string());
            shapes.push(says.bold().inked(Ink::Black));
        }
    }

    /// The corner where a cell meets the one above its right neighbour: a mark there lies between symbols and covers none.
    fn corner(&self, cell: Cell) -> Point {
        let (column, row) = self.at(cell);
        self.board.corner(column + 1, row)
    }

    /// Whether a mark at a corner covers no symbol that is so `wide` and `high` with its line, and round at both ends.
    fn clears(&self, (wide, high): (i32, i32)) -> bool {
        // A digit in the place of rings is never smaller than what must be read.
        let symbol = self.radius().max(NUMBERS / 2);
        let near = self.side() / 2;
        let (across, apart) = (near - (wide - high) / 2, symbol + high / 2);
        across > 0 && across * across + near * near >= apart * apart
    }

    /// The radius of a mark at a corner, so large at most; `None` where cells are too small for one.
    fn room_for_mark(&self, most: i32) -> Option<i32> {
        let mut fitting = (MARK.1..=most).rev();
        fitting.find(|radius| self.clears((2 * radius + 2, 2 * radius + 2)))
    }

    /// The tile that `seat` placed last: a frame, and the mark of its holder at an end of the seam, not where something else
    /// is `marked`.
    pub fn last(&self, placement: Placement, seat: Option<Seat>, marked: &[Cell], shapes: &mut Vec<Shape>) {
        let cells = placement.cells();
        self.frame(cells, Ink::Mark, shapes);
        let free = seam(placement).into_iter().rev().find(|cell| !marked.contains(cell));
        let shown = free.filter(|_| cells.iter().all(|cell| self.shows(*cell)));
        if let (Some(seat), Some(corner), Some(radius)) = (seat, shown, self.room_for_mark(MARK.0)) {
            shapes.push(marks::mark(self.corner(corner), radius * 8 / 10, seat));
        }
    }

    /// On how high a storey a cell's tile lies: as many light bars above one another, on a dark disc that no ring looks like. No
    /// number, for that reads like a symbol.
    pub fn storeys(&self, cell: Cell, count: u8, shapes: &mut Vec<Shape>) {
        let Some(radius) = self.room_for_mark(BARS).filter(|_| self.shows(cell)) else {
            return;
        };
        let (across, down) = self.corner(cell);
        shapes.push(Shape::filled(circle((across, down), radius), Ink::Text).with_line(Ink::Paper, 2));
        let count = i32::from(count);
        let pitch = (2 * radius / (count + 1)).max(3);
        let (half, thick) = (radius * 6 / 10, (pitch / 2).max(2));
        let top = down - ((count - 1) * pitch + thick) / 2;
        shapes.extend((0..count).map(|bar| {
            let at = (across - half, top + bar * pitch);
            Shape::filled(rect(at, (2 * half, thick), 0), Ink::Paper)
        }));
    }

    /// How large the group of a cell is, on a ground in the group's ink; nothing where cells are too small for it.
    pub fn count(&self, cell: Cell, count: usize, ink: Ink, shapes: &mut Vec<Shape>) {
        let says = count.to_string();
        let size = (DIGIT * says.len() as i32 + 4, NUMBERS - 2);
        if !self.shows(cell) || !self.clears((size.0 + 2, size.1 + 2)) {
            return;
        }
        let middle = self.corner(cell);
        let at = (middle.0 - size.0 / 2, middle.1 - size.1 / 2);
        shapes.push(Shape::filled(rect(at, size, size.1 / 2), ink).with_line(Ink::Paper, 2));
        shapes.push(text(middle, NUMBERS, Anchor::Middle, size.0, says).bold());
    }
}
