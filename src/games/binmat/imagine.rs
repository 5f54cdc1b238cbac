//! Other worlds that a viewer cannot tell from the real one.
//!
//! Hidden from a viewer are the cards of decks (except the open tops), of other hands and of the other team's face-down
//! stacks, and the orders of others that are not resolved yet. For every card the game keeps the set of cards that it may
//! be, as far as everybody knows ([`Binmat::hints`](super::Binmat)). After a draw from an open deck this set holds only the
//! drawn card. After a shuffle it holds the shuffled cards. When a card leaves a hand unseen, each card of that hand may be
//! any of them. Beyond these sets a viewer sees its own hand and the stacks that it may look at, so those cards are removed
//! from all other sets.
//!
//! The rules add one fact about a face-down stack: its oldest card is no BREAK.
//!
//! Every hidden place is given a card that it may be, each card to one place. No other hidden information affects the
//! result, so two games that the viewer cannot tell apart give the same world for the same throws.

use super::Binmat;
use super::card::{CARDS, Card, CardSet, Rank, Suit};
use super::flaw::Flaw;
use super::lane::{Deck, Lane, Side};
use super::order::Order;
use super::tale::{Step, Tale, TaleLine};
use crate::rules::{Seat, SeatSet, Source};

/// A place whose card the viewer does not see.
#[derive(Clone, Copy)]
pub(super) struct Hidden {
    /// The card that really is there.
    pub(super) real: Card,
    /// The cards that may be there, as far as the viewer knows from what was drawn, shuffled and shown.
    hint: CardSet,
    /// The cards of `hint` that the rules allow there.
    may_be: CardSet,
    /// The card that this world puts there.
    pub(super) card: Option<Card>,
}

/// How many exchanges each place requests, on average.
const STIRS: usize = 3;

/// The hidden places and the cards for them.
pub(super) struct Guess {
    pub(super) places: Vec<Hidden>,
    /// The cards that are in no place yet.
    unused: CardSet,
}

impl Guess {
    /// Fills the places, those with the fewest possible cards first. If their sets are nested, every way to fill them is
    /// then equally likely. What the rules exclude changes a place's position only among places with equally large sets.
    pub(super) fn fill(&mut self, source: &mut dyn Source) {
        let mut turn: Vec<usize> = (0..self.places.len()).collect();
        turn.sort_by_key(|place| (self.places[*place].hint.len(), self.places[*place].may_be.len()));
        for place in turn {
            let free = self.places[place].may_be.within(self.unused);
            let nth = source.below(free.len()) as usize;
            match free.iter().nth(nth) {
                Some(card) => self.put(place, card),
                None => {
                    let mut tried = CardSet::EMPTY;
                    self.make_room(place, &mut tried);
                }
            }
        }
        self.stir(source);
    }

    fn put(&mut self, place: usize, card: Card) {
        self.places[place].card = Some(card);
        self.unused.remove(card);
    }

    /// Finds a card for a place for which none is left, by moving other cards. A way exists: the real one.
    fn make_room(&mut self, place: usize, tried: &mut CardSet) -> bool {
        let wanted = self.places[place].may_be;
        if let Some(card) = wanted.within(self.unused).iter().next() {
            self.put(place, card);
            return true;
        }
        for card in wanted.iter() {
            if tried.contains(card) {
                continue;
            }
            tried.insert(card);
            let Some(holder) = self.places.iter().position(|other| other.card == Some(card)) else {
                continue;
            };
            if self.make_room(holder, tried) {
                self.places[place].card = Some(card);
                return true;
            }
        }
        false
    }

    /// Exchanges cards between places where each may hold the other's card, so that the order of filling favours no way. A
    /// place requests any card that it may hold, so places with few possible cards make as many requests as the others.
    fn stir(&mut self, source: &mut dyn Source) {
        let mut sets: Vec<CardSet> = self.places.iter().map(|place| place.hint).collect();
        sets.sort_by_key(|set| set.len());
        // If the sets are nested, every way was already equally likely.
        if sets.windows(2).all(|pair| pair[0].without(pair[1]).is_empty()) {
            return;
        }
        let mut holders = [None; CARDS];
        for (at, place) in self.places.iter().enumerate() {
            if let Some(card) = place.card {
                holders[card.index()] = Some(at);
            }
        }
        let count = self.places.len();
        for _ in 0..STIRS * count {
            let asks = source.below(count as u32) as usize;
            let may_be = self.places[asks].may_be;
            let nth = source.below(may_be.len()) as usize;
            let (Some(wanted), Some(own)) = (may_be.iter().nth(nth), self.places[asks].card) else {
                continue;
            };
            let Some(holder) = holders[wanted.index()] else {
                continue;
            };
            if self.places[holder].may_be.contains(own) {
                self.places[holder].card = Some(own);
                self.places[asks].card = Some(wanted);
                holders[own.index()] = Some(holder);
                holders[wanted.index()] = Some(asks);
            }
        }
    }
}

/// The cards with which no stack can begin.
fn breaks() -> CardSet {
    Suit::ALL.into_iter().map(|suit| Card::new(Rank::Break, suit)).collect()
}

impl Binmat {
    /// The hidden places, in an order that reveals nothing about their contents.
    pub(super) fn hidden_from(&self, own: Option<Seat>) -> Guess {
        let mut places: Vec<Card> = Vec::with_capacity(CARDS);
        for deck in Deck::ALL {
            let cards = self.table.deck(deck).as_slice();
            places.extend(&cards[..cards.len() - usize::from(deck.is_open() && !cards.is_empty())]);
        }
        for seat in SeatSet::all(self.seat_count()).iter().filter(|seat| own != Some(*seat)) {
            let from = places.len();
            places.extend(self.hands[seat.index()].as_slice());
            // The order in which cards were held reveals what the holder still has, once a card has left the hand.
            places[from..].sort_by_key(|card| self.hints[card.index()]);
        }
        let team = own.map(|seat| self.options.side(seat));
        let mut oldest = CardSet::EMPTY;
        for side in Side::BOTH.into_iter().filter(|side| team != Some(*side)) {
            for lane in Lane::ALL {
                let stack = self.table.stack(side, lane);
                places.extend(stack.as_slice().iter().filter(|card| !stack.is_up(**card)));
                oldest = stack
                    .as_slice()
                    .first()
                    .copied()
                    .map_or(oldest, |card| oldest.with(CardSet::one(card)));
            }
        }
        let ruled_out = breaks();
        let unused: CardSet = places.iter().copied().chain(self.undealt().iter()).collect();
        let hidden = |real: Card| {
            let hint = self.hints[real.index()].within(unused);
            let may_be = match oldest.contains(real) {
                true => hint.without(ruled_out),
                false => hint,
            };
            Hidden {
                real,
                hint,
                may_be,
                card: None,
            }
        };
        Guess {
            places: places.into_iter().map(hidden).collect(),
            unused,
        }
    }

    /// Replaces the cards in the hidden places.
    pub(super) fn replace(&mut self, with: impl Fn(Card) -> Card, own: Option<Seat>) {
        for deck in Deck::ALL {
            let cards = self.table.deck_mut(deck).as_mut_slice();
            cards.iter_mut().for_each(|card| *card = with(*card));
        }
        for (seat, hand) in self.hands.iter_mut().enumerate() {
            if own.map(Seat::index) != Some(seat) {
                hand.as_mut_slice().iter_mut().for_each(|card| *card = with(*card));
                // Sort, so that the order of the hand does not depend on which card is which.
                hand.as_mut_slice().sort_unstable();
            }
        }
        let team = own.map(|seat| self.options.side(seat));
        for side in Side::BOTH.into_iter().filter(|side| team != Some(*side)) {
            for lane in Lane::ALL {
                self.table.stack_mut(side, lane).replace(&with);
            }
        }
    }

    /// Removes from a tale what the viewer was not told.
    pub(super) fn forget(&self, tale: &mut Tale, own: Option<Seat>) {
        let team = own.map(|seat| self.options.side(seat));
        for line in &mut tale.lines {
            match line {
                TaleLine::Order { seat, order, flaw } if own != Some(*seat) => match order {
                    _ if flaw.is_some() => (*order, *flaw) = (Order::Pass, Some(Flaw::Pass)),
                    Order::PlayDown(card, _) if team != Some(self.options.side(*seat)) => *card = Card::FIRST,
                    _ => {}
                },
                TaleLine::Step(Step::Drew { seat, deck, card }) if own != Some(*seat) && !deck.is_open() => {
                    *card = None
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives the first numbers of a generator with a long period.
    struct Throws(u64);

    impl Source for Throws {
        fn below(&mut self, bound: u32) -> u32 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (((self.0 >> 32) * u64::from(bound)) >> 32) as u32
        }
    }

    /// How often each way to fill places with these sets of cards comes about.
    fn ways(sets: &[&[usize]], times: usize) -> Vec<(Vec<usize>, usize)> {
        let mut source = Throws(7);
        let deck: Vec<Card> = Card::all().collect();
        let mut found: std::collections::BTreeMap<Vec<usize>, usize> = std::collections::BTreeMap::new();
        for _ in 0..times {
            let place = |set: &&[usize]| {
                let may_be: CardSet = set.iter().map(|card| deck[*card]).collect();
                Hidden {
                    real: deck[set[0]],
                    hint: may_be,
                    may_be,
                    card: None,
                }
            };
            let mut guess = Guess {
                places: sets.iter().map(place).collect(),
                unused: (0..sets.len()).map(|card| deck[card]).collect(),
            };
            guess.fill(&mut source);
            let cards = guess.places.iter().map(|place| place.card.expect("a card").index());
            *found.entry(cards.collect()).or_default() += 1;
        }
        found.into_iter().collect()
    }

    #[test]
    fn every_way_to_fill_the_places_is_about_as_likely_as_any_other() {
        // Sets within one another, and sets across: of these, to fill the first place first favours a way.
        let nested: &[&[usize]] = &[&[0, 1], &[0, 1, 2], &[0, 1, 2]];
        let across: &[&[usize]] = &[&[0, 1], &[1, 2], &[0, 1, 2]];
        for (sets, ways_there_are) in [(nested, 4), (across, 3)] {
            let found = ways(sets, 6000);
            assert_eq!(found.len(), ways_there_are, "{found:?}");
            let fair = 6000 / ways_there_are;
            assert!(
                found.iter().all(|(_, times)| times.abs_diff(fair) < fair / 8),
                "{found:?}"
            );
        }
    }
}
