//! What lies on the table, and what can be done there with a hand of tiles.
//!
//! A step is a pair of cells side by side on which two different tiles lie uppermost at the same level: exactly one tile
//! can climb there, the one with the two symbols that it shows, and only one way round. So it is enough to keep
//! how many steps there are for each of the 36 tiles, and every placement changes only those around it.
//!
//! A climb leaves the symbols of its cells as they were, and there is one tile for two symbols. So no two tiles in a stack
//! reach from its cell to the same neighbour, and four tiles are the highest stack.

use super::super::placing::{self, Misplaced};
use super::super::{Cell, Half, Layout, Placement, SET, Symbol, Tile, Tiles, Top};
use super::notation::Choice;
use crate::rules::Source;

/// What lies on the table.
#[derive(Clone, derive_more::Debug)]
#[debug("{layout:?}")]
pub(super) struct Storeys {
    layout: Layout,
    /// By tile: on how many steps it could climb.
    steps: [u8; SET],
    /// The tiles that could climb on some step.
    climbers: Tiles,
}

/// Why a choice cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The game begins with the double seven in its place.
    Opening,
    /// The hand does not hold the tile.
    Held,
    /// These tiles of the hand can climb, and so one of them must.
    Must(Tiles),
    /// A climb: nothing lies on this cell.
    Empty(Cell),
    /// A climb: nothing lies on the first of these cells, and a tile on the other.
    Half(Cell, Cell),
    /// A climb: both cells show the same tile.
    OneTile,
    /// A climb: so many tiles lie beneath those on the cells.
    Levels([u8; 2]),
    /// A climb: this cell shows another symbol than the half that would lie on it.
    Symbol(Cell, Symbol),
    /// An expand: a tile lies on this cell.
    Taken(Cell),
    /// An expand: no tile lies beside either cell.
    Apart,
}

/// The first placement of every game.
pub(super) fn opening() -> Option<Placement> {
    Symbol::all().next_back().and_then(|seven| {
        let [first, second] = placing::FIRST;
        Placement::new(Half::new(seven, first), Half::new(seven, second))
    })
}

/// The tile that is laid first.
pub(super) fn double_seven() -> Tiles {
    opening().map(Placement::tile).into_iter().collect()
}

impl Storeys {
    /// An empty table.
    pub(super) const fn new() -> Storeys {
        Storeys {
            layout: Layout::new(),
            steps: [0; SET],
            climbers: Tiles::EMPTY,
        }
    }

    pub(super) const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The tiles that could climb now, whoever has them; of those that lie on the table, some more.
    pub(super) const fn climbers(&self) -> Tiles {
        self.climbers
    }

    /// The tiles that lie.
    pub(super) fn laid(&self) -> Tiles {
        self.layout.laid().map(|laid| laid.placement.tile()).collect()
    }

    /// Lays a tile where it was allowed to lie.
    pub(super) fn lay(&mut self, placement: Placement) {
        let cells = placement.cells();
        for tile in around(cells).filter_map(|pair| step(&self.layout, pair)) {
            let steps = &mut self.steps[tile.index()];
            *steps = steps.saturating_sub(1);
            if *steps == 0 {
                self.climbers.remove(tile);
            }
        }
        self.layout.lay(placement);
        for tile in around(cells).filter_map(|pair| step(&self.layout, pair)) {
            self.steps[tile.index()] += 1;
            self.climbers.insert(tile);
        }
    }

    /// The tiles that could climb onto a placement on the table and a tile beside it.
    pub(super) fn steps_beside(&self, placement: Placement) -> Tiles {
        let halves = placement.halves().into_iter();
        let pairs = halves.flat_map(|half| {
            half.cell
                .neighbours()
                .map(|beside| (half.symbol, self.layout.top(beside)))
        });
        let steps = pairs.filter_map(|(symbol, top)| {
            let top = top.filter(|top| top.level == 0)?;
            Some(Tile::new(symbol, top.symbol))
        });
        steps.collect()
    }

    /// Every climb of a tile of `hand`, by its cells ascending.
    pub(super) fn climbs(&self, hand: Tiles) -> impl Iterator<Item = Placement> + '_ {
        let able = hand.and(self.climbers);
        // Most of the time there is none, and nothing need be looked through.
        let joints = (!able.is_empty()).then(|| self.layout.joints());
        let joints = joints.into_iter().flatten();
        joints.filter_map(move |pair| {
            step(&self.layout, pair).filter(|tile| able.contains(*tile))?;
            let [one, other] = pair.map(|cell| Some(Half::new(self.layout.symbol(cell)?, cell)));
            Placement::new(one?, other?)
        })
    }

    fn count_climbs(&self, hand: Tiles) -> u32 {
        let able = hand.and(self.climbers);
        able.iter().map(|tile| u32::from(self.steps[tile.index()])).sum()
    }

    fn count_expands(&self, hand: Tiles) -> u32 {
        hand.iter().map(Tile::ways).sum::<u32>() * self.layout.count_open()
    }

    /// One expand: every number below [`Storeys::count_expands`] is another one, in no special order.
    fn nth_expand(&self, hand: Tiles, number: u32) -> Option<Placement> {
        let all: u32 = hand.iter().map(Tile::ways).sum();
        let [first, second] = self.layout.nth_open(number.checked_div(all)?)?;
        let mut way = number % all;
        for tile in hand.iter() {
            if way < tile.ways() {
                let placement = Placement::of(tile, first, second)?;
                return Some(if way == 0 { placement } else { placement.swapped() });
            }
            way -= tile.ways();
        }
        None
    }

    /// Fills `into` (emptied first) with all that may be done with `hand`.
    pub(super) fn choices(&self, hand: Tiles, into: &mut Vec<Choice>) {
        into.clear();
        if self.layout.is_empty() {
            into.extend(opening().map(Choice::Expand));
            return;
        }
        into.extend(self.climbs(hand).map(Choice::Climb));
        if into.is_empty() {
            let open: Vec<[Cell; 2]> = self.layout.open().collect();
            into.reserve(self.count_expands(hand) as usize);
            for tile in hand.iter() {
                let low = open
                    .iter()
                    .filter_map(|[first, second]| Placement::of(tile, *first, *second));
                let both = low.flat_map(|placement| {
                    let other = (!tile.is_double()).then(|| placement.swapped());
                    std::iter::once(placement).chain(other)
                });
                into.extend(both.map(Choice::Expand));
            }
        }
    }

    /// How many choices [`Storeys::choices`] names.
    pub(super) fn count(&self, hand: Tiles) -> u32 {
        match self.count_climbs(hand) {
            _ if self.layout.is_empty() => 1,
            0 => self.count_expands(hand),
            climbs => climbs,
        }
    }

    /// One of these choices, every one equally likely.
    pub(super) fn random(&self, hand: Tiles, source: &mut dyn Source) -> Option<Choice> {
        if self.layout.is_empty() {
            return opening().map(Choice::Expand);
        }
        match self.count_climbs(hand) {
            0 => {
                let number = source.below(self.count_expands(hand));
                self.nth_expand(hand, number).map(Choice::Expand)
            }
            climbs => {
                let number = source.below(climbs) as usize;
                self.climbs(hand).nth(number).map(Choice::Climb)
            }
        }
    }

    /// Whether `choice` is one of these.
    ///
    /// # Errors
    /// Why it is not.
    pub(super) fn check(&self, hand: Tiles, choice: Choice) -> Result<(), Fault> {
        if self.layout.is_empty() {
            return match choice {
                Choice::Expand(placement) if Some(placement) == opening() => Ok(()),
                _ => Err(Fault::Opening),
            };
        }
        if !hand.contains(choice.tile()) {
            return Err(Fault::Held);
        }
        let able = hand.and(self.climbers);
        match choice {
            Choice::Climb(placement) => self.check_climb(placement),
            Choice::Expand(_) if !able.is_empty() => Err(Fault::Must(able)),
            Choice::Expand(placement) => placing::check(&self.layout, placement).map_err(|why| match why {
                Misplaced::First => Fault::Opening,
                Misplaced::Taken(cell) => Fault::Taken(cell),
                Misplaced::Apart => Fault::Apart,
            }),
        }
    }

    fn check_climb(&self, placement: Placement) -> Result<(), Fault> {
        let halves = placement.halves();
        let [first, second] = placement.cells();
        let tops: [Top; 2] = match (self.layout.top(first), self.layout.top(second)) {
            (Some(one), Some(other)) => [one, other],
            (None, None) => return Err(Fault::Empty(first)),
            (None, Some(_)) => return Err(Fault::Half(first, second)),
            (Some(_), None) => return Err(Fault::Half(second, first)),
        };
        if tops[0].number == tops[1].number {
            return Err(Fault::OneTile);
        }
        if tops[0].level != tops[1].level {
            return Err(Fault::Levels(tops.map(|top| top.level)));
        }
        let wrong = halves
            .into_iter()
            .zip(tops)
            .find(|(half, top)| half.symbol != top.symbol);
        match wrong {
            Some((half, top)) => Err(Fault::Symbol(half.cell, top.symbol)),
            None => Ok(()),
        }
    }
}

/// The pairs of cells of which a tile on these two changes what they show.
fn around([first, second]: [Cell; 2]) -> impl Iterator<Item = [Cell; 2]> {
    let beside = |cell: Cell, other: Cell| {
        let cells = cell.neighbours().into_iter().filter(move |beside| *beside != other);
        cells.map(move |beside| [cell, beside])
    };
    let pairs = beside(first, second).chain(beside(second, first));
    std::iter::once([first, second]).chain(pairs)
}

/// The tile that could climb on these two cells, which lie side by side.
fn step(layout: &Layout, [one, other]: [Cell; 2]) -> Option<Tile> {
    let (one, other) = (layout.top(one)?, layout.top(other)?);
    let is_step = one.level == other.level && one.number != other.number;
    is_step.then(|| Tile::new(one.symbol, other.symbol))
}
