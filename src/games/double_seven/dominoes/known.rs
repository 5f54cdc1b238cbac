//! What all at the table know of a hidden hand.
//!
//! Who draws or passes has no tile with a symbol that lies open at that moment. What is drawn later may have one; so a
//! hand is known in groups of tiles, those that have been there longest first. Of every group it is known which tiles are
//! not in it, and an older group is none of those that a younger one is not, and perhaps of more: each later word of its
//! holder speaks of both.
//!
//! When a tile is played, nobody knows from which group it came. It is taken from the oldest that could have held it. That
//! loses nothing: whatever the hand may then hold if it came from a younger group, it may hold all the same if a place in
//! the older, stricter one was given up.

use super::super::{Symbol, Tile, Tiles};

/// Groups differ in what they are not: nothing, or the tiles of one more symbol each; and the dealt tiles are besides none
/// of those that would have opened.
const GROUPS: usize = Symbol::COUNT + 2;

/// So many tiles of a hand, none of which is one of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) count: u8,
    pub(super) none_of: Tiles,
}

/// What is known of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    groups: [Group; GROUPS],
    len: u8,
}

impl Known {
    /// A hand of so many tiles of which nothing is known.
    pub(super) fn dealt(count: u8) -> Known {
        let mut known = Known::default();
        known.push(count);
        known
    }

    /// The groups, the oldest first.
    pub(super) fn groups(&self) -> &[Group] {
        &self.groups[..usize::from(self.len)]
    }

    fn push(&mut self, count: u8) {
        if let Some(group) = self.groups.get_mut(usize::from(self.len)) {
            let none_of = Tiles::EMPTY;
            *group = Group { count, none_of };
            self.len += 1;
        }
    }

    /// The hand holds none of these.
    pub(super) fn lacks(&mut self, tiles: Tiles) {
        let mut kept = 0;
        for at in 0..usize::from(self.len) {
            let mut group = self.groups[at];
            group.none_of = group.none_of.or(tiles);
            match self.groups[..kept].last_mut() {
                Some(older) if older.none_of == group.none_of => older.count += group.count,
                _ => {
                    self.groups[kept] = group;
                    kept += 1;
                }
            }
        }
        self.cut(kept);
    }

    /// A tile was drawn.
    pub(super) fn draws(&mut self) {
        match self.groups[..usize::from(self.len)].last_mut() {
            Some(group) if group.none_of.is_empty() => group.count += 1,
            _ => self.push(1),
        }
    }

    /// This tile was played.
    pub(super) fn plays(&mut self, tile: Tile) {
        let len = usize::from(self.len);
        let held = |group: &Group| !group.none_of.contains(tile);
        let Some(at) = self.groups[..len].iter().position(held) else {
            return;
        };
        self.groups[at].count -= 1;
        if self.groups[at].count == 0 {
            self.groups.copy_within(at + 1..len, at);
            self.cut(len - 1);
        }
    }

    /// Keeps so many groups, and nothing of the others.
    fn cut(&mut self, kept: usize) {
        for group in &mut self.groups[kept..usize::from(self.len)] {
            *group = Group::default();
        }
        self.len = kept as u8;
    }
}
