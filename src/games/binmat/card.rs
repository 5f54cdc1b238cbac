//! The deck: 78 cards in six suits, and how they are written (rulebook, "The Binmat Deck").
//!
//! A card is written as its rank and its suit: `2!`, `a#` (ten), `@^`, `*&`, `?%`, `>+`.

use std::str::FromStr;

use crate::rules::{Malformed, serialized_as_written};

/// How many cards the deck has.
pub const CARDS: usize = 78;

/// How many cards a suit has.
const RANKS: usize = 13;

/// A suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Suit {
    /// `&`
    Form,
    /// `%`
    Kin,
    /// `+`
    Data,
    /// `!`
    Chaos,
    /// `^`
    Void,
    /// `#`
    Choice,
}

impl Suit {
    /// Every suit, in the order of the rulebook.
    pub const ALL: [Suit; 6] = [Suit::Form, Suit::Kin, Suit::Data, Suit::Chaos, Suit::Void, Suit::Choice];

    /// The sign of the suit.
    pub const fn sign(self) -> char {
        match self {
            Suit::Form => '&',
            Suit::Kin => '%',
            Suit::Data => '+',
            Suit::Chaos => '!',
            Suit::Void => '^',
            Suit::Choice => '#',
        }
    }

    /// The suit of that sign.
    pub fn of_sign(sign: char) -> Option<Suit> {
        Suit::ALL.into_iter().find(|suit| suit.sign() == sign)
    }
}

/// A rank: one of nine numbers, or one of the four modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "nine numbers and four names that the rulebook gives")]
pub enum Rank {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Trap,
    Wild,
    Bounce,
    Break,
}

impl Rank {
    /// Every rank, the numbers first.
    pub const ALL: [Rank; RANKS] = [
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Trap,
        Rank::Wild,
        Rank::Bounce,
        Rank::Break,
    ];

    /// What a number card counts, 2 to 10; `None` of a modifier.
    pub const fn number(self) -> Option<u8> {
        let place = self as u8;
        if place <= Rank::Ten as u8 {
            Some(place + 2)
        } else {
            None
        }
    }

    /// How the rank is written.
    pub const fn sign(self) -> char {
        match self {
            Rank::Ten => 'a',
            Rank::Trap => '@',
            Rank::Wild => '*',
            Rank::Bounce => '?',
            Rank::Break => '>',
            _ => (b'2' + self as u8) as char,
        }
    }

    /// The rank of that sign.
    pub fn of_sign(sign: char) -> Option<Rank> {
        Rank::ALL.into_iter().find(|rank| rank.sign() == sign)
    }
}

/// A card of the deck. Every card is there once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, derive_more::Display, derive_more::Debug)]
#[debug("{self}")]
#[display("{}{}", self.rank().sign(), self.suit().sign())]
pub struct Card(u8);

impl Card {
    /// The card of that rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(suit as u8 * RANKS as u8 + rank as u8)
    }

    /// Every card, suit by suit.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..CARDS as u8).map(Card)
    }

    /// Its rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.0 as usize % RANKS]
    }

    /// Its suit.
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize / RANKS]
    }

    /// Its number in the deck, below [`CARDS`].
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The first card of the deck: it fills places that hold none.
    pub(super) const FIRST: Card = Card(0);
}

impl FromStr for Card {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Card, Malformed> {
        let mut signs = text.chars();
        let (Some(rank), Some(suit), None) = (signs.next(), signs.next(), signs.next()) else {
            return Err(Malformed);
        };
        let rank = Rank::of_sign(rank).ok_or(Malformed)?;
        Ok(Card::new(rank, Suit::of_sign(suit).ok_or(Malformed)?))
    }
}

serialized_as_written!(Card);

/// A set of cards.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, derive_more::Debug)]
#[debug("{:x}", self.0)]
pub(super) struct CardSet(u128);

impl CardSet {
    /// No card.
    pub(super) const EMPTY: CardSet = CardSet(0);
    /// The whole deck.
    pub(super) const ALL: CardSet = CardSet((1 << CARDS) - 1);

    /// Only `card`.
    pub(super) const fn one(card: Card) -> CardSet {
        CardSet(1 << card.0)
    }

    pub(super) const fn contains(self, card: Card) -> bool {
        self.0 & (1 << card.0) != 0
    }

    pub(super) const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }

    pub(super) const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }

    /// The cards of both.
    pub(super) const fn with(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// The cards that are in both.
    pub(super) const fn within(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// The cards that are not in the other.
    pub(super) const fn without(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards, in the order of the deck.
    pub(super) fn iter(self) -> impl Iterator<Item = Card> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let card = left.trailing_zeros();
            left &= left - 1;
            Some(Card(card as u8))
        })
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards
            .into_iter()
            .fold(CardSet::EMPTY, |set, card| set.with(CardSet::one(card)))
    }
}
