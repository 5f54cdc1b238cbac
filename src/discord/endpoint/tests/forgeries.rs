//! Very many requests that Discord has not sent, of which none may be taken.
//!
//! `WHISTLE_FORGERIES=1000000 cargo test --release --lib no_forged_request_is_taken` tries as many as that.

use chacha20::ChaCha8Rng;
use ed25519_dalek::SigningKey;
use rand::rand_core::{Rng, SeedableRng};

use super::{NOW, Refused, SIGNATURE, Sent, TIMESTAMP, key, public};

/// How many requests are tried, unless `WHISTLE_FORGERIES` says otherwise.
const USUAL: u64 = 20_000;
/// The order of the group, little-endian. Added to the second half of a signature, it makes another one of the same meaning.
const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];

struct Forger {
    words: ChaCha8Rng,
    discord: SigningKey,
    /// A request that Discord sent before.
    earlier: Sent,
}

/// A way to forge a request. Each gets a request that would be taken.
type Way = fn(&mut Forger, &mut Sent);

const WAYS: [(&str, Way); 18] = [
    ("a bit of the signature", |f, sent| {
        let mut bytes = signature(sent);
        flip(&mut bytes, f.below(512));
        sent.set(SIGNATURE, &hex::encode(bytes));
    }),
    ("a bit of the body", |f, sent| {
        let at = f.below(sent.body.len() * 8);
        flip(&mut sent.body, at);
    }),
    ("the end of the body is missing", |f, sent| {
        let end = f.below(sent.body.len());
        sent.body.truncate(end);
    }),
    ("more at the end of the body", |f, sent| {
        let more = f.bytes(1);
        sent.body.extend(more);
    }),
    ("another time of this minute", |f, sent| {
        let at = NOW - 60 + f.below(120) as u64;
        let now = sent.get(&TIMESTAMP);
        sent.set(TIMESTAMP, &if at.to_string() == now { NOW + 1 } else { at }.to_string());
    }),
    ("signed too early or too late", |f, sent| {
        let off = 61 + f.below(1 << 30) as u64;
        let at = if f.below(2) == 0 { NOW - off } else { NOW + off };
        *sent = Sent::signed(&f.discord, at, &sent.body);
    }),
    ("a digit of the time in the body", |_, sent| {
        let mut at = sent.get(&TIMESTAMP);
        let digit = at.pop().expect("a digit");
        sent.set(TIMESTAMP, &at);
        sent.body.insert(0, digit as u8);
    }),
    ("zeros before the time", |_, sent| {
        let at = format!("0{}", sent.get(&TIMESTAMP));
        sent.set(TIMESTAMP, &at);
    }),
    ("another key", |f, sent| {
        *sent = Sent::signed(&key(2 + f.below(250) as u8), NOW, &sent.body)
    }),
    ("any signature", |f, sent| {
        let any = f.bytes(64);
        sent.set(SIGNATURE, &hex::encode(any));
    }),
    ("the signature of an earlier request", |f, sent| {
        sent.set(SIGNATURE, &f.earlier.get(&SIGNATURE))
    }),
    ("a signature that is nothing", |f, sent| {
        let nothing = [0, 1, 0xff][f.below(3)];
        sent.set(SIGNATURE, &hex::encode([nothing; 64]));
    }),
    ("another signature of the same meaning", |_, sent| {
        let mut bytes = signature(sent);
        let mut carry = 0;
        for (byte, order) in bytes[32..].iter_mut().zip(ORDER) {
            let sum = u16::from(*byte) + u16::from(order) + carry;
            (*byte, carry) = (sum as u8, sum >> 8);
        }
        sent.set(SIGNATURE, &hex::encode(bytes));
    }),
    ("a signature of another length", |f, sent| {
        let mut digits = sent.get(&SIGNATURE);
        match f.below(3) {
            0 => digits.truncate(f.below(128)),
            1 => digits.push('0'),
            _ => digits.push_str("00"),
        }
        sent.set(SIGNATURE, &digits);
    }),
    ("a time that is none", |f, sent| {
        let at = sent.get(&TIMESTAMP);
        let none = [
            "",
            "now",
            "-1",
            "+1",
            "1e9",
            "99999999999999999999",
            &format!("{at}.0"),
            &format!(" {at}"),
        ];
        sent.set(TIMESTAMP, none[f.below(none.len())]);
    }),
    ("no signature", |_, sent| drop(sent.headers.remove(SIGNATURE))),
    ("no time", |_, sent| drop(sent.headers.remove(TIMESTAMP))),
    ("two of a header", |f, sent| {
        let name = [SIGNATURE, TIMESTAMP][f.below(2)].clone();
        let again = sent.headers[&name].clone();
        sent.headers.append(name, again);
    }),
];

fn signature(sent: &Sent) -> Vec<u8> {
    hex::decode(sent.get(&SIGNATURE)).expect("digits")
}

fn flip(bytes: &mut [u8], bit: usize) {
    bytes[bit / 8] ^= 1 << (bit % 8);
}

impl Forger {
    fn new(seed: u64) -> Forger {
        let discord = key(1);
        Forger {
            words: ChaCha8Rng::seed_from_u64(seed),
            earlier: Sent::signed(&discord, NOW - 1, b"{\"type\":1}"),
            discord,
        }
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.words.next_u64() % bound as u64) as usize
    }

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        let mut bytes = vec![0; most];
        self.words.fill_bytes(&mut bytes);
        bytes
    }

    /// A request that Discord sends now.
    fn genuine(&mut self) -> Sent {
        let length = 1 + self.below(400);
        let text = hex::encode(self.bytes(length));
        Sent::signed(
            &self.discord,
            NOW,
            format!("{{\"type\":2,\"data\":\"{text}\"}}").as_bytes(),
        )
    }
}

/// The requests of a way, over what the endpoint itself does with a request.
#[test]
fn no_forged_request_is_taken() {
    let count = std::env::var("WHISTLE_FORGERIES").map_or(USUAL, |count| count.parse().expect("a number"));
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(4) as u64;
    let run = |thread: u64| {
        let mut forger = Forger::new(thread);
        let public = public(&forger.discord);
        let mut refused = std::collections::BTreeMap::<String, u64>::new();
        for number in (thread..count).step_by(threads as usize) {
            let (what, way) = WAYS[(number / threads) as usize % WAYS.len()];
            let mut sent = forger.genuine();
            assert_eq!(sent.judged(&public), Ok(()), "what Discord sends is taken");
            way(&mut forger, &mut sent);
            match sent.judged(&public) {
                Ok(()) => panic!("request {number} is taken: {what}"),
                Err(why) => *refused.entry(format!("{what}: {why:?}")).or_default() += 1,
            }
        }
        refused
    };
    let refused = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|thread| scope.spawn(move || run(thread))).collect();
        let all = threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("none is taken"));
        all.fold(std::collections::BTreeMap::new(), |mut all, (what, count)| {
            *all.entry(what).or_insert(0) += count;
            all
        })
    });
    println!("{refused:#?}");
    assert_eq!(refused.values().sum::<u64>(), count);
    assert!(refused.contains_key(&format!("signed too early or too late: {:?}", Refused::Stale)));
}
