//! Answers to positions of the day, in memory.

use super::Sheets;
use crate::store::DailyAnswer;

impl Sheets {
    pub(super) fn answer(&mut self, person: u64, answer: &DailyAnswer) -> i64 {
        let (kept, key) = (self.daily.len(), (person, answer.game.clone(), answer.day));
        self.daily.entry(key).or_insert_with(|| answer.clone());
        (self.daily.len() - kept) as i64
    }

    pub(super) fn share(&mut self, key: &(u64, String, u32), shared: bool) -> i64 {
        let answer = self.daily.get_mut(key);
        answer.map_or(0, |answer| {
            i64::from(std::mem::replace(&mut answer.shared, shared) != shared)
        })
    }
}
