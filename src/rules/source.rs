//! The source of random numbers: used by the referee, never by a game on its own.

/// A source of unbiased whole numbers.
///
/// A game turns the numbers into its own dice and decks in [`Game::draw`](super::Game::draw). The result is recorded as
/// an event, so a game replays from its log without any source.
pub trait Source {
    /// A number in `0..bound`, every one equally likely. A `bound` of 0 gives 0.
    fn below(&mut self, bound: u32) -> u32;
}

impl<S: Source + ?Sized> Source for &mut S {
    fn below(&mut self, bound: u32) -> u32 {
        (**self).below(bound)
    }
}

impl dyn Source + '_ {
    /// Shuffles `items`: from the last place down, exchanges each item with one of those up to it.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }

    /// One of `items`, each equally likely, or `None` when the list is empty.
    pub fn pick<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        if items.is_empty() {
            return None;
        }
        items.get(self.below(items.len() as u32) as usize)
    }
}
