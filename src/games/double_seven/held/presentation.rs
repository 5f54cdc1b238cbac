//! What these games say alike, all as phrases.

use super::super::menus::{self, Tried, Way};
use super::super::{Layout, Placement, letters};
use super::view::{Seen, Stage};
use crate::rules::{Phrase, Scene, Seat, SeatLine};

/// Where the game stands; a game says itself what is dealt.
pub fn phase(seen: &Seen, deal: &'static str) -> Phrase {
    match (seen.stage, seen.turn) {
        (Stage::Deal, _) => Phrase::new(deal),
        (_, Some(seat)) => Phrase::new("tiles-phase-place").with("seat", seat),
        (_, None) => Phrase::new("tiles-phase-over"),
    }
}

/// How many tiles are still to come.
pub fn supply(seen: &Seen) -> Option<Phrase> {
    (seen.stage == Stage::Place).then(|| Phrase::new("tiles-supply").with("count", seen.supply))
}

/// The tile that the viewer holds.
pub fn own_tile(seen: &Seen) -> Option<Phrase> {
    let tile = seen.own?.tile?.to_string();
    Some(Phrase::new("tiles-own").with("tile", tile))
}

/// A placement, for the one who makes it.
pub fn chose(placement: Placement) -> Phrase {
    menus::on_cells("tiles-chose", placement)
}

/// Somebody's placement.
pub fn placed(seat: Seat, placement: Placement) -> Phrase {
    menus::on_cells("tiles-placed", placement).with("seat", seat)
}

/// What was placed last by each seat.
pub fn recent(seen: &Seen) -> Vec<Phrase> {
    let last = seen.last(seen.holds.len());
    last.map(|(seat, placement)| placed(seat, placement)).collect()
}

/// The scene as far as it is the same in all these games; each adds what only it has. The lines of the seats are for the
/// table alone.
pub fn scene(seen: &Seen, deal: &'static str, lines: impl FnOnce() -> Vec<SeatLine>) -> Scene {
    let layout = seen.layout();
    let offered = seen.placements(&layout);
    let reading = letters::legend(&layout, &offered);
    let (board, legend) = letters::plain(&layout, &offered).with_legend(reading);
    Scene {
        phase: Some(phase(seen, deal)),
        summary: supply(seen).into_iter().collect(),
        seats: match seen.own {
            Some(_) => Vec::new(),
            None => lines(),
        },
        board,
        legend,
        own: own_tile(seen).into_iter().collect(),
        recent: recent(seen),
        decided: Vec::new(),
    }
}

/// What the picture shows beside what the scene says: the viewer's own, what is tried and what it `would` bring, the tile
/// that was placed last, the table, and last what may have no room: what the letters mean.
pub fn alt(
    seen: &Seen,
    layout: &Layout,
    own: impl IntoIterator<Item = Phrase>,
    tried: &Tried,
    would: impl FnOnce(Placement) -> Vec<Phrase>,
) -> Vec<Phrase> {
    let mut says: Vec<Phrase> = own.into_iter().chain(own_tile(seen)).collect();
    if let Some(placement) = tried.choice {
        says.push(Phrase::new("tiles-alt-tried").with("lies", menus::lies(placement)));
        says.extend(would(placement));
    }
    says.extend(tried.way.iter().filter_map(Way::chosen));
    says.extend(seen.last(1).map(|(seat, placement)| placed(seat, placement)));
    says.extend(letters::sentence(layout));
    says.extend(tried.way.iter().flat_map(Way::meanings));
    says
}
