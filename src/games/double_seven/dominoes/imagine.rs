//! Other worlds that a viewer cannot tell from the real one.
//!
//! Hidden are the hands of others and the order of the supply. A viewer knows how many tiles a hand has and which tiles it
//! cannot hold ([`Known`](super::known::Known)). Before the opening the viewer also knows that no hand except the opener's
//! holds the opening tile, and later that the asked seat can play. The hidden tiles are dealt anew within these limits. The
//! deal starts from any fitting one and then exchanges tiles that may change places. No other hidden information affects
//! the result, so two games that the viewer cannot tell apart give the same world for the same throws.

use super::super::{SET, Tile, Tiles};
use super::known::Group;
use super::{Dominoes, Must, Phase, opening};
use crate::rules::{Seat, Source};

/// How often a deal is tried in the hope that it fits. After that the tile that must fit is put in its place.
const DEALS: u8 = 16;

/// How many exchanges are tried per tile.
const MIXED: u32 = 4;

/// A place for some of the hidden tiles: a hand or the supply.
#[derive(Clone, Copy)]
pub(super) struct HiddenPlace {
    /// The seat with the hand; `None` is the supply.
    pub(super) seat: Option<Seat>,
    pub(super) group: Group,
}

impl HiddenPlace {
    fn takes(&self, tile: Tile) -> bool {
        !self.group.none_of.contains(tile)
    }
}

/// Hidden tiles, and the place of each: an index into the places.
struct Deal {
    tiles: Vec<Tile>,
    at: Vec<usize>,
}

impl Dominoes {
    /// A hidden hand as groups of tiles, according to what the viewer `own` knows about them.
    pub(super) fn places(&self, seat: Seat, own: Option<Seat>) -> Vec<HiddenPlace> {
        let mut known = self.known[seat.index()];
        if self.phase == Phase::Play && seat == self.turn && self.must() != Must::Play {
            known.lacks(self.line.takes_anywhere());
        }
        let mut groups = known.groups().to_vec();
        if self.phase == Phase::Open
            && own == Some(self.turn)
            && let Some(best) = opening::best(self.hand(self.turn))
        {
            for group in &mut groups {
                group.none_of = group.none_of.or(opening::outranking(best));
            }
        }
        let seat = Some(seat);
        groups.into_iter().map(|group| HiddenPlace { seat, group }).collect()
    }

    /// A deal before the opening: the seat that opens holds the opening tile.
    pub(super) fn deal_opening(
        &self,
        hidden: Tiles,
        places: &[HiddenPlace],
        own: Option<Seat>,
        source: &mut dyn Source,
    ) -> Vec<(Option<Seat>, Tile)> {
        if own == Some(self.turn) {
            return deal(hidden, places, source);
        }
        let viewers = own.map_or(Tiles::EMPTY, |seat| self.hand(seat));
        for _ in 0..DEALS {
            let mut dealt = deal(hidden, places, source);
            let held = dealt.iter().filter(|(seat, _)| seat.is_some()).map(|(_, tile)| *tile);
            let best = opening::best(viewers.or(held.collect()));
            let opener = dealt.iter().find(|(_, tile)| Some(*tile) == best);
            // The hidden hands are interchangeable so far: the hand with the opening tile is exchanged with the opener's
            // hand.
            if let Some((opener, _)) = opener.copied() {
                let turn = Some(self.turn);
                for (seat, _) in &mut dealt {
                    *seat = match *seat {
                        seat if seat == opener => turn,
                        seat if seat == turn => opener,
                        seat => seat,
                    };
                }
                return dealt;
            }
        }
        // The viewer's own tiles are hard to outrank, but the best hidden tile does.
        let witness = opening::best(hidden).map(|tile| (tile, self.turn));
        with_witness(hidden, places, witness, source).unwrap_or_else(|| deal(hidden, places, source))
    }

    /// A deal in the middle of a hand, or after it: an asked seat can play.
    pub(super) fn deal_play(
        &self,
        hidden: Tiles,
        places: Vec<HiddenPlace>,
        own: Option<Seat>,
        source: &mut dyn Source,
    ) -> Vec<(Option<Seat>, Tile)> {
        let asked = self.phase == Phase::Play && own != Some(self.turn) && self.must() == Must::Play;
        if !asked {
            return deal(hidden, &places, source);
        }
        let fits = self.line.takes_anywhere();
        let turn = Some(self.turn);
        for _ in 0..DEALS {
            let dealt = deal(hidden, &places, source);
            if dealt.iter().any(|(seat, tile)| *seat == turn && fits.contains(*tile)) {
                return dealt;
            }
        }
        let mut witnesses: Vec<Tile> = hidden.and(fits).iter().collect();
        source.shuffle(&mut witnesses);
        let mut deals = witnesses
            .into_iter()
            .filter_map(|tile| with_witness(hidden, &places, Some((tile, self.turn)), source));
        deals.next().unwrap_or_else(|| deal(hidden, &places, source))
    }
}

/// The tiles that were dealt to this hand or to the supply.
pub(super) fn of(dealt: &[(Option<Seat>, Tile)], to: Option<Seat>) -> impl Iterator<Item = Tile> + '_ {
    dealt.iter().filter(move |(seat, _)| *seat == to).map(|(_, tile)| *tile)
}

/// Deals with one tile put into a hand beforehand; `None` if the others do not fit around it.
fn with_witness(
    hidden: Tiles,
    places: &[HiddenPlace],
    witness: Option<(Tile, Seat)>,
    source: &mut dyn Source,
) -> Option<Vec<(Option<Seat>, Tile)>> {
    let (tile, seat) = witness?;
    let seat = Some(seat);
    let mut rest = hidden;
    rest.remove(tile);
    let holds = |place: &HiddenPlace| place.seat == seat && place.group.count > 0 && place.takes(tile);
    for at in (0..places.len()).filter(|at| holds(&places[*at])) {
        let mut around = places.to_vec();
        around[at].group.count -= 1;
        if let Some(whole) = Deal::new(rest, &around, source) {
            let mut dealt = whole.mixed(&around, source);
            dealt.push((seat, tile));
            return Some(dealt);
        }
    }
    None
}

/// Deals the hidden tiles to places where they may be. A way exists: the real deal fits.
fn deal(hidden: Tiles, places: &[HiddenPlace], source: &mut dyn Source) -> Vec<(Option<Seat>, Tile)> {
    Deal::new(hidden, places, source).map_or_else(Vec::new, |deal| deal.mixed(places, source))
}

impl Deal {
    /// Some way to deal `hidden`, so that each place takes its tiles.
    fn new(hidden: Tiles, places: &[HiddenPlace], source: &mut dyn Source) -> Option<Deal> {
        const NOWHERE: usize = usize::MAX;
        let mut tiles: Vec<Tile> = hidden.iter().collect();
        source.shuffle(&mut tiles);
        let at = vec![NOWHERE; tiles.len()];
        let mut deal = Deal { tiles, at };
        let mut room: Vec<u8> = places.iter().map(|place| place.group.count).collect();
        for tile in 0..deal.tiles.len() {
            let from = source.below(places.len() as u32) as usize;
            let mut tried = [false; SET];
            if !deal.find(tile, from, places, &mut room, &mut tried) {
                return None;
            }
        }
        Some(deal)
    }

    /// Finds a place for a tile, and moves other tiles out of its way if necessary.
    fn find(
        &mut self,
        tile: usize,
        from: usize,
        places: &[HiddenPlace],
        room: &mut [u8],
        tried: &mut [bool; SET],
    ) -> bool {
        let count = places.len();
        let order = (0..count).map(|by| (from + by) % count);
        let fitting: Vec<usize> = order.filter(|place| places[*place].takes(self.tiles[tile])).collect();
        if let Some(place) = fitting.iter().copied().find(|place| room[*place] > 0) {
            room[place] -= 1;
            self.at[tile] = place;
            return true;
        }
        for place in fitting {
            if std::mem::replace(&mut tried[place % SET], true) {
                continue;
            }
            let there = (0..self.tiles.len()).filter(|other| self.at[*other] == place);
            for other in there.collect::<Vec<_>>() {
                // The other tile cannot move back: the place that it leaves has no room and is marked as tried.
                if self.find(other, from, places, room, tried) {
                    self.at[tile] = place;
                    return true;
                }
            }
        }
        false
    }

    /// The tiles with their seats, after many exchanges that both places allow.
    fn mixed(mut self, places: &[HiddenPlace], source: &mut dyn Source) -> Vec<(Option<Seat>, Tile)> {
        let count = self.tiles.len() as u32;
        for _ in 0..MIXED * count {
            let [one, other] = [0; 2].map(|_| source.below(count) as usize);
            let may = |tile: usize, place: usize| places[self.at[place]].takes(self.tiles[tile]);
            if may(one, other) && may(other, one) {
                self.at.swap(one, other);
            }
        }
        let seats = self.at.iter().map(|place| places[*place].seat);
        seats.zip(self.tiles).collect()
    }
}
