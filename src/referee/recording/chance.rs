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
    let read = |text: &String| Secret::from_hex(text).map_err(|_| Wrong::Luck("a secret is not 64 hexadecimal digits"));
    let secrets = luck.secrets.iter().map(read).collect::<Result<Vec<Secret>, Wrong>>()?;
    let first = secrets.first().ok_or(Wrong::Luck("`luck` tells no secret"))?;
    check_randomness(luck)?;
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
    check_seats(entry, record, luck, &chain, &secrets[..=begins])
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
