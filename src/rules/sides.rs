//! Games that are played by two sides, such as defenders and attackers, and not by everybody for themselves.

use serde_json::{Map, Value};

/// How many sides there are, wherever there are sides.
pub const SIDES: usize = 2;

/// The option under which a game with turn clocks ([`Game::TURN_CLOCKS`](super::Game::TURN_CLOCKS)) holds the seconds of a
/// turn, or `null`.
pub const CLOCK_OPTION: &str = "clock";

/// The two sides of a game.
///
/// Seats go by sides: those of the first side come first, then those of the second, on each side in the order in which
/// people joined it. The first seat of each is its captain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    /// What each is called: the option of the game that holds how many sit there, and `<slug>-side-<name>` in its words.
    pub names: [&'static str; SIDES],
    /// How many may sit on each; at least one must.
    pub most: u8,
}

impl Sides {
    /// Writes down who sits where: so many on each side.
    pub fn lay(&self, options: &mut Map<String, Value>, on: [u8; SIDES]) {
        for (name, count) in self.names.iter().zip(on) {
            options.insert((*name).to_owned(), count.into());
        }
    }

    /// The side on which one more evens them out: the smaller one, and of equal ones the first. `None` when both are full.
    pub fn smaller(&self, on: [u8; SIDES]) -> Option<u8> {
        let side = u8::from(on[1] < on[0]);
        (on[usize::from(side)] < self.most).then_some(side)
    }
}

/// Divides so many people as evenly as can be; the first side gets the odd one. What a game lays when it is told a number of
/// people only, and not on which side they sit.
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
        BY_SIDES.lay(&mut options, [2, 1]);
        assert_eq!(serde_json::to_string(&options).unwrap(), r#"{"north":2,"south":1}"#);
    }
}
