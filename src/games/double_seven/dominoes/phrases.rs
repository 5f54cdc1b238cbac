//! What the scene, the picture and its sentences say alike.

use super::super::Tiles;
use super::Dominoes;
use super::notation::{End, Fact, MAX_SEATS};
use super::view::{Did, Stage, Turn, View};
use crate::rules::{Arg, Phrase, Presentation, Seat, joined};

/// The phase of the hand.
pub(super) fn phase(view: &View) -> Phrase {
    let Some(seat) = view.turn else {
        return Phrase::new(match view.stage {
            Stage::Over => "dominoes-phase-over",
            _ => "dominoes-phase-deal",
        });
    };
    Phrase::new(match view.stage {
        Stage::Open => "dominoes-phase-open",
        Stage::Draw => "dominoes-phase-draw",
        Stage::Pass => "dominoes-phase-pass",
        _ => "dominoes-phase-play",
    })
    .with("seat", seat)
}

/// The symbols at the ends.
pub(super) fn ends(view: &View) -> Option<Phrase> {
    let [left, right] = view.ends?.map(|symbol| symbol.number());
    Some(Phrase::new("dominoes-ends").with("left", left).with("right", right))
}

/// How many tiles are face down, in a game in which somebody may draw them.
pub(super) fn supply(view: &View) -> Option<Phrase> {
    let drawn = !view.options.block && view.stage != Stage::Deal && view.stage != Stage::Over;
    // With four seats, the hands hold all tiles.
    let any = view.seats.len() < usize::from(MAX_SEATS);
    (drawn && any).then(|| Phrase::new("dominoes-supply").with("count", view.supply))
}

/// The partner of a seat.
pub(super) fn partner(view: &View, seat: Seat) -> Option<Seat> {
    let team = |seat: Seat| view.seats.get(seat.index()).map(|seen| seen.team);
    let others = (0..view.seats.len() as u8).map(Seat);
    let mut partners = others.filter(|other| *other != seat && team(*other) == team(seat));
    partners.next().filter(|_| view.is_team_play())
}

/// What the viewer can play now.
pub(super) fn fits(view: &View) -> Option<Phrase> {
    let own = view.own.as_ref().filter(|_| view.is_asked())?;
    if let Some(tile) = view.opens_with() {
        return Some(Phrase::new("dominoes-own-opens").with("tile", tile.to_string()));
    }
    let fits = |end: End| joined(own.hand.iter().filter(|tile| view.ends_for(*tile).contains(&end)), " ");
    let said = [(End::Left, "dominoes-fits-left"), (End::Right, "dominoes-fits-right")];
    let said = said.into_iter().filter_map(|(end, key)| {
        let tiles = fits(end);
        (!tiles.is_empty()).then(|| Phrase::new(key).with("tiles", tiles))
    });
    Some(Phrase::new("dominoes-own-fits").with("ends", said.collect::<Arg>()))
}

/// What a seat did in a turn.
fn turn(turn: &Turn) -> Phrase {
    let said = |key: &'static str| Phrase::new(key).with("seat", turn.seat);
    match (turn.did, turn.drew) {
        (Some(Did::Played(tile, None)), _) => said("dominoes-did-open").with("tile", tile.to_string()),
        (Some(Did::Played(tile, Some(end))), 0) => said(match end {
            End::Left => "dominoes-did-left",
            End::Right => "dominoes-did-right",
        })
        .with("tile", tile.to_string()),
        (Some(Did::Played(tile, Some(end))), drew) => said(match end {
            End::Left => "dominoes-did-draw-left",
            End::Right => "dominoes-did-draw-right",
        })
        .with("count", drew)
        .with("tile", tile.to_string()),
        (Some(Did::Passed), 0) => said("dominoes-did-pass"),
        (Some(Did::Passed), drew) => said("dominoes-did-draw-pass").with("count", drew),
        (None, drew) => said("dominoes-did-draw").with("count", drew),
    }
}

/// The viewer's tiles, those drawn last, and those that can be played now.
pub(super) fn own(view: &View) -> Vec<Phrase> {
    let playing = !matches!(view.stage, Stage::Deal | Stage::Over);
    let Some(own) = view.own.as_ref().filter(|_| playing) else {
        return Vec::new();
    };
    let about = |key: &'static str, tiles: &Tiles| {
        Phrase::new(key)
            .with("count", tiles.len() as u32)
            .with("tiles", joined(tiles.iter(), " "))
    };
    let drawn = (!own.drawn.is_empty()).then(|| about("dominoes-own-drawn", &own.drawn));
    let hand = about("dominoes-own", &own.hand);
    std::iter::once(hand).chain(drawn).chain(fits(view)).collect()
}

/// The last turns, and how the hand ended.
pub(super) fn recent(view: &View) -> Vec<Phrase> {
    view.turns.iter().map(turn).chain(end(view)).collect()
}

/// How the hand ended: who scores how much, and what everybody held.
fn end(view: &View) -> Vec<Phrase> {
    let Some(over) = &view.over else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    if over.blocked {
        lines.push(Dominoes::fact(&Fact::Blocked));
    } else if let Some(out) = (0..).map(Seat).zip(&view.seats).find(|(_, seen)| seen.tiles == 0) {
        lines.push(Phrase::new("dominoes-out").with("seat", out.0));
    }
    lines.extend(left(view));
    lines.push(match over.winners.as_slice() {
        [] => tied(view),
        [seat] => Dominoes::fact(&Fact::Points(*seat, over.points)),
        seats => Phrase::new("dominoes-points-team")
            .with("seats", seats.iter().copied().collect::<Arg>())
            .with("points", over.points),
    });
    lines
}

/// What decided, if the points do not say it: the lowest count, in a hand in which nobody could play any more; or a seat
/// that went out and scores nothing for it.
pub(super) fn decided(view: &View) -> Option<Phrase> {
    let over = view.over.as_ref()?;
    match (over.blocked, over.winners.len()) {
        (false, _) if over.points == 0 => return Some(Phrase::new("dominoes-nothing-left")),
        (false, _) => return None,
        (true, 0) => return Some(tied(view)),
        (true, _) => {}
    }
    let hands = over
        .winners
        .iter()
        .filter_map(|seat| view.seats.get(seat.index())?.hand);
    Some(
        Phrase::new("dominoes-lowest")
            .with("seats", over.winners.iter().copied().collect::<Arg>())
            .with("count", over.winners.len() as u32)
            .with("points", hands.map(|hand| hand.sum()).sum::<u32>()),
    )
}

/// Why nobody scores for a line that is blocked.
pub(super) fn tied(view: &View) -> Phrase {
    let team = view.seats.iter().filter(|seen| seen.team == 0);
    let count = team.filter_map(|seen| seen.hand).map(|hand| hand.sum()).sum::<u32>();
    match view.is_team_play() {
        true => Phrase::new("dominoes-tied-teams").with("points", count),
        false => Phrase::new("dominoes-tied"),
    }
}

/// The tiles of everybody who has tiles left when the hand is over.
fn left(view: &View) -> Vec<Phrase> {
    let seats = (0..).map(Seat).zip(&view.seats);
    let left = seats.filter_map(|(seat, seen)| {
        let hand = seen.hand.filter(|hand| !hand.is_empty())?;
        Some(
            Phrase::new("dominoes-left")
                .with("seat", seat)
                .with("tiles", joined(hand.iter(), " "))
                .with("points", hand.sum()),
        )
    });
    left.collect()
}
