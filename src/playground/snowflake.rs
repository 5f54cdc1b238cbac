//! Ids and times as Discord writes them: snowflakes (milliseconds since 2015 in the upper 42 bits) and ISO 8601 stamps.
//! This module does not know what the ids belong to. The ids of one [`Mint`] only grow, so their order is the order of things.

use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Serialize, Serializer};
use serde_json::Value;
use time::OffsetDateTime;

/// The first millisecond of 2015, from which snowflakes count (docs/DISCORD.md, "Ids and permissions").
pub(crate) const EPOCH_MS: u64 = 1_420_070_400_000;

/// A snowflake. On the wire it is a decimal string.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, derive_more::Display)]
pub struct Id(pub u64);

impl Id {
    /// When it was made, in milliseconds since 1970.
    pub fn made_at(self) -> u64 {
        (self.0 >> 22) + EPOCH_MS
    }

    /// The shard, of so many, that hears of the guild with this id.
    pub(crate) fn shard(self, shards: u32) -> u32 {
        ((self.0 >> 22) % u64::from(shards)) as u32
    }

    /// Reads an id out of a JSON string or number.
    pub(crate) fn read(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => text.parse().ok(),
            Value::Number(number) => number.as_u64().map(Id),
            _ => None,
        }
    }
}

impl FromStr for Id {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Id)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Makes ids, each greater than the one before, even when the clock stands still or steps back.
#[derive(Debug, Default)]
pub(crate) struct Mint {
    last: u64,
}

impl Mint {
    /// The next id, carrying the present time.
    pub(crate) fn next(&mut self) -> Id {
        let fresh = now_ms().saturating_sub(EPOCH_MS) << 22;
        self.last = fresh.max(self.last + 1);
        Id(self.last)
    }
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(EPOCH_MS, |d| d.as_millis() as u64)
}

/// A time as Discord writes it, `2026-11-21T08:35:01.123000+00:00`.
pub(crate) fn iso(ms: u64) -> String {
    let at = OffsetDateTime::from_unix_timestamp_nanos(i128::from(ms) * 1_000_000);
    let at = at.unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let ((year, month, day), (hour, minute, second, milli)) = (at.to_calendar_date(), at.to_hms_milli());
    let month = u8::from(month);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}000+00:00")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_match_known_days() {
        assert_eq!(iso(0), "1970-01-01T00:00:00.000000+00:00");
        assert_eq!(iso(EPOCH_MS), "2015-01-01T00:00:00.000000+00:00");
        assert_eq!(iso(1_709_164_799_999), "2024-02-28T23:59:59.999000+00:00");
        assert_eq!(iso(1_709_164_800_000), "2024-02-29T00:00:00.000000+00:00");
        assert_eq!(iso(1_709_251_200_000), "2024-03-01T00:00:00.000000+00:00");
        assert_eq!(iso(4_102_444_800_000), "2100-01-01T00:00:00.000000+00:00");
    }

    #[test]
    fn ids_grow_and_carry_the_time() {
        let mut mint = Mint::default();
        let before = now_ms();
        let ids: Vec<Id> = (0..10_000).map(|_| mint.next()).collect();
        assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(ids[0].made_at() >= before && ids[9_999].made_at() <= now_ms() + 1);
    }

    #[test]
    fn ids_are_strings_on_the_wire() {
        assert_eq!(serde_json::json!(Id(175_928_847_299_117_063)), "175928847299117063");
        assert_eq!(
            "175928847299117063".parse::<Id>().map(Id::made_at),
            Ok(1_462_015_105_796)
        );
    }
}
