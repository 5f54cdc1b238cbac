//! A chain of the unit tests, whose rounds are signed by a key that stands here for everybody to read.
//!
//! A simulated world has no drand, and its times lie in the future. So its relays tell rounds of this chain, which counts as
//! drand's does. The key is in the program of the unit tests alone: no other build has this file.

use std::sync::OnceLock;

use blst::min_sig::{PublicKey, SecretKey};
use sha2::{Digest, Sha256};

use super::{TAG, drand};

pub(crate) use super::relays::{Answer, ask_by};

fn secret() -> &'static SecretKey {
    static SECRET: OnceLock<SecretKey> = OnceLock::new();
    SECRET.get_or_init(|| SecretKey::key_gen(&[7; 32], &[]).expect("32 bytes are enough"))
}

/// The keys by which a round may be signed in a unit test: that of this chain, and drand's.
pub(super) fn signers() -> impl Iterator<Item = PublicKey> {
    static OWN: OnceLock<PublicKey> = OnceLock::new();
    std::iter::once(*OWN.get_or_init(|| secret().sk_to_pk())).chain(drand())
}

/// The signature of a round, in hexadecimal digits.
pub(crate) fn signature(round: u64) -> String {
    let message = Sha256::digest(round.to_be_bytes());
    hex::encode(secret().sign(&message, TAG, &[]).to_bytes())
}
