//! The words that people add to chance, linked so that none can be left out, changed or moved unseen.

use std::str::FromStr;

use sha2::{Digest, Sha256};

use super::{Commitment, FairError, Secret, Seed, bytes_of, field};
use crate::rules::Source;

/// The first field of a seed's message that words are part of.
const SEED_TAG: &str = "whistle/seed/2";
/// The first field of each link.
const LINK_TAG: &str = "whistle/words/1";
/// What a receipt begins with.
const RECEIPT_TAG: &str = "whistle-receipt-1";

/// The last link of a chain that begins with a seal, and has one more link for each word.
#[derive(Clone, Copy, PartialEq, Eq, derive_more::Display, derive_more::Debug)]
#[debug("Chain({self})")]
#[display("{}", hex::encode(self.0))]
pub struct Chain([u8; 32]);

impl Chain {
    /// The chain of these words, in their order.
    pub fn of<W: AsRef<str>>(seal: &Commitment, words: &[W]) -> Chain {
        let first = link(&[LINK_TAG, &seal.to_string()]);
        words.iter().fold(first, |chain, word| {
            link(&[LINK_TAG, &chain.to_string(), word.as_ref()])
        })
    }
}

fn link(fields: &[&str]) -> Chain {
    let mut hash = Sha256::new();
    for text in fields {
        field(text, |bytes| hash.update(bytes));
    }
    Chain(hash.finalize().into())
}

impl Secret {
    /// The seed of game number `round` at a table with this chain of words.
    pub fn seed_with_words(&self, round: u32, chain: &Chain) -> Seed {
        self.seed_of(&[SEED_TAG, &round.to_string(), &chain.to_string()])
    }
}

impl Seed {
    /// The drawn order of so many things, by their places before.
    pub fn order(&self, things: u8) -> Vec<u8> {
        let mut order: Vec<u8> = (0..things).collect();
        let mut draws = super::Draws::at(self, 0);
        (&mut draws as &mut dyn Source).shuffle(&mut order);
        order
    }
}

/// What somebody gets for a word: it shows that the word, and all that stood before it, is in the seed.
#[derive(Clone, Debug, PartialEq, Eq, derive_more::Display)]
#[display("{RECEIPT_TAG}:{seal}:{number}:{before}:{}", hex::encode(word))]
pub struct Receipt {
    /// The table's first seal.
    pub seal: Commitment,
    /// Which word of the table it is, from 1.
    pub number: usize,
    /// The chain before it.
    pub before: Chain,
    /// The word.
    pub word: String,
}

/// Why a receipt does not fit a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// Another secret was sealed.
    #[error("the seal of the receipt is not that of the record's secret")]
    Seal,
    /// Something before the word is not as it was.
    #[error("before the word of the receipt, a word of the record was left out, changed, moved or put in")]
    Before,
    /// The word itself is not there.
    #[error("the word of the receipt is not in its place in the record: it was left out, changed or moved")]
    Word,
}

impl Receipt {
    /// Holds the receipt against the first seal and the words of a record.
    ///
    /// # Errors
    /// When the word, or what stood before it, is not as the receipt says.
    pub fn check<W: AsRef<str>>(&self, seal: &Commitment, words: &[W]) -> Result<(), Misfit> {
        if self.seal != *seal {
            return Err(Misfit::Seal);
        }
        let at = self.number.checked_sub(1).ok_or(Misfit::Word)?;
        let before = words.get(..at).ok_or(Misfit::Before)?;
        match words.get(at) {
            _ if Chain::of(seal, before) != self.before => Err(Misfit::Before),
            Some(word) if word.as_ref() == self.word => Ok(()),
            _ => Err(Misfit::Word),
        }
    }
}

impl FromStr for Receipt {
    type Err = FairError;

    fn from_str(text: &str) -> Result<Receipt, FairError> {
        let parts: Vec<&str> = text.trim().split(':').collect();
        let [RECEIPT_TAG, seal, number, before, word] = parts[..] else {
            return Err(FairError::NoReceipt);
        };
        let word = hex::decode(word).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        Ok(Receipt {
            seal: Commitment::from_hex(seal)?,
            number: number.parse().map_err(|_| FairError::NoReceipt)?,
            before: Chain(bytes_of(before)?),
            word: word.ok_or(FairError::NoReceipt)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret() -> Secret {
        Secret::from_bytes(std::array::from_fn(|at| at as u8))
    }

    const WORDS: [&str; 3] = ["ombre", "sept à table", "ombre"];

    fn receipt(number: usize) -> Receipt {
        let seal = secret().commitment();
        Receipt {
            seal,
            number,
            before: Chain::of(&seal, &WORDS[..number - 1]),
            word: WORDS[number - 1].to_owned(),
        }
    }

    const VECTORS: [&str; 3] = [
        "051349b4cf8544959ff2c7345dd48119596bb5e910adbad00a2881cdc8e40bb4",
        "2b20b545ab93929db6458067bbf4eace8c744a24ad5b97aa7cf78a61f308236e",
        "6517da633171fad0abdedb7bb73e2eb6fb6a728a4598e921f81682dae4851f0f",
    ];
    const ORDER: [u8; 4] = [1, 2, 0, 3];

    // Computed by a program in another language, written from the module docs of `fair` alone.
    #[test]
    fn chains_and_seeds_are_those_of_the_vectors() {
        let seal = secret().commitment();
        assert_eq!(Chain::of::<&str>(&seal, &[]).to_string(), VECTORS[0]);
        let chain = Chain::of(&seal, &WORDS);
        assert_eq!(chain.to_string(), VECTORS[1]);
        assert_eq!(secret().seed_with_words(1, &chain).to_hex(), VECTORS[2]);
        assert_eq!(secret().seed_with_words(0, &chain).order(4), ORDER);
    }

    #[test]
    fn a_receipt_comes_back_as_it_was_pasted_and_nothing_else_is_read() {
        for number in 1..=3 {
            let receipt = receipt(number);
            assert_eq!(receipt.to_string().parse(), Ok(receipt.clone()));
            assert_eq!(format!(" {receipt}\n").parse(), Ok(receipt));
        }
        let sound = receipt(2).to_string();
        for bad in [
            "",
            "whistle-receipt-1",
            &sound.replace("-1:", "-2:"),
            &sound.replace(":2:", ":-2:"),
            &sound[..sound.len() - 1],
            &format!("{sound}:00"),
        ] {
            assert!(bad.parse::<Receipt>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_word_that_is_left_out_changed_or_moved_is_found() {
        let seal = secret().commitment();
        for number in 1..=3 {
            assert_eq!(receipt(number).check(&seal, &WORDS), Ok(()));
            let more: Vec<&str> = WORDS.iter().copied().chain(["later"]).collect();
            assert_eq!(
                receipt(number).check(&seal, &more),
                Ok(()),
                "what comes later changes nothing"
            );
        }
        let last = receipt(3);
        assert_eq!(last.check(&seal, &WORDS[..2]), Err(Misfit::Word));
        assert_eq!(last.check(&seal, &WORDS[..1]), Err(Misfit::Before));
        assert_eq!(last.check(&seal, &[WORDS[0], "sept", WORDS[2]]), Err(Misfit::Before));
        assert_eq!(last.check(&seal, &[WORDS[1], WORDS[0], WORDS[2]]), Err(Misfit::Before));
        assert_eq!(last.check(&seal, &[WORDS[0], WORDS[1], "umbra"]), Err(Misfit::Word));
        let other = Secret::from_bytes([9; 32]).commitment();
        assert_eq!(last.check(&other, &WORDS), Err(Misfit::Seal));
        let none = Receipt { number: 0, ..last };
        assert_eq!(none.check(&seal, &WORDS), Err(Misfit::Word));
    }

    #[test]
    fn words_cannot_run_into_each_other() {
        let seal = secret().commitment();
        let chains = [&["ab", "c"][..], &["a", "bc"], &["abc"], &["ab", "c", ""]];
        for (at, one) in chains.iter().enumerate() {
            for other in &chains[at + 1..] {
                assert_ne!(Chain::of(&seal, one), Chain::of(&seal, other));
            }
        }
    }
}
