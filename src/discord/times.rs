//! The times that a message shows, and how wrong they may be before a person would notice.
//!
//! While the bot is away, nobody can be heard, and the lost time is given back: every deadline then moves by seconds, at
//! every table. Where a message says "in 5 hours", nobody sees that, and rewriting thousands of messages would exceed
//! Discord's limits. So a message that differs only in such times reads the same ([`reading`]), until somebody could notice.
//! The record keeps the times that the message shows, not the right ones, so that small shifts do not add up.

use std::time::Duration;

/// The beginning of Discord's markup for a relative timestamp.
const BEGINS: &[u8] = b"<t:";
const ENDS: &[u8] = b":R>";
/// Separates a digest from its times, and the times from each other.
const BETWEEN: char = ' ';

/// Whether a message reads as desired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// It reads as desired.
    Same,
    /// Its times are slightly wrong, and for this long nobody could notice.
    SameFor(Duration),
    /// It reads differently.
    Other,
}

/// Takes the times out of what is shown. Returns the rest, and the times in their order, in seconds since the epoch.
pub(super) fn split(shown: &[u8]) -> (Vec<u8>, Vec<i64>) {
    let (mut left, mut times) = (Vec::with_capacity(shown.len()), Vec::new());
    let mut rest = shown;
    while let Some(at) = find(rest, BEGINS) {
        let (before, time) = rest.split_at(at + BEGINS.len());
        left.extend_from_slice(before);
        rest = time;
        let seconds = find(time, ENDS).and_then(|end| std::str::from_utf8(&time[..end]).ok());
        if let Some((text, seconds)) = seconds.and_then(|text| Some((text, text.parse().ok()?))) {
            times.push(seconds);
            rest = &time[text.len()..];
        }
    }
    left.extend_from_slice(rest);
    (left, times)
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

/// A digest with its times.
pub(super) fn joined(digest: String, times: &[i64]) -> String {
    times.iter().fold(digest, |all, time| format!("{all}{BETWEEN}{time}"))
}

/// Whether the noted digest reads like the desired one at `now`, in milliseconds since the epoch. Both digests include their
/// times.
pub(super) fn reading(noted: &str, wanted: &str, now: i64) -> Reading {
    if noted == wanted {
        return Reading::Same;
    }
    let (noted, wanted) = (read(noted), read(wanted));
    match (noted, wanted) {
        (Some((noted, shown)), Some((wanted, right))) if noted == wanted => reading_of(&shown, &right, now),
        _ => Reading::Other,
    }
}

/// A digest and its times; `None` if there are no times.
fn read(noted: &str) -> Option<(&str, Vec<i64>)> {
    let (digest, times) = noted.split_once(BETWEEN)?;
    let times = times.split(BETWEEN).map(str::parse).collect::<Result<_, _>>();
    Some((digest, times.ok()?))
}

/// Whether the shown times read like the right ones, all else being equal.
pub(super) fn reading_of(shown: &[i64], right: &[i64], now: i64) -> Reading {
    if shown.len() != right.len() {
        return Reading::Other;
    }
    let lasting = shown
        .iter()
        .zip(right)
        .map(|(shown, right)| lasting(*shown, *right, now));
    lasting.fold(Reading::Same, |all, one| match (all, one) {
        (Reading::Other, _) | (_, Reading::Other) => Reading::Other,
        (Reading::Same, other) | (other, Reading::Same) => other,
        (Reading::SameFor(one), Reading::SameFor(other)) => Reading::SameFor(one.min(other)),
    })
}

/// How long a time can be shown instead of the right one. The error may be a sixtieth of the time left, and never more than a
/// minute; nobody notices a second.
fn lasting(shown: i64, right: i64, now: i64) -> Reading {
    const PART: i64 = 60;
    const MOST: i64 = 60;
    const UNSEEN: i64 = 1;
    let wrong = shown.saturating_sub(right).saturating_abs();
    if wrong <= UNSEEN {
        return Reading::Same;
    }
    let until = right.saturating_sub(wrong.saturating_mul(PART)).saturating_mul(1000);
    match u64::try_from(until.saturating_sub(now)) {
        Ok(lasts) if wrong <= MOST => Reading::SameFor(Duration::from_millis(lasts)),
        _ => Reading::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_000_000;

    /// How a time reads that is wrong by this many seconds, with this many seconds left.
    fn reads(wrong: i64, left: i64) -> Reading {
        let right = NOW + left;
        let digest = |time| joined("d".to_owned(), &[time]);
        reading(&digest(right - wrong), &digest(right), NOW * 1000)
    }

    fn lasts(seconds: u64) -> Reading {
        Reading::SameFor(Duration::from_secs(seconds))
    }

    #[test]
    fn times_are_taken_out_and_all_else_stays() {
        let split = |text: &str| {
            let (left, times) = split(text.as_bytes());
            (String::from_utf8(left).expect("text"), times)
        };
        assert_eq!(
            split("until <t:12:R>, or <t:-3:R>."),
            ("until <t::R>, or <t::R>.".to_owned(), vec![12, -3])
        );
        for text in ["", "none", "<t:12:F>", "<t::R>", "<t:x:R>", "<t:12", "\\<t\\:12\\:R>"] {
            assert_eq!(split(text), (text.to_owned(), vec![]), "{text}");
        }
        assert_eq!(split("<t:a <t:5:R>").1, [5]);
    }

    #[test]
    fn a_time_is_right_within_a_sixtieth_of_what_is_left_a_second_and_a_minute() {
        for wrong in [-1, 0, 1] {
            assert_eq!(reads(wrong, 5), Reading::Same);
            assert_eq!(reads(wrong, -5), Reading::Same);
        }
        assert_eq!(reads(2, 120), lasts(0));
        assert_eq!(reads(2, 119), Reading::Other);
        assert_eq!(reads(-30, 3600), lasts(1800));
        assert_eq!(reads(60, 86_400), lasts(82_800));
        assert_eq!(reads(61, 86_400), Reading::Other);
        assert_eq!(reads(i64::MIN / 2, 10), Reading::Other);
    }

    #[test]
    fn of_several_times_the_one_that_would_be_noticed_first_counts() {
        let right = [NOW + 3600, NOW + 7200];
        let shown = |one, other| [right[0] - one, right[1] - other];
        let reads = |one, other| reading_of(&shown(one, other), &right, NOW * 1000);
        assert_eq!(reads(10, 10), lasts(3000));
        assert_eq!(reads(1, 10), lasts(6600));
        assert_eq!(reads(61, 0), Reading::Other);
        assert_eq!(reading_of(&right[..1], &right, NOW * 1000), Reading::Other);
    }

    #[test]
    fn what_differs_in_anything_else_reads_otherwise() {
        let with = |digest: &str| joined(digest.to_owned(), &[NOW + 5000]);
        let other = |digest: &str| joined(digest.to_owned(), &[NOW + 5010]);
        let now = NOW * 1000;
        assert_eq!(reading(&with("d"), &other("e"), now), Reading::Other);
        assert_eq!(reading("d", &with("d"), now), Reading::Other);
        assert_eq!(reading("", "d", now), Reading::Other);
        assert_eq!(reading("d", "d", now), Reading::Same);
        assert_eq!(reading("d 1 x", "d 1 2", now), Reading::Other);
        assert!(matches!(reading(&with("d"), &other("d"), now), Reading::SameFor(_)));
    }
}
