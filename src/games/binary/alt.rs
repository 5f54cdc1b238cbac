//! Binary's picture in sentences, for who cannot see it, and what a choice would bring.
//!
//! The squares of every piece are there, and of every territory its size and a square in it, so the board can be set up from
//! them.

use super::notation::Choice;
use super::phrases::{own, placed};
use super::position::{Position, Tried};
use super::squares::Squares;
use super::territory::place_of_number;
use super::view::{Stage, View};
use super::{Binary, SEATS};
use crate::rules::{Arg, Phrase, Presentation, Seat, joined};

/// So many territories of a side are told one by one; of more, the small ones are summed up.
const MANY: usize = 12;

/// What the picture shows beside what the scene says.
pub(super) fn alt(view: &View, now: &Position, then: Option<&Position>, tried: Tried) -> Vec<Phrase> {
    let size = now.frame.size;
    let mut says: Vec<Phrase> = own(view).into_iter().collect();
    says.push(Phrase::new("binary-alt-board").with("size", size));
    if view.stage == Stage::Over && now.ahead().is_none() {
        says.push(Phrase::new("binary-level"));
    }
    if let Some((choice, then)) = tried.choice.zip(then) {
        says.push(if tried.more {
            Phrase::new("binary-alt-picked").with("squares", joined(choice.squares(), " "))
        } else {
            Binary::chosen(&choice)
        });
        says.extend(weight(view, now, then, choice));
    }
    if tried.part {
        says.push(Phrase::new("binary-alt-part").with("squares", joined(tried.open.iter(), " ")));
    }
    says.extend(view.last.iter().map(placed));
    for seat in (0..SEATS).map(Seat) {
        says.extend(side(now, seat));
    }
    says
}

/// The pieces and territories of a seat.
fn side(now: &Position, seat: Seat) -> Vec<Phrase> {
    let side = now.side(seat);
    let pieces = Phrase::new("binary-alt-pieces")
        .with("seat", seat)
        .with("squares", joined(side.pieces.iter(), " "));
    let pieces = (!side.pieces.is_empty()).then_some(pieces);
    let territories = (!side.territories.is_empty()).then(|| territories(now, seat));
    pieces.into_iter().chain(territories).collect()
}

/// The territories of a seat, each with the square on which its number stands.
fn territories(now: &Position, seat: Seat) -> Phrase {
    let (all, taken) = (&now.side(seat).territories, now.placed());
    let one = |whole: &Squares| {
        let place = place_of_number(*whole, taken).map(|square| square.to_string());
        Phrase::new("binary-alt-territory")
            .with("size", whole.len())
            .with("square", place.unwrap_or_default())
    };
    let mut told: Vec<Arg> = all.iter().take(MANY).map(|whole| one(whole).into()).collect();
    let rest = all.get(MANY..).unwrap_or_default();
    if !rest.is_empty() {
        let squares: u32 = rest.iter().map(|whole| whole.len()).sum();
        let rest = Phrase::new("binary-alt-territory-rest")
            .with("count", rest.len() as u32)
            .with("squares", squares);
        told.push(rest.into());
    }
    Phrase::new("binary-alt-territories")
        .with("seat", seat)
        .with("list", Arg::List(told))
}

/// What `choice` costs and brings the one whose turn it is.
fn weight(view: &View, now: &Position, then: &Position, choice: Choice) -> Vec<Phrase> {
    let Some(seat) = view.turn else {
        return Vec::new();
    };
    let mut says = Vec::new();
    if now.costs(seat, choice) {
        says.push(Phrase::new("binary-weigh-cost").with("left", then.side(seat).hand));
    }
    let score = |position: &Position, seat| position.side(seat).score;
    let (own, own_now) = (score(then, seat), score(now, seat));
    if own != own_now {
        says.push(Phrase::new("binary-would-own").with("score", own).with("now", own_now));
    }
    let other = seat.next(SEATS);
    let (theirs, theirs_now) = (score(then, other), score(now, other));
    if theirs != theirs_now {
        says.push(
            Phrase::new("binary-would-other")
                .with("seat", other)
                .with("score", theirs)
                .with("now", theirs_now),
        );
    }
    says
}

/// What a choice costs and brings, for the one who is about to make it.
pub(super) fn consequences(view: &View, choice: Choice) -> Vec<Phrase> {
    match Position::of(view).zip(view.turn) {
        Some((now, seat)) => weight(view, &now, &now.after(seat, choice), choice),
        None => Vec::new(),
    }
}
