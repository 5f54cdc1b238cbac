//! What the scene, the pictures and their sentences say alike.

use super::notation::Fact;
use super::options::Options;
use super::postulate::{Postulate, Value};
use super::view::{Phase, View};
use super::{Binome, CARD_COUNT, ROLLS};
use crate::rules::{Arg, Phrase, Presentation, Seat};

impl Postulate {
    /// The keys of the card's name and of its condition.
    const fn keys(self) -> (&'static str, &'static str) {
        match self {
            Postulate::Identical => ("binome-card-identical", "binome-condition-identical"),
            Postulate::By10 => ("binome-card-by10", "binome-condition-by10"),
            Postulate::Has0 => ("binome-card-has0", "binome-condition-has0"),
            Postulate::By5 => ("binome-card-by5", "binome-condition-by5"),
            Postulate::Has5 => ("binome-card-has5", "binome-condition-has5"),
            Postulate::Max => ("binome-card-max", "binome-condition-max"),
            Postulate::MaxSum => ("binome-card-maxsum", "binome-condition-maxsum"),
            Postulate::Has9 => ("binome-card-has9", "binome-condition-has9"),
            Postulate::Min => ("binome-card-min", "binome-condition-min"),
            Postulate::MinSum => ("binome-card-minsum", "binome-condition-minsum"),
            Postulate::Has1 => ("binome-card-has1", "binome-condition-has1"),
            Postulate::MinDiff => ("binome-card-mindiff", "binome-condition-mindiff"),
            Postulate::MaxDiff => ("binome-card-maxdiff", "binome-condition-maxdiff"),
            Postulate::Divides => ("binome-card-divides", "binome-condition-divides"),
            Postulate::Near50 => ("binome-card-near50", "binome-condition-near50"),
            Postulate::Sum10 => ("binome-card-sum10", "binome-condition-sum10"),
        }
    }
}

/// The name of a card.
pub(super) fn card_name(card: Postulate) -> Phrase {
    Phrase::new(card.keys().0)
}

pub(super) fn worth(value: Value) -> Phrase {
    match value {
        Value::Tried => Phrase::new("binome-value-x"),
        Value::Points(points) => Phrase::new("binome-value-points").with("points", i64::from(points)),
    }
}

/// The condition of a card. With `boat`, numbers do not compete by a card's measure, so the condition differs there.
pub(super) fn condition(card: Postulate, options: &Options) -> Phrase {
    Phrase::new(if options.boat && card.is_measure() {
        "binome-condition-boat"
    } else {
        card.keys().1
    })
}

/// A phrase about a card: its name, its condition and its value. A value of the house gets a label.
pub(super) fn about_card(key: &'static str, card: Postulate, value: Value, options: &Options) -> Phrase {
    let value = match worth(value) {
        value if options.has_house_value(card) => Phrase::new("binome-value-house").with("value", value),
        value => value,
    };
    Phrase::new(key)
        .with("card", card_name(card))
        .with("condition", condition(card, options))
        .with("value", value)
}

/// The phase of the game, as a phrase.
pub(super) fn phase(view: &View) -> Phrase {
    match view.stage {
        Phase::Chair => Phrase::new("binome-phase-begin"),
        Phase::Roll | Phase::Write | Phase::Deck => Phrase::new("binome-phase-digits")
            .with("round", view.rolls.len() as u32 + u32::from(view.stage == Phase::Roll))
            .with("rounds", ROLLS as u32),
        Phase::Conference => Phrase::new("binome-phase-conference")
            .with("turn", view.turns.len() as u32 + 1)
            .with("turns", CARD_COUNT as u32),
        Phase::Over => Phrase::new("binome-phase-over").with("turns", view.turns.len() as u32),
    }
}

/// What the last turn brought: its facts under the name of the card. The numbers tell who claimed, and the marks of the
/// seats tell who has the chair.
pub(super) fn recent(view: &View) -> Vec<Phrase> {
    let Some(turn) = view.turns.last() else {
        return Vec::new();
    };
    let number = view.turns.len() as u32;
    let mut lines = vec![
        Phrase::new("binome-last-turn")
            .with("turn", number)
            .with("card", card_name(turn.card)),
    ];
    let facts = turn.facts().filter(|fact| !matches!(fact, Fact::Claims(_)));
    lines.extend(facts.map(|fact| Binome::fact(&fact)));
    lines
}

/// Says that no tie-break separates the winners with equal points. `None` before the end and for a single winner.
pub(super) fn decided(view: &View) -> Option<Phrase> {
    let most = view.seats.iter().map(|seen| seen.score).max()?;
    let seats = (0..).map(Seat).zip(&view.seats);
    let won: Vec<Seat> = seats
        .filter(|(_, seen)| seen.score == most)
        .map(|(seat, _)| seat)
        .collect();
    (view.stage == Phase::Over && won.len() > 1).then(|| {
        Phrase::new("binome-tie")
            .with("seats", won.into_iter().collect::<Arg>())
            .with("points", most)
    })
}
