//! Other worlds that a viewer cannot tell from the real one.
//!
//! Hidden are the tiles in the hands of others and the order of the supply. The [`Ledger`](super::ledger::Ledger) holds
//! what is known about them. Every tile that the viewer has not seen is dealt anew, so that no seat that drew or passed
//! could have placed anything. Everybody knows whether the seat on turn can place, because it is asked only if it can. No
//! other hidden information affects the result, so two games that the viewer cannot tell apart give the same world for the
//! same throws.

use super::super::{Tile, Tiles};
use super::Tree;
use crate::rules::{Game, Seat, Source, Viewer};

/// Where a tile may have gone.
#[derive(Clone, Copy)]
enum Slot {
    /// The tile came with the gain of this number.
    Gain(usize),
    /// The tile is in the supply.
    Supply,
}

/// A tile that the viewer has not seen being dealt, and where it may have gone.
#[derive(Clone, Copy)]
struct Unseen {
    tile: Tile,
    /// A bit for each gain.
    gains: u32,
    /// Whether the tile lies in the tree and so is not in the supply.
    lies: bool,
}

impl Unseen {
    fn fits(&self, slot: Slot) -> bool {
        match slot {
            Slot::Gain(at) => self.gains & 1 << at != 0,
            Slot::Supply => !self.lies,
        }
    }
}

/// How many exchanges there are per dealt tile, so that no way to deal is much likelier than another.
const EXCHANGES: usize = 6;

/// How often tiles are dealt in the hope that the seat on turn gets one that fits.
const HOPES: usize = 24;

impl Tree {
    /// Every tile that the viewer has not seen being dealt, ascending, with the number of the gain that brought it; `None`
    /// for tiles in the supply. The result is consistent with everything that the viewer has seen.
    pub(super) fn deal_anew(&self, viewer: Viewer, source: &mut dyn Source) -> Vec<(Tile, Option<usize>)> {
        let (unseen, slots) = self.hidden(viewer);
        let dealt = match viewer != Viewer::Seat(self.turn) && self.can_place(self.turn) {
            true => self.deal_to_place(unseen.clone(), &slots, source),
            false => deal(&unseen, &slots, source),
        };
        let came = dealt.unwrap_or_default().into_iter().map(|slot| match slot {
            Slot::Gain(at) => Some(at),
            Slot::Supply => None,
        });
        unseen.iter().map(|unseen| unseen.tile).zip(came).collect()
    }

    /// Deals so that the seat on turn has a tile that fits.
    fn deal_to_place(&self, mut unseen: Vec<Unseen>, slots: &[Slot], source: &mut dyn Source) -> Option<Vec<Slot>> {
        let fitting = self.growth.open().tiles();
        let is_own = |at: usize| self.ledger.gains().get(at).is_some_and(|gain| gain.seat == self.turn);
        let helps = |(unseen, slot): (&Unseen, &Slot)| {
            let held = matches!(*slot, Slot::Gain(at) if is_own(at));
            held && !unseen.lies && fitting.contains(unseen.tile)
        };
        for _ in 0..HOPES {
            let dealt = deal(&unseen, slots, source)?;
            if unseen.iter().zip(&dealt).any(helps) {
                return Some(dealt);
            }
        }
        // The seat hardly ever gets a fitting tile by chance, so it is given one.
        let mut gifts: Vec<(usize, usize)> = Vec::new();
        for (tile, other) in unseen.iter().enumerate() {
            if !other.lies && fitting.contains(other.tile) {
                let gains = (0..self.ledger.gains().len()).filter(|at| is_own(*at) && other.fits(Slot::Gain(*at)));
                gifts.extend(gains.map(|gain| (tile, gain)));
            }
        }
        source.shuffle(&mut gifts);
        gifts.into_iter().find_map(|(tile, gain)| {
            let before = unseen[tile];
            unseen[tile] = Unseen {
                gains: 1 << gain,
                lies: true,
                ..before
            };
            let dealt = deal(&unseen, slots, source);
            unseen[tile] = before;
            dealt
        })
    }

    /// The number of the first gain that a seat has drawn since it placed a tile. Each drawn tile is one gain, so the
    /// counts agree.
    pub(super) fn first_of_draws(&self, seat: Seat) -> usize {
        let gains = self.ledger.gains().iter().enumerate();
        let own = gains.filter(|(_, gain)| gain.seat == seat).map(|(at, _)| at);
        let drew = self.drew[seat.index()].len();
        own.rev().take(drew).last().unwrap_or(self.ledger.gains().len())
    }

    /// The tiles that the viewer has not seen being dealt, ascending, and an equal number of places that they fill.
    fn hidden(&self, viewer: Viewer) -> (Vec<Unseen>, Vec<Slot>) {
        let others = |seat: Seat| viewer != Viewer::Seat(seat);
        let mut ledger = self.ledger.clone();
        if !self.can_place(self.turn) {
            ledger.stuck(self.turn, self.growth.open());
        }
        let mut unseen: Vec<Unseen> = Vec::new();
        let own = self.all().iter().filter(|seat| !others(*seat));
        let own = own.fold(Tiles::EMPTY, |own, seat| own.or(self.hands[seat.index()]));
        for tile in Tiles::ALL.without(own).iter() {
            let lies = self.growth.lies(tile);
            let gains = if lies { ledger.source(tile) } else { ledger.held(tile) };
            let gains = (0..ledger.gains().len())
                .filter(|at| gains & 1 << at != 0 && others(ledger.gains()[*at].seat))
                .fold(0, |gains, at| gains | 1 << at);
            // What a viewer has placed was its own tile; the tile on the ground was nobody's.
            if !lies || gains != 0 {
                unseen.push(Unseen { tile, gains, lies });
            }
        }
        let mut slots = Vec::with_capacity(unseen.len());
        for (at, gain) in ledger.gains().iter().enumerate().filter(|(_, gain)| others(gain.seat)) {
            slots.extend(std::iter::repeat_n(Slot::Gain(at), gain.count.into()));
        }
        slots.extend(std::iter::repeat_n(Slot::Supply, self.supply.len()));
        (unseen, slots)
    }
}

/// A random fitting slot for each of the tiles. `None` when no way exists.
fn deal(unseen: &[Unseen], slots: &[Slot], source: &mut dyn Source) -> Option<Vec<Slot>> {
    let mut slots = slots.to_vec();
    source.shuffle(&mut slots);
    let mut order: Vec<usize> = (0..unseen.len()).collect();
    source.shuffle(&mut order);
    // Tiles with few possible slots first, so that a tile hardly ever has to move on.
    order.sort_by_key(|at| unseen[*at].gains.count_ones() + u32::from(!unseen[*at].lies) * u32::BITS);
    let mut taken: Vec<Option<usize>> = vec![None; slots.len()];
    for tile in order {
        let mut tried = vec![false; slots.len()];
        if !settle(tile, unseen, &slots, &mut taken, &mut tried) {
            return None;
        }
    }
    let mut dealt: Vec<Slot> = vec![Slot::Supply; unseen.len()];
    for (slot, tile) in slots.iter().zip(&taken) {
        if let Some(tile) = *tile {
            dealt[tile] = *slot;
        }
    }
    let count = unseen.len() as u32;
    for _ in 0..unseen.len() * EXCHANGES {
        let (one, other) = (source.below(count) as usize, source.below(count) as usize);
        if unseen[one].fits(dealt[other]) && unseen[other].fits(dealt[one]) {
            dealt.swap(one, other);
        }
    }
    Some(dealt)
}

/// Finds a slot for a tile, and another slot for the tile that has it if necessary.
fn settle(tile: usize, unseen: &[Unseen], slots: &[Slot], taken: &mut [Option<usize>], tried: &mut [bool]) -> bool {
    for at in 0..slots.len() {
        if tried[at] || !unseen[tile].fits(slots[at]) {
            continue;
        }
        tried[at] = true;
        let free = match taken[at] {
            None => true,
            Some(other) => settle(other, unseen, slots, taken, tried),
        };
        if free {
            taken[at] = Some(tile);
            return true;
        }
    }
    false
}
