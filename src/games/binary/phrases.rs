//! What the scene, the picture, its sentences and the menu say alike.

use super::SEATS;
use super::view::{Placed, SideView, Stage, View};
use crate::rules::{Arg, Ended, Phrase, Seat};

/// The name of a colour of squares.
pub(super) fn colour(dark: bool) -> Phrase {
    Phrase::new(if dark { "binary-dark" } else { "binary-light" })
}

/// The name of the pieces of a side.
pub(super) fn pieces(black: bool) -> Phrase {
    Phrase::new(if black { "binary-black" } else { "binary-white" })
}

pub(super) fn phase(view: &View) -> Phrase {
    match view.ended {
        Some(Ended::Resigned(loser)) => {
            return Phrase::new("binary-phase-resigned")
                .with("loser", loser)
                .with("winner", loser.next(SEATS));
        }
        Some(Ended::Agreed) => return Phrase::new("binary-phase-agreed"),
        None => {}
    }
    let Some(seat) = view.turn else {
        return Phrase::new(match view.stage {
            Stage::Over => "binary-phase-over",
            _ => "binary-phase-draw",
        });
    };
    match view.stage {
        Stage::Opening => Phrase::new("binary-phase-opening").with("seat", seat),
        Stage::Alone => Phrase::new("binary-phase-alone")
            .with("seat", seat)
            .with("colour", pieces(view.black == Some(seat))),
        _ => Phrase::new("binary-phase-place")
            .with("seat", seat)
            .with("colour", pieces(view.black == Some(seat))),
    }
}

/// The viewer's pieces and squares.
pub(super) fn own(view: &View) -> Option<Phrase> {
    let black = view.viewer? == view.black?;
    Some(
        Phrase::new("binary-own")
            .with("pieces", pieces(black))
            .with("squares", colour(black)),
    )
}

/// What may be placed now; `None` when nobody places.
pub(super) fn may(view: &View) -> Option<Phrase> {
    let seat = view.turn?;
    let hand = view.side(seat).map_or(0, |side| side.hand);
    let dark = view.black == Some(seat);
    let (own, other) = (colour(dark), colour(!dark));
    Some(match (view.stage, hand) {
        (Stage::Opening, _) => Phrase::new("binary-may-open"),
        (_, 0 | 1) => Phrase::new("binary-may-last").with("other", other),
        _ => Phrase::new("binary-may-place").with("own", own).with("other", other),
    })
}

/// The territory that decided between equal points. `None` before the end and for a draw.
pub(super) fn decided(view: &View) -> Option<Phrase> {
    let [one, other] = &view.sides;
    if view.stage != Stage::Over || one.score != other.score {
        return None;
    }
    let size = |side: &SideView, rank: usize| side.territories.get(rank).map_or(0, |whole| whole.len());
    let ranks = one.territories.len().max(other.territories.len());
    let rank = (0..ranks).find(|rank| size(one, *rank) != size(other, *rank))?;
    let mut ahead = [(size(one, rank), Seat(0)), (size(other, rank), Seat(1))];
    ahead.sort_unstable();
    let [(less, loser), (more, winner)] = ahead;
    Some(
        Phrase::new("binary-tie")
            .with("score", one.score)
            .with("rank", rank as u32 + 1)
            .with("winner", winner)
            .with("more", more)
            .with("loser", loser)
            .with("less", less),
    )
}

pub(super) fn placed(placed: &Placed) -> Phrase {
    let key = if placed.discard {
        "binary-recent-cost"
    } else {
        "binary-recent"
    };
    let squares = placed.choice.squares().map(|square| square.to_string());
    Phrase::new(key)
        .with("seat", placed.seat)
        .with("squares", squares.collect::<Arg>())
}
