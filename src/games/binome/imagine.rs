//! Other worlds that a viewer cannot tell from the real one.
//!
//! A viewer may know three things about another seat. It wrote the same sixteen digits as everybody. It has revealed
//! certain numbers. Without `secrets`, everybody sees whether it has claimed the card on the table, for which it then held
//! a number. The rest is dealt anew, and no other hidden information affects the result. So two games that the viewer
//! cannot tell apart give the same world for the same throws.

use super::notation::Space;
use super::postulate::Number;
use super::sheet::Sheet;
use super::{Binome, Phase};
use crate::rules::{Seat, Source};

/// How often a sheet is dealt in the hope that it holds an eligible number. After that an eligible number is put there.
const DEALS: u8 = 32;

impl Binome {
    /// The digits that `seat` has written, in random spaces.
    pub(super) fn imagine_digits(&self, seat: Seat, source: &mut dyn Source) -> Sheet {
        let mut sheet = Sheet::default();
        let pending = self.phase == Phase::Write && self.waiting.contains(seat);
        let written = usize::from(self.rolled) - usize::from(pending);
        for digit in &self.rolls[..written] {
            if let Some(space) = sheet.free_space(source.below(sheet.free_spaces())) {
                sheet.write(space, *digit);
            }
        }
        sheet
    }

    /// Fills in a full sheet for `seat`, and its choice in this turn if it has chosen.
    pub(super) fn imagine_numbers(&self, seat: Seat, world: &mut Binome, source: &mut dyn Source) {
        let claimed = self.claims.seats().contains(seat);
        let chosen = claimed || self.passes.contains(seat);
        for _ in 0..DEALS {
            world.sheets[seat.index()] = self.deal(seat, None, source);
            if !claimed || self.rules.secret || !world.claimable(seat).as_slice().is_empty() {
                break;
            }
        }
        if !chosen {
            return;
        }
        if claimed && !self.rules.secret && world.claimable(seat).as_slice().is_empty() {
            let held = self.guess_claim(seat, source);
            world.sheets[seat.index()] = self.deal(seat, held, source);
        }
        let numbers = world.claimable(seat);
        let numbers = numbers.as_slice();
        let ways = numbers.len() as u32 + u32::from(self.rules.secret);
        let claim = match self.rules.secret || claimed {
            true => numbers.get(source.below(ways) as usize).copied(),
            false => None,
        };
        world.forget(seat);
        match claim {
            Some(number) => world.claims.insert(seat, number),
            None => world.passes.insert(seat),
        }
    }

    /// How often `seat` has each digit, without the digits of the numbers that it has revealed.
    fn digits_left(&self, seat: Seat) -> [u8; 10] {
        let mut left = [0_u8; 10];
        for digit in self.rolls {
            left[usize::from(digit)] += 1;
        }
        for number in self.revealed(seat) {
            for digit in [number.tens(), number.units()] {
                left[usize::from(digit)] = left[usize::from(digit)].saturating_sub(1);
            }
        }
        left
    }

    fn revealed(&self, seat: Seat) -> impl Iterator<Item = Number> + '_ {
        self.turns
            .iter()
            .flatten()
            .filter_map(move |turn| turn.claims.get(seat))
    }

    /// A number with which `seat` may have claimed the card on the table. Its probability is proportional to the number of
    /// ways to make it from the digits that `seat` has left.
    fn guess_claim(&self, seat: Seat, source: &mut dyn Source) -> Option<Number> {
        let left = self.digits_left(seat).map(u32::from);
        let ways = |number: Number| {
            let (tens, units) = (usize::from(number.tens()), usize::from(number.units()));
            if tens == units {
                left[tens] * left[tens].saturating_sub(1)
            } else {
                left[tens] * left[units]
            }
        };
        let fits = |number: &Number| self.rules.options.strict || self.card().accepts(*number);
        let numbers = || (0..100).filter_map(Number::new).filter(fits);
        let mut pick = source.below(numbers().map(ways).sum());
        numbers().find(|number| {
            let found = pick < ways(*number);
            pick = pick.saturating_sub(ways(*number));
            found
        })
    }

    /// A sheet of the same sixteen digits with the numbers that `seat` has revealed. If `held` is given, the sheet has it
    /// as an unused number. Nobody knows where a revealed number stood.
    fn deal(&self, seat: Seat, held: Option<Number>, source: &mut dyn Source) -> Sheet {
        let mut left = self.digits_left(seat);
        if let Some(number) = held {
            for digit in [number.tens(), number.units()] {
                left[usize::from(digit)] = left[usize::from(digit)].saturating_sub(1);
            }
        }
        let mut places = [0_usize, 1, 2, 3, 4, 5, 6, 7];
        source.shuffle(&mut places);
        let mut sheet = Sheet::default();
        let known = self
            .revealed(seat)
            .map(|number| (number, true))
            .chain(held.map(|number| (number, false)));
        for ((number, used), place) in known.zip(places) {
            for (digit, space) in [(number.tens(), 2 * place), (number.units(), 2 * place + 1)] {
                if let Some(space) = Space::new(space as u8) {
                    sheet.write(space, digit);
                }
            }
            if used {
                sheet.mark(place);
            }
        }
        let rest = (0..10_u8).flat_map(|digit| std::iter::repeat_n(digit, usize::from(left[usize::from(digit)])));
        for digit in rest {
            if let Some(space) = sheet.free_space(source.below(sheet.free_spaces())) {
                sheet.write(space, digit);
            }
        }
        sheet
    }
}
