//! How a turn of the conference is decided, once every seat has spoken.

use serde::{Serialize, Serializer};

use super::notation::{Fact, Reveal};
use super::options::Options;
use super::postulate::{Number, Postulate, Value};
use crate::rules::{Note, Seat, SeatSet};

/// A turn that was decided: everything in it is public.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Turn {
    /// The postulate.
    pub card: Postulate,
    /// The seats that claimed, each with its number.
    pub claims: Reveal,
    /// The seats that an equal or ineligible number eliminated.
    #[serde(serialize_with = "seats")]
    pub out: SeatSet,
    /// The seats that score; several only in the same boat.
    #[serde(serialize_with = "seats")]
    pub scorers: SeatSet,
    /// The points of each scorer, with any bonus.
    pub points: i16,
    /// The scorer with the greatest number takes the chair.
    #[serde(skip)]
    pub(super) chair: Option<Seat>,
    /// Seats with one number left, where they are announced.
    #[serde(serialize_with = "seats")]
    pub last: SeatSet,
}

/// A set of seats as a view holds it: one seat after another.
fn seats<S: Serializer>(seats: &SeatSet, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(seats.iter())
}

impl Turn {
    /// Decides the turn of `card` with these claims.
    pub(super) fn decide(card: Postulate, claims: Reveal, options: &Options, value: Value) -> Turn {
        let mut eligible = SeatSet::EMPTY;
        let mut equal = SeatSet::EMPTY;
        for (seat, number) in claims.iter().filter(|(_, number)| card.accepts(*number)) {
            eligible.insert(seat);
            if claims.iter().any(|(other, same)| other != seat && same == number) {
                equal.insert(seat);
            }
        }
        let remaining = || {
            let left = claims.iter();
            left.filter(|(seat, _)| eligible.contains(*seat) && !equal.contains(*seat))
        };
        let tried = claims.seats().len() as i16;
        let greatest = remaining().max_by_key(|(_, number)| *number).map(|(seat, _)| seat);
        let scorers = if options.boat && !equal.is_empty() {
            remaining().map(|(seat, _)| seat).collect()
        } else if options.boat {
            greatest.map_or(SeatSet::EMPTY, SeatSet::one)
        } else {
            let merit = |number: Number| (card.merit(number), number);
            let best = remaining().max_by_key(|(_, number)| merit(*number));
            best.map_or(SeatSet::EMPTY, |(seat, _)| SeatSet::one(seat))
        };
        let worth = match value {
            Value::Tried => tried,
            Value::Points(points) => points,
        };
        Turn {
            card,
            claims,
            out: claims
                .seats()
                .iter()
                .filter(|seat| !eligible.contains(*seat) || equal.contains(*seat))
                .collect(),
            scorers,
            points: worth + i16::from(options.battle && tried >= 3),
            chair: if scorers.len() > 1 {
                greatest
            } else {
                scorers.iter().next()
            },
            last: SeatSet::EMPTY,
        }
    }

    /// The facts of the turn, in the order of the notation; empty lists are left out.
    pub(super) fn facts(&self) -> impl Iterator<Item = Fact> + '_ {
        let some = |seats: SeatSet, fact: fn(SeatSet) -> Fact| (!seats.is_empty()).then(|| fact(seats));
        let claimed = self.claims.seats();
        some(claimed, Fact::Claims)
            .into_iter()
            .chain((!claimed.is_empty()).then_some(Fact::Reveal(self.claims)))
            .chain(some(self.out, Fact::Out))
            .chain(self.scorers.iter().map(|seat| Fact::Award(seat, self.points)))
            .chain(self.scorers.is_empty().then_some(Fact::Nobody))
            .chain(some(self.last, Fact::Last))
    }

    pub(super) fn notes(&self) -> Vec<Note<Fact>> {
        let mut notes = Vec::with_capacity(6);
        notes.extend(self.facts().map(Note::public));
        notes
    }
}
