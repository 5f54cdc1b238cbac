//! How strong those are who sit in a lobby, for making its sides even.

use super::holder::Holder;
use crate::player::Level;

/// How many points one level of computer players lies above the one below it: docs/PLAYERS.md has it measured, for a table of
/// two.
const LEVEL: i32 = 140;

/// How many points stronger than a beginner those are who may sit in a lobby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leads {
    /// The people who have played, by their ids.
    pub people: Vec<(u64, i32)>,
    /// The levels of computer players whose rating means something, by their numbers.
    pub levels: Vec<(u8, i32)>,
}

impl Leads {
    /// Nobody is known.
    pub const NONE: Leads = Leads {
        people: Vec::new(),
        levels: Vec::new(),
    };

    /// How many points stronger than a beginner who holds a seat is.
    pub(super) fn of(&self, holder: &Holder) -> i32 {
        let Some(id) = holder.id() else {
            return self.of_level(holder.level.number());
        };
        let known = self.people.iter().find(|(person, _)| *person == id);
        known.map_or(0, |(_, lead)| *lead)
    }

    /// Without a rating a level is as far from the next level with one as the two lie apart. Where there is none, the usual level
    /// counts as a beginner.
    fn of_level(&self, level: u8) -> i32 {
        let known = self.levels.iter().min_by_key(|(known, _)| known.abs_diff(level));
        let (near, lead) = known.copied().unwrap_or((Level::default().number(), 0));
        lead + LEVEL * (i32::from(level) - i32::from(near))
    }
}
