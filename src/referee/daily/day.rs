//! A day by the calendar of UTC.

use std::fmt;
use std::str::FromStr;

use time::{Date, Month};

/// A day of UTC, counted from 1970-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(u32);

/// A text that names no day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a day is written like 2026-11-27, and lies between 1970 and 9999")]
pub struct NoDay;

/// The length of a day in milliseconds.
const DAY_MS: i64 = 24 * 3_600_000;

/// The number of 1970-01-01 among the Julian days.
const EPOCH: i32 = 2_440_588;

/// The last day with a year of four digits.
const LAST: u32 = 2_932_896;

impl Day {
    /// The day of a moment in milliseconds since the epoch.
    pub fn of(ms: i64) -> Day {
        let days = u32::try_from(ms.div_euclid(DAY_MS)).unwrap_or_default();
        Day(days.min(LAST))
    }

    /// The day with this number.
    ///
    /// # Errors
    /// When the day has a year of more than four digits.
    pub fn numbered(number: u32) -> Result<Day, NoDay> {
        (number <= LAST).then_some(Day(number)).ok_or(NoDay)
    }

    /// How many days it is after 1970-01-01.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The day after.
    #[must_use]
    pub fn next(self) -> Day {
        Day((self.0 + 1).min(LAST))
    }

    /// When it begins, in milliseconds since the epoch.
    pub fn begins_ms(self) -> i64 {
        i64::from(self.0) * DAY_MS
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let date = Date::from_julian_day(EPOCH + self.0 as i32).unwrap_or(Date::MAX);
        let (year, month, day) = date.to_calendar_date();
        write!(f, "{year:04}-{:02}-{day:02}", u8::from(month))
    }
}

impl FromStr for Day {
    type Err = NoDay;

    fn from_str(text: &str) -> Result<Day, NoDay> {
        let read = || {
            let mut parts = text.split('-');
            let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
            let month = Month::try_from(month.parse::<u8>().ok()?).ok()?;
            let date = Date::from_calendar_date(year.parse().ok()?, month, day.parse().ok()?).ok()?;
            u32::try_from(date.to_julian_day() - EPOCH).ok()
        };
        let found = read().ok_or(NoDay).and_then(Day::numbered)?;
        // What would not be written so is no day: a year without zeros.
        (found.to_string() == text).then_some(found).ok_or(NoDay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_read_as_it_is_written() {
        for (number, text) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (20_784, "2026-11-27"),
            (LAST, "9999-12-31"),
        ] {
            let day = Day::numbered(number).unwrap();
            assert_eq!((day.to_string().as_str(), text.parse()), (text, Ok(day)));
        }
        for number in (0..LAST).step_by(997) {
            let day = Day::numbered(number).unwrap();
            assert_eq!(day.to_string().parse(), Ok(day));
            assert_eq!(
                (Day::of(day.begins_ms()), Day::of(day.next().begins_ms() - 1)),
                (day, day)
            );
        }
    }

    #[test]
    fn what_names_no_day_is_refused() {
        for text in [
            "",
            "2026",
            "2026-11",
            "2026-11-27-1",
            "2026-1-01",
            "2026-13-01",
            "2026-00-10",
            "2026-02-29",
            "2026-11-31",
            "2026-11-00",
            "1969-12-31",
            "10000-01-01",
            "+026-11-27",
            "0000-01-01",
            "4294967295-01-01",
            "2026-11-4294967295",
        ] {
            assert_eq!(text.parse::<Day>(), Err(NoDay), "{text:?}");
        }
        assert_eq!(Day::numbered(LAST + 1), Err(NoDay));
        assert_eq!(Day::of(-1), Day::of(0));
    }
}
