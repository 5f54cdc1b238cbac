//! What the board may become by the end of the game.
//!
//! Which squares will belong together is decided in small places: a gap that one piece closes, an edge, a piece that cuts. So
//! whatever lies on three by three squares is a pattern, and each pattern is worth a little more or less than the score says
//! so far. How much was learned from games in which a computer played against itself (`tests/trained.rs` of this game), and stands in
//! `prospects.txt`.

use std::sync::LazyLock;

use super::squares::{Frame, LONGEST};
use super::territory::score;
use super::{Binary, SEATS};
use crate::rules::Seat;

/// How many squares a side of a pattern has.
const SIDE: usize = 3;

/// A square of a pattern is empty, or has a piece of the seat's or of the other one's.
const PATTERNS: usize = 3_usize.pow((SIDE * SIDE) as u32);

/// How many patterns there are where all that can be turned or mirrored into each other count as one.
pub(super) const SHAPES: usize = 2862;

/// Three bits as digits to the base of three.
const DIGITS: [u8; 8] = [0, 1, 3, 4, 9, 10, 12, 13];

/// The game has so many stages, by how many pieces are to come.
pub(super) const STAGES: usize = 5;

/// Beside how many edges of the board a pattern lies: none, one or two.
const EDGES: usize = 3;

/// A pattern is worth different things in each stage, beside each number of edges, and where its corners have the colour of the
/// one seat or of the other.
pub(super) const PLACES: usize = STAGES * EDGES * 2;

/// How many thousandths of a point a step from one character of the file to the next is worth.
pub(super) const STEP: i32 = 25;

/// The character of a pattern that is worth nothing.
pub(super) const NOTHING: u8 = b'O';

/// What is learned, in thousandths of a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    /// In each stage: a point of the score as it is, a piece in hand, and the turn.
    pub(super) stages: [[i32; 3]; STAGES],
    /// The shapes in all places.
    pub(super) shapes: Vec<i32>,
}

impl Weights {
    /// Reads a file like `prospects.txt`: for each stage a line with three numbers, then a line for each of its places with a
    /// character for each shape. `None` when something else is written there.
    pub(super) fn read(text: &str) -> Option<Weights> {
        let mut weights = Weights {
            stages: [[0; 3]; STAGES],
            shapes: Vec::with_capacity(PLACES * SHAPES),
        };
        let mut lines = text.lines();
        for stage in &mut weights.stages {
            let mut numbers = lines.next()?.split(' ').map(str::parse);
            for number in stage {
                *number = numbers.next()?.ok()?;
            }
            for line in lines.by_ref().take(PLACES / STAGES) {
                let worth = |character: u8| (i32::from(character) - i32::from(NOTHING)) * STEP;
                weights.shapes.extend(line.bytes().map(worth));
            }
        }
        (weights.shapes.len() == PLACES * SHAPES && lines.next().is_none()).then_some(weights)
    }
}

/// The shape of each pattern: patterns are numbered by their squares in threes, and shapes as they first occur.
pub(super) fn shapes() -> Vec<u16> {
    let mut shapes = vec![u16::MAX; PATTERNS];
    let mut next = 0;
    for pattern in 0..PATTERNS {
        if shapes[pattern] == u16::MAX {
            (0..8).for_each(|way| shapes[turned(pattern, way)] = next);
            next += 1;
        }
    }
    shapes
}

/// A pattern turned or mirrored: the three bits of `way` exchange rows and columns, first and last row, first and last column.
fn turned(pattern: usize, way: usize) -> usize {
    let mut turned = 0;
    for row in (0..SIDE).rev() {
        for column in (0..SIDE).rev() {
            let from = if way & 1 == 0 { [row, column] } else { [column, row] };
            let row = if way & 2 == 0 { from[0] } else { SIDE - 1 - from[0] };
            let column = if way & 4 == 0 { from[1] } else { SIDE - 1 - from[1] };
            turned = turned * 3 + pattern / 3_usize.pow((row * SIDE + column) as u32) % 3;
        }
    }
    turned
}

/// A pattern as the other seat sees it.
pub(super) fn exchanged(pattern: usize) -> usize {
    let squares = (0..SIDE * SIDE).rev();
    squares.fold(0, |seen, square| {
        let held = pattern / 3_usize.pow(square as u32) % 3;
        seen * 3 + (3 - held) % 3
    })
}

/// What every pattern in every place is worth to a seat, less what it is worth to the other one.
static PROSPECTS: LazyLock<Prospects> = LazyLock::new(|| {
    let weights = Weights::read(include_str!("prospects.txt")).expect("a test reads the file");
    Prospects::of(&weights)
});

struct Prospects {
    stages: [[i32; 3]; STAGES],
    patterns: Vec<i16>,
}

impl Prospects {
    fn of(weights: &Weights) -> Prospects {
        let shapes = shapes();
        let worth = |place: usize, pattern: usize| {
            let worth_to_one = |place, pattern: usize| weights.shapes[place * SHAPES + usize::from(shapes[pattern])];
            // The corners have the other one's colour, seen from there.
            (worth_to_one(place, pattern) - worth_to_one(place ^ 1, exchanged(pattern))) as i16
        };
        let all = (0..PLACES).flat_map(|place| (0..PATTERNS).map(move |pattern| (place, pattern)));
        Prospects {
            stages: weights.stages,
            patterns: all.map(|(place, pattern)| worth(place, pattern)).collect(),
        }
    }
}

/// What is counted of a position for a seat.
pub(super) struct Counted<'a> {
    game: &'a Binary,
    seat: Seat,
    /// The stage, from 0: at the end of the game.
    pub(super) stage: usize,
    /// The lead in points if the game ended now, the lead in pieces in hand, and 1 for the turn or -1.
    pub(super) leads: [i64; 3],
}

impl<'a> Counted<'a> {
    pub(super) fn of(game: &'a Binary, seat: Seat) -> Counted<'a> {
        let sides = [seat, seat.next(SEATS)];
        let [own, others] = sides.map(|seat| score(game.ground(seat)));
        let [hand, other_hand] = sides.map(|seat| game.side(seat).hand);
        let all = 2 * usize::from(game.frame.pieces());
        Counted {
            game,
            seat,
            stage: usize::from(hand + other_hand) * STAGES / (all + 1),
            leads: [
                own - others,
                i64::from(hand) - i64::from(other_hand),
                if game.turn == seat { 1 } else { -1 },
            ],
        }
    }

    /// Tells every pattern on the board and its place.
    pub(super) fn patterns(&self, mut each: impl FnMut(usize, usize)) {
        let Frame { size, .. } = *self.game.frame;
        let last = usize::from(size) - SIDE;
        let own = self.game.side(self.seat).placed;
        let others = self.game.side(self.seat.next(SEATS)).placed;
        let mut columns = [[0; LONGEST as usize]; LONGEST as usize];
        for (file, column) in (0..size).zip(&mut columns) {
            let [own, others] = [own, others].map(|squares| squares.file(file));
            for (rank, three) in column.iter_mut().enumerate().take(last + 1) {
                *three = DIGITS[usize::from(own >> rank & 7)] + 2 * DIGITS[usize::from(others >> rank & 7)];
            }
        }
        let corners_own = usize::from(self.seat != self.game.black);
        let is_edge = |at: usize| usize::from(at == 0 || at == last);
        for (file, files) in columns.windows(SIDE).take(last + 1).enumerate() {
            for rank in 0..=last {
                let edges = is_edge(file) + is_edge(rank);
                let place = (self.stage * EDGES + edges) * 2 + ((file + rank) & 1 ^ corners_own);
                let threes = files.iter().rev().map(|column| usize::from(column[rank]));
                let pattern = threes.fold(0, |pattern, three| pattern * 27 + three);
                each(place, pattern);
            }
        }
    }

    /// The lead that the seat can expect at the end, in thousandths of a point.
    pub(super) fn value(&self) -> i64 {
        let prospects = &*PROSPECTS;
        let by_stage = self.leads.iter().zip(prospects.stages[self.stage]);
        let mut value: i64 = by_stage.map(|(lead, worth)| lead * i64::from(worth)).sum();
        self.patterns(|place, pattern| value += i64::from(prospects.patterns[place * PATTERNS + pattern]));
        value
    }
}
