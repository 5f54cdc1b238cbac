//! What lies on the table: seven decks with their discard piles, and two stacks in every lane.

use super::card::Rank;
use super::flaw::OwnStack;
use super::lane::{Deck, LANES, Lane, Side};
use super::pile::{Pile, Stack};

const DECKS: usize = LANES + 1;

/// The cards on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Table {
    decks: [Pile; DECKS],
    discards: [Pile; DECKS],
    stacks: [[Stack; LANES]; 2],
}

impl Table {
    pub(super) const fn deck(&self, deck: Deck) -> &Pile {
        &self.decks[deck.index()]
    }

    pub(super) const fn deck_mut(&mut self, deck: Deck) -> &mut Pile {
        &mut self.decks[deck.index()]
    }

    /// The discard pile of a deck.
    pub(super) const fn discard(&self, deck: Deck) -> &Pile {
        &self.discards[deck.index()]
    }

    pub(super) const fn discard_mut(&mut self, deck: Deck) -> &mut Pile {
        &mut self.discards[deck.index()]
    }

    pub(super) const fn stack(&self, side: Side, lane: Lane) -> &Stack {
        &self.stacks[side.index()][lane.index()]
    }

    pub(super) const fn stack_mut(&mut self, side: Side, lane: Lane) -> &mut Stack {
        &mut self.stacks[side.index()][lane.index()]
    }

    /// Whether the deck or its discard pile has a card.
    pub(super) const fn has_cards(&self, deck: Deck) -> bool {
        !self.deck(deck).is_empty() || !self.discard(deck).is_empty()
    }

    /// How a stack stands for those who may play to it.
    pub(super) fn standing(&self, side: Side, lane: Lane) -> OwnStack {
        let stack = self.stack(side, lane);
        let cards = stack.as_slice().iter();
        let faces_up = stack.faces_up();
        OwnStack {
            empty: stack.is_empty(),
            faces_up,
            broken: faces_up && cards.into_iter().any(|card| card.rank() == Rank::Break),
        }
    }
}
