//! The places of a tile as one screen names them: each place has a letter, in the picture and on a button.
//!
//! A place is two cells and a way round. Its letter stands where the lower symbol would lie. A tile may have hundreds of
//! places, and a screen has room for few letters. Then the screen names the best places, and areas: an area is a part of the
//! table with all places whose lower symbol lies there. An area has a number, and leads to a screen of its own.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{Bounds, Cell, Half, Placement};

/// So many letters and numbers of areas have room on a screen.
pub const LETTERS: usize = 20;

/// So many areas a screen has at most, so that letters are left for the best places. An area of a very large table may have
/// areas in turn.
const AREAS: usize = 15;

/// So many columns and rows an area has at most, if it can be: with more, letters that share a cell of its picture would not
/// be told apart.
pub const ACROSS: u8 = 8;

/// More columns or rows make cells of a picture smaller than letters.
const LONG: u8 = 20;

/// What a screen names: places by letters, then areas by numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The places that have a letter, the best first.
    pub named: Vec<Placement>,
    /// The places of each area; none where all places are named.
    pub areas: Vec<Vec<Placement>>,
}

/// The half with the lower symbol, where the letter stands, and the other half. Of a double the half on the lower cell comes
/// first.
pub fn lettered(placement: Placement) -> [Half; 2] {
    let [first, second] = placement.halves();
    match first.symbol <= second.symbol {
        true => [first, second],
        false => [second, first],
    }
}

/// The cell on which the letter of a placement stands.
pub fn home(placement: Placement) -> Cell {
    lettered(placement)[0].cell
}

/// The letter with this number, counted from 0.
pub fn letter(number: usize) -> char {
    char::from(b'A' + number.min(25) as u8)
}

impl Places {
    /// What a screen names of these places. Of two places the one that is `worth` more comes first, and then the one nearer
    /// to the top left.
    pub fn of(places: &[Placement], worth: impl Fn(Placement) -> i64) -> Places {
        let mut named = places.to_vec();
        named.sort_by_cached_key(|place| {
            let at = home(*place);
            (Reverse(worth(*place)), Reverse(at.row), at.column)
        });
        if named.len() <= LETTERS {
            let areas = Vec::new();
            return Places { named, areas };
        }
        let areas = areas(places);
        let mut free: Vec<BTreeSet<Cell>> = areas
            .iter()
            .map(|area| area.iter().map(|place| home(*place)).collect())
            .collect();
        // Cells may be small where there are many places: so each letter has a cell of its own, and so has the number of an area. On a
        // table so long that a letter is larger than its cell, the next letter is farther away.
        let (columns, rows) = Bounds::over(places).map_or((0, 0), Bounds::size);
        let apart = if columns.max(rows) > LONG { 2 } else { 1 };
        let mut taken: Vec<Cell> = Vec::new();
        named.retain(|place| {
            let at = home(*place);
            let near = |cell: &Cell| cell.column.abs_diff(at.column).max(cell.row.abs_diff(at.row)) < apart;
            if taken.iter().any(near) {
                return false;
            }
            let area = free.iter_mut().find(|cells| cells.len() > 1 && cells.contains(&at));
            let found = area.is_some_and(|cells| cells.remove(&at));
            taken.extend(found.then_some(at));
            found
        });
        named.truncate(LETTERS - areas.len());
        Places { named, areas }
    }

    /// The letter of each place that is named.
    pub fn letters(&self) -> impl Iterator<Item = (char, Placement)> {
        (0..).map(letter).zip(self.named.iter().copied())
    }

    /// The number of each area, counted from 1, with its places.
    pub fn numbered_areas(&self) -> impl Iterator<Item = (u32, &[Placement])> {
        (1..).zip(self.areas.iter().map(Vec::as_slice))
    }
}

/// The places with the same home.
type Spot = (Cell, Vec<Placement>);

/// As few areas as have room on a screen each, in reading order; no cell is the home of places in two of them.
fn areas(places: &[Placement]) -> Vec<Vec<Placement>> {
    let mut spots: BTreeMap<Cell, Vec<Placement>> = BTreeMap::new();
    for place in places {
        spots.entry(home(*place)).or_default().push(*place);
    }
    let spots: Vec<Spot> = spots.into_iter().collect();
    let fewest = places.len().div_ceil(LETTERS).min(AREAS);
    let mut ways = (fewest..=AREAS).map(|count| split(spots.clone(), count));
    let fitting = ways.clone().find(|areas| areas.iter().all(|area| has_room(area)));
    let mut areas = fitting.or_else(|| ways.next_back()).unwrap_or_default();
    areas.sort_by_cached_key(|area| {
        let rows = area.iter().map(|place| home(*place).row);
        let columns = area.iter().map(|place| home(*place).column);
        (Reverse(rows.max()), columns.min())
    });
    areas
}

/// Whether all places of an area have letters on one screen, and are told apart there.
fn has_room(area: &[Placement]) -> bool {
    let (columns, rows) = Bounds::over(area).map_or((0, 0), Bounds::size);
    area.len() <= LETTERS && columns.max(rows) <= ACROSS
}

/// Cuts spots into so many parts with about as many places, each across its longer side.
fn split(mut spots: Vec<Spot>, count: usize) -> Vec<Vec<Placement>> {
    if count < 2 || spots.len() < 2 {
        return vec![spots.into_iter().flat_map(|(_, places)| places).collect()];
    }
    let reach = |number: fn(&Spot) -> i8| {
        let (least, most) = (spots.iter().map(number).min(), spots.iter().map(number).max());
        most.unwrap_or(0).abs_diff(least.unwrap_or(0))
    };
    match reach(|(cell, _)| cell.column) >= reach(|(cell, _)| cell.row) {
        true => spots.sort_by_key(|(cell, _)| (cell.column, cell.row)),
        false => spots.sort_by_key(|(cell, _)| (cell.row, cell.column)),
    }
    let all: usize = spots.iter().map(|(_, places)| places.len()).sum();
    let half = count / 2;
    let mut sum = 0;
    let before = spots.iter().take_while(|(_, places)| {
        sum += places.len();
        sum * count <= all * half
    });
    let cut = before.count().clamp(1, spots.len() - 1);
    let rest = spots.split_off(cut);
    let mut parts = split(spots, half);
    parts.extend(split(rest, count - half));
    parts
}
