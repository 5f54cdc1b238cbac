//! Other worlds that a viewer cannot tell from the real one.
//!
//! Only the sealed choices of other seats are hidden: a layout, or what they turn over. Each is chosen anew from public
//! information only. So two games that the viewer cannot tell apart give the same world for the same throws.

use super::Bingolino;
use crate::rules::{Game, Seat, Source, Viewer};

impl Bingolino {
    pub(super) fn dream(&self, viewer: Viewer, source: &mut dyn Source) -> Bingolino {
        let mut world = self.clone();
        for seat in self.all().iter().filter(|seat| viewer != Viewer::Seat(*seat)) {
            if self.chosen[seat.index()].is_some() {
                world.chosen[seat.index()] = self.any_choice(seat, source);
            }
        }
        world
    }

    /// A choice that `seat`, which has chosen, may have made.
    fn any_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<super::Choice> {
        let mut unasked = self.clone();
        unasked.waiting.insert(seat);
        unasked.random_choice(seat, source)
    }
}
