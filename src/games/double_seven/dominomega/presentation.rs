//! How Dominomega shows itself: its views as scenes, everything as phrases.

use std::ops::RangeInclusive;

use super::notation::Fact;
use super::phrases::{DEAL, changes, groups_of, own_ring, ring, tie};
use super::view::{SeatView, View};
use super::{Dominomega, MAX_SEATS, MIN_SEATS, Options, menu, sketch};
use crate::games::double_seven::held::{Stage, presentation};
use crate::games::double_seven::notation::unplaced;
use crate::games::double_seven::{Placement, icons, menus};
use crate::rules::{Icon, LessonStep, Menu, Phrase, Presentation, Preview, Scene, Seat, SeatLine, Sketch};

/// The state of the viewer's groups.
fn own_groups(view: &View) -> Option<Phrase> {
    let (_, seen) = view.own()?;
    (!seen.groups.is_empty()).then(|| Phrase::new("dominomega-own-groups").with("groups", groups_of(&seen.groups)))
}

fn seat_line(view: &View, seat: Seat, seen: &SeatView) -> SeatLine {
    let mut marks = vec![ring(seen.ring)];
    if !seen.groups.is_empty() {
        marks.push(Phrase::new("dominomega-mark-groups").with("groups", groups_of(&seen.groups)));
    }
    SeatLine::new(seat, (view.table.stage != Stage::Deal).then_some(seen.product), marks)
}

/// The products of everybody's groups; empty before the end.
fn end(view: &View) -> Vec<Phrase> {
    let over = view.table.stage == Stage::Over;
    let seats = (0..).map(Seat).zip(&view.seats).filter(|_| over);
    seats.map(|(seat, seen)| counted(seat, &seen.groups)).collect()
}

/// The product of a seat's groups.
fn counted(seat: Seat, sizes: &[u8]) -> Phrase {
    Phrase::new("dominomega-fact-groups")
        .with("seat", seat)
        .with("groups", groups_of(sizes))
}

impl Presentation for Dominomega {
    const PEOPLE: RangeInclusive<u8> = MIN_SEATS..=MAX_SEATS;
    const LESSON: &'static [LessonStep] = &[
        LessonStep::read(&["goal", "tiles"]),
        LessonStep::ask(&["turn", "score"]),
        LessonStep::ask(&["two", "picture"]),
        LessonStep::ask_later(&["typing"], 4),
        LessonStep::end(&[]),
    ];

    fn scene(view: &View) -> Scene {
        let seats = || (0..).map(Seat).zip(&view.seats);
        let lines = || seats().map(|(seat, seen)| seat_line(view, seat, seen)).collect();
        let mut scene = presentation::scene(&view.table, DEAL, lines);
        scene
            .own
            .splice(..0, own_ring(view).into_iter().chain(own_groups(view)));
        scene.recent.extend(end(view));
        scene.decided.extend(tie(view));
        scene
    }

    fn sketch(view: &View, preview: Preview<'_, Placement>) -> Option<Sketch> {
        sketch::sketch(view, preview)
    }

    fn menu(view: &View, choices: &[Placement], path: &[&str]) -> Option<Menu> {
        let way = menu::follow(view, &view.table.layout(), choices, path)?;
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

    fn typed_also(choice: &Placement) -> Vec<String> {
        choice.named().into()
    }

    fn unfinished(choices: &[Placement], text: &str) -> Option<Phrase> {
        unplaced(text, choices.iter().copied())
    }

    fn offer(_: &View, choice: &Placement) -> Phrase {
        menus::lies(*choice)
    }

    fn consequences(view: &View, choice: &Placement) -> Vec<Phrase> {
        changes(view, &view.table.layout(), *choice)
    }

    fn fact(fact: &Fact) -> Phrase {
        let Fact::Groups(seat, sizes) = fact;
        counted(*seat, sizes)
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
}
