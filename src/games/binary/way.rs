//! Where a path of Binary's menus has led to, and which squares its screen names.
//!
//! A screen has room for few squares. Of more, it names those near most pieces, and parts of the others, each on a screen of its
//! own. The steps of a path are `c3` (the first of two squares), `2` (the second part), and `x` (the squares of the other colour).

use std::cmp::Reverse;

use super::Moves;
use super::squares::{Square, Squares};

/// How many entries a screen has room for.
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
    /// The first screen, for somebody with these moves whose colour has the squares `own`, among pieces on `placed`.
    fn first(moves: Moves, own: Squares, placed: Squares) -> Way {
        let (own, others) = (moves.single.and(own), moves.single.without(own));
        let rows = |squares: Squares| (squares.len() as usize).div_ceil(ROW);
        let apart = !own.is_empty() && (rows(own) + rows(others)) * ROW > ROOM;
        let board = moves.single.or(placed);
        let best = |square: Square| nearness(square, placed, board);
        let way = Way {
            first: None,
            part: false,
            named: Squares::EMPTY,
            parts: Vec::new(),
            others: if apart { others } else { Squares::EMPTY },
        };
        match apart {
            true => way.to(own, ROOM - usize::from(!others.is_empty()), best),
            false => way.to(own.or(others), ROOM, best),
        }
    }

    /// Follows `path`. `None` for one that leads nowhere (any more), and where there is nothing to place.
    pub(super) fn along(moves: Moves, own: Squares, placed: Squares, path: &[&str]) -> Option<Way> {
        let begin = Way::first(moves, own, placed);
        let named = begin.named;
        let mut way = begin;
        for step in path {
            way = if *step == OTHERS {
                let others = Some(way.others).filter(|others| !others.is_empty())?;
                let way = Way {
                    others: Squares::EMPTY,
                    ..way
                };
                way.to(others, ROOM, |square| nearness(square, placed, moves.single.or(placed)))
            } else if let Ok(square) = step.parse::<Square>() {
                let pairs = moves.leads_on(square) && way.first.is_none() && way.named.contains(square);
                pairs.then(|| way.second(square, moves, named))?
            } else {
                let number: usize = step.parse().ok().filter(|number: &usize| number.to_string() == *step)?;
                let part = *way.parts.get(number.checked_sub(1)?)?;
                let way = Way {
                    part: true,
                    others: Squares::EMPTY,
                    ..way
                };
                let room = way.room();
                way.to(part, room, |square| square)
            };
        }
        (!way.named.is_empty()).then_some(way)
    }

    /// The screen for a second square beside `first`. Two squares may be chosen in either order, so the screen names those
    /// first that the first screen did not name, and then goes round those that it did.
    fn second(self, first: Square, moves: Moves, named: Squares) -> Way {
        let way = Way {
            first: Some(first),
            part: false,
            others: Squares::EMPTY,
            ..self
        };
        let round = |square: Square| (named.contains(square), square < first, square);
        let room = way.room();
        way.to(moves.paired.without(Squares::one(first)), room, round)
    }

    /// How many entries a screen has room for. Placing only the first square stands apart, in a row for itself.
    fn room(&self) -> usize {
        match self.first {
            Some(_) => ROOM - ROW,
            None => ROOM,
        }
    }

    /// The same way with a screen for `squares`, which has room for so many entries; what has the lowest `rank` is named.
    fn to<K: Ord>(self, squares: Squares, room: usize, rank: impl Fn(Square) -> K) -> Way {
        let count = squares.len() as usize;
        let parts = (0..room)
            .find(|parts| room - parts + parts * self.room() >= count)
            .unwrap_or(room);
        let mut best: Vec<Square> = squares.iter().collect();
        best.sort_by_cached_key(|square| rank(*square));
        let named: Squares = best.into_iter().take(room - parts).collect();
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

/// Ranks a square of the board by how many pieces lie within two steps of it: the more, the lower.
fn nearness(square: Square, placed: Squares, board: Squares) -> (Reverse<u32>, Square) {
    let beside = Squares::one(square).beside().and(board);
    let near = beside.or(beside.beside());
    (Reverse(near.and(placed).len()), square)
}
