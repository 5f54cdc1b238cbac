//! Binome's pictures in sentences, as far as the scene and the lines of the seats do not say the same.

use super::super::Binome;
use super::super::notation::{Choice, Space};
use super::super::phrases::recent;
use super::super::turn::Turn;
use super::super::view::{OwnView, Phase, View};
use super::Fate;
use crate::rules::{Arg, Phrase, Presentation, Seat};

/// What the table shows.
pub(super) fn table(view: &View) -> Vec<Phrase> {
    let mut told = Vec::new();
    if matches!(view.stage, Phase::Roll | Phase::Write | Phase::Deck) && !view.rolls.is_empty() {
        let rolls = view.rolls.iter().copied().collect::<Arg>();
        told.push(Phrase::new("binome-alt-rolls").with("rolls", rolls));
    }
    told.extend(recent(view));
    told
}

/// What a seat showed in the turn before; nothing when it passed.
fn shown(turn: &Turn, seat: Seat) -> Option<Phrase> {
    let (number, fate) = turn.shown(seat)?;
    let phrase = match fate {
        Fate::Won(points) => Phrase::new("binome-alt-won")
            .with("number", number.to_string())
            .with("points", i64::from(points)),
        Fate::Out => Phrase::new("binome-alt-out").with("number", number.to_string()),
        Fate::Beaten => Phrase::new("binome-alt-shown").with("number", number.to_string()),
    };
    Some(phrase)
}

/// What a seat's own sheet shows, with what it tries out.
pub(super) fn sheet(view: &View, own: &OwnView, tried: Option<Choice>) -> Vec<Phrase> {
    let mut told = Vec::new();
    if view.stage == Phase::Write && view.waiting.contains(&own.seat) {
        told.push(Phrase::new("binome-alt-where"));
    }
    let numbers = (0..8).map(|index| number(view, own, index));
    told.push(Phrase::new("binome-alt-numbers").with("numbers", numbers.collect::<Arg>()));
    if let Some(space) = own.last.and_then(Space::new) {
        told.push(match space.is_tens() {
            true => Phrase::new("binome-alt-last-tens").with("number", space.number()),
            false => Phrase::new("binome-alt-last-units").with("number", space.number()),
        });
    }
    if !view.turns.is_empty() {
        let turns = view.turns.iter().map(|turn| space(turn, own.seat));
        told.push(Phrase::new("binome-alt-turns").with("turns", turns.collect::<Arg>()));
    }
    told.extend(tried.or_else(|| own.choice()).as_ref().map(Binome::chosen));
    told
}

/// One of the eight numbers, by what is written of it and whether it can still be used.
fn number(view: &View, own: &OwnView, index: usize) -> Phrase {
    let place = index as u8 + 1;
    let Some(number) = own.number(index) else {
        let (tens, units) = (own.digits[2 * index], own.digits[2 * index + 1]);
        return match (tens, units) {
            (Some(digit), _) => Phrase::new("binome-alt-number-tens")
                .with("place", place)
                .with("digit", digit),
            (_, Some(digit)) => Phrase::new("binome-alt-number-units")
                .with("place", place)
                .with("digit", digit),
            _ => Phrase::new("binome-alt-number-free").with("place", place),
        };
    };
    let key = if own.used[index] {
        "binome-alt-number-used"
    } else if view.card.is_some_and(|(card, _)| card.accepts(number)) {
        "binome-alt-number-fits"
    } else {
        "binome-alt-number"
    };
    Phrase::new(key).with("place", place).with("number", number.to_string())
}

/// A turn space of a sheet.
fn space(turn: &Turn, seat: Seat) -> Phrase {
    shown(turn, seat).unwrap_or_else(|| Phrase::new("binome-alt-passed"))
}
