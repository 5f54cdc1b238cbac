//! The room of public randomness: rounds of drand's chain quicknet, which nobody can foresee and everybody can check.
//!
//! Every three seconds the operators of drand sign the number of a round together. The signature is the same whoever of them
//! takes part, so nobody chooses it, and it is known to nobody before most of them have signed. Who has the public key of the
//! chain can check a signature without asking anybody. The room knows no other room: the referee asks for a round ([`Ask`])
//! and checks what comes ([`Beacon::of`]).
//!
//! Source: <https://docs.drand.love/developer/http-api> and the chain's own description, read on 2026-11-26.

mod relays;
#[cfg(test)]
pub(crate) mod testing;

use std::pin::Pin;
use std::sync::Arc;

use blst::BLST_ERROR::BLST_SUCCESS;
use blst::min_sig::{PublicKey, Signature};
use sha2::{Digest, Sha256};

pub use relays::{BadRelay, Relays};

#[cfg(not(test))]
use drand as signers;
#[cfg(test)]
use testing::signers;

/// When round 1 came out, in seconds since the epoch.
const GENESIS: u64 = 1_692_803_367;
/// How many seconds lie between two rounds.
const PERIOD: u64 = 3;
/// The public key of quicknet, compressed.
const PUBLIC_KEY: [u8; 96] = [
    0x83, 0xcf, 0x0f, 0x28, 0x96, 0xad, 0xee, 0x7e, 0xb8, 0xb5, 0xf0, 0x1f, 0xca, 0xd3, 0x91, 0x22, 0x12, 0xc4, 0x37,
    0xe0, 0x07, 0x3e, 0x91, 0x1f, 0xb9, 0x00, 0x22, 0xd3, 0xe7, 0x60, 0x18, 0x3c, 0x8c, 0x4b, 0x45, 0x0b, 0x6a, 0x0a,
    0x6c, 0x3a, 0xc6, 0xa5, 0x77, 0x6a, 0x2d, 0x10, 0x64, 0x51, 0x0d, 0x1f, 0xec, 0x75, 0x8c, 0x92, 0x1c, 0xc2, 0x2b,
    0x0e, 0x17, 0xe6, 0x3a, 0xaf, 0x4b, 0xcb, 0x5e, 0xd6, 0x63, 0x04, 0xde, 0x9c, 0xf8, 0x09, 0xbd, 0x27, 0x4c, 0xa7,
    0x3b, 0xab, 0x4a, 0xf5, 0xa6, 0xe9, 0xc7, 0x6a, 0x4b, 0xc0, 0x9e, 0x76, 0xea, 0xe8, 0x99, 0x1e, 0xf5, 0xec, 0xe4,
    0x5a,
];
/// How the number of a round becomes a point of the curve (RFC 9380).
const TAG: &[u8] = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
/// What the text of a beacon begins with.
const TEXT: &str = "drand/quicknet/";

/// More letters than a word of luck may have, and fewer than any beacon has.
const SHORTEST: usize = 100;

/// How long after a round has come out it is waited for, in milliseconds.
pub const PATIENCE_MS: i64 = 10_000;

/// Asks for a round, and waits for it no longer than [`PATIENCE_MS`] after it has come out, or from now on if it is out; `None`
/// if nobody gave it in time.
pub type Ask = Arc<dyn Fn(u64) -> Pin<Box<dyn Future<Output = Option<Beacon>> + Send>> + Send + Sync>;

/// A round with its signature, which was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, derive_more::Display)]
#[display("{TEXT}{}/{}", self.round, hex::encode(self.signature))]
pub struct Beacon {
    round: u64,
    signature: [u8; 48],
}

/// What looks like a beacon, but was not signed by drand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("drand did not sign this public randomness")]
pub struct Forged;

/// The first round that comes out at least three seconds after `now` (milliseconds since the epoch): people read its number
/// before, and clocks differ.
pub fn next_round(now: i64) -> u64 {
    let seconds = u64::try_from(now / 1000 + 3).unwrap_or(0);
    // Round 1 came out at the genesis itself.
    seconds.saturating_sub(GENESIS) / PERIOD + 2
}

/// When a round comes out, in milliseconds since the epoch.
pub fn comes_out(round: u64) -> i64 {
    let seconds = round.saturating_sub(1).saturating_mul(PERIOD).saturating_add(GENESIS);
    i64::try_from(seconds.saturating_mul(1000)).unwrap_or(i64::MAX)
}

/// The key by which drand signs.
fn drand() -> impl Iterator<Item = PublicKey> {
    PublicKey::uncompress(&PUBLIC_KEY).into_iter()
}

/// Whether a round was signed so by whoever has this key.
fn is_signed_by(key: &PublicKey, round: u64, signature: &Signature) -> bool {
    let message = Sha256::digest(round.to_be_bytes());
    signature.verify(true, &message, TAG, &[], key, true) == BLST_SUCCESS
}

impl Beacon {
    /// The round with this signature (hexadecimal digits), if drand signed it.
    pub fn of(round: u64, signature: &str) -> Option<Beacon> {
        let mut bytes = [0; 48];
        hex::decode_to_slice(signature, &mut bytes).ok()?;
        let point = Signature::uncompress(&bytes).ok()?;
        let sound = signers().any(|key| is_signed_by(&key, round, &point));
        sound.then_some(Beacon {
            round,
            signature: bytes,
        })
    }

    /// The beacon that a text holds, as it is displayed; `None` for any other text.
    ///
    /// # Errors
    /// When the text names a round, and drand did not sign it so.
    pub fn read(text: &str) -> Option<Result<Beacon, Forged>> {
        // Words of people are shorter, and may say anything.
        if text.chars().count() < SHORTEST {
            return None;
        }
        let (round, signature) = text.strip_prefix(TEXT)?.split_once('/')?;
        let beacon = round.parse().ok().and_then(|round| Beacon::of(round, signature));
        // A text has one spelling only, for draws follow from it.
        Some(beacon.filter(|beacon| beacon.to_string() == text).ok_or(Forged))
    }

    /// The number of the round.
    pub fn round(&self) -> u64 {
        self.round
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Rounds of the past.
    pub(crate) const PAST: [(u64, &str); 2] = [
        (
            42,
            "95a9f9f5b231b7714de1553105d8ffdf3dcda24cfdb1e689319bccf79a9c8ce430a91b811fbfaf763900bc998b5d686a",
        ),
        (
            123,
            "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92",
        ),
    ];

    #[test]
    fn rounds_of_the_past_were_signed_by_drand() {
        for (round, signature) in PAST {
            let beacon = Beacon::of(round, signature).expect("signed");
            assert_eq!(beacon.round(), round);
            assert_eq!(Beacon::read(&beacon.to_string()), Some(Ok(beacon)));
        }
    }

    #[test]
    fn what_drand_did_not_sign_is_forged() {
        let [(round, signature), (_, other)] = PAST;
        assert_eq!(Beacon::of(round, other), None, "another round's");
        assert_eq!(Beacon::of(round + 1, signature), None);
        for at in [0, 1, 47, 95] {
            let digit = if signature.as_bytes()[at] == b'9' { "8" } else { "9" };
            let mut changed = signature.to_owned();
            changed.replace_range(at..=at, digit);
            assert_eq!(Beacon::of(round, &changed), None, "digit {at}");
        }
        let infinity = format!("c0{}", "00".repeat(47));
        assert_eq!(Beacon::of(round, ""), None);
        for wrong in [&signature[2..], &format!("{signature}00"), &infinity, &"z".repeat(96)] {
            assert_eq!(Beacon::of(round, wrong), None, "{wrong}");
            assert_eq!(
                Beacon::read(&format!("drand/quicknet/{round}/{wrong}")),
                Some(Err(Forged))
            );
        }
    }

    #[test]
    fn the_key_of_the_tests_is_not_drands() {
        let bytes = hex::decode(testing::signature(42)).expect("digits");
        let signature = Signature::uncompress(&bytes).expect("a point");
        let signers: Vec<bool> = signers().map(|key| is_signed_by(&key, 42, &signature)).collect();
        assert_eq!(signers, [true, false], "the tests' key, and drand's");
        assert!(drand().all(|key| !is_signed_by(&key, 42, &signature)));
        assert!(Beacon::of(42, &testing::signature(42)).is_some());
        assert_eq!(Beacon::of(43, &testing::signature(42)), None);
    }

    #[test]
    fn a_beacon_has_one_spelling_and_a_word_of_luck_is_none() {
        let [(round, signature), _] = PAST;
        for text in [
            format!("drand/quicknet/0{round}/{signature}"),
            format!("drand/quicknet/+{round}/{signature}"),
            format!("drand/quicknet/{round}/{}", signature.to_uppercase()),
        ] {
            assert_eq!(Beacon::read(&text), Some(Err(Forged)), "{text}");
        }
        let longest = format!("drand/quicknet/1/{}", "é".repeat(43));
        for text in ["", "seven crows", "drand/quicknet/", "drand/quicknet/1/x", &longest] {
            assert_eq!(Beacon::read(text), None, "{text}");
        }
    }

    #[test]
    fn the_next_round_is_one_that_nobody_knows_yet() {
        assert_eq!(comes_out(1), 1_692_803_367_000);
        assert_eq!(comes_out(2) - comes_out(1), 3000);
        // Midnight of 2026-04-20, as the drand gem for Ruby counts in its README.
        assert_eq!(comes_out(27_946_612), 1_776_643_200_000);
        for now in (0..9000).map(|at| comes_out(500) + at) {
            let left = comes_out(next_round(now)) - now;
            assert!((3000..=6000).contains(&left), "{left}");
        }
    }
}
