//! The shards by which several bots share the database of a server: each of them has the tables of some servers of Discord.
//!
//! A server of Discord belongs to the shard by which Discord itself parts servers among connections, so that a bot hears of a
//! server what it may write about it. Private chats belong to shard 0, as at Discord.

use std::ops::Range;

/// The shard of a row of the table `tables`. Ids are stored bit for bit, so that the sign is one of the bits.
macro_rules! shard {
    () => {
        "((coalesce(hall, 0) >> 22) & 4398046511103) % (SELECT count(*) FROM lease)"
    };
}
pub(super) use shard;

/// Keeps, of a query of tables that has a column of their ids, those of some shards.
macro_rules! in_shards {
    ($table:literal, $shards:literal) => {
        concat!(
            "(SELECT ",
            crate::store::shards::shard!(),
            " = ANY (",
            $shards,
            "::bigint[]) FROM tables WHERE id = ",
            $table,
            ")"
        )
    };
}
pub(super) use in_shards;

/// Which shards of how many a bot has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shards {
    first: u32,
    end: u32,
    of: u32,
}

/// Which shards a bot asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WantedShards {
    /// These. Another bot that still has some of them is waited for, though not for long.
    These(Shards),
    /// So many beside each other of all there are, whichever no other bot has. They are waited for as long as it takes.
    AnyOf {
        /// How many; the last ones may be fewer.
        each: u32,
        /// How many shards there are.
        of: u32,
    },
}

impl Shards {
    /// All tables, as one shard.
    pub const ALL: Shards = Shards {
        first: 0,
        end: 1,
        of: 1,
    };

    /// The most shards there may be.
    pub const MOST: u32 = 16_384;

    /// These shards of so many; `None` if there are no such shards, or more than [`Shards::MOST`].
    pub fn new(own: Range<u32>, of: u32) -> Option<Shards> {
        let Range { start: first, end } = own;
        (first < end && end <= of && of <= Self::MOST).then_some(Shards { first, end, of })
    }

    /// Reads what people write: `0..3/8` are the shards 0, 1 and 2 of 8.
    pub fn read(text: &str) -> Option<Shards> {
        let (own, of) = text.trim().split_once('/')?;
        let (first, end) = own.split_once("..")?;
        Shards::new(first.parse().ok()?..end.parse().ok()?, of.parse().ok()?)
    }

    /// So many shards, all of which are the bot's own.
    pub fn all(of: u32) -> Shards {
        let of = of.max(1);
        Shards { first: 0, end: of, of }
    }

    /// Whether the bot has all shards there are.
    pub fn are_all(self) -> bool {
        self.own() == (0..self.of)
    }

    /// The bot's own shards.
    pub fn own(self) -> Range<u32> {
        self.first..self.end
    }

    /// How many shards there are.
    pub fn of(self) -> u32 {
        self.of
    }
}

impl WantedShards {
    /// All tables, as one shard.
    pub const ALL: WantedShards = WantedShards::These(Shards::ALL);

    /// Reads what people write: `0..3/8` are the first three of eight, and `3/8` are any three of eight.
    pub fn read(text: &str) -> Option<WantedShards> {
        let these = Shards::read(text).map(WantedShards::These);
        these.or_else(|| {
            let (each, of) = text.trim().split_once('/')?;
            let (each, of) = (each.parse().ok()?, of.parse().ok()?);
            Shards::new(0..each, of).map(|_| WantedShards::AnyOf { each, of })
        })
    }

    /// The blocks of shards of which the bot is to have one.
    pub(super) fn blocks(self) -> Vec<Shards> {
        match self {
            WantedShards::These(shards) => vec![shards],
            WantedShards::AnyOf { each, of } => {
                let firsts = (0..of).step_by(each.max(1) as usize);
                let block = |first: u32| Shards::new(first..of.min(first.saturating_add(each)), of);
                firsts.filter_map(block).collect()
            }
        }
    }
}

/// The shard of a server of Discord, or of private chats, among so many.
pub(super) fn shard_of(guild: Option<u64>, of: i64) -> i64 {
    (guild.unwrap_or(0) >> 22).cast_signed() % of.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_has_some_shards_of_those_there_are() {
        for (own, of) in [(0..1, 1), (0..3, 8), (7..8, 8)] {
            assert!(Shards::new(own, of).is_some());
        }
        for (own, of) in [(0..0, 8), (3..9, 8), (0..1, 0), (0..1, Shards::MOST + 1)] {
            assert_eq!(Shards::new(own, of), None);
        }
    }

    #[test]
    fn shards_are_read_as_people_write_them() {
        assert_eq!(Shards::read("0..3/8"), Shards::new(0..3, 8));
        assert_eq!(Shards::read(" 7..8/8 "), Shards::new(7..8, 8));
        for wrong in [
            "",
            "8",
            "0..3",
            "3/8",
            "0..=3/8",
            "3..3/8",
            "5..3/8",
            "6..9/8",
            "-1..3/8",
            "0..1/99999",
        ] {
            assert_eq!(Shards::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_bot_may_have_any_block_of_shards() {
        let blocks = |text: &str| WantedShards::read(text).unwrap().blocks();
        let these = |own: Range<u32>| Shards::new(own, 8).unwrap();
        assert_eq!(blocks("3..6/8"), [these(3..6)]);
        assert_eq!(blocks("3/8"), [0..3, 3..6, 6..8].map(these));
        assert_eq!(blocks(" 8/8 "), [these(0..8)]);
        assert_eq!(blocks("1/1"), [Shards::ALL]);
        for wrong in ["", "8", "0/8", "9/8", "/8", "3/", "-1/8", "3/99999", "3..3/8"] {
            assert_eq!(WantedShards::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_server_has_the_shard_that_discord_gives_it() {
        assert_eq!(shard_of(Some((5 << 22) | 77), 8), 5);
        assert_eq!(shard_of(Some((13 << 22) | 77), 8), 5);
        assert_eq!(shard_of(Some(u64::MAX), 8), 7);
        assert_eq!((shard_of(None, 8), shard_of(Some(u64::MAX), 1)), (0, 0));
    }
}
