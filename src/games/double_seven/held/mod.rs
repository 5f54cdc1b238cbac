//! One tile in every hand: the seat on turn places its tile beside others and draws the next, until all lie on the table.
//!
//! Games of this kind differ in what comes before the deal and in what is counted at the end. The tile that a seat holds
//! and the order of the supply are secret; everybody knows that a tile was drawn.
//!
//! This module holds the tiles and their rules. [`view`] holds what a viewer sees; [`presentation`] and [`sketch`] put that into
//! words and pictures. What only one of the games counts or says stays with that game.

pub mod presentation;
pub mod sketch;
pub mod view;

pub use view::{Own, Seen, Stage, after};

use super::placing::{self, Misplaced};
use super::{Deck, Layout, Placement, SET, Tile, Tiles, names};
use crate::rules::{Listing, Phrase, Refusal, Seat, Source, Viewer};

/// The most seats.
const SEATS: usize = 4;

/// Tiles in hand, in the supply and on the table.
#[derive(Clone, Debug)]
pub struct Held {
    seats: u8,
    /// The seat that places now, or will place.
    pub turn: Seat,
    /// The tile that each seat holds.
    pub hands: [Option<Tile>; SEATS],
    /// What lies on the table.
    pub layout: Layout,
    /// The tiles in the order in which they are dealt and drawn. A drawn tile leaves no trace here.
    deck: [Tile; SET],
    /// How many tiles the deck had, and how many of them were dealt and drawn.
    size: u8,
    drawn: u8,
}

/// The names by which a game refuses a placement.
#[derive(Clone, Copy, Debug)]
pub struct Reasons {
    /// The placed tile is another `tile` than the seat's `own`.
    pub tile: &'static str,
    /// The first tile must lie in its fixed place.
    pub first: &'static str,
    /// Nothing lies beside it.
    pub apart: &'static str,
    /// Something lies on `cell`.
    pub taken: &'static str,
}

impl Held {
    /// The tiles before the deal, for this many seats.
    pub fn new(seats: u8) -> Held {
        Held {
            seats,
            turn: Seat(0),
            hands: [None; SEATS],
            layout: Layout::new(),
            deck: [Tile::default(); SET],
            size: 0,
            drawn: 0,
        }
    }

    /// A tile for each seat, seat 0 first; the rest is the supply.
    pub fn deal(&mut self, deck: &Deck) {
        for (place, tile) in self.deck.iter_mut().zip(deck.order()) {
            *place = *tile;
        }
        self.size = deck.order().len() as u8;
        for seat in 0..usize::from(self.seats) {
            self.hands[seat] = self.draw();
        }
    }

    /// The tiles of the supply, the next one first.
    pub fn supply(&self) -> &[Tile] {
        &self.deck[usize::from(self.drawn)..usize::from(self.size)]
    }

    fn supply_mut(&mut self) -> &mut [Tile] {
        &mut self.deck[usize::from(self.drawn)..usize::from(self.size)]
    }

    /// Draws from the supply, if there is anything in it.
    fn draw(&mut self) -> Option<Tile> {
        // A drawn tile leaves no trace, as in a bag.
        let tile = self.supply_mut().first_mut().map(std::mem::take)?;
        self.drawn += 1;
        Some(tile)
    }

    /// The tile that a seat holds.
    pub fn hand(&self, seat: Seat) -> Option<Tile> {
        self.hands.get(seat.index()).copied().flatten()
    }

    /// The tile that a seat is to place now.
    pub fn placing(&self, seat: Seat) -> Option<Tile> {
        self.hand(seat).filter(|_| self.turn == seat)
    }

    /// The choices of a seat: all ways to place its tile when it is its turn.
    pub fn choices(&self, seat: Seat, into: &mut Vec<Placement>) -> Listing {
        into.clear();
        if let Some(tile) = self.placing(seat) {
            into.extend(placing::all(&self.layout, tile));
        }
        Listing::Complete
    }

    /// How many choices a seat has.
    pub fn count(&self, seat: Seat) -> usize {
        self.placing(seat)
            .map_or(0, |tile| placing::count(&self.layout, tile) as usize)
    }

    /// One choice of a seat, every one equally likely; `None` when it has none.
    pub fn random_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<Placement> {
        placing::random(&self.layout, self.placing(seat)?, source)
    }

    /// By how much what `weight` says of a seat is more than what it says of the others, for as many as there are of these.
    pub fn lead(&self, seat: Seat, weight: impl Fn(Seat) -> i64) -> i64 {
        let seats = (0..self.seats).map(Seat);
        seats.map(|other| weight(seat) - weight(other)).sum()
    }

    /// Whether a seat, whose turn it is, may place its tile there.
    ///
    /// # Errors
    /// The game's reason why not.
    pub fn check(&self, seat: Seat, placement: Placement, reasons: &Reasons) -> Result<(), Refusal> {
        if let Some(own) = self.hand(seat).filter(|own| *own != placement.tile()) {
            let refusal = Phrase::new(reasons.tile)
                .with("tile", placement.tile().to_string())
                .with("own", own.to_string());
            return Err(refusal.into());
        }
        placing::check(&self.layout, placement).map_err(|misplaced| match misplaced {
            Misplaced::First => Refusal::because(reasons.first),
            Misplaced::Apart => Refusal::because(reasons.apart),
            Misplaced::Taken(cell) => Phrase::new(reasons.taken).with("cell", names::cell(cell)).into(),
        })
    }

    /// Places the tile of the seat on turn and draws another for it. Returns whether there is more to place.
    pub fn place(&mut self, placement: Placement) -> bool {
        self.layout.lay(placement);
        let drawn = self.draw();
        if let Some(hand) = self.hands.get_mut(self.turn.index()) {
            *hand = drawn;
        }
        self.turn = self.turn.next(self.seats);
        self.hand(self.turn).is_some()
    }

    /// The tiles that are neither on the table nor in the viewer's hand.
    pub fn unseen(&self, viewer: Viewer) -> Tiles {
        let laid: Tiles = self.layout.laid().map(|laid| laid.placement.tile()).collect();
        let own = match viewer {
            Viewer::Seat(seat) => self.hand(seat),
            Viewer::Table => None,
        };
        Tiles::ALL.without(laid).without(own.into_iter().collect())
    }

    /// Puts these tiles, as many, where `viewer` sees none.
    pub fn deal_anew(&mut self, viewer: Viewer, tiles: Tiles, source: &mut dyn Source) {
        let order = Deck::shuffled(tiles, source);
        let mut order = order.order().iter().copied();
        let hidden = |seat: &usize| viewer != Viewer::Seat(Seat(*seat as u8));
        for seat in (0..usize::from(self.seats)).filter(hidden) {
            if let Some(held) = &mut self.hands[seat]
                && let Some(tile) = order.next()
            {
                *held = tile;
            }
        }
        for (place, tile) in self.supply_mut().iter_mut().zip(order) {
            *place = tile;
        }
    }
}
