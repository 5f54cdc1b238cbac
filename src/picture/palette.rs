//! Reduces pixels to indices into a palette.
//!
//! A picture has a dozen colours and the shades of their edges. Unmixed colours and those of whole areas stay exactly as they
//! are. Shades so close that no eye tells them apart become one: they are merged in small colour cubes, which grow until at
//! most 256 colours are left. Shades are merged even where 256 colours would suffice, because the file is then a quarter
//! smaller. There is no dithering, so areas stay even.

use std::collections::BTreeSet;
use std::ops::Range;

use tiny_skia::Pixmap;

use super::colours::Colour;

/// The most colours that a palette has.
pub(super) const MOST: usize = 256;

/// Pixels as indices into a palette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Indexed {
    /// The colours.
    pub(super) palette: Vec<Colour>,
    /// One index per pixel, row by row.
    pub(super) pixels: Vec<u8>,
}

/// Reduces the pixels of a picture to a palette. The colours in `exact` stay as they are.
pub(super) fn indexed(pixmap: &Pixmap, exact: &BTreeSet<Colour>) -> Indexed {
    let width = pixmap.width() as usize;
    let drawn = Rows::of(pixmap, exact);
    let (palette, places) = merged(&drawn.counts, exact);
    let mut pixels = Vec::with_capacity(pixmap.pixels().len());
    for (runs, times) in &drawn.rows {
        for (number, length) in &drawn.runs[runs.clone()] {
            pixels.resize(pixels.len() + length, places[usize::from(*number)]);
        }
        for _ in 1..*times {
            pixels.extend_from_within(pixels.len() - width..);
        }
    }
    Indexed { palette, pixels }
}

/// An opaque pixel: red, green, blue and alpha.
type Pixel = [u8; 4];

fn opaque([red, green, blue]: Colour) -> Pixel {
    [red, green, blue, u8::MAX]
}

/// A colour and how many pixels have it.
type Counted = (Colour, u64);

/// The most colours that are told apart while counting. Pixels of further colours take the last one: pictures with that many
/// colours are not drawn here, and would be cut down to [`MOST`] anyway.
const KNOWN: usize = u16::MAX as usize;

/// Rows of pixels as runs of one colour. Most rows of a board equal the row above: these are only compared, and counted.
struct Rows {
    /// The number of a colour, and how many adjacent pixels of a row have it.
    runs: Vec<(u16, usize)>,
    /// The runs of a row, and how many adjacent rows are equal to it.
    rows: Vec<(Range<usize>, usize)>,
    /// The colours: the exact ones first, the others in the order in which they are met.
    counts: Vec<Counted>,
}

impl Rows {
    fn of(pixmap: &Pixmap, exact: &BTreeSet<Colour>) -> Rows {
        let mut drawn = Rows {
            runs: Vec::new(),
            rows: Vec::new(),
            counts: Vec::new(),
        };
        let mut table = Table::new();
        for colour in exact {
            table.number(opaque(*colour), &mut drawn.counts);
        }
        let (pixels, _) = pixmap.data().as_chunks();
        let mut above: &[Pixel] = &[];
        for row in pixels.chunks_exact(pixmap.width() as usize) {
            match drawn.rows.last_mut() {
                Some((_, times)) if row == above => *times += 1,
                _ => {
                    let runs = drawn.read(row, &mut table);
                    drawn.rows.push((runs, 1));
                }
            }
            above = row;
        }
        for (runs, times) in &drawn.rows {
            for (number, length) in &drawn.runs[runs.clone()] {
                drawn.counts[usize::from(*number)].1 += (length * times) as u64;
            }
        }
        drawn
    }

    fn read(&mut self, row: &[Pixel], table: &mut Table) -> Range<usize> {
        let begin = self.runs.len();
        let mut rest = row;
        while let Some(pixel) = rest.first() {
            let length = run(rest, *pixel);
            self.runs.push((table.number(*pixel, &mut self.counts), length));
            rest = &rest[length..];
        }
        begin..self.runs.len()
    }
}

/// How many of the first pixels equal this one.
fn run(pixels: &[Pixel], pixel: Pixel) -> usize {
    // Runs are very short or very long: the long ones are compared in blocks.
    if pixels.get(1).is_none_or(|second| *second != pixel) {
        return 1;
    }
    let blocks = pixels.as_chunks::<16>().0;
    let differs = |other: &Pixel| u32::from_ne_bytes(*other) ^ u32::from_ne_bytes(pixel);
    let same = |block: &&[Pixel; 16]| block.iter().fold(0, |all, other| all | differs(other)) == 0;
    let whole = 16 * blocks.iter().take_while(same).count();
    whole + pixels[whole..].iter().take_while(|other| **other == pixel).count()
}

/// Finds the number of a colour: a hash table with open addressing that is kept at least half empty.
struct Table {
    /// A colour and its number plus one; 0 marks a free slot. The number of slots is a power of two.
    slots: Vec<(Pixel, u16)>,
}

/// A free slot.
const FREE: (Pixel, u16) = ([0; 4], 0);

impl Table {
    fn new() -> Table {
        Table {
            slots: vec![FREE; 4096],
        }
    }

    fn number(&mut self, pixel: Pixel, counts: &mut Vec<Counted>) -> u16 {
        let slot = self.slot(pixel);
        if let Some(number) = self.slots[slot].1.checked_sub(1) {
            return number;
        }
        if counts.len() == KNOWN {
            return (KNOWN - 1) as u16;
        }
        let [red, green, blue, _] = pixel;
        counts.push(([red, green, blue], 0));
        self.slots[slot] = (pixel, counts.len() as u16);
        if 2 * counts.len() > self.slots.len() {
            self.grow(counts);
        }
        (counts.len() - 1) as u16
    }

    /// The slot of a colour, or the free slot for it.
    fn slot(&self, pixel: Pixel) -> usize {
        let last = self.slots.len() - 1;
        let mut at = (u32::from_le_bytes(pixel).wrapping_mul(0x9e37_79b1) >> 8) as usize & last;
        while self.slots[at].1 > 0 && self.slots[at].0 != pixel {
            at = (at + 1) & last;
        }
        at
    }

    fn grow(&mut self, counts: &[Counted]) {
        self.slots = vec![FREE; 2 * self.slots.len()];
        for (number, (colour, _)) in (1..).zip(counts) {
            let pixel = opaque(*colour);
            let slot = self.slot(pixel);
            self.slots[slot] = (pixel, number);
        }
    }
}

/// A colour with at least one in this many pixels is an area, not the shade of an edge. (So areas take less than half of a
/// palette.)
const AREA: u64 = 120;

/// How many low bits of a level may differ between shades that are merged.
const CLOSE: u32 = 5;

/// A palette of at most [`MOST`] colours, and the palette index of each counted colour.
fn merged(counts: &[Counted], exact: &BTreeSet<Colour>) -> (Vec<Colour>, Vec<u8>) {
    let whole: u64 = counts.iter().map(|(_, count)| count).sum();
    let area = |count: u64| count * AREA >= whole.max(1);
    let areas = counts
        .iter()
        .filter(|(_, count)| area(*count))
        .map(|(colour, _)| colour);
    let bare: BTreeSet<Colour> = areas.chain(exact).copied().take(MOST / 2).collect();
    let shades: Vec<Counted> = counts
        .iter()
        .filter(|(colour, _)| !bare.contains(colour))
        .copied()
        .collect();
    let size = (CLOSE..8).find(|bits| Cubes::of(&shades, *bits).count() + bare.len() <= MOST);
    // At 7 bits there are eight cubes, and the unmixed colours take at most half of a palette: so some size always fits.
    let cubes = Cubes::of(&shades, size.unwrap_or(7));
    let mut palette: Vec<Colour> = bare.iter().copied().collect();
    let mut places = vec![0; cubes.cubes.len()];
    for (place, (sums, count)) in places.iter_mut().zip(&cubes.cubes) {
        if *count > 0 {
            *place = palette.len() as u8;
            palette.push(sums.map(|sum| ((sum + count / 2) / count) as u8));
        }
    }
    let place = |colour: &Colour| match palette[..bare.len()].binary_search(colour) {
        Ok(place) => place as u8,
        Err(_) => places[cubes.cube(*colour)],
    };
    let places = counts.iter().map(|(colour, _)| place(colour)).collect();
    (palette, places)
}

/// Colour cubes: the colours with this many low bits of each level dropped.
struct Cubes {
    bits: u32,
    /// The sums of the levels in each cube, and the number of its pixels.
    cubes: Vec<([u64; 3], u64)>,
}

impl Cubes {
    fn of(shades: &[Counted], bits: u32) -> Cubes {
        let mut cubes = Cubes {
            bits,
            cubes: vec![Default::default(); 1 << (3 * (8 - bits))],
        };
        for (colour, count) in shades {
            // A colour without pixels counts as one pixel, so that it is not left out.
            let count = (*count).max(1);
            let at = cubes.cube(*colour);
            let (sums, all) = &mut cubes.cubes[at];
            for (sum, level) in sums.iter_mut().zip(colour) {
                *sum += u64::from(*level) * count;
            }
            *all += count;
        }
        cubes
    }

    fn cube(&self, colour: Colour) -> usize {
        let side = 8 - self.bits;
        colour
            .iter()
            .fold(0, |cube, level| cube << side | usize::from(level >> self.bits))
    }

    fn count(&self) -> usize {
        self.cubes.iter().filter(|(_, count)| *count > 0).count()
    }
}
