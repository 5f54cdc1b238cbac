//! A table as it is stored: its properties, its log and its timers.

use std::fmt;

/// A moment at which a table must be woken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timer {
    /// Its purpose, in the table's own words.
    pub kind: String,
    /// The seat that it concerns, if it concerns one.
    pub seat: Option<u8>,
    /// When it is due.
    pub at: i64,
    /// Whether [`super::Store::give_back`] delays it.
    pub gives_back: bool,
}

/// A table as it is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Stored {
    /// The table.
    pub table: u64,
    /// See [`super::NewTable::channel`].
    pub channel: u64,
    /// See [`super::NewTable::guild`].
    pub guild: Option<u64>,
    /// See [`super::NewTable::game`].
    pub game: String,
    /// See [`super::NewTable::secret`].
    pub secret: [u8; 32],
    /// Whether the table is over.
    pub over: bool,
    /// Whether the table comes from a copy of the file. Its secret may have been drawn from since, and must be replaced
    /// before anything else happens at the table.
    pub restored: bool,
    /// The whole log in order; the seqs begin at 1 and have no gap.
    pub entries: Vec<Entry>,
    /// The timers, in the order in which they were given.
    pub timers: Vec<Timer>,
}

impl fmt::Debug for Stored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stored")
            .field("table", &self.table)
            .field("place", &self.channel)
            .field("guild", &self.guild)
            .field("game", &self.game)
            .field("over", &self.over)
            .field("entries", &self.entries)
            .field("timers", &self.timers)
            .finish_non_exhaustive()
    }
}

/// One line of a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its position in the log, from 1.
    pub seq: u64,
    /// When it happened.
    pub at: i64,
    /// The interaction that caused it, if it is the first entry of its append.
    pub interaction: Option<u64>,
    /// The JSON of the event.
    pub event: String,
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("seq", &self.seq)
            .field("at", &self.at)
            .field("interaction", &self.interaction)
            .finish_non_exhaustive()
    }
}
