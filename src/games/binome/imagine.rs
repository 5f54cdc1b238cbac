//! Other worlds that a viewer cannot tell from the real one.
//!
//! What a viewer may know of another seat: it wrote the same sixteen digits as everybody, it has revealed certain
//! numbers, and (without `secrets`) whether it has claimed the card on the table, for which it then held a number. All
//! the rest is dealt anew.

use super::notation::{Reveal, Space};
use super::postulate::Number;
use super::sheet::Sheet;
use super::{Binome, Phase};
use crate::rules::{Seat, Source, Viewer};

/// How often a sheet is dealt in the hope that it holds an eligible number, before one is put there.
const DEALS: u8 = 32;

impl Binome {
    pub(super) fn dream(&self, viewer: Viewer, source: &mut dyn Source) -> Binome {
        let mut world = self.clone();
        if self.phase == Phase::Conference {
            let drawn = usize::from(self.decided) + 1;
            source.shuffle(&mut world.deck.reorder()[drawn..]);
        } else if self.phase == Phase::Over {
            source.shuffle(&mut world.deck.reorder()[usize::from(self.decided)..]);
        }
        for seat in self.all().iter().filter(|seat| viewer != Viewer::Seat(*seat)) {
            if matches!(self.phase, Phase::Conference | Phase::Over) {
                self.dream_numbers(seat, &mut world, source);
            } else {
                world.sheets[seat.index()] = self.dream_digits(seat, source);
            }
        }
        world
    }

    /// The digits that `seat` has written, somewhere.
    fn dream_digits(&self, seat: Seat, source: &mut dyn Source) -> Sheet {
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

    /// A full sheet of `seat` and its choice in this turn, if it has chosen.
    fn dream_numbers(&self, seat: Seat, world: &mut Binome, source: &mut dyn Source) {
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
            world.sheets[seat.index()] = self.deal(seat, self.claims.get(seat), source);
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

    /// A sheet of the same sixteen digits with the numbers that `seat` has revealed, and with `held` unused if that
    /// is given. Where a revealed number stood, nobody knows.
    fn deal(&self, seat: Seat, held: Option<Number>, source: &mut dyn Source) -> Sheet {
        let revealed = self.turns.iter().flatten().filter_map(|turn| turn.claims.get(seat));
        let mut left = [0_u8; 10];
        for digit in self.rolls {
            left[usize::from(digit)] += 1;
        }
        let mut places = [0_usize, 1, 2, 3, 4, 5, 6, 7];
        source.shuffle(&mut places);
        let mut sheet = Sheet::default();
        let known = revealed
            .map(|number| (number, true))
            .chain(held.map(|number| (number, false)));
        for ((number, used), place) in known.zip(places) {
            for (digit, space) in [(number.tens(), 2 * place), (number.units(), 2 * place + 1)] {
                left[usize::from(digit)] = left[usize::from(digit)].saturating_sub(1);
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

    /// Takes back what `seat` chose in this turn.
    fn forget(&mut self, seat: Seat) {
        let mut claims = Reveal::new();
        for (other, number) in self.claims.iter().filter(|(other, _)| *other != seat) {
            claims.insert(other, number);
        }
        self.claims = claims;
        self.passes.remove(seat);
    }
}
