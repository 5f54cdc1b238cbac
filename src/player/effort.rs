//! How hard a computer player tries.

/// How hard a search tries, and how exactly it follows what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many positions the search looks at. The first look at every choice is always taken.
    pub nodes: u32,
    /// How far the choice strays from the best one, in hundredths of the usual difference between choices. With 0 it is the
    /// best one; with 100 a choice that is clearly better than most others is still made most of the time.
    pub noise: u16,
}
