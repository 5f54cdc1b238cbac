//! Pixels as numbers of a palette.
//!
//! What resvg draws of a sketch has a dozen colours and the shades of their edges. With at most 256 of them the palette has
//! them all. With more, the bare colours stay exactly as they are, and shades that lie close together become one, in cubes
//! that grow until they fit; nothing is scattered, so that areas stay even and the file small.

use std::collections::{BTreeMap, BTreeSet};

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

/// Counts the colours of opaque pixels (red, green, blue, alpha), of which those in `exact` are to stay as they are.
pub(super) fn indexed(rgba: &[u8], exact: &BTreeSet<Colour>) -> Indexed {
    let (numbers, counts) = numbered(rgba, exact);
    let (palette, merged) = merged(&counts, exact);
    let pixels = numbers
        .iter()
        .map(|number| merged.get(usize::from(*number)).copied().unwrap_or_default());
    Indexed {
        palette,
        pixels: pixels.collect(),
    }
}

/// A colour and how many pixels have it.
type Counted = (Colour, u64);

/// The most colours that are told apart while counting. Pixels of further ones take the last: pictures of so many colours
/// are not drawn here, and would be cut down to [`MOST`] anyway.
const KNOWN: usize = u16::MAX as usize;

/// Numbers the colours, the exact ones first and the others in the order in which they are met: a number for each pixel, and
/// the colours.
fn numbered(rgba: &[u8], exact: &BTreeSet<Colour>) -> (Vec<u16>, Vec<Counted>) {
    let mut numbers = Vec::with_capacity(rgba.len() / 4);
    let mut counts: Vec<Counted> = Vec::new();
    let mut table = Table::new();
    for [red, green, blue] in exact {
        table.number([*red, *green, *blue, 255], &mut counts);
    }
    let mut last = ([0; 4], 0u16);
    for pixel in rgba.as_chunks::<4>().0 {
        if *pixel != last.0 {
            last = (*pixel, table.number(*pixel, &mut counts));
        }
        counts[usize::from(last.1)].1 += 1;
        numbers.push(last.1);
    }
    (numbers, counts)
}

/// Finds the number of a colour: an open table, as large as it may ever have to be.
struct Table {
    /// A number plus one; 0 is free.
    slots: Vec<u32>,
}

impl Table {
    const BITS: u32 = 17;

    fn new() -> Table {
        Table {
            slots: vec![0; 1 << Table::BITS],
        }
    }

    fn number(&mut self, [red, green, blue, _]: [u8; 4], counts: &mut Vec<Counted>) -> u16 {
        let colour = [red, green, blue];
        let word = u32::from_le_bytes([red, green, blue, 0]);
        let mut at = (word.wrapping_mul(0x9e37_79b1) >> (32 - Table::BITS)) as usize;
        loop {
            let slot = &mut self.slots[at];
            if *slot == 0 {
                if counts.len() == KNOWN {
                    return (KNOWN - 1) as u16;
                }
                counts.push((colour, 0));
                *slot = counts.len() as u32;
            }
            let number = *slot as usize - 1;
            if counts[number].0 == colour {
                return number as u16;
            }
            at = (at + 1) % self.slots.len();
        }
    }
}

/// A palette of at most [`MOST`] colours, and for each of the counted colours its place in it.
fn merged(counts: &[Counted], exact: &BTreeSet<Colour>) -> (Vec<Colour>, Vec<u8>) {
    let bare: BTreeSet<Colour> = exact.iter().copied().take(MOST / 2).collect();
    for bits in 0..8 {
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
