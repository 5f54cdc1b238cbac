//! Binome's pictures in sentences, short enough for an image description at a table of seven with long names: each seat is
//! named once.

use super::super::Binome;
use super::super::notation::{Choice, Space};
use super::super::phrases::{about_card, card_name, decided, phase};
use super::super::view::{Chosen, OwnView, Phase, TurnView, View};
use super::{Fate, name};
use crate::rules::{Arg, Phrase, Presentation, Seat, places_by_score};

/// What the table shows.
pub(super) fn table(view: &View) -> Vec<Phrase> {
    let mut told = vec![Phrase::new("binome-alt-phase").with("phase", phase(view))];
    told.extend(decided(view));
    if matches!(view.stage, Phase::Roll | Phase::Write | Phase::Deck) && !view.rolls.is_empty() {
        let rolls = view.rolls.iter().copied().collect::<Arg>();
        told.push(Phrase::new("binome-alt-rolls").with("rolls", rolls));
    }
    if let Some((card, value)) = view.card {
        told.push(about_card("binome-alt-card", card, value, &view.options));
        told.extend(view.options.battle.then(|| Phrase::new("binome-battle")));
    }
    if let Some(turn) = view.turns.last() {
        told.push(Phrase::new("binome-alt-last").with("card", card_name(turn.card)));
    }
    let scores: Vec<i64> = view.seats.iter().map(|seat| i64::from(seat.score)).collect();
    let mut rows: Vec<(u8, Seat)> = places_by_score(&scores).into_iter().zip((0..).map(Seat)).collect();
    if view.stage == Phase::Over {
        rows.sort_unstable();
    }
    told.extend(rows.into_iter().map(|(place, seat)| {
        Phrase::new("binome-alt-seat")
            .with("seat", name(seat))
            .with("marks", marks(view, seat, place).into_iter().collect::<Arg>())
    }));
    told
}

/// What is told of one seat.
fn marks(view: &View, seat: Seat, place: u8) -> Vec<Phrase> {
    let seen = &view.seats[seat.index()];
    let mut marks = Vec::new();
    if view.stage == Phase::Over {
        marks.push(Phrase::new("binome-alt-place").with("place", place));
    } else if view.chair == Some(seat) {
        marks.push(Phrase::new("binome-mark-chair"));
    }
    if matches!(view.stage, Phase::Conference | Phase::Over) {
        marks.push(Phrase::new("binome-value-points").with("points", seen.score));
        marks.push(Phrase::new("binome-mark-left").with("count", seen.left));
    }
    match seen.chosen {
        Chosen::Claim => marks.push(Phrase::new("binome-mark-claim")),
        Chosen::Pass => marks.push(Phrase::new("binome-mark-pass")),
        Chosen::Sealed => marks.push(Phrase::new("binome-mark-sealed")),
        Chosen::Nothing if view.waiting.contains(&seat) => marks.push(Phrase::new("binome-alt-asked")),
        Chosen::Nothing => {}
    }
    let before = view.turns.last().and_then(|turn| shown(turn, seat));
    marks.extend(before.map(|shown| Phrase::new("binome-alt-before").with("shown", shown)));
    if marks.is_empty() {
        marks.push(Phrase::new("binome-alt-waits"));
    }
    marks
}

/// What a seat showed in the turn before; nothing when it passed.
fn shown(turn: &TurnView, seat: Seat) -> Option<Phrase> {
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
    let mut told = vec![Phrase::new("binome-alt-phase").with("phase", phase(view))];
    if let (Phase::Write, Some(digit)) = (view.stage, view.rolls.last()) {
        told.push(Phrase::new("binome-alt-roll").with("digit", *digit));
        if view.waiting.contains(&own.seat) {
            told.push(Phrase::new("binome-alt-where"));
        }
    }
    if let Some((card, value)) = view.card {
        told.push(about_card("binome-alt-card", card, value, &view.options));
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
    told.extend(own.choice().as_ref().map(Binome::chosen));
    told.extend(tried.map(trying));
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
fn space(turn: &TurnView, seat: Seat) -> Phrase {
    shown(turn, seat).unwrap_or_else(|| Phrase::new("binome-alt-passed"))
}

/// What a choice would do.
fn trying(choice: Choice) -> Phrase {
    match choice {
        Choice::Write(space) if space.is_tens() => Phrase::new("binome-alt-try-tens").with("number", space.number()),
        Choice::Write(space) => Phrase::new("binome-alt-try-units").with("number", space.number()),
        Choice::Claim(number) => Phrase::new("binome-alt-try-claim").with("number", number.to_string()),
        Choice::Pass => Phrase::new("binome-alt-try-pass"),
    }
}
