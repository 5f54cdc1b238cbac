//! Pixels as numbers of a palette.
//!
//! What resvg draws of a sketch has a dozen colours and the shades of their edges. Bare colours and those of whole areas stay
//! exactly as they are. Shades that lie so close together that no eye tells them apart become one, in small cubes that grow
//! until there are at most 256 colours: even where fewer shades would do without, for the file of merged ones is a quarter
//! smaller. Nothing is scattered, so that areas stay even.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::colours::Colour;

/// The most colours that a palette has.
pub(super) const MOST: usize = 256;

/// Pixels as numbers of a palette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Indexed {
    /// The colours.
    pub(super) palette: Vec<Colour>,
    /// One number a pixel, row by row.
    pub(super) pixels: Vec<u8>,
}

/// Counts the colours of opaque pixels (red, green, blue, alpha) in rows of this width. Those in `exact` are to stay as they
/// are.
pub(super) fn indexed(rgba: &[u8], width: u32, exact: &BTreeSet<Colour>) -> Indexed {
    let drawn = Rows::of(rgba, width as usize, exact);
    let (palette, places) = merged(&drawn.counts, exact);
    let mut pixels = vec![0; rgba.len() / 4];
    for (row, runs) in pixels.chunks_exact_mut(width.max(1) as usize).zip(&drawn.rows) {
        let mut rest = row;
        for (number, length) in &drawn.runs[runs.clone()] {
            let (run, after) = rest.split_at_mut(*length);
            run.fill(places.get(usize::from(*number)).copied().unwrap_or_default());
            rest = after;
        }
    }
    Indexed { palette, pixels }
}

/// A colour and how many pixels have it.
type Counted = (Colour, u64);

/// The most colours that are told apart while counting. Pixels of further ones take the last: pictures of so many colours
/// are not drawn here, and would be cut down to [`MOST`] anyway.
const KNOWN: usize = u16::MAX as usize;

/// Rows of pixels as runs of one colour. Most rows of a board are like the one above: they are only compared.
struct Rows {
    /// The number of a colour, and of how many pixels beside one another.
    runs: Vec<(u16, usize)>,
    /// The runs of each row.
    rows: Vec<Range<usize>>,
    /// The colours: the exact ones first, the others in the order in which they are met.
    counts: Vec<Counted>,
}

impl Rows {
    fn of(rgba: &[u8], width: usize, exact: &BTreeSet<Colour>) -> Rows {
        let mut drawn = Rows {
            runs: Vec::new(),
            rows: Vec::new(),
            counts: Vec::new(),
        };
        let mut table = Table::new();
        for [red, green, blue] in exact {
            table.number([*red, *green, *blue, 255], &mut drawn.counts);
        }
        let mut above: &[u8] = &[];
        for row in rgba.chunks_exact(4 * width.max(1)) {
            let runs = match drawn.rows.last() {
                Some(runs) if row == above => runs.clone(),
                _ => drawn.read(row, &mut table),
            };
            for (number, length) in &drawn.runs[runs.clone()] {
                drawn.counts[usize::from(*number)].1 += *length as u64;
            }
            drawn.rows.push(runs);
            above = row;
        }
        drawn
    }

    fn read(&mut self, row: &[u8], table: &mut Table) -> Range<usize> {
        let begin = self.runs.len();
        let mut rest = row.as_chunks::<4>().0;
        while let Some(pixel) = rest.first() {
            let length = rest.iter().position(|other| other != pixel).unwrap_or(rest.len());
            self.runs.push((table.number(*pixel, &mut self.counts), length));
            rest = &rest[length..];
        }
        begin..self.runs.len()
    }
}

/// Finds the number of a colour: an open table that is kept at least half empty.
struct Table {
    /// A number plus one; 0 is free.
    slots: Vec<u32>,
}

impl Table {
    fn new() -> Table {
        Table { slots: vec![0; 2048] }
    }

    fn number(&mut self, [red, green, blue, _]: [u8; 4], counts: &mut Vec<Counted>) -> u16 {
        let colour = [red, green, blue];
        let slot = self.slot(colour, counts);
        if let Some(number) = (self.slots[slot] as usize).checked_sub(1) {
            return number as u16;
        }
        if counts.len() == KNOWN {
            return (KNOWN - 1) as u16;
        }
        counts.push((colour, 0));
        self.slots[slot] = counts.len() as u32;
        if 2 * counts.len() > self.slots.len() {
            self.grow(counts);
        }
        (counts.len() - 1) as u16
    }

    /// The slot of a colour, or the free one where it is to be.
    fn slot(&self, colour: Colour, counts: &[Counted]) -> usize {
        let [red, green, blue] = colour;
        let word = u32::from_le_bytes([red, green, blue, 0]).wrapping_mul(0x9e37_79b1);
        let mut at = (word >> 8) as usize % self.slots.len();
        while let Some(number) = (self.slots[at] as usize).checked_sub(1)
            && counts[number].0 != colour
        {
            at = (at + 1) % self.slots.len();
        }
        at
    }

    fn grow(&mut self, counts: &[Counted]) {
        self.slots = vec![0; 2 * self.slots.len()];
        for (number, (colour, _)) in (1..).zip(counts) {
            let slot = self.slot(*colour, counts);
            self.slots[slot] = number;
        }
    }
}

/// A colour of more pixels than one in so many is an area, not the shade of an edge. (So there are fewer areas than colours in
/// half of a palette.)
const AREA: u64 = 120;

/// How many bits of a level may differ in shades that become one.
const CLOSE: u32 = 4;

/// A palette of at most [`MOST`] colours, and for each of the counted colours its place in it.
fn merged(counts: &[Counted], exact: &BTreeSet<Colour>) -> (Vec<Colour>, Vec<u8>) {
    let whole: u64 = counts.iter().map(|(_, count)| count).sum();
    let area = |count: u64| count * AREA >= whole.max(1);
    let areas = counts
        .iter()
        .filter(|(_, count)| area(*count))
        .map(|(colour, _)| colour);
    let bare: BTreeSet<Colour> = areas.chain(exact).copied().take(MOST / 2).collect();
    for bits in CLOSE..8 {
        let mut cubes: BTreeMap<(bool, Colour), ([u64; 3], u64)> = BTreeMap::new();
        for (colour, count) in counts.iter().filter(|(_, count)| *count > 0) {
            let cube = cubes.entry(cube(*colour, bits, &bare)).or_default();
            for (sum, level) in cube.0.iter_mut().zip(colour) {
                *sum += u64::from(*level) * count;
            }
            cube.1 += count;
        }
        if cubes.len() > MOST {
            continue;
        }
        let palette = cubes.values().map(|(sums, count)| {
            let count = (*count).max(1);
            sums.map(|sum| ((sum + count / 2) / count) as u8)
        });
        let places: BTreeMap<_, usize> = cubes.keys().zip(0..).collect();
        let place = |colour: &Colour| places.get(&cube(*colour, bits, &bare)).copied().unwrap_or_default();
        return (
            palette.collect(),
            counts.iter().map(|(colour, _)| place(colour) as u8).collect(),
        );
    }
    // Cubes of the last size are eight and the bare colours at most half of a palette: this is not reached.
    (vec![[0; 3]], vec![0; counts.len()])
}

/// The cube of a colour when `bits` bits of each of its levels are dropped; a bare colour is by itself.
fn cube(colour: Colour, bits: u32, bare: &BTreeSet<Colour>) -> (bool, Colour) {
    if bare.contains(&colour) {
        return (false, colour);
    }
    (true, colour.map(|level| level >> bits))
}
