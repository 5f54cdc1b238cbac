//! A seat's sheet: sixteen spaces for digits, which make eight numbers, each to be used once.

use super::notation::Space;
use super::postulate::Number;

/// A seat's sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sheet {
    digits: [u8; 16],
    written: u16,
    used: u8,
    /// The index of the space that was written last; 0 before any was.
    last: u8,
}

/// Up to eight different numbers, ascending.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Numbers {
    numbers: [Number; 8],
    len: usize,
}

impl Numbers {
    pub(super) fn as_slice(&self) -> &[Number] {
        &self.numbers[..self.len]
    }

    fn insert(&mut self, number: Number) {
        let mut place = self.len;
        while place > 0 && self.numbers[place - 1] >= number {
            if self.numbers[place - 1] == number {
                return;
            }
            place -= 1;
        }
        self.numbers.copy_within(place..self.len, place + 1);
        self.numbers[place] = number;
        self.len += 1;
    }
}

impl Sheet {
    pub(super) fn digit(&self, space: Space) -> Option<u8> {
        (!self.is_free(space)).then(|| self.digits[space.index()])
    }

    pub(super) const fn is_free(&self, space: Space) -> bool {
        self.written & 1 << space.index() == 0
    }

    pub(super) fn write(&mut self, space: Space, digit: u8) {
        self.digits[space.index()] = digit;
        self.written |= 1 << space.index();
        self.last = space.index() as u8;
    }

    /// Takes back the digit that was written last.
    pub(super) fn erase_last(&mut self) {
        self.written &= !(1 << self.last);
        self.digits[usize::from(self.last)] = 0;
    }

    /// The index of the space that was written last.
    pub(super) fn last(&self) -> Option<u8> {
        (self.written != 0).then_some(self.last)
    }

    pub(super) const fn free_spaces(&self) -> u32 {
        self.written.count_zeros()
    }

    /// The free space that comes after `before` other free spaces.
    pub(super) fn free_space(&self, before: u32) -> Option<Space> {
        let mut free = !self.written;
        for _ in 0..before {
            free &= free.wrapping_sub(1);
        }
        Space::new(free.trailing_zeros() as u8)
    }

    /// The number at `index`, 0 to 7; both its digits are written.
    pub(super) const fn number(&self, index: usize) -> Number {
        Number::of(self.digits[2 * index], self.digits[2 * index + 1])
    }

    /// The digits of the number at `index` as far as they are written: tens, units.
    pub(super) fn digits_of(&self, index: usize) -> [Option<u8>; 2] {
        [2 * index, 2 * index + 1].map(|space| (self.written & 1 << space != 0).then(|| self.digits[space]))
    }

    pub(super) const fn is_used(&self, index: usize) -> bool {
        self.used & 1 << index != 0
    }

    /// How many numbers are not yet used.
    pub(super) const fn left(&self) -> u8 {
        self.used.count_zeros() as u8
    }

    /// The index of the first unused number equal to `number`.
    pub(super) fn find(&self, number: Number) -> Option<usize> {
        (0..8).find(|index| !self.is_used(*index) && self.number(*index) == number)
    }

    /// Uses up `number`.
    pub(super) fn spend(&mut self, number: Number) {
        if let Some(index) = self.find(number) {
            self.used |= 1 << index;
        }
    }

    /// Marks the number at `index` as used.
    pub(super) const fn mark(&mut self, index: usize) {
        self.used |= 1 << index;
    }

    /// The different unused numbers that `fits` takes.
    pub(super) fn unused(&self, fits: impl Fn(Number) -> bool) -> Numbers {
        let mut numbers = Numbers::default();
        for index in 0..8 {
            let number = self.number(index);
            if !self.is_used(index) && fits(number) {
                numbers.insert(number);
            }
        }
        numbers
    }
}
