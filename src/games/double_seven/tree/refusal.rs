//! Why a choice is refused, told so that the next one is legal: which half, which symbol, which ring.
//!
//! The reasons follow from what lies open and from the seat's own hand.

use super::super::{Cell, Half, Placement, Ring, Symbol, names};
use super::Tree;
use super::growth::{Flaw, Growth, listed, may_bear, may_rest};
use super::notation::Choice;
use crate::rules::{Arg, Phrase, Refusal, Seat, joined, refuse};

/// How a ring is called.
pub(super) fn ring_name(ring: Ring) -> Phrase {
    Phrase::new(match ring {
        Ring::Pip => "tree-ring-pip",
        Ring::Small => "tree-ring-small",
        Ring::Large => "tree-ring-large",
    })
}

/// The rings that are bits of `bits`.
fn rings(bits: u8) -> Arg {
    let rings = Ring::ALL.into_iter().filter(|ring| bits & ring.bit() != 0);
    rings.map(ring_name).collect()
}

impl Tree {
    /// Whether `seat`, which is asked, may choose so.
    pub(super) fn check(&self, seat: Seat, choice: Choice) -> Result<(), Refusal> {
        match choice {
            Choice::Place(placement) => self.check_placement(seat, placement),
            Choice::Draw | Choice::Pass if self.can_place(seat) => self.refuse_giving_up(seat),
            _ if choice == self.stuck() => Ok(()),
            Choice::Draw => refuse("tree-refused-supply-empty"),
            Choice::Pass => refuse("tree-refused-supply-left"),
        }
    }

    /// Something fits: which tile, and where.
    fn refuse_giving_up(&self, seat: Seat) -> Result<(), Refusal> {
        let ways = self.ways(seat);
        let fitting = self.growth.spots().iter().find_map(|spot| {
            let pair = spot.pairs().and(ways).nth(0)?;
            spot.with(pair)
        });
        let [left, right] = fitting.map(Placement::halves).unwrap_or_default();
        refuse(
            Phrase::new("tree-refused-can")
                .with("tile", format!("{}-{}", left.symbol, right.symbol))
                .with("cell", names::cell(left.cell)),
        )
    }

    fn check_placement(&self, seat: Seat, placement: Placement) -> Result<(), Refusal> {
        let tile = placement.tile();
        if !self.hands[seat.index()].contains(tile) {
            let reason = Phrase::new(match self.growth.lies(tile) {
                true => "tree-refused-lies",
                false => "tree-refused-tile",
            });
            return Err(reason.with("tile", tile.to_string()).into());
        }
        match self.growth.flaw(placement) {
            None => Ok(()),
            Some(flaw) => Err(flawed(&self.growth, flaw).into()),
        }
    }
}

fn flawed(growth: &Growth, flaw: Flaw) -> Phrase {
    match flaw {
        Flaw::Upright => Phrase::new("tree-refused-upright"),
        Flaw::Ground => Phrase::new("tree-refused-ground"),
        Flaw::Taken(cell) => Phrase::new("tree-refused-taken").with("cell", names::cell(cell)),
        Flaw::Air => Phrase::new("tree-refused-air"),
        Flaw::Rings { upper, lower, rests } => misfit(growth, upper, lower, rests),
    }
}

/// Why `upper` cannot lie directly above `lower`, told of the half that would be placed: the upper one, if it `rests`.
fn misfit(growth: &Growth, upper: Half, lower: Half, rests: bool) -> Phrase {
    let (above, below) = (upper.symbol.rings(), lower.symbol.rings());
    let (lacking, added) = (below & !above, above & !below);
    let (half, other) = if rests { (upper, lower) } else { (lower, upper) };
    if rests && !may_bear(lower.symbol) {
        return closed("tree-refused-full", half, other);
    }
    if !rests && !may_rest(upper.symbol) {
        return closed("tree-refused-bare", half, other);
    }
    let fit = growth.fit(half.cell);
    let key = match (lacking, added.count_ones(), rests) {
        _ if fit == 0 => return gap(growth, half.cell),
        (0, 0, true) => return spoken("tree-refused-same", half, other, fit),
        (0, 0, false) => return spoken("tree-refused-same-under", half, other, fit),
        (0, _, true) => "tree-refused-many",
        (0, _, false) => "tree-refused-many-under",
        (_, _, true) => "tree-refused-lacks",
        (_, _, false) => "tree-refused-lacks-under",
    };
    let told = if lacking == 0 { added } else { lacking };
    spoken(key, half, other, fit).with("rings", rings(told))
}

/// What lies below `cell` and what lies above it leave nothing that fits between them.
fn gap(growth: &Growth, cell: Cell) -> Phrase {
    let number = |cell: Cell| growth.symbol(cell).map_or(0, Symbol::number);
    Phrase::new("tree-refused-gap")
        .with("cell", names::cell(cell))
        .with("lower", number(cell.below()))
        .with("below", names::cell(cell.below()))
        .with("upper", number(cell.above()))
        .with("above", names::cell(cell.above()))
}

fn closed(key: &'static str, half: Half, other: Half) -> Phrase {
    Phrase::new(key)
        .with("symbol", half.symbol.number())
        .with("cell", names::cell(half.cell))
        .with("place", names::cell(other.cell))
}

fn spoken(key: &'static str, half: Half, other: Half, fit: u8) -> Phrase {
    Phrase::new(key)
        .with("symbol", half.symbol.number())
        .with("cell", names::cell(half.cell))
        .with("other", other.symbol.number())
        .with("place", names::cell(other.cell))
        .with("fit", either(fit))
}

/// `1, 2 or 4`: symbols of which one would do.
fn either(symbols: u8) -> Phrase {
    let mut fitting: Vec<u8> = listed(symbols).map(Symbol::number).collect();
    let last = fitting.pop().unwrap_or_default();
    match fitting.is_empty() {
        true => Phrase::new("tree-one").with("symbol", last),
        false => Phrase::new("tree-either")
            .with("symbols", joined(fitting, ", "))
            .with("last", last),
    }
}
