//! The clocks with which a table can be opened.

use crate::games::GameEntry;

/// The seconds for each decision that the start command offers; 0 is no clock.
pub(super) const CLOCKS: [(u32, &str); 5] = [
    (0, "clock-none"),
    (60, "clock-minute"),
    (300, "clock-five"),
    (3600, "clock-hour"),
    (86_400, "clock-day"),
];

/// The seconds that a turn clock may rest after a turn in which there is something to read.
pub(super) const RESTS: [u32; 5] = [0, 3, 5, 10, 20];
/// The rest unless somebody says otherwise.
const REST: u32 = 5;

/// The rest of a game's clock of so many seconds (0 for none), unless somebody says otherwise.
pub(super) fn usual_rest(entry: &GameEntry, clock: u32) -> u32 {
    match entry.turn_clocks {
        [] => 0,
        _ if clock == 0 => 0,
        _ => REST,
    }
}

/// The seconds of all clocks that a game's start command offers; 0 is none.
pub(super) fn seconds(entry: &GameEntry) -> Vec<u32> {
    match entry.turn_clocks {
        [] => CLOCKS.iter().map(|(seconds, _)| *seconds).collect(),
        turns => std::iter::once(0).chain(turns.iter().copied()).collect(),
    }
}

/// Whether a game's start command offers a clock of so many seconds (0 for none) with such a rest. This is checked because a
/// press can be forged.
pub(super) fn offers(entry: &GameEntry, clock: u32, rest: u32) -> bool {
    let rests = if entry.turn_clocks.is_empty() { &[0][..] } else { &RESTS };
    rests.contains(&rest) && seconds(entry).contains(&clock)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::CATALOGUE;

    #[test]
    fn a_press_says_no_clock_that_the_start_command_does_not() {
        for game in CATALOGUE {
            let offers = |clock, rest| offers(game, clock, rest);
            let turns = !game.turn_clocks.is_empty();
            assert!(offers(0, 0) && offers(60, 0), "{}", game.slug);
            assert_eq!((offers(5, 5), offers(86_400, 0)), (turns, !turns), "{}", game.slug);
            for (clock, rest) in [(1, 0), (u32::MAX, 0), (60, u32::MAX), (0, 4)] {
                assert!(!offers(clock, rest), "{}: {clock} {rest}", game.slug);
            }
            for clock in seconds(game) {
                let rest = usual_rest(game, clock);
                assert!(offers(clock, rest), "{}: {clock} {rest}", game.slug);
                assert_eq!(rest > 0, turns && clock > 0, "{}: {clock} {rest}", game.slug);
            }
        }
    }
}
