//! What the endpoint takes, and what it refuses.

mod forgeries;
mod served;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use ed25519_dalek::{Signer, SigningKey};

use super::refused::Refused;
use super::signature::{Claim, PublicKey};

const SIGNATURE: HeaderName = HeaderName::from_static("x-signature-ed25519");
const TIMESTAMP: HeaderName = HeaderName::from_static("x-signature-timestamp");
/// When all these requests arrive, in seconds since the epoch.
const NOW: u64 = 1_790_000_000;

fn key(number: u8) -> SigningKey {
    SigningKey::from_bytes(&[number; 32])
}

fn public(key: &SigningKey) -> PublicKey {
    PublicKey::read(&hex::encode(key.verifying_key().as_bytes())).expect("a key")
}

/// A request, as far as the endpoint looks at it before it believes it.
#[derive(Clone)]
struct Sent {
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Sent {
    /// A request that this key signed at this time.
    fn signed(key: &SigningKey, at: u64, body: &[u8]) -> Sent {
        let signature = key.sign(&[at.to_string().as_bytes(), body].concat()).to_bytes();
        let mut sent = Sent {
            headers: HeaderMap::new(),
            body: body.to_vec(),
        };
        sent.set(SIGNATURE, &hex::encode(signature));
        sent.set(TIMESTAMP, &at.to_string());
        sent
    }

    fn set(&mut self, name: HeaderName, value: &str) {
        let value = HeaderValue::from_str(value).expect("a header");
        self.headers.insert(name, value);
    }

    fn get(&self, name: &HeaderName) -> String {
        self.headers[name].to_str().expect("a text").to_owned()
    }

    /// What the endpoint says of the request.
    fn judged(&self, key: &PublicKey) -> Result<(), Refused> {
        let claim = Claim::read(&self.headers).ok_or(Refused::Headers)?;
        key.check(&claim, &self.body, NOW)
    }
}

#[test]
fn a_public_key_is_64_digits_for_which_not_everybody_can_sign() {
    let right = hex::encode(key(1).verifying_key().as_bytes());
    assert!(PublicKey::read(&right).is_some() && PublicKey::read(&format!(" {}\n", right.to_uppercase())).is_some());
    // The neutral element, and a point of order eight.
    let neutral = format!("01{}", "00".repeat(31));
    let small = "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05";
    for wrong in [
        "",
        "hush",
        &right[1..],
        &format!("{right}00"),
        &right.replace(&right[..1], "g"),
        &neutral,
        small,
    ] {
        assert_eq!(PublicKey::read(wrong), None, "{wrong}");
    }
}

#[test]
fn what_discord_signed_within_the_last_minute_is_taken() {
    let (discord, body) = (key(1), br#"{"type":1}"#);
    for at in [NOW - 60, NOW - 3, NOW, NOW + 60] {
        assert_eq!(
            Sent::signed(&discord, at, body).judged(&public(&discord)),
            Ok(()),
            "{at}"
        );
    }
    for at in [0, NOW - 86_400, NOW - 61, NOW + 61, NOW * 10] {
        let judged = Sent::signed(&discord, at, body).judged(&public(&discord));
        assert_eq!(judged, Err(Refused::Stale), "{at}");
    }
}
