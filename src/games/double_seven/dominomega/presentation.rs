//! How Dominomega shows itself: its views as scenes, everything as phrases.

use std::ops::RangeInclusive;

use super::notation::Fact;
use super::view::{SeatView, View};
use super::{Dominomega, MAX_SEATS, MIN_SEATS, Options, alt, check_seats, sketch};
use crate::games::double_seven::held::{self, Stage, presentation};
use crate::games::double_seven::menus::Way;
use crate::games::double_seven::notation::joined;
use crate::games::double_seven::{Layout, Placement, Ring, groups, icons, menus, placing};
use crate::rules::{
    Arg, Icon, Menu, OptionSpec, Phrase, Presentation, Preview, Scene, Seat, SeatLine, SetupError, Sketch,
};

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

/// The state of the viewer's groups.
fn own_groups(view: &View) -> Option<Phrase> {
    let (_, seen) = view.own()?;
    (!seen.groups.is_empty()).then(|| Phrase::new("dominomega-own-groups").with("groups", groups_of(&seen.groups)))
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

fn seat_line(view: &View, seat: Seat, seen: &SeatView) -> SeatLine {
    let mut marks = vec![ring(seen.ring)];
    if !seen.groups.is_empty() {
        marks.push(Phrase::new("dominomega-mark-groups").with("groups", groups_of(&seen.groups)));
    }
    SeatLine {
        seat,
        score: (view.table.stage != Stage::Deal).then_some(seen.product),
        marks,
        board: Vec::new(),
    }
}

/// The products of everybody's groups; empty before the end.
fn end(view: &View) -> Vec<Phrase> {
    let over = view.table.stage == Stage::Over;
    let seats = (0..).map(Seat).zip(&view.seats).filter(|_| over);
    seats.map(|(seat, seen)| counted(seat, &seen.groups)).collect()
}

/// Says that no tie-break separates the winners with equal products; `None` before the end.
pub(super) fn decided(view: &View) -> Option<Phrase> {
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

/// The product of a seat's groups.
fn counted(seat: Seat, sizes: &[u8]) -> Phrase {
    Phrase::new("dominomega-fact-groups")
        .with("seat", seat)
        .with("groups", groups_of(sizes))
}

/// The products after a placement: the viewer's, then those of the others that change.
pub(super) fn changes(view: &View, layout: &Layout, placement: Placement) -> Vec<Phrase> {
    let then = held::after(layout, Some(placement));
    let own = view.own().map(|(seat, _)| seat);
    let mut lines = Vec::new();
    for (seat, seen) in (0..).map(Seat).zip(&view.seats) {
        let (_, product) = super::view::standing(&then, seen.ring);
        if product == seen.product {
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

/// The menus that lead the viewer through these placements: what joins most cells of its ring comes first.
pub(super) fn follow(view: &View, layout: &Layout, placements: &[Placement], path: &[&str]) -> Option<Way> {
    let (_, seen) = view.own()?;
    let ring = seen.ring;
    Way::along(placements, path, |placement| {
        placing::joined(layout, placement, |one, other| one.has(ring) && other.has(ring))
    })
}

impl Presentation for Dominomega {
    const PEOPLE: RangeInclusive<u8> = MIN_SEATS..=MAX_SEATS;

    fn scene(view: &View) -> Scene {
        let seats = || (0..).map(Seat).zip(&view.seats);
        let lines = || seats().map(|(seat, seen)| seat_line(view, seat, seen)).collect();
        let mut scene = presentation::scene(&view.table, DEAL, lines);
        scene
            .own
            .splice(..0, own_ring(view).into_iter().chain(own_groups(view)));
        scene.recent.extend(end(view));
        scene.decided.extend(decided(view));
        scene
    }

    fn sketch(view: &View, preview: Preview<'_, Placement>) -> Option<Sketch> {
        sketch::sketch(view, preview)
    }

    fn menu(view: &View, choices: &[Placement], path: &[&str]) -> Option<Menu> {
        let way = follow(view, &view.table.layout(), choices, path)?;
        Some(way.menu(|placement| placement.to_string()))
    }

    fn icons() -> Vec<Icon> {
        icons::icons()
    }

    fn choice(choice: &Placement) -> Phrase {
        presentation::chose(*choice)
    }

    fn typed(choice: &Placement) -> Option<String> {
        Some(choice.typed())
    }

    fn offer(_: &View, choice: &Placement) -> Phrase {
        menus::lies(*choice)
    }

    fn consequences(view: &View, choice: &Placement) -> Vec<Phrase> {
        alt::consequences(view, *choice)
    }

    fn fact(fact: &Fact) -> Phrase {
        let Fact::Groups(seat, sizes) = fact;
        counted(*seat, sizes)
    }

    fn option_specs() -> &'static [OptionSpec] {
        &[]
    }

    fn rules(_: &Options) -> Vec<Phrase> {
        vec![
            Phrase::new("dominomega-rules-goal"),
            Phrase::new("dominomega-rules-tiles"),
            Phrase::new("dominomega-rules-turn"),
            Phrase::new("dominomega-rules-score"),
            Phrase::new("dominomega-rules-two"),
            Phrase::new("dominomega-rules-picture"),
            Phrase::new("dominomega-rules-typing"),
        ]
    }

    fn fit_to_players(_: &mut Options, people: u8) -> Result<u8, SetupError> {
        check_seats(people)?;
        Ok(people)
    }
}
