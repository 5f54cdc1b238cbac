//! Tables for tests, laid as a test wants them and driven by notation.

use super::super::*;
use crate::rules::{Event, Note, Observe, Viewer};

/// A small generator for tests (SplitMix64), the same numbers for the same seed.
pub(super) struct Chances(pub(super) u64);

impl Source for Chances {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u64::from((word ^ (word >> 31)) as u32) * u64::from(bound)) >> 32) as u32
    }
}

pub(super) fn card(text: &str) -> Card {
    text.parse().unwrap()
}

pub(super) fn lane(number: u8) -> Lane {
    Lane::new(number).unwrap()
}

pub(super) fn order(text: &str) -> Order {
    text.parse().unwrap()
}

fn cards(text: &str) -> impl Iterator<Item = Card> + '_ {
    text.split_whitespace().map(card)
}

pub(super) const DEFENDERS: Side = Side::Defenders;
pub(super) const ATTACKERS: Side = Side::Attackers;

/// A game that is driven by notation. Cards are laid where a test wants them; those that it does not name lie in the decks
/// of the lanes that it does not lay, beginning with the last lane.
pub(super) struct Board {
    pub(super) game: Binmat,
    pub(super) laid: u8,
}

impl Board {
    /// So many attackers against so many defenders, at the beginning of a turn of a side, with nothing on the table.
    pub(super) fn of(attackers: u8, defenders: u8, side: Side) -> Board {
        let options = Options {
            attackers,
            defenders,
            ..Options::default()
        };
        Board::with(options, side)
    }

    pub(super) fn with(options: Options, side: Side) -> Board {
        let mut game = Binmat::setup(&options, options.attackers + options.defenders).unwrap();
        game.turn = 40 + side.index() as u8;
        game.begin_turn();
        Board { game, laid: 0 }
    }

    /// One against one.
    pub(super) fn duel(side: Side) -> Board {
        Board::of(1, 1, side)
    }

    pub(super) fn turn(mut self, turn: u8) -> Board {
        self.game.turn = turn;
        self.game.begin_turn();
        self
    }

    /// The hand of a seat, the longest held card first.
    pub(super) fn hand(mut self, seat: u8, held: &str) -> Board {
        self.game.hands[usize::from(seat)] = cards(held).collect();
        self
    }

    /// A stack, the oldest card first; `u` behind a card says that it lies face up.
    pub(super) fn stack(mut self, side: Side, number: u8, stacked: &str) -> Board {
        for text in stacked.split_whitespace() {
            let (text, up) = text.strip_suffix('u').map_or((text, false), |text| (text, true));
            self.game.table.stack_mut(side, lane(number)).push(card(text), up);
        }
        self
    }

    /// The deck of a lane or of the attackers, the top card first.
    pub(super) fn deck(mut self, deck: &str, stacked: &str) -> Board {
        let deck: Deck = deck.parse().unwrap();
        let mut pile: Pile = cards(stacked).collect();
        pile.as_mut_slice().reverse();
        *self.game.table.deck_mut(deck) = pile;
        self.laid |= 1 << deck.index();
        self
    }

    /// A discard pile, the oldest card first.
    pub(super) fn discard(mut self, deck: &str, discarded: &str) -> Board {
        *self.game.table.discard_mut(deck.parse().unwrap()) = cards(discarded).collect();
        self
    }

    /// Lays the rest of the cards: the board is whole.
    pub(super) fn ready(mut self) -> Board {
        let mut left = CardSet::ALL;
        for card in self.cards_laid() {
            assert!(left.contains(card), "{card} is there twice");
            left.remove(card);
        }
        let open = Deck::ALL.into_iter().rev().skip(1);
        let open: Vec<Deck> = open.filter(|deck| self.laid & 1 << deck.index() == 0).collect();
        for (nth, card) in left.iter().enumerate() {
            let deck = *open.get(nth % open.len().max(1)).expect("a lane is left for the rest");
            self.game.table.deck_mut(deck).push(card);
        }
        for deck in Deck::ALL {
            self.game.show_top(deck);
        }
        self
    }

    /// Every card that lies or is held anywhere.
    pub(super) fn cards_laid(&self) -> Vec<Card> {
        let game = &self.game;
        let mut all: Vec<Card> = Vec::new();
        for deck in Deck::ALL {
            all.extend(game.table.deck(deck).as_slice());
            all.extend(game.table.discard(deck).as_slice());
        }
        for side in Side::BOTH {
            all.extend(
                Lane::ALL
                    .iter()
                    .flat_map(|lane| game.table.stack(side, *lane).as_slice()),
            );
        }
        all.extend(game.hands.iter().flat_map(|hand| hand.as_slice()));
        all
    }

    /// An order, and the facts that follow in notation.
    pub(super) fn order(&mut self, seat: u8, what: &str) -> Vec<String> {
        let event = Event::Choice(Seat(seat), order(what));
        said(
            self.game
                .apply(&event)
                .unwrap_or_else(|refusal| panic!("{what}: {refusal}")),
        )
    }

    /// The orders of a whole team, of its member 0 first.
    pub(super) fn team(&mut self, orders: &str) -> Vec<String> {
        let first = self.game.options.seat(self.game.side(), 0).0;
        let mut facts = Vec::new();
        for (seat, what) in (first..).zip(orders.split_whitespace()) {
            facts.extend(self.order(seat, what));
        }
        facts
    }

    pub(super) fn chance(&mut self, what: &str) -> Vec<String> {
        let event = Event::Chance(what.parse().unwrap());
        said(
            self.game
                .apply(&event)
                .unwrap_or_else(|refusal| panic!("{what}: {refusal}")),
        )
    }

    pub(super) fn try_chance(&mut self, what: &str) -> Result<(), &'static str> {
        let before = format!("{:?}", self.game);
        let event = Event::Chance(what.parse().unwrap());
        self.game.apply(&event).map(drop).map_err(|refusal| {
            assert_eq!(format!("{:?}", self.game), before, "a refusal changes nothing");
            refusal.reason.key
        })
    }

    pub(super) fn try_order(&mut self, seat: u8, what: &str) -> Result<(), &'static str> {
        let before = format!("{:?}", self.game);
        let event = Event::Choice(Seat(seat), order(what));
        self.game.apply(&event).map(drop).map_err(|refusal| {
            assert_eq!(format!("{:?}", self.game), before, "a refusal changes nothing");
            refusal.reason.key
        })
    }

    /// The hand of a seat.
    pub(super) fn held(&self, seat: u8) -> String {
        list(self.game.hands[usize::from(seat)].as_slice())
    }

    /// A stack, the oldest card first, `u` behind those that lie face up.
    pub(super) fn stacked(&self, side: Side, number: u8) -> String {
        let stack = self.game.table.stack(side, lane(number));
        let card = |card: &Card| format!("{card}{}", if stack.is_up(*card) { "u" } else { "" });
        stack.as_slice().iter().map(card).collect::<Vec<_>>().join(" ")
    }

    /// A deck, the top card first.
    pub(super) fn left(&self, deck: &str) -> String {
        let mut cards = *self.game.table.deck(deck.parse().unwrap());
        cards.as_mut_slice().reverse();
        list(cards.as_slice())
    }

    /// A discard pile, the oldest card first.
    pub(super) fn discarded(&self, deck: &str) -> String {
        list(self.game.table.discard(deck.parse().unwrap()).as_slice())
    }

    pub(super) fn view(&self, seat: u8) -> View {
        self.game.view(Viewer::Seat(Seat(seat)))
    }

    /// What is wrong with an order of a seat as things stand; in the game and in the seat's view it is the same.
    pub(super) fn flaw(&self, seat: u8, what: &str) -> Option<Flaw> {
        let flaw = flaw::Ground::flaw(&self.game.at(Seat(seat)), order(what));
        assert_eq!(self.view(seat).flaw(order(what)), flaw, "{what}");
        flaw
    }

    pub(super) fn winner(&self) -> Option<Side> {
        match self.game.phase {
            Phase::Over(winner) => Some(winner),
            _ => None,
        }
    }

    /// Whether the orders of the turn were all resolved.
    pub(super) fn is_next_turn(&self, before: u8) -> bool {
        self.game.phase == Phase::Orders && self.game.turn == before + 1
    }
}

fn list(cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
    cards.join(" ")
}

fn said(notes: Vec<Note<Fact>>) -> Vec<String> {
    let public = |note: &Note<Fact>| note.to == crate::rules::Audience::Everyone;
    assert!(notes.iter().all(public), "every fact of the game is public");
    notes.iter().map(|note| note.fact.to_string()).collect()
}

/// A new game with all lanes dealt at random.
pub(super) fn dealt(options: Options, seats: u8, source: &mut Chances) -> Binmat {
    let mut game = Binmat::setup(&options, seats).unwrap();
    while game.awaits() == Awaits::Chance {
        let chance = game.draw(source);
        game.apply(&Event::Chance(chance)).unwrap();
    }
    game
}

/// Something that can happen next: a draw, or a random order of somebody who is waited for; now and then a pass, or an
/// order that is thought of without looking.
pub(super) fn any_event(game: &Binmat, source: &mut Chances) -> Option<Event<Chance, Order>> {
    match game.awaits() {
        Awaits::Nobody(_) => None,
        Awaits::Chance => Some(Event::Chance(game.draw(source))),
        Awaits::Seats(seats) => {
            let seat = seats.iter().nth(source.below(seats.len() as u32) as usize).unwrap();
            let order = match source.below(12) {
                0 => Order::Pass,
                1 => wild_order(source),
                _ => game.random_choice(seat, source).unwrap(),
            };
            Some(Event::Choice(seat, order))
        }
    }
}

/// Any order at all.
pub(super) fn wild_order(source: &mut Chances) -> Order {
    let mut pick = |count: usize| source.below(count as u32) as usize;
    let (deck, lane) = (Deck::ALL[pick(7)], Lane::ALL[pick(6)]);
    let card = Card::all().nth(pick(CARDS)).unwrap();
    match pick(6) {
        0 => Order::Draw(deck),
        1 => Order::PlayDown(card, lane),
        2 => Order::PlayUp(card, lane),
        3 => Order::Combat(lane),
        4 => Order::Discard(card, deck),
        _ => Order::Pass,
    }
}
