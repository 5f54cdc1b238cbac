//! The shape of a bot token: `base64(user id).time.signature` (docs/DISCORD.md, "Libraries", hikari). The playground keeps no
//! secrets, so it checks only the shape, unless the settings name one token.

use base64::Engine;
use base64::prelude::BASE64_STANDARD_NO_PAD;

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
    let text = text.trim_end_matches('=').replace('-', "+").replace('_', "/");
    BASE64_STANDARD_NO_PAD.decode(text).ok()
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
