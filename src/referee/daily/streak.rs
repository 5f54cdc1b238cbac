//! Days in a row on which somebody found the best choice.

use super::Day;
use crate::store::DailyAnswer;

/// How many days in a row somebody has answered right in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streak {
    /// Up to today, or up to yesterday while today is not answered.
    pub current: u32,
    /// At most.
    pub best: u32,
}

impl Streak {
    /// The streak in a game on a day, from all answers of a person in the order of their days. Later days do not count. A day
    /// without an answer ends a streak as a wrong answer does.
    pub fn on(day: Day, game: &str, answers: &[DailyAnswer]) -> Streak {
        let day = day.number();
        let (mut streak, mut last) = (Streak::default(), None);
        for answer in answers.iter().filter(|answer| answer.game == game && answer.day <= day) {
            let follows = last == answer.day.checked_sub(1);
            let before = if follows { streak.current } else { 0 };
            streak.current = if answer.right { before + 1 } else { 0 };
            streak.best = streak.best.max(streak.current);
            last = Some(answer.day);
        }
        if last.is_none_or(|last| last + 1 < day) {
            streak.current = 0;
        }
        streak
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers in Binary, each with its day and whether it was right.
    fn answers(given: &[(u32, bool)]) -> Vec<DailyAnswer> {
        let answer = |(day, right): &(u32, bool)| DailyAnswer {
            game: "binary".to_owned(),
            day: *day,
            choice: "d2".to_owned(),
            right: *right,
            shared: false,
            at: 0,
        };
        given.iter().map(answer).collect()
    }

    fn streak(given: &[(u32, bool)], day: u32) -> (u32, u32) {
        let Streak { current, best } = Streak::on(Day::numbered(day).unwrap(), "binary", &answers(given));
        (current, best)
    }

    #[test]
    fn right_answers_of_days_in_a_row_add_up() {
        assert_eq!(streak(&[], 10), (0, 0));
        assert_eq!(streak(&[(10, true)], 10), (1, 1));
        assert_eq!(streak(&[(8, true), (9, true), (10, true)], 10), (3, 3));
        assert_eq!(streak(&[(0, true), (1, true)], 1), (2, 2), "from the first day on");
    }

    #[test]
    fn a_day_that_is_not_over_ends_no_streak() {
        assert_eq!(streak(&[(8, true), (9, true)], 10), (2, 2));
        assert_eq!(streak(&[(8, true), (9, true)], 11), (0, 2));
    }

    #[test]
    fn a_gap_and_a_wrong_answer_end_a_streak() {
        assert_eq!(
            streak(&[(5, true), (6, true), (9, true), (10, true), (11, true)], 11),
            (3, 3)
        );
        assert_eq!(streak(&[(5, true), (6, true), (8, true)], 8), (1, 2));
        assert_eq!(streak(&[(8, true), (9, true), (10, false)], 10), (0, 2));
        assert_eq!(streak(&[(8, true), (9, false), (10, true)], 10), (1, 1));
    }

    #[test]
    fn each_game_has_its_own_streak_and_later_days_do_not_count() {
        let mut all = answers(&[(8, true), (9, true), (10, false)]);
        let binome = |answer: DailyAnswer| DailyAnswer {
            game: "binome".to_owned(),
            ..answer
        };
        all.extend(answers(&[(10, true)]).into_iter().map(binome));
        let on = |day, game| Streak::on(Day::numbered(day).unwrap(), game, &all);
        assert_eq!(on(10, "binome"), Streak { current: 1, best: 1 });
        assert_eq!(on(10, "binary"), Streak { current: 0, best: 2 });
        assert_eq!(on(9, "binary"), Streak { current: 2, best: 2 });
        assert_eq!(on(10, "dominoes"), Streak::default());
    }
}
