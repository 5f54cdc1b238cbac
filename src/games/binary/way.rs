//! Where a path of Binary's menus has led to, and which squares its screen names.
//!
//! A screen has room for few squares, in the order of their names. Of more, it names those near most pieces, and parts of the
//! others, each on a screen of its own. The steps of a path are `c3` (the first of two squares), `2` (the second part), and
//! `x` (the squares of the other colour).

use std::cmp::Reverse;

use super::Moves;
use super::squares::{Square, Squares};

/// How many squares and parts of them a screen has room for. One entry more stands apart, beside the way back: the squares of
/// the other colour on the first screen, and to place only the first square on those for a second one.
const ROOM: usize = 20;

/// How many entries stand in a row.
const ROW: usize = 5;

/// The step to the squares of the other colour.
pub(super) const OTHERS: &str = "x";

/// Where a path has led to.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// The first of two squares, once it is chosen.
    pub(super) first: Option<Square>,
    /// Whether the screen is for a part of the squares.
    pub(super) part: bool,
    /// The squares that the screen names.
    pub(super) named: Squares,
    /// The others, in parts that have screens of their own.
    pub(super) parts: Vec<Squares>,
    /// The squares of the other colour, where they have a screen of their own.
    pub(super) others: Squares,
}

impl Way {
    /// The first screen, for somebody with these moves whose colour has the squares `own`; `rank` says which squares come first.
    fn first<K: Ord>(moves: Moves, own: Squares, rank: impl Fn(Square) -> K) -> Way {
        let (own, others) = (moves.single.and(own), moves.single.without(own));
        let rows = |squares: Squares| (squares.len() as usize).div_ceil(ROW);
        let apart = !own.is_empty() && (rows(own) + rows(others)) * ROW > ROOM;
        let way = Way {
            first: None,
            part: false,
            named: Squares::EMPTY,
            parts: Vec::new(),
            others: if apart { others } else { Squares::EMPTY },
        };
        way.to(if apart { own } else { own.or(others) }, rank)
    }

    /// Follows `path`. `None` for one that leads nowhere (any more), and where there is nothing to place.
    pub(super) fn along(moves: Moves, own: Squares, placed: Squares, path: &[&str]) -> Option<Way> {
        let rank = |square: Square| nearness(square, placed, moves.single.or(placed));
        let mut way = Way::first(moves, own, rank);
        let begun = way.named;
        for step in path {
            way = if *step == OTHERS {
                let others = Some(way.others).filter(|others| !others.is_empty())?;
                let way = Way {
                    others: Squares::EMPTY,
                    ..way
                };
                way.to(others, rank)
            } else if let Ok(square) = step.parse::<Square>() {
                let pairs = moves.leads_on(square) && way.first.is_none() && way.named.contains(square);
                pairs.then(|| way.second(square, begun, moves, placed))?
            } else {
                let number: usize = step.parse().ok().filter(|number: &usize| number.to_string() == *step)?;
                let part = *way.parts.get(number.checked_sub(1)?)?;
                let way = Way {
                    part: true,
                    others: Squares::EMPTY,
                    ..way
                };
                way.to(part, rank)
            };
        }
        (!way.named.is_empty()).then_some(way)
    }

    /// The screen for a second square beside `first`. A row of those near most pieces comes first, as on every screen. Two
    /// squares may be chosen in either order, so the others go on where `first` stands and go round: of two squares that are
    /// both far off, one names the other. Beside one that was not among those that the first screen had `begun` with, these
    /// come last: they lead to it in as few taps.
    fn second(self, first: Square, begun: Squares, moves: Moves, placed: Squares) -> Way {
        let (board, one) = (moves.single.or(placed), Squares::one(first));
        let others = moves.paired.without(one);
        let near = match begun.contains(first) {
            true => lowest(others, ROW, |square| nearness(square, placed.or(one), board)),
            false => others.without(begun),
        };
        let rank = |square: Square| nearness(square, placed, board);
        let way = Way {
            first: Some(first),
            part: false,
            others: Squares::EMPTY,
            ..self
        };
        way.to(others, |square| {
            (!near.contains(square), rank(square) < rank(first), rank(square))
        })
    }

    /// The same way with a screen for `squares`; what has the lowest `rank` is named.
    fn to<K: Ord>(self, squares: Squares, rank: impl Fn(Square) -> K) -> Way {
        let count = squares.len() as usize;
        let parts = (0..ROOM)
            .find(|parts| ROOM - parts + parts * ROOM >= count)
            .unwrap_or(ROOM);
        let named = lowest(squares, ROOM - parts, rank);
        let rest: Vec<Square> = squares.without(named).iter().collect();
        let parts = rest.chunks(rest.len().div_ceil(parts.max(1)).max(1));
        Way {
            named,
            parts: parts.map(|part| part.iter().copied().collect()).collect(),
            ..self
        }
    }

    /// All squares to which the screen leads.
    pub(super) fn open(&self) -> Squares {
        let shown = self.named.or(self.others);
        self.parts.iter().fold(shown, |open, part| open.or(*part))
    }
}

/// So many of the squares, those with the lowest `rank`.
fn lowest<K: Ord>(squares: Squares, count: usize, rank: impl Fn(Square) -> K) -> Squares {
    let mut best: Vec<Square> = squares.iter().collect();
    best.sort_by_cached_key(|square| rank(*square));
    best.into_iter().take(count).collect()
}

/// Ranks a square of the board by how many pieces lie within two steps of it: the more, the lower.
fn nearness(square: Square, placed: Squares, board: Squares) -> (Reverse<u32>, Square) {
    let beside = Squares::one(square).beside().and(board);
    let near = beside.or(beside.beside());
    (Reverse(near.and(placed).len()), square)
}
