//! What the scene, the picture and its sentences say alike.

use super::view::{View, standing};
use crate::games::double_seven::{Layout, Placement, Ring, groups, held};
use crate::rules::{Arg, Phrase, Seat, joined};

/// The name of a ring.
pub(super) fn ring(ring: Ring) -> Phrase {
    Phrase::new(match ring {
        Ring::Pip => "dominomega-pip",
        Ring::Small => "dominomega-small",
        Ring::Large => "dominomega-large",
    })
}

/// The phrase for the deal before the tiles are placed.
pub(super) const DEAL: &str = "dominomega-phase-deal";

/// The viewer's ring.
pub(super) fn own_ring(view: &View) -> Option<Phrase> {
    let (_, seen) = view.own()?;
    Some(Phrase::new("dominomega-own-ring").with("ring", ring(seen.ring)))
}

/// Groups of these sizes, the largest first, and their product: `4 × 3 = 12 (and 5 single cells)`. Each single cell would
/// only add another `× 1`.
pub(super) fn groups_of(sizes: &[u8]) -> Phrase {
    let above = sizes.iter().take_while(|size| **size > 1).count();
    if sizes.is_empty() {
        return Phrase::new("dominomega-none");
    }
    Phrase::new("dominomega-groups")
        .with("above", above as u32)
        .with("sizes", joined(&sizes[..above], " \u{d7} "))
        .with("product", groups::product(sizes.iter().copied()))
        .with("single", (sizes.len() - above) as u32)
}

/// Says that no tie-break separates the winners with equal products. Nothing before the end.
pub(super) fn tie(view: &View) -> Option<Phrase> {
    let seats = (0..).map(Seat).zip(&view.seats);
    let won: Vec<(Seat, i64)> = seats
        .filter(|(_, seen)| view.has_won(seen))
        .map(|(seat, seen)| (seat, seen.product))
        .collect();
    let [(_, product), _, ..] = won[..] else { return None };
    Some(
        Phrase::new("dominomega-tie")
            .with("seats", won.into_iter().map(|(seat, _)| seat).collect::<Arg>())
            .with("product", product),
    )
}

/// The products after a placement: the viewer's, even if it stays, then those of the others that change.
pub(super) fn changes(view: &View, layout: &Layout, placement: Placement) -> Vec<Phrase> {
    let then = held::after(layout, Some(placement));
    let own = view.own().map(|(seat, _)| seat);
    let mut lines = Vec::new();
    for (seat, seen) in (0..).map(Seat).zip(&view.seats) {
        let (_, product) = standing(&then, seen.ring);
        if product == seen.product {
            if own == Some(seat) {
                lines.insert(0, Phrase::new("dominomega-would-same").with("product", product));
            }
            continue;
        }
        let told = |key: &'static str| Phrase::new(key).with("product", product).with("now", seen.product);
        if own == Some(seat) {
            lines.insert(0, told("dominomega-would-own"));
        } else {
            lines.push(told("dominomega-would-other").with("seat", seat));
        }
    }
    lines
}
