//! Games that two sides play against each other, such as defenders and attackers.

use serde_json::{Map, Value};

/// How many sides there are in every game with sides.
pub const SIDES: usize = 2;

/// The option in which a game with turn clocks ([`Game::TURN_CLOCKS`](super::Game::TURN_CLOCKS)) holds the seconds of a
/// turn, or `null`.
pub const CLOCK_OPTION: &str = "clock";

/// The two sides of a game.
///
/// Seats are ordered by side: those of the first side come first, then those of the second. Within a side they follow the
/// order in which people joined it. The first seat of each side is its captain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    /// The name of each side: the option that holds how many sit there, and `<slug>-side-<name>` in the game's words.
    pub names: [&'static str; SIDES],
    /// How many may sit on each side; at least one must.
    pub most: u8,
}

impl Sides {
    /// Writes into the options how many people sit on each side.
    pub fn set(&self, options: &mut Map<String, Value>, on: [u8; SIDES]) {
        for (name, count) in self.names.iter().zip(on) {
            options.insert((*name).to_owned(), count.into());
        }
    }

    /// The side that one more person should join: the smaller one, or the first when they are equal. `None` when both are full.
    pub fn smaller(&self, on: [u8; SIDES]) -> Option<u8> {
        let side = u8::from(on[1] < on[0]);
        (on[usize::from(side)] < self.most).then_some(side)
    }
}

/// Divides people as evenly as possible; the first side gets the odd one. A game lays these numbers when it is told only
/// how many people there are, and not on which sides they sit.
pub const fn divided(people: u8) -> [u8; SIDES] {
    [people.div_ceil(2), people / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    const BY_SIDES: Sides = Sides {
        names: ["north", "south"],
        most: 3,
    };

    #[test]
    fn one_more_goes_where_fewer_sit() {
        for (on, side) in [
            ([0, 0], Some(0)),
            ([1, 0], Some(1)),
            ([1, 1], Some(0)),
            ([1, 3], Some(0)),
            ([3, 2], Some(1)),
            ([3, 3], None),
        ] {
            assert_eq!(BY_SIDES.smaller(on), side, "{on:?}");
        }
    }

    #[test]
    fn an_odd_number_gives_the_first_side_one_more() {
        assert_eq!([divided(2), divided(5), divided(32)], [[1, 1], [3, 2], [16, 16]]);
    }

    #[test]
    fn who_sits_where_is_an_option_a_side() {
        let mut options = Map::new();
        BY_SIDES.set(&mut options, [2, 1]);
        assert_eq!(serde_json::to_string(&options).unwrap(), r#"{"north":2,"south":1}"#);
    }
}
