//! Checking what a record says of its chance: its seeds and its seats follow from the secrets and the words.

use super::Wrong;
use crate::beacon::Beacon;
use crate::games::GameEntry;
use crate::referee::fair::{Chain, Secret};
use crate::referee::seating::PLACES;
use crate::rules::{Luck, Record};

/// Checks that each seed follows from a secret, one after another, and from all words, and so does who sits where.
pub(super) fn check(entry: &GameEntry, record: &Record) -> Result<(), Wrong> {
    let Some(luck) = &record.luck else { return Ok(()) };
    let secrets = read_secrets(luck)?;
    let first = secrets.first().ok_or(Wrong::Luck("`luck` tells no secret"))?;
    check_randomness(luck)?;
    let (begins, _) = secrets_of(record, luck, &secrets)?;
    let chain = Chain::of(&first.commitment(), &luck.words);
    check_seats(entry, record, luck, &chain, &secrets[..=begins])
}

/// Which of the secrets the first and the last seed of a record follow from.
fn secrets_of(record: &Record, luck: &Luck, secrets: &[Secret]) -> Result<(usize, usize), Wrong> {
    let first = secrets.first().ok_or(Wrong::Luck("`luck` tells no secret"))?;
    let chain = Chain::of(&first.commitment(), &luck.words);
    let (Some(round), Some(seed)) = (record.round, &record.seed) else {
        return Err(Wrong::Luck(
            "`luck` belongs only to a record that tells its seed and its `round`",
        ));
    };
    let later = record.resealed.iter().map(|resealed| &resealed.seed);
    let mut from = 0;
    let mut begins = 0;
    for (nth, told) in std::iter::once(seed).chain(later).enumerate() {
        let follows = |secret: &Secret| told.eq_ignore_ascii_case(&secret.seed_with_words(round, &chain).to_hex());
        let Some(number) = secrets.iter().skip(from).position(follows) else {
            return Err(Wrong::Luck(
                "its seed does not follow from the secrets, the words and the round",
            ));
        };
        // The next seed must follow from a later secret.
        from += number + 1;
        begins = if nth == 0 { from - 1 } else { begins };
    }
    Ok((begins, from - 1))
}

/// Checks that a game goes back to no secret before the one that the game before it ended with: of two secrets the one could be
/// taken that suits.
pub(super) fn check_order(earlier: &Record, record: &Record) -> Result<(), Wrong> {
    let (Some(before), Some(luck)) = (&earlier.luck, &record.luck) else {
        return Ok(());
    };
    let (_, ended) = secrets_of(earlier, before, &read_secrets(before)?)?;
    let (begins, _) = secrets_of(record, luck, &read_secrets(luck)?)?;
    match begins >= ended {
        true => Ok(()),
        false => Err(Wrong::Luck("its chance goes back to a secret of before")),
    }
}

fn read_secrets(luck: &Luck) -> Result<Vec<Secret>, Wrong> {
    let read = |text: &String| Secret::from_hex(text).map_err(|_| Wrong::Luck("a secret is not 64 hexadecimal digits"));
    luck.secrets.iter().map(read).collect()
}

/// More rounds of drand than come out in four centuries.
const LAST_ROUND: u64 = 1 << 32;

/// Public randomness stands after all words, drand signed it, and no table that has some waited for it in vain.
fn check_randomness(luck: &Luck) -> Result<(), Wrong> {
    let mut words = luck.words.iter().rev();
    let last = words.next().and_then(|word| Beacon::read(word));
    if matches!(last, Some(Err(_))) {
        return Err(Wrong::Luck("drand did not sign its public randomness"));
    }
    if last.is_some() && luck.missed.is_some() {
        return Err(Wrong::Luck("it has public randomness, and tells that it missed some"));
    }
    if luck.missed.is_some_and(|round| !(1..=LAST_ROUND).contains(&round)) {
        return Err(Wrong::Luck(
            "it tells that it missed a round that no table can wait for",
        ));
    }
    match words.any(|word| Beacon::read(word).is_some()) {
        true => Err(Wrong::Luck("public randomness stands before the last word of luck")),
        false => Ok(()),
    }
}

/// Who sits where was drawn right before the first game, with the secret of that game.
fn check_seats(
    entry: &GameEntry,
    record: &Record,
    luck: &Luck,
    chain: &Chain,
    secrets: &[Secret],
) -> Result<(), Wrong> {
    let drawn = entry.seats_drawn && record.seats > 1;
    let Some(seats) = &luck.seats else {
        return match drawn {
            true => Err(Wrong::Luck(
                "who sits where is drawn in this game, and the record does not tell it",
            )),
            false => Ok(()),
        };
    };
    let follows = |secret: &Secret| *seats == secret.seed_with_words(PLACES, chain).order(record.seats);
    let found = match record.round {
        Some(1) => secrets.last().is_some_and(follows),
        _ => secrets.iter().any(follows),
    };
    match drawn && found {
        true => Ok(()),
        false => Err(Wrong::Luck(
            "who sits where does not follow from the secrets and the words",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Resealed;

    /// A game of a match with two secrets, dealt from these of them, by number.
    fn game(round: u32, dealt: &[usize]) -> Record {
        let secrets = [[1; 32], [2; 32]].map(Secret::from_bytes);
        let chain = Chain::of::<String>(&secrets[0].commitment(), &[]);
        let seed = |number: &usize| secrets[*number].seed_with_words(round, &chain).to_hex();
        let resealed = dealt[1..].iter().map(|number| Resealed {
            from: 1,
            seed: seed(number),
        });
        Record {
            round: Some(round),
            seed: Some(seed(&dealt[0])),
            resealed: resealed.collect(),
            luck: Some(Luck {
                secrets: secrets.iter().map(Secret::to_hex).collect(),
                words: Vec::new(),
                missed: None,
                seats: None,
            }),
            ..Record::default()
        }
    }

    #[test]
    fn a_game_goes_back_to_no_secret_before_the_one_that_the_game_before_it_ended_with() {
        let follows = |earlier: &[usize], later: &[usize]| check_order(&game(2, earlier), &game(3, later)).is_ok();
        assert!(follows(&[0], &[0]) && follows(&[0], &[0, 1]) && follows(&[0, 1], &[1]) && follows(&[1], &[1]));
        assert!(!follows(&[0, 1], &[0]) && !follows(&[1], &[0]) && !follows(&[1], &[0, 1]));
    }
}
