//! The outline of a set of squares, as closed lines along its borders.

use super::squares::{LONGEST, Square, Squares};

/// A corner between squares: so many squares to the right of the board's left edge and below its upper one.
type Corner = (i32, i32);

/// The four ways along borders, each with the next to its right; the inside lies to the right of the way.
const WAYS: [Corner; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// Corners along each side of the largest board.
const CORNERS: usize = LONGEST as usize + 1;

/// A corner of an outline, and which way from there the inside lies, right and down.
pub(super) type InnerCorner = (Corner, Corner);

/// The outlines of `whole` on a board with sides of `size`: one around it and one around every hole. Squares that only
/// touch at a corner are not joined there.
pub(super) fn outlines(whole: Squares, size: u8) -> Vec<Vec<InnerCorner>> {
    let mut borders = Borders::of(whole, size);
    let mut outlines = Vec::new();
    while let Some((start, way)) = borders.first() {
        outlines.push(borders.trace(start, way));
    }
    outlines
}

/// The ways that lead on from every corner, as bits.
struct Borders([[u8; CORNERS]; CORNERS]);

impl Borders {
    fn of(whole: Squares, size: u8) -> Borders {
        let mut borders = Borders([[0; CORNERS]; CORNERS]);
        let is_in = |file: i32, down: i32| {
            let rank = i32::from(size) - 1 - down;
            let square = u8::try_from(file).ok().zip(u8::try_from(rank).ok());
            square
                .and_then(|(file, rank)| Square::new(file, rank))
                .is_some_and(|square| whole.contains(square))
        };
        for square in whole.iter() {
            let (file, down) = (i32::from(square.file()), i32::from(size) - 1 - i32::from(square.rank()));
            // Around a square to the right: above, right, below, left, with the neighbour beyond each and its first corner.
            let around = [((0, -1), (0, 0)), ((1, 0), (1, 0)), ((0, 1), (1, 1)), ((-1, 0), (0, 1))];
            for (way, (beyond, corner)) in around.into_iter().enumerate() {
                if !is_in(file + beyond.0, down + beyond.1) {
                    *borders.at((file + corner.0, down + corner.1)) |= 1 << way;
                }
            }
        }
        borders
    }

    fn at(&mut self, (across, down): Corner) -> &mut u8 {
        &mut self.0[down as usize % CORNERS][across as usize % CORNERS]
    }

    /// A corner from which a border leads on, and its way.
    fn first(&self) -> Option<(Corner, usize)> {
        let mut corners = (0..CORNERS).flat_map(|down| (0..CORNERS).map(move |across| (across, down)));
        let (across, down) = corners.find(|(across, down)| self.0[*down][*across] != 0)?;
        let way = self.0[down][across].trailing_zeros() as usize;
        Some(((across as i32, down as i32), way))
    }

    /// Follows the border that begins so until it comes back, and takes it away. Where two lead on, it stays with its
    /// own square: that is the one to the right.
    fn trace(&mut self, start: Corner, first: usize) -> Vec<InnerCorner> {
        let mut turns = Vec::new();
        let (mut at, mut way) = (start, first);
        loop {
            *self.at(at) &= !(1 << way);
            at = (at.0 + WAYS[way].0, at.1 + WAYS[way].1);
            let open = *self.at(at) | if at == start { 1 << first } else { 0 };
            let ahead = [1, 0, 3].map(|turn| (way + turn) % WAYS.len());
            let Some(next) = ahead.into_iter().find(|next| open & 1 << next != 0) else {
                return turns;
            };
            if next != way {
                let (one, other) = (WAYS[(way + 1) % WAYS.len()], WAYS[(next + 1) % WAYS.len()]);
                turns.push((at, (one.0 + other.0, one.1 + other.1)));
            }
            if at == start && next == first {
                return turns;
            }
            way = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(text: &str) -> Squares {
        text.split_whitespace()
            .map(|square| square.parse::<Square>().unwrap())
            .collect()
    }

    fn corners(text: &str, size: u8) -> Vec<Vec<InnerCorner>> {
        outlines(squares(text), size)
    }

    #[test]
    fn a_square_has_four_corners_and_the_inside_lies_within() {
        let turns = corners("b2", 6);
        assert_eq!(
            turns,
            [[
                ((2, 4), (-1, 1)),
                ((2, 5), (-1, -1)),
                ((1, 5), (1, -1)),
                ((1, 4), (1, 1))
            ]]
        );
    }

    #[test]
    fn a_bend_turns_inwards_and_straight_sides_have_no_corners() {
        let [outline] = &corners("a1 a2 b1", 6)[..] else {
            panic!("one outline");
        };
        assert_eq!(outline.len(), 6);
        assert!(outline.contains(&((1, 5), (-1, 1))), "the inner corner: {outline:?}");
        assert_eq!(corners("a1 b1 c1", 6)[0].len(), 4);
    }

    #[test]
    fn a_hole_has_an_outline_and_corners_do_not_join() {
        let ring = corners("a1 b1 c1 a2 c2 a3 b3 c3", 6);
        assert_eq!(ring.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
        let pinched = corners("a1 b2", 6);
        assert_eq!(pinched.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
        // a2 and b1 touch at a corner and are joined around a1.
        let around = corners("a2 b1 a1", 6);
        assert_eq!(around.len(), 1);
        let whole: Squares = (0..12)
            .flat_map(|file| (0..12).filter_map(move |rank| Square::new(file, rank)))
            .collect();
        assert_eq!(outlines(whole, 12)[0].len(), 4);
        assert_eq!(outlines(Squares::EMPTY, 12).len(), 0);
    }
}
