//! How late requests were: how long each waited from the moment at which it was wanted, by class.

use std::fmt;
use std::time::Duration;

use super::request::{CLASSES, Priority};

/// How many steps double the waiting time.
const TO_DOUBLE: f64 = 4.0;
/// The number of steps, enough for twenty doublings: the last step is over ten minutes.
const STEPS: usize = 20 * TO_DOUBLE as usize;

/// The waits of one class.
#[derive(Clone, Copy, Debug)]
struct WaitTimes {
    count: u64,
    longest: Duration,
    steps: [u64; STEPS],
}

/// The waits of all classes.
#[derive(Clone, Copy, Debug)]
pub(in crate::discord) struct Figures {
    classes: [WaitTimes; CLASSES],
}

impl Default for Figures {
    fn default() -> Figures {
        let none = WaitTimes {
            count: 0,
            longest: Duration::ZERO,
            steps: [0; STEPS],
        };
        Figures {
            classes: [none; CLASSES],
        }
    }
}

/// The step of a waiting time: 0 for less than a millisecond.
fn step(waited: Duration) -> usize {
    let ms = waited.as_secs_f64() * 1000.0;
    if ms < 1.0 {
        return 0;
    }
    let step = (ms.log2() * TO_DOUBLE).floor();
    // The last step takes all longer times.
    (step as usize + 1).min(STEPS - 1)
}

impl WaitTimes {
    /// The time within which this fraction of the requests was sent, rounded up to a step.
    fn within(&self, part: f64) -> Duration {
        let wanted = (self.count as f64 * part).ceil().max(1.0) as u64;
        let mut counted = 0;
        for (step, count) in self.steps.iter().enumerate() {
            counted += count;
            if counted >= wanted {
                let ms = if step == 0 {
                    0.0
                } else {
                    (step as f64 / TO_DOUBLE).exp2()
                };
                return Duration::from_secs_f64(ms / 1000.0).min(self.longest);
            }
        }
        self.longest
    }
}

impl Figures {
    /// How many requests waited so long that people notice.
    pub(in crate::discord) fn late(&self) -> u64 {
        const LATE: Duration = Duration::from_secs(2);
        let late = |waits: &WaitTimes| waits.steps[step(LATE)..].iter().sum::<u64>();
        self.classes.iter().map(late).sum()
    }

    pub(super) fn waited(&mut self, class: usize, waited: Duration) {
        let waits = &mut self.classes[class];
        waits.count += 1;
        waits.longest = waits.longest.max(waited);
        waits.steps[step(waited)] += 1;
    }
}

impl fmt::Display for Figures {
    /// One line: for each class the number of requests, the times within which half and 99 % of them were sent, and the
    /// longest wait.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = ["by token"].into_iter().chain(Priority::ALL.map(Priority::name));
        let mut first = true;
        for (name, waits) in names.zip(&self.classes).filter(|(_, waits)| waits.count > 0) {
            let seconds = |time: Duration| time.as_secs_f64();
            let (half, most) = (seconds(waits.within(0.5)), seconds(waits.within(0.99)));
            let (count, longest) = (waits.count, seconds(waits.longest));
            let comma = if std::mem::take(&mut first) { "" } else { ", " };
            write!(f, "{comma}{name}: {count}, {half:.3} s, {most:.3} s, {longest:.3} s")?;
        }
        match first {
            true => f.write_str("nothing was sent"),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_each_class_its_median_its_99th_and_its_longest_wait_are_told() {
        let mut figures = Figures::default();
        assert_eq!(figures.to_string(), "nothing was sent");
        for ms in 1..=100 {
            figures.waited(Priority::Turn.class(), Duration::from_millis(ms));
        }
        figures.waited(Priority::Answer.class(), Duration::ZERO);
        let said = figures.to_string();
        let numbers = said.strip_prefix("answers: 1, 0.000 s, 0.000 s, 0.000 s, turns: 100, ");
        let numbers = numbers.unwrap_or_else(|| panic!("{said}"));
        let numbers: Vec<f64> = numbers
            .split(", ")
            .map(|one| one.trim_end_matches(" s").parse().expect("seconds"))
            .collect();
        assert!((0.050..0.060).contains(&numbers[0]), "{said}");
        assert!((0.099..0.101).contains(&numbers[1]) && numbers[2] == 0.1, "{said}");
    }

    #[test]
    fn the_longest_wait_has_a_step_of_its_own() {
        assert_eq!(step(Duration::ZERO), 0);
        assert_eq!(step(Duration::from_secs(u64::MAX / 4)), STEPS - 1);
        assert!(step(Duration::from_secs(600)) < STEPS - 1);
        assert!(step(Duration::from_millis(3)) > step(Duration::from_millis(2)));
    }
}
