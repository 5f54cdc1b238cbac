//! The games that have a position of the day, and which of their decisions such a position asks for.

use super::dyn_game::Options;

/// A game with a position of the day.
#[derive(Debug)]
pub struct DailyGame {
    /// The game's slug.
    pub slug: &'static str,
    /// How many seats its table has.
    pub seats: u8,
    /// By how many percentage points the chance to win must be greater after the best choice than after any other one.
    pub clear: u8,
    /// The options that are numbers, where they are not the usual ones.
    options: &'static [(&'static str, i64)],
    /// Whether the position may ask for a choice, in notation.
    pub asks_for: fn(&str) -> bool,
}

/// Every game with a position of the day, in the order in which it is offered.
pub static DAILY: &[DailyGame] = &[
    DailyGame {
        slug: "binome",
        seats: 2,
        clear: 6,
        options: &[],
        // A digit to write, and no number to claim with.
        asks_for: |what| what.len() == 2,
    },
    DailyGame {
        slug: "binary",
        seats: 2,
        clear: 50,
        options: &[("size", 6)],
        asks_for: |_| true,
    },
    DailyGame {
        slug: "bingolino",
        seats: 2,
        clear: 8,
        options: &[],
        // A tile of a layout to turn over, and not how many dice to roll.
        asks_for: |what| !what.starts_with("roll") && !what.starts_with("layout"),
    },
    DailyGame {
        slug: "dominoes",
        seats: 2,
        clear: 10,
        options: &[],
        asks_for: |_| true,
    },
];

impl DailyGame {
    /// The options with which it is played.
    pub fn options(&self) -> Options {
        let options = self.options.iter();
        options
            .map(|(name, value)| ((*name).to_owned(), (*value).into()))
            .collect()
    }

    /// The game of this slug, if it has a position of the day.
    pub fn of(slug: &str) -> Option<&'static DailyGame> {
        DAILY.iter().find(|game| game.slug == slug)
    }
}
