//! Seats, sets of seats, and viewers.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Malformed, read_list, write_list};

/// A place at the table, 0-based, in turn order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, derive_more::Display)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat's number as an index into per-seat lists.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat in turn order at a table of `seats`.
    pub const fn next(self, seats: u8) -> Seat {
        Seat((self.0 + 1) % seats)
    }
}

impl FromStr for Seat {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Seat, Malformed> {
        let seat = text.parse().map(Seat).map_err(|_| Malformed)?;
        (seat.to_string() == text).then_some(seat).ok_or(Malformed)
    }
}

/// A set of seats (at most 32, the largest table of the catalogue).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatSet(u32);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Seats `0..seats`.
    pub const fn all(seats: u8) -> SeatSet {
        if seats >= 32 {
            SeatSet(u32::MAX)
        } else {
            SeatSet((1 << seats) - 1)
        }
    }

    /// Only `seat`; empty for a number that no table has.
    pub const fn one(seat: Seat) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        set.insert(seat);
        set
    }

    /// Whether `seat` is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 < 32 && self.0 & (1 << seat.0) != 0
    }

    /// Adds `seat`; ignores a number that no table has.
    pub const fn insert(&mut self, seat: Seat) {
        if seat.0 < 32 {
            self.0 |= 1 << seat.0;
        }
    }

    /// The seats of both sets.
    pub const fn with(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// Takes `seat` out.
    pub const fn remove(&mut self, seat: Seat) {
        if seat.0 < 32 {
            self.0 &= !(1 << seat.0);
        }
    }

    /// The set of a number that [`SeatSet::number`] gave.
    pub const fn from_number(number: u32) -> SeatSet {
        SeatSet(number)
    }

    /// The number by which the set is kept in buttons.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// How many seats are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no seat is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats, ascending.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let seat = left.trailing_zeros();
            left &= left - 1;
            Some(Seat(seat as u8))
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats
            .into_iter()
            .fold(SeatSet::EMPTY, |set, seat| set.with(SeatSet::one(seat)))
    }
}

impl fmt::Display for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, " ", self.iter())
    }
}

impl FromStr for SeatSet {
    type Err = Malformed;

    /// The seats may stand in any order.
    fn from_str(text: &str) -> Result<SeatSet, Malformed> {
        read_list(text, ' ')
    }
}

/// Somebody who looks at a game: the viewer decides what is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// Anybody: sees what lies open on the table.
    Table,
    /// The holder of a seat: sees what lies open, and what that seat may know (its hand, its team's cards).
    Seat(Seat),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_seats_keeps_its_seats_in_order() {
        let mut set: SeatSet = [Seat(31), Seat(0), Seat(5)].into_iter().collect();
        assert_eq!(set.iter().map(|seat| seat.0).collect::<Vec<_>>(), [0, 5, 31]);
        set.remove(Seat(5));
        assert_eq!(
            (set.len(), set.contains(Seat(5)), set.contains(Seat(31))),
            (2, false, true)
        );
        assert!(!set.contains(Seat(200)));
        set.insert(Seat(200));
        set.remove(Seat(32));
        assert_eq!((set.len(), SeatSet::one(Seat(255))), (2, SeatSet::EMPTY));
        assert_eq!(SeatSet::all(32).len(), 32);
        assert_eq!(SeatSet::all(3).iter().count(), 3);
    }

    #[test]
    fn the_seat_after_the_last_is_the_first() {
        assert_eq!(Seat(2).next(3), Seat(0));
        assert_eq!(Seat(0).next(3), Seat(1));
    }
}
