//! How Dominimum shows itself: its views as scenes, everything as phrases.

use std::ops::RangeInclusive;

use super::notation::Fact;
use super::phrases::{DEAL, change, own_mission, standing, tie_rule, ties};
use super::view::{SeatView, View};
use super::{Dominimum, MAX_SEATS, MIN_SEATS, Options, menu, sketch};
use crate::games::double_seven::held::{Stage, presentation};
use crate::games::double_seven::notation::unplaced;
use crate::games::double_seven::{Placement, groups, icons, menus};
use crate::rules::{Arg, Icon, LessonStep, Menu, Phrase, Presentation, Preview, Scene, Seat, SeatLine, Sketch};

fn seat_line(view: &View, seat: Seat, seen: &SeatView) -> SeatLine {
    let mut marks = Vec::new();
    match &seen.mission {
        Some(mission) => marks.push(
            Phrase::new("dominimum-mark-mission")
                .with("mission", mission.tile.to_string())
                .with("standing", standing::<Arg>(mission)),
        ),
        None if seen.ready => marks.push(Phrase::new("dominimum-mark-secret")),
        None => {}
    }
    if view.table.stage == Stage::Place && view.table.first == Some(seat) {
        marks.push(Phrase::new("dominimum-mark-first"));
    }
    SeatLine::new(seat, seen.mission.map(|mission| mission.score), marks)
}

/// Everybody's mission and its product; empty before the end.
fn end(view: &View) -> Vec<Phrase> {
    let seats = (0..).map(Seat).zip(&view.seats);
    let revealed = seats.filter_map(|(seat, seen)| {
        let mission = seen.mission?;
        let says = Phrase::new("dominimum-revealed")
            .with("seat", seat)
            .with("mission", mission.tile.to_string())
            .with("standing", standing::<Arg>(&mission));
        Some(says)
    });
    revealed.collect()
}

/// The product of a seat's groups.
fn counted(seat: Seat, [one, other]: [u8; 2]) -> Phrase {
    Phrase::new("dominimum-fact-groups")
        .with("seat", seat)
        .with("one", one)
        .with("other", other)
        .with("score", groups::product([one, other]))
}

impl Presentation for Dominimum {
    const PEOPLE: RangeInclusive<u8> = MIN_SEATS..=MAX_SEATS;
    const LESSON: &'static [LessonStep] = &[
        LessonStep::read(&["goal", "tiles"]),
        LessonStep::ask(&["mission", "turn"]),
        LessonStep::ask(&["score"]),
        LessonStep::ask_later(&["picture", "typing"], 4),
        LessonStep::end(&["tie"]),
    ];

    fn scene(view: &View) -> Scene {
        let seats = || (0..).map(Seat).zip(&view.seats);
        let lines = || seats().map(|(seat, seen)| seat_line(view, seat, seen)).collect();
        let mut scene = presentation::scene(&view.table, DEAL, lines);
        scene.summary.extend(tie_rule(view));
        scene.own.splice(..0, own_mission(view));
        scene.recent.extend(end(view));
        scene.decided = ties(view);
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
        change(view, &view.table.layout(), *choice).into_iter().collect()
    }

    fn fact(fact: &Fact) -> Phrase {
        let Fact::Groups(seat, sizes) = fact;
        counted(*seat, *sizes)
    }

    fn rules(_: &Options) -> Vec<Phrase> {
        vec![
            Phrase::new("dominimum-rules-goal"),
            Phrase::new("dominimum-rules-tiles"),
            Phrase::new("dominimum-rules-mission"),
            Phrase::new("dominimum-rules-turn"),
            Phrase::new("dominimum-rules-score"),
            Phrase::new("dominimum-rules-tie"),
            Phrase::new("dominimum-rules-picture"),
            Phrase::new("dominimum-rules-typing"),
        ]
    }
}
