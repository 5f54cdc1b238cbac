//! Which private chats the bot may open (docs/DISCORD.md, "Private chats"): only with people who have just sat down or asked
//! for their panel there, and only a few a minute. If a bot opens many at once, or opens chats with people who asked for
//! nothing, Discord takes it for a spammer and may forbid it to open any.
//!
//! Not moka: its times are of the machine's clock, and those of simulated worlds are not.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use tokio::time::Instant;

/// How long after such a press of a person their chat may be opened.
pub(super) const ASKED_FOR: Duration = Duration::from_secs(10);
/// How many chats the whole bot may open in a minute.
pub(super) const A_MINUTE: usize = 10;
const MINUTE: Duration = Duration::from_secs(60);
/// At this many noted presses, those that are too old to count are dropped.
const TIDY_AT: usize = 1024;

/// Who has pressed so recently, and when chats were opened.
#[derive(Debug, Default)]
pub(super) struct Openings {
    pressed: HashMap<u64, Instant>,
    opened: VecDeque<Instant>,
}

impl Openings {
    /// How many chats may still be opened in this minute.
    pub(super) fn left(&mut self, now: Instant) -> usize {
        while self.opened.front().is_some_and(|at| now.duration_since(*at) >= MINUTE) {
            self.opened.pop_front();
        }
        A_MINUTE.saturating_sub(self.opened.len())
    }

    /// A person has sat down, or asked for their panel in the chat.
    pub(super) fn pressed(&mut self, now: Instant, person: u64) {
        if self.pressed.len() >= TIDY_AT {
            self.pressed.retain(|_, at| now.duration_since(*at) <= ASKED_FOR);
        }
        self.pressed.insert(person, now);
    }

    /// Whether the chat with a person may be opened now. If so, the chat counts as opened.
    pub(super) fn may_open(&mut self, now: Instant, person: u64) -> bool {
        let asked_for = |at: &Instant| now.duration_since(*at) <= ASKED_FOR;
        let may = self.pressed.get(&person).is_some_and(asked_for) && self.left(now) > 0;
        if may {
            metrics::counter!("whistle_chats_opened_total").increment(1);
            self.opened.push_back(now);
        }
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chat_is_opened_only_within_ten_seconds_of_a_press_of_that_person() {
        let (mut openings, start) = (Openings::default(), Instant::now());
        assert!(!openings.may_open(start, 1), "they have asked for nothing");
        openings.pressed(start, 1);
        assert!(!openings.may_open(start, 2), "somebody else has");
        assert!(openings.may_open(start + ASKED_FOR, 1));
        assert!(!openings.may_open(start + ASKED_FOR + Duration::from_millis(1), 1));
    }

    #[test]
    fn at_most_ten_are_opened_in_any_minute() {
        let (mut openings, start) = (Openings::default(), Instant::now());
        let mut opened = Vec::new();
        for second in 0..300 {
            let now = start + Duration::from_secs(second);
            openings.pressed(now, second);
            if openings.may_open(now, second) {
                opened.push(second);
            }
        }
        assert_eq!(opened.len(), 50);
        assert!(opened.windows(A_MINUTE + 1).all(|some| some[A_MINUTE] - some[0] >= 60));
    }

    #[test]
    fn presses_that_are_long_past_are_forgotten() {
        let (mut openings, start) = (Openings::default(), Instant::now());
        for person in 0..10 * TIDY_AT as u64 {
            openings.pressed(start + Duration::from_secs(person), person);
        }
        assert!(openings.pressed.len() <= TIDY_AT);
    }
}
