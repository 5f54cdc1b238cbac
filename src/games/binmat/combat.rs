//! Combat, from the reveal to the powers (rulebook, "Combat"). The module that resolves orders deals the damage point by
//! point, because damage draws cards and a draw may have to wait for a shuffle.

use super::card::{Card, CardSet, Rank};
use super::lane::{Deck, Lane, Side};
use super::notation::Fact;
use super::table::Table;
use super::tale::{Clash, Step, Tale};
use crate::rules::Note;

/// The strength of a stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Might {
    /// The sum of its numbers.
    pub(super) sum: u16,
    /// How many WILDs it has.
    pub(super) wilds: u8,
    /// The power: the exponent of the power of two that numbers and WILDs reach; 0 if they reach none.
    pub(super) power: u8,
    /// Whether a BOUNCE is in it.
    pub(super) bounces: bool,
    /// Whether a BREAK is in it.
    pub(super) breaks: bool,
}

impl Might {
    /// Every WILD raises the sum to the next higher power of two; without numbers the first WILD is a 2.
    pub(super) fn of(cards: &[Card]) -> Might {
        let mut might = Might::default();
        for card in cards {
            match card.rank() {
                Rank::Wild => might.wilds += 1,
                Rank::Bounce => might.bounces = true,
                Rank::Break => might.breaks = true,
                rank => might.sum += u16::from(rank.number().unwrap_or_default()),
            }
        }
        let whole = might.sum.checked_ilog2().unwrap_or_default() as u8;
        might.power = match might.wilds {
            0 if !might.sum.is_power_of_two() => 0,
            wilds => whole + wilds,
        };
        might
    }
}

/// The discard pile to which a side sends cards of the other in a combat.
const fn pile_of(side: Side, lane: Lane) -> Deck {
    match side {
        Side::Defenders => Deck::Lane(lane),
        Side::Attackers => Deck::Attackers,
    }
}

/// Combat in a lane, begun by a side.
pub(super) struct Combat<'t> {
    pub(super) table: &'t mut Table,
    pub(super) lane: Lane,
    pub(super) by: Side,
    pub(super) tale: &'t mut Tale,
    pub(super) notes: &'t mut Vec<Note<Fact>>,
}

impl Combat<'_> {
    /// Fights as far as the powers. Returns how many points of damage are to be dealt; `None` when the combat is over and
    /// the attackers' stack has left the lane.
    pub(super) fn fight(&mut self) -> Option<u8> {
        let (lane, by) = (self.lane, self.by);
        self.tale.step(Step::Combat { lane, by });
        let turned = self.reveal();
        self.spring(by, turned);
        self.spring(by.other(), turned);
        let [defenders, attackers] = Side::BOTH.map(|side| Might::of(self.table.stack(side, lane).as_slice()));
        for (side, might) in [(Side::Attackers, attackers), (Side::Defenders, defenders)] {
            self.tale.step(Step::Summed {
                side,
                sum: might.sum,
                wilds: might.wilds,
                power: might.power,
            });
        }
        if attackers.bounces || defenders.bounces || (attackers.power == 0 && defenders.power == 0) {
            self.bounce();
            return None;
        }
        let damage = self.damage(attackers, defenders);
        self.note(Fact::Combat {
            lane,
            attackers: attackers.power,
            defenders: defenders.power,
            damage,
        });
        let Some(points) = damage else {
            self.tale.step(Step::Clash(Clash::Repelled));
            sweep(self.table, lane, Deck::Lane(lane), self.tale);
            return None;
        };
        let breaks = attackers.breaks || defenders.breaks;
        self.tale.step(Step::Clash(Clash::Damage { points, breaks }));
        Some(points)
    }

    fn note(&mut self, fact: Fact) {
        self.notes.push(Note::public(fact));
    }

    /// Turns both stacks face up. Returns the cards that were turned.
    fn reveal(&mut self) -> CardSet {
        let mut turned = CardSet::EMPTY;
        for side in [Side::Attackers, Side::Defenders] {
            let stack = self.table.stack_mut(side, self.lane);
            for card in stack.as_slice() {
                let fresh = !stack.is_up(*card);
                if fresh {
                    turned.insert(*card);
                }
                self.tale.step(Step::Revealed {
                    side,
                    card: *card,
                    turned: fresh,
                });
            }
            stack.reveal();
        }
        turned
    }

    /// Each turned TRAP of a side, the oldest first, takes the newest card of the other stack.
    fn spring(&mut self, side: Side, turned: CardSet) {
        let lane = self.lane;
        let mut place = 0;
        while let Some(trap) = self.table.stack(side, lane).as_slice().get(place).copied() {
            place += 1;
            if trap.rank() != Rank::Trap || !turned.contains(trap) {
                continue;
            }
            let Some(card) = self.table.stack_mut(side.other(), lane).pop() else {
                return;
            };
            self.table.discard_mut(pile_of(side, lane)).push(card);
            self.tale.step(Step::Trapped { side, trap, card });
            self.note(Fact::Trap(lane, card));
        }
    }

    /// Ends a combat without damage: every BOUNCE goes to the other side, and the attackers' stack to their discard pile.
    fn bounce(&mut self) {
        let lane = self.lane;
        self.note(Fact::Bounce(lane));
        self.note(Fact::Combat {
            lane,
            attackers: 0,
            defenders: 0,
            damage: Some(0),
        });
        self.tale.step(Step::Clash(Clash::Bounce));
        for side in [Side::Attackers, Side::Defenders] {
            let bounce = |card: &Card| card.rank() == Rank::Bounce;
            while let Some(place) = self.table.stack(side, lane).as_slice().iter().position(bounce) {
                if let Some(card) = self.table.stack_mut(side, lane).take(place) {
                    self.table.discard_mut(pile_of(side.other(), lane)).push(card);
                    self.tale.step(Step::Bounced { side, card });
                }
            }
        }
        sweep(self.table, lane, Deck::Attackers, self.tale);
    }

    /// How many points of damage the powers mean; `None` when the attackers' power is lower.
    fn damage(&self, attackers: Might, defenders: Might) -> Option<u8> {
        let over = attackers.power.checked_sub(defenders.power)?;
        match attackers.breaks || defenders.breaks {
            true => Some(attackers.power.max(self.table.stack(Side::Defenders, self.lane).len())),
            false => Some(over + 1),
        }
    }
}

/// The attackers' stack leaves the lane for the discard pile of that deck.
pub(super) fn sweep(table: &mut Table, lane: Lane, deck: Deck, tale: &mut Tale) {
    let mut stack = std::mem::take(table.stack_mut(Side::Attackers, lane));
    if stack.is_empty() {
        return;
    }
    tale.step(Step::Swept {
        deck,
        cards: stack.len(),
    });
    while let Some(card) = stack.take(0) {
        table.discard_mut(deck).push(card);
    }
}
