//! Cards that lie or are held together: decks, discard piles, hands and stacks.
//!
//! A pile has room for the whole deck and owns no other memory. So a game is copied in one piece, and cards move without
//! allocation.

use std::fmt;
use std::str::FromStr;

use super::card::{CARDS, Card, CardSet};
use crate::rules::{Malformed, write_list};

/// Cards in order: of a hand the longest held first, of a discard pile and a stack the oldest first, of a deck the lowest
/// first, so that drawing takes the last. Written with the top card of a deck first.
#[derive(Clone, Copy, derive_more::Debug)]
#[debug("[{self}]")]
pub struct Pile {
    count: u8,
    cards: [Card; CARDS],
}

impl Default for Pile {
    fn default() -> Pile {
        Pile::EMPTY
    }
}

impl Pile {
    /// No card.
    pub(super) const EMPTY: Pile = Pile {
        count: 0,
        cards: [Card::FIRST; CARDS],
    };

    /// The cards, in order.
    pub fn as_slice(&self) -> &[Card] {
        &self.cards[..usize::from(self.count)]
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [Card] {
        &mut self.cards[..usize::from(self.count)]
    }

    pub(super) const fn len(&self) -> u8 {
        self.count
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Lays a card on top. The pile has room for every card of the deck, and each card exists once.
    pub(super) fn push(&mut self, card: Card) {
        if let Some(place) = self.cards.get_mut(usize::from(self.count)) {
            *place = card;
            self.count += 1;
        }
    }

    /// Takes the top card.
    pub(super) fn pop(&mut self) -> Option<Card> {
        let top = self.top()?;
        self.count -= 1;
        Some(top)
    }

    /// The top card.
    pub(super) fn top(&self) -> Option<Card> {
        self.as_slice().last().copied()
    }

    /// Takes the card at that index, counted from the lowest; the cards above it close up.
    pub(super) fn take(&mut self, place: usize) -> Option<Card> {
        let card = *self.as_slice().get(place)?;
        self.cards.copy_within(place + 1..usize::from(self.count), place);
        self.count -= 1;
        Some(card)
    }

    /// The index of the card, counted from the lowest.
    pub(super) fn place_of(&self, card: Card) -> Option<usize> {
        self.as_slice().iter().position(|other| *other == card)
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    pub(super) fn set(&self) -> CardSet {
        self.as_slice().iter().copied().collect()
    }

    /// Whether no card is in the pile twice.
    fn is_sound(&self) -> bool {
        self.set().len() == u32::from(self.count)
    }
}

impl PartialEq for Pile {
    fn eq(&self, other: &Pile) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Pile {}

impl FromIterator<Card> for Pile {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Pile {
        let mut pile = Pile::EMPTY;
        cards.into_iter().for_each(|card| pile.push(card));
        pile
    }
}

impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, ",", self.as_slice().iter().rev())
    }
}

impl FromStr for Pile {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Pile, Malformed> {
        let mut pile = Pile::EMPTY;
        for card in text.split(',') {
            if usize::from(pile.count) == CARDS {
                return Err(Malformed);
            }
            pile.push(card.parse()?);
        }
        pile.as_mut_slice().reverse();
        match pile.is_sound() {
            true => Ok(pile),
            false => Err(Malformed),
        }
    }
}

/// A team's stack in a lane, the oldest card first.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Stack {
    cards: Pile,
    /// The cards of the stack that lie face up.
    up: CardSet,
}

impl Stack {
    pub(super) fn as_slice(&self) -> &[Card] {
        self.cards.as_slice()
    }

    pub(super) const fn len(&self) -> u8 {
        self.cards.len()
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    pub(super) fn is_up(&self, card: Card) -> bool {
        self.up.contains(card)
    }

    /// The facing of the stack, which is that of its oldest card; an empty stack is face down.
    pub(super) fn faces_up(&self) -> bool {
        self.as_slice().first().is_some_and(|card| self.is_up(*card))
    }

    pub(super) fn push(&mut self, card: Card, face_up: bool) {
        self.cards.push(card);
        if face_up {
            self.up.insert(card);
        }
    }

    /// Takes the most recently played card.
    pub(super) fn pop(&mut self) -> Option<Card> {
        let card = self.cards.pop()?;
        self.up.remove(card);
        Some(card)
    }

    /// Takes the card at that place, counted from the oldest.
    pub(super) fn take(&mut self, place: usize) -> Option<Card> {
        let card = self.cards.take(place)?;
        self.up.remove(card);
        Some(card)
    }

    /// Turns all cards face up.
    pub(super) fn reveal(&mut self) {
        self.up = self.cards.set();
    }

    /// Puts other cards in the place of those that lie face down, from the oldest.
    pub(super) fn replace(&mut self, mut with: impl FnMut(Card) -> Card) {
        for card in self.cards.as_mut_slice() {
            if !self.up.contains(*card) {
                *card = with(*card);
            }
        }
    }
}
