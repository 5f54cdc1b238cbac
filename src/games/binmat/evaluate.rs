//! What computer players search: other worlds ([`imagine`](super::imagine)), the orders to try there, and the evaluation of a
//! position by how soon the lanes fall and what is in the hand.
//!
//! A lane falls when the defenders' stack and everything that can be drawn behind it is gone. How soon depends on how many
//! cards there are and on how well the stack stands. The latter takes into account the typical damage of one attacking
//! order and the damage that the attackers' present stack would do. All lanes count, but the lane that falls first counts
//! most. Both sides use the same weights; the numbers are rules of thumb.

use super::card::{CARDS, Card, Rank};
use super::combat::Might;
use super::lane::{Deck, Lane, Side};
use super::order::Order;
use super::pile::Stack;
use super::table::Table;
use super::{Binmat, Phase};
use crate::rules::{Game, Observe, Search, Seat, SeatSet, Source, Strategy, Viewer};

/// More than all lanes can count.
const WIN: i64 = 1_000_000_000_000_000;

/// The damage of one order of the attackers to a lane, in hundredths of a card: against no stack (`OPEN`), and against a
/// stack of power 0, 1, 2 and so on.
const OPEN: i64 = 150;
const AGAINST: [i64; 7] = [130, 110, 90, 50, 25, 12, 6];

/// How many hundredths of a ready stack's damage count as already done.
const READY: i64 = 75;

/// How much of an attack remains against each face-down TRAP or each BOUNCE, in hundredths.
const HAMPERED: i64 = 70;

/// The values of the first cards of a hand (`HELD`), and of every further card.
const HELD: [i64; 5] = [30_000, 18_000, 12_000, 5_000, 3_000];
const HELD_MORE: i64 = 500;

/// The value of a card in a hand beyond that, by its rank.
const fn worth(rank: Rank) -> i64 {
    match rank {
        Rank::Eight => 3_000,
        Rank::Wild => 2_500,
        Rank::Four | Rank::Trap => 2_000,
        Rank::Two | Rank::Bounce => 1_200,
        Rank::Break => 900,
        _ => 600,
    }
}

/// How much damage an attackers' stack would do in combat with a defenders' stack.
fn strike(attackers: &Stack, defenders: &Stack) -> i64 {
    let is_trap = |card: &&Card| card.rank() == Rank::Trap;
    let (attackers, stand) = (attackers.as_slice(), defenders.as_slice());
    let taken = attackers.iter().filter(is_trap).count();
    let stand = &stand[..stand.len().saturating_sub(taken)];
    let fresh = stand.iter().filter(is_trap).filter(|card| !defenders.is_up(**card));
    let attackers = &attackers[..attackers.len().saturating_sub(fresh.count())];
    let [attack, defence] = [attackers, stand].map(Might::of);
    if attack.bounces || defence.bounces || attack.power == 0 || attack.power < defence.power {
        return taken as i64;
    }
    let damage = match attack.breaks || defence.breaks {
        true => i64::from(attack.power).max(stand.len() as i64),
        false => i64::from(attack.power - defence.power) + 1,
    };
    damage + taken as i64
}

/// How near a lane is to its fall: a higher number means sooner.
fn danger(table: &Table, lane: Lane, attackers: u8) -> i64 {
    let defenders = table.stack(Side::Defenders, lane);
    let deck = Deck::Lane(lane);
    let stock = i64::from(table.deck(deck).len()) + i64::from(table.discard(deck).len());
    // The lane falls with the draw that cannot be made, so one more draw counts.
    let all = 100 * (i64::from(defenders.len()) + stock + 1);
    let ready = READY * strike(table.stack(Side::Attackers, lane), defenders);
    let left = (all - ready).max(20);
    let rate = i64::from(attackers) * each_order(defenders);
    // Turns in thousandths, squared, so that the lane that falls first counts most.
    let turns = (1_000 * left / rate.max(1)).max(1);
    10_000_000_000_000 / (turns * turns)
}

/// The average damage of one order against such a stack, in hundredths of a card.
fn each_order(defenders: &Stack) -> i64 {
    if defenders.is_empty() {
        return OPEN;
    }
    let might = Might::of(defenders.as_slice());
    let power = usize::from(might.power).min(AGAINST.len() - 1);
    // A BREAK lets every attack do as much damage as there are cards.
    let each = match might.breaks {
        true => AGAINST[power].max(AGAINST[power] + 20 * i64::from(defenders.len())),
        false => AGAINST[power],
    };
    let hampers = |card: &&Card| matches!(card.rank(), Rank::Trap | Rank::Bounce);
    let traps = defenders.as_slice().iter().filter(hampers);
    let fresh = traps.filter(|card| card.rank() == Rank::Bounce || !defenders.is_up(**card));
    fresh.take(3).fold(each, |each, _| each * HAMPERED / 100)
}

impl Search for Binmat {
    const LEVELS: [Strategy; 6] = [
        Strategy::greedy(12, 655),
        Strategy::greedy(12, 353),
        Strategy::greedy(12, 212),
        Strategy::greedy(12, 119),
        Strategy::greedy(12, 18),
        Strategy::search(4_000),
    ];
    const LEAD: i64 = 1_470_000;

    fn imagine(&self, viewer: Viewer, source: &mut dyn Source) -> Binmat {
        let own = self.seat_of(viewer);
        let mut world = self.clone();
        world.tales.iter_mut().for_each(|tale| self.forget(tale, own));
        let mut guess = self.hidden_from(own);
        guess.fill(source);
        let mut swap = [None; CARDS];
        for place in &guess.places {
            if let Some(card) = place.card {
                swap[place.real.index()] = Some(card);
                world.hints[card.index()] = self.hints[place.real.index()];
            }
        }
        world.replace(|card| swap[card.index()].unwrap_or(card), own);
        for seat in SeatSet::all(self.seat_count()).iter() {
            if own != Some(seat) && self.orders[seat.index()].is_some() {
                let order = world.ways(seat).pick(source);
                world.orders[seat.index()] = Some(order.unwrap_or(Order::Pass));
            }
        }
        world
    }

    /// The orders that a computer player tries: the valid ones. Of several cards of one rank only the one held longest is
    /// tried; a pass only if there is nothing else.
    fn candidates(&self, seat: Seat, into: &mut Vec<Order>) {
        into.clear();
        if !self.may_choose(seat) {
            return;
        }
        self.ways(seat).list(into);
        let hand = self.hands[seat.index()].as_slice();
        let first = |card: Card| hand.iter().find(|other| other.rank() == card.rank()) == Some(&card);
        into.retain(|order| order.card().is_none_or(first));
        if into.is_empty() {
            into.push(Order::Pass);
        }
    }

    /// The score of the position for `seat`. `None` while chance has yet to deal, draw the members' order or reshuffle.
    fn evaluate(&self, seat: Seat) -> Option<i64> {
        match self.phase {
            Phase::Deal(_) | Phase::Sequence | Phase::Reshuffle(_) => None,
            Phase::Over(winner) if winner == self.options.side(seat) => Some(WIN),
            Phase::Over(_) => Some(-WIN),
            Phase::Orders => Some(match self.orders[seat.index()] {
                Some(order) => self.after(seat, order).standing_of(seat),
                None => self.standing_of(seat),
            }),
        }
    }
}

impl Binmat {
    /// The game after this order alone has been resolved. A discard pile that must be shuffled keeps its order: this is a
    /// guess.
    fn after(&self, seat: Seat, order: Order) -> Binmat {
        let mut alone = Binmat {
            tales: Default::default(),
            ..*self
        };
        let mut goes_on = alone.resolve(seat, order, &mut Vec::new());
        while let (false, Phase::Reshuffle(task)) = (goes_on, alone.phase) {
            let cards = *alone.table.discard(task.deck());
            alone.reshuffle(task.deck(), &cards);
            alone.phase = Phase::Orders;
            goes_on = alone.carry_on(task);
        }
        alone
    }

    fn standing_of(&self, seat: Seat) -> i64 {
        let side = self.options.side(seat);
        if let Phase::Over(winner) = self.phase {
            return if winner == side { WIN } else { -WIN };
        }
        let danger: i64 = Lane::ALL
            .into_iter()
            .map(|lane| danger(&self.table, lane, self.options.attackers))
            .sum();
        let hand = self.hands[seat.index()].as_slice();
        let held = (0..hand.len()).map(|nth| HELD.get(nth).copied().unwrap_or(HELD_MORE));
        let cards = hand.iter().map(|card| worth(card.rank()));
        // An order is worth more when lanes fall faster.
        let pace = i64::from(self.options.attackers).pow(2);
        let hand = pace * held.chain(cards).sum::<i64>();
        match side {
            Side::Defenders => hand - danger,
            Side::Attackers => hand + danger,
        }
    }
}
