//! The review of somebody's choices: what it says, and that it shows what their seat saw.

use super::super::super::custom_id::Boards;
use super::super::super::payload::{Payload, Picture};
use super::super::{At, panel, review};
use super::kept::keeps_limits;
use super::random::{begin, lobby, snapshot, step};
use crate::games::{CATALOGUE, GameEntry, find};
use crate::player::ChoiceCost;
use crate::referee::fair::SeededSource;
use crate::referee::{Mistake, Phase, Review, Table};
use crate::rules::Seat;
use crate::words::Words;

/// A seat that has to choose in a match at random, with two of its choices, where there is such a moment.
fn moment(entry: &'static GameEntry, seed: u64) -> Option<(Table, Seat, [String; 2])> {
    let source = &mut SeededSource::new(seed);
    let mut table = lobby(entry, source);
    if !begin(&mut table, source) {
        return None;
    }
    for _ in 0..20 {
        if !step(&mut table, source) {
            break;
        }
    }
    let seat = table
        .awaited()
        .iter()
        .next()
        .filter(|_| table.phase == Phase::Playing)?;
    let mut choices = table.play.as_ref()?.candidates(seat).into_iter();
    let two = choices.next().zip(choices.next_back())?;
    Some((table, seat, two.into()))
}

fn found(table: &Table, seat: Seat, [chosen, better]: &[String; 2], mistakes: usize) -> Review {
    let mistake = |turn| Mistake {
        table: table.clone(),
        seat,
        turn: turn as u32 + 1,
        chosen: chosen.clone(),
        cost: ChoiceCost {
            better: better.clone(),
            loss: 0.123,
            error: 0.05,
        },
    };
    Review {
        choices: 34,
        mistakes: (0..mistakes).map(mistake).collect(),
    }
}

fn shown(table: &Table, found: &Review, boards: Boards) -> Payload {
    let words = Words::embedded().unwrap();
    let payload = review(&words, "en", &snapshot(table), found, boards);
    keeps_limits(&payload);
    payload
}

#[test]
fn each_moment_is_shown_as_its_seat_saw_it_then() {
    let words = Words::embedded().unwrap();
    for entry in CATALOGUE {
        let (table, seat, two) = (0..40).find_map(|seed| moment(entry, seed)).expect("somebody chooses");
        let payload = shown(&table, &found(&table, seat, &two, 3), Boards::Pictures);
        let own = panel(&words, "en", &snapshot(&table), seat, At::default(), Boards::Pictures);
        let key = |picture: &Option<Picture>| picture.as_ref().map(|picture| picture.key().to_owned());
        assert_eq!(payload.pages.len(), 3);
        for page in &payload.pages {
            assert!(page.picture.is_some(), "{}", entry.slug);
            assert_eq!(key(&page.picture), key(&own.picture), "{}", entry.slug);
            assert!(!page.picture.as_ref().unwrap().alt().is_empty());
        }
    }
}

#[test]
fn what_was_chosen_and_what_was_better_is_told_with_its_error() {
    let (table, seat, two) = (0..40).find_map(|seed| moment(find("binary").unwrap(), seed)).unwrap();
    let payload = shown(&table, &found(&table, seat, &two, 2), Boards::Pictures);
    assert!(
        payload.above.contains("Of your 34 choices, these 2 cost you most."),
        "{}",
        payload.above
    );
    let said = &payload.pages[1].text;
    assert!(said.contains("our choice 2**") && said.contains("You chose to ") && said.contains("It was better to "));
    assert!(
        said.contains("about 12 percentage points") && said.contains("between 7 and 17"),
        "{said}"
    );
}

#[test]
fn whoever_made_no_mistake_reads_kind_words() {
    let (table, seat, two) = (0..40).find_map(|seed| moment(find("binary").unwrap(), seed)).unwrap();
    let payload = shown(&table, &found(&table, seat, &two, 0), Boards::Pictures);
    assert!(
        payload.text().contains("none was a clear mistake. Well played!"),
        "{}",
        payload.text()
    );
    assert!(payload.pages.is_empty());
}

#[test]
fn every_game_fits_in_letters_too() {
    for entry in CATALOGUE {
        for seed in 0..6 {
            if let Some((table, seat, two)) = moment(entry, seed) {
                let payload = shown(&table, &found(&table, seat, &two, 3), Boards::Text);
                assert!(payload.pictures().is_empty() && payload.pages.len() == 3);
            }
        }
    }
}
