//! A table for tests: hands that are dealt as wanted.

use super::super::*;

/// A small generator for tests (SplitMix64), the same numbers for the same seed.
pub(super) struct Dice(pub(super) u64);

impl Source for Dice {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let word = self.0;
        let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let word = word ^ (word >> 31);
        ((u128::from(word) * u128::from(bound)) >> 64) as u32
    }
}

/// A game that is driven by notation.
#[derive(Clone)]
pub(super) struct Table(pub(super) Dominoes);

pub(super) fn tile(text: &str) -> Tile {
    text.parse().unwrap_or_else(|_| panic!("{text:?} is a tile"))
}

pub(super) fn tiles(text: &str) -> Tiles {
    text.split_whitespace().map(tile).collect()
}

pub(super) fn options(json: &str) -> Options {
    serde_json::from_str(json).unwrap()
}

impl Table {
    pub(super) fn new(json: &str, seats: u8) -> Table {
        Table(Dominoes::setup(&options(json), seats).unwrap())
    }

    /// Hands of nine, and the tiles that are drawn first; the rest of the supply ascending.
    pub(super) fn dealt(json: &str, hands: &[&str], drawn: &str) -> Table {
        let mut table = Table::new(json, hands.len() as u8);
        let mut order: Vec<Tile> = Vec::new();
        for hand in hands {
            let hand: Vec<Tile> = hand.split_whitespace().map(tile).collect();
            assert_eq!(hand.len(), 9, "a hand of nine");
            order.extend(hand);
        }
        order.extend(drawn.split_whitespace().map(tile));
        let used: Tiles = order.iter().copied().collect();
        order.extend(Tiles::ALL.without(used).iter());
        let deck = Deck::new(order).expect("each tile once");
        assert_eq!(table.0.apply(&Event::Chance(deck)), Ok(Vec::new()));
        table
    }

    /// A game in its middle: the line and the hands are as told, and it is the turn of `turn`; of a hand nothing is known.
    pub(super) fn middle(json: &str, line: &str, hands: &[&str], supply: &str, turn: u8) -> Table {
        let mut table = Table::new(json, hands.len() as u8);
        let game = &mut table.0;
        let mut laid = line.split_whitespace();
        let first = laid.next().expect("a first tile");
        game.line.open(tile(first), Seat(0));
        for next in laid {
            game.line.lay(tile(next), End::Right, Seat(0));
        }
        for (seat, hand) in hands.iter().enumerate() {
            game.hands[seat] = tiles(hand);
            game.known[seat] = Known::dealt(game.hands[seat].len() as u8);
        }
        let supply: Vec<Tile> = supply.split_whitespace().map(tile).collect();
        game.supply = Supply::of(&supply);
        game.phase = Phase::Play;
        game.turn = Seat(turn);
        game.turns.begin(Seat(turn));
        table
    }

    /// Puts all tiles that are nowhere else behind those of the supply.
    pub(super) fn whole(mut self) -> Table {
        let game = &mut self.0;
        let mut order: Vec<Tile> = game.supply.tiles[..usize::from(game.supply.len)].to_vec();
        order.reverse();
        let held = game.hands.iter().fold(game.line.tiles(), |all, hand| all.or(*hand));
        let known: Tiles = order.iter().copied().collect();
        order.extend(Tiles::ALL.without(held.or(known)).iter());
        game.supply = Supply::of(&order);
        self
    }

    /// A choice, and the facts that follow in notation.
    pub(super) fn choose(&mut self, seat: u8, what: &str) -> Vec<String> {
        match self.try_choose(seat, what) {
            Ok(facts) => facts,
            Err(key) => panic!("seat {seat} may not {what}: {key}"),
        }
    }

    /// A choice, or the key of its refusal; refused, it changes nothing.
    pub(super) fn try_choose(&mut self, seat: u8, what: &str) -> Result<Vec<String>, &'static str> {
        let before = format!("{:?}", self.0);
        let event = Event::Choice(Seat(seat), what.parse().unwrap());
        self.0
            .apply(&event)
            .map(|notes| notes.iter().map(|note| note.fact.to_string()).collect())
            .map_err(|refusal| {
                assert_eq!(format!("{:?}", self.0), before, "a refusal changes nothing");
                refusal.reason.key
            })
    }

    pub(super) fn choices(&self, seat: u8) -> Vec<String> {
        let mut choices = Vec::new();
        assert_eq!(self.0.choices(Seat(seat), &mut choices), Listing::Complete);
        assert_eq!(self.0.count(Seat(seat)), choices.len());
        choices.iter().map(ToString::to_string).collect()
    }

    pub(super) fn turn(&self) -> Option<u8> {
        match self.0.awaits() {
            Awaits::Seats(seats) => {
                assert_eq!(seats.len(), 1, "one seat at a time");
                seats.iter().next().map(|seat| seat.0)
            }
            _ => None,
        }
    }

    /// The line as it lies.
    pub(super) fn line(&self) -> String {
        let laid = self.0.line.iter().map(|laid| format!("{}-{}", laid.left, laid.right));
        laid.collect::<Vec<_>>().join(" ")
    }

    pub(super) fn hand(&self, seat: u8) -> Tiles {
        self.0.hand(Seat(seat))
    }

    /// Places and scores, once the hand is over.
    pub(super) fn outcome(&self) -> Option<(Vec<u8>, Vec<i64>)> {
        match self.0.awaits() {
            Awaits::Nobody(outcome) => Some((outcome.places.unwrap(), outcome.scores.unwrap())),
            _ => None,
        }
    }

    pub(super) fn forced(&self, seat: u8) -> Option<String> {
        self.0.forced(Seat(seat)).map(|choice| choice.to_string())
    }
}
