//! The shape of a bot token: `base64(user id).time.signature` (docs/DISCORD.md, "Libraries", hikari). The playground keeps no
//! secrets, so it checks only the shape, unless the settings name one token.

use super::snowflake::Id;

/// The token that `whistle` uses with the playground. No other server accepts it.
pub const DEFAULT_TOKEN: &str = "MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.Gplayg.only-good-on-a-loopback-playground-00";

/// The user id within a well-shaped token, or nothing.
pub(crate) fn owner(token: &str) -> Option<Id> {
    let mut parts = token.split('.');
    let (id, time, signature) = (parts.next()?, parts.next()?, parts.next()?);
    let plain = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    };
    if parts.next().is_some() || !plain(time) || !plain(signature) {
        return None;
    }
    String::from_utf8(decode(id)?).ok()?.parse().ok()
}

/// Base64 in either alphabet, padding optional.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut bits, mut held) = (0u32, 0u32);
    for letter in text.trim_end_matches('=').bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_token_is_well_shaped() {
        assert_eq!(owner(DEFAULT_TOKEN), Some(Id(1_234_567_890_123_456_789)));
    }

    #[test]
    fn shapes_that_are_refused() {
        for bad in [
            "",
            "abc",
            "MTIz.a",
            "MTIz..b",
            "MTIz.a.b.c",
            "bm90IGFuIGlk.a.b",
            "M*Iz.a.b",
            "MTIz.a.b c",
        ] {
            assert_eq!(owner(bad), None, "{bad:?}");
        }
        assert_eq!(owner("MTIz.a.b"), Some(Id(123)));
    }
}
