//! The shards by which several bots share the database of a server: each of them has the tables of some servers of Discord.
//!
//! A server of Discord belongs to the shard by which Discord itself parts servers among connections, so that a bot hears of a
//! server what it may write about it. Private chats belong to shard 0, as at Discord.

use std::ops::Range;

/// Which shards of how many a bot has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shards {
    own: Range<u32>,
    of: u32,
}

impl Shards {
    /// All tables, as one shard.
    pub const ALL: Shards = Shards { own: 0..1, of: 1 };

    /// These shards of so many; `None` if there are no such shards.
    pub fn new(own: Range<u32>, of: u32) -> Option<Shards> {
        (!own.is_empty() && own.end <= of).then_some(Shards { own, of })
    }

    /// The bot's own shards.
    pub fn own(&self) -> Range<u32> {
        self.own.clone()
    }

    /// How many shards there are.
    pub fn of(&self) -> u32 {
        self.of
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
        for (own, of) in [(0..0, 8), (3..9, 8), (0..1, 0)] {
            assert_eq!(Shards::new(own, of), None);
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
