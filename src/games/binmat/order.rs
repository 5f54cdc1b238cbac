//! Orders: what a member of a team may do in a turn, and how it is written (rulebook, "Gameplay"; docs/RULES.md, "BINMAT").
//!
//! In records an order names its card in full. A person who types may leave the suit out: then the order means the longest
//! held card of that rank.

use std::str::FromStr;

use super::card::{Card, Rank, Suit};
use super::lane::{Deck, Lane};
use crate::rules::{Malformed, serialized_as_written};

/// An order of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, derive_more::Display)]
pub enum Order {
    /// `d3`, `da`: to draw a card.
    #[display("d{_0}")]
    Draw(Deck),
    /// `p3^1`: to play a card face down to the own stack in a lane.
    #[display("p{_0}{_1}")]
    PlayDown(Card, Lane),
    /// `u>&0`: to play a card face up.
    #[display("u{_0}{_1}")]
    PlayUp(Card, Lane),
    /// `c3`: to begin combat.
    #[display("c{_0}")]
    Combat(Lane),
    /// `x?#4`: to discard a card to the pile of that deck. `x?#a` also draws two cards from the attackers' deck.
    #[display("x{_0}{_1}")]
    Discard(Card, Deck),
    /// `--`: to do nothing.
    #[display("--")]
    Pass,
}

impl Order {
    /// The card of the hand that the order names.
    pub const fn card(self) -> Option<Card> {
        match self {
            Order::PlayDown(card, _) | Order::PlayUp(card, _) | Order::Discard(card, _) => Some(card),
            Order::Draw(_) | Order::Combat(_) | Order::Pass => None,
        }
    }

    /// The lane that the order is about.
    pub const fn lane(self) -> Option<Lane> {
        match self {
            Order::PlayDown(_, lane) | Order::PlayUp(_, lane) | Order::Combat(lane) => Some(lane),
            Order::Draw(Deck::Lane(lane)) | Order::Discard(_, Deck::Lane(lane)) => Some(lane),
            Order::Draw(Deck::Attackers) | Order::Discard(_, Deck::Attackers) | Order::Pass => None,
        }
    }

    /// Reads what a person typed who holds `hand`, the longest held card first. Accepts capitals, spaces and a missing
    /// suit; ten may be written `10`, and a long dash or `pass` is a pass. A rank without its suit that is not in the hand
    /// means a card that is not held, whatever its suit.
    pub(super) fn read(text: &str, hand: &[Card]) -> Result<Order, Malformed> {
        // Where an order is shown, an invisible space follows an `@`, and is copied with it.
        let blank = |sign: &char| sign.is_whitespace() || *sign == '\u{200b}';
        let mut typed: String = text.chars().filter(|sign| !blank(sign)).collect();
        typed.make_ascii_lowercase();
        let typed = typed.trim_matches(['"', '\'', '`', '.', ',']);
        if matches!(typed, "--" | "-" | "\u{2014}" | "\u{2013}" | "pass") {
            return Ok(Order::Pass);
        }
        let mut signs: Vec<char> = typed.chars().collect();
        if matches!(signs.as_slice(), ['p' | 'u' | 'x', '1', '0', ..]) {
            signs.splice(1..3, ['a']);
        }
        if let [verb @ ('p' | 'u' | 'x'), rank, place] = signs.as_slice() {
            let (verb, place) = (*verb, *place);
            let rank = Rank::of_sign(*rank).ok_or(Malformed)?;
            let held = hand.iter().find(|card| card.rank() == rank);
            let suit = held.map_or(Suit::Form, |card| card.suit());
            signs = vec![verb, rank.sign(), suit.sign(), place];
        }
        String::from_iter(signs).parse()
    }
}

impl FromStr for Order {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Order, Malformed> {
        if text == "--" {
            return Ok(Order::Pass);
        }
        let (verb, rest) = text.split_at_checked(1).ok_or(Malformed)?;
        match verb {
            "d" => return rest.parse().map(Order::Draw),
            "c" => return rest.parse().map(Order::Combat),
            _ => {}
        }
        let (card, place) = rest.split_at_checked(2).ok_or(Malformed)?;
        let card = card.parse()?;
        match verb {
            "p" => Ok(Order::PlayDown(card, place.parse()?)),
            "u" => Ok(Order::PlayUp(card, place.parse()?)),
            "x" => Ok(Order::Discard(card, place.parse()?)),
            _ => Err(Malformed),
        }
    }
}

serialized_as_written!(Order);
