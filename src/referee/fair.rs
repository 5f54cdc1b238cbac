//! Fair chance: draws that no player could choose and that anybody can check afterwards. `docs/FAIRNESS.md` says who else could.
//!
//! The [`Secret`] of a server's next table is drawn from the operating system, and its [`Commitment`] is told, before anybody
//! opens that table. In the lobby everybody may add a word of their own. The seed of each game mixes the secret with these
//! words. So a player does not know what their word brings about, and the referee could not foresee the word when it drew the
//! secret. When the secret is told at the end, everything can be computed again from it. Nothing but the secret and the words
//! has to be remembered over a restart, for every draw is computed on its own.
//!
//! This module knows no game, no table and no clock. It is also the one place in the house that asks the operating
//! system for randomness.
//!
//! # The algorithm, for recomputing in any language
//!
//! A *field* is a text in UTF-8, preceded by its length in bytes as 4 bytes, most significant first.
//!
//! 1. **Secret**: 32 bytes. Written as 64 hexadecimal digits, small letters.
//! 2. **Commitment**, or seal: SHA-256 of the 32 bytes. Written in the same way.
//! 3. **Chain**: SHA-256 of the two fields `whistle/words/1` and the seal. Then, for each word in the order in which the words
//!    came, SHA-256 of the three fields `whistle/words/1`, the chain so far, and the word. The chain is written like the secret.
//!    Public randomness is the last word, as [`Beacon`](crate::beacon::Beacon) is displayed: `drand/quicknet/`, the number of
//!    the round, `/`, and its signature (96 hexadecimal digits, small letters).
//!    **Seed of a game**: HMAC-SHA256, the key being the 32 bytes of the secret and the message being the three fields
//!    `whistle/seed/2`, the number of the game in its match (decimal, from 1), and the chain. The number 0 stands for the draw
//!    of who sits where, which is a shuffled list of all seats, drawn as the event at index 0 of step 4.
//! 4. **Words**: the chance event that stands at index *i* (from 0, counting every event) of the game's record takes
//!    its words from the key stream of ChaCha20 (20 rounds, the original layout with a 64-bit block counter in state
//!    words 12 and 13 and a 64-bit stream number in 14 and 15, low halves first): the key is the seed, the stream is
//!    *i*, the counter begins at 0. The stream is read as 32-bit words, least significant byte first.
//! 5. **A number below *b***: for *b* < 2 it is 0 and takes no word. Else take the next word *w* until *w* is less than
//!    the greatest multiple of *b* that is at most 2³²; the number is *w* mod *b*. So every number is equally likely.
//! 6. **A shuffled list** of *n* things: for `last` = *n*-1 down to 1, take a number `other` below `last`+1 and exchange
//!    the things at `last` and `other`. **One of a list** of *n*: the thing at a number below *n*.
//!
//! 7. **Luck of a computer player**: the choice of a seat before which the record has *n* choices of that seat takes its numbers
//!    from step 5, with the stream 0 of another key: HMAC-SHA256, the key being the seed of the game and the message being the three
//!    fields `whistle/players/1`, the number of the seat (decimal, from 0), and *n* (decimal). What a computer player makes of
//!    these numbers is in [`player`](crate::player); its version stands in the record.
//!
//! # Sealed anew
//!
//! When a bot goes on from a backup, its tables would draw once more what people have seen drawn since that was made. So every
//! table in play draws a fresh secret then, says so to everybody and shows its commitment. From the next draw on the seed of the
//! game is that of step 3 with the new secret as the key; game and chain are as before, and so are the indexes of step 4. A
//! record tells the second seed, and from which index on it counts
//! ([`Record::resealed`](crate::rules::Record::resealed)). This secret is drawn when the words are known. So whoever runs the bot
//! could put a backup back until they like what is drawn: everybody at the table reads each time that it was done.
//!
//! # Old tables
//!
//! A table whose record has no [`luck`](crate::rules::Record::luck) has another seed: HMAC-SHA256 with the secret as the key over
//! the fields `whistle/seed/1`, the table's id, the number of the game, and the id of each join interaction in the order of the
//! seats' joining, as Discord writes it (decimal).
//!
//! # Receipts
//!
//! Whoever adds a word gets a [`Receipt`]: `whistle-receipt-1`, the table's first seal, which word it is (from 1), the chain before
//! the word, and the bytes of the word as hexadecimal digits, parted by colons.
//!
//! What a game makes of these numbers (a die is 0-9 or 1-6, how a deck lies before it is shuffled) stands in
//! that game's `draw`.

mod chain;

use chacha20::{ChaCha8Rng, ChaCha20Rng};
use hmac::{Hmac, KeyInit, Mac};
use rand::rand_core::{Rng, SeedableRng, TryRng};
use rand::rngs::SysRng;
use sha2::{Digest, Sha256};

#[cfg(test)]
use loaded::bytes as random_bytes;
#[cfg(not(test))]
use os_bytes as random_bytes;

pub use chain::{Chain, Misfit, Receipt};

use crate::rules::{Seat, Source};

/// The first field of the message from which the luck of computer players follows.
const PLAYERS_TAG: &str = "whistle/players/1";

/// The first field of a seed's message at an old table.
const SEED_TAG: &str = "whistle/seed/1";

/// What can go wrong with chance.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FairError {
    /// The operating system gave no random bytes.
    #[error("the operating system gives no random numbers: {0}")]
    NoEntropy(String),
    /// Text that is not 64 hexadecimal digits.
    #[error("expected 64 hexadecimal digits")]
    NotHex,
    /// Text that is no receipt for a word.
    #[error("this is not a receipt for a word of luck, as the bot gave it")]
    NoReceipt,
}

/// 256 secret bits of a table. Told to nobody before its match is over, and never printed by accident.
#[derive(Clone, PartialEq, Eq, derive_more::Debug)]
#[debug("Secret(hidden)")]
pub struct Secret([u8; 32]);

/// The SHA-256 of a [`Secret`], shown before anybody plays.
#[derive(Clone, Copy, PartialEq, Eq, derive_more::Display, derive_more::Debug)]
#[debug("Commitment({self})")]
#[display("{}", hex::encode(self.0))]
pub struct Commitment([u8; 32]);

/// The seed of one game's draws. As secret as the game's hidden cards until the game is over.
#[derive(Clone, PartialEq, Eq, derive_more::Debug)]
#[debug("Seed(hidden)")]
pub struct Seed([u8; 32]);

impl Secret {
    /// A fresh secret from the operating system.
    ///
    /// # Errors
    /// When the operating system has no randomness to give.
    pub fn draw() -> Result<Secret, FairError> {
        random_bytes().map(Secret)
    }

    /// The secret of these bytes, as they were stored.
    pub const fn from_bytes(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// The bytes, for storing. Whoever calls this holds the secret in the open.
    pub const fn to_bytes(&self) -> [u8; 32] {
        self.0
    }

    /// Reads 64 hexadecimal digits.
    ///
    /// # Errors
    /// When the text is anything else.
    pub fn from_hex(text: &str) -> Result<Secret, FairError> {
        bytes_of(text).map(Secret)
    }

    /// The 64 hexadecimal digits that are told at the end. Whoever calls this holds the secret in the open.
    pub fn to_hex(&self) -> String {
        hex::encode(self.0)
    }

    /// What is shown of the secret before the first game.
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.0).into())
    }

    /// The seed of game number `round` (from 1) at an old table called `table`, which was joined by these interactions.
    pub fn seed<J: AsRef<str>>(&self, table: &str, round: u32, joins: &[J]) -> Seed {
        let round = round.to_string();
        let fields: Vec<&str> = [SEED_TAG, table, &round]
            .into_iter()
            .chain(joins.iter().map(AsRef::as_ref))
            .collect();
        self.seed_of(&fields)
    }

    fn seed_of(&self, fields: &[&str]) -> Seed {
        Seed(authenticated(&self.0, fields))
    }
}

/// The HMAC-SHA256 of these fields.
fn authenticated(with: &[u8; 32], fields: &[&str]) -> [u8; 32] {
    // HMAC fills a short key up with zeros to the hash's block of 64 bytes.
    let mut key = [0; 64];
    key[..32].copy_from_slice(with);
    let mut mac = <Hmac<Sha256> as KeyInit>::new(&key.into());
    for text in fields {
        field(text, |bytes| mac.update(bytes));
    }
    mac.finalize().into_bytes().into()
}

/// Takes a text in after its length, so that two texts cannot run into each other.
fn field(text: &str, mut take: impl FnMut(&[u8])) {
    take(&(text.len() as u32).to_be_bytes());
    take(text.as_bytes());
}

impl Commitment {
    /// Reads 64 hexadecimal digits.
    ///
    /// # Errors
    /// When the text is anything else.
    pub fn from_hex(text: &str) -> Result<Commitment, FairError> {
        bytes_of(text).map(Commitment)
    }

    /// Whether this was the promise of `secret`.
    pub fn keeps(&self, secret: &Secret) -> bool {
        secret.commitment() == *self
    }
}

impl Seed {
    /// Reads the 64 hexadecimal digits of a record.
    ///
    /// # Errors
    /// When the text is anything else.
    pub fn from_hex(text: &str) -> Result<Seed, FairError> {
        bytes_of(text).map(Seed)
    }

    /// The 64 hexadecimal digits that a record carries. Whoever calls this can foresee the game.
    pub fn to_hex(&self) -> String {
        hex::encode(self.0)
    }

    /// The luck with which a computer player makes the choice of `seat` before which the game's record has `made` of them.
    pub fn players_luck(&self, seat: Seat, made: u64) -> Draws {
        let fields = [PLAYERS_TAG, &seat.to_string(), &made.to_string()];
        Draws::at(&Seed(authenticated(&self.0, &fields)), 0)
    }

    /// The seed of the positions of a day in a game: SHA-256 of the three fields `whistle/daily/`*version*, the day as in
    /// `2026-11-27`, and the game's slug. No secret is in it.
    pub fn daily(version: u32, day: &str, game: &str) -> Seed {
        let mut hash = Sha256::new();
        for field in [format!("whistle/daily/{version}").as_str(), day, game] {
            hash.update((field.len() as u32).to_be_bytes());
            hash.update(field);
        }
        Seed(hash.finalize().into())
    }

    /// The seed of game number `game` of a simulation: SHA-256 over a tag and the two numbers. No secret is in it.
    pub fn simulated(seed: u64, game: u64) -> Seed {
        let mut hash = Sha256::new();
        hash.update(b"whistle/simulation/1");
        hash.update(seed.to_be_bytes());
        hash.update(game.to_be_bytes());
        Seed(hash.finalize().into())
    }
}

/// The draws of one chance event: steps 4 and 5 of the [algorithm](self).
#[derive(derive_more::Debug)]
#[debug("Draws(hidden)")]
pub struct Draws {
    words: ChaCha20Rng,
}

impl Draws {
    /// The draws of the event that stands, or will stand, at `index` of the game's record.
    pub fn at(seed: &Seed, index: u64) -> Draws {
        let mut words = ChaCha20Rng::from_seed(seed.0);
        words.set_stream(index);
        Draws { words }
    }
}

impl Source for Draws {
    fn below(&mut self, bound: u32) -> u32 {
        if bound < 2 {
            return 0;
        }
        // 2^32 mod bound, of which the greatest multiple falls short.
        let short = bound.wrapping_neg() % bound;
        loop {
            let word = self.words.next_u32();
            if word <= u32::MAX - short {
                return word % bound;
            }
        }
    }
}

/// Chance that needs no proof (what a lapse plays), keyed once by the operating system.
#[derive(derive_more::Debug)]
#[debug("OsSource(hidden)")]
pub struct OsSource {
    words: ChaCha20Rng,
}

impl OsSource {
    /// A source with fresh bits of the operating system.
    ///
    /// # Errors
    /// When the operating system has no randomness to give.
    pub fn new() -> Result<OsSource, FairError> {
        let words = ChaCha20Rng::from_seed(random_bytes()?);
        Ok(OsSource { words })
    }
}

impl Source for OsSource {
    fn below(&mut self, bound: u32) -> u32 {
        multiplied(&mut self.words, bound)
    }
}

/// Repeatable chance for simulations, tests and benches: quick, unbiased, and no secret.
#[derive(Debug)]
pub struct SeededSource {
    words: ChaCha8Rng,
}

impl SeededSource {
    /// The source of this seed.
    pub fn new(seed: u64) -> SeededSource {
        SeededSource::numbered(seed, 0)
    }

    /// The source of this seed for game (or worker) number `number`: independent of all others.
    pub fn numbered(seed: u64, number: u64) -> SeededSource {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut words = ChaCha8Rng::from_seed(key);
        words.set_stream(number);
        SeededSource { words }
    }
}

impl Source for SeededSource {
    fn below(&mut self, bound: u32) -> u32 {
        multiplied(&mut self.words, bound)
    }
}

/// A number below `bound` as the high half of a product, which seldom needs a division; unbiased by rejection.
fn multiplied(words: &mut impl Rng, bound: u32) -> u32 {
    if bound < 2 {
        return 0;
    }
    let mut product = u64::from(words.next_u32()) * u64::from(bound);
    if (product as u32) < bound {
        let short = bound.wrapping_neg() % bound;
        while (product as u32) < short {
            product = u64::from(words.next_u32()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

fn os_bytes() -> Result<[u8; 32], FairError> {
    let mut bytes = [0; 32];
    SysRng
        .try_fill_bytes(&mut bytes)
        .map_err(|error| FairError::NoEntropy(error.to_string()))?;
    Ok(bytes)
}

/// Loaded dice, for a simulation that must come out alike every time: on a thread that has been given a seed, nothing is
/// asked of the operating system.
#[cfg(test)]
pub(crate) mod loaded {
    use std::cell::RefCell;

    use chacha20::ChaCha8Rng;
    use rand::rand_core::{Rng, SeedableRng};

    /// What stands for the operating system's numbers, and what for those that only have to be another one every time: how
    /// many of the one kind are drawn does not move the other.
    struct Dice {
        bytes: ChaCha8Rng,
        words: ChaCha8Rng,
    }

    thread_local! {
        static DICE: RefCell<Option<Dice>> = const { RefCell::new(None) };
    }

    /// Loads the dice of this thread, or takes honest ones again.
    pub(crate) fn load(seed: Option<u64>) {
        DICE.set(seed.map(|seed| {
            let bytes = ChaCha8Rng::seed_from_u64(seed);
            let mut words = ChaCha8Rng::seed_from_u64(seed);
            words.set_stream(1);
            Dice { bytes, words }
        }));
    }

    /// What the operating system would be asked for, and is with honest dice.
    pub(super) fn bytes() -> Result<[u8; 32], super::FairError> {
        let loaded = DICE.with_borrow_mut(|dice| {
            let mut bytes = [0; 32];
            dice.as_mut()?.bytes.fill_bytes(&mut bytes);
            Some(bytes)
        });
        loaded.map_or_else(super::os_bytes, Ok)
    }

    /// Whether the dice of this thread are.
    pub(crate) fn are() -> bool {
        DICE.with_borrow(Option::is_some)
    }

    /// A word of the same dice.
    pub(crate) fn word() -> u64 {
        DICE.with_borrow_mut(|dice| dice.as_mut().map_or_else(rand::random, |dice| dice.words.next_u64()))
    }
}

fn bytes_of(text: &str) -> Result<[u8; 32], FairError> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(text.trim(), &mut bytes).map_err(|_| FairError::NotHex)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    // Every number in this block was computed by a program in another language, written from the module docs alone.

    const JOINS: [&str; 2] = ["1420070400000000001", "1420070400000000002"];

    fn secret() -> Secret {
        Secret(std::array::from_fn(|at| at as u8))
    }

    fn seed() -> Seed {
        secret().seed("42", 1, &JOINS)
    }

    fn numbers(seed: &Seed, index: u64, bound: u32, count: usize) -> Vec<u32> {
        let mut draws = Draws::at(seed, index);
        (0..count).map(|_| draws.below(bound)).collect()
    }

    #[test]
    fn the_commitment_and_the_seed_are_those_of_the_vectors() {
        let commitment = secret().commitment();
        assert_eq!(
            commitment.to_string(),
            "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
        );
        assert!(commitment.keeps(&secret()));
        assert_eq!(
            seed().to_hex(),
            "8398e84cb857bba739c4c5ddf888e22410ebc1a4758a26901f635477af29502e"
        );
        assert_eq!(
            secret().seed("42", 2, &JOINS).to_hex(),
            "1c7cd5b1f5fab0ba54b424d3cf30cf7a9e7c48be6c0cd0594c5579dab43a588a"
        );
        assert_eq!(
            secret().seed::<&str>("", 1, &[]).to_hex(),
            "c134cdc5d36da207f335b82403cff621d27a897ebedcc7b5af2b605ac9b7d5cf"
        );
    }

    #[test]
    fn the_draws_of_an_event_are_those_of_the_vectors() {
        let seed = seed();
        assert_eq!(
            numbers(&seed, 0, 10, 16),
            [2, 9, 2, 7, 0, 9, 9, 5, 6, 4, 9, 9, 8, 1, 5, 5]
        );
        assert_eq!(
            numbers(&seed, 1, 10, 16),
            [2, 0, 0, 7, 4, 2, 1, 1, 3, 5, 8, 7, 8, 0, 9, 6]
        );
        assert_eq!(numbers(&seed, 17, 10, 8), [9, 1, 4, 7, 1, 8, 6, 6]);
        assert_eq!(numbers(&seed, (1 << 33) + 5, 10, 8), [7, 7, 5, 2, 4, 9, 3, 0]);
        let mut items: Vec<u8> = (0..16).collect();
        let mut draws = Draws::at(&seed, 18);
        let source: &mut dyn Source = &mut draws;
        source.shuffle(&mut items);
        assert_eq!(items, [6, 10, 3, 14, 4, 7, 0, 8, 12, 15, 2, 11, 13, 9, 1, 5]);
    }

    #[test]
    fn a_bound_that_rejects_a_quarter_of_all_words_still_follows_the_vectors() {
        let expected = [
            2_356_894_085,
            697_330_235,
            546_142_033,
            1_450_037_610,
            204_964_598,
            716_793_052,
            362_584_525,
            1_013_011_958,
            1_578_384_439,
            2_137_153_830,
            685_991_955,
            953_734_747,
            1_859_764_079,
            2_527_263_913,
            2_931_859_200,
            981_808_143,
            2_398_492_818,
            406_423_705,
            1_380_681_666,
            581_421_583,
        ];
        assert_eq!(numbers(&seed(), 3, 3 << 30, expected.len()), expected);
    }

    #[test]
    fn words_go_on_beyond_the_first_blocks() {
        let mut draws = Draws::at(&seed(), 7);
        let words: Vec<u32> = (0..301).map(|_| draws.words.next_u32()).collect();
        assert_eq!(words[298..], [3_537_082_337, 3_809_413_168, 199_520_306]);
    }

    #[test]
    fn fields_cannot_run_into_each_other() {
        let secret = secret();
        let one = secret.seed("1", 1, &["23"]);
        for other in [
            secret.seed("1", 12, &["3"]),
            secret.seed("11", 1, &["23"]),
            secret.seed("1", 1, &["2", "3"]),
        ] {
            assert_ne!(one.to_hex(), other.to_hex());
        }
    }

    #[test]
    fn secrets_do_not_show_themselves() {
        let secret = Secret::draw().unwrap();
        let seed = secret.seed("t", 1, &JOINS);
        let shown = format!("{secret:?} {seed:?} {:?}", Draws::at(&seed, 0));
        assert_eq!(shown, "Secret(hidden) Seed(hidden) Draws(hidden)");
        assert_ne!(secret.to_hex(), Secret::draw().unwrap().to_hex());
        assert_eq!(Secret::from_hex(&secret.to_hex()).unwrap(), secret);
        assert_eq!(Secret::from_bytes(secret.to_bytes()), secret);
        assert_eq!(Secret::from_hex("abc"), Err(FairError::NotHex));
        assert_eq!(Seed::from_hex(&"0g".repeat(32)), Err(FairError::NotHex));
        assert!(!secret.commitment().keeps(&Secret([0; 32])));
    }

    /// Counts of 12 000 numbers below 6 lie as near to 2 000 each as chance would have it: neither far off nor too even.
    fn assert_level(source: &mut dyn Source) {
        let mut counts = [0_i64; 6];
        for _ in 0..12_000 {
            counts[source.below(6) as usize] += 1;
        }
        let chi: i64 = counts.iter().map(|count| (count - 2000).pow(2)).sum();
        // Chi squared times 2 000, five degrees of freedom: between the 0.1 % and the 99.9 % quantile.
        assert!((2000 * 21 / 100..2000 * 2052 / 100).contains(&chi), "{counts:?}");
    }

    #[test]
    fn all_sources_are_level() {
        assert_level(&mut Draws::at(&seed(), 5));
        assert_level(&mut SeededSource::new(5));
        assert_level(&mut SeededSource::numbered(5, 77));
    }

    #[test]
    fn a_large_bound_is_not_biased() {
        // With plain remainders, numbers below 2^30 would come up half of the time; with plain products, multiples of
        // three would. Either is a third of all numbers.
        for source in [
            &mut Draws::at(&seed(), 6) as &mut dyn Source,
            &mut SeededSource::new(6) as &mut dyn Source,
        ] {
            let numbers: Vec<u32> = (0..9_000).map(|_| source.below(3 << 30)).collect();
            let low = numbers.iter().filter(|number| **number < 1 << 30).count();
            let threes = numbers.iter().filter(|number| **number % 3 == 0).count();
            assert!((2_800..3_200).contains(&low), "{low}");
            assert!((2_800..3_200).contains(&threes), "{threes}");
        }
    }

    #[test]
    fn every_bound_is_kept_and_small_bounds_take_nothing() {
        let mut os = OsSource::new().unwrap();
        let mut draws = Draws::at(&seed(), 9);
        for bound in [0, 1] {
            assert_eq!((os.below(bound), draws.below(bound)), (0, 0));
        }
        assert_eq!(draws.words.get_word_pos(), 0);
        for bound in [2, 3, 1000, u32::MAX] {
            assert!(os.below(bound) < bound && draws.below(bound) < bound);
        }
    }

    #[test]
    fn seeded_sources_repeat_and_differ() {
        let take = |mut source: SeededSource| (0..8).map(|_| source.below(1000)).collect::<Vec<_>>();
        assert_eq!(take(SeededSource::new(1)), take(SeededSource::numbered(1, 0)));
        assert_ne!(take(SeededSource::new(1)), take(SeededSource::new(2)));
        assert_ne!(take(SeededSource::new(1)), take(SeededSource::numbered(1, 1)));
        assert_ne!(Seed::simulated(1, 2).to_hex(), Seed::simulated(2, 1).to_hex());
    }
}
