//! The orders that would be valid if they were resolved alone on the table as it stands: counted, listed, and drawn.
//!
//! The orders are never judged one by one. Every verb is a set of lanes times some cards of the hand.

use super::Binmat;
use super::card::{Card, Rank};
use super::lane::{Deck, Lane, Side};
use super::order::Order;
use crate::rules::{Seat, Source};

/// What may be done with a card.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CardVerb {
    Down,
    Up,
    Discard,
}

/// Which cards of the hand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    All,
    NoBreaks,
    Breaks,
    Bounces,
}

impl Which {
    fn has(self, card: Card) -> bool {
        match self {
            Which::All => true,
            Which::NoBreaks => card.rank() != Rank::Break,
            Which::Breaks => card.rank() == Rank::Break,
            Which::Bounces => card.rank() == Rank::Bounce,
        }
    }
}

/// All orders of one kind: every place with every card.
#[derive(Clone, Copy)]
struct Block {
    verb: CardVerb,
    which: Which,
    /// The decks or lanes, by number.
    places: u8,
}

/// The valid orders of a seat.
pub(super) struct Ways<'h> {
    hand: &'h [Card],
    draws: u8,
    fights: u8,
    blocks: [Block; 6],
}

/// The number of the `nth` of the places in a set.
fn nth_place(places: u8, nth: usize) -> usize {
    let mut left = places;
    for _ in 0..nth {
        left &= left.wrapping_sub(1);
    }
    left.trailing_zeros() as usize % 8
}

fn each_place(places: u8) -> impl Iterator<Item = usize> {
    (0..places.count_ones() as usize).map(move |nth| nth_place(places, nth))
}

fn deck(place: usize) -> Deck {
    Deck::ALL[place % Deck::ALL.len()]
}

fn lane(place: usize) -> Lane {
    Lane::ALL[place % Lane::ALL.len()]
}

impl Block {
    fn order(self, card: Card, place: usize) -> Order {
        match self.verb {
            CardVerb::Down => Order::PlayDown(card, lane(place)),
            CardVerb::Up => Order::PlayUp(card, lane(place)),
            CardVerb::Discard => Order::Discard(card, deck(place)),
        }
    }
}

impl Binmat {
    /// The orders of `seat` that would be valid alone.
    pub(super) fn ways(&self, seat: Seat) -> Ways<'_> {
        let side = self.options.side(seat);
        let attacks = side == Side::Attackers;
        // Sets of lanes: where a stack is, where it faces up, where it has a BREAK open, where defenders stand.
        let (mut stacks, mut up, mut broken, mut guarded, mut filled) = (0_u8, 0_u8, 0_u8, 0_u8, 0_u8);
        for lane in Lane::ALL {
            let bit = 1 << lane.number();
            let own = self.table.standing(side, lane);
            stacks |= if own.empty { 0 } else { bit };
            up |= if own.faces_up { bit } else { 0 };
            broken |= if own.broken { bit } else { 0 };
            let guard = self.table.stack(Side::Defenders, lane);
            guarded |= if guard.is_empty() { 0 } else { bit };
            filled |= if self.table.has_cards(Deck::Lane(lane)) { bit } else { 0 };
        }
        const LANES: u8 = 0b11_1111;
        let own_deck = if self.table.has_cards(Deck::Attackers) {
            1 << Deck::Attackers.index()
        } else {
            0
        };
        let block = |verb, which, places| Block { verb, which, places };
        Ways {
            hand: self.hands[seat.index()].as_slice(),
            draws: if attacks { !guarded & LANES | own_deck } else { filled },
            fights: if attacks { stacks } else { 0 },
            blocks: [
                block(CardVerb::Down, Which::All, stacks & !up),
                block(CardVerb::Down, Which::NoBreaks, !stacks & LANES),
                block(CardVerb::Up, Which::NoBreaks, up),
                block(
                    CardVerb::Up,
                    Which::Breaks,
                    if attacks { stacks } else { stacks & !broken },
                ),
                block(CardVerb::Up, Which::Bounces, if attacks { !stacks & LANES } else { 0 }),
                block(CardVerb::Discard, Which::All, if attacks { own_deck } else { LANES }),
            ],
        }
    }
}

impl Ways<'_> {
    fn cards(&self, which: Which) -> impl Iterator<Item = Card> + '_ {
        self.hand.iter().copied().filter(move |card| which.has(*card))
    }

    fn cards_of(&self, which: Which) -> usize {
        match which {
            Which::All => self.hand.len(),
            which => self.cards(which).count(),
        }
    }

    fn size(&self, block: Block) -> usize {
        match block.places.count_ones() as usize {
            0 => 0,
            places => places * self.cards_of(block.which),
        }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        let plain = (self.draws.count_ones() + self.fights.count_ones()) as usize;
        plain + self.blocks.iter().map(|block| self.size(*block)).sum::<usize>()
    }

    /// All of them: by verb, then by place, then the longest held card first.
    pub(super) fn list(&self, into: &mut Vec<Order>) {
        into.extend(each_place(self.draws).map(|place| Order::Draw(deck(place))));
        into.extend(each_place(self.fights).map(|place| Order::Combat(lane(place))));
        for block in self.blocks {
            for place in each_place(block.places) {
                into.extend(self.cards(block.which).map(|card| block.order(card, place)));
            }
        }
    }

    /// One of them, every one equally likely.
    pub(super) fn pick(&self, source: &mut dyn Source) -> Option<Order> {
        let sizes = self.blocks.map(|block| self.size(block));
        let [draws, fights] = [self.draws, self.fights].map(|places| places.count_ones() as usize);
        let all = draws + fights + sizes.iter().sum::<usize>();
        if all == 0 {
            return None;
        }
        let mut nth = source.below(all as u32) as usize;
        if nth < draws {
            return Some(Order::Draw(deck(nth_place(self.draws, nth))));
        }
        nth -= draws;
        if nth < fights {
            return Some(Order::Combat(lane(nth_place(self.fights, nth))));
        }
        nth -= fights;
        for (block, size) in self.blocks.into_iter().zip(sizes) {
            if nth < size {
                let places = block.places.count_ones() as usize;
                let card = self.cards(block.which).nth(nth / places)?;
                return Some(block.order(card, nth_place(block.places, nth % places)));
            }
            nth -= size;
        }
        None
    }
}
