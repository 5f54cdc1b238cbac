//! The signature by which Discord proves that it has sent a request (docs/DISCORD.md, "Interactions over HTTP").

use axum::http::HeaderMap;
use ed25519_dalek::{PUBLIC_KEY_LENGTH, SIGNATURE_LENGTH, Signature, VerifyingKey};

use super::refused::Refused;

/// How many seconds the time of a request may differ from this computer's clock.
///
/// Discord waits three seconds for an answer, so a request that is older than those helps nobody. The rest is for clocks that
/// are wrong: on a computer that is a minute off, the bot still hears people, and `whistle doctor` finds the clock. A request
/// that somebody sends again within this time is done once, like every second delivery.
const MOST_OFF: u64 = 60;

/// The most digits of a time in seconds that a `u64` surely holds.
const MOST_DIGITS: usize = 19;

/// The public key of an application, with which its requests are checked. A public key is no secret.
#[derive(Clone, PartialEq, Eq, derive_more::Debug)]
#[debug("{}", hex::encode(self.0.as_bytes()))]
pub struct PublicKey(VerifyingKey);

impl PublicKey {
    /// Reads 64 hexadecimal digits. Returns `None` if they are no key, or a key for which anybody can sign.
    pub fn read(text: &str) -> Option<PublicKey> {
        let mut bytes = [0; PUBLIC_KEY_LENGTH];
        hex::decode_to_slice(text.trim(), &mut bytes).ok()?;
        let key = VerifyingKey::from_bytes(&bytes).ok()?;
        (!key.is_weak()).then_some(PublicKey(key))
    }

    /// Checks the signature over a time and a body, and then the time. `now` is in seconds since the epoch.
    pub(super) fn check(&self, claim: &Claim, body: &[u8], now: u64) -> Result<(), Refused> {
        let signed = [claim.timestamp.as_bytes(), body].concat();
        let right = self.0.verify_strict(&signed, &claim.signature);
        right.map_err(|_| Refused::Signature)?;
        // Only a time that Discord has signed counts as stale: the number of those tells whether the clock is wrong.
        match claim.seconds.abs_diff(now) {
            0..=MOST_OFF => Ok(()),
            _ => Err(Refused::Stale),
        }
    }
}

/// What the headers of a request claim.
pub(super) struct Claim {
    signature: Signature,
    /// The time as it was signed, and as a number.
    timestamp: String,
    seconds: u64,
}

impl Claim {
    /// Reads the two headers. Each must be there once.
    pub(super) fn read(headers: &HeaderMap) -> Option<Claim> {
        let one = |name: &str| {
            let mut values = headers.get_all(name).iter();
            let value = values.next()?.to_str().ok()?;
            values.next().is_none().then_some(value)
        };
        let mut signature = [0; SIGNATURE_LENGTH];
        hex::decode_to_slice(one("x-signature-ed25519")?, &mut signature).ok()?;
        let timestamp = one("x-signature-timestamp")?;
        let digits = timestamp.len() <= MOST_DIGITS && timestamp.bytes().all(|byte| byte.is_ascii_digit());
        Some(Claim {
            signature: Signature::from_bytes(&signature),
            timestamp: timestamp.to_owned(),
            seconds: timestamp.parse().ok().filter(|_| digits)?,
        })
    }
}
